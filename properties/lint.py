"""What the register, the model, the checks and the misreadings say of each other, and what one of them leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from model.clause import clauses_of, tagged_functions
from model.piles.points import POINTS
from model.piles.profiles import PROFILES
from model.piles.rulebook import PayMap
from model.register import Clause, Register
from properties.conformance.cases import load_suite
from properties.invariants import INVARIANTS
from properties.misreadings import all_misreadings

Tags = Mapping[str, tuple[str, ...]]
"""For each thing that carries tags, by name, the clauses it names."""


@dataclass(frozen=True, slots=True)
class LintReport:
    """What is missing, by clause id. Only the first three are faults; the rest says what is not known yet."""

    without_function: tuple[str, ...]
    """Rule clauses that no function and no table of the model states."""
    without_check: tuple[str, ...]
    """Rule clauses, and worked examples, that no invariant and no case of the suite speaks for."""
    unknown: tuple[str, ...]
    """Tags that name a clause which does not exist, with the place."""
    without_misreading: tuple[str, ...]
    """Rule clauses that no misreading gets wrong."""
    untried: tuple[str, ...]
    """Rule clauses whose checks have not failed on any misreading."""
    pending: tuple[str, ...]
    """Games of the register that are not modelled yet."""
    clauses: int
    """How many rule clauses the modelled games have."""

    @property
    def ok(self) -> bool:
        """Whether nothing is missing that may not be missing."""
        return not (self.without_function or self.without_check or self.unknown)


def lint(register: Register, tried: Iterable[str] = ()) -> LintReport:
    """Hold the register against the tags of the project as it stands. `tried` are the clauses with a proven check."""
    return compare(register, tuple(PROFILES), model_tags(), check_tags(), misreading_tags(), frozenset(tried))


def compare(
    register: Register,
    modelled: tuple[str, ...],
    model: Tags,
    checks: Tags,
    misread: Tags,
    tried: frozenset[str],
) -> LintReport:
    """The lint itself, on tags given as data."""
    rules = [clause for clause in register.clauses.values() if _is_rule(clause) and set(clause.games) & set(modelled)]
    examples = [
        clause for clause in register.clauses.values() if clause.is_example and set(clause.games) & set(modelled)
    ]
    return LintReport(
        without_function=_without(rules, model),
        without_check=_without([*rules, *examples], checks),
        unknown=tuple(_unknown(register, {**model, **checks, **misread})),
        without_misreading=_without(rules, misread),
        untried=_without(rules, {"tried": tuple(tried)}),
        pending=tuple(game for game in register.games() if game not in modelled),
        clauses=len(rules),
    )


def _is_rule(clause: Clause) -> bool:
    return clause.carries_rule and not clause.is_example


def _without(clauses: list[Clause], tags: Tags) -> tuple[str, ...]:
    named = {id for ids in tags.values() for id in ids}
    return tuple(clause.id for clause in clauses if not named & {clause.id, clause.restates})


def _unknown(register: Register, tags: Tags) -> Iterator[str]:
    for name, ids in tags.items():
        for id in ids:
            if id not in register.clauses:
                yield f"{id} in {name}"


def model_tags() -> Tags:
    """The functions of the model that are tagged, and the lines of its pay tables."""
    tags = {f"{function.__module__}.{function.__qualname__}": clauses_of(function) for function in tagged_functions()}
    for value in POINTS["pay_map"].alternatives.values():
        assert isinstance(value, PayMap)
        tags[f"pay map {value.name}"] = tuple(id for pay in value.pays for id in pay.clauses)
    return {name: ids for name, ids in tags.items() if name.startswith(("model.", "pay map"))}


def check_tags() -> Tags:
    """The invariants, and the cases of the suites."""
    tags = {f"invariant '{invariant.name}'": invariant.clauses for invariant in INVARIANTS}
    return tags | {f"case {case.id}": case.clauses for game in PROFILES for case in load_suite(game)}


def misreading_tags() -> Tags:
    """The misreadings."""
    return {f"misreading {misreading.name}": misreading.clauses for misreading in all_misreadings()}
