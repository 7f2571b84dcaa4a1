"""Recorded games judged without a program: possible ones, and the line, action and clause where one is not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.cards import Labelling
from model.deal import Deal
from model.piles.points import choices, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from properties import strategies
from properties.conformance.log_entries import LogError, Wanted
from properties.conformance.logs import LogVerdict, check, parse, verdict
from tests.command import fairdeal
from tests.recorded import (
    Line,
    Recorded,
    header,
    header_under_way,
    line_of,
    masked,
    play_at_random,
    spoilt,
    text_of,
    without,
    written,
)
from tests.support import DATA


@dataclass(frozen=True)
class Game:
    """A game played at random, and what else is left to chance."""

    book: Book
    deal: Deal
    played: list[Recorded]
    chance: random.Random


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any game by any rules, with two or three seats."""
    game = draw(st.sampled_from(sorted(PROFILES)))
    seats = draw(st.integers(2, 3))
    book = choose(PROFILES[game], draw(strategies.choices(game, seats, with_chance=True)))
    written_as = [Labelling.RANK, Labelling.FULL] if book.slapping else list(Labelling)
    deal = draw(strategies.deals(seats, draw(st.sampled_from(written_as))))
    chance = random.Random(draw(st.integers(0, 2**32)))
    return Game(book, deal, play_at_random(book, deal, chance), chance)


def judged(lines: list[Line] | str) -> LogVerdict:
    data = lines.encode() if isinstance(lines, str) else written(lines)
    return verdict(parse(data, Wanted()), "a.log")


def told(found: LogVerdict) -> str:
    """Why a log is not possible."""
    return "" if found.impossible is None else f"line {found.impossible.line}: {found.impossible.why}"


@given(games())
def test_what_the_rules_play_is_possible(game: Game) -> None:
    lines = [header(game.book, game.deal), *(line_of(game.book, one) for one in game.played)]
    found = judged(lines)
    assert told(found) == ""
    assert found.actions == len(game.played)
    less = [lines[0], *(without(line, game.chance) for line in lines[1:])]
    assert told(judged(less[: game.chance.randint(1, len(less))])) == ""


@given(games())
def test_a_log_may_begin_at_any_table(game: Game) -> None:
    for place, one in enumerate(game.played):
        rest = [line_of(game.book, each) for each in game.played[place:]]
        assert told(judged([header_under_way(game.book, game.deal, one.before), *rest])) == ""


@given(games())
def test_a_game_in_plain_text_is_possible(game: Game) -> None:
    text = text_of(game.book, game.deal, game.played, game.chance)
    assert told(judged(text)) == "", text


@given(games())
def test_a_log_need_not_know_the_hands(game: Game) -> None:
    head = header(game.book, game.deal)
    head["deal"]["hands"] = ["?" * len(hand) for hand in game.deal.hands]
    lines = [head, *(masked(line_of(game.book, one)) for one in game.played)]
    with suppress_unknown():
        assert told(judged(lines)) == ""


@contextmanager
def suppress_unknown() -> Iterator[None]:
    """Some rules make a slap depend on cards that nobody has seen: such a log is refused, and says so."""
    try:
        yield
    except LogError as error:
        if "depends on a card that the log does not know" not in str(error):
            raise


@given(games())
def test_what_is_not_true_is_found_where_it_stands(game: Game) -> None:
    lines = [header(game.book, game.deal), *(line_of(game.book, one) for one in game.played)]
    place = game.chance.randint(1, len(game.played))
    made = spoilt(lines[place], len(game.deal.hands), game.chance)
    found = judged([*lines[:place], made, *lines[place + 1 :]]) if made is not None else None
    if found is not None and not timed(game.book, made):
        assert found.impossible is not None, made
        assert (found.impossible.line, found.impossible.action) == (place + 1, place)
        assert found.impossible.clauses


def timed(book: Book, line: Line | None) -> bool:
    """Whether a game may be over by the agreed time, which no log tells, so that `over` cannot be wrong."""
    return choices(book)["time_rule"] != "off" and line is not None and bool(line["over"])


# --- logs on file ---

LOGS = DATA / "logs"

POSSIBLE = {
    "right_two_seats.ndjson": (12, (1,)),
    "right_three_seats.log": (8, (1,)),
    "beggar.log": (7, (0,)),
    "burned.ndjson": (6, (0,)),
    "cut_off.ndjson": (2, ()),
    "from_the_middle.ndjson": (6, ()),
    "unknown_hands.log": (13, ()),
    "refused.log": (10, ()),
    "shuffled.log": (10, ()),
}
"""How many actions, and who has won."""

IMPOSSIBLE = {
    "late_slap.log": (7, 4, "BB-32", "slap_window=any_neighbours"),
    "card_lost.ndjson": (4, 3, "BB-35", "banka_first_card_stays_out"),
    "upper_hand.log": (6, 3, "BB-41", "uppermost_hand_wins"),
    "refused_wrongly.log": (5, 3, "BB-32", ""),
    "unknown_hands_other_card.log": (15, 12, "BB-37", ""),
    "fifth_jack.log": (8, 6, "BB-03", ""),
    "beggar_slap.log": (5, 3, "BMN-39", ""),
}
"""The line, the action, a clause that is named, and other rules by which the whole log is possible."""


def of_file(name: str) -> LogVerdict:
    return check(LOGS / name, Wanted())


@pytest.mark.parametrize("name", POSSIBLE)
def test_possible_logs(name: str) -> None:
    found = of_file(name)
    assert told(found) == ""
    assert (found.verdict, found.exit_code) == ("possible", 0)
    assert (found.actions, found.winners) == POSSIBLE[name]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_logs_are_named_with_line_action_and_clause(name: str) -> None:
    line, action, clause, rules = IMPOSSIBLE[name]
    found = of_file(name)
    wrong = found.impossible
    assert wrong is not None
    assert (found.verdict, found.exit_code) == ("impossible", 1)
    assert (wrong.line, wrong.action) == (line, action)
    assert clause in [each.id for each in wrong.clauses]
    assert wrong.text == (LOGS / name).read_text().split("\n")[line - 1].partition("   ")[0]
    whole = [other.name for other in wrong.others if other.whole]
    assert rules in whole if rules else not whole


def test_every_log_on_file_is_looked_at() -> None:
    assert {path.name for path in LOGS.iterdir()} == {*POSSIBLE, *IMPOSSIBLE}


def test_an_open_question_that_other_rules_answer_otherwise_is_named() -> None:
    wrong = of_file("late_slap.log").impossible
    assert wrong is not None
    assert [each.id for each in wrong.doubts] == ["BB-A07"]
    assert "BB-32" in wrong.fired


def test_the_rules_of_the_command_line_come_before_those_of_the_log() -> None:
    assert check(LOGS / "late_slap.log", Wanted(choices={"slap_window": "any_neighbours"})).exit_code == 0
    as_banka = check(LOGS / "burned.ndjson", Wanted(game="banka")).impossible
    assert as_banka is not None
    assert (as_banka.line, as_banka.clauses[0].id) == (3, "BB-42")


def test_a_log_that_ends_before_its_game_is_possible_wherever_it_ends() -> None:
    lines = (LOGS / "right_two_seats.ndjson").read_text().splitlines()
    for length in range(2, len(lines) + 1):
        found = verdict(parse("\n".join(lines[:length]).encode(), Wanted()), "a.log")
        assert (told(found), found.actions) == ("", min(length - 1, 12))
    nothing = verdict(parse(lines[0].encode(), Wanted()), "a.log")
    assert (nothing.verdict, nothing.exit_code) == ("empty", 4)


# --- one fact after the other: what a line tells, where it stands, and the clause that decides it ---

BANKA = "game banka\ndeal J95/5KQ/784\n"
AFTER_A_JACK = BANKA + "A lays J\n"

FACTS = [
    (AFTER_A_JACK + "C lays 7", 4, "BB-14", "B owes A 1"),
    (AFTER_A_JACK + "A collects", 4, "BB-19", "nobody takes a pile"),
    (AFTER_A_JACK + "B owes 2 to A", 4, "BB-15", "B owes A 1"),
    (AFTER_A_JACK + "B owes 1 to C", 4, "BB-14", "B owes A 1"),
    (AFTER_A_JACK + "C is next", 4, "BB-14", "B owes A 1"),
    (AFTER_A_JACK + "B lays K", 4, "BB-09", "the top card of B is 5, not K"),
    (AFTER_A_JACK + "B wins the pile", 4, "BB-19", "B owes A 1"),
    (AFTER_A_JACK + "game over", 4, "BB-44", "B owes A 1"),
    (AFTER_A_JACK + "A wins", 4, "BB-44", "B owes A 1"),
    (AFTER_A_JACK + "table 95/5KQ/784", 4, "BB-19", "there are 9 cards"),
    (AFTER_A_JACK + "table 9J/5KQ/784+5", 4, "BB-09", "the hand of A is 95, not 9J"),
    (AFTER_A_JACK + "C slaps rightly", 4, "BB-32", "the slap is wrong"),
    (AFTER_A_JACK + "C slaps\nC burns 7", 5, "BB-42", "no card is paid"),
    (AFTER_A_JACK + "C slaps\nC gives 1 card to A", 5, "BB-42", "no card is paid"),
    (AFTER_A_JACK + "C slaps\nC may not slap for 3 cards", 5, "BB-42", "no card is paid"),
    (AFTER_A_JACK + "C slaps\nB burns 5", 5, "BB-42", "B has no hand on the middle"),
    (AFTER_A_JACK + "B lays 5\nB takes J5", 5, "BB-19", "A has won the pile"),
    (AFTER_A_JACK + "B lays 5\nB lays K", 5, "BB-19", "A has won the pile"),
    (AFTER_A_JACK + "B lays 5\nC is next", 5, "BB-19", "A has won the pile"),
    (AFTER_A_JACK + "B lays 5\nA takes 5J", 5, "BB-37", "A takes J5 (2 cards), not 5J"),
    (AFTER_A_JACK + "B lays 5\nA takes 3 cards", 5, "BB-35", "A takes J5 (2 cards), not 3 cards"),
    (AFTER_A_JACK + "B lays 5\nA takes J5\nB lays K", 6, "BB-39", "A is next"),
    (AFTER_A_JACK + "B lays 5\nA takes J5\nA takes J5", 6, "BB-19", "taken already"),
    (AFTER_A_JACK + "B lays 5\nA slaps\nB takes J5", 6, "BB-19", "A has won the pile"),
    (BANKA + "B lays 5", 3, "BB-09", "A is next"),
    ("game banka\ndeal 57/58/9\nA lays 5\nC lays 9", 4, "BB-40", "B is next"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps wrongly", 5, "BB-32", "the slap is right"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\nC burns 9", 6, "BB-32", "the slap is right"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\nA takes 55", 6, "BB-28", "C takes the pile, not A"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\nC takes 5", 6, "BB-28", "C takes 55 (2 cards), not 5"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\ntable 7/8/559", 6, "BB-37", "is 955, not 559"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC, A slap\ntable 755/8/9", 6, "BB-41", "the hand of A is 7"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC, C slap", 5, "BB-41", "one hand on the pile"),
    ("game banka_core\ndeal 57/58/9\nA lays 5\nB lays 5\nC, A slap", 5, "BB-41", "do not say whose hand wins"),
    ("game banka\nset empty_hand=out\ndeal 5/58/9\nA lays 5\nB lays 5\nA slaps", 6, "BB-28", "A may not slap now"),
    ("game banka\nset slap_in_debt=forbidden\ndeal J/58\nA lays J\nB slaps", 5, "BB-28", "B may not slap now"),
    ("game ratscrew\nset wrong_slap=lock_out:3\ndeal 78/58\nA lays 7\nB slaps\nB slaps", 6, "BMN-53", "B may not"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nB slaps\nB burns 8", 5, "BMN-53", "B pays 5 (1 card)"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nB slaps\nB burns 2 cards", 5, "BMN-53", "B pays 5 (1 card)"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nB slaps\ntable 8/58+7", 5, "BMN-53", "the hand of B is 8, not 58"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nrefused: B slaps", 4, "BMN-53", "it costs something"),
    ("game ratscrew\ndeal 7/7\nA lays 7\nB lays 7\nB slaps\nA wins", 6, "BMN-45", "B has won"),
    ("game banka\ndeal 7/7\nA lays 7\nB lays 7\nB slaps\nB lays 7", 6, "BB-44", "the game is over"),
    ("game banka\ndeal J7/7\nrefused: A lays J", 3, "BB-09", "the rules allow this: A is next"),
    ("game banka\ndeal J7/7\nrefused (game-over): B lays 7", 3, "BB-09", "the reason is not-your-turn, not game-over"),
    ("game banka\ndeal J7/7\nA lays J\nB lays 7\nrefused: A collects", 5, "BB-19", "the rules allow this"),
    ("game banka\ndeal QJ/K78\nA lays Q\nB lays K\nA owes 2 to B", 5, "BB-20", "A owes B 3"),
    ("game banka\ndeal J7/7\nA is next\nB is next", 4, "BB-09", "A is next"),
    ("game banka\ntells owes\ndeal J7/7\nA lays J\nB lays 7", 4, "BB-14", "leaves it out"),
    ("game beggar\ncards rank\ndeal Q7/K8\nA lays Q\nB lays 8", 5, "BMN-15", "the top card of B is K, not 8"),
    ("game beggar\ndeal J-/-J\nA lays J\nB lays -\nB takes J-", 5, "BMN-24", "A takes the pile, not B"),
    ("game beggar\ndeal J-/-J\nA lays J\nB lays -\nA takes -J", 5, "BMN-42", "A takes J- (2 cards), not -J"),
    ("game beggar\ndeal J-/-J\nA lays J\nB lays -\nB lays J", 5, "BMN-43", "A is next"),
    ("game beggar\ndeal K-/J-\nA lays K\nA owes 1 to B", 4, "BMN-13", "B owes A 3"),
]


@pytest.mark.parametrize(("text", "line", "clause", "why"), FACTS)
def test_each_kind_of_thing_that_cannot_be(text: str, line: int, clause: str, why: str) -> None:
    found = verdict(parse(text.encode(), Wanted()), "a.log")
    assert found.impossible is not None
    assert found.impossible.line == line
    assert clause in [each.id for each in found.impossible.clauses]
    assert why in found.impossible.why


# --- the file, and the command ---


def test_a_bom_and_other_line_ends_make_no_difference() -> None:
    for name in (*POSSIBLE, *IMPOSSIBLE):
        data = (LOGS / name).read_bytes()
        plain = verdict(parse(data, Wanted()), "a.log")
        for changed in (b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r")):
            assert verdict(parse(changed, Wanted()), "a.log") == plain


def test_the_command_names_line_action_and_clause() -> None:
    ran = fairdeal("check-trace", str(LOGS / "upper_hand.log"))
    assert ran.code == 1
    assert "impossible at line 6, action 3: BB-41" in ran.out
    assert "possible under the misreading uppermost_hand_wins" in " ".join(ran.out.split())
    possible = fairdeal("check-trace", str(LOGS / "right_three_seats.log"))
    assert (possible.code, possible.out.split(": ")[1]) == (0, "possible, 8 actions, B has won\n")
    partial = fairdeal("check-trace", str(LOGS / "cut_off.ndjson"))
    assert "possible, partial: 2 actions, the game is not over" in partial.out


def test_the_command_ends_with_the_code_that_says_how_it_went(tmp_path: Path) -> None:
    empty, bad = tmp_path / "empty.log", tmp_path / "bad.log"
    empty.write_text("game banka\ndeal J9/58\n")
    bad.write_text("game banka\ndeal J9/58\nA jumps\n")
    assert fairdeal("check-trace", str(empty)).code == 4
    ran = fairdeal("check-trace", str(bad))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"fairdeal: {bad}: line 3: 'A jumps' is no line of a log")
    late = str(LOGS / "late_slap.log")
    assert fairdeal("check-trace", late, "--set", "slap_window=any_neighbours").code == 0
    assert fairdeal("check-trace", late, "--set", "slap_window=ever").code == 2


def test_what_is_written_fits_the_published_schemas() -> None:
    published = json.loads(fairdeal("export", "--schema").out)
    lines, document = (jsonschema.Draft202012Validator(published[name]) for name in ("log", "log_verdict"))
    for path in LOGS.iterdir():
        document.validate(json.loads(msgspec.json.encode(check(path, Wanted()))))
        if path.suffix == ".ndjson":
            for line in path.read_text().splitlines():
                with suppress(json.JSONDecodeError):
                    lines.validate(json.loads(line))
    ran = fairdeal("check-trace", str(LOGS / "upper_hand.log"), "--json")
    assert ran.code == 1
    document.validate(json.loads(ran.out))
    with pytest.raises(jsonschema.ValidationError):
        lines.validate({"do": [{"seat": 0, "act": "flip"}]})
