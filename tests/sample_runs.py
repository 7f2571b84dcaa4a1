"""Runs of every kind, small and always the same, whose verdicts the tests of the outputs show."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from rich.console import Console

from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR
from model.piles.rulebook import Book
from properties.conformance.connectors import Connection, InProcess
from properties.conformance.expectations import Expectation
from properties.conformance.judge import Fault, FaultKind, Judged, Transcript
from properties.conformance.protocol import Hello, Play, Request, TickAsk
from properties.conformance.reference import Reference, misreading
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary, summarise
from properties.conformance.verify import Event, Started, verify
from reports import terminal

COMMAND = ("./my-game", "--adapter")
SETTINGS = Settings(seats=(2,), random=1, all_classes_up_to=2, two_classes_up_to=4)
SUITE = """
[[case]]
id = "beggar/example-1"
game = "beggar"
clauses = ["BMN-27", "BMN-21"]
deal = "Q/--"
why = "Worked example 1."
expected = { status = "won", winner = 0, cards = 3, tricks = 1 }

[[case]]
id = "beggar/BMN-25/second-pay-card-cancels"
game = "beggar"
clauses = ["BMN-25"]
deal = "A-J/J----"
why = "A jack cancels the rest of an ace."

[[case]]
id = "beggar/BMN-44/option/immediate"
game = "beggar"
clauses = ["BMN-44"]
deal = "J/-"
choices = { end = "immediate" }
why = "An option that is not claimed."
"""


SLAP_SETTINGS = Settings(game="banka", seats=(2,), random=0, all_classes_up_to=4, again=0)
SLAP_SUITE = """
[[case]]
id = "banka/bottom-match"
game = "banka"
clauses = ["BB-33"]
deal = "34/25+2"
cards = "rank"
script = "lay lay A! lay"
why = "The card laid last has the rank of the lowest card."

[[case]]
id = "banka/turns"
game = "banka"
deal = "2J9/46K"
cards = "rank"
script = "lay A:lay ~lay lay BA! lay"
why = "What may not be done is refused, and changes nothing."
"""


def run(
    connect: Callable[[], Connection],
    settings: Settings = SETTINGS,
    expectations: Sequence[Expectation] = (),
    lenient: bool = False,
    suite: str = SUITE,
) -> Summary:
    """The verdict on a program that is asked a suite of a few cases and some small deals."""
    summary = _events(connect, settings, expectations, lenient, suite)[-1]
    assert isinstance(summary, Summary)
    return steady(summary)


def _events(
    connect: Callable[[], Connection],
    settings: Settings,
    expectations: Sequence[Expectation],
    lenient: bool,
    suite: str = SUITE,
) -> list[Event]:
    with TemporaryDirectory() as folder:
        Path(folder, "cases.toml").write_text(suite, encoding="utf-8")
        wanted = msgspec.structs.replace(settings, suite=folder)
        return list(verify(connect, COMMAND, wanted, "1.2.3", None, False, expectations, lenient))


def steady(summary: Summary) -> Summary:
    """The same without what is different each time: clocks, hashes of sources, names of folders."""
    header = msgspec.structs.replace(
        summary.header,
        started="2027-01-31T12:00:00+00:00",
        rules_hash="0123456789abcdef",
        suite="fairdeal",
        suite_hash="fedcba9876543210",
        settings=msgspec.structs.replace(summary.header.settings, suite=""),
    )
    return replace(summary, header=header, seconds=1.25)


def plays(book: Book, name: str = "my game") -> Callable[[], Connection]:
    """A program that plays by a book, and claims the plain rules."""
    return lambda: InProcess(Reference({"beggar": book}, name, honest=False).answer)


WRONG = misreading("debts_add_up").book


@lru_cache
def conforming() -> Summary:
    """A program without a fault."""
    return run(plays(BEGGAR))


@lru_cache
def failing() -> Summary:
    """A program that adds debts, and tells its steps."""
    return run(plays(WRONG))


@lru_cache
def failing_outcomes() -> Summary:
    """The same, of which only outcomes are judged."""
    return run(plays(WRONG), msgspec.structs.replace(SETTINGS, level="outcome"))


def slaps_by(choices: dict[str, str]) -> Callable[[], Connection]:
    """A program that plays Banka bever by these choices, and claims the plain rules."""
    book = choose(BANKA, choices)
    return lambda: InProcess(Reference({"banka": book}, "my game", honest=False).answer)


@lru_cache
def scripts() -> Summary:
    """A program that knows no bottom match, step by step."""
    return run(slaps_by({"slaps": "double"}), SLAP_SETTINGS, suite=SLAP_SUITE)


@lru_cache
def scripts_right() -> Summary:
    """A program without a fault, step by step."""
    return run(slaps_by({}), msgspec.structs.replace(SLAP_SETTINGS, random=10, all_classes_up_to=3), suite=SLAP_SUITE)


@lru_cache
def slap_games() -> Summary:
    """The program that knows no bottom match, of which only outcomes and traces are judged."""
    settings = msgspec.structs.replace(SLAP_SETTINGS, level="trace")
    return run(slaps_by({"slaps": "double"}), settings, suite=SLAP_SUITE)


@lru_cache
def scripts_broken() -> Summary:
    """A program that dies of a slap that comes after the first card."""
    program = Reference({"banka": BANKA}, "my game")

    class Dies(InProcess):
        stderr = "IndexError: list index out of range\n"

        def receive(self, seconds: float) -> Transcript:
            """The answer, or the fault."""
            request = self._waiting[0]
            if isinstance(request, TickAsk) and request.do[0].act == "slap" and request.at == 1:
                fault = Fault(FaultKind.CRASHED, "ended with exit code 1", self.stderr)
                return Transcript(request.id, None, fault)
            return super().receive(seconds)

    return run(lambda: Dies(program.answer), SLAP_SETTINGS, suite=SLAP_SUITE)


class Breaks(InProcess):
    """Dies of some deals every time, and of one the first time only."""

    stderr = "thread 'main' panicked at src/game.rs:17:\ncalled `Option::unwrap()` on a `None` value\n"
    died_once: bool

    def __init__(self, answer: Callable[[Request], bytes], once: list[str]) -> None:
        super().__init__(answer)
        self._once = once

    def receive(self, seconds: float) -> Transcript:
        """The answer, or the fault."""
        request = self._waiting[0]
        if isinstance(request, Play):
            deal = "/".join(request.deal.hands)
            if deal == "Q/--" or deal in self._once:
                self._once[:] = [each for each in self._once if each != deal]
                return Transcript(
                    request.id, None, Fault(FaultKind.CRASHED, "ended by signal 6 (SIGABRT)", self.stderr)
                )
        return super().receive(seconds)


@lru_cache
def faults() -> Summary:
    """A program that breaks: always at one deal, and once at another."""
    program, once = Reference({"beggar": BEGGAR}, "my game"), ["-/-"]
    return run(lambda: Breaks(program.answer, once))


def after(games: int, name: str = "my game") -> Callable[[], Connection]:
    """A program that forgets to clear its table: after so many games it plays by another rule."""

    def connect() -> Connection:
        right, wrong = (Reference({"beggar": book}, name, honest=False) for book in (BEGGAR, WRONG))
        asked = 0

        def answer(request: Request) -> bytes:
            nonlocal asked
            asked += isinstance(request, Play)
            return (wrong if asked > games else right).answer(request)

        return InProcess(answer)

    return connect


@lru_cache
def unstable() -> Summary:
    """A program whose state leaks from one game into the next."""
    return run(after(45), msgspec.structs.replace(SETTINGS, again=100))


@lru_cache
def inconclusive() -> Summary:
    """A run that was cut off."""
    events = _events(plays(BEGGAR), SETTINGS, (), lenient=False)
    started = next(event for event in events if isinstance(event, Started))
    judged = [event for event in events if isinstance(event, Judged)]
    return steady(summarise(started.header, judged[:40], None))


KNOWN = (
    Expectation(clause="BMN-25", why="debts are added", issue="17"),
    Expectation(case="beggar/deal/J/-", why="was wrong once"),
    Expectation(case="beggar/deal/Q/-", why="wrong until the last release", until="2020-01-31"),
    Expectation(case="beggar/deal/KKK/KKK", why="never asked here"),
)


@lru_cache
def known(lenient: bool = False) -> Summary:
    """A program with known failures: one comes true, one has gone, one has lapsed, and one is not asked."""
    return run(plays(WRONG), expectations=KNOWN, lenient=lenient)


@lru_cache
def only_known() -> Summary:
    """A program that fails as expected and in no other way."""
    return run(plays(WRONG), expectations=KNOWN[:1])


NASTY = (
    'x|`y`\n# no\r\n</details><script>alert("1")</script>&amp; @all https://a.example'
    " \x1b[31m\x00\x07 \u202e ``` ]]> --"
)
"""A text that would break the terminal, Markdown or XML, if anything could."""


@lru_cache
def shouting(text: str) -> Summary:
    """A program that says one thing wherever it may: as its name, in its refusals, its faults and its trace."""
    program = Reference({"beggar": WRONG}, text, honest=False, version=text)

    def answer(request: Request) -> bytes:
        content = json.loads(program.answer(request))
        if isinstance(request, Hello):
            content["ok"]["adapter"]["language"] = text
        if isinstance(request, Play):
            if request.deal.hands == ("J", "-"):
                return json.dumps({"id": request.id, "no": {"why": "unsupported", "detail": text}}).encode()
            if request.deal.hands == ("-", "A"):
                content["ok"]["events"][0]["card"] = text
        return json.dumps(content).encode()

    def connect() -> Connection:
        made = Breaks(answer, [])
        made.stderr = text * 400
        return made

    return run(connect)


def hostile() -> Summary:
    """A program that says nasty things."""
    return shouting(NASTY)


WIDTH = 100


def on_screen(summary: Summary, colour: bool, width: int = WIDTH) -> str:
    """What a terminal of this width gets; without colour, as a file gets it."""
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
        _environ={},
    )
    console.print(terminal.summary(summary))
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))


ALL: dict[str, Callable[[], Summary]] = {
    "conforming": conforming,
    "failing": failing,
    "failing-outcomes": failing_outcomes,
    "faults": faults,
    "unstable": unstable,
    "inconclusive": inconclusive,
    "scripts": scripts,
    "scripts-right": scripts_right,
    "slap-games": slap_games,
    "scripts-broken": scripts_broken,
    "known": known,
    "only-known": only_known,
    "hostile": hostile,
}
