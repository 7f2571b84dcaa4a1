"""The games by name: a complete rule book for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from model.cards import RANKS, Face
from model.clause import clause
from model.piles import dealing, paying, taking
from model.piles.points import A1_TWO2_THREE3, J1Q2K3A4, RuleChoiceError
from model.piles.rulebook import Book


@clause("BMN-05", "BMN-66")
def _beggar() -> Book:
    """Beggar My Neighbour: two to six seats, packs of 52 without jokers."""
    return Book(
        game="beggar",
        fewest_seats=2,
        most_seats=6,
        ranks=RANKS,
        packs=dealing.by_seats,
        deal=dealing.singly_clockwise,
        deal_one=dealing.one_card_clockwise,
        first_seat=dealing.left_of_dealer,
        dealt_on_top=dealing.last_dealt,
        pay_map=J1Q2K3A4,
        pay_card=paying.next_seat_owes,
        owed_card=paying.counts_down,
        paid=paying.claimant_wins,
        payer_out=paying.pass_remainder,
        plain_card=paying.turn_passes,
        sole_holder=paying.takes_when_turn_returns,
        nobody_can_lay=paying.last_layer_takes,
        pile_order=taking.first_laid_first,
        leader=taking.taker,
        end=taking.must_play,
        time_rule=taking.off,
        position=taking.hands_and_leader,
    )


@clause("BMN-56")
def _camicia() -> Book:
    """Camicia: the same game with forty cards, twenty each, and ace, two and three to be paid for.

    The pack has the ranks ace to seven and three pictures.
    """
    ranks = tuple(rank for rank in RANKS if not Face(8) <= rank <= Face(10))
    return replace(
        _beggar(),
        game="camicia",
        ranks=ranks,
        most_seats=3,
        packs=dealing.one_pack,
        pay_map=A1_TWO2_THREE3,
    )


BEGGAR: Final = _beggar()
CAMICIA: Final = _camicia()
PROFILES: Final[Mapping[str, Book]] = {book.game: book for book in (BEGGAR, CAMICIA)}
RULES_VERSION: Final = "1.0"


def profile(game: str) -> Book:
    """The rule book of a game. Raises RuleChoiceError for a game that is not modelled."""
    if game not in PROFILES:
        raise RuleChoiceError(f"no game is called '{game}': this version plays {' and '.join(PROFILES)}")
    return PROFILES[game]
