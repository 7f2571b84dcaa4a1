"""G9: how a won pile is taken, and who leads then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from model.game import NOBODY
from model.piles import taking
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase
from solver.languages import SEQ
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements
from solver.obligations.common import record, seat
from solver.obligations.piles.order import (
    ORDER,
    Piles,
    agreed,
    any_table,
    around,
    holds_cards,
    in_phase,
    is_first,
    stated,
    under,
)
from solver.obligations.piles.steps import COLLECT, TURN
from solver.terms import Bool, Int, Zone, and_, equal, implies, ite, number
from solver.values import Record, as_int, as_zone

# --- what is agreed on ---


def first_laid_first(setting: Piles, hand: Zone, middle: Zone) -> Zone:
    """The pile under the hand, the card laid first uppermost of it."""
    return setting.theory.joined(hand, middle)


def last_laid_first(setting: Piles, hand: Zone, middle: Zone) -> Zone:
    """The pile under the hand, the card laid last uppermost of it."""
    return setting.theory.joined(hand, setting.theory.backwards(middle))


ORDERS: Final[Mapping[object, Callable[[Piles, Zone, Zone], Zone]]] = {
    taking.first_laid_first: first_laid_first,
    taking.reversed_pile: last_laid_first,
    taking.shuffled: first_laid_first,
}
"""What a hand is once it has taken the middle. Where piles are shuffled the middle was shuffled before."""

LEADS: Final[Mapping[object, Callable[[Piles, Record, Int, Int], Bool]]] = {
    taking.taker: lambda setting, table, winner, leads: equal(leads, winner),
    taking.after_last_layer: lambda setting, table, winner, leads: is_first(
        setting, table.zones("hands"), table.int("last"), leads
    ),
    taking.after_taker: lambda setting, table, winner, leads: is_first(setting, table.zones("hands"), winner, leads),
}
"""Whether the right seat leads, after a seat has taken the middle."""


# --- scenes ---


def any_pile(setting: Piles) -> Inputs:
    """Any hand, and any middle."""
    return {"hand": setting.theory.constant("hand"), "middle": setting.theory.constant("middle")}


def pile_won(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that there is a pile to take."""
    return setting.theory.length(as_zone(setting.theory, inputs["middle"])) > 0


def any_winner(setting: Piles) -> Inputs:
    """Any table, and a seat."""
    table, winner = any_table(setting), setting.shapes.any_of(int, "winner", 0)
    for place in (record(table["table"]).int("last"), as_int(winner)):
        around(setting, place)
    return {**table, "winner": winner}


def pile_taken(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the seat has just taken the middle, into which somebody has laid the last card."""
    table, winner = record(inputs["table"]), as_int(inputs["winner"])
    return and_(
        in_phase(table, Phase.LAYING),
        equal(setting.theory.length(table.zone("middle")), number(0)),
        equal(table.int("debt"), number(NO_DEBT)),
        equal(table.int("claimant"), number(NOBODY)),
        holds_cards(setting, table.zones("hands"), winner),
        seat(setting, table.int("last")),
        equal(table.int("turn"), table.int("last")),
    )


PILE_ORDER: Final[Scene[Book]] = Scene("pile_order", lambda book: book.pile_order, any_pile, pile_won)
LEADER: Final[Scene[Book]] = Scene("leader", lambda book: book.leader, any_winner, pile_taken)

SCENES: Final = (PILE_ORDER, LEADER)


# --- what is to hold ---


def pile_under_hand(setting: Piles, inputs: Inputs, after: object) -> Statements:
    """The hand has become what was agreed on."""
    hand, middle = (as_zone(setting.theory, inputs[name]) for name in ("hand", "middle"))
    expected = stated(ORDERS, setting.declared.pile_order)(setting, hand, middle)
    return {"the pile lies under the hand in the right order": equal(as_zone(setting.theory, after), expected)}


def right_leader(setting: Piles, inputs: Inputs, leads: Int) -> Statements:
    """Whoever was agreed on leads."""
    rule = stated(LEADS, setting.declared.leader)
    right = rule(setting, record(inputs["table"]), as_int(inputs["winner"]), leads)
    return {"whoever the rules say leads": right}


def taken(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The winner has the middle under its hand, nobody else's cards have moved, and the right seat leads."""
    before, theory, declared = record(inputs["table"]), setting.theory, setting.declared
    winner, middle = before.int("claimant"), before.zone("middle")
    expected = [
        ite(equal(winner, number(at)), stated(ORDERS, declared.pile_order)(setting, hand, middle), hand)
        for at, hand in enumerate(before.zones("hands"))
    ]
    return {
        "the winner has the pile under its hand, and no other hand changes": and_(
            *map(equal, after.zones("hands"), expected)
        ),
        "the middle is empty": equal(theory.length(after.zone("middle")), number(0)),
        "whoever the rules say leads": stated(LEADS, setting.declared.leader)(
            setting, after, winner, after.int("turn")
        ),
        "nothing is owed, and the next trick begins": in_phase(after, Phase.LAYING)
        & equal(after.int("debt"), number(NO_DEBT))
        & equal(after.int("claimant"), number(NOBODY)),
        "no card of the new middle was left over or burned": equal(after.int("left"), number(0))
        & equal(after.int("burned"), number(0)),
    }


def taken_as_laid(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """A card and the taking that follows from it: who has got something has it under the hand in the order laid."""
    before, theory = record(inputs["table"]), setting.theory
    turn, hands = before.int("turn"), before.zones("hands")
    laid = [theory.of([theory.card(hand, number(0))]) for hand in hands]
    card = laid[-1]
    for at, each in enumerate(laid[:-1]):
        card = ite(equal(turn, number(at)), each, card)
    empty = equal(theory.length(after.zone("middle")), number(0))
    return {
        f"seat {at + 1} has its hand as it was, or under it the middle and the card just laid": implies(
            empty, _as_it_was_or_with(setting, kept, new, before.zone("middle"), card)
        )
        for at, (old, new) in enumerate(zip(hands, after.zones("hands"), strict=True))
        for kept in (ite(equal(turn, number(at)), theory.rest(old), old),)
    }


def _as_it_was_or_with(setting: Piles, kept: Zone, new: Zone, middle: Zone, card: Zone) -> Bool:
    joined = setting.theory.joined
    return equal(new, kept) | equal(new, joined(joined(kept, middle), card))


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "G9.pile_order",
        PILE_ORDER,
        "the taker puts the pile under its hand, so that the card laid first is played first",
        ("BMN-42",),
        pile_under_hand,
        when=agreed(pile_order="first_laid_first"),
        once=True,
    ),
    Obligation(
        "G9.reversed",
        PILE_ORDER,
        "the taker puts the pile under its hand, so that the card laid last is played first",
        ("BMN-42",),
        pile_under_hand,
        when=agreed(pile_order="reversed"),
        under=under("pile_order", "reversed"),
        once=True,
    ),
    Obligation(
        "G9.shuffled",
        PILE_ORDER,
        "the taker puts the pile, which chance has shuffled before, under its hand as it lies",
        ("BMN-42",),
        pile_under_hand,
        when=agreed(pile_order="shuffled"),
        under=under("pile_order", "shuffled"),
        once=True,
    ),
    Obligation(
        "G9.leader",
        LEADER,
        "whoever has taken the pile lays the next card",
        ("BMN-43",),
        right_leader,
        when=agreed(leader="taker"),
    ),
    Obligation(
        "G9.after_last_layer",
        LEADER,
        "the next seat with cards after whoever laid the last card leads",
        ("BB-39",),
        right_leader,
        when=agreed(leader="after_last_layer"),
        under=under("leader", "after_last_layer"),
    ),
    Obligation(
        "G9.after_taker",
        LEADER,
        "the next seat with cards after the taker leads",
        ("BB-39",),
        right_leader,
        when=agreed(leader="after_taker"),
        under=under("leader", "after_taker"),
    ),
    Obligation(
        "G9.collect",
        COLLECT,
        "the winner of the pile gets all of it under its hand, nobody else's cards move, and the right seat leads",
        ("BMN-42", "BMN-43"),
        taken,
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G9.as_laid",
        TURN,
        "when a card ends a trick, the taker has under its hand what lay there, in the order laid, and that card last",
        ("BMN-42",),
        taken_as_laid,
        (LEMMAS, ORDER),
        when=agreed(pile_order="first_laid_first"),
        seats=(2, 3, 4),
        language=SEQ,
    ),
)
