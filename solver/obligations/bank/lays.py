"""K10, what is laid together: four of a kind, runs of four, and how a run is attached.

Which cards of a hand make up such a lay is looked for by loops over all orders, which are not read as terms. It is
tried instead with every hand of four cards there is, and four of a kind with every hand of five as well. That larger
hands hide no lay and allow no other is not stated here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations, product
from math import comb
from typing import Final

from model.bank import moves
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Phase, Round
from model.cards import SUITS, Card, Face, Zone, card, face_of, format_zone
from model.game import Seat
from properties.evidence import Grade, Verdict
from solver.desk import Desk, Outcome, Proof
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.bank.bonuses import FOUR, of_one_suit
from solver.obligations.bank.cards import HEADER, ORDERS, is_card
from solver.obligations.bank.covering import UPWARDS, card_in_turn, may_lay
from solver.obligations.bank.rounds import Banks, agreed, any_round, cards_of, is_agreed, table_of
from solver.obligations.bank.trumps import trumps_of, with_trumps
from solver.terms import TRUE, Bool, and_, equal
from solver.values import Value, as_bool, as_int

# --- every hand of four cards ---

PACK: Final[Zone] = tuple([card(Face(rank), suit) for suit in SUITS for rank in HEADER])
SPACE: Final = "hands of {} different cards"
MOMENTS: Final = "four cards of one value in hand, each card or none on top, and whether four were laid before"

Lays = frozenset[Zone]
NONE: Final[Lays] = frozenset()


def fours_in(hand: Zone) -> Lays:
    """BANK-45: four cards of one value may be laid, in any order."""
    if len(set(map(face_of, hand))) > len(hand) - FOUR + 1:
        return NONE
    fours = [four for four in combinations(hand, FOUR) if len(set(map(face_of, four))) == 1]
    return frozenset([order for four in fours for order in permutations(four)])


def runs_in(hand: Zone, order: tuple[int, ...], one_suit: bool) -> Lays:
    """BANK-47, BANK-48: four consecutive cards may be laid, from the lowest up or from the highest down."""
    up = tuple(sorted(hand, key=lambda each: order.index(face_of(each))))
    heights = [order.index(face_of(each)) for each in up]
    in_a_row = heights == list(range(heights[0], heights[0] + FOUR))
    suits = {each // 32 for each in hand}
    return frozenset({up, up[::-1]}) if in_a_row and (not one_suit or len(suits) == 1) else frozenset()


def all_hands(found: Callable[[Zone], tuple[Zone, ...]], said: Callable[[Zone], Lays], size: int = FOUR) -> Outcome:
    """Whether in each hand of so many cards exactly those lays are found that there are, each of them once."""
    space, hands = SPACE.format(size), comb(len(PACK), size)
    for hand in combinations(PACK, size):
        lays = found(hand)
        if len(lays) != len(set(lays)) or frozenset(lays) != said(hand):
            wrong = _wrong(hand, lays, said(hand))
            return Outcome(Verdict.FAILED, Grade.EXHAUSTED, wrong, space=space, space_size=hands)
    return Outcome(Verdict.HELD, Grade.EXHAUSTED, space=space, space_size=hands)


def _wrong(hand: Zone, lays: tuple[Zone, ...], said: Lays) -> str:
    """What is found in a hand, and what should be."""
    here, there = (", ".join(sorted(map(format_zone, each))) or "nothing" for each in (lays, said))
    return f"from the hand {format_zone(hand)} may be laid together: {here}; by the rules: {there}"


def fours(desk: Desk[Book]) -> Outcome:
    """K10.fours."""
    return all_hands(desk.book.four, fours_in)


def fours_of_five(desk: Desk[Book]) -> Outcome:
    """K10.fours_of_five."""
    return all_hands(desk.book.four, fours_in, FOUR + 1)


def at_any_moment(desk: Desk[Book]) -> Outcome:
    """K10.fours_at_any_moment: that such a card covers nothing, or that four were laid before, keeps nobody from it."""
    cases = 0
    for hand in filter(fours_in, combinations(PACK, FOUR)):
        for top, phase in product((NO_CARD, *PACK), (Phase.MOVE, Phase.FURTHER_MOVE)):
            if top in hand:
                continue
            cases += 1
            if not fours_in(hand) <= frozenset(moves.lays(desk.book, _moment(desk.declared, hand, top, phase))):
                where = f"on {format_zone(_under(top)) or 'nothing'}, {phase.value}"
                return Outcome(Verdict.FAILED, Grade.EXHAUSTED, f"{format_zone(hand)} may not be laid {where}")
    return Outcome(Verdict.HELD, Grade.EXHAUSTED, space=MOMENTS, space_size=cases)


def _under(top: Card) -> Zone:
    """The bank with this card on top, or without any."""
    return () if top == NO_CARD else (top,)


def _moment(declared: Book, hand: Zone, top: Card, phase: Phase) -> Round:
    """The first of two seats is in turn, with these cards in hand, and has to cover this one."""
    other = tuple([each for each in PACK if each != top and each not in hand])[:FOUR]
    first, second = Seat(0), Seat(1)
    return Round((hand, other), (), _under(top), top, ((), ()), first, first, second, declared.trump_suits, phase)


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
        "K10.fours_of_five",
        "beside a fifth card the same four of one value may be laid together, and no others, of every hand of five",
        fours_of_five,
        ("BANK-45",),
        once=True,
    ),
    Proof(
        "K10.fours_at_any_moment",
        "four cards of one value may be laid by the seat in turn whatever lies on top, and also after four of a kind;"
        " what may follow an eight, and a seven, is said elsewhere (K4)",
        at_any_moment,
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


# --- what is to hold ---

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
)
