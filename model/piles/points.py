"""The rule points of the pile games: for each, the alternatives a table may agree on, by their wire names.

The default of a game stands in its profile. Points with one alternative are rules that no source leaves open; they
are here because a misreading is an alternative too, one that nobody may choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Final

from model.cards import ACE, JACK, KING, QUEEN, THREE, TWO
from model.piles import dealing, paying, taking
from model.piles.rulebook import Book, CountCards, CountTricks, Pay, pay_map
from model.piles.state import Debt

J1Q2K3A4: Final = pay_map(
    "j1q2k3a4",
    Pay(JACK, Debt(1), ("BMN-22", "BB-15")),
    Pay(QUEEN, Debt(2), ("BMN-21", "BB-16")),
    Pay(KING, Debt(3), ("BMN-20", "BB-17")),
    Pay(ACE, Debt(4), ("BMN-19", "BB-18")),
)
"""Jack one, queen two, king three, ace four."""

A1_TWO2_THREE3: Final = pay_map("a1_two2_three3", Pay(ACE, Debt(1)), Pay(TWO, Debt(2)), Pay(THREE, Debt(3)))
"""Camicia: ace one, two two, three three."""

J1Q2K3: Final = pay_map("j1q2k3", Pay(JACK, Debt(1)), Pay(QUEEN, Debt(2)), Pay(KING, Debt(3)))
"""Jack one, queen two, king three; the ace is ordinary."""

A1J2Q3K4: Final = pay_map("a1j2q3k4", Pay(ACE, Debt(1)), Pay(JACK, Debt(2)), Pay(QUEEN, Debt(3)), Pay(KING, Debt(4)))
"""Ace one, jack two, queen three, king four."""


@dataclass(frozen=True, slots=True)
class RulePoint:
    """One place where a rule is decided, and the decisions to choose from, by wire name."""

    name: str
    alternatives: Mapping[str, object]
    two_seats_only: frozenset[str] = frozenset()
    """Alternatives that say nothing about three or more seats, and are refused there."""


def _by_name(*functions: Callable[..., object]) -> dict[str, object]:
    return {function.__name__: function for function in functions}


POINTS: Final[Mapping[str, RulePoint]] = {
    point.name: point
    for point in (
        RulePoint("packs", {"by_seats": dealing.by_seats, "1": dealing.one_pack, "2": dealing.two_packs}),
        RulePoint("deal", _by_name(dealing.singly_clockwise, dealing.equal_rest_to_middle, dealing.one_aside)),
        RulePoint("deal_one", _by_name(dealing.one_card_clockwise)),
        RulePoint("first_seat", {"left_of_dealer": dealing.left_of_dealer, "dealer": dealing.dealer_first}),
        RulePoint("dealt_on_top", _by_name(dealing.last_dealt, dealing.first_dealt)),
        RulePoint("pay_map", {each.name: each for each in (J1Q2K3A4, A1_TWO2_THREE3, J1Q2K3, A1J2Q3K4)}),
        RulePoint("pay_card", _by_name(paying.next_seat_owes)),
        RulePoint("owed_card", _by_name(paying.counts_down)),
        RulePoint("paid", _by_name(paying.claimant_wins)),
        RulePoint(
            "payer_out",
            _by_name(paying.pass_remainder, paying.claimant_takes, paying.other_lays),
            two_seats_only=frozenset({"other_lays"}),
        ),
        RulePoint("plain_card", _by_name(paying.turn_passes)),
        RulePoint("sole_holder", _by_name(paying.takes_when_turn_returns, paying.goes_on_turning, paying.wins_at_once)),
        RulePoint("nobody_can_lay", _by_name(paying.last_layer_takes)),
        RulePoint(
            "pile_order",
            {
                "first_laid_first": taking.first_laid_first,
                "reversed": taking.reversed_pile,
                "shuffled": taking.shuffled,
            },
        ),
        RulePoint("leader", _by_name(taking.taker, taking.after_last_layer, taking.after_taker)),
        RulePoint(
            "end",
            _by_name(taking.must_play, taking.immediate, taking.early_stop, taking.lead_on),
            two_seats_only=frozenset({"immediate", "early_stop", "lead_on"}),
        ),
        RulePoint("time_rule", _by_name(taking.off, taking.most_cards_at_budget)),
        RulePoint("position", _by_name(taking.hands_and_leader)),
        RulePoint("count_cards", {each.value: each for each in CountCards}),
        RulePoint("count_tricks", {each.value: each for each in CountTricks}),
    )
}


class RuleChoiceError(ValueError):
    """A choice of rules that does not exist or does not fit. The message says what would be right."""


def choose(book: Book, choices: Mapping[str, str]) -> Book:
    """The book with an alternative put in for each named point. Raises RuleChoiceError for unknown names."""
    chosen: dict[str, Any] = {}
    for point, alternative in choices.items():
        if point not in POINTS:
            raise RuleChoiceError(f"no rule point is called '{point}': {_instead(point, POINTS)}")
        known = POINTS[point].alternatives
        if alternative not in known:
            raise RuleChoiceError(f"{point} has no alternative '{alternative}': {_instead(alternative, known)}")
        chosen[point] = known[alternative]
    return replace(book, **chosen)


def choices(book: Book) -> dict[str, str]:
    """The wire name of what the book has at each rule point; a misreading shows under its own function name."""
    return {name: _wire_name(point, getattr(book, name)) for name, point in POINTS.items()}


def _wire_name(point: RulePoint, value: object) -> str:
    for name, alternative in point.alternatives.items():
        if alternative == value:
            return name
    return str(getattr(value, "__name__", getattr(value, "name", value)))


def check_seats(book: Book, seats: int) -> None:
    """Refuse numbers of seats that the game, or an alternative chosen, does not know. Raises RuleChoiceError."""
    if not book.fewest_seats <= seats <= book.most_seats:
        wanted = str(book.fewest_seats)
        if book.most_seats != book.fewest_seats:
            wanted += f" to {book.most_seats}"
        raise RuleChoiceError(f"{book.game} is played by {wanted} seats, not by {seats}: give one hand for each seat")
    for name, alternative in choices(book).items():
        if seats > 2 and alternative in POINTS[name].two_seats_only:
            raise RuleChoiceError(f"{name}={alternative} is defined for two seats only, and this deal has {seats}")


def _instead(name: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    return f"{hint}there {'is' if len(known) == 1 else 'are'} {', '.join(known)}"
