"""T2: whether every way out of every condition can be taken under the hypothesis.

A statement about a path that nothing takes says nothing. A branch counts as reached when a situation is there: real
arguments that meet the hypothesis and for which the branch's condition comes out true. A statement whose hypothesis
nothing meets says nothing either: `met` looks for something that does.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, TypeVar

from solver import solvers
from solver.compile import Compiled
from solver.evaluate import Evaluator
from solver.frames import Branch
from solver.languages import MU
from solver.obligations import Family
from solver.replay import SIZES, fingerprint
from solver.situations import Arguments, DoesNotFit, all_names, concrete, observed, small
from solver.smtlib import script
from solver.terms import Bool

B = TypeVar("B")
FEW: Final = 500
"""So many small situations are looked at before a solver is asked for one."""


def reached(found: Compiled[B], family: Family[B], seconds: float) -> dict[Branch, Arguments | None]:
    """For each branch of a scene without loops the arguments of a situation that takes it, or None."""
    meanings = found.setting.theory.meanings(fingerprint)
    guards = Evaluator([found.hypothesis, *found.branches.values()], meanings)
    taken: dict[Branch, Arguments | None] = dict.fromkeys(found.branches)

    def note(arguments: Arguments) -> None:
        try:
            allowed, *ways = guards.values(all_names(found.inputs, arguments))
        except DoesNotFit:  # small situations are laid out for any rules
            return
        for each, goes in zip(found.branches, ways, strict=True):
            if allowed and goes and taken[each] is None:
                taken[each] = arguments

    for arguments in islice(map(dict, family.small(found.scene.name, found.setting.seats)), FEW):
        note(arguments)
    for branch in found.branches:
        if taken[branch] is not None:
            continue
        for arguments in _candidates((found.branches[branch],), found, family, seconds):
            note(arguments)
            if taken[branch] is not None:
                break
    return taken


def met(found: Compiled[B], family: Family[B], seconds: float) -> Arguments | None:
    """The arguments of a situation that meets the hypothesis of a scene, or None."""
    hypothesis = Evaluator([found.hypothesis], found.setting.theory.meanings(fingerprint))
    few = islice(map(dict, family.small(found.scene.name, found.setting.seats)), FEW)
    for arguments in chain(few, _candidates((), found, family, seconds)):
        with contextlib.suppress(DoesNotFit):  # small situations are laid out for any rules
            if hypothesis.values(all_names(found.inputs, arguments))[0]:
                return arguments
    return None


def can_be(found: Compiled[B], *more: Bool, seconds: float) -> str:
    """What z3 says of whether everything that may be assumed can hold, with what is given besides; empty without z3."""
    question = impossible(found, *more)
    return next((each.solve(question, seconds).answer for each in solvers.available(("z3",))), "")


def impossible(found: Compiled[B], *more: Bool, about: Sequence[str] = ()) -> str:
    """The script whose answer `unsat` says that this can never hold together with what may be assumed."""
    return script(about, MU, (*found.given, *more))


def _candidates(also: Sequence[Bool], found: Compiled[B], family: Family[B], seconds: float) -> Iterator[Arguments]:
    theory, inputs = found.setting.theory, found.inputs
    for size in SIZES:
        more = (*observed(theory, inputs), *small(theory, inputs, size, family.cards))
        model = solvers.model(script((), MU, (*found.given, *also, *more)), seconds)
        if model is not None:
            yield from concrete(inputs, model, family.cards)
