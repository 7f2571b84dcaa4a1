"""Logs as JSON, one object a line: the types of their lines, and what they tell.

The first line says what is played and where the log begins, each further one is an action with whatever the log knows
of what came of it. Unknown fields are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

import msgspec

from model.cards import Card, Labelling
from model.game import CHANCE, NOBODY, Act, Action, Seat, Tick
from model.piles import events as seen
from model.piles.rulebook import Book
from model.piles.state import Debt
from properties.conformance.log_entries import (
    Entry,
    Fact,
    Log,
    Over,
    Seen,
    Start,
    Told,
    Wanted,
    at,
    book_for,
    labelling_for,
    seat_of,
    shown,
    zone_of,
)
from properties.conformance.protocol import (
    ActionWire,
    BarredWire,
    BurnedWire,
    EventKind,
    EventWire,
    GaveWire,
    HandEventWire,
    LaidWire,
    OwesWire,
    PhaseKind,
    SlappedWire,
    TableWire,
    TookWire,
    TurnWire,
    WonPileWire,
)

FORMAT: Final = "fairdeal-log/1"
_EXAMPLE: Final = '{"log": "fairdeal-log/1", "game": "banka", "deal": {"hands": ["J9", "5"], "cards": "rank"}}'
_ACTION: Final = '{"do": [{"seat": 0, "act": "lay"}], "card": "J"}'
Cards = Literal["class", "rank", "full", "auto"]


class LogDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deal: the first hand leads, the first card of a hand is played first; `?` is a card that nobody knows.

    `middle` are the cards that were left over, the lowest first.
    """

    hands: tuple[str, ...]
    cards: Cards = "auto"
    middle: str = ""


class LogTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a game that is under way: as in `deal`, and who is to act.

    `burned` cards lie lowest in the middle, `left` ones that were left over on top of them. `last` laid the latest
    card; without it, every seat may have.
    """

    hands: tuple[str, ...]
    cards: Cards = "auto"
    middle: str = ""
    turn: int | None = None
    owed: int = 0
    claimant: int | None = None
    phase: PhaseKind = "laying"
    burned: int = 0
    left: int = 0
    last: int | None = None
    barred: tuple[int, ...] = ()


class LogHeader(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: what is played, by which choices, and either the deal or the table that the log begins with.

    `tells` are the kinds of events that the log never leaves out: one that is missing did not happen.
    """

    log: str
    game: str = ""
    variant: dict[str, str] = {}
    deal: LogDeal | None = None
    table: LogTable | None = None
    tells: tuple[EventKind, ...] = ()


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action, and what is known of it; without `do`, more of what came of the action before.

    `refused` says that the game did not let it happen, perhaps with the reason; `card` is the card that was laid;
    `state` is the table afterwards; `over` and `winner` say how the game stands then.
    """

    do: tuple[ActionWire, ...] | None = None
    refused: bool | str = False
    card: str | None = None
    events: tuple[EventWire, ...] = ()
    state: TableWire | None = None
    over: bool | None = None
    winner: int | None = None


_header: Final = msgspec.json.Decoder(LogHeader)
_line: Final = msgspec.json.Decoder(LogLine)
_TORN: Final = "truncated"


def read(lines: Sequence[tuple[int, str]], ends: bool, wanted: Wanted) -> Log:
    """A log from its lines that are not blank; `ends` says whether the last one has its line break. Raises LogError."""
    number, text = lines[0]
    header = _decoded_header(number, text)
    book, labelling, start = _begin(header, number, wanted)
    reader = _Reader(labelling, len(start.hands))
    torn = False
    for number, text in lines[1:]:
        last = number == lines[-1][0] and not ends
        line = _decoded(number, text, last)
        if line is None:
            torn = True
        else:
            reader.take(number, text, line)
    return Log(book, labelling, start, reader.entries, tuple(reader.before), header.tells, torn)


def _decoded_header(number: int, text: str) -> LogHeader:
    try:
        header = _header.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise at(number, f"is no header of a log ({_reason(error)}): write {_EXAMPLE}") from error
    if header.log != FORMAT:
        raise at(number, f"is a log of the kind '{shown(header.log)}', and this version reads {FORMAT}")
    return header


def _decoded(number: int, text: str, may_be_torn: bool) -> LogLine | None:
    """One line; None for a last one that was cut off. Raises LogError."""
    try:
        return _line.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        if may_be_torn and _TORN in str(error):
            return None
        raise at(number, f"is no line of a log ({_reason(error)}): write {_ACTION}") from error


def _reason(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else shown(str(error))


def _begin(header: LogHeader, line: int, wanted: Wanted) -> tuple[Book, Labelling, Start]:
    begins = header.deal if header.table is None else header.table
    if begins is None or (header.deal is not None and header.table is not None):
        raise at(line, f'either "deal" or "table" says where the log begins: write {_EXAMPLE}')
    book = book_for(header.game, header.variant, wanted, line)
    labelling = labelling_for((*begins.hands, begins.middle), begins.cards, book, line)
    hands = tuple(zone_of(hand, labelling, line) for hand in begins.hands)
    start = Start(line, hands, zone_of(begins.middle, labelling, line))
    if isinstance(begins, LogTable):
        start = _under_way(start, begins, line)
    return book, labelling, start


def _under_way(start: Start, table: LogTable, line: int) -> Start:
    seats = len(start.hands)

    def seat(number: int | None) -> Seat | None:
        return None if number is None else seat_of(number, seats, line)

    return Start(
        line,
        start.hands,
        start.middle,
        dealt=False,
        turn=seat(table.turn),
        owed=table.owed,
        claimant=NOBODY if table.claimant is None else seat_of(table.claimant, seats, line),
        phase=table.phase,
        burned=table.burned,
        left=table.left,
        last=seat(table.last),
        barred=table.barred,
    )


class _Reader:
    """Puts lines together to actions."""

    def __init__(self, labelling: Labelling, seats: int) -> None:
        self._labelling = labelling
        self._seats = seats
        self._acts: list[tuple[Entry, list[Told]]] = []
        self.before: list[Told] = []

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The actions, each with all that is told of it."""
        return tuple(replace(entry, facts=tuple(facts)) for entry, facts in self._acts)

    def take(self, number: int, text: str, line: LogLine) -> None:
        """The next line. Raises LogError."""
        facts = [Told(number, text, fact) for fact in self._facts(number, line)]
        if line.do is not None:
            refused = "yes" if line.refused is True else line.refused or ""
            self._acts.append((Entry(number, text, self._tick(number, line.do), refused), facts))
        elif not facts or line.refused:
            raise at(number, f"tells nothing that a log tells: write {_ACTION}")
        else:
            (self._acts[-1][1] if self._acts else self.before).extend(facts)

    def _tick(self, number: int, do: tuple[ActionWire, ...]) -> Tick:
        if not do:
            raise at(number, f'"do" is empty, and an action is somebody\'s: write {_ACTION}')
        return tuple(self._action(number, action) for action in do)

    def _action(self, number: int, action: ActionWire) -> Action:
        if (action.seat == "chance") != (action.act == "shuffle"):
            raise at(number, f"chance shuffles, and seats do everything else: not {action.seat} {action.act}")
        seat = CHANCE if action.seat == "chance" else seat_of(action.seat, self._seats, number)
        return Action(seat, Act(action.act), action.order)

    def _facts(self, number: int, line: LogLine) -> Iterator[Fact]:
        events = [self._event(number, event) for event in line.events]
        if line.card is not None and not line.refused:
            laid = self._card(number, line)
            yield from () if laid in events else (laid,)
        yield from events
        if line.state is not None:
            yield self._seen(number, line.state)
        if line.over is not None or line.winner is not None:
            winner = None if line.winner is None else self._seat(number, line.winner)
            yield Over(line.over is not False, winner)

    def _card(self, number: int, line: LogLine) -> seen.Laid:
        zone = zone_of(line.card or "", self._labelling, number)
        if line.do is None or len(line.do) != 1 or line.do[0].act != "lay" or len(zone) != 1:
            raise at(number, f'"card" is the one card that a seat lays: write {_ACTION}')
        return seen.Laid(self._action(number, line.do[0]).seat, zone[0])

    def _seat(self, number: int, seat: int) -> Seat:
        return seat_of(seat, self._seats, number)

    def _event(self, number: int, event: EventWire) -> seen.Event:
        if isinstance(event, SlappedWire | BurnedWire | GaveWire | BarredWire):
            return self._of_hands(number, event)
        match event:
            case LaidWire(seat, card):
                return seen.Laid(self._seat(number, seat), self._one_card(number, card))
            case OwesWire(seat, cards, to):
                return seen.Owes(self._seat(number, seat), Debt(cards), self._seat(number, to))
            case WonPileWire(seat, unanswered):
                return seen.WonPile(self._seat(number, seat), unanswered)
            case TookWire(seat, text):
                return seen.Took(self._seat(number, seat), zone_of(text, self._labelling, number))
            case _:
                return seen.Turn(self._seat(number, event.seat)) if isinstance(event, TurnWire) else seen.Finished()

    def _one_card(self, number: int, text: str) -> Card:
        zone = zone_of(text, self._labelling, number)
        if len(zone) != 1:
            raise at(number, f"one card is laid at a time, not '{shown(text)}'")
        return zone[0]

    def _of_hands(self, number: int, event: HandEventWire) -> seen.Event:
        seat = self._seat(number, event.seat)
        match event:
            case SlappedWire(_, right):
                return seen.Slapped(seat, right)
            case BurnedWire(_, cards):
                return seen.Burned(seat, zone_of(cards, self._labelling, number))
            case GaveWire(_, to, cards):
                return seen.Gave(seat, self._seat(number, to), zone_of(cards, self._labelling, number))
            case BarredWire(_, left):
                return seen.Barred(seat, left)

    def _seen(self, number: int, state: TableWire) -> Seen:
        if len(state.hands) != self._seats:
            raise at(number, f'"state" has {len(state.hands)} hands, and there are {self._seats} seats')
        hands = tuple(zone_of(hand, self._labelling, number) for hand in state.hands)
        turn = None if state.turn is msgspec.UNSET else self._seat(number, state.turn)
        claimant = None
        if state.claimant is not msgspec.UNSET:
            claimant = NOBODY if state.claimant is None else self._seat(number, state.claimant)
        owed = None if state.owed is msgspec.UNSET else state.owed
        phase = None if state.phase is msgspec.UNSET else state.phase
        return Seen(hands, zone_of(state.middle, self._labelling, number), turn, owed, claimant, phase)


def schema() -> dict[str, Any]:
    """The JSON Schema of the lines of a log."""
    refs, components = msgspec.json.schema_components((LogHeader, LogLine), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"the lines of a log, {FORMAT}",
        "anyOf": list(refs),
        "$defs": components,
    }
