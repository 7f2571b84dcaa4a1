"""Words of 64 bits as terms: what the kernel's step is given instead of numbers, so that it says what it does to all.

The step is plain Python over words of which it does not know what they are (`solver/kernel/step.py`). numba compiles it
for machine words. Given the words of this module it runs as well, and what it returns are terms that solvers read as
bit-vectors. What is known of words is worked out at once: where all are known the step simply computes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from solver.kernel.step import Words
from solver.terms import Bool, Term, and_, apply, equal, ite, not_, or_, truth

BITS: Final = 64
SORT: Final = f"(_ BitVec {BITS})"
"""How solvers write the sort of words."""
ALL_ONES: Final = (1 << BITS) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Word(Term):
    """A word of 64 bits. It has the four operators that the step uses; all else is passed to the step as `Words`."""

    sort: ClassVar[str] = "Word"

    def __and__(self, other: Word) -> Word:
        return _made("bvand", self, other)

    def __or__(self, other: Word) -> Word:
        return _made("bvor", self, other)

    def __invert__(self) -> Word:
        return word(ALL_ONES) - self

    def __add__(self, other: Word) -> Word:
        return _made("bvadd", self, other)

    def __sub__(self, other: Word) -> Word:
        return _made("bvsub", self, other)


_LITERAL: Final = re.compile(r"word\.([0-9]+)")
_OPERATIONS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "bvand": lambda x, y: x & y,
    "bvor": lambda x, y: x | y,
    "bvadd": lambda x, y: x + y,
    "bvsub": lambda x, y: x - y,
    "bvshl": lambda x, y: x << y if y < BITS else 0,
    "bvlshr": lambda x, y: x >> y,
}
"""What operations do to known words, as SMT-LIB has it."""
_AT_MOST: Final = "bvule"


def word(value: int) -> Word:
    """A known word; numbers beyond its range are taken round it, as machines take them."""
    return apply(Word, f"word.{value & ALL_ONES}")


def known(term: Word) -> int | None:
    """The value of a word that is known."""
    found = _LITERAL.fullmatch(term.op)
    return int(found[1]) if found else None


def definition(symbol: str) -> str | None:
    """The line that says what a symbol of this module means to a solver; None for one of another module."""
    found = _LITERAL.fullmatch(symbol)
    if found:
        return f"(define-fun {symbol} () {SORT} (_ bv{found[1]} {BITS}))"
    name = symbol.removeprefix("word.")
    if name not in _OPERATIONS and name != _AT_MOST:
        return None
    return f"(define-fun {symbol} ((x {SORT}) (y {SORT})) {'Bool' if name == _AT_MOST else SORT} ({name} x y))"


def _made(name: str, left: Word, right: Word) -> Word:
    if not isinstance(right, Word):
        raise TypeError(f"a word meets {right!r}, which is none: what numba makes of the two is another question")
    values = known(left), known(right)
    if values[0] is not None and values[1] is not None:
        return word(_OPERATIONS[name](values[0], values[1]))
    return apply(Word, f"word.{name}", left, right)


def left(number: Word, by: Word) -> Word:
    """Shifted to higher bits; nothing is left by 64 and more."""
    return _made("bvshl", number, by)


def right(number: Word, by: Word) -> Word:
    """Shifted to lower bits, with zeros from above; nothing is left by 64 and more."""
    return _made("bvlshr", number, by)


def at_most(one: Word, other: Word) -> Bool:
    """one <= other, without a sign."""
    values = known(one), known(other)
    if values[0] is not None and values[1] is not None:
        return truth(values[0] <= values[1])
    return apply(Bool, f"word.{_AT_MOST}", one, other)


def same(one: Word, other: Word) -> Bool:
    """Whether two words are equal."""
    values = known(one), known(other)
    if values[0] is not None and values[1] is not None:
        return truth(values[0] == values[1])
    return equal(one, other)


def leading_zeros(number: Word) -> Word:
    """How many zeros stand above the highest 1; 64 for a word without any. It halves the word again and again."""
    count, rest = word(0), number
    for half in (32, 16, 8, 4, 2, 1):
        none = same(right(rest, word(BITS - half)), word(0))
        count = count + ite(none, word(half), word(0))
        rest = ite(none, left(rest, word(half)), rest)
    return count + ite(same(rest, word(0)), word(1), word(0))


def turned(number: Word) -> Word:
    """The bits of a word in the other order: ever larger groups of them change places, two by two."""
    found = number
    for width in (1, 2, 4, 8, 16, 32):
        upper = word(sum(((1 << width) - 1) << at for at in range(width, BITS, 2 * width)))
        by = word(width)
        found = right(found & upper, by) | (left(found, by) & upper)
    return found


def ones(number: Word) -> Word:
    """How many bits of a word are 1. Of a word that is not known nothing is said: whoever needs it says what is."""
    value = known(number)
    return apply(Word, "word.ones", number) if value is None else word(value.bit_count())


WORDS: Final = Words(
    word=word,
    left=left,
    right=right,
    zeros=leading_zeros,
    equal=same,
    at_most=at_most,
    both=and_,
    either=or_,
    no=not_,
    pick=ite,
    turned=turned,
    ones=ones,
)
"""What words can do, for the step."""
