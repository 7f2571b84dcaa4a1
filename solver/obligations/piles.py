"""What is to be proved of the pile games without slaps, for any number of cards.

D2: the deal. G1: no card is lost, added or exchanged. G2: the table stays in order, which the others rest on. G3: a
trick ends. T0: the code never reaches for a seat or a card that is not there, so that its translation means what Python
does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.cards import Labelling
from model.deal import Deal
from model.game import NOBODY
from model.piles import paying, play
from model.piles.rulebook import Book, Dealing
from model.piles.state import Phase, Table
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Setting, Statements
from solver.terms import TRUE, Bool, Int, Zone, and_, equal, implies, ite, not_, number, one_of, or_, total, truth
from solver.translate import LoopRule
from solver.values import Mismatch, Record, Value, as_int
from solver.zones import within

Piles = Setting[Book]
ORDER: Final = "G2: the table is in order before"
PHASES: Final = (Phase.LAYING, Phase.WON, Phase.OVER)
"""The phases of games without slaps."""


def _record(value: Value) -> Record:
    if not isinstance(value, Record):
        raise Mismatch("no dataclass where one is needed")
    return value


# --- what a table in order is ---


def seat(setting: Piles, place: Int) -> Bool:
    """Whether a number is one of the seats."""
    return within(place, number(setting.seats))


def holds_cards(setting: Piles, hands: tuple[Zone, ...], place: Int) -> Bool:
    """Whether the seat is there and has a card."""
    sizes = [setting.theory.length(hand) for hand in hands]
    return or_(*(equal(place, number(at)) & (size > 0) for at, size in enumerate(sizes)))


def in_order(setting: Piles, table: Record) -> Statements:
    """The invariant of a table, whatever its phase."""
    phase, debt, claimant = table.int("phase"), table.int("debt"), table.int("claimant")
    laying, won = equal(phase, number(Phase.LAYING)), equal(phase, number(Phase.WON))
    middle = setting.theory.length(table.zone("middle"))
    turn, last = table.int("turn"), table.int("last")
    burned, left = table.int("burned"), table.int("left")
    most = max(setting.book.pay_map.demands)
    claimed, owing = seat(setting, claimant), laying & (debt > 0)
    himself = setting.book.payer_out is paying.other_lays
    return {
        "the phase is one of three": one_of(phase, PHASES),
        "the turn is with a seat": seat(setting, turn),
        "the seat to act holds a card": implies(laying, holds_cards(setting, table.zones("hands"), turn)),
        f"the debt lies between 0 and {most}": (debt >= 0) & (debt <= most),
        "a debt is claimed by a seat, for a pile that lies there": implies(debt > 0, claimed & (middle > 0)),
        "where nothing is owed nobody claims": implies(laying, owing | equal(claimant, number(NOBODY))),
        "nobody owes to himself": truth(himself) | implies(owing, not_(equal(claimant, turn))),
        "the claimant is a seat or nobody": claimed | equal(claimant, number(NOBODY)),
        "the last layer is a seat or nobody": seat(setting, last) | equal(last, number(NOBODY)),
        "a won pile has a winner, cards, and no debt": implies(
            won, claimed & seat(setting, last) & (middle > 0) & equal(debt, number(0))
        ),
        "the cards that nobody laid lie in the middle": (burned >= 0) & (left >= 0) & (burned + left <= middle),
    }


def _all(statements: Statements) -> Bool:
    return and_(*statements.values())


# --- scenes ---


def any_table(setting: Piles) -> Inputs:
    """Any table whatsoever of a game without slaps, which bars nobody from slapping."""
    table = _record(setting.shapes.any_of(Table, "table", setting.seats))
    return {"table": Record(Table, {**table.fields, "barred": ()})}


def table_in(phase: Phase) -> Callable[[Piles, Inputs], Bool]:
    """The hypothesis that the table is in order and in this phase."""

    def hypothesis(setting: Piles, inputs: Inputs) -> Bool:
        table = _record(inputs["table"])
        return _all(in_order(setting, table)) & equal(table.int("phase"), number(phase))

    return hypothesis


def any_hands(setting: Piles) -> Inputs:
    """Any explicit hands, and any cards left over."""
    hands = tuple([setting.theory.constant(f"hands.{place}") for place in range(setting.seats)])
    fields = {"hands": hands, "labelling": Labelling.CLASS, "middle": setting.theory.constant("middle")}
    return {"deal": Record(Deal, fields)}


def some_cards(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that somebody has a card."""
    return total(map(setting.theory.length, _record(inputs["deal"]).zones("hands"))) > 0


def any_dealing(setting: Piles) -> Inputs:
    """Any moment of a deal."""
    return {"dealing": setting.shapes.any_of(Dealing, "dealing", setting.seats)}


def cards_to_deal(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the pack is not dealt out, and that the next card goes to a seat."""
    dealing = _record(inputs["dealing"])
    return (setting.theory.length(dealing.zone("deck")) > 0) & seat(setting, dealing.int("to"))


def any_pack(setting: Piles) -> Inputs:
    """Any pack, and any dealer."""
    deck = setting.theory.constant("deck")
    return {"deck": deck, "seats": setting.seats, "dealer": setting.shapes.any_of(int, "dealer", 0)}


def dealer_is_a_seat(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that somebody at the table deals."""
    return seat(setting, as_int(inputs["dealer"]))


def places_from_dealer(setting: Piles, dealer: Int) -> list[Int]:
    """For each seat, how many seats after the dealer's left it sits: 0 for the first to get a card."""
    divided = setting.theory.facts.divided
    return [divided(number(place) - dealer - 1, setting.seats)[1] for place in range(setting.seats)]


def dealing_rule(setting: Piles, inputs: Inputs) -> LoopRule:
    """What holds while a pack is dealt: after k cards each seat has its share of k, and no card is missing."""
    theory, seats, dealer = setting.theory, setting.seats, as_int(inputs["dealer"])

    def everything(measure: Callable[[Zone], Int], dealing: Record) -> Int:
        return total(map(measure, (*dealing.zones("hands"), dealing.zone("deck"))))

    def invariant(changed: Inputs, start: Inputs) -> Bool:
        dealing, pack = _dealing(changed), _dealing(start)
        hands = dealing.zones("hands")
        rounds, extra = theory.facts.divided(total(map(theory.length, hands)), seats)
        following = theory.facts.divided(dealer + 1 + extra, seats)[1]
        shares = [rounds + ite(place < extra, number(1), number(0)) for place in places_from_dealer(setting, dealer)]
        return and_(
            *(equal(theory.length(hand), share) for hand, share in zip(hands, shares, strict=True)),
            equal(dealing.int("to"), following),
            *(equal(everything(each, dealing), everything(each, pack)) for each in (theory.length, theory.weight)),
        )

    return LoopRule(invariant, lambda changed: theory.length(_dealing(changed).zone("deck")))


def _dealing(changed: Inputs) -> Record:
    """The dealing among the variables that a loop changes."""
    for value in changed.values():
        if isinstance(value, Record) and value.cls is Dealing:
            return value
    raise Mismatch("no Dealing that the loop changes")


LAY: Final[Scene[Book]] = Scene("lay", lambda book: play.lay, any_table, table_in(Phase.LAYING))
COLLECT: Final[Scene[Book]] = Scene("collect", lambda book: play.collect, any_table, table_in(Phase.WON))
TURN: Final[Scene[Book]] = Scene("turn", lambda book: play.turn, any_table, table_in(Phase.LAYING))
INITIAL: Final[Scene[Book]] = Scene("initial", lambda book: play.initial, any_hands, some_cards)
DEAL_ONE: Final[Scene[Book]] = Scene("deal_one", lambda book: book.deal_one, any_dealing, cards_to_deal)
DEAL: Final[Scene[Book]] = Scene("deal", lambda book: book.deal, any_pack, dealer_is_a_seat, dealing_rule)


# --- what is to hold ---


def conserved(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """G1: under any weighing, hands and middle weigh afterwards what they weighed before."""
    before = _record(inputs["table"])
    theory = setting.theory

    def whole(measure: Callable[[Zone], Int], table: Record) -> Int:
        return total(map(measure, (*table.zones("hands"), table.zone("middle"))))

    return {
        "there are as many cards as before": equal(whole(theory.length, before), whole(theory.length, after)),
        "they are the same cards": equal(whole(theory.weight, before), whole(theory.weight, after)),
    }


def stays_in_order(*phases: Phase) -> Callable[[Piles, Inputs, Record], Statements]:
    """G2: the table is in order afterwards, in one of these phases."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        allowed = {*phases, Phase.WON} if phases and not play.collects_at_once(setting.book) else set(phases)
        names = " or ".join(phase.name.lower() for phase in sorted(allowed))
        return in_order(setting, after) | {f"the phase is now {names}": one_of(after.int("phase"), sorted(allowed))}

    return goals


def collected(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """G2 for a taking: the middle is empty, and the next trick begins with nothing owed."""
    return stays_in_order(Phase.LAYING)(setting, inputs, after) | {
        "the middle is empty": equal(setting.theory.length(after.zone("middle")), number(0)),
        "nothing is owed or claimed": equal(after.int("debt"), number(0))
        & equal(after.int("claimant"), number(NOBODY)),
    }


def comes_to_an_end(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """G3: every card laid leaves the hands until the middle is taken."""
    theory, before = setting.theory, _record(inputs["table"])
    sizes = [total(map(theory.length, table.zones("hands"))) for table in (before, after)]
    taken = equal(theory.length(after.zone("middle")), number(0))
    return {"the hands have one card less, or the middle was taken": taken | equal(sizes[1], sizes[0] - 1)}


def one_card_dealt(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """D2 for one card: it goes where it should, and nothing else moves."""
    before, theory = _record(inputs["dealing"]), setting.theory
    deck, to = before.zone("deck"), before.int("to")
    card = theory.card_weight(theory.card(deck, number(0)))
    following = theory.facts.divided(to + 1, setting.seats)[1]
    gets, keeps = TRUE, TRUE
    for place, (old, new) in enumerate(zip(before.zones("hands"), after.zones("hands"), strict=True)):
        more = equal(theory.length(new), theory.length(old) + 1)
        gets &= implies(equal(to, number(place)), more & equal(theory.weight(new), theory.weight(old) + card))
        keeps &= equal(to, number(place)) | equal(new, old)
    return {
        "the seat whose turn it is gets the top card": gets,
        "no other hand changes": keeps,
        "the rest of the pack stays": equal(after.zone("deck"), theory.rest(deck)),
        "the next seat clockwise is next": equal(after.int("to"), following),
    }


def pack_dealt(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """D2 for the whole deal: a partition into nearly equal hands."""
    theory, deck = setting.theory, inputs["deck"]
    assert isinstance(deck, Zone)
    hands = after.zones("hands")
    everywhere = (*hands, after.zone("middle"), after.zone("aside"))
    sizes = list(zip(places_from_dealer(setting, as_int(inputs["dealer"])), map(theory.length, hands), strict=True))
    return {
        "there are as many cards as in the pack": equal(total(map(theory.length, everywhere)), theory.length(deck)),
        "they are the cards of the pack": equal(total(map(theory.weight, everywhere)), theory.weight(deck)),
        "two hands differ by at most one card": and_(*(one <= other + 1 for _, one in sizes for _, other in sizes)),
        "the first seats get the cards that do not divide": and_(
            *(implies(place < later, size >= less) for place, size in sizes for later, less in sizes)
        ),
    }


STEPS: Final = (LAY, COLLECT, TURN)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "D2.deal_one",
        DEAL_ONE,
        "dealing one card gives the top card of the pack to the seat whose turn it is and changes nothing else",
        ("BMN-06",),
        one_card_dealt,
    ),
    Obligation(
        "D2.deal",
        DEAL,
        "the deal puts every card of the pack in exactly one hand; hands differ by at most one card; it ends",
        ("BMN-06", "BMN-07", "BMN-60"),
        pack_dealt,
    ),
    *(
        Obligation(
            f"G1.{scene.name}",
            scene,
            f"'{scene.name}' conserves every additive weight: the number of cards, each single card, any points",
            ("BMN-03", "BMN-42"),
            conserved,
            (LEMMAS, ORDER),
        )
        for scene in STEPS
    ),
    Obligation(
        "G2.initial",
        INITIAL,
        "the first table is in order, or the game is over before it begins",
        ("BMN-64",),
        stays_in_order(Phase.LAYING, Phase.OVER),
    ),
    Obligation(
        "G2.lay",
        LAY,
        "'lay' keeps the table in order: the seat to act holds a card, the debt is in range and has a claimant",
        ("BMN-15", "BMN-23", "BMN-64"),
        stays_in_order(Phase.LAYING, Phase.WON),
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G2.collect",
        COLLECT,
        "'collect' empties the middle, ends the debt and leaves the lead with a seat that holds a card",
        ("BMN-42", "BMN-43"),
        collected,
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G2.turn",
        TURN,
        "'turn' keeps the table in order, or the game is over",
        ("BMN-15", "BMN-23", "BMN-64"),
        stays_in_order(Phase.LAYING, Phase.OVER),
        (LEMMAS, ORDER),
    ),
    *(
        Obligation(
            f"G3.{scene.name}",
            scene,
            f"a trick ends: '{scene.name}' takes a card from the hands or the middle is taken, so that a trick lays "
            "at most as many cards as there are",
            ("BMN-03", "BMN-24"),
            comes_to_an_end,
            (LEMMAS, ORDER),
        )
        for scene in STEPS
    ),
    *(
        Obligation(
            f"T0.{scene.name}",
            scene,
            f"'{scene.name}' never reaches for a seat or a card that is not there",
            (),
            None,
            (LEMMAS, ORDER),
        )
        for scene in (*STEPS, INITIAL, DEAL_ONE, DEAL)
    ),
)
