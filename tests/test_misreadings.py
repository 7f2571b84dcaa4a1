"""The misreadings: sound in everything but their point, shown by the smallest deal there is, and every one noticed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice, pairwise, product

import pytest

from model.cards import Card, Labelling
from model.deal import Deal, parse_deal
from model.game import Budget, Loop, Seat, Won
from model.piles.play import deal_pack, initial
from model.piles.points import POINTS
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import NO_SLAPS, RefusedSlap, Timeline, outcome, tables
from model.piles.state import all_cards
from model.register import load
from properties.conformance.cases import deals_of_size, load_suite
from properties.misreadings import Fault, Misreading, Shows, all_misreadings, misreadings_of
from properties.misreadings.smallest import MOST_HANDS, differs, smallest
from properties.strength.trials import trial

ALL = all_misreadings()
EACH = [pytest.param(misreading, id=misreading.name) for misreading in ALL]
IN_PLAY = [
    pytest.param(misreading, id=misreading.name)
    for misreading in ALL
    if misreading.shows in (Shows.PLAY, Shows.SLAPS) and misreading.kind is not Fault.CRASH
]
CRASHES = [pytest.param(misreading, id=misreading.name) for misreading in ALL if misreading.kind is Fault.CRASH]
QUICK_CARDS = {(Shows.PLAY, "class"): 4, (Shows.PLAY, "rank"): 3, (Shows.SLAPS, "rank"): 2, (Shows.SLAPS, "full"): 2}
"""Up to so many cards every run looks at every deal before a smallest one; the rest is deep."""
SMALL_SPACES = ((2, 2, "-JQKA"), (2, 3, "-JQKA"), (3, 3, "-JQKA"), (2, 4, "-JK"), (3, 4, "-JK"), (4, 5, "-Q"))
SLAP_SPACES = ((2, 2, 0), (2, 3, 0), (2, 3, 1), (3, 3, 0))
"""Seats, cards, and how many of them lie in the middle."""
HAND_AT_ONCE: tuple[Timeline, ...] = (NO_SLAPS, *({moment: (Seat(0),)} for moment in range(3)), {1: (Seat(1), Seat(0))})


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


def games_to_try(misreading: Misreading) -> Iterator[tuple[Deal, Timeline]]:
    """Every small deal; where hands come down, with a few of them."""
    if misreading.cards == "class" or misreading.game == "beggar":
        for seats, cards, classes in SMALL_SPACES:
            for hands in deals_of_size(cards, seats, classes):
                yield parse_deal("/".join(hands), Labelling.CLASS), NO_SLAPS
        return
    for seats, cards, left in SLAP_SPACES:
        for deck in product("23J", repeat=cards):
            cuts = [0, *range(1, seats), cards - left, cards]
            *zones, middle = ("".join(deck[start:stop]) for start, stop in pairwise(cuts))
            deal = parse_deal("/".join(zones) + (f"+{middle}" if middle else ""), Labelling.RANK)
            for timeline in HAND_AT_ONCE:
                yield deal, timeline


@pytest.mark.parametrize("misreading", IN_PLAY)
def test_no_card_is_lost_unless_that_is_the_fault(misreading: Misreading) -> None:
    wrong = misreading.book
    lost = 0
    for deal, timeline in games_to_try(misreading):
        table = initial(wrong, deal)
        whole = Counter(all_cards(table))
        try:
            lost += any(
                Counter(all_cards(after)) != whole for after in islice(tables(wrong, table, None, timeline), 30)
            )
            result = outcome(wrong, table, 2_000, slaps=timeline)
        except RefusedSlap:
            continue
        assert not isinstance(result, Budget), "every game is decided, if only as a loop"
    assert (lost > 0) is (misreading.kind is Fault.LOSS)


@pytest.mark.parametrize("misreading", IN_PLAY)
def test_its_smallest_deal_ends_where_the_rules_end_it(misreading: Misreading) -> None:
    deal, slaps = parse_deal(misreading.smallest_deal, misreading.cards), misreading.timeline
    sound, wrong = misreading.base_book, misreading.book
    assert isinstance(outcome(sound, initial(sound, deal), misreading.budget, slaps=slaps), Won)
    try:
        goes_round = isinstance(outcome(wrong, initial(wrong, deal), misreading.budget, slaps=slaps), Loop)
    except RefusedSlap:
        goes_round = False
    assert goes_round is (misreading.kind in (Fault.HANG, Fault.LOOP))


@pytest.mark.parametrize("misreading", CRASHES)
def test_a_crash_is_one_and_only_under_a_hand(misreading: Misreading) -> None:
    wrong, deal = misreading.book, parse_deal(misreading.smallest_deal, misreading.cards)
    assert isinstance(outcome(wrong, initial(wrong, deal), misreading.budget), Won)
    with pytest.raises(IndexError):
        outcome(wrong, initial(wrong, deal), misreading.budget, slaps=misreading.timeline)


def test_all_the_kinds_are_there() -> None:
    kinds = Counter(misreading.kind for misreading in ALL)
    assert set(kinds) == set(Fault) - {Fault.REPORT, Fault.STATE}, "those are of misbehaviours"
    assert len(misreadings_of("beggar")) >= 14
    assert {each.kind for each in misreadings_of("banka")} >= {
        *map(Fault, ("slap", "owner", "loss", "crash", "hang", "lead"))
    }
    names = [misreading.name for misreading in ALL]
    assert len(set(names)) == len(names)
    assert sum(len(misreadings_of(game)) for game in PROFILES) == len(ALL)


def test_half_of_the_misreadings_of_banka_bever_were_met_or_are_open_questions() -> None:
    sources = [each.source for each in misreadings_of("banka")]
    met = [source for source in sources if re.search(r"[Pp]ublic program|BB-A\d\d", source)]
    assert len(met) >= len(sources) / 2
    assert {id for source in sources for id in re.findall(r"BB-A\d\d", source)} <= set(load().ambiguities)


def test_every_rule_of_banka_bever_and_its_relatives_is_misread() -> None:
    register = load()
    misread = {id for each in ALL for id in each.clauses}
    rules = [each for game in ("banka", "ratscrew") for each in register.of_game(game) if each.carries_rule]
    assert [each.id for each in rules if not misread & {each.id, each.restates}] == []


# --- the smallest deals ---


SHOWN = [
    pytest.param(misreading, id=misreading.name) for misreading in ALL if misreading.shows in (Shows.PLAY, Shows.SLAPS)
]


def cards_of(misreading: Misreading) -> int:
    deal = parse_deal(misreading.smallest_deal, misreading.cards)
    return sum(map(len, (*deal.hands, deal.middle)))


@pytest.mark.parametrize("misreading", SHOWN)
def test_the_smallest_deal_shows_it(misreading: Misreading) -> None:
    assert differs(misreading)
    hands = [seat for _, seats in misreading.slaps for seat in seats]
    assert (0 < len(hands) <= MOST_HANDS) is (misreading.shows is Shows.SLAPS)


@pytest.mark.parametrize("misreading", EACH)
def test_no_smaller_deal_shows_it(misreading: Misreading) -> None:
    if misreading.shows not in (Shows.PLAY, Shows.SLAPS):
        assert smallest(misreading, 6) == misreading.example
        return
    quick = QUICK_CARDS[misreading.shows, misreading.cards]
    found = smallest(misreading, min(cards_of(misreading), quick))
    assert found == (misreading.example if cards_of(misreading) <= quick else None)


@pytest.mark.deep
@pytest.mark.parametrize("misreading", SHOWN)
def test_no_smaller_deal_of_any_size_shows_it(misreading: Misreading) -> None:
    assert smallest(misreading, cards_of(misreading)) == misreading.example


# --- every one is noticed ---


def test_the_rules_themselves_are_not_noticed() -> None:
    sound = Misreading(
        "sound", "beggar", Fault.ORDER, ("BMN-42",), "pile_order", PROFILES["beggar"].pile_order, ".", "J/--", "."
    )
    assert trial(sound, load_suite("beggar")).failed == ()


def test_the_surplus_that_leaves_the_game_is_missing() -> None:
    (misreading,) = (each for each in ALL if each.name == "surplus_leaves_the_game")
    table = deal_pack(misreading.book, tuple(map(Card, range(52))), 3, Seat(2))
    assert [len(hand) for hand in table.hands] == [17, 17, 17]
