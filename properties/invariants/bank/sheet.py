"""A score sheet of Bank, kept by somebody who watches: cards are followed, and counted from the clauses anew.

Nothing here asks the model what a round is worth. The table of points, the bonuses and the penalties are written down
a second time, and who holds what at the end is found by following what was laid, drawn and taken from the deal on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from model.bank.actions import Act
from model.bank.rulebook import Book
from model.bank.state import Round
from model.cards import ACE, FACES, JACK, KING, QUEEN, TEN, Face, Zone, face_of
from model.game import NOBODY, Seat
from properties.invariants.bank.core import Step, agrees
from properties.invariants.bank.seen import suit, taker

COUNTS: Final = {ACE: 12, TEN: 10, KING: 5, QUEEN: 3, JACK: 1}
"""What a card counts; any other counts nothing."""
WHOLE: Final = 4 * sum(COUNTS.values())
"""The points of the pack: 124."""
_BY_FACE: Final = tuple(COUNTS.get(Face(face), 0) for face in range(FACES))
PLACES: Final = (20, 10, 10)
KINGS: Final = (30, 20, 10)
RUNS: Final = (30, 25, 20)
FOUR_OF_A_KIND: Final = 75
MOST: Final = WHOLE + PLACES[0] + FOUR_OF_A_KIND
"""No round brings more: all points there are, and going out first with four of a kind."""


def points(zone: Zone) -> int:
    """What cards count together."""
    return sum([_BY_FACE[card % FACES] for card in zone])


def at_place(bonus: tuple[int, ...], place: int) -> int:
    """What a place from 1 on brings; nothing beyond the last that brings something."""
    return bonus[place - 1] if place <= len(bonus) else 0


def is_four(cards: Zone) -> bool:
    """Whether these are four of a kind."""
    return len(cards) == 4 and len(set(map(face_of, cards))) == 1


def is_run(cards: Zone) -> bool:
    """Whether cards that were laid in one move are a run in one suit."""
    return len(cards) == 4 and not is_four(cards) and len(set(map(suit, cards))) == 1


def ends_with_a_king(cards: Zone) -> bool:
    """Whether the last of these cards is a king."""
    return face_of(cards[-1]) == KING


def bonus(place: int, cards: Zone) -> int:
    """All that going out at this place with this last lay brings."""
    found = at_place(PLACES, place)
    if ends_with_a_king(cards):
        found += at_place(KINGS, place)
    if is_four(cards) and not ends_with_a_king(cards):
        found += FOUR_OF_A_KIND
    return found + at_place(RUNS, place) if is_run(cards) else found


# --- penalties ---


def penalty(book: Book, hand: Zone) -> int:
    """What a hand costs a seat that has lost, by what the table has agreed on."""
    if agrees(book, "scoring", "no_penalty"):
        return 0
    if agrees(book, "scoring", "points_in_hand"):
        return points(hand)
    return _fixed(book, hand) if agrees(book, "scoring", "fixed") else _for_cards(book, hand)


def _fixed(book: Book, hand: Zone) -> int:
    if agrees(book, "fixed_mode", "alone"):
        return book.fixed_sum
    if agrees(book, "fixed_mode", "when_no_points"):
        return points(hand) if points(hand) > 0 else book.fixed_sum
    return points(hand) + book.fixed_sum


def _for_cards(book: Book, hand: Zone) -> int:
    counted = [card for card in hand if agrees(book, "per_card_counts", "all") or points((card,)) == 0]
    cost = book.card_sum * len(counted)
    return cost if agrees(book, "per_card_mode", "alone") else cost + points(hand)


def have_lost(book: Book, hands: tuple[Zone, ...]) -> tuple[Seat, ...]:
    """The seats that pay for what they hold."""
    left = [Seat(seat) for seat, hand in enumerate(hands) if hand]
    if agrees(book, "losers", "last_only"):
        return tuple(left) if len(left) == 1 else ()
    if agrees(book, "losers", "most_points"):
        most = max((points(hands[seat]) for seat in left), default=0)
        return tuple(seat for seat in left if points(hands[seat]) == most)
    return tuple(left)


# --- the sheet ---


@dataclass(frozen=True, slots=True)
class Sheet:
    """What somebody who watches a round knows: who holds what, and who went out with which cards, in that order."""

    hands: tuple[Zone, ...]
    bank: Zone
    piles: tuple[Zone, ...]
    out: tuple[tuple[Seat, Zone], ...] = ()


def begun(table: Round) -> Sheet:
    """The sheet of a round that was just dealt."""
    return Sheet(table.hands, table.bank, ((),) * len(table.hands))


def sheet_of(table: Round) -> Sheet:
    """The sheet of a table as it lies there, without having watched how it came about."""
    return Sheet(table.hands, table.bank, table.captured, tuple((each.seat, each.cards) for each in table.out))


def noted(sheet: Sheet, step: Step) -> Sheet:
    """The sheet after an action; a new one after a deal."""
    if step.is_a(Act.DEAL):
        return begun(step.became)
    seat = step.action.seat
    if step.is_a(Act.LAY):
        hand = tuple(card for card in sheet.hands[seat] if card not in step.cards)
        out = sheet.out if hand else (*sheet.out, (seat, step.cards))
        sheet = replace(sheet, hands=_with(sheet.hands, seat, hand), bank=sheet.bank + step.cards, out=out)
    if step.is_a(Act.DRAW):
        sheet = replace(sheet, hands=_with(sheet.hands, seat, (*sheet.hands[seat], step.was.stock[0])))
    winner = taker(step)
    return sheet if winner == NOBODY else _taken(sheet, step, winner)


def _taken(sheet: Sheet, step: Step, winner: Seat) -> Sheet:
    """The sheet after a seat has taken the bank: into its pile, or into its hand if that is seen to happen."""
    if sheet.bank[-1] in step.became.hands[winner]:
        return replace(sheet, hands=_with(sheet.hands, winner, sheet.hands[winner] + sheet.bank), bank=())
    return replace(sheet, piles=_with(sheet.piles, winner, sheet.piles[winner] + sheet.bank), bank=())


def _with(zones: tuple[Zone, ...], seat: Seat, zone: Zone) -> tuple[Zone, ...]:
    return (*zones[:seat], zone, *zones[seat + 1 :])


def collected(sheet: Sheet, seat: Seat) -> int:
    """What a seat has collected: captured cards and bonuses."""
    places = [place for place, (who, _) in enumerate(sheet.out, start=1) if who == seat]
    return points(sheet.piles[seat]) + sum(bonus(place, sheet.out[place - 1][1]) for place in places)


def counted(book: Book, sheet: Sheet) -> tuple[int, ...]:
    """What the round has brought each seat, by the sheet."""
    lost = have_lost(book, sheet.hands)
    seats = [Seat(seat) for seat in range(len(sheet.hands))]
    return tuple(collected(sheet, seat) - (penalty(book, sheet.hands[seat]) if seat in lost else 0) for seat in seats)


def recounted(book: Book, table: Round, steps: Iterable[Step]) -> tuple[int, ...]:
    """What a round has brought each seat, from its deal and what was done in it alone."""
    sheet = begun(table)
    for step in steps:
        sheet = noted(sheet, step)
    return counted(book, sheet)
