"""Any round of Bank, what is known of its piles, and when it is in order.

Hands and captured piles are piles of any size and with any cards; who has failed, who is stuck and who is out are rows
of at most as many seats as there are; trumps are any different suits, as many as the table has agreed on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from model.bank import ranks, scoring, state
from model.bank.points import POINTS
from model.bank.rulebook import Book
from model.bank.state import Finish, Phase, Round
from model.cards import ACE, FACES, JACK, KING, QUEEN, TEN, face_of
from model.cards import Zone as Cards
from model.game import NOBODY, Seat
from solver.contracts import Contract, Contracts
from solver.obligations import Inputs, Setting
from solver.obligations.common import agreed_on, record, seat
from solver.shapes import hints_of
from solver.terms import (
    FALSE,
    Bool,
    Int,
    Zone,
    and_,
    apply,
    equal,
    implies,
    ite,
    not_,
    number,
    one_of,
    or_,
    total,
)
from solver.values import Mismatch, Record, Value, as_bool, as_int, as_symbol, as_zone, code_of, entries_of, is_in
from solver.zones import Measure, MuTheory, known_cards

Banks = Setting[Book]
Hypothesis = Callable[[Banks, Inputs], Bool]
ORDER: Final = "K3: the round is in order before"
DIFFERENT: Final = "the cards of a hand are different cards"

VALUES: Final = {ACE: 12, TEN: 10, KING: 5, QUEEN: 3, JACK: 1}
"""What cards count, by rank; all others count nothing."""


# --- what functions that look at each card of a pile are known to do ---


def face(theory: MuTheory, card: Int) -> Int:
    """The rank of a card."""
    return theory.facts.divided(card, FACES)[1]


def worth(theory: MuTheory, card: Int) -> Int:
    """What one card counts."""
    shown, found = face(theory, card), number(0)
    for rank, value in VALUES.items():
        found = ite(equal(shown, number(rank)), number(value), found)
    return found


def _points_of_cards(zone: Cards) -> int:
    return sum(VALUES.get(face_of(card), 0) for card in zone)


def _worthless_cards(zone: Cards) -> int:
    return len([card for card in zone if face_of(card) not in VALUES])


def points(theory: MuTheory) -> Measure:
    """What cards count together."""
    return Measure("points", lambda card: worth(theory, card), _points_of_cards, 0, max(VALUES.values()))


def worthless(theory: MuTheory) -> Measure:
    """How many cards count nothing."""

    def of_card(card: Int) -> Int:
        return ite(equal(worth(theory, card), number(0)), number(1), number(0))

    return Measure("worthless", of_card, _worthless_cards, 0, 1)


def points_of(theory: MuTheory, zone: Value) -> Int:
    """What the cards of a pile count together, however few or many they are."""
    return theory.additive(points(theory), as_zone(theory, zone))


def worthless_in(theory: MuTheory, zone: Value) -> Int:
    """How many cards of a pile count nothing."""
    return theory.additive(worthless(theory), as_zone(theory, zone))


def cards_of(theory: MuTheory, cards: Value) -> tuple[Int, ...]:
    """The cards of a lay, one by one. Raises Mismatch where they are not known."""
    known = known_cards(as_zone(theory, cards))
    if known is None:
        raise Mismatch("cards that are not known one by one")
    return known


TOLD: Final = 6
"""Of hands up to so many cards it is known that a card which leaves them is one of theirs."""


def left_of(theory: MuTheory, hand: Value, cards: Value) -> Zone:
    """A hand without the cards of a lay."""
    rest = as_zone(theory, hand)
    for card in cards_of(theory, cards):
        rest = _without(theory, rest, card)
    return rest


def _without(theory: MuTheory, hand: Zone, card: Int) -> Zone:
    """A hand without a card, however often it is there: if one card goes it is lighter by this one."""
    rest, length, weight = apply(Zone, "rm", hand, card), theory.length, theory.weight
    lighter = equal(weight(rest), weight(hand) - theory.card_weight(card))
    theory.facts.add(
        number(0) <= length(rest),
        implies(length(rest) <= 0, equal(weight(rest), number(0))),
        implies(equal(length(rest), length(hand) - 1), lighter),
        _counted(theory, rest),
    )
    return rest


def _counted(theory: MuTheory, rest: Zone) -> Bool:
    """Of a small hand as many cards are gone as were among those that were taken out of it."""
    gone: list[Int] = []
    hand = rest
    while hand.op == "rm":
        hand, card = cast("tuple[Zone, Int]", hand.args)
        gone.append(card)
    places = [theory.card(hand, number(at)) for at in range(TOLD)]
    size = theory.length(hand)
    taken = [(size > at) & or_(*(equal(place, card) for card in gone)) for at, place in enumerate(places)]
    counted = size - total(ite(each, number(1), number(0)) for each in taken)
    return implies(size <= TOLD, equal(theory.length(rest), counted))


def _are_held(theory: MuTheory, hand: Value, cards: Value) -> dict[str, Bool]:
    wrong = "lays a card that is not in the hand, or is there twice"
    return {wrong: held(theory, as_zone(theory, hand), cards_of(theory, cards))}


def held(theory: MuTheory, hand: Zone, cards: tuple[Int, ...]) -> Bool:
    """Whether these are different cards of a hand, each in it once: by each of them the hand becomes one card less."""
    rest, found = hand, []
    for card in cards:
        fewer = _without(theory, rest, card)
        found.append(equal(theory.length(fewer), theory.length(rest) - 1))
        rest = fewer
    return and_(*found)


CONTRACTS: Final[Contracts] = {
    state.without: Contract(left_of, _are_held),
    ranks.points_of: Contract(points_of),
    scoring.zero_only: Contract(worthless_in),
}
"""What is known of the functions that look at each card of a pile."""


# --- for which agreed rules a statement is made ---


def agreed(**ways: str) -> Callable[[Book], bool]:
    """Whether these alternatives, by rule point and wire name, are what was agreed on."""
    return agreed_on(POINTS, ways)


def is_agreed(setting: Banks, point: str, *ways: str) -> bool:
    """Whether one of these alternatives of a rule point was agreed on."""
    return any(getattr(setting.declared, point) is POINTS[point].alternatives[way] for way in ways)


# --- rounds ---


def any_round(setting: Banks, name: str = "table", /, **known: Value) -> Record:
    """Any round whatsoever, except for the fields that are known."""
    seats, shapes = setting.seats, setting.shapes
    rows = {"failed": Seat, "stuck": Seat, "out": Finish}
    given = {
        **{row: shapes.any_row(of, f"{name}.{row}", seats) for row, of in rows.items() if row not in known},
        **known,
    }
    if "trumps" not in known:
        given["trumps"] = any_trumps(setting, f"{name}.trumps")
    fields = {
        field: given[field] if field in given else shapes.any_of(kind, f"{name}.{field}", seats)
        for field, kind in hints_of(Round).items()
    }
    return Record(Round, fields)


def any_trumps(setting: Banks, name: str) -> tuple[Int, ...]:
    """As many suits as the table has agreed on, of which nothing is known."""
    return tuple([as_int(setting.shapes.any_of(int, f"{name}.{at}", 0)) for at in range(trumps_named(setting))])


def trumps_named(setting: Banks) -> int:
    """How many suits have to be named."""
    return len(setting.declared.trump_suits)


def trumps_of(table: Record) -> tuple[Value, ...]:
    """The trumps of the round. Raises Mismatch."""
    trumps = table.fields["trumps"]
    if not isinstance(trumps, tuple):
        raise Mismatch("no row of suits where one is needed")
    return trumps


def the_table(setting: Banks) -> Inputs:
    """Any round whatsoever, as the one argument of a function."""
    return {"table": any_round(setting)}


def table_of(inputs: Inputs) -> Record:
    """The round that a function is called with."""
    return record(inputs["table"])


def flag(table: Record, name: str) -> Bool:
    """A field that is a truth value. Raises Mismatch."""
    return as_bool(table.fields[name])


def in_phase(table: Record, *phases: Phase) -> Bool:
    """Whether this is to be done next."""
    code = as_symbol(table.fields["phase"], Phase).code
    return one_of(code, map(code_of, phases))


def is_over(table: Record) -> Bool:
    """Whether the round is over."""
    return in_phase(table, Phase.OVER)


# --- seats ---


def seat_or_nobody(setting: Banks, place: Int) -> Bool:
    """Whether a number is one of the seats, or says that there is none."""
    return seat(setting, place) | equal(place, number(NOBODY))


def nobody(place: Int) -> Bool:
    """Whether there is no such seat."""
    return equal(place, number(NOBODY))


def have_cards(setting: Banks, table: Record) -> tuple[Bool, ...]:
    """For each seat, whether it has a card."""
    return tuple([setting.theory.length(hand) > 0 for hand in table.zones("hands")])


def at_seat(place: Int, each: tuple[Bool, ...]) -> Bool:
    """What is so of a seat, of things that may be so of each; false of a number that is no seat."""
    return or_(*(equal(place, number(at)) & so for at, so in enumerate(each)))


def pile_of(piles: tuple[Zone, ...], place: Int) -> Zone:
    """The pile of a seat."""
    found = piles[-1]
    for at in reversed(range(len(piles) - 1)):
        found = ite(equal(place, number(at)), piles[at], found)
    return found


def last_card(theory: MuTheory, pile: Zone) -> Int:
    """The last card of a pile, looked for in the parts that it is put together from."""
    known = known_cards(pile)
    if known:
        return known[-1]
    parts = cast("tuple[Any, ...]", pile.args)
    match pile.op:
        case "ite":
            return ite(parts[0], last_card(theory, parts[1]), last_card(theory, parts[2]))
        case "cat":
            some = theory.length(parts[1]) > 0
            return ite(some, last_card(theory, parts[1]), last_card(theory, parts[0]))
    return theory.card(pile, theory.length(pile) - 1)


def holds_cards(setting: Banks, table: Record, place: Int) -> Bool:
    """Whether the seat is there and has a card."""
    return at_seat(place, have_cards(setting, table))


def holders(setting: Banks, table: Record) -> Int:
    """How many seats have cards."""
    return total(ite(has, number(1), number(0)) for has in have_cards(setting, table))


def among(setting: Banks, table: Record, row: str, place: Int | int) -> Bool:
    """Whether a seat is noted in a row of seats."""
    return is_in(setting.theory, number(place), table.fields[row])


def is_out(setting: Banks, table: Record, place: Int | int) -> Bool:
    """Whether a seat has gone out."""
    gone = entries_of(table.fields["out"])
    return or_(*(entry.there & equal(record(entry.value).int("seat"), number(place)) for entry in gone))


def each_seat_once(setting: Banks, table: Record, row: str) -> Bool:
    """Whether a row names seats, none of them twice."""
    entries = entries_of(table.fields[row])
    places = [record(each.value).int("seat") if row == "out" else as_int(each.value) for each in entries]
    pairs = list(zip(entries, places, strict=True))
    apart = [
        implies(one.there & other.there, not_(equal(its, mine)))
        for at, (one, its) in enumerate(pairs)
        for other, mine in pairs[:at]
    ]
    return and_(*(implies(one.there, seat(setting, its)) for one, its in pairs), *apart)


def is_next(setting: Banks, table: Record, start: Int, found: Int) -> Bool:
    """Whether a seat is the first clockwise after `start` that has cards, `start` itself being the last."""
    seats, has = setting.seats, have_cards(setting, table)
    ways = [FALSE]
    for place in range(seats):
        for distance in range(1, seats + 1):
            between = [not_(has[(place - back) % seats]) for back in range(1, distance)]
            from_there = equal(start, number((place - distance) % seats))
            ways.append(and_(equal(found, number(place)), from_there, has[place], *between))
    return or_(*ways)
