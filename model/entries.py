"""The entries of the register: clauses, ambiguities and their readings, rule points, profiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

EMPTY_SET = "none"
"""The word for the empty set in a default or a wire name of a point of type `set`."""


class Kind(StrEnum):
    """What a clause speaks about."""

    SETUP = "setup"
    TURN = "turn"
    PAYMENT = "payment"
    SLAP = "slap"
    CAPTURE = "capture"
    END = "end"
    SCORING = "scoring"
    OPTION = "option"
    DEFINITION = "definition"
    ADVICE = "advice"
    RELATION = "relation"
    HEADING = "heading"
    EXAMPLE = "example"


class Status(StrEnum):
    """How firmly the source states a clause."""

    CORE = "core"
    """Stated as the rule."""
    DEFAULT = "default"
    """The text itself calls it the default."""
    TABLE = "table"
    """An option that a table may agree on."""
    HOUSE = "house"
    """A house rule."""
    VARIANT = "variant"
    """One of several listed alternatives, none of them called the default."""
    NONE = "n/a"
    """The clause states no rule of its game."""


class Confidence(StrEnum):
    """How sure the chosen reading is."""

    HIGH = "H"
    MEDIUM = "M"
    LOW = "L"


class PointType(StrEnum):
    """How a rule point is answered."""

    CHOICE = "choice"
    """By exactly one alternative."""
    SET = "set"
    """By any number of alternatives, none of them included."""
    PARAMETER = "parameter"
    """By data of the rule book."""


class RegisterError(ValueError):
    """The register's data are malformed: the message says which entry and what is wrong with it."""


class UnknownClause(LookupError):
    """There is no clause or ambiguity of that id: the message says what would be right."""


class UnknownPoint(LookupError):
    """There is no rule point, game or profile of that name: the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a source text says, in our own words."""

    id: str
    document: str
    line: int
    sentence: str
    """The sentence within the line, a range such as `1-2`, or empty where the whole line is meant."""
    statement: str
    kind: Kind
    also: Kind | None
    status: Status
    predicate: str
    rule_points: tuple[str, ...]
    games: tuple[str, ...]
    restates: str
    """The id of the clause that this one merely repeats, or empty."""
    carries_rule: bool
    note: str
    hash: str
    """The first 16 hex digits of the SHA-256 of the statement."""

    @property
    def is_example(self) -> bool:
        """A worked example of the source, which needs a test."""
        return self.kind is Kind.EXAMPLE

    @property
    def where(self) -> str:
        """Where it stands in its document, such as `D2 line 16, sentence 3`."""
        return f"{self.document} line {self.line}" + (f", sentence {self.sentence}" if self.sentence else "")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand an ambiguous text; `wire` names what plays it, as `point=alternative`.

    `no_point` says why nothing plays it, where the other readings are played by rule points.
    """

    name: str
    text: str
    wire: tuple[str, ...]
    no_point: str = ""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Something a source text leaves open or contradicts, its readings and the one chosen as default."""

    id: str
    document: str
    problem: str
    readings: tuple[Reading, ...]
    default: str
    why: str
    confidence: Confidence
    confidence_note: str
    clauses: tuple[str, ...]
    rule_points: tuple[str, ...]
    no_point: str
    """Why no rule point is needed, where there is none."""
    test_idea: str
    sources: tuple[str, ...]

    @property
    def default_reading(self) -> Reading:
        """The reading that is chosen unless something else is said."""
        return next(reading for reading in self.readings if reading.name == self.default)


@dataclass(frozen=True, slots=True)
class Document:
    """A source text: its game and language, and how many entries the register has for it."""

    id: str
    prefix: str
    title: str
    language: str
    game: str
    clauses: int
    ambiguities: int
    evidence: str
    """What the defaults rest on besides the text itself."""
    symbols: tuple[str, ...]
    """What the symbols in the predicates mean."""


@dataclass(frozen=True, slots=True)
class Note:
    """An observation about how the documents go together."""

    id: str
    text: str
    games: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One answer to a rule point. `games` is empty where every game may use it."""

    name: str
    text: str
    games: tuple[str, ...]
    takes: str
    """What the alternative needs besides its name, such as `k` or `suits`; empty for nothing."""
    values: tuple[int, ...]
    """The numbers allowed for that, where they are limited."""


@dataclass(frozen=True, slots=True)
class Point:
    """A question that every rule book of the profiles named in `default` answers."""

    name: str
    type: PointType
    question: str
    see: tuple[str, ...]
    default: Mapping[str, str]
    alternatives: tuple[Alternative, ...]

    def names(self) -> tuple[str, ...]:
        """The wire names of the alternatives."""
        return tuple(alternative.name for alternative in self.alternatives)

    def accepts(self, value: str) -> bool:
        """Whether a value is right on the wire: an alternative, or for a set any of them with commas."""
        if self.type is PointType.SET:
            return value == EMPTY_SET or all(part in self.names() for part in value.split(","))
        return value in self.names()


@dataclass(frozen=True, slots=True)
class Profile:
    """A named setting of all rule points of a game; `base` is the game a relative builds on, or empty."""

    name: str
    game: str
    base: str
    document: str
