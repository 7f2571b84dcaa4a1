"""What a run has to do, in order: each statement of each game, for each number of seats, under each choice of rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from model.points import RuleChoiceError
from properties.conformance.books import AnyBook, check_seats
from solver.desk import Proof
from solver.families import (
    Proved,
    departures,
    entry,
    families_of,
    is_meant,
    proofs,
    seats_of,
    swapped_points,
    with_choices,
)
from solver.obligations import Choices

LONGEST_NAME: Final = 150


class NoSuchObligation(ValueError):
    """An obligation that is not there. The message names those that are near."""


@dataclass(frozen=True, slots=True)
class Task:
    """One statement to be proved: of a book and what was agreed on, for so many seats; 0 for what is proved once.

    It can be sent to another process, which finds the proof by the names of family and statement.
    """

    family: str
    id: str
    book: AnyBook
    declared: AnyBook
    seats: int
    choices: Mapping[str, str]
    """Where the book departs from its game's own defaults."""

    @property
    def proof(self) -> Proof[Any]:
        """What is to be proved, and how."""
        return proofs(self.family, audit=True)[self.id]

    @property
    def scene(self) -> tuple[object, ...]:
        """What proofs have in common that need the same translation."""
        return self.family, self.proof.scene, self.seats, self.book.game, *self.choices.items()

    def stem(self, part: str = "") -> str:
        """How the file of a script is called: game, choices, statement, part, seats."""
        chosen = "".join(f".{point}={way}" for point, way in self.choices.items())
        if len(chosen) > LONGEST_NAME:
            chosen = f".{hashlib.sha256(chosen.encode()).hexdigest()[:16]}"
        name = f"{self.book.game}{chosen}.{self.id}{'.' * bool(part)}{part}{f'.{self.seats}' if self.seats else ''}"
        return "".join(letter if letter.isalnum() or letter in "._=,-+" else "-" for letter in name)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which proofs of a book are wanted: for these seats (all if none are named), with ids that begin like this."""

    book: AnyBook
    declared: AnyBook
    seats: tuple[int, ...] = ()
    id: str = ""
    chosen: frozenset[str] = frozenset()
    """The rule points that somebody has decided: no proof is made with another alternative there."""
    audit: bool = False
    without: tuple[str, ...] = ()
    """What is left out: ids that begin like these."""


def plan(wanted: Wanted) -> list[Task]:
    """All tasks of one book, in order.

    Raises RuleChoiceError where the game is not proved and for seats that it does not know, NoSuchObligation.
    """
    for number in wanted.seats:
        check_seats(wanted.declared, number)
    seats = tuple(dict.fromkeys(wanted.seats)) or seats_of(wanted.declared)
    fixed = wanted.chosen | swapped_points(wanted.book, wanted.declared)
    every = _every(wanted)
    ids = {proof.id for _, proof in every}
    named = {wanted.id} & ids or {id for id in ids if is_meant(wanted.id, id)}
    named = {id for id in named if not any(is_meant(each, id) for each in wanted.without)}
    if not named:
        raise NoSuchObligation(_nearest(wanted.id, [proof.id for _, proof in every]))
    once = [(name, proof) for name, proof in every if proof.once and proof.id in named]
    each = [(name, proof) for name, proof in every if not proof.once and proof.id in named]
    tasks = [task for name, proof in once for task in _tasks(wanted, fixed, name, proof, 0)]
    return tasks + [task for at in seats for name, proof in each for task in _tasks(wanted, fixed, name, proof, at)]


def _every(wanted: Wanted) -> list[tuple[str, Proof[Any]]]:
    """All proofs of a book with their families; what families share is there once. Raises ValueError for a clash."""
    found: dict[str, tuple[str, Proof[Any]]] = {}
    for each in families_of(wanted.declared):
        for id, proof in proofs(each.name, wanted.audit).items():
            first, known = found.setdefault(id, (each.name, proof))
            if known is not proof:
                raise ValueError(f"'{first}' and '{each.name}' both have a proof that is called {id}")
    return list(found.values())


def _nearest(wanted: str, ids: Sequence[str]) -> str:
    """What to say of an id that nothing begins with."""
    heads = sorted({id.partition(".")[0] for id in ids}, key=_in_reading_order)
    near = get_close_matches(wanted, list(dict.fromkeys([*ids, *heads])), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(sorted(near, key=_in_reading_order))}? " if near else ""
    part = next((f", most with parts such as {id}" for id in ids if "." in id), "")
    return f"no obligation is called '{wanted}': {hint}there are {', '.join(heads)}{part}"


def _in_reading_order(id: str) -> tuple[str, int, str]:
    """G2 before G10: the letter, the number, and what follows."""
    head, _, part = id.partition(".")
    letters = head.rstrip("0123456789")
    return letters, int(head[len(letters) :] or 0), part


def _tasks(wanted: Wanted, fixed: frozenset[str], family: str, proof: Proof[Any], seats: int) -> Iterator[Task]:
    """One proof for so many seats, under all choices for which it is made."""
    if seats and proof.seats and seats not in proof.seats:
        return
    seen: list[AnyBook] = []
    for choices in proof.under:
        books = _books(wanted, fixed, choices, seats)
        if books is None or books[0] in seen or not proof.when(books[1]):
            continue
        seen.append(books[0])
        if books[0] == wanted.book or _counts(wanted, fixed, family, proof, choices, seats):
            yield Task(family, proof.id, *books, seats, departures(books[0]))


def _counts(
    wanted: Wanted, fixed: frozenset[str], family: str, proof: Proof[Any], choices: Choices, seats: int
) -> bool:
    """Whether a proof is to be made for so many seats under choices that are not the book's own."""
    own = entry(family)
    if proof.elsewhere and wanted.book.game != own.main:
        return False
    if not seats:
        return True
    if not proof.elsewhere:
        return bool(wanted.seats) or not own.choices_for or seats in _seats_for(own, choices)
    asked = [number for number in proof.elsewhere if number in (wanted.seats or proof.elsewhere)]
    can_be = [number for number in asked if number in (proof.seats or asked) and _books(wanted, fixed, choices, number)]
    return not can_be or seats == can_be[0]


def _seats_for(own: Proved[Any], choices: Choices) -> tuple[int, ...]:
    """For which numbers of seats statements are made under these choices; several at once are for the fewest."""
    if len(choices) > 1:
        return own.choices_for[:1]
    return own.seats if set(choices) <= set(own.options) else own.choices_for


def _books(wanted: Wanted, fixed: frozenset[str], choices: Choices, seats: int) -> tuple[AnyBook, AnyBook] | None:
    """The book, and what is agreed on, with further choices; None if these contradict what is decided already."""
    changing = {
        point: way
        for point, way in choices.items()
        if point not in fixed or with_choices(wanted.declared, {point: way}) != wanted.declared
    }
    if fixed & changing.keys():
        return None
    try:
        book, declared = with_choices(wanted.book, changing), with_choices(wanted.declared, changing)
        if seats:
            check_seats(declared, seats)
    except RuleChoiceError:
        return None
    return book, declared
