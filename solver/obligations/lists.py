"""Piles as lists for the lemmas: their functions as Python's tuples have them, and what an induction is made of.

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


def by_induction(
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


def of_all(claim: str, b: str = "b") -> str:
    """A claim about two piles joined, as something known of all piles and places."""
    known = claim.replace("B", b).format(a="a", n="n")
    return f"(assert (forall ((a Pile) ({b} Pile) (n Int)) (! {known} :pattern ((nth (cat a {b}) n)))))"
