"""Misreadings of Bank, held against the invariants of its rules.

A misreading is played on its own example, and on a few matches of random play that are the same every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from model.bank.actions import RoundDeal
from model.bank.dealing import parse_round
from model.bank.play import initial
from model.bank.rulebook import Book
from model.deal import DealError
from model.game import NOBODY, Seat
from properties.bank_rounds import start, steps
from properties.conformance.bank.script import followed, parse_script, tells_apart
from properties.conformance.script import ScriptError
from properties.invariants.bank import INVARIANTS
from properties.invariants.bank.core import Dealing, Invariant, Kind, Step
from properties.invariants.statements import Tally, Violation
from properties.misreadings.bank.core import BankMisreading

MATCHES: Final = 8
"""Matches of random play that a misreading is put into."""
SEED: Final = 1
"""The same for all misreadings."""
STEPS: Final = 150
"""Actions of a match that are looked at; a misread one can be without end."""
SEATS: Final = range(1, 6)
"""Numbers of seats for which the rule book itself is looked at, right and wrong ones."""
BREAKS: Final = (ArithmeticError, AssertionError, LookupError, RecursionError, StopIteration, ValueError)
"""What a misread book can raise where the rules find nothing to do."""

Mine = dict[Kind, tuple[Invariant[Any], ...]]
"""The invariants that a misreading is held against, by kind."""


def bank_violations(misreading: BankMisreading, own: bool = True) -> Iterator[Violation]:
    """What the invariants, or those of its own clauses, say of a misreading: of its example, then of fixed matches."""
    mine = [each for each in INVARIANTS if not own or set(each.clauses) & set(misreading.clauses)]
    yield from _looked_at(misreading, {kind: tuple(each for each in mine if each.kind is kind) for kind in Kind})


def _looked_at(misreading: BankMisreading, own: Mine) -> Iterator[Violation]:
    book, tally = misreading.book, Tally()
    for seats in SEATS:
        yield from _guarded(tally.check_all(own[Kind.BOOK], book, seats, f"the rules for {seats} seats"))
    yield from _guarded(_example(book, misreading, own, tally))
    for number in range(MATCHES):
        yield from _guarded(_game(misreading, number, own, tally))


def _guarded(looking: Iterator[Violation]) -> Iterator[Violation]:
    """What is found until the misread book breaks, if it does."""
    try:
        yield from looking
    except BREAKS:
        return


def _example(book: Book, misreading: BankMisreading, own: Mine, tally: Tally) -> Iterator[Violation]:
    """What does not hold of the misreading's example; what the misread rules refuse is left out."""
    match = initial(book, parse_round(misreading.deal))
    yield from tally.check_all(own[Kind.TABLE], book, match, "before the first move")
    for done in followed(book, match, parse_script(misreading.script.split())):
        if done.refused is None:
            yield from _step(book, Step(done.before, done.after, done.action), own, tally)


def _step(book: Book, step: Step, own: Mine, tally: Tally) -> Iterator[Violation]:
    yield from tally.check_all(own[Kind.STEP], book, step)
    yield from tally.check_all(own[Kind.TABLE], book, step.after)


# --- fixed games ---


def _game(misreading: BankMisreading, number: int, own: Mine, tally: Tally) -> Iterator[Violation]:
    """A match of random play that is the same every time, with the misreading in whatever was agreed on there."""
    begun = start(SEED, number, misreading.apply)
    book, seats = begun.book, len(begun.match.totals)
    if begun.deck:
        yield from tally.check_all(own[Kind.DEAL], book, Dealing(begun.deck, seats, begun.deal, begun.match))
    yield from tally.check_all(own[Kind.TABLE], book, begun.match)
    for step in islice(steps(begun), STEPS):
        yield from _step(book, step, own, tally)


# --- the example of a misreading ---


def shows(misreading: BankMisreading) -> bool:
    """Whether the example of a misreading tells it from the rules; one that cannot be read does not."""
    sound, wrong = misreading.base_book, misreading.book
    try:
        deal, script = parse_round(misreading.deal), tuple(misreading.script.split())
        if misreading.point in ("pack", "deal"):
            return _dealt(sound, deal) != _dealt(wrong, deal)
        return tells_apart(sound, wrong, deal, script)
    except (DealError, ScriptError):
        return False
    except BREAKS:
        return True


def _dealt(book: Book, example: RoundDeal) -> RoundDeal:
    """The pack in its order, dealt to as many seats as an example has, by its dealer."""
    seats = len(example.hands)
    dealer = example.dealer if example.dealer != NOBODY else Seat(seats - 1)
    return book.deal(book, book.pack(), seats, dealer)
