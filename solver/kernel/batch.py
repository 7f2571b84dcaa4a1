"""What the kernel is given and what it gives back: many deals of one size, as words of bits, and how they went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, overload

import numpy as np
import numpy.typing as npt

from model.cards import OWES, Card, Labelling, Zone
from model.deal import Deal
from model.piles.rulebook import CountCards, CountTricks

Words = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

MOST_CARDS: Final = 64
"""A hand is one word of bits."""
PAY_CARDS_IN_A_WORD: Final = 32
"""Two bits say what a pay card owes."""
ENDLESS: Final = 2
"""Stands for the winner of a game that never ends."""


class End(StrEnum):
    """The end rules, by their wire names (faults of real programs, and the rules' own)."""

    MUST_PLAY = "must_play"
    IMMEDIATE = "immediate"
    EARLY_STOP = "early_stop"
    LEAD_ON = "lead_on"


class TooManyCards(ValueError):
    """A deal that is too large for the kernel, or that differs in size from the others. The message says which."""


class NoBatch(ValueError):
    """What is no batch of deals: no deal at all, or one that the kernel cannot read. The message says which and why."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Deals of `size` cards each, of which the leader holds the first `cut`.

    `pay` has a bit for each card, the leader's top card lowest, behind the leader's cards those of the other seat: 1
    for a pay card. `owes` has two bits for each pay card, in the same order: what it owes, less one. Its shape is
    (words, deals): 32 pay cards fit into a word, and a second word is there only if some deck needs it. Bits for
    cards that are not there are 0: in `pay` those from `size` on, in `owes` those behind the last pay card.
    """

    size: int
    cut: int
    pay: Words
    owes: Words

    def __len__(self) -> int:
        """The number of deals."""
        return len(self.pay)


@dataclass(frozen=True, slots=True)
class Loops:
    """Where games go round: `game` is the place of each in its batch, ascending; the rest is counted as in a Loop."""

    game: Counts
    stem_cards: Counts
    stem_tricks: Counts
    period_cards: Counts
    period_tricks: Counts


@dataclass(frozen=True, slots=True)
class Results:
    """How each game of a batch went, counted plainly, as the model's `play` counts (not yet as a book counts).

    `winner` is 0 for the leader, 1 for the other seat, ENDLESS. `cards` and `tricks` are those laid and those taken,
    0 where the game is endless. `unanswered` says that the last pile was won because a seat that had to lay a card
    had none, `left` that a pile lies in the middle when the game is over (end=lead_on).
    """

    winner: npt.NDArray[np.uint8]
    cards: Counts
    tricks: Counts
    unanswered: Flags
    left: Flags
    loops: Loops


@overload
def counted(
    cards: int, tricks: int, unanswered: bool, left: bool, cards_way: CountCards, tricks_way: CountTricks
) -> tuple[int, int]: ...
@overload
def counted(
    cards: Counts, tricks: Counts, unanswered: Flags, left: Flags, cards_way: CountCards, tricks_way: CountTricks
) -> tuple[Counts, Counts]: ...
def counted(
    cards: int | Counts,
    tricks: int | Counts,
    unanswered: bool | Flags,
    left: bool | Flags,
    cards_way: CountCards,
    tricks_way: CountTricks,
) -> tuple[int | Counts, int | Counts]:
    """Cards and tricks as a book counts them, of those that are counted plainly: of one game, or of each of many.

    What differs is a last pile that somebody had to lay to and could not (`unanswered` in Results): the card that was
    asked for can count as well, and the pile need not be a trick unless it is left where it lies.
    """
    failed_draw = cards_way is CountCards.LAID_AND_FAILED_DRAW
    uncounted = tricks_way is CountTricks.COLLECTED_ONLY
    return cards + unanswered * failed_draw, tricks - (unanswered > left) * uncounted


def batch_of(deals: Sequence[Deal]) -> Batch:
    """Deals of classes, each to two seats and with the same number of cards in either hand.

    Raises TooManyCards for too many cards and for hands that differ in size, NoBatch for what else does not fit.
    """
    if not deals:
        raise NoBatch("a batch has at least one deal: its hands say how many cards each seat has")
    for place, deal in enumerate(deals):
        _check(place, deal)
    hands = [deal.hands for deal in deals]
    cut, size = len(hands[0][0]), sum(map(len, hands[0]))
    pay = np.zeros(len(deals), np.uint64)
    packed = [_packed(first + second) for first, second in hands]
    if size > MOST_CARDS:
        raise TooManyCards(f"a deal of {size} cards: the kernel plays up to {MOST_CARDS}")
    words = 2 if any(len(owed) > PAY_CARDS_IN_A_WORD for _, owed in packed) else 1
    owes = np.zeros((words, len(deals)), np.uint64)
    for place, (bits, owed) in enumerate(packed):
        if (len(hands[place][0]), sum(map(len, hands[place]))) != (cut, size):
            raise TooManyCards(f"deal {place} has hands of another size than the first: a batch has one size")
        pay[place] = bits
        for word in range(words):
            part = owed[word * PAY_CARDS_IN_A_WORD : (word + 1) * PAY_CARDS_IN_A_WORD]
            owes[word, place] = sum(value << (2 * at) for at, value in enumerate(part))
    return Batch(size, cut, pay, owes)


def _check(place: int, deal: Deal) -> None:
    """Raise NoBatch if the kernel cannot read a deal."""
    if not {card for hand in deal.hands for card in hand} <= set(OWES):
        raise NoBatch(
            f"deal {place}, {deal}, has cards that are not told by class: the kernel knows A, K, Q, J, and - for all "
            "others"
        )
    if len(deal.hands) != 2:
        raise NoBatch(f"deal {place}, {deal}, has {len(deal.hands)} hands: the kernel plays games of two")
    if deal.middle:
        raise NoBatch(f"deal {place}, {deal}, has cards in the middle: the kernel begins with none")


def _packed(cards: Zone) -> tuple[int, list[int]]:
    owed = [OWES.index(card) for card in cards]
    return sum(1 << place for place, value in enumerate(owed) if value), [value - 1 for value in owed if value]


def deals_of(batch: Batch, places: Sequence[int] | None = None) -> list[Deal]:
    """The deals of a batch, or only those at these places, as the model and people have them."""
    return [_deal(batch, place) for place in (range(len(batch)) if places is None else places)]


def _deal(batch: Batch, place: int) -> Deal:
    bits, owed, seen = int(batch.pay[place]), [int(word[place]) for word in batch.owes], 0
    cards: list[Card] = []
    for at in range(batch.size):
        if bits >> at & 1:
            value = owed[seen // PAY_CARDS_IN_A_WORD] >> (2 * (seen % PAY_CARDS_IN_A_WORD)) & 3
            cards.append(Card(OWES[value + 1]))
            seen += 1
        else:
            cards.append(Card(OWES[0]))
    return Deal((tuple(cards[: batch.cut]), tuple(cards[batch.cut :])), Labelling.CLASS)
