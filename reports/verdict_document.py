"""The verdict on a program for machines: what `--json` prints, and the schema of it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final, Literal

import msgspec

from model.piles.profiles import RULES_VERSION
from properties.conformance.cases import PHASES, Phase
from properties.conformance.expectations import Expectation
from properties.conformance.journal import Header
from properties.conformance.judge import Status
from properties.conformance.protocol import AdapterName, Level
from properties.conformance.repeats import Unstable
from properties.conformance.summary import Conclusion, Summary
from reports.card import Card, card_of, case_words
from reports.verdict_words import quarantined, suite_version, unstable_lines

FORMAT: Final = "fairdeal-verdict/1"
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")


class Content(msgspec.Struct, frozen=True):
    """Something that was used: its name, its version (empty if it has none), and a hash of all that is in it."""

    name: str
    version: str
    hash: str


class Answer(msgspec.Struct, frozen=True):
    """One of several answers to the same question: which time it was asked, and what was said, in words."""

    asked: str
    said: str


class UnstableCase(msgspec.Struct, frozen=True):
    """A case that got different answers, and what that means."""

    case: str
    deal: str
    """With what is done there, where the case is a script or has slaps."""
    kind: str
    answers: tuple[Answer, ...]


class KnownFailures(msgspec.Struct, frozen=True):
    """What was expected to fail. `expected` counts the cases that did, for each entry that says so."""

    cases: int
    expected: tuple[KnownFailure, ...]
    closed: tuple[Expectation, ...]
    """What passes now: each is a failure, unless the run was lenient."""
    lapsed: tuple[Expectation, ...]
    idle: tuple[Expectation, ...]


class KnownFailure(msgspec.Struct, frozen=True):
    """An entry of the list of known failures, and how many cases it covers."""

    entry: Expectation
    cases: int


class VerdictDocument(msgspec.Struct, frozen=True):
    """All that a run has shown. Sizes are cards in a deal, times seconds; seats count from 0."""

    format: Literal["fairdeal-verdict/1"]
    version: str
    """Of fairdeal."""
    verdict: Conclusion
    exit_code: Literal[0, 1, 4]
    reason: str
    """Why the run ended: `complete`, or what cut it short."""
    program: AdapterName
    command: tuple[str, ...]
    game: str
    level: Level
    wire: Literal["json", "tab"]
    rules: Content
    choices: dict[str, str]
    """The rule points that are not the game's default."""
    seats: tuple[int, ...]
    suite: Content
    seed: int
    part: str
    """Which part of the run this is: 1/1 is the whole."""
    started: str
    seconds: float
    counts: dict[Status, int]
    phases: dict[Phase, dict[Status, int]]
    searched: tuple[str, ...]
    """The spaces of deals that were asked whole, in words."""
    searched_up_to: int
    """Every deal of all five classes was asked up to this size."""
    counting: tuple[str, str]
    """How cards and tricks are counted."""
    inferred: tuple[str, ...]
    not_judged: tuple[str, ...]
    remarks: tuple[str, ...]
    """What the program claims and does not keep, or keeps and does not claim."""
    known: KnownFailures
    unstable: tuple[UnstableCase, ...]
    quarantined: tuple[str, ...]
    """The ids of the cases that broke the program whenever they were asked."""
    failures: tuple[Card, ...]
    """The smallest case of each kind of failure that was not known."""
    more_failures: bool


def document(result: Summary) -> VerdictDocument:
    """A verdict as data. Half a surrogate pair, which JSON cannot hold, is replaced by U+FFFD."""
    header = result.header
    made = VerdictDocument(
        format=FORMAT,
        version=header.version,
        verdict=result.conclusion,
        exit_code=_exit_code(result.exit_code),
        reason=result.reason,
        program=result.hello.adapter,
        command=result.command,
        game=result.game,
        level=result.level,
        wire=header.settings.wire,
        rules=Content(result.game, RULES_VERSION, header.rules_hash),
        choices=result.choices,
        seats=result.seats,
        suite=_suite(header),
        seed=result.seed,
        part=str(header.settings.shard),
        started=header.started,
        seconds=result.seconds,
        counts=dict(Counter(one.verdict.status for one in result.judged)),
        phases=_phases(result),
        searched=result.spaces,
        searched_up_to=result.searched,
        counting=(result.convention[0].value, result.convention[1].value),
        inferred=result.inferred,
        not_judged=result.uncounted,
        remarks=result.remarks,
        known=_known(result),
        unstable=tuple(map(_unstable, result.unstable)),
        quarantined=tuple(one.case.id for one in quarantined(result.judged)),
        failures=tuple(card_of(group, result) for group in result.groups),
        more_failures=result.more_groups > 0,
    )
    return msgspec.convert(whole(msgspec.to_builtins(made)), VerdictDocument)


def schema() -> dict[str, Any]:
    """The JSON Schema of a verdict."""
    (ref,), components = msgspec.json.schema_components((VerdictDocument,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fairdeal verdict, {FORMAT}",
        **ref,
        "$defs": components,
    }


def _exit_code(exit_code: int) -> Literal[0, 1, 4]:
    if exit_code == 0:
        return 0
    return 1 if exit_code == 1 else 4


def _suite(header: Header) -> Content:
    return Content(header.suite, suite_version(header), header.suite_hash)


def _phases(result: Summary) -> dict[Phase, dict[Status, int]]:
    """How many cases of each phase have each verdict."""
    found: dict[Phase, Counter[Status]] = {}
    for one in result.judged:
        found.setdefault(one.case.phase, Counter())[one.verdict.status] += 1
    return {phase: dict(found[phase]) for phase in PHASES if phase in found}


def _known(result: Summary) -> KnownFailures:
    known = result.known
    entries = Counter(known.expected.values())
    expected = tuple(KnownFailure(entry, cases) for entry, cases in entries.items())
    return KnownFailures(len(known.expected), expected, known.closed, known.lapsed, known.idle)


def _unstable(one: Unstable) -> UnstableCase:
    answers = tuple(Answer(when, said) for when, said in unstable_lines(one))
    return UnstableCase(one.case.id, case_words(one.case), one.kind, answers)


def whole(value: Any) -> Any:  # noqa: ANN401 (data of any shape)
    """The same data with texts that can be encoded: an argument of a command may hold bytes that are no text."""
    match value:
        case str():
            return _HALF_PAIR.sub("\ufffd", value)
        case dict():
            return {key: whole(each) for key, each in value.items()}
        case list() | tuple():
            return [whole(each) for each in value]
        case _:
            return value
