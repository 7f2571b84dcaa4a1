"""The kill matrix in words and tables: clause by clause, one clause in full, what kills nothing, and the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.register import load
from properties.conformance.core import Core
from properties.strength.rows import Column, Judgement, Kill, Matrix, Row, first, judgement

WIDTH = 100
"""Tables are no wider than this, whatever the window."""
MOST_NAMED = 3
"""So many cases and checks are named of one row; --json has all."""
NONE = "-"


def clause_table(matrix: Matrix) -> Grid:
    """One line for each rule clause: how many misread it, what became of them, and a pair that shows it."""
    table = Grid(box=None, padding=(0, 1), width=WIDTH, title_justify="left")
    for name in ("clause", "misread", "by case", "by check", "alive", "equal"):
        table.add_column(name, justify="left" if name == "clause" else "right", no_wrap=True)
    table.add_column("noticed first by / misreading", ratio=1, overflow="fold")
    for clause in matrix.clauses:
        found = judgement(matrix, clause)
        table.add_row(*_numbers(matrix, found), Text(_pair(found), style="red" if found.survived else ""))
    return table


def _numbers(matrix: Matrix, found: Judgement) -> tuple[str, ...]:
    only_checks = len(found.killed) - found.by_case
    counts = (len(found.rows), found.by_case, only_checks, len(found.survived), len(found.equivalent))
    return (found.clause, *(str(count) if count else NONE for count in counts))


def _pair(found: Judgement) -> str:
    if found.survived:
        return f"nothing / {found.survived[0].name}"
    if found.pair is not None:
        row, kill = found.pair
        return f"{told(kill)} / {row.name}"
    restated = load().clauses[found.clause].restates
    if not found.rows and restated:
        return f"says what {restated} says"
    return f"equivalent: {found.equivalent[0].name}" if found.equivalent else ""


def told(kill: Kill) -> str:
    """What noticed something: a case with the size of its deal, or a check."""
    if kill.means != "case":
        return f"check '{kill.by}'" if kill.means == "check" else kill.by
    return f"{kill.by.partition('/')[2]} ({kill.size} cards)"


def adapter_table(matrix: Matrix) -> Grid:
    """One line for each adapter that misbehaves: how many cases notice it, and the smallest of them."""
    table = Grid(box=None, padding=(0, 1), width=WIDTH)
    table.add_column("misbehaviour", ratio=2, overflow="fold")
    for name in ("cases", "own", "again"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("noticed first by", ratio=3, overflow="fold")
    for row in matrix.misbehaviours:
        mine = {kill.by for kill in row.own()}
        cases = [kill for kill in row.kills if kill.means == "case"]
        again = "yes" if any(kill.means == "asked again" for kill in row.kills) else NONE
        best = first(row.kills)
        numbers = (str(len(cases)), str(sum(kill.by in mine for kill in cases)), again)
        noticed = NONE if best is None else told(best) + (f", {best.level}" if best.level != "outcome" else "")
        table.add_row(row.name, *numbers, Text(noticed, style="red" if best is None else ""))
    return table


def survivors(matrix: Matrix) -> Iterator[Text]:
    """What nothing of its own notices, each with the case that would, or with the space in which there is none."""
    for row in matrix.rows:
        if not row.survives and row.equivalent is None:
            continue
        others = first(row.kills)
        if row.equivalent is not None:
            yield Text(f"EQUIVALENT  {row.name} ({', '.join(row.clauses)}): the same in all {row.equivalent}")
        else:
            noticed = f"only by {told(others)}, which is about something else" if others is not None else "by nothing"
            yield Text(f"SURVIVES  {row.name} ({', '.join(row.clauses)}): it is noticed {noticed}", style="bold red")
            yield Text(f"    {row.belief}")
            yield from (Text(f"    {line}") for line in _missing(row))


def _unnoticed(row: Row) -> str:
    """What is known of a misreading that nothing of a clause notices."""
    if row.kills:
        return "noticed only by what speaks for other clauses"
    if row.equivalent is not None:
        return f"the same in all {row.equivalent}"
    return "nothing that was sought tells it from the rules"


def _missing(row: Row) -> tuple[str, ...]:
    if row.separating.startswith("[["):
        return ("This case tells it from the rules:", "", *row.separating.splitlines(), "")
    return (f"It shows in {row.separating}, which no case can ask: it needs a check.",) if row.separating else ()


def idle(matrix: Matrix) -> Iterator[Text]:
    """The cases and checks that notice nothing."""
    for means, word in (("case", "cases"), ("check", "checks")):
        mine = [column for column in matrix.columns if column.means == means]
        quiet = [column for column in matrix.idle if column.means == means]
        if mine:
            yield Text(f"{len(quiet)} of {len(mine)} {word} notice nothing{':' if quiet else ''}")
            if quiet:
                yield Text("    " + ", ".join(_ids(quiet)))


def _ids(quiet: Sequence[Column]) -> list[str]:
    return [column.by for column in quiet]


def totals(matrices: Sequence[Matrix]) -> Grid:
    """One line for each game."""
    table = Grid(box=None, padding=(0, 1), width=WIDTH)
    names = ("game", "clauses", "misreadings", "misbehaviours", "killed", "by case", "alive", "equal", "seconds")
    for name in names:
        table.add_column(name, justify="left" if name == "game" else "right", no_wrap=True)
    for matrix in matrices:
        table.add_row(*_total(matrix))
    return table


def _total(matrix: Matrix) -> tuple[str, ...]:
    rows = [row for row in matrix.rows if not row.borrowed]
    counts = (
        len(matrix.clauses),
        len(matrix.misreadings),
        len(matrix.misbehaviours),
        sum(not row.survives and row.equivalent is None for row in rows),
        sum(any(kill.means == "case" for kill in row.kills) for row in rows),
        sum(row.survives for row in rows),
        sum(row.equivalent is not None for row in rows),
    )
    return (matrix.game, *map(str, counts), f"{matrix.seconds:.1f}")


def last_words(matrices: Sequence[Matrix]) -> Iterator[Text]:
    """How many are equivalent, and in which spaces; and how many only a check can notice."""
    rows = [row for matrix in matrices for row in matrix.rows if not row.borrowed]
    same = [row for row in rows if row.equivalent is not None]
    if same:
        share = 100 * len(same) / len(rows)
        yield Text(f"{len(same)} of {len(rows)} ({share:.1f} %) are equivalent:")
        yield from (Text(f"    {row.name}: the same in all {row.equivalent}") for row in same)
    for matrix in matrices:
        unseen = [row for row in matrix.misreadings if row.own() and all(kill.means == "check" for kill in row.kills)]
        for beyond, why in ((True, ", as no case can deal a pack or let the time run out"), (False, "")):
            names = [row.name for row in unseen if row.beyond_cases is beyond]
            if names:
                yield Text(f"{matrix.game}: {len(names)} die by checks alone{why}: {', '.join(names)}")


def core_lines(matrix: Matrix, core: Core) -> Iterator[Text]:
    """How much the core alone notices, and what it does not."""
    alive = [row for row in matrix.rows if not row.kills]
    by_case = sum(any(kill.means != "check" for kill in row.kills) for row in matrix.rows)
    by_check = len(matrix.rows) - len(alive) - by_case
    yield Text(
        f"{matrix.game}: of {len(matrix.rows)} misreadings and misbehaviours {by_case} die by {len(core.cases)} cases, "
        f"{by_check} that no case can show by {len(core.checks)} checks, {len(alive)} stay alive"
    )
    yield from (Text(f"    {row.name} ({', '.join(row.clauses)})", style="bold red") for row in alive)


def one_clause(clause: str, rows: Sequence[Row]) -> Iterator[RenderableType]:
    """Everything about one clause: its sentence, and every misreading with all that notices it."""
    entry = load().clause(clause)
    yield Text(f"{entry.id}  {entry.statement}")
    if not rows:
        yield Text(f"nothing misreads it{f'; it says what {entry.restates} says' if entry.restates else ''}")
    for row in rows:
        yield Text()
        yield Text(f"{row.name}  ({row.kind}, {row.fault})", style="bold")
        yield Text(f"    {row.belief}")
        yield Text(f"    asked {row.asked} cases, {row.skipped} do not come to it")
        yield _kill_table(row, clause)
        if not row.own(clause):
            yield from (Text(f"    {line}") for line in _missing(row) or (_unnoticed(row),))


def _kill_table(row: Row, clause: str) -> Grid:
    """All that notices a row, what speaks for the clause first."""
    mine = {kill.by for kill in row.own(clause)}
    table = Grid(box=None, padding=(0, 1), width=WIDTH)
    table.add_column("  its own" if mine else "", no_wrap=True, width=9)
    table.add_column("cards", justify="right", no_wrap=True)
    table.add_column("noticed by", ratio=1, overflow="fold")
    table.add_column("what differs", ratio=1, overflow="fold")
    for kill in sorted(row.kills, key=lambda each: (each.by not in mine, each.means != "case", each.size, each.by)):
        agreed = "".join(f" {point}={way}" for point, way in kill.agreed.items())
        size = str(kill.size) if kill.means == "case" else ""
        table.add_row("  yes" if kill.by in mine else "  ", size, Text(kill.by + agreed), Text(kill.why))
    return table
