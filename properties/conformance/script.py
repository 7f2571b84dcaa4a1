"""Scripts: what is done at a table, action by action, as people write it.

lay  collect      what the rules expect next, by the seat that they expect
B:lay  B:collect  the same by a seat that is named, be it its turn or not
B!                B puts a hand on the middle
BA!               B and A do at one instant, B's hand undermost
shuffle:2,0,1     chance shuffles a pile that was won: card 2 comes first, then card 0, then card 1
~lay              told as if one action fewer had been applied: a message that comes too late, or twice
+lay              told as if one action more had been applied: the message before it was lost
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from model.deal import SEAT_NAMES
from model.game import CHANCE, Act, Action, Seat, Tick
from model.piles.play import apply_tick, refusal, slappers, unslapped
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import Phase, Table

_SHUFFLE: Final = r"shuffle:([0-9]{1,3}(?:,[0-9]{1,3})*)"
_TOKEN: Final = re.compile(rf"([~+]?)(?:([A-Za-z]+)!|(?:([A-Za-z]):)?(lay|collect)|{_SHUFFLE})")
LONGEST: Final = 5_000
"""Actions in one script, at most."""


class ScriptError(ValueError):
    """A text that is no action. The message says which, and what would be right."""


@dataclass(frozen=True, slots=True)
class Token:
    """One action of a script. `seats` are those that are named; a late one is sent with a count that is over."""

    act: Act
    seats: tuple[Seat, ...] = ()
    order: tuple[int, ...] = ()
    late: bool = False
    early: bool = False

    @property
    def stale(self) -> bool:
        """Whether it is told with a count of actions that is not the right one, and so to be refused."""
        return self.late or self.early

    @property
    def sign(self) -> str:
        """What stands before a stale action."""
        return "~" if self.late else "+" if self.early else ""

    def tick(self, book: Book, table: Table) -> Tick:
        """What is asked for at this table; the seat that the rules expect, where none is named."""
        if self.act is Act.SLAP:
            return slap_tick(self.seats)
        if self.act is Act.SHUFFLE:
            return (Action(CHANCE, Act.SHUFFLE, self.order),)
        return (Action(self.seats[0] if self.seats else _expected(book, table), self.act),)


def _expected(book: Book, table: Table) -> Seat:
    """The seat that acts next if nobody slaps; where chance does, or nobody, the one whose turn it is."""
    seat = table.turn if table.phase == Phase.OVER else unslapped(book, table).seat
    return seat if seat >= 0 else max(table.claimant, Seat(0))


@lru_cache(maxsize=8192)
def parse_token(text: str) -> Token:
    """One action from its text. Raises ScriptError."""
    found = _TOKEN.fullmatch(text)
    if found is None:
        raise ScriptError(f"'{text}' is no action: write lay, collect, B! for a slap of B, BA! for two hands at once")
    sign, hands, seat, act, order = found.groups()
    late, early = sign == "~", sign == "+"
    if hands:
        seats = tuple(Seat(SEAT_NAMES.index(name)) for name in hands)
        return Token(Act.SLAP, seats, late=late, early=early)
    if order:
        return Token(Act.SHUFFLE, order=tuple(map(int, order.split(","))), late=late, early=early)
    return Token(Act(act), (Seat(SEAT_NAMES.index(seat)),) if seat else (), late=late, early=early)


_SLAPS: Final = re.compile(r"([0-9]{1,6}):([A-Za-z]+)")


def parse_timeline(text: str) -> tuple[tuple[int, int], ...]:
    """The slaps of a game that plays itself, as people write them: `2:B 5:CA`. Raises ScriptError."""
    slaps: list[tuple[int, int]] = []
    for word in text.split():
        found = _SLAPS.fullmatch(word)
        if found is None:
            raise ScriptError(f"'{word}' is no slap: write 2:B for a slap of B after two cards, 2:BA for two at once")
        slaps += [(int(found[1]), SEAT_NAMES.index(name)) for name in found[2]]
    return tuple(slaps)


def format_timeline(slaps: Iterable[tuple[int, int]]) -> str:
    """The same as text."""
    hands: dict[int, str] = {}
    for cards, seat in slaps:
        hands[cards] = hands.get(cards, "") + SEAT_NAMES[seat]
    return " ".join(f"{cards}:{seats}" for cards, seats in hands.items())


def check_script(tokens: Sequence[str], seats: int) -> None:
    """Refuse a script that names what is no action, or a seat that is not at the table. Raises ScriptError."""
    for text, token in zip(tokens, parse_script(tokens), strict=True):
        strangers = [SEAT_NAMES[seat] for seat in token.seats if seat >= seats]
        if strangers:
            raise ScriptError(f"'{text}': there is no seat {strangers[0]}, the seats are A to {SEAT_NAMES[seats - 1]}")


def parse_script(tokens: Sequence[str]) -> tuple[Token, ...]:
    """All actions of a script. Raises ScriptError."""
    if len(tokens) > LONGEST:
        raise ScriptError(f"a script of {len(tokens):,} actions is too long: {LONGEST:,} are the most")
    return tuple(map(parse_token, tokens))


def format_tick(book: Book, table: Table, tick: Tick) -> str:
    """A tick as an action of a script."""
    action = tick[0]
    if action.act is Act.SLAP:
        return "".join(SEAT_NAMES[seat] for seat in slappers(tick)) + "!"
    if action.act is Act.SHUFFLE:
        return f"shuffle:{','.join(map(str, action.order))}"
    named = "" if action.seat == _expected(book, table) else f"{SEAT_NAMES[action.seat]}:"
    return named + action.act.value


def tokens_of(book: Book, table: Table, ticks: Iterable[Tick]) -> tuple[str, ...]:
    """Ticks that the rules allow, one after the other, as a script."""
    written: list[str] = []
    for tick in ticks:
        written.append(format_tick(book, table, tick))
        table = apply_tick(book, table, tick)
    return tuple(written)


def timeline_of(book: Book, table: Table, script: Sequence[str]) -> tuple[tuple[int, int], ...] | None:
    """The slaps of a script by the number of cards laid before them, for a game that otherwise plays itself.

    None where that would not be the same game: where something is asked that the rules refuse, chance acts, or hands
    come down twice between two cards.
    """
    slaps: list[tuple[int, int]] = []
    cards = 0
    taken_at = -1
    for token in parse_script(script):
        tick = token.tick(book, table)
        if token.stale or token.act is Act.SHUFFLE or refusal(book, table, tick) is not None:
            return None
        if token.act is Act.SLAP:
            if cards == taken_at or any(at == cards for at, _ in slaps):
                return None
            slaps += [(cards, seat) for seat in slappers(tick)]
        cards += token.act is Act.LAY
        table = apply_tick(book, table, tick)
        taken_at = cards if cards and not table.middle else taken_at
    return tuple(slaps)
