"""Cards, and how people write them.

A card is one small integer, so that piles are plain tuples and a solver can read the model: its face, plus 32 times
its suit, plus 256 times its pack. Faces are the ranks two to ace, and five *classes* for deals that say no more of a
card than what it demands. Three notations:

- `class`: `-` owes nothing, `J Q K A` owe one to four (on input also `0` to `4`): `J--Q`;
- `rank`:  `2` to `9`, `T` (on input also `10`), `J Q K A`: `23J6`;
- `full`:  a rank with its suit `c d h s`, and `'` for a card of the second pack: `2cTh'`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, NewType

Card = NewType("Card", int)
"""One card: face + 32 * suit + 256 * pack."""

Face = NewType("Face", int)
"""A rank (2 to 14, ace high), or a class: 0 for an ordinary card, 16 + k for a card that owes k."""

Suit = NewType("Suit", int)
"""1 to 4 for clubs, diamonds, hearts, spades; 0 where the deal does not say."""

Zone = tuple[Card, ...]
"""A pile or a hand. The first card of a hand is the next to be played; the first of the middle was laid first."""

TEN, JACK, QUEEN, KING, ACE = Face(10), Face(11), Face(12), Face(13), Face(14)
TWO, THREE = Face(2), Face(3)
RANKS: Final = tuple(Face(rank) for rank in range(2, 15))
ORDINARY = Face(0)
HIDDEN: Final = Face(31)
"""A card that lies face down: it has no rank, and matches nothing."""
OWES: Final = tuple(Face(16 + owed) if owed else ORDINARY for owed in range(5))
"""The class faces by what they owe."""

FACES: Final = 32
SUITS: Final = (Suit(1), Suit(2), Suit(3), Suit(4))
PACK: Final = 256

_RANK_LETTERS: Final = dict(zip("23456789TJQKA", RANKS, strict=True)) | {"10": TEN}
_CLASS_LETTERS: Final = dict(zip("-JQKA", OWES, strict=True)) | dict(zip("01234", OWES, strict=True))
_FACE_NAMES: Final = {face: name for name, face in _RANK_LETTERS.items() if name != "10"}
_CLASS_NAMES: Final = dict(zip(OWES, "-JQKA", strict=True))
_SUIT_LETTERS: Final = " cdhs"
_NAMED_CARD: Final = re.compile(r"(10|[2-9TJQKA])([cdhs]?)('?)")


class Labelling(StrEnum):
    """How much a deal says of each card; two positions are equal when they are equal in the deal's own labelling."""

    CLASS = "class"
    RANK = "rank"
    FULL = "full"


class CardError(ValueError):
    """A text that is no card. The message says what, where, and what would be right."""


def card(face: Face, suit: Suit = Suit(0), pack: int = 0) -> Card:
    """The card with this face, suit and pack (0 for the first pack, 1 for the second)."""
    return Card(face + FACES * suit + PACK * pack)


def face_of(card: Card) -> Face:
    """The face of a card: its rank, or its class where the deal names only classes."""
    return Face(card % FACES)


@lru_cache(maxsize=4096)
def parse_zone(text: str, labelling: Labelling) -> Zone:
    """Read one hand, first card to be played first. Spaces between cards are allowed. Raises CardError."""
    return _parse_classes(text) if labelling is Labelling.CLASS else _parse_names(text, labelling)


def _parse_classes(text: str) -> Zone:
    cards: list[Card] = []
    for place, letter in enumerate(text, start=1):
        if letter == " ":
            continue
        if letter not in _CLASS_LETTERS:
            raise CardError(f"'{letter}' at place {place} of '{text}' is no card class: use - J Q K A (or 0 to 4)")
        cards.append(Card(_CLASS_LETTERS[letter]))
    return tuple(cards)


def _parse_names(text: str, labelling: Labelling) -> Zone:
    cards: list[Card] = []
    place = 0
    while place < len(text):
        if text[place] == " ":
            place += 1
            continue
        found = _NAMED_CARD.match(text, place)
        if found is None:
            raise CardError(
                f"'{text[place]}' at place {place + 1} of '{text}' is no card: use 2 to 9, T or 10, J Q K A"
                + (", each with a suit c d h s" if labelling is Labelling.FULL else "")
            )
        rank, suit, second = found.groups()
        if bool(suit) is not (labelling is Labelling.FULL):
            want = "needs a suit (c d h s)" if labelling is Labelling.FULL else "has a suit, but the others have none"
            raise CardError(f"'{found[0]}' at place {place + 1} of '{text}' {want}: name every card or none")
        if second and not suit:
            raise CardError(
                f"'{found[0]}' at place {place + 1} of '{text}': only a card with a suit can be of a second pack"
            )
        cards.append(card(_RANK_LETTERS[rank], Suit(_SUIT_LETTERS.index(suit or " ")), int(bool(second))))
        place = found.end()
    return tuple(cards)


@cache
def format_card(card: Card) -> str:
    """One card as people write it."""
    face, suit, pack = card % FACES, card % PACK // FACES, card // PACK
    if face == HIDDEN:
        return "?"
    if face == ORDINARY or face > ACE:
        return _CLASS_NAMES[Face(face)]
    return _FACE_NAMES[Face(face)] + _SUIT_LETTERS[suit].strip() + "'" * pack


def format_zone(zone: Iterable[Card]) -> str:
    """A hand or a pile as people write it, first card first."""
    return "".join(map(format_card, zone))
