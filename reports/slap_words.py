"""Actions at a table in words, and why the rules refuse one."""

from __future__ import annotations

from typing import Final

from model.cards import format_card
from model.game import Act, Reason, Seat, Tick
from model.piles.play import refusal, slappers, unslapped
from model.piles.rulebook import Book
from model.piles.slaps import FOR_GOOD, forbidden, may_slap
from model.piles.state import NO_DEBT, Phase, Table
from reports.words import hands_down, number, seat_name

_WAITS: Final = {
    Act.LAY: "nobody has won the pile",
    Act.COLLECT: "the pile is won, and waits to be collected",
    Act.SHUFFLE: "the pile is won, and waits to be shuffled",
}


def action_words(table: Table, tick: Tick) -> str:
    """What is done: `A lays J`, `B slaps`, `B and A slap at once (B's hand undermost)`."""
    action = tick[0]
    if action.act is Act.SLAP:
        return hands_down(slappers(tick))
    if action.act is Act.COLLECT:
        return f"{seat_name(action.seat)} collects"
    if action.act is Act.SHUFFLE:
        return "chance shuffles the pile"
    lays = table.phase == Phase.LAYING and action.seat == table.turn
    card = f" {format_card(table.hands[action.seat][0])}" if lays else ""
    return f"{seat_name(action.seat)} lays{card}"


def refused_words(book: Book, table: Table, tick: Tick) -> str:
    """Why the rules refuse a tick: the reason as it is told on the wire, and what stands behind it."""
    reason = refusal(book, table, tick)
    why = "" if reason is Reason.GAME_OVER else f" ({why_refused(book, table, tick)})"
    return f"refused: {reason}{why}"


def why_refused(book: Book, table: Table, tick: Tick) -> str:
    """Why the rules refuse a tick, in words."""
    reason = refusal(book, table, tick)
    if reason is Reason.GAME_OVER or table.phase == Phase.OVER:
        return "the game is over"
    if tick[0].act is Act.SLAP:
        return _why_no_slap(book, table, slappers(tick))
    expected = unslapped(book, table)
    if reason is Reason.NOT_YOUR_TURN:
        return f"it is {seat_name(expected.seat)} who {'lays' if expected.act is Act.LAY else 'collects'}"
    return _WAITS[expected.act]


def _why_no_slap(book: Book, table: Table, seats: tuple[Seat, ...]) -> str:
    if not book.slapping:
        return f"{book.game} is played without slaps"
    strangers = [seat for seat in seats if not 0 <= seat < len(table.hands)]
    if strangers:
        return f"there is no {seat_name(strangers[0])} at the table"
    refused = next((seat for seat in seats if not may_slap(book, table, seat)), None)
    if refused is not None:
        return _why_not_this_seat(book, table, refused)
    if len(set(seats)) < len(seats):
        return "one seat slaps twice at one instant"
    return "whose hand wins a tie is not agreed (slap_tie=undefined)"


def _why_not_this_seat(book: Book, table: Table, seat: Seat) -> str:
    if table.phase not in (Phase.LAYING, Phase.WON):
        return _WAITS[unslapped(book, table).act]
    if table.debt > NO_DEBT and book.slap_in_debt is forbidden:
        return "a debt is open (slap_in_debt=forbidden)"
    left = table.barred[seat]
    if left > 0:
        return f"{seat_name(seat)} may not slap for {number(left, 'more card')}"
    how = "has had its one chance" if left == FOR_GOOD else "has no cards"
    return f"{seat_name(seat)} {how} (empty_hand={book.empty_hand.__name__})"
