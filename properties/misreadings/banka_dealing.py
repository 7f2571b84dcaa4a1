"""What is misread of the preparation of Banka bever: seats, the pack, and the deal."""

from __future__ import annotations

from typing import Final

from model.cards import RANKS
from properties.misreadings import Fault, Misreading, Shows, slap_rules
from properties.misreadings import rules as wrong
from properties.misreadings.dealing import JOKER

PREPARING: Final[tuple[Misreading, ...]] = (
    Misreading(
        "banka_for_six",
        "banka",
        Fault.DEAL,
        ("BB-02",),
        "most_seats",
        6,
        "No more than six can play, as in Beggar.",
        "7 seats",
        "BMN-66 carried over from the game that this one comes from (also BB-A05).",
        shows=Shows.PACK,
    ),
    Misreading(
        "banka_alone",
        "banka",
        Fault.DEAL,
        ("BB-02",),
        "fewest_seats",
        1,
        "One can play alone.",
        "1 seats",
        "BB-A05 asks for which numbers of players there is a game.",
        shows=Shows.PACK,
    ),
    Misreading(
        "banka_with_jokers",
        "banka",
        Fault.DEAL,
        ("BB-03",),
        "ranks",
        (*RANKS, JOKER),
        "The jokers stay in the pack.",
        "2 seats",
        "Packs are sold with jokers, and programs model a pack as they find it.",
        shows=Shows.PACK,
    ),
    Misreading(
        "banka_with_two_packs",
        "banka",
        Fault.DEAL,
        ("BB-03",),
        "packs",
        wrong.second_pack_from_five_seats,
        "From five players on a second pack is needed.",
        "5 seats",
        "BMN-65 carried over from the game that this one comes from.",
        shows=Shows.PACK,
    ),
    Misreading(
        "left_overs_are_put_away",
        "banka",
        Fault.LOSS,
        ("BB-04", "BB-06"),
        "deal",
        wrong.surplus_leaves_the_game,
        "Everybody gets equally many cards, and what is left over is put away.",
        "3 cards, 2 seats",
        "Public programs leave the surplus card out of the game; then 51 cards are in play and nobody ever has 52.",
        shows=Shows.DEALT,
    ),
    Misreading(
        "left_overs_go_to_the_dealer",
        "banka",
        Fault.DEAL,
        ("BB-04", "BB-06"),
        "deal",
        wrong.extras_to_the_dealer,
        "The dealer keeps the cards that are left over.",
        "3 cards, 2 seats",
        "The habit of other games (also BMN-A10).",
        shows=Shows.DEALT,
    ),
    Misreading(
        "a_card_is_turned_up_in_any_case",
        "banka",
        Fault.DEAL,
        ("BB-04", "BB-06"),
        "deal",
        slap_rules.a_card_is_turned_up_in_any_case,
        "A card lies in the middle from the start, however many play.",
        "4 cards, 2 seats",
        "Public programs start the pile with an open card.",
        shows=Shows.DEALT,
    ),
    Misreading(
        "banka_piles_are_sorted",
        "banka",
        Fault.DEAL,
        ("BB-05", "BB-38"),
        "dealt_on_top",
        wrong.sorted_in_the_hand,
        "Everybody takes up the cards dealt and sorts them.",
        "4 cards, 2 seats",
        "The habit of games that are played from the hand.",
        shows=Shows.DEALT,
    ),
)
