"""Graphs for other programs: what is read again is the graph."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR
from reports.graphs.files import as_dot, as_graphml, as_node_link, write_all
from reports.graphs.told import as_json
from solver.decks import parse_deck, parse_ranks
from solver.graphs.found import explore, marked
from solver.graphs.slap_ends import can_end
from solver.graphs.slaps import digraph, slap_graph
from solver.graphs.tricks import trick_graph


def graph_of(deck: str) -> nx.DiGraph[str]:
    """A graph of tricks, or for a deck of ranks one of ticks."""
    if "-" in deck:
        return marked(trick_graph(BEGGAR, parse_deck(deck)))
    graph = slap_graph(choose(BANKA, {"wrong_slap": "lock_out:2"}), parse_ranks(deck))
    return digraph(graph, can_end(graph))


DECKS = ["JJ----", "JQ--", "22J"]


def same(one: nx.DiGraph[str], other: nx.Graph[str]) -> None:
    assert other.is_directed()
    assert sorted(one.nodes(data=True)) == sorted(other.nodes(data=True))
    assert sorted(one.edges(data=True)) == sorted(other.edges(data=True))
    assert {key: other.graph[key] for key in one.graph} == one.graph


@pytest.mark.parametrize("deck", DECKS)
def test_graphml_read_back_is_the_graph(deck: str) -> None:
    same(graph_of(deck), nx.read_graphml(BytesIO(as_graphml(graph_of(deck)).encode())))


@pytest.mark.parametrize("deck", DECKS)
def test_json_read_back_is_the_graph(deck: str) -> None:
    same(graph_of(deck), nx.node_link_graph(json.loads(as_node_link(graph_of(deck))), edges="edges"))


@pytest.mark.parametrize("deck", DECKS)
def test_dot_read_back_is_the_graph(deck: str) -> None:
    same(graph_of(deck), read_dot(as_dot(graph_of(deck))))


def test_json_holds_what_was_found_and_every_position_and_trick() -> None:
    graph = trick_graph(BEGGAR, parse_deck("JJ----"))
    content = json.loads(as_json(graph, explore(graph)))
    assert {node["position"] for node in content["nodes"]} == set(graph)
    assert len(content["edges"]) == graph.number_of_edges()
    found = content["exploration"]
    assert found["cycles"][0]["cards"] == 6
    assert [each["name"] for each in found["attractors"]] == ["A wins", "B wins", "cycle 1"]
    assert found["shortest"]["deal"] == "--J-/J-"
    assert found["longest_stem"]["stem_cards"] == 4


def test_nothing_is_written_if_one_file_is_there_already(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("mine")
    with pytest.raises(FileExistsError) as error:
        write_all([(tmp_path / "a", lambda: "a"), (None, lambda: "no"), (tmp_path / "b", lambda: "b")])
    assert error.value.filename == str(tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
    assert write_all([(tmp_path / "new" / "c", lambda: "c"), (None, lambda: "no")]) == [tmp_path / "new" / "c"]


# --- a reader of DOT, written from the grammar at graphviz.org/doc/info/lang.html ---

_TOKEN = re.compile(
    r'\s*(?:("(?:[^"\\]|\\.)*")|(-?(?:\.\d+|\d+(?:\.\d*)?))(?![\w.])|([A-Za-z_]\w*)|(->)|([{}\[\];,=]))'
)
LOOKS = {"label", "fillcolor", "style", "rankdir", "shape", "fontname"}


def tokens(text: str) -> list[str]:
    found, place = [], 0
    while text[place:].strip():
        token = _TOKEN.match(text, place)
        assert token is not None, f"no token of DOT at {text[place : place + 40]!r}"
        found.append(token[0].strip())
        place = token.end()
    return found


def plain(token: str) -> str | int:
    """What an ID of DOT means."""
    if token.startswith('"'):
        return token[1:-1].replace('\\"', '"')
    return int(token) if token.lstrip("-").isdigit() else token


def read_dot(text: str) -> nx.DiGraph[str]:
    """The graph that a text in DOT describes, without what only Graphviz draws by."""
    words = tokens(text)
    assert words.pop(0) == "digraph"
    words.pop(0)
    assert words.pop(0) == "{"
    graph: nx.DiGraph[str] = nx.DiGraph()
    while words[0] != "}":
        statement(graph, words)
        assert words.pop(0) == ";"
    assert words == ["}"]
    return graph


def statement(graph: nx.DiGraph[str], words: list[str]) -> None:
    quoted, first = words[0].startswith('"'), plain(words.pop(0))
    if words[0] == "=":
        words.pop(0)
        graph.graph |= kept({str(first): plain(words.pop(0))})
    elif words[0] == "->":
        words.pop(0)
        graph.add_edge(str(first), str(plain(words.pop(0))), **attributes(words))
    elif first == "node" and not quoted:
        attributes(words)
    else:
        graph.add_node(str(first), **attributes(words))


def attributes(words: list[str]) -> dict[str, Any]:
    found: dict[str, str | int] = {}
    assert words.pop(0) == "["
    while words[0] != "]":
        name = str(plain(words.pop(0)))
        assert words.pop(0) == "="
        found[name] = plain(words.pop(0))
        if words[0] == ",":
            words.pop(0)
    words.pop(0)
    return kept(found)


def kept(found: dict[str, str | int]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in LOOKS}


def test_names_that_dot_would_trip_over_are_quoted() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph(deck='a "deck"', game="node")
    graph.add_node('say "J"', kind="deal", a="x;y")
    graph.add_node("node", kind="position")
    graph.add_edge('say "J"', "node", cards=1, taker="A", slaps=1)
    same(graph, read_dot(as_dot(graph)))


def test_graphviz_is_told_how_it_looks() -> None:
    text = as_dot(graph_of("JJ----"))
    (round_for_ever,) = [line for line in text.splitlines() if line.startswith('  "J-|--J- B" [')]
    assert '"fillcolor"="#ffdf8a"' in round_for_ever
    assert '"style"="filled,dashed"' in round_for_ever
    assert '"label"="2 A"' in text
