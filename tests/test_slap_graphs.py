"""How games with slaps end: the explicit graphs of small decks, their witnesses, and what is told of them."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import pytest

from model.cards import Labelling, Zone, parse_zone
from model.deal import Deal, parse_deal
from model.game import NOBODY, Act, Action, Loop, Refused, Seat, Tick
from model.piles.play import apply_tick, initial, step, unslapped
from model.piles.points import RuleChoiceError, choose
from model.piles.profiles import BANKA, BEGGAR, PROFILES, SLAPJACK
from model.piles.rulebook import Book, demand
from model.piles.run import outcome, slap_tick
from model.piles.state import Debt, Phase, Table
from properties.evidence import Grade, Verdict
from reports.graph import as_graphml
from reports.slap_graph import as_json, as_svg
from solver import slap_graphs
from solver.decks import DeckError, parse_ranks, states_at_most
from solver.graphs import NoGraphs, trick_graph
from solver.slap_ends import Ending, can_end, ending, findings, silent_cycles
from solver.slap_graphs import SlapGraph, digraph, same_future, slap_graph, state_name, ticks_of
from solver.slap_paths import Lasso, Unconfirmed, confirm_dead_end, confirm_lasso, everything_after
from tests.command import fairdeal
from tests.second_count import Count, count
from tests.support import ENOUGH, data, game_of

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
    assert doubles.dead_deals == ("J22/3J3", "J23/2J3", "J23/3J2", "J32/2J3", "J32/3J2", "J33/2J2")[::-1] or sorted(
        doubles.dead_deals
    ) == ["J22/3J3", "J23/2J3", "J23/3J2", "J32/2J3", "J32/3J2", "J33/2J2"]
    assert sorted(lowest.dead_deals) == ["J23/2J3", "J32/3J2"]


def test_that_the_deal_is_lost_is_a_matter_of_the_deal_not_of_the_deck() -> None:
    found = ending_of("2233JJ")
    assert 0 < len(found.dead_deals) < found.deals


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


def test_a_slap_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ticks_of
    monkeypatch.setattr(slap_graphs, "ticks_of", lambda book, table: list(whole(book, table))[:2])
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


@pytest.mark.parametrize("size", [2, 3, 4, *(pytest.param(size, marks=pytest.mark.deep) for size in (5, 6))])
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
    tables = set().union(*(everything_after(book, start) for start in starts))
    return [
        state_name(table) for table in tables if what_follows(book, table) != what_follows(book, state(book, table))
    ]


@pytest.mark.parametrize(
    "choices", READINGS, ids=lambda choices: ",".join(map("=".join, choices.items())) or "as it is"
)
@pytest.mark.parametrize(("deck", "seats"), [("223JJ", 2), ("22JQ", 3)])
def test_tables_that_are_one_state_have_one_future(choices: dict[str, str], deck: str, seats: int) -> None:
    assert told_apart(choose(BANKA, choices), deck, seats, same_future) == []


def test_tables_that_are_wrongly_taken_for_one_state_are_noticed() -> None:
    def forgets_the_last_layer(book: Book, table: Table) -> Table:
        return replace(table, last=NOBODY)

    def forgets_the_debt(book: Book, table: Table) -> Table:
        return replace(table, debt=Debt(min(1, table.debt)))

    for choices in ({"leader": "after_last_layer"}, {"wrong_slap": "burn_under"}):
        assert told_apart(choose(BANKA, choices), "22JQ", 3, forgets_the_last_layer)
    assert told_apart(BANKA, "22JQ", 3, forgets_the_debt)


def test_whole_tables_make_more_states_and_no_other_cycles(monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything remembered two states more are lost: two deals and the same hands later in the game."""
    monkeypatch.setattr(slap_graphs, "same_future", lambda book, table: table)
    graph = slap_graph(BANKA, parse_ranks("2233JJ"))
    assert len(graph.tables) == 1706
    assert len(graph.tables) - len(can_end(graph)) == 24
    assert len(silent_cycles(graph)) == 4


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
    lengths = [play_by_chance(BANKA, str(deal), rng, 5_000) for deal in graph_of("22334JJ").deals.values()]
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


# --- ties and wrong slaps ---


def test_hands_that_come_together_and_pay_their_last_card_make_a_state_of_their_own() -> None:
    book = choose(BANKA, {"wrong_slap": "burn_under"})
    table = next(each for each in graph_of("2233JJ", book).tables if state_name(each) == "2|2 +33JJ, A lays, burned 4")
    together = apply_tick(book, table, slap_tick((Seat(0), Seat(1))))
    one_by_one = apply_tick(book, apply_tick(book, table, slap_tick((Seat(0),))), slap_tick((Seat(1),)))
    assert together != one_by_one
    assert same_future(book, together) in graph_of("2233JJ", book).tables


def test_hands_that_come_together_rightly_win_as_the_undermost_does_alone() -> None:
    for table in graph_of("22JQ", seats=3).tables:
        hands = [tick[0].seat for tick in ticks_of(BANKA, table) if tick[0].act is Act.SLAP]
        for first in hands:
            for other in set(hands) - {first}:
                alone, tie = slap_tick((first,)), slap_tick((first, other))
                assert apply_tick(BANKA, table, tie) == apply_tick(BANKA, table, alone)


# --- an endless deal of Beggar is an endless schedule of Banka ---

ENDLESS = [
    pytest.param(entry, id=entry["hands"][0])
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


@pytest.mark.parametrize("entry", ENDLESS)
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
        ("2233JJ", 4, {"wrong_slap": "burn_under"}, "about 4,838,400 ticks where a wrong slap changes something"),
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
    with pytest.raises(DeckError, match="more than 1,000 ticks by these rules"):
        slap_graph(BANKA, parse_ranks("2233JJ"), 2, most=1_000)
    with pytest.raises(RuleChoiceError, match="banka is played by 2 to 52 seats"):
        slap_graph(BANKA, parse_ranks("2233JJ"), 53)
    with pytest.raises(DeckError, match="beggar is played without slaps"):
        slap_graph(BEGGAR, parse_ranks("2233JJ"))
    with pytest.raises(DeckError, match="explore another pile_order"):
        slap_graph(SLAPJACK, parse_ranks("2233JJ"))
    with pytest.raises(DeckError, match="banka is played with slaps"):
        trick_graph(choose(BANKA, {"slaps": "none"}), parse_zone("JJ--", Labelling.CLASS))


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


# --- as evidence, for other programs, and for the eye ---


def test_the_findings_state_what_was_counted() -> None:
    told = findings(ending_of("2233JJ"), 1.5)
    assert [finding.statement for finding in told] == [
        "2 seats: exactly 4 cycles without any slap, entered by 6 of 90 deals if nobody slaps",
        "2 seats: slaps can keep a game going for ever",
        "2 seats: from exactly 22 of 1496 states no slap ends the game, whoever makes it; 2 of 90 deals are such",
    ]
    assert {(each.grade, each.verdict, each.space_size) for each in told} == {(Grade.EXHAUSTED, Verdict.HELD, 1496)}
    assert sum(finding.seconds for finding in told) == 1.5
    assert told[0].examples[0] == "J32/3J2: lay lay collect; then for ever: lay lay lay collect (2 times)"
    assert "every state that the 90 deals of 2233JJ lead to" in told[0].space
    ends = [finding.statement for finding in findings(ending_of("22", seats=2))]
    assert ends[0] == "2 seats: without a slap every game comes to its end"
    assert ends[1] == "2 seats: every game ends, whoever slaps and when"
    assert ends[2].startswith("2 seats: the end can be reached from every state")
    doubles = findings(ending_of("2233JJ", choose(BANKA, DOUBLES)))
    assert doubles[1].statement.endswith("a game that never ends is one in which, from some moment on, nobody slaps")
    assert doubles[0].choices == {"slaps": "double"}


@pytest.mark.parametrize(("deck", "seats", "choices"), [("2233JJ", 2, {}), ("22JQ", 3, {"wrong_slap": "lock_out:2"})])
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
    assert "2 seats: every game ends, whoever slaps and when" in drawn("22334JJ", choose(BANKA, DOUBLES))


def test_what_does_not_fit_into_a_drawing_is_told() -> None:
    assert "Not drawn: 6 loops more." in drawn("2345JJ")


def test_json_holds_what_was_found() -> None:
    content = json.loads(as_json(ending_of("2233JJ")))["ending"]
    assert (len(content["cycles"]), content["dead"], content["seats"]) == (4, 22, 2)
    assert content["slapped_loop"]["period"]


# --- the command ---


def test_the_command_shows_and_keeps_what_was_found(tmp_path: Path) -> None:
    words = ("explore", "2233JJ", "--game", "banka", "--svg", "d.svg", "--graphml", "d.graphml")
    ran = fairdeal(*words, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "exactly 4 cycles without any slap" in ran.out
    assert "from exactly 22 of 1496 states no slap ends the game" in ran.out
    (kept,) = (tmp_path / "evidence").iterdir()
    assert len(json.loads(kept.read_text())["findings"]) == 3
    assert len(nx.read_graphml(tmp_path / "d.graphml")) == 1496
    assert ElementTree.parse(tmp_path / "d.svg")
    again = fairdeal(*words, "--json", cwd=tmp_path)
    assert again.code == 2
    assert "exists already" in again.err


def test_the_command_takes_seats_choices_and_profiles(tmp_path: Path) -> None:
    ran = fairdeal("explore", "223JJ", "--game", "banka_core", "--seats", "3", "--json", cwd=tmp_path)
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
    ran = fairdeal("explore", *words, cwd=tmp_path)
    assert ran.code == 2
    assert told in ran.err
    assert len(ran.err.strip().splitlines()) <= 2
    assert not list(tmp_path.iterdir())
