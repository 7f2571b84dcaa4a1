"""The fields of a line with tabs: how texts, numbers and lists are written, and structs read from such fields.

Names, types and defaults are those of the structs; nothing is listed a second time here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec

from properties.conformance.protocol import SeatRange

S = TypeVar("S", bound=msgspec.Struct)
Pair = tuple[str, str]
"""A name, and a value whose escapes are still to be resolved."""

_SPECIAL: Final = {"t": "\t", "n": "\n", "r": "\r"}
_RANGE: Final = re.compile(r"(-?[0-9]+)-(-?[0-9]+)")
_LONGEST_SHOWN: Final = 80


class WireError(ValueError):
    """A line, or a message, that the tab wire cannot carry. The message says what, which field, what would be right."""


class ShapeError(WireError):
    """A line whose fields can be told apart, but one is missing, given twice, or has a value that it cannot have."""


# --- texts inside a field ---


def escape(text: str, also: str = "") -> str:
    """A text as it stands inside a field; `also` are characters that would separate something there."""
    for character in "\\" + also:
        text = text.replace(character, "\\" + character)
    for letter, character in _SPECIAL.items():
        text = text.replace(character, "\\" + letter)
    return text


def unescape(text: str) -> str:
    """The text that a field, or a part of it, stands for."""
    return re.sub(r"\\(.)", lambda found: _SPECIAL.get(found[1], found[1]), text) if "\\" in text else text


def split(text: str, by: str, most: int = -1) -> list[str]:
    """Cut a field at a separator that no backslash stands before, at `most` places."""
    if "\\" not in text:
        return text.split(by, most)
    parts = [""]
    for piece in re.findall(r"\\.|.|\\$", text, re.DOTALL):
        if piece == by and len(parts) - 1 != most:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def shown(text: str) -> str:
    """A text as part of a message: on one line, and not too long."""
    text = escape(text)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


# --- structs from fields ---


@lru_cache
def types_of(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a struct and their types, in order."""
    return {field.name: field.type for field in _fields(struct)}


@lru_cache
def _fields(struct: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a struct: msgspec finds them out anew each time, which takes half a millisecond."""
    return msgspec.structs.fields(struct)


def read_pairs(fields: Iterable[str], example: str) -> Iterator[Pair]:
    """Fields written name=value; the example is for those who wrote something else. Raises WireError."""
    for field in fields:
        name, *value = split(field, "=", 1)
        if not value:
            raise WireError(f"'{shown(field)}' is no field: write name=value, such as {example}")
        yield unescape(name), value[0]


def read_struct(struct: type[S], pairs: Iterable[Pair], **others: object) -> S:
    """A struct from its fields as they are written, and from others that are read already. Raises WireError."""
    values = read_values(struct, pairs) | others
    for field in _fields(struct):
        if field.required and field.name not in values:
            raise ShapeError(f"the field {field.name}= is missing: {field.name} is {wanted(field.type)}")
    return struct(**values)


def read_values(struct: type[msgspec.Struct], pairs: Iterable[Pair]) -> dict[str, Any]:
    """The values of the fields that a struct has; unknown fields are ignored, as in JSON. Raises WireError."""
    types, simple = types_of(struct), _simple_fields(struct)
    values: dict[str, Any] = {}
    for name, text in pairs:
        if name in values:
            raise ShapeError(f"the field {name}= is given twice")
        if text in simple.words.get(name, ()):
            values[name] = text
        elif name in simple.numbers and _is_plain_number(text):
            values[name] = int(text)
        elif name in types:
            values[name] = read_value(types[name], name, text)
    return values


@dataclass(frozen=True, slots=True)
class _Simple:
    """Of a struct, the fields of which most texts are what they say, so that no type has to be looked at for them."""

    words: dict[str, frozenset[str]]
    """For fields that are one of some words, these words."""
    numbers: frozenset[str]
    """The fields that are whole numbers, or left out."""


@lru_cache
def _simple_fields(struct: type[msgspec.Struct]) -> _Simple:
    parts = {name: _parts(kind) for name, kind in types_of(struct).items()}
    words = {name: _words(kinds[0]) for name, kinds in parts.items() if len(kinds) == 1}
    numbers = frozenset(name for name, kinds in parts.items() if set(kinds) <= {int, type(None)})
    return _Simple(words, numbers)


def _words(kind: Any) -> frozenset[str]:  # noqa: ANN401 (any type of a field)
    return frozenset(get_args(kind) if get_origin(kind) is Literal else ())


def _is_plain_number(text: str) -> bool:
    """Whether a text is a number that everybody reads in the same way: digits, not many, and no zero in front."""
    return text.isdigit() and text.isascii() and len(text) < 16 and (text[0] != "0" or text == "0")


def read_value(kind: Any, name: str, text: str) -> Any:  # noqa: ANN401 (any type of a field)
    """The value of one field of this type. Raises WireError."""
    value: object = unescape(text)
    if _is_list(kind):
        value = [unescape(item) for item in split(text, ",")] if text else []
        if SeatRange in get_args(kind) and (ends := _RANGE.fullmatch(text)):
            value = {"min": ends[1], "max": ends[2]}
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ShapeError(f"{name}={shown(text)} is not right: {name} is {wanted(kind)}") from error


def read_number(name: str, text: str) -> int:
    """A whole number. Raises WireError."""
    if _is_plain_number(text):
        return int(text)
    return int(read_value(int, name, text))


def wanted(kind: Any) -> str:  # noqa: ANN401 (any type of a field)
    """What a field of this type has to look like, in words."""
    if SeatRange in get_args(kind):
        return "a list of whole numbers such as 2,3, or a range such as 2-6"
    if _is_list(kind):
        (items,) = (get_args(part)[0] for part in _parts(kind) if get_origin(part) is tuple)
        return f"a list with commas, each item {wanted(items)}"
    if names := [name for part in _parts(kind) if get_origin(part) is Literal for name in get_args(part)]:
        return f"one of {', '.join(names)}"
    return "a whole number" if int in _parts(kind) else "a text"


def _is_list(kind: Any) -> bool:  # noqa: ANN401 (any type of a field)
    return any(get_origin(part) is tuple for part in _parts(kind))


def _parts(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 (any type of a field)
    """The alternatives of a type that is a union, or the type alone."""
    return (kind,) if get_origin(kind) in (tuple, Literal) else get_args(kind) or (kind,)


# --- fields from structs ---


def write_pairs(struct: msgspec.Struct) -> list[Pair]:
    """The fields of a struct that differ from their default, in order; maps and structs inside it are left out."""
    given = ((field, getattr(struct, field.name)) for field in _fields(type(struct)))
    return [(field.name, write_value(value)) for field, value in given if value != field.default and not _deep(value)]


def _deep(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, tuple) and isinstance((*value, 0)[0], msgspec.Struct))


def write_value(value: object) -> str:
    """A text, a number, a list or a range. Raises WireError for a list that would be read as another one."""
    match value:
        case ("",):
            raise WireError("a list of one empty text cannot be written with tabs")
        case tuple():
            return ",".join(escape(str(item), ",") for item in value)
        case SeatRange(fewest, most):
            return f"{fewest}-{most}"
    return escape(str(value))


def joined(pairs: Iterable[Pair]) -> list[str]:
    """Fields written name=value."""
    return [f"{name}={value}" for name, value in pairs]
