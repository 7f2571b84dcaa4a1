"""After a script has been made short: all that is smaller is asked, if that is little enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from properties.conformance.bank.shrink import shape_of as bank_shape_of
from properties.conformance.books import is_bank
from properties.conformance.cases import Case
from properties.conformance.findings import kind_of, size_of
from properties.conformance.fuzz_shrink import shape_of
from properties.conformance.judge import FaultKind, Judged
from properties.conformance.protocol import GameClaim
from properties.conformance.smaller import smaller_than

MOST_BREAKS: Final = 20
"""So often the program may break on the way: each time it has to be started anew."""


def smallest(kind: str, judged: Judged, claim: GameClaim, ask: Callable[[Case], Judged]) -> Judged:
    """The smallest case that fails in this way: the one given, or a smaller one that was missed so far."""
    if kind in (FaultKind.TIMEOUT, FaultKind.UNFLUSHED):
        return judged  # each costs seconds
    smaller = smaller_than(judged.case, size_of(judged)[0], claim)
    breaks = 0
    for case in smaller.cases if smaller is not None else ():
        answer = ask(case)
        breaks += answer.verdict.fault is not None
        if breaks > MOST_BREAKS:
            return judged
        if kind_of(answer) == kind:
            plain = ask(as_found(case))
            return plain if kind_of(plain) == kind else judged
    return judged


def as_found(case: Case) -> Case:
    """A case of the search as a script of chance that is looked at after every action, and stands for itself."""
    if is_bank(case.game):
        return bank_shape_of(case).case()
    return replace(shape_of(case), looks_last=False).case()
