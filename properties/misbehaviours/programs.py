"""Programs that misbehave: what all of them have in common."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import msgspec

from model.game import Outcome
from properties.conformance.books import AnyBook
from properties.conformance.breaking import Broke
from properties.conformance.judge import FaultKind
from properties.conformance.protocol import GameClaim
from properties.conformance.reference import Asked, Reference
from properties.misbehaviours.core import Make, Tells

HOW: Final = {
    FaultKind.TIMEOUT: "no answer, however long one waits",
    FaultKind.CRASHED: "the program ended with exit code 1 instead of answering",
}
"""How a program breaks, in words."""


class Whole(Reference):
    """A program that plays whole games only, as most do, and says nothing of them but the outcome."""

    claims: Mapping[str, Any] = {}
    """What else it claims than the reference does."""

    def _claim(self, book: AnyBook) -> GameClaim:
        return msgspec.structs.replace(super()._claim(book), levels=("outcome",), fork=False, **self.claims)


class Telling(Whole):
    """A program that plays rightly, and tells something else, or breaks."""

    def __init__(self, tells: Tells, claims: Mapping[str, Any], books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self.claims = claims
        self._tells = tells

    def outcome(self, asked: Asked) -> Outcome:
        """What is told. Raises Broke."""
        answer = self._tells(asked, (asked.book.count_cards, asked.book.count_tricks))
        if isinstance(answer, FaultKind):
            raise Broke(answer, HOW[answer])
        return answer


def telling(tells: Tells, **claims: object) -> Make:
    """Makes programs that tell so, and that claim so much beside what is true of the rules."""
    return partial(Telling, tells, claims)
