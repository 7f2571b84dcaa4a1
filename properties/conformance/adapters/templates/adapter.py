"""An adapter for fairdeal: a card game that answers questions, one JSON object a line.

It works as it stands, with a small game of its own at the bottom. To connect a game that exists already, change the
lines between "your game" and "end", and throw the stand-in away. Nothing else needs to change.

    fairdeal smoke -- python3 adapter.py       is it wired rightly?
    fairdeal verify -- python3 adapter.py      does the game keep the rules?

What GAMES says of each game, so that it is asked no more than it can do:

    game          "beggar" or "camicia"
    seats         how many can play: [2], [2, 3, 4] or {"min": 2, "max": 6}
                  (4 and more play with two packs, 104 cards, unless packs is 1 in variant)
    loop          does it notice a game that goes round for ever? "none": no, it plays on until the budget;
                  "eventually": at some time; "first_repeat": as soon as hands and leader come again at an empty middle
    count_cards   "laid", or "laid_and_failed_draw": a card that somebody should lay and does not have counts too
    count_tricks  "with_last_pile", or "collected_only": a last pile that nobody could answer does not count
    variant       what it plays differently on purpose: {"payer_out": ["claimant_takes"]}

Leave out the two ways of counting if you are not sure: they are found out. `fairdeal rules beggar` lists all that
`variant` can say; name one way if the game always plays so, and several if it can be told which (by variant["..."]).
"""

from __future__ import annotations

import json
import sys
from typing import Any

# ---- your game: what it can do, and one call of it ----
NAME = {"name": "stand-in", "version": "1", "language": "python"}
GAMES = [
    {
        "game": "beggar",
        "seats": [2],
        "loop": "none",
        "count_cards": "laid",
        "count_tricks": "with_last_pile",
        "variant": {},
    }
]


def outcome(game: str, hands: list[str], variant: dict[str, str], budget: int) -> dict[str, Any] | None:
    """How this deal ends, or None for what the game cannot play."""
    if game != "beggar" or len(hands) != 2 or variant:
        return None
    winner, cards, tricks = stand_in(hands, budget)
    if winner is None:
        return {"status": "budget", "cards": budget}
    return {"status": "won", "winner": winner, "cards": cards, "tricks": tricks}


# ---- end ----
#
# hands    one text for each seat, such as ["J-A--", "--QK-"]: the first seat leads, the first card of a hand is played
#          first; - asks for nothing, J Q K A ask for one to four cards. No hand is empty.
# variant  the way chosen for each rule that GAMES lists under "variant", where it is not the usual one
# budget   give up when so many cards are laid and the game is not over: it may never end
# winner   the seat that wins, counted from 0. Leave out "cards" or "tricks" if the game does not count them.
# A loop is {"status": "loop", "stem_cards": 4, "period_cards": 6}: cards before it, and cards once round.


# ---- the wire: one line in, one line out ----


def reply_to(ask: dict[str, Any]) -> dict[str, Any]:
    """What is answered, still without the id of the question."""
    if ask["op"] == "hello":
        return {"ok": {"protocol": 1, "adapter": NAME, "games": GAMES}}
    if ask["op"] == "bye":
        return {"ok": {}}
    if ask["op"] == "play" and ask["deal"]["cards"] == "class":
        found = outcome(ask["game"], ask["deal"]["hands"], ask["variant"], ask["budget"]["cards"])
        if found:
            return {"ok": {"outcome": found}}
    return {"no": {"why": "unsupported"}}


def main() -> None:
    """Answer until goodbye. Standard output is the wire, so whatever the game prints goes to standard error."""
    wire, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        ask = json.loads(line)
        try:
            reply = reply_to(ask)
        except Exception as error:
            reply = {"err": repr(error)}
        print(json.dumps({"id": ask["id"], **reply}), file=wire, flush=True)
        if ask["op"] == "bye":
            break


# ---- the stand-in: Beggar My Neighbour for two. Throw it away when your game is connected ----


def stand_in(hands: list[str], budget: int) -> tuple[int | None, int, int]:
    """The winner (None after `budget` cards), and the numbers of cards laid and of piles taken."""
    asks = {"-": 0, "J": 1, "Q": 2, "K": 3, "A": 4}
    piles = [list(hand) for hand in hands]
    middle: list[str] = []
    turn = taker = cards = tricks = debt = 0
    while middle or (piles[0] and piles[1]):
        if cards == budget:
            return None, cards, tricks
        card = piles[turn].pop(0)
        middle.append(card)
        cards += 1
        paid = debt == 1 and card == "-"
        if debt and card == "-":
            debt -= 1
        else:
            debt, taker, turn = asks[card], turn, 1 - turn
        if paid or not piles[turn]:
            piles[taker] += middle
            middle, debt, turn = [], 0, taker
            tricks += 1
    return taker, cards, tricks


if __name__ == "__main__":
    main()
