"""K4, what a seat may do: go on after eights, sets and runs, stop, and at any time lay, draw, pass or skip."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from model.bank import moves, play
from model.bank.actions import Act
from model.bank.ranks import EIGHT
from model.bank.rulebook import Book
from model.bank.state import Phase
from properties.evidence import Verdict
from solver.contracts import Contract, Contracts
from solver.desk import Desk, Outcome, Proof
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.bank.acts import (
    GIVEN,
    MOVING,
    SEVENS,
    draws_under_a_seven,
    each_with_each,
    laid_cards,
    may_draw,
    meaning,
    skips,
    some_cards,
    ways,
)
from solver.obligations.bank.cards import is_card
from solver.obligations.bank.invariant import round_in
from solver.obligations.bank.rounds import CONTRACTS, Banks, agreed, face, in_phase, is_agreed, table_of, the_table
from solver.obligations.bank.sevens import does
from solver.obligations.common import anything, record
from solver.terms import FALSE, TRUE, Bool, Int, and_, apply, equal, implies, ite, not_, number, or_
from solver.values import Entry, Mismatch, Row, Value, as_bool, as_symbol, code_of, entries_of
from solver.zones import MuTheory

# --- scenes ---


def can_lay_or_draw(setting: Banks) -> Inputs:
    """Whether there is something to lay, and whether a card may be drawn."""
    shapes = setting.shapes
    return {"can_lay": shapes.any_of(bool, "can_lay", 0), "can_draw": shapes.any_of(bool, "can_draw", 0)}


def are_cards(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that cards are cards of the pack."""
    return and_(*(is_card(setting, card) for card in laid_cards(inputs)))


_ASKED: Final[WeakKeyDictionary[MuTheory, tuple[Value, Value]]] = WeakKeyDictionary()
"""The rules and the round that a theory was first asked about what may be laid."""


def some_lays(theory: MuTheory, book: Value, table: Value) -> Row:
    """What may be laid now: something or nothing, and whatever it is, but the same whenever it is asked.

    Raises Mismatch where it is asked of another round too, of which it would be taken for the same.
    """
    if _ASKED.setdefault(theory, (book, table)) != (book, table):
        raise Mismatch("two rounds of which it is left open what may be laid")
    return Row((Entry(apply(Bool, "can_lay"), theory.constant("what_can_be_laid")),))


OFFERING: Final[Contracts] = {**CONTRACTS, moves.lays: Contract(some_lays)}
"""What is offered is looked at for any cards that may be laid, of which it is known elsewhere which they are."""

AFTER_EIGHT: Final[Scene[Book]] = Scene("eight_follow", lambda book: book.eight_follow, can_lay_or_draw, anything)
AFTER_FOUR: Final[Scene[Book]] = Scene("four_follow", lambda book: book.four_follow, can_lay_or_draw, anything)
KIND_OF_ONE: Final[Scene[Book]] = Scene(
    "eight_follow_kind", lambda book: book.eight_follow_kind, some_cards(1), are_cards
)
KIND_OF_FOUR: Final[Scene[Book]] = Scene(
    "eight_follow_kind_four", lambda book: book.eight_follow_kind, some_cards(4), are_cards
)
MORE_ONE: Final[Scene[Book]] = Scene("asks_for_more", lambda book: moves.asks_for_more, some_cards(1), are_cards)
MORE_FOUR: Final[Scene[Book]] = Scene("asks_for_more_four", lambda book: moves.asks_for_more, some_cards(4), are_cards)
OFFERED: Final[Scene[Book]] = Scene(
    "in_round", lambda book: play.in_round, the_table, round_in(*MOVING, Phase.SEVEN), contracts=OFFERING
)


# --- after eights, sets and runs ---


def may_always_stop(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Nothing more need be laid."""
    return {"one may stop": as_bool(found)}


def must_go_on(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """One stops only when there is nothing to lay and nothing to draw for it."""
    nothing = not_(as_bool(inputs["can_lay"])) & not_(as_bool(inputs["can_draw"]))
    return {"one stops if, and only if, nothing can be laid and nothing drawn": equal(as_bool(found), nothing)}


def one_card_follows(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """One card may follow an eight, whichever it is, and four cards may not."""
    one = len(laid_cards(inputs)) == 1
    return {"any one card may follow" if one else "four cards may not": equal(as_bool(found), TRUE if one else FALSE)}


def anything_follows(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Anything may follow an eight."""
    return {"whatever may be laid otherwise may follow": as_bool(found)}


def more_after_one(setting: Banks, inputs: Inputs, phase: Value) -> Statements:
    """An eight asks for one more card, and another card for nothing."""
    (card,) = laid_cards(inputs)
    asked = ite(equal(face(setting.theory, card), number(EIGHT)), _code(Phase.FURTHER_CARD), _code(None))
    return {"an eight asks for a further card, another card for nothing": equal(as_symbol(phase, Phase).code, asked)}


def more_after_four(setting: Banks, inputs: Inputs, phase: Value) -> Statements:
    """Four of a kind ask for one more move, and a run for none, or for one too."""
    first, *others = [face(setting.theory, card) for card in laid_cards(inputs)]
    alike = and_(*(equal(first, other) for other in others))
    run = Phase.FURTHER_MOVE if is_agreed(setting, "run_extra_move", "yes") else None
    asked = ite(alike, _code(Phase.FURTHER_MOVE), _code(run))
    return {"four of a kind ask for a further move, a run as was agreed on": equal(as_symbol(phase, Phase).code, asked)}


def _code(phase: Phase | None) -> Int:
    return number(code_of(phase))


# --- what is offered ---


def offers(actions: Value, act: Act) -> Bool:
    """Whether something of this kind is offered."""
    return or_(*(entry.there & does(record(entry.value).fields["act"], act) for entry in entries_of(actions)))


def offered(setting: Banks, inputs: Inputs, actions: Value) -> Statements:
    """What the seat in turn is offered besides what it may lay, in every phase; and that it is offered something."""
    table = table_of(inputs)
    moving, under, draws = in_phase(table, Phase.MOVE), in_phase(table, Phase.SEVEN), may_draw(setting, table)
    lays, drawing, passing, skipping_, stopping = (
        offers(actions, act) for act in (Act.LAY, Act.DRAW, Act.PASS, Act.SKIP, Act.STOP)
    )
    entries = entries_of(actions)
    mine = [implies(each.there, equal(record(each.value).int("seat"), table.int("turn"))) for each in entries]
    known = [
        implies(each.there, not_(or_(*(does(record(each.value).fields["act"], act) for act in (Act.LOT, Act.DEAL)))))
        for each in entries
    ]
    return {
        "there is always something to do": or_(*(each.there for each in entries)),
        "all of it is for the seat in turn, and nothing is left to chance": and_(*mine, *known),
        "whoever can lay neither draws nor passes": implies(lays, not_(drawing) & not_(passing)),
        "to move one lays, or draws one card, or has failed": implies(
            moving, and_(lays | equal(drawing, draws), lays | equal(passing, not_(draws)), not_(stopping | skipping_))
        ),
        "under a seven one does what was agreed on, and nothing else": implies(
            under,
            and_(
                equal(drawing, draws_under_a_seven(setting, table)),
                equal(skipping_, skips(setting, table)),
                not_(or_(lays, passing, stopping)),
            ),
        ),
        "after an eight one may stop as was agreed on": _stops(
            in_phase(table, Phase.FURTHER_CARD), is_agreed(setting, "eight_follow", "optional"), lays, draws, actions
        ),
        "after four of a kind one may stop as was agreed on": _stops(
            in_phase(table, Phase.FURTHER_MOVE), is_agreed(setting, "four_follow", "optional"), lays, draws, actions
        ),
    }


def _stops(there: Bool, optional: bool, lays: Bool, draws: Bool, actions: Value) -> Bool:
    """Whether one may stop, and draws, when one should."""
    stopping, drawing = offers(actions, Act.STOP), offers(actions, Act.DRAW)
    wrong = offers(actions, Act.PASS) | offers(actions, Act.SKIP)
    if optional:
        return implies(there, and_(stopping, not_(drawing), not_(wrong)))
    draws_for_it = not_(lays) & draws
    stops = not_(lays) & not_(draws)
    return implies(there, and_(equal(stopping, stops), equal(drawing, draws_for_it), not_(wrong)))


# --- what is to hold ---

OPTIONS: Final = each_with_each(
    SEVENS,
    ({}, *ways("stuck_after_forced_draw", "fails")),
    ({}, *ways("eight_follow", "required")),
    ({}, *ways("four_follow", "optional")),
)


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    meaning(AFTER_EIGHT, "eight_follow", "optional", "after an eight one may stop", ("BANK-44",), may_always_stop),
    meaning(AFTER_EIGHT, "eight_follow", "required", "after an eight one goes on if one can", ("BANK-44",), must_go_on),
    meaning(
        AFTER_FOUR,
        "four_follow",
        "required_if_possible",
        "after four of a kind one goes on if one can, drawing if need be",
        ("BANK-46",),
        must_go_on,
    ),
    meaning(AFTER_FOUR, "four_follow", "optional", "after four of a kind one may stop", ("BANK-46",), may_always_stop),
    meaning(
        KIND_OF_ONE,
        "eight_follow_kind",
        "single_card",
        "after an eight any one card may follow, another eight too",
        ("BANK-44", "BANK-43"),
        one_card_follows,
    ),
    Obligation(
        "K4.eight_follow_kind.not_four",
        KIND_OF_FOUR,
        "after an eight four cards together may not follow",
        ("BANK-44",),
        one_card_follows,
        GIVEN,
        agreed(eight_follow_kind="single_card"),
    ),
    meaning(
        KIND_OF_FOUR,
        "eight_follow_kind",
        "any_move",
        "after an eight anything may follow",
        ("BANK-44",),
        anything_follows,
    ),
    Obligation(
        "K4.asks_for_more.one",
        MORE_ONE,
        "after an eight, and no other card, the same seat may lay one more",
        ("BANK-44",),
        more_after_one,
        GIVEN,
    ),
    Obligation(
        "K4.asks_for_more.four",
        MORE_FOUR,
        "after four of a kind the same seat makes one more move, and after a run it does where that is agreed on",
        ("BANK-46",),
        more_after_four,
        GIVEN,
        under=({}, *ways("run_extra_move", "yes")),
    ),
)

OFFERS: Final[Obligation[Book]] = Obligation(
    "K4.offered",
    OFFERED,
    "whoever can lay lays; if not it draws one card, and then has failed; under sevens, after eights and sets a seat"
    " may do what was agreed on; and there is always something to do",
    ("BANK-40", "BANK-44", "BANK-46", "BANK-51", "BANK-53", "BANK-54", "BANK-59", "BANK-60"),
    offered,
    (*GIVEN, "what may be laid, if anything, is left open"),
    under=OPTIONS,
)


def offers_are_right(desk: Desk[Book]) -> Outcome:
    """What is offered, for whatever may be laid; since that is left open there is nothing to be replayed."""
    if desk.proved(desk.compiled(OFFERED).query(OFFERS)):
        return Outcome(Verdict.HELD, assumptions=OFFERS.assumptions)
    return Outcome(Verdict.INCONCLUSIVE, counterexample="something else is offered where it is open what may be laid")


MORE: Final[tuple[Proof[Book], ...]] = (
    Proof(
        OFFERS.id,
        OFFERS.statement,
        offers_are_right,
        OFFERS.clauses,
        under=OFFERS.under,
        seats=(2, 3, 4),
        scene=OFFERED.name,
    ),
)
"""What is proved of functions that a contract leaves open."""
