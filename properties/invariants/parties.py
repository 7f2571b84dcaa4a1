"""What must hold of how many packs and seats there are."""

from __future__ import annotations

from collections import Counter

from model.cards import FACES, HIDDEN, PACK, RANKS, face_of
from model.game import Seat
from model.piles.play import deal_pack, full_pack, view
from model.piles.points import check_seats
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.invariants.core import Invariant, Kind, agrees


def _plays_beggar(book: Book, seats: int) -> bool:
    return book.game == "beggar" and seats <= book.most_seats


def _no_jokers(book: Book, seats: int) -> bool:
    """Every rank from two to ace, each in four suits, in every pack, and nothing else."""
    pack = full_pack(book, seats)
    ranks = Counter((card % FACES, card // PACK) for card in pack)
    right = {(rank, number) for rank in RANKS for number in range(book.packs(seats))}
    return set(ranks) == right and set(ranks.values()) == {4}


def _packs_by_seats(book: Book, seats: int) -> bool:
    return _plays_beggar(book, seats) and agrees(book, "packs", "by_seats", "2")


def _two_packs_from_four(book: Book, seats: int) -> bool:
    one = agrees(book, "packs", "by_seats") and seats < 4
    return len({card // PACK for card in full_pack(book, seats)}) == (1 if one else 2)


def _any_number(book: Book, seats: int) -> bool:
    return book.game == "beggar"


def _two_to_six(book: Book, seats: int) -> bool:
    return _accepted(book, seats) is (2 <= seats <= 6)


def _accepted(book: Book, seats: int) -> bool:
    try:
        check_seats(book, seats)
    except RuleChoiceError:
        return False
    return True


def _sizes(book: Book, seats: int) -> list[int]:
    table = deal_pack(book, full_pack(book, seats), seats, Seat(seats - 1))
    return sorted(map(len, table.hands), reverse=True)


def _two_with_one_pack(book: Book, seats: int) -> bool:
    return seats == 2 and book.game == "beggar" and agrees(book, "packs", "by_seats", "1")


def _twenty_six_each(book: Book, seats: int) -> bool:
    return _sizes(book, seats) == [26, 26]


def _three_with_one_pack(book: Book, seats: int) -> bool:
    one_pack = seats == 3 and book.game == "beggar" and agrees(book, "packs", "by_seats", "1")
    return one_pack and agrees(book, "deal", "singly_clockwise")


def _one_has_eighteen(book: Book, seats: int) -> bool:
    return _sizes(book, seats) == [18, 17, 17]


def _plays_banka(book: Book, seats: int) -> bool:
    return book.game == "banka"


def _two_to_fifty_two(book: Book, seats: int) -> bool:
    return _accepted(book, seats) is (2 <= seats <= 52)


def _may_play_banka(book: Book, seats: int) -> bool:
    return _plays_banka(book, seats) and 2 <= seats <= book.most_seats and agrees(book, "packs", "1")


def _one_pack_of_fifty_two(book: Book, seats: int) -> bool:
    cards = Counter(card % FACES for card in full_pack(book, seats))
    return cards == dict.fromkeys(RANKS, 4)


def _equal_piles_may_be_dealt(book: Book, seats: int) -> bool:
    return _may_play_banka(book, seats) and agrees(book, "deal", "equal_rest_to_middle")


def _piles_and_left_overs(book: Book, seats: int) -> bool:
    table = deal_pack(book, full_pack(book, seats), seats, Seat(seats - 1))
    return {len(hand) for hand in table.hands} == {52 // seats} and len(table.middle) == 52 % seats


def _cards_are_left_over(book: Book, seats: int) -> bool:
    return _equal_piles_may_be_dealt(book, seats) and 52 % seats > 0


def _only_the_lowest_is_seen(book: Book, seats: int) -> bool:
    table = deal_pack(book, full_pack(book, seats), seats, Seat(seats - 1))
    hidden = [face_of(card) == HIDDEN for card in view(book, table, Seat(0)).middle]
    return hidden == [False] + [True] * (52 % seats - 1)


def _two_play_camicia(book: Book, seats: int) -> bool:
    return seats == 2 and book.game == "camicia" and agrees(book, "packs", "1")


def _twenty_each(book: Book, seats: int) -> bool:
    return _sizes(book, seats) == [20, 20]


PARTIES: tuple[Invariant[int], ...] = (
    Invariant(
        "no jokers",
        "A pack has the ranks two to ace in four suits and nothing else.",
        ("BMN-05",),
        Kind.PARTY,
        _no_jokers,
        _plays_beggar,
    ),
    Invariant(
        "a second pack from four seats on",
        "Two and three seats play with one pack, four to six with two; all with two, where that is agreed on.",
        ("BMN-65",),
        Kind.PARTY,
        _two_packs_from_four,
        _packs_by_seats,
    ),
    Invariant(
        "two to six seats",
        "Two to six can take part, and no other number is accepted.",
        ("BMN-66",),
        Kind.PARTY,
        _two_to_six,
        _any_number,
    ),
    Invariant(
        "twenty-six each",
        "With two seats each is dealt 26 cards.",
        ("BMN-07",),
        Kind.PARTY,
        _twenty_six_each,
        _two_with_one_pack,
    ),
    Invariant(
        "eighteen and twice seventeen",
        "With three seats one has 18 cards and the others 17.",
        ("BMN-60", "BMN-61"),
        Kind.PARTY,
        _one_has_eighteen,
        _three_with_one_pack,
    ),
    Invariant(
        "twenty each in Camicia",
        "Camicia has forty cards, and two players get twenty each.",
        ("BMN-56",),
        Kind.PARTY,
        _twenty_each,
        _two_play_camicia,
    ),
    Invariant(
        "two to fifty-two seats",
        "Banka bever is played by two or more, as long as everybody gets a card, and no other number is accepted.",
        ("BB-02",),
        Kind.PARTY,
        _two_to_fifty_two,
        _plays_banka,
    ),
    Invariant(
        "one pack of fifty-two",
        "Banka bever is played with four cards of each rank from two to ace, whatever the number of seats.",
        ("BB-03",),
        Kind.PARTY,
        _one_pack_of_fifty_two,
        _may_play_banka,
    ),
    Invariant(
        "fifty-two by so many",
        "The pack of Banka bever is shared out equally, and the remainder of the division lies in the middle.",
        ("BB-04", "BB-06"),
        Kind.PARTY,
        _piles_and_left_overs,
        _equal_piles_may_be_dealt,
    ),
    Invariant(
        "only the lowest left-over is seen",
        "Before the first card everybody sees the lowest of the left-over cards and the backs of the others.",
        ("BB-06", "BB-07"),
        Kind.PARTY,
        _only_the_lowest_is_seen,
        _cards_are_left_over,
    ),
)
