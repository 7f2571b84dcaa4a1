"""The cards of a small table dealt anew: to fewer seats, or with other ranks in the place of the ordinary ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from model.cards import THREE, TWO, Card, Labelling, Zone, card
from model.deal import Deal
from model.game import Act
from model.piles.play import apply_tick, initial, refusal
from model.piles.rulebook import Book, demand
from properties.conformance.script import Token

FEW: Final = 6
"""Tables of so many cards at most are tried with all patterns of two ordinary ranks."""


def laid_cards(book: Book, deal: Deal, script: Sequence[Token]) -> Zone:
    """The cards in the order in which the rules have them laid."""
    table, found = initial(book, deal), list[Card]()
    for token in script:
        tick = token.tick(book, table)
        if not token.stale and refusal(book, table, tick) is None:
            found += table.hands[table.turn][:1] if token.act is Act.LAY else ()
            table = apply_tick(book, table, tick)
    return tuple(found)


def fewer_hands(laid: Zone, seats: int) -> Iterator[tuple[Zone, ...]]:
    """Hands of fewer seats from which the same cards are laid: in turn, or all but the first by the second seat."""
    dealings = [tuple(laid[seat::number] for seat in range(number)) for number in range(2, seats)]
    yield from (hands for hands in dict.fromkeys((*dealings, (laid[:1], laid[1:]))) if all(hands))


def other_patterns(book: Book, deal: Deal) -> Iterator[Deal]:
    """A card less, and twos and threes in every pattern in the place of the ordinary cards."""
    zones = (*deal.hands, deal.middle)
    if deal.labelling is not Labelling.RANK or sum(map(len, zones)) > FEW:
        return
    for gone, zone in enumerate(zones):
        if len(zone) > (gone < len(deal.hands)):  # a hand must not be empty
            fewer = [each[:-1] if place == gone else each for place, each in enumerate(zones)]
            ordinary = [each for each in itertools.chain(*fewer) if not demand(book, each)]
            for pattern in itertools.product((card(TWO), card(THREE)), repeat=len(ordinary)):
                named = iter(pattern)
                dealt = [tuple(each if demand(book, each) else next(named) for each in zone) for zone in fewer]
                yield Deal(tuple(dealt[:-1]), deal.labelling, dealt[-1])
