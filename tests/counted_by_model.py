"""Every equal-halves deal of a deck, found and played without numbers or kernel: what counts are held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from model.cards import Labelling
from model.deal import deal_of
from model.game import Loop, Won
from model.piles.play import initial
from model.piles.rulebook import Book
from model.piles.run import outcome
from tests.support import ENOUGH

LETTERS = "-JQKA"


def arrangements(deck: str) -> Iterator[str]:
    """Every distinct arrangement of a deck, in alphabetical order of `-JQKA`."""
    left = Counter(deck)
    letters = [letter for letter in LETTERS if left[letter]]

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
    """The game of a deal; the leader's hand is its first half, with the odd card."""
    half = (len(deal) + 1) // 2
    result = outcome(book, initial(book, deal_of([deal[:half], deal[half:]], Labelling.CLASS)), ENOUGH)
    assert isinstance(result, Won | Loop)
    return result


def totals(book: Book, deck: str) -> dict[str, Any]:
    """The row of a deck. `longest_tricks` is a maximum of its own: another deal may have it than the longest game."""
    found: Counter[str] = Counter(dict.fromkeys(("total_cards", "total_tricks", "leader_wins"), 0))
    longest, most_tricks, example = 0, 0, ""
    endless: list[str] = []
    for deal in arrangements(deck):
        found["deals"] += 1
        result = play(book, deal)
        if isinstance(result, Loop):
            endless.append(deal)
            continue
        found["total_cards"] += result.cards
        found["total_tricks"] += result.tricks
        found["leader_wins"] += result.winners[0] == 0
        most_tricks = max(most_tricks, result.tricks)
        if result.cards > longest:
            longest, example = result.cards, deal
    return {
        **found,
        "endless": len(endless),
        "longest_cards": longest,
        "longest_tricks": most_tricks,
        "longest_example": example,
        "endless_deals": endless[:20],
    }
