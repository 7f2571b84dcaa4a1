"""`fairdeal fuzz` on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.text import Text

from properties import evidence as kept
from properties.conformance.findings import confirmed
from properties.conformance.fuzz import fuzz
from properties.conformance.judge import Judged, Status
from properties.conformance.runner import INTERRUPTED, Restarted
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary
from properties.conformance.verify import Started, program
from properties.evidence import Evidence, Finding, Grade, Verdict
from reports import terminal, verdict_document
from reports.card import case_words
from reports.consoles import console
from reports.screen.verdicts import new_journal
from reports.words import number

INTERRUPTED_CODE = 4


def fuzzed(
    command: Sequence[str], settings: Settings, journal: Path | None, evidence: Path, as_json: bool, version: str
) -> int:
    """Fuzz a program, show what was found, and keep it as evidence. Returns the exit code. Raises what `fuzz` does."""
    path = journal or new_journal(command)
    result = _follow(command, settings, path, as_json, version)
    if as_json:
        print(msgspec.json.encode(verdict_document.document(result)).decode())
    else:
        shown = console()
        shown.print(terminal.summary(result))
        for line in found_lines(result):
            shown.print(Text(f"  {line}"))
        shown.print(Text(f"  journal: {path}"), soft_wrap=True)
    kept.write(_evidence(result, version), evidence)
    return INTERRUPTED_CODE if result.reason == INTERRUPTED else result.exit_code


def _follow(command: Sequence[str], settings: Settings, journal: Path, quiet: bool, version: str) -> Summary:
    bars = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*bars, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("scripts", total=None if settings.seconds else settings.random)
        watch = _watch(progress, task, quiet)
        return fuzz(program(command, settings), command, settings, version, journal, watch)


def _watch(progress: Progress, task: TaskID, quiet: bool) -> Callable[[Started | Judged | Restarted | str], None]:
    def watch(event: Started | Judged | Restarted | str) -> None:
        match event:
            case Started() if not quiet:
                progress.console.print(terminal.started(event))
            case Judged():
                progress.advance(task)
            case str():
                progress.update(task, description=event, total=None)
            case _:
                pass

    return watch


def found_lines(result: Summary) -> list[str]:
    """What was found, in words: how long it was looked for, and which failures did not happen every time."""
    settings = result.header.settings
    asked = [one for one in result.judged if not one.case.repeats]
    actions = sum(len(one.case.script or ()) for one in asked)
    lines = [f"fuzzed: {number(len(asked), 'script')}, {number(actions, 'action')}, seed {settings.seed}"]
    for each in confirmed(result.judged).values():
        if not each.always:
            times = f"failed again {each.again} of {each.asked} times"
            lines.append(f"not sure, asked alone it {times}: {case_words(each.judged.case)}")
    return lines


def _evidence(result: Summary, version: str) -> Evidence:
    """What a run says of the program, for the report."""
    settings, adapter = result.header.settings, result.hello.adapter
    verdict = {0: Verdict.HELD, 1: Verdict.FAILED}.get(result.exit_code, Verdict.INCONCLUSIVE)
    shortest = result.groups[0].smallest.case if result.groups else None
    finding = Finding(
        subject=f"{adapter.name} {adapter.version}".strip(),
        statement=f"keeps the rules of {result.game} in made-up scripts of up to {settings.steps} actions",
        game=result.game,
        grade=Grade.SAMPLED,
        verdict=verdict,
        seats=result.seats,
        choices=result.choices,
        seconds=result.seconds,
        cases=sum(one.verdict.status is not Status.INAPPLICABLE for one in result.judged),
        seed=settings.seed,
        counterexample=case_words(shortest) if shortest is not None else "",
    )
    whole = verdict is not Verdict.INCONCLUSIVE
    return Evidence(f"fuzz {' '.join(result.command)}", version, kept.now(), (finding,), whole)
