"""Totals over every deal of a small deck, with two seats and equal hands, as counted by independent programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from model.cards import Labelling
from model.deal import deal_of
from model.game import Loop, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from model.piles.run import outcome
from tests.support import ENOUGH, data

ROWS: list[dict[str, Any]] = data("small_decks.json")["rows"]
DEFAULT_DEALS = 5_000
DEEP_DEALS = 500_000
IMMEDIATE_DEALS = 600
"""The second pass, under the other end rule, is made over smaller decks only."""
IMMEDIATE = choose(BEGGAR, {"end": "immediate"})


def rows(least: int, most: int) -> list[Any]:
    return [pytest.param(row, id=row["deck"]) for row in ROWS if least < row["deals"] <= most]


def deals(deck: str) -> Iterator[str]:
    """Every distinct arrangement of a deck, in alphabetical order of `-JQKA`."""
    left = Counter(deck)
    letters = [letter for letter in "-JQKA" if left[letter]]

    def arrange(prefix: str) -> Iterator[str]:
        if len(prefix) == len(deck):
            yield prefix
            return
        for letter in letters:
            if left[letter]:
                left[letter] -= 1
                yield from arrange(prefix + letter)
                left[letter] += 1

    return arrange("")


def play(book: Book, deal: str) -> Won | Loop:
    half = len(deal) // 2
    result = outcome(book, initial(book, deal_of([deal[:half], deal[half:]], Labelling.CLASS)), ENOUGH)
    assert isinstance(result, Won | Loop)
    return result


def totals(deck: str) -> dict[str, Any]:
    """The row of a deck. `longest_tricks` is a maximum of its own: another deal may have it than the longest game."""
    found: Counter[str] = Counter()
    endless: list[str] = []
    for deal in deals(deck):
        found["deals"] += 1
        result = play(BEGGAR, deal)
        if isinstance(result, Loop):
            endless.append(deal)
            continue
        found["total_cards"] += result.cards
        found["total_tricks"] += result.tricks
        found["leader_wins"] += result.winners[0] == 0
        found["longest_cards"] = max(found["longest_cards"], result.cards)
        found["longest_tricks"] = max(found["longest_tricks"], result.tricks)
    return {**found, "endless": len(endless), "endless_deals": endless}


def check(row: dict[str, Any]) -> None:
    found = totals(row["deck"])
    listed = len(row["endless_deals"])
    assert listed == min(found["endless"], 20) or found["endless"] >= listed > 0
    assert found.pop("endless_deals")[:listed] == row["endless_deals"]
    assert {name: row[name] for name in found} == found
    assert len(row["deck"]) == row["cards"]
    example = play(BEGGAR, row["longest_example"])
    assert isinstance(example, Won)
    assert example.cards == row["longest_cards"]


@pytest.mark.parametrize("row", rows(0, DEFAULT_DEALS))
def test_every_deal_of_a_small_deck(row: dict[str, Any]) -> None:
    check(row)


@pytest.mark.parametrize("row", rows(0, IMMEDIATE_DEALS))
def test_endless_deals_under_the_immediate_end(row: dict[str, Any]) -> None:
    check_immediate(row)


@pytest.mark.deep
@pytest.mark.parametrize("row", rows(DEFAULT_DEALS, DEEP_DEALS))
def test_every_deal_of_a_larger_deck(row: dict[str, Any]) -> None:
    check(row)


@pytest.mark.deep
@pytest.mark.parametrize("row", rows(IMMEDIATE_DEALS, 10 * DEFAULT_DEALS))
def test_endless_deals_of_larger_decks_under_the_immediate_end(row: dict[str, Any]) -> None:
    check_immediate(row)


def check_immediate(row: dict[str, Any]) -> None:
    if row["endless_under_immediate"] is None:
        pytest.skip("the table has no figure for this deck")
    endless = sum(isinstance(play(IMMEDIATE, deal), Loop) for deal in deals(row["deck"]))
    assert endless == row["endless_under_immediate"]


def test_the_rows_are_all_there() -> None:
    assert (len(rows(0, DEFAULT_DEALS)), len(rows(DEFAULT_DEALS, DEEP_DEALS)), len(ROWS)) == (94, 23, 132)
