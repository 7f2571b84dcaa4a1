"""Python itself, run on values of which nothing is known: wherever it asks whether something is so, the run forks.

This is the second way from the model to terms, and it trusts nothing of the first: no source is read here. A *walk*
runs a function again and again. What it is given are stand-ins: a number, a truth value or a pile that holds a term.
They do what Python's own values do, as terms, until Python needs an answer: `if`, `and`, `in`, a place in a tuple. Then
the walk takes one of the answers, notes it, and comes back later for the others. What comes out are *paths*: the
answers that were given, and what the code returned (or raised) where they are right.

An answer that cannot be given where the path has got to is not followed, as far as z3 says so. Nothing rests on that:
what was left out is shown to be impossible afterwards, by all solvers (`second_route.py`).
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from solver import solvers
from solver.languages import MU
from solver.sources import Place
from solver.terms import (
    BUILT_IN,
    TRUE,
    Bool,
    Int,
    Term,
    Zone,
    apply,
    equal,
    less,
    not_,
    number,
    one_of,
    subtract,
    times,
)
from solver.values import Row, Value
from solver.zones import MuTheory, known_cards, within

MOST_PATHS: Final = 20_000
"""Code with more paths than this is not walked to the end."""
MOST_ANSWERS: Final = 64
"""How many values are tried where Python needs to know a number, or the end of a pile."""
LOOKING: Final = 2.0
"""Seconds for the question whether a path can go on."""


class CannotFork(BaseException):
    """Code that cannot be walked to the end. The message says why.

    No `Exception`, so that no code on the walk can take it for a fault of its own.
    """


class _Impossible(BaseException):
    """The path has got to where no answer is possible."""


@dataclass(frozen=True, slots=True)
class Raised:
    """What a path ends with that returns nothing: the exception, and where the code was."""

    fault: str
    place: Place


@dataclass(frozen=True, slots=True)
class Path:
    """One way through the code: the answers on it, and what was returned or raised at its end."""

    answers: tuple[Bool, ...]
    outcome: object

    @property
    def condition(self) -> Bool:
        """All answers, one after the other: what two paths begin with is one term."""
        found = TRUE
        for answer in self.answers:
            found = answer if found is TRUE else apply(Bool, "and", found, answer)
        return found


@dataclass(frozen=True, slots=True)
class _Answer:
    """One answer on a path, and whether the other one is still to be followed."""

    condition: Bool
    taken: bool
    other_open: bool

    @property
    def said(self) -> Bool:
        return self.condition if self.taken else not_(self.condition)


class Walk:
    """All paths through one piece of code, one after the other, over one theory of piles.

    `given` is what may be assumed from the start; facts of the theory are added as they come up.
    """

    def __init__(self, theory: MuTheory, given: Sequence[Bool], most: int = MOST_PATHS) -> None:
        self.theory = theory
        self._most = most
        self._trail: list[_Answer] = []
        self._at = 0
        self._known: dict[Bool, bool] = {}
        self._pinned: dict[Int, Int] = {}
        self._ahead = _Ahead(given)

    def paths(self, run: Callable[[], object]) -> Iterator[Path]:
        """Every path through a run. Raises CannotFork."""
        for _ in range(self._most):
            self._at, self._known, self._pinned = 0, {}, {}
            try:
                outcome: object = run()
            except _Impossible:
                pass
            except Exception as fault:  # whatever the code raises is what comes out of this path
                yield Path(self._answers(), Raised(f"{type(fault).__name__} ({fault})", _where(fault)))
            else:
                yield Path(self._answers(), outcome)
            if not self._turned_back():
                return
        raise CannotFork(f"there are more than {self._most} paths")

    def decide(self, condition: Bool) -> bool:
        """An answer to whether something is so: the one on this path, or the first one that is possible."""
        if condition.value is not None:
            return bool(condition.value)
        if condition in self._known:
            return self._known[condition]
        if self._at == len(self._trail):
            self._trail.append(self._first(condition))
        answer = self._trail[self._at]
        if answer.condition is not condition:
            raise CannotFork("the code does something else each time it is run")
        self._at += 1
        self._note(answer)
        return answer.taken

    def impossible(self) -> None:
        """Give the path up where every answer was tried."""
        raise _Impossible

    def number(self, term: Int) -> object:
        """A number for the code: a real one, if it is known on this path."""
        value = self._pinned.get(term, term).value
        return Number(self, term) if value is None else int(value)

    def truth(self, term: Bool) -> object:
        """A truth value for the code: a real one, if it is known."""
        return Truth(self, term) if term.value is None else bool(term.value)

    def pinned(self, term: Int) -> Int:
        """The term, or the number that it is known to be on this path."""
        return self._pinned.get(term, term)

    def _first(self, condition: Bool) -> _Answer:
        """The first answer to a question that is new on this path."""
        facts = self.theory.facts.all()
        yes = self._ahead.possible(condition, facts)
        no = not yes or self._ahead.possible(not_(condition), facts)
        answer = _Answer(condition, yes, yes and no)
        self._ahead.go(answer.said)
        return answer

    def _note(self, answer: _Answer) -> None:
        said = answer.said
        self._known[said], self._known[not_(said)] = True, False
        self._known[answer.condition] = answer.taken
        if said.op == "=":
            for one, other in (said.args, said.args[::-1]):
                if isinstance(one, Int) and isinstance(other, Int) and other.value is not None:
                    self._pinned[one] = other

    def _answers(self) -> tuple[Bool, ...]:
        return tuple(answer.said for answer in self._trail[: self._at])

    def _turned_back(self) -> bool:
        """Go back to the last answer whose other one is open, and give that one; False if there is none."""
        while self._trail:
            last = self._trail.pop()
            self._ahead.back()
            if last.other_open:
                self._trail.append(_Answer(last.condition, not last.taken, False))
                self._ahead.go(self._trail[-1].said)
                return True
        return False


def _where(fault: Exception) -> Place:
    """The line of the code that was walked in which an exception came up."""
    for frame in reversed(traceback.extract_tb(fault.__traceback__)):
        if frame.filename != __file__ and frame.lineno is not None:
            return Place(frame.filename, frame.lineno)
    return Place(__file__, 0)


class _Ahead:
    """What is possible where a path has got to, as far as z3 knows: each term is told to it once, in layers."""

    def __init__(self, given: Sequence[Bool]) -> None:
        self._layers = solvers.layers(LOOKING)
        self._names: dict[Term, str] = {}
        self._symbols: set[str] = set()
        self._facts = [0]
        """Of how many facts each layer and those below it know."""
        self._tell("(declare-sort Zone 0)")
        for each in given:
            self._claim(each)

    def possible(self, condition: Bool, facts: Sequence[Bool]) -> bool:
        """Whether the path can go on with this; True where that is not known."""
        if self._layers is None:
            return True
        for fact in facts[self._facts[-1] :]:
            self._claim(fact)
        self._facts[-1] = len(facts)
        self._layers.push()
        self._claim(condition)
        found = self._layers.possible()
        self._layers.pop()
        return found

    def go(self, condition: Bool) -> None:
        """The path goes on where this holds."""
        self._facts.append(self._facts[-1])
        if self._layers is not None:
            self._layers.push()
            self._claim(condition)

    def back(self) -> None:
        """Leave the last layer."""
        self._facts.pop()
        if self._layers is not None:
            self._layers.pop()

    def _claim(self, claim: Bool) -> None:
        lines = [line for term in self._new(claim) for line in self._written(term)]
        self._tell("\n".join([*lines, f"(assert {self._names[claim]})"]))

    def _tell(self, text: str) -> None:
        if self._layers is not None:
            self._layers.tell(text)

    def _new(self, claim: Term) -> Iterator[Term]:
        """The parts of a term that have no name yet, each after its own parts."""
        stack = [(claim, False)]
        while stack:
            term, ready = stack.pop()
            if term in self._names:
                continue
            if ready:
                yield term
            else:
                stack.append((term, True))
                stack.extend((part, False) for part in term.args)

    def _written(self, term: Term) -> Iterator[str]:
        """The lines that introduce a term, which has a name afterwards."""
        if term.value is not None:
            self._names[term] = term.op if isinstance(term.value, bool) else MU.literal(term.value)
            return
        if term.op not in BUILT_IN and term.op not in self._symbols:
            self._symbols.add(term.op)
            yield f"(declare-fun {term.op} ({' '.join(part.sort for part in term.args)}) {term.sort})"
        if not term.args:
            self._names[term] = term.op
            return
        self._names[term] = name = f"t{len(self._names)}"
        yield f"(define-fun {name} () {term.sort} ({term.op} {' '.join(self._names[part] for part in term.args)}))"


# --- stand-ins: what the code on the walk is given ---


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
        return self.walk.truth(equal(self.term, other.term)) if isinstance(other, Truth) else bool(self) == other

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
        return NotImplemented if right is None else self.walk.number(made(self.walk.pinned(self.term), right))

    def _compared(self, other: object, made: Callable[[Int, Int], Bool]) -> Any:  # noqa: ANN401
        right = _as_term(other)
        return NotImplemented if right is None else self.walk.truth(made(self.walk.pinned(self.term), right))

    def __add__(self, other: object) -> object:
        return self._with(other, lambda left, right: left + right)

    def __radd__(self, other: object) -> object:
        return self._with(other, lambda left, right: right + left)

    def __sub__(self, other: object) -> object:
        return self._with(other, subtract)

    def __rsub__(self, other: object) -> object:
        return self._with(other, lambda left, right: subtract(right, left))

    def __neg__(self) -> object:
        return self.walk.number(subtract(number(0), self.walk.pinned(self.term)))

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
        return self.walk.number(times(int(factor.value or 0), term))

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
        return self.walk.number(self.walk.theory.facts.divided(self.walk.pinned(self.term), other)[part])

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
            return self.walk.truth(equal(self.length(), number(0)))
        term = as_pile(self.walk, other)
        return NotImplemented if term is None else self.walk.truth(equal(self.term, term))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]  # a pile can stand in no set: its cards are not known

    def __contains__(self, card: object) -> bool:
        term = _as_term(card)
        return term is not None and self.walk.decide(self.walk.theory.has(self.term, term))

    def __iter__(self) -> Iterator[object]:
        known = known_cards(self.term)
        if known is not None:
            yield from map(self.walk.number, known)
            return
        for place in range(MOST_ANSWERS):
            if not self.walk.decide(less(number(place), self.length())):
                return
            yield self.walk.number(self.walk.theory.card(self.term, number(place)))
        raise CannotFork("a pile of any size is gone through card by card: join piles with +, or state a contract")

    def __getitem__(self, place: object) -> object:
        if isinstance(place, slice):
            return Pile(self.walk, self._part(place))
        at, size = _as_term(place), self.length()
        if at is None:
            raise TypeError("a place in a pile is a number")
        if self.walk.decide(within(at, size)):
            return self.walk.number(self.walk.theory.card(self.term, at))
        if self.walk.decide((at < 0) & (size + at >= 0)):
            return self.walk.number(self.walk.theory.card(self.term, size + at))
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

    def __getitem__(self, place: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
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
