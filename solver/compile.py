"""An obligation made into a query: the scene translated, the goals stated, the script written."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from model.cards import Zone as Cards
from solver.frames import Branch, Check
from solver.obligations import Inputs, Obligation, Scene, Setting, Statements
from solver.shapes import Shapes
from solver.smtlib import script
from solver.terms import FALSE, TRUE, Bool, Term, and_, implies, not_, or_
from solver.translate import Translator
from solver.values import Value
from solver.zones import MuTheory

B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Compiled(Generic[B]):
    """A scene as terms: its setting and inputs, what is assumed of them, and what the function returns.

    `branches` are the ways out of conditions that inputs of this shape leave open: where a row has no place for a
    second seat, say, or the book has no slaps, the translation itself knows which way is taken.
    """

    setting: Setting[B]
    scene: Scene[B]
    inputs: Inputs
    hypothesis: Bool
    result: Value
    checks: tuple[Check, ...]
    after_loops: Bool
    contracts: tuple[str, ...]
    """The functions that were replaced by their contracts."""
    branches: Mapping[Branch, Bool]

    @property
    def given(self) -> tuple[Bool, ...]:
        """Everything that may be assumed: the hypothesis, and what is known of the terms that occur."""
        return (self.hypothesis, *self.setting.theory.facts.all())

    @property
    def stated(self) -> Statements:
        """What the code relies on, by words."""
        return _stated(self.checks)

    def goals(self, obligation: Obligation[B]) -> Statements:
        """What the obligation says of this result, by words.

        A claim about a result includes that there is one: that the code reaches for nothing that is not there, and that
        its loops end. What holds after a loop may be assumed of the result, and not of the loop itself.
        """
        if obligation.goals is None:
            return self.stated
        claims = obligation.goals(self.setting, self.inputs, self.result)
        return {words: implies(self.after_loops, claim) for words, claim in claims.items()} | self.stated

    def query(self, obligation: Obligation[B], *more: Term) -> str:
        """The script whose answer `unsat` proves the obligation."""
        goal = and_(*self.goals(obligation).values())
        words = (f"{obligation.id}, {self.setting.seats} seats: {obligation.statement}", *obligation.assumptions)
        return script(words, obligation.language, (*self.given, not_(goal), *more))


def _stated(checks: Iterable[Check]) -> dict[str, Bool]:
    stated: dict[str, Bool] = {}
    for check in checks:
        words = f"{check.place} {check.wrong}"
        stated[words] = and_(stated.get(words, TRUE), implies(check.guard, check.condition))
    return stated


def compiled(scene: Scene[B], book: B, seats: int, declared: B | None = None) -> Compiled[B]:
    """The scene for this book, seats and agreed rules (by default the book itself). Raises Unsupported, Mismatch."""
    theory = MuTheory()
    setting = Setting(book, book if declared is None else declared, seats, theory, Shapes(theory, Cards))
    inputs = scene.inputs(setting)
    hypothesis = scene.hypothesis(setting, inputs)
    rule = scene.loop(setting, inputs) if scene.loop else None
    translator = Translator(theory, Cards, rule, scene.contracts)
    function = scene.function(book)
    result = translator.called(function, [*with_book(function, book), *inputs.values()])
    guarded = {branch: or_(*guards) for branch, guards in translator.branches.items()}
    branches = {branch: guard for branch, guard in guarded.items() if guard is not FALSE}
    return Compiled(
        setting,
        scene,
        inputs,
        hypothesis,
        result,
        checks=tuple(translator.checks),
        after_loops=translator.after_loops,
        contracts=tuple(sorted(translator.contracted)),
        branches=branches,
    )


def with_book(function: Callable[..., object], book: B) -> tuple[B, ...]:
    """The book, if the function takes it before everything else."""
    first = next(iter(inspect.signature(function).parameters), "")
    return (book,) if first == "book" else ()
