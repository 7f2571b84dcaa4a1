"""Is an adapter of the step level wired rightly? A few tables, laid and looked at, tell the usual slips apart.

What is asked here hardly a rule can change: how a table is laid, what is done when, and what is shown of it. Where a
rule may differ as well, nothing is called wrong.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace

import msgspec

from model.deal import SEAT_NAMES
from model.game import Act, Action, Seat
from model.piles import events as happened
from model.piles.play import enabled, initial, view
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.state import Table
from properties.conformance.planner import Scope
from properties.conformance.protocol import GameClaim, TableWire, TickOk, read_view
from properties.conformance.step_checks import (
    COUNT,
    EVENTS,
    FIRST,
    LAID,
    LEGAL,
    MAY_DIFFER,
    MIDDLE,
    NOT_NOW,
    OUT_OF_TURN,
    SHOWN,
    STALE,
    UNCHANGED,
    VIEWS,
    Enough,
    as_json,
    cards_of,
    counted,
    digested,
    first_card_check,
    plain_deal,
    refused_for,
    shown,
    shown_words,
)
from properties.conformance.step_slips import FROM_0, LIST, events_from_1
from properties.conformance.step_smoke_more import MoreTables
from properties.conformance.step_talk import Laid, TableTalk
from properties.conformance.table_wire import to_action, to_view
from properties.conformance.talk import Check, Refused, Talk
from properties.conformance.traces import KINDS, labelling_of, plain, plain_event, to_event


@dataclass(slots=True)
class StepSmoke:
    """One pass through the questions about tables."""

    talk: Talk
    claim: GameClaim
    scope: Scope
    ask: TableTalk = field(init=False)
    book: Book = field(init=False)
    digest: str | None = None
    """That of the first table as it was laid."""

    def __post_init__(self) -> None:
        self.book = choose(PROFILES[self.scope.game], self.scope.choices)
        self.ask = TableTalk(self.talk, self.claim, self.book, dict(self.scope.choices))

    def checks(self) -> Iterator[Check]:
        """Everything. What follows from a fault that was found is not asked."""
        try:
            first = yield from self._lay()
            yield from self._refusals(first)
            yield from self._first_card(first)
            yield from self._second_card(first)
            yield from self._stale(first)
            yield from self._legal(first)
            yield from self._views(first)
            yield from MoreTables(self.ask, self.scope).checks(first)
        except Enough:
            return

    # --- the first table

    def _lay(self) -> Generator[Check, None, Laid]:
        deal = plain_deal(self.claim, 0)
        answer = self.ask.new(deal)
        number = len(deal.hands)
        if isinstance(answer, Refused):
            chosen = f" with variant {dict(self.scope.choices)}" if self.scope.choices else ""
            hint = f"hello claims {self.claim.game} step by step for {number} seats{chosen}: lay it, or claim less"
            yield Check(LAID, False, f"{deal}: {answer.words}", hint)
            raise Enough
        laid = Laid(answer.table, deal, initial(self.book, deal))
        yield Check(LAID, answer.at == 0, f"{deal}: at is {answer.at}", COUNT)
        if answer.at != 0:
            raise Enough
        yield from shown(self.ask, SHOWN, laid, "as it is laid")
        self.digest = answer.digest
        return laid

    def _refusals(self, laid: Laid) -> Iterator[Check]:
        """Before the first card: the wrong seat, and the wrong act."""
        answer = self.ask.tick(laid, (Action(Seat(1), Act.LAY),))
        if not isinstance(answer, Refused):
            yield self._taken_out_of_turn(laid)
            raise Enough
        whys = ("not-your-turn", "illegal-action")
        yield from self._refused(OUT_OF_TURN, laid, f"{laid}: B lays first", answer, whys)
        answer = self.ask.tick(laid, (Action(Seat(0), Act.COLLECT),))
        if not isinstance(answer, Refused):
            yield Check(NOT_NOW, False, f"{laid}: A collects, and it is done", 'refuse it with "illegal-action"')
            raise Enough
        now = ("illegal-action", "window-closed", "not-your-turn")
        yield from self._refused(NOT_NOW, laid, f"{laid}: A collects", answer, now)

    def _refused(self, name: str, laid: Laid, where: str, answer: Refused, whys: tuple[str, ...]) -> Iterator[Check]:
        """A refusal is one for a reason, and leaves the table as it was."""
        check = refused_for(name, where, answer, whys)
        told = self.ask.state(laid)
        done = isinstance(told, TableWire) and cards_of(told) != cards_of(self.ask.right(laid))
        if done and isinstance(told, TableWire):
            check = Check(name, False, f"{laid}: it was refused, and yet done: {shown_words(told)}", UNCHANGED)
        yield check
        if done or check.name != name:
            raise Enough

    def _taken_out_of_turn(self, laid: Laid) -> Check:
        """Seat 1 was let lay the first card: does another seat lead, is seat 1 another seat, or is anybody let?"""
        told = self.ask.state(laid)
        if isinstance(told, TableWire) and told.middle and told.hands[:1] != self.ask.right(laid).hands[:1]:
            return Check(
                OUT_OF_TURN, False, f"{laid}: seat 1 was to lay, and the card of the first hand was laid", FROM_0
            )
        fresh = self.ask.laid(laid.deal)
        first = self.ask.tick(fresh, (self.ask.acts(fresh),)) if isinstance(fresh, Laid) else fresh
        if isinstance(first, Refused):
            return Check(OUT_OF_TURN, False, f"{laid}: B lays first, and A may not", LIST)
        hint = 'refuse with "not-your-turn" whoever is not to act'
        return Check(OUT_OF_TURN, False, f"{laid}: B lays first, and so may A", hint)

    def _first_card(self, laid: Laid) -> Iterator[Check]:
        action, dealt = self.ask.acts(laid), replace(laid)
        answer = self.ask.goes_on(laid, (action,))
        where = f"{laid}: {SEAT_NAMES[action.seat]} lays"
        if isinstance(answer, Refused):
            hint = "after what was refused before, the same seat still has to act" if laid.at else LIST
            yield Check(FIRST, False, f"{where}: {answer.words}", f"{hint}; {FROM_0}; {UNCHANGED}")
            raise Enough
        yield from counted(answer, 1, where)
        told = self.ask.state(laid)
        if isinstance(told, TableWire) and cards_of(told) != cards_of(self.ask.right(laid)):
            yield first_card_check(self.ask.right(laid), told, where)
            raise Enough
        yield from shown(self.ask, FIRST, laid, "after one card")
        yield from digested(self.ask, dealt, self.digest, "as it is laid")
        yield from self._events(laid, dealt.table, action, answer)
        yield from digested(self.ask, laid, answer.digest, "after one card")

    def _events(self, laid: Laid, before: Table, action: Action, answer: TickOk) -> Iterator[Check]:
        if "events" not in self.claim.observe:
            return
        where = f"{laid}, the first card"
        if answer.events is None:
            yield Check(
                EVENTS, False, f"{where}: there are none", 'hello claims to observe "events": tell them, or claim less'
            )
            return
        labelling = labelling_of(before)
        right = tuple(to_event(event) for event in happened.of_tick(before, (action,), laid.table))
        right = tuple(event for event in right if KINDS[type(event)] in self.claim.events)
        told = tuple(plain_event(event, labelling) for event in answer.events)
        told = tuple(event for event in told if KINDS[type(event)] in self.claim.events)
        if told == right:
            yield Check(EVENTS, True, where)
        elif told == events_from_1(right):
            yield Check(EVENTS, False, f"{where}: seats are counted from 1", FROM_0)
        elif not told or told[0] != right[0]:
            hint = f"here the events begin with {msgspec.json.encode(right[0]).decode()}"
            yield Check(EVENTS, False, f"{where}: {as_json(told)}", hint)
        else:
            yield Check(EVENTS, True, f"{where}: {MAY_DIFFER}", remark=True)

    def _second_card(self, laid: Laid) -> Iterator[Check]:
        """With two cards in it the middle has an order."""
        action = self.ask.acts(laid)
        answer = self.ask.goes_on(laid, (action,))
        where = f"{laid}: {SEAT_NAMES[action.seat]} lays the second card"
        if isinstance(answer, Refused):
            yield Check(MIDDLE, True, f"{where}: {answer.words}: {MAY_DIFFER}", remark=True)
            raise Enough
        yield from counted(answer, 2, where)
        yield from shown(self.ask, MIDDLE, laid, "after two cards")

    def _stale(self, laid: Laid) -> Iterator[Check]:
        """The same message once more, with a count that is over."""
        answer = self.ask.tick(laid, (self.ask.acts(laid),), laid.at - 1)
        where = f"{laid}: a message with at {laid.at - 1} where {laid.at} ticks were applied"
        if not isinstance(answer, Refused):
            hint = 'compare "at" with the count of the table before anything is done, and refuse with "stale"'
            yield Check(STALE, False, f"{where} was obeyed", hint)
            raise Enough
        yield from self._refused(STALE, laid, where, answer, ("stale",))

    # --- looking

    def _legal(self, laid: Laid) -> Iterator[Check]:
        if "legal" not in self.claim.observe:
            return
        shown = self.ask.look(laid, "legal")
        if isinstance(shown, Refused) or shown.legal is None:
            words = shown.words if isinstance(shown, Refused) else "the answer has no legal acts"
            yield Check(LEGAL, False, f"{laid}: {words}", 'hello claims to observe "legal": tell them, or claim less')
            return
        told = {(action.seat, action.act) for action in shown.legal}
        right = {(action.seat, action.act) for action in map(to_action, enabled(self.book, laid.table))}
        if told == right:
            yield Check(LEGAL, True, f"{laid}: {len(told)} acts")
        elif told == {(seat + 1, act) for seat, act in right if isinstance(seat, int)}:
            yield Check(LEGAL, False, f"{laid}: seats are counted from 1", FROM_0)
        elif told == {(seat, act) for seat, act in right if act != "slap"}:
            hint = "a slap that would be wrong is legal as well: legal is all that is not refused"
            yield Check(LEGAL, False, f"{laid}: the slaps are left out", hint)
        else:
            yield Check(LEGAL, True, f"{laid}: {MAY_DIFFER}", remark=True)

    def _views(self, laid: Laid) -> Iterator[Check]:
        if "view" not in self.claim.observe:
            return
        shown = self.ask.look(laid, "view", 0)
        if isinstance(shown, Refused) or shown.view is None:
            words = shown.words if isinstance(shown, Refused) else "the answer has no view"
            yield Check(VIEWS, False, f"{laid}: {words}", 'hello claims to observe "view": show it, or claim less')
            return
        right = to_view(self.book, laid.table, view(self.book, laid.table, Seat(0)))
        hint = f"a view has {as_json(right)}: how many cards each hand has, and the middle as it looks"
        try:
            told = read_view(shown.view)
        except msgspec.ValidationError as error:
            yield Check(VIEWS, False, f"{laid}: {error}", hint)
            return
        told = msgspec.structs.replace(told, middle=plain(told.middle, labelling_of(laid.table)))
        same = (told.hands, told.middle) == (right.hands, right.middle)
        yield Check(
            VIEWS, same, f"{laid}: hands of {', '.join(map(str, told.hands))} cards, middle {told.middle}", hint
        )
