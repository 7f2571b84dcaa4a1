"""Which rules a program plays, for machines: what `fairdeal identify --json` prints, and the schema of it."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from model.piles.profiles import RULES_VERSION
from model.piles.rulebook import CountCards, CountTricks
from properties.conformance.judge import FaultKind, Judged, Status
from properties.conformance.protocol import AdapterName, Level, LoopClaim
from properties.conformance.runner import COMPLETE
from properties.identify.findings import Identified
from properties.identify.findings import Undetermined as Alike
from properties.identify.findings import Unsure as Changing
from properties.identify.hypotheses import Option as Otherwise
from reports.card import Card, case_words
from reports.identify_cases import How, example, missed
from reports.identify_words import sentence, verdict
from reports.verdict_document import whole
from reports.verdict_words import answer_words

FORMAT: Final = "fairdeal-identify/1"


class Option(msgspec.Struct, frozen=True):
    """One thing that a program does otherwise than it claims. A misreading cannot be declared in `hello`."""

    place: str
    """The rule point; `answers` for what is told of a game."""
    name: str
    belief: str
    clauses: tuple[str, ...]
    misreading: bool


class Explained(msgspec.Struct, frozen=True):
    """An option, and the easiest case that shows it: `expected` and `got` are by the rules claimed and the program."""

    option: Option
    shown: Card | None
    by: str
    """By which rules `expected` is said there."""


class Undetermined(msgspec.Struct, frozen=True):
    """Something else that gives the same answers in so many cases, among them a whole space of deals."""

    assignment: dict[str, str]
    instead: tuple[Option, ...]
    """The options by which it differs from what was found."""
    cases: int
    apart: int
    """So many cases would tell it apart, but were not asked."""
    space: str


class Unsure(msgspec.Struct, frozen=True):
    """The same case, answered differently; the answers in words."""

    case: str
    deal: str
    first: str
    again: str


class Broken(msgspec.Struct, frozen=True):
    """A case at which the program broke, and how."""

    case: str
    deal: str
    kind: FaultKind
    why: str


class Counting(msgspec.Struct, frozen=True):
    """How the program counts, and what it says of games that never end; null where its answers do not show it."""

    count_cards: CountCards | None
    count_tricks: CountTricks | None
    loop: LoopClaim | None


class Cases(msgspec.Struct, frozen=True):
    """How many cases were asked, how many answers are those of the assignment, and how many of the rules claimed."""

    asked: int
    agreeing: int
    as_claimed: int


class IdentifyDocument(msgspec.Struct, frozen=True):
    """Which rules a program plays, as far as its answers show. Times are seconds; seats count from 0."""

    format: Literal["fairdeal-identify/1"]
    version: str
    """Of fairdeal."""
    explains: bool
    """Whether the assignment explains every answer."""
    verdict: str
    """In one sentence."""
    exit_code: Literal[0, 1, 4]
    reason: str
    """Why the search ended: `complete`, or what cut it short."""
    program: AdapterName
    command: tuple[str, ...]
    game: str
    level: Level
    wire: Literal["json", "tab"]
    rules: str
    """The version of the rules."""
    choices: dict[str, str]
    """The rule points that the program was asked for, where they are not the game's default."""
    seats: tuple[int, ...]
    assignment: dict[str, str]
    """For each place that is not as claimed, what the program does there; of the nearest, if nothing explains all."""
    options: tuple[Explained, ...]
    telling: Counting
    told: tuple[str, ...]
    """What the answers tell: winner, cards, tricks, events, states ..."""
    undetermined: tuple[Undetermined, ...]
    unsure: tuple[Unsure, ...]
    first_unexplained: Card | None
    """The easiest case that the assignment does not explain: `expected` is by the assignment."""
    broken: tuple[Broken, ...]
    """The cases at which the program broke instead of answering, where nothing explains that; the easiest first."""
    cases: Cases
    searched: int
    """So many explanations were held against the answers."""
    declaration: dict[str, Any]
    """What to write in hello so that the program conforms to what it is."""
    journal: str
    seconds: float


def exit_code(found: Identified) -> Literal[0, 1, 4]:
    """0 if something explains all, 1 if nothing does or the program breaks; 4 if cut short, or if answers change."""
    if found.reason != COMPLETE or not (found.judged or found.broken):
        return 4
    if not found.explains or found.broken:
        return 1
    return 4 if found.unsure else 0


def document(found: Identified, how: How, version: str, journal: str) -> IdentifyDocument:
    """What was found as data. Half a surrogate pair, which JSON cannot hold, is replaced by U+FFFD."""
    level, wire = msgspec.convert(found.level, Level), msgspec.convert(how.wire, Literal["json", "tab"])
    first = missed(found, how)
    made = IdentifyDocument(
        format=FORMAT,
        version=version,
        explains=found.explains,
        verdict=verdict(found),
        exit_code=exit_code(found),
        reason=found.reason,
        program=found.hello.adapter,
        command=how.command,
        game=found.claim.game,
        level=level,
        wire=wire,
        rules=RULES_VERSION,
        choices=dict(found.choices),
        seats=found.seats,
        assignment=found.assignment,
        options=_explained(found, how),
        telling=Counting(found.telling.count_cards, found.telling.count_tricks, found.telling.loop),
        told=found.told,
        undetermined=tuple(map(_undetermined, found.undetermined)),
        unsure=tuple(map(_unsure, found.unsure)),
        first_unexplained=first.card if first is not None else None,
        broken=tuple(map(_broken, found.broken)),
        cases=Cases(len(found.judged) + len(found.broken), found.agreeing, _as_claimed(found)),
        searched=found.searched,
        declaration=found.declaration if found.explains else {},
        journal=journal,
        seconds=found.seconds,
    )
    return msgspec.convert(whole(msgspec.to_builtins(made)), IdentifyDocument)


def _explained(found: Identified, how: How) -> tuple[Explained, ...]:
    shown = {each.option: example(found, each, how) for each in found.shown}
    made = []
    for option in found.hypothesis.options:
        one = shown.get(option)
        made.append(
            Explained(_option(option), one.card if one is not None else None, one.by if one is not None else "")
        )
    return tuple(made)


def _option(option: Otherwise) -> Option:
    return Option(option.place, option.name, sentence(option), option.clauses, option.misreading)


def _undetermined(one: Alike) -> Undetermined:
    assignment = {option.place: option.name for option in one.hypothesis.options}
    return Undetermined(assignment, tuple(map(_option, one.instead)), one.cases, one.apart, one.space)


def _unsure(one: Changing) -> Unsure:
    first, again = one.first, one.again
    return Unsure(first.case.id, case_words(first.case), answer_words(first.verdict), answer_words(again.verdict))


def _broken(one: Judged) -> Broken:
    fault = one.verdict.fault
    assert fault is not None
    return Broken(one.case.id, case_words(one.case), fault.kind, one.verdict.why)


def _as_claimed(found: Identified) -> int:
    return sum(one.verdict.status is Status.PASS for one in found.judged)


def schema() -> dict[str, Any]:
    """The JSON Schema of what was found."""
    (ref,), components = msgspec.json.schema_components((IdentifyDocument,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fairdeal identify, {FORMAT}",
        **ref,
        "$defs": components,
    }
