"""What was measured of a doubtful reading, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

from properties.bank_readings import REMARKS, Row
from properties.bank_readings_figures import Estimate, Matches
from properties.bank_readings_register import Agreement, Measured, Stated

FIGURE_NAMES: Final = {
    "blocked": "blocked ends",
    "captured": "points captured",
    "takings": "banks taken",
    "acts": "acts",
    "turns": "turns",
    "score": "points that a seat scores",
    "endless": "rounds given up",
}
SHARES: Final = frozenset({"blocked", "endless"})
"""Figures that are shown in per cent."""

BEYOND_CHANCE: Final = 3
"""A change of so many standard errors is called one; with the many figures shown, two would be met by luck."""


FEWEST_ROUNDS: Final = 10
"""With fewer rounds no change is called one: what a few rounds have in common may be luck, and then has no error."""


def plain(estimate: Estimate, share: bool = False) -> str:
    """A mean with its standard error: `67±3`, `4.8±0.2`, and a share in per cent `61±5`."""
    if share:
        return f"{100 * estimate.mean:.0f}±{100 * estimate.error:.0f}"
    digits = 0 if estimate.error >= 0.95 else 2 if estimate.error < 0.05 and abs(estimate.mean) < 1 else 1
    return f"{estimate.mean:.{digits}f}±{estimate.error:.{digits}f}"


def figure_words(row: Row, name: str) -> str:
    """One figure of a reading, with an arrow where it differs from the default reading beyond chance."""
    return plain(row.figures[name], name in SHARES) + arrow(row, name)


def arrow(row: Row, name: str) -> str:
    """Whether a figure is higher or lower than by the default reading, beyond chance; empty if neither."""
    change = row.change[name] if row.change is not None else None
    if (
        row.rounds < FEWEST_ROUNDS
        or change is None
        or abs(change.mean) <= BEYOND_CHANCE * change.error
        or not change.mean
    ):
        return ""
    return "▲" if change.mean > 0 else "▼"


def matches_words(matches: Matches | None) -> str:
    """How matches go: `all, 6.0` are won, in 6 rounds in the mean; `14 %, 25.2`; `none`."""
    if matches is None:
        return "-"
    if matches.rounds is None:
        return "none"
    share = "all" if matches.won.mean == 1 else f"{100 * matches.won.mean:.0f} %"
    return f"{share}, {matches.rounds.mean:.1f}"


def bar(share: float, width: int = 10) -> str:
    """A share as a bar of blocks and its per cent."""
    eighths = round(share * width * 8)
    whole, rest = divmod(eighths, 8)
    return f"{'█' * whole}{' ▏▎▍▌▋▊▉'[rest].strip()}"


def sentences(rows: Sequence[Row], defaults: Sequence[Row]) -> Iterator[str]:
    """What one reading does, given its rows and those of the default reading for the same numbers of seats."""
    yield _felt_words(rows)
    remark = REMARKS.get((rows[0].question, rows[0].reading))
    if remark:
        yield remark
    if not any(row.felt is not None and row.felt.rounds.mean for row in rows):
        return
    if rows[0].rounds < FEWEST_ROUNDS:
        yield "These are too few rounds to say which figures move."
        return
    changes = [words for name in FIGURE_NAMES if (words := _change_words(name, rows, defaults))]
    changes += [words] if (words := _match_change(rows, defaults)) else []
    scores = any(row.felt is not None and row.felt.outcome.mean for row in rows)
    otherwise = "" if scores else " and no score changes"
    yield f"{'; '.join(changes).capitalize()}." if changes else f"No figure moves beyond chance{otherwise}."


def _felt_words(rows: Sequence[Row]) -> str:
    felt = [row.felt for row in rows if row.felt is not None]
    rounds = sum(row.rounds for row in rows)
    if not any(one.rounds.mean for one in felt):
        return (
            f"It was never felt in {rounds:,} rounds, so it is in less than {_percent(3 / rounds)} of them"
            " (with 95 % confidence)."
        )
    shares = _range([one.rounds.mean for one in felt], share=True)
    places = _range([one.allowed.mean + one.follows.mean for one in felt])
    outcome = _range([one.outcome.mean for one in felt], share=True)
    return f"It is felt in {shares} of the rounds, {places} times a round, and {outcome} come to other scores."


def _range(values: Sequence[float], share: bool = False) -> str:
    low, high = min(values), max(values)
    if share:
        ends = dict.fromkeys((f"{100 * low:.0f}", f"{100 * high:.0f}"))
        return " to ".join(ends) + " %"
    digits = 1 if high >= 1 else 2
    return " to ".join(dict.fromkeys((f"{low:.{digits}f}", f"{high:.{digits}f}")))


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %"


def _change_words(name: str, rows: Sequence[Row], defaults: Sequence[Row]) -> str:
    told = [
        f"{_value(default, name)} to {_value(row, name)} with {row.seats}"
        for row, default in zip(rows, defaults, strict=True)
        if arrow(row, name)
    ]
    return f"{FIGURE_NAMES[name]} go from {', '.join(told)} seats" if told else ""


def _value(row: Row, name: str) -> str:
    mean = row.figures[name].mean
    return f"{100 * mean:.0f} %" if name in SHARES else f"{mean:.1f}"


def _match_change(rows: Sequence[Row], defaults: Sequence[Row]) -> str:
    told = [
        f"{matches_words(row.matches)} with {row.seats} (before: {matches_words(default.matches)})"
        for row, default in zip(rows, defaults, strict=True)
        if row.matches is not None and default.matches is not None and _other_matches(row.matches, default.matches)
    ]
    return f"matches won, and in how many rounds: {', '.join(told)}" if told else ""


def _other_matches(one: Matches, other: Matches) -> bool:
    if _apart(one.won, other.won):
        return True
    return one.rounds is not None and other.rounds is not None and _apart(one.rounds, other.rounds)


def _apart(one: Estimate, other: Estimate) -> bool:
    return abs(one.mean - other.mean) > BEYOND_CHANCE * hypot(one.error, other.error)


def glance(rows: Sequence[Row], defaults: Sequence[Row]) -> str:
    """What changes beyond chance in the figures that people ask for first, as short as can be."""
    told = []
    for name, words in _SHORT_NAMES.items():
        moved = [
            f"{_from_to(default, row, name)} ({row.seats})"
            for row, default in zip(rows, defaults, strict=True)
            if arrow(row, name)
        ]
        told += [f"{words} {', '.join(moved)}"] if moved else []
    return "; ".join(told)


_SHORT_NAMES: Final = {
    "blocked": "blocked %",
    "captured": "captured",
    "acts": "acts",
    "score": "a seat scores",
    "endless": "given up %",
}


def _from_to(default: Row, row: Row, name: str) -> str:
    """Two figures in as few digits as tell them apart."""
    before, after = (one.figures[name].mean * (100 if name in SHARES else 1) for one in (default, row))
    if round(before) != round(after):
        return f"{round(before)}→{round(after)}"
    return f"{before:.1f}→{after:.1f}"


# --- the register's own figures: one of them, for several numbers of seats ---


def stated_words(stated: Stated, seats: Sequence[int]) -> str:
    """What the register says: `38`, `1.1 to 1.7`, `67 / 91 / 98 %`."""
    told = [" to ".join(dict.fromkeys(_digits(stated, value) for value in stated.says[one])) for one in seats]
    return " / ".join(told if len(set(told)) > 1 else told[:1]) + (" %" if stated.percent else "")


def _digits(stated: Stated, value: float) -> str:
    return f"{100 * value:.0f}" if stated.percent else f"{value:g}"


def found_words(stated: Stated, found: Sequence[Measured]) -> str:
    """What was measured, with standard errors: `35.5±1.3 / 39.2±0.6 / 37.0±0.5`."""
    return " / ".join(_found(stated, one.found) for one in found) + (" %" if stated.percent else "")


def _found(stated: Stated, found: Estimate | None) -> str:
    if found is None:
        return "-"
    if stated.percent:
        return f"{100 * found.mean:.1f}±{100 * found.error:.1f}"
    digits = 3 if stated.step < 0.1 else 2
    return f"{found.mean:.{digits}f}±{found.error:.{digits}f}"


def known_words(found: Sequence[Measured]) -> str:
    """Why a figure does not agree, if that is known; for which numbers of seats it does not, if not for all."""
    off = [str(one.seats) for one in found if one.verdict is not Agreement.AGREES]
    if not off or not found[0].stated.known:
        return ""
    return f"(with {' and '.join(off)} seats) {found[0].stated.known}"
