"""G4: when the game begins, when it is over, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from model.game import NOBODY
from model.piles import play, taking
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements
from solver.obligations.common import record, seat, unchanged
from solver.obligations.piles.order import (
    ORDER,
    Piles,
    agreed,
    any_table,
    around,
    collects_at_once,
    have_cards,
    holds_cards,
    in_phase,
    is_first,
    nobody_has_cards,
    only_holder,
    ordered,
    stated,
    table_in,
    under,
    where,
)
from solver.obligations.piles.paying import Rule
from solver.obligations.piles.steps import TURN
from solver.terms import Bool, and_, equal, implies, not_, number, or_
from solver.values import Record, Value, as_int, entries_of

REST: Final = ("hands", "middle", "turn", "debt", "claimant", "last", "unanswered", "burned", "left")
"""Everything about a table but its phase."""


def one_has_everything(setting: Piles, table: Record) -> Bool:
    """Whether one seat has cards, no other seat has any, and none lies in the middle."""
    hands = table.zones("hands")
    holders = [only_holder(setting, hands, number(place)) for place in range(setting.seats)]
    return or_(*holders) & equal(setting.theory.length(table.zone("middle")), number(0))


# --- scenes ---


def card_laid_or_taken(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that a card was laid or a pile taken, and that the table is in order."""
    table = record(inputs["table"])
    return table_in(Phase.LAYING, Phase.WON)(setting, inputs) & seat(setting, table.int("last"))


def before_the_first_card(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that cards were dealt, at least one of them into a hand, and that nothing has happened yet."""
    table = record(inputs["table"])
    nothing = [equal(table.int(name), number(0)) for name in ("debt", "burned", "left")]
    nobody = [equal(table.int(name), number(NOBODY)) for name in ("claimant", "last")]
    return and_(
        in_phase(table, Phase.LAYING),
        seat(setting, table.int("turn")),
        not_(nobody_has_cards(setting, table.zones("hands"))),
        *nothing,
        *nobody,
    )


def over(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the game is over because one seat has everything."""
    table = record(inputs["table"])
    return ordered(setting, table) & in_phase(table, Phase.OVER) & one_has_everything(setting, table)


def some_time(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order."""
    return ordered(setting, record(inputs["table"]))


END: Final[Scene[Book]] = Scene("end", lambda book: book.end, any_table, card_laid_or_taken)
OPENING: Final[Scene[Book]] = Scene("opening", lambda book: play.opening, any_table, before_the_first_card)
WINNERS: Final[Scene[Book]] = Scene("winners", lambda book: play.winners, any_table, over)
TIME_RULE: Final[Scene[Book]] = Scene("time_rule", lambda book: book.time_rule, any_table, some_time)

SCENES: Final = (END, OPENING, WINNERS, TIME_RULE)


# --- what is to hold ---


def must_play(setting: Piles, table: Record, after: Record) -> Statements:
    """It is over exactly when one seat has everything; nothing else changes."""
    everything = one_has_everything(setting, table)
    return {
        "it is over exactly when one seat has every card": equal(in_phase(after, Phase.OVER), everything),
        "else it goes on as it was": everything | unchanged(setting, table, after, "phase"),
        "nothing else changes": unchanged(setting, table, after, *REST),
    }


def _last_is_out(setting: Piles, table: Record) -> Bool:
    """Whether cards lie in the middle and whoever laid the last one has no other."""
    lies = setting.theory.length(table.zone("middle")) > 0
    return lies & not_(holds_cards(setting, table.zones("hands"), table.int("last")))


def _other_wins(setting: Piles, table: Record, after: Record) -> Statements:
    """Of two players the one that did not lay the last card has won the pile."""
    wins = in_phase(after, Phase.WON) & equal(after.int("claimant"), number(1) - table.int("last"))
    return {
        "the other has won the pile": wins,
        "nothing is owed any more": equal(after.int("debt"), number(NO_DEBT)),
        "no card moves": unchanged(setting, table, after, "hands", "middle", "last"),
    }


def immediate(setting: Piles, table: Record, after: Record) -> Statements:
    """Whoever lays its last card has lost: the other has won the pile. Else as `must_play`."""
    out = _last_is_out(setting, table)
    lost = where(out, _other_wins(setting, table, after), "the last card of a hand was laid: ")
    return lost | where(not_(out), must_play(setting, table, after))


def early_stop(setting: Piles, table: Record, after: Record) -> Statements:
    """Whoever lays its last card while nothing is owed has lost. Else as `must_play`."""
    nothing = in_phase(table, Phase.LAYING) & equal(table.int("debt"), number(NO_DEBT))
    out = _last_is_out(setting, table) & nothing
    lost = where(out, _other_wins(setting, table, after), "the last card of a hand was laid and nothing is owed: ")
    return lost | where(not_(out), must_play(setting, table, after))


def lead_on(setting: Piles, table: Record, after: Record) -> Statements:
    """As `must_play`, but who has everything after a debt was paid leads once more, and then it is over."""
    everything, unanswered = one_has_everything(setting, table), table.fields["unanswered"]
    assert isinstance(unanswered, Bool)
    alone = unanswered & equal(setting.theory.length(table.zone("middle")), number(1))
    leads = everything & not_(unanswered)
    ends = alone | (everything & unanswered)
    return {
        "who has everything leads once more if the debt was paid": implies(
            leads, unchanged(setting, table, after, "phase")
        ),
        "it is over when that card was laid, or a debt not answered": equal(in_phase(after, Phase.OVER), ends),
        "else it goes on as it was": ends | unchanged(setting, table, after, "phase"),
        "nothing else changes": unchanged(setting, table, after, *REST),
    }


RULES: Final[Mapping[object, Rule]] = {
    taking.must_play: must_play,
    taking.immediate: immediate,
    taking.early_stop: early_stop,
    taking.lead_on: lead_on,
}


def ends(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """What was agreed on for the end."""
    return stated(RULES, setting.declared.end)(setting, record(inputs["table"]), after)


def over_after_turn(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """After a card and all that follows from it the game is over exactly when one seat has everything."""
    everything = one_has_everything(setting, after)
    return {"it is over exactly when one seat has every card": equal(in_phase(after, Phase.OVER), everything)}


def opened(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """Whoever starts leads, or the next seat clockwise that has a card; the cards lie as they were dealt."""
    table = record(inputs["table"])
    hands, turn, leads = table.zones("hands"), table.int("turn"), after.int("turn")
    has = holds_cards(setting, hands, turn)
    left = equal(after.int("left"), setting.theory.length(table.zone("middle")))
    return {
        "whoever starts leads": implies(has, equal(leads, turn)),
        "if that seat has no card the next one with cards leads": has | is_first(setting, hands, turn, leads),
        "the cards lie as they were dealt": unchanged(setting, table, after, "hands", "middle"),
        "those in the middle were laid by nobody": left,
        "nothing is owed": unchanged(setting, table, after, "debt", "claimant", "last", "burned"),
    }


def begins(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The game is over before it begins exactly when one seat was dealt everything."""
    everything = one_has_everything(setting, record(inputs["table"]))
    around(setting, after.int("turn"))
    return {
        "it is over exactly when one seat has every card": equal(in_phase(after, Phase.OVER), everything),
        "else the first card is to be laid": everything | in_phase(after, Phase.LAYING),
    }


def _named(found: Value, place: int) -> Bool:
    """Whether a seat is among those in a row."""
    return or_(*(entry.there & equal(as_int(entry.value), number(place)) for entry in entries_of(found)))


def holder_wins(setting: Piles, inputs: Inputs, found: Value) -> Statements:
    """Exactly the seat that has everything has won."""
    has = have_cards(setting, record(inputs["table"]).zones("hands"))
    right = and_(*(equal(_named(found, place), holds) for place, holds in enumerate(has)))
    return {"whoever has every card has won, and nobody else": right}


def nobody_by_time(setting: Piles, inputs: Inputs, found: Value) -> Statements:
    """Without a time rule time makes no winner."""
    return {"nobody wins by time": not_(or_(*(entry.there for entry in entries_of(found))))}


def most_cards(setting: Piles, inputs: Inputs, found: Value) -> Statements:
    """Exactly the seats of whom nobody has more cards in hand have won."""
    sizes = [setting.theory.length(hand) for hand in record(inputs["table"]).zones("hands")]
    most = [and_(*(size >= other for other in sizes)) for size in sizes]
    right = and_(*(equal(_named(found, place), each) for place, each in enumerate(most)))
    return {"all with the most cards in hand have won, and nobody else": right}


ALWAYS_COLLECTED: Final = agreed(end="must_play")


def _at_once(declared: Book) -> bool:
    """Whether a turn that wins a pile takes it, and the end is the default one."""
    return collects_at_once(declared) and ALWAYS_COLLECTED(declared)


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "G4.opening",
        OPENING,
        "whoever starts leads, or the next seat clockwise with cards; the cards lie as they were dealt",
        ("BMN-10",),
        opened,
    ),
    Obligation(
        "G4.begins",
        OPENING,
        "the game is over before it begins exactly when one seat was dealt every card",
        ("BMN-45",),
        begins,
    ),
    Obligation(
        "G4.end",
        END,
        "the game is over exactly when one seat has every card, and the middle is empty",
        ("BMN-02", "BMN-44", "BMN-45"),
        ends,
        (LEMMAS, ORDER),
        when=agreed(end="must_play"),
    ),
    *(
        Obligation(
            f"G4.{way}",
            END,
            words,
            ("BMN-44",),
            ends,
            (LEMMAS, ORDER),
            when=agreed(end=way),
            under=under("end", way),
            seats=(2,),
        )
        for way, words in (
            ("immediate", "of two players whoever lays its last card has lost"),
            ("early_stop", "of two players whoever lays its last card while nothing is owed has lost"),
            ("lead_on", "a loser whose last card paid a debt is noticed when the winner has led"),
        )
    ),
    Obligation(
        "G4.turn",
        TURN,
        "after a card and all that follows from it the game is over exactly when one seat has every card",
        ("BMN-02", "BMN-45"),
        over_after_turn,
        (LEMMAS, ORDER),
        when=_at_once,
        seats=(2, 3, 4),
    ),
    Obligation(
        "G4.winners",
        WINNERS,
        "when the game is over exactly the seat that has every card has won",
        ("BMN-45",),
        holder_wins,
    ),
    Obligation(
        "G4.no_time",
        TIME_RULE,
        "without a time rule nobody wins by time",
        ("BMN-46",),
        nobody_by_time,
        when=agreed(time_rule="off"),
    ),
    Obligation(
        "G4.most_cards",
        TIME_RULE,
        "when the time is up all seats with the most cards in hand have won; the middle counts for nobody",
        ("BMN-46",),
        most_cards,
        when=agreed(time_rule="most_cards_at_budget"),
        under=under("time_rule", "most_cards_at_budget"),
    ),
)
