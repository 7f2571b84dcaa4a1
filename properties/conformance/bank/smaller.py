"""All scripts of Bank that are smaller than one that fails: fewer actions, or as many on fewer cards.

The decks are those cards of the failing deal, or some of them, dealt in every way to at most as many seats. At each
table that the rules lead to every seat tries every act: a single card, drawing, passing, and whatever is allowed.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from model.bank.actions import Act, RoundDeal
from model.bank.match import trumps_error
from model.bank.play import enabled, initial
from model.bank.points import check_seats
from model.bank.rulebook import Book
from model.bank.state import Match, Stage
from model.cards import Zone, format_card
from model.deal import SEAT_NAMES
from model.game import NOBODY, Seat
from model.points import RuleChoiceError
from properties.conformance.bank.cases import case_of
from properties.conformance.bank.script import followed, format_action, parse_token
from properties.conformance.books import bank_book
from properties.conformance.cases import Case, searched_id
from properties.conformance.protocol import GameClaim, seats

PLAIN: Final = (Act.DRAW, Act.PASS, Act.SKIP, Act.STOP)


def smaller_rounds(case: Case, actions: int, claim: GameClaim) -> Iterator[Case]:
    """The cases that are smaller than one that fails at this action, in order."""
    book, deal = bank_book(case.choices), case.round_deal
    shown = "state" in claim.observe
    starts: list[_Start] = []
    most = len(deal.cards)
    for each in _deals(deal, claim, book, most if actions else most - 1):  # one by one: of a whole pack there is no end
        starts.append(_Start(case, each, initial(book, each)))
        yield from starts[-1].asked(book, 0, shown)
    for number in range(1, actions + 1):
        for start in starts:
            if number < actions or len(start.deal.cards) < most:
                yield from start.asked(book, number, shown)


def _deals(deal: RoundDeal, claim: GameClaim, book: Book, most: int) -> Iterator[RoundDeal]:
    """Every deal of these cards, or of some of them, to at most as many seats; the fewest cards first."""
    for size in range(3, most + 1):
        for number in seats(claim):
            if number <= len(deal.hands) and _may_sit(book, number, deal):
                for chosen in itertools.combinations(sorted(deal.cards), size):
                    for dealt in itertools.permutations(chosen):
                        yield from _cut(dealt, number, deal)


def _may_sit(book: Book, number: int, deal: RoundDeal) -> bool:
    try:
        check_seats(book, number)
    except RuleChoiceError:
        return False
    return not trumps_error(book, deal.trumps)


def _cut(dealt: Zone, number: int, deal: RoundDeal) -> Iterator[RoundDeal]:
    """The hands, the open card, and the stock in its order; with every dealer, if the failing deal names one."""
    dealers = (NOBODY,) if deal.dealer == NOBODY else (NOBODY, *map(Seat, range(number)))
    for cut in itertools.combinations(range(1, len(dealt)), number):
        hands = tuple(dealt[start:stop] for start, stop in itertools.pairwise((0, *cut)))
        begun = RoundDeal(hands, dealt[cut[-1]], dealt[cut[-1] + 1 :], trumps=deal.trumps)
        yield from (replace(begun, dealer=dealer) for dealer in dealers)


@dataclass(frozen=True, slots=True)
class _Way:
    """A table that a script leads to, and whether anything has been applied on the way."""

    match: Match
    script: tuple[str, ...] = ()
    applied: bool = False


class _Start:
    """A deal, and the ways that were followed from it so far."""

    def __init__(self, case: Case, deal: RoundDeal, match: Match) -> None:
        self.case, self.deal = case, deal
        self._last = [_Way(match)]
        self._met: set[Hashable] = {match}

    def asked(self, book: Book, number: int, shown: bool) -> Iterator[Case]:
        """The cases with so many actions. Two ways to one table are one where whole tables are `shown`."""
        if number == 0:
            yield self._case(())
            return
        following: list[_Way] = []
        for way in self._last:
            for token in _tokens(book, way, self.deal.cards):
                (done,) = followed(book, way.match, (parse_token(token),))
                after = _Way(done.after, (*way.script, token), way.applied or done.refused is None)
                yield self._case(after.script)
                if not shown or after.match not in self._met:
                    self._met.add(after.match)
                    following.append(after)
        self._last = following

    def _case(self, script: tuple[str, ...]) -> Case:
        made = case_of("", self.deal, self.case.choices, script, "exhaustive")
        return msgspec.structs.replace(made, id=searched_id(made))


def _tokens(book: Book, way: _Way, cards: Zone) -> Iterator[str]:
    """Every act of every seat, and one told as if an action fewer or more had been applied."""
    match = way.match
    allowed = [format_action(match, action) for action in enabled(book, match) if action.act is not Act.DEAL]
    every = list(allowed)
    if match.stage is not Stage.LOT:
        acts = [*(act.value for act in PLAIN), *map(format_card, cards)]
        every += [_named(match, Seat(seat), act) for seat in range(len(match.round.hands)) for act in acts]
    yield from dict.fromkeys(every)
    yield "+draw"
    if way.applied:
        yield "~draw"


def _named(match: Match, seat: Seat, act: str) -> str:
    return act if match.stage is Stage.ROUND and match.round.turn == seat else f"{SEAT_NAMES[seat]}:{act}"
