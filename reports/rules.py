"""Clauses and open questions as text for a terminal."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.entries import Ambiguity, Clause
from model.register import Register


def clause(entry: Clause, register: Register) -> RenderableType:
    """One clause of the register with what is agreed, doubted and restated about it."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(entry.id, Text(entry.statement))
    where = f"{entry.document}, line {entry.line}" + (f", sentence {entry.sentence}" if entry.sentence else "")
    grid.add_row("where", Text(f"{where}; {entry.kind}, {entry.status}"))
    if entry.restates:
        grid.add_row("restates", Text(entry.restates))
    for name in entry.rule_points:
        point = register.point(name)
        grid.add_row("rule point", Text(f"{name}: {', '.join(each.name for each in point.alternatives)}"))
    for doubt in register.about(entry.id):
        grid.add_row("doubt", Text(f"{doubt.id}: {doubt.problem}"))
        grid.add_row("", Text(f"default: {doubt.default} (confidence {doubt.confidence})"))
    return grid


def ambiguity(entry: Ambiguity) -> RenderableType:
    """One ambiguity with its readings; the default is marked."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(entry.id, Text(entry.problem))
    for reading in entry.readings:
        mark = "default  " if reading.name == entry.default else ""
        wire = f"  [{', '.join(reading.wire)}]" if reading.wire else ""
        grid.add_row(reading.name, Text(f"{mark}{reading.text}{wire}"))
    grid.add_row("why", Text(f"{entry.why} (confidence {entry.confidence})"))
    if entry.clauses:
        grid.add_row("clauses", Text(", ".join(entry.clauses)))
    return grid
