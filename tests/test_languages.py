"""Languages: each says of piles and numbers what Python says of tuples and ints, to every solver that reads it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from model.piles import taking
from model.piles.profiles import BEGGAR
from solver.compile import compiled
from solver.evaluate import Evaluator
from solver.languages import LENGTHS, MU, NUMBERS, SEQ, Language, slots_of
from solver.obligations import Inputs, Obligation, Statements
from solver.obligations.common import record
from solver.obligations.piles.order import Piles
from solver.obligations.piles.steps import TURN
from solver.smtlib import script
from solver.solvers import BITS, Answer, Solver, available, model, reading
from solver.terms import Bool, Int, Term, Zone, and_, apply, equal, implies, ite, not_, number, or_, times, truth
from solver.values import Record
from solver.zones import Facts, MuTheory

CARDS = 5
"""No pile here is longer: so long are those of the slots."""
SLOTS = slots_of(CARDS)
ANY_SOLVER = available()


def asked(language: Language, *claims: Bool) -> set[str]:
    """What the solvers say that read this language."""
    text = script((), language, claims)
    return {solver.solve(text, 30).answer for solver in reading(ANY_SOLVER, language)}


# --- concrete piles ---


def pile(cards: tuple[int, ...]) -> Zone:
    """A pile put together from its cards, in a way that the theory does not see through."""
    found = apply(Zone, "nil")
    for card in cards:
        found = apply(Zone, "cat", found, apply(Zone, "unit", number(card)))
    return found


def cards(rng: random.Random, least: int = 0, most: int = CARDS) -> tuple[int, ...]:
    return tuple(rng.randrange(32) for _ in range(rng.randint(least, most)))


def calls(rng: random.Random) -> Iterator[Term]:
    """Each symbol for piles, called with random piles within its bounds; the terms mean what `MuTheory` says."""
    whole, some = cards(rng), cards(rng, 1)
    front, back = whole[: rng.randint(0, len(whole))], some
    back = back[: CARDS - len(front)]
    place, cut = number(rng.randrange(len(some))), number(rng.randint(0, len(whole)))
    yield apply(Zone, "cat", pile(front), pile(back))
    yield apply(Int, "len", pile(whole))
    yield apply(Int, "nth", pile(some), place)
    yield apply(Zone, "tl", pile(whole))
    yield apply(Zone, "tl", apply(Zone, "tl", pile(some)))
    yield apply(Zone, "take", pile(whole), cut)
    yield apply(Zone, "drop", pile(whole), cut)
    yield apply(Zone, "rev", pile(whole))


def python(term: Term) -> Any:  # noqa: ANN401
    return Evaluator([term], MuTheory().meanings(lambda card: card)).values({})[0]


def literally(value: Any) -> Term:  # noqa: ANN401
    return pile(value) if isinstance(value, tuple) else number(value)


def known(language: Language, term: Term) -> bool:
    return language.definition(term.op) is not None


def results(language: Language, rounds: int, seed: int) -> Iterator[tuple[Term, Term]]:
    """Terms, and what they are in Python."""
    rng = random.Random(seed)
    for _ in range(rounds):
        yield from ((term, literally(python(term))) for term in calls(rng) if known(language, term))


def other(value: Any) -> Term:  # noqa: ANN401
    """Something that a value is not, as near as may be."""
    if isinstance(value, int):
        return number(value + 1)
    return pile((*value[:-1], (value[-1] + 1) % 32) if value else (0,))


@pytest.mark.parametrize("language", [SEQ, SLOTS], ids=lambda language: language.name)
def test_piles_are_what_python_says(language: Language) -> None:
    rounds = 12
    found = list(results(language, rounds, seed=1))
    assert len(found) == rounds * (7 if language is SEQ else 8)
    assert asked(language, or_(*(not_(equal(term, value)) for term, value in found))) == {Answer.UNSAT}
    assert asked(language, and_(*(equal(term, value) for term, value in found))) == {Answer.SAT}
    wrong = [(term, other(python(term))) for term, _ in found]
    assert asked(language, or_(*(equal(term, value) for term, value in wrong))) == {Answer.UNSAT}


def lengths(rounds: int, seed: int) -> Iterator[Bool]:
    """That a pile made of others is as long as Python says."""
    for term, value in results(LENGTHS, rounds, seed):
        if isinstance(term, Zone):
            yield equal(apply(Int, "len", term), apply(Int, "len", value))


def test_lengths_are_what_python_says() -> None:
    claims = list(lengths(12, seed=1))
    assert len(claims) == 12 * 6
    assert asked(LENGTHS, not_(and_(*claims))) == {Answer.UNSAT}
    assert asked(LENGTHS, and_(*claims)) == {Answer.SAT}
    for symbol, right, wrong in (("tl", "(- x 1)", "x"), ("drop", "(- x n)", "n"), ("cat", "+", "-")):
        assert asked(misdefined(LENGTHS, symbol, right, wrong), not_(and_(*claims))) == {Answer.SAT}, symbol


@dataclass(frozen=True, slots=True)
class Misdefined(Language):
    """A language in which one symbol means something else."""

    of: Language = MU
    symbol: str = ""
    line: str = ""

    def header(self) -> tuple[str, ...]:
        return self.of.header()

    def sort(self, sort: str) -> str:
        return self.of.sort(sort)

    def literal(self, value: int) -> str:
        return self.of.literal(value)

    def operator(self, symbol: str) -> str:
        return self.of.operator(symbol)

    def definition(self, symbol: str) -> str | None:
        return self.line if symbol == self.symbol else self.of.definition(symbol)


def misdefined(of: Language, symbol: str, right: str, wrong: str) -> Language:
    line = of.definition(symbol)
    assert line is not None
    assert right in line, line
    return Misdefined(of.name, of.logic, of.solvers, of, symbol, line.replace(right, wrong))


WRONG = [
    (SEQ, "cat", "x y)", "y x)"),
    (SEQ, "tl", "x 1", "x 0"),
    (SEQ, "drop", "x n", "x 0"),
    (SEQ, "take", "0 n", "0 (- n 1)"),
    (SEQ, "nth", "x n)", "x 0)"),
    (SLOTS, "cat", "higher", "lower"),
    (SLOTS, "tl", "bvsub", "bvadd"),
    (SLOTS, "drop", "lower", "higher"),
    (SLOTS, "take", "(bvnot (higher", "(bvand (higher (bvnot (_ bv0 25)) #b001) (higher"),
    (SLOTS, "rev", "(_ bv5 3)", "(_ bv4 3)"),
    (SLOTS, "len", "zero_extend", "sign_extend"),
    (SLOTS, "nth", "zero_extend", "sign_extend"),
    (SLOTS, "unit", "bv1", "bv2"),
]


@pytest.mark.parametrize(("language", "symbol", "right", "wrong"), WRONG, ids=lambda part: getattr(part, "name", part))
def test_a_wrong_definition_is_found(language: Language, symbol: str, right: str, wrong: str) -> None:
    found = list(results(language, 12, seed=1))
    differing = or_(*(not_(equal(term, value)) for term, value in found))
    assert asked(misdefined(language, symbol, right, wrong), differing) == {Answer.SAT}


# --- any piles ---


def cat(front: Zone, back: Zone) -> Zone:
    return apply(Zone, "cat", front, back)


def zones(*names: str) -> list[Zone]:
    return [apply(Zone, name) for name in names]


def short(language: Language, *piles: Zone) -> Bool:
    """That piles fit into the slots together; a length that is cut off would be no counterexample."""
    if language is SEQ:
        return truth(True)
    sizes = [apply(Int, "len", each) for each in piles]
    return sum(sizes[1:], sizes[0]) <= CARDS


@pytest.mark.parametrize("language", [SEQ, SLOTS], ids=lambda language: language.name)
def test_the_order_of_cards_is_known(language: Language) -> None:
    """What Mu cannot know: how piles are joined makes no difference, and what was laid first lies first."""
    a, b, c = zones("a", "b", "c")
    fits, card = short(language, a, b, c), number(7)
    nil = apply(Zone, "nil")
    some = apply(Int, "len", a) > 0
    first = apply(Zone, "unit", apply(Int, "nth", a, number(0)))
    ways = {
        "joined in another order": (truth(True), cat(a, cat(b, c)), cat(cat(a, b), c)),
        "joined with nothing": (truth(True), cat(a, nil), a),
        "the first card and the rest": (some, cat(first, apply(Zone, "tl", a)), a),
        "front and back": (some, cat(apply(Zone, "take", a, number(1)), apply(Zone, "drop", a, number(1))), a),
        "the first card of piles joined": (some, apply(Zone, "take", cat(a, b), number(1)), first),
    }
    for given, one, two in ways.values():
        assert asked(language, fits, given, not_(equal(one, two))) == {Answer.UNSAT}
    assert asked(language, fits, not_(equal(cat(a, b), cat(b, a)))) == {Answer.SAT}
    laid = cat(b, apply(Zone, "unit", card))
    assert asked(language, fits, some, not_(equal(cat(a, laid), cat(a, b)))) == {Answer.SAT}


def test_mu_does_not_know_the_order() -> None:
    theory = MuTheory()
    a, b, c = map(theory.constant, "abc")
    one, two = theory.joined(a, theory.joined(b, c)), theory.joined(theory.joined(a, b), c)
    assert asked(MU, *theory.facts.all(), not_(equal(one, two))) == {Answer.SAT}
    heavier = not_(equal(theory.weight(one), theory.weight(two)))
    assert asked(MU, *theory.facts.all(), heavier) == {Answer.UNSAT}


@pytest.mark.parametrize("language", [SEQ, SLOTS], ids=lambda language: language.name)
def test_the_facts_of_the_theory_are_true_in_each_language(language: Language) -> None:
    """Each fact about a length or a card follows from the definitions."""
    theory = MuTheory()
    a, b = map(theory.constant, "ab")
    joined = theory.joined(a, b)
    theory.card(theory.rest(joined), number(0))
    theory.cut(joined, apply(Int, "n"))
    facts = [fact for fact in theory.facts.all() if "mu" not in symbols(fact)]
    assert len(facts) > 10
    place = (apply(Int, "n") >= -CARDS) & (apply(Int, "n") <= CARDS)
    assert asked(language, short(language, a, b), place, not_(and_(*facts))) == {Answer.UNSAT}
    assert asked(language, short(language, a, b), place, and_(*theory.facts.all())) == {Answer.SAT}


def symbols(term: Term) -> set[str]:
    return {term.op}.union(*map(symbols, term.args))


def test_a_pile_of_which_nothing_is_known_is_no_longer_than_its_slots() -> None:
    (a,) = zones("a")
    size = apply(Int, "len", a)
    assert asked(SLOTS, size > CARDS) == {Answer.UNSAT}
    assert asked(SLOTS, equal(size, number(CARDS))) == {Answer.SAT}
    empty = not_(equal(a, apply(Zone, "nil")))
    assert asked(SLOTS, equal(size, number(0)), empty) == {Answer.UNSAT}


# --- obligations ---


def taken_in_order(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """Who gets the middle by another's card has it under the hand: what was laid first first, that card last."""
    before, turn = record(inputs["table"]), record(inputs["table"]).int("turn")
    hands = before.zones("hands")
    card = apply(Zone, "unit", setting.theory.card(ite(equal(turn, number(0)), *hands), number(0)))
    collected = equal(setting.theory.length(after.zone("middle")), number(0))
    return {
        f"seat {place} has what it had, the middle and the card": implies(
            collected & not_(equal(turn, number(place))) & not_(equal(new, old)),
            equal(new, cat(cat(old, before.zone("middle")), card)),
        )
        for place, (old, new) in enumerate(zip(hands, after.zones("hands"), strict=True))
    }


@pytest.mark.parametrize(
    ("language", "rule", "answer"),
    [
        (MU, taking.first_laid_first, Answer.SAT),
        (SEQ, taking.first_laid_first, Answer.UNSAT),
        (SEQ, taking.reversed_pile, Answer.SAT),
    ],
    ids=["mu does not know", "seq knows", "seq finds a wrong order"],
)
def test_an_obligation_about_the_order_of_cards(language: Language, rule: Any, answer: Answer) -> None:  # noqa: ANN401
    obligation = Obligation("X", TURN, "the pile is taken in order", (), taken_in_order, language=language)
    query = compiled(TURN, replace(BEGGAR, pile_order=rule), 2).query(obligation)
    assert {solver.solve(query, 30).answer for solver in reading(ANY_SOLVER, language)} == {answer}


# --- numbers ---

ARITHMETIC: dict[str, Callable[[int, int], tuple[Term, int | bool]]] = {
    "+": lambda a, b: (open_number(a) + open_number(b), a + b),
    "-": lambda a, b: (open_number(a) - open_number(b), a - b),
    "*": lambda a, b: (times(3, open_number(a)), 3 * a),
    "<=": lambda a, b: (open_number(a) <= open_number(b), a <= b),
    "<": lambda a, b: (apply(Bool, "<", open_number(a), open_number(b)), a < b),
    "=": lambda a, b: (equal(open_number(a), open_number(b)), a == b),
    "ite": lambda a, b: (ite(open_number(a) <= 0, open_number(a), open_number(b)), a if a <= 0 else b),
}


def open_number(value: int) -> Int:
    """A number that does not fold: what it is stands in an assertion."""
    return apply(Int, f"is{value}".replace("-", "_"))


def values(*numbers: int) -> Bool:
    return and_(*(equal(open_number(each), number(each)) for each in numbers))


def divided(value: int, by: int) -> Iterator[tuple[Term, int]]:
    quotient, rest = Facts().divided(open_number(value), by)
    yield from ((quotient, value // by), (rest, value % by))


@pytest.mark.parametrize("language", [NUMBERS, SLOTS], ids=lambda language: language.name)
def test_numbers_are_what_python_says(language: Language) -> None:
    pairs = [(a, b) for a in (-7, -1, 0, 3, 32) for b in (-32, -3, 0, 5)]
    found: list[tuple[Term, Any]] = [make(a, b) for make in ARITHMETIC.values() for a, b in pairs]
    if language is SLOTS:
        found += [pair for a, _ in pairs for by in (2, 3, 4, 5, 32) for pair in divided(a, by)]
    known = values(*{each for pair in pairs for each in pair})
    differing = [not_(equal(term, truth(is_) if isinstance(is_, bool) else number(is_))) for term, is_ in found]
    assert asked(language, known, or_(*differing)) == {Answer.UNSAT}
    for symbol in ("+", "<=", "mod3", "div4", "mod32") if language is SLOTS else ("+", "<="):
        about = [each for each, (term, _) in zip(differing, found, strict=True) if symbol in symbols(term)]
        assert asked(language, known, or_(*map(not_, about))) == {Answer.SAT}, symbol


def test_a_number_that_does_not_fit_is_refused() -> None:
    x = apply(Int, "x")
    assert asked(slots_of(2, 4, 5), equal(x, number(15))) == {Answer.SAT}
    with pytest.raises(ValueError, match="16 does not fit into 5 bits"):
        script((), slots_of(2, 4, 5), [equal(x, number(16))])
    for sizes in ((1, 5, 8), (7, 5, 5), (31, 3, 5)):
        with pytest.raises(ValueError, match="do not do for"):
            slots_of(*sizes)


# --- scripts ---


def test_what_is_defined_is_not_declared_and_what_is_open_changes_the_logic() -> None:
    a, b = zones("a", "b")
    plain = script((), SLOTS, [equal(apply(Zone, "cat", a, b), b)])
    assert "(set-logic QF_BV)\n" in plain
    assert "declare-fun cat" not in plain
    assert plain.count("define-fun cat") == 1
    open_ = script((), SLOTS, [equal(apply(Int, "mu", a), number(0))])
    assert "(set-logic QF_UFBV)\n" in open_
    assert f"(declare-fun mu (Zone) {SLOTS.sort('Int')})" in open_
    assert "Zone" not in script((), SLOTS, [equal(apply(Int, "x"), number(0))])
    assert script((), MU, [equal(a, b)]).splitlines()[1] == "(declare-sort Zone 0)"


def test_yices_is_not_asked_about_sequences() -> None:
    assert {solver.name for solver in reading(ANY_SOLVER, SEQ)} <= {"z3", "cvc5"}
    assert {solver.name for solver in reading(ANY_SOLVER, SLOTS)} == {solver.name for solver in ANY_SOLVER}
    assert [each.name for each in reading([Solver("mine", "1", lambda script, seconds: "")], SEQ)] == ["mine"]


def test_values_of_bits_are_told_as_numbers_with_their_sign() -> None:
    x, y = apply(Int, "x"), apply(Int, "y")
    text = script((), SLOTS, [equal(x, number(-3)), equal(y, number(31))])
    assert BITS in text
    assert model(text, 10) == {"x": -3, "y": 31}
