"""Functions that are outside the subset of Python that can be translated: each is refused with its place and advice.

The comment on the line that is refused says what the refusal must advise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from model.cards import Card, Zone
from model.game import Seat
from model.piles.state import Phase, Table


@dataclass
class Loose:
    """A dataclass that is not frozen."""

    turn: Seat


def has_lambda(table: Table) -> Table:
    pick: Callable[[Seat], Seat] = lambda seat: seat  # noqa: E731  ADVICE: write a module-level def
    return replace(table, turn=pick(table.turn))


def has_list(table: Table) -> Table:
    seats = [Seat(0), Seat(1)]  # ADVICE: write a tuple
    return replace(table, turn=seats[0])


def has_dict(table: Table) -> Table:
    return replace(table, turn={0: Seat(1)}[table.turn])  # ADVICE: use a tuple, or a dataclass


def has_augmented(table: Table) -> Table:
    turn = table.turn
    turn += 1  # type: ignore[assignment]  # ADVICE: write x = x + ...
    return replace(table, turn=turn)


def has_raise(table: Table) -> Table:
    if table.debt > 4:
        raise ValueError("too much")  # ADVICE: rule functions return a value on every path
    return table


def has_try(table: Table) -> Table:
    try:  # ADVICE: check the condition first and return early
        return table
    except IndexError:
        return table


def has_match(table: Table) -> Table:
    match table.phase:  # ADVICE: write if and elif
        case Phase.WON:
            return table
        case _:
            return table


def has_break(table: Table) -> Table:
    for _ in table.hands:
        break  # ADVICE: return early from the loop
    return table


def has_while(table: Table) -> Table:
    turn = table.turn
    while turn < 9:  # ADVICE: loop over a range, or state the loop's invariant
        turn = Seat(turn + 1)
    return table


def loops_over_a_pile(table: Table) -> Table:
    for _ in table.middle:  # ADVICE: loop over a row of known length or a range
        return table
    return table


def falls_through(table: Table) -> Table:  # type: ignore[return]  # noqa: RET503  ADVICE: add one
    if table.debt > 0:
        return table


def multiplies(table: Table) -> Table:
    return replace(table, turn=Seat(table.turn * table.debt))  # ADVICE: with a positive constant


def divides_by_seats(table: Table) -> Table:
    return replace(table, turn=Seat(table.turn % table.last))  # ADVICE: with a positive constant


def counts_a_truth(table: Table) -> Table:
    return replace(table, turn=Seat(table.turn + (table.debt > 0)))  # ADVICE: there is a truth value where a number


def returns_an_operand(table: Table) -> Table:
    return replace(table, unanswered=table.middle and True)  # type: ignore[arg-type]  # ADVICE: on one path and


def picks_a_card(table: Table) -> Table:
    return replace(table, turn=Seat(table.middle[table.burned]))  # ADVICE: take a card at a known place


def set_on_one_path(table: Table) -> Table:
    if table.debt > 0:
        turn = table.turn
    return replace(table, turn=turn)  # ADVICE: set it on each path


def uses_a_loose_dataclass(table: Table) -> Table:
    return replace(table, turn=Loose(table.turn).turn)  # ADVICE: use frozen dataclasses


def calls_a_built_in(table: Table) -> Table:
    return replace(table, turn=Seat(round(table.turn)))  # ADVICE: of the built-in names only


def calls_a_method(table: Table) -> Table:
    return replace(table, turn=Seat(table.middle.count(Card(0))))  # ADVICE: read fields of dataclasses


def calls_itself(table: Table) -> Table:  # ADVICE: write a loop
    return calls_itself(table)


def returns_two_kinds(table: Table) -> Table:  # ADVICE: on one path and
    if table.debt > 0:
        return table
    return table.turn  # type: ignore[return-value]


def is_a_generator(table: Table) -> Iterator[Table]:  # ADVICE: rule functions return one value
    yield table


def says_something(table: Table) -> Table:
    print(table.turn)  # ADVICE: rule functions do nothing but return a value
    return table


def has_text(table: Table) -> Table:
    return replace(table, turn=f"{table.turn}")  # type: ignore[arg-type]  # ADVICE: keep texts out of rule functions


def has_walrus(table: Table) -> Table:
    return replace(table, turn=(turn := table.turn), last=turn)  # ADVICE: assign on a line of its own


def calls_with_stars(table: Table) -> Table:
    return replace(*(table,))  # ADVICE: name each argument


def compares_a_list_with_a_tuple(table: Table) -> Table:
    if [hand for hand in table.hands] == table.hands:  # type: ignore[comparison-overlap]  # noqa: C416  ADVICE: compared with
        return table
    return table


def takes_the_second_of_some(table: Table) -> Table:
    return replace(table, turn=[hand for hand in table.hands if hand][1])  # type: ignore[arg-type]  # ADVICE: take [0]


def counts_a_set_in_order(table: Table) -> Table:
    return replace(table, turn=Seat(sum({table.turn, table.last})))  # ADVICE: a set, whose values have no order


def orders_a_set(table: Table) -> Table:
    return replace(table, barred=(*{table.turn, table.last},))  # ADVICE: a set, whose values have no order


def hands_on_a_generator(table: Table) -> Table:
    return replace(table, turn=Seat(twice(hand for hand in table.hands)))  # ADVICE: hand a tuple to a rule function


def twice(hands: Iterator[Zone]) -> int:
    return sum(len(hand) for hand in hands) + sum(len(hand) for hand in hands)


def asks_a_generator(table: Table) -> Table:
    return replace(table, unanswered=bool(hand for hand in table.hands))  # ADVICE: a generator where a truth value


def names_an_iterator(table: Table) -> Table:
    pairs = enumerate(table.hands)  # ADVICE: assign to names
    return replace(table, turn=Seat(sum([at for at, _ in pairs])))


def measures_a_generator(table: Table) -> Table:
    return replace(table, turn=Seat(len(enumerate(table.hands))))  # type: ignore[arg-type]  # ADVICE: of a length


def asks_for_the_first_or_else(table: Table) -> Table:
    return replace(table, turn=next((Seat(0) for hand in table.hands if hand), Seat(1)))  # ADVICE: positional argument


def compares_tables_by_identity(table: Table) -> Table:
    return replace(table, unanswered=replace(table, turn=Seat(0)) is table)  # ADVICE: compare numbers with ==


def sorts_into_a_list(table: Table) -> Table:
    return replace(table, burned=len(sorted(table.middle)))  # ADVICE: where a row is needed


def sorts_by_no_rule(table: Table) -> Table:
    return replace(table, middle=tuple(sorted(table.middle, key=Card)))  # ADVICE: where a rule function is needed


def reads_what_is_not_python(table: Table) -> Table:
    rows = [hand for hand in table.hands if hand]
    return replace(table, turn=rows.some)  # type: ignore[attr-defined]  # ADVICE: read fields of dataclasses


def mixes_a_list_and_a_tuple(table: Table) -> Table:
    some = () if table.burned > 0 else [hand for hand in table.hands if hand]  # ADVICE: on one path and
    return replace(table, turn=Seat(len(some)))


def cuts_in_the_middle(table: Table) -> Table:
    return replace(table, middle=table.middle[1:2])  # ADVICE: of a pile take a front


def looks_into_a_text(table: Table) -> Table:
    if table.phase in "ab":  # type: ignore[operator]  # ADVICE: compare numbers with ==
        return table
    return table


@lru_cache
def is_wrapped(table: Table) -> Table:
    return table


# --- not refused ---


def first(middle: Zone) -> Zone:
    return middle[:1]


def hand_after(table: Table) -> Zone:
    return table.hands[table.turn + 1]


def top_of_middle(table: Table) -> Card:
    return table.middle[-1]
