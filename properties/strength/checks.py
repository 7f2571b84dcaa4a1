"""Misreadings of the pile games, held against the invariants of the model's own rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from model.cards import Card
from model.deal import parse_deal
from model.game import Seat
from model.piles.play import initial
from model.register import load
from properties.conformance.books import is_bank
from properties.invariants import INVARIANTS, Violation, by_timeline, check_deal, check_game, check_party, clauses_for
from properties.invariants.bank import INVARIANTS as OF_BANK
from properties.misreadings import Misreading, Shows
from properties.misreadings.bank.core import BankMisreading
from properties.strength.bank_checks import bank_violations
from properties.strength.rows import Kill
from properties.strength.subjects import AnyMisreading

TICKS: Final = 60
"""How long a game with a misreading is looked at; many would never end."""
IN_PLAY: Final = (Shows.PLAY, Shows.SLAPS)
MOST_DEALT: Final = 9
MOST_SEATS: Final = 7


def violations(misreading: Misreading) -> Iterator[Violation]:
    """What the invariants say: of its smallest example, of small packs dealt, and of every number of seats."""
    book = misreading.book
    if misreading.shows in IN_PLAY:
        table = initial(book, parse_deal(misreading.smallest_deal, misreading.cards))
        yield from check_game(book, table, TICKS, slapping=by_timeline(misreading.timeline))
        return
    for seats in range(1, MOST_SEATS + 1):
        yield from check_party(book, seats)
    for cards in range(2, MOST_DEALT + 1):
        for seats in range(2, min(cards, MOST_SEATS) + 1):
            for dealer in range(seats):
                yield from check_deal(book, tuple(map(Card, range(cards))), seats, Seat(dealer))


def checks_that_fail(misreading: AnyMisreading, own: bool = False) -> tuple[Kill, ...]:
    """The invariants that a misreading makes fail, each once; with `own` those that speak for its clauses."""
    if isinstance(misreading, BankMisreading):
        return told_once(bank_violations(misreading, own))
    mine = set(misreading.clauses)
    return tuple(kill for kill in told_once(violations(misreading)) if not own or mine & set(kill.clauses))


def told_once(found: Iterable[Violation]) -> tuple[Kill, ...]:
    """Each invariant that did not hold, with the first place where."""
    first: dict[str, Kill] = {}
    for each in found:
        first.setdefault(
            each.invariant, Kill(each.invariant, "check", each.clauses, f"{each.statement} ({each.where})")
        )
    return tuple(first.values())


def checks_of(game: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The invariants that speak of a game, each with its clauses."""
    if is_bank(game):
        return tuple((each.name, each.clauses) for each in OF_BANK)
    named = [(each.name, clauses_for(game, each.clauses)) for each in INVARIANTS]
    return tuple((name, clauses) for name, clauses in named if clauses)


def rule_clauses(game: str) -> tuple[str, ...]:
    """The clauses that say how a game is played, examples left out."""
    every = load().clauses.values()
    return tuple(each.id for each in every if each.carries_rule and not each.is_example and game in each.games)
