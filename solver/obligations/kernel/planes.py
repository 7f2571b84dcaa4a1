"""Piles as the kernel has them: two rows of bits. For solvers this is a language, in which the model's rules are read.

A pile is how many cards it has, how many of them are pay cards, a row with a bit for each card (the first card highest,
1 for a pay card), and a row with two bits for each pay card (what it owes, less one). Piles laid together have their
rows laid together. This is all that solvers are told of piles here, and N0 says that it is true of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from model.cards import OWES, Card
from model.cards import Zone as Cards
from solver.languages import Language
from solver.obligations.kernel import words
from solver.obligations.kernel.words import Word, at_most, left, same, word
from solver.terms import BUILT_IN, Bool, Int, Term, Zone, and_, apply, equal, parts_first
from solver.values import Mismatch

MOST_CARDS: Final = words.BITS
MOST_PAY_CARDS: Final = words.BITS // 2
"""So many cards, and so many pay cards, have room in a word."""

_COUNT: Final = 7
_PAY, _OWES = (0, MOST_CARDS - 1), (MOST_CARDS, 2 * MOST_CARDS - 1)
_PAYS, _SIZE = (2 * MOST_CARDS, 2 * MOST_CARDS + _COUNT - 1), (2 * MOST_CARDS + _COUNT, 2 * MOST_CARDS + 2 * _COUNT - 1)
"""Which bits of a pile hold what, the lowest and the highest."""
_FIRST: Final = (_PAY[1], _PAY[1])
_WIDTH: Final = _SIZE[1] + 1
_NUMBER: Final = 8
_SIGNED: Final = {"+": "bvadd", "-": "bvsub", "*": "bvmul", "<=": "bvsle", "<": "bvslt"}
_REST: Final = re.compile(r"mod([1-9][0-9]*)")
_FIRST_FACE: Final = OWES[1]


def _part(pile: str, bits: tuple[int, int]) -> str:
    return f"((_ extract {bits[1]} {bits[0]}) {pile})"


def _wider(term: str, narrow: int, wide: int) -> str:
    return f"((_ zero_extend {wide - narrow}) {term})"


def _highest(term: str, narrow: int) -> str:
    return f"(concat {term} {_bits(0, MOST_CARDS - narrow)})"


def _bits(value: int, width: int) -> str:
    return f"(_ bv{value} {width})"


@dataclass(frozen=True, slots=True)
class _Planes(Language):
    """Piles are rows of bits, numbers have eight bits with a sign, words have 64 bits without one."""

    def header(self) -> tuple[str, ...]:
        return (f"(define-sort Zone () (_ BitVec {_WIDTH}))",)

    def sort(self, sort: str) -> str:
        return {"Int": f"(_ BitVec {_NUMBER})", "Word": words.SORT}.get(sort, sort)

    def literal(self, value: int) -> str:
        if not -(1 << _NUMBER - 1) <= value < 1 << _NUMBER - 1:
            raise ValueError(f"{value} does not fit into {_NUMBER} bits")
        return _bits(value % (1 << _NUMBER), _NUMBER)

    def operator(self, symbol: str) -> str:
        return _SIGNED.get(symbol, symbol)

    def definition(self, symbol: str) -> str | None:
        rest = _REST.fullmatch(symbol)
        if rest is not None:
            return self._remainder(symbol, int(rest[1]))
        known = MEANINGS.get(symbol)
        if known is None:
            return words.definition(symbol)
        parameters, sort, body = known
        written = " ".join(f"({each} {self.sort(of)})" for each, of in parameters.items())
        return f"(define-fun {symbol} ({written}) {self.sort(sort)} {body})"

    def _remainder(self, symbol: str, by: int) -> str:
        """A remainder as Python has it, by a power of two: no other is met."""
        if by & (by - 1):
            raise ValueError(f"{symbol}: remainders by {by} are not met here")
        number = self.sort("Int")
        return f"(define-fun {symbol} ((x {number})) {number} (bvand x {self.literal(by - 1)}))"


def _laid(size: str, pays: str, owes: str, pay: str) -> str:
    """A pile of these parts."""
    return f"(concat {size} (concat {pays} (concat {owes} {pay})))"


def _one_card() -> str:
    """The pile of the card `c`, which is a class."""
    pays = f"(distinct c {_bits(0, _NUMBER)})"
    flag = f"(ite {pays} #b1 #b0)"
    owed = _highest(f"((_ extract 1 0) (bvsub c {_bits(_FIRST_FACE, _NUMBER)}))", 2)
    owes = f"(ite {pays} {owed} {_bits(0, MOST_CARDS)})"
    return _laid(_bits(1, _COUNT), _wider(flag, 1, _COUNT), owes, _highest(flag, 1))


def _first_card() -> str:
    """The first card of `x`, as a class; an ordinary one, if there is none."""
    owed = _wider(_part("x", (_OWES[1] - 1, _OWES[1])), 2, _NUMBER)
    return f"(ite (= {_part('x', _FIRST)} #b1) (bvadd {owed} {_bits(_FIRST_FACE, _NUMBER)}) {_bits(0, _NUMBER)})"


def _together() -> str:
    """`y` laid under `x`."""
    by = _wider(_part("x", _SIZE), _COUNT, MOST_CARDS)
    twice = _wider(f"(concat {_part('x', _PAYS)} #b0)", _COUNT + 1, MOST_CARDS)
    return _laid(
        f"(bvadd {_part('x', _SIZE)} {_part('y', _SIZE)})",
        f"(bvadd {_part('x', _PAYS)} {_part('y', _PAYS)})",
        f"(bvor {_part('x', _OWES)} (bvlshr {_part('y', _OWES)} {twice}))",
        f"(bvor {_part('x', _PAY)} (bvlshr {_part('y', _PAY)} {by}))",
    )


def _without_first() -> str:
    """`x` without its first card; `x` itself, if it has none."""
    pays = _part("x", _FIRST)
    shorter = _laid(
        f"(bvsub {_part('x', _SIZE)} {_bits(1, _COUNT)})",
        f"(bvsub {_part('x', _PAYS)} {_wider(pays, 1, _COUNT)})",
        f"(ite (= {pays} #b1) (bvshl {_part('x', _OWES)} {_bits(2, MOST_CARDS)}) {_part('x', _OWES)})",
        f"(bvshl {_part('x', _PAY)} {_bits(1, MOST_CARDS)})",
    )
    return f"(ite (= {_part('x', _SIZE)} {_bits(0, _COUNT)}) x {shorter})"


def _backwards(pile: str, row: tuple[int, int], width: int) -> str:
    """A row of a pile with its groups of bits in the other order: the first one lowest."""
    return f"(concat {' '.join(_part(pile, (low, low + width - 1)) for low in range(row[0], row[1] + 1, width))})"


def _sum_of(row: tuple[int, int]) -> str:
    """How many bits of a row of `x` are 1: each added to the sum of those that come after it."""
    bits = [_wider(_part("x", (at, at)), 1, _COUNT) for at in range(row[1], row[0] - 1, -1)]
    return "".join(f"(bvadd {bit} " for bit in bits[:-1]) + bits[-1] + ")" * (len(bits) - 1)


def _turned_round() -> str:
    """`x` with its last card first."""
    cards, pays = _wider(_part("x", _SIZE), _COUNT, MOST_CARDS), f"(concat {_part('x', _PAYS)} #b0)"
    room = [f"(bvsub {_bits(MOST_CARDS, MOST_CARDS)} {each})" for each in (cards, _wider(pays, _COUNT + 1, MOST_CARDS))]
    rows = [_backwards("x", _PAY, 1), _backwards("x", _OWES, 2)]
    pay, owes = (f"(bvshl {row} {by})" for row, by in zip(rows, room, strict=True))
    return _laid(_part("x", _SIZE), _part("x", _PAYS), owes, pay)


_ONE: Final = {"x": "Zone"}
MEANINGS: Final[Mapping[str, tuple[Mapping[str, str], str, str]]] = {
    "nil": ({}, "Zone", _bits(0, _WIDTH)),
    "unit": ({"c": "Int"}, "Zone", _one_card()),
    "len": (_ONE, "Int", _wider(_part("x", _SIZE), _COUNT, _NUMBER)),
    "nth": ({"x": "Zone", "n": "Int"}, "Int", _first_card()),
    "tl": (_ONE, "Zone", _without_first()),
    "cat": ({"x": "Zone", "y": "Zone"}, "Zone", _together()),
    "size": (_ONE, "Word", _wider(_part("x", _SIZE), _COUNT, words.BITS)),
    "pays": (_ONE, "Word", _wider(_part("x", _PAYS), _COUNT, words.BITS)),
    "pay": (_ONE, "Word", _part("x", _PAY)),
    "owes": (_ONE, "Word", _part("x", _OWES)),
    "count": (_ONE, "Word", _wider(_sum_of(_PAY), _COUNT, words.BITS)),
    "rev": (_ONE, "Zone", _turned_round()),
    "pay.first": (_ONE, "Word", _backwards("x", _PAY, 1)),
    "owes.first": (_ONE, "Word", _backwards("x", _OWES, 2)),
    "wide": ({"n": "Int"}, "Word", f"((_ sign_extend {words.BITS - _NUMBER}) n)"),
}
"""What the symbols for piles mean: parameters, sort, and body. Of `nth` only the first place is ever asked for."""

PLANES: Final = _Planes("planes", "QF_BV")
"""Piles of up to 64 cards, up to 32 of them pay cards: what grows beyond is cut off, and has to be ruled out."""


def check_known(claims: Iterable[Term]) -> None:
    """Raise Mismatch where something is done with a pile of which nothing is said here."""
    for term in parts_first(claims):
        open_symbol = bool(term.args) and term.op not in BUILT_IN and PLANES.definition(term.op) is None
        if open_symbol or (term.op == "nth" and term.args[1].value != 0):
            raise Mismatch(f"'{term.op}' of a pile, which rows of bits are not asked for")


# --- what a pile is made of, as words ---


def size(pile: Zone) -> Word:
    """How many cards it has."""
    return apply(Word, "size", pile)


def pays(pile: Zone) -> Word:
    """How many pay cards it has."""
    return apply(Word, "pays", pile)


def pay(pile: Zone) -> Word:
    """Which of its cards are pay cards."""
    return apply(Word, "pay", pile)


def owes(pile: Zone) -> Word:
    """What its pay cards owe, less one, two bits each."""
    return apply(Word, "owes", pile)


def pay_first_lowest(pile: Zone) -> Word:
    """The same as `pay`, as a Batch has it: the first card lowest."""
    return apply(Word, "pay.first", pile)


def owes_first_lowest(pile: Zone) -> Word:
    """The same as `owes`, as a Batch has it: the first pay card lowest."""
    return apply(Word, "owes.first", pile)


def wide(number: Int) -> Word:
    """A number as a word; -1 becomes the word of which all bits are 1."""
    return apply(Word, "wide", number)


def proper(pile: Zone) -> Bool:
    """What is so of the rows of every pile with room in them: nothing stands beyond its cards, and its counts fit.

    This is not all: the pay cards are not counted. It is what is needed, and kept by every card (N0).
    """
    none = word(0)
    return and_(
        at_most(size(pile), word(MOST_CARDS)),
        at_most(pays(pile), word(MOST_PAY_CARDS)),
        at_most(pays(pile), size(pile)),
        same(left(pay(pile), size(pile)), none),
        same(left(owes(pile), twice(pays(pile))), none),
        equal(same(pay(pile), none), same(pays(pile), none)),
    )


def counted(pile: Zone) -> Bool:
    """That it has as many pay cards as bits that say so."""
    return same(apply(Word, "count", pile), pays(pile))


def twice(number: Word) -> Word:
    """Two times a word: pay cards have two bits each."""
    return left(number, word(1))


# --- piles as people have them ---


def pile_of(bits: int) -> Cards:
    """The cards of a pile that a solver has named, as a number that may have a sign."""
    cards, owes = [], bits >> _OWES[0]
    for place in range(bits >> _SIZE[0] & ((1 << _COUNT) - 1)):
        pays = bits >> _PAY[1] - place & 1
        cards.append(Card(OWES[1 + (owes >> MOST_CARDS - 2 & 3)] if pays else OWES[0]))
        owes <<= 2 * pays
    return tuple(cards)
