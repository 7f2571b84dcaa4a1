"""K6: in how many rounds of Bank some total reaches the target, if in every round somebody goes out.

Then all seats together gain points in every round, and the sum of the totals grows until one of them is high enough.
A round in which nobody goes out may bring nothing to anybody, and then a match need not end: K7.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from model.bank import match, scoring
from model.bank.rulebook import Book
from solver.desk import Desk, Outcome, Proof
from solver.languages import NUMBERS
from solver.obligations import Choices, Inputs, Scene, Statements
from solver.obligations.bank.bounds import ALL_PLAY
from solver.obligations.bank.ends import LAYS, an_end_with_a_finisher, any_end, together, worst
from solver.obligations.bank.match_rules import TARGET, ints
from solver.obligations.bank.rounds import Banks
from solver.smtlib import script
from solver.statements import settled
from solver.terms import Bool, Int, and_, apply, equal, implies, not_, number, or_, times, total
from solver.values import Value

FIRST_BONUS: Final = 20
NEXT_BONUS: Final = 10
"""BANK-84, 86, 88: what going out first brings at least, and what going out later brings."""


def least_gain(declared: Book, seats: int) -> int:
    """What all seats together score at least in a round in which somebody has gone out; 0 if nothing is certain.

    However many have gone out, the others may have lost, each of which pays a fixed sum at most.
    """
    fixed = declared.scoring is scoring.fixed and declared.fixed_mode is scoring.fixed_alone
    if not fixed and declared.scoring is not scoring.no_penalty:
        return 0
    cost = declared.fixed_sum if fixed else 0
    alone = declared.losers is scoring.last_only
    gains = []
    for gone in range(1, seats):
        losers = seats - gone if not alone or gone == seats - 1 else 0
        gains.append(FIRST_BONUS + NEXT_BONUS * (gone - 1) - cost * losers)
    return max(min(gains), 0)


def rounds_needed(declared: Book, seats: int) -> int:
    """In how many rounds with a finisher somebody has reached the target: then all together have too much."""
    return seats * _below(declared) // least_gain(declared, seats) + 1


def _below(declared: Book) -> int:
    """The highest total that is not enough."""
    return TARGET - 1 if declared.match_target is match.at_least else TARGET


SCORES: Final[Scene[Book]] = Scene(
    "end_scores", lambda book: scoring.scores, any_end, an_end_with_a_finisher, contracts=LAYS
)


def gains_with(*seats: int) -> Callable[[Book], bool]:
    """Whether with each of these numbers of seats something is certain to be gained.

    What fewer seats pay in an extra round of their own is not counted: a penalty is only looked at where all play.
    """

    def when(declared: Book) -> bool:
        free = declared.scoring is scoring.no_penalty
        return (free or ALL_PLAY(declared)) and all(least_gain(declared, number) > 0 for number in seats)

    return when


def all_gain(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """All seats together score so much at least."""
    least = least_gain(setting.declared, setting.seats)
    return {f"all seats together score {least} at least": total(ints(result)) >= least}


def in_so_many_rounds(desk: Desk[Book]) -> Outcome:
    """The sum of all totals grows round by round, until one of them must have reached the target."""
    outcomes, needed = [], rounds_needed(desk.declared, desk.seats)
    for part, (words, claim) in growing(desk.declared, desk.seats, needed).items():
        text = script((f"K6.rounds, {desk.seats} seats: {words}",), NUMBERS, (not_(claim),))
        outcomes.append(settled(desk.ask(text, part, NUMBERS)))
    told = replace(worst(outcomes), note=f"{needed} rounds")
    return told.resting_on((FINISHING, ADDED, ROUNDS))


def growing(declared: Book, seats: int, needed: int) -> dict[str, tuple[str, Bool]]:
    """The start, the step and the end of an induction over rounds, to its end after so many of them."""
    gain = least_gain(declared, seats)
    totals, scored = ([apply(Int, f"{name}.{at}") for at in range(seats)] for name in ("totals", "scored"))
    rounds = apply(Int, "rounds")
    grown = total(totals) >= times(gain, rounds)
    after = total([old + got for old, got in zip(totals, scored, strict=True)])
    there = or_(*(each > _below(declared) for each in totals))
    return {
        "start": (
            "nought is what all totals together are before the first round",
            implies(and_(*(equal(each, number(0)) for each in totals)), total(totals) >= 0),
        ),
        "step": (
            f"if all totals together are {gain} for each round at least, so they are after one more",
            implies(grown & (total(scored) >= gain), after >= times(gain, rounds + 1)),
        ),
        "end": (
            f"after {needed} rounds one of them is more than {_below(declared)}",
            implies(grown & (rounds >= needed), there),
        ),
    }


# --- what is to hold ---


def _alone(fixed: int, losers: str) -> Choices:
    return {"scoring": f"fixed:{fixed}", "fixed_mode": "alone", "losers": losers}


FINISHING: Final = "in every round somebody goes out; a blocked round in which nobody does may bring nothing"
ADDED: Final = "K8.added: scores are added to the totals"
ROUNDS: Final = "K6.gain: what all seats together score in a round in which somebody goes out"

FIXED_ALONE: Final[tuple[tuple[int, tuple[Choices, ...]], ...]] = (
    (2, tuple([_alone(15, losers) for losers in ("all_with_cards", "most_points", "last_only")])),
    (3, tuple([_alone(one, "last_only") for one in (15, 23)])),
    (4, tuple([_alone(one, "last_only") for one in (15, 23, 31)])),
)
"""For so many seats the penalties with which all seats together gain, all the same, in each round with a finisher."""


def _gained(name: str, seats: tuple[int, ...], under: tuple[Choices, ...]) -> tuple[Proof[Book], ...]:
    when = gains_with(*seats)
    return (
        Proof(
            f"K6.gain{name}",
            "in a round in which somebody goes out all seats together gain points",
            together((SCORES, all_gain), note=lambda declared, seats: f"{least_gain(declared, seats)} points at least"),
            (),
            when=when,
            under=under,
            seats=seats,
        ),
        Proof(
            f"K6.rounds{name}",
            "if in every round somebody goes out, some total reaches the target in a certain number of rounds",
            in_so_many_rounds,
            (),
            when=when,
            under=(*under, *({**each, "match_target": "more_than"} for each in under)),
            seats=seats,
        ),
    )


PROOFS: Final[tuple[Proof[Book], ...]] = (
    *_gained("", (2, 3, 4), ({},)),
    *(proof for seats, under in FIXED_ALONE for proof in _gained(f".fixed_{seats}", (seats,), under)),
)
