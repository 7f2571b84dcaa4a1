"""Whether the kernel can run here at all."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from properties.extras import installing

_USED: Final = (("numpy", "uint64"), ("numba", "njit"), ("numba", "config"), ("numba.extending", "intrinsic"))
"""Modules, and what of them tells a whole one from the remains of an installation."""


class NoKernel(ImportError):
    """numpy or numba is not installed, or cannot be used; the message says why, and what to do."""

    def __init__(self, why: str = "") -> None:
        missing = "which are not installed"
        super().__init__(why or f"many games are played by numba and numpy, {missing}: {installing('kernel')}")


class BrokenKernel(NoKernel):
    """They are installed, and cannot be used all the same."""


def require() -> None:
    """Load the libraries of the kernel. Raises NoKernel where one is missing, BrokenKernel where it is of no use."""
    if any(find_spec(name) is None for name in ("numba", "numpy")):
        raise NoKernel
    for module, name in _USED:
        _load(module, name)
    if vars(import_module("numba").config).get("DISABLE_JIT"):
        raise BrokenKernel(
            "many games are played by what numba compiles, and NUMBA_DISABLE_JIT keeps it from compiling: unset it"
        )


def _load(module: str, name: str) -> None:
    package = module.partition(".")[0]
    try:
        getattr(import_module(module), name)
    except (Exception, SystemExit) as error:  # whatever a library that is broken does
        raise BrokenKernel(
            f"{package} is there but does not load ({in_short(error)}): pip install --force-reinstall {package}"
        ) from error


def in_short(error: BaseException) -> str:
    """The kind of an error and the first line of what it says."""
    first = next(filter(None, map(str.strip, str(error).splitlines())), "")
    return f"{type(error).__name__}: {first[:200]}" if first else type(error).__name__
