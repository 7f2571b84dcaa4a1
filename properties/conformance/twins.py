"""Two tables that nobody may tell apart: what a program shows of one must be what it shows of the other."""

from __future__ import annotations

from dataclasses import dataclass

from model.game import Tick
from model.piles.play import apply_tick, initial, refusal
from model.piles.rulebook import Book
from model.piles.state import Table
from properties.conformance.cases import Case
from properties.conformance.parting import Parting, Talk, as_text, done, refused, same_refusal
from properties.conformance.protocol import (
    Drop,
    GameClaim,
    Handle,
    Look,
    TickAsk,
    read_look,
    read_new,
    read_tick,
)
from properties.conformance.script import Token
from properties.conformance.table_wire import new_table, to_action


@dataclass(slots=True)
class Twins:
    """Two tables that nobody may tell apart: what a seat is shown of one must be what it is shown of the other."""

    case: Case
    claim: GameClaim
    book: Book
    script: tuple[Token, ...]

    def talk(self) -> Talk:
        """Play the script at both tables, and look at both through the eyes of every seat."""
        handles: list[Handle] = []
        for deal in (self.case.deal_wire, self.case.twin_wire):
            reply = yield new_table(self.case, deal)
            if reply.no is not None:
                return Parting(0, "answer", "the table is laid", refused(reply.no))
            handles.append(read_new(reply.ok).table)
        table = initial(self.book, self.case.deal)
        parting = yield from self._look(handles, len(table.hands), 0)
        for number, token in enumerate(self.script, start=1):
            tick = token.tick(self.book, table)
            if parting is None:
                parting = yield from self._act(handles, table, tick, number)
            if parting is not None or refusal(self.book, table, tick) is not None:
                break  # the script is written for rules that allow all of it
            table = apply_tick(self.book, table, tick)
            parting = yield from self._look(handles, len(table.hands), number)
        for handle in handles:
            yield Drop(0, handle)
        return parting

    def _act(self, handles: list[Handle], table: Table, tick: Tick, number: int) -> Talk:
        """The same act at both tables, which must be done, or refused, at both."""
        reason = refusal(self.book, table, tick)
        for handle in handles:
            reply = yield TickAsk(0, handle, number - 1, tuple(map(to_action, tick)))
            if reason is not None:
                parting = same_refusal(reason, reply, number)
                if parting is not None:
                    return parting
            elif reply.no is not None:
                return Parting(number, "answer", done(self.book, table, tick), refused(reply.no))
            elif (at := read_tick(reply.ok).at) != number:
                return Parting(number, "at", str(number), str(at))
        return None

    def _look(self, handles: list[Handle], seats: int, number: int) -> Talk:
        for seat in range(seats):
            shown: list[object] = []
            for handle in handles:
                reply = yield Look(0, handle, ("view",), seat)
                if reply.no is not None:
                    return Parting(number, "answer", "a look at the view of a seat", refused(reply.no))
                sight = read_look(reply.ok).view
                if sight is None:
                    return Parting(number, "view", "a view, which hello claims to tell", "none")
                shown.append(sight)
            if shown[0] != shown[1]:
                same = "the same view of both deals, which the seat cannot tell apart"
                return Parting(number, "leak", f"{same}: {as_text(shown[0])}", as_text(shown[1]))
        return None
