"""What mutants are asked: the suite, small spaces as a whole, and a larger space of deals by chance."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from model.bank import play as bank
from model.bank.dealing import parse_round
from model.bank.points import POINTS as BANK_POINTS
from model.bank.profiles import RULES_VERSION
from model.bank.rulebook import Book as BankBook
from model.bank.state import Match, Stage
from model.cards import Labelling, card, format_zone
from model.deal import deal_of
from model.piles.points import POINTS as PILE_POINTS
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.conformance.bank.cases import case_of
from properties.conformance.bank.chance import random_round
from properties.conformance.bank.plan import other_ways as other_scripts
from properties.conformance.bank.script import format_action
from properties.conformance.books import AnyBook, check_seats, chosen_book, defaults_of, is_bank
from properties.conformance.cases import (
    CLASSES,
    SMALL_BUDGET,
    Case,
    case_seed,
    deals_of_size,
    exhaustive_case,
    random_case,
)
from properties.conformance.connectors import InProcess
from properties.conformance.core import cases_of
from properties.conformance.planner import Scope, decides_play, spaces_of
from properties.conformance.protocol import GameClaim
from properties.conformance.reference import Reference
from properties.conformance.runner import greet
from properties.conformance.step_cases import random_step_case, small_case
from properties.conformance.step_plan import space_cases, step_spaces
from properties.conformance.verify import claim_of
from properties.strength.bank_separating import bank_deals

Choices = tuple[tuple[str, str], ...]
SEATS: Final = {"bank": (2, 3, 4), "camicia": (2, 3)}
MOST_SEATS: Final = 6
MOST_CLASSES: Final = 4
"""Every deal of so many cards of all classes, and one card more for two seats."""
PILES: Final = 400
"""Piles by chance of each number of cards that a hand comes down on."""
BY_CHANCE: Final = {"bank": 240}
MOST_BY_CHANCE: Final = 600
"""Deals of the larger space, for each way to agree."""
SEED: Final = 8
SCRIPTS: Final = 30
"""Scripts of one deal of Bank in the small space, at most."""


@dataclass(frozen=True, slots=True)
class Space:
    """Cases that are asked one and all, and what they are in words."""

    words: str
    cases: tuple[Case, ...]


def suite(game: str, agreed: Choices) -> Iterator[Case]:
    """The cases of the suite with what else is agreed on, where that goes together."""
    for case in _asked_by_every_run(game):
        both = {**dict(agreed), **case.choices}
        if all(both[point] == way for point, way in agreed) and _is_possible(game, both, len(case.hands)):
            yield case.with_choices(both) if agreed else case


def _asked_by_every_run(game: str) -> tuple[Case, ...]:
    """The suite; in Bank with the same scripts under the other ways that they tell apart."""
    every = cases_of(game)
    return (*every, *other_scripts(every)) if is_bank(game) else every


def _is_possible(game: str, choices: Mapping[str, str], seats: int) -> bool:
    try:
        check_seats(chosen_book(game, choices), seats)
    except RuleChoiceError:
        return False
    return True


def agreements(game: str, function: object) -> tuple[Choices, ...]:
    """What is agreed on for a function to be asked: nothing, and each way of a rule point that is this function."""
    points: Any = BANK_POINTS if is_bank(game) else PILE_POINTS
    found: list[Choices] = [()]
    for name, point in points.items():
        ways = point.alternatives if is_bank(game) else point.ways(game)
        if not is_bank(game) and game not in point.games:
            continue
        for way, rule in ways.items():
            if rule is function and way != defaults_of(game)[name]:
                found.append(((name, way),))
    return tuple(found)


# --- small spaces ---


def small_space(game: str, agreed: Choices) -> Space:
    """All small deals, and where something is done at a table all short scripts."""
    if is_bank(game):
        found = tuple(_bank_space(agreed))
        return Space(f"{len(found):,} scripts: all of all deals of 3 cards of two suits to two seats", found)
    book = chosen_book(game, dict(agreed))
    assert isinstance(book, Book)
    scope = Scope(game, _seats(game, book, agreed), dict(agreed), other_ways(game, agreed), MOST_CLASSES)
    scripts = tuple(_scripts(scope, book))
    if book.slapping:
        words = "every single slap in all deals up to 4 cards, under each other way up to 3, "
        words += "and slaps on every two cards and on some piles of 3 to 5 by chance"
        situations = tuple(_situations(book, agreed))
        return Space(f"{len(situations) + len(scripts):,} scripts: {words}", (*situations, *scripts))
    deals = tuple(_deals(scope))
    words = f"all up to {MOST_CLASSES} cards, of two seats up to {MOST_CLASSES + 1}, under each other way up to 4"
    return Space(f"{len(deals):,} deals: {words}", (*deals, *scripts))


def _is_asked(point: str) -> bool:
    """Whether a program is asked for other ways at a point; of the ways of counting all are looked at anyway."""
    return decides_play(point) and point not in ("count_cards", "count_tricks")


def other_ways(game: str, agreed: Choices) -> tuple[dict[str, str], ...]:
    """What is agreed on with one way at one rule point that is not the default, each in turn."""
    points = {name: point for name, point in PILE_POINTS.items() if game in point.games and _is_asked(name)}
    every = (
        {**dict(agreed), name: way}
        for name, point in points.items()
        for way in point.ways(game)
        if way not in ("shuffled", defaults_of(game)[name]) and name not in dict(agreed)
    )
    return tuple(each for each in every if _is_possible(game, each, 2))


def _seats(game: str, book: Book, agreed: Choices) -> tuple[int, ...]:
    most = 4 if book.slapping else 5
    every = SEATS.get(game, range(2, most + 1))
    return tuple(number for number in every if _is_possible(game, dict(agreed), number))


def _deals(scope: Scope) -> Iterator[Case]:
    plain = replace(scope, variations=())
    for space in spaces_of(plain):
        for size in range(max(2, space.asked_elsewhere + 1), space.up_to + 1):
            for hands in deals_of_size(size, space.seats, space.classes):
                yield exhaustive_case(scope.game, hands, space.choices)
    if 2 in scope.seats:
        for hands in deals_of_size(MOST_CLASSES + 1, 2, CLASSES):
            yield exhaustive_case(scope.game, hands, scope.choices)
    for choices in scope.variations:
        for size in range(2, MOST_CLASSES + 1):
            yield from (exhaustive_case(scope.game, hands, choices) for hands in deals_of_size(size, 2, CLASSES))


def _scripts(scope: Scope, book: Book) -> Iterator[Case]:
    claim = claim_to(book)
    wider = replace(scope, all_classes_up_to=5 if book.slapping else 4)
    for space in step_spaces(wider):
        for size in range(2, space.up_to + 1):
            if size >= space.seats:
                yield from space_cases(wider, claim, space, size)


def _situations(book: Book, agreed: Choices) -> Iterator[Case]:
    """Two seats lay some cards, and a hand comes down: every two ranks, and more cards by chance."""
    letters = format_zone(tuple(map(card, book.ranks)))
    rng = random.Random(SEED)
    longer = ("".join(rng.choices(letters, k=cards)) for cards in (3, 4, 5) for _ in range(PILES))
    pairs = map("".join, itertools.product(letters, repeat=2))
    for pile in dict.fromkeys((*pairs, *longer)):
        deal = deal_of([pile[::2] + "2", pile[1::2] + "3"], Labelling.RANK, "")
        yield small_case(book.game, deal, ("lay",) * len(pile) + ("A!",), dict(agreed))


def claim_to(book: AnyBook) -> GameClaim:
    """What the model claims when it is asked as a program."""
    reference = Reference({book.game: book}, "the rules")
    return claim_of(greet(InProcess(reference.answer), RULES_VERSION), book.game)


def _bank_space(agreed: Choices) -> Iterator[Case]:
    book = chosen_book("bank", dict(agreed))
    assert isinstance(book, BankBook)
    if not _is_possible("bank", dict(agreed), 2):
        return
    for number, (_, text) in enumerate(bank_deals(3)):
        deal = parse_round(text)
        for place, script in enumerate(itertools.islice(_bank_scripts(book, bank.initial(book, deal)), SCRIPTS)):
            yield case_of(f"bank/small/{number}/{place}", deal, dict(agreed), script, "exhaustive")


def _bank_scripts(book: BankBook, match: Match, done: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if match.stage is not Stage.ROUND or len(done) >= 12:
        yield done
        return
    for action in bank.enabled(book, match):
        yield from _bank_scripts(book, bank.apply(book, match, action), (*done, format_action(match, action)))


# --- a larger space ---


def large_space(game: str, agreed: Choices) -> Space:
    """Deals by chance, the same every time: small ones and whole packs, for two seats and more."""
    book = chosen_book(game, dict(agreed))
    seats = tuple(
        number
        for number in SEATS.get(game, tuple(range(2, MOST_SEATS + 1)))
        if _is_possible(game, dict(agreed), number)
    )
    found = (
        tuple(itertools.islice(_by_chance(book, agreed, seats), BY_CHANCE.get(game, MOST_BY_CHANCE))) if seats else ()
    )
    told = f"{seats[0]} to {seats[-1]}" if seats else "no"
    return Space(f"{len(found):,} deals by chance to {told} seats", found)


def _by_chance(book: AnyBook, agreed: Choices, seats: tuple[int, ...]) -> Iterator[Case]:
    """Every other number of piles is played under another way at one rule point, each in turn."""
    claim = claim_to(book)
    ways = [] if isinstance(book, BankBook) else other_ways(book.game, agreed)
    for number in itertools.count():
        choices = dict(ways[number // 2 % len(ways)]) if ways and number % 2 else dict(agreed)
        for each in seats:
            if _is_possible(book.game, choices, each):
                yield _one(chosen_book(book.game, choices), claim, each, number, choices)


def _one(book: AnyBook, claim: GameClaim, seats: int, number: int, choices: dict[str, str]) -> Case:
    if isinstance(book, BankBook):
        return random_round(claim, seats, number, SEED, choices)
    if book.slapping:
        return random_step_case(book, claim, seats, number, SEED, choices, small=number % 16 < 14)
    if number % 16 < 12:
        return _some_cards(book, seats, number, choices)
    if number % 16 < 14:
        return random_step_case(book, claim, seats, number, SEED, choices, small=True)
    return random_case(book, seats, number, SEED, choices)


def _some_cards(book: Book, seats: int, number: int, choices: Mapping[str, str]) -> Case:
    """A few cards, half of them ordinary, to so many seats."""
    rng = random.Random(case_seed(SEED, f"{book.game}/{seats}/{number}"))
    hands = tuple("".join(rng.choice("-----JJQKA") for _ in range(rng.randint(1, 6))) for _ in range(seats))
    return msgspec.structs.replace(
        exhaustive_case(book.game, hands, choices), budget=SMALL_BUDGET, id=f"{book.game}/some/{seats}/{number}"
    )
