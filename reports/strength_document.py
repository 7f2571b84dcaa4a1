"""The kill matrix for machines: what `fairdeal strength --json` prints, and the schema of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from properties.strength.rows import Column, Matrix, Row

FORMAT: Final = "fairdeal-strength/1"


class GameDocument(msgspec.Struct, frozen=True):
    """One game: its rule clauses, every misreading and misbehaving adapter, and every case and check."""

    game: str
    clauses: tuple[str, ...]
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    kills_nothing: tuple[str, ...]
    """The cases and checks that notice nothing."""
    survivors: tuple[str, ...]
    """What no case and no check of its own clauses notices."""
    equivalent: tuple[str, ...]
    seconds: float
    """Time of this machine's processors."""


class StrengthDocument(msgspec.Struct, frozen=True):
    """The whole matrix. Sizes are cards in a deal."""

    format: Literal["fairdeal-strength/1"]
    version: str
    """Of fairdeal."""
    exit_code: Literal[0, 1, 4]
    games: tuple[GameDocument, ...]


def document(matrices: Sequence[Matrix], version: str, exit_code: Literal[0, 1, 4]) -> StrengthDocument:
    """The matrices as data."""
    return StrengthDocument(FORMAT, version, exit_code, tuple(map(_game, matrices)))


def _game(matrix: Matrix) -> GameDocument:
    return GameDocument(
        game=matrix.game,
        clauses=matrix.clauses,
        rows=matrix.rows,
        columns=matrix.columns,
        kills_nothing=tuple(column.by for column in matrix.idle),
        survivors=tuple(row.name for row in matrix.rows if row.survives),
        equivalent=tuple(row.name for row in matrix.rows if row.equivalent is not None),
        seconds=matrix.seconds,
    )


def schema() -> dict[str, Any]:
    """The JSON Schema of a matrix."""
    (ref,), components = msgspec.json.schema_components((StrengthDocument,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fairdeal strength, {FORMAT}",
        **ref,
        "$defs": components,
    }
