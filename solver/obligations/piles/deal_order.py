"""D2, card by card: to which seat each card of the pack goes, and where in the hand it lies.

It is said of any one place in the pack, so that it holds of all of them.
"""

from __future__ import annotations

from typing import Final

from model.cards import Zone as Cards
from model.game import Seat
from model.piles.rulebook import Book, Dealt
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.piles.deals import (
    any_pack,
    dealing_of,
    dealing_rule,
    places_from_dealer,
)
from solver.obligations.piles.order import Piles, agreed
from solver.obligations.piles.preparation import dealer_is_a_seat
from solver.terms import Bool, Int, Zone, and_, equal, implies
from solver.translate import LoopRule
from solver.values import Record, as_int, as_zone


def dealt(book: Book, deck: Cards, seats: int, dealer: Seat, place: int) -> Dealt:
    """The deal; `place` is some place in the pack, of which something is then said."""
    return book.deal(book, deck, seats, dealer)


def any_place(setting: Piles) -> Inputs:
    """Any pack, any dealer, and any place in the pack."""
    return {**any_pack(setting), "place": setting.shapes.any_of(int, "place", 0)}


def place_in_pack(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that somebody at the table deals, and that the place is one of the pack."""
    place, deck = as_int(inputs["place"]), as_zone(setting.theory, inputs["deck"])
    return dealer_is_a_seat(setting, inputs) & (place >= 0) & (place < setting.theory.length(deck))


def in_hands(setting: Piles, inputs: Inputs, hands: tuple[Zone, ...]) -> Bool:
    """The card of that place lies in the hand of the seat whose turn it was, below what was dealt to it afterwards."""
    theory, place = setting.theory, as_int(inputs["place"])
    card = theory.card(as_zone(theory, inputs["deck"]), place)
    rounds, turn = theory.facts.divided(place, setting.seats)
    places = places_from_dealer(setting, as_int(inputs["dealer"]))

    def depth(hand: Zone) -> Int:
        on_top = agreed(dealt_on_top="last_dealt")(setting.declared)
        return theory.length(hand) - 1 - rounds if on_top else rounds

    return and_(
        *(
            implies(equal(turn, at), (rounds < theory.length(hand)) & equal(theory.card(hand, depth(hand)), card))
            for at, hand in zip(places, hands, strict=True)
        )
    )


def order_rule(setting: Piles, inputs: Inputs) -> LoopRule:
    """What holds while a pack is dealt: a card that was dealt lies where it should, one that was not comes nearer."""
    shares, theory, place = dealing_rule(setting, inputs), setting.theory, as_int(inputs["place"])

    def invariant(changed: Inputs, start: Inputs) -> Bool:
        dealing, pack = dealing_of(changed), dealing_of(start)
        left = theory.length(dealing.zone("deck"))
        gone = theory.length(pack.zone("deck")) - left
        waits = equal(theory.card(dealing.zone("deck"), place - gone), theory.card(pack.zone("deck"), place))
        lies = in_hands(setting, inputs, dealing.zones("hands"))
        return and_(shares.invariant(changed, start), implies(place >= gone, waits), implies(place < gone, lies))

    return LoopRule(invariant, shares.measure)


def in_its_place(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The card of that place has gone to the seat whose turn it was."""
    words = "the card lies in the hand whose turn it was, with what was dealt to it later on its proper side"
    return {words: in_hands(setting, inputs, after.zones("hands"))}


ORDER: Final[Scene[Book]] = Scene("dealt", lambda book: dealt, any_place, place_in_pack, order_rule)

SCENES: Final = (ORDER,)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "D2.order",
        ORDER,
        "the cards of the pack go to the seats in turn, beginning left of the dealer, each onto those dealt before",
        ("BMN-06", "BMN-08"),
        in_its_place,
        when=agreed(deal="singly_clockwise"),
        seats=(2, 3, 4),
    ),
)
