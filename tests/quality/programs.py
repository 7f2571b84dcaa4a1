"""Programs with planted faults, and runs against them in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from model.piles.profiles import PROFILES
from properties.conformance.connectors import InProcess
from properties.conformance.fuzz import fuzz
from properties.conformance.judge import Fault, FaultKind, Transcript
from properties.conformance.protocol import Request
from properties.conformance.reference import Reference
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary
from properties.conformance.verify import verify
from tests.quality.by_model import BANKS, PILES

Connect = Callable[[], InProcess]


class Breaking(InProcess):
    """A function that may raise: then it is taken for a program that has ended."""

    def receive(self, seconds: float) -> Transcript:
        request = self._waiting[0].id
        try:
            return super().receive(seconds)
        except Exception as error:
            return Transcript(request, fault=Fault(FaultKind.CRASHED, repr(error)))


def planted(*names: str) -> Connect:
    """A program that misreads one rule, or several of one game, and does not know it."""
    if names[0] in BANKS:
        return lambda: Breaking(Reference({"bank": BANKS[names[0]].book}, names[0], honest=False).answer)
    game = PILES[names[0]].game
    book = PROFILES[game]
    for name in names:
        book = PILES[name].apply(book)
    return lambda: Breaking(Reference({game: book}, names[0], honest=False).answer)


def edited(game: str, edit: Callable[[Request, dict[str, Any]], None]) -> Connect:
    """The reference, with something edited in its replies."""

    def connect() -> Breaking:
        reference = Reference({game: PROFILES[game]}, "edited")

        def answer(request: Request) -> bytes:
            reply = msgspec.json.decode(reference.answer(request))
            edit(request, reply)
            return msgspec.json.encode(reply)

        return Breaking(answer)

    return connect


def verified(connect: Connect, journal: Path | None = None, **wanted: Any) -> Summary:  # noqa: ANN401 (any setting)
    settings = Settings(**{"seats": (2, 3), "random": 0, "again": 0, "level": "outcome", **wanted})
    *_, last = verify(connect, ("program",), settings, "test", journal)
    assert isinstance(last, Summary)
    return last


def fuzzed(connect: Connect, seed: int = 1, examples: int = 60) -> Summary:
    settings = Settings(random=examples, steps=40, level="step", again=0, seed=seed)
    return fuzz(connect, ("program",), settings, "test", None, lambda event: None)
