"""What must hold of Bank: named statements, each with the clauses it speaks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from model.bank.rulebook import Book
from model.bank.state import Match
from properties.invariants.bank.core import AnyInvariant, Dealing, Kind, Step
from properties.invariants.bank.deals import DEALS
from properties.invariants.bank.laying import LAYING
from properties.invariants.bank.matches import MATCHES
from properties.invariants.bank.memory import MEMORY
from properties.invariants.bank.scores import SCORES
from properties.invariants.bank.taking import TAKING
from properties.invariants.bank.turns import TURNS
from properties.invariants.statements import Tally, Violation

INVARIANTS: Final[tuple[AnyInvariant, ...]] = (*DEALS, *LAYING, *TURNS, *MEMORY, *TAKING, *SCORES, *MATCHES)


def by_kind(invariants: tuple[AnyInvariant, ...]) -> dict[Kind, tuple[AnyInvariant, ...]]:
    """Invariants told apart by what they speak of."""
    return {kind: tuple(each for each in invariants if each.kind is kind) for kind in Kind}


BY_KIND: Final = by_kind(INVARIANTS)


def check_table(book: Book, match: Match, tally: Tally, where: str = "") -> Iterator[Violation]:
    """What does not hold of one table."""
    return tally.check_all(BY_KIND[Kind.TABLE], book, match, where)


def check_step(book: Book, step: Step, tally: Tally, where: str = "") -> Iterator[Violation]:
    """What does not hold of one action, and of the table that it leads to."""
    yield from tally.check_all(BY_KIND[Kind.STEP], book, step, where)
    yield from check_table(book, step.after, tally, where)


def check_deal(book: Book, dealing: Dealing, tally: Tally, where: str = "") -> Iterator[Violation]:
    """What does not hold of one deal."""
    yield from tally.check_all(BY_KIND[Kind.DEAL], book, dealing, where)
    yield from check_table(book, dealing.match, tally, where)
