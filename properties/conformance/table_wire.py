"""Tables, views and actions of the model as they are written on the wire."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec

from model.cards import format_zone
from model.game import CHANCE, Act, Action, Seat, Tick
from model.piles.play import slappers, unslapped
from model.piles.profiles import RULES_VERSION
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import NO_DEBT, Phase, Table, View
from properties.conformance.cases import Case
from properties.conformance.protocol import (
    ActionWire,
    DealWire,
    NewTable,
    PhaseKind,
    TableWire,
    ViewWire,
)

PHASES: Final[dict[Phase, PhaseKind]] = {
    Phase.LAYING: "laying",
    Phase.WON: "won",
    Phase.OVER: "over",
    Phase.TAKEN: "taken",
}


def to_table(book: Book, table: Table) -> TableWire:
    """A table of the model as it is written on the wire."""
    turn, claimant = _actor(book, table), table.claimant
    hands = tuple(map(format_zone, table.hands))
    claimed = claimant if table.debt > NO_DEBT or table.phase in (Phase.WON, Phase.TAKEN) else None
    return TableWire(hands, format_zone(table.middle), turn, table.debt, claimed, PHASES[table.phase])


def to_view(book: Book, table: Table, sight: View) -> ViewWire:
    """What a seat sees as it is written on the wire."""
    whole = to_table(book, table)
    return ViewWire(sight.hand_sizes, format_zone(sight.middle), whole.turn, whole.owed, whole.claimant, whole.phase)


def _actor(book: Book, table: Table) -> int:
    if table.phase == Phase.OVER:
        return table.turn
    seat = unslapped(book, table).seat
    return table.claimant if seat == CHANCE else seat


def digest_of(table: TableWire) -> str:
    """The digest of a table: SHA-256 of its JSON with sorted keys and no spaces."""
    return hashlib.sha256(msgspec.json.encode(table, order="sorted")).hexdigest()


def to_action(action: Action) -> ActionWire:
    """An action of the model as it is written on the wire."""
    return ActionWire("chance" if action.seat == CHANCE else action.seat, action.act.value, action.order)


def from_action(action: ActionWire) -> Action:
    """An action from the wire; a seat that does not exist is refused by the rules."""
    return Action(CHANCE if action.seat == "chance" else Seat(action.seat), Act(action.act), action.order)


def in_order(tick: Tick, order: Sequence[int]) -> Tick | None:
    """The slaps of a tick in the order that a program has taken them; None if these are not its hands."""
    if sorted(order) != sorted(slappers(tick)):
        return None
    return slap_tick(tuple(map(Seat, order)))


def new_table(case: Case, deal: DealWire) -> NewTable:
    """The request that lays a table for a case."""
    return NewTable(0, case.game, RULES_VERSION, case.choices, deal)
