"""Decks that are counted: so many cards of each class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial, prod
from typing import Final

from model.cards import OWES, Card, Zone, format_zone
from solver.decks import FEWEST_CARDS, MOST_CARDS, DeckError, count, packed_deck, parse_deck

LETTERS: Final = "-JQKA"
"""The classes by what they owe."""


@dataclass(frozen=True, slots=True, order=True)
class Deck:
    """How many cards owe 0, 1, 2, 3, 4. A deck has 2 to 64 cards; raises DeckError."""

    counts: tuple[int, int, int, int, int]

    def __post_init__(self) -> None:
        if min(self.counts) < 0 or self.size < FEWEST_CARDS:
            raise DeckError(f"the deck has {count(self.size, 'card')}: two seats need at least {FEWEST_CARDS}")
        if self.size > MOST_CARDS:
            raise DeckError(f"the deck has {self.size} cards, and a deck that is counted has at most {MOST_CARDS}")

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    @property
    def pay_cards(self) -> int:
        """The number of pay cards."""
        return self.size - self.counts[0]

    @property
    def cards(self) -> Zone:
        """The cards, those that owe least first."""
        return tuple(Card(OWES[owed]) for owed, number in enumerate(self.counts) for _ in range(number))

    @property
    def letters(self) -> str:
        """Every card, pay cards first: `JJ----`."""
        plain = self.counts[0]
        return format_zone((*self.cards[plain:], *self.cards[:plain]))

    @property
    def arrangements(self) -> int:
        """In how many orders the cards can lie; so many deals there are for each cut."""
        return factorial(self.size) // prod(map(factorial, self.counts))

    def __str__(self) -> str:
        """The deck in counts, as `parse_deck` and a command line read it: `4-2J`, and never with a `-` in front."""
        return packed_deck(self.cards)


def deck_of(text: str) -> Deck:
    """Read a deck such as `JJ----` or `4-2J`. Raises DeckError."""
    held = Counter(parse_deck(text))
    plain, jacks, queens, kings, aces = (held[Card(face)] for face in OWES)
    return Deck((plain, jacks, queens, kings, aces))


def decks_of(size: int) -> Iterator[Deck]:
    """Every deck of so many cards that has a pay card, fewest pay cards first. Raises DeckError for a wrong size."""
    Deck((size, 0, 0, 0, 0))
    for pay in range(1, size + 1):
        for jacks in range(pay, -1, -1):
            for queens in range(pay - jacks, -1, -1):
                for kings in range(pay - jacks - queens, -1, -1):
                    yield Deck((size - pay, jacks, queens, kings, pay - jacks - queens - kings))
