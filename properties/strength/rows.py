"""The kill matrix: for each misreading and each misbehaving adapter, which cases and checks it failed on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from model.register import load

Kind = Literal["misreading", "misbehaviour"]
Means = Literal["case", "check", "asked again"]
"""How it is noticed: a case of the suite, an invariant, or by other answers when it is asked once more."""
Level = Literal["outcome", "trace", "step"]
"""What is looked at: how a game ends, every card on the way, or a table action by action."""


class Kill(msgspec.Struct, frozen=True):
    """A case, or a check, that something failed on."""

    by: str
    means: Means
    clauses: tuple[str, ...]
    why: str = ""
    agreed: dict[str, str] = {}
    """What else was agreed on there than the case itself says."""
    size: int = 0
    """The cards of a case's deal."""
    level: Level | None = None
    """At which level a case fails, where that is asked at several."""


class Space(msgspec.Struct, frozen=True):
    """What was searched as a whole: so many deals, up to so many cards."""

    deals: int
    cards: int

    def __str__(self) -> str:
        return f"{self.deals:,} deals up to {self.cards} cards"


class Row(msgspec.Struct, frozen=True):
    """One misreading, or misbehaving adapter, and all that it failed on."""

    name: str
    kind: Kind
    game: str
    clauses: tuple[str, ...]
    fault: str
    belief: str
    """What its author took the rule to be; of an adapter, what it does."""
    under: dict[str, str]
    """What must be agreed on for it to show."""
    kills: tuple[Kill, ...]
    asked: int
    """Cases that it was asked."""
    skipped: int
    """Cases that do not come to what is misread, so that it answers them as the rules do."""
    beyond_cases: bool = False
    """Whether it shows only when a pack is dealt or the time runs out, which no case can ask."""
    borrowed: bool = False
    """Whether it misreads the game that this one builds on; its own cases are asked there."""
    equivalent: Space | None = None
    """Set where nothing notices it, and where the rules and it do the same in a whole space."""
    separating: str = ""
    """The smallest case that tells it from the rules, if nothing noticed it: as it would stand in the suite."""

    def own(self, clause: str = "") -> tuple[Kill, ...]:
        """What speaks for one of its clauses and noticed it; without a name, for any of them."""
        mine = same_as(clause) if clause else frozenset().union(*map(same_as, self.clauses))
        return tuple(kill for kill in self.kills if mine & set(kill.clauses))

    @property
    def survives(self) -> bool:
        """Whether nothing that speaks for its clauses notices it, though it is not the same game by another name.

        An adapter that misbehaves breaks no clause in particular: whatever notices it is right.
        """
        noticed = self.kills if self.kind == "misbehaviour" else self.own()
        return not (noticed or self.borrowed) and self.equivalent is None


def same_as(clause: str) -> frozenset[str]:
    """A clause, and the one that it restates."""
    found = load().clauses.get(clause)
    return frozenset({clause, found.restates} if found is not None and found.restates else {clause})


def first(kills: Sequence[Kill]) -> Kill | None:
    """The one to be told: the smallest deal, else a check."""
    return min(kills, key=lambda kill: (kill.means != "case", kill.size, kill.by), default=None)


class Column(msgspec.Struct, frozen=True):
    """A case or a check, and how much it notices."""

    by: str
    means: Means
    clauses: tuple[str, ...]
    kills: int
    own: int
    """Of these, how many misread a clause that it speaks for."""


class Matrix(msgspec.Struct, frozen=True):
    """One game: every row, and every case and check that was tried."""

    game: str
    clauses: tuple[str, ...]
    """The rule clauses of the game."""
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    seconds: float = 0.0
    """Time of this machine's processors."""

    @property
    def idle(self) -> tuple[Column, ...]:
        """The cases and checks that notice nothing."""
        return tuple(column for column in self.columns if not column.kills)

    def of_clause(self, clause: str) -> tuple[Row, ...]:
        """What misreads a clause."""
        return tuple(row for row in self.misreadings if clause in row.clauses)

    @property
    def misreadings(self) -> tuple[Row, ...]:
        """What misreads this game."""
        return tuple(row for row in self.rows if row.kind == "misreading" and not row.borrowed)

    @property
    def misbehaviours(self) -> tuple[Row, ...]:
        """The adapters that misbehave."""
        return tuple(row for row in self.rows if row.kind == "misbehaviour")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a clause's own cases and checks made of the misreadings of this clause."""

    clause: str
    rows: tuple[Row, ...]
    killed: tuple[Row, ...]
    survived: tuple[Row, ...]
    equivalent: tuple[Row, ...]

    @property
    def by_case(self) -> int:
        """How many a case notices."""
        return sum(any(kill.means == "case" for kill in row.own(self.clause)) for row in self.killed)

    @property
    def pair(self) -> tuple[Row, Kill] | None:
        """A case or check of the clause with a misreading that failed on it: the smallest deal that there is."""
        pairs = [(row, kill) for row in self.killed for kill in row.own(self.clause)]
        return min(pairs, key=lambda pair: (pair[1].means != "case", pair[1].size, pair[1].by), default=None)


def judgement(matrix: Matrix, clause: str) -> Judgement:
    """The rows of one clause, told apart by what its own cases and checks say."""
    rows = matrix.of_clause(clause)
    killed = tuple(row for row in rows if row.own(clause))
    rest = [row for row in rows if not row.own(clause)]
    return Judgement(
        clause,
        rows,
        killed,
        survived=tuple(row for row in rest if row.equivalent is None),
        equivalent=tuple(row for row in rest if row.equivalent is not None),
    )


def columns(tried: Iterable[tuple[str, Means, tuple[str, ...]]], rows: Sequence[Row]) -> Iterator[Column]:
    """Every case and check that was tried, with how much it notices."""
    for by, means, clauses in tried:
        hit = [row for row in rows if any((kill.by, kill.means) == (by, means) for kill in row.kills)]
        mine = [row for row in hit if any(kill.by == by for kill in row.own())]
        yield Column(by, means, clauses, len(hit), len(mine))
