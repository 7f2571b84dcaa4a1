"""Which lemmas the facts rest on that `MuTheory` tells the solvers, and the lemmas about piles that are taken whole.

The table names a lemma for each fact and each case of the theory; that none is left out is tested on its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from solver.obligations.lists import (
    CUTS,
    HELD,
    JOINED,
    NOT_NEGATIVE,
    PLACES,
    REMOVED,
    Lemma,
    by_induction,
)

TAIL: Final = """\
(declare-fun tl (Pile) Pile)
(assert (= (tl nil) nil))
(assert (forall ((x Int) (a Pile)) (! (= (tl (cons x a)) a) :pattern ((tl (cons x a))))))
"""
"""A pile without its first card; of an empty pile nothing is left, as of Python's `()[1:]`."""

SORTED: Final = """\
(declare-fun before (Int Int) Bool)
(declare-fun ins (Int Pile) Pile)
(declare-fun sort (Pile) Pile)
(assert (forall ((c Int)) (! (= (ins c nil) (cons c nil)) :pattern ((ins c nil)))))
(assert (forall ((x Int) (a Pile) (c Int))
  (! (= (ins c (cons x a)) (ite (before c x) (cons c (cons x a)) (cons x (ins c a)))) :pattern ((ins c (cons x a))))))
(assert (= (sort nil) nil))
(assert (forall ((x Int) (a Pile)) (! (= (sort (cons x a)) (ins x (sort a))) :pattern ((sort (cons x a))))))
(declare-const C Int)
"""
"""A card put into a pile before the first that it comes before, in any order of cards; and a pile sorted that way."""

GONE: Final = """\
(declare-fun gone (Int) Bool)
(declare-fun hits (Pile) Int)
(declare-fun out (Pile) Pile)
(assert (= (hits nil) 0))
(assert (= (out nil) nil))
(assert (forall ((x Int) (a Pile))
  (! (= (hits (cons x a)) (+ (ite (gone x) 1 0) (hits a))) :pattern ((hits (cons x a))))))
(assert (forall ((x Int) (a Pile))
  (! (= (out (cons x a)) (ite (gone x) (out a) (cons x (out a)))) :pattern ((out (cons x a))))))
"""
"""A pile without all cards of some kind, and how many of them there are."""

GONE_TOO: Final = """\
(declare-fun more (Pile) Pile)
(assert (= (more nil) nil))
(assert (forall ((x Int) (a Pile))
  (! (= (more (cons x a)) (ite (or (gone x) (= x C)) (more a) (cons x (more a)))) :pattern ((more (cons x a))))))
"""
"""The pile without one card more, `C`."""

MOST_TOLD: Final = 6
"""The largest hand of which it is told how many cards are gone."""

ONE_EMPTY: Final = "(=> (<= (len {a}) 0) (= {a} nil))"
FEWER: Final = "(<= (len (rm {a} {c})) (len {a}))"
NONE_GONE: Final = "(=> (= (len (rm {a} {c})) (len {a})) (= (mu (rm {a} {c})) (mu {a})))"


def _known(claim: str, numbers: str, pattern: str) -> str:
    """A claim about one pile as something known of all piles and numbers."""
    letters = numbers.split()
    bound = " ".join(["(a Pile)", *(f"({each} Int)" for each in letters)])
    said = claim.format(a="a", **{each: each for each in letters})
    return f"(assert (forall ({bound}) (! {said} :pattern ({pattern}))))"


def _hits(size: int) -> str:
    """That the cards of a pile of this size which are gone are counted place by place, as for any small pile."""
    pile = "nil"
    for at in reversed(range(size)):
        pile = f"(cons (nth B {at}) {pile})"
    at_each = [f"(ite (and (> (len {pile}) {at}) (gone (nth {pile} {at}))) 1 0)" for at in range(MOST_TOLD)]
    return f"(= (hits {pile}) (+ {' '.join(at_each)}))"


def _sorted(f: str, name: str, one: str) -> tuple[Lemma, ...]:
    inserted = f"(= ({f} (ins {{c}} {{a}})) (+ {one} ({f} {{a}})))"
    return (
        *by_induction(f"{f}_inserted", f"a card put into a pile adds to its {name}", inserted, "c", SORTED),
        *by_induction(
            f"{f}_sorted",
            f"the {name} of a sorted pile is that of the pile",
            f"(= ({f} (sort {{a}})) ({f} {{a}}))",
            "",
            SORTED,
            _known(inserted, "c", "(ins c a)"),
        ),
    )


EMPTY: Final[tuple[Lemma, ...]] = (
    Lemma("L1.nothing", "no cards are none and weigh nothing", "", "(and (= (len nil) 0) (= (mu nil) 0))"),
    Lemma(
        "L1.single",
        "a single card is one card, weighs what it weighs, and lies at the first place",
        "",
        "(and (= (len (cons X nil)) 1) (= (mu (cons X nil)) (wt X)) (= (nth (cons X nil) 0) X)"
        " (=> (and (<= 0 N) (< N (len (cons X nil)))) (= (nth (cons X nil) N) X)))",
        PLACES,
    ),
    *by_induction("one_empty", "only one pile has no cards", ONE_EMPTY, "", "", NOT_NEGATIVE),
    Lemma("L1.nothing_in_front", "nothing and a pile are the pile", "", "(= (cat nil B) B)"),
    *by_induction("nothing_behind", "a pile and nothing are the pile", "(= (cat {a} nil) {a})"),
    Lemma(
        "L1.joined_empty",
        "of two piles joined of which one has no cards there is the other",
        _known(ONE_EMPTY, "", "(len a)") + "\n" + _known("(= (cat {a} nil) {a})", "", "(cat a nil)"),
        "(and (=> (<= (len A) 0) (= (cat A B) B)) (=> (<= (len B) 0) (= (cat A B) A)))",
    ),
    *by_induction(
        "all_taken",
        "so many first cards as there are, or more, are the pile",
        "(=> (<= (len {a}) {k}) (= (take {a} {k}) {a}))",
        "k",
        CUTS,
        NOT_NEGATIVE,
    ),
    *by_induction(
        "none_dropped",
        "a pile that nothing is taken off is the pile",
        "(=> (<= {k} 0) (= (drop {a} {k}) {a}))",
        "k",
        CUTS,
    ),
)
"""Piles without cards, single cards, and all or nothing of a pile."""

TAILS: Final[tuple[Lemma, ...]] = (
    *by_induction(
        "tail",
        "the rest of a pile has one card less, and the first card and the rest weigh what it weighs; of nothing nothing"
        " is left",
        "(and (=> (< 0 (len {a})) (= (len (tl {a})) (- (len {a}) 1)))"
        " (=> (< 0 (len {a})) (= (mu {a}) (+ (wt (nth {a} 0)) (mu (tl {a})))))"
        " (or (< 0 (len {a})) (= (len (tl {a})) 0)))",
        "",
        PLACES + TAIL,
        NOT_NEGATIVE,
    ),
    *by_induction(
        "tail_card",
        "in the rest of a pile every card lies one place nearer",
        "(=> (and (<= 0 {n}) (< {n} (len (tl {a})))) (= (nth (tl {a}) {n}) (nth {a} (+ {n} 1))))",
        "n",
        PLACES + TAIL,
    ),
    *by_induction(
        "has_some",
        "a pile that a card is in has cards",
        "(=> (has {a} {c}) (< 0 (len {a})))",
        "c",
        HELD,
        NOT_NEGATIVE,
    ),
    *by_induction(
        "has_tail",
        "a card is in a pile if there is one and it is the first or in the rest",
        "(= (has {a} {c}) (and (< 0 (len {a})) (or (= (nth {a} 0) {c}) (has (tl {a}) {c}))))",
        "c",
        HELD + PLACES + TAIL,
        NOT_NEGATIVE,
    ),
    Lemma(
        "L1.has_single",
        "in a single card there is this card, and in nothing none",
        "",
        "(and (= (has (cons X nil) C) (= X C)) (not (has nil C)))",
        HELD,
    ),
)
"""What is left without the first card."""

ARRANGED: Final[tuple[Lemma, ...]] = (
    *_sorted("len", "length", "1"),
    *_sorted("mu", "weight", "(wt {c})"),
    Lemma(
        "L1.swapped",
        "two neighbours that change places anywhere in a pile change neither length nor weight: so no order does",
        JOINED.format(f="len") + "\n" + JOINED.format(f="mu"),
        "(let ((one (cat A (cons X (cons Y B)))) (other (cat A (cons Y (cons X B)))))"
        " (and (= (len one) (len other)) (= (mu one) (mu other))))",
        "(declare-const Y Int)\n",
    ),
)
"""The same cards in another order."""

TAKEN_OUT: Final[tuple[Lemma, ...]] = (
    *by_induction("removed_no_more", "a pile without a card is no longer than the pile", FEWER, "c", HELD + REMOVED),
    *by_induction(
        "removed_none",
        "a pile without a card that is as long as the pile weighs as much",
        NONE_GONE,
        "c",
        HELD + REMOVED,
        _known(FEWER, "c", "(rm a c)"),
    ),
    *by_induction(
        "removed_one",
        "a pile of any cards without one of them, if one card is gone, is lighter by its weight",
        "(=> (= (len (rm {a} {c})) (- (len {a}) 1)) (= (mu (rm {a} {c})) (- (mu {a}) (wt {c}))))",
        "c",
        HELD + REMOVED,
        _known(FEWER, "c", "(rm a c)") + "\n" + _known(NONE_GONE, "c", "(rm a c)"),
    ),
    *by_induction(
        "gone_counted",
        "a pile has as many cards less as there are in it of those that are gone",
        "(= (len (out {a})) (- (len {a}) (hits {a})))",
        "",
        GONE,
    ),
    *by_induction(
        "gone_nothing",
        "where no card is gone a pile is what it was",
        "(= (out {a}) {a})",
        "",
        GONE,
        "(assert (forall ((x Int)) (! (not (gone x)) :pattern ((gone x)))))",
    ),
    *by_induction(
        "gone_one_more",
        "a pile without some cards and then without another is the pile without these and that one",
        "(= (rm (out {a}) C) (more {a}))",
        "",
        HELD + REMOVED + GONE + GONE_TOO,
    ),
    Lemma(
        "L1.gone_by_place",
        f"of up to {MOST_TOLD} cards those that are gone are counted place by place",
        "",
        f"(and {' '.join(map(_hits, range(MOST_TOLD + 1)))})",
        PLACES + GONE,
    ),
)
"""Piles without cards that may be in them more than once."""

MEASURED: Final[tuple[Lemma, ...]] = (
    *by_induction(
        "measured",
        "what adds up when piles are joined, and is a card's weight for a single card, is the weight",
        "(= (sum {a}) (mu {a}))",
        "",
        "(declare-fun sum (Pile) Int)\n",
        JOINED.format(f="sum")
        + "\n(assert (forall ((x Int)) (! (= (sum (cons x nil)) (wt x)) :pattern ((cons x nil)))))"
        # the two joints that the first line is needed for, so that a solver comes upon them
        + "\n(assert (= (sum (cat nil nil)) (+ (sum nil) (sum nil))))"
        + "\n(assert (= (sum (cat (cons X nil) A)) (+ (sum (cons X nil)) (sum A))))",
    ),
    *by_induction(
        "at_least",
        "a measure of a pile is at least so many times the least that a card comes to",
        "(<= (* LEAST (len {a})) (mu {a}))",
        "",
        "(declare-const LEAST Int)\n(assert (forall ((x Int)) (! (<= LEAST (wt x)) :pattern ((wt x)))))\n",
        logic="UFDTNIA",
    ),
    *by_induction(
        "at_most",
        "a measure of a pile is at most so many times the most that a card comes to",
        "(<= (mu {a}) (* MOST (len {a})))",
        "",
        "(declare-const MOST Int)\n(assert (forall ((x Int)) (! (<= (wt x) MOST) :pattern ((wt x)))))\n",
        logic="UFDTNIA",
    ),
    Lemma(
        "L1.divided",
        "a number divided by a positive one is quotient times that one and a rest, which is smaller and not negative",
        "(declare-const K Int)\n(declare-const Q Int)\n(declare-const R Int)\n(assert (< 0 K))",
        "(and (= N (+ (* K (div N K)) (mod N K))) (<= 0 (mod N K)) (< (mod N K) K))",
        "(declare-const N Int)\n",
        "UFDTNIA",
    ),
)
"""Measures, and numbers divided."""

MORE: Final = (*EMPTY, *TAILS, *ARRANGED, *TAKEN_OUT, *MEASURED)
"""The lemmas of this module."""

Rests = tuple[str, ...]
_LENGTH, _EMPTY, _ONE = ("len",), ("empty",), ("one_empty",)

FACTS: Final[Mapping[str, tuple[Rests, ...]]] = {
    "Facts.divided": (("divided",), ("divided",), ("divided",)),
    "MuTheory.__init__": (("nothing",), ("nothing",)),
    "MuTheory.of": (("single",), ("single",), ("single",)),
    "MuTheory.joined": (("len_joined",), ("mu_joined",), ("joined_empty",), ("joined_empty",)),
    "MuTheory.card": (("front_card", "back_card", "single", "tail_card", "taken_card", "left_card", "turned_card"),),
    "MuTheory.repeated": (("copies",),),
    "MuTheory.arranged": (("len_sorted", "mu_sorted", "swapped"),),
    "MuTheory.has": (("has_some",), ("has_tail",)),
    "MuTheory.additive": (_EMPTY, ("at_least",), ("at_most",)),
    "MuTheory._additive_parts": (("tail",), ("removed_one",), ("cut_weight",)),
    "MuTheory._of_card": ((), ()),
    "MuTheory.rest": (("tail",), ("tail",), ("tail",)),
    "MuTheory.backwards": (("len_reversed", "mu_reversed"),),
    "MuTheory.cut": (("cut_length", "cut_weight"), ("cut_length",), ("none_dropped",), ("all_taken",)),
    "MuTheory._may_be_empty": (_LENGTH, _EMPTY, _ONE),
    "_without": (_LENGTH, _EMPTY, ("removed_one",), ("gone_counted", "gone_nothing", "gone_one_more", "gone_by_place")),
}
"""The lemmas that each fact rests on, in the order in which a method adds them.

A fact of a loop stands for those of length and of weight. That a measure of a card keeps its bounds is what the measure
itself declares, and rests on no lemma; it is compared with all cards.
"""

CASES: Final[Mapping[str, Mapping[str, Rests]]] = {
    "MuTheory._whence": {
        "cat": ("front_card", "back_card"),
        "unit": ("single",),
        "tl": ("tail_card",),
        "take": ("taken_card",),
        "drop": ("left_card",),
        "rev": ("turned_card",),
        "rep": ("each_copy",),
    },
    "MuTheory.has": {
        "nil": ("has_single",),
        "unit": ("has_single",),
        "cat": ("has_joined",),
        "ite": (),
        "rev": ("has_reversed",),
        "rm": ("has_removed",),
        "_": (),
    },
    "MuTheory.additive": {
        "nil": ("nothing",),
        "unit": ("single",),
        "cat": ("mu_joined",),
        "ite": (),
        "rev": ("mu_reversed",),
    },
    "MuTheory._additive_parts": {"tl": ("tail",), "rm": ("removed_one",), "take": ("cut_weight",)},
    "known_cards": {"nil": ("nothing",), "unit": ("single",), "cat": ("len_joined", "front_card", "back_card")},
}
"""The lemmas that each case rests on in which the theory says itself what a pile comes to, from its parts.

One or the other of two piles is that pile, which needs no lemma; a pile of which nothing is known is left open.
"""
