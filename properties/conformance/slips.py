"""The usual slips of wiring: what a program misses that plays by the rules, but misreads the question or the answer.

A slip is a pure change: of the question before the game is played (`reads`), or of the outcome before it is told
(`tells`). So each one foretells the answers of a program that makes it, for any deal and under any rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from model.cards import OWES, Labelling, face_of, parse_zone
from model.game import Outcome, Seat, Won
from model.piles.points import POINTS
from model.piles.rulebook import Book, CountCards, CountTricks, PayMap
from model.piles.state import Debt
from properties.conformance.cases import CLASSES
from properties.conformance.judge import Convention

Hands = tuple[str, ...]
Question = tuple[Book, Hands]
"""The rules that a game is played by, and the hands as classes."""
Reads = Callable[[Question], Question]
Counts = Callable[[Convention], Convention]
Tells = Callable[[Outcome, Hands], tuple[Outcome, ...]]


class Aspect(StrEnum):
    """What a slip is about, said as it should be."""

    HANDS = "the first card of a hand is played first"
    LEADER = "the first hand leads, and the turn goes on down the list"
    WINNER = "the winner is named"
    SEATS = "seats count from 0"
    CARDS = "a card asks what its class says"
    CARD_COUNT = "cards are counted as claimed"
    TRICK_COUNT = "tricks are counted as claimed"


def _as_it_is(question: Question) -> Question:
    return question


def _as_agreed(convention: Convention) -> Convention:
    return convention


def _as_it_was(outcome: Outcome, hands: Hands) -> tuple[Outcome, ...]:
    return (outcome,)


@dataclass(frozen=True, slots=True)
class Slip:
    """One usual slip. `tells` gives every outcome that a program with this slip may report: mostly one."""

    name: str
    aspect: Aspect
    seen: str
    """What the program seems to do."""
    hint: str
    reads: Reads = _as_it_is
    counts: Counts = _as_agreed
    tells: Tells = _as_it_was


# --- misreading the question ---


def _mirrored(question: Question) -> Question:
    book, hands = question
    return book, tuple(hand[::-1] for hand in hands)


def _turned(question: Question) -> Question:
    book, hands = question
    return book, hands[::-1]


def _led_by(first: int) -> Reads:
    """The hands from this place of the list on, and then the others."""

    def reads(question: Question) -> Question:
        book, hands = question
        return book, hands[first:] + hands[:first]

    return reads


def _counterclockwise(question: Question) -> Question:
    book, hands = question
    return book, hands[:1] + hands[:0:-1]


def _letters(meaning: str) -> Reads:
    """Other classes in place of `-JQKA`, letter by letter."""

    table = str.maketrans(CLASSES, meaning)

    def reads(question: Question) -> Question:
        book, hands = question
        return book, tuple(hand.translate(table) for hand in hands)

    return reads


def _as_ranks(pay_map: PayMap) -> str:
    """What the letters ask if they are taken for ranks, said in classes."""
    ranks = parse_zone(CLASSES[1:], Labelling.RANK)
    return CLASSES[0] + "".join(CLASSES[pay_map.demands[face_of(rank)]] for rank in ranks)


def _worth(*debts: int) -> Reads:
    """Jack, queen, king and ace ask so many cards, which can be more than any class says."""

    @lru_cache
    def changed(book: Book) -> Book:
        demands = list(book.pay_map.demands)
        for face, debt in zip(OWES[1:], debts, strict=True):
            demands[face] = Debt(debt)
        return replace(book, pay_map=replace(book.pay_map, demands=tuple(demands)))

    def reads(question: Question) -> Question:
        book, hands = question
        return changed(book), hands

    return reads


# --- counting in another way than claimed ---


def _other_cards(convention: Convention) -> Convention:
    cards, tricks = convention
    return next(way for way in CountCards if way is not cards), tricks


def _other_tricks(convention: Convention) -> Convention:
    cards, tricks = convention
    return cards, next(way for way in CountTricks if way is not tricks)


# --- misreporting the outcome ---


def _naming(change: Callable[[Seat, int], Iterator[int]]) -> Tells:
    """Other seats in place of the one that has won, from that seat and the number of seats."""

    def tells(outcome: Outcome, hands: Hands) -> tuple[Outcome, ...]:
        if not isinstance(outcome, Won) or len(outcome.winners) != 1:
            return (outcome,)
        named = change(outcome.winners[0], len(hands))
        return tuple(Won((Seat(seat),), outcome.cards, outcome.tricks) for seat in named)

    return tells


def _others(winner: Seat, seats: int) -> Iterator[int]:
    return (seat for seat in range(seats) if seat != winner)


def _place(by: int, direction: int = 1) -> Tells:
    """The seat that sits so far on in the list as it was given."""
    return _naming(lambda winner, seats: iter([(direction * winner + by) % seats]))


def _counting(change: Callable[[int, int, int], tuple[int, int]]) -> Tells:
    """Other counts, from cards laid, tricks, and the number of cards of the deal."""

    def tells(outcome: Outcome, hands: Hands) -> tuple[Outcome, ...]:
        if not isinstance(outcome, Won):
            return (outcome,)
        return (Won(outcome.winners, *change(outcome.cards, outcome.tricks, sum(map(len, hands)))),)

    return tells


# --- the list ---

_FROM_THE_LEFT = 'read hands from the left: of "J--" the J is played first (index 0, never pop() from the end)'
_LIST_ORDER = "the first hand of the deal is seat 0 and lays the first card; after seat 0 comes seat 1, the second hand"
_CLASSES = (
    'cards are classes here, no ranks: "-" asks nothing, J, Q, K and A ask one, two, three and four in every game'
)

_PAY_MAPS: Final = {name: way for name, way in POINTS["pay_map"].alternatives.items() if isinstance(way, PayMap)}

_READING: Final = (
    Slip("mirrored_hands", Aspect.HANDS, "hands are read from the right", _FROM_THE_LEFT, reads=_mirrored),
    Slip(
        "second_hand_leads",
        Aspect.LEADER,
        "the second hand lays the first card",
        _LIST_ORDER,
        reads=_led_by(1),
        tells=_place(1),
    ),
    Slip(
        "last_hand_leads",
        Aspect.LEADER,
        "the last hand lays the first card",
        _LIST_ORDER,
        reads=_led_by(-1),
        tells=_place(-1),
    ),
    Slip(
        "hands_to_the_wrong_seats",
        Aspect.LEADER,
        "hands are given out from the end of the list, so that seat 0 gets the last one",
        "hand number 0 belongs to seat 0, hand number 1 to seat 1, and so on",
        reads=_turned,
    ),
    Slip(
        "turn_goes_backwards",
        Aspect.LEADER,
        "after seat 0 comes the last seat",
        "after seat 0 comes seat 1: the hands are listed in the order of the turn",
        reads=_counterclockwise,
        tells=_place(0, -1),
    ),
    *(
        Slip(
            f"letters_are_ranks_{name}",
            Aspect.CARDS,
            f"J, Q, K and A are taken for ranks that ask as in pay_map={name}",
            _CLASSES,
            reads=_letters(_as_ranks(pay_map)),
        )
        for name, pay_map in _PAY_MAPS.items()
        if _as_ranks(pay_map) != CLASSES and pay_map.pays
    ),
    Slip(
        "letters_are_unknown",
        Aspect.CARDS,
        "J, Q, K and A ask nothing, as if they were not known",
        _CLASSES,
        reads=_letters(CLASSES[0] * len(CLASSES)),
    ),
    Slip(
        "letters_ask_their_rank",
        Aspect.CARDS,
        "J, Q, K and A ask far too many cards, as if 11, 12, 13 and 14",
        _CLASSES,
        reads=_worth(11, 12, 13, 14),
    ),
    Slip("one_more", Aspect.CARDS, "each of J, Q, K and A asks one card too many", _CLASSES, reads=_worth(2, 3, 4, 5)),
    Slip("one_less", Aspect.CARDS, "each of J, Q, K and A asks one card too few", _CLASSES, reads=_worth(0, 1, 2, 3)),
)

_TELLING: Final = (
    Slip(
        "names_a_loser",
        Aspect.WINNER,
        "a seat is named that has lost",
        "winner is the seat that holds all the cards in the end, not one that has none left",
        tells=_naming(_others),
    ),
    Slip(
        "seats_from_1",
        Aspect.SEATS,
        "seats are counted from 1",
        "seats count from 0: who has the first hand is seat 0",
        tells=_naming(lambda winner, seats: iter([winner + 1])),
    ),
    Slip(
        "cards_in_the_other_way",
        Aspect.CARD_COUNT,
        "cards are counted in the other of the two known ways",
        "if that is meant, declare it in hello: count_cards is laid or laid_and_failed_draw",
        counts=_other_cards,
    ),
    Slip(
        "tricks_in_the_other_way",
        Aspect.TRICK_COUNT,
        "tricks are counted in the other of the two known ways",
        "if that is meant, declare it in hello: count_tricks is with_last_pile or collected_only",
        counts=_other_tricks,
    ),
    Slip(
        "cards_one_too_many",
        Aspect.CARD_COUNT,
        "cards are always counted one too many",
        "cards is the number of cards laid: start at 0, add one for each",
        tells=_counting(lambda cards, tricks, all_cards: (cards + 1, tricks)),
    ),
    Slip(
        "cards_one_too_few",
        Aspect.CARD_COUNT,
        "cards are always counted one too few",
        "cards is the number of cards laid, the last one included",
        tells=_counting(lambda cards, tricks, all_cards: (cards - 1, tricks)),
    ),
    Slip(
        "cards_of_the_deal",
        Aspect.CARD_COUNT,
        "the number of cards is always that of the deal",
        "cards is the number of cards laid in the whole game, not what the winner holds",
        tells=_counting(lambda cards, tricks, all_cards: (all_cards, tricks)),
    ),
    Slip(
        "counts_swapped",
        Aspect.CARD_COUNT,
        "cards and tricks have changed places",
        "cards is the number of cards laid, tricks the number of piles taken",
        tells=_counting(lambda cards, tricks, all_cards: (tricks, cards)),
    ),
    Slip(
        "tricks_one_too_many",
        Aspect.TRICK_COUNT,
        "tricks are always counted one too many",
        "tricks is the number of piles taken: start at 0, add one when a pile is taken",
        tells=_counting(lambda cards, tricks, all_cards: (cards, tricks + 1)),
    ),
    Slip(
        "tricks_one_too_few",
        Aspect.TRICK_COUNT,
        "tricks are always counted one too few",
        "tricks is the number of piles taken, the last one included",
        tells=_counting(lambda cards, tricks, all_cards: (cards, tricks - 1)),
    ),
)

SLIPS: Final[tuple[Slip, ...]] = (*_READING, *_TELLING)
"""Every slip that can be told from the outcomes of a few deals."""
