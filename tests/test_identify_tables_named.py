"""Programs that are played step by step, through real processes: what they play is named without being told."""

from __future__ import annotations

import random
from typing import Final

import pytest

from properties.conformance.settings import Settings
from properties.conformance.verify import program
from properties.identify import bank_tables, tables
from properties.identify.findings import Identified
from properties.identify.hypotheses import Hypothesis, extended, plain
from properties.identify.identify import identify
from tests.identified import asking, command_of, other_programs, pool
from tests.identified import program as program_of
from tests.test_identify_tables import EQUAL, GAMES

PARTS: Final = 8
"""Into so many tests all programs of a kind are put."""
PAIRS: Final = 40
"""Pairs of alternatives at once, over these games in turn."""


def told(hypothesis: Hypothesis, seats: tuple[int, ...] = ()) -> Identified:
    """What a search through a real process makes of a program."""
    settings = Settings(game=hypothesis.book.game, seats=seats)
    command = command_of(hypothesis)
    return identify(program(command, settings), command, settings, "0", None, lambda event: None)


def alternatives(game: str) -> list[Hypothesis]:
    """The game with each alternative that makes a difference alone."""
    return [each for each in other_programs(game) if not each.options[0].misreading and str(each) not in EQUAL[game]]


def by_place(game: str) -> list[list[Hypothesis]]:
    """The same by what they decide, so that what can be given much behind a colon is not drawn all the time."""
    places: dict[str, list[Hypothesis]] = {}
    for each in alternatives(game):
        places.setdefault(each.options[0].place, []).append(each)
    return list(places.values())


def pairs() -> list[Hypothesis]:
    """Two alternatives at once, each of which makes a difference beside the other."""
    found: list[Hypothesis] = []
    rng = random.Random(8)
    while len(found) < PAIRS:
        game = GAMES[len(found) % len(GAMES)]
        one, other = (rng.choice(ways) for ways in rng.sample(by_place(game), 2))
        both = next(extended(one, other.options), None)
        if both is not None and all(tells_apart(game, both, each) for each in (one, other)):
            found.append(both)
    return found


def tells_apart(game: str, one: Hypothesis, other: Hypothesis) -> bool:
    """Whether some case of the suite, or another of the first, shows that two programs differ."""
    ways = asking(game)
    return any(ways.foretells(one, case) != ways.foretells(other, case) for case in pool(game, 500))


QUICK: Final = (
    ("ratscrew", ("wrong_slap=burn_under:2", "leader=after_taker")),
    ("bank", ("dealer=last_out",)),
)
"""What is looked for in the tests that are not deep."""


@pytest.mark.parametrize(("game", "names"), QUICK)
def test_what_a_program_plays_is_named(game: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """One that plays something else than it claims, in one point or in two; to be quick with fewer cases, for two."""
    for module, number in ((tables, "SMALL"), (tables, "MADE_UP"), (bank_tables, "MADE_UP")):
        monkeypatch.setattr(module, number, 10)
    for module in (tables, bank_tables):
        monkeypatch.setattr(module, "CHECKS", 2)
    is_named(program_of(game, *names), (2,))


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_program_that_plays_what_it_claims(game: str) -> None:
    """It is found to do so, and what could not be told apart is what cannot differ."""
    found = told(plain(asking(game).base))
    assert found.explains
    assert found.assignment == {}
    instead = {option.name for each in found.undetermined for option in each.instead}
    assert instead <= EQUAL[game].keys()


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_every_alternative_is_named(game: str, part: int) -> None:
    """Each alternative that makes a difference."""
    for each in alternatives(game)[part::PARTS]:
        is_named(each)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_two_alternatives_at_once_are_named(part: int) -> None:
    """Pairs that chance has drawn, over all games."""
    for each in pairs()[part::PARTS]:
        is_named(each)


def is_named(hypothesis: Hypothesis, seats: tuple[int, ...] = ()) -> None:
    """What a search finds must be what the program was told to play."""
    found = told(hypothesis, seats)
    assert found.explains, (str(hypothesis), str(found.hypothesis), found.reason)
    assert str(found.hypothesis) == str(hypothesis)
    assert {option.name for option in hypothesis.options} == set(found.assignment.values())
    assert not found.unsure
    assert found.first_unexplained is None
