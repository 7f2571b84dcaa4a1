"""What must hold of whole games: the same deal gives the same game, and a loop is a loop."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from model.cards import Labelling
from model.deal import Deal
from model.game import Budget, Loop, Outcome, Won
from model.piles import taking
from model.piles.play import only_classes
from model.piles.points import choose
from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from model.piles.run import outcome, tables
from model.piles.state import NO_DEBT, Phase, Table
from properties.invariants.core import Game, Invariant, Kind, agreed, agrees

MOST_MOMENTS = 24
"""At how many moments of a game the time may run out."""


def _needs_no_chance(book: Book, game: Game) -> bool:
    return book.pile_order is not taking.shuffled


def _same_again(book: Book, game: Game) -> bool:
    return outcome(book, game.table, game.budget) == outcome(book, game.table, game.budget)


def _has_names(book: Book, game: Game) -> bool:
    return _needs_no_chance(book, game) and _classes(book, game.table) != game.table


def _classes(book: Book, table: Table) -> Table:
    """The same table with every card replaced by its class."""
    zones = only_classes(book, Deal((*table.hands, table.middle), Labelling.FULL)).hands
    return replace(table, hands=zones[:-1], middle=zones[-1])


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


def _may_be_beggar(book: Book, game: Game) -> bool:
    """Two seats with equal rights, no card in the middle yet, and nothing agreed that Beggar does not know."""
    table = game.table
    return (
        book.slapping
        and _needs_no_chance(book, game)
        and len(table.hands) == 2
        and (table.middle, table.debt, table.phase) == ((), NO_DEBT, Phase.LAYING)
        and agrees(book, "payer_out", "pass_remainder", "claimant_takes")
        and agrees(book, "leader", "taker")
        and agrees(book, "sole_holder", "goes_on_turning", "takes_when_turn_returns")
    )


def _beggars_game(book: Book, game: Game) -> bool:
    """The same cards one by one until a seat must lay and cannot, and the same winner."""
    shared = ("pay_map", "payer_out", "pile_order")
    beggar = choose(BEGGAR, {point: min(agreed(book, point)) for point in shared})
    plain = replace(game.table, barred=())
    for ours, theirs in zip(tables(book, game.table), islice(tables(beggar, plain), game.budget), strict=False):
        if theirs.phase == Phase.OVER and theirs.unanswered:
            break
        if _shown(ours) != _shown(theirs):
            return False
    return _same_end(outcome(book, game.table, game.budget), outcome(beggar, plain, game.budget))


def _shown(table: Table) -> tuple[object, ...]:
    return table.hands, table.middle, table.turn, table.debt, table.claimant, table.phase


def _same_end(ours: Outcome, theirs: Outcome) -> bool:
    if isinstance(ours, Budget) or isinstance(theirs, Budget):
        return True
    if isinstance(ours, Won) and isinstance(theirs, Won):
        return ours.winners == theirs.winners
    return ours == theirs


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
    Invariant(
        "with nobody slapping it is Beggar's game",
        "With two seats and no slaps the winner is Beggar's, card for card until a seat must lay and cannot.",
        ("BB-09", "BB-14", "BB-19", "BB-20", "BB-39"),
        Kind.GAME,
        _beggars_game,
        _may_be_beggar,
    ),
)
