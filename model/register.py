"""The register: what the source texts say, what they leave open, and which choices follow from that.

The data stand in `model/clauses/*.toml`: one file for each source document, `points.toml` for the rule points
and profiles, `notes.toml` for what the documents say about each other. `load()` reads them once; all it returns
is frozen.

Errors: `UnknownClause` and `UnknownPoint` for a name that does not exist, `RegisterError` for malformed data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeVar

from model import entry_reader as reader
from model.clause import clauses_of, tagged_functions
from model.entries import (
    EMPTY_SET,
    Alternative,
    Ambiguity,
    Clause,
    Confidence,
    Document,
    Kind,
    Note,
    Point,
    PointType,
    Profile,
    Reading,
    RegisterError,
    Status,
    UnknownClause,
    UnknownPoint,
)

__all__ = [
    "EMPTY_SET",
    "Alternative",
    "Ambiguity",
    "Clause",
    "Confidence",
    "Document",
    "Kind",
    "Note",
    "Point",
    "PointType",
    "Profile",
    "Reading",
    "Register",
    "RegisterError",
    "Status",
    "UnknownClause",
    "UnknownPoint",
    "load",
    "read",
    "register_texts",
    "statement_hash",
    "tagged",
]

DOCUMENT_FILES = ("banka.toml", "beggar.toml", "bank.toml")

_ID = re.compile(r"([A-Z]+)-(A?)(\d+)")


@dataclass(frozen=True, slots=True)
class Register:
    """All entries, in the order of the documents, and ways to find them."""

    documents: tuple[Document, ...]
    clauses: Mapping[str, Clause]
    ambiguities: Mapping[str, Ambiguity]
    notes: tuple[Note, ...]
    points: Mapping[str, Point]
    profiles: Mapping[str, Profile]

    def clause(self, id: str) -> Clause:
        """The clause of that id. Raises UnknownClause."""
        found = self.clauses.get(id)
        if found is None:
            raise UnknownClause(self._what_would_be_right("clause", id, self.clauses))
        return found

    def ambiguity(self, id: str) -> Ambiguity:
        """The ambiguity of that id. Raises UnknownClause."""
        found = self.ambiguities.get(id)
        if found is None:
            raise UnknownClause(self._what_would_be_right("ambiguity", id, self.ambiguities))
        return found

    def entry(self, id: str) -> Clause | Ambiguity:
        """The clause or ambiguity of that id. Raises UnknownClause."""
        found = self.clauses.get(id) or self.ambiguities.get(id)
        if found is None:
            raise UnknownClause(self._what_would_be_right("entry", id, [*self.clauses, *self.ambiguities]))
        return found

    def point(self, name: str) -> Point:
        """The rule point of that name. Raises UnknownPoint."""
        found = self.points.get(name)
        if found is None:
            near = _near(name, self.points) or f": the rule points are {', '.join(self.points)}"
            raise UnknownPoint(f"no rule point {name!r}{near}")
        return found

    def games(self) -> tuple[str, ...]:
        """The games on the wire."""
        return tuple(dict.fromkeys(profile.game for profile in self.profiles.values()))

    def of_game(self, game: str) -> tuple[Clause, ...]:
        """The clauses that speak of a game; of a relative only those of its own. Raises UnknownPoint."""
        self._check_game(game)
        return tuple(clause for clause in self.clauses.values() if game in clause.games)

    def base_of(self, game: str) -> str:
        """The game whose clauses a relative builds on, or an empty string. Raises UnknownPoint."""
        self._check_game(game)
        return next(profile.base for profile in self.profiles.values() if profile.game == game)

    def ambiguities_of(self, game: str) -> tuple[Ambiguity, ...]:
        """What the document of a game leaves open; nothing for a relative. Raises UnknownPoint."""
        self._check_game(game)
        own = {document.id for document in self.documents if document.game == game}
        return tuple(ambiguity for ambiguity in self.ambiguities.values() if ambiguity.document in own)

    def points_of(self, game: str) -> tuple[Point, ...]:
        """The rule points that the profiles of a game answer. Raises UnknownPoint."""
        self._check_game(game)
        own = {profile.name for profile in self.profiles.values() if profile.game == game}
        return tuple(point for point in self.points.values() if own & set(point.default))

    def about(self, id: str) -> tuple[Ambiguity, ...]:
        """The ambiguities that concern a clause. Raises UnknownClause."""
        self.clause(id)
        return tuple(ambiguity for ambiguity in self.ambiguities.values() if id in ambiguity.clauses)

    def verify_hashes(self) -> tuple[str, ...]:
        """The ids of the clauses whose hash is not that of their statement: empty when all is well."""
        return tuple(c.id for c in self.clauses.values() if c.hash != statement_hash(c.statement))

    def _check_game(self, game: str) -> None:
        if game not in self.games():
            raise UnknownPoint(f"no game {game!r}: the games are {', '.join(self.games())}")

    def _what_would_be_right(self, what: str, id: str, known: Iterable[str]) -> str:
        names = list(known)
        wanted = _ID.fullmatch(id.strip().upper())
        ranges = [_range_of(document, names) for document in self.documents]
        if wanted is not None:
            near = f"{wanted[1]}-{wanted[2]}{int(wanted[3]):02}"
            if near in names:
                return f"no {what} {id!r}: did you mean {near}?"
            own = [r for r, d in zip(ranges, self.documents, strict=True) if d.prefix == wanted[1]]
            ranges = own or ranges
        return f"no {what} {id!r}: there are {'; '.join(ranges)}{_near(id.upper(), names)}"


def statement_hash(statement: str) -> str:
    """The hash that the register keeps of a statement."""
    return sha256(statement.encode()).hexdigest()[:16]


def tagged() -> Mapping[str, tuple[Callable[..., Any], ...]]:
    """For each clause id the functions tagged with it, of the modules imported so far."""
    found: dict[str, tuple[Callable[..., Any], ...]] = {}
    for function in tagged_functions():
        for id in clauses_of(function):
            found[id] = (*found.get(id, ()), function)
    return MappingProxyType(found)


def read(texts: Mapping[str, str]) -> Register:
    """A register from the text of its files, by file name. Raises RegisterError for a malformed entry."""
    tables = {name: reader.parsed(name, text) for name, text in texts.items()}
    documents: list[Document] = []
    clauses: list[Clause] = []
    ambiguities: list[Ambiguity] = []
    for name in DOCUMENT_FILES:
        (header,) = _rows(tables, name, "document")
        document = reader.document(header)
        documents.append(document)
        clauses += [reader.clause(row, document) for row in _rows(tables, name, "clause")]
        ambiguities += [reader.ambiguity(row, document) for row in _rows(tables, name, "ambiguity")]
    return Register(
        documents=tuple(documents),
        clauses=_by((clause.id, clause) for clause in clauses),
        ambiguities=_by((ambiguity.id, ambiguity) for ambiguity in ambiguities),
        notes=tuple(reader.note(row) for row in _rows(tables, "notes.toml", "note")),
        points=_by((p.name, p) for p in map(reader.point, _rows(tables, "points.toml", "point"))),
        profiles=_by((p.name, p) for p in map(reader.profile, _rows(tables, "points.toml", "profile"))),
    )


def register_texts() -> dict[str, str]:
    """The text of every file of the register, by file name."""
    folder = files("model") / "clauses"
    names = (*DOCUMENT_FILES, "notes.toml", "points.toml")
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


@lru_cache(maxsize=1)
def load() -> Register:
    """The register, read once. Raises RegisterError when the data are malformed."""
    return read(register_texts())


V = TypeVar("V")


def _rows(tables: Mapping[str, Mapping[str, Any]], name: str, key: str) -> Iterator[reader.Row]:
    found = tables[name].get(key)
    if not found:
        raise RegisterError(f"{name}: there is no {key}")
    for table in found if isinstance(found, list) else [found]:
        yield reader.Row(table, f"{name} {key}")


def _by(pairs: Iterable[tuple[str, V]]) -> Mapping[str, V]:
    found: dict[str, V] = {}
    for name, value in pairs:
        if name in found:
            raise RegisterError(f"{name} is there twice")
        found[name] = value
    return MappingProxyType(found)


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=3)
    return f"; near matches: {', '.join(near)}" if near else ""


def _range_of(document: Document, names: list[str]) -> str:
    """The ids that a document has among the names, such as `BMN-01 to BMN-66 and BMN-A01 to BMN-A21`."""
    own = [name for name in names if name.startswith(f"{document.prefix}-")]
    series = ([n for n in own if "-A" not in n], [n for n in own if "-A" in n])
    return " and ".join(f"{each[0]} to {each[-1]}" for each in series if each)
