"""Cases for people who run them without this tool: exported as JSON, and their outcomes judged when they come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from model.cards import CardError
from model.deal import DealError
from model.piles.points import check_seats, choose
from model.piles.profiles import PROFILES, RULES_VERSION, profile
from model.points import RuleChoiceError
from properties.conformance.cases import SUITE_NAME, Case, load_suite, suite_hash
from properties.conformance.judge import Judge, Judged, Status, Transcript, Verdict, model_oracle, settle
from properties.conformance.planner import ClaimError, Scope, cases_of, check_claim, plan, spaces_of
from properties.conformance.protocol import GameClaim, OutcomeWire, PlayOk, encode, to_wire
from properties.conformance.step_plan import plan_steps, step_spaces

FORMAT: Final = "fairdeal-cases/1"


class Vector(msgspec.Struct, frozen=True, omit_defaults=True):
    """One case: the hands (seat 0 leads, first card played first), the rule choices, and perhaps the true outcome.

    `middle` are the cards left over, the lowest first. `timeline` are the slaps of a game that otherwise plays itself:
    after so many cards laid the hand of this seat comes down, the undermost first.
    """

    id: str
    game: str
    hands: tuple[str, ...]
    cards: str
    choices: dict[str, str] = {}
    middle: str = ""
    timeline: tuple[tuple[int, int], ...] = ()
    budget: int = 100_000
    clauses: tuple[str, ...] = ()
    why: str = ""
    expected: OutcomeWire | None = None


class Vectors(msgspec.Struct, frozen=True):
    """A file of cases."""

    format: str
    game: str
    rules: str
    suite: str
    cases: tuple[Vector, ...]


class Result(msgspec.Struct, frozen=True):
    """What somebody's program made of one case."""

    id: str
    outcome: OutcomeWire


class Results(msgspec.Struct, frozen=True):
    """A file of outcomes. What the program claims decides how loops and counts are judged."""

    game: str
    outcomes: tuple[Result, ...]
    claim: GameClaim | None = None


class ResultsError(ValueError):
    """A file of outcomes that cannot be used. The message names the file, what is wrong, and what would be right."""


def export(scope: Scope, suite: tuple[Case, ...], with_expected: bool) -> Vectors:
    """The cases of a scope, in the order in which `verify` asks them."""
    cases = tuple(_vector(case, with_expected) for case in _cases(scope, suite))
    return Vectors(FORMAT, scope.game, RULES_VERSION, f"{SUITE_NAME} {suite_hash(suite)}", cases)


def _cases(scope: Scope, suite: tuple[Case, ...]) -> Iterator[Case]:
    fitting = tuple(case for case in suite if len(case.hands) in scope.seats)
    if PROFILES[scope.game].slapping:
        claim = GameClaim(scope.game, cards=("rank", "full"), ties="ruled")
        games = cases_of(plan_steps(scope, claim, fitting, step_spaces(scope), by_steps=False))
        yield from {case.id: case for case in games}.values()
        return
    yield from cases_of(plan(scope, fitting, spaces_of(scope)))


def _vector(case: Case, with_expected: bool) -> Vector:
    expected = to_wire(model_oracle(case).outcome) if with_expected else None
    return Vector(
        id=case.id,
        game=case.game,
        hands=case.hands,
        cards=case.cards,
        choices=case.choices,
        middle=case.middle,
        timeline=case.timeline,
        budget=case.budget,
        clauses=case.clauses,
        why=case.why,
        expected=expected,
    )


def check_outcomes(path: Path, vectors: Vectors) -> Iterator[Judged]:
    """Judge a file of outcomes against the cases; a case without an outcome is untested. Raises ResultsError."""
    results = read_results(path)
    known = {vector.id: vector for vector in vectors.cases}
    unknown = [result.id for result in results.outcomes if result.id not in known]
    if unknown:
        raise ResultsError(f"{path}: there is no case '{unknown[0]}': use the ids of the exported file")
    slapping = results.game in PROFILES and PROFILES[results.game].slapping
    claim = results.claim or GameClaim(results.game, loop="none", cards=("rank",) if slapping else ("class",))
    try:
        check_claim(claim)
    except ClaimError as error:
        raise ResultsError(f"{path}: {error}") from error
    twice = [id for id, times in Counter(result.id for result in results.outcomes).items() if times > 1]
    if twice:
        raise ResultsError(f"{path}: case '{twice[0]}' is answered twice: give one outcome for each case")
    judge = Judge(claim)
    judged = [_judged(number, known[result.id], result, judge) for number, result in enumerate(results.outcomes)]
    yield from settle(claim, judged)[0]
    answered = {result.id for result in results.outcomes}
    for vector in vectors.cases:
        if vector.id not in answered:
            yield Judged(_case(vector), Verdict(vector.id, Status.UNTESTED, "no outcome is given"), None)


def _judged(number: int, vector: Vector, result: Result, judge: Judge) -> Judged:
    case = _case(vector)
    transcript = Transcript(number, encode({"id": number, "ok": PlayOk(result.outcome)}).decode())
    return Judged(case, judge.judge(case, transcript), transcript)


def _case(vector: Vector) -> Case:
    """The case of an exported file. Raises ResultsError for one that cannot be played."""
    try:
        case = msgspec.convert(msgspec.to_builtins(vector) | {"expected": None}, Case)
        check_seats(choose(profile(case.game), case.choices), len(case.deal.hands))
    except (msgspec.ValidationError, DealError, CardError, RuleChoiceError) as error:
        raise ResultsError(f"case '{vector.id}' cannot be played ({error}): was the exported file changed?") from error
    return case


def default_vectors(game: str) -> Vectors:
    """The cases that `export` prints when nothing else is asked for."""
    return export(Scope(game, (2,), {}, (), 4, 4, 100), load_suite(game), with_expected=False)


def read_vectors(path: Path) -> Vectors:
    """An exported file. Raises ResultsError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Vectors)
    except OSError as error:
        raise ResultsError(f"{path}: cannot be read ({error.strerror})") from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ResultsError(f"{path}: is no file of cases ({error}): make one with fairdeal export") from error


def read_results(path: Path) -> Results:
    """A file of outcomes. Raises ResultsError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Results)
    except OSError as error:
        raise ResultsError(f"{path}: cannot be read ({error.strerror})") from error
    except (msgspec.MsgspecError, RecursionError) as error:
        shape = '{"game": "beggar", "outcomes": [{"id": ..., "outcome": {"status": "won", "winner": 0, ...}}]}'
        raise ResultsError(f"{path}: {error}: write {shape}") from error


def schemas() -> dict[str, Any]:
    """The JSON Schema of exported files and of files of outcomes."""
    refs, components = msgspec.json.schema_components((Vectors, Results), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fairdeal cases and outcomes",
        "anyOf": list(refs),
        "$defs": components,
    }
