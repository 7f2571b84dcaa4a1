"""What is told of the games with slaps of a deck: as evidence, for other programs, for the eye, by the command."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from model.piles.points import choose
from model.piles.profiles import BANKA
from model.piles.rulebook import Book
from properties.evidence import Grade, Verdict
from reports.graphs.files import as_graphml
from reports.graphs.slap_picture import as_svg
from reports.graphs.slap_told import as_json
from solver.graphs.slap_ends import can_end, findings, silent_cycles
from solver.graphs.slaps import digraph, state_name
from tests.command import within
from tests.slap_decks import DOUBLES, ending_of, graph_of

# --- as evidence, for other programs, and for the eye ---


def test_the_findings_state_what_was_counted() -> None:
    told = findings(ending_of("2233JJ"), 1.5)
    assert [finding.statement for finding in told] == [
        "2 seats: exactly 4 cycles without any slap, entered by 6 of 90 deals if nobody slaps",
        "2 seats: slaps can keep a game going for ever",
        "2 seats: from exactly 22 of 1,496 states no slap ends the game, whoever makes it; among these states are 2 of"
        " 90 deals",
    ]
    assert {(each.grade, each.verdict, each.space_size) for each in told} == {(Grade.EXHAUSTED, Verdict.HELD, 1496)}
    assert sum(finding.seconds for finding in told) == 1.5
    assert told[0].examples[0] == "J32/3J2: lay lay collect; then for ever: lay lay lay collect (2 times)"
    assert "every state that a deal of 2233JJ to 2 seats can lead to" in told[0].space
    ends = [finding.statement for finding in findings(ending_of("22", seats=2))]
    assert ends[0] == "2 seats: without a slap every game comes to its end"
    assert ends[1] == "2 seats: every game ends, whoever slaps and when"
    assert ends[2].startswith("2 seats: the end can be reached from every state")
    doubles = findings(ending_of("2233JJ", choose(BANKA, DOUBLES)))
    assert doubles[1].statement.endswith("a game that never ends is one in which, from some moment on, nobody slaps")
    assert doubles[0].choices == {"slaps": "double"}


@pytest.mark.parametrize(("deck", "seats", "choices"), [("2233JJ", 2, {}), ("2JQ", 3, {"wrong_slap": "lock_out:2"})])
def test_graphml_read_back_is_the_graph(deck: str, seats: int, choices: dict[str, str]) -> None:
    graph = graph_of(deck, choose(BANKA, choices), seats)
    made = digraph(graph, can_end(graph))
    assert len(made) == len(graph.tables)
    assert sum(len(each["ticks"].split()) for _, _, each in made.edges(data=True)) == graph.ticks
    assert sum(each["kind"] == "over" for _, each in made.nodes(data=True)) == len(graph.over)
    assert sum(each["kind"] == "deal" for _, each in made.nodes(data=True)) == len(graph.deals)
    assert sum(1 - each["can_end"] for _, each in made.nodes(data=True)) == ending_of(deck, graph.book, seats).dead
    again = nx.read_graphml(BytesIO(as_graphml(made).encode()))
    assert sorted(again.nodes(data=True)) == sorted(made.nodes(data=True))
    assert sorted(again.edges(data=True)) == sorted(made.edges(data=True))


def drawn(deck: str, book: Book = BANKA) -> list[str]:
    """The words in the drawing of a deck."""
    root = ElementTree.fromstring(as_svg(graph_of(deck, book), ending_of(deck, book)))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_drawing_holds_every_state_that_goes_round() -> None:
    words, graph = drawn("2233JJ"), graph_of("2233JJ")
    assert {state_name(graph.tables[state]) for cycle in silent_cycles(graph) for state in cycle} <= set(words)
    assert {"cycle 1", "cycle 4", "a slap can break it", "J32/3J2: lay lay collect"} <= set(words)
    assert words.count("A! B!") == 4
    assert "a loop with slaps" in drawn("222")
    assert "every game ends, whoever slaps and when" in drawn("22")


def test_what_does_not_fit_into_a_drawing_is_told() -> None:
    assert "Not drawn: 6 loops more." in drawn("2345JJ")


def test_json_holds_what_was_found() -> None:
    content = json.loads(as_json(ending_of("2233JJ")))["ending"]
    assert (len(content["cycles"]), content["dead"], content["seats"]) == (4, 22, 2)
    assert content["slapped_loop"]["period"]


# --- the command ---


def test_the_command_shows_and_keeps_what_was_found(tmp_path: Path) -> None:
    words = ("explore", "2233JJ", "--game", "banka", "--svg", "d.svg", "--graphml", "d.graphml")
    ran = within(*words, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "exactly 4 cycles without any slap" in ran.out
    assert "from exactly 22 of 1,496 states no slap ends the game" in ran.out
    (kept,) = (tmp_path / "evidence").iterdir()
    assert len(json.loads(kept.read_text())["findings"]) == 3
    assert len(nx.read_graphml(tmp_path / "d.graphml")) == 1496
    assert ElementTree.parse(tmp_path / "d.svg")
    again = within(*words, "--json", cwd=tmp_path)
    assert again.code == 2
    assert "exists already" in again.err


def test_the_command_takes_seats_choices_and_profiles(tmp_path: Path) -> None:
    ran = within("explore", "223JJ", "--game", "banka_core", "--seats", "3", "--json", cwd=tmp_path)
    content = json.loads(ran.out)["ending"]
    assert (content["game"], content["seats"]) == ("banka", 3)
    assert content["choices"] == [["slaps", "double"], ["slap_tie", "undefined"]]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("2233JJ", "--game", "banka", "--balanced"), "--balanced is for games without slaps"),
        (("JJ----", "--seats", "3"), "leave out --seats"),
        (("234567JJQQ", "--game", "banka"), "at most 500,000"),
        (("JJ----", "--game", "ratscrew"), "such as 2233JJ"),
    ],
    ids=str,
)
def test_bad_input_gets_one_clear_line(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    ran = within("explore", *words, cwd=tmp_path)
    assert ran.code == 2
    assert told in ran.err
    assert len(ran.err.strip().splitlines()) <= 2
    assert not list(tmp_path.iterdir())
