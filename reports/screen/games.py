"""`fairdeal explore` on the screen, a graph of tricks or, where anybody may slap, of ticks; and `report`."""

from __future__ import annotations

import shlex
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.text import Text

from model.cards import Zone, format_zone
from model.piles.points import check_seats
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from model.register import load
from properties import evidence
from reports.columns import fold
from reports.consoles import console
from reports.graphs import files
from solver.decks import DeckError, DeckOfRanks, TooManyPositions, deck_words, parse_deck, parse_ranks
from solver.graphs.agreed import departures
from solver.graphs.slapping import FREE, Slapping, slapping

MOST_COUNTED: Final = 10**10
"""So many deals can be counted in an hour or so."""
MOST_VISITED: Final = 10**9
"""So many positions can be visited: each takes a byte of memory."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What to explore, and where to write what is found. `slapping` is empty where nothing was said of it."""

    book: Book
    deck: str
    seats: int
    balanced: bool
    slapping: str
    around: int
    graphml: Path | None
    dot: Path | None
    graph: Path | None
    svg: Path | None
    evidence: Path
    version: str
    as_json: bool

    @property
    def words(self) -> str:
        """The command, as evidence names it, with all that its findings depend on."""
        parts = ["explore", self.deck_name, "--game", self.book.game]
        parts += [f"--set {point}={way}" for point, way in departures(self.book)]
        if self.book.slapping:
            parts += ["--seats", str(self.seats), "--slapping", self.slapping or FREE]
        return " ".join([*parts, *(["--balanced"] if self.balanced else [])])

    @property
    def deck_name(self) -> str:
        """The deck as people read it. Raises DeckError for what is no deck."""
        return format_zone(self.cards) if self.book.slapping else deck_words(self.cards)

    @property
    def cards(self) -> Zone:
        """The deck, of ranks for a game with slaps. Raises DeckError."""
        if self.book.slapping:
            return parse_ranks(self.deck)
        try:
            return parse_deck(self.deck)
        except DeckOfRanks as error:
            raise DeckError(
                f"deck '{self.deck}' can be read as ranks only, and ranks are for games with slaps: add --game banka;"
                f" decks of {self.book.game} are written in classes, - J Q K A, such as JJ---- or 4-2J"
            ) from error


def explore(asked: Asked) -> int:
    """Print what the graph of a deck shows, and write its files. Returns the exit code.

    Raises DeckError, RuleChoiceError, NoGraphs, FileExistsError.
    """
    way = _slapping(asked)
    if way is not None and not way.decided:
        _ticks(asked, way)
    else:
        _tricks(asked, way)
    return 0


def _slapping(asked: Asked) -> Slapping | None:
    """Who slaps; None for a game without slaps. Raises RuleChoiceError for what does not go together."""
    game = asked.book.game
    if not asked.book.slapping:
        if asked.slapping:
            raise RuleChoiceError(f"--slapping is for games with slaps, and {game} has none: leave it out")
        if asked.seats != 2:
            raise RuleChoiceError(f"the graph of {game} is one of two seats: leave out --seats")
        return None
    if asked.balanced:
        raise RuleChoiceError(f"--balanced is for games without slaps: {game} is dealt as its rules say")
    check_seats(asked.book, asked.seats)
    way = slapping(asked.slapping or FREE, asked.seats)
    if asked.around and not way.decided:
        raise RuleChoiceError(f"--around is for graphs in which nobody has a choice: leave it out where {way}")
    return way


def _tricks(asked: Asked, way: Slapping | None) -> None:
    from reports.graphs.picture import as_svg
    from reports.graphs.told import as_json, lines
    from solver.graphs.found import explore as look
    from solver.graphs.found import finding, marked
    from solver.graphs.tricks import trick_graph

    started = time.monotonic()
    try:
        with console(stderr=True).status("playing every deal"):
            graph = trick_graph(asked.book, asked.cards, asked.balanced, asked.seats, way)
            found = look(graph)
    except TooManyPositions as error:
        raise DeckError(f"{error}{_instead(asked, error.orders)}") from error
    drawn = as_svg(graph, found, around=asked.around) if asked.svg or asked.around else ""
    written = files.write_all(
        [
            (asked.graphml, lambda: files.as_graphml(marked(graph))),
            (asked.dot, lambda: files.as_dot(marked(graph))),
            (asked.graph, lambda: files.as_node_link(marked(graph))),
            (asked.svg, lambda: drawn),
        ]
    )
    path = _kept(asked, (finding(found, round(time.monotonic() - started, 3)),))
    if asked.as_json:
        print(as_json(graph, found), end="")
        return
    shown = console(fitted=True)
    for line in lines(found, shown.width):
        shown.print(Text(line), soft_wrap=True)
    _tell(written, path)


def _instead(asked: Asked, orders: int) -> str:
    """What else can be done with a deck that is too large for a graph: as much as comes to an end."""
    if asked.book.slapping:
        return ""
    typed = asked.deck_name if asked.deck.startswith("-") else shlex.quote(asked.deck)
    sets = "".join(f" --set {point}={way}" for point, way in departures(asked.book))
    if orders > MOST_COUNTED:
        return f", or play some of its deals: fairdeal sweep {asked.book.game}{sets} --deck {typed}"
    game = "" if asked.book.game == "beggar" else f" --game {asked.book.game}"
    few = orders * (len(asked.cards) - 1) <= MOST_VISITED
    known = all(point == "end" for point, _ in departures(asked.book))
    cycles = "; with --cycles for all cycles" if few and known else ""
    return f", or count instead: fairdeal count {typed}{game}{sets}{cycles}"


def _ticks(asked: Asked, way: Slapping) -> None:
    from reports.graphs import slap_picture, slap_told
    from solver.graphs.slap_ends import can_end, ending, findings
    from solver.graphs.slaps import digraph, slap_graph

    started = time.monotonic()
    with console(stderr=True).status("playing every deal"):
        graph = slap_graph(asked.book, asked.cards, asked.seats, way)
        found = ending(graph)
    ends = can_end(graph)
    written = files.write_all(
        [
            (asked.graphml, lambda: files.as_graphml(digraph(graph, ends))),
            (asked.dot, lambda: files.as_dot(digraph(graph, ends))),
            (asked.graph, lambda: files.as_node_link(digraph(graph, ends))),
            (asked.svg, lambda: slap_picture.as_svg(graph, found)),
        ]
    )
    path = _kept(asked, findings(found, round(time.monotonic() - started, 3)))
    if asked.as_json:
        print(slap_told.as_json(found), end="")
        return
    shown = console(fitted=True)
    for line in fold(slap_picture.title(found), shown.width):
        shown.print(Text(line, style="bold"), soft_wrap=True)
    for line in slap_told.lines(found, shown.width):
        shown.print(Text(line), soft_wrap=True)
    _tell(written, path)


def _kept(asked: Asked, findings: tuple[evidence.Finding, ...]) -> Path:
    made = evidence.Evidence(asked.words, asked.version, evidence.now(), findings)
    return evidence.write(made, asked.evidence)


def _tell(written: list[Path], path: Path) -> None:
    for each in (*written, path):
        console().print(Text(f"written: {each}"), soft_wrap=True)


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
