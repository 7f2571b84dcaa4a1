"""What hostile programs are made of: a function is a program, and its decorator says on which requests it takes over.

Everything else it does right. What a program leaves running ends by itself after a minute, should a test fail to end
it. `TAG`, an environment variable set by the tests, marks a program and all that it starts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

Ask = dict[str, Any]
Act = Callable[[Ask], None]
PROGRAMS: dict[str, dict[str, Act]] = {}
TAG = "FAIRDEAL_HOSTILE"
LIFETIME = 60.0
START = "start"

_rules = (
    (Path(__file__).parent.parent / "specimens" / "correct.py").read_text(encoding="utf-8").partition("\nHELLO =")[0]
)
_known: dict[str, Any] = {}
exec(compile(_rules, "correct.py", "exec"), _known)


def on(*events: str) -> Callable[[Act], Act]:
    """Make a program of a function that answers these requests (or acts at the start)."""

    def register(act: Act) -> Act:
        PROGRAMS[act.__name__] = dict.fromkeys(events, act)
        return act

    return register


def claim(**changed: object) -> dict[str, Any]:
    return {"game": "beggar", "seats": [2], "loop": "none", "count_cards": "laid", **changed}


def hello(*games: dict[str, Any], **changed: object) -> dict[str, Any]:
    return {"protocol": 1, "adapter": {"name": "hostile"}, "games": list(games or [claim()]), **changed}


def outcome(ask: Ask) -> dict[str, Any]:
    """What the rules say, without naming loops."""
    found: dict[str, Any] = _known["play"](ask["deal"]["hands"], ask["budget"]["cards"])
    return found if found["status"] == "won" else {"status": "budget", "cards": ask["budget"]["cards"]}


def right(ask: Ask, **changed: object) -> str:
    """The line that is right, with some fields of the outcome changed."""
    return json.dumps({"id": ask["id"], "ok": {"outcome": {**outcome(ask), **changed}}})


def put(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(line: str) -> None:
    put(line.encode() + b"\n")


def reply(ask: Ask, **fields: object) -> None:
    say(json.dumps({"id": ask["id"], **fields}))


def behave(ask: Ask) -> None:
    """Answer as a good program does."""
    if ask["op"] == "play":
        say(right(ask))
    else:
        reply(ask, ok=hello() if ask["op"] == "hello" else {})


def silence() -> NoReturn:
    time.sleep(LIFETIME)
    os._exit(0)


def in_background(act: Callable[[], None]) -> int:
    """Run something in a child."""
    child = os.fork()
    if child == 0:
        act()
        os._exit(0)
    return child


def words_of(tag: str) -> str:
    """What `sleep` is given to be found by: some more, and very short, seconds."""
    return f"0.000{int(tag or '0', 16)}"


def sleeper() -> list[str]:
    """A command that sleeps, and that is found by its words even without an environment."""
    return ["sleep", f"{LIFETIME:.0f}", words_of(os.environ.get(TAG, ""))]


def daemon(streams: bool = True, clean: bool = False) -> None:
    """A grandchild in a session of its own that outlives its parent; without an environment, if `clean`."""

    def grandchild() -> None:
        os.setsid()
        if not streams:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
        os.execve("/bin/sleep", sleeper(), {} if clean else dict(os.environ))

    os.waitpid(in_background(lambda: (in_background(grandchild), None)[1]), 0)


def keeper() -> int:
    """The process that watches over this one; without one there is nobody to harm."""
    parent = os.getppid()
    if b"keeper.py" not in Path(f"/proc/{parent}/cmdline").read_bytes():
        sys.exit("this program is run below a keeper only")
    return parent
