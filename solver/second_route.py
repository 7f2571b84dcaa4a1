"""T3: the translation held against Python itself, which runs the very code of the model on every path there is.

The translator reads source; this route does not. It calls the functions of the model with stand-ins for their
arguments (`forking.py`), once for each path, and states for the solvers that

- the paths are all there are (`paths`), and no two of them are taken at once (`overlap`);
- on each path the code returns what the translation says (`results`);
- where the code raises an exception the translation has noted a check that fails (`faults`).

What runs is the real code object of each function, in a twin of its module (`twins.py`) in which `len` and `tuple`
know stand-ins.

Both routes speak of piles through the same zone theory, and they share the contracts: what is compared is what they
make of Python. A loop without a bound has no last path: scenes with one are left to the loop's invariant.

With few seats the paths are some hundred; their number grows with the seats, so that this is done for two and three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import Final, Generic, TypeVar

from model.cards import Zone as Cards
from properties.evidence import Solved, Verdict
from solver import solvers
from solver.compile import Compiled, with_book
from solver.desk import Desk, Outcome, agreed
from solver.forking import (
    MOST_PATHS,
    CannotFork,
    Path,
    Raised,
    Walk,
)
from solver.languages import MU
from solver.obligations import LEMMAS, Scene, Setting
from solver.replay import SIZES
from solver.shapes import Shapes
from solver.situations import concrete, observed, small
from solver.smtlib import script
from solver.solvers import Answer
from solver.terms import (
    FALSE,
    TRUE,
    Bool,
    Int,
    Term,
    Zone,
    and_,
    apply,
    equal,
    implies,
    ite,
    not_,
    number,
    or_,
    parts_first,
    truth,
)
from solver.twins import Twins
from solver.validation import Validation
from solver.values import Entry, Kind, Record, Row, Symbol, Value, as_zone, code_of, entries_of
from solver.zones import MuTheory, ZoneTheory

B = TypeVar("B")

NO_CARDS: Final = "L1: a pile without cards is (), and joining () changes nothing"
LOOKING: Final = 5.0
"""Seconds for each size of table on which a difference is looked for."""


@dataclass(frozen=True, slots=True)
class SecondRoute(Generic[B]):
    """What Python's own paths say of a scene: scripts by what they state, all of which are to be `unsat`."""

    found: Compiled[B]
    paths: tuple[Path, ...]
    differing: tuple[Bool, ...]
    """That the code returns something else than the translation says, with all that may be assumed."""
    scripts: Mapping[str, str]

    @property
    def faults(self) -> tuple[Path, ...]:
        """The paths that end with an exception."""
        return tuple(path for path in self.paths if isinstance(path.outcome, Raised))


def agreement(found: Compiled[B], most: int = MOST_PATHS) -> SecondRoute[B]:
    """All paths of a scene, and what is to be proved of them. Raises CannotFork, with the reason in its message."""
    if found.scene.loop is not None:
        raise CannotFork(f"'{found.scene.name}' has a loop without a bound, which has no last path")
    of, theory = found.setting, MuTheory()
    setting = Setting(of.book, of.declared, of.seats, theory, Shapes(theory, Cards))
    inputs = found.scene.inputs(setting)
    hypothesis = found.scene.hypothesis(setting, inputs)
    walk = Walk(theory, [hypothesis], most)
    twins = Twins(walk, found.scene.contracts)
    function = found.scene.function(of.book)
    book = tuple(map(twins.of, with_book(function, of.book)))
    paths = tuple(walk.paths(twins.run(function, book, tuple(inputs.values()))))
    if not paths:
        raise CannotFork(f"nothing meets the hypothesis of '{found.scene.name}'")
    own = (hypothesis, *theory.facts.all())
    wrong = _wrong_results(theory, found, paths)
    both = dict.fromkeys((*own, *found.given))
    claims = {
        "paths": (*own, _no_path(paths)),
        "overlap": (_two_paths(paths),),
        "results": (*both, *_of_no_cards((*both, wrong)), wrong),
    }
    if any(isinstance(path.outcome, Raised) for path in paths):
        claims["faults"] = (*both, _unnoted_faults(found, paths))
    words = f"T3.{found.scene.name}, {of.seats} seats"
    scripts = {part: script((f"{words}: {STATES[part]}",), MU, claim) for part, claim in claims.items()}
    return SecondRoute(found, paths, claims["results"], scripts)


STATES: Final = {
    "paths": "the paths that Python takes are all there are",
    "overlap": "no two paths are taken at once",
    "results": "on each path the code returns what its translation says",
    "faults": "where the code raises an exception the translation has noted a check that fails",
}
"""What each script states, in words."""


def second_route(scene: Scene[B], desk: Desk[B]) -> Outcome:
    """T3 for one scene: held if every solver proves each part; failed if real cards show a difference."""
    found = desk.compiled(scene)
    try:
        route = agreement(found)
    except CannotFork as reason:
        return Outcome(Verdict.INCONCLUSIVE, counterexample=str(reason))
    answers = {part: desk.ask(text, part) for part, text in route.scripts.items()}
    unproved = [f"not proved: {STATES[part]}: {_said(each)}" for part, each in answers.items() if not agreed(each)]
    difference = _difference(route, desk) if not agreed(answers["results"]) else ""
    contrary = any({Answer.UNSAT, Answer.SAT} <= {said.answer for said in each} for each in answers.values())
    verdict = Verdict.FAILED if difference or contrary else Verdict.INCONCLUSIVE if unproved else Verdict.HELD
    return Outcome(
        verdict,
        counterexample=difference or "; ".join(unproved),
        note=_counted(route),
        assumptions=(LEMMAS, NO_CARDS),
    )


def _counted(route: SecondRoute[B]) -> str:
    paths, faults = len(route.paths), len(route.faults)
    ends = f", {faults} of which end{'s' * (faults == 1)} with an exception" if faults else ""
    return f"{paths} path{'s' * (paths != 1)} through the code{ends}"


def _said(answers: Sequence[Solved]) -> str:
    return ", ".join(f"{each.solver} says {each.answer}" for each in answers) or "no solver was asked"


def _difference(route: SecondRoute[B], desk: Desk[B]) -> str:
    """Real arguments for which Python returns something else than the translation says; empty if none are found."""
    theory, inputs, cards = route.found.setting.theory, route.found.inputs, desk.family.cards
    compared = Validation(route.found, cards)
    for size in SIZES:
        more = (*observed(theory, inputs), *small(theory, inputs, size, cards))
        model = solvers.model(script((), MU, (*route.differing, *more)), LOOKING)
        if model is None:
            continue
        try:
            wrong = compared.compared(concrete(inputs, model, cards)).wrong
        except Exception as fault:  # the code itself, on real cards, where the translation has noted nothing
            wrong = f"the translation has noted nothing that can go wrong, and Python raises {type(fault).__name__}"
        if wrong:
            return wrong
    return ""


# --- what is to be impossible ---


def _no_path(paths: Sequence[Path]) -> Bool:
    """That no path is taken."""
    return not_(_answer_by_answer([(path.answers, TRUE) for path in paths], 0))


def _two_paths(paths: Sequence[Path]) -> Bool:
    """That two paths are taken at once, whatever the questions mean: each is a truth value of its own here.

    Every two paths part at some question. So it is enough that no path is taken where a question at which it parts
    from another one has the other answer.
    """
    questions: dict[Bool, Bool] = {}
    named = [tuple([_plain(answer, questions) for answer in path.answers]) for path in paths]
    denied: dict[Bool, dict[Bool, None]] = {}
    for answer, parted in _partings(named, 0):
        denied.setdefault(not_(answer), {}).update(dict.fromkeys(reduce(_both, path, TRUE) for path in parted))
    return or_(*(_both(other, _one_of(taken)) for other, taken in denied.items()))


def _partings(paths: Sequence[tuple[Bool, ...]], at: int) -> Iterator[tuple[Bool, Sequence[tuple[Bool, ...]]]]:
    """Each answer at which paths part from others, with those that give it. Raises CannotFork."""
    while len(paths) > 1:
        turn = _parting(paths, at)
        if turn == len(paths):
            at += 1
            continue
        yield paths[0][at], paths[:turn]
        yield not_(paths[0][at]), paths[turn:]
        yield from _partings(paths[:turn], at + 1)
        paths = paths[turn:]


def _one_of(taken: Iterable[Bool]) -> Bool:
    first, *others = taken
    return apply(Bool, "or", first, *others) if others else first


def _plain(answer: Bool, questions: dict[Bool, Bool]) -> Bool:
    """An answer to a question that is nothing but a name."""
    denied = not_(answer)
    if denied in questions:
        return not_(questions[denied])
    return questions.setdefault(answer, apply(Bool, f"question.{len(questions)}"))


def _both(one: Bool, other: Bool) -> Bool:
    """Both, without being laid together with what is in them: what two paths begin with stays one term."""
    if FALSE in (one, other):
        return FALSE
    return other if one is TRUE else apply(Bool, "and", one, other)


def _wrong_results(theory: MuTheory, found: Compiled[B], paths: Sequence[Path]) -> Bool:
    """That something else is returned than the translation says."""
    ends = [
        (path.answers, FALSE if isinstance(path.outcome, Raised) else not_(alike(theory, found.result, path.outcome)))
        for path in paths
    ]
    return _answer_by_answer(ends, 0)


def _answer_by_answer(ends: Sequence[tuple[tuple[Bool, ...], Bool]], at: int) -> Bool:
    """That a path is taken, and what stands at its end holds, for paths that begin with the same answers.

    Solvers find this easier than one path after the other.
    """
    answers, end = ends[0]
    if len(ends) == 1:
        return and_(*answers[at:], end)
    turn = _parting([each for each, _ in ends], at)
    here = _answer_by_answer(ends[:turn], at + 1)
    if turn == len(ends):
        return answers[at] & here
    return ite(answers[at], here, _answer_by_answer(ends[turn:], at))


def _parting(paths: Sequence[tuple[Bool, ...]], at: int) -> int:
    """How many paths give the same answer here as the first one; the others, after them, give the opposite one."""
    if any(len(answers) <= at for answers in paths):
        raise CannotFork("one path goes on where another has ended")
    answer = paths[0][at]
    turn = next((place for place, each in enumerate(paths) if each[at] is not answer), len(paths))
    if any(each[at] is not not_(answer) for each in paths[turn:]):
        raise CannotFork("paths part without giving opposite answers to one question")
    return turn


def _unnoted_faults(found: Compiled[B], paths: Sequence[Path]) -> Bool:
    """That an exception is raised where all that the translation has noted is in order."""
    safe = and_(*(implies(check.guard, check.condition) for check in found.checks))
    return and_(safe, or_(*(path.condition for path in paths if isinstance(path.outcome, Raised))))


def _of_no_cards(terms: Sequence[Bool]) -> Iterator[Bool]:
    """What the zone theory does not say by itself: there is one pile without cards, and joining it changes nothing.

    Python knows at once that a tuple is empty, where the translation has a pile whose length comes to nothing.
    """
    nothing = apply(Zone, "nil")
    for pile in parts_first(terms):
        if isinstance(pile, Zone) and pile is not nothing and pile.op != "ite":
            yield implies(apply(Int, "len", pile) <= 0, equal(pile, nothing))
        if pile.op == "cat":
            for part, other in (pile.args, pile.args[::-1]):
                yield implies(apply(Int, "len", part) <= 0, equal(pile, other))


def alike(theory: ZoneTheory, translated: Value, returned: Value) -> Bool:
    """Whether what the translation says is what the code has returned on a path: field by field, place by place."""
    found = FALSE
    match translated, returned:
        case _ if translated is returned:
            found = TRUE
        case Record(), Record() if translated.cls is returned.cls:
            pairs = [(each, returned.fields[name]) for name, each in translated.fields.items()]
            found = and_(*(alike(theory, *pair) for pair in pairs))
        case (Zone(), Zone() | tuple() | Row()) | (tuple() | Row(), Zone()):
            found = equal(as_zone(theory, translated), as_zone(theory, returned))
        case (tuple() | Row(), tuple() | Row()):
            found = _rows_alike(theory, translated, returned)
        case (Bool() | bool(), Bool() | bool()):
            found = equal(truth(translated), truth(returned))
        case (Int() | int(), Int() | int()) if not isinstance(translated, bool) and not isinstance(returned, bool):
            found = equal(number(translated), number(returned))
        case Symbol(), None | Enum() if returned is None or isinstance(returned, translated.cls):
            found = equal(translated.code, number(code_of(returned)))
        case Symbol(), Symbol() if translated.cls is returned.cls:
            found = equal(translated.code, returned.code)
        case _ if not isinstance(translated, Term) and not isinstance(returned, Term):
            found = truth(type(translated) is type(returned) and translated == returned)
    return found


def _rows_alike(theory: ZoneTheory, translated: Value, returned: Value) -> Bool:
    """Whether two rows have the same entries, of those that are there, in the same places."""
    kinds = {row.kind if isinstance(row, Row) else Kind.TUPLE for row in (translated, returned)}
    if len(kinds) > 1 or kinds == {Kind.SET}:
        return FALSE
    ours, theirs = entries_of(translated), entries_of(returned)
    rest: dict[tuple[int, int], Bool] = {}
    """Whether what is left of both from these places on is the same."""
    for one in range(len(ours), -1, -1):
        for other in range(len(theirs), -1, -1):
            rest[one, other] = _same_from(
                theory, ours[one:], theirs[other:], lambda *on, at=(one, other): rest[at[0] + on[0], at[1] + on[1]]
            )
    return rest[0, 0]


def _same_from(
    theory: ZoneTheory, ours: Sequence[Entry], theirs: Sequence[Entry], rest: Callable[[int, int], Bool]
) -> Bool:
    """The same for what is left of both, if it is known for less than that."""
    if not ours:
        return and_(*(not_(entry.there) for entry in theirs))
    if not theirs:
        return and_(*(not_(entry.there) for entry in ours))
    one, other = ours[0], theirs[0]
    both = alike(theory, one.value, other.value) & rest(1, 1)
    return ite(one.there, ite(other.there, both, rest(0, 1)), rest(1, 0))
