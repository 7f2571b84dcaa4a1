"""`fairdeal prove` on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from rich.text import Text

from model.piles.rulebook import Book
from properties import evidence
from properties.conformance.reference import misreading
from properties.evidence import Evidence, Finding, Verdict
from reports.consoles import console
from solver.prove import Found, Started
from solver.prove import prove as prove_all
from solver.solvers import NoSolver, available, named


def prove(
    book: Book,
    misread: str,
    seats: Sequence[int],
    out: Path,
    solvers: list[str] | None,
    folder: Path,
    version: str,
    as_json: bool,
) -> int:
    """Prove everything there is to prove of a book, and say what was found. Returns the exit code. Raises NoSolver."""
    asked = named(solvers) if solvers else available()
    if not asked:
        raise NoSolver("no solver is installed: pip install 'fairdeal[prove]'")
    read = misreading(misread).apply(book) if misread else book
    parties = tuple(seats) or tuple(range(book.fewest_seats, book.most_seats + 1))
    findings: list[Finding] = []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("proving", total=None)
        for event in prove_all(read, out, parties, asked):
            match event:
                case Started(id, statement, number):
                    progress.update(task, description=f"{id}, {number or 'any number of'} seats: {statement}")
                case Found(finding):
                    findings.append(finding)
    words = f"prove {book.game}" + (f" --misread {misread}" if misread else "")
    made = Evidence(words, version, evidence.now(), tuple(findings))
    path = None if misread else evidence.write(made, folder)
    if as_json:
        print(msgspec.json.encode(made).decode())
    else:
        _show(findings, out, path)
    if any(each.verdict is Verdict.FAILED for each in findings):
        return 1
    return 4 if any(each.verdict is Verdict.INCONCLUSIVE for each in findings) or not findings else 0


def _show(findings: Sequence[Finding], out: Path, path: Path | None) -> None:
    shown = console()
    shown.print(_table(findings))
    for each in findings:
        if each.verdict is not Verdict.HELD:
            style = "bold red" if each.verdict is Verdict.FAILED else "yellow"
            seats = f", {each.seats[0]} seats" if each.seats else ""
            shown.print(Text(f"{each.verdict.upper()}  {each.subject}{seats}: {each.statement}", style=style))
            shown.print(Text(f"    {each.counterexample}"))
    held = sum(each.verdict is Verdict.HELD for each in findings)
    seconds = sum(each.seconds for each in findings)
    shown.print(Text(f"{held} of {len(findings)} hold, {seconds:.1f} seconds; queries: {out}/", style="bold"))
    if path is not None:
        shown.print(Text(f"evidence: {path}"))


def _table(findings: Sequence[Finding]) -> Grid:
    """One row for each obligation, its seats and solvers put together."""
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    for head in ("obligation", "statement", "seats", "solvers", "seconds", "verdict"):
        table.add_column(head, overflow="fold")
    for subject in dict.fromkeys(each.subject for each in findings):
        mine = [each for each in findings if each.subject == subject]
        seats = ", ".join(str(number) for each in mine for number in each.seats) or "any"
        solvers = ", ".join(dict.fromkeys(solved.solver for each in mine for solved in each.solvers)) or "by example"
        worst = min((each.verdict for each in mine), key=[Verdict.FAILED, Verdict.INCONCLUSIVE, Verdict.HELD].index)
        seconds = f"{sum(each.seconds for each in mine):.1f}"
        table.add_row(subject, Text(mine[0].statement), seats, solvers, seconds, _said(mine[0], worst))
    return table


def _said(finding: Finding, worst: Verdict) -> str:
    return finding.grade.value if worst is Verdict.HELD else worst.upper()
