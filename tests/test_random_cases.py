"""Random cases are dealt by the book, though the dealing is done only once."""

import random

import pytest

from model.cards import Labelling, format_zone
from model.deal import Deal
from model.game import Seat
from model.piles.play import full_pack, only_classes
from model.piles.points import choose
from model.piles.profiles import PROFILES
from properties.conformance.cases import case_seed, random_case

CHOICES: tuple[dict[str, str], ...] = (
    {},
    {"deal": "equal_rest_to_middle"},
    {"deal": "one_aside"},
    {"deal": "singly_clockwise", "dealt_on_top": "first_dealt"},
    {"first_seat": "dealer", "packs": "2"},
    {"pay_map": "a1j2q3k4"},
    {"deal": "one_aside", "pay_map": "no_pay"},
)


@pytest.mark.parametrize("game", PROFILES)
@pytest.mark.parametrize("choices", CHOICES, ids=str)
def test_every_card_lies_where_the_book_deals_it(game: str, choices: dict[str, str]) -> None:
    book = choose(PROFILES[game], choices)
    for seats in range(2, min(7, book.most_seats + 1)):
        for number in range(2):
            found = random_case(book, seats, number, 7, choices)
            deck = list(full_pack(book, seats))
            random.Random(case_seed(7, found.id)).shuffle(deck)
            dealt = book.deal(book, tuple(deck), seats, Seat(seats - 1))
            deal = only_classes(book, Deal(dealt.hands, Labelling.FULL, dealt.middle))
            assert (found.hands, found.middle) == (tuple(map(format_zone, deal.hands)), format_zone(deal.middle))


def test_no_two_cases_are_alike() -> None:
    cases = [random_case(PROFILES["beggar"], 2, number, 1, {}) for number in range(50)]
    assert len({case.text for case in cases}) == len({case.id for case in cases}) == 50
    assert random_case(PROFILES["beggar"], 2, 0, 2, {}).text != cases[0].text
