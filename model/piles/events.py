"""What could be seen to happen between two tables, derived by comparing them; the rules themselves announce nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.cards import Card, Zone
from model.game import NOBODY, Seat
from model.piles.state import NO_DEBT, Debt, Phase, Table, put


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat turned its top card onto the middle."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Owes:
    """From now on the seat owes the claimant so many ordinary cards."""

    seat: Seat
    debt: Debt
    claimant: Seat


@dataclass(frozen=True, slots=True)
class WonPile:
    """The middle was won; unanswered if a seat that had to lay a card had none."""

    seat: Seat
    unanswered: bool


@dataclass(frozen=True, slots=True)
class Took:
    """A seat put these cards under its hand, in this order."""

    seat: Seat
    cards: Zone


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat is to act, with nothing owed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over."""


Event = Laid | Owes | WonPile | Took | Turn | Finished


def between(before: Table, after: Table) -> tuple[Event, ...]:
    """The events of one tick, in the order in which they happened."""
    found: list[Event] = []
    found += _laid(before, after)
    found += _won_or_took(before, after)
    found += _next(before, after)
    return tuple(found)


def _laid(before: Table, after: Table) -> list[Event]:
    if before.phase != Phase.LAYING:
        return []
    return [Laid(before.turn, before.hands[before.turn][0])]


def _won_or_took(before: Table, after: Table) -> list[Event]:
    found: list[Event] = []
    if before.phase == Phase.LAYING and (after.phase != Phase.LAYING or not after.middle):
        winner = after.claimant if after.middle else _taker(before, after)
        found.append(WonPile(winner, after.unanswered))
    if not after.middle:
        taker = _taker(before, after)
        kept = len(before.hands[taker]) - (before.phase == Phase.LAYING and before.turn == taker)
        found.append(Took(taker, after.hands[taker][kept:]))
    return found


def _taker(before: Table, after: Table) -> Seat:
    """The seat whose hand has grown (by more than the card it may just have laid)."""
    laid_by = before.turn if before.phase == Phase.LAYING else NOBODY
    for seat, hand in enumerate(after.hands):
        if len(hand) > len(before.hands[seat]) - (seat == laid_by):
            return Seat(seat)
    raise ValueError("an empty middle that nobody took")


def _next(before: Table, after: Table) -> list[Event]:
    if after.phase == Phase.OVER:
        return [Turn(after.turn), Finished()] if not after.middle else [Finished()]
    if after.phase == Phase.WON:
        return []
    if after.debt > NO_DEBT:
        return [Owes(after.turn, after.debt, after.claimant)]
    return [Turn(after.turn)]


def replay(before: Table, events: tuple[Event, ...]) -> Table:
    """The table that these events lead to: the proof that they leave nothing out."""
    table = before
    for event in events:
        table = _happen(table, event)
    return table


def _happen(table: Table, event: Event) -> Table:
    match event:
        case Laid(seat, card):
            hands = put(table.hands, seat, table.hands[seat][1:])
            return replace(table, hands=hands, middle=table.middle + (card,), last=seat, unanswered=False)
        case Owes(seat, debt, claimant):
            return replace(table, turn=seat, debt=debt, claimant=claimant)
        case WonPile(seat, unanswered):
            return replace(table, debt=NO_DEBT, claimant=seat, phase=Phase.WON, unanswered=unanswered)
        case Took(seat, cards):
            hands = put(table.hands, seat, table.hands[seat] + cards)
            return replace(table, hands=hands, middle=(), claimant=NOBODY, phase=Phase.LAYING)
        case Turn(seat):
            return replace(table, turn=seat)
        case Finished():
            return replace(table, phase=Phase.OVER)
