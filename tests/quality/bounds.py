"""Planted faults, and on how small a case each must be shown at most: stated before anything is run.

(But for one: a wrong sandwich takes four cards and a slap, so that SLAP was raised from four actions to five.) A bound
is a promise to whoever reads a failure, for a whole kind of fault. It is no record of what came out: where a
case turns out smaller, the bound stays.
"""

from __future__ import annotations

from dataclasses import dataclass

from properties.misreadings import Fault


@dataclass(frozen=True)
class Bound:
    """The most that a failure of a kind may be shown on: cards, and in a script actions up to the difference."""

    cards: int
    actions: int


BOUNDS = {
    Fault.END: Bound(cards=2, actions=3),
    Fault.OWNER: Bound(cards=4, actions=4),
    Fault.LEAD: Bound(cards=6, actions=4),
    Fault.ORDER: Bound(cards=6, actions=4),
    Fault.DEBT: Bound(cards=5, actions=4),
    Fault.LOSS: Bound(cards=4, actions=3),
    Fault.SLAP: Bound(cards=4, actions=5),
    Fault.CRASH: Bound(cards=2, actions=3),
}
IN_BANK = {
    Fault.DEBT: Bound(cards=6, actions=1),
    Fault.OWNER: Bound(cards=4, actions=3),
    Fault.LEAD: Bound(cards=5, actions=2),
    Fault.ORDER: Bound(cards=5, actions=2),
    Fault.END: Bound(cards=5, actions=2),
}
"""In Bank no deal has fewer than three cards."""

WHOLE_GAMES = {
    "claim_dies_with_the_last_card": Fault.END,
    "out_with_a_last_pay_card": Fault.END,
    "payer_keeps_the_pile": Fault.OWNER,
    "next_seat_takes_an_unpaid_pile": Fault.OWNER,
    "first_challenger_keeps_the_claim": Fault.OWNER,
    "payer_leads": Fault.LEAD,
    "first_seat_leads_always": Fault.LEAD,
    "layer_goes_on_until_a_pay_card": Fault.LEAD,
    "on_top_of_the_hand": Fault.ORDER,
    "last_card_first": Fault.ORDER,
    "debts_add_up": Fault.DEBT,
    "everybody_pays_one_in_turn": Fault.DEBT,
    "king_asks_two": Fault.DEBT,
    "first_card_stays_out": Fault.LOSS,
}
"""Faults of Beggar My Neighbour that show in how a game goes out, or in its trace."""

BY_STEPS = {
    "banka_claim_dies_with_the_last_card": Fault.END,
    "claim_dies_with_the_last_card": Fault.END,
    "banka_payer_keeps_the_pile": Fault.OWNER,
    "uppermost_hand_wins": Fault.OWNER,
    "wrong_slap_gives_the_pile_away": Fault.OWNER,
    "banka_payer_leads": Fault.LEAD,
    "turn_goes_on_after_a_slap": Fault.LEAD,
    "next_in_turn_leads_after_a_slap": Fault.LEAD,
    "banka_on_top_of_the_hand": Fault.ORDER,
    "banka_last_card_first": Fault.ORDER,
    "banka_debts_add_up": Fault.DEBT,
    "wrong_slap_ends_the_debt": Fault.DEBT,
    "banka_first_card_stays_out": Fault.LOSS,
    "wrong_slap_costs_a_card_for_good": Fault.LOSS,
    "pictures_are_worth_ten": Fault.SLAP,
    "one_between_is_near_enough": Fault.SLAP,
    "layer_may_not_slap": Fault.SLAP,
    "any_gap_is_a_sandwich": Fault.SLAP,
    "breaks_on_a_lone_card": Fault.CRASH,
    "breaks_on_a_slap_from_no_cards": Fault.CRASH,
    "breaks_where_nothing_can_be_burned": Fault.CRASH,
}
"""Faults that show at a table, action by action."""

OF_BANK = {
    "six_of_one_colour": Fault.DEBT,
    "must_go_on_without_drawing": Fault.DEBT,
    "three_are_enough": Fault.DEBT,
    "a_seven_costs_nobody_the_bank": Fault.OWNER,
    "after_the_captor": Fault.LEAD,
    "draws_from_below": Fault.ORDER,
    "first_brings_ten": Fault.END,
}
"""Faults of Bank."""
