"""What several test files need: the data files, deals by their text, and outcomes under choices."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from model.cards import Labelling
from model.deal import deal_of, parse_deal
from model.game import Budget, Loop, Outcome, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import BEGGAR, PROFILES
from model.piles.rulebook import Book
from model.piles.run import outcome
from model.piles.state import Table

DATA = Path(__file__).parent / "data"
ENOUGH = 1_000_000
"""More cards than any game here needs."""


def every(step: int, cases: Iterable[Any]) -> list[Any]:
    """The first of every `step` cases for the quick tests; the others are for `make test-deep`."""
    return [
        each if place % step == 0 else pytest.param(each, marks=pytest.mark.deep) for place, each in enumerate(cases)
    ]


@lru_cache
def data(name: str) -> dict[str, Any]:
    """A data file, read once."""
    found: dict[str, Any] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return found


def table_of(text: str, book: Book = BEGGAR, cards: str | None = None) -> Table:
    """The table before the first card of a deal."""
    return initial(book, parse_deal(text, cards or "auto"))


def outcome_of(text: str, book: Book = BEGGAR, cards: str | None = None) -> Outcome:
    """How the game of a deal goes out."""
    return outcome(book, table_of(text, book, cards), ENOUGH)


def won_of(text: str, book: Book = BEGGAR, cards: str | None = None) -> tuple[int, int, int]:
    """The winner, cards and tricks of a deal that ends with one winner."""
    result = outcome_of(text, book, cards)
    assert isinstance(result, Won), f"{text} does not end: {result}"
    (winner,) = result.winners
    return winner, result.cards, result.tricks


def game_of(entry: Mapping[str, Any], choices: Mapping[str, str], book: Book | None = None) -> Outcome:
    """The outcome of an entry of the data files, under choices."""
    return _outcome(choose(book or PROFILES[entry["game"]], choices), tuple(entry["hands"]))


@lru_cache(maxsize=1024)
def _outcome(book: Book, hands: tuple[str, ...]) -> Outcome:
    return outcome(book, initial(book, deal_of(list(hands), Labelling.CLASS)), ENOUGH)


def figures(result: Outcome) -> dict[str, object]:
    """An outcome under the names that published tables use. The place where a loop was seen is stem plus period."""
    match result:
        case Won(winners, cards, tricks):
            return {"terminates": True, "status": "won", "winner": winners[0], "cards": cards, "tricks": tricks}
        case Loop(stem_cards, stem_tricks, period_cards, period_tricks):
            return {
                "terminates": False,
                "status": "loop",
                "stem_cards": stem_cards,
                "transient_cards": stem_cards,
                "stem_tricks": stem_tricks,
                "period_cards": period_cards,
                "period_tricks": period_tricks,
                "detected_at_cards": stem_cards + period_cards,
                "detected_at_tricks": stem_tricks + period_tricks,
            }
        case Budget(cards):
            raise AssertionError(f"not over after {cards} cards")
