"""Who pays, who goes on and who wins the pile, of the functions that decide it and of the whole act of laying a card.

G5.card: where a laid card goes. G6: a pay card. G7: a debt being paid. G8: an ordinary card. What is said of each
moment stands in `paying.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.game import NOBODY
from model.piles import play
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import changed, record, seat
from solver.obligations.piles import paying
from solver.obligations.piles.demands import asked
from solver.obligations.piles.order import (
    MOST,
    ORDER,
    Piles,
    agreed,
    any_table,
    hand_of,
    holds_cards,
    just_laid,
    nobody_else_has,
    nobody_has_cards,
    nothing_moves,
    only_holder,
    stated,
    table_in,
    under,
    where,
)
from solver.terms import Bool, Int, Zone, and_, equal, ite, not_, number
from solver.values import Record, as_int

Goals = Callable[[Piles, Inputs, Record], Statements]

# --- scenes ---


def any_demand(setting: Piles) -> Inputs:
    """Any table, and anything that a card may ask for."""
    return {**any_table(setting), "demand": setting.shapes.any_of(int, "demand", 0)}


def pay_card_laid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that a pay card was just laid."""
    demand = as_int(inputs["demand"])
    return just_laid(setting, inputs) & (demand >= 1) & (demand <= MOST)


def _debt(inputs: Inputs) -> Int:
    return record(inputs["table"]).int("debt")


def owed_card_laid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that an ordinary card was just laid towards a debt."""
    return just_laid(setting, inputs) & (_debt(inputs) > 0)


def plain_card_laid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that an ordinary card was just laid, and that nothing is owed."""
    return just_laid(setting, inputs) & equal(_debt(inputs), number(NO_DEBT))


def debt_paid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the last card of a debt was just laid."""
    before = {"table": changed(record(inputs["table"]), debt=number(1))}
    return just_laid(setting, before) & equal(_debt(inputs), number(NO_DEBT))


def payer_is_out(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that a debt is open, and that whoever owes it has no card, or would owe it to himself."""
    table = record(inputs["table"])
    hands, turn, claimant = table.zones("hands"), table.int("turn"), table.int("claimant")
    laid = just_laid(setting, {"table": changed(table, claimant=number(NOBODY), debt=number(NO_DEBT))})
    himself = equal(claimant, turn)
    out = ite(himself, nobody_else_has(setting, hands, turn), not_(holds_cards(setting, hands, turn)))
    return laid & seat(setting, claimant) & out & (_debt(inputs) >= 1) & (_debt(inputs) <= MOST)


def any_holder(setting: Piles) -> Inputs:
    """Any table, and a seat."""
    return {**any_table(setting), "holder": setting.shapes.any_of(int, "holder", 0)}


def one_holder(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that an ordinary card was laid, nothing is owed, and this seat alone has cards."""
    hands, holder = record(inputs["table"]).zones("hands"), as_int(inputs["holder"])
    return plain_card_laid(setting, inputs) & only_holder(setting, hands, holder)


def nobody_holds(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that an ordinary card was laid, nothing is owed, and nobody has a card."""
    return plain_card_laid(setting, inputs) & nobody_has_cards(setting, record(inputs["table"]).zones("hands"))


LAY: Final[Scene[Book]] = Scene("lay", lambda book: play.lay, any_table, table_in(Phase.LAYING))
PAY_CARD: Final[Scene[Book]] = Scene("pay_card", lambda book: book.pay_card, any_demand, pay_card_laid)
OWED_CARD: Final[Scene[Book]] = Scene("owed_card", lambda book: book.owed_card, any_table, owed_card_laid)
PAID: Final[Scene[Book]] = Scene("paid", lambda book: book.paid, any_table, debt_paid)
PAYER_OUT: Final[Scene[Book]] = Scene("payer_out", lambda book: book.payer_out, any_table, payer_is_out)
PLAIN_CARD: Final[Scene[Book]] = Scene("plain_card", lambda book: book.plain_card, any_table, plain_card_laid)
HOLDER: Final[Scene[Book]] = Scene("sole_holder", lambda book: book.sole_holder, any_holder, one_holder)
NOBODY_CAN: Final[Scene[Book]] = Scene("nobody_can_lay", lambda book: book.nobody_can_lay, any_table, nobody_holds)

SCENES: Final = (PAY_CARD, OWED_CARD, PAID, PAYER_OUT, PLAIN_CARD, HOLDER, NOBODY_CAN)


# --- goals ---


def _told(setting: Piles, inputs: Inputs, after: Record, statements: Statements) -> Statements:
    return together(statements, nothing_moves(setting, record(inputs["table"]), after))


def of_table(rule: paying.Rule) -> Goals:
    """A rule about a table as it was given to the function."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        return _told(setting, inputs, after, rule(setting, record(inputs["table"]), after))

    return goals


def of_demand(rule: paying.DemandRule) -> Goals:
    """The same for a rule that also speaks of what the card asks for."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        said = rule(setting, record(inputs["table"]), after, as_int(inputs["demand"]))
        return _told(setting, inputs, after, said)

    return goals


def of_holder(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """What was agreed on for the last seat with cards."""
    rule = stated(paying.SOLE_HOLDER, setting.declared.sole_holder)
    return _told(setting, inputs, after, rule(setting, record(inputs["table"]), after, as_int(inputs["holder"])))


def top_card(setting: Piles, table: Record) -> tuple[Int, Zone]:
    """The top card of the seat to act, and what lies under it."""
    hand = hand_of(table.zones("hands"), table.int("turn"))
    return setting.theory.card(hand, number(0)), setting.theory.rest(hand)


def laid(setting: Piles, table: Record) -> Record:
    """The table as it is once the seat to act has laid its top card, with what follows still open."""
    card, rest = top_card(setting, table)
    turn, hands = table.int("turn"), table.zones("hands")
    return changed(
        table,
        hands=tuple([ite(equal(turn, number(at)), rest, hand) for at, hand in enumerate(hands)]),
        middle=setting.theory.joined(table.zone("middle"), setting.theory.of([card])),
        last=turn,
    )


def card_laid(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The top card of the seat to act lies on the middle, no other card has moved, and it is known who laid it."""
    expected = laid(setting, record(inputs["table"]))
    return {
        "the top card lies on the middle, above all others": equal(after.zone("middle"), expected.zone("middle")),
        "it is gone from the hand, and no other hand changes": and_(
            *map(equal, after.zones("hands"), expected.zones("hands"))
        ),
        "it is known who laid it": equal(after.int("last"), expected.int("last")),
    }


def of_pay_card(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The card laid is a pay card: all that is said of one."""
    table = record(inputs["table"])
    demand = asked(setting, top_card(setting, table)[0])
    found: Statements = {}
    for rule in paying.PAYING:
        found = together(
            found, where(demand > 0, rule(setting, laid(setting, table), after, demand), "a pay card was laid: ")
        )
    return found


def of_ordinary_card(rules: tuple[paying.Rule, ...], owing: bool) -> Goals:
    """The card laid is an ordinary one, and something is owed or nothing: all that is said of it."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        table = record(inputs["table"])
        plain = equal(asked(setting, top_card(setting, table)[0]), number(NO_DEBT))
        debt = table.int("debt") > 0
        found: Statements = {}
        for rule in rules:
            said = rule(setting, laid(setting, table), after)
            found = together(found, where(plain & (debt if owing else not_(debt)), said, "an ordinary card was laid: "))
        return found

    return goals


# --- what is to hold ---


OUT: Final = ({}, *under("payer_out", "claimant_takes"))
LEFT: Final = ({}, *under("sole_holder", "goes_on_turning"))

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "G5.card",
        LAY,
        "the seat to act puts its top card on the middle, and no other card moves",
        ("BMN-03", "BMN-15"),
        card_laid,
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G5.pay_card",
        LAY,
        "a pay card is owed for, whatever was owed before: by whom, how much and to whom, or who has won",
        ("BMN-13", "BMN-25"),
        of_pay_card,
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G5.owed_card",
        LAY,
        "an ordinary card laid while something is owed pays one card of it, and what follows follows from that alone",
        ("BMN-17", "BMN-24"),
        of_ordinary_card(paying.OWED, owing=True),
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G5.plain_card",
        LAY,
        "an ordinary card laid while nothing is owed passes the turn, or leads to what is agreed on when it cannot",
        ("BMN-16",),
        of_ordinary_card(paying.PLAIN, owing=False),
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G6.next_pays",
        PAY_CARD,
        "the next seat clockwise with cards is to pay for a pay card, even if its layer was paying for another",
        ("BMN-13", "BMN-62", "BMN-63"),
        of_demand(paying.next_pays),
    ),
    Obligation(
        "G6.new_debt",
        PAY_CARD,
        "what a pay card asks for is owed to its layer, and nothing of what was owed before it",
        ("BMN-23", "BMN-25"),
        of_demand(paying.new_debt),
    ),
    Obligation(
        "G6.first_layer_pays",
        PAY_CARD,
        "with two players whoever laid the pay card before pays for the new one, if he has a card",
        ("BMN-26",),
        of_demand(paying.first_layer_pays),
        seats=(2,),
    ),
    Obligation(
        "G6.unanswered",
        PAY_CARD,
        "where nobody else has cards a pay card leads to what is agreed on for debts that cannot be paid",
        ("BMN-44",),
        of_demand(paying.unanswered),
        under=OUT,
    ),
    Obligation(
        "G7.pays_on",
        OWED_CARD,
        "an ordinary card pays one of the cards owed, and the same seat pays on",
        ("BMN-17", "BMN-23"),
        of_table(paying.pays_on),
    ),
    Obligation(
        "G7.last_card_owed",
        OWED_CARD,
        "with the last card owed whoever laid the pay card has won the pile",
        ("BMN-24",),
        of_table(paying.last_owed),
    ),
    Obligation(
        "G7.runs_out",
        OWED_CARD,
        "a payer that lays its last card and still owes leads to what is agreed on for debts that cannot be paid",
        ("BMN-44", "BMN-62"),
        of_table(paying.runs_out),
        under=OUT,
    ),
    Obligation(
        "G7.claimant_wins",
        PAID,
        "if a debt is paid with ordinary cards whoever laid the pay card wins the whole pile",
        ("BMN-24",),
        of_table(paying.claimant_wins),
    ),
    Obligation(
        "G7.pass_remainder",
        PAYER_OUT,
        "the rest of a debt passes to the next seat with cards; if that is the claimant, or nobody, he wins the pile",
        ("BMN-44", "BMN-62"),
        of_table(paying.passed_on),
        when=agreed(payer_out="pass_remainder"),
    ),
    Obligation(
        "G7.claimant_takes",
        PAYER_OUT,
        "whoever laid the pay card wins the pile when the payer runs out, whatever is still owed",
        ("BMN-44",),
        of_table(paying.claimant_takes),
        when=agreed(payer_out="claimant_takes"),
        under=under("payer_out", "claimant_takes"),
    ),
    Obligation(
        "G7.other_lays",
        PAYER_OUT,
        "of two players the other lays the rest of a debt; with no card left the claimant wins the pile",
        ("BMN-44",),
        of_table(paying.other_lays),
        when=agreed(payer_out="other_lays"),
        under=under("payer_out", "other_lays"),
        seats=(2,),
    ),
    Obligation(
        "G8.turn_passes",
        PLAIN_CARD,
        "after an ordinary card the next seat clockwise with cards goes on; empty hands are passed over",
        ("BMN-16", "BMN-64"),
        of_table(paying.turn_passes),
    ),
    Obligation(
        "G8.one_left",
        PLAIN_CARD,
        "an ordinary card after which one seat alone has cards leads to what is agreed on for that",
        ("BMN-44", "BMN-64"),
        of_table(paying.one_left),
        under=LEFT,
    ),
    Obligation(
        "G8.nobody_left",
        PLAIN_CARD,
        "if nobody has a card after an ordinary one its layer has won the pile",
        ("BMN-44",),
        of_table(paying.nobody_left),
    ),
    Obligation(
        "G8.sole_holder",
        HOLDER,
        "the last seat with cards lays until its own turn comes back, and then it has won the pile",
        ("BMN-44", "BMN-64"),
        of_holder,
        when=agreed(sole_holder="takes_when_turn_returns"),
    ),
    Obligation(
        "G8.goes_on_turning",
        HOLDER,
        "the last seat with cards goes on turning them",
        ("BB-44",),
        of_holder,
        when=agreed(sole_holder="goes_on_turning"),
        under=under("sole_holder", "goes_on_turning"),
    ),
    Obligation(
        "G8.wins_at_once",
        HOLDER,
        "the last seat with cards wins the pile at once",
        ("BB-44",),
        of_holder,
        when=agreed(sole_holder="wins_at_once"),
        under=under("sole_holder", "wins_at_once"),
    ),
    Obligation(
        "G8.last_layer_takes",
        NOBODY_CAN,
        "if nobody has a card and nothing is owed whoever laid the last card wins the pile",
        ("BMN-44",),
        of_table(paying.nobody_left),
    ),
)
