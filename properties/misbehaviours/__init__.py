"""Misbehaviours: ways in which programs fail that no rule function can express, each as a program that fails so.

They stand beside the misreadings (`properties.misreadings`): state that games share, answers that contradict the table,
counting that follows no rule, decks of one size only, silence and crashes. (A loop that is looked for without the
leader, or among hands in any order, is a misread rule point, and stands there.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from properties.conformance.books import is_bank
from properties.misbehaviours.bank import BANK
from properties.misbehaviours.core import Misbehaviour
from properties.misbehaviours.sharing import SHARING
from properties.misbehaviours.tables import TABLES
from properties.misbehaviours.telling import TELLING

__all__ = ["MISBEHAVIOURS", "Misbehaviour", "answering_options", "misbehaviour", "misbehaviours_of"]

MISBEHAVIOURS: Final[tuple[Misbehaviour, ...]] = (*TELLING, *SHARING, *TABLES, *BANK)


def misbehaviours_of(game: str) -> tuple[Misbehaviour, ...]:
    """The misbehaviours of one game."""
    return tuple(each for each in MISBEHAVIOURS if each.game == game)


def answering_options(game: str) -> tuple[Misbehaviour, ...]:
    """Those whose answer depends on nothing but the game that was asked for: what is told can be foretold.

    Whoever writes one pile game can do what was met in another, so all of them are options of each; those that stand in
    the register of this game come first, and the others name no clauses.
    """
    if is_bank(game):
        return ()
    own = {each.name: each for each in misbehaviours_of(game) if each.tells is not None}
    others = {
        each.name: replace(each, game=game, clauses=(), example=())
        for each in MISBEHAVIOURS
        if each.tells is not None and each.name not in own
    }
    return (*own.values(), *others.values())


def misbehaviour(name: str, game: str = "") -> Misbehaviour | None:
    """A misbehaviour by its name, in this game, or in the first that has it."""
    return next((each for each in MISBEHAVIOURS if each.name == name and game in ("", each.game)), None)
