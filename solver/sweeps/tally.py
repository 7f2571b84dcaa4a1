"""What is counted of the games of a sweep: whole numbers alone, so that parts can be put together in any order."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

import msgspec

from solver.sweeps.plan import Plan, SweepError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from solver.kernel.batch import Batch, Results

MOST_LOOPS: Final = 100
"""So many endless deals are kept, those that come first; all of them are counted."""

_LONGEST: Final = 2**63 - 1
"""The kernel counts no further."""


class Record(msgspec.Struct, frozen=True, order=True):
    """One game that is the longest or shortest: its number in the sweep, its deal, and how it went (A leads)."""

    number: int
    deal: str
    cards: int
    tricks: int
    winner: int


class Endless(msgspec.Struct, frozen=True, order=True):
    """One deal that never ends: its number in the sweep, and its cycle."""

    number: int
    deal: str
    stem_cards: int
    stem_tricks: int
    period_cards: int
    period_tricks: int


class Tally(msgspec.Struct, frozen=True):
    """The counts of a part of a sweep, or of all of it.

    `cards` and `tricks` say how many games that end have so many. Of equally long games the one that comes first in
    the sweep is kept, and of endless deals those that come first.
    """

    deals: int = 0
    leader_wins: int = 0
    endless: int = 0
    cards: dict[int, int] = {}
    tricks: dict[int, int] = {}
    longest: Record | None = None
    most_tricks: Record | None = None
    shortest: Record | None = None
    loops: tuple[Endless, ...] = ()

    @property
    def ended(self) -> int:
        """How many games end."""
        return self.deals - self.endless


def merged(tallies: Iterable[Tally]) -> Tally:
    """The counts of all these parts together."""
    parts = list(tallies)
    return Tally(
        deals=sum(each.deals for each in parts),
        leader_wins=sum(each.leader_wins for each in parts),
        endless=sum(each.endless for each in parts),
        cards=_added(each.cards for each in parts),
        tricks=_added(each.tricks for each in parts),
        longest=_first((each.longest for each in parts), lambda game: -game.cards),
        most_tricks=_first((each.most_tricks for each in parts), lambda game: -game.tricks),
        shortest=_first((each.shortest for each in parts), lambda game: game.cards),
        loops=tuple(sorted(chain.from_iterable(each.loops for each in parts))[:MOST_LOOPS]),
    )


def _added(parts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    total: Counter[int] = Counter()
    for each in parts:
        total.update(each)
    return dict(sorted(total.items()))


def _first(games: Iterable[Record | None], by: Callable[[Record], int]) -> Record | None:
    """The game that is least by some measure, and of several the one that comes first."""
    return min((game for game in games if game is not None), key=lambda game: (by(game), game.number), default=None)


# --- counting the games of a batch ---


def tally_of(plan: Plan, batch: Batch, results: Results, first: int) -> Tally:
    """The counts of a batch whose first deal has the number `first` in the sweep."""
    import numpy as np

    from solver.kernel.batch import ENDLESS, counted, deals_of

    ended = np.flatnonzero(results.winner != ENDLESS)
    plainly = (results.cards[ended], results.tricks[ended], results.unanswered[ended], results.left[ended])
    cards, tricks = counted(*plainly, plan.count_cards, plan.count_tricks)

    def record(place: int) -> Record:
        game = int(ended[place])
        (deal,) = map(str, deals_of(batch, [game]))
        return Record(first + game, deal, int(cards[place]), int(tricks[place]), int(results.winner[game]))

    some = len(ended) > 0
    return Tally(
        deals=len(batch),
        leader_wins=int(np.count_nonzero(results.winner == 0)),
        endless=len(batch) - len(ended),
        cards=_histogram(cards),
        tricks=_histogram(tricks),
        longest=record(int(np.argmax(cards))) if some else None,
        most_tricks=record(int(np.argmax(tricks))) if some else None,
        shortest=record(int(np.argmin(cards))) if some else None,
        loops=_loops(batch, results, first),
    )


def _histogram(numbers: npt.NDArray[np.int64]) -> dict[int, int]:
    import numpy as np

    times = np.bincount(numbers)
    return {int(number): int(times[number]) for number in np.flatnonzero(times)}


def _loops(batch: Batch, results: Results, first: int) -> tuple[Endless, ...]:
    from solver.kernel.batch import deals_of

    loops = results.loops
    games = [int(game) for game in loops.game[:MOST_LOOPS]]
    columns = (loops.stem_cards, loops.stem_tricks, loops.period_cards, loops.period_tricks)
    return tuple(
        Endless(first + game, str(deal), *(int(column[at]) for column in columns))
        for at, (game, deal) in enumerate(zip(games, deals_of(batch, games), strict=True))
    )


# --- as they are sent and kept ---


def encoded(tally: Tally) -> bytes:
    """The counts as text, the same for the same counts."""
    return msgspec.json.encode(tally)


def packed(tally: Tally) -> bytes:
    """The counts as a few kilobytes."""
    return zlib.compress(encoded(tally))


def unpacked(content: bytes, plan: Plan, number: int) -> Tally:
    """The counts of a chunk. Raises SweepError for what cannot be the counts of this chunk."""
    try:
        tally = msgspec.json.decode(zlib.decompress(content), type=Tally)
    except (zlib.error, msgspec.DecodeError, TypeError, ValueError) as error:
        raise SweepError(f"the counts of chunk {number} cannot be read ({error})") from error
    games = (sum(tally.cards.values()), sum(tally.tricks.values()))
    fits = tally.deals == plan.size_of(number) and games == (tally.ended, tally.ended)
    if not (fits and 0 <= tally.leader_wins <= tally.ended <= tally.deals and _are_counts(tally)):
        raise SweepError(f"the counts of chunk {number} do not add up to its {plan.size_of(number):,} deals")
    first, behind = plan.first_of(number), plan.first_of(number) + tally.deals
    named = [one.number for one in (tally.longest, tally.most_tricks, tally.shortest, *tally.loops) if one is not None]
    if not all(first <= each < behind for each in named):
        raise SweepError(f"the counts of chunk {number} name deals of another chunk")
    deals = [one.deal for one in (tally.longest, tally.most_tricks, tally.shortest, *tally.loops) if one is not None]
    if not all(_is_dealt(each, plan) for each in deals):
        raise SweepError(f"the counts of chunk {number} name deals that are not of {plan.deck}")
    if not _names_its_games(tally):
        raise SweepError(f"the counts of chunk {number} name games that they do not have, or leave some out")
    return tally


def _are_counts(tally: Tally) -> bool:
    """Whether the numbers can be those of games, and of cycles."""
    histograms = (tally.cards, tally.tricks)
    lengths = all(0 <= length <= _LONGEST for each in histograms for length in each)
    games = all(times > 0 for each in histograms for times in each.values())
    stems = all(0 <= each.stem_cards <= _LONGEST and 0 <= each.stem_tricks <= _LONGEST for each in tally.loops)
    periods = all(0 < each.period_cards <= _LONGEST and 0 <= each.period_tricks <= _LONGEST for each in tally.loops)
    return lengths and games and stems and periods


def _is_dealt(deal: str, plan: Plan) -> bool:
    """Whether these are the cards of the deck, in two hands as they are dealt."""
    leaders, slash, others = deal.partition("/")
    return bool(slash) and len(leaders) == plan.cut and sorted(leaders + others) == sorted(plan.deck.letters)


def _names_its_games(tally: Tally) -> bool:
    """Whether the games that are named are the longest and the shortest of those counted, and each endless one once."""
    loops = [each.number for each in tally.loops]
    if len(loops) != min(tally.endless, MOST_LOOPS) or loops != sorted(set(loops)):
        return False
    longest, most_tricks, shortest = tally.longest, tally.most_tricks, tally.shortest
    if longest is None or most_tricks is None or shortest is None:
        return tally.ended == 0 and longest is most_tricks is shortest
    named = (longest, most_tricks, shortest)
    return (longest.cards, most_tricks.tricks, shortest.cards) == (
        max(tally.cards, default=0),
        max(tally.tricks, default=0),
        min(tally.cards, default=0),
    ) and all(game.cards in tally.cards and game.tricks in tally.tricks and game.winner in (0, 1) for game in named)
