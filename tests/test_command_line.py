"""The command line: first answers fast, outcomes right, and one clear line for bad input."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command import CORRECT, ROOT, fairdeal, within

HEAVY = ("msgspec", "networkx", "hypothesis", "z3", "numba", "numpy", "matplotlib", "cvc5", "rich.console")


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; sys.argv = ['fairdeal', '--help']; import fairdeal\n"
    code += "try:\n fairdeal.main()\nexcept SystemExit:\n pass\n"
    code += f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    made = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "verify" in made.stdout
    assert made.stderr.strip() == "[]"


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ("J/----J-", "B wins, 17 cards, 5 tricks"),
        ("-J/-----J", "A wins, 32 cards, 7 tricks"),
        ("--J-/J-", "never ends: stem 0 cards / 0 tricks, period 6 cards / 2 tricks"),
        ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "B wins, 8,344 cards, 1,164 tricks"),
        (
            "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
            "never ends: stem 34 cards / 4 tricks, period 440 cards / 62 tricks",
        ),
    ],
)
def test_play_ends_as_the_record_says(deal: str, words: str) -> None:
    ran = fairdeal("play", "beggar", "--deal", deal)
    assert (ran.code, ran.out.strip()) == (0, words)


def test_play_as_json_with_its_trace() -> None:
    ran = fairdeal("play", "beggar", "--deal", "Q/-/-", "--set", "payer_out=claimant_takes", "--trace", "--json")
    content = json.loads(ran.out)
    assert content["outcome"] == {"status": "won", "winner": 0, "cards": 4, "tricks": 2}
    assert len(content["trace"]) == 4
    assert content["trace"][0][0] == {"event": "laid", "seat": 0, "card": "Q"}


def test_play_shuffles_only_with_a_seed() -> None:
    words = ("play", "beggar", "--deal", "J--/-Q-", "--set", "pile_order=shuffled")
    refused = within(*words)
    assert refused.code == 2
    assert "seed" in refused.err
    assert within(*words, "--seed", "3").out == fairdeal(*words, "--seed", "3").out


BAD_INPUT = [
    (("play", "beggar", "--deal", "Jx/-"), "'x' at place 2 of 'Jx' is no card"),
    (("play", "beggar", "--deal", "J-"), "at least two hands"),
    (("play", "beggar", "--deal", "J-//-"), "hand B is empty"),
    (("play", "beggar", "--deal", "-/-/-/-/-/-/-"), "2 to 6 seats, not by 7"),
    (("play", "beggar", "--deal", "2c/2c"), "2c is named 2 times"),
    (("play", "beggar", "--deal", "2c3/4d"), "needs a suit"),
    (("play", "bridge", "--deal", "J/-"), "no game is called 'bridge'"),
    (("play", "beggar", "--deal", "J/-", "--set", "payer=x"), "did you mean 'payer_out'?"),
    (("play", "beggar", "--deal", "J/-", "--set", "payer_out=claiment_takes"), "did you mean 'claimant_takes'?"),
    (("play", "beggar", "--deal", "J/-", "--set", "payer_out"), "write --set point=alternative"),
    (("play", "beggar", "--deal", "J/-/-", "--set", "end=immediate"), "two seats only"),
    (("play", "beggar", "--deal", "J/-", "--cards", "names"), "class, rank, full or auto"),
    (("rules", "BMN-99"), "BMN-66"),
    (("replay", "no-such-file.ndjson"), "no-such-file.ndjson: cannot be read"),
    (("explore", "20-3J2Q"), "at most 100,000 positions"),
    (("report", "no-such-folder"), "no folder of evidence"),
    (("check-outcomes", "no-such-file.json"), "cannot be read"),
    (("reference", "--misread", "nothing"), "no misreading is called 'nothing'"),
    (("verify", "--seats", "two", "--", "true"), "no list of numbers"),
    (("verify", "--game", "bank", "--", *CORRECT), "and not bank"),
    (("verify", "--set", "payer_out=claimant_takes", "--", *CORRECT), "does not claim payer_out=claimant_takes"),
    (("verify", "--seats", "7", "--", *CORRECT), "none of 7"),
    (("nonsense",), "nonsense"),
]


@pytest.mark.parametrize(
    ("words", "told"), BAD_INPUT, ids=lambda value: value if isinstance(value, str) else " ".join(value)
)
def test_bad_input_gets_one_clear_line(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    ran = within(*words, cwd=tmp_path)
    assert ran.code == 2
    assert told in ran.err
    assert len(ran.err.strip().splitlines()) <= 2
    assert "Traceback" not in ran.err
    assert not list(tmp_path.iterdir())


def test_an_unreadable_journal_is_told_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.ndjson"
    path.write_text('{"t":"header"}\n{}\n')
    ran = fairdeal("replay", str(path))
    assert ran.code == 2
    assert "line 1" in ran.err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("no-such-program",), "cannot be started"),
        (("true",), "exit code 0 instead of answering"),
        (("echo", "hello"), ": hello"),
        (("sh", "-c", "echo oops >&2; exit 3"), "oops"),
        (("sh", "-c", """read x; echo '{"id":0,"ok":{"protocol":1}}'"""), "wrong shape"),
        (("sh", "-c", """read x; echo '{"id":7,"ok":{}}'"""), "answered with id 7"),
    ],
)
def test_a_program_that_does_not_speak_is_exit_code_3(command: tuple[str, ...], told: str, tmp_path: Path) -> None:
    ran = within("verify", "--", *command, cwd=tmp_path)
    assert ran.code == 3
    assert told in ran.err
    assert not list(tmp_path.iterdir())


def test_claims_that_do_not_exist_are_exit_code_3(tmp_path: Path) -> None:
    claim = {"game": "beggar", "variant": {"payer_out": ["somebody"]}}
    hello = {"id": 0, "ok": {"protocol": 1, "adapter": {"name": "x"}, "games": [claim]}}
    ran = within("verify", "--", "sh", "-c", f"read x; echo '{json.dumps(hello)}'; cat >/dev/null", cwd=tmp_path)
    assert ran.code == 3
    assert "payer_out has no alternative 'somebody'" in ran.err


def test_the_rules_of_a_game_as_json() -> None:
    content = json.loads(fairdeal("rules", "beggar", "--json").out)
    assert len(content["clauses"]) == 60


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    for option, words in (
        ("--journal", ("verify", "--random", "0", "--up-to", "2", "--", *CORRECT)),
        ("--svg", ("explore", "J-")),
    ):
        path = tmp_path / "kept"
        path.write_text("mine")
        ran = within(words[0], option, str(path), *words[1:], cwd=tmp_path)
        assert ran.code == 2
        assert "exists already" in ran.err
        assert path.read_text() == "mine"


def test_a_command_that_knows_no_interrupts_is_told_as_interrupted(tmp_path: Path) -> None:
    words = [sys.executable, "-u", str(ROOT / "fairdeal.py"), "check", "--evidence", str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        time.sleep(1.5)
        assert running.poll() is None
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=30)
    assert running.returncode == 4
    assert "fairdeal: interrupted" in said
