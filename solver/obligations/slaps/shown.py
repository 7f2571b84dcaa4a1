"""Situations of the games with slaps as people lay them out, and some small ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Final

from model.cards import ACE, HIDDEN, JACK, KING, QUEEN, THREE, TWO, Card, Face, Zone, card, face_of, format_zone
from model.deal import SEAT_NAMES
from model.game import NOBODY, Seat
from model.piles.rulebook import Book
from model.piles.state import Debt, Phase, Table
from solver.obligations import Family, piles_shown
from solver.obligations.slaps import OBLIGATIONS, aftermath, course, hands, right, steps, wrong
from solver.obligations.slaps.excuses import out_of_reach

FOUR, NINE = Face(4), Face(9)
CARDS: Final = tuple(map(card, (TWO, THREE, FOUR, NINE, JACK, QUEEN, KING, ACE)))
"""Ranks of all kinds; suits make no difference."""

# --- in words ---


def show(name: str, value: object) -> str:
    """An argument by its name, or a result, in words."""
    match value:
        case Table():
            words = _table(value)
        case tuple() if name == "hands":
            words = f"hands on the middle, the undermost first: {' '.join(map(_seat, value))}"
        case tuple() if HIDDEN in map(_face, value):
            words = f"{name} {_pile(value)}".strip()
        case bool():
            words = f"{name} {'yes' if value else 'no'}".strip()
        case _:
            words = piles_shown.show(name, value)
    return words


def _face(value: object) -> int | None:
    """The face of a card; None for what is none."""
    return face_of(Card(value)) if isinstance(value, int) and value >= 0 else None


def _table(table: Table) -> str:
    parts = [_hands(table.hands), f"middle {_pile(table.middle)}"]
    parts += [f"{cards} of it {how}" for cards, how in ((table.burned, "burned"), (table.left, "left over")) if cards]
    waiting = {Phase.WON: "won by", Phase.TAKEN: "slapped by"}
    if table.phase in waiting:
        parts.append(f"{waiting[table.phase]} {_seat(table.claimant)}")
    else:
        parts.append(f"turn {_seat(table.turn)}" if table.phase == Phase.LAYING else "over")
    if table.debt:
        parts.append(f"debt {table.debt} to {_seat(table.claimant)}")
    parts += [f"{_seat(seat)} may not slap {_how_long(bar)}" for seat, bar in enumerate(table.barred) if bar]
    return ", ".join(parts)


def _how_long(bar: int) -> str:
    return f"for {bar} card{'s' * (bar != 1)}" if bar > 0 else "without cards"


def _hands(held: tuple[Zone, ...]) -> str:
    return "hands " + "/".join(map(_pile, held))


def _pile(pile: Zone) -> str:
    return format_zone(pile) or "(empty)"


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else "nobody" if seat == NOBODY else str(seat)


def count(value: object) -> int:
    """How many cards there are in an argument or a result; hands on the middle are no cards."""
    return 0 if isinstance(value, tuple) else piles_shown.count(value)


# --- small situations ---

FEW: Final = (card(TWO), card(THREE), card(JACK))
MOST_CARDS: Final = 3
ON_TABLES: Final = {
    scene.name: scene
    for scene in (*steps.STEPS, hands.MAY, right.RIGHT, wrong.WRONG, aftermath.BURNED_OUT, course.END, course.LEFTOVER)
}


def small(scene: str, seats: int) -> Iterator[Mapping[str, object]]:
    """Small arguments of a scene, smallest first; none for scenes whose situations solvers find as they are."""
    if scene not in ON_TABLES:
        return
    everybody = [Seat(seat) for seat in range(seats)]
    further = _further(scene, everybody)
    for size in range(1, MOST_CARDS + 1):
        for laid in product(FEW, repeat=size):
            for piles in _cut(laid, seats + 1):
                for table in _tables(piles, everybody):
                    yield from ({"table": table, **more} for more in further)


def _further(scene: str, everybody: list[Seat]) -> list[dict[str, object]]:
    """The arguments besides the table."""
    if scene in (hands.MAY.name, wrong.WRONG.name):
        return [{"seat": seat} for seat in everybody]
    if scene == right.RIGHT.name:
        return [{"winner": seat} for seat in everybody]
    alone = [(seat,) for seat in everybody]
    pairs = [(one, other) for one, other in product(everybody, repeat=2) if one != other]
    if scene == right.SLAP.name:
        return [{"hands": hand} for hand in alone]
    if scene == right.TOGETHER.name:
        return [{"hands": hand} for hand in (*alone, *pairs)]
    return [{}]


def _cut(cards: tuple[Card, ...], piles: int) -> Iterator[tuple[Zone, ...]]:
    """Cards in so many piles, in every way."""
    for cuts in product(range(len(cards) + 1), repeat=piles - 1):
        ends = (0, *cuts, len(cards))
        if list(ends) == sorted(ends):
            yield tuple(cards[start:end] for start, end in pairwise(ends))


def _tables(piles: tuple[Zone, ...], everybody: list[Seat]) -> Iterator[Table]:
    *dealt, middle = piles
    barred = (0,) * len(everybody)
    for turn, last in product(everybody, [NOBODY, *everybody]):
        for debt, claimant in [(0, NOBODY), *product(range(3), everybody)]:
            for phase in (Phase.LAYING, Phase.WON):
                yield Table(tuple(dealt), middle, turn, Debt(debt), claimant, last, phase, barred=barred)


SLAPS: Final[Family[Book]] = Family(OBLIGATIONS, CARDS, show, count, small, out_of_reach)
