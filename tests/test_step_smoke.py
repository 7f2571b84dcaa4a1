"""Smoke at tables played step by step: every slip is told by its name, and what is right, or a rule, is not blamed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.points import RuleChoiceError
from properties.conformance.connectors import InProcess, Stdio
from properties.conformance.explain import candidates
from properties.conformance.protocol import Play, Request, TickAsk
from properties.conformance.reference import Reference
from properties.conformance.smoke import Check, smoke
from properties.conformance.step_checks import DROPPED, TOGETHER
from tests.command import ROOT, SPECIMENS, fairdeal
from tests.slipped_steps import NOTED, STEP_SLIPS, edited_steps
from tests.test_verify import GONZO, needs_gonzo

CORRECT_STEPS = ["python3", str(SPECIMENS / "correct_steps.py")]


def asked(command: list[str], seconds: float = 10.0, game: str = "") -> list[Check]:
    return list(smoke(Stdio(command), game, "test", seconds))


def within(answer: Callable[[Request], bytes], game: str = "") -> list[Check]:
    return list(smoke(InProcess(answer), game, "test"))


def wrong(checks: list[Check]) -> list[str]:
    return [f"{check.name}: {check.seen}" for check in checks if not check.held or check.remark]


def test_a_right_program_that_only_knows_steps_is_right_in_every_respect() -> None:
    checks = asked(CORRECT_STEPS)
    assert wrong(checks) == []
    assert len(checks) > 20


@pytest.mark.parametrize("what", STEP_SLIPS)
def test_a_program_with_a_slip_is_told_so(what: str, tmp_path: Path) -> None:
    slip = STEP_SLIPS[what]
    checks = [check for check in asked(edited_steps(tmp_path, *slip.edits)) if not check.held or check.remark]
    assert [(check.name, check.held) for check in checks] == [(slip.check, what in NOTED)], wrong(checks)
    assert slip.seen in checks[0].seen
    assert slip.hint in checks[0].hint


@pytest.mark.parametrize("game", PROFILES)
@pytest.mark.parametrize("choice", ["", "pile_order=reversed", "payer_out=claimant_takes", "pay_map=a1_two2_three3"])
def test_the_reference_is_right(game: str, choice: str) -> None:
    point, _, way = choice.partition("=")
    book = choose(PROFILES[game], {point: way} if choice else {})
    assert wrong(within(Reference({game: book}, "x").answer)) == []


@pytest.mark.parametrize("game", PROFILES)
def test_no_rule_that_differs_is_blamed_on_the_wiring(game: str) -> None:
    """Every misreading and every alternative, played without a word; those that break a program are another matter."""
    for candidate in candidates(game, {}):
        reference = Reference({game: candidate.book}, "x", honest=False)
        try:
            checks = [check for check in within(reference.answer) if not check.held]
        except (LookupError, RuleChoiceError):
            assert "breaks" in candidate.name
            continue
        claimed_ties = [TOGETHER] if candidate.name == "slap_tie=undefined" else []
        assert [check.name for check in checks] == claimed_ties, (candidate.name, checks)


class Telling:
    """The reference with something changed in what it claims and tells."""

    def __init__(self, game: str, claims: dict[str, object], change: Callable[[Request, dict[str, Any]], None]) -> None:
        self.reference = Reference({game: PROFILES[game]}, "x")
        self.claims, self.change = claims, change

    def answer(self, request: Request) -> bytes:
        reply = msgspec.json.decode(self.reference.answer(request))
        if "games" in reply.get("ok", {}):
            reply["ok"]["games"][0] |= self.claims
        elif "ok" in reply:
            self.change(request, reply["ok"])
        return msgspec.json.encode(reply)


def nothing(request: Request, ok: dict[str, Any]) -> None:
    """Change nothing."""


@pytest.mark.parametrize(
    "claims",
    [
        {"levels": ["step"], "seats": [5], "cards": ["full"]},
        {"levels": ["step"], "seats": [9, 10], "ties": "never"},
        {"levels": ["step"], "observe": ["digest"], "fork": False},
        {"levels": ["step"], "observe": ["view"]},
        {"levels": ["outcome"], "seats": [2, 3]},
        {"levels": ["outcome"], "seats": [7]},
    ],
)
@pytest.mark.parametrize("game", ["banka", "ratscrew"])
def test_only_what_is_claimed_is_asked(game: str, claims: dict[str, object]) -> None:
    heard: set[str] = set()

    def listen(request: Request, ok: dict[str, Any]) -> None:
        heard.add(type(request).__name__)

    checks = within(Telling(game, claims, listen).answer)
    blamed = [each for each in wrong(checks) if "these are for 2 to 6 seats" not in each]
    assert blamed == []
    assert ("Play" in heard) == (claims["levels"] == ["outcome"] and claims["seats"] != [7])
    assert ("TickAsk" in heard) == (claims["levels"] == ["step"])


def test_a_program_that_only_knows_steps_is_never_asked_to_play() -> None:
    def refuse(request: Request, ok: dict[str, Any]) -> None:
        assert not isinstance(request, Play)

    assert wrong(within(Telling("banka", {"levels": ["step"]}, refuse).answer)) == []


def test_an_arbitrated_tie_needs_its_order() -> None:
    def keep_quiet(request: Request, ok: dict[str, Any]) -> None:
        if isinstance(request, TickAsk):
            ok.pop("order", None)

    claims: dict[str, object] = {"levels": ["step"], "ties": "arbitrated"}
    assert wrong(within(Telling("banka", claims, nothing).answer)) == []
    (check,) = (check for check in within(Telling("banka", claims, keep_quiet).answer) if not check.held)
    assert check.name == TOGETHER
    assert "arbitrated" in check.hint


def test_a_program_that_tells_err_of_a_table_that_is_gone_is_told_so(tmp_path: Path) -> None:
    reports = (
        ("if table is None:", "if table is None and ask['op'] == 'look':\n        raise Err\n    if table is None:"),
        ("class No(Exception):", "class Err(Exception):\n    pass\n\n\nclass No(Exception):"),
        ("        except No as", '        except Err:\n            reply = {"err": "KeyError"}\n        except No as'),
    )
    (check,) = (check for check in asked(edited_steps(tmp_path, *reports)) if not check.held)
    assert check.name == DROPPED
    assert '"unsupported"' in check.hint


@needs_gonzo
@pytest.mark.parametrize("game", ["beggar", "ratscrew"])
def test_a_program_that_nobody_here_wrote_is_wired_rightly(game: str) -> None:
    checks = asked(list(GONZO), game=game)
    assert [check for check in checks if not check.held] == []
    lost = [check.seen for check in checks if check.remark]
    assert len(lost) == (game == "ratscrew")


@pytest.mark.parametrize("template", ["step.py"])
def test_the_stand_in_of_a_template_is_right(template: str) -> None:
    assert wrong(asked(["python3", str(ROOT / "properties/conformance/adapters/templates" / template)])) == []


def test_as_a_command(tmp_path: Path) -> None:
    right = fairdeal("smoke", "--", *CORRECT_STEPS)
    assert (right.code, right.out.count("WRONG")) == (0, 0)
    assert re.search(r"2 to 6 seats", right.out)
    slipped = fairdeal("smoke", "--", *edited_steps(tmp_path, *STEP_SLIPS["hands are read from the right"].edits))
    assert (slipped.code, slipped.out.count("WRONG")) == (1, 1)
