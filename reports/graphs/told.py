"""What the graph of tricks shows, as lines for a terminal and as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from reports.columns import Column, fold, table
from reports.graphs.picture_words import mirrors, subtitle
from reports.words import number
from solver.graphs.found import Cycle, Endless, Exploration

if TYPE_CHECKING:
    import networkx as nx

MOST_SHOWN: Final = 12
"""Cycles, and endless deals, that are shown; all are counted, and the JSON has them all."""


def as_json(graph: nx.DiGraph[str], found: Exploration) -> str:
    """What was found (`exploration`), with every position (`nodes`) and every trick (`edges`), as one JSON object."""
    content = {
        "exploration": found,
        "nodes": [{"position": name, **attributes} for name, attributes in graph.nodes(data=True)],
        "edges": [{"from": before, "to": after, **trick} for before, after, trick in graph.edges(data=True)],
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode() + "\n"


def lines(found: Exploration, width: int) -> Iterator[str]:
    """Where games lead, the cycles, the deals that never end, and the longest game that does."""
    yield from fold(f"{found.deck_name}: {subtitle(found)[1]}", width)
    yield from fold(subtitle(found)[0], width)
    yield ""
    yield from _attractors(found, width)
    if found.cycles:
        yield ""
        for line in _cycles(found.cycles):
            yield from fold(line, width, "    ")
    yield ""
    yield from _endless(found, width)
    ended = found.finished
    if ended.deals:
        length = f"{number(ended.longest_cards, 'card')}, {number(ended.longest_tricks, 'trick')}"
        yield from fold(f"the longest game that ends: {ended.longest}, {length}", width)


def _attractors(found: Exploration, width: int) -> Iterator[str]:
    shown = [each for each in found.attractors if each.kind == "end"]
    shown += [each for each in found.attractors if each.kind == "cycle"][:MOST_SHOWN]
    periods = {cycle.name: cycle for cycle in found.cycles}
    columns = [
        Column("\nplay leads to", tuple(each.name for each in shown), whole=True),
        _numbers("from\ndeals", [each.deals for each in shown]),
        _numbers("from\npositions", [each.attracts for each in shown]),
        _numbers("at most\ncards", [each.farthest_cards for each in shown]),
        _numbers("before it\ntricks", [each.farthest_tricks for each in shown]),
    ]
    if periods:
        of = [periods.get(each.name) for each in shown]
        columns.append(_numbers("period\ncards", [cycle.cards if cycle else None for cycle in of]))
        columns.append(_numbers("\ntricks", [cycle.tricks if cycle else None for cycle in of]))
    yield from table(columns, width)
    left = len(found.attractors) - len(shown)
    if left:
        yield f"and {number(left, 'cycle')} more"


def _numbers(head: str, cells: Sequence[int | None]) -> Column:
    """A column of numbers, empty where there is none."""
    return Column(head, tuple("" if cell is None else f"{cell:,}" for cell in cells), right=True, whole=True)


def _cycles(cycles: Sequence[Cycle]) -> Iterator[str]:
    for cycle in cycles[:MOST_SHOWN]:
        yield f"{cycle.name}: {' > '.join(cycle.positions)} > again"
    yield from mirrors(cycles[:MOST_SHOWN])


def _endless(found: Exploration, width: int) -> Iterator[str]:
    if not found.endless:
        yield "every deal ends"
        return
    never = "deal never ends" if len(found.endless) == 1 else "deals never end"
    yield f"{len(found.endless):,} {never}:"
    ranked = sorted(found.endless, key=lambda each: (each.repeats_after, each.repeats_after_tricks, each.deal))
    shown = ranked[:MOST_SHOWN]
    if found.longest_stem is not None and found.longest_stem not in shown:
        shown = [*shown[:-1], found.longest_stem]
    columns = [
        Column("\ndeal", tuple(each.deal for each in shown), whole=True),
        _numbers("stem\ncards", [each.stem_cards for each in shown]),
        _numbers("\ntricks", [each.stem_tricks for each in shown]),
        Column("\ninto", tuple(each.cycle for each in shown), whole=True),
        _numbers("again after\ncards", [each.repeats_after for each in shown]),
        _numbers("\ntricks", [each.repeats_after_tricks for each in shown]),
        Column("", tuple(_remark(found, each) for each in shown)),
    ]
    yield from table(columns, width)
    if len(ranked) > len(shown):
        yield f"and {number(len(ranked) - len(shown), 'deal')} more (--json has them all)"


def _remark(found: Exploration, each: Endless) -> str:
    remarks = ["soonest"] if each in found.soonest else []
    return ", ".join(remarks + (["longest stem"] if each in found.longest_stems else []))
