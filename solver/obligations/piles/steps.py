"""What every step of the play keeps to.

G1: no card is lost, added or exchanged. G2: the table stays in order, which the other statements rest on. G3: a trick
ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.cards import Labelling
from model.deal import Deal
from model.game import NOBODY, Seat
from model.piles import play
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import record, seat
from solver.obligations.piles.order import ORDER, Piles, any_table, collects_at_once, in_order, table_in
from solver.obligations.piles.playing import LAY
from solver.terms import Bool, Int, Zone, equal, implies, number, one_of, total
from solver.values import Record, Value, as_int

# --- scenes ---


def any_hands(setting: Piles) -> Inputs:
    """Any explicit hands, and any cards left over."""
    hands = tuple([setting.theory.constant(f"hands.{place}") for place in range(setting.seats)])
    fields = {"hands": hands, "labelling": Labelling.CLASS, "middle": setting.theory.constant("middle")}
    return {"deal": Record(Deal, fields)}


def some_cards(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that somebody has a card."""
    return total(map(setting.theory.length, record(inputs["deal"]).zones("hands"))) > 0


COLLECT: Final[Scene[Book]] = Scene("collect", lambda book: play.collect, any_table, table_in(Phase.WON))
TURN: Final[Scene[Book]] = Scene("turn", lambda book: play.turn, any_table, table_in(Phase.LAYING))
INITIAL: Final[Scene[Book]] = Scene("initial", lambda book: play.initial, any_hands, some_cards)


def seats_after(place: Seat, seats: int) -> tuple[Seat, ...]:
    """The seats clockwise from one, the nearest first, itself last."""
    return tuple([Seat((place + distance) % seats) for distance in range(1, seats + 1)])


def any_seat(setting: Piles) -> Inputs:
    """Any seat."""
    return {"place": setting.shapes.any_of(int, "place", 0), "seats": setting.seats}


def is_a_seat(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that it is one."""
    return seat(setting, as_int(inputs["place"]))


AROUND: Final[Scene[Book]] = Scene("seats_after", lambda book: seats_after, any_seat, is_a_seat)


# --- what is to hold ---


def spelled_out(setting: Piles, inputs: Inputs, found: tuple[Value, ...]) -> Statements:
    """L2: the seats after each one, as they are told to the solvers."""
    place, seats = as_int(inputs["place"]), setting.seats
    return {
        f"seat {start} comes {distance} before seat {(start + distance) % seats}": implies(
            equal(place, number(start)), equal(as_int(found[distance - 1]), number((start + distance) % seats))
        )
        for start in range(seats)
        for distance in range(1, seats + 1)
    }


def conserved(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """G1: under any weighing, hands and middle weigh afterwards what they weighed before."""
    before, theory = record(inputs["table"]), setting.theory

    def whole(measure: Callable[[Zone], Int], table: Record) -> Int:
        return total(map(measure, (*table.zones("hands"), table.zone("middle"))))

    return {
        "there are as many cards as before": equal(whole(theory.length, before), whole(theory.length, after)),
        "they are the same cards": equal(whole(theory.weight, before), whole(theory.weight, after)),
    }


def stays_in_order(*phases: Phase) -> Callable[[Piles, Inputs, Record], Statements]:
    """G2: the table is in order afterwards, in one of these phases."""

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        waits = not collects_at_once(setting.declared)
        allowed = {*phases, Phase.WON} if phases and waits else set(phases)
        names = " or ".join(phase.name.lower() for phase in sorted(allowed))
        return together(
            in_order(setting, after), {f"the phase is now {names}": one_of(after.int("phase"), sorted(allowed))}
        )

    return goals


def collected(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """G2 for a taking: the table is in order, and the next trick begins."""
    return together(stays_in_order(Phase.LAYING)(setting, inputs, after), begun(setting, after))


def begun(setting: Piles, after: Record) -> Statements:
    """The middle is empty, and the next trick begins with nothing owed."""
    return {
        "the middle is empty": equal(setting.theory.length(after.zone("middle")), number(0)),
        "nothing is owed or claimed": equal(after.int("debt"), number(NO_DEBT))
        & equal(after.int("claimant"), number(NOBODY)),
    }


def comes_to_an_end(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """G3: every card laid leaves the hands until the middle is taken."""
    theory, before = setting.theory, record(inputs["table"])
    sizes = [total(map(theory.length, table.zones("hands"))) for table in (before, after)]
    taken = equal(theory.length(after.zone("middle")), number(0))
    return {"the hands have one card less, or the middle was taken": taken | equal(sizes[1], sizes[0] - 1)}


SCENES: Final = (AROUND, LAY, COLLECT, TURN, INITIAL)
STEPS: Final = (LAY, COLLECT, TURN)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "L2.seats_after", AROUND, "which seats come after each one is what the solvers are told of it", (), spelled_out
    ),
    *(
        Obligation(
            f"G1.{scene.name}",
            scene,
            f"'{scene.name}' conserves every additive weight: the number of cards, each single card, any points",
            (),
            conserved,
            (LEMMAS, ORDER),
        )
        for scene in STEPS
    ),
    Obligation(
        "G2.initial",
        INITIAL,
        "the first table is in order, or the game is over before it begins",
        (),
        stays_in_order(Phase.LAYING, Phase.OVER),
    ),
    Obligation(
        "G2.lay",
        LAY,
        "'lay' keeps the table in order: the seat to act holds a card, the debt is in range and has a claimant",
        ("BMN-64",),
        stays_in_order(Phase.LAYING, Phase.WON),
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G2.collect",
        COLLECT,
        "'collect' empties the middle, ends the debt and leaves the lead with a seat that holds a card",
        (),
        collected,
        (LEMMAS, ORDER),
    ),
    Obligation(
        "G2.turn",
        TURN,
        "'turn' keeps the table in order, or the game is over",
        ("BMN-64",),
        stays_in_order(Phase.LAYING, Phase.OVER),
        (LEMMAS, ORDER),
    ),
    *(
        Obligation(
            f"G3.{scene.name}",
            scene,
            f"a trick ends: '{scene.name}' takes a card from the hands or the middle is taken, so that a trick lays "
            "at most as many cards as there are",
            (),
            comes_to_an_end,
            (LEMMAS, ORDER),
        )
        for scene in STEPS
    ),
)
