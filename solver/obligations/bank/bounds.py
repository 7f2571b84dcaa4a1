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
from model.game import Seat
from solver.desk import Proof
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.bank.acts import ACTS
from solver.obligations.bank.ends import (
    LAYS,
    PACK,
    SUITS,
    an_end,
    an_end_for_a_seat,
    any_end,
    by_rank,
    counts_by_rank,
    of_ends,
)
from solver.obligations.bank.match_rules import ints, numbers
from solver.obligations.bank.matches import TARGETS, a_match_and_scores
from solver.obligations.bank.order import ASIDE
from solver.obligations.bank.rounds import (
    CONTRACTS,
    DIFFERENT,
    ORDER,
    VALUES,
    Banks,
    record,
    table_of,
    worthless_in,
)
from solver.obligations.bank.scores import any_hand
from solver.terms import Bool, Int, and_, apply, equal, implies, not_, number, or_
from solver.values import Record, Value, as_int, as_symbol, as_zone, code_of, entries_of

HAND: Final = 4
"""BANK-34: so many cards each seat is dealt."""


# --- what a hand can hold and cost ---


def most_in_hand(seats: int) -> int:
    """How many cards a hand can hold: those that were dealt to it, and the whole stock."""
    return HAND + PACK - HAND * seats - 1


def a_hand(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a hand has cards of the pack, and no more than there are to be had."""
    hand = as_zone(setting.theory, inputs["hand"])
    size = setting.theory.length(hand)
    return and_(
        counts_by_rank(setting, hand),
        *(cards <= SUITS for cards in by_rank(setting, hand)),
        worthless_in(setting.theory, hand) <= PACK - SUITS * len(VALUES),
        (size > 0) & (size <= most_in_hand(setting.seats)),
    )


MOST: Final = 219
"""All points of the pack, 20 for going out first, and 75 for four of a kind."""

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
    return {**any_end(setting), "seat": apply(Int, "seat"), "lost": apply(Bool, "lost")}


def in_parts(book: Book, table: Round, seat: Seat, lost: bool) -> tuple[Points, Points, Points]:
    """What a seat scores, what it would score if it had not lost, and what its hand costs."""
    scored, collected = scoring.score(book, table, seat, lost), scoring.score(book, table, seat, False)
    return scored, collected, book.scoring(book, table.hands[seat])


COLLECTED: Final[Scene[Book]] = Scene("end_collected", lambda book: scoring.collected, any_end, an_end, contracts=LAYS)
COSTS: Final[Scene[Book]] = Scene("cost_of_a_hand", lambda book: book.scoring, any_hand, a_hand, contracts=CONTRACTS)
IN_PARTS: Final[Scene[Book]] = Scene(
    "end_score", lambda book: in_parts, a_seat_that_lost_or_not, an_end_for_a_seat, contracts=LAYS
)


def within_what_there_is(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """Nobody collects less than nothing, or more than all points and the best bonuses."""
    return {
        f"seat {place} collects between 0 and {MOST}": (found >= 0) & (found <= MOST)
        for place, found in enumerate(ints(result))
    }


def within_the_dearest(setting: Banks, inputs: Inputs, result: Value) -> Statements:
    """A hand costs no less than nothing and no more than the dearest."""
    most = dearest(setting.declared, setting.seats)
    return {f"a hand costs between 0 and {most}": (as_int(result) >= 0) & (as_int(result) <= most)}


def put_together(setting: Banks, inputs: Inputs, result: tuple[Value, Value, Value]) -> Statements:
    """With what can be collected and what a hand can cost the score has its bounds."""
    scored, collected, cost = map(as_int, result)
    most = dearest(setting.declared, setting.seats)
    bounded = and_(collected >= 0, collected <= MOST, cost >= 0, cost <= most)
    return {f"the score lies between {-most} and {MOST}": implies(bounded, (scored >= -most) & (scored <= MOST))}


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


HANDS: Final[tuple[Obligation[Book], ...]] = tuple(
    [
        Obligation(
            f"K5.hands.{scene.name}",
            scene,
            f"{act}: a hand gets no cards but from the stock, so that it never holds more than was dealt and the stock",
            ("BANK-59", "BANK-61"),
            hands_do_not_grow,
            (LEMMAS, ORDER, DIFFERENT),
            when=ASIDE,
        )
        for scene, act in ACTS
    ]
)
"""What bounds a hand, and so the dearest of them."""


# --- what is to hold ---

PROOFS: Final[tuple[Proof[Book], ...]] = (
    Proof(
        "K5.collected",
        f"no seat collects less than nothing in a round, or more than {MOST} points",
        of_ends((COLLECTED, within_what_there_is)),
        ("BANK-69", "BANK-78", "BANK-84", "BANK-85", "BANK-91", "BANK-93"),
    ),
    Proof(
        "K5.score",
        f"no seat scores more than {MOST} points in a round, or less than nothing less the dearest hand",
        of_ends(
            (COSTS, within_the_dearest),
            (IN_PARTS, put_together),
            note=lambda declared, seats: f"between {-dearest(declared, seats)} and {MOST}",
        ),
        ("BANK-69", "BANK-70", "BANK-72", "BANK-73", "BANK-74", "BANK-76"),
        under=SCORINGS,
    ),
    Proof(
        "K5.first_round",
        f"no match is won in its first round, for {MOST} points are not enough",
        of_ends((FIRST_ROUND, nobody_has_won)),
        ("BANK-06", "BANK-96"),
        under=TARGETS,
    ),
)
