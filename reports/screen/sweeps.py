"""`fairdeal sweep` on the screen."""

from __future__ import annotations

import contextlib
import errno
import os
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from model.piles.rulebook import Book
from properties import evidence
from properties.evidence import Evidence
from reports import sweep_document, sweep_plot, sweep_words
from reports.consoles import console
from reports.screen.faults import INCOMPLETE
from reports.screen.folders import check_folder, make_folder
from reports.screen.threads import threads
from reports.sweep_document import Told
from solver.kernel import need
from solver.sweeps.plan import Plan, SweepError, Wanted, plan_of
from solver.sweeps.processes import Processes
from solver.sweeps.run import Counted, Ended, Here, Players, Started, carried_out
from solver.sweeps.store import Store
from solver.sweeps.work import fingerprinted


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says. `deals`, `chunk` are numbers as people write them; `jobs` is 0 for all cores."""

    book: Book
    deck: str
    deals: str
    first: int | None
    seed: int
    chunk: str
    jobs: int
    scheduler: str
    out: Path | None
    resume: Path | None
    svg: Path | None
    evidence: Path
    version: str
    as_json: bool


def sweep(asked: Asked) -> int:
    """Sweep, or go on with a sweep, and show what was counted. Returns the exit code.

    Raises SweepError, DeckError, NoKernel, NoCluster, and OSError for files that cannot be written.
    """
    need.require()
    _check_outputs(asked)
    if asked.scheduler and asked.jobs:
        raise SweepError("--jobs are processes of this machine, and a cluster has its own workers: leave out --jobs")
    if asked.resume is not None:
        with (
            contextlib.closing(Store.opened(asked.resume, asked.version)) as store,
            _players(asked, store.plan) as players,
        ):
            _make_folders(asked)
            return _swept(asked, store, players)
    plan = fingerprinted(_planned(asked))
    with _players(asked, plan) as players:
        _make_folders(asked)
        with contextlib.closing(_created(asked.out, plan)) as store:
            return _swept(asked, store, players)


def _planned(asked: Asked) -> Plan:
    wanted = Wanted(asked.deck, asked.deals, asked.first, asked.seed, asked.chunk)
    return plan_of(asked.book, wanted, asked.version)


def _swept(asked: Asked, store: Store, players: Players) -> int:
    ended = _followed(store, players, asked.as_json)
    resume = f"fairdeal sweep --resume {store.path} goes on where it stopped"
    if ended is None or not ended.complete:
        why = "interrupted" if ended is None else ended.lost
        console(stderr=True).print(Text(f"{why}: {resume}"), soft_wrap=True)
        return INCOMPLETE
    told = Told(store.plan, ended.total, asked.version, evidence.now(), ended.seconds, store.path, ended.losses)
    if asked.svg is not None:
        with asked.svg.open("x", encoding="utf-8") as file:
            file.write(sweep_plot.svg(told))
    made = Evidence(_command(store.plan), asked.version, told.made, (sweep_words.finding(told),))
    path = evidence.write(made, asked.evidence)
    if asked.as_json:
        print(msgspec.json.encode(sweep_document.document(told)).decode())
    else:
        _show(told, asked.svg, path)
    return 0


def _command(plan: Plan) -> str:
    """The command, as evidence names it."""
    choices = [f"--set {point}={way}" for point, way in plan.chosen.items()]
    deals = [f"--deals {plan.deals}", f"--from {plan.first}" if plan.seed is None else f"--seed {plan.seed}"]
    return " ".join(("sweep", plan.game, *choices, f"--deck {plan.deck}", *deals, f"--chunk {plan.chunk}"))


# --- files ---


def _check_outputs(asked: Asked) -> None:
    """Refuse outputs that cannot be written before a long run rather than after it. Raises OSError."""
    wanted = [each for each in (asked.out, asked.svg) if each is not None]
    for place, path in enumerate(wanted):
        if os.path.lexists(path) or path in wanted[:place]:
            raise FileExistsError(errno.EEXIST, "exists already", str(path))
    if asked.out is not None and not asked.out.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(asked.out.parent))
    for folder in (asked.evidence, *(each.parent for each in wanted)):
        check_folder(folder)
        there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        if not os.access(there, os.W_OK):
            raise PermissionError(errno.EACCES, "nothing can be written there", str(there))


def _make_folders(asked: Asked) -> None:
    """The folders for the drawing and for evidence, so that neither fails after a long run. Raises OSError."""
    make_folder(asked.evidence)
    if asked.svg is not None:
        make_folder(asked.svg.parent)


def _created(out: Path | None, plan: Plan) -> Store:
    """A new file: the one that was named, or one in runs/ named after the game and the time of day."""
    if out is not None:
        return Store.created(out, plan)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")[:-3]
    path = Path("runs") / f"sweep-{plan.game}-{stamp}.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return Store.created(path, plan)


# --- who plays ---


def _players(asked: Asked, plan: Plan) -> AbstractContextManager[Players]:
    if asked.scheduler:
        from solver.sweeps.cluster import joined

        return joined(asked.scheduler, plan)
    jobs = min(threads(asked.jobs), plan.chunks)
    return nullcontext(Processes(jobs) if jobs > 1 else Here())


# --- what is shown ---


class _Rate(ProgressColumn):
    """Deals a second, in this run."""

    def render(self, task: Task) -> Text:
        """The rate as text."""
        return Text(f"{task.speed:,.0f} deals/s" if task.speed else "")


def _followed(store: Store, players: Players, quiet: bool) -> Ended | None:
    """The end of a sweep that is shown while it goes on; None if it was interrupted."""
    screen = console(stderr=True)
    bars = (TextColumn("{task.percentage:>5.1f} %"), BarColumn(), _Rate(), TimeRemainingColumn())
    events = carried_out(store, players)
    try:
        with (
            contextlib.closing(events),
            Progress(*bars, console=screen, transient=True, disable=not screen.is_terminal) as progress,
        ):
            task = progress.add_task("deals", total=store.plan.deals)
            for event in events:
                match event:
                    case Started(_, deals, chunks):
                        progress.reset(task, completed=deals, total=store.plan.deals)
                        if not quiet:
                            _begin(store, deals, chunks)
                    case Counted(_, deals):
                        progress.advance(task, deals)
                    case Ended():
                        return event
    except KeyboardInterrupt:
        return None
    return None


def _begin(store: Store, deals: int, chunks: int) -> None:
    screen = console(stderr=True)
    all_of = f"{store.plan.deals:,} deals are counted already, in {chunks:,} of {store.plan.chunks:,} chunks"
    before = f" ({deals:,} of {all_of})" if chunks else ""
    screen.print(Text(f"kept in {store.path}{before}"), soft_wrap=True)


def _show(told: Told, svg: Path | None, kept: Path) -> None:
    shown = console()
    shown.print(Text(sweep_words.heading(told.plan), style="bold"), soft_wrap=True)
    for name, words in sweep_words.lines(told):
        shown.print(Text(f"  {name:12}{words}"), soft_wrap=True)
    for command in sweep_words.commands(told):
        shown.print(Text(command), soft_wrap=True)
    if svg is not None:
        shown.print(Text(f"written: {svg}"), soft_wrap=True)
    shown.print(Text(f"evidence: {kept}"), soft_wrap=True)
