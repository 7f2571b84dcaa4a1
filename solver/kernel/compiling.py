"""How the kernel is compiled: by numba, and kept for the next run where there is a place to keep it.

numba looks at the age of one file only, that of the function it is asked for, and not at those that it calls. So what
is compiled is kept in a folder that is named after all the sources: whatever of them changes, all is compiled again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba import njit

from solver.kernel.batch import Words

P = ParamSpec("P")
R = TypeVar("R")


_ROOMS: Final = ("kernel", "counting")
"""The rooms of the solver in which functions are compiled."""
_NAME: Final = "fairdeal-compiled-"
"""Others may keep what they have compiled in the same place."""
_WEEK: Final = 7 * 24 * 3600


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as numba compiles it: without the interpreter's lock, and kept for the next run.

    Where there is no folder to keep it in it is compiled in every run.
    """
    folder = kept_in()
    if folder is None:
        return part(function)
    settings = vars(numba.config)
    agreed, settings["CACHE_DIR"] = settings["CACHE_DIR"], str(folder)
    try:
        return cast("Callable[P, R]", njit(cache=True, nogil=True, error_model="numpy")(function))
    except (RuntimeError, OSError):
        return part(function)
    finally:
        settings["CACHE_DIR"] = agreed


@cache
def kept_in(solver: Path = Path(__file__).parent.parent) -> Path | None:
    """The folder for what is compiled from the sources as they are now; None where none can be written to.

    It stands where NUMBA_CACHE_DIR says, or beside Python's own compiled files, or in the user's cache folder.
    """
    users = Path(os.environ.get("XDG_CACHE_HOME", "") or "~/.cache").expanduser() / "fairdeal"
    chosen = os.environ.get("NUMBA_CACHE_DIR", "")
    for place in (Path(chosen),) if chosen else (solver / "__pycache__", users):
        folder = place / (_NAME + _fingerprint(solver))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"try-{os.getpid()}").touch()
            (folder / f"try-{os.getpid()}").unlink()
        except OSError:
            continue
        _clear_out(place, folder)
        return folder
    return None


def _fingerprint(solver: Path) -> str:
    """What stands for all that is compiled, and for the compiler."""
    found = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for source in sorted(each for room in _ROOMS for each in (solver / room).glob("*.py")):
        found.update(f"{source.name} {source.stat().st_size} ".encode() + source.read_bytes())
    return found.hexdigest()[:16]


def _clear_out(place: Path, current: Path) -> None:
    """Remove what was compiled from sources that have changed since, and that nobody has used for a week."""
    for each in place.glob(_NAME + "*"):
        if each != current and time.time() - each.stat().st_mtime > _WEEK:
            shutil.rmtree(each, ignore_errors=True)


def part(function: Callable[P, R]) -> Callable[P, R]:
    """A function that is compiled into those that call it."""
    return cast("Callable[P, R]", njit(nogil=True, error_model="numpy")(function))


def put_in_place(function: Callable[P, R]) -> Callable[P, R]:
    """A function that numba writes out wherever it is called, so that what is known there is known in it."""
    return cast("Callable[P, R]", njit(inline="always")(function))


@part
def room_for(words: int) -> Words:
    """So many words, all 0, that begin where a line of the cache does: elsewhere wide vectors are slower by a third."""
    found = np.zeros(words + 8, np.uint64)
    begin = (64 - found.ctypes.data % 64) % 64 // 8
    return found[begin : begin + words]
