"""What must hold of every table that a game comes to."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from model.cards import OWES, Card
from model.game import NOBODY, Seat
from model.piles.play import view
from model.piles.rulebook import Book, demand
from model.piles.state import NO_DEBT, Phase, Table
from properties.invariants.core import Invariant, Kind, agrees


def _owing(book: Book, table: Table) -> bool:
    return table.debt != NO_DEBT


def _debt_in_bounds(book: Book, table: Table) -> bool:
    return 0 <= table.debt <= max(book.pay_map.demands)


def _is_claimed(book: Book, table: Table) -> bool:
    return 0 <= table.claimant < len(table.hands) and table.phase == Phase.LAYING


def _debt_is_what_is_left(book: Book, table: Table) -> bool:
    """The ordinary cards on top of the latest pay card are what has been paid of it."""
    paid = len(list(takewhile(lambda card: demand(book, card) == 0, reversed(table.middle))))
    if paid == len(table.middle):
        return False
    return table.debt == demand(book, table.middle[-1 - paid]) - paid


def _laying(book: Book, table: Table) -> bool:
    return table.phase == Phase.LAYING


def _actor_has_cards(book: Book, table: Table) -> bool:
    return 0 <= table.turn < len(table.hands) and bool(table.hands[table.turn])


def _owing_to_another(book: Book, table: Table) -> bool:
    return _owing(book, table) and agrees(book, "payer_out", "pass_remainder", "claimant_takes")


def _payer_is_not_claimant(book: Book, table: Table) -> bool:
    return table.turn != table.claimant


def _won(book: Book, table: Table) -> bool:
    return table.phase == Phase.WON


def _won_pile_has_winner(book: Book, table: Table) -> bool:
    return table.middle != () and table.debt == NO_DEBT and 0 <= table.claimant < len(table.hands)


def _fresh(book: Book, table: Table) -> bool:
    return table.middle == ()


def _nothing_is_open(book: Book, table: Table) -> bool:
    return table.debt == NO_DEBT and table.claimant == NOBODY and table.phase != Phase.WON


def _over(book: Book, table: Table) -> bool:
    return table.phase == Phase.OVER


def _over_without_a_further_lead(book: Book, table: Table) -> bool:
    return _over(book, table) and agrees(book, "end", "must_play", "immediate", "early_stop")


def _one_has_everything(book: Book, table: Table) -> bool:
    return table.middle == () and sum(1 for hand in table.hands if hand) == 1


def _one_holds_all(book: Book, table: Table) -> bool:
    return _one_has_everything(book, table) and agrees(book, "end", "must_play", "immediate", "early_stop")


def _hidden(book: Book, table: Table) -> bool:
    return any(table.hands)


def _view_tells_no_card(book: Book, table: Table) -> bool:
    """With every hand turned into ordinary cards, every seat still sees the very same."""
    blank = replace(table, hands=tuple(tuple(Card(OWES[0]) for _ in hand) for hand in table.hands))
    seats = [Seat(seat) for seat in range(len(table.hands))]
    return len({view(book, seen, seat) for seen in (table, blank) for seat in seats}) == 1


TABLES: tuple[Invariant[Table], ...] = (
    Invariant(
        "debt in bounds",
        "A debt is never negative and never more than the largest demand.",
        ("BMN-23", "BMN-25"),
        Kind.TABLE,
        _debt_in_bounds,
        _owing,
    ),
    Invariant(
        "debt has a claimant",
        "Whenever something is owed there is a seat that claims it.",
        ("BMN-13", "BMN-23"),
        Kind.TABLE,
        _is_claimed,
        _owing,
    ),
    Invariant(
        "debt is what is left",
        "What is owed is the demand of the latest pay card less the ordinary cards laid since.",
        ("BMN-17", "BMN-23", "BMN-25"),
        Kind.TABLE,
        _debt_is_what_is_left,
        _owing,
    ),
    Invariant(
        "the seat to act can act",
        "While the game goes on, the seat to act has a card to lay.",
        ("BMN-15", "BMN-64"),
        Kind.TABLE,
        _actor_has_cards,
        _laying,
    ),
    Invariant(
        "nobody pays himself",
        "The seat that owes is not the seat that claims.",
        ("BMN-13", "BMN-26", "BMN-62"),
        Kind.TABLE,
        _payer_is_not_claimant,
        _owing_to_another,
    ),
    Invariant(
        "a won pile has a winner",
        "A pile that was won lies there until its winner takes it, and nothing is owed any more.",
        ("BMN-24",),
        Kind.TABLE,
        _won_pile_has_winner,
        _won,
    ),
    Invariant(
        "an empty middle leaves nothing open",
        "With no card in the middle nothing is owed and nobody claims anything.",
        ("BMN-24", "BMN-42"),
        Kind.TABLE,
        _nothing_is_open,
        _fresh,
    ),
    Invariant(
        "the winner has everything",
        "When the game is over one seat holds every card of the game.",
        ("BMN-02", "BMN-44", "BMN-45"),
        Kind.TABLE,
        _one_has_everything,
        _over_without_a_further_lead,
    ),
    Invariant(
        "whoever has everything has won",
        "When one seat holds every card the game is over.",
        ("BMN-02", "BMN-45"),
        Kind.TABLE,
        _over,
        _one_holds_all,
    ),
    Invariant(
        "nobody sees a hand",
        "What a seat sees is the same for every seat, whatever cards lie in the hands.",
        ("BMN-08", "BMN-09"),
        Kind.TABLE,
        _view_tells_no_card,
        _hidden,
    ),
)
