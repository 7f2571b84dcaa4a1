"""Reading pictures again: what stands where, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Box:
    """A frame in a picture, with what it is called and what is written in it; a box of the legend has no name."""

    name: str
    kind: str
    dashed: bool
    lines: tuple[str, ...]
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Picture:
    """A picture read again."""

    root: ElementTree.Element

    @property
    def words(self) -> list[str]:
        """All that is written in it."""
        return ["".join(each.itertext()) for each in self.root.iter(f"{_SVG}text")]

    @property
    def boxes(self) -> list[Box]:
        """The frames of positions."""
        groups = [each for each in self.root.iter(f"{_SVG}g") if each.find(f"{_SVG}rect") is not None]
        return [_box(group) for group in groups]

    @property
    def frames(self) -> list[tuple[float, float, float, float]]:
        """Every frame, those of the legend too."""
        return [_frame(each) for each in self.root.iter(f"{_SVG}rect") if "x" in each.attrib]

    @property
    def stems(self) -> int:
        """How many arrows of the longest stem there are, that of the legend too."""
        return sum(each.get("class") == "stem" for each in self.root.iter(f"{_SVG}path"))

    def size(self) -> tuple[float, float]:
        """How wide and how high it is."""
        return float(self.root.attrib["width"]), float(self.root.attrib["height"])

    def called(self, tag: str) -> str:
        """The title or the description of the whole."""
        return self.root.findtext(f"{_SVG}{tag}") or ""


def read(svg: str) -> Picture:
    """A picture as text, read again."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{_SVG}svg"
    return Picture(root)


def _box(group: ElementTree.Element) -> Box:
    frame = group.find(f"{_SVG}rect")
    assert frame is not None
    lines = tuple("".join(each.itertext()) for each in group.iter(f"{_SVG}text"))
    kind = frame.attrib["class"].removeprefix("box ")
    return Box(group.findtext(f"{_SVG}title") or "", kind, "stroke-dasharray" in frame.attrib, lines, *_frame(frame))


def _frame(rect: ElementTree.Element) -> tuple[float, float, float, float]:
    left, top, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
    return left, top, width, height


def rules_of(sheet: str) -> list[tuple[str, str]]:
    """Each class of a style sheet with its colour, without what comes behind that."""
    rules = [rule.rpartition("{") for rule in sheet.split("}") if "#" in rule]
    return [(name.rpartition("{")[2].strip(), colour.rpartition("#")[2].strip()) for name, _, colour in rules]


def contrast(one: str, other: str) -> float:
    """The ratio of luminances as WCAG 2 has it; 4.5 is what small print needs."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
