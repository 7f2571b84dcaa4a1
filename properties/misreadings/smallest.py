"""The smallest example that shows a misreading, found by looking at every smaller one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from model.cards import Card
from model.deal import Deal, parse_deal
from model.game import Outcome, Seat
from model.piles.play import deal_pack, full_pack, initial
from model.piles.rulebook import Book
from model.piles.run import RefusedSlap, Timeline, outcome
from properties.misreadings import Fault, Misreading, Shows, Slaps, timeline_of

ALPHABETS: Final = {"class": "-JQKA", "rank": "2TJQKA"}
"""What is tried in each notation, ordinary cards first."""
SLAPPED: Final = {"rank": ("2", "3", "J", "Q"), "full": ("2c", "2d", "3c", "3d")}
"""What is tried where hands come down: two ranks, or two suits, are the least that can match or not."""

MOST_SEATS: Final = 6
MOST_HANDS: Final = 2
"""So many hands come down in an example, at one instant or at two."""

Example = tuple[str, Slaps]
"""A deal, or how much is dealt to how many; and the hands that come down."""


def smallest(misreading: Misreading, most_cards: int, most_seats: int = MOST_SEATS) -> Example | None:
    """The smallest example, by cards, seats, left-over cards, hands that come down, pay cards and text.

    None if none has at most so many cards.
    """
    match misreading.shows:
        case Shows.DEALT:
            found = (text for text in sizes(most_cards, most_seats) if dealt_differs(misreading, text))
            return next(((text, ()) for text in found), None)
        case Shows.PACK:
            numbers = range(1, MOST_SEATS + 3)
            return next(((f"{seats} seats", ()) for seats in numbers if pack_differs(misreading, seats)), None)
        case Shows.PLAY:
            candidates: Iterator[Example] = ((text, ()) for text in deals(misreading, most_cards, most_seats))
        case Shows.SLAPS:
            candidates = slapped_deals(misreading, most_cards, most_seats)
    books = misreading.base_book, misreading.book
    return next((example for example in candidates if _differs(misreading, *books, example)), None)


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


def slapped_deals(misreading: Misreading, most_cards: int, most_seats: int) -> Iterator[Example]:
    """Every deal up to a number of cards, left-over ones included, with every few hands that can come down."""
    letters = SLAPPED[misreading.cards]
    for cards in range(2, most_cards + 1):
        decks = [deck for deck in itertools.product(letters, repeat=cards) if _possible(misreading, deck)]
        decks.sort(key=lambda deck: (sum(card[0] in "JQ" for card in deck), [letters.index(card) for card in deck]))
        for seats in range(2, min(most_seats, cards) + 1):
            for left, hands in itertools.product(range(cards - seats + 1), range(1, MOST_HANDS + 1)):
                dealt = cards - left
                cuts = [(0, *cut, dealt) for cut in itertools.combinations(range(1, dealt), seats - 1)]
                timelines = list(_timelines(hands, 2 * cards, seats))
                for deck, cut, slaps in itertools.product(decks, cuts, timelines):
                    yield _written(deck, cut), slaps


def _possible(misreading: Misreading, deck: Sequence[str]) -> bool:
    return misreading.cards == "rank" or len(set(deck)) == len(deck)


def _written(deck: Sequence[str], cut: tuple[int, ...]) -> str:
    hands = "/".join("".join(deck[start:stop]) for start, stop in itertools.pairwise(cut))
    middle = "".join(deck[cut[-1] :])
    return f"{hands}+{middle}" if middle else hands


def _timelines(hands: int, moments: int, seats: int) -> Iterator[Slaps]:
    """So many hands at one instant or one after the other, earliest first."""
    for moment in range(moments):
        for together in itertools.permutations(range(seats), hands):
            yield ((moment, together),)
    for each in itertools.combinations(range(moments), hands) if hands > 1 else ():
        for chosen in itertools.product(range(seats), repeat=hands):
            yield tuple((moment, (seat,)) for moment, seat in zip(each, chosen, strict=True))


def differs(misreading: Misreading) -> bool:
    """Whether its smallest example goes out differently under a misreading."""
    return _differs(misreading, misreading.base_book, misreading.book, misreading.example)


def _differs(misreading: Misreading, sound: Book, wrong: Book, example: Example) -> bool:
    text, slaps = example
    deal = parse_deal(text, misreading.cards)
    timeline = timeline_of(slaps)
    try:
        right = _outcome(sound, deal, misreading.budget, timeline)
    except RefusedSlap:
        return False
    try:
        return right != _outcome(wrong, deal, misreading.budget, timeline)
    except RefusedSlap:
        return True
    except LookupError:
        return misreading.kind is Fault.CRASH


def _outcome(book: Book, deal: Deal, budget: int, timeline: Timeline) -> Outcome:
    return outcome(book, initial(book, deal), budget, slaps=timeline)


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
