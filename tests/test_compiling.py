"""What is compiled is kept, but never for sources that are not those of now."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import numba
import pytest

from solver.kernel.compiling import compiled, kept_in

ROOT = Path(__file__).parent.parent
TWO_WEEKS = 14 * 24 * 3600


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the rooms in which functions are compiled."""
    for room in ("kernel", "counting"):
        shutil.copytree(
            ROOT / "solver" / room, tmp_path / "solver" / room, ignore=shutil.ignore_patterns("__pycache__")
        )
    return tmp_path / "solver"


def double(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("room", ["kernel/step.py", "kernel/words.py", "counting/arrangements.py"])
def test_a_changed_source_is_kept_elsewhere(copied: Path, room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    kept_in.cache_clear()
    before = kept_in(copied)
    with (copied / room).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    kept_in.cache_clear()
    after = kept_in(copied)
    assert before is not None
    assert after is not None
    assert before != after
    assert before.parent == after.parent == copied / "__pycache__"


def test_what_nobody_has_used_for_long_goes(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    old, new = copied / "__pycache__/fairdeal-compiled-old", copied / "__pycache__/fairdeal-compiled-new"
    others = copied / "__pycache__/compiled-by-others"
    for folder in (old, new, others):
        folder.mkdir(parents=True)
    for folder in (old, others):
        os.utime(folder, (time.time() - TWO_WEEKS,) * 2)
    kept_in.cache_clear()
    kept_in(copied)
    assert not old.exists()
    assert new.exists()
    assert others.exists()


def test_it_is_kept_where_the_user_says(copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    kept_in.cache_clear()
    found = kept_in(copied)
    assert found is not None
    assert found.parent == tmp_path / "chosen"


def test_without_a_folder_it_is_compiled_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    kept_in.cache_clear()
    assert kept_in() is None
    assert compiled(double)(21) == 42
    kept_in.cache_clear()


def test_other_functions_that_numba_compiles_are_kept_where_they_were() -> None:
    before = vars(numba.config)["CACHE_DIR"]
    compiled(double)
    assert vars(numba.config)["CACHE_DIR"] == before
