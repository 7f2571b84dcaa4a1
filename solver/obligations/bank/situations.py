"""Small situations of Bank, as they come about in play: from short deals, under each option of sevens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Final

from model.bank import moves, play
from model.bank.dealing import PACK, parse_round
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Finish, Phase, Round, put, with_seat, without
from model.cards import KING, SUITS, Zone, card, face_of, format_card
from model.game import NOBODY, Seat

Situation = Mapping[str, object]

DEALS: Final = (
    "6c/7c+9c",
    "9s/6d+Ah",
    "9d/Kd+Js",
    "6c/As+7s",
    "9d/9h+7c",
    "Kh/6d+Ks",
    "Kc/6d+Qc",
    "6c9c/As+9h",
    "7c6c/9d+9h",
    "7c/9d+9h",
    "7c9c/9d+9h+JsKd",
    "9s/6d+Ah+Js",
    "8c9c/7d+Ah",
    "8c/7d9d+Ah+6h",
    "9cJhQsKd/Td+Jd",
    "9cJhQsKd6h/Td9h+Jd",
    "QcQdQhQs9c/7d+Ad+Jd",
    "KcKdKhKs6h/6d9c+Qs",
    "KcKdKhKs/6dTd+Qs",
    "KcKdKhKs9c9d9h9s/6dTd+Qs",
)
"""Hands of two seats, the open card, and the stock."""
OPTIONS: Final = ("skip", "draw_and_move", "draw_and_skip", "nothing")
MOST: Final = 40
"""So many tables of one deal are looked at."""


@cache
def tables(seats: int) -> tuple[Round, ...]:
    """Tables that play gets to, those with few cards first, none twice."""
    found: dict[Round, None] = {}
    for deal in DEALS:
        for option in OPTIONS:
            found |= dict.fromkeys(_played(choose(BANK, {"seven": option}), _for_seats(deal, seats)))
    return tuple(sorted(found, key=cards_on))


def cards_on(table: Round) -> int:
    """How many cards there are on a table."""
    piles = (*table.hands, *table.captured, table.stock, table.bank)
    return sum(map(len, piles))


def _for_seats(deal: str, seats: int) -> str:
    """The deal with a card more for each further seat."""
    hands, rest = deal.split("+", 1)
    spare = [name for name in map(format_card, sorted(PACK)) if name not in deal]
    return "/".join((hands, *spare[: seats - 2])) + "+" + rest


def _played(book: Book, deal: str) -> list[Round]:
    """The first tables that a deal leads to, whatever is done."""
    found = [play.initial(book, parse_round(deal)).round]
    for table in found:
        if table.phase is Phase.OVER:
            continue
        for action in play.in_round(book, table):
            after = play.act(book, table, action)
            if len(found) < MOST and after not in found:
                found.append(after)
    return found


# --- what the functions of the model are called with ---


def _table(table: Round) -> Iterator[Situation]:
    yield {"table": table}


def _ended(table: Round) -> Iterator[Situation]:
    """The table with the round over, and nothing done about what is left in the bank."""
    yield {"table": replace(table, phase=Phase.MOVE) if table.phase is Phase.OVER else table}


def _turns(table: Round) -> Iterator[Situation]:
    """The same, and each seat that could be in turn."""
    for ended in _ended(table):
        yield from ({**ended, "seat": Seat(seat)} for seat in range(len(table.hands)))


def _lays(size: int, table: Round) -> Iterator[Situation]:
    """The table with each lay of so many cards, and with the first cards of the hand where nothing may be laid."""
    hand = table.hands[table.turn]
    found = moves.lays(BANK, table) if table.phase is not Phase.OVER else ()
    for cards in dict.fromkeys((*found, hand[:size])):
        if len(cards) == size:
            yield {"table": table, "cards": cards}


def _failed(table: Round) -> Iterator[Situation]:
    """The table when the seat in turn has failed."""
    stuck = table.stuck if table.stock else with_seat(table.stuck, table.turn)
    yield {"table": replace(table, failed=with_seat(table.failed, table.turn), stuck=stuck)}


def _takings(table: Round) -> Iterator[Situation]:
    for seat, for_failing in product(range(len(table.hands)), (True, False)):
        yield {"table": table, "seat": Seat(seat), "for_failing": for_failing}


def _tops(table: Round) -> Iterator[Situation]:
    yield from ({"table": table, "for_failing": for_failing} for for_failing in (True, False))


def _captured(table: Round) -> Iterator[Situation]:
    """The table when a seat has taken the bank."""
    nobodys = replace(table, bank=(), owner=NOBODY, laid_fresh=False, four_kings=NOBODY)
    for seat, hand in enumerate(table.hands):
        if hand or seat in [finish.seat for finish in table.out]:
            taken = replace(nobodys, captured=put(table.captured, Seat(seat), table.captured[seat] + table.bank))
            yield {"table": taken, "captor": Seat(seat)}


def lying(table: Round, cards: Zone) -> Round:
    """The table with cards laid, and nothing come of it yet."""
    seat = table.turn
    hand = without(table.hands[seat], cards)
    kings = len(cards) > 1 and all(face_of(each) == KING for each in cards)
    return replace(
        table,
        hands=put(table.hands, seat, hand),
        bank=table.bank + cards,
        top=cards[-1],
        owner=seat,
        laid_fresh=cards[-1] in table.fresh,
        four_kings=seat if kings else NOBODY,
        failed=(),
        stuck=(),
        out=table.out if hand else (*table.out, Finish(seat, cards)),
    )


def _before_and_laid(table: Round) -> Iterator[Situation]:
    for size in (1, 4):
        for lay in _lays(size, table):
            cards = lay["cards"]
            assert isinstance(cards, tuple)
            yield {"before": table, "laid": lying(table, cards)}


OF_A_TABLE: Final[Mapping[str, Callable[[Round], Iterable[Situation]]]] = {
    "lay": partial(_lays, 1),
    "lay_four": partial(_lays, 4),
    **dict.fromkeys(("draw", "fail", "skip", "stop", "can_draw", "draw_one"), _table),
    **dict.fromkeys(("seven", "seven_trigger"), _table),
    **dict.fromkeys(("round_end", "bank_left"), _ended),
    **dict.fromkeys(("capture", "captor", "deck_card_owner", "capturer"), _failed),
    "turn_to": _turns,
    "take": _takings,
    "ghost": _tops,
    "mover_after_capture": _captured,
    "takes_by_laying": _before_and_laid,
}
"""What a function may be called with at a table, by the scene's name."""


def _can(seats: int) -> Iterator[Situation]:
    yield from ({"can_lay": lay, "can_draw": draw} for lay, draw in product((False, True), repeat=2))


def _one_card(seats: int) -> Iterator[Situation]:
    yield from ({"cards": (each,)} for each in sorted(PACK))


def _four_cards(seats: int) -> Iterator[Situation]:
    of_a_kind = [tuple([card(rank, suit) for suit in SUITS]) for rank in BANK.rank_order()]
    order = BANK.rank_order()
    rows = [tuple(map(card, order[start : start + 4], SUITS)) for start in range(len(order) - 3)]
    yield from ({"cards": cards} for cards in (*of_a_kind, *rows))


OF_NO_TABLE: Final[Mapping[str, Callable[[int], Iterable[Situation]]]] = {
    **dict.fromkeys(("eight_follow", "four_follow"), _can),
    **dict.fromkeys(("eight_follow_kind", "asks_for_more"), _one_card),
    **dict.fromkeys(("eight_follow_kind_four", "asks_for_more_four"), _four_cards),
}
"""What functions may be called with that know no table."""


def small(scene: str, seats: int) -> Iterator[Situation]:
    """Small arguments of the scene of this name, those with few cards first; none where none are known."""
    if scene in OF_NO_TABLE:
        yield from OF_NO_TABLE[scene](seats)
    if scene in OF_A_TABLE:
        for table in tables(seats):
            yield from OF_A_TABLE[scene](table)
