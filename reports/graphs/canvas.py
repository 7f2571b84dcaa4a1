"""An SVG in the making: boxes, words and arrows that are readable on a light page and on a dark one.

Colours are classes of one style sheet, which a viewer that prefers dark pages turns round. A picture has a title and a
description, and so has each position in it: screen readers tell them, and a pointer that rests there shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree

SANS: Final = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
MONO: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"
LETTER: Final = 0.61
"""Width of a letter in sizes of the font, monospaced; words in the other font are narrower on the whole."""
MARGIN: Final = 24
PAY_CARDS: Final = "JQKA"

_LIGHT: Final = {
    ".paper": "fill: #ffffff",
    ".ink": "fill: #1a1a1a",
    ".soft": "fill: #55595f",
    ".pay": "fill: #b3261e",
    ".line": "stroke: #5a5f66",
    ".head": "fill: #5a5f66",
    ".stem": "stroke: #b3261e",
    ".stemhead": "fill: #b3261e",
    ".box": "stroke: #33373d",
    ".position": "fill: #ffffff",
    ".deal": "fill: #d9e8fb",
    ".cycle": "fill: #ffdf8a",
    ".end": "fill: #cdeccd",
    ".dead": "fill: #d9d9e3",
}
_DARK: Final = {
    ".paper": "fill: #16181c",
    ".ink": "fill: #f1f3f5",
    ".soft": "fill: #bfc5cd",
    ".pay": "fill: #ffb4a8",
    ".line": "stroke: #a3a9b1",
    ".head": "fill: #a3a9b1",
    ".stem": "stroke: #ff8a7a",
    ".stemhead": "fill: #ff8a7a",
    ".box": "stroke: #c9ced6",
    ".position": "fill: #22262c",
    ".deal": "fill: #1f3a5c",
    ".cycle": "fill: #5e4708",
    ".end": "fill: #1f4a2b",
    ".dead": "fill: #45455a",
}
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def style(more: Mapping[str, str] = _NONE, more_dark: Mapping[str, str] = _NONE) -> str:
    """The style sheet: one colour for each class, and another one where dark pages are preferred.

    `more` are classes that one kind of drawing has besides, `more_dark` the same ones for dark pages.
    """
    light = " ".join(f"{name} {{ {rule} }}" for name, rule in {**_LIGHT, **more}.items())
    dark = " ".join(f"{name} {{ {rule} }}" for name, rule in {**_DARK, **more_dark}.items())
    return f"{light} @media (prefers-color-scheme: dark) {{ {dark} }}"


@dataclass(slots=True)
class Canvas:
    """A drawing. `widest` and `lowest` are how far to the right and down something has been drawn."""

    widest: float = 0.0
    lowest: float = 0.0
    svg: ElementTree.Element = field(default_factory=lambda: ElementTree.Element("g"))
    _into: ElementTree.Element | None = None

    def text(
        self, x: float, y: float, words: str, size: int = 12, kind: str = "ink", font: str = SANS, bold: bool = False
    ) -> None:
        """Words that begin at x, with their baseline at y."""
        self._text(x, y, size, kind, font, bold).text = words
        self._reach(x + len(words) * size * (LETTER if font == MONO else 0.6 if not bold else 0.66), y)

    def cards(self, x: float, y: float, hand: str, size: int, bold: bool = False) -> None:
        """A hand, the top card first, with its pay cards in a colour of their own."""
        line = self._text(x, y, size, "ink", MONO, bold)
        for pay, run in groupby(hand, key=PAY_CARDS.__contains__):
            part = ElementTree.SubElement(line, "tspan", {"class": "pay", "font-weight": "bold"} if pay else {})
            part.text = "".join(run)
        self._reach(x + len(hand) * size * LETTER, y)

    def box(self, x: float, y: float, width: float, height: float, kind: str, dashed: bool = False) -> None:
        """A frame with its upper left corner at x and y."""
        dashes = {"stroke-dasharray": "4 3"} if dashed else {}
        where = {"x": x, "y": y, "width": width, "height": height, "rx": 6.0}
        self._add("rect", where, {"class": f"box {kind}", "stroke-width": "1.4"} | dashes)
        self._reach(x + width, y + height)

    def arrow(self, path: str, stem: bool = False) -> None:
        """A line with a head, along an SVG path. A `stem` is drawn so that it can be followed."""
        kind, width = ("stem", "2.6") if stem else ("line", "1.5")
        self._add(
            "path", {}, {"d": path, "class": kind, "fill": "none", "stroke-width": width, "marker-end": f"url(#{kind})"}
        )

    def mark(self, path: str, kind: str) -> None:
        """A filled shape, along an SVG path."""
        self._add("path", {}, {"d": path, "class": kind})

    @contextmanager
    def group(self, title: str) -> Iterator[None]:
        """What is drawn meanwhile belongs together, and is called so."""
        outer = self._into
        self._into = ElementTree.SubElement(self._here, "g")
        ElementTree.SubElement(self._into, "title").text = title
        yield
        self._into = outer

    def finish(self, title: str, description: Iterable[str], narrowest: float = 0.0) -> str:
        """The whole drawing as text."""
        width, height = max(self.widest, narrowest) + MARGIN, self.lowest + MARGIN
        size = {"width": f"{width:.0f}", "height": f"{height:.0f}", "viewBox": f"0 0 {width:.0f} {height:.0f}"}
        named = {"role": "img", "aria-labelledby": "title desc"}
        root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"} | named | size)
        ElementTree.SubElement(root, "title", {"id": "title"}).text = title
        ElementTree.SubElement(root, "desc", {"id": "desc"}).text = " ".join(description)
        ElementTree.SubElement(root, "style").text = style()
        heads = ElementTree.SubElement(root, "defs")
        for kind, fill in (("line", "head"), ("stem", "stemhead")):
            _head(heads, kind, fill)
        ElementTree.SubElement(root, "rect", {"width": "100%", "height": "100%", "class": "paper"})
        root.extend(self.svg)
        _indent(root)
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    @property
    def _here(self) -> ElementTree.Element:
        return self.svg if self._into is None else self._into

    def _text(self, x: float, y: float, size: int, kind: str, font: str, bold: bool) -> ElementTree.Element:
        look = {"class": kind, "font-family": font, "font-size": str(size)}
        return self._add("text", {"x": x, "y": y}, look | ({"font-weight": "bold"} if bold else {}))

    def _add(self, tag: str, where: dict[str, float], look: dict[str, str]) -> ElementTree.Element:
        return ElementTree.SubElement(self._here, tag, {key: f"{value:g}" for key, value in where.items()} | look)

    def _reach(self, right: float, bottom: float) -> None:
        self.widest, self.lowest = max(self.widest, right), max(self.lowest, bottom)


def _indent(root: ElementTree.Element) -> None:
    """One element on each line, but for the parts of a text: between them every space would be seen."""
    ElementTree.indent(root)
    for line in root.iter("text"):
        for place, part in enumerate(line):
            if place == 0:
                line.text = None
            part.tail = None


def _head(heads: ElementTree.Element, kind: str, fill: str) -> None:
    """The head of an arrow."""
    look = {"id": kind, "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "orient": "auto"}
    size = {"markerUnits": "userSpaceOnUse", "markerWidth": "10", "markerHeight": "10"}
    marker = ElementTree.SubElement(heads, "marker", look | size)
    ElementTree.SubElement(marker, "path", {"d": "M0 0 L8 4 L0 8 z", "class": fill})
