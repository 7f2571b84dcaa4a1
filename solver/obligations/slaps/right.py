"""B3: what a right slap brings: the whole middle to one seat, no debt, and the lead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.game import NOBODY
from model.piles import slaps, taking
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import record, seat, unchanged
from solver.obligations.piles.order import ORDER, Piles, agreed, around, in_phase, nobody_else_has, under, where
from solver.obligations.piles.taking import LEADS, ORDERS
from solver.obligations.slaps.hands import may_come, table_and_hand, table_and_hands
from solver.obligations.slaps.matching import LAST_CARDS, cards_in_the_middle
from solver.obligations.slaps.order import (
    all_of,
    any_seat,
    any_table,
    bars,
    each_hand,
    laid_in_trick,
    ordered,
    undermost,
)
from solver.obligations.slaps.situations import is_open, may_be_slapped
from solver.terms import Bool, Int, and_, equal, ite, not_, number
from solver.values import Record, as_int

Rule = Callable[[Piles, Record, Record, Int], Statements]
"""What holds of a table after a right slap by a seat, when it was like this before."""

Goals = Callable[[Piles, Inputs, Record], Statements]

# --- what is said of a right slap ---


def _none(table: Record, field: str) -> Bool:
    return equal(table.int(field), number(0))


def pile_to_winner(setting: Piles, before: Record, after: Record, winner: Int) -> Statements:
    """The whole middle lies under the winner's hand; no other card has moved."""
    middle, under_it = before.zone("middle"), ORDERS[setting.declared.pile_order]
    won = each_hand(
        before,
        after,
        winner,
        lambda hand, now: equal(now, under_it(setting, hand, middle)),
        lambda hand, now: equal(now, hand),
    )
    return {
        "the winner has the whole middle under its hand, and no other hand changes": won,
        "nothing is left in the middle": equal(setting.theory.length(after.zone("middle")), number(0)),
        "no card of the next pile was left over or burned": _none(after, "left") & _none(after, "burned"),
    }


def pile_to_be_shuffled(setting: Piles, before: Record, after: Record, winner: Int) -> Statements:
    """The middle belongs to the winner, and is to be shuffled before it is taken."""
    owner = in_phase(after, Phase.TAKEN) & equal(after.int("claimant"), winner)
    return {
        "the pile is the winner's, and is shuffled next": owner,
        "no card moves before that": unchanged(setting, before, after, "hands", "middle", "burned", "left", "last"),
        "nothing is owed": _none(after, "debt"),
    }


def debt_is_void(setting: Piles, before: Record, after: Record, winner: Int) -> Statements:
    """Nothing is owed any more."""
    nobody = equal(after.int("claimant"), number(NOBODY))
    return {"nothing is owed or claimed": _none(after, "debt") & nobody}


def winner_leads(setting: Piles, before: Record, after: Record, winner: Int) -> Statements:
    """Whoever was agreed on leads, and a trick begins."""
    leads = LEADS[setting.declared.leader](setting, after, winner, after.int("turn"))
    return {"whoever the rules say leads": leads, "a trick begins": in_phase(after, Phase.LAYING)}


def debt_goes_on(setting: Piles, before: Record, after: Record, winner: Int) -> Statements:
    """Whoever owed cards goes on paying; where nothing was owed, or the winner has all cards, the winner leads."""
    everything = nobody_else_has(setting, after.zones("hands"), winner)
    owing = (before.int("debt") > 0) & not_(everything)
    pays = unchanged(setting, before, after, "debt", "claimant", "turn") & in_phase(after, Phase.LAYING)
    said = together(debt_is_void(setting, before, after, winner), winner_leads(setting, before, after, winner))
    return together(
        where(owing, {"whoever owed cards goes on paying, as many, to the same seat": pays}), where(not_(owing), said)
    )


def bars_lifted(setting: Piles, before: Record, after: Record, winner: Int) -> Statements:
    """The winner has cards again, so that no chance is gone for it; no other bar changes."""
    found = []
    for place, (was, now) in enumerate(zip(bars(setting, before), bars(setting, after), strict=True)):
        lifted = ite(was >= 0, was, number(0))
        found.append(equal(now, ite(equal(winner, number(place)), lifted, was)))
    return {"the winner's one chance is not gone, and no other bar changes": and_(*found)}


# --- scenes ---


def table_and_winner(setting: Piles) -> Inputs:
    """Any table, and the seat that has slapped it."""
    inputs = {**any_table(setting), **any_seat(setting, "winner")}
    around(setting, as_int(inputs["winner"]))
    return inputs


def rightly_slapped(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order, that hands may come, and that cards were laid in the trick."""
    table, winner = record(inputs["table"]), as_int(inputs["winner"])
    allowed = is_open(setting, table) & seat(setting, winner)
    if setting.declared.slap_in_debt is slaps.forbidden:
        allowed &= equal(table.int("debt"), number(NO_DEBT))
    return ordered(setting, table) & allowed & (laid_in_trick(setting, table) > 0)


def hands_come(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order, and that these hands may come at one instant."""
    return cards_in_the_middle(setting, inputs) & may_come(setting, inputs)


RIGHT: Final[Scene[Book]] = Scene("won_by_hand", lambda book: slaps.won_by_hand, table_and_winner, rightly_slapped)
SLAP: Final[Scene[Book]] = Scene("slap", lambda book: slaps.slap, table_and_hand, hands_come)
TOGETHER: Final[Scene[Book]] = Scene("slap_together", lambda book: slaps.slap, table_and_hands, hands_come)
SCENES: Final = (RIGHT, SLAP, TOGETHER)

# --- goals ---


def of_winner(*rules: Rule) -> Goals:
    """Rules about a table and the seat that has slapped it."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        table, winner = record(inputs["table"]), as_int(inputs["winner"])
        return together(*(rule(setting, table, after, winner) for rule in rules))

    return goals


def of_hands(*rules: Rule) -> Goals:
    """The same of the undermost hand, where the middle shows a situation."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        table, winner = record(inputs["table"]), undermost(inputs)
        said = together(*(rule(setting, table, after, winner) for rule in rules))
        return where(may_be_slapped(setting, table), said, "rightly slapped: ")

    return goals


# --- what is to hold ---

LEADERS: Final = ({}, *under("leader", "after_last_layer", "after_taker"))
PILE_ORDERS: Final = ({}, *under("pile_order", "reversed"))


def not_shuffled(declared: Book) -> bool:
    """Whether a pile is taken as it lies."""
    return declared.pile_order is not taking.shuffled


VOID: Final = all_of(agreed(slap_in_debt="voids_debt"), not_shuffled)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "B3.pile",
        RIGHT,
        "a right slap moves the whole middle, with what was left over or burned, once, under the hand of the winner",
        ("BB-28", "BB-29", "BB-35", "BB-37", "BB-38"),
        of_winner(pile_to_winner, bars_lifted),
        (LEMMAS, ORDER),
        when=not_shuffled,
        under=PILE_ORDERS,
    ),
    Obligation(
        "B3.debt",
        RIGHT,
        "a right slap ends whatever was owed",
        ("BB-28",),
        of_winner(debt_is_void),
        (LEMMAS, ORDER),
        when=VOID,
    ),
    Obligation(
        "B3.leads",
        RIGHT,
        "whoever has slapped the pile rightly lays the next card",
        ("BB-28", "BB-39", "BB-40"),
        of_winner(winner_leads),
        (LEMMAS, ORDER),
        when=VOID,
        under=LEADERS,
    ),
    Obligation(
        "B3.keeps_debt",
        RIGHT,
        "where it is agreed a debt outlives its pile: whoever owed cards goes on paying after a right slap",
        ("BB-28",),
        of_winner(debt_goes_on),
        (LEMMAS, ORDER),
        when=agreed(slap_in_debt="keeps_debt"),
        under=under("slap_in_debt", "keeps_debt"),
    ),
    Obligation(
        "B3.forbidden",
        RIGHT,
        "where nobody may slap while cards are owed, whoever has slapped the pile lays the next card, and owes nothing",
        ("BB-28",),
        of_winner(debt_is_void, winner_leads),
        (LEMMAS, ORDER),
        when=all_of(agreed(slap_in_debt="forbidden"), not_shuffled),
        under=under("slap_in_debt", "forbidden"),
    ),
    Obligation(
        "B3.shuffled",
        RIGHT,
        "where piles are shuffled the pile belongs to the winner, and is shuffled before it is taken",
        ("BB-28", "BB-35"),
        of_winner(pile_to_be_shuffled),
        (LEMMAS, ORDER),
        when=agreed(pile_order="shuffled"),
        under=under("pile_order", "shuffled"),
    ),
    *(
        Obligation(
            f"B3.{scene.name}",
            scene,
            f"where the middle shows a situation {whose} gets all of it, the debt ends, and its seat leads",
            ("BB-12", "BB-28", "BB-39", "BB-41"),
            of_hands(pile_to_winner, debt_is_void, winner_leads),
            (LEMMAS, ORDER),
            when=all_of(LAST_CARDS, VOID),
        )
        for scene, whose in ((SLAP, "the hand on it"), (TOGETHER, "the undermost of two hands"))
    ),
)
