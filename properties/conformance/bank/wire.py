"""Tables, views, deals and actions of Bank as they are written on the wire."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from model.bank.actions import Act, Action, RoundDeal, format_suits
from model.bank.dealing import parse_suits, round_deal
from model.bank.play import view
from model.bank.profiles import RULES_VERSION
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage
from model.cards import Card, CardError, Labelling, Zone, format_card, format_zone, parse_zone
from model.deal import DealError
from model.game import CHANCE, NOBODY, Seat
from properties.conformance.protocol import (
    ActionWire,
    ActKind,
    BankPhase,
    BankTableWire,
    BankViewWire,
    DealWire,
    NewTable,
)

PHASES: Final[dict[str, BankPhase]] = {
    Phase.MOVE: "move",
    Phase.SEVEN: "seven",
    Phase.FURTHER_CARD: "further_card",
    Phase.FURTHER_MOVE: "further_move",
    Stage.LOT: "lot",
    Stage.DEAL: "deal",
    Stage.OVER: "over",
}
ACTS: Final[dict[Act, ActKind]] = {
    Act.LAY: "lay",
    Act.DRAW: "draw",
    Act.PASS: "pass",
    Act.SKIP: "skip",
    Act.STOP: "stop",
    Act.LOT: "lot",
    Act.DEAL: "deal",
}


def to_table(match: Match) -> BankTableWire:
    """A table of the model as it is written on the wire; hands and captured cards in one fixed order."""
    table = match.round
    playing = match.stage is Stage.ROUND
    due = match.dealers[0] if match.stage is Stage.DEAL else table.dealer
    return BankTableWire(
        hands=tuple(map(_in_order, table.hands)),
        stock=format_zone(table.stock),
        bank=format_zone(table.bank),
        top=_card(table.top),
        captured=tuple(map(_in_order, table.captured)),
        turn=table.turn if playing else 0,
        phase=phase_of(match),
        totals=tuple(match.totals),
        drawn=playing and table.drawn,
        owner=None if table.owner == NOBODY else table.owner,
        out=tuple([finish.seat for finish in table.out]),
        dealer=due,
        first=table.first,
        scores=tuple(match.scores),
        winners=tuple(match.winners),
    )


def phase_of(match: Match) -> BankPhase:
    """What is to be done next at a table."""
    return PHASES[match.round.phase if match.stage is Stage.ROUND else match.stage]


def to_view(book: Book, match: Match, seat: Seat) -> BankViewWire:
    """What a seat sees as it is written on the wire."""
    sight = view(book, match, seat)
    return BankViewWire(
        hand=_in_order(sight.hand),
        hands=sight.hand_sizes,
        stock=sight.stock_size,
        top=_card(sight.top),
        bank=sight.bank_size,
        captured=sight.captured_sizes,
        turn=sight.turn if match.stage is Stage.ROUND else 0,
        phase=phase_of(match),
    )


def _card(card: Card) -> str:
    return "" if card == NO_CARD else format_card(card)


def _in_order(zone: Zone) -> str:
    return format_zone(sorted(zone))


@lru_cache(maxsize=4096)
def plain(cards: str) -> str:
    """Cards as the model writes them, in the order given; what is none stays as it is."""
    try:
        return format_zone(parse_zone(cards, Labelling.FULL))
    except CardError:
        return cards


@lru_cache(maxsize=4096)
def sorted_cards(cards: str) -> str:
    """Cards whose order means nothing, in one fixed order; what is none stays as it is."""
    try:
        return _in_order(parse_zone(cards, Labelling.FULL))
    except CardError:
        return cards


def digest_of(table: BankTableWire) -> str:
    """The digest of a table: SHA-256 of its JSON with sorted keys and no spaces."""
    return hashlib.sha256(msgspec.json.encode(table, order="sorted")).hexdigest()


def to_deal(deal: RoundDeal) -> DealWire:
    """A deal as it is written on the wire."""
    return DealWire(
        hands=tuple(map(format_zone, deal.hands)),
        cards="full",
        middle=format_card(deal.open_card),
        stock=format_zone(deal.stock) or msgspec.UNSET,
        dealer=msgspec.UNSET if deal.dealer == NOBODY else deal.dealer,
        trumps=format_suits(deal.trumps) or msgspec.UNSET,
    )


def from_deal(deal: DealWire) -> RoundDeal:
    """A deal from the wire. Raises DealError."""
    if deal.cards != "full":
        raise DealError("the cards of Bank are named with their suits: say cards as 'full'")
    return round_deal(
        deal.hands,
        deal.middle or "",
        deal.stock or "",
        NOBODY if deal.dealer is msgspec.UNSET else Seat(deal.dealer),
        parse_suits(deal.trumps or ""),
    )


def to_action(action: Action) -> ActionWire:
    """An action of the model as it is written on the wire."""
    cards = format_zone(action.cards)
    if action.act is Act.LOT:
        return ActionWire("chance", "lot", dealer=action.dealer)
    if action.act is Act.DEAL:
        return ActionWire("chance", "deal", deal=None if action.deal is None else to_deal(action.deal))
    return ActionWire("chance" if action.seat == CHANCE else action.seat, ACTS[action.act], cards=cards)


def from_action(action: ActionWire) -> Action | None:
    """An action from the wire; None for what is no action of Bank, and what no table would allow."""
    if action.act in ("collect", "shuffle", "slap"):
        return None
    seat = CHANCE if action.seat == "chance" else Seat(action.seat)
    try:
        cards = parse_zone(action.cards, Labelling.FULL)
        deal = None if action.deal is None else from_deal(action.deal)
    except (CardError, DealError):
        return None
    return Action(seat, Act(action.act), cards, NOBODY if action.dealer is None else Seat(action.dealer), deal)


def new_table(choices: Mapping[str, str], deal: DealWire) -> NewTable:
    """The request that lays a table."""
    return NewTable(0, "bank", RULES_VERSION, dict(choices), deal)
