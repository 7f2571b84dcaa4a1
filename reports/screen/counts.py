"""`fairdeal count` on the screen."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from model.piles.rulebook import Book
from properties import evidence
from reports.consoles import console
from reports.screen.threads import threads
from solver.decks import DeckError
from solver.graphs.agreed import departures
from solver.kernel.need import require

if TYPE_CHECKING:
    from solver.counting.count import Tally
    from solver.counting.decks import Deck

INTERRUPTED: Final = 4
MOST_HOURS: Final = 12
"""A count takes so long at most."""
MEASURED_FROM: Final = 5_000_000
MEASURED_FROM_BY_MODEL: Final = 5_000
"""Before so many deals are played it is measured how long that takes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says: `jobs` threads, 0 for one on each core."""

    book: Book
    deck: str
    cycles: bool
    jobs: int
    evidence: Path
    version: str
    as_json: bool

    @property
    def words(self) -> str:
        """The command, as evidence names it."""
        sets = (f"--set {point}={way}" for point, way in departures(self.book))
        return " ".join(("count", self.deck, "--game", self.book.game, *sets, *(["--cycles"] if self.cycles else [])))


def count(asked: Asked) -> int:
    """Play every equal-halves deal of the deck, and say what they come to. Returns the exit code.

    With `cycles` every position is visited instead (see `positions`).
    Raises NoKernel, DeckError for what is no deck, cannot be counted, or would take too long.
    """
    if asked.cycles:
        from reports.screen import positions

        return positions.count(asked)
    require()
    from reports import count_words
    from solver.counting.count import finding
    from solver.counting.decks import deck_of
    from solver.counting.rules import check_countable

    deck = deck_of(asked.deck)
    check_countable(asked.book, deck)
    _check_time(asked, deck)
    start = time.monotonic()
    tally, complete = _followed(asked, deck)
    spent = time.monotonic() - start
    if tally is None or not complete:
        print(f"fairdeal: {count_words.so_far(tally, deck)}", file=sys.stderr)
        return INTERRUPTED
    counted = count_words.Counted(asked.book.game, departures(asked.book), deck, tally, spent)
    one = finding(asked.book, deck, tally, round(spent, 3))
    path = evidence.write(evidence.Evidence(asked.words, asked.version, evidence.now(), (one,)), asked.evidence)
    if asked.as_json:
        print(msgspec.json.encode(count_words.document(counted)).decode())
        return 0
    shown = console()
    for line in count_words.lines(counted):
        shown.print(Text(line), soft_wrap=True)
    shown.print(Text(f"evidence: {path}"))
    return 0


def _check_time(asked: Asked, deck: Deck) -> None:
    """Refuse what would take too long here. Raises DeckError."""
    from reports.count_words import too_many
    from solver.counting.count import seconds_needed
    from solver.counting.rules import kernel_end

    if deck.arrangements < (MEASURED_FROM if kernel_end(asked.book) is not None else MEASURED_FROM_BY_MODEL):
        return
    rate, seconds = seconds_needed(asked.book, deck, threads(asked.jobs))
    if seconds > MOST_HOURS * 3_600:
        raise DeckError(too_many(deck, rate, seconds, MOST_HOURS))


def _followed(asked: Asked, deck: Deck) -> tuple[Tally | None, bool]:
    """The tally of all deals, shown while it goes on; of fewer if it was interrupted, and whether it was not."""
    from solver.counting.count import counting

    screen = console(stderr=True)
    shown = _bar(screen, deck.arrangements) if screen.is_terminal else contextlib.nullcontext(lambda tally: None)
    tally: Tally | None = None
    try:
        with contextlib.closing(counting(asked.book, deck, threads(asked.jobs))) as tallies, shown as show:
            for tally in tallies:
                show(tally)
    except KeyboardInterrupt:
        return tally, False
    return tally, True


@contextlib.contextmanager
def _bar(screen: Console, deals: int) -> Iterator[Callable[[Tally], None]]:
    """How many deals are played, how fast, and how long it will still take."""
    columns = (BarColumn(20), TextColumn("{task.description}"), TimeElapsedColumn(), TimeRemainingColumn())
    start = time.monotonic()
    with Progress(*columns, console=screen, transient=True) as progress:
        bar = progress.add_task(f"{deals:,} deals", total=deals)

        def show(tally: Tally) -> None:
            rate = tally.deals / max(time.monotonic() - start, 1e-3)
            words = f"{tally.deals:,} of {deals:,} deals, {rate:,.0f} a second, {tally.endless:,} never end"
            progress.update(bar, completed=tally.deals, description=words)

        yield show
