"""Random deals for sweeps: the right cards, the same for the same seed, every arrangement equally often."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from itertools import combinations_with_replacement
from math import comb, factorial, prod, sqrt
from pathlib import Path

import numpy as np
import pytest

from solver.kernel.batch import deals_of
from solver.kernel.dealing import BLOCK, DEALERS, deal
from tests.benchmarks.kernel import PACK, SOURCE, of_kernel, of_ring

DECKS = [
    PACK,
    (4, 2, 0, 0, 0),
    (0, 16, 16, 16, 16),
    (7, 0, 0, 0, 0),
    (0, 0, 0, 0, 33),
    (3, 1, 1, 0, 2),
    (50, 1, 0, 0, 0),
]


@pytest.mark.parametrize("counts", DECKS)
def test_every_deal_has_the_cards_of_the_deck(counts: tuple[int, ...]) -> None:
    for each in deals_of(deal(counts, 3, 1, 0, 300)):
        cards = Counter(card % 32 for hand in each.hands for card in hand)
        assert [cards[0], *[cards[16 + owed] for owed in range(1, 5)]] == list(counts)
        assert len(each.hands[0]) == 3


EDGES = sorted(
    {
        max(0, block + near)
        for block in (0, BLOCK // 2, BLOCK, 2 * BLOCK, 3 * BLOCK)
        for near in (-DEALERS - 1, -DEALERS, -1, 0, 1, DEALERS, DEALERS + 1)
        if block + near <= 3 * BLOCK
    }
)


@pytest.mark.parametrize("counts", [PACK, (1, 8, 8, 9, 9), (2, 0, 3, 0, 0)])
def test_a_deal_is_the_same_whatever_it_is_dealt_with(counts: tuple[int, ...]) -> None:
    """From anywhere to anywhere, within a block and across the ends of blocks; with one word of pay cards and two."""
    whole = deal(counts, 2, 1, 0, 3 * BLOCK)
    for first, behind in [*combinations_with_replacement(EDGES, 2)][::3]:
        some = deal(counts, 2, 1, first, behind - first)
        assert np.array_equal(some.pay, whole.pay[first:behind])
        assert np.array_equal(some.owes, whole.owes[:, first:behind])


def test_seeds_and_blocks_deal_different_cards() -> None:
    dealt = [deal(PACK, 26, seed, 9 * BLOCK // 10, BLOCK // 5) for seed in (0, 1, 2**63, 2**64 - 1)]
    dealt += [deal(PACK, 26, 1, first, 500) for first in (0, 2 * BLOCK, 10**15)]
    deals = {(int(pay), int(owes)) for batch in dealt for pay, owes in zip(batch.pay, batch.owes[0], strict=True)}
    assert len(deals) == 4 * BLOCK // 5 + 3 * 500


def test_the_deals_of_a_seed_stay_what_they_are() -> None:
    """Sweeps that were begun go on with the same deals; other deals need another name of the generator."""
    batch = deal(PACK, 26, 1, 0, 2)
    assert [f"{int(word):x}" for word in (*batch.pay, *batch.owes[0])] == [
        "2b00265a4a009",
        "8444115a62122",
        "7839b853",
        "760bb5b0",
    ]


def test_every_arrangement_is_equally_frequent() -> None:
    counts, number = (2, 1, 1, 0, 2), 360_000
    arrangements = factorial(6) // prod(map(factorial, counts))
    batch = deal(counts, 3, 11, 0, number)
    found = Counter(zip(batch.pay.tolist(), batch.owes[0].tolist(), strict=True))
    expected = number / arrangements
    assert len(found) == arrangements == 180
    chi_square = sum((seen - expected) ** 2 for seen in found.values()) / expected
    assert abs(chi_square - (arrangements - 1)) < 4.5 * sqrt(2 * (arrangements - 1))


def test_every_place_of_a_pack_has_each_class_equally_often() -> None:
    number = 200_000
    batch = deal(PACK, 26, 12, 0, number)
    pay = (batch.pay[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    owes = (batch.owes[0][:, None] >> np.arange(0, 32, 2, dtype=np.uint64)) & np.uint64(3)
    share = 16 / 52
    assert np.abs(pay.sum(0) - number * share).max() < 4.5 * sqrt(number * share * (1 - share))
    for value in range(4):
        assert np.abs((owes == value).sum(0) - number / 4).max() < 4.5 * sqrt(number * 3 / 16)


def test_neighbours_are_pay_cards_as_often_as_they_should() -> None:
    """Each pair of places, and all 51 together.

    In one deal the pairs hang together. But 16 pay cards in r rows make 16 - r pairs, and r is hypergeometric: the
    rows begin in r of the 37 gaps between the 36 others. So the number of pairs has the variance of that.
    """
    number = 200_000
    batch = deal(PACK, 26, 13, 0, number)
    pay = (batch.pay[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    pairs = (pay[:, :-1] & pay[:, 1:]).sum(0)
    together = comb(50, 14) / comb(52, 16)
    assert np.abs(pairs - number * together).max() < 4.5 * sqrt(number * together * (1 - together))
    variance = 16 * 37 / 52 * 15 / 52 * 36 / 51
    assert abs(pairs.sum() - number * (16 - 16 * 37 / 52)) < 4.5 * sqrt(number * variance)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_the_plain_c_player_deals_and_plays_the_same(tmp_path: Path) -> None:
    program = tmp_path / "ring"
    subprocess.run(["gcc", "-O1", str(SOURCE), "-o", str(program)], check=True)
    deals = 3 * BLOCK // 2
    assert of_ring(program, deals, 2).totals == of_kernel(deals, 2).totals
