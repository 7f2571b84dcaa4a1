"""Programs that are only strange, that lie in hello, and that do not answer the same twice."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from pathlib import Path

from tests.hostile.program import (
    LIFETIME,
    Ask,
    behave,
    claim,
    hello,
    in_background,
    on,
    outcome,
    put,
    reply,
    right,
    say,
    silence,
)


@on("play")
def carriage_returns(ask: Ask) -> None:
    put(right(ask).encode() + b"\r\n")


@on("play")
def byte_by_byte(ask: Ask) -> None:
    for byte in right(ask).encode() + b"\n":
        put(bytes([byte]))


@on("play")
def unknown_fields(ask: Ask) -> None:
    reply(ask, ok={"outcome": {**outcome(ask), "mood": "good"}, "seconds": 0.1}, version=3)


@on("play")
def floods_stderr(ask: Ask) -> None:
    sys.stderr.write("x" * 1_000_000)
    behave(ask)


@on("play")
def floods_stderr_for_ever(ask: Ask) -> None:
    in_background(_complain)
    behave(ask)


def _complain() -> None:
    until = time.monotonic() + LIFETIME
    while time.monotonic() < until:
        sys.stderr.write("still here\n" * 1_000)


@on("play")
def closes_stderr(ask: Ask) -> None:
    if os.path.exists("/proc/self/fd/2"):
        os.close(2)
    behave(ask)


@on("bye")
def ignores_bye(ask: Ask) -> None:
    silence()


@on("bye")
def exits_late(ask: Ask) -> None:
    behave(ask)
    time.sleep(0.5)


@on("play")
def reads_the_environment(ask: Ask) -> None:
    """Whoever looks for the answers there finds none."""
    everything = " ".join(f"{name}={value}" for name, value in os.environ.items()) + " ".join(sys.argv)
    told = json.dumps(ask)
    if "expected" in told or '"status"' in everything or "winner" in everything + told:
        os._exit(9)
    behave(ask)


@on("play")
def writes_to_the_working_directory(ask: Ask) -> None:
    Path(f"scratch-{ask['id']}.txt").write_text("notes", encoding="utf-8")
    behave(ask)


@on("play")
def wrong_winner(ask: Ask) -> None:
    found = outcome(ask)
    say(right(ask, **({"winner": 1 - found["winner"]} if found["status"] == "won" else {})))


@on("play")
def keeps_state(ask: Ask) -> None:
    """Cards left over from the game before are counted again."""
    global _played
    say(right(ask, cards=outcome(ask)["cards"] + _played))
    _played += 1


_played = 0


@on("play")
def answers_by_chance(ask: Ask) -> None:
    say(right(ask, tricks=random.randrange(1_000_000)))


@on("play")
def flaky_now_and_then(ask: Ask) -> None:
    """Every third answer is silence."""
    if ask["id"] % 3 == 2:
        silence()
    behave(ask)


@on("hello")
def hello_twice(ask: Ask) -> None:
    behave(ask)
    behave(ask)


@on("hello")
def hello_refused(ask: Ask) -> None:
    reply(ask, no={"why": "unsupported"})


@on("hello")
def hello_speaks_protocol_2(ask: Ask) -> None:
    reply(ask, ok=hello(protocol=2))


@on("hello")
def hello_without_games(ask: Ask) -> None:
    reply(ask, ok=hello(games=[]))


@on("hello")
def hello_unknown_game(ask: Ask) -> None:
    reply(ask, ok=hello(claim(game="bridge")))


@on("hello")
def hello_unknown_choice(ask: Ask) -> None:
    reply(ask, ok=hello(claim(variant={"payer_out": ["sulks"]})))


@on("hello")
def hello_endless_seats(ask: Ask) -> None:
    reply(ask, ok=hello(claim(seats={"min": 2, "max": 10**30})))


@on("hello")
def hello_many_seats(ask: Ask) -> None:
    reply(ask, ok=hello(claim(seats={"min": 2, "max": 2_000_000_000})))


@on("hello")
def hello_no_seats(ask: Ask) -> None:
    reply(ask, ok=hello(claim(seats=[])))


@on("hello")
def hello_negative_seats(ask: Ask) -> None:
    reply(ask, ok=hello(claim(seats=[-2])))


@on("hello")
def hello_ties_nonsense(ask: Ask) -> None:
    reply(ask, ok=hello(claim(ties="by arm-wrestling")))


@on("hello")
def hello_same_game_twice(ask: Ask) -> None:
    reply(ask, ok=hello(claim(), claim(loop="first_repeat")))


@on("hello", "play")
def lies_about_seats(ask: Ask) -> None:
    """Claims three seats, and plays with the first two hands."""
    if ask["op"] == "hello":
        reply(ask, ok=hello(claim(seats=[2, 3])))
    else:
        behave({**ask, "deal": {"hands": ask["deal"]["hands"][:2]}})


@on("hello", "play")
def lies_about_seats_and_refuses(ask: Ask) -> None:
    if ask["op"] == "hello":
        reply(ask, ok=hello(claim(seats=[2, 3])))
    elif len(ask["deal"]["hands"]) == 2:
        behave(ask)
    else:
        reply(ask, no={"why": "unsupported", "feature": "seats"})


@on("hello")
def lies_about_loops(ask: Ask) -> None:
    reply(ask, ok=hello(claim(loop="first_repeat")))


@on("hello")
def lies_about_levels(ask: Ask) -> None:
    reply(ask, ok=hello(claim(levels=["outcome", "trace"])))


@on("hello")
def lies_about_ties(ask: Ask) -> None:
    """Ties cannot happen in these games, so this claim says nothing and costs nothing."""
    reply(ask, ok=hello(claim(ties="arbitrated")))


@on("hello")
def lies_about_counting(ask: Ask) -> None:
    reply(ask, ok=hello(claim(count_tricks="collected_only")))


@on("hello")
def answers_only_the_default(ask: Ask) -> None:
    """Claims both ways of paying out, and plays one of them whatever is asked."""
    reply(ask, ok=hello(claim(seats=[3], variant={"payer_out": ["pass_remainder", "claimant_takes"]})))
