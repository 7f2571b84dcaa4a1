"""`fairdeal check` on the screen."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.progress import Progress
from rich.text import Text

from model.piles.profiles import NAMED
from properties import evidence
from properties.checks_run import run_checks
from properties.conformance.books import GAMES, AnyBook, default_book
from properties.evidence import Evidence, Finding, Verdict
from reports.consoles import console


def check(game: str, games: int, seed: int, folder: Path, version: str, as_json: bool) -> int:
    """Run the checks, write the evidence, and say what was found. Returns the exit code."""
    findings: list[Finding] = []
    with Progress(console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("checking", total=None)
        for event in run_checks(_books(game), games, seed):
            if isinstance(event, Finding):
                findings.append(event)
            else:
                progress.advance(task)
    made = Evidence(f"check --games {games} --seed {seed}", version, evidence.now(), tuple(findings))
    path = evidence.write(made, folder)
    failed = [each for each in findings if each.verdict is Verdict.FAILED]
    open_ones = [each for each in findings if each.verdict is Verdict.INCONCLUSIVE]
    if as_json:
        print(msgspec.json.encode(made).decode())
    else:
        shown = console()
        for each in (*failed, *open_ones):
            shown.print(
                Text(f"{each.verdict.upper()}  {each.game}: {each.subject}: {each.counterexample or each.statement}")
            )
        shown.print(Text(f"{len(findings) - len(failed) - len(open_ones)} of {len(findings)} held; written: {path}"))
    if failed:
        return 1
    return 4 if open_ones or not findings else 0


def _books(game: str) -> tuple[AnyBook, ...]:
    """The book of one game or profile, or those of all games. Raises RuleChoiceError."""
    if game in NAMED:
        return (NAMED[game],)
    return (default_book(game),) if game else tuple(map(default_book, GAMES))
