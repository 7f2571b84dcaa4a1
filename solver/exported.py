"""The queries of a run in a folder that can be checked without fairdeal, by whoever has a solver."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from properties.evidence import Finding, Script
from solver import recheck
from solver.smtlib import sha256
from solver.solvers import Answer

SCHEMA: Final = "fairdeal-queries/1"


class Query(msgspec.Struct, frozen=True):
    """One query as the manifest has it: its file, what `unsat` proves, and which solvers can read it."""

    file: str
    sha256: str
    id: str
    statement: str
    game: str
    seats: tuple[int, ...]
    choices: dict[str, str]
    clauses: tuple[str, ...]
    assumptions: tuple[str, ...]
    language: str
    solvers: tuple[str, ...]
    expected: str = str(Answer.UNSAT)


class Unasked(msgspec.Struct, frozen=True):
    """A finding that rests on no query, but on examples, samples or a search: no solver can check it."""

    id: str
    game: str
    seats: tuple[int, ...]
    choices: dict[str, str]
    grade: str
    verdict: str


class Manifest(msgspec.Struct, frozen=True):
    """All queries of a folder, and the findings of the run that are not by solvers."""

    made: str
    version: str
    queries: tuple[Query, ...]
    not_by_solvers: tuple[Unasked, ...] = ()
    schema: str = SCHEMA


class NotThere(ValueError):
    """A script that cannot be exported, because it is not what the finding says. The message names it."""


def check_folder(folder: Path) -> None:
    """Refuse a folder that has something in it already. Raises FileExistsError, NotADirectoryError."""
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(errno.EEXIST, "exists already", str(folder))


def export(findings: Sequence[Finding], scripts: Path, folder: Path, made: str, version: str) -> Manifest:
    """Write all queries of these findings, the manifest, and the program that checks them. Raises NotThere, OSError."""
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, str] = {}
    for script in (script for finding in findings for script in finding.scripts):
        if script.sha256 not in files:
            (folder / script.name).write_text(_text(scripts / script.name, script), encoding="utf-8")
            files[script.sha256] = script.name
    unasked = tuple(_unasked(each) for each in findings if not each.scripts)
    manifest = Manifest(made, version, tuple(_queries(findings, files)), unasked)
    (folder / recheck.MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    shutil.copyfile(recheck.__file__, folder / "recheck.py")
    return manifest


def _queries(findings: Iterable[Finding], files: dict[str, str]) -> Iterator[Query]:
    """A query for each script of each finding; equal scripts have one file."""
    for finding in findings:
        for script in finding.scripts:
            yield Query(
                files[script.sha256],
                script.sha256,
                finding.subject,
                finding.statement,
                finding.game,
                finding.seats,
                finding.choices,
                finding.clauses,
                finding.assumptions,
                script.language,
                script.readers,
            )


def _unasked(finding: Finding) -> Unasked:
    return Unasked(
        finding.subject, finding.game, finding.seats, finding.choices, finding.grade.value, finding.verdict.value
    )


def _text(path: Path, script: Script) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as missing:
        raise NotThere(
            f"{path}: cannot be read ({missing.strerror}); prove with --fresh to write it again"
        ) from missing
    if sha256(text) != script.sha256:
        raise NotThere(f"{path}: has changed since it was solved; prove with --fresh to write it again")
    return text
