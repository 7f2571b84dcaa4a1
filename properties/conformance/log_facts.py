"""What a log tells of one action, held against what the rules say has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from model.cards import Zone, format_zone
from model.deal import SEAT_NAMES
from model.game import NOBODY, Act, Seat
from model.piles import events as seen
from model.piles.events import Event
from model.piles.play import slappers, winners
from model.piles.rulebook import Book
from model.piles.slaps import slappable
from model.piles.state import NO_DEBT, Phase, Table, all_cards
from properties.conformance.log_cards import (
    Clash,
    NoSuchCard,
    Pack,
    Step,
    World,
    filled,
    named_in_hand,
)
from properties.conformance.log_entries import ANY_CARDS, UNKNOWN, Over, Seen, Takes, Told
from properties.conformance.protocol import EventKind
from properties.conformance.table_wire import to_table
from properties.conformance.traces import KINDS, to_event


class Matter(StrEnum):
    """What the rules decide where a log leaves them."""

    TURN = "who is to lay"
    CARD = "which card is laid"
    PACK = "which cards there are"
    LOST = "which cards are taken"
    ORDER = "the order in which cards are taken"
    WINNER = "who wins the pile, and when"
    BY_HAND = "who wins the pile by a slap"
    TIE = "whose hand wins"
    SITUATION = "what may be slapped"
    MAY_SLAP = "who may slap"
    NO_SLAPS = "that nobody slaps"
    PENALTY = "what a wrong slap costs"
    DEBT = "what is owed, and by whom"
    END = "when the game is over, and who has won"


@dataclass(frozen=True, slots=True)
class Rules:
    """What a log is held against."""

    book: Book
    pack: Pack
    tells: tuple[EventKind, ...] = ()


class Misfit(Exception):
    """The first thing in a log that cannot be: what of it, why, and the table that it is about.

    `told` is None where the action itself is it, `step` where that is before any action.
    """

    def __init__(self, matter: Matter, why: str, table: Table, step: Step | None, told: Told | None = None) -> None:
        super().__init__(why)
        self.matter = matter
        self.why = why
        self.table = table
        self.step = step
        self.told = told


def name(seat: Seat) -> str:
    """A seat by its letter."""
    return SEAT_NAMES[seat]


def standing(book: Book, table: Table) -> str:
    """How a game stands, in words."""
    if table.phase == Phase.OVER:
        return f"the game is over, {' and '.join(map(name, winners(table)))} has won"
    if table.phase == Phase.LAYING:
        if table.debt > NO_DEBT:
            return f"{name(table.turn)} owes {name(table.claimant)} {table.debt}"
        return f"{name(table.turn)} is next"
    return f"{name(table.claimant)} has won the pile, and takes it before the next card"


def happened(world: World) -> tuple[Event, ...]:
    """The events of the last action, by the rules; none of one that was refused."""
    step = world.step
    if step is None or step.refused:
        return ()
    return seen.of_tick(step.before, step.tick, world.table)


def tell(rules: Rules, world: World, facts: Sequence[Told]) -> World:
    """The world after what is told of the last action. Raises Misfit."""
    events = happened(world)
    left = list(events)
    for told in facts:
        world = _held(rules, world, told, left, events)
    for event in left:
        if KINDS[type(to_event(event))] in rules.tells:
            matter, why = _otherwise(rules.book, world, event, ())
            raise Misfit(matter, f"the log always tells this, and leaves it out here: {why}", world.table, world.step)
    return world


def _held(rules: Rules, world: World, told: Told, left: list[Event], events: Sequence[Event]) -> World:
    match told.fact:
        case Seen() as table:
            return _seen(rules, world, told, table, events)
        case Over() as over:
            _over(rules.book, world, told, over)
            return world
        case Takes(seat, cards):
            if seat != NOBODY:
                return _event(rules, world, told, seen.Took(seat, cards), left, events)
            taker = next((event.seat for event in events if isinstance(event, seen.Took)), seat)
            return _event(rules, world, told, seen.Took(taker, cards), list(events), events)
        case event:
            return _event(rules, world, told, event, left, events)


# --- events ---


def _event(rules: Rules, world: World, told: Told, event: Event, left: list[Event], events: Sequence[Event]) -> World:
    """The world after an event was told, which is then no longer left to be told. Raises Misfit."""
    for one in left:
        try:
            fitting = _same(rules, world, one, event)
        except NoSuchCard as error:
            raise Misfit(Matter.PACK, str(error), world.table, world.step, told) from error
        if fitting is not None:
            left.remove(one)
            return fitting
    if _stands(world.table, event):
        return world
    if isinstance(event, seen.Took) and any(isinstance(one, seen.Took) and one not in left for one in events):
        raise Misfit(Matter.WINNER, "this pile is taken already", world.table, world.step, told)
    matter, why = _otherwise(rules.book, world, event, events)
    raise Misfit(matter, why, world.table, world.step, told)


def _same(rules: Rules, world: World, right: Event, told: Event) -> World | None:
    """The world if these are one event, with the cards known that were told; else None. Raises NoSuchCard."""
    match right, told:
        case seen.Took(seat, cards), seen.Took(taker, _) if seat == taker:
            start = len(world.table.hands[seat]) - len(cards)
            if told.cards != ANY_CARDS and len(told.cards) != len(cards):
                return None
            try:
                return named_in_hand(world, rules.pack, seat, start, told.cards)
            except NoSuchCard:
                raise
            except Clash:
                return None
        case seen.Laid() | seen.Burned() | seen.Gave(), _:
            return world if _like(right, told) else None
        case seen.WonPile(seat, unanswered), seen.WonPile(winner, told_unanswered):
            return world if seat == winner and (unanswered or not told_unanswered) else None
        case _:
            return world if right == told else None


def _like(right: Event, told: Event) -> bool:
    """Whether an event with cards is the one told, as far as its cards are told."""
    match right, told:
        case seen.Laid(seat, which), seen.Laid(layer, card):
            return seat == layer and card in (UNKNOWN, which)
        case seen.Burned(seat, cards), seen.Burned(payer, paid):
            return seat == payer and _cards_like(cards, paid)
        case seen.Gave(seat, to, cards), seen.Gave(payer, receiver, paid):
            return (seat, to) == (payer, receiver) and _cards_like(cards, paid)
        case _:
            return False


def _cards_like(right: Zone, told: Zone) -> bool:
    if told == ANY_CARDS:
        return True
    return len(right) == len(told) and all(there in (UNKNOWN, here) for here, there in zip(right, told, strict=True))


def _stands(table: Table, event: Event) -> bool:
    """Whether an event tells nothing but how the table is, whenever it came to be so."""
    match event:
        case seen.Turn(seat):
            return table.phase == Phase.LAYING and table.debt == NO_DEBT and table.turn == seat
        case seen.Owes(seat, debt, claimant):
            owed = table.turn, table.debt, table.claimant
            return table.phase == Phase.LAYING and owed == (seat, debt, claimant) and debt > NO_DEBT
        case seen.WonPile(seat, unanswered):
            won = table.phase in (Phase.WON, Phase.TAKEN) and table.claimant == seat
            return won and (table.unanswered or not unanswered)
        case seen.Finished():
            return table.phase == Phase.OVER
        case _:
            return False


def _otherwise(book: Book, world: World, event: Event, events: Sequence[Event]) -> tuple[Matter, str]:
    """What an event is about that did not happen so, and what the rules say instead."""
    match event:
        case seen.Took():
            return _took_otherwise(book, world, event, events)
        case seen.Slapped() | seen.Burned() | seen.Gave() | seen.Barred():
            return _slapped_otherwise(book, world, event)
        case seen.Laid(seat, _):
            return Matter.TURN, f"{name(seat)} has not laid this card"
        case _:
            return _about(world.table, event), standing(book, world.table)


def _about(table: Table, event: Event) -> Matter:
    """What decides how the table stands, where an event says something else of it."""
    match event:
        case seen.Owes():
            return Matter.DEBT
        case seen.Finished():
            return Matter.END
        case seen.Turn() if table.phase == Phase.LAYING:
            return Matter.TURN
        case _:
            return Matter.WINNER


def _took_otherwise(book: Book, world: World, told: seen.Took, events: Sequence[Event]) -> tuple[Matter, str]:
    took = next((event for event in events if isinstance(event, seen.Took)), None)
    hands = _hands(world.step)
    if took is None and hands and world.table.phase != Phase.TAKEN:
        return (
            Matter.SITUATION,
            f"nothing may be slapped here, and a wrong slap takes nothing: {standing(book, world.table)}",
        )
    if took is None and world.table.phase != Phase.TAKEN:
        return Matter.WINNER, f"nobody takes a pile here: {standing(book, world.table)}"
    taker = world.table.claimant if took is None else took.seat
    if taker != told.seat:
        matter = Matter.WINNER if not hands else Matter.TIE if len(hands) > 1 else Matter.BY_HAND
        how = " with the undermost hand" if len(hands) > 1 else ""
        return matter, f"{name(taker)} takes the pile{how}, not {name(told.seat)}"
    cards = took.cards if took is not None else world.table.middle
    instead = f"{name(taker)} takes {_counted(cards)}, not {_counted(told.cards)}"
    return (Matter.ORDER if sorted(cards) == sorted(told.cards) else Matter.LOST), instead


def _counted(cards: Zone) -> str:
    number = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
    return number if set(cards) <= {UNKNOWN} else f"{format_zone(cards)} ({number})"


def _slapped_otherwise(
    book: Book, world: World, event: seen.Slapped | seen.Burned | seen.Gave | seen.Barred
) -> tuple[Matter, str]:
    hands = _hands(world.step)
    if world.step is None or event.seat not in hands:
        return Matter.PENALTY, f"{name(event.seat)} has no hand on the middle here"
    right = slappable(book, world.step.before)
    if right or isinstance(event, seen.Slapped):
        words = "right, and costs nothing" if right else "wrong, for nothing may be slapped here"
        return Matter.SITUATION, f"the slap is {words}"
    costs = [one for one in happened(world) if isinstance(one, seen.Burned | seen.Gave) and one.seat == event.seat]
    paid = f"{name(event.seat)} pays {_counted(costs[0].cards)}" if costs else "no card is paid"
    return Matter.PENALTY, f"the slap is wrong, and by these rules {paid}"


def _hands(step: Step | None) -> tuple[Seat, ...]:
    """The hands that have just come down."""
    if step is None or not step.tick or step.tick[0].act is not Act.SLAP:
        return ()
    return slappers(step.tick)


# --- the table, and the end ---


def _over(book: Book, world: World, told: Told, over: Over) -> None:
    """Raises Misfit if the game is not over, or over, or won by another seat, as the log says."""
    table = world.table
    leaders = winners(table) if table.phase == Phase.OVER else book.time_rule(table)
    fits = table.phase != Phase.OVER
    if over.over:
        fits = bool(leaders) and (over.winner is None or over.winner in leaders)
    if not fits:
        raise Misfit(Matter.END, standing(book, table), world.table, world.step, told)


def _seen(rules: Rules, world: World, told: Told, table: Seen, events: Sequence[Event]) -> World:
    """The world with the cards known that the table shows. Raises Misfit."""
    mine = len(all_cards(world.table))
    theirs = sum(map(len, (*table.hands, table.middle)))
    if mine != theirs:
        why = f"there are {mine} cards on this table, and here are {theirs}"
        raise Misfit(_moved(rules.book, world, events, lost=True), why, world.table, world.step, told)
    for seat, hand in enumerate(table.hands):
        world = _shown(rules, world, told, Seat(seat), hand, events)
    world = _shown(rules, world, told, NOBODY, table.middle, events)
    _as_it_stands(rules.book, world, told, table)
    return world


def _shown(rules: Rules, world: World, told: Told, seat: Seat, cards: Zone, events: Sequence[Event]) -> World:
    """The world with a hand known, or with the middle, if the seat is NOBODY. Raises Misfit."""
    old = world.table.middle if seat == NOBODY else world.table.hands[seat]
    try:
        if seat != NOBODY:
            return named_in_hand(world, rules.pack, seat, 0, cards) if len(cards) == len(old) else _unlike()
        world, middle = filled(world, rules.pack, old, cards)
        return replace(world, table=replace(world.table, middle=middle))
    except NoSuchCard as error:
        raise Misfit(Matter.PACK, str(error), world.table, world.step, told) from error
    except Clash as error:
        whose = "the middle" if seat == NOBODY else f"the hand of {name(seat)}"
        why = f"{whose} is {format_zone(old) or 'empty'}, not {format_zone(cards) or 'empty'}"
        taken = any(isinstance(event, seen.Took) and event.seat == seat for event in events)
        same = sorted(old) == sorted(cards)
        matter = Matter.ORDER if taken and same else _moved(rules.book, world, events, lost=taken and not same)
        raise Misfit(matter, why, world.table, world.step, told) from error


def _unlike() -> World:
    raise Clash


def _moved(book: Book, world: World, events: Sequence[Event], lost: bool) -> Matter:
    """What decides where the cards are after the last action."""
    hands = _hands(world.step)
    if any(isinstance(event, seen.Burned | seen.Gave) for event in events):
        return Matter.PENALTY
    if any(isinstance(event, seen.Took) for event in events):
        if lost:
            return Matter.LOST
        return Matter.WINNER if not hands else Matter.TIE if len(hands) > 1 else Matter.BY_HAND
    if hands:
        return Matter.SITUATION
    return Matter.LOST if lost else Matter.CARD


def _as_it_stands(book: Book, world: World, told: Told, table: Seen) -> None:
    """Raises Misfit if it is another's turn, or something else is owed, than the table shows."""
    right = to_table(book, world.table)
    claimant = NOBODY if right.claimant is None else right.claimant
    laying = world.table.phase == Phase.LAYING
    differs: list[Matter] = []
    if table.phase not in (None, right.phase):
        differs.append(Matter.END if "over" in (table.phase, right.phase) else Matter.WINNER)
    if table.owed not in (None, right.owed) or table.claimant not in (None, claimant):
        differs.append(Matter.DEBT if laying else Matter.WINNER)
    if table.turn not in (None, right.turn) and world.table.phase != Phase.OVER:
        differs.append(Matter.TURN if laying else Matter.WINNER)
    if differs:
        raise Misfit(differs[0], standing(book, world.table), world.table, world.step, told)
