"""The kernel against a plain C player of our own (ring.c): the same deals in the same run, on one core.

`python -m tests.benchmarks.kernel [deals]`. Time is that of the process, so that what else the machine does counts
little; each rate is the best of RUNS, taken in turns. The totals of both must be equal to the last card.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from solver.kernel.batch import Batch, End, Results
from solver.kernel.dealing import BLOCK, deal
from solver.kernel.games import play

PACK = (36, 4, 4, 4, 4)
CUT, SEED, SLICE, RUNS = 26, 2024, 1 << 17, 5
SOURCE = Path(__file__).parent / "ring.c"
WAYS = ("-O3", "-O3 -march=native")
"""As gcc compiles for any machine, and for this one; the faster counts."""


class Unequal(AssertionError):
    """The two players do not agree."""


@dataclass(frozen=True)
class Taken:
    """Seconds for dealing and for playing, and what came of it: cards, tricks, wins of the leader, games not ended."""

    dealing: float
    playing: float
    totals: tuple[int, ...]

    @property
    def seconds(self) -> float:
        return self.dealing + self.playing


def compiled(folder: Path) -> list[Path]:
    """The C player in both ways."""
    programs = [folder / f"ring{number}" for number in range(len(WAYS))]
    for program, way in zip(programs, WAYS, strict=True):
        subprocess.run(["gcc", *way.split(), str(SOURCE), "-o", str(program)], check=True)
    return programs


def of_ring(program: Path, deals: int, chunks: int) -> Taken:
    """What the C player takes for so many times so many deals, each time from the beginning of a block on."""
    dealing = playing = 0.0
    totals = [0, 0, 0, 0]
    for chunk in range(chunks):
        words = [str(word) for word in (*PACK, CUT, SEED, chunk * -(-deals // BLOCK), deals)]
        told = subprocess.run([str(program), *words], capture_output=True, check=True, text=True).stdout.split()
        totals = [total + int(more) for total, more in zip(totals, told[:4], strict=True)]
        dealing, playing = dealing + float(told[4]), playing + float(told[5])
    return Taken(dealing, playing, tuple(totals))


def of_kernel(deals: int, chunks: int, end: End = End.MUST_PLAY) -> Taken:
    """What the kernel takes for the same."""
    dealing = playing = 0.0
    totals = [0, 0, 0, 0]
    for chunk in range(chunks):
        before = time.process_time()
        batch = deal(PACK, CUT, SEED, chunk * -(-deals // BLOCK) * BLOCK, deals)
        between = time.process_time()
        told = play(batch, end)
        dealing, playing = dealing + between - before, playing + time.process_time() - between
        totals = [total + more for total, more in zip(totals, totals_of(told), strict=True)]
    return Taken(dealing, playing, tuple(totals))


def totals_of(told: Results) -> tuple[int, ...]:
    """As the C player prints them."""
    return int(told.cards.sum()), int(told.tricks.sum()), int((told.winner == 0).sum()), len(told.loops.game)


def warm() -> None:
    """Have numba compile what is to be measured."""
    few: Batch = deal(PACK, CUT, SEED, 0, 1000)
    for end in End:
        play(few, end)


def measured(chunks: int) -> tuple[list[Taken], Taken]:
    """The best runs of the C player, for each way of compiling it, and of the kernel. Raises Unequal."""
    warm()
    rings: list[list[Taken]] = [[] for _ in WAYS]
    ours: list[Taken] = []
    with tempfile.TemporaryDirectory() as folder:
        programs = compiled(Path(folder))
        for _ in range(RUNS):
            for program, runs in zip(programs, rings, strict=True):
                runs.append(of_ring(program, SLICE, chunks))
            ours.append(of_kernel(SLICE, chunks))
    if len({run.totals for runs in [ours, *rings] for run in runs}) != 1:
        raise Unequal(f"{SOURCE.name} and the kernel differ: {rings[0][0].totals} and {ours[0].totals}")
    return [_fastest(runs) for runs in rings], _fastest(ours)


def _best(runs: list[Taken]) -> Taken:
    """The C player with the better way of compiling its dealing, and of compiling its playing."""
    return Taken(min(run.dealing for run in runs), min(run.playing for run in runs), runs[0].totals)


def _fastest(runs: list[Taken]) -> Taken:
    return min(runs, key=lambda run: run.seconds)


def lines(chunks: int = 8) -> Iterator[str]:
    """What `make bench` prints: rates, how much faster, and what each part takes. Raises Unequal."""
    rings, ours = measured(chunks)
    ring = _best(rings)
    games = SLICE * chunks
    each = 1e9 / games
    yield f"kernel, one core, dealing included    {games / ours.seconds / 1e6:8.2f} million 52-card games a second"
    for way, run in zip(WAYS, rings, strict=True):
        yield f"  ring.c, gcc {way:<22}    {games / run.seconds / 1e6:8.2f} million"
    yield f"  times as many as the best of both   {ring.seconds / ours.seconds:8.2f}"
    yield "  what limits it: 78 steps a game, each a fixed run of vector instructions (solver/kernel/lanes.py)"
    for what, mine, theirs in (("deal", ours.dealing, ring.dealing), ("play", ours.playing, ring.playing)):
        yield f"  to {what} a game                      {mine * each:8.1f} ns (ring.c {theirs * each:.0f} ns)"
    for end in list(End)[1:]:
        seconds = min(of_kernel(SLICE, chunks, end).playing for _ in range(2))
        yield f"  playing, end={end:<22}   {games / seconds / 1e6:8.2f} million games a second"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 8):
        print(line, flush=True)
