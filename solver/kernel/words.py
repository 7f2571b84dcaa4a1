"""What step.py asks of words, told to LLVM for numba's uint64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np
from numba import types
from numba.extending import intrinsic

from solver.kernel.step import Word, Words

W, YES = types.uint64, types.boolean
Numba = Any
Llvm = Any
"""Things of numba and LLVM, which have no types that mypy could know."""
Code = tuple[Numba, Callable[[Numba, Llvm, Numba, Llvm], Llvm]]
"""A signature, and what writes the instructions: from numba's context, LLVM's builder, the signature, the values."""


def known(function: Callable[..., Code]) -> Callable[..., Word]:
    """What numba puts in wherever it is called; its first argument, numba's own, is not given there."""
    return cast("Callable[..., Word]", intrinsic(function))


def _inside(context: Numba, builder: Llvm, count: Llvm) -> tuple[Llvm, Llvm]:
    """Whether a shift leaves anything, and zero: LLVM says nothing of shifts by 64 and more, and processors differ."""
    return builder.icmp_unsigned("<", count, context.get_constant(W, 64)), context.get_constant(W, 0)


@known
def _left(typing: Numba, word: Numba, count: Numba) -> Code:
    def code(context: Numba, builder: Llvm, signature: Numba, given: Llvm) -> Llvm:
        inside, none = _inside(context, builder, given[1])
        return builder.select(inside, builder.shl(*given), none)

    return W(W, W), code


@known
def _right(typing: Numba, word: Numba, count: Numba) -> Code:
    def code(context: Numba, builder: Llvm, signature: Numba, given: Llvm) -> Llvm:
        inside, none = _inside(context, builder, given[1])
        return builder.select(inside, builder.lshr(*given), none)

    return W(W, W), code


@known
def _zeros(typing: Numba, word: Numba) -> Code:
    return W(W), lambda context, builder, _, given: builder.ctlz(given[0], context.get_constant(YES, 0))


@known
def lowest(typing: Numba, word: Numba) -> Code:
    """The place of the lowest 1."""
    return W(W), lambda context, builder, _, given: builder.cttz(given[0], context.get_constant(YES, 0))


@known
def _equal(typing: Numba, one: Numba, other: Numba) -> Code:
    return YES(W, W), lambda context, builder, _, given: builder.icmp_unsigned("==", *given)


@known
def _at_most(typing: Numba, one: Numba, other: Numba) -> Code:
    return YES(W, W), lambda context, builder, _, given: builder.icmp_unsigned("<=", *given)


@known
def _both(typing: Numba, one: Numba, other: Numba) -> Code:
    return YES(YES, YES), lambda context, builder, _, given: builder.and_(*given)


@known
def _either(typing: Numba, one: Numba, other: Numba) -> Code:
    return YES(YES, YES), lambda context, builder, _, given: builder.or_(*given)


@known
def _no(typing: Numba, one: Numba) -> Code:
    return YES(YES), lambda context, builder, _, given: builder.not_(*given)


@known
def _pick(typing: Numba, yes: Numba, one: Numba, other: Numba) -> Code:
    return W(YES, W, W), lambda context, builder, _, given: builder.select(*given)


@known
def turned(typing: Numba, word: Numba) -> Code:
    """The bits in the other order."""
    return W(W), lambda context, builder, _, given: builder.bitreverse(*given)


@known
def _ones(typing: Numba, word: Numba) -> Code:
    return W(W), lambda context, builder, _, given: builder.ctpop(*given)


WORDS: Final = Words(
    np.uint64, _left, _right, _zeros, _equal, _at_most, _both, _either, _no, _pick, turned=turned, ones=_ones
)
