"""Scripts of Bank: what is done at a table, action by action, as people write it.

9c  QcQdQhQs      the seat in turn lays a card, or four together, in this order
draw  pass        it takes a card from the stock; it cannot cover, and has failed
skip  stop        it misses its turn under a seven; it lays no more after an eight or four of a kind
B:9c  B:draw      the same by a seat that is named, be it its turn or not
lot:B             chance names the dealer of the next round
deal:9c/6d+Kc+7h  chance deals the next round: the hands, the open card, the stock
~9c  +9c          told as if one action fewer, or one more, had been applied
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from model.bank.actions import Act, Action, RoundDeal, Tick
from model.bank.dealing import parse_round
from model.bank.play import apply, enabled, initial, refusal
from model.bank.rulebook import Book
from model.bank.state import Match, Stage
from model.cards import CardError, Labelling, Zone, format_zone, parse_zone
from model.deal import SEAT_NAMES, DealError
from model.game import CHANCE, NOBODY, Reason, Seat
from properties.conformance.script import LONGEST, ScriptError

_PLAIN: Final = {act.value: act for act in (Act.DRAW, Act.PASS, Act.SKIP, Act.STOP)}
_TOKEN: Final = re.compile(r"([~+]?)(?:lot:([A-D])|deal:(.+)|(?:([A-D]):)?(draw|pass|skip|stop|[0-9TJQKAcdhs]+))")


@dataclass(frozen=True, slots=True)
class Token:
    """One action of a script. Without a seat it is that of the seat in turn, or of chance between two rounds."""

    text: str
    act: Act
    cards: Zone = ()
    seat: Seat | None = None
    dealer: Seat = NOBODY
    deal: RoundDeal | None = None
    late: bool = False
    early: bool = False

    @property
    def stale(self) -> bool:
        """Whether it is told with a wrong count of actions."""
        return self.late or self.early

    def tick(self, match: Match) -> Tick:
        """The tick that this is at a table."""
        if self.act in (Act.LOT, Act.DEAL):
            return (Action(CHANCE, self.act, dealer=self.dealer, deal=self.deal),)
        seat = self.seat
        if seat is None:
            seat = match.round.turn if match.stage is Stage.ROUND else Seat(0)
        return (Action(seat, self.act, self.cards),)


@lru_cache(maxsize=8192)
def parse_token(text: str) -> Token:
    """One action from its text. Raises ScriptError."""
    found = _TOKEN.fullmatch(text)
    if found is None:
        raise ScriptError(
            f"'{text[:40]}' is no action of Bank: write cards, such as 9c, or draw, pass, skip, stop, lot:B, deal:..."
        )
    stale, dealer, deal, seat, act = found.groups()
    late, early = stale == "~", stale == "+"
    if dealer is not None:
        return Token(text, Act.LOT, dealer=Seat(SEAT_NAMES.index(dealer)), late=late, early=early)
    if deal is not None:
        try:
            return Token(text, Act.DEAL, deal=parse_round(deal), late=late, early=early)
        except DealError as error:
            raise ScriptError(f"'{text[:60]}': {error}") from error
    who = None if seat is None else Seat(SEAT_NAMES.index(seat))
    if act in _PLAIN:
        return Token(text, _PLAIN[act], seat=who, late=late, early=early)
    return Token(text, Act.LAY, _cards(text, act), who, late=late, early=early)


def _cards(text: str, cards: str) -> Zone:
    try:
        return parse_zone(cards, Labelling.FULL)
    except CardError as error:
        raise ScriptError(f"'{text[:40]}': {error}") from error


def parse_script(tokens: Sequence[str]) -> tuple[Token, ...]:
    """All actions of a script. Raises ScriptError."""
    if len(tokens) > LONGEST:
        raise ScriptError(f"a script of {len(tokens):,} actions is too long: {LONGEST:,} are the most")
    return tuple(map(parse_token, tokens))


def format_action(match: Match, action: Action) -> str:
    """An action as it stands in a script."""
    if action.act is Act.LOT:
        return f"lot:{SEAT_NAMES[action.dealer]}"
    if action.act is Act.DEAL:
        return f"deal:{action.deal}"
    named = "" if action.seat == match.round.turn else f"{SEAT_NAMES[action.seat]}:"
    return named + (format_zone(action.cards) if action.act is Act.LAY else action.act.value)


def tokens_of(book: Book, match: Match, actions: Iterable[Action]) -> tuple[str, ...]:
    """Actions that the rules allow, one after the other, as a script."""
    written: list[str] = []
    for action in actions:
        written.append(format_action(match, action))
        match = apply(book, match, action)
    return tuple(written)


@dataclass(frozen=True, slots=True)
class Done:
    """One action of a script: the tables before and after it, and why it was refused if it was."""

    before: Match
    action: Action
    after: Match
    refused: Reason | None = None


def followed(book: Book, match: Match, tokens: Iterable[Token]) -> Iterator[Done]:
    """A script done at a table, action by action; what the rules refuse leaves the table as it was."""
    for token in tokens:
        tick = token.tick(match)
        reason = Reason.ILLEGAL_ACTION if token.stale else refusal(book, match, tick)
        after = match if reason is not None else apply(book, match, tick[0])
        yield Done(match, tick[0], after, reason)
        match = after


def tells_apart(one: Book, other: Book, deal: RoundDeal, script: Sequence[str]) -> bool:
    """Whether a script leads to other tables, other acts that are allowed, or other refusals under two books."""
    tables = [initial(book, deal) for book in (one, other)]
    if tables[0] != tables[1]:
        return True
    for done, again in zip(*(followed(book, tables[0], parse_script(script)) for book in (one, other)), strict=True):
        if (done.after, done.refused) != (again.after, again.refused):
            return True
        if enabled(one, done.after) != enabled(other, done.after):
            return True
    return enabled(one, tables[0]) != enabled(other, tables[0])
