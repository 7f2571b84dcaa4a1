"""What the statements about pile games speak in: seats, who has cards, who comes next, and a table in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from model.game import NOBODY
from model.piles import paying, taking
from model.piles.points import POINTS
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from solver.obligations import Choices, Inputs, Setting, Statements
from solver.obligations.common import agreed_on, changed, record, seat, unchanged
from solver.terms import FALSE, Bool, Int, Zone, and_, equal, implies, ite, not_, number, one_of, or_, truth
from solver.values import Mismatch, Record, as_bool

Piles = Setting[Book]
Hypothesis = Callable[[Piles, Inputs], Bool]
ORDER: Final = "G2: the table is in order before"
PHASES: Final = (Phase.LAYING, Phase.WON, Phase.OVER)
"""The phases of games without slaps."""
MOST: Final = 4
"""The most that any card asks for: classes may stand in every deal, and owe up to four."""


# --- for which agreed rules a statement is made ---


def agreed(**ways: str) -> Callable[[Book], bool]:
    """Whether these alternatives, by rule point and wire name, are what was agreed on."""
    return agreed_on(POINTS, ways)


T = TypeVar("T")


def stated(ways: Mapping[object, T], way: object) -> T:
    """What is stated of an alternative. Raises Mismatch for one of which nothing is."""
    if way not in ways:
        raise Mismatch(f"'{getattr(way, '__name__', way)}', of which nothing is stated")
    return ways[way]


def game(name: str) -> Callable[[Book], bool]:
    """Whether it is this game."""

    def when(declared: Book) -> bool:
        return declared.game == name

    return when


def under(point: str, *ways: str) -> tuple[Choices, ...]:
    """Each of these alternatives as a choice to be made besides the book's own."""
    return tuple([{point: way} for way in ways])


# --- seats ---


def around(setting: Piles, place: Int) -> None:
    """Tell the solvers seat by seat which seats come after one.

    It follows from what they know of division (L2), but they would take long to find it.
    """
    seats, facts = setting.seats, setting.theory.facts
    at = [equal(place, number(start)) for start in range(seats)]
    for distance in range(1, seats + 1):
        there = facts.divided(place + distance, seats)[1]
        facts.add(*(implies(is_at, equal(there, number((start + distance) % seats))) for start, is_at in enumerate(at)))


def have_cards(setting: Piles, hands: tuple[Zone, ...]) -> tuple[Bool, ...]:
    """For each seat, whether it has a card."""
    return tuple([setting.theory.length(hand) > 0 for hand in hands])


def holds_cards(setting: Piles, hands: tuple[Zone, ...], place: Int) -> Bool:
    """Whether the seat is there and has a card."""
    return or_(*(equal(place, number(at)) & has for at, has in enumerate(have_cards(setting, hands))))


def first_with_cards(setting: Piles, hands: tuple[Zone, ...], start: Int) -> tuple[Bool, ...]:
    """For each seat, whether it is the first clockwise after `start` that has cards, `start` itself being the last.

    It has cards, and no seat between has any.
    """
    seats, has = setting.seats, have_cards(setting, hands)

    def first(found: int) -> Bool:
        ways = [FALSE]
        for distance in range(1, seats + 1):
            between = [not_(has[(found - back) % seats]) for back in range(1, distance)]
            ways.append(and_(equal(start, number((found - distance) % seats)), has[found], *between))
        return or_(*ways)

    return tuple(map(first, range(seats)))


def is_first(setting: Piles, hands: tuple[Zone, ...], start: Int, found: Int) -> Bool:
    """Whether a seat is the first one clockwise after `start` that has cards."""
    firsts = enumerate(first_with_cards(setting, hands, start))
    return or_(*(first & equal(found, number(place)) for place, first in firsts))


def nobody_has_cards(setting: Piles, hands: tuple[Zone, ...]) -> Bool:
    """Whether all hands are empty."""
    return not_(or_(*have_cards(setting, hands)))


def nobody_else_has(setting: Piles, hands: tuple[Zone, ...], place: Int) -> Bool:
    """Whether no seat but this one has a card, and perhaps not even this one."""
    return and_(*(equal(place, number(at)) | not_(has) for at, has in enumerate(have_cards(setting, hands))))


def only_holder(setting: Piles, hands: tuple[Zone, ...], place: Int) -> Bool:
    """Whether this seat has cards and no other seat has."""
    return holds_cards(setting, hands, place) & nobody_else_has(setting, hands, place)


def hand_of(hands: tuple[Zone, ...], place: Int) -> Zone:
    """The hand of a seat."""
    found = hands[-1]
    for at in reversed(range(len(hands) - 1)):
        found = ite(equal(place, number(at)), hands[at], found)
    return found


# --- tables ---


def in_phase(table: Record, phase: Phase) -> Bool:
    """Whether the trick stands there."""
    return equal(table.int("phase"), number(phase))


def collects_at_once(declared: Book) -> bool:
    """Whether a won pile is taken within the same turn: where it is not shuffled and nobody may slap."""
    return declared.pile_order is not taking.shuffled and not declared.slapping


def in_order(setting: Piles, table: Record) -> Statements:
    """The invariant of a table, whatever its phase."""
    phase, debt, claimant = table.int("phase"), table.int("debt"), table.int("claimant")
    laying, won = in_phase(table, Phase.LAYING), in_phase(table, Phase.WON)
    middle = setting.theory.length(table.zone("middle"))
    turn, last = table.int("turn"), table.int("last")
    burned, left = table.int("burned"), table.int("left")
    claimed, owing = seat(setting, claimant), laying & (debt > 0)
    himself = setting.declared.payer_out is paying.other_lays
    return {
        "the phase is one of three": one_of(phase, PHASES),
        "the turn is with a seat": seat(setting, turn),
        "the seat to act holds a card": implies(laying, holds_cards(setting, table.zones("hands"), turn)),
        f"the debt lies between 0 and {MOST}": (debt >= 0) & (debt <= MOST),
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


def ordered(setting: Piles, table: Record) -> Bool:
    """The whole invariant."""
    return and_(*in_order(setting, table).values())


def any_table(setting: Piles, name: str = "table") -> Inputs:
    """Any table whatsoever of a game without slaps, which bars nobody from slapping."""
    table = record(setting.shapes.any_of(Table, name, setting.seats))
    around(setting, table.int("turn"))
    return {name: changed(table, barred=())}


def table_in(*phases: Phase) -> Hypothesis:
    """The hypothesis that the table is in order and in one of these phases."""

    def hypothesis(setting: Piles, inputs: Inputs) -> Bool:
        table = record(inputs["table"])
        return ordered(setting, table) & one_of(table.int("phase"), phases)

    return hypothesis


def just_laid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the seat to act has just laid a card, and that nothing has been made of it yet.

    That hand may be empty now. What was owed before the card is still owed, by this seat.
    """
    table = record(inputs["table"])
    turn, debt, claimant = table.int("turn"), table.int("debt"), table.int("claimant")
    burned, left = table.int("burned"), table.int("left")
    himself = setting.declared.payer_out is paying.other_lays
    owing = seat(setting, claimant) & (truth(himself) | not_(equal(claimant, turn)))
    return and_(
        in_phase(table, Phase.LAYING),
        seat(setting, turn),
        equal(table.int("last"), turn),
        (debt >= 0) & (debt <= MOST),
        ite(debt > 0, owing, equal(claimant, number(NOBODY))),
        (burned >= 0) & (left >= 0) & (burned + left < setting.theory.length(table.zone("middle"))),
        not_(as_bool(table.fields["unanswered"])),
    )


def won(before: Record, after: Record, winner: Int, unanswered: bool) -> Statements:
    """A seat has won the middle, which lies there until it is collected."""
    return {
        "the pile is won by whom the rules say": in_phase(after, Phase.WON) & equal(after.int("claimant"), winner),
        "nothing is owed any more": equal(after.int("debt"), number(0)),
        "it is known whether the debt was answered": equal(as_bool(after.fields["unanswered"]), truth(unanswered)),
        "the turn stays with the last layer": equal(after.int("turn"), before.int("last")),
    }


def where(condition: Bool, statements: Statements, words: str = "") -> Statements:
    """Each of the statements, where the condition holds."""
    return {f"{words}{each}": implies(condition, claim) for each, claim in statements.items()}


STILL: Final = ("hands", "middle", "last", "burned", "left")
"""What a decision about who pays, goes on, or wins leaves alone."""


def nothing_moves(setting: Piles, before: Record, after: Record) -> Statements:
    """No card moves, and who laid last stays known."""
    return {"no card moves": unchanged(setting, before, after, *STILL)}
