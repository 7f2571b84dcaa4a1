"""A state machine that plays Bank as a table of people would: what may be done, and what is tried though it may not.

Whatever is agreed on, a legal action is applied and what it leads to is looked at; any other is refused, with the right
reason, and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from model.bank import events
from model.bank.actions import Act, Action, RoundDeal, Tick
from model.bank.moves import FOUR, lays
from model.bank.play import enabled, initial, status, step
from model.bank.points import POINTS, choices, choose, without_pointless
from model.bank.profiles import BANK
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage
from model.cards import SUITS, Zone
from model.game import CHANCE, NOBODY, Applied, Reason, Refused, Running, Seat
from properties.bank_aims import AIMS, Dealt, Policy, four_together, going_on, keeping_kings
from properties.bank_rare import seen
from properties.bank_rounds import SCORINGS, Choices, next_deal, spelled_out
from properties.conformance.bank.script import format_action
from properties.invariants.bank import check_deal, check_step, check_table
from properties.invariants.bank.core import Dealing, Step
from properties.invariants.statements import Tally, Violation

TALLY = Tally()
"""What all runs of the machine have looked at."""
SEEN: Counter[str] = Counter()
"""What all runs of the machine have seen: kinds of events, rare ones, and what was refused."""

EVENTS: Final = tuple(
    each.__name__
    for each in (
        *(events.Laid, events.Drew, events.Failed, events.Skipped, events.Stopped, events.Took, events.WentOut),
        *(events.Scored, events.Dealer, events.Dealt, events.WonMatch),
    )
)
REFUSED: Final = (
    "another seat acts",
    "a card that is not held",
    "a card that does not cover",
    "two acts at one instant",
    "no act at all",
    "a pass with a move in hand",
    "a draw with a move in hand",
    "a second draw",
    "a pass with a card to draw",
    "a pass where no move is due",
    "a stop before anything is laid",
    "a turn missed without a seven",
    "a move under a seven that must be missed",
    "three of a kind",
    "a run in disorder",
    "a lot in a round",
    "a deal in a round",
    "a lot for a seat that is not due",
    "a move between two rounds",
    "a deal without cards",
    "a deal with a card too few",
    "a deal with a card twice",
    "a deal by a seat that is not due",
    "a deal to other seats",
    "a deal under trumps that are none",
    "an act after the end",
)
RARE_ENOUGH: Final = (
    "four of a kind",
    "four kings in one lay",
    "a run, its junior end first",
    "a run, its senior end first",
    "a lay after four together",
    "out first with a king",
    "out with a trump king",
    "out first with a run of one suit",
    "out with an eight",
    "out with a seven",
    "the open card is taken",
    "an own card alone stays",
    "a seat that is out takes the bank",
    "a ghost is covered",
    "a card drawn under a seven",
    "a blocked end with two seats",
    "a blocked end with three seats",
    "an extra round",
    "a round with other trumps",
)
KINDS: Final = (*EVENTS, *REFUSED, *RARE_ENOUGH)
"""Runs of the machine that have not seen every one of these have not tried enough."""

luck: Final = st.randoms(use_true_random=False)


@st.composite
def agreed(pick: st.DrawFn) -> Choices:
    """Choices that fit together: those that the text spells out, or anything."""
    if pick(st.booleans()):
        return pick(st.sampled_from(spelled_out()))
    several = {name: list(point.alternatives) for name, point in POINTS.items() if len(point.alternatives) > 1}
    ways = {name: st.sampled_from(each) for name, each in several.items()} | {"scoring": st.sampled_from(SCORINGS)}
    return without_pointless(pick(st.fixed_dictionaries({}, optional=ways)))


def totals(book: Book, seats: int) -> st.SearchStrategy[tuple[Points, ...]]:
    """What the seats have before the round: nothing, almost enough, or all of them the same in an extra round."""
    near = st.integers(book.target - 40, book.target - 1).map(Points)
    extra = st.integers(book.target, book.target + 30).map(lambda total: (Points(total),) * seats)
    return st.one_of(st.just((Points(0),) * seats), st.tuples(*[near] * seats), extra)


@st.composite
def tables_laid(pick: st.DrawFn) -> tuple[Book, Dealt, tuple[Points, ...]]:
    """A book, a deal that aims at something, and totals."""
    if pick(st.integers(0, 9)) == 9:
        return pick(level_tables())
    aim = pick(st.sampled_from(AIMS))
    seats = pick(st.sampled_from(aim.seats))
    liked = pick(st.sampled_from(((), aim.likely, (("trump_scope", "round"),))))
    book = choose(BANK, pick(agreed()) | dict(liked))
    return book, aim.deal(pick(luck), book, seats), pick(totals(book, seats))


@st.composite
def level_tables(pick: st.DrawFn) -> tuple[Book, Dealt, tuple[Points, ...]]:
    """Seats that are level with enough points, and a round in which nobody can do anything: an extra round is due."""
    seats = pick(st.integers(2, 4))
    book = choose(BANK, {"deck_card_owner": "nobody"} | pick(st.sampled_from(({}, {"tie": "extra_round_tied"}))))
    return book, _hopeless(Random(pick(st.integers(0, 999))), book, seats), (book.target,) * seats


def _hopeless(chance: Random, book: Book, seats: int) -> Dealt:
    """One card for each seat, of which none can be laid, and no stock."""
    while True:
        cards = chance.sample(book.pack(), seats + 1)
        deal = RoundDeal(tuple([(card,) for card in cards[1:]]), cards[0], (), Seat(chance.randrange(seats)))
        table = initial(book, deal).round
        if not any(lays(book, replace(table, turn=Seat(seat))) for seat in range(seats)):
            return Dealt(deal)


class BankTable(RuleBasedStateMachine):
    """One match of Bank, round after round."""

    book: Book
    match: Match
    told: str
    """The deal and what has been done, as a script."""

    def changed(self, book: Book) -> Book:
        """The book to play by; a machine that must find a fault puts it in here."""
        return book

    @initialize(drawn=tables_laid())
    def sit_down(self, drawn: tuple[Book, Dealt, tuple[Points, ...]]) -> None:
        """A match begins, or goes on from some totals."""
        book, dealt, points = drawn
        self.book = self.changed(book)
        seats, deal = len(points), dealt.deal
        if dealt.deck:
            deal = self.book.deal(self.book, dealt.deck, seats, deal.dealer)
        self.match = initial(self.book, deal, points)
        self.told = f"{deal} totals {','.join(map(str, points))}:"
        if dealt.deck:
            self._hold(check_deal(self.book, Dealing(dealt.deck, seats, deal, self.match), TALLY))
        else:
            self._hold(check_table(self.book, self.match, TALLY))

    # --- what may be done ---

    def _hold(self, violations: Iterator[Violation]) -> None:
        found = list(violations)
        assert not found, f"{found[0]} under {choices(self.book)}, {self.told}"

    def _done(self, action: Action) -> None:
        """An action happens, and what is told of it is what was done."""
        before = self.match
        self.told += f" {format_action(before, action)}"
        found = step(self.book, before, (action,))
        assert isinstance(found, Applied), f"{found} under {choices(self.book)}, {self.told}"
        assert found.events
        SEEN.update(type(event).__name__ for event in found.events)
        self.match = found.state
        done = Step(before, self.match, action)
        SEEN.update(seen(self.book, done))
        self._hold(check_step(self.book, done, TALLY))
        assert bool(enabled(self.book, self.match)) is isinstance(status(self.match), Running)

    def _in_a_round(self) -> bool:
        return self.match.stage is Stage.ROUND

    @precondition(_in_a_round)
    @rule(place=st.integers(0, 60))
    def act(self, place: int) -> None:
        """The seat in turn does something that it may."""
        found = enabled(self.book, self.match)
        assert len(set(found)) == len(found)
        self._done(found[place % len(found)])

    @precondition(_in_a_round)
    @rule(actions=st.integers(2, 9), how=st.sampled_from((four_together, going_on, keeping_kings)), chance=luck)
    def play_on(self, actions: int, how: Policy, chance: Random) -> None:
        """Several actions, with four cards together, with no end to turns, or with kings to the last."""
        for _ in range(actions):
            if self.match.stage is not Stage.ROUND:
                return
            self._done(how(chance, enabled(self.book, self.match)))

    @precondition(lambda self: self.match.stage is Stage.LOT)
    @rule(place=st.integers(0, 3))
    def draw_lots(self, place: int) -> None:
        """Chance names the next dealer."""
        found = enabled(self.book, self.match)
        self._done(found[place % len(found)])

    def _to_be_dealt(self) -> bool:
        return self.match.stage is Stage.DEAL

    @precondition(_to_be_dealt)
    @rule(chance=luck)
    def deal(self, chance: Random) -> None:
        """The next round is dealt."""
        self._done(Action(CHANCE, Act.DEAL, deal=next_deal(chance, self.book, self.match)))

    # --- what may not be done ---

    def _refused(self, what: str, tick: Tick, reason: Reason = Reason.ILLEGAL_ACTION) -> None:
        SEEN[what] += 1
        before, told = self.match, f"{what}, after {self.told}"
        found = step(self.book, before, tick)
        assert found == Refused(reason), f"{found} under {choices(self.book)}, {told}"
        assert self.match is before

    def _try(self, what: str, act: Act, cards: Zone = ()) -> None:
        self._refused(what, (Action(self.match.round.turn, act, cards),))

    def _is_offered(self, act: Act) -> bool:
        return any(action.act is act for action in enabled(self.book, self.match))

    @precondition(lambda self: self.match.stage is not Stage.OVER)
    @rule(distance=st.integers(1, 5), place=st.integers(0, 60), twice=st.booleans())
    def act_out_of_turn(self, distance: int, place: int, twice: bool) -> None:
        """Another seat does what is to be done, or nobody does; or nothing or too much is done at one instant."""
        found = enabled(self.book, self.match)
        action = found[place % len(found)]
        others = [seat for seat in (*range(len(self.match.totals)), NOBODY, CHANCE) if seat != action.seat]
        stranger = replace(action, seat=Seat(others[distance % len(others)]))
        self._refused("another seat acts", (stranger,), Reason.NOT_YOUR_TURN)
        self._refused("two acts at one instant", (action, action if twice else stranger))
        self._refused("no act at all", ())

    @precondition(_in_a_round)
    @rule(place=st.integers(0, 35), data=st.data())
    def lay_wrongly(self, place: int, data: st.DataObject) -> None:
        """The seat in turn lays what it does not hold, what does not cover, or cards that do not belong together."""
        hand = self.match.round.hands[self.match.round.turn]
        offered = {action.cards for action in enabled(self.book, self.match)}
        strange = [card for card in self.book.pack() if card not in hand]
        self._try("a card that is not held", Act.LAY, (strange[place % len(strange)],))
        for card in hand:
            if (card,) not in offered:
                self._try("a card that does not cover", Act.LAY, (card,))
        for cards in offered:
            if len(cards) != FOUR:
                continue
            self._try("three of a kind", Act.LAY, cards[1:])
            disorder = tuple(data.draw(st.permutations(cards)))
            if disorder not in offered:
                self._try("a run in disorder", Act.LAY, disorder)

    @precondition(_in_a_round)
    @rule()
    def evade(self) -> None:
        """The seat in turn passes, draws, stops or misses its turn where it may not."""
        table = self.match.round
        if table.phase is Phase.SEVEN:
            self._try("a move under a seven that must be missed", Act.LAY, table.hands[table.turn][:1])
        names = _evasions(self._is_offered(Act.LAY)) if table.phase is Phase.MOVE else _AFTER_A_LAY
        for act, what in names.items():
            if not self._is_offered(act):
                self._try(what, act)

    @precondition(_in_a_round)
    @rule(seat=st.integers(0, 3))
    def deal_too_early(self, seat: int) -> None:
        """Chance interferes in a round."""
        lot = Action(CHANCE, Act.LOT, dealer=Seat(seat))
        self._refused("a lot in a round", (lot,), Reason.NOT_YOUR_TURN)
        self._try("a lot in a round", Act.LOT)
        self._refused("a deal in a round", (Action(CHANCE, Act.DEAL),), Reason.NOT_YOUR_TURN)

    @precondition(lambda self: self.match.stage in (Stage.LOT, Stage.DEAL))
    @rule(seat=st.integers(0, 3), act=st.sampled_from((Act.DRAW, Act.PASS, Act.STOP, Act.SKIP)))
    def move_too_early(self, seat: int, act: Act) -> None:
        """A seat moves before the next round is dealt, or the lot falls on a seat that is not due."""
        self._refused("a move between two rounds", (Action(Seat(seat), act),), Reason.NOT_YOUR_TURN)
        self._refused("a move between two rounds", (Action(CHANCE, act),))
        if self.match.stage is Stage.DEAL or Seat(seat) not in self.match.dealers:
            lot = Action(CHANCE, Act.LOT, dealer=Seat(seat))
            self._refused("a lot for a seat that is not due", (lot,))

    @precondition(_to_be_dealt)
    @rule(chance=luck)
    def deal_wrongly(self, chance: Random) -> None:
        """The next round is dealt with a card too few or twice, by or to the wrong seats, under wrong trumps."""
        deal = next_deal(chance, self.book, self.match)
        self._refused("a deal without cards", (Action(CHANCE, Act.DEAL),))
        for what, wrong in _wrong_deals(self.book, self.match, deal):
            self._refused(what, (Action(CHANCE, Act.DEAL, deal=wrong),))

    @precondition(lambda self: self.match.stage is Stage.OVER)
    @rule(seat=st.integers(-2, 4), act=st.sampled_from(Act))
    def act_after_the_end(self, seat: int, act: Act) -> None:
        """The match is over: nothing is possible any more, and one seat has won."""
        self._refused("an act after the end", (Action(Seat(seat), act),), Reason.GAME_OVER)
        assert enabled(self.book, self.match) == ()
        winners = status(self.match)
        assert not isinstance(winners, Running)
        assert len(winners) == 1


_AFTER_A_LAY: Final = {Act.PASS: "a pass where no move is due"}


def _evasions(moves: bool) -> dict[Act, str]:
    return {
        Act.PASS: "a pass with a move in hand" if moves else "a pass with a card to draw",
        Act.DRAW: "a draw with a move in hand" if moves else "a second draw",
        Act.STOP: "a stop before anything is laid",
        Act.SKIP: "a turn missed without a seven",
    }


def _wrong_deals(book: Book, match: Match, deal: RoundDeal) -> Iterator[tuple[str, RoundDeal]]:
    """Deals that are no next round, and what is wrong with each."""
    served = next(place for place, hand in enumerate(deal.hands) if hand)
    hands = list(deal.hands)
    fewer = [hand[1:] if place == served else hand for place, hand in enumerate(hands)]
    yield "a deal with a card too few", replace(deal, hands=tuple(fewer))
    twice = [(deal.open_card, *hand[1:]) if place == served else hand for place, hand in enumerate(hands)]
    yield "a deal with a card twice", replace(deal, hands=tuple(twice))
    yield "a deal by a seat that is not due", replace(deal, dealer=Seat((match.dealers[0] + 1) % len(hands)))
    if len(deal.stock) > 1 and len(match.playing) == len(hands):
        unserved = replace(deal, hands=((), *hands[1:]), stock=deal.stock + hands[0])
        yield "a deal to other seats", unserved
    yield "a deal under trumps that are none", replace(deal, trumps=book.trump_suits[1:] or SUITS)
