"""L1: every fact that the zone theory tells the solvers rests on lemmas, and the lemmas say what they should."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from types import ModuleType

import pytest

from solver import zones
from solver.evaluate import Evaluator
from solver.obligations.bank import rounds
from solver.obligations.facts import CASES, FACTS, MORE, MOST_TOLD
from solver.obligations.lemmas import LEMMAS
from solver.solvers import Answer, available
from solver.terms import Int, Zone, apply
from solver.zones import MuTheory

Z3 = available(("z3",))[0]
BY_ID = {each.id: each for each in LEMMAS}


# --- every fact has its lemmas ---


def functions_of(module: ModuleType) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function and method of a module, by the name that the table has for it."""
    for part in ast.parse(inspect.getsource(module)).body:
        if isinstance(part, ast.FunctionDef):
            yield part.name, part
        elif isinstance(part, ast.ClassDef):
            yield from ((f"{part.name}.{each.name}", each) for each in part.body if isinstance(each, ast.FunctionDef))


def told_in(function: ast.FunctionDef) -> list[ast.expr]:
    """What a function adds to the facts, each fact once, in the order of the code."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and is_adding(node.func)]
    return [fact for call in sorted(calls, key=lambda call: call.lineno) for fact in call.args]


def is_adding(called: ast.expr) -> bool:
    """Whether something is added to the facts: to anything but to what else the theory keeps."""
    kept = ("self._divisors", "self._looked_at")
    return isinstance(called, ast.Attribute) and called.attr == "add" and ast.unparse(called.value) not in kept


def cases_in(function: ast.FunctionDef) -> list[str]:
    """The operations of which a function tells what they come to."""
    patterns = [case.pattern for node in ast.walk(function) if isinstance(node, ast.Match) for case in node.cases]
    return [ast.literal_eval(ast.unparse(each)) if isinstance(each, ast.MatchValue) else "_" for each in patterns]


def counted(*modules: ModuleType) -> dict[str, int]:
    """How many facts each function adds."""
    found = [(name, len(told_in(function))) for module in modules for name, function in functions_of(module)]
    return {name: facts for name, facts in found if facts}


def test_every_fact_has_its_place_in_the_table() -> None:
    assert counted(zones, rounds) == {name: len(rests) for name, rests in FACTS.items()}


def test_facts_are_told_by_adding_and_in_no_other_way() -> None:
    """What the table is compared with is all there is: nothing else reaches for what the facts are kept in."""
    source = ast.parse(inspect.getsource(zones))
    reached = [node for node in ast.walk(source) if isinstance(node, ast.Attribute) and node.attr == "_known"]
    assert len(reached) == 3  # where they are begun, added to, and read


def test_every_case_of_the_theory_has_its_place_in_the_table() -> None:
    found = {name: cases_in(function) for name, function in functions_of(zones)}
    assert {name: cases for name, cases in found.items() if cases} == {name: [*of] for name, of in CASES.items()}


def lemmas_named(name: str) -> tuple[str, ...]:
    """A lemma, or base and step of an induction."""
    return (f"L1.{name}",) if f"L1.{name}" in BY_ID else (f"L1.{name}_base", f"L1.{name}_step")


def test_every_lemma_that_the_table_names_is_there() -> None:
    rests = [*(each for facts in FACTS.values() for each in facts), *(n for of in CASES.values() for n in of.values())]
    named = {lemma for names in rests for name in names for lemma in lemmas_named(name)}
    assert named <= BY_ID.keys()
    assert len(BY_ID) == len(LEMMAS)
    unnamed = {facts_of for facts_of, facts in FACTS.items() for names in facts if not names}
    assert unnamed == {"MuTheory._of_card"}


def test_a_fact_without_a_lemma_is_seen() -> None:
    more = ast.parse("def told(self):\n    self.facts.add(one, other)\n    theory.facts.add(third)").body[0]
    assert isinstance(more, ast.FunctionDef)
    assert [ast.unparse(fact) for fact in told_in(more)] == ["one", "other", "third"]


def test_of_as_many_cards_is_counted_as_the_lemma_speaks_of() -> None:
    assert rounds.TOLD == MOST_TOLD


# --- lemmas are proved, and what is not so is not ---

FALSE_LEMMAS: dict[str, tuple[str, str]] = {
    "L1.single": ("(= (len (cons X nil)) 1)", "(= (len (cons X nil)) 2)"),
    "L1.one_empty_step": ("0)", "1)"),
    "L1.joined_empty": ("(= (cat A B) B)", "(= (cat A B) A)"),
    "L1.nothing_behind_step": ("(cat (cons X A) nil)", "(cat (cons X A) (cons X nil))"),
    "L1.all_taken_step": ("(<= (len (cons X A)) K)", "(<= (- (len (cons X A)) 1) K)"),
    "L1.none_dropped_step": ("(<= K 0)", "(<= K 1)"),
    "L1.tail_step": ("(nth (cons X A) 0)", "(nth (cons X A) 1)"),
    "L1.tail_base": ("(= (tl nil) nil)", "(= (len (tl nil)) 1)"),
    "L1.tail_card_step": ("(+ N 1)", "N"),
    "L1.has_some_step": ("(< 0", "(< 1"),
    "L1.has_tail_step": ("(nth (cons X A) 0)", "(nth (cons X A) 1)"),
    "L1.len_inserted_step": ("(+ 1", "(+ 2"),
    "L1.mu_sorted_step": ("(sort (cons X A))", "(ins X (sort (cons X A)))"),
    "L1.swapped": ("(cons Y (cons X B))", "(cons Y (cons Y B))"),
    "L1.removed_one_step": ("(- (len (cons X A)) 1)", "(- (len (cons X A)) 2)"),
    "L1.removed_none_step": ("(=> (= (len (rm (cons X A) C)) (len (cons X A)))", "(=> true"),
    "L1.gone_counted_step": ("(ite (gone x) 1 0)", "1"),
    "L1.gone_by_place": ("(> (len", "(>= (len"),
    "L1.gone_one_more_step": ("(or (gone x) (= x C))", "(gone x)"),
    "L1.measured_step": ("(= (sum (cons X A))", "(= (+ 1 (sum (cons X A)))"),
    "L1.at_most_step": ("(<= (wt x) MOST)", "(<= (wt x) (+ 1 MOST))"),
    "L1.divided": ("(< (mod N K) K)", "(< (mod N K) (- K 1))"),
}
"""A lemma, and what makes it false when it is put in the place of one of its parts."""


@pytest.mark.parametrize("name", FALSE_LEMMAS)
def test_a_lemma_that_is_not_so_is_not_proved(name: str) -> None:
    lemma, (part, instead) = BY_ID[name], FALSE_LEMMAS[name]
    assert part in lemma.claim + lemma.defined
    changed = replace(lemma, claim=lemma.claim.replace(part, instead), defined=lemma.defined.replace(part, instead))
    assert Z3.solve(lemma.script(), 5).answer == Answer.UNSAT
    assert Z3.solve(changed.script(), 0.2).answer.startswith((Answer.SAT, Answer.UNKNOWN))


def test_the_lemmas_of_the_table_are_proved() -> None:
    """By one solver; that both prove all lemmas, and that none assumes a contradiction, is tested with the others."""
    assert [lemma.id for lemma in MORE if Z3.solve(lemma.script(), 5).answer != Answer.UNSAT] == []


# --- what the lemmas speak of are Python's tuples ---

SMALL = [pile for size in range(4) for pile in product((3, 16, 20), repeat=size)]


@pytest.mark.parametrize("place", range(-5, 6))
def test_any_cut_is_pythons(place: int) -> None:
    theory = MuTheory()
    front, back = theory.cut(theory.constant("pile"), apply(Int, "place"))
    facts = theory.facts.all()
    for pile in SMALL:
        evaluator = Evaluator((front, back, *facts), theory.meanings(lambda card: card * card + 1))
        found_front, found_back, *true = evaluator.values({"pile": pile, "place": place})
        assert (found_front, found_back) == (pile[:place], pile[place:])
        assert all(true)


def test_every_other_fact_is_true_of_pythons_tuples() -> None:
    theory = MuTheory()
    pile, other = theory.constant("pile"), theory.constant("other")
    made: list[Zone] = [
        theory.joined(pile, other),
        theory.backwards(pile),
        theory.rest(pile),
        theory.arranged("in_order", pile, lambda cards: tuple(sorted(cards))),
        theory.joined(theory.of([apply(Int, "card")]), theory.rest(other)),
        theory.repeated(apply(Int, "card"), apply(Int, "place")),
    ]
    for zone in made:
        theory.card(zone, apply(Int, "place"))
        theory.has(zone, apply(Int, "card"))
    evaluator = Evaluator(theory.facts.all(), theory.meanings(lambda card: card * card + 1))
    for one, two, place, card in product(SMALL[::2], SMALL[::3], (-1, 0, 1, 3), (3, 20)):
        assert all(evaluator.values({"pile": one, "other": two, "place": place, "card": card}))
