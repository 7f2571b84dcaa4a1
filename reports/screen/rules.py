"""`fairdeal rules`: the register on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.entries import Clause, Kind, Point
from model.piles.points import POINTS, choices, points_of
from model.piles.profiles import NAMED, PROFILES
from model.points import RulePoint, Takes
from model.register import Register, load
from reports import rules as shown
from reports.consoles import console

ALIASES: Final = frozenset({"banka_table"})
"""Names for what is the default of its game anyway."""


def rules(what: str, as_json: bool) -> None:
    """Print everything, one game, one clause or one open question. Raises UnknownClause, UnknownPoint."""
    register = load()
    if as_json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(_data(register, what), enc_hook=dict), indent=1).decode())
        return
    screen = console()
    for part in _parts(register, what):
        screen.print(part)


def _data(register: Register, what: str) -> object:
    if not what:
        return {"clauses": list(register.clauses.values()), "ambiguities": list(register.ambiguities.values())}
    if what.lower() in register.games():
        game = what.lower()
        return {
            "clauses": register.of_game(game),
            "ambiguities": register.ambiguities_of(game),
            "points": register.points_of(game),
        }
    if what.lower() in register.points:
        return register.points[what.lower()]
    return register.entry(what.upper())


def _parts(register: Register, what: str) -> Iterator[RenderableType]:
    if not what:
        yield from _overview(register)
    elif what.lower() in register.games():
        yield from _game(register, what.lower())
    elif what.lower() in register.points:
        yield _point(register.points[what.lower()])
    else:
        entry = register.entry(what.upper())
        yield shown.clause(entry, register) if isinstance(entry, Clause) else shown.ambiguity(entry)


def _point(point: Point) -> RenderableType:
    """A rule point: its question, and each answer in a sentence, the defaults marked."""
    table = Grid(box=None, padding=(0, 2), show_header=False)
    defaults = _defaults(point)
    for way in point.alternatives:
        games = [name for name, default in defaults.items() if way.name in _names(default)]
        name = Text(f"{point.name}={_with_argument(point.name, way.name)}", style="bold")
        table.add_row(name, Text(way.text), Text(_default_of(games), style="dim"))
    head = [Text(f"{point.name}: {point.question} (see {', '.join(point.see)})")]
    if point.name in POINTS:
        head += [Text(f"  {line}") for line in _how_to_choose(POINTS[point.name])]
    return Group(*head, table)


def _how_to_choose(point: RulePoint) -> Iterator[str]:
    """What must be known to write a choice of this point."""
    if point.is_set:
        most = list(point.alternatives)[:2]
        yield f"any number of these, with commas: {point.name}={','.join(most)}; {point.name}=none for none of them"
    for takes, ways in _by_argument(point).items():
        example, without = {Takes.NUMBER: ("2", "one"), Takes.RANKS: ("J9", "jacks")}[takes]
        yield f"{', '.join(ways)}: with {takes.value}, such as {ways[0]}:{example}; {without} if none is named"
    if point.two_seats_only:
        yield f"with two seats only: {', '.join(sorted(point.two_seats_only))}"


def _by_argument(point: RulePoint) -> dict[Takes, list[str]]:
    found: dict[Takes, list[str]] = {}
    for way, takes in point.takes.items():
        found.setdefault(takes, []).append(way)
    return found


def _with_argument(point: str, way: str) -> str:
    """An alternative with what it may be given: `burn_under[:N]`, `rank_trigger[:RANKS]`."""
    takes = POINTS[point].takes.get(way) if point in POINTS else None
    return way + {None: "", Takes.NUMBER: "[:N]", Takes.RANKS: "[:RANKS]"}[takes]


def _names(chosen: str) -> tuple[str, ...]:
    """The alternatives of a choice without their arguments."""
    return tuple(part.partition(":")[0] for part in chosen.split(","))


def _defaults(point: Point) -> dict[str, str]:
    """What each game, and each profile with a name, has at a point; of games not modelled what the register says."""
    found = {name: choices(book)[point.name] for name, book in NAMED.items() if point.name in points_of(book.game)}
    register = {name: way for name, way in point.default.items() if name not in NAMED}
    return {name: way for name, way in found.items() if name not in ALIASES} | register


def _default_of(games: list[str]) -> str:
    return f"default of {', '.join(games)}" if games else ""


def _overview(register: Register) -> Iterator[RenderableType]:
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    for head in ("game", "clauses", "open questions"):
        table.add_column(head)
    for game in register.games():
        table.add_row(game, str(len(register.of_game(game))), str(len(register.ambiguities_of(game))))
    yield table
    yield Text(f"{len(register.clauses)} clauses and {len(register.ambiguities)} open questions in all.")
    yield Text(
        "fairdeal rules GAME shows one game, fairdeal rules BMN-25 one clause, fairdeal rules BMN-A03 one question."
    )


def _game(register: Register, game: str) -> Iterator[RenderableType]:
    yield Text(f"{game}: clauses", style="bold")
    yield _rows((entry.id, entry.statement) for entry in register.of_game(game) if entry.kind is not Kind.HEADING)
    base = register.base_of(game)
    if base:
        yield Text(f"It builds on {base}, whose clauses hold where nothing else is said: fairdeal rules {base}.")
    yield Text("\nrule points (the default first)", style="bold")
    yield _rows((point.name, _ways(point, game)) for point in register.points_of(game) if _has(game, point.name))
    profiles = list(_profiles(game))
    if profiles:
        yield Text("\nprofiles with a name of their own, and what they choose", style="bold")
        yield _rows(profiles)
    doubts = register.ambiguities_of(game)
    if doubts:
        yield Text("\nopen questions and how they are read by default", style="bold")
        yield _rows((doubt.id, f"{doubt.problem} -> {doubt.default_reading.text}") for doubt in doubts)


def _has(game: str, point: str) -> bool:
    """Whether a game has a rule point; of a game that is not modelled the register knows."""
    return game not in PROFILES or point in points_of(game)


def _ways(point: Point, game: str) -> str:
    if game not in PROFILES:
        default = point.default.get(game, "")
        fitting = [way.name for way in point.alternatives if not way.games or game in way.games]
        return ", ".join([default, *(name for name in fitting if name != default)])
    modelled, default = POINTS[point.name], choices(PROFILES[game])[point.name]
    ways = {name: _with_argument(point.name, name) for name in modelled.ways(game)}
    if modelled.is_set:
        return f"{default}   (a set: any of {', '.join(ways.values())}; or none)"
    return ", ".join([ways.pop(default.partition(":")[0], default), *ways.values()])


def _profiles(game: str) -> Iterator[tuple[str, str]]:
    """The profiles of a game that have a name of their own, each with the choices that make it."""
    usual = choices(PROFILES[game]) if game in PROFILES else {}
    for name, book in NAMED.items():
        if book.game == game and name != game:
            other = {point: way for point, way in choices(book).items() if usual[point] != way}
            yield name, ", ".join(f"{point}={way}" for point, way in other.items()) or "the defaults"


def _rows(pairs: Iterable[tuple[str, str]]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, text in pairs:
        grid.add_row(name, Text(text))
    return grid
