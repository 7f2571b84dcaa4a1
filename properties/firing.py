"""Which clauses of the rules decide a game: one replay, watched through the interpreter's profiling hook.

Normal play pays nothing for this.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FrameType

from model.clause import clauses_of, tagged_functions
from model.piles.rulebook import Book
from model.piles.run import one_card
from model.piles.state import Phase, Table


@dataclass(frozen=True, slots=True)
class Step:
    """One card: the table before and after it, and the clauses that fired, in the order in which they did."""

    before: Table
    after: Table
    clauses: tuple[str, ...]


def watch(book: Book, table: Table, cards: int) -> Iterator[Step]:
    """Play at most so many cards, step by step, and say which clauses fired at each."""
    codes = {function.__code__: clauses_of(function) for function in tagged_functions()}
    for _ in range(cards):
        if table.phase == Phase.OVER:
            return
        after, fired = _watched(book, table, codes)
        yield Step(table, after, fired)
        table = after


def _watched(book: Book, table: Table, codes: dict[CodeType, tuple[str, ...]]) -> tuple[Table, tuple[str, ...]]:
    fired: dict[str, None] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            fired.update(dict.fromkeys(codes.get(frame.f_code, ())))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        after = one_card(book, table)
    finally:
        sys.setprofile(before)
    return after, tuple(fired)
