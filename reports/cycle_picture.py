"""A drawing of a game: how many cards each hand has, trick by trick, with the stem and the cycle marked. SVG.

The picture brings its own paper, light or dark as the page is, and each hand has a line of its own colour and its own
dashes. Colours are classes of the style sheet that all drawings share, and some of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final
from xml.etree import ElementTree

from model.game import Budget, Loop
from reports.cycle_words import course_words
from reports.graphs.canvas import MONO, SANS, style
from reports.words import number, seat_name
from solver.cycles.course import Course, Moment

_FIELDS: Final = {
    ".grid": "stroke: #d9dde3",
    ".edge": "stroke: #1a1a1a",
    ".before": "fill: #eef1f5",
    ".round": "fill: #fff1c9",
}
_LIGHT: Final = ("#1f5fa8", "#b3441e", "#2a7440", "#7a4a9e", "#7d6200", "#00727f")
_DARK_FIELDS: Final = {
    ".grid": "stroke: #363b43",
    ".edge": "stroke: #f1f3f5",
    ".before": "fill: #22262c",
    ".round": "fill: #3d3210",
}
_DARK: Final = ("#7ab5f5", "#ff9a73", "#7ed494", "#cfa5f0", "#e0c95a", "#5ccfd9")
_DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")
_WIDTH, _HEIGHT = 960, 300
_LEFT, _MARGIN = 66, 24
_IN_A_LINE: Final = 105
"""Cards of a deal in one line of the subtitle."""
_MOST_POINTS: Final = 1_200
"""More moments than this are drawn as the range of several at a time."""
_LEGENDS: Final = 6
"""Legend entries in a row."""


def style_sheet() -> str:
    """The style sheet of these drawings, for light pages and for dark ones."""
    return style(_FIELDS | _hands(_LIGHT), _DARK_FIELDS | _hands(_DARK))


def _hands(colours: Sequence[str]) -> dict[str, str]:
    return {f".hand{seat}": f"stroke: {colour}" for seat, colour in enumerate(colours)}


@dataclass(slots=True)
class _Sheet:
    """An SVG in the making, and where its plot lies: the place of a moment and the height of a hand."""

    moments: Sequence[Moment]
    top: float = 0.0
    svg: ElementTree.Element = field(default_factory=lambda: ElementTree.Element("svg"))

    @property
    def cards(self) -> int:
        """The most cards that all hands together have."""
        return max(sum(moment.sizes) for moment in self.moments)

    def x(self, moment: Moment) -> float:
        """Where a moment stands, by its tricks."""
        first, last = self.moments[0].tricks, self.moments[-1].tricks
        return _LEFT + _WIDTH * (moment.tricks - first) / max(1, last - first)

    def y(self, size: float) -> float:
        """Where a hand of so many cards is drawn."""
        return self.top + _HEIGHT * (1 - size / self.cards)

    def text(self, x: float, y: float, words: str, size: int = 12, anchor: str = "start", font: str = SANS) -> None:
        """Words with their baseline at y."""
        where = {"x": f"{x:.1f}", "y": f"{y:.1f}", "font-size": str(size), "text-anchor": anchor}
        self.add("text", where | {"class": "ink", "font-family": font}).text = words

    def line(self, points: str, kind: str, dashes: str = "", width: float = 1.0) -> None:
        """A path."""
        style = {"d": points, "fill": "none", "class": kind, "stroke-width": f"{width:g}"}
        self.add("path", style | ({"stroke-dasharray": dashes} if dashes else {}) | {"stroke-linejoin": "round"})

    def field(self, start: Moment, end: Moment, kind: str) -> None:
        """The ground behind the moments from one to another."""
        where = {"x": f"{self.x(start):.1f}", "y": f"{self.top:.1f}", "height": f"{_HEIGHT:.1f}"}
        self.add("rect", where | {"width": f"{self.x(end) - self.x(start):.1f}", "class": kind})

    def add(self, tag: str, attributes: dict[str, str]) -> ElementTree.Element:
        """One more element."""
        return ElementTree.SubElement(self.svg, tag, attributes)


def as_svg(course: Course) -> str:
    """The drawing of a game. Raises ValueError for one that was given up before its first trick was over."""
    if len(course.moments) < 2:
        raise ValueError("there is nothing to draw: not a single trick was played")
    sheet = _Sheet(course.moments)
    title, lines = course_words(course), _title_lines(course)
    sheet.text(_MARGIN, 34, title, 17)
    y = 56.0
    for each in lines:
        sheet.text(_MARGIN, y, each, 12, font=MONO)
        y += 17
    y = _legend(sheet, y + 8)
    sheet.top = _marks(sheet, course, y)
    for start, end, kind in _fields(course):
        sheet.field(start, end, kind)
    _grid(sheet)
    for seat in reversed(range(len(course.deal.hands))):
        sheet.line(_path(sheet, seat), _hand(seat), _dashes(seat), 1.8)
    _bounds(sheet, course)
    foot = sheet.top + _HEIGHT + 44
    for each in _caption(course):
        sheet.text(_MARGIN, foot + 14, each, 12)
        foot += 17
    return _finish(sheet, foot + _MARGIN, title, str(course.deal))


def _title_lines(course: Course) -> list[str]:
    """The game and its deal, in lines that fit."""
    text = f"{course.book.game}  {course.deal}"
    return [text[at : at + _IN_A_LINE] for at in range(0, len(text), _IN_A_LINE)]


def _hand(seat: int) -> str:
    return f"hand{seat % len(_LIGHT)}"


def _dashes(seat: int) -> str:
    return _DASHES[(seat + seat // len(_LIGHT)) % len(_DASHES)]


def _legend(sheet: _Sheet, y: float) -> float:
    """A sample of each hand's line. Returns where the next thing can be drawn."""
    seats = len(sheet.moments[0].hands)
    for seat in range(seats):
        x, row = _MARGIN + 150 * (seat % _LEGENDS), y + 20 * (seat // _LEGENDS)
        sheet.line(f"M{x} {row:.1f} h34", _hand(seat), _dashes(seat), 2.4)
        sheet.text(x + 42, row + 4, f"hand of {seat_name(seat)}")
    return y + 20 * ((seats - 1) // _LEGENDS + 1)


def _marks(sheet: _Sheet, course: Course, y: float) -> float:
    """The words above the plot that say what its parts are. Returns where the plot can begin."""
    if not isinstance(course.outcome, Loop) or course.first is None:
        return y + 12
    loop, start = course.outcome, sheet.x(course.moments[course.first])
    if loop.stem_cards:
        stem = f"stem: {number(loop.stem_tricks, 'trick')}, {number(loop.stem_cards, 'card')}"
        sheet.text(_LEFT, y + 14, stem)
        y += 17
    period = f"{number(loop.period_tricks, 'trick')}, {number(loop.period_cards, 'card')}"
    words = f"cycle: {period}, and the same again for ever"
    fits = start + 7 * len(words) < _LEFT + _WIDTH
    sheet.text(start if fits else _LEFT + _WIDTH, y + 14, words, anchor="start" if fits else "end")
    return y + 22


def _fields(course: Course) -> Iterator[tuple[Moment, Moment, str]]:
    moments = course.moments
    if course.first is None:
        yield moments[0], moments[-1], "before"
        return
    if course.first:
        yield moments[0], moments[course.first], "before"
    yield moments[course.first], moments[-1], "round"


def _grid(sheet: _Sheet) -> None:
    bottom, right = sheet.top + _HEIGHT, _LEFT + _WIDTH
    for size in _ticks(0, sheet.cards):
        sheet.line(f"M{_LEFT} {sheet.y(size):.1f} H{right}", "grid")
        sheet.text(_LEFT - 8, sheet.y(size) + 4, str(size), 11, "end")
    first, last = sheet.moments[0].tricks, sheet.moments[-1].tricks
    for trick in _ticks(first, last):
        x = _LEFT + _WIDTH * (trick - first) / max(1, last - first)
        sheet.line(f"M{x:.1f} {bottom:.1f} v5", "line")
        sheet.text(x, bottom + 18, f"{trick:,}", 11, "middle")
    sheet.line(f"M{_LEFT} {sheet.top:.1f} V{bottom:.1f} H{right}", "line")
    sheet.text(_LEFT + _WIDTH / 2, bottom + 36, "tricks", 12, "middle")
    turned = {"transform": f"translate(22 {sheet.top + _HEIGHT / 2:.1f}) rotate(-90)", "text-anchor": "middle"}
    sheet.add("text", turned | {"font-size": "12", "class": "ink", "font-family": SANS}).text = "cards in hand"


def _ticks(least: int, most: int) -> range:
    """Round numbers from the least to the most, at most eleven of them."""
    step = next(unit * ten for ten in _tens() for unit in (1, 2, 5) if (most - least) // (unit * ten) <= 10)
    return range(-(-least // step) * step, most + 1, step)


def _tens() -> Iterator[int]:
    ten = 1
    while True:
        yield ten
        ten *= 10


def _path(sheet: _Sheet, seat: int) -> str:
    """The line of one hand; where there are too many moments, the smallest and the largest of several."""
    moments = sheet.moments
    drawn = list(moments)
    if len(moments) > _MOST_POINTS:
        drawn = []
        for _, group in groupby(range(len(moments)), key=lambda place: place * (_MOST_POINTS // 2) // len(moments)):
            part = sorted((moments[place] for place in group), key=lambda moment: len(moment.hands[seat]))
            drawn += sorted((part[0], part[-1]), key=lambda moment: moment.cards)
    points = (f"{sheet.x(moment):.1f} {sheet.y(len(moment.hands[seat])):.1f}" for moment in drawn)
    return "M" + " L".join(points)


def _bounds(sheet: _Sheet, course: Course) -> None:
    """Upright lines where the cycle begins and where the same position comes again."""
    if course.first is not None:
        for moment in (course.moments[course.first], course.moments[-1]):
            sheet.line(f"M{sheet.x(moment):.1f} {sheet.top - 6:.1f} V{sheet.top + _HEIGHT:.1f}", "edge", "4 3", 1.3)


def _caption(course: Course) -> Iterator[str]:
    if course.first is not None:
        yield "Between the broken upright lines: the cycle, once round; at both the same cards lie in the same hands"
        yield "(cards that demand the same taken as alike), and the same seat leads."
    elif isinstance(course.outcome, Budget):
        yield f"Drawn: the first {number(course.outcome.cards, 'card')}. What comes after them is not known."
    if len(course.moments) > _MOST_POINTS:
        yield f"Of {number(len(course.moments), 'moment')} the smallest and the largest hands of several are drawn."


def _finish(sheet: _Sheet, height: float, title: str, description: str) -> str:
    """The whole drawing as text."""
    width = _LEFT + _WIDTH + _MARGIN
    size = {"width": f"{width:.0f}", "height": f"{height:.0f}", "viewBox": f"0 0 {width:.0f} {height:.0f}"}
    root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"} | size)
    ElementTree.SubElement(root, "title").text = title
    ElementTree.SubElement(root, "desc").text = description
    ElementTree.SubElement(root, "style").text = style_sheet()
    ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "class": "paper"})
    root.extend(sheet.svg)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"
