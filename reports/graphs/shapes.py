"""Where the positions of a picture stand: a cycle as a ring of two columns, and the trees that grow out of it.

Play goes down the left column of a ring and up the right one. The trees of the left column grow to the left, those of
the right column to the right: one line for each position, so that no boxes touch and no arrows of a tree cross. A win
is the root of one tree, which grows to the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

LEFT, RIGHT = -1, 1
GAP: Final = 76
"""Between two columns."""
RING_GAP: Final = 104
"""Between the two columns of a ring."""
RING_ROW: Final = 18
"""How much more room there is between the lines of a ring than between those of a tree."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a position stands: how many columns from the ring or the win, on which side, and the middle of its line."""

    depth: int
    side: int
    y: float


@dataclass(frozen=True, slots=True)
class Shape:
    """All spots of a picture, and how far it reaches to both sides and down. `left` and `right` are the ring."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    spots: dict[str, Spot]
    height: float

    def reach(self, side: int) -> int:
        """How many columns there are on this side of the ring."""
        return max((spot.depth for spot in self.spots.values() if spot.side == side), default=0)


def halves(roots: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two columns of a ring, each from top to bottom."""
    half = (len(roots) + 1) // 2
    return roots[:half], roots[half:][::-1]


def shape(roots: tuple[str, ...], before: dict[str, list[str]], row: float) -> Shape:
    """Stand the roots in a ring, each with the tree of the positions before it; `row` is the height of a line."""
    left, right = halves(roots)
    spots: dict[str, Spot] = {}
    y = 0.0
    for place, name in enumerate(left):
        pair = [(name, LEFT)] + [(other, RIGHT) for other in right[place : place + 1]]
        trees = [(side, _tree(before, root, row), root) for root, side in pair]
        middle = y + max(RING_ROW / 2 * (place > 0) + row / 2, *(tree[root][1] for _, tree, root in trees))
        for side, tree, root in trees:
            for each, (depth, height) in tree.items():
                spots[each] = Spot(depth, side, middle + height - tree[root][1])
        y = max(middle + RING_ROW / 2, *(spots[each].y for _, tree, _ in trees for each in tree)) + row / 2
    return Shape(left, right, spots, y)


def _tree(before: dict[str, list[str]], root: str, row: float) -> dict[str, tuple[int, float]]:
    """For each position of a tree its depth, and the middle of its line below the top of the tree.

    A position stands in the middle of those just before it.
    """
    placed: dict[str, tuple[int, float]] = {}
    leaves = 0
    for name, depth in _children_first(before, root):
        around = [placed[each][1] for each in before[name]]
        placed[name] = depth, (around[0] + around[-1]) / 2 if around else (leaves + 0.5) * row
        leaves += not around
    return placed


def _children_first(before: dict[str, list[str]], root: str) -> Iterator[tuple[str, int]]:
    waiting = [(root, 0, False)]
    while waiting:
        name, depth, seen = waiting.pop()
        if seen:
            yield name, depth
        else:
            waiting.append((name, depth, True))
            waiting += [(each, depth + 1, False) for each in reversed(before[name])]
