"""What a recorded game tells, however it is written: where it begins, what was done, and what was seen to happen.

A log need not tell everything. What it leaves out is not judged; what it tells must be what the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from model.cards import HIDDEN, Card, CardError, Labelling, Zone, parse_zone
from model.deal import SEAT_NAMES, guess_labelling
from model.game import NOBODY, Seat, Tick
from model.piles.events import Event
from model.piles.points import choose
from model.piles.profiles import profile
from model.piles.rulebook import Book
from model.points import RuleChoiceError
from properties.conformance.protocol import EventKind, PhaseKind

UNKNOWN: Final = Card(HIDDEN)
"""A card that the log does not know, written `?`."""
ANY_CARDS: Final[Zone] = (Card(-1),)
"""Stands for cards of which the log does not even tell the number."""
MOST_SHOWN: Final = 200
"""Characters of a line that an error shows."""


class LogError(ValueError):
    """A log that cannot be read or judged. The message names the file, the line, what is wrong, and what to do."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


@dataclass(frozen=True, slots=True)
class Seen:
    """The table as the log shows it at one moment; what it does not tell is None. No claimant is NOBODY."""

    hands: tuple[Zone, ...]
    middle: Zone
    turn: Seat | None = None
    owed: int | None = None
    claimant: Seat | None = None
    phase: PhaseKind | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The log says whether the game is over, and perhaps who has won it."""

    over: bool
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Takes:
    """A plain text says that a seat takes the middle: what the action before has led to, or the act of collecting.

    The seat is NOBODY where only the cards are told.
    """

    seat: Seat
    cards: Zone


Fact = Event | Seen | Over | Takes


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that the log tells, and the line that tells it."""

    line: int
    text: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class Entry:
    """One action, or one that was refused, and what is told of what came of it.

    `refused` is empty, or the reason that the log gives, or `yes` where it gives none.
    """

    line: int
    text: str
    tick: Tick
    refused: str = ""
    facts: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """Where a log begins: with the deal, or with the table of a game that is under way.

    `last` laid the latest card; None if the log does not say. `turn` is None where nobody is to lay.
    """

    line: int
    hands: tuple[Zone, ...]
    middle: Zone = ()
    dealt: bool = True
    turn: Seat | None = None
    owed: int = 0
    claimant: Seat = NOBODY
    phase: PhaseKind = "laying"
    burned: int = 0
    left: int = 0
    last: Seat | None = None
    barred: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """A whole log, read. `before` is what it tells before the first action, `tells` which kinds of events always."""

    book: Book
    labelling: Labelling
    start: Start
    entries: tuple[Entry, ...]
    before: tuple[Told, ...] = ()
    tells: tuple[EventKind, ...] = ()
    torn: bool = False
    """Whether the last line was cut off in the middle; it is passed over."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """By which rules to judge: these come before those that the log names."""

    game: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)


def at(line: int, message: str) -> LogError:
    """The error for one line."""
    return LogError(f"line {line:,}: {message}")


def printable(text: str) -> str:
    """A text from outside that can do nothing but be read: what cannot be printed is written as its number."""
    return "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in text)


def shown(text: str) -> str:
    """A line as errors and verdicts show it."""
    plain = printable(text.strip())
    return plain if len(plain) <= MOST_SHOWN else plain[: MOST_SHOWN - 3] + "..."


def book_for(game: str, choices: Mapping[str, str], wanted: Wanted, line: int) -> Book:
    """The rules to judge by. Raises LogError if nobody names the game, or the rules do not exist."""
    name = wanted.game or game
    if not name:
        raise at(line, "no game is named: write 'game banka' into the log, or give --game banka")
    own = choices if not wanted.game or wanted.game == game else {}
    try:
        return choose(profile(name), {**own, **wanted.choices})
    except RuleChoiceError as error:
        raise at(line, f"{error}") from error


def labelling_for(texts: Iterable[str], cards: str, book: Book, line: int) -> Labelling:
    """How the cards of a log are written: as it says, or as its first hands show. Raises LogError."""
    if cards != "auto":
        if cards not in set(Labelling):
            raise at(line, f"'{cards}' is no way to write cards: use {', '.join(Labelling)} or auto")
        chosen = Labelling(cards)
    else:
        together = "/".join(texts)
        chosen = guess_labelling(together)
        if chosen is Labelling.CLASS and (book.slapping or "?" in together):
            chosen = Labelling.RANK
    if book.slapping and chosen is Labelling.CLASS:
        raise at(line, f"the slaps of {book.game} are about ranks: write cards as ranks, such as J9/5")
    return chosen


def zone_of(text: str, labelling: Labelling, line: int) -> Zone:
    """Cards from their text; `?` is one that is not known, and `.` no card at all. Raises LogError."""
    if text.strip() == ".":
        return ()
    try:
        known = [parse_zone(part, labelling) for part in text.split("?")]
    except CardError as error:
        raise at(line, f"{error} (and ? for a card that nobody knows)") from error
    zone = known[0]
    for part in known[1:]:
        zone = (*zone, UNKNOWN, *part)
    return zone


def seat_of(number: int, seats: int, line: int) -> Seat:
    """A seat by its number. Raises LogError for one that is not at this table."""
    if not 0 <= number < seats:
        raise at(line, f"there is no seat {str(number)[:20]}: the seats of this table are 0 to {seats - 1}")
    return Seat(number)


def seat_named(name: str, seats: int, line: int) -> Seat:
    """A seat by its letter, A for seat 0. Raises LogError for one that is not at this table."""
    number = SEAT_NAMES.find(name)
    if not 0 <= number < seats:
        raise at(
            line, f"there is no seat {name}: the seats of this table are {SEAT_NAMES[0]} to {SEAT_NAMES[seats - 1]}"
        )
    return Seat(number)
