"""Making mutants: the source of each tagged function, changed in one place and compiled anew."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

from model.clause import clauses_of, tagged_functions
from model.register import load
from properties.mutants.operators import Edit, edits

MODULES: Final = (
    "model.piles.play",
    "model.piles.profiles",
    "model.piles.run",
    "model.bank.play",
    "model.bank.profiles",
)
"""What must be loaded for every rule function to be known."""
AT_ONCE: Final = ".profiles"
"""The modules whose functions run once, when the model is loaded."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A tagged function with one small change."""

    name: str
    """Such as `model.piles.taking.must_play:37 < becomes <=`."""
    function: FunctionType = field(compare=False)
    code: CodeType = field(compare=False)
    clauses: tuple[str, ...]
    line: int
    before: str
    """The line as it is, or the lines, if what was changed goes over several."""
    after: str

    @property
    def module(self) -> str:
        """Where the function stands."""
        return self.function.__module__

    @property
    def change(self) -> str:
        """What was done, in a few words."""
        return self.name.partition(" ")[2]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A tagged function of which no mutants are made, and why."""

    function: str
    clauses: tuple[str, ...]
    reason: str


@lru_cache(maxsize=8)
def mutants_of(game: str) -> tuple[Mutant, ...]:
    """Every mutant of the functions that state clauses of a game, in the order of the source."""
    return tuple([mutant for function in functions_of(game) if not reason_against(function) for mutant in of(function)])


def left_out(game: str) -> tuple[LeftOut, ...]:
    """The functions of a game that are not changed."""
    found = ((function, reason_against(function)) for function in functions_of(game))
    return tuple([LeftOut(_full_name(function), clauses_of(function), why) for function, why in found if why])


def functions_of(game: str) -> tuple[FunctionType, ...]:
    """The tagged functions of the model that state a clause of a game, by module and line."""
    for module in MODULES:
        import_module(module)
    register = load()
    mine = [
        function
        for function in tagged_functions()
        if function.__module__.startswith("model.")
        and any(game in register.clauses[clause].games for clause in clauses_of(function))
    ]
    return tuple(sorted(mine, key=lambda each: (each.__module__, each.__code__.co_firstlineno)))  # type: ignore[arg-type]


def reason_against(function: Callable[..., Any]) -> str:
    """Why a function is not changed; empty if it is."""
    if not isinstance(function, FunctionType):
        return "it is no plain function"
    if function.__code__.co_freevars:
        return "it was made by another function, whose values it keeps"
    if function.__module__.endswith(AT_ONCE):
        return "it is asked once, when the model is loaded: misreadings change what it fills in"
    decorators = [ast.unparse(each) for each in _parsed(function).decorator_list]
    others = [each for each in decorators if not each.startswith("clause(")]
    return f"it is decorated by {', '.join(others)}" if others else ""


# --- one function ---


def of(function: FunctionType, clauses: tuple[str, ...] | None = None) -> Iterator[Mutant]:
    """The mutants of one function; changes that come to the same text are made once."""
    parsed, lines = _parsed(function), _lines(function)
    seen = {ast.dump(parsed)}
    names: dict[str, int] = {}
    for edit in edits(parsed):
        changed = with_edit(parsed, edit)
        text = ast.dump(changed)
        if text in seen:
            continue
        seen.add(text)
        name = f"{_full_name(function)}:{edit.old.lineno} {edit.words}"
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name += f" ({names[name]})"
        before, after = shown(lines, edit)
        code = compiled(changed, function)
        yield Mutant(
            name, function, code, clauses_of(function) if clauses is None else clauses, edit.old.lineno, before, after
        )


def with_edit(parsed: ast.FunctionDef, edit: Edit) -> ast.FunctionDef:
    """A function's tree with one change; the tree that was given stays as it is."""
    changed = _Put(edit).visit(parsed)
    assert isinstance(changed, ast.FunctionDef)
    return ast.fix_missing_locations(changed)


class _Put(ast.NodeTransformer):
    """A copy of a tree with one expression in the place of another."""

    def __init__(self, edit: Edit) -> None:
        self.edit = edit

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.edit.old:
            new = ast.parse(ast.unparse(self.edit.new), mode="eval").body
            for part in ast.walk(new):
                ast.copy_location(part, node)
            return new
        fields = {name: self._copied(value) for name, value in ast.iter_fields(node)}
        return ast.copy_location(type(node)(**fields), node)

    def _copied(self, value: object) -> object:
        if isinstance(value, list):
            return [self._copied(each) for each in value]
        return self.visit(value) if isinstance(value, ast.AST) else value


def compiled(changed: ast.FunctionDef, function: FunctionType) -> CodeType:
    """The code of a changed function, as it would be if its module had been written so."""
    plain = copy.copy(changed)
    plain.decorator_list = []
    module = ast.Module([plain], [])
    flags = import_module("__future__").annotations.compiler_flag
    whole = compile(module, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    (code,) = (each for each in whole.co_consts if isinstance(each, CodeType))
    return code


def shown(lines: list[str], edit: Edit) -> tuple[str, str]:
    """The lines in which something is changed, before and after; several are shown as one."""
    old = edit.old
    assert old.end_lineno is not None
    assert old.end_col_offset is not None
    first, last = lines[old.lineno - 1], lines[old.end_lineno - 1]
    before = _as_one(lines[old.lineno - 1 : old.end_lineno])
    head, tail = first.encode()[: old.col_offset].decode(), last.encode()[old.end_col_offset :].decode()
    whole = head.split()[-1:] in (["if"], ["return"]) and tail.strip() in ("", ":")
    text = ast.unparse(edit.new)
    return before, _as_one([head + (text if whole or not _is_loose(edit) else f"({text})") + tail])


def _is_loose(edit: Edit) -> bool:
    """Whether the new text could be read otherwise beside what stands around it."""
    return isinstance(edit.new, ast.BoolOp | ast.IfExp | ast.Compare) and type(edit.new) is not type(edit.old)


def _as_one(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def _parsed(function: FunctionType) -> ast.FunctionDef:
    first = function.__code__.co_firstlineno
    for node in ast.walk(_tree(function.__code__.co_filename)):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            starts = min([node.lineno, *[each.lineno for each in node.decorator_list]])
            if starts == first:
                return node
    raise ValueError(f"the source of {_full_name(function)} is not where it was")


@lru_cache(maxsize=64)
def _tree(path: str) -> ast.Module:
    return ast.parse(Path(path).read_text(encoding="utf-8"))


def _lines(function: FunctionType) -> list[str]:
    return inspect.getsource(import_module(function.__module__)).splitlines()


def _full_name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
