"""What can be seen of a case while it is played: all that a program is judged by, from the deal to the end.

A course is what the rules in force make of a case, step by step. The courses of the sound rules are kept before any
mutant is put in place, together with the functions that were entered on the way: only those can make a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, product, zip_longest
from types import CodeType, FrameType
from typing import Any, Final, TypeAlias

import msgspec

from model.bank import play as bank
from model.bank.rulebook import Book as BankBook
from model.bank.state import Match
from model.game import Reason, Seat
from model.piles import play as piles
from model.piles.rulebook import Book, CountCards, CountTricks
from model.piles.run import NeedsChance, RefusedSlap, cards_played, counted, play
from model.piles.state import Table
from properties.conformance.bank import script as bank_script
from properties.conformance.bank import wire as bank_wire
from properties.conformance.books import bank_book, chosen_book, is_bank
from properties.conformance.cases import Case
from properties.conformance.script import parse_script
from properties.conformance.table_wire import to_table, to_view

Course: TypeAlias = Iterator[Hashable]
Wanted: TypeAlias = Collection[CodeType] | None
"""The functions that are looked out for; None if nobody needs to know."""
LONGEST: Final = 400
"""Cards of a whole game that are looked at one by one."""


def course(case: Case, whole: bool = False) -> Course:
    """What is seen of a case: the outcome of a game that plays itself, or every table of a script.

    Outcomes are told in every way of counting, for a program may have any. With `whole` the tables of a game that
    plays itself are seen as well.
    """
    if is_bank(case.game):
        return _of_bank(bank_book(case.choices), case)  # chosen anew each time, for rules are asked to choose it
    book = chosen_book(case.game, case.choices)
    assert isinstance(book, Book)
    if case.script is not None:
        return _by_steps(book, piles.initial(book, case.deal), case.script)
    return _of_game(book, case, whole)


def _of_game(book: Book, case: Case, whole: bool) -> Course:
    table = piles.initial(book, case.deal)
    try:
        played = play(book, table, case.budget, slaps=case.slaps)
        yield tuple([counted(played, *ways) for ways in product(CountCards, CountTricks)])
    except RefusedSlap:
        yield Reason.ILLEGAL_ACTION
    if whole and not case.timeline:
        for ticks in islice(cards_played(book, table), LONGEST):
            yield _seen(book, ticks[-1][2], Seat(0))


def _by_steps(book: Book, table: Table, script: Sequence[str]) -> Course:
    yield _seen(book, table, Seat(0))
    for number, token in enumerate(parse_script(script), start=1):
        tick = token.tick(book, table)
        reason = "stale" if token.stale else piles.refusal(book, table, tick)
        if reason is not None:
            yield reason
            continue
        table = piles.apply_tick(book, table, tick)
        yield _seen(book, table, Seat(number % len(table.hands)))


def _seen(book: Book, table: Table, seat: Seat) -> Hashable:
    """A table as it stands on the wire, all that may be done at it, and what a seat sees."""
    sight = to_view(book, table, piles.view(book, table, seat))
    return _plain(to_table(book, table)), frozenset(piles.enabled(book, table)), _plain(sight)


def _of_bank(book: BankBook, case: Case) -> Course:
    match = bank.initial(book, case.round_deal)
    yield _seen_at_bank(book, match, Seat(0))
    script = bank_script.parse_script(case.script or ())
    for number, done in enumerate(bank_script.followed(book, match, script), start=1):
        if done.refused is not None:
            yield done.refused
        yield _seen_at_bank(book, done.after, Seat(number % len(done.after.totals)))


def _seen_at_bank(book: BankBook, match: Match, seat: Seat) -> Hashable:
    sight = bank_wire.to_view(book, match, seat)
    return _plain(bank_wire.to_table(match)), frozenset(bank.enabled(book, match)), _plain(sight)


def _plain(wire: msgspec.Struct) -> bytes:
    return msgspec.json.encode(wire)


# --- the sound course, kept ---


@dataclass(frozen=True, slots=True)
class Kept:
    """A case with its sound course, and the code of the functions that were entered on the way."""

    case: Case
    seen: tuple[Hashable, ...]
    entered: frozenset[CodeType] | None
    """None where that was not noted."""
    whole: bool = False

    def may_enter(self, code: CodeType) -> bool:
        """Whether a function can make a difference."""
        return self.entered is None or code in self.entered


@dataclass(slots=True)
class Entered:
    """Notes which of some functions are entered in a block."""

    wanted: Collection[CodeType]
    found: set[CodeType] = field(default_factory=set)

    def __enter__(self) -> Entered:
        self._earlier = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(self._earlier)

    _earlier: Any = None

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code in self.wanted:
            self.found.add(frame.f_code)


def keep(case: Case, wanted: Wanted = None, whole: bool = False) -> Kept:
    """Play a case by the rules as they are now, and keep what is seen."""
    if wanted is None:
        return Kept(case, tuple(course(case, whole)), None, whole)
    with Entered(wanted) as entered:
        seen = tuple(course(case, whole))
    return Kept(case, seen, frozenset(entered.found), whole)


def keep_all(cases: Iterable[Case], wanted: Wanted = None, whole: bool = False) -> tuple[Kept, ...]:
    """The same of many cases; games that chance would have to play are left out."""
    found: list[Kept] = []
    for case in cases:
        with suppress(NeedsChance):
            found.append(keep(case, wanted, whole))
    return tuple(found)


_NOTHING: Final = object()


def parts(kept: Kept) -> bool:
    """Whether the rules that are in force now lead to anything else. Raises whatever they break with."""
    now = course(kept.case, kept.whole)
    return any(right != got for right, got in zip_longest(kept.seen, now, fillvalue=_NOTHING))
