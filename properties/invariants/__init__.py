"""What must hold, whatever the deck: named statements, each with the clauses it speaks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Final

from model.cards import Zone
from model.game import Act, Applied, Refused, Seat, Tick
from model.piles.play import deal_pack, enabled, step, unslapped
from model.piles.rulebook import Book
from model.piles.run import Timeline, slap_tick
from model.piles.slaps import slappable
from model.piles.state import Phase, Table
from model.register import load
from properties.invariants.core import Dealing, Game, Invariant, Kind, Step, Tally, Violation, agrees, step_of
from properties.invariants.deals import DEALS
from properties.invariants.games import GAMES
from properties.invariants.parties import PARTIES
from properties.invariants.slap_rights import IS_ANSWERED, RIGHTS, answer, ways_to_slap
from properties.invariants.slap_steps import SLAP_STEPS
from properties.invariants.steps import STEPS
from properties.invariants.tables import TABLES
from properties.invariants.takings import TAKINGS

Anything = Invariant[Table] | Invariant[Step] | Invariant[Game] | Invariant[Dealing] | Invariant[int]

ON_TABLES: Final = (*TABLES, *RIGHTS)
ON_STEPS: Final = (*STEPS, *TAKINGS, *SLAP_STEPS)
INVARIANTS: Final[tuple[Anything, ...]] = (*TABLES, IS_ANSWERED, *RIGHTS, *ON_STEPS, *GAMES, *DEALS, *PARTIES)

Slapping = Callable[[Book, Table, int], tuple[Seat, ...]]
"""Whose hands come down on this table after so many cards, the undermost first; nobody's, if empty."""
ASIDE: Final = 60
"""In so many ticks of a game every slap is tried aside; after that one in each tick, and all where they are right."""

__all__ = [
    "INVARIANTS",
    "Anything",
    "Dealing",
    "Game",
    "Invariant",
    "Kind",
    "Slapping",
    "Step",
    "Tally",
    "Violation",
    "agrees",
    "by_chance",
    "by_timeline",
    "check_deal",
    "check_game",
    "check_party",
    "check_step",
    "check_table",
    "clauses_for",
    "nobody_slaps",
    "step_of",
]


@lru_cache(maxsize=4096)
def clauses_for(game: str, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the clauses that speak of a game, or of the game it builds on."""
    register = load()
    own = {game, register.base_of(game)}
    return tuple(id for id in clauses if own & set(register.clauses[id].games))


def check_table(book: Book, table: Table, tally: Tally, where: str = "") -> Iterator[Violation]:
    """What does not hold of one table. A book that breaks on a slap is not asked what may be slapped."""
    broken = tally.check(IS_ANSWERED, book, table, where)
    if broken is not None:
        yield broken
    yield from tally.check_all(TABLES if broken else ON_TABLES, book, table, where)


def check_step(
    book: Book, before: Table, after: Table, tally: Tally, where: str = "", tick: Tick = ()
) -> Iterator[Violation]:
    """What does not hold of one tick and of the table it leads to; without a tick it is what happens unslapped."""
    yield from tally.check_all(ON_STEPS, book, step_of(book, before, after, tick), where)
    yield from check_table(book, after, tally, where)


def nobody_slaps(book: Book, table: Table, cards: int) -> tuple[Seat, ...]:
    """Nobody ever slaps."""
    return ()


def by_timeline(timeline: Timeline) -> Slapping:
    """Hands come down as a timeline says, each of them once."""
    left = dict(timeline)

    def slapping(book: Book, table: Table, cards: int) -> tuple[Seat, ...]:
        return left.pop(cards, ())

    return slapping


def by_chance(chance: Random) -> Slapping:
    """Hands come down now and then, and more often where they are right: one of them, or several in any order."""

    def slapping(book: Book, table: Table, cards: int) -> tuple[Seat, ...]:
        seats = [action.seat for action in enabled(book, table) if action.act is Act.SLAP]
        if not seats or chance.random() > (0.5 if slappable(book, table) else 0.2):
            return ()
        number = 1 if chance.random() < 0.6 else chance.randint(1, len(seats))
        return tuple(chance.sample(seats, number))

    return slapping


def check_game(
    book: Book,
    table: Table,
    budget: int,
    tally: Tally | None = None,
    slapping: Slapping = nobody_slaps,
    aside: int = ASIDE,
) -> Iterator[Violation]:
    """Play a game for at most so many ticks and say what does not hold, tick by tick and of the game as a whole.

    Where slaps are played, each tick is also looked at as if hands had come down before it: one seat's alone, and all
    at once; after `aside` ticks one of these in each. Where chance is asked, piles keep their order. A slap that the
    book does not let happen is left out; any other book that breaks the game may raise what its rules raise.
    """
    counts = tally or Tally()
    start = table
    cards = 0
    yield from check_table(book, table, counts, "before the first card")
    for number in range(1, budget + 1):
        if table.phase == Phase.OVER:
            break
        where = f"tick {number}"
        yield from _look_aside(book, table, counts, number, aside)
        tick, after = _tick(book, table, slapping(book, table, cards))
        cards += table.phase == Phase.LAYING and tick == (unslapped(book, table),)
        yield from check_step(book, table, after, counts, where, tick)
        table = after
    yield from counts.check_all(GAMES, book, Game(start, budget), "the whole game")


def _look_aside(book: Book, table: Table, tally: Tally, number: int, aside: int) -> Iterator[Violation]:
    """What does not hold of any slap that could come before this tick. A book that breaks on one is left alone."""
    if not book.slapping:
        return
    ways = ways_to_slap(book, table)
    if number > aside and ways and not slappable(book, table):
        ways = (ways[number % len(ways)],)
    answers = [(tick, answer(book, table, tick)) for tick in ways]
    if any(found is None for _, found in answers):
        return
    for tick, found in answers:
        if isinstance(found, Applied):
            hands = " ".join(str(action.seat) for action in tick)
            where = f"hands {hands} before tick {number}"
            yield from tally.check_all(ON_STEPS, book, step_of(book, table, found.state, tick), where)
            if found.state != table:
                yield from tally.check_all(ON_TABLES, book, found.state, where)


def _tick(book: Book, table: Table, hands: tuple[Seat, ...]) -> tuple[Tick, Table]:
    """The tick that is played, and what comes of it: the slap that is wished, if it can be, or the next card."""
    wished = answer(book, table, slap_tick(hands)) if hands else None
    if isinstance(wished, Applied):
        return slap_tick(hands), wished.state
    allowed = (unslapped(book, table),)
    applied = step(book, table, allowed)
    assert not isinstance(applied, Refused), "the rules refuse what they themselves allow"
    return allowed, applied.state


def check_deal(book: Book, deck: Zone, seats: int, dealer: Seat, tally: Tally | None = None) -> Iterator[Violation]:
    """What does not hold of a pack that is dealt."""
    table = deal_pack(book, deck, seats, dealer)
    where = f"{len(deck)} cards to {seats} seats by dealer {dealer}"
    yield from (tally or Tally()).check_all(DEALS, book, Dealing(deck, seats, dealer, table), where)


def check_party(book: Book, seats: int, tally: Tally | None = None) -> Iterator[Violation]:
    """What does not hold of the packs and the deal for a number of seats, even one that should be refused."""
    yield from (tally or Tally()).check_all(PARTIES, book, seats, f"{seats} seats")
