"""What a picture of a graph of tricks shows: the cycles and what is nearest to them, or the longest game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from solver.decks import DeckError
from solver.graphs.found import Cycle, Exploration, deal_text

if TYPE_CHECKING:
    import networkx as nx

MOST_DRAWN: Final = 60
"""Positions in one picture, unless the first cycle alone has more."""
DEEPEST: Final = 12
"""Tricks that a tree goes back."""


@dataclass(frozen=True, slots=True)
class Part:
    """One cycle, or one end, with the positions that lead to it: for each position drawn, those just before it.

    `left_out` says for a position how many just before it are not drawn. `stem` is the way of the deal with the
    longest stem of all into this cycle, or of the longest game, as far as it is drawn.
    """

    heading: str
    roots: tuple[str, ...]
    loops: bool
    before: dict[str, list[str]]
    left_out: dict[str, int]
    stem: tuple[str, ...]


def contents(graph: nx.DiGraph[str], found: Exploration, most: int = MOST_DRAWN, around: int = 0) -> list[Part]:
    """What is drawn: the cycles as long as there is room, or only the one with this number; without any, the ends.

    Raises DeckError if there is no such cycle.
    """
    if around > len(found.cycles):
        number = len(found.cycles)
        has = "no cycle" if number == 0 else "1 cycle only" if number == 1 else f"{number} cycles only"
        raise DeckError(f"--around {around}: the games of {found.deck_name} have {has}")
    if found.cycles:
        return _cycles(graph, found, most, around)
    if len(graph) <= most:
        ends = sorted(name for name in graph if graph.nodes[name]["kind"] == "end")
        return [_part(graph, f"{end}: all games", (end,), set(graph), False, ()) for end in ends]
    spine = _way(graph, _position(graph, found.finished.longest))[-DEEPEST - 1 :]
    drawn = set(spine) | _nearest(graph, spine[1:-1], most)
    whole = "the longest game" if len(spine) <= DEEPEST else f"the last {DEEPEST} tricks of the longest game"
    return [_part(graph, f"{spine[-1]}: {whole}, and what joins it", spine[-1:], drawn, False, spine)]


def _cycles(graph: nx.DiGraph[str], found: Exploration, most: int, around: int) -> list[Part]:
    shown: list[Cycle] = []
    for cycle in found.cycles[around - 1 : around] if around else found.cycles:
        if not shown or sum(len(each.positions) for each in [*shown, cycle]) <= most:
            shown.append(cycle)
    stems = {cycle.name: _stem(graph, found, cycle) for cycle in shown}
    first = [name for cycle in shown for name in (*cycle.positions, *stems[cycle.name])]
    drawn = _nearest(graph, first, most)
    return [_part(graph, str(cycle), cycle.positions, drawn, True, stems[cycle.name]) for cycle in shown]


def _stem(graph: nx.DiGraph[str], found: Exploration, cycle: Cycle) -> tuple[str, ...]:
    """The way of the longest stem of all, if it leads into this cycle: from its deal to the first position of it."""
    longest = found.longest_stem
    if longest is None or longest.cycle != cycle.name:
        return ()
    way: list[str] = []
    name = _position(graph, longest.deal)
    while name not in cycle.positions:
        way.append(name)
        name = next(graph.successors(name))
    return (*way, name)[-DEEPEST - 1 :]


def _position(graph: nx.DiGraph[str], deal: str) -> str:
    """The position that a deal is."""
    return next(name for name in graph if graph.nodes[name]["kind"] == "deal" and deal_text(name) == deal)


def _way(graph: nx.DiGraph[str], name: str) -> tuple[str, ...]:
    """The positions of a game that ends, from this one on."""
    way = [name]
    while following := list(graph.successors(way[-1])):
        way += following
    return tuple(way)


def _nearest(graph: nx.DiGraph[str], first: Iterable[str], most: int) -> set[str]:
    """The given positions and those that lead to them, fewest tricks first, up to `most`."""
    drawn = dict.fromkeys(first)
    layer = list(drawn)
    for _ in range(DEEPEST):
        layer = sorted({before for name in layer for before in graph.predecessors(name)} - drawn.keys())
        layer = layer[: max(0, most - len(drawn))]
        drawn.update(dict.fromkeys(layer))
    return set(drawn)


def _part(
    graph: nx.DiGraph[str], heading: str, roots: tuple[str, ...], drawn: set[str], loops: bool, stem: tuple[str, ...]
) -> Part:
    before: dict[str, list[str]] = {}
    left_out: dict[str, int] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        around = sorted(set(graph.predecessors(name)) - set(roots))
        before[name] = [each for each in around if each in drawn]
        left_out[name] = len(around) - len(before[name])
        waiting += before[name]
    return Part(heading, roots, loops, before, left_out, stem)
