"""`fairdeal explore`: who slaps decides which graph it is; what the command says and writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest

from model.cards import Labelling
from model.deal import parse_deal
from model.game import Act, Action, Loop, Seat, Won
from model.piles.play import apply_tick, enabled, initial, unslapped
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR, RATSCREW
from model.piles.rulebook import Book
from model.piles.run import outcome, slap_tick
from model.piles.state import Phase, Table
from model.points import RuleChoiceError
from solver.decks import DeckError, book_deals, parse_deck, parse_ranks
from solver.graphs.found import Exploration, deal_text, explore, finding
from solver.graphs.slap_ends import ending, findings
from solver.graphs.slapping import Slapping, right, slapping
from solver.graphs.slaps import SlapGraph, slap_graph
from solver.graphs.tricks import trick_graph
from tests.command import within
from tests.slap_decks import graph_of
from tests.support import ENOUGH


@cache
def explored(deck: str, who: str, book: Book = BANKA, seats: int = 2) -> Exploration:
    return explore(trick_graph(book, parse_ranks(deck), seats=seats, slapping=Slapping(who)))


@cache
def certain(deck: str, seats: int = 2, book: Book = BANKA) -> SlapGraph:
    """The graph of ticks in which no right slap is missed."""
    return slap_graph(book, parse_ranks(deck), seats, Slapping("always"))


# --- nobody slaps ---


@pytest.mark.parametrize("deck", ["2233JJ", "2222JJ", "22J"])
@pytest.mark.parametrize("book", [BANKA, RATSCREW], ids=lambda book: book.game)
def test_where_nobody_slaps_every_deal_goes_out_as_the_model_plays_it(deck: str, book: Book) -> None:
    graph = trick_graph(book, parse_ranks(deck))
    found = explore(graph)
    loops = {each.deal: each for each in found.endless}
    ends: dict[str, int] = {}
    for deal in map(str, book_deals(book, parse_ranks(deck), 2)):
        match outcome(book, initial(book, parse_deal(deal, Labelling.RANK)), ENOUGH):
            case Loop(stem_cards, stem_tricks, period_cards, period_tricks):
                each = loops.pop(deal)
                assert (each.stem_cards, each.stem_tricks) == (stem_cards, stem_tricks)
                assert (each.period_cards, each.period_tricks) == (period_cards, period_tricks)
            case Won((winner,)):
                name = f"{'ABC'[winner]} wins"
                ends[name] = ends.get(name, 0) + 1
    assert not loops
    assert {each.name: each.deals for each in found.attractors if each.kind == "end"} == ends


def test_the_cycles_of_the_graph_of_tricks_are_those_of_the_graph_of_ticks() -> None:
    ticks, tricks = ending(graph_of("2233JJ")), explored("2233JJ", "never")
    assert sorted(each.cards for each in ticks.cycles) == [each.cards for each in tricks.cycles] == [6, 6, 12, 12]
    assert sum(each.deals for each in ticks.cycles) == len(tricks.endless) == 6
    assert [each.twin for each in tricks.cycles] == ["cycle 2", "cycle 1", "cycle 4", "cycle 3"]
    remembered = explored("2233JJ", "never", RATSCREW)
    assert [each.twin for each in remembered.cycles] == ["cycle 2", "cycle 1", "cycle 4", "cycle 3"]
    assert ", last B" in remembered.cycles[0].positions[0]


# --- one seat slaps ---


def wins_pile(book: Book, table: Table, seat: Seat) -> bool:
    """Whether a hand of this seat brings it the pile, found out by putting it there."""
    if Action(seat, Act.SLAP) not in enabled(book, table) or not table.middle:
        return False
    after = apply_tick(book, table, slap_tick((seat,)))
    return not after.middle and after.hands[seat] == table.hands[seat] + table.middle


def played(book: Book, deal: str, seat: Seat) -> str:
    """Who wins, or that the whole table comes again, if this seat never misses a right slap and nobody else slaps."""
    table, seen = initial(book, parse_deal(deal, Labelling.RANK)), set[Table]()
    while table.phase != Phase.OVER:
        if table in seen:
            return "cycle"
        seen.add(table)
        slap = wins_pile(book, table, seat)
        table = apply_tick(book, table, slap_tick((seat,)) if slap else (unslapped(book, table),))
    return next(f"{name} wins" for name, hand in zip("ABC", table.hands, strict=False) if hand)


@pytest.mark.parametrize(
    ("deck", "seats", "book"),
    [
        ("2233JJ", 2, BANKA),
        ("22JQ", 2, BANKA),
        ("2233J", 3, BANKA),
        ("222JJ", 3, choose(BANKA, {"empty_hand": "out"})),
    ],
)
@pytest.mark.parametrize("who", ["A", "B"])
def test_where_one_seat_slaps_every_deal_goes_out_as_it_is_played(deck: str, seats: int, book: Book, who: str) -> None:
    found = explored(deck, who, book, seats)
    told: dict[str, int] = {}
    for each in found.attractors:
        name = each.name if each.kind == "end" else "cycle"
        told[name] = told.get(name, 0) + each.deals
    outcomes = [played(book, str(deal), Seat("AB".index(who))) for deal in book_deals(book, parse_ranks(deck), seats)]
    assert {name: number for name, number in told.items() if number} == {
        name: outcomes.count(name) for name in set(outcomes)
    }


@pytest.mark.parametrize(("deck", "seats"), [("2233J", 2), ("22J", 2), ("2233J", 3)])
def test_a_deal_is_told_as_it_can_be_played_again(deck: str, seats: int) -> None:
    graph = trick_graph(BANKA, parse_ranks(deck), seats=seats)
    told = {deal_text(name) for name in graph if graph.nodes[name]["kind"] == "deal"}
    assert told == set(map(str, book_deals(BANKA, parse_ranks(deck), seats)))
    assert any("+" in deal for deal in told)


def test_the_tricks_that_a_slap_took_are_told() -> None:
    graph = trick_graph(BANKA, parse_ranks("2233JJ"), slapping=Slapping("A"))
    tricks = [trick for _, _, trick in graph.edges(data=True)]
    assert {trick["taker"] for trick in tricks if trick["slaps"]} == {"A"}
    assert {trick["taker"] for trick in tricks} == {"A", "B"}
    assert explored("2233JJ", "A").cycles[2].positions == (
        "23J3|J2 A",
        "J3|22J3 B",
        "32J2|J3 A",
        "J2|33J2 B",
    )


# --- no right slap is missed ---


@pytest.mark.parametrize(("deck", "seats"), [("2233JJ", 2), ("22JJ", 3)])
def test_where_no_right_slap_is_missed_play_is_a_part_of_free_play(deck: str, seats: int) -> None:
    free, sure = graph_of(deck, seats=seats), certain(deck, seats)
    numbers = {table: state for state, table in enumerate(free.tables)}
    slapped = 0
    for table, moves in zip(sure.tables, sure.moves, strict=True):
        there = {(move.tick, free.tables[move.to]) for move in free.moves[numbers[table]]}
        here = {(move.tick, sure.tables[move.to]) for move in moves}
        assert here <= there
        won = [seat for seat in map(Seat, range(seats)) if wins_pile(BANKA, table, seat)]
        assert [move.tick[0].seat for move in moves if move.slap] == won
        assert len(moves) == (0 if table.phase == Phase.OVER else len(won) or 1)
        slapped += bool(won)
    assert slapped > 0


def test_what_is_found_where_no_right_slap_is_missed() -> None:
    told = findings(ending(certain("2233JJ")))
    agreed = "2 seats: a right slap is never missed: "
    assert [finding.statement.removeprefix(agreed) for finding in told] == [
        "exactly 2 cycles without any slap, entered by 2 of 90 deals with no pile slapped before",
        "slaps can keep a game going for ever",
        "from exactly 22 of 1,102 states no right slap ends the game, whoever makes it; among these states are 2 of 90"
        " deals",
    ]
    assert all(finding.statement.startswith(agreed) for finding in told)
    free = {finding.subject for finding in findings(ending(graph_of("2233JJ")))}
    assert not free & {finding.subject for finding in told}
    ends = findings(ending(certain("22")))
    assert [finding.statement.removeprefix(agreed) for finding in ends] == [
        "no game goes round without a slap",
        "every game ends, whoever is quickest",
        "the end can be reached from every state, so that it comes with probability 1 where everybody has some chance"
        " to be quickest",
    ]


def test_a_right_slap_is_one_that_wins_the_pile() -> None:
    for table in graph_of("2233JJ", choose(BANKA, {"empty_hand": "out"})).tables:
        book = choose(BANKA, {"empty_hand": "out"})
        assert right(book, table) == tuple(seat for seat in map(Seat, (0, 1)) if wins_pile(book, table, seat))


# --- what is asked for ---


def test_who_slaps_is_a_way_or_a_seat() -> None:
    assert [slapping(name, 3).decided for name in ("free", "never", "always", "A", "C")] == [
        False,
        True,
        False,
        True,
        True,
    ]
    assert slapping("C", 3).seat == 2
    for name in ("D", "", "sometimes"):
        with pytest.raises(RuleChoiceError, match=f"slapping '{name}' is no way to slap: write free, never, always, A"):
            slapping(name, 3)


def test_the_finding_says_who_slaps() -> None:
    told = finding(explored("2233JJ", "B"))
    assert told.statement == (
        "two seats, dealt as in banka, B never misses a right slap, nobody else slaps: exactly 6 deals of 2233JJ are"
        " endless"
    )
    assert told.subject != finding(explored("2233JJ", "A")).subject
    assert told.space_size == 90


def test_too_many_orders_are_refused_before_they_are_dealt() -> None:
    with pytest.raises(DeckError, match="10 cards of 7 ranks have 453,600 orders, and a graph has at most 100,000"):
        trick_graph(BANKA, parse_ranks("22334567JJ"))


# --- the command ---


def test_the_command_tells_where_games_lead_and_writes_what_it_is_asked_for(tmp_path: Path) -> None:
    files = ("--svg", "f/d.svg", "--graphml", "f/d.graphml", "--dot", "f/d.dot", "--graph", "f/d.json")
    ran = within("explore", "4-2J", *files, cwd=tmp_path)
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0] == "JJ----: 75 deals, 87 positions, 1 cycle"
    assert [line.split("   ")[0] for line in lines[5:8]] == ["A wins", "B wins", "cycle 1"]
    assert "cycle 1: --J-|J- A > J-|--J- B > again" in lines
    assert "3 deals never end:" in lines
    assert [line.split()[0] for line in lines if line.endswith(("soonest", "longest stem"))] == ["--J-/J-", "-J/--J-"]
    assert "the longest game that ends: J/----J, 16 cards, 5 tricks" in lines
    assert sum(line.startswith("written: ") for line in lines) == 5
    assert ElementTree.parse(tmp_path / "f" / "d.svg")
    assert len(nx.read_graphml(tmp_path / "f" / "d.graphml")) == 89
    assert len(json.loads((tmp_path / "f" / "d.json").read_text())["nodes"]) == 89
    assert (tmp_path / "f" / "d.dot").read_text().startswith('digraph "JJ----" {')
    again = within("explore", "4-2J", "--graph", "new.json", "--dot", "f/d.dot", cwd=tmp_path)
    assert (again.code, again.err.strip()) == (
        2,
        "fairdeal: f/d.dot: exists already, and nothing is overwritten: name another file",
    )
    assert not (tmp_path / "new.json").exists()


@pytest.mark.parametrize("width", ["70", "100"])
def test_the_table_fits_a_narrow_terminal(width: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    ran = within("explore", "JJJ-----", "--balanced", cwd=tmp_path)
    told = [line for line in ran.out.splitlines() if not line.startswith("written: ")]
    assert max(map(len, told)) <= int(width)


def test_everything_is_in_the_json(tmp_path: Path) -> None:
    ran = within("explore", "2J10-", "--json", cwd=tmp_path)
    content = json.loads(ran.out)["exploration"]
    assert len(content["endless"]) == 85
    shown = within("explore", "2J10-", cwd=tmp_path)
    assert "and 73 deals more (--json has them all)" in shown.out
    (longest,) = [line for line in shown.out.splitlines() if line.endswith("longest stem")]
    assert longest.split()[:3] == ["J/----------J", "23", "5"]


def test_the_command_explores_games_with_slaps_as_it_is_told(tmp_path: Path) -> None:
    told = {
        who: within("explore", "2233JJ", "--game", "banka", "--slapping", who, cwd=tmp_path).out
        for who in ("free", "always", "never", "A")
    }
    assert "from exactly 22 of 1,496 states no slap ends the game" in told["free"]
    assert "from exactly 22 of 1,102 states no right slap ends the game" in told["always"]
    assert "dealt as in banka · nobody slaps" in told["never"]
    assert "dealt as in banka · A never misses a right slap, nobody else slaps" in told["A"]
    assert all("6 deals never end:" in told[who] for who in ("never", "A"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("JJ----", "--slapping", "never"), "--slapping is for games with slaps, and beggar has none"),
        (("2233JJ", "--game", "banka", "--slapping", "C"), "write free, never, always, A or B"),
        (("2233JJ", "--game", "banka", "--around", "1"), "--around is for graphs in which nobody has a choice"),
        (("2233JJ", "--game", "banka", "--seats", "99"), "banka is played by 2 to 52 seats"),
        (("JJ----", "--around", "2"), "--around 2: the games of JJ---- have 1 cycle only"),
        (("3J2Q20-",), "or count instead: fairdeal count 3J2Q20-; with --cycles for all cycles"),
        (("3J 2Q 20-",), "fairdeal count '3J 2Q 20-'; with"),
        (("20-2J1Q2K", "--game", "camicia"), "fairdeal count 20-2J1Q2K --game camicia; with --cycles"),
        (("20-3J2Q", "--set", "leader=after_taker"), "fairdeal count 20-3J2Q --set leader=after_taker\n"),
        (("25-3J2Q2K",), "or count instead: fairdeal count 25-3J2Q2K\n"),
        (("36-4J4Q4K4A",), "or play some of its deals: fairdeal sweep beggar --deck 36-4J4Q4K4A\n"),
        (("36-4J4Q4K4A", "--balanced"), "or play some of its deals: fairdeal sweep beggar --deck 36-4J4Q4K4A\n"),
        (("2233JJ",), "ranks are for games with slaps: add --game banka; decks of beggar are written in classes"),
        (("23J6", "--game", "camicia"), "add --game banka; decks of camicia are written in classes, - J Q K A"),
        (("J-4",), "the number 4 at the end says how many"),
        (("22334567JJ", "--game", "banka", "--slapping", "never"), "choose a smaller deck, or fewer ranks\n"),
    ],
    ids=str,
)
def test_bad_input_gets_one_clear_line(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    ran = within("explore", *words, "--svg", "d.svg", cwd=tmp_path)
    assert ran.code == 2
    assert told in ran.err
    assert len(ran.err.strip().splitlines()) <= 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("4-2J", "--svg", "d.svg"), "explore JJ---- --game beggar"),
        (("J 8-", "--balanced", "--game", "camicia"), "explore 8-J --game camicia --balanced"),
        (("JJ--", "--set", "end=immediate"), "explore JJ-- --game beggar --set end=immediate"),
        (("J22", "--game", "banka"), "explore 22J --game banka --seats 2 --slapping free"),
        (
            ("22J", "--game", "banka_core", "--seats", "3", "--slapping", "C"),
            "explore 22J --game banka --set slaps=double --set slap_tie=undefined --seats 3 --slapping C",
        ),
    ],
)
def test_evidence_names_the_command_that_finds_the_same_again(
    words: tuple[str, ...], command: str, tmp_path: Path
) -> None:
    def kept(folder: str, words: Sequence[str]) -> dict[str, Any]:
        ran = within("explore", *words, "--evidence", folder, cwd=tmp_path)
        assert ran.code == 0, ran.err
        (file,) = (tmp_path / folder).iterdir()
        content: dict[str, Any] = json.loads(file.read_text())
        return content

    first = kept("first", words)
    assert first["command"] == command
    again = kept("again", command.split()[1:])
    assert again["command"] == command
    for one, other in zip(first["findings"], again["findings"], strict=True):
        assert one | {"seconds": 0} == other | {"seconds": 0}


def test_what_is_said_of_games_with_slaps_fits_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    told = [
        line
        for line in within("explore", "2233JJ", "--game", "banka", cwd=tmp_path).out.splitlines()
        if not line.startswith("written: ")
    ]
    assert max(map(len, told)) <= 70
    assert "tick" not in str(told)
    assert [line.count("2 seats") for line in told].count(1) == 1
    loop = told.index("slaps can keep a game going for ever")
    whole = " ".join(line.strip() for line in told[loop + 1 : loop + 4])
    assert whole.startswith("J22/3J3: lay lay collect lay lay lay; then for ever: B! lay lay lay collect lay")


@pytest.mark.deep
def test_a_graph_near_its_bound_is_made_and_looked_at() -> None:
    found = explore(trick_graph(BEGGAR, parse_deck("10-2J2Q")))
    assert found.deals == 78_078
    assert sum(each.attracts for each in found.attractors) == found.positions > 78_078


# --- deals that are equal in something, and seats that are not ---


def test_deals_that_are_equal_are_all_marked() -> None:
    found = explored("2233JJ", "A")
    assert {each.deal for each in found.soonest} == {"J23/2J3", "J32/3J2"}
    assert {each.deal for each in found.longest_stems} == {"223/JJ3", "332/JJ2"}
    assert found.shortest is not None
    assert found.longest_stem is not None
    assert (found.shortest.deal, found.longest_stem.deal) == ("J23/2J3", "223/JJ3")


def test_a_stem_is_longest_by_its_cards() -> None:
    endless = explored("2233JJ", "A").endless
    assert explored("2233JJ", "A").longest_stem == min(endless, key=lambda each: (-each.stem_cards, each.deal))


def test_where_one_seat_slaps_no_cycle_is_another_with_the_seats_changed() -> None:
    assert {each.twin for each in explored("2233JJ", "A").cycles} == {""}
    assert "" not in {each.twin for each in explored("2233JJ", "never").cycles}


def test_the_leader_s_wins_are_those_of_seat_a_among_three() -> None:
    found = explored("2233JJ", "never", seats=3)
    wins = 0
    for deal in map(str, book_deals(BANKA, parse_ranks("2233JJ"), 3)):
        match outcome(BANKA, initial(BANKA, parse_deal(deal, Labelling.RANK)), ENOUGH):
            case Won(winners):
                wins += winners == (Seat(0),)
    assert found.finished.leader_wins == wins > 0
