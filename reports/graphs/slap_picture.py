"""What goes round for ever in the games of a small deck with slaps, as a picture.

Each loop is a column: its states from top to bottom, on each arrow the move, and from the last back to the first. A
state from which a slap could still bring the game to an end is drawn apart from one that no slap helps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from model.deal import SEAT_NAMES
from model.game import Act
from model.piles.play import enabled
from model.piles.rulebook import Book
from model.piles.slaps import slappable
from model.piles.state import Table
from reports.graphs.canvas import LETTER, MARGIN, MONO, Canvas
from reports.words import number
from solver.graphs.slap_ends import Ending, can_end, statements
from solver.graphs.slap_paths import Lasso, round_of
from solver.graphs.slapping import ALWAYS, FREE, Slapping
from solver.graphs.slaps import SlapGraph, same_future, state_name

MOST_COLUMNS: Final = 6
MOST_BOXES: Final = 40
"""States in one column."""

_ROW, _BOX, _GAP = 54, 28, 84
_NARROWEST: Final = 900


def as_svg(graph: SlapGraph, found: Ending) -> str:
    """A drawing of the loops without slaps, or where there are none of one with slaps, and of what was found."""
    columns = _columns(graph, found)
    told = statements(found)
    canvas = Canvas()
    canvas.text(MARGIN, 38, title(found), size=19, bold=True)
    for place, line in enumerate(told):
        canvas.text(MARGIN, 62 + 19 * place, line, size=13, kind="soft")
    if columns:
        _legend(canvas, canvas.lowest + 26, found.slapping == ALWAYS)
    x, y = float(MARGIN), canvas.lowest + 24
    for column in columns[:MOST_COLUMNS]:
        _draw(canvas, column, x, y)
        x += column.width + _GAP
    if len(columns) > MOST_COLUMNS:
        canvas.text(MARGIN, canvas.lowest + 24, f"Not drawn: {number(len(columns) - MOST_COLUMNS, 'loop')} more.")
    return canvas.finish(title(found), told, _NARROWEST)


def title(found: Ending) -> str:
    """The deck, the rules chosen, and how much there was to see, in one line."""
    rules = "".join(f", {point}={name}" for point, name in found.choices)
    agreed = "" if found.slapping == FREE else f", {Slapping(found.slapping)}"
    return (
        f"{found.deck}, {number(found.seats, 'seat')}, {found.game}{rules}{agreed}: {number(found.deals, 'deal')},"
        f" {number(found.states, 'state')}, {number(found.ticks, 'move')}"
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
        """How wide it is, its heading included."""
        return max(self.box_width + 52, *(len(line) * 7.2 for line in self.heading))

    @property
    def box_width(self) -> float:
        """How wide its boxes are."""
        return max(len(box.name) for box in self.boxes) * 13 * LETTER + 18


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


def _legend(canvas: Canvas, y: float, certain: bool) -> None:
    """What the boxes mean."""
    canvas.text(MARGIN, y, "J2|3 +23J, A owes 1 to B: hands of A and B (top card first), middle (lowest card first)")
    slap = "right slap" if certain else "slap"
    x = float(MARGIN)
    for kind, words in (
        ("cycle", f"a {slap} could still bring the game to an end"),
        ("dead", f"no {slap} of anybody does"),
    ):
        canvas.box(x, y + 16, 26, 18, kind)
        canvas.text(x + 34, y + 30, words)
        x += 34 + len(words) * 7 + 22
    canvas.text(x, y + 30, "A! beside a box: A's hand could win the pile there")


def _draw(canvas: Canvas, column: _Column, x: float, y: float) -> None:
    """Draw one loop below a heading."""
    for place, line in enumerate(column.heading):
        canvas.text(x, y + 14 + 17 * place, line, bold=place == 0)
    top, width = y + 28 + 17 * len(column.heading), column.box_width
    for place, box in enumerate(column.boxes):
        upper = top + place * _ROW
        with canvas.group(f"{box.name}; {box.action}"):
            canvas.box(x, upper, width, _BOX, "cycle" if box.alive else "dead")
            canvas.text(x + 9, upper + 18.5, box.name, 13, font=MONO)
        if box.hands:
            canvas.text(x + width + 8, upper + 18.5, box.hands, 12, font=MONO, bold=True)
        if place < len(column.boxes) - 1:
            canvas.arrow(f"M{x + 24:g} {upper + _BOX:g} V{upper + _ROW - 1:g}")
        canvas.text(x + 32, upper + _BOX + 17, box.action, 11, "soft")
    bottom = top + len(column.boxes) * _ROW
    if column.more:
        canvas.text(x + 9, bottom + 8, f"and {number(column.more, 'state')} more, back to the first")
        return
    out = x + width + 24 + max(len(box.hands) for box in column.boxes) * 7.4
    canvas.arrow(
        f"M{x + 24:g} {bottom - _ROW + _BOX:g} V{bottom - 2:g} H{out:g} V{top + _BOX / 2:g} H{x + width + 1:g}"
    )
    canvas.widest, canvas.lowest = max(canvas.widest, out + 8), max(canvas.lowest, bottom + 8)
