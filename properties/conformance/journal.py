"""The journal of a run: an append-only file of JSON lines, and the only truth about what a program answered.

A header says what was asked of whom; each case is written before it is sent, each reply before it is judged; a footer
closes the file. A journal without footer is incomplete and never counts as a success.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

import model
from model.deal import DealError
from model.points import RuleChoiceError
from properties.conformance.books import GAMES, chosen_book, is_bank
from properties.conformance.cases import Case, searched_id
from properties.conformance.judge import Transcript
from properties.conformance.planner import ClaimError, check_claim
from properties.conformance.protocol import GameClaim, HelloOk
from properties.conformance.settings import WHOLE, Settings

FORMAT: Final = "fairdeal-journal/2"


class Header(msgspec.Struct, frozen=True, tag_field="t", tag="header"):
    """What was run: by which version, rules and suite, on which program, what that program claims, what was wanted."""

    format: str
    version: str
    rules_hash: str
    game: str
    suite: str
    suite_hash: str
    command: tuple[str, ...]
    hello: HelloOk
    choices: dict[str, str]
    seats: tuple[int, ...]
    settings: Settings
    started: str

    @property
    def claim(self) -> GameClaim:
        """What the program claims of the game that was asked for."""
        return next(claim for claim in self.hello.games if claim.game == self.game)

    @property
    def same_run(self) -> tuple[object, ...]:
        """What must be equal for two journals to be parts of one run."""
        alone = msgspec.structs.replace(self.settings, shard=WHOLE, jobs=1)
        rules = self.format, self.version, self.rules_hash, self.game, self.suite_hash
        return (*rules, self.hello, self.choices, self.seats, alone)


class Sent(msgspec.Struct, frozen=True, tag_field="t", tag="case", omit_defaults=True):
    """A case, written before it is sent. `place` is its number within its phase."""

    case: Case
    place: int = 0


class Received(msgspec.Struct, frozen=True, tag_field="t", tag="reply", omit_defaults=True):
    """What came back for a case, written before it is judged. `last` is false if the case is asked once more."""

    case: str
    transcript: Transcript
    seconds: float
    last: bool = True


class Resumed(msgspec.Struct, frozen=True, tag_field="t", tag="resumed"):
    """The run was cut off before this line, and went on after it."""

    started: str


class Footer(msgspec.Struct, frozen=True, tag_field="t", tag="footer"):
    """The end of a run: why it ended, for how many cases something came back, and which spaces it searched whole.

    Cases that the program's claims do not cover count as well.
    """

    reason: str
    cases: int
    seconds: float
    spaces: tuple[str, ...] = ()
    searched: int = 0
    """Every deal of all five classes was asked up to this number of cards."""


Line = Header | Sent | Received | Resumed | Footer

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Line)


def rules_hash() -> str:
    """A hash of the model: its source and the register. Runs under different rules are never put together."""
    digest = hashlib.sha256()
    folder = Path(model.__file__).parent
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


class JournalError(ValueError):
    """A journal that cannot be used. The message names the file, the line, and what is wrong."""


class Journal:
    """A journal being written. A new one refuses to overwrite a file that exists (FileExistsError)."""

    def __init__(self, path: Path, resume: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        if resume:
            self._file = os.open(path, os.O_RDWR | os.O_APPEND)
            self._claim()
            _cut_torn_line(self._file)
        else:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
            self._claim()

    def _claim(self) -> None:
        """Keep other runs from writing here. Raises JournalError if one does."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise JournalError(f"{self.path}: another run is writing to it: wait until it has ended") from error

    def write(self, line: Line) -> None:
        """Append one line; it is with the operating system when this returns."""
        data = _encoder.encode(line) + b"\n"
        while data:
            data = data[os.write(self._file, data) :]

    def close(self) -> None:
        """Nothing is written after this."""
        os.close(self._file)


def _cut_torn_line(file: int) -> None:
    """Drop a last line that was cut off in the middle, so that the next line starts where a line starts."""
    size = os.fstat(file).st_size
    end, chunk = size, 1 << 16
    while end > 0:
        start = max(0, end - chunk)
        place = os.pread(file, end - start, start).rfind(b"\n")
        if place >= 0:
            os.ftruncate(file, start + place + 1)
            return
        end = start
    os.ftruncate(file, 0)


@lru_cache(maxsize=4096)
def _can_be_played(game: str, choices: tuple[tuple[str, str], ...]) -> None:
    """Raises RuleChoiceError if there are no such rules."""
    chosen_book(game, dict(choices))


def read(path: Path) -> Iterator[Line]:
    """The lines of a journal, the header first; a last line that was cut off is passed over. Raises JournalError."""
    if path.exists() and not path.is_file():
        raise JournalError(f"{path}: is no file: name a journal that a run has written")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(
            f"{path}: cannot be read ({error.strerror}): name a journal that a run has written"
        ) from error
    if not data:
        raise JournalError(f"{path}: is empty, no run was written to it")
    *lines, _torn = data.split(b"\n")
    if not any(lines):
        raise JournalError(f"{path}: its first line was cut off, so nothing says who was asked: start the run anew")
    check = _Order(path)
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            entry: Line = _decoder.decode(line)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise JournalError(f"{path}: line {number} is no line of a journal ({error})") from error
        check.take(number, entry)
        yield entry


class _Order:
    """Refuses lines that no run writes in this order: then somebody has changed the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting = ""
        self._asked: set[str] = set()
        self._closed = False
        self._shard = WHOLE

    def take(self, number: int, line: Line) -> None:
        """Look at the next line. Raises JournalError."""
        wrong = self._first(line) if number == 1 else self._next(line)
        if wrong:
            raise JournalError(f"{self._path}: line {number}: {wrong}")

    def _first(self, line: Line) -> str:
        if not isinstance(line, Header) or line.format != FORMAT:
            return f"is not the header of a {FORMAT} file"
        if line.game not in GAMES or all(claim.game != line.game for claim in line.hello.games):
            return f"names the game '{line.game}', which is unknown or not claimed by the program"
        self._shard = line.settings.shard
        try:
            check_claim(line.claim)
        except ClaimError as error:
            return str(error)
        return ""

    def _next(self, line: Line) -> str:
        match line:
            case Header():
                return "a second header"
            case Resumed():
                self._waiting, self._closed = "", False
            case _ if self._closed:
                return "follows a footer, though nothing says that the run went on"
            case Footer():
                self._closed = True
            case Sent(case):
                return self._sent(case)
            case Received(case_id, transcript, _, last):
                if not last and transcript.fault is None:
                    return f"a good answer to '{case_id}' after which no run asks again"
                if case_id != self._waiting:
                    return f"a reply to '{case_id}', which is not the case that was asked last"
                self._waiting = "" if last else self._waiting
                self._asked |= {case_id} if last else set()
        return ""

    def _sent(self, case: Case) -> str:
        self._waiting = case.id
        if not self._shard.holds(case.repeats or case.id):
            return f"the case '{case.id}' is not of the shard {self._shard}"
        if case.phase == "exhaustive" and case.id != searched_id(case):
            return f"the case '{case.id}' has other hands or choices than its id says"
        if case.id in self._asked:
            return f"the case '{case.id}' was answered before"
        try:
            _can_be_played(case.game, tuple(case.choices.items()))
            cards = case.round_deal.cards if is_bank(case.game) else case.deal.hands
        except (RuleChoiceError, DealError) as error:
            return f"a case that cannot be played ({error})"
        if not cards or (is_bank(case.game) and case.script is None):
            return "a case that cannot be played (nothing says what is done there)"
        return ""
