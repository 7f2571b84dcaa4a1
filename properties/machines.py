"""A state machine that plays against the model as a table of people would: in turn, out of turn, and after the end."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from model.deal import Deal
from model.game import CHANCE, NOBODY, Act, Action, Applied, Reason, Refused, Running, Seat, Tick
from model.piles.play import enabled, initial, status, step
from model.piles.points import choices
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from properties import strategies as draw
from properties.invariants import Tally, Violation, check_step, check_table

TALLY = Tally()
"""What all runs of the machine have looked at."""


@st.composite
def tables_laid(pick: st.DrawFn) -> tuple[Book, Deal]:
    """A book, chance included, and a small deal for the seats that it allows."""
    base = pick(st.sampled_from((BEGGAR, CAMICIA)))
    seats = pick(draw.seats(base))
    return pick(draw.books(base, seats, with_chance=True)), pick(draw.deals(seats))


class TableOfPeople(RuleBasedStateMachine):
    """Every legal tick is applied and checked; every other is refused, with the right reason, and changes nothing."""

    book: Book
    table: Table

    @initialize(drawn=tables_laid())
    def sit_down(self, drawn: tuple[Book, Deal]) -> None:
        """A game begins."""
        self.book, deal = drawn
        self.table = initial(self.book, deal)
        self._hold(check_table(self.book, self.table, TALLY))

    def _hold(self, violations: Iterator[Violation]) -> None:
        found = list(violations)
        assert not found, f"{found[0]} under {choices(self.book)}"

    def _may_go_on(self) -> bool:
        return self.table.phase != Phase.OVER

    @precondition(_may_go_on)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """The seat that may act does so; chance brings any order."""
        (action,) = enabled(self.book, self.table)
        assert isinstance(status(self.table), Running)
        if action.act is Act.SHUFFLE:
            action = Action(CHANCE, Act.SHUFFLE, tuple(data.draw(st.permutations(action.order))))
        before = self.table
        applied = step(self.book, before, (action,))
        assert isinstance(applied, Applied)
        self.table = applied.state
        self._hold(check_step(self.book, before, self.table, TALLY))

    def _refused(self, tick: Tick, reason: Reason) -> None:
        before = self.table
        assert step(self.book, before, tick) == Refused(reason)
        assert self.table is before

    @precondition(_may_go_on)
    @rule(distance=st.integers(1, 5))
    def act_out_of_turn(self, distance: int) -> None:
        """Another seat, or nobody at all, does what is to be done."""
        (action,) = enabled(self.book, self.table)
        others = [seat for seat in (*range(len(self.table.hands)), NOBODY, CHANCE) if seat != action.seat]
        other = Seat(others[distance % len(others)])
        self._refused((Action(other, action.act, action.order),), Reason.NOT_YOUR_TURN)

    @precondition(_may_go_on)
    @rule(number=st.integers(0, 1))
    def do_something_else(self, number: int) -> None:
        """The right seat does what cannot be done now."""
        (action,) = enabled(self.book, self.table)
        others = [act for act in Act if act != action.act]
        self._refused((Action(action.seat, others[number]),), Reason.ILLEGAL_ACTION)

    @precondition(_may_go_on)
    @rule(times=st.sampled_from((0, 2, 3)))
    def do_nothing_or_too_much(self, times: int) -> None:
        """No action, or several at once."""
        self._refused(enabled(self.book, self.table) * times, Reason.ILLEGAL_ACTION)

    @precondition(lambda self: self.table.phase == Phase.WON and enabled(self.book, self.table)[0].act is Act.SHUFFLE)
    @rule()
    def lose_a_card_in_the_shuffle(self) -> None:
        """Chance may bring any order, but of all the cards."""
        (action,) = enabled(self.book, self.table)
        for order in ((), action.order[1:], (*action.order, 0), (0,) * (len(action.order) + 1)):
            self._refused((Action(CHANCE, Act.SHUFFLE, order),), Reason.ILLEGAL_ACTION)

    @precondition(lambda self: self.table.phase == Phase.OVER)
    @rule(seat=st.integers(0, 5), act=st.sampled_from(Act))
    def act_after_the_end(self, seat: int, act: Act) -> None:
        """The game is over: nothing is possible any more, and somebody has won."""
        self._refused((Action(Seat(seat), act),), Reason.GAME_OVER)
        assert enabled(self.book, self.table) == ()
        winners = status(self.table)
        assert not isinstance(winners, Running)
        assert winners
