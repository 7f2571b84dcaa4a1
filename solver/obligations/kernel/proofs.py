"""N0 and N1 as proofs, and how a suspicion of the solvers is looked into: with the step itself, and with the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from model.cards import Labelling
from model.deal import Deal
from model.game import NOBODY, Seat
from model.piles.points import POINTS
from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from model.piles.state import Debt, Table
from properties.evidence import Solved, Verdict
from solver.bounded import DECISIVE
from solver.desk import Desk, Outcome, Proof
from solver.kernel.step import END_RULES, make_step
from solver.obligations.kernel import claims as stated
from solver.obligations.kernel.claims import Claim
from solver.obligations.kernel.games import differs, few_deals, first_wrong, opens_wrong
from solver.obligations.kernel.halves import LEAD, PAY, MakeStep
from solver.obligations.kernel.laws import LAWS
from solver.obligations.kernel.planes import MOST_CARDS, PLANES, check_known, counted, pay, pile_of, size, wide
from solver.obligations.kernel.positions import LESS, NAMES, Position, goes_on
from solver.obligations.kernel.words import ALL_ONES, Word, at_most, same, word
from solver.obligations.piles.order import under
from solver.obligations.piles.steps import INITIAL, TURN
from solver.smtlib import script
from solver.solvers import Answer, model
from solver.statements import settled
from solver.terms import Bool, Int, Zone, apply, equal, ite, number, or_

LOOKING: Final = 10.0
"""How many seconds a solver may look for a table that shows what is wrong."""
SMALL: Final = 6
MOST_STEPS: Final = 1_120
"""In lanes.py no game has more steps than this; each takes one pile at most."""
NUMBA: Final = "numba and LLVM: what they make of the step does what the step does"
DRIVER: Final = (
    "which word stands in which row, and in what order 'lead' and 'pay' are called (lanes.py), is tried, not proved"
)
ROOM: Final = (
    f"cards and tricks never outgrow the bits that count them: lanes.py gives a game up after {MOST_STEPS:,} steps"
)
ALIKE: Final = "cards that demand as much are alike to the rules"
COUNTED: Final = "the ones of a word are as many, from whichever end they are counted"


# --- what is proved ---


SEATS: Final = (2,)
"""The kernel plays games of two seats, and nothing is stated of it where more are asked for."""
HALVES: Final[Mapping[str, str]] = {
    LEAD: "where nothing is owed the kernel's 'lead' lays what the rules say, card by card, up to the first pay card",
    PAY: "the kernel's 'pay' lays what is owed as the rules say, card by card, up to a pay card or the last one owed",
}
IDLE: Final = (
    "a half of the kernel's step that is not due, or that stops the game, changes nothing but the mark of the end"
)
OPENING: Final = "the words that the kernel's 'opening' makes of a deal are those of the first table"
CARD: Final = "a card does what the kernel's step is held against, and what is assumed of a table stays so"
END: Final = (
    "the kernel's step stops just where the rules end the game, and its 'ending' tells who wins, after how many cards "
    "and tricks, and how the last pile was won"
)


def step_proofs(make: MakeStep = make_step) -> tuple[Proof[Book], ...]:
    """N0 and N1 for the step, or for a broken one."""
    rules = ({}, *under("end", *END_RULES))
    return (
        replace(LAWS, when=plays, seats=SEATS),
        Proof("N1.lead", HALVES[LEAD], partial(_of_half, LEAD, make), when=plays, seats=SEATS, long=30.0),
        Proof("N1.pay", HALVES[PAY], partial(_of_half, PAY, make), when=plays, seats=SEATS),
        Proof("N1.idle", IDLE, partial(_of_idle, make), when=plays, seats=SEATS),
        Proof("N1.opening", OPENING, partial(_of_opening, make), (), plays, seats=SEATS, scene=INITIAL.name),
        Proof("N1.card", CARD, partial(_of_card, make), (), plays, rules, SEATS, scene=TURN.name),
        Proof("N1.end", END, partial(_of_end, make), (), plays, rules, SEATS, scene=TURN.name),
    )


def plays(declared: Book) -> bool:
    """Whether the kernel plays by these rules: as in Beggar My Neighbour, with one of four end rules."""
    same_rules = all(getattr(declared, point) is getattr(BEGGAR, point) for point in DECISIVE if point != "end")
    return same_rules and end_of(declared) in END_RULES


def end_of(declared: Book) -> str:
    """The wire name of the end rule that was agreed on."""
    ways = POINTS["end"].alternatives
    return next((name for name, way in ways.items() if way is declared.end), "")


# --- how ---


def _of_half(half: str, make: MakeStep, desk: Desk[Book]) -> Outcome:
    found = _asked(desk, stated.of_half(half, make))
    return _looked_into(desk, found, make, tuple(END_RULES)).resting_on((ROOM, NUMBA, DRIVER))


def _of_end(make: MakeStep, desk: Desk[Book]) -> Outcome:
    end = end_of(desk.declared)
    found = _asked(desk, stated.of_end(end, desk.compiled(TURN), make))
    return _looked_into(desk, found, make, (end,)).resting_on((ALIKE, ROOM, NUMBA, DRIVER))


def _of_card(make: MakeStep, desk: Desk[Book]) -> Outcome:
    """This is about the model alone: what numba makes of the step is nothing to it."""
    end = end_of(desk.declared)
    found = _asked(desk, stated.of_card(end, desk.compiled(TURN)))
    return _looked_into(desk, found, make, (end,)).resting_on((ALIKE,))


def _of_idle(make: MakeStep, desk: Desk[Book]) -> Outcome:
    found = _asked(desk, stated.of_idle(make))
    outcome = _settled(found).resting_on((NUMBA, DRIVER))
    for claim in _suspected(found):
        values = {name: int(value) for name, value in (model(_script(claim), LOOKING) or {}).items()}
        again = next(each for each in stated.of_idle(make, values) if each.name == claim.name)
        if again.holds.value is False:
            shown = ("mark", *NAMES)
            words = ", ".join(
                f"{name} {value & ALL_ONES:#x}" for name, value in sorted(values.items()) if name in shown
            )
            return replace(outcome, verdict=Verdict.FAILED, counterexample=f"{claim.name}: {words}")
    return outcome


def _of_opening(make: MakeStep, desk: Desk[Book]) -> Outcome:
    found = _asked(desk, stated.of_opening(desk.compiled(INITIAL), make))
    outcome = _settled(found).resting_on((ALIKE, COUNTED, NUMBA, DRIVER))
    suspected = _suspected(found)
    deals = [deal for claim in suspected for deal in _deals(claim)]
    wrong = (opens_wrong(desk.book, deal, make) for deal in (*deals, *(few_deals() if suspected else ())))
    shown = next(filter(None, wrong), "")
    return replace(outcome, verdict=Verdict.FAILED, counterexample=shown) if shown else outcome


Found = Sequence[tuple[Claim, tuple[Solved, ...]]]


def _asked(desk: Desk[Book], claims: Iterable[Claim]) -> Found:
    return [(claim, desk.ask(_script(claim), claim.name, PLANES)) for claim in claims]


def _script(claim: Claim, *more: Bool) -> str:
    """What is put to solvers. Raises Mismatch where the rules do with piles what rows of bits do not know."""
    check_known((*claim.against, *more))
    return script([f"N1: {claim.name}"], PLANES, (*claim.against, *more))


def _settled(found: Found) -> Outcome:
    return settled([answer for _, answers in found for answer in answers])


def _suspected(found: Found) -> list[Claim]:
    """The claims of which some solver says that they do not hold."""
    return [claim for claim, answers in found if any(each.answer == Answer.SAT for each in answers)]


def _looked_into(desk: Desk[Book], found: Found, make: MakeStep, rules: Sequence[str]) -> Outcome:
    """What follows from the answers; where one is `sat` step and rules are carried out beside each other."""
    outcome, suspected = _settled(found), _suspected(found)
    if not suspected:
        return outcome
    tables = ((end, table) for claim in suspected for end in rules for table in _tables(claim, end))
    beside = (differs(desk.book, end, table, make) for end, table in tables)
    wrong = next(filter(None, beside), None) or first_wrong(desk.book, rules, make)
    if wrong is None:
        why = f"a solver suspects {suspected[0].name}, but on no table that was tried step and rules differ"
        return replace(outcome, verdict=Verdict.INCONCLUSIVE, counterexample=why)
    return replace(outcome, verdict=Verdict.FAILED, counterexample=wrong.line, situation=wrong.shown())


# --- tables that a solver names ---


def _tables(claim: Claim, end: str) -> Iterator[Table]:
    """Tables that break a claim under an end rule: with few cards and soon after a deal, if there are such."""
    if claim.at is None:
        return
    at, rule = claim.at, END_RULES[end]._asdict().items()
    real = (
        *map(counted, at.piles),
        *goes_on(end, at).values(),
        *(same(apply(Word, name), word(n)) for name, n in rule),
    )
    few = at_most(_cards(at), word(SMALL))
    for more in ((_fresh(at), few), (_fresh(at),), (or_(at.owing, _empty(at)),)):
        values = model(_script(claim, *real, *more), LOOKING)
        if values is not None:
            yield _table(at, values)


def _fresh(at: Position) -> Bool:
    """That nothing lies in the middle, or one pay card with those that were paid for it."""
    paid = size(at.middle) - word(1)
    first = same(pay(at.middle), word(1 << MOST_CARDS - 1))
    owed = wide(apply(Int, "nth", at.middle, number(0)) - LESS)
    return ite(at.owing, first & same(owed, wide(at.debt) + paid), _empty(at))


def _empty(at: Position) -> Bool:
    return equal(at.middle, apply(Zone, "nil"))


def _cards(at: Position) -> Word:
    return size(at.mine) + size(at.theirs) + size(at.middle)


def _table(at: Position, values: Mapping[str, int | bool]) -> Table:
    """The table that a solver has named; what it leaves open does not matter."""
    mine, theirs, middle = (pile_of(int(values.get(pile.op, 0))) for pile in at.piles)
    seat, debt = (int(values.get(each.op, 0)) if each.value is None else int(each.value) for each in (at.seat, at.debt))
    hands = (mine, theirs) if seat == 0 else (theirs, mine)
    return Table(hands, middle, Seat(seat), Debt(debt), Seat(1 - seat) if debt else NOBODY)


def _deals(claim: Claim) -> Iterator[Deal]:
    """Deals whose opening breaks a claim, one of few cards first."""
    if claim.at is None:
        return
    for more in ((at_most(_cards(claim.at), word(SMALL)),), ()):
        values = model(_script(claim, *map(counted, claim.at.piles[:2]), *more), LOOKING)
        if values is not None:
            yield Deal(_table(claim.at, values).hands, Labelling.CLASS)
