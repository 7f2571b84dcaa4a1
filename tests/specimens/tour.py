"""What `make verify` runs: one program that nobody here wrote, and three of our own with a planted fault each.

Each is verified by the command that a user would type. The tour succeeds if gonzo conforms and every planted fault is
found; a specimen whose compiler or interpreter is missing is said to be NOT RUN.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

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


def stops(build: Path) -> Iterator[Stop]:
    """The programs, in order. The C one is compiled into `build`."""
    yield Stop("gonzo-card-games 0.0.2, as it is published", [str(GONZO_PYTHON), _short(GONZO)], 0)
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
        as_expected = code == stop.expected and stop.clause in _written(stop, folder)
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
    options = ["--journal", str(folder / f"{name}.ndjson"), "--markdown", str(folder / f"{name}.md")]
    command = [sys.executable, "-m", "fairdeal", "verify", *options, "--", *stop.command]
    return subprocess.run(command, cwd=ROOT).returncode


def _told(stop: Stop, code: int, as_expected: bool) -> str:
    found = {0: "conforms", 1: "breaks the rules"}.get(code, f"no verdict (exit code {code})")
    wanted = "conforms" if stop.expected == 0 else "breaks the rules"
    return f"{'as expected  ' if as_expected else 'NOT EXPECTED '} {stop.title}: {found}" + (
        "" if as_expected else f", but it {wanted} as we know it: has it, or its adapter, been changed?"
    )


if __name__ == "__main__":
    sys.exit(main())
