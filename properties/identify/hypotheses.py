"""What a program might play: a rule book with some points decided otherwise, and a way of telling what came of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from model.game import Outcome
from model.piles.rulebook import Book
from model.piles.run import Played
from model.points import RuleChoiceError
from properties.conformance.books import AnyBook
from properties.conformance.cases import Case
from properties.conformance.judge import FaultKind, Judged

Put = Callable[[AnyBook], AnyBook]
"""Puts an option into a book. Raises RuleChoiceError where it does not fit."""
Tells = Callable[[Book, Case, Played], tuple[Outcome, ...] | FaultKind]
"""What a program tells of a game, in each way of counting, or how it breaks; the game is the one of the book."""
ANSWERS = "answers"
"""The place of what is told of a game, whatever its rules are."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a program may do otherwise: an alternative, a misreading, or a misbehaviour.

    Two options of one `place` exclude each other. The place is a rule point; of a set of alternatives each has a place
    of its own (`slaps double`), and how results are told has one as well.
    """

    place: str
    name: str
    """As one says it on the command line or in the register: `end=immediate`, `debts_add_up`."""
    belief: str = field(compare=False)
    """What its author believes, as a sentence."""
    clauses: tuple[str, ...] = field(compare=False)
    misreading: bool = field(compare=False)
    """Whether nobody may choose it, so that it cannot be declared in `hello`."""
    put: Put = field(compare=False, repr=False)
    tells: Tells | None = field(default=None, compare=False, repr=False)
    """What it tells of a game, where that is not simply how the game ends."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A rule book that differs from the one claimed in some options."""

    options: tuple[Option, ...]
    book: AnyBook = field(compare=False, repr=False)

    @property
    def tells(self) -> Option | None:
        """The option that says what is told of a game, if that is not simply how it ends."""
        return next((option for option in self.options if option.tells is not None), None)

    def without(self, dropped: Option, base: AnyBook) -> Hypothesis:
        """The same with one option less; `base` is the book that is claimed."""
        book = base
        kept = tuple(option for option in self.options if option != dropped)
        for option in kept:
            book = option.put(book)
        return Hypothesis(kept, book)

    def __str__(self) -> str:
        return ", ".join(option.name for option in self.options) or "as claimed"


def plain(book: AnyBook) -> Hypothesis:
    """That the program plays what it claims."""
    return Hypothesis((), book)


def extended(hypothesis: Hypothesis, options: Iterable[Option]) -> Iterator[Hypothesis]:
    """The hypothesis with each of these options in turn, as far as they go together."""
    taken = {option.place for option in hypothesis.options}
    for option in options:
        if option.place in taken:
            continue
        try:
            book = option.put(hypothesis.book)
        except RuleChoiceError:
            continue
        yield Hypothesis(tuple(sorted((*hypothesis.options, option), key=lambda each: (each.place, each.name))), book)


class Asking(Protocol):
    """How a program is asked (whole games, or tables step by step), and what a hypothesis says to that."""

    @property
    def base(self) -> AnyBook:
        """The book of what the program claims."""

    @property
    def options(self) -> tuple[Option, ...]:
        """All that it may do otherwise, the likeliest first."""

    @property
    def at_once(self) -> int:
        """So many cases are asked before the first thought: where asking is cheaper than thinking."""

    @property
    def told(self) -> tuple[str, ...]:
        """What the answers so far tell: winner, cards, tricks, loops, events, states ..."""

    @property
    def space(self) -> str:
        """The whole space of deals among the cases, in words; empty if there is none."""

    def cases(self) -> Iterator[Case]:
        """What may be asked, the easiest to read first; finite."""

    def checks(self) -> Iterator[Case]:
        """What a result is held against in the end: the suite, and games by chance; finite."""

    def hear(self, judged: Judged) -> None:
        """An answer has come: it shows what the program tells at all."""

    def may_be_silent(self, hypothesis: Hypothesis, case: Case) -> bool:
        """Whether a program that plays so may never answer: who was silent before is not asked this."""

    def foretells(self, hypothesis: Hypothesis, case: Case, ways: int = -1) -> Hashable:
        """The answer that a hypothesis gives in some ways of telling; equal ones are not told apart by this case."""

    def agrees(self, hypothesis: Hypothesis, judged: Judged) -> int:
        """In which ways of telling a hypothesis gives the answer that has come, a bit for each; 0 if in none.

        A program has one way of telling: the answers that a hypothesis explains have a bit in common.
        """
