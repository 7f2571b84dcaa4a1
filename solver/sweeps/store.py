"""The file that a sweep keeps its counts in, so that nothing is lost when it is killed.

An SQLite file with one row for each chunk that was counted, written in a transaction of its own: a chunk is either
there as a whole or not at all, and its number is the key, so that it cannot be there twice. While a sweep runs the
file is locked; the lock goes with the process, however that ends.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from solver.sweeps.plan import Plan, SweepError, check_plan
from solver.sweeps.tally import Tally, merged, unpacked

APPLICATION: Final = 0x66643073
"""Says that an SQLite file is one of ours."""
SCHEMA: Final = 2
_EMPTY: Final = "is empty: the sweep was cut off before it began; delete the file, and begin again"
_EDITED: Final = "is damaged or was edited"
_MAGIC: Final = b"SQLite format 3\0"
_TABLES: Final = (
    "CREATE TABLE sweep (plan TEXT NOT NULL)",
    "CREATE TABLE chunks (number INTEGER PRIMARY KEY, tally BLOB NOT NULL)",
)
_SYSTEM: Final = {
    sqlite3.SQLITE_FULL: (errno.ENOSPC, "no space is left; what was counted before is kept"),
    sqlite3.SQLITE_IOERR: (errno.EIO, "cannot be read or written; what was counted before is kept"),
    sqlite3.SQLITE_NOMEM: (errno.ENOMEM, "not enough memory"),
    sqlite3.SQLITE_READONLY: (errno.EACCES, "cannot be written"),
    sqlite3.SQLITE_PERM: (errno.EACCES, "cannot be written"),
    sqlite3.SQLITE_CANTOPEN: (errno.EACCES, "cannot be opened, or nothing can be written beside it"),
}
_WORDS: Final = {
    sqlite3.SQLITE_BUSY: "is in use by a sweep that runs: wait for it, or end it first",
    sqlite3.SQLITE_CONSTRAINT: "has this chunk already",
    sqlite3.SQLITE_CORRUPT: "is damaged: begin again in another file",
    sqlite3.SQLITE_NOTADB: "is no file of a sweep, or is damaged",
}
_AT_ONCE: Final = 256
"""So many chunks are put together at a time."""


class Store:
    """An open file of a sweep: its plan, and the chunks that were counted. Nobody else can open it meanwhile."""

    def __init__(self, path: Path, plan: Plan, connection: sqlite3.Connection) -> None:
        self.path, self.plan = path, plan
        self._connection = connection

    @classmethod
    def created(cls, path: Path, plan: Plan) -> Store:
        """A new file for this plan. Raises FileExistsError, and other OSErrors where it cannot be written."""
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        try:
            with _faults_of(path):
                connection = _connected(path)
                _begin(connection, plan)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return cls(path, plan, connection)

    @classmethod
    def opened(cls, path: Path, version: str | None = None) -> Store:
        """The file of an earlier run, by this version if one is named.

        Raises SweepError for what is none, is broken, was edited, or is in use; and OSError.
        """
        _check_magic(path)
        with _faults_of(path):
            connection = _connected(path)
            try:
                connection.execute("BEGIN EXCLUSIVE")  # writes back what a killed run has left half done
                connection.execute("COMMIT")
                _check_schema(path, connection)
                plan = _plan(path, connection, version)
                store = cls(path, plan, connection)
                store._check_numbers()
            except BaseException:
                connection.close()
                raise
        return store

    def _check_numbers(self) -> None:
        done = self.done()
        if done and not 0 <= min(done) <= max(done) < self.plan.chunks:
            raise SweepError(f"{self.path}: {_EDITED}: it has chunks that its sweep has not")

    def keep(self, number: int, tally: bytes) -> None:
        """Write the counts of a chunk. They are on the disk when this returns. Raises SweepError, OSError."""
        with _faults_of(self.path):
            self._connection.execute("INSERT INTO chunks VALUES (?, ?)", (number, tally))

    def done(self) -> set[int]:
        """The numbers of the chunks that are there."""
        with _faults_of(self.path):
            return {number for (number,) in self._connection.execute("SELECT number FROM chunks")}

    def missing(self) -> Iterator[int]:
        """The numbers of the chunks that are not there, in their order."""
        done = self.done()
        return (number for number in range(self.plan.chunks) if number not in done)

    def tallies(self) -> Iterator[Tally]:
        """The counts of each chunk. Raises SweepError for a chunk that is not as it was written."""
        with _faults_of(self.path):
            for number, content in self._connection.execute("SELECT number, tally FROM chunks ORDER BY number"):
                try:
                    yield unpacked(content, self.plan, number)
                except SweepError as error:
                    raise SweepError(f"{self.path}: {_EDITED}: {error}") from error

    def total(self) -> Tally:
        """The counts of all chunks that are there. Raises SweepError."""
        total, waiting = Tally(), []
        for each in self.tallies():
            waiting.append(each)
            if len(waiting) == _AT_ONCE:
                total, waiting = merged((total, *waiting)), []
        return merged((total, *waiting))

    def close(self) -> None:
        """Let others have the file."""
        self._connection.close()


def _connected(path: Path) -> sqlite3.Connection:
    """A connection that keeps its locks, and in which every statement is a transaction unless one is begun."""
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _begin(connection: sqlite3.Connection, plan: Plan) -> None:
    connection.execute("BEGIN EXCLUSIVE")
    for each in _TABLES:
        connection.execute(each)
    connection.execute("INSERT INTO sweep VALUES (?)", (msgspec.json.encode(plan).decode(),))
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


def _check_magic(path: Path) -> None:
    """Refuse what is no SQLite file. Raises SweepError.

    A process that closes a file loses its locks on it: this must not be done while this process has it open.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise SweepError(f"{path}: is no file, but a device or a pipe: name a file that fairdeal sweep has written")
    with path.open("rb") as file:
        start = file.read(len(_MAGIC))
    if not start:
        raise SweepError(f"{path}: {_EMPTY}")
    if start != _MAGIC:
        raise SweepError(f"{path}: is no file of a sweep: name the one that fairdeal sweep has written")


def _check_schema(path: Path, connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if application == 0 and not connection.execute("SELECT * FROM sqlite_master").fetchall():
        raise SweepError(f"{path}: {_EMPTY}")
    if application != APPLICATION:
        raise SweepError(f"{path}: is an SQLite file, but not of a sweep")
    if schema != SCHEMA:
        raise SweepError(f"{path}: is written in form {schema}, and this version of fairdeal reads form {SCHEMA}")
    (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if sound != "ok":
        raise SweepError(f"{path}: is damaged ({sound}): begin again in another file")


def _plan(path: Path, connection: sqlite3.Connection, version: str | None) -> Plan:
    rows = connection.execute("SELECT plan FROM sweep").fetchall()
    try:
        ((content,),) = rows
        plan = msgspec.json.decode(content, type=Plan)
    except (ValueError, TypeError) as error:
        raise SweepError(f"{path}: {_EDITED}: it does not say what is swept ({error})") from error
    if version is not None and plan.version != version:
        raise SweepError(f"{path}: was begun by fairdeal {plan.version}, and this is {version}: go on with that one")
    try:
        check_plan(plan)
    except SweepError as error:
        raise SweepError(f"{path}: {_EDITED}: {error}") from error
    return plan


@contextlib.contextmanager
def _faults_of(path: Path) -> Iterator[None]:
    """What SQLite raises, as people are told it."""
    try:
        yield
    except sqlite3.Error as error:
        raise _fault(path, error) from error


def _fault(path: Path, error: sqlite3.Error) -> Exception:
    """What an error of SQLite means for the user: a fault of the system, or of the file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _SYSTEM:
        number, words = _SYSTEM[code]
        return OSError(number, f"{words} ({error})", str(path))
    return SweepError(f"{path}: {_WORDS.get(code, 'cannot be used')} ({error})")
