"""Whether the kernel can run here at all."""

from __future__ import annotations

from importlib.util import find_spec


class NoKernel(ImportError):
    """numpy or numba is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "counting needs numba and numpy: install fairdeal with its extra, pip install 'fairdeal[kernel]'"
        )


def require() -> None:
    """Raise NoKernel where a library of the kernel is missing."""
    if any(find_spec(name) is None for name in ("numba", "numpy")):
        raise NoKernel
