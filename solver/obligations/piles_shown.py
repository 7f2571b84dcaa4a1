"""Situations of the pile games as people lay them out, and all the small ones there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Final

from model.cards import OWES, Card, Labelling, Zone, format_zone
from model.deal import SEAT_NAMES, Deal
from model.game import NOBODY, Seat
from model.piles.play import collects_at_once
from model.piles.rulebook import Book, Dealing, Dealt
from model.piles.state import Debt, Phase, Table
from solver.obligations import Family
from solver.obligations.piles import OBLIGATIONS

CARDS: Final = tuple(Card(face) for face in OWES)
MOST_CARDS: Final = 5
"""Every table up to so many cards is looked at."""


def show(name: str, value: object) -> str:
    """An argument by its name, or a result, in words."""
    match value:
        case Table():
            return _table(value)
        case Dealing():
            return f"{_hands(value.hands)}, pack {_pile(value.deck)}, next card to {_seat(value.to)}"
        case Dealt(hands, middle, aside):
            rest = [f"{where} {_pile(pile)}" for where, pile in (("middle", middle), ("aside", aside)) if pile]
            return ", ".join([_hands(hands), *rest])
        case Deal():
            return _hands(value.hands) + (f", middle {_pile(value.middle)}" if value.middle else "")
        case tuple():
            return f"{name} {_pile(value)}"
    return f"{name} {_seat(value) if name == 'dealer' and isinstance(value, int) else value}"


def _table(table: Table) -> str:
    parts = [_hands(table.hands), f"middle {_pile(table.middle)}"]
    if table.phase == Phase.WON:
        parts.append(f"won by {_seat(table.claimant)}")
    else:
        parts.append(f"turn {_seat(table.turn)}" if table.phase == Phase.LAYING else "over")
    if table.debt:
        parts.append(f"debt {table.debt} to {_seat(table.claimant)}")
    return ", ".join(parts)


def _hands(hands: tuple[Zone, ...]) -> str:
    return "hands " + "/".join(map(_pile, hands))


def _pile(pile: Zone) -> str:
    return format_zone(pile) or "(empty)"


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else "nobody" if seat == NOBODY else str(seat)


def count(value: object) -> int:
    """How many cards there are in an argument or a result."""
    match value:
        case Table():
            return sum(map(len, value.hands)) + len(value.middle)
        case Dealing():
            return sum(map(len, value.hands)) + len(value.deck)
        case Dealt():
            return sum(map(len, value.hands)) + len(value.middle) + len(value.aside)
        case Deal():
            return sum(map(len, value.hands)) + len(value.middle)
        case tuple():
            return len(value)
    return 0


def small(scene: str, seats: int) -> Iterator[Mapping[str, object]]:
    """Small arguments of a scene, smallest first: with every card of every class where that is few."""
    if scene == "deal":
        for size, dealer in product(range(3 * seats + 1), range(seats)):
            yield {"deck": tuple(CARDS[place % len(CARDS)] for place in range(size)), "seats": seats, "dealer": dealer}
        return
    for size in range(1, MOST_CARDS + 1):
        for piles in _piles(size, seats + 1):
            if scene == "deal_one":
                yield from ({"dealing": Dealing(piles[-1], piles[:-1], Seat(to))} for to in range(seats))
            elif scene == "initial":
                yield {"deal": Deal(piles[:-1], Labelling.CLASS, piles[-1])}
            else:
                yield from ({"table": table} for table in _tables(piles[:-1], piles[-1], seats))


def _piles(cards: int, piles: int) -> Iterator[tuple[Zone, ...]]:
    """So many cards in so many piles: every way to cut them, and every class for each card."""
    for laid in product(CARDS, repeat=cards):
        for cuts in product(range(cards + 1), repeat=piles - 1):
            ends = (0, *cuts, cards)
            if list(ends) == sorted(ends):
                yield tuple(laid[start:end] for start, end in pairwise(ends))


def _tables(hands: tuple[Zone, ...], middle: Zone, seats: int) -> Iterator[Table]:
    everybody = [Seat(seat) for seat in range(seats)]
    for turn, last in product(everybody, [NOBODY, *everybody]):
        for debt, claimant in [(0, NOBODY), *product(range(5), everybody)]:
            for phase in (Phase.LAYING, Phase.WON):
                yield Table(hands, middle, turn, Debt(debt), claimant, last, phase)


NOBODY_ELSE: Final = "with two seats there is nobody else to pay the rest"
WAITS: Final = "a book with slaps or a shuffle lets a won pile wait, so that no single turn collects it"
NO_SLAPS: Final = "a game without slaps bars nobody and knows no questions about slaps"

OUT_OF_REACH: Final[Mapping[str, str]] = {
    "if not payer == table.claimant or payer == NOBODY": NOBODY_ELSE,
    "if laid.phase == Phase.WON and collects_at_once(book)": WAITS,
    "if holds_everything(table)": WAITS,
    "if book.slapping": NO_SLAPS,
    "if table.barred": NO_SLAPS,
}


def out_of_reach(book: Book, seats: int, way: str) -> str:
    """Why no situation takes this way out of a condition, for the ways of which that is known."""
    why = OUT_OF_REACH.get(way, "")
    if why == NOBODY_ELSE:
        return why if seats == 2 else ""
    if why == NO_SLAPS:
        return "" if book.slapping else why
    return "" if collects_at_once(book) else why


PILES: Final[Family[Book]] = Family(OBLIGATIONS, CARDS, show, count, small, out_of_reach)
