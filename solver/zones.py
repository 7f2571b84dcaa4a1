"""Zone theories: what a solver is told of a pile of cards.

`MuTheory` tells it nothing of the cards but two numbers: how many there are, and their weight under a weighing that
stays unknown. Both are homomorphisms: for piles laid together they add up. Since the weighing is arbitrary, one proof
speaks of the number of cards, of the copies of any one card, and of any points, for piles of every size.

What is said is said once for each term that occurs, without quantifiers (QF_UFLIA). That it is true of tuples is
proved by structural induction in `obligations/lemmas.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from model.cards import Card
from solver.evaluate import Meaning
from solver.terms import (
    FALSE,
    TRUE,
    Bool,
    Int,
    Zone,
    add,
    apply,
    at_most,
    equal,
    implies,
    ite,
    less,
    not_,
    number,
    times,
)


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


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that cards have and that adds up over a pile, such as points: between `least` and `most` a card.

    `of_card` says it of a card as a term, `real` of a real pile.
    """

    name: str
    of_card: Callable[[Int], Int]
    real: Callable[[tuple[Card, ...]], int]
    least: int = 0
    most: int | None = None


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

    def repeated(self, card: Int, times: Int) -> Zone:
        """`(card,) * times`."""

    def arranged(self, name: str, zone: Zone, real: Callable[[tuple[Card, ...]], tuple[Card, ...]]) -> Zone:
        """The same cards in the order that `real` brings them into."""

    def has(self, zone: Zone, card: Int) -> Bool:
        """`card in zone`."""

    def additive(self, measure: Measure, zone: Zone) -> Int:
        """What the cards of a zone come to together."""


class MuTheory:
    """Uninterpreted zones with a length and an additive weight."""

    def __init__(self) -> None:
        self.facts = Facts()
        self._nothing = apply(Zone, "nil")
        self._measures: dict[str, Measure] = {}
        self._looked_at: set[tuple[Zone, Int]] = set()
        self._orders: dict[str, Meaning] = {}
        self.facts.add(equal(apply(Int, "len", self._nothing), number(0)), equal(self.weight(self._nothing), number(0)))

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
                equal(apply(Int, "len", single), number(1)),
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
        self.facts.add(
            equal(apply(Int, "len", zone), self.length(front) + self.length(back)),
            equal(self.weight(zone), self.weight(front) + self.weight(back)),
            implies(self.length(front) <= 0, equal(zone, back)),
            implies(self.length(back) <= 0, equal(zone, front)),
        )
        return zone

    def length(self, zone: Zone) -> Int:
        """How many cards; a number where that is known."""
        known = known_cards(zone)
        return apply(Int, "len", zone) if known is None else number(len(known))

    def weight(self, zone: Zone) -> Int:
        """The sum of the weights of the cards."""
        return apply(Int, "mu", zone)

    def card_weight(self, card: Int) -> Int:
        """The weight of one card: any function of the card."""
        return apply(Int, "wt", card)

    def card(self, zone: Zone, place: Int) -> Int:
        """The card at a place; where a pile was made of others, one of theirs."""
        known = known_cards(zone)
        if known is not None and place.value is not None and 0 <= place.value < len(known):
            return known[place.value]
        if zone.op == "ite":
            condition, yes, no = cast("tuple[Bool, Zone, Zone]", zone.args)
            return ite(condition, self.card(yes, place), self.card(no, place))
        found = apply(Int, "nth", zone, place)
        if (zone, place) not in self._looked_at:
            self._looked_at.add((zone, place))
            inside = (place >= 0) & (place < self.length(zone))
            for condition, there in self._whence(zone, place):
                self.facts.add(implies(inside & condition, equal(found, there)))
        return found

    def _whence(self, zone: Zone, place: Int) -> list[tuple[Bool, Int]]:
        """Of a pile that was made of others: which of their cards lies at this place, and under which condition."""
        parts = cast("tuple[Any, ...]", zone.args)
        found: list[tuple[Bool, Int]] = []
        match zone.op:
            case "cat":
                before = self.length(parts[0])
                front, back = self.card(parts[0], place), self.card(parts[1], place - before)
                found = [(place < before, front), (place >= before, back)]
            case "unit":
                found = [(TRUE, parts[0])]
            case "tl":
                found = [(TRUE, self.card(parts[0], place + 1))]
            case "take":
                found = [(TRUE, self.card(parts[0], place))]
            case "drop":
                found = [(TRUE, self.card(parts[0], place + parts[1]))]
            case "rev":
                found = [(TRUE, self.card(parts[0], self.length(parts[0]) - 1 - place))]
            case "rep":
                found = [(TRUE, parts[0])]
        return found

    def repeated(self, card: Int, times: Int) -> Zone:
        """`(card,) * times`: of the cards only their number is known."""
        zone = apply(Zone, "rep", card, times)
        self.facts.add(equal(self.length(zone), ite(times >= 0, times, number(0))))
        self._may_be_empty(zone)
        return zone

    def arranged(self, name: str, zone: Zone, real: Callable[[tuple[Card, ...]], tuple[Card, ...]]) -> Zone:
        """The same cards in another order, of which nothing else is known."""
        other = apply(Zone, name, zone)
        self._orders[name] = real
        for measure in (self.length, self.weight):
            self.facts.add(equal(measure(other), measure(zone)))
        return other

    def has(self, zone: Zone, card: Int) -> Bool:
        """Whether a card is in a pile: in one of its parts."""
        parts = cast("tuple[Any, ...]", zone.args)
        match zone.op:
            case "nil":
                found = FALSE
            case "unit":
                found = equal(parts[0], card)
            case "cat":
                found = self.has(parts[0], card) | self.has(parts[1], card)
            case "ite":
                found = ite(parts[0], self.has(parts[1], card), self.has(parts[2], card))
            case "rev":
                found = self.has(parts[0], card)
            case "rm":
                found = self.has(parts[0], card) & not_(equal(parts[1], card))
            case _:
                found = apply(Bool, "has", zone, card)
                self.facts.add(implies(found, self.length(zone) > 0))
        if zone.op == "tl":
            whole = cast(Zone, parts[0])
            first = equal(self.card(whole, number(0)), card)
            self.facts.add(equal(self.has(whole, card), (self.length(whole) > 0) & (first | found)))
        return found

    def additive(self, measure: Measure, zone: Zone) -> Int:
        """A measure of a pile, from its parts."""
        self._measures[measure.name] = measure
        parts = cast("tuple[Any, ...]", zone.args)
        match zone.op:
            case "nil":
                return number(0)
            case "unit":
                return self._of_card(measure, parts[0])
            case "cat":
                return self.additive(measure, parts[0]) + self.additive(measure, parts[1])
            case "ite":
                return ite(parts[0], self.additive(measure, parts[1]), self.additive(measure, parts[2]))
            case "rev":
                return self.additive(measure, parts[0])
        found = apply(Int, measure.name, zone)
        self.facts.add(implies(self.length(zone) <= 0, equal(found, number(0))))
        if measure.least >= 0:
            self.facts.add(times(measure.least, self.length(zone)) <= found)
        if measure.most is not None:
            self.facts.add(found <= times(measure.most, self.length(zone)))
        self._additive_parts(measure, zone, found)
        return found

    def _additive_parts(self, measure: Measure, zone: Zone, found: Int) -> None:
        """How the measure of what is left of a pile comes from the measure of the pile."""
        parts = cast("tuple[Any, ...]", zone.args)
        whole = cast(Zone, parts[0]) if parts else zone
        match zone.op:
            case "tl":
                first = self._of_card(measure, self.card(whole, number(0)))
                self.facts.add(implies(self.length(whole) > 0, equal(self.additive(measure, whole), first + found)))
            case "rm":
                card = self._of_card(measure, parts[1])
                one_less = equal(self.length(zone), self.length(whole) - 1)
                self.facts.add(implies(one_less, equal(self.additive(measure, whole), card + found)))
            case "take":
                back = apply(Zone, "drop", *parts)
                self.facts.add(equal(self.additive(measure, whole), found + self.additive(measure, back)))

    def _of_card(self, measure: Measure, card: Int) -> Int:
        """The measure of one card, with its bounds."""
        found = measure.of_card(card)
        self.facts.add(number(measure.least) <= found)
        if measure.most is not None:
            self.facts.add(found <= number(measure.most))
        return found

    def rest(self, zone: Zone) -> Zone:
        """`zone[1:]`: without its first card, or still empty."""
        known = known_cards(zone)
        if known is not None:
            return self.of(known[1:])
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
        known = known_cards(zone)
        if known is not None:
            return self.of(known[::-1])
        turned = apply(Zone, "rev", zone)
        for measure in (self.length, self.weight):
            self.facts.add(equal(measure(turned), measure(zone)))
        return turned

    def cut(self, zone: Zone, place: Int) -> tuple[Zone, Zone]:
        """Front and back of a pile: joined they are the pile. A place beyond either end is that end."""
        known = known_cards(zone)
        if known is not None and place.value is not None:
            return self.of(known[: place.value]), self.of(known[place.value :])
        size = self.length(zone)
        from_front = ite(place >= 0, place, size + place)
        at = ite(from_front >= 0, ite(from_front <= size, from_front, size), number(0))
        front, back = apply(Zone, "take", zone, at), apply(Zone, "drop", zone, at)
        for measure in (self.length, self.weight):
            self.facts.add(equal(measure(zone), measure(front) + measure(back)))
        self.facts.add(
            equal(self.length(front), at),
            implies(at <= 0, equal(back, zone)),
            implies(at >= size, equal(front, zone)),
        )
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
            "rep": lambda card, times: (card,) * times,
            "has": lambda zone, card: card in zone,
            "rm": lambda zone, card: tuple([each for each in zone if each != card]),
            **{measure.name: measure.real for measure in self._measures.values()},
            **self._orders,
            **self.facts.meanings(),
        }

    def _may_be_empty(self, zone: Zone) -> None:
        """A length is never negative, and there is only one pile without cards, which weighs nothing."""
        self.facts.add(
            number(0) <= self.length(zone),
            implies(self.length(zone) <= 0, equal(self.weight(zone), number(0))),
            implies(self.length(zone) <= 0, equal(zone, self._nothing)),
        )


def known_cards(zone: Zone) -> tuple[Int, ...] | None:
    """The cards of a pile that was put together card by card; None if there is more to it."""
    parts = cast("tuple[Any, ...]", zone.args)
    match zone.op:
        case "nil":
            return ()
        case "unit":
            return (parts[0],)
        case "cat":
            front, back = known_cards(parts[0]), known_cards(parts[1])
            return None if front is None or back is None else (*front, *back)
    return None


NO_CARD = -1
"""What stands for a card beyond the end of a zone; no path that the rules take asks for one."""


def within(place: Int, size: Int) -> Bool:
    """Whether a place lies in a row of this size, counted from 0."""
    return (place >= 0) & (place < size) if size.value != 0 else FALSE
