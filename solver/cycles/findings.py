"""What is known of a game's course and of a basin, as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from model.cards import format_zone
from model.game import Budget, Loop, Won
from properties.evidence import Finding, Grade, Verdict
from solver.cycles.balanced import Listed
from solver.cycles.basin import Basin
from solver.cycles.course import Course
from solver.cycles.naming import Repeats
from solver.decks import count
from solver.graphs.agreed import departures

MOST_EXAMPLES: Final = 20
"""So many balanced deals are named in a finding; all of them are counted."""


def of_course(course: Course, repeated: Sequence[Repeats], seconds: float = 0.0) -> Finding:
    """How one deal goes out: an example that was played, and nothing about other deals."""
    given_up = isinstance(course.outcome, Budget)
    return Finding(
        subject=f"the course of {course.deal}",
        statement=_statement(course),
        game=course.book.game,
        grade=Grade.EXEMPLIFIED,
        verdict=Verdict.INCONCLUSIVE if given_up else Verdict.HELD,
        seats=(len(course.deal.hands),),
        choices=dict(departures(course.book)),
        seconds=seconds,
        examples=(str(course.deal),),
        note="; ".join(
            f"{each.naming}: period {_cards(each.period.cards)}, {count(each.period.tricks, 'trick')}"
            for each in repeated
        ),
    )


def _statement(course: Course) -> str:
    slaps = "as long as nobody slaps, " if course.book.slapping else ""
    match course.outcome:
        case Loop(stem_cards, stem_tricks, period_cards, period_tricks):
            stem = f"{count(stem_cards, 'card')}, {count(stem_tricks, 'trick')}"
            period = f"{count(period_cards, 'card')}, {count(period_tricks, 'trick')}"
            return f"{slaps}this deal never ends: stem {stem}; period {period}, cards as classes"
        case Won(_, cards, tricks):
            return f"{slaps}this deal ends after {count(cards, 'card')}, {count(tricks, 'trick')}"
        case Budget(cards):
            return f"{slaps}it is not known whether this deal ends: it is not over after {count(cards, 'card')}"


def _cards(cards: int | None) -> str:
    return "cards not always as many" if cards is None else count(cards, "card")


def of_basin(course: Course, basin: Basin, deals: Sequence[Listed], seconds: float = 0.0) -> Finding:
    """What runs into a cycle: every position of a space that is closed under going back, seen one by one."""
    one = basin.up_to_exchange
    deck = format_zone(sorted(card for hand in one.cycle[0].hands for card in hand))
    known = basin.complete and not any(each.given_up for each in deals)
    return Finding(
        subject=f"the basin of the cycle that {course.deal} runs into",
        statement=_basin(one, deals) if basin.complete else f"not known: more than {len(basin.ways) - 1} positions",
        game=course.book.game,
        grade=Grade.EXHAUSTED,
        verdict=Verdict.HELD if known else Verdict.INCONCLUSIVE,
        seats=(2,),
        choices=dict(departures(course.book)),
        seconds=seconds,
        space=f"every position of {deck} (hands as classes, and leader, at an empty middle) found backwards from the"
        " cycle, the predecessors of each played forward",
        space_size=len(basin.ways),
        examples=tuple(str(each.entry.deal) for each in deals[:MOST_EXAMPLES]),
    )


def _basin(one: Basin, deals: Sequence[Listed]) -> str:
    """A whole basin, up to exchange of seats."""
    runs = f"exactly {count(len(one.ways), 'position')} run{'s' if len(one.ways) == 1 else ''} into the cycle"
    odd = sum(map(len, one.cycle[0].hands)) % 2
    balanced = f"balanced deal{'' if len(deals) == 1 else 's'} {'(the odd card with A, who leads) ' if odd else ''}"
    statement = (
        f"up to exchange of seats, {runs}, {one.without} of them without predecessor, the farthest"
        f" {count(one.depth, 'trick')} away; {len(deals)} {balanced}{'is' if len(deals) == 1 else 'are'} among them"
    )
    if not deals or deals[0].immediate is None:
        return statement
    survive, given_up = sum(each.survives for each in deals), sum(each.given_up for each in deals)
    statement += f", {survive} of which never end{'s' if survive == 1 else ''} under end=immediate either"
    return statement + (f", and of {given_up} it is not known" if given_up else "")
