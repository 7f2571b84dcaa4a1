"""All that a program may do otherwise in Bank: every alternative, with what it may be given, and every misreading."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from model.bank.actions import format_suits
from model.bank.points import CARD_SUMS, FIXED_SUMS, POINTS, TRUMPS, USUAL_CARD_SUM, USUAL_FIXED_SUM, choices, choose
from model.bank.rulebook import Book
from model.clause import clauses_of
from model.points import RulePoint, Takes
from properties.conformance.books import AnyBook
from properties.identify.hypotheses import Option, Put
from properties.misreadings.bank import MISREADINGS
from properties.misreadings.bank.core import BankMisreading

SUITS: Final = "cdhs"
NOT_PLAYED: Final = frozenset({"pack", "deal"})
"""Points that make no difference where every deal is given."""
IN_ANY_ORDER: Final = frozenset({"two"})
"""Trumps of which it makes no difference which is named first."""


def bank_options(base: Book) -> tuple[Option, ...]:
    """Every alternative to a book, those that take something with everything that they can be given; then misreadings.

    What is named without anything behind a colon comes first: it is what people mean mostly.
    """
    plainly = [option for point in POINTS.values() for option in _alternatives(base, point, plainly=True)]
    given = [option for point in POINTS.values() for option in _alternatives(base, point, plainly=False)]
    return (*plainly, *given, *[_misread(each) for each in MISREADINGS if each.point not in NOT_PLAYED])


def _alternatives(base: Book, point: RulePoint, plainly: bool) -> Iterator[Option]:
    """The other ways to decide one point. Some go only together with another option, so none is tried on the base."""
    agreed = choices(base)[point.name]
    clauses = clauses_of(getattr(base, point.name))
    for name, way in point.alternatives.items():
        for argument in [""] if plainly else arguments(point, name):
            written = f"{name}:{argument}" if argument else name
            if agreed != written:
                belief = _first_sentence(way) + _given(point, name, argument)
                yield Option(point.name, f"{point.name}={written}", belief, clauses, False, _choosing(point, written))


def arguments(point: RulePoint, name: str) -> Iterator[str]:
    """All that an alternative can be given behind a colon, except what it has without."""
    takes = point.takes.get(name)
    if takes is Takes.SUM:
        usual = USUAL_FIXED_SUM if name == "fixed" else USUAL_CARD_SUM
        yield from (str(each) for each in (FIXED_SUMS if name == "fixed" else CARD_SUMS) if each != usual)
    elif takes is Takes.SUITS:
        named = format_suits(TRUMPS[name])
        draw = itertools.combinations if name in IN_ANY_ORDER else itertools.permutations
        for suits in map("".join, draw(SUITS, len(named))):
            same = set(suits) == set(named) if name in IN_ANY_ORDER else suits == named
            if not same:
                yield suits


def _choosing(point: RulePoint, written: str) -> Put:
    def put(book: AnyBook) -> AnyBook:
        assert isinstance(book, Book)
        return choose(book, {point.name: written})

    return put


def _given(point: RulePoint, name: str, argument: str) -> str:
    if not argument:
        return ""
    if point.takes[name] is Takes.SUM:
        return f" (here {argument} points)"
    return f" (here {' '.join(argument)})"


def _misread(misreading: BankMisreading) -> Option:
    """A misreading. Where it misreads an alternative, and not what is usual, it stands in the place of both."""
    misread = {point: way for point, way in misreading.under if point == misreading.point}

    def put(book: AnyBook) -> AnyBook:
        assert isinstance(book, Book)
        changes: dict[str, Any] = {misreading.point: misreading.function}
        return replace(choose(book, misread), **changes)

    each = misreading
    return Option(each.point, each.name, each.belief, each.clauses, True, put)


def _first_sentence(value: object) -> str:
    return (inspect.getdoc(value) or "").split("\n")[0]
