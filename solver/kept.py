"""What was proved in earlier runs, and is not proved again while nothing has changed that it rests on.

A finding is kept under a key made of the statement, the book and what was agreed on, the number of seats, the solvers
with their versions, and the files that it depends on (see `reachable`). Only what held is kept. An entry is used only
if it is whole, if it is about the very task, and if each of its scripts still lies where it was written, unchanged.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path
from typing import Final

import msgspec
import psutil

from properties.evidence import Finding, Verdict
from solver import statements
from solver.families import family
from solver.reachable import Unknown, described, digest, files_of, functions_in, own_files
from solver.solvers import Solver
from solver.tasks import Task
from solver.whole import BROKEN, MISSING, read_whole, write_whole

FORMAT: Final = 2
STARTED: Final = psutil.Process().create_time()
"""When this process began: what it has imported of a file that was changed later may be what stood there before."""
ENGINE: Final = tuple(vars(statements).values())
"""What turns declarations into proofs: the model files that it imports count for all of them."""


class Entry(msgspec.Struct, frozen=True):
    """A finding, under which key it was kept, and when it was made."""

    key: str
    made: str
    finding: Finding


@dataclass(slots=True)
class Kept:
    """The findings in a folder. Files are hashed once, when the run begins; one that changes meanwhile keeps nothing,
    and of one that was changed after this process began nothing is kept or believed: it may have been imported before.

    `remarks` collects what was found there and could not be used; `unwritten` says what could not be kept first.
    """

    folder: Path
    out: Path
    solvers: Sequence[Solver]
    remarks: list[str] = field(default_factory=list)
    unwritten: str = ""
    _digests: dict[frozenset[Path], tuple[str, dict[Path, tuple[int, int]]]] = field(default_factory=dict)
    _found: dict[object, tuple[object, frozenset[Path]]] = field(default_factory=dict)
    _books: dict[int, tuple[object, str]] = field(default_factory=dict)

    def find(self, task: Task) -> Finding | None:
        """The finding of an earlier run that this one would make again; None if there is none."""
        key = self.key(task)
        if key is None:
            return None
        path = self._path(key)
        entry = read_whole(path, Entry)
        if entry is MISSING:
            return None
        if entry is BROKEN or not isinstance(entry, Entry) or not _fits(entry, key, task):
            self.remarks.append(f"{path}: is not what was kept, and is left aside")
            return None
        if not all(self._is_there(each.name, each.sha256) for each in entry.finding.scripts):
            return None
        return msgspec.structs.replace(entry.finding, kept=entry.finding.kept or entry.made)

    def keep(self, task: Task, finding: Finding, moment: str) -> None:
        """Keep what held, unless something has changed meanwhile."""
        key = self.key(task)
        if key is not None and finding.verdict is Verdict.HELD and self._unchanged(task):
            try:
                write_whole(self._path(key), Entry(key, moment, finding))
            except OSError as fault:  # what was proved is told all the same
                self.unwritten = self.unwritten or f"{self._path(key)}: cannot be kept: {fault.strerror or fault}"

    def key(self, task: Task) -> str | None:
        """What a finding is kept under; None where nobody can say what it depends on."""
        try:
            sources, _ = self._sources(task)
            about = (
                FORMAT,
                sys.version_info[:2],
                task.family,
                task.id,
                task.proof.statement,
                task.proof.clauses,
                task.seats,
                self._described(task.book),
                self._described(task.declared),
                sorted((each.name, each.version) for each in self.solvers),
                sources,
            )
        except (Unknown, OSError, SyntaxError):
            return None
        return hashlib.sha256(msgspec.json.encode(about)).hexdigest()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    def _is_there(self, name: str, wanted: str) -> bool:
        """Whether a script lies where it was written, as it was written."""
        try:
            return hashlib.sha256((self.out / name).read_bytes()).hexdigest() == wanted
        except OSError:
            return False

    def _described(self, book: object) -> str:
        """A hash of all that a book holds, by name. The book is held on to, so that no other one gets its id."""
        if id(book) not in self._books:
            self._books[id(book)] = book, hashlib.sha256(msgspec.json.encode(described(book))).hexdigest()
        return self._books[id(book)][1]

    def _sources(self, task: Task) -> tuple[str, dict[Path, tuple[int, int]]]:
        """The hash of all files that a task depends on, and how the files looked when it was taken."""
        held: dict[object, object] = {
            ("book", id(task.book)): task.book,
            ("declared", id(task.declared)): task.declared,
        }
        held |= {("proof", task.family, task.id): task.proof, ("family", task.family): family(task.family)}
        files = self._files("engine", ENGINE).union(*starmap(self._files, held.items()))
        if files not in self._digests:
            every = (*files, *own_files())
            stamps = {file: _stamp(file) for file in every}
            late = [file for file, (changed, _) in stamps.items() if changed > STARTED * 1e9]
            if late:
                raise Unknown(f"{late[0]} was changed after this process began")
            self._digests[files] = digest(every), stamps
        return self._digests[files]

    def _files(self, name: object, held: object) -> frozenset[Path]:
        """The files that something depends on, by a name for it."""
        if name not in self._found:
            self._found[name] = held, files_of(functions_in(held))
        return self._found[name][1]

    def _unchanged(self, task: Task) -> bool:
        _, stamps = self._sources(task)
        try:
            return all(_stamp(file) == stamp for file, stamp in stamps.items())
        except OSError:
            return False


def _stamp(file: Path) -> tuple[int, int]:
    status = file.stat()
    return status.st_mtime_ns, status.st_size


def _fits(entry: Entry, key: str, task: Task) -> bool:
    """Whether an entry is about a task, and holds."""
    finding = entry.finding
    seats = (task.seats,) if task.seats else ()
    return (
        entry.key == key
        and finding.verdict is Verdict.HELD
        and (finding.subject, finding.statement, finding.seats) == (task.id, task.proof.statement, seats)
        and (finding.game, finding.choices) == (task.book.game, dict(task.choices))
    )
