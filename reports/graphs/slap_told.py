"""What the graph of a game with slaps says of how its games end, as lines for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from properties.evidence import Finding
from reports.words import number
from solver.graphs.slap_ends import Ending, dead_words, lasso_words


def as_json(found: Ending) -> str:
    """What was found, as one JSON object. The states and ticks themselves are in the graph as a file."""
    return msgspec.json.format(msgspec.json.encode({"ending": found}), indent=1).decode() + "\n"


def lines(found: Ending, told: Sequence[Finding], most: int) -> Iterator[tuple[str, list[str]]]:
    """The statements, each with its witnesses; so many cycles are shown at most."""
    for finding, more in zip(told, (_cycles(found, most), _loop(found), _dead(found)), strict=True):
        yield finding.statement, more


def _cycles(found: Ending, most: int) -> list[str]:
    shown = [line for cycle in found.cycles[:most] for line in (str(cycle), f"    {lasso_words(cycle.witness)}")]
    left = len(found.cycles) - most
    return [*shown, f"and {number(left, 'cycle')} more"] if left > 0 else shown


def _loop(found: Ending) -> list[str]:
    return [lasso_words(found.slapped_loop)] if found.slapped_loop else []


def _dead(found: Ending) -> list[str]:
    return [dead_words(found.dead_end)] if found.dead_end else []
