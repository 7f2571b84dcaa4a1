"""Games with slaps that play themselves: the scripts of the tables, without the steps between their slaps."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from model.piles.points import choose
from model.piles.profiles import PROFILES
from properties.conformance.cases import Case
from properties.conformance.planner import Scope, inapplicable
from properties.conformance.protocol import GameClaim
from properties.conformance.step_cases import projected
from properties.identify.tables import table_cases, table_checks


def timeline_cases(claim: GameClaim, scope: Scope, suite: tuple[Case, ...]) -> Iterator[Case]:
    """Whole games to be asked, the easiest to read first: those whose slaps the rules allow."""
    yield from _projected(table_cases(claim, scope, suite), claim, scope)


def timeline_checks(claim: GameClaim, scope: Scope) -> Iterator[Case]:
    """Whole games by chance that a result is held against."""
    yield from _projected(table_checks(claim, scope), claim, scope)


def _projected(scripts: Iterator[Case], claim: GameClaim, scope: Scope) -> Iterator[Case]:
    book = choose(PROFILES[scope.game], scope.choices)
    known: set[str] = set()
    for script in scripts:
        game = projected(book, msgspec.structs.replace(script, wholly=False))
        if game is not None and game.id not in known and not inapplicable(game, claim):
            known.add(game.id)
            yield game
