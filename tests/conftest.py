"""How hard hypothesis tries, and how often each invariant's precondition was met.

FAIRDEAL_PROFILE chooses between `dev` (quick), `ci` (the default: the same cases in every run) and `deep`.
"""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from properties.invariants import INVARIANTS, Tally

PROFILE = os.environ.get("FAIRDEAL_PROFILE", "ci")
SLOW = [HealthCheck.too_slow]

settings.register_profile("dev", max_examples=20, stateful_step_count=30, deadline=None, suppress_health_check=SLOW)
settings.register_profile(
    "ci", max_examples=60, stateful_step_count=40, deadline=None, derandomize=True, suppress_health_check=SLOW
)
settings.register_profile(
    "deep", max_examples=5_000, stateful_step_count=120, deadline=None, suppress_health_check=SLOW
)
settings.load_profile(PROFILE)

os.environ.pop("COLUMNS", None)
"""How wide the window is in which tests are run changes nothing that they see."""

COUNTS = "preconditions"
COUNTING_FILES = {"test_invariants.py", "test_machines.py"}
"""The tests that count preconditions. Where all of them have run, every precondition must have been met."""

_tally = Tally()
_ran: set[str] = set()
_played: dict[str, dict[str, int]] = {}
"""What tests have counted and handed on as a property of theirs, by title."""


@pytest.fixture(scope="session")
def tally() -> Tally:
    """What this run counts: shown at the end."""
    return _tally


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _ran.add(os.path.basename(report.nodeid.split("::")[0]))
    if report.when == "call":
        _played.update({title: counts for title, counts in report.user_properties if isinstance(counts, dict)})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:  # noqa: ANN401 (a node of pytest-xdist, if that is there)
    """Add what a worker has counted."""
    _tally.met.update(getattr(node, "workeroutput", {}).get(COUNTS, {}))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail the run if a precondition was never met: that invariant has not been checked."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[COUNTS] = dict(_tally.met)
    elif exitstatus == pytest.ExitCode.OK and never_met(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def never_met(config: pytest.Config) -> list[str]:
    """The invariants whose precondition was never met, if all the tests that count them were asked for."""
    some_left_out = config.option.keyword or any("::" in argument for argument in config.args)
    if some_left_out or not _ran >= COUNTING_FILES:
        return []
    return [invariant.name for invariant in INVARIANTS if not _tally.met[invariant.name]]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how often each precondition was met, and what else was counted."""
    if shutil.which("node") is None and "test_bank_second_opinion.py" in _ran:
        terminalreporter.line("NOT RUN: node is missing, so Bank was not held against its second opinion", red=True)
    for title, counts in _played.items():
        terminalreporter.section(title)
        for name, times in counts.items():
            terminalreporter.line(f"{times:>9,}  {name}")
    if not _ran & COUNTING_FILES:
        return
    terminalreporter.section(f"how often each precondition was met (profile {PROFILE})")
    for invariant in INVARIANTS:
        terminalreporter.line(f"{_tally.met[invariant.name]:>9,}  {invariant.name}")
    for name in never_met(config):
        terminalreporter.line(f"NEVER MET, and so not checked: {name}", red=True)
