"""Every position of a deck: which of them never end, and in which cycles.

All arrangements of the deck's classes, each with every cut, are walked trick by trick until the game ends, comes to a
position whose fate is known, or comes round (Brent's method). What is kept is one byte for each position.

**What is counted.** Positions are taken mover first: the hand of the seat that leads, then the other hand; which seat
that is, A or B, is left out. So each position here stands for two, one with each seat leading, which are mirror images
of each other. A deal is such a position, since A leads every deal: numbers of deals are exact as they are. A cycle
stands for two cycles that are each other's mirror image if its positions come again with the same seat leading
(`turned` is False), and for one cycle of twice its length, which is its own mirror image, if they first come again with
the seats exchanged (`turned`): "cycles up to exchange of seats".

**Threads.** They share the bytes without a lock. What is written to a byte depends on its position alone (a position
has one fate), and a byte is written whole; a thread that does not yet see what another has written walks on, and finds
the same. A thread that comes round a cycle tells its least position: the first thread that writes to a cycle has come
round it itself, for there was nothing to meet there. So every cycle is told, some perhaps twice, and everything else
is counted when all bytes are written: one thread and two find the same.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Final

import numpy as np
import psutil

from model.cards import format_zone
from properties.evidence import Finding, Grade, Verdict
from solver.counting import walks
from solver.counting.arrangements import Numbers, Tables, cards_of, tables_of, unrank
from solver.counting.decks import Deck
from solver.counting.walks import NEVER_ENDS, NO_STATE, Marks
from solver.decks import DeckError
from solver.decks import count as number_of
from solver.kernel.batch import End

MOST_LISTED: Final = 20
"""So many endless deals in halves are listed; all of them are counted."""
SLICE: Final = 1 << 18
"""About so many positions are marked, or tricks played, before a thread looks whether it is to stop."""
BLOCK: Final = 1 << 20
"""A thread takes up so many positions at a time."""
SHORTEST_PATH: Final = 1 << 12
"""A walk of more tricks gets more room, and is begun again."""
LOOK: Final = 0.1
"""Seconds between two looks at how far the threads are."""
SPARE: Final = 256 << 20
"""Bytes of memory that are left alone."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle, up to exchange of the seats, and what runs into it.

    `position` is its least one, the mover's hand first. After `tricks` and `cards` it comes again, if `turned` with
    the other seat leading. `positions` lead to it, its own `tricks` included. Of these, `small_halves` and
    `large_halves` are deals in halves, the leader having the smaller or the larger half: the same deals in a deck of
    even size. The longest stem has `stem_tricks` and `stem_cards`, and begins at `farthest`.
    """

    position: str
    tricks: int
    cards: int
    turned: bool
    positions: int
    small_halves: int
    large_halves: int
    stem_tricks: int
    stem_cards: int
    farthest: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What all positions of a deck come to; see the module for what a position and a cycle are.

    `endless_deals` are the first of those in halves, the leader's hand first.
    """

    deck: Deck
    end: End
    positions: int
    cycles: tuple[Cycle, ...]
    endless_deals: tuple[str, ...]

    @property
    def in_cycles(self) -> int:
        """How many positions come again and again."""
        return sum(cycle.tricks for cycle in self.cycles)

    @property
    def never_end(self) -> int:
        """From how many positions, with any cut, the game never ends."""
        return sum(cycle.positions for cycle in self.cycles)

    @property
    def fair(self) -> int:
        """How many deals in halves never end; in a deck of odd size either seat may have the odd card."""
        large = sum(cycle.large_halves for cycle in self.cycles) if self.deck.size % 2 else 0
        return large + sum(cycle.small_halves for cycle in self.cycles)

    @property
    def deals_in_halves(self) -> int:
        """How many deals in halves there are, counted in the same way."""
        return self.deck.arrangements * (1 + self.deck.size % 2)

    @property
    def longest_stem(self) -> int:
        """The tricks of the longest way to a cycle; 0 if there is none."""
        return max((cycle.stem_tricks for cycle in self.cycles), default=0)

    @property
    def with_seats(self) -> int:
        """How many cycles there are if it is told apart which seat leads."""
        return sum(1 if cycle.turned else 2 for cycle in self.cycles)


@dataclass(frozen=True, slots=True)
class Progress:
    """So many positions, of all, have their fate; so many cycles are known."""

    done: int
    positions: int
    cycles: int


def positions_of(deck: Deck) -> int:
    """How many positions a deck has: every arrangement with every cut that leaves each seat a card."""
    return deck.arrangements * (deck.size - 1)


def fits(deck: Deck) -> bool:
    """Whether the positions of a deck have room in memory now, a byte for each."""
    return positions_of(deck) <= max(0, psutil.virtual_memory().available - SPARE)


def check_fits(deck: Deck, advice: str = "choose a smaller deck") -> None:
    """Refuse a deck whose positions have no room in memory, with advice. Raises DeckError."""
    if not fits(deck):
        raise DeckError(_no_room(deck, f"{psutil.virtual_memory().available >> 20:,} MiB are free: {advice}"))


def _no_room(deck: Deck, why: str) -> str:
    positions = positions_of(deck)
    many = f"{positions:,}" if positions < 10**15 else f"10^{len(str(positions)) - 1}"
    return f"deck {deck} has {many} positions, which take a byte of memory each, and {why}"


def survey(deck: Deck, end: End = End.MUST_PLAY, threads: int = 1) -> Survey:
    """Visit every position of the deck. Raises DeckError for a deck that has no room in memory."""
    *_, last = surveying(deck, end, threads)
    if not isinstance(last, Survey):
        raise AssertionError("the last event is the survey")
    return last


def surveying(deck: Deck, end: End = End.MUST_PLAY, threads: int = 1) -> Generator[Progress | Survey]:
    """The same, as it goes on; the last event is the survey. Closing it ends the threads.

    early_stop and lead_on have the cycles of must_play: they cut short, or lengthen, only games that end in that trick
    in any case. immediate ends other games as well, and is walked with tricks of its own. Raises DeckError.
    """
    check_fits(deck)
    try:
        marks = np.zeros(positions_of(deck), np.uint8)
    except MemoryError as error:
        raise DeckError(_no_room(deck, "the system has no room for them: choose a smaller deck")) from error
    space = _Space(deck, tables_of(deck), 1 if end is End.IMMEDIATE else 0, marks)
    found: set[int] = set()
    yield from _explored(space, threads, found)
    cycles = yield from _measured(space, sorted(found))
    yield Survey(deck, end, len(marks), cycles, tuple(_first_fair(space)))


@dataclass(frozen=True, slots=True)
class _Space:
    deck: Deck
    tables: Tables
    kept: int
    marks: Marks

    def text(self, state: int) -> str:
        """A position as `--deal` takes a deal."""
        arrangement, cut = divmod(state, self.deck.size - 1)
        cards = cards_of(unrank(arrangement, self.tables), self.deck.size)
        return f"{format_zone(cards[: cut + 1])}/{format_zone(cards[cut + 1 :])}"


# --- what becomes of each position ---


def _explored(space: _Space, threads: int, found: set[int]) -> Iterator[Progress]:
    """Mark every position, and add the least state of every cycle to what is found."""
    positions = len(space.marks)
    work = _Work(space, deque(range(0, positions, BLOCK)), found)
    with ThreadPoolExecutor(threads) as pool:
        waiting = {pool.submit(work.carry_out) for _ in range(threads)}
        try:
            while waiting:
                ready, waiting = wait(waiting, LOOK)
                for each in ready:
                    each.result()
                yield Progress(min(work.done, positions), positions, len(found))
        finally:
            work.stopped = True


class _Work:
    """What the threads share. `done` counts positions that two threads mark at once twice, and is for show."""

    def __init__(self, space: _Space, blocks: deque[int], found: set[int]) -> None:
        self.stopped = False
        self.done = 0
        self._space, self._blocks, self._found = space, blocks, found
        self._lock = threading.Lock()

    def carry_out(self) -> None:
        """Take up one block after another, until none is left."""
        space, path = self._space, np.empty(SHORTEST_PATH, np.int64)
        while (block := self._block()) is not None:
            at, stop = block
            while at < stop and not self.stopped:
                at, done, least, short = walks.explore(space.marks, space.tables, space.kept, at, stop, SLICE, path)
                if short:
                    path = np.empty(2 * len(path), np.int64)
                with self._lock:
                    self.done += done
                    if least != NO_STATE:
                        self._found.add(least)

    def _block(self) -> tuple[int, int] | None:
        with self._lock:
            if self.stopped or not self._blocks:
                return None
            first = self._blocks.popleft()
        return first, min(first + BLOCK, len(self._space.marks))


# --- how far they are from their cycles ---


def _measured(space: _Space, found: Iterable[int]) -> Generator[Progress, None, tuple[Cycle, ...]]:
    """The cycles by their least positions, and what runs into them."""
    leasts = list(found)
    if not leasts:
        return ()
    lengths = [_length(space, least) for least in leasts]
    rings = _rings(space, leasts, [tricks for tricks, _, _ in lengths])
    tallies = np.zeros((len(leasts), 6), np.int64)
    tallies[:, walks.FARTHEST] = leasts
    at, positions = 0, len(space.marks)
    while at < positions:
        stop = min(at + 16 * BLOCK, positions)
        at = walks.measure(space.marks, space.tables, space.kept, at, stop, SLICE, rings, tallies)
        if at == NO_STATE:
            raise RuntimeError(f"deck {space.deck}: a position never ends, and no cycle is known that it comes to")
        yield Progress(positions, positions, len(leasts))
    return tuple(
        _cycle(space, least, *length, tally.tolist())
        for least, length, tally in zip(leasts, lengths, tallies, strict=True)
    )


def _cycle(space: _Space, least: int, tricks: int, cards: int, turned: int, tally: list[int]) -> Cycle:
    positions, small, large, stem_tricks, stem_cards, farthest = tally
    position, begin = space.text(least), space.text(farthest)
    return Cycle(position, tricks, cards, bool(turned), positions, small, large, stem_tricks, stem_cards, begin)


def _length(space: _Space, least: int) -> tuple[int, int, int]:
    return walks.go_round(least, space.marks, space.tables, space.kept, np.empty(0, np.int64))


def _rings(space: _Space, leasts: list[int], tricks: list[int]) -> Numbers:
    """All states of cycles, ascending, and the number of the cycle of each."""
    states, numbers = [], []
    for number, (least, length) in enumerate(zip(leasts, tricks, strict=True)):
        ring = np.empty(length, np.int64)
        walks.go_round(least, space.marks, space.tables, space.kept, ring)
        states.append(ring)
        numbers.append(np.full(length, number, np.int64))
    rings = np.array([np.concatenate(states), np.concatenate(numbers)])
    return np.ascontiguousarray(rings[:, np.argsort(rings[0])])


def _first_fair(space: _Space) -> Iterator[str]:
    """The first deals in halves that never end."""
    size, listed = space.deck.size, 0
    halves = sorted({size // 2, size - size // 2})
    rows = space.marks.reshape(-1, size - 1)
    for first in range(0, len(rows), BLOCK):
        columns = rows[first : first + BLOCK, halves[0] - 1 : halves[-1]]
        for row, column in zip(*np.nonzero(columns >= NEVER_ENDS), strict=True):
            if listed == MOST_LISTED:
                return
            yield space.text((first + int(row)) * (size - 1) + halves[int(column)] - 1)
            listed += 1


def finding(one: Survey, seconds: float = 0.0, game: str = "beggar") -> Finding:
    """The survey as evidence: what never ends is known by having walked every position.

    That a game can be endless is a fact of the game and no failure, so it is stated as a count that holds.
    """
    number = one.fair
    halves = f"exactly {number_of(number, 'deal')} in halves never end{'s' if number == 1 else ''}"
    return Finding(
        subject=f"cycles of {one.deck}",
        statement=f"two seats, all cuts: {number_of(len(one.cycles), 'cycle')} up to exchange of seats, with"
        f" {number_of(one.in_cycles, 'position')}; {number_of(one.never_end, 'position')} never"
        f" end{'s' if one.never_end == 1 else ''}; {halves if number else 'every deal in halves ends'}",
        game=game,
        grade=Grade.EXHAUSTED,
        verdict=Verdict.HELD,
        seats=(2,),
        choices={} if one.end is End.MUST_PLAY else {"end": str(one.end)},
        seconds=seconds,
        space=f"every arrangement of {one.deck} with every cut, the leader's hand first; hands as classes",
        space_size=one.positions,
        examples=one.endless_deals,
    )
