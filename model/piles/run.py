"""Whole games: playing a deal to its outcome, and finding games that never end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from model.game import Act, Action, Budget, Loop, Outcome, Reason, Seat, Tick, Won
from model.piles.play import apply_tick, collects_at_once, refusal, turn, unslapped, winners
from model.piles.rulebook import Book, CountCards, CountTricks
from model.piles.state import Phase, Table

Arrange = Callable[[int], tuple[int, ...]]
"""Chance: an order for so many cards."""

Timeline = Mapping[int, tuple[Seat, ...]]
"""The slaps of a game: after so many cards laid these hands come at one instant, the undermost first.

They come before the next card, and before a pile that was won is collected.
"""
NO_SLAPS: Final[Timeline] = MappingProxyType({})


class RefusedSlap(ValueError):
    """A slap in a timeline that the rules do not allow. The message says after how many cards, and why."""


class NeedsChance(ValueError):
    """The book shuffles taken piles, and nobody said in which order."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game played to its end, counted plainly: every card laid, every pile taken. `final` is the last table."""

    outcome: Outcome
    final: Table


def outcome(
    book: Book, table: Table, budget: int, arrange: Arrange | None = None, slaps: Timeline = NO_SLAPS
) -> Outcome:
    """Play until somebody has won, a position recurs, or `budget` cards are laid, and count as the book counts."""
    return counted(play(book, table, budget, arrange, slaps), book.count_cards, book.count_tricks)


def play(book: Book, table: Table, budget: int, arrange: Arrange | None = None, slaps: Timeline = NO_SLAPS) -> Played:
    """Play to the end, with slaps as the timeline has them and none after it.

    With a time rule the budget is the time agreed on, and a game that would go round for ever runs until then.
    Raises NeedsChance if the book shuffles taken piles and `arrange` is missing, RefusedSlap for a slap not allowed.
    """
    if 0 in slaps:
        table = _slapped(book, table, slaps[0], 0)
    last_slap = max(slaps, default=0)
    seen: dict[Hashable, tuple[int, int]] = {}
    timed = book.time_rule(table) != ()
    look_for_loop = not timed and arrange is None
    cards = tricks = 0
    while table.phase != Phase.OVER:
        if look_for_loop and cards >= last_slap and not table.middle:
            position = book.position(table)
            if position in seen:
                stem_cards, stem_tricks = seen[position]
                return Played(Loop(stem_cards, stem_tricks, cards - stem_cards, tricks - stem_tricks), table)
            seen[position] = cards, tricks
        if cards >= budget:
            leaders = book.time_rule(table)
            return Played(Won(leaders, cards, tricks) if leaders else Budget(cards), table)
        cards += 1
        table = one_card(book, table, arrange, slaps.get(cards, ()), cards)
        tricks += not table.middle
    return Played(Won(winners(table), cards, tricks), table)


def one_card(
    book: Book, table: Table, arrange: Arrange | None = None, hands: tuple[Seat, ...] = (), number: int = 1
) -> Table:
    """One card, the hands that then come down, and the taking that may follow; it is card `number` of the game.

    Raises NeedsChance where chance decides and `arrange` is missing, RefusedSlap for a slap that is not allowed.
    """
    if collects_at_once(book) and not hands:
        return turn(book, table)
    *_, (_, _, after) = ticks_of_card(book, table, arrange, hands, number)
    return after


def ticks_of_card(
    book: Book, table: Table, arrange: Arrange | None = None, hands: tuple[Seat, ...] = (), number: int = 1
) -> Iterator[tuple[Table, Tick, Table]]:
    """The ticks of `one_card`, each between the tables before and after it. Raises what `one_card` does."""
    card = (unslapped(book, table),)
    after = apply_tick(book, table, card)
    yield table, card, after
    if hands:
        before, after = after, _slapped(book, after, hands, number)
        yield before, slap_tick(hands), after
    if after.phase in (Phase.WON, Phase.TAKEN):
        before, taking = after, (_arranged(unslapped(book, after), arrange, len(after.middle)),)
        yield before, taking, apply_tick(book, before, taking)


def slap_tick(hands: tuple[Seat, ...]) -> Tick:
    """The hands of these seats at one instant, the undermost first."""
    return tuple([Action(seat, Act.SLAP) for seat in hands])


def _slapped(book: Book, table: Table, hands: tuple[Seat, ...], cards: int) -> Table:
    reason = refusal(book, table, slap_tick(hands))
    if reason is not None:
        seats = ", ".join(map(str, hands))
        why = "the game is over" if reason is Reason.GAME_OVER else "the rules do not allow it"
        raise RefusedSlap(f"slaps of the seats {seats} after {cards} cards: {why}")
    return apply_tick(book, table, slap_tick(hands))


def _arranged(action: Action, arrange: Arrange | None, cards: int) -> Action:
    if action.act is not Act.SHUFFLE:
        return action
    if arrange is None:
        raise NeedsChance("pile_order=shuffled needs the orders that chance brings: give a seed")
    return replace(action, order=arrange(cards))


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


def tables(book: Book, table: Table, arrange: Arrange | None = None, slaps: Timeline = NO_SLAPS) -> Iterator[Table]:
    """The table after each card, for as long as the caller wants to look."""
    for ticks in cards_played(book, table, arrange, slaps):
        yield ticks[-1][2]


def cards_played(
    book: Book, table: Table, arrange: Arrange | None = None, slaps: Timeline = NO_SLAPS
) -> Iterator[tuple[tuple[Table, Tick, Table], ...]]:
    """The ticks of each card, for as long as the caller wants to look; slaps before the first card stand with it."""
    first: tuple[tuple[Table, Tick, Table], ...] = ()
    if 0 in slaps:
        first = ((table, slap_tick(slaps[0]), _slapped(book, table, slaps[0], 0)),)
        table = first[0][2]
    number = 0
    while table.phase != Phase.OVER:
        number += 1
        ticks = tuple(ticks_of_card(book, table, arrange, slaps.get(number, ()), number))
        table = ticks[-1][2]
        yield first + ticks
        first = ()
