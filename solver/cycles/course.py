"""One game from its deal to its end, or once round its cycle, with every card kept apart from every other.

The rules ask of a card only what it demands. So the game is played with classes, which says how it goes out, and then
once more with each card wearing the number of its place in the deal, which says where every card has gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

from model.cards import PACK, Card, Labelling, Zone
from model.deal import Deal, DealError
from model.game import Loop, Outcome, Seat
from model.piles import taking
from model.piles.play import initial, only_classes
from model.piles.points import check_seats
from model.piles.rulebook import Book
from model.piles.run import Played, counted, play, tables
from model.piles.state import Debt, Phase, Table


class NoCourse(DealError):
    """A book under which no position says what follows it. The message says why, and what to choose instead."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at an empty middle, after so many cards and tricks; the cards are numbered.

    At the first moment of all the middle can hold cards that were left over, and at the last one of a game that ends
    a pile that nobody has taken.
    """

    cards: int
    tricks: int
    hands: tuple[Zone, ...]
    turn: Seat
    debt: Debt
    claimant: Seat

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each hand has."""
        return tuple(map(len, self.hands))


@dataclass(frozen=True, slots=True)
class Course:
    """A game: how it goes out, as the book counts, and its moments: to the end, or to the first repetition.

    `first` is the place of the moment that is repeated, by the last one; None in a game that ends, or that is given
    up.
    """

    book: Book
    deal: Deal
    outcome: Outcome
    moments: tuple[Moment, ...]
    first: int | None

    @property
    def cycle(self) -> tuple[Moment, ...]:
        """The moments that come again for ever, each once; none in a game that ends."""
        return () if self.first is None else self.moments[self.first : -1]


def course(book: Book, deal: Deal, budget: int) -> Course:
    """Play a deal in which nobody slaps, until it ends, repeats itself (cards as classes), or `budget` cards are laid.

    Raises NoCourse for a book with a shuffle or a time rule, RuleChoiceError for seats that the book does not know.
    """
    check_book(book)
    check_seats(book, len(deal.hands))
    played = play(book, initial(book, only_classes(book, deal)), budget)
    result = counted(played, book.count_cards, book.count_tricks)
    if not isinstance(result, Loop):
        return Course(book, deal, result, _moments(book, deal, _laid(played)), None)
    moments = _moments(book, deal, result.stem_cards + result.period_cards)
    first = next(place for place, moment in enumerate(moments) if moment.cards == result.stem_cards)
    return Course(book, deal, result, moments, first)


def check_book(book: Book) -> None:
    """Raise NoCourse where chance or the clock decides, so that no game has a cycle."""
    if book.pile_order is taking.shuffled:
        raise NoCourse("with pile_order=shuffled chance decides what follows a position: choose another pile_order")
    if book.time_rule is not taking.off:
        raise NoCourse("a time rule ends every game, so that none is endless: choose time_rule=off")


def _laid(played: Played) -> int:
    """The cards laid, whatever the book counts."""
    assert not isinstance(played.outcome, Loop)
    return played.outcome.cards


def _moments(book: Book, deal: Deal, cards: int) -> tuple[Moment, ...]:
    """The moments of so many cards."""
    table = initial(book, numbered(book, deal))
    found = [_moment(table, 0, 0)]
    tricks = 0
    for laid, after in enumerate(islice(tables(book, table), cards), start=1):
        tricks += not after.middle
        if not after.middle or after.phase == Phase.OVER:
            found.append(_moment(after, laid, tricks))
    return tuple(found)


def _moment(table: Table, cards: int, tricks: int) -> Moment:
    return Moment(cards, tricks, table.hands, table.turn, table.debt, table.claimant)


# --- numbered cards ---


def numbered(book: Book, deal: Deal) -> Deal:
    """The deal with cards of its classes that are numbered from 0, A's top card first, those of the middle last."""
    places = count()

    def each(zone: Zone) -> Zone:
        return tuple(Card(card + PACK * next(places)) for card in zone)

    classes = only_classes(book, deal)
    hands = tuple([each(hand) for hand in classes.hands])
    return Deal(hands, Labelling.FULL, each(classes.middle))


def class_of(card: Card) -> Card:
    """The class of a numbered card."""
    return Card(card % PACK)


def number_of(card: Card) -> int:
    """The number of a numbered card: its place in the deal."""
    return card // PACK


def dealt(deal: Deal) -> Iterator[Card]:
    """The cards of a deal in the order of their numbers."""
    for zone in (*deal.hands, deal.middle):
        yield from zone


def as_classes(hands: tuple[Zone, ...]) -> tuple[Zone, ...]:
    """Hands of numbered cards as hands of classes."""
    return tuple([tuple(map(class_of, hand)) for hand in hands])
