"""Bank by the readings that the register recommends."""

from __future__ import annotations

from typing import Final

from model.bank import cover, dealing, match, moves, ranks, scoring, taking, turns
from model.bank.points import TRUMPS, USUAL_CARD_SUM, USUAL_FIXED_SUM
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.clause import clause


@clause("BANK-19", "BANK-52", "BANK-75")
def _bank() -> Book:
    """Bank: 36 cards, two to four seats, own trumps, a seven costs the next seat its turn; to 248 points."""
    return Book(
        game="bank",
        fewest_seats=2,
        most_seats=4,
        cards_each=4,
        pack=ranks.whole_pack,
        trump_suits=TRUMPS["own"],
        fixed_sum=USUAL_FIXED_SUM,
        card_sum=USUAL_CARD_SUM,
        target=Points(248),
        deal=dealing.four_each_one_open,
        first_mover=dealing.nearest_rank,
        rank_order=ranks.literal,
        cover_step=cover.exactly_one,
        same_rank=cover.same_rank,
        six=cover.six_of_own_suit,
        eight=cover.eight,
        trumps=cover.own,
        trump_covers=cover.any_rank_outside_trumps,
        trump_vs_trump=cover.normal_forms,
        trump_scope=cover.match,
        four=moves.four_of_a_kind,
        run=moves.four_in_a_row,
        run_suit=moves.any_suits,
        run_attach=moves.must_cover,
        run_extra_move=moves.no_extra_move,
        eight_follow=moves.eight_optional,
        eight_follow_kind=moves.single_card,
        four_follow=moves.if_possible,
        seven=turns.skip_turn,
        seven_trigger=turns.any_laid,
        stuck_after_forced_draw=turns.draws_again,
        draw=turns.draw_one,
        capture=taking.next_fails,
        captor=taking.layer_of_top,
        deck_card_owner=taking.before_failer,
        own_single=taking.stays_there,
        drawn_single=taking.stays_there,
        mover_after_capture=taking.after_failer,
        ghost=taking.after_capture,
        captured_to=taking.score_pile,
        out_may_capture=taking.yes,
        trump_king=taking.finishes_with_trump_king,
        trump_king_single=taking.taken,
        four_kings=taking.anyone,
        round_end=turns.one_left_or_blocked,
        bank_left=turns.nobody,
        worth=ranks.points_of,
        scoring=scoring.no_penalty,
        fixed_mode=scoring.fixed_plus,
        per_card_mode=scoring.per_card_plus,
        per_card_counts=scoring.all_cards,
        losers=scoring.all_with_cards,
        place_bonus=scoring.for_the_place,
        king_bonus=scoring.for_a_king,
        four_bonus=scoring.for_four_of_a_kind,
        run_bonus=scoring.for_a_run,
        match_check=match.after_round,
        match_target=match.at_least,
        winner=match.highest_of_those,
        tie=match.extra_round_all,
        dealer=match.loser,
        last_out_means=match.last_to_go_out,
    )


BANK: Final = _bank()
"""The default profile."""
RULES_VERSION: Final = "1.0"
