"""The tutorial is run as its reader would: its files are written, its changes are made, its outputs are compared."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.command import ROOT

TUTORIAL: Final = ROOT / "properties" / "conformance" / "README.md"
BLOCK: Final = re.compile(r"^```(\w+) ?(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
INSTALL: Final = "make verify\nexport PATH=$PWD/.venv/bin:$PATH\nmkdir mygame && cd mygame\n"
INTERRUPT: Final = "^C"
PATIENCE: Final = 300
LINES_BEFORE_INTERRUPT: Final = 50


@dataclass(frozen=True)
class Block:
    """A fenced block: `language name` and the text, and the line of the page where it begins."""

    language: str
    name: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    for found in BLOCK.finditer(page):
        yield Block(found[1], found[2], found[3], page.count("\n", 0, found.start()) + 1)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it should print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def plain(output: str) -> str:
    """Output without what is different every time: blank lines, and blanks at the end of a line."""
    return "".join(f"{line.rstrip()}\n" for line in output.splitlines() if line.strip())


def fits(expected: str, output: str) -> bool:
    """Whether output is as expected, where `...` stands for any lines, or for any text within a line."""
    pattern = ""
    for line in plain(expected).splitlines():
        pattern += r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
    return re.fullmatch(pattern, plain(output)) is not None


def changed(text: str, diff: str) -> str:
    """A text with the lines marked `-` replaced by those marked `+`; what goes must stand there exactly once."""
    gone = "\n".join(line[1:] for line in diff.splitlines() if line.startswith("-"))
    new = "\n".join(line[1:] for line in diff.splitlines() if line.startswith("+"))
    assert text.count(gone) == 1, f"the page changes what is not there just once: {gone}"
    return text.replace(gone, new)


class Shell:
    """A folder with `fairdeal` and `python3` on the path, as after the installation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "mygame"
        self.code = 0
        path = folder / "bin"
        self.folder.mkdir()
        path.mkdir()
        python = shlex.quote(sys.executable)
        for name, words in (("fairdeal", f"{python} {shlex.quote(str(ROOT / 'fairdeal.py'))}"), ("python3", python)):
            script = path / name
            script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
            script.chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COLUMNS"))}
        self.env = kept | {"PATH": f"{path}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, command: str, interrupt: bool) -> str:
        """What a command prints, to standard output and standard error."""
        if command == "echo $?":
            return f"{self.code}\n"
        words = ["sh", "-c", f"exec {command}" if interrupt else command]
        with subprocess.Popen(
            words, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as started:
            try:
                if interrupt:
                    self.wait_for_journal(command)
                    started.send_signal(signal.SIGINT)
                output, _ = started.communicate(timeout=PATIENCE)
            except BaseException:
                started.kill()
                raise
        self.code = started.returncode
        return output

    def wait_for_journal(self, command: str) -> None:
        """Until the journal that a command names has some lines."""
        words = shlex.split(command)
        journal = self.folder / words[words.index("--journal") + 1]
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if journal.exists() and journal.read_bytes().count(b"\n") > LINES_BEFORE_INTERRUPT:
                return
            time.sleep(0.01)


def test_every_command_of_the_tutorial_prints_what_the_page_says(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    page = TUTORIAL.read_text(encoding="utf-8")
    for block in blocks(page):
        where = f"{TUTORIAL.name}, line {block.line}"
        file = shell.folder / block.name
        if block.language == "sh":
            assert block.text == INSTALL, where
        elif block.language == "console":
            for command, expected in commands(block.text):
                output = shell.run(command, INTERRUPT in expected)
                if not fits(expected.replace(f"{INTERRUPT}\n", ""), output):
                    pytest.fail(f"{where}: $ {command}\nshould print\n{expected}\nand prints\n{output}", pytrace=False)
        elif block.language == "diff":
            file.write_text(changed(file.read_text(encoding="utf-8"), block.text), encoding="utf-8")
        else:
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
    assert page.count("```") == 2 * len(list(blocks(page))), "every block is read"


MET: Final = (
    "cannot be started",
    "hello was not answered",
    "nothing but replies is written to standard output",
    "flush after every line",
    "read hands from the left",
    "seats are counted from 1",
    "a rule may",
    "FAIL  BMN-23",
    "explained by     undeclared alternative pile_order=reversed",
    "did you mean 'pile_order'?",
    "BUT FOR KNOWN FAILURES",
    "1 known failure passes now",
    "goes on where it stopped",
    "its expected outcome is not that of the rules",
    "as the program played",
    "played step by step",
    "explained by      undeclared alternative slaps=double",
    "impossible at line",
    "CONFORMS  mine",
)
"""What a reader meets on the way, in this order or another."""


def test_the_reader_meets_every_message() -> None:
    printed = "".join(
        block.text for block in blocks(TUTORIAL.read_text(encoding="utf-8")) if block.language == "console"
    )
    assert [message for message in MET if message not in printed] == []


def test_dots_stand_for_what_is_left_out_and_for_nothing_else() -> None:
    output = "one\ntwo  \n\nthree and four\n"
    for expected in ("one\ntwo\nthree and four\n", "...\nthree ... four\n", "one\n...\n", "one\n...\ntwo\nthree...\n"):
        assert fits(expected, output), expected
    for expected in (
        "one\ntwo\n",
        "two\n...\n",
        "...\nfour\n",
        "one\ntwo\nthree . four\n",
        "one...\nthree and four\n",
        "",
    ):
        assert not fits(expected, output), expected


def test_a_change_is_made_where_it_belongs_or_not_at_all() -> None:
    assert changed("a\n  b\nc\n", "-  b\n+  d\n+  e\n") == "a\n  d\n  e\nc\n"
    for text in ("a\nc\n", "b\nb\n"):
        with pytest.raises(AssertionError):
            changed(text, "-b\n+d\n")
