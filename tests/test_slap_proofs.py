"""Slaps are proved: what may be slapped, who wins, what right and wrong ones bring; and wrong rules are found out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from model.cards import Card, parse_zone, Labelling
from model.game import NOBODY, Seat
from model.piles import slaps, taking
from model.piles.points import choose
from model.piles.profiles import BANKA, BANKA_BAVER, BANKA_CORE, NAMED, RATSCREW, SLAPJACK
from model.piles.rulebook import Book
from model.piles.state import Debt, Phase, Table
from properties.evidence import Verdict
from properties.misreadings import misreadings_of
from solver.compile import Compiled, compiled
from solver.languages import MU
from solver.misread import Killed, fates
from solver.obligations import Obligation
from solver.obligations.slaps.excuses import out_of_reach
from solver.obligations.slaps.shown import SLAPS, show
from solver.prove import Found, prove
from solver.replay import Replay, Situation
from solver.smtlib import script
from solver.solvers import available

Z3: Final = available(("z3",))
BY_ID: Final = {each.id: each for each in SLAPS.obligations}
LAID: Final = parse_zone
