"""`fairdeal explore` and `report` on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from model.piles.rulebook import Book
from model.register import load
from properties import evidence
from reports.consoles import console
from reports.words import number


def explore(
    book: Book,
    deck: str,
    balanced: bool,
    graphml: Path | None,
    svg: Path | None,
    folder: Path,
    version: str,
    as_json: bool,
) -> None:
    """Print what the graph of a deck shows, and write its pictures. Raises DeckError, NoGraphs, FileExistsError."""
    from reports import graph as drawn
    from solver.decks import parse_deck
    from solver.graphs import explore as look
    from solver.graphs import finding, marked, trick_graph

    started = time.monotonic()
    graph = trick_graph(book, parse_deck(deck), balanced)
    found = look(graph)
    for path, draw in _pictures(
        graphml, svg, lambda: drawn.as_graphml(marked(graph)), lambda: drawn.as_svg(graph, found)
    ):
        _write_new(path, draw())
    one = finding(found, round(time.monotonic() - started, 3))
    path = evidence.write(evidence.Evidence(f"explore {deck}", version, evidence.now(), (one,)), folder)
    if as_json:
        print(drawn.as_json(graph, found))
        return
    shown = console()
    shown.print(
        Text(
            f"{found.deck}: {number(found.deals, 'deal')}, {number(found.positions, 'position')}, "
            + number(len(found.cycles), "cycle")
        )
    )
    for cycle in found.cycles:
        shown.print(Text(f"  {cycle}", style="bold"))
    for endless in found.endless:
        shown.print(Text(f"  endless: {endless.deal}, stem {endless.stem_cards} cards, into {endless.cycle}"))
    if not found.endless:
        shown.print(Text("  every deal ends"))
    for written in (graphml, svg, path):
        if written is not None:
            shown.print(Text(f"written: {written}"))


def _pictures(
    graphml: Path | None, svg: Path | None, as_graphml: Callable[[], str], as_svg: Callable[[], str]
) -> list[tuple[Path, Callable[[], str]]]:
    return [(path, draw) for path, draw in ((graphml, as_graphml), (svg, as_svg)) if path is not None]


def _write_new(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(content)


def report(folder: Path, out: Path | None) -> None:
    """Print the page, or write it to a file. Raises UnreadableEvidence."""
    from reports.markdown import report as page

    if not folder.is_dir():
        raise evidence.UnreadableEvidence(
            f"{folder}: is no folder of evidence: run check, prove, explore or verify first"
        )
    text = page(load(), [each for _, each in evidence.read_all(folder)])
    if out is None:
        print(text, end="")
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("x", encoding="utf-8") as file:
        file.write(text)
    print(f"written: {out}")
