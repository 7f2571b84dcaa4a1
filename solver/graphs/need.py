"""What is said where the library for graphs is missing."""

from __future__ import annotations


class NoGraphs(ImportError):
    """The library for graphs is not installed."""

    def __init__(self) -> None:
        super().__init__("graphs need networkx: install fairdeal with its extra, pip install 'fairdeal[report]'")
