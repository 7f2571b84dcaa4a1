"""What must hold, whatever the deck: named statements, each with the clauses it speaks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from model.cards import Zone
from model.game import Applied, Seat
from model.piles.play import deal_pack, enabled, step
from model.piles.rulebook import Book
from model.piles.state import Table
from properties.invariants.core import Dealing, Game, Invariant, Kind, Step, Tally, Violation, step_of
from properties.invariants.deals import DEALS, PARTIES
from properties.invariants.games import GAMES
from properties.invariants.steps import STEPS
from properties.invariants.tables import TABLES

Anything = Invariant[Table] | Invariant[Step] | Invariant[Game] | Invariant[Dealing] | Invariant[int]

INVARIANTS: Final[tuple[Anything, ...]] = (*TABLES, *STEPS, *GAMES, *DEALS, *PARTIES)

__all__ = [
    "INVARIANTS",
    "Anything",
    "Dealing",
    "Game",
    "Invariant",
    "Kind",
    "Step",
    "Tally",
    "Violation",
    "check_deal",
    "check_game",
    "check_party",
    "check_step",
    "check_table",
    "step_of",
]


def check_table(book: Book, table: Table, tally: Tally, where: str = "") -> Iterator[Violation]:
    """What does not hold of one table."""
    return tally.check_all(TABLES, book, table, where)


def check_step(book: Book, before: Table, after: Table, tally: Tally, where: str = "") -> Iterator[Violation]:
    """What does not hold of one tick and of the table it leads to."""
    yield from tally.check_all(STEPS, book, step_of(book, before, after), where)
    yield from check_table(book, after, tally, where)


def check_game(book: Book, table: Table, budget: int, tally: Tally | None = None) -> Iterator[Violation]:
    """Play a game for at most so many ticks and say what does not hold, tick by tick and of the game as a whole.

    Where chance is asked, piles keep their order. A book that breaks the game itself may raise what its rules raise.
    """
    counts = tally or Tally()
    start = table
    yield from check_table(book, table, counts, "before the first card")
    for number in range(1, budget + 1):
        allowed = enabled(book, table)
        if not allowed:
            break
        applied = step(book, table, allowed)
        assert isinstance(applied, Applied), "the rules refuse what they themselves allow"
        yield from check_step(book, table, applied.state, counts, f"tick {number}")
        table = applied.state
    yield from counts.check_all(GAMES, book, Game(start, budget), "the whole game")


def check_deal(book: Book, deck: Zone, seats: int, dealer: Seat, tally: Tally | None = None) -> Iterator[Violation]:
    """What does not hold of a pack that is dealt."""
    table = deal_pack(book, deck, seats, dealer)
    where = f"{len(deck)} cards to {seats} seats by dealer {dealer}"
    yield from (tally or Tally()).check_all(DEALS, book, Dealing(deck, seats, dealer, table), where)


def check_party(book: Book, seats: int, tally: Tally | None = None) -> Iterator[Violation]:
    """What does not hold of the packs and the deal for a number of seats, even one that should be refused."""
    yield from (tally or Tally()).check_all(PARTIES, book, seats, f"{seats} seats")
