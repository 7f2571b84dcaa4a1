"""Situations of the pile games as people lay them out, and all the small ones there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import Final

from model.cards import OWES, RANKS, Card, Labelling, Zone, card, face_of, format_zone
from model.deal import SEAT_NAMES, Deal
from model.game import NOBODY, Action, Seat
from model.piles.play import collects_at_once
from model.piles.rulebook import Book, Dealing, Dealt
from model.piles.state import Debt, Phase, Table, View, replace
from solver.obligations import Family
from solver.obligations.piles import OBLIGATIONS
from solver.obligations.piles.order import MOST

CARDS: Final = tuple(Card(face) for face in OWES)
MOST_CARDS: Final = 5
"""Every table up to so many cards is looked at."""


def show(name: str, value: object) -> str:
    """An argument by its name, or a result, in words."""
    match value:
        case Table():
            words = _table(value)
        case Dealing():
            words = f"{_hands(value.hands)}, pack {_pile(value.deck)}, next card to {_seat(value.to)}"
        case Dealt(hands, middle, aside):
            rest = [f"{where} {_pile(pile)}" for where, pile in (("middle", middle), ("aside", aside)) if pile]
            words = ", ".join([_hands(hands), *rest])
        case Deal():
            words = _hands(value.hands) + (f", middle {_pile(value.middle)}" if value.middle else "")
        case View(sizes, middle):
            words = f"hands of {'/'.join(map(str, sizes))} cards, middle {_pile(middle)}"
        case _:
            words = f"{name} {_plain(name, value)}".strip()
    return words


def _plain(name: str, value: object) -> str:
    """A value that is no table, in words."""
    match value:
        case Action(seat, act):
            return f"{_seat(seat)} does {act.value}"
        case int() if name in SEATS:
            return _seat(value)
        case int() if name == "card":
            return _pile((Card(value),))
        case tuple():
            return _row(value)
    return str(value)


SEATS: Final = frozenset({"dealer", "holder", "winner", "seat"})
"""Arguments that are seats."""


def _row(values: tuple[object, ...]) -> str:
    """A pile, or several results."""
    cards = tuple([Card(each) for each in values if type(each) is int and face_of(Card(each)) in (*RANKS, *OWES)])
    return _pile(cards) if len(cards) == len(values) else ", ".join(show("", each) for each in values)


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
    if scene in WITHOUT_TABLE:
        yield from WITHOUT_TABLE[scene](seats)
        return
    for table in _any_tables(seats):
        if scene in ("two_views", "two_positions"):
            yield from _two(scene, table, seats)
        elif scene in BESIDES:
            name, values = BESIDES[scene](seats)
            yield from ({"table": table, name: value} for value in values)
        else:
            yield {"table": table}


BESIDES: Final[Mapping[str, Callable[[int], tuple[str, Iterable[int]]]]] = {
    "pay_card": lambda seats: ("demand", range(1, MOST + 1)),
    "sole_holder": lambda seats: ("holder", range(seats)),
    "leader": lambda seats: ("winner", range(seats)),
}
"""What scenes are told besides a table."""


def _any_tables(seats: int) -> Iterator[Table]:
    for size in range(1, MOST_CARDS + 1):
        for piles in _piles(size, seats + 1):
            yield from _tables(piles[:-1], piles[-1], seats)


def _two(scene: str, table: Table, seats: int) -> Iterator[Mapping[str, object]]:
    """Two tables: the same but for the leader, for who has which hand, or for the cards in hands."""
    others = [replace(table, turn=Seat(seat)) for seat in range(seats)]
    others.append(replace(table, hands=table.hands[::-1]))
    others.append(replace(table, hands=tuple([(CARDS[0],) * len(hand) for hand in table.hands])))
    for other in others:
        pair: Mapping[str, object] = {"one": table, "other": other}
        yield pair if scene == "two_positions" else {**pair, "seat": Seat(0)}


def _packs(seats: int) -> Iterator[Mapping[str, object]]:
    for size, dealer in product(range(3 * seats + 1), range(seats)):
        yield {"deck": tuple(CARDS[place % len(CARDS)] for place in range(size)), "seats": seats, "dealer": dealer}


def _places(seats: int) -> Iterator[Mapping[str, object]]:
    for pack in _packs(seats):
        deck = pack["deck"]
        assert isinstance(deck, tuple)
        yield from ({**pack, "place": place} for place in range(len(deck)))


def _moments(seats: int) -> Iterator[Mapping[str, object]]:
    for size in range(1, MOST_CARDS + 1):
        for piles in _piles(size, seats + 1):
            yield from ({"dealing": Dealing(piles[-1], piles[:-1], Seat(to))} for to in range(seats))


def _deals(seats: int) -> Iterator[Mapping[str, object]]:
    for size in range(1, MOST_CARDS + 1):
        for piles in _piles(size, seats + 1):
            yield {"deal": Deal(piles[:-1], Labelling.CLASS, piles[-1])}


def _hand_and_card(seats: int) -> Iterator[Mapping[str, object]]:
    for size in range(MOST_CARDS):
        yield from ({"hand": hand, "card": one} for (hand,) in _piles(size, 1) for one in CARDS)


def _hand_and_middle(seats: int) -> Iterator[Mapping[str, object]]:
    for size in range(1, MOST_CARDS + 1):
        yield from ({"hand": hand, "middle": middle} for hand, middle in _piles(size, 2))


WITHOUT_TABLE: Final[Mapping[str, Callable[[int], Iterator[Mapping[str, object]]]]] = {
    "deal": _packs,
    "deal_pack": _packs,
    "dealt": _places,
    "deal_one": _moments,
    "initial": _deals,
    "dealt_on_top": _hand_and_card,
    "pile_order": _hand_and_middle,
    "demand": lambda seats: iter([{"card": each} for each in (*CARDS, *map(card, RANKS))]),
    "packs": lambda seats: iter([{"seats": number} for number in range(2, 7)]),
    "first_seat": lambda seats: iter([{"dealer": seat, "seats": seats} for seat in range(seats)]),
    "seats_after": lambda seats: iter([{"place": seat, "seats": seats} for seat in range(seats)]),
    "ranks": lambda seats: iter([{}]),
}
"""The scenes that have no table, and small arguments of each."""


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
ALONE: Final = "a pay card leads there only where nobody else could pay"
SLAPS: Final = "a game without slaps bars nobody and knows no questions about slaps"
SHUFFLES: Final = "where piles are shuffled nothing is said of what can be done next"

OUT_OF_REACH: Final[Mapping[str, str]] = {
    "if book.slapping": SLAPS,
    "if not not book.slapping": SLAPS,
    "if table.barred": SLAPS,
    "if book.pile_order is taking.shuffled": SHUFFLES,
}
"""The ways that nothing takes in a game without slaps."""

PASSES: Final = "if not payer == table.claimant or payer == NOBODY"
WAITS: Final = ("if laid.phase == Phase.WON and collects_at_once(book)", "if holds_everything(table)")


def out_of_reach(book: Book, seats: int, scene: str, way: str) -> str:
    """Why no situation of a scene takes this way out of a condition, for the ways of which that is known."""
    if way == PASSES:
        return ALONE if scene == "pay_card" else NOBODY_ELSE if seats == 2 else ""
    if way in WAITS and scene == "turn" and not collects_at_once(book):
        return "a book with a shuffle lets a won pile wait, so that no single turn collects it"
    return OUT_OF_REACH.get(way, "")


PILES: Final[Family[Book]] = Family(OBLIGATIONS, CARDS, show, count, small, out_of_reach)
