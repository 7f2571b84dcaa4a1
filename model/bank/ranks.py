"""The 36 cards of Bank, what they are worth, and in which order their ranks stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NewType

from model.cards import ACE, FACES, JACK, KING, QUEEN, SUITS, TEN, Card, Face, Suit, Zone, card, face_of
from model.clause import clause

Points = NewType("Points", int)
"""Points of cards, bonuses and penalties."""

NO_CARD: Final = Card(-1)
"""Stands where a card could be, and none is."""

SIX, SEVEN, EIGHT, NINE = Face(6), Face(7), Face(8), Face(9)

RankOrder = tuple[Face, ...]
"""Ranks from junior to senior."""


@dataclass(frozen=True, slots=True)
class Worth:
    """One line of the table of points: cards of this rank count so much, by this clause."""

    rank: Face
    points: Points
    clauses: tuple[str, ...]


WORTH: Final = (
    Worth(ACE, Points(12), ("BANK-78",)),
    Worth(TEN, Points(10), ("BANK-79",)),
    Worth(KING, Points(5), ("BANK-80",)),
    Worth(QUEEN, Points(3), ("BANK-81",)),
    Worth(JACK, Points(1), ("BANK-82",)),
    *(Worth(rank, Points(0), ("BANK-83",)) for rank in (NINE, EIGHT, SEVEN, SIX)),
)
"""What a card counts for whoever has captured it: 31 a suit, 124 in all."""

POINTS_OF_FACE: Final = tuple(
    next((line.points for line in WORTH if line.rank == face), Points(0)) for face in range(FACES)
)
"""The same by face, for look-up."""


@clause("BANK-39")
def literal() -> RankOrder:
    """From junior to senior as the text says in so many words: the ace is the lowest and the six the highest."""
    return (ACE, TEN, KING, QUEEN, JACK, NINE, EIGHT, SEVEN, SIX)


@clause("BANK-05")
def header_up() -> RankOrder:
    """The order of the header, read upwards: the six is the lowest and the ace the highest."""
    return (SIX, SEVEN, EIGHT, NINE, JACK, QUEEN, KING, TEN, ACE)


@clause("BANK-02", "BANK-03")
def whole_pack() -> Zone:
    """The 36 cards of the game, unshuffled: nine ranks in four suits, one pack."""
    return tuple(card(rank, suit) for suit in SUITS for rank in header_up())


def suit_of(card: Card) -> Suit:
    """The suit of a card."""
    return Suit(card // FACES % 8)


def points_of(zone: Zone) -> Points:
    """What cards count together."""
    return Points(sum([POINTS_OF_FACE[face_of(card)] for card in zone]))


def is_worthless(card: Card) -> bool:
    """Whether a card counts nothing."""
    return POINTS_OF_FACE[face_of(card)] == 0
