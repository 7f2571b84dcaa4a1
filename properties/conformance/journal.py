"""The journal of a run: an append-only file of JSON lines, and the only truth about what a program answered.

A header says what was asked of whom; each case is written before it is sent, each reply before it is judged; a footer
closes the file. A journal without footer is incomplete and never counts as a success.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from properties.conformance.cases import Case
from properties.conformance.judge import Transcript
from properties.conformance.protocol import HelloOk

FORMAT: Final = "fairdeal-journal/1"


class Header(msgspec.Struct, frozen=True, tag_field="t", tag="header"):
    """What was run: by which version and suite, on which program, and what that program claims."""

    format: str
    version: str
    game: str
    suite: str
    suite_hash: str
    command: tuple[str, ...]
    hello: HelloOk
    choices: dict[str, str]
    seed: int
    started: str


class Sent(msgspec.Struct, frozen=True, tag_field="t", tag="case"):
    """A case, written before it is sent."""

    case: Case


class Received(msgspec.Struct, frozen=True, tag_field="t", tag="reply"):
    """What came back for a case, written before it is judged."""

    case: str
    transcript: Transcript
    seconds: float


class Footer(msgspec.Struct, frozen=True, tag_field="t", tag="footer"):
    """The end of a run: why it ended, and the counts of its verdicts."""

    reason: str
    counts: dict[str, int]
    seconds: float
    spaces: tuple[str, ...] = ()
    searched: int = 0
    """Every deal of all five classes was asked up to this number of cards."""


Line = Header | Sent | Received | Footer

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Line)


class JournalError(ValueError):
    """A journal that cannot be used. The message names the file, the line, and what is wrong."""


class Journal:
    """A journal being written. Refuses to overwrite a file that exists (FileExistsError)."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)

    def write(self, line: Line) -> None:
        """Append one line; it is with the operating system when this returns."""
        os.write(self._file, _encoder.encode(line) + b"\n")

    def close(self) -> None:
        """Nothing is written after this."""
        os.close(self._file)


def read(path: Path) -> Iterator[Line]:
    """The lines of a journal, the header first. A last line that was cut off is passed over. Raises JournalError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(
            f"{path}: cannot be read ({error.strerror}): name a journal that a run has written"
        ) from error
    lines = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            entry: Line = _decoder.decode(line)
        except msgspec.DecodeError as error:
            if number == len(lines):
                return
            raise JournalError(f"{path}: line {number} is no line of a journal ({error})") from error
        if number == 1 and (not isinstance(entry, Header) or entry.format != FORMAT):
            raise JournalError(f"{path}: does not start with the header of a {FORMAT} file")
        yield entry
    if not data:
        raise JournalError(f"{path}: is empty, no run was written to it")
