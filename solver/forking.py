"""Python itself, run on values of which nothing is known: wherever it asks whether something is so, the run forks.

This is the second way from the model to terms, and it trusts nothing of the first: no source is read here. A *walk*
runs a function again and again. What it is given are stand-ins (`stand_ins.py`): a number, a truth value or a pile that
holds a term. They do what Python's own values do, as terms, until Python needs an answer: `if`, `and`, `in`, a place in
a tuple. Then the walk takes one of the answers, notes it, and comes back later for the others. What comes out are
*paths*: the answers that were given, and what the code returned (or raised) where they are right.

An answer that cannot be given where the path has got to is not followed, as far as z3 says so. Nothing rests on that:
what was left out is shown to be impossible afterwards, by all solvers (`second_route.py`).
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os.path import dirname
from typing import Final

from solver import solvers
from solver.languages import MU
from solver.sources import Place
from solver.terms import (
    BUILT_IN,
    TRUE,
    Bool,
    Int,
    Term,
    apply,
    not_,
)
from solver.zones import MuTheory

MOST_PATHS: Final = 5_000
"""Code with more paths than this is not walked to the end."""
LOOKING: Final = 2.0
"""Seconds for the question whether a path can go on."""


class CannotFork(BaseException):
    """Code that cannot be walked to the end. The message says why.

    No `Exception`, so that no code on the walk can take it for a fault of its own.
    """


class _Impossible(BaseException):
    """The path has got to where no answer is possible."""


@dataclass(frozen=True, slots=True)
class Raised:
    """What a path ends with that returns nothing: the exception, and where the code was."""

    fault: str
    place: Place


@dataclass(frozen=True, slots=True)
class Path:
    """One way through the code: the answers on it, and what was returned or raised at its end."""

    answers: tuple[Bool, ...]
    outcome: object

    @property
    def condition(self) -> Bool:
        """All answers, one after the other: what two paths begin with is one term."""
        found = TRUE
        for answer in self.answers:
            found = answer if found is TRUE else apply(Bool, "and", found, answer)
        return found


@dataclass(frozen=True, slots=True)
class _Answer:
    """One answer on a path, and whether the other one is still to be followed."""

    condition: Bool
    taken: bool
    other_open: bool

    @property
    def said(self) -> Bool:
        return self.condition if self.taken else not_(self.condition)


class Walk:
    """All paths through one piece of code, one after the other, over one theory of piles.

    `given` is what may be assumed from the start; facts of the theory are added as they come up.
    """

    def __init__(self, theory: MuTheory, given: Sequence[Bool], most: int = MOST_PATHS) -> None:
        self.theory = theory
        self._most = most
        self._trail: list[_Answer] = []
        self._at = 0
        self._known: dict[Bool, bool] = {}
        self._pinned: dict[Int, Int] = {}
        self._ahead = _Ahead(given)

    def paths(self, run: Callable[[], object]) -> Iterator[Path]:
        """Every path through a run. Raises CannotFork."""
        for _ in range(self._most):
            self._at, self._known, self._pinned = 0, {}, {}
            try:
                outcome: object = run()
            except _Impossible:
                pass
            except Exception as fault:  # whatever the code raises is what comes out of this path
                yield Path(self._answers(), Raised(f"{type(fault).__name__} ({fault})", _where(fault)))
            else:
                yield Path(self._answers(), outcome)
            if not self._turned_back():
                return
        raise CannotFork(f"there are more than {self._most} paths")

    def decide(self, condition: Bool) -> bool:
        """An answer to whether something is so: the one on this path, or the first one that is possible."""
        if condition.value is not None:
            return bool(condition.value)
        if condition in self._known:
            return self._known[condition]
        if self._at == len(self._trail):
            self._trail.append(self._first(condition))
        answer = self._trail[self._at]
        if answer.condition is not condition:
            raise CannotFork("the code does something else each time it is run")
        self._at += 1
        self._note(answer)
        return answer.taken

    def impossible(self) -> None:
        """Give the path up where every answer was tried."""
        raise _Impossible

    def pinned(self, term: Int) -> Int:
        """The term, or the number that it is known to be on this path."""
        return self._pinned.get(term, term)

    def _first(self, condition: Bool) -> _Answer:
        """The first answer to a question that is new on this path."""
        facts = self.theory.facts.all()
        yes = self._ahead.possible(condition, facts)
        no = not yes or self._ahead.possible(not_(condition), facts)
        answer = _Answer(condition, yes, yes and no)
        self._ahead.go(answer.said)
        return answer

    def _note(self, answer: _Answer) -> None:
        said = answer.said
        self._known[said], self._known[not_(said)] = True, False
        self._known[answer.condition] = answer.taken
        if said.op == "=":
            for one, other in (said.args, said.args[::-1]):
                if isinstance(one, Int) and isinstance(other, Int) and other.value is not None:
                    self._pinned[one] = other

    def _answers(self) -> tuple[Bool, ...]:
        return tuple(answer.said for answer in self._trail[: self._at])

    def _turned_back(self) -> bool:
        """Go back to the last answer whose other one is open, and give that one; False if there is none."""
        while self._trail:
            last = self._trail.pop()
            self._ahead.back()
            if last.other_open:
                self._trail.append(_Answer(last.condition, not last.taken, False))
                self._ahead.go(self._trail[-1].said)
                return True
        return False


def _where(fault: Exception) -> Place:
    """The line of the code that was walked in which an exception came up, and not the line of a stand-in."""
    frames = traceback.extract_tb(fault.__traceback__)
    walked = [frame for frame in frames if dirname(frame.filename) != dirname(__file__)] or frames
    return Place(walked[-1].filename, walked[-1].lineno or 0)


class _Ahead:
    """What is possible where a path has got to, as far as z3 knows: each term is told to it once, in layers."""

    def __init__(self, given: Sequence[Bool]) -> None:
        self._layers = solvers.layers(LOOKING)
        self._names: dict[Term, str] = {}
        self._symbols: set[str] = set()
        self._facts = [0]
        """Of how many facts each layer and those below it know."""
        self._tell("(declare-sort Zone 0)")
        for each in given:
            self._claim(each)

    def possible(self, condition: Bool, facts: Sequence[Bool]) -> bool:
        """Whether the path can go on with this; True where that is not known."""
        if self._layers is None:
            return True
        for fact in facts[self._facts[-1] :]:
            self._claim(fact)
        self._facts[-1] = len(facts)
        self._layers.push()
        self._claim(condition)
        found = self._layers.possible()
        self._layers.pop()
        return found

    def go(self, condition: Bool) -> None:
        """The path goes on where this holds."""
        self._facts.append(self._facts[-1])
        if self._layers is not None:
            self._layers.push()
            self._claim(condition)

    def back(self) -> None:
        """Leave the last layer."""
        self._facts.pop()
        if self._layers is not None:
            self._layers.pop()

    def _claim(self, claim: Bool) -> None:
        lines = [line for term in self._new(claim) for line in self._written(term)]
        self._tell("\n".join([*lines, f"(assert {self._names[claim]})"]))

    def _tell(self, text: str) -> None:
        if self._layers is not None:
            self._layers.tell(text)

    def _new(self, claim: Term) -> Iterator[Term]:
        """The parts of a term that have no name yet, each after its own parts."""
        stack = [(claim, False)]
        while stack:
            term, ready = stack.pop()
            if term in self._names:
                continue
            if ready:
                yield term
            else:
                stack.append((term, True))
                stack.extend((part, False) for part in term.args)

    def _written(self, term: Term) -> Iterator[str]:
        """The lines that introduce a term, which has a name afterwards."""
        if term.value is not None:
            self._names[term] = term.op if isinstance(term.value, bool) else MU.literal(term.value)
            return
        if term.op not in BUILT_IN and term.op not in self._symbols:
            self._symbols.add(term.op)
            yield f"(declare-fun {term.op} ({' '.join(part.sort for part in term.args)}) {term.sort})"
        if not term.args:
            self._names[term] = term.op
            return
        self._names[term] = name = f"t{len(self._names)}"
        yield f"(define-fun {name} () {term.sort} ({term.op} {' '.join(self._names[part] for part in term.args)}))"
