"""Pictures of graphs of tricks: what is in them, that it can be read, and that nothing lies on something else."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import networkx as nx
import pytest

from model.piles.profiles import BANKA, BEGGAR, RATSCREW
from model.piles.rulebook import Book
from reports.graphs.canvas import PAY_CARDS, style
from reports.graphs.contents import DEEPEST
from reports.graphs.files import as_dot
from reports.graphs.picture import as_svg
from reports.graphs.shapes import LEFT, RIGHT, Spot, shape
from reports.graphs.told import as_json
from solver.decks import DeckError, parse_deck, parse_ranks
from solver.graphs.found import Exploration, explore, marked
from solver.graphs.slapping import Slapping
from solver.graphs.tricks import trick_graph
from tests.command import ROOT
from tests.drawn import Box, Picture, contrast, read, rules_of


@cache
def made(deck: str, balanced: bool = False, book: Book = BEGGAR, who: str = "") -> tuple[nx.DiGraph[str], Exploration]:
    cards = parse_ranks(deck) if book.slapping else parse_deck(deck)
    graph = trick_graph(book, cards, balanced, slapping=Slapping(who) if who else None)
    return graph, explore(graph)


def drawn(deck: str, balanced: bool = False, most: int = 60, around: int = 0) -> Picture:
    return read(as_svg(*made(deck, balanced), most, around))


def names(picture: Picture) -> set[str]:
    return {box.name.partition(":")[0] for box in picture.boxes}


def box_of(picture: Picture, name: str) -> Box:
    (found,) = [box for box in picture.boxes if box.name.startswith(name)]
    return found


# --- what is in it ---


@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("deck", ["JJ----", "JJJ-----", "JJQ-----"])
def test_the_picture_holds_every_position_of_a_cycle_and_of_what_leads_there(deck: str, balanced: bool) -> None:
    picture, (graph, found) = drawn(deck, balanced), made(deck, balanced)
    for cycle in found.cycles:
        assert str(cycle) in picture.words
        assert set(cycle.attracts) <= names(picture)
        for position in cycle.positions:
            assert box_of(picture, position).kind == "cycle"
    for box in picture.boxes:
        assert box.dashed is (graph.nodes[box.name.partition(":")[0]]["kind"] == "position")


def test_the_hands_of_a_position_can_be_read_in_its_box() -> None:
    box = box_of(drawn("JJ----"), "J-|--J- B")
    assert box.lines == ("A", "J-", "B", "--J-", "")
    assert box.name == "J-|--J- B: B leads; reached only in play, goes round for ever"
    deal = box_of(drawn("JJ----"), "J--|-J- A")
    assert (deal.kind, deal.name) == ("deal", "J--|-J- A: A leads; the deal J--/-J-")


def test_the_longest_stem_can_be_followed_from_its_deal() -> None:
    picture, (_, found) = drawn("JJJ-----"), made("JJJ-----")
    assert found.longest_stem is not None
    assert picture.stems == found.longest_stem.stem_tricks + 1 == 5
    assert "The longest stem: J/-----JJ, 13 cards, 4 tricks before cycle 1." in picture.words
    assert "The deal that repeats soonest: -JJ-/--J-, after 14 cards, 4 tricks (1 other deal as well)." in picture.words
    assert names(drawn("JJJ-----", most=5)) > {"J|-----JJ A"}


def test_a_picture_that_leaves_something_out_says_so() -> None:
    picture = drawn("JJJ-----", most=10)
    assert "Drawn: the cycle and the nearest of what leads there: 10 of 22 positions." in picture.words
    assert set(made("JJJ-----")[1].cycles[0].positions) <= names(picture)
    left_out = sum(int(word[1:]) for word in picture.words if word[:1] == "+" and word[1:].isdigit())
    graph = made("JJJ-----")[0]
    seen = names(picture)
    assert left_out == sum(before not in seen for name in seen for before in graph.predecessors(name)) > 0


def test_a_large_number_of_positions_left_out_has_a_mark_at_the_thousands() -> None:
    graph, found = made("JJ----")
    crowded = graph.copy()
    for number in range(1_234):
        crowded.add_node(f"-|{number} A", kind="position", a="-", b="-", leader="A")
        crowded.add_edge(f"-|{number} A", "J-|--J- B", cards=1, tricks=1, taker="A", slaps=0)
    assert any(word.startswith("+1,2") for word in read(as_svg(crowded, found, 5)).words)


def test_one_cycle_can_be_drawn_alone() -> None:
    _, found = made("2J10-")
    picture = drawn("2J10-", around=3)
    assert set(found.cycles[2].positions) <= names(picture)
    assert not set(found.cycles[0].positions) & names(picture)
    assert f"Not drawn: {found.cycles[0]}." in picture.words
    with pytest.raises(DeckError, match="--around 4: the games of 10-2J have 3 cycles only"):
        drawn("2J10-", around=4)
    with pytest.raises(DeckError, match="--around 1: the games of JQ---- have no cycle"):
        drawn("JQ----", around=1)


def test_cycles_that_do_not_fit_are_told() -> None:
    picture = drawn("2J10-", most=4)
    assert sum(word.startswith("Not drawn: cycle") for word in picture.words) == 2


def test_a_deck_without_a_cycle_shows_its_longest_game() -> None:
    picture = drawn("JQ----")
    assert "No deal is endless. The longest game is J/----Q: 16 cards, 5 tricks." in picture.words
    assert {"J|----Q A", "B wins"} <= names(picture)
    assert {"A wins", "B wins", "J|- A", "-|J A"} == names(drawn("J-"))


def test_a_game_that_is_too_long_shows_its_last_tricks() -> None:
    picture, (_, found) = drawn("2J14-", balanced=True), made("2J14-", True)
    assert found.finished.longest_tricks > DEEPEST
    assert f"the last {DEEPEST} tricks of the longest game" in str(picture.words)
    assert picture.stems == DEEPEST + 1


def test_who_slaps_and_who_took_a_pile_so_is_told() -> None:
    picture = read(as_svg(*made("2233JJ", book=BANKA, who="A")))
    assert "A never misses a right slap, nobody else slaps" in str(picture.words)
    assert "3 A!" in picture.words
    assert "3 B!" not in picture.words
    remembers = read(as_svg(*made("2233JJ", book=RATSCREW, who="never")))
    assert any("last B" in box.lines for box in remembers.boxes)
    left = read(as_svg(*made("22J", book=BANKA, who="never")))
    assert any("+2" in line for box in left.boxes for line in box.lines)


# --- that it can be looked at ---


@pytest.mark.parametrize("deck", ["J-", "JJ----", "JJJ-----", "JJQ-----", "JQ----", "2J10-"])
def test_nothing_lies_on_something_else_or_outside(deck: str) -> None:
    picture = drawn(deck)
    wide, high = picture.size()
    for place, (x, y, w, h) in enumerate(picture.frames):
        assert 0 <= x <= x + w <= wide
        assert 0 <= y <= y + h <= high
        assert all(x + w <= a or a + c <= x or y + h <= b or b + d <= y for a, b, c, d in picture.frames[:place])
    for text in picture.root.iter("{http://www.w3.org/2000/svg}text"):
        words = "".join(text.itertext())
        assert float(text.attrib["x"]) + 0.5 * float(text.attrib["font-size"]) * len(words) <= wide
        assert float(text.attrib["y"]) <= high


@pytest.mark.parametrize("deck", ["JJ----", "JJJ-----"])
def test_what_is_written_in_a_box_fits_into_it(deck: str) -> None:
    letter = 0.62 * 13
    for box in drawn(deck).boxes:
        assert all(len(line) * letter + 34 <= box.width for line in box.lines)


def test_the_whole_is_told_to_those_who_cannot_see_it() -> None:
    picture = drawn("JJ----")
    assert picture.root.attrib["role"] == "img"
    assert picture.called("title") == "JJ----: 3 deals of 75 never end"
    assert "75 deals, 87 positions, 1 cycle" in picture.called("desc")
    assert picture.root.attrib["aria-labelledby"] == "title desc"


def test_every_colour_has_one_for_dark_pages_and_they_can_be_told_apart() -> None:
    light, _, dark = style().partition("@media (prefers-color-scheme: dark)")
    colours = [dict(rules_of(part)) for part in (light, dark)]
    assert colours[0].keys() == colours[1].keys()
    used = {name for each in drawn("JJ----").root.iter() for name in each.get("class", "").split()}
    assert {f".{name}" for name in used} <= colours[0].keys()
    for page in colours:
        for ink in (".ink", ".pay", ".soft"):
            for ground in (".paper", ".position", ".deal", ".cycle", ".end", ".dead"):
                assert contrast(page[ink], page[ground]) >= 4.5, f"{ink} on {ground}"


def test_pay_cards_stand_out() -> None:
    picture = drawn("JJQ-----")
    parts = list(picture.root.iter("{http://www.w3.org/2000/svg}tspan"))
    assert {each.get("class") == "pay" for each in parts} == {True, False}
    assert all((set(each.text or "") <= set(PAY_CARDS)) is (each.get("class") == "pay") for each in parts)
    assert not any(each.tail for each in parts), "a space between two cards would be seen"


# --- where things stand ---


def test_play_goes_down_on_the_left_and_up_on_the_right() -> None:
    before: dict[str, list[str]] = {name: [] for name in "abcdexyz"} | {"b": ["x", "y"], "x": ["z"], "d": []}
    placed = shape(("a", "b", "c", "d", "e"), before, 40)
    assert (placed.left, placed.right) == (("a", "b", "c"), ("e", "d"))
    spots = placed.spots
    assert spots["a"].y == spots["e"].y < spots["b"].y == spots["d"].y < spots["c"].y
    assert [spots[name].side for name in "abcde"] == [LEFT, LEFT, LEFT, RIGHT, RIGHT]
    assert (spots["x"].depth, spots["z"].depth) == (1, 2)
    assert spots["b"].y == (spots["x"].y + spots["y"].y) / 2
    assert spots["z"] == Spot(2, LEFT, spots["x"].y)
    assert placed.height > spots["c"].y
    assert (placed.reach(LEFT), placed.reach(RIGHT)) == (2, 0)


def test_a_chain_of_any_length_can_be_placed() -> None:
    chain = [str(place) for place in range(3_000)]
    before = {name: chain[place + 1 : place + 2] for place, name in enumerate(chain)}
    assert shape(("0",), before, 40).reach(LEFT) == 2_999


def test_a_picture_and_the_files_are_the_same_in_every_run() -> None:
    code = (
        "import sys; sys.path.insert(0, '.'); from tests.test_graph_pictures import written; print(written(), end='')"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert "</svg>" in runs[0]


def written() -> str:
    """A picture and its graph as text."""
    graph, found = made("JJJ-----")
    return as_svg(graph, found) + as_dot(marked(graph)) + as_json(graph, found)
