"""A round of Bank, the match that it belongs to, and what one seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from model.bank.ranks import NO_CARD, Points
from model.cards import Card, Suit, Zone
from model.clause import clause
from model.game import NOBODY, Seat


class Phase(StrEnum):
    """What is to be done next."""

    MOVE = "move"
    """The seat in turn must cover the top card; if it cannot it draws, and if it cannot then it passes."""
    SEVEN = "seven"
    """The seat in turn stands under a seven."""
    FURTHER_CARD = "further_card"
    """The seat in turn has laid an eight."""
    FURTHER_MOVE = "further_move"
    """The seat in turn has laid four of a kind."""
    OVER = "over"
    """The round is over."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a seat went out: the cards of its last lay, in the order laid."""

    seat: Seat
    cards: Zone


@dataclass(frozen=True, slots=True)
class Round:
    """Everything that lies on the table in one round.

    `top` is the card that the next lay has to cover: the last one of the bank or, when the bank has been captured, its
    ghost, which lies in somebody's pile by then; NO_CARD where anything may be laid. `owner` laid the top card of the
    bank, and is NOBODY for the open card of the deal and for a bank that is empty.

    `drawn` says whether the seat in turn has drawn a card in this turn because it could not move, and `forced` whether
    it has drawn one under a seven; `fresh` are the cards drawn, and `sevens` says whether it has laid a seven.
    `laid_fresh` says that the top card of the bank was drawn in the very turn in which it was laid. `four_kings` laid
    the four kings that lie on top, all in one lay. `failed` are the seats that have failed since a card was last
    laid, and `stuck` those that have failed since then with no stock left.

    A seat without cards takes no part: it has gone out, or has not been dealt any.
    """

    hands: tuple[Zone, ...]
    stock: Zone
    bank: Zone
    top: Card
    captured: tuple[Zone, ...]
    turn: Seat
    first: Seat
    dealer: Seat
    trumps: tuple[Suit, ...]
    phase: Phase = Phase.MOVE
    owner: Seat = NOBODY
    drawn: bool = False
    forced: bool = False
    fresh: Zone = ()
    sevens: bool = False
    laid_fresh: bool = False
    four_kings: Seat = NOBODY
    failed: tuple[Seat, ...] = ()
    stuck: tuple[Seat, ...] = ()
    out: tuple[Finish, ...] = ()


class Stage(StrEnum):
    """Where a match stands."""

    ROUND = "round"
    """A round is being played."""
    LOT = "lot"
    """The round is over, several seats could be the next dealer, and chance decides."""
    DEAL = "deal"
    """The round is over and the next one is to be dealt."""
    OVER = "over"
    """The match is over."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the round that is being played or was played last, and the totals of all rounds that are over.

    `scores` is what each seat scored in the round just played, empty while one is being played. `dealers` are the seats
    that could deal the next round, one if that is settled. `playing` are the seats that take part in the next round.
    """

    round: Round
    totals: tuple[Points, ...]
    stage: Stage = Stage.ROUND
    scores: tuple[Points, ...] = ()
    dealers: tuple[Seat, ...] = ()
    playing: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    rounds: int = 1
    """How many rounds have been dealt."""


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may see: its own hand, how many cards lie elsewhere, and the card to be covered (BANK-A40)."""

    hand: Zone
    hand_sizes: tuple[int, ...]
    stock_size: int
    bank_size: int
    captured_sizes: tuple[int, ...]
    top: Card
    turn: Seat
    phase: Phase
    stage: Stage
    totals: tuple[Points, ...]


@clause("BANK-40")
def must_cover(table: Round) -> bool:
    """Whether there is a card that the next lay has to cover."""
    return table.top != NO_CARD


def holders(table: Round) -> tuple[Seat, ...]:
    """The seats that hold cards."""
    return tuple([Seat(seat) for seat, hand in enumerate(table.hands) if hand])


def next_holder(table: Round, seat: Seat) -> Seat:
    """The first seat clockwise after `seat` that holds a card, `seat` itself last; NOBODY if none does."""
    seats = len(table.hands)
    for distance in range(1, seats + 1):
        candidate = Seat((seat + distance) % seats)
        if table.hands[candidate]:
            return candidate
    return NOBODY


def has_gone_out(table: Round, seat: Seat) -> bool:
    """Whether a seat has laid its last card in this round."""
    return seat in [finish.seat for finish in table.out]


def with_seat(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Some seats and this one, each once."""
    return seats if seat in seats else (*seats, seat)


def put(zones: tuple[Zone, ...], owner: Seat, zone: Zone) -> tuple[Zone, ...]:
    """The zones with this one in the place of the owner's."""
    return tuple([zone if seat == owner else other for seat, other in enumerate(zones)])


def without(hand: Zone, cards: Zone) -> Zone:
    """A hand without these cards."""
    return tuple([card for card in hand if card not in cards])


def all_cards(table: Round) -> Zone:
    """Every card of the round, wherever it lies."""
    cards: Zone = ()
    for zone in (*table.hands, table.stock, table.bank, *table.captured):
        cards = cards + zone
    return cards
