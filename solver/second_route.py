"""T3: the translation held against Python itself, which runs the very code of the model on every path there is.

The translator reads source; this route does not. It calls the functions of the model with stand-ins for their
arguments (`forking.py`), once for each path, and states for the solvers that

- the paths are all there are, and no two of them overlap (`paths`);
- on each path the code returns what the translation says (`results`);
- where the code raises an exception the translation has noted a check that fails (`faults`).

What runs is the real code object of each function. Its names are looked up in a twin of its module, for CPython asks
some things of real objects only: `len` has to return a real number. In the twin `len` and `tuple` know stand-ins,
functions and modules of the model are twins themselves, tuples can be looked up with stand-ins, and functions with a
contract are what the contract says. All else, from `for` and `if` to `zip`, `min` and `dataclasses.replace`, is
Python's own.

Both routes speak of piles through the same zone theory, and they share the contracts: what is compared is what they
make of Python. A loop without a bound has no last path: scenes with one are left to the loop's invariant.
"""

from __future__ import annotations

import builtins
import dataclasses
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, Generic, TypeVar, cast

from model.cards import Zone as Cards
from solver.compile import Compiled, with_book
from solver.contracts import Contract, Contracts
from solver.forking import (
    MOST_PATHS,
    CannotFork,
    Guarded,
    Number,
    Path,
    Pile,
    Places,
    Raised,
    Truth,
    Walk,
)
from solver.languages import MU
from solver.obligations import Setting
from solver.smtlib import script
from solver.terms import (
    FALSE,
    TRUE,
    Bool,
    Int,
    Term,
    Zone,
    and_,
    apply,
    equal,
    implies,
    ite,
    not_,
    number,
    or_,
    parts_first,
    truth,
)
from solver.values import NONE, Entry, Kind, Record, Row, Shapes, Symbol, Value, as_zone, code_of, entries_of, member_of
from solver.zones import MuTheory, ZoneTheory

B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class SecondRoute(Generic[B]):
    """What Python's own paths say of a scene: scripts by what they state, all of which are to be `unsat`."""

    found: Compiled[B]
    paths: tuple[Path, ...]
    scripts: Mapping[str, str]

    @property
    def faults(self) -> tuple[Path, ...]:
        """The paths that end with an exception."""
        return tuple(path for path in self.paths if isinstance(path.outcome, Raised))


def agreement(found: Compiled[B], most: int = MOST_PATHS) -> SecondRoute[B]:
    """All paths of a scene, and what is to be proved of them. Raises CannotFork, with the reason in its message."""
    if found.scene.loop is not None:
        raise CannotFork(f"'{found.scene.name}' has a loop without a bound, which has no last path")
    of, theory = found.setting, MuTheory()
    setting = Setting(of.book, of.declared, of.seats, theory, Shapes(theory, Cards))
    inputs = found.scene.inputs(setting)
    hypothesis = found.scene.hypothesis(setting, inputs)
    walk = Walk(theory, [hypothesis], most)
    twins = Twins(walk, found.scene.contracts)
    function = found.scene.function(of.book)
    book = tuple(map(twins.of, with_book(function, of.book)))
    paths = tuple(walk.paths(twins.run(function, book, tuple(inputs.values()))))
    if not paths:
        raise CannotFork(f"nothing meets the hypothesis of '{found.scene.name}'")
    own = (hypothesis, *theory.facts.all())
    wrong = _wrong_results(theory, found, paths)
    both = dict.fromkeys((*own, *found.given))
    claims = {"paths": (*own, _wrong_paths(paths)), "results": (*both, *_of_no_cards((*both, wrong)), wrong)}
    if any(isinstance(path.outcome, Raised) for path in paths):
        claims["faults"] = (*both, _unnoted_faults(found, paths))
    words = f"T3.{found.scene.name}, {of.seats} seats"
    scripts = {part: script((f"{words}: {STATES[part]}",), MU, claim) for part, claim in claims.items()}
    return SecondRoute(found, paths, scripts)


STATES: Final = {
    "paths": "the paths that Python takes are all there are, and no two overlap",
    "results": "on each path the code returns what its translation says",
    "faults": "where the code raises an exception the translation has noted a check that fails",
}
"""What each script states, in words."""


# --- what is to be impossible ---


def _wrong_paths(paths: Sequence[Path]) -> Bool:
    """That no path is taken, or two are. Written as a chain, so that it grows with the paths and not with pairs."""
    covered, twice = FALSE, FALSE
    for path in paths:
        twice = twice | and_(covered, path.condition)
        covered = path.condition if covered is FALSE else apply(Bool, "or", covered, path.condition)
    return or_(not_(covered), twice)


def _wrong_results(theory: MuTheory, found: Compiled[B], paths: Sequence[Path]) -> Bool:
    """That something else is returned than the translation says: asked answer by answer, which solvers find easier."""
    ends = [
        (path.answers, FALSE if isinstance(path.outcome, Raised) else not_(alike(theory, found.result, path.outcome)))
        for path in paths
    ]
    return _answer_by_answer(ends, 0)


def _answer_by_answer(ends: Sequence[tuple[tuple[Bool, ...], Bool]], at: int) -> Bool:
    """What holds at the end of the path that is taken, for paths that begin with the same answers."""
    answers, end = ends[0]
    if at == len(answers):
        return end
    turn = next((place for place, each in enumerate(ends) if each[0][at] is not answers[at]), len(ends))
    here = _answer_by_answer(ends[:turn], at + 1)
    if turn == len(ends):
        return apply(Bool, "and", answers[at], here)
    return apply(Bool, "ite", answers[at], here, _answer_by_answer(ends[turn:], at + 1))


def _unnoted_faults(found: Compiled[B], paths: Sequence[Path]) -> Bool:
    """That an exception is raised where all that the translation has noted is in order."""
    safe = and_(*(implies(check.guard, check.condition) for check in found.checks))
    return and_(safe, or_(*(path.condition for path in paths if isinstance(path.outcome, Raised))))


def _of_no_cards(terms: Sequence[Bool]) -> Iterator[Bool]:
    """What the zone theory does not say by itself: there is one pile without cards, and joining it changes nothing.

    Python knows at once that a tuple is empty, where the translation has a pile whose length comes to nothing.
    """
    nothing = apply(Zone, "nil")
    for pile in parts_first(terms):
        if isinstance(pile, Zone) and pile is not nothing and pile.op != "ite":
            yield implies(apply(Int, "len", pile) <= 0, equal(pile, nothing))
        if pile.op == "cat":
            for part, other in (pile.args, pile.args[::-1]):
                yield implies(apply(Int, "len", part) <= 0, equal(pile, other))


def alike(theory: ZoneTheory, translated: Value, returned: Value) -> Bool:
    """Whether what the translation says is what the code has returned on a path: field by field, place by place."""
    if translated is returned:
        return TRUE
    match translated, returned:
        case Record(), Record():
            if translated.cls is not returned.cls or translated.fields.keys() != returned.fields.keys():
                return FALSE
            return and_(*(alike(theory, each, returned.fields[name]) for name, each in translated.fields.items()))
        case (Zone(), Zone() | tuple() | Row()) | (tuple() | Row(), Zone()):
            return equal(as_zone(theory, translated), as_zone(theory, returned))
        case (tuple() | Row(), tuple() | Row()):
            return _rows_alike(theory, translated, returned)
        case (Bool() | bool(), Bool() | bool()):
            return equal(truth(translated), truth(returned))
        case (Int() | int(), Int() | int()) if not isinstance(translated, bool) and not isinstance(returned, bool):
            return equal(number(translated), number(returned))
        case Symbol(), None | Enum():
            of_its_own = returned is None or isinstance(returned, translated.cls)
            return equal(translated.code, number(code_of(returned))) if of_its_own else FALSE
    if isinstance(translated, Term) or isinstance(returned, Term):
        return FALSE
    return truth(type(translated) is type(returned) and translated == returned)


def _rows_alike(theory: ZoneTheory, translated: Value, returned: Value) -> Bool:
    """Whether two rows have the same entries, of those that are there, in the same places."""
    kinds = {row.kind if isinstance(row, Row) else Kind.TUPLE for row in (translated, returned)}
    if len(kinds) > 1 or kinds == {Kind.SET}:
        return FALSE
    ours, theirs = entries_of(translated), entries_of(returned)
    rest: dict[tuple[int, int], Bool] = {}
    """Whether what is left of both from these places on is the same."""
    for one in range(len(ours), -1, -1):
        for other in range(len(theirs), -1, -1):
            rest[one, other] = _same_from(
                theory, ours[one:], theirs[other:], lambda *on, at=(one, other): rest[at[0] + on[0], at[1] + on[1]]
            )
    return rest[0, 0]


def _same_from(
    theory: ZoneTheory, ours: Sequence[Entry], theirs: Sequence[Entry], rest: Callable[[int, int], Bool]
) -> Bool:
    """The same for what is left of both, if it is known for less than that."""
    if not ours:
        return and_(*(not_(entry.there) for entry in theirs))
    if not theirs:
        return and_(*(not_(entry.there) for entry in ours))
    one, other = ours[0], theirs[0]
    both = alike(theory, one.value, other.value) & rest(1, 1)
    return ite(one.there, ite(other.there, both, rest(0, 1)), rest(1, 0))


# --- the twin of the model ---


class Twins:
    """The functions of the model with the code that they have, in modules in which stand-ins are known."""

    def __init__(self, walk: Walk, contracts: Contracts) -> None:
        self._walk, self._contracts = walk, contracts
        self._made: dict[int, tuple[object, Any]] = {}
        self._builtins = {**vars(builtins), "len": self._length, "tuple": self._tuple}

    def run(
        self, function: Callable[..., object], book: Sequence[object], inputs: Sequence[Value]
    ) -> Callable[[], Value]:
        """A call of the function with stand-ins for these inputs, new ones each time, and what it returns as a value."""
        twin = self.of(function)
        return lambda: self.seen(twin(*book, *map(self.stand_in, inputs)))

    def of(self, value: object) -> Any:  # noqa: ANN401  # the same kind of thing as was given
        """The twin of a function, a module, or of what holds functions; anything else is its own."""
        if id(value) in self._made:
            return self._made[id(value)][1]
        match value:
            case FunctionType():
                return self._function(value)
            case ModuleType():
                twin: object = _Module(self, value)
            case tuple() if type(value) is tuple:
                twin = Places(map(self.of, value))
            case _ if _is_record(value):
                twin = _rebuilt(value, self.of)
            case _:
                return value
        return self._keep(value, twin)

    def _keep(self, value: object, twin: object) -> Any:  # noqa: ANN401
        self._made[id(value)] = value, twin
        return twin

    def _function(self, function: FunctionType) -> Any:  # noqa: ANN401
        contract = self._contracts.get(function)
        if contract is not None:
            return self._keep(function, self._by_contract(contract))
        if function.__module__.partition(".")[0] in sys.stdlib_module_names:
            return function
        names: dict[str, object] = {"__builtins__": self._builtins, "__name__": function.__module__}
        defaults = function.__defaults__
        twin = FunctionType(
            function.__code__,
            names,
            function.__name__,
            None if defaults is None else tuple(map(self.of, defaults)),
            function.__closure__,
        )
        twin.__kwdefaults__ = function.__kwdefaults__
        self._keep(function, twin)  # before its names are looked up: functions can call each other in a circle
        known = function.__globals__
        names |= {name: self.of(known[name]) for name in _names(function.__code__) if name in known}
        return twin

    def _by_contract(self, contract: Contract) -> Callable[..., object]:
        """What stands in for a function with a contract."""

        def instead(*args: object) -> object:
            values = [self.seen(each) for each in args]
            for wrong, needed in contract.needs(self._walk.theory, *values).items():
                if not self._walk.decide(needed):
                    raise ValueError(wrong)
            return self.stand_in(contract.result(self._walk.theory, *values))

        return instead

    def _length(self, value: Any) -> object:  # noqa: ANN401
        """`len`, of piles too."""
        return self._walk.number(value.length()) if isinstance(value, Pile) else len(value)

    def _tuple(self, *values: Any) -> object:  # noqa: ANN401
        """`tuple`, of piles too."""
        return values[0] if len(values) == 1 and isinstance(values[0], Pile) else Places(*values)

    def stand_in(self, value: Value) -> object:
        """What the code is given for a value."""
        walk = self._walk
        match value:
            case Int():
                return walk.number(value)
            case Bool():
                return walk.truth(value)
            case Zone():
                return Pile(walk, value)
            case Record():
                return value.cls(**{name: self.stand_in(each) for name, each in value.fields.items()})
            case tuple():
                return Places(map(self.stand_in, value))
            case Row(kind=Kind.TUPLE):
                return Guarded(walk, value, self.stand_in)
            case Symbol():
                return self._member(value)
            case Row():
                raise CannotFork(f"no stand-in is known for a {value.kind.value}")
        return self.of(value)

    def _member(self, symbol: Symbol) -> Enum | None:
        """The real member: code asks whether a member is this very one, and no stand-in can answer that."""
        for code in (*range(len(symbol.cls)), NONE):
            if self._walk.decide(equal(symbol.code, number(code))):
                return member_of(symbol.cls, code)
        self._walk.impossible()
        return None

    def seen(self, given: object) -> Value:
        """What the code has made, as a value."""
        match given:
            case Number() | Truth() | Pile():
                return given.term
            case Guarded():
                return self.seen(given.real) if given.looked_at else given.row
            case tuple():
                return tuple([self.seen(each) for each in given])
        if _is_record(given):
            fields = dataclasses.fields(cast(Any, given))
            return Record(type(given), {field.name: self.seen(getattr(given, field.name)) for field in fields})
        return given


class _Module:
    """A module whose names are twins."""

    def __init__(self, twins: Twins, module: ModuleType) -> None:
        self._twins, self._module = twins, module

    def __getattr__(self, name: str) -> object:
        return self._twins.of(getattr(self._module, name))


def _is_record(value: object) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _rebuilt(record: Any, twin: Callable[[object], object]) -> object:  # noqa: ANN401
    """A dataclass with twins in its fields; the very same if nothing in it has one."""
    fields = {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}
    twins = {name: twin(value) for name, value in fields.items()}
    return record if all(twins[name] is fields[name] for name in fields) else type(record)(**twins)


def _names(code: CodeType) -> Iterator[str]:
    """The names that code looks up, with those of the comprehensions within it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
