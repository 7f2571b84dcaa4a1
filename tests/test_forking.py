"""The second route: Python itself on every path, held against the translation. What is wrong on purpose is found."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

import pytest

from model.cards import Card, Zone
from model.game import Seat
from model.piles import play, slaps
from model.piles.profiles import BEGGAR
from model.piles.state import Table
from properties.evidence import Solved, Verdict
from solver import second_route as route
from solver import solvers
from solver.compile import compiled
from solver.desk import Desk, Outcome
from solver.evaluate import Evaluator
from solver.forking import CannotFork, Path, Raised, Walk
from solver.frames import Frame
from solver.languages import Language
from solver.obligations import Scene, Setting
from solver.obligations.piles_shown import PILES
from solver.replay import fingerprint
from solver.second_route import SecondRoute, agreement, second_route
from solver.shapes import Shapes, hints_of
from solver.situations import all_names, leaves
from solver.solvers import Answer, Solver, available
from solver.terms import TRUE, Bool, Int, and_, apply, one_of
from solver.terms import Zone as PileTerm
from solver.translate import Translator
from solver.twins import Twins
from solver.validation import Validation, rebuilt
from solver.values import Record, Value
from solver.zones import MuTheory
from tests import forked_rules, read_rules

Z3 = available(("z3",))
ALL = available()
SCENES: dict[str, Scene[Any]] = {each.scene.name: each.scene for each in PILES.obligations if each.scene.loop is None}


def answers(found: SecondRoute[Any], asked: Iterable[Solver] = Z3) -> dict[str, set[str]]:
    return {part: {each.solve(text, 60).answer for each in asked} for part, text in found.scripts.items()}


PROVED = {part: {Answer.UNSAT} for part in ("paths", "overlap", "results")}


# --- both routes agree ---


@pytest.mark.parametrize("name", SCENES)
def test_both_routes_agree_for_two_seats(name: str) -> None:
    found = agreement(compiled(SCENES[name], BEGGAR, 2))
    assert not found.faults
    assert answers(found) == PROVED


@pytest.mark.deep
@pytest.mark.parametrize("name", SCENES)
def test_all_solvers_agree_for_three_seats(name: str) -> None:
    found = agreement(compiled(SCENES[name], BEGGAR, 3))
    assert not found.faults
    assert answers(found, ALL) == PROVED


# --- each path says what Python does ---

SEATS = 3
CARDS = (2, 3, 8, 40, 42)


def any_place(setting: Setting[None]) -> dict[str, Value]:
    theory, shapes = setting.theory, setting.shapes
    known: dict[str, Value] = {
        "piles": tuple([theory.constant(f"pile.{at}") for at in range(SEATS)]),
        "seats": shapes.any_row(Seat, "seats", SEATS),
        "points": shapes.any_of(tuple[int, ...], "points", SEATS),
    }
    hints = hints_of(read_rules.Place)
    others = {name: shapes.any_of(hint, name, 0) for name, hint in hints.items() if name not in known}
    return {"place": Record(read_rules.Place, others | known)}


def anything(setting: Setting[None], inputs: Mapping[str, Value]) -> Bool:
    return TRUE


def seats_in_range(setting: Setting[None], inputs: Mapping[str, Value]) -> Bool:
    """Where numbers are put into sets Python has to know them."""
    numbers = [leaf for leaf in leaves(inputs["place"]) if isinstance(leaf, Int) and leaf.op.startswith("seat")]
    return and_(*(one_of(leaf, range(SEATS)) for leaf in numbers))


def scene(function: Callable[..., Any], hypothesis: Callable[..., Bool] = anything) -> Scene[None]:
    return Scene(function.__name__, lambda book: function, any_place, hypothesis)


def walked(made: Scene[None]) -> tuple[MuTheory, Mapping[str, Value], list[Path]]:
    found = compiled(replace(made, function=lambda book: read_rules.no_seats), None, SEATS)
    theory, inputs = found.setting.theory, found.inputs
    walk = Walk(theory, [found.hypothesis])
    twins = Twins(walk, made.contracts)
    return theory, inputs, list(walk.paths(twins.run(made.function(None), (), tuple(inputs.values()))))


def functions_of(module: ModuleType) -> list[FunctionType]:
    return [each for each in vars(module).values() if inspect.isfunction(each) and each.__module__ == module.__name__]


FORKED = functions_of(forked_rules)
KNOWN_RANGE = {forked_rules.a_known_place, forked_rules.a_part}
"""Where Python itself needs to know a number, there must be few that it can be."""


@pytest.mark.parametrize("function", FORKED, ids=lambda function: function.__name__)
def test_one_path_is_taken_and_says_what_python_does(function: FunctionType) -> None:
    hypothesis = seats_in_range if function in KNOWN_RANGE else anything
    theory, inputs, paths = walked(scene(function, hypothesis))
    allowed = hypothesis(Setting(None, None, SEATS, theory, Shapes(theory, Zone)), inputs)
    ends = [list(dict.fromkeys(leaves(path.outcome))) for path in paths]
    roots = [
        allowed,
        and_(*theory.facts.all()),
        *(path.condition for path in paths),
        *(end for each in ends for end in each),
    ]
    evaluator = Evaluator(roots, theory.meanings(fingerprint))
    situations = Validation(compiled(scene(read_rules.no_seats), None, SEATS), CARDS).situations(150, seed=7)
    taken: set[int] = set()
    for real in situations:
        met, facts, *values = evaluator.values(all_names(inputs, real))
        assert facts
        if not met:
            continue
        here = [at for at, takes in enumerate(values[: len(paths)]) if takes]
        assert len(here) == 1, real
        taken.add(here[0])
        known = dict(zip([end for each in ends for end in each], values[len(paths) :], strict=True))
        assert comes_to(paths[here[0]].outcome, known) == python(function, real), real
    assert len(taken) > len(paths) // 8


def comes_to(outcome: object, known: Mapping[Any, Any]) -> object:
    return outcome.fault.split()[0] if isinstance(outcome, Raised) else rebuilt(outcome, known)


def python(function: Callable[..., object], real: Mapping[str, Any]) -> object:
    try:
        return function(*real.values())
    except Exception as fault:
        return type(fault).__name__


@pytest.mark.deep
@pytest.mark.parametrize("function", functions_of(read_rules), ids=lambda function: function.__name__)
def test_both_routes_agree_on_all_that_is_read(function: FunctionType) -> None:
    if list(inspect.signature(function).parameters) != ["place"]:
        return
    if function is read_rules.spliced:
        with pytest.raises(CannotFork, match=r"join piles with \+"):
            agreement(compiled(scene(function), None, SEATS))
        return
    of_sets = function in (read_rules.how_many, read_rules.as_sets, read_rules.faces)
    found = agreement(compiled(scene(function, seats_in_range if of_sets else anything), None, SEATS))
    assert answers(found, ALL) == PROVED


def test_what_runs_is_the_code_of_the_model() -> None:
    twins = Twins(Walk(MuTheory(), []), {})
    book = twins.of(BEGGAR)
    assert book.payer_out.__code__ is BEGGAR.payer_out.__code__
    assert book.payer_out is twins.of(BEGGAR.payer_out)
    twin = twins.of(play.lay)
    assert twin is not play.lay
    assert twin.__code__ is play.lay.__code__
    assert twin.__globals__["slaps"].one_card_less.__code__ is slaps.one_card_less.__code__
    assert twin.__globals__["Table"] is Table
    assert play.lay.__globals__["__builtins__"] is not twin.__globals__["__builtins__"]


# --- what is wrong is found ---


class Inclusive(Translator):
    """Takes every > for >=."""

    def _compared(self, node: ast.Compare, frame: Frame, op: ast.cmpop, left: Value, right: Value) -> Bool:
        return super()._compared(node, frame, ast.GtE() if isinstance(op, ast.Gt) else op, left, right)


class Contrary(Translator):
    """Takes every `if` for its opposite."""

    def _if(self, statement: ast.If, frame: Frame, live: Bool) -> tuple[Bool, list[tuple[Bool, Value]]]:
        opposite = ast.UnaryOp(ast.Not(), statement.test, lineno=statement.lineno, col_offset=0)
        return super()._if(
            ast.copy_location(ast.If(opposite, statement.body, statement.orelse), statement), frame, live
        )


class Greedy(Translator):
    """Takes `pile[1:]` for the whole pile."""

    def _part_of_pile(self, node: ast.Subscript, frame: Frame, pile: PileTerm) -> PileTerm:
        return pile


class Backward(Translator):
    """Takes a row for the row turned round."""

    def _spelled_out(self, place: Int, row: tuple[Value, ...]) -> Value:
        return super()._spelled_out(place, row[::-1])


class Hasty(Translator):
    """Forgets all but the first loop of `for`."""

    def _for(self, statement: ast.For, frame: Frame, live: Bool) -> tuple[Bool, list[tuple[Bool, Value]]]:
        self.row(statement.iter, frame)
        return live, []


class Careless(Translator):
    """Notes nothing of what the code relies on."""

    def check(self, *anything: object, **more: object) -> None:
        return


def on_a_desk(made: Scene[Any], book: object, seats: int) -> Outcome:
    def ask(script: str, part: str, language: Language) -> tuple[Solved, ...]:
        return tuple(each.solve(script, 60) for each in Z3)

    return second_route(made, Desk(book, book, seats, PILES, 10, ask))


@pytest.mark.parametrize("wrong", [Inclusive, Contrary, Greedy, Backward, Hasty])
def test_a_wrong_translator_is_found(wrong: type[Translator], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.compile.Translator", wrong)
    outcome = on_a_desk(SCENES["lay"], BEGGAR, 2)
    assert outcome.verdict is Verdict.FAILED
    assert "Python returns" in outcome.counterexample


def test_a_term_that_was_tampered_with_is_found() -> None:
    found = compiled(SCENES["collect"], BEGGAR, 2)
    assert isinstance(found.result, Record)
    hands = found.result.zones("hands")
    wrong: dict[str, Value] = {"hands": hands[::-1], "middle": hands[0], "barred": (1,)}
    wrong |= {name: value + 1 for name, value in found.result.fields.items() if isinstance(value, Int)}
    assert "turn" in wrong
    for name, value in wrong.items():
        other = Record(Table, {**found.result.fields, name: value})
        assert answers(agreement(replace(found, result=other)))["results"] == {Answer.SAT}, name


def raised_in(found: SecondRoute[Any]) -> list[Raised]:
    return [path.outcome for path in found.faults if isinstance(path.outcome, Raised)]


def top_of_pile(place: read_rules.Place) -> Card:
    return place.pile[0]


def of_seat(place: read_rules.Place) -> Zone:
    return place.piles[place.seat + 1]


@pytest.mark.parametrize("function", [top_of_pile, of_seat])
def test_a_path_to_an_exception_is_found_and_held_against_the_checks(
    function: FunctionType, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = agreement(compiled(scene(function), None, SEATS))
    (raised,) = set(raised_in(found))
    assert raised.fault == "IndexError (tuple index out of range)"
    assert str(raised.place).startswith("tests/test_forking.py:")
    assert answers(found)["faults"] == {Answer.UNSAT}
    monkeypatch.setattr("solver.compile.Translator", Careless)
    assert answers(agreement(compiled(scene(function), None, SEATS)))["faults"] == {Answer.SAT}


def test_an_exception_in_the_model_is_found() -> None:
    """The scene without its hypothesis: somebody lays who has no card, or is nobody."""
    made = replace(SCENES["lay"], hypothesis=anything)
    found = agreement(compiled(made, BEGGAR, 2))
    assert {str(raised.place).split(":")[0] for raised in raised_in(found)} == {"model/piles/play.py"}
    assert answers(found)["faults"] == {Answer.UNSAT}


def test_paths_that_are_missing_or_there_twice_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """z3 says of some answers that they are impossible, which they are not."""
    asked = 0

    def mistaken(self: solvers.Layers) -> bool:
        nonlocal asked
        asked += 1
        return asked % 7 > 0 and possible(self)

    possible = solvers.Layers.possible
    monkeypatch.setattr(solvers.Layers, "possible", mistaken)
    few = agreement(compiled(SCENES["owed_card"], BEGGAR, 2))
    monkeypatch.undo()
    all_ = agreement(compiled(SCENES["owed_card"], BEGGAR, 2))
    assert 0 < len(few.paths) < len(all_.paths)
    assert answers(few)["paths"] == {Answer.SAT}


def test_paths_that_overlap_are_found() -> None:
    first, second, *others = agreement(compiled(SCENES["owed_card"], BEGGAR, 2)).paths
    with pytest.raises(CannotFork, match="another has ended"):
        route._two_paths([replace(first, answers=first.answers[:-1]), second, *others])
    parting = next(at for at, answer in enumerate(first.answers) if second.answers[at] is not answer)
    unasked = (*second.answers[:parting], apply(Bool, "unasked"), *second.answers[parting + 1 :])
    with pytest.raises(CannotFork, match="without giving opposite answers"):
        route._two_paths([first, replace(second, answers=unasked), *others])


def test_code_that_cannot_be_walked_to_the_end_says_why() -> None:
    deal = next(each.scene for each in PILES.obligations if each.scene.loop is not None)
    with pytest.raises(CannotFork, match="has a loop without a bound"):
        agreement(compiled(deal, BEGGAR, 2))
    with pytest.raises(CannotFork, match="more than 5 paths"):
        agreement(compiled(SCENES["lay"], BEGGAR, 2), most=5)
    outcome = on_a_desk(scene(read_rules.spliced), None, SEATS)
    assert (outcome.verdict, "join piles with +" in outcome.counterexample) == (Verdict.INCONCLUSIVE, True)
