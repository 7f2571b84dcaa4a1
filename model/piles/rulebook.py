"""The rule book of a pile game: one small function for each rule point, and the parameters.

A profile picks one alternative for each point. Swapping a field is all that an option, a house rule, a doubtful
reading, or a misreading needs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum

from model.cards import FACES, OWES, Card, Face, Zone, face_of
from model.clause import clause
from model.game import Seat
from model.piles.state import Debt, Table


@dataclass(frozen=True, slots=True)
class Pay:
    """One line of a pay table: cards of this rank owe so much, by these clauses."""

    rank: Face
    owes: Debt
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PayMap:
    """Which cards are pay cards and what each demands; every other rank is ordinary."""

    name: str
    pays: tuple[Pay, ...]
    demands: tuple[Debt, ...]
    """The same by face, for look-up: classes demand what they say."""


def pay_map(name: str, *pays: Pay) -> PayMap:
    """A pay map from its lines. A card given as a class owes what its class says under every map."""
    by_face = [Debt(0)] * FACES
    for owed, face in enumerate(OWES):
        by_face[face] = Debt(owed)
    for pay in pays:
        by_face[pay.rank] = pay.owes
    return PayMap(name, pays, tuple(by_face))


class CountCards(StrEnum):
    """What counts as a card laid (found in the wild)."""

    LAID = "laid"
    LAID_AND_FAILED_DRAW = "laid_and_failed_draw"


class CountTricks(StrEnum):
    """What counts as a trick (found in the wild)."""

    WITH_LAST_PILE = "with_last_pile"
    COLLECTED_ONLY = "collected_only"


@dataclass(frozen=True, slots=True)
class Dealing:
    """A pack being dealt: the cards still in the dealer's hand, the hands so far, and who gets the next card."""

    deck: Zone
    hands: tuple[Zone, ...]
    to: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """Where every card of the pack went."""

    hands: tuple[Zone, ...]
    middle: Zone = ()
    aside: Zone = ()


@dataclass(frozen=True, slots=True)
class Book:
    """One complete set of rules. Field names are the rule points' wire names."""

    game: str
    fewest_seats: int
    most_seats: int
    ranks: tuple[Face, ...]

    packs: Callable[[int], int]
    deal: Callable[[Book, Zone, int, Seat], Dealt]
    deal_one: Callable[[Book, Dealing], Dealing]
    first_seat: Callable[[Seat, int], Seat]
    dealt_on_top: Callable[[Zone, Card], Zone]

    pay_map: PayMap
    pay_card: Callable[[Book, Table, Debt], Table]
    owed_card: Callable[[Book, Table], Table]
    paid: Callable[[Book, Table], Table]
    payer_out: Callable[[Book, Table], Table]
    plain_card: Callable[[Book, Table], Table]
    sole_holder: Callable[[Book, Table, Seat], Table]
    nobody_can_lay: Callable[[Book, Table], Table]

    pile_order: Callable[[Zone, Zone], Zone]
    leader: Callable[[Table, Seat], Seat]
    end: Callable[[Book, Table], Table]
    time_rule: Callable[[Table], tuple[Seat, ...]]
    position: Callable[[Table], Hashable]

    count_cards: CountCards = CountCards.LAID
    count_tricks: CountTricks = CountTricks.WITH_LAST_PILE
    slaps: tuple[Callable[[Zone], bool], ...] = ()
    """Situations in which the middle may be slapped; none in the plain games, where a won pile is collected at once."""


@clause("BMN-12", "BMN-14")
def demand(book: Book, card: Card) -> Debt:
    """What a card demands of the next player: nothing, if it is ordinary."""
    return book.pay_map.demands[face_of(card)]
