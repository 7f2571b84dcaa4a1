"""A match of Bank that need never end, as a page shows it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.deal import SEAT_NAMES
from properties.bank_lasso import Lasso, replayed
from reports.bank_words import scores_words


def lasso(title: str, one: Lasso) -> Iterator[RenderableType]:
    """The rounds of a match that goes round, played once by the model, and how to see them."""
    yield Text(f"\n{title}", style="bold")
    agreed = ", ".join(f"{point}={way}" for point, way in one.choices.items()) or "the defaults"
    yield Text(
        f"Agreed: {agreed}. After these rounds totals, dealer and seats are what they were, so they can be repeated."
    )
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for head in ("after round", "totals", "next dealer"):
        grid.add_column(head)
    for number, position in enumerate(replayed(one)):
        dealers = " or ".join(SEAT_NAMES[seat] for seat in position.dealers)
        grid.add_row(str(number), scores_words(position.totals), dealers)
    yield grid
    deal, script = one.rounds[0]
    choices = [word for point, way in one.choices.items() for word in ("--set", f"{point}={way}")]
    words = ["fairdeal", "play", "bank", "--deal", deal, *choices, "--script", script]
    yield Text(f"to see the first round: {shlex.join(words)}", style="dim")
