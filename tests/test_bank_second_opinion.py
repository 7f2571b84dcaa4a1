"""Bank twice: the model, and an implementation in JavaScript that was written without it, agree at every act."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from properties.conformance.bank.cases import one_round
from properties.conformance.bank.chance import random_round
from properties.conformance.cases import Case
from properties.conformance.connectors import JSON, Connection, Stdio
from properties.conformance.containment import Limits
from properties.conformance.conversation import resume
from properties.conformance.conversations import conversation
from properties.conformance.judge import Fault, parse_reply, rules_of
from properties.conformance.parting import Parting
from properties.conformance.protocol import GameClaim
from properties.conformance.runner import greet
from tests.command import within
from tests.support import every

SPECIMEN = Path(__file__).parent / "specimens" / "bank.js"
SECONDS = 10
WHOLE_ROUND = 4
"""One random case in five is a round, or a match, with the whole pack: those whose number ends in 4 or 9."""

OPTION_SETS: tuple[dict[str, str], ...] = (
    {},
    {"trumps": "none", "seven": "nothing"},
    {"trumps": "one:h", "scoring": "points_in_hand"},
    {"trumps": "two:hc", "seven": "draw_and_move", "dealer": "first_mover"},
    {"trumps": "senior_junior", "seven": "draw_and_skip", "scoring": "fixed:31", "dealer": "most_points"},
    {"rank_order": "header_up", "scoring": "per_card:6", "dealer": "fewest_points"},
    {"trumps": "own:shdc", "cover_step": "any_lower", "six": "any"},
    {"capture": "all_fail", "own_single": "taken", "mover_after_capture": "captor"},
    {"captor": "seat_before", "deck_card_owner": "dealer", "ghost": "after_any_taking"},
    {"eight_follow": "required", "eight_follow_kind": "any_move", "four_follow": "optional"},
    {"run_attach": "free", "run_extra_move": "yes", "seven_trigger": "top_at_end"},
    {"round_end": "stock_gone", "bank_left": "last_finisher", "dealer": "last_out"},
    {"ghost": "none", "drawn_single": "taken", "out_may_capture": "no", "losers": "most_points"},
    {"scoring": "fixed:15", "fixed_mode": "alone", "losers": "last_only", "first_mover": "lowest"},
    {"match_check": "at_capture", "tie": "extra_round_tied", "trump_vs_trump": "any", "trumps": "two"},
)

CLAIM = GameClaim(
    "bank", levels=("step",), seats=(2, 3, 4), cards=("full",), observe=("state", "legal", "view"), fork=True
)

DISAGREEMENTS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("Ts/6c+9h", {"trumps": "senior_junior", "trump_covers": "normal_forms_only"}, ""),
    ("9s/Ks+6s@A", {"captor": "seat_before", "deck_card_owner": "dealer"}, "pass"),
    ("7cKd/Qd+6c@B", {"trumps": "none", "ghost": "none"}, "7c skip pass pass"),
    ("Ts7sKc/8s/Qc+As+Ks8c6s@C", {"mover_after_capture": "captor"}, "Kc 8s draw pass"),
    ("JcTs/Kh+As+6h@A", {"mover_after_capture": "failer"}, "Jc draw pass pass"),
    ("JcTs/Kh+As+6h@A", {"captured_to": "hand"}, "Jc draw pass"),
    ("8h/Th/6c6s+Tc+Ts9d@C", {}, "6c 8h draw pass draw pass"),
    ("QcTc/7dAd+Ac", {"trump_vs_trump": "any"}, ""),
    ("7d9d/Qs+6s+Ad@A", {"round_end": "stock_gone"}, "draw"),
)
"""Where the two once differed: tests/specimens/bank_disagreements.md tells who was wrong."""

FAULTS = {
    "wrong six": ("if (rank(card) === '6') return true;", ""),
    "run not attached": ("rules.run_attach === 'free' || covers(", "true || covers("),
    "bank of one card taken": ("owner !== captor || rules.own_single === 'taken'", "true"),
}
"""What is planted in copies: by its name the text that is changed, and what it is changed to."""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.fixture
def program() -> Iterator[Connection]:
    """The program, greeted."""
    connection = Stdio(("node", str(SPECIMEN)), JSON, Limits())
    greet(connection, "test")
    yield connection
    connection.close()


def differs(program: Connection, case: Case, first_id: int) -> tuple[Parting | None, int]:
    """Where the program leaves the model in one case, and the next free id."""
    talk = conversation(case, CLAIM, rules_of(case))
    request, number = next(talk), first_id
    try:
        while True:
            program.send(msgspec.structs.replace(request, id=number))
            transcript = program.receive(SECONDS)
            assert transcript.line is not None, transcript.fault
            reply = parse_reply(transcript.line.encode(), number)
            assert not isinstance(reply, Fault), reply
            number += 1
            request = resume(talk, reply)
    except StopIteration as over:
        return over.value, number


def whole_rounds(program: Connection, choices: dict[str, str], rounds: int) -> int:
    """Play so many scripts with the whole pack, each of a round or more. Returns how many acts were done."""
    number, acts = 1, 0
    for played in range(rounds):
        seats = 2 + played % 3
        case = random_round(CLAIM, seats, WHOLE_ROUND + 5 * played, 11, choices)
        assert len(case.round_deal.cards) == 36
        parting, number = differs(program, case, number)
        assert parting is None, (case.text, case.choices, " ".join((case.script or ())[: parting.action]), parting)
        acts += len(case.script or ())
    return acts


@needs_node
@pytest.mark.parametrize(
    "choices", every(4, OPTION_SETS), ids=lambda each: " ".join(f"{k}={v}" for k, v in each.items())
)
def test_both_agree_at_every_act_of_whole_rounds(program: Connection, choices: dict[str, str]) -> None:
    assert whole_rounds(program, choices, 6) > 100


@needs_node
@pytest.mark.deep
@pytest.mark.parametrize("choices", OPTION_SETS, ids=lambda each: " ".join(f"{k}={v}" for k, v in each.items()))
def test_both_agree_in_thousands_of_rounds(program: Connection, choices: dict[str, str]) -> None:
    assert whole_rounds(program, choices, 350) > 10_000


@needs_node
@pytest.mark.parametrize(("deal", "choices", "script"), DISAGREEMENTS)
def test_no_difference_of_old_is_left(program: Connection, deal: str, choices: dict[str, str], script: str) -> None:
    parting, _ = differs(program, one_round(deal, choices, script, "", ""), 1)
    assert parting is None


@needs_node
def test_verify_finds_nothing_in_the_second_opinion(tmp_path: Path) -> None:
    ended = within("verify", "--game", "bank", "--random", "20", "--json", "--", "node", str(SPECIMEN), cwd=tmp_path)
    assert ended.code == 0, ended.out + ended.err
    found = json.loads(ended.out)
    assert found["counts"]["pass"] > 150


@needs_node
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_with_a_short_script(fault: str, tmp_path: Path) -> None:
    text, planted = SPECIMEN.read_text(encoding="utf-8"), FAULTS[fault]
    assert planted[0] in text
    copy = tmp_path / "bank.js"
    copy.write_text(text.replace(*planted), encoding="utf-8")
    ended = within("verify", "--game", "bank", "--random", "20", "--json", "--", "node", str(copy), cwd=tmp_path)
    assert ended.code == 1, ended.out + ended.err
    shortest = min(len(card["actions"]) for card in json.loads(ended.out)["failures"])
    assert shortest <= 4
