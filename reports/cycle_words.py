"""A game's course, its periods and its basin, in words and in a line that shows how hand sizes move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from model.game import Budget, Loop, Outcome, Won
from reports.columns import Column, fold, table
from reports.words import number, outcome_words, seat_name
from solver.cycles.balanced import Listed
from solver.cycles.basin import Basin
from solver.cycles.course import Course, Moment
from solver.cycles.naming import Length, Naming, Repeats

MOST_LISTED: Final = 12
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


def periods(repeated: Sequence[Repeats], seats: int, width: int) -> Iterator[str]:
    """Stem and period for each way to tell cards apart, as cards / tricks, in the lines of a table."""
    again = ["the same" if each.exchanged == each.period else length_words(each.exchanged) for each in repeated]
    firsts = ["" if each.first_repeated is None else length_words(each.first_repeated) for each in repeated]
    columns = [
        Column("cards / tricks", tuple(ALIKE[each.naming] for each in repeated)),
        _numbers("stem", (length_words(each.stem) for each in repeated)),
        _numbers("period", (length_words(each.period) for each in repeated)),
        _numbers("first repeated\nafter", firsts),
        _numbers("up to\nexchange\nof seats" if seats == 2 else "up to\nseats\ngoing round", again),
    ]
    yield from table(columns, width)


def _numbers(head: str, cells: Iterable[str]) -> Column:
    return Column(head, tuple(cells), right=True)


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
    cards = sum(map(len, basin.cycle[0].hands))
    larger, smaller = cards - cards // 2, cards // 2
    words = f"{number(len(deals), 'balanced deal')} ({larger} and {number(smaller, 'card')}, A leads)"
    if deals and not basin.mirrors_itself:
        mirrored = sum(each.entry.mirrored for each in deals)
        words += f", {len(deals) - mirrored} into this cycle and {mirrored} into the one with the seats exchanged"
    return words


def immediate_words(deals: Sequence[Listed]) -> str:
    """How many of the balanced deals do not end where a seat that lays its last card has lost."""
    if not deals or deals[0].immediate is None:
        return ""
    survive, given_up = sum(each.survives for each in deals), sum(each.given_up for each in deals)
    words = f"{survive} of them never end{'s' if survive == 1 else ''} under end=immediate either"
    return words + (f"; of {given_up} it is not known" if given_up else "")


def deals_table(deals: Sequence[Listed], width: int) -> Iterator[str]:
    """The first of the balanced deals, each with its stem and what becomes of it under end=immediate; what marks mean.

    Cards and tricks stand close together, so that a whole pack has room in 80 columns.
    """
    shown = deals[:MOST_LISTED]
    stems = (f"{each.entry.way.cards:,}/{each.entry.way.tricks:,}" for each in shown)
    columns = [Column("deal", tuple(str(each.entry.deal) for each in shown), whole=True), _numbers("stem", stems)]
    if any(each.entry.mirrored for each in shown):
        columns.append(Column("", tuple("x" if each.entry.mirrored else "" for each in shown)))
    ends = tuple(_immediate(each.immediate) for each in shown if each.immediate is not None)
    if ends:
        columns.append(Column("end=\nimmediate", ends))
    yield from table(columns, width)
    if len(deals) > MOST_LISTED:
        yield f"and {number(len(deals) - MOST_LISTED, 'deal')} more: --json has them all"
    yield from fold(_legend(shown), width)


def _legend(shown: Sequence[Listed]) -> str:
    """What the marks of the table mean, as far as there are any."""
    marks = ["stem: cards/tricks"]
    if any(each.entry.mirrored for each in shown):
        marks.append("x: into the cycle with the seats exchanged")
    won = next((each.immediate for each in shown if isinstance(each.immediate, Won)), None)
    if won is not None:
        marks.append(f"{_immediate(won)}: {outcome_words(won)}")
    return "; ".join(marks)


def _immediate(result: Outcome) -> str:
    """How a deal goes out, in few letters: `B, 43/6`."""
    match result:
        case Loop():
            return "never ends"
        case Won(winners, cards, tricks):
            return f"{' and '.join(map(seat_name, winners))}, {cards:,}/{tricks:,}"
        case Budget():
            return "not known"
