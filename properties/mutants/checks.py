"""The model's own invariants, asked about a model with a mutant in it.

Some of them use functions of the rules: with a mutant in place they may notice less than they could, and never more,
for of the sound rules every one of them holds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from typing import Final

from model.bank.points import choose
from model.bank.rulebook import Book as BankBook
from model.cards import Card
from model.game import Seat
from model.piles.play import initial
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.bank_rounds import Change, Counts, check_match, start
from properties.conformance.books import chosen_book
from properties.conformance.cases import Case
from properties.invariants import Violation, by_timeline, check_deal, check_game, check_party, clauses_for
from properties.invariants.bank import INVARIANTS as OF_BANK
from properties.invariants.bank.core import Kind
from properties.invariants.statements import Tally
from properties.mutants.placing import Hangs, limited
from properties.mutants.questions import Choices
from properties.strength.bank_checks import MATCHES, SEATS, SEED
from properties.strength.checks import MOST_DEALT, MOST_SEATS, TICKS

SECONDS: Final = 5.0
"""Of a processor, for one pack, one game or one match."""
MOST_GAMES: Final = 40
"""So many games of the suite are looked at, the first ones."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A check that did not hold, or that the rules broke under; then it speaks for every clause."""

    by: str
    clauses: tuple[str, ...]
    broke: bool = False


def noticed(game: str, agreed: Choices, cases: Sequence[Case]) -> dict[str, Noticed]:
    """The checks that do not hold of the rules as they are now, each once."""
    _forget()
    try:
        return _noticed(game, agreed, cases)
    finally:
        _forget()


def _forget() -> None:
    """What checks keep about rules they have seen is of no use as soon as the rules are others."""
    for name, module in list(sys.modules.items()):
        if name.startswith("properties.invariants"):
            for each in vars(module).values():
                if isinstance(each, _lru_cache_wrapper):
                    each.cache_clear()


def _noticed(game: str, agreed: Choices, cases: Sequence[Case]) -> dict[str, Noticed]:
    found: dict[str, Noticed] = {}
    for label, looking in _looks(game, agreed, cases):
        try:
            with limited(SECONDS):
                for each in looking:
                    found.setdefault(each.invariant, Noticed(each.invariant, _about(game, each)))
        except Exception as error:
            broken = f"{label}: {'it hangs' if isinstance(error, Hangs) else type(error).__name__}"
            found.setdefault(broken, Noticed(broken, (), True))
            if isinstance(error, Hangs):
                break
    return found


def _about(game: str, violation: Violation) -> tuple[str, ...]:
    return violation.clauses if game == "bank" else clauses_for(game, violation.clauses)


def _looks(game: str, agreed: Choices, cases: Sequence[Case]) -> Iterator[tuple[str, Iterator[Violation]]]:
    book = chosen_book(game, dict(agreed))
    if isinstance(book, BankBook):
        yield from _at_bank(book, agreed)
    else:
        yield from _at_piles(book, cases)


def _at_piles(book: Book, cases: Sequence[Case]) -> Iterator[tuple[str, Iterator[Violation]]]:
    for seats in range(1, MOST_SEATS + 1):
        yield f"packs for {seats} seats", check_party(book, seats)
    for cards in range(2, MOST_DEALT + 1):
        for seats in range(2, min(cards, MOST_SEATS) + 1):
            for dealer in range(seats):
                deck = tuple(map(Card, range(cards)))
                yield f"dealing {cards} cards to {seats} seats", check_deal(book, deck, seats, Seat(dealer))
    for case in cases[:MOST_GAMES]:
        yield case.id, _game(book, case)


def _game(book: Book, case: Case) -> Iterator[Violation]:
    yield from check_game(book, initial(book, case.deal), TICKS, slapping=by_timeline(case.slaps))


def _at_bank(book: BankBook, agreed: Choices) -> Iterator[tuple[str, Iterator[Violation]]]:
    of_book = tuple(each for each in OF_BANK if each.kind is Kind.BOOK)
    for seats in SEATS:
        yield f"the rules for {seats} seats", Tally().check_all(of_book, book, seats)

    def change(other: BankBook) -> BankBook:
        with suppress(RuleChoiceError):
            return choose(other, dict(agreed))
        return other

    for number in range(MATCHES):
        yield f"match {number}", _match(number, change)


def _match(number: int, change: Change) -> Iterator[Violation]:
    """A match of random play; to begin it some rules are played already."""
    yield from check_match(start(SEED, number, change), Counts())
