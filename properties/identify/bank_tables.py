"""Bank: its scripts, and what a book makes of them."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from typing import Final

from model.bank.match import trumps_error
from model.bank.play import apply, enabled, initial, refusal
from model.bank.points import POINTS, choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match
from model.game import Seat
from properties.conformance.bank.cases import case_of
from properties.conformance.bank.chance import random_deal, random_round, random_script
from properties.conformance.bank.plan import shown_by
from properties.conformance.bank.script import parse_script
from properties.conformance.bank.wire import to_table, to_view
from properties.conformance.books import AnyBook
from properties.conformance.cases import Case, case_seed, with_choices
from properties.conformance.planner import Scope
from properties.conformance.protocol import GameClaim
from properties.identify.bank_options import bank_options
from properties.identify.scripts import BREAKS_DOWN, ScriptsAsking, easiest_first, to_be_asked

MADE_UP: Final = 60
"""Small rounds made up by chance for each number of seats, for what no script of the suite tells apart."""
DRAWN: Final = ("trumps", "seven", "dealer", "scoring", "bank_left", "round_end")
"""Points whose ways change a whole game."""
SMALL_ROUND: Final = 30
"""Actions of such a script, over two rounds at most."""
CHECKS: Final = 10
"""Scripts made up by chance that a result is held against, for each number of seats."""


def bank_asking(claim: GameClaim, scope: Scope, suite: tuple[Case, ...]) -> ScriptsAsking:
    """How a program is asked that plays Bank."""
    base = choose(BANK, scope.choices)

    def asked() -> Iterator[Case]:
        shown = [case for case in (*suite, *shown_by(scope.choices)) if _laid_by(base, case)]
        yield from easiest_first(to_be_asked(shown, claim, scope))
        yield from to_be_asked(_made_up(scope, base), claim, scope)

    def checked() -> Iterator[Case]:
        by_chance = (
            random_round(claim, seats, number, scope.seed, scope.choices)
            for number in range(CHECKS)
            for seats in scope.seats
        )
        return to_be_asked(by_chance, claim, scope)

    return ScriptsAsking(claim, base, bank_options(base), course, lays, asked, checked)


def lays(book: AnyBook, case: Case) -> bool:
    """Whether there is such a table by a book: it knows so many seats, and these trumps."""
    assert isinstance(book, Book)
    seats = len(case.hands)
    if not book.fewest_seats <= seats <= book.most_seats:
        return False
    trumps = BANK.trumps
    if len(book.trump_suits) < seats and book.trumps is trumps:
        return False
    return not (case.trumps and trumps_error(book, case.round_deal.trumps))


def _laid_by(base: Book, case: Case) -> bool:
    """Whether a case of the suite, which has rules of its own, can be laid under those that are claimed."""
    return not trumps_error(base, case.round_deal.trumps)


# --- what a book makes of a script


def course(book: AnyBook, case: Case, claim: GameClaim) -> Hashable:
    """All that a program can show of a script, as far as the book knows what to do."""
    assert isinstance(book, Book)
    assert case.script is not None
    shown: list[Hashable] = []
    try:
        match = initial(book, case.round_deal)
        shown.append(_look(book, match, claim, 0))
        for number, token in enumerate(parse_script(case.script), start=1):
            tick = token.tick(match)
            reason = "stale" if token.stale else refusal(book, match, tick)
            if reason is None:
                match = apply(book, match, tick[0])
            shown.append((reason, _look(book, match, claim, number)))
    except BREAKS_DOWN as error:
        shown.append(("breaks down", type(error).__name__))
    return tuple(shown)


def _look(book: Book, match: Match, claim: GameClaim, number: int) -> Hashable:
    """What a look at a table shows of it."""
    sights = claim.observe
    state = to_table(match) if "state" in sights or "digest" in sights else None
    legal = frozenset(enabled(book, match)) if "legal" in sights else None
    return state, legal, to_view(book, match, Seat(number % len(match.totals))) if "view" in sights else None


# --- scripts


def _made_up(scope: Scope, base: Book) -> Iterator[Case]:
    """Small rounds by chance, in which something is tried now and then that is not allowed; every other is played by
    rules that are drawn, for who does not play by those that are claimed."""
    for number in range(MADE_UP):
        for seats in scope.seats:
            case_id = with_choices(f"bank/made up/{seats}/{number}", scope.choices)
            rng = random.Random(case_seed(scope.seed, case_id))
            choices = dict(scope.choices) if number % 2 else {**scope.choices, **_drawn(rng)}
            book = choose(base, choices)
            deal = random_deal(book, seats, rng, small=True)
            script = random_script(book, initial(book, deal), rng, SMALL_ROUND, 2)
            yield case_of(case_id, deal, choices, script, "directed")


def _drawn(rng: random.Random) -> dict[str, str]:
    """A way at some of the points that change a whole game."""
    return {name: rng.choice(list(POINTS[name].alternatives)) for name in DRAWN if rng.random() < 0.5}
