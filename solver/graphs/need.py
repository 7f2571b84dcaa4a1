"""What is said where the library for graphs is missing."""

from __future__ import annotations

from properties.extras import installing


class NoGraphs(ImportError):
    """The library for graphs is not installed."""

    def __init__(self) -> None:
        super().__init__(f"graphs need networkx, which is not installed: {installing('report')}")
