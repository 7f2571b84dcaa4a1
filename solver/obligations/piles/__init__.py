"""What is to be proved of the pile games without slaps, for any number of cards.

- D1: the pack, who may play, who starts (`preparation.py`). D2: the deal (`deals.py`, `deal_order.py`).
- G1 to G3: no card is lost, added or exchanged; the table stays in order; a trick ends (`steps.py`).
- G4: how the game opens, when it is over, who has won (`ends.py`).
- G5: which cards ask for how much (`demands.py`), and where a laid card goes.
- G5 to G8: pay cards, debts, ordinary cards (`playing.py`; what is said of them: `paying.py`).
- G9: taking a pile, and who leads then (`taking.py`).
- V1: what a seat sees and may do, and what counts as the same position (`seen.py`).
- T0: the code never reaches for a seat or a card that is not there, so that its translation means what Python does.
"""

from __future__ import annotations

from typing import Final

from model.piles.rulebook import Book
from solver.obligations import LEMMAS, Choices, Obligation, Scene
from solver.obligations.piles import deal_order, deals, demands, ends, playing, preparation, seen, steps, taking
from solver.obligations.piles.order import ORDER, under

__all__ = ["OBLIGATIONS", "SCENES"]

SCENES: Final = (
    *preparation.SCENES,
    *deals.SCENES,
    *deal_order.SCENES,
    *steps.SCENES,
    demands.DEMAND,
    *playing.SCENES,
    *taking.SCENES,
    *ends.SCENES,
    *seen.SCENES,
)
"""Every function of which something is stated."""

TAKES_PARTS: Final[tuple[tuple[Scene[Book], tuple[Choices, ...]], ...]] = (
    (deals.DEAL_ONE, ({},)),
    (deals.DEAL, ({}, *under("deal", "equal_rest_to_middle"))),
    (deals.DEAL_PACK, ({},)),
    *((scene, ({},)) for scene in (playing.LAY, steps.COLLECT, steps.TURN, steps.INITIAL, demands.DEMAND)),
    *((scene, ({},)) for scene in (playing.PAY_CARD, playing.OWED_CARD, playing.PLAIN_CARD, ends.OPENING)),
    (playing.PAYER_OUT, ({}, *under("payer_out", "other_lays"))),
    (taking.LEADER, under("leader", "after_last_layer", "after_taker")),
    (ends.END, ({}, *under("end", "immediate", "early_stop", "lead_on"))),
)
"""The scenes whose code takes a card of a pile or a seat of a row, and under which choices."""

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    *preparation.OBLIGATIONS,
    *deals.OBLIGATIONS,
    *deal_order.OBLIGATIONS,
    *steps.OBLIGATIONS,
    *demands.OBLIGATIONS,
    *playing.OBLIGATIONS,
    *taking.OBLIGATIONS,
    *ends.OBLIGATIONS,
    *seen.OBLIGATIONS,
    *(
        Obligation(
            f"T0.{scene.name}",
            scene,
            f"'{scene.name}' never reaches for a seat or a card that is not there",
            (),
            None,
            (LEMMAS, ORDER),
            under=choices,
            once=scene is demands.DEMAND,
        )
        for scene, choices in TAKES_PARTS
    ),
)
