"""Programs that play a game otherwise than they claim, each strange in a way of its own.

`strange.py HOW GAME POINT=WAY ...`: `third`: every third trick of Beggar goes to seat 0, whoever has won it; `chance`:
now and then the other seat is told to have won; `gives_up`: it claims to find loops and gives up in them; `winner`: no
cards and no tricks are told; `endless`: a game that never ends is played for ever; `broken`: it breaks on hands of
three cards.
"""

import json
import random
import sys
import time
from pathlib import Path

import msgspec

from properties.conformance.books import chosen_book
from properties.conformance.reference import Reference


class Strange(Reference):
    """Plays whole games by a book that it does not own up to, and is strange besides."""

    how = ""

    def _claim(self, book):
        return msgspec.structs.replace(super()._claim(book), levels=("outcome",), trace=(), observe=())

    def _play(self, request):
        if self.how == "broken" and any(len(hand) == 3 for hand in request.deal.hands):
            sys.exit(7)
        reply = json.loads(super()._play(request))
        ok = reply.get("ok")
        if ok is None:
            return self._reply(**reply)
        if self.how == "endless" and ok["outcome"]["status"] == "loop":
            time.sleep(3600)
        if self.how == "gives_up" and ok["outcome"]["status"] == "loop":
            ok["outcome"] = {"status": "budget", "cards": request.budget.cards}
        if self.how == "chance" and random.random() < 1 / 4 and ok["outcome"]["status"] == "won":
            ok["outcome"]["winner"] ^= 1
        if self.how == "winner":
            ok["outcome"] = {key: ok["outcome"][key] for key in ("status", "winner") if key in ok["outcome"]}
        return json.dumps(reply).encode() + b"\n"


def third():
    """Beggar by another program, with a rule that nobody else has."""
    source = (Path(__file__).parent / "correct.py").read_text()
    takes = "        leader, pile = play_trick(hands, leader)\n"
    assert takes in source
    exec(source.replace(takes, takes + "        leader = leader if tricks % 3 < 2 else 0\n"), {})


def serve(how, game, chosen):
    """Answer line by line, until the runner says goodbye."""
    book = chosen_book(game, dict(each.split("=", 1) for each in chosen))
    program = Strange({game: book}, "strange", honest=False)
    program.how = how
    while not program.finished and (line := sys.stdin.buffer.readline()):
        sys.stdout.buffer.write(program.answer_line(line))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    how, game, *chosen = sys.argv[1:]
    if how == "third":
        third()
    else:
        serve(how, game, chosen)
