"""Misread rules of turns, sevens, drawing and the deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from model.bank import dealing, ranks, turns
from model.bank.actions import Act, RoundDeal, Suits
from model.bank.cover import may_be_laid
from model.bank.profiles import BANK
from model.bank.ranks import SEVEN, SIX
from model.bank.rulebook import Book, Holding
from model.bank.state import Phase, Round, next_holder
from model.cards import PACK, Card, Zone, face_of
from model.game import NOBODY, Seat
from properties.misreadings import Fault
from properties.misreadings.bank.core import BankMisreading

# --- the pack and the deal ---


def two_packs() -> Zone:
    """Two packs are shuffled together."""
    return ranks.whole_pack() + tuple([Card(card + PACK) for card in ranks.whole_pack()])


def from_the_seven_up() -> Zone:
    """The pack of 32 cards, without sixes."""
    return tuple([card for card in ranks.whole_pack() if face_of(card) != SIX])


def one_of_four_sits_out(book: Book, deck: Zone, seats: int, dealer: Seat) -> RoundDeal:
    """Three play at most: of four the dealer sits out."""
    if seats < 4:
        return dealing.four_each_one_open(book, deck, seats, dealer)
    three = dealing.four_each_one_open(book, deck, 3, Seat(2))
    hands = (*three.hands, ())
    return replace(three, hands=tuple([hands[(seat - dealer - 1) % seats] for seat in range(seats)]), dealer=dealer)


def five_each(book: Book, deck: Zone, seats: int, dealer: Seat) -> RoundDeal:
    """Five cards for each seat."""
    return dealing.four_each_one_open(replace(book, cards_each=5), deck, seats, dealer)


def dealer_lays_the_open_card(book: Book, deck: Zone, seats: int, dealer: Seat) -> RoundDeal:
    """The dealer puts the last of its own four cards into the centre."""
    dealt = dealing.four_each_one_open(book, deck, seats, dealer)
    kept, last = dealt.hands[dealer][:-1], dealt.hands[dealer][-1]
    hands = tuple([kept if seat == dealer else hand for seat, hand in enumerate(dealt.hands)])
    return replace(dealt, hands=hands, open_card=last, stock=(dealt.open_card, *dealt.stock))


def dealer_is_not_noted(book: Book, deck: Zone, seats: int, dealer: Seat) -> RoundDeal:
    """Whoever deals, the last seat of the table counts as the dealer."""
    return replace(dealing.four_each_one_open(book, deck, seats, dealer), dealer=NOBODY)


# --- the first move ---


def always_left_of_the_dealer(book: Book, table: Round, held: tuple[Holding, ...]) -> Seat:
    """The first seat to the dealer's left moves first, whatever it holds."""
    return next_holder(table, table.dealer)


def highest_of_the_higher(book: Book, table: Round, held: tuple[Holding, ...]) -> Seat:
    """Of higher cards the highest moves first."""
    if held[0].distance < 0:
        return dealing.nearest_rank(book, table, held)
    return max(held, key=_height).seat


def _height(one: Holding) -> int:
    return one.distance


# --- trumps ---


def changed_or_dropped(agreed: Suits, named: Suits) -> bool:
    """Before each deal other suits may be named, or fewer."""
    return len(named) <= len(agreed)


# --- sevens ---


def a_last_seven_is_harmless(table: Round) -> bool:
    """A seat that goes out with a seven stops nobody."""
    return turns.any_laid(table) and bool(table.hands[table.turn])


def a_seven_answers_a_seven(table: Round) -> Act | None:
    """Whoever holds a seven need not miss the turn."""
    return None if SEVEN in map(face_of, table.hands[table.turn]) else Act.SKIP


def nothing_unless_agreed(table: Round) -> Act | None:
    """A seven does nothing unless the table has agreed on something."""
    return None


def two_for_a_seven(table: Round) -> Round:
    """Under a seven two cards are taken."""
    drawn = turns.draw_one(table)
    return turns.draw_one(drawn) if table.phase is Phase.SEVEN and drawn.stock else drawn


def a_seven_costs_nobody_the_bank(table: Round) -> bool:
    """Nothing happens on a seven, so nobody takes the bank either."""
    return face_of(table.top) != SEVEN


# --- drawing and failing ---


def until_a_card_fits(table: Round) -> Round:
    """The seat takes cards until one of them can be laid by the default rules, under the default trumps.

    What a table has agreed on is not asked, since a draw knows the table and no book: the example has the default.
    """
    drawn = turns.draw_one(table)
    while drawn.stock and not may_be_laid(BANK, replace(drawn, trumps=BANK.trump_suits), drawn.fresh[-1]):
        drawn = turns.draw_one(drawn)
    return drawn


def after_the_captor(table: Round, captor: Seat) -> Seat:
    """The seat after the one that took the bank moves."""
    return next_holder(table, captor)


TURNING: Final[tuple[BankMisreading, ...]] = (
    BankMisreading(
        "two_packs",
        Fault.DEAL,
        ("BANK-02",),
        "pack",
        two_packs,
        "Two packs are shuffled together.",
        "7c9cQcTc/6c8cJcKc+Ac+6d7d8d9dJdQdKdTdAd6h7h8h9hJhQhKhThAh6s7s8s9sJsQsKsTsAs@A",
        "",
        "Public programs of a neighbouring game, Beggar My Neighbour, deal two packs for more seats.",
    ),
    BankMisreading(
        "from_the_seven_up",
        Fault.DEAL,
        ("BANK-03",),
        "pack",
        from_the_seven_up,
        "The pack is that of 32 cards, without sixes.",
        "7c9cQcTc/6c8cJcKc+Ac+6d7d8d9dJdQdKdTdAd6h7h8h9hJhQhKhThAh6s7s8s9sJsQsKsTsAs@A",
        "",
        "The usual short pack of many countries.",
    ),
    BankMisreading(
        "one_of_four_sits_out",
        Fault.DEAL,
        ("BANK-04", "BANK-34"),
        "deal",
        one_of_four_sits_out,
        "Three play at most, and of four the dealer sits out.",
        "9cTc8dKd/6cJcAc9d/7cQc6dJd/8cKc7dQd+Td@A",
        "",
        "Usual in games for three, which four play by turns.",
    ),
    BankMisreading(
        "five_each",
        Fault.DEAL,
        ("BANK-34",),
        "deal",
        five_each,
        "Each seat gets five cards.",
        "7c9cQcTc/6c8cJcKc+Ac+6d7d@A",
        "",
        "A program with a wrong number; games of the kind deal four to six cards.",
    ),
    BankMisreading(
        "dealer_lays_the_open_card",
        Fault.DEAL,
        ("BANK-35", "BANK-34"),
        "deal",
        dealer_lays_the_open_card,
        "The dealer puts one of its own four cards into the centre.",
        "7c9cQcTc/6c8cJcKc+Ac@A",
        "",
        "BANK-A11 asks whose the open card is; in none of its answers it comes from a hand.",
    ),
    BankMisreading(
        "dealer_is_not_noted",
        Fault.LEAD,
        ("BANK-38",),
        "deal",
        dealer_is_not_noted,
        "If nobody has the suit the first seat of the table moves first, whoever has dealt.",
        "6c7c8c9c/6d7d8d9d+Kh@A",
        "",
        "A program that deals all rounds from one seat.",
    ),
    BankMisreading(
        "always_left_of_the_dealer",
        Fault.LEAD,
        ("BANK-36",),
        "first_mover",
        always_left_of_the_dealer,
        "The seat to the dealer's left moves first.",
        "9c/Ac+Tc",
        "",
        "Usual in card games; BANK-A15 asks who moves of several that hold the suit, never of those that do not.",
    ),
    BankMisreading(
        "highest_of_the_higher",
        Fault.LEAD,
        ("BANK-37",),
        "first_mover",
        highest_of_the_higher,
        "If only higher cards of the suit are held, the highest moves first.",
        "9c/7c+Kc",
        "",
        "BANK-A15 has three answers for several that hold the suit, and the highest is none of them.",
    ),
    BankMisreading(
        "trumps_changed_or_dropped",
        Fault.DEAL,
        ("BANK-33", "BANK-17"),
        "trump_scope",
        changed_or_dropped,
        "Before each deal the table may name other trumps, or drop one.",
        "7h/9c+6h",
        "7h deal:7h/9c+6h^s",
        "BANK-A25 asks whether trumps are chosen for a deal or for the match; in neither answer there can be fewer.",
        under=(("trumps", "two"),),
    ),
    BankMisreading(
        "a_last_seven_is_harmless",
        Fault.LEAD,
        ("BANK-50",),
        "seven_trigger",
        a_last_seven_is_harmless,
        "A seat that goes out with a seven stops nobody.",
        "7c/6c/9d+9h",
        "7c",
        "BANK-A20 says that a seven as the last card still skips the next seat.",
    ),
    BankMisreading(
        "a_seven_answers_a_seven",
        Fault.LEAD,
        ("BANK-51",),
        "seven",
        a_seven_answers_a_seven,
        "Whoever holds a seven may answer with it and does not miss the turn.",
        "7c6c/7d+9h",
        "7c",
        "A house rule of other games in which sevens strike the next seat; BANK-A21 knows no answer to a seven.",
    ),
    BankMisreading(
        "nothing_unless_agreed",
        Fault.LEAD,
        ("BANK-52", "BANK-51"),
        "seven",
        nothing_unless_agreed,
        "Where nothing was said about sevens they have no effect.",
        "7c6c/9d+9h",
        "7c",
        "BANK-A21: sevens are agreed on once, and where nothing is agreed the turn is missed.",
    ),
    BankMisreading(
        "two_cards_and_move",
        Fault.DEBT,
        ("BANK-53",),
        "draw",
        two_for_a_seven,
        "Whoever sits behind a seven takes two cards and moves.",
        "7c6c/9d+9h+JsKd",
        "7c draw",
        "A house rule of other games in which sevens strike the next seat; BANK-A21 speaks of one card.",
        under=(("seven", "draw_and_move"),),
    ),
    BankMisreading(
        "two_cards_and_skip",
        Fault.DEBT,
        ("BANK-54",),
        "draw",
        two_for_a_seven,
        "Whoever sits behind a seven takes two cards and misses the turn.",
        "7c6c/9d+9h+JsKd",
        "7c draw",
        "A house rule of other games in which sevens strike the next seat; BANK-A21 speaks of one card.",
        under=(("seven", "draw_and_skip"),),
    ),
    BankMisreading(
        "a_seven_costs_nobody_the_bank",
        Fault.OWNER,
        ("BANK-56",),
        "capture",
        a_seven_costs_nobody_the_bank,
        "No actions are carried out on a seven, so nobody takes the bank if it is not covered.",
        "9d/9h+7c",
        "pass",
        "BANK-A21 asks what the fourth option means; here its words are taken to stop a capture too.",
        under=(("seven", "nothing"),),
    ),
    BankMisreading(
        "until_a_card_fits",
        Fault.DEBT,
        ("BANK-59",),
        "draw",
        until_a_card_fits,
        "Whoever cannot move takes cards until one fits.",
        "9d/Kd+Js+KhQc",
        "draw",
        "BANK-A17 asks how drawing goes, and allows exactly one card.",
    ),
    BankMisreading(
        "after_the_captor",
        Fault.LEAD,
        ("BANK-60",),
        "mover_after_capture",
        after_the_captor,
        "Whoever takes the bank has had its turn, and the next seat after it moves.",
        "9d/Kd+Js",
        "pass",
        "BANK-A13 asks who moves after a capture, and none of its three answers is the seat after the captor.",
    ),
)
