"""How strongly something is known, and from which run.

One file for each run is the only source of reports. A finding never claims more than its grade: each grade must name
what it rests on, and `Finding` refuses to be made without it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

SCHEMA: Final = "fairdeal-evidence/1"


class Grade(StrEnum):
    """How something is known, strongest first."""

    PROVED = "proved"
    EXHAUSTED = "exhausted"
    SAMPLED = "sampled"
    EXEMPLIFIED = "exemplified"


class Verdict(StrEnum):
    """What was found. A check whose precondition never held is inconclusive, and so is a solver that does not know."""

    HELD = "held"
    FAILED = "failed"
    INCONCLUSIVE = "inconclusive"


class Solved(msgspec.Struct, frozen=True):
    """One solver's answer to one query: `unsat` is the only answer that proves anything."""

    solver: str
    version: str
    answer: str
    seconds: float


class Shown(msgspec.Struct, frozen=True):
    """A situation that breaks a statement, as people lay it out: before, what is done, after, and what is not so."""

    before: tuple[str, ...]
    action: str
    after: tuple[str, ...]
    broken: tuple[str, ...]

    def lines(self) -> tuple[str, ...]:
        """All of it in lines, each with what it is in front."""
        parts = (("before", self.before), ("action", (self.action,)), ("after", self.after), ("not so", self.broken))
        return tuple(
            f"{name if at == 0 else '':8}{line}" for name, lines in parts for at, line in enumerate(lines or ("-",))
        )


class Script(msgspec.Struct, frozen=True):
    """A query as it was written before any solver saw it: its file, its hash, its language, and who can read that."""

    name: str
    sha256: str
    language: str
    readers: tuple[str, ...]


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One statement, what was found of it, and what that rests on. Times are seconds of wall clock.

    `query_sha256` is the hash of the one script, or of the list of their hashes where there are several. `kept` is
    when it was found, if that was in an earlier run.
    """

    subject: str
    statement: str
    game: str
    grade: Grade
    verdict: Verdict
    clauses: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    choices: dict[str, str] = {}
    seconds: float = 0.0
    solvers: tuple[Solved, ...] = ()
    assumptions: tuple[str, ...] = ()
    query_sha256: str = ""
    scripts: tuple[Script, ...] = ()
    space: str = ""
    space_size: int = 0
    cases: int = 0
    preconditions: dict[str, int] = {}
    seed: int | None = None
    examples: tuple[str, ...] = ()
    counterexample: str = ""
    situation: Shown | None = None
    note: str = ""
    kept: str = ""

    def __post_init__(self) -> None:
        if self.verdict is Verdict.HELD and not self._rests_on_something():
            raise ValueError(f"{self.subject}: '{self.grade}' must name what it rests on")

    def _rests_on_something(self) -> bool:
        match self.grade:
            case Grade.PROVED:
                answers = {each.answer for each in self.solvers}
                return bool(self.query_sha256) and "unsat" in answers and "sat" not in answers
            case Grade.EXHAUSTED:
                return bool(self.space) and self.space_size > 0
            case Grade.SAMPLED:
                return self.cases > 0 and all(count > 0 for count in self.preconditions.values())
            case Grade.EXEMPLIFIED:
                return bool(self.examples)


class Evidence(msgspec.Struct, frozen=True):
    """All findings of one run."""

    command: str
    version: str
    made: str
    findings: tuple[Finding, ...]
    complete: bool = True
    schema: str = SCHEMA


class UnreadableEvidence(ValueError):
    """A file that is no evidence file. The message names the file and what is wrong with it."""


def now() -> str:
    """The time of day as evidence files state it: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write(evidence: Evidence, folder: Path) -> Path:
    """Write one run's findings to a new file of the folder; never overwrites another run's. Returns the path."""
    folder.mkdir(parents=True, exist_ok=True)
    content = msgspec.json.format(msgspec.json.encode(evidence), indent=1)
    stamp = evidence.made.replace(":", "").replace("+0000", "Z")
    name = f"{evidence.command.split()[0]}-{stamp}-{hashlib.sha256(content).hexdigest()[:8]}.json"
    path = folder / name
    path.write_bytes(content)
    return path


def read(path: Path) -> Evidence:
    """Read one evidence file. Raises UnreadableEvidence."""
    try:
        evidence = msgspec.json.decode(path.read_bytes(), type=Evidence)
    except OSError as error:
        raise UnreadableEvidence(f"{path}: cannot be read ({error.strerror})") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise UnreadableEvidence(f"{path}: is no evidence file ({error})") from error
    if evidence.schema != SCHEMA:
        raise UnreadableEvidence(f"{path}: has schema '{evidence.schema}', and this version reads '{SCHEMA}'")
    return evidence


def read_all(folder: Path) -> Iterator[tuple[Path, Evidence]]:
    """Every evidence file of a folder, oldest first."""
    found = [(path, read(path)) for path in sorted(folder.glob("*.json"))]
    yield from sorted(found, key=lambda pair: (pair[1].made, pair[0].name))
