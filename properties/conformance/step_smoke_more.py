"""The rest of the smoke test at tables: several of them side by side, slaps, left-over cards, suits, and the end."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from model.cards import Labelling
from model.deal import SEAT_NAMES, Deal, deal_of
from model.game import Seat
from model.piles.play import apply_tick
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.slaps import may_slap, slappable
from properties.conformance.planner import Scope, leaves_cards_over
from properties.conformance.protocol import GameClaim, TableWire
from properties.conformance.step_checks import (
    COUNT,
    DROPPED,
    FORKED,
    LEFT_OVER,
    MAY_DIFFER,
    NO_PAIR,
    OWN,
    PAIR,
    SEVERAL,
    SUITS,
    TOGETHER,
    Enough,
    cards_of,
    labelling_for,
    pair_deal,
    plain_deal,
    shown,
    shown_words,
    suited_deal,
)
from properties.conformance.step_slips import OVER
from properties.conformance.step_talk import Laid, TableTalk
from properties.conformance.table_wire import to_table
from properties.conformance.talk import Check, Refused


@dataclass(frozen=True, slots=True)
class MoreTables:
    """Questions that need further tables beside the first."""

    ask: TableTalk
    scope: Scope

    @property
    def claim(self) -> GameClaim:
        """What hello says."""
        return self.ask.claim

    @property
    def book(self) -> Book:
        """The rules."""
        return self.ask.book

    def checks(self, first: Laid) -> Iterator[Check]:
        """All of them; `first` is a table that was right so far. Raises Enough where the rest cannot be asked."""
        yield from self._second_table(first)
        yield from self._forked(first)
        yield from self._slaps()
        yield from self._other_deals()
        yield from self._dropped(first)

    # --- several tables

    def _second_table(self, first: Laid) -> Iterator[Check]:
        second = self.ask.laid(plain_deal(self.claim, 3))
        if isinstance(second, Refused):
            hint = "many tables lie side by side: a new one must not need that the old one is over"
            yield Check(SEVERAL, False, f"{first} and a second one: {second.words}", hint)
            raise Enough
        if second.handle == first.handle:
            hint = "give every table a name of its own, and no name twice"
            yield Check(SEVERAL, False, f"{first} and {second} are both called {first.handle!r}", hint)
            raise Enough
        yield from self._both(first, second, "when the second was laid")
        answer = self.ask.goes_on(second, (self.ask.acts(second),))
        if isinstance(answer, Refused):
            yield Check(SEVERAL, False, f"{second}: its first card: {answer.words}", OWN)
            raise Enough
        yield from self._both(first, second, "when a card was laid at the second")
        answer = self.ask.goes_on(first, (self.ask.acts(first),))
        if isinstance(answer, Refused) or answer.at != first.at:
            said = answer.words if isinstance(answer, Refused) else f"at is {answer.at}, after {first.at} ticks there"
            yield Check(SEVERAL, False, f"{first}, when a card was laid at {second}: {said}", OWN)
            raise Enough
        yield Check(SEVERAL, True, f"{first} and {second}")

    def _both(self, first: Laid, second: Laid, when: str) -> Iterator[Check]:
        for laid, other in ((first, second), (second, first)):
            told = self.ask.state(laid)
            if isinstance(told, Refused):
                yield Check(SEVERAL, False, f"{laid} {when}: {told.words}", OWN)
                raise Enough
            if told is not None and cards_of(told) != cards_of(self.ask.right(laid)):
                shows = "the other table" if cards_of(told) == cards_of(self.ask.right(other)) else shown_words(told)
                yield Check(SEVERAL, False, f"{laid} {when} shows {shows}", OWN)
                raise Enough

    def _forked(self, first: Laid) -> Iterator[Check]:
        if not self.claim.fork:
            return
        answer = self.ask.fork(first)
        if isinstance(answer, Refused):
            hint = 'hello claims "fork": double the table, or claim less'
            yield Check(FORKED, False, f"{first}: {answer.words}", hint)
            return
        double, copied = replace(first, handle=answer.table), "copy hands, middle, turn, debt and the count of ticks"
        if answer.at != first.at or answer.table == first.handle:
            seen = f"table {answer.table!r}, at {answer.at}, beside table {first.handle!r}, at {first.at}"
            yield Check(FORKED, False, f"{first}: {seen}", copied)
            return
        for one, other, who in ((double, first, "the second"), (first, double, "the first")):
            done = self.ask.goes_on(one, (self.ask.acts(one),))
            told = self.ask.state(other)
            if isinstance(done, Refused) or isinstance(told, Refused):
                words = next(each.words for each in (done, told) if isinstance(each, Refused))
                yield Check(FORKED, False, f"{first}, an act at {who}: {words}", copied)
                return
            if told is not None and cards_of(told) != cards_of(self.ask.right(other)):
                yield Check(FORKED, False, f"{first}, an act at {who} changed the other: {shown_words(told)}", copied)
                return
        yield Check(FORKED, True, f"{first}, an act at each of the two")

    def _dropped(self, first: Laid) -> Iterator[Check]:
        extra = self.ask.laid(plain_deal(self.claim, 1))
        if isinstance(extra, Refused):
            return
        answer = self.ask.drop(extra)
        if isinstance(answer, Refused):
            yield Check(DROPPED, False, f"{extra}: {answer.words}", 'answer "drop" with ok, and forget the table')
            return
        told = self.ask.state(first)
        if isinstance(told, Refused):
            yield Check(DROPPED, False, f"{extra} was dropped, and {first} as well: {told.words}", OWN)
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
        pair = pair_deal(self.claim)
        wanted = [(PAIR, 2, False), (NO_PAIR, 1, False), *([(TOGETHER, 2, True)] if self.claim.ties != "never" else [])]
        for name, cards, together in wanted:
            for check in self._slap(name, pair, cards, together):
                yield check
                if not check.held:
                    return

    def _slap(self, name: str, deal: Deal, cards: int, together: bool) -> Iterator[Check]:
        """The seat that is to act slaps after so many cards, with another one if wanted."""
        laid = self._played(deal, cards)
        if laid is None:
            yield Check(name, True, f"{deal} could not be played so far: {MAY_DIFFER}", remark=True)
            return
        turn = laid.table.turn
        hands = (turn, Seat((turn + 1) % len(deal.hands))) if together else (turn,)
        if not self._means(laid, hands, right=cards == 2):
            return
        answer = self.ask.tick(laid, slap_tick(hands))
        said = " and ".join(SEAT_NAMES[seat] for seat in hands)
        where = f"{deal}: after {cards} card{'s' * (cards > 1)} {said} slap{'s' * (len(hands) == 1)}"
        if isinstance(answer, Refused):
            alone = len(hands) == 1 or self._may_alone(deal, hands[-1])
            seen = f"{where}: {answer.words}" if alone else f"{where}: {MAY_DIFFER}"
            yield Check(name, not alone, seen, _SLAP_HINTS[name], remark=not alone)
        elif together and self.claim.ties == "arbitrated" and sorted(answer.order or ()) != sorted(hands):
            hint = 'hello claims "ties": "arbitrated": say in "order" in which order these hands were taken'
            yield Check(name, False, f"{where}: order is {answer.order}", hint)
        elif answer.at != laid.at + 1:
            yield Check(name, False, f"{where}: at is {answer.at}", COUNT)
        else:
            yield self._after_the_slap(name, laid, hands, where)

    def _may_alone(self, deal: Deal, seat: Seat) -> bool:
        """Whether the program takes the slap of this seat where it is the only one."""
        laid = self._played(deal, 2)
        return laid is not None and not isinstance(self.ask.tick(laid, slap_tick((seat,))), Refused)

    def _played(self, deal: Deal, cards: int) -> Laid | None:
        """A table at which so many cards were laid; None where that could not be done."""
        laid = self.ask.laid(deal)
        if isinstance(laid, Refused):
            return None
        for _ in range(cards):
            if isinstance(self.ask.goes_on(laid, (self.ask.acts(laid),)), Refused):
                return None
        return laid

    def _means(self, laid: Laid, hands: tuple[Seat, ...], right: bool) -> bool:
        """Whether by the rules that were agreed these hands may come down, and are right or wrong as is meant."""
        allowed = all(may_slap(self.book, laid.table, seat) for seat in hands)
        decided = len(hands) == 1 or self.claim.ties == "arbitrated" or self.book.slap_tie(hands) in hands
        return allowed and decided and slappable(self.book, laid.table) == right

    def _after_the_slap(self, name: str, laid: Laid, hands: tuple[Seat, ...], where: str) -> Check:
        told = self.ask.state(laid)
        right = to_table(self.book, apply_tick(self.book, laid.table, slap_tick(hands)))
        if isinstance(told, TableWire) and cards_of(told) != cards_of(right) and self.claim.ties != "arbitrated":
            return Check(name, True, f"{where}: {MAY_DIFFER}", remark=True)
        return Check(name, True, where)

    # --- other deals

    def _other_deals(self) -> Iterator[Check]:
        labelling, deal = labelling_for(self.claim), plain_deal(self.claim, 2)
        if self.book.slapping and leaves_cards_over(self.claim, self.scope.choices):
            ranks = labelling is Labelling.RANK
            left = deal_of(["22", "89"], labelling) if ranks else deal_of(["2h2d", "2c3c"], labelling)
            yield from self._left_over(replace(deal, middle=left.hands[1]))
        if "full" in self.claim.cards and labelling is not Labelling.FULL:
            yield from self._shows(SUITS, suited_deal(len(deal.hands), 0))

    def _left_over(self, deal: Deal) -> Iterator[Check]:
        """Where the game itself loses these cards, that is no fault of the wiring."""
        for check in self._shows(LEFT_OVER, deal):
            lost = not check.held and check.hint == OVER
            yield replace(check, held=True, remark=True, hint=f"{OVER}; or the game loses them") if lost else check

    def _shows(self, name: str, deal: Deal) -> Iterator[Check]:
        laid = self.ask.laid(deal)
        if isinstance(laid, Refused):
            yield Check(name, False, f"{deal}: {laid.words}", "hello claims such deals: lay them, or claim less")
            return
        with contextlib.suppress(Enough):
            yield from shown(self.ask, name, laid, "as it is laid")


_SLAP_HINTS: Final = {
    PAIR: "a slap is an act of any seat, at any time, whoever is to lay",
    NO_PAIR: "a slap that is wrong is no illegal act: it is taken, and costs what the rules say, if anything",
    TOGETHER: 'one tick may have slaps of several seats in "do", the undermost hand first; or claim "ties": "never"',
}
