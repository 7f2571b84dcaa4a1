"""Cards that a log does not know: where they lie, and which cards they can still be.

A hand that nobody has looked at is written `???`. When such a card is turned up the log names it, and from then on it
is known. A card that is known may go out of sight again, when chance shuffles a pile in an order that nobody saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from model.cards import RANKS, Card, Labelling, Zone, card, face_of, format_card, format_zone
from model.game import Seat, Tick
from model.piles.play import full_pack
from model.piles.rulebook import Book
from model.piles.state import Table, all_cards, put
from properties.conformance.log_entries import ANY_CARDS, UNKNOWN

ONE_PACK: Final = 52
SUITS: Final = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a log: its line, its number, counted from 1, and the table before it."""

    line: int
    text: str
    number: int
    before: Table
    tick: Tick
    refused: bool = False


@dataclass(frozen=True, slots=True)
class World:
    """One table that fits all that was told so far.

    `strangers` is how many of the unknown cards nobody has ever seen; `hidden` are those that were known once. `own`
    says for each hand how many of the cards that it began with still lie on its top.
    """

    table: Table
    strangers: int
    hidden: Zone
    own: tuple[int, ...]
    actions: int = 0
    step: Step | None = None


class Clash(Exception):
    """What is told of cards does not go with what is known of them."""


class WrongNumber(Clash):
    """There are more, or fewer."""


class OtherCards(Clash):
    """They are known to be others."""


class NoSuchCard(Clash):
    """No card that nobody knows can be this one: the pack has not so many, or all of them are known."""


@dataclass(frozen=True, slots=True)
class Pack:
    """How often each card can be on the table: as `cards` says, or all of them equally often, if that is None."""

    cards: Mapping[Card, int] | None
    each: int = 0

    def most(self, which: Card) -> int:
        """How often this card can be there."""
        return self.each if self.cards is None else self.cards.get(which, 0)


def pack_of(book: Book, table: Table, labelling: Labelling) -> Pack:
    """What the cards of this table can be: the game's own pack, if that is their number, or any packs at all."""
    number = len(all_cards(table))
    if labelling is Labelling.CLASS:
        return Pack(None, number)
    whole = full_pack(book, len(table.hands))
    if number == len(whole):
        return Pack(Counter(each if labelling is Labelling.FULL else card(face_of(each)) for each in whole))
    if labelling is Labelling.FULL:
        return Pack(None, 1)
    packs = max(book.packs(len(table.hands)), -(-number // ONE_PACK))
    return Pack(dict.fromkeys(map(card, RANKS), SUITS * packs))


def world_of(table: Table) -> World:
    """The world of a table that a log begins with."""
    strangers = sum(each == UNKNOWN for each in all_cards(table))
    return World(table, strangers, (), tuple(map(len, table.hands)))


def filled(world: World, pack: Pack, zone: Zone, told: Zone) -> tuple[World, Zone]:
    """Some cards of the table after the log has told what they are, and what is known then. Raises Clash."""
    if told == ANY_CARDS:
        return world, zone
    if len(told) != len(zone):
        raise WrongNumber
    cards = list(zone)
    named: list[Card] = []
    for place, (here, there) in enumerate(zip(zone, told, strict=True)):
        if there in (UNKNOWN, here):
            continue
        if here != UNKNOWN:
            raise OtherCards
        world = _unmasked(world, pack, there, named)
        named.append(there)
        cards[place] = there
    return world, tuple(cards)


def _unmasked(world: World, pack: Pack, which: Card, named: list[Card]) -> World:
    """What is known after one of the unknown cards has turned out to be this one. Raises NoSuchCard."""
    if which in world.hidden:
        place = world.hidden.index(which)
        return replace(world, hidden=world.hidden[:place] + world.hidden[place + 1 :])
    if world.strangers == 0:
        raise NoSuchCard(
            f"no card out of sight is a {format_card(which)}: they are {format_zone(world.hidden) or 'all known'}"
        )
    known = Counter((*all_cards(world.table), *world.hidden, *named))
    most = pack.most(which)
    if known[which] >= most:
        raise NoSuchCard(f"one more {format_card(which)}, and the pack has {most or 'none'}")
    return replace(world, strangers=world.strangers - 1)


def with_hand(world: World, seat: Seat, hand: Zone) -> World:
    """The world with this hand in the place of the seat's."""
    return replace(world, table=replace(world.table, hands=put(world.table.hands, seat, hand)))


def named_in_hand(world: World, pack: Pack, seat: Seat, start: int, told: Zone) -> World:
    """The world after some cards of a hand were told, from place `start` on. Raises Clash."""
    hand = world.table.hands[seat]
    number = len(hand) - start if told == ANY_CARDS else len(told)
    world, cards = filled(world, pack, hand[start : start + number], told)
    return with_hand(world, seat, hand[:start] + cards + hand[start + number :])


def covered(world: World, seat: Seat, number: int) -> World:
    """The world after so many cards went under a hand in an order that nobody saw."""
    hand = world.table.hands[seat]
    taken = hand[len(hand) - number :]
    hidden = tuple(sorted((*world.hidden, *(each for each in taken if each != UNKNOWN))))
    return with_hand(replace(world, hidden=hidden), seat, hand[: len(hand) - number] + (UNKNOWN,) * number)
