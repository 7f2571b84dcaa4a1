"""Something fast that knows how games end, beside the model: what the judge asks of it, and how it is watched.

The model is what the rules are; whoever answers in its place is looked after. A case in so many is played by the model
as well, and so is every case in which a program is found wrong, before anybody is told. If the two do not agree, that
is a fault of fairdeal's and never a verdict.
"""

from __future__ import annotations

from typing import Final, Protocol

from model.game import Outcome
from properties.conformance.cases import Case, hash_of

Told = tuple[Outcome, ...]
"""How a game ends, in each way of counting: one outcome for each of `judge.CONVENTIONS`, in their order."""

ONE_IN: Final = 100
"""Of so many cases that are told by an oracle the model plays one as well: that is a seventh of a run's time."""


class Oracle(Protocol):
    """Who knows how a game ends and has not to play it as the model does."""

    def expect(self, case: Case) -> None:
        """This case will be judged. No program waits meanwhile: whatever takes long is to be done here."""

    def __call__(self, case: Case) -> Told | None:
        """How the game of this case ends; None where the model is to be asked instead."""


class OracleFault(Exception):
    """An oracle and the model do not agree: a fault of fairdeal's. The message has the deal and what each has found."""


def is_sampled(case: Case) -> bool:
    """Whether the model plays this case as well, however it ends: the same cases in every run."""
    return hash_of(f"oracle:{case.id}") % ONE_IN == 0


def check(case: Case, told: Told, right: Told) -> None:
    """Hold what an oracle has told against the model. Raises OracleFault."""
    if told != right:
        chosen = "".join(f", {point}={way}" for point, way in case.choices.items())
        raise OracleFault(
            f"the fast kernel and the model do not agree on the deal {case.text} of {case.game}{chosen} "
            f"(cards as {case.cards}, budget {case.budget}; case {case.id}): the kernel has {told[0]}, the model "
            f"{right[0]}; all ways of counting: {told} and {right}"
        )
