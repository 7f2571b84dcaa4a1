"""What goes round for ever in the games of a small deck with slaps: for other programs as JSON, for the eye as SVG.

Each loop is a column: its states from top to bottom, on each arrow the tick, and from the last back to the first. A
state from which a slap could still bring the game to an end is drawn apart from one that no slap helps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree

import msgspec

from model.deal import SEAT_NAMES
from model.game import Act
from model.piles.play import enabled
from model.piles.rulebook import Book
from model.piles.slaps import slappable
from model.piles.state import Table
from reports.words import number
from solver.slap_ends import Ending, can_end, findings
from solver.slap_graphs import SlapGraph, same_future, state_name
from solver.slap_paths import Lasso, round_of

MOST_COLUMNS: Final = 6
MOST_BOXES: Final = 40
"""States in one column."""

_INK, _LINE, _PAPER = "#1a1a1a", "#4a4a4a", "#ffffff"
_ALIVE, _DEAD = "#ffd978", "#d9d9e3"
_FONT: Final = "DejaVu Sans, Helvetica, Arial, sans-serif"
_MONO: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"
_MARGIN, _ROW, _BOX, _LETTER, _GAP = 24, 54, 28, 8.2, 84
_NARROWEST: Final = 900


def as_json(found: Ending) -> str:
    """What was found, as one JSON object. The states and ticks themselves are in the graph as GraphML."""
    return msgspec.json.format(msgspec.json.encode({"ending": found}), indent=1).decode() + "\n"


def as_svg(graph: SlapGraph, found: Ending) -> str:
    """A drawing of the loops without slaps, or where there are none of one with slaps, and of what was found."""
    columns = _columns(graph, found)
    canvas = _Canvas()
    canvas.text(_MARGIN, 36, title(found), size=18, weight="bold")
    y = 60.0
    for finding in findings(found):
        canvas.text(_MARGIN, y, finding.statement, size=13)
        y += 19
    if columns:
        y = _legend(canvas, y + 12)
    bottom, x = y, float(_MARGIN)
    for column in columns[:MOST_COLUMNS]:
        bottom = max(bottom, _draw(canvas, column, x, y))
        x += column.width + _GAP
    if len(columns) > MOST_COLUMNS:
        canvas.text(_MARGIN, bottom + 16, f"Not drawn: {number(len(columns) - MOST_COLUMNS, 'loop')} more.")
        bottom += 20
    return canvas.finish(bottom + _MARGIN, title(found))


def title(found: Ending) -> str:
    """The deck, the rules chosen, and how much there was to see, in one line."""
    rules = "".join(f", {point}={name}" for point, name in found.choices)
    return (
        f"{found.deck}, {number(found.seats, 'seat')}, {found.game}{rules}: {number(found.deals, 'deal')},"
        f" {number(found.states, 'state')}, {number(found.ticks, 'tick')}"
    )


# --- what is drawn ---


@dataclass(frozen=True, slots=True)
class _Box:
    """One state of a loop: its name, what leads on, the hands that could win the pile, and whether slaps can help."""

    name: str
    action: str
    hands: str
    alive: bool


@dataclass(frozen=True, slots=True)
class _Column:
    """One loop. `more` states of it are left out at the end."""

    heading: tuple[str, ...]
    boxes: tuple[_Box, ...]
    more: int

    @property
    def width(self) -> float:
        """How wide its boxes are, and its heading."""
        return max(max(len(box.name) for box in self.boxes) * _LETTER + 18, *(len(line) * 6.4 for line in self.heading))


def _columns(graph: SlapGraph, found: Ending) -> list[_Column]:
    alive = {graph.tables[state] for state in can_end(graph)}
    loops = [((cycle.name, *str(cycle).split(": ", 1)[1].split("; ")), cycle.witness) for cycle in found.cycles]
    if not loops and found.slapped_loop is not None:
        loops = [(("a loop with slaps",), found.slapped_loop)]
    return [_column(graph.book, heading, told, alive) for heading, told in loops]


def _column(book: Book, heading: tuple[str, ...], told: Lasso, alive: set[Table]) -> _Column:
    way = f"{told.deal}: {told.stem or 'at once'}"
    boxes: list[_Box] = []
    for table, action in round_of(book, told):
        state = same_future(book, table)
        hands = [each.seat for each in enabled(book, table) if each.act is Act.SLAP and slappable(book, table)]
        boxes.append(
            _Box(state_name(state), action, " ".join(f"{SEAT_NAMES[seat]}!" for seat in hands), state in alive)
        )
    return _Column((*heading, way), tuple(boxes[:MOST_BOXES]), max(0, len(boxes) - MOST_BOXES))


# --- the drawing ---


@dataclass(slots=True)
class _Canvas:
    """An SVG in the making. `widest` is how far to the right something has been drawn."""

    widest: float = _NARROWEST
    svg: ElementTree.Element = field(default_factory=lambda: ElementTree.Element("svg"))

    def text(self, x: float, y: float, words: str, size: int = 12, font: str = _FONT, weight: str = "normal") -> None:
        """Words that begin at x, with their baseline at y."""
        style = {"font-size": f"{size}", "fill": _INK, "font-family": font, "font-weight": weight}
        self._add("text", {"x": x, "y": y}, style).text = words
        self.widest = max(self.widest, x + len(words) * size * (0.62 if weight == "normal" else 0.68))

    def box(self, x: float, y: float, width: float, fill: str) -> None:
        """A frame whose upper edge is at y."""
        self._add("rect", {"x": x, "y": y, "width": width, "height": _BOX, "rx": 5}, {"fill": fill, "stroke": _INK})
        self.widest = max(self.widest, x + width)

    def arrow(self, path: str) -> None:
        """A line with a head, along an SVG path."""
        style = {"d": path, "fill": "none", "stroke": _LINE, "stroke-width": "1.5", "marker-end": "url(#head)"}
        self._add("path", {}, style)

    def finish(self, height: float, words: str) -> str:
        """The whole drawing as text."""
        width = self.widest + _MARGIN
        size = {"width": f"{width:.0f}", "height": f"{height:.0f}", "viewBox": f"0 0 {width:.0f} {height:.0f}"}
        root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"} | size)
        ElementTree.SubElement(root, "title").text = words
        head = {"id": "head", "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "orient": "auto"}
        marker = ElementTree.SubElement(
            ElementTree.SubElement(root, "defs"), "marker", head | {"markerWidth": "7", "markerHeight": "7"}
        )
        ElementTree.SubElement(marker, "path", {"d": "M0 0 L8 4 L0 8 z", "fill": _LINE})
        ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": _PAPER})
        root.extend(self.svg)
        ElementTree.indent(root)
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _add(self, tag: str, where: dict[str, float], style: dict[str, str]) -> ElementTree.Element:
        return ElementTree.SubElement(self.svg, tag, {key: f"{value:g}" for key, value in where.items()} | style)


def _legend(canvas: _Canvas, y: float) -> float:
    """What the boxes mean. Returns where the next thing can be drawn."""
    canvas.text(_MARGIN, y, "J2|3 +23J, A owes 1 to B: hands of A and B (top card first), middle (lowest card first)")
    entries = ((_ALIVE, "a slap could still bring the game to an end"), (_DEAD, "no slap of anybody does"))
    x = float(_MARGIN)
    for fill, words in entries:
        canvas.box(x, y + 12, 30, fill)
        canvas.text(x + 38, y + 31, words)
        x += 38 + len(words) * 7 + 30
    canvas.text(x, y + 31, "A! beside a box: A's hand could win the pile there")
    return y + 64


def _draw(canvas: _Canvas, column: _Column, x: float, y: float) -> float:
    """Draw one loop. Returns where the next thing below can be drawn."""
    for line in column.heading:
        canvas.text(x, y + 14, line, weight="bold" if line == column.heading[0] else "normal")
        y += 17
    top, width = y + 14, max(len(box.name) for box in column.boxes) * _LETTER + 18
    for place, box in enumerate(column.boxes):
        upper = top + place * _ROW
        canvas.box(x, upper, width, _ALIVE if box.alive else _DEAD)
        canvas.text(x + 9, upper + 18.5, box.name, 13, _MONO)
        if box.hands:
            canvas.text(x + width + 6, upper + 18.5, box.hands, 12, _MONO)
        if place < len(column.boxes) - 1:
            canvas.arrow(f"M{x + 24:g} {upper + _BOX:g} V{upper + _ROW - 1:g}")
        canvas.text(x + 32, upper + _BOX + 17, box.action, 11)
    bottom = top + len(column.boxes) * _ROW
    if column.more:
        canvas.text(x + 9, bottom + 8, f"and {number(column.more, 'state')} more, back to the first")
        return bottom + 24
    out = x + width + 24 + max(len(box.hands) for box in column.boxes) * 7.4
    canvas.arrow(
        f"M{x + 24:g} {bottom - _ROW + _BOX:g} V{bottom - 2:g} H{out:g} V{top + _BOX / 2:g} H{x + width + 1:g}"
    )
    canvas.widest = max(canvas.widest, out + 8)
    return bottom + 8
