"""What is agreed on in the games that a graph shows, and how they are dealt."""

from __future__ import annotations

from model.piles.points import choices
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book


def departures(book: Book) -> tuple[tuple[str, str], ...]:
    """The rule points where the book departs from the game's own defaults, each with the alternative chosen."""
    default = choices(PROFILES[book.game]) if book.game in PROFILES else {}
    return tuple((point, name) for point, name in choices(book).items() if default.get(point) != name)


def dealt_words(balanced: bool, slapping: str, game: str) -> str:
    """Which deals a graph has: `all cuts`, `all halves`, `as banka deals`."""
    if slapping:
        return f"dealt as in {game}"
    return "all halves" if balanced else "all cuts"
