"""Small decks, and every deal of one to two seats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from model.cards import OWES, Card, Zone, format_card
from model.deal import Deal, DealError

FEWEST_CARDS: Final = 2
MOST_CARDS: Final = 8
"""Graphs are for looking at: this many cards, and no more."""

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


def check_size(deck: Zone) -> None:
    """Refuse a deck whose graph nobody could look at. Raises DeckError."""
    if len(deck) > MOST_CARDS:
        raise DeckError(
            f"the deck has {len(deck)} cards, and a graph to look at has at most {MOST_CARDS}: choose a smaller deck"
            " (the games of bigger decks will be counted by a command still to come)"
        )


def deals(deck: Zone, balanced: bool = False) -> Iterator[Deal]:
    """Every different deal of the deck to two seats, each with at least one card.

    Balanced deals are those that dealing singly makes: equal halves, the odd card with the leader.
    """
    half = (len(deck) + 1) // 2
    cuts = (half,) if balanced else range(1, len(deck))
    for order in _arrangements(Counter(deck)):
        for cut in cuts:
            yield Deal((order[:cut], order[cut:]))


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
