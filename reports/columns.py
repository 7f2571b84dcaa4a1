"""Tables in columns for a terminal of any width: nothing is torn that belongs together, and nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

_CARDS: Final = re.compile(r"(?:[2-9TJQKA][cdhs])+[,;:]?")
_CARD: Final = re.compile(r"[2-9TJQKA][cdhs][,;:]?")
_AFTER: Final = re.compile(r"(?<=[_=])")


def parts(word: str) -> list[str]:
    """Where a word may be broken: between cards, and in names behind `_` and `=`."""
    return _CARD.findall(word) if _CARDS.fullmatch(word) else _AFTER.split(word)


def fold(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of this width; what is longer than a line and cannot be broken stays whole."""
    return [line for each in text.split("\n") for line in _folded(each, width, indent)]


def _folded(text: str, width: int, indent: str) -> Iterator[str]:
    line, space = "", ""
    for word in text.split(" "):
        for number, part in enumerate(parts(word) if len(word) > width - len(indent) else [word]):
            glue = space if number == 0 else ""
            if line.strip() and len(line) + len(glue) + len(part) > width:
                yield line.rstrip()
                line, glue = indent, ""
            line += glue + part
        space = " "
    yield line.rstrip()


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, which may have several lines, and a cell for each row."""

    head: str
    cells: tuple[str, ...]
    right: bool = False
    whole: bool = False
    """Whether its cells are never broken at all."""

    @property
    def natural(self) -> int:
        """The width in which no cell is broken."""
        return max(len(line) for text in (self.head, *self.cells) for line in text.split("\n"))

    @property
    def least(self) -> int:
        """The width in which nothing is torn."""
        if self.whole:
            return self.natural
        words = [word for text in (self.head, *self.cells) for word in text.split()]
        return max((len(part) for word in words for part in parts(word)), default=0)


def needed(columns: Sequence[Column], gap: int) -> int:
    """The width of a table in which no cell is broken."""
    return sum(column.natural for column in columns) + gap * (len(columns) - 1)


def least(columns: Sequence[Column], gap: int) -> int:
    """The width of a table in which nothing is torn."""
    return sum(column.least for column in columns) + gap * (len(columns) - 1)


def widths_of(columns: Sequence[Column], width: int, gap: int) -> list[int]:
    """How wide each column is: as wide as it wants to be, or the widest ones narrower, down to what is never torn."""
    widths = [column.natural for column in columns]
    over = sum(widths) + gap * (len(columns) - 1) - width
    while over > 0:
        loose = [place for place, column in enumerate(columns) if widths[place] > column.least]
        if not loose:
            break
        widest = max(loose, key=widths.__getitem__)
        widths[widest] -= 1
        over -= 1
    return widths


def table(
    columns: Sequence[Column], width: int, gap: int = 2, indent: str = "", like: Sequence[Column] = ()
) -> Iterator[str]:
    """The lines of a table, its head first; cells that are too long go on in the next line.

    Its columns are as wide as those of the table `like`, if one is given.
    """
    widths = widths_of(like or columns, width, gap)
    heads = [fold(column.head, size) for column, size in zip(columns, widths, strict=True)]
    deep = max(map(len, heads))
    yield from _row([[""] * (deep - len(head)) + head for head in heads], columns, widths, gap)
    for cells in zip(*[column.cells for column in columns], strict=True):
        folded = [fold(cell, size, indent) for cell, size in zip(cells, widths, strict=True)]
        yield from _row(folded, columns, widths, gap)


def _row(folded: Sequence[Sequence[str]], columns: Sequence[Column], widths: Sequence[int], gap: int) -> Iterator[str]:
    for line in zip_longest(*folded, fillvalue=""):
        cells = [
            cell.rjust(size) if column.right else cell.ljust(size)
            for cell, column, size in zip(line, columns, widths, strict=True)
        ]
        yield (" " * gap).join(cells).rstrip()
