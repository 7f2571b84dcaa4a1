"""K8: what becomes of a match of Bank when a round is over: totals, winners, extra rounds, dealers, lots.

The totals are any numbers and the round is any round, so that each statement holds of every match there can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

from model.bank import match, scoring
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, Stage
from model.game import Seat
from solver.desk import Proof
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Scene
from solver.obligations.bank import match_rules as rules
from solver.obligations.bank.bonuses import FOUR, any_finish
from solver.obligations.bank.deals import any_deal, proper_deal
from solver.obligations.bank.ends import together
from solver.obligations.bank.rounds import CONTRACTS, Banks, any_round, each_seat_once, have_cards, the_table
from solver.obligations.common import anything, record, seat
from solver.shapes import hints_of
from solver.terms import Bool, Int, and_, apply, implies, or_
from solver.values import Entry, Record, Row, Value, as_int, entries_of

# --- matches ---


NOTED: Final[Mapping[str, Value]] = {"failed": (), "stuck": ()}
"""What is noted of a round while it is played, and is of no interest when it is over."""
IS_OVER: Final[Mapping[str, Value]] = {**NOTED, "phase": Phase.OVER}


def any_match(setting: Banks, table: Record | None = None, **known: Value) -> Record:
    """Any match that nobody has won yet: its totals are any numbers, its round is this one, or any that is over.

    Unless they are given there are no scores, no dealers and no seats named for the next round.
    """
    shapes, seats = setting.shapes, setting.seats
    given: dict[str, Value] = dict.fromkeys(("scores", "dealers", "playing", "winners"), ())
    given |= {"round": table or any_round(setting, "match.round", **IS_OVER), "stage": Stage.ROUND, **known}
    fields = {
        field: given[field] if field in given else shapes.any_of(kind, f"match.{field}", seats)
        for field, kind in hints_of(Match).items()
    }
    return Record(Match, fields)


def any_seats(setting: Banks, name: str) -> Row:
    """Any seats."""
    return setting.shapes.any_row(Seat, name, setting.seats)


def gone_out_by(setting: Banks, name: str, *sizes: int) -> Row:
    """At most all seats but one that have gone out, the first with so many cards as the first size says, and so on."""
    there = [apply(Bool, f"{name}.{at}.there") for at in range(setting.seats - 1)]
    for before, after in pairwise(there):
        setting.theory.facts.add(implies(after, before))
    gone = [any_finish(setting, f"{name}.{at}", sizes[at]) for at in range(setting.seats - 1)]
    return Row(tuple(map(Entry, there, gone)))


# --- scenes ---


def _points(setting: Banks, name: str) -> tuple[Int, ...]:
    """Any number of points for each seat."""
    return tuple([apply(Int, f"{name}.{place}") for place in range(setting.seats)])


def any_totals(setting: Banks) -> Inputs:
    """Any totals."""
    return {"totals": _points(setting, "totals")}


def a_total_and_a_target(setting: Banks) -> Inputs:
    """Any total and any target."""
    return {"total": apply(Int, "total"), "target": apply(Int, "target")}


def totals_and_scores(setting: Banks) -> Inputs:
    """Any totals, and any scores of a round."""
    return {"totals": _points(setting, "totals"), "scored": _points(setting, "scored")}


def a_match(setting: Banks) -> Inputs:
    """Any match whose round has been counted."""
    return {"match": any_match(setting, scores=_points(setting, "match.scores"))}


def a_match_and_scores(setting: Banks) -> Inputs:
    """Any match whose round is over, and any scores of that round."""
    return {"match": any_match(setting), "scored": _points(setting, "scored")}


def a_match_and_seats(setting: Banks) -> Inputs:
    """Any match, and any seats."""
    return {**a_match(setting), "tied": any_seats(setting, "tied")}


def a_match_and_a_seat(setting: Banks) -> Inputs:
    """Any match, and a seat that the lot has named."""
    return {"match": any_match(setting, dealers=any_seats(setting, "match.dealers")), "dealer": apply(Int, "dealer")}


def a_match_and_a_deal(setting: Banks) -> Inputs:
    """Any match, and any deal of its next round with four cards for each seat."""
    return {"match": any_match(setting, dealers=any_seats(setting, "match.dealers")), **any_deal(setting)}


def a_match_after(*sizes: int) -> Callable[[Banks], Inputs]:
    """Any match, with so many cards in the last lays of its round."""

    def inputs(setting: Banks) -> Inputs:
        table = any_round(setting, "round", out=gone_out_by(setting, "out", *sizes), phase=Phase.MOVE, **NOTED)
        return {"played": any_match(setting, table)}

    return inputs


def a_match_and_a_table_after(*sizes: int) -> Callable[[Banks], Inputs]:
    """Any match, and any round after something was done in its round, with so many cards in the last lays."""

    def inputs(setting: Banks) -> Inputs:
        before = any_round(setting, "round", phase=Phase.MOVE, out=(), **NOTED)
        table = any_round(setting, out=gone_out_by(setting, "out", *sizes), **NOTED)
        return {"played": any_match(setting, before), "table": table}

    return inputs


def nearly_over(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that somebody has cards, for a round ends before all are out, and that seats are seats."""
    table = record(record(inputs["match"]).fields["round"] if "match" in inputs else inputs["table"])
    somebody = or_(*have_cards(setting, table))
    return and_(somebody, seat(setting, table.int("first")), each_seat_once(setting, table, "out"))


def a_dealer_is_due(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that one seat is to deal, and that the deal is a proper one."""
    dealers = entries_of(record(inputs["match"]).fields["dealers"])
    seats = [implies(each.there, seat(setting, as_int(each.value))) for each in dealers]
    return and_(rules.alone([each.there for each in dealers]), *seats, proper_deal(setting, inputs))


def check_and_collected(book: Book, played: Match) -> tuple[bool, tuple[Points, ...]]:
    """Whether a match is decided while a round is played, and what each seat has collected in this round so far."""
    return book.match_check(book, played), scoring.collected(book, played.round)


def went_on_and_points(book: Book, played: Match, table: Round) -> tuple[Match, tuple[Points, ...], tuple[Points, ...]]:
    """The match after something was done in its round, what the round scores, and what was collected so far."""
    return match.went_on(book, played, table), scoring.scores(book, table), scoring.collected(book, table)


MIXED: Final = (1, FOUR, 1)
"""With how many cards the first, the second and the third go out: a last lay has one card, or four."""

WINNER: Final[Scene[Book]] = Scene("winner", lambda book: book.winner, any_totals, anything)
REACHED: Final[Scene[Book]] = Scene("match_target", lambda book: book.match_target, a_total_and_a_target, anything)
ADDED: Final[Scene[Book]] = Scene("added", lambda book: match.added, totals_and_scores, anything)
SETTLED: Final[Scene[Book]] = Scene(
    "settled", lambda book: match.settled, a_match_and_scores, nearly_over, contracts=CONTRACTS
)
CHECK: Final[Scene[Book]] = Scene(
    "match_check", lambda book: check_and_collected, a_match_after(*MIXED), anything, contracts=CONTRACTS
)
WENT_ON: Final[Scene[Book]] = Scene(
    "went_on", lambda book: went_on_and_points, a_match_and_a_table_after(*MIXED), anything, contracts=CONTRACTS
)
TIE: Final[Scene[Book]] = Scene("tie", lambda book: book.tie, a_match_and_seats, anything)
DEALER: Final[Scene[Book]] = Scene("dealer", lambda book: book.dealer, a_match, nearly_over, contracts=CONTRACTS)
LAST_OUT: Final[Scene[Book]] = Scene("last_out_means", lambda book: book.last_out_means, the_table, nearly_over)
LOT: Final[Scene[Book]] = Scene("lot_fell", lambda book: match.lot_fell, a_match_and_a_seat, anything)
DEALT: Final[Scene[Book]] = Scene("dealt", lambda book: match.dealt, a_match_and_a_deal, a_dealer_is_due)


# --- what is to hold ---

TARGETS: Final[tuple[Choices, ...]] = ({}, {"match_target": "more_than"})
TIES: Final[tuple[Choices, ...]] = ({}, {"tie": "extra_round_tied"})
DEALERS: Final[tuple[Choices, ...]] = (
    {},
    {"dealer": "last_out"},
    {"dealer": "last_out", "last_out_means": "left_over"},
    {"dealer": "first_mover"},
    {"dealer": "most_points"},
    {"dealer": "fewest_points"},
)
CHECKS: Final[tuple[Choices, ...]] = ({}, {"match_check": "at_capture"})
SOMEBODY: Final = "K3: when a round is over somebody has cards, and whoever is out is so once"
COLLECTS: Final = "K12.collected and K12.scores: what a seat has collected, and what a round scores"
LAID: Final = "seats have gone out by one card, by four and by one, in this order (what that brings is K12's to say)"

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K8.winner",
        WINNER,
        "at the top of a match are the seats that have reached the target and than which no other has more",
        ("BANK-06", "BANK-96", "BANK-97", "BANK-98"),
        rules.highest_wins,
        (),
        under=TARGETS,
    ),
    Obligation(
        "K8.target",
        REACHED,
        "the target is reached by just as many points, or by more, as was agreed on",
        ("BANK-06", "BANK-96"),
        rules.target_is_reached,
        (),
        under=TARGETS,
    ),
    Obligation(
        "K8.added",
        ADDED,
        "after a round each total is the one before and what this seat has scored",
        ("BANK-06", "BANK-70"),
        rules.scores_are_added,
        (),
    ),
    Obligation(
        "K8.settled",
        SETTLED,
        "after a round the scores are added; one seat alone at the top has won; otherwise those play on that the rules"
        " name, and a seat deals that the rules name, by lot if there are several",
        ("BANK-06", "BANK-08", "BANK-96", "BANK-97", "BANK-98", "BANK-99"),
        rules.round_is_settled,
        (LEMMAS, SOMEBODY),
        under=(*TARGETS, *TIES[1:], *DEALERS[1:]),
    ),
    Obligation(
        "K8.tie",
        TIE,
        "an extra round is played by everybody, or by those that are tied, as was agreed on",
        ("BANK-98", "BANK-99"),
        rules.tied_play_on,
        (),
        under=TIES,
    ),
    Obligation(
        "K8.dealer",
        DEALER,
        "the next dealer is whom the option names: the loser, the last to finish, the first to move, or the seat with"
        " most or with fewest points; several where they are level",
        ("BANK-09", "BANK-10", "BANK-11", "BANK-12", "BANK-13", "BANK-14"),
        rules.dealer_is_named,
        (LEMMAS, SOMEBODY),
        under=DEALERS,
    ),
    Obligation(
        "K8.last_out",
        LAST_OUT,
        "the last to finish is the last that went out, or the seat that is left over alone",
        ("BANK-11",),
        rules.last_one_is_named,
        (SOMEBODY,),
        under=({}, {"last_out_means": "left_over"}),
    ),
    Obligation(
        "K8.lot",
        LOT,
        "the seat that the lot names deals, and the lot changes nothing else",
        ("BANK-08",),
        rules.lot_names_dealer,
        (),
    ),
)

PROOFS: Final[tuple[Proof[Book], ...]] = (
    Proof(
        "K8.dealt",
        "the next round is dealt by the seat that is due, with the cards of the deal, and the totals stay",
        together((DEALT, rules.due_seat_deals), given=("K8.settled: one seat is due to deal",)),
        ("BANK-08", "BANK-09"),
    ),
    Proof(
        "K8.check",
        "nobody has won while a round is played; or whoever is then alone at the top with what was collected so far",
        together((CHECK, rules.checked_at_capture), given=(COLLECTS, LAID)),
        ("BANK-96", "BANK-97"),
        under=CHECKS,
    ),
    Proof(
        "K8.went_on",
        "a round that is over is counted, with what each seat scores in it; before that nothing counts, unless a"
        " capture decides the match: then what was collected so far counts",
        together((WENT_ON, rules.match_goes_on), given=(COLLECTS, LAID)),
        ("BANK-96", "BANK-97"),
        under=CHECKS,
    ),
)
"""What runs through all that is dealt or counted, on more paths than can be followed one by one."""
