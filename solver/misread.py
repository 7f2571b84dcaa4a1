"""T5: which statement each misreading breaks.

A misreading is swapped into the book while what was agreed on stays as it is. It dies by a statement if a solver says
`sat` and the model, run by Python with the misread rule, then breaks that statement on real cards. Only the statements
whose scene ever looks at the misread rule point are tried, those of the misread clauses first; then what is known of
these clauses by going through every case there is.

What survives has a reason. Code that cannot be translated has survived, whatever the cases and invariants say of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol

from model.points import RuleChoiceError
from properties.evidence import Solved, Verdict
from properties.misreadings import all_misreadings
from properties.misreadings.bank import MISREADINGS as OF_BANK
from solver.compile import Compiled, compiled
from solver.desk import Desk
from solver.families import Proved, families_of, seats_of
from solver.languages import Language
from solver.obligations import Family, Obligation, Scene
from solver.replay import Replay
from solver.solvers import Answer, Solver, available
from solver.sources import Unsupported
from solver.values import Mismatch

SECONDS: Final = 5.0
"""How long a solver may think about one query, and how long a situation is looked for."""
SEATS: Final = (2, 3, 4)
"""The numbers of seats that are tried, in this order, until a statement breaks."""


ONCE: Final = 0
"""The number of seats of statements that know no seats."""


class Misread(Protocol):
    """What is needed of a misreading, whatever its game."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def game(self) -> str:
        """The game that it misreads."""

    @property
    def point(self) -> str:
        """The rule point that it is swapped into."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it misreads."""

    @property
    def book(self) -> Any:  # noqa: ANN401
        """The book with the misreading in it."""

    @property
    def base_book(self) -> Any:  # noqa: ANN401
        """The sound book that it is held against: what was agreed on."""


class Why(StrEnum):
    """Why a misreading survives the proofs."""

    NOT_READ = "its code is outside of what can be translated"
    NOT_LOOKED_AT = "no statement is made of a function that looks at this rule point"
    NOT_STATED = "every statement made of the functions that look at this rule point holds with it"
    NOT_CONFIRMED = "a solver suspects it, but the model breaks no statement on a small table"
    NOT_SETTLED = "no solver could say in time whether a statement holds"
    NOT_PROVED = "nothing is proved of this game"


@dataclass(frozen=True, slots=True)
class Killed:
    """A misreading that breaks a statement: which one, at how many seats (0 if it knows none), on which situation."""

    misreading: str
    obligation: str
    seats: int
    situation: str
    clauses: tuple[str, ...] = ()
    """The clauses of the statement."""


@dataclass(frozen=True, slots=True)
class Survived:
    """A misreading that breaks no statement, and why; `detail` says where, or which statement, if that can be said."""

    misreading: str
    reason: Why
    detail: str = ""


Fate = Killed | Survived


def misreadings_of(game: str) -> tuple[Misread, ...]:
    """All misreadings of a game."""
    known: tuple[Misread, ...] = (*all_misreadings(), *OF_BANK)
    return tuple([each for each in known if each.game == game])


def fates(
    misreadings: Sequence[Misread], seats: Sequence[int] = SEATS, seconds: float = SECONDS, solver: Solver | None = None
) -> Iterator[Fate]:
    """What becomes of each misreading, in order. One solver is enough here: the model confirms what it says."""
    asked = solver or available(("z3",))[0]
    trial = Trial(tuple(seats), seconds, asked)
    for misreading in misreadings:
        yield trial.fate(misreading)


@dataclass(frozen=True, slots=True)
class Trial:
    """How misreadings are tried, and what was found out about the sound books meanwhile."""

    seats: tuple[int, ...]
    seconds: float
    solver: Solver
    known: dict[object, frozenset[str]] = field(default_factory=dict)
    """The rule points that a scene looks at, by the book that was agreed on, the scene and the seats."""

    def fate(self, misreading: Misread) -> Fate:
        """The first statement that a misreading breaks, or why it breaks none."""
        try:
            entries = families_of(misreading.base_book)
            numbers = [number for number in self.seats if number in seats_of(misreading.base_book)]
        except RuleChoiceError as refused:
            return Survived(misreading.name, Why.NOT_PROVED, str(refused))
        course = Course(self, misreading)
        for number in (ONCE, *numbers):
            for entry in entries:
                killed = course.at(entry.family, number)
                if killed is not None:
                    return killed
        for number in (ONCE, *numbers):
            for entry in entries:
                killed = course.exhausted(entry, number)
                if killed is not None:
                    return killed
        return course.survived()

    def looks_at(self, scene: Scene[Any], declared: object, seats: int) -> frozenset[str]:
        """The rule points that the code of a scene looks at, under the rules that were agreed on."""
        key = (scene.name, scene.function, seats, declared)
        if key not in self.known:
            self.known[key] = _looked_at(scene, declared, seats)
        return self.known[key]


@dataclass(slots=True)
class Course:
    """One misreading on its way through the statements."""

    trial: Trial
    misreading: Misread
    refused: str = ""
    """Where its code could not be translated."""
    unsettled: str = ""
    """The first statement that no answer came for."""
    suspected: str = ""
    """The first statement that a solver suspects to be broken, without the model agreeing."""
    tried: int = 0
    """How many statements were put to the solver."""

    def at(self, family: Family[Any], seats: int) -> Killed | None:
        """The first statement of a family that breaks with so many seats."""
        scenes: dict[str, Compiled[Any] | None] = {}
        for obligation in self._concerned(family, seats):
            scene = obligation.scene
            if scene.name not in scenes:
                scenes[scene.name] = self._compiled(scene, seats)
            found = scenes[scene.name]
            killed = self._broken(obligation, found, family, seats) if found is not None else None
            if killed is not None:
                return killed
        return None

    def exhausted(self, entry: Proved[Any], seats: int) -> Killed | None:
        """The first proof about the misread clauses that fails without a solver: over every case of a finite space."""
        book, declared = self.misreading.book, self.misreading.base_book
        for proof in entry.more:
            made = proof.once if seats == ONCE else not proof.once and seats in (proof.seats or (seats,))
            if not made or not proof.when(declared) or not set(proof.clauses) & set(self.misreading.clauses):
                continue
            with suppress(Unsupported, Mismatch):
                outcome = proof.prove(Desk(book, declared, seats, entry.family, self.trial.seconds, _nobody))
                if outcome.verdict is Verdict.FAILED:
                    return Killed(self.misreading.name, proof.id, seats, outcome.counterexample, proof.clauses)
        return None

    def all_broken(self, family: Family[Any], seats: int) -> set[str]:
        """Every statement of which the solver says that it breaks with so many seats, by id; nothing is replayed."""
        broken: set[str] = set()
        for obligation in self._concerned(family, seats):
            found = self._compiled(obligation.scene, seats)
            if found is not None and self._answer(obligation, found) == Answer.SAT:
                broken.add(obligation.id)
        return broken

    def survived(self) -> Survived:
        """Why nothing has broken."""
        for detail, reason in (
            (self.suspected, Why.NOT_CONFIRMED),
            (self.unsettled, Why.NOT_SETTLED),
            (self.refused, Why.NOT_READ),
        ):
            if detail:
                return Survived(self.misreading.name, reason, detail)
        return Survived(self.misreading.name, Why.NOT_STATED if self.tried else Why.NOT_LOOKED_AT)

    def _concerned(self, family: Family[Any], seats: int) -> list[Obligation[Any]]:
        """The statements to try: those of the misread clauses first, and those of small functions before others."""
        declared, clauses = self.misreading.base_book, set(self.misreading.clauses)
        ranked: list[tuple[Rank, Obligation[Any]]] = []
        for place, obligation in enumerate(family.obligations):
            made = obligation.once if seats == ONCE else not obligation.once and seats in (obligation.seats or (seats,))
            if not made or not obligation.when(declared):
                continue
            looked_at = self.trial.looks_at(obligation.scene, declared, seats)
            if self.misreading.point in looked_at:
                about = set(obligation.clauses)
                rank = (not clauses & about, obligation.goals is None, len(about - clauses), len(looked_at), place)
                ranked.append((rank, obligation))
        return [obligation for _, obligation in sorted(ranked, key=_rank)]

    def _compiled(self, scene: Scene[Any], seats: int) -> Compiled[Any] | None:
        """The scene with the misreading in it; None if its code cannot be translated."""
        try:
            return compiled(scene, self.misreading.book, seats, self.misreading.base_book)
        except (Unsupported, Mismatch) as refusal:
            self.refused = self.refused or str(refusal)
            return None

    def _answer(self, obligation: Obligation[Any], found: Compiled[Any]) -> str:
        """What the solver says of a statement; nothing if what the code returns cannot be spoken of."""
        try:
            return self.trial.solver.solve(found.query(obligation), self.trial.seconds).answer
        except (Unsupported, Mismatch) as refusal:
            self.refused = self.refused or str(refusal)
            return ""

    def _broken(
        self, obligation: Obligation[Any], found: Compiled[Any], family: Family[Any], seats: int
    ) -> Killed | None:
        """The death of the misreading by a statement, if it is one and the model confirms it."""
        self.tried += 1
        answer = self._answer(obligation, found)
        if not answer:
            return None
        if answer != Answer.SAT:
            if answer != Answer.UNSAT:
                self.unsettled = self.unsettled or _named(obligation, seats)
            return None
        replay = Replay(obligation, found, family)
        situation = replay.smallest(self.trial.seconds)
        if situation is None:
            self.suspected = self.suspected or _named(obligation, seats)
            return None
        return Killed(self.misreading.name, obligation.id, seats, replay.told(situation), obligation.clauses)


def _nobody(script: str, part: str, language: Language) -> tuple[Solved, ...]:
    """No solver is asked."""
    return ()


def _named(obligation: Obligation[Any], seats: int) -> str:
    return obligation.id if seats == ONCE else f"{obligation.id} with {seats} seats"


Rank = tuple[bool, bool, int, int, int]


def _rank(ranked: tuple[Rank, Obligation[Any]]) -> Rank:
    return ranked[0]


def _looked_at(scene: Scene[Any], declared: Any, seats: int) -> frozenset[str]:  # noqa: ANN401
    """Translate a scene with a book that notes which of its fields are asked for."""
    book, noted = _noting(declared)
    try:
        compiled(scene, book, seats, declared)
    except (Unsupported, Mismatch):
        return frozenset(noted)
    return frozenset(noted)


def _noting(book: Any) -> tuple[Any, set[str]]:  # noqa: ANN401
    """A copy of a book that notes which of its fields are asked for."""
    noted: set[str] = set()

    def noting(self: object, name: str) -> object:
        noted.add(name)
        return object.__getattribute__(self, name)

    kind = type(type(book).__name__, (type(book),), {"__slots__": (), "__getattribute__": noting})
    copy = kind(**{each.name: getattr(book, each.name) for each in dataclasses.fields(book)})
    noted.clear()
    return copy, noted
