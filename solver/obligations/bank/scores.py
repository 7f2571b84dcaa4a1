"""K12, what is counted: what a hand costs, who has lost, and what a round is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from model.bank import scoring
from model.bank.rulebook import Book
from solver.obligations import Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.bank.bonuses import FOUR, any_finish, given_to, is_lay, last_lay
from solver.obligations.bank.cards import is_card
from solver.obligations.bank.rounds import (
    CONTRACTS,
    Banks,
    agreed,
    any_round,
    cards_of,
    each_seat_once,
    have_cards,
    is_agreed,
    is_out,
    points_of,
    table_of,
    the_table,
    worthless_in,
)
from solver.obligations.common import anything
from solver.terms import FALSE, Bool, Int, and_, apply, equal, implies, ite, not_, number, times
from solver.values import Entry, Record, Row, Value, as_int, as_zone, entries_of, same_rows

POINTS: Final = "L1: the points of piles add up"

# --- what a hand costs, from the text ---


def penalty(setting: Banks, hand: Value) -> Int:
    """What the cards that are left in a hand cost, by the way of counting that was agreed on."""
    left = points_of(setting.theory, hand)
    if is_agreed(setting, "scoring", "no_penalty"):
        return number(0)
    if is_agreed(setting, "scoring", "points_in_hand"):
        return left
    if is_agreed(setting, "scoring", "fixed"):
        return _fixed_sum(setting, left)
    return _for_each_card(setting, hand, left)


def _fixed_sum(setting: Banks, left: Int) -> Int:
    """A sum that was agreed on, and the points in hand with it, or only one of the two."""
    agreed_on = number(setting.declared.fixed_sum)
    if is_agreed(setting, "fixed_mode", "alone"):
        return agreed_on
    if is_agreed(setting, "fixed_mode", "when_no_points"):
        return ite(equal(left, number(0)), agreed_on, left)
    return agreed_on + left


def _for_each_card(setting: Banks, hand: Value, left: Int) -> Int:
    """A sum for each card, or for each without points, and the points in hand with it, or not."""
    every = setting.theory.length(as_zone(setting.theory, hand))
    paid_for = worthless_in(setting.theory, hand) if is_agreed(setting, "per_card_counts", "zero_only") else every
    for_cards = times(setting.declared.card_sum, paid_for)
    return for_cards if is_agreed(setting, "per_card_mode", "alone") else for_cards + left


def lost(setting: Banks, table: Record) -> tuple[Bool, ...]:
    """For each seat, whether it has lost: of those that hold cards all, the one with most points, or the last."""
    left, hands = have_cards(setting, table), table.zones("hands")
    if is_agreed(setting, "losers", "all_with_cards"):
        return left
    if is_agreed(setting, "losers", "last_only"):
        alone = [and_(*(not_(has) for other, has in enumerate(left) if other != at)) for at in range(len(left))]
        return tuple([has & nobody_else for has, nobody_else in zip(left, alone, strict=True)])
    in_hand = [points_of(setting.theory, hand) for hand in hands]
    most = [and_(*(implies(left[at], in_hand[at] <= own) for at in range(len(left)))) for own in in_hand]
    return tuple([has & is_most for has, is_most in zip(left, most, strict=True)])


# --- scenes ---


def any_hand(setting: Banks) -> Inputs:
    """Any hand."""
    return {"hand": setting.theory.constant("hand")}


def of_three_cards(setting: Banks) -> Inputs:
    """A hand of three cards, each of them known."""
    return {"hand": tuple([setting.shapes.any_of(int, f"card{at}", 0) for at in range(3)])}


def three_cards(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that they are cards."""
    return and_(*(is_card(setting, each) for each in cards_of(setting.theory, inputs["hand"])))


def after_lays_of(*sizes: int) -> Callable[[Banks], Inputs]:
    """Any round after seats have gone out, the first with so many cards as the first size says, and so on."""

    def inputs(setting: Banks) -> Inputs:
        return {"table": any_round(setting, out=_gone(setting, sizes[: setting.seats - 1]))}

    return inputs


def _gone(setting: Banks, sizes: Sequence[int]) -> Row:
    """Some seats that have gone out, each with so many cards; the last ones may not have gone out yet."""
    there = [apply(Bool, f"out{at}.there") for at in range(len(sizes))]
    for before, after in pairwise(there):
        setting.theory.facts.add(implies(after, before))
    gone = [any_finish(setting, f"out{at}", size) for at, size in enumerate(sizes)]
    return Row(tuple(map(Entry, there, gone)))


def some_are_out(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that whoever has gone out is a seat, did so once, with a lay, and holds no card."""
    table = table_of(inputs)
    gone = entries_of(table.fields["out"])
    lays = [implies(each.there, is_lay(setting, last_lay(setting, each.value))) for each in gone]
    holding = enumerate(have_cards(setting, table))
    nothing_left = [not_(is_out(setting, table, place) & has) for place, has in holding]
    return and_(each_seat_once(setting, table, "out"), *lays, *nothing_left)


PENALTY: Final[Scene[Book]] = Scene("scoring", lambda book: book.scoring, any_hand, anything, contracts=CONTRACTS)
PENALTY_OF_THREE: Final[Scene[Book]] = Scene(
    "scoring_of_three", lambda book: book.scoring, of_three_cards, three_cards, contracts=CONTRACTS
)
LOSERS: Final[Scene[Book]] = Scene("losers", lambda book: book.losers, the_table, anything, contracts=CONTRACTS)


def _scene(name: str, function: Callable[..., object], *sizes: int) -> Scene[Book]:
    """A function of a round, after lays of these sizes."""
    return Scene(name, lambda book: function, after_lays_of(*sizes), some_are_out, contracts=CONTRACTS)


BY_ONE_CARD: Final = (1, FOUR, 1)
BY_FOUR: Final = (FOUR, 1, FOUR)
"""With how many cards the first, the second and the third go out. Both together: each with one card, and with four."""

SCORES: Final = _scene("scores", scoring.scores, *BY_ONE_CARD)
SCORES_AFTER_FOUR: Final = _scene("scores_after_four", scoring.scores, *BY_FOUR)
COLLECTED: Final = _scene("collected", scoring.collected, *BY_ONE_CARD)


# --- goals ---


def costs(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """What a hand costs."""
    return {"it costs what was agreed on": equal(as_int(found), penalty(setting, inputs["hand"]))}


def usual_sum(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """31 points, and the points in hand."""
    left = points_of(setting.theory, inputs["hand"])
    return {"it costs 31 points and the points in hand": equal(as_int(found), number(USUAL_SUM) + left)}


def who_has_lost(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Exactly those seats have lost that the table has agreed on."""
    said = [Entry(has_lost, number(at)) for at, has_lost in enumerate(lost(setting, table_of(inputs)))]
    right = same_rows(setting.theory, found, Row(tuple(said)))
    return {"those have lost, in the order of the seats, of whom that was agreed on": right}


def gains_less_penalty(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """What each seat has captured and been given, less what its hand costs if it has lost."""
    table = table_of(inputs)
    hands, losing = table.zones("hands"), lost(setting, table)
    costs_it = [ite(has_lost, penalty(setting, hand), number(0)) for has_lost, hand in zip(losing, hands, strict=True)]
    said = [gain - cost for gain, cost in zip(_gains(setting, table), costs_it, strict=True)]
    return {"each seat scores what it captured and was given, less its penalty": _are(found, said)}


def gains(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """What each seat has captured and been given so far."""
    return {"each seat has what it captured and was given": _are(found, _gains(setting, table_of(inputs)))}


def _gains(setting: Banks, table: Record) -> list[Int]:
    captured = enumerate(table.zones("captured"))
    return [points_of(setting.theory, pile) + given_to(setting, table, place) for place, pile in captured]


def _are(found: Value, said: Sequence[Int]) -> Bool:
    """Whether these numbers were found, one for each seat."""
    numbers = [as_int(each.value) for each in entries_of(found)]
    return and_(*map(equal, numbers, said)) if len(numbers) == len(said) else FALSE


# --- what is to hold ---

USUAL_SUM: Final = 31
"""The fixed penalty that is used most often."""


def _fixed(*sums: int) -> tuple[Choices, ...]:
    """These fixed sums, and the usual one without the points in hand, or in their absence."""
    others = [{"scoring": "fixed", "fixed_mode": mode} for mode in ("alone", "when_no_points")]
    return tuple([{"scoring": f"fixed:{each}"} for each in sums] + others)


def _per_card(*sums: int) -> tuple[Choices, ...]:
    """These sums for a card, and the first of them with each way to count and to add."""
    ways = [("plus", "zero_only"), ("alone", "all"), ("alone", "zero_only")]
    others = [{"scoring": "per_card", "per_card_mode": mode, "per_card_counts": counted} for mode, counted in ways]
    return tuple([{"scoring": f"per_card:{each}"} for each in sums] + others)


_WAYS: Final[tuple[tuple[str, str, tuple[str, ...], tuple[Choices, ...]], ...]] = (
    ("no_penalty", "by way 1 what is left in hand costs nothing", ("BANK-68", "BANK-69"), ({},)),
    (
        "points_in_hand",
        "by way 2 the points in hand are the penalty",
        ("BANK-70", "BANK-72"),
        ({"scoring": "points_in_hand"},),
    ),
    (
        "fixed",
        "in form a the penalty is a sum that was agreed on, with the points in hand, without them, or in their absence",
        ("BANK-73", "BANK-74"),
        _fixed(15, 23, 31, 40, 48, 56),
    ),
    (
        "per_card",
        "in form b the penalty is a sum for each card, or each without points, with the points in hand or without them",
        ("BANK-73", "BANK-76"),
        _per_card(3, 6),
    ),
)

PENALTIES: Final[tuple[Choices, ...]] = ({}, *({"scoring": way} for way in ("points_in_hand", "fixed", "per_card")))
WHO_LOSES: Final = ("all_with_cards", "most_points", "last_only")


def with_usual_sum(declared: Book) -> bool:
    """Whether the fixed penalty was agreed on, with the sum that is used most often."""
    return declared.fixed_sum == USUAL_SUM and agreed(scoring="fixed", fixed_mode="plus")(declared)


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    *(
        Obligation(f"K12.{way}", PENALTY, words, clauses, costs, (POINTS,), agreed(scoring=way), under, once=True)
        for way, words, clauses, under in _WAYS
    ),
    *(
        Obligation(
            f"K12.{way}_of_three",
            PENALTY_OF_THREE,
            f"{words}: a hand of three cards, card by card",
            clauses,
            costs,
            (),
            when=agreed(scoring=way),
            under=under,
            once=True,
        )
        for way, words, clauses, under in _WAYS
    ),
    Obligation(
        "K12.usual_sum",
        PENALTY,
        "if no other sum is named the fixed penalty is 31 points",
        ("BANK-75",),
        usual_sum,
        (POINTS,),
        when=with_usual_sum,
        under=({"scoring": "fixed"},),
        once=True,
    ),
    *(
        Obligation(
            f"K12.{way}",
            LOSERS,
            words,
            ("BANK-70", "BANK-72"),
            who_has_lost,
            (POINTS,),
            when=agreed(losers=way),
            under=({"losers": way},),
        )
        for way, words in (
            ("all_with_cards", "every seat that holds cards has lost"),
            ("most_points", "of the seats that hold cards those with most points in hand have lost"),
            ("last_only", "a seat that is left over alone has lost, and of several nobody"),
        )
    ),
    *(
        Obligation(
            id,
            scene,
            f"a seat scores its captured cards and the bonuses of its place, less its penalty if it has lost ({words})",
            ("BANK-69", "BANK-70", "BANK-72", "BANK-84", "BANK-86", "BANK-88"),
            gains_less_penalty,
            (POINTS,),
            under=under,
        )
        for id, scene, words, under in (
            (
                "K12.scores",
                SCORES,
                "by one card, by four, by one",
                (*PENALTIES, *({"scoring": "points_in_hand", "losers": way} for way in WHO_LOSES[1:])),
            ),
            ("K12.scores_after_four", SCORES_AFTER_FOUR, "by four cards, by one, by four", ({}, PENALTIES[1])),
        )
    ),
    Obligation(
        "K12.collected",
        COLLECTED,
        "what a seat has collected so far are its captured cards and the bonuses of its place, without any penalty",
        ("BANK-69", "BANK-70"),
        gains,
        (POINTS,),
        under=PENALTIES[:2],
    ),
)
