"""Playing two seats backwards: every predecessor of a position, and everything that runs into a cycle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from model.cards import Zone
from model.deal import parse_deal
from model.game import Loop, Seat
from model.piles.play import opening
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR, RATSCREW
from model.piles.rulebook import Book
from model.piles.run import tables
from model.piles.state import Phase, Table
from solver.cycles.balanced import listed
from solver.cycles.basin import Basin, basin
from solver.cycles.course import course
from solver.cycles.predecessors import (
    CannotGoBack,
    Position,
    check_book,
    following,
    layers_of_paid,
    positions,
    predecessors,
)
from solver.decks import deals, parse_deck
from tests.support import data, outcome_of

CASELLA = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"
SIXTEENTH = "-----------J--K-K--Q/---Q-Q-J--K-QK-J--J-"
"""A deal of Camicia that never ends and that none of the published ones leads to."""
KNOWN: list[dict[str, Any]] = data("known_games.json")["games"]


@lru_cache
def basin_of(deal: str, book: Book = BEGGAR) -> Basin:
    """The basin of the cycle that a deal runs into."""
    return basin(book, positions(course(book, parse_deal(deal), 1_000_000).cycle))


def every_position(deck: str) -> list[Position]:
    """Every way to cut the deck between two seats, and to let one of them lead."""
    return [
        Position((deal.hands[0], deal.hands[1]), Seat(leader)) for deal in deals(parse_deck(deck)) for leader in (0, 1)
    ]


def played_on(book: Book, position: Position) -> Position | None:
    """The position after one trick, played card by card here; None if the game is over."""
    start = opening(book, Table(position.hands, (), position.leader))
    for table in tables(book, start):
        if table.phase == Phase.OVER:
            break
        if not table.middle:
            return Position((table.hands[0], table.hands[1]), table.turn)
    return None


def endless(deck: str) -> list[str]:
    """The deals of the data file that never end, for a deck of its."""
    return sorted(
        "/".join(game["hands"])
        for game in KNOWN
        if game["deck"] == deck and game["reference"]["status"] == "loop" and game["cards"] == "class"
    )


# --- predecessors ---


@pytest.mark.parametrize(
    ("owed", "layers"),
    [
        ([1, 0], "AB"),
        ([0, 1, 0], "ABA"),
        ([0, 0, 2, 0, 0], "ABABB"),
        ([3, 0, 1, 0], "ABBA"),
        ([1, 1, 1, 0], "ABAB"),
        ([1, 0, 0], ""),
        ([1, 0, 1, 0], ""),
        ([2, 0], ""),
        ([0, 0], ""),
        ([1], ""),
        ([], ""),
    ],
)
def test_a_pile_that_was_paid_says_who_laid_each_card(owed: list[int], layers: str) -> None:
    found = layers_of_paid(owed)
    assert (found is None) == (layers == "")
    if found is not None:
        assert "".join("AB"[layer] for layer in found) == layers


CHOICES: list[tuple[Book, Mapping[str, str]]] = [
    *[(BEGGAR, {"end": end}) for end in ("must_play", "immediate", "early_stop", "lead_on")],
    *[(BEGGAR, {"payer_out": way}) for way in ("claimant_takes", "other_lays")],
    *[(BEGGAR, {"sole_holder": way}) for way in ("goes_on_turning", "wins_at_once")],
    *[(BEGGAR, {"leader": way, "end": "immediate"}) for way in ("after_last_layer", "after_taker")],
    *[(BEGGAR, {"leader": way, "pile_order": "reversed"}) for way in ("after_last_layer", "after_taker", "taker")],
    (BANKA, {}),
    (RATSCREW, {"pile_order": "reversed"}),
]
WAYS = [pytest.param(book, ways, id=f"{book.game}-{','.join(ways.values())}") for book, ways in CHOICES]


@pytest.mark.parametrize("deck", ["JJ----", "JQK--"])
@pytest.mark.parametrize(("book", "choices"), WAYS)
def test_going_back_finds_exactly_what_exhaustive_play_finds(book: Book, choices: Mapping[str, str], deck: str) -> None:
    rules = choose(book, choices)
    _check_every_predecessor(rules, deck)


@pytest.mark.deep
@pytest.mark.parametrize("deck", ["QQ---", "JJJ--", "JQK---", "JJJ-----", "JQK-----", "AA------", "JJJJ----"])
@pytest.mark.parametrize(("book", "choices"), WAYS)
def test_going_back_finds_what_play_finds_on_larger_decks(book: Book, choices: Mapping[str, str], deck: str) -> None:
    _check_every_predecessor(choose(book, choices), deck)


def _check_every_predecessor(book: Book, deck: str) -> None:
    everything = every_position(deck)
    before: dict[Position, set[Position]] = defaultdict(set)
    for position in everything:
        after = played_on(book, position)
        assert after == following(book, position)
        if after is not None:
            before[after].add(position)
    assert before, "some trick leaves both seats with cards"
    for position in everything:
        found = [each.position for each in predecessors(book, position)]
        assert len(found) == len(set(found))
        assert set(found) == before[position]


def test_the_cards_of_a_predecessor_are_those_of_its_trick() -> None:
    for position in every_position("JJQ---"):
        for before in predecessors(BEGGAR, position):
            start = opening(BEGGAR, Table(before.position.hands, (), before.position.leader))
            laid = [table.middle for table in tables(BEGGAR, start)].index(()) + 1
            assert laid == before.cards


def test_books_that_cannot_be_undone_are_refused() -> None:
    def under_top(hand: Zone, middle: Zone) -> Zone:
        return hand[:1] + middle + hand[1:]

    def loser(table: Table, winner: Seat) -> Seat:
        return Seat(0)

    with pytest.raises(CannotGoBack, match="pile_order"):
        check_book(replace(BEGGAR, pile_order=under_top))
    with pytest.raises(CannotGoBack, match="leader"):
        next(predecessors(replace(BEGGAR, leader=loser), every_position("J-")[0]))


# --- basins ---


def test_casellas_basin() -> None:
    found = basin_of(CASELLA)
    assert len(found.cycle) == 62
    assert (len(found.ways), found.without, found.depth, found.complete) == (2670, 2264, 6, True)
    assert not found.mirrors_itself
    assert (len(found.up_to_exchange.ways), found.up_to_exchange.without) == (2670, 2264)
    assert len(found.entries()) == 30


def test_casellas_thirty_deals_hold_those_published_and_each_plays_into_the_cycle_it_is_said_to() -> None:
    found = basin_of(CASELLA)
    stems = {
        "/".join(game["hands"]): (game["reference"]["stem_cards"], game["reference"]["stem_tricks"])
        for game in KNOWN
        if game["deck"] == "beggar52" and game["reference"]["status"] == "loop" and game["cards"] == "class"
    }
    entries = found.entries()
    assert stems.items() <= {str(entry.deal): (entry.way.cards, entry.way.tricks) for entry in entries}.items()
    cycle = set(found.cycle)
    for entry in entries:
        game = course(BEGGAR, entry.deal, 1_000)
        (entered, *_) = positions(game.cycle)
        assert (entered.exchanged if entry.mirrored else entered) in cycle
        assert game.outcome == Loop(entry.way.cards, entry.way.tricks, 440, 62)
    assert 0 < sum(entry.mirrored for entry in entries) < 30


def test_twenty_six_of_the_thirty_never_end_when_a_last_card_loses() -> None:
    alike = {str(each.entry.deal) for each in listed(BEGGAR, basin_of(CASELLA)) if each.survives}
    assert len(alike) == 26
    stricter = choose(BEGGAR, {"end": "immediate"})
    again = basin_of(CASELLA, stricter)
    assert {str(entry.deal) for entry in again.entries()} == alike
    assert again.ways.keys() < basin_of(CASELLA).ways.keys()
    assert all(each.immediate is None for each in listed(stricter, again))


@lru_cache
def camicia_basins() -> tuple[Basin, ...]:
    """Those of the published endless deals and of one more, each pair of mirrored cycles once."""
    found: list[Basin] = []
    seen: set[Position] = set()
    for deal in (*endless("camicia40"), SIXTEENTH):
        going_round = positions(course(BEGGAR, parse_deal(deal), 1_000_000).cycle)
        if going_round[0] not in seen:
            found.append(basin(BEGGAR, going_round))
            seen.update(going_round)
            seen.update(position.exchanged for position in going_round)
    return tuple(found)


def test_camicia_has_162_deals_in_the_basins_of_the_cycles_known() -> None:
    basins = camicia_basins()
    assert sorted(len(each.up_to_exchange.ways) for each in basins) == sorted(
        [1215, 400, 483, 1067, 991, 1055, 1052, 979, 976]
    )
    assert sum(1 if each.mirrors_itself else 2 for each in basins) == 15
    entries = {str(entry.deal): entry for each in basins for entry in each.entries()}
    assert len(entries) == sum(len(each.entries()) for each in basins) == 162
    assert set(endless("camicia40")) <= set(entries)
    for each in basins:
        assert len(each.ways) == len(each.up_to_exchange.ways) * (2 if each.mirrors_itself else 1)
        assert each.without == each.up_to_exchange.without * (2 if each.mirrors_itself else 1)
        assert any(entry.mirrored for entry in each.entries()) is not each.mirrors_itself


def test_each_of_camicias_162_deals_never_ends() -> None:
    for each in camicia_basins():
        for entry in each.entries():
            result = outcome_of(str(entry.deal))
            assert isinstance(result, Loop)
            assert (result.stem_cards, result.stem_tricks) == (entry.way.cards, entry.way.tricks)
            assert result.period_tricks == len(each.cycle)


def test_the_half_deck_has_sixteen_endless_deals_in_its_basins() -> None:
    known = endless("camicia20")
    found = {str(entry.deal) for deal in known for entry in basin_of(deal).entries()}
    assert len(found) == 16
    assert found > set(known)


@pytest.mark.parametrize("deck", ["JJ----", "JJJ-----", pytest.param("JJK-----", marks=pytest.mark.deep)])
def test_a_basin_is_everything_that_exhaustive_play_leads_into_the_cycle(deck: str) -> None:
    after = {position: played_on(BEGGAR, position) for position in every_position(deck)}
    going_round = _in_cycles(after)
    assert going_round
    while going_round:
        cycle = [next(iter(going_round))]
        while (following := after[cycle[-1]]) != cycle[0]:
            assert following is not None
            cycle.append(following)
        going_round -= set(cycle)
        found = basin(BEGGAR, cycle)
        inside = {position: tricks for position in after if (tricks := _tricks_to(set(cycle), after, position)) >= 0}
        assert {position: way.tricks for position, way in found.ways.items()} == inside
        assert found.without == len(set(inside) - set(after.values()))
        assert found.depth == max(inside.values())


def _in_cycles(after: Mapping[Position, Position | None]) -> set[Position]:
    """What is left when whatever nobody leads to is taken away again and again."""
    left = {position for position in after if after[position] is not None}
    while True:
        led_to = {after[position] for position in left}
        kept = {position for position in left if position in led_to}
        if kept == left:
            return left
        left = kept


def _tricks_to(cycle: set[Position], after: Mapping[Position, Position | None], position: Position | None) -> int:
    """Tricks from a position to the cycle; -1 if it does not lead there."""
    for tricks in range(len(after) + 1):
        if position is None:
            return -1
        if position in cycle:
            return tricks
        position = after[position]
    return -1


ENDLESS = [row for row in data("small_decks.json")["rows"] if 0 < row["endless"] == len(row["endless_deals"])]
"""The decks of which every endless deal is known."""


def few(row: dict[str, Any]) -> bool:
    """Whether the basins of a deck are searched in a moment."""
    return bool(row["cards"] <= 14)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["deck"]) for row in ENDLESS if few(row)])
def test_the_basins_of_a_small_deck_hold_the_deals_that_independent_programs_found(row: dict[str, Any]) -> None:
    _check_small_deck(row)


@pytest.mark.deep
@pytest.mark.parametrize("row", [pytest.param(row, id=row["deck"]) for row in ENDLESS if not few(row)])
def test_the_basins_of_larger_decks_hold_the_deals_that_independent_programs_found(row: dict[str, Any]) -> None:
    _check_small_deck(row)


def _check_small_deck(row: dict[str, Any]) -> None:
    half = row["cards"] // 2
    known = {f"{hands[:half]}/{hands[half:]}" for hands in row["endless_deals"]}
    left = set(known)
    while left:
        found = {str(entry.deal) for entry in basin_of(min(left)).entries()}
        assert min(left) in found
        assert found <= known
        left -= found


def test_in_an_odd_deck_a_balanced_deal_gives_the_leader_one_card_more() -> None:
    balanced = [str(deal) for deal in deals(parse_deck("2J2Q5-"), balanced=True)]
    left = never_ending = {deal for deal in balanced if isinstance(outcome_of(deal), Loop)}
    assert len(never_ending) == 6
    while left:
        found = {str(entry.deal) for entry in basin_of(min(left)).entries()}
        assert min(left) in found
        assert found <= never_ending
        left = left - found


def test_a_search_that_grows_too_large_says_that_it_is_not_complete() -> None:
    cycle = basin_of(CASELLA).cycle
    counts: list[int] = []
    found = basin(BEGGAR, cycle, most=500, tell=counts.append)
    assert not found.complete
    assert 500 < len(found.ways) < 2670
    assert basin(BEGGAR, cycle, most=2670, tell=counts.append).complete
    assert counts[-1] == 2670


def test_what_is_no_cycle_is_refused() -> None:
    cycle = basin_of(CASELLA).cycle
    with pytest.raises(ValueError, match="no cycle"):
        basin(BEGGAR, cycle[:-1])
    with pytest.raises(ValueError, match="no cycle"):
        basin(BEGGAR, positions(course(BEGGAR, parse_deal("J-/--"), 100).moments[:1]))
