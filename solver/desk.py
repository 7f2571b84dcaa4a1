"""A desk at which one statement is proved: what it may look at, whom it may ask, and what comes of it.

Most statements are obligations about a scene, and need nothing of this module. A statement that is proved in another
way (a bound, a search over few cards, a second route) is a `Proof`: a function that is given a desk and returns an
outcome. It runs, is kept, is exported and is told like an obligation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from properties.evidence import Grade, Shown, Solved, Verdict
from solver.compile import Compiled, compiled
from solver.languages import MU, Language
from solver.obligations import Choices, Family, Scene, always
from solver.solvers import Answer

B = TypeVar("B")


Ask = Callable[[str, str, Language], tuple[Solved, ...]]
"""Writes a script down under the name of its part, and has the answers of all solvers that read its language."""


@dataclass(frozen=True, slots=True)
class Desk(Generic[B]):
    """What one proof has: the book (and what was agreed on), seats, seconds for each query, and the solvers to ask."""

    book: B
    declared: B
    seats: int
    """How many seats; 0 for a proof that is made once for all of them."""
    family: Family[B]
    seconds: float
    asking: Ask
    known: dict[tuple[str, int], Compiled[B]] = field(default_factory=dict)
    """Scenes that were translated already, so that several proofs share them."""

    def compiled(self, scene: Scene[B]) -> Compiled[B]:
        """The translated scene. Raises Unsupported and Mismatch, which a proof need not catch."""
        key = (scene.name, self.seats)
        if key not in self.known:
            self.known[key] = compiled(scene, self.book, self.seats, self.declared)
        return self.known[key]

    def ask(self, script: str, part: str = "", language: Language = MU) -> tuple[Solved, ...]:
        """The solvers' answers to a script whose `unsat` proves something. A proof with several scripts names each.

        Only what is to be `unsat` is asked here, for that is what an exported script is checked for.
        """
        return self.asking(script, part, language)

    def proved(self, script: str, part: str = "", language: Language = MU) -> bool:
        """Whether every solver that was asked says `unsat`."""
        return agreed(self.ask(script, part, language))


def agreed(answers: Sequence[Solved]) -> bool:
    """Whether somebody was asked, and all say `unsat`."""
    return {each.answer for each in answers} == {Answer.UNSAT}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a proof, and what that rests on. Whoever was asked, and what was said, is known already.

    Grade `proved` needs an answer `unsat`; `exhausted` a space and its size; `sampled` a number of cases;
    `exemplified` an example.
    """

    verdict: Verdict
    grade: Grade = Grade.PROVED
    counterexample: str = ""
    """What is not so, or why nothing is settled, in one line."""
    situation: Shown | None = None
    note: str = ""
    """What else should be known of it."""
    assumptions: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    space: str = ""
    space_size: int = 0
    cases: int = 0
    preconditions: Mapping[str, int] = field(default_factory=dict)
    """In how many of the cases what is assumed holds."""
    seed: int | None = None

    def resting_on(self, assumptions: tuple[str, ...]) -> Outcome:
        """The same, with what is assumed."""
        return replace(self, assumptions=(*self.assumptions, *assumptions))


@dataclass(frozen=True, slots=True)
class Proof(Generic[B]):
    """A statement, and the function that proves it.

    `when`, `under` and `seats` mean what they mean for an obligation; `once` says that it is made once for each game,
    whatever the number of seats, and its desk then has 0 seats.
    """

    id: str
    statement: str
    prove: Callable[[Desk[B]], Outcome]
    clauses: tuple[str, ...] = ()
    when: Callable[[B], bool] = always
    under: tuple[Choices, ...] = ({},)
    seats: tuple[int, ...] = ()
    once: bool = False
    elsewhere: tuple[int, ...] = ()
    """Where it is enough under choices that are not the book's own: in the family's main game, for the first of these
    numbers of seats that can be. Empty: they count as much as the book's own."""
    scene: str = ""
    """The scene that it is about, if it is about one: proofs of one scene are best made one after another."""
    long: float = 0.0
    """About how many seconds of a processor it takes, if these are many: several processes begin with the longest."""
