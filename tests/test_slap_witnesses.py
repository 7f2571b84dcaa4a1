"""What the graphs of games with slaps show is what the model plays: loops, lost deals, and ends that chance finds."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from model.cards import Labelling, Zone, parse_zone
from model.deal import Deal, parse_deal
from model.game import Act, Action, Loop, Refused, Seat, Tick
from model.piles.play import apply_tick, initial, step, unslapped
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR
from model.piles.rulebook import Book, demand
from model.piles.run import outcome
from model.piles.state import Phase, Table
from solver.graphs.slap_ends import ending
from solver.graphs.slap_paths import Lasso, Unconfirmed, confirm_dead_end, confirm_lasso
from solver.graphs.slaps import ticks_of
from tests.slap_decks import DOUBLES, ROWS, book_of, ending_of, graph_of, named
from tests.support import ENOUGH, data, game_of

# --- witnesses ---


def acted(book: Book, table: Table, script: str) -> Table:
    """The table after a script, played here by the model's own steps."""
    for action in script.split():
        tick: Tick = (unslapped(book, table),)
        if action.endswith("!"):
            tick = tuple(Action(Seat("ABCD".index(seat)), Act.SLAP) for seat in action[:-1])
        else:
            assert tick[0].act.value == action
        result = step(book, table, tick)
        assert not isinstance(result, Refused), f"{action} in {table}"
        table = result.state
    return table


def start_of(book: Book, deal: str) -> Table:
    return initial(book, parse_deal(deal, "rank"))


def plays_for_ever(book: Book, told: Lasso) -> None:
    table = acted(book, start_of(book, told.deal), told.stem)
    seen = set()
    for _ in range(3):
        table = acted(book, table, told.period)
        assert table.phase != Phase.OVER
        seen.add(table)
    assert len(seen) == 1


QUICK = [pytest.param(row, id=named(row)) for row in ROWS if not row.get("deep") and row["loops"]]


@pytest.mark.parametrize("row", QUICK)
def test_every_witness_is_a_game_of_the_model(row: dict[str, Any]) -> None:
    book = book_of(row)
    found = ending_of(row["deck"], book, row["seats"])
    for cycle in found.cycles:
        plays_for_ever(book, cycle.witness)
        assert "!" not in cycle.witness.period
        assert len(cycle.witness.period.split()) == cycle.ticks
        assert cycle.witness.period.split().count("lay") == cycle.cards
        assert not cycle.deals or "!" not in cycle.witness.stem
    if found.slapped_loop is not None:
        plays_for_ever(book, found.slapped_loop)
        assert "!" in found.slapped_loop.period
    assert (found.slapped_loop is None) is (found.slapped == 0)
    assert (found.dead_end is None) is (found.dead == 0)


@pytest.mark.parametrize("choices", [{}, DOUBLES], ids=str)
def test_a_lost_deal_goes_on_whatever_anybody_does(choices: dict[str, str]) -> None:
    book, rng = choose(BANKA, choices), random.Random(4)
    for deal in ending_of("2233JJ", book).dead_deals:
        for _ in range(5):
            assert play_by_chance(book, deal, rng, 400) is None


def play_by_chance(book: Book, deal: str, rng: random.Random, most: int) -> int | None:
    """How many ticks a game takes if each tick that is possible has the same chance; None if it is not over by then."""
    table = start_of(book, deal)
    for tick in range(most):
        if table.phase == Phase.OVER:
            return tick
        table = apply_tick(book, table, rng.choice(list(ticks_of(book, table))))
    return None


def test_where_the_end_stays_in_reach_chance_finds_it() -> None:
    rng = random.Random(4)
    lengths = [play_by_chance(BANKA, str(deal), rng, 5_000) for deal in list(graph_of("2222JJ").deals.values())[::2]]
    assert None not in lengths
    assert [play_by_chance(BANKA, "2/2+2", rng, 5_000) for _ in range(50)].count(None) == 0


def test_a_witness_that_the_model_does_not_confirm_is_never_told() -> None:
    found = ending_of("2233JJ")
    told = found.cycles[0].witness
    for wrong in (
        replace(told, period=told.period.removesuffix(" collect")),
        replace(told, period=""),
        replace(told, period="lay B!"),
        replace(told, deal="J23/3J2"),
        replace(told, stem="lay"),
        replace(told, stem="collect"),
    ):
        with pytest.raises(Unconfirmed):
            confirm_lasso(BANKA, wrong)
    assert found.dead_end is not None
    live = replace(found.dead_end, deal="J22/3J3", script="", state="J22|3J3, A lays")
    with pytest.raises(Unconfirmed, match="the model can end this game"):
        confirm_dead_end(BANKA, live)
    confirm_dead_end(choose(BANKA, DOUBLES), live)
    with pytest.raises(Unconfirmed, match="the script leads to"):
        confirm_dead_end(BANKA, replace(found.dead_end, script="lay"))


def test_a_graph_of_other_rules_is_not_confirmed() -> None:
    """What was found for one book is played by another: the model does not go along."""
    graph = replace(graph_of("2233JJ"), book=choose(BANKA, {"leader": "after_taker"}))
    with pytest.raises(Unconfirmed):
        ending(graph)


# --- an endless deal of Beggar is an endless schedule of Banka ---

ENDLESS = [
    entry
    for entry in data("known_games.json")["games"]
    if entry["game"] == "beggar"
    and len(entry["hands"]) == 2
    and entry["reference"]["status"] == "loop"
    and entry["cards"] == "class"
]
PLAIN_RANKS = parse_zone("23456789T", Labelling.RANK)


def with_ranks(hand: str, first: int) -> Zone:
    """Ranks of the same classes: pay cards keep their letter, the others go through the plain ranks."""
    plain = PLAIN_RANKS[first % 9 :] + PLAIN_RANKS[: first % 9]
    ranks = iter(plain * (len(hand) // 9 + 1))
    return tuple(next(ranks) if card == "-" else parse_zone(card, Labelling.RANK)[0] for card in hand)


def test_there_are_endless_deals_of_beggar_to_try() -> None:
    assert len(ENDLESS) >= 10


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, id=entry["hands"][0], marks=[pytest.mark.deep] if place % 12 else [])
        for place, entry in enumerate(ENDLESS)
    ],
)
def test_an_endless_deal_of_beggar_never_ends_in_banka_if_nobody_slaps(entry: dict[str, Any]) -> None:
    deal = Deal(tuple(with_ranks(hand, at * 4) for at, hand in enumerate(entry["hands"])), Labelling.RANK)
    for hand, classes in zip(deal.hands, entry["hands"], strict=True):
        assert [demand(BANKA, card) for card in hand] == ["-JQKA".index(card) for card in classes]
    banka = outcome(BANKA, initial(BANKA, deal), ENOUGH)
    beggar = game_of(entry, {})
    assert isinstance(banka, Loop)
    assert isinstance(beggar, Loop)
    assert banka == outcome(BEGGAR, initial(BEGGAR, deal), ENOUGH)
    assert banka.period_cards % beggar.period_cards == 0
    assert banka.period_tricks % beggar.period_tricks == 0
