"""A game's course, its periods and its basin as one JSON object for machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from properties.conformance.protocol import to_wire
from solver.cycles.balanced import Listed
from solver.cycles.basin import Basin
from solver.cycles.course import Course
from solver.cycles.naming import Length, Repeats
from solver.graphs.agreed import departures


def document(
    course: Course, repeated: Sequence[Repeats], basin: Basin | None, deals: Sequence[Listed], evidence: str
) -> dict[str, Any]:
    """Everything that was found. `sizes` has a list for each moment: its cards, its tricks, and the sizes of hands."""
    content: dict[str, Any] = {
        "game": course.book.game,
        "choices": dict(departures(course.book)),
        "deal": str(course.deal),
        "cards": course.deal.labelling.value,
        "outcome": to_wire(course.outcome),
        "periods": [_repeats(each) for each in repeated],
        "sizes": [[moment.cards, moment.tricks, *moment.sizes] for moment in course.moments],
        "evidence": evidence,
    }
    if basin is not None:
        content["basin"] = _basin(basin, deals)
    return content


def _repeats(each: Repeats) -> dict[str, Any]:
    lengths = {
        "stem": each.stem,
        "period": each.period,
        "first_repeated": each.first_repeated,
        "period_up_to_exchange": each.exchanged,
    }
    return {"naming": each.naming.value} | {
        f"{name}_{what}": getattr(length, what)
        for name, length in lengths.items()
        if length is not None
        for what in Length.__slots__
    }


def _basin(basin: Basin, deals: Sequence[Listed]) -> dict[str, Any]:
    """The figures as positions are (hands and leader), and with those that differ by an exchange of seats as one."""
    if not basin.complete:
        return {"complete": False, "more_than": len(basin.ways) - 1}
    return {
        "complete": True,
        "up_to_exchange": _figures(basin.up_to_exchange),
        "hands_and_leader": _figures(basin),
        "mirrors_itself": basin.mirrors_itself,
        "balanced_deals": [_entry(each) for each in deals],
    }


def _figures(basin: Basin) -> dict[str, Any]:
    return {
        "positions": len(basin.ways),
        "in_cycle": len(basin.cycle),
        "without_predecessor": basin.without,
        "depth_tricks": basin.depth,
    }


def _entry(each: Listed) -> dict[str, Any]:
    way = each.entry.way
    content: dict[str, Any] = {"deal": str(each.entry.deal), "stem_cards": way.cards, "stem_tricks": way.tricks}
    content["seats_exchanged"] = each.entry.mirrored
    if each.immediate is not None:
        content["under_immediate"] = to_wire(each.immediate)
    return content
