"""The worked examples of the source, card by card; the small examples of the ambiguities; published golden values."""

from __future__ import annotations

import pytest

from model.cards import Labelling, format_zone, parse_zone
from model.deal import Deal, parse_deal
from model.game import Budget, Loop, Seat, Won
from model.piles.play import deal_pack, full_pack, initial, only_classes, turn
from model.piles.points import check_seats, choose
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.run import outcome, play
from model.piles.state import Phase, Table
from model.points import RuleChoiceError
from tests.support import ENOUGH, outcome_of, table_of, won_of

A, B, C = Seat(0), Seat(1), Seat(2)


def after(text: str, cards: int) -> Table:
    """The table after so many cards of a deal."""
    table = table_of(text)
    for _ in range(cards):
        table = turn(BEGGAR, table)
    return table


def owing(text: str) -> list[tuple[Seat, int]]:
    """Who is to act and what is owed, after each card until the pile is taken."""
    table = table_of(text)
    found: list[tuple[Seat, int]] = []
    while True:
        table = turn(BEGGAR, table)
        found.append((table.turn, table.debt))
        if not table.middle:
            return found


# --- the three examples ---


def test_example_1_a_queen_is_paid_with_five_and_nine() -> None:
    assert owing("Q/59") == [(B, 2), (B, 1), (A, 0)]
    assert format_zone(after("Q/59", 3).hands[A]) == "Q59"
    assert won_of("Q/59") == (A, 3, 1)


def test_example_2_jack_ace_and_king_each_cancel_the_debt_before() -> None:
    text = "QAT46/6J37K"
    assert owing(text) == [(B, 2), (B, 1), (A, 1), (B, 4), (B, 3), (B, 2), (A, 3), (A, 2), (A, 1), (B, 0)]
    assert format_zone(after(text, 10).hands[B]) == "Q6JA37KT46"
    assert won_of(text) == (B, 10, 1)


def test_example_3_the_pair_of_threes_has_no_effect() -> None:
    text = "QTA/4K3395"
    assert owing(text) == [(B, 2), (B, 1), (A, 3), (A, 2), (B, 4), (B, 3), (B, 2), (B, 1), (A, 0)]
    assert won_of(text) == (A, 9, 1)
    assert BEGGAR.slaps == ()


# --- what the text leaves open: one small example each ---


def dealt(seats: int, dealer: int) -> Table:
    return deal_pack(BEGGAR, full_pack(BEGGAR, seats), seats, Seat(dealer))


def test_a01_the_seat_that_did_not_deal_starts() -> None:
    assert dealt(2, 0).turn == B
    assert dealt(2, 1).turn == A
    other = choose(BEGGAR, {"first_seat": "dealer"})
    assert deal_pack(other, full_pack(other, 2), 2, A).turn == A


def test_a02_the_opening_card_is_the_second_last_card_dealt() -> None:
    table = dealt(2, 0)
    assert table.hands[table.turn][0] == full_pack(BEGGAR, 2)[-2]


def test_a03_the_rest_of_a_debt_passes_to_the_next_seat_or_the_claimant_takes() -> None:
    table = after("K/2/345", 4)
    assert (format_zone(table.hands[A]), format_zone(table.hands[C])) == ("K234", "5")
    takes = choose(BEGGAR, {"payer_out": "claimant_takes"})
    early = turn(takes, turn(takes, table_of("K/2/345")))
    assert (format_zone(early.hands[A]), format_zone(early.hands[C])) == ("K2", "345")


def test_a04_a05_an_empty_hand_with_a_claim_alive_is_not_out() -> None:
    assert after("Q/345", 1).phase == Phase.LAYING
    assert format_zone(after("Q/345", 3).hands[A]) == "Q34"
    immediate = choose(BEGGAR, {"end": "immediate"})
    assert won_of("Q/345", immediate) == (B, 1, 1)


def test_a06_both_hands_empty_with_a_debt_open_is_no_stall() -> None:
    assert won_of("K/-", cards="class") == (A, 2, 1)


def test_a07_the_layer_of_the_first_pay_card_does_not_pay_with_three_seats() -> None:
    table = after("Q/K/---", 2)
    assert (table.turn, table.debt, table.claimant) == (C, 3, B)


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(2, [26, 26]), (3, [18, 17, 17]), (4, [26] * 4), (5, [21] * 4 + [20]), (6, [18] * 2 + [17] * 4)],
)
def test_a08_a10_the_extra_cards_fall_to_the_first_seats_left_of_the_dealer(seats: int, sizes: list[int]) -> None:
    dealer = seats - 1
    hands = dealt(seats, dealer).hands
    assert [len(hand) for hand in hands] == sizes
    one_on = dealt(seats, 0).hands
    assert [len(one_on[(seat + 1) % seats]) for seat in range(seats)] == sizes


def test_a09_two_packs_are_won_with_all_104_cards() -> None:
    pack = full_pack(BEGGAR, 4)
    assert initial(BEGGAR, Deal((pack[:52], pack[52:], (), ()), Labelling.FULL)).phase == Phase.LAYING
    last = play(BEGGAR, initial(BEGGAR, Deal((pack[:1], pack[1:], (), ()), Labelling.FULL)), ENOUGH).final
    assert last.phase == Phase.OVER
    assert sorted(map(len, last.hands)) == [0, 0, 0, 104]


def test_a11_equal_hands_at_the_end_of_time_share_the_win() -> None:
    timed = choose(BEGGAR, {"time_rule": "most_cards_at_budget"})
    assert outcome(timed, table_of("----/----", cards="class"), 2) == Won((A, B), 2, 0)
    assert outcome(timed, table_of("----/----", cards="class"), 3) == Won((B,), 3, 0)
    assert outcome(BEGGAR, table_of("----/----", cards="class"), 3) == Budget(3)


def test_a13_camicia_has_no_slap() -> None:
    assert CAMICIA.slaps == ()


CASELLA = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"


def test_a14_the_casella_deal_loops_only_with_the_card_laid_first_played_first() -> None:
    assert outcome_of(CASELLA) == Loop(34, 4, 440, 62)
    assert isinstance(outcome_of(CASELLA, choose(BEGGAR, {"pile_order": "reversed"})), Won)


def test_a15_a_jack_is_paid_with_one_card() -> None:
    assert owing("J/23") == [(B, 1), (A, 0)]


def test_a17_after_a_seat_has_left_the_taker_leads_and_has_cards() -> None:
    table = after("--J/-/--", 6)
    assert (table.turn, table.hands[B]) == (A, ())
    assert table.hands[table.turn]


def test_a18_the_last_holder_takes_when_the_turn_returns() -> None:
    assert won_of("-/--/-") == (B, 4, 1)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a19_numbers_of_seats_outside_two_to_six_are_refused(seats: int) -> None:
    with pytest.raises(RuleChoiceError, match="2 to 6"):
        check_seats(BEGGAR, seats)


def test_a21_with_no_card_left_anywhere_the_last_layer_takes() -> None:
    assert won_of("-/-/-") == (C, 3, 1)


def test_nobody_pays_a_debt_to_himself() -> None:
    assert won_of("Q--/-/-") == (A, 3, 1)


# --- golden values ---

RECORDS: list[tuple[str, int | None, int, int]] = [
    ("J24/3JA", A, 12, 4),
    ("------------KAQ----J------/-JQQK---K----JK--QA-A-JA--", A, 4791, 670),
    ("---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q", A, 5790, 805),
    ("-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK", B, 7959, 1122),
    ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", B, 8344, 1164),
    ("J/----J-", None, 17, 5),
    ("-J/-----J", None, 32, 7),
]


@pytest.mark.parametrize(("deal", "winner", "cards", "tricks"), RECORDS, ids=[record[0] for record in RECORDS])
def test_a_golden_game_that_ends(deal: str, winner: int | None, cards: int, tricks: int) -> None:
    found = won_of(deal)
    assert found[1:] == (cards, tricks)
    assert winner in (None, found[0])


LOOPS = [("J--/-J-", 2, 6), ("--J-/K-J-", 0, 16), ("--J-/J-", 0, 6), (CASELLA, 34, 440)]


@pytest.mark.parametrize(("deal", "stem", "period"), LOOPS, ids=[loop[0] for loop in LOOPS])
def test_a_golden_game_that_never_ends(deal: str, stem: int, period: int) -> None:
    found = outcome_of(deal)
    assert isinstance(found, Loop)
    assert (found.stem_cards, found.period_cards) == (stem, period)


@pytest.mark.parametrize(("deal", "seen"), [("J23/4J5", (8, 3)), ("23J6/K5J7", (16, 4))])
def test_a_loop_of_ranks_is_seen_sooner_when_ordinary_cards_are_all_alike(deal: str, seen: tuple[int, int]) -> None:
    alike = outcome(BEGGAR, initial(BEGGAR, only_classes(BEGGAR, parse_deal(deal))), ENOUGH)
    ranked = outcome_of(deal)
    assert isinstance(alike, Loop)
    assert isinstance(ranked, Loop)
    assert (alike.stem_cards + alike.period_cards, alike.stem_tricks + alike.period_tricks) == seen
    assert ranked.stem_cards + ranked.period_cards > seen[0]


@pytest.mark.parametrize(("deal", "cards"), [(RECORDS[1][0], 4792), (RECORDS[2][0], 5791)])
def test_older_lists_count_the_failed_draw(deal: str, cards: int) -> None:
    assert won_of(deal, choose(BEGGAR, {"count_cards": "laid_and_failed_draw"}))[1] == cards


PELAGALETTO = "00302020303100000310/00100200002000000010"


@pytest.mark.parametrize(
    ("deal", "choices", "loops"),
    [
        (PELAGALETTO, {}, True),
        (PELAGALETTO, {"pile_order": "reversed"}, False),
        (PELAGALETTO, {"leader": "after_taker"}, False),
        ("/".join(reversed(PELAGALETTO.split("/"))), {}, False),
    ],
)
def test_a_camicia_deal_loops_only_under_the_default_rules(deal: str, choices: dict[str, str], loops: bool) -> None:
    found = outcome_of(deal, choose(CAMICIA, choices), cards="class")
    assert isinstance(found, Loop) is loops
    if isinstance(found, Loop):
        assert (found.stem_cards + found.period_cards, found.stem_tricks + found.period_tricks) == (546, 84)


def test_a_game_that_is_over_before_it_began() -> None:
    over = initial(BEGGAR, Deal((parse_zone("-J", Labelling.CLASS), ())))
    assert outcome(BEGGAR, over, 10) == Won((A,), 0, 0)
