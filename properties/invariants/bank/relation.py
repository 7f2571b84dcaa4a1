"""The relation of covering of a whole book, seat by seat and card by card, and laws that it must obey."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from model.bank.actions import format_suits
from model.bank.cover import covers
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.cards import Card
from model.game import Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind
from properties.invariants.bank.covering import OPTIONS, PACK, Ways, group, is_lower, option_of, rank, suit, ways_of

Found = frozenset[Card]
NOTHING: Final[Found] = frozenset()


class Look(NamedTuple):
    """One card that lies on top, and what a seat may lay on it by the book in hand."""

    ways: Ways
    trumps: str
    seat: Seat
    top: Card
    relation: Mapping[Card, Found]
    """The same for every card."""

    @property
    def found(self) -> Found:
        """What may be laid on the top card, apart from that card itself."""
        return self.relation[self.top] - {self.top}

    @property
    def group(self) -> int:
        """The group of the top card."""
        return group(self.ways.option, self.trumps, self.seat, suit(self.top))

    def of_group(self, *groups: int) -> Found:
        """All cards of these groups."""
        stands = {letter: group(self.ways.option, self.trumps, self.seat, letter) for letter in "cdhs"}
        return frozenset(card for card in PACK if stands[suit(card)] in groups)


COVERING: Final = (
    "rank_order", "cover_step", "same_rank", "six", "eight", "trumps", "trump_covers", "trump_vs_trump", "trump_suits",
)  # fmt: skip
"""All that a book decides of what covers what."""


def relations(book: Book, seats: int) -> tuple[Mapping[Card, Found], ...]:
    """For each seat and each card what may be laid on it."""
    return _relations(replace(BANK, **{field: getattr(book, field) for field in COVERING}), seats)


@lru_cache(maxsize=256)
def _relations(book: Book, seats: int) -> tuple[Mapping[Card, Found], ...]:
    licence = frozenset(card for card in PACK if book.eight(card))
    return tuple(
        {
            top: licence | frozenset(card for card in PACK if covers(book, book.trump_suits, Seat(seat), card, top))
            for top in PACK
        }
        for seat in range(seats)
    )


def everywhere(holds: Callable[[Look], bool]) -> Callable[[Book, int], bool]:
    """A law that must hold of every top card for every seat."""

    def all_hold(book: Book, seats: int) -> bool:
        ways, trumps = ways_of(book), format_suits(book.trump_suits)
        return all(
            holds(Look(ways, trumps, Seat(seat), top, relation))
            for seat, relation in enumerate(relations(book, seats))
            for top in PACK
        )

    return all_hold


# --- which cards are meant ---


@lru_cache(maxsize=64)
def of_rank(letters: str) -> Found:
    """All cards of these ranks."""
    return frozenset(card for card in PACK if rank(card) in letters)


@lru_cache(maxsize=64)
def of_suit(letters: str) -> Found:
    """All cards of these suits."""
    return frozenset(card for card in PACK if suit(card) in letters)


def by_rank(look: Look) -> Found:
    """What may be laid whatever the suits are: the same rank, and eights; sixes where they cover every suit."""
    sixes = of_rank("6") if look.ways.any_six else NOTHING
    return of_rank(rank(look.top)) | of_rank("8") | sixes


def by_rank_across(look: Look) -> Found:
    """The same where the card on top stands above the one that is laid: no six covers it."""
    return of_rank(rank(look.top)) | of_rank("8")


def lower_in_suit(look: Look) -> Found:
    """The cards that cover the top card by being lower in its suit."""
    return frozenset(card for card in of_suit(suit(look.top)) if is_lower(look.ways, rank(card), rank(look.top)))


# --- the statements ---


def can_be_played(book: Book, seats: int) -> bool:
    """Whether so many seats can play by a book: two to four, and with a trump for each where each has its own."""
    return 2 <= seats <= 4 and (option_of(book) != "own" or len(book.trump_suits) >= seats)


def under(*options: str) -> Callable[[Book, int], bool]:
    """Whether one of these options of trumps was agreed on."""

    def agreed(book: Book, seats: int) -> bool:
        return can_be_played(book, seats) and option_of(book) in options

    return agreed


def law(
    name: str, statement: str, clauses: tuple[str, ...], holds: Callable[[Look], bool], *options: str
) -> AnyInvariant:
    """A statement that must hold of every top card for every seat, under these options of trumps or under all."""
    return Invariant(name, statement, clauses, Kind.BOOK, everywhere(holds), under(*options or OPTIONS))
