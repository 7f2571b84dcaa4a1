"""Recorded games judged without a program: possible ones, and the line, action and clause where one is not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.cards import Labelling, card, face_of
from model.deal import Deal
from model.piles.play import full_pack
from model.piles.points import choices, choose
from model.piles.profiles import BANKA, PROFILES
from model.piles.rulebook import Book
from properties import strategies
from properties.conformance.log_entries import LogError, Wanted
from properties.conformance.logs import LogVerdict, check, parse, verdict
from properties.misreadings import all_misreadings
from tests.command import fairdeal, within
from tests.recorded import (
    Line,
    Recorded,
    header,
    header_under_way,
    judged,
    line_of,
    masked,
    play_at_random,
    spoilt,
    text_of,
    told,
    without,
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
def games(draw: st.DrawFn, one_pack: bool = False) -> Game:
    """Any game by any rules, with two or three seats; with any cards, or only with those of one pack."""
    game = draw(st.sampled_from(sorted(PROFILES)))
    seats = draw(st.integers(2, 3))
    book = choose(PROFILES[game], draw(strategies.choices(game, seats, with_chance=True)))
    written_as = [Labelling.RANK, Labelling.FULL] if book.slapping else list(Labelling)
    deal = draw(of_one_pack(seats) if one_pack else strategies.deals(seats, draw(st.sampled_from(written_as))))
    chance = random.Random(draw(st.integers(0, 2**32)))
    return Game(book, deal, play_at_random(book, deal, chance), chance)


@st.composite
def of_one_pack(draw: st.DrawFn, seats: int) -> Deal:
    """A small deal in which no card is there more often than a pack has it, with or without suits."""
    with_suits = draw(st.booleans())
    deck = draw(st.permutations(full_pack(BANKA, seats)))
    cards = iter(deck if with_suits else [card(face_of(each)) for each in deck])
    sizes = draw(st.lists(st.integers(1, strategies.FEW), min_size=seats, max_size=seats))
    hands = tuple(tuple(islice(cards, size)) for size in sizes)
    return Deal(hands, Labelling.FULL if with_suits else Labelling.RANK)


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


@given(games(one_pack=True))
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


def test_other_rules_are_looked_for_from_the_beginning_and_none_that_the_log_cannot_tell() -> None:
    text = "game banka\ndeal J/58\nA lays J\nB lays 5\nA collects\nA lays 5"
    wrong = verdict(parse(text.encode(), Wanted()), "a.log").impossible
    assert wrong is not None
    assert "pile_order=reversed" in [other.name for other in wrong.others if other.whole]
    about_suits = {each.name for each in all_misreadings() if each.cards == "full"}
    late = of_file("late_slap.log").impossible
    assert late is not None
    assert about_suits
    assert not about_suits & {other.name for other in late.others}


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


# --- the file, and the command ---


def test_a_bom_and_other_line_ends_make_no_difference() -> None:
    for name in (*POSSIBLE, *IMPOSSIBLE):
        data = (LOGS / name).read_bytes()
        plain = verdict(parse(data, Wanted()), "a.log")
        for changed in (b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r")):
            assert verdict(parse(changed, Wanted()), "a.log") == plain


def test_the_command_names_line_action_and_clause() -> None:
    ran = within("check-trace", str(LOGS / "upper_hand.log"))
    assert ran.code == 1
    assert "impossible at line 6, action 3: BB-41" in ran.out
    assert "possible under the misreading uppermost_hand_wins" in " ".join(ran.out.split())
    possible = fairdeal("check-trace", str(LOGS / "right_three_seats.log"))
    assert (possible.code, possible.out.split(": ")[1]) == (0, "possible, 8 actions, B has won\n")
    partial = within("check-trace", str(LOGS / "cut_off.ndjson"))
    assert "possible, partial: 2 actions, the game is not over" in partial.out


def test_the_command_ends_with_the_code_that_says_how_it_went(tmp_path: Path) -> None:
    empty, bad = tmp_path / "empty.log", tmp_path / "bad.log"
    empty.write_text("game banka\ndeal J9/58\n")
    bad.write_text("game banka\ndeal J9/58\nA jumps\n")
    assert within("check-trace", str(empty)).code == 4
    ran = within("check-trace", str(bad))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"fairdeal: {bad}: line 3: 'A jumps' is no line of a log")
    late = str(LOGS / "late_slap.log")
    assert within("check-trace", late, "--set", "slap_window=any_neighbours").code == 0
    assert within("check-trace", late, "--set", "slap_window=ever").code == 2


def test_what_is_written_fits_the_published_schemas() -> None:
    published = json.loads(within("export", "--schema").out)
    lines, document = (jsonschema.Draft202012Validator(published[name]) for name in ("log", "log_verdict"))
    for path in LOGS.iterdir():
        document.validate(json.loads(msgspec.json.encode(check(path, Wanted()))))
        if path.suffix == ".ndjson":
            for line in path.read_text().splitlines():
                with suppress(json.JSONDecodeError):
                    lines.validate(json.loads(line))
    ran = within("check-trace", str(LOGS / "upper_hand.log"), "--json")
    assert ran.code == 1
    document.validate(json.loads(ran.out))
    with pytest.raises(jsonschema.ValidationError):
        lines.validate({"do": [{"seat": 0, "act": "flip"}]})
