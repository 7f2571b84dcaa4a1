"""`fairdeal play bank` on the screen: a deal, what is done there, and what may be done next."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from rich.text import Text

from model.bank.actions import Act
from model.bank.play import apply, enabled, initial
from model.bank.rulebook import Book
from model.bank.state import Match, Stage, all_cards
from properties.conformance.bank.chance import next_deal, random_deal
from properties.conformance.bank.script import format_action
from properties.conformance.bank.wire import to_table
from properties.conformance.cases import Case
from properties.conformance.script import LONGEST
from reports.bank_card import BankCourse, course_of_case, rows_of
from reports.bank_scores import scores_told, trumps_words
from reports.bank_words import ghost_words, next_words, scores_words
from reports.columns import Column, fold, needed, table
from reports.consoles import console
from reports.words import seat_name

GAP: Final = 2
"""Blanks between two columns."""
MOST_ACTS: Final = 400
"""Acts after which a round is left: where captured cards go into the hand it need not end."""


def played_by_chance(book: Book, case: Case, seed: int, rounds: int) -> Case:
    """The same case with a script that chance makes up: any act that is allowed, for so many rounds at most."""
    rng = random.Random(seed)
    match = initial(book, case.round_deal)
    tokens: list[str] = []
    while len(tokens) < min(MOST_ACTS * rounds, LONGEST) and match.stage is not Stage.OVER:
        if match.stage is not Stage.ROUND and match.rounds >= rounds:
            break
        action = rng.choice(enabled(book, match))
        if action.act is Act.DEAL:
            action = replace(action, deal=next_deal(book, match, rng, all_cards(match.round)))
        tokens.append(format_action(match, action))
        match = apply(book, match, action)
    return msgspec.structs.replace(case, script=tuple(tokens))


def dealt_by_chance(book: Book, seats: int, seed: int) -> str:
    """A deal of the whole pack as the rules deal it, by a dealer that chance names, in the form that `--deal` takes."""
    return str(random_deal(book, seats, random.Random(seed), small=False))


@dataclass(frozen=True, slots=True)
class How:
    """How a deal is played: by the chance of a seed, if there is one, for so many rounds at most.

    `dealt` is the seed by which the cards were dealt; None where somebody gave the deal.
    """

    seed: int | None
    rounds: int
    as_json: bool
    dealt: int | None = None


def shown(book: Book, case: Case, how: How) -> None:
    """Print what every action of a script leads to, and what is allowed after it; refused ones change nothing."""
    alone = how.seed is None and not case.script  # nothing is done yet, and something can be
    if how.seed is not None and not case.script:
        case = played_by_chance(book, case, how.seed, how.rounds)
    course = course_of_case(case)
    last = course.done[-1].after if course.done else course.start
    acts = [format_action(last, action) for action in enabled(book, last)]
    if how.as_json:
        content = {"game": "bank", "deal": case.text, "choices": case.choices, "actions": _actions(course)}
        print(msgspec.json.encode({**content, "table": to_table(last), "legal": acts}).decode())
        return
    screen = console(fitted=True)
    for line in (*_head(book, case, course, how), *_table(course, screen.width), *_below(book, course, screen.width)):
        print(line)
    go_on = [f"to go on: --seed {how.dealt or 3} (chance plays the round), or --script '{acts[0]}'"] if alone else []
    for line in (_next(last, acts), *go_on):
        screen.print(Text("\n".join(fold(line, screen.width)), style="bold"))


def _head(book: Book, case: Case, course: BankCourse, how: How) -> Iterator[str]:
    """Which deal this is, and which trumps count."""
    if how.dealt is not None:
        yield f"the whole pack, dealt by chance (seed {how.dealt}); the same deal again:"
        yield f"  --deal '{case.text}'"
    first = course.start.round
    yield trumps_words(book, first.trumps, len(first.hands))
    yield ""


def _table(course: BankCourse, width: int) -> Iterator[str]:
    """The deal and every action, and the hands after it: side by side, or where that is too wide one on a line."""
    columns = _columns(course, "/".join)
    if needed(columns, GAP) > width:
        columns = _columns(course, _one_on_a_line)
    return table(columns, width, GAP, indent="  ")


def _columns(course: BankCourse, hands: Callable[[Iterable[str]], str]) -> list[Column]:
    rows = rows_of(course)
    cells = zip(
        *[
            (str(row.number or ""), row.action or "the deal", row.happens, hands(row.hands), row.middle or ".")
            for row in rows
        ],
        strict=True,
    )
    heads = ("", "action", "what happens", "hands", "bank")
    return [Column(head, each, right=not head) for head, each in zip(heads, cells, strict=True)]


def _one_on_a_line(hands: Iterable[str]) -> str:
    return "\n".join(f"{seat_name(seat)} {hand or '.'}" for seat, hand in enumerate(hands))


def _below(book: Book, course: BankCourse, width: int) -> Iterator[str]:
    """What the table leaves open: a card in brackets, trumps that are changed, and what scores are made of."""
    yield ""
    ghosts = [told for done in course.done if (told := ghost_words(done.after.round))]
    for told in ghosts[:1]:
        yield from fold(told, width)
    for done in course.done:
        after = done.after
        if after.round.trumps != done.before.round.trumps:
            trumps = trumps_words(book, after.round.trumps, len(after.totals))
            yield from fold(f"round {after.rounds}: {trumps}", width, indent="  ")
        if after.scores and not done.before.scores:
            yield from fold(f"round {after.rounds}: {scores_told(book, after)}", width, indent="  ")


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
