"""What a program shows of a table of Bank, held against what the model has."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

import msgspec

from model.bank.actions import Action
from model.bank.play import apply, enabled
from model.bank.rulebook import Book
from model.bank.state import Match
from model.deal import SEAT_NAMES
from model.game import Seat
from properties.conformance.bank.wire import plain, sorted_cards, to_action, to_table, to_view
from properties.conformance.parting import Parting, as_text
from properties.conformance.protocol import ActionWire, BankLookOk, BankTableWire, BankViewWire, read_bank_view

W = TypeVar("W", BankTableWire, BankViewWire)


def compared(book: Book, match: Match, shown: BankLookOk, first: BankLookOk, seat: Seat, number: int) -> Parting | None:
    """The first part that differs. `first` is what was shown before: what stands there may not be left out later."""
    return (
        _same_state(match, shown, first, number)
        or _same_legal(book, match, shown, first, number)
        or _same_view(book, match, shown, first, seat, number)
    )


def _same_state(match: Match, shown: BankLookOk, first: BankLookOk, number: int) -> Parting | None:
    if first.state is None:
        return None
    if shown.state is None:
        return Parting(number, "state", "the state, which hello claims to tell", "none")
    told = msgspec.structs.replace(
        shown.state,
        hands=tuple(map(sorted_cards, shown.state.hands)),
        captured=tuple(map(sorted_cards, shown.state.captured)),
        stock=plain(shown.state.stock),
        bank=plain(shown.state.bank),
        top=plain(shown.state.top),
    )
    right = _as_far_as(first.state, told, to_table(match))
    return None if told == right else Parting(number, "state", as_text(right), as_text(told))


def _as_far_as(first: W, told: W, right: W) -> W:
    """The right one, without what is told neither now nor was at first; what is told is compared."""
    silent = [name for name in told.__struct_fields__ if getattr(told, name) is getattr(first, name) is msgspec.UNSET]
    return msgspec.structs.replace(right, **dict.fromkeys(silent, msgspec.UNSET))


def _same_legal(book: Book, match: Match, shown: BankLookOk, first: BankLookOk, number: int) -> Parting | None:
    if first.legal is None:
        return None
    if shown.legal is None:
        return Parting(number, "legal", "the legal acts, which hello claims to tell", "none")
    right = Counter(act_text(to_action(action)) for action in enabled(book, match))
    told = Counter(map(act_text, shown.legal))
    if told == right:
        return None
    parts = (("missing", right - told), ("not allowed", told - right))
    twice = [act for act, times in told.items() if times > 1 and act in right]
    if twice:
        parts = (*parts[:1], ("told twice", Counter(twice)))
    got = "; ".join(f"{what}: {', '.join(sorted(acts))}" for what, acts in parts if acts)
    return Parting(number, "legal", ", ".join(sorted(right)) or "nothing", got)


def act_text(action: ActionWire) -> str:
    """An act in few words, such as `A 9c` or `B draw`."""
    if action.act == "lot":
        named = SEAT_NAMES[action.dealer] if action.dealer is not None and 0 <= action.dealer < 4 else "?"
        return f"chance lot:{named}"
    seat = str(action.seat)
    if isinstance(action.seat, int) and 0 <= action.seat < len(SEAT_NAMES):
        seat = SEAT_NAMES[action.seat]
    return f"{seat} {plain(action.cards) if action.act == 'lay' else action.act}"


def _same_view(
    book: Book, match: Match, shown: BankLookOk, first: BankLookOk, seat: Seat, number: int
) -> Parting | None:
    if first.view is None:
        return None
    if shown.view is None:
        return Parting(number, "view", "a view, which hello claims to tell", "none")
    told = read_bank_view(shown.view)
    told = msgspec.structs.replace(told, hand=sorted_cards(told.hand), top=plain(told.top))
    right = _as_far_as(read_bank_view(first.view), told, to_view(book, match, seat))
    return None if told == right else Parting(number, "view", as_text(right), as_text(told))


def done(book: Book, match: Match, action: Action) -> str:
    """What is done by the rules, in words."""
    return f"done: {as_text(to_table(apply(book, match, action)))}"
