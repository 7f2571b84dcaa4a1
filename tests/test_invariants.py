"""The invariants hold of the model, whatever the deck and whatever is agreed; and each of them can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.cards import HIDDEN, Card, Labelling, parse_zone
from model.deal import Deal, parse_deal
from model.game import NOBODY, Applied, Seat
from model.piles import events
from model.piles.play import deal_pack, enabled, full_pack, initial, step, view
from model.piles.points import POINTS, choose, points_of
from model.piles.profiles import BANKA, BEGGAR, CAMICIA, PROFILES, RATSCREW
from model.piles.rulebook import Book
from model.piles.state import Debt, Phase, Table
from model.register import load
from properties import strategies as draw
from properties.conformance.cases import Case, deals_of_size, load_suite
from properties.invariants import (
    INVARIANTS,
    Dealing,
    Game,
    Invariant,
    Kind,
    Tally,
    Violation,
    by_chance,
    check_deal,
    check_game,
    check_party,
    step_of,
)
from properties.misreadings import all_misreadings
from tests.broken_slaps import BROKEN_SLAPS
from tests.support import data as data_file
from tests.support import every

TICKS = 120
TICKS_WITH_SLAPS = 25
"""In a game with slaps each tick is looked at under many hands."""
PENALTIES: list[dict[str, str]] = [
    {"wrong_slap": "burn_under:2", "burned_order": "onto_burned"},
    {"wrong_slap": "card_to_claimant"},
    {"wrong_slap": "whole_hand", "payer_burned_out": "as_payer_out"},
    {"wrong_slap": "lock_out:3"},
    {"wrong_slap": "burn_under", "burned_count_for_slaps": "yes", "empty_hand": "one_chance"},
    {"slap_in_debt": "forbidden", "empty_hand": "out"},
    {"slap_in_debt": "keeps_debt", "leftover_challenges": "yes"},
]
ENDLESS = [row for row in data_file("small_decks.json")["rows"] if row["cards"] <= 12 and row["endless_deals"]]
BY_THE_CLOCK = {"time_rule": "most_cards_at_budget"}


def holds(violations: Iterable[Violation]) -> None:
    assert list(violations) == []


# --- they hold ---


@given(st.data())
def test_games_of_the_default_rules(tally: Tally, data: st.DataObject) -> None:
    base = data.draw(st.sampled_from((BEGGAR, CAMICIA)))
    deal = data.draw(draw.deals(data.draw(draw.seats(base))))
    holds(check_game(base, initial(base, deal), TICKS, tally))


@given(st.data())
def test_games_of_any_rules_that_may_be_agreed_on(tally: Tally, data: st.DataObject) -> None:
    base = data.draw(st.sampled_from((BEGGAR, CAMICIA)))
    seats = data.draw(draw.seats(base))
    book = data.draw(draw.books(base, seats, with_chance=True))
    holds(check_game(book, initial(book, data.draw(draw.deals(seats))), TICKS, tally))


@given(st.data())
def test_real_deals(tally: Tally, data: st.DataObject) -> None:
    seats = data.draw(draw.seats(BEGGAR))
    holds(check_game(BEGGAR, initial(BEGGAR, data.draw(draw.dealt(BEGGAR, seats))), TICKS, tally))


@given(st.data())
def test_games_with_slaps(tally: Tally, data: st.DataObject) -> None:
    base = data.draw(st.sampled_from((BANKA, RATSCREW)))
    seats = data.draw(draw.seats(base, most=4))
    deal = data.draw(draw.slapped_deals(seats))
    chance = Random(data.draw(st.integers(0, 2**32)))
    holds(check_game(base, initial(base, deal), TICKS_WITH_SLAPS, tally, by_chance(chance)))


@given(st.data())
def test_games_with_slaps_by_any_rules_that_may_be_agreed_on(tally: Tally, data: st.DataObject) -> None:
    base = data.draw(st.sampled_from((BANKA, RATSCREW)))
    seats = data.draw(draw.seats(base, most=4))
    book = data.draw(draw.books(base, seats, with_chance=True))
    deal = data.draw(draw.slapped_deals(seats))
    chance = Random(data.draw(st.integers(0, 2**32)))
    holds(check_game(book, initial(book, deal), TICKS_WITH_SLAPS, tally, by_chance(chance)))


@pytest.mark.parametrize("choice", PENALTIES, ids=str)
def test_every_penalty(tally: Tally, choice: dict[str, str]) -> None:
    book = choose(RATSCREW, choice)
    for number in range(3):
        table = initial(book, parse_deal("J25Q/2K5/9J2Q+25", Labelling.RANK))
        holds(check_game(book, table, 60, tally, by_chance(Random(number))))


@pytest.mark.parametrize("choice", every(2, [{}, {"end": "lead_on"}, {"pile_order": "shuffled"}, BY_THE_CLOCK]))
def test_every_deal_of_up_to_four_cards(tally: Tally, choice: dict[str, str]) -> None:
    book = choose(BEGGAR, choice)
    for seats in range(2, 5):
        if seats == 2 or "end" not in choice:
            for cards in range(seats, 5):
                for hands in deals_of_size(cards, seats):
                    holds(check_game(book, initial(book, parse_deal("/".join(hands), Labelling.CLASS)), 40, tally))


@pytest.mark.parametrize(
    "case", [case for case in load_suite("beggar") if len(case.text) < 30], ids=lambda case: case.id
)
def test_the_deals_of_the_suite(tally: Tally, case: Case) -> None:
    book = choose(BEGGAR, case.choices)
    holds(check_game(book, initial(book, case.deal), TICKS, tally))


@pytest.mark.parametrize("row", ENDLESS, ids=lambda row: row["deck"])
def test_games_that_never_end(tally: Tally, row: dict[str, Any]) -> None:
    for deal in row["endless_deals"][:5]:
        half = len(deal) // 2
        holds(check_game(BEGGAR, initial(BEGGAR, parse_deal(f"{deal[:half]}/{deal[half:]}", "class")), 400, tally))


@given(st.data())
def test_any_pack_dealt_to_any_seats_by_any_rules(tally: Tally, data: st.DataObject) -> None:
    base = data.draw(st.sampled_from((BEGGAR, CAMICIA)))
    seats = data.draw(draw.seats(base))
    book = data.draw(draw.books(base, seats))
    deck = data.draw(st.one_of(draw.numbered_packs(seats), draw.packs(book, seats)))
    dealer = Seat(data.draw(st.integers(0, seats - 1)))
    sound = choose(book, {"deal": "singly_clockwise"})
    holds(check_deal(sound, deck, seats, dealer, tally))
    holds(check_deal(base, deck, seats, dealer, tally))


@given(st.data())
def test_any_pack_shared_out_equally(tally: Tally, data: st.DataObject) -> None:
    seats = data.draw(draw.seats(BANKA, most=52))
    deck = data.draw(st.one_of(draw.numbered_packs(seats), draw.packs(BANKA, seats)))
    holds(check_deal(BANKA, deck, seats, Seat(data.draw(st.integers(0, seats - 1))), tally))


def test_every_small_pack_for_every_number_of_seats_and_dealer(tally: Tally) -> None:
    for seats in range(2, 7):
        for cards in range(seats, 40):
            for dealer in range(seats):
                holds(check_deal(BEGGAR, tuple(map(Card, range(cards))), seats, Seat(dealer), tally))


@pytest.mark.parametrize("book", PROFILES.values(), ids=lambda book: book.game)
def test_packs_and_numbers_of_seats(tally: Tally, book: Book) -> None:
    for seats in range(55):
        holds(check_party(book, seats, tally))


def test_left_overs_for_every_number_of_seats() -> None:
    """Cards for each and cards in the middle, as the rules have been worked out by hand, and only the lowest seen."""
    sizes = {2: (26, 0), 3: (17, 1), 4: (13, 0), 5: (10, 2), 6: (8, 4), 7: (7, 3), 8: (6, 4), 9: (5, 7), 10: (5, 2)}
    sizes |= {11: (4, 8), 12: (4, 4), 13: (4, 0), 14: (3, 10), 15: (3, 7), 16: (3, 4), 17: (3, 1)}
    sizes |= {seats: (2, 52 - 2 * seats) for seats in range(18, 27)}
    sizes |= {seats: (1, 52 - seats) for seats in range(27, 53)}
    assert list(sizes) == list(range(2, 53))
    for seats, (each, left) in sizes.items():
        table = deal_pack(BANKA, full_pack(BANKA, seats), seats, Seat(0))
        assert ({len(hand) for hand in table.hands}, len(table.middle), table.left) == ({each}, left, left)
        shown = view(BANKA, table, Seat(seats - 1)).middle
        assert shown == table.middle[:1] + (Card(HIDDEN),) * (left - 1)


EVERY_CHOICE = [
    pytest.param(book, choice, id=f"{book.game} {choice}")
    for book in (BEGGAR, BANKA)
    for choice in (
        {},
        *({name: way} for name, point in points_of(book.game).items() for way in point.ways(book.game)),
    )
    if not choice or any(len(POINTS[name].ways(book.game)) > 1 for name in choice)
]


@pytest.mark.parametrize(("base", "choice"), EVERY_CHOICE)
def test_replaying_the_events_of_every_tick_gives_the_table_after_it(base: Book, choice: dict[str, str]) -> None:
    book = choose(base, choice)
    for seats, cards in ((2, 3), (3, 4)):
        if seats > 2 and any(way in POINTS[point].two_seats_only for point, way in choice.items()):
            continue
        for hands in deals_of_size(cards, seats, "-JK"):
            for before, after, seen in ticks(book, initial(book, parse_deal("/".join(hands), Labelling.CLASS)), 30):
                between = events.between(before, after)
                assert seen[: len(between)] == between
                assert all(isinstance(event, events.Barred) for event in seen[len(between) :])
                assert events.replay(before, seen) == after
                assert isinstance(seen[0], events.Laid) is (before.phase == Phase.LAYING)


def ticks(book: Book, table: Table, most: int) -> Iterator[tuple[Table, Table, tuple[events.Event, ...]]]:
    for _ in range(most):
        if table.phase == Phase.OVER:
            return
        applied = step(book, table, (enabled(book, table)[0],))
        assert isinstance(applied, Applied)
        yield table, applied.state, applied.events
        table = applied.state


# --- they can fail ---


def zone(text: str) -> tuple[Card, ...]:
    return parse_zone(text, Labelling.CLASS)


def table(
    hands: str, middle: str = "", turn: int = 0, debt: int = 0, claimant: int = NOBODY, phase: Phase = Phase.LAYING
) -> Table:
    zones = tuple(map(zone, hands.split("/")))
    return Table(zones, zone(middle), Seat(turn), Debt(debt), Seat(claimant), Seat(0), phase)


BROKEN_TABLES: dict[str, Table] = {
    "debt in bounds": table("-/-", "A", turn=1, debt=5, claimant=0),
    "debt has a claimant": table("-/-", "A", turn=1, debt=4),
    "debt is what is left": table("-/-", "A-", turn=1, debt=4, claimant=0),
    "the seat to act can act": table("/-", "-", turn=0),
    "nobody pays himself": table("-/-", "A", turn=0, debt=4, claimant=0),
    "a won pile has a winner": table("-/-", "J-", phase=Phase.WON),
    "an empty middle leaves nothing open": table("-/-", "", debt=1, claimant=0),
    "the winner has everything": table("-/-", "", phase=Phase.OVER),
    "whoever has everything has won": table("--/", ""),
}

BROKEN_STEPS: dict[str, tuple[Table, Table]] = {
    "every card exactly once": (table("-J/-"), table("J/-", "J", turn=1)),
    "the top card goes to the middle": (table("-J/-"), table("-/-", "J", turn=1)),
    "ordinary cards alternate": (table("--/-/-"), table("-/-/-", "-", turn=2)),
    "nobody to answer": (table("--/"), table("-/", "-", turn=0)),
    "a pay card is owed to its layer": (table("J-/-"), table("-/-", "J", turn=1, debt=2, claimant=0)),
    "a new pay card cancels the debt": (
        table("-/J-", "A", turn=1, debt=4, claimant=0),
        table("-/-", "AJ", turn=0, debt=4, claimant=1),
    ),
    "the next seat pays": (table("J-/-/-"), table("-/-/-", "J", turn=2, debt=1, claimant=0)),
    "the first challenger pays for the second pay card": (
        table("-/J-", "A", turn=1, debt=4, claimant=0),
        table("-/-", "AJ", turn=1, debt=1, claimant=1),
    ),
    "a jack asks one card": (table("J-/-"), table("-/-", "J", turn=1, debt=2, claimant=0)),
    "a queen asks two cards": (table("Q-/-"), table("-/-", "Q", turn=1, debt=1, claimant=0)),
    "a king asks three cards": (table("K-/-"), table("-/-", "K", turn=1, debt=2, claimant=0)),
    "an ace asks four cards": (table("A-/-"), table("-/-", "A", turn=1, debt=1, claimant=0)),
    "ordinary cards demand nothing": (table("--/-"), table("-/-", "-", turn=1, debt=1, claimant=0)),
    "one seat pays card after card": (
        table("-/---", "A", turn=1, debt=4, claimant=0),
        table("-/--", "A-", turn=0, debt=3, claimant=0),
    ),
    "a paid pile goes to the claimant": (table("-/--", "J", turn=1, debt=1, claimant=0), table("-/-J-", turn=1)),
    "the rest of a debt passes on": (
        table("-/-/-", "A", turn=1, debt=4, claimant=0),
        table("-//-", "A-", turn=2, debt=4, claimant=0),
    ),
    "nobody left to pay": (table("-/-", "A", turn=1, debt=4, claimant=0), table("-/A-", turn=1)),
    "a taken pile leaves an empty middle": (
        table("-/--", "J", turn=1, debt=1, claimant=0),
        table("-J/-", "-", turn=0),
    ),
    "the pile goes under": (table("Q/--", "J", turn=1, debt=1, claimant=0), table("J-Q/-", turn=0)),
    "first laid, first played": (table("Q/--", "J", turn=1, debt=1, claimant=0), table("Q-J/-", turn=0)),
    "the taker leads": (table("Q/--", "J", turn=1, debt=1, claimant=0), table("QJ-/-", turn=1)),
    "out is out": (table("Q//--", "J", turn=2, debt=1, claimant=0), table("Q/J-/-", turn=1)),
    "the others go on": (table("-/-/-"), table("-/-/-", turn=0, phase=Phase.OVER)),
    "the events tell everything": (table("-J/-"), replace(table("J/-", "-", turn=1), unanswered=True)),
}


@pytest.mark.parametrize("name", BROKEN_TABLES)
def test_a_broken_table_is_noticed(name: str) -> None:
    fails(name, BROKEN_TABLES[name])


@pytest.mark.parametrize("name", BROKEN_STEPS)
def test_a_broken_step_is_noticed(name: str) -> None:
    fails(name, step_of(BEGGAR, *BROKEN_STEPS[name]))


@pytest.mark.parametrize("name", BROKEN_SLAPS)
def test_a_broken_slap_is_noticed(name: str) -> None:
    book, moment = BROKEN_SLAPS[name]
    fails(name, moment, book)


def fails(name: str, moment: object, book: Book = BEGGAR) -> None:
    found: list[Any] = [invariant for invariant in INVARIANTS if invariant.name == name]
    (invariant,) = found
    violation = Tally().check(invariant, book, moment, "here")
    assert violation is not None
    assert violation.where == "here"


def dealing(hands: str, turn: int = 0, dealer: int = 1) -> Dealing:
    """A pack of cards numbered from 0, and where they are said to lie."""
    zones = tuple(tuple(Card(int(one)) for one in hand) for hand in hands.split("/"))
    pack = tuple(map(Card, range(sum(map(len, zones)))))
    return Dealing(pack, len(zones), Seat(dealer), Table(zones, (), Seat(turn)))


BROKEN_DEALS = {
    "every card is dealt": dealing("200/1"),
    "hands differ by one": dealing("320/1"),
    "card by card clockwise": dealing("10/32"),
    "extra cards go to the first seats": dealing("1/20"),
    "the card dealt last is on top": dealing("02/13"),
    "the other player starts": dealing("20/31", turn=1),
}


@pytest.mark.parametrize("name", BROKEN_DEALS)
def test_a_broken_deal_is_noticed(name: str) -> None:
    fails(name, BROKEN_DEALS[name])


BROKEN_PARTIES: dict[str, tuple[Book, int]] = {
    "no jokers": (replace(BEGGAR, ranks=BEGGAR.ranks[1:]), 2),
    "a second pack from four seats on": (replace(BEGGAR, packs=lambda seats: 1), 4),
    "two to six seats": (replace(BEGGAR, fewest_seats=1), 1),
    "twenty-six each": (replace(BEGGAR, ranks=BEGGAR.ranks[1:]), 2),
    "eighteen and twice seventeen": (replace(BEGGAR, ranks=BEGGAR.ranks[1:]), 3),
    "twenty each in Camicia": (replace(CAMICIA, ranks=CAMICIA.ranks[1:]), 2),
}


@pytest.mark.parametrize("name", BROKEN_PARTIES)
def test_a_broken_party_is_noticed(name: str) -> None:
    book, seats = BROKEN_PARTIES[name]
    fails(name, seats, book)


def counting() -> Callable[[Book, Table], Table]:
    """An end that depends on how often it was asked: the same deal does not give the same game."""
    asked = iter(range(1_000_000))

    def sometimes(book: Book, table: Table) -> Table:
        return replace(table, phase=Phase.OVER) if next(asked) > 3 else table

    return sometimes


def fussy_about_twos(book: Book, table: Table) -> Table:
    """A rule that looks at more than the class of a card."""
    return BEGGAR.plain_card(book, table) if table.middle[-1] % 32 != 2 else replace(table, turn=table.turn)


BROKEN_GAMES: dict[str, tuple[Book, str]] = {
    "the same deal gives the same game": (replace(BEGGAR, end=counting()), "-----/-----"),
    "only classes matter": (replace(BEGGAR, plain_card=fussy_about_twos), "23J/45Q"),
    "a loop comes round": (replace(BEGGAR, position=lambda table: 0), "J--/---"),
    "most cards win when the time is up": (replace(BEGGAR, time_rule=lambda table: (Seat(0),)), "--/--"),
}


@pytest.mark.parametrize("name", BROKEN_GAMES)
def test_a_broken_game_is_noticed(name: str) -> None:
    book, text = BROKEN_GAMES[name]
    fails(name, Game(initial(book, parse_deal(text)), 50), book)


def test_a_view_that_tells_a_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.invariants.tables.view", lambda book, seen, seat: seen.hands[seat])
    fails("nobody sees a hand", table("J-/-"))


def test_a_view_that_tells_a_hidden_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.invariants.tables.view", lambda book, seen, seat: seen.middle)
    fails("nobody sees a hand", deal_pack(BANKA, full_pack(BANKA, 5), 5, Seat(0)), BANKA)


def test_a_view_that_hides_an_open_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.invariants.tables.view", lambda book, seen, seat: seen.middle[1:])
    fails("what lies open is seen", deal_pack(BANKA, full_pack(BANKA, 5), 5, Seat(0)), BANKA)


def test_a_seat_that_is_let_though_it_may_not_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    book = choose(BANKA, {"empty_hand": "out"})
    without = initial(book, parse_deal("2/33"))
    after = step(book, without, enabled(book, without)[:1])
    assert isinstance(after, Applied)
    monkeypatch.setattr("properties.invariants.slap_rights.enabled", lambda book, table: enabled(BANKA, table))
    fails("who may not slap is refused", after.state, book)


def test_every_invariant_has_been_seen_to_fail() -> None:
    broken = {*BROKEN_TABLES, *BROKEN_STEPS, *BROKEN_DEALS, *BROKEN_PARTIES, *BROKEN_GAMES, *BROKEN_SLAPS}
    broken |= {"nobody sees a hand", "what lies open is seen", "who may not slap is refused"}
    assert broken == {invariant.name for invariant in INVARIANTS}


# --- the registry ---


def test_names_are_unique_and_clauses_exist() -> None:
    clauses = load().clauses
    names = [invariant.name for invariant in INVARIANTS]
    assert len(set(names)) == len(names)
    assert {id for invariant in INVARIANTS for id in invariant.clauses} <= set(clauses)
    assert {invariant.kind for invariant in INVARIANTS} == set(Kind)
    assert all(invariant.statement.endswith(".") for invariant in INVARIANTS)


def test_a_tally_counts_preconditions_and_not_calls() -> None:
    never: Invariant[int] = Invariant(
        "never", "Never.", (), Kind.PARTY, lambda book, seats: False, lambda book, seats: False
    )
    counts = Tally()
    assert counts.check(never, BEGGAR, 2) is None
    assert counts.met["never"] == 0


def test_a_game_is_looked_at_from_before_the_first_card() -> None:
    wrong = next(each.book for each in all_misreadings() if each.name == "claim_dies_with_the_last_card")
    deal = Deal((zone("J"), zone("-")))
    assert [violation.where for violation in check_game(wrong, initial(wrong, deal), 5)] == ["tick 2"]
    odd = replace(initial(BEGGAR, deal), claimant=Seat(1))
    assert next(check_game(BEGGAR, odd, 5)).where == "before the first card"


def test_left_over_cards_in_the_middle_are_no_debt(tally: Tally) -> None:
    for base in (BEGGAR, BANKA):
        book = choose(base, {"deal": "equal_rest_to_middle"})
        begun = deal_pack(book, zone("-JQ-A"), 2, Seat(1))
        holds(check_game(book, begun, 40, tally))
