"""Deals and ways to play that make rare events of Bank likely, beside those that chance alone would bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from model.bank.actions import Act, Action, RoundDeal
from model.bank.moves import FOUR
from model.bank.ranks import EIGHT, SEVEN, suit_of
from model.bank.rulebook import Book
from model.cards import KING, SUITS, Card, Face, Suit, Zone, card, face_of
from model.game import Seat

Policy = Callable[[Random, tuple[Action, ...]], Action]
"""How a seat chooses among what it may do."""


# --- ways to play ---


def anything(rng: Random, found: tuple[Action, ...]) -> Action:
    """Any legal action, all as likely as each other."""
    return rng.choice(found)


def four_together(rng: Random, found: tuple[Action, ...]) -> Action:
    """Four cards together where that is possible."""
    return rng.choice([one for one in found if len(one.cards) == FOUR] or found)


def single_cards(rng: Random, found: tuple[Action, ...]) -> Action:
    """One card where that is possible."""
    return rng.choice([one for one in found if len(one.cards) == 1] or found)


def keeping_kings(rng: Random, found: tuple[Action, ...]) -> Action:
    """Anything but kings, as long as there is something else."""
    return _keeping(rng, found, (KING,))


def keeping_eights_and_sevens(rng: Random, found: tuple[Action, ...]) -> Action:
    """Anything but eights and sevens, as long as there is something else."""
    return _keeping(rng, found, (EIGHT, SEVEN))


def _keeping(rng: Random, found: tuple[Action, ...], faces: tuple[Face, ...]) -> Action:
    return rng.choice([one for one in found if not any(face_of(each) in faces for each in one.cards)] or found)


def eights_then_four(rng: Random, found: tuple[Action, ...]) -> Action:
    """An eight where there is one, else four cards together."""
    eights = [one for one in found if len(one.cards) == 1 and face_of(one.cards[0]) == EIGHT]
    return rng.choice(eights) if eights else four_together(rng, found)


def going_on(rng: Random, found: tuple[Action, ...]) -> Action:
    """No end to a turn that may go on."""
    return rng.choice([one for one in found if one.act is not Act.STOP] or found)


# --- deals of the whole pack ---


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round to be played, and the pack that it was dealt from, from its top; no pack where it was laid out so."""

    deal: RoundDeal
    deck: Zone = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """Where cards are to lie: in the hand of a seat, in the centre, on top of the stock. The others are shuffled."""

    seat: Seat
    hand: Zone = ()
    open_card: Zone = ()
    stock: Zone = ()


def whole_pack(rng: Random, book: Book, seats: int, wish: Wish) -> Dealt:
    """The whole pack, in an order in which the cards come to lie as they are wished."""
    dealer = Seat(rng.randrange(seats))
    others = _others(rng, book, wish.hand + wish.open_card + wish.stock)
    hands: dict[int, list[Card]] = {seat: [] for seat in range(seats)}
    hands[wish.seat].extend(rng.sample(wish.hand, len(wish.hand)))
    for hand in hands.values():
        while len(hand) < book.cards_each:
            hand.append(others.pop())
    order = [hands[(dealer + 1 + place) % seats] for place in range(seats)]
    dealt = [hand[number] for number in range(book.cards_each) for hand in order]
    deck = (*dealt, *(wish.open_card or (others.pop(),)), *wish.stock, *others)
    return Dealt(book.deal(book, deck, seats, dealer), deck)


def _others(rng: Random, book: Book, taken: Zone) -> list[Card]:
    others = [each for each in book.pack() if each not in taken]
    rng.shuffle(others)
    return others


def shuffled(rng: Random, book: Book, seats: int) -> Dealt:
    """The whole pack as it comes."""
    return whole_pack(rng, book, seats, Wish(Seat(0)))


def four_in_a_hand(rng: Random, book: Book, seats: int) -> Dealt:
    """One seat holds four of a kind."""
    rank = rng.choice((KING, KING, SEVEN, *book.rank_order()))
    return whole_pack(rng, book, seats, Wish(Seat(rng.randrange(seats)), _all_of(rank)))


def _all_of(rank: Face) -> Zone:
    return tuple([card(rank, suit) for suit in SUITS])


def run_in_a_hand(rng: Random, book: Book, seats: int) -> Dealt:
    """One seat holds a run, of one suit or of several."""
    ranks, _ = _ranks_in_a_row(rng, book)
    one = rng.choice(SUITS)
    hand = tuple([card(rank, one if rng.random() < 0.5 else rng.choice(SUITS)) for rank in ranks])
    return whole_pack(rng, book, seats, Wish(Seat(rng.randrange(seats)), hand))


def _ranks_in_a_row(rng: Random, book: Book) -> tuple[Sequence[Face], Sequence[Face]]:
    """The ranks of a run, and those that an open card could have for a seat that begins it at one of its ends."""
    order = book.rank_order()
    start = rng.randrange(len(order) - FOUR + 1)
    return order[start : start + FOUR], order[start + FOUR : start + FOUR + 1] or order[start - 1 : start]


def three_and_the_fourth_on_the_stock(rng: Random, book: Book, seats: int) -> Dealt:
    """One seat holds three of a kind or of a run, with one card more, and the cards that it lacks are drawn first."""
    four = rng.choice((_all_of(rng.choice(book.rank_order())), _run_of_any_suits(rng, book)))
    four = tuple(rng.sample(four, FOUR))
    return whole_pack(rng, book, seats, Wish(Seat(rng.randrange(seats)), four[:3], stock=four[3:]))


def _run_of_any_suits(rng: Random, book: Book) -> Zone:
    return tuple([card(rank, rng.choice(SUITS)) for rank in _ranks_in_a_row(rng, book)[0]])


# --- rounds that are near their end ---


def few_cards(rng: Random, book: Book, seats: int) -> Dealt:
    """Some cards in each hand and few in the stock, or none."""
    others = _others(rng, book, ())
    hands = tuple([_some(rng, others, 1, 4) for _ in range(seats)])
    return Dealt(RoundDeal(hands, others.pop(), _some(rng, others, 0, 5), Seat(rng.randrange(seats))))


def _some(rng: Random, cards: list[Card], least: int, most: int) -> Zone:
    return tuple([cards.pop() for _ in range(rng.randint(least, most))])


def last_cards(rng: Random, book: Book, seats: int) -> Dealt:
    """One or two cards in each hand: kings, eights and sevens."""
    ranks = (KING, KING, EIGHT, SEVEN) if rng.random() < 0.5 else (KING, KING, KING, rng.choice(book.rank_order()))
    liked = [each for rank in dict.fromkeys(ranks) for each in _all_of(rank)]
    rng.shuffle(liked)
    others = _others(rng, book, tuple(liked))
    hands = tuple([_some(rng, liked, 1, 1) + _some(rng, others, 0, 1) for _ in range(seats)])
    opened = rng.choice((liked or others, others)).pop()
    return Dealt(RoundDeal(hands, opened, _some(rng, others, 0, 4), Seat(rng.randrange(seats))))


def runs_of_one_suit(rng: Random, book: Book, seats: int) -> Dealt:
    """Every seat holds the same run, each in a suit of its own, and the open card can be covered by the end of one."""
    ranks, before = _ranks_in_a_row(rng, book)
    suits = rng.sample(SUITS, seats)
    hands = tuple([tuple([card(rank, suit) for rank in ranks]) for suit in suits])
    opened = card(rng.choice(before), rng.choice(suits))
    rest = [each for each in _others(rng, book, tuple([each for hand in hands for each in hand])) if each != opened]
    return Dealt(RoundDeal(hands, opened, _some(rng, rest, 0, 3), Seat(rng.randrange(seats))))


def four_kings_and_little_else(rng: Random, book: Book, seats: int) -> Dealt:
    """One seat holds four of a kind, mostly kings, and perhaps a card more; the others hold little."""
    rank = KING if rng.random() < 0.8 else rng.choice(book.rank_order())
    others = _others(rng, book, _all_of(rank))
    lucky = rng.randrange(seats)
    hands = [_some(rng, others, 1, 3) for _ in range(seats)]
    hands[lucky] = _all_of(rank) + hands[lucky][: rng.choice((0, 0, 1, 2))]
    return Dealt(RoundDeal(tuple(hands), others.pop(), _some(rng, others, 0, 4), Seat(rng.randrange(seats))))


def eight_and_four(rng: Random, book: Book, seats: int) -> Dealt:
    """One seat holds an eight and, beside it, four of a kind or a run."""
    four = rng.choice((_all_of(rng.choice((KING, SEVEN))), _run_of_any_suits(rng, book)))
    others = _others(rng, book, four)
    eight = next(each for each in others if face_of(each) == EIGHT)
    others.remove(eight)
    hands = [_some(rng, others, 1, 3) for _ in range(seats)]
    hands[rng.randrange(seats)] = (eight, *four, *_some(rng, others, 0, 2))
    return Dealt(RoundDeal(tuple(hands), others.pop(), _some(rng, others, 0, 4), Seat(rng.randrange(seats))))


def sevens_and_little_stock(rng: Random, book: Book, seats: int) -> Dealt:
    """Every hand holds a seven, and the stock is small or gone."""
    others, sevens = _others(rng, book, _all_of(SEVEN)), rng.sample(_all_of(SEVEN), FOUR)
    hands = tuple([(sevens[seat], *_some(rng, others, 1, 3)) for seat in range(seats)])
    return Dealt(RoundDeal(hands, others.pop(), _some(rng, others, 0, 6), Seat(rng.randrange(seats))))


def kings_of_trumps(rng: Random, book: Book, seats: int) -> Dealt:
    """The hands hold kings of a suit that may be a trump of their seat, and little else; nothing covers the open card.

    So a bank is often taken before the king is laid.
    """
    suits: list[Suit] = [*book.trump_suits, *[suit for suit in SUITS if suit not in book.trump_suits]]
    kings = [card(KING, suit) for suit in suits[:seats]]
    others = [each for each in _others(rng, book, tuple(kings)) if face_of(each) not in (KING, EIGHT)]
    hands = tuple([(king, *_some(rng, others, 0, 1)) for king in kings])
    opened = next(each for each in others if suit_of(each) not in book.trump_suits or rng.random() < 0.3)
    others.remove(opened)
    return Dealt(RoundDeal(hands, opened, _some(rng, others, 0, 2), Seat(rng.randrange(seats))))


@dataclass(frozen=True, slots=True)
class Aim:
    """A kind of deal, how often it is taken, how it is played, for how many seats, and under which likely choices."""

    deal: Callable[[Random, Book, int], Dealt]
    weight: int
    policies: tuple[Policy, ...]
    seats: tuple[int, ...] = (2, 3, 4)
    likely: tuple[tuple[str, str], ...] = ()


UNDER_SEVENS: Final = (
    ("seven", "draw_and_move"),
    ("seven_trigger", "top_at_end"),
    ("stuck_after_forced_draw", "fails"),
)
"""What is liked where every hand holds a seven."""
AT_THE_END: Final = (("losers", "most_points"), ("deck_card_owner", "dealer"))
"""What is liked where a round may be over after a few failures."""

AIMS: Final = (
    Aim(shuffled, 44, (anything, anything, keeping_kings, going_on, single_cards)),
    Aim(four_in_a_hand, 6, (four_together, anything)),
    Aim(run_in_a_hand, 7, (four_together, four_together, anything), likely=(("seven_trigger", "top_at_end"),)),
    Aim(three_and_the_fourth_on_the_stock, 6, (four_together,)),
    Aim(few_cards, 18, (anything, keeping_kings, going_on), likely=AT_THE_END),
    Aim(last_cards, 10, (keeping_kings, keeping_eights_and_sevens, anything), likely=AT_THE_END),
    Aim(runs_of_one_suit, 9, (four_together,), (3, 4, 4), likely=(("seven_trigger", "top_at_end"),)),
    Aim(four_kings_and_little_else, 16, (four_together, going_on)),
    Aim(eight_and_four, 14, (eights_then_four,), likely=(("eight_follow_kind", "any_move"),)),
    Aim(sevens_and_little_stock, 20, (anything, keeping_eights_and_sevens), likely=UNDER_SEVENS),
    Aim(kings_of_trumps, 10, (keeping_kings,), likely=AT_THE_END),
)
