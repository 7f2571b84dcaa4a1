"""A small adapter of Bank around the reference, and the usual slips of people who write one: each makes it wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from model.bank.profiles import BANK
from properties.conformance.bank import smoke_checks
from properties.conformance.bank.slips import turned
from properties.conformance.protocol import Request, encode
from properties.conformance.reference import Reference
from properties.conformance.talk import IDS, SHAPE

Message = dict[str, Any]


def right(_: Message) -> None:
    """Nothing is changed."""


@dataclass(slots=True)
class Adapter:
    """A small adapter around the reference, with something changed on the way in or out.

    `asked` changes requests; `told` changes replies; `shown` changes the states that are shown.
    """

    asked: Callable[[Message], None] = right
    told: Callable[[Message], None] = right
    shown: Callable[[Message], None] = right
    reference: Reference = field(default_factory=lambda: Reference({"bank": BANK}, "small adapter"))

    def answer(self, request: Request) -> bytes:
        """The reply to a request, as a line."""
        message = json.loads(encode(request))
        self.asked(message)
        reply: Message = json.loads(self.reference.answer_line(json.dumps(message).encode()))
        if "games" in (reply.get("ok") or {}):
            reply["ok"]["games"][0]["observe"] = ["state", "legal", "view"]
        if "state" in (reply.get("ok") or {}):
            self.shown(reply["ok"]["state"])
        self.told(reply)
        return json.dumps(reply).encode()


# --- slips: in what is shown


def stock_turned(state: Message) -> None:
    state["stock"] = turned(state["stock"])


def bank_turned(state: Message) -> None:
    state["bank"] = turned(state["bank"])


def hands_turned(state: Message) -> None:
    state["hands"].reverse()


def piles_exchanged(state: Message) -> None:
    state["hands"], state["captured"] = state["captured"], state["hands"]


def seats_from_1(state: Message) -> None:
    for name in ("turn", "owner", "dealer", "first"):
        state[name] = None if state[name] is None else state[name] + 1
    state["out"] = [seat + 1 for seat in state["out"]]


def recoded(recode: Callable[[str], str]) -> Callable[[Message], None]:
    def change(state: Message) -> None:
        for name in ("hands", "captured"):
            state[name] = [recode("".join(zone)) for zone in state[name]]
        for name in ("stock", "bank", "top"):
            state[name] = recode(state[name])

    return change


def suit_first(zone: str) -> str:
    return "".join(suit + rank for rank, suit in zip(zone[::2], zone[1::2], strict=True))


def clubs_for_spades(zone: str) -> str:
    return zone.translate(str.maketrans("cs", "sc"))


def parted(zone: str) -> str:
    return ",".join(rank + suit for rank, suit in zip(zone[::2], zone[1::2], strict=True))


def capital_suits(zone: str) -> str:
    return "".join(each.upper() if each in "cdhs" else each for each in zone)


def signs(zone: str) -> str:
    return zone.translate(str.maketrans("cdhs", "♣♦♥♠"))


def no_open_card(state: Message) -> None:
    state["bank"] = state["bank"][2:]


def open_card_owned(state: Message) -> None:
    state["owner"] = 0 if state["owner"] is None else state["owner"]


def turn_after_the_end(state: Message) -> None:
    if state["phase"] in ("lot", "deal", "over"):
        state["turn"] = 1


def scores_kept_back(state: Message) -> None:
    state["scores"] = []


def totals_late(state: Message) -> None:
    if state["scores"]:
        state["totals"] = [0] * len(state["totals"])


def table_cleared(state: Message) -> None:
    if state["scores"]:
        state.update(hands=["", ""], captured=["", ""], bank="", top="", stock="")


def hands_as_lists(state: Message) -> None:
    state["hands"] = [[hand] for hand in state["hands"]]


def phase_of_its_own(state: Message) -> None:
    state["phase"] = "moving"


# --- slips: in what is read


def drawn_from_the_end(message: Message) -> None:
    if message["op"] == "new" and message["deal"].get("stock"):
        message["deal"]["stock"] = turned(message["deal"]["stock"])


def ticks_from_1(message: Message) -> None:
    if message["op"] == "tick" and message["do"][0]["seat"] != "chance":
        message["do"][0]["seat"] -= 1


def first_seat_deals(message: Message) -> None:
    if message["op"] == "new":
        message["deal"].setdefault("dealer", 0)


def four_upside_down(message: Message) -> None:
    if message["op"] == "tick" and message["do"][0].get("cards"):
        message["do"][0]["cards"] = turned(message["do"][0]["cards"])


def tens_unknown(message: Message) -> None:
    if message["op"] == "new" and "T" in "".join(message["deal"]["hands"]):
        message["deal"]["hands"] = ["Zz", "Zz"]


def always_obeyed(adapter: Adapter) -> None:
    """Whatever count a message names, the adapter's own is put in its place."""
    counted: dict[str, int] = {}
    table = ""

    def asked(message: Message) -> None:
        nonlocal table
        if message["op"] == "tick":
            table = message["table"]
            message["at"] = counted.get(table, 0)

    def told(reply: Message) -> None:
        if set(reply.get("ok") or {}) == {"at", "digest"}:
            counted[table] = reply["ok"]["at"]

    adapter.asked, adapter.told = asked, told


def nothing_done(adapter: Adapter) -> None:
    """Lays are answered as if they were done."""
    at: list[int] = []

    def asked(message: Message) -> None:
        wanted = {"seat": 0, "act": "lay", "cards": "Kc"}
        if message["op"] == "tick" and message["do"] == [wanted]:
            at.append(message["at"] + 1)
            message.update(op="look", what=[])

    def told(reply: Message) -> None:
        if reply.get("ok") == {} and at:
            reply["ok"] = {"at": at.pop()}

    adapter.asked, adapter.told = asked, told


def one_stock_for_all(adapter: Adapter) -> None:
    """Every table shows the stock of the deal that came last."""
    last: list[str] = []

    def asked(message: Message) -> None:
        if message["op"] == "new":
            last.append(message["deal"].get("stock", ""))

    def shown(state: Message) -> None:
        state["stock"] = last[-1]

    adapter.asked, adapter.shown = asked, shown


def done_though_refused(adapter: Adapter) -> None:
    """What comes out of turn is refused, and the seat in turn lays a card instead."""

    def told(reply: Message) -> None:
        if (reply.get("no") or {}).get("why") == "not-your-turn":
            act = {"op": "tick", "id": 1, "table": "b1", "at": 0, "do": [{"seat": 0, "act": "lay", "cards": "Kc"}]}
            adapter.reference.answer_line(json.dumps(act).encode())

    adapter.told = told


def one_table_at_a_time(message: Message) -> None:
    if message.get("table", "").startswith("b"):
        message["table"] = "b1"


# --- slips: in what is told


def ids_of_its_own(reply: Message) -> None:
    reply["id"] = reply["id"] if reply["id"] == 0 else 1


def never_counted(reply: Message) -> None:
    if "at" in (reply.get("ok") or {}):
        reply["ok"]["at"] = 0


def legal_from_1(reply: Message) -> None:
    for act in (reply.get("ok") or {}).get("legal", []):
        act["seat"] += 1


def only_lays(reply: Message) -> None:
    if "legal" in (reply.get("ok") or {}):
        reply["ok"]["legal"] = [act for act in reply["ok"]["legal"] if act["act"] == "lay"]


def one_order(reply: Message) -> None:
    if "legal" in (reply.get("ok") or {}):
        by_cards = {frozenset(act.get("cards", "")): act for act in reply["ok"]["legal"]}
        reply["ok"]["legal"] = list(by_cards.values())


def all_is_seen(reply: Message) -> None:
    if "view" in (reply.get("ok") or {}):
        reply["ok"]["view"]["all"] = ["Kc7dJs", "9d6cQc"]


def refused_untyped(reply: Message) -> None:
    if reply.get("no", {}).get("why") == "unsupported":
        reply["err"] = "what?"
        del reply["no"]


def wrong_reason(reply: Message) -> None:
    if reply.get("no", {}).get("why") == "stale":
        reply["no"]["why"] = "illegal-action"


def changed(change: Callable[[Adapter], None]) -> Adapter:
    adapter = Adapter()
    change(adapter)
    return adapter


SLIPS: dict[str, tuple[Adapter, str, str]] = {
    "the stock shown from its end": (
        Adapter(shown=stock_turned),
        smoke_checks.SHOWN,
        'of "7h9h" the 7h is drawn first',
    ),
    "the stock drawn from its end": (
        Adapter(asked=drawn_from_the_end, shown=stock_turned),
        "a seat that cannot cover draws",
        "the stock is drawn from the left",
    ),
    "the bank upside down": (Adapter(shown=bank_turned), smoke_checks.FIRST, "the lowest card, which was laid first"),
    "hands of other seats": (Adapter(shown=hands_turned), smoke_checks.SHOWN, "hand number 0 belongs to seat 0"),
    "hands for captured": (Adapter(shown=piles_exchanged), smoke_checks.SHOWN, '"captured" those won in this round'),
    "seats shown from 1": (Adapter(shown=seats_from_1), smoke_checks.SHOWN, "seats count from 0"),
    "seats read from 1": (Adapter(asked=ticks_from_1), smoke_checks.OUT_OF_TURN, "seats count from 0"),
    "legal from 1": (Adapter(told=legal_from_1), smoke_checks.LEGAL, "seats count from 0"),
    "suit before rank": (Adapter(shown=recoded(suit_first)), smoke_checks.SHOWN, "a card is a rank"),
    "capital suits": (Adapter(shown=recoded(capital_suits)), smoke_checks.SHOWN, "in small letters"),
    "suits as signs": (Adapter(shown=recoded(signs)), smoke_checks.SHOWN, "c d h s in small letters"),
    "suits exchanged": (Adapter(shown=recoded(clubs_for_spades)), smoke_checks.SHOWN, "c are clubs"),
    "commas between cards": (Adapter(shown=recoded(parted)), smoke_checks.SHOWN, "nothing in between"),
    "tens not read": (Adapter(asked=tens_unknown), smoke_checks.TENS, "a ten is written as T"),
    "the open card left out": (Adapter(shown=no_open_card), smoke_checks.SHOWN, "it lies in the bank"),
    "the open card owned": (Adapter(shown=open_card_owned), smoke_checks.SHOWN, "null for the open card"),
    "the first seat deals": (Adapter(asked=first_seat_deals), smoke_checks.SHOWN, "the last seat has dealt"),
    "four the other way": (Adapter(asked=four_upside_down), "four of a kind are laid", "the Qc lies on top"),
    "a turn after the end": (Adapter(shown=turn_after_the_end), "a round ends, and is counted", "turn is 0"),
    "scores kept back": (Adapter(shown=scores_kept_back), "a round ends, and is counted", "till the next deal"),
    "totals come late": (Adapter(shown=totals_late), "a round ends, and is counted", "add it at its end"),
    "the table cleared": (Adapter(shown=table_cleared), "a round ends, and is counted", "as the round has left them"),
    "hands as lists": (Adapter(shown=hands_as_lists), SHAPE, '"hands" are texts'),
    "another phase": (Adapter(shown=phase_of_its_own), SHAPE, '"phase" is move'),
    "ids of its own": (Adapter(told=ids_of_its_own), IDS, "copy the id"),
    "never counted": (Adapter(told=never_counted), smoke_checks.COUNTED, "the number of ticks applied"),
    "only lays are legal": (Adapter(told=only_lays), smoke_checks.LEGAL, "draw, pass, skip and stop"),
    "one order is legal": (Adapter(told=one_order), smoke_checks.LEGAL, "each order is an act of its own"),
    "all is seen": (Adapter(told=all_is_seen), smoke_checks.VIEWS, "a view has"),
    "another reason": (Adapter(told=wrong_reason), smoke_checks.STALE, '"stale"'),
    "late messages obeyed": (changed(always_obeyed), smoke_checks.STALE, 'refuse with "stale"'),
    "nothing done": (changed(nothing_done), smoke_checks.FIRST, "must have been done by then"),
    "one stock": (changed(one_stock_for_all), smoke_checks.SEVERAL, "keep each table by its name"),
    "refused and done": (changed(done_though_refused), smoke_checks.OUT_OF_TURN, "must leave the table as it was"),
    "one table": (Adapter(asked=one_table_at_a_time), smoke_checks.SEVERAL, "keep each table by its name"),
    "unknown breaks it": (Adapter(told=refused_untyped), smoke_checks.UNKNOWN_OP, "unsupported"),
}
"""What goes wrong, the check that must notice, and a part of its hint."""
