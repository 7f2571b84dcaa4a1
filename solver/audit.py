"""A1: an audit of the invariant that is written by hand (`in_order`): which parts of it are found, and which needed.

Two questions about each part. Would z3's Spacer have found by itself that it holds of every table that comes up, from
the first tables and from what a turn makes of a table? It is asked about numbers alone: of a pile only its length is
left, and each card may be any. What holds of these holds of the piles; what does not need not fail.

And who needs it? Each part is left out of what is assumed, and of what is to be shown of the next table, and all
statements that rest on the table's order are put to a solver again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, cast

from model.cards import FACES
from model.piles.rulebook import Book
from model.piles.state import Phase
from properties.evidence import Grade, Verdict
from solver.compile import Compiled
from solver.desk import Desk, Outcome, Proof
from solver.instances import put_in, terms_of
from solver.languages import LENGTHS
from solver.obligations import Obligation, Statements
from solver.obligations.common import record
from solver.obligations.piles.order import Piles, collects_at_once, in_order, in_phase
from solver.obligations.piles.steps import INITIAL, TURN
from solver.smtlib import rules, script
from solver.solvers import Answer, NoSolver, Solver, available, fits, named
from solver.terms import BUILT_IN, FALSE, Bool, Term, Zone, and_, apply, not_, number, parts_first, truth
from solver.values import Mismatch, Record, Value

SPACER: Final = 10.0
"""How many seconds Spacer may think about one part."""
FACE: Final = f"mod{FACES}"
"""The symbol for what is left of a card when its suit is left aside."""

Part = Callable[[Piles, Record], Bool]
"""Something that is said of a table."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What came of one part: whether Spacer found it (None: not in time), and which statements need it."""

    part: str
    found_by_itself: bool | None
    needed_for: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        found = {True: "found", False: "not so of lengths alone", None: "not found in time"}[self.found_by_itself]
        return (
            f"{self.part}: {found}; {'needed for ' + ', '.join(self.needed_for) if self.needed_for else 'not needed'}"
        )


# --- what Spacer finds ---


def in_numbers(start: Compiled[Book], turn: Compiled[Book], part: Part) -> str:
    """The script that asks for an invariant from which a part follows: of first tables, kept by turns."""
    before = record(turn.inputs["table"])
    after = record(put_in(turn.result, dict(_left_open(turn.result))))
    lays = and_(_invariant(before), in_phase(before, Phase.LAYING))
    broken = and_(_invariant(before), not_(part(turn.setting, before)))
    implications = [
        (start.hypothesis, _invariant(record(start.result))),
        (lays, _invariant(after)),
        (broken, FALSE),
    ]
    return rules([f"{turn.setting.seats} seats, piles by their lengths"], LENGTHS, implications)


def _invariant(table: Record) -> Bool:
    """That the invariant, which is looked for, holds of a table."""
    return apply(Bool, "Invariant", *(part for name, each in table.fields.items() for part in _parts(name, each)))


def _parts(name: str, value: Value) -> Iterator[Term]:
    match value:
        case Term():
            yield value
        case bool():
            yield truth(value)
        case int():
            yield number(value)
        case () if name == "middle":
            yield apply(Zone, "nil")
        case tuple():
            for each in value:
                yield from _parts(name, each)
        case _:
            raise Mismatch(f"no number for '{name}'")


def _left_open(value: Value) -> Iterator[tuple[Term, Term]]:
    """What lengths do not know, and each face of a card: each with something of its own in its place."""
    open_ = [term for term in parts_first(terms_of(value)) if term.op == FACE or _is_open(term)]
    return ((term, apply(type(term), f"any{place}")) for place, term in enumerate(open_))


def _is_open(term: Term) -> bool:
    return bool(term.args) and term.op not in BUILT_IN and LENGTHS.definition(term.op) is None


# --- what is needed ---


@dataclass(frozen=True, slots=True)
class Resting:
    """The statements that rest on the order of a table, and that are proved with the whole of it."""

    stated: tuple[tuple[Obligation[Book], Compiled[Book]], ...]
    solver: Solver
    seconds: float

    def needing(self, *left_out: str) -> tuple[str, ...]:
        """Those of them that are not proved without these parts.

        One that says that the next table is in order, too, need not say so of these parts.
        """
        return tuple([each.id for each, scene in self.stated if not self.proved(each, scene, *left_out)])

    def proved(self, obligation: Obligation[Book], scene: Compiled[Book], *left_out: str) -> bool:
        """Whether a statement is proved without these parts."""
        order = _order(scene)
        whole = set(_split(and_(*order.values())))
        kept = [claim for words, claim in order.items() if words not in left_out]
        goal = and_(*(claim for words, claim in scene.goals(obligation).items() if words not in left_out))
        facts = scene.setting.theory.facts.all()
        assumed = [part for part in _split(scene.hypothesis) if part not in whole]
        text = script((), obligation.language, (*assumed, *kept, *facts, not_(goal)))
        return self.solver.solve(text, self.seconds).answer == Answer.UNSAT


def resting(desk: Desk[Book], solver: Solver) -> Resting:
    """The statements that rest on the order of a table, for the book and the seats of a desk."""
    found = [(each, desk.compiled(each.scene)) for each in desk.family.obligations if _is_made(each, desk)]
    every = Resting((), solver, desk.seconds)
    stated = [(each, scene) for each, scene in found if _rests_on_order(scene) and every.proved(each, scene)]
    return replace(every, stated=tuple(stated))


def _is_made(obligation: Obligation[Book], desk: Desk[Book]) -> bool:
    """Whether a statement is made of this game as it is."""
    of_seats = not obligation.seats or desk.seats in obligation.seats
    return of_seats and {} in obligation.under and obligation.when(desk.declared)


def _rests_on_order(scene: Compiled[Book]) -> bool:
    """Whether a scene begins with a table of which the whole invariant is assumed."""
    if "table" not in scene.inputs:
        return False
    return set(_split(and_(*_order(scene).values()))) <= set(_split(scene.hypothesis))


def _order(scene: Compiled[Book]) -> Statements:
    return in_order(scene.setting, record(scene.inputs["table"]))


def _split(claim: Bool) -> tuple[Bool, ...]:
    return cast("tuple[Bool, ...]", claim.args) if claim.op == "and" else (claim,)


# --- the audit ---


def audited(desk: Desk[Book], statements: Resting) -> Iterator[Audited]:
    """Each part of the invariant, for the seats of the desk. Raises NoSolver without z3."""
    start, turn = desk.compiled(INITIAL), desk.compiled(TURN)
    for words in _order(turn):
        begun = time.perf_counter()
        found = fits(in_numbers(start, turn, partial(_part, words)), min(SPACER, desk.seconds))
        needing = statements.needing(words)
        yield Audited(words, found, needing, round(time.perf_counter() - begun, 3))


def _part(words: str, setting: Piles, table: Record) -> Bool:
    return in_order(setting, table)[words]


def _quick() -> Solver:
    """The solver for many small questions of which nothing is proved: yices where it is there. Raises NoSolver."""
    return (available(("yices",)) or named(["z3"]))[0]


def audits() -> tuple[Proof[Book], ...]:
    """A1, which is made only where it is asked for."""
    statement = "which parts of the order of a table Spacer finds by itself, and which statements need each of them"
    return (Proof("A1.in_order", statement, _audit, when=collects_at_once, seats=(2, 3), scene=TURN.name),)


def _audit(desk: Desk[Book]) -> Outcome:
    """It holds when every part was looked at. One that is not so of lengths alone may be so of piles: it stays open."""
    try:
        statements = resting(desk, _quick())
        rows = tuple(audited(desk, statements))
    except NoSolver as missing:
        return Outcome(Verdict.INCONCLUSIVE, counterexample=str(missing))
    open_ = [row.part for row in rows if row.found_by_itself is False]
    verdict = Verdict.INCONCLUSIVE if open_ else Verdict.HELD
    broken = f"not so of lengths alone: {'; '.join(open_)}" if open_ else ""
    return Outcome(verdict, Grade.EXEMPLIFIED, broken, note=together(rows, statements), examples=tuple(map(str, rows)))


def together(rows: Sequence[Audited], statements: Resting) -> str:
    """Whether the parts that nobody needs can be left out all at once."""
    spare = [row.part for row in rows if not row.needed_for]
    needing = statements.needing(*spare)
    if needing:
        return f"some of the {len(spare)} parts that nothing needs alone are needed for {', '.join(needing)}"
    return f"the {len(rows) - len(spare)} parts that are needed are enough"
