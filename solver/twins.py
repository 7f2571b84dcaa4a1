"""The model's twin: functions with the very code that they have, in modules in which stand-ins are known.

CPython asks some things of real objects only: `len` has to return a real number, whatever it is given. So a function is
called with its own code object, but its names are looked up in a twin of its module. There

- `len` and `tuple` know stand-ins;
- functions and modules of the model are twins themselves, and a rule book holds twins;
- a tuple of known values can be asked for a place that is not known;
- a function that has a contract does what the contract says.

All else is Python's own: `if`, `for`, `in`, `zip`, `min`, `dataclasses.replace`, the classes of the model.
"""

from __future__ import annotations

import builtins
import dataclasses
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

from solver.contracts import Contract, Contracts
from solver.forking import CannotFork, Walk
from solver.stand_ins import Guarded, Number, Pile, Places, Truth, known_number, known_truth
from solver.terms import Bool, Int, Zone, equal, number
from solver.values import NONE, Kind, Record, Row, Symbol, Value, member_of


class Twins:
    """The functions of the model with the code that they have, in modules in which stand-ins are known."""

    def __init__(self, walk: Walk, contracts: Contracts) -> None:
        self._walk, self._contracts = walk, contracts
        self._made: dict[int, tuple[object, Any]] = {}
        self._builtins = {**vars(builtins), "len": self._length, "tuple": self._tuple}

    def run(
        self, function: Callable[..., object], book: Sequence[object], inputs: Sequence[Value]
    ) -> Callable[[], Value]:
        """A call of the function with stand-ins for these inputs, new ones each time; it returns a value."""
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
        return known_number(self._walk, value.length()) if isinstance(value, Pile) else len(value)

    def _tuple(self, *values: Any) -> object:  # noqa: ANN401
        """`tuple`, of piles too."""
        return values[0] if len(values) == 1 and isinstance(values[0], Pile) else Places(*values)

    def stand_in(self, value: Value) -> Any:  # noqa: ANN401  # what Python has in place of the value
        """What the code is given for a value."""
        given: Any
        match value:
            case Int():
                given = known_number(self._walk, value)
            case Bool():
                given = known_truth(self._walk, value)
            case Zone():
                given = Pile(self._walk, value)
            case Record():
                given = value.cls(**{name: self.stand_in(each) for name, each in value.fields.items()})
            case tuple():
                given = Places(map(self.stand_in, value))
            case Row():
                given = self._row(value)
            case Symbol():
                given = self._member(value)
            case _:
                given = self.of(value)
        return given

    def _row(self, row: Row) -> Guarded:
        if row.kind is not Kind.TUPLE:
            raise CannotFork(f"nothing can stand in for a {row.kind.value}")
        return Guarded(self._walk, row, self.stand_in)

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
