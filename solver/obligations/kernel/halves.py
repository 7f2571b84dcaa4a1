"""The step of the kernel over words that are terms: what each half of it makes of a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Final

from solver.kernel.step import STOPPED, EndRule, Step, make_step
from solver.kernel.step import Words as Can
from solver.obligations.kernel.planes import size
from solver.obligations.kernel.positions import NAMES, Position, State, whole_of, words_of
from solver.obligations.kernel.words import WORDS, Word, at_most, right, word
from solver.terms import Bool, not_

MakeStep = Callable[[Can], Step]
"""What makes the step: `make_step`, or a broken one that a test has."""

LEAD, PAY = "lead", "pay"
ENDING: Final = ("winner", "cards", "tricks", "unanswered", "left")
"""What `ending` tells, in this order."""


@dataclass(frozen=True, slots=True)
class Half:
    """What a half of the step gives back for some words, and what `ending` tells of a game that it stops."""

    words: State
    told: Mapping[str, Word]

    @property
    def stopped(self) -> Bool:
        """That it has stopped the game."""
        return at_most(word(STOPPED), self.words["owed"])

    @property
    def went(self) -> Bool:
        """That it has not."""
        return not_(self.stopped)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The step under an end rule. `mark` is what it puts where it stops."""

    step: Step
    rule: Mapping[str, Word]
    mark: Word

    def half(self, name: str, words: State, whole: Word) -> Half:
        """What a half of the step makes of these words."""
        given = {**words, **self.rule, "whole": whole, "mark": self.mark}
        found = dict(zip(NAMES, called(getattr(self.step, name), given), strict=False))
        return Half({**words, **found}, dict(zip(ENDING, called(self.step.ending, given), strict=True)))

    def at(self, name: str, at: Position, told: Word) -> Half:
        """What a half makes of a position. `lead` lays its pile from the beginning: the cards that lie there before
        the first one are put under it, for in the kernel there are none."""
        found = self.half(name, words_of(at, told), whole_of(at))
        if name == PAY:
            return found
        moved = right(found.words["pile_pay"], size(at.middle))
        return Half({**found.words, "pile_pay": moved}, found.told)


def called(function: Callable[..., tuple[Word, ...]], given: Mapping[str, Word]) -> tuple[Word, ...]:
    """What a function of the step gives, called with those words that it asks for by name."""
    return function(*(given[name] for name in signature(function).parameters))


def kernel(rule: EndRule | Mapping[str, Word], mark: Word, make: MakeStep = make_step) -> Kernel:
    """The step under an end rule, given as numbers or as words."""
    points = rule._asdict().items() if isinstance(rule, EndRule) else rule.items()
    return Kernel(
        make(WORDS), {name: point if isinstance(point, Word) else word(point) for name, point in points}, mark
    )
