"""Ways out of conditions that no situation takes, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from model.bank.points import choices
from model.bank.rulebook import Book

Agreed = Mapping[str, str]
Reason = Callable[[Agreed, int, str], str]
"""Why a way is out of reach, from what was agreed on, the seats and the scene; empty if it is not."""

OTHER_HOLDS: Final = "of two seats the other one holds cards as long as the round is not over"
STAYS_IN: Final = "whoever laid the top card holds cards or has gone out"
COVERED: Final = "where a bank lay there is a card to be covered"
TWO_HOLD: Final = "a turn that is missed or stopped leaves two seats with cards, and one of them not stuck"
ALL_DEALT: Final = "every seat is dealt cards there"
NOT_UNDER: Final = "nobody draws under a seven where that was not agreed on"
ANOTHER: Final = "the seat before the one that fails is another one, since two hold cards"
ONE_TRUMP: Final = "of other suits none is a trump where one suit is"
TWO_GROUPS: Final = "two suits are never in one group of trumps"
WENT_OUT: Final = "a lay ends a round by the seat that goes out"
IS_A_SEAT: Final = "whoever has gone out is a seat"
NONE_OUT: Final = "with two seats the round is over as soon as one is out, and so never by a failure"
GROWN: Final = "with two seats whoever takes the bank has a hand, and the bank makes it another"
OUT_ENDS: Final = "with two seats a turn is over after four cards only when the seat is out, and so is the round"

KINGS: Final = ("lay", "lay_four", "takes_by_laying")
"""Scenes that ask whether a king is a trump."""
LAYS: Final = ("lay", "lay_four")


def _two(seats: int, reason: str) -> str:
    return reason if seats == 2 else ""


def _no_cards_there(agreed: Agreed, seats: int, scene: str) -> str:
    if scene == "opened":
        return ALL_DEALT
    return "" if scene in ("left_of_dealer", "starts") else _two(seats, OTHER_HOLDS)


def _no_hand(agreed: Agreed, seats: int, scene: str) -> str:
    if agreed["deck_card_owner"] == "dealer" or agreed["out_may_capture"] == "no":
        return _two(seats, OTHER_HOLDS)
    return STAYS_IN


def _nothing_on_top(agreed: Agreed, seats: int, scene: str) -> str:
    none = agreed["ghost"] == "none" or (agreed["ghost"] == "after_capture" and scene != "fail")
    return "" if none else COVERED


def _nobody_to_take(agreed: Agreed, seats: int, scene: str) -> str:
    before = agreed["captor"] == agreed["deck_card_owner"] == "seat_before"
    return ANOTHER if before else ""


def _over(agreed: Agreed, seats: int, scene: str) -> str:
    return TWO_HOLD if scene in ("skip", "stop") and agreed["round_end"] != "stock_gone" else ""


def _not_over(agreed: Agreed, seats: int, scene: str) -> str:
    again = scene == "lay_four" and agreed["run_extra_move"] == "yes"
    return _two(seats, OUT_ENDS) if again else ""


def _given_to_nobody(agreed: Agreed, seats: int, scene: str) -> str:
    return IS_A_SEAT if agreed["bank_left"] == "last_finisher" else ""


REASONS: Final[Mapping[str, Reason]] = {
    "if not table.hands[candidate]": _no_cards_there,
    "if table.hands[candidate]": lambda agreed, seats, scene: (
        _two(seats, OTHER_HOLDS) if scene == "mover_after_capture" and agreed[scene] == "captor" else ""
    ),
    "if not table.hands[captor]": lambda agreed, seats, scene: _two(seats, OTHER_HOLDS),
    "if not table.hands[seat] and (not (has_gone_out(table, seat) and book.out_may_capture()))": _no_hand,
    "if not table.hands[seat]": lambda agreed, seats, scene: _two(seats, GROWN) if scene == "fail" else "",
    "if not taken.hands != table.hands": lambda agreed, seats, scene: (
        _two(seats, GROWN) if scene == "fail" and agreed["captured_to"] == "hand" else ""
    ),
    "if top == NO_CARD": _nothing_on_top,
    "if seat in (NOBODY, table.turn)": _nobody_to_take,
    "if book.round_end(table)": _over,
    "if not book.round_end(table)": _not_over,
    "if not passed.phase is Phase.OVER or not book.seven_trigger(table) or book.seven(passed) is None": _not_over,
    "if not table.phase is not Phase.SEVEN": lambda agreed, seats, scene: (
        "" if agreed["seven"] in ("draw_and_move", "draw_and_skip") else NOT_UNDER
    ),
    "if suit in trumps and top in trumps": lambda agreed, seats, scene: (
        ONE_TRUMP if scene in KINGS and agreed["trumps"] == "one" else ""
    ),
    "if mine > 0": lambda agreed, seats, scene: TWO_GROUPS if scene in KINGS else "",
    "if not table.out": lambda agreed, seats, scene: WENT_OUT if scene in LAYS else "",
    "if table.out": lambda agreed, seats, scene: _two(seats, NONE_OUT) if scene == "fail" else "",
    "if seat == NOBODY": _given_to_nobody,
    "if not seat == NOBODY": lambda agreed, seats, scene: (
        _two(seats, NONE_OUT) if scene == "fail" and agreed["bank_left"] == "last_finisher" else ""
    ),
}
"""The ways that are out of reach of some scenes, as the conditions are written in the model."""


def out_of_reach(book: Book, seats: int, scene: str, way: str) -> str:
    """Why no situation of a scene takes this way out of a condition, for the ways of which that is known."""
    return REASONS[way](choices(book), seats, scene) if way in REASONS else ""
