"""Programs that misbehave at tables played step by step: what is made of each, by verify, by smoke and by fuzz.

None is ever called right that is not, none makes the tool wait for ever or break, and none of what they say reaches a
terminal as it is.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from properties.conformance.conversation import resume
from properties.conformance.conversations import conversation
from properties.conformance.journal import Header, read
from properties.conformance.judge import Fault, FaultKind, Judged, Status, book_of, parse_reply
from properties.conformance.protocol import GameClaim
from properties.conformance.runner import rejudge
from tests.command import ROOT, within
from tests.hostile.tables import TABLE_PROGRAMS, right

TIMEOUT, CRASHED, MALFORMED = FaultKind.TIMEOUT, FaultKind.CRASHED, FaultKind.MALFORMED
BAD_ID, SCHEMA, ERR = FaultKind.BAD_ID, FaultKind.SCHEMA, FaultKind.ERR
SUITE = ("--suite", str(ROOT / "tests" / "hostile" / "tables_suite"), "--up-to", "0", "--two-classes", "0")
FEW = (*SUITE, "--random", "0")
SOME = (*SUITE, "--seats", "2", "--random", "12")
MOST_SAID = 20_000
"""Characters of output, whatever a program has said."""

BROKEN: dict[str, tuple[FaultKind, str]] = {
    "crashes_at_the_third_tick": (CRASHED, "at action 3 (collect): the program ended with exit code 3"),
    "hangs_in_a_tick": (TIMEOUT, "at action 1 (A!): no answer within"),
    "two_lines_for_a_tick": (BAD_ID, "was answered twice"),
    "breaks_as_a_table_is_dropped": (CRASHED, "the program ended with exit code 1"),
    "reports_a_fault_of_a_tick": (ERR, "at action 1 (lay): the program reports a fault of its own"),
    "events_of_a_wrong_type": (SCHEMA, "`$.events[0]`"),
    "events_of_an_unknown_kind": (SCHEMA, "'sneezed'"),
    "events_that_are_one_text": (SCHEMA, "`$.events`"),
    "hands_as_numbers": (SCHEMA, "`$.state.hands[0]`"),
    "hands_as_lists": (SCHEMA, "`$.state.hands[0]`"),
    "view_nested_deeply": (MALFORMED, "nested too deeply"),
    "state_of_megabytes": (MALFORMED, "a line of more than 1,048,576 bytes"),
    "at_is_not_a_number": (MALFORMED, "no JSON"),
    "at_as_text": (SCHEMA, "`$.at`"),
    "no_name_for_a_table": (SCHEMA, "`$.table`"),
    "half_a_name_for_a_table": (SCHEMA, "`$.table`"),
    "says_ok_to_everything": (SCHEMA, "missing required field `table`"),
    "own_reason_to_refuse_a_tick": (SCHEMA, "'too early'"),
}
"""Programs that break: exit code 1, errors, and no rule is blamed."""


@dataclass(frozen=True)
class Wrong:
    """A program that answers in form, and wrongly: exit code 1, and the words."""

    words: str
    options: tuple[str, ...] = FEW


WRONG: dict[str, Wrong] = {
    "at_beyond_all_numbers": Wrong("the count of actions differs"),
    "order_beyond_all_numbers": Wrong("the order of hands"),
    "wrong_count": Wrong("the count of actions differs"),
    "one_answer_for_everything": Wrong("FAIL"),
    "refuses_everything": Wrong("refused: unsupported"),
    "obeys_everything": Wrong("the events differ"),
    "obeys_what_comes_too_late": Wrong("refused: stale"),
    "obeys_and_refuses": Wrong("the state differs"),
    "one_name_for_all_tables": Wrong("refused: stale"),
    "tables_share_their_middle": Wrong("state leaks between cases"),
    "changes_when_looked_at": Wrong("FAIL"),
    "digest_of_nonsense": Wrong("the digest differs"),
    "order_of_others": Wrong("[5, 5]"),
    "order_left_out": Wrong("the order of hands"),
    "view_with_a_card_too_many": Wrong("a view tells what nobody may know"),
    "view_of_the_whole_middle": Wrong("the view differs"),
    "hands_that_fill_the_screen": Wrong("the state differs"),
    "hands_of_control_characters": Wrong("the state differs"),
    "no_hands_at_all": Wrong("the state differs"),
    "seats_that_do_not_exist": Wrong("the state differs"),
    "legal_acts_of_strangers": Wrong("the legal acts differ"),
    "refuses_with_control_characters": Wrong("refused: illegal-action"),
    "refuses_the_fork_it_claims": Wrong("as hello claims", SOME),
    "doubles_nothing": Wrong("a second table, which nobody has touched, differs", SOME),
    "forgets_to_begin_anew": Wrong("state leaks between cases"),
    "answers_by_chance": Wrong("the count of actions differs"),
}
HARMLESS = (
    "takes_its_time",
    "a_name_with_control_characters",
    "a_name_of_a_megabyte",
    "tells_more_than_is_asked",
    "keeps_every_table",
)
"""Programs that are only strange: exit code 0 is right."""


def test_every_program_has_its_row() -> None:
    assert sorted([*BROKEN, *WRONG, *HARMLESS]) == sorted(TABLE_PROGRAMS)


@dataclass(frozen=True)
class Run:
    """What a command has made of a program."""

    code: int
    said: str


def run(folder: Path, command: str, program: str, *options: str) -> Run:
    """Run a command on a program. However that behaves, the tool does not break, flood the screen, or pass it on."""
    words = (command, *options, "--", sys.executable, "-m", "tests.hostile.tables", program)
    with patch.dict(os.environ, {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}, clear=True):
        made = within(*words, cwd=folder)
    said = made.out + made.err
    assert "Traceback" not in said
    assert not [each for each in said if each != "\n" and not each.isprintable()]
    assert len(said) < MOST_SAID
    return Run(made.code, " ".join(said.split()))


def verified(folder: Path, program: str, *options: str) -> tuple[Run, tuple[Judged, ...]]:
    """Run verify, and hold every right answer against a program that owes nothing to the model."""
    patience = () if program in HARMLESS else ("--deadline", "0.5", "--case-deadline", "2")
    ran = run(folder, "verify", program, "--journal", "run.ndjson", *patience, *options)
    header = next(read(folder / "run.ndjson"))
    assert isinstance(header, Header)
    judged = tuple(rejudge(read(folder / "run.ndjson"))[1])
    for one in judged:
        if one.verdict.status is Status.PASS:
            assert played_rightly(one, header.claim), one.case.id
    return ran, judged


def played_rightly(one: Judged, claim: GameClaim) -> bool:
    """Whether every state that was shown is the one of the right program, asked the same."""
    assert one.transcript is not None
    talk = conversation(one.case, claim, book_of(one.case))
    request, names = next(talk), dict[object, object]()
    for number, line in enumerate(one.transcript.talk):
        reply = parse_reply(line.encode(), one.transcript.request + number)
        assert not isinstance(reply, Fault)
        ask = msgspec.to_builtins(request)
        answer = right({**ask, "table": names.get(ask.get("table"), "")})
        told: dict[str, Any] = msgspec.json.decode(line)
        if ("ok" in told) != ("ok" in answer):
            return False
        if ask["op"] in ("new", "fork"):
            names[told["ok"]["table"]] = answer["ok"]["table"]
        elif ask["op"] == "look" and told["ok"].get("state") != answer["ok"].get("state"):
            return False
        try:
            request = resume(talk, reply)
        except StopIteration as over:
            return over.value is None
    return False


@pytest.mark.parametrize("program", BROKEN)
def test_a_broken_program_is_an_error_and_no_broken_rule(program: str, tmp_path: Path) -> None:
    fault, words = BROKEN[program]
    ran, judged = verified(tmp_path, program, *FEW)
    assert ran.code == 1
    assert words in ran.said
    assert {one.verdict.fault.kind for one in judged if one.verdict.fault is not None} == {fault}
    assert {one.verdict.status for one in judged} <= {Status.ERROR, Status.PASS, Status.UNTESTED}


@pytest.mark.parametrize("program", WRONG)
def test_a_wrong_program_fails(program: str, tmp_path: Path) -> None:
    ran, judged = verified(tmp_path, program, *WRONG[program].options)
    assert ran.code == 1
    assert WRONG[program].words in ran.said
    assert not [one for one in judged if one.verdict.fault is not None]


@pytest.mark.parametrize("program", HARMLESS)
def test_a_strange_program_conforms(program: str, tmp_path: Path) -> None:
    ran, judged = verified(tmp_path, program, *FEW)
    assert ran.code == 0, ran.said
    assert {one.verdict.status for one in judged} == {Status.PASS}


SMOKED = {
    "answers_by_chance": (0, 1),
    "breaks_as_a_table_is_dropped": (1,),
    "order_beyond_all_numbers": (1,),
    "tables_share_their_middle": (1,),
    "forgets_to_begin_anew": (0, 1),
    "view_with_a_card_too_many": (0,),
    "view_of_the_whole_middle": (0,),
    "seats_that_do_not_exist": (0,),
    "legal_acts_of_strangers": (0,),
    "keeps_every_table": (0,),
}
"""Exit codes of smoke that are not 1: what it cannot see, or only notes."""


@pytest.mark.parametrize("program", TABLE_PROGRAMS)
def test_smoke_says_so_or_leaves_it_to_verify(program: str, tmp_path: Path) -> None:
    ran = run(tmp_path, "smoke", program, "--deadline", "0.6")
    expected = (0,) if program in HARMLESS else SMOKED.get(program, (1,))
    assert ran.code in expected, ran.said
    assert ("WRONG" in ran.said) == (ran.code == 1)


@pytest.mark.deep
@pytest.mark.parametrize("program", TABLE_PROGRAMS)
def test_fuzz_finds_it_as_well(program: str, tmp_path: Path) -> None:
    ran = run(tmp_path, "fuzz", program, "--deadline", "0.3", "--examples", "30")
    assert ran.code in ((0,) if program in HARMLESS else (1, 4) if program == "answers_by_chance" else (1,)), ran.said
