"""What may be slapped, as the rules say it: what each situation is, and which cards count for it.

A situation is a condition on the ranks of a few cards: the three that were laid last, and the lowest one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from model.cards import ACE, HIDDEN, KING, QUEEN, RANKS, TEN
from model.piles import slaps
from model.piles.rulebook import SlapPriority
from model.piles.state import Phase
from solver.obligations.piles.demands import face
from solver.obligations.piles.order import Piles, agreed, in_phase
from solver.obligations.slaps.order import laid_in_trick
from solver.terms import Bool, Int, Zone, and_, equal, ite, number, one_of, or_, truth
from solver.values import Record

HIGHEST: Final = 3
"""So many of the cards laid last are looked at by some situation."""

# --- what the situations are ---


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards that count: how many there are, and the faces of those laid last (the last one first) and lowest.

    A face says something only where there are so many cards.
    """

    count: Int
    last: tuple[Int, ...]
    lowest: Int


def _match(one: Int, other: Int) -> Bool:
    """Whether two faces are one rank; a card that lies face down matches nothing."""
    return equal(one, other) & ~equal(one, number(HIDDEN))


def _in_either_order(seen: Seen, first: int, second: int) -> Bool:
    """Whether the last two cards are these, in either order."""
    one, other = seen.last[:2]
    pair = equal(one, number(first)) & equal(other, number(second))
    return pair | (equal(one, number(second)) & equal(other, number(first)))


def double(setting: Piles, seen: Seen) -> Bool:
    """The last two cards have one rank."""
    return (seen.count >= 2) & _match(seen.last[0], seen.last[1])


def bottom_match(setting: Piles, seen: Seen) -> Bool:
    """Of two cards or more the last one has the rank of the lowest."""
    return (seen.count >= 2) & _match(seen.last[0], seen.lowest)


def sandwich(setting: Piles, seen: Seen) -> Bool:
    """The last card has the rank of the one two below it."""
    return (seen.count >= 3) & _match(seen.last[0], seen.last[2])


def ten(setting: Piles, seen: Seen) -> Bool:
    """The last two cards are ace and nine, two and eight, and so on: together ten."""
    pairs = [_in_either_order(seen, ACE if low == 1 else low, TEN - low) for low in range(1, 6)]
    return (seen.count >= 2) & or_(*pairs)


def marriage(setting: Piles, seen: Seen) -> Bool:
    """The last two cards are a king and a queen."""
    return (seen.count >= 2) & _in_either_order(seen, KING, QUEEN)


def run3(setting: Piles, seen: Seen) -> Bool:
    """The last three cards go up or down by one rank each."""
    runs = [
        and_(*(equal(each, number(rank)) for each, rank in zip(seen.last, ranks, strict=True)))
        for low in RANKS[:-2]
        for ranks in ((low, low + 1, low + 2), (low + 2, low + 1, low))
    ]
    return (seen.count >= 3) & or_(*runs)


def rank_trigger(setting: Piles, seen: Seen) -> Bool:
    """The last card has one of the ranks that were agreed on."""
    return (seen.count >= 1) & one_of(seen.last[0], setting.declared.trigger_ranks)


SITUATIONS: Final[Mapping[object, Callable[[Piles, Seen], Bool]]] = {
    slaps.double: double,
    slaps.bottom_match: bottom_match,
    slaps.sandwich: sandwich,
    slaps.ten: ten,
    slaps.marriage: marriage,
    slaps.run3: run3,
    slaps.rank_trigger: rank_trigger,
}


def is_shown(setting: Piles, seen: Seen) -> Bool:
    """Whether the cards show any of the situations that were agreed on."""
    return or_(*(SITUATIONS[each](setting, seen) for each in setting.declared.slaps))


# --- which cards count ---


def whole_pile(setting: Piles, pile: Zone) -> Seen:
    """A pile of which every card counts."""
    size = setting.theory.length(pile)

    def at(place: Int) -> Int:
        return face(setting, setting.theory.card(pile, place))

    return Seen(size, tuple([at(size - down) for down in range(1, HIGHEST + 1)]), at(number(0)))


def lies_hidden(setting: Piles, table: Record, place: Int) -> Bool:
    """Whether the card at this place of the middle is one that was left over and is not shown."""
    burned, left = table.int("burned"), table.int("left")
    return (place > burned) & (place < burned + left)


def middle_seen(setting: Piles, table: Record) -> Seen:
    """What counts of the middle: not what was burned, and what lies hidden only as a mark, unless it was agreed."""
    middle, theory = table.zone("middle"), setting.theory
    size = theory.length(middle)
    all_count = agreed(hidden_cards_match="yes")(setting.declared)
    burned_count = agreed(burned_count_for_slaps="yes")(setting.declared)
    lowest = number(0) if burned_count else table.int("burned")

    def at(place: Int) -> Int:
        hidden = truth(not all_count) & lies_hidden(setting, table, place)
        return ite(hidden, number(HIDDEN), face(setting, theory.card(middle, place)))

    return Seen(size - lowest, tuple([at(size - down) for down in range(1, HIGHEST + 1)]), at(lowest))


def is_open(setting: Piles, table: Record) -> Bool:
    """Whether hands may come at all: while cards are laid, and on a won pile where slaps come before the taking."""
    before = truth(setting.declared.slap_priority is SlapPriority.BEFORE_COLLECTION)
    return in_phase(table, Phase.LAYING) | (before & in_phase(table, Phase.WON))


def may_be_slapped(setting: Piles, table: Record) -> Bool:
    """Whether the middle shows a situation, and somebody has laid the card that made it."""
    laid = laid_in_trick(setting, table) > 0
    return is_open(setting, table) & laid & is_shown(setting, middle_seen(setting, table))


def looked_at(setting: Piles, table: Record) -> tuple[Int, ...]:
    """The places of the middle that some situation looks at."""
    size = setting.theory.length(table.zone("middle"))
    return (*(size - down for down in range(1, HIGHEST + 1)), table.int("burned"), number(0))
