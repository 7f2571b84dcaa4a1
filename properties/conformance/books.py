"""The rule books of all games by name, whatever kind of game they are of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from model.bank import points as bank_points
from model.bank.profiles import BANK
from model.bank.rulebook import Book as BankBook
from model.piles import points as pile_points
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book as PileBook
from model.points import RuleChoiceError
from properties.conformance.protocol import GameClaim

AnyBook = PileBook | BankBook
GAMES: Final = (*PROFILES, "bank")
"""The games on the wire."""


def is_bank(game: str) -> bool:
    """Whether a game is Bank: it is played with hands that are seen, and from round to round."""
    return game == "bank"


def default_book(game: str) -> AnyBook:
    """The book of a game by its defaults. Raises RuleChoiceError for a game that is not modelled."""
    if is_bank(game):
        return BANK
    if game not in PROFILES:
        raise RuleChoiceError(f"no game is called '{game}': this version plays {', '.join(GAMES)}")
    return PROFILES[game]


@lru_cache(maxsize=4096)
def _chosen(game: str, choices: tuple[tuple[str, str], ...]) -> AnyBook:
    book = default_book(game)
    if isinstance(book, BankBook):
        return bank_points.choose(book, dict(choices))
    return pile_points.choose(book, dict(choices))


def chosen_book(game: str, choices: Mapping[str, str]) -> AnyBook:
    """The book of a game with these choices. Raises RuleChoiceError for what does not exist or does not fit."""
    return _chosen(game, tuple(sorted(choices.items())))


def bank_book(choices: Mapping[str, str]) -> BankBook:
    """The book of Bank with these choices. Raises RuleChoiceError for what does not exist or does not fit."""
    return bank_points.choose(BANK, choices)


def choices_of(book: AnyBook) -> dict[str, str]:
    """The wire name of what a book has at each rule point."""
    return bank_points.choices(book) if isinstance(book, BankBook) else pile_points.choices(book)


@lru_cache(maxsize=64)
def defaults_of(game: str) -> Mapping[str, str]:
    """What a game has at each rule point where nothing is chosen."""
    return choices_of(default_book(game))


def check_way(game: str, point: str, way: str) -> None:
    """Refuse a point, or an alternative, that a game does not have. Raises RuleChoiceError."""
    if is_bank(game):
        bank_points.check_way(point, way)
    else:
        pile_points.choose(PROFILES[game], {point: way})


def check_seats(book: AnyBook, seats: int) -> None:
    """Refuse a number of seats that a book does not know. Raises RuleChoiceError."""
    if isinstance(book, BankBook):
        bank_points.check_seats(book, seats)
    else:
        pile_points.check_seats(book, seats)


def claims_way(claim: GameClaim, point: str, way: str) -> bool:
    """Whether a program claims an alternative; in Bank a name alone claims it with every argument.

    A point that is not listed claims its default, and nothing else.
    """
    ways = claim.variant.get(point)
    if ways is None:
        return way == defaults_of(claim.game).get(point, way)
    return way in ways or (is_bank(claim.game) and way.partition(":")[0] in ways)
