"""The invariants hold of the model, whatever the deck and whatever is agreed; and each of them can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.cards import Card, Labelling, parse_zone
from model.deal import Deal, parse_deal
from model.game import NOBODY, Applied, Seat
from model.piles import events
from model.piles.play import deal_pack, enabled, initial, step
from model.piles.points import POINTS, check_seats, choose
from model.piles.profiles import BEGGAR, CAMICIA
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
    check_deal,
    check_game,
    check_party,
    step_of,
)
from properties.misreadings import all_misreadings
from tests.support import data as data_file

TICKS = 120
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


@pytest.mark.parametrize("choice", [{}, {"end": "lead_on"}, {"pile_order": "shuffled"}, BY_THE_CLOCK])
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


def test_every_small_pack_for_every_number_of_seats_and_dealer(tally: Tally) -> None:
    for seats in range(2, 7):
        for cards in range(seats, 40):
            for dealer in range(seats):
                holds(check_deal(BEGGAR, tuple(map(Card, range(cards))), seats, Seat(dealer), tally))


@pytest.mark.parametrize("book", [BEGGAR, CAMICIA], ids=lambda book: book.game)
def test_packs_and_numbers_of_seats(tally: Tally, book: Book) -> None:
    for seats in range(10):
        holds(check_party(book, seats, tally))


@pytest.mark.parametrize(
    "choice",
    [{}, *({name: way} for name, point in POINTS.items() for way in point.alternatives if len(point.alternatives) > 1)],
    ids=str,
)
def test_replaying_the_events_of_every_tick_gives_the_table_after_it(choice: dict[str, str]) -> None:
    book = choose(BEGGAR, choice)
    for seats, cards in ((2, 3), (3, 4)):
        if seats > 2 and any(way in POINTS[point].two_seats_only for point, way in choice.items()):
            continue
        check_seats(book, seats)
        for hands in deals_of_size(cards, seats, "-JK"):
            for before, after, seen in ticks(book, initial(book, parse_deal("/".join(hands), Labelling.CLASS)), 30):
                assert seen == events.between(before, after)
                assert events.replay(before, seen) == after
                assert isinstance(seen[0], events.Laid) is (before.phase == Phase.LAYING)


def ticks(book: Book, table: Table, most: int) -> Iterator[tuple[Table, Table, tuple[events.Event, ...]]]:
    for _ in range(most):
        if table.phase == Phase.OVER:
            return
        applied = step(book, table, enabled(book, table))
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


def test_every_invariant_has_been_seen_to_fail() -> None:
    broken = {*BROKEN_TABLES, *BROKEN_STEPS, *BROKEN_DEALS, *BROKEN_PARTIES, *BROKEN_GAMES, "nobody sees a hand"}
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
    book = choose(BEGGAR, {"deal": "equal_rest_to_middle"})
    begun = deal_pack(book, zone("-JQ-A"), 2, Seat(1))
    holds(check_game(book, begun, 40, tally))
