"""Situations of the games with slaps as people lay them out, and some small ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Final

from model.cards import ACE, HIDDEN, JACK, KING, QUEEN, RANKS, THREE, TWO, Card, Face, Zone, card, face_of, format_zone
from model.deal import SEAT_NAMES, Deal
from model.game import NOBODY, Action, Seat
from model.piles.rulebook import Book, Dealing, Dealt
from model.piles.state import Debt, Phase, Table, View
from solver.obligations import Family
from solver.obligations.slaps import OBLIGATIONS, aftermath, course, hands, right, steps, wrong
from solver.obligations.slaps.order import HIGHEST_CARD

FOUR, NINE = Face(4), Face(9)
CARDS: Final = tuple(map(card, (TWO, THREE, FOUR, NINE, JACK, QUEEN, KING, ACE)))
"""Ranks of all kinds; suits make no difference."""

# --- in words ---


def show(name: str, value: object) -> str:
    """An argument by its name, or a result, in words."""
    match value:
        case Table():
            return _table(value)
        case Dealing():
            return f"{_hands(value.hands)}, pack {_pile(value.deck)}, next card to {_seat(value.to)}"
        case Dealt(dealt, middle, aside):
            rest = [f"{where} {_pile(pile)}" for where, pile in (("middle", middle), ("aside", aside)) if pile]
            return ", ".join([_hands(dealt), *rest])
        case Deal():
            return _hands(value.hands) + (f", middle {_pile(value.middle)}" if value.middle else "")
        case View():
            return f"hands of {'/'.join(map(str, value.hand_sizes))} cards, middle {_pile(value.middle)}"
        case course.Numbers():
            return f"{value.fewest} to {value.most} seats"
        case Action():
            return f"{_seat(value.seat)} does {value.act.value}"
        case tuple():
            return _row(name, value)
        case bool():
            return f"{name} {'yes' if value else 'no'}".strip()
        case int() if name in SEATS:
            return f"{name} {_seat(value)}"
    return f"{name} {value}".strip()


SEATS: Final = frozenset({"seat", "winner", "dealer", "holder"})
"""Arguments that are seats."""


def _row(name: str, value: tuple[object, ...]) -> str:
    """A pile; or hands on the middle, what was done, or several results."""
    if name == "hands":
        return f"hands on the middle, the undermost first: {' '.join(_seat(each) for each in _numbers(value))}"
    if any(isinstance(each, bool) or not isinstance(each, int) for each in value):
        return ", ".join(show("", each) for each in value)
    numbers = _numbers(value)
    if all(face_of(each) in (*RANKS, HIDDEN) and 0 <= each < HIGHEST_CARD for each in numbers):
        return f"{name} {_pile(numbers)}".strip()
    return f"{name} {' '.join(map(str, numbers))}".strip()


def _numbers(value: tuple[object, ...]) -> tuple[Card, ...]:
    return tuple([Card(each) for each in value if isinstance(each, int)])


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


def _hands(dealt: tuple[Zone, ...]) -> str:
    return "hands " + "/".join(map(_pile, dealt))


def _pile(pile: Zone) -> str:
    return format_zone(pile) or "(empty)"


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else "nobody" if seat == NOBODY else str(seat)


PILES: Final = frozenset({"", "zone", "one", "other", "hand", "middle", "deck"})


def count(value: object) -> int:
    """How many cards there are in an argument or a result; only of tables and deals is that of interest."""
    match value:
        case Table():
            return sum(map(len, value.hands)) + len(value.middle)
        case Dealing():
            return sum(map(len, value.hands)) + len(value.deck)
        case Dealt():
            return sum(map(len, value.hands)) + len(value.middle) + len(value.aside)
        case Deal():
            return sum(map(len, value.hands)) + len(value.middle)
    return 0


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
    for name in ("seat", "winner"):
        if scene in (hands.MAY.name, wrong.WRONG.name, right.RIGHT.name) and (name == "winner") == (
            scene == right.RIGHT.name
        ):
            return [{name: seat} for seat in everybody]
    if scene == right.SLAP.name:
        pairs = [(one, other) for one, other in product(everybody, repeat=2) if one != other]
        return [*({"hands": (seat,)} for seat in everybody), *({"hands": pair} for pair in pairs)]
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


def out_of_reach(book: Book, seats: int, scene: str, way: str) -> str:
    """Why no situation takes this way out of a condition, for the ways of which that is known."""
    return ""


SLAPS: Final[Family[Book]] = Family(OBLIGATIONS, CARDS, show, count, small, out_of_reach)
