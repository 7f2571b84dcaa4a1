"""The explicit graphs of games with slaps: their figures, a second count of them, and what counts as one state."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import pytest

from model.cards import Labelling, parse_zone
from model.deal import Deal
from model.game import NOBODY, Act, Action, Seat, Tick
from model.piles.play import apply_tick, initial
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR, SLAPJACK
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import Debt, Table
from model.points import RuleChoiceError
from solver.decks import DeckError, parse_ranks, states_at_most
from solver.graphs import slaps
from solver.graphs.need import NoGraphs
from solver.graphs.slap_ends import can_end, ending, knots, silent_cycles
from solver.graphs.slap_paths import everything_after
from solver.graphs.slapping import Slapping
from solver.graphs.slaps import Move, SlapGraph, digraph, same_future, slap_graph, state_name, ticks_of
from solver.graphs.tricks import trick_graph
from tests.second_count import Count, count
from tests.slap_decks import DOUBLES, ROWS, book_of, ending_of, graph_of, named

# --- the figures ---


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=named(row), marks=[pytest.mark.deep] * row.get("deep", False)) for row in ROWS]
)
def test_the_graph_has_the_figures_of_its_reading(row: dict[str, Any]) -> None:
    found = ending_of(row["deck"], book_of(row), row["seats"])
    assert {
        "deals": found.deals,
        "states": found.states,
        "ticks": found.ticks,
        "over": found.over,
        "silent": [cycle.ticks for cycle in found.cycles],
        "silent_deals": sum(cycle.deals for cycle in found.cycles),
        "loops": found.loops,
        "slapped": found.slapped,
        "lost": found.dead,
        "lost_deals": len(found.dead_deals),
    } == {name: row[name] for name in row.keys() - {"deck", "seats", "game", "choices", "reading", "deep"}}
    assert found.always_ends is (row["loops"] == 0)
    assert found.can_always_end is (row["lost"] == 0)


def test_two_twos_threes_and_jacks_show_what_termination_depends_on() -> None:
    doubles, lowest = ending_of("2233JJ", choose(BANKA, DOUBLES)), ending_of("2233JJ")
    assert (len(doubles.cycles), doubles.dead) == (4, 72)
    assert (len(lowest.cycles), lowest.dead) == (4, 22)
    assert [cycle.slappable for cycle in doubles.cycles] == [False] * 4
    assert [cycle.slappable for cycle in lowest.cycles] == [False, False, True, True]
    assert sorted(doubles.dead_deals) == ["J22/3J3", "J23/2J3", "J23/3J2", "J32/2J3", "J32/3J2", "J33/2J2"]
    assert sorted(lowest.dead_deals) == ["J23/2J3", "J32/3J2"]


@pytest.mark.parametrize(
    ("deck", "seats", "lowest_counts", "without_cards"),
    [
        ("222", 2, True, True),
        ("222", 2, True, False),
        ("22222", 2, True, False),
        ("2233JJ", 2, False, True),
        ("2233JJ", 2, True, True),
        ("2233JJ", 2, True, False),
        ("2233JJ", 3, True, True),
        ("2244A", 3, True, True),
        ("223KQ", 4, False, True),
        pytest.param("22334JJ", 2, True, True, marks=pytest.mark.deep),
        pytest.param("22334JQ", 3, True, True, marks=pytest.mark.deep),
    ],
)
def test_a_second_program_counts_the_same(deck: str, seats: int, lowest_counts: bool, without_cards: bool) -> None:
    choices = {
        "slaps": "double,bottom_match" if lowest_counts else "double",
        "empty_hand": "skipped_may_slap" if without_cards else "out",
    }
    graph = graph_of(deck, choose(BANKA, choices), seats)
    silent = tuple(sorted(map(len, silent_cycles(graph))))
    lost = len(graph.tables) - len(can_end(graph))
    found = Count(len(graph.deals), len(graph.tables), graph.ticks, len(graph.over), silent, lost)
    assert found == count(deck, seats, lowest_counts, without_cards)


def test_loops_and_ends_of_a_graph_made_by_hand() -> None:
    """0 and 1 lead to each other, and 1 to 4 by a slap; 2 leads to itself; 3 leads to 2; 4 is over."""
    lay, slap = (Action(Seat(0), Act.LAY),), slap_tick((Seat(0),))
    ways: list[list[tuple[Tick, int]]] = [[(lay, 1)], [(lay, 0), (slap, 4)], [(lay, 2)], [(lay, 2)], []]
    moves = tuple(tuple(Move(tick, to) for tick, to in each) for each in ways)
    tables = (Table(((), ()), (), Seat(0)),) * len(ways)
    graph = SlapGraph(BANKA, (), 2, {0: Deal(((), ()))}, tables, moves)
    assert knots(graph) == [{0, 1}, {2}]
    assert silent_cycles(graph) == [(0, 1), (2,)]
    assert can_end(graph) == {0, 1, 4}
    assert (graph.ticks, graph.over) == (5, (4,))


def test_a_slap_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ticks_of
    monkeypatch.setattr(slaps, "ticks_of", lambda book, table: list(whole(book, table))[:2])
    assert len(slap_graph(BANKA, parse_ranks("2233JJ"), 2).tables) != count("2233JJ", 2, True, True).states


def pairs(size: int) -> list[str]:
    """Decks of so many cards: each way to share plain cards out among ranks, with each choice of pay cards."""

    def shares(left: int, most: int) -> list[tuple[int, ...]]:
        if not left:
            return [()]
        return [(one, *rest) for one in range(min(left, most), 0, -1) for rest in shares(left - one, one)]

    return [
        "".join(rank * times for rank, times in zip("23456789", plain, strict=False)) + "".join(pay)
        for number in range(size + 1)
        for pay in combinations_with_replacement("JQKA", number)
        for plain in shares(size - number, size)
    ]


@pytest.mark.parametrize("size", [2, 3, *(pytest.param(size, marks=pytest.mark.deep) for size in (4, 5, 6))])
@pytest.mark.parametrize("choices", [{}, DOUBLES], ids=str)
def test_only_two_jacks_and_four_plain_cards_of_up_to_six_go_round_without_slaps(
    size: int, choices: dict[str, str]
) -> None:
    found: dict[str, tuple[int, int]] = {}
    for deck in pairs(size):
        graph = slap_graph(choose(BANKA, choices), parse_ranks(deck))
        numbers = len(silent_cycles(graph)), len(graph.tables) - len(can_end(graph))
        if any(numbers):
            found[deck] = numbers
    if size < 6:
        assert not found
    else:
        lost = (14, 50, 72, 138, 264) if choices else (0, 0, 22, 44, 264)
        decks = ("2222JJ", "2223JJ", "2233JJ", "2234JJ", "2345JJ")
        assert found == dict(zip(decks, zip((1, 2, 4, 6, 12), lost, strict=True), strict=True))


# --- what is one state ---

READINGS: list[dict[str, str]] = [
    {},
    DOUBLES,
    {"slap_window": "any_neighbours"},
    {"slap_in_debt": "keeps_debt"},
    {"slap_in_debt": "forbidden"},
    {"slap_priority": "collection_first"},
    {"leader": "after_last_layer"},
    {"leader": "after_taker"},
    {"empty_hand": "one_chance"},
    {"wrong_slap": "burn_under"},
    {"wrong_slap": "burn_under", "burned_count_for_slaps": "yes", "slaps": "double,sandwich"},
    {"wrong_slap": "card_to_claimant"},
    {"wrong_slap": "whole_hand", "leader": "after_taker"},
    {"wrong_slap": "lock_out:2"},
    {"leftover_challenges": "yes", "hidden_cards_match": "yes"},
    {"slaps": "rank_trigger:J2"},
]


def what_follows(book: Book, table: Table) -> dict[Tick, Table]:
    """The ticks that change something, and the states they lead to."""
    found = {tick: same_future(book, apply_tick(book, table, tick)) for tick in ticks_of(book, table)}
    return {tick: after for tick, after in found.items() if after != same_future(book, table)}


def told_apart(book: Book, deck: str, seats: int, state: Callable[[Book, Table], Table]) -> list[str]:
    """Tables that the model plays otherwise than the state that stands for them."""
    starts = [initial(book, deal) for deal in graph_of(deck, book, seats).deals.values()]
    follows = {table: what_follows(book, table) for table in everything_after(book, starts)}
    return [state_name(table) for table, found in follows.items() if found != what_follows(book, state(book, table))]


@pytest.mark.parametrize("choices", READINGS, ids=lambda choices: ",".join(map("=".join, choices.items())) or "none")
@pytest.mark.parametrize(("deck", "seats"), [("22JQ", 2), ("2JJ", 3), pytest.param("22JJ", 3, marks=pytest.mark.deep)])
def test_tables_that_are_one_state_have_one_future(choices: dict[str, str], deck: str, seats: int) -> None:
    assert told_apart(choose(BANKA, choices), deck, seats, same_future) == []


def test_tables_that_are_wrongly_taken_for_one_state_are_noticed() -> None:
    def forgets_the_last_layer(book: Book, table: Table) -> Table:
        return replace(table, last=NOBODY)

    def forgets_the_debt(book: Book, table: Table) -> Table:
        return replace(table, debt=Debt(min(1, table.debt)))

    for choices in ({"leader": "after_last_layer"}, {"wrong_slap": "burn_under"}):
        assert told_apart(choose(BANKA, choices), "2JJ", 3, forgets_the_last_layer)
    assert told_apart(BANKA, "22JQ", 2, forgets_the_debt)


def test_whole_tables_make_more_states_and_no_other_cycles(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all remembered two states more are lost: the same hands, but another seat has laid the last card."""
    monkeypatch.setattr(slaps, "same_future", lambda book, table: table)
    graph = slap_graph(BANKA, parse_ranks("2233JJ"))
    assert len(graph.tables) == 1706
    assert len(graph.tables) - len(can_end(graph)) == 24
    assert len(silent_cycles(graph)) == 4


# --- ties and wrong slaps ---


def test_hands_that_come_together_and_pay_their_last_card_make_a_state_of_their_own() -> None:
    book = choose(BANKA, {"wrong_slap": "burn_under"})
    graph = graph_of("22JJ", book)
    table = next(each for each in graph.tables if state_name(each) == "2|2 +JJ, A lays, burned 2")
    together = apply_tick(book, table, slap_tick((Seat(0), Seat(1))))
    one_by_one = apply_tick(book, apply_tick(book, table, slap_tick((Seat(0),))), slap_tick((Seat(1),)))
    assert together != one_by_one
    assert same_future(book, together) in graph.tables


def test_hands_that_come_together_rightly_win_as_the_undermost_does_alone() -> None:
    for table in graph_of("22JQ", seats=3).tables:
        hands = [tick[0].seat for tick in ticks_of(BANKA, table) if tick[0].act is Act.SLAP]
        for first in hands:
            for other in set(hands) - {first}:
                alone, tie = slap_tick((first,)), slap_tick((first, other))
                assert apply_tick(BANKA, table, tie) == apply_tick(BANKA, table, alone)


# --- what cannot be explored ---


def test_a_deck_of_ranks_is_read() -> None:
    assert parse_ranks("J3 2 2J3") == parse_ranks("2233JJ") == parse_zone("2233JJ", Labelling.RANK)
    assert len(parse_ranks("10 T")) == 2


@pytest.mark.parametrize("text", ["JJ--", "2c3d", "2x", "1"])
def test_what_is_no_deck_of_ranks_is_refused(text: str) -> None:
    with pytest.raises(DeckError, match="such as 2233JJ"):
        parse_ranks(text)


@pytest.mark.parametrize(
    ("deck", "seats", "choices", "says"),
    [
        ("234567JJQQ", 2, {}, "make up to 119,750,400 states, and a graph has at most 500,000"),
        ("23456789TJQKA" * 2, 2, {}, "up to 10^25 states"),
        ("2" * 60, 2, {}, "the deck has 60 cards, and a pack has 52"),
        ("2233JJ", 7, {}, "the deck has 6 cards: 7 seats need at least 7"),
        ("", 2, {}, "the deck has 0 cards: 2 seats need at least 2"),
        ("2233JJ", 4, {"wrong_slap": "burn_under"}, "about 4,838,400 moves where a wrong slap changes something"),
        ("2233JJ", 2, {"pile_order": "shuffled"}, "explore another pile_order"),
        ("2233JJ", 2, {"time_rule": "most_cards_at_budget"}, "explore with time_rule=off"),
        ("JJQQK", 2, {"deal": "one_aside"}, "1 ordinary cards should be set aside"),
    ],
)
def test_what_cannot_be_explored_is_refused(deck: str, seats: int, choices: dict[str, str], says: str) -> None:
    with pytest.raises(DeckError) as error:
        slap_graph(choose(BANKA, choices), parse_ranks(deck), seats)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_too_many_ticks_and_seats_and_other_games_are_refused() -> None:
    with pytest.raises(DeckError, match="more than 1,000 moves by these rules"):
        slap_graph(BANKA, parse_ranks("2233JJ"), 2, most=1_000)
    with pytest.raises(RuleChoiceError, match="banka is played by 2 to 52 seats"):
        slap_graph(BANKA, parse_ranks("2233JJ"), 53)
    with pytest.raises(DeckError, match="beggar is played without slaps"):
        slap_graph(BEGGAR, parse_ranks("2233JJ"))
    with pytest.raises(DeckError, match="explore another pile_order"):
        slap_graph(SLAPJACK, parse_ranks("2233JJ"))
    with pytest.raises(DeckError, match="anybody may slap a position does not decide what follows"):
        trick_graph(BANKA, parse_ranks("2233JJ"), slapping=Slapping("free"))


@pytest.mark.parametrize("row", [row for row in ROWS if not row.get("deep")], ids=named)
def test_the_estimate_is_a_bound_where_wrong_slaps_cost_nothing(row: dict[str, Any]) -> None:
    if row["game"] == "banka" and not {"wrong_slap", "leader"} & row["choices"].keys():
        assert row["states"] <= states_at_most(parse_ranks(row["deck"]), row["seats"])


def test_without_the_library_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_of("222")
    monkeypatch.setitem(sys.modules, "networkx", None)
    for needs in (lambda: ending(graph), lambda: digraph(graph, set())):
        with pytest.raises(NoGraphs, match=r"pip install 'fairdeal\[report\]'"):
            needs()
