"""L1: what `MuTheory` says of piles, proved of lists by structural induction.

Which fact rests on which lemma is said in `facts.py`.
"""

from __future__ import annotations

from typing import Final

from solver.obligations.facts import MORE
from solver.obligations.lists import (
    AS_LONG,
    BEHIND,
    BOUNDS,
    COPIES,
    CUTS,
    HELD,
    IN_FRONT,
    JOINED,
    NOT_NEGATIVE,
    PLACES,
    REMOVED,
    WITHOUT_MORE,
    Lemma,
    by_induction,
    of_all,
)

__all__ = ["LEMMAS", "Lemma"]


def _joined(f: str, name: str) -> tuple[Lemma, ...]:
    words = f"the {name} of two piles joined is the sum"
    return (
        Lemma(f"L1.{f}_joined_base", words, "", f"(= ({f} (cat nil B)) (+ ({f} nil) ({f} B)))"),
        Lemma(
            f"L1.{f}_joined_step",
            words,
            f"(assert (= ({f} (cat A B)) (+ ({f} A) ({f} B))))",
            f"(= ({f} (cat (cons X A) B)) (+ ({f} (cons X A)) ({f} B)))",
        ),
    )


def _reversed(f: str, name: str) -> tuple[Lemma, ...]:
    words = f"the {name} of a pile turned round is the same"
    shorter = f"(assert (= ({f} (rev A)) ({f} A)))"
    return (
        Lemma(f"L1.{f}_reversed_base", words, "", f"(= ({f} (rev nil)) ({f} nil))"),
        Lemma(
            f"L1.{f}_reversed_step",
            words,
            f"{JOINED.format(f=f)}\n{shorter}",
            f"(= ({f} (rev (cons X A))) ({f} (cons X A)))",
        ),
    )


PLACED: Final[tuple[Lemma, ...]] = (
    *by_induction("front_card", "of two piles joined the first cards are those of the first", IN_FRONT, "n", PLACES),
    *by_induction(
        "back_card", "of two piles joined the others are those of the second", BEHIND, "n", PLACES, NOT_NEGATIVE
    ),
    Lemma(
        "L1.next_card",
        "without its top card the cards of a pile lie one place nearer",
        "(assert (not (= A nil)))",
        "(=> (<= 0 N) (= (nth (below A) N) (nth A (+ N 1))))",
        PLACES,
    ),
    *by_induction(
        "turned_card",
        "in a pile turned round the last card comes first",
        "(=> (and (<= 0 {n}) (< {n} (len {a}))) (= (nth (rev {a}) {n}) (nth {a} (- (len {a}) 1 {n}))))",
        "n",
        PLACES,
        "\n".join((NOT_NEGATIVE, AS_LONG, of_all(IN_FRONT), of_all(BEHIND))),
    ),
    *by_induction(
        "taken_card",
        "the first cards of a pile are its cards",
        "(=> (and (<= 0 {n}) (< {n} (len (take {a} {k})))) (= (nth (take {a} {k}) {n}) (nth {a} {n})))",
        "n k",
        PLACES + CUTS,
        NOT_NEGATIVE,
    ),
    *by_induction(
        "left_card",
        "what is left without the first cards of a pile are the cards behind them",
        "(=> (and (<= 0 {n}) (<= 0 {k}) (<= {k} (len {a}))) (= (nth (drop {a} {k}) {n}) (nth {a} (+ {n} {k}))))",
        "n k",
        PLACES + CUTS,
        NOT_NEGATIVE,
    ),
)
"""Which card lies where."""

CUT: Final[tuple[Lemma, ...]] = (
    *by_induction(
        "cut_length",
        "a front of so many cards has so many, and the back has the others",
        "(=> (and (<= 0 {k}) (<= {k} (len {a}))) (and (= (len (take {a} {k})) {k}) "
        "(= (len {a}) (+ (len (take {a} {k})) (len (drop {a} {k}))))))",
        "k",
        CUTS,
        NOT_NEGATIVE,
    ),
    *by_induction(
        "cut_weight",
        "front and back of a pile weigh together what it weighs",
        "(= (mu {a}) (+ (mu (take {a} {k})) (mu (drop {a} {k}))))",
        "k",
        CUTS,
    ),
)
"""Piles cut in two."""

KNOWN_TO_BE_IN: Final[tuple[Lemma, ...]] = (
    *by_induction(
        "has_joined",
        "a card is in two piles joined if it is in one of them",
        "(= (has (cat {a} B) {c}) (or (has {a} {c}) (has B {c})))",
        "c",
        HELD,
    ),
    *by_induction(
        "has_reversed",
        "a card is in a pile turned round if it is in the pile",
        "(= (has (rev {a}) {c}) (has {a} {c}))",
        "c",
        HELD,
        "(assert (forall ((a Pile) (b Pile) (c Int)) "
        "(! (= (has (cat a b) c) (or (has a c) (has b c))) :pattern ((has (cat a b) c)))))",
    ),
    Lemma(
        "L1.has_rest",
        "a card is in a pile if it is the top card or in the rest, and only if there is one",
        f"{NOT_NEGATIVE}\n(assert (not (= A nil)))",
        "(and (= (has A C) (or (= (top A) C) (has (below A) C))) (< 0 (len A)))",
        HELD,
    ),
    *by_induction(
        "has_removed",
        "a card is in a pile without another if it is in the pile and is not that one",
        "(= (has (rm {a} {c}) {d}) (and (has {a} {d}) (not (= {c} {d}))))",
        "c d",
        HELD + REMOVED,
    ),
    *by_induction(
        "removed_nothing", "a pile without a card that is not in it is the pile", WITHOUT_MORE, "c", HELD + REMOVED
    ),
    *by_induction(
        "removed",
        "a pile of different cards without one of them has one card less, and is lighter by its weight",
        "(=> (and (different {a}) (has {a} {c})) (and (= (len (rm {a} {c})) (- (len {a}) 1)) "
        "(= (mu (rm {a} {c})) (- (mu {a}) (wt {c})))))",
        "c",
        HELD + REMOVED,
        "(assert (forall ((a Pile) (c Int)) (! " + WITHOUT_MORE.format(a="a", c="c") + " :pattern ((rm a c)))))",
    ),
)
"""Which cards a pile has, and a pile without one of them."""

REPEATED: Final[tuple[Lemma, ...]] = (
    Lemma("L1.copies_base", "no copies are no cards", "(assert (<= K 0))", "(= (len (rep C K)) 0)", COPIES),
    Lemma(
        "L1.copies_step",
        "so many copies are so many cards",
        "(assert (<= 0 K))\n(assert (= (len (rep C K)) K))",
        "(= (len (rep C (+ K 1))) (+ K 1))",
        COPIES,
    ),
    Lemma(
        "L1.each_copy_base",
        "among no copies there is none",
        "(assert (<= K 0))",
        "(=> (and (<= 0 N) (< N (len (rep C K)))) (= (nth (rep C K) N) C))",
        PLACES + COPIES,
    ),
    Lemma(
        "L1.each_copy_step",
        "every copy is the card",
        "(assert (<= 0 K))\n"
        "(assert (forall ((n Int)) (=> (and (<= 0 n) (< n (len (rep C K)))) (= (nth (rep C K) n) C))))",
        "(=> (and (<= 0 N) (< N (len (rep C (+ K 1))))) (= (nth (rep C (+ K 1)) N) C))",
        PLACES + COPIES,
    ),
)
"""Copies of one card."""

BOUNDED: Final[tuple[Lemma, ...]] = by_induction(
    "bounded",
    "a measure of a pile lies between so many times the least and the most that a card comes to",
    "(and (<= (* LEAST (len {a})) (mu {a})) (<= (mu {a}) (* MOST (len {a}))))",
    "",
    BOUNDS,
    logic="UFDTNIA",
)
"""Measures whose bounds for a card are known: a measure is a weighing that is not left open."""


LEMMAS: Final[tuple[Lemma, ...]] = (
    *_joined("len", "length"),
    *_joined("mu", "weight"),
    *_reversed("len", "length"),
    *_reversed("mu", "weight"),
    Lemma("L1.len_base", "a length is never negative", "", "(<= 0 (len nil))"),
    Lemma("L1.len_step", "a length is never negative", "(assert (<= 0 (len A)))", "(<= 0 (len (cons X A)))"),
    Lemma(
        "L1.rest",
        "a pile that is not empty weighs what its top card and the rest weigh",
        "(assert (not (= A nil)))",
        "(and (= (len A) (+ 1 (len (below A)))) (= (mu A) (+ (wt (top A)) (mu (below A)))))",
    ),
    Lemma("L1.empty_base", "a pile without cards weighs nothing", "", "(=> (<= (len nil) 0) (= (mu nil) 0))"),
    Lemma(
        "L1.empty_step",
        "a pile without cards weighs nothing",
        "(assert (<= 0 (len A)))",
        "(=> (<= (len (cons X A)) 0) (= (mu (cons X A)) 0))",
    ),
    *PLACED,
    *CUT,
    *KNOWN_TO_BE_IN,
    *REPEATED,
    *BOUNDED,
    *MORE,
)
