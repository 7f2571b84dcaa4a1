"""Logs as plain text, one line for each thing that happened, as somebody at the table would write it down.

Above the first action:      game banka   ·   set slap_tie=undermost   ·   cards rank   ·   tells burned took
and where it begins:         deal J9/5+K          hands, and behind the + the cards left over; ? is an unknown card
or, in the middle of a game: table J9/?5+K9       with: turn A · owed 2 to B · won by B · burned 1 · left 2 · last B
Actions:      A lays J (or A lays) · B slaps · C, A slap (at one instant, C's hand undermost) · A collects ·
              chance shuffles 9J5 (or chance shuffles) · refused: C slaps · refused (not-your-turn): B lays
What comes of them:  A takes J95, or A takes 3 cards, or A takes the pile · B burns 7 · B gives 7 to A ·
              B owes 2 to A · A is next · A wins the pile · C may not slap for 3 cards · B slaps wrongly ·
              table 5/.+J (the table as it lies now) · A wins · game over
Comments begin with #, blank lines mean nothing, and A is the first seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, get_args

from model.cards import Labelling, Zone
from model.game import CHANCE, NOBODY, Act, Action, Seat, Tick
from model.piles import events as seen
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import Debt
from properties.conformance.log_entries import (
    ANY_CARDS,
    UNKNOWN,
    Entry,
    Fact,
    Log,
    Over,
    Seen,
    Start,
    Takes,
    Told,
    Wanted,
    at,
    book_for,
    labelling_for,
    seat_named,
    shown,
    zone_of,
)
from properties.conformance.protocol import EventKind

_S: Final = "([A-Za-z])"
_HEAD: Final = re.compile(
    r"(game|set|cards|deal|table|turn|owed|won by|burned|left|last|tells)\s+(\S.*)", re.IGNORECASE
)
_BETWEEN: Final = r"(?:\s*,\s*and\s+|\s*[,&]\s*|\s+and\s+)"
_NAMES: Final = f"([A-Za-z](?:{_BETWEEN}[A-Za-z])*)"
_REFUSED: Final = re.compile(r"refused\s*(?:\(\s*([a-z -]+?)\s*\))?\s*:\s*(\S.*)", re.IGNORECASE)
_QUANTITY: Final = re.compile(r"(\d{1,4})\s+cards?", re.IGNORECASE)
_ALL: Final = re.compile(r"(?:(?:the|its|their)\s+)?(?:pile|middle|all)", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_KINDS: Final = get_args(EventKind)
_VERBS: Final = "lays, slaps, collects, takes, burns, gives, owes, is next, wins"
_EXAMPLE: Final = "A lays J"


@dataclass(slots=True)
class _Head:
    """The lines above the first action, by what they are about."""

    given: dict[str, tuple[int, str]] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)

    def take(self, line: int, word: str, rest: str) -> None:
        """The next of these lines. Raises LogError."""
        if word == "set":
            self._set(line, rest)
        elif word in self.given or {word, *self.given} >= {"deal", "table"}:
            raise at(line, f"'{word}' for a second time: a log says once where it begins, and by which rules")
        else:
            self.given[word] = line, rest

    def _set(self, line: int, rest: str) -> None:
        for each in rest.split():
            point, equals, way = each.partition("=")
            if not equals or not point or not way or point in self.choices:
                raise at(line, f"'{shown(each)}' is no choice, or made twice: write 'set slap_tie=undermost'")
            self.choices[point] = way

    def text(self, word: str, default: str = "") -> str:
        """What stands behind a word."""
        return self.given[word][1] if word in self.given else default

    def line(self, word: str) -> int:
        """Where it stands."""
        return self.given[word][0]


def read(lines: Sequence[tuple[int, str]], wanted: Wanted) -> Log:
    """A log from its lines that are not blank. Raises LogError."""
    head = _Head()
    body = 0
    plain = [(number, _plain(number, text)) for number, text in lines]
    plain = [(number, text) for number, text in plain if text]
    if not plain:
        raise at(lines[0][0], "holds only comments: write 'game banka', 'deal J9/5', and what was done")
    for number, text in plain:
        found = _HEAD.fullmatch(text)
        if found is None or (found[1].lower() == "table" and {"deal", "table"} & set(head.given)):
            break
        head.take(number, " ".join(found[1].lower().split()), found[2].strip())
        body += 1
    book, labelling, start = _begin(head, plain[0][0], wanted)
    reader = _Reader(labelling, len(start.hands))
    for number, text in plain[body:]:
        reader.take(number, text)
    return Log(book, labelling, start, reader.entries, tuple(reader.before), _tells(head))


def _plain(line: int, text: str) -> str:
    """A line without its comment. Raises LogError for characters that no text has."""
    for place, each in enumerate(text, start=1):
        if not each.isprintable() and each != "\t":
            raise at(line, f"the character U+{ord(each):04X} at place {place} belongs in no log: take it out")
    return " ".join(_COMMENT.sub("", text).split())


def _tells(head: _Head) -> tuple[EventKind, ...]:
    words = tuple(dict.fromkeys(head.text("tells").replace(",", " ").split()))
    for word in words:
        if word not in _KINDS:
            raise at(head.line("tells"), f"no event is called '{shown(word)}': there are {', '.join(_KINDS)}")
    return tuple(kind for kind in _KINDS if kind in words)


def _begin(head: _Head, first: int, wanted: Wanted) -> tuple[Book, Labelling, Start]:
    word = "deal" if "deal" in head.given else "table"
    if word not in head.given:
        raise at(first, "nothing says where the log begins: write 'deal J9/5' below 'game banka', above the actions")
    line = head.line(word)
    rules = head.line("game") if "game" in head.given else line
    book = book_for(head.text("game"), head.choices, wanted, rules)
    hands, plus, middle = head.text(word).partition("+")
    labelling = labelling_for((hands, middle), head.text("cards", "auto").lower(), book, line)
    zones = tuple(zone_of(hand, labelling, line) for hand in hands.split("/"))
    start = Start(line, zones, zone_of(middle if plus else "", labelling, line), dealt=word == "deal")
    return book, labelling, _under_way(head, start)


def _under_way(head: _Head, start: Start) -> Start:
    """Who is to act, and what is owed, where a log begins in the middle of a game."""
    extra = [word for word in ("turn", "owed", "won by", "burned", "left", "last") if word in head.given]
    if start.dealt and extra:
        raise at(head.line(extra[0]), f"'{extra[0]}' goes with 'table': after a deal the first hand leads")
    seats = len(start.hands)
    changes: dict[str, Any] = {}
    for word in extra:
        line, text = head.given[word]
        if word in ("turn", "last"):
            changes[word] = _seat(text, seats, line)
        elif word == "won by":
            changes |= {"claimant": _seat(text, seats, line), "phase": "won"}
        elif word == "owed":
            changes |= _owed(text, seats, line)
        else:
            changes[word] = _number(text, line)
    return replace(start, **changes)


def _seat(text: str, seats: int, line: int) -> Seat:
    if len(text) != 1:
        raise at(line, f"'{shown(text)}' is no seat: write one letter, A for the first seat")
    return seat_named(text, seats, line)


def _number(text: str, line: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise at(line, f"'{shown(text)}' is no number of cards")
    return int(text)


def _owed(text: str, seats: int, line: int) -> dict[str, Any]:
    found = re.fullmatch(rf"(\d{{1,4}}) to {_S}", text, re.IGNORECASE)
    if found is None:
        raise at(line, f"'owed {shown(text)}' is not how a debt is written: write 'owed 2 to B'")
    return {"owed": int(found[1]), "claimant": seat_named(found[2], seats, line)}


_Acting = Callable[["_Reader", "re.Match[str]"], tuple[Tick, tuple[Fact, ...]]]


class _Reader:
    """Puts lines together to actions."""

    def __init__(self, labelling: Labelling, seats: int) -> None:
        self._labelling = labelling
        self._seats = seats
        self._line = 0
        self._acts: list[tuple[Entry, list[Told]]] = []
        self.before: list[Told] = []

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The actions, each with all that is told of it."""
        return tuple(replace(entry, facts=tuple(facts)) for entry, facts in self._acts)

    def take(self, number: int, text: str) -> None:
        """The next line. Raises LogError."""
        self._line = number
        refused = _REFUSED.fullmatch(text)
        act = self._act(refused[2], _ACTS + _REFUSED_ACTS) if refused else self._act(text, _ACTS)
        if act is not None:
            tick, facts = act
            told = [Told(number, text, fact) for fact in facts]
            reason = (refused[1] or "yes").lower().replace(" ", "-") if refused else ""
            self._acts.append((Entry(number, text, tick, reason), [] if refused else told))
            return
        fact = None if refused else self._fact(text)
        if fact is None:
            raise at(number, f"'{shown(text)}' is no line of a log: write {_EXAMPLE}, or another of {_VERBS}")
        (self._acts[-1][1] if self._acts else self.before).append(Told(number, text, fact))

    def _act(
        self, text: str, acts: tuple[tuple[re.Pattern[str], _Acting], ...]
    ) -> tuple[Tick, tuple[Fact, ...]] | None:
        for pattern, read_it in acts:
            found = pattern.fullmatch(text)
            if found is not None:
                return read_it(self, found)
        return None

    def _fact(self, text: str) -> Fact | None:
        for pattern, read_it in _FACTS:
            found = pattern.fullmatch(text)
            if found is not None:
                return read_it(self, found)
        return None

    def seat(self, name: str) -> Seat:
        """A seat by its letter. Raises LogError."""
        return seat_named(name, self._seats, self._line)

    def cards(self, text: str) -> Zone:
        """Cards by name, or only their number, or not even that. Raises LogError."""
        number = _QUANTITY.fullmatch(text)
        if number is not None:
            return (UNKNOWN,) * int(number[1])
        return ANY_CARDS if _ALL.fullmatch(text) else zone_of(text, self._labelling, self._line)

    def lays(self, found: re.Match[str]) -> tuple[Tick, tuple[Fact, ...]]:
        """A lays J."""
        seat = self.seat(found[1])
        named: tuple[Fact, ...] = ()
        if found[2]:
            zone = zone_of(found[2], self._labelling, self._line)
            if len(zone) != 1:
                raise at(self._line, f"one card is laid at a time, not '{shown(found[2])}'")
            named = (seen.Laid(seat, zone[0]),)
        return (Action(seat, Act.LAY),), named

    def slaps(self, found: re.Match[str]) -> tuple[Tick, tuple[Fact, ...]]:
        """C, A slap."""
        hands = tuple(self.seat(name) for name in re.split(_BETWEEN, found[1], flags=re.IGNORECASE))
        right = found[2].lower() == "rightly" if found[2] else None
        facts = () if right is None else tuple(seen.Slapped(seat, right) for seat in hands)
        return slap_tick(hands), facts

    def shuffles(self, found: re.Match[str]) -> tuple[Tick, tuple[Fact, ...]]:
        """Chance shuffles 9J5: the order is told by the cards, and found where the pile is known."""
        cards = self.cards(found[1]) if found[1] else ANY_CARDS
        return (Action(CHANCE, Act.SHUFFLE),), (Takes(NOBODY, cards),)

    def seen_table(self, found: re.Match[str]) -> Fact:
        """The table as it lies now. Raises LogError."""
        hands, plus, middle = found[1].partition("+")
        zones = tuple(zone_of(hand, self._labelling, self._line) for hand in hands.split("/"))
        if len(zones) != self._seats:
            raise at(self._line, f"this table has {len(zones)} hands, and there are {self._seats} seats")
        return Seen(zones, zone_of(middle if plus else "", self._labelling, self._line))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_ACTS: Final[tuple[tuple[re.Pattern[str], _Acting], ...]] = (
    (_pattern(rf"{_S} (?:lays|plays|turns|flips)(?: (.+))?"), _Reader.lays),
    (_pattern(rf"{_NAMES} slaps?(?: (rightly|wrongly))?"), _Reader.slaps),
    (_pattern(r"chance shuffles(?: (.+))?"), _Reader.shuffles),
)
_REFUSED_ACTS: Final[tuple[tuple[re.Pattern[str], _Acting], ...]] = (
    (_pattern(rf"{_S} (?:collects|takes)(?: (?:the )?pile)?"), lambda r, f: ((Action(r.seat(f[1]), Act.COLLECT),), ())),
)
_Telling = Callable[[_Reader, re.Match[str]], Fact]
_FACTS: Final[tuple[tuple[re.Pattern[str], _Telling], ...]] = (
    (_pattern(rf"{_S} collects(?: the pile)?"), lambda r, f: Takes(r.seat(f[1]), ANY_CARDS)),
    (_pattern(rf"{_S} takes (.+)"), lambda r, f: Takes(r.seat(f[1]), r.cards(f[2]))),
    (_pattern(rf"{_S} burns (.+)"), lambda r, f: seen.Burned(r.seat(f[1]), r.cards(f[2]))),
    (_pattern(rf"{_S} gives (.+) to {_S}"), lambda r, f: seen.Gave(r.seat(f[1]), r.seat(f[3]), r.cards(f[2]))),
    (
        _pattern(rf"{_S} owes (\d{{1,4}}) to {_S}"),
        lambda r, f: seen.Owes(r.seat(f[1]), Debt(int(f[2])), r.seat(f[3])),
    ),
    (_pattern(rf"{_S} is next"), lambda r, f: seen.Turn(r.seat(f[1]))),
    (_pattern(rf"{_S} wins the pile"), lambda r, f: seen.WonPile(r.seat(f[1]), False)),
    (_pattern(rf"{_S} may slap again"), lambda r, f: seen.Barred(r.seat(f[1]), 0)),
    (_pattern(rf"{_S} may not slap for (\d{{1,4}}) cards?"), lambda r, f: seen.Barred(r.seat(f[1]), int(f[2]))),
    (_pattern(rf"{_S} may not slap any more"), lambda r, f: seen.Barred(r.seat(f[1]), -1)),
    (_pattern(rf"{_S} wins(?: the game)?"), lambda r, f: Over(True, r.seat(f[1]))),
    (_pattern(r"(?:the )?game (?:is )?over"), lambda r, f: Over(True)),
    (_pattern(r"table (\S.*)"), _Reader.seen_table),
)
