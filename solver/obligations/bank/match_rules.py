"""What the rules of Bank say of matches: who is at the top, who deals next, who plays on.

Written from the register and not from the model: what the model makes of a match is held against this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from model.bank.state import Phase, Stage
from solver.obligations import Inputs, Statements
from solver.obligations.bank.rounds import Banks, have_cards, is_agreed, points_of
from solver.obligations.common import record
from solver.terms import FALSE, TRUE, Bool, Int, and_, equal, implies, ite, not_, number, or_, total
from solver.values import (
    Entry,
    Mismatch,
    Record,
    Row,
    Value,
    as_bool,
    as_int,
    as_symbol,
    code_of,
    entries_of,
    same,
    same_rows,
)

TARGET: Final = 248
"""BANK-06: so many points are to be collected."""


def has_reached(setting: Banks, points: Int) -> Bool:
    """Whether so many points are enough."""
    more = is_agreed(setting, "match_target", "more_than")
    return points >= TARGET + more


def winning(setting: Banks, totals: Sequence[Int]) -> list[Bool]:
    """For each seat whether it has reached the target, and no other seat has more."""
    highest = [and_(*(other <= mine for other in totals)) for mine in totals]
    return [has_reached(setting, mine) & top for mine, top in zip(totals, highest, strict=True)]


def alone(conditions: Sequence[Bool]) -> Bool:
    """Whether exactly one of them holds."""
    return equal(total(ite(each, number(1), number(0)) for each in conditions), number(1))


def with_most(conditions: Sequence[Bool], values: Sequence[Int]) -> list[Bool]:
    """Those for which the condition holds and that have the highest value among these."""
    pairs = list(zip(conditions, values, strict=True))
    return [here & and_(*(implies(there, its <= mine) for there, its in pairs)) for here, mine in pairs]


# --- who may deal ---


def most_in_hand(setting: Banks, table: Record) -> list[Bool]:
    """Of the seats with cards those with most points in hand."""
    in_hand = [points_of(setting.theory, hand) for hand in table.zones("hands")]
    return with_most(have_cards(setting, table), in_hand)


def left_alone(setting: Banks, table: Record) -> list[Bool]:
    """The seat that alone has cards left."""
    left = have_cards(setting, table)
    return [here & alone(left) for here in left]


def out_last(setting: Banks, table: Record) -> list[Bool]:
    """The seat that has gone out last."""
    gone = entries_of(table.fields["out"])
    followed = [*(each.there for each in gone[1:]), FALSE]
    last = [each.there & not_(after) for each, after in zip(gone, followed, strict=True)]
    who = [record(each.value).int("seat") for each in gone]
    pairs = list(zip(last, who, strict=True))
    return [or_(*(is_last & equal(its, number(seat)) for is_last, its in pairs)) for seat in _seats(setting)]


def finished_last(setting: Banks, table: Record) -> list[Bool]:
    """The seat that has finished last, as was agreed on: the last to go out, or the one that is left over alone."""
    if is_agreed(setting, "last_out_means", "left_over"):
        return left_alone(setting, table)
    return out_last(setting, table)


def who_deals(setting: Banks, played: Record, totals: Sequence[Int]) -> list[Bool]:
    """Who can deal the next round, by the option that was agreed on; with these totals."""
    table = record(played.fields["round"])
    loser = most_in_hand(setting, table)
    if is_agreed(setting, "dealer", "loser"):
        return loser
    if is_agreed(setting, "dealer", "last_out"):
        last = finished_last(setting, table)
        return [ite(or_(*last), here, lost) for here, lost in zip(last, loser, strict=True)]
    if is_agreed(setting, "dealer", "first_mover"):
        return [equal(table.int("first"), number(seat)) for seat in _seats(setting)]
    most = is_agreed(setting, "dealer", "most_points")
    return with_most([TRUE] * setting.seats, totals if most else [number(0) - each for each in totals])


# --- rows ---


def ints(value: Value) -> tuple[Int, ...]:
    """A row of numbers whose length is known. Raises Mismatch."""
    if not isinstance(value, tuple):
        raise Mismatch("no row of known length where one is needed")
    return tuple(map(as_int, value))


def numbers(value: Record, field: str) -> tuple[Int, ...]:
    """A field that is a row of numbers, one for each seat."""
    return ints(value.fields[field])


def exactly(setting: Banks, found: Value, conditions: Sequence[Bool]) -> Bool:
    """Whether these seats, and no others, are named, each once and in their order."""
    wanted = Row(tuple([Entry(there, number(seat)) for seat, there in enumerate(conditions)]))
    return same_rows(setting.theory, found, wanted)


def _seats(setting: Banks) -> range:
    return range(setting.seats)


# --- what is to hold ---


def highest_wins(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """Whoever has reached the target, and nobody has more, is at the top."""
    return {
        "the seats named have reached the target, and nobody has more": exactly(
            setting, result, winning(setting, ints(inputs["totals"]))
        )
    }


def target_is_reached(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """The target itself is enough, or it is not."""
    points, target = as_int(inputs["total"]), as_int(inputs["target"])
    passed = points > target if is_agreed(setting, "match_target", "more_than") else points >= target
    return {"it is reached when there are as many points": equal(as_bool(result), passed)}


def scores_are_added(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """Each total grows by what this seat has scored."""
    rows = zip(ints(result), ints(inputs["totals"]), ints(inputs["scored"]), strict=True)
    return {"each total is the one before and the score": and_(*(equal(new, old + got) for new, old, got in rows))}


def round_is_settled(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The scores are added; one seat alone at the top has won; otherwise it is said who plays on, and who deals."""
    before, scored = record(inputs["match"]), ints(inputs["scored"])
    totals = [old + got for old, got in zip(numbers(before, "totals"), scored, strict=True)]
    top = winning(setting, totals)
    won, dealers = alone(top), who_deals(setting, before, totals)
    tied_only = is_agreed(setting, "tie", "extra_round_tied")
    playing = [or_(not_(or_(*top)), here) if tied_only else TRUE for here in top]
    return {
        "the totals are those before and the scores": _all_equal(numbers(after, "totals"), totals),
        "the scores are those of the round": same(setting.theory, after.fields["scores"], scored),
        "the match is over when one seat alone is at the top": equal(won, _stage(after, Stage.OVER)),
        "that seat has won, or nobody": exactly(setting, after.fields["winners"], [won & here for here in top]),
        "whoever is named may deal, and a lot decides between several": won
        | (exactly(setting, after.fields["dealers"], dealers) & _dealt_or_drawn(after, dealers)),
        "everybody plays on, or those that are tied": won | exactly(setting, after.fields["playing"], playing),
        "the round stays to be looked at": same(setting.theory, after.fields["round"], before.fields["round"]),
    }


def _dealt_or_drawn(after: Record, dealers: Sequence[Bool]) -> Bool:
    return ite(alone(dealers), _stage(after, Stage.DEAL), _stage(after, Stage.LOT))


def _stage(record: Record, stage: Stage) -> Bool:
    return equal(as_symbol(record.fields["stage"], Stage).code, number(code_of(stage)))


def _all_equal(ones: Sequence[Int], others: Sequence[Int]) -> Bool:
    return and_(*(equal(one, other) for one, other in zip(ones, others, strict=True)))


def checked_at_capture(setting: Banks, inputs: Inputs, result: tuple[Value, Value]) -> Statements:
    """Nobody has won before the round is over, or whoever is alone at the top with what was collected so far."""
    decided, gained = as_bool(result[0]), ints(result[1])
    if is_agreed(setting, "match_check", "after_round"):
        return {"nobody has won before the round is over": not_(decided)}
    so_far = _sums(numbers(record(inputs["played"]), "totals"), gained)
    return {"it is over when one seat alone is at the top": equal(decided, alone(winning(setting, so_far)))}


def match_goes_on(setting: Banks, inputs: Inputs, result: tuple[Record, Value, Value]) -> Statements:
    """A round that is over is settled, and one that is not counts nothing, unless captures decide the match."""
    before, table, after = record(inputs["played"]), record(inputs["table"]), result[0]
    totals, scored, gained = numbers(before, "totals"), ints(result[1]), ints(result[2])
    over = equal(as_symbol(table.fields["phase"], Phase).code, number(code_of(Phase.OVER)))
    captured = not_(same(setting.theory, table.fields["captured"], record(before.fields["round"]).fields["captured"]))
    decided = captured & alone(winning(setting, _sums(totals, gained)))
    at_once = not_(over) & (decided if is_agreed(setting, "match_check", "at_capture") else FALSE)
    return {
        "a round that is over brings what it scores": implies(
            over, _all_equal(numbers(after, "totals"), _sums(totals, scored))
        ),
        "a match that is decided by a capture counts what was collected": implies(
            at_once, _all_equal(numbers(after, "totals"), _sums(totals, gained)) & _stage(after, Stage.OVER)
        ),
        "a round that goes on counts nothing": over
        | at_once
        | and_(
            *(
                same(setting.theory, after.fields[name], before.fields[name])
                for name in before.fields
                if name != "round"
            )
        ),
        "the table is the one that was played": same(setting.theory, after.fields["round"], table),
    }


def _sums(ones: Sequence[Int], others: Sequence[Int]) -> list[Int]:
    return [one + other for one, other in zip(ones, others, strict=True)]


def tied_play_on(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """Everybody plays the extra round, or only those that are tied."""
    if is_agreed(setting, "tie", "extra_round_tied"):
        return {"those that are tied play": same_rows(setting.theory, result, inputs["tied"])}
    return {"everybody plays": exactly(setting, result, [TRUE] * setting.seats)}


def dealer_is_named(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """Whoever the option names can deal the next round."""
    played = record(inputs["match"])
    wanted = who_deals(setting, played, numbers(played, "totals"))
    return {"whoever the option names, and nobody else": exactly(setting, result, wanted)}


def last_one_is_named(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """Who has finished last: the last to go out, or whoever is left over alone."""
    wanted = finished_last(setting, record(inputs["table"]))
    return {"whoever finished last, or nobody": exactly(setting, result, wanted)}


def lot_names_dealer(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The seat that was drawn is to deal, and nothing else changes."""
    before = record(inputs["match"])
    return {
        "the next round is to be dealt": _stage(after, Stage.DEAL),
        "the seat that was drawn deals": same(setting.theory, after.fields["dealers"], (inputs["dealer"],)),
        "nothing else changes": _unchanged(setting, before, after, "stage", "dealers"),
    }


def _unchanged(setting: Banks, before: Record, after: Record, *but: str) -> Bool:
    """Whether all fields but these are what they were."""
    names = [name for name in before.fields if name not in but]
    return and_(*(same(setting.theory, after.fields[name], before.fields[name]) for name in names))


def due_seat_deals(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The next round is dealt by the seat that is due, with these cards; totals stay."""
    before, deal = record(inputs["match"]), record(inputs["deal"])
    table = record(after.fields["round"])
    due = [each.there & equal(as_int(each.value), table.int("dealer")) for each in entries_of(before.fields["dealers"])]
    return {
        "the seat that is due has dealt": or_(*due),
        "the hands are those of the deal": same(setting.theory, table.fields["hands"], deal.fields["hands"]),
        "the stock is that of the deal": same(setting.theory, table.fields["stock"], deal.fields["stock"]),
        "nobody has captured anything": and_(
            *(equal(setting.theory.length(pile), number(0)) for pile in table.zones("captured"))
        ),
        "the totals stay": _all_equal(numbers(after, "totals"), numbers(before, "totals")),
        "one more round has been dealt": equal(after.int("rounds"), before.int("rounds") + 1),
        "a round is being played": _stage(after, Stage.ROUND),
        "the first to move has the turn": equal(table.int("turn"), table.int("first")),
    }
