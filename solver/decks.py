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
"""A hand is one word of bits."""
MOST_SPELT: Final = 8
"""A deck of so many cards is written card by card, and a larger one with counts."""
MOST_POSITIONS: Final = 100_000
"""So many positions the graph of tricks may have."""
MOST_RANKS: Final = 52
MOST_STATES: Final = 500_000
MOST_TICKS: Final = 1_000_000
"""So many states, and so many ticks in all of them together, the graph of a game with slaps may have."""

_LETTERS: Final = "JQKA-"
_COUNTED: Final = "-JQKA"
"""In this order classes are named with their counts."""
_PART: Final = re.compile(r"([0-9]*)([JQKA-])")


class DeckError(DealError):
    """A text that is no deck, or a deck that cannot be explored. The message says what is wrong and what is right."""


class DeckOfRanks(DeckError):
    """A text that is no deck of classes, but would be one of ranks."""


class TooManyPositions(DeckError):
    """A deck whose graph would be too large; `orders` is in how many different orders its cards can lie."""

    def __init__(self, message: str, orders: int) -> None:
        super().__init__(message)
        self.orders = orders


def parse_deck(text: str) -> Zone:
    """Read a deck such as `JJ----`, or with counts `2J4-` or `4-2J`; spaces are allowed. The order is of no account.

    A number says how many there are of the card behind it. Raises DeckOfRanks for what can be read as ranks only, and
    DeckError for everything else that is no deck.
    """
    packed = text.replace(" ", "")
    cards: list[Card] = []
    place = 0
    while place < len(packed):
        part = _PART.match(packed, place)
        if part is None or part[1].startswith("0"):
            raise _no_deck(text, packed[place:])
        if len(part[1]) > 3:
            raise _wrong(text, f"{part[1][:12]} is too large a number of cards")
        cards += [Card(OWES["-JQKA".index(part[2])])] * int(part[1] or 1)
        place = part.end()
    if len(cards) < FEWEST_CARDS:
        raise DeckError(f"deck '{text}' has {count(len(cards), 'card')}: two seats need at least {FEWEST_CARDS}")
    return tuple(sorted(cards, key=lambda card: _LETTERS.index(format_card(card))))


def _no_deck(text: str, rest: str) -> DeckError:
    right = "write each card, - J Q K A, such as JJ----, or how many of each, such as 2J4-"
    if rest.lstrip("0123456789") == "":
        return _wrong(text, f"the number {rest} at the end says how many, but not of which card: {right}")
    if rest[0].isdigit():
        return _wrong(text, f"'{rest}' should start with a number from 1 on and a card: {right}")
    return _wrong(text, f"'{rest[0]}' is no card class: {right}")


def _wrong(text: str, why: str) -> DeckError:
    """What is wrong with a text that is no deck of classes, and whether it would be a deck of ranks."""
    told = f"deck '{text}': {why}"
    try:
        parse_ranks(text)
    except DeckError:
        return DeckError(told)
    return DeckOfRanks(f"{told}; decks of ranks are for games with slaps")


def check_positions(deck: Zone, balanced: bool, most: int) -> None:
    """Refuse a deck whose deals alone are more positions than a graph may have. Raises TooManyPositions.

    Raises DeckError for one that is too large for other reasons.
    """
    if len(deck) > MOST_CARDS:
        raise DeckError(
            f"the deck has {len(deck)} cards, and a graph has decks of at most {MOST_CARDS}: choose a smaller deck"
        )
    dealt = orders(deck)
    made = dealt * (1 if balanced else len(deck) - 1)
    if made > most:
        raise TooManyPositions(
            f"the deck has {_large(made)} deals, and a graph has at most {most:,} positions: choose a smaller deck"
            + (", or --balanced for equal halves only" if not balanced and dealt <= most else ""),
            dealt,
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
    """A deck of classes with counts, as `parse_deck` and a command line read it: `4-2J`, never with `-` in front."""
    held = Counter(format_card(card) for card in deck)
    named = ((letter, held[letter]) for letter in _COUNTED if held[letter])
    return "".join(f"{number if number > 1 or letter == '-' else ''}{letter}" for letter, number in named)


def deck_words(deck: Zone) -> str:
    """A deck of classes as people read it, and a command line too: `JJ----`, and a large one with counts: `14-2J2Q`."""
    spelt = "".join(sorted(map(format_card, deck), key=_LETTERS.index))
    return packed_deck(deck) if len(deck) > MOST_SPELT or spelt.startswith("-") else spelt


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
            f"{what} about {_large(ticks)} moves where a wrong slap changes something, and a graph has at most"
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
    """A number of things as people write it: `1 card`, `1,496 states`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
