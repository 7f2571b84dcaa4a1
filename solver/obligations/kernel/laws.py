"""N0: rows of bits are piles. Every pile is built card by card, and with one more card on top all goes as with piles.

A pile is nothing, or a card on top of a pile. So four things say everything about `PLANES`: what nothing is, and how
many cards there are, which is the first, and what lies under it, when a card lies on top. A fifth says how piles are
laid together, by induction on the upper one. Tuples have the same laws (L1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from model.cards import OWES
from solver.desk import Desk, Outcome, Proof
from solver.obligations.kernel.planes import MOST_CARDS, MOST_PAY_CARDS, PLANES, counted, pays, proper, size
from solver.obligations.kernel.words import at_most, word
from solver.smtlib import script
from solver.statements import settled
from solver.terms import Bool, Int, Zone, and_, apply, equal, implies, not_, number, one_of

STATEMENT: Final = (
    f"rows of bits are piles of up to {MOST_CARDS} cards, {MOST_PAY_CARDS} of them pay cards: a card on top of a pile, "
    "and piles laid together, are in rows what they are in cards"
)


def _on_top(card: Int, pile: Zone) -> Zone:
    return apply(Zone, "cat", apply(Zone, "unit", card), pile)


def _length(pile: Zone) -> Int:
    return apply(Int, "len", pile)


def laws() -> Mapping[str, Bool]:
    """What is to hold, by the name of its script."""
    card, upper, lower, none = apply(Int, "card"), apply(Zone, "upper"), apply(Zone, "lower"), apply(Zone, "nil")
    laid, together = _on_top(card, upper), apply(Zone, "cat", upper, lower)
    room = and_(
        one_of(card, OWES),
        proper(upper),
        proper(lower),
        at_most(size(upper) + size(lower), word(MOST_CARDS - 1)),
        at_most(pays(upper) + pays(lower), word(MOST_PAY_CARDS - 1)),
    )
    stated = {
        "nothing": and_(equal(_length(none), number(0)), proper(none), equal(apply(Zone, "cat", none, lower), lower)),
        "length": equal(_length(laid), _length(upper) + 1),
        "first": equal(apply(Int, "nth", laid, number(0)), card),
        "rest": equal(apply(Zone, "tl", laid), upper),
        "together": equal(apply(Zone, "cat", laid, lower), _on_top(card, together)),
        "proper": proper(laid),
        "counted": and_(counted(none), implies(counted(upper), counted(laid))),
    }
    return {name: implies(room, law) for name, law in stated.items()}


def _laws(desk: Desk[Any]) -> Outcome:
    answers = tuple(
        answer
        for name, law in laws().items()
        for answer in desk.ask(script([f"N0: {STATEMENT}; {name}"], PLANES, [not_(law)]), name, PLANES)
    )
    return settled(answers)


LAWS: Final[Proof[Any]] = Proof("N0", STATEMENT, _laws)
