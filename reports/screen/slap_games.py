"""`fairdeal explore` on the screen, for games with slaps."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.text import Text

from model.piles.rulebook import Book
from properties import evidence
from reports.consoles import console
from reports.words import number
from solver.slap_ends import Ending, can_end, dead_words, ending, findings, lasso_words

MOST_SHOWN: Final = 20
"""Cycles that are shown; all of them are counted."""


def explore(
    book: Book, deck: str, seats: int, graphml: Path | None, svg: Path | None, folder: Path, version: str, as_json: bool
) -> None:
    """Print how the games of a deck can end, and write its graph. Raises DeckError, NoGraphs, FileExistsError."""
    from reports import graph as drawn
    from reports import slap_graph as own
    from solver.decks import parse_ranks
    from solver.slap_graphs import digraph, slap_graph

    started = time.monotonic()
    graph = slap_graph(book, parse_ranks(deck), seats)
    found = ending(graph)
    _written(graphml, lambda: drawn.as_graphml(digraph(graph, can_end(graph))))
    _written(svg, lambda: own.as_svg(graph, found))
    told = findings(found, round(time.monotonic() - started, 3))
    path = evidence.write(evidence.Evidence(f"explore {deck}", version, evidence.now(), told), folder)
    if as_json:
        print(own.as_json(found), end="")
        return
    shown = console()
    shown.print(Text(f"{own.title(found)}; {number(found.over, 'state')} in which somebody has won", style="bold"))
    for finding, more in zip(told, (_cycles(found), _loop(found), _dead(found)), strict=True):
        shown.print(Text(finding.statement))
        for line in more:
            shown.print(Text(f"    {line}"))
    for written in (graphml, svg, path):
        if written is not None:
            shown.print(Text(f"written: {written}"))


def _written(path: Path | None, draw: Callable[[], str]) -> None:
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(draw())


def _cycles(found: Ending) -> list[str]:
    lines = [line for cycle in found.cycles[:MOST_SHOWN] for line in (str(cycle), f"    {lasso_words(cycle.witness)}")]
    left = len(found.cycles) - MOST_SHOWN
    return [*lines, f"and {number(left, 'cycle')} more"] if left > 0 else lines


def _loop(found: Ending) -> list[str]:
    return [lasso_words(found.slapped_loop)] if found.slapped_loop else []


def _dead(found: Ending) -> list[str]:
    return [dead_words(found.dead_end)] if found.dead_end else []
