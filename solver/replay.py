"""From a solver's `sat` to a situation that people can lay out on a table, confirmed by running the model itself.

What the solver finds is a suspicion, for it knows piles by length, weight and top card alone. It becomes a
counterexample when real tuples meet the hypothesis and the real function, run by Python, breaks the statement.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from types import FrameType
from typing import Any, Final, Generic, TypeVar

from model.cards import Zone as Cards
from solver import solvers
from solver.compile import Compiled, with_book
from solver.evaluate import Evaluator
from solver.obligations import Family, Obligation, Setting
from solver.shapes import Shapes
from solver.situations import Arguments, DoesNotFit, all_names, concrete, names, observed, small
from solver.zones import MuTheory

B = TypeVar("B")

SIZES: Final = (1, 2, 3, 4, 5, 6, 8, 12)
"""Numbers of cards within which a situation is looked for, smallest first."""
MOST_LINES: Final = 50_000
"""A rule function that runs through more lines than this on a small table does not end."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Real arguments that break a statement: what the function made of them, and which parts of it are not so."""

    before: Arguments
    after: object
    broken: tuple[str, ...]


class TooLong(Exception):
    """A rule function that does not end on a small table."""


@contextmanager
def limited(lines: int) -> Iterator[None]:
    """Run code through so many lines at most. Raises TooLong."""
    left = lines

    def count(frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooLong
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def fingerprint(card: int) -> int:
    """A weighing under which two piles of fewer than 256 cards weigh the same only if they have the same cards."""
    return 1 << (8 * card) if card >= 0 else 0


class Replay(Generic[B]):
    """One obligation, checked on real arguments by running the model."""

    def __init__(self, obligation: Obligation[B], found: Compiled[B], family: Family[B]) -> None:
        self._obligation, self._found, self._family = obligation, found, family
        self._function = found.scene.function(found.setting.book)
        theory = MuTheory()
        of = found.setting
        setting = Setting(of.book, of.declared, of.seats, theory, Shapes(theory, Cards))
        inputs = found.scene.inputs(setting)
        after = setting.shapes.any_like(found.result, "the result")
        self._inputs, self._after = inputs, after
        goals = obligation.goals(setting, inputs, after) if obligation.goals else {}
        hypothesis = found.scene.hypothesis(setting, inputs)
        self._words = tuple(goals)
        self._claims = Evaluator(goals.values(), theory.meanings(fingerprint))
        self._hypothesis = Evaluator([hypothesis], theory.meanings(fingerprint))
        checks = found.stated
        self._check_words = tuple(checks)
        self._checks = Evaluator(checks.values(), found.setting.theory.meanings(fingerprint))

    def smallest(self, seconds: float) -> Situation | None:
        """The first situation, from few cards to more, that really breaks the statement; None if none is found."""
        until = time.monotonic() + seconds
        for before in self._candidates(seconds):
            situation = self.broken(before)
            if situation is not None:
                return situation
            if time.monotonic() > until:
                return None
        return None

    def broken(self, before: Arguments) -> Situation | None:
        """What is broken when the real function is called with these arguments; None if nothing is."""
        try:
            known = all_names(self._inputs, before)
        except DoesNotFit:  # small situations are laid out for any rules
            return None
        if not self._hypothesis.values(known)[0]:
            return None
        unsafe = self._unsafe(known)
        try:
            with limited(MOST_LINES):
                after = self._function(*with_book(self._function, self._found.setting.book), *before.values())
        except TooLong:
            return Situation(before, f"no end within {MOST_LINES} lines of code", ("it ends",))
        except Exception as fault:  # whatever goes wrong in the rule function is what there is to show
            return Situation(before, f"{type(fault).__name__} ({fault})", (*unsafe, "it returns"))
        try:
            claims = self._claims.values(known | names(self._after, after)) if self._words else ()
        except DoesNotFit:  # more in a row than the statement speaks of
            return None
        broken = (*unsafe, *(words for words, holds in zip(self._words, claims, strict=True) if not holds))
        return Situation(before, after, broken) if broken else None

    def _unsafe(self, known: dict[str, object]) -> tuple[str, ...]:
        """Which of the things that the code relies on are not so, with these arguments."""
        if not self._check_words or self._checks.constants() - known.keys():
            return ()
        holding = self._checks.values(known)
        return tuple(words for words, holds in zip(self._check_words, holding, strict=True) if not holds)

    def _candidates(self, seconds: float) -> Iterator[Arguments]:
        """What the solver suspects, with few cards first; then every small situation there is."""
        theory, inputs, cards = self._found.setting.theory, self._found.inputs, self._family.cards
        for size in SIZES:
            more = (*observed(theory, inputs), *small(theory, inputs, size, cards))
            model = solvers.model(self._found.query(self._obligation, *more), seconds)
            if model is not None:
                yield from concrete(inputs, model, cards)
        yield from map(dict, self._family.small(self._found.scene.name, self._found.setting.seats))

    def told(self, situation: Situation) -> str:
        """The situation in words."""
        show, count = self._family.show, self._family.count
        before = ", ".join(show(name, value) for name, value in situation.before.items())
        after = situation.after if isinstance(situation.after, str) else show("", situation.after)
        text = f"{before} -> after '{self._found.scene.name}': {after}"
        sizes = sum(map(count, situation.before.values())), count(situation.after)
        if is_dataclass(situation.after) and sizes[0] != sizes[1]:  # not of an answer that holds no cards at all
            text += f": {sizes[0]} card{'s' * (sizes[0] != 1)} before, {sizes[1]} after"
        return f"{text}; not so: {'; '.join(situation.broken)}"
