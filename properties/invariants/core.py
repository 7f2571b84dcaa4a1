"""What an invariant is, what it is checked on, and how often its precondition was met."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from model.cards import Card, Zone
from model.game import NOBODY, Act, Seat, Tick
from model.piles.play import slappers
from model.piles.points import POINTS
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book, demand
from model.piles.state import Debt, Phase, Table
from properties.invariants.statements import Statement, Tally, Violation, always

__all__ = [
    "Dealing",
    "Game",
    "Invariant",
    "Kind",
    "Step",
    "Tally",
    "Violation",
    "agreed",
    "agrees",
    "always",
    "step_of",
]


class Kind(StrEnum):
    """What an invariant speaks of."""

    TABLE = "table"
    STEP = "step"
    GAME = "game"
    DEAL = "deal"
    PARTY = "party"


M = TypeVar("M")
"""What is looked at: a table, a step, a game, a dealt pack, or a number of seats."""


@dataclass(frozen=True, slots=True)
class Invariant(Statement[Book, M]):
    """What must hold of a pile game."""

    kind: Kind


def agrees(book: Book, point: str, *ways: str) -> bool:
    """Whether a book decides a point in one of these ways, or claims to; of a set, in no other way.

    Only another way that a table may agree on is excused: a function that stands at no rule point claims to be what
    its game has there.
    """
    chosen = agreed(book, point)
    return chosen <= set(ways) if POINTS[point].is_set else bool(chosen & set(ways))


def agreed(book: Book, point: str) -> frozenset[str]:
    """What a book has, or claims to have, at a point, by wire name."""
    return _agreed(point, getattr(book, point), book.game)


@lru_cache(maxsize=4096)
def _agreed(point: str, value: object, game: str) -> frozenset[str]:
    chosen = _names(point, value)
    own = () if all(chosen) else _names(point, getattr(PROFILES[game], point))
    return frozenset(name for names in (*chosen, *own) for name in names)


def _names(point: str, value: object) -> list[list[str]]:
    """For each thing that stands at a point, its wire names: none, if it is no alternative."""
    rule = POINTS[point]
    values = value if rule.is_set and isinstance(value, tuple) else (value,)
    return [[name for name, alternative in rule.alternatives.items() if alternative == each] for each in values]


@dataclass(frozen=True, slots=True)
class Step:
    """One tick of a game: the tables before and after it, and what can be read off them.

    `layer` turned `card`, which demands `demanded`; NOBODY where the tick laid none. `pile` is the middle with that
    card. `winner` is who won the pile in this tick, `collected` whether a hand has grown by it. `hands` are the seats
    whose hands came down on the middle, the undermost first.
    """

    before: Table
    after: Table
    tick: Tick
    hands: tuple[Seat, ...]
    layer: Seat
    card: Card
    demanded: Debt
    pile: Zone
    rest: tuple[Zone, ...]
    winner: Seat
    collected: bool

    @property
    def laid(self) -> bool:
        """Whether a card was laid."""
        return self.layer != NOBODY

    @property
    def slapped(self) -> bool:
        """Whether hands came down on the middle, rightly or wrongly."""
        return bool(self.hands)

    @property
    def plain(self) -> bool:
        """Whether an ordinary card was laid."""
        return self.laid and self.demanded == 0

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.before.hands)

    def others_hold_cards(self) -> bool:
        """Whether a seat other than the layer holds a card once this one is laid."""
        return any(hand for seat, hand in enumerate(self.rest) if seat != self.layer)

    def next_holder(self) -> Seat:
        """The first seat clockwise after the layer that holds a card once this one is laid; NOBODY if none does."""
        for distance in range(1, self.seats + 1):
            seat = Seat((self.layer + distance) % self.seats)
            if self.rest[seat]:
                return seat
        return NOBODY


def step_of(book: Book, before: Table, after: Table, tick: Tick = ()) -> Step:
    """A step, with what can be read off it; without a tick it is what happens when nobody slaps."""
    hands = slappers(tick) if tick and tick[0].act is Act.SLAP else ()
    layer, card, pile, rest = NOBODY, Card(0), before.middle, before.hands
    if before.phase == Phase.LAYING and not hands:
        layer, card = before.turn, before.hands[before.turn][0]
        pile = before.middle + (card,)
        rest = tuple(hand[1:] if seat == layer else hand for seat, hand in enumerate(before.hands))
    grown = [Seat(seat) for seat, hand in enumerate(after.hands) if len(hand) > len(rest[seat])]
    collected = bool(grown) and (not hands or (bool(before.middle) and not after.middle))
    winner = grown[0] if collected else NOBODY
    lies_there = after.phase in (Phase.WON, Phase.TAKEN) or (after.phase == Phase.OVER and after.middle)
    if lies_there and after.phase != before.phase:
        winner = after.claimant
    demanded = demand(book, card) if layer != NOBODY else Debt(0)
    return Step(before, after, tick, hands, layer, card, demanded, pile, rest, winner, collected)


@dataclass(frozen=True, slots=True)
class Dealing:
    """A pack dealt by a dealer, and the table that came of it."""

    deck: Zone
    seats: int
    dealer: Seat
    table: Table


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be played whole, for at most `budget` cards."""

    table: Table
    budget: int
