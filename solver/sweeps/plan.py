"""What is swept: which deals, under which end rule, and in which pieces.

A piece (a chunk) depends on the plan and on its own number alone, so that it gives the same counts wherever and
whenever it is played.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import msgspec

from model.deal import pack
from model.piles.points import choices, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book, CountCards, CountTricks, demand
from solver.counting.decks import Deck, deck_of
from solver.kernel.oracle import EITHER_WAY

ALL: Final = "all"
MOST_DEALS: Final = 10**15
MOST_IN_A_CHUNK: Final = 10_000_000
"""Each deal of a chunk takes about 100 bytes while it is played."""
MOST_CHUNKS: Final = 1_000_000
MOST_SEED: Final = 2**63 - 1
_NUMBER: Final = re.compile(r"([0-9][0-9_]{0,30})([kmg]?)")
_SIZES: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


class SweepError(ValueError):
    """A sweep that cannot be made or gone on with. The message says what is wrong, and what would be right."""


class Plan(msgspec.Struct, frozen=True):
    """All that the counts of a sweep depend on.

    Random deals have a `seed`; deals in their order have None there, and `first` is the number of the first of them.
    `counts` is the deck: how many cards owe 0, 1, 2, 3, 4; the leader gets the first `cut`. `chunk` says in how large
    pieces the deals are played, and makes no difference to any of them. `generator` names what deals; `fingerprint` is
    a hash of some deals and of how they go, so that another program, or another machine, cannot take its own counts
    for ours.
    """

    game: str
    choices: tuple[tuple[str, str], ...]
    counts: tuple[int, int, int, int, int]
    cut: int
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
    def end(self) -> str:
        """The wire name of the end rule."""
        return dict(self.choices)["end"]

    @property
    def count_cards(self) -> CountCards:
        """How cards are counted."""
        return CountCards(dict(self.choices)["count_cards"])

    @property
    def count_tricks(self) -> CountTricks:
        """How tricks are counted."""
        return CountTricks(dict(self.choices)["count_tricks"])

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
    """The plan of a sweep, but for who deals. The kernel must be there. Raises SweepError, DeckError."""
    from solver.counting.rules import check_countable, leaders_cards

    _check_book(book)
    deck = deck_of(wanted.deck) if wanted.deck else own_deck(book)
    check_countable(book, deck)
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
    cut = leaders_cards(book, deck)
    return Plan(book.game, tuple(choices(book).items()), deck.counts, cut, deals, first, seed, chunk, version)


def check_plan(plan: Plan) -> None:
    """Refuse what no `plan_of` has made, as in a file that was edited. Raises SweepError."""
    first = plan.first if plan.seed is None else None
    try:
        wanted = Wanted(str(plan.deck), str(plan.deals), first, plan.seed or 0, str(plan.chunk))
        made = plan_of(choose(PROFILES[plan.game], dict(plan.choices)), wanted, plan.version)
    except (ValueError, KeyError, OverflowError) as error:
        raise SweepError(f"there is no such sweep ({error})") from error
    if msgspec.structs.replace(made, generator=plan.generator, fingerprint=plan.fingerprint) != plan:
        raise SweepError("there is no such sweep: its settings do not go together")


def own_deck(book: Book) -> Deck:
    """The deck that two seats play with, as classes by the book's pay map."""
    owed = Counter(int(demand(book, card)) for card in pack(book.ranks, book.packs(2)))
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
    if book.slapping:
        raise SweepError(
            f"{book.game} is not swept: it is played with slaps, and a deal does not decide who slaps: sweep beggar"
        )
    wrong = [f"{point}={way}" for point, way in choices(book).items() if way not in EITHER_WAY.get(point, frozenset())]
    if wrong:
        raise SweepError(f"{', '.join(wrong)}: the kernel does not play so; count knows such rules, for small decks")
