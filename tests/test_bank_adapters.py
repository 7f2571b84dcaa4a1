"""Programs of Bank that are right in their own way, and bad input around them: what `verify` and `replay` say."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from properties.conformance.cases import SuiteError, load_suite
from tests.command import within

REFERENCE = (sys.executable, str(Path(__file__).parent.parent / "fairdeal.py"), "reference", "--game", "bank")
ADAPTER = """
import json, random, sys
from model.bank.profiles import BANK
from properties.conformance.reference import Reference
HOW = sys.argv[1]
reference = Reference({"bank": BANK}, HOW, honest=False)
def shown(reply, request):
    ok = reply.get("ok")
    if HOW == "gap" and request["op"] == "hello":
        ok["games"][0]["gaps"] = [{"clause": "BANK-58"}]
    if request["op"] != "look" or not ok:
        return reply
    if HOW == "any order" and "view" in ok:
        hand = ok["view"]["hand"]
        cards = [hand[at:at + 2] for at in range(0, len(hand), 2)]
        random.shuffle(cards)
        ok["view"]["hand"] = "".join(cards)
    if HOW == "names the table" and "view" in ok:
        ok["view"]["table"] = request["table"]
    if HOW == "leaves out what is empty" and "state" in ok:
        ok["state"] = {k: v for k, v in ok["state"].items() if not (v == [] or v is None or v is False)}
    if HOW == "tells the next card" and "view" in ok:
        ok["view"]["next"] = next_card(request["table"])
    return reply
def next_card(table):
    look = {"op": "look", "id": 0, "table": table, "what": ["state"]}
    return json.loads(reference.answer_line(json.dumps(look).encode()))["ok"]["state"]["stock"][:2]
for line in sys.stdin.buffer:
    reply = shown(json.loads(reference.answer_line(line)), json.loads(line))
    print(json.dumps(reply), flush=True)
    if reference.finished:
        break
"""


@pytest.fixture
def adapter(tmp_path: Path) -> list[str]:
    """The command of the adapter, without how it is right or wrong."""
    (tmp_path / "adapter.py").write_text(ADAPTER, encoding="utf-8")
    root = str(Path(__file__).parent.parent)
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r}); exec(open('adapter.py').read())"]


@pytest.mark.parametrize("how", ["any order", "names the table", "leaves out what is empty", "gap"])
def test_a_program_that_is_right_in_its_own_way_conforms(how: str, adapter: list[str], tmp_path: Path) -> None:
    seats = () if how == "gap" else ("--seats", "2")  # a part of a run says of no gap that it has closed
    words = ("verify", "--game", "bank", *seats, "--random", "15", "--json", "--")
    ended = within(*words, *adapter, how, cwd=tmp_path)
    told = json.loads(ended.out)
    assert told["counts"].get("fail", 0) == told["counts"].get("error", 0) == 0, ended.out[:2_000]
    assert ended.code == (1 if how == "gap" else 0), "a gap that has closed is to be removed"


def test_a_view_that_tells_the_next_card_is_a_leak(adapter: list[str], tmp_path: Path) -> None:
    ended = within(
        "verify",
        "--game",
        "bank",
        "--seats",
        "2",
        "--random",
        "15",
        "--",
        *adapter,
        "tells the next card",
        cwd=tmp_path,
    )
    assert ended.code == 1
    assert "nobody may know" in ended.out


def test_bank_is_not_judged_by_outcomes(adapter: list[str], tmp_path: Path) -> None:
    ended = within("verify", "--game", "bank", "--level", "outcome", "--", *adapter, "plain", cwd=tmp_path)
    assert ended.code == 2
    assert "leave out --level outcome" in ended.err


def test_a_deal_of_another_game_is_not_asked(adapter: list[str], tmp_path: Path) -> None:
    ended = within("replay", "--deal", "9c8d/6d6h+Ah", "--", *adapter, "plain", cwd=tmp_path)
    assert ended.code == 4
    assert "0 cases" in ended.out


def test_rules_that_are_not_claimed_are_not_asked(adapter: list[str], tmp_path: Path) -> None:
    words = ("verify", "--game", "bank", "--random", "2", "--set", "trumps=own:cd", "--json", "--")
    ended = within(*words, *adapter, "plain", cwd=tmp_path)
    assert ended.code == 2
    assert "does not claim trumps=own:cd" in ended.err


def test_too_few_trumps_leave_seats_out(tmp_path: Path) -> None:
    words = ("verify", "--game", "bank", "--random", "2", "--set", "trumps=own:cd", "--json", "--")
    ended = within(*words, *REFERENCE, cwd=tmp_path)
    assert ended.code == 0
    assert json.loads(ended.out)["seats"] == [2]


def test_two_deals_that_everybody_can_tell_apart_are_refused(adapter: list[str], tmp_path: Path) -> None:
    twins = ("--deal", "9c8d/6d6h+Ah", "--twin", "9c8d/6s6h+Ad", "--script", "draw")
    ended = within("replay", "--game", "bank", *twins, "--", *adapter, "plain", cwd=tmp_path)
    assert ended.code == 2
    assert "not like" in ended.err


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('deal = "6h/7c+Ah"', "id"),
        ('id = ""\ndeal = "6h/7c+Ah"', "empty id"),
        ('id = "x"\ndeal = 7', "Expected `str`"),
        ('id = "x"\ndeal = "6h/7c+Ah"\nchoices = ["a"]', "Expected `object`"),
        ('id = "x"\ndeal = "6h/7c+Ah"\nclauses = ["BANK-999"]', "BANK-999"),
        ('id = "x"\ndeal = "6h/7c+Ah"\nphase = "worked"', "without 'legal'"),
        ('id = "x"\ndeal = "6h/7c+Ah"\nscript = "pass"\nlegal = "6h"', "is refused by the rules"),
        ('id = "x"\ndeal = "6h/7c+Ah"\nlegal = "draw"', "by the rules it is 6h"),
        ('id = "x"\ndeal = "6h/6h+Ah"', "twice"),
        ('id = "x"\ndeal = "6h/7c+Ah"\nexpected = 3', "expected"),
    ],
)
def test_a_suite_that_lies_is_refused(lines: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(f'[[case]]\ngame = "bank"\n{lines}\n', encoding="utf-8")
    with pytest.raises(SuiteError, match=r"mine\.toml") as refused:
        load_suite("bank", tmp_path)
    assert said in str(refused.value)


def test_a_case_without_a_script_makes_a_journal_unreadable(adapter: list[str], tmp_path: Path) -> None:
    journal = tmp_path / "run.ndjson"
    words = ("verify", "--game", "bank", "--random", "0", "--seats", "2", "--journal", str(journal), "--")
    assert within(*words, *adapter, "plain", cwd=tmp_path).code == 0
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    first = next(line for line in lines if line["t"] == "case")
    del first["case"]["script"]
    (tmp_path / "edited.ndjson").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    ended = within("replay", "edited.ndjson", cwd=tmp_path)
    assert ended.code == 2
    assert "cannot be played" in ended.err
