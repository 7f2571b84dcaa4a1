"""Small files that are either whole or not believed: each begins with the hash of the rest."""

from __future__ import annotations

import hashlib
import os
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class Reading(Enum):
    """What came of reading a file that cannot be used."""

    MISSING = "missing"
    BROKEN = "broken"


MISSING: Final = Reading.MISSING
BROKEN: Final = Reading.BROKEN


def write_whole(path: Path, value: msgspec.Struct) -> None:
    """Write a value in one step, so that nobody ever reads half of it. Raises OSError."""
    content = msgspec.json.encode(value)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def read_whole(path: Path, kind: type[T]) -> T | Reading:
    """The value in a file; BROKEN if its hash is another, or if it is no such value."""
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return MISSING
    except OSError:
        return BROKEN
    if hashlib.sha256(content).hexdigest().encode() != digest:
        return BROKEN
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, ValueError):
        return BROKEN
