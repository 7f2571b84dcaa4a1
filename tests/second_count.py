"""A second count of the games with slaps of a small deck: a program of its own, which shares nothing with the model.

It knows one reading: whoever's turn it is, a debt that runs out of payers is won by its claimant, the last seat with
cards turns on, a pile that is won can be slapped until it is collected, a slap ends a debt, and a wrong one is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

PAY = {"J": 1, "Q": 2, "K": 3, "A": 4}
State = tuple[tuple[str, ...], str, int, str, int, int]
"""Hands, middle, left-over cards in it, what is to happen (lay, won, over), the seat that does, and the cards owed.

Where cards are owed the claimant stands behind them: 10 * (claimant + 1) + owed.
"""


@dataclass(frozen=True)
class Count:
    """What the graph has."""

    deals: int
    states: int
    ticks: int
    over: int
    silent: tuple[int, ...]
    lost: int


def count(deck: str, seats: int, lowest_counts: bool, without_cards: bool) -> Count:
    """Count the states of all games: whether the lowest card counts for slaps, and may a seat without cards slap."""
    deals = sorted(set(openings(deck, seats)))
    after: dict[State, list[State]] = {}
    waiting = list(deals)
    while waiting:
        state = waiting.pop()
        if state not in after:
            after[state] = list(following(state, lowest_counts, without_cards))
            waiting += after[state]
    over = {state for state, states in after.items() if not states}
    return Count(
        len(deals),
        len(after),
        sum(map(len, after.values())),
        len(over),
        tuple(sorted(periods({state: states[0] for state, states in after.items() if states}))),
        len(after) - len(leading_to(over, after)),
    )


def openings(deck: str, seats: int) -> Iterator[State]:
    share, left = divmod(len(deck), seats)
    for order in permutations(deck):
        text = "".join(order)
        hands = tuple(text[left + seat * share : left + (seat + 1) * share] for seat in range(seats))
        yield hands, text[:left], left, "lay", 0, 0


def following(state: State, lowest_counts: bool, without_cards: bool) -> Iterator[State]:
    """What can follow; first what does if nobody slaps."""
    hands, middle, left, what, seat, _ = state
    if what == "over":
        return
    yield taken(hands, middle, seat) if what == "won" else laid(state)
    shown = middle[:1] + "?" * (left - 1) + middle[max(1, left) :]
    top, below = shown[-1:], shown[-2:-1]
    if len(middle) > left and len(middle) > 1 and (top == below or (lowest_counts and top == shown[0])):
        for slapper, hand in enumerate(hands):
            if hand or without_cards:
                yield taken(hands, middle, slapper)


def taken(hands: tuple[str, ...], middle: str, winner: int) -> State:
    hands = tuple(hand + middle * (seat == winner) for seat, hand in enumerate(hands))
    over = sum(map(bool, hands)) == 1
    return hands, "", 0, "over" if over else "lay", 0 if over else winner, 0


def laid(state: State) -> State:
    hands, middle, left, _, seat, debt = state
    card = hands[seat][0]
    hands = tuple(hand[1:] if at == seat else hand for at, hand in enumerate(hands))
    middle += card
    others = [each % len(hands) for each in range(seat + 1, seat + len(hands)) if hands[each % len(hands)]]
    claimant, owed = debt // 10 - 1, debt % 10
    if card in PAY:
        return (
            (hands, middle, left, "lay", others[0], 10 * (seat + 1) + PAY[card])
            if others
            else won(hands, middle, left, seat)
        )
    if owed > 1 and hands[seat]:
        return hands, middle, left, "lay", seat, debt - 1
    if owed:
        payer = others[0] if others else claimant
        goes_on = owed > 1 and payer != claimant
        return (hands, middle, left, "lay", payer, debt - 1) if goes_on else won(hands, middle, left, claimant)
    turn = (others + [seat] * bool(hands[seat]))[:1]
    return (hands, middle, left, "lay", turn[0], 0) if turn else won(hands, middle, left, seat)


def won(hands: tuple[str, ...], middle: str, left: int, seat: int) -> State:
    return hands, middle, left, "won", seat, 0


def periods(successor: dict[State, State]) -> Iterator[int]:
    """How long each cycle is."""
    done: set[State] = set()
    for start in successor:
        place: dict[State, int] = {}
        state = start
        while state in successor and state not in done and state not in place:
            place[state] = len(place)
            state = successor[state]
        if state in place:
            yield len(place) - place[state]
        done |= place.keys()


def leading_to(goals: set[State], after: dict[State, list[State]]) -> set[State]:
    """The states from which one of these can be reached, found in rounds until one brings no more."""
    found = set(goals)
    while more := [state for state, states in after.items() if state not in found and not found.isdisjoint(states)]:
        found.update(more)
    return found
