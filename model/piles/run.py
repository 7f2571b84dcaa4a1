"""Whole games: playing a deal to its outcome, and finding games that never end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace

from model.game import Act, Budget, Loop, Outcome, Won
from model.piles.play import apply, enabled, turn, winners
from model.piles.rulebook import Book, CountCards, CountTricks
from model.piles.state import Phase, Table

Arrange = Callable[[int], tuple[int, ...]]
"""Chance: an order for so many cards."""


class NeedsChance(ValueError):
    """The book shuffles taken piles, and nobody said in which order."""


def outcome(book: Book, table: Table, budget: int, arrange: Arrange | None = None) -> Outcome:
    """Play until somebody has won, a position recurs, or `budget` cards are laid.

    With a time rule the budget is the time agreed on, and a game that would go round for ever runs until then.
    """
    seen: dict[Hashable, tuple[int, int]] = {}
    timed = book.time_rule(table) != ()
    look_for_loop = not timed and arrange is None
    cards = tricks = 0
    while table.phase != Phase.OVER:
        if look_for_loop and not table.middle:
            position = book.position(table)
            if position in seen:
                stem_cards, stem_tricks = seen[position]
                return Loop(stem_cards, stem_tricks, cards - stem_cards, tricks - stem_tricks)
            seen[position] = cards, tricks
        if cards >= budget:
            leaders = book.time_rule(table)
            return Won(leaders, cards, tricks) if leaders else Budget(cards)
        table = _one_card(book, table, arrange)
        cards += 1
        tricks += not table.middle
    return _counted(book, table, cards, tricks)


def _one_card(book: Book, table: Table, arrange: Arrange | None) -> Table:
    after = turn(book, table)
    if after.phase != Phase.WON:
        return after
    action = enabled(book, after)[0]
    if action.act is Act.SHUFFLE:
        if arrange is None:
            raise NeedsChance("pile_order=shuffled needs the orders that chance brings: give a seed")
        action = replace(action, order=arrange(len(after.middle)))
    return apply(book, after, action)


def _counted(book: Book, table: Table, cards: int, tricks: int) -> Won:
    """The result in the book's own way of counting; both choices are about a last pile that nobody could answer."""
    if table.unanswered and book.count_cards is CountCards.LAID_AND_FAILED_DRAW:
        cards += 1
    if table.unanswered and not table.middle and book.count_tricks is CountTricks.COLLECTED_ONLY:
        tricks -= 1
    return Won(winners(table), cards, tricks)


def tables(book: Book, table: Table) -> Iterator[Table]:
    """The table after each card, for as long as the caller wants to look."""
    while table.phase != Phase.OVER:
        table = _one_card(book, table, None)
        yield table
