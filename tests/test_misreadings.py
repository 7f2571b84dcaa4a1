"""The misreadings: sound in everything but their point, shown by the smallest deal there is, and every one noticed."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import islice

import pytest

from model.cards import Card, Labelling
from model.deal import parse_deal
from model.game import Budget, Loop, Seat, Won
from model.piles.play import deal_pack, initial
from model.piles.points import POINTS
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import outcome, tables
from model.piles.state import all_cards
from model.register import load
from properties.conformance.cases import deals_of_size, load_suite
from properties.misreadings import Fault, Misreading, Shows, all_misreadings, misreadings_of
from properties.misreadings.smallest import differs, smallest
from properties.strength import trial

ALL = all_misreadings()
EACH = [pytest.param(misreading, id=misreading.name) for misreading in ALL]
IN_PLAY = [pytest.param(misreading, id=misreading.name) for misreading in ALL if misreading.shows is Shows.PLAY]
QUICK_CARDS = 4
"""Up to so many cards every run looks at every deal before a smallest one; the rest is deep."""
SMALL_SPACES = ((2, 2, "-JQKA"), (2, 3, "-JQKA"), (3, 3, "-JQKA"), (2, 4, "-JK"), (3, 4, "-JK"), (4, 5, "-Q"))


@pytest.mark.parametrize("misreading", EACH)
def test_a_misreading_is_told_completely(misreading: Misreading) -> None:
    register = load()
    assert misreading.point in {field.name for field in fields(Book)}
    assert misreading.game in PROFILES
    assert all(register.clause(id).carries_rule for id in misreading.clauses)
    assert misreading.belief.endswith(".")
    assert misreading.source.endswith(".")
    assert misreading.base_book == PROFILES[misreading.game] or misreading.under
    if misreading.point in POINTS:
        assert misreading.function not in POINTS[misreading.point].alternatives.values()


@pytest.mark.parametrize("misreading", EACH)
def test_nothing_but_the_point_is_changed(misreading: Misreading) -> None:
    sound, wrong = misreading.base_book, misreading.book
    changed = [field.name for field in fields(Book) if getattr(sound, field.name) != getattr(wrong, field.name)]
    assert changed == [misreading.point]


@pytest.mark.parametrize("misreading", IN_PLAY)
def test_no_card_is_lost_unless_that_is_the_fault(misreading: Misreading) -> None:
    wrong = misreading.book
    lost = 0
    for seats, cards, classes in SMALL_SPACES:
        for hands in deals_of_size(cards, seats, classes):
            table = initial(wrong, parse_deal("/".join(hands), Labelling.CLASS))
            whole = Counter(all_cards(table))
            lost += any(Counter(all_cards(after)) != whole for after in islice(tables(wrong, table), 30))
            assert not isinstance(outcome(wrong, table, 2_000), Budget), "every game is decided, if only as a loop"
    assert (lost > 0) is (misreading.kind is Fault.LOSS)


@pytest.mark.parametrize("misreading", IN_PLAY)
def test_its_smallest_deal_ends_where_the_rules_end_it(misreading: Misreading) -> None:
    deal = parse_deal(misreading.smallest_deal, Labelling(misreading.cards))
    sound, wrong = misreading.base_book, misreading.book
    assert isinstance(outcome(sound, initial(sound, deal), misreading.budget), Won)
    goes_round = isinstance(outcome(wrong, initial(wrong, deal), misreading.budget), Loop)
    assert goes_round is (misreading.kind in (Fault.HANG, Fault.LOOP))


def test_all_the_kinds_are_there() -> None:
    kinds = Counter(misreading.kind for misreading in ALL)
    assert set(kinds) == set(Fault)
    assert len(misreadings_of("beggar")) >= 14
    names = [misreading.name for misreading in ALL]
    assert len(set(names)) == len(names)
    assert len(misreadings_of("beggar")) + len(misreadings_of("camicia")) == len(ALL)


# --- the smallest deals ---


def cards_of(misreading: Misreading) -> int:
    return len(misreading.smallest_deal.replace("/", ""))


@pytest.mark.parametrize("misreading", IN_PLAY)
def test_the_smallest_deal_shows_it(misreading: Misreading) -> None:
    assert differs(misreading, misreading.smallest_deal)


@pytest.mark.parametrize("misreading", EACH)
def test_no_smaller_deal_shows_it(misreading: Misreading) -> None:
    if misreading.shows is not Shows.PLAY:
        assert smallest(misreading, 6) == misreading.smallest_deal
        return
    found = smallest(misreading, min(cards_of(misreading), QUICK_CARDS))
    assert found == (misreading.smallest_deal if cards_of(misreading) <= QUICK_CARDS else None)


@pytest.mark.deep
@pytest.mark.parametrize("misreading", IN_PLAY)
def test_no_smaller_deal_of_any_size_shows_it(misreading: Misreading) -> None:
    assert smallest(misreading, cards_of(misreading)) == misreading.smallest_deal


# --- every one is noticed ---


@pytest.mark.parametrize("misreading", EACH)
def test_a_check_of_each_of_its_clauses_fails_on_it(misreading: Misreading) -> None:
    found = trial(misreading, load_suite(misreading.game))
    assert found.failed
    assert found.tried == set(misreading.clauses)


def test_the_rules_themselves_are_not_noticed() -> None:
    sound = Misreading(
        "sound", "beggar", Fault.ORDER, ("BMN-42",), "pile_order", PROFILES["beggar"].pile_order, ".", "J/--", "."
    )
    assert trial(sound, load_suite("beggar")).failed == ()


def test_the_surplus_that_leaves_the_game_is_missing() -> None:
    (misreading,) = (each for each in ALL if each.name == "surplus_leaves_the_game")
    table = deal_pack(misreading.book, tuple(map(Card, range(52))), 3, Seat(2))
    assert [len(hand) for hand in table.hands] == [17, 17, 17]
