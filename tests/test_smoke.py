"""Smoke asks real programs: every slip is told by its name and by nothing else, and what is right is called right."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from model.piles.points import points_of
from model.piles.profiles import PROFILES
from properties.conformance.connectors import InProcess, Stdio
from properties.conformance.protocol import Play, Request
from properties.conformance.reference import Reference, reference_of
from properties.conformance.runner import CannotSpeak
from properties.conformance.slips import SLIPS, Aspect
from properties.conformance.smoke import ENDLESS_GAME, STATE, Check, smoke
from properties.conformance.talk import ANSWERED, IDS, ONLY_REPLIES, SHAPE
from properties.conformance.trace_slips import TRACE_SLIPS, TraceSlip
from properties.conformance.wiring import RULE_MAY_DIFFER, RULE_MAY_DIFFER_AS_WELL
from properties.misreadings import Misreading, Shows, all_misreadings
from tests.command import CORRECT, SPECIMENS, fairdeal, within
from tests.slipped import MADE, REFUSED, SHAKE, WIRED, edited, slip, tells
from tests.test_verify import GONZO, needs_gonzo

NAMED = {slip.name: slip for slip in SLIPS}


def asked(command: list[str], seconds: float = 10.0) -> list[Check]:
    return list(smoke(Stdio(command), "", "test", seconds))


def named(checks: list[Check]) -> list[str]:
    return [check.name for check in checks if not check.held]


def test_a_right_program_is_right_in_every_respect() -> None:
    checks = asked(list(CORRECT))
    assert all(check.held and not check.remark for check in checks)
    assert {check.name for check in checks} >= {*Aspect, ANSWERED, IDS, ONLY_REPLIES, SHAPE, STATE, ENDLESS_GAME}


def test_there_is_a_program_for_each_slip() -> None:
    assert MADE.keys() == NAMED.keys()


@pytest.mark.parametrize("name", MADE)
def test_a_program_with_a_slip_is_told_so(name: str, tmp_path: Path) -> None:
    checks = asked(edited(tmp_path, *MADE[name]))
    assert named(checks) == [NAMED[name].aspect]
    assert [(check.seen, check.hint) for check in checks if not check.held] == [(NAMED[name].seen, NAMED[name].hint)]


@pytest.mark.parametrize("what", WIRED)
def test_a_program_with_a_fault_of_wiring_is_told_so(what: str, tmp_path: Path) -> None:
    name, hint, edits = WIRED[what]
    checks = asked(edited(tmp_path, *edits), 0.7 if what in ("never answers", "ignores the budget") else 10.0)
    assert named(checks) == [name]
    assert hint in next(check.hint for check in checks if not check.held)
    assert not [check for check in checks if check.seen == "0 deals"], "nothing is right of what was not seen"


@pytest.mark.parametrize("what", SHAKE)
def test_a_program_that_does_not_get_as_far_as_hello_is_given_a_hint(what: str, tmp_path: Path) -> None:
    hint, edits = SHAKE[what]
    with pytest.raises(CannotSpeak, match=f"(?s)hello was .*\nhint: .*{re.escape(hint)}") as raised:
        asked(edited(tmp_path, *edits), 0.2)
    assert ("KeyError" in str(raised.value)) == (what == "breaks at once")


def test_two_slips_in_one_program_are_both_named(tmp_path: Path) -> None:
    checks = asked(
        edited(
            tmp_path,
            *slip("out = play([hand[::-1] for hand in hands], budget)", 'if "winner" in out: out["winner"] += 1'),
        )
    )
    assert named(checks) == [Aspect.HANDS, Aspect.SEATS]


def test_a_slip_is_named_beside_a_rule_that_differs(tmp_path: Path) -> None:
    edits = ("return owner, pile\n        if", "return owner, pile[::-1]\n        if"), *MADE["mirrored_hands"]
    (check,) = (check for check in asked(edited(tmp_path, *edits)) if not check.held)
    assert check.name == Aspect.HANDS
    assert "a rule may differ as well" in check.seen


def test_a_rule_that_differs_gets_a_remark_and_nothing_is_wrong(tmp_path: Path) -> None:
    checks = asked(edited(tmp_path, ("hands[leader] += pile", "hands[leader] = pile + hands[leader]")))
    assert named(checks) == []
    assert [check.seen for check in checks if check.remark] == [RULE_MAY_DIFFER]


ANOTHER_ORDER = ("hands[leader] += pile", "hands[leader] = pile[1:] + hands[leader] + pile[:1]")


def test_seats_from_1_are_told_under_any_rules(tmp_path: Path) -> None:
    checks = asked(edited(tmp_path, ANOTHER_ORDER, *MADE["seats_from_1"]))
    assert named(checks) == [Aspect.SEATS]
    assert [check.seen for check in checks if check.remark] == [RULE_MAY_DIFFER_AS_WELL]


def test_seats_from_1_do_not_hide_another_slip_and_a_rule_that_differs(tmp_path: Path) -> None:
    reversed_pile = ("return owner, pile\n        if", "return owner, pile[::-1]\n        if")
    both = slip("out = play([hand[::-1] for hand in hands], budget)", 'if "winner" in out: out["winner"] += 1')
    assert named(asked(edited(tmp_path, reversed_pile, *both))) == [Aspect.SEATS, Aspect.HANDS]


def test_a_seat_that_does_not_exist_is_wrong_under_any_rules(tmp_path: Path) -> None:
    checks = asked(edited(tmp_path, ANOTHER_ORDER, *tells('out["winner"] += 7')))
    assert named(checks) == [Aspect.SEATS]
    assert [check.seen for check in checks if check.remark] == [RULE_MAY_DIFFER_AS_WELL]


def test_a_game_that_was_given_up_and_won_gets_a_remark(tmp_path: Path) -> None:
    given_up = ("if position in seen:", "if False:"), ('return {"status": "budget", "cards": budget}', "break")
    checks = asked(edited(tmp_path, *given_up))
    assert named(checks) == []
    (remark,) = (check for check in checks if check.remark)
    assert remark.name == ENDLESS_GAME
    assert '"status": "budget"' in remark.hint


def test_counts_that_are_left_out_get_a_remark(tmp_path: Path) -> None:
    checks = asked(edited(tmp_path, *tells('del out["cards"], out["tricks"]')))
    assert named(checks) == []
    assert [check.name for check in checks if check.remark] == [Aspect.CARD_COUNT, Aspect.TRICK_COUNT]


@pytest.mark.parametrize("seats", ["[2]", "[4]", "[2, 5]", '{"min": 3, "max": 6}'])
def test_programs_for_any_seats_are_right(seats: str, tmp_path: Path) -> None:
    few = (('{"min": 2, "max": 6}', seats), (REFUSED, REFUSED + f" len(ask['deal']['hands']) in {numbers(seats)} and"))
    checks = asked(edited(tmp_path, *few))
    assert all(check.held and not check.remark for check in checks)


def numbers(seats: str) -> str:
    return "(3, 4, 5, 6)" if seats.startswith("{") else seats


# --- the reference, its variants and its misreadings ---


def asked_within(reference: Reference, game: str = "") -> list[Check]:
    return list(smoke(InProcess(reference.answer), game, "test"))


DECLARED = [
    "end",
    "payer_out",
    "leader",
    "sole_holder",
    "pile_order",
    "time_rule",
    "pay_map",
    "count_cards",
    "count_tricks",
    "slaps",
    "slap_window",
    "slap_in_debt",
    "slap_priority",
    "slap_tie",
    "wrong_slap",
    "empty_hand",
    "leftover_challenges",
]


@pytest.mark.parametrize(
    ("game", "choice"),
    [
        (game, choice)
        for game in PROFILES
        for point in DECLARED
        if point in points_of(game)
        for choice in ("", *(f"{point}={way}" for way in points_of(game)[point].ways(game) if way != "shuffled"))
        if choice or point == "end"
    ],
)
def test_every_variant_that_is_declared_is_right(game: str, choice: str) -> None:
    point, _, way = choice.partition("=")
    checks = asked_within(reference_of(game, {point: way} if choice else {}, "", "test"))
    assert [check for check in checks if not check.held or check.remark] == []


@pytest.mark.parametrize("misreading", [each for each in all_misreadings() if each.shows is Shows.PLAY])
def test_a_misreading_in_a_real_conversation_is_not_blamed_on_the_wiring(misreading: Misreading) -> None:
    checks = asked_within(reference_of("", {}, misreading.name, "test"))
    assert named(checks) == []


class Claiming:
    """The reference, claiming something else, and answering another question than it was asked."""

    def __init__(
        self,
        changes: Mapping[str, object],
        heard: Callable[[Play], Play],
        said: Callable[[dict[str, Any]], object] = id,
    ) -> None:
        self.reference = reference_of("beggar", {}, "", "test")
        self.changes, self.heard, self.said = changes, heard, said

    def answer(self, request: Request) -> bytes:
        reply = msgspec.json.decode(
            self.reference.answer(self.heard(request) if isinstance(request, Play) else request)
        )
        if "games" in reply.get("ok", {}):
            reply["ok"]["games"][0] |= self.changes
        elif "outcome" in reply.get("ok", {}):
            self.said(reply["ok"])
        return msgspec.json.encode(reply)


def changed(request: Play, **changes: object) -> Play:
    return msgspec.structs.replace(request, **changes)


BOTH = {"variant": {"payer_out": ["pass_remainder", "claimant_takes"]}, "levels": ["outcome"]}


def test_a_variant_that_is_claimed_and_read_is_right() -> None:
    checks = list(smoke(InProcess(Claiming(BOTH, lambda request: request).answer), "", "test"))
    assert named(checks) == []
    assert "the variant of a request is read (payer_out=claimant_takes)" in {check.name for check in checks}


def test_a_variant_that_is_claimed_and_not_read_is_told() -> None:
    deaf = Claiming(BOTH, lambda request: changed(request, variant={}))
    assert named(list(smoke(InProcess(deaf.answer), "", "test"))) == [
        "the variant of a request is read (payer_out=claimant_takes)"
    ]


def test_a_trace_that_is_claimed_and_not_told_is_told() -> None:
    mute = Claiming({}, lambda request: changed(request, trace=None))
    checks = list(smoke(InProcess(mute.answer), "", "test"))
    assert named(checks) == ["a trace is told (events)", "a trace is told (states)"]


def seats_up(ok: dict[str, Any]) -> None:
    for event in ok.get("events", ()):
        event |= {name: event[name] + 1 for name in ("seat", "to") if name in event}
    for state in ok.get("states", ()):
        state["turn"] += 1


def turn_round(event_kind: str, *fields: str) -> Callable[[dict[str, Any]], None]:
    def change(ok: dict[str, Any]) -> None:
        for event in ok.get("events", ()):
            if event["e"] == event_kind:
                event["cards"] = event["cards"][::-1]
        for state in ok.get("states", ()):
            for name in fields:
                state[name] = [hand[::-1] for hand in state[name]] if name == "hands" else state[name][::-1]

    return change


MISTOLD: Mapping[str, Callable[[dict[str, Any]], None]] = {
    "seats_from_1": seats_up,
    "taken_pile_mirrored": turn_round("took"),
    "states_mirrored": turn_round("", "hands"),
    "middle_mirrored": turn_round("", "middle"),
    "hands_and_middle_mirrored": turn_round("", "hands", "middle"),
}


@pytest.mark.parametrize("slip", TRACE_SLIPS, ids=lambda slip: slip.name)
@pytest.mark.parametrize("seats", [[2], [3], [4], [5], [6]])
def test_a_trace_with_a_slip_is_told_so(slip: TraceSlip, seats: list[int]) -> None:
    mistold = Claiming({"seats": seats}, lambda request: request, MISTOLD[slip.name])
    wrong = [check for check in smoke(InProcess(mistold.answer), "", "test") if not check.held]
    assert wrong
    assert {check.hint for check in wrong} == {slip.hint}


def test_a_trace_that_differs_otherwise_gets_a_remark() -> None:
    def forget(ok: dict[str, Any]) -> None:
        ok["events"] = ok.get("events", [])[:-4]

    checks = list(smoke(InProcess(Claiming({"trace": ["events"]}, lambda request: request, forget).answer), "", "test"))
    assert named(checks) == []
    assert [check.seen.split("; ")[-1] for check in checks if check.remark] == ["`verify` will say at which step"]


# --- as a command ---


@needs_gonzo
def test_a_program_that_nobody_here_wrote_is_right() -> None:
    assert all(check.held and not check.remark for check in asked(list(GONZO)))


def test_the_exit_codes(tmp_path: Path) -> None:
    right = fairdeal("smoke", "--", *CORRECT)
    assert (right.code, right.out.count("WRONG")) == (0, 0)
    rule = within("smoke", "--", sys.executable, str(SPECIMENS / "end_early.py"))
    assert (rule.code, rule.out.count("WRONG")) == (0, 0)
    assert "a rule may differ" in " ".join(rule.out.split())
    slipped = within("smoke", "--", *edited(tmp_path, *MADE["seats_from_1"]))
    assert (slipped.code, slipped.out.count("WRONG")) == (1, 1)
    silent = within("smoke", "--", sys.executable, "-c", "print('Welcome!')")
    assert silent.code == 3
    assert "hint: write one reply for each request" in silent.err
