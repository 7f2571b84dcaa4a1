"""What the register, the model, the checks and the misreadings say of each other, and what one of them leaves out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources

from model.bank.points import POINTS as BANK_POINTS
from model.bank.ranks import WORTH
from model.clause import clauses_of, tagged_functions
from model.piles.points import POINTS as PILE_POINTS
from model.piles.rulebook import PayMap
from model.points import RuleChoiceError
from model.register import Ambiguity, Clause, Reading, Register
from properties.conformance.books import GAMES, check_way
from properties.invariants import INVARIANTS as OF_PILE_GAMES
from properties.invariants.bank import INVARIANTS as OF_BANK
from properties.misreadings import all_misreadings
from properties.misreadings.bank import MISREADINGS as OF_BANK_MISREAD

Tags = Mapping[str, tuple[str, ...]]
"""For each thing that carries tags, by name, the clauses it names."""


@dataclass(frozen=True, slots=True)
class Accounted:
    """The open questions of one source, and those of their readings that nobody answers for.

    A reading is accounted for if its wire names are alternatives of rule points that the model has and can choose, or
    if the register says why it needs none.
    """

    game: str
    questions: int
    accounted: int
    missing: tuple[str, ...]
    """Readings that are not accounted for, such as `BANK-A22 b`, each with the reason."""


@dataclass(frozen=True, slots=True)
class LintReport:
    """What is missing, by clause id. Without function, check or account, and unknown, are faults; the rest is open."""

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
    questions: tuple[Accounted, ...] = ()
    """What became of the open questions of each source."""

    @property
    def ok(self) -> bool:
        """Whether nothing is missing that may not be missing."""
        unanswered = any(each.missing for each in self.questions)
        return not (self.without_function or self.without_check or self.unknown or unanswered)


def lint(register: Register, tried: Iterable[str] = ()) -> LintReport:
    """Hold the register against the tags of the project as it stands. `tried` are the clauses with a proven check."""
    return compare(register, GAMES, model_tags(), check_tags(), misreading_tags(), frozenset(tried))


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
        questions=tuple(accounts(register)),
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


# --- tags ---


def model_tags() -> Tags:
    """The functions of the model that are tagged, and the lines of its tables of demands and of points."""
    tags = {f"{function.__module__}.{function.__qualname__}": clauses_of(function) for function in tagged_functions()}
    for value in PILE_POINTS["pay_map"].alternatives.values():
        assert isinstance(value, PayMap)
        tags[f"pay map {value.name}"] = tuple(id for pay in value.pays for id in pay.clauses)
    tags |= {f"points of a card, line {number}": line.clauses for number, line in enumerate(WORTH, start=1)}
    return {name: ids for name, ids in tags.items() if name.startswith(("model.", "pay map", "points of"))}


def check_tags() -> Tags:
    """The invariants, and the cases of the suites."""
    tags = {f"invariant '{each.name}'": each.clauses for each in OF_PILE_GAMES}
    tags |= {f"invariant of bank '{each.name}'": each.clauses for each in OF_BANK}
    return tags | {name: ids for game in GAMES for name, ids in case_tags(game).items()}


def case_tags(game: str) -> Tags:
    """The cases of a game's suite; none where it has no suite yet."""
    source = resources.files("properties.conformance") / "suite" / f"{game}.toml"
    if not source.is_file():
        return {}
    entries = tomllib.loads(source.read_text(encoding="utf-8")).get("case", [])
    return {f"case {entry['id']}": tuple(entry.get("clauses", ())) for entry in entries}


def misreading_tags() -> Tags:
    """The misreadings."""
    tags = {f"misreading {each.name}": each.clauses for each in all_misreadings()}
    return tags | {f"misreading {each.name}": each.clauses for each in OF_BANK_MISREAD}


# --- open questions ---


def accounts(register: Register) -> Iterator[Accounted]:
    """For the source of each game, which of its open questions are accounted for."""
    for document in register.documents:
        doubts = [doubt for doubt in register.ambiguities.values() if doubt.document == document.id]
        faults = {doubt.id: tuple(_unaccounted(doubt)) for doubt in doubts}
        missing = tuple(fault for each in faults.values() for fault in each)
        yield Accounted(document.game, len(doubts), sum(not each for each in faults.values()), missing)


def _unaccounted(doubt: Ambiguity) -> Iterator[str]:
    for reading in doubt.readings:
        why = _fault(doubt, reading)
        if why:
            yield f"{doubt.id} {reading.name}: {why}"


def _fault(doubt: Ambiguity, reading: Reading) -> str:
    """Why a reading is not accounted for; empty if it is."""
    reason = reading.no_point or doubt.no_point
    if reading.wire and reason:
        return "it is played by a rule point, and the register says that it needs none"
    if not reading.wire and not reason:
        return "nothing plays it, and no reason is stated"
    for wire in reading.wire:
        point, _, way = wire.partition("=")
        if point not in doubt.rule_points:
            return f"{point} is no rule point of {doubt.id}"
        if not _has(point, way):
            return f"the model has no {wire}"
    return ""


def _has(point: str, way: str) -> bool:
    """Whether a game of the model has such an alternative."""
    having = {game for points in (PILE_POINTS, BANK_POINTS) if point in points for game in points[point].games}
    return any(_accepts(game, point, way) for game in GAMES if game in having)


def _accepts(game: str, point: str, way: str) -> bool:
    try:
        check_way(game, point, way)
    except RuleChoiceError:
        return False
    return True
