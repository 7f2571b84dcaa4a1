"""The table of a pile game, and what one seat may see of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NewType

from model.cards import Card, Zone
from model.clause import clause
from model.game import NOBODY, Seat

Debt = NewType("Debt", int)
"""How many ordinary cards are still owed (BMN-23)."""

NO_DEBT = Debt(0)


class Phase(IntEnum):
    """Where a trick stands. Between WON and the collection lies the moment in which other games let players slap."""

    LAYING = 0
    WON = 1
    OVER = 2
    TAKEN = 3
    """A slap has decided who gets the middle, which chance shuffles first."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything there is: one middle pile (BMN-03), the hands, whose turn it is and what is owed.

    `claimant` is the layer of the pay card in force while there is a debt, and the winner of the pile in phase WON.
    `last` laid the latest card of this trick. `unanswered` says that the pile was won because a seat that had to lay
    a card had none; it is kept until the next card.

    The middle begins with the cards that nobody laid: first the `burned` ones, paid for wrong slaps, then the `left`
    ones that the deal left over, of which only the lowest is shown. `barred` says for each seat for how many more
    cards it may not slap; it is empty where no rule bars anybody.
    """

    hands: tuple[Zone, ...]
    middle: Zone
    turn: Seat
    debt: Debt = NO_DEBT
    claimant: Seat = NOBODY
    last: Seat = NOBODY
    phase: Phase = Phase.LAYING
    unanswered: bool = False
    burned: int = 0
    left: int = 0
    barred: tuple[int, ...] = ()


def replace(
    table: Table,
    *,
    hands: tuple[Zone, ...] | None = None,
    middle: Zone | None = None,
    turn: Seat | None = None,
    debt: Debt | None = None,
    claimant: Seat | None = None,
    last: Seat | None = None,
    phase: Phase | None = None,
    unanswered: bool | None = None,
    burned: int | None = None,
    left: int | None = None,
    barred: tuple[int, ...] | None = None,
) -> Table:
    """What `dataclasses.replace` says of a table, several times as fast: half of a game was spent in that."""
    return Table(
        table.hands if hands is None else hands,
        table.middle if middle is None else middle,
        table.turn if turn is None else turn,
        table.debt if debt is None else debt,
        table.claimant if claimant is None else claimant,
        table.last if last is None else last,
        table.phase if phase is None else phase,
        table.unanswered if unanswered is None else unanswered,
        table.burned if burned is None else burned,
        table.left if left is None else left,
        table.barred if barred is None else barred,
    )


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may see: the middle and how many cards everybody has, but no hand, not even its own.

    Cards of the middle that lie face down are `HIDDEN`.
    """

    hand_sizes: tuple[int, ...]
    middle: Zone
    turn: Seat
    debt: Debt
    claimant: Seat
    phase: Phase


@clause("BMN-08", "BMN-09", "BB-05")
def view(table: Table, middle: Zone, seat: Seat) -> View:
    """The hands lie face down and nobody looks at them, so every seat sees the same: `seat` makes no difference.

    `middle` is the middle as it looks, with the cards hidden that lie face down.
    """
    sizes = tuple([len(hand) for hand in table.hands])
    return View(sizes, middle, table.turn, table.debt, table.claimant, table.phase)


def put(hands: tuple[Zone, ...], owner: Seat, zone: Zone) -> tuple[Zone, ...]:
    """The hands with `zone` in the place of the owner's."""
    return tuple([zone if seat == owner else hand for seat, hand in enumerate(hands)])


@clause("BMN-64")
def next_with_cards(table: Table, seat: Seat) -> Seat:
    """The first seat clockwise after `seat` that holds a card, `seat` itself last; NOBODY if none does.

    A seat without cards is passed over: with nothing to lay and no claim it has left the game.
    """
    seats = len(table.hands)
    for distance in range(1, seats + 1):
        candidate = Seat((seat + distance) % seats)
        if table.hands[candidate]:
            return candidate
    return NOBODY


def won_by(table: Table, winner: Seat, unanswered: bool) -> Table:
    """The middle is won and waits to be collected; until then the turn stays with whoever laid the last card."""
    won = replace(table, claimant=winner, debt=NO_DEBT, phase=Phase.WON, unanswered=unanswered)
    return replace(won, turn=table.last)


@clause("BMN-02", "BMN-45")
def holds_everything(table: Table) -> bool:
    """Whether the seat to act has every card of the game, however many packs that is."""
    return not table.middle and next_with_cards(table, table.turn) == table.turn


def all_cards(table: Table) -> Zone:
    """Every card on the table, hands first."""
    cards: tuple[Card, ...] = ()
    for hand in table.hands:
        cards = cards + hand
    return cards + table.middle
