"""Misreadings: rules that somebody has really played by, or might, in good faith.

A misreading is an alternative that nobody may choose. It is swapped into a book like any other, so that checks can
be tried on it, and so that a program that plays it can be told which sentence it has misread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from model.game import Seat
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import Timeline


class Fault(StrEnum):
    """What kind of fault a misreading is, or a misbehaviour; the last two are never those of a rule."""

    END = "end"
    """The game is over too early, too late, or won by another seat."""
    OWNER = "owner"
    """A pile goes to the wrong seat."""
    ORDER = "order"
    """A taken pile comes back in another order."""
    LEAD = "lead"
    """The wrong seat lays the next card."""
    DEBT = "debt"
    """Something else is owed, or by somebody else."""
    LOOP = "loop"
    """Endless games are seen where there are none, or not where they are."""
    DEAL = "deal"
    """Other cards are dealt, or to other seats."""
    LOSS = "loss"
    """Cards leave the game."""
    HANG = "hang"
    """Games that should end go on for ever."""
    SLAP = "slap"
    """Another situation may be slapped, or by another seat, or another hand wins."""
    CRASH = "crash"
    """The program breaks."""
    REPORT = "report"
    """What is told is not what has happened."""
    STATE = "state"
    """Something makes a difference that is no part of the game: an earlier one, another table, or a look."""


class Shows(StrEnum):
    """Where a misreading makes a difference, and so what its smallest example is."""

    PLAY = "play"
    """In play: the example is a deal."""
    SLAPS = "slaps"
    """In play, when hands come down: the example is a deal, and who slaps when."""
    DEALT = "dealt"
    """When a pack is dealt: the example is so many cards and seats."""
    PACK = "pack"
    """In what is dealt at all: the example is a number of seats."""


Slaps = tuple[tuple[int, tuple[int, ...]], ...]
"""Hands that come down: after so many cards these seats, the undermost first."""


def timeline_of(slaps: Slaps) -> Timeline:
    """The same as a timeline to be played."""
    return {cards: tuple(map(Seat, seats)) for cards, seats in slaps}


@dataclass(frozen=True, slots=True)
class Misreading:
    """A rule point decided as the rules do not allow.

    `belief` says what its author took the rule to be. `smallest_deal` is the smallest that shows it, by cards, seats,
    pay cards and text, under the choices in `under`; `budget` is how many cards it is played for. `slaps` are the
    hands that must come down for it to show: after so many cards these seats, the undermost first. `source` says in
    words where it was met, or which open question of the register it answers in a way that no clause allows.
    """

    name: str
    game: str
    kind: Fault
    clauses: tuple[str, ...]
    point: str
    function: Any
    belief: str
    smallest_deal: str
    source: str
    cards: str = "class"
    shows: Shows = Shows.PLAY
    under: tuple[tuple[str, str], ...] = ()
    budget: int = 2_000
    slaps: Slaps = ()

    def apply(self, book: Book) -> Book:
        """The book with this misreading in it, and with the choices that it needs to show."""
        changes: dict[str, Any] = {self.point: self.function}
        return replace(choose(book, dict(self.under)), **changes)

    @property
    def timeline(self) -> Timeline:
        """The slaps of the smallest example."""
        return timeline_of(self.slaps)

    @property
    def example(self) -> tuple[str, Slaps]:
        """The smallest deal and the slaps that it needs."""
        return self.smallest_deal, self.slaps

    @property
    def base_book(self) -> Book:
        """The sound book that this misreading is held against."""
        return choose(PROFILES[self.game], dict(self.under))

    @property
    def book(self) -> Book:
        """The game's book with this misreading in it."""
        return self.apply(PROFILES[self.game])


def all_misreadings() -> tuple[Misreading, ...]:
    """The misreadings of every pile game; those of Bank are in `properties.misreadings.bank`."""
    # Imported here because the list needs the types above.
    from properties.misreadings import banka, beggar, ratscrew, slapping

    return (*beggar.MISREADINGS, *banka.MISREADINGS, *slapping.MISREADINGS, *ratscrew.MISREADINGS)


def misreadings_of(game: str) -> tuple[Misreading, ...]:
    """The misreadings of one game."""
    return tuple(each for each in all_misreadings() if each.game == game)
