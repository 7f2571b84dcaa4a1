"""What became of the mutants, in words and tables: by module, by clause, and one by one where something is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.table import Table as Grid
from rich.text import Text

from model.register import load
from properties.mutants.rows import FATES, Result, Row, counts
from reports.strength_words import WIDTH

NONE: Final = "-"
HEADS: Final = ("mutants", "by own", "by others", "by spaces", "alive", "equal", "unasked")


def table(result: Result, by: str) -> Grid:
    """One line for each module, or each clause: how many mutants there are, and what became of them."""
    grid = Grid(box=None, padding=(0, 1), width=WIDTH)
    grid.add_column(by, no_wrap=True)
    for head in HEADS:
        grid.add_column(head, justify="right", no_wrap=True)
    for name, rows in _groups(result, by):
        grid.add_row(name, *_numbers(rows), style="red" if any(row.fate == "survives" for row in rows) else "")
    if by == "module":
        grid.add_row("all", *_numbers(result.rows), style="bold")
    return grid


def _groups(result: Result, by: str) -> Iterator[tuple[str, tuple[Row, ...]]]:
    if by == "module":
        for module in result.modules:
            yield module, tuple(row for row in result.rows if row.module == module)
        return
    for clause in result.clauses:
        yield clause, tuple(row for row in result.rows if clause in row.clauses)


def _numbers(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(str(count) if count else NONE for count in (len(rows), *counts(rows)))


def missing(result: Result) -> Iterator[Text]:
    """What the suite does not notice, each with the case that would, and what the clause says."""
    for row in result.of("survives"):
        yield Text(f"SURVIVES  {row.name}", style="bold red")
        yield from _change(row)
        yield from (Text(f"    {clause}: {load().clauses[clause].statement}") for clause in row.clauses)
        yield from _telling(row)
    for row in result.of("space"):
        yield Text(f"ONLY BY SMALL SPACES  {row.name}", style="bold")
        yield from _change(row)
        yield from _telling(row)
    for row in result.of("unasked"):
        yield Text(f"UNASKED  {row.name}", style="bold")
        yield from _change(row)
        yield Text("    nothing comes to this function: neither the suite nor what was searched")


def _change(row: Row) -> Iterator[Text]:
    yield Text(f"    {row.before}")
    yield Text(f"    {row.after}")


def _telling(row: Row) -> Iterator[Text]:
    if not row.separating.startswith("[["):
        yield Text(f"    It shows in {row.separating}, which no case can ask: it needs a check.")
        return
    yield Text("    This case tells it from the rules:")
    yield from (Text(f"        {line}") for line in row.separating.splitlines())


def by_others(result: Result) -> Iterator[Text]:
    """What is noticed only by cases or checks of other clauses: a tag may be missing there."""
    rows = result.of("others")
    if rows:
        yield Text(f"{len(rows)} noticed only by cases or checks of other clauses (is a tag missing there?):")
    for row in rows:
        yield Text(f"    {row.name} ({', '.join(row.clauses)}): {row.means} {row.by}")


def equal(result: Result) -> Iterator[Text]:
    """What is the same game as far as was looked, with the space."""
    rows = result.of("equivalent")
    for space in dict.fromkeys(row.space for row in rows):
        mine = [row for row in rows if row.space == space]
        yield Text(f"{len(mine)} the same as far as was looked: {space}")
        for row in mine:
            yield Text(f"    {row.name}")
            yield Text(f"        {row.after}")


def left_out(result: Result) -> Iterator[Text]:
    """The functions of which no mutants are made."""
    for function, reason in result.left_out:
        yield Text(f"left out: {function}: {reason}")


def last_line(results: Sequence[Result]) -> Text:
    """Everything in one line."""
    rows = [row for result in results for row in result.rows]
    numbers = dict(zip(FATES, counts(rows), strict=True))
    return Text(
        f"{len(rows)} mutants: {numbers['own']} noticed by their own cases and checks, {numbers['others']} only by "
        f"others, {numbers['space']} only where small spaces are asked as a whole, {numbers['survives']} survive, "
        f"{numbers['equivalent']} are the same as far as was looked, {numbers['unasked']} stand where nothing comes to"
    )
