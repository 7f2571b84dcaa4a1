"""What must hold of the scores of a round, which are counted here a second time."""

from __future__ import annotations

from functools import partial
from typing import Final

from model.bank.profiles import BANK
from model.bank.ranks import EIGHT, NINE, SEVEN, SIX
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, all_cards
from model.cards import ACE, JACK, KING, QUEEN, SUITS, TEN, Face, card
from model.game import Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.sheet import (
    COUNTS,
    KINGS,
    MOST,
    PLACES,
    RUNS,
    WHOLE,
    at_place,
    bonus,
    counted,
    ends_with_a_king,
    have_lost,
    is_four,
    is_run,
    penalty,
    points,
    sheet_of,
)

PACK: Final = 36
"""Cards in the pack."""

# --- what a card counts ---


def _count(faces: tuple[Face, ...], book: Book, seats: int) -> bool:
    """Whether each card of these ranks counts what the text says, in every suit."""
    return all(book.worth((card(face, suit),)) == COUNTS.get(face, 0) for face in faces for suit in SUITS)


def _pack_counts_124(book: Book, seats: int) -> bool:
    return book.worth(book.pack()) == WHOLE


def _is_a_whole_pack(book: Book, match: Match) -> bool:
    table = match.round
    return sum(map(len, (*table.hands, table.stock, table.bank, *table.captured))) == PACK


def _table_counts_124(book: Book, match: Match) -> bool:
    return points(all_cards(match.round)) == WHOLE


def _acted(book: Book, step: Step) -> bool:
    return step.in_a_round


def _points_stay(book: Book, step: Step) -> bool:
    return points(all_cards(step.was)) == points(all_cards(step.became))


# --- rounds that are over ---


def _is_over(book: Book, step: Step) -> bool:
    return step.in_a_round and step.became.phase is Phase.OVER


def _scored_so(book: Book, step: Step) -> bool:
    return step.after.scores == counted(book, sheet_of(step.became))


def _besides_captured(step: Step, seat: Seat) -> int:
    """What a seat has scored besides the points of its captured cards."""
    return step.after.scores[seat] - points(step.became.captured[seat])


def _left(table: Round) -> list[Seat]:
    return [Seat(seat) for seat, hand in enumerate(table.hands) if hand]


def _without_penalty(book: Book, step: Step) -> bool:
    return _is_over(book, step) and bool(_left(step.became)) and agrees(book, "scoring", "no_penalty")


def _hands_count_nothing(book: Book, step: Step) -> bool:
    return all(_besides_captured(step, seat) == 0 for seat in _left(step.became))


def _somebody_pays(way: str, mode: tuple[str, ...], book: Book, step: Step) -> bool:
    """Whether a round is over with somebody who has lost, and this is the penalty that the table has agreed on."""
    if not _is_over(book, step) or not agrees(book, "scoring", way) or not agrees(book, *mode):
        return False
    return bool(have_lost(book, step.became.hands))


def _losers_pay(book: Book, step: Step) -> bool:
    hands = step.became.hands
    return all(_besides_captured(step, seat) == -penalty(book, hands[seat]) for seat in have_lost(book, hands))


def _some_hold_cards(book: Book, step: Step) -> bool:
    return _is_over(book, step) and not agrees(book, "scoring", "no_penalty") and bool(_left(step.became))


def _nobody_else_pays(book: Book, step: Step) -> bool:
    lost = have_lost(book, step.became.hands)
    return all(_besides_captured(step, seat) == 0 for seat in _left(step.became) if seat not in lost)


def _sum_is_the_usual(book: Book, seats: int) -> bool:
    return (
        agrees(book, "scoring", "fixed")
        and book.fixed_sum == BANK.fixed_sum
        and agrees(book, "fixed_mode", "plus", "alone")
    )


def _thirty_one(book: Book, seats: int) -> bool:
    return book.scoring(book, (card(NINE, SUITS[0]),)) == 31


# --- going out ---


def _went_out_plainly(place: int, book: Book, step: Step) -> bool:
    """Whether a seat has gone out at this place with nothing that brings more than the place."""
    out = step.became.out
    if not _is_over(book, step) or len(out) < place:
        return False
    cards = out[place - 1].cards
    return not (ends_with_a_king(cards) or is_four(cards) or is_run(cards))


def _went_out_with_a_king(place: int, book: Book, step: Step) -> bool:
    out = step.became.out
    return _is_over(book, step) and len(out) >= place and ends_with_a_king(out[place - 1].cards)


def _went_out_with_a_run(place: int, book: Book, step: Step) -> bool:
    out = step.became.out
    return _is_over(book, step) and len(out) >= place and is_run(out[place - 1].cards)


def _brings_the_place(place: int, book: Book, step: Step) -> bool:
    return _besides_captured(step, step.became.out[place - 1].seat) == PLACES[place - 1]


def _brings_all(place: int, book: Book, step: Step) -> bool:
    finish = step.became.out[place - 1]
    return _besides_captured(step, finish.seat) == bonus(place, finish.cards)


def _went_out_with_four(book: Book, step: Step) -> bool:
    return _is_over(book, step) and any(is_four(finish.cards) for finish in step.became.out)


def _four_bring_75(book: Book, step: Step) -> bool:
    """Four of a kind bring 75 besides the place; four kings what any king brings."""
    for place, finish in enumerate(step.became.out, start=1):
        if is_four(finish.cards):
            extra = at_place(KINGS, place) if ends_with_a_king(finish.cards) else 75
            if _besides_captured(step, finish.seat) != at_place(PLACES, place) + extra:
                return False
    return True


def _went_out(book: Book, step: Step) -> bool:
    return _is_over(book, step) and bool(step.became.out)


def _nobody_out_pays(book: Book, step: Step) -> bool:
    """Whoever went out scores at least what it has captured and ten points more."""
    return all(_besides_captured(step, finish.seat) >= PLACES[-1] for finish in step.became.out)


# --- bounds ---


def _not_too_much(book: Book, step: Step) -> bool:
    return max(step.after.scores) <= MOST


def _costs_at_most(book: Book) -> int:
    """What the dearest hand costs: all points there are, and what comes on top of them, or in their place."""
    if agrees(book, "scoring", "no_penalty"):
        return 0
    if agrees(book, "scoring", "points_in_hand"):
        return WHOLE
    if agrees(book, "scoring", "fixed"):
        ways = {"alone": book.fixed_sum, "when_no_points": max(WHOLE, book.fixed_sum)}
        found = [cost for way, cost in ways.items() if agrees(book, "fixed_mode", way)]
        return found[0] if found else WHOLE + book.fixed_sum
    for_cards = book.card_sum * (len(book.pack()) - 1)
    return for_cards if agrees(book, "per_card_mode", "alone") else WHOLE + for_cards


def _not_too_little(book: Book, step: Step) -> bool:
    return min(step.after.scores) >= -_costs_at_most(book)


_RANKS: Final = (
    ("an ace counts 12", "An ace counts 12 points.", "BANK-78", (ACE,)),
    ("a ten counts 10", "A ten counts 10 points.", "BANK-79", (TEN,)),
    ("a king counts 5", "A king counts 5 points.", "BANK-80", (KING,)),
    ("a queen counts 3", "A queen counts 3 points.", "BANK-81", (QUEEN,)),
    ("a jack counts 1", "A jack counts 1 point.", "BANK-82", (JACK,)),
    ("low cards count nothing", "Nines, eights, sevens and sixes count nothing.", "BANK-83", (NINE, EIGHT, SEVEN, SIX)),
)
_ORDINALS: Final = ("first", "second", "third")
_PLACE_CLAUSES: Final = (
    ("BANK-84", "BANK-85", "BANK-93"),
    ("BANK-86", "BANK-87", "BANK-94"),
    ("BANK-88", "BANK-89", "BANK-95"),
)


def _for_a_place(place: int) -> tuple[AnyInvariant, ...]:
    """What going out at one place brings: plainly, with a king, and with a run."""
    word, (plain, king, run) = _ORDINALS[place - 1], _PLACE_CLAUSES[place - 1]
    return (
        Invariant(
            f"going out {word}",
            f"Going out {word} brings {PLACES[place - 1]} points, and no more without a king, four of a kind or a run.",
            (plain, run),
            Kind.STEP,
            partial(_brings_the_place, place),
            partial(_went_out_plainly, place),
        ),
        Invariant(
            f"going out {word} with a king",
            f"Going out {word} with a king as the last card brings {KINGS[place - 1]} points besides all else.",
            (king,),
            Kind.STEP,
            partial(_brings_all, place),
            partial(_went_out_with_a_king, place),
        ),
        Invariant(
            f"going out {word} with a run",
            f"Going out {word} with a run of four in one suit brings {RUNS[place - 1]} points besides all else.",
            (run,),
            Kind.STEP,
            partial(_brings_all, place),
            partial(_went_out_with_a_run, place),
        ),
    )


def _penalty(name: str, statement: str, clauses: tuple[str, ...], way: str, mode: tuple[str, ...]) -> AnyInvariant:
    return Invariant(name, statement, clauses, Kind.STEP, _losers_pay, partial(_somebody_pays, way, mode))


SCORES: Final[tuple[AnyInvariant, ...]] = (
    *[
        Invariant(name, statement, (clause,), Kind.BOOK, partial(_count, faces))
        for name, statement, clause, faces in _RANKS
    ],
    Invariant(
        "the pack counts 124",
        "All cards of the pack together count 124 points.",
        ("BANK-78", "BANK-79", "BANK-80", "BANK-81", "BANK-82"),
        Kind.BOOK,
        _pack_counts_124,
    ),
    Invariant(
        "124 points on the table",
        "With the whole pack there are 124 points in hands, stock, bank and captured cards together.",
        ("BANK-03", "BANK-61"),
        Kind.TABLE,
        _table_counts_124,
        _is_a_whole_pack,
    ),
    Invariant(
        "no point is lost",
        "No action of a seat changes how many points there are on the table.",
        ("BANK-61",),
        Kind.STEP,
        _points_stay,
        _acted,
    ),
    Invariant(
        "a round is worth what was collected",
        "Each seat scores its captured cards and its bonuses, less what the table has agreed on for a seat that lost.",
        ("BANK-69", "BANK-70"),
        Kind.STEP,
        _scored_so,
        _is_over,
    ),
    Invariant(
        "hands count nothing",
        "Where there is no penalty a seat that holds cards scores what it has captured, and nothing else.",
        ("BANK-68", "BANK-69"),
        Kind.STEP,
        _hands_count_nothing,
        _without_penalty,
    ),
    _penalty(
        "points in hand are taken off",
        "Where that is agreed, a seat that has lost scores what it has captured, less the points in its hand.",
        ("BANK-70", "BANK-72"),
        "points_in_hand",
        ("losers", "all_with_cards", "most_points", "last_only"),
    ),
    _penalty(
        "a fixed sum comes on top",
        "Where that is agreed, a seat that has lost pays the fixed sum once, and its points in hand.",
        ("BANK-73", "BANK-74"),
        "fixed",
        ("fixed_mode", "plus"),
    ),
    _penalty(
        "a fixed sum in place of points",
        "Where that is agreed, a seat that has lost pays the fixed sum alone, or where it holds no points.",
        ("BANK-73", "BANK-74"),
        "fixed",
        ("fixed_mode", "alone", "when_no_points"),
    ),
    Invariant(
        "the usual sum is 31",
        "Where a fixed penalty is agreed and no sum is named, a hand without points costs 31.",
        ("BANK-75",),
        Kind.BOOK,
        _thirty_one,
        _sum_is_the_usual,
    ),
    _penalty(
        "each card costs",
        "Where that is agreed, a seat that has lost pays for each card it holds, or for each without points.",
        ("BANK-73", "BANK-76"),
        "per_card",
        ("per_card_mode", "plus", "alone"),
    ),
    Invariant(
        "only losers pay",
        "A seat that holds cards and is not among those that have lost scores what it has captured.",
        ("BANK-70", "BANK-72"),
        Kind.STEP,
        _nobody_else_pays,
        _some_hold_cards,
    ),
    *[one for place in (1, 2, 3) for one in _for_a_place(place)],
    Invariant(
        "going out with four of a kind",
        "Going out with four of a kind brings 75 points besides all else, unless they are kings.",
        ("BANK-91",),
        Kind.STEP,
        _four_bring_75,
        _went_out_with_four,
    ),
    Invariant(
        "whoever is out pays nothing",
        "A seat that went out scores all it has captured, and ten points more at least.",
        ("BANK-84", "BANK-86", "BANK-88"),
        Kind.STEP,
        _nobody_out_pays,
        _went_out,
    ),
    Invariant(
        "a round brings 219 at most",
        "No seat scores more than 219 in a round: all points there are, 20 for the place and 75 for four of a kind.",
        ("BANK-84", "BANK-91"),
        Kind.STEP,
        _not_too_much,
        _is_over,
    ),
    Invariant(
        "a round costs no more than the dearest hand",
        "No seat loses more in a round than the penalty for the dearest hand there can be.",
        ("BANK-69", "BANK-70", "BANK-74", "BANK-76"),
        Kind.STEP,
        _not_too_little,
        _is_over,
    ),
)
