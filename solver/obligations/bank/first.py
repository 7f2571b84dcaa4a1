"""K11, the first move: who holds cards of the open card's suit, which of them moves first, and who if nobody does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Final

from model.bank import dealing
from model.bank.rulebook import Book, Holding
from model.cards import ACE, SUITS, Card, Face, card, format_card
from solver.obligations import Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.bank.cards import CLUBS, HEARTS, LITERAL, height, is_card, suit
from solver.obligations.bank.covering import UPWARDS
from solver.obligations.bank.rounds import Banks, any_round, at_seat, holders, is_agreed, is_next, table_of, the_table
from solver.obligations.common import changed, record, seat
from solver.terms import Bool, Int, and_, apply, equal, implies, ite, not_, number, or_, times
from solver.values import Entry, Record, Row, Value, as_int, entries_of

PACK: Final = tuple([card(Face(rank), suit) for suit in SUITS for rank in LITERAL])
"""All cards of the game."""
FEW: Final = tuple([card(Face(rank), HEARTS) for rank in LITERAL[2:5]] + [card(Face(ACE), CLUBS)])
"""Some cards of one suit, and one of another."""

Cards = list[tuple[Bool, Int]]
"""Some cards, or how high they stand: each may be there or not."""

# --- scenes ---


def just_dealt(cards: Sequence[int]) -> Callable[[Banks], Inputs]:
    """Any round that has just been dealt: each of these cards may be in any hand, and any card may lie open."""

    def inputs(setting: Banks) -> Inputs:
        hands = tuple([Row(tuple([_may_hold(place, each) for each in cards])) for place in range(setting.seats)])
        top = as_int(setting.shapes.any_of(Card, "open_card", 0))
        captured = ((),) * setting.seats
        laid = any_round(setting, hands=hands, bank=(top,), top=top, captured=captured)
        return {"table": changed(laid, stock=(), fresh=(), failed=(), stuck=(), out=())}

    return inputs


def _may_hold(place: int, card: int) -> Entry:
    return Entry(apply(Bool, f"hand{place}.{format_card(Card(card))}"), card)


def cards_held(table: Record) -> list[Cards]:
    """The cards in each hand."""
    hands = [entries_of(hand.value) for hand in entries_of(table.fields["hands"])]
    return [[(each.there, as_int(each.value)) for each in hand] for hand in hands]


def properly_dealt(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that each card is in one place at most, that the dealer is a seat, and some seat holds cards."""
    table = table_of(inputs)
    top, hands = table.int("top"), cards_held(table)
    held = [card for hand in hands for card in hand]
    closed = [implies(there, not_(equal(card, top))) for there, card in held]
    once = [
        not_(one & other) for places in zip(*hands, strict=True) for (one, _), (other, _) in combinations(places, 2)
    ]
    some = or_(*(there for there, _ in held))
    return and_(is_card(setting, top), seat(setting, table.int("dealer")), some, *closed, *once)


def some_holdings(setting: Banks) -> Inputs:
    """Any round, and some cards of one suit that seats hold."""
    return {"table": any_round(setting), "held": setting.shapes.any_row(Holding, "held", MOST_HELD)}


MOST_HELD: Final = 8
"""How many cards of the open card's suit there are besides it."""


def all_on_one_side(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that some are held, by seats, and all of them lower than the open card, or all of them higher."""
    held = entries_of(inputs["held"])
    seats = [implies(each.there, seat(setting, record(each.value).int("seat"))) for each in held]
    apart = [(each.there, record(each.value).int("distance")) for each in held]
    lower, higher = (and_(*(implies(there, times(side, far) > 0) for there, far in apart)) for side in (-1, 1))
    some = or_(*(each.there for each in held))
    return and_(seat(setting, table_of(inputs).int("dealer")), some, lower | higher, *seats)


def somebody_holds(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the dealer is a seat, and that some seat has cards."""
    table = table_of(inputs)
    return seat(setting, table.int("dealer")) & (holders(setting, table) >= 1)


IN_THE_SUIT: Final[Scene[Book]] = Scene(
    "in_the_suit", lambda book: dealing.in_the_suit, just_dealt(PACK), properly_dealt, whole=True
)
FIRST_MOVER: Final[Scene[Book]] = Scene("first_mover", lambda book: book.first_mover, some_holdings, all_on_one_side)
LEFT: Final[Scene[Book]] = Scene("left_of_dealer", lambda book: dealing.left_of_dealer, the_table, somebody_holds)
STARTS: Final[Scene[Book]] = Scene("starts", lambda book: dealing.starts, just_dealt(FEW), properly_dealt, whole=True)


# --- goals ---


def of_the_suit(setting: Banks, table: Record) -> tuple[list[Cards], list[Cards]]:
    """How far the cards of the open card's suit stand from it: those below it, and those above it."""
    top = table.int("top")
    lower: list[Cards] = []
    higher: list[Cards] = []
    for hand in cards_held(table):
        far = [(there, card, height(setting, card) - height(setting, top)) for there, card in hand]
        suited = [(there & equal(suit(setting, card), suit(setting, top)), away) for there, card, away in far]
        lower.append([(there & (away < 0), away) for there, away in suited])
        higher.append([(there & (away > 0), away) for there, away in suited])
    return lower, higher


def having(held: list[Cards]) -> tuple[Bool, ...]:
    """For each seat, whether it has such a card."""
    return tuple([or_(*(there for there, _ in hand)) for hand in held])


def lower_or_else_higher(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Exactly the lower cards are found; if there is none, exactly the higher ones."""
    table = table_of(inputs)
    lower, higher = of_the_suit(setting, table)
    some_lower = or_(*having(lower))
    wanted = [
        (place, (there & some_lower) | (also & not_(some_lower)), away)
        for place, (low, high) in enumerate(zip(lower, higher, strict=True))
        for (there, away), (also, _) in zip(low, high, strict=True)
    ]
    holdings = [(each.there, record(each.value)) for each in entries_of(found)]
    pairs = [
        [equal(one.int("seat"), number(place)) & equal(one.int("distance"), away) for place, _, away in wanted]
        for _, one in holdings
    ]
    every = [
        implies(counts, or_(*(there & alike[which] for (there, _), alike in zip(holdings, pairs, strict=True))))
        for which, (_, counts, _) in enumerate(wanted)
    ]
    no_other = [
        implies(there, or_(*(counts & same for (_, counts, _), same in zip(wanted, alike, strict=True))))
        for (there, _), alike in zip(holdings, pairs, strict=True)
    ]
    return {
        "every lower card of the suit counts, and if there is none every higher one": and_(*every),
        "no other card counts": and_(*no_other),
    }


def of_several(setting: Banks, inputs: Inputs, mover: Value) -> Statements:
    """Which one of several moves first."""
    held = [(each.there, record(each.value)) for each in entries_of(inputs["held"])]
    dealer, found = table_of(inputs).int("dealer"), as_int(mover)
    has = tuple(
        [or_(*(there & equal(one.int("seat"), number(at)) for there, one in held)) for at in range(setting.seats)]
    )
    if is_agreed(setting, "first_mover", "first_clockwise"):
        return {"the first of them clockwise from the dealer's left moves": first_from(dealer, has, found)}
    distances = [(there, _counted(setting, one.int("distance"))) for there, one in held]
    best = [
        and_(there, equal(one.int("seat"), found), *(implies(also, own <= other) for also, other in distances))
        for (there, one), (_, own) in zip(held, distances, strict=True)
    ]
    return {"the holder of the nearest card, or of the lowest one, moves": or_(*best)}


def _counted(setting: Banks, distance: Int) -> Int:
    """What makes a card come first if it is least: how low it is, or how far from the open card."""
    if is_agreed(setting, "first_mover", "lowest"):
        return distance
    return ite(distance < 0, times(-1, distance), distance)


def first_from(start: Int, holds: tuple[Bool, ...], found: Int) -> Bool:
    """Whether a seat is the first one of some, clockwise after `start`, which comes last."""
    seats = len(holds)
    ways = []
    for place, distance in product(range(seats), range(1, seats + 1)):
        between = [not_(holds[(place - back) % seats]) for back in range(1, distance)]
        begins = equal(start, number((place - distance) % seats))
        ways.append(and_(equal(found, number(place)), begins, holds[place], *between))
    return or_(*ways)


def first_to_the_left(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """The first seat with cards to the dealer's left."""
    table = table_of(inputs)
    return {"it is the first with cards": is_next(setting, table, table.int("dealer"), as_int(found))}


def whole_rule(setting: Banks, inputs: Inputs, mover: Value) -> Statements:
    """Who moves first, card by card."""
    table, found = table_of(inputs), as_int(mover)
    lower, higher = of_the_suit(setting, table)
    some_lower, some_higher = or_(*having(lower)), or_(*having(higher))
    cards = tuple([or_(*(there for there, _ in hand)) for hand in cards_held(table)])
    return {
        "if a seat has a lower card of the suit such a seat moves first": implies(
            some_lower, _chosen(setting, table, lower, -1, found)
        ),
        "if none has, and some a higher one, such a seat moves first": implies(
            some_higher & not_(some_lower), _chosen(setting, table, higher, 1, found)
        ),
        "if nobody has a card of the suit the first to the dealer's left moves": implies(
            not_(some_lower | some_higher), first_from(table.int("dealer"), cards, found)
        ),
    }


def _chosen(setting: Banks, table: Record, held: list[Cards], nearest: int, found: Int) -> Bool:
    """Whether a seat is the one of those with such cards that moves first. The sign says which card is the nearest."""
    if is_agreed(setting, "first_mover", "first_clockwise"):
        return first_from(table.int("dealer"), having(held), found)
    sign = 1 if is_agreed(setting, "first_mover", "lowest") else nearest
    every = [(there, times(sign, at)) for hand in held for there, at in hand]
    best = [
        or_(*(and_(there, *(implies(also, times(sign, at) <= other) for also, other in every)) for there, at in hand))
        for hand in held
    ]
    return at_seat(found, tuple(best))


# --- what is to hold ---

WAYS: Final[tuple[Choices, ...]] = ({}, {"first_mover": "lowest"}, {"first_mover": "first_clockwise"})

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K11.in_the_suit",
        IN_THE_SUIT,
        "for the first move the lower cards of the open card's suit count, and if nobody has any the higher ones",
        ("BANK-36", "BANK-37"),
        lower_or_else_higher,
        (),
        under=({}, UPWARDS),
    ),
    Obligation(
        "K11.of_several",
        FIRST_MOVER,
        "of several such cards the nearest gives the first move, or the lowest, or the first seat, as was agreed on",
        ("BANK-36", "BANK-37"),
        of_several,
        (),
        under=WAYS,
    ),
    Obligation(
        "K11.left_of_dealer",
        LEFT,
        "the player first to the dealer's left is the first with cards, clockwise",
        ("BANK-38",),
        first_to_the_left,
    ),
    Obligation(
        "K11.first_move",
        STARTS,
        "a lower card of the open card's suit gives the first move, else a higher one, else the deal does",
        ("BANK-36", "BANK-37", "BANK-38"),
        whole_rule,
        (),
        under=(*WAYS, UPWARDS),
    ),
)
