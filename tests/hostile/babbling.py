"""Programs that answer something else than was asked."""

from __future__ import annotations

import json
import sys
import time

from tests.hostile.program import LIFETIME, START, Ask, behave, on, outcome, put, right, say


@on("play")
def answers_twice(ask: Ask) -> None:
    put(f"{right(ask)}\n{right(ask)}\n".encode())


@on("play")
def answers_twice_differently(ask: Ask) -> None:
    put(f"{right(ask)}\n{right(ask, winner=1)}\n".encode())


@on("play")
def answers_the_next_question_too(ask: Ask) -> None:
    put(f"{right(ask)}\n{right({**ask, 'id': ask['id'] + 1})}\n".encode())


@on("play")
def one_answer_late(ask: Ask) -> None:
    """Always answers the question before."""
    before = ask["id"] - 1
    say(right({**ask, "id": before}))


@on("play")
def wrong_id(ask: Ask) -> None:
    behave({**ask, "id": ask["id"] + 7})


@on("play")
def id_as_text(ask: Ask) -> None:
    behave({**ask, "id": str(ask["id"])})


@on("play")
def id_as_float(ask: Ask) -> None:
    behave({**ask, "id": ask["id"] + 0.5})


@on("play")
def id_missing(ask: Ask) -> None:
    say(json.dumps({"ok": {"outcome": outcome(ask)}}))


@on("play")
def id_huge(ask: Ask) -> None:
    behave({**ask, "id": 10**30})


@on("play")
def id_null(ask: Ask) -> None:
    behave({**ask, "id": None})


@on("play")
def plain_words(ask: Ask) -> None:
    say("player A wins after 2 cards")


@on("play")
def prints_while_it_thinks(ask: Ask) -> None:
    say("DEBUG: dealing to 2 players")
    behave(ask)


@on("play")
def prints_after_its_answer(ask: Ask) -> None:
    put(right(ask).encode() + b"\nDEBUG: game over\n")


@on("play")
def empty_line_after_its_answer(ask: Ask) -> None:
    put(right(ask).encode() + b"\n\n")


@on(START)
def greets_people(ask: Ask) -> None:
    say("Welcome to Beggar My Neighbour!")


@on("play")
def escape_codes(ask: Ask) -> None:
    sys.stderr.write("\x1b[2J\x1b]0;owned\x07 on standard error")
    sys.stderr.flush()
    say("\x1b[2J\x1b[1;31mFAKE PASS\x1b[0m")


@on("play")
def invalid_utf8(ask: Ask) -> None:
    put(right(ask, note="@").encode().replace(b"@", b"\xff\xfe") + b"\n")


@on("play")
def nul_bytes(ask: Ask) -> None:
    put(right(ask).encode() + b"\0\0\n")


@on("play")
def utf_16(ask: Ask) -> None:
    put((right(ask) + "\n").encode("utf-16-le"))


@on("play")
def byte_order_mark(ask: Ask) -> None:
    put(b"\xef\xbb\xbf" + right(ask).encode() + b"\n")


@on("play")
def deep_nesting(ask: Ask) -> None:
    say(f'{{"id":{ask["id"]},"ok":{"[" * 100_000}{"]" * 100_000}}}')


@on("play")
def line_of_a_gigabyte(ask: Ask) -> None:
    for _ in range(1024):
        put(b"x" * (1 << 20))


@on("play")
def two_megabytes_of_spaces(ask: Ask) -> None:
    put(right(ask).encode() + b" " * (2 << 20) + b"\n")


@on("play")
def floods_stdout(ask: Ask) -> None:
    until = time.monotonic() + LIFETIME
    while time.monotonic() < until:
        put(b"and another line\n" * 4_000)
