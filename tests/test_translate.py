"""The translator: what it refuses, and that what it makes of a function is what Python makes of it."""

from __future__ import annotations

import importlib.util
import inspect
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from model.cards import OWES, Card, Face, Suit, Zone, card, face_of
from model.deal import Deal
from model.game import NOBODY, Seat
from model.piles import dealing, paying, play, slaps, state, taking
from model.piles.points import choose, points_of
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book, Dealing, demand
from model.piles.state import Debt, Phase, Table
from solver import terms
from solver.compile import compiled
from solver.evaluate import Evaluator
from solver.languages import NUMBERS
from solver.obligations import Obligation, Scene, Setting
from solver.replay import fingerprint
from solver.shapes import hints_of
from solver.situations import names
from solver.smtlib import script
from solver.solvers import available
from solver.terms import FALSE, TRUE, Bool, Int, Term, and_, number
from solver.translate import LoopRule, Translator, Unsupported
from solver.validation import Validated, Validation
from solver.values import Record, Value, as_bool, as_int, as_zone, code_of, member_of
from solver.zones import MuTheory
from tests import read_rules, refused_rules
from tests.read_rules import Place

BEGGAR_POINTS = points_of(BEGGAR.game)
SEATS = 3
STATES = 400
"""How many random situations each function is tried on."""


# --- what is called ---


def test_replace_of_a_table_changes_what_it_is_told_and_nothing_else() -> None:
    table = Table(
        ((card(Face(2)),), ()), (card(Face(3)),), Seat(1), Debt(1), Seat(0), Seat(1), Phase.WON, True, 1, 2, (3,)
    )
    others = (((), ()), (), Seat(0), Debt(0), NOBODY, NOBODY, Phase.LAYING, False, 0, 0, ())
    names = [field.name for field in fields(Table)]
    assert list(inspect.signature(state.replace).parameters) == ["table", *names]
    for name, other in zip(names, others, strict=True):
        assert getattr(table, name) != other
        change: dict[str, Any] = {name: other}
        assert state.replace(table, **change) == replace(table, **change)


# --- what is refused ---


REFUSED = [
    function
    for function in vars(refused_rules).values()
    if inspect.isfunction(function) and "ADVICE: " in inspect.getsource(function)
]


def translator() -> Translator:
    return Translator(MuTheory(), Zone)


def any_table(made: Translator) -> Value:
    return without_bars(made.shapes.any_of(Table, "table", SEATS))


def without_bars(table: Value) -> Record:
    """The table of a game without slaps: it bars nobody from slapping."""
    assert isinstance(table, Record)
    return Record(Table, {**table.fields, "barred": ()})


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_what_is_outside_the_subset_is_refused_with_place_and_advice(function: FunctionType) -> None:
    made = translator()
    lines, first = inspect.getsourcelines(function)
    line, advice = next(
        (first + at, text.split("ADVICE: ")[1].strip()) for at, text in enumerate(lines) if "ADVICE: " in text
    )
    with pytest.raises(Unsupported) as refused:
        made.called(function, [any_table(made)])
    message = str(refused.value)
    assert message.startswith(f"tests/refused_rules.py:{line}: "), message
    assert advice in message


def test_wrapped_functions_closures_and_built_ins_are_refused() -> None:
    made = translator()

    def closure(table: Table) -> Table:
        return table

    for function in (refused_rules.is_wrapped, closure, len, lambda table: table):
        with pytest.raises(Unsupported, match="write a module-level def"):
            made.called(function, [any_table(made)])


def test_a_source_that_is_not_what_runs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules_for_once.py"
    path.write_text("def same(seat: int) -> int:\n    return seat\n")
    spec = importlib.util.spec_from_file_location("rules_for_once", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    same: FunctionType = vars(module)["same"]
    assert as_int(translator().called(same, [2])).value == 2
    path.write_text("def same(seat: int) -> int:\n    return seat + 1\n")
    with pytest.raises(Unsupported, match="start again after editing"):
        translator().called(FunctionType(same.__code__, vars(module), "same"), [2])


# --- that the translation says what Python does (T1) ---


def zone(rng: random.Random, most: int = 4) -> Zone:
    faces = (*OWES, *map(Card, (2, 3, 10, 11, 12, 13, 14)))
    size = rng.choice((0, rng.randrange(most), rng.randrange(most)))
    return tuple(Card(rng.choice(faces) + 32 * rng.choice((0, 1, 4))) for _ in range(size))


def table(rng: random.Random) -> Table:
    hands = tuple(zone(rng) for _ in range(SEATS))
    holders = [Seat(seat) for seat, hand in enumerate(hands) if hand] or [Seat(0)]
    turn = rng.choice([rng.choice(holders), Seat(rng.randrange(SEATS))])
    claimant = rng.choice([Seat(0), Seat(1), Seat(2), NOBODY])
    debt = Debt(rng.choice((0, 0, 1, 1, 2, 3, 4))) if claimant != NOBODY else Debt(0)
    last = rng.choice([NOBODY, Seat(0), Seat(1), Seat(2)])
    middle = zone(rng)
    burned, left = rng.randrange(len(middle) + 1), rng.randrange(len(middle) + 1)
    phase, unanswered = rng.choice(list(Phase)), rng.random() < 0.5
    return Table(hands, middle, turn, debt, claimant, last, phase, unanswered, burned, left)


MAKERS: dict[str, Callable[[random.Random], Any]] = {
    "Table": table,
    "Dealing": lambda rng: Dealing(zone(rng, 6), tuple(zone(rng) for _ in range(SEATS)), Seat(rng.randrange(SEATS))),
    "Deal": lambda rng: Deal(tuple(zone(rng) for _ in range(SEATS)), middle=zone(rng)),
    "Zone": zone,
    "Card": lambda rng: Card(rng.choice(OWES) + 32),
    "Seat": lambda rng: Seat(rng.randrange(SEATS)),
    "Debt": lambda rng: Debt(rng.randrange(5)),
    "bool": lambda rng: rng.random() < 0.5,
    "int": lambda rng: SEATS,
    "Face": lambda rng: Face(rng.choice((0, 2, 11, 14, 17, 20))),
    "Suit": lambda rng: Suit(rng.randrange(5)),
    "tuple[Zone, ...]": lambda rng: tuple(zone(rng) for _ in range(SEATS)),
}
"""A random value of each type, by its name in the model's source."""

DIRECT: list[tuple[Callable[..., Any], Book]] = [
    (function, BEGGAR)
    for function in (
        *(play.lay, play.collect, play.turn, play.initial, slaps.under_hand, dealing.one_card_clockwise),
        *(state.put, state.next_with_cards, state.won_by, state.holds_everything, state.all_cards),
        *(paying.next_payer, taking.other, demand, face_of, card),
        *(dealing.last_dealt, dealing.first_dealt, dealing.left_of_dealer, dealing.dealer_first),
        refused_rules.first,
    )
]
CHOSEN: list[tuple[Callable[..., Any], Book]] = [
    (alternative, BEGGAR)
    for point in (
        *("pay_card", "owed_card", "paid", "payer_out", "plain_card", "sole_holder", "nobody_can_lay"),
        *("pile_order", "leader", "end", "deal_one"),
    )
    for alternative in BEGGAR_POINTS[point].alternatives.values()
    if callable(alternative)
]
BOOKS: list[tuple[Callable[..., Any], Book]] = [
    (play.turn, choose(BEGGAR, {point: name}))
    for point in ("payer_out", "sole_holder", "pile_order", "leader", "pay_map", "end")
    for name in BEGGAR_POINTS[point].ways(BEGGAR.game)
] + [(play.turn, CAMICIA)]


class Trial:
    """One function translated once, and compared with Python in many situations."""

    def __init__(self, function: Callable[..., Any], book: Book) -> None:
        self.function, self.book = function, book
        self.theory = MuTheory()
        self.made = Translator(self.theory, Zone)
        hints = {name: hint for name, hint in inspect.get_annotations(function).items() if name != "return"}
        self.makers = {name: MAKERS[hint] for name, hint in hints.items() if hint != "Book"}
        types = inspect.get_annotations(function, eval_str=True)
        self.inputs = {name: self._any(name, types[name]) for name in self.makers}
        result = self.made.called(function, [book] * ("Book" in hints.values()) + list(self.inputs.values()))
        self.facts = self.theory.facts.all()
        self.branches = {branch: terms.or_(*guards) for branch, guards in self.made.branches.items()}
        safe = and_(*(terms.implies(check.guard, check.condition) for check in self.made.checks))
        self.parts = tuple(flat(self.theory, result))
        roots = (safe, and_(*self.facts), *self.branches.values(), *self.parts)
        self.evaluator = Evaluator(roots, self.theory.meanings(fingerprint))
        self.taken: Counter[str] = Counter()
        self.compared = 0

    def _any(self, name: str, hint: object) -> Value:
        if name == "seats":
            return SEATS
        if hint is Deal:
            hands = self.made.shapes.any_of(tuple[Zone, ...], f"{name}.hands", SEATS)
            return Record(Deal, {"hands": hands, "labelling": None, "middle": self.theory.constant(f"{name}.middle")})
        if hint is Table:
            return without_bars(self.made.shapes.any_of(hint, name, SEATS))
        return self.made.shapes.any_of(hint, name, SEATS)

    def compare_all(self, rng: random.Random, situations: int) -> None:
        for _ in range(situations):
            self.compare(rng)

    def compare(self, rng: random.Random) -> None:
        """One random situation. Where the code would reach for what is not there, nothing is claimed."""
        real = {name: make(rng) for name, make in self.makers.items()}
        known = {each: value for name in real for each, value in names(self.inputs[name], real[name]).items()}
        safe, facts, *found = self.evaluator.values(known)
        if not safe:
            return
        assert facts, real
        book = [self.book] * ("book" in inspect.signature(self.function).parameters)
        expected = self.function(*book, *real.values())
        assert tuple(found[len(self.branches) :]) == tuple(plain(expected)), real
        self.taken.update(str(branch) for branch, way in zip(self.branches, found, strict=False) if way)
        self.compared += 1


def flat(theory: MuTheory, value: Value, inside: bool = False) -> Iterator[Term]:
    """The terms of a value, in the order in which `plain` gives the real ones."""
    if isinstance(value, Record):
        for name, each in value.fields.items():
            if name != "labelling":
                yield from flat(theory, each, inside=name == "hands")
    elif isinstance(value, tuple) and value and isinstance(value[0], tuple | terms.Zone):
        for each in value:
            yield as_zone(theory, each)
    elif isinstance(value, tuple | terms.Zone):
        yield as_zone(theory, value)
    else:
        yield as_bool(value) if isinstance(value, Bool | bool) else as_int(value)


def plain(value: object) -> Iterator[object]:
    """The numbers, truth values and piles of a real value."""
    if hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from plain(getattr(value, name))
    elif isinstance(value, tuple) and value and isinstance(value[0], tuple):
        yield from value
    else:
        yield value


def named(case: object) -> str:
    return case.__name__ if isinstance(case, FunctionType) else ""


NEVER_TAKEN = ("payer == NOBODY", "collects_at_once", " if book.slapping", " if table.barred")
"""Ways out of conditions that no game without slaps, or not every book, takes."""


@pytest.mark.parametrize(("function", "book"), DIRECT + CHOSEN + BOOKS, ids=named)
def test_the_translation_says_what_python_does(function: Callable[..., Any], book: Book) -> None:
    trial, rng = Trial(function, book), random.Random(3)
    trial.compare_all(rng, STATES)
    assert trial.compared > STATES // 20
    own = Path(inspect.getsourcefile(function) or "").name
    missing = [str(branch) for branch in trial.branches if branch.place.file.endswith(own)]
    missing = [branch for branch in missing if not trial.taken[branch]]
    assert not [branch for branch in missing if not any(way in branch for way in NEVER_TAKEN)]


def test_what_the_code_reaches_for_is_noted_exactly() -> None:
    table = Table(((), (Card(0),), ()), (), Seat(0))
    for turn in range(-4, 4):
        assert reaches_well(refused_rules.hand_after, replace(table, turn=Seat(turn))) is (0 <= turn + 1 < SEATS)
    for middle in ((), (Card(0),), (Card(0), Card(1))):
        assert reaches_well(refused_rules.top_of_middle, replace(table, middle=middle)) is bool(middle)


def reaches_well(function: Callable[[Table], object], real: Table) -> bool:
    """Whether everything is there that the function reaches for, as the translation has it."""
    made = translator()
    symbolic = any_table(made)
    made.called(function, [symbolic])
    checks = [terms.implies(check.guard, check.condition) for check in made.checks]
    assert len(checks) == 1
    evaluator = Evaluator(checks, MuTheory().meanings(fingerprint))
    return bool(evaluator.values(names(symbolic, real))[0])


def test_a_wrong_translation_is_noticed() -> None:
    trial, rng = Trial(taking.reversed_pile, BEGGAR), random.Random(3)
    trial.function = taking.first_laid_first
    with pytest.raises(AssertionError):
        trial.compare_all(rng, STATES)


# --- loops without a bound ---


def goes_up_for_ever(count: int) -> int:
    while count > 0:
        count = count + 1
    return count


@pytest.mark.parametrize("holds", [TRUE, FALSE], ids=["anything", "nothing"])
def test_a_loop_that_does_not_end_proves_nothing(holds: Bool) -> None:
    """What holds after a loop must not be assumed where it is shown that the loop ends."""
    rule = LoopRule(
        lambda changed, start: terms.less(number(0), as_int(changed["count"])) & holds, lambda changed: number(0)
    )
    scene: Scene[None] = Scene(
        "goes_up",
        lambda book: goes_up_for_ever,
        lambda setting: {"count": terms.apply(Int, "count")},
        lambda setting, inputs: TRUE,
        lambda setting, inputs: rule,
    )
    never = Obligation("X1", scene, "nothing is so", (), lambda setting, inputs, after: {"nothing": FALSE})
    query = compiled(scene, None, 2).query(never)
    assert {solver.solve(query, 20).answer for solver in available()} == {"sat"}


# --- the same, one function for each thing that is read ---


READ = [
    function
    for function in vars(read_rules).values()
    if inspect.isfunction(function) and list(inspect.signature(function).parameters) == ["place"]
]


def any_place(setting: Setting[None]) -> dict[str, Value]:
    known = {"piles", "seats", "points"}
    theory, shapes = setting.theory, setting.shapes
    others = {name: shapes.any_of(hint, name, 0) for name, hint in hints_of(Place).items() if name not in known}
    rows = {
        "piles": tuple([theory.constant(f"pile.{at}") for at in range(SEATS)]),
        "seats": shapes.any_row(Seat, "seats", SEATS),
        "points": shapes.any_of(tuple[int, ...], "points", SEATS),
    }
    return {"place": Record(Place, others | rows)}


def reading(function: Callable[..., Any]) -> Validation[None]:
    scene: Scene[None] = Scene(function.__name__, lambda book: function, any_place, lambda setting, inputs: TRUE)
    return Validation(compiled(scene, None, SEATS), (2, 3, 8, 40, 42))


@pytest.mark.parametrize("function", READ, ids=lambda function: function.__name__)
def test_what_is_read_says_what_python_does(function: Callable[..., Any]) -> None:
    trial = reading(function)
    found = trial.compared(trial.situations(STATES, seed=5))
    assert found.wrong == ""
    assert found.compared > STATES // 4


def test_a_translation_of_another_function_differs() -> None:
    for one, other in pairwise(READ):
        trial = reading(one)
        trial.function = other
        assert trial.compared(trial.situations(STATES, seed=5)).wrong, (one, other)


def test_none_is_read_as_none() -> None:
    ways: list[read_rules.Way | None] = [None, *read_rules.Way]
    for way in ways:
        assert member_of(read_rules.Way, code_of(way)) == way
        for seat in (0, 2):
            place = Place(((),) * SEATS, (), Card(3), Seat(seat), read_rules.Way.BACK, way, (), (0,) * SEATS)
            assert reading(read_rules.a_symbol).compared([{"place": place}]) == Validated(1, 0, assumed=1)


def test_a_fact_that_is_false_is_noticed() -> None:
    def falsely(setting: Setting[None]) -> dict[str, Value]:
        place = any_place(setting)
        setting.theory.facts.add(setting.theory.length(setting.theory.constant("pile.0")) < 0)
        return place

    scene: Scene[None] = Scene("holders", lambda book: read_rules.holders, falsely, lambda setting, inputs: TRUE)
    trial = Validation(compiled(scene, None, SEATS), (2, 3))
    assert trial.compared(trial.situations(9, seed=5)).wrong.startswith("a fact that the solvers may assume is false")


# --- terms and scripts ---


def test_terms_fold_what_is_known() -> None:
    x, c = terms.apply(Int, "x"), terms.apply(Bool, "c")
    assert terms.ite(c, x, terms.ite(c, x + 1, x + 2)) is terms.ite(c, x, x + 2)
    assert terms.ite(terms.TRUE, x, x + 1) is x
    assert terms.equal(terms.ite(c, terms.number(1), terms.number(0)), terms.number(1)) is c
    assert terms.and_(c, terms.not_(c)) is terms.FALSE
    assert terms.or_(c, terms.not_(c)) is terms.TRUE
    assert (x + 0) is x
    assert (terms.number(2) < 3) is terms.TRUE
    assert terms.ite(c, terms.TRUE, terms.FALSE) is c


def test_folding_changes_no_value() -> None:
    """Random terms, built by what folds, have the value that Python's own operators give."""
    rng = random.Random(9)
    for _ in range(2_000):
        known: dict[str, object] = {name: rng.randrange(-2, 4) for name in "xyz"}
        known |= {name: rng.random() < 0.5 for name in "cd"}
        whole, true = grown(rng, known)
        roots: list[Term] = [term for term, _ in whole] + [term for term, _ in true]
        assert Evaluator(roots, {}).values(known) == (*(each for _, each in whole), *(each for _, each in true))


def grown(rng: random.Random, known: dict[str, object]) -> tuple[list[tuple[Int, int]], list[tuple[Bool, bool]]]:
    """Random terms, each with what it should be."""
    whole = [(terms.apply(Int, name), int(str(known[name]))) for name in "xyz"] + [(number(at), at) for at in range(3)]
    true = [(terms.apply(Bool, name), bool(known[name])) for name in "cd"]
    for _ in range(12):
        (a, one), (b, two) = rng.choices(whole, k=2)
        (p, first), (q, second) = rng.choices(true, k=2)
        factor = rng.randrange(3)
        sums = [(a + b, one + two), (a - b, one - two), (terms.times(factor, a), factor * one)]
        whole.append(rng.choice([*sums, (terms.ite(p, a, b), one if first else two)]))
        compared = [(a <= b, one <= two), (a < b, one < two), (terms.equal(a, b), one == two)]
        joined = [(p & q, first and second), (p | q, first or second), (~p, not first)]
        more = [(terms.equal(p, q), first == second), (terms.implies(p, q), not first or second)]
        true.append(rng.choice([*compared, *joined, *more, (terms.ite(p, q, ~q), second if first else not second)]))
    return whole, true


def test_a_script_defines_shared_parts_once_and_writes_negative_numbers() -> None:
    x = terms.apply(Int, "x")
    shared = x + -1
    text = script(["two\nlines"], NUMBERS, [shared <= 0, terms.equal(shared, terms.number(-3))])
    assert text == (
        "; two\n; lines\n(set-logic QF_LIA)\n(declare-fun x () Int)\n(define-fun t0 () Int (+ x (- 1)))\n"
        "(assert (<= t0 0))\n(assert (= t0 (- 3)))\n(check-sat)\n"
    )
