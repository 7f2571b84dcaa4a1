"""Events of Bank: told one after the other they say all that has changed; and what a seat may see of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from model.bank import events as seen
from model.bank.actions import Act
from model.bank.play import enabled, initial, step, view
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.state import Match, Stage
from model.cards import Card, Zone
from model.game import Applied, Seat
from properties.conformance.bank.chance import next_deal

CHOICES: tuple[dict[str, str], ...] = (
    {},
    {"trumps": "none", "capture": "all_fail"},
    {"trumps": "two", "captured_to": "hand"},
    {"seven": "draw_and_move", "bank_left": "layer_of_top", "scoring": "points_in_hand"},
)
MOST_ACTS = 250


@dataclass(frozen=True)
class Told:
    """A round as somebody knows it who hears of the deal and of the events, and sees nothing."""

    hands: tuple[frozenset[Card], ...]
    stock: Zone
    bank: Zone
    won: tuple[frozenset[Card], ...]
    out: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()


def dealt(match: Match) -> Told:
    table = match.round
    none: tuple[frozenset[Card], ...] = (frozenset(),) * len(table.hands)
    return Told(tuple(map(frozenset, table.hands)), table.stock, table.bank, none)


def changed(zones: tuple[frozenset[Card], ...], seat: Seat, cards: frozenset[Card]) -> tuple[frozenset[Card], ...]:
    return tuple(cards if other == seat else zone for other, zone in enumerate(zones))


def heard(told: Told, event: seen.Event, after: Match) -> Told:
    """What is known after one event."""
    if isinstance(event, seen.Dealt):
        return dealt(after)
    if isinstance(event, seen.Laid | seen.Drew | seen.Took):
        return moved(told, event, after)
    if isinstance(event, seen.WentOut):
        assert event.place == len(told.out) + 1
        return replace(told, out=(*told.out, event.seat))
    return replace(told, scores=event.scores) if isinstance(event, seen.Scored) else told


def moved(told: Told, event: seen.Laid | seen.Drew | seen.Took, after: Match) -> Told:
    """What is known after cards have moved."""
    hand = told.hands[event.seat]
    if isinstance(event, seen.Laid):
        rest = changed(told.hands, event.seat, hand - set(event.cards))
        return replace(told, hands=rest, bank=told.bank + event.cards)
    if isinstance(event, seen.Drew):
        assert event.card == told.stock[0]
        return replace(told, hands=changed(told.hands, event.seat, hand | {event.card}), stock=told.stock[1:])
    assert event.cards == told.bank
    if set(event.cards) <= set(after.round.hands[event.seat]):
        return replace(told, hands=changed(told.hands, event.seat, hand | set(event.cards)), bank=())
    return replace(told, won=changed(told.won, event.seat, told.won[event.seat] | set(event.cards)), bank=())


@pytest.mark.parametrize("choices", CHOICES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_events_say_all_that_has_changed(choices: dict[str, str], seats: int) -> None:
    book, chance = choose(BANK, choices), Random(f"{choices}{seats}")
    pack = list(book.pack())
    chance.shuffle(pack)
    match = initial(book, book.deal(book, tuple(pack), seats, Seat(0)))
    told, kinds = dealt(match), set[str]()
    for _ in range(MOST_ACTS):
        if match.stage is Stage.OVER:
            break
        action = chance.choice(enabled(book, match))
        if action.act is Act.DEAL:
            action = replace(action, deal=next_deal(book, match, chance, tuple(pack)))
        done = step(book, match, (action,))
        assert isinstance(done, Applied)
        match = done.state
        for event in done.events:
            kinds.add(type(event).__name__)
            told = heard(told, event, match)
        table = match.round
        assert told.hands == tuple(map(frozenset, table.hands))
        assert (told.stock, told.bank) == (table.stock, table.bank)
        assert told.won == tuple(map(frozenset, table.captured))
        assert told.out == tuple(finish.seat for finish in table.out)
        assert told.scores == match.scores or match.stage is Stage.ROUND
    assert {"Laid", "Drew", "Failed", "Took"} <= kinds


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    pack = list(BANK.pack())
    Random(1).shuffle(pack)
    match = initial(BANK, BANK.deal(BANK, tuple(pack), 4, Seat(0)))
    for seat in map(Seat, range(4)):
        sight = view(BANK, match, seat)
        assert sight.hand == match.round.hands[seat]
        swapped = replace(match, round=replace(match.round, hands=others_moved_on(match, seat)))
        assert view(BANK, swapped, seat) == sight


def others_moved_on(match: Match, seat: Seat) -> tuple[Zone, ...]:
    """The hands with those of the other seats in each other's place."""
    others = [hand for other, hand in enumerate(match.round.hands) if other != seat]
    moved = iter((*others[1:], others[0]))
    return tuple(hand if other == seat else next(moved) for other, hand in enumerate(match.round.hands))
