"""Pile games that programs play by themselves, through real processes: what they play is named without being told."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import pytest

from model.piles.profiles import BEGGAR
from properties.conformance.books import chosen_book
from properties.conformance.cases import Case, load_suite, one_deal
from properties.conformance.connectors import InProcess
from properties.conformance.judge import CONVENTIONS, Judged
from properties.conformance.planner import scope_of
from properties.conformance.protocol import Level
from properties.conformance.reference import Reference
from properties.conformance.runner import greet
from properties.conformance.settings import Deadlines, Settings
from properties.conformance.verify import program
from properties.identify import games, identify
from properties.identify.findings import Identified
from properties.identify.games import GamesAsking, games_asking
from properties.identify.hypotheses import Hypothesis, Option, extended, plain
from reports.identify_words import verdict
from tests.command import SPECIMENS

GAMES: Final = ("beggar", "camicia")
PARTS: Final = 8
"""Into so many tests all programs of a kind are put."""
PAIRS: Final = 40
ENDS: Final = ("must_play", "immediate")
"""Ways for a game to end, under which cards and tricks may be counted otherwise."""
MANY: Final = 200
"""More cases than a search needs: what nothing can tell any more is not asked."""
FEW: Final = (2,)
"""The seats that the quick tests ask for."""


@lru_cache
def asking(game: str) -> GamesAsking:
    """How such a program is asked."""
    hello = greet(InProcess(Reference({game: chosen_book(game, {})}, "program", honest=False).answer), "0")
    return games_asking(hello.games[0], scope_of(hello.games[0], (), {}), load_suite(game), "outcome")


def told(
    game: str, *words: str, seats: tuple[int, ...] = (), level: Level = "outcome", specimen: str = "undeclared.py"
) -> Identified:
    """What a search through a real process makes of a program."""
    settings = Settings(game=game, seats=seats, level=level, deadlines=Deadlines(request=1.0))
    command = (sys.executable, str(SPECIMENS / specimen), *words)
    return identify.identify(program(command, settings), command, settings, "0", None, lambda event: None)


def alternatives(game: str) -> list[Hypothesis]:
    """The game with each alternative alone."""
    ways = asking(game)
    return [each for each in extended(plain(ways.base), ways.options) if not each.options[0].misreading]


def tells_apart(game: str, one: Hypothesis, other: Hypothesis) -> bool:
    """Whether some case shows that two programs differ."""
    ways = asking(game)
    cases = [*load_suite(game), *ways.cases()]
    whole = (case for case in cases if case.script is None and not case.choices)
    return any(ways.foretells(one, case) != ways.foretells(other, case) for case in whole)


def pairs() -> list[Hypothesis]:
    """Two alternatives at once, each of which makes a difference beside the other."""
    found: list[Hypothesis] = []
    rng = random.Random(8)
    while len(found) < PAIRS:
        game = GAMES[len(found) % len(GAMES)]
        one, other = rng.sample(alternatives(game), 2)
        both = next(extended(one, other.options), None)
        if both is not None and all(tells_apart(game, both, each) for each in (one, other)):
            found.append(both)
    return found


def is_named(hypothesis: Hypothesis, level: Level = "outcome", seats: tuple[int, ...] = ()) -> None:
    """What a search finds must be what the program plays, or what it finds first must be listed as equal to it."""
    game = hypothesis.book.game
    found = told(game, game, *(option.name for option in hypothesis.options), level=level, seats=seats)
    assert found.explains, (str(hypothesis), str(found.hypothesis))
    assert found.first_unexplained is None
    assert not found.unsure
    named = {str(found.hypothesis), *(str(each.hypothesis) for each in found.undetermined)}
    assert str(hypothesis) in named, (str(hypothesis), named)
    equal = hypothesis.options == found.hypothesis.options or not tells_apart(game, hypothesis, found.hypothesis)
    assert equal, (str(hypothesis), str(found.hypothesis))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer cases, so that a search takes a second or two."""
    monkeypatch.setattr(games, "PACKS", 1)
    monkeypatch.setattr(games, "CHECKS", 1)
    monkeypatch.setattr(games, "EACH", 1)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("camicia", ("end=immediate",)),
        ("beggar", ("end=immediate", "leader=after_taker")),
    ],
)
def test_what_a_program_plays_is_named(game: str, names: tuple[str, ...]) -> None:
    """One that plays something else than it claims, in one point or in two."""
    found = told(game, game, *names, seats=FEW)
    assert found.explains
    assert set(names) == set(found.assignment.values())
    assert len(found.judged) < MANY


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_every_alternative_is_named(game: str, part: int) -> None:
    """Or what is named instead cannot be told apart from it."""
    for each in alternatives(game)[part::PARTS]:
        if tells_apart(game, each, plain(asking(game).base)):
            is_named(each)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_two_alternatives_at_once_are_named(part: int) -> None:
    """Pairs that chance has drawn."""
    for each in pairs()[part::PARTS]:
        is_named(each)


@pytest.mark.deep
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_no_way_of_counting_is_called_wrong(convention: tuple[str, str], end: str) -> None:
    """It is told how a program counts, beside what it plays."""
    cards, tricks = convention
    chosen = (f"end={end}", f"count_cards={cards}", f"count_tricks={tricks}")
    found = told("beggar", "beggar", *chosen, seats=FEW)
    assert found.explains
    assert set(found.assignment.values()) <= {f"end={end}"}
    assert (found.telling.count_cards or cards, found.telling.count_tricks or tricks) == (cards, tricks)


@pytest.mark.usefixtures("quick")
def test_a_program_that_counts_otherwise_plays_what_it_claims() -> None:
    """And how it counts is seen."""
    found = told("beggar", "beggar", "count_tricks=collected_only", seats=FEW)
    assert found.explains
    assert found.assignment == {}
    assert str(found.telling.count_tricks) == "collected_only"


@pytest.mark.usefixtures("quick")
def test_a_program_that_gives_up_where_it_claims_to_find_loops_is_told_so() -> None:
    """It plays as it claims, but it does not tell of endless games as it claims, and is told to say so."""
    found = told("camicia", "gives_up", "camicia", seats=FEW, specimen="strange.py")
    assert (found.claim.loop, found.telling.loop) == ("first_repeat", "none")
    assert found.explains
    assert found.declaration["loop"] == "none"
    assert "otherwise than it claims" in verdict(found)


class Alike:
    """Two options with the same result in the case that may be asked, and another one in the case that they are held
    against; the program plays the second."""

    base = BEGGAR
    options = tuple(Option(f"place {each}", each, "", (), True, lambda book: book) for each in ("first", "second"))
    at_once = 1
    told = ()
    space = ""

    def cases(self) -> Iterator[Case]:
        return iter([one_deal("beggar", "-/-", "class", {}, None)])

    def checks(self) -> Iterator[Case]:
        return iter([one_deal("beggar", "J/-", "class", {}, None)])

    def hear(self, judged: Judged) -> None:
        pass

    def may_be_silent(self, hypothesis: Hypothesis, case: Case) -> bool:
        return False

    def foretells(self, hypothesis: Hypothesis, case: Case, ways: int = -1) -> bool:
        names = [option.name for option in hypothesis.options]
        return names == ["second"] or (names == ["first"] and case.text == "-/-")

    def agrees(self, hypothesis: Hypothesis, judged: Judged) -> int:
        return int(self.foretells(hypothesis, judged.case))


def test_of_two_that_explain_everything_the_one_that_is_not_refuted_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of them falls only when the result is tried on other cases."""
    monkeypatch.setattr(identify, "asking_of", lambda claim, scope, settings: (Alike(), "outcome"))
    found = told("beggar", "beggar", seats=FEW)
    assert found.explains
    assert found.assignment == {"place second": "second"}


@pytest.mark.deep
def test_a_program_that_tells_the_winner_alone_is_named_as_far_as_that_shows() -> None:
    """The winner is enough here."""
    found = told("beggar", "winner", "beggar", "leader=after_taker", seats=FEW, specimen="strange.py")
    assert found.explains
    assert found.told == ("winner",)
    named = {str(found.hypothesis), *(str(each.hypothesis) for each in found.undetermined)}
    assert "leader=after_taker" in named


@pytest.mark.deep
def test_a_program_that_nothing_explains() -> None:
    """It is said so, with what is nearest, and the easiest game that this does not explain."""
    found = told("beggar", "third", "beggar", seats=FEW, specimen="strange.py")
    assert not found.explains
    assert found.first_unexplained is not None
    assert 0 < found.agreeing < len(found.judged)
    assert found.undetermined == ()


@pytest.mark.deep
def test_a_program_that_answers_by_chance_is_unsure_of_itself() -> None:
    """The same game, asked once more, ends otherwise."""
    found = told("beggar", "chance", "beggar", seats=FEW, specimen="strange.py")
    assert found.unsure
    assert not found.explains


@pytest.mark.deep
def test_a_program_that_breaks_and_plays_otherwise_is_named_all_the_same() -> None:
    """Where it breaks is put aside, and said."""
    found = told("beggar", "broken", "beggar", "end=immediate", seats=FEW, specimen="strange.py")
    assert found.explains
    assert set(found.assignment.values()) == {"end=immediate"}
    assert found.broken
    assert all(any(len(hand) == 3 for hand in one.case.hands) for one in found.broken)


@pytest.mark.deep
def test_a_program_that_breaks_by_a_fault_of_the_register_is_named() -> None:
    """What it breaks on is what the fault foretells."""
    settings = Settings(game="beggar", seats=FEW, level="outcome")
    name = "breaks_where_a_payer_has_no_card"
    command = (sys.executable, "-m", "properties.misbehaviours", name, "beggar")
    found = identify.identify(program(command, settings), command, settings, "0", None, lambda event: None)
    assert found.explains
    assert set(found.assignment.values()) == {name}


@pytest.mark.deep
def test_a_program_that_plays_endless_games_for_ever_is_asked_few_of_them() -> None:
    """It is waited for a few times, and no more often."""
    found = told("beggar", "endless", "beggar", seats=FEW, specimen="strange.py")
    silent = [one for one in found.judged if one.verdict.fault is not None]
    assert found.explains
    assert 0 < len(silent) <= 2 * identify.MOST_SILENT
