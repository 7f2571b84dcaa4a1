"""What is said of a laid card: who pays how much, who goes on, and who has won the pile.

Each rule speaks of a table on which a card was just laid, and of what became of it. It is stated of the function that
decides it, and once more of the whole act of laying a card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from model.game import NOBODY
from model.piles import paying
from model.piles.state import NO_DEBT, Phase
from solver.obligations import Statements, together
from solver.obligations.common import changed, unchanged
from solver.obligations.piles.order import (
    Piles,
    first_with_cards,
    have_cards,
    holds_cards,
    in_phase,
    is_first,
    nobody_else_has,
    nobody_has_cards,
    only_holder,
    stated,
    where,
    won,
)
from solver.terms import Bool, Int, and_, equal, implies, ite, not_, number, or_
from solver.values import Record

Rule = Callable[[Piles, Record, Record], Statements]
"""What holds of a table after some moment, when it was like this before."""

DemandRule = Callable[[Piles, Record, Record, Int], Statements]
"""The same where a card asks for something."""

HolderRule = Callable[[Piles, Record, Record, Int], Statements]
"""The same where one seat alone has cards."""


def _goes_on(after: Record) -> Statements:
    return {"the trick goes on": in_phase(after, Phase.LAYING)}


def _nothing_owed(after: Record) -> Statements:
    nothing = equal(after.int("debt"), number(NO_DEBT)) & equal(after.int("claimant"), number(NOBODY))
    return {"nothing is owed": nothing}


# --- a pay card ---


def _others_can_pay(setting: Piles, table: Record) -> Bool:
    return not_(nobody_else_has(setting, table.zones("hands"), table.int("turn")))


def next_pays(setting: Piles, table: Record, after: Record, demand: Int) -> Statements:
    """A pay card was laid, and another seat has cards: the next one of these is to pay."""
    found = is_first(setting, table.zones("hands"), table.int("turn"), after.int("turn"))
    said = together({"the next seat clockwise that has cards is to pay": found}, _goes_on(after))
    return where(_others_can_pay(setting, table), said)


def new_debt(setting: Piles, table: Record, after: Record, demand: Int) -> Statements:
    """A pay card was laid, and another seat has cards: what the card asks for is owed to its layer."""
    said = {
        "exactly what the card asks for is owed": equal(after.int("debt"), demand),
        "it is owed to the layer": equal(after.int("claimant"), table.int("turn")),
    }
    return where(_others_can_pay(setting, table), said)


def first_layer_pays(setting: Piles, table: Record, after: Record, demand: Int) -> Statements:
    """A pay card was laid towards a debt: whom the debt was owed to is to pay now, if he has a card."""
    before = table.int("claimant")
    can = (table.int("debt") > 0) & holds_cards(setting, table.zones("hands"), before)
    pays = equal(after.int("turn"), before) & equal(after.int("claimant"), table.int("turn"))
    return where(can, {"whoever laid the pay card before is to pay for the new one": pays})


def unanswered(setting: Piles, table: Record, after: Record, demand: Int) -> Statements:
    """A pay card was laid, and nobody else has cards: what is agreed on debts that nobody pays."""
    challenged = changed(table, debt=demand, claimant=table.fields["turn"])
    alone = nobody_else_has(setting, table.zones("hands"), table.int("turn"))
    return where(alone, cannot_pay(setting, challenged, after), "nobody else has cards: ")


# --- an ordinary card towards a debt ---


def pays_on(setting: Piles, table: Record, after: Record) -> Statements:
    """A card was laid towards a debt of several, and its layer has more: one less is owed, by and to the same seats."""
    said = together(
        {
            "one card less is owed": equal(after.int("debt"), table.int("debt") - 1),
            "the same seat pays on": equal(after.int("turn"), table.int("turn")),
            "it is owed to the same seat": equal(after.int("claimant"), table.int("claimant")),
        },
        _goes_on(after),
    )
    return where((table.int("debt") > 1) & holds_cards(setting, table.zones("hands"), table.int("turn")), said)


def last_owed(setting: Piles, table: Record, after: Record) -> Statements:
    """The last card owed was laid."""
    return where(equal(table.int("debt"), number(1)), claimant_wins(setting, table, after))


def runs_out(setting: Piles, table: Record, after: Record) -> Statements:
    """A card was laid towards a debt of several, and its layer has no other: what is agreed on for that."""
    fewer = changed(table, debt=table.int("debt") - 1)
    out = not_(holds_cards(setting, table.zones("hands"), table.int("turn")))
    return where((table.int("debt") > 1) & out, cannot_pay(setting, fewer, after), "the payer runs out: ")


def claimant_wins(setting: Piles, table: Record, after: Record) -> Statements:
    """The debt was paid: whoever laid the pay card has won the pile."""
    return won(table, after, table.int("claimant"), unanswered=False)


# --- a debt that cannot be paid ---


def passed_on(setting: Piles, table: Record, after: Record) -> Statements:
    """The rest of a debt goes to the next seat with cards; if that is the claimant, or nobody, he has won the pile."""
    claimant = table.int("claimant")
    firsts = first_with_cards(setting, table.zones("hands"), table.int("turn"))
    payers = [first & not_(equal(claimant, number(at))) for at, first in enumerate(firsts)]
    pays = [implies(payer, equal(after.int("turn"), number(at))) for at, payer in enumerate(payers)]
    somebody = or_(*payers)
    said = together(
        {
            "the next seat with cards pays the rest": and_(*pays),
            "the rest of the debt stays as it is": unchanged(setting, table, after, "debt", "claimant"),
        },
        _goes_on(after),
    )
    wins = won(table, after, claimant, unanswered=True)
    return together(where(somebody, said), where(not_(somebody), wins, "nobody but the claimant could pay: "))


def claimant_takes(setting: Piles, table: Record, after: Record) -> Statements:
    """Whoever laid the pay card has won the pile, whatever is still owed."""
    return won(table, after, table.int("claimant"), unanswered=True)


def other_lays(setting: Piles, table: Record, after: Record) -> Statements:
    """Of two players the other lays the rest, though it is owed to himself; with no card left the claimant has won."""
    hands = table.zones("hands")
    nobody = nobody_has_cards(setting, hands)
    said = together(
        {
            "the next seat with cards lays the rest": is_first(setting, hands, table.int("turn"), after.int("turn")),
            "the rest of the debt stays as it is": unchanged(setting, table, after, "debt", "claimant"),
        },
        _goes_on(after),
    )
    wins = won(table, after, table.int("claimant"), unanswered=True)
    return together(where(not_(nobody), said), where(nobody, wins, "nobody has cards: "))


PAYER_OUT: Final[Mapping[object, Rule]] = {
    paying.pass_remainder: passed_on,
    paying.claimant_takes: claimant_takes,
    paying.other_lays: other_lays,
}


def cannot_pay(setting: Piles, table: Record, after: Record) -> Statements:
    """A debt is open and whoever owes it cannot pay: what was agreed on for that."""
    return stated(PAYER_OUT, setting.declared.payer_out)(setting, table, after)


# --- an ordinary card, and nothing is owed ---


def turn_passes(setting: Piles, table: Record, after: Record) -> Statements:
    """An ordinary card was laid, nothing is owed, and at least two seats have cards: the next of them goes on."""
    hands = table.zones("hands")
    has = have_cards(setting, hands)
    several = or_(*(one & other for at, one in enumerate(has) for other in has[:at]))
    found = is_first(setting, hands, table.int("turn"), after.int("turn"))
    said = together({"the next seat clockwise that has cards goes on": found}, _nothing_owed(after), _goes_on(after))
    return where(several, said)


def nobody_left(setting: Piles, table: Record, after: Record) -> Statements:
    """Nothing is owed and nobody has a card: the last layer has won the pile."""
    wins = won(table, after, table.int("last"), unanswered=True)
    return where(nobody_has_cards(setting, table.zones("hands")), wins, "nobody has cards: ")


def goes_on_turning(setting: Piles, table: Record, after: Record, holder: Int) -> Statements:
    """The last seat with cards is to lay the next one."""
    on = equal(after.int("turn"), holder)
    return together({"the only seat with cards goes on": on}, _nothing_owed(after), _goes_on(after))


def takes_when_turn_returns(setting: Piles, table: Record, after: Record, holder: Int) -> Statements:
    """The last seat with cards has won the pile if it has just laid; else it lays."""
    again = equal(holder, table.int("turn"))
    wins, lays = won(table, after, holder, unanswered=True), goes_on_turning(setting, table, after, holder)
    return together(where(again, wins, "its own turn comes back: "), where(not_(again), lays))


def wins_at_once(setting: Piles, table: Record, after: Record, holder: Int) -> Statements:
    """The last seat with cards has won the pile."""
    return won(table, after, holder, unanswered=True)


SOLE_HOLDER: Final[Mapping[object, HolderRule]] = {
    paying.takes_when_turn_returns: takes_when_turn_returns,
    paying.goes_on_turning: goes_on_turning,
    paying.wins_at_once: wins_at_once,
}


def one_left(setting: Piles, table: Record, after: Record) -> Statements:
    """Nothing is owed and one seat has all cards that are left: what was agreed on for that."""
    hands = table.zones("hands")
    has = have_cards(setting, hands)
    holder = number(setting.seats - 1)
    for place in reversed(range(setting.seats - 1)):
        holder = ite(has[place], number(place), holder)
    said = stated(SOLE_HOLDER, setting.declared.sole_holder)(setting, table, after, holder)
    return where(only_holder(setting, hands, holder), said, "one seat has cards: ")


OWED: Final[tuple[Rule, ...]] = (pays_on, last_owed, runs_out)
"""All that is said of an ordinary card laid towards a debt."""

PAYING: Final[tuple[DemandRule, ...]] = (next_pays, new_debt, unanswered)
"""All that is said of a pay card."""

PLAIN: Final[tuple[Rule, ...]] = (turn_passes, one_left, nobody_left)
"""All that is said of an ordinary card when nothing is owed."""
