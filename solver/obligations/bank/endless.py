"""K7: a match of Bank need never end, whatever way of counting was agreed on.

For each way there are rounds, found beforehand and played by the model here, after which totals, dealer and seats are
what they were. Where a penalty is small enough, or there is none, such rounds are blocked ones, in which nobody goes
out; and if in every round somebody does, K6 says when some total reaches the target.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from itertools import product
from typing import Final

from model.bank.points import PENALTY_OF, choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from properties.bank_lasso import Course, Lasso, LassoError, course
from properties.bank_lasso_rounds import SEATS, WHO_LOSES, choices_of, lasso, ways
from properties.evidence import Grade, Verdict
from solver.desk import Desk, Outcome, Proof
from solver.obligations.bank.lengths import least_gain

COUNTING: Final = frozenset({"scoring", "losers", "fixed_sum", "card_sum", *PENALTY_OF})
"""What says how rounds are counted: in these the lassos differ from the defaults, and in nothing else."""


def otherwise_usual(declared: Book) -> bool:
    """Whether everything but the way of counting is agreed on as usual."""
    others = [each.name for each in fields(Book) if each.name not in COUNTING]
    return all(getattr(declared, name) == getattr(BANK, name) for name in others)


def goes_round(way: str, desk: Desk[Book]) -> Outcome:
    """Every lasso of one way of counting, played by the rules of the desk's book.

    The way itself is put into the book: where a rule that it names was swapped, nothing would be seen of that.
    """
    hidden = [point for point in (*choices_of(way), "losers") if _swapped(desk, point)]
    if hidden:
        return Outcome(Verdict.INCONCLUSIVE, counterexample=f"the rounds put in their own {', '.join(hidden)}")
    book = _usually_counted(desk)
    examples, blocked = [], []
    for losers, seats in product(WHO_LOSES, SEATS):
        found = lasso(way, losers, seats)
        try:
            went = course(found, book)
        except LassoError as error:
            return _failed(losers, seats, str(error))
        if not went.returns:
            return _failed(losers, seats, "after the rounds the match does not stand as before")
        examples.append(f"{_named(losers, seats)}: {told(found, went)}")
        if not went.finished:
            blocked.append((losers, seats))
    return Outcome(Verdict.HELD, Grade.EXEMPLIFIED, examples=tuple(examples), note=_if_finished(way, blocked))


def _swapped(desk: Desk[Book], point: str) -> bool:
    return bool(getattr(desk.book, point) != getattr(desk.declared, point))


def _usually_counted(desk: Desk[Book]) -> Book:
    """The desk's book, rules that were swapped into it too, with the usual way of counting in place of what is agreed.

    What a lasso does not choose is then what it was found with.
    """
    usual = {name: getattr(BANK, name) for name in COUNTING if not _swapped(desk, name)}
    return replace(desk.book, **usual)


def _named(losers: str, seats: int) -> str:
    return f"{seats} seats, losers={losers}"


def _failed(losers: str, seats: int, why: str) -> Outcome:
    return Outcome(Verdict.FAILED, Grade.EXEMPLIFIED, f"{_named(losers, seats)}: {why}")


def told(found: Lasso, went: Course) -> str:
    """The rounds of a lasso, by the totals after each, and what is done in the first."""
    totals = ["/".join(map(str, position.totals)) for position in went.positions]
    blocked = "" if went.finished else ", rounds in which nobody goes out"
    deal, script = found.rounds[0]
    return f"totals {', '.join(totals)}{blocked}; first round {deal} {script}"


def _if_finished(way: str, blocked: list[tuple[str, int]]) -> str:
    """What is known where only blocked rounds are shown: that others come to an end, or nothing."""
    known: dict[bool, list[str]] = {True: [], False: []}
    for losers, seats in blocked:
        declared = choose(BANK, {**choices_of(way), "losers": losers})
        known[least_gain(declared, seats) > 0].append(_named(losers, seats))
    words = {True: "the target is reached (K6)", False: "nothing is known"}
    told = [f"{words[ends]} with {', with '.join(cases)}" for ends, cases in known.items() if cases]
    return f"if somebody goes out in every round: {'; '.join(told)}" if told else ""


PROOFS: Final[tuple[Proof[Book], ...]] = tuple(
    [
        Proof(
            f"K7.{way.replace(':', '_').replace(' ', '.')}",
            f"a match need never end if '{way}' is how rounds are counted: rounds that bring totals, dealer and seats"
            " back to where they were are played with 2, 3 and 4 seats, whoever of those with cards has lost",
            partial(goes_round, way),
            (),
            when=otherwise_usual,
            once=True,
        )
        for way in ways()
    ]
)
