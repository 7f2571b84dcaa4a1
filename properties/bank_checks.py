"""The invariants of Bank over random matches under what a table may agree on, as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import count
from typing import Any, Final

from model.bank.profiles import BANK
from model.bank.rulebook import Book
from properties.bank_rounds import Change, Counts, check_match, start
from properties.evidence import Finding, Grade, Verdict
from properties.invariants.bank import INVARIANTS
from properties.invariants.bank.core import AnyInvariant, Kind
from properties.invariants.statements import Violation

ROUNDS: Final = 9
"""Rounds of Bank for each game that the pile games are given: a round is short."""
FURTHER: Final = 8
"""So many times as many rounds are played for invariants that had nothing to say, and looked at for these alone."""


@dataclass(slots=True)
class _Looking:
    """What was seen: for each number of seats how much was looked at, and the first violation of each invariant."""

    counts: dict[int, Counts]
    against: dict[str, Violation] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return sum(each.rounds for each in self.counts.values())

    def note(self, violations: Iterable[Violation]) -> None:
        """Keep the first violation of each invariant."""
        for each in violations:
            self.against.setdefault(each.invariant, each)

    def met(self, name: str) -> dict[int, int]:
        """For each number of seats how often the precondition of an invariant was met, where it was."""
        return {seats: each.tally.met[name] for seats, each in self.counts.items() if each.tally.met[name]}

    def cases(self, kind: Kind | None, seats: int) -> int:
        """How much was looked at with so many seats: rounds, or for the rule book itself, books."""
        return len(self.counts[seats].agreed) if kind is Kind.BOOK else self.counts[seats].rounds

    def agreed(self, seats: list[int]) -> int:
        """Under how many different sets of choices."""
        return len({choices for each in seats for choices in self.counts[each].agreed})


def bank_checks(book: Book, seats: list[int], games: int, seed: int) -> Iterator[int | Finding]:
    """Every invariant of Bank over random matches, half of them with options that the text spells out.

    Where the book is not that of the default, what is different in it is put into every book that is played. Yields
    how many rounds have been played, match by match, and then one finding for each invariant.
    """
    change, wanted = _change(book), ROUNDS * games * len(seats)
    looking, numbers = _Looking({each: Counts() for each in seats}), count()
    while looking.rounds < wanted:
        begun = start(seed, next(numbers), change)
        counts = looking.counts.get(len(begun.deal.hands))
        if counts is not None:
            looking.note(check_match(begun, counts))
            yield looking.rounds
    further = _look_further(looking, seed, numbers, change)
    for each in INVARIANTS:
        yield _finding(looking if looking.met(each.name) else further, each, each.kind, seed)
    yield from _others(looking, seed)


def _look_further(looking: _Looking, seed: int, numbers: Iterator[int], change: Change) -> _Looking:
    """More matches, for what no match so far has put to the test; they end when nothing of that kind is left."""
    further = _Looking({each: Counts() for each in looking.counts})
    silent = tuple(each for each in INVARIANTS if not looking.met(each.name))
    while silent and further.rounds < FURTHER * looking.rounds:
        begun = start(seed, next(numbers), change)
        counts = further.counts.get(len(begun.deal.hands))
        if counts is not None:
            further.note(check_match(begun, counts, silent))
            silent = tuple(each for each in silent if not further.met(each.name))
    return further


def _change(book: Book) -> Change:
    """What makes any book differ from its default as this one does from the default of the game."""
    other: dict[str, Any] = {
        each.name: getattr(book, each.name)
        for each in fields(book)
        if getattr(book, each.name) != getattr(BANK, each.name)
    }

    def change(chosen: Book) -> Book:
        return replace(chosen, **other)

    return change


def _others(looking: _Looking, seed: int) -> Iterator[Finding]:
    """What was violated and is no invariant of a moment, such as a round that does not end."""
    known = {each.name for each in INVARIANTS}
    for name, violation in looking.against.items():
        if name not in known:
            yield _finding(looking, violation, None, seed)


def _finding(looking: _Looking, told: AnyInvariant | Violation, kind: Kind | None, seed: int) -> Finding:
    """What was seen of one statement; it speaks only for those numbers of seats where its precondition was met."""
    name = told.invariant if isinstance(told, Violation) else told.name
    met = looking.met(name)
    seats = list(met or looking.counts)
    against = looking.against.get(name)
    verdict = Verdict.FAILED if against is not None else Verdict.HELD if met else Verdict.INCONCLUSIVE
    return Finding(
        subject=name,
        statement=told.statement,
        game="bank",
        grade=Grade.SAMPLED,
        verdict=verdict,
        clauses=told.clauses,
        seats=tuple(seats),
        cases=sum(looking.cases(kind, each) for each in seats),
        preconditions={"precondition met": sum(met.values()), "sets of choices": looking.agreed(seats)},
        seed=seed,
        counterexample=against.where if against is not None else "",
    )
