"""How long the games of a sweep last, drawn: their number by length on a logarithmic scale, and the fitted tail.

The drawing is made of text alone, so that the same counts make the same bytes; it is light or dark as the page is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, exp, expm1, log10
from typing import Final
from xml.etree import ElementTree

from reports.sweep_document import Told
from reports.sweep_words import heading, tail_words
from solver.sweeps.figures import Tail, figures

_WIDTH: Final = 960
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 24, 96, 500
_HEIGHT: Final = 580
_MOST_BINS: Final = 200
_LEAST: Final = 0.5
"""The bottom of the scale: half a game."""
_FONT: Final = "DejaVu Sans, Helvetica, Arial, sans-serif"
_STYLE: Final = """
  .paper { fill: #ffffff } .ink { fill: #1a1a1a } .frame { stroke: #4a4a4a; fill: none }
  .grid { stroke: #dcdcdc; fill: none } .games { fill: #9ec1e6; stroke: #1f5a96; stroke-width: 1 }
  .fit { stroke: #c2410c; stroke-width: 2.2; fill: none } .edge { stroke: #c2410c; stroke-dasharray: 4 3; fill: none }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16181c } .ink { fill: #e8e8e8 } .frame { stroke: #a8a8a8 } .grid { stroke: #34383f }
    .games { fill: #27517d; stroke: #8dbbea } .fit, .edge { stroke: #ff9a5c }
  }
"""


@dataclass(frozen=True, slots=True)
class _Scales:
    """Where cards and games lie on the drawing: `most` cards at the right edge, `highest` games at the top."""

    most: int
    highest: float

    def x(self, cards: float) -> float:
        """The place of a number of cards."""
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * cards / self.most

    def y(self, games: float) -> float:
        """The place of a number of games; what is less than half a game lies at the bottom."""
        part = log10(max(games, _LEAST) / _LEAST) / log10(self.highest / _LEAST)
        return _BOTTOM - (_BOTTOM - _TOP) * part


def svg(told: Told) -> str:
    """The drawing as text."""
    games = told.total.cards
    tail = figures(told.total, told.sampled).tail
    longest = max(games, default=1)
    width = bin_width(longest)
    bins = binned(games, width)
    most = width * ceil((longest + 1) / width)
    scales = _Scales(most, 10.0 ** ceil(log10(max((*bins.values(), 10))) + 0.05))
    root = _paper(heading(told.plan), _subtitle(told, tail, width))
    _axes(root, scales, width)
    if bins:
        _add(root, "path", "games", d=_outline(bins, width, scales))
    if tail is not None:
        _fit(root, tail, width, scales, longest)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def bin_width(longest: int) -> int:
    """How many lengths are drawn as one: 1, 2, 5, 10, 20, 50 ..., so that there are at most 200 of them."""
    width = 1
    while longest // width >= _MOST_BINS:
        width = width * 5 // 2 if str(width)[0] == "2" else width * 2
    return width


def binned(games: dict[int, int], width: int) -> dict[int, int]:
    """The number of games by the bin that their length lies in."""
    found: dict[int, int] = {}
    for cards, times in games.items():
        found[cards // width] = found.get(cards // width, 0) + times
    return dict(sorted(found.items()))


def expected(tail: Tail, first: int, width: int) -> float:
    """How many games of `first` to `first` + `width` - 1 cards the fit expects."""
    return tail.games * -expm1(-width / tail.constant) * exp((tail.threshold - first) / tail.constant)


def _subtitle(told: Told, tail: Tail | None, width: int) -> list[str]:
    steps = "by their number of cards" if width == 1 else f"in steps of {width:,} cards"
    games = f"games, {steps}, on a logarithmic scale; {told.total.endless:,} endless deals are left out"
    line = "too few long games to fit a line" if tail is None else "the line: " + " ".join(tail_words(tail))
    return [games, line]


def _paper(title: str, lines: list[str]) -> ElementTree.Element:
    size = {"width": str(_WIDTH), "height": str(_HEIGHT), "viewBox": f"0 0 {_WIDTH} {_HEIGHT}"}
    root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", **size})
    ElementTree.SubElement(root, "title").text = title
    ElementTree.SubElement(root, "desc").text = "; ".join(lines)
    ElementTree.SubElement(root, "style").text = _STYLE
    _add(root, "rect", "paper", width="100%", height="100%")
    _words(root, _LEFT, 34, title, size=18, weight="bold")
    for place, line in enumerate(lines):
        _words(root, _LEFT, 58 + 19 * place, line, size=13)
    return root


def _axes(root: ElementTree.Element, scales: _Scales, width: int) -> None:
    for exponent in range(round(log10(scales.highest)) + 1):
        y = scales.y(10.0**exponent)
        _add(root, "path", "grid", d=f"M{_LEFT} {y:.2f} H{_WIDTH - _RIGHT}")
        _words(root, _LEFT - 8, y + 4, f"{10**exponent:,}", anchor="end")
    _words(root, _LEFT - 8, _TOP - 12, "games", size=13, anchor="end")
    for cards in _ticks(scales.most):
        x = scales.x(cards)
        _add(root, "path", "frame", d=f"M{x:.2f} {_BOTTOM} v6")
        _words(root, x, _BOTTOM + 22, f"{cards:,}", anchor="middle")
    _words(root, (_LEFT + _WIDTH - _RIGHT) / 2, _BOTTOM + 48, "cards laid until the end", size=13, anchor="middle")
    _add(root, "path", "frame", d=f"M{_LEFT} {_TOP} V{_BOTTOM} H{_WIDTH - _RIGHT}")


def _ticks(most: int) -> Iterable[int]:
    """About ten round numbers from 0 on."""
    step = 1
    while most / step > 12:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return range(0, most + 1, step)


def _outline(bins: dict[int, int], width: int, scales: _Scales) -> str:
    """The bins as columns side by side, with gaps where no game is so long."""
    parts: list[str] = []
    before = None
    for place, games in bins.items():
        left, right, y = scales.x(place * width), scales.x((place + 1) * width), scales.y(games)
        if before is None or before != place - 1:
            parts += [f"V{_BOTTOM}"] * (before is not None) + [f"M{left:.2f} {_BOTTOM}"]
        parts.append(f"V{y:.2f} H{right:.2f}")
        before = place
    return " ".join((*parts, f"V{_BOTTOM}"))


def _fit(root: ElementTree.Element, tail: Tail, width: int, scales: _Scales, longest: int) -> None:
    """The line that the fit expects, through the middles of the bins, down to half a game; and where it begins."""
    points = [f"{scales.x(middle):.2f} {scales.y(games):.2f}" for middle, games in _line(tail, width, longest)]
    _add(root, "path", "edge", d=f"M{scales.x(tail.threshold):.2f} {_TOP} V{_BOTTOM}")
    if points:
        _add(root, "path", "fit", d="M" + " L".join(points))
    _words(root, scales.x(tail.threshold) + 6, _TOP + 14, f"from {tail.threshold:,} cards on")


def _line(tail: Tail, width: int, longest: int) -> Iterator[tuple[float, float]]:
    for first in range(tail.threshold, longest + 1, width):
        games = expected(tail, first, width)
        if games < _LEAST:
            return
        yield first + width / 2, games


def _words(
    root: ElementTree.Element, x: float, y: float, words: str, size: int = 12, anchor: str = "start", weight: str = ""
) -> None:
    style = {"font-family": _FONT, "font-size": str(size), "text-anchor": anchor}
    style |= {"font-weight": weight} if weight else {}
    where = {"x": f"{x:.2f}", "y": f"{y:.2f}", "class": "ink"}
    ElementTree.SubElement(root, "text", where | style).text = words


def _add(root: ElementTree.Element, tag: str, kind: str, **what: str) -> None:
    ElementTree.SubElement(root, tag, {"class": kind, **what})
