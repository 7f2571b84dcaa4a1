"""What `make verify` runs: one program that nobody here wrote, and three of our own with a planted fault each.

Each is verified by the command that a user would type. The tour succeeds if gonzo conforms and every planted fault is
found; a specimen whose compiler or interpreter is missing is said to be NOT RUN.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from properties.conformance.grouping import Group
from properties.conformance.parts import lines_of
from properties.conformance.runner import rejudge
from properties.conformance.summary import summarise

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GONZO = ROOT / "properties/conformance/adapters/gonzo.py"
GONZO_PYTHON = ROOT / ".venv-gonzo/bin/python"


@dataclass(frozen=True)
class Stop:
    """One program on the tour: how to run it, or why it cannot be run, and the exit code that is expected."""

    title: str
    command: list[str]
    expected: int
    clause: str = ""
    """The clause that must be found broken."""
    missing: str = ""
    options: tuple[str, ...] = ()
    finds: tuple[tuple[str, Callable[[Group], bool]], ...] = ()
    """The faults that must be found, each with what shows it, in scripts of at most `MOST_ACTIONS`."""


MOST_ACTIONS = 12


def left_over_is_lost(group: Group) -> bool:
    """The table is dealt with a card left over, and it is not there."""
    parting = group.smallest.verdict.parting
    return parting is not None and parting.action == 0 and group.smallest.case.middle != ""


def pile_to_who_has_nothing(group: Group) -> bool:
    """A seat burns its last card, and is given the pile although it laid no card of it."""
    parting = group.smallest.verdict.parting
    return parting is not None and _last_act(group).endswith("!") and '"claimant":0' in parting.expected


def slap_without_cards_breaks_it(group: Group) -> bool:
    """A seat without cards slaps wrongly, and the program breaks."""
    fault = group.smallest.verdict.fault
    return fault is not None and "IndexError" in fault.detail


def _last_act(group: Group) -> str:
    parting, script = group.smallest.verdict.parting, group.smallest.case.script or ()
    return script[parting.action - 1] if parting is not None and parting.action else ""


def stops(build: Path) -> Iterator[Stop]:
    """The programs, in order. The C one is compiled into `build`."""
    yield Stop("gonzo-card-games 0.0.2, as it is published", [str(GONZO_PYTHON), _short(GONZO)], 0)
    yield Stop(
        "gonzo-card-games 0.0.2, slap by slap",
        [str(GONZO_PYTHON), _short(GONZO)],
        1,
        options=("--game", "ratscrew", "--seats", "2,3,4", "--random", "60"),
        finds=(
            ("a card that is left over is lost, and nobody ever has all cards", left_over_is_lost),
            ("the pile goes to a player who has burned the last card", pile_to_who_has_nothing),
            ("a wrong slap without cards breaks the game", slap_without_cards_breaks_it),
        ),
    )
    yield Stop("specimen in Python", [sys.executable, _short(HERE / "end_early.py")], 1, "BMN-44")
    node = shutil.which("node")
    yield Stop(
        "specimen in JavaScript",
        [node or "node", _short(HERE / "order_reversed.js")],
        1,
        "BMN-42",
        "" if node else "node is not installed",
    )
    yield _compiled(build)


def _short(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _compiled(build: Path) -> Stop:
    title, program = "specimen in C", build / "debt_added"
    compiler = shutil.which("cc")
    if compiler is None:
        return Stop(title, [], 1, missing="no C compiler (cc) is installed")
    source = str(HERE / "debt_added.c")
    made = subprocess.run([compiler, "-std=c99", "-O2", "-o", str(program), source], capture_output=True, text=True)
    if made.returncode != 0:
        return Stop(title, [], 1, missing=f"cc cannot compile it: {made.stderr.strip()}")
    return Stop(title, [_short(program)], 1, "BMN-25")


def main() -> int:
    """Make the tour. Returns 0 if everything was as expected, else 1."""
    started = time.monotonic()
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    folder = ROOT / "runs" / f"tour-{stamp}"
    folder.mkdir(parents=True)
    results: list[str] = []
    good = True
    for stop in stops(folder):
        print(f"=== {stop.title}", flush=True)
        if stop.missing:
            results.append(f"NOT RUN       {stop.title}: {stop.missing}")
            print(results[-1] + "\n", flush=True)
            continue
        code = _verify(stop, folder)
        found = list(_found(stop, folder))
        as_expected = code == stop.expected and stop.clause in _written(stop, folder) and all(found)
        good = good and as_expected
        results.append(_told(stop, code, as_expected))
        print(flush=True)
    print("=== summary")
    print("\n".join(results))
    print(f"{time.monotonic() - started:.0f} seconds; verdicts (Markdown) and journals are in {_short(folder)}/")
    return 0 if good else 1


def _name(stop: Stop) -> str:
    return stop.title.replace(" ", "-").replace(",", "")


def _written(stop: Stop, folder: Path) -> str:
    """The verdict as it was written."""
    path = folder / f"{_name(stop)}.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _verify(stop: Stop, folder: Path) -> int:
    name = _name(stop)
    options = [*stop.options, "--journal", str(folder / f"{name}.ndjson"), "--markdown", str(folder / f"{name}.md")]
    command = [sys.executable, "-m", "fairdeal", "verify", *options, "--", *stop.command]
    return subprocess.run(command, cwd=ROOT).returncode


def _found(stop: Stop, folder: Path) -> Iterator[bool]:
    """Whether each of the faults that must be found is, in a short script; said on the screen."""
    if not stop.finds:
        return
    summary = summarise(*rejudge(lines_of([folder / f"{_name(stop)}.ndjson"])))
    for fault, shows in stop.finds:
        scripts = [_script(group) for group in summary.groups if shows(group)]
        short = [script for script in scripts if len(script.split()) <= MOST_ACTIONS]
        print(f"{'found' if short else 'NOT FOUND'}: {fault}" + (f" ({short[0]})" if short else ""), flush=True)
        yield bool(short)


def _script(group: Group) -> str:
    """The deal of a failure, and what is done there up to where it shows."""
    case, parting = group.smallest.case, group.smallest.verdict.parting
    done = (case.script or ())[: None if parting is None else parting.action]
    return f"{case.text}: {' '.join(done)}".rstrip(": ")


def _told(stop: Stop, code: int, as_expected: bool) -> str:
    found = {0: "conforms", 1: "breaks the rules"}.get(code, f"no verdict (exit code {code})")
    wanted = "conforms" if stop.expected == 0 else "breaks the rules"
    return f"{'as expected  ' if as_expected else 'NOT EXPECTED '} {stop.title}: {found}" + (
        "" if as_expected else f", but it {wanted} as we know it: has it, or its adapter, been changed?"
    )


if __name__ == "__main__":
    sys.exit(main())
