"""The rules clause by clause: which statements are proved for each, why some have none, and which are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from model.register import Clause, Register, load
from properties.evidence import Finding, Verdict
from solver.families import FAMILIES, proofs
from solver.obligations.exceptions import EXCEPTIONS

WORST_FIRST: Final = (Verdict.FAILED, Verdict.INCONCLUSIVE, Verdict.HELD)


@dataclass(frozen=True, slots=True)
class Row:
    """A rule clause, and what is proved for it. The verdict is the worst that was found, None if nothing was asked."""

    clause: Clause
    game: str
    """The game whose rules text has it."""
    obligations: tuple[str, ...]
    verdict: Verdict | None
    exception: str

    @property
    def missing(self) -> bool:
        """Whether nothing is stated for it, and no reason is given."""
        return not self.obligations and not self.exception


@dataclass(frozen=True, slots=True)
class Count:
    """How many rule clauses the text of a game has, and what became of them."""

    game: str
    clauses: int
    with_obligation: int
    excepted: int
    missing: int


def rows(findings: Sequence[Finding], register: Register | None = None) -> tuple[Row, ...]:
    """Every rule clause, in the order of the register."""
    register = register or load()
    stated = stated_by_clause(register)
    found: dict[str, list[Verdict]] = {}
    for finding in findings:
        for id in finding.clauses:
            found.setdefault(_meant(register, id), []).append(finding.verdict)
    games = {document.id: document.game for document in register.documents}
    return tuple(
        Row(
            clause,
            games[clause.document],
            stated.get(clause.id, ()),
            min(found.get(clause.id, ()), key=WORST_FIRST.index, default=None),
            EXCEPTIONS.get(clause.id, ""),
        )
        for clause in rule_clauses(register)
    )


def counts(table: Iterable[Row]) -> tuple[Count, ...]:
    """The rows counted, by game."""
    by_game: dict[str, list[Row]] = {}
    for row in table:
        by_game.setdefault(row.game, []).append(row)
    return tuple(
        Count(
            game,
            len(own),
            sum(bool(row.obligations) for row in own),
            sum(bool(row.exception) for row in own),
            sum(row.missing for row in own),
        )
        for game, own in by_game.items()
    )


def rule_clauses(register: Register) -> tuple[Clause, ...]:
    """The clauses that state a rule: no headings, no worked examples, none that merely repeats another."""
    return tuple(
        clause
        for clause in register.clauses.values()
        if clause.carries_rule and not clause.is_example and not clause.restates
    )


def stated_by_clause(register: Register) -> dict[str, tuple[str, ...]]:
    """For each clause the ids of what is stated for it, in all families."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in FAMILIES:
        for proof in proofs(entry.name).values():
            for id in dict.fromkeys(_meant(register, each) for each in proof.clauses):
                if proof.id not in found.get(id, ()):
                    found[id] = (*found.get(id, ()), proof.id)
    return found


def _meant(register: Register, id: str) -> str:
    """The clause that an id means: a repetition stands for what it repeats."""
    clause = register.clauses.get(id)
    return clause.restates if clause is not None and clause.restates else id


def faults(register: Register | None = None, exceptions: Mapping[str, str] = EXCEPTIONS) -> tuple[str, ...]:
    """What is wrong with the clauses that statements name, and with the list of exceptions."""
    return tuple(_faults(register or load(), exceptions))


def _faults(register: Register, exceptions: Mapping[str, str]) -> Iterator[str]:
    stated = stated_by_clause(register)
    rules = {clause.id for clause in rule_clauses(register)}
    for id, obligations in stated.items():
        if id not in register.clauses:
            yield f"{obligations[0]} names {id}, and there is no such clause"
    for id, reason in exceptions.items():
        if id not in register.clauses:
            yield f"there is an exception for {id}, and no such clause"
        elif id not in rules:
            yield f"there is an exception for {id}, which states no rule of its own"
        elif id in stated:
            yield f"there is an exception for {id}, for which {stated[id][0]} is stated"
        elif len(reason.split()) < 3:
            yield f"the exception for {id} gives no reason"
