"""Which clauses of the rules decide a game: one replay, watched through the interpreter's profiling hook.

Normal play pays nothing for this.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FrameType
from typing import TypeVar

from model.clause import clauses_of, tagged_functions
from model.game import Tick
from model.piles.rulebook import Book
from model.piles.run import NO_SLAPS, Timeline, cards_played
from model.piles.state import Table

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Step:
    """One card: its ticks, each between the tables before and after it, and the clauses that fired, in order."""

    ticks: tuple[tuple[Table, Tick, Table], ...]
    clauses: tuple[str, ...]


def watch(book: Book, table: Table, cards: int, slaps: Timeline = NO_SLAPS) -> Iterator[Step]:
    """Play at most so many cards, step by step, and say which clauses fired at each."""
    game = cards_played(book, table, None, slaps)
    for _ in range(cards):
        ticks, fired = watched(lambda: next(game, ()))
        if not ticks:
            return
        yield Step(ticks, fired)


def watched(play: Callable[[], Done]) -> tuple[Done, tuple[str, ...]]:
    """What a call returns, and the clauses of the functions that were called in it, in the order in which they were."""
    codes = _codes(tagged_functions())
    fired: dict[str, None] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            fired.update(dict.fromkeys(codes.get(frame.f_code, ())))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        done = play()
    finally:
        sys.setprofile(before)
    return done, tuple(fired)


@lru_cache(maxsize=1)
def _codes(functions: tuple[Callable[..., object], ...]) -> dict[CodeType, tuple[str, ...]]:
    return {function.__code__: clauses_of(function) for function in functions}
