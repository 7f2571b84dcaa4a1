"""Graphs of small decks for other programs and for the eye: GraphML, JSON, and a drawing as SVG.

The drawing shows the cycles and what runs into them; where a deck has none, the longest game and what joins it. Each
tree grows to the left of where it leads, one line for each position, so that nothing overlaps and no edges cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

import msgspec

from solver.decks import count
from solver.graphs import Cycle, Exploration

if TYPE_CHECKING:
    import networkx as nx

MOST_DRAWN: Final = 60
"""Positions in one drawing, unless the cycles alone have more."""

_INK, _LINE, _PAPER = "#1a1a1a", "#4a4a4a", "#ffffff"
_FILLS: Final = {"cycle": "#ffd978", "position": "#eef1f5", "end": "#cfe8cf"}
_FONT: Final = "DejaVu Sans, Helvetica, Arial, sans-serif"
_MONO: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"
_MARGIN, _ROW, _BOX, _LETTER, _GAP = 24, 42, 28, 8.2, 86
_CYCLE_ROW: Final = 66
_NARROWEST: Final = 760


def as_graphml(graph: nx.DiGraph[str]) -> str:
    """The graph as GraphML, which networkx, Gephi and yEd read."""
    import networkx as nx

    buffer = BytesIO()
    nx.write_graphml(graph, buffer)
    return buffer.getvalue().decode()


def as_json(graph: nx.DiGraph[str], exploration: Exploration) -> str:
    """What was found, with every position and every trick, as one JSON object."""
    content = {
        "exploration": exploration,
        "nodes": [{"position": name, **attributes} for name, attributes in graph.nodes(data=True)],
        "edges": [{"from": before, "to": after, **trick} for before, after, trick in graph.edges(data=True)],
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode() + "\n"


def as_svg(graph: nx.DiGraph[str], exploration: Exploration, most: int = MOST_DRAWN) -> str:
    """A drawing of the cycles and of the positions that lead there, nearest first, up to `most` positions."""
    trees = _trees(graph, exploration, most)
    canvas = _Canvas(graph, _column_width(trees), max((tree.depth for tree in trees), default=0))
    canvas.text(_MARGIN, 36, _title(exploration), size=18, weight="bold")
    canvas.text(_MARGIN, 58, _subtitle(exploration), size=13)
    y = _legend(canvas, 84, bool(exploration.cycles))
    for tree in trees:
        canvas.text(_MARGIN, y + 18, tree.heading, size=14, weight="bold")
        y = _draw_tree(canvas, tree, y + 34)
    for line in _caption(graph, exploration, trees):
        canvas.text(_MARGIN, y + 16, line, size=12)
        y += 17
    return canvas.finish(y + _MARGIN, _title(exploration), _subtitle(exploration))


# --- what is drawn ---


@dataclass(frozen=True, slots=True)
class _Tree:
    """One cycle, or one end, with the positions that lead to it: for each position drawn, those just before it."""

    heading: str
    roots: tuple[str, ...]
    loops: bool
    before: dict[str, list[str]]
    left_out: dict[str, int]
    """For a position drawn: how many positions just before it are not."""

    @property
    def depth(self) -> int:
        """Tricks from the farthest position drawn to the cycle or the end."""
        return max(map(self._depth, self.roots))

    def _depth(self, name: str) -> int:
        return max((1 + self._depth(each) for each in self.before[name]), default=0)

    def names(self) -> Iterator[str]:
        """Every position drawn."""
        yield from self.before


def _trees(graph: nx.DiGraph[str], exploration: Exploration, most: int) -> list[_Tree]:
    if exploration.cycles:
        drawn = _nearest(graph, [name for cycle in exploration.cycles for name in cycle.positions], most)
        return [_tree(graph, str(cycle), cycle.positions, drawn, loops=True) for cycle in exploration.cycles]
    if len(graph) <= most:
        ends = sorted(name for name, attributes in graph.nodes(data=True) if attributes["kind"] == "end")
        return [_tree(graph, f"{end}: all games", (end,), set(graph), loops=False) for end in ends]
    end, *spine = _longest_game(graph, exploration)
    drawn = {end} | _nearest(graph, spine, most)
    return [_tree(graph, f"{end}: the longest game, and what joins it", (end,), drawn, loops=False)]


def _longest_game(graph: nx.DiGraph[str], exploration: Exploration) -> list[str]:
    """The positions of the longest game, its end first."""
    path = [exploration.finished.longest.replace("/", "|") + " A"]
    while following := list(graph.successors(path[-1])):
        path += following
    return path[::-1]


def _nearest(graph: nx.DiGraph[str], first: Iterable[str], most: int) -> set[str]:
    """The given positions and those that lead to them, fewest tricks first."""
    drawn = dict.fromkeys(first)
    layer = list(drawn)
    while layer and len(drawn) < most:
        layer = sorted({before for name in layer for before in graph.predecessors(name)} - set(drawn))
        layer = layer[: most - len(drawn)]
        drawn.update(dict.fromkeys(layer))
    return set(drawn)


def _tree(graph: nx.DiGraph[str], heading: str, roots: tuple[str, ...], drawn: set[str], loops: bool) -> _Tree:
    before: dict[str, list[str]] = {}
    left_out: dict[str, int] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        around = sorted(set(graph.predecessors(name)) - set(roots))
        before[name] = [each for each in around if each in drawn]
        left_out[name] = len(around) - len(before[name])
        waiting += before[name]
    return _Tree(heading, roots, loops, before, left_out)


# --- words ---


def _title(exploration: Exploration) -> str:
    cards = len(exploration.deck)
    what = "games that never end" if exploration.cycles else "every game ends"
    return f"{exploration.deck}: {what} ({count(cards, 'card')}, two seats)"


def _subtitle(exploration: Exploration) -> str:
    rules = ", ".join(f"{point}={name}" for point, name in exploration.choices)
    dealt = "equal halves" if exploration.balanced else "every cut"
    return (
        f"{exploration.game}{f', {rules}' if rules else ''} · {dealt}: {count(exploration.deals, 'deal')},"
        f" {count(exploration.positions, 'position')} · {count(len(exploration.cycles), 'cycle')},"
        f" {count(len(exploration.endless), 'endless deal')}"
    )


def _caption(graph: nx.DiGraph[str], exploration: Exploration, trees: list[_Tree]) -> list[str]:
    drawn = sum(graph.nodes[name]["kind"] != "end" for tree in trees for name in tree.names())
    lines = []
    if exploration.cycles:
        attracted = sum(len(cycle.attracts) for cycle in exploration.cycles)
        cycles = "the cycle" if len(exploration.cycles) == 1 else "the cycles"
        if drawn == attracted:
            lines.append(f"Drawn: {cycles} and everything that leads there ({count(drawn, 'position')}).")
        else:
            lines.append(f"Drawn: {cycles} and the nearest of what leads there: {drawn} of {attracted} positions.")
        lines.append(f"Not drawn: {count(exploration.positions - attracted, 'position')} from which somebody wins.")
    else:
        longest = exploration.finished
        lines.append(
            f"No deal is endless. The longest game is {longest.longest}: {count(longest.longest_cards, 'card')},"
            f" {count(longest.longest_tricks, 'trick')}."
        )
        lines.append(f"Drawn: {drawn} of {count(exploration.positions, 'position')}.")
    if any(tree.left_out[name] for tree in trees for name in tree.names()):
        lines.append("+ with a number at a box: so many more positions lead there in one trick.")
    lines += [f"{cycle.name} {_mirror(cycle)}" for cycle in exploration.cycles if cycle.twin]
    return lines


def _mirror(cycle: Cycle) -> str:
    if cycle.twin == cycle.name:
        return "is its own mirror image: after half of it the seats have changed places."
    return f"is {cycle.twin} with the seats swapped."


# --- the drawing ---


@dataclass(slots=True)
class _Canvas:
    """An SVG in the making. `widest` is how far to the right something has been drawn."""

    graph: nx.DiGraph[str]
    column: float
    depth: int
    widest: float = _NARROWEST
    svg: ElementTree.Element = field(default_factory=lambda: ElementTree.Element("svg"))

    def x(self, depth: int) -> float:
        """The left edge of the boxes that are so many tricks away from the cycle or the end."""
        return _MARGIN + 40 + (self.depth - depth) * (self.column + _GAP)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: int = 12,
        anchor: str = "start",
        font: str = _FONT,
        weight: str = "normal",
    ) -> None:
        """Words with their baseline at y."""
        self._add(
            "text",
            {"x": x, "y": y, "font-size": size, "fill": _INK, "text-anchor": anchor, "font-family": font},
            {"font-weight": weight},
        ).text = words
        if anchor == "start":
            self.widest = max(self.widest, x + len(words) * size * (0.62 if weight == "normal" else 0.68))

    def box(self, x: float, y: float, width: float, fill: str, dashed: bool) -> None:
        """A frame around the line at y."""
        style = {"fill": fill, "stroke": _INK, "stroke-width": "1.4"} | ({"stroke-dasharray": "4 3"} if dashed else {})
        self._add("rect", {"x": x, "y": y - _BOX / 2, "width": width, "height": _BOX, "rx": 5}, style)
        self.widest = max(self.widest, x + width)

    def position(self, name: str, depth: int, y: float, in_cycle: bool) -> None:
        """The box of one position, or of an end."""
        kind = self.graph.nodes[name]["kind"]
        fill = _FILLS["cycle" if in_cycle else "end" if kind == "end" else "position"]
        self.box(self.x(depth), y, self.column, fill, dashed=kind == "position")
        self.text(self.x(depth) + self.column / 2, y + 4.5, name, 13, "middle", _MONO, "bold" if in_cycle else "normal")

    def arrow(self, path: str) -> None:
        """A line with a head, along an SVG path."""
        style = {"fill": "none", "stroke": _LINE, "stroke-width": "1.5", "marker-end": "url(#head)"}
        self._add("path", {"d": path}, style)

    def trick(self, before: str, after: str, x: float, y: float) -> None:
        """What happens on an edge: how many cards are laid, and who takes them."""
        trick = self.graph.edges[before, after]
        self.text(x, y, f"{trick['cards']} {trick['taker']}", 11)

    def finish(self, height: float, title: str, description: str) -> str:
        """The whole drawing as text."""
        width = self.widest + _MARGIN
        root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "role": "img",
                "width": f"{width:.0f}",
                "height": f"{height:.0f}",
                "viewBox": f"0 0 {width:.0f} {height:.0f}",
            },
        )
        ElementTree.SubElement(root, "title").text = title
        ElementTree.SubElement(root, "desc").text = description
        marker = ElementTree.SubElement(
            ElementTree.SubElement(root, "defs"),
            "marker",
            {"id": "head", "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "orient": "auto"}
            | {"markerWidth": "7", "markerHeight": "7"},
        )
        ElementTree.SubElement(marker, "path", {"d": "M0 0 L8 4 L0 8 z", "fill": _LINE})
        ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": _PAPER})
        root.extend(self.svg)
        ElementTree.indent(root)
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _add(self, tag: str, where: dict[str, float | str], style: dict[str, str]) -> ElementTree.Element:
        texts = {key: f"{value:g}" if isinstance(value, float) else str(value) for key, value in where.items()}
        return ElementTree.SubElement(self.svg, tag, texts | style)


def _column_width(trees: list[_Tree]) -> float:
    return max(len(name) for tree in trees for name in tree.names()) * _LETTER + 18


def _legend(canvas: _Canvas, y: float, cycles: bool) -> float:
    """What the boxes and numbers mean, one line each. Returns where the next thing can be drawn."""
    canvas.text(_MARGIN, y, "J--|-J- A: hand of A, hand of B (the top card first), and who leads", 12)
    canvas.text(_MARGIN, y + 19, "3 B on an arrow: a trick of three cards, taken by B", 12)
    entries = [("goes round for ever", _FILLS["cycle"], False)] if cycles else [("the end", _FILLS["end"], False)]
    entries += [("a deal (A leads)", _FILLS["position"], False), ("reached only in play", _FILLS["position"], True)]
    x = float(_MARGIN)
    for words, fill, dashed in entries:
        canvas.box(x, y + 44, 30, fill, dashed)
        canvas.text(x + 38, y + 48, words, 12)
        x += 38 + len(words) * 7 + 30
    return y + 78


def _draw_tree(canvas: _Canvas, tree: _Tree, y: float) -> float:
    """Draw one cycle or end with all that leads there. Returns where the next thing can be drawn."""
    heights: dict[str, float] = {}
    for root in tree.roots:
        top = y
        y = _place(tree, root, y, heights)
        if tree.loops and root != tree.roots[-1]:
            y = max(y, top + _CYCLE_ROW)
    for root in tree.roots:
        _draw_branch(canvas, tree, root, 0, heights)
    if tree.loops:
        _draw_loop(canvas, tree.roots, heights)
    return y + 10


def _place(tree: _Tree, name: str, y: float, heights: dict[str, float]) -> float:
    """Give a position and all before it their lines; a position stands in the middle of those just before it."""
    before = tree.before[name]
    if not before:
        heights[name] = y + _ROW / 2
        return y + _ROW
    for each in before:
        y = _place(tree, each, y, heights)
    heights[name] = (heights[before[0]] + heights[before[-1]]) / 2
    return y


def _draw_branch(canvas: _Canvas, tree: _Tree, name: str, depth: int, heights: dict[str, float]) -> None:
    x, y = canvas.x(depth), heights[name]
    for before in tree.before[name]:
        _draw_branch(canvas, tree, before, depth + 1, heights)
        start, height = canvas.x(depth + 1) + canvas.column, heights[before]
        bend = start + _GAP * 0.62
        canvas.arrow(f"M{start:g} {height:g} H{start + 30:g} C{bend:g} {height:g} {bend:g} {y:g} {x - 1:g} {y:g}")
        canvas.trick(before, name, start + 5, height - 4)
    if tree.left_out[name]:
        canvas.text(x - 5, y + 16, f"+{tree.left_out[name]}", 11, "end")
    canvas.position(name, depth, y, in_cycle=tree.loops and depth == 0)


def _draw_loop(canvas: _Canvas, roots: tuple[str, ...], heights: dict[str, float]) -> None:
    """The arrows of a cycle: down from box to box, and back up to the first on the right."""
    middle, right = canvas.x(0) + canvas.column / 2, canvas.x(0) + canvas.column
    for before, after in pairwise(roots):
        top, bottom = heights[before] + _BOX / 2, heights[after] - _BOX / 2
        canvas.arrow(f"M{middle:g} {top:g} V{bottom - 1:g}")
        canvas.trick(before, after, middle + 6, (top + bottom) / 2 + 4)
    low, high = heights[roots[-1]] + 5, heights[roots[0]] - 5
    out = right + 38
    up = f"M{right:g} {low:g} Q{out:g} {low:g} {out:g} {low - 16:g}"
    canvas.arrow(f"{up} V{high + 16:g} Q{out:g} {high:g} {right + 1:g} {high:g}")
    canvas.trick(roots[-1], roots[0], out + 6, (low + high) / 2 + 4)
    canvas.widest = max(canvas.widest, out + 44)
