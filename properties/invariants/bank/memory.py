"""What must hold of what a table remembers from one act to the next, told from the acts alone.

Other statements trust that it is known who has drawn, who has laid the top card, whether a seven was laid, and who has
failed. These hold all of that against what was done.
"""

from __future__ import annotations

from typing import Final

from model.bank.actions import Act
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, Stage
from model.cards import Zone
from model.game import NOBODY, Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step
from properties.invariants.bank.covering import rank
from properties.invariants.bank.deals import is_untouched

GOES_ON: Final = (Phase.FURTHER_CARD, Phase.FURTHER_MOVE)
"""A seat that has laid something goes on in the same turn."""


def _of_the_turn(table: Round) -> tuple[bool, bool, Zone]:
    """What was drawn in the turn."""
    return table.drawn, table.forced, table.fresh


def _of_the_top(table: Round) -> tuple[Seat, bool, Seat]:
    """What is known of the top card of the bank."""
    return table.owner, table.laid_fresh, table.four_kings


def _of_failures(table: Round) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    return table.failed, table.stuck


NOTHING_DRAWN: Final = (False, False, ())
NOTHING_KNOWN: Final = (NOBODY, False, NOBODY)
NOBODY_FAILED: Final = ((), ())

# --- when ---


def _turn_has_passed(book: Book, step: Step) -> bool:
    """Whether a turn begins by this act, maybe another one of the same seat; drawing never ends a turn."""
    ended = step.in_a_round and not step.is_a(Act.DRAW) and step.became.phase is not Phase.OVER
    return ended and step.became.phase not in GOES_ON


def _drew(book: Book, step: Step) -> bool:
    return step.is_a(Act.DRAW)


def _laid(book: Book, step: Step) -> bool:
    return step.is_a(Act.LAY)


def _laid_and_goes_on(book: Book, step: Step) -> bool:
    return step.is_a(Act.LAY) and step.became.phase in GOES_ON


def _laid_and_it_lies_there(book: Book, step: Step) -> bool:
    return step.is_a(Act.LAY) and bool(step.became.bank)


def _bank_is_untouched(book: Book, step: Step) -> bool:
    return step.in_a_round and not step.is_a(Act.LAY) and step.became.bank == step.was.bank


def _failed(book: Book, step: Step) -> bool:
    return step.is_a(Act.PASS)


def _neither_laid_nor_failed(book: Book, step: Step) -> bool:
    return step.in_a_round and not step.is_a(Act.LAY) and not step.is_a(Act.PASS)


def _bank_is_empty(book: Book, match: Match) -> bool:
    return match.stage is Stage.ROUND and not match.round.bank


def _nothing_is_done_yet(book: Book, match: Match) -> bool:
    return is_untouched(match)


# --- what ---


def _nothing_of_the_turn_is_left(book: Book, step: Step) -> bool:
    return _of_the_turn(step.became) == NOTHING_DRAWN and not step.became.sevens


def _just_that_card_is_fresh(book: Book, step: Step) -> bool:
    """What has come into the hand is fresh, beside what was; and it is known why it was drawn."""
    was, became, seat = step.was, step.became, step.was.turn
    come = tuple(card for card in became.hands[seat] if card not in was.hands[seat])
    under_a_seven = was.phase is Phase.SEVEN
    due = (was.drawn or not under_a_seven, was.forced or under_a_seven, was.fresh + come)
    return _of_the_turn(became) == due and became.sevens == was.sevens


def _what_was_drawn_is_still_known(book: Book, step: Step) -> bool:
    return _of_the_turn(step.became) == _of_the_turn(step.was)


def _sevens_of_the_turn_are_known(book: Book, step: Step) -> bool:
    return step.became.sevens == (step.was.sevens or "7" in map(rank, step.cards))


def _layer_is_known(book: Book, step: Step) -> bool:
    return step.became.owner == step.action.seat


def _fresh_if_it_was_drawn(book: Book, step: Step) -> bool:
    return step.became.laid_fresh == (step.cards[-1] in step.was.fresh)


def _top_is_known_as_before(book: Book, step: Step) -> bool:
    return _of_the_top(step.became) == _of_the_top(step.was)


def _nobody_has_failed(book: Book, step: Step) -> bool:
    return _of_failures(step.became) == NOBODY_FAILED


def _failures_are_the_same(book: Book, step: Step) -> bool:
    return _of_failures(step.became) == _of_failures(step.was)


def _noted(step: Step, seats: tuple[Seat, ...]) -> set[Seat]:
    """Those and the one that fails, without those that a bank that was taken gives something to lay.

    That is everybody where nothing is to be covered any more, and otherwise whoever has got it into its hand.
    """
    if step.became.top == NO_CARD:
        return set()
    helped = {seat for seat, hand in enumerate(step.became.hands) if hand != step.was.hands[seat]}
    return {*seats, step.was.turn} - helped


def _is_each_once(seats: tuple[Seat, ...], expected: set[Seat]) -> bool:
    return sorted(seats) == sorted(expected)


def _failer_is_noted(book: Book, step: Step) -> bool:
    return _is_each_once(step.became.failed, _noted(step, step.was.failed))


def _stuck_if_there_is_no_stock(book: Book, step: Step) -> bool:
    if not step.was.stock:
        return _is_each_once(step.became.stuck, _noted(step, step.was.stuck))
    return step.became.stuck == step.was.stuck == ()


def _nobody_laid_it(book: Book, match: Match) -> bool:
    return _of_the_top(match.round) == NOTHING_KNOWN


def _nothing_is_remembered(book: Book, match: Match) -> bool:
    table = match.round
    at_rest = _of_the_turn(table) == NOTHING_DRAWN and not table.sevens
    return at_rest and _of_the_top(table) == NOTHING_KNOWN and _of_failures(table) == NOBODY_FAILED


OF_THE_TURN: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "a new turn remembers nothing",
        "When a turn is over, what was drawn in it and whether a seven was laid in it are forgotten.",
        ("BANK-50", "BANK-53", "BANK-59", "BANK-64"),
        Kind.STEP,
        _nothing_of_the_turn_is_left,
        _turn_has_passed,
    ),
    Invariant(
        "a card that is drawn is known as such",
        "Of a card that is drawn it is known that it is fresh, and whether it was drawn under a seven or being stuck.",
        ("BANK-53", "BANK-54", "BANK-59", "BANK-64"),
        Kind.STEP,
        _just_that_card_is_fresh,
        _drew,
    ),
    Invariant(
        "what was drawn is known to the end of the turn",
        "Whoever has laid something and goes on has drawn what it has drawn.",
        ("BANK-59", "BANK-64"),
        Kind.STEP,
        _what_was_drawn_is_still_known,
        _laid_and_goes_on,
    ),
    Invariant(
        "a seven is known to the end of the turn",
        "While a turn goes on it is known whether a seven was laid in it.",
        ("BANK-50",),
        Kind.STEP,
        _sevens_of_the_turn_are_known,
        _laid_and_goes_on,
    ),
)

OF_THE_TOP: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "the layer of the top card is known",
        "The top card of the bank belongs to the seat that has just laid it.",
        ("BANK-61", "BANK-64"),
        Kind.STEP,
        _layer_is_known,
        _laid_and_it_lies_there,
    ),
    Invariant(
        "a fresh card is known on the bank",
        "The top card of the bank is fresh if, and only if, it was drawn in the turn in which it was laid.",
        ("BANK-64",),
        Kind.STEP,
        _fresh_if_it_was_drawn,
        _laid_and_it_lies_there,
    ),
    Invariant(
        "the top card is known until the next",
        "As long as nothing is laid and nothing is taken, whose the top card is, and how it was laid, stay the same.",
        ("BANK-61", "BANK-64", "BANK-92"),
        Kind.STEP,
        _top_is_known_as_before,
        _bank_is_untouched,
    ),
    Invariant(
        "an empty bank is nobody's",
        "Where no card lies in the bank nobody has laid its top card, and no four kings lie there.",
        ("BANK-61", "BANK-62", "BANK-92"),
        Kind.TABLE,
        _nobody_laid_it,
        _bank_is_empty,
    ),
)

OF_FAILURES: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "a lay makes failures forgotten",
        "When something is laid nobody has failed since.",
        ("BANK-61", "BANK-67"),
        Kind.STEP,
        _nobody_has_failed,
        _laid,
    ),
    Invariant(
        "whoever fails has failed",
        "A failure is noted of the seat that fails, unless a bank that is taken for it gives seats something to lay.",
        ("BANK-60", "BANK-61"),
        Kind.STEP,
        _failer_is_noted,
        _failed,
    ),
    Invariant(
        "whoever fails without a stock is stuck",
        "A seat is stuck if, and only if, it has failed with no stock left, since anything was laid.",
        ("BANK-67",),
        Kind.STEP,
        _stuck_if_there_is_no_stock,
        _failed,
    ),
    Invariant(
        "failures stay noted",
        "Neither drawing nor missing or ending a turn changes who has failed.",
        ("BANK-54", "BANK-61", "BANK-67"),
        Kind.STEP,
        _failures_are_the_same,
        _neither_laid_nor_failed,
    ),
)

MEMORY: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "a new round remembers nothing",
        "Before the first act of a round nothing was drawn or laid and nobody has failed.",
        ("BANK-35", "BANK-59", "BANK-61"),
        Kind.TABLE,
        _nothing_is_remembered,
        _nothing_is_done_yet,
    ),
    *OF_THE_TURN,
    *OF_THE_TOP,
    *OF_FAILURES,
)
