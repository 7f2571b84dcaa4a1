"""One chunk of a sweep played: what a process here, or a worker of a cluster, is asked to do."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from solver.kernel.need import require
from solver.sweeps.plan import Plan, SweepError
from solver.sweeps.tally import packed, tally_of

if TYPE_CHECKING:
    from solver.kernel.batch import Batch

SAMPLE: Final = 256
"""So many deals, and how they go, are in a fingerprint."""


class OtherProgram(SweepError):
    """Whoever is asked to play would count something else."""


def generator_of(in_order: bool) -> str:
    """The name of what deals. Raises NoKernel."""
    require()
    if in_order:
        return "ranks"
    from solver.kernel.dealing import GENERATOR

    return GENERATOR


def fingerprinted(plan: Plan) -> Plan:
    """The plan with the generator and the fingerprint that it has here. Raises NoKernel."""
    require()
    bare = msgspec.structs.replace(plan, generator=generator_of(plan.seed is None), fingerprint="")
    return msgspec.structs.replace(bare, fingerprint=_fingerprint(bare))


def played(plan: Plan, number: int) -> bytes:
    """Play one chunk: its tally, packed. Raises OtherProgram where this program is not the one that made the plan."""
    from solver.kernel.batch import End
    from solver.kernel.games import play

    check_same(plan)
    batch = _batch(plan, number, plan.size_of(number))
    results = play(batch, End(plan.end))
    return packed(tally_of(batch, results, plan.first_of(number), plan.counts_failed_draw, plan.counts_last_pile))


def check_same(plan: Plan) -> None:
    """Refuse a plan that another program has made. Raises OtherProgram, NoKernel."""
    require()
    here = generator_of(plan.seed is None)
    if here != plan.generator:
        raise OtherProgram(f"the deals were dealt by {plan.generator}, and this version has {here}")
    if _fingerprint(msgspec.structs.replace(plan, fingerprint="")) != plan.fingerprint:
        raise OtherProgram("the same plan leads to other deals or to other games here: this is another version")


def _batch(plan: Plan, number: int, size: int) -> Batch:
    if plan.seed is None:
        from solver.counting.deals import batch_at

        return batch_at(plan.deck.cards, plan.first_of(number), size)
    from solver.kernel.dealing import deal

    return deal(plan.counts, plan.cut, plan.seed, number, size)


@lru_cache(maxsize=16)
def _fingerprint(plan: Plan) -> str:
    """A hash of the first deals of the last chunk, and of how they go."""
    from solver.kernel.batch import End
    from solver.kernel.games import play

    batch = _batch(plan, plan.chunks - 1, min(SAMPLE, plan.size_of(plan.chunks - 1)))
    results = play(batch, End(plan.end))
    told = hashlib.sha256()
    for array in (batch.pay, batch.owes, results.winner, results.cards, results.tricks, results.loops.period_cards):
        told.update(array.astype("<u8").tobytes())
    return told.hexdigest()[:16]
