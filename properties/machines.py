"""State machines that play against the model as tables of people would.

They act in turn, out of turn and after the end; and where hands may come down, one at a time, several at once, too
late, twice, and from nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from model.deal import Deal
from model.game import CHANCE, NOBODY, Act, Action, Applied, Reason, Refused, Running, Seat, Tick
from model.piles import events, slaps
from model.piles.play import enabled, initial, status, step, unslapped
from model.piles.points import choices, choose
from model.piles.profiles import BANKA, BANKA_CORE, BEGGAR, CAMICIA, RATSCREW, SLAPJACK
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import Phase, Table
from properties import strategies as draw
from properties.invariants import Tally, Violation, check_step, check_table

TALLY = Tally()
"""What all runs of the machines have looked at."""


@st.composite
def tables_laid(pick: st.DrawFn) -> tuple[Book, Deal]:
    """A book, chance included, and a small deal for the seats that it allows."""
    base = pick(st.sampled_from((BEGGAR, CAMICIA)))
    seats = pick(draw.seats(base))
    return pick(draw.books(base, seats, with_chance=True)), pick(draw.deals(seats))


@st.composite
def slapping_tables_laid(pick: st.DrawFn) -> tuple[Book, Deal]:
    """The same where hands may come down; now and then with the rules of a profile as they stand."""
    base = pick(st.sampled_from((BANKA, BANKA_CORE, RATSCREW, SLAPJACK, PAID_TO_THE_CLAIMANT)))
    seats = pick(draw.seats(base))
    book = pick(st.one_of(st.just(base), draw.books(base, seats, with_chance=True)))
    return book, pick(draw.slapped_deals(seats))


PAID_TO_THE_CLAIMANT: Final = choose(RATSCREW, {"wrong_slap": "card_to_claimant"})


class _AtTheTable(RuleBasedStateMachine):
    """What both machines do: a legal tick is applied and checked; any other is refused and changes nothing."""

    book: Book
    table: Table

    def _sit_down(self, drawn: tuple[Book, Deal]) -> None:
        self.book, deal = drawn
        self.table = initial(self.book, deal)
        self._hold(check_table(self.book, self.table, TALLY))

    def _hold(self, violations: Iterator[Violation]) -> None:
        found = list(violations)
        assert not found, f"{found[0]} under {choices(self.book)}"

    def _may_go_on(self) -> bool:
        return self.table.phase != Phase.OVER

    def _applied(self, tick: Tick) -> Applied[Table, events.Event]:
        """The tick happens, and what is told of it leaves nothing out."""
        before = self.table
        assert isinstance(status(before), Running)
        found = step(self.book, before, tick)
        assert isinstance(found, Applied), f"{found} under {choices(self.book)}"
        assert events.replay(before, found.events) == found.state
        self.table = found.state
        self._hold(check_step(self.book, before, self.table, TALLY, tick=tick))
        return found

    def _refused(self, tick: Tick, reason: Reason) -> None:
        before = self.table
        assert step(self.book, before, tick) == Refused(reason)
        assert self.table is before

    def _somebody_else(self, distance: int) -> Seat:
        expected = unslapped(self.book, self.table).seat
        others = [seat for seat in (*range(len(self.table.hands)), NOBODY, CHANCE) if seat != expected]
        return Seat(others[distance % len(others)])

    def _shuffled(self, data: st.DataObject) -> Action:
        """What happens if nobody slaps; chance brings any order."""
        action = unslapped(self.book, self.table)
        if action.act is not Act.SHUFFLE:
            return action
        return Action(CHANCE, Act.SHUFFLE, tuple(data.draw(st.permutations(action.order))))

    def _nothing_more(self) -> None:
        assert enabled(self.book, self.table) == ()
        winners = status(self.table)
        assert not isinstance(winners, Running)
        assert winners


class TableOfPeople(_AtTheTable):
    """Every legal tick is applied and checked; every other is refused, with the right reason, and changes nothing."""

    @initialize(drawn=tables_laid())
    def sit_down(self, drawn: tuple[Book, Deal]) -> None:
        """A game begins."""
        self._sit_down(drawn)

    @precondition(_AtTheTable._may_go_on)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """The seat that may act does so; chance brings any order."""
        assert enabled(self.book, self.table) == (unslapped(self.book, self.table),)
        self._applied((self._shuffled(data),))

    @precondition(_AtTheTable._may_go_on)
    @rule(distance=st.integers(1, 5))
    def act_out_of_turn(self, distance: int) -> None:
        """Another seat, or nobody at all, does what is to be done."""
        action = unslapped(self.book, self.table)
        self._refused((Action(self._somebody_else(distance), action.act, action.order),), Reason.NOT_YOUR_TURN)

    @precondition(_AtTheTable._may_go_on)
    @rule(number=st.integers(0, 2))
    def do_something_else(self, number: int) -> None:
        """The right seat does what cannot be done now."""
        action = unslapped(self.book, self.table)
        others = [act for act in Act if act != action.act]
        self._refused((Action(action.seat, others[number]),), Reason.ILLEGAL_ACTION)

    @precondition(_AtTheTable._may_go_on)
    @rule(times=st.sampled_from((0, 2, 3)))
    def do_nothing_or_too_much(self, times: int) -> None:
        """No action, or several at once."""
        self._refused((unslapped(self.book, self.table),) * times, Reason.ILLEGAL_ACTION)

    @precondition(lambda self: self.table.phase == Phase.WON and unslapped(self.book, self.table).act is Act.SHUFFLE)
    @rule()
    def lose_a_card_in_the_shuffle(self) -> None:
        """Chance may bring any order, but of all the cards."""
        action = unslapped(self.book, self.table)
        for order in ((), action.order[1:], (*action.order, 0), (0,) * (len(action.order) + 1)):
            self._refused((Action(CHANCE, Act.SHUFFLE, order),), Reason.ILLEGAL_ACTION)

    @precondition(lambda self: self.table.phase == Phase.OVER)
    @rule(seat=st.integers(0, 5), act=st.sampled_from(Act))
    def act_after_the_end(self, seat: int, act: Act) -> None:
        """The game is over: nothing is possible any more, and somebody has won."""
        self._refused((Action(Seat(seat), act),), Reason.GAME_OVER)
        self._nothing_more()


# --- where hands may come down ---

SEEN: Counter[str] = Counter()
"""What all runs of the slapping table have seen: kinds of events, and what happened to hands."""

KINDS: Final = (
    *(each.__name__ for each in (events.Laid, events.Owes, events.WonPile, events.Took, events.Turn, events.Finished)),
    *(each.__name__ for each in (events.Slapped, events.Burned, events.Gave, events.Barred)),
    "a right slap",
    "a wrong slap",
    "a race that was right",
    "a race that was wrong",
    "a race that the rules do not decide",
    "a slap that came too late",
    "a slap while cards were owed",
    "a slap of a pile that was won",
    "a slap before any card",
    "a slap back into the game",
    "a slap of a seat that may not",
    "a slap: stranger",
    "a slap: twice",
    "a slap: with a card",
    "a slap after the end",
    "a slapped pile that was shuffled",
    "a card out of turn",
    "left-over cards that were slapped",
)
"""A run of the slapping table that has not seen every one of these has not tried enough."""


class SlappingTable(_AtTheTable):
    """A table where hands come down. Whatever is agreed, a legal slap is answered and every other is refused."""

    passed: bool = False
    """Whether the card laid last has covered something that could be slapped."""

    @initialize(drawn=slapping_tables_laid())
    def sit_down(self, drawn: tuple[Book, Deal]) -> None:
        """A game begins."""
        self._sit_down(drawn)
        self.passed = False

    def _may(self) -> list[Seat]:
        return [action.seat for action in enabled(self.book, self.table)[1:]]

    def _hands(self, tick: Tick) -> None:
        """Hands come down that may."""
        before, right = self.table, slaps.slappable(self.book, self.table)
        self._note(self._applied(tick))
        SEEN["a right slap" if right else "a wrong slap"] += 1
        SEEN["a race that was right" if right else "a race that was wrong"] += len(tick) > 1
        SEEN["a slap that came too late"] += self.passed and not right
        SEEN["a slap while cards were owed"] += right and before.debt > 0
        SEEN["a slap of a pile that was won"] += before.phase == Phase.WON
        SEEN["a slap before any card"] += not before.middle
        SEEN["a slap back into the game"] += right and not before.hands[tick[0].seat]
        SEEN["a slapped pile that was shuffled"] += self.table.phase == Phase.TAKEN
        SEEN["left-over cards that were slapped"] += right and before.left > 0

    def _note(self, applied: Applied[Table, events.Event]) -> None:
        SEEN.update(type(event).__name__ for event in applied.events)

    def _can_be_slapped(self) -> bool:
        return self.table.phase in (Phase.LAYING, Phase.WON)

    @precondition(_AtTheTable._may_go_on)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Nobody slaps, and the seat that may act does so."""
        self.passed = slaps.slappable(self.book, self.table)
        self._note(self._applied((self._shuffled(data),)))

    @precondition(_AtTheTable._may_go_on)
    @rule(ticks=st.integers(2, 12), to_debt=st.booleans(), data=st.data())
    def play_on(self, ticks: int, to_debt: bool, data: st.DataObject) -> None:
        """Nobody slaps for a while, until there is cause to, or something is owed."""
        for _ in range(ticks):
            self.act(data)
            owed = to_debt and self.table.debt > 0
            if owed or self.table.phase == Phase.OVER or slaps.slappable(self.book, self.table):
                break

    @precondition(lambda self: self.table.debt > 0 and self._may())
    @rule(data=st.data())
    def slap_while_cards_are_owed(self, data: st.DataObject) -> None:
        """One seat slaps while somebody has to pay."""
        self._hands(slap_tick((data.draw(st.sampled_from(self._may())),)))

    @precondition(_can_be_slapped)
    @rule(place=st.integers(0, 6))
    def slap(self, place: int) -> None:
        """One seat slaps, rightly or wrongly; one that may not is refused."""
        seat = Seat(place % len(self.table.hands))
        if seat in self._may():
            self._hands(slap_tick((seat,)))
        else:
            SEEN["a slap of a seat that may not"] += 1
            self._refused(slap_tick((seat,)), Reason.ILLEGAL_ACTION)

    @precondition(lambda self: slaps.slappable(self.book, self.table) and self._may())
    @rule(data=st.data())
    def slap_rightly(self, data: st.DataObject) -> None:
        """One seat slaps what may be slapped."""
        self._hands(slap_tick((data.draw(st.sampled_from(self._may())),)))

    @precondition(lambda self: not slaps.slappable(self.book, self.table) and len(self._may()) > 1)
    @rule(data=st.data())
    def race_wrongly(self, data: st.DataObject) -> None:
        """Several hands come down at one instant, in any order, and all are wrong."""
        self._race(data)

    @precondition(lambda self: slaps.slappable(self.book, self.table) and len(self._may()) > 1)
    @rule(data=st.data())
    def race(self, data: st.DataObject) -> None:
        """Several hands come down at one instant, in any order; a tie that the rules do not decide is refused."""
        self._race(data)

    def _race(self, data: st.DataObject) -> None:
        hands = data.draw(st.permutations(self._may()))
        tick = slap_tick(tuple(hands[: data.draw(st.integers(2, len(hands)))]))
        if slaps.slappable(self.book, self.table) and self.book.slap_tie is slaps.undefined:
            SEEN["a race that the rules do not decide"] += 1
            self._refused(tick, Reason.ILLEGAL_ACTION)
        else:
            self._hands(tick)

    @precondition(_can_be_slapped)
    @rule(place=st.integers(0, 6), how=st.sampled_from(("stranger", "twice", "with a card")), turned=st.booleans())
    def slap_as_nobody_can(self, place: int, how: str, turned: bool) -> None:
        """A seat that is not at the table slaps, or a seat has two hands, or a hand and a card come at one instant."""
        own = Action(Seat(place % len(self.table.hands)), Act.SLAP)
        stranger = Action((NOBODY, CHANCE, Seat(7), Seat(52))[place % 4], Act.SLAP)
        other = {"stranger": stranger, "twice": own, "with a card": unslapped(self.book, self.table)}[how]
        SEEN[f"a slap: {how}"] += 1
        for tick in ((own, other) if turned else (other, own), (stranger,)):
            self._refused(tick, Reason.ILLEGAL_ACTION)

    @precondition(_AtTheTable._may_go_on)
    @rule(distance=st.integers(1, 8), act=st.sampled_from((Act.LAY, Act.COLLECT, Act.SHUFFLE)), times=st.integers(0, 2))
    def act_wrongly(self, distance: int, act: Act, times: int) -> None:
        """Another seat does what is to be done, or what cannot be done now is done, or something twice."""
        SEEN["a card out of turn"] += 1
        action = unslapped(self.book, self.table)
        self._refused((Action(self._somebody_else(distance), action.act, action.order),), Reason.NOT_YOUR_TURN)
        if act != action.act or times != 1:
            self._refused((Action(action.seat, act),) * times, Reason.ILLEGAL_ACTION)

    @precondition(lambda self: self.table.phase == Phase.OVER)
    @rule(seat=st.integers(0, 7), act=st.sampled_from(Act))
    def act_after_the_end(self, seat: int, act: Act) -> None:
        """The game is over: no hand and no card counts any more, and somebody has won."""
        SEEN["a slap after the end"] += act is Act.SLAP
        self._refused((Action(Seat(seat), act),), Reason.GAME_OVER)
        self._nothing_more()
