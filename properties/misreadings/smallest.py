"""The smallest deal that shows a misreading, found by looking at every smaller one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from model.cards import Card, Labelling
from model.deal import Deal, deal_of
from model.game import Outcome, Seat
from model.piles.play import deal_pack, full_pack, initial
from model.piles.rulebook import Book
from model.piles.run import outcome
from properties.misreadings import Misreading, Shows

ALPHABETS: Final = {"class": "-JQKA", "rank": "2TJQKA"}
"""What is tried in each notation, ordinary cards first."""

MOST_SEATS: Final = 6


def smallest(misreading: Misreading, most_cards: int, most_seats: int = MOST_SEATS) -> str | None:
    """The smallest example, by cards, seats, pay cards and text; None if none has at most so many cards."""
    match misreading.shows:
        case Shows.PLAY:
            books = misreading.base_book, misreading.book
            found = (text for text in deals(misreading, most_cards, most_seats) if _differs(misreading, *books, text))
            return next(found, None)
        case Shows.DEALT:
            return next((text for text in sizes(most_cards, most_seats) if dealt_differs(misreading, text)), None)
        case Shows.PACK:
            numbers = range(1, MOST_SEATS + 3)
            return next((f"{seats} seats" for seats in numbers if pack_differs(misreading, seats)), None)


def deals(misreading: Misreading, most_cards: int, most_seats: int) -> Iterator[str]:
    """Every deal up to a number of cards: fewest cards first, then fewest seats, fewest pay cards, and by text."""
    letters = ALPHABETS[misreading.cards]
    for cards in range(2, most_cards + 1):
        decks = sorted(
            itertools.product(letters, repeat=cards),
            key=lambda deck: (sum(letter != letters[0] for letter in deck), [letters.index(letter) for letter in deck]),
        )
        for seats in range(2, min(most_seats, cards) + 1):
            cuts = [(0, *cut, cards) for cut in itertools.combinations(range(1, cards), seats - 1)]
            for deck in decks:
                for cut in cuts:
                    yield "/".join("".join(deck[start:stop]) for start, stop in itertools.pairwise(cut))


def differs(misreading: Misreading, text: str) -> bool:
    """Whether a deal goes out differently under a misreading."""
    return _differs(misreading, misreading.base_book, misreading.book, text)


def _differs(misreading: Misreading, sound: Book, wrong: Book, text: str) -> bool:
    deal = deal_of(text.split("/"), Labelling(misreading.cards))
    return _outcome(sound, deal, misreading.budget) != _outcome(wrong, deal, misreading.budget)


def _outcome(book: Book, deal: Deal, budget: int) -> Outcome:
    return outcome(book, initial(book, deal), budget)


def sizes(most_cards: int, most_seats: int) -> Iterator[str]:
    """Every number of cards with every number of seats."""
    for cards in range(2, most_cards + 1):
        for seats in range(2, min(most_seats, cards) + 1):
            yield f"{cards} cards, {seats} seats"


def dealt_differs(misreading: Misreading, text: str) -> bool:
    """Whether so many cards are dealt differently, whoever deals them."""
    cards, seats = (int(word.split()[0]) for word in text.split(", "))
    deck = tuple(Card(number) for number in range(cards))
    return any(
        deal_pack(misreading.base_book, deck, seats, Seat(dealer))
        != deal_pack(misreading.book, deck, seats, Seat(dealer))
        for dealer in range(seats)
    )


def pack_differs(misreading: Misreading, seats: int) -> bool:
    """Whether another pack is played with by so many, or whether so many may play or not."""
    sound, wrong = misreading.base_book, misreading.book
    allowed = [book.fewest_seats <= seats <= book.most_seats for book in (sound, wrong)]
    if allowed[0] != allowed[1]:
        return True
    return allowed[0] and full_pack(sound, seats) != full_pack(wrong, seats)
