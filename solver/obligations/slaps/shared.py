"""What games with slaps have in common with those without: the deal, pay cards, debts, ordinary cards, taking a pile.

The statements are those of the games without slaps. Here they say which clauses of Banka bever they state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from model.piles.rulebook import Book
from solver.obligations import Obligation, Scene, piles
from solver.obligations.piles import deals, demands, ends, playing, preparation, seen, taking
from solver.obligations.slaps.steps import COLLECT, LAY, TURN

SCENES: Final = (
    *preparation.SCENES,
    *deals.SCENES,
    demands.DEMAND,
    *playing.SCENES,
    *taking.SCENES,
    ends.OPENING,
    ends.WINNERS,
    ends.TIME_RULE,
    seen.VIEWS,
    seen.POSITIONS,
)
"""Functions that know nothing of slaps."""

INSTEAD: Final[Mapping[str, Scene[Book]]] = {each.name: each for each in (LAY, COLLECT, TURN)}
"""Functions that are the same in all games, here on tables where slaps are known, by name."""

CLAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "D1.packs_1": ("BB-03",),
    "D1.first_seat": ("BB-09",),
    "D2.dealt_on_top": ("BB-05", "BB-38"),
    "D2.deal_one": ("BB-04",),
    "D2.rest_to_middle": ("BB-04", "BB-06"),
    "G4.opening": ("BB-07", "BB-08", "BB-09"),
    "G4.winners": ("BB-44",),
    "G5.card": ("BB-08", "BB-09", "BB-29"),
    "G5.pay_card": ("BB-12", "BB-14", "BB-20", "BB-21"),
    "G5.owed_card": ("BB-19",),
    "G5.plain_card": ("BB-09", "BB-40"),
    "G5.pay_cards": ("BB-14",),
    "G5.jack": ("BB-15", "BB-23"),
    "G5.queen": ("BB-16", "BB-24"),
    "G5.king": ("BB-17", "BB-25"),
    "G5.ace": ("BB-18", "BB-26"),
    "G6.next_pays": ("BB-14", "BB-20"),
    "G6.new_debt": ("BB-14", "BB-21"),
    "G6.unanswered": ("BB-14", "BB-19"),
    "G7.pays_on": ("BB-19",),
    "G7.last_card_owed": ("BB-19",),
    "G7.runs_out": ("BB-14", "BB-19"),
    "G7.claimant_wins": ("BB-19",),
    "G7.pass_remainder": ("BB-14", "BB-19"),
    "G8.turn_passes": ("BB-09", "BB-40"),
    "G8.one_left": ("BB-44",),
    "G8.nobody_left": ("BB-44",),
    "G8.last_layer_takes": ("BB-44",),
    "G9.pile_order": ("BB-35", "BB-37"),
    "G9.leader": ("BB-39", "BB-40"),
    "G9.collect": ("BB-19", "BB-35", "BB-37", "BB-38", "BB-39"),
    "V1.view": ("BB-05", "BB-38"),
}
"""The clauses of Banka bever by the statement that says what they say."""

LEFT_OUT: Final = {"D1.pack", "D1.forty_cards"}
"""Statements about packs of other games."""


STEPS: Final = {f"{each}.{scene}" for each in ("G1", "G2", "G3", "T0") for scene in INSTEAD}
"""What is stated of the steps themselves: games with slaps have their own (`steps.py`)."""


def _here(obligation: Obligation[Book]) -> Obligation[Book]:
    """The statement in a game with slaps."""
    more = [each for each in CLAUSES.get(obligation.id, ()) if each not in obligation.clauses]
    scene = INSTEAD.get(obligation.scene.name, obligation.scene)
    return replace(obligation, scene=scene, clauses=(*obligation.clauses, *more))


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = tuple(
    [
        _here(each)
        for each in piles.OBLIGATIONS
        if (each.scene in SCENES and not each.id.startswith("T0.") and each.id not in LEFT_OUT)
        or (each.scene.name in INSTEAD and each.id not in STEPS)
    ]
)
