"""The hostile programs that have to be compiled first; a test is skipped where the compiler is missing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def java(folder: Path) -> tuple[str, ...]:
    """A command that runs the Java program; it takes the way of misbehaving. It reserves three gigabytes."""
    if shutil.which("javac") is None or shutil.which("java") is None:
        pytest.skip("there is no Java here (javac and java)")
    subprocess.run(["javac", "-d", folder, HERE / "Hostile.java"], check=True, timeout=120)
    return "java", "-Xms3g", "-Xmx3g", "-cp", str(folder), "Hostile"


def chain(folder: Path) -> str:
    """A program in C that forks and exits faster than anybody can list it."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here (cc)")
    subprocess.run(["cc", "-O2", "-o", folder / "chain", HERE / "chain.c"], check=True, timeout=120)
    return str(folder / "chain")
