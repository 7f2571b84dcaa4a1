"""A whole log, from the table that it begins with to its end, or to the first thing in it that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from model.cards import Labelling, format_card
from model.deal import Deal
from model.game import NOBODY, Seat
from model.piles.play import initial
from model.piles.points import check_seats
from model.piles.rulebook import Book, demand
from model.piles.slaps import asks_the_first_seat
from model.piles.state import NO_DEBT, Debt, Phase, Table, holds_everything
from model.points import RuleChoiceError
from properties.conformance.log_cards import World, pack_of, world_of
from properties.conformance.log_entries import UNKNOWN, Entry, Log, Start, at
from properties.conformance.log_facts import Misfit, Rules, name
from properties.conformance.log_steps import after, play
from properties.conformance.table_wire import PHASES

_PHASES = {told: phase for phase, told in PHASES.items()}


@dataclass(frozen=True, slots=True)
class Walked:
    """What came of a log: the tables that fit all of it, or what fits none, and the tables before it."""

    rules: Rules
    worlds: tuple[World, ...]
    misfit: Misfit | None = None
    entry: Entry | None = None
    """The action at which it stopped, with all that was told of it; None if that was told before any action."""


def walk(log: Log, book: Book) -> Walked:
    """Hold a log against a rule book. Raises LogError where the log tells too little, or begins impossibly."""
    tables = tuple(starts(log, book))
    rules = Rules(book, pack_of(book, tables[0], log.labelling), log.tells)
    worlds = tuple(world_of(table) for table in tables)
    for entry in (None, *log.entries):
        left, misfit = _held(log, rules, worlds, entry)
        if misfit is not None:
            return Walked(rules, worlds, misfit, entry)
        worlds = left
    return Walked(rules, worlds)


def _held(
    log: Log, rules: Rules, worlds: tuple[World, ...], entry: Entry | None
) -> tuple[tuple[World, ...], Misfit | None]:
    """The worlds that an action fits, or why it fits none."""
    left: dict[tuple[object, ...], World] = {}
    misfit: Misfit | None = None
    for world in worlds:
        try:
            fits = step_of(log, rules, world, entry)
        except Misfit as error:
            misfit = misfit or error
            continue
        left.setdefault((fits.table, fits.strangers, fits.hidden), fits)
    return tuple(left.values()), None if left else misfit


def step_of(log: Log, rules: Rules, world: World, entry: Entry | None) -> World:
    """The world after one action, or after what is told before any. Raises Misfit, LogError."""
    return after(rules, world, log.before) if entry is None else play(rules, world, entry)


# --- where a log begins ---


def starts(log: Log, book: Book) -> Iterator[Table]:
    """The tables that a log can begin with. Raises LogError.

    There are several where it does not say who laid the latest card, or how a pile was won.
    """
    start = log.start
    try:
        check_seats(book, len(start.hands))
    except RuleChoiceError as error:
        raise at(start.line, str(error)) from error
    _refuse_twins(log)
    if not start.dealt:
        yield from _under_way(start, book)
        return
    for seat, hand in enumerate(start.hands):
        if not hand:
            raise at(start.line, f"the hand of {name(Seat(seat))} is empty: every hand of a deal has a card")
    if book.slapping and book.leftover_challenges is asks_the_first_seat and start.middle[:1] == (UNKNOWN,):
        raise at(start.line, "the lowest card that was left over may ask for cards: name it")
    yield initial(book, Deal(start.hands, log.labelling, start.middle))


def _refuse_twins(log: Log) -> None:
    if log.labelling is not Labelling.FULL:
        return
    counts = Counter(card for zone in (*log.start.hands, log.start.middle) for card in zone if card != UNKNOWN)
    for twin, times in counts.items():
        if times > 1:
            raise at(log.start.line, f"the card {format_card(twin)} is named {times} times")


def _under_way(start: Start, book: Book) -> Iterator[Table]:
    wrong = _contradiction(start, book) or (_wrong_turn(start, book) if start.phase == "laying" else "")
    if wrong:
        raise at(start.line, wrong)
    seats = len(start.hands)
    table = Table(
        start.hands,
        start.middle,
        start.turn if start.turn is not None else Seat(0),
        Debt(start.owed),
        start.claimant,
        phase=_PHASES[start.phase],
        burned=start.burned,
        left=start.left,
        barred=start.barred or ((0,) * seats if book.slapping else ()),
    )
    if table.phase == Phase.LAYING and holds_everything(table):
        table = replace(table, phase=Phase.OVER)
    for last in _last_layers(start, book, table):
        if table.phase in (Phase.WON, Phase.TAKEN):
            won = replace(table, last=last, turn=last)
            yield from (won, replace(won, unanswered=True))
        else:
            yield replace(table, last=last)


def _contradiction(start: Start, book: Book) -> str:
    """What cannot be of a table, whoever is to act; empty if nothing is wrong."""
    seats = len(start.hands)
    aside = start.burned, start.left
    if not any((*start.hands, start.middle)):
        return "there are no cards on this table"
    if min(aside) < 0 or sum(aside) > len(start.middle):
        return f"{start.burned} burned and {start.left} left-over cards cannot lie in a middle of {len(start.middle)}"
    if start.barred and (len(start.barred) != seats or not book.slapping):
        return "'barred' says for each seat of a game with slaps for how many cards it may not slap"
    if start.phase in ("won", "taken") and (start.claimant == NOBODY or not start.middle or start.owed):
        return "a pile that was won has cards, a winner, and nothing is owed: say which seat in 'claimant'"
    return ""


def _wrong_turn(start: Start, book: Book) -> str:
    """What cannot be of the seat that is to lay, and of what it owes."""
    if start.turn is None:
        return "nothing says who is to act: write 'turn A' below 'table', or \"turn\": 0"
    if not start.hands[start.turn]:
        return f"{name(start.turn)} is to act and has no card"
    most = max(book.pay_map.demands)
    if not 0 <= start.owed <= most:
        return f"nobody can owe {str(start.owed)[:20]} cards: {most} is the most"
    if (start.owed > 0) != (start.claimant != NOBODY):
        return 'what is owed is owed to a seat: write \'owed 2 to B\', or "owed" with "claimant"'
    return ""


def _last_layers(start: Start, book: Book, table: Table) -> tuple[Seat, ...]:
    """Who may have laid the latest card: the claimant, if that is a pay card in force; where nothing tells, anybody."""
    if start.last is not None:
        return (start.last,)
    laid = len(table.middle) - table.burned - table.left
    everybody = tuple(map(Seat, range(len(table.hands))))
    if laid > 0 and table.phase == Phase.LAYING and table.debt > NO_DEBT and demand(book, table.middle[-1]) > NO_DEBT:
        return (table.claimant,)
    return everybody if laid > 0 or table.phase == Phase.WON else (NOBODY, *everybody)
