"""K5: how much one seat can score in a round of Bank.

The bounds hold of every end of a round, and of more: see `ends`. The least is what the dearest hand costs, and how
large a hand can be is proved act by act.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from model.bank import match, scoring
from model.bank.points import CARD_SUMS, FIXED_SUMS
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Round, Stage
from model.cards import Zone
from model.game import Seat
from solver.desk import Proof
from solver.obligations import Choices, Inputs, Scene, Statements
from solver.obligations.bank.acts import ACTS, Goals
from solver.obligations.bank.ends import (
    LAYS,
    PACK,
    SUITS,
    WIDE,
    an_end_for_a_seat,
    any_end_and_seat,
    of_the_pack,
    together,
)
from solver.obligations.bank.match_rules import ints, numbers
from solver.obligations.bank.matches import TARGETS, a_match_and_scores
from solver.obligations.bank.order import ASIDE
from solver.obligations.bank.rounds import CONTRACTS, DIFFERENT, ORDER, VALUES, Banks, agreed, table_of
from solver.obligations.bank.scores import any_hand
from solver.obligations.common import record
from solver.terms import Bool, and_, apply, equal, implies, not_, number, or_
from solver.values import Record, Value, as_int, as_symbol, as_zone, code_of, entries_of

HAND: Final = 4
"""BANK-34: so many cards each seat is dealt."""


# --- what a hand can hold and cost ---


def most_in_hand(seats: int) -> int:
    """How many cards a hand can hold: those that were dealt to it, and the whole stock."""
    return HAND + PACK - HAND * seats - 1


def a_hand(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a hand has cards of the pack, some, and no more than there are to be had."""
    hand = as_zone(setting.theory, inputs["hand"])
    size = setting.theory.length(hand)
    return and_(of_the_pack(setting, hand), size > 0, size <= most_in_hand(setting.seats))


def any_pile(setting: Banks) -> Inputs:
    """Any captured pile."""
    return {"zone": setting.theory.constant("zone")}


def a_pile(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a pile has cards of the pack."""
    return of_the_pack(setting, as_zone(setting.theory, inputs["zone"]))


MOST_POINTS: Final = 124
MOST_BONUS: Final = 95
MOST: Final = 219
"""All points of the pack, and for going out 20 as the first and 75 with four of a kind."""

SCORINGS: Final[tuple[Choices, ...]] = (
    {},
    {"scoring": "points_in_hand"},
    *(
        {"scoring": f"fixed:{one}", "fixed_mode": mode}
        for one, mode in product(FIXED_SUMS, ("plus", "alone", "when_no_points"))
    ),
    *(
        {"scoring": f"per_card:{one}", "per_card_mode": mode, "per_card_counts": counts}
        for one, mode, counts in product(CARD_SUMS, ("plus", "alone"), ("all", "zero_only"))
    ),
)
"""Every way of counting that the text offers, in every reading."""


def _dearest_fixed(declared: Book, in_hand: int) -> int:
    if declared.fixed_mode is scoring.fixed_alone:
        return declared.fixed_sum
    plus = declared.fixed_mode is scoring.fixed_plus
    return in_hand + declared.fixed_sum if plus else max(in_hand, declared.fixed_sum)


def dearest(declared: Book, seats: int) -> int:
    """What the dearest hand costs: the dearest cards of the pack, as many as a hand can hold, or a fixed sum."""
    pack = [value for value in VALUES.values() for _ in range(SUITS)]
    pack += [0] * (PACK - len(pack))
    if declared.scoring is scoring.no_penalty:
        return 0
    if declared.scoring is scoring.points_in_hand:
        return sum(pack)
    if declared.scoring is scoring.fixed:
        return _dearest_fixed(declared, sum(pack))
    plus = declared.per_card_mode is scoring.per_card_plus
    every = declared.per_card_counts is scoring.all_cards
    costs = [value * plus + declared.card_sum * (every or value == 0) for value in pack]
    return sum(sorted(costs, reverse=True)[: most_in_hand(seats)])


def a_seat_that_lost_or_not(setting: Banks) -> Inputs:
    """Any round, any seat of it, and whether it has lost."""
    return {**any_end_and_seat(setting), "lost": apply(Bool, "lost")}


def worth_of(book: Book, zone: Zone) -> Points:
    """What a captured pile counts."""
    return book.worth(zone)


def in_parts(book: Book, table: Round, seat: Seat, lost: bool) -> tuple[Points, Points, Points, Points]:
    """What a seat scores; what it has captured, what it got for going out, and what its hand costs."""
    captured, bonus = book.worth(table.captured[seat]), scoring.bonus(book, table, seat)
    return scoring.score(book, table, seat, lost), captured, bonus, book.scoring(book, table.hands[seat])


WORTH: Final[Scene[Book]] = Scene("end_worth", lambda book: worth_of, any_pile, a_pile, contracts=CONTRACTS)
BONUS: Final[Scene[Book]] = Scene(
    "end_bonus", lambda book: scoring.bonus, any_end_and_seat, an_end_for_a_seat, contracts=LAYS
)
COST: Final[Scene[Book]] = Scene("end_cost", lambda book: book.scoring, any_hand, a_hand, contracts=CONTRACTS)
IN_PARTS: Final[Scene[Book]] = Scene(
    "end_score", lambda book: in_parts, a_seat_that_lost_or_not, an_end_for_a_seat, contracts=LAYS
)


def no_more_than(most: int) -> Goals:
    """It lies between nothing and so much."""

    def goals(setting: Banks, inputs: Inputs, result: Value) -> Statements:
        return {f"it lies between 0 and {most}": (as_int(result) >= 0) & (as_int(result) <= most)}

    return goals


def within_the_dearest(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """A hand costs no less than nothing and no more than the dearest."""
    return no_more_than(dearest(setting.declared, setting.seats))(setting, inputs, result)


def put_together(setting: Banks, inputs: Inputs, result: tuple[Value, ...]) -> Statements:
    """From what can be captured, what going out can bring, and what a hand can cost, the score has its bounds."""
    scored, *parts = map(as_int, result)
    cost = dearest(setting.declared, setting.seats)
    bounded = [(each >= 0) & (each <= most) for each, most in zip(parts, (MOST_POINTS, MOST_BONUS, cost), strict=True)]
    within = (scored >= -cost) & (scored <= MOST)
    return {f"the score lies between {-cost} and {MOST}": implies(and_(*bounded), within)}


# --- a match is not won in its first round ---


def from_nought(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the totals are nought, and that no seat has scored more than it can."""
    totals, scored = numbers(record(inputs["match"]), "totals"), ints(inputs["scored"])
    return and_(*(equal(each, number(0)) for each in totals), *(each <= MOST for each in scored))


def nobody_has_won(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The match goes on."""
    over = equal(as_symbol(after.fields["stage"], Stage).code, number(code_of(Stage.OVER)))
    winners = or_(*(each.there for each in entries_of(after.fields["winners"])))
    return {"the match is not over": not_(over), "nobody has won": not_(winners)}


FIRST_ROUND: Final[Scene[Book]] = Scene(
    "first_round", lambda book: match.settled, a_match_and_scores, from_nought, contracts=CONTRACTS
)


# --- the largest hand ---


def hands_do_not_grow(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """Each hand with the stock has no more cards than before: what was dealt and the stock are all that it gets."""
    before, length = table_of(inputs), setting.theory.length
    stocks = length(before.zone("stock")), length(after.zone("stock"))
    pairs = zip(before.zones("hands"), after.zones("hands"), strict=True)
    kept = [length(new) + stocks[1] <= length(old) + stocks[0] for old, new in pairs]
    return {"no hand and the stock have more cards together than before": and_(*kept)}


# --- what is to hold ---

LARGEST: Final = "K5.hands: a hand never holds more than the four cards dealt to it and the stock, if all seats play"
ALL_PLAY: Final = agreed(tie="extra_round_all")
HANDS_BOUNDED: Final = agreed(tie="extra_round_all", captured_to="score_pile")
"""Where K5.hands is made, and says how large a hand can be: other bounds rest on that."""

PROOFS: Final[tuple[Proof[Book], ...]] = (
    Proof(
        "K5.hands",
        "whatever a seat does, a hand gets no cards but from the stock, so that none ever holds more than was dealt to"
        " it and the stock",
        together(*((scene, hands_do_not_grow) for scene, _ in ACTS), given=(ORDER, DIFFERENT)),
        ("BANK-59", "BANK-61"),
        when=ASIDE,
    ),
    Proof(
        "K5.collected",
        f"captured cards count {MOST_POINTS} points at most, and going out brings {MOST_BONUS} at most",
        together((WORTH, no_more_than(MOST_POINTS)), (BONUS, no_more_than(MOST_BONUS))),
        ("BANK-69", "BANK-78", "BANK-84", "BANK-85", "BANK-91", "BANK-93"),
    ),
    Proof(
        "K5.score",
        f"no seat scores more than {MOST} points in a round, and none loses more than what the dearest hand costs",
        together(
            (COST, within_the_dearest),
            (IN_PARTS, put_together),
            note=lambda declared, seats: f"between {-dearest(declared, seats)} and {MOST}",
            given=(WIDE, LARGEST, "K5.collected: what can be captured, and what going out can bring"),
        ),
        ("BANK-69", "BANK-70", "BANK-72", "BANK-73", "BANK-74", "BANK-76"),
        when=HANDS_BOUNDED,
        under=SCORINGS,
    ),
    Proof(
        "K5.first_round",
        f"no match is won in its first round, for {MOST} points are not enough",
        together((FIRST_ROUND, nobody_has_won), given=("K5.score: what a seat can score",)),
        (),
        when=HANDS_BOUNDED,
        under=TARGETS,
    ),
)
