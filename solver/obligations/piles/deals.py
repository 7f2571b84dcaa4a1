"""D2: where every card of the pack goes, and who is to act then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.piles import play
from model.piles.rulebook import Book, Dealing
from solver import terms
from solver.obligations import Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import record, seat
from solver.obligations.piles.demands import a_card
from solver.obligations.piles.order import Piles, agreed, have_cards, under
from solver.obligations.piles.preparation import dealer_is_a_seat, left_of
from solver.terms import Bool, Int, and_, equal, implies, ite, number, total
from solver.translate import LoopRule
from solver.values import Mismatch, Record, Value, as_int, as_zone

# --- one card ---


def any_hand_and_card(setting: Piles) -> Inputs:
    """Any hand, and any card dealt to it."""
    return {"hand": setting.theory.constant("hand"), "card": setting.shapes.any_of(int, "card", 0)}


def dealt_hand(setting: Piles, hand: terms.Zone, card: Int) -> terms.Zone:
    """A hand that has been dealt a card: on top of it or, if that was agreed on, under it."""
    theory, single = setting.theory, setting.theory.of([card])
    last_on_top = agreed(dealt_on_top="last_dealt")(setting.declared)
    return theory.joined(single, hand) if last_on_top else theory.joined(hand, single)


def lies_on_top(setting: Piles, inputs: Inputs, after: Value) -> Statements:
    """The hand is what it was, with the card in its place."""
    theory = setting.theory
    expected = dealt_hand(setting, as_zone(theory, inputs["hand"]), as_int(inputs["card"]))
    return {"the card lies where it should, and the hand is unchanged": equal(as_zone(theory, after), expected)}


def any_dealing(setting: Piles) -> Inputs:
    """Any moment of a deal."""
    return {"dealing": setting.shapes.any_of(Dealing, "dealing", setting.seats)}


def cards_to_deal(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the pack is not dealt out, and that the next card goes to a seat."""
    dealing = record(inputs["dealing"])
    return (setting.theory.length(dealing.zone("deck")) > 0) & seat(setting, dealing.int("to"))


def one_card_dealt(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """D2 for one card: it goes where it should, and nothing else moves."""
    before, theory = record(inputs["dealing"]), setting.theory
    deck, to = before.zone("deck"), before.int("to")
    card = theory.card(deck, number(0))
    gets, keeps = terms.TRUE, terms.TRUE
    for place, (old, new) in enumerate(zip(before.zones("hands"), after.zones("hands"), strict=True)):
        gets &= implies(equal(to, number(place)), equal(new, dealt_hand(setting, old, card)))
        keeps &= equal(to, number(place)) | equal(new, old)
    return {
        "the seat whose turn it is gets the top card": gets,
        "no other hand changes": keeps,
        "the rest of the pack stays": equal(after.zone("deck"), theory.rest(deck)),
        "the next seat clockwise is next": equal(after.int("to"), _after(setting, to)),
    }


def _after(setting: Piles, place: Int, seats: int = 1) -> Int:
    """The seat so many seats clockwise from another."""
    return setting.theory.facts.divided(place + seats, setting.seats)[1]


# --- the whole pack ---


def any_pack(setting: Piles) -> Inputs:
    """Any pack, and any dealer."""
    deck = setting.theory.constant("deck")
    return {"deck": deck, "seats": setting.seats, "dealer": setting.shapes.any_of(int, "dealer", 0)}


def places_from_dealer(setting: Piles, dealer: Int) -> list[Int]:
    """For each seat, how many seats after the dealer's left it sits: 0 for the first to get a card."""
    divided = setting.theory.facts.divided
    return [divided(number(place) - dealer - 1, setting.seats)[1] for place in range(setting.seats)]


def dealing_rule(setting: Piles, inputs: Inputs) -> LoopRule:
    """What holds while a pack is dealt: after k cards each seat has its share of k, and no card is missing."""
    theory, seats, dealer = setting.theory, setting.seats, as_int(inputs["dealer"])

    def everything(measure: Callable[[terms.Zone], Int], dealing: Record) -> Int:
        return total(map(measure, (*dealing.zones("hands"), dealing.zone("deck"))))

    def invariant(changed: Inputs, start: Inputs) -> Bool:
        dealing, pack = dealing_of(changed), dealing_of(start)
        hands = dealing.zones("hands")
        rounds, extra = theory.facts.divided(total(map(theory.length, hands)), seats)
        following = theory.facts.divided(dealer + 1 + extra, seats)[1]
        shares = [rounds + ite(place < extra, number(1), number(0)) for place in places_from_dealer(setting, dealer)]
        return and_(
            *(equal(theory.length(hand), share) for hand, share in zip(hands, shares, strict=True)),
            equal(dealing.int("to"), following),
            *(equal(everything(each, dealing), everything(each, pack)) for each in (theory.length, theory.weight)),
        )

    return LoopRule(invariant, lambda changed: theory.length(dealing_of(changed).zone("deck")))


def dealing_of(changed: Inputs) -> Record:
    """The dealing among the variables that a loop changes."""
    for value in changed.values():
        if isinstance(value, Record) and value.cls is Dealing:
            return value
    raise Mismatch("no Dealing that the loop changes")


def _nothing_lost(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    theory, deck = setting.theory, as_zone(setting.theory, inputs["deck"])
    everywhere = (*after.zones("hands"), after.zone("middle"), after.zone("aside"))
    return {
        "there are as many cards as in the pack": equal(total(map(theory.length, everywhere)), theory.length(deck)),
        "they are the cards of the pack": equal(total(map(theory.weight, everywhere)), theory.weight(deck)),
    }


def _empty(setting: Piles, after: Record, *piles: str) -> Bool:
    return and_(*(equal(setting.theory.length(after.zone(pile)), number(0)) for pile in piles))


def pack_dealt(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """D2 for the whole deal: the whole pack lies in nearly equal hands, the first seats having the cards left over."""
    theory, hands = setting.theory, after.zones("hands")
    sizes = list(zip(places_from_dealer(setting, as_int(inputs["dealer"])), map(theory.length, hands), strict=True))
    return together(
        _nothing_lost(setting, inputs, after),
        {
            "all of them lie in the hands": _empty(setting, after, "middle", "aside"),
            "two hands differ by at most one card": and_(*(one <= other + 1 for _, one in sizes for _, other in sizes)),
            "the first seats get the cards that do not divide": and_(
                *(implies(place < later, size >= less) for place, size in sizes for later, less in sizes)
            ),
        },
    )


def rest_in_the_middle(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """D2 where what does not divide is laid in the middle: equal hands, and fewer cards there than there are seats."""
    theory, deck = setting.theory, as_zone(setting.theory, inputs["deck"])
    sizes = [theory.length(hand) for hand in after.zones("hands")]
    middle = theory.length(after.zone("middle"))
    rest = theory.facts.divided(theory.length(deck), setting.seats)[1]
    return together(
        _nothing_lost(setting, inputs, after),
        {
            "all hands have as many cards": and_(*(equal(sizes[0], size) for size in sizes[1:])),
            "in the middle lie the cards that do not divide": equal(middle, rest),
            "they are the last ones of the pack": equal(
                after.zone("middle"), theory.cut(deck, theory.length(deck) - rest)[1]
            ),
            "nothing is set aside": _empty(setting, after, "aside"),
        },
    )


def starts_left_of_dealer(setting: Piles, inputs: Inputs, table: Record) -> Statements:
    """After the deal the seat that was agreed on is to act, if the pack had a card for it."""
    dealer = as_int(inputs["dealer"])
    left = agreed(first_seat="left_of_dealer")(setting.declared)
    starts = left_of(setting, dealer) if left else dealer
    has = have_cards(setting, table.zones("hands"))
    can = and_(*(implies(equal(starts, number(at)), each) for at, each in enumerate(has)))
    return {"whoever the rules let start is to act": implies(can, equal(table.int("turn"), starts))}


ON_TOP: Final[Scene[Book]] = Scene("dealt_on_top", lambda book: book.dealt_on_top, any_hand_and_card, a_card)
DEAL_ONE: Final[Scene[Book]] = Scene("deal_one", lambda book: book.deal_one, any_dealing, cards_to_deal)
DEAL: Final[Scene[Book]] = Scene("deal", lambda book: book.deal, any_pack, dealer_is_a_seat, dealing_rule)
DEAL_PACK: Final[Scene[Book]] = Scene(
    "deal_pack", lambda book: play.deal_pack, any_pack, dealer_is_a_seat, dealing_rule
)

SCENES: Final = (ON_TOP, DEAL_ONE, DEAL, DEAL_PACK)

SEVERAL: Final = ({}, *under("dealt_on_top", "first_dealt"))

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "D1.starts",
        DEAL_PACK,
        "after the deal the seat that was agreed on is to act, if there was a card for it",
        ("BMN-10",),
        starts_left_of_dealer,
        seats=(2, 3),
    ),
    Obligation(
        "D2.dealt_on_top",
        ON_TOP,
        "dealt cards are stacked where it was agreed, nothing of the hand being moved",
        ("BMN-08",),
        lies_on_top,
        under=SEVERAL,
        once=True,
    ),
    Obligation(
        "D2.deal_one",
        DEAL_ONE,
        "dealing one card gives the top card of the pack to the seat whose turn it is and changes nothing else",
        ("BMN-06",),
        one_card_dealt,
        under=SEVERAL,
    ),
    Obligation(
        "D2.deal",
        DEAL,
        "the deal puts every card of the pack in exactly one hand; hands differ by at most one card; the first seats "
        "left of the dealer have the cards that do not divide; it ends",
        ("BMN-06", "BMN-07", "BMN-60", "BMN-61"),
        pack_dealt,
        when=agreed(deal="singly_clockwise"),
    ),
    Obligation(
        "D2.rest_to_middle",
        DEAL,
        "the deal makes equal hands; what does not divide lies in the middle, in its order; no card is lost; it ends",
        ("BB-04", "BB-06"),
        rest_in_the_middle,
        when=agreed(deal="equal_rest_to_middle"),
        under=under("deal", "equal_rest_to_middle"),
        seats=(2, 3, 4),
    ),
)
