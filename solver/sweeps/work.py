"""One chunk of a sweep played: what a process here, or a worker of a cluster, is asked to do."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from solver.kernel.need import require
from solver.sweeps.plan import Plan, SweepError
from solver.sweeps.tally import encoded, packed, tally_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from solver.kernel.batch import Batch, Loops, Results

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
    batch = _batch(plan, plan.first_of(number), plan.size_of(number))
    return packed(tally_of(plan, batch, play(batch, End(plan.end)), plan.first_of(number)))


def check_same(plan: Plan) -> None:
    """Refuse a plan that another program has made. Raises OtherProgram, NoKernel."""
    require()
    here = generator_of(plan.seed is None)
    if here != plan.generator:
        raise OtherProgram(f"the deals were dealt by {plan.generator}, and this version has {here}")
    if _fingerprint(msgspec.structs.replace(plan, fingerprint="")) != plan.fingerprint:
        raise OtherProgram("the same plan leads to other deals or to other games here: this is another version")


def _batch(plan: Plan, first: int, number: int) -> Batch:
    """So many deals of the sweep, from this one on: they are what they are whatever chunks they are played in."""
    if plan.seed is None:
        from solver.counting.deals import batch_at

        return batch_at(plan.deck.cards, first, number, plan.cut)
    from solver.kernel.dealing import deal

    return deal(plan.counts, plan.cut, plan.seed, first, number)


@lru_cache(maxsize=16)
def _fingerprint(plan: Plan) -> str:
    """A hash of the last deals of the sweep, of all that is known of how they go, and of their counts."""
    from solver.kernel.batch import End
    from solver.kernel.games import play

    number = min(SAMPLE, plan.deals)
    first = plan.first + plan.deals - number
    batch = _batch(plan, first, number)
    results = play(batch, End(plan.end))
    told = hashlib.sha256()
    for array in (batch.pay, batch.owes, *_arrays(results), *_arrays(results.loops)):
        told.update(f"{array.shape} ".encode() + array.astype("<u8").tobytes())
    told.update(encoded(tally_of(plan, batch, results, first)))  # unpacked: not every zlib packs it into the same bytes
    return told.hexdigest()[:16]


def _arrays(made: Results | Loops) -> list[npt.NDArray[Any]]:
    """Every array of what the kernel gives back."""
    import numpy as np

    values = (getattr(made, each.name) for each in fields(made))
    return [value for value in values if isinstance(value, np.ndarray)]
