"""One action of a log after the other, held against the rules: a table that fits, or the first thing that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from model.cards import RANKS, Card, Face, Zone, card, format_card
from model.game import NOBODY, Act, Action, Reason, Seat, Tick
from model.piles import events as seen
from model.piles.play import apply_tick, refusal, slappers, unslapped
from model.piles.rulebook import Book
from model.piles.slaps import may_slap, one_chance, slappable
from model.piles.state import Phase, Table
from properties.conformance.log_cards import (
    NoSuchCard,
    OtherCards,
    Step,
    World,
    WrongNumber,
    covered,
    named_in_hand,
)
from properties.conformance.log_entries import ANY_CARDS, UNKNOWN, Entry, Seen, Takes, Told, at
from properties.conformance.log_facts import Matter, Misfit, Rules, name, standing, tell

_REASONS: Final = frozenset(str(reason) for reason in Reason)


def play(rules: Rules, world: World, entry: Entry) -> World:
    """The world after an action and all that is told of it.

    Raises Misfit for what cannot be, LogError where too little is told to judge.
    """
    step = Step(entry.line, entry.text, world.actions + 1, world.table, entry.tick, bool(entry.refused))
    _must_be_known(rules.book, step)
    if entry.refused:
        _rightly_refused(rules.book, step, entry.refused)
        return after(rules, replace(world, actions=step.number, step=step), entry.facts)
    step = replace(step, tick=_with_an_order(step))
    reason = refusal(rules.book, step.before, step.tick)
    if reason is not None:
        matter, why = _why_refused(rules.book, step, reason)
        raise Misfit(matter, why, step.before, step)
    named = _cards_named(rules, world, entry, step)
    return after(rules, _applied(rules.book, named, step, entry), entry.facts)


def after(rules: Rules, world: World, facts: Sequence[Told]) -> World:
    """The world after what is told of the last action. A plain text may tell of collecting there: the next action."""
    for place, told in enumerate(facts):
        tick = _collecting(rules.book, world, told.fact) if isinstance(told.fact, Takes) else None
        if tick is not None and isinstance(told.fact, Takes):
            world = tell(rules, world, facts[:place])
            took = replace(told, fact=seen.Took(told.fact.seat, told.fact.cards))
            return play(rules, world, Entry(told.line, told.text, tick, "", (took, *facts[place + 1 :])))
    return tell(rules, world, facts)


def _collecting(book: Book, world: World, takes: Takes) -> Tick | None:
    """The act of taking a pile that was won before; None where taking it is what the last action has led to."""
    table, step = world.table, world.step
    if table.phase not in (Phase.WON, Phase.TAKEN) or takes.seat == NOBODY:
        return None
    if takes.seat != table.claimant and step is not None and takes.seat in slappers(step.tick):
        return None
    action = unslapped(book, table)
    if action.act is Act.SHUFFLE and takes.seat == table.claimant:
        return (Action(action.seat, Act.SHUFFLE),)
    return (Action(takes.seat, Act.COLLECT),)


def _with_an_order(step: Step) -> Tick:
    """The tick; a shuffle in an order that nobody saw gets the order of the pile."""
    if not _unseen_shuffle(step.tick):
        return step.tick
    return (replace(step.tick[0], order=tuple(range(len(step.before.middle)))),)


def _unseen_shuffle(tick: Tick) -> bool:
    return len(tick) == 1 and tick[0].act is Act.SHUFFLE and not tick[0].order


def _applied(book: Book, world: World, step: Step, entry: Entry) -> World:
    before = world.table
    table = apply_tick(book, before, step.tick)
    own = list(world.own)
    for event in seen.of_tick(before, step.tick, table):
        if isinstance(event, seen.Laid):
            own[event.seat] -= 1
        elif isinstance(event, seen.Burned | seen.Gave):
            own[event.seat] -= len(event.cards)
    left = tuple(max(0, cards) for cards in own)
    done = replace(world, table=table, own=left, actions=step.number, step=replace(step, before=before))
    return covered(done, before.claimant, len(before.middle)) if _unseen_shuffle(entry.tick) else done


# --- what has to be known ---


def _must_be_known(book: Book, step: Step) -> None:
    """Raises LogError where it depends on a card that nobody knows whether a slap is right."""
    if not book.slapping or UNKNOWN not in step.before.middle:
        return
    hands = bool(step.tick) and step.tick[0].act is Act.SLAP
    if (hands or book.empty_hand is one_chance) and _may_be_slappable(book, step.before):
        raise at(step.line, "whether a slap is right here depends on a card that the log does not know: name it")


def _may_be_slappable(book: Book, table: Table) -> bool:
    """Whether a table cannot be slapped as far as its cards are known, but perhaps if all were."""
    if slappable(book, table):
        return False
    places = [place for place, each in enumerate(table.middle) if each == UNKNOWN]
    return any(_with(book, table, {place: one}) for place in places for one in RANKS) or any(
        _with(book, table, {place: one, place + 1: other})
        for place in places
        if place + 1 in places
        for one in RANKS
        for other in RANKS
    )


def _with(book: Book, table: Table, faces: dict[int, Face]) -> bool:
    """Whether the middle may be slapped if the cards at these places have these faces."""
    middle = tuple(card(faces[place]) if place in faces else each for place, each in enumerate(table.middle))
    return slappable(book, replace(table, middle=middle))


def _cards_named(rules: Rules, world: World, entry: Entry, step: Step) -> World:
    """The world with the cards known that leave a hand, as far as the log names them."""
    action = step.tick[0]
    if action.act is Act.LAY:
        return _named_laid(rules, world, entry, step)
    for told in entry.facts:
        fact = told.fact
        if isinstance(fact, seen.Burned | seen.Gave) and fact.cards != ANY_CARDS:
            world = _named(rules, world, step, told, fact.seat, fact.cards)
    return world


def _named_laid(rules: Rules, world: World, entry: Entry, step: Step) -> World:
    seat = step.tick[0].seat
    top = world.table.hands[seat][0]
    for told in entry.facts:
        which = _laid_card(told, seat)
        if which is None or which == UNKNOWN:
            continue
        if UNKNOWN != top != which:
            matter = Matter.CARD if world.own[seat] else Matter.ORDER
            why = f"the top card of {name(seat)} is {format_card(top)}, not {format_card(which)}"
            raise Misfit(matter, why, step.before, step, told)
        return _named(rules, world, step, told, seat, (which,))
    if top == UNKNOWN:
        raise at(entry.line, f"nobody knows which card {name(seat)} lays here: name it, as in '{name(seat)} lays J'")
    return world


def _laid_card(told: Told, seat: Seat) -> Card | None:
    """Which card was laid, as far as this tells it."""
    match told.fact:
        case seen.Laid(laid_by, which) if laid_by == seat:
            return which
        case Seen(_, middle) if middle:
            return middle[-1]
        case _:
            return None


def _named(rules: Rules, world: World, step: Step, told: Told, seat: Seat, cards: Zone) -> World:
    try:
        return named_in_hand(world, rules.pack, seat, 0, cards)
    except NoSuchCard as error:
        raise Misfit(Matter.PACK, str(error), step.before, step, told) from error
    except (OtherCards, WrongNumber):
        return world  # it is not what the rules say, and is found out when the events are compared


# --- what the rules refuse ---


def _rightly_refused(book: Book, step: Step, told: str) -> None:
    """Raises Misfit if the rules allow what was refused, or refuse it for another reason.

    A wrong slap that changes nothing looks like one that was refused.
    """
    table, tick = step.before, step.tick
    reason = refusal(book, table, tick)
    if reason is not None:
        plainly = told in (reason, Reason.ILLEGAL_ACTION) or told not in _REASONS
        if not plainly:
            matter, why = _why_refused(book, step, reason)
            raise Misfit(matter, f"the reason is {reason}, not {told}: {why}", step.before, step)
        return
    if tick[0].act is not Act.SLAP:
        matter = Matter.TURN if tick[0].act is Act.LAY else Matter.WINNER
        raise Misfit(matter, f"the rules allow this: {standing(book, table)}", step.before, step)
    if slappable(book, table):
        raise Misfit(Matter.SITUATION, "this slap is right", step.before, step)
    if apply_tick(book, table, tick) != table:
        raise Misfit(Matter.PENALTY, "a wrong slap is not refused: it costs something", step.before, step)


def _why_refused(book: Book, step: Step, reason: Reason) -> tuple[Matter, str]:
    table, act = step.before, step.tick[0].act
    if reason is Reason.GAME_OVER:
        return Matter.END, "the game is over"
    if act is Act.SLAP:
        return _why_no_slap(book, table, slappers(step.tick))
    if len(step.tick) > 1:
        return Matter.TURN, "only slaps can come at one instant"
    if act is Act.LAY and table.phase == Phase.LAYING:
        return Matter.TURN, standing(book, table)
    return (Matter.ORDER if act is Act.SHUFFLE else Matter.WINNER), standing(book, table)


def _why_no_slap(book: Book, table: Table, hands: tuple[Seat, ...]) -> tuple[Matter, str]:
    if not book.slapping:
        return Matter.NO_SLAPS, f"nobody slaps in {book.game}"
    if table.phase == Phase.TAKEN:
        return Matter.BY_HAND, f"{name(table.claimant)} has the pile already"
    barred = [seat for seat in hands if not may_slap(book, table, seat)]
    if barred:
        return Matter.MAY_SLAP, f"{name(barred[0])} may not slap now"
    if len(set(hands)) < len(hands):
        return Matter.TIE, "a seat has one hand on the pile"
    return Matter.TIE, "the rules do not say whose hand wins when they come at one instant"
