"""B2: what a wrong slap costs: nothing, or so many cards from the top of the hand, or the right to slap for a while."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from model.game import NOBODY
from model.piles import slaps
from model.piles.rulebook import Book
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import record, seat, unchanged
from solver.obligations.piles.order import ORDER, Piles, agreed, hand_of, under, where
from solver.obligations.slaps.hands import table_and_seat
from solver.obligations.slaps.matching import LAST_CARDS
from solver.obligations.slaps.order import (
    FOR_GOOD,
    all_of,
    bars,
    each_hand,
    ordered,
    undermost,
)
from solver.obligations.slaps.right import SLAP, TOGETHER
from solver.obligations.slaps.situations import is_open, may_be_slapped
from solver.terms import Bool, Int, Zone, and_, equal, implies, ite, not_, number
from solver.values import Record, as_int

Rule = Callable[[Piles, Record, Record, Int], Statements]
"""What holds of a table after a wrong slap by a seat, when it was like this before."""

Goals = Callable[[Piles, Inputs, Record], Statements]

CARDS: Final = ("hands", "middle", "burned", "left")
MOMENT: Final = ("turn", "debt", "claimant", "last", "phase", "unanswered")


# --- what is paid ---


def so_many(setting: Piles, table: Record, who: Int) -> tuple[Zone, Zone]:
    """The cards that a seat pays, from the top of its hand, and those that it keeps."""
    hand = hand_of(table.zones("hands"), who)
    size, penalty = setting.theory.length(hand), number(setting.declared.penalty)
    whole = setting.declared.wrong_slap is slaps.whole_hand
    return setting.theory.cut(hand, size if whole else ite(penalty <= size, penalty, size))


# --- what is said of a wrong slap ---


def nothing_moves(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
    """No card moves, and nothing is in another place."""
    return {"no card moves": unchanged(setting, before, after, *CARDS)}


def turn_goes_on(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
    """Whoever was to act is to act, and what was owed is owed."""
    return {"play goes on in the turn that was in force": unchanged(setting, before, after, *MOMENT, "barred")}


def nothing(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
    """It costs nothing."""
    return together(nothing_moves(setting, before, after, who), turn_goes_on(setting, before, after, who))


def _with_burned(setting: Piles, before: Record, paid: Zone) -> Zone:
    """The middle with the cards paid: under all others, the last one lowest, or on those that were burned before."""
    theory = setting.theory
    burned, laid = theory.cut(before.zone("middle"), before.int("burned"))
    if setting.declared.burned_order is slaps.under_all:
        return theory.joined(theory.joined(theory.backwards(paid), burned), laid)
    return theory.joined(theory.joined(burned, paid), laid)


def burned(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
    """So many cards as agreed, or all there are, go from the top of the hand into the middle, to the burned ones."""
    paid, kept = so_many(setting, before, who)
    hands = each_hand(before, after, who, lambda hand, now: equal(now, kept), lambda hand, now: equal(now, hand))
    counted = equal(after.int("burned"), before.int("burned") + setting.theory.length(paid))
    middle = _with_burned(setting, before, paid)
    return {
        "the seat pays so many cards from the top of its hand, and nobody else pays": hands,
        "they lie in the middle, where burned cards lie": equal(after.zone("middle"), middle),
        "they count as burned, and as many cards as before were left over": counted
        & unchanged(setting, before, after, "left"),
    }


def to_claimant(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
    """So many cards as agreed go under the claimant's hand; where nobody else claims anything nothing moves."""
    claimant = before.int("claimant")
    nobody = equal(claimant, number(NOBODY)) | equal(claimant, who)
    paid, kept = so_many(setting, before, who)
    found = []
    for place, (hand, now) in enumerate(zip(before.zones("hands"), after.zones("hands"), strict=True)):
        gets = ite(equal(claimant, number(place)), setting.theory.joined(hand, paid), hand)
        found.append(equal(now, ite(equal(who, number(place)), kept, gets)))
    return {
        "the seat pays so many cards from its hand's top, under the claimant's": nobody | and_(*found),
        "if nobody else claims anything nobody pays": implies(nobody, unchanged(setting, before, after, "hands")),
        "the middle lies as it lay": unchanged(setting, before, after, "middle", "burned", "left"),
    }


def barred(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
    """The seat may not slap until so many cards have been laid."""
    now = [
        equal(bar, ite(equal(who, number(place)), number(setting.declared.penalty), was))
        for place, (was, bar) in enumerate(zip(bars(setting, before), bars(setting, after), strict=True))
    ]
    return {
        "the seat may not slap until so many cards have been laid, and no other bar changes": and_(*now),
        "no card moves": unchanged(setting, before, after, *CARDS),
    }


def only_cards(rule: Rule) -> Rule:
    """The same, and nothing changes but the cards that are paid."""

    def said(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
        return together(rule(setting, before, after, who), turn_goes_on(setting, before, after, who))

    return said


RULES: Final[Mapping[object, Rule]] = {
    slaps.nothing: nothing,
    slaps.burn_under: burned,
    slaps.whole_hand: burned,
    slaps.card_to_claimant: to_claimant,
    slaps.lock_out: barred,
}
"""What a wrong slap costs, for the cards alone."""

# --- scenes ---


def wrongly_slapped(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order, that hands may come, and that this is a seat."""
    table = record(inputs["table"])
    return ordered(setting, table) & is_open(setting, table) & seat(setting, as_int(inputs["seat"]))


WRONG: Final[Scene[Book]] = Scene("wrong_slap", lambda book: book.wrong_slap, table_and_seat, wrongly_slapped)

# --- goals ---


def of_seat(rule: Rule) -> Goals:
    """A rule about a table and the seat that has slapped it wrongly."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        return rule(setting, record(inputs["table"]), after, as_int(inputs["seat"]))

    return goals


def of_wrong_hand(rule: Rule) -> Goals:
    """The same of the hand on the middle, where that shows no situation."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        table = record(inputs["table"])
        said = rule(setting, table, after, undermost(inputs))
        return where(not_(may_be_slapped(setting, table)), said, "wrongly slapped: ")

    return goals


def chance_is_gone(setting: Piles, before: Record, after: Record, who: Int) -> Statements:
    """A seat without cards that has slapped wrongly may not slap again before it has some."""
    found = []
    pairs = zip(bars(setting, before), bars(setting, after), before.zones("hands"), strict=True)
    for place, (was, bar, hand) in enumerate(pairs):
        gone = equal(who, number(place)) & equal(setting.theory.length(hand), number(0))
        found.append(equal(bar, ite(gone, number(FOR_GOOD), was)))
    return {"whoever had no cards has had its one chance, and no other bar changes": and_(*found)}


# --- what is to hold ---

FREE: Final = agreed(wrong_slap="nothing")
NO_CHANCE: Final = agreed(empty_hand="skipped_may_slap")


def costs(way: str) -> tuple[Choices, ...]:
    """This penalty with so many cards: the usual one, and three."""
    return under("wrong_slap", way, f"{way}:3")


def _wrong(id: str, way: str, statement: str, rule: Rule, ways: tuple[Choices, ...]) -> Obligation[Book]:
    agreed_on = agreed(wrong_slap=way)
    return Obligation(id, WRONG, statement, ("BMN-53",), of_seat(rule), (LEMMAS, ORDER), when=agreed_on, under=ways)


def _burning(order: str) -> tuple[Choices, ...]:
    return tuple([{"wrong_slap": way, "burned_order": order} for way in ("burn_under", "burn_under:3")])


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "B2.no_penalty",
        WRONG,
        "a wrong slap brings neither the pile nor a penalty: no card moves",
        ("BB-42",),
        of_seat(nothing_moves),
        (LEMMAS, ORDER),
        when=FREE,
    ),
    Obligation(
        "B2.turn_goes_on",
        WRONG,
        "after a wrong slap play goes on in the turn that was in force, and what was owed is still owed",
        ("BB-43",),
        of_seat(turn_goes_on),
        (LEMMAS, ORDER),
        when=FREE,
    ),
    Obligation(
        "B2.slap_together",
        TOGETHER,
        "where the middle shows no situation a slap changes nothing, however many hands there are",
        ("BB-30", "BB-42", "BB-43"),
        of_wrong_hand(nothing),
        (LEMMAS, ORDER),
        when=all_of(FREE, LAST_CARDS, NO_CHANCE),
    ),
    _wrong(
        "B2.burn_under",
        "burn_under",
        "a wrong slap costs so many cards as agreed, or all that there are, from the top of the hand; they lie lowest",
        only_cards(burned),
        ({}, *costs("burn_under"), *_burning("onto_burned")),
    ),
    _wrong(
        "B2.whole_hand",
        "whole_hand",
        "where it is agreed a wrong slap costs the whole hand",
        only_cards(burned),
        ({}, *under("wrong_slap", "whole_hand")),
    ),
    _wrong(
        "B2.card_to_claimant",
        "card_to_claimant",
        "where it is agreed a wrong slap costs so many cards, which go under the hand of whoever claims the pile",
        only_cards(to_claimant),
        costs("card_to_claimant"),
    ),
    _wrong(
        "B2.lock_out",
        "lock_out",
        "where it is agreed whoever slaps wrongly may not slap until so many cards have been laid",
        barred,
        costs("lock_out"),
    ),
    Obligation(
        "B2.pays",
        SLAP,
        "where the middle shows no situation whoever slaps it pays what was agreed on, and nothing else",
        ("BMN-53",),
        of_wrong_hand(lambda setting, *rest: RULES[setting.declared.wrong_slap](setting, *rest)),
        (LEMMAS, ORDER),
        when=all_of(LAST_CARDS, NO_CHANCE),
        seats=(2, 3, 4),
        under=({}, *under("wrong_slap", "burn_under:2", "whole_hand", "card_to_claimant", "lock_out:2")),
    ),
    Obligation(
        "B2.one_chance",
        SLAP,
        "where a seat without cards has one chance a wrong slap uses it up",
        ("BB-28",),
        of_wrong_hand(chance_is_gone),
        (LEMMAS, ORDER),
        when=all_of(FREE, LAST_CARDS, agreed(empty_hand="one_chance")),
        under=under("empty_hand", "one_chance"),
    ),
)

SCENES: Final = (WRONG,)
