"""What the tests of games with slaps share: the small decks with their figures, and the graphs of decks, made once."""

from __future__ import annotations

from functools import cache
from typing import Any

from model.piles.points import choose
from model.piles.profiles import BANKA, PROFILES
from model.piles.rulebook import Book
from solver.decks import parse_ranks
from solver.graphs.slap_ends import Ending, ending
from solver.graphs.slaps import SlapGraph, slap_graph
from tests.support import data

ROWS: list[dict[str, Any]] = data("slap_decks.json")["rows"]
DOUBLES = {"slaps": "double"}


def named(row: dict[str, Any]) -> str:
    chosen = ",".join(f"{point}={way}" for point, way in row["choices"].items())
    return "-".join(filter(None, (row["deck"], f"{row['seats']}-{row['game']}", chosen)))


def book_of(row: dict[str, Any]) -> Book:
    return choose(PROFILES[row["game"]], row["choices"])


@cache
def graph_of(deck: str, book: Book = BANKA, seats: int = 2) -> SlapGraph:
    return slap_graph(book, parse_ranks(deck), seats)


@cache
def ending_of(deck: str, book: Book = BANKA, seats: int = 2) -> Ending:
    return ending(graph_of(deck, book, seats))
