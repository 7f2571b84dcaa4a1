"""What must hold of every table that a game comes to."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from model.cards import ACE, OWES, TWO, Card, Zone, card, face_of
from model.game import NOBODY, Seat
from model.piles.play import view
from model.piles.rulebook import Book, demand
from model.piles.state import NO_DEBT, Phase, Table
from properties.invariants.core import Invariant, Kind, agrees

ENDS = ("must_play", "immediate", "early_stop", "all_cards")
"""Ways to end at which the winner holds everything at once."""
MANY = 1
"""So many open cards, the last ones laid, are tried in the middle; and with them the lowest."""
SOME_SEATS = 4
"""So many seats, at most, are asked what they see."""


def _owing(book: Book, table: Table) -> bool:
    return table.debt != NO_DEBT


def _debt_in_bounds(book: Book, table: Table) -> bool:
    return 0 <= table.debt <= max(book.pay_map.demands)


def _is_claimed(book: Book, table: Table) -> bool:
    return 0 <= table.claimant < len(table.hands) and table.phase == Phase.LAYING


def _debt_is_what_is_left(book: Book, table: Table) -> bool:
    """The ordinary cards on top of the latest pay card are what has been paid of it."""
    paid = len(list(takewhile(lambda card: demand(book, card) == 0, reversed(table.middle))))
    if paid == len(table.middle):
        return False
    return table.debt == demand(book, table.middle[-1 - paid]) - paid


def _owing_for_a_card_in_the_middle(book: Book, table: Table) -> bool:
    """A debt may outlive its pile, and a left-over pay card may lie under cards that nobody laid."""
    own = agrees(book, "slap_in_debt", "voids_debt", "forbidden") if book.slapping else True
    return _owing(book, table) and own and (table.left == 0 or agrees(book, "leftover_challenges", "no"))


def _laying(book: Book, table: Table) -> bool:
    return table.phase == Phase.LAYING


def _actor_has_cards(book: Book, table: Table) -> bool:
    return 0 <= table.turn < len(table.hands) and bool(table.hands[table.turn])


def _owing_to_another(book: Book, table: Table) -> bool:
    return _owing(book, table) and agrees(book, "payer_out", "pass_remainder", "claimant_takes")


def _payer_is_not_claimant(book: Book, table: Table) -> bool:
    return table.turn != table.claimant


def _won(book: Book, table: Table) -> bool:
    return table.phase == Phase.WON


def _won_pile_has_winner(book: Book, table: Table) -> bool:
    return table.middle != () and table.debt == NO_DEBT and 0 <= table.claimant < len(table.hands)


def _fresh(book: Book, table: Table) -> bool:
    keeps = book.slapping and not agrees(book, "slap_in_debt", "voids_debt", "forbidden")
    return table.middle == () and not keeps


def _nothing_is_open(book: Book, table: Table) -> bool:
    return table.debt == NO_DEBT and table.claimant == NOBODY and table.phase != Phase.WON


def _over(book: Book, table: Table) -> bool:
    return table.phase == Phase.OVER


def _over_without_a_further_lead(book: Book, table: Table) -> bool:
    return _over(book, table) and agrees(book, "end", *ENDS)


def _one_has_everything(book: Book, table: Table) -> bool:
    return table.middle == () and sum(1 for hand in table.hands if hand) == 1


def _one_holds_all(book: Book, table: Table) -> bool:
    return _one_has_everything(book, table) and agrees(book, "end", *ENDS)


# --- what is seen ---


def _hidden_places(book: Book, table: Table) -> set[int]:
    """The places of the middle, from the lowest, where cards lie face down: burned, or left over and not the lowest."""
    burned = 0 if book.slapping and agrees(book, "burned_count_for_slaps", "yes") else table.burned
    return {*range(burned), *range(table.burned + 1, table.burned + table.left)}


def _something_hidden(book: Book, table: Table) -> bool:
    return any(table.hands) or bool(_hidden_places(book, table))


def _view_tells_no_card(book: Book, table: Table) -> bool:
    """With all that lies face down turned into ordinary cards, every seat still sees the very same."""
    blank = Card(OWES[0])
    hidden = _hidden_places(book, table)
    hands = tuple([(blank,) * len(hand) for hand in table.hands])
    middle = tuple([blank if place in hidden else card for place, card in enumerate(table.middle)])
    other = replace(table, hands=hands, middle=middle)
    first = view(book, table, Seat(0))
    return all(view(book, other, Seat(seat)) == first for seat in range(min(SOME_SEATS, len(table.hands))))


def _open_places(book: Book, table: Table) -> list[int]:
    hidden = _hidden_places(book, table)
    return [place for place in range(len(table.middle)) if place not in hidden]


def _something_open(book: Book, table: Table) -> bool:
    return bool(_open_places(book, table))


def _view_shows_the_middle(book: Book, table: Table) -> bool:
    """Another card in the place of an open one is seen by every seat, and so is a card more or less in a hand."""
    others = [replace(table, middle=_other_card(table.middle, place)) for place in _some(_open_places(book, table))]
    others += [replace(table, hands=(hand[1:], *table.hands[1:])) for hand in table.hands[:1] if hand]
    return all(view(book, table, Seat(1)) != view(book, other, Seat(1)) for other in others)


def _some(places: list[int]) -> list[int]:
    return places if len(places) <= MANY else [places[0], *places[-MANY:]]


def _other_card(middle: Zone, place: int) -> Zone:
    another = card(ACE) if face_of(middle[place]) != ACE else card(TWO)
    return (*middle[:place], another, *middle[place + 1 :])


TABLES: tuple[Invariant[Table], ...] = (
    Invariant(
        "debt in bounds",
        "A debt is never negative and never more than the largest demand.",
        ("BMN-23", "BMN-25"),
        Kind.TABLE,
        _debt_in_bounds,
        _owing,
    ),
    Invariant(
        "debt has a claimant",
        "Whenever something is owed there is a seat that claims it.",
        ("BMN-13", "BMN-23"),
        Kind.TABLE,
        _is_claimed,
        _owing,
    ),
    Invariant(
        "debt is what is left",
        "What is owed is the demand of the latest pay card less the ordinary cards laid since.",
        ("BMN-17", "BMN-23", "BMN-25"),
        Kind.TABLE,
        _debt_is_what_is_left,
        _owing_for_a_card_in_the_middle,
    ),
    Invariant(
        "the seat to act can act",
        "While the game goes on, the seat to act has a card to lay.",
        ("BMN-15", "BMN-64", "BB-09"),
        Kind.TABLE,
        _actor_has_cards,
        _laying,
    ),
    Invariant(
        "nobody pays himself",
        "The seat that owes is not the seat that claims.",
        ("BMN-13", "BMN-26", "BMN-62"),
        Kind.TABLE,
        _payer_is_not_claimant,
        _owing_to_another,
    ),
    Invariant(
        "a won pile has a winner",
        "A pile that was won lies there until its winner takes it, and nothing is owed any more.",
        ("BMN-24", "BB-19"),
        Kind.TABLE,
        _won_pile_has_winner,
        _won,
    ),
    Invariant(
        "an empty middle leaves nothing open",
        "With no card in the middle nothing is owed and nobody claims anything.",
        ("BMN-24", "BMN-42", "BB-28"),
        Kind.TABLE,
        _nothing_is_open,
        _fresh,
    ),
    Invariant(
        "the winner has everything",
        "When the game is over one seat holds every card of the game.",
        ("BMN-02", "BMN-44", "BMN-45", "BB-44"),
        Kind.TABLE,
        _one_has_everything,
        _over_without_a_further_lead,
    ),
    Invariant(
        "whoever has everything has won",
        "When one seat holds every card the game is over.",
        ("BMN-02", "BMN-45", "BB-44"),
        Kind.TABLE,
        _over,
        _one_holds_all,
    ),
    Invariant(
        "nobody sees a hand",
        "What a seat sees is the same for every seat, whatever cards lie face down, in the hands or in the middle.",
        ("BMN-08", "BMN-09", "BB-05", "BB-07", "BB-36"),
        Kind.TABLE,
        _view_tells_no_card,
        _something_hidden,
    ),
    Invariant(
        "what lies open is seen",
        "Every seat sees each open card of the middle, the lowest one always, and how many cards each hand has.",
        ("BMN-03", "BB-07", "BB-29"),
        Kind.TABLE,
        _view_shows_the_middle,
        _something_open,
    ),
)
