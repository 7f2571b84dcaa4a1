"""`fairdeal verify` and `replay` on the screen."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from properties import evidence as kept
from properties.conformance import expectations
from properties.conformance import journal as journals
from properties.conformance.cases import reading_order
from properties.conformance.expectations import Expectation
from properties.conformance.jobs import verify_in_jobs
from properties.conformance.journal import Header
from properties.conformance.judge import Judged, Status
from properties.conformance.parts import lines_of
from properties.conformance.runner import Restarted, rejudge
from properties.conformance.settings import Settings
from properties.conformance.summary import Conclusion, Summary, summarise
from properties.conformance.verify import Event, Started, program, verify
from properties.evidence import Evidence, Finding, Grade, Verdict
from reports import junit, markdown_verdict, terminal, verdict_document
from reports.card import case_words
from reports.consoles import console
from solver.kernel.oracle import KernelOracle, oracle_for


def new_journal(command: Sequence[str]) -> Path:
    """A journal file that does not exist yet, named after the program and the time of day."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", Path(command[-1]).stem).strip("-") or "program"
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")[:-3]
    return Path("runs") / f"{name}-{stamp}.ndjson"


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a verdict goes beside the screen: files that must not exist yet, and the folder of evidence."""

    markdown: Path | None = None
    junit: Path | None = None
    expectations: Path | None = None
    """A file of known failures to be written."""
    evidence: Path | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What else the user has said of a run: the file of known failures, how strictly it is meant, and the outputs."""

    known: Path | None
    lenient: bool
    outputs: Outputs

    def expectations(self) -> tuple[Expectation, ...]:
        """The known failures. Raises ExpectationsError."""
        return expectations.read(self.known) if self.known is not None else ()


def verified(command: Sequence[str], settings: Settings, journal: Path | None, wanted: Wanted, version: str) -> int:
    """Run a verification, by several jobs if so wanted. Returns the exit code. Raises what `verify` does."""
    if journal is None and not settings.deals:
        journal = new_journal(command)
    return _run(command, settings, journal, False, wanted, version)


def resumed(journal: Path, command: Sequence[str], wanted: Wanted, version: str) -> int:
    """Go on with a run that was cut off. Returns the exit code. Raises JournalError if it cannot be gone on with."""
    header = next(journals.read(journal))
    assert isinstance(header, Header)
    return _run(command or header.command, header.settings, journal, True, wanted, version)


def _run(
    command: Sequence[str], settings: Settings, journal: Path | None, resume: bool, wanted: Wanted, version: str
) -> int:
    known, lenient, oracle = wanted.expectations(), wanted.lenient, oracle_for(settings.random)
    if settings.jobs > 1 and journal is not None:
        events = verify_in_jobs(command, settings, version, journal, resume, known, lenient, oracle)
    else:
        connect = program(command, settings)
        events = verify(connect, command, settings, version, journal, resume, known, lenient, oracle)
    code = show(events, wanted.outputs, version, journal)
    _tell_of(oracle)
    return code


def _tell_of(oracle: KernelOracle) -> None:
    """Say on a terminal, after the verdict, why it took longer; jobs keep that to themselves."""
    screen = console(stderr=True)
    if oracle.trouble and screen.is_terminal:
        screen.print(Text(f"all games were played by the model, slowly: {oracle.trouble}"), soft_wrap=True)


def show(events: Iterator[Event], outputs: Outputs, version: str, journal: Path | None = None) -> int:
    """Follow a run with a progress bar, then show the verdict. Returns the exit code. The run writes `journal`."""
    _check_writable((outputs.markdown, outputs.junit, outputs.expectations), outputs.evidence, journal)
    result, path = _follow(events, outputs.as_json)
    if result is None:
        if path is not None:
            console(stderr=True).print(
                Text(f"interrupted: fairdeal verify --resume {path} goes on where it stopped"), soft_wrap=True
            )
        return 4
    _tell(result, outputs, path)
    if outputs.evidence is not None:
        kept.write(_evidence(result, version), outputs.evidence)
    return result.exit_code


def _tell(result: Summary, outputs: Outputs, path: Path | None) -> None:
    """The verdict on the screen, and then in the files that were asked for."""
    if outputs.as_json:
        print(msgspec.json.encode(verdict_document.document(result)).decode())
    else:
        shown = console()
        shown.print(terminal.summary(result))
        if path is not None:
            shown.print(Text(f"  journal: {path}"), soft_wrap=True)
    if outputs.markdown is not None:
        _write(outputs.markdown, markdown_verdict.page(result))
    if outputs.junit is not None:
        _write(outputs.junit, junit.document(result))
    if outputs.expectations is not None:
        _write(outputs.expectations, expectations.text(result.groups, result.judged, result.known))


def _write(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def _check_writable(files: Iterable[Path | None], folder: Path | None = None, journal: Path | None = None) -> None:
    """Refuse outputs that cannot be written before a long run rather than after it. Raises OSError."""
    wanted = [path for path in files if path is not None]
    for place, path in enumerate(wanted):
        if path.exists() or path in (journal, *wanted[:place]):
            raise FileExistsError(errno.EEXIST, "exists already", str(path))
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
        if not os.access(path.parent, os.W_OK):
            raise PermissionError(errno.EACCES, "nothing can be written there", str(path.parent))
    if folder is not None and folder.exists() and not folder.is_dir():
        raise FileExistsError(errno.EEXIST, "exists already", str(folder))


def _follow(events: Iterator[Event], quiet: bool) -> tuple[Summary | None, Path | None]:
    """The summary of a run, None if it was interrupted; and its journal."""
    bars = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    result, path = None, None
    with Progress(*bars, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("cases", total=None)
        try:
            for event in events:
                match event:
                    case Started():
                        path = event.journal
                        progress.update(task, total=event.extent.cases + event.extent.again)
                        if not quiet:
                            progress.console.print(terminal.started(event))
                    case Judged():
                        progress.advance(task)
                    case Restarted(times, after):
                        progress.console.print(Text(f"started again ({times}) after {after}"))
                    case Summary():
                        result = event
        except KeyboardInterrupt:
            events.close()  # type: ignore[attr-defined]
    return result, path


def _evidence(result: Summary, version: str) -> Evidence:
    """What a run says of the program, for the report."""
    asked = sum(count for status, count in result.counts.items() if status != Status.INAPPLICABLE)
    wrong = [one.case for one in result.judged if one.verdict.status in (Status.FAIL, Status.ERROR)]
    verdict = Verdict.HELD if result.conclusion is Conclusion.CONFORMS else Verdict.INCONCLUSIVE
    verdict = Verdict.FAILED if wrong else verdict  # known or not: what is known to be wrong does not hold
    adapter = result.hello.adapter
    finding = Finding(
        subject=f"{adapter.name} {adapter.version}".strip(),
        statement=f"conforms to {result.game} at level {result.level}, suite {result.suite}",
        game=result.game,
        grade=Grade.SAMPLED,
        verdict=verdict,
        seats=result.seats,
        choices=result.choices,
        seconds=result.seconds,
        cases=asked,
        seed=result.seed,
        examples=result.spaces,
        counterexample=case_words(min(wrong, key=reading_order)) if wrong else "",
    )
    return Evidence(
        f"verify {' '.join(result.command)}", version, kept.now(), (finding,), verdict is not Verdict.INCONCLUSIVE
    )


def rejudged(paths: Sequence[Path], wanted: Wanted) -> int:
    """Judge a journal, or those of several shards, again and show the verdict. Returns the exit code.

    Raises JournalError.
    """
    _check_writable((wanted.outputs.markdown, wanted.outputs.junit))
    header, judged, footer = rejudge(lines_of(paths), KernelOracle())
    result = summarise(header, judged, footer, wanted.expectations(), wanted.lenient)
    _tell(result, wanted.outputs, None)
    return result.exit_code
