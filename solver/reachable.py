"""Which files a proof depends on, and their hashes: told from imports, without translating or solving anything.

These are more files than a translation follows, and never fewer: all that the book's functions, the statement and the
family's own functions are written in, with whatever those modules import of the model and of the properties, and the
whole of this package.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from solver.sources import ROOT

FOLLOWED: Final = ("model", "properties", "solver")
"""The packages whose imports are followed."""
OWN: Final = Path(__file__).parent


class Unknown(Exception):
    """Something that has no name or no file of its own, so that nobody can say whether it is unchanged."""


def described(value: object) -> object:
    """What a book holds, in plain words that are the same in every process. Raises Unknown."""
    if isinstance(value, FunctionType | type):
        return _named(value)
    if isinstance(value, tuple | list):
        return [described(each) for each in value]
    if isinstance(value, frozenset | set):
        return sorted(map(described, value), key=repr)
    if value is None or isinstance(value, int | str):
        return repr(value)
    parts = _parts(value)
    if parts is None:
        raise Unknown(f"there is {type(value).__name__} in a book")
    return [type(value).__qualname__, *([described(key), described(each)] for key, each in parts)]


def _named(value: FunctionType | type) -> str:
    if value.__qualname__ != value.__name__ or value.__name__ == "<lambda>":
        raise Unknown(f"'{value.__qualname__}' has no name in its module")
    return f"{value.__module__}.{value.__name__}"


def _parts(value: object) -> list[tuple[object, object]] | None:
    """What a value is made of, by name or key; None for what cannot be taken apart."""
    if isinstance(value, partial):
        return [("function", value.func), ("arguments", value.args), *sorted(value.keywords.items())]
    if is_dataclass(value) and not isinstance(value, type):
        return [(each.name, getattr(value, each.name)) for each in fields(value)]
    return list(value.items()) if isinstance(value, Mapping) else None


def functions_in(*values: object) -> frozenset[FunctionType]:
    """The functions that books, statements and families hold, also those inside others."""
    found: set[FunctionType] = set()
    waiting, seen = list(values), set[int]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, FunctionType):
            found.add(value)
            waiting += [cell.cell_contents for cell in value.__closure__ or ()]
        elif isinstance(value, tuple | list | frozenset | set):
            waiting += value
        else:
            waiting += [each for _, each in _parts(value) or ()]
    return frozenset(found)


def files_of(functions: Iterable[Callable[..., Any]]) -> frozenset[Path]:
    """The files in which functions stand, and those that these import, without this package's own. Raises Unknown."""
    return _reached(frozenset(each.__code__.co_filename for each in functions if isinstance(each, FunctionType)))


@cache
def _reached(files: frozenset[str]) -> frozenset[Path]:
    found: set[Path] = set()
    waiting = set(map(Path, files))
    while waiting:
        file = waiting.pop()
        if not file.is_file():
            raise Unknown(f"{file} is no file")
        found.add(file)
        waiting |= _imported(file) - found
    return frozenset(file for file in found if not file.is_relative_to(OWN))


@cache
def own_files() -> tuple[Path, ...]:
    """The files of this package."""
    return tuple(sorted(OWN.rglob("*.py")))


@cache
def _imported(file: Path) -> frozenset[Path]:
    """The files that a file imports, anywhere in it."""
    return frozenset(path for name in _names(ast.parse(file.read_bytes())) for path in _files(name))


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


@cache
def _files(module: str) -> tuple[Path, ...]:
    """The files of a module, with those of the packages that it lies in; nothing for what is not ours."""
    parts = module.split(".")
    if parts[0] not in FOLLOWED:
        return ()
    packages = [ROOT.joinpath(*parts[:count], "__init__.py") for count in range(1, len(parts) + 1)]
    file = ROOT.joinpath(*parts).with_suffix(".py")
    return tuple(path for path in (*packages, file) if path.is_file())


def digest(files: Iterable[Path]) -> str:
    """One hash for the names and contents of files."""
    lines = [f"{_name(file)} {content_hash(file)}" for file in sorted(files)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _name(file: Path) -> str:
    return str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else str(file)


def content_hash(file: Path) -> str:
    """The hash of a file as it stands now."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
