"""Misread rules of what is laid together, and of what follows."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import Final

from model.bank import moves
from model.bank.cover import covers
from model.bank.rulebook import Book
from model.bank.state import Round, must_cover
from model.cards import Card, Zone, face_of
from properties.misreadings import Fault
from properties.misreadings.bank.core import BankMisreading
from properties.misreadings.bank.covering import ten_below_the_jack

# --- the bank ---


def whoever_beats_takes(book: Book, laid: Round) -> bool:
    """Whoever beats the card on top takes both at once."""
    return True


# --- eights ---


def no_licence(card: Card) -> bool:
    """An eight must cover like any other card."""
    return False


def must_go_on_without_drawing(can_lay: bool, can_draw: bool) -> bool:
    """A further card must be laid if one fits; no card is drawn for it."""
    return not can_lay


def the_turn_is_over(cards: Zone) -> bool:
    """An eight is a card like others: nothing follows it."""
    return False


def no_second_eight(cards: Zone) -> bool:
    """One card may follow an eight, and no other eight."""
    return len(cards) == 1 and face_of(cards[0]) != 8


# --- four of a kind ---


def three_are_enough(hand: Zone) -> tuple[Zone, ...]:
    """Three cards of one rank may be laid together as well as four."""
    three = [three for three in combinations(hand, 3) if len(set(map(face_of, three))) == 1]
    return (*moves.four_of_a_kind(hand), *three)


def four_as_they_are_held(hand: Zone) -> tuple[Zone, ...]:
    """Four of a kind are laid as they lie in the hand."""
    return tuple([four for four in moves.four_of_a_kind(hand) if [c for c in hand if c in four] == list(four)])


def no_card_for_a_further_move(can_lay: bool, can_draw: bool) -> bool:
    """A further move is made with what is in the hand; no card is drawn for it."""
    return not can_lay


# --- runs ---


def round_the_corner(book: Book, hand: Zone) -> tuple[Zone, ...]:
    """After the six the ace comes again."""
    order = book.rank_order()
    circle = order + order[: moves.FOUR - 1]
    rows = [circle[start : start + moves.FOUR] for start in range(len(order))]
    rising = [
        run
        for row in rows
        for run in product(*[[card for card in hand if face_of(card) == rank] for rank in row])
        if book.run_suit(run)
    ]
    return tuple([run for each in rising for run in (each, each[::-1])])


def ten_between_nine_and_jack(book: Book, hand: Zone) -> tuple[Zone, ...]:
    """Runs go by the order of other packs: nine, ten, jack, queen, king, ace."""
    usual = replace(book, rank_order=ten_below_the_jack)
    return moves.four_in_a_row(usual, hand)


def from_the_lowest_card_up(book: Book, hand: Zone) -> tuple[Zone, ...]:
    """A run is laid from its lowest card up."""
    order = book.rank_order()
    return tuple(
        [run for run in moves.four_in_a_row(book, hand) if order.index(face_of(run[0])) < order.index(face_of(run[1]))]
    )


def by_rank_or_suit_alone(book: Book, table: Round, end: Card) -> bool:
    """The end of a run must beat the card on top; the licence of a single eight is not for runs."""
    return not must_cover(table) or covers(book, table.trumps, table.turn, end, table.top)


LAYING: Final[tuple[BankMisreading, ...]] = (
    BankMisreading(
        "whoever_beats_takes",
        Fault.OWNER,
        ("BANK-49",),
        "trump_king",
        whoever_beats_takes,
        "Whoever beats the card on top takes both, and the next seat lays anew.",
        "6c/7c+6d",
        "6c",
        "Usual in games in which each card that is beaten is taken away; here they pile up until somebody fails.",
    ),
    BankMisreading(
        "eights_need_to_cover",
        Fault.DEBT,
        ("BANK-43",),
        "eight",
        no_licence,
        "At any moment means in any turn: an eight must cover like other cards, and earns a further one.",
        "8h/7c+Kd",
        "",
        "BANK-A04 asks what is meant by at any moment, and in both of its answers the top card does not matter.",
    ),
    BankMisreading(
        "must_go_on_without_drawing",
        Fault.DEBT,
        ("BANK-44",),
        "eight_follow",
        must_go_on_without_drawing,
        "After an eight one more card is laid if one fits; nobody draws for it.",
        "8c9c/7d+Ah",
        "8c",
        "BANK-A05 asks whether the further card is compulsory; if it is, one draws where none fits.",
    ),
    BankMisreading(
        "an_eight_ends_the_turn",
        Fault.LEAD,
        ("BANK-44",),
        "eight_follow_kind",
        the_turn_is_over,
        "An eight covers everything, and then the next seat is in turn.",
        "9c8cJcQhAd/7d+8d",
        "8c",
        "BANK-A05 asks whether the further card is compulsory; it is there in both answers.",
    ),
    BankMisreading(
        "no_second_eight",
        Fault.DEBT,
        ("BANK-44", "BANK-43"),
        "eight_follow_kind",
        no_second_eight,
        "After an eight one more card may be laid, which is no eight.",
        "8c8dJcQh7d/Ad+9s",
        "8c",
        "BANK-A06 and BANK-A41 say that another eight is a card, and may follow.",
    ),
    BankMisreading(
        "three_are_enough",
        Fault.DEBT,
        ("BANK-45",),
        "four",
        three_are_enough,
        "Cards of one rank are laid together, three as well as four.",
        "QcQdQhKc/7d+Ad",
        "",
        "Sets of three, as in games of melding.",
    ),
    BankMisreading(
        "four_as_they_are_held",
        Fault.ORDER,
        ("BANK-45",),
        "four",
        four_as_they_are_held,
        "Four of a kind are put down as they are held, and the last of them happens to lie on top.",
        "QcQdQhQs/Kc+7d",
        "",
        "BANK-A07 asks in which order they are laid, and leaves it to their layer.",
    ),
    BankMisreading(
        "no_card_for_a_further_move",
        Fault.DEBT,
        ("BANK-46",),
        "four_follow",
        no_card_for_a_further_move,
        "After four of a kind one goes on if one can, and stops otherwise, without drawing.",
        "QcQdQhQs9c/7d+Ad+Jd",
        "QdQhQsQc",
        "BANK-A07 asks what is done if nothing can follow, and answers with the usual way of being stuck.",
    ),
    BankMisreading(
        "round_the_corner",
        Fault.DEBT,
        ("BANK-47",),
        "run",
        round_the_corner,
        "Runs go round the corner, from the six on to the ace.",
        "KcAdTh6s/7c+7d",
        "",
        "BANK-A08 names six runs and no others.",
    ),
    BankMisreading(
        "ten_between_nine_and_jack",
        Fault.DEBT,
        ("BANK-47",),
        "run",
        ten_between_nine_and_jack,
        "A run is nine, ten, jack and queen, as everywhere; only the points of the ten are high.",
        "9cTdJhQs/7d+Ah",
        "",
        "BANK-A08 takes runs by the order of the game, in which the ten stands next to the ace.",
    ),
    BankMisreading(
        "from_the_lowest_card_up",
        Fault.ORDER,
        ("BANK-48", "BANK-47"),
        "run",
        from_the_lowest_card_up,
        "A run is attached by its lowest card and grows upwards.",
        "9cJhQsKd/Td+Jd",
        "",
        "BANK-A08 asks for the direction, and allows both.",
    ),
    BankMisreading(
        "no_eight_attaches_a_run",
        Fault.DEBT,
        ("BANK-48",),
        "run_attach",
        by_rank_or_suit_alone,
        "The end of a run must beat the card on top, and an eight beats only what its rank or suit does.",
        "8dQh9hJs/Ah+As",
        "",
        "BANK-A08 asks what the end must do; the full licence of a single card holds for it.",
    ),
)
