"""The rule book of a pile game: one small function for each rule point, and the parameters.

A profile picks one alternative for each point. Swapping a field is all that an option, a house rule, a doubtful
reading, or a misreading needs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

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


class SlapPriority(StrEnum):
    """What comes first when the last card owed makes a situation that may be slapped (BB-A09)."""

    BEFORE_COLLECTION = "before_collection"
    COLLECTION_FIRST = "collection_first"


def _no_slaps(*anything: object) -> Any:  # noqa: ANN401
    """What stands at the rule points of slaps in a game that has none. Never asked."""
    raise AssertionError("this game has no slaps")


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
    slaps: tuple[Callable[[Book, Zone], bool], ...] = ()
    """Situations in which the middle may be slapped; none in the plain games."""
    trigger_ranks: tuple[Face, ...] = ()
    """The ranks that may be slapped where `rank_trigger` is agreed."""
    slap_window: Callable[[Book, Zone, int], bool] = _no_slaps
    slap_in_debt: Callable[[Book, Table, Seat], Table] = _no_slaps
    slap_priority: SlapPriority = SlapPriority.BEFORE_COLLECTION
    slap_tie: Callable[[tuple[Seat, ...]], Seat] = _no_slaps
    wrong_slap: Callable[[Book, Table, Seat], Table] = _no_slaps
    burned_order: Callable[[Zone, Zone], Zone] = _no_slaps
    payer_burned_out: Callable[[Book, Table], Table] = _no_slaps
    penalty: int = 1
    """How many cards a wrong slap costs, or for how many it bars from slapping, where it costs something."""
    burned_count_for_slaps: Callable[[Table, Zone], Zone] = _no_slaps
    hidden_cards_match: Callable[[Table], Zone] = _no_slaps
    empty_hand: Callable[[Table, Seat], bool] = _no_slaps
    leftover_challenges: Callable[[Book, Table], Table] = _no_slaps
    slapping: bool = False
    """Whether hands may be put on the middle at all, rightly or wrongly."""


@clause("BMN-12", "BMN-14")
def demand(book: Book, card: Card) -> Debt:
    """What a card demands of the next player: nothing, if it is ordinary."""
    return book.pay_map.demands[face_of(card)]
