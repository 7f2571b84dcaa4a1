"""Is an adapter of the step level wired rightly? A few tables, laid and looked at, tell the usual slips apart.

What is asked here hardly a rule can change: how a table is laid, what is done when, and what is shown of it. Where a
rule may differ as well, nothing is called wrong.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from model.cards import Labelling
from model.deal import SEAT_NAMES, Deal, deal_of
from model.game import Act, Action, Seat
from model.piles import events as happened
from model.piles.play import apply_tick, enabled, initial, unslapped, view
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.slaps import may_slap, slappable
from model.piles.state import Table
from properties.conformance.conversation import digest_of, to_action, to_table, to_view
from properties.conformance.planner import Scope, leaves_cards_over
from properties.conformance.protocol import GameClaim, TableWire, TickOk, read_view, seats
from properties.conformance.step_slips import FROM_0, HANDS, LIST, TABLE_SLIPS, digest_hint, digest_slip, events_from_1
from properties.conformance.step_talk import Laid, TableTalk
from properties.conformance.talk import Check, Refused, Talk
from properties.conformance.traces import KINDS, labelling_of, plain, plain_event, to_event

LAID: Final = "a table is laid"
SHOWN: Final = "the table shows the deal"
OUT_OF_TURN: Final = "an act out of turn is refused"
NOT_NOW: Final = "what cannot be done now is refused"
FIRST: Final = "the first card of the first hand is laid first"
COUNTED: Final = "ticks are counted"
MIDDLE: Final = "the card laid last lies on top"
STALE: Final = "a message that comes too late is refused"
LEGAL: Final = "legal acts are told"
VIEWS: Final = "a view shows what a seat may see"
EVENTS: Final = "events are told"
DIGESTS: Final = "digests are those of the table"
SEVERAL: Final = "several tables do not disturb each other"
FORKED: Final = "a doubled table is a table of its own"
PAIR: Final = "a slap of a pair is taken"
NO_PAIR: Final = "a wrong slap is taken as well"
TOGETHER: Final = "slaps at one instant are taken"
LEFT_OVER: Final = "cards that were left over lie in the middle"
SUITS: Final = "suits are kept"
DROPPED: Final = "a table can be taken away"

MAY_DIFFER: Final = "it differs: a rule may differ, `verify` will say which"
ORDINARY: Final = "456789T"
"""Ranks that ask for nothing, whatever is agreed."""
_COUNT: Final = (
    "at is the number of ticks applied to this table: 0 when it is laid, one more for each that is not refused"
)
_UNCHANGED: Final = "check everything before anything is done: what is refused must leave the table as it was"
_OWN: Final = "keep each table by its name, with hands, middle, turn and the count of its ticks"


class _Enough(Exception):
    """What follows cannot be asked."""


@dataclass(slots=True)
class StepSmoke:
    """One pass through the questions about tables."""

    talk: Talk
    claim: GameClaim
    scope: Scope
    ask: TableTalk = field(init=False)
    book: Book = field(init=False)

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
            yield from self._second_table(first)
            yield from self._forked(first)
            yield from self._slaps()
            yield from self._other_deals()
            yield from self._dropped(first)
        except _Enough:
            return

    # --- deals

    def _labelling(self) -> Labelling:
        order = (Labelling.RANK, Labelling.CLASS, Labelling.FULL)
        return next(each for each in order if each.value in self.claim.cards)

    def _deal(self, start: int) -> Deal:
        """Ordinary cards in which no hand is like another, read from either end; each seat has three."""
        number, labelling = seats(self.claim)[0], self._labelling()
        if labelling is Labelling.CLASS:
            return deal_of(["--" + "JQKA"[(start + seat) % 4] for seat in range(number)], labelling)
        hands = [_hand(start + seat) for seat in range(number)]
        if labelling is Labelling.FULL:
            hands = ["".join(f"{rank}{'cdhs'[seat % 4]}" for rank in hand) for seat, hand in enumerate(hands)]
        return deal_of(hands, labelling)

    def _acts(self, laid: Laid) -> Action:
        return unslapped(self.book, laid.table)

    def _right(self, laid: Laid) -> TableWire:
        return to_table(self.book, laid.table)

    # --- the first table

    def _lay(self) -> Generator[Check, None, Laid]:
        deal = self._deal(0)
        answer = self.ask.new(deal)
        number = len(deal.hands)
        if isinstance(answer, Refused):
            chosen = f" with variant {dict(self.scope.choices)}" if self.scope.choices else ""
            hint = f"hello claims {self.claim.game} step by step for {number} seats{chosen}: lay it, or claim less"
            yield Check(LAID, False, f"{deal}: {answer.words}", hint)
            raise _Enough
        laid = Laid(answer.table, deal, initial(self.book, deal))
        yield Check(LAID, answer.at == 0, f"{deal}: at is {answer.at}", _COUNT)
        yield from self._state(SHOWN, laid, "as it is laid")
        yield from self._digest(laid, answer.digest, "as it is laid")
        return laid

    def _state(self, name: str, laid: Laid, when: str) -> Iterator[Check]:
        """The state of a table against the model's, if hello claims to show it. Raises _Enough if it is wrong."""
        told = self.ask.state(laid)
        if told is None:
            return
        where = f"{laid} {when}"
        if isinstance(told, Refused):
            yield Check(
                name, False, f"{where}: {told.words}", 'hello claims to observe "state": show it, or claim less'
            )
            raise _Enough
        check = state_check(name, self._right(laid), told, where)
        yield check
        if not check.held:
            raise _Enough

    def _digest(self, laid: Laid, told: str | None, when: str) -> Iterator[Check]:
        if "digest" not in self.claim.observe:
            return
        right = self._right(laid)
        where = f"{laid} {when}"
        if told is None:
            yield Check(
                DIGESTS, False, f"{where}: there is none", 'hello claims to observe "digest": tell it, or claim less'
            )
            raise _Enough
        if told == digest_of(right):
            yield Check(DIGESTS, True, where)
            return
        slip = digest_slip(right, told)
        seen = "it is that of another table" if slip is None else slip.seen
        yield Check(DIGESTS, False, f"{where}: {seen}", digest_hint(right))
        raise _Enough

    def _refusals(self, laid: Laid) -> Iterator[Check]:
        """Before the first card: the wrong seat, and the wrong act."""
        wrong_seat = (Action(Seat(1), Act.LAY),)
        answer = self.ask.tick(laid, wrong_seat)
        if not isinstance(answer, Refused):
            yield self._taken_out_of_turn(laid)
            raise _Enough
        yield _refused_for(OUT_OF_TURN, f"{laid}: B lays first", answer, ("not-your-turn", "illegal-action"))
        yield from self._unchanged(OUT_OF_TURN, laid)
        answer = self.ask.tick(laid, (Action(Seat(0), Act.COLLECT),))
        if not isinstance(answer, Refused):
            yield Check(NOT_NOW, False, f"{laid}: A collects, and it is done", 'refuse it with "illegal-action"')
            raise _Enough
        yield _refused_for(NOT_NOW, f"{laid}: A collects", answer, ("illegal-action", "window-closed", "not-your-turn"))
        yield from self._unchanged(NOT_NOW, laid)

    def _taken_out_of_turn(self, laid: Laid) -> Check:
        """Seat 1 was let lay the first card: does another seat lead, is seat 1 another seat, or is anybody let?"""
        told = self.ask.state(laid)
        if isinstance(told, TableWire) and told.middle and told.hands[:1] != self._right(laid).hands[:1]:
            return Check(
                OUT_OF_TURN, False, f"{laid}: seat 1 was to lay, and the card of the first hand was laid", FROM_0
            )
        fresh = self.ask.laid(laid.deal)
        first = self.ask.tick(fresh, (self._acts(fresh),)) if isinstance(fresh, Laid) else fresh
        if isinstance(first, Refused):
            return Check(OUT_OF_TURN, False, f"{laid}: B lays first, and A may not", LIST)
        hint = 'refuse with "not-your-turn" whoever is not to act'
        return Check(OUT_OF_TURN, False, f"{laid}: B lays first, and so may A", hint)

    def _unchanged(self, name: str, laid: Laid) -> Iterator[Check]:
        """After a refusal the table is as it was."""
        told = self.ask.state(laid)
        if isinstance(told, TableWire) and _cards(told) != _cards(self._right(laid)):
            yield Check(name, False, f"{laid}: it was refused, and yet done: {_shown(told)}", _UNCHANGED)
            raise _Enough

    def _first_card(self, laid: Laid) -> Iterator[Check]:
        action, before = self._acts(laid), laid.table
        answer = self.ask.goes_on(laid, (action,))
        where = f"{laid}: {SEAT_NAMES[action.seat]} lays"
        if isinstance(answer, Refused):
            hint = "after what was refused before, the same seat still has to act" if laid.at else LIST
            yield Check(FIRST, False, f"{where}: {answer.words}", f"{hint}; {FROM_0}; {_UNCHANGED}")
            raise _Enough
        yield from _counted(answer, 1, where)
        told = self.ask.state(laid)
        if isinstance(told, TableWire) and _cards(told) != _cards(self._right(laid)):
            yield _first_card_check(self._right(laid), told, where)
            raise _Enough
        yield from self._state(FIRST, laid, "after one card")
        yield from self._events(laid, before, action, answer)
        yield from self._digest(laid, answer.digest, "after one card")

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
            yield Check(EVENTS, False, f"{where}: {_json(told)}", hint)
        else:
            yield Check(EVENTS, True, f"{where}: {MAY_DIFFER}", remark=True)

    def _second_card(self, laid: Laid) -> Iterator[Check]:
        """With two cards in it the middle has an order."""
        action = self._acts(laid)
        answer = self.ask.goes_on(laid, (action,))
        where = f"{laid}: {SEAT_NAMES[action.seat]} lays the second card"
        if isinstance(answer, Refused):
            yield Check(MIDDLE, True, f"{where}: {answer.words}: {MAY_DIFFER}", remark=True)
            raise _Enough
        yield from _counted(answer, 2, where)
        yield from self._state(MIDDLE, laid, "after two cards")

    def _stale(self, laid: Laid) -> Iterator[Check]:
        """The same message once more, with a count that is over."""
        answer = self.ask.tick(laid, (self._acts(laid),), laid.at - 1)
        where = f"{laid}: a message with at {laid.at - 1} where {laid.at} ticks were applied"
        if not isinstance(answer, Refused):
            hint = 'compare "at" with the count of the table before anything is done, and refuse with "stale"'
            yield Check(STALE, False, f"{where} was obeyed", hint)
            raise _Enough
        yield _refused_for(STALE, where, answer, ("stale",))
        yield from self._unchanged(STALE, laid)

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
        hint = f"a view has {_json(right)}: how many cards each hand has, and the middle as it looks"
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

    # --- several tables

    def _second_table(self, first: Laid) -> Iterator[Check]:
        second = self.ask.laid(self._deal(3))
        if isinstance(second, Refused):
            hint = "many tables lie side by side: a new one must not need that the old one is over"
            yield Check(SEVERAL, False, f"{first} and a second one: {second.words}", hint)
            raise _Enough
        if second.handle == first.handle:
            hint = "give every table a name of its own, and no name twice"
            yield Check(SEVERAL, False, f"{first} and {second} are both called {first.handle!r}", hint)
            raise _Enough
        yield from self._both(first, second, "when the second was laid")
        answer = self.ask.goes_on(second, (self._acts(second),))
        if isinstance(answer, Refused):
            yield Check(SEVERAL, False, f"{second}: its first card: {answer.words}", _OWN)
            raise _Enough
        yield from self._both(first, second, "when a card was laid at the second")
        answer = self.ask.goes_on(first, (self._acts(first),))
        if isinstance(answer, Refused) or answer.at != first.at:
            said = answer.words if isinstance(answer, Refused) else f"at is {answer.at}, after {first.at} ticks there"
            yield Check(SEVERAL, False, f"{first}, when a card was laid at {second}: {said}", _OWN)
            raise _Enough
        yield Check(SEVERAL, True, f"{first} and {second}")

    def _both(self, first: Laid, second: Laid, when: str) -> Iterator[Check]:
        for laid, other in ((first, second), (second, first)):
            told = self.ask.state(laid)
            if isinstance(told, Refused):
                yield Check(SEVERAL, False, f"{laid} {when}: {told.words}", _OWN)
                raise _Enough
            if told is not None and _cards(told) != _cards(self._right(laid)):
                shows = "the other table" if _cards(told) == _cards(self._right(other)) else _shown(told)
                yield Check(SEVERAL, False, f"{laid} {when} shows {shows}", _OWN)
                raise _Enough

    def _forked(self, first: Laid) -> Iterator[Check]:
        if not self.claim.fork:
            return
        answer = self.ask.fork(first)
        if isinstance(answer, Refused):
            yield Check(
                FORKED, False, f"{first}: {answer.words}", 'hello claims "fork": double the table, or claim less'
            )
            return
        double = replace(first, handle=answer.table)
        copied = (
            "copy hands, middle, turn, debt and the count of ticks: neither table may see what is done at the other"
        )
        if answer.at != first.at or answer.table == first.handle:
            seen = f"table {answer.table!r}, at {answer.at}, beside table {first.handle!r}, at {first.at}"
            yield Check(FORKED, False, f"{first}: {seen}", copied)
            return
        for one, other, who in ((double, first, "the second"), (first, double, "the first")):
            done = self.ask.goes_on(one, (self._acts(one),))
            told = self.ask.state(other)
            if isinstance(done, Refused) or isinstance(told, Refused):
                words = next(each.words for each in (done, told) if isinstance(each, Refused))
                yield Check(FORKED, False, f"{first}, an act at {who}: {words}", copied)
                return
            if told is not None and _cards(told) != _cards(self._right(other)):
                yield Check(FORKED, False, f"{first}, an act at {who} changed the other: {_shown(told)}", copied)
                return
        yield Check(FORKED, True, f"{first}, an act at each of the two")

    def _dropped(self, first: Laid) -> Iterator[Check]:
        extra = self.ask.laid(self._deal(1))
        if isinstance(extra, Refused):
            return
        answer = self.ask.drop(extra)
        if isinstance(answer, Refused):
            yield Check(DROPPED, False, f"{extra}: {answer.words}", 'answer "drop" with ok, and forget the table')
            return
        told = self.ask.state(first)
        if isinstance(told, Refused):
            yield Check(DROPPED, False, f"{extra} was dropped, and {first} as well: {told.words}", _OWN)
            return
        gone = self.ask.state(extra)
        if gone is None or (isinstance(gone, Refused) and not gone.broke):
            yield Check(DROPPED, True, f"{extra}: it is gone")
        elif isinstance(gone, Refused):
            hint = 'answer a question about a table that is not there with "no": {"why": "unsupported"}'
            yield Check(DROPPED, False, f"{extra}: asked for once more, {gone.words}", hint)
        else:
            yield Check(DROPPED, True, f"{extra}: it is still there, and needs memory", remark=True)

    # --- slaps

    def _slaps(self) -> Iterator[Check]:
        if not self.book.slapping:
            return
        number = seats(self.claim)[0]
        pair = deal_of(
            [_named(f"{ORDINARY[0]}{_hand(seat)}", self._labelling(), seat) for seat in range(number)],
            self._labelling(),
        )
        yield from self._slap(PAIR, pair, 2, together=False)
        yield from self._slap(NO_PAIR, pair, 1, together=False)
        if self.claim.ties != "never":
            yield from self._slap(TOGETHER, pair, 2, together=True)

    def _slap(self, name: str, deal: Deal, cards: int, together: bool) -> Iterator[Check]:
        """The seat that is to act slaps after so many cards, with another one if wanted."""
        laid = self.ask.laid(deal)
        if isinstance(laid, Refused) or any(
            isinstance(self.ask.goes_on(laid, (self._acts(laid),)), Refused) for _ in range(cards)
        ):
            yield Check(name, True, f"{deal} could not be played so far: {MAY_DIFFER}", remark=True)
            return
        turn = laid.table.turn
        hands = (turn, Seat((turn + 1) % len(deal.hands))) if together else (turn,)
        meant = slappable(self.book, laid.table) == (cards == 2)
        if not meant or not all(may_slap(self.book, laid.table, seat) for seat in hands):
            return
        if together and self.book.slap_tie(hands) not in hands and self.claim.ties != "arbitrated":
            return
        answer = self.ask.tick(laid, slap_tick(hands))
        said = " and ".join(SEAT_NAMES[seat] for seat in hands)
        where = f"{deal}: after {cards} card{'s' * (cards > 1)} {said} slap{'s' * (len(hands) == 1)}"
        if isinstance(answer, Refused):
            yield Check(name, False, f"{where}: {answer.words}", _SLAP_HINTS[name])
        elif together and self.claim.ties == "arbitrated" and sorted(answer.order or ()) != sorted(hands):
            hint = 'hello claims "ties": "arbitrated": say in "order" in which order these hands were taken'
            yield Check(name, False, f"{where}: order is {answer.order}", hint)
        elif answer.at != laid.at + 1:
            yield Check(name, False, f"{where}: at is {answer.at}", _COUNT)
        else:
            yield self._after_the_slap(name, laid, hands, where)

    def _after_the_slap(self, name: str, laid: Laid, hands: tuple[Seat, ...], where: str) -> Check:
        told = self.ask.state(laid)
        right = to_table(self.book, apply_tick(self.book, laid.table, slap_tick(hands)))
        if isinstance(told, TableWire) and _cards(told) != _cards(right) and self.claim.ties != "arbitrated":
            return Check(name, True, f"{where}: {MAY_DIFFER}", remark=True)
        return Check(name, True, where)

    # --- other deals

    def _other_deals(self) -> Iterator[Check]:
        deal = self._deal(2)
        if self.book.slapping and leaves_cards_over(self.claim, self.scope.choices):
            labelling = self._labelling()
            left = (
                replace(deal, middle=deal_of(["22", _named("89", labelling, 1)], labelling).hands[1])
                if labelling is not Labelling.FULL
                else None
            )
            if left is not None:
                yield from self._shows(LEFT_OVER, left)
        if "full" in self.claim.cards and self._labelling() is not Labelling.FULL:
            suited = [_named(_hand(seat), Labelling.FULL, seat) for seat in range(len(deal.hands))]
            yield from self._shows(SUITS, deal_of(suited, Labelling.FULL))

    def _shows(self, name: str, deal: Deal) -> Iterator[Check]:
        laid = self.ask.laid(deal)
        if isinstance(laid, Refused):
            yield Check(name, False, f"{deal}: {laid.words}", "hello claims such deals: lay them, or claim less")
            return
        yield from self._state(name, laid, "as it is laid")


_SLAP_HINTS: Final = {
    PAIR: "a slap is an act of any seat, at any time, whoever is to lay",
    NO_PAIR: "a slap that is wrong is no illegal act: it is taken, and costs what the rules say, if anything",
    TOGETHER: 'one tick may have the slaps of several seats in "do", the undermost hand first',
}


def _hand(start: int) -> str:
    """Three ordinary cards that look otherwise from the other end; no two seats next to each other begin alike."""
    return "".join(ORDINARY[(start + place) % len(ORDINARY)] for place in (1, 3, 4))


def _named(hand: str, labelling: Labelling, seat: int) -> str:
    return "".join(f"{rank}{'cdhs'[seat % 4]}" for rank in hand) if labelling is Labelling.FULL else hand


def _cards(table: TableWire) -> tuple[tuple[str, ...], str]:
    return table.hands, table.middle


def _shown(table: TableWire) -> str:
    return f"hands {'/'.join(hand or '(none)' for hand in table.hands)}, middle {table.middle or '(none)'}"


def _json(content: object) -> str:
    return msgspec.json.encode(content).decode()


def _refused_for(name: str, where: str, answer: Refused, whys: tuple[str, ...]) -> Check:
    """Whether a refusal is a typed one, and for one of these reasons."""
    held = not answer.broke and answer.words.split(" ")[0] in whys
    return Check(name, held, f"{where}: {answer.words}", f'answer {{"id": ..., "no": {{"why": "{whys[0]}"}}}}')


def _counted(answer: TickOk, ticks: int, where: str) -> Iterator[Check]:
    held = answer.at == ticks
    if held and ticks > 1:
        return
    yield Check(COUNTED, held, f"{where}: at is {answer.at}", _COUNT)
    if not held:
        raise _Enough


def _first_card_check(right: TableWire, told: TableWire, where: str) -> Check:
    """Which card was laid instead of the first one of the first hand."""
    for slip in TABLE_SLIPS:
        if _cards(slip.shows(right)) == _cards(told):
            return Check(FIRST, False, f"{where}: {slip.seen}", slip.hint)
    for seat, hand in enumerate(told.hands):
        before = right.middle + right.hands[0] if seat == 0 else right.hands[seat]
        if seat < len(right.hands) and told.middle and hand + told.middle == before:
            return Check(FIRST, False, f"{where}: the last card of hand {SEAT_NAMES[seat]} was laid", HANDS)
        if seat and told.middle and told.middle + hand == before:
            return Check(FIRST, False, f"{where}: the first card of hand {SEAT_NAMES[seat]} was laid", LIST)
    hint = "one card goes from the top of the hand whose turn it is onto the middle, and nothing else moves"
    return Check(FIRST, False, f"{where}: {_shown(told)}", hint)


def state_check(name: str, right: TableWire, told: TableWire, where: str) -> Check:
    """A state against what is right: cards must be, and seats must be counted from 0; the rest rules may change."""
    left_out = {each: msgspec.UNSET for each in told.__struct_fields__ if getattr(told, each) is msgspec.UNSET}
    right = msgspec.structs.replace(right, **left_out)
    if told == right:
        return Check(name, True, where)
    for slip in TABLE_SLIPS:
        if slip.shows(right) == told or (_cards(slip.shows(right)) == _cards(told) != _cards(right)):
            return Check(name, False, f"{where}: {slip.seen}", slip.hint)
    if _cards(told) != _cards(right):
        return Check(name, False, f"{where}: {_shown(told)}", f"it is to show {_shown(right)}")
    return Check(name, True, f"{where}: {MAY_DIFFER}", remark=True)
