"""Deals of Bank, how they are written, and who moves first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from model.bank.actions import SUIT_LETTERS, RoundDeal, Suits
from model.bank.ranks import suit_of, whole_pack
from model.bank.rulebook import Book, Holding
from model.bank.state import Round, next_holder
from model.cards import (
    CardError,
    Labelling,
    Zone,
    face_of,
    format_card,
    parse_zone,
)
from model.clause import clause
from model.deal import SEAT_NAMES, DealError
from model.game import NOBODY, Seat


def parse_suits(text: str) -> Suits:
    """Suits from their letters. Raises DealError for what is none, and for one that is named twice."""
    for letter in text:
        if letter not in SUIT_LETTERS:
            raise DealError(f"'{letter}' in '{text}' is no suit: use c, d, h and s")
    if len(set(text)) < len(text):
        raise DealError(f"'{text}' names a suit twice: trumps are different suits")
    return tuple(SUIT_LETTERS[letter] for letter in text)


def parse_round(text: str) -> RoundDeal:
    """Read `HAND/HAND[/...]+OPEN[+STOCK][@DEALER][^TRUMPS]`, all cards named with their suits. Raises DealError."""
    cards, _, suits = text.partition("^")
    cards, at, dealer = cards.partition("@")
    hands, *rest = cards.split("+")
    if not 1 <= len(rest) <= 2:
        raise DealError(
            f"'{text}' is no deal of Bank: write the hands, '+', the open card, and '+', the stock: 9cQs/6d+Kc+7h8h"
        )
    open_card, stock = rest[0], rest[1] if len(rest) == 2 else ""
    return round_deal(hands.split("/"), open_card, stock, _dealer(dealer, text) if at else NOBODY, parse_suits(suits))


def _dealer(name: str, text: str) -> Seat:
    if len(name) != 1 or name not in SEAT_NAMES:
        raise DealError(f"'{name}' behind the '@' of '{text}' is no seat: write A, B, C or D")
    return Seat(SEAT_NAMES.index(name))


def round_deal(
    hands: Sequence[str], open_card: str, stock: str, dealer: Seat = NOBODY, trumps: Suits = ()
) -> RoundDeal:
    """A deal from its parts as text. Raises DealError for unknown cards, and for a card that is named twice."""
    if not 2 <= len(hands) <= 4:
        raise DealError(f"Bank is played by 2 to 4 seats, and this deal has {len(hands)}: give one hand for each seat")
    zones = tuple(_zone(hand, f"hand {name}") for name, hand in zip(SEAT_NAMES, hands, strict=False))
    opened = _zone(open_card, "the open card")
    if len(opened) != 1:
        raise DealError(f"one open card lies in the centre, and '{open_card}' are {len(opened)}: name exactly one")
    stock_zone = _zone(stock, "the stock")
    if sum(map(bool, zones)) < 2:
        raise DealError("at least two seats need cards: a round is not played by one")
    if sum(map(len, zones)) + 1 + len(stock_zone) <= len(zones):
        raise DealError(
            f"{len(zones)} seats and the open card need {len(zones) + 1} cards at least, for every seat takes part in"
            " the next round"
        )
    if dealer != NOBODY and not 0 <= dealer < len(zones):
        raise DealError(f"the dealer is one of the seats A to {SEAT_NAMES[len(zones) - 1]}")
    deal = RoundDeal(zones, opened[0], stock_zone, dealer, trumps)
    twice = [format_card(card) for card, times in Counter(deal.cards).items() if times > 1]
    if twice:
        raise DealError(f"the card {twice[0]} is there twice: Bank is played with one pack")
    return deal


def _zone(text: str, where: str) -> Zone:
    try:
        zone = parse_zone(text, Labelling.FULL)
    except CardError as error:
        raise DealError(f"{where}: {error}") from error
    strange = [format_card(card) for card in zone if card not in PACK]
    if strange:
        raise DealError(f"{where}: {strange[0]} is no card of Bank: there are 6 to 9, T, J, Q, K and A, in one pack")
    return zone


PACK: Final = frozenset(whole_pack())


def whole_deal_error(deal: RoundDeal, pack: Zone) -> str:
    """What is wrong with the cards of a deal that must be exactly these; empty if nothing is."""
    dealt = Counter(deal.cards)
    missing = [format_card(card) for card in pack if not dealt[card]]
    strange = [format_card(card) for card in dealt if card not in pack]
    twice = [format_card(card) for card, times in dealt.items() if times > 1]
    faults = [
        f"{what}: {' '.join(cards)}"
        for what, cards in (("missing", missing), ("there twice", twice), ("not of this pack", strange))
        if cards
    ]
    return "; ".join(faults)


# --- deal ---


@clause("BANK-34", "BANK-35")
def four_each_one_open(book: Book, deck: Zone, seats: int, dealer: Seat) -> RoundDeal:
    """Four cards for each seat, one after the other from the dealer's left, then one open; the rest is the stock."""
    dealt = book.cards_each * seats
    first_cards = [(seat - dealer - 1) % seats for seat in range(seats)]
    hands = tuple([deck[place:dealt:seats] for place in first_cards])
    return RoundDeal(hands, deck[dealt], deck[dealt + 1 :], dealer)


@clause("BANK-35", "BANK-04")
def opened(book: Book, deal: RoundDeal) -> Round:
    """The round before the first move: the open card lies in the bank, laid by nobody."""
    seats = len(deal.hands)
    dealer = deal.dealer if deal.dealer != NOBODY else Seat(seats - 1)
    table = Round(
        hands=deal.hands,
        stock=deal.stock,
        bank=(deal.open_card,),
        top=deal.open_card,
        captured=((),) * seats,
        turn=dealer,
        first=NOBODY,
        dealer=dealer,
        trumps=deal.trumps or book.trump_suits,
    )
    first = starts(book, table)
    return replace(table, turn=first, first=first)


# --- who moves first ---


def starts(book: Book, table: Round) -> Seat:
    """The seat that moves first."""
    found = in_the_suit(book, table)
    return book.first_mover(book, table, found) if found else left_of_dealer(table)


@clause("BANK-36", "BANK-37")
def in_the_suit(book: Book, table: Round) -> tuple[Holding, ...]:
    """Who holds which lower cards of the open card's suit; if nobody holds any, who holds which higher ones."""
    order, top = book.rank_order(), table.bank[0]
    value = order.index(face_of(top))
    held = [
        Holding(order.index(face_of(card)) - value, Seat(seat))
        for seat, hand in enumerate(table.hands)
        for card in hand
        if suit_of(card) == suit_of(top)
    ]
    lower = tuple([one for one in held if one.distance < 0])
    return lower or tuple(held)


@clause("BANK-38")
def left_of_dealer(table: Round) -> Seat:
    """The first seat with cards from the dealer's left."""
    return next_holder(table, table.dealer)


@clause("BANK-36")
def nearest_rank(book: Book, table: Round, held: tuple[Holding, ...]) -> Seat:
    """Of several, the seat whose card is nearest in value to the open card (BANK-A15)."""
    return min(held, key=_how_far).seat


def lowest(book: Book, table: Round, held: tuple[Holding, ...]) -> Seat:
    """Of several, the seat with the lowest card (BANK-A15)."""
    return min(held, key=_how_high).seat


def first_clockwise(book: Book, table: Round, held: tuple[Holding, ...]) -> Seat:
    """Of several, the first seat clockwise from the dealer's left (BANK-A15)."""
    seats, holding = len(table.hands), [one.seat for one in held]
    for distance in range(1, seats):
        seat = Seat((table.dealer + distance) % seats)
        if seat in holding:
            return seat
    return table.dealer


def _how_far(one: Holding) -> int:
    return abs(one.distance)


def _how_high(one: Holding) -> int:
    return one.distance
