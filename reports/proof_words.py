"""The findings of `prove` in words: a line for each, what is not proved as a situation, and what is left to count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table as Grid
from rich.text import Text

from properties.evidence import Finding, Verdict
from reports.proof_document import Told
from solver.clause_table import Row, counts
from solver.families import text_of

WORST_FIRST = (Verdict.FAILED, Verdict.INCONCLUSIVE, Verdict.HELD)
STYLES = {Verdict.FAILED: "bold red", Verdict.INCONCLUSIVE: "yellow", Verdict.HELD: "green"}
MOST_EXAMPLES = 2
"""So many situations are shown of one statement; --json has all."""


def line(finding: Finding) -> str:
    """One finding as it comes in."""
    said = ", ".join(f"{each.solver} {each.seconds:.2f} s" for each in finding.solvers) or finding.grade.value
    return f"{finding.verdict:12}  {where(finding)}: {finding.statement} ({said})"


def where(finding: Finding) -> str:
    """What a finding is about: `beggar G1.lay, 2 seats, end=immediate`."""
    seats = [f"{number} seats" for number in finding.seats]
    return ", ".join(
        [f"{finding.game} {finding.subject}", *seats, *(f"{point}={way}" for point, way in finding.choices.items())]
    )


def not_proved(findings: Sequence[Finding]) -> Iterator[Text]:
    """All that did not hold, statement by statement: what was found, and a situation where there is one."""
    open_ones = [each for each in findings if each.verdict is not Verdict.HELD]
    open_ones.sort(key=lambda each: WORST_FIRST.index(each.verdict))
    for game, subject, verdict in dict.fromkeys((each.game, each.subject, each.verdict) for each in open_ones):
        own = [each for each in open_ones if (each.game, each.subject, each.verdict) == (game, subject, verdict)]
        for finding in own[:MOST_EXAMPLES]:
            words = f"{verdict.upper()}  {where(finding)}: {finding.statement}"
            yield Text(words, style=STYLES[verdict])
            yield from (Text(f"    {each}") for each in details(finding))
        if len(own) > MOST_EXAMPLES:
            others = ", ".join(_rest(each) for each in own[MOST_EXAMPLES:][:6])
            yield Text(f"    and {len(own) - MOST_EXAMPLES} more: {others}{', ...' * (len(own) > MOST_EXAMPLES + 6)}")


def _rest(finding: Finding) -> str:
    return where(finding).partition(", ")[2] or "whatever the seats"


def details(finding: Finding) -> Iterator[str]:
    """The clauses, and the situation or the reason."""
    if finding.clauses:
        yield f"clauses {', '.join(finding.clauses)}"
    if finding.situation is not None:
        yield from finding.situation.lines()
    elif finding.counterexample:
        yield finding.counterexample
    if finding.note:
        yield finding.note


def grounds(findings: Sequence[Finding]) -> Iterator[Text]:
    """What the findings of one statement rest on besides solvers: examples, a space that was searched, remarks."""
    for finding in findings:
        if finding.verdict is Verdict.HELD and (finding.examples or finding.note or finding.space):
            yield Text(where(finding), style="bold")
            yield from (Text(f"    {each}") for each in (finding.space, *finding.examples, finding.note) if each)


def by_obligation(findings: Sequence[Finding]) -> Grid:
    """One row for each statement of each game, its seats and choices put together."""
    table = _grid("statement", "", "seats", "solvers", "seconds", "verdict")
    for game, subject in dict.fromkeys((each.game, each.subject) for each in findings):
        own = [each for each in findings if (each.game, each.subject) == (game, subject)]
        seats = ", ".join(str(number) for number in sorted({number for each in own for number in each.seats})) or "any"
        solvers = ", ".join(dict.fromkeys(each.solver for one in own for each in one.solvers)) or "by example"
        words = Text(own[0].statement)
        table.add_row(
            f"{game} {subject}", words, seats, solvers, f"{sum(each.seconds for each in own):.1f}", _said(own)
        )
    return table


def _said(findings: Sequence[Finding]) -> Text:
    worst = min((each.verdict for each in findings), key=WORST_FIRST.index)
    said = findings[0].grade.value if worst is Verdict.HELD else worst.upper()
    ways = len(findings)
    return Text(f"{said}{f' ({ways} ways)' if ways > 1 else ''}", style=STYLES[worst])


def by_game(findings: Sequence[Finding]) -> Grid:
    """One row for each game: how much holds."""
    table = _grid("game", "seats", "statements", "proofs", "held", "failed", "inconclusive", "kept", "seconds")
    for game in dict.fromkeys(each.game for each in findings):
        own = [each for each in findings if each.game == game]
        seats = sorted({number for each in own for number in each.seats})
        numbers = [sum(each.verdict is verdict for each in own) for verdict in (Verdict.HELD, *WORST_FIRST[:2])]
        table.add_row(
            game,
            ", ".join(map(str, seats)) or "any",
            str(len({each.subject for each in own})),
            str(len(own)),
            *map(str, numbers),
            str(sum(bool(each.kept) for each in own)),
            f"{sum(each.seconds for each in own):.1f}",
        )
    return table


def by_clause(table: Sequence[Row]) -> Grid:
    """One row for each rule clause: what is stated for it and what came of it, or why there is nothing."""
    grid = _grid("clause", "", "statements", "verdict")
    for row in table:
        verdict = Text("not asked") if row.verdict is None else Text(row.verdict.value, style=STYLES[row.verdict])
        if row.missing:
            verdict = Text("MISSING", style="bold red")
        elif row.exception:
            verdict = Text(f"none: {row.exception}")
        grid.add_row(row.clause.id, Text(row.clause.statement), Text(", ".join(row.obligations)), verdict)
    return grid


def _grid(*heads: str) -> Grid:
    table = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for head in heads:
        table.add_column(head, overflow="fold")
    return table


def clause_lines(table: Sequence[Row], findings: Sequence[Finding]) -> Iterator[Text]:
    """How many rule clauses have a statement in some game, whatever was proved now, and which are missing."""
    games = dict.fromkeys(each.game for each in findings)
    for each in counts(table):
        others = [game for game in games if game != each.game and text_of(game) == each.game]
        also = f" (whose text has the rules of {' and '.join(others)} too)" if others else ""
        words = (
            f"rule clauses of {each.game}{also}: {each.with_obligation} of {each.clauses} with an obligation,"
            f" {each.excepted} in the list of exceptions, {each.missing} missing"
        )
        yield Text(words, style="bold red" if each.missing else "")
        if each.missing:
            missing = [row.clause.id for row in table if row.missing and row.game == each.game]
            yield Text(f"    missing: {', '.join(missing)}")


def alone(findings: Sequence[Finding]) -> str:
    """What to say of a run in which one solver alone answered what several can read; empty if there is none such.

    One solver's word is all that those statements rest on.
    """
    lone: list[str] = []
    others: set[str] = set()
    for finding in findings:
        answered = {each.solver for each in finding.solvers}
        readers = {name for script in finding.scripts for name in script.readers}
        if finding.verdict is Verdict.HELD and len(answered) == 1 and len(readers) > 1:
            lone += answered
            others |= readers - answered
    if not lone:
        return ""
    names = ", ".join(sorted(set(lone)))
    return f"{len(lone)} proved by one solver only ({names}): install {', '.join(sorted(others))}"


def last_line(told: Told) -> Text:
    """The whole run in one line."""
    held = sum(each.verdict is Verdict.HELD for each in told.findings)
    kept = sum(bool(each.kept) for each in told.findings)
    solvers = ", ".join(f"{name} {version}" for name, version in told.solvers)
    words = f"{held} of {len(told.findings) + told.left} hold, "
    if not told.complete:
        words = f"interrupted: {words}{told.left} left, "
    words += f"{told.seconds:.1f} seconds"
    if kept:
        words += f" ({kept} kept from earlier runs; --fresh proves them again)"
    return Text(f"{words}; {solvers}", style="bold" if told.complete else "bold red")
