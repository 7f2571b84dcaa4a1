"""What happens at a table of Bank, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from model.bank import events as seen
from model.bank.actions import Act, Action
from model.bank.ranks import NO_CARD
from model.bank.state import Match, Phase, Round, Stage
from model.cards import format_card, format_zone
from reports.words import number, seat_name

_PLACES: Final = ("first", "second", "third", "fourth")


def action_words(action: Action) -> str:
    """An action: `A lays 9c`, `B draws`, `chance deals`."""
    who = "chance" if action.seat < 0 else seat_name(action.seat)
    if action.act is Act.LAY:
        return f"{who} lays {format_zone(action.cards) or 'nothing'}"
    if action.act is Act.LOT:
        return f"the lot falls on {seat_name(action.dealer)}"
    if action.act is Act.DEAL:
        return "the next round is dealt"
    return f"{who} {_DOES[action.act]}"


_DOES: Final = {Act.DRAW: "draws", Act.PASS: "passes", Act.SKIP: "misses the turn", Act.STOP: "lays no more"}


def happens_words(before: Match, action: Action, after: Match) -> str:
    """What follows from an action beside what it says itself."""
    events = seen.of_tick(before, (action,), after)
    return ", ".join(filter(None, map(_event, events)))


def _event(event: seen.Event) -> str:
    match event:
        case seen.Drew(_, card):
            return f"it is {format_card(card)}"
        case seen.Took(seat, cards):
            return f"{seat_name(seat)} takes {format_zone(cards)}"
        case seen.WentOut(seat, place):
            return f"{seat_name(seat)} goes out {_PLACES[place - 1]}"
        case seen.Scored(scores):
            return f"the round is over: {scores_words(scores)}"
        case seen.WonMatch(seat):
            return f"{seat_name(seat)} has won the match"
        case _:
            return ""


def scores_words(scores: Sequence[int]) -> str:
    """What each seat scores: `A 32, B -5`."""
    return ", ".join(f"{seat_name(seat)} {score}" for seat, score in enumerate(scores))


def bank_words(table: Round) -> str:
    """The bank, and behind it the ghost that is still to be covered."""
    bank = format_zone(table.bank)
    if bank or table.top == NO_CARD:
        return bank
    return f"({format_card(table.top)})"


def ghost_words(table: Round) -> str:
    """What a card in brackets means in the column of the bank; empty where none stands there."""
    told = bank_words(table)
    if not told.startswith("("):
        return ""
    return f"{told} in the column bank: the bank has been taken, and {told[1:-1]} is still to be covered"


def seated_words(match: Match) -> str:
    """Who holds what at first."""
    table = match.round
    holds = [f"{seat_name(seat)} holds {format_zone(hand) or 'nothing'}" for seat, hand in enumerate(table.hands)]
    if table.turn >= 0:
        holds[table.turn] += " and begins"
    stock = f", the stock is {number(len(table.stock), 'card')}" if table.stock else ", and there is no stock"
    return f"{', '.join(holds)}; {format_zone(table.bank)} lies open{stock}"


def next_words(match: Match) -> str:
    """What is to be done next."""
    if match.stage is Stage.ROUND:
        return f"{seat_name(match.round.turn)} {_TO_DO[match.round.phase]}"
    if match.stage is Stage.LOT:
        return f"chance draws the next dealer: {' or '.join(map(seat_name, match.dealers))}"
    if match.stage is Stage.DEAL:
        return f"{seat_name(match.dealers[0])} deals the next round"
    won, totals = ", ".join(map(seat_name, match.winners)), scores_words(match.totals)
    return f"the match is over after {number(match.rounds, 'round')}: {won} has won ({totals})"


_TO_DO: Final = {
    Phase.MOVE: "is to move",
    Phase.SEVEN: "is under a seven",
    Phase.FURTHER_CARD: "may lay one more card",
    Phase.FURTHER_MOVE: "is to move again",
    Phase.OVER: "is done",
}
