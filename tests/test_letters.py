"""What is written where the terminal knows few letters: no command ends with an error, and nothing is lost to one."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from reports.letters import STAND_INS, make_fit
from tests.command import ROOT

SHORT = (("--help",), ("rules", "beggar"), ("explore", "JJ----"), ("cycle", "beggar", "--deal", "J--/-J-"))
SWEEP = ("sweep", "--deals", "1k")
POOR = {
    "asked for": (
        {"PYTHONIOENCODING": "ascii"},
        (*SHORT, ("rules", "BMN-13"), ("rules", "beggar", "--json"), ("count", "JJ----"), SWEEP),
    ),
    "locale C": ({"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, SHORT),
}
RUN = """
import json, sys
from fairdeal import main
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    print("NEXT:", *words, flush=True)
    try:
        main()
    except SystemExit as ended:
        print("CODE", ended.code, flush=True)
"""
"""The commands one after the other in one process, which costs less than a process for each of them."""


@pytest.mark.parametrize("how", POOR)
def test_every_command_writes_what_it_has_found(how: str, tmp_path: Path) -> None:
    settings, commands = POOR[how]
    usual = {name: value for name, value in os.environ.items() if name not in ("PYTHONIOENCODING", "PYTHONUTF8")}
    made = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(commands)],
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env=usual | {"PYTHONPATH": str(ROOT)} | settings,
    )
    out, err = made.stdout.decode("ascii"), made.stderr.decode("ascii")
    parts = dict(zip(commands, out.split("NEXT: ")[1:], strict=True))
    assert {words: part.splitlines()[-1] for words, part in parts.items()} == dict.fromkeys(commands, "CODE 0"), err
    assert "Banka baver" in parts["rules", "beggar"]
    if SWEEP in commands:
        assert re.search(r"\d \+- [\d.]+ cards", parts[SWEEP])
        document = parts["rules", "beggar", "--json"].partition("\n")[2].rpartition("CODE")[0]
        assert "\\u" in document
        assert "⇒ t'=opp(p)" in str(json.loads(document))


def test_what_cannot_be_shown_is_written_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    written = {}
    for encoding in ("ascii", "latin-1", "utf-8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding, write_through=True)
        monkeypatch.setattr(sys, "stdout", stream)
        make_fit()
        print("5 ± 1 → ä 𝄞 \udcff", end="")
        print('{"ä": "±"}', end="")
        written[encoding] = stream.buffer.getvalue()
    assert written == {
        "ascii": b"5 +- 1 -> a \\ud834\\udd1e \xff" + rb'{"\u00e4": "\u00b1"}',
        "latin-1": b"5 \xb1 1 -> \xe4 \\ud834\\udd1e \xff" + b'{"\xe4": "\xb1"}',
        "utf-8": "5 ± 1 → ä 𝄞 ".encode() + b"\xff" + '{"ä": "±"}'.encode(),
    }


def test_where_nothing_can_be_written_to_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program without a console has no standard output at all."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    make_fit()


def test_there_is_a_stand_in_for_every_sign_that_is_written() -> None:
    """Other letters, such as those of names, are written as numbers."""
    files = (path for room in ("model", "reports") for path in (ROOT / room).rglob("*"))
    sources = [path for path in files if path.suffix in (".py", ".toml")]
    used = {letter for path in sources for letter in path.read_text("utf-8") if not letter.isascii()}
    assert len(used) > 20
    assert "".join(STAND_INS.values()).isascii()
    assert {letter for letter in used if not letter.isalpha()} <= set(STAND_INS)
