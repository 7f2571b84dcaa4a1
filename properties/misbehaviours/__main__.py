"""Be a program that misbehaves, on standard input and output: `python -m properties.misbehaviours NAME [GAME]`."""

from __future__ import annotations

import sys

from properties.misbehaviours import MISBEHAVIOURS, misbehaviour


def main(words: list[str]) -> int:
    """Answer line by line until the runner says goodbye. Without a name, list them; an unknown one is a usage error."""
    if not words:
        for each in MISBEHAVIOURS:
            sys.stdout.write(f"{each.game:9} {each.name}: {each.belief}\n")
        return 0
    found = misbehaviour(words[0], words[1] if len(words) > 1 else "")
    if found is None:
        sys.stderr.write(f"no misbehaviour is called {' in '.join(words[:2])}: leave out the name for a list\n")
        return 2
    program = found.program()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(program.answer_line(line))
        sys.stdout.buffer.flush()
        if program.finished:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
