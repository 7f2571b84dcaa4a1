"""A whole verification: greet the program, plan what it claims, run, judge, and say what explains the failures."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from properties.conformance.cases import CLASSES, SUITE_NAME, Case, load_suite, suite_hash
from properties.conformance.connectors import Connection
from properties.conformance.explain import Group, groups
from properties.conformance.journal import FORMAT, Footer, Header, Journal
from properties.conformance.judge import Convention, Judge, Status
from properties.conformance.planner import Plan, Scope, Space, check_claim, plan, scope_of, size_of, spaces_of
from properties.conformance.protocol import GameClaim, HelloOk
from properties.conformance.runner import COMPLETE, Connect, Ended, Judged, Restarted, Run, greet

MOST_GROUPS: Final = 5


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user wants verified. Sizes are cards in a deal; `random` is deals for each number of seats."""

    game: str = ""
    seats: tuple[int, ...] = ()
    choices: dict[str, str] = field(default_factory=dict)
    all_classes_up_to: int = 5
    two_classes_up_to: int = 8
    random: int = 300
    seed: int = 1
    deadline: float = 2.0
    suite: Path | None = None
    deals: tuple[Case, ...] = ()
    """Only these cases, if there are any."""


@dataclass(frozen=True, slots=True)
class Started:
    """The program has answered; this is what it will be asked."""

    hello: HelloOk
    claim: GameClaim
    choices: dict[str, str]
    seats: tuple[int, ...]
    cases: int
    journal: Path | None


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of a run."""

    hello: HelloOk
    game: str
    command: tuple[str, ...]
    choices: dict[str, str]
    suite: str
    reason: str
    counts: dict[str, int]
    phases: dict[str, int]
    seconds: float
    spaces: tuple[str, ...]
    groups: tuple[Group, ...]
    more_groups: int
    convention: Convention
    inferred: tuple[str, ...]
    uncounted: tuple[str, ...]
    searched: int
    """Every deal of all five classes was asked up to this size."""
    seats: tuple[int, ...]
    """The numbers of seats that were asked."""
    seed: int

    @property
    def failures(self) -> int:
        """How many cases failed or broke the program."""
        return self.counts.get(Status.FAIL, 0) + self.counts.get(Status.ERROR, 0)

    @property
    def exit_code(self) -> int:
        """0 all held, 1 something failed, 4 incomplete or nothing ran."""
        if self.failures:
            return 1
        whole = self.reason == COMPLETE and not self.counts.get(Status.UNTESTED)
        return 0 if whole and self.counts.get(Status.PASS) else 4


Event = Started | Judged | Restarted | Summary


class NoSuchGame(ValueError):
    """The program does not claim the game that was asked for."""


def claim_of(hello: HelloOk, game: str) -> GameClaim:
    """The claim for a game; without a name, the first one. Raises NoSuchGame."""
    for claim in hello.games:
        if not game or claim.game == game:
            return claim
    names = ", ".join(claim.game for claim in hello.games) or "no game at all"
    raise NoSuchGame(f"the program claims {names}" + (f", and not {game}" if game else ""))


def verify(
    connect: Connect, command: Sequence[str], settings: Settings, version: str, journal_path: Path | None
) -> Iterator[Event]:
    """Run everything that the settings ask for.

    Raises CannotStart, CannotSpeak, ClaimError, NoSuchGame, RuleChoiceError, SuiteError and FileExistsError, all before
    the first case.
    """
    connection = connect()
    try:
        hello = greet(connection, version)
        claim = claim_of(hello, settings.game)
        check_claim(claim)
        scope = _scope(claim, settings)
        suite = load_suite(claim.game, settings.suite)
        journal = Journal(journal_path) if journal_path is not None else None
    except BaseException:
        connection.close()
        raise
    if journal is not None:
        journal.write(_header(settings, hello, claim, scope, suite, tuple(command), version))
    yield from _run(connect, connection, hello, claim, scope, suite, settings, version, journal, tuple(command))


def _scope(claim: GameClaim, settings: Settings) -> Scope:
    return scope_of(
        claim,
        settings.seats,
        settings.choices,
        all_classes_up_to=settings.all_classes_up_to,
        two_classes_up_to=settings.two_classes_up_to,
        random=settings.random,
        seed=settings.seed,
    )


def _suite_name(settings: Settings) -> str:
    return SUITE_NAME if settings.suite is None else str(settings.suite)


def _header(
    settings: Settings,
    hello: HelloOk,
    claim: GameClaim,
    scope: Scope,
    suite: tuple[Case, ...],
    command: tuple[str, ...],
    version: str,
) -> Header:
    started = datetime.now(UTC).isoformat(timespec="seconds")
    contents = suite_hash(suite)
    return Header(
        FORMAT,
        version,
        claim.game,
        _suite_name(settings),
        contents,
        command,
        hello,
        dict(scope.choices),
        scope.seed,
        started,
    )


def _run(
    connect: Connect,
    connection: Connection,
    hello: HelloOk,
    claim: GameClaim,
    scope: Scope,
    suite: tuple[Case, ...],
    settings: Settings,
    version: str,
    journal: Journal | None,
    command: tuple[str, ...],
) -> Iterator[Event]:
    spaces = () if settings.deals else spaces_of(scope)
    cases: Plan = _only(settings.deals, scope) if settings.deals else plan(scope, suite, spaces)
    total = len(settings.deals) or len(suite) + size_of(spaces) + scope.random * len(scope.seats)
    try:
        yield Started(hello, claim, dict(scope.choices), scope.seats, total, journal.path if journal else None)
    except GeneratorExit:
        connection.close()
        raise
    run = Run(connect, connection, claim, version, journal, settings.deadline)
    judged: list[Judged] = []
    ended: Ended | None = None
    for event in run.events(cases, lambda: _searched(spaces, scope)):
        if isinstance(event, Ended):
            ended = event
            continue
        if isinstance(event, Judged):
            judged.append(event)
        yield event
    assert ended is not None
    done, up_to = _searched(spaces, scope)
    told = f"{_suite_name(settings)} {suite_hash(suite)}"
    yield summarise(hello, claim, judged, run.judge, ended, done, dict(scope.choices), told, command, up_to, scope.seed)


def _searched(spaces: tuple[Space, ...], scope: Scope) -> tuple[tuple[str, ...], int]:
    """The spaces that were searched as a whole, and up to which size every deal of all classes was asked."""
    whole = [space for space in spaces if space.classes == CLASSES and space.choices == scope.choices]
    up_to = min((space.searched or space.seats - 1 for space in whole), default=0)
    return tuple(str(space) for space in spaces if space.searched), up_to


def _only(cases: Iterable[Case], scope: Scope) -> Plan:
    yield from (case.with_choices(scope.choices) for case in cases)


def summarise(
    hello: HelloOk,
    claim: GameClaim,
    judged: Sequence[Judged],
    judge: Judge,
    ended: Ended | Footer,
    spaces: tuple[str, ...],
    chosen: dict[str, str],
    suite: str,
    command: tuple[str, ...],
    searched: int,
    seed: int,
) -> Summary:
    """The verdicts of a run put together."""
    convention = judge.convention
    found = list(itertools.islice(groups(judged, claim, convention), MOST_GROUPS + 1))
    asked = [one for one in judged if one.verdict.status is not Status.INAPPLICABLE]
    inferred = tuple(
        f"{point}={way}"
        for point, way in zip(("count_cards", "count_tricks"), convention, strict=True)
        if getattr(claim, point) is None
    )
    return Summary(
        hello=hello,
        game=claim.game,
        command=command,
        choices=chosen,
        suite=suite,
        reason=ended.reason,
        counts=dict(ended.counts),
        phases=dict(Counter(one.case.phase for one in asked)),
        seconds=ended.seconds,
        spaces=spaces,
        groups=tuple(found[:MOST_GROUPS]),
        more_groups=len(found) - MOST_GROUPS if len(found) > MOST_GROUPS else 0,
        convention=convention,
        inferred=inferred,
        uncounted=tuple(sorted(judge.uncounted)),
        searched=searched,
        seats=tuple(sorted({len(one.case.hands) for one in asked})),
        seed=seed,
    )
