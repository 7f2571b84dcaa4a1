"""What could be seen to happen between two tables, derived by comparing them; the rules themselves announce nothing."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from model.cards import Card, Zone
from model.game import NOBODY, Act, Seat, Tick
from model.piles.state import NO_DEBT, Debt, Phase, Table, put, replace


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


@dataclass(frozen=True, slots=True)
class Slapped:
    """A seat put its hand on the middle; right if it could be slapped, whoever then got it."""

    seat: Seat
    right: bool


@dataclass(frozen=True, slots=True)
class Burned:
    """A seat paid these cards under the middle, the first one first, for a wrong slap.

    Each lies under all others or, with `onto`, on those that were burned before it.
    """

    seat: Seat
    cards: Zone
    onto: bool = False


@dataclass(frozen=True, slots=True)
class Gave:
    """A seat paid these cards to another for a wrong slap."""

    seat: Seat
    to: Seat
    cards: Zone


@dataclass(frozen=True, slots=True)
class Barred:
    """A seat may not slap for so many cards; FOR_GOOD (-1) until it has cards again, 0 from now on again."""

    seat: Seat
    cards: int


Event = Laid | Owes | WonPile | Took | Turn | Finished | Slapped | Burned | Gave | Barred


def of_tick(before: Table, tick: Tick, after: Table) -> tuple[Event, ...]:
    """The events of one tick, in the order in which they happened."""
    if not tick or tick[0].act is not Act.SLAP:
        return between(before, after) + tuple(_bars(before, after, laid=before.phase == Phase.LAYING))
    hands = [action.seat for action in tick]
    if after.phase == Phase.TAKEN:
        return (*_slapped(hands, right=True), WonPile(after.claimant, unanswered=False), *_bars(before, after, False))
    if before.middle and not after.middle:
        taker = _taker(replace(before, phase=Phase.WON), after)
        took = Took(taker, after.hands[taker][len(before.hands[taker]) :])
        return (*_slapped(hands, right=True), took, *_bars(before, after, False), *_next(before, after))
    paid = _lying(before, after, [event for seat in hands for event in _paid(before, after, seat)])
    return (*_slapped(hands, right=False), *paid, *_bars(before, after, False), *_moved_on(before, after))


def _slapped(hands: list[Seat], right: bool) -> list[Event]:
    return [Slapped(seat, right) for seat in hands]


def _paid(before: Table, after: Table, seat: Seat) -> list[Event]:
    """What a seat has paid for a wrong slap: under the middle, or to the claimant, who pays nothing himself."""
    if seat == before.claimant and len(after.hands[seat]) > len(before.hands[seat]):
        return []
    number = len(before.hands[seat]) - len(after.hands[seat])
    cards = before.hands[seat][: max(0, number)]
    if not cards:
        return []
    return [Burned(seat, cards) if after.burned > before.burned else Gave(seat, before.claimant, cards)]


def _lying(before: Table, after: Table, paid: list[Event]) -> list[Event]:
    """The same, with how burned cards lie: each under all others, unless the middle shows that it is not so."""
    burned = tuple([card for event in paid if isinstance(event, Burned) for card in event.cards])
    if not burned or after.middle == burned[::-1] + before.middle:
        return paid
    return [dataclasses.replace(event, onto=True) if isinstance(event, Burned) else event for event in paid]


def _moved_on(before: Table, after: Table) -> list[Event]:
    """What a wrong slap has changed of who is to act: its seat may have paid its last card."""
    if after.phase == Phase.WON and before.phase == Phase.LAYING:
        return [WonPile(after.claimant, after.unanswered)]
    if (after.turn, after.debt) != (before.turn, before.debt):
        return _next(before, after)
    return []


def _bars(before: Table, after: Table, laid: bool) -> list[Event]:
    """The bars that were put on or taken off; one that runs down with the cards laid is no event."""
    found: list[Event] = []
    for seat, (was, now) in enumerate(zip(before.barred, after.barred, strict=True)):
        expected = was - 1 if laid and was > 0 else was
        if now != expected:
            found.append(Barred(Seat(seat), now))
    return found


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
        by_hand = isinstance(event, Slapped | Burned | Gave | Barred)
        table = _happen_by_hand(table, event) if by_hand else _happen(table, event)
    return table


def _happen(table: Table, event: Event) -> Table:
    match event:
        case Laid(seat, card):
            hands = put(table.hands, seat, table.hands[seat][1:])
            barred = tuple(cards - 1 if cards > 0 else cards for cards in table.barred)
            middle = table.middle + (card,)
            return replace(table, hands=hands, middle=middle, last=seat, unanswered=False, barred=barred)
        case Owes(seat, debt, claimant):
            return replace(table, turn=seat, debt=debt, claimant=claimant)
        case WonPile(seat, unanswered):
            laid = len(table.middle) > table.burned + table.left
            last = table.last if laid else seat
            phase = Phase.TAKEN if table.phase == Phase.TAKEN else Phase.WON
            won = replace(table, debt=NO_DEBT, claimant=seat, phase=phase, unanswered=unanswered)
            return replace(won, last=last, turn=last)
        case Took(seat, cards):
            hands = put(table.hands, seat, table.hands[seat] + cards)
            taken = replace(table, hands=hands, middle=(), claimant=NOBODY, phase=Phase.LAYING)
            return replace(taken, burned=0, left=0, debt=NO_DEBT)
        case Turn(seat):
            return replace(table, turn=seat, debt=NO_DEBT, claimant=NOBODY)
        case _:
            return replace(table, phase=Phase.OVER)


def _happen_by_hand(table: Table, event: Event) -> Table:
    match event:
        case Burned(seat, cards, onto):
            hands = put(table.hands, seat, table.hands[seat][len(cards) :])
            lowest, others = table.middle[: table.burned], table.middle[table.burned :]
            middle = lowest + cards + others if onto else cards[::-1] + table.middle
            return replace(table, hands=hands, middle=middle, burned=table.burned + len(cards))
        case Gave(seat, to, cards):
            hands = put(table.hands, seat, table.hands[seat][len(cards) :])
            return replace(table, hands=put(hands, to, hands[to] + cards))
        case Barred(seat, number):
            barred = tuple(number if each == seat else was for each, was in enumerate(table.barred))
            return replace(table, barred=barred)
        case Slapped(_, right) if right:
            return replace(table, phase=Phase.TAKEN, unanswered=False)
        case _:
            return table
