"""What the evidence of all runs says, taken together, and never more than that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from model.entries import Clause
from model.register import Register
from properties.evidence import Evidence, Finding, Grade, Verdict

PROGRAM_COMMANDS: Final = frozenset({"verify", "smoke", "identify", "fuzz", "check-outcomes", "check-trace"})
"""Commands whose findings are about somebody's program: they say nothing of the rules or the model."""

_STRENGTH: Final = {grade: place for place, grade in enumerate(Grade)}


@dataclass(frozen=True, slots=True)
class Standing:
    """How one clause stands: all findings that name it, and the one that counts.

    A failure counts before anything else; then the strongest finding that held, one for the game's own defaults before
    one for other choices; then an inconclusive one. `counts` is None where no finding names the clause.
    """

    clause: Clause
    stated_by: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def counts(self) -> Finding | None:
        """The finding that decides how the clause stands."""
        return min(self.findings, key=_rank, default=None)

    @property
    def needs_evidence(self) -> bool:
        """Whether the clause is a rule of its own, or a worked example; headings and advice need no evidence."""
        return (self.clause.carries_rule or self.clause.is_example) and not self.clause.restates


@dataclass(frozen=True, slots=True)
class Known:
    """Everything known. `of_model` and `of_programs` hold the latest finding of each statement; `replaced` counts the
    older ones that they stand for. `pending` are the games that no rule book plays yet.
    """

    runs: tuple[Evidence, ...]
    of_model: tuple[Finding, ...]
    of_programs: tuple[Finding, ...]
    replaced: int
    standings: Mapping[str, tuple[Standing, ...]]
    """The clauses of each game."""
    pending: tuple[str, ...]
    unknown_clauses: tuple[str, ...]
    """Ids that a finding names and the register does not have."""

    def missing(self, game: str) -> tuple[Standing, ...]:
        """The clauses of a game that need evidence and have none."""
        return tuple(each for each in self.standings[game] if each.needs_evidence and not each.findings)

    def unstated(self, game: str) -> tuple[Standing, ...]:
        """The rules of a game that no function of the model states."""
        rules = (each for each in self.standings[game] if each.needs_evidence and not each.clause.is_example)
        return tuple(each for each in rules if not each.stated_by)

    def not_held(self, verdict: Verdict) -> tuple[Finding, ...]:
        """All findings with this verdict, of the model first."""
        return tuple(each for each in self.of_model + self.of_programs if each.verdict is verdict)


def gather(
    register: Register, evidence: Iterable[Evidence], stated_by: Mapping[str, Sequence[str]], modelled: Iterable[str]
) -> Known:
    """Take the runs together, oldest first in time: of the same statement the latest finding counts, whatever it says.

    `stated_by` names for each clause the functions of the model that state it; `modelled` are the games that a rule
    book plays.
    """
    runs = tuple(sorted(evidence, key=lambda run: run.made))
    of_programs = _latest(run for run in runs if _about_program(run))
    of_model = _latest(run for run in runs if not _about_program(run))
    playable = set(modelled)
    standings = {
        game: tuple(
            Standing(clause, tuple(stated_by.get(clause.id, ())), _naming(clause.id, game, of_model))
            for clause in register.of_game(game)
        )
        for game in register.games()
    }
    named = {id for finding in of_model + of_programs for id in finding.clauses}
    return Known(
        runs=runs,
        of_model=of_model,
        of_programs=of_programs,
        replaced=sum(len(run.findings) for run in runs) - len(of_model) - len(of_programs),
        standings=standings,
        pending=tuple(game for game in register.games() if game not in playable),
        unknown_clauses=tuple(sorted(named - set(register.clauses) - set(register.ambiguities))),
    )


def _about_program(run: Evidence) -> bool:
    return (run.command.split() or [""])[0] in PROGRAM_COMMANDS


def _latest(runs: Iterable[Evidence]) -> tuple[Finding, ...]:
    """The latest finding of each statement, in the order in which the statements first appeared."""
    found: dict[object, Finding] = {}
    for run in runs:
        for finding in run.findings:
            choices = tuple(sorted(finding.choices.items()))
            found[finding.subject, finding.statement, finding.game, finding.grade, finding.seats, choices] = finding
    return tuple(found.values())


def _naming(id: str, game: str, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(each for each in findings if id in each.clauses and each.game == game)


def _rank(finding: Finding) -> tuple[int, bool, int]:
    order = (Verdict.FAILED, Verdict.HELD, Verdict.INCONCLUSIVE)
    return order.index(finding.verdict), bool(finding.choices), _STRENGTH[finding.grade]
