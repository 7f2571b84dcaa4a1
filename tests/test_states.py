"""Whole state spaces: arrangements are numbered without a gap, tricks are the model's, counts are what others find."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from math import comb
from typing import Final

import numpy as np
import pytest

from model.cards import Zone, format_zone
from model.deal import Deal
from model.game import Loop
from model.piles.play import initial, turn
from model.piles.points import choose
from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from model.piles.state import Phase
from solver.counting import states, walks
from solver.counting.arrangements import cards_of, planes_of, rank, tables_of, unrank
from solver.counting.census import Census, census
from solver.counting.decks import Deck, deck_of, decks_of
from solver.counting.states import Cycle, Progress, Survey, positions_of, survey, surveying
from solver.counting.tricks import OVER, trick
from solver.decks import DeckError
from solver.graphs.found import Exploration, explore
from solver.graphs.tricks import trick_graph
from solver.kernel.batch import End
from tests.support import outcome_of

CYCLES_OF_EIGHT = ("5-3J", "5-2JQ", "5-2JK", "5-2JA", "3-5J")
KEPT = {End.MUST_PLAY: 0, End.IMMEDIATE: 1}


def book_of(end: End) -> Book:
    return choose(BEGGAR, {"end": str(end)})


def plain(size: int) -> Deck:
    return Deck((size, 0, 0, 0, 0))


# --- decks and their arrangements ---


@pytest.mark.parametrize("size", [2, 5, 9])
def test_every_deck_of_a_size_comes_once(size: int) -> None:
    decks = list(decks_of(size))
    assert len(set(decks)) == len(decks) == comb(size + 4, 4) - 1
    assert all(deck.size == size and deck.pay_cards for deck in decks)
    for deck in decks:
        assert deck_of(str(deck)) == deck_of(deck.letters) == deck
        assert Counter(deck.letters) == Counter(format_zone(deck.cards))


def test_a_census_has_as_many_positions_as_there_are() -> None:
    """Each of the cards is of any class, but not all are plain; and there is every cut."""
    for size in range(2, 12):
        assert sum(map(positions_of, decks_of(size))) == Census(size, 0).to_visit == (5**size - 1) * (size - 1)
    assert sum(positions_of(deck) for size in range(2, 6) for deck in decks_of(size)) == 14_640


@pytest.mark.parametrize(("counts", "what"), [((1, 0, 0, 0, 0), "has 1 card:"), ((60, 2, 1, 1, 1), "has 65 cards")])
def test_a_deck_has_2_to_64_cards(counts: tuple[int, int, int, int, int], what: str) -> None:
    with pytest.raises(DeckError, match=what):
        Deck(counts)


@pytest.mark.parametrize(
    "text",
    ["4-2J", "3-J2QKA", "5-", "3J", "JQKA", "2Q2K", "2-3J2Q", "3J2Q2KA", "62-JA", "63-K", "64A", "12-3A"],
)
def test_arrangements_are_numbered_without_a_gap(text: str) -> None:
    deck = deck_of(text)
    tables = tables_of(deck)
    rows = [cards_of(unrank(number, tables), deck.size) for number in range(deck.arrangements)]
    assert len(set(rows)) == len(rows)
    assert {tuple(sorted(row)) for row in rows} == {tuple(sorted(deck.cards))}
    assert [rank(planes_of(row), tables) for row in rows] == list(range(len(rows)))


def test_a_large_deck_is_numbered_up_to_its_last_arrangement() -> None:
    """The pack of 52: 16 pay cards in 10^20 arrangements are too many for 63 bits, 8 are not."""
    deck = deck_of("44-2J2Q2K2A")
    tables = tables_of(deck)
    numbers = [0, deck.arrangements - 1, *random.Random(1).choices(range(deck.arrangements), k=300)]
    for number in numbers:
        row = cards_of(unrank(number, tables), deck.size)
        assert sorted(row) == sorted(deck.cards)
        assert rank(planes_of(row), tables) == number


# --- the trick ---

Told = tuple[Zone, int, int, int]


def by_model(book: Book, row: Zone, cut: int) -> Told | None:
    """The next position, mover first, its cut, the cards laid, and whether its mover is the other; None at the end."""
    table, laid = initial(book, Deal((row[:cut], row[cut:]))), 0
    while not laid or table.middle:
        table, laid = turn(book, table), laid + 1
        if table.phase == Phase.OVER:
            return None
    leader = table.turn
    return table.hands[leader] + table.hands[1 - leader], len(table.hands[leader]), laid, int(leader)


def by_bits(row: Zone, cut: int, kept: int) -> Told | None:
    after, new_cut, laid, turned = trick(planes_of(row), cut, len(row), kept)
    return None if new_cut == OVER else (cards_of(after, len(row)), new_cut, laid, turned)


SIZES: Final = [
    *((end, cards) for end in KEPT for cards in (2, 3, 4)),
    (End.MUST_PLAY, 5),
    pytest.param(End.IMMEDIATE, 5, marks=pytest.mark.deep),
    pytest.param(End.MUST_PLAY, 6, marks=pytest.mark.deep),
    pytest.param(End.IMMEDIATE, 6, marks=pytest.mark.deep),
]


@pytest.mark.parametrize(("end", "cards"), SIZES)
def test_a_trick_is_the_models_on_every_position_of_a_size(end: End, cards: int) -> None:
    book, seen, over = book_of(end), 0, 0
    for deck in (plain(cards), *decks_of(cards)):
        tables = tables_of(deck)
        for row in (cards_of(unrank(number, tables), deck.size) for number in range(deck.arrangements)):
            for cut in range(1, deck.size):
                expected = by_model(book, row, cut)
                assert by_bits(row, cut, KEPT[end]) == expected, (row, cut)
                seen, over = seen + 1, over + (expected is None)
    assert seen == Census(cards, 0).to_visit + cards - 1
    assert 0 < over < seen or cards <= 3


@pytest.mark.parametrize("end", KEPT)
def test_a_trick_is_the_models_on_large_positions(end: End) -> None:
    """Up to 64 cards and any cut, so that every place of a word is used."""
    chance, book, over = random.Random(7), book_of(end), 0
    for _ in range(1_500):
        size = chance.choice((6, 13, 31, 32, 33, 52, 63, 64))
        pay = chance.choice((1, 2, 4, size // 3, size))
        cards = [*chance.choices(deck_of("JQKA").cards, k=pay), *deck_of("64-").cards][:size]
        chance.shuffle(cards)
        row, cut = tuple(cards), chance.choice((1, 2, size // 2, size - 1, chance.randint(1, size - 1)))
        expected = by_model(book, row, cut)
        assert by_bits(row, cut, KEPT[end]) == expected, (format_zone(row), cut)
        over += expected is None
    assert 300 < over < 1_200


# --- whole spaces, against the graph of the model's tricks ---


def by_graph(deck: Deck, end: End, balanced: bool = False) -> Exploration:
    return explore(trick_graph(book_of(end), deck.cards, balanced))


def test_no_deck_of_up_to_four_cards_has_a_cycle_in_either_way() -> None:
    for deck in (deck for size in (2, 3, 4) for deck in (plain(size), *decks_of(size))):
        assert survey(deck) == Survey(deck, End.MUST_PLAY, positions_of(deck), (), ())
        assert by_graph(deck, End.MUST_PLAY).endless == ()


@pytest.mark.parametrize("end", End)
@pytest.mark.parametrize("text", ["4-2J", "3-3J", "5-3J", "5-2JA", "7-2J", "6-3J"])
def test_counts_are_those_of_the_graph(text: str, end: End) -> None:
    """The graph tells apart which seat leads, and has all cuts: each of its deals is one position here."""
    deck = deck_of(text)
    found, graph = survey(deck, end), by_graph(deck, end)
    assert (found.positions, found.never_end) == (graph.deals, len(graph.endless))
    assert found.with_seats == len(graph.cycles)
    assert len(found.cycles) == len({frozenset((cycle.name, cycle.twin)) for cycle in graph.cycles})
    lifted = [each for cycle in found.cycles for each in told_apart(cycle)]
    assert sorted(lifted) == sorted((cycle.tricks, cycle.cards) for cycle in graph.cycles)
    assert found.longest_stem == max((each.stem_tricks for each in graph.endless), default=0)
    halves = [each.deal for each in graph.endless if cut_of(each.deal) in (deck.size // 2, -(-deck.size // 2))]
    assert (found.fair, sorted(found.endless_deals)) == (len(halves), sorted(halves)[: len(halves)])


def told_apart(cycle: Cycle) -> list[tuple[int, int]]:
    """Tricks and cards of the cycles that it stands for if it is told apart which seat leads."""
    return [(2 * cycle.tricks, 2 * cycle.cards)] if cycle.turned else [(cycle.tricks, cycle.cards)] * 2


def cut_of(deal: str) -> int:
    return deal.index("/")


def test_the_odd_card_is_with_either_seat() -> None:
    deck = deck_of("7-2J")
    found, graph = survey(deck), by_graph(deck, End.MUST_PLAY)
    cuts = Counter(cut_of(each.deal) for each in graph.endless)
    small, large = (sum(each.small_halves for each in found.cycles), sum(each.large_halves for each in found.cycles))
    assert (small, large, found.fair) == (cuts[4], cuts[5], cuts[4] + cuts[5])
    assert large == len(by_graph(deck, End.MUST_PLAY, balanced=True).endless)


@pytest.mark.parametrize("text", ["4-2J", "5-3J", "7-2J", "7-2J2QK", "5-2JQKA", "21-2JA"])
def test_cycles_and_stems_are_what_the_model_plays(text: str) -> None:
    found = survey(deck_of(text))
    assert found.cycles
    for cycle in found.cycles:
        ((tricks, cards), *_) = told_apart(cycle)
        assert outcome_of(cycle.position) == Loop(0, 0, cards, tricks)
        assert outcome_of(cycle.farthest) == Loop(cycle.stem_cards, cycle.stem_tricks, cards, tricks)
    assert all(isinstance(outcome_of(deal), Loop) for deal in found.endless_deals)


def test_a_deck_without_pay_cards_has_no_cycle() -> None:
    assert survey(plain(40)) == Survey(plain(40), End.MUST_PLAY, 39, (), ())


# --- known figures ---


def test_the_six_card_jack_deck_has_one_endless_deal() -> None:
    found = survey(deck_of("JJ----"))
    assert (found.positions, found.never_end, found.fair, found.endless_deals) == (75, 3, 1, ("J--/-J-",))
    assert [(each.tricks, each.cards, each.turned) for each in found.cycles] == [(1, 3, True)]


@pytest.mark.parametrize(
    ("cards", "names"),
    [(2, ()), (3, ()), (4, ()), (5, ()), (6, ("4-2J",)), (7, ()), (8, CYCLES_OF_EIGHT)],
)
def test_the_decks_with_a_cycle(cards: int, names: tuple[str, ...]) -> None:
    found = census(cards, threads=2)
    assert found.complete
    assert tuple(str(each.deck) for each in found.with_cycle) == names
    assert found.reached == found.with_cycle
    assert found.positions == found.to_visit


@pytest.mark.deep
@pytest.mark.parametrize(("cards", "decks"), [(9, 11), (10, 19), (11, 25)])
def test_larger_decks_with_a_cycle(cards: int, decks: int) -> None:
    found = census(cards, threads=2)
    assert (found.complete, len(found.with_cycle), len(found.reached)) == (True, decks, decks)


@pytest.mark.parametrize(
    ("cards", "decks", "unreached"), [(24, 12, ["21-2JA"]), pytest.param(26, 15, ["23-JQA"], marks=pytest.mark.deep)]
)
def test_some_cycles_no_deal_in_halves_reaches(cards: int, decks: int, unreached: list[str]) -> None:
    """With three pay cards, among the smaller decks: from 24 cards on."""
    found = [survey(deck, threads=2) for deck in decks_of(cards) if deck.pay_cards == 3]
    with_cycle = [each for each in found if each.cycles]
    assert len(with_cycle) == decks
    assert [str(each.deck) for each in with_cycle if not each.fair] == unreached


@pytest.mark.deep
def test_below_24_cards_every_cycle_of_three_pay_cards_is_reached() -> None:
    for deck in (deck for size in range(4, 24) for deck in decks_of(size) if deck.pay_cards == 3):
        found = survey(deck, threads=2)
        assert bool(found.cycles) == bool(found.fair), deck


@pytest.mark.deep
@pytest.mark.parametrize(
    ("text", "positions", "cycles", "in_cycles", "fair"),
    [("8-2J2Q2K2A", 486_486_000, 168, 2_934, 11_928), ("48-JQKA", 331_367_400, 7, 68, 240)],
)
def test_large_spaces(text: str, positions: int, cycles: int, in_cycles: int, fair: int) -> None:
    found = survey(deck_of(text), threads=2)
    assert (found.positions, len(found.cycles)) == (positions, cycles)
    assert (found.in_cycles, found.fair) == (in_cycles, fair)


# --- threads, slices, room ---


@pytest.mark.parametrize("threads", [2, 5])
def test_one_thread_and_several_find_the_same(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In small blocks, so that the threads walk into what others are just marking."""
    decks = [deck_of(text) for text in ("5-3J", "7-2J", "7-2J2QK", "5-2JQKA")]
    alone = [survey(deck) for deck in decks]
    for block in (50, 5_000):
        monkeypatch.setattr(states, "BLOCK", block)
        assert [survey(deck, threads=threads) for deck in decks] == alone


def test_two_threads_find_the_same_in_millions_of_positions() -> None:
    deck = deck_of("8-2J2QKA")
    found = survey(deck, threads=2)
    assert found == survey(deck)
    assert (found.positions, len(found.cycles), found.in_cycles, found.fair) == (7_027_020, 7, 60, 180)


def test_a_cycle_that_is_not_marked_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no search without end, and no number that is too small."""
    monkeypatch.setattr(walks, "go_round", lambda *_: (1, 3, 1))
    with pytest.raises(RuntimeError, match="a position never ends, and no cycle is known"):
        survey(deck_of("JJ----"))


@pytest.mark.parametrize(("name", "value"), [("SHORTEST_PATH", 1), ("SLICE", 1), ("BLOCK", 7)])
def test_pieces_make_no_difference(name: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = [deck_of(text) for text in ("5-3J", "5-2JA", "7-2J")]
    whole = [survey(deck) for deck in decks]
    monkeypatch.setattr(states, name, value)
    assert [survey(deck) for deck in decks] == whole


def test_progress_comes_up_to_all_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "LOOK", 0.001)
    *progress, last = surveying(deck_of("7-2J2QK"), threads=2)
    told = [each for each in progress if isinstance(each, Progress)]
    assert isinstance(last, Survey)
    assert len(told) == len(progress) >= 2
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert {each.positions for each in told} == {told[-1].done} == {261_360}
    assert told[-1].cycles == len(last.cycles) == 3


def test_no_thread_outlives_a_survey_that_is_given_up() -> None:
    running = surveying(deck_of("8-2J2Q2K1A"), threads=2)
    first = next(running)
    assert isinstance(first, Progress)
    assert first.done < 57_000_000
    start, busy = time.monotonic(), threading.active_count()
    running.close()
    assert time.monotonic() - start < 2
    assert threading.active_count() == busy - 2


def test_what_fails_in_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "explore", _broken)
    with pytest.raises(RuntimeError, match="broken walk"):
        survey(deck_of("4-2J"), threads=2)


def _broken(*_: object) -> None:
    raise RuntimeError("broken walk")


def test_what_has_no_room_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DeckError, match=r"deck 13-13J13Q13K12A has 10\^43 positions, .* MiB are free: choose"):
        survey(deck_of("13-13J13Q13K12A"))
    monkeypatch.setattr(np, "zeros", _no_room)
    with pytest.raises(DeckError, match=r"deck 4-2J has 75 positions, .* the system has no room for them"):
        survey(deck_of("4-2J"))


def _no_room(*_: object) -> None:
    raise MemoryError
