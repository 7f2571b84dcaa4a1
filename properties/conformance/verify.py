"""A whole verification: greet the program, plan what it claims, run it, and sum it up."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from model.piles.profiles import PROFILES
from properties.conformance.bank.plan import plan_bank
from properties.conformance.bank.plan import size_of as size_of_bank
from properties.conformance.books import is_bank
from properties.conformance.cases import CLASSES, SUITE_NAME, Case, SuiteError, load_suite, suite_hash
from properties.conformance.connectors import JSON, Connection, Stdio
from properties.conformance.containment import Limits
from properties.conformance.core import core_of
from properties.conformance.expectations import Expectation
from properties.conformance.journal import FORMAT, Footer, Header, Journal, JournalError, Resumed, read, rules_hash
from properties.conformance.judge import Judged, contradiction
from properties.conformance.oracles import Oracle
from properties.conformance.planner import (
    ClaimError,
    Plan,
    Scope,
    Space,
    check_claim,
    only,
    plan,
    scope_of,
    size_of,
    spaces_of,
)
from properties.conformance.protocol import GameClaim, HelloOk
from properties.conformance.repeats import MOST_AGAIN, MOST_FAILURES_AGAIN, with_repeats
from properties.conformance.runner import COMPLETE, Connect, Ended, Record, Restarted, Run, greet, record_of
from properties.conformance.settings import Settings, SettingsError
from properties.conformance.step_plan import plan_steps, step_size, step_spaces
from properties.conformance.summary import Summary, summarise
from properties.conformance.traces import by_steps, trace_to_ask
from properties.conformance.wires import TAB


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is to ask: at most so many cases, and of these at most so many once more."""

    cases: int
    again: int = 0
    """A program whose answers change from one time to the next is asked more."""
    estimated: bool = False
    """Whether `cases` is no bound: it was not counted, or what is asked depends on the answers."""
    seconds: float = 0.0
    """Afterwards chance makes cases for so long, however many that is."""


@dataclass(frozen=True, slots=True)
class Started:
    """The program has answered; this is what it will be asked."""

    header: Header
    claim: GameClaim
    extent: Extent
    journal: Path | None

    @property
    def hello(self) -> HelloOk:
        """What the program says of itself."""
        return self.header.hello

    @property
    def choices(self) -> dict[str, str]:
        """The rule points that are not the game's default."""
        return self.header.choices

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats that are asked."""
        return self.header.seats


Event = Started | Judged | Restarted | Summary
Asks = Callable[[GameClaim, Scope], Plan]
"""What is asked of a program that claims this, as far as its user wants it."""


class NoSuchGame(ValueError):
    """The program does not claim the game that was asked for."""


def claim_of(hello: HelloOk, game: str) -> GameClaim:
    """The claim for a game; without a name, the first one. Raises NoSuchGame, ClaimError."""
    names = [claim.game for claim in hello.games]
    if len(set(names)) < len(names):
        raise ClaimError(f"hello claims a game twice: {', '.join(names)}")
    for claim in hello.games:
        if not game or claim.game == game:
            return claim
    if not hello.games:
        raise ClaimError('hello claims no game at all: write for example "games": [{"game": "beggar", "seats": [2]}]')
    raise NoSuchGame(f"the program claims {', '.join(names)}, and not {game}")


def program(command: Sequence[str], settings: Settings) -> Connect:
    """How to start a program that speaks on its standard streams."""
    limits = Limits(memory=settings.memory << 20, processes=settings.processes)
    return lambda: Stdio(tuple(command), TAB if settings.wire == "tab" else JSON, limits)


def verify(
    connect: Connect,
    command: Sequence[str],
    settings: Settings,
    version: str,
    journal: Path | None,
    resume: bool = False,
    expectations: Sequence[Expectation] = (),
    lenient: bool = False,
    oracle: Oracle | None = None,
) -> Iterator[Event]:
    """Run everything that the settings ask for, and sum it up; with `resume`, what the journal does not hold yet.

    Raises CannotStart, CannotSpeak, ClaimError, NoSuchGame, RuleChoiceError, SuiteError, JournalError and
    FileExistsError, all before the first case; OracleFault for a fault of ours.
    """
    judged: list[Judged] = []
    header: Header | None = None
    footer: Footer | None = None
    for event in asked(connect, command, settings, version, journal, resume, oracle=oracle):
        match event:
            case Ended():
                footer = event.footer
                continue
            case Started():
                header = event.header
            case Judged():
                judged.append(event)
        yield event
    assert header is not None
    yield summarise(header, judged, footer, expectations, lenient)


def asked(
    connect: Connect,
    command: Sequence[str],
    settings: Settings,
    version: str,
    journal: Path | None,
    resume: bool,
    asks: Asks | None = None,
    oracle: Oracle | None = None,
) -> Generator[Started | Judged | Restarted | Ended, None, None]:
    """Run what the settings ask for, or `asks`, with verdicts that are still provisional. Raises what `verify` does."""
    connection = connect()
    try:
        header, scope, suite = _prepared(connection, command, settings, version)
        hello, claim = header.hello, header.claim
        record = _record(journal, header) if resume and journal is not None else Record()
        kept = _open(journal, header, resume) if journal is not None else None
    except BaseException:
        connection.close()
        raise
    run = Run(
        connect=connect,
        connection=connection,
        hello=hello,
        claim=claim,
        version=version,
        journal=kept,
        deadlines=settings.deadlines,
        trace=trace_to_ask(claim, settings.highest_level),
        most_failures=settings.most_failures,
        shard=settings.shard,
        record=record,
        oracle=oracle,
    )
    if asks is None:
        whole, searched = _whole(settings, claim, scope, suite)
        events = run.events(with_repeats(whole, settings.again), searched)
    else:  # who asks one question after the other knows best when the program has broken often enough
        run.most_broken, run.most_broken_at_first, run.asks_again = sys.maxsize, sys.maxsize, False
        events = run.events(asks(claim, scope), lambda: ((), 0))
    try:
        yield Started(header, claim, _extent(settings, claim, scope, suite), journal)
        yield from events
    finally:
        events.close()
        run.connection.close()
        if kept is not None:
            kept.close()


def _whole(
    settings: Settings, claim: GameClaim, scope: Scope, suite: tuple[Case, ...]
) -> tuple[Plan, Callable[[], tuple[tuple[str, ...], int]]]:
    """The plan of a run, and what says in the end which spaces were searched. Raises SettingsError."""
    if settings.wire == "tab":
        if is_bank(claim.game):
            raise SettingsError("Bank cannot be written with tabs: use the wire of JSON")
        if not all(map(_with_tabs, settings.deals)):
            raise SettingsError(
                "cards in the middle, slaps and scripts cannot be written with tabs: use the wire of JSON"
            )
        whole, searched = _whole(msgspec.structs.replace(settings, wire="json", level="outcome"), claim, scope, suite)
        slapping = PROFILES[claim.game].slapping  # there, of the spaces only the games without slaps are asked
        return _sayable(whole), (lambda: ((), 0)) if slapping else searched
    if settings.deals:
        return only(settings.deals, scope.choices), lambda: ((), 0)
    if is_bank(claim.game):
        core = only((case for case in suite if len(case.hands) in scope.seats), scope.choices)
        return core if settings.core else plan_bank(scope, claim, suite), lambda: ((), 0)
    if _is_played_by_ticks(claim, settings):
        tables = step_spaces(scope)
        stepped = plan_steps(scope, claim, suite, tables, by_steps(claim, settings.highest_level))
        return stepped, lambda: (tuple(str(space) for space in tables if space.scripts and space.searched), 0)
    spaces = spaces_of(scope)
    return plan(scope, suite, spaces), lambda: _searched(spaces, scope)


def _with_tabs(case: Case) -> bool:
    """Whether a case can be written with tabs."""
    return not (case.middle or case.timeline) and case.script is None


def _sayable(whole: Plan) -> Plan:
    """A plan without the cases that cannot be written with tabs."""
    case = next(whole, None)
    over = case is None
    while not over:
        news = (yield case) if case is None or _with_tabs(case) else []
        try:
            case = whole.send(news)
        except StopIteration:
            over = True


def _is_played_by_ticks(claim: GameClaim, settings: Settings) -> bool:
    return (not is_bank(claim.game) and PROFILES[claim.game].slapping) or by_steps(claim, settings.highest_level)


def greeted(connect: Connect, command: Sequence[str], settings: Settings, version: str) -> tuple[Header, Extent]:
    """What a run would begin with, and how much it would ask. Raises what `verify` does."""
    connection = connect()
    try:
        header, scope, suite = _prepared(connection, command, settings, version)
    finally:
        connection.close()
    return header, _extent(settings, header.claim, scope, suite)


def _prepared(
    connection: Connection, command: Sequence[str], settings: Settings, version: str
) -> tuple[Header, Scope, tuple[Case, ...]]:
    hello = greet(connection, version)
    claim = claim_of(hello, settings.game)
    check_claim(claim)
    scope = _scope(claim, settings)
    suite = _suite(claim.game, settings)
    _check_level(claim, settings)
    return _header(settings, hello, claim, scope, suite, tuple(command), version), scope, suite


def _extent(settings: Settings, claim: GameClaim, scope: Scope, suite: tuple[Case, ...]) -> Extent:
    """How much there is to ask. Small tables with slaps are not all counted; failures of Bank are made shorter."""
    if settings.steps:
        return Extent(0 if settings.seconds else settings.random, estimated=True, seconds=settings.seconds)
    chosen = bool(settings.deals)
    every = len(settings.deals) or len(suite) + _planned(settings, claim, scope)
    cases = -(-every // settings.shard.of)
    again = min(cases, MOST_AGAIN + MOST_FAILURES_AGAIN) if settings.again else 0
    counted = chosen or not (is_bank(claim.game) or _is_played_by_ticks(claim, settings))
    return Extent(cases, again, not counted or settings.shard.of > 1, 0.0 if chosen else settings.seconds)


def _planned(settings: Settings, claim: GameClaim, scope: Scope) -> int:
    """How many cases are made for a program, beside the suite."""
    if settings.core or is_bank(claim.game):
        return 0 if settings.core else size_of_bank(scope, claim)
    stepped = _is_played_by_ticks(claim, settings)
    return (step_size(scope, claim) if stepped else size_of(spaces_of(scope))) + scope.random * len(scope.seats)


def _check_level(claim: GameClaim, settings: Settings) -> None:
    """Refuse to promise traces that nobody can give. Raises SettingsError."""
    if is_bank(claim.game) and settings.level not in ("", "step"):
        raise SettingsError(f"Bank is played step by step: leave out --level {settings.level}")
    if settings.level == "step" and not by_steps(claim, settings.highest_level):
        able = "with tabs there are only outcomes" if settings.wire == "tab" else f"hello claims {list(claim.levels)}"
        instead = "fuzz is for programs that can" if settings.steps else "leave out --level step"
        raise SettingsError(f"the program cannot be played step by step ({able}): {instead}")
    if settings.level == "trace" and trace_to_ask(claim, settings.highest_level) is None:
        able = "with tabs there are only outcomes" if settings.wire == "tab" else f"hello claims {list(claim.levels)}"
        raise SettingsError(f"the program cannot be asked for traces ({able}): leave out --level trace")


def _suite(game: str, settings: Settings) -> tuple[Case, ...]:
    """The cases to ask. Raises SuiteError; also for a third party's outcome that is not the one of the rules."""
    if not settings.suite:
        return core_of(game) if settings.core else load_suite(game)
    suite = load_suite(game, Path(settings.suite))
    for case in suite:
        wrong = contradiction(case)
        if wrong:
            raise SuiteError(
                f"{settings.suite}: case '{case.id}': its expected outcome is not that of the rules: {wrong}"
            )
    return suite


def _record(journal: Path, header: Header) -> Record:
    """What a journal holds already. Raises JournalError if it belongs to another run, or to one that is complete."""
    lines = list(read(journal))
    before, record = record_of(iter(lines))
    if before.settings.steps:
        raise JournalError(f"{journal}: is of a run of fuzz, whose questions depend on its answers: start it anew")
    for what, then, now in _differences(before, header):
        raise JournalError(f"{journal}: cannot be gone on with, because {what}: it was {then}, and now it is {now}")
    if isinstance(lines[-1], Footer) and lines[-1].reason == COMPLETE:
        raise JournalError(f"{journal}: this run is complete, there is nothing to go on with: replay shows its verdict")
    return record


def _differences(before: Header, now: Header) -> Iterator[tuple[str, object, object]]:
    """What keeps two headers from being of one run, in words."""
    pairs = (
        ("another version of fairdeal wrote it", before.version, now.version),
        ("the rules are others", before.rules_hash, now.rules_hash),
        ("the suite is another", before.suite_hash, now.suite_hash),
        ("the program says something else of itself in hello", before.hello, now.hello),
        ("other rules are chosen", before.choices, now.choices),
        ("the part of the run is another", str(before.settings.shard), str(now.settings.shard)),
        ("the settings are others", before.settings, now.settings),
    )
    return (pair for pair in pairs if pair[1] != pair[2])


def _open(journal: Path, header: Header, resume: bool) -> Journal:
    opened = Journal(journal, resume)
    opened.write(Resumed(_now()) if resume else header)
    return opened


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _scope(claim: GameClaim, settings: Settings) -> Scope:
    scope = scope_of(claim, settings.seats, settings.choices)
    if settings.core:
        return replace(scope, variations=(), all_classes_up_to=0, two_classes_up_to=0, random=0)
    return replace(
        scope,
        all_classes_up_to=settings.all_classes_up_to,
        two_classes_up_to=settings.two_classes_up_to,
        random=settings.random,
        seed=settings.seed,
        more=_clock(settings.seconds),
    )


def _clock(seconds: float) -> Callable[[], bool]:
    """Whether so many seconds from now are not yet over."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() < until


def _header(
    settings: Settings,
    hello: HelloOk,
    claim: GameClaim,
    scope: Scope,
    suite: tuple[Case, ...],
    command: tuple[str, ...],
    version: str,
) -> Header:
    return Header(
        format=FORMAT,
        version=version,
        rules_hash=rules_hash(),
        game=claim.game,
        suite=settings.suite or SUITE_NAME,
        suite_hash=suite_hash(suite),
        command=tuple(word.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for word in command),
        hello=hello,
        choices=dict(scope.choices),
        seats=scope.seats,
        settings=settings,
        started=_now(),
    )


def _searched(spaces: tuple[Space, ...], scope: Scope) -> tuple[tuple[str, ...], int]:
    """The spaces that were searched as a whole, and up to which size every deal of all classes was asked."""
    whole = [space for space in spaces if space.classes == CLASSES and space.choices == scope.choices]
    up_to = min((space.searched or space.seats - 1 for space in whole), default=0)
    return tuple(str(space) for space in spaces if space.searched), up_to
