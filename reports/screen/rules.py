"""`fairdeal rules`: the register on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.entries import Clause, Kind, Point
from model.register import Register, load
from reports import rules as shown
from reports.consoles import console


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
    for way in point.alternatives:
        games = [game for game, default in point.default.items() if default == way.name]
        name = Text(f"{point.name}={way.name}", style="bold")
        table.add_row(name, Text(way.text), Text(_default_of(games), style="dim"))
    return Group(Text(f"{point.name}: {point.question} (see {', '.join(point.see)})"), table)


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
    yield Text("\nrule points (the default first)", style="bold")
    yield _rows((point.name, _ways(point, game)) for point in register.points_of(game))
    yield Text("\nopen questions and how they are read by default", style="bold")
    doubts = register.ambiguities_of(game)
    yield _rows((doubt.id, f"{doubt.problem} -> {doubt.default_reading.text}") for doubt in doubts)


def _ways(point: Point, game: str) -> str:
    default = point.default.get(game, "")
    fitting = [way.name for way in point.alternatives if not way.games or game in way.games]
    return ", ".join([default, *(name for name in fitting if name != default)])


def _rows(pairs: Iterable[tuple[str, str]]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, text in pairs:
        grid.add_row(name, Text(text))
    return grid
