"""Every invariant of deals, laying and turns can fail: each is shown a table, an action or a book that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import pytest

from model.bank import moves
from model.bank.actions import Act, RoundDeal
from model.bank.dealing import parse_suits
from model.bank.play import initial
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round
from model.cards import Labelling, Zone, parse_zone
from model.game import Seat
from properties.bank_rounds import start, steps
from properties.invariants.bank.core import Dealing, Invariant, Kind, Step
from properties.invariants.bank.deals import DEALS
from properties.invariants.bank.laying import LAYING
from properties.invariants.bank.turns import TURNS
from properties.invariants.statements import Tally
from properties.misreadings.bank import covering, laying, turning
from tests.bank_tables import last_step, table

MINE: Final[tuple[Invariant[Any], ...]] = (*DEALS, *LAYING, *TURNS)
BY_NAME: Final = {each.name: each for each in MINE}
Moment = tuple[Book, Any]
Changes = dict[str, Any]
QUEENS: Final = "QcQdQhQs9c/7d+Ad"


def zone(text: str) -> Zone:
    return parse_zone(text, Labelling.FULL)


def wrong_book(choices: dict[str, str], changes: Changes, seats: int = 2) -> Moment:
    return replace(choose(BANK, choices), **changes), seats


def wrong_table(match: Match, changes: Changes) -> Moment:
    return BANK, replace(match, round=replace(match.round, **changes))


def misread(choices: dict[str, str], deal: str, script: str, changes: Changes) -> Moment:
    """A table that the rules led to, looked at by a book in which something is changed."""
    book, match = table(choices, deal, script)
    return replace(book, **changes), match


def wrong_step(deal: str, script: str, changes: Changes) -> Moment:
    """An action after which something on the table is not as it should be."""
    book, step = last_step({}, deal, script)
    return book, replace(step, after=replace(step.after, round=replace(step.became, **changes)))


def nothing_done() -> Moment:
    book, step = last_step({}, "Kh7d/9s+Qh+Jh", "Kh")
    return book, replace(step, after=step.before)


def wrong_dealing(changes: Changes) -> Moment:
    """A round that was dealt from a pack in its order, and then changed."""
    deal = replace(BANK.deal(BANK, BANK.pack(), 2, Seat(1)), **changes)
    return BANK, Dealing(BANK.pack(), 2, deal, initial(BANK, deal))


def dealt_by_the_wrong_seat() -> Moment:
    deck = zone("6d6c7d7c8d8c9d9cKh")
    deal = turning.dealer_is_not_noted(BANK, deck, 2, Seat(0))
    return BANK, Dealing(deck, 2, deal, initial(BANK, deal))


def twice_the_fours(hand: Zone) -> tuple[Zone, ...]:
    return moves.four_of_a_kind(hand) * 2


def no_second_card() -> bool:
    return False


def draws_whatever_was_agreed(match: Round) -> Act:
    return Act.DRAW


PLAIN: Final = table({}, "Kh7d/9s+Qh+Jh")[1]
TWICE: Final = initial(BANK, RoundDeal((zone("Kh7d"), zone("9s")), zone("Qh")[0], zone("7d")))

BROKEN: Final[dict[str, Callable[[], Moment]]] = {
    "two to four seats": lambda: wrong_book({}, {"most_seats": 6}),
    "no card lies twice": lambda: (BANK, TWICE),
    "no card is lost": lambda: wrong_step("Kh7d/9s+Qh+Jh", "Kh", {"stock": ()}),
    "everybody is dealt in": lambda: wrong_dealing({"hands": (zone("6c8cJcKc"), ())}),
    "the whole pack is dealt or left": lambda: wrong_dealing({"stock": zone("6d7d")}),
    "the dealer's left is dealt to first": lambda: wrong_dealing({"dealer": Seat(0)}),
    "then whoever was dealt to first": dealt_by_the_wrong_seat,
    "the open card is to be covered": lambda: wrong_table(PLAIN, {"top": zone("9s")[0]}),
    "as many trumps as were chosen": lambda: wrong_table(PLAIN, {"trumps": parse_suits("s")}),
    "no trump changes in a round": lambda: wrong_step("Kh7d/9s+Qh+Jh", "Kh", {"trumps": parse_suits("hsdc")}),
    "a deal has the trumps agreed on or names others": lambda: wrong_step(
        "7h/9c+6h", "7h deal:7h/9c+6h", {"trumps": parse_suits("hsdc")}
    ),
    "then the seat to the dealer's left": lambda: wrong_table(table({}, "7d/9s+Qh")[1], {"turn": Seat(1)}),
    "ordinary cards help in another suit by rank alone": lambda: wrong_book(
        {"trumps": "one"}, {"same_rank": covering.worth_as_much}
    ),
    "own trumps are different": lambda: wrong_book({}, {"trump_suits": parse_suits("c") * 4}),
    "both trumps beat ordinary cards": lambda: wrong_book(
        {"trumps": "two:hc"}, {"trumps": covering.for_the_first_seat_only}
    ),
    "a junior trump beats ordinary cards": lambda: wrong_book(
        {"trumps": "senior_junior"}, {"trumps": covering.hearts_are_junior}
    ),
    "every action is offered once": lambda: misread({}, QUEENS, "", {"four": twice_the_fours}),
    "a move like any other after four of a kind": lambda: misread(
        {}, "QcQdQhQs9d/7d+Ad", "QcQsQhQd", {"cover_step": covering.any_card_of_the_suit}
    ),
    "an eight earns a card": lambda: wrong_step("8d9s/7c+Ah", "8d", {"phase": Phase.MOVE}),
    "four of a kind earn a move": lambda: wrong_step(QUEENS, "QcQdQhQs", {"turn": Seat(1)}),
    "a run earns nothing": lambda: wrong_step("JdQdKdTd7s/9s+9d", "JdQdKdTd", {"turn": Seat(0)}),
    "a card of the stock, and then no more": lambda: misread(
        {"seven": "draw_and_move"}, "7d6d/9s+7h+JhKh", "7d draw", {"stuck_after_forced_draw": no_second_card}
    ),
    "under a seven one does what was agreed": lambda: misread(
        {}, "7d6d/9s+7h+JhKh", "7d", {"seven": draws_whatever_was_agreed}
    ),
    "a missed turn changes nothing": lambda: wrong_step("7d6d/9s+7h", "7d skip", {"failed": (Seat(1),)}),
    "after a lay the next seat clockwise": lambda: wrong_step("Kh7d/9s/9c+Qh", "Kh", {"turn": Seat(2)}),
    "every act brings the end nearer": nothing_done,
}
"""For invariants that hardly a misreading of their own clauses touches something that they must fail on."""


@pytest.mark.parametrize("name", BROKEN)
def test_an_invariant_fails_where_something_is_wrong(name: str) -> None:
    book, moment = BROKEN[name]()
    found = Tally().check(BY_NAME[name], book, moment)
    assert found is not None
    assert found.clauses == BY_NAME[name].clauses


def test_every_other_invariant_fails_on_a_misreading_of_its_own_clauses() -> None:
    open_names = set(BY_NAME) - set(BROKEN)
    misreadings = (*covering.COVERING, *laying.LAYING, *turning.TURNING)
    # with an odd step each misreading meets choices of the text and others in turn: these have even and odd numbers
    games = ((101 * again + place, each) for again in range(40) for place, each in enumerate(misreadings))
    for number, misreading in games:
        if not open_names:
            break
        own = tuple(each for each in MINE if each.name in open_names and set(each.clauses) & set(misreading.clauses))
        if own:
            open_names -= fails_in_a_game(misreading.apply, number, own)
    assert open_names == set()


def fails_in_a_game(change: Callable[[Book], Book], number: int, own: tuple[Invariant[Any], ...]) -> set[str]:
    """The names of those invariants that fail in one match of random play."""
    begun, tally = start(5, number, change), Tally()
    kinds = {kind: tuple(each for each in own if each.kind is kind) for kind in Kind}
    seats = len(begun.match.totals)
    found = list(tally.check_all(kinds[Kind.BOOK], begun.book, seats))
    if begun.deck:
        found += tally.check_all(kinds[Kind.DEAL], begun.book, Dealing(begun.deck, seats, begun.deal, begun.match))
    found += tally.check_all(kinds[Kind.TABLE], begun.book, begun.match)
    for step in islice(steps(begun), 100):
        found += tally.check_all(kinds[Kind.STEP], begun.book, step)
        found += tally.check_all(kinds[Kind.TABLE], begun.book, step.after)
    return {each.invariant for each in found}


def test_an_action_that_is_right_is_not_blamed() -> None:
    book, step = last_step({}, "Kh7d/9s+Qh+Jh", "Kh")
    steps_only = tuple(each for each in MINE if each.kind is Kind.STEP)
    assert isinstance(step, Step)
    assert list(Tally().check_all(steps_only, book, step)) == []
