"""An adapter for fairdeal: a game with slaps, played step by step, one JSON object a line.

It works as it stands, with a small game of its own at the bottom. To connect a game that exists already, change the
lines between "your game" and "end", and throw the stand-in away. Nothing else needs to change.

    fairdeal verify -- python3 step.py      does the game keep the rules?

GAMES says what the game can do, so that it is asked no more: "banka" or "ratscrew"; "ties" is "ruled" if of several
hands the undermost wins, "never" if hands come one by one. `fairdeal rules banka` lists what a "variant" can say.
"""

from __future__ import annotations

import json
import sys
from typing import Any

# ---- your game: what it can do, and one call for each thing ----
NAME = {"name": "stand-in", "version": "1", "language": "python"}
GAMES = [{"game": "banka", "levels": ["step"], "seats": [2], "cards": ["rank"], "ties": "ruled", "observe": ["state"]}]


def new(game: str, hands: list[str], middle: str, variant: dict[str, str]) -> StandIn:
    """A table with this deal: the first card of a hand is played first, and `middle` was left over."""
    if game != "banka" or len(hands) != 2 or variant:
        raise RefusedError("unsupported")
    return StandIn(hands, middle)


def tick(table: StandIn, act: str, seats: list[int]) -> None:
    """One seat lays or collects, or the hands of several come down at one instant, the undermost first."""
    if table.phase == "over":
        raise RefusedError("game-over")
    if act == "slap" and set(seats) <= {0, 1}:
        return table.slap(seats)
    if act != {"laying": "lay", "won": "collect"}[table.phase]:
        raise RefusedError("illegal-action")
    if seats != [table.turn]:
        raise RefusedError("not-your-turn")
    return table.lay() if act == "lay" else table.take(table.turn)


def state(table: StandIn) -> dict[str, Any]:
    """Hands next card first, the middle lowest card first. Leave out what you lack; in phase won, `turn` and `claimant`
    are the winner and `owed` is 0; in phase laying, `claimant` is None where nothing is owed."""
    cards = {"hands": ["".join(hand) for hand in table.hands], "middle": "".join(table.middle)}
    return {**cards, "turn": table.turn, "owed": table.owed, "claimant": table.claimant, "phase": table.phase}


# ---- end ----

TABLES: dict[int, Any] = {}
TICKS: dict[int, int] = {}


class RefusedError(Exception):
    """Why something is refused: one of the words that `fairdeal export --schema` lists under "why"."""


def reply_to(ask: dict[str, Any]) -> dict[str, Any]:
    """What is answered in `ok`, or RefusedError."""
    op, table = ask["op"], ask.get("table", -1)
    if op == "hello":
        return {"protocol": 1, "adapter": NAME, "games": GAMES}
    if op == "new" and ask["deal"]["cards"] == "rank":
        table = ask["id"]
        TABLES[table] = new(ask["game"], ask["deal"]["hands"], ask["deal"].get("middle", ""), ask["variant"])
        TICKS[table] = 0
        return {"table": table, "at": 0}
    if op == "tick" and table in TABLES:
        if ask["at"] != TICKS[table]:
            raise RefusedError("stale")
        acts, seats = {one["act"] for one in ask["do"]}, [one["seat"] for one in ask["do"]]
        tick(TABLES[table], acts.pop() if len(acts) == 1 and len(set(seats)) == len(seats) else "", seats)
        TICKS[table] += 1
        return {"at": TICKS[table]}
    if op == "look" and table in TABLES:
        return {"state": state(TABLES[table])}
    if op == "drop" and table in TABLES:
        del TABLES[table]
    elif op != "bye":
        raise RefusedError("unsupported")
    return {}


def main() -> None:
    """Answer until goodbye. Standard output is the wire, so whatever the game prints goes to standard error."""
    wire, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        ask = json.loads(line)
        reply: dict[str, Any]
        try:
            reply = {"ok": reply_to(ask)}
        except RefusedError as refused:
            reply = {"no": {"why": str(refused)}}
        except Exception as error:
            reply = {"err": repr(error)}
        print(json.dumps({"id": ask["id"], **reply}), file=wire, flush=True)
        if ask["op"] == "bye":
            break


# ---- the stand-in: Banka bever for two. Throw it away when your game is connected ----


class StandIn:
    """One game, by all five table rules. A pile that was won lies there, and may be slapped, until it is collected."""

    def __init__(self, hands: list[str], middle: str) -> None:
        self.hands = [list(hand) for hand in hands]
        self.middle = list(middle)
        self.left = len(middle)
        self.turn = self.owed = 0
        self.claimant: int | None = None
        self.phase = "laying"

    def lay(self) -> None:
        """The seat to act lays its top card, and what is owed or won follows from it."""
        layer, other = self.turn, 1 - self.turn
        card = self.hands[layer].pop(0)
        self.middle.append(card)
        asks = {"J": 1, "Q": 2, "K": 3, "A": 4}.get(card, 0)
        if asks:
            self.owed, self.claimant, self.turn = asks, layer, other
        elif self.claimant is not None:
            self.owed -= 1
        elif self.hands[other]:
            self.turn = other
        paid = self.claimant is not None and self.owed == 0
        if paid or not self.hands[self.turn]:
            winner = layer if self.claimant is None else self.claimant
            self.turn, self.claimant, self.owed, self.phase = winner, winner, 0, "won"

    def slap(self, seats: list[int]) -> None:
        """The undermost hand takes the pile if it may be slapped; otherwise nothing happens."""
        if self.may_be_slapped():
            self.take(seats[0])

    def may_be_slapped(self) -> bool:
        """The top card has the rank of the card below it or of the lowest; other left-over cards lie face down."""
        below = len(self.middle) - 2
        if below < 0 or len(self.middle) == self.left:
            return False
        hidden = 0 < below < self.left
        return self.middle[-1] == self.middle[0] or (self.middle[-1] == self.middle[below] and not hidden)

    def take(self, seat: int) -> None:
        """The pile goes under the hand of a seat, which leads."""
        self.hands[seat] += self.middle
        self.middle, self.left, self.owed = [], 0, 0
        self.turn, self.claimant = seat, None
        self.phase = "laying" if self.hands[1 - seat] else "over"


if __name__ == "__main__":
    main()
