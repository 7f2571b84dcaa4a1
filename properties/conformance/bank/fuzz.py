"""Fuzzing Bank: chance makes scripts, right and wrong, the program plays them, and what fails is made short."""

from __future__ import annotations

from dataclasses import dataclass, replace

from properties.conformance.bank.chance import any_round
from properties.conformance.bank.shorter import shorter
from properties.conformance.bank.shrink import Shape, shape_of
from properties.conformance.cases import hash_of
from properties.conformance.findings import TIMES, kind_of
from properties.conformance.fuzz import MOST_FOUND, MOST_SHORTER, PATIENCE, Hunt
from properties.conformance.fuzz_smaller import smallest
from properties.conformance.judge import Judged


@dataclass(slots=True)
class BankHunt(Hunt):
    """The search: script by script; what is found is made short before the next script is made up."""

    _number: int = 0

    def _round(self, number: int, examples: int) -> None:
        """Scripts until one fails in a new way."""
        self._new, self.questions.broke = {}, 0
        for _ in range(examples):
            if self._new or self._left() <= 0 or self.questions.broke > PATIENCE or len(self.found) >= MOST_FOUND:
                return
            shape = self._made_up()
            judged = self.questions.ask(shape.case())
            self._played += 1
            kind = self._new_kind(shape, judged)
            if kind and self._happens_again(kind, judged):
                self._new[kind] = judged
            elif kind:
                self.found[kind] = judged

    def _made_up(self) -> Shape:
        """The next script: with few cards or the whole pack, by one seat's eyes or by the rules."""
        scope, claim = self.questions.scope, self.questions.claim
        number, seats = divmod(self._number, len(scope.seats))
        self._number += 1
        fixed = {**scope.choices, **self.settings.choices}
        seed = hash_of(f"fuzz {self.settings.seed}")
        shape = shape_of(any_round(claim, scope.seats[seats], number, seed, fixed))
        return replace(shape, script=shape.script[: self.settings.steps])

    def _new_kind(self, shape: Shape, judged: Judged) -> str:
        """The kind of a failure, if it is one to be looked into; else empty."""
        kind = kind_of(judged)
        if not kind or kind in self.found:
            return ""
        if shape.twin is not None and any(kind_of(self.questions.ask(each.case())) for each in _alone(shape)):
            return ""  # a rule differs, and so it tells the two deals apart
        return kind

    def _pursue(self, kind: str, judged: Judged) -> None:
        """Make a failure as short as it will go, and see whether it happens every time."""
        self.questions.watch(f"making it shorter: {kind}")
        self.questions.broke = 0
        shortest = self.found[kind] = self._shortest(kind, judged)
        before = list(self.questions.since_start)
        self.questions.watch(f"asking it again, {TIMES} times: {kind}")
        self._ask_alone(shortest, before)

    def _shortest(self, kind: str, judged: Judged) -> Judged:
        search = shorter(kind, judged, self.questions.claim, MOST_SHORTER)
        best, answer = judged, None
        try:
            while self.questions.broke <= PATIENCE:
                case = next(search) if answer is None else search.send(answer)
                answer = self.questions.ask(case)
                best = answer if kind_of(answer) == kind else best
        except StopIteration as over:
            best = over.value
        return smallest(kind, best, self.questions.claim, self.questions.ask)


def _alone(shape: Shape) -> tuple[Shape, Shape]:
    """Each of two deals that must look the same as a table of its own."""
    assert shape.twin is not None
    return replace(shape, twin=None), replace(shape, deal=shape.twin, twin=None)
