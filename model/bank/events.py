"""What could be seen to happen in a tick, found by comparing the tables before and after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from model.bank.actions import Act, RoundDeal, Tick
from model.bank.ranks import Points
from model.bank.state import Match, Stage
from model.cards import Card, Zone
from model.game import Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid these cards onto the bank, the last one on top."""

    seat: Seat
    cards: Zone


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat took a card from the stock."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Failed:
    """A seat could not cover."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat missed its turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stopped:
    """A seat laid no more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Took:
    """A seat took the bank, which was these cards, the lowest first."""

    seat: Seat
    cards: Zone


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat laid its last card; place 1 is the first."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class Scored:
    """The round is over; what each seat scored in it."""

    scores: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Dealer:
    """The lot fell on this seat: it deals the next round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt."""

    deal: RoundDeal


@dataclass(frozen=True, slots=True)
class WonMatch:
    """The match is over."""

    seat: Seat


Event = Laid | Drew | Failed | Skipped | Stopped | Took | WentOut | Scored | Dealer | Dealt | WonMatch


def of_tick(before: Match, tick: Tick, after: Match) -> tuple[Event, ...]:
    """What happened, in the order in which it happened."""
    return (*_done(before, tick), *_took(before, tick, after), *_went_out(before, after), *_ended(before, after))


def _done(before: Match, tick: Tick) -> tuple[Event, ...]:
    (action,) = tick
    if action.act is Act.LAY:
        return (Laid(action.seat, action.cards),)
    if action.act is Act.DRAW:
        return (Drew(action.seat, before.round.stock[0]),)
    if action.act is Act.LOT:
        return (Dealer(action.dealer),)
    if action.act is Act.DEAL:
        return (Dealt(action.deal),) if action.deal is not None else ()
    return (_WITHOUT_CARDS[action.act](action.seat),)


_WITHOUT_CARDS: Final[dict[Act, Callable[[Seat], Event]]] = {Act.PASS: Failed, Act.SKIP: Skipped, Act.STOP: Stopped}


def _took(before: Match, tick: Tick, after: Match) -> tuple[Event, ...]:
    """Whose pile, or hand, has grown by the bank."""
    bank = before.round.bank + (tick[0].cards if tick[0].act is Act.LAY else ())
    if after.stage is Stage.ROUND and before.stage is not Stage.ROUND:
        return ()
    if not bank or after.round.bank:
        return ()
    seats = range(len(after.round.hands))
    return tuple(
        [Took(Seat(seat), bank) for seat in seats if bank[0] in after.round.captured[seat] + after.round.hands[seat]]
    )


def _went_out(before: Match, after: Match) -> tuple[Event, ...]:
    known = len(before.round.out)
    gone = after.round.out[known:]
    return tuple([WentOut(finish.seat, known + place) for place, finish in enumerate(gone, start=1)])


def _ended(before: Match, after: Match) -> tuple[Event, ...]:
    if before.stage is not Stage.ROUND or after.stage is Stage.ROUND:
        return ()
    return (Scored(after.scores), *[WonMatch(seat) for seat in after.winners])
