"""What a round of Bank was worth to each seat, and what that is made of; and which trumps count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from model.bank.actions import Suits
from model.bank.points import choices
from model.bank.rulebook import Book
from model.bank.state import Finish, Match, Phase
from model.cards import SUITS, Zone
from model.game import Seat
from reports.words import number, seat_name

SUIT_NAMES: Final = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
_PLACES: Final = ("first", "second", "third", "fourth")

# --- trumps ---


def trumps_words(book: Book, trumps: Suits, seats: int) -> str:
    """Which trumps count: `own trumps: A clubs, B diamonds`."""
    names = [SUIT_NAMES[suit] for suit in trumps]
    match choices(book)["trumps"].partition(":")[0]:
        case "own":
            told = ", ".join(f"{seat_name(seat)} {names[seat]}" for seat in range(min(seats, len(names))))
            return f"own trumps, each for its own seat alone: {told}"
        case "senior_junior":
            return f"trumps for everybody: {names[0]} are the senior ones, {names[1]} the junior ones"
        case "none":
            return "no trumps"
        case _:
            return f"trumps for everybody: {' and '.join(names)}"


# --- scores ---


def scores_told(book: Book, match: Match) -> str:
    """What each seat scored in the round that is over: `A 0; B 25: 5 captured, 20 for going out first`."""
    told = []
    for seat, score in enumerate(match.scores):
        made = ", ".join(_made_of(book, match, Seat(seat)))
        told.append(f"{seat_name(seat)} {score}" + (f": {made}" if made else ""))
    return "; ".join(told)


def _made_of(book: Book, match: Match, seat: Seat) -> Iterator[str]:
    table = match.round
    captured = book.worth(table.captured[seat])
    if captured:
        yield f"{captured} captured"
    for place, finish in enumerate(table.out, start=1):
        if finish.seat == seat:
            yield from _bonuses(book, finish, place)
    if table.phase is Phase.OVER and seat in book.losers(table):  # a match that a capture ended counts no penalty
        yield from _penalty(book, table.hands[seat])


def _bonuses(book: Book, finish: Finish, place: int) -> Iterator[str]:
    told = (
        (book.place_bonus(place), f"for going out {_PLACES[place - 1]}"),
        (book.king_bonus(finish, place), "for a king as the last card"),
        (book.four_bonus(finish), "for going out with four of a kind"),
        (book.run_bonus(book, finish, place), "for going out with four of a suit in a row"),
    )
    yield from (f"{points} {words}" for points, words in told if points)


def _penalty(book: Book, hand: Zone) -> Iterator[str]:
    """What is taken off for the cards left in a hand; with a sum that was agreed on, what is what."""
    total, agreed = book.scoring(book, hand), choices(book)
    if not total:
        return
    kind, in_hand = agreed["scoring"].partition(":")[0], book.worth(hand)
    for_sum = {
        "fixed": "as the fixed penalty",
        "per_card": f"for {number(book.per_card_counts(hand), 'card')} in hand",
    }.get(kind)
    added = agreed.get(f"{kind}_mode") == "plus"
    if for_sum is None or (agreed.get(f"{kind}_mode") == "when_no_points" and in_hand):
        yield f"less {total} points in hand"
        return
    if total - (in_hand if added else 0):
        yield f"less {total - (in_hand if added else 0)} {for_sum}"
    if added and in_hand:
        yield f"less {in_hand} points in hand"
