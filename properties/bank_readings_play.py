"""Rounds of Bank played by a simple policy, so that two rule books can be asked about the same cards and chance.

Chance is a function of the position: in a round with the same number, every legal act at a position has a number that
depends on the round and on what the seat in turn sees there (its hand, the card to be covered, the size of the stock).
Two books that come to the same position and allow the same acts therefore choose the same act, and two games of one
deal part only where the books do. No position comes back in a round, so the choices are independent of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from model.bank.actions import Act, Action, RoundDeal, Suits
from model.bank.cover import covers
from model.bank.play import apply, enabled
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage
from model.cards import Card
from model.game import Seat

MOST_ACTS: Final = 200
"""A round that is not over then is given up: rounds take 60 to 90 acts, and only captures into the hand get there."""

_SAME_CHANCE: Final = 100
"""After so many acts a position that comes back gets numbers of its own, so that chance can leave a circle."""

_PHASES: Final = tuple(Phase)
_MASK: Final = (1 << 64) - 1


def mixed(*numbers: int) -> int:
    """A number of 64 bits that depends on all of these and looks like chance."""
    value = 0
    for number in numbers:
        value = ((value ^ (number & _MASK)) + 0x9E3779B97F4A7C15) & _MASK
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        value ^= value >> 31
    return value


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a round: the match before it, what was allowed, what was done, and the match after it."""

    before: Match
    allowed: tuple[Action, ...]
    action: Action
    after: Match


Course = tuple[Step, ...]
"""All acts of one round, in order."""


# --- policies ---


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to choose among the legal acts."""

    name: str
    text: str
    rank: Callable[[Book, Match, Action, int], tuple[float, ...]]
    """The act with the lowest rank is done. The number stands for the chance of the position."""
    knows_the_rules: bool = False
    """Whether the choice depends on more of the rules than on which acts are legal."""


def any_cards(book: Book, match: Match, action: Action, place: int) -> tuple[float, ...]:
    """All cards or sets of cards that may be laid, and to stop, are equally likely; then all orders of a set."""
    return (mixed(place, *sorted(action.cards)), mixed(place, *action.cards))


def any_act(book: Book, match: Match, action: Action, place: int) -> tuple[float, ...]:
    """All legal acts are equally likely, each order of a set being one."""
    return (mixed(place, *action.cards),)


def hardest_first(book: Book, match: Match, action: Action, place: int) -> tuple[float, ...]:
    """Lay as much as possible at a time, the cards that fit least often first; equal ones by chance."""
    number = mixed(place, *action.cards)
    if action.act is not Act.LAY:
        return (1, 0, 0, number)
    fits = _fits(book, match.round.trumps, action.seat)
    return (0, -len(action.cards), sum([fits[card] for card in action.cards]), number)


@lru_cache(maxsize=512)
def _fits(book: Book, trumps: Suits, seat: Seat) -> dict[Card, int]:
    """On how many of the other cards of the pack a card may be laid by a seat."""
    pack = book.pack()
    return {
        card: sum([top != card and (book.eight(card) or covers(book, trumps, seat, card, top)) for top in pack])
        for card in pack
    }


POLICIES: Final = {
    "any": Policy(
        "any",
        "any card or set of cards that may be laid, or to stop where that is allowed, each as likely as any other; a"
        " set in any of its legal orders",
        any_cards,
    ),
    "acts": Policy(
        "acts",
        "any legal act, each as likely as any other; four of a kind count 24 times then, once for each order",
        any_act,
    ),
    "careful": Policy(
        "careful",
        "four cards at a time where that is legal, otherwise the card that fits on fewest of the other 35, so that"
        " eights, sixes and trumps are kept; no stop after an eight while a card fits",
        hardest_first,
        knows_the_rules=True,
    ),
}
"""Bank makes a seat lay while it can, so every policy lays when it can, and they differ in which cards."""


def chosen(policy: Policy, book: Book, match: Match, allowed: tuple[Action, ...], chance: int, acts: int) -> Action:
    """What the policy does, chance being the number of the round."""
    if len(allowed) == 1:
        return allowed[0]
    table = match.round
    hand = sorted(table.hands[table.turn])
    here = (table.turn, table.top, len(table.stock), _PHASES.index(table.phase), acts // _SAME_CHANCE)
    place = mixed(chance, *here, *hand)
    ranks = [policy.rank(book, match, action, place) for action in allowed]
    return allowed[ranks.index(min(ranks))]


# --- rounds ---


def deal_of(book: Book, seats: int, dealer: Seat, chance: int) -> RoundDeal:
    """The deal that belongs to a number: the same pack in the same order for every book."""
    deck = list(book.pack())
    Random(chance).shuffle(deck)
    return book.deal(book, tuple(deck), seats, dealer)


def steps(book: Book, policy: Policy, match: Match, chance: int, done: int = 0) -> Iterator[Step]:
    """Play a round to its end, or until it has `MOST_ACTS` acts; `done` of them have been done before."""
    for acts in range(done, MOST_ACTS):
        if match.stage is not Stage.ROUND:
            return
        allowed = enabled(book, match)
        action = chosen(policy, book, match, allowed, chance, acts)
        after = apply(book, match, action)
        yield Step(match, allowed, action, after)
        match = after
