"""Which cases to ask, and in which order.

Worked examples of the sources; then every deal by growing size; then directed corner cases; then random real deals;
then records and loops. A planner is a generator: it yields cases and is sent the verdicts that have come in since.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Protocol

from model.bank.rulebook import Book as BankBook
from model.game import Act
from model.piles.play import initial
from model.piles.points import check_seats, choices, choose
from model.piles.profiles import PROFILES
from model.piles.run import RefusedSlap, cards_played
from model.points import RuleChoiceError
from model.register import UnknownClause, load
from properties.conformance.books import (
    GAMES,
    AnyBook,
    check_way,
    chosen_book,
    claims_way,
    default_book,
    defaults_of,
    is_bank,
)
from properties.conformance.books import check_seats as check_seats_of
from properties.conformance.cases import (
    CLASSES,
    Case,
    count_of_size,
    deals_of_size,
    exhaustive_case,
    random_case,
)
from properties.conformance.judge import Status, Verdict
from properties.conformance.protocol import GameClaim, SeatRange, seats
from properties.conformance.script import parse_script

TWO_CLASSES = "-J"

Plan = Generator[Case | None, list[Verdict], None]
"""Yields cases; None asks for the verdicts on all cases so far before the next one."""


class ClaimError(ValueError):
    """A hello that claims what does not exist. The message says which claim, and what would be right."""


@dataclass(frozen=True, slots=True)
class Scope:
    """How much to ask: sizes are numbers of cards in a deal, `random` is a number of deals for each number of seats."""

    game: str
    seats: tuple[int, ...]
    choices: Mapping[str, str]
    variations: tuple[Mapping[str, str], ...] = ()
    all_classes_up_to: int = 5
    two_classes_up_to: int = 8
    random: int = 300
    seed: int = 1
    more: Callable[[], bool] = lambda: False
    """Whether there is time for more random deals when everything else has been asked."""


class AnySpace(Protocol):
    """What every space of cases has."""

    seats: int
    choices: Mapping[str, str]


@dataclass(slots=True)
class Space:
    """A space of deals that is searched as a whole, and how far the search has come."""

    seats: int
    classes: str
    up_to: int
    choices: Mapping[str, str] = field(default_factory=dict)
    asked_elsewhere: int = 0
    """Up to this size the deals stand in a larger space too, and are asked there."""
    searched: int = 0
    deals: int = 0

    def __str__(self) -> str:
        also = "".join(f", {point}={way}" for point, way in self.choices.items())
        cards = " ".join(self.classes)
        return f"{self.seats} seats{also}: all {self.deals:,} deals of {cards} up to {self.searched} cards"


def scope_of(claim: GameClaim, wanted_seats: tuple[int, ...], wanted: Mapping[str, str]) -> Scope:
    """What to ask of a program that claims this, as far as its user wants it. Raises ClaimError, RuleChoiceError."""
    check_claim(claim)
    claimed = seats(claim)
    chosen = tuple(number for number in claimed if not wanted_seats or number in wanted_seats)
    if not chosen:
        raise RuleChoiceError(f"the program claims {_list(claimed)} seats, and none of {_list(wanted_seats)}")
    defaults = defaults_of(claim.game)
    base: dict[str, str] = {}
    for point, ways in claim.variant.items():
        way = wanted.get(point, defaults[point] if defaults[point] in ways else ways[0])
        if way != defaults[point]:
            base[point] = way
    for point, way in wanted.items():
        allowed = claim.variant.get(point, (defaults.get(point, way),))
        if not claims_way(claim, point, way):
            raise RuleChoiceError(f"the program does not claim {point}={way}, but {point}={' or '.join(allowed)}")
        check_way(claim.game, point, way)
    if is_bank(claim.game):
        return Scope(claim.game, _with_trumps(chosen, base), base)
    return Scope(claim.game, chosen, base, _variations(claim, wanted, base))


def _with_trumps(chosen: tuple[int, ...], base: Mapping[str, str]) -> tuple[int, ...]:
    """Of these numbers of seats those that Bank can be played by under the rules chosen. Raises RuleChoiceError."""
    book, found = chosen_book("bank", base), []
    for number in chosen:
        try:
            check_seats_of(book, number)
            found.append(number)
        except RuleChoiceError as error:
            wrong = error
    if not found:
        raise wrong
    return tuple(found)


def _variations(claim: GameClaim, wanted: Mapping[str, str], base: Mapping[str, str]) -> tuple[Mapping[str, str], ...]:
    """What the program offers beside what is asked first: one other way at one point."""
    defaults = defaults_of(claim.game)
    return tuple(
        {**base, point: way}
        for point, ways in claim.variant.items()
        if point not in wanted
        for way in dict.fromkeys(ways)
        if way != base.get(point, defaults[point]) and decides_play(point)
    )


def decides_play(point: str) -> bool:
    """Whether a point makes a difference once the hands are given."""
    return point not in {"packs", "deal", "deal_one", "first_seat", "dealt_on_top", "time_rule", "pay_map"}


def check_claim(claim: GameClaim) -> None:
    """Refuse a claim that names games, seats, points or alternatives that do not exist. Raises ClaimError."""
    if claim.game not in GAMES:
        raise ClaimError(f"hello names the game '{claim.game}': this version knows {', '.join(GAMES)}")
    for point, ways in claim.variant.items():
        _check_ways(claim.game, point, ways)
    _check_cards(default_book(claim.game), claim)
    _check_seats(default_book(claim.game), claim)
    if "trace" in claim.levels and not claim.trace:
        raise ClaimError('hello claims the level trace and nothing to trace: write trace as ["events"] or ["states"]')
    if "step" in claim.levels and not claim.observe:
        raise ClaimError('hello claims the level step and observes nothing: write observe as ["state"], or more')
    if "laid" not in claim.events:
        raise ClaimError('hello lists events without "laid": the steps of a game are told apart by the cards laid')
    for gap in claim.gaps:
        try:
            load().clause(gap.clause)
        except UnknownClause as error:
            raise ClaimError(f"hello names a gap in a clause that does not exist: {error}") from error
    for point in ("count_cards", "count_tricks"):
        value = getattr(claim, point)
        if value is not None:
            _check_ways(claim.game, point, (value,))


def _check_ways(game: str, point: str, ways: tuple[str, ...]) -> None:
    if not ways:
        raise ClaimError(f"hello lists no alternative for {point}: name at least one, or leave the point out")
    for way in ways:
        try:
            check_way(game, point, way)
        except RuleChoiceError as error:
            raise ClaimError(f"hello: {error}") from error
        if way == "shuffled":
            raise ClaimError(
                f"hello offers {point}=shuffled: a game that chance decides cannot be judged by its outcome"
            )


def _check_cards(book: AnyBook, claim: GameClaim) -> None:
    if isinstance(book, BankBook):
        if "full" not in claim.cards:
            raise ClaimError(f'hello claims cards as {list(claim.cards)}: Bank is about suits, so claim "full"')
        if claim.levels != ("step",):
            raise ClaimError(
                f'hello claims {list(claim.levels)} for Bank, which is played step by step: claim ["step"]'
            )
        return
    if book.slapping and not {"rank", "full"} & set(claim.cards):
        raise ClaimError(f'hello claims cards as {list(claim.cards)}: slaps are about ranks, so claim "rank" or "full"')
    if not book.slapping and "class" not in claim.cards:
        raise ClaimError(
            f'hello claims cards as {list(claim.cards)}: deals are given as classes here, so claim "class" too'
        )


def _check_seats(book: AnyBook, claim: GameClaim) -> None:
    told = claim.seats
    ends = (told.min, told.max) if isinstance(told, SeatRange) else told
    if not ends or (isinstance(told, SeatRange) and told.min > told.max):
        raise ClaimError('hello claims no number of seats: write for example [2] or {"min": 2, "max": 6}')
    for number in ends:
        if not book.fewest_seats <= number <= book.most_seats:
            raise ClaimError(f"hello claims {number} seats: {book.game} has {book.fewest_seats} to {book.most_seats}")


def inapplicable(case: Case, claim: GameClaim) -> str:
    """Why a program that claims this is not asked this case; empty if it is."""
    if case.game != claim.game:
        return f"it is a deal of {case.game}, and the program was asked for {claim.game}: say --game {claim.game}"
    if len(case.hands) not in seats(claim):
        return f"{len(case.hands)} seats are not claimed"
    if case.cards not in claim.cards:
        return f"cards given as {case.cards} are not claimed"
    if is_bank(case.game):
        from properties.conformance.bank.plan import beyond  # it needs the plans of this module

        return beyond(case, claim)
    return _inapplicable_pile(case, claim)


def _inapplicable_pile(case: Case, claim: GameClaim) -> str:
    reason = _beyond(case, claim)
    if reason:
        return reason
    for point, way in case.choices.items():
        default = defaults_of(case.game)[point]
        if decides_play(point) and way not in claim.variant.get(point, (default,)):
            return f"{point}={way} is not claimed"
    return _unseatable(case.game, tuple(case.choices.items()), len(case.hands))


@lru_cache(maxsize=4096)
def _unseatable(game: str, chosen: tuple[tuple[str, str], ...], seats: int) -> str:
    """Why so many seats cannot play by these rules; empty if they can. Raises RuleChoiceError for no rules at all."""
    book = choose(PROFILES[game], dict(chosen))
    try:
        check_seats(book, seats)
    except RuleChoiceError as error:
        return str(error)
    return ""


def leaves_cards_over(claim: GameClaim, chosen: Mapping[str, str]) -> bool:
    """Whether the program claims a deal that can leave cards over in the middle."""
    default = choices(PROFILES[claim.game])["deal"]
    return "equal_rest_to_middle" in (chosen.get("deal", ""), *claim.variant.get("deal", (default,)))


def _refused_slap(case: Case) -> str:
    """What the rules that are chosen refuse of a case's slaps; empty if they allow all of them."""
    if not case.timeline:
        return ""
    book = choose(PROFILES[case.game], case.choices)
    last = max(1, *case.slaps)  # a slap before the first card stands with it
    try:
        played = sum(1 for _ in islice(cards_played(book, initial(book, case.deal), None, case.slaps), last))
    except RefusedSlap as error:
        return f"its slaps are not allowed by these rules ({error})"
    return "" if played == last else f"a slap comes after {last} cards, and the game is over after {played}"


def _beyond(case: Case, claim: GameClaim) -> str:
    """What a deal, or a conversation, needs that is not claimed; empty if nothing is."""
    if case.middle and not leaves_cards_over(claim, case.choices):
        return "cards left over in the middle are not claimed (deal)"
    if case.script is None:
        return _refused_slap(case)
    if "step" not in claim.levels:
        return "the level step is not claimed"
    if case.twin and "view" not in claim.observe:
        return "views are not claimed"
    tokens = parse_script(case.script)
    if claim.ties == "never" and any(token.act is Act.SLAP and len(token.seats) > 1 for token in tokens):
        return "slaps at one instant are not claimed (ties)"
    return ""


def spaces_of(scope: Scope) -> tuple[Space, ...]:
    """The spaces to be searched as a whole, smallest decks for the variations."""
    spaces: list[Space] = []
    for number in scope.seats:
        spaces.append(Space(number, CLASSES, max(scope.all_classes_up_to, 0), scope.choices))
        two = scope.two_classes_up_to if number == 2 else min(scope.two_classes_up_to, number + 2)
        spaces.append(Space(number, TWO_CLASSES, two, scope.choices, scope.all_classes_up_to))
    for choice in scope.variations:
        spaces += [Space(number, CLASSES, scope.all_classes_up_to - 1, choice) for number in scope.seats]
    return tuple(space for space in spaces if space.up_to >= space.seats and defined(scope.game, space))


def defined(game: str, space: AnySpace) -> bool:
    """Whether the choices say anything about so many seats; a space that is not asked must not count as searched."""
    try:
        check_seats(choose(PROFILES[game], space.choices), space.seats)
    except RuleChoiceError:
        return False
    return True


def size_of(spaces: tuple[Space, ...]) -> int:
    """How many cases the spaces hold, those that stand in two of them counted once."""
    return sum(_new_deals(space, size) for space in spaces for size in range(space.seats, space.up_to + 1))


def _new_deals(space: Space, size: int) -> int:
    return 0 if size <= space.asked_elsewhere else count_of_size(size, space.seats, space.classes)


def plan(scope: Scope, suite: tuple[Case, ...], spaces: tuple[Space, ...]) -> Plan:
    """The cases of a whole verification, in order. After a failure the search of whole spaces ends with that size."""
    mine = tuple(case.with_choices(scope.choices) for case in suite if len(case.hands) in scope.seats)
    yield from _all(case for case in mine if case.phase == "worked")
    yield from _search(scope, spaces)
    yield from _all(case for case in mine if case.phase == "directed")
    book = choose(PROFILES[scope.game], scope.choices)
    for number in scope.seats:
        yield from _all(random_case(book, number, count, scope.seed, scope.choices) for count in range(scope.random))
    yield from _all(case for case in mine if case.phase == "records")
    for count in itertools.count(scope.random):
        for number in scope.seats:
            if not scope.more():
                return
            _ = yield random_case(book, number, count, scope.seed, scope.choices)


def cases_of(plan: Plan) -> Iterator[Case]:
    """The cases of a plan that nobody answers."""
    try:
        case = next(plan)
        while True:
            if case is not None:
                yield case
            case = plan.send([])
    except StopIteration:
        return


def only(cases: Iterable[Case], choices: Mapping[str, str]) -> Plan:
    """A plan of just these cases."""
    yield from _all(case.with_choices(choices) for case in cases)


def _all(cases: Iterable[Case]) -> Plan:
    for case in cases:
        _ = yield case


def _search(scope: Scope, spaces: tuple[Space, ...]) -> Plan:
    largest = max((space.up_to for space in spaces), default=0)
    for size in range(2, largest + 1):
        asked: set[str] = set()
        failed = False
        for space in spaces:
            if not space.seats <= size <= space.up_to:
                continue
            if size > space.asked_elsewhere:
                for hands in deals_of_size(size, space.seats, space.classes):
                    case = exhaustive_case(scope.game, hands, space.choices)
                    asked.add(case.id)
                    failed = any_failed((yield case), asked) or failed
            space.searched = size
            space.deals += count_of_size(size, space.seats, space.classes)
        if any_failed((yield None), asked) or failed:
            return


def any_failed(news: list[Verdict], asked: set[str]) -> bool:
    """Whether one of the cases asked is among the failures that have come in."""
    return any(verdict.status in (Status.FAIL, Status.ERROR) for verdict in news if verdict.case in asked)


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
