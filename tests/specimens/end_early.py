"""Specimen with a planted fault: Beggar My Neighbour for two, in Python.

The fault is of the kind END: a player whose last card is a pay card is declared out on the spot, instead of waiting
whether the opponent can pay. It breaks BMN-44 (only a player who *has to play* and has no card loses); everything
else in here is right.
"""

import json
import sys
from collections import deque

DEMANDS = {"J": 1, "Q": 2, "K": 3, "A": 4}


class Player:
    def __init__(self, cards):
        self.hand = deque(cards)

    def is_out(self):
        return not self.hand


class Game:
    def __init__(self, hands, max_cards):
        self.players = [Player(hand) for hand in hands]
        self.max_cards = max_cards
        self.turn = 0
        self.pile = []
        self.cards = self.tricks = 0
        self.history = {}

    def snapshot(self):
        return self.turn, *("".join(player.hand) for player in self.players)

    def collect(self, taker):
        self.players[taker].hand.extend(self.pile)
        self.pile.clear()
        self.tricks += 1
        self.turn = taker

    def won_by(self, winner):
        return {"status": "won", "winner": winner, "cards": self.cards, "tricks": self.tricks}

    def play(self):
        while True:
            if not self.pile:
                now = self.snapshot()
                if now in self.history:
                    return self.loop_since(*self.history[now])
                self.history[now] = self.cards, self.tricks
            winner = self.play_trick()
            if winner is not None:
                return self.won_by(winner)
            if self.cards >= self.max_cards:
                return {"status": "budget", "cards": self.cards}

    def loop_since(self, cards, tricks):
        return {
            "status": "loop",
            "stem_cards": cards,
            "period_cards": self.cards - cards,
            "stem_tricks": tricks,
            "period_tricks": self.tricks - tricks,
        }

    def play_trick(self):
        """Play until somebody takes the pile; the winner if the game is over, else None."""
        debt = 0
        while True:
            me, other = self.turn, 1 - self.turn
            if self.players[me].is_out():
                self.collect(other)
                return other
            card = self.players[me].hand.popleft()
            self.pile.append(card)
            self.cards += 1
            if card in DEMANDS:
                debt = DEMANDS[card]
                if self.players[me].is_out():
                    self.collect(other)
                    return other
                self.turn = other
            elif debt == 0:
                self.turn = other
            else:
                debt -= 1
                if debt == 0:
                    self.collect(other)
                    return other if self.players[me].is_out() else None


def adapter():
    games = [{"game": "beggar", "levels": ["outcome"], "seats": [2], "cards": ["class"], "loop": "first_repeat"}]
    me = {"name": "end-early", "version": "1", "language": "python", "source": "specimen"}
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"no": {"why": "unsupported"}}
        if request["op"] == "hello":
            reply = {"ok": {"protocol": 1, "adapter": me, "games": games}}
        elif request["op"] == "play" and request["game"] == "beggar" and len(request["deal"]["hands"]) == 2:
            reply = {"ok": {"outcome": Game(request["deal"]["hands"], request["budget"]["cards"]).play()}}
        elif request["op"] == "bye":
            reply = {"ok": {}}
        print(json.dumps({"id": request["id"], **reply}), flush=True)
        if request["op"] == "bye":
            return


if __name__ == "__main__":
    adapter()
