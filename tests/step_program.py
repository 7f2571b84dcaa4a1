"""A program of the step level, asked directly, line by line, without the tool that judges."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from model.game import CHANCE, Tick
from model.piles.play import unslapped
from model.piles.rulebook import Book
from model.piles.state import Table
from properties.conformance.script import parse_token

PATIENCE: Final = 60.0
"""Seconds that a program may run."""


@dataclass
class StepProgram:
    """A program that runs, and what it says."""

    pid: int
    questions: IO[str]
    answers: IO[str]

    def ask(self, op: str, **fields: object) -> dict[str, Any]:
        """The reply to one request, without its id."""
        self.questions.write(json.dumps({"op": op, "id": 7, **fields}) + "\n")
        self.questions.flush()
        reply: dict[str, Any] = json.loads(self.answers.readline())
        assert reply.pop("id") == 7
        return reply

    def deal(self, game: str, deal: str, variant: dict[str, str] | None = None) -> object:
        """A new table with this deal of ranks."""
        hands, _, middle = deal.partition("+")
        dealt: dict[str, object] = {"hands": hands.split("/"), "cards": "rank"}
        if middle:
            dealt["middle"] = middle
        ok = self.ask("new", game=game, rules="1.0", variant=variant or {}, deal=dealt)["ok"]
        assert ok.get("at", 0) == 0
        return ok["table"]

    def tick(self, table: object, at: int, *do: tuple[int, str]) -> dict[str, Any]:
        """The reply to these intents, as (seat, act)."""
        return self.ask("tick", table=table, at=at, do=[{"seat": seat, "act": act} for seat, act in do])

    def state(self, table: object) -> dict[str, Any]:
        """A whole table."""
        state: dict[str, Any] = self.ask("look", table=table, what=["state"])["ok"]["state"]
        return state

    def script(self, table: object, script: str, at: int = 0) -> dict[str, Any]:
        """The table after a script that names its seats, such as `A:lay BA!`; or what was said instead of `ok`."""
        for done, token in enumerate(script.split(), start=at):
            action = parse_token(token)
            reply = self.tick(table, done, *((seat, action.act.value) for seat in action.seats))
            if reply != {"ok": {"at": done + 1}}:
                return reply
        return self.state(table)


@contextmanager
def running(words: Sequence[str], cwd: Path | None = None) -> Iterator[StepProgram]:
    """A program from its start to its goodbye, with which it must end by itself."""
    with subprocess.Popen(words, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        patience = threading.Timer(PATIENCE, process.kill)  # whoever waits for an answer then reads the end of it
        patience.start()
        program = StepProgram(process.pid, process.stdin, process.stdout)
        try:
            yield program
            assert program.ask("bye") == {"ok": {}}
            assert process.wait(10) == 0
        finally:
            patience.cancel()
            process.kill()


def intents(tick: Tick) -> tuple[tuple[int, str], ...]:
    """A tick as `StepProgram.tick` takes it."""
    return tuple((int(action.seat), action.act.value) for action in tick)


def next_seat(book: Book, table: Table) -> int:
    """Who acts next if nobody slaps."""
    seat = unslapped(book, table).seat
    assert seat != CHANCE
    return int(seat)
