"""The graph of all games of a small deck: what it holds, what it shows, and how it is drawn and exported."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import combinations_with_replacement
from typing import Any
from xml.etree import ElementTree

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
from reports.graph import as_graphml, as_json, as_svg
from solver.decks import DeckError, deals, parse_deck
from solver.graphs import Exploration, NoGraphs, explore, finding, marked, trick_graph
from tests.support import data, outcome_of, won_of

SMALL: list[dict[str, Any]] = [row for row in data("small_decks.json")["rows"] if row["cards"] <= 8]


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


def test_a_deck_of_more_than_eight_cards_is_refused() -> None:
    with pytest.raises(DeckError, match="has 9 cards, and a graph to look at has at most 8"):
        graph_of("2J7-")


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


def test_over_all_cuts_the_shortest_endless_deal_and_the_longest_stem_are_found() -> None:
    found = explored("JJ----")
    assert found.deals == 15 * 5
    assert [each.deal for each in found.endless] == ["--J-/J-", "-J/--J-", "J--/-J-"]
    assert found.shortest is not None
    assert found.longest_stem is not None
    assert (found.shortest.deal, found.shortest.repeats_after) == ("--J-/J-", 6)
    assert (found.longest_stem.deal, found.longest_stem.stem_cards) == ("-J/--J-", 4)


def test_only_one_deck_of_up_to_six_cards_can_go_on_for_ever() -> None:
    decks = [deck for size in range(2, 7) for deck in compositions(size) if explored(deck).cycles]
    assert decks == ["JJ----"]


@pytest.mark.deep
def test_no_deck_of_seven_cards_goes_on_for_ever_when_it_is_dealt_in_halves() -> None:
    assert not [deck for deck in compositions(7) if explored(deck, balanced=True).cycles]


@pytest.mark.deep
def test_no_deck_of_seven_cards_and_five_of_eight_go_on_for_ever() -> None:
    assert not [deck for deck in compositions(7) if explored(deck).cycles]
    endless = [deck for deck in compositions(8) if explored(deck).cycles]
    assert endless == ["JJJJJ---", "JJJ-----", "JJQ-----", "JJK-----", "JJA-----"]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["deck"]) for row in SMALL])
def test_the_graph_counts_as_independent_programs_do(row: dict[str, Any]) -> None:
    found = explored(row["deck"], balanced=True)
    ended = found.finished
    assert found.deals == row["deals"]
    assert sorted(each.deal.replace("/", "") for each in found.endless) == row["endless_deals"]
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
    assert graph.edges["J--|-J- A", "--J-|J- A"] == {"cards": 2, "tricks": 1, "taker": "A"}
    assert graph.nodes["J-|--J- B"] == {"kind": "position", "a": "J-", "b": "--J-", "leader": "B"}
    assert graph.nodes["--J-|J- A"]["kind"] == "deal"


def test_cycles_are_named_from_the_shortest_and_twins_are_found() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph(game="beggar", choices="", deck="J--", balanced="false")
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
    graph: nx.DiGraph[str] = nx.DiGraph(game="beggar", choices="", deck="J--", balanced="false")
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


# --- for other programs, and for the eye ---


@pytest.mark.parametrize("deck", ["JJ----", "JQ--"])
def test_graphml_read_back_is_the_graph(deck: str) -> None:
    graph = marked(graph_of(deck))
    again = nx.read_graphml(BytesIO(as_graphml(graph).encode()))
    assert again.is_directed()
    assert sorted(again.nodes(data=True)) == sorted(graph.nodes(data=True))
    assert sorted(again.edges(data=True)) == sorted(graph.edges(data=True))
    assert {key: again.graph[key] for key in graph.graph} == graph.graph


def test_json_holds_every_position_and_trick() -> None:
    graph = graph_of("JJ----")
    content = json.loads(as_json(graph, explore(graph)))
    assert {node["position"] for node in content["nodes"]} == set(graph)
    assert len(content["edges"]) == graph.number_of_edges()
    assert content["exploration"]["cycles"][0]["cards"] == 6


def drawn(deck: str, balanced: bool = False, most: int = 60) -> list[str]:
    """The words in the drawing of a deck."""
    graph = graph_of(deck, balanced)
    root = ElementTree.fromstring(as_svg(graph, explore(graph), most))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("deck", ["JJ----", "JJJ-----", "JJQ-----"])
def test_the_drawing_holds_every_position_of_a_cycle_and_of_what_leads_there(deck: str, balanced: bool) -> None:
    words = drawn(deck, balanced)
    found = explored(deck, balanced)
    for cycle in found.cycles:
        assert str(cycle) in words
        assert set(cycle.attracts) <= set(words)
    assert f"Not drawn: {found.positions - sum(len(each.attracts) for each in found.cycles)} positions" in str(words)


def test_a_drawing_that_leaves_something_out_says_so() -> None:
    words = drawn("JJJ-----", most=10)
    assert "Drawn: the cycle and the nearest of what leads there: 10 of 22 positions." in words
    assert set(explored("JJJ-----").cycles[0].positions) <= set(words)
    assert sum(int(word[1:]) for word in words if re.fullmatch(r"[+][0-9]+", word)) > 0


def test_a_deck_without_a_cycle_shows_its_longest_game() -> None:
    words = drawn("JQ----")
    assert "No deal is endless. The longest game is J/----Q: 16 cards, 5 tricks." in words
    assert {"J|----Q A", "B wins"} <= set(words)
    assert {"A wins", "B wins", "J|- A", "-|J A"} <= set(drawn("J-"))


@pytest.mark.parametrize("deck", ["JJ----", "JJJ-----", "JJQ-----", "JQ----"])
def test_no_two_boxes_of_a_drawing_touch(deck: str) -> None:
    graph = graph_of(deck)
    root = ElementTree.fromstring(as_svg(graph, explore(graph)))
    boxes = [
        tuple(float(each.attrib[name]) for name in ("x", "y", "width", "height"))
        for each in root.iter("{http://www.w3.org/2000/svg}rect")
        if "x" in each.attrib
    ]
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for place, (x, y, w, h) in enumerate(boxes):
        assert x >= 0
        assert x + w <= width
        assert y + h <= height
        assert all(x + w <= a or a + c <= x or y + h <= b or b + d <= y for a, b, c, d in boxes[:place])
