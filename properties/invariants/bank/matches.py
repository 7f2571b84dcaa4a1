"""What must hold of matches: totals, winners and extra rounds."""

from __future__ import annotations

from typing import Final

from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage
from model.game import Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.dealers import DEALERS
from properties.invariants.bank.sheet import collected, sheet_of

TARGET: Final = 248


def _seats(match: Match) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(len(match.totals)))


# --- totals and winners ---


def _ends_the_round(book: Book, step: Step) -> bool:
    return step.ends_the_round


def _totals_add_up(book: Book, step: Step) -> bool:
    totals = zip(step.before.totals, step.after.scores, strict=True)
    return step.after.totals == tuple(total + score for total, score in totals)


def _does_not_end_the_round(book: Book, step: Step) -> bool:
    return not step.ends_the_round


def _totals_stay(book: Book, step: Step) -> bool:
    return step.after.totals == step.before.totals


def _enough(book: Book, total: int) -> bool:
    return total > TARGET or (total == TARGET and agrees(book, "match_target", "at_least"))


def _leaders(book: Book, match: Match) -> tuple[Seat, ...]:
    """The seats with the highest total, if that is enough."""
    best = max(match.totals)
    return tuple(seat for seat in _seats(match) if match.totals[seat] == best) if _enough(book, best) else ()


def _one_leads(book: Book, step: Step) -> bool:
    return step.ends_the_round and len(_leaders(book, step.after)) == 1


def _leader_has_won(book: Book, step: Step) -> bool:
    return step.after.stage is Stage.OVER and step.after.winners == _leaders(book, step.after)


def _nobody_has_enough(book: Book, step: Step) -> bool:
    return step.ends_the_round and not _leaders(book, step.after)


def _everybody_plays_on(book: Book, step: Step) -> bool:
    after = step.after
    return after.stage in (Stage.LOT, Stage.DEAL) and after.winners == () and after.playing == _seats(after)


def _exactly_enough(book: Book, step: Step) -> bool:
    return step.ends_the_round and max(step.after.totals) == TARGET


def _is_decided(book: Book, step: Step) -> bool:
    """With 248 exactly a seat that is alone with it has won, unless the table has agreed on more."""
    wins = agrees(book, "match_target", "at_least") and step.after.totals.count(max(step.after.totals)) == 1
    return (step.after.stage is Stage.OVER) == wins


def _is_over(book: Book, match: Match) -> bool:
    return match.stage is Stage.OVER


def _one_winner_with_enough(book: Book, match: Match) -> bool:
    return len(match.winners) == 1 and _enough(book, match.totals[match.winners[0]])


def _is_tied(book: Book, step: Step) -> bool:
    return step.ends_the_round and len(_leaders(book, step.after)) > 1


def _is_not_decided(book: Book, step: Step) -> bool:
    return step.after.stage in (Stage.LOT, Stage.DEAL) and step.after.winners == ()


def _right_seats_take_part(book: Book, step: Step) -> bool:
    after = step.after
    everybody = agrees(book, "tie", "extra_round_all")
    return after.playing == (_seats(after) if everybody else _leaders(book, after))


def _ends_the_first_round(book: Book, step: Step) -> bool:
    return step.ends_the_round and not any(step.before.totals)


def _nobody_has_won(book: Book, step: Step) -> bool:
    return step.after.stage is not Stage.OVER


# --- when it is looked at ---


def _round_ends_by_itself(book: Book, step: Step) -> bool:
    return step.ends_the_round and agrees(book, "match_check", "after_round")


def _round_was_played_out(book: Book, step: Step) -> bool:
    return step.became.phase is Phase.OVER


def _is_looked_at_while_played(book: Book, step: Step) -> bool:
    """Whether an act has not ended the round by itself, and the table has agreed to look at each capture."""
    return step.in_a_round and agrees(book, "match_check", "at_capture") and step.became.phase is not Phase.OVER


def _is_over_when_there(book: Book, step: Step) -> bool:
    """A round is cut short by a capture with which one seat leads and has enough, and counts what was collected."""
    sheet = sheet_of(step.became)
    so_far = tuple(collected(sheet, seat) for seat in _seats(step.after))
    totals = [total + score for total, score in zip(step.before.totals, so_far, strict=True)]
    captured = step.was.captured != step.became.captured
    there = captured and _enough(book, max(totals)) and totals.count(max(totals)) == 1
    return step.ends_the_round == there and (not there or step.after.scores == so_far)


MATCHES: Final[tuple[AnyInvariant, ...]] = (
    *DEALERS,
    Invariant(
        "totals add up",
        "After a round each total has grown by what the seat has scored.",
        ("BANK-06", "BANK-96"),
        Kind.STEP,
        _totals_add_up,
        _ends_the_round,
    ),
    Invariant(
        "totals stay during a round",
        "Nothing but the end of a round changes a total.",
        ("BANK-06", "BANK-96"),
        Kind.STEP,
        _totals_stay,
        _does_not_end_the_round,
    ),
    Invariant(
        "rounds are played out",
        "A match is looked at after a round, and no round is cut short, unless the table has agreed otherwise.",
        ("BANK-96",),
        Kind.STEP,
        _round_was_played_out,
        _round_ends_by_itself,
    ),
    Invariant(
        "a match can end at a capture",
        "Where that is agreed, a round is cut short exactly by a capture with which one seat leads and has enough.",
        ("BANK-96",),
        Kind.STEP,
        _is_over_when_there,
        _is_looked_at_while_played,
    ),
    Invariant(
        "a winner has 248",
        "A match that is over has one winner, whose total is 248 at least, or more where that is agreed.",
        ("BANK-06", "BANK-96"),
        Kind.TABLE,
        _one_winner_with_enough,
        _is_over,
    ),
    Invariant(
        "248 is enough",
        "Exactly 248 points win, unless the table has agreed that they must be passed.",
        ("BANK-06",),
        Kind.STEP,
        _is_decided,
        _exactly_enough,
    ),
    Invariant(
        "the highest wins",
        "Where one seat alone has the highest total, and it is enough, that seat has won the match.",
        ("BANK-06", "BANK-97"),
        Kind.STEP,
        _leader_has_won,
        _one_leads,
    ),
    Invariant(
        "the match goes on",
        "Where no total is enough everybody plays another round.",
        ("BANK-06", "BANK-96"),
        Kind.STEP,
        _everybody_plays_on,
        _nobody_has_enough,
    ),
    Invariant(
        "a tie is not decided",
        "Where several have the highest total, and it is enough, nobody has won, and one more round is played.",
        ("BANK-98",),
        Kind.STEP,
        _is_not_decided,
        _is_tied,
    ),
    Invariant(
        "who plays the extra round",
        "In a round that decides a tie everybody may take part, or only those that are level, as agreed.",
        ("BANK-99",),
        Kind.STEP,
        _right_seats_take_part,
        _is_tied,
    ),
    Invariant(
        "no match is won in one round",
        "Nobody wins a match in its first round if all totals were nought.",
        ("BANK-06", "BANK-96"),
        Kind.STEP,
        _nobody_has_won,
        _ends_the_first_round,
    ),
)
