"""K10, what is laid together: four of a kind, runs of four, how a run is attached, and what may follow an eight.

Which cards of a hand make up such a lay is looked for by loops over all orders, which are not read as terms. It is
tried instead with every hand of four cards there is; with more cards in hand the same four are laid together.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from math import comb
from typing import Final

from model.bank.rulebook import Book
from model.cards import SUITS, Card, Face, Zone, card, face_of, format_zone
from properties.evidence import Grade, Verdict
from solver.desk import Desk, Outcome, Proof
from solver.obligations import Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.bank.bonuses import FOUR, of_one_suit
from solver.obligations.bank.cards import HEADER, ORDERS, is_card
from solver.obligations.bank.covering import UPWARDS, card_in_turn, may_lay
from solver.obligations.bank.rounds import Banks, agreed, any_round, cards_of, is_agreed, table_of
from solver.obligations.bank.trumps import trumps_of, with_trumps
from solver.terms import TRUE, Bool, and_, equal, truth
from solver.values import Value, as_bool, as_int

# --- every hand of four cards ---

PACK: Final[Zone] = tuple([card(Face(rank), suit) for suit in SUITS for rank in HEADER])
SPACE: Final = "hands of four different cards"
HANDS: Final = comb(len(PACK), FOUR)
"""How many there are."""

Lays = frozenset[Zone]


def fours_in(hand: Zone) -> Lays:
    """BANK-45: four cards of one value may be laid, in any order."""
    return frozenset(permutations(hand)) if len(set(map(face_of, hand))) == 1 else frozenset()


def runs_in(hand: Zone, order: tuple[int, ...], one_suit: bool) -> Lays:
    """BANK-47, BANK-48: four consecutive cards may be laid, from the lowest up or from the highest down."""
    up = tuple(sorted(hand, key=lambda each: order.index(face_of(each))))
    heights = [order.index(face_of(each)) for each in up]
    in_a_row = heights == list(range(heights[0], heights[0] + FOUR))
    suits = {each // 32 for each in hand}
    return frozenset({up, up[::-1]}) if in_a_row and (not one_suit or len(suits) == 1) else frozenset()


def all_hands(found: Callable[[Zone], tuple[Zone, ...]], said: Callable[[Zone], Lays]) -> Outcome:
    """Whether in each hand exactly those lays are found that there are, each of them once."""
    for hand in combinations(PACK, FOUR):
        lays = found(hand)
        if len(lays) != len(set(lays)) or frozenset(lays) != said(hand):
            wrong = _wrong(hand, lays, said(hand))
            return Outcome(Verdict.FAILED, Grade.EXHAUSTED, wrong, space=SPACE, space_size=HANDS)
    return Outcome(Verdict.HELD, Grade.EXHAUSTED, space=SPACE, space_size=HANDS)


def _wrong(hand: Zone, lays: tuple[Zone, ...], said: Lays) -> str:
    """What is found in a hand, and what should be."""
    here, there = (", ".join(sorted(map(format_zone, each))) or "nothing" for each in (lays, said))
    return f"from the hand {format_zone(hand)} may be laid together: {here}; by the rules: {there}"


def fours(desk: Desk[Book]) -> Outcome:
    """K10.fours."""
    return all_hands(desk.book.four, fours_in)


def runs(desk: Desk[Book]) -> Outcome:
    """K10.runs."""
    declared = desk.declared
    order = next(ranks for way, ranks in ORDERS.items() if agreed(rank_order=way)(declared))
    one_suit = agreed(run_suit="same")(declared)
    return all_hands(lambda hand: desk.book.run(desk.book, hand), lambda hand: runs_in(hand, order, one_suit))


PROOFS: Final[tuple[Proof[Book], ...]] = (
    Proof(
        "K10.fours",
        "four cards of one value may be laid together, in every order, and no other four, of every hand of four cards",
        fours,
        ("BANK-45",),
        once=True,
    ),
    Proof(
        "K10.runs",
        "four cards of consecutive values may be laid together, upwards or downwards, of every hand of four cards",
        runs,
        ("BANK-47", "BANK-48"),
        under=({}, UPWARDS, {"run_suit": "same"}),
        once=True,
    ),
)

# --- scenes ---


def laid(name: str, size: int) -> Callable[[Banks], Inputs]:
    """So many cards that are laid together."""

    def inputs(setting: Banks) -> Inputs:
        return {name: tuple([setting.shapes.any_of(Card, f"card{at}", 0) for at in range(size)])}

    return inputs


def are_cards(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that they are cards."""
    return and_(*(is_card(setting, each) for value in inputs.values() for each in cards_of(setting.theory, value)))


def any_end(setting: Banks) -> Inputs:
    """Any round, and the card of a run that is laid first."""
    return {"table": any_round(setting), "end": setting.shapes.any_of(Card, "end", 0)}


def end_in_turn(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a seat is in turn, and that the cards are cards."""
    return card_in_turn(setting, {"table": inputs["table"], "card": inputs["end"]})


RUN_SUIT: Final[Scene[Book]] = Scene("run_suit", lambda book: book.run_suit, laid("run", FOUR), are_cards)
ATTACHED: Final[Scene[Book]] = Scene("run_attach", lambda book: book.run_attach, any_end, end_in_turn)
AFTER_EIGHT: Final[Scene[Book]] = Scene(
    "one_after_eight", lambda book: book.eight_follow_kind, laid("cards", 1), are_cards
)
FOUR_AFTER_EIGHT: Final[Scene[Book]] = Scene(
    "four_after_eight", lambda book: book.eight_follow_kind, laid("cards", FOUR), are_cards
)


# --- goals ---


def suits_of_a_run(setting: Banks, inputs: Inputs, allowed: Value) -> Statements:
    """Whether a run may be of these suits."""
    one_suit = of_one_suit(setting, cards_of(setting.theory, inputs["run"]))
    said = one_suit if is_agreed(setting, "run_suit", "same") else TRUE
    return {"its suits are right": equal(as_bool(allowed), said)}


def attached(setting: Banks, inputs: Inputs, allowed: Value) -> Statements:
    """Whether a run may be laid with this card first."""
    table, end = table_of(inputs), as_int(inputs["end"])
    covers = may_lay(setting, trumps_of(table.fields), table.int("turn"), end, table.int("top"))
    said = TRUE if is_agreed(setting, "run_attach", "free") else covers
    return {"its first card may be laid as it could be alone, or needs to cover nothing": equal(as_bool(allowed), said)}


def follows_an_eight(setting: Banks, inputs: Inputs, allowed: Value) -> Statements:
    """Whether so many cards may follow an eight."""
    single = len(cards_of(setting.theory, inputs["cards"])) == 1
    said = single or is_agreed(setting, "eight_follow_kind", "any_move")
    return {"one card may follow an eight, and four if that was agreed on": equal(as_bool(allowed), truth(said))}


# --- what is to hold ---

ANY_MOVE: Final[tuple[Choices, ...]] = ({}, {"eight_follow_kind": "any_move"})

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K10.run_suit",
        RUN_SUIT,
        "a run may be of any suits, or of one suit if that was agreed on",
        ("BANK-47",),
        suits_of_a_run,
        (),
        under=({}, {"run_suit": "same"}),
        once=True,
    ),
    Obligation(
        "K10.attached",
        ATTACHED,
        "the card of a run that is laid first covers what it would cover alone, unless runs are free",
        ("BANK-48",),
        attached,
        (),
        under=({}, {"run_attach": "free"}, UPWARDS, *with_trumps("none"), *with_trumps("senior_junior")),
    ),
    Obligation(
        "K10.after_an_eight",
        AFTER_EIGHT,
        "after an eight one more card may be laid, whatever card it is",
        ("BANK-44",),
        follows_an_eight,
        (),
        under=ANY_MOVE,
        once=True,
    ),
    Obligation(
        "K10.four_after_an_eight",
        FOUR_AFTER_EIGHT,
        "four cards may not be laid after an eight, unless any move was agreed on",
        ("BANK-44",),
        follows_an_eight,
        (),
        under=ANY_MOVE,
        once=True,
    ),
)
