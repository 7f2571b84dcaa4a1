"""`fairdeal rules --why`: what doubtful readings of Bank do to the game, on the screen."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from rich.console import RenderableType
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from model.bank.points import POINTS
from model.entries import Ambiguity, UnknownClause
from model.register import Register, load
from properties import evidence as kept
from properties.bank_lasso import WITH_A_PENALTY, WITHOUT_A_PENALTY
from properties.bank_readings import Progress as Done
from properties.bank_readings import Row, Study, Wanted, study
from properties.bank_readings_play import POLICIES
from properties.bank_readings_register import STATED, Agreement, Measured, reproduce
from properties.evidence import Evidence, Finding, Grade, Verdict
from reports import readings as shown
from reports.bank_lasso import lasso
from reports.consoles import console
from reports.readings_words import FIGURE_NAMES, SHARES, found_words, plain, stated_words

GAME: Final = "bank"
ENDLESS: Final = "BANK-A26"
"""The question whose answer decides whether matches end."""
ROUNDS_FOR_ONE, ROUNDS_FOR_ALL, ROUNDS_FOR_FIGURES = 60, 10, 60

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for; nought rounds and no policy stand for the usual ones."""

    what: str
    rounds: int
    seed: int
    policy: str
    evidence: Path
    as_json: bool
    version: str


def why(asked: Asked) -> int:
    """Measure one question, or all of Bank, and show it. Returns the exit code. Raises UnknownClause."""
    register = load()
    everything = asked.what.lower() == GAME
    entries = register.ambiguities_of(GAME) if everything else (_question(register, asked.what),)
    rounds = asked.rounds or (ROUNDS_FOR_ALL if everything else ROUNDS_FOR_ONE)
    policies = [asked.policy] if asked.policy else ["any"] if everything else ["any", "careful"]
    stated = [one for one in STATED if everything or one.where == entries[0].id]
    wanted = [Wanted(rounds, asked.seed, POLICIES[name], matches=not everything) for name in policies]
    for_figures = Wanted(asked.rounds or ROUNDS_FOR_FIGURES, asked.seed, POLICIES["any"])
    studies = [_followed(study(entries, each), f"policy {each.policy.name}") for each in wanted]
    figures = _followed(reproduce(for_figures, stated), "the register's figures") if stated else ()
    made = _evidence(asked, entries, studies, figures)
    path = kept.write(made, asked.evidence) if made.findings else None
    if asked.as_json:
        print(msgspec.json.encode({"studies": studies, "figures": [_data(one) for one in figures]}).decode())
        return 0
    screen = console(fitted=True)
    width = screen.width
    parts = shown.overview(entries, studies[0], width) if everything else shown.question(entries[0], studies, width)
    endless = _endless() if entries[0].id == ENDLESS else ()
    for part in (*parts, *(shown.register_figures(figures, width) if figures else ()), *endless):
        screen.print(part)
    if path is not None:
        screen.print(f"written: {path}", style="dim", markup=False)
    return 0


def _endless() -> Iterator[RenderableType]:
    """Matches that go round, with a penalty and without."""
    yield from lasso("A match that need not end, with a fixed penalty", WITH_A_PENALTY)
    yield from lasso("A match that need not end, without any penalty", WITHOUT_A_PENALTY)


def _question(register: Register, what: str) -> Ambiguity:
    """The open question of that id. Raises UnknownClause, also for one of another game, and for a rule point."""
    own = register.ambiguities_of(GAME)
    if what.lower() in POINTS:
        raise UnknownClause(_questions_of(what.lower(), own))
    entry = register.ambiguity(what.upper())
    if entry not in own:
        raise UnknownClause(
            f"{entry.id} is not of Bank, and only Bank is measured: {own[0].id} to {own[-1].id}, or bank"
        )
    return entry


def _questions_of(point: str, entries: Sequence[Ambiguity]) -> str:
    """Which questions ask about a rule point, as one is measured and not the other."""
    asked = [entry for entry in entries if any(way.partition("=")[0] == point for way in _ways(entry))]
    if not asked:
        return f"{point} is a rule point, and no open question is about it: fairdeal rules {point} shows it"
    told = "; ".join(f"fairdeal rules --why {entry.id} ({entry.problem})" for entry in asked)
    return f"{point} is a rule point, and what is measured are open questions: {told}"


def _ways(entry: Ambiguity) -> Iterator[str]:
    for reading in entry.readings:
        yield from reading.wire


def _followed(work: Generator[Done, None, Value], what: str) -> Value:
    """Do the work, with a bar on standard error if that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    screen = console(stderr=True)
    bars = Progress(*columns, TimeRemainingColumn(), console=screen, transient=True, disable=not screen.is_terminal)
    with bars:
        task = bars.add_task(what, total=None)
        while True:
            try:
                done = next(work)
            except StopIteration as end:
                value: Value = end.value
                return value
            bars.update(task, completed=done.done, total=done.total, description=f"{what}: {done.words}")


def _data(one: Measured) -> dict[str, object]:
    return {
        "stated": one.stated,
        "seats": one.seats,
        "rounds": one.rounds,
        "says": one.says,
        "found": one.found,
        "verdict": one.verdict,
    }


# --- evidence ---


def _evidence(
    asked: Asked, entries: Sequence[Ambiguity], studies: Sequence[Study], figures: Sequence[Measured]
) -> Evidence:
    defaults = {entry.id: entry.default for entry in entries}
    findings = [finding for each in studies for finding in _of_study(each, defaults)]
    findings += [_of_figure(one, asked.seed) for one in figures]
    return Evidence(f"rules --why {asked.what}", asked.version, kept.now(), tuple(findings))


def _of_study(found: Study, defaults: dict[str, str]) -> list[Finding]:
    groups: dict[tuple[str, str, tuple[str, ...], tuple[tuple[str, str], ...]], list[Row]] = {}
    for row in found.rows:
        if row.felt is not None:
            key = (row.question, row.reading, row.wire, tuple(row.setting.items()))
            groups.setdefault(key, []).append(row)
    return [_of_rows(found, rows, defaults[rows[0].question]) for rows in groups.values()]


def _of_rows(found: Study, rows: Sequence[Row], default: str) -> Finding:
    felt = sum(round(row.felt.rounds.mean * row.rounds) for row in rows if row.felt is not None)
    return Finding(
        subject=rows[0].question,
        statement=f"what {rows[0].reading} does instead of {default}, played by the policy '{found.policy}'",
        game=GAME,
        grade=Grade.SAMPLED,
        verdict=Verdict.HELD if felt else Verdict.INCONCLUSIVE,
        seats=tuple(row.seats for row in rows),
        choices={**rows[0].setting, **dict(way.split("=", 1) for way in rows[0].wire)},
        cases=sum(row.rounds for row in rows),
        seed=found.seed,
        preconditions={"a round in which it is felt": felt},
        examples=tuple(_figures(row) for row in rows),
    )


def _figures(row: Row) -> str:
    """All figures of a row on one line, the change from the default reading in brackets."""
    assert row.felt is not None
    assert row.change is not None
    told = [
        f"{words} {plain(row.figures[name], name in SHARES)} ({plain(row.change[name], name in SHARES)})"
        for name, words in FIGURE_NAMES.items()
    ]
    felt = (
        f"felt in {plain(row.felt.rounds, True)} % of rounds, other acts allowed {plain(row.felt.allowed)} and other"
        f" results {plain(row.felt.follows)} times a round, other scores {plain(row.felt.outcome, True)} %"
    )
    return f"{row.seats} seats: {felt}; " + ", ".join(told)


def _of_figure(one: Measured, seed: int) -> Finding:
    agrees, says = one.verdict is Agreement.AGREES, stated_words(one.stated, [one.seats])
    return Finding(
        subject=one.stated.where,
        statement=f"the register's figure is found again: {one.stated.what}, {one.seats} seats: {says}",
        game=GAME,
        grade=Grade.SAMPLED,
        verdict=Verdict.HELD if agrees else Verdict.INCONCLUSIVE,
        seats=(one.seats,),
        choices=dict(one.stated.setting),
        cases=one.rounds,
        seed=seed,
        examples=(
            f"measured {found_words(one.stated, [one])}",
            *((one.stated.known,) if one.stated.known and not agrees else ()),
        ),
    )
