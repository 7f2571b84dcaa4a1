"""Do the checks notice anything? Every misreading is held against every check that speaks for its clauses.

A check counts for a clause only if it has failed on a misreading of that clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources

from model.cards import Card
from model.deal import parse_deal
from model.game import Applied, Seat
from model.piles.play import initial
from model.piles.rulebook import Book
from model.piles.run import outcome
from properties.bank_strength import bank_case_differs, bank_violations, shows
from properties.conformance.books import is_bank
from properties.conformance.cases import SMALL_BUDGET, Case, load_suite
from properties.conformance.judge import book_of
from properties.conformance.script import parse_script
from properties.invariants import Violation, by_timeline, check_deal, check_game, check_party
from properties.invariants.bank import INVARIANTS as INVARIANTS_OF_BANK
from properties.invariants.slap_rights import BREAKS, answer
from properties.misreadings import Misreading, Shows, all_misreadings
from properties.misreadings.bank import MISREADINGS as OF_BANK
from properties.misreadings.bank.core import BankMisreading

TICKS = 60
"""How long a game with a misreading is looked at; many would never end."""

SMALL_SUITE_DEAL = 20
"""Deals of the suite with more cards are records, which show no clause in particular."""

IN_PLAY = (Shows.PLAY, Shows.SLAPS)
MOST_DEALT = 9
MOST_SEATS = 7


@dataclass(frozen=True, slots=True)
class Failed:
    """A check that a misreading made fail: an invariant by name, or a case of the suite by id."""

    check: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """One misreading, and the checks of its own clauses that failed on it. With none, it goes unnoticed.

    `shown` says whether its own example tells it from the rules.
    """

    misreading: Misreading | BankMisreading
    failed: tuple[Failed, ...]
    shown: bool = True

    @property
    def tried(self) -> frozenset[str]:
        """The clauses of this misreading for which a check is now known to notice something."""
        return frozenset(clause for failed in self.failed for clause in failed.clauses) & set(self.misreading.clauses)


def trials(game: str) -> Iterator[Trial]:
    """Every misreading of a game, tried."""
    suite = suite_of(game)
    if is_bank(game):
        yield from (bank_trial(misreading, suite) for misreading in OF_BANK)
        return
    for misreading in all_misreadings():
        if misreading.game == game:
            yield trial(misreading, suite)


def never_failed(found: Iterable[Trial]) -> tuple[str, ...]:
    """The invariants of Bank that none of these trials made fail: nothing yet shows that they notice anything."""
    failed = {check.check for trial in found for check in trial.failed}
    return tuple(each.name for each in INVARIANTS_OF_BANK if each.name not in failed)


def suite_of(game: str) -> tuple[Case, ...]:
    """The suite of a game; nothing where it has none yet."""
    source = resources.files("properties.conformance") / "suite" / f"{game}.toml"
    return load_suite(game) if source.is_file() else ()


def trial(misreading: Misreading, suite: tuple[Case, ...]) -> Trial:
    """Hold one misreading against the invariants and the cases of the suite."""
    differing = (case for case in suite if goes_out_differently(misreading, case))
    return Trial(misreading, tuple(_own_checks(misreading.clauses, violations(misreading), differing)))


def bank_trial(misreading: BankMisreading, suite: tuple[Case, ...]) -> Trial:
    """Hold one misreading of Bank against the invariants and the cases of the suite."""
    own = set(misreading.clauses)
    differing = (case for case in suite if own & set(case.clauses) and bank_case_differs(misreading, case))
    failed = tuple(_own_checks(misreading.clauses, bank_violations(misreading), differing))
    return Trial(misreading, failed, shows(misreading))


def _own_checks(clauses: tuple[str, ...], found: Iterable[Violation], cases: Iterable[Case]) -> Iterator[Failed]:
    """The checks that failed, each once, as far as they speak for these clauses."""
    invariants = {each.invariant: Failed(each.invariant, each.clauses) for each in found}
    for failed in (*invariants.values(), *(Failed(case.id, case.clauses) for case in cases)):
        if set(clauses) & set(failed.clauses):
            yield failed


def violations(misreading: Misreading) -> Iterator[Violation]:
    """What the invariants say: of its smallest example, of small packs dealt, and of every number of seats."""
    book = misreading.book
    if misreading.shows in IN_PLAY:
        table = initial(book, parse_deal(misreading.smallest_deal, misreading.cards))
        yield from check_game(book, table, TICKS, slapping=by_timeline(misreading.timeline))
        return
    for seats in range(1, MOST_SEATS + 1):
        yield from check_party(book, seats)
    for cards in range(2, MOST_DEALT + 1):
        for seats in range(2, min(cards, MOST_SEATS) + 1):
            for dealer in range(seats):
                yield from check_deal(book, tuple(map(Card, range(cards))), seats, Seat(dealer))


def goes_out_differently(misreading: Misreading, case: Case) -> bool:
    """Whether a case of the suite tells a misreading from the rules, where it does not itself choose at that point."""
    book, cards = book_of(case), sum(map(len, case.deal.hands))
    if misreading.shows not in IN_PLAY or cards > SMALL_SUITE_DEAL or misreading.point in case.choices:
        return False
    wrong = misreading.apply(book)
    if case.script is not None:
        return _parts(book, wrong, case)
    table = initial(book, case.deal), initial(wrong, case.deal)
    try:
        right, other = (
            outcome(*each, SMALL_BUDGET, slaps=case.slaps) for each in zip((book, wrong), table, strict=True)
        )
    except BREAKS:
        return True
    return right != other


def _parts(book: Book, wrong: Book, case: Case) -> bool:
    """Whether something in a script is refused, or leads to a table, as it is not by the rules."""
    table, other = initial(book, case.deal), initial(wrong, case.deal)
    for token in parse_script(case.script or ()):
        tick = token.tick(book, table)
        right, got = answer(book, table, tick), answer(wrong, other, tick)
        if right != got:
            return True
        if isinstance(right, Applied) and isinstance(got, Applied) and not token.stale:
            table, other = right.state, got.state
    return False
