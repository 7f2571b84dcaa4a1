"""V1: what a seat may see, what it may do, and what counts as the same position."""

from __future__ import annotations

from typing import Any, Final

from model.game import Act, Seat
from model.piles import play
from model.piles.rulebook import Book
from model.piles.state import Phase, Table, View
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements
from solver.obligations.common import record, seat, unchanged
from solver.obligations.piles.order import ORDER, Piles, any_table, collects_at_once, in_phase, ordered, table_in
from solver.terms import Bool, and_, equal
from solver.values import Record, Value, as_int, as_symbol, same

# --- two tables side by side ---


def two_views(book: Book, one: Table, other: Table, seat: Seat) -> tuple[View, View]:
    """What a seat sees of one table and of another."""
    return play.view(book, one, seat), play.view(book, other, seat)


def two_positions(book: Book, one: Table, other: Table) -> tuple[Any, Any]:
    """What two tables are compared by when it is asked whether they are the same."""
    return book.position(one), book.position(other)


def two_tables(setting: Piles) -> Inputs:
    """Any two tables."""
    return {**any_table(setting, "one"), **any_table(setting, "other")}


def two_tables_and_a_seat(setting: Piles) -> Inputs:
    """Any two tables, and a seat."""
    return {**two_tables(setting), "seat": setting.shapes.any_of(int, "seat", 0)}


def hidden_differs(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that two tables in order differ in nothing but the cards in hands."""
    one, other = record(inputs["one"]), record(inputs["other"])
    length = setting.theory.length
    sizes = [equal(length(a), length(b)) for a, b in zip(one.zones("hands"), other.zones("hands"), strict=True)]
    seen = [name for name in one.fields if name != "hands"]
    sits = seat(setting, as_int(inputs["seat"]))
    return and_(ordered(setting, one), sits, *sizes, unchanged(setting, one, other, *seen))


def empty_middles(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that two tables are in order, that a card is to be laid, and that the middle is empty."""
    tables = [record(inputs[name]) for name in ("one", "other")]
    empty = [
        equal(setting.theory.length(table.zone("middle")), setting.theory.length(setting.theory.of(())))
        for table in tables
    ]
    return and_(*empty, *(ordered(setting, table) & in_phase(table, Phase.LAYING) for table in tables))


VIEWS: Final[Scene[Book]] = Scene("two_views", lambda book: two_views, two_tables_and_a_seat, hidden_differs)
POSITIONS: Final[Scene[Book]] = Scene("two_positions", lambda book: two_positions, two_tables, empty_middles)
UNSLAPPED: Final[Scene[Book]] = Scene(
    "unslapped", lambda book: play.unslapped, any_table, table_in(Phase.LAYING, Phase.WON)
)

SCENES: Final = (VIEWS, POSITIONS, UNSLAPPED)


# --- what is to hold ---


def hands_stay_hidden(setting: Piles, inputs: Inputs, views: tuple[Value, Value]) -> Statements:
    """Two views that differ in nothing."""
    return {"the views do not differ": same(setting.theory, *views)}


def hands_and_leader(setting: Piles, inputs: Inputs, positions: tuple[Value, Value]) -> Statements:
    """Two positions are the same exactly when the hands, the leader and what is owed are."""
    one, other = record(inputs["one"]), record(inputs["other"])
    alike = unchanged(setting, one, other, "hands", "turn", "debt", "claimant")
    return {"equal hands with the same leader, and no others": equal(same(setting.theory, *positions), alike)}


def one_action(setting: Piles, table: Record, action: Value) -> Statements:
    """The seat to act lays, or the winner of the pile collects it."""
    does = record(action)
    laying = in_phase(table, Phase.LAYING)
    act, who = as_symbol(does.fields["act"], Act).code, does.int("seat")
    lays, collects = (as_symbol(each, Act).code for each in (Act.LAY, Act.COLLECT))
    return {
        "the seat to act lays a card": equal(laying, equal(act, lays)) & (~laying | equal(who, table.int("turn"))),
        "the winner of a pile collects it": equal(~laying, equal(act, collects))
        & (laying | equal(who, table.int("claimant"))),
    }


def next_action(setting: Piles, inputs: Inputs, action: Value) -> Statements:
    """The one thing that can happen next."""
    return one_action(setting, record(inputs["table"]), action)


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "V1.view",
        VIEWS,
        "what a seat sees does not depend on which cards anybody has in hand, not even on its own",
        ("BMN-08", "BMN-09"),
        hands_stay_hidden,
        (LEMMAS, ORDER),
    ),
    Obligation(
        "V1.position",
        POSITIONS,
        "two moments with an empty middle are the same position exactly when hands, leader and debt are the same",
        ("BMN-43",),
        hands_and_leader,
        (LEMMAS, ORDER),
    ),
    Obligation(
        "V1.next_action",
        UNSLAPPED,
        "the seat to act turns a card; a won pile is collected by its winner; nothing else can happen",
        ("BMN-15", "BMN-42"),
        next_action,
        (LEMMAS, ORDER),
        when=collects_at_once,
    ),
)
