"""`fairdeal prove --misreadings` on the screen: which statement each misreading breaks, and which survive."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.table import Table
from rich.text import Text

from model.points import RuleChoiceError
from properties.conformance.books import GAMES
from properties.extras import installing
from reports.consoles import console
from solver import families
from solver.misread import SEATS, Fate, Killed, Survived, Why, fates, misreadings_of
from solver.solvers import NoSolver, available

OPEN = (Why.NOT_CONFIRMED, Why.NOT_SETTLED)
"""Survivors of which nobody can say whether they survive."""


def misreadings(game: str, seats: Sequence[int], as_json: bool) -> int:
    """Put each misreading of a game (or of all) into its book, and say what it breaks. Returns the exit code.

    Raises RuleChoiceError for a game that does not exist or that has no misreadings, NoSolver without z3.
    """
    if not available(("z3",)):
        raise NoSolver(f"misreadings are tried with z3, which is not installed: {installing('prove')}")
    if game:
        families.book_of(game, {})
        if not misreadings_of(game):
            raise RuleChoiceError(f"no misreading is one of {game}")
    found: list[tuple[str, Fate]] = []
    for each in (game,) if game else GAMES:
        own = [(each, fate) for fate in fates(misreadings_of(each), tuple(seats) or SEATS)]
        found += own
        if own and not as_json:
            _show(each, [fate for _, fate in own])
    if as_json:
        print(msgspec.json.encode([_plain(name, fate) for name, fate in found]).decode())
    return 4 if any(isinstance(fate, Survived) and fate.reason in OPEN for _, fate in found) else 0


def _plain(game: str, fate: Fate) -> dict[str, object]:
    """A fate for machines: `dies` says which of the two it is."""
    return {"game": game, "dies": isinstance(fate, Killed), **msgspec.to_builtins(fate)}


def _show(game: str, found: Sequence[Fate]) -> None:
    shown = console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for head in ("misreading", "dies by", "seats", "clauses, or why it survives"):
        table.add_column(head, overflow="fold")
    for fate in found:
        table.add_row(*_row(fate))
    shown.print(table)
    dead = sum(isinstance(fate, Killed) for fate in found)
    shown.print(Text(f"{dead} of {len(found)} misreadings of {game} die by proofs alone", style="bold"))


def _row(fate: Fate) -> tuple[str | Text, ...]:
    if isinstance(fate, Killed):
        return fate.misreading, fate.obligation, str(fate.seats) if fate.seats else "any", ", ".join(fate.clauses)
    why = f"{fate.reason}: {fate.detail}" if fate.detail else str(fate.reason)
    style = "yellow" if fate.reason in OPEN else ""
    return fate.misreading, Text("survives", style=style), "", Text(why, style=style)
