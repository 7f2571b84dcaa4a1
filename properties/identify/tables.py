"""Pile games that are played step by step: their scripts, and what a book makes of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator
from typing import Final

import msgspec

from model.cards import card, format_zone
from model.deal import Deal, parse_deal
from model.game import Act, Seat
from model.piles import events as seen
from model.piles.play import apply_tick, enabled, initial, refusal, view
from model.piles.points import POINTS, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import Table
from properties.conformance.books import AnyBook
from properties.conformance.cases import SMALL_DEAL, Case, load_suite, one_deal
from properties.conformance.conversation import EVERY, STRIDE
from properties.conformance.planner import Scope
from properties.conformance.protocol import GameClaim
from properties.conformance.script import format_tick, parse_script, tokens_of
from properties.conformance.step_cases import quietly, random_step_case
from properties.conformance.step_plan import space_cases, step_spaces
from properties.conformance.table_wire import to_table, to_view
from properties.conformance.traces import KINDS, to_event
from properties.identify.pile_options import pile_options
from properties.identify.scripts import BREAKS_DOWN, ScriptsAsking, easiest_first, to_be_asked
from properties.misreadings import Misreading, Shows, misreadings_of

PLAYED_OUT: Final = 14
"""Actions that a small deal is played for without a slap, and after the slaps that an example names."""
MADE_UP: Final = 20
"""Small tables made up by chance for each number of seats."""
SMALL: Final = 400
"""So many of the small tables with every single slap; the larger ones tell nothing new about a rule."""
CHECKS: Final = 6
"""Scripts made up by chance that a result is held against, for each number of seats; and `PACKS` with whole packs."""
PACKS: Final = 1
MOST_SEATS: Final = 6
"""With more seats a result is held against whole packs alone."""


def tables_asking(claim: GameClaim, scope: Scope, suite: tuple[Case, ...]) -> ScriptsAsking:
    """How a pile game is asked step by step."""
    base = choose(PROFILES[scope.game], scope.choices)
    return ScriptsAsking(
        claim,
        base,
        pile_options(base),
        course,
        lays,
        lambda: table_cases(claim, scope, suite),
        lambda: table_checks(claim, scope),
    )


def table_cases(claim: GameClaim, scope: Scope, suite: tuple[Case, ...]) -> Iterator[Case]:
    """The scripts that may be asked: what people made first, then every single slap at every small table."""
    shown = easiest_first(_shown(claim, scope, suite))
    known = {(case.text, case.script) for case in shown}
    yield from shown
    small = (case for case in to_be_asked(_small(claim, scope), claim, scope) if (case.text, case.script) not in known)
    yield from itertools.islice(small, SMALL)


def table_checks(claim: GameClaim, scope: Scope) -> Iterator[Case]:
    """The scripts by chance that a result is held against."""
    return to_be_asked(_by_chance(claim, scope), claim, scope)


def lays(book: AnyBook, case: Case) -> bool:
    """Whether a book knows so many seats. (Only what this asks is read of it.)"""
    assert isinstance(book, Book)
    seats = len(case.hands)
    if seats <= 2:
        return book.fewest_seats <= seats
    if seats > book.most_seats:
        return False
    pairs = [(point, way) for point in POINTS.values() for way in point.two_seats_only if book.game in point.games]
    return all(getattr(book, point.name) is not point.alternatives[way] for point, way in pairs)


# --- what a book makes of a script


def course(book: AnyBook, case: Case, claim: GameClaim) -> Hashable:
    """All that a program can show of a script, as far as the book knows what to do."""
    assert isinstance(book, Book)
    assert case.script is not None
    shown: list[Hashable] = []
    look = _looks(book, claim)
    told_anyway = {"events", "digest"} & set(claim.observe)
    events = frozenset(claim.events) if "events" in claim.observe else frozenset()
    try:
        table = initial(book, case.deal)
        shown.append(look(table, 0))
        for number, token in enumerate(parse_script(case.script), start=1):
            tick = token.tick(book, table)
            reason = "stale" if token.stale else refusal(book, table, tick)
            if reason is None:
                after = apply_tick(book, table, tick)
                if events:
                    happened = [to_event(event) for event in seen.of_tick(table, tick, after)]
                    shown.append(tuple(event for event in happened if KINDS[type(event)] in events))
                table = after
                shown.append(to_table(book, table) if "digest" in claim.observe else None)
            shown.append(reason)
            if len(case.script) <= EVERY or number == len(case.script) or (not told_anyway and number % STRIDE == 0):
                shown.append(look(table, number))
    except BREAKS_DOWN as error:
        shown.append(("breaks down", type(error).__name__))
    return tuple(shown)


def _looks(book: Book, claim: GameClaim) -> Callable[[Table, int], Hashable]:
    """What a look at a table shows of it."""
    whole = "state" in claim.observe or "digest" in claim.observe

    def look(table: Table, number: int) -> Hashable:
        state = to_table(book, table) if whole else None
        legal = frozenset((action.seat, action.act) for action in enabled(book, table)) if "legal" in sights else None
        if "view" not in sights:
            return state, legal
        return state, legal, to_view(book, table, view(book, table, Seat(number % len(table.hands))))

    sights = frozenset(claim.observe)
    return look


# --- scripts


def _shown(claim: GameClaim, scope: Scope, suite: tuple[Case, ...]) -> Iterator[Case]:
    """The suite, the smallest examples of all that is known to be misread, and small tables by chance.

    What was written for a game tells as much about one that is played with the same cards.
    """
    base = choose(PROFILES[scope.game], scope.choices)
    kin = [game for game in PROFILES if PROFILES[game].slapping == base.slapping and game != base.game]
    suites = (suite, *[load_suite(game) for game in kin])
    cases = itertools.chain(
        *[_stepped(each, base) for each in suites],
        *[_examples(game, base) for game in (base.game, *kin)],
        _slapped(base),
        _small_by_chance(claim, scope, base),
    )
    return to_be_asked((msgspec.structs.replace(case, game=base.game) for case in cases), claim, scope)


def _stepped(suite: tuple[Case, ...], base: Book) -> Iterator[Case]:
    """The suite's scripts, and its small games that play themselves as scripts."""
    for case in suite:
        if case.script is not None:
            yield case
        elif sum(map(len, case.deal.hands)) <= SMALL_DEAL and not case.timeline:
            ticks = [tick for _, tick in quietly(base, initial(base, case.deal), EVERY)]
            yield msgspec.structs.replace(case, script=tokens_of(base, initial(base, case.deal), ticks))


def _examples(game: str, base: Book) -> Iterator[Case]:
    """The smallest example of each misreading, as a script that goes on a while after it has shown."""
    for each in misreadings_of(game):
        if each.shows in (Shows.PLAY, Shows.SLAPS):
            script = " ".join(_played(base, parse_deal(each.smallest_deal, each.cards), each))
            yield one_deal(game, each.smallest_deal, each.cards, {}, script).telling(each.clauses, each.belief)


def _played(book: Book, deal: Deal, misreading: Misreading) -> Iterator[str]:
    """The script of an example: the slaps that it names, done or refused, and all else as it comes."""
    table = initial(book, deal)
    slaps = dict(misreading.slaps)
    cards = 0
    for _ in range(PLAYED_OUT + len(misreading.slaps)):
        hands = tuple(map(Seat, slaps.pop(cards, ())))
        following = next(quietly(book, table, 1), None)
        if following is None and not hands:
            return
        tick = slap_tick(hands) if hands or following is None else following[1]
        yield format_tick(book, table, tick)
        if refusal(book, table, tick) is None:
            cards += tick[0].act is Act.LAY
            table = apply_tick(book, table, tick)


def _slapped(base: Book) -> Iterator[Case]:
    """A slap on any two ranks, and on every run of three: some tables slap more than doubles."""
    if not base.slapping:
        return
    ranks = [format_zone((card(rank),)) for rank in base.ranks]
    for one, other in itertools.combinations(ranks, 2):
        yield one_deal(base.game, f"{one}2/{other}3", "rank", {}, "lay lay B! lay lay")
    for run in zip(ranks, ranks[1:], ranks[2:], strict=False):
        for up in (run, run[::-1]):
            yield one_deal(base.game, f"{up[0]}{up[2]}/{up[1]}8", "rank", {}, "lay lay lay A! lay lay")


def _small_by_chance(claim: GameClaim, scope: Scope, base: Book) -> Iterator[Case]:
    """Small tables by chance, for what no script of the suite tells apart."""
    for number in range(MADE_UP):
        for seats in scope.seats:
            if seats <= MOST_SEATS:
                yield random_step_case(base, claim, seats, -1 - number, scope.seed, scope.choices, small=True)


def _small(claim: GameClaim, scope: Scope) -> Iterator[Case]:
    """Every single slap at every small table, by growing size."""
    spaces = [space for space in step_spaces(scope) if space.choices == scope.choices]
    for size in range(2, max((space.up_to for space in spaces), default=0) + 1):
        for space in spaces:
            if space.seats <= size <= space.up_to:
                yield from space_cases(scope, claim, space, size)


def _by_chance(claim: GameClaim, scope: Scope) -> Iterator[Case]:
    """Scripts made up by chance, and some of whole games."""
    base = choose(PROFILES[scope.game], scope.choices)
    for number in range(CHECKS + PACKS):
        for seats in scope.seats:
            small = number < CHECKS
            if not small or seats <= MOST_SEATS:
                yield random_step_case(base, claim, seats, number, scope.seed, scope.choices, small)
