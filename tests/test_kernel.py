"""The kernel plays as the model does: every small deal, every known game, random deals, the corners of its words."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from model.cards import OWES, Card, Labelling, parse_zone
from model.deal import Deal
from model.game import Loop, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import BEGGAR
from model.piles.run import play as play_by_the_rules
from solver.kernel.batch import Batch, End, Loops, Results, TooManyCards, batch_of, deals_of
from solver.kernel.compiling import compiled
from solver.kernel.dealing import deal
from solver.kernel.games import play
from tests.support import ENOUGH, data

PACK = (36, 4, 4, 4, 4)
KNOWN: list[dict[str, Any]] = [game for game in data("known_games.json")["games"] if game["cards"] == "class"]
Row = tuple[object, ...]


def rows(results: Results) -> list[Row]:
    """How each game went: winner, cards, tricks, unanswered, left; or stem and period."""
    found: list[Row] = list(
        zip(
            results.winner.tolist(),
            results.cards.tolist(),
            results.tricks.tolist(),
            results.unanswered.tolist(),
            results.left.tolist(),
            strict=True,
        )
    )
    loops = [getattr(results.loops, field.name).tolist() for field in fields(results.loops)]
    for game, *loop in zip(*loops, strict=True):
        assert found[game] == (2, 0, 0, False, False)
        found[game] = ("loop", *loop)
    assert [row for row in found if row[0] == 2] == []
    return found


def assert_same(one: Results, other: Results) -> None:
    for both in (Results, Loops):
        for field in fields(both):
            mine, yours = (getattr(found.loops if both is Loops else found, field.name) for found in (one, other))
            if field.name != "loops":
                assert np.array_equal(mine, yours), field.name


def by_the_rules(deal: Deal, end: End) -> Row:
    """The same from the model."""
    book = choose(BEGGAR, {"end": end.value})
    played = play_by_the_rules(book, initial(book, deal), ENOUGH)
    result, final = played.outcome, played.final
    if isinstance(result, Loop):
        return "loop", result.stem_cards, result.stem_tricks, result.period_cards, result.period_tricks
    assert isinstance(result, Won)
    return *result.winners, result.cards, result.tricks, final.unanswered, bool(final.middle)


def plainly(batch: Batch) -> Batch:
    """The same deals with room for more pay cards than lanes take: they are played card by card."""
    return replace(batch, owes=np.vstack((batch.owes, np.zeros_like(batch.owes))))


def assert_by_the_rules(batch: Batch, end: End, deals: Sequence[Deal] = ()) -> None:
    deals = deals or deals_of(batch)
    found = rows(play(batch, end))
    assert len(found) == len(deals)
    for each, row in zip(deals, found, strict=True):
        assert row == by_the_rules(each, end), each


@cache
def every_deal(size: int, cut: int) -> tuple[Batch, list[Deal]]:
    """All hands of so many cards for a cut; written down without the kernel's own words."""
    zones = itertools.product([Card(owed) for owed in OWES], repeat=size)
    deals = [Deal((zone[:cut], zone[cut:]), Labelling.CLASS) for zone in zones]
    return batch_of(deals), deals


SMALL = [(size, cut) for size in range(2, 6) for cut in range(1, size)]


@pytest.mark.parametrize("end", End)
def test_every_deal_of_up_to_five_cards(end: End) -> None:
    for size, cut in SMALL:
        batch, deals = every_deal(size, cut)
        assert_by_the_rules(batch, end, deals)


@pytest.mark.deep
@pytest.mark.parametrize("end", End)
@pytest.mark.parametrize("size", [6, 7, 8])
def test_every_deal_of_up_to_eight_cards(end: End, size: int) -> None:
    for cut in range(1, size):
        batch, deals = every_deal.__wrapped__(size, cut)
        assert_by_the_rules(batch, end, deals)


def test_the_plain_player_plays_every_deal_of_up_to_five_cards_as_the_lanes_do() -> None:
    for (size, cut), end in itertools.product(SMALL, End):
        batch, _ = every_deal(size, cut)
        assert_same(play(plainly(batch), end), play(batch, end))


def known_deals() -> list[Deal]:
    return [Deal(tuple(parse_zone(hand, Labelling.CLASS) for hand in game["hands"]), Labelling.CLASS) for game in KNOWN]


def played_each(deals: Sequence[Deal], end: End) -> list[Row]:
    """Games of several sizes, a batch for each size."""
    found: dict[int, Row] = {}
    for sizes in {tuple(map(len, each.hands)) for each in deals}:
        places = [place for place, each in enumerate(deals) if tuple(map(len, each.hands)) == sizes]
        found |= zip(places, rows(play(batch_of([deals[place] for place in places]), end)), strict=True)
    return [found[place] for place in range(len(deals))]


def test_the_known_games() -> None:
    for game, row in zip(KNOWN, played_each(known_deals(), End.MUST_PLAY), strict=True):
        expected = game["reference"]
        if expected["status"] == "won":
            assert row[:3] == (expected["winner"], expected["cards"], expected["tricks"]), game["hands"]
        else:
            names = ("stem_cards", "stem_tricks", "period_cards", "period_tricks")
            assert row == ("loop", *[expected[name] for name in names]), game["hands"]


def test_the_known_games_each_under_another_end_rule() -> None:
    deals = known_deals()
    for number, end in enumerate(list(End)[1:]):
        some = deals[number::3]
        assert played_each(some, end) == [by_the_rules(each, end) for each in some]


@pytest.mark.deep
@pytest.mark.parametrize("end", End)
def test_the_known_games_under_every_end_rule(end: End) -> None:
    deals = known_deals()
    assert played_each(deals, end) == [by_the_rules(each, end) for each in deals]


@pytest.mark.parametrize("end", End)
def test_random_deals(end: End) -> None:
    batch = deal(PACK, 26, 7, 0, 5_000)
    results = play(batch, end)
    assert_same(results, play(plainly(batch), end))
    found = rows(results)
    for each in range(0, 5_000, 250):
        assert found[each] == by_the_rules(deals_of(part_of(batch, slice(each, each + 1)))[0], end)


@pytest.mark.deep
@pytest.mark.parametrize("end", End)
def test_a_million_random_deals(end: End) -> None:
    for chunk in range(10):
        batch = deal(PACK, 26, 8, chunk * 100_000, 100_000)
        assert_same(play(batch, end), play(plainly(batch), end))
        assert_by_the_rules(part_of(batch, slice(0, 200)), end)


def part_of(batch: Batch, games: slice) -> Batch:
    return replace(batch, pay=batch.pay[games], owes=batch.owes[:, games])


CORNERS = [
    ((48, 4, 4, 4, 4), 32),
    ((48, 4, 4, 4, 4), 1),
    ((48, 4, 4, 4, 4), 63),
    ((47, 4, 4, 4, 4), 31),
    ((32, 8, 8, 8, 8), 32),
    ((32, 8, 8, 8, 8), 1),
    ((0, 8, 8, 8, 8), 16),
    ((0, 8, 8, 8, 8), 1),
    ((0, 8, 8, 8, 8), 31),
    ((1, 0, 0, 0, 31), 16),
    ((64, 0, 0, 0, 0), 32),
    ((64, 0, 0, 0, 0), 1),
    ((64, 0, 0, 0, 0), 63),
    ((63, 1, 0, 0, 0), 32),
    ((63, 0, 0, 0, 1), 1),
    ((31, 33, 0, 0, 0), 32),
    ((0, 16, 16, 16, 16), 32),
    ((0, 0, 0, 0, 64), 63),
    ((1, 1, 0, 0, 0), 1),
    ((16, 12, 12, 12, 12), 31),
    ((2, 31, 11, 10, 10), 33),
]
"""Decks and cuts at the ends of the words: 64 cards in a hand, 32 pay cards and more, one card against all others."""


@pytest.mark.parametrize("end", End)
def test_decks_at_the_ends_of_the_words(end: End) -> None:
    for counts, cut in CORNERS:
        batch = deal(counts, cut, 5, 0, 400)
        if len(batch.owes) == 1:
            assert_same(play(batch, end), play(plainly(batch), end))
        assert_by_the_rules(part_of(batch, slice(0, 6)), end)


@pytest.mark.parametrize("seen", range(63))
def test_what_a_pay_card_owes_is_read_from_its_own_place(seen: int) -> None:
    """63 pay cards and a plain one, which is laid upon this pay card: the game ends there if that one owes just one.

    The pay cards are counted from the leader's first. All are laid in turn, so that the leader's card number n is
    answered by the other's card number n, and that one by the leader's card number n + 1.
    """
    cut = 32 if seen == 31 else 33
    place = cut + seen if seen < 32 else seen - cut + 2
    source = random.Random(seen)
    ended = []
    for owed in range(1, 5):
        cards = source.choices(range(1, 5), k=63)
        cards[seen] = owed
        cards.insert(place, 0)
        hands = [tuple(Card(OWES[value]) for value in hand) for hand in (cards[:cut], cards[cut:])]
        dealt = Deal((hands[0], hands[1]), Labelling.CLASS)
        (found,) = rows(play(batch_of([dealt])))
        assert found == by_the_rules(dealt, End.MUST_PLAY)
        ended.append(found)
    assert ended[0] != ended[1] == ended[2] == ended[3]


@pytest.mark.parametrize("end", End)
@pytest.mark.parametrize("size", [63, 64])
def test_pay_cards_only(size: int, end: End) -> None:
    """Whatever they owe: nobody who has a card left fails to answer."""
    source = random.Random(size)
    for cut in (1, 31, 32, 62):
        cards = [Card(OWES[source.randrange(1, 5)]) for _ in range(size)]
        dealt = Deal((tuple(cards[:cut]), tuple(cards[cut:])), Labelling.CLASS)
        assert rows(play(batch_of([dealt]), end)) == [by_the_rules(dealt, end)]


def test_every_cut_of_a_pack() -> None:
    for cut in range(1, 52):
        batch = deal(PACK, cut, 6, cut, 70)
        assert_same(play(batch, End.IMMEDIATE), play(plainly(batch), End.IMMEDIATE))
        assert_same(play(batch), play(plainly(batch)))


def test_endless_games_stand_in_the_order_of_the_batch() -> None:
    endless, short = parse("J--/-J-"), parse("--J/J--")
    found = play(batch_of([short, endless] * 100))
    assert found.loops.game.tolist() == list(range(1, 200, 2))
    assert set(rows(found)[1::2]) == {by_the_rules(endless, End.MUST_PLAY)}
    assert set(rows(found)[0::2]) == {by_the_rules(short, End.MUST_PLAY)}


def parse(text: str) -> Deal:
    first, second = text.split("/")
    return Deal((parse_zone(first, Labelling.CLASS), parse_zone(second, Labelling.CLASS)), Labelling.CLASS)


@pytest.mark.parametrize("end", End)
def test_who_has_all_cards_has_won(end: End) -> None:
    for text in ("J-Q/", "/J-Q", "J/", "/-"):
        assert rows(play(batch_of([parse(text)]), end)) == [by_the_rules(parse(text), end)]


@pytest.mark.parametrize("games", [0, 1, 63, 64, 65, 1000])
def test_a_batch_of_any_size(games: int) -> None:
    whole = deal(PACK, 26, 9, 0, 1000)
    assert rows(play(part_of(whole, slice(0, games)))) == rows(play(whole))[:games]


def test_two_threads_play_as_one() -> None:
    batches = [deal(PACK, 26, 10, chunk * 20_000, 20_000) for chunk in range(4)]
    with ThreadPoolExecutor(2) as pool:
        side_by_side = list(pool.map(play, batches))
    for batch, results in zip(batches, side_by_side, strict=True):
        assert_same(results, play(batch))


def test_deals_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(TooManyCards, match="deal 1 has hands of another size"):
        batch_of([parse("J-/--"), parse("J/---")])
    with pytest.raises(TooManyCards, match="a deal of 65 cards"):
        batch_of([parse("-" * 60 + "/-----")])
    with pytest.raises(TooManyCards, match="a deck of 65 cards"):
        deal((61, 1, 1, 1, 1), 26, 0, 0, 1)


def test_without_a_place_for_what_is_compiled_it_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.caching.CacheImpl._locator_classes", [])

    def twice(number: int) -> int:
        return 2 * number

    assert compiled(twice)(21) == 42
