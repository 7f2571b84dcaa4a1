"""Whole games: playing a deal to its outcome, and finding games that never end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace

from model.game import Act, Budget, Loop, Outcome, Won
from model.piles.play import apply, enabled, turn, winners
from model.piles.rulebook import Book, CountCards, CountTricks
from model.piles.state import Phase, Table

Arrange = Callable[[int], tuple[int, ...]]
"""Chance: an order for so many cards."""


class NeedsChance(ValueError):
    """The book shuffles taken piles, and nobody said in which order."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game played to its end, counted plainly: every card laid, every pile taken. `final` is the last table."""

    outcome: Outcome
    final: Table


def outcome(book: Book, table: Table, budget: int, arrange: Arrange | None = None) -> Outcome:
    """Play until somebody has won, a position recurs, or `budget` cards are laid, and count as the book counts."""
    return counted(play(book, table, budget, arrange), book.count_cards, book.count_tricks)


def play(book: Book, table: Table, budget: int, arrange: Arrange | None = None) -> Played:
    """Play to the end.

    With a time rule the budget is the time agreed on, and a game that would go round for ever runs until then.
    Raises NeedsChance if the book shuffles taken piles and `arrange` is missing.
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
                return Played(Loop(stem_cards, stem_tricks, cards - stem_cards, tricks - stem_tricks), table)
            seen[position] = cards, tricks
        if cards >= budget:
            leaders = book.time_rule(table)
            return Played(Won(leaders, cards, tricks) if leaders else Budget(cards), table)
        table = one_card(book, table, arrange)
        cards += 1
        tricks += not table.middle
    return Played(Won(winners(table), cards, tricks), table)


def one_card(book: Book, table: Table, arrange: Arrange | None = None) -> Table:
    """One card and the taking that may follow. Raises NeedsChance where chance decides and `arrange` is missing."""
    after = turn(book, table)
    if after.phase != Phase.WON:
        return after
    action = enabled(book, after)[0]
    if action.act is Act.SHUFFLE:
        if arrange is None:
            raise NeedsChance("pile_order=shuffled needs the orders that chance brings: give a seed")
        action = replace(action, order=arrange(len(after.middle)))
    return apply(book, after, action)


def counted(played: Played, count_cards: CountCards, count_tricks: CountTricks) -> Outcome:
    """The result in one way of counting; both choices are about a last pile that somebody could not answer."""
    result, final = played.outcome, played.final
    if not isinstance(result, Won) or final.phase != Phase.OVER or not final.unanswered:
        return result
    cards, tricks = result.cards, result.tricks
    if count_cards is CountCards.LAID_AND_FAILED_DRAW:
        cards += 1
    if count_tricks is CountTricks.COLLECTED_ONLY and not final.middle:
        tricks -= 1
    return Won(result.winners, cards, tricks)


def tables(book: Book, table: Table, arrange: Arrange | None = None) -> Iterator[Table]:
    """The table after each card, for as long as the caller wants to look."""
    while table.phase != Phase.OVER:
        table = one_card(book, table, arrange)
        yield table
