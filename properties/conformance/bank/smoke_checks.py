"""Small checks of one table of Bank, and the small deals that are asked."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from model.bank.actions import RoundDeal
from model.bank.dealing import parse_round
from properties.conformance.bank.compare import act_text
from properties.conformance.bank.slips import (
    FROM_0,
    ONLY,
    cards_in,
    differing,
    every_card,
    slip_of,
    turned,
)
from properties.conformance.protocol import ActionWire, BankTableWire
from properties.conformance.talk import Check, Refused

LAID: Final = "a table is laid"
SHOWN: Final = "the table shows the deal"
DEALER: Final = "a dealer that the deal names has dealt"
TENS: Final = "a ten is written as T"
EMPTY: Final = "a seat without cards takes no part"
FIRST: Final = "the seat that moves first acts first"
LEGAL: Final = "legal acts are told"
VIEWS: Final = "a view shows a seat its own hand, and no other card"
OUT_OF_TURN: Final = "an act out of turn is refused"
NOT_NOW: Final = "what cannot be done now is refused"
STALE: Final = "a message that comes too late is refused"
COUNTED: Final = "ticks are counted"
SEVERAL: Final = "several tables do not disturb each other"
FORKED: Final = "a doubled table is a table of its own"
DROPPED: Final = "a table can be taken away"
UNKNOWN_OP: Final = "an unknown op is refused"

MAY_DIFFER: Final = "it differs: a rule may differ, `verify` will say which"
COUNT: Final = "at is the number of ticks applied to this table: 0 as it is laid, one more for each that is not refused"
UNCHANGED: Final = "check everything before anything is done: what is refused must leave the table as it was"
OWN: Final = "keep each table by its name, with its cards, whose turn it is, and the count of its ticks"
DONE: Final = 'an act that is answered with "ok" must have been done by then, at the table that it names'
SAYS: Final = "what legal tells must be taken, in the very form in which it is told"
ORDERS: Final = "four cards can be laid in several orders, the last one on top: each order is an act of its own"
EVERY_ACT: Final = "legal tells every act there is: draw, pass, skip and stop, and not only what can be laid"
OF_TURN: Final = "legal tells the acts of the seat in turn, and of no other"
FROM_LEFT: Final = 'the stock is drawn from the left: of "7hAh9s" the 7h comes first'
LAST_ON_TOP: Final = 'cards are laid as they are written: of "QdQsQhQc" the Qd first, and the Qc lies on top'

HANDS: Final = ("Kc7dJs", "Kd6cQc", "Ac9sJd", "Ad8sQs")
OTHER_HANDS: Final = ("Jc8d", "7s9c", "6dAs", "8cKs")


class Enough(Exception):
    """What follows cannot be asked."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A small deal for two, and what is done there."""

    name: str
    deal: str
    script: str
    hint: str

    def deal_for(self, seats: int) -> RoundDeal:
        """The deal at a table with so many seats: who is not needed has no cards."""
        hands, plus, rest = self.deal.partition("+")
        return parse_round(hands + "/" * (seats - 2) + plus + rest)


SCENES: Final = (
    Scene(TENS, "TcAs/9s7c+Th+Td", "Tc", "a ten is written as T, in a deal and in a state"),
    Scene("a card is laid", "Kc9h/QhJh+Ks", "Kc", "a card goes from the hand onto the bank, and nothing else moves"),
    Scene(
        "a seat that cannot cover draws",
        "9hJh/Qh6h+Kc+7hAh9s",
        "draw",
        "one card comes from the stock, and the same seat goes on",
    ),
    Scene(
        "who fails is taken from",
        "Kc9h/QhJh+Ks+7hAh9d",
        "Kc draw pass",
        "the bank goes to whoever laid its top card, and that card must still be covered",
    ),
    Scene("a seven is skipped", "7c9h/QhJh+7s", "7c skip", "the next seat is in phase seven, and says skip itself"),
    Scene("an eight can be followed", "8c9hJh/QhKh+7s", "8c stop", "the same seat goes on, and says stop itself"),
    Scene("four of a kind are laid", "QcQdQhQs9h/KhJh+Kc", "QdQsQhQc stop", "four cards are laid in one act"),
    Scene(
        "a round ends, and is counted", "9c/9d6h+9s", "9c", "the round is over with the last card of the last but one"
    ),
    Scene("the next round is dealt", "9c/9d6h+9s", "9c deal:9d/9c6h+9s", "chance deals the very same cards again"),
)
"""What is played, in this order; by whatever rules, these deals go the same way if they can."""


def plain_deal(seats: int, dealer: str = "") -> RoundDeal:
    """Cards without a ten; nobody holds the suit of the open card, so that who is left of the dealer moves first."""
    return parse_round(f"{'/'.join(HANDS[:seats])}+Kh+7h9h8d{dealer}")


def other_deal(seats: int) -> RoundDeal:
    """Another deal of that kind."""
    return parse_round(f"{'/'.join(OTHER_HANDS[:seats])}+Jh+6h7h")


# --- a state


def state_check(name: str, right: BankTableWire, told: BankTableWire, where: str, dealt: bool) -> Check:
    """A state against what is right. Who moves first a rule may change; as it is dealt, nothing else."""
    if told == right:
        return Check(name, True, where)
    slip = slip_of(right, told, dealt)
    if slip is not None:
        return Check(name, False, f"{where}: {slip.seen}", slip.hint)
    wrong = differing(right, told)
    only = _only(right, told, wrong, dealt)
    if only:
        return Check(name, False, f"{where}: {_words(right, told, wrong)}", only)
    if every_card(told) != every_card(right):
        return Check(name, False, f"{where}: {_words(right, told, wrong)}", "every card lies somewhere, and once")
    if dealt and not set(wrong) <= {"turn", "first"}:
        return Check(name, False, f"{where}: {_words(right, told, wrong)}", "nothing has been done yet")
    return Check(name, True, f"{where}: {MAY_DIFFER} ({_words(right, told, wrong)})", remark=True)


def _only(right: BankTableWire, told: BankTableWire, wrong: list[str], dealt: bool) -> str:
    """The hint where one part alone is wrong that is no matter of rules; empty where it is not so."""
    if right.phase in ("lot", "deal", "over") and wrong == ["turn"]:
        return "turn is 0 where no seat is in turn"
    if dealt and "dealer" in wrong and set(wrong) <= {"dealer", "turn", "first"}:
        return ONLY["dealer"]
    if len(wrong) != 1 or wrong == ["dealer"] or (wrong == ["top"] and not right.bank):
        return ""
    return ONLY.get(wrong[0], "")


def _words(right: BankTableWire, told: BankTableWire, wrong: list[str]) -> str:
    """What differs, as it is on the wire."""
    parts = [f"{name} is {_json(getattr(told, name))}, not {_json(getattr(right, name))}" for name in wrong]
    return "; ".join(parts)


def _json(value: object) -> str:
    return json.dumps(value, default=str)


def after_act(name: str, before: BankTableWire, right: BankTableWire, told: BankTableWire, where: str) -> Check:
    """The state after an act: what is known of the act tells more of what is wrong."""
    if told == before != right:
        return Check(name, False, f"{where}: nothing has changed", DONE)
    if told != right and len(before.stock) > len(right.stock):
        last = "".join(cards_in(before.stock)[:-1])
        if told.stock == last != right.stock:
            return Check(name, False, f"{where}: the last card of the stock was drawn", FROM_LEFT)
    laid = len(cards_in(right.bank)) - len(cards_in(before.bank))
    if told.bank != right.bank and laid > 1:
        other = before.bank + turned(right.bank.removeprefix(before.bank))
        if told.bank == other:
            return Check(name, False, f"{where}: they lie in the other order", LAST_ON_TOP)
    return state_check(name, right, told, where, dealt=False)


# --- acts


def legal_check(right: tuple[ActionWire, ...], told: tuple[ActionWire, ...], where: str) -> Check:
    """The legal acts against the right ones: what no rule explains is wrong."""
    ours, theirs = Counter(map(act_text, right)), Counter(map(act_text, told))
    if ours == theirs:
        return Check(LEGAL, True, f"{where}: {len(told)} act{'s' * (len(told) != 1)}")
    slip = _legal_slip(right, told)
    if slip is None:
        return Check(LEGAL, True, f"{where}: {MAY_DIFFER}", remark=True)
    return Check(LEGAL, False, f"{where}: {slip[0]}", slip[1])


def _legal_slip(right: tuple[ActionWire, ...], told: tuple[ActionWire, ...]) -> tuple[str, str] | None:
    """What a program seems to do, and the hint; None where a rule may be the reason."""
    ours, theirs = Counter(map(act_text, right)), Counter(map(act_text, told))
    turn = {act.seat for act in right}
    of_turn = {act_text(act) for act in told if act.seat in turn}
    lays = Counter(act_text(act) for act in right if act.act == "lay")
    orders = set(theirs) < set(ours) and _without_order(told) == _without_order(right)
    slips = (
        (theirs == Counter(map(act_text, map(_one_higher, right))), "seats are counted from 1", FROM_0),
        (set(ours) == set(theirs), "an act is told more than once", "tell each act once"),
        (len(told) > len(of_turn) and of_turn == set(ours), "acts of other seats are told as well", OF_TURN),
        (not told, f"none are told, and there is {', '.join(sorted(ours))}", EVERY_ACT),
        (theirs == lays, "only cards to be laid are told", EVERY_ACT),
        (orders, f"{len(told)} acts where there are {len(right)}", ORDERS),
    )
    return next(((seen, hint) for met, seen, hint in slips if met), None)


def _one_higher(act: ActionWire) -> ActionWire:
    seat = act.seat if isinstance(act.seat, str) else act.seat + 1
    return ActionWire(seat, act.act, cards=act.cards, dealer=act.dealer)


def _without_order(acts: tuple[ActionWire, ...]) -> set[tuple[str, frozenset[str]]]:
    return {(act.act, frozenset(cards_in(act.cards))) for act in acts}


def refused_for(name: str, where: str, answer: Refused, whys: tuple[str, ...]) -> Check:
    """Whether a refusal is a typed one, and for one of these reasons."""
    why = answer.words.split(" ")[0]
    if "stale" not in whys and why == "stale":
        return Check(COUNTED, False, f"{where}: {answer.words}, though all ticks were counted", COUNT)
    held = not answer.broke and why in whys
    return Check(name, held, f"{where}: {answer.words}", f'answer {{"id": ..., "no": {{"why": "{whys[0]}"}}}}')


# --- a view


def leaks(view: dict[str, Any], right: BankTableWire, seat: int) -> list[str]:
    """The cards in a view that this seat may not know."""
    zones = [hand for other, hand in enumerate(right.hands) if other != seat] + [right.stock]
    hidden = {card for zone in zones for card in cards_in(zone) if card}
    text = json.dumps(view)
    return sorted(card for card in hidden if card in text)
