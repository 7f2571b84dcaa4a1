"""Running the command line as its user does."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SPECIMENS = ROOT / "tests" / "specimens"
CORRECT = (sys.executable, str(SPECIMENS / "correct.py"))


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


def fairdeal(*words: str, cwd: Path | None = None, stdin: str = "") -> Ran:
    """Run `fairdeal WORDS` in a process of its own, in `cwd` (a folder of the test's, so that runs/ lands there)."""
    made = subprocess.run(
        [sys.executable, str(ROOT / "fairdeal.py"), *words],
        cwd=cwd or ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return Ran(made.returncode, made.stdout, made.stderr)
