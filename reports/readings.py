"""Doubtful readings of Bank and what they do to the game, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.entries import Ambiguity
from properties.bank_readings import REMARKS, Row, Study, Unplayed
from properties.bank_readings_figures import MOST_ROUNDS
from properties.bank_readings_register import Agreement, Measured
from reports.readings_words import (
    agreement_words,
    bar,
    figure_words,
    found_words,
    glance,
    matches_words,
    sentences,
    stated_words,
)

_SHOWN: Final = ("blocked", "captured", "takings", "acts", "turns", "score")
_HEADS: Final = ("blocked\n%", "captured\nof 124", "banks\ntaken", "\nacts", "\nturns", "a seat\nscores")

LEGEND: Final = (
    "Means of a round with their standard errors; ▲ ▼: higher or lower than by the default reading in the same rounds"
    " by more than three standard errors. turns: missed ones included.",
    f"to 248: the share of matches won within {MOST_ROUNDS} rounds, and after how many rounds in the mean.",
    "allowed+result: at so many acts a round of the default's game other acts are allowed by this reading; and at so"
    " many the same are, and what is done leads elsewhere (the choice of the first mover counts as one).",
    "felt: rounds with at least one of these. scores: rounds that come to other scores, played from the same deal with"
    " the same chance; a round that comes to the same position goes on in the same way.",
)

# --- one question ---


def question(entry: Ambiguity, studies: Sequence[Study]) -> Iterator[RenderableType]:
    """A question: its readings, what each does under each policy and setting, and what nothing plays."""
    yield Text(f"{entry.id}: {entry.problem}", style="bold")
    yield _readings(entry)
    for study in studies:
        rows = [row for row in study.rows if row.question == entry.id]
        if rows:
            yield Text(f"\nPlayed by the policy '{study.policy}': {study.policy_means}.")
            yield Text(f"{study.rounds:,} rounds for each number of seats, seed {study.seed}.", style="dim")
        for setting in _settings(rows):
            yield from _table(entry, [row for row in rows if row.setting == setting], setting)
    if any(study.rows for study in studies):
        yield Text("")
        for line in LEGEND:
            yield Text(line, style="dim")
    for one in studies[0].unplayed:
        if one.question == entry.id:
            yield _unplayed(one)


def _readings(entry: Ambiguity) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for reading in entry.readings:
        mark = " (default)" if reading.name == entry.default else ""
        wire = f"  [{', '.join(reading.wire)}]" if reading.wire else ""
        grid.add_row(f"  {reading.name}{mark}", Text(reading.text + wire))
    return grid


def _settings(rows: Sequence[Row]) -> list[Mapping[str, str]]:
    return [dict(pairs) for pairs in dict.fromkeys(tuple(row.setting.items()) for row in rows)]


def _table(entry: Ambiguity, rows: Sequence[Row], setting: Mapping[str, str]) -> Iterator[RenderableType]:
    agreed = ", ".join(f"{point}={way}" for point, way in setting.items())
    yield Text(f"\nWhere {agreed} is agreed:" if agreed else "\nWith all other rules as by default:")
    grid = Grid(box=None, padding=(0, 1), header_style="bold")
    grid.add_column("\nseats", justify="right")
    grid.add_column("\nreading", no_wrap=True)
    for head in (*_HEADS, "\nto 248", "allowed\n+result", "felt\n%"):
        grid.add_column(head, justify="right", no_wrap=True)
    grid.add_column("scores\n%", no_wrap=True)
    for seats in dict.fromkeys(row.seats for row in rows):
        own = [row for row in rows if row.seats == seats]
        for row in own:
            grid.add_row(str(seats) if row is own[0] else "", row.reading[:16], *_cells(row))
    yield grid
    for reading in dict.fromkeys(row.reading for row in rows if row.felt is not None):
        own = [row for row in rows if row.reading == reading and row.felt is not None]
        defaults = [row for row in rows if row.felt is None]
        wire = ", ".join(own[0].wire)
        yield Text(f"  {reading} ({wire}): {' '.join(sentences(own, defaults))}")


def _cells(row: Row) -> Iterator[str]:
    yield from (figure_words(row, name) for name in _SHOWN)
    yield matches_words(row.matches)
    if row.felt is None:
        yield from ("", "", "")
        return
    yield f"{row.felt.allowed.mean:.1f}+{row.felt.follows.mean:.1f}"
    yield f"{100 * row.felt.rounds.mean:.0f}"
    yield f"{100 * row.felt.outcome.mean:3.0f} {bar(row.felt.outcome.mean, 6)}"


def _unplayed(one: Unplayed) -> Text:
    return Text(f"  {one.reading}: nothing plays it. {one.reason}")


# --- all questions ---


def overview(entries: Sequence[Ambiguity], study: Study) -> Iterator[RenderableType]:
    """All questions at a glance: those that something plays by how much they matter, then the others, and why."""
    yield Text(f"Played by the policy '{study.policy}': {study.policy_means}.")
    yield Text(f"{study.rounds:,} rounds for each of 2, 3 and 4 seats, seed {study.seed}.", style="dim")
    grid = Grid(box=None, padding=(0, 1), header_style="bold")
    for head in ("question", "reading that matters most", "scores %", "", "felt %", "times a round", "what changes"):
        grid.add_column(head, overflow="fold", no_wrap=head in ("question", "scores %", ""))
    ranked = sorted(_most(study).items(), key=_weight, reverse=True)
    for id, rows in ranked:
        grid.add_row(id, *_glance(rows, _defaults(study, rows)))
    yield grid
    yield Text(LEGEND[-1], style="dim")
    yield Text(f"fairdeal rules --why {ranked[0][0]} shows one question in full.", style="dim")
    yield Text("\nnot played, and why", style="bold")
    played = dict(ranked)
    for entry in entries:
        if entry.id not in played:
            yield Text(f"  {entry.id}: {entry.no_point or _first_reason(study, entry.id)}")


def _first_reason(study: Study, id: str) -> str:
    return next((one.reason for one in study.unplayed if one.question == id), "")


def _most(study: Study) -> dict[str, list[Row]]:
    """For each question the rows, over the numbers of seats, of the reading that matters most."""
    readings: dict[tuple[str, str, tuple[tuple[str, str], ...]], list[Row]] = {}
    for row in study.rows:
        if row.felt is not None:
            readings.setdefault((row.question, row.reading, tuple(row.setting.items())), []).append(row)
    found: dict[str, list[Row]] = {}
    for (question, _, _), rows in readings.items():
        if question not in found or matters(rows) > matters(found[question]):
            found[question] = rows
    return found


def matters(rows: Sequence[Row]) -> tuple[float, float, float]:
    """How much a reading matters: in which share of rounds the scores are others, then it is felt, then how often."""
    felt = [row.felt for row in rows if row.felt is not None]
    times = sum(one.allowed.mean + one.follows.mean for one in felt)
    return (sum(one.outcome.mean for one in felt), sum(one.rounds.mean for one in felt), times)


def _weight(item: tuple[str, Sequence[Row]]) -> tuple[float, float, float]:
    return matters(item[1])


def _defaults(study: Study, rows: Sequence[Row]) -> list[Row]:
    return [
        row
        for row in study.rows
        if row.felt is None and row.question == rows[0].question and row.setting == rows[0].setting
    ]


def _glance(rows: Sequence[Row], defaults: Sequence[Row]) -> Iterator[str]:
    outcome, rounds, times = (value / len(rows) for value in matters(rows))
    setting = "".join(f", where {point}={way}" for point, way in rows[0].setting.items())
    yield ", ".join(rows[0].wire) + setting
    yield f"{100 * outcome:.0f}"
    yield bar(outcome)
    yield f"{100 * rounds:.0f}"
    yield f"{times:.2f}"
    remark = REMARKS.get((rows[0].question, rows[0].reading), "")
    yield glance(rows, defaults) or remark or ("" if rounds else "never felt")


# --- the register's own figures ---


def register_figures(found: Sequence[Measured]) -> Iterator[RenderableType]:
    """The figures that the register states, measured again under the settings that it names."""
    yield Text("\nthe register's own figures, measured again", style="bold")
    grid = Grid(box=None, padding=(0, 1), header_style="bold")
    for head in ("where", "figure", "under", "seats", "register", "measured", "n", ""):
        grid.add_column(head, overflow="fold")
    for stated in dict.fromkeys(one.stated.what for one in found):
        own = [one for one in found if one.stated.what == stated]
        grid.add_row(*_figure_row(own), style="" if all(one.verdict is Agreement.AGREES for one in own) else "bold")
    yield grid
    agree = sum(one.verdict is Agreement.AGREES for one in found)
    yield Text(
        f"{agree} of {len(found)} agree, the register's rounding and three standard errors allowed for. It does not say"
        " on how many rounds its figures rest; 'near' is within 15 % of what it says."
    )


def _figure_row(found: Sequence[Measured]) -> tuple[str, ...]:
    stated, seats = found[0].stated, [one.seats for one in found]
    return (
        stated.where,
        stated.what,
        ", ".join(stated.setting.values()),
        "/".join(map(str, seats)),
        stated_words(stated, seats),
        found_words(stated, found),
        f"{found[0].rounds:,}",
        agreement_words(found),
    )
