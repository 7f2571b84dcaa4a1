"""What may be laid, drawn and missed at a table of Bank: worked examples, and misreadings that each are noticed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice, permutations
from typing import Any, Final

import pytest

from model.bank.actions import Act, Action, RoundDeal
from model.bank.dealing import parse_round
from model.bank.play import apply, enabled, initial, refusal
from model.bank.points import POINTS
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage, all_cards
from model.cards import Zone
from model.game import Seat
from model.register import load
from properties.bank_rounds import start, steps
from properties.conformance.bank.script import followed, parse_script
from properties.invariants.bank.core import Dealing, Invariant, Kind, Step
from properties.invariants.bank.covering import LINES, rank, suit
from properties.invariants.bank.deals import DEALS
from properties.invariants.bank.laying import LAYING
from properties.invariants.bank.turns import TURNS
from properties.invariants.statements import Tally, Violation
from properties.misreadings import Fault
from properties.misreadings.bank import covering, laying, turning
from properties.misreadings.bank.core import BankMisreading
from tests.bank_tables import may, table

MINE: Final[tuple[Invariant[Any], ...]] = (*DEALS, *LAYING, *TURNS)
BY_KIND: Final = {kind: tuple(each for each in MINE if each.kind is kind) for kind in Kind}
MISREAD: Final = (*covering.COVERING, *laying.LAYING, *turning.TURNING)
EACH: Final = [pytest.param(misreading, id=misreading.name) for misreading in MISREAD]
DEALT: Final = ("pack", "deal")
"""Rule points that show when a pack is dealt, not in play."""
NONE, OWN_SPADES, GROUPS = {"trumps": "none"}, {"trumps": "own:shdc"}, {"trumps": "senior_junior"}
UP: Final = {"rank_order": "header_up"}


# --- the register's worked examples ---

EXAMPLES: Final = [
    ("BANK-A01", NONE, "AcKc/7d+Tc", "", {"Ac": True, "Kc": False}),
    ("BANK-A01", NONE | UP, "AcKc/7d+Tc", "", {"Ac": False, "Kc": True}),
    ("BANK-A02", NONE, "KsTs/7d+Qs", "", {"Ks": True, "Ts": False}),
    ("BANK-A02", NONE | UP, "Js9s/7d+Qs", "", {"Js": True, "9s": False}),
    ("BANK-A02", NONE | UP | {"cover_step": "any_lower"}, "Js9s/7d+Qs", "", {"Js": True, "9s": True}),
    ("BANK-A03", {}, "6h/7c+Ah", "", {"6h": True}),
    ("BANK-A03", {}, "6h/7c+Ad", "", {"6h": False, "pass": True}),
    ("BANK-A03", {"six": "any"}, "6h/7c+Ad", "", {"6h": True}),
    ("BANK-A04", GROUPS, "8h/7c+Ks", "", {"8h": True}),
    ("BANK-A05", {}, "8dAh/7c+9s", "8d", {"stop": True, "Ah": False}),
    ("BANK-A05", {"eight_follow": "required"}, "8d9d/7c+9s", "8d", {"stop": False, "9d": True}),
    ("BANK-A06", NONE, "8d9dTc/7s+Kc", "8d", {"9d": True, "Tc": False}),
    ("BANK-A06", NONE | UP, "8d7dQc/9s+Kc", "8d", {"7d": True, "Qc": False}),
    ("BANK-A07", NONE, "QcQdQhQsKs/7d+Ad", "QcQdQhQs", {"Ks": True, "stop": False}),
    ("BANK-A07", NONE | UP, "QcQdQhQsJs/7d+Ad", "QcQdQhQs", {"Js": True, "stop": False}),
    ("BANK-A07", NONE, "QcQdQhQs7s/7d+Ad+6h", "QcQdQhQs", {"draw": True, "stop": False}),
    ("BANK-A07", NONE, "QcQdQhQs7s/7d+Ad", "QcQdQhQs", {"stop": True, "draw": False}),
    ("BANK-A08", NONE | UP, "KdQsJh9c/7s+Td", "", {"KdQsJh9c": True, "9cJhQsKd": False}),
    ("BANK-A08", NONE | {"run_attach": "free"}, "KdQsJh9c/7s+Ad", "", {"KdQsJh9c": True, "9cJhQsKd": True}),
    ("BANK-A08", NONE | {"run_suit": "same"} | UP, "KdQsJh9c/7s+Td", "", {"KdQsJh9c": False}),
    ("BANK-A08", NONE, "6dAhTsKc/7s+Ad", "", {"6dAhTsKc": False, "6d": True}),
    ("BANK-A17", {}, "Kh7d/9s+Qh+Jh", "", {"Kh": True, "draw": False, "pass": False}),
    ("BANK-A17", {}, "7d/9s+Qh+JhKh", "draw", {"pass": True, "draw": False}),
    ("BANK-A21", {}, "7d6d/9s+7h", "7d", {"skip": True, "draw": False, "9s": False}),
    ("BANK-A21", {"seven": "nothing"}, "7d6d/9s+7h", "7d", {"skip": False, "pass": True}),
    ("BANK-A22", OWN_SPADES, "6sAs/7c+9h", "", {"6s": True, "As": True}),
    ("BANK-A22", OWN_SPADES, "TsQs6sKd8c/7c+Ks", "", {"Ts": True, "Qs": False, "6s": True, "Kd": True, "8c": True}),
    ("BANK-A22", OWN_SPADES | UP, "TsQs6sKd8c/7c+Ks", "", {"Ts": False, "Qs": True, "6s": True, "Kd": True}),
    ("BANK-A22", {"trump_covers": "normal_forms_only"}, "6cAh/7s+9h", "", {"6c": False, "pass": True}),
    ("BANK-A22", GROUPS | {"trump_covers": "normal_forms_only"}, "6s/7c+Ad", "", {"6s": True}),
    ("BANK-A23", {"trumps": "two", "trump_vs_trump": "any"}, "6s/7c+Ad", "", {"6s": True}),
    ("BANK-A23", {"trumps": "two"}, "6s/7c+Ad", "", {"6s": False}),
    ("BANK-A23", GROUPS, "6s/7c+Ad", "", {"6s": True}),
    ("BANK-A23", GROUPS, "9s/7c+8s", "", {"9s": True}),
    ("BANK-A23", GROUPS, "8s/7c+9s", "", {"8s": True}),
    ("BANK-A23", GROUPS, "7s/7c+9s", "", {"7s": False}),
    ("BANK-A23", GROUPS | UP, "9s/7c+8s", "", {"9s": False}),
    ("BANK-A24", GROUPS, "Qh/7c+Qs", "", {"Qh": True}),
    ("BANK-A38", {}, "7c9h/7s+8h", "", {"7c": True, "9h": True}),
    ("BANK-A41", {}, "8dQcQdQhQs/7s+Ah", "8d", {"QcQdQhQs": False, "stop": True}),
    ("BANK-A41", {"eight_follow_kind": "any_move"}, "8dQcQdQhQs/7s+Ah", "8d", {"QcQdQhQs": True, "stop": True}),
    ("BANK-A41", {}, "8d8h/7s+Ah", "8d", {"8h": True}),
    ("BANK-A42", {}, "7d/9s+Qh+Kh", "draw", {"Kh": True, "pass": False}),
]


@pytest.mark.parametrize(("id", "choices", "deal", "script", "allowed"), EXAMPLES)
def test_worked_examples(id: str, choices: dict[str, str], deal: str, script: str, allowed: dict[str, bool]) -> None:
    assert id in load().ambiguities
    assert {token: may(choices, deal, script, token) for token in allowed} == allowed


@pytest.mark.parametrize(
    ("choices", "deal", "first"),
    [
        ({}, "Tc/Kc+Qc", 1),
        (UP, "9c/Jc+Qc", 1),
        ({"first_mover": "lowest"}, "Tc/Kc+Qc", 0),
        ({"first_mover": "first_clockwise"}, "Tc/Kc+Qc", 0),
        ({}, "7c/Jc+Qc", 1),
        ({}, "7c/Tc+Qc", 1),
        ({}, "7d/9d+Qc@A", 1),
        ({}, "7d//9d+Qc+6h@A", 2),
    ],
)
def test_who_moves_first(choices: dict[str, str], deal: str, first: int) -> None:
    assert table(choices, deal)[1].round.turn == first


def test_a_last_eight_ends_the_turn_and_a_last_seven_strikes() -> None:
    _, match = table({}, "8d/7s9c/9s+Ah", "8d")
    assert [finish.seat for finish in match.round.out] == [0]
    assert (match.round.turn, match.round.phase) == (1, Phase.MOVE)
    _, match = table({}, "7d/7s9c/9s+7h", "7d")
    assert [finish.seat for finish in match.round.out] == [0]
    assert (match.round.turn, match.round.phase) == (1, Phase.SEVEN)


def test_an_open_seven_misses_nobody() -> None:
    _, match = table({}, "8d/9s+7d")
    assert (match.round.turn, match.round.phase) == (0, Phase.MOVE)


def test_with_two_seats_a_seven_gives_its_layer_another_turn() -> None:
    _, match = table({}, "7d6d/9s+7h", "7d skip")
    assert match.round.turn == 0


# --- the invariants hold ---

SEEDED: Final = 5
MATCHES: Final = 60
ACTIONS: Final = 120


def looked_at(number: int, tally: Tally) -> Iterator[Violation]:
    """All that does not hold of one match of random play, its rules, its deal, its tables and its actions."""
    begun = start(SEEDED, number)
    book, seats = begun.book, len(begun.match.totals)
    yield from tally.check_all(BY_KIND[Kind.BOOK], book, seats)
    if begun.deck:
        yield from tally.check_all(BY_KIND[Kind.DEAL], book, Dealing(begun.deck, seats, begun.deal, begun.match))
    yield from tally.check_all(BY_KIND[Kind.TABLE], book, begun.match)
    for step in islice(steps(begun), ACTIONS):
        yield from tally.check_all(BY_KIND[Kind.STEP], book, step)
        yield from tally.check_all(BY_KIND[Kind.TABLE], book, step.after)


def test_the_invariants_hold_whatever_is_agreed_on() -> None:
    tally = Tally()
    for number in range(MATCHES):
        assert [(number, found.invariant) for found in looked_at(29 * number, tally)] == []
    rarely = {"then whoever was dealt to first", "a seven without effect is a card like others"}
    assert [each.name for each in MINE if not tally.met[each.name] and each.name not in rarely] == []


@pytest.mark.parametrize("misreading", EACH)
def test_the_invariants_hold_of_the_rules_in_the_example_of_a_misreading(misreading: BankMisreading) -> None:
    assert list(example_of(misreading, misreading.base_book, Tally())) == []


def test_invariants_have_names_of_their_own_and_speak_of_rules() -> None:
    register = load()
    assert [name for name, times in Counter(each.name for each in MINE).items() if times > 1] == []
    assert all(register.clause(id).carries_rule for each in MINE for id in each.clauses)
    assert all(each.statement.endswith(".") for each in MINE)


# --- small hands: everything that could be laid is tried ---

SMALL: Final[tuple[tuple[dict[str, str], str], ...]] = (
    ({}, "9c8c7c6cJc/7s+Td"),
    (NONE, "KdQsJh9c8d/7s+Ad"),
    (NONE | UP, "KdQsJh9c8d/7s+Td"),
    (NONE | UP, "QcQdQhQsJsKs/7d+Td"),
    (NONE | {"run_attach": "free"}, "9d8d7d6hQs/7s+Ac"),
    (NONE | {"run_suit": "same"}, "9d8d7d6d6h8h/7s+Jd"),
    (GROUPS, "AsTsKsQsQdQhQc/7d+9d"),
)


def one_way(line: str, order: Zone) -> bool:
    """Whether four cards are four neighbours of a line of ranks, read forwards or backwards."""
    ranks = "".join(map(rank, order))
    return ranks in line or ranks in line[::-1]


@pytest.mark.parametrize(("choices", "deal"), SMALL)
def test_of_all_orders_of_four_cards_exactly_the_right_ones_may_be_laid(choices: dict[str, str], deal: str) -> None:
    book, match = table(choices, deal)
    hand = match.round.hands[0]
    offered = [action.cards for action in enabled(book, match)]
    alone = {order[0] for order in offered if len(order) == 1}
    line = LINES[choices.get("rank_order", "literal")]
    free, one_suit = "run_attach" in choices, "run_suit" in choices
    right = [
        order
        for order in permutations(hand, 4)
        if len(set(map(rank, order))) == 1
        or (one_way(line, order) and (free or order[0] in alone) and not (one_suit and len(set(map(suit, order))) > 1))
    ]
    assert right
    assert sorted(order for order in offered if len(order) > 1) == sorted(right)
    for order in permutations(hand, 4):
        action = Action(Seat(0), Act.LAY, order)
        assert (refusal(book, match, (action,)) is None) is (order in right)


# --- the misreadings ---


def deck_of(deal: RoundDeal) -> Zone:
    """The pack from which the rules deal this round: four cards for each seat, one after the other, then the rest."""
    seats = len(deal.hands)
    order = [(deal.dealer + place) % seats for place in range(1, seats + 1)]
    return tuple(deal.hands[seat][place] for place in range(4) for seat in order) + (deal.open_card,) + deal.stock


def example_of(misreading: BankMisreading, book: Book, tally: Tally) -> Iterator[Violation]:
    """All that the invariants find in the example of a misreading, played by this book."""
    deal = parse_round(misreading.deal)
    seats = len(deal.hands)
    yield from tally.check_all(BY_KIND[Kind.BOOK], book, seats)
    if misreading.point in DEALT:
        deck = book.pack() if misreading.point == "pack" else deck_of(deal)
        deal = book.deal(book, deck, seats, deal.dealer)
        yield from tally.check_all(BY_KIND[Kind.DEAL], book, Dealing(deck, seats, deal, initial(book, deal)))
    match = initial(book, deal)
    yield from tally.check_all(BY_KIND[Kind.TABLE], book, match)
    for done in followed(book, match, parse_script(misreading.script.split())):
        if done.refused is None:
            yield from tally.check_all(BY_KIND[Kind.STEP], book, Step(done.before, done.after, done.action))
            yield from tally.check_all(BY_KIND[Kind.TABLE], book, done.after)


@pytest.mark.parametrize("misreading", EACH)
def test_a_misreading_is_told_completely(misreading: BankMisreading) -> None:
    register = load()
    assert misreading.point in {field.name for field in fields(Book)}
    assert misreading.function not in POINTS[misreading.point].alternatives.values()
    assert all(register.clause(id).carries_rule for id in misreading.clauses)
    assert misreading.belief.endswith(".")
    assert misreading.source.endswith(".")
    assert set(re.findall(r"BANK-A\d\d", misreading.source)) <= set(register.ambiguities)


def seen(book: Book, match: Match) -> tuple[Match, frozenset[Action]]:
    return match, frozenset(enabled(book, match))


@pytest.mark.parametrize("misreading", EACH)
def test_the_example_of_a_misreading_shows_it_with_its_last_action(misreading: BankMisreading) -> None:
    rules, wrong, deal = misreading.base_book, misreading.book, parse_round(misreading.deal)
    if misreading.point in DEALT:
        seats = len(deal.hands)
        decks = (rules.pack(), wrong.pack()) if misreading.point == "pack" else (deck_of(deal), deck_of(deal))
        assert rules.deal(rules, decks[0], seats, deal.dealer) == deal
        assert wrong.deal(wrong, decks[1], seats, deal.dealer) != deal
        return
    right, other = initial(rules, deal), initial(wrong, deal)
    tokens = parse_script(misreading.script.split())
    for number, token in enumerate(tokens, start=1):
        assert seen(rules, right) == seen(wrong, other), "nothing shows before the last action"
        tick = token.tick(right)
        refused = refusal(rules, right, tick)
        if refused != refusal(wrong, other, tick):
            assert number == len(tokens)
            return
        assert refused is None
        right, other = apply(rules, right, tick[0]), apply(wrong, other, tick[0])
    assert seen(rules, right) != seen(wrong, other)


@pytest.mark.parametrize("misreading", EACH)
def test_an_invariant_of_each_clause_of_a_misreading_fails_on_its_example(misreading: BankMisreading) -> None:
    failed = {id for found in example_of(misreading, misreading.book, Tally()) for id in found.clauses}
    assert set(misreading.clauses) <= failed


@pytest.mark.parametrize("misreading", EACH)
def test_misread_rounds_lose_no_card_and_end(misreading: BankMisreading) -> None:
    for number in range(3):
        begun = start(SEEDED, 7 * number, misreading.apply)
        whole = sorted(all_cards(begun.match.round))
        if begun.book.captured_to is not BANK.captured_to:
            continue
        played = list(islice(steps(begun), 800))
        assert all(sorted(all_cards(step.became)) == whole for step in played)
        assert not played or played[-1].after.stage is not Stage.ROUND
    assert misreading.kind not in (Fault.LOSS, Fault.HANG)


def test_every_rule_of_laying_and_of_turns_is_misread() -> None:
    numbers = (*range(2, 6), *range(17, 61))
    rules = [id for id in (f"BANK-{number:02}" for number in numbers) if load().clause(id).carries_rule]
    misread = {id for each in MISREAD for id in each.clauses}
    assert [id for id in rules if id not in misread] == []
    assert len({each.name for each in MISREAD}) == len(MISREAD)
    met = [each for each in MISREAD if "BANK-A" in each.source]
    assert len(met) >= len(MISREAD) / 2
