"""T2: whether every way out of every condition can be taken under the hypothesis.

A statement about a path that nothing takes says nothing. A branch counts as reached when a situation is there: real
arguments that meet the hypothesis and for which the branch's condition comes out true.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
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
        for arguments in _candidates(branch, found, family, seconds) if taken[branch] is None else ():
            note(arguments)
            if taken[branch] is not None:
                break
    return taken


def _candidates(branch: Branch, found: Compiled[B], family: Family[B], seconds: float) -> Iterator[Arguments]:
    theory, inputs = found.setting.theory, found.inputs
    for size in SIZES:
        more = (*observed(theory, inputs), *small(theory, inputs, size, family.cards))
        model = solvers.model(script((), MU, (*found.given, found.branches[branch], *more)), seconds)
        if model is not None:
            yield from concrete(inputs, model, family.cards)
