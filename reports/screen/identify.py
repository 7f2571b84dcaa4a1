"""`fairdeal identify` on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Group, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from rich.text import Text

from properties import evidence as kept
from properties.conformance.judge import Judged
from properties.conformance.runner import Restarted
from properties.conformance.settings import Settings
from properties.conformance.verify import Started, program
from properties.evidence import Evidence, Finding, Grade, Verdict
from properties.identify.findings import Identified
from properties.identify.identify import identify
from reports import identify_document, terminal
from reports.card import case_words
from reports.consoles import console
from reports.identify_cases import How
from reports.identify_words import Part, parts, verdict
from reports.screen.verdicts import new_journal
from reports.words import number, one_line

STYLES: Final = {0: "bold green", 1: "bold red", 4: "bold yellow"}
PASTED: Final = frozenset({"write", "ask again", "see the rules"})
"""Rows that are copied, and so are not broken into lines."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for beside the settings of a run."""

    journal: Path | None
    evidence: Path
    as_json: bool
    version: str


def identified(command: Sequence[str], settings: Settings, wanted: Wanted) -> int:
    """Ask a program which rules it plays, show them, and keep that as evidence. Returns the exit code.

    Raises what `identify` does.
    """
    journal = wanted.journal or new_journal(command)
    found = _follow(command, settings, journal, wanted)
    how = How(tuple(command), settings.wire)
    code = identify_document.exit_code(found)
    if wanted.as_json:
        made = identify_document.document(found, how, wanted.version, str(journal))
        print(msgspec.json.encode(made).decode())
    else:
        shown = console()
        for each in page(found, how):
            shown.print(each, soft_wrap=isinstance(each, Text))
        shown.print(Text(f"  journal: {journal}"), soft_wrap=True)
    kept.write(_evidence(found, how, wanted.version), wanted.evidence)
    return code


def page(found: Identified, how: How) -> Iterator[RenderableType]:
    """All that is said of a program, the sentence first."""
    yield Text(verdict(found), style=STYLES[identify_document.exit_code(found)])
    for part in parts(found, how):
        yield Text("")
        yield from _part(part)


def _part(part: Part) -> Iterator[RenderableType]:
    yield Text(part.title, style="bold")
    grid: Grid | None = None
    width = max((len(name) for name, _ in part.rows), default=0)
    for name, said in part.rows:
        if name in PASTED:
            if grid is not None:
                yield grid
            grid = None
            yield Text.assemble((f"  {name:{width}}  ", "bold"), said)
            continue
        grid = grid if grid is not None else _grid(width)
        grid.add_row("", name, Text(said))
    if grid is not None:
        yield grid
    card = part.card
    if card is not None and card.steps:
        yield Group(terminal.steps(card))
    if card is not None and card.actions:
        yield Group(terminal.actions(card))


def _grid(width: int) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=0)
    grid.add_column(style="bold", no_wrap=True, min_width=width)
    grid.add_column(overflow="fold")
    return grid


def _follow(command: Sequence[str], settings: Settings, journal: Path, wanted: Wanted) -> Identified:
    """Search, and say on a terminal how far that has come."""
    screen = console(stderr=True)
    bars = (BarColumn(20), TextColumn("{task.completed} cases"), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*bars, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("", total=None)

        def watch(event: Started | Judged | Restarted | str) -> None:
            match event:
                case Judged():
                    progress.advance(task)
                case Restarted(times, after) if screen.is_terminal:
                    screen.print(Text(f"started again ({times}) after {one_line(str(after), 160)}"))
                case str():
                    progress.update(task, description=one_line(event, 100))
                case _:
                    pass

        return identify(program(command, settings), command, settings, wanted.version, journal, watch)


def _evidence(found: Identified, how: How, version: str) -> Evidence:
    """What a search says of the program, for the report."""
    adapter = found.hello.adapter
    known = {0: Verdict.HELD, 1: Verdict.FAILED}.get(identify_document.exit_code(found), Verdict.INCONCLUSIVE)
    first = found.first_unexplained
    finding = Finding(
        subject=f"{adapter.name} {adapter.version}".strip(),
        statement=f"plays {found.claim.game} as follows: {found.hypothesis}",
        game=found.claim.game,
        grade=Grade.SAMPLED,
        verdict=known,
        seats=found.seats,
        choices=dict(found.choices),
        seconds=found.seconds,
        cases=len(found.judged),
        counterexample=case_words(first.case) if first is not None else "",
        note=f"{found.agreeing:,} answers agree; {number(len(found.undetermined), 'other explanation')} as good",
    )
    whole = known is not Verdict.INCONCLUSIVE
    return Evidence(f"identify {' '.join(how.command)}", version, kept.now(), (finding,), whole)
