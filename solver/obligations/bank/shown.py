"""Situations of Bank in words, and the family of all that is proved of it."""

from __future__ import annotations

from enum import Enum
from typing import Final

from model.bank.actions import Action, RoundDeal, format_suits
from model.bank.dealing import PACK
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Finish, Match, Round
from model.cards import FACES, RANKS, SUITS, Card, Labelling, Suit, Zone, format_card, parse_zone
from model.deal import SEAT_NAMES
from model.game import NOBODY
from solver.obligations import Family, Obligation
from solver.obligations.bank import (
    bonuses,
    capturing,
    covering,
    deals,
    ending,
    failing,
    first,
    further,
    lays,
    order,
    play,
    scores,
    sevens,
    taking,
    trumps,
)
from solver.obligations.bank.reaching import out_of_reach
from solver.obligations.bank.situations import cards_on, small

__all__ = ["BANK", "BANK_RULES", "CARDS", "PLAYING", "count", "out_of_reach", "show", "small"]

CARDS: Final = parse_zone("9c6d7h8sKcKdKhKs", Labelling.FULL)
"""A plain card, the ones that rules are made of, and four kings."""
SEATED: Final = ("seat", "captor", "turn", "owner", "dealer", "first")
"""Arguments that are seats."""
CARDED: Final = ("card", "top", "end", "open_card", "rank", "suit")
"""Arguments that are cards, ranks or suits: by their numbers these cannot be mixed up."""
SUITED: Final = ("trumps", "agreed", "named")
RANKED: Final = ("order",)
"""Arguments that are several suits, or several ranks."""


def show(name: str, value: object) -> str:
    """An argument by its name, or a result, in words."""
    found = _on_table(value)
    if found:
        return found
    return f"{name} {_plain(name, value)}".strip()


def _on_table(value: object) -> str:
    """What lies on a table or is done at one, in words that need no name; empty for anything else."""
    match value:
        case Round():
            return _round(value)
        case Match():
            return f"{_round(value.round)}, totals {'/'.join(map(str, value.totals))}"
        case RoundDeal():
            return f"deal {'/'.join(map(_pile, value.hands))}+{_pile((value.open_card,))}+{_pile(value.stock)}"
        case Finish():
            return f"{_seat(value.seat)} out with {_pile(value.cards)}"
        case Action():
            return f"{value.act.value} {_pile(value.cards)}".strip()
    return ""


def _plain(name: str, value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "nothing"}[value]
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, int):
        return _seat(value) if name in SEATED else _card(value) if name in CARDED else str(value)
    if name in (*SUITED, *RANKED) and isinstance(value, tuple):
        return " ".join(_card(each) if isinstance(each, int) else str(each) for each in value) or "none"
    return _row(value) if isinstance(value, tuple) else str(value)


def _card(value: int) -> str:
    """A card, a rank or a suit, each as people write it."""
    if value == NO_CARD:
        return "nothing"
    if value >= FACES:
        return _pile((Card(value),))
    if value in SUITS:
        return format_suits((Suit(value),))
    return format_card(Card(value)) if value in RANKS else str(value)


def _row(values: tuple[object, ...]) -> str:
    """Cards as cards, anything else one by one."""
    cards = tuple([Card(each) for each in values if isinstance(each, int) and each in PACK])
    return _pile(cards) if len(cards) == len(values) else ", ".join(show("", each) for each in values)


def _round(table: Round) -> str:
    """The piles, whose turn it is and what for, and what is remembered."""
    parts = [
        f"hands {'/'.join(map(_pile, table.hands))}",
        f"stock {_pile(table.stock)}",
        f"bank {_pile(table.bank)}" + (f" laid by {_seat(table.owner)}" if table.owner != NOBODY else ""),
        f"to cover {_pile((table.top,)) if table.top != NO_CARD else 'nothing'}",
        f"captured {'/'.join(map(_pile, table.captured))}",
        f"turn {_seat(table.turn)} ({table.phase.value.replace('_', ' ')})",
    ]
    marks = [name.replace("_", " ") for name in ("drawn", "forced", "sevens", "laid_fresh") if getattr(table, name)]
    noted = [
        f"{name} {''.join(map(_seat, seats))}"
        for name, seats in (("failed", table.failed), ("stuck", table.stuck))
        if seats
    ]
    out = [show("", finish) for finish in table.out]
    trumps = [f"trumps {format_suits(table.trumps)}"] if table.trumps else []
    return ", ".join([*parts, *marks, *noted, *out, *trumps])


def _pile(pile: Zone) -> str:
    """Cards as people write them; a number that is no card of the pack as a number."""
    return "".join(format_card(card) if card in PACK else f"<{card}>" for card in pile) or "(empty)"


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat] if 0 <= seat < len(SEAT_NAMES) else "nobody" if seat == NOBODY else str(seat)


def count(value: object) -> int:
    """How many cards there are in an argument or a result; those that are laid still lie in a hand."""
    if isinstance(value, Match):
        return cards_on(value.round)
    return cards_on(value) if isinstance(value, Round) else 0


PLAYING: Final[tuple[Obligation[Book], ...]] = (
    *order.OBLIGATIONS,
    *play.OBLIGATIONS,
    *ending.OBLIGATIONS,
    *failing.OBLIGATIONS,
    *capturing.OBLIGATIONS,
    *taking.OBLIGATIONS,
    *sevens.OBLIGATIONS,
    *further.OBLIGATIONS,
)
"""What is proved of the play of a round."""

BANK: Final[Family[Book]] = Family(PLAYING, CARDS, show, count, small, out_of_reach)

RULES: Final[tuple[Obligation[Book], ...]] = (
    *trumps.OBLIGATIONS,
    *covering.OBLIGATIONS,
    *lays.OBLIGATIONS,
    *deals.OBLIGATIONS,
    *first.OBLIGATIONS,
    *bonuses.OBLIGATIONS,
    *scores.OBLIGATIONS,
)
"""What is proved of covering, of lays, of the deal and of scores."""

BANK_RULES: Final[Family[Book]] = Family(RULES, CARDS, show, count, small, out_of_reach)
