"""Smoke at several tables of Bank: side by side, doubled, taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from model.bank.play import apply
from model.deal import SEAT_NAMES
from properties.conformance.bank.script import format_action
from properties.conformance.bank.smoke_checks import (
    DROPPED,
    FORKED,
    MAY_DIFFER,
    OWN,
    SEVERAL,
    Enough,
    other_deal,
    plain_deal,
)
from properties.conformance.bank.smoke_talk import BankTalk, Laid
from properties.conformance.protocol import seats
from properties.conformance.talk import Check, Refused


@dataclass(frozen=True, slots=True)
class BankTablesBeside:
    """Questions that need further tables beside the first."""

    ask: BankTalk

    def checks(self, first: Laid) -> Iterator[Check]:
        """All of them; `first` is a table that was right so far. Raises Enough where the rest cannot be asked."""
        yield from self._second_table(first)
        yield from self._forked(first)
        yield from self._dropped(first)

    def _second_table(self, first: Laid) -> Iterator[Check]:
        second = self.ask.laid(other_deal(seats(self.ask.claim)[0]))
        if isinstance(second, Refused):
            hint = "many tables lie side by side: a new one must not need that the old one is over"
            yield Check(SEVERAL, False, f"{first} and a second one: {second.words}", hint)
            raise Enough
        if second.handle == first.handle:
            hint = "give every table a name of its own, and no name twice"
            yield Check(SEVERAL, False, f"{first} and {second} are both called {first.handle!r}", hint)
            raise Enough
        yield from self._both(SEVERAL, first, second, "when the second was laid")
        answer = self.ask.act(second, format_action(second.match, self.ask.expected(second)))
        if isinstance(answer, Refused) or answer.at != 1:
            said = answer.words if isinstance(answer, Refused) else f"at is {answer.at}, after 1 tick there"
            yield Check(SEVERAL, False, f"{second}: its first act: {said}", OWN)
            raise Enough
        yield from self._both(SEVERAL, first, second, "when somebody has acted at the second")
        yield Check(SEVERAL, True, f"{first} and {second}")

    def _both(self, name: str, first: Laid, second: Laid, when: str) -> Iterator[Check]:
        for laid, other in ((first, second), (second, first)):
            told = self.ask.state(laid)
            if isinstance(told, Refused):
                yield Check(name, False, f"{laid} {when}: {told.words}", OWN)
                raise Enough
            if told is not None and told == other.right != laid.right:
                yield Check(name, False, f"{laid} {when} shows the other table", OWN)
                raise Enough
            if told is not None and told != laid.right:
                yield Check(name, False, f"{laid} {when} is not as it was", OWN)
                raise Enough

    def _forked(self, first: Laid) -> Iterator[Check]:
        if not self.ask.claim.fork:
            return
        answer = self.ask.fork(first)
        if isinstance(answer, Refused):
            yield Check(
                FORKED, False, f"{first}: {answer.words}", 'hello claims "fork": double the table, or claim less'
            )
            return
        copied = "copy the cards, whose turn it is, and the count of ticks"
        double = replace(first, handle=answer.table, at=answer.at)
        if answer.at != first.at or answer.table == first.handle:
            seen = f"table {answer.table!r}, at {answer.at}, beside table {first.handle!r}, at {first.at}"
            yield Check(FORKED, False, f"{first}: {seen}", copied)
            return
        for check in self._both(FORKED, first, double, "as it was doubled"):
            yield replace(check, hint=copied)
            return
        act = self.ask.expected(double)
        done = self.ask.tick(double, (act,))
        if isinstance(done, Refused):
            seen = f"{first}, an act at the double: {done.words}"
            differs = not done.broke
            yield Check(FORKED, differs, f"{seen}; {MAY_DIFFER}" if differs else seen, copied, remark=differs)
            return
        double.match = apply(self.ask.book, double.match, act)
        for check in self._both(FORKED, first, double, f"doubled, when seat {SEAT_NAMES[act.seat]} has acted there"):
            yield replace(check, hint=copied)
            return
        yield Check(FORKED, True, f"{first}, an act at the double")

    def _dropped(self, first: Laid) -> Iterator[Check]:
        extra = self.ask.laid(plain_deal(seats(self.ask.claim)[0], "@A"))
        if isinstance(extra, Refused):
            return
        answer = self.ask.drop(extra)
        if isinstance(answer, Refused):
            yield Check(DROPPED, False, f"{extra}: {answer.words}", 'answer "drop" with ok, and forget the table')
            return
        told = self.ask.state(first)
        if isinstance(told, Refused):
            yield Check(DROPPED, False, f"{extra} was dropped, and {first} as well: {told.words}", OWN)
            raise Enough
        yield Check(DROPPED, True, f"{extra}: it is gone")
