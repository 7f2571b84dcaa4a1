"""What a machine makes of the step: its words are those of the proof, on every processor, and no count overflows."""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest

from model.cards import Labelling, parse_zone
from model.deal import Deal, parse_deal
from solver.kernel import lanes
from solver.kernel import words as machine
from solver.kernel.batch import MOST_CARDS, End, Loops, NoBatch, Results, batch_of
from solver.kernel.compiling import part
from solver.kernel.dealing import deal
from solver.kernel.games import play
from solver.kernel.step import Word, Words
from solver.obligations.kernel import words as proved
from solver.obligations.kernel.positions import MOST_LAID, MOST_TRICKS
from solver.obligations.kernel.proofs import MOST_STEPS

ALL_ONES: Final = proved.ALL_ONES
NUMBERS: Final = (0, 1, 2, 3 << 40, 1 << 63, (1 << 63) - 1, ALL_ONES, 0x0123456789ABCDEF)
COUNTS: Final = (0, 1, 2, 31, 32, 62, 63, 64, 65, 127, 128, 1 << 32, 1 << 63, ALL_ONES)
"""By how much may be shifted: 64 and more leave nothing."""


def all_that(words: Words) -> Callable[[Word, Word], tuple[Word, ...]]:
    """All that words can do, as the step has it: the same source for machine words and for those of the proof."""
    left, right, zeros, turned, ones = words.left, words.right, words.zeros, words.turned, words.ones
    equal, at_most, both, either, no, pick = (
        *(words.equal, words.at_most),
        *(words.both, words.either, words.no, words.pick),
    )
    most = words.word(ALL_ONES)

    def done(x: Word, y: Word) -> tuple[Word, ...]:
        less = both(at_most(x, y), no(equal(x, y)))
        return (
            left(x, y),
            right(x, y),
            zeros(x),
            turned(x),
            ones(x),
            pick(at_most(x, y), x, y),
            pick(equal(x, y), x, ~y),
            pick(either(less, equal(y, most)), x + y, x - y),
            (x & y) | ~x,
        )

    return done


_alone: Any = part(all_that(machine.WORDS))


@part
def _side_by_side(xs: npt.NDArray[np.uint64], ys: npt.NDArray[np.uint64], found: npt.NDArray[np.uint64]) -> None:
    for i in range(len(xs)):
        (
            found[0, i],
            found[1, i],
            found[2, i],
            found[3, i],
            found[4, i],
            found[5, i],
            found[6, i],
            found[7, i],
            found[8, i],
        ) = _alone(xs[i], ys[i])


def test_words_do_in_the_machine_what_they_do_in_the_proof() -> None:
    """One by one, and over rows of them, of which LLVM makes vectors."""
    rng = random.Random(1)
    pairs = [(x, y) for x in NUMBERS for y in (*COUNTS, x)]
    pairs += [(rng.getrandbits(64), rng.choice((rng.getrandbits(64), rng.randrange(70)))) for _ in range(119)]
    by_proof = all_that(proved.WORDS)
    wanted = [[proved.known(each) for each in by_proof(proved.word(x), proved.word(y))] for x, y in pairs]
    assert all(each is not None for row in wanted for each in row)
    assert [[int(each) for each in _alone(np.uint64(x), np.uint64(y))] for x, y in pairs] == wanted
    xs, ys = (np.array(column, np.uint64) for column in zip(*pairs, strict=True))
    found = np.zeros((len(wanted[0]), len(pairs)), np.uint64)
    _side_by_side(xs, ys, found)
    assert found.T.tolist() == wanted


def test_no_game_has_more_steps_than_the_proof_counts_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver, carried out by Python with a step that never ends: games that begin at any look are given up in time.

    A step takes one pile at most, so that what is counted stays within the bits that the proof has for it.
    """
    driver: Any = lanes
    too_late, looks, piles = driver._too_late.py_func, 0, 0
    begun: dict[int, int] = {}
    given_up: list[int] = []

    def pile(*_: object) -> None:
        nonlocal piles
        piles += 1

    def look(*_: object) -> None:
        nonlocal looks
        looks += 1

    def late(busy: np.uint64, since: npt.NDArray[np.int64], now: int) -> np.uint64:
        found = np.uint64(too_late(busy, since, now))
        given_up.extend(looks - begun[lane] for lane in range(lanes.LANES) if int(found) >> lane & 1)
        return found

    for name, instead in {
        "_leads": lambda *_: None,
        "_pays": pile,
        "_begin": lambda block, lane, *_: begun.__setitem__(lane, looks),
        "_stopped": lambda _: np.uint64(1 << looks if looks < lanes.LANES else 0),
        "_tell": lambda *_: (0, 0, 0, False, False),
        "_too_late": late,
        "lowest": lambda bits: (int(bits) & -int(bits)).bit_length() - 1,
        "room_for": lambda size: np.zeros(size, np.uint64),
    }.items():
        monkeypatch.setattr(lanes, name, instead)
    driver._passes.py_func(None, 0, 0, 0, 0)
    monkeypatch.setattr(lanes, "_passes", look)
    games = 3 * lanes.LANES
    rows, told = np.zeros(games, np.uint64), lanes.Told.blank(games)
    results = (told.winner, told.cards, told.tricks, told.unanswered, told.left, np.zeros(games, np.int64))
    left = driver._run.py_func(np.uint64(52), np.uint64(26), rows, rows, rows[:4], *results)
    assert left == len(given_up) == games - (lanes.LANES - 1)
    assert set(given_up) == set(range(lanes.MOST_LOOKS, lanes.MOST_LOOKS + lanes.LOOKS))
    assert max(given_up) * piles <= MOST_STEPS
    assert MOST_STEPS * MOST_CARDS <= MOST_LAID - MOST_CARDS
    assert MOST_STEPS <= MOST_TRICKS - 1


# --- batches ---


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        ([], "a batch has at least one deal"),
        ([parse_deal("J/-"), parse_deal("T2/J3", "rank")], "deal 1, T2/J3, has cards that are not told by class"),
        ([parse_deal("Ts/3c", "full")], "deal 0, Ts/3c, has cards that are not told by class"),
        ([Deal((parse_zone("T2", Labelling.RANK), ()))], "deal 0, T2/, has cards that are not told by class"),
        ([parse_deal("J/-/-")], "deal 0, J/-/-, has 3 hands"),
        ([parse_deal("J/-+-")], "deal 0, J/-[+]-, has cards in the middle"),
    ],
)
def test_what_is_no_batch_is_refused(deals: list[Deal], told: str) -> None:
    with pytest.raises(NoBatch, match=told):
        batch_of(deals)


# --- other processors ---


DECKS: Final = (
    ((36, 4, 4, 4, 4), 26, 2_000),
    ((32, 8, 8, 8, 8), 32, 500),
    ((48, 4, 4, 4, 4), 63, 500),
    ((0, 8, 8, 8, 8), 1, 500),
    ((63, 1, 0, 0, 0), 1, 64),
    ((4, 2, 0, 0, 0), 3, 500),
    ((19, 33, 0, 0, 0), 26, 500),
)
"""Decks by what their cards owe, the leader's cards, and how many deals. Words are full in some; some go round."""


def all_told() -> list[list[int]]:
    """How all games of these decks went, under each end rule."""
    found: list[list[int]] = []
    for counts, cut, number in DECKS:
        batch = deal(counts, cut, 11, 0, number)
        found += [batch.pay.tolist(), batch.owes.ravel().tolist()]
        for end in End:
            results = play(batch, end)
            found += [getattr(results, each.name).tolist() for each in fields(Results) if each.name != "loops"]
            found += [getattr(results.loops, each.name).tolist() for each in fields(Loops)]
    return found


def tell() -> None:
    """Print that, and how often the compiled code of the lanes names the registers of wide vectors."""
    found, run = all_told(), vars(lanes)["_run"]
    code = "".join(run.inspect_asm().values())
    print(json.dumps([found, code.count("%ymm"), code.count("%zmm")]))


def processor_has(name: str) -> bool:
    """Whether this processor says that it can do something."""
    try:
        return name in Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return False


@pytest.mark.deep
@pytest.mark.parametrize("name", ["x86-64", "haswell"])
def test_games_go_the_same_on_processors_that_can_do_less(name: str, tmp_path: Path) -> None:
    """Without 512-bit vectors (haswell), and without AVX at all (x86-64)."""
    if platform.machine() not in ("x86_64", "AMD64") or (name == "haswell" and not processor_has("avx2")):
        pytest.skip(f"this processor cannot do what {name} can")
    environment = {**os.environ, "NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    code = "from tests.test_kernel_words import tell; tell()"
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=root, check=True, capture_output=True, text=True
    )
    found, wide, widest = json.loads(done.stdout)
    assert widest == 0
    assert (wide > 0) is (name == "haswell")
    assert found == all_told()
