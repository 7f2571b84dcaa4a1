"""What the source of Banka bever leaves open, answered as the register says: each by the test that it proposes."""

from __future__ import annotations

import random

import pytest

from model.cards import Labelling, format_zone
from model.deal import Deal, parse_deal
from model.game import Applied, Loop, Reason, Refused, Seat, Won
from model.piles import events
from model.piles.play import apply_tick, deal_pack, enabled, full_pack, initial, looks, step, unslapped
from model.piles.points import check_seats, choose
from model.piles.profiles import BANKA, BANKA_BAVER, BANKA_CORE, BEGGAR, RATSCREW, SLAPJACK
from model.piles.rulebook import Book
from model.piles.run import outcome, slap_tick
from model.piles.slaps import slappable
from model.piles.state import Phase, Table
from model.points import RuleChoiceError
from properties.conformance.script import parse_token
from properties.invariants import Game, Tally, check_game
from properties.invariants.games import GAMES
from tests.support import ENOUGH

A, B, C = Seat(0), Seat(1), Seat(2)
SAME_AS_BEGGAR = next(each for each in GAMES if each.name == "with nobody slapping it is Beggar's game")


def after(deal: str, script: str, book: Book = BANKA) -> Table:
    """The table after a script, every action of which the rules must allow."""
    table = initial(book, parse_deal(deal, "auto"))
    for text in script.split():
        found = step(book, table, parse_token(text).tick(book, table))
        assert isinstance(found, Applied), f"{text} of {script}: {found}"
        table = found.state
    return table


def hands(table: Table) -> str:
    return "/".join(format_zone(hand) for hand in table.hands)


def test_a02_of_two_left_over_cards_one_is_seen() -> None:
    assert format_zone(looks(BANKA, after("2/3/4/5/6+78", ""))) == "7?"
    table = deal_pack(BANKA, full_pack(BANKA, 5), 5, A)
    assert (len(table.middle), format_zone(looks(BANKA, table)).count("?")) == (2, 1)


def test_a03_a_shown_left_over_card_matches_and_a_hidden_one_does_not() -> None:
    assert slappable(BANKA, after("75/2/3+7", "lay"))
    assert not slappable(BANKA, after("75/2/3/4/5+87", "lay"))
    assert slappable(choose(BANKA, {"hidden_cards_match": "yes"}), after("75/2/3/4/5+87", "lay"))


def test_a04_a_left_over_ace_asks_for_nothing() -> None:
    assert after("25/3/4+A", "").debt == 0
    assert after("25/3/4+A", "", choose(BANKA, {"leftover_challenges": "yes"})).debt == 4


def test_a05_fifty_three_seats_are_refused() -> None:
    check_seats(BANKA, 52)
    with pytest.raises(RuleChoiceError):
        check_seats(BANKA, 53)


def test_a06_the_profiles_differ_at_bottom_matches_and_ties_only() -> None:
    script = "lay lay lay lay"
    assert after("247/325", script, BANKA_CORE) == after("247/325", script)
    assert slappable(BANKA, after("247/325", "lay lay lay lay")) is True
    assert slappable(BANKA_CORE, after("247/325", "lay lay lay lay")) is False
    assert slappable(BANKA_BAVER, after("247/325", "lay lay lay lay")) is False
    tie = slap_tick((B, A))
    pair = after("25/23", "lay lay")
    assert step(BANKA_CORE, pair, tie) == Refused(Reason.ILLEGAL_ACTION)
    assert apply_tick(BANKA_BAVER, pair, tie).hands == apply_tick(BANKA, pair, tie).hands


def test_a07_a_pair_under_a_nine_comes_too_late() -> None:
    late = after("597/546", "lay lay lay")
    assert not slappable(BANKA, late)
    assert after("597/546", "lay lay lay B!") == late
    assert slappable(choose(BANKA, {"slap_window": "any_neighbours"}), late)


@pytest.mark.parametrize(("way", "owed", "to_act"), [("voids_debt", 0, A), ("keeps_debt", 1, B)], ids=["void", "kept"])
def test_a08_a_slap_while_a_king_is_paid_for(way: str, owed: int, to_act: Seat) -> None:
    taken = after("K58/4467", "lay lay lay A!", choose(BANKA, {"slap_in_debt": way}))
    assert (taken.debt, taken.turn, hands(taken)) == (owed, to_act, "58K44/67")


def test_a08_where_that_is_forbidden_the_slap_is_refused() -> None:
    book = choose(BANKA, {"slap_in_debt": "forbidden"})
    table = after("K58/4467", "lay lay lay", book)
    assert step(book, table, slap_tick((A,))) == Refused(Reason.ILLEGAL_ACTION)


def test_a09_the_slap_comes_before_the_collection() -> None:
    assert hands(after("Q58/337", "lay lay lay B!")) == "58/7Q33"
    assert hands(after("Q58/337", "lay lay lay collect")) == "58Q33/7"
    at_once = choose(BANKA, {"slap_priority": "collection_first"})
    assert hands(after("Q58/337", "lay lay lay", at_once)) == "58Q33/7"


def test_a10_a_jack_on_a_jack_is_a_challenge_and_a_pair() -> None:
    table = after("J5/J3", "lay lay")
    assert (table.debt, table.claimant, table.turn, slappable(BANKA, table)) == (1, B, A, True)


def test_a11_a_seat_without_cards_slaps_itself_back_in() -> None:
    assert hands(after("2/23/45", "lay lay A!")) == "22/3/45"
    table = after("2/23/45", "lay lay", choose(BANKA, {"empty_hand": "out"}))
    assert step(choose(BANKA, {"empty_hand": "out"}), table, slap_tick((A,))) == Refused(Reason.ILLEGAL_ACTION)
    once = choose(BANKA, {"empty_hand": "one_chance"})
    assert A in [action.seat for action in enabled(once, after("2/234/45", "lay lay", once))[1:]]
    assert A not in [action.seat for action in enabled(once, after("2/234/45", "lay lay lay", once))[1:]]


def test_a12_a13_what_a_payer_leaves_and_what_a_claimant_without_cards_keeps() -> None:
    assert after("Q/2/34", "lay lay").turn == C
    assert hands(after("J/56", "lay lay collect")) == "J5/6"


def test_a14_the_last_holder_turns_alone_and_wins() -> None:
    table = after("2345/6", "lay lay lay lay")
    assert (table.turn, table.phase, hands(table)) == (A, Phase.LAYING, "5/")
    assert hands(after("2345/2", "lay lay B! lay")) == "345/2"
    assert after("2345/6", "lay lay lay lay lay collect").phase == Phase.OVER
    assert after("2345/6", "lay lay", choose(BANKA, {"sole_holder": "wins_at_once"})).phase == Phase.WON


@pytest.mark.parametrize(("way", "taken"), [("first_laid_first", "58J2/69"), ("reversed", "582J/69")])
def test_a15_the_order_of_a_taken_pile(way: str, taken: str) -> None:
    assert hands(after("J58/269", "lay lay collect", choose(BANKA, {"pile_order": way}))) == taken


def test_a16_a17_who_leads_after_a_slap() -> None:
    assert after("25/23", "lay lay B!").turn == B
    assert after("25/23", "lay lay B! lay").turn == A
    assert after("25/23/45", "lay lay B!", choose(BANKA, {"leader": "after_taker"})).turn == C
    assert after("25/23/45", "lay lay A!", choose(BANKA, {"leader": "after_last_layer"})).turn == C


def test_a18_the_undermost_hand_wins() -> None:
    assert hands(after("25/23/45", "lay lay CA!")) == "5/3/4522"
    assert hands(after("25/23/45", "lay lay AC!")) == "522/3/45"


def test_a19_a_wrong_slap_changes_nothing_and_in_ratscrew_costs_a_card() -> None:
    assert after("K58/4367", "lay lay B!") == after("K58/4367", "lay lay")
    burned = after("K58/4367", "lay A!", RATSCREW)
    assert (format_zone(burned.middle), burned.burned, hands(burned)) == ("5K", 1, "8/4367")


def test_a20_a_slap_is_judged_by_what_lies_there_at_its_own_moment() -> None:
    assert hands(after("597/546", "lay lay B! lay")) == "97/655"
    assert after("597/546", "lay lay lay B!").middle == after("597/546", "lay lay lay").middle


def test_a21_the_layer_may_slap() -> None:
    assert hands(after("25/23", "lay lay B!")) == "5/322"


def test_a22_a_demand_passes_over_an_empty_seat() -> None:
    table = after("2J/3/45", "lay lay lay lay")
    assert (table.turn, table.debt, table.claimant) == (C, 1, A)


def test_a23_a_game_may_go_round_for_ever() -> None:
    ours, theirs = (outcome(book, initial(book, parse_deal("J23/4J5")), ENOUGH) for book in (BANKA, BEGGAR))
    assert ours == theirs == Loop(2, 1, 12, 4)


# --- with nobody slapping it is Beggar's game ---


def test_two_seats_and_no_slaps_make_beggar() -> None:
    """Of many real deals: always the same winner, and now and then other cards when the loser has run out."""
    longer = 0
    for number in range(60):
        deck = list(full_pack(BANKA, 2))
        random.Random(number).shuffle(deck)
        deal = Deal(BANKA.deal(BANKA, tuple(deck), 2, B).hands, Labelling.FULL)
        ours, theirs = (outcome(book, initial(book, deal), ENOUGH) for book in (BANKA, BEGGAR))
        assert isinstance(ours, Won)
        assert isinstance(theirs, Won)
        assert ours.winners == theirs.winners
        longer += ours.cards != theirs.cards
        game = Game(initial(BANKA, deal), ENOUGH)
        assert SAME_AS_BEGGAR.precondition(BANKA, game)
        assert SAME_AS_BEGGAR.predicate(BANKA, game)
    assert 0 < longer < 20


# --- chance ---


def test_in_slapjack_a_slapped_pile_is_shuffled_before_it_is_taken() -> None:
    table = after("J25/34", "lay B!", SLAPJACK)
    assert (table.phase, table.claimant, hands(table)) == (Phase.TAKEN, B, "25/34")
    assert unslapped(SLAPJACK, table).order == (0,)
    assert hands(after("J25/34", "lay B! shuffle:0", SLAPJACK)) == "25/34J"
    burned = after("J25/34", "lay A!", SLAPJACK)
    assert burned.phase == Phase.TAKEN


def test_games_of_every_profile_hold_with_hands_in_every_tick() -> None:
    for book in (BANKA_CORE, BANKA_BAVER, SLAPJACK):
        tally = Tally()
        table = initial(book, parse_deal("J2K5/2JQ5/552A+29", Labelling.RANK))
        assert list(check_game(book, table, 60, tally)) == []
        assert tally.met["a hand is always answered"]


def test_the_events_of_a_slap_are_told_in_order() -> None:
    table = after("25/23", "lay lay")
    found = step(BANKA, table, slap_tick((B, A)))
    assert isinstance(found, Applied)
    assert found.events == (
        events.Slapped(B, True),
        events.Slapped(A, True),
        events.Took(B, table.middle),
        events.Turn(B),
    )
