"""`fairdeal count` on the screen."""

from __future__ import annotations

import contextlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rich.text import Text

from model.piles.rulebook import Book
from properties import evidence
from reports.consoles import console
from reports.screen.bars import bar
from reports.screen.faults import INCOMPLETE
from reports.screen.folders import make_folder
from reports.screen.threads import at_once, threads
from solver.decks import DeckError
from solver.graphs.agreed import departures
from solver.kernel.need import require

if TYPE_CHECKING:
    from solver.counting.count import Count
    from solver.counting.decks import Deck

MOST_HOURS: Final = 12
"""A count that is expected to take longer is refused: by the rate at which some of its deals are played just before."""
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
        """The command, as evidence names it; the deck in counts, which no command line takes for an option."""
        from solver.counting.decks import deck_of

        sets = (f"--set {point}={way}" for point, way in departures(self.book))
        return " ".join(
            ("count", str(deck_of(self.deck)), "--game", self.book.game, *sets, *(["--cycles"] if self.cycles else []))
        )


def count(asked: Asked) -> int:
    """Play every deal of the deck in halves, and say what they come to. Returns the exit code.

    With `cycles` every position is visited instead (see `positions`).
    Raises NoKernel, DeckError for what is no deck, cannot be counted, or would take too long, and OSError where
    no evidence can be kept.
    """
    require()
    from solver.counting.rules import check_countable, check_given, leaders_cards

    check_given(asked.book)
    if asked.cycles:
        from reports.screen import positions

        return positions.count(asked)
    from reports import count_words
    from solver.counting.count import finding
    from solver.counting.decks import deck_of

    deck = deck_of(asked.deck)
    check_countable(asked.book, deck)
    _check_time(asked, deck)
    make_folder(asked.evidence)
    cut = leaders_cards(asked.book, deck)
    start = time.monotonic()
    tally, complete = _followed(asked, deck)
    spent = time.monotonic() - start
    if tally is None or not complete:
        print(f"fairdeal: {count_words.so_far(tally, deck, cut)}", file=sys.stderr)
        return INCOMPLETE
    counted = count_words.Counted(asked.book.game, departures(asked.book), deck, cut, tally, spent)
    one = finding(asked.book, deck, tally, round(spent, 3))
    path = evidence.write(evidence.Evidence(asked.words, asked.version, evidence.now(), (one,)), asked.evidence)
    if asked.as_json:
        print(msgspec.json.encode(count_words.document(counted)).decode())
        return 0
    shown = console()
    for line in count_words.lines(counted):
        shown.print(Text(line), soft_wrap=True)
    shown.print(Text(f"evidence: {path}"), soft_wrap=True)
    return 0


def _check_time(asked: Asked, deck: Deck) -> None:
    """Refuse what would take too long here, as far as some of its deals tell. Raises DeckError."""
    from reports.count_words import too_many
    from solver.counting.count import seconds_needed
    from solver.counting.rules import kernel_end

    if deck.arrangements < (MEASURED_FROM if kernel_end(asked.book) is not None else MEASURED_FROM_BY_MODEL):
        return
    with console(stderr=True).status("measuring how fast its deals are played (the first time, compiling too) ..."):
        rate, seconds = seconds_needed(asked.book, deck, at_once(asked.jobs))
    if seconds > MOST_HOURS * 3_600:
        raise DeckError(too_many(deck, rate, seconds, MOST_HOURS))


def _followed(asked: Asked, deck: Deck) -> tuple[Count | None, bool]:
    """The tally of all deals, shown while it goes on; of fewer if it was interrupted, and whether it was not."""
    from solver.counting.count import counting

    tally: Count | None = None
    try:
        tallies = counting(asked.book, deck, threads(asked.jobs))
        with contextlib.closing(tallies), bar(deck.arrangements, "deals") as show:
            for tally in tallies:
                show(tally.deals, f"{tally.endless:,} never end")
    except KeyboardInterrupt:
        return tally, False
    return tally, True
