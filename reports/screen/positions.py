"""`fairdeal count DECK --cycles` on the screen, and the bar that counts positions."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from properties import evidence
from reports.consoles import console
from reports.screen.threads import threads
from reports.words import number
from solver.decks import DeckError
from solver.graphs.agreed import departures
from solver.kernel.need import require

if TYPE_CHECKING:
    from reports.screen.counts import Asked
    from solver.counting.decks import Deck
    from solver.counting.states import Survey
    from solver.kernel.batch import End

INTERRUPTED = 4


def count(asked: Asked) -> int:
    """Visit every position of the deck, and say which never end. Returns the exit code.

    Raises NoKernel, and DeckError for what is no deck, has no room in memory, or is played by other rules.
    """
    require()
    from reports import position_words
    from solver.counting.decks import deck_of
    from solver.counting.states import check_fits, finding

    deck, end = deck_of(asked.deck), _end(asked)
    check_fits(deck)
    asked.evidence.mkdir(parents=True, exist_ok=True)  # what cannot be kept is not worth the time
    start = time.monotonic()
    survey = _followed(deck, end, threads(asked.jobs))
    spent = time.monotonic() - start
    if survey is None:
        return INTERRUPTED
    one = finding(survey, round(spent, 3), asked.book.game)
    found = evidence.Evidence(asked.words, asked.version, evidence.now(), (one,))
    path = evidence.write(found, asked.evidence)
    told = position_words.Surveyed(asked.book.game, departures(asked.book), survey, spent)
    if asked.as_json:
        print(msgspec.json.encode(position_words.document(told)).decode())
        return 0
    shown = console(fitted=True)
    for line in position_words.lines(told, shown.width):
        shown.print(Text(line), soft_wrap=True)
    shown.print(Text(f"evidence: {path}"), soft_wrap=True)
    return 0


def _end(asked: Asked) -> End:
    """The end rule, of a book that differs in nothing else that matters at two seats. Raises DeckError."""
    from solver.counting.rules import kernel_end

    if asked.book.slapping:
        raise DeckError(
            f"{asked.book.game} is played with slaps, and a position does not decide who slaps: count beggar"
        )
    end = kernel_end(asked.book)
    if end is None:
        others = " ".join(f"{point}={way}" for point, way in departures(asked.book) if point != "end")
        raise DeckError(
            f"--cycles knows {asked.book.game} as it is, with any end rule of two seats, but not with"
            f" {others or 'this end rule'}: leave that out, or leave out --cycles"
        )
    return end


def _followed(deck: Deck, end: End, threads: int) -> Survey | None:
    """The survey, shown while it goes on; None if it was interrupted."""
    from solver.counting.states import Survey, positions_of, surveying

    told = f"interrupted before the first of {positions_of(deck):,} positions"
    survey = None
    try:
        with contextlib.closing(surveying(deck, end, threads)) as events, bar(positions_of(deck)) as show:
            for event in events:
                if isinstance(event, Survey):
                    survey = event
                else:
                    told = f"interrupted after {event.done:,} of {event.positions:,} positions"
                    show(event.done, number(event.cycles, "cycle"))
    except KeyboardInterrupt:
        print(f"fairdeal: {told}; nothing is known of a deck before all are visited", file=sys.stderr)
        return None
    return survey


@contextlib.contextmanager
def bar(positions: int) -> Iterator[Callable[[int, str], None]]:
    """How many positions are done, how fast, what is found, and how long it still takes; nothing beside a pipe."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda _done, _found: None
        return
    with _shown(screen, positions) as show:
        yield show


@contextlib.contextmanager
def _shown(screen: Console, positions: int) -> Iterator[Callable[[int, str], None]]:
    columns = (BarColumn(20), TextColumn("{task.description}"), TimeElapsedColumn(), TimeRemainingColumn())
    start = time.monotonic()
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task(f"{positions:,} positions", total=positions)

        def show(done: int, found: str) -> None:
            rate = done / max(time.monotonic() - start, 1e-3)
            words = f"{done:,} of {positions:,} positions, {rate:,.0f} a second, {found}"
            progress.update(task, completed=done, description=words)

        yield show
