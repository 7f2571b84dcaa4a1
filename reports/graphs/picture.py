"""The graph of tricks as a picture: the cycles with what runs into them; where there is none, the longest game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from reports.graphs.canvas import LETTER, MARGIN, MONO, Canvas
from reports.graphs.contents import MOST_DRAWN, Part, contents
from reports.graphs.picture_words import captions, described, subtitle, title
from reports.graphs.shapes import GAP, LEFT, RING_GAP, Shape, Spot, shape
from solver.graphs.found import Exploration, deal_text

if TYPE_CHECKING:
    import networkx as nx

_SIZE: Final = 13
_LINE: Final = 17
"""Height of one line in a box."""
_MORE: Final = 13
"""Size of the numbers of positions that are not drawn; there is just room for it between two boxes."""
_NARROWEST: Final = 760


def as_svg(graph: nx.DiGraph[str], found: Exploration, most: int = MOST_DRAWN, around: int = 0) -> str:
    """A picture of the cycles and of the positions that lead there, nearest first, up to `most` positions.

    `around` draws only the cycle with this number. Raises DeckError if there is none.
    """
    parts = contents(graph, found, most, around)
    canvas = Canvas()
    canvas.text(MARGIN, 38, title(found), size=19, bold=True)
    for place, line in enumerate(subtitle(found)):
        canvas.text(MARGIN, 60 + 18 * place, line, size=13, kind="soft")
    look = _Look(graph, found, canvas, _letters(graph, parts), any(_extra(graph, name) for name in _names(parts)))
    _legend(look, canvas.lowest + 24, parts)
    for part in parts:
        canvas.text(MARGIN, canvas.lowest + 44, part.heading, size=15, bold=True)
        _draw(look, part, canvas.lowest + 20)
    told = captions(graph, found, parts)
    below = canvas.lowest + 36
    for place, line in enumerate(told):
        canvas.text(MARGIN, below + 18 * place, line, size=12, kind="soft")
    return canvas.finish(title(found), (*subtitle(found), *told), _NARROWEST)


def _names(parts: list[Part]) -> list[str]:
    return [name for part in parts for name in part.before]


def _letters(graph: nx.DiGraph[str], parts: list[Part]) -> int:
    """The length of the longest hand drawn, or of what else is in a box."""
    hands = [len(hand) for name in _names(parts) for hand in _hands(graph, name).values()]
    return max([*hands, *[len(_extra(graph, name)) - 2 for name in _names(parts)], 3])


def _hands(graph: nx.DiGraph[str], name: str) -> dict[str, str]:
    """The hands of a position, by the letter of the seat; none for an end."""
    if graph.nodes[name]["kind"] == "end":
        return {}
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: graph.graph["seats"]]
    return {seat: graph.nodes[name].get(seat.lower(), "") for seat in letters}


def _extra(graph: nx.DiGraph[str], name: str) -> str:
    """What else makes a position what it is: a middle that the deal left, and what a game with slaps remembers."""
    if graph.nodes[name]["kind"] == "end":
        return ""
    known, _, remembered = name.partition(" ")[2].partition(", ")
    middle = known.rpartition(" ")[0]
    return ", ".join(filter(None, (middle, remembered)))


# --- the looks ---


@dataclass(frozen=True, slots=True)
class _Look:
    """How positions of one picture look: their boxes are all of one size."""

    graph: nx.DiGraph[str]
    found: Exploration
    canvas: Canvas
    letters: int
    extra: bool

    @property
    def width(self) -> float:
        """Of a box."""
        return 44 + self.letters * _SIZE * LETTER

    @property
    def height(self) -> float:
        """Of a box."""
        seats: int = self.graph.graph["seats"]
        return 12 + _LINE * (seats + self.extra)

    @property
    def row(self) -> float:
        """Of a line of boxes."""
        return self.height + 16

    def position(self, name: str, x: float, y: float, looped: bool, title: str) -> None:
        """The box of one position, or of an end, with the middle of its left edge at x and y."""
        kind = self.graph.nodes[name]["kind"]
        fill = "cycle" if looped else kind
        top = y - self.height / 2
        with self.canvas.group(title):
            self.canvas.box(x, top, self.width, self.height, fill, dashed=kind == "position")
            if kind == "end":
                self.canvas.text(x + 14, y + 4.5, name, _SIZE, bold=True)
                return
            self._hands(name, x, top)
            if self.repeats_soonest(name):
                _diamond(self.canvas, x, top)

    def repeats_soonest(self, name: str) -> bool:
        """Whether this is a deal that repeats itself as soon as any."""
        is_deal = self.graph.nodes[name]["kind"] == "deal"
        return is_deal and deal_text(name) in {each.deal for each in self.found.soonest}

    def _hands(self, name: str, x: float, top: float) -> None:
        leader = self.graph.nodes[name]["leader"]
        line = top + 6 + 12
        for seat, hand in _hands(self.graph, name).items():
            if seat == leader:
                self.canvas.mark(f"M{x + 8:g} {line - 9:g} l7 4.5 l-7 4.5 z", "ink")
            self.canvas.text(x + 19, line, seat, 12, kind="ink" if seat == leader else "soft", bold=seat == leader)
            self.canvas.cards(x + 34, line, hand, _SIZE)
            line += _LINE
        self.canvas.text(x + 19, line, _extra(self.graph, name), 11, kind="soft", font=MONO)

    def trick(self, before: str, after: str, x: float, y: float, side: int = 1) -> None:
        """What happens on an arrow: how many cards are laid, and who takes them. It ends at x if the side is -1."""
        trick = self.graph.edges[before, after]
        words = f"{trick['cards']} {trick['taker']}{'!' if trick.get('slaps') else ''}"
        self.canvas.text(x if side > 0 else x - len(words) * 11 * LETTER, y, words, 11, "soft")


def _diamond(canvas: Canvas, x: float, y: float) -> None:
    canvas.mark(f"M{x:g} {y - 7:g} l7 7 l-7 7 l-7 -7 z", "stemhead")


# --- the legend ---


def _legend(look: _Look, y: float, parts: list[Part]) -> None:
    """What the boxes, numbers and marks mean."""
    canvas, names = look.canvas, _names(parts)
    canvas.mark(f"M{MARGIN:g} {y - 10:g} l8 5 l-8 5 z", "ink")
    canvas.text(MARGIN + 16, y, "leads. Hands are shown with the top card first.", 12)
    slaps = any(trick["slaps"] for _, _, trick in look.graph.edges(data=True))
    words = "3 B at an arrow: a trick of 3 cards, taken by B" + (", with ! by a slap." if slaps else ".")
    canvas.text(MARGIN + 330, y, words, 12)
    kinds = {look.graph.nodes[name]["kind"] for name in names}
    looped = any(part.loops for part in parts)
    entries = [("goes round for ever", "cycle", False)] if looped else []
    entries += [("the end", "end", False)] if "end" in kinds else []
    entries += [("a deal", "deal", False)]
    entries += [("dashed: reached only in play", "position", True)] if "position" in kinds else []
    x = float(MARGIN)
    for words, fill, dashed in entries:
        canvas.box(x, y + 16, 26, 18, fill, dashed)
        canvas.text(x + 34, y + 30, words, 12)
        x += 34 + len(words) * 7 + 22
    if any(part.stem for part in parts):
        canvas.arrow(f"M{x:g} {y + 25:g} h28", stem=True)
        words = "the longest stem" if looped else "the longest game"
        canvas.text(x + 36, y + 30, words, 12)
        x += 36 + len(words) * 7 + 22
    if any(look.repeats_soonest(name) for name in names):
        _diamond(canvas, x + 8, y + 25)
        canvas.text(x + 22, y + 30, "the deal that repeats soonest", 12)


# --- the parts ---


def _draw(look: _Look, part: Part, top: float) -> None:
    """Draw one cycle or end with all that leads there, below `top`."""
    placed = shape(part.roots, part.before, look.row)
    spots = _Spots(look, placed, top)
    for name in part.before:
        spots.arrows(part, name)
    if part.loops:
        _ring(spots, part.roots)
    for before, after in pairwise(part.stem):
        spots.arrow(before, after, stem=True)
    for name in part.before:
        x, y = spots.at(name)
        look.position(name, x, y, part.loops and name in part.roots, described(look.graph, look.found, name, part))
    look.canvas.lowest = max(look.canvas.lowest, top + placed.height)


@dataclass(frozen=True, slots=True)
class _Spots:
    """Where on the canvas the boxes of one part stand."""

    look: _Look
    placed: Shape
    top: float

    def spot(self, name: str) -> Spot:
        """Where it stands in the shape."""
        return self.placed.spots[name]

    def at(self, name: str) -> tuple[float, float]:
        """The middle of the left edge of a box."""
        spot = self.spot(name)
        step = self.look.width + GAP
        left = MARGIN + 24 + self.placed.reach(LEFT) * step
        if spot.side == LEFT:
            return left - spot.depth * step, self.top + spot.y
        return left + self.look.width + RING_GAP + spot.depth * step, self.top + spot.y

    def arrows(self, part: Part, name: str) -> None:
        """The arrows of a tree into one position, and how many more there would be."""
        for before in part.before[name]:
            if (before, name) not in set(pairwise(part.stem)):
                self.arrow(before, name)
            x, y = self.at(before)
            out = self.spot(before).side == LEFT
            self.look.trick(before, name, x + self.look.width + 6 if out else x - 6, y - 5, 1 if out else -1)
        if part.left_out[name]:
            x, y = self.at(name)
            words = f"+{part.left_out[name]:,}"
            at = x if self.spot(name).side == LEFT else x + self.look.width - len(words) * _MORE * 0.66
            self.look.canvas.text(at, y + self.look.height / 2 + _MORE, words, _MORE, "soft", bold=True)

    def arrow(self, before: str, after: str, stem: bool = False) -> None:
        """An arrow of a tree."""
        (x, y), (to, there), width = self.at(before), self.at(after), self.look.width
        if self.spot(before).side == LEFT:
            start, way, end = x + width, 1, to - 1
        else:
            start, way, end = x, -1, to + width + 1
        bend = start + way * GAP * 0.62
        path = f"M{start:g} {y:g} H{start + way * 30:g} C{bend:g} {y:g} {bend:g} {there:g} {end:g} {there:g}"
        self.look.canvas.arrow(path, stem)


def _ring(spots: _Spots, roots: tuple[str, ...]) -> None:
    """The arrows of a cycle: down the left column, across, up the right column, and back across."""
    look, canvas = spots.look, spots.look.canvas
    left, right = spots.placed.left, spots.placed.right
    for column, down in ((left, True), (right, False)):
        for upper, lower in pairwise(column):
            x, high = spots.at(upper)
            _, low = spots.at(lower)
            x, high, low = x + look.width / 2, high + look.height / 2, low - look.height / 2
            canvas.arrow(f"M{x:g} {high:g} V{low - 1:g}" if down else f"M{x:g} {low:g} V{high + 1:g}")
            pair = (upper, lower) if down else (lower, upper)
            look.trick(*pair, x + 7, (high + low) / 2 + 4)
    if not right:
        _alone(spots, roots[0])
        return
    apart = 11 if len(roots) == 2 else 0
    _across(spots, left[-1], right[-1], apart)
    x, y = spots.at(right[0])
    end = spots.at(left[0])[0] + look.width + 1
    canvas.arrow(f"M{x:g} {y - apart:g} H{end:g}")
    look.trick(right[0], left[0], (x + end) / 2 - 10, y - apart - 6)


def _across(spots: _Spots, before: str, after: str, apart: float) -> None:
    """The arrow from the lowest on the left to the lowest on the right, which may stand higher."""
    (x, y), (to, there), look = spots.at(before), spots.at(after), spots.look
    start = x + look.width
    if y == there:
        look.canvas.arrow(f"M{start:g} {y + apart:g} H{to - 1:g}")
    else:
        under, corner = there + look.height / 2 + 1, to + look.width / 2
        look.canvas.arrow(f"M{start:g} {y:g} H{corner - 16:g} Q{corner:g} {y:g} {corner:g} {y - 16:g} V{under:g}")
    look.trick(before, after, (start + to) / 2 - 10, y + apart + 15)


def _alone(spots: _Spots, name: str) -> None:
    """The arrow of a position that follows itself."""
    x, y = spots.at(name)
    edge = x + spots.look.width
    spots.look.canvas.arrow(
        f"M{edge:g} {y + 9:g} C{edge + 52:g} {y + 30:g} {edge + 52:g} {y - 30:g} {edge + 1:g} {y - 9:g}"
    )
    spots.look.trick(name, name, edge + 46, y + 4)
