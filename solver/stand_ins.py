"""Stand-ins: what code is given in place of values of which nothing is known, and what it does with them.

Each does what the Python value does that it stands for, as a term, and asks the walk (`forking.py`) only where Python
needs an answer. What is not written here Python cannot do with them: it raises a TypeError, which is what comes out of
the path, and no translation agrees with that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from solver.forking import CannotFork, Walk
from solver.terms import Bool, Int, Zone, equal, less, not_, number, one_of, subtract, times
from solver.values import Row, Value
from solver.zones import known_cards, within

MOST_ANSWERS: Final = 64
"""How many values are tried where Python needs to know a number, or the end of a pile."""


def known_number(walk: Walk, term: Int) -> Any:  # noqa: ANN401  # a number for Python, real or not
    """A number for the code: a real one, if it is known on this path."""
    value = walk.pinned(term).value
    return Number(walk, term) if value is None else int(value)


def known_truth(walk: Walk, term: Bool) -> Any:  # noqa: ANN401  # a truth value for Python, real or not
    """A truth value for the code: a real one, if it is known."""
    return Truth(walk, term) if term.value is None else bool(term.value)


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """A truth value of which nothing is known until Python asks."""

    walk: Walk
    term: Bool

    def __bool__(self) -> bool:
        return self.walk.decide(self.term)

    def __index__(self) -> int:
        return int(bool(self))

    def __eq__(self, other: object) -> Any:  # noqa: ANN401  # no bool yet: it forks only if somebody asks
        return known_truth(self.walk, equal(self.term, other.term)) if isinstance(other, Truth) else bool(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(bool(self))

    def __add__(self, other: object) -> object:
        return _sum(int(bool(self)), other)

    __radd__ = __add__


def _sum(one: int, other: object) -> object:
    return other + one if isinstance(other, int | Number) else NotImplemented


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """A whole number of which nothing is known until Python needs it."""

    walk: Walk
    term: Int

    def _with(self, other: object, made: Callable[[Int, Int], Int]) -> object:
        """A number made of this one and another one; not for what is no number."""
        right = _as_term(other)
        return NotImplemented if right is None else known_number(self.walk, made(self.walk.pinned(self.term), right))

    def _compared(self, other: object, made: Callable[[Int, Int], Bool]) -> Any:  # noqa: ANN401
        right = _as_term(other)
        return NotImplemented if right is None else known_truth(self.walk, made(self.walk.pinned(self.term), right))

    def __add__(self, other: object) -> object:
        return self._with(other, lambda left, right: left + right)

    def __radd__(self, other: object) -> object:
        return self._with(other, lambda left, right: right + left)

    def __sub__(self, other: object) -> object:
        return self._with(other, subtract)

    def __rsub__(self, other: object) -> object:
        return self._with(other, lambda left, right: subtract(right, left))

    def __neg__(self) -> object:
        return known_number(self.walk, subtract(number(0), self.walk.pinned(self.term)))

    def __abs__(self) -> object:
        return self if self >= 0 else -self

    def __mul__(self, other: object) -> object:
        if isinstance(other, tuple):
            return self._so_many(other)
        left, right = self.walk.pinned(self.term), _as_term(other)
        if right is None:
            return NotImplemented
        if left.value is None and right.value is None:
            left = number(self.__index__())
        factor, term = (left, right) if left.value is not None else (right, left)
        return known_number(self.walk, times(int(factor.value or 0), term))

    __rmul__ = __mul__

    def _so_many(self, cards: tuple[object, ...]) -> object:
        """`(card,) * number`."""
        card = _as_term(cards[0]) if len(cards) == 1 else None
        if card is None:
            return cards * self.__index__()
        return Pile(self.walk, self.walk.theory.repeated(card, self.walk.pinned(self.term)))

    def __floordiv__(self, other: object) -> object:
        return self._divided(other, 0)

    def __mod__(self, other: object) -> object:
        return self._divided(other, 1)

    def _divided(self, other: object, part: int) -> object:
        if not isinstance(other, int) or other <= 0:
            return NotImplemented
        return known_number(self.walk, self.walk.theory.facts.divided(self.walk.pinned(self.term), other)[part])

    def __lt__(self, other: object) -> Any:  # noqa: ANN401  # a truth value of the walk
        return self._compared(other, less)

    def __gt__(self, other: object) -> Any:  # noqa: ANN401
        return self._compared(other, lambda left, right: less(right, left))

    def __le__(self, other: object) -> Any:  # noqa: ANN401
        return self._compared(other, lambda left, right: left <= right)

    def __ge__(self, other: object) -> Any:  # noqa: ANN401
        return self._compared(other, lambda left, right: right <= left)

    def __eq__(self, other: object) -> Any:  # noqa: ANN401
        return self._compared(other, equal)

    def __ne__(self, other: object) -> Any:  # noqa: ANN401
        return self._compared(other, lambda left, right: not_(equal(left, right)))

    def __bool__(self) -> bool:
        return self.walk.decide(not_(equal(self.walk.pinned(self.term), number(0))))

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __int__(self) -> int:
        return self.__index__()

    def __index__(self) -> int:
        """The number itself: one after the other of all that it can be, from 0 upwards or from -1 downwards."""
        term = self.walk.pinned(self.term)
        if term.value is not None:
            return int(term.value)
        step = 1 if self.walk.decide(term >= 0) else -1
        start = min(step, 0)
        for value in range(start, start + step * MOST_ANSWERS, step):
            if self.walk.decide(equal(term, number(value))):
                return value
        raise CannotFork(
            f"Python needs to know a number that can be more than {MOST_ANSWERS} different ones: {term.op}"
        )


def _as_term(value: object) -> Int | None:
    """A number as a term, as far as it is known on this path; None for what is no number."""
    if isinstance(value, Number):
        return value.walk.pinned(value.term)
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """A tuple of cards of which nothing is known, not even how many there are."""

    walk: Walk
    term: Zone

    def length(self) -> Int:
        """How many cards, as a term: `len` itself has to return a real number."""
        return self.walk.theory.length(self.term)

    def __bool__(self) -> bool:
        return self.walk.decide(less(number(0), self.length()))

    def __add__(self, other: object) -> object:
        back = as_pile(self.walk, other)
        return NotImplemented if back is None else Pile(self.walk, self.walk.theory.joined(self.term, back))

    def __radd__(self, other: object) -> object:
        front = as_pile(self.walk, other)
        return NotImplemented if front is None else Pile(self.walk, self.walk.theory.joined(front, self.term))

    def __eq__(self, other: object) -> Any:  # noqa: ANN401  # a truth value of the walk
        if other == () and isinstance(other, tuple):
            return known_truth(self.walk, equal(self.length(), number(0)))
        term = as_pile(self.walk, other)
        return NotImplemented if term is None else known_truth(self.walk, equal(self.term, term))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]  # a pile can stand in no set: its cards are not known

    def __contains__(self, card: object) -> bool:
        term = _as_term(card)
        return term is not None and self.walk.decide(self.walk.theory.has(self.term, term))

    def __iter__(self) -> Iterator[object]:
        known = known_cards(self.term)
        if known is not None:
            yield from (known_number(self.walk, card) for card in known)
            return
        for place in range(MOST_ANSWERS):
            if not self.walk.decide(less(number(place), self.length())):
                return
            yield known_number(self.walk, self.walk.theory.card(self.term, number(place)))
        raise CannotFork("a pile of any size is gone through card by card: join piles with +, or state a contract")

    def __getitem__(self, place: object) -> object:
        if isinstance(place, slice):
            return Pile(self.walk, self._part(place))
        at, size = _as_term(place), self.length()
        if at is None:
            raise TypeError("a place in a pile is a number")
        if self.walk.decide(within(at, size)):
            return known_number(self.walk, self.walk.theory.card(self.term, at))
        if self.walk.decide((at < 0) & (size + at >= 0)):
            return known_number(self.walk, self.walk.theory.card(self.term, size + at))
        raise IndexError("tuple index out of range")

    def _part(self, part: slice) -> Zone:
        theory = self.walk.theory
        if part.start is None and part.stop is None and part.step == -1:
            return theory.backwards(self.term)
        if part.step is not None:
            raise CannotFork("of a pile only a front, a back and the whole turned round are known")
        zone = self.term
        end, start = _as_term(part.stop), _as_term(part.start)
        if end is not None and start is not None:
            raise CannotFork("of a pile only a front, a back and the whole turned round are known")
        if end is not None:
            return theory.cut(zone, end)[0]
        if start is None:
            return zone
        return theory.rest(zone) if start.value == 1 else theory.cut(zone, start)[1]


def as_pile(walk: Walk, value: object) -> Zone | None:
    """A tuple of cards as a pile; None for anything else."""
    if isinstance(value, Pile):
        return value.term
    if not isinstance(value, tuple):
        return None
    cards = [card for card in map(_as_term, value) if card is not None]
    return walk.theory.of(cards) if len(cards) == len(value) else None


class Places(tuple[Any, ...]):
    """A real tuple in which a number of the walk can be looked up: places that hold the same are one answer."""

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401
        if not isinstance(place, Number):
            return super().__getitem__(place)
        term, size = place.walk.pinned(place.term), len(self)
        if term.value is not None:
            return super().__getitem__(int(term.value))
        if place.walk.decide(within(term, number(size))):
            return self._one_of(place.walk, term, range(size))
        if place.walk.decide((term < 0) & (term >= -size)):
            return self._one_of(place.walk, term, range(-size, 0))
        raise IndexError("tuple index out of range")

    def _one_of(self, walk: Walk, term: Int, places: range) -> Any:  # noqa: ANN401
        groups: list[tuple[object, list[int]]] = []
        for at in places:
            entry = super().__getitem__(at)
            alike = next((group for group in groups if _alike(group[0], entry)), None)
            if alike is None:
                groups.append((entry, [at]))
            else:
                alike[1].append(at)
        *others, last = groups
        for entry, here in others:
            if walk.decide(one_of(term, here)):
                return entry
        return last[0]


def _alike(one: object, other: object) -> bool:
    return one is other or (isinstance(one, int) and type(one) is type(other) and one == other)


class Guarded:
    """A tuple of unknown length: which of its entries are there is asked when somebody looks."""

    def __init__(self, walk: Walk, row: Row, proxy: Callable[[Value], object]) -> None:
        self._walk, self.row, self._proxy = walk, row, proxy
        self._looked: Places | None = None

    @property
    def real(self) -> Places:
        """The tuple itself: from here on it is known on this path what is there."""
        if self._looked is None:
            entries = [each.value for each in self.row.entries if self._walk.decide(each.there)]
            self._looked = Places(map(self._proxy, entries))
        return self._looked

    @property
    def looked_at(self) -> bool:
        """Whether somebody has looked."""
        return self._looked is not None

    def __len__(self) -> int:
        return len(self.real)

    def __iter__(self) -> Iterator[object]:
        return iter(self.real)

    def __getitem__(self, place: object) -> object:
        return self.real[place]

    def __contains__(self, value: object) -> bool:
        return value in self.real

    def __add__(self, other: object) -> object:
        return self.real + (other.real if isinstance(other, Guarded) else other)  # type: ignore[operator]

    def __radd__(self, other: object) -> object:
        return other + self.real  # type: ignore[operator]

    def __eq__(self, other: object) -> bool:
        return self is other or self.real == (other.real if isinstance(other, Guarded) else other)

    def __hash__(self) -> int:
        return hash(self.real)

    def index(self, value: object) -> int:
        """As of a tuple."""
        return self.real.index(value)

    def count(self, value: object) -> int:
        """As of a tuple."""
        return self.real.count(value)
