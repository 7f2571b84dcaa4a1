"""The balanced deals of a basin, and what becomes of them where a last card laid has lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from model.game import Budget, Loop, Outcome
from model.piles import taking
from model.piles.play import initial
from model.piles.points import choose
from model.piles.rulebook import Book
from model.piles.run import outcome
from solver.cycles.basin import Basin, Entry

MOST_CARDS_LAID: Final = 10_000_000
"""So many cards are laid before a deal is given up: more than its way into the cycle and once round it, since a game
under end=immediate goes the same way, or is over sooner."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A balanced deal that never ends, and how it goes out under end=immediate; None if that was not asked."""

    entry: Entry
    immediate: Outcome | None

    @property
    def survives(self) -> bool:
        """Whether it is seen to never end under end=immediate either."""
        return isinstance(self.immediate, Loop)

    @property
    def given_up(self) -> bool:
        """Whether it is not known how it goes out under end=immediate."""
        return isinstance(self.immediate, Budget)


def listed(book: Book, basin: Basin) -> Iterator[Listed]:
    """The balanced deals of a basin; under must_play, each is played under end=immediate as well."""
    stricter = choose(book, {"end": "immediate"}) if book.end is taking.must_play else None
    for entry in basin.entries():
        again = None if stricter is None else outcome(stricter, initial(stricter, entry.deal), MOST_CARDS_LAID)
        yield Listed(entry, again)
