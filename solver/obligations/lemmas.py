"""L1: what `MuTheory` says of piles, proved of lists by structural induction.

Each lemma is a small script of its own with datatypes and quantifiers, for z3 and cvc5 (yices has neither). A base case
and a step make an induction; the step may use its own lemma for the shorter list and the lemmas before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LISTS: Final = """\
(declare-datatypes ((Pile 0)) (((nil) (cons (top Int) (below Pile)))))
(declare-fun wt (Int) Int)
(declare-fun len (Pile) Int)
(declare-fun mu (Pile) Int)
(declare-fun cat (Pile Pile) Pile)
(declare-fun rev (Pile) Pile)
(assert (= (len nil) 0))
(assert (= (mu nil) 0))
(assert (= (rev nil) nil))
(assert (forall ((x Int) (a Pile)) (! (= (len (cons x a)) (+ 1 (len a))) :pattern ((len (cons x a))))))
(assert (forall ((x Int) (a Pile)) (! (= (mu (cons x a)) (+ (wt x) (mu a))) :pattern ((mu (cons x a))))))
(assert (forall ((b Pile)) (! (= (cat nil b) b) :pattern ((cat nil b)))))
(assert (forall ((x Int) (a Pile) (b Pile))
  (! (= (cat (cons x a) b) (cons x (cat a b))) :pattern ((cat (cons x a) b)))))
(assert (forall ((x Int) (a Pile)) (! (= (rev (cons x a)) (cat (rev a) (cons x nil))) :pattern ((rev (cons x a))))))
(declare-const A Pile)
(declare-const B Pile)
(declare-const X Int)
"""
"""Piles as lists, with the piles' functions defined as Python's tuples have them."""

PLACES: Final = """\
(declare-fun nth (Pile Int) Int)
(assert (forall ((x Int) (a Pile) (n Int))
  (! (= (nth (cons x a) n) (ite (= n 0) x (nth a (- n 1)))) :pattern ((nth (cons x a) n)))))
(declare-const N Int)
"""
"""The card at a place, counted from 0."""

CUTS: Final = """\
(declare-fun take (Pile Int) Pile)
(declare-fun drop (Pile Int) Pile)
(assert (forall ((n Int)) (! (= (take nil n) nil) :pattern ((take nil n)))))
(assert (forall ((n Int)) (! (= (drop nil n) nil) :pattern ((drop nil n)))))
(assert (forall ((x Int) (a Pile) (n Int))
  (! (= (take (cons x a) n) (ite (<= n 0) nil (cons x (take a (- n 1))))) :pattern ((take (cons x a) n)))))
(assert (forall ((x Int) (a Pile) (n Int))
  (! (= (drop (cons x a) n) (ite (<= n 0) (cons x a) (drop a (- n 1)))) :pattern ((drop (cons x a) n)))))
(declare-const K Int)
"""
"""The first cards of a pile, and what is left without them."""

HELD: Final = """\
(declare-fun has (Pile Int) Bool)
(assert (forall ((c Int)) (! (not (has nil c)) :pattern ((has nil c)))))
(assert (forall ((x Int) (a Pile) (c Int))
  (! (= (has (cons x a) c) (or (= x c) (has a c))) :pattern ((has (cons x a) c)))))
(declare-const C Int)
"""
"""Whether a card is in a pile."""

REMOVED: Final = """\
(declare-fun rm (Pile Int) Pile)
(assert (forall ((c Int)) (! (= (rm nil c) nil) :pattern ((rm nil c)))))
(assert (forall ((x Int) (a Pile) (c Int))
  (! (= (rm (cons x a) c) (ite (= x c) (rm a c) (cons x (rm a c)))) :pattern ((rm (cons x a) c)))))
(declare-fun different (Pile) Bool)
(assert (different nil))
(assert (forall ((x Int) (a Pile))
  (! (= (different (cons x a)) (and (not (has a x)) (different a))) :pattern ((different (cons x a))))))
(declare-const D Int)
"""
"""A pile without a card, and whether all cards of a pile are different."""

COPIES: Final = """\
(declare-fun rep (Int Int) Pile)
(assert (forall ((c Int) (n Int))
  (! (= (rep c n) (ite (<= n 0) nil (cons c (rep c (- n 1))))) :pattern ((rep c n)))))
(declare-const C Int)
(declare-const K Int)
"""
"""So many copies of one card."""

BOUNDS: Final = """\
(declare-const LEAST Int)
(declare-const MOST Int)
(assert (forall ((x Int)) (! (and (<= LEAST (wt x)) (<= (wt x) MOST)) :pattern ((wt x)))))
"""
"""A weighing whose weights lie between two numbers."""

JOINED: Final = "(assert (forall ((a Pile) (b Pile)) (! (= ({f} (cat a b)) (+ ({f} a) ({f} b))) :pattern ((cat a b)))))"


@dataclass(frozen=True, slots=True)
class Lemma:
    """One step of an induction: from these assumptions, this."""

    id: str
    statement: str
    assumed: str
    claim: str
    defined: str = ""
    """What it speaks of besides lengths, weights, and piles joined and turned round."""
    logic: str = "UFDTLIA"

    def script(self) -> str:
        """The whole query: `unsat` proves the lemma."""
        assumed = f"{self.assumed}\n" if self.assumed else ""
        known = f"(set-logic {self.logic})\n{LISTS}{self.defined}{assumed}"
        return f"; {self.id}: {self.statement}\n{known}(assert (not {self.claim}))\n(check-sat)\n"


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


def _by_induction(
    id: str, statement: str, claim: str, of: str = "", defined: str = "", known: str = "", logic: str = "UFDTLIA"
) -> tuple[Lemma, ...]:
    """Base and step for a claim about a pile `{a}`; `of` are the numbers, such as `n`, that it is made for all of.

    In the step the claim is known of the shorter pile, for all these numbers; `known` are lemmas proved before.
    """
    letters = of.split()
    constants = {each: each.upper() for each in letters}
    shorter = claim.format(a="A", **{each: each for each in letters})
    if letters:
        shorter = f"(forall ({' '.join(f'({each} Int)' for each in letters)}) {shorter})"
    longer = "\n".join(filter(None, (known, f"(assert {shorter})")))
    return (
        Lemma(f"L1.{id}_base", statement, known, claim.format(a="nil", **constants), defined, logic),
        Lemma(f"L1.{id}_step", statement, longer, claim.format(a="(cons X A)", **constants), defined, logic),
    )


NOT_NEGATIVE: Final = "(assert (forall ((a Pile)) (! (<= 0 (len a)) :pattern ((len a)))))"
AS_LONG: Final = "(assert (forall ((a Pile)) (! (= (len (rev a)) (len a)) :pattern ((rev a)))))"
IN_FRONT: Final = "(=> (and (<= 0 {n}) (< {n} (len {a}))) (= (nth (cat {a} B) {n}) (nth {a} {n})))"
BEHIND: Final = "(=> (<= (len {a}) {n}) (= (nth (cat {a} B) {n}) (nth B (- {n} (len {a})))))"
WITHOUT_MORE: Final = "(=> (not (has {a} {c})) (= (rm {a} {c}) {a}))"


def _of_all(claim: str, b: str = "b") -> str:
    """A claim about two piles joined, as something known of all piles and places."""
    known = claim.replace("B", b).format(a="a", n="n")
    return f"(assert (forall ((a Pile) ({b} Pile) (n Int)) (! {known} :pattern ((nth (cat a {b}) n)))))"


PLACED: Final[tuple[Lemma, ...]] = (
    *_by_induction("front_card", "of two piles joined the first cards are those of the first", IN_FRONT, "n", PLACES),
    *_by_induction(
        "back_card", "of two piles joined the others are those of the second", BEHIND, "n", PLACES, NOT_NEGATIVE
    ),
    Lemma(
        "L1.next_card",
        "without its top card the cards of a pile lie one place nearer",
        "(assert (not (= A nil)))",
        "(=> (<= 0 N) (= (nth (below A) N) (nth A (+ N 1))))",
        PLACES,
    ),
    *_by_induction(
        "turned_card",
        "in a pile turned round the last card comes first",
        "(=> (and (<= 0 {n}) (< {n} (len {a}))) (= (nth (rev {a}) {n}) (nth {a} (- (len {a}) 1 {n}))))",
        "n",
        PLACES,
        "\n".join((NOT_NEGATIVE, AS_LONG, _of_all(IN_FRONT), _of_all(BEHIND))),
    ),
    *_by_induction(
        "taken_card",
        "the first cards of a pile are its cards",
        "(=> (and (<= 0 {n}) (< {n} (len (take {a} {k})))) (= (nth (take {a} {k}) {n}) (nth {a} {n})))",
        "n k",
        PLACES + CUTS,
        NOT_NEGATIVE,
    ),
    *_by_induction(
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
    *_by_induction(
        "cut_length",
        "a front of so many cards has so many, and the back has the others",
        "(=> (and (<= 0 {k}) (<= {k} (len {a}))) (and (= (len (take {a} {k})) {k}) "
        "(= (len {a}) (+ (len (take {a} {k})) (len (drop {a} {k}))))))",
        "k",
        CUTS,
        NOT_NEGATIVE,
    ),
    *_by_induction(
        "cut_weight",
        "front and back of a pile weigh together what it weighs",
        "(= (mu {a}) (+ (mu (take {a} {k})) (mu (drop {a} {k}))))",
        "k",
        CUTS,
    ),
)
"""Piles cut in two."""

KNOWN_TO_BE_IN: Final[tuple[Lemma, ...]] = (
    *_by_induction(
        "has_joined",
        "a card is in two piles joined if it is in one of them",
        "(= (has (cat {a} B) {c}) (or (has {a} {c}) (has B {c})))",
        "c",
        HELD,
    ),
    *_by_induction(
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
    *_by_induction(
        "has_removed",
        "a card is in a pile without another if it is in the pile and is not that one",
        "(= (has (rm {a} {c}) {d}) (and (has {a} {d}) (not (= {c} {d}))))",
        "c d",
        HELD + REMOVED,
    ),
    *_by_induction(
        "removed_nothing", "a pile without a card that is not in it is the pile", WITHOUT_MORE, "c", HELD + REMOVED
    ),
    *_by_induction(
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

BOUNDED: Final[tuple[Lemma, ...]] = _by_induction(
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
)
