"""What a misbehaviour is: a way for a program to fail that no rule function can express."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from model.game import Outcome
from model.piles.play import initial
from model.piles.rulebook import Book
from model.piles.run import Played
from properties.conformance.books import AnyBook, chosen_book
from properties.conformance.cases import Case, one_deal
from properties.conformance.judge import CONVENTIONS, Convention, FaultKind
from properties.conformance.protocol import Request
from properties.conformance.reference import Asked, Reference
from properties.misreadings import Fault

Answer = Outcome | FaultKind
"""What a program tells of a game, or how it breaks instead."""
Tells = Callable[[Asked, Convention], Answer]
"""What is told of a game by who counts in this way."""
Make = Callable[[Mapping[str, AnyBook], str], Reference]
"""Makes a program from the books that it plays, and its name."""
Answers = Callable[[Request], bytes]

AGAIN: Final = "(again: {})"


@dataclass(frozen=True, slots=True)
class Question:
    """A deal that is asked: a whole game, with the slaps of it if there are any, or a script at a table."""

    deal: str
    script: str | None = None
    slaps: str = ""
    """As in a timeline: `2:B` is a hand of seat B after two cards."""
    cards: str = "class"
    choices: tuple[tuple[str, str], ...] = ()
    twin: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """A way for a program to fail that no rule function can express.

    `belief` says what its author took for granted, and `source` in words where it was met, or what it is known from.
    `clauses` are those of which the program then tells, or does, something else; there are none where nothing but the
    protocol is broken. `example` are the questions that show it, asked one after the other of one program. It is the
    smallest, by cards, seats, pay cards and text, where `smallest` says so, and the shortest found else.
    """

    name: str
    game: str
    kind: Fault
    clauses: tuple[str, ...]
    belief: str
    source: str
    example: tuple[Question, ...]
    make: Make
    tells: Tells | None = None
    """What the program tells of a game, where that depends on nothing but the game."""
    smallest: bool = False

    def program(self, choices: Mapping[str, str] | None = None) -> Reference:
        """A new program that misbehaves so; it plays by the game's defaults, or by what is chosen."""
        return self.make({self.game: chosen_book(self.game, choices or {})}, self.name)

    def answer(self, choices: Mapping[str, str] | None = None) -> Answers:
        """The same as a function from request to reply, for a run in this process."""
        return self.program(choices).answer

    def told(self, book: Book, case: Case, played: Played) -> tuple[Outcome, ...] | FaultKind:
        """What is told of a game, in each way of counting, or how the program breaks; `played` is by the rules.

        Only where `tells` is there.
        """
        assert self.tells is not None
        asked = Asked(book, case.deal, initial(book, case.deal), case.budget, case.slaps, played)
        told: list[Outcome] = []
        for convention in CONVENTIONS:
            answer = self.tells(asked, convention)
            if isinstance(answer, FaultKind):
                return answer
            told.append(answer)
        return tuple(told)

    @property
    def cases(self) -> tuple[Case, ...]:
        """The example as cases; a question that stands in it twice gets an id of its own."""
        found = [_case(self.game, question) for question in self.example]
        return tuple(
            msgspec.structs.replace(case, id=f"{case.id} (question {number})") if len(found) > 1 else case
            for number, case in enumerate(found, start=1)
        )


def _case(game: str, asked: Question) -> Case:
    case = one_deal(game, asked.deal, asked.cards, dict(asked.choices), asked.script, asked.slaps, asked.twin)
    return msgspec.structs.replace(case, beside=asked.beside)
