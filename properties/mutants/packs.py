"""How packs are dealt by the rules in force: what no case of a suite can show, for cases give the hands."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from typing import Final

from model.bank.rulebook import Book as BankBook
from model.cards import Zone
from model.game import Seat
from model.piles.play import deal_pack, full_pack
from model.piles.rulebook import Book
from properties.conformance.books import AnyBook

MOST_CARDS: Final = 13
SEATS: Final = range(2, 7)
SEED: Final = 8
WORDS: Final = f"packs of 2 to {MOST_CARDS} cards and whole ones dealt to 2 to 6 seats by every dealer"


def dealt(book: AnyBook) -> Iterator[Hashable]:
    """The packs, and what is dealt of them to whom. Where a pack cannot be dealt, that."""
    if isinstance(book, BankBook):
        yield from _of_bank(book)
        return
    for seats in SEATS:
        pack = full_pack(book, seats)
        yield pack
        rng = random.Random(f"{SEED}/{seats}")
        for deck in (*(tuple(rng.sample(pack, cards)) for cards in range(2, MOST_CARDS + 1)), pack):
            for dealer in range(seats):
                yield _table(book, deck, seats, Seat(dealer))


def _table(book: Book, deck: Zone, seats: int, dealer: Seat) -> Hashable:
    try:
        table = deal_pack(book, deck, seats, dealer)
        return table, book.deal(book, deck, seats, dealer).aside
    except ValueError as error:
        return str(error)


def _of_bank(book: BankBook) -> Iterator[Hashable]:
    pack = book.pack()
    yield pack
    for seats in range(2, 5):
        for dealer in range(seats):
            for deck in (pack, pack[::-1]):
                yield book.deal(book, deck, seats, Seat(dealer))
