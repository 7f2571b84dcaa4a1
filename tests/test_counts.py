"""Counting every deal of a deck in halves: the deals, what they come to, and the command."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from model.cards import Labelling, parse_zone
from model.game import Loop, Seat, Won
from model.piles.play import deal_pack
from model.piles.points import POINTS, choose
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from model.piles.run import outcome
from model.piles.taking import off, shuffled
from model.points import RuleChoiceError
from properties.evidence import Verdict, read
from properties.misreadings import misreadings_of
from reports import count_words
from reports.screen import bars, counts, positions
from reports.screen import threads as screen_threads
from solver.counting import count as counting
from solver.counting.count import Count, count, finding
from solver.counting.deals import batch_at, how_many, texts
from solver.counting.decks import Deck, deck_of
from solver.counting.rules import kernel_end
from solver.decks import DeckError, parse_deck
from solver.kernel import need
from solver.kernel.batch import End, TooManyCards, deals_of
from tests.command import Ran, within
from tests.counted_by_model import LETTERS, arrangements, totals
from tests.support import ENOUGH, data

HALF = "14-2J2Q2K"
"""Half a pack of Camicia."""
SEVERAL_STRETCHES = "JJQQ------"


def rank(deal: str) -> int:
    """How many arrangements of the same cards come before this one by alphabet."""
    before, left = 0, Counter(deal)
    for letter in deal:
        for smaller in LETTERS[: LETTERS.index(letter)]:
            if left[smaller]:
                rest = left - Counter(smaller)
                before += factorial(rest.total()) // prod(map(factorial, rest.values()))
        left[letter] -= 1
    return before


# --- the deals, by their numbers ---


@pytest.mark.parametrize("deck", ["JJ----", "JQKA--", "3J3Q2-", "5-2A", "6-", "JQ"])
def test_every_deal_is_there_once_and_in_order(deck: str) -> None:
    cards = parse_deck(deck)
    batch = batch_at(cards, 0, how_many(cards))
    expected = list(arrangements("".join(sorted(count_letters(deck), key=LETTERS.index))))
    assert texts(batch, range(len(batch))) == expected


def count_letters(deck: str) -> str:
    return deck_of(deck).letters


@pytest.mark.parametrize("deck", ["14-2J2Q2K", "36-4J4Q4K4A", "20J20Q12K4A8-", "16J16Q32-", "10J10Q10K3A9-"])
def test_deals_far_into_a_large_deck_have_the_numbers_asked_for(deck: str) -> None:
    cards, chance = parse_deck(deck), Random(1)
    last = how_many(cards) - 20
    for first in (0, last, *(chance.randrange(last) for _ in range(10))):
        batch = batch_at(cards, first, 20)
        assert [rank(text) for text in texts(batch, range(20))] == list(range(first, first + 20))


def test_the_leader_has_half_and_the_odd_card() -> None:
    hands = [[len(hand) for hand in deals_of(batch_at(parse_deck(deck), 0, 1))[0].hands] for deck in ("5-2J", "4-2J")]
    assert hands == [[4, 3], [3, 3]]


@pytest.mark.parametrize(("first", "number"), [(0, 16), (15, 1), (-1, 1), (3, -1)])
def test_deals_that_are_not_there(first: int, number: int) -> None:
    with pytest.raises(ValueError, match=f"deals {first} to {first + number - 1} are asked for, and there are 15"):
        batch_at(parse_deck("JJ----"), first, number)


def test_a_deck_too_large_for_the_kernel() -> None:
    with pytest.raises(TooManyCards, match="a deck of 65 cards: the kernel plays up to 64"):
        batch_at(parse_deck("60-5J"), 0, 1)


# --- what they come to ---


def compared(book: Book, deck: str) -> Count:
    """The count of a deck, held against the model deal by deal, under the other end rule as well."""
    tally, letters = count(book, deck_of(deck)), deck_of(deck).letters
    expected = totals(book, letters)
    assert {name: getattr(tally, name) for name in expected} == expected | {
        "endless_deals": tuple(expected["endless_deals"])
    }
    immediately = totals(choose(book, {"end": "immediate"}), letters)
    assert tally.endless_under_immediate == immediately["endless"]
    assert sum(tally.periods.values()) == tally.endless
    return tally


@pytest.mark.parametrize("cards", POINTS["count_cards"].alternatives)
@pytest.mark.parametrize("tricks", POINTS["count_tricks"].alternatives)
@pytest.mark.parametrize("end", list(End))
def test_the_kernel_under_every_end_and_way_of_counting(end: End, tricks: str, cards: str) -> None:
    book = choose(BEGGAR, {"end": end, "count_tricks": tricks, "count_cards": cards})
    assert kernel_end(book) is end
    for deck in ("4-2J", "3-2JQA", "4-JQ"):
        compared(book, deck)


@pytest.mark.parametrize(("first_seat", "dealer", "odd"), [("left_of_dealer", 1, "A"), ("dealer", 0, "B")])
@pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "model"])
def test_the_odd_card_is_with_whom_the_book_deals_it_to(first_seat: str, dealer: int, odd: str, kernel: bool) -> None:
    """Held against the model, which deals every order of the pack card by card; A leads either time."""
    book = choose(BEGGAR, {"first_seat": first_seat} | ({} if kernel else {"pile_order": "reversed"}))
    deck, tally = deck_of("4-2JQ"), count(book, deck_of("4-2JQ"))
    dealt = [deal_pack(book, parse_zone(order, Labelling.CLASS), 2, Seat(dealer)) for order in arrangements("----JJQ")]
    played = [outcome(book, table, ENOUGH) for table in dealt]
    assert {(table.turn, len(table.hands[0])) for table in dealt} == {(0, 4 if odd == "A" else 3)}
    won = [each for each in played if isinstance(each, Won)]
    assert (tally.deals, tally.endless) == (len(played), sum(isinstance(each, Loop) for each in played))
    assert tally.total_cards == sum(each.cards for each in won)
    assert tally.leader_wins == sum(each.winners == (0,) for each in won)
    one = finding(book, deck, tally)
    assert one.subject == f"deals of JJQ---- in halves, the odd card with {odd}"
    assert one.statement.startswith(f"two seats, halves, the odd card with {odd}: ")
    assert f" to two seats in halves, the odd card with {odd}, A leads; " in one.space


def test_more_deals_are_endless_than_under_the_other_end_rule() -> None:
    tally = compared(BEGGAR, "10-2J")
    assert (tally.endless, tally.endless_under_immediate) == (11, 9)


def one_departure() -> Iterator[tuple[str, str]]:
    for point, each in POINTS.items():
        if "beggar" in each.games:
            yield from ((point, way) for way in each.ways("beggar"))


@pytest.mark.parametrize(("point", "way"), list(one_departure()))
def test_books_with_one_point_chosen(point: str, way: str) -> None:
    """Whoever plays it, the kernel or the model behind it: the count is that of the book."""
    book = choose(BEGGAR, {point: way})
    if book.pile_order is shuffled or book.time_rule is not off:
        with pytest.raises(DeckError):
            count(book, deck_of("4-2J"))
        return
    for deck in ("4-2J", "3-JQA"):
        compared(book, deck)


def test_misreadings_are_not_the_kernels() -> None:
    books = [each.book for each in misreadings_of("beggar") if each.point in POINTS]
    assert len(books) > 5
    assert [kernel_end(book) for book in books] == [None] * len(books)


@pytest.mark.parametrize("choice", [{"leader": "after_taker"}, {"pile_order": "reversed"}])
def test_books_the_kernel_does_not_know_are_played_by_the_model(
    choice: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MODEL_STRETCH", 50)
    book = choose(BEGGAR, choice)
    assert kernel_end(book) is None
    assert compared(book, "2J2Q4-").deals == 420


def test_one_thread_and_many_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = count(BEGGAR, deck_of(SEVERAL_STRETCHES))
    monkeypatch.setattr(counting, "STRETCH", 37)
    assert [count(BEGGAR, deck_of(SEVERAL_STRETCHES), threads) for threads in (1, 2, 5)] == [whole] * 3
    assert (whole.deals, whole.endless, len(whole.endless_deals)) == (1_260, 7, 7)


def test_a_count_tells_how_far_it_is_and_its_threads_end_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "STRETCH", 100)
    tallies = counting.counting(BEGGAR, deck_of(SEVERAL_STRETCHES), 2)
    assert [next(tallies).deals, next(tallies).deals] == [100, 200]
    assert any(thread.name.startswith("count_") for thread in threading.enumerate())
    tallies.close()
    assert not any(thread.name.startswith("count_") for thread in threading.enumerate())


def test_more_endless_deals_than_are_listed() -> None:
    tally = count(BEGGAR, deck_of("3J9-"))
    assert (tally.endless, len(tally.endless_deals)) == (21, 20)


def test_the_other_end_rule_is_left_out_where_it_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "WITH_IMMEDIATE", 100)
    assert count(BEGGAR, deck_of("3J9-")).endless_under_immediate is None
    assert count(choose(BEGGAR, {"end": "immediate"}), deck_of("3J9-")).endless_under_immediate == 21
    monkeypatch.setattr(counting, "MODEL_WITH_IMMEDIATE", 10)
    assert count(choose(BEGGAR, {"leader": "after_taker"}), deck_of("2J4-")).endless_under_immediate is None


def test_camicia_with_half_a_pack() -> None:
    """The figures that were published for it."""
    tally = count(CAMICIA, deck_of(HALF), 2)
    assert (tally.deals, tally.endless, len(tally.endless_deals)) == (3_488_400, 16, 16)
    assert (tally.longest_cards, tally.longest_tricks) == (517, 83)


def test_evidence_names_the_space() -> None:
    tally = count(BEGGAR, deck_of("4-2J"))
    one = finding(choose(BEGGAR, {"payer_out": "claimant_takes"}), deck_of("4-2J"), tally, 1.5)
    assert (one.verdict, one.space_size, one.seconds, one.examples) == (Verdict.HELD, 15, 1.5, ("J---J-",))
    assert one.statement == (
        "two seats, equal halves: exactly 1 deal is endless; the games that end have 95 cards and 27 tricks in all"
    )
    assert one.choices == {"payer_out": "claimant_takes"}


# --- the command ---


def asked(*words: str, folder: Path) -> Ran:
    return within("count", *words, "--evidence", str(folder))


@pytest.mark.parametrize("deck", ["JJ----", "4-2J", "J- --J -"])
def test_json_has_the_keys_of_the_tables(deck: str, tmp_path: Path) -> None:
    (row,) = [each for each in data("small_decks.json")["rows"] if each["deck"] == "JJ----"]
    ran = asked(deck, "--json", folder=tmp_path)
    found: dict[str, Any] = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert {name: found[name] for name in row} == row
    assert found["periods"] == [{"period_cards": 6, "period_tricks": 2, "deals": 1}]
    (evidence,) = [read(path) for path in tmp_path.iterdir()]
    assert evidence.command == "count 4-2J --game beggar"
    assert [each.space_size for each in evidence.findings] == [15]


def test_text_has_sentences_and_the_commands_that_show_more(tmp_path: Path) -> None:
    ran = asked("4-2J", "--set", "end=immediate", "--jobs", "2", folder=tmp_path)
    assert ran.code == 0
    assert ran.out.splitlines()[:-1] == [
        "4-2J (6 cards), beggar --set end=immediate: 15 deals, equal halves, A leads",
        "  14 end, after 5.4 cards and 1.8 tricks on average; A wins 6 of them (42.9%)",
        "  the longest has 6 cards: -J-/--J; the most tricks in a game are 3",
        "  1 never ends",
        "    1 deal with a period of 6 cards, 2 tricks",
        "    J--/-J-",
        "the longest: fairdeal play beggar --set end=immediate --deal -J-/--J",
        "one without end: fairdeal cycle beggar --set end=immediate --deal J--/-J-",
    ]


def test_the_longest_game_can_be_played_by_the_command_that_is_told(tmp_path: Path) -> None:
    ran = asked("5-2J", "--game", "camicia", folder=tmp_path)
    assert "21 deals, A leads and has 4 cards, the odd one with them" in ran.out
    assert "  none goes on for ever" in ran.out
    (command,) = [line.partition("fairdeal ")[2] for line in ran.out.splitlines() if line.startswith("the longest")]
    assert "21 cards" in within(*command.split()).out
    ran = asked("5-2J", "--set", "first_seat=dealer", folder=tmp_path)
    assert "21 deals, A leads and has 3 cards, the odd one is with B" in ran.out
    (longest,) = [line for line in ran.out.splitlines() if line.startswith("  the longest has")]
    (command,) = [line.partition("fairdeal ")[2] for line in ran.out.splitlines() if line.startswith("the longest")]
    assert longest.split()[3] + " cards" in within(*command.split()).out


def test_a_deck_is_told_so_that_no_command_takes_it_for_an_option(tmp_path: Path) -> None:
    assert str(deck_of("J-J")) == "1-2J"
    ran = within("count", "--evidence", str(tmp_path), "--", "-JJJ")
    (evidence,) = [read(path) for path in tmp_path.iterdir()]
    assert (ran.code, evidence.command) == (0, "count 1-3J --game beggar")
    assert within(*evidence.command.split(), "--evidence", str(tmp_path)).code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["J"], "deck 'J' has 1 card: two seats need at least 2"),
        (["65J"], "the deck has 65 cards, and a deck that is counted has at most 64"),
        (["JX"], "deck 'JX': 'X' is no card class: write each card, - J Q K A"),
        (["4-2"], "the number 2 at the end says how many"),
        (["2J2-", "--game", "banka"], "banka is played with slaps, and a deal does not decide who slaps"),
        (["2J2-", "--game", "bank"], "this command knows the pile games only"),
        (["2J2-", "--set", "pile_order=shuffled"], "with pile_order=shuffled chance decides how a deal goes"),
        (["2J2-", "--set", "time_rule=most_cards_at_budget"], "a time rule ends every game"),
        (["2J3-", "--set", "deal=one_aside"], "a deck of 5 cards has no equal halves"),
        (["2J4-", "--set", "pay_map=no_pay"], "pay_map=no_pay says which cards demand how many, and a deck that is"),
        (["2J4-", "--set", "pay_map=j1q2k3", "--cycles"], "leave out --set pay_map"),
        (["2J4-", "--set", "packs=2"], "packs=2 says how many cards there are, and a deck that is"),
    ],
)
def test_what_cannot_be_counted(words: list[str], says: str, tmp_path: Path) -> None:
    ran = asked(*words, folder=tmp_path)
    assert (ran.code, ran.out, list(tmp_path.iterdir())) == (2, "", [])
    assert says in ran.err


@pytest.mark.parametrize("choice", ["end=must_play", "leader=after_taker"])
def test_decks_that_would_take_years(choice: str, tmp_path: Path) -> None:
    ran = asked("36-4J4Q4K4A", "--set", choice, folder=tmp_path)
    assert ran.code == 2
    assert "deck 36-4J4Q4K4A has 10^20 deals: at " in ran.err
    assert " a second, as measured just now, that takes about " in ran.err
    assert " years, and a count may take 12 hours: " in ran.err
    assert "fairdeal sweep --deck 36-4J4Q4K4A" in ran.err


def test_how_long_it_takes_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MEASURED_FROM", 0)
    assert asked("9-J", folder=tmp_path).code == 0
    monkeypatch.setattr(counts, "MOST_HOURS", 0)
    assert "deck 9-J has 10 deals: at " in asked("9-J", folder=tmp_path).err


def test_more_threads_than_cores_promise_no_more_speed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(_book: Book, _deck: Deck, threads: int) -> tuple[int, float]:
        asked_of.append(threads)
        return 1, 1e9

    asked_of: list[int] = []
    monkeypatch.setattr(counts, "MEASURED_FROM", 0)
    monkeypatch.setattr(counting, "seconds_needed", measured)
    monkeypatch.setattr(screen_threads, "cores", lambda: 3)
    for jobs in ("64", "2", "0"):
        assert asked("9-J", "--jobs", jobs, folder=tmp_path).code == 2
    assert asked_of == [3, 2, 3]


def test_nothing_done_is_not_shown_as_a_standstill(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(bars, "console", lambda stderr: Console(file=shown, force_terminal=True, width=120))
    with bars.bar(75, "positions") as show:
        show(0, "0 cycles")
    assert bars.READYING in shown.getvalue()
    assert "0 of 75" not in shown.getvalue()
    with bars.bar(75, "positions") as show:
        show(3, "0 cycles")
    assert "3 of 75 positions, " in shown.getvalue()


def test_with_cycles_all_positions_are_visited_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    def visited(asked: counts.Asked) -> int:
        words.append(asked.words)
        return 4

    words: list[str] = []
    monkeypatch.setattr(positions, "count", visited)
    assert within("count", "4-2J", "--set", "end=immediate", "--cycles").code == 4
    assert words == ["count 4-2J --game beggar --set end=immediate --cycles"]


def test_plain_cards_alone_are_one_deal(tmp_path: Path) -> None:
    found = json.loads(asked("6-", "--json", folder=tmp_path).out)
    assert (found["deals"], found["endless"], found["leader_wins"], found["longest_example"]) == (1, 0, 0, "------")


def test_an_interrupted_count_says_how_far_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_anything: object) -> Iterator[Count]:
        try:
            yield six
            os.kill(os.getpid(), signal.SIGINT)
            yield Count()
        finally:
            closed.append(True)

    six, closed = replace(count(BEGGAR, deck_of("4-2J")), deals=6), list[bool]()
    monkeypatch.setattr(counting, "counting", interrupted)
    ran = asked("4-2J", "--json", folder=tmp_path)
    assert (ran.code, ran.out, closed, list(tmp_path.iterdir())) == (4, "", [True], [])
    assert "interrupted after 6 of 15 deals (40%): so far 1 never ends, the longest has 12 cards: -J-/--J" in ran.err


def test_an_interrupt_before_the_first_deals() -> None:
    words = count_words.so_far(None, deck_of("4-2J"), 3)
    assert words == "interrupted before the first of 15 deals had been counted"


def test_without_numba_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(need, "find_spec", lambda name: None)
    ran = asked("4-2J", folder=tmp_path)
    assert ran.code == 2
    assert "pip install 'fairdeal[kernel]'" in ran.err


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (59, "59 seconds"), (60, "1 minute"), (86_399, "24 hours"), (1e9, "32 years"), (1e24, "10^16")],
)
def test_lengths_of_time_are_told_roughly(seconds: float, words: str) -> None:
    assert count_words.time_words(seconds).startswith(words)


def test_too_many_rules_choices_are_refused_as_ever(tmp_path: Path) -> None:
    with pytest.raises(RuleChoiceError):
        choose(BEGGAR, {"end": "never"})
    assert asked("4-2J", "--set", "end=never", folder=tmp_path).code == 2
