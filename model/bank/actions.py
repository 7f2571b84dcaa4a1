"""What can be done at a table of Bank, by a seat or by chance; and what is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from model.cards import SUITS, Card, Suit, Zone, format_card, format_zone
from model.deal import SEAT_NAMES
from model.game import NOBODY, Seat

Suits = tuple[Suit, ...]
"""The trumps of a round: one for each seat, or those that count for all, the senior one first."""

SUIT_LETTERS: Final = dict(zip("cdhs", SUITS, strict=True))


@dataclass(frozen=True, slots=True)
class RoundDeal:
    """The cards of one round as they were dealt; the first card of the stock is drawn first.

    `dealer` is NOBODY where nothing else is said: then the last seat deals the first round, and a later one the seat
    that is due. `trumps` are named where other suits than those agreed on shall count in this round.
    """

    hands: tuple[Zone, ...]
    open_card: Card
    stock: Zone = ()
    dealer: Seat = NOBODY
    trumps: Suits = ()

    def __str__(self) -> str:
        text = f"{'/'.join(map(format_zone, self.hands))}+{format_card(self.open_card)}"
        text += f"+{format_zone(self.stock)}" if self.stock else ""
        text += f"@{SEAT_NAMES[self.dealer]}" if self.dealer != NOBODY else ""
        return text + (f"^{format_suits(self.trumps)}" if self.trumps else "")

    @property
    def cards(self) -> Zone:
        """All cards of the deal."""
        return tuple([card for hand in self.hands for card in hand]) + (self.open_card,) + self.stock


def format_suits(suits: Suits) -> str:
    """Suits by their letters."""
    return "".join(" cdhs"[suit] for suit in suits)


class Act(StrEnum):
    """What a seat can intend, and what chance can decide."""

    LAY = "lay"
    """Lay one card, or four together."""
    DRAW = "draw"
    """Take the next card of the stock."""
    PASS = "pass"
    """Give up the turn, being unable to move: the seat has failed."""
    SKIP = "skip"
    """Miss the turn because of a seven."""
    STOP = "stop"
    """End one's turn after an eight or four of a kind without laying more."""
    LOT = "lot"
    """Chance names the dealer of the next round."""
    DEAL = "deal"
    """Chance deals the next round."""


@dataclass(frozen=True, slots=True)
class Action:
    """One intent. `cards` are laid in this order, the last one on top; `dealer` and `deal` are what chance decides."""

    seat: Seat
    act: Act
    cards: Zone = ()
    dealer: Seat = NOBODY
    deal: RoundDeal | None = None


Tick = tuple[Action, ...]
"""The intents at one instant: in Bank exactly one."""
