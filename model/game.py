"""The face that every game shows: states, actions, what became of a tick, and how a game can end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NewType, Protocol, TypeVar

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""

NOBODY = Seat(-1)
CHANCE = Seat(-2)
"""The seat that makes the moves nobody chooses: lots and shuffles."""


class Act(StrEnum):
    """What a seat can intend."""

    LAY = "lay"
    COLLECT = "collect"
    SHUFFLE = "shuffle"
    SLAP = "slap"


@dataclass(frozen=True, slots=True)
class Action:
    """One intent of one seat. `order` is the outcome of a shuffle: which card of the pile comes first, second, ..."""

    seat: Seat
    act: Act
    order: tuple[int, ...] = ()


Tick = tuple[Action, ...]
"""The intents at one logical instant: one act, or several slaps in the order of hands, the undermost first."""


class Reason(StrEnum):
    """Why a tick is refused: a closed list."""

    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL_ACTION = "illegal-action"
    GAME_OVER = "game-over"


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow this tick; the state is unchanged."""

    reason: Reason


S = TypeVar("S")
"""A game's state."""
E = TypeVar("E")
"""A game's events."""
B = TypeVar("B", contravariant=True)
"""A game's rule book."""
D = TypeVar("D", contravariant=True)
"""A game's deals."""
V = TypeVar("V", covariant=True)
"""What one seat may see of a state."""


@dataclass(frozen=True, slots=True)
class Applied(Generic[S, E]):
    """The state after the tick, and what could be seen to happen."""

    state: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Running:
    """The game goes on."""


@dataclass(frozen=True, slots=True)
class Won:
    """Somebody has won: one seat, or several where a rule lets them share. Counts are of cards laid and piles taken."""

    winners: tuple[Seat, ...]
    cards: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Loop:
    """The game never ends: after the stem the same positions come again every period."""

    stem_cards: int
    stem_tricks: int
    period_cards: int
    period_tricks: int


@dataclass(frozen=True, slots=True)
class Budget:
    """Not known within so many cards."""

    cards: int


Outcome = Won | Loop | Budget


class Game(Protocol[B, D, S, E, V]):
    """What every game's `play` module offers. Nondeterminism belongs to the caller: it comes in as deals and ticks."""

    def initial(self, book: B, deal: D) -> S:
        """The state before the first card."""

    def enabled(self, book: B, state: S) -> tuple[Action, ...]:
        """Every single action the rules allow now; empty when the game is over."""

    def step(self, book: B, state: S, tick: Tick) -> Applied[S, E] | Refused:
        """What becomes of one tick."""

    def view(self, book: B, state: S, seat: Seat) -> V:
        """What this seat may see."""

    def status(self, state: S) -> Running | tuple[Seat, ...]:
        """Running, or the seats that have won."""
