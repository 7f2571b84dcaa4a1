"""`fairdeal rules`: the register on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from model.entries import Ambiguity, Clause, Kind, Point
from model.register import Register, UnknownPoint, load
from properties.conformance.books import GAMES, choices_of, default_book, is_bank
from reports import rules as shown
from reports.consoles import console
from reports.measured_readings import measured


def rules(what: str, as_json: bool, evidence: Path = Path("evidence")) -> None:
    """Print everything, one game, profile, rule point, clause or open question.

    With a game goes what the evidence files of a folder say that its doubtful readings do. Raises UnknownClause,
    UnknownPoint, UnreadableEvidence.
    """
    register = load()
    if as_json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(_data(register, what), enc_hook=dict), indent=1).decode())
        return
    screen = console()
    for part in _parts(register, what, evidence):
        screen.print(part)


def _data(register: Register, what: str) -> object:
    name = what.lower()
    if not what:
        return {"clauses": list(register.clauses.values()), "ambiguities": list(register.ambiguities.values())}
    if name in register.games():
        return _game_data(register, name)
    if name in register.points:
        point = register.points[name]
        fields = {field: getattr(point, field) for field in point.__slots__}
        return fields | {"how_to_choose": list(shown.how_to_choose(point, register))}
    if name in shown.BOOKS:
        book = shown.BOOKS[name]
        return {"profile": name, "game": book.game, "differs": shown.chosen(name), "choices": choices_of(book)}
    return _entry(register, what)


def _game_data(register: Register, game: str) -> dict[str, object]:
    settled = [
        {"point": point, "rule": rule, "clauses": clauses} for point, rule, clauses in shown.settled(game, register)
    ]
    return {
        "clauses": register.of_game(game),
        "ambiguities": register.ambiguities_of(game),
        "points": register.points_of(game),
        "settled": settled,
        "profiles": {name: shown.chosen(name) for name in _profiles(game)},
    }


def _entry(register: Register, what: str) -> Clause | Ambiguity:
    """A clause or an open question. Raises UnknownClause, and UnknownPoint for what can be no number of one."""
    if re.search(r"\d", what):
        return register.entry(what.upper())
    known = [*register.games(), *shown.BOOKS, *register.points]
    near = get_close_matches(what.lower(), list(dict.fromkeys(known)), n=3)
    right = f"did you mean {', '.join(near)}?" if near else f"the games are {', '.join(register.games())}"
    raise UnknownPoint(f"no game, profile or rule point is called '{what[:40]}', and no clause: {right}")


def _parts(register: Register, what: str, evidence: Path) -> Iterator[RenderableType]:
    name = what.lower()
    if not what:
        yield from _overview(register)
    elif name in register.games():
        yield from _game(register, name, evidence)
    elif name in register.points:
        yield shown.point(register.points[name], register)
    elif name in shown.BOOKS:
        yield from _profile(register, name)
    else:
        entry = _entry(register, what)
        yield shown.clause(entry, register) if isinstance(entry, Clause) else shown.ambiguity(entry)


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


def _game(register: Register, game: str, evidence: Path) -> Iterator[RenderableType]:
    yield Text(f"{game}: clauses", style="bold")
    yield _rows((entry.id, entry.statement) for entry in register.of_game(game) if entry.kind is not Kind.HEADING)
    base = register.base_of(game)
    if base:
        yield Text(f"It builds on {base}, whose clauses hold where nothing else is said: fairdeal rules {base}.")
    yield Text("\nrule points (the default first)", style="bold")
    yield _rows((point.name, _ways(point, game)) for point in register.points_of(game) if _has(game, point.name))
    settled = [
        (name, rule + (f" ({', '.join(clauses)})" if clauses else ""))
        for name, rule, clauses in shown.settled(game, register)
    ]
    if settled:
        yield Text("\nrules that no source leaves open", style="bold")
        yield _rows(settled)
    profiles = [(name, _told(shown.chosen(name)) or "the defaults") for name in _profiles(game)]
    if profiles:
        yield Text("\nprofiles with a name of their own, and what they choose", style="bold")
        yield _rows(profiles)
    doubts = register.ambiguities_of(game)
    if doubts:
        yield Text("\nopen questions and how they can be read; an arrow shows what holds by default", style="bold")
        found = measured(evidence, register) if is_bank(game) else {}
        yield _rows(line for doubt in doubts for line in shown.readings(doubt, found))
    if is_bank(game):
        yield Text(
            f"\nWhat readings do to the game is measured by fairdeal rules --why {doubts[0].id}, of all of them by"
            " --why bank; what was measured in most rounds stands here, ± the standard error."
        )


def _has(game: str, point: str) -> bool:
    """Whether a game has a rule point; of a game that is not modelled the register knows."""
    return game not in GAMES or point in shown.points_of(game)


def _ways(point: Point, game: str) -> str:
    if game not in GAMES:
        default = point.default.get(game, "")
        fitting = [way.name for way in point.alternatives if not way.games or game in way.games]
        return ", ".join([default, *(name for name in fitting if name != default)])
    modelled, default = shown.points_of(game)[point.name], choices_of(default_book(game))[point.name]
    ways = {name: shown.with_argument(modelled, name) for name in modelled.ways(game)}
    if modelled.is_set:
        return f"{default}   (a set: any of {', '.join(ways.values())}; or none)"
    return ", ".join([ways.pop(default.partition(":")[0], default), *ways.values()])


def _profiles(game: str) -> list[str]:
    """The profiles of a game that have a name of their own."""
    return [name for name, book in shown.BOOKS.items() if book.game == game and name != game]


def _profile(register: Register, name: str) -> Iterator[RenderableType]:
    """A profile: its game, what it chooses there that is not the default, and all that it has."""
    book = shown.BOOKS[name]
    differs = shown.chosen(name)
    yield Text(f"{name}: a profile of {book.game} (fairdeal rules {book.game})", style="bold")
    yield Text(f"It chooses {_told(differs)}." if differs else f"It is the default of {book.game}.")
    told = {point.name for point in register.points_of(book.game)}
    yield _rows((point, way) for point, way in choices_of(book).items() if point in told)


def _told(choices: dict[str, str]) -> str:
    return ", ".join(f"{point}={way}" for point, way in choices.items())


def _rows(pairs: Iterable[tuple[str, str]]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, text in pairs:
        grid.add_row(name, Text(text))
    return grid
