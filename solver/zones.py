"""Zone theories: what a solver is told of a pile of cards.

`MuTheory` tells it nothing of the cards but two numbers: how many there are, and their weight under a weighing that
stays unknown. Both are homomorphisms: for piles laid together they add up. Since the weighing is arbitrary, one proof
speaks of the number of cards, of the copies of any one card, and of any points, for piles of every size.

What is said is said once for each term that occurs, without quantifiers (QF_UFLIA). That it is true of tuples is
proved by structural induction in `obligations/lemmas.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from solver.evaluate import Meaning
from solver.terms import FALSE, Bool, Int, Zone, add, apply, at_most, equal, implies, ite, less, number, times


class Facts:
    """What the solver may assume of the terms that occur, each fact once, in the order of first mention."""

    def __init__(self) -> None:
        self._known: dict[Bool, None] = {}
        self._divisors: set[int] = set()

    def add(self, *facts: Bool) -> None:
        """One more thing that is true."""
        self._known |= dict.fromkeys(facts)

    def all(self) -> tuple[Bool, ...]:
        """Everything that is known."""
        return tuple(self._known)

    def divided(self, term: Int, by: int) -> tuple[Int, Int]:
        """Quotient and remainder by a positive constant, rounded down as in Python: the one pair that fits."""
        if term.value is not None:
            return number(term.value // by), number(term.value % by)
        self._divisors.add(by)
        quotient, rest = apply(Int, f"div{by}", term), apply(Int, f"mod{by}", term)
        self.add(equal(term, add(times(by, quotient), rest)), at_most(number(0), rest), less(rest, number(by)))
        return quotient, rest

    def meanings(self) -> Mapping[str, Meaning]:
        """What quotients and remainders are for concrete numbers."""
        found: dict[str, Meaning] = {}
        for by in self._divisors:
            found[f"div{by}"] = lambda value, by=by: value // by
            found[f"mod{by}"] = lambda value, by=by: value % by
        return found


class ZoneTheory(Protocol):
    """What the translator needs to know of zones, whatever they are for the solver."""

    facts: Facts

    def constant(self, name: str) -> Zone:
        """Any zone."""

    def of(self, cards: Sequence[Int]) -> Zone:
        """The zone of these cards, the first one first."""

    def joined(self, front: Zone, back: Zone) -> Zone:
        """`front + back`."""

    def length(self, zone: Zone) -> Int:
        """`len(zone)`."""

    def card(self, zone: Zone, place: Int) -> Int:
        """`zone[place]`, for a place within the zone."""

    def rest(self, zone: Zone) -> Zone:
        """`zone[1:]`."""

    def backwards(self, zone: Zone) -> Zone:
        """`zone[::-1]`."""

    def cut(self, zone: Zone, place: Int) -> tuple[Zone, Zone]:
        """`zone[:place]` and `zone[place:]`, for any place, from the end if it is negative."""


class MuTheory:
    """Uninterpreted zones with a length and an additive weight."""

    def __init__(self) -> None:
        self.facts = Facts()
        self._nothing = apply(Zone, "nil")
        self.facts.add(equal(self.length(self._nothing), number(0)), equal(self.weight(self._nothing), number(0)))

    def constant(self, name: str) -> Zone:
        """Any zone."""
        zone = apply(Zone, name)
        self._may_be_empty(zone)
        return zone

    def of(self, cards: Sequence[Int]) -> Zone:
        """The zone of these cards, the first one first."""
        zone = self._nothing
        for card in cards:
            single = apply(Zone, "unit", card)
            self.facts.add(
                equal(self.length(single), number(1)),
                equal(self.weight(single), self.card_weight(card)),
                equal(self.card(single, number(0)), card),
            )
            zone = self.joined(zone, single)
        return zone

    def joined(self, front: Zone, back: Zone) -> Zone:
        """`front + back`: lengths and weights add up."""
        if front is self._nothing or back is self._nothing:
            return front if back is self._nothing else back
        zone = apply(Zone, "cat", front, back)
        for measure in (self.length, self.weight):
            self.facts.add(equal(measure(zone), measure(front) + measure(back)))
        return zone

    def length(self, zone: Zone) -> Int:
        """How many cards."""
        return apply(Int, "len", zone)

    def weight(self, zone: Zone) -> Int:
        """The sum of the weights of the cards."""
        return apply(Int, "mu", zone)

    def card_weight(self, card: Int) -> Int:
        """The weight of one card: any function of the card."""
        return apply(Int, "wt", card)

    def card(self, zone: Zone, place: Int) -> Int:
        """The card at a place."""
        return apply(Int, "nth", zone, place)

    def rest(self, zone: Zone) -> Zone:
        """`zone[1:]`: without its first card, or still empty."""
        zone_rest = apply(Zone, "tl", zone)
        some = number(0) < self.length(zone)
        lighter = self.card_weight(self.card(zone, number(0))) + self.weight(zone_rest)
        self.facts.add(
            implies(some, equal(self.length(zone_rest), self.length(zone) - 1)),
            implies(some, equal(self.weight(zone), lighter)),
            some | equal(self.length(zone_rest), number(0)),
        )
        self._may_be_empty(zone_rest)
        return zone_rest

    def backwards(self, zone: Zone) -> Zone:
        """`zone[::-1]`: the same cards."""
        turned = apply(Zone, "rev", zone)
        for measure in (self.length, self.weight):
            self.facts.add(equal(measure(turned), measure(zone)))
        return turned

    def cut(self, zone: Zone, place: Int) -> tuple[Zone, Zone]:
        """Front and back of a pile: joined they are the pile. A place beyond either end is that end."""
        size = self.length(zone)
        from_front = ite(place >= 0, place, size + place)
        at = ite(from_front >= 0, ite(from_front <= size, from_front, size), number(0))
        front, back = apply(Zone, "take", zone, at), apply(Zone, "drop", zone, at)
        for measure in (self.length, self.weight):
            self.facts.add(equal(measure(zone), measure(front) + measure(back)))
        self.facts.add(equal(self.length(front), at))
        self._may_be_empty(front)
        self._may_be_empty(back)
        return front, back

    def meanings(self, weight: Callable[[int], int]) -> Mapping[str, Meaning]:
        """What the symbols are for tuples of numbers, under one weighing of the cards."""
        return {
            "nil": lambda: (),
            "unit": lambda card: (card,),
            "cat": lambda front, back: front + back,
            "len": len,
            "mu": lambda zone: sum(map(weight, zone)),
            "wt": weight,
            "nth": lambda zone, place: zone[place] if 0 <= place < len(zone) else NO_CARD,
            "tl": lambda zone: zone[1:],
            "rev": lambda zone: zone[::-1],
            "take": lambda zone, place: zone[:place],
            "drop": lambda zone, place: zone[place:],
            **self.facts.meanings(),
        }

    def _may_be_empty(self, zone: Zone) -> None:
        """A length is never negative, and no cards weigh nothing."""
        self.facts.add(
            number(0) <= self.length(zone),
            implies(self.length(zone) <= 0, equal(self.weight(zone), number(0))),
        )


NO_CARD = -1
"""What stands for a card beyond the end of a zone; no path that the rules take asks for one."""


def within(place: Int, size: Int) -> Bool:
    """Whether a place lies in a row of this size, counted from 0."""
    return (place >= 0) & (place < size) if size.value != 0 else FALSE
