"""What the statements about Bank say of cards: ranks, suits, their order, and what one of the 36 cards is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from model.bank.ranks import EIGHT, NINE, SEVEN, SIX
from model.cards import ACE, FACES, JACK, KING, PACK, QUEEN, SUITS, TEN
from solver.obligations.bank.rounds import Banks, is_agreed
from solver.terms import Bool, Int, and_, equal, ite, not_, number, one_of

LITERAL: Final = (ACE, TEN, KING, QUEEN, JACK, NINE, EIGHT, SEVEN, SIX)
"""Ranks from junior to senior, as BANK-39 names them."""
HEADER: Final = (SIX, SEVEN, EIGHT, NINE, JACK, QUEEN, KING, TEN, ACE)
"""Ranks as the header lists them, BANK-05, read upwards."""
ORDERS: Final[Mapping[str, tuple[int, ...]]] = {"literal": LITERAL, "header_up": HEADER}

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS


def order(setting: Banks) -> tuple[int, ...]:
    """The ranks from junior to senior, as was agreed on."""
    return next(ranks for way, ranks in ORDERS.items() if is_agreed(setting, "rank_order", way))


def rank(setting: Banks, card: Int) -> Int:
    """The rank of a card."""
    return setting.theory.facts.divided(card, FACES)[1]


def suit(setting: Banks, card: Int) -> Int:
    """The suit of a card: a card is its face, 32 times its suit, and 256 times its pack."""
    return _divided(setting, _divided(setting, card, FACES)[0], PACK // FACES)[1]


def _divided(setting: Banks, term: Int, by: int) -> tuple[Int, Int]:
    return setting.theory.facts.divided(term, by)


def is_rank(shown: Int) -> Bool:
    """Whether a number is one of the nine ranks."""
    return one_of(shown, LITERAL)


def is_suit(of: Int) -> Bool:
    """Whether a number is one of the four suits."""
    return (of >= 1) & (of <= len(SUITS))


def is_card(setting: Banks, card: Int) -> Bool:
    """Whether a number is one of the 36 cards of one pack."""
    return is_rank(rank(setting, card)) & is_suit(suit(setting, card)) & (card >= 0) & (card < PACK)


def value(setting: Banks, shown: Int) -> Int:
    """How high a rank stands: 0 for the most junior one, 8 for the most senior one."""
    ranks = order(setting)
    found = number(len(ranks) - 1)
    for height, each in enumerate(ranks[:-1]):
        found = ite(equal(shown, number(each)), number(height), found)
    return found


def height(setting: Banks, card: Int) -> Int:
    """How high a card stands in its suit."""
    return value(setting, rank(setting, card))


def all_different(numbers: Sequence[Int]) -> Bool:
    """Whether no two of these are the same."""
    return and_(*(not_(equal(one, other)) for at, one in enumerate(numbers) for other in numbers[:at]))
