"""`fairdeal census` on the screen."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.text import Text

from properties import evidence
from reports.consoles import console
from reports.screen.bars import bar
from reports.screen.faults import INCOMPLETE
from reports.screen.folders import make_folder
from reports.screen.threads import threads
from solver.kernel.need import require

if TYPE_CHECKING:
    from solver.counting.census import Census


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says: decks of so many `cards`; `jobs` threads, 0 for one on each core."""

    cards: int
    jobs: int
    evidence: Path
    version: str
    as_json: bool


def census(asked: Asked) -> int:
    """Visit every position of every deck of that size, and say which decks have a cycle. Returns the exit code.

    What was found before an interrupt is shown, and kept as evidence of the decks that were visited. Raises NoKernel,
    and DeckError for numbers of cards that are no deck, or that have no room in memory; OSError where no
    evidence can be kept.
    """
    require()
    from reports import position_words
    from solver.counting.census import begun, finding

    begun(asked.cards)
    make_folder(asked.evidence)
    start = time.monotonic()
    found = _followed(asked.cards, threads(asked.jobs))
    spent = time.monotonic() - start
    findings = (finding(found, round(spent, 3)),) if found.decks else ()
    made = evidence.Evidence(f"census {asked.cards}", asked.version, evidence.now(), findings, found.complete)
    path = evidence.write(made, asked.evidence)
    if asked.as_json:
        print(msgspec.json.encode(position_words.census_document(found, spent)).decode())
    else:
        shown = console(fitted=True)
        for line in position_words.census_lines(found, spent, shown.width):
            shown.print(Text(line), soft_wrap=True)
        if not found.complete:
            shown.print(Text("interrupted", style="bold red"))
        shown.print(Text(f"evidence: {path}"), soft_wrap=True)
    return 0 if found.complete else INCOMPLETE


def _followed(cards: int, threads: int) -> Census:
    """The census, shown while it goes on; of fewer decks if it was interrupted."""
    from solver.counting.census import begun, visiting

    found = begun(cards)
    try:
        events = visiting(cards, threads)
        with contextlib.closing(events), bar(found.to_visit, "positions") as show:
            for event in events:
                found = event.found
                show(event.done, f"{found.decks:,} of {found.of:,} decks, {len(found.with_cycle):,} with a cycle")
    except KeyboardInterrupt:
        return found
    return found
