"""Two deals of Bank that one seat cannot tell apart: what it is shown of one must be what it is shown of the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from model.bank.dealing import parse_round
from model.bank.play import apply, initial, refusal
from model.bank.rulebook import Book
from model.bank.state import Match
from model.game import Seat
from properties.conformance.bank.script import Token
from properties.conformance.bank.wire import new_table, sorted_cards, to_action, to_deal, to_view
from properties.conformance.cases import Case
from properties.conformance.parting import Parting, Talk, as_text, refused
from properties.conformance.protocol import Drop, Handle, Look, TickAsk, read_bank_look, read_new


@dataclass(slots=True)
class BankTwins:
    """Plays a script at both tables, as far as the rules allow it at both, and looks through the eyes of each seat.

    Seats are asked only while what they may see is the same at both tables.
    """

    case: Case
    book: Book
    script: tuple[Token, ...]

    def talk(self) -> Talk:
        """The whole conversation."""
        deals = (self.case.round_deal, parse_round(self.case.twin))
        handles: list[Handle] = []
        for deal in deals:
            reply = yield new_table(self.case.choices, to_deal(deal))
            if reply.no is not None:
                return Parting(0, "answer", "the table is laid", refused(reply.no))
            handles.append(read_new(reply.ok).table)
        parting = yield from self._play(handles, [initial(self.book, deal) for deal in deals])
        for handle in handles:
            yield Drop(0, handle)
        return parting

    def _play(self, handles: list[Handle], tables: list[Match]) -> Talk:
        parting = yield from self._look(handles, tables, 0)
        for number, token in enumerate(self.script, start=1):
            tick = token.tick(tables[0])
            if parting is not None or any(refusal(self.book, table, tick) is not None for table in tables):
                return parting
            for handle in handles:
                reply = yield TickAsk(0, handle, number - 1, tuple(map(to_action, tick)))
                if reply.no is not None:
                    return None  # a wrong refusal is told by the other cases; here it only ends what can be compared
            tables = [apply(self.book, table, tick[0]) for table in tables]
            parting = yield from self._look(handles, tables, number)
        return parting

    def _look(self, handles: list[Handle], tables: list[Match], number: int) -> Talk:
        for seat in range(len(tables[0].totals)):
            sights = [to_view(self.book, table, Seat(seat)) for table in tables]
            parting = (yield from _looked(handles, seat, number)) if sights[0] == sights[1] else None
            if parting is not None:
                return parting
        return None


def _without_order(sight: dict[str, Any], handle: Handle) -> dict[str, Any]:
    """A view with the hand in one fixed order, and without the name of the table: neither tells anything."""
    hand = sight.get("hand")
    plain = {name: value for name, value in sight.items() if value != handle}
    return plain | ({"hand": sorted_cards(hand)} if isinstance(hand, str) else {})


def _looked(handles: list[Handle], seat: int, number: int) -> Talk:
    """What a seat is shown of both tables must be the same."""
    shown: list[object] = []
    for handle in handles:
        reply = yield Look(0, handle, ("view",), seat)
        if reply.no is not None:
            return Parting(number, "answer", "a look at the view of a seat", refused(reply.no))
        sight = read_bank_look(reply.ok).view
        if sight is None:
            return Parting(number, "view", "a view, which hello claims to tell", "none")
        shown.append(_without_order(sight, handle))
    if shown[0] == shown[1]:
        return None
    same = "the same view of both deals, which the seat cannot tell apart"
    return Parting(number, "leak", f"{same}: {as_text(shown[0])}", as_text(shown[1]))
