"""What a sweep counts: against the model, put together in any order, and the figures that follow from it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction
from itertools import permutations
from math import exp, log, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import msgspec
import pytest

from model.cards import Labelling
from model.deal import Deal, deal_of
from model.game import Loop, Outcome, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from model.piles.run import outcome
from solver.kernel import games
from solver.kernel.batch import Batch, End, Loops, Results
from solver.sweeps import tally as counting
from solver.sweeps import work
from solver.sweeps.figures import figures, sums, tail_of
from solver.sweeps.plan import Plan, SweepError, Wanted, number_of, own_deck, plan_of
from solver.sweeps.run import Ended, Here, carried_out
from solver.sweeps.store import Store
from solver.sweeps.tally import Endless, Record, Tally, merged, packed, unpacked
from solver.sweeps.work import OtherProgram, check_same, fingerprinted, played
from tests.command import within

DECK, LETTERS = "5-2J1Q", "-----JJQ"
ENDS = ("must_play", "immediate", "early_stop", "lead_on")


def planned(
    deck: str = "", deals: str = "all", first: int | None = None, seed: int = 1, chunk: str = "1k", book: Book = BEGGAR
) -> Plan:
    return fingerprinted(plan_of(book, Wanted(deck, deals, first, seed, chunk), "0"))


def counted(plan: Plan) -> list[Tally]:
    return [unpacked(played(plan, number), plan, number) for number in range(plan.chunks)]


def swept(plan: Plan, path: Path) -> Tally:
    store = Store.created(path, plan)
    *_, last = carried_out(store, Here())
    store.close()
    assert isinstance(last, Ended)
    assert last.complete
    return last.total


def deals_in_order(letters: str = LETTERS, cut: int = len(LETTERS) // 2) -> list[Deal]:
    """Every deal of a deck, so many cards to the leader, in the order of `-JQKA`."""
    hands = sorted(set(permutations(letters)), key=lambda cards: ["-JQKA".index(card) for card in cards])
    return [deal_of(["".join(cards[:cut]), "".join(cards[cut:])], Labelling.CLASS) for cards in hands]


# --- counting ---


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "counts",
    [
        {},
        {"count_cards": "laid_and_failed_draw", "count_tricks": "collected_only"},
        {"payer_out": "claimant_takes", "leader": "after_last_layer"},
    ],
)
def test_counts_are_those_of_the_model(end: str, counts: dict[str, str], tmp_path: Path) -> None:
    """Every deal of a deck with eight cards, by the kernel in chunks and by the model's own play."""
    book = choose(BEGGAR, {"end": end, **counts})
    total = swept(planned(DECK, chunk="50", book=book), tmp_path / "sweep.sqlite")
    deals = deals_in_order()
    outcomes = [outcome(book, initial(book, deal), 10_000) for deal in deals]
    won = {number: each for number, each in enumerate(outcomes) if isinstance(each, Won)}
    assert total.deals == len(deals) == 168
    assert total.endless == len(deals) - len(won)
    assert total.cards == Counter(each.cards for each in won.values())
    assert total.tricks == Counter(each.tricks for each in won.values())
    assert total.leader_wins == sum(each.winners == (0,) for each in won.values())
    longest = min(won, key=lambda number: (-won[number].cards, number))
    most_tricks = min(won, key=lambda number: (-won[number].tricks, number))
    shortest = min(won, key=lambda number: (won[number].cards, number))
    assert total.longest == _record(longest, deals, outcomes)
    assert total.most_tricks == _record(most_tricks, deals, outcomes)
    assert total.shortest == _record(shortest, deals, outcomes)
    loops = [_endless(number, deals, each) for number, each in enumerate(outcomes) if isinstance(each, Loop)]
    assert list(total.loops) == loops
    assert len(loops) == total.endless


def _record(number: int, deals: list[Deal], outcomes: list[Outcome]) -> Record:
    won = outcomes[number]
    assert isinstance(won, Won)
    return Record(number, str(deals[number]), won.cards, won.tricks, won.winners[0])


def _endless(number: int, deals: list[Deal], loop: Loop) -> Endless:
    stem, period = (loop.stem_cards, loop.stem_tricks), (loop.period_cards, loop.period_tricks)
    return Endless(number, str(deals[number]), *stem, *period)


def test_the_deck_that_counts_ways_of_counting_has_games_where_they_differ() -> None:
    """Else the test above would not see the choices at all."""
    totals = [
        merged(counted(planned(DECK, book=choose(BEGGAR, choices))))
        for choices in ({}, {"count_cards": "laid_and_failed_draw"}, {"count_tricks": "collected_only"})
    ]
    assert totals[0].cards != totals[1].cards
    assert totals[0].tricks != totals[2].tricks
    assert totals[0].endless > 0


@pytest.mark.parametrize("chunk", ["1", "37", "168"])
def test_parts_make_the_whole_in_any_order(chunk: str) -> None:
    whole = counted(planned(DECK, chunk="1000"))[0]
    parts = counted(planned(DECK, chunk=chunk))
    chance = random.Random(7)
    for _ in range(5):
        chance.shuffle(parts)
        cut = chance.randrange(len(parts) + 1)
        assert merged([merged(parts[:cut]), merged(parts[cut:])]) == whole


@pytest.mark.parametrize(("first_seat", "cut"), [("left_of_dealer", 4), ("dealer", 3)])
def test_the_odd_card_goes_where_the_book_deals_it(first_seat: str, cut: int) -> None:
    """The seat left of the dealer is dealt to first, whoever leads."""
    plan = planned("4-2J1Q", book=choose(BEGGAR, {"first_seat": first_seat}))
    outcomes = [outcome(BEGGAR, initial(BEGGAR, deal), 10_000) for deal in deals_in_order("----JJQ", cut)]
    assert merged(counted(plan)).cards == Counter(each.cards for each in outcomes if isinstance(each, Won))


@pytest.mark.parametrize("deck", ["", DECK, "12-8J8Q8K8A"])
def test_the_same_seed_deals_the_same_cards_whatever_the_chunks(deck: str) -> None:
    whole = planned(deck, deals="25k", seed=6, chunk="1m")
    total = merged(counted(whole))
    assert total.deals == 25_000
    for chunk in ("10k", "9999", "4k", "1111"):
        plan = planned(deck, deals="25k", seed=6, chunk=chunk)
        assert plan.fingerprint == whole.fingerprint
        assert merged(counted(plan)) == total
    assert merged(counted(planned(deck, deals="25k", seed=7, chunk="1m"))).cards != total.cards


def test_of_too_many_endless_deals_the_first_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = counted(planned(DECK, chunk="1000"))[0]
    assert whole.endless == len(whole.loops) == 4
    monkeypatch.setattr(counting, "MOST_LOOPS", 3)
    parts = counted(planned(DECK, chunk="5"))
    for order in (parts, parts[::-1]):
        total = merged(order)
        assert total.loops == whole.loops[:3]
        assert total.endless == whole.endless


def test_deals_from_the_middle_are_those_of_the_whole() -> None:
    whole = counted(planned(DECK, chunk="1"))
    part = planned(DECK, "40", first=100, chunk="7")
    assert not part.exhausts
    assert merged(counted(part)) == merged(whole[100:140])
    rest = planned(DECK, "all", first=150, chunk="7")
    assert merged(counted(rest)) == merged(whole[150:])


def test_random_games_of_52_cards() -> None:
    """Means that were measured over many millions of games by other programs, within five standard errors."""
    plan = planned(deals="20k", seed=3, chunk="4k")
    chunks = counted(plan)
    total = merged(chunks)
    found = figures(total, True)
    assert (total.deals, total.endless, str(plan.deck), plan.cut) == (20_000, 0, "36-4J4Q4K4A", 26)
    for figure, known in ((found.cards, 254.7), (found.tricks, 35.25), (found.share, 0.498)):
        assert figure is not None
        assert figure.error is not None
        assert abs(figure.value - known) < 5 * figure.error
    assert found.cards is not None
    assert found.cards.error == pytest.approx(1.45, abs=0.05)
    assert found.tail is not None
    assert found.tail.error is not None
    assert abs(found.tail.constant - 205) < 5 * found.tail.error
    assert len({str(each.cards) for each in chunks}) == plan.chunks, "chunks are dealt differently"
    assert counted(plan) == chunks


@pytest.mark.deep
def test_a_hundred_million_games_of_52_cards(tmp_path: Path) -> None:
    """What other programs have measured, as rounded numbers: within the rounding and five standard errors of ours."""
    ran = within("sweep", "--deals", "100m", "--seed", "7", "--chunk", "1m", "--json", cwd=tmp_path, seconds=500)
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert (told["deals"], told["endless"], told["leader_wins"] + told["other_wins"]) == (10**8, 0, 10**8)
    assert sum(times for _, times in told["cards"]["games"]) == 10**8
    tail = {"value": told["tail"]["constant"], "standard_error": told["tail"]["standard_error"]}
    measured = (
        (told["mean_cards"], 254.7, 0.05, 0.021),
        (told["mean_tricks"], 35.25, 0.005, 0.003),
        (told["leader_share"], 0.498, 0.0005, 0.00006),
        (tail, 205.0, 0.5, 0.1),
    )
    for figure, known, rounding, most_error in measured:
        assert 0 < figure["standard_error"] < most_error
        assert abs(figure["value"] - known) < rounding + 5 * figure["standard_error"]
    assert told["endless_share"] == {"value": 0.0, "standard_error": None}


def test_the_decks_of_the_games() -> None:
    assert str(own_deck(BEGGAR)) == "36-4J4Q4K4A"
    assert str(own_deck(CAMICIA)) == "28-4J4Q4K"
    assert str(own_deck(choose(BEGGAR, {"pay_map": "j1q2k3"}))) == "40-4J4Q4K"
    assert own_deck(choose(BEGGAR, {"packs": "1"})) == own_deck(BEGGAR)


# --- what is kept of a chunk ---


def test_a_chunk_comes_back_as_it_was_sent() -> None:
    plan = planned(DECK, chunk="50")
    one = counted(plan)[2]
    assert unpacked(packed(one), plan, 2) == one


LONGEST, SHORTEST = Record(133, "J-Q-/J---", 30, 8, 1), Record(113, "J---/JQ--", 6, 2, 1)
LOOP = Endless(130, "J-Q-/---J", 8, 2, 16, 4)
MISNAMED: list[tuple[str, Record | tuple[Endless, ...] | None]] = [
    ("longest", None),
    ("longest", msgspec.structs.replace(LONGEST, cards=24)),
    ("longest", msgspec.structs.replace(LONGEST, cards=31)),
    ("longest", msgspec.structs.replace(LONGEST, tricks=7)),
    ("longest", msgspec.structs.replace(LONGEST, winner=2)),
    ("most_tricks", None),
    ("most_tricks", msgspec.structs.replace(LONGEST, tricks=6)),
    ("most_tricks", msgspec.structs.replace(LONGEST, cards=29)),
    ("shortest", None),
    ("shortest", msgspec.structs.replace(SHORTEST, cards=7)),
    ("shortest", msgspec.structs.replace(SHORTEST, tricks=7)),
    ("loops", ()),
    ("loops", (LOOP, msgspec.structs.replace(LOOP, number=131))),
]
"""Games that are named wrongly: nobody has 31 or 29 cards or 7 tricks, others have 24 or 7 cards or 6 tricks."""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deals": 49}, "do not add up"),
        ({"endless": 9}, "do not add up"),
        ({"cards": {}}, "do not add up"),
        ({"leader_wins": 50}, "do not add up"),
        ({"tricks": {3: 48}}, "do not add up"),
        ({"endless": -1, "cards": {3: 51}, "tricks": {3: 51}}, "do not add up"),
        ({"cards": {6: 57, 30: -9}}, "do not add up"),
        ({"cards": {6: 47, 2**63: 1}}, "do not add up"),
        ({"tricks": {2: 10**20, 8: 48 - 10**20}}, "do not add up"),
        ({"tricks": {-2: 1, 8: 47}}, "do not add up"),
        ({"loops": (msgspec.structs.replace(LOOP, period_cards=0),)}, "do not add up"),
        ({"loops": (msgspec.structs.replace(LOOP, stem_tricks=-1),)}, "do not add up"),
        *(
            ({"longest": msgspec.structs.replace(LONGEST, deal=deal)}, "name deals that are not of 5-2JQ")
            for deal in ("J-Q-J---", "J-Q-J/---", "J-Q-/J--A", "\x1b[31mX\n", "")
        ),
        ({"loops": (msgspec.structs.replace(LOOP, deal="J-Q-/--J-J"),)}, "name deals that are not of 5-2JQ"),
        ({"shortest": Record(150, "J/-", 2, 1, 0)}, "name deals of another chunk"),
        ({"loops": (Endless(99, "J/-", 0, 0, 2, 2),)}, "name deals of another chunk"),
        *(({name: value}, "name games that they do not have, or leave some out") for name, value in MISNAMED),
    ],
)
def test_counts_that_cannot_be_are_refused(change: dict[str, object], words: str) -> None:
    plan = planned(DECK, chunk="50")
    wrong = msgspec.structs.replace(counted(plan)[2], **change)
    with pytest.raises(SweepError, match=f"chunk 2 {words}"):
        unpacked(packed(wrong), plan, 2)


@pytest.mark.parametrize("places", [(0, 1, 3, 2), (0, 0, 2, 3), (0, 1, 2)])
def test_endless_deals_that_are_out_of_order_are_refused(places: tuple[int, ...]) -> None:
    plan = planned(DECK)
    (whole,) = counted(plan)
    wrong = msgspec.structs.replace(whole, loops=tuple(whole.loops[place] for place in places))
    with pytest.raises(SweepError, match="name games that they do not have"):
        unpacked(packed(wrong), plan, 0)


@pytest.mark.parametrize("content", [b"", b"{}", packed(Tally())[:-4]])
def test_counts_that_cannot_be_read_are_refused(content: bytes) -> None:
    with pytest.raises(SweepError, match="cannot be read"):
        unpacked(content, planned(DECK, chunk="50"), 2)


@pytest.mark.parametrize("change", [{"generator": "another"}, {"fingerprint": "0123456789abcdef"}, {"seed": 2}])
def test_a_plan_that_leads_elsewhere_is_not_played(change: dict[str, object]) -> None:
    plan = planned(deals="1k", chunk="300")
    check_same(plan)
    with pytest.raises(OtherProgram):
        played(msgspec.structs.replace(plan, **change), 0)


KNOWN_OF_GAMES = [
    *(each.name for each in fields(Results) if each.name != "loops"),
    *(f"loops.{each.name}" for each in fields(Loops)),
]


@pytest.fixture
def fresh_fingerprints() -> Iterator[Callable[[], None]]:
    """Fingerprints are worked out once for each plan: this forgets them, now and at the end."""
    yield work._fingerprint.cache_clear
    work._fingerprint.cache_clear()


@pytest.mark.parametrize("name", KNOWN_OF_GAMES)
def test_a_kernel_that_plays_otherwise_is_told_from_this_one(
    name: str, monkeypatch: pytest.MonkeyPatch, fresh_fingerprints: Callable[[], None]
) -> None:
    """Whatever of its results is different, for a single deal, and even if it makes no difference to the counts."""
    plan, kernel = planned(DECK), games.play
    tally = counted(plan)[0]

    def other(batch: Batch, end: End) -> Results:
        results = kernel(batch, end)
        if name.startswith("loops."):
            return replace(results, loops=_changed(results.loops, name.removeprefix("loops.")))
        changed: Results = _changed(results, name)
        return changed

    monkeypatch.setattr(work, "tally_of", lambda *_: tally)
    fresh_fingerprints()
    before = fingerprinted(plan).fingerprint
    monkeypatch.setattr(games, "play", other)
    fresh_fingerprints()
    assert fingerprinted(plan).fingerprint != before


def _changed(made: Any, name: str) -> Any:  # noqa: ANN401
    array = getattr(made, name).copy()
    array[-1] ^= 1
    return replace(made, **{name: array})


def test_a_program_that_counts_otherwise_is_told_from_this_one(
    monkeypatch: pytest.MonkeyPatch, fresh_fingerprints: Callable[[], None]
) -> None:
    plan, count = planned(DECK), counting.tally_of
    check_same(plan)
    monkeypatch.setattr(work, "tally_of", lambda *each: msgspec.structs.replace(count(*each), shortest=None))
    fresh_fingerprints()
    with pytest.raises(OtherProgram, match="the same plan leads to other deals or to other games here"):
        check_same(plan)


# --- figures ---


def geometric(chance: random.Random, games: int, constant: float, above: int) -> Counter[int]:
    """Lengths whose part beyond `above` is geometric: one in e is longer by `constant`."""
    return Counter(above + int(-constant * log(1 - chance.random())) for _ in range(games))


def test_the_tail_and_its_standard_error() -> None:
    """Fits of many samples scatter about the true constant as each of them says that it may be off."""
    chance = random.Random(11)
    fits = [tail_of(geometric(chance, 2_000, 20.0, 30), Fraction(1, 4)) for _ in range(150)]
    constants = [fit.constant for fit in fits if fit is not None]
    errors = [fit.error for fit in fits if fit is not None and fit.error is not None]
    assert len(constants) == len(errors) == 150
    assert abs(mean(constants) - 20.0) < 5 * stdev(constants) / sqrt(150)
    assert mean(errors) == pytest.approx(stdev(constants), rel=0.2)


def test_the_tail_begins_where_no_more_games_are_so_long() -> None:
    lengths = Counter({10: 700, 20: 200, 30: 60, 40: 50, 50: 90})
    tail = tail_of(lengths, Fraction(1, 5))
    assert tail is not None
    assert (tail.threshold, tail.games) == (30, 200)
    beyond = (60 * 0 + 50 * 10 + 90 * 20) / 200
    assert tail.constant == pytest.approx(1 / log(1 + 1 / beyond))
    assert sum(tail.expected(cards) for cards in range(30, 3_000)) == pytest.approx(200)
    assert tail.expected(31) / tail.expected(30) == pytest.approx(exp(-1 / tail.constant))


@pytest.mark.parametrize("lengths", [{}, {5: 10_000}, {5: 10_000, 6: 99}, {5: 10_000, 6: 300}])
def test_no_tail_is_made_up(lengths: dict[int, int]) -> None:
    assert tail_of(lengths, Fraction(1, 20)) is None


def test_means_shares_and_their_errors() -> None:
    total = Tally(deals=11, leader_wins=4, endless=1, cards={3: 5, 8: 4, 20: 1}, tricks={1: 9, 2: 1})
    cards = [3] * 5 + [8] * 4 + [20]
    found, plain = figures(total, True), figures(total, False)
    assert found.cards is not None
    assert found.cards.value == mean(cards)
    assert found.cards.error == pytest.approx(stdev(cards) / sqrt(10))
    assert found.share is not None
    assert found.share.value == 0.4
    assert found.share.error == pytest.approx(sqrt(0.4 * 0.6 / 10))
    assert found.endless is not None
    assert found.endless.value == pytest.approx(1 / 11)
    assert plain.cards == replace(found.cards, error=None)
    assert sums(total.cards) == (10, sum(cards), sum(each * each for each in cards))
    nothing = figures(Tally(deals=2, endless=2), True)
    assert (nothing.cards, nothing.share, nothing.tail) == (None, None, None)


@pytest.mark.parametrize(
    "total",
    [
        Tally(deals=1, leader_wins=1, cards={3: 1}, tricks={1: 1}),
        Tally(deals=500, leader_wins=500, cards={3: 500}, tricks={1: 500}),
        Tally(deals=500, leader_wins=0, cards={3: 500}, tricks={1: 500}),
        Tally(deals=500, leader_wins=0, endless=499, cards={3: 1}, tricks={1: 1}),
    ],
)
def test_games_that_are_all_alike_are_too_little_to_say_how_far_off_they_are(total: Tally) -> None:
    found = figures(total, True)
    for figure in (found.cards, found.tricks, found.share):
        assert figure is not None
        assert figure.error is None
    assert found.endless is not None
    assert (found.endless.error is None) == (total.endless == 0)


# --- what is asked for ---


def test_numbers_as_people_write_them() -> None:
    assert [number_of(text, "--deals") for text in ("1", "500k", "100M", "2g", "1_000_000")] == [
        1,
        500_000,
        100_000_000,
        2_000_000_000,
        1_000_000,
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--deals 0", "--deals 0 is no number of deals: write for example 1000, 500k or 100m or all"),
        ("--deals -5", "--deals -5 is no number"),
        ("--deals 1.5m", "--deals 1.5m is no number"),
        ("--chunk all", "--chunk all is no number"),
        ("--chunk 11m", "would not fit into memory: give at most 10,000,000"),
        ("--deals 10m --chunk 1", "give a larger --chunk"),
        ("--deals 2000000g --chunk 10m", "are too many"),
        ("--deals all", "sweep a part, with --from and --deals"),
        ("--deck JJ---- --deals all --from 15", "4-2J has 15 deals, the first of them number 0: there are none from"),
        ("--deck JJ---- --deals 10 --from 6", "there are none from 15 on"),
        ("--deck X", "deck 'X'"),
        ("--deck 65-", "at most 64"),
        ("--set payer_out=other_lays", "payer_out=other_lays: the kernel does not play so"),
        (
            "--set pile_order=reversed --set leader=after_taker",
            "pile_order=reversed, leader=after_taker: the kernel does not",
        ),
        ("--set packs=2", "the deck has 104 cards"),
        ("--deck J-- --set deal=one_aside", "a deck of 3 cards has no equal halves"),
        ("banka", "banka is not swept"),
        ("bank", "not bank"),
        ("--jobs 2 --scheduler tcp://127.0.0.1:1", "leave out --jobs"),
        ("--seed 99999999999999999999", "the seed 99999999999999999999 is out of range"),
        ("--resume a.sqlite --seed 2", "leave out --seed"),
        ("--resume a.sqlite --from 2", "leave out --from"),
        ("--resume a.sqlite", "No such file"),
        ("--out nowhere/a.sqlite", "there is no such folder"),
        ("--out there", "exists already"),
        ("--out a --svg a", "exists already"),
        ("--svg there", "exists already"),
        ("--svg there/a.svg", "there: is a file"),
        ("--deck X --svg new/a.svg", "deck 'X'"),
        ("--evidence there", "is a file"),
    ],
)
def test_what_cannot_be_swept_is_refused(words: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")
    ran = within("sweep", *words.split(), cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["there"], "nothing is left behind"


def test_a_sweep_on_the_screen(tmp_path: Path) -> None:
    ran = within("sweep", "--deck", "JJ----", "--deals", "all", "--svg", "new/folder/a.svg", cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "all 15 deals of 4-2J" in ran.out
    assert "1 deal of 15" in ran.out
    assert "deal 11: stem 2 cards, 1 trick; period 6 cards, 2 tricks\n" in ran.out
    assert "deal 11: fairdeal cycle beggar --deal J--/-J-\n" in ran.out
    (longest,) = [line for line in ran.out.splitlines() if line.startswith("the longest: fairdeal ")]
    played = within(*longest.removeprefix("the longest: fairdeal ").split(), cwd=tmp_path)
    assert (played.code, "12 cards" in played.out) == (0, True), "its deal begins with a dash"
    assert (ran.out + ran.err).count("runs/") == ran.err.count("kept in runs/") == 1
    (made,) = (tmp_path / "evidence").iterdir()
    (finding,) = json.loads(made.read_text())["findings"]
    assert (finding["grade"], finding["space_size"], finding["examples"]) == ("exhausted", 15, ["J--/-J-"])
    assert (tmp_path / "new" / "folder" / "a.svg").exists()
    (kept,) = (tmp_path / "runs").iterdir()
    assert kept.name.startswith("sweep-beggar-")
    again = within("sweep", "--resume", str(kept), cwd=tmp_path)
    assert again.code == 0
    assert again.out.splitlines()[:11] == ran.out.splitlines()[:11]
