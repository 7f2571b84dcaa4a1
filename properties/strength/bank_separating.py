"""The shortest script of Bank that tells two books apart, in small deals."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import permutations
from typing import Final

from model.bank.actions import Act, Action
from model.bank.dealing import parse_round
from model.bank.play import apply, enabled, initial
from model.bank.rulebook import Book
from model.bank.state import Match, Stage
from properties.conformance.bank.script import format_action
from properties.strength.bank_checks import BREAKS

SMALL: Final = {3: "6789TJQKA", 4: "678JK"}
"""The ranks of deals of so many cards, each in two suits: a whole pack would be too much to look through."""
DEEPEST: Final = 12
"""Actions of one round that are followed."""


def bank_deals(most: int) -> Iterator[tuple[int, str]]:
    """Every small deal to two seats: hands, open card, stock; the fewest cards first."""
    for cards in range(3, most + 1):
        pack = [rank + suit for rank in SMALL[min(cards, 4)] for suit in "dh"]
        for dealt in permutations(pack, cards):
            for first in range(1, cards - 1):
                for second in range(first + 1, cards):
                    hands = f"{''.join(dealt[:first])}/{''.join(dealt[first:second])}+{dealt[second]}"
                    stock = "".join(dealt[second + 1 :])
                    yield cards, hands + (f"+{stock}" if stock else "")


def bank_script(sound: Book, wrong: Book, text: str) -> tuple[str, ...] | None:
    """The shortest script after which tables, or what is allowed, differ; None if everything is the same."""
    deal = parse_round(text)
    start = initial(sound, deal)
    try:
        if initial(wrong, deal) != start:
            return ()
    except BREAKS:
        return ()
    waiting: deque[tuple[Match, tuple[str, ...]]] = deque([(start, ())])
    seen = {start}
    while waiting:
        match, script = waiting.popleft()
        if not _same_acts(sound, wrong, match):
            return script
        if match.stage is not Stage.ROUND or len(script) >= DEEPEST:
            continue
        for action in enabled(sound, match):
            done = (*script, format_action(match, action))
            after = apply(sound, match, action)
            if _applied(wrong, match, action) != after:
                return done
            if after not in seen:
                seen.add(after)
                waiting.append((after, done))
    return None


def _same_acts(sound: Book, wrong: Book, match: Match) -> bool:
    try:
        return set(enabled(wrong, match)) == set(enabled(sound, match))
    except BREAKS:
        return False


def _applied(book: Book, match: Match, action: Action) -> Match | None:
    assert action.act is not Act.DEAL
    try:
        return apply(book, match, action)
    except BREAKS:
        return None
