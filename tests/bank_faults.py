"""Rule points of Bank decided so that the model goes wrong: what looks for faults must find each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from model.bank import dealing, match, taking, turns
from model.bank.ranks import SIX, Points, points_of
from model.bank.rulebook import Book
from model.bank.state import Match, Round, put
from model.cards import Card, Zone, face_of
from model.game import Seat


def a_card_gets_lost(table: Round, seat: Seat) -> Round:
    """The lowest card of a bank is forgotten when the bank is taken."""
    return taking.score_pile(replace(table, bank=table.bank[1:]), seat)


def a_card_comes_twice(table: Round) -> Round:
    """A card that is drawn stays in the stock as well."""
    return replace(turns.draw_one(table), stock=table.stock)


def a_six_covers_the_next_six_suits(card: Card, top: Card) -> bool:
    """A six covers every card but those of its own suit."""
    return face_of(card) == SIX and card // 32 != top // 32


def ranks_do_not_cover(card: Card, top: Card) -> bool:
    """A card does not cover another of its rank."""
    return False


def the_round_never_blocks(table: Round) -> bool:
    """A round is over when one seat is left, and only then."""
    return len([hand for hand in table.hands if hand]) <= 1


def the_failer_gets_the_bank(table: Round, seat: Seat) -> Round:
    """The bank goes to the seat that has failed."""
    return replace(table, captured=put(table.captured, table.turn, table.captured[table.turn] + table.bank))


def a_ten_counts_twelve(zone: Zone) -> Points:
    """A ten counts as much as an ace."""
    return Points(points_of(zone) + 2 * sum(face_of(card) == 10 for card in zone))


def everybody_but_the_first_deals(book: Book, table: Match) -> tuple[Seat, ...]:
    """The next dealer is always the last seat."""
    return (Seat(len(table.totals) - 1),)


def the_fewest_win(book: Book, totals: tuple[Points, ...]) -> tuple[Seat, ...]:
    """Of those that have reached the target the one with the lowest total wins."""
    there = [seat for seat in match.highest_of_those(book, totals) if totals]
    reached = [Seat(seat) for seat, total in enumerate(totals) if book.match_target(total, book.target)]
    return tuple(there and [min(reached, key=lambda seat: totals[seat])])


def dealt_from_the_dealer(book: Book, deck: Zone, seats: int, dealer: Seat) -> Any:  # noqa: ANN401
    """The dealer gets the first card."""
    return replace(
        dealing.four_each_one_open(book, deck, seats, Seat((dealer - 1) % seats)),
        dealer=dealer,
    )


FAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "a card gets lost": {"captured_to": a_card_gets_lost},
    "a card comes twice": {"draw": a_card_comes_twice},
    "a six on other suits": {"six": a_six_covers_the_next_six_suits},
    "ranks do not cover": {"same_rank": ranks_do_not_cover},
    "no blocked end": {"round_end": the_round_never_blocks},
    "the failer gets the bank": {"captured_to": the_failer_gets_the_bank},
    "a ten counts twelve": {"worth": a_ten_counts_twelve},
    "the last seat always deals": {"dealer": everybody_but_the_first_deals},
    "the lowest total wins": {"winner": the_fewest_win},
    "dealt from the dealer": {"deal": dealt_from_the_dealer},
}
