"""Misread rules of what covers what."""

from __future__ import annotations

from typing import Final

from model.bank import cover
from model.bank.actions import Suits
from model.bank.ranks import EIGHT, NINE, POINTS_OF_FACE, SEVEN, SIX, RankOrder, suit_of
from model.bank.rulebook import Book, Standing
from model.cards import ACE, JACK, KING, QUEEN, SUITS, TEN, Card, Face, Suit, face_of
from model.game import Seat
from properties.misreadings import Fault
from properties.misreadings.bank.core import BankMisreading

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS


# --- ranks ---


def ten_below_the_jack() -> RankOrder:
    """The ten stands between nine and jack, as in most packs."""
    return (ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT, SEVEN, SIX)


def a_neighbour_up_or_down(order: RankOrder, rank: Face, top: Face) -> bool:
    """The next value up covers as well as the next one down."""
    return abs(order.index(rank) - order.index(top)) == 1


def any_card_of_the_suit(order: RankOrder, rank: Face, top: Face) -> bool:
    """Any card of the suit will do."""
    return True


def worth_as_much(card: Card, top: Card) -> bool:
    """Cards of equal value are those that count equally much."""
    return POINTS_OF_FACE[face_of(card)] == POINTS_OF_FACE[face_of(top)]


def equal_rank_within_a_group(card: Card, top: Card) -> bool:
    """Cards of one rank cover each other inside one of the three groups."""
    return face_of(card) == face_of(top) and _group_as_written(suit_of(card)) == _group_as_written(suit_of(top))


def _group_as_written(suit: Suit) -> int:
    if suit == SPADES:
        return 2
    return 1 if suit == DIAMONDS else 0


def equal_rank_of_one_colour(card: Card, top: Card) -> bool:
    """Of cards of one rank red lies on red and black on black."""
    return face_of(card) == face_of(top) and _is_red(card) == _is_red(top)


def _is_red(card: Card) -> bool:
    return suit_of(card) in (DIAMONDS, HEARTS)


def six_of_one_colour(card: Card, top: Card) -> bool:
    """A red six covers all red cards, a black one all black ones."""
    return face_of(card) == SIX and _is_red(card) == _is_red(top)


def beats_the_ace_of_its_suit(card: Card, top: Card) -> bool:
    """A six beats the ace of its suit and nothing else."""
    return face_of(card) == SIX and face_of(top) == ACE and suit_of(card) == suit_of(top)


# --- trumps ---


def first_trump_for_everybody(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """The trump of the first seat is everybody's."""
    return Standing.TRUMP if trumps[:1] == (suit,) and suit != top else Standing.LEVEL


def none_unless_agreed(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """There are no trumps unless the table has agreed on some."""
    return Standing.LEVEL


def spades_if_none_is_chosen(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Where no trump was chosen spades are trumps."""
    return Standing.TRUMP if suit == SPADES != top else Standing.LEVEL


def for_the_first_seat_only(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """The one trump belongs to the seat that named it, the first."""
    return Standing.TRUMP if seat == 0 and suit == trumps[0] != top else Standing.LEVEL


def trumps_are_not_protected(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Trumps beat ordinary cards, and ordinary cards that beat any suit beat trumps too."""
    standing = cover.common(book, trumps, suit, top)
    return Standing.LEVEL if standing is Standing.BELOW else standing


def the_first_beats_the_second(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Of two trumps the one that was named first beats the other."""
    if (suit, top) == trumps:
        return Standing.ABOVE
    return cover.common(book, trumps, suit, top)


def both_trumps_are_level(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Senior and junior trumps beat ordinary cards alike, and not each other."""
    return cover.common(book, trumps, suit, top)


def hearts_are_junior(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Spades are the senior trumps, hearts the junior ones; clubs and diamonds are ordinary."""
    return cover.senior_junior(book, (SPADES, HEARTS), seat, suit, top)


def diamonds_are_senior(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Diamonds are the senior trumps and spades the junior ones."""
    return cover.senior_junior(book, (DIAMONDS, SPADES), seat, suit, top)


def only_the_group_below(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Each group beats the one right below it: senior trumps beat junior ones, and those beat ordinary cards."""
    if cover.group(trumps, suit) - cover.group(trumps, top) == 2:
        return Standing.LEVEL
    return cover.senior_junior(book, trumps, seat, suit, top)


def junior_beats_senior(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """A trump is a trump: a junior one beats senior ones as well."""
    if (suit, top) == (trumps[1], trumps[0]):
        return Standing.ABOVE
    return cover.senior_junior(book, trumps, seat, suit, top)


def ordinary_level_with_trumps(book: Book, trumps: Suits, seat: Seat, suit: Suit, top: Suit) -> Standing:
    """Trumps of both groups beat ordinary cards, and ordinary cards that beat any suit beat trumps too."""
    standing = cover.senior_junior(book, trumps, seat, suit, top)
    ordinary = cover.group(trumps, suit) == 0
    return Standing.LEVEL if ordinary and standing is Standing.BELOW else standing


ONE, TWO, THREE_GROUPS = ("trumps", "one"), ("trumps", "two:hc"), ("trumps", "senior_junior")
ANY_SIX: Final = ("six", "any")

COVERING: Final[tuple[BankMisreading, ...]] = (
    BankMisreading(
        "ten_below_the_jack",
        Fault.DEBT,
        ("BANK-05", "BANK-39"),
        "rank_order",
        ten_below_the_jack,
        "The ten has its usual place below the jack; only its points are high.",
        "Jh/7c+Th",
        "",
        "BANK-A01 asks which end of the header is senior; in both of its answers the ten stands next to the ace.",
    ),
    BankMisreading(
        "a_neighbour_up_or_down",
        Fault.DEBT,
        ("BANK-41",),
        "cover_step",
        a_neighbour_up_or_down,
        "A card covers its neighbour in the suit, the higher as well as the lower one.",
        "Jh/7d+Qh",
        "",
        "BANK-A01 and BANK-A02 answered by both at once, since the text seems to name two directions.",
    ),
    BankMisreading(
        "any_card_of_the_suit",
        Fault.DEBT,
        ("BANK-40", "BANK-41"),
        "cover_step",
        any_card_of_the_suit,
        "It is enough to follow suit.",
        "Ad/7c+Qd",
        "",
        "Usual in games of laying off by suit or rank; BANK-A02 allows any lower card at most.",
    ),
    BankMisreading(
        "worth_as_much",
        Fault.DEBT,
        ("BANK-42",),
        "same_rank",
        worth_as_much,
        "Cards of equal value are those with equal points, so six, seven, eight and nine lie on each other.",
        "9h/7c+6d",
        "",
        "The text says value both of ranks and of points; BANK-A24 means the rank.",
    ),
    BankMisreading(
        "equal_rank_of_one_colour",
        Fault.DEBT,
        ("BANK-42",),
        "same_rank",
        equal_rank_of_one_colour,
        "Of cards of one rank a red one covers a red one and a black one a black one.",
        "6d/7c+6s",
        "",
        "Usual in games of patience; BANK-A24 lets equal ranks cover whatever their suits are.",
    ),
    BankMisreading(
        "equal_rank_within_a_group",
        Fault.DEBT,
        ("BANK-32",),
        "same_rank",
        equal_rank_within_a_group,
        "An ordinary card does not beat a trump, not even one of its rank.",
        "Qh/7c+Qs",
        "",
        "BANK-A24 without its answer: BANK-31 taken to have no exception.",
        under=(THREE_GROUPS,),
    ),
    BankMisreading(
        "beats_the_ace_of_its_suit",
        Fault.DEBT,
        ("BANK-58",),
        "six",
        beats_the_ace_of_its_suit,
        "The six beats the ace of its suit, and no other card.",
        "6h/7c+Kh",
        "",
        "A house rule of other games of beating; BANK-A03 lets the six cover its suit, or everything.",
    ),
    BankMisreading(
        "six_of_one_colour",
        Fault.DEBT,
        ("BANK-58",),
        "six",
        six_of_one_colour,
        "A six covers every card of its colour.",
        "6d/7c+9h",
        "",
        "BANK-A03 asks what a six covers: its suit or everything, and nothing between them.",
    ),
    BankMisreading(
        "first_trump_for_everybody",
        Fault.DEBT,
        ("BANK-18",),
        "trumps",
        first_trump_for_everybody,
        "The first seat chooses a trump, and it is everybody's.",
        "6c/7d+9h@A",
        "",
        "BANK-A39 asks whose the trumps are; each seat has its own in every answer.",
    ),
    BankMisreading(
        "no_trumps_unless_agreed",
        Fault.DEBT,
        ("BANK-19", "BANK-18"),
        "trumps",
        none_unless_agreed,
        "Where nothing was said about trumps there are none.",
        "7c/6h+9d",
        "",
        "A program that leaves trumps out until they are asked for.",
    ),
    BankMisreading(
        "spades_if_none_is_chosen",
        Fault.DEBT,
        ("BANK-20",),
        "trumps",
        spades_if_none_is_chosen,
        "Where no trump was chosen spades are trumps.",
        "7s/6c+9d",
        "",
        "Usual in games in which spades are always the highest suit; here they are only in one option.",
        under=(("trumps", "none"),),
    ),
    BankMisreading(
        "for_the_first_seat_only",
        Fault.DEBT,
        ("BANK-21",),
        "trumps",
        for_the_first_seat_only,
        "The one trump belongs to the seat that named it.",
        "6c/7s+9h@A",
        "",
        "BANK-A39 carried over from own trumps, where suits that nobody named belong to nobody.",
        under=(ONE,),
    ),
    BankMisreading(
        "ordinary_sixes_beat_the_trump",
        Fault.DEBT,
        ("BANK-22",),
        "trumps",
        trumps_are_not_protected,
        "Where a six beats everything it beats the trump as well.",
        "6c/7c+9s",
        "",
        "BANK-A03, reading b, taken without the remark that an ordinary six does not beat a trump.",
        under=(ONE, ANY_SIX),
    ),
    BankMisreading(
        "the_first_beats_the_second",
        Fault.DEBT,
        ("BANK-23",),
        "trumps",
        the_first_beats_the_second,
        "Of two trumps the one that was named first beats the other.",
        "6h/7d+9c",
        "",
        "BANK-A23 asks whether one trump suit beats the other; by rank only, or each the other, not one way.",
        under=(TWO,),
    ),
    BankMisreading(
        "ordinary_sixes_beat_two_trumps",
        Fault.DEBT,
        ("BANK-24",),
        "trumps",
        trumps_are_not_protected,
        "Where a six beats everything it beats both trumps as well.",
        "6d/7c+9h",
        "",
        "BANK-A03, reading b, taken without the remark that an ordinary six does not beat a trump.",
        under=(TWO, ANY_SIX),
    ),
    BankMisreading(
        "both_trumps_are_level",
        Fault.DEBT,
        ("BANK-25", "BANK-29"),
        "trumps",
        both_trumps_are_level,
        "Senior and junior are names: both groups of trumps beat ordinary cards, and not each other.",
        "6s/7c+Ad",
        "",
        "BANK-A23 answered for two groups as it is answered for two trumps.",
        under=(THREE_GROUPS,),
    ),
    BankMisreading(
        "hearts_are_junior",
        Fault.DEBT,
        ("BANK-26", "BANK-27"),
        "trumps",
        hearts_are_junior,
        "The junior trumps are hearts, the suit after spades.",
        "7d/6c+9h",
        "",
        "The order of suits of other games, in which hearts come before diamonds.",
        under=(THREE_GROUPS,),
    ),
    BankMisreading(
        "diamonds_are_senior",
        Fault.DEBT,
        ("BANK-28", "BANK-27"),
        "trumps",
        diamonds_are_senior,
        "Diamonds are the senior trumps and spades the junior ones.",
        "9d/7c+Js",
        "",
        "The two lines of the text with the groups of trumps taken the wrong way round.",
        under=(THREE_GROUPS,),
    ),
    BankMisreading(
        "only_the_group_below",
        Fault.DEBT,
        ("BANK-29",),
        "trumps",
        only_the_group_below,
        "Senior trumps beat junior ones, junior ones beat ordinary cards, and no group is passed over.",
        "7s/6c+9h",
        "",
        "BANK-A23 asks what everything means; here it is made to mean the junior trumps.",
        under=(THREE_GROUPS,),
    ),
    BankMisreading(
        "junior_beats_senior",
        Fault.DEBT,
        ("BANK-30", "BANK-25"),
        "trumps",
        junior_beats_senior,
        "A trump is a trump: a junior one beats senior ones as well.",
        "9d/7c+Js",
        "",
        "BANK-A23 asks whether one trump suit beats the other; the reading any is for trumps of one group.",
        under=(THREE_GROUPS,),
    ),
    BankMisreading(
        "ordinary_level_with_trumps",
        Fault.DEBT,
        ("BANK-31",),
        "trumps",
        ordinary_level_with_trumps,
        "Where a six beats everything it beats senior and junior trumps as well.",
        "6h/7c+9d",
        "",
        "BANK-A03, reading b, taken without the remark that an ordinary six does not beat a trump.",
        under=(THREE_GROUPS, ANY_SIX),
    ),
)
