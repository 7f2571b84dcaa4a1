"""`python -m tests.hostile NAME`: be one of the hostile programs."""

from __future__ import annotations

import json
import sys

from tests.hostile import babbling, families, misshapen, silent, strange
from tests.hostile.program import PROGRAMS, START, behave

__all__ = ["PROGRAMS", "babbling", "families", "main", "misshapen", "silent", "strange"]


def main(name: str) -> None:
    acts = PROGRAMS[name]
    if START in acts:
        acts[START]({})
    for line in sys.stdin.buffer:
        ask = json.loads(line)
        acts.get(ask["op"], behave)(ask)
        if ask["op"] == "bye":
            return


if __name__ == "__main__":
    main(sys.argv[1])
