"""All scripts that are smaller than one that fails: fewer actions, or as many on fewer cards.

Breadth first over the tables that the rules lead to, on decks of the cards that the failing table has. Every act of
every seat is tried at each table, allowed or not. Where a program shows whole tables, two ways that lead to the same
table are one; where it does not, every way is followed.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from model.cards import Labelling, Zone, format_card, format_zone
from model.deal import Deal
from model.game import Act, Seat
from model.piles.play import apply_tick, initial, refusal, unslapped
from model.piles.points import check_seats, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from model.points import RuleChoiceError
from properties.conformance.bank.smaller import smaller_rounds
from properties.conformance.books import is_bank
from properties.conformance.cases import Case, searched_id
from properties.conformance.fuzz_shrink import written
from properties.conformance.protocol import GameClaim, seats
from properties.conformance.script import Token

MOST_REQUESTS: Final = 2_500
"""Questions that may be spent on all that is smaller than one failure. Where they are not enough none is asked."""
AROUND: Final = 3
"""Requests of a case beside its actions: the table is laid, looked at in the end, and taken away."""


@dataclass(frozen=True, slots=True)
class Smaller:
    """The scripts that are smaller than one that fails, those with the fewest actions first, then cards and seats."""

    cases: tuple[Case, ...]
    seats: tuple[int, ...]
    faces: tuple[str, ...]
    """The cards of the decks."""
    cards: int
    actions: int

    @property
    def requests(self) -> int:
        """How much it takes to ask them all."""
        return sum(len(case.script or ()) + AROUND for case in self.cases)


def smaller_than(case: Case, actions: int, claim: GameClaim) -> Smaller | None:
    """What is smaller than a case that fails at an action; None where that is too much, or cannot be told."""
    if case.script is None or case.twin or case.beside or case.looks_from > 0:
        return None
    if is_bank(case.game):
        found, cards = smaller_rounds(case, actions, claim), case.round_deal.cards
    elif case.cards != "full":
        found, cards = _smaller_tables(case, actions, claim), _cards_of(case.deal)
    else:
        return None
    cases, spent = list[Case](), 0
    for each in found:
        spent += len(each.script or ()) + AROUND
        if spent > MOST_REQUESTS:
            return None
        cases.append(each)
    at = tuple(number for number in seats(claim) if number <= len(case.hands))
    faces = tuple(format_card(each) for each in sorted(set(cards)))
    return Smaller(tuple(cases), at, faces, len(cards), actions)


def _cards_of(deal: Deal) -> Zone:
    return (*itertools.chain.from_iterable(deal.hands), *deal.middle)


def _smaller_tables(case: Case, actions: int, claim: GameClaim) -> Iterator[Case]:
    """The cases at tables of pile games, in order."""
    book = choose(PROFILES[case.game], case.choices)
    ways = _Ways(book, "state" in claim.observe, case.choices, claim.ties != "never")
    most, starts = len(_cards_of(case.deal)), list[_Start]()
    for deal in _deals(case, claim, book, most if actions else most - 1):  # one by one: of a whole pack there is no end
        starts.append(_Start(deal, initial(book, deal)))
        yield from starts[-1].asked(ways, 0)
    for number in range(1, actions + 1):
        for start in starts:
            if number < actions or len(_cards_of(start.deal)) < most:
                yield from start.asked(ways, number)


def _deals(case: Case, claim: GameClaim, book: Book, most: int) -> Iterator[Deal]:
    """Every deal of the same cards to at most as many seats, with at most as many left over; the fewest cards first."""
    deal, cards = case.deal, _cards_of(case.deal)
    faces = tuple(sorted(set(cards)))
    for size in range(2, most + 1):
        for number in seats(claim):
            if number <= len(case.hands) and _may_sit(book, number):
                for left in range(min(len(deal.middle), size - number) + 1):
                    yield from _dealt(faces, size, number, left, deal.labelling)


def _may_sit(book: Book, number: int) -> bool:
    try:
        check_seats(book, number)
    except RuleChoiceError:
        return False
    return True


def _dealt(faces: Zone, size: int, number: int, left: int, labelling: Labelling) -> Iterator[Deal]:
    for deck in itertools.product(faces, repeat=size):
        for cut in itertools.combinations(range(1, size - left), number - 1):
            places = itertools.pairwise((0, *cut, size - left))
            yield Deal(tuple(deck[start:stop] for start, stop in places), labelling, deck[size - left :])


@dataclass(frozen=True, slots=True)
class _Ways:
    """What may be tried at a table, and whether two ways to the same table are one."""

    book: Book
    shown: bool
    choices: Mapping[str, str]
    several: bool
    """Whether two hands may come down at once."""

    def tokens(self, table: Table, applied: bool) -> Iterator[Token]:
        """Every act of every seat, and what is expected told as if an action fewer or more had been applied."""
        places = [Seat(seat) for seat in range(len(table.hands))]
        expected = unslapped(self.book, table) if table.phase != Phase.OVER else None
        if expected is not None and expected.act is Act.SHUFFLE:
            yield from (Token(Act.SHUFFLE, order=order) for order in itertools.permutations(expected.order))
        for act, seat in itertools.product((Act.LAY, Act.COLLECT), places):
            usual = expected is not None and (expected.seat, expected.act) == (seat, act)
            yield Token(act) if usual else Token(act, (seat,))
        if self.book.slapping:
            yield from (Token(Act.SLAP, (seat,)) for seat in places)
        if self.book.slapping and self.several:
            yield from (Token(Act.SLAP, hands) for hands in itertools.permutations(places, 2))
        yield Token(Act.LAY, early=True)
        if applied:
            yield Token(Act.LAY, late=True)

    def done(self, table: Table, token: Token) -> Table:
        """The table after an act, which is the same where the act is refused."""
        tick = token.tick(self.book, table)
        refused = token.stale or refusal(self.book, table, tick) is not None
        return table if refused else apply_tick(self.book, table, tick)

    def key(self, table: Table, script: tuple[Token, ...]) -> Hashable:
        """What tells two ways apart."""
        return table if self.shown else script


class _Start:
    """A deal, and the ways that were followed from it so far."""

    def __init__(self, deal: Deal, table: Table) -> None:
        self.deal = deal
        self._last: list[tuple[Table, tuple[Token, ...], bool]] = [(table, (), False)]
        self._met: set[Hashable] = set()

    def asked(self, ways: _Ways, number: int) -> Iterator[Case]:
        """The cases with so many actions."""
        if number == 0:
            yield self._case(ways, ())
            self._met.add(ways.key(self._last[0][0], ()))
            return
        following: list[tuple[Table, tuple[Token, ...], bool]] = []
        for table, script, applied in self._last:
            for token in ways.tokens(table, applied):
                after, done = ways.done(table, token), (*script, token)
                yield self._case(ways, done)
                if ways.key(after, done) not in self._met:
                    self._met.add(ways.key(after, done))
                    following.append((after, done, applied or after != table))
        self._last = following

    def _case(self, ways: _Ways, tokens: tuple[Token, ...]) -> Case:
        """A script, looked at in the end: what comes before stands in others."""
        script = tuple(map(written, tokens))
        case = Case(
            id="",
            game=ways.book.game,
            hands=tuple(map(format_zone, self.deal.hands)),
            middle=format_zone(self.deal.middle),
            cards=self.deal.labelling.value,
            choices=dict(ways.choices),
            script=script,
            looks_from=len(script),
            phase="exhaustive",
        )
        return msgspec.structs.replace(case, id=searched_id(case))
