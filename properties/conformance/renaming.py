"""Other cards in the place of some: fewer ranks and suits, and plainer ones. What was alike stays alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from model.bank.ranks import SIX, suit_of
from model.cards import RANKS, SUITS, Card, Face, Labelling, Zone, card, face_of, parse_zone

Names = Mapping[Card, Card]
"""What cards become; those that do not stand here stay as they are."""
PLAINEST: Final = {Labelling.CLASS: "-JQKA", Labelling.RANK: "23456JQKA"}
"""What cards are made into, the plainest first: ordinary cards, then those that ask for least."""
OF_BANK: Final = RANKS[RANKS.index(SIX) :]


def renamed(zone: Zone, names: Names) -> Zone:
    """Cards under their new names."""
    return tuple(names.get(each, each) for each in zone)


def plain_faces(labelling: Labelling) -> list[Face]:
    """The faces that cards of pile games are made into, the plainest first."""
    kind = Labelling.CLASS if labelling is Labelling.CLASS else Labelling.RANK
    return [face_of(each) for each in parse_zone(PLAINEST[kind], kind)]


def plainer_ranks(cards: Zone, labelling: Labelling) -> Iterator[Names]:
    """All cards of one rank made into a plainer one. Two ranks may become one."""
    known = sorted({face_of(each) for each in cards}, reverse=True)
    for plain in plain_faces(labelling):
        for face in known:
            if plain < face:
                yield _into_rank(cards, face, plain, labelling)


def _into_rank(cards: Zone, face: Face, plain: Face, labelling: Labelling) -> Names:
    """The cards of one rank as cards of another: in their own suits as far as those are free. Empty if too few are."""
    mine = [each for each in dict.fromkeys(cards) if face_of(each) == face]
    if labelling is not Labelling.FULL:
        return {each: card(plain) for each in mine}
    free = [each for suit in SUITS if (each := card(plain, suit)) not in cards]
    found: dict[Card, Card] = {}
    for each in sorted(mine, key=lambda each: card(plain, suit_of(each)) not in free):
        own = card(plain, suit_of(each))
        if not free:
            return {}
        found[each] = own if own in free else free[0]
        free.remove(found[each])
    return found


def first_suits(cards: Zone) -> Names:
    """Of each rank the card that stands first in clubs, the next in diamonds, and so on."""
    found: dict[Card, Card] = {}
    for each in dict.fromkeys(cards):
        before = sum(face_of(other) == face_of(each) for other in found)
        found[each] = card(face_of(each), SUITS[before % len(SUITS)], before // len(SUITS))
    return found


def lower_ranks(cards: Zone) -> Iterator[Names]:
    """In Bank: all cards of one rank made into a rank that is there already, or into a lower one, in their suits."""
    ranks = sorted(set(map(face_of, cards)), reverse=True)
    for face in ranks:
        for other in dict.fromkeys((*ranks, *OF_BANK)):
            if other in ranks or other < face:
                yield _if_all_differ(
                    cards, {each: card(other, suit_of(each)) for each in cards if face_of(each) == face}
                )


def lower_suits(cards: Zone) -> Iterator[Names]:
    """In Bank: all cards of one suit made into another; or two suits change places, for the first ones to be there."""
    suits = sorted(set(map(suit_of, cards)), reverse=True)
    for suit in suits:
        for other in SUITS:
            there = {each: card(face_of(each), other) for each in cards if suit_of(each) == suit}
            back = {each: card(face_of(each), suit) for each in cards if suit_of(each) == other}
            yield _if_all_differ(cards, there)
            yield {**there, **back}


def moved_suits(cards: Zone, gone: int) -> Names:
    """In Bank: the suits moved on as the seats are when one is gone, so that everybody keeps the same trumps."""
    left = [suit for place, suit in enumerate(SUITS) if place != gone]
    order = [*left, SUITS[gone]]
    return {each: card(face_of(each), SUITS[order.index(suit_of(each))]) for each in cards}


def _if_all_differ(cards: Zone, names: Names) -> Names:
    """The names, if no two cards become one; else none."""
    return names if len(set(renamed(cards, names))) == len(set(cards)) else {}
