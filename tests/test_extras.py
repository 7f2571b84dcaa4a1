"""What is said where an extra is missing: the same everywhere, right in a clone and where a wheel is installed."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable

import pytest

from properties.conformance.fuzz import _need_hypothesis
from properties.extras import installing
from solver import solvers
from solver.graphs.need import NoGraphs
from solver.kernel.need import NoKernel
from tests.command import ROOT


def no_graphs() -> None:
    raise NoGraphs


def no_kernel() -> None:
    raise NoKernel


def no_solver() -> None:
    solvers.named(["yices"])


@pytest.mark.parametrize(
    ("need", "extra"),
    [(no_graphs, "report"), (no_kernel, "kernel"), (no_solver, "third-solver"), (_need_hypothesis, "fuzz")],
)
def test_what_is_missing_is_said_with_a_command_for_a_clone_and_one_for_elsewhere(
    need: Callable[[], None], extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.setattr(solvers, "SOLVERS", {**solvers.SOLVERS, "yices": lambda: None})
    with pytest.raises(Exception, match="not installed") as error:
        need()
    said = str(error.value)
    assert f".venv/bin/pip install -e '.[{extra}]' in a clone" in said
    assert f"pip install 'fairdeal[{extra}]' elsewhere" in said
    assert extra in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def test_several_extras_are_one_command() -> None:
    assert installing("kernel", "cluster") == (
        "install fairdeal's extras 'kernel' and 'cluster': .venv/bin/pip install -e '.[kernel,cluster]' in a clone of"
        " fairdeal, pip install 'fairdeal[kernel,cluster]' elsewhere"
    )
