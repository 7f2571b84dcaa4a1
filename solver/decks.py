"""Small decks, and every deal of one: to two seats with every cut, or as the book of a game with slaps deals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import comb, factorial, perm, prod
from typing import Final

from model.cards import OWES, Card, CardError, Labelling, Zone, format_card, parse_zone
from model.deal import Deal, DealError
from model.game import Seat
from model.piles import slaps
from model.piles.points import check_seats
from model.piles.rulebook import Book

FEWEST_CARDS: Final = 2
MOST_CARDS: Final = 64
MOST_POSITIONS: Final = 100_000
"""So many positions the graph of tricks may have."""
MOST_RANKS: Final = 52
MOST_STATES: Final = 500_000
MOST_TICKS: Final = 1_000_000
"""So many states, and so many ticks in all of them together, the graph of a game with slaps may have."""

_LETTERS: Final = "JQKA-"
_PART: Final = re.compile(r"([0-9]*)([JQKA-])")


class DeckError(DealError):
    """A text that is no deck, or a deck that cannot be explored. The message says what is wrong and what is right."""


def parse_deck(text: str) -> Zone:
    """Read a deck such as `JJ----`, or with counts `2J4-` or `4-2J`; spaces are allowed. The order is of no account.

    A number says how many there are of the card behind it. Raises DeckError.
    """
    packed = text.replace(" ", "")
    cards: list[Card] = []
    place = 0
    while place < len(packed):
        part = _PART.match(packed, place)
        if part is None or part[1].startswith("0"):
            raise DeckError(_no_deck(text, packed[place:]))
        if len(part[1]) > 3:
            raise DeckError(f"deck '{text}': {part[1][:12]} is too large a number of cards")
        cards += [Card(OWES["-JQKA".index(part[2])])] * int(part[1] or 1)
        place = part.end()
    if len(cards) < FEWEST_CARDS:
        raise DeckError(f"deck '{text}' has {count(len(cards), 'card')}: two seats need at least {FEWEST_CARDS}")
    return tuple(sorted(cards, key=lambda card: _LETTERS.index(format_card(card))))


def _no_deck(text: str, rest: str) -> str:
    right = "write each card, - J Q K A, such as JJ----, or how many of each, such as 2J4-"
    if rest.lstrip("0123456789") == "":
        return f"deck '{text}': the number {rest} at the end says how many, but not of which card: {right}"
    if rest[0].isdigit():
        return f"deck '{text}': '{rest}' should start with a number from 1 on and a card: {right}"
    return f"deck '{text}': '{rest[0]}' is no card class: {right}"


def check_positions(deck: Zone, balanced: bool, most: int) -> None:
    """Refuse a deck whose deals alone are more positions than a graph may have. Raises DeckError."""
    if len(deck) > MOST_CARDS:
        raise DeckError(
            f"the deck has {len(deck)} cards, and a graph has decks of at most {MOST_CARDS}: choose a smaller deck"
        )
    made = orders(deck) * (1 if balanced else len(deck) - 1)
    if made > most:
        packed = packed_deck(deck)
        raise DeckError(
            f"{packed} has {_large(made)} deals, and a graph has at most {most:,} positions: choose a smaller deck,"
            + (" or --balanced for equal halves only," if not balanced and orders(deck) <= most else "")
            + f" or count instead (fairdeal count {packed}; with --cycles for all cycles)"
        )


def check_orders(book: Book, deck: Zone, seats: int, most: int) -> None:
    """Refuse a deck of ranks that cannot be dealt to so many seats, or has too many deals. Raises DeckError.

    Raises RuleChoiceError for seats that the game does not know.
    """
    _check_ranks(book, deck, seats)
    made = orders(deck)
    if made > most:
        raise DeckError(
            f"{len(deck)} cards of {count(len(set(deck)), 'rank')} have {_large(made)} orders, and a graph has at most"
            f" {most:,} positions: choose a smaller deck, or fewer ranks"
        )


def orders(deck: Zone) -> int:
    """In how many different orders the cards of a deck can lie."""
    return factorial(len(deck)) // prod(map(factorial, Counter(deck).values()))


def packed_deck(deck: Zone) -> str:
    """A deck of classes with counts, as `parse_deck` reads it: `2J4-`."""
    return "".join(f"{number if number > 1 else ''}{format_card(card)}" for card, number in Counter(deck).items())


def deals(deck: Zone, balanced: bool = False) -> Iterator[Deal]:
    """Every different deal of the deck to two seats, each with at least one card.

    Balanced deals are those that dealing singly makes: equal halves, the odd card with the leader.
    """
    half = (len(deck) + 1) // 2
    cuts = (half,) if balanced else range(1, len(deck))
    for order in _arrangements(Counter(deck)):
        for cut in cuts:
            yield Deal((order[:cut], order[cut:]))


def parse_ranks(text: str) -> Zone:
    """Read a deck of ranks such as `2233JJ`; spaces are allowed, and the order is of no account. Raises DeckError."""
    try:
        cards = parse_zone(text, Labelling.RANK)
    except CardError as error:
        raise DeckError(f"deck '{text}': {error}, such as 2233JJ") from error
    return tuple(sorted(cards))


def check_states(book: Book, deck: Zone, seats: int) -> None:
    """Refuse a deck that cannot be dealt to so many seats, or whose graph would be too large. Raises DeckError.

    Raises RuleChoiceError for seats that the game does not know.
    """
    _check_ranks(book, deck, seats)
    states = states_at_most(deck, seats)
    what = f"{len(deck)} cards of {count(len(set(deck)), 'rank')} and {seats} seats make"
    if states > MOST_STATES:
        raise DeckError(
            f"{what} up to {_large(states)} states, and a graph has at most {MOST_STATES:,}: choose a smaller deck, or"
            " fewer ranks"
        )
    ticks = states * hands_together(seats)
    if ticks > MOST_TICKS and wrong_slaps_cost(book):
        raise DeckError(
            f"{what} about {_large(ticks)} ticks where a wrong slap changes something, and a graph has at most"
            f" {MOST_TICKS:,}: choose a smaller deck, fewer seats, or wrong_slap=nothing"
        )


def _check_ranks(book: Book, deck: Zone, seats: int) -> None:
    check_seats(book, seats)
    if len(deck) < seats:
        raise DeckError(f"the deck has {count(len(deck), 'card')}: {seats} seats need at least {seats}")
    if len(deck) > MOST_RANKS:
        raise DeckError(f"the deck has {len(deck)} cards, and a pack has {MOST_RANKS}: choose a much smaller deck")


def states_at_most(deck: Zone, seats: int) -> int:
    """A bound on the states of a game: every order of the cards, every cut into hands and middle, whoever acts.

    Rules that keep more in mind (burned cards, bars) can have more.
    """
    return orders(deck) * comb(len(deck) + seats, seats) * seats


def hands_together(seats: int) -> int:
    """How many ways there are for hands to come down at one instant, one of them or more, in any order."""
    return sum(perm(seats, hands) for hands in range(1, seats + 1))


def wrong_slaps_cost(book: Book) -> bool:
    """Whether a wrong slap changes anything."""
    return book.wrong_slap is not slaps.nothing or book.empty_hand is slaps.one_chance


def _large(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"10^{len(str(number)) - 1}"


def book_deals(book: Book, deck: Zone, seats: int) -> Iterator[Deal]:
    """Every different deal that the book can make of the deck, A dealt to first. Raises DeckError if it makes none."""
    seen: set[Deal] = set()
    for order in _arrangements(Counter(deck)):
        try:
            dealt = book.deal(book, order, seats, Seat(seats - 1))
        except ValueError as error:
            raise DeckError(str(error)) from error
        deal = Deal(dealt.hands, Labelling.RANK, dealt.middle)
        if deal not in seen:
            seen.add(deal)
            yield deal


def _arrangements(left: Counter[Card]) -> Iterator[Zone]:
    """Every different order of the cards."""
    if not left:
        yield ()
    for card in sorted(left):
        for rest in _arrangements(left - Counter([card])):
            yield (card, *rest)


def count(number: int, what: str) -> str:
    """A number of things as people write it: `1 card`, `2 cards`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
