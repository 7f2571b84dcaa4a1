"""`fairdeal count DECK --cycles` on the screen."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING

import msgspec
from rich.text import Text

from properties import evidence
from reports.consoles import console
from reports.screen.bars import bar
from reports.screen.faults import INCOMPLETE
from reports.screen.folders import make_folder
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


def count(asked: Asked) -> int:
    """Visit every position of the deck, and say which never end. Returns the exit code.

    Raises NoKernel, and DeckError for what is no deck, has no room in memory, or is played by other rules;
    OSError where no evidence can be kept.
    """
    require()
    from reports import position_words
    from solver.counting.decks import deck_of
    from solver.counting.states import check_fits, finding

    deck, end = deck_of(asked.deck), _end(asked)
    check_fits(deck)
    make_folder(asked.evidence)
    start = time.monotonic()
    survey = _followed(deck, end, threads(asked.jobs))
    spent = time.monotonic() - start
    if survey is None:
        return INCOMPLETE
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
        events = surveying(deck, end, threads)
        with contextlib.closing(events), bar(positions_of(deck), "positions") as show:
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
