"""`fairdeal prove` on the screen."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from model.points import RuleChoiceError
from properties import evidence
from properties.conformance.books import GAMES, AnyBook
from properties.evidence import Evidence, Finding, Verdict
from properties.extras import installing
from reports import proof_document, proof_words
from reports.consoles import console
from reports.proof_document import Told
from reports.screen.folders import check_folder
from reports.screen.threads import cores
from solver import exported, families
from solver.clause_table import rows
from solver.prove import Event, Found, Remark, Run, Started, carry_out
from solver.solvers import NoSolver, available, named
from solver.tasks import NoSuchObligation, Task, Wanted, plan


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says."""

    game: str
    id: str
    choices: Mapping[str, str]
    misread: str
    seats: tuple[int, ...]
    solvers: Sequence[str]
    jobs: int
    out: Path
    kept: Path
    fresh: bool
    export: Path | None
    clauses: bool
    audit: bool
    folder: Path
    as_json: bool
    version: str

    @property
    def words(self) -> str:
        """The command, as evidence names it."""
        parts = ["prove", self.game, self.id, *(f"--set {point}={way}" for point, way in self.choices.items())]
        seats = f"--seats {','.join(map(str, self.seats))}" if self.seats else ""
        return " ".join(each for each in (*parts, seats, f"--misread {self.misread}" if self.misread else "") if each)


def prove(asked: Asked) -> int:
    """Prove what is wanted, and say what was found. Returns the exit code.

    Raises NoSolver, RuleChoiceError, NoSuchObligation, and FileExistsError for a folder that is not empty.
    """
    solvers = named(asked.solvers) if asked.solvers else available()
    if not solvers:
        raise NoSolver(f"no solver is installed: {installing('prove')}")
    for folder in (asked.out, asked.kept, asked.folder, *((asked.export,) if asked.export is not None else ())):
        check_folder(folder)
    if asked.export is not None:
        exported.check_folder(asked.export)
    tasks, refused = _tasks(asked)
    start = time.monotonic()
    run = Run(asked.out, solvers, jobs=asked.jobs or cores(), kept=asked.kept, fresh=asked.fresh)
    findings, remarks, complete = _followed(tasks, run, asked.as_json)
    spent = time.monotonic() - start
    known = _to_be_known(asked, findings, tasks) if complete else []
    remarks += known
    made = evidence.now()
    games = {families.text_of(task.book.game) for task in tasks}
    table = tuple(row for row in rows(findings) if row.game in games)
    versions = tuple((each.name, each.version) for each in solvers)
    left = len(tasks) - len(findings)
    told = Told(asked.words, asked.version, made, spent, versions, findings, table, refused, remarks, complete, left)
    if asked.export is not None and complete:
        exported.export(findings, asked.out, asked.export, made, asked.version)
    path = None
    if not asked.misread:
        path = evidence.write(Evidence(asked.words, asked.version, made, tuple(findings), complete), asked.folder)
    if asked.as_json:
        print(msgspec.json.encode(proof_document.document(told)).decode())
    else:
        _show(told, asked, path, known)
    return told.exit_code


def _to_be_known(asked: Asked, findings: Sequence[Finding], tasks: Sequence[Task]) -> list[str]:
    """What is to be said of a run besides its findings."""
    lone = "" if asked.solvers else proof_words.alone(findings)
    return [text for text in (lone, "" if tasks else _not_made(_sorted_out(asked))) if text]


def _not_made(asked: Asked) -> str:
    """Why nothing is stated: which of the choices, or the seats, keep it out, if one of them alone does."""
    guilty = [
        f"{point}={way}"
        for point, way in asked.choices.items()
        if _is_made(replace(asked, choices={name: each for name, each in asked.choices.items() if name != point}))
    ]
    if asked.seats and _is_made(replace(asked, seats=())):
        guilty.append(f"--seats {','.join(map(str, asked.seats))}")
    why = f"; it is without {' or without '.join(guilty)}" if guilty else ""
    return f"{asked.id or 'nothing'} of {asked.game or 'any game'} is not stated under these rules{why}"


def _is_made(asked: Asked) -> bool:
    try:
        return bool(asked.game and plan(_wanted(asked, families.book_of(asked.game, asked.choices))))
    except (RuleChoiceError, NoSuchObligation):
        return False


# --- what is asked for ---


def _tasks(asked: Asked) -> tuple[list[Task], list[tuple[str, str]]]:
    """All that is to be done, and the games that nothing is proved of. Raises RuleChoiceError, NoSuchObligation."""
    asked = _sorted_out(asked)
    if asked.game:
        return plan(_wanted(asked, families.book_of(asked.game, asked.choices))), []
    if asked.choices:
        raise RuleChoiceError("choices are those of one game: say which, such as fairdeal prove beggar")
    tasks: list[Task] = []
    refused: list[tuple[str, str]] = []
    unknown: list[NoSuchObligation] = []
    for game in GAMES:
        try:
            tasks += plan(_wanted(asked, families.book_of(game, {})))
        except RuleChoiceError as why:
            refused.append((game, str(why)))
        except NoSuchObligation as why:
            unknown.append(why)
    if not tasks and unknown:
        raise unknown[0]
    return tasks, refused if not asked.id else []


def _sorted_out(asked: Asked) -> Asked:
    """The same with the game named: what is no game may be an obligation, and a misreading is one of a game."""
    game, id = asked.game, asked.id
    if game and not id and not families.is_game(game) and families.is_obligation(game):
        game, id = "", game
    if asked.misread and not game:
        game = families.game_of_misreading(asked.misread)
    return replace(asked, game=game, id=id)


def _check_seats(book: AnyBook, seats: Sequence[int]) -> None:
    """Refuse numbers of seats that a game does not know, in the words of this command. Raises RuleChoiceError."""
    possible = [str(number) for number in range(book.fewest_seats, book.most_seats + 1)]
    wrong = [number for number in seats if str(number) not in possible]
    if wrong:
        by = " to ".join(dict.fromkeys((possible[0], possible[-1])))
        example = ",".join(possible[:2])
        raise RuleChoiceError(f"{book.game} is played by {by} seats, not by {wrong[0]}: say --seats {example}")


def _wanted(asked: Asked, book: AnyBook) -> Wanted:
    _check_seats(book, asked.seats)
    read, declared = families.misread(asked.misread, book) if asked.misread else (book, book)
    part_of_all = () if asked.id else ("T0",)  # every other statement of a scene includes what T0 says of it
    return Wanted(read, declared, asked.seats, asked.id, frozenset(asked.choices), asked.audit, part_of_all)


# --- what is shown ---


def _followed(tasks: Sequence[Task], run: Run, as_json: bool) -> tuple[list[Finding], list[str], bool]:
    """The findings and remarks of a run that is shown while it goes on, and whether it came to its end."""
    findings: list[Finding] = []
    remarks: list[str] = []
    screen = console(stderr=True)
    shown = _bar(screen, len(tasks)) if screen.is_terminal else _lines(as_json)
    try:
        with contextlib.closing(carry_out(tasks, run)) as events, shown as show:
            for event in events:
                show(event)
                if isinstance(event, Found):
                    findings.append(event.finding)
                elif isinstance(event, Remark):
                    remarks.append(event.text)
    except KeyboardInterrupt:
        remarks.append(f"interrupted: {len(tasks) - len(findings)} of {len(tasks)} statements are left")
        return findings, remarks, False
    return findings, remarks, True


@contextlib.contextmanager
def _bar(screen: Console, total: int) -> Iterator[Callable[[Event], None]]:
    """What is looked at, and how much is done. What does not hold is told at once."""
    columns = (
        SpinnerColumn(),
        MofNCompleteColumn(),
        BarColumn(20),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        bar = progress.add_task("", total=total)

        def show(event: Event) -> None:
            match event:
                case Started(id, statement, seats, game):
                    words = f"{game} {id}{f', {seats} seats' if seats else ''}: {statement}"
                    progress.update(bar, description=escape(words[: max(20, screen.width - 60)]))
                case Found(finding):
                    progress.advance(bar)
                    if finding.verdict is not Verdict.HELD:
                        progress.console.print(Text(proof_words.line(finding), proof_words.STYLES[finding.verdict]))
                case Remark(text):
                    progress.console.print(Text(text, "yellow"))

        yield show


@contextlib.contextmanager
def _lines(as_json: bool) -> Iterator[Callable[[Event], None]]:
    """A line for each finding that is not of an earlier run; nothing beside JSON."""

    def show(event: Event) -> None:
        if isinstance(event, Found) and not event.finding.kept and not as_json:
            print(proof_words.line(event.finding), flush=True)
        elif isinstance(event, Remark):
            print(f"fairdeal: {event.text}", file=sys.stderr, flush=True)

    yield show


def _show(told: Told, asked: Asked, path: Path | None, known: Sequence[str]) -> None:
    shown = console()
    for line in proof_words.not_proved(told.findings):
        shown.print(line)
    if asked.id:
        shown.print(proof_words.by_obligation(told.findings))
        if len({each.subject for each in told.findings}) == 1:
            for line in proof_words.grounds(told.findings):
                shown.print(line)
    else:
        shown.print(proof_words.by_game(told.findings))
    if asked.clauses:
        shown.print(proof_words.by_clause(told.table))
    for line in proof_words.clause_lines(told.table, told.findings):
        shown.print(line)
    for game, why in told.not_proved:
        shown.print(Text(f"not proved: {game}: {why}", style="yellow"))
    shown.print(proof_words.last_line(told))
    for text in known:
        shown.print(Text(text, style="yellow"))
    shown.print(
        Text(f"queries: {asked.out}/" + (f", exported: {asked.export}/" if asked.export and told.complete else ""))
    )
    if path is not None:
        shown.print(Text(f"evidence: {path}"), soft_wrap=True)
