"""What is tried: a misreading, or an adapter that misbehaves, as a program that answers in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from model.points import RuleChoiceError
from properties.conformance.books import AnyBook, choices_of, chosen_book
from properties.conformance.cases import Case
from properties.conformance.protocol import Hello, Request
from properties.conformance.reference import Reference
from properties.misreadings import Misreading, Shows
from properties.misreadings.bank.core import BankMisreading

AnyMisreading = Misreading | BankMisreading
Answer = Callable[[Request], bytes]
Choices = tuple[tuple[str, str], ...]
"""Rule points that are not the game's default, and what is chosen there, by name of the point."""


def put_into(book: AnyBook, misreading: AnyMisreading) -> AnyBook:
    """A book with a misreading in it, and nothing else changed."""
    changes: dict[str, Any] = {misreading.point: misreading.function}
    return replace(book, **changes)


def beyond_cases(misreading: AnyMisreading) -> bool:
    """Whether no case can show a misreading: cases give the hands, and no program is asked for the time."""
    if isinstance(misreading, BankMisreading):
        return misreading.point in ("pack", "deal")
    return misreading.shows in (Shows.DEALT, Shows.PACK) or misreading.point == "time_rule"


@dataclass(frozen=True, slots=True)
class Seated:
    """An adapter that claims what a sound book claims, and plays by another."""

    claiming: Reference
    playing: Reference

    def answer(self, request: Request) -> bytes:
        """The reply to one request, as a line."""
        return (self.claiming if isinstance(request, Hello) else self.playing).answer(request)


def adapter(sound: AnyBook, played: AnyBook, name: str) -> Answer:
    """A program that claims to play by one book and plays by another, whatever it is asked for."""
    return Seated(Reference({sound.game: sound}, name), Reference({sound.game: played}, name, honest=False)).answer


def agreements(misreading: AnyMisreading, case: Case) -> Iterator[Choices]:
    """What is agreed on when a case is asked of a misreading: what it needs to show, then only what the case chooses.

    Not where the case chooses another way at the very point that is misread, or where the choices do not go together.
    """
    needed = choices_of(misreading.base_book)
    both = ({**dict(misreading.under), **case.choices}, case.choices)
    for agreed in dict.fromkeys(tuple(sorted(each.items())) for each in both):
        with suppress(RuleChoiceError):
            ways = choices_of(sound_book(case.game, agreed))
            if ways.get(misreading.point) == needed.get(misreading.point):
                yield agreed


@dataclass(frozen=True, slots=True)
class Asking:
    """Cases that are asked of one program, in this order, under what is agreed on."""

    agreed: Choices
    cases: tuple[Case, ...]


@dataclass(slots=True)
class Grouping:
    """Cases put together by what is agreed on, in the order in which they come."""

    groups: dict[Choices, list[Case]] = field(default_factory=dict)

    def add(self, agreed: Choices, case: Case) -> None:
        """One case more."""
        self.groups.setdefault(agreed, []).append(case.with_choices(dict(agreed)))

    def askings(self) -> tuple[Asking, ...]:
        """One asking for each way to agree."""
        return tuple(Asking(agreed, tuple(cases)) for agreed, cases in self.groups.items())


def sound_book(game: str, agreed: Choices | Mapping[str, str]) -> AnyBook:
    """The rules under what is agreed on."""
    return chosen_book(game, dict(agreed))
