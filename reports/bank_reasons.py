"""Why the rules of Bank refuse an action, where the reason is a simple one."""

from __future__ import annotations

from typing import Final

from model.bank.actions import Act, Action
from model.bank.cover import may_be_laid
from model.bank.match import deal_error
from model.bank.moves import FOUR, is_four_of_a_kind, lays
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, Stage
from model.bank.turns import can_draw
from model.cards import Zone, format_card, format_zone
from model.game import CHANCE, Reason
from reports.words import seat_name

UNTOLD = "the rules do not allow it"
"""What is said where no simple reason is known."""
_BY_CHANCE = (Act.LOT, Act.DEAL)


def refused_words(book: Book, match: Match, action: Action, reason: Reason) -> str:
    """Why an action is refused."""
    if reason is Reason.GAME_OVER:
        return "refused: the match is over"
    if match.stage is Stage.ROUND:
        return f"refused: {_in_round(book, match.round, action, reason)}"
    return f"refused: {_between(book, match, action)}"


def _between(book: Book, match: Match, action: Action) -> str:
    """Between two rounds, when chance decides."""
    names = " or ".join(map(seat_name, match.dealers))
    if action.act not in _BY_CHANCE:
        return "the round is over"
    if match.stage is Stage.LOT:
        return f"a lot decides first who deals, {names}" if action.act is Act.DEAL else f"the lot is among {names}"
    if action.act is Act.LOT or action.deal is None:
        return f"{names} is to deal"
    return deal_error(book, match, action.deal) or UNTOLD


def _in_round(book: Book, table: Round, action: Action, reason: Reason) -> str:
    if action.act in _BY_CHANCE or action.seat == CHANCE:
        return "the round is not over"
    if reason is Reason.NOT_YOUR_TURN:
        return f"it is {seat_name(table.turn)}'s turn"
    if table.phase is Phase.SEVEN:
        return _under_a_seven(book, table)
    if action.act is Act.LAY:
        return _lay(book, table, action.cards)
    return _WITHOUT_CARDS[action.act](book, table)


def _under_a_seven(book: Book, table: Round) -> str:
    must = "draw" if book.seven(table) is Act.DRAW else "miss this turn (skip)"
    return f"{seat_name(table.turn)} is under a seven and must {must}"


def _lay(book: Book, table: Round, cards: Zone) -> str:
    hand = table.hands[table.turn]
    missing = tuple([card for card in cards if card not in hand])
    if missing:
        return f"{seat_name(table.turn)} does not hold {format_zone(missing)}"
    if len(set(cards)) < len(cards) or len(cards) not in (1, FOUR):
        return "one card is laid, or four different ones together"
    if len(cards) == FOUR and not is_four_of_a_kind(cards) and cards not in book.run(book, hand):
        return f"{format_zone(cards)} are no four of a kind and no four in a row"
    if table.phase is Phase.FURTHER_CARD and not book.eight_follow_kind(cards):
        return "one more card may follow an eight, and these are four"
    if not may_be_laid(book, table, cards[0]):
        return f"{format_card(cards[0])} does not cover {format_card(table.top)}"
    return UNTOLD


def _draw(book: Book, table: Round) -> str:
    who, found = seat_name(table.turn), _can_be_laid(book, table)
    if found:
        return found
    if not table.stock:
        return "the stock is used up"
    if not can_draw(book, table):
        return f"{who} has drawn in this turn"
    return f"{who} need not lay more" if table.phase is not Phase.MOVE else UNTOLD


def _pass(book: Book, table: Round) -> str:
    who = seat_name(table.turn)
    found = _can_be_laid(book, table)
    if found:
        return found
    if table.phase is not Phase.MOVE:
        return f"{who} has laid in this turn, and stops"
    return f"{who} must draw first" if can_draw(book, table) else UNTOLD


def _stop(book: Book, table: Round) -> str:
    who = seat_name(table.turn)
    if table.phase is Phase.MOVE:
        return f"{who} has laid no eight and no four of a kind in this turn"
    return _can_be_laid(book, table) or f"{who} must draw first"


def _skip(book: Book, table: Round) -> str:
    return f"no seven makes {seat_name(table.turn)} miss a turn"


_WITHOUT_CARDS: Final = {Act.DRAW: _draw, Act.PASS: _pass, Act.STOP: _stop, Act.SKIP: _skip}


def _can_be_laid(book: Book, table: Round) -> str:
    """That something can still be laid, and what; empty if nothing can."""
    found = lays(book, table)
    return f"{seat_name(table.turn)} can lay {format_zone(found[0])}" if found else ""
