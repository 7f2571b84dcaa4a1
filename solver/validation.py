"""T1: translation validation. What the terms of a function say is compared with what Python makes of it.

The translator is not trusted. In random situations, and in those that take each way out of each condition, the real
function is run and its translation is evaluated: both must come to the same, and every fact that the solvers may
assume must be true there.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from model.cards import FACES
from solver.compile import Compiled, with_book
from solver.evaluate import Evaluator
from solver.replay import MOST_LINES, fingerprint, limited
from solver.situations import Arguments, DoesNotFit, all_names, leaves
from solver.terms import Bool, Int, Term, Zone, and_, implies
from solver.values import Kind, Record, Row, Symbol, Value, member_of

B = TypeVar("B")

MOST_CARDS: Final = 5
"""The largest pile of a random situation."""


@dataclass(frozen=True, slots=True)
class Validated:
    """How many situations were compared, in how many the code would have reached for what is not there, and what
    went wrong, in words; the first difference is enough."""

    compared: int
    unsafe: int
    wrong: str = ""
    assumed: int = 0
    """In how many of those that were compared what is assumed of the arguments holds."""


class Validation(Generic[B]):
    """One translated scene, evaluated beside the function that it was translated from."""

    def __init__(self, found: Compiled[B], cards: Sequence[int]) -> None:
        self._found, self._cards = found, cards
        self.function = found.scene.function(found.setting.book)
        safe = and_(*(implies(check.guard, check.condition) for check in found.checks))
        self._leaves = tuple(dict.fromkeys(leaves(found.result)))
        meanings = found.setting.theory.meanings(fingerprint)
        names = {leaf.op for value in found.inputs.values() for leaf in leaves(value)}
        facts = [fact for fact in found.setting.theory.facts.all() if Evaluator([fact], meanings).constants() <= names]
        self._terms = Evaluator((safe, and_(*facts), *self._leaves), meanings)
        self._hypothesis = Evaluator([found.hypothesis], meanings)

    def compared(self, situations: Iterable[Arguments]) -> Validated:
        """The function and its translation side by side in these situations."""
        compared = unsafe = assumed = 0
        for arguments in situations:
            wrong = self._difference(arguments)
            if wrong:
                return Validated(compared, unsafe, wrong, assumed)
            compared, unsafe = (compared + 1, unsafe) if wrong is not None else (compared, unsafe + 1)
            assumed += wrong is not None and self._is_assumed(arguments)
        return Validated(compared, unsafe, "", assumed)

    def _is_assumed(self, arguments: Arguments) -> bool:
        """Whether arguments meet the hypothesis of the scene."""
        return bool(self._hypothesis.values(all_names(self._found.inputs, arguments))[0])

    def _difference(self, arguments: Arguments) -> str | None:
        """What differs in one situation, empty if nothing does; None where the code reaches for what is not there."""
        try:
            arguments = self._of_scene(arguments)
            safe, facts, *found = self._terms.values(all_names(self._found.inputs, arguments))
        except DoesNotFit:  # small situations are laid out for any rules
            return None
        if not facts:
            return f"a fact that the solvers may assume is false for {arguments}"
        if not safe:
            return None
        try:
            with limited(MOST_LINES):
                real = self.function(*with_book(self.function, self._found.setting.book), *arguments.values())
        except Exception as fault:  # whatever Python raises here, the translation has not foreseen it
            return f"for {arguments} Python raises {type(fault).__name__} ({fault}), and the terms say nothing of it"
        said = rebuilt(self._found.result, dict(zip(self._leaves, found, strict=True)))
        return "" if said == real else f"for {arguments} Python returns {real}, and the terms say {said}"

    def situations(self, number: int, seed: int) -> Iterator[Arguments]:
        """Random situations: any piles, any numbers that could be seats or cards; a constant has one value."""
        chance = random.Random(seed)
        for _ in range(number):
            yield self._of_scene({name: self._random(value, chance) for name, value in self._found.inputs.items()})

    def _of_scene(self, arguments: Arguments) -> Arguments:
        """The same with what the scene itself says of its inputs, such as the phase of a round. Raises DoesNotFit."""
        inputs = self._found.inputs
        drawn = all_names(inputs, arguments)
        known = {leaf: drawn.get(leaf.op, leaf.value) for value in inputs.values() for leaf in leaves(value)}
        return {name: rebuilt(value, known) for name, value in inputs.items()}

    def _random(self, value: Value, chance: random.Random) -> Any:  # noqa: ANN401
        found: Any = value.value if isinstance(value, Term) else value
        match value:
            case Zone():
                size = chance.choice((0, 1, chance.randrange(MOST_CARDS + 1)))
                found = tuple(chance.choices(self._cards, k=size))
            case Bool() if value.value is None:
                found = chance.random() < 0.5
            case Int() if value.value is None:
                small = chance.randrange(-1, self._found.setting.seats + 1)
                card = chance.choice(self._cards)
                found = chance.choice((small, small, chance.randrange(5), card, card % FACES, card // FACES % 8))
            case Symbol(cls):
                found = member_of(cls, chance.randrange(len(cls)))
            case Row(entries):
                there = entries[: chance.randrange(len(entries) + 1)]
                found = tuple([self._random(each.value, chance) for each in there])
            case Record(cls, fields):
                found = cls(**{name: self._random(each, chance) for name, each in fields.items()})
            case tuple():
                found = tuple([self._random(each, chance) for each in value])
        return found


def rebuilt(value: Value, known: Mapping[Term, Any]) -> Any:  # noqa: ANN401
    """The real object that a value stands for, where its terms have these values."""
    match value:
        case Term():
            return known[value]
        case Symbol(cls, code):
            return member_of(cls, known[code])
        case Record(cls, fields):
            return cls(**{name: rebuilt(each, known) for name, each in fields.items()})
        case Row(entries, kind):
            there = [rebuilt(each.value, known) for each in entries if known[each.there]]
            return set(there) if kind is Kind.SET else there if kind is Kind.LIST else tuple(there)
        case tuple():
            return tuple([rebuilt(each, known) for each in value])
    return value
