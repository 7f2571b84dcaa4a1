"""Every deal of a deck in halves, played: what all the games come to, taken together.

The deals are numbered (see `deals`), and played in stretches side by side on threads: the kernel holds no lock. What
a stretch comes to is added up in the order of the deals, so that one thread and many find the same. Books that the
kernel does not know are played by the model, deal by deal.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter, deque
from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from model.cards import format_zone
from model.deal import Deal
from model.game import Budget, Loop
from model.piles.play import initial
from model.piles.rulebook import Book
from model.piles.run import outcome
from model.piles.taking import immediate
from properties.evidence import Finding, Grade, Verdict
from solver.counting.deals import batch_at, texts
from solver.counting.decks import Deck
from solver.counting.rules import check_countable, halves_words, kernel_end, leaders_cards
from solver.decks import DeckError
from solver.decks import count as number_of
from solver.graphs.agreed import departures
from solver.kernel.batch import ENDLESS, Batch, End, Results, counted, deals_of
from solver.kernel.games import play

MOST_LISTED: Final = 20
"""So many endless deals are listed; all of them are counted."""
STRETCH: Final = 1 << 17
MODEL_STRETCH: Final = 250
"""So many deals are played at a time, by the kernel and by the model."""
WITH_IMMEDIATE: Final = 1_000_000
MODEL_WITH_IMMEDIATE: Final = 5_000
"""Decks of so many deals and less are played under end=immediate as well, which takes as long again."""
MOST_CARDS_LAID: Final = 10_000_000
"""So many cards the model lays before it gives up on a game."""


@dataclass(frozen=True, slots=True)
class Count:
    """What deals of one deck come to, counted as the book counts. Cards, tricks and wins are of the games that end.

    `longest_cards` and `longest_tricks` are maxima of their own: another game may have most tricks than has most
    cards. `longest_example` is the first deal, by alphabet, of those with most cards, empty if none ends.
    `endless_deals` are the first of them. `endless_under_immediate` counts the deals that never end under
    end=immediate, None where they were not played. `periods` counts the endless deals by the cards and tricks of
    what they repeat.
    """

    deals: int = 0
    endless: int = 0
    total_cards: int = 0
    total_tricks: int = 0
    leader_wins: int = 0
    longest_cards: int = 0
    longest_tricks: int = 0
    longest_example: str = ""
    endless_under_immediate: int | None = None
    endless_deals: tuple[str, ...] = ()
    periods: Mapping[tuple[int, int], int] = field(default_factory=dict)

    def then(self, after: Count) -> Count:
        """These deals and those that follow them, taken together."""
        longer = after if after.longest_cards > self.longest_cards else self
        mine, others = self.endless_under_immediate, after.endless_under_immediate
        return Count(
            self.deals + after.deals,
            self.endless + after.endless,
            self.total_cards + after.total_cards,
            self.total_tricks + after.total_tricks,
            self.leader_wins + after.leader_wins,
            longer.longest_cards,
            max(self.longest_tricks, after.longest_tricks),
            longer.longest_example,
            None if mine is None or others is None else mine + others,
            (self.endless_deals + after.endless_deals)[:MOST_LISTED],
            Counter(self.periods) + Counter(after.periods),
        )


def count(book: Book, deck: Deck, threads: int = 1) -> Count:
    """Play every deal of the deck in halves. Raises DeckError for what cannot be counted (see `check_countable`)."""
    (whole,) = deque(counting(book, deck, threads), maxlen=1)
    return whole


def counting(book: Book, deck: Deck, threads: int = 1) -> Generator[Count]:
    """The same, as it goes on: what the deals up to here come to, again and again; the last is the whole.

    Raises DeckError for what cannot be counted. Closing it ends the threads.
    """
    check_countable(book, deck)
    stretches = _by_kernel(book, deck, threads) if kernel_end(book) is not None else _by_model(book, deck)
    tally: Count | None = None
    with contextlib.closing(stretches):
        for each in stretches:
            tally = each if tally is None else tally.then(each)
            yield tally


def seconds_needed(book: Book, deck: Deck, threads: int = 1) -> tuple[int, float]:
    """How many deals a second are played, measured on some from all over the deck, and how long all of them take."""
    deals = deck.arrangements
    by_kernel = kernel_end(book) is not None
    places, number = (16, max(1, min(4_096, deals // 16))) if by_kernel else (50, 1)
    if by_kernel:
        _stretch(book, deck, 0, 1, False)  # is compiled first
    start = time.perf_counter()
    for place in range(places):
        first = (deals - number) * place // places
        if by_kernel:
            _stretch(book, deck, first, number, False)
        else:
            _of_model(book, _deals_at(book, deck, first, number), False)
    rate = places * number / (time.perf_counter() - start) * (threads if by_kernel else 1)
    return int(rate) + 1, deals / rate


def finding(book: Book, deck: Deck, tally: Count, seconds: float = 0.0) -> Finding:
    """The tally of all deals as evidence: what is endless is known by having played every one of them.

    That a game can be endless is a fact of the game and no failure, so it is stated as a count that holds.
    """
    number = tally.endless
    exactly = f"exactly {number_of(number, 'deal')} {'is' if number == 1 else 'are'} endless"
    halves = halves_words(book, deck)
    return Finding(
        subject=f"deals of {deck.letters} in {halves}",
        statement=f"two seats, {halves}: {exactly if number else 'no deal is endless'}; the games that end have"
        f" {number_of(tally.total_cards, 'card')} and {number_of(tally.total_tricks, 'trick')} in all",
        game=book.game,
        grade=Grade.EXHAUSTED,
        verdict=Verdict.HELD,
        seats=(2,),
        choices=dict(departures(book)),
        seconds=seconds,
        space=f"every deal of {deck.letters} to two seats in {halves}, A leads; hands as classes",
        space_size=tally.deals,
        examples=tally.endless_deals,
    )


# --- by the kernel ---


def _by_kernel(book: Book, deck: Deck, threads: int) -> Generator[Count]:
    """What each stretch comes to, in the order of the deals."""
    deals = deck.arrangements
    both = deals <= WITH_IMMEDIATE
    waiting: deque[Future[Count]] = deque()
    pool = ThreadPoolExecutor(threads, "count")
    try:
        for first in range(0, deals, STRETCH):
            waiting.append(pool.submit(_stretch, book, deck, first, min(STRETCH, deals - first), both))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _stretch(book: Book, deck: Deck, first: int, number: int, both: bool) -> Count:
    end = kernel_end(book)
    assert end is not None
    batch = batch_at(deck.cards, first, number, leaders_cards(book, deck))
    tally = tally_of(book, batch, play(batch, end))
    if end is End.IMMEDIATE:
        return replace(tally, endless_under_immediate=tally.endless)
    if both:
        return replace(tally, endless_under_immediate=len(play(batch, End.IMMEDIATE).loops.game))
    return tally


def tally_of(book: Book, batch: Batch, results: Results) -> Count:
    """What the games of a batch come to, counted as the book counts; deals under end=immediate are left out."""
    ended = results.winner != ENDLESS
    plainly = (results.cards, results.tricks, results.unanswered, results.left)
    cards, tricks = counted(*plainly, book.count_cards, book.count_tricks)
    loops = results.loops
    longest = int(np.argmax(cards)) if ended.any() else -1
    return Count(
        deals=len(batch),
        endless=len(loops.game),
        total_cards=int(cards.sum()),
        total_tricks=int(tricks.sum()),
        leader_wins=int(np.count_nonzero(results.winner == 0)),
        longest_cards=int(cards[longest]) if longest >= 0 else 0,
        longest_tricks=int(tricks.max()),
        longest_example=texts(batch, [longest])[0] if longest >= 0 else "",
        endless_deals=tuple(texts(batch, loops.game[:MOST_LISTED].tolist())),
        periods=Counter(zip(loops.period_cards.tolist(), loops.period_tricks.tolist(), strict=True)),
    )


# --- by the model ---


def _by_model(book: Book, deck: Deck) -> Generator[Count]:
    deals = deck.arrangements
    both = deals <= MODEL_WITH_IMMEDIATE
    for first in range(0, deals, MODEL_STRETCH):
        yield _of_model(book, _deals_at(book, deck, first, min(MODEL_STRETCH, deals - first)), both)


def _deals_at(book: Book, deck: Deck, first: int, number: int) -> list[Deal]:
    return deals_of(batch_at(deck.cards, first, number, leaders_cards(book, deck)))


def _of_model(book: Book, deals: list[Deal], both: bool) -> Count:
    tally: Count | None = None
    for deal in deals:
        one = _one_game(book, deal)
        if both or book.end is immediate:
            other = one if book.end is immediate else _one_game(replace(book, end=immediate), deal)
            one = replace(one, endless_under_immediate=other.endless)
        tally = one if tally is None else tally.then(one)
    return tally or Count()


def _one_game(book: Book, deal: Deal) -> Count:
    result = outcome(book, initial(book, deal), MOST_CARDS_LAID)
    text = "".join(map(format_zone, deal.hands))
    if isinstance(result, Budget):
        raise DeckError(f"the game of {deal} is not over after {result.cards} cards: choose a smaller deck")
    if isinstance(result, Loop):
        periods = {(result.period_cards, result.period_tricks): 1}
        return Count(deals=1, endless=1, endless_deals=(text,), periods=periods)
    return Count(
        deals=1,
        total_cards=result.cards,
        total_tricks=result.tricks,
        leader_wins=int(result.winners == (0,)),
        longest_cards=result.cards,
        longest_tricks=result.tricks,
        longest_example=text,
    )
