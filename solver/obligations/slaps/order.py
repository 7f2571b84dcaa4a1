"""What the statements about games with slaps speak in: tables in order, hands on the middle, and what lies there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.cards import FACES, HIDDEN, RANKS, SUITS
from model.game import NOBODY, Seat
from model.piles import paying, slaps
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase, Table
from solver.obligations import Inputs, Statements
from solver.obligations.common import record, seat
from solver.obligations.piles.demands import face
from solver.obligations.piles.order import MOST, Hypothesis, Piles, around, holds_cards, in_phase
from solver.terms import Bool, Int, Zone, and_, equal, implies, ite, not_, number, one_of, or_, truth
from solver.values import Entry, Mismatch, Record, Value, as_int, entries_of
from solver.zones import within

PHASES: Final = (Phase.LAYING, Phase.WON, Phase.TAKEN, Phase.OVER)
FOR_GOOD: Final = -1
"""The bar of a seat that has had its one chance."""
HIGHEST_CARD: Final = FACES * (1 + len(SUITS))
"""The cards of one pack, with suits or without, are numbered below this."""
RANKED: Final = "the cards have ranks, as they must in games with slaps"


# --- for which agreed rules a statement is made ---


def situation_agreed(name: str) -> Callable[[Book], bool]:
    """Whether a situation, by its wire name, may be slapped."""
    situation = getattr(slaps, name)

    def when(declared: Book) -> bool:
        return situation in declared.slaps

    return when


def all_of(*conditions: Callable[[Book], bool]) -> Callable[[Book], bool]:
    """Whether all of these hold of what was agreed on."""

    def when(declared: Book) -> bool:
        return all(condition(declared) for condition in conditions)

    return when


# --- tables ---


def in_order(setting: Piles, table: Record) -> Statements:
    """The invariant of a table in a game with slaps, whatever its phase."""
    debt, claimant, turn, last = (table.int(name) for name in ("debt", "claimant", "turn", "last"))
    laying, waits = in_phase(table, Phase.LAYING), in_phase(table, Phase.WON) | in_phase(table, Phase.TAKEN)
    middle = setting.theory.length(table.zone("middle"))
    burned, left = table.int("burned"), table.int("left")
    claimed, owing = seat(setting, claimant), laying & (debt > 0)
    outlives = setting.declared.slap_in_debt is slaps.keeps_debt
    himself = setting.declared.payer_out is paying.other_lays
    nobody = equal(claimant, number(NOBODY))
    return {
        "the phase is one of four": one_of(table.int("phase"), PHASES),
        "the turn is with a seat": seat(setting, turn),
        "the seat to act holds a card": implies(laying, holds_cards(setting, table.zones("hands"), turn)),
        f"the debt lies between 0 and {MOST}": (debt >= 0) & (debt <= MOST),
        "a debt is claimed by a seat": implies(debt > 0, claimed),
        "a debt is owed for a pile that lies there": truth(outlives) | implies(debt > 0, middle > 0),
        "where nothing is owed nobody claims": implies(laying, owing | nobody),
        "nobody owes to himself": truth(himself) | implies(owing, not_(equal(claimant, turn))),
        "the claimant is a seat or nobody": claimed | nobody,
        "the last layer is a seat or nobody": seat(setting, last) | equal(last, number(NOBODY)),
        "whoever laid a card of the trick is known": implies(laid_in_trick(setting, table) > 0, seat(setting, last)),
        "a won pile has a winner, cards, and no debt": implies(
            waits, claimed & seat(setting, last) & (middle > 0) & equal(debt, number(NO_DEBT))
        ),
        "the cards that nobody laid lie in the middle": (burned >= 0) & (left >= 0) & (burned + left <= middle),
        "nobody is barred but as was agreed": and_(*(_may_be(setting, bar) for bar in bars(setting, table))),
    }


def _may_be(setting: Piles, bar: Int) -> Bool:
    """Whether anything that was agreed on bars a seat for so many cards, or for good."""
    for_cards = truth(setting.declared.wrong_slap is slaps.lock_out)
    for_good = truth(setting.declared.empty_hand is slaps.one_chance)
    return equal(bar, number(0)) | (for_cards & (bar > 0)) | (for_good & equal(bar, number(FOR_GOOD)))


def ordered(setting: Piles, table: Record) -> Bool:
    """The whole invariant."""
    return and_(*in_order(setting, table).values())


def bars(setting: Piles, table: Record) -> tuple[Int, ...]:
    """For each seat, for how many cards it may not slap."""
    barred = table.fields["barred"]
    if not isinstance(barred, tuple):
        raise Mismatch("no row of bars")
    return tuple(map(as_int, barred))


def laid_in_trick(setting: Piles, table: Record) -> Int:
    """How many cards of the middle somebody has laid: neither left over nor burned."""
    return setting.theory.length(table.zone("middle")) - table.int("burned") - table.int("left")


def any_table(setting: Piles, *names: str) -> Inputs:
    """Any tables whatsoever, by these names; without names one table."""
    tables = {name: record(setting.shapes.any_of(Table, name, setting.seats)) for name in names or ("table",)}
    for table in tables.values():
        for field in ("turn", "last", "claimant"):
            around(setting, table.int(field))
    return dict(tables)


def table_in(*phases: Phase) -> Hypothesis:
    """The hypothesis that the table is in order and in one of these phases."""

    def hypothesis(setting: Piles, inputs: Inputs) -> Bool:
        table = record(inputs["table"])
        return ordered(setting, table) & one_of(table.int("phase"), phases)

    return hypothesis


def middle_has_ranks(setting: Piles, table: Record, *places: Int) -> Bool:
    """Whether at these places of the middle, as far as they are in it, cards lie: none of them is a mere mark.

    Where runs may be slapped classes of cards, which lie beside ranks in number, are left out as well.
    """
    middle = table.zone("middle")
    size = setting.theory.length(middle)
    runs = slaps.run3 in setting.declared.slaps

    def is_card(card: Int) -> Bool:
        return is_rank(setting, card) if runs else not_(is_hidden(setting, card))

    return and_(*(implies(within(place, size), is_card(setting.theory.card(middle, place))) for place in places))


def is_rank(setting: Piles, card: Int) -> Bool:
    """Whether a card has a rank, whatever its suit and pack."""
    shown = face(setting, card)
    return (card >= 0) & (shown >= RANKS[0]) & (shown <= RANKS[-1])


def is_hidden(setting: Piles, card: Int) -> Bool:
    """Whether a card lies face down."""
    return equal(face(setting, card), number(HIDDEN))


# --- seats and their hands ---


def any_seat(setting: Piles, name: str) -> Inputs:
    """A number that is to be a seat."""
    return {name: setting.shapes.any_of(int, name, 0)}


def any_hands(setting: Piles, most: int) -> Inputs:
    """Hands on the middle at one instant: at most so many."""
    return {"hands": setting.shapes.any_row(Seat, "hands", most)}


def hands_of(inputs: Inputs) -> tuple[Entry, ...]:
    """The hands on the middle, the undermost first, each of which but the first may not be there."""
    return entries_of(inputs["hands"])


def undermost(inputs: Inputs) -> Int:
    """The seat whose hand came first."""
    return as_int(hands_of(inputs)[0].value)


def comes_alone(inputs: Inputs) -> Bool:
    """Whether there is one hand and no other."""
    return and_(*(not_(hand.there) for hand in hands_of(inputs)[1:]))


def all_hands(inputs: Inputs, holds: Callable[[Int], Bool]) -> Bool:
    """Whether something holds of every hand that is there."""
    return and_(*(implies(hand.there, holds(as_int(hand.value))) for hand in hands_of(inputs)))


def different(inputs: Inputs) -> Bool:
    """Whether there is a hand, and no seat has put two on the middle."""
    hands = hands_of(inputs)
    pairs = [(one, other) for at, one in enumerate(hands) for other in hands[:at]]
    twice = [one.there & other.there & equal(as_int(one.value), as_int(other.value)) for one, other in pairs]
    return hands[0].there & not_(or_(*twice))


def different_seats(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that there is a hand, and that the hands are those of different seats at the table."""
    return different(inputs) & all_hands(inputs, lambda hand: seat(setting, hand))


def each_hand(
    before: Record, after: Record, place: Int, mine: Callable[[Zone, Zone], Bool], other: Callable[[Zone, Zone], Bool]
) -> Bool:
    """Of a seat's hand before and after one thing holds, of all others another."""
    pairs = enumerate(zip(before.zones("hands"), after.zones("hands"), strict=True))
    return and_(*(ite(equal(place, number(at)), mine(*pair), other(*pair)) for at, pair in pairs))


def row_of(value: Value, place: Int) -> Int:
    """The number that stands at a place of a row."""
    if not isinstance(value, tuple):
        raise Mismatch("no row")
    found = as_int(value[-1])
    for at in reversed(range(len(value) - 1)):
        found = ite(equal(place, number(at)), as_int(value[at]), found)
    return found
