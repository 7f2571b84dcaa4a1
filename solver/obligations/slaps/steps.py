"""What every step of a game with slaps keeps to.

G1: no card is lost, added or exchanged. G2: the table stays in order, which the other statements rest on. G3: where
nobody slaps a trick ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from model.piles import play
from model.piles.rulebook import Book
from model.piles.state import Phase
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import record
from solver.obligations.piles.order import ORDER, Piles, agreed, under
from solver.obligations.piles.steps import begun, comes_to_an_end, conserved
from solver.obligations.slaps.order import any_table, bars, in_order, table_in
from solver.obligations.slaps.right import SLAP, TOGETHER
from solver.terms import and_, equal, ite, one_of
from solver.values import Record

Goals = Callable[[Piles, Inputs, Record], Statements]

LAY: Final[Scene[Book]] = Scene("lay", lambda book: play.lay, any_table, table_in(Phase.LAYING))
COLLECT: Final[Scene[Book]] = Scene("collect", lambda book: play.collect, any_table, table_in(Phase.WON, Phase.TAKEN))
TURN: Final[Scene[Book]] = Scene("turn", lambda book: play.turn, any_table, table_in(Phase.LAYING))
STEPS: Final = (LAY, COLLECT, TURN, SLAP, TOGETHER)
SCENES: Final = (LAY, COLLECT, TURN)

# --- goals ---


def stays_in_order(*phases: Phase) -> Goals:
    """The table is in order afterwards, in one of these phases."""
    names = " or ".join(phase.name.lower() for phase in sorted(phases))

    def goals(setting: Piles, inputs: Inputs, after: Record) -> Statements:
        return together(
            in_order(setting, after), {f"the phase is now {names}": one_of(after.int("phase"), sorted(phases))}
        )

    return goals


def collected(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The table is in order, and the next trick begins with an empty middle and nothing owed."""
    return together(stays_in_order(Phase.LAYING)(setting, inputs, after), begun(setting, after))


def bars_count_down(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """Whoever was barred for a number of cards is barred for one less."""
    was, now = bars(setting, record(inputs["table"])), bars(setting, after)
    fewer = [equal(bar, ite(before > 0, before - 1, before)) for before, bar in zip(was, now, strict=True)]
    return {"with each card laid a bar is one card shorter": and_(*fewer)}


# --- what is to hold ---

PENALTIES: Final[tuple[Choices, ...]] = (
    {},
    *under("wrong_slap", "burn_under:2", "whole_hand", "card_to_claimant", "lock_out:2"),
)
DEBTS: Final = under("slap_in_debt", "keeps_debt", "forbidden")
LAYING: Final[tuple[Choices, ...]] = (
    {},
    *under("payer_out", "claimant_takes"),
    *under("sole_holder", "takes_when_turn_returns", "wins_at_once"),
    *DEBTS[:1],
)
COLLECTING: Final[tuple[Choices, ...]] = (
    {},
    *under("pile_order", "reversed", "shuffled"),
    *under("leader", "after_last_layer", "after_taker"),
)
SLAPPING: Final[tuple[Choices, ...]] = (
    *PENALTIES,
    *DEBTS,
    *under("pile_order", "shuffled"),
    *under("leader", "after_last_layer"),
    *under("empty_hand", "one_chance"),
    {"wrong_slap": "burn_under", "slap_in_debt": "keeps_debt"},
    {"wrong_slap": "card_to_claimant", "slap_in_debt": "keeps_debt"},
    {"wrong_slap": "burn_under", "payer_out": "claimant_takes", "payer_burned_out": "as_payer_out"},
    {"wrong_slap": "burn_under", "sole_holder": "wins_at_once"},
)
CHOICES: Final[Mapping[str, tuple[Choices, ...]]] = {
    LAY.name: LAYING,
    TURN.name: (*LAYING, *under("slap_priority", "collection_first")),
    COLLECT.name: COLLECTING,
    SLAP.name: SLAPPING,
    TOGETHER.name: (*PENALTIES[:2], *under("wrong_slap", "card_to_claimant")),
}


def _of(id: str, scene: Scene[Book], statement: str, clauses: tuple[str, ...], goals: Goals | None) -> Obligation[Book]:
    seats = (2, 3) if scene is TOGETHER else ()
    return Obligation(id, scene, statement, clauses, goals, (LEMMAS, ORDER), under=CHOICES[scene.name], seats=seats)


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    *(
        _of(
            f"G1.{scene.name}",
            scene,
            f"'{scene.name}' conserves every additive weight: the number of cards, each single card, any points",
            (),
            conserved,
        )
        for scene in STEPS
    ),
    _of(
        "G2.lay",
        LAY,
        "'lay' keeps the table in order: the seat to act holds a card, the debt is in range and has a claimant",
        ("BB-09", "BB-14"),
        stays_in_order(Phase.LAYING, Phase.WON),
    ),
    _of(
        "G2.collect",
        COLLECT,
        "'collect' empties the middle, ends the debt and leaves the lead with a seat that holds a card",
        ("BB-19", "BB-35", "BB-39"),
        collected,
    ),
    _of(
        "G2.turn",
        TURN,
        "'turn' keeps the table in order, or the game is over",
        ("BB-09", "BB-14", "BB-44"),
        stays_in_order(Phase.LAYING, Phase.WON, Phase.OVER),
    ),
    *(
        _of(
            f"G2.{scene.name}",
            scene,
            f"{whose}, right or wrong, leave the table in order: the seat to act holds a card, a debt has a claimant, "
            "and a pile that is won has a winner",
            (),
            stays_in_order(Phase.LAYING, Phase.WON, Phase.TAKEN),
        )
        for scene, whose in ((SLAP, "hands on the middle"), (TOGETHER, "two hands at one instant"))
    ),
    *(
        _of(
            f"G3.{scene.name}",
            scene,
            f"where nobody slaps a trick ends: '{scene.name}' takes a card from the hands or the middle is taken",
            (),
            comes_to_an_end,
        )
        for scene in (LAY, COLLECT, TURN)
    ),
    Obligation(
        "B2.bars_count_down",
        LAY,
        "with each card laid whoever may not slap for a number of cards is barred for one less",
        ("BMN-53",),
        bars_count_down,
        (LEMMAS, ORDER),
        when=agreed(wrong_slap="lock_out"),
        under=under("wrong_slap", "lock_out:2"),
    ),
)
