"""What the invariants of Bank are made of: tables, steps and rounds, and where a book has another choice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from model.bank.actions import Act, Action, RoundDeal
from model.bank.points import POINTS
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match, Round, Stage
from model.cards import Zone
from properties.invariants.statements import M, Statement


class Kind(StrEnum):
    """What an invariant of Bank speaks of."""

    TABLE = "table"
    """Every table: a `Match`, and so its round."""
    STEP = "step"
    """Every action that was done: a `Step`."""
    DEAL = "deal"
    """Every round that was dealt from a shuffled pack: a `Dealing`."""
    BOOK = "book"
    """The rule book itself, which is looked at once: a number of seats."""


@dataclass(frozen=True, slots=True)
class Invariant(Statement[Book, M]):
    """What must hold of Bank."""

    kind: Kind


AnyInvariant = Invariant[Any]
"""An invariant of whatever kind."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a match: the tables before and after it."""

    before: Match
    after: Match
    action: Action

    @property
    def was(self) -> Round:
        """The round before the action."""
        return self.before.round

    @property
    def became(self) -> Round:
        """The round after the action."""
        return self.after.round

    @property
    def cards(self) -> Zone:
        """The cards that were laid."""
        return self.action.cards

    @property
    def in_a_round(self) -> bool:
        """Whether a seat has acted, not chance between two rounds."""
        return self.before.stage is Stage.ROUND

    @property
    def ends_the_round(self) -> bool:
        """Whether the round was over by this action."""
        return self.in_a_round and self.after.stage is not Stage.ROUND

    def is_a(self, act: Act) -> bool:
        """Whether this was done."""
        return self.action.act is act


@dataclass(frozen=True, slots=True)
class Dealing:
    """A shuffled pack, from its top, and the round that was dealt from it."""

    deck: Zone
    seats: int
    deal: RoundDeal
    match: Match


def agrees(book: Book, point: str, *ways: str) -> bool:
    """Whether a book decides a point in one of these ways, by wire name, or claims to.

    Only another way that a table may agree on is excused: a misreading claims to be what the game has there by default.
    """
    alternatives = POINTS[point].alternatives
    value = getattr(book, point)
    if any(alternatives[way] is value for way in ways):
        return True
    usual = getattr(BANK, point)
    return value not in alternatives.values() and any(alternatives[way] is usual for way in ways)
