"""The graph of tricks of a small deck: what it holds, and what it shows."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import networkx as nx
import pytest

from model.cards import format_zone
from model.deal import DealError
from model.game import Loop, Won
from model.piles.points import choose
from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from model.piles.state import Table, won_by
from properties.evidence import Grade, Verdict
from solver.decks import DeckError, DeckOfRanks, deals, deck_words, packed_deck, parse_deck
from solver.graphs.found import Exploration, explore, finding, marked
from solver.graphs.need import NoGraphs
from solver.graphs.tricks import trick_graph
from tests.support import data, outcome_of, won_of

ROWS: list[dict[str, Any]] = data("small_decks.json")["rows"]
MANY = 500
"""Decks of more deals than that wait for the deep run."""


def graph_of(deck: str, balanced: bool = False, book: Book = BEGGAR) -> nx.DiGraph[str]:
    return trick_graph(book, parse_deck(deck), balanced)


def explored(deck: str, balanced: bool = False, book: Book = BEGGAR) -> Exploration:
    return explore(graph_of(deck, balanced, book))


def compositions(size: int) -> Iterator[str]:
    """Every deck of that size over {-,J,Q,K,A}."""
    return map("".join, combinations_with_replacement("JQKA-", size))


# --- decks ---


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("JJ----", "JJ----"),
        ("4-2J", "JJ----"),
        ("J4-J", "JJ----"),
        ("-J", "J-"),
        ("J 2Q A", "JQQA"),
        ("10-J", "J----------"),
    ],
)
def test_a_deck_is_read_with_counts_or_without(text: str, deck: str) -> None:
    assert format_zone(parse_deck(text)) == deck


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("JT--", "'T' is no card class"),
        ("jj--", "'j' is no card class"),
        ("J/--", "'/' is no card class"),
        ("J4", "the number 4 at the end says how many, but not of which card"),
        ("0J--", "'0J--' should start with a number from 1 on"),
        ("3T", "'3T' should start with a number from 1 on and a card"),
        ("J", "has 1 card: two seats need at least 2"),
        ("", "has 0 cards"),
        ("9999999999J", "too large a number"),
    ],
)
def test_what_is_no_deck_is_refused_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(DealError) as error:
        parse_deck(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("deck", "balanced", "says"),
    [
        ("12-2J2Q2K", False, "the deck has 28,402,920 deals, and a graph has at most 100,000 positions"),
        ("11-2J2Q", False, "or --balanced for equal halves only"),
        ("64-J", True, "the deck has 65 cards, and a graph has decks of at most 64"),
    ],
)
def test_a_deck_is_refused_by_the_number_of_its_positions(deck: str, balanced: bool, says: str) -> None:
    with pytest.raises(DeckError) as error:
        graph_of(deck, balanced)
    assert says in str(error.value)


def test_a_graph_that_grows_too_large_is_given_up() -> None:
    assert len(trick_graph(BEGGAR, parse_deck("4-2J"), most=87)) == 89
    with pytest.raises(DeckError, match="through more than 86 positions"):
        trick_graph(BEGGAR, parse_deck("4-2J"), most=86)
    with pytest.raises(DeckError, match="has 75 deals"):
        trick_graph(BEGGAR, parse_deck("4-2J"), most=74)


@pytest.mark.parametrize("deck", ["JJ----", "JQKA", "2J10-"])
def test_a_packed_deck_is_the_deck(deck: str) -> None:
    assert parse_deck(packed_deck(parse_deck(deck))) == parse_deck(deck)


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ("J--J--", "JJ----"),
        ("4-KQJA", "JQKA----"),
        ("8-J", "8-J"),
        ("JJKQQJ--------------", "14-3J2QK"),
        ("--", "2-"),
        ("1-8J", "1-8J"),
    ],
)
def test_a_small_deck_is_written_card_by_card_and_a_large_one_with_counts(deck: str, words: str) -> None:
    assert deck_words(parse_deck(deck)) == words
    assert parse_deck(words) == parse_deck(deck)


@pytest.mark.parametrize("text", ["2233JJ", "23J6", "J4", "3T", "9999999999J"])
def test_a_text_that_would_be_a_deck_of_ranks_is_known(text: str) -> None:
    with pytest.raises(DeckOfRanks, match="decks of ranks are for games with slaps"):
        parse_deck(text)


@pytest.mark.parametrize("text", ["J", "J-4", "0J--", "1", "2233-JJ", "2c3d", ""])
def test_a_text_that_would_be_no_deck_of_ranks_either_is_not_said_to_be_one(text: str) -> None:
    with pytest.raises(DeckError) as error:
        parse_deck(text)
    assert not isinstance(error.value, DeckOfRanks)


@pytest.mark.parametrize("choice", [{"pile_order": "shuffled"}, {"time_rule": "most_cards_at_budget"}])
def test_books_whose_games_no_position_decides_are_refused(choice: dict[str, str]) -> None:
    with pytest.raises(DeckError, match="explore"):
        graph_of("J-", book=choose(BEGGAR, choice))


def test_every_deal_comes_once_at_every_cut() -> None:
    found = list(deals(parse_deck("JJ--Q")))
    assert len(found) == len(set(map(str, found))) == 30 * 4
    assert all("".join(sorted(str(deal).replace("/", ""))) == "--JJQ" for deal in found)
    assert {tuple(map(len, deal.hands)) for deal in deals(parse_deck("JJ--Q"), balanced=True)} == {(3, 2)}


# --- what the graph shows ---


def test_the_six_card_jack_deck_shows_its_cycle() -> None:
    found = explored("JJ----", balanced=True)
    (endless,) = found.endless
    (cycle,) = found.cycles
    assert endless.deal == "J--/-J-"
    assert (endless.stem_cards, endless.stem_tricks) == (2, 1)
    assert cycle.positions == ("--J-|J- A", "J-|--J- B")
    assert str(cycle) == "cycle 1: period 6 cards, 2 tricks, entered by 1 deal"
    assert cycle.attracts == ("--J-|J- A", "J--|-J- A", "J-|--J- B")
    assert cycle.twin == "cycle 1"


def test_everything_that_play_leads_to_is_told_with_what_it_attracts() -> None:
    found = explored("JJ----")
    told = {each.name: (each.kind, each.positions, each.attracts, each.deals) for each in found.attractors}
    assert told == {
        "A wins": ("end", 1, 36, 35),
        "B wins": ("end", 1, 47, 37),
        "cycle 1": ("cycle", 2, 4, 3),
    }
    assert sum(each.attracts for each in found.attractors) == found.positions == 87
    assert sum(each.deals for each in found.attractors) == found.deals


def test_how_far_a_position_is_from_where_it_leads_is_measured_in_play() -> None:
    graph, found = graph_of("JJJ-----"), explored("JJJ-----")
    goals = {position: cycle.name for cycle in found.cycles for position in cycle.positions}
    farthest: dict[str, tuple[int, int]] = {}
    for start in graph:
        name, cards, tricks = start, 0, 0
        while name not in goals and graph.nodes[name]["kind"] != "end":
            (after,) = graph.successors(name)
            cards, tricks = cards + graph.edges[name, after]["cards"], tricks + graph.edges[name, after]["tricks"]
            name = after
        most = farthest.get(goals.get(name, name), (0, 0))
        farthest[goals.get(name, name)] = max(most[0], cards), max(most[1], tricks)
    assert {each.name: (each.farthest_cards, each.farthest_tricks) for each in found.attractors} == farthest


def test_cycles_are_those_that_networkx_finds_one_by_one() -> None:
    graph = graph_of("2J10-")
    found = explore(graph)
    assert len(found.cycles) == 3
    assert sorted(map(sorted, nx.simple_cycles(graph))) == sorted(sorted(each.positions) for each in found.cycles)
    assert [each.twin for each in found.cycles] == ["cycle 1", "cycle 3", "cycle 2"]


def test_over_all_cuts_the_shortest_endless_deal_and_the_longest_stem_are_found() -> None:
    found = explored("JJ----")
    assert found.deals == 15 * 5
    assert [each.deal for each in found.endless] == ["--J-/J-", "-J/--J-", "J--/-J-"]
    assert found.shortest is not None
    assert found.longest_stem is not None
    assert (found.shortest.deal, found.shortest.repeats_after) == ("--J-/J-", 6)
    assert (found.longest_stem.deal, found.longest_stem.stem_cards) == ("-J/--J-", 4)


@pytest.mark.parametrize("size", [2, 3, 4, pytest.param(5, marks=pytest.mark.deep)])
def test_no_deck_of_up_to_five_cards_can_go_on_for_ever(size: int) -> None:
    assert not [deck for deck in compositions(size) if explored(deck).cycles]


@pytest.mark.deep
def test_the_smallest_decks_that_can_go_on_for_ever() -> None:
    assert [deck for deck in compositions(6) if explored(deck).cycles] == ["JJ----"]
    assert not [deck for deck in compositions(7) if explored(deck).cycles]
    endless = ["JJJJJ---", "JJJ-----", "JJQ-----", "JJK-----", "JJA-----"]
    beside = ["JJJJ----", "JJ------", "JQ------", "QQQ-----", "JJQQ----"]
    assert [deck for deck in endless + beside if explored(deck).cycles] == endless


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=row["deck"], marks=[pytest.mark.deep] * (row["deals"] > MANY))
        for row in ROWS
        if row["deals"] <= 10 * MANY
    ],
)
def test_the_graph_counts_as_independent_programs_do(row: dict[str, Any]) -> None:
    found = explored(row["deck"], balanced=True)
    ended = found.finished
    assert found.deals == row["deals"]
    listed = sorted(
        (each.deal.replace("/", "") for each in found.endless), key=lambda deal: [*map("-JQKA".index, deal)]
    )
    assert listed[: len(row["endless_deals"])] == row["endless_deals"]
    assert len(found.endless) == row["endless"]
    assert (ended.total_cards, ended.total_tricks) == (row["total_cards"], row["total_tricks"])
    assert ended.leader_wins == row["leader_wins"]
    assert (ended.longest_cards, ended.deals) == (row["longest_cards"], row["deals"] - row["endless"])
    assert won_of(ended.longest)[1:] == (ended.longest_cards, ended.longest_tricks)


@pytest.mark.parametrize("deck", ["JJ----", "JJJ-----", "JQ----"])
@pytest.mark.parametrize("choice", [{}, {"end": "immediate"}, {"end": "lead_on"}, {"leader": "after_taker"}], ids=str)
def test_every_deal_goes_out_as_the_model_plays_it(deck: str, choice: dict[str, str]) -> None:
    book = choose(BEGGAR, choice)
    found = explored(deck, book=book)
    loops = {each.deal: each for each in found.endless}
    counted: Counter[str] = Counter()
    for deal in map(str, deals(parse_deck(deck))):
        match outcome_of(deal, book):
            case Loop(stem_cards, stem_tricks, period_cards, period_tricks):
                each = loops.pop(deal)
                assert (each.stem_cards, each.stem_tricks) == (stem_cards, stem_tricks)
                assert (each.period_cards, each.period_tricks) == (period_cards, period_tricks)
            case Won(winners, cards, tricks):
                counted.update(deals=1, leader=winners == (0,), cards=cards, tricks=tricks)
    assert not loops
    ended = found.finished
    assert counted == Counter(
        deals=ended.deals, leader=ended.leader_wins, cards=ended.total_cards, tricks=ended.total_tricks
    )
    assert found.choices == tuple(choice.items())


def test_another_rule_gives_another_graph() -> None:
    def asker_loses(book: Book, table: Table) -> Table:
        return won_by(table, table.turn, unanswered=False)

    assert explored("JJ----").finished != explored("JJ----", book=replace(BEGGAR, paid=asker_loses)).finished


def test_every_position_has_one_successor_and_every_trick_its_cards_and_taker() -> None:
    graph = graph_of("JJ----")
    for name, attributes in graph.nodes(data=True):
        assert graph.out_degree(name) == (attributes["kind"] != "end")
    for before, after, trick in graph.edges(data=True):
        assert trick["taker"] == after[-1 if graph.nodes[after]["kind"] != "end" else 0], f"the taker leads: {before}"
    assert graph.edges["J--|-J- A", "--J-|J- A"] == {"cards": 2, "tricks": 1, "taker": "A", "slaps": 0}
    assert graph.nodes["J-|--J- B"] == {"kind": "position", "a": "J-", "b": "--J-", "leader": "B"}
    assert graph.nodes["--J-|J- A"]["kind"] == "deal"


def by_hand() -> nx.DiGraph[str]:
    return nx.DiGraph(game="beggar", choices="", deck="J--", balanced="false", seats=2, slapping="")


def test_cycles_are_named_from_the_shortest_and_twins_are_found() -> None:
    graph: nx.DiGraph[str] = by_hand()
    for loop in (["-J|- A", "J-|- A"], ["J|-- B", "-|J- B", "--|J B"], ["-|-J B", "-|J- A"]):
        for before, after in zip(loop, loop[1:] + loop[:1], strict=True):
            graph.add_node(before, kind="deal" if before == "J-|- A" else "position")
            graph.add_edge(before, after, cards=2, tricks=1, taker="A")
    found = explore(graph).cycles
    assert [(each.name, each.cards, each.positions[0]) for each in found] == [
        ("cycle 1", 4, "-|-J B"),
        ("cycle 2", 4, "J-|- A"),
        ("cycle 3", 6, "--|J B"),
    ]
    assert [each.twin for each in found] == ["", "", ""]
    assert [each.deals for each in found] == [0, 1, 0]


def test_a_cycle_that_is_another_with_the_seats_swapped_says_so() -> None:
    graph: nx.DiGraph[str] = by_hand()
    for before, after in (("-|-J B", "-|J- B"), ("-|J- B", "-|-J B"), ("-J|- A", "J-|- A"), ("J-|- A", "-J|- A")):
        graph.add_node(before, kind="position")
        graph.add_edge(before, after, cards=2, tricks=1, taker="A")
    found = explore(graph)
    assert [(each.name, each.twin) for each in found.cycles] == [("cycle 1", "cycle 2"), ("cycle 2", "cycle 1")]


def test_positions_say_where_they_lead() -> None:
    nodes = marked(graph_of("JJ----")).nodes
    assert (nodes["-J|--J- A"]["leads_to"], nodes["-J|--J- A"]["in_cycle"]) == ("cycle 1", 0)
    assert (nodes["J-|--J- B"]["leads_to"], nodes["J-|--J- B"]["in_cycle"]) == ("cycle 1", 1)
    assert nodes["J|----J A"]["leads_to"] in ("A wins", "B wins")


def test_the_finding_states_what_was_counted() -> None:
    found = finding(explored("JJ----", balanced=True))
    assert found.statement == "two seats, all halves: exactly 1 deal of JJ---- is endless"
    assert (found.grade, found.verdict, found.space_size, found.examples) == (
        Grade.EXHAUSTED,
        Verdict.HELD,
        15,
        ("J--/-J-",),
    )
    assert finding(explored("JQ--")).statement == "two seats, all cuts: no deal of JQ-- is endless"


def test_without_the_library_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(NoGraphs, match=r"pip install 'fairdeal\[report\]'"):
        graph_of("J-")
