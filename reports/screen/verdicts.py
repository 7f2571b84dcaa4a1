"""`fairdeal verify`, `replay`, `export` and `check-outcomes` on the screen."""

from __future__ import annotations

import errno
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from model.piles.points import check_seats, choose
from model.piles.profiles import profile
from properties import evidence as kept
from properties.conformance import journal as journals
from properties.conformance import protocol, vectors
from properties.conformance.cases import load_suite
from properties.conformance.journal import Footer, Header
from properties.conformance.judge import Judge, Status
from properties.conformance.planner import Scope
from properties.conformance.runner import Judged, Restarted, rejudge
from properties.conformance.verify import Event, Started, Summary, claim_of, summarise
from properties.evidence import Evidence, Finding, Grade, Verdict
from reports import markdown_verdict, terminal
from reports.card import card_of
from reports.consoles import console


def new_journal(command: list[str]) -> Path:
    """A journal file that does not exist yet, named after the program and the time of day."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", Path(command[-1]).stem).strip("-") or "program"
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")[:-3]
    return Path("runs") / f"{name}-{stamp}.ndjson"


def show(events: Iterator[Event], markdown: Path | None, folder: Path | None, version: str, as_json: bool) -> int:
    """Follow a run with a progress bar, then show the verdict. Returns the exit code."""
    for wanted in (markdown, folder):
        _check_writable(wanted)
    result, path = _follow(events, as_json)
    if result is None:
        return 4
    if folder is not None:
        kept.write(_evidence(result, version), folder)
    if markdown is not None:
        with markdown.open("x", encoding="utf-8") as file:
            file.write(markdown_verdict.page(result))
    if as_json:
        print(msgspec.json.encode(data(result)).decode())
    else:
        shown = console()
        shown.print(terminal.summary(result))
        if path is not None:
            shown.print(Text(f"  journal: {path}"))
    return result.exit_code


def _check_writable(path: Path | None) -> None:
    """Refuse an output that cannot be written before a long run rather than after it. Raises OSError."""
    if path is None:
        return
    if path.is_file():
        raise FileExistsError(errno.EEXIST, "exists already", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))


def _follow(events: Iterator[Event], quiet: bool) -> tuple[Summary | None, Path | None]:
    bars = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    result, path = None, None
    with Progress(*bars, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("cases", total=None)
        for event in events:
            match event:
                case Started():
                    path = event.journal
                    progress.update(task, total=event.cases)
                    if not quiet:
                        progress.console.print(terminal.started(event))
                case Judged():
                    progress.advance(task)
                case Restarted(times, after):
                    progress.console.print(Text(f"started again ({times}) after {after}"))
                case Summary():
                    result = event
    return result, path


def data(result: Summary) -> dict[str, Any]:
    """A verdict as data, for machines."""
    return {
        "program": result.hello.adapter,
        "game": result.game,
        "command": result.command,
        "choices": result.choices,
        "suite": result.suite,
        "verdict": {0: "conforms", 1: "breaks"}.get(result.exit_code, "inconclusive"),
        "reason": result.reason,
        "counts": result.counts,
        "phases": result.phases,
        "seconds": result.seconds,
        "searched": result.spaces,
        "counting": [str(each) for each in result.convention],
        "inferred": result.inferred,
        "not_judged": result.uncounted,
        "failures": [card_of(group, result) for group in result.groups],
        "more_failures": result.more_groups > 0,
    }


def _evidence(result: Summary, version: str) -> Evidence:
    """What a run says of the program, for the report."""
    asked = sum(count for status, count in result.counts.items() if status != Status.INAPPLICABLE)
    smallest = result.groups[0].smallest.case.text if result.groups else ""
    verdict = {0: Verdict.HELD, 1: Verdict.FAILED}.get(result.exit_code, Verdict.INCONCLUSIVE)
    adapter = result.hello.adapter
    finding = Finding(
        subject=f"{adapter.name} {adapter.version}".strip(),
        statement=f"conforms to {result.game} at level outcome, suite {result.suite}",
        game=result.game,
        grade=Grade.SAMPLED,
        verdict=verdict,
        seats=result.seats,
        choices=result.choices,
        seconds=result.seconds,
        cases=asked,
        seed=result.seed,
        examples=result.spaces,
        counterexample=smallest,
    )
    return Evidence(
        f"verify {' '.join(result.command)}", version, kept.now(), (finding,), verdict is not Verdict.INCONCLUSIVE
    )


def rejudged(path: Path, as_json: bool) -> int:
    """Judge a journal again and show the verdict. Returns the exit code. Raises JournalError."""
    judged: list[Judged] = []
    header: Header | None = None
    footer: Footer | None = None
    for line in rejudge(journals.read(path)):
        match line:
            case Header():
                header = line
            case Footer():
                footer = line
            case Judged():
                judged.append(line)
    if header is None:
        raise journals.JournalError(f"{path}: has no header, so nothing says who was asked")
    result = _summarised(header, footer, judged)
    if as_json:
        print(msgspec.json.encode(data(result)).decode())
    else:
        console().print(terminal.summary(result))
    return result.exit_code


def _summarised(header: Header, footer: Footer | None, judged: list[Judged]) -> Summary:
    claim = claim_of(header.hello, header.game)
    judge = Judge(claim)
    for one in judged:
        if one.transcript is not None:
            judge.judge(one.case, one.transcript)
    counts = dict(Counter(str(one.verdict.status) for one in judged))
    if footer is None:
        footer = Footer("the journal has no footer: the run was cut off", counts, 0.0)
    elif footer.counts != counts:
        footer = Footer("the cases of the journal do not add up to its footer: it was changed", counts, footer.seconds)
    suite = f"{header.suite} {header.suite_hash}"
    ended = Footer(footer.reason, counts, footer.seconds, footer.spaces)
    return summarise(
        header.hello,
        claim,
        judged,
        judge,
        ended,
        footer.spaces,
        header.choices,
        suite,
        header.command,
        footer.searched,
        header.seed,
    )


def export(
    game: str, seats: tuple[int, ...], choices: dict[str, str], up_to: int, random: int, expected: bool, schema: bool
) -> None:
    """Print the cases, or the schemas of the protocol and of the files. Raises RuleChoiceError."""
    if schema:
        both = {"protocol": protocol.schemas(), "files": vectors.schemas()}
        print(msgspec.json.format(msgspec.json.encode(both), indent=1).decode())
        return
    book = choose(profile(game), choices)
    for number in seats:
        check_seats(book, number)
    scope = Scope(game, seats or (2,), choices, (), up_to, up_to, random)
    found = vectors.export(scope, load_suite(game), expected)
    print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())


def outcomes(file: Path, cases: Path | None, as_json: bool) -> int:
    """Judge a file of outcomes. Returns the exit code. Raises ResultsError."""
    found = (
        vectors.read_vectors(cases) if cases is not None else vectors.default_vectors(vectors.read_results(file).game)
    )
    judged = list(vectors.check_outcomes(file, found))
    untested = sum(one.verdict.status is Status.UNTESTED for one in judged)
    wrong = [one for one in judged if one.verdict.status not in (Status.PASS, Status.UNTESTED)]
    if as_json:
        print(msgspec.json.encode([one.verdict for one in judged]).decode())
    else:
        shown = console()
        for one in wrong[:20]:
            shown.print(terminal.verdict_line(one))
        held = len(judged) - len(wrong) - untested
        shown.print(
            Text(f"{held:,} of {len(found.cases):,} cases hold, {len(wrong):,} do not, {untested:,} have no outcome")
        )
    if wrong:
        return 1
    return 4 if untested or not judged else 0
