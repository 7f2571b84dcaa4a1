"""A game's course, its periods and its basin, in words and in a line that shows how hand sizes move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.table import Table as Grid

from model.game import Budget, Loop, Outcome
from reports.words import number, outcome_words, seat_name
from solver.cycles.balanced import Listed
from solver.cycles.basin import Basin
from solver.cycles.course import Course, Moment
from solver.cycles.naming import Length, Naming, Repeats

MOST_LISTED: Final = 100
"""Balanced deals on the screen."""
MOST_LINES: Final = 8
"""Hands whose sizes are shown on the screen."""
BLOCKS: Final = "▁▂▃▄▅▆▇█"
DIGITS: Final = "01234567"
"""What stands for blocks where they cannot be written."""
WIDEST: Final = 100
"""Columns of a line of hand sizes."""

ALIKE: Final = {
    Naming.PAY_PLACES: "only where pay cards lie",
    Naming.CLASSES: "cards as classes",
    Naming.AS_DEALT: "cards as dealt, by rank",
    Naming.ORDINARY_NAMED: "every ordinary card named",
    Naming.ALL_NAMED: "every card named",
}


def course_words(course: Course) -> str:
    """How the game goes out."""
    slaps = " (as long as nobody slaps)" if course.book.slapping else ""
    if isinstance(course.outcome, Budget):
        return f"not known: {outcome_words(course.outcome)}{slaps}; a higher --budget plays on"
    return outcome_words(course.outcome) + slaps


def periods(repeated: Sequence[Repeats], seats: int) -> Grid:
    """Stem and period for each way to tell cards apart, as cards / tricks."""
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    table.add_column("cards / tricks")
    around = "up to exchange of seats" if seats == 2 else "up to seats going round"
    for head in ("stem", "period", "first repeated after", around):
        table.add_column(head, justify="right")
    for each in repeated:
        again = "the same" if each.exchanged == each.period else length_words(each.exchanged)
        first = "" if each.first_repeated is None else length_words(each.first_repeated)
        table.add_row(ALIKE[each.naming], length_words(each.stem), length_words(each.period), first, again)
    return table


def length_words(length: Length) -> str:
    """Cards and tricks: 33,034 / 4,654; a dash where the number of cards varies."""
    return f"{'-' if length.cards is None else f'{length.cards:,}'} / {length.tricks:,}"


# --- how hand sizes move ---


def size_lines(course: Course, blocks: str = BLOCKS, width: int = WIDEST) -> Iterator[str]:
    """For each hand a line that rises and falls with its size; a bar stands where the cycle begins."""
    moments = course.moments
    if not moments:
        return
    total = max(sum(moment.sizes) for moment in moments)
    parts = _parts(course, width)
    for seat in range(min(len(moments[0].hands), MOST_LINES)):
        drawn = ("".join(_block(mean, total, blocks) for mean in _means(part, seat, room)) for part, room in parts)
        yield f"{seat_name(seat)} {'|'.join(drawn)}"
    if len(moments[0].hands) > MOST_LINES:
        yield f"and {len(moments[0].hands) - MOST_LINES} more hands"


def sizes_heading(course: Course) -> str:
    """What the lines of hand sizes show."""
    where = {None: "", 0: ", once round the cycle"}.get(course.first, ", the cycle behind the bar")
    return f"hand sizes from trick to trick{where}:"


def _parts(course: Course, width: int) -> list[tuple[Sequence[Moment], int]]:
    """The moments before the cycle and from there on, each with the columns they get."""
    moments, first = course.moments, course.first or 0
    if first == 0:
        return [(moments, min(width, len(moments)))]
    columns = min(width, len(moments))
    stem = min(max(1, round(columns * first / len(moments))), columns - 1)
    return [(moments[:first], min(stem, first)), (moments[first:], min(columns - stem, len(moments) - first))]


def _means(moments: Sequence[Moment], seat: int, columns: int) -> Iterator[float]:
    """The mean size of a hand in each column."""
    places = groupby(range(len(moments)), key=lambda place: place * columns // len(moments))
    for _, group in places:
        sizes = [len(moments[place].hands[seat]) for place in group]
        yield sum(sizes) / len(sizes)


def _block(size: float, total: int, blocks: str) -> str:
    return blocks[round(size / total * (len(blocks) - 1))]


# --- the basin ---


def basin_lines(basin: Basin) -> Iterator[str]:
    """How large the basin of a cycle is."""
    if not basin.complete:
        yield f"the basin is not known: it has more than {len(basin.ways) - 1:,} positions"
        return
    one = basin.up_to_exchange
    yield (
        f"searched backwards, up to exchange of seats: {number(len(one.ways), 'position')} (hands and leader at an"
        " empty middle) run into the cycle,"
    )
    yield (
        f"{len(one.cycle):,} of them in the cycle, {one.without:,} without predecessor,"
        f" the farthest {number(one.depth, 'trick')} away"
    )
    if basin.mirrors_itself:
        yield f"with the seats exchanged the cycle is itself again; {number(len(basin.ways), 'position')} in all"
    else:
        yield "with the seats exchanged it is another cycle, with as large a basin"


def deals_heading(deals: Sequence[Listed], basin: Basin) -> str:
    """How many balanced deals there are, and into which of the two cycles they run."""
    sizes = " and ".join(str(len(hand)) for hand in deals[0].entry.deal.hands) if deals else "equal halves"
    words = f"{number(len(deals), 'balanced deal')} ({sizes} cards, A leads)"
    if not basin.mirrors_itself:
        mirrored = sum(each.entry.mirrored for each in deals)
        words += f", {len(deals) - mirrored} into this cycle and {mirrored} into the one with the seats exchanged"
    return words


def immediate_words(deals: Sequence[Listed]) -> str:
    """How many of the balanced deals do not end where a seat that lays its last card has lost."""
    if not deals or deals[0].immediate is None:
        return ""
    return f"{sum(each.survives for each in deals)} of them never end under end=immediate either"


def deals_table(deals: Sequence[Listed]) -> Grid:
    """The balanced deals, each with its stem and what becomes of it under end=immediate."""
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    table.add_column("deal", no_wrap=True, overflow="ignore")
    table.add_column("stem", justify="right")
    table.add_column("seats")
    if deals[0].immediate is not None:
        table.add_column("under end=immediate")
    for each in deals[:MOST_LISTED]:
        way = Length(each.entry.way.cards, each.entry.way.tricks)
        seats = "exchanged" if each.entry.mirrored else ""
        again = [] if each.immediate is None else [_immediate(each.immediate)]
        table.add_row(str(each.entry.deal), length_words(way), seats, *again)
    return table


def _immediate(result: Outcome) -> str:
    return "never ends" if isinstance(result, Loop) else outcome_words(result)
