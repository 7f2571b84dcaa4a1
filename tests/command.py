"""Running the command line as its user does, or within this process where that makes no difference."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest

from fairdeal import main

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


def within(*words: str, cwd: Path | None = None, seconds: int = 120) -> Ran:
    """Run `fairdeal WORDS` in this process: for what it says and does, where it need not be started to be believed.

    Programs under test are processes all the same, and what is written must be fit for a file in UTF-8.
    """
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace")
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)}
    signal.signal(signal.SIGALRM, _too_late)
    signal.alarm(seconds)
    try:
        with (
            chdir(cwd or ROOT),
            redirect_stdout(out),
            redirect_stderr(err),
            patch.object(sys, "argv", ["", *words]),
            pytest.raises(SystemExit) as ended,
        ):
            main()
    finally:
        signal.alarm(0)
        for each, handler in before.items():
            signal.signal(each, handler)
    assert isinstance(ended.value.code, int)
    return Ran(ended.value.code, _written(out), _written(err))


def _too_late(_signal: int, _frame: object) -> None:
    pytest.fail("fairdeal is not done in time")


def _written(file: io.TextIOWrapper) -> str:
    file.seek(0)
    return file.read()
