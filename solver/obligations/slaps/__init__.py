"""What is to be proved of the pile games with slaps, for any number of cards.

- B1: who may slap, and whose hand wins (`hands.py`; the one chance: `aftermath.py`).
- B2: what a wrong slap costs (`wrong.py`), and who goes on after a penalty (`aftermath.py`).
- B3: what a right slap brings (`right.py`).
- B4: when the middle may be slapped (`matching.py`; what the rules say of it: `situations.py`; which cards count:
  `counting.py`).
- G1 to G3: no card is lost, added or exchanged; the table stays in order; without slaps a trick ends (`steps.py`).
- G4, V1 and the like: how it begins, what is seen, when it is over (`course.py`).
- What they have in common with games without slaps (`shared.py`).
- T0: the code never reaches for a seat or a card that is not there, so that its translation means what Python does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from model.piles.rulebook import Book
from solver.obligations import LEMMAS, Obligation, Scene, always
from solver.obligations.piles.order import ORDER
from solver.obligations.slaps import aftermath, counting, course, hands, matching, right, shared, steps, wrong
from solver.obligations.slaps.order import RANKED

__all__ = ["OBLIGATIONS", "SCENES"]

PARTS: Final = (matching, counting, hands, right, wrong, aftermath, steps, course, shared)
SCENES: Final[tuple[Scene[Book], ...]] = tuple([scene for part in PARTS for scene in part.SCENES])
"""Every function of which something is stated."""


WITH_RANKS: Final = (
    matching.WINDOW,
    matching.FOUR_CARDS,
    matching.TWO_PILES,
    matching.SLAPPABLE,
    hands.TOGETHER,
    right.SLAP,
    right.TOGETHER,
    aftermath.CHANCE,
)
"""The scenes whose hypothesis says that cards in the middle have ranks."""


def _resting(obligation: Obligation[Book]) -> Obligation[Book]:
    """The statement, with all that its scene takes for granted."""
    known = obligation.assumptions
    return replace(obligation, assumptions=(*known, RANKED)) if obligation.scene in WITH_RANKS else obligation


STATED: Final[tuple[Obligation[Book], ...]] = tuple([_resting(each) for part in PARTS for each in part.OBLIGATIONS])


def _safe(scene: Scene[Book]) -> Obligation[Book]:
    """T0 for one scene, under whatever something is stated of it."""
    about = [each for each in STATED if each.scene is scene]
    conditions = tuple([each.when for each in about])
    ways = [choices for each in about for choices in each.under]
    everywhere = any(not each.seats for each in about)
    return Obligation(
        f"T0.{scene.name}",
        scene,
        f"'{scene.name}' never reaches for a seat or a card that is not there",
        (),
        None,
        (LEMMAS, ORDER, *((RANKED,) if scene in WITH_RANKS else ())),
        when=always if always in conditions else lambda declared: any(each(declared) for each in conditions),
        under=tuple([way for at, way in enumerate(ways) if way not in ways[:at]]),
        seats=() if everywhere else tuple(sorted({seats for each in about for seats in each.seats})),
        once=all(each.once for each in about),
    )


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (*STATED, *map(_safe, SCENES))
