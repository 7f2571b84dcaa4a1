"""The source of a function, and the refusal to read what is outside the subset."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
"""Where the packages lie; places are told from there."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands in the source."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        path = Path(self.file)
        return f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{self.line}"


class Unsupported(Exception):
    """Code that cannot be translated. The message says where, what, and what to write instead."""

    def __init__(self, place: Place, what: str, instead: str) -> None:
        super().__init__(f"{place}: {what} cannot be translated: {instead}")
        self.place = place


@dataclass(frozen=True, slots=True)
class Source:
    """One function as it stands in its file; line numbers are those of the file."""

    function: FunctionType
    tree: ast.FunctionDef
    file: str

    def place(self, node: ast.AST) -> Place:
        """Where a node of the tree stands."""
        return Place(self.file, getattr(node, "lineno", self.tree.lineno), getattr(node, "col_offset", 0))


SAME_FUNCTION: Final = "write a module-level def, without decorators that wrap it"


@cache
def source_of(function: Callable[..., Any]) -> Source:
    """The source of a plain module-level function. Raises Unsupported for everything else that can be called."""
    if not isinstance(function, FunctionType):
        raise Unsupported(Place(str(function), 0), "a call of something that is no plain function", SAME_FUNCTION)
    code = function.__code__
    place = Place(code.co_filename, code.co_firstlineno)
    if code.co_name == "<lambda>":
        raise Unsupported(place, "a lambda", SAME_FUNCTION)
    if function.__qualname__ != function.__name__ or code.co_freevars or hasattr(function, "__wrapped__"):
        raise Unsupported(place, f"'{function.__qualname__}', a closure or a method,", SAME_FUNCTION)
    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise Unsupported(place, f"'{code.co_name}', a generator or coroutine,", "rule functions return one value")
    linecache.checkcache(code.co_filename)
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse("".join(lines))
    except (OSError, TypeError, SyntaxError) as error:
        raise Unsupported(place, f"'{code.co_name}', whose source is not there,", SAME_FUNCTION) from error
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise Unsupported(place, f"'{code.co_name}'", SAME_FUNCTION)
    ast.increment_lineno(tree, first - 1)
    _refuse_stale(function, place)
    return Source(function, definition, code.co_filename)


def _refuse_stale(function: FunctionType, place: Place) -> None:
    """Refuse a source that is not, or no longer, what runs: a proof of it would speak of something else.

    The whole file is compiled, for what Python makes of a function depends on what its module imports.
    """
    for code in _compiled(place.file, "".join(linecache.getlines(place.file, function.__globals__))):
        if (code.co_name, code.co_firstlineno) == (function.__name__, place.line):
            if _same_code(code, function.__code__):
                return
            break
    raise Unsupported(place, f"'{function.__name__}', whose file does not say what runs,", "start again after editing")


@lru_cache(maxsize=64)
def _compiled(file: str, source: str) -> tuple[CodeType, ...]:
    """What Python makes of the functions of a file; nothing if it can no longer be read."""
    try:
        module = compile(source, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return ()
    return tuple(constant for constant in module.co_consts if isinstance(constant, CodeType))


def _same_code(one: CodeType, other: CodeType) -> bool:
    if (one.co_code, one.co_names, one.co_varnames) != (other.co_code, other.co_names, other.co_varnames):
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    return all(
        _same_code(left, right)
        if isinstance(left, CodeType) and isinstance(right, CodeType)
        else (type(left), left) == (type(right), right)
        for left, right in zip(one.co_consts, other.co_consts, strict=True)
    )
