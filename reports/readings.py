"""Doubtful readings of Bank and what they do to the game, as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Final

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.entries import Ambiguity
from properties.bank_readings import REMARKS, Row, Study, Unplayed
from properties.bank_readings_figures import MOST_ROUNDS, Estimate
from properties.bank_readings_register import SIMULATION, Agreement, Measured
from reports.columns import Column, least, table
from reports.readings_words import (
    FEWEST_ROUNDS,
    FIGURE_NAMES,
    bar,
    figure_words,
    found_words,
    glance,
    known_words,
    matches_words,
    plain,
    sentences,
    stated_words,
)

_SHOWN: Final = {
    "blocked": "blocked\n%",
    "captured": "captured\nof 124",
    "takings": "banks\ntaken",
    "acts": "acts",
    "turns": "turns",
    "score": "a seat\nscores",
}
_BAR: Final = "bar"
_LAYOUTS: Final = (
    (False, (), 2),
    (False, (_BAR,), 2),
    (False, (_BAR, "acts"), 2),
    (True, (_BAR, "acts"), 2),
    (True, (_BAR, "acts"), 1),
    (True, (_BAR, "acts", "turns"), 1),
    (True, (_BAR, "acts", "turns", "takings"), 1),
)
"""Ways to show the figures, the first that fits is taken: whether each number of seats has a table of its own, which
columns are left out, and how many blanks are between two."""
WIDE, NOT_NARROW = 110, 95
"""Widths from which the view of all questions has a bar, and how often a reading is felt."""
ENOUGH_ROUNDS: Final = 300
"""What is not seen in so many rounds for each number of seats is rare."""

ERRORS: Final = (
    "Behind ± stands the standard error; where all rounds were alike it is nought, which few rounds often are."
)
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


def question(entry: Ambiguity, studies: Sequence[Study], width: int) -> Iterator[RenderableType]:
    """A question: its readings, what each does under each policy and setting, and what nothing plays."""
    yield Text(f"{entry.id}: {entry.problem}", style="bold")
    yield _readings(entry)
    for study in studies:
        rows = [row for row in study.rows if row.question == entry.id]
        if rows:
            yield Text(f"\nPlayed by the policy '{study.policy}': {study.policy_means}.")
            yield Text(f"{study.rounds:,} rounds for each number of seats, seed {study.seed}.", style="dim")
        for setting in _settings(rows):
            yield from _setting([row for row in rows if row.setting == setting], setting, width)
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


def _setting(rows: Sequence[Row], setting: Mapping[str, str], width: int) -> Iterator[RenderableType]:
    agreed = ", ".join(f"{point}={way}" for point, way in setting.items())
    yield Text(f"\nWhere {agreed} is agreed:" if agreed else "\nWith all other rules as by default:")
    for line in _figures(rows, width):
        yield Text(line)
    for reading in dict.fromkeys(row.reading for row in rows if row.felt is not None):
        own = [row for row in rows if row.reading == reading and row.felt is not None]
        defaults = [row for row in rows if row.felt is None]
        wire = ", ".join(own[0].wire)
        yield Text(f"  {reading} ({wire}): {' '.join(sentences(own, defaults))}")


def _figures(rows: Sequence[Row], width: int) -> Iterator[str]:
    """The figures in a way that fits: whatever is left out, the numbers of seats and every digit are there."""
    for apart, without, gap in _LAYOUTS:
        blocks = [_columns(own, apart, without) for own in (_by_seats(rows) if apart else [rows])]
        if max(least(block, gap) for block in blocks) <= width:
            break
    whole = _columns(rows, apart, without)
    like = whole if least(whole, gap) <= width else ()
    for block, own in zip(blocks, _by_seats(rows) if apart else [rows], strict=True):
        if apart:
            yield f"{own[0].seats} seats"
        yield from table(block, width, gap, like=like)
    left_out = [name for name in without if name != _BAR]
    if left_out:
        yield f"(left out for want of width: {', '.join(FIGURE_NAMES[name] for name in left_out)}; COLUMNS=120 has all)"


def _by_seats(rows: Sequence[Row]) -> list[list[Row]]:
    return [[row for row in rows if row.seats == seats] for seats in dict.fromkeys(row.seats for row in rows)]


def _columns(rows: Sequence[Row], apart: bool, without: Sequence[str]) -> list[Column]:
    seats = [str(row.seats) if row is own[0] else "" for own in _by_seats(rows) for row in own]
    ordered = [row for own in _by_seats(rows) for row in own]
    columns = [] if apart else [Column("seats", tuple(seats), right=True, whole=True)]
    columns.append(Column("reading", tuple(row.reading for row in ordered)))
    for name, head in _SHOWN.items():
        if name not in without:
            columns.append(_numbers(head, [figure_words(row, name) for row in ordered]))
    columns.append(_numbers("to 248", [matches_words(row.matches) for row in ordered]))
    columns.append(_numbers("allowed\n+result", [_times(row) for row in ordered]))
    columns.append(_numbers("felt\n%", [_felt(row) for row in ordered]))
    columns.append(_numbers("scores\n%", [_outcome(row) for row in ordered]))
    if _BAR not in without:
        bars = tuple("" if row.felt is None else bar(row.felt.outcome.mean, 6) for row in ordered)
        columns.append(Column("", bars, whole=True))
    return columns


def _numbers(head: str, cells: Sequence[str]) -> Column:
    return Column(head, tuple(cells), right=True, whole=True)


def _times(row: Row) -> str:
    return "" if row.felt is None else f"{row.felt.allowed.mean:.1f}+{row.felt.follows.mean:.1f}"


def _felt(row: Row) -> str:
    return "" if row.felt is None else f"{100 * row.felt.rounds.mean:.0f}"


def _outcome(row: Row) -> str:
    return "" if row.felt is None else f"{100 * row.felt.outcome.mean:.0f}"


def _unplayed(one: Unplayed) -> Text:
    return Text(f"  {one.reading}: nothing plays it. {one.reason}")


# --- all questions ---


def overview(entries: Sequence[Ambiguity], study: Study, width: int) -> Iterator[RenderableType]:
    """All questions at a glance: those that something plays by how much they matter, then the others, and why."""
    yield Text(f"Played by the policy '{study.policy}': {study.policy_means}.")
    yield Text(f"{study.rounds:,} rounds for each of 2, 3 and 4 seats, seed {study.seed}.", style="dim")
    ranked = sorted(_most(study).items(), key=_weight, reverse=True)
    for line in table(_glances(study, ranked, width), width):
        yield Text(line)
    yield Text(ERRORS, style="dim")
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


def _glances(study: Study, ranked: Sequence[tuple[str, list[Row]]], width: int) -> list[Column]:
    """A row for each question; the bar, and how often a reading is felt in a round, where there is room for them."""
    rows = [own for _, own in ranked]
    columns = [Column("question", tuple(id for id, _ in ranked), whole=True)]
    columns.append(Column("reading that matters most", tuple(map(_chosen, rows))))
    columns.append(_numbers("rounds", [f"{sum(row.rounds for row in own):,}" for own in rows]))
    outcomes = [[row.felt.outcome for row in own if row.felt is not None] for own in rows]
    columns.append(_numbers("scores\n%", [plain(_mean(each), True) for each in outcomes]))
    if width >= WIDE:
        columns.append(Column("", tuple(bar(_mean(each).mean) for each in outcomes), whole=True))
    felt = [[row.felt.rounds for row in own if row.felt is not None] for own in rows]
    columns.append(_numbers("felt\n%", [plain(_mean(each), True) for each in felt]))
    if width >= NOT_NARROW:
        columns.append(_numbers("times\na round", [f"{matters(own)[2] / len(own):.2f}" for own in rows]))
    changes = [_changes(own, _defaults(study, own), study.rounds) for own in rows]
    columns.append(Column("what changes", tuple(changes)))
    return columns


def _mean(parts: Sequence[Estimate]) -> Estimate:
    """The mean over the numbers of seats."""
    return Estimate(sum(one.mean for one in parts) / len(parts), hypot(*(one.error for one in parts)) / len(parts))


def _chosen(rows: Sequence[Row]) -> str:
    setting = "".join(f", where {point}={way}" for point, way in rows[0].setting.items())
    return ", ".join(rows[0].wire) + setting


def _changes(rows: Sequence[Row], defaults: Sequence[Row], rounds: int) -> str:
    told = glance(rows, defaults) or REMARKS.get((rows[0].question, rows[0].reading), "")
    if told:
        return told
    if matters(rows)[1]:
        return "nothing beyond chance" if rounds >= FEWEST_ROUNDS else "too few rounds to say"
    return "never felt" if rounds >= ENOUGH_ROUNDS else f"too few rounds to see it: --rounds {ENOUGH_ROUNDS}"


# --- the register's own figures ---


def register_figures(found: Sequence[Measured], width: int) -> Iterator[RenderableType]:
    """The figures that the register states, measured again under the settings that it names."""
    yield Text("\nthe register's own figures, measured again", style="bold")
    for setting in dict.fromkeys(_agreed(one) for one in found):
        own = [one for one in found if _agreed(one) == setting]
        yield Text(f"\nwhere {setting} is agreed:")
        for line in table(_stated(own), width):
            yield Text(line)
    for one in dict.fromkeys(one.stated.what for one in found):
        reason = known_words([each for each in found if each.stated.what == one])
        if reason:
            yield Text(f"{one}: {reason}")
    agree = sum(one.verdict is Agreement.AGREES for one in found)
    simulated = any(one.stated.where == SIMULATION for one in found)
    yield Text(
        f"\n{agree} of {len(found)} agree, the register's rounding and three standard errors allowed for. It does not"
        " say on how many rounds its figures rest; 'near' is within 15 % of what it says."
        + (
            f" {SIMULATION}: figures of the register's own simulation, which belong to no question."
            if simulated
            else ""
        )
    )


def _agreed(one: Measured) -> str:
    return ", ".join(f"{point}={way}" for point, way in one.stated.setting.items())


def _stated(found: Sequence[Measured]) -> list[Column]:
    """A row for each figure and each number of seats."""
    first = {one.stated.what: one for one in reversed(found)}
    leads = [one is first[one.stated.what] for one in found]
    names = [(one.stated.where, one.stated.what) if lead else ("", "") for one, lead in zip(found, leads, strict=True)]
    return [
        Column("where", tuple(where for where, _ in names), whole=True),
        Column("figure", tuple(what for _, what in names)),
        _numbers("seats", [str(one.seats) for one in found]),
        _numbers("register", [stated_words(one.stated, [one.seats]) for one in found]),
        _numbers("measured", [found_words(one.stated, [one]) for one in found]),
        _numbers("rounds", [f"{one.rounds:,}" for one in found]),
        Column("", tuple(str(one.verdict) for one in found), whole=True),
    ]
