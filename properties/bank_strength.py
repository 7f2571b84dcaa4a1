"""Do the checks of Bank notice anything? Every misreading is held against the invariants and cases of its clauses.

A misreading is played on its own example, and on a few matches of random play that are the same every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from model.bank.actions import Action, RoundDeal
from model.bank.dealing import parse_round
from model.bank.play import enabled, initial
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match
from model.deal import DealError
from model.game import NOBODY, Reason, Seat
from properties.bank_rounds import start, steps
from properties.conformance.bank.script import Token, followed, parse_script
from properties.conformance.cases import Case
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
"""The invariants that speak for clauses of a misreading, by kind."""


def bank_violations(misreading: BankMisreading) -> Iterator[Violation]:
    """What the invariants of a misreading's own clauses say of it: of its example, then of fixed matches."""
    yield from _looked_at(misreading, _own(misreading.clauses))


def _own(clauses: tuple[str, ...]) -> Mine:
    mine = [each for each in INVARIANTS if set(each.clauses) & set(clauses)]
    return {kind: tuple(each for each in mine if each.kind is kind) for kind in Kind}


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


# --- cases and examples: is anything different? ---


@dataclass(frozen=True, slots=True)
class _Seen:
    """What can be seen after an action: the table, what is allowed there, and why the action was refused."""

    match: Match
    allowed: frozenset[Action]
    refused: Reason | None


def differs(book: Book, wrong: Book, deal: RoundDeal, script: tuple[str, ...]) -> bool:
    """Whether two books tell a script apart: by a table, by what is allowed there, or by what is refused."""
    tokens = parse_script(script)
    return _course(book, deal, tokens) != _course(wrong, deal, tokens)


def _course(book: Book, deal: RoundDeal, tokens: tuple[Token, ...]) -> list[_Seen] | None:
    """All that can be seen while a script is done; None if the book breaks on it."""
    try:
        match = initial(book, deal)
        seen = [_Seen(match, frozenset(enabled(book, match)), None)]
        for done in followed(book, match, tokens):
            seen.append(_Seen(done.after, frozenset(enabled(book, done.after)), done.refused))
    except BREAKS:
        return None
    return seen


def shows(misreading: BankMisreading) -> bool:
    """Whether the example of a misreading tells it from the rules; one that cannot be read does not."""
    try:
        deal, script = parse_round(misreading.deal), tuple(misreading.script.split())
        if misreading.point in ("pack", "deal"):
            return _dealt(misreading.base_book, deal) != _dealt(misreading.book, deal)
        return differs(misreading.base_book, misreading.book, deal, script)
    except (DealError, ScriptError):
        return False


def _dealt(book: Book, example: RoundDeal) -> RoundDeal:
    """The pack in its order, dealt to as many seats as an example has, by its dealer."""
    seats = len(example.hands)
    dealer = example.dealer if example.dealer != NOBODY else Seat(seats - 1)
    return book.deal(book, book.pack(), seats, dealer)


def bank_case_differs(misreading: BankMisreading, case: Case) -> bool:
    """Whether a case of the suite tells a misreading from the rules, where it does not itself choose at that point."""
    if case.script is None or misreading.point in case.choices:
        return False
    book = _book_of(tuple(sorted(case.choices.items())))
    changes: dict[str, Any] = {misreading.point: misreading.function}
    return differs(book, replace(book, **changes), case.round_deal, case.script)


@lru_cache(maxsize=256)
def _book_of(choices: tuple[tuple[str, str], ...]) -> Book:
    return choose(BANK, dict(choices))
