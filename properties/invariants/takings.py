"""What must hold of every tick: no card is lost, and a pile that is won goes where it belongs."""

from __future__ import annotations

from model.game import NOBODY, Seat
from model.piles import events
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase, all_cards
from properties.invariants.core import Invariant, Kind, Step, agrees, always

VOID = ("voids_debt", "forbidden")
"""Ways to slap that leave nothing owed."""


def _conserves(book: Book, step: Step) -> bool:
    return sorted(all_cards(step.before)) == sorted(all_cards(step.after))


def _collected(book: Book, step: Step) -> bool:
    return step.collected


def _collected_for_good(book: Book, step: Step) -> bool:
    return step.collected and not _keeps_debt(book, step)


def _keeps_debt(book: Book, step: Step) -> bool:
    return step.slapped and not agrees(book, "slap_in_debt", *VOID)


def _middle_is_empty(book: Book, step: Step) -> bool:
    return step.after.middle == () and step.after.debt == NO_DEBT and step.after.claimant == NOBODY


def _goes_under(book: Book, step: Step) -> bool:
    kept = step.rest[step.winner]
    return step.after.hands[step.winner][: len(kept)] == kept


def _taken_in_order(book: Book, step: Step) -> bool:
    return step.collected and agrees(book, "pile_order", "first_laid_first")


def _first_laid_first(book: Book, step: Step) -> bool:
    return step.after.hands[step.winner] == step.rest[step.winner] + step.pile


def _taken_and_led(book: Book, step: Step) -> bool:
    led = _collected_for_good(book, step) and step.after.phase == Phase.LAYING
    return led and agrees(book, "leader", "taker")


def _taker_leads(book: Book, step: Step) -> bool:
    return step.after.turn == step.winner


def _somebody_is_out(book: Book, step: Step) -> bool:
    return bool(_out(step)) and agrees(book, "end", "must_play", "early_stop", "lead_on")


def _out(step: Step) -> list[Seat]:
    before = step.before
    return [Seat(seat) for seat, hand in enumerate(before.hands) if not hand and seat != before.claimant]


def _stays_out(book: Book, step: Step) -> bool:
    return not any(step.after.hands[seat] for seat in _out(step) if seat != step.layer)


def _events_tell_all(book: Book, step: Step) -> bool:
    return events.replay(step.before, events.of_tick(step.before, step.tick, step.after)) == step.after


TAKINGS: tuple[Invariant[Step], ...] = (
    Invariant(
        "every card exactly once",
        "No card is lost, added or changed.",
        ("BMN-03", "BMN-42", "BMN-45", "BB-29"),
        Kind.STEP,
        _conserves,
    ),
    Invariant(
        "a taken pile leaves an empty middle",
        "When a pile is taken no card stays in the middle and nothing is owed.",
        ("BMN-24", "BMN-42", "BB-19", "BB-28"),
        Kind.STEP,
        _middle_is_empty,
        _collected_for_good,
    ),
    Invariant(
        "the pile goes under",
        "A taken pile lies under the cards that the taker still had.",
        ("BMN-42", "BB-35", "BB-38"),
        Kind.STEP,
        _goes_under,
        _collected,
    ),
    Invariant(
        "first laid, first played",
        "A taken pile keeps its order: the card laid first will be played first.",
        ("BMN-42", "BB-35", "BB-36", "BB-37"),
        Kind.STEP,
        _first_laid_first,
        _taken_in_order,
    ),
    Invariant(
        "the taker leads",
        "Whoever took the pile lays the next card.",
        ("BMN-43", "BB-39"),
        Kind.STEP,
        _taker_leads,
        _taken_and_led,
    ),
    Invariant(
        "out is out",
        "A seat without cards and without a claim gets none again.",
        ("BMN-64",),
        Kind.STEP,
        _stays_out,
        _somebody_is_out,
    ),
    Invariant(
        "the events tell everything",
        "Replaying the events of a tick on the table before it gives the table after it.",
        (),
        Kind.STEP,
        _events_tell_all,
        always,
    ),
)
