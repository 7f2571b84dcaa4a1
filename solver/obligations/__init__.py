"""What is to be proved: small declarations, each with its clauses and its statement in words.

A *scene* is one function of the model and everything it may be called with. An *obligation* says what must hold of
what the function then returns. The translation, the export and the solvers are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from solver.contracts import Contracts
from solver.languages import MU, Language
from solver.shapes import Shapes
from solver.terms import Bool
from solver.translate import LoopRule
from solver.values import Value
from solver.zones import MuTheory

B = TypeVar("B")
"""A game's rule book."""

Inputs = Mapping[str, Value]
"""The arguments of a function after the book, by name and in order."""

Statements = dict[str, Bool]
"""Several things that are to hold, each by what it says in words."""

Choices = Mapping[str, str]
"""Alternatives by rule point, as on the command line."""

LEMMAS: Final = "L1: length and weight of piles add up"


@dataclass(frozen=True, slots=True)
class Setting(Generic[B]):
    """What a statement may speak of: the book, how many seats there are, and what is known of piles.

    `book` is what is translated. `declared` holds the rules that were agreed on: the same, unless a wrong rule was
    swapped into the book to see which statement it breaks.
    """

    book: B
    declared: B
    seats: int
    theory: MuTheory
    shapes: Shapes


@dataclass(frozen=True, slots=True)
class Scene(Generic[B]):
    """One function of the model, called with any inputs that meet the hypothesis.

    A function whose first parameter is `book` gets the book before the inputs. Of a `whole` act,
    put together from functions that have scenes of their own, or of a function that asks which of many cards is like
    which, there are too many ways through to be walked one by one (T3).
    """

    name: str
    function: Callable[[B], Callable[..., object]]
    inputs: Callable[[Setting[B]], Inputs]
    hypothesis: Callable[[Setting[B], Inputs], Bool]
    loop: Callable[[Setting[B], Inputs], LoopRule] | None = None
    contracts: Contracts = field(default_factory=dict)
    whole: bool = False


def always(declared: object) -> bool:
    """Whatever was agreed on."""
    return True


def together(*statements: Statements) -> Statements:
    """All of these. Raises ValueError where two say the same words: one goal would take the place of the other."""
    found: Statements = {}
    for each in statements:
        twice = sorted(found.keys() & each.keys())
        if twice:
            raise ValueError(f"two goals are called '{twice[0]}'")
        found |= each
    return found


@dataclass(frozen=True, slots=True)
class Obligation(Generic[B]):
    """One statement about a scene: the goals hold of any inputs and of what the function then returns.

    Without goals it says that the code never reaches for a seat or a card that is not there. `when` says for which
    agreed rules the statement is made at all; `under` with which choices it is made besides the book's own; `seats`
    for which numbers of seats, all if it is empty. A statement that knows no seats is made `once`: the setting has 0.
    """

    id: str
    scene: Scene[B]
    statement: str
    clauses: tuple[str, ...]
    goals: Callable[[Setting[B], Inputs, Any], Statements] | None = None
    assumptions: tuple[str, ...] = (LEMMAS,)
    when: Callable[[B], bool] = always
    under: tuple[Choices, ...] = ({},)
    seats: tuple[int, ...] = ()
    once: bool = False
    language: Language = MU


@dataclass(frozen=True, slots=True)
class Family(Generic[B]):
    """All obligations of one family of games, and how its situations look when they are laid out on a table."""

    obligations: tuple[Obligation[B], ...]
    cards: tuple[int, ...]
    """Cards to lay examples out with, the plainest first."""
    show: Callable[[str, object], str]
    """An argument by its name, or a result, in words."""
    count: Callable[[object], int]
    """How many cards there are in it."""
    small: Callable[[str, int], Iterator[Mapping[str, object]]]
    """Small arguments for the scene of this name and so many seats, smallest first."""
    out_of_reach: Callable[[B, int, str, str], str]
    """Why, with so many seats, nothing in a scene gets to a condition (as `if ...` or `if not ...`); or empty."""
