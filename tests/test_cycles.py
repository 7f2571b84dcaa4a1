"""One deal played until it ends or repeats itself: stem and period, however cards are told apart."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import islice
from math import prod

import pytest

from model.cards import ORDINARY, Card, Labelling, card, face_of
from model.deal import Deal, DealError, parse_deal
from model.game import NOBODY, Budget, Loop, Seat, Won
from model.piles.play import initial, only_classes
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR, CAMICIA, RATSCREW
from model.piles.rulebook import Book
from model.piles.run import outcome, tables
from model.piles.state import NO_DEBT, Table
from model.points import RuleChoiceError
from reports.cycle_words import length_words
from solver.cycles.course import Course, Moment, NoCourse, course, numbered
from solver.cycles.naming import Length, Naming, Repeats, repeats, smallest_period, times_until_alike
from solver.decks import deals, parse_deck
from tests.support import data, outcome_of

CASELLA = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"
SWAPPED = "----J----K----QJ--K-/------K-J--Q-Q-Q-KJ-"
"""A deal of Camicia whose cycle comes again with the seats exchanged after half of it."""


def course_of(deal: str, book: Book = BEGGAR, budget: int = 1_000_000, cards: str = "auto") -> Course:
    return course(book, parse_deal(deal, cards), budget)


def periods_of(deal: str, book: Book = BEGGAR, cards: str = "auto") -> dict[Naming, Repeats]:
    return {each.naming: each for each in repeats(course_of(deal, book, cards=cards))}


# --- stem and period ---


def test_casellas_deal() -> None:
    found = periods_of(CASELLA)
    classes, places = found[Naming.CLASSES], found[Naming.PAY_PLACES]
    assert (classes.stem, classes.period) == (Length(34, 4), Length(440, 62))
    assert (places.stem, places.period) == (Length(34, 4), Length(220, 31))
    assert found[Naming.ORDINARY_NAMED].first_repeated == Length(33_034, 4_654)
    assert found[Naming.ALL_NAMED].first_repeated == Length(33_034, 4_654)
    assert all(each.exchanged == each.period for each in found.values())
    assert Naming.AS_DEALT not in found


def test_casellas_named_period_is_what_the_model_plays() -> None:
    deal = named(BEGGAR, parse_deal(CASELLA), Naming.ORDINARY_NAMED)
    assert outcome(BEGGAR, initial(BEGGAR, deal), 40_000) == Loop(34, 4, 33_000, 4_650)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id="/".join(game["hands"]))
        for game in data("known_games.json")["games"]
        if "period_tricks_up_to_swap" in game["published"]
    ],
)
def test_published_periods_up_to_exchange_of_seats(game: Mapping[str, dict[str, int]]) -> None:
    found = periods_of("/".join(game["hands"]), CAMICIA, "class")[Naming.CLASSES]
    published = game["published"]
    assert found.exchanged == Length(published["period_cards_up_to_swap"], published["period_tricks_up_to_swap"])
    assert found.period == Length(2 * (found.exchanged.cards or 0), 2 * found.exchanged.tricks)


def test_a_cycle_with_every_card_named_can_be_as_long_with_the_seats_exchanged() -> None:
    found = periods_of("J--/-J-")
    assert (found[Naming.CLASSES].period, found[Naming.CLASSES].exchanged) == (Length(6, 2), Length(3, 1))
    assert (found[Naming.ALL_NAMED].period, found[Naming.ALL_NAMED].exchanged) == (Length(12, 4), Length(12, 4))


def test_a_game_that_ends_and_one_that_is_given_up_have_no_period() -> None:
    ended = course_of("J-/--")
    assert ended.outcome == outcome_of("J-/--")
    assert repeats(ended) == ()
    assert ended.cycle == ()
    given_up = course_of(CASELLA, budget=100)
    assert given_up.outcome == Budget(100)
    assert repeats(given_up) == ()
    assert given_up.moments[-1].cards <= 100


def test_the_book_says_what_is_counted() -> None:
    older = choose(BEGGAR, {"count_cards": "laid_and_failed_draw"})
    plain, counted = course_of("J-/--"), course_of("J-/--", older)
    assert isinstance(plain.outcome, Won)
    assert isinstance(counted.outcome, Won)
    assert counted.outcome.cards == plain.outcome.cards + 1
    assert counted.moments == plain.moments


# --- against games that are played with names until a position comes again ---


def named(book: Book, deal: Deal, naming: Naming) -> Deal:
    """The deal with cards that are told apart as the naming says, as the model can play it."""
    place = -1

    def called(one: Card, given: Card) -> Card:
        nonlocal place
        place += 1
        apart = naming is Naming.ALL_NAMED or (naming is Naming.ORDINARY_NAMED and face_of(one) == ORDINARY)
        return given if naming is Naming.AS_DEALT else card(face_of(one), pack=place + 1) if apart else one

    classes = only_classes(book, deal)
    hands = tuple(
        tuple(called(one, given) for one, given in zip(*pair, strict=True))
        for pair in zip(classes.hands, deal.hands, strict=True)
    )
    middle = tuple(called(one, given) for one, given in zip(classes.middle, deal.middle, strict=True))
    return Deal(hands, Labelling.FULL, middle)


def turned(table: Table) -> Hashable:
    """A position as its leader sees it."""
    lead = table.turn
    claimant = NOBODY if table.claimant == NOBODY else (table.claimant - lead) % len(table.hands)
    return table.hands[lead:] + table.hands[:lead], table.debt, claimant


def first_again(book: Book, deal: Deal, seen_as: Callable[[Table], Hashable]) -> tuple[Length, Length]:
    """Stem and period of what is seen at an empty middle, the first time that it comes again."""
    table = initial(book, deal)
    seen: dict[Hashable, Length] = {} if table.middle else {seen_as(table): Length(0, 0)}
    tricks = 0
    for cards, after in enumerate(tables(book, table), start=1):
        tricks += not after.middle
        if not after.middle:
            key = seen_as(after)
            if key in seen:
                stem = seen[key]
                assert stem.cards is not None
                return stem, Length(cards - stem.cards, tricks - stem.tricks)
            seen[key] = Length(cards, tricks)
    raise AssertionError("the game ends")


def check_against_play(book: Book, deal: Deal) -> int:
    """Hold every period of a deal against play; says how many there were."""
    found = repeats(course(book, deal, 100_000))
    for each in found:
        if each.naming is not Naming.PAY_PLACES:
            played = named(book, deal, each.naming)
            whole = outcome(book, initial(book, played), 1_000_000)
            assert whole == Loop(*in_numbers(each.stem), *in_numbers(each.period))
            assert first_again(book, played, turned) == (each.stem, each.exchanged)
    return len(found)


def in_numbers(length: Length) -> tuple[int, int]:
    assert length.cards is not None
    return length.cards, length.tricks


@pytest.mark.parametrize(
    ("book", "choices"),
    [
        (BEGGAR, {}),
        (BEGGAR, {"end": "immediate"}),
        (BEGGAR, {"leader": "after_taker", "pile_order": "reversed"}),
        (RATSCREW, {}),
    ],
    ids=["beggar", "immediate", "other-ways", "ratscrew"],
)
def test_every_endless_deal_of_a_small_deck_goes_round_as_play_with_names_does(
    book: Book, choices: Mapping[str, str]
) -> None:
    rules = choose(book, choices)
    assert sum(check_against_play(rules, deal) for deal in deals(parse_deck("JJ----"))) > 0


@pytest.mark.deep
@pytest.mark.parametrize("deck", ["JJJ-----", "JJQ-----", "JJJJJ---"])
def test_endless_deals_of_larger_decks_go_round_as_play_with_names_does(deck: str) -> None:
    assert sum(check_against_play(BEGGAR, deal) for deal in deals(parse_deck(deck))) > 0


@pytest.mark.parametrize(
    ("book", "deal"),
    [
        (BEGGAR, "-J/J-/--"),
        (BEGGAR, "--J/--J--/J-"),
        (BEGGAR, "-J/J--J--/--J"),
        (BEGGAR, "J--/--/J---/-"),
        (BEGGAR, "2J/J3/45"),
        (BEGGAR, "2J/J2/22"),
        (BEGGAR, "J22/3J2"),
        (BEGGAR, "Jc2d2c/3cJd2h"),
        (BANKA, "J22/3J2"),
        (CAMICIA, SWAPPED),
        (CAMICIA, "A45/6A7"),
    ],
)
def test_endless_deals_with_more_seats_and_other_cards_go_round_as_play_with_names_does(book: Book, deal: str) -> None:
    cards = "class" if deal == SWAPPED else "auto"
    found = check_against_play(book, parse_deal(deal, cards))
    assert found == (5 if parse_deal(deal, cards).labelling is Labelling.RANK else 4)


def test_cards_left_in_the_middle_are_told_apart_as_well() -> None:
    endless = [
        deal
        for each in deals(parse_deck("JJ----"))
        for deal in [Deal((each.hands[0][:-1], each.hands[1]), Labelling.CLASS, each.hands[0][-1:])]
        if len(each.hands[0]) > 1 and isinstance(outcome(BANKA, initial(BANKA, deal), 10_000), Loop)
    ]
    assert endless
    assert all(check_against_play(BANKA, deal) == 4 for deal in endless)
    first = course(BANKA, endless[0], 10_000)
    assert first.moments[0].sizes == tuple(map(len, endless[0].hands))


def test_a_deal_whose_pay_cards_take_longer_to_come_home_than_its_ordinary_cards() -> None:
    deal = "----J----J-QQQ/---J-QJ-------"
    found = periods_of(deal)
    assert (found[Naming.ORDINARY_NAMED].period.cards, found[Naming.ALL_NAMED].period.cards) == (5_512, 16_536)
    assert check_against_play(BEGGAR, parse_deal(deal)) == 4


@pytest.mark.parametrize("deal", [CASELLA, SWAPPED, "J--/-J-", "-J/J-/--", "----J--Q-J/J-Q-Q-K-KK"])
def test_the_places_of_pay_cards_come_again_in_their_period_and_no_sooner(deal: str) -> None:
    found = periods_of(deal, cards="class")[Naming.PAY_PLACES]
    again = outcome_of(deal, cards="class")
    assert isinstance(again, Loop)
    seen: list[Hashable] = []
    leader_first: list[Hashable] = []
    start = initial(BEGGAR, parse_deal(deal, "class"))
    for table in (start, *islice(tables(BEGGAR, start), again.stem_cards + 3 * again.period_cards)):
        if not table.middle:
            hands = tuple(tuple(face_of(each) != ORDINARY for each in hand) for hand in table.hands)
            seen.append((hands, table.turn))
            leader_first.append(hands[table.turn :] + hands[: table.turn])
    stem = found.stem.tricks
    assert next(each for each in range(1, again.period_tricks + 1) if seen[stem + each :] == seen[stem:-each]) == (
        found.period.tricks
    )
    assert stem == 0 or seen[stem - 1] != seen[stem - 1 + found.period.tricks]
    cycle = leader_first[again.stem_tricks :]
    assert next(each for each in range(1, again.period_tricks + 1) if cycle[each:] == cycle[:-each]) == (
        found.exchanged.tricks
    )


def test_places_can_come_again_from_the_beginning_and_after_unlike_numbers_of_cards() -> None:
    deal = parse_deal("Q-/J")
    queen, plain, jack = (one for hand in numbered(BEGGAR, deal).hands for one in hand)
    queen_first, jack_first = ((queen, plain), (jack,)), ((jack, plain), (queen,))
    laid = (0, queen_first), (2, jack_first), (4, queen_first), (7, jack_first)
    moments = [Moment(cards, place, hands, Seat(0), NO_DEBT, NOBODY) for place, (cards, hands) in enumerate(laid)]
    made_up = Course(BEGGAR, deal, Loop(2, 1, 5, 2), tuple(moments), 1)
    places, classes, *_ = repeats(made_up)
    assert (classes.stem, classes.period) == (Length(2, 1), Length(5, 2))
    assert (places.stem, places.period, places.exchanged) == (Length(0, 0), Length(None, 1), Length(None, 1))
    assert (Length(2, 1) + places.period, Length(2, 1) + Length(3, 2)) == (Length(None, 2), Length(5, 3))
    assert (length_words(places.period), length_words(classes.period)) == ("- / 1", "5 / 2")


# --- periods too large to be played ---


def test_a_period_is_an_exact_number_however_large() -> None:
    primes = [each for each in range(2, 200) if all(each % other for other in range(2, each))]
    moved: list[tuple[Card, Card]] = []
    for prime in primes:
        circle = [Card(len(moved) + place) for place in range(prime)]
        moved += zip(circle, circle[1:] + circle[:1], strict=True)
    assert times_until_alike(moved, lambda one: one) == prod(primes) > 10**80
    assert times_until_alike(moved, lambda one: 0) == 1
    assert times_until_alike(moved, lambda one: one if one < 2 + 3 else 0) == 6


@pytest.mark.parametrize(
    ("circle", "period"), [("a", 1), ("aa", 1), ("ab", 2), ("abab", 2), ("abaab", 5), ("aabaab", 3), ("abba", 4)]
)
def test_a_circle_looks_the_same_when_turned_by_its_smallest_period(circle: str, period: int) -> None:
    assert smallest_period(circle) == period


# --- what cannot be played ---


def test_what_chance_or_a_clock_decides_is_refused() -> None:
    with pytest.raises(NoCourse, match="pile_order=shuffled"):
        course_of("J-/--", choose(BEGGAR, {"pile_order": "shuffled"}))
    with pytest.raises(NoCourse, match="time_rule=off"):
        course_of("J-/--", choose(BEGGAR, {"time_rule": "most_cards_at_budget"}))
    with pytest.raises(RuleChoiceError, match="2 to 3 seats"):
        course_of("J-/--/--/--", CAMICIA)
    assert issubclass(NoCourse, DealError)
