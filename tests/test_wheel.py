"""The built wheel, installed elsewhere: package data and everything the core needs must be in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.command import ROOT, SPECIMENS


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `fairdeal` program of an environment into which only the wheel and the core's needs were installed."""
    folder = tmp_path_factory.mktemp("elsewhere")
    source = folder / "source"  # a copy, because others may build in the checkout at the same time
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info", "runs", "evidence", "tests")
    )
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", str(folder / "dist"), str(source), cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    venv.create(folder / "env", with_pip=False)
    pip = (sys.executable, "-m", "pip", "--python", str(folder / "env/bin/python"))
    constraints = str(ROOT / "constraints.txt")
    _run(*pip, "install", "--quiet", "--no-compile", "-c", constraints, str(wheel), cwd=folder)
    return folder / "env/bin/fairdeal"


def _run(*words: str, cwd: Path) -> str:
    """Run a command with nothing of this checkout on Python's path."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    made = subprocess.run(words, cwd=cwd, env=clean, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def test_rules_play_and_verify_run_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = str(installed)
    assert "cancels the old debt" in _run(program, "rules", "BMN-25", cwd=tmp_path)
    assert "A wins, 3 cards, 1 trick" in _run(program, "play", "beggar", "--deal", "Q/-/-", cwd=tmp_path)
    words = ("verify", "--up-to", "2", "--two-classes", "3", "--random", "1", "--jobs", "2")
    assert "CONFORMS" in _run(program, *words, "--", sys.executable, str(SPECIMENS / "correct.py"), cwd=tmp_path)
    assert "smoke" in _run(program, "new-adapter", "python", cwd=tmp_path)
    assert "CONFORMS" in _run(program, *words, "--", sys.executable, "adapter.py", cwd=tmp_path)


NEEDS = (
    (("explore", "J-"), "fairdeal[report]"),
    (("prove", "beggar"), "fairdeal[prove]"),
    (("count", "JJ----"), "fairdeal[kernel]"),
    (("census", "4"), "fairdeal[kernel]"),
    (("sweep", "--deals", "10"), "fairdeal[kernel]"),
)


def test_a_deal_is_followed_into_its_cycle_without_any_extra(installed: Path, tmp_path: Path) -> None:
    assert "never ends: stem 2 cards" in _run(str(installed), "cycle", "beggar", "--deal", "J--/-J-", cwd=tmp_path)


def test_the_core_says_what_to_install_for_the_rest(installed: Path, tmp_path: Path) -> None:
    for words, extra in NEEDS:
        made = subprocess.run([str(installed), *words], cwd=tmp_path, capture_output=True, text=True)
        assert made.returncode == 2, made.stderr
        assert extra in made.stderr
