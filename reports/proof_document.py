"""The findings of `prove` for machines: what `--json` prints, and the schema of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from properties.evidence import Finding, Grade, Script, Shown, Solved, Verdict
from solver.bench import FAULT
from solver.clause_table import Row, counts

FORMAT: Final = "fairdeal-proofs/1"


class SolverUsed(msgspec.Struct, frozen=True):
    """A solver that was asked, and its version."""

    solver: str
    version: str


class Obligation(msgspec.Struct, frozen=True):
    """One statement, for one number of seats and one choice of rules. No seats: it does not depend on them.

    `solvers` has the answer of each solver; `seconds` is the time of all of it. `sha256` is the hash of the script (of
    several: of the list of their hashes). `kept` is when it was proved, if that was in an earlier run.
    """

    id: str
    statement: str
    clauses: tuple[str, ...]
    grade: Grade
    verdict: Verdict
    game: str
    seats: tuple[int, ...]
    choices: dict[str, str]
    solvers: tuple[Solved, ...]
    seconds: float
    sha256: str
    scripts: tuple[Script, ...]
    assumptions: tuple[str, ...]
    examples: tuple[str, ...]
    space: str
    counterexample: str
    situation: Shown | None
    note: str
    kept: str


class ClauseProved(msgspec.Struct, frozen=True):
    """A rule clause: the obligations that are stated for it, and the worst verdict of those that were looked at.

    Without obligations `exception` says why there is none; if that is empty as well, the clause is missing.
    """

    id: str
    game: str
    statement: str
    obligations: tuple[str, ...]
    verdict: Verdict | None
    exception: str


class ClauseCount(msgspec.Struct, frozen=True):
    """How many rule clauses the text of a game has, and what became of them."""

    game: str
    clauses: int
    with_obligation: int
    excepted: int
    missing: int


class NotProved(msgspec.Struct, frozen=True):
    """A game of which nothing is proved, and why."""

    game: str
    why: str


class ProofsDocument(msgspec.Struct, frozen=True):
    """A whole run."""

    command: str
    version: str
    made: str
    exit_code: Literal[0, 1, 4, 5]
    seconds: float
    """By the clock; the seconds of the obligations are of all processes, and those of kept ones of an earlier run."""
    solvers: tuple[SolverUsed, ...]
    counts: dict[str, int]
    """How many obligations `held`, `failed`, are `inconclusive`; and how many of these are `kept`."""
    obligations: tuple[Obligation, ...]
    clauses: tuple[ClauseProved, ...]
    clause_counts: tuple[ClauseCount, ...]
    not_proved: tuple[NotProved, ...]
    remarks: tuple[str, ...]
    complete: bool
    """False if the run was interrupted."""
    schema: str = FORMAT


@dataclass(frozen=True, slots=True)
class Told:
    """All that there is to say of a run."""

    command: str
    version: str
    made: str
    seconds: float
    solvers: Sequence[tuple[str, str]]
    findings: Sequence[Finding]
    table: Sequence[Row]
    not_proved: Sequence[tuple[str, str]] = ()
    remarks: Sequence[str] = ()
    complete: bool = True
    left: int = 0
    """How many statements an interrupted run has not told."""

    @property
    def exit_code(self) -> Literal[0, 1, 4, 5]:
        """1 if something is not so, 5 if a proof has a fault of fairdeal's own, 4 if something is not settled, nothing
        was asked, or the run was interrupted."""
        verdicts = {each.verdict for each in self.findings}
        if Verdict.FAILED in verdicts:
            return 1
        if any(each.counterexample.startswith(FAULT) for each in self.findings):
            return 5
        return 4 if Verdict.INCONCLUSIVE in verdicts or not verdicts or not self.complete else 0


def document(told: Told) -> ProofsDocument:
    """A run as it is printed for machines."""
    held = {verdict.value: sum(each.verdict is verdict for each in told.findings) for verdict in Verdict}
    return ProofsDocument(
        told.command,
        told.version,
        told.made,
        told.exit_code,
        round(told.seconds, 3),
        tuple(SolverUsed(name, version) for name, version in told.solvers),
        {**held, "kept": sum(bool(each.kept) for each in told.findings)},
        tuple(map(_obligation, told.findings)),
        tuple(map(_clause, told.table)),
        tuple(
            ClauseCount(each.game, each.clauses, each.with_obligation, each.excepted, each.missing)
            for each in counts(told.table)
        ),
        tuple(NotProved(game, why) for game, why in told.not_proved),
        tuple(told.remarks),
        told.complete,
    )


def _obligation(finding: Finding) -> Obligation:
    fields = {name: getattr(finding, name) for name in Obligation.__struct_fields__ if name not in ("id", "sha256")}
    return Obligation(id=finding.subject, sha256=finding.query_sha256, **fields)


def _clause(row: Row) -> ClauseProved:
    return ClauseProved(row.clause.id, row.game, row.clause.statement, row.obligations, row.verdict, row.exception)


def schema() -> dict[str, Any]:
    """The JSON Schema of a run."""
    (ref,), components = msgspec.json.schema_components((ProofsDocument,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fairdeal proofs, {FORMAT}",
        **ref,
        "$defs": components,
    }
