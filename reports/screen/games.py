"""`fairdeal play`, `explore` and `report` on the screen."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from model.cards import format_card
from model.deal import Deal
from model.game import Loop, Outcome
from model.piles.events import Event, between
from model.piles.play import initial, only_classes
from model.piles.rulebook import Book
from model.piles.run import Arrange, outcome, tables
from model.piles.state import Table
from model.register import load
from properties import evidence
from properties.conformance.protocol import to_wire
from reports.consoles import console
from reports.words import hands_words, number, outcome_words, step_words, zone_words

MOST_TRACED = 2_000
"""Cards of a game that are shown; a game that never ends is shown until it repeats itself."""


def play(book: Book, deal: Deal, budget: int, seed: int | None, trace: bool, as_json: bool) -> None:
    """Play one deal and print how it ends, card by card if asked. Raises NeedsChance."""
    start = initial(book, deal)
    result = outcome(book, start, budget, _chance(seed))
    if as_json:
        content: dict[str, Any] = {"game": book.game, "deal": str(deal), "cards": deal.labelling.value}
        content["outcome"] = to_wire(result)
        if trace:
            content["trace"] = _trace_data(book, start, _traced(result, budget), seed)
        print(msgspec.json.encode(content).decode())
        return
    shown = console()
    if trace:
        most = min(_traced(result, budget), MOST_TRACED)
        shown.print(_trace(book, start, most, seed))
        if most < (getattr(result, "cards", 0) or 0):
            shown.print(Text(f"... shown: the first {number(most, 'card')}"))
    shown.print(Text(outcome_words(result), style="bold"))
    classes = only_classes(book, deal)
    if to_wire(result).status == "loop" and classes != deal:
        again = outcome(book, initial(book, classes), budget)
        shown.print(Text(f"with cards of the same class taken as alike: {outcome_words(again)}"))


def _traced(result: Outcome, budget: int) -> int:
    """How many cards to trace: all of them, or until the first repetition."""
    return result.stem_cards + result.period_cards if isinstance(result, Loop) else budget


def _chance(seed: int | None) -> Arrange | None:
    if seed is None:
        return None
    source = random.Random(seed)

    def arrange(cards: int) -> tuple[int, ...]:
        return tuple(source.sample(range(cards), cards))

    return arrange


def _steps(book: Book, start: Table, most: int, seed: int | None) -> list[tuple[Table, Table]]:
    steps: list[tuple[Table, Table]] = []
    before = start
    for after in tables(book, start, _chance(seed)):
        steps.append((before, after))
        before = after
        if len(steps) >= most:
            break
    return steps


def _trace(book: Book, start: Table, most: int, seed: int | None) -> Grid:
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    for head in ("card", "what happens", "hands", "middle"):
        table.add_column(head, overflow="fold")
    table.add_row("", "", hands_words(start), zone_words(start.middle))
    for place, (before, after) in enumerate(_steps(book, start, most, seed), start=1):
        table.add_row(str(place), step_words(before, after), hands_words(after), zone_words(after.middle))
    return table


def _trace_data(book: Book, start: Table, most: int, seed: int | None) -> list[list[dict[str, Any]]]:
    steps = _steps(book, start, most, seed)
    return [[_event_data(event) for event in between(before, after)] for before, after in steps]


def _event_data(event: Event) -> dict[str, Any]:
    content = {name: getattr(event, name) for name in event.__slots__}
    for name in ("card", "cards"):
        if name in content:
            card = content[name]
            content[name] = [format_card(each) for each in card] if name == "cards" else format_card(card)
    return {"event": type(event).__name__.lower(), **content}


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
