"""Recorded games judged without a program: possible ones, and the line, action and clause where one is not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from model.cards import Labelling
from model.deal import Deal
from model.piles.points import choices, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from properties import strategies
from properties.conformance.log_entries import LogError, Wanted
from properties.conformance.logs import LogVerdict, parse, verdict
from tests.recorded import (
    Line,
    Recorded,
    header,
    header_under_way,
    line_of,
    masked,
    play_at_random,
    spoilt,
    text_of,
    without,
    written,
)


@dataclass(frozen=True)
class Game:
    """A game played at random, and what else is left to chance."""

    book: Book
    deal: Deal
    played: list[Recorded]
    chance: random.Random


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any game by any rules, with two or three seats."""
    game = draw(st.sampled_from(sorted(PROFILES)))
    seats = draw(st.integers(2, 3))
    book = choose(PROFILES[game], draw(strategies.choices(game, seats, with_chance=True)))
    written_as = [Labelling.RANK, Labelling.FULL] if book.slapping else list(Labelling)
    deal = draw(strategies.deals(seats, draw(st.sampled_from(written_as))))
    chance = random.Random(draw(st.integers(0, 2**32)))
    return Game(book, deal, play_at_random(book, deal, chance), chance)


def judged(lines: list[Line] | str) -> LogVerdict:
    data = lines.encode() if isinstance(lines, str) else written(lines)
    return verdict(parse(data, Wanted()), "a.log")


def told(found: LogVerdict) -> str:
    """Why a log is not possible."""
    return "" if found.impossible is None else f"line {found.impossible.line}: {found.impossible.why}"


@given(games())
def test_what_the_rules_play_is_possible(game: Game) -> None:
    lines = [header(game.book, game.deal), *(line_of(game.book, one) for one in game.played)]
    found = judged(lines)
    assert told(found) == ""
    assert found.actions == len(game.played)
    less = [lines[0], *(without(line, game.chance) for line in lines[1:])]
    assert told(judged(less[: game.chance.randint(1, len(less))])) == ""


@given(games())
def test_a_log_may_begin_at_any_table(game: Game) -> None:
    for place, one in enumerate(game.played):
        rest = [line_of(game.book, each) for each in game.played[place:]]
        assert told(judged([header_under_way(game.book, game.deal, one.before), *rest])) == ""


@given(games())
def test_a_game_in_plain_text_is_possible(game: Game) -> None:
    text = text_of(game.book, game.deal, game.played, game.chance)
    assert told(judged(text)) == "", text


@given(games())
def test_a_log_need_not_know_the_hands(game: Game) -> None:
    head = header(game.book, game.deal)
    head["deal"]["hands"] = ["?" * len(hand) for hand in game.deal.hands]
    lines = [head, *(masked(line_of(game.book, one)) for one in game.played)]
    with suppress_unknown():
        assert told(judged(lines)) == ""


@contextmanager
def suppress_unknown() -> Iterator[None]:
    """Some rules make a slap depend on cards that nobody has seen: such a log is refused, and says so."""
    try:
        yield
    except LogError as error:
        if "depends on a card that the log does not know" not in str(error):
            raise


@given(games())
def test_what_is_not_true_is_found_where_it_stands(game: Game) -> None:
    lines = [header(game.book, game.deal), *(line_of(game.book, one) for one in game.played)]
    place = game.chance.randint(1, len(game.played))
    made = spoilt(lines[place], len(game.deal.hands), game.chance)
    found = judged([*lines[:place], made, *lines[place + 1 :]]) if made is not None else None
    if found is not None and not timed(game.book, made):
        assert found.impossible is not None, made
        assert (found.impossible.line, found.impossible.action) == (place + 1, place)
        assert found.impossible.clauses


def timed(book: Book, line: Line | None) -> bool:
    """Whether a game may be over by the agreed time, which no log tells, so that `over` cannot be wrong."""
    return choices(book)["time_rule"] != "off" and line is not None and bool(line["over"])
