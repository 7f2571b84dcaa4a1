"""What must hold of whole games: the same deal gives the same game, and a loop is a loop."""

from __future__ import annotations

from itertools import islice

from model.cards import Labelling
from model.deal import Deal
from model.game import Loop, Won
from model.piles.play import collects_at_once, only_classes
from model.piles.rulebook import Book
from model.piles.run import outcome, tables
from model.piles.state import Table
from properties.invariants.core import Game, Invariant, Kind

MOST_MOMENTS = 24
"""At how many moments of a game the time may run out."""


def _needs_no_chance(book: Book, game: Game) -> bool:
    return collects_at_once(book)


def _same_again(book: Book, game: Game) -> bool:
    return outcome(book, game.table, game.budget) == outcome(book, game.table, game.budget)


def _has_names(book: Book, game: Game) -> bool:
    return _needs_no_chance(book, game) and _classes(book, game.table) != game.table


def _classes(book: Book, table: Table) -> Table:
    """The same table with every card replaced by its class."""
    zones = only_classes(book, Deal((*table.hands, table.middle), Labelling.FULL)).hands
    return Table(zones[:-1], zones[-1], table.turn, table.debt, table.claimant, table.last, table.phase)


def _only_classes_matter(book: Book, game: Game) -> bool:
    """Card for card, the game of the classes is the game of the named cards."""
    named = islice(tables(book, game.table), game.budget)
    classes = islice(tables(book, _classes(book, game.table)), game.budget)
    return all(
        (one.turn, one.debt, one.claimant, one.phase, tuple(map(len, one.hands)))
        == (other.turn, other.debt, other.claimant, other.phase, tuple(map(len, other.hands)))
        for one, other in zip(named, classes, strict=True)
    )


def _loops(book: Book, game: Game) -> bool:
    return _needs_no_chance(book, game) and isinstance(outcome(book, game.table, game.budget), Loop)


def _comes_again(book: Book, game: Game) -> bool:
    """The tables after the stem and one period later are the same hands with the same seat to lead."""
    loop = outcome(book, game.table, game.budget)
    assert isinstance(loop, Loop)
    played = [game.table, *islice(tables(book, game.table), loop.stem_cards + loop.period_cards)]
    if len(played) <= loop.stem_cards + loop.period_cards:
        return False
    first, again = played[loop.stem_cards], played[-1]
    return (first.hands, first.turn, first.middle) == (again.hands, again.turn, again.middle) == (*_open(first), ())


def _open(table: Table) -> tuple[object, object]:
    return table.hands, table.turn


def _timed(book: Book, game: Game) -> bool:
    return _needs_no_chance(book, game) and book.time_rule(game.table) != ()


def _most_cards_win(book: Book, game: Game) -> bool:
    """Whenever the time runs out, those with most cards in hand win, and nobody else."""
    for cards, table in enumerate(islice(tables(book, game.table), MOST_MOMENTS), start=1):
        result = outcome(book, game.table, cards)
        sizes = [len(hand) for hand in table.hands]
        most = tuple(seat for seat, size in enumerate(sizes) if size == max(sizes))
        if not isinstance(result, Won) or result.winners != most:
            return False
    return True


GAMES: tuple[Invariant[Game], ...] = (
    Invariant(
        "the same deal gives the same game",
        "Nobody chooses anything: a deal decides the whole game.",
        ("BMN-09",),
        Kind.GAME,
        _same_again,
        _needs_no_chance,
    ),
    Invariant(
        "only classes matter",
        "Replacing each card by what it demands changes neither turns, nor debts, nor who takes what.",
        ("BMN-12", "BMN-14"),
        Kind.GAME,
        _only_classes_matter,
        _has_names,
    ),
    Invariant(
        "a loop comes round",
        "After the stem, and again after each period, the hands and the leader are the same.",
        ("BMN-43",),
        Kind.GAME,
        _comes_again,
        _loops,
    ),
    Invariant(
        "most cards win when the time is up",
        "Under the time rule every seat with most cards in hand wins; the middle counts for nobody.",
        ("BMN-46",),
        Kind.GAME,
        _most_cards_win,
        _timed,
    ),
)
