"""L1: what `MuTheory` says of piles, proved of lists by structural induction.

Each lemma is a small script of its own with datatypes and quantifiers, for z3 and cvc5 (yices has neither). A base case
and a step make an induction; the step may use its own lemma for the shorter list and the lemmas before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LISTS: Final = """\
(set-logic UFDTLIA)
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

JOINED: Final = "(assert (forall ((a Pile) (b Pile)) (! (= ({f} (cat a b)) (+ ({f} a) ({f} b))) :pattern ((cat a b)))))"


@dataclass(frozen=True, slots=True)
class Lemma:
    """One step of an induction: from these assumptions, this."""

    id: str
    statement: str
    assumed: str
    claim: str

    def script(self) -> str:
        """The whole query: `unsat` proves the lemma."""
        assumed = f"{self.assumed}\n" if self.assumed else ""
        return f"; {self.id}: {self.statement}\n{LISTS}{assumed}(assert (not {self.claim}))\n(check-sat)\n"


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
)
