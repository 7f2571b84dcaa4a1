"""`fairdeal play bank` on the screen: a deal, what is done there, and what may be done next."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from model.bank.actions import Act
from model.bank.play import apply, enabled, initial
from model.bank.rulebook import Book
from model.bank.state import Match, Stage, all_cards
from properties.conformance.bank.chance import next_deal
from properties.conformance.bank.script import format_action
from properties.conformance.bank.wire import to_table
from properties.conformance.cases import Case
from reports.bank_card import BankCourse, course_of_case, rows_of
from reports.bank_words import next_words, scores_words
from reports.consoles import console
from reports.script_card import action_cells

MOST_ACTS: Final = 400
"""Acts after which a round is left: where captured cards go into the hand it need not end."""


def played_by_chance(book: Book, case: Case, seed: int, rounds: int) -> Case:
    """The same case with a script that chance makes up: any act that is allowed, for so many rounds at most."""
    rng = random.Random(seed)
    match = initial(book, case.round_deal)
    tokens: list[str] = []
    while len(tokens) < MOST_ACTS * rounds and match.stage is not Stage.OVER:
        if match.stage is not Stage.ROUND and match.rounds >= rounds:
            break
        action = rng.choice(enabled(book, match))
        if action.act is Act.DEAL:
            action = replace(action, deal=next_deal(book, match, rng, all_cards(match.round)))
        tokens.append(format_action(match, action))
        match = apply(book, match, action)
    return msgspec.structs.replace(case, script=tuple(tokens))


def shown(book: Book, case: Case, seed: int | None, rounds: int, as_json: bool) -> None:
    """Print what every action of a script leads to, and what is allowed after it; refused ones change nothing."""
    if seed is not None and not case.script:
        case = played_by_chance(book, case, seed, rounds)
    course = course_of_case(case)
    last = course.done[-1].after if course.done else course.start
    acts = [format_action(last, action) for action in enabled(book, last)]
    if as_json:
        content = {"game": "bank", "deal": case.text, "choices": case.choices, "actions": _actions(course)}
        print(msgspec.json.encode({**content, "table": to_table(last), "legal": acts}).decode())
        return
    rows = rows_of(course)
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    for head in ("", "action", "what happens", "hands", "bank"):
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, action_cells(row)))
    console().print(table)
    console().print(Text(_next(last, acts), style="bold"))


def _next(match: Match, acts: list[str]) -> str:
    if match.stage is Stage.OVER:
        return next_words(match)
    allowed = f"; allowed: {' '.join(acts)}" if match.stage is Stage.ROUND else ""
    return f"next: {next_words(match)}{allowed}{_totals(match)}"


def _totals(match: Match) -> str:
    """The totals of a match that has gone through several rounds."""
    return f" (round {match.rounds}; totals: {scores_words(match.totals)})" if match.rounds > 1 else ""


def _actions(course: BankCourse) -> list[dict[str, Any]]:
    return [
        {
            "action": token.text,
            "refused": token.stale or done.refused is not None,
            "table": to_table(done.after),
        }
        for token, done in zip(course.tokens, course.done, strict=True)
    ]
