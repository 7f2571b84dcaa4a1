"""Every deck of so many cards, and every position of each: which decks have a game that never ends."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from math import comb
from typing import Final

from properties.evidence import Finding, Grade, Verdict
from solver.counting.decks import Deck, decks_of
from solver.counting.states import Survey, check_fits, fits, surveying
from solver.decks import count as number_of

HOW_LONG: Final = (
    "; on two cores 10 cards take about ten seconds, 11 half a minute, and each card more five to six times as long"
)
"""Measured."""


@dataclass(frozen=True, slots=True)
class Census:
    """What was found in the decks of `cards` cards that have a pay card; without one every game ends in its first
    trick. `decks` were visited, of `of`, with `positions` in all. Those with a cycle have a survey each.
    """

    cards: int
    of: int
    decks: int = 0
    positions: int = 0
    with_cycle: tuple[Survey, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every deck was visited."""
        return self.decks == self.of

    @property
    def to_visit(self) -> int:
        """The positions of all these decks, visited or not: each card is of one of five classes, and not all plain."""
        every: int = 5**self.cards
        return (every - 1) * (self.cards - 1)

    @property
    def reached(self) -> tuple[Survey, ...]:
        """The decks of which a deal in halves never ends; in a deck of odd size either seat may have the odd card."""
        return tuple(each for each in self.with_cycle if each.fair)

    def and_of(self, one: Survey) -> Census:
        """The same with one deck more."""
        more = (one,) if one.cycles else ()
        return Census(self.cards, self.of, self.decks + 1, self.positions + one.positions, self.with_cycle + more)


@dataclass(frozen=True, slots=True)
class Visiting:
    """So many positions of all decks are done; where the census is, and what it has found so far."""

    done: int
    deck: Deck
    found: Census


def begun(cards: int) -> Census:
    """A census before its first deck. Raises DeckError for sizes that are no deck, or have no room in memory."""
    Deck((cards, 0, 0, 0, 0))
    if not fits(_largest(cards)):
        most = max(filter(lambda fewer: fits(_largest(fewer)), range(2, cards)), default=0)
        check_fits(_largest(cards), f"choose {most} cards at most{HOW_LONG}" if most else "choose fewer cards")
    return Census(cards, comb(cards + 4, 4) - 1)


def _largest(cards: int) -> Deck:
    """The deck of so many cards that has most positions."""
    first, second, third, fourth, fifth = ((cards + more) // 5 for more in range(5))
    return Deck((fifth, fourth, third, second, first))


def census(cards: int, threads: int = 1) -> Census:
    """Visit every position of every deck of so many cards. Raises DeckError for sizes that cannot be visited."""
    last = begun(cards)
    for each in visiting(cards, threads):
        last = each.found
    return last


def visiting(cards: int, threads: int = 1) -> Generator[Visiting]:
    """The same, as it goes on; the last event has all of it. Closing it ends the threads. Raises DeckError."""
    found = begun(cards)
    for deck in decks_of(cards):
        for event in surveying(deck, threads=threads):
            if isinstance(event, Survey):
                found = found.and_of(event)
                yield Visiting(found.positions, deck, found)
            else:
                yield Visiting(found.positions + event.done, deck, found)


def finding(found: Census, seconds: float = 0.0) -> Finding:
    """The census as evidence, of as many decks as were visited, at least one.

    That games can be endless is a fact of the game and no failure, so it is stated as a count that holds.
    """
    of = f"of the {found.decks} decks" if found.complete else f"of the first {found.decks} (of {found.of}) decks"
    number, fair = len(found.with_cycle), len(found.reached)
    has = f"{number} {'has' if number == 1 else 'have'} a cycle" if number else "none has a cycle"
    reached = f", {fair} of them one that a deal in halves reaches" if number else ""
    return Finding(
        subject=f"decks of {number_of(found.cards, 'card')}",
        statement=f"two seats, all cuts: {of} with a pay card {has}{reached}",
        game="beggar",
        grade=Grade.EXHAUSTED,
        verdict=Verdict.HELD,
        seats=(2,),
        seconds=seconds,
        space=f"every arrangement {of} with a pay card, with every cut, the leader's hand first; hands as classes",
        space_size=found.positions,
        examples=tuple(str(each.deck) for each in found.with_cycle),
    )
