"""Who slaps in the games that a graph shows: anybody at any moment, nobody, or whoever should."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from model.deal import SEAT_NAMES
from model.game import NOBODY, Seat, Tick
from model.piles import slaps
from model.piles.play import unslapped
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import Table
from model.points import RuleChoiceError

FREE: Final = "free"
NEVER: Final = "never"
ALWAYS: Final = "always"


@dataclass(frozen=True, slots=True)
class Slapping:
    """A way to slap. With `free` and `always` a state has several successors, otherwise it has one.

    `free`: anybody, rightly or wrongly, at any moment, or nobody. `always`: whenever a hand would win the pile, one of
    those that would comes down. `never`: nobody. The name of a seat: it slaps whenever it would win the pile, and
    nobody else ever does.
    """

    name: str

    @property
    def decided(self) -> bool:
        """Whether a position decides what follows it."""
        return self.name not in (FREE, ALWAYS)

    @property
    def seat(self) -> Seat:
        """The one seat that slaps, NOBODY if there is none."""
        return Seat(SEAT_NAMES.index(self.name)) if len(self.name) == 1 else NOBODY

    def __str__(self) -> str:
        match self.name:
            case "free":
                return "anybody may slap"
            case "never":
                return "nobody slaps"
            case "always":
                return "a right slap is never missed"
        return f"{self.name} never misses a right slap, nobody else slaps"


ANYBODY: Final = Slapping(FREE)


def slapping(name: str, seats: int) -> Slapping:
    """The way to slap of this name, among so many seats. Raises RuleChoiceError."""
    known = (FREE, NEVER, ALWAYS, *SEAT_NAMES[:seats])
    if name not in known:
        raise RuleChoiceError(f"slapping '{name}' is no way to slap: write {', '.join(known[:-1])} or {known[-1]}")
    return Slapping(name)


def right(book: Book, table: Table) -> tuple[Seat, ...]:
    """The seats whose hand would win the pile now."""
    if not slaps.slappable(book, table):
        return ()
    return tuple([Seat(seat) for seat in range(len(table.hands)) if slaps.may_slap(book, table, Seat(seat))])


def only_tick(book: Book, table: Table, slapper: Seat) -> Tick:
    """What happens if this seat never misses a right slap, and nobody else slaps."""
    if slapper != NOBODY and slapper in right(book, table):
        return slap_tick((slapper,))
    return (unslapped(book, table),)
