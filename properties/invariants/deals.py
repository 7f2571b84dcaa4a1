"""What must hold of every pack that is dealt, and of how many packs and seats there are."""

from __future__ import annotations

from collections import Counter

from model.cards import FACES, PACK, RANKS
from model.game import Seat
from model.piles.play import deal_pack, full_pack
from model.piles.points import RuleChoiceError, check_seats
from model.piles.rulebook import Book
from properties.invariants.core import Dealing, Invariant, Kind, agrees, always


def _deals_out(book: Book, dealing: Dealing) -> bool:
    return agrees(book, "deal", "singly_clockwise")


def _every_card_dealt(book: Book, dealing: Dealing) -> bool:
    dealt = [card for hand in dealing.table.hands for card in hand]
    return Counter(dealt) == Counter(dealing.deck) and dealing.table.middle == ()


def _sizes_differ_by_one(book: Book, dealing: Dealing) -> bool:
    sizes = [len(hand) for hand in dealing.table.hands]
    return max(sizes) - min(sizes) <= 1


def _from_the_left(dealing: Dealing, place: int) -> int:
    return (dealing.dealer + 1 + place) % dealing.seats


def _card_by_card_clockwise(book: Book, dealing: Dealing) -> bool:
    """Card i of the pack lies with seat dealer + 1 + i."""
    expected: list[Counter[int]] = [Counter() for _ in range(dealing.seats)]
    for place, card in enumerate(dealing.deck):
        expected[_from_the_left(dealing, place)][card] += 1
    return [Counter(hand) for hand in dealing.table.hands] == expected


def _uneven(book: Book, dealing: Dealing) -> bool:
    return _deals_out(book, dealing) and len(dealing.deck) % dealing.seats != 0


def _extras_go_left_of_the_dealer(book: Book, dealing: Dealing) -> bool:
    share, extras = divmod(len(dealing.deck), dealing.seats)
    sizes = [len(dealing.table.hands[_from_the_left(dealing, place)]) for place in range(dealing.seats)]
    return sizes == [share + (place < extras) for place in range(dealing.seats)]


def _stacked(book: Book, dealing: Dealing) -> bool:
    return _deals_out(book, dealing) and agrees(book, "dealt_on_top", "last_dealt")


def _last_dealt_on_top(book: Book, dealing: Dealing) -> bool:
    hands = dealing.table.hands
    return all(hand == tuple(reversed([card for card in dealing.deck if card in hand])) for hand in hands)


def _two_play(book: Book, dealing: Dealing) -> bool:
    return dealing.seats == 2 and agrees(book, "first_seat", "left_of_dealer")


def _other_leads(book: Book, dealing: Dealing) -> bool:
    return dealing.table.turn == 1 - dealing.dealer


DEALS: tuple[Invariant[Dealing], ...] = (
    Invariant(
        "every card is dealt",
        "The whole pack is dealt out and no card twice, for any pack and number of seats.",
        ("BMN-06", "BMN-60"),
        Kind.DEAL,
        _every_card_dealt,
        _deals_out,
    ),
    Invariant(
        "hands differ by one",
        "No seat is dealt more than one card more than another.",
        ("BMN-06", "BMN-60", "BMN-61"),
        Kind.DEAL,
        _sizes_differ_by_one,
        always,
    ),
    Invariant(
        "card by card clockwise",
        "The first card goes to the dealer's left, the next to the seat after it, and so on.",
        ("BMN-06",),
        Kind.DEAL,
        _card_by_card_clockwise,
        _deals_out,
    ),
    Invariant(
        "extra cards go to the first seats",
        "What does not divide goes to the seats that were dealt to first.",
        ("BMN-60", "BMN-61"),
        Kind.DEAL,
        _extras_go_left_of_the_dealer,
        _uneven,
    ),
    Invariant(
        "the card dealt last is on top",
        "Cards are stacked face down as they come, and nobody looks at them or sorts them.",
        ("BMN-08", "BMN-09"),
        Kind.DEAL,
        _last_dealt_on_top,
        _stacked,
    ),
    Invariant(
        "the other player starts",
        "With two seats the player who did not deal lays the first card.",
        ("BMN-10",),
        Kind.DEAL,
        _other_leads,
        _two_play,
    ),
)


# --- how many packs, which cards, how many seats ---


def _plays_beggar(book: Book, seats: int) -> bool:
    return book.game == "beggar" and seats <= book.most_seats


def _no_jokers(book: Book, seats: int) -> bool:
    """Every rank from two to ace, each in four suits, in every pack, and nothing else."""
    pack = full_pack(book, seats)
    ranks = Counter((card % FACES, card // PACK) for card in pack)
    return set(ranks) == {(rank, number) for rank in RANKS for number in range(book.packs(seats))} and set(
        ranks.values()
    ) == {4}


def _packs_by_seats(book: Book, seats: int) -> bool:
    return _plays_beggar(book, seats) and agrees(book, "packs", "by_seats")


def _two_packs_from_four(book: Book, seats: int) -> bool:
    return len({card // PACK for card in full_pack(book, seats)}) == (1 if seats < 4 else 2)


def _any_number(book: Book, seats: int) -> bool:
    return book.game == "beggar"


def _two_to_six(book: Book, seats: int) -> bool:
    try:
        check_seats(book, seats)
    except RuleChoiceError:
        return not 2 <= seats <= 6
    return 2 <= seats <= 6


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
        "Two and three seats play with one pack, four to six with two.",
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
)
