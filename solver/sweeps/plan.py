"""What is swept: which deals, under which end rule, and in which pieces.

A piece (a chunk) depends on the plan and on its own number alone, so that it gives the same counts wherever and
whenever it is played.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

import msgspec

from model.deal import pack
from model.piles.points import choices
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book, CountCards, CountTricks, demand
from solver.counting.decks import Deck, deck_of

ALL: Final = "all"
MOST_DEALS: Final = 10**15
MOST_IN_A_CHUNK: Final = 10_000_000
"""Each deal of a chunk takes about 100 bytes while it is played."""
MOST_CHUNKS: Final = 1_000_000
MOST_SEED: Final = 2**63 - 1
SWEPT: Final = ("beggar", "camicia")
FREE: Final = frozenset({"end", "pay_map", "count_cards", "count_tricks"})
"""Rule points that may be chosen: the kernel knows all ends, the pay map makes the deck, the rest is counting."""
_NUMBER: Final = re.compile(r"([0-9][0-9_]{0,30})([kmg]?)")
_SIZES: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


class SweepError(ValueError):
    """A sweep that cannot be made or gone on with. The message says what is wrong, and what would be right."""


class Plan(msgspec.Struct, frozen=True):
    """All that the counts of a sweep depend on.

    Random deals have a `seed`; deals in their order have None there, and `first` is the number of the first of them.
    `counts` is the deck: how many cards owe 0, 1, 2, 3, 4. `generator` names what deals; `fingerprint` is a hash of
    some deals and of how they go, so that another program, or another machine, cannot take its own counts for ours.
    """

    game: str
    choices: tuple[tuple[str, str], ...]
    counts: tuple[int, int, int, int, int]
    deals: int
    first: int
    seed: int | None
    chunk: int
    version: str
    generator: str = ""
    fingerprint: str = ""

    @property
    def deck(self) -> Deck:
        """The deck that is dealt."""
        return Deck(self.counts)

    @property
    def cut(self) -> int:
        """How many cards the leader gets: half of them, and the odd one."""
        return (sum(self.counts) + 1) // 2

    @property
    def end(self) -> str:
        """The wire name of the end rule."""
        return dict(self.choices)["end"]

    @property
    def counts_failed_draw(self) -> bool:
        """Whether a card that somebody had to lay and did not have is counted."""
        return dict(self.choices)["count_cards"] == CountCards.LAID_AND_FAILED_DRAW

    @property
    def counts_last_pile(self) -> bool:
        """Whether a last pile that nobody has collected is a trick."""
        return dict(self.choices)["count_tricks"] == CountTricks.WITH_LAST_PILE

    @property
    def chosen(self) -> dict[str, str]:
        """The choices that are not the game's default."""
        default = choices(PROFILES[self.game])
        return {point: way for point, way in self.choices if default[point] != way}

    @property
    def chunks(self) -> int:
        """How many pieces there are."""
        return -(-self.deals // self.chunk)

    @property
    def exhausts(self) -> bool:
        """Whether every deal of the deck is played."""
        return self.seed is None and self.deals == self.deck.arrangements

    def first_of(self, number: int) -> int:
        """The number of the first deal of a chunk."""
        return self.first + number * self.chunk

    def size_of(self, number: int) -> int:
        """How many deals a chunk has: the last one may have fewer."""
        return min(self.chunk, self.deals - number * self.chunk)


class Wanted(msgspec.Struct, frozen=True):
    """What the user says, as text. `first` is None for random deals; `deck` is empty for the game's own."""

    deck: str
    deals: str
    first: int | None
    seed: int
    chunk: str


def plan_of(book: Book, wanted: Wanted, version: str) -> Plan:
    """The plan of a sweep, but for who deals. Raises SweepError, DeckError."""
    _check_book(book)
    deck = deck_of(wanted.deck) if wanted.deck else own_deck(book)
    if not 0 <= wanted.seed <= MOST_SEED:
        raise SweepError(f"the seed {wanted.seed} is out of range: give a number from 0 to {MOST_SEED}")
    in_order = wanted.deals == ALL or wanted.first is not None
    deals, first = _deals(wanted, deck) if in_order else (number_of(wanted.deals, "--deals"), 0)
    chunk = number_of(wanted.chunk, "--chunk")
    if chunk > MOST_IN_A_CHUNK:
        raise SweepError(f"a chunk of {chunk:,} deals would not fit into memory: give at most {MOST_IN_A_CHUNK:,}")
    if not in_order and deals > MOST_DEALS:
        raise SweepError(f"{deals:,} deals are too many: give at most {MOST_DEALS:,}")
    if -(-deals // chunk) > MOST_CHUNKS:
        raise SweepError(
            f"{deals:,} deals in chunks of {chunk:,} are {-(-deals // chunk):,} chunks, and a sweep has at most"
            f" {MOST_CHUNKS:,}: " + ("sweep a part, with --from and --deals" if in_order else "give a larger --chunk")
        )
    seed = None if in_order else wanted.seed
    return Plan(book.game, tuple(choices(book).items()), deck.counts, deals, first, seed, chunk, version)


def own_deck(book: Book) -> Deck:
    """The deck that two seats play with, as classes by the book's pay map."""
    owed = Counter(int(demand(book, card)) for card in pack(book.ranks, 1))
    return Deck((owed[0], owed[1], owed[2], owed[3], owed[4]))


def number_of(text: str, option: str) -> int:
    """A number of deals as people write it: 500, 500k, 100m, 2g, 1_000_000. Raises SweepError."""
    found = _NUMBER.fullmatch(text.lower())
    number = int(found[1].replace("_", "")) * _SIZES[found[2]] if found is not None else 0
    if number < 1:
        or_all = " or all" if option == "--deals" else ""
        raise SweepError(f"{option} {text[:40]} is no number of deals: write for example 1000, 500k or 100m{or_all}")
    return number


def _deals(wanted: Wanted, deck: Deck) -> tuple[int, int]:
    """How many deals in their order, and from which. Raises SweepError for deals that are not there."""
    first, there = wanted.first or 0, deck.arrangements
    deals = there - first if wanted.deals == ALL else number_of(wanted.deals, "--deals")
    if first >= there or first + deals > there:
        raise SweepError(
            f"{deck} has {there:,} deals, the first of them number 0: there are none from {max(first, there):,} on"
        )
    return deals, first


def _check_book(book: Book) -> None:
    """Refuse rules that the kernel does not play. Raises SweepError."""
    if book.game not in SWEPT:
        raise SweepError(f"{book.game} is not swept: the kernel plays two-seat games of {' and '.join(SWEPT)}")
    wrong = other_choices(choices(book), choices(PROFILES[book.game]))
    if wrong:
        raise SweepError(
            f"{', '.join(f'{point}={way}' for point, way in wrong.items())}: the kernel plays these games with other"
            f" choices at {', '.join(sorted(FREE))} only; play and verify know all of them"
        )


def other_choices(chosen: Mapping[str, str], default: Mapping[str, str]) -> dict[str, str]:
    """The choices that differ from the default where the kernel knows only that."""
    return {point: way for point, way in chosen.items() if point not in FREE and way != default[point]}
