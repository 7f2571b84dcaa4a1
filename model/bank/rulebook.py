"""The rule book of Bank: one small function for each rule point, and the parameters.

A profile picks one alternative for each point. Swapping a field is all that an option, a house rule, a doubtful
reading, or a misreading needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from model.bank.actions import Act, RoundDeal, Suits
from model.bank.ranks import Points, RankOrder
from model.bank.state import Finish, Match, Round
from model.cards import Card, Face, Suit, Zone
from model.game import Seat


class Standing(StrEnum):
    """How the suit of a card stands to the suit of the card that it is to cover."""

    ABOVE = "above"
    """It beats every card of that suit."""
    TRUMP = "trump"
    """It is a trump and the other is none; what that means is for `trump_covers` to say."""
    LEVEL = "level"
    """Neither is above the other."""
    BELOW = "below"
    """It may not beat a card of that suit."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A card of the open card's suit that a seat has been dealt: so many values above it, or below if negative."""

    distance: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Book:
    """One complete set of rules. Field names are the rule points' wire names."""

    game: str
    fewest_seats: int
    most_seats: int
    cards_each: int
    pack: Callable[[], Zone]
    trump_suits: Suits
    """The suits that are agreed on before the first deal, as many as `trumps` needs."""
    fixed_sum: Points
    card_sum: Points
    target: Points

    # the deal and the first move
    deal: Callable[[Book, Zone, int, Seat], RoundDeal]
    first_mover: Callable[[Book, Round, tuple[Holding, ...]], Seat]

    # what covers what
    rank_order: Callable[[], RankOrder]
    cover_step: Callable[[RankOrder, Face, Face], bool]
    same_rank: Callable[[Card, Card], bool]
    six: Callable[[Card, Card], bool]
    eight: Callable[[Card], bool]
    trumps: Callable[[Book, Suits, Seat, Suit, Suit], Standing]
    trump_covers: Callable[[], bool]
    trump_vs_trump: Callable[[], Standing]
    trump_scope: Callable[[Suits, Suits], bool]

    # what is laid in one go
    four: Callable[[Zone], tuple[Zone, ...]]
    run: Callable[[Book, Zone], tuple[Zone, ...]]
    run_suit: Callable[[Zone], bool]
    run_attach: Callable[[Book, Round, Card], bool]
    run_extra_move: Callable[[], bool]
    eight_follow: Callable[[bool, bool], bool]
    eight_follow_kind: Callable[[Zone], bool]
    four_follow: Callable[[bool, bool], bool]

    # sevens
    seven: Callable[[Round], Act | None]
    seven_trigger: Callable[[Round], bool]
    stuck_after_forced_draw: Callable[[], bool]

    # drawing, failing and capturing
    draw: Callable[[Round], Round]
    capture: Callable[[Round], bool]
    captor: Callable[[Round], Seat]
    deck_card_owner: Callable[[Round], Seat]
    own_single: Callable[[], bool]
    drawn_single: Callable[[], bool]
    mover_after_capture: Callable[[Round, Seat], Seat]
    ghost: Callable[[Round, bool], Card]
    captured_to: Callable[[Round, Seat], Round]
    out_may_capture: Callable[[], bool]
    trump_king: Callable[[Book, Round], bool]
    trump_king_single: Callable[[], bool]
    four_kings: Callable[[Round], bool]

    # the end of a round
    round_end: Callable[[Round], bool]
    bank_left: Callable[[Round], Round]

    # scores
    worth: Callable[[Zone], Points]
    scoring: Callable[[Book, Zone], Points]
    fixed_mode: Callable[[Book, Zone], Points]
    per_card_mode: Callable[[Points, Points], Points]
    per_card_counts: Callable[[Zone], int]
    losers: Callable[[Round], tuple[Seat, ...]]
    place_bonus: Callable[[int], Points]
    king_bonus: Callable[[Finish, int], Points]
    four_bonus: Callable[[Finish], Points]
    run_bonus: Callable[[Book, Finish, int], Points]

    # the match
    match_check: Callable[[Book, Match], bool]
    match_target: Callable[[Points, Points], bool]
    winner: Callable[[Book, tuple[Points, ...]], tuple[Seat, ...]]
    tie: Callable[[Match, tuple[Seat, ...]], tuple[Seat, ...]]
    dealer: Callable[[Book, Match], tuple[Seat, ...]]
    last_out_means: Callable[[Round], tuple[Seat, ...]]
