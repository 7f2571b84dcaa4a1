"""Everything that runs into a cycle of two seats, searched backwards from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from model.cards import Labelling
from model.deal import Deal
from model.piles.rulebook import Book
from solver.cycles.predecessors import A, Position, following, predecessors

MOST_POSITIONS: Final = 1_000_000
"""A basin with more positions than this is not searched to its end."""


@dataclass(frozen=True, slots=True)
class Way:
    """The way from a position into the cycle: so many cards and tricks, none from within the cycle."""

    cards: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A balanced deal that runs into the cycle; or, if `mirrored`, into the cycle with the seats exchanged."""

    deal: Deal
    way: Way
    mirrored: bool


@dataclass(frozen=True, slots=True)
class Basin:
    """The positions (hands and leader) from which play runs into one cycle, its own among them.

    `ways` has every one of them. `without` counts those that no position leads to. A cycle with the seats exchanged
    is a cycle as well, mostly another one with a basin of its own, which is this one with the seats exchanged.
    """

    cycle: tuple[Position, ...]
    ways: Mapping[Position, Way] = field(default_factory=dict)
    without: int = 0
    complete: bool = False

    @property
    def depth(self) -> int:
        """Tricks from the farthest position to the cycle."""
        return max(way.tricks for way in self.ways.values())

    @property
    def mirrors_itself(self) -> bool:
        """Whether the cycle with the seats exchanged is this very cycle."""
        return self.cycle[0].exchanged in set(self.cycle)

    @property
    def up_to_exchange(self) -> Basin:
        """The same with positions that differ by an exchange of seats taken as one: A leads in each of them.

        Where the cycle mirrors itself that halves every number; elsewhere it changes none.
        """
        share = 2 if self.mirrors_itself else 1
        ways = {position.leader_first: way for position, way in self.ways.items()}
        cycle = tuple(dict.fromkeys(position.leader_first for position in self.cycle))
        return Basin(cycle, ways, self.without // share, self.complete)

    def entries(self) -> tuple[Entry, ...]:
        """The balanced deals: equal halves, an odd card with A, who leads. They are sorted by their hands.

        A position that B leads is a deal with the seats exchanged: there it runs into the mirrored cycle.
        """
        found: dict[Position, Entry] = {}
        itself = self.mirrors_itself
        for position, way in self.ways.items():
            first = position.leader_first
            if len(first.hands[0]) - len(first.hands[1]) in (0, 1):
                mirrored = position.leader != A and not itself
                found[first] = Entry(Deal(first.hands, Labelling.CLASS), way, mirrored)
        return tuple(found[position] for position in sorted(found, key=lambda each: each.hands))


def basin(
    book: Book,
    cycle: Iterable[Position],
    most: int = MOST_POSITIONS,
    tell: Callable[[int], None] = lambda positions: None,
) -> Basin:
    """Search backwards from the positions of a cycle, in the order of play, one trick at a time.

    It is not `complete` if there are more than `most` positions. `tell` gets the number found so far, now and then.
    Raises CannotGoBack for books that cannot be undone, and ValueError if the positions are no cycle.
    """
    going_round = tuple(cycle)
    for place, position in enumerate(going_round):
        if following(book, position) != going_round[(place + 1) % len(going_round)]:
            raise ValueError(f"no cycle: the position after {position} is another")
    ways = dict.fromkeys(going_round, Way(0, 0))
    without = 0
    layer: list[Position] = list(going_round)
    while layer:
        earlier: list[Position] = []
        for position in layer:
            way, found = ways[position], False
            for before in predecessors(book, position):
                found = True
                if before.position not in ways:
                    ways[before.position] = Way(way.cards + before.cards, way.tricks + 1)
                    earlier.append(before.position)
            without += not found
            if len(ways) > most:
                return Basin(going_round, ways, without)
        tell(len(ways))
        layer = earlier
    return Basin(going_round, ways, without, complete=True)
