"""Rare events of Bank that end a round or a match, or begin the next one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from model.bank import match, scoring, turns
from model.bank.actions import Act
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage, holders
from properties.invariants.bank.core import Step


@dataclass(frozen=True, slots=True)
class Rare:
    """An event that does not happen in every round, and how it is told from one action of a match."""

    name: str
    happened: Callable[[Book, Step], bool]


# --- the end of a round ---


def _blocked(step: Step, left: int) -> bool:
    return step.is_a(Act.PASS) and step.became.phase is Phase.OVER and len(holders(step.became)) == left


def _blocked_with_two(book: Book, step: Step) -> bool:
    return _blocked(step, 2)


def _blocked_with_three(book: Book, step: Step) -> bool:
    return _blocked(step, 3)


def _blocked_with_four(book: Book, step: Step) -> bool:
    return _blocked(step, 4)


def _one_left(book: Book, step: Step) -> bool:
    return len(holders(step.became)) == 1


def _stock_gone(book: Book, step: Step) -> bool:
    return book.round_end is turns.stock_gone and len(holders(step.became)) > 1 and step.became.phase is Phase.OVER


def _bank_left_given(book: Book, step: Step) -> bool:
    """The round is over, and a bank that no failure and no king has taken is given to somebody."""
    if book.bank_left is turns.nobody or step.became.phase is not Phase.OVER:
        return False
    single = len(step.was.bank + step.cards) > 1 or not step.is_a(Act.LAY)
    return single and bool(step.was.bank) and not step.became.bank


def _score_below_nothing(book: Book, step: Step) -> bool:
    return min(step.after.scores) < 0


def _total_below_nothing(book: Book, step: Step) -> bool:
    return min(step.after.totals) < 0


def _level_losers(book: Book, step: Step) -> bool:
    return book.losers is scoring.most_points and len(scoring.most_points(step.became)) > 1


# --- the end of a match ---


def _leaders(book: Book, table: Match) -> int:
    """How many seats share the highest total, if that has reached the target."""
    best = max(table.totals)
    return table.totals.count(best) if book.match_target(best, book.target) else 0


def _level_at_the_target(book: Book, step: Step) -> bool:
    return _leaders(book, step.after) > 1 and max(step.after.totals) == book.target


def _level_above_the_target(book: Book, step: Step) -> bool:
    return _leaders(book, step.after) > 1 and max(step.after.totals) > book.target


def _won_with_the_target(book: Book, step: Step) -> bool:
    return step.after.stage is Stage.OVER and max(step.after.totals) == book.target


def _target_not_enough(book: Book, step: Step) -> bool:
    return (
        step.after.stage is not Stage.OVER and max(step.after.totals) == book.target and not _leaders(book, step.after)
    )


def _several_above_the_target(book: Book, step: Step) -> bool:
    there = [total for total in step.after.totals if book.match_target(total, book.target)]
    return step.after.stage is Stage.OVER and len(there) > 1


def _won_at_a_capture(book: Book, step: Step) -> bool:
    return step.after.stage is Stage.OVER and step.became.phase is not Phase.OVER


# --- between two rounds ---


def _lot(book: Book, step: Step) -> bool:
    return step.is_a(Act.LOT)


def _extra_round(book: Book, step: Step) -> bool:
    return step.is_a(Act.DEAL) and _leaders(book, step.before) > 1


def _extra_round_of_some(book: Book, step: Step) -> bool:
    return step.is_a(Act.DEAL) and len(step.before.playing) < len(step.before.totals)


def _others_join_the_extra_round(book: Book, step: Step) -> bool:
    if not _extra_round(book, step) or book.tie is not match.extra_round_all:
        return False
    return _leaders(book, step.before) < len(step.before.totals)


def _other_trumps(book: Book, step: Step) -> bool:
    return step.is_a(Act.DEAL) and step.became.trumps != step.was.trumps


ENDS_RARE: Final = (
    Rare("a blocked end with two seats", _blocked_with_two),
    Rare("a blocked end with three seats", _blocked_with_three),
    Rare("a blocked end with four seats", _blocked_with_four),
    Rare("one seat is left over", _one_left),
    Rare("the stock is gone and so the round over", _stock_gone),
    Rare("the bank that is left is given", _bank_left_given),
    Rare("a score below nothing", _score_below_nothing),
    Rare("a total below nothing", _total_below_nothing),
    Rare("several losers that are level", _level_losers),
    Rare("level at 248", _level_at_the_target),
    Rare("level above 248", _level_above_the_target),
    Rare("248 wins", _won_with_the_target),
    Rare("248 is not enough", _target_not_enough),
    Rare("the highest of several above 248 wins", _several_above_the_target),
    Rare("won at a capture", _won_at_a_capture),
)
CHANCE_RARE: Final = (
    Rare("a lot for the dealer", _lot),
    Rare("an extra round", _extra_round),
    Rare("an extra round of those that are level", _extra_round_of_some),
    Rare("an extra round that others join", _others_join_the_extra_round),
    Rare("a round with other trumps", _other_trumps),
)
