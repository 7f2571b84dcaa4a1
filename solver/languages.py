"""What the symbols for piles and numbers mean to a solver: left open, but for what is stated of them, or defined.

The translation makes one set of terms; a language says how a script writes them.

- `MU` leaves piles open. What is proved in it holds of piles of any size, and all that is known of them are the facts
  of `MuTheory`: lengths and weights. Whoever needs the order of the cards needs more.
- `SEQ` says that a pile is a sequence of whole numbers, of any length.
- `LENGTHS` says that a pile is nothing but its length.
- `slots_of` says that a pile is a row of a few small slots in one bit-vector, and a number a small bit-vector too: for
  questions about a few cards, which it makes much faster.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

ALL: Final = ("z3", "cvc5", "yices")


@dataclass(frozen=True, slots=True)
class Language:
    """How a script writes terms: its logic, and which solvers can read it. This one leaves all symbols open."""

    name: str
    logic: str
    solvers: tuple[str, ...] = ALL

    def logic_with(self, functions: bool) -> str:
        """The logic of a script, which may leave functions open or not."""
        return self.logic

    def header(self) -> tuple[str, ...]:
        """The lines that introduce what a pile is; only scripts that speak of piles have them."""
        return ("(declare-sort Zone 0)",)

    def sort(self, sort: str) -> str:
        """How a sort of terms is written."""
        return sort

    def literal(self, value: int) -> str:
        """How a whole number is written."""
        return str(value) if value >= 0 else f"(- {-value})"

    def operator(self, symbol: str) -> str:
        """How a symbol that solvers know by themselves is written."""
        return symbol

    def definition(self, symbol: str) -> str | None:
        """The line that says what a symbol means; None if it is left open."""
        return None

    def assumed(self, name: str, sort: str) -> tuple[str, ...]:
        """What every constant of a sort is like, as formulas of its name."""
        return ()


MU: Final = Language("mu", "QF_UFLIA")
"""Nothing is known of a pile but what `MuTheory` states of the terms that occur."""

NUMBERS: Final = Language("numbers", "QF_LIA")
"""For statements that speak of no piles at all."""


def _defined(name: str, parameters: Mapping[str, str], sort: str, body: str) -> str:
    return f"(define-fun {name} ({' '.join(f'({each} {of})' for each, of in parameters.items())}) {sort} {body})"


_DIVIDED: Final = re.compile(r"(div|mod)([1-9][0-9]*)")
"""Quotients and remainders, by positive constants."""


# --- sequences ---

_ONE, _TWO, _PLACE = {"x": "Zone"}, {"x": "Zone", "y": "Zone"}, {"x": "Zone", "n": "Int"}

_SEQUENCES: Final = {
    "nil": _defined("nil", {}, "Zone", "(as seq.empty (Seq Int))"),
    "unit": _defined("unit", {"c": "Int"}, "Zone", "(seq.unit c)"),
    "cat": _defined("cat", _TWO, "Zone", "(seq.++ x y)"),
    "len": _defined("len", _ONE, "Int", "(seq.len x)"),
    "nth": _defined("nth", _PLACE, "Int", "(seq.nth x n)"),
    "tl": _defined("tl", _ONE, "Zone", "(seq.extract x 1 (- (seq.len x) 1))"),
    "take": _defined("take", _PLACE, "Zone", "(seq.extract x 0 n)"),
    "drop": _defined("drop", _PLACE, "Zone", "(seq.extract x n (- (seq.len x) n))"),
}


@dataclass(frozen=True, slots=True)
class _Sequences(Language):
    """Piles are sequences. Weights stay open, and so does a pile turned round: not every solver knows that."""

    def header(self) -> tuple[str, ...]:
        return ("(define-sort Zone () (Seq Int))",)

    def definition(self, symbol: str) -> str | None:
        return _SEQUENCES.get(symbol)


SEQ: Final = _Sequences("seq", "ALL", ("z3", "cvc5"))
"""A pile is a sequence of cards, so that `(a + b) + c` is `a + (b + c)`. yices knows no sequences."""


# --- lengths ---

_LENGTHS: Final = {
    "nil": _defined("nil", {}, "Int", "0"),
    "unit": _defined("unit", {"c": "Int"}, "Int", "1"),
    "cat": _defined("cat", {"x": "Int", "y": "Int"}, "Int", "(+ x y)"),
    "len": _defined("len", {"x": "Int"}, "Int", "x"),
    "tl": _defined("tl", {"x": "Int"}, "Int", "(ite (< 0 x) (- x 1) 0)"),
    "rev": _defined("rev", {"x": "Int"}, "Int", "x"),
    "take": _defined("take", {"x": "Int", "n": "Int"}, "Int", "n"),
    "drop": _defined("drop", {"x": "Int", "n": "Int"}, "Int", "(- x n)"),
}


@dataclass(frozen=True, slots=True)
class _Lengths(Language):
    """Of a pile nothing is left but its length."""

    def header(self) -> tuple[str, ...]:
        return ()

    def sort(self, sort: str) -> str:
        return "Int" if sort == "Zone" else sort

    def definition(self, symbol: str) -> str | None:
        divided = _DIVIDED.fullmatch(symbol)
        if divided is None:
            return _LENGTHS.get(symbol)
        return _defined(symbol, {"x": "Int"}, "Int", f"({divided[1]} x {divided[2]})")

    def assumed(self, name: str, sort: str) -> tuple[str, ...]:
        return (f"(<= 0 {name})",) if sort == "Zone" else ()


LENGTHS: Final = _Lengths("lengths", "QF_LIA")
"""A pile is its length: whatever cannot happen to lengths cannot happen to piles, but not the other way round."""


# --- slots ---

_SIGNED: Final = {"+": "bvadd", "-": "bvsub", "*": "bvmul", "<=": "bvsle", "<": "bvslt"}


@dataclass(frozen=True, slots=True)
class _Slots(Language):
    """Piles and numbers are bit-vectors: a pile is its length and then its slots, the first card lowest."""

    cards: int = 7
    card: int = 5
    number: int = 8

    @property
    def _size(self) -> int:
        """How many bits a length has."""
        return self.cards.bit_length()

    @property
    def _all(self) -> int:
        """How many bits all slots have."""
        return self.cards * self.card

    def logic_with(self, functions: bool) -> str:
        return "QF_UFBV" if functions else self.logic

    def header(self) -> tuple[str, ...]:
        return (
            f"(define-sort Zone () (_ BitVec {self._size + self._all}))",
            f"(define-sort Slots () (_ BitVec {self._all}))",
            f"(define-sort Size () (_ BitVec {self._size}))",
            self._shift("lower", "bvlshr"),
            self._shift("higher", "bvshl"),
        )

    def sort(self, sort: str) -> str:
        return f"(_ BitVec {self.number})" if sort == "Int" else sort

    def literal(self, value: int) -> str:
        if not -(1 << self.number - 1) <= value < 1 << self.number - 1:
            raise ValueError(f"{value} does not fit into {self.number} bits")
        return _bits(value % (1 << self.number), self.number)

    def operator(self, symbol: str) -> str:
        return _SIGNED.get(symbol, symbol)

    def assumed(self, name: str, sort: str) -> tuple[str, ...]:
        if sort != "Zone":
            return ()
        beyond = f"(= (lower {self._slots(name)} {self._length(name)}) {_bits(0, self._all)})"
        return (f"(bvule {self._length(name)} {_bits(self.cards, self._size)})", beyond)

    def definition(self, symbol: str) -> str | None:
        divided = _DIVIDED.fullmatch(symbol)
        return self._piles().get(symbol) if divided is None else self._division(divided[1], int(divided[2]))

    def _piles(self) -> Mapping[str, str]:
        """What the symbols for piles mean, for piles `x` and `y`, a place `n` and a card `c`."""
        number = self.sort("Int")
        one, two = {"x": "Zone"}, {"x": "Zone", "y": "Zone"}
        place = {**one, "n": number}
        size, slots, at = self._length("x"), self._slots("x"), _low(self._size, "n")
        first, none = _bits(1, self._size), _bits(0, self._size)
        single = _wider(_low(self.card, "c"), self.card, self._all)
        there = _wider(_low(self.card, f"(lower {slots} {at})"), self.card, self.number)
        both = f"(bvor {slots} (higher {self._slots('y')} {size}))"
        front = f"(bvand {slots} (bvnot (higher (bvnot {_bits(0, self._all)}) {at})))"
        last_first = f"(lower {self._turned()} (bvsub {_bits(self.cards, self._size)} {size}))"
        fewer = f"(concat (bvsub {size} {first}) (lower {slots} {first}))"
        return {
            "nil": _defined("nil", {}, "Zone", _bits(0, self._size + self._all)),
            "unit": _defined("unit", {"c": number}, "Zone", f"(concat {first} {single})"),
            "len": _defined("len", one, number, _wider(size, self._size, self.number)),
            "nth": _defined("nth", place, number, there),
            "cat": _defined("cat", two, "Zone", f"(concat (bvadd {size} {self._length('y')}) {both})"),
            "tl": _defined("tl", one, "Zone", f"(ite (= {size} {none}) x {fewer})"),
            "take": _defined("take", place, "Zone", f"(concat {at} {front})"),
            "drop": _defined("drop", place, "Zone", f"(concat (bvsub {size} {at}) (lower {slots} {at}))"),
            "rev": _defined("rev", one, "Zone", f"(concat {size} {last_first})"),
        }

    def _division(self, kind: str, by: int) -> str:
        """Quotient or remainder as Python has them; for powers of two without a division, which costs solvers dear."""
        if by & (by - 1) == 0:
            cut = f"(bvashr x {self.literal(by.bit_length() - 1)})"
            body = f"(bvand x {self.literal(by - 1)})" if kind == "mod" else cut
        else:
            rest = f"(bvsmod x {self.literal(by)})"
            body = rest if kind == "mod" else f"(bvsdiv (bvsub x {rest}) {self.literal(by)})"
        return _defined(f"{kind}{by}", {"x": self.sort("Int")}, self.sort("Int"), body)

    def _shift(self, name: str, by: str) -> str:
        """Slots moved by so many cards: for each bit of the number by a known distance, or not at all."""
        steps = [("x", f"(= ((_ extract {bit} {bit}) n) #b1)", self.card << bit) for bit in range(self._size)]
        lets = [f"(let ((x (ite {bit} ({by} {x} {_bits(far, self._all)}) {x}))) " for x, bit, far in steps]
        return _defined(name, {"x": "Slots", "n": "Size"}, "Slots", f"{''.join(lets)}x{')' * len(lets)}")

    def _turned(self) -> str:
        """All slots, the last one first."""
        each = [f"((_ extract {low + self.card - 1} {low}) x)" for low in range(0, self._all, self.card)]
        return f"(concat {' '.join(each)})"

    def _slots(self, zone: str) -> str:
        return _low(self._all, zone)

    def _length(self, zone: str) -> str:
        return f"((_ extract {self._size + self._all - 1} {self._all}) {zone})"


def _bits(value: int, width: int) -> str:
    return f"(_ bv{value} {width})"


def _low(width: int, term: str) -> str:
    return f"((_ extract {width - 1} 0) {term})"


def _wider(term: str, narrow: int, wide: int) -> str:
    return f"((_ zero_extend {wide - narrow}) {term})"


def slots_of(cards: int, card: int = 5, number: int = 8) -> Language:
    """Piles of at least two and at most so many cards, as rows of slots in a bit-vector.

    Cards are numbers of `card` bits without a sign, numbers have `number` bits with one. Slots without a card are 0, so
    that equal piles are equal bit-vectors. Piles that grow longer and numbers that grow bigger are cut off, so that a
    question has to rule them out. Everything is defined but weights. Raises ValueError for sizes that do not fit.
    """
    if cards < 2 or number <= max(card, cards.bit_length()):
        raise ValueError(f"{number} bits for a number do not do for {cards} cards of {card} bits")
    return _Slots("slots", "QF_BV", ALL, cards, card, number)
