"""Clauses, open questions and rule points as text for a terminal."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.bank.actions import format_suits
from model.bank.points import POINTS as BANK_POINTS
from model.bank.points import TRUMPS, USUAL_CARD_SUM, USUAL_FIXED_SUM
from model.bank.profiles import BANK
from model.clause import clauses_of
from model.entries import Ambiguity, Clause, Point, Reading
from model.piles.points import points_of as pile_points_of
from model.piles.profiles import NAMED
from model.points import RulePoint, Takes
from model.register import Register
from properties.conformance.books import AnyBook, choices_of, default_book, is_bank
from reports.measured_readings import Lines

BOOKS: Final[Mapping[str, AnyBook]] = {**NAMED, "bank": BANK}
"""All rule books that have a name, Bank's included."""
ALIASES: Final = frozenset({"banka_table"})
"""Names for what is the default of its game anyway."""


def points_of(game: str) -> Mapping[str, RulePoint]:
    """The rule points of a game as the model has them."""
    return BANK_POINTS if is_bank(game) else pile_points_of(game)


# --- clauses and open questions ---


def clause(entry: Clause, register: Register) -> RenderableType:
    """One clause of the register with what is agreed, doubted and restated about it."""
    grid = _grid()
    grid.add_row(entry.id, Text(entry.statement))
    where = f"{entry.document}, line {entry.line}" + (f", sentence {entry.sentence}" if entry.sentence else "")
    grid.add_row("where", Text(f"{where}; {entry.kind}, {entry.status}"))
    if entry.restates:
        grid.add_row("restates", Text(entry.restates))
    for name in entry.rule_points:
        point = register.point(name)
        grid.add_row("rule point", Text(f"{name}: {', '.join(each.name for each in point.alternatives)}"))
    for doubt in register.about(entry.id):
        grid.add_row("doubt", Text(f"{doubt.id}: {doubt.problem}"))
        grid.add_row("", Text(f"default: {doubt.default} (confidence {doubt.confidence})"))
    return grid


def ambiguity(entry: Ambiguity) -> RenderableType:
    """One ambiguity with its readings; the default is marked."""
    grid = _grid()
    grid.add_row(entry.id, Text(entry.problem))
    for reading in entry.readings:
        grid.add_row(reading.name, Text(_reading(entry, reading)))
    grid.add_row("why", Text(f"{entry.why} (confidence {entry.confidence})"))
    if entry.no_point:
        grid.add_row("no choice", Text(entry.no_point))
    if entry.clauses:
        grid.add_row("clauses", Text(", ".join(entry.clauses)))
    return grid


def readings(entry: Ambiguity, measured: Lines) -> Iterator[tuple[str, str]]:
    """An open question in lines: the question, then each of its readings, or the only one that leaves no choice.

    Below a reading stands what was measured of it.
    """
    yield entry.id, entry.problem
    for reading in entry.readings:
        if reading.name == entry.default or not entry.no_point:
            yield "  ->" if reading.name == entry.default else "  or", _reading(entry, reading, mark="")
        yield from (("", line) for line in measured.get((entry.id, reading.name), ()) if line)


def _reading(entry: Ambiguity, reading: Reading, mark: str = "default  ") -> str:
    """A reading in words, how it is chosen, or why it cannot be."""
    wire = f"  [{', '.join(reading.wire)}]" if reading.wire else ""
    reason = f"  (cannot be chosen: {reading.no_point})" if reading.no_point else ""
    return (mark if reading.name == entry.default else "") + reading.text + wire + reason


def _grid() -> Grid:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


# --- rule points ---


def point(told: Point, register: Register) -> RenderableType:
    """A rule point: its question, and each answer in a sentence, the defaults marked."""
    table = Grid(box=None, padding=(0, 2), show_header=False)
    modelled, defaults = model_point(told, register), _defaults(told)
    for way in told.alternatives:
        games = [name for name, default in defaults.items() if way.name in _names(default)]
        name = Text(f"{told.name}={with_argument(modelled, way.name)}", style="bold")
        table.add_row(name, Text(way.text), Text(f"default of {', '.join(games)}" if games else "", style="dim"))
    head = [Text(f"{told.name}: {told.question} (see {', '.join(told.see)})")]
    return Group(*head, *[Text(f"  {line}") for line in how_to_choose(told, register)], table)


def model_point(told: Point, register: Register) -> RulePoint | None:
    """The same rule point in the model, if a game there has it."""
    for name in told.default:
        found = points_of(register.profiles[name].game).get(told.name)
        if found is not None:
            return found
    return None


def how_to_choose(told: Point, register: Register) -> Iterator[str]:
    """What must be known to write a choice of this point."""
    modelled = model_point(told, register)
    if modelled is None:
        return
    if modelled.is_set:
        most = list(modelled.alternatives)[:2]
        yield f"any number of these, with commas: {told.name}={','.join(most)}; {told.name}=none for none of them"
    for takes, ways in _by_argument(modelled).items():
        yield from _ARGUMENTS[takes](told, takes, ways)
    if modelled.two_seats_only:
        yield f"with two seats only: {', '.join(sorted(modelled.two_seats_only))}"


def _by_argument(modelled: RulePoint) -> dict[Takes, list[str]]:
    found: dict[Takes, list[str]] = {}
    for way, takes in modelled.takes.items():
        found.setdefault(takes, []).append(way)
    return found


def _plain_argument(told: Point, takes: Takes, ways: list[str]) -> Iterator[str]:
    example, without = {Takes.NUMBER: ("2", "one"), Takes.RANKS: ("J9", "jacks")}[takes]
    yield f"{', '.join(ways)}: with {takes.value}, such as {ways[0]}:{example}; {without} if none is named"


def _suits(told: Point, takes: Takes, ways: list[str]) -> Iterator[str]:
    wanted = {
        "own": ("one suit for each seat, A's first", "shdc"),
        "one": ("one suit", "h"),
        "two": ("two suits", "ch"),
        "senior_junior": ("two suits, the senior one first", "hc"),
    }
    yield "suits may stand behind a colon: c for clubs, d for diamonds, h for hearts, s for spades"
    for way in ways:
        what, example = wanted[way]
        yield f"{way}: with {what}, such as {way}:{example}; {way}:{format_suits(TRUMPS[way])} if none are named"


def _sums(told: Point, takes: Takes, ways: list[str]) -> Iterator[str]:
    usual = {"fixed": USUAL_FIXED_SUM, "per_card": USUAL_CARD_SUM}
    for way in told.alternatives:
        if way.name in ways:
            *most, last = map(str, way.values)
            sums = f"{', '.join(most)} or {last}"
            yield f"{way.name}: with {sums} points, such as {way.name}:{last}; {usual[way.name]} if none are named"


_ARGUMENTS: Final[Mapping[Takes, Callable[[Point, Takes, list[str]], Iterator[str]]]] = {
    Takes.NUMBER: _plain_argument,
    Takes.RANKS: _plain_argument,
    Takes.SUITS: _suits,
    Takes.SUM: _sums,
}
_PLACES: Final = {Takes.NUMBER: "N", Takes.RANKS: "RANKS", Takes.SUITS: "SUITS", Takes.SUM: "POINTS"}


def with_argument(modelled: RulePoint | None, way: str) -> str:
    """An alternative with what it may be given: `burn_under[:N]`, `own[:SUITS]`, `fixed[:POINTS]`."""
    takes = modelled.takes.get(way) if modelled is not None else None
    return way if takes is None else f"{way}[:{_PLACES[takes]}]"


def _names(chosen: str) -> tuple[str, ...]:
    """The alternatives of a choice without their arguments."""
    return tuple(part.partition(":")[0] for part in chosen.split(","))


def _defaults(told: Point) -> dict[str, str]:
    """What each game, and each profile with a name, has at a point; of games not modelled what the register says."""
    found = {name: choices_of(book)[told.name] for name, book in BOOKS.items() if _knows(book, told)}
    register = {name: way for name, way in told.default.items() if name not in BOOKS}
    return {name: way for name, way in found.items() if name not in ALIASES} | register


def _knows(book: AnyBook, told: Point) -> bool:
    """Whether a book has this very point: Bank has some of the same names as the pile games, for other questions."""
    return told.name in points_of(book.game) and is_bank(book.game) == ("bank" in told.default)


# --- what is chosen, and what never can be ---


def chosen(name: str) -> dict[str, str]:
    """What a profile chooses that is not the default of its game."""
    book = BOOKS[name]
    usual = choices_of(default_book(book.game))
    return {point: way for point, way in choices_of(book).items() if usual[point] != way}


def settled(game: str, register: Register) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The points of a game that no source leaves open: the name, the rule in a sentence, and its clauses."""
    told = {each.name for each in register.points_of(game)}
    for name, modelled in points_of(game).items():
        if name not in told:
            (rule,) = modelled.alternatives.values()
            yield name, _first_line(rule), clauses_of(rule) if callable(rule) else ()


def _first_line(rule: object) -> str:
    return (inspect.getdoc(rule) or "").partition("\n")[0]
