"""A whole verification: greet the program, plan what it claims, run, judge, and say what explains the failures."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import msgspec

from properties.conformance.cases import CLASSES, PHASES, SUITE_NAME, Case, SuiteError, load_suite, suite_hash
from properties.conformance.connectors import JSON, Stdio
from properties.conformance.expectations import Expectation, Known, of_gaps, sort_out
from properties.conformance.explain import Group, groups
from properties.conformance.journal import FORMAT, Footer, Header, Journal, JournalError, Resumed, read, rules_hash
from properties.conformance.judge import Convention, Judged, Status, contradiction, settle, uncounted
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
from properties.conformance.remarks import remarks
from properties.conformance.repeats import Unstable, unstable, with_repeats
from properties.conformance.runner import COMPLETE, Connect, Ended, Record, Restarted, Run, greet, record_of
from properties.conformance.settings import Settings
from properties.conformance.traces import level_of, wanted
from properties.conformance.wires import TAB

MOST_GROUPS: Final = 5
CUT_OFF: Final = "the journal has no footer: the run was cut off"


@dataclass(frozen=True, slots=True)
class Started:
    """The program has answered; this is what it will be asked."""

    header: Header
    claim: GameClaim
    cases: int
    """How many, at least, if nothing fails."""
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


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of a run."""

    header: Header
    claim: GameClaim
    judged: tuple[Judged, ...]
    """Every case with its final verdict, in the order of phases."""
    reason: str
    seconds: float
    spaces: tuple[str, ...]
    searched: int
    """Every deal of all five classes was asked up to this size."""
    groups: tuple[Group, ...]
    more_groups: int
    convention: Convention
    unstable: tuple[Unstable, ...]
    known: Known
    lenient: bool
    """Whether a known failure that has gone is all right."""

    @property
    def hello(self) -> HelloOk:
        """What the program says of itself."""
        return self.header.hello

    @property
    def game(self) -> str:
        """The game that was asked for."""
        return self.header.game

    @property
    def command(self) -> tuple[str, ...]:
        """How the program is started."""
        return self.header.command

    @property
    def choices(self) -> dict[str, str]:
        """The rule points that are not the game's default."""
        return self.header.choices

    @property
    def suite(self) -> str:
        """Name and content hash of the suite."""
        return f"{self.header.suite} {self.header.suite_hash}"

    @property
    def seed(self) -> int:
        """The master seed; every case has its own, made from it and its id."""
        return self.header.settings.seed

    @property
    def level(self) -> str:
        """What was judged: outcomes alone, or traces as well."""
        return level_of(self.claim, self.header.settings.judged)

    @property
    def counts(self) -> dict[str, int]:
        """How many cases have each verdict."""
        return dict(Counter(str(one.verdict.status) for one in self.judged))

    @property
    def phases(self) -> dict[str, int]:
        """How many cases of each phase were asked."""
        return dict(Counter(one.case.phase for one in self._asked()))

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats that were asked."""
        return tuple(sorted({len(one.case.hands) for one in self._asked()}))

    def _asked(self) -> Iterator[Judged]:
        return (one for one in self.judged if one.verdict.status is not Status.INAPPLICABLE)

    @property
    def inferred(self) -> tuple[str, ...]:
        """Ways of counting that the program did not declare, and that fit its answers best."""
        named = zip(("count_cards", "count_tricks"), self.convention, strict=True)
        return tuple(f"{point}={way}" for point, way in named if getattr(self.claim, point) is None)

    @property
    def uncounted(self) -> tuple[str, ...]:
        """What some answers leave out, so that it is not judged."""
        return uncounted(self.claim, self.judged)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the program claims and does not keep, or keeps and does not claim."""
        return tuple(remarks(self.claim, self.judged, self.choices))

    @property
    def failures(self) -> int:
        """How many cases failed or broke the program, known or not."""
        return sum(one.verdict.status in (Status.FAIL, Status.ERROR) for one in self.judged)

    @property
    def exit_code(self) -> int:
        """0 all held (but for known failures), 1 something failed, 4 incomplete or nothing ran."""
        if self.failures > len(self.known.expected) or (self.known.closed and not self.lenient):
            return 1
        counts = self.counts
        whole = self.reason == COMPLETE and not (
            self.unstable or counts.get(Status.UNTESTED) or counts.get(Status.INCONCLUSIVE)
        )
        return 0 if whole and counts.get(Status.PASS) else 4


Event = Started | Judged | Restarted | Summary


class NoSuchGame(ValueError):
    """The program does not claim the game that was asked for."""


def claim_of(hello: HelloOk, game: str) -> GameClaim:
    """The claim for a game; without a name, the first one. Raises NoSuchGame, ClaimError."""
    for claim in hello.games:
        if not game or claim.game == game:
            return claim
    if not hello.games:
        raise ClaimError('hello claims no game at all: write for example "games": [{"game": "beggar", "seats": [2]}]')
    names = ", ".join(claim.game for claim in hello.games)
    raise NoSuchGame(f"the program claims {names}, and not {game}")


def program(command: Sequence[str], wire: str) -> Connect:
    """How to start a program that speaks on its standard streams, by its wire: json or tab."""
    return lambda: Stdio(tuple(command), TAB if wire == "tab" else JSON)


def verify(
    connect: Connect,
    command: Sequence[str],
    settings: Settings,
    version: str,
    journal: Path | None,
    resume: bool = False,
    expectations: Sequence[Expectation] = (),
    lenient: bool = False,
) -> Iterator[Event]:
    """Run everything that the settings ask for, and sum it up; with `resume`, what the journal does not hold yet.

    Raises CannotStart, CannotSpeak, ClaimError, NoSuchGame, RuleChoiceError, SuiteError, JournalError and
    FileExistsError, all before the first case.
    """
    judged: list[Judged] = []
    header: Header | None = None
    footer: Footer | None = None
    for event in asked(connect, command, settings, version, journal, resume):
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
    connect: Connect, command: Sequence[str], settings: Settings, version: str, journal: Path | None, resume: bool
) -> Generator[Started | Judged | Restarted | Ended, None, None]:
    """Run what the settings ask for, with verdicts that are still provisional. Raises what `verify` does."""
    connection = connect()
    try:
        hello = greet(connection, version)
        claim = claim_of(hello, settings.game)
        check_claim(claim)
        scope = _scope(claim, settings)
        suite = _suite(claim.game, settings)
        header = _header(settings, hello, claim, scope, suite, tuple(command), version)
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
        trace=wanted(claim, settings.judged),
        most_failures=settings.most_failures,
        shard=settings.shard,
        record=record,
    )
    spaces = () if settings.deals else spaces_of(scope)
    whole: Plan = only(settings.deals, scope.choices) if settings.deals else plan(scope, suite, spaces)
    total = len(settings.deals) or len(suite) + size_of(spaces) + scope.random * len(scope.seats)
    events = run.events(with_repeats(whole, settings.again), lambda: _searched(spaces, scope))
    try:
        yield Started(header, claim, total // settings.shard.of, journal)
        yield from events
    finally:
        events.close()
        run.connection.close()


def _suite(game: str, settings: Settings) -> tuple[Case, ...]:
    """The cases to ask. Raises SuiteError; also for a third party's outcome that is not the one of the rules."""
    if not settings.suite:
        return load_suite(game)
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
    return replace(
        scope_of(claim, settings.seats, settings.choices),
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


def summarise(
    header: Header,
    judged: Sequence[Judged],
    footer: Footer | None,
    expectations: Sequence[Expectation] = (),
    lenient: bool = False,
) -> Summary:
    """The verdicts of a run put together. Without a footer, or with one that does not fit, it is not complete."""
    claim = header.claim
    trace = wanted(claim, header.settings.judged)
    settled, convention = settle(claim, judged, trace)
    settled.sort(key=lambda one: (PHASES.index(one.case.phase), one.place, one.case.id))
    if footer is None:
        footer = Footer(CUT_OFF, len(judged), 0.0)
    elif not _adds_up(judged, footer):
        wrong = "the cases of the journal do not add up to its footer: it was changed"
        footer = msgspec.structs.replace(footer, reason=wrong)
    changing = tuple(unstable(settled))
    every = list(itertools.islice(groups(_steady(settled, changing), claim, convention, trace), 10 * MOST_GROUPS))
    known = sort_out(every, settled, [*expectations, *of_gaps(claim.gaps)], date.today(), _partial(header, footer))
    shown = [group for group in every if any(one.case.id not in known.expected for one in group.failures)]
    return Summary(
        header=header,
        claim=claim,
        judged=tuple(settled),
        reason=footer.reason,
        seconds=footer.seconds,
        spaces=footer.spaces,
        searched=footer.searched if header.settings.shard.of == 1 else 0,
        groups=tuple(shown[:MOST_GROUPS]),
        more_groups=max(0, len(shown) - MOST_GROUPS),
        convention=convention,
        unstable=changing,
        known=known,
        lenient=lenient,
    )


def _adds_up(judged: Sequence[Judged], footer: Footer) -> bool:
    """Whether these are the cases that the footer counts. One may have been under way when the run was interrupted."""
    answered = sum(one.verdict.status is not Status.UNTESTED for one in judged)
    return answered <= footer.cases <= len(judged)


def _partial(header: Header, footer: Footer) -> bool:
    """Whether the run asked less than the program claims, so that a failure may be where nobody looked."""
    settings = header.settings
    return (
        bool(settings.deals or settings.seats or settings.choices) or settings.shard.of > 1 or footer.reason != COMPLETE
    )


def _steady(judged: Sequence[Judged], changing: Sequence[Unstable]) -> list[Judged]:
    """What the search for explanations may rely on: each question once; where answers change, confirmed ones only."""
    first = [one for one in judged if not one.case.repeats]
    if not changing:
        return first
    again = {one.case.repeats for one in judged if one.case.repeats}
    steady = again - {each.case.id for each in changing}
    return [one for one in first if one.case.id in steady or one.verdict.status is Status.ERROR]
