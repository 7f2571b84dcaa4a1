"""The games by name: a complete rule book for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from model.cards import RANKS, Face
from model.clause import clause
from model.piles import dealing, paying, slaps, taking
from model.piles.points import A1_TWO2_THREE3, J1Q2K3A4, NO_PAY, choices
from model.piles.rulebook import Book
from model.points import RuleChoiceError


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


@clause("BB-02", "BB-03", "BB-29")
def _banka() -> Book:
    """Banka bever as the tables play it that agree on all five options: two to 52 seats around one middle pile."""
    return replace(
        _beggar(),
        game="banka",
        most_seats=52,
        packs=dealing.one_pack,
        deal=dealing.equal_rest_to_middle,
        sole_holder=paying.goes_on_turning,
        end=taking.all_cards,
        slapping=True,
        slaps=(slaps.double, slaps.bottom_match),
        slap_window=slaps.until_next_card,
        slap_in_debt=slaps.voids_debt,
        slap_tie=slaps.undermost,
        wrong_slap=slaps.nothing,
        burned_order=slaps.under_all,
        payer_burned_out=slaps.next_pays,
        burned_count_for_slaps=slaps.burned_do_not_count,
        hidden_cards_match=slaps.only_shown,
        empty_hand=slaps.skipped_may_slap,
        leftover_challenges=slaps.nobody_laid_it,
    )


@clause("BMN-53", "BMN-54")
def _ratscrew() -> Book:
    """Egyptian Ratscrew: the same base, dealt out to the last card, with sandwiches, and a card for a wrong slap."""
    return replace(
        _banka(),
        game="ratscrew",
        deal=dealing.singly_clockwise,
        slaps=(slaps.double, slaps.sandwich),
        wrong_slap=slaps.burn_under,
    )


BEGGAR: Final = _beggar()
CAMICIA: Final = _camicia()
BANKA: Final = _banka()
RATSCREW: Final = _ratscrew()
PROFILES: Final[Mapping[str, Book]] = {book.game: book for book in (BEGGAR, CAMICIA, BANKA, RATSCREW)}
"""The default profile of each game."""

BANKA_CORE: Final = replace(BANKA, slaps=(slaps.double,), slap_tie=slaps.undefined)
"""Banka bever with none of the five options agreed: for what they would decide it falls back on the register."""

BANKA_BAVER: Final = replace(BANKA, slaps=(slaps.double,))
"""The Swedish game as the Swedish source tells it: only two cards of one rank may be slapped (BMN-58)."""

SLAPJACK: Final = replace(
    RATSCREW,
    pay_map=NO_PAY,
    slaps=(slaps.rank_trigger,),
    trigger_ranks=slaps.JACKS,
    pile_order=taking.shuffled,
    empty_hand=slaps.one_chance,
)
"""Slapjack by the same rule points: nothing is owed, and jacks are slapped."""

NAMED: Final[Mapping[str, Book]] = {
    **PROFILES,
    "banka_table": BANKA,
    "banka_core": BANKA_CORE,
    "banka_baver": BANKA_BAVER,
    "slapjack": SLAPJACK,
}
"""All profiles by name: the games, and sets of choices that have a name of their own."""
RULES_VERSION: Final = "1.0"


def profile(game: str) -> Book:
    """The rule book of a game, or of a profile that has a name. Raises RuleChoiceError for one that is not modelled."""
    if game not in NAMED:
        raise RuleChoiceError(f"no game is called '{game}': this version plays {', '.join(NAMED)}")
    return NAMED[game]


def choices_of(name: str) -> tuple[str, dict[str, str]]:
    """The game that a profile belongs to, and what it chooses there that is not the game's default.

    Raises RuleChoiceError for a name that is not known.
    """
    own, default = choices(profile(name)), choices(PROFILES[profile(name).game])
    return profile(name).game, {point: way for point, way in own.items() if way != default[point]}
