"""Misread rules of matches: dealers, totals, winners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from model.bank.match import highest_of_those
from model.bank.ranks import Points
from model.bank.rulebook import Book, Holding
from model.bank.state import Match, Round, put
from model.game import Seat
from properties.misreadings import Fault
from properties.misreadings.bank.core import BankMisreading

F = TypeVar("F", bound=Callable[..., object])


def instead_of(option: str) -> Callable[[F], F]:
    """Say which option a function takes itself for, where that is not the one that the game has by default."""

    def mark(function: F) -> F:
        function.__dict__["claims"] = option
        return function

    return mark


# --- dealers, shuffling, cutting ---


def dealer_begins(book: Book, table: Round, held: tuple[Holding, ...]) -> Seat:
    """The seat that the lot has named moves first."""
    return table.dealer


def deals_by_turns(book: Book, match: Match) -> tuple[Seat, ...]:
    """The deal goes on to the left."""
    return (Seat((match.round.dealer + 1) % len(match.totals)),)


def least_scored_deals(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever has scored least in the round has lost it, and deals."""
    return tuple([Seat(seat) for seat, score in enumerate(match.scores) if score == min(match.scores)])


def first_to_finish(table: Round) -> tuple[Seat, ...]:
    """The seat that went out first deals."""
    return (table.out[0].seat,) if table.out else ()


@instead_of("first_mover")
def dealer_began(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever dealt has begun the round, and deals again."""
    return (match.round.dealer,)


@instead_of("most_points")
def most_scored_deals(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever has scored most in the round deals."""
    return tuple([Seat(seat) for seat, score in enumerate(match.scores) if score == max(match.scores)])


@instead_of("fewest_points")
def fewest_scored_deals(book: Book, match: Match) -> tuple[Seat, ...]:
    """Whoever has scored least in the round deals."""
    return least_scored_deals(book, match)


def draws_from_below(table: Round) -> Round:
    """A seat that cannot move takes the undermost card of the stock."""
    return _drawn(table, len(table.stock) - 1)


def cuts_before_drawing(table: Round) -> Round:
    """The stock is cut in the middle before a card is drawn."""
    return _drawn(table, len(table.stock) // 2)


def _drawn(table: Round, place: int) -> Round:
    """The table after the seat in turn has drawn the card that lies at this place of the stock."""
    card, hand = table.stock[place], table.hands[table.turn]
    return replace(
        table,
        hands=put(table.hands, table.turn, (*hand, card)),
        stock=table.stock[place + 1 :] + table.stock[:place],
        fresh=(*table.fresh, card),
    )


# --- totals and winners ---


def exactly_the_target(total: Points, target: Points) -> bool:
    """The target must be met exactly."""
    return total == target


def one_pack_is_enough(total: Points, target: Points) -> bool:
    """Half the target is enough, which is all the points of a pack."""
    return 2 * total >= target


def several_play_on(book: Book, totals: tuple[Points, ...]) -> tuple[Seat, ...]:
    """Where several have reached the target nobody has won, and all play on."""
    return tuple([Seat(seat) for seat, total in enumerate(totals) if book.match_target(total, book.target)])


def first_of_the_tied_wins(book: Book, totals: tuple[Points, ...]) -> tuple[Seat, ...]:
    """Of several that are level the first at the table has won."""
    return highest_of_those(book, totals)[:1]


def the_last_may_not_join(match: Match, tied: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Everybody may join the extra round but those with the lowest total, who have lost."""
    lowest = min(match.totals)
    return tuple([Seat(seat) for seat, total in enumerate(match.totals) if total > lowest or Seat(seat) in tied])


MATCHES: Final[tuple[BankMisreading, ...]] = (
    BankMisreading(
        "exactly_the_target",
        Fault.END,
        ("BANK-06",),
        "match_target",
        exactly_the_target,
        "248 points must be met exactly.",
        "9c9d9h9s/6d+6c",
        "9c9d9h9s deal:9c9d9h9s/6d+6c 9c9d9h9s deal:9c9d9h9s/6d+6c 9c9d9h9s",
        "BANK-A35 asks whether 248 are enough or must be passed; here passing them does not win.",
    ),
    BankMisreading(
        "dealer_begins",
        Fault.LEAD,
        ("BANK-08",),
        "first_mover",
        dealer_begins,
        "The lot says who begins.",
        "7c/6d+8c",
        "",
        "BANK-08 draws the dealer; in many games the lot decides who moves first.",
    ),
    BankMisreading(
        "deals_by_turns",
        Fault.DEAL,
        ("BANK-09",),
        "dealer",
        deals_by_turns,
        "The deal goes round the table.",
        "9c/6d+9h",
        "9c",
        "BANK-A36 names no default; in most games the deal passes to the left.",
    ),
    BankMisreading(
        "least_scored_deals",
        Fault.DEAL,
        ("BANK-10",),
        "dealer",
        least_scored_deals,
        "The loser is whoever scored least in the party.",
        "9s/Ah+Td",
        "pass pass",
        "BANK-A36 asks who has lost; no clause names the score of the party.",
    ),
    BankMisreading(
        "first_to_finish_deals",
        Fault.DEAL,
        ("BANK-11",),
        "last_out_means",
        first_to_finish,
        "Whoever finishes the party, by going out first, deals.",
        "9c/9d/6h+9s",
        "9c 9d",
        "BANK-A36 asks who has finished last.",
        under=(("dealer", "last_out"),),
    ),
    BankMisreading(
        "dealer_began",
        Fault.DEAL,
        ("BANK-12",),
        "dealer",
        dealer_began,
        "The party is begun by its dealer, who deals again.",
        "9c/6d+9h",
        "9c",
        "BANK-12 names who began; dealing is how a party begins.",
        under=(("dealer", "first_mover"),),
    ),
    BankMisreading(
        "most_scored_deals",
        Fault.DEAL,
        ("BANK-13",),
        "dealer",
        most_scored_deals,
        "Whoever scored most in the party deals.",
        "Kc/6d+Kh",
        "Kc deal:Kh/6d+Kc 6d",
        "BANK-A36 asks which points options 4 and 5 mean.",
        under=(("dealer", "most_points"),),
    ),
    BankMisreading(
        "fewest_scored_deals",
        Fault.DEAL,
        ("BANK-14",),
        "dealer",
        fewest_scored_deals,
        "Whoever scored least in the party deals.",
        "Kc/6d+Kh",
        "Kc deal:6d/Kc+Kh pass Kc",
        "BANK-A36 asks which points options 4 and 5 mean.",
        under=(("dealer", "fewest_points"),),
    ),
    BankMisreading(
        "draws_from_below",
        Fault.ORDER,
        ("BANK-15", "BANK-59"),
        "draw",
        draws_from_below,
        "In a shuffled stock one card is as good as another, so they are drawn from below.",
        "9s/9h+Ad+6c7c",
        "draw",
        "A program that keeps its stock as a list and takes from the wrong end.",
    ),
    BankMisreading(
        "cuts_before_drawing",
        Fault.ORDER,
        ("BANK-16",),
        "draw",
        cuts_before_drawing,
        "The stock is cut whenever a card is drawn.",
        "9s/9h+Ad+6c7c",
        "draw",
        "BANK-16 has the pack cut; here the stock is, again and again.",
    ),
    BankMisreading(
        "one_pack_is_enough",
        Fault.END,
        ("BANK-96",),
        "match_target",
        one_pack_is_enough,
        "124 points win, all that are in the pack.",
        "9c9d9h9s/6d+6c",
        "9c9d9h9s deal:9c9d9h9s/6d+6c 9c9d9h9s",
        "The target of 248 is twice the 124 points of the pack.",
    ),
    BankMisreading(
        "several_play_on",
        Fault.END,
        ("BANK-97",),
        "winner",
        several_play_on,
        "If several have 248 they play on until one alone has.",
        "9c9d9h9s/TcTdThTs/6d+6c",
        "9c9d9h9s TcTdThTs deal:9c9d9h9s/TcTdThTs/6d+6c 9c9d9h9s TcTdThTs deal:9c9d9h9s/TcTdThTs/6d+6c "
        "9c9d9h9s TcTdThTs",
        "BANK-98 has an extra party where totals are equal; here also where they are not.",
    ),
    BankMisreading(
        "first_of_the_tied_wins",
        Fault.END,
        ("BANK-98",),
        "winner",
        first_of_the_tied_wins,
        "If totals are equal the first at the table wins.",
        "9c9d9h9s/8c8d8h8s/6d+Tc",
        "9c9d9h9s 8c8d8h8s deal:9c9d9h9s/8c8d8h8s/6d+Tc 9c9d9h9s 8c8d8h8s deal:9c9d9h9s/8c8d8h8s/6d+Tc "
        "9c9d9h9s 8c8d8h8s",
        "BANK-A35 asks what decides a tie; programs take the first of the highest.",
        under=(("bank_left", "layer_of_top"),),
    ),
    BankMisreading(
        "the_last_may_not_join",
        Fault.END,
        ("BANK-99",),
        "tie",
        the_last_may_not_join,
        "Whoever has fewest points has lost and may not join the extra party.",
        "9c9d9h9s/8c8d8h8s/6d+Tc",
        "9c9d9h9s 8c8d8h8s deal:9c9d9h9s/8c8d8h8s/6d+Tc 9c9d9h9s 8c8d8h8s deal:9c9d9h9s/8c8d8h8s/6d+Tc "
        "9c9d9h9s 8c8d8h8s",
        "BANK-A35 d keeps all that are not tied out; here only the last.",
        under=(("bank_left", "layer_of_top"),),
    ),
)
