"""Small matches of Bank, and the family of what is proved of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, cycle, islice, product
from typing import Final

from model.bank.dealing import PACK
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Match, Round
from model.cards import Zone, format_card
from model.deal import SEAT_NAMES
from model.game import Seat
from solver.desk import Proof
from solver.obligations import Family
from solver.obligations.bank import bounds, endless, lengths, matches, shown
from solver.obligations.bank.situations import tables

Situation = Mapping[str, object]

TOTALS: Final = (0, 247, 248, 249, 250)
"""Nothing, and what lies around the target."""
FEW: Final = 400
"""So many situations of a scene are looked at."""


def _all_totals(seats: int) -> Iterator[tuple[Points, ...]]:
    return product(map(Points, TOTALS), repeat=seats)


def _winner(seats: int) -> Iterator[Situation]:
    yield from ({"totals": totals} for totals in _all_totals(seats))


def _target(seats: int) -> Iterator[Situation]:
    yield from ({"total": Points(total), "target": Points(248)} for total in TOTALS)


def _added(seats: int) -> Iterator[Situation]:
    for totals in _all_totals(seats):
        yield {"totals": totals, "scored": tuple([Points(seat + 1) for seat in range(seats)])}


def _matches(seats: int) -> Iterator[Match]:
    """Matches that stand at any table, with totals of all kinds."""
    for table, totals in zip(cycle(tables(seats)), _all_totals(seats), strict=False):
        yield Match(table, totals)


def _a_match(seats: int) -> Iterator[Situation]:
    yield from ({"match": match} for match in _counted(seats))


def _counted(seats: int) -> Iterator[Match]:
    """Matches whose round has been counted: seats have scored the less the later they sit, or the more."""
    for number, match in enumerate(_matches(seats)):
        scored = [Points(10 * (seat if number % 2 else seats - seat)) for seat in range(seats)]
        yield Match(match.round, match.totals, scores=tuple(scored))


def _settled(seats: int) -> Iterator[Situation]:
    for match in _matches(seats):
        yield {"match": match, "scored": tuple([Points(20 * (seat == 0)) for seat in range(seats)])}


def _tie(seats: int) -> Iterator[Situation]:
    everybody = tuple(map(Seat, range(seats)))
    for size in range(1, seats + 1):
        for match, tied in zip(_counted(seats), combinations(everybody, size), strict=False):
            yield {"match": match, "tied": tied}


def _tables(seats: int) -> Iterator[Situation]:
    yield from ({"table": table} for table in tables(seats))


def _lot(seats: int) -> Iterator[Situation]:
    for match, seat in zip(_matches(seats), cycle(range(seats)), strict=False):
        yield {"match": match, "dealer": Seat(seat)}


OF_A_SCENE: Final[Mapping[str, Callable[[int], Iterator[Situation]]]] = {
    "winner": _winner,
    "match_target": _target,
    "added": _added,
    "settled": _settled,
    "tie": _tie,
    "dealer": _a_match,
    "last_out_means": _tables,
    "lot_fell": _lot,
}
"""What a function may be called with, by the scene's name."""


def small(scene: str, seats: int) -> Iterator[Situation]:
    """Small arguments of a scene."""
    yield from islice(OF_A_SCENE[scene](seats), FEW)


# --- in words ---


def show(name: str, value: object) -> str:
    """An argument by its name, or a result, in words: of a round what counts when it is over."""
    match value:
        case Match():
            rows = [
                f"{words} {_seats(seats)}"
                for words, seats in (("won by", value.winners), ("to deal", value.dealers), ("to play", value.playing))
                if seats
            ]
            totals = f"totals {_numbers(value.totals)}"
            scores = [f"scores {_numbers(value.scores)}"] if value.scores else []
            return ", ".join([_round(value.round), totals, *scores, f"stage {value.stage.value}", *rows])
        case Round():
            return _round(value)
        case tuple() if name in NAMES:
            return f"{name} {_seats(value) if name == 'tied' else _numbers(value)}"
        case tuple() if value and all(isinstance(each, tuple | Match | bool) for each in value):
            return ", ".join(show("", each) for each in value)
        case tuple():
            return f"seats or points {_numbers(value)}"
    return shown.show(name, value)


NAMES: Final = ("totals", "scored", "tied")


def _round(table: Round) -> str:
    out = [f"{_seat(finish.seat)} out with {_pile(finish.cards)}" for finish in table.out]
    hands, captured = ("/".join(map(_pile, piles)) for piles in (table.hands, table.captured))
    begun = f"{_seat(table.first)} moved first"
    return ", ".join([f"hands {hands}", f"captured {captured}", f"phase {table.phase.value}", begun, *out])


def _numbers(values: tuple[object, ...]) -> str:
    return "/".join(map(str, values)) or "(none)"


def _seats(seats: tuple[Seat, ...]) -> str:
    return " ".join(map(_seat, seats)) or "nobody"


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else f"seat {seat}"


def _pile(pile: Zone) -> str:
    """Cards as people write them; a number that is no card of the pack as a number."""
    return "".join(format_card(card) if card in PACK else f"<{card}>" for card in pile) or "(empty)"


MATCHES: Final[Family[Book]] = Family(matches.OBLIGATIONS, shown.CARDS, show, shown.count, small, shown.out_of_reach)
MATCH_PROOFS: Final[tuple[Proof[Book], ...]] = (*matches.PROOFS, *bounds.PROOFS, *lengths.PROOFS, *endless.PROOFS)
"""What is proved of matches in other ways, of scores, and of how long matches last: K8, K5, K6 and K7."""
