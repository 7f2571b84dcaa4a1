"""Scripts written down, and what the solvers say of them: each text is solved once.

What a solver says of a text depends on nothing else, so an answer is known by the hash of the text and by the solver's
version. Answers of the run at hand are shared by all its processes, whatever they are; of earlier runs only `unsat`
is kept, and only while the file that says so is whole.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from properties.evidence import Script, Solved
from solver.languages import Language
from solver.smtlib import sha256
from solver.solvers import Answer, Solver, reading
from solver.whole import read_whole, write_whole

POLL: Final = 0.02
"""Seconds between two looks at whether another process has its answer."""
UNWRITTEN: Final = "unwritten"
"""The file in which a process says what it could not keep."""


class Known(msgspec.Struct, frozen=True):
    """What was said of one text, and when."""

    script: str
    made: str
    answers: tuple[Solved, ...]
    earlier: bool = False
    """Whether it was said in an earlier run."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers that are known. `shared` belongs to the run at hand, `kept` outlives it, if there is one."""

    shared: Path
    kept: Path | None = None
    fresh: bool = False
    """Whether nothing is believed that was said in an earlier run."""

    def earlier(self, digest: str) -> Known | None:
        """What was said of a text in earlier runs; None if that is not known, or cannot be relied on."""
        if self.kept is None or self.fresh:
            return None
        return self._read(self.kept, digest)

    def now(self, digest: str) -> Known | None:
        """What was said of it in this run."""
        return self._read(self.shared, digest)

    def _read(self, folder: Path, digest: str) -> Known | None:
        found = read_whole(folder / f"{digest}.json", Known)
        return found if isinstance(found, Known) and found.script == digest else None

    def claim(self, digest: str) -> bool:
        """Whether this process is the one that asks; if not, another one is about to."""
        try:
            claim = os.open(self.shared / f"{digest}.claim", os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        except FileExistsError:
            return False
        os.write(claim, str(os.getpid()).encode())
        os.close(claim)
        return True

    def release(self, process: int) -> None:
        """Give up the claims of a process that has ended before its time, so that nobody waits for it."""
        for claim in self.shared.glob("*.claim"):
            if claim.read_bytes() == str(process).encode() and not claim.with_suffix(".json").exists():
                claim.unlink()

    def share(self, known: Known) -> None:
        """Tell the other processes of this run what was said."""
        write_whole(self.shared / f"{known.script}.json", known)

    def keep(self, known: Known) -> None:
        """Keep what proves something, where that can be written."""
        proving = tuple(each for each in known.answers if each.answer == Answer.UNSAT)
        if self.kept is None or not proving:
            return
        path = self.kept / f"{known.script}.json"
        try:
            write_whole(path, msgspec.structs.replace(known, answers=proving))
        except OSError as fault:  # it costs no proof: the run says so at its end
            (self.shared / UNWRITTEN).write_text(f"{path}: cannot be kept: {fault.strerror or fault}", encoding="utf-8")

    def unwritten(self) -> str:
        """What could not be kept, whichever process met it; empty if all could."""
        try:
            return (self.shared / UNWRITTEN).read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""


@dataclass(slots=True)
class Asker:
    """Asks on behalf of one proof, and remembers what was asked. `stem` begins the names of its scripts."""

    stem: Callable[[str], str]
    out: Path
    solvers: Sequence[Solver]
    seconds: float
    answers: Answers
    moment: str
    """The time of day at which the run began."""
    scripts: list[Script] = field(default_factory=list)
    said: list[Solved] = field(default_factory=list)
    earlier: list[str] = field(default_factory=list)
    """When scripts were solved, of those that were solved in earlier runs."""

    def __call__(self, script: str, part: str, language: Language) -> tuple[Solved, ...]:
        """Write a script down, and then ask every solver that reads its language."""
        name, digest = f"{self.stem(part)}.smt2", sha256(script)
        if name in {each.name for each in self.scripts}:
            raise ValueError(f"two scripts are called {name}: a proof names its parts")
        (self.out / name).write_text(script, encoding="utf-8")
        self.scripts.append(Script(name, digest, language.name, language.solvers))
        known = self._known(digest, script, reading(self.solvers, language))
        self.said += known.answers
        if known.earlier:
            self.earlier.append(known.made)
        return known.answers

    def _known(self, digest: str, script: str, solvers: Sequence[Solver]) -> Known:
        while not self.answers.claim(digest):
            known = self.answers.now(digest)
            if known is not None:
                return known
            time.sleep(POLL)
        earlier = self.answers.earlier(digest)
        before = {(each.solver, each.version): each for each in earlier.answers} if earlier else {}
        missing = [each for each in solvers if (each.name, each.version) not in before]
        answers = before | {(each.name, each.version): each.solve(script, self.seconds) for each in missing}
        asked = tuple(answers[each.name, each.version] for each in solvers)
        old = earlier is not None and not missing
        known = Known(digest, earlier.made if earlier is not None and old else self.moment, asked, old)
        self.answers.share(known)
        if missing:
            self.answers.keep(Known(digest, self.moment, tuple(answers.values())))
        return known

    def kept(self) -> str:
        """When the last script was solved, if all were solved in earlier runs; else empty."""
        return max(self.earlier) if self.scripts and len(self.earlier) == len(self.scripts) else ""

    def together(self) -> tuple[Solved, ...]:
        """One answer for each solver: that of its only script, or what it said first that was not `unsat`."""
        return tuple(self._together())

    def _together(self) -> Iterator[Solved]:
        for name, version in dict.fromkeys((each.solver, each.version) for each in self.said):
            own = [each for each in self.said if (each.solver, each.version) == (name, version)]
            answer = next((each.answer for each in own if each.answer != Answer.UNSAT), str(Answer.UNSAT))
            yield Solved(name, version, answer, round(sum(each.seconds for each in own), 4))
