"""Playing two seats backwards: every position from which one trick leads to a given one.

A position is what the two seats hold at an empty middle, and who leads. A trick after which both still hold cards was
paid to its last card, whatever the end rule: where a seat has no card when it should lay one, the other takes the
middle and holds everything. So the pile that was taken is the end of the taker's hand; it begins somewhere, and its
cards say who laid them, for the seats take turns until a pay card is laid, and then the next seat pays. One try for
each place where the pile may begin finds every predecessor, and the model plays each of them forward: what does not
arrive, such as a trick that `end=immediate` breaks off at a last card, is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from model.cards import Zone
from model.deal import DealError
from model.game import Seat
from model.piles import taking
from model.piles.play import opening
from model.piles.rulebook import Book, demand
from model.piles.run import one_card
from model.piles.state import Phase, Table
from solver.cycles.course import Moment, as_classes

A, B = Seat(0), Seat(1)
_ORDERS: Final = (taking.first_laid_first, taking.reversed_pile)
_TAKER_LEADS: Final = (taking.taker, taking.after_last_layer)
"""With two seats the last layer of a pile that was paid is the payer, so that the taker comes after him."""


class CannotGoBack(DealError):
    """A book, or a deal, that cannot be played backwards here. The message says why."""


@dataclass(frozen=True, slots=True)
class Position:
    """The hands of A and B at an empty middle, the top card first, and who leads the next trick."""

    hands: tuple[Zone, Zone]
    leader: Seat

    @property
    def exchanged(self) -> Position:
        """The same with the seats exchanged: hands swapped, and the other leads."""
        return Position((self.hands[1], self.hands[0]), taking.other(self.leader))

    @property
    def leader_first(self) -> Position:
        """This position or the one with the seats exchanged, whichever A leads: equal for both of them."""
        return self if self.leader == A else self.exchanged


def positions(moments: Iterable[Moment]) -> tuple[Position, ...]:
    """The moments of a game between two seats as positions of classes."""
    found = [(as_classes(moment.hands), moment.turn) for moment in moments]
    return tuple([Position((hands[0], hands[1]), turn) for hands, turn in found])


@dataclass(frozen=True, slots=True)
class Before:
    """A predecessor, and how many cards are laid from there to the position it leads to."""

    position: Position
    cards: int


def following(book: Book, position: Position) -> Position | None:
    """The position after one trick, as the model plays it; None if the game is over then."""
    table = opening(book, Table(position.hands, (), position.leader))
    while table.phase != Phase.OVER:
        table = one_card(book, table)
        if not table.middle and table.phase != Phase.OVER:
            return Position((table.hands[0], table.hands[1]), table.turn)
    return None


def predecessors(book: Book, position: Position) -> Iterator[Before]:
    """Every position from which one trick leads here, that with the shortest trick first.

    Raises CannotGoBack for a book whose piles or leaders are another's than a choice of the rules.
    """
    for before in _candidates(book, position):
        if following(book, before.position) == position:
            yield before


def check_book(book: Book) -> None:
    """Raise CannotGoBack for a book that takes piles, or leads, in a way that is not undone here."""
    if book.pile_order not in _ORDERS:
        raise CannotGoBack("the search backwards undoes pile_order=first_laid_first and pile_order=reversed, no other")
    if book.leader not in (*_TAKER_LEADS, taking.after_taker):
        raise CannotGoBack("the search backwards knows leader=taker, after_last_layer and after_taker, no other")


def _candidates(book: Book, position: Position) -> Iterator[Before]:
    check_book(book)
    taker = position.leader if book.leader in _TAKER_LEADS else taking.other(position.leader)
    hand, rest = position.hands[taker], position.hands[taking.other(taker)]
    owed = [demand(book, card) for card in hand]
    turned = book.pile_order is taking.reversed_pile
    for size in range(2, len(hand) + 1):
        layers = layers_of_paid(owed[: -size - 1 : -1] if turned else owed[-size:])
        if layers is not None:
            pile = hand[: -size - 1 : -1] if turned else hand[-size:]
            yield Before(_put_back(pile, layers, hand[:-size], rest, taker), size)


def _put_back(pile: Zone, layers: Sequence[bool], kept: Zone, rest: Zone, taker: Seat) -> Position:
    """The pile back on top of the hands it came from. The payer laid the last card; `layers` is as below."""
    by_payer = [layer == layers[-1] for layer in layers]
    taken_by = tuple(card for card, payer in zip(pile, by_payer, strict=True) if not payer)
    paid_by = tuple(card for card, payer in zip(pile, by_payer, strict=True) if payer)
    mine, theirs = taken_by + kept, paid_by + rest
    led = taking.other(taker) if by_payer[0] else taker
    return Position((mine, theirs) if taker == A else (theirs, mine), led)


def layers_of_paid(owed: Sequence[int]) -> tuple[bool, ...] | None:
    """Who laid each card of a pile, given what each demands: False for who led, True for the other seat.

    None if that is no pile that was paid with its last card, and not before.
    """
    layers: list[bool] = []
    layer, paying, debt = False, False, 0
    for demanded in owed:
        if paying and debt == 0:
            return None
        layers.append(layer)
        if demanded:
            layer, paying, debt = not layer, True, demanded
        elif paying:
            debt -= 1
        else:
            layer = not layer
    return tuple(layers) if paying and debt == 0 else None
