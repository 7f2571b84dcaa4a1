"""What a rule point is: one place where a rule is decided, and the decisions to choose from, by their wire names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum


class Takes(StrEnum):
    """What an alternative may be given behind a colon: `burn_under:2`, `rank_trigger:J69`, `own:shdc`, `fixed:31`."""

    NUMBER = "a number of cards"
    RANKS = "ranks"
    SUITS = "suits"
    SUM = "a number of points"


@dataclass(frozen=True, slots=True)
class RulePoint:
    """One place where a rule is decided, and the decisions to choose from, by wire name."""

    name: str
    alternatives: Mapping[str, object]
    games: frozenset[str]
    """The games that have this point."""
    two_seats_only: frozenset[str] = frozenset()
    """Alternatives that say nothing about three or more seats, and are refused there."""
    only: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Alternatives that belong to some games only."""
    is_set: bool = False
    """Whether any number of the alternatives are chosen, separated by commas; `none` is the empty set."""
    takes: Mapping[str, Takes] = field(default_factory=dict)
    """What alternatives take behind a colon."""

    def ways(self, game: str) -> dict[str, object]:
        """The alternatives that a game has, by wire name."""
        return {name: way for name, way in self.alternatives.items() if game in self.only.get(name, self.games)}


class RuleChoiceError(ValueError):
    """A choice of rules that does not exist or does not fit. The message says what would be right."""


def by_name(*functions: Callable[..., object]) -> dict[str, object]:
    """Functions by their own names, which are then wire names."""
    return {function.__name__: function for function in functions}


def instead(name: str, known: Mapping[str, object]) -> str:
    """What would be right in place of a name that is not known."""
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    return f"{hint}there {'is' if len(known) == 1 else 'are'} {', '.join(known)}"
