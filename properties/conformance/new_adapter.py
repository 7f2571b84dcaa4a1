"""Adapters to start from: complete files with a stand-in game, which pass as they are.

There is one for each language at level `outcome`, and some at level `step`, for games with slaps.

The files are package data beside this module. In each, the lines that connect a game stand between two comments,
`your game` and `end`; what is below them need not be touched, and the stand-in at the bottom is to be thrown away.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

Words = tuple[str, ...]
Level = Literal["outcome", "step"]


class NoTemplate(ValueError):
    """There is no adapter to start from in this language, or not under this name. The message says what there is."""


@dataclass(frozen=True, slots=True)
class Template:
    """An adapter to start from, as it stands, or will stand, at `path`."""

    language: str
    path: Path
    text: str
    build: Words
    """The command that builds it, from the folder that `path` is relative to; empty if there is nothing to build."""
    run: Words
    """The command that runs it, to be given to fairdeal behind `--`."""
    wire: Literal["json", "tab"]
    level: Level = "outcome"

    @property
    def smoke(self) -> Words:
        """The command that asks whether it is wired rightly; empty where smoke asks nothing, at level `step`."""
        return self._held_by("smoke") if self.level == "outcome" else ()

    @property
    def verify(self) -> Words:
        """The command that holds it against the rules."""
        return self._held_by("verify")

    def _held_by(self, command: str) -> Words:
        wire = () if self.wire == "json" else ("--wire", self.wire)
        return ("fairdeal", command, *wire, "--", *self.run)

    @property
    def next_steps(self) -> str:
        """What to do with the file, in words and commands, one step a line."""
        commands = [shlex.join(words) for words in (self.build, self.smoke, self.verify) if words]
        return "\n".join(
            (
                f"{self.path} is an adapter that works, with a stand-in game of its own. Try it:",
                "",
                *(f"    {command}" for command in commands),
                "",
                'Then connect your game: change the lines between "your game" and "end", and try again.',
            )
        )


@dataclass(frozen=True, slots=True)
class _Language:
    """How adapters of a language are called, built and run, given the path of the source."""

    file: str
    wire: Literal["json", "tab"]
    build: Callable[[Path], Words]
    run: Callable[[Path], Words]


def _nothing(_: Path) -> Words:
    return ()


def _word(path: Path) -> str:
    """The path as a word that no program takes for an option."""
    return f"./{path}" if str(path).startswith("-") else str(path)


def _program(source: Path) -> str:
    """What a compiler is to make of this source."""
    return _word(source.with_suffix(""))


def _called(source: Path) -> str:
    """The same as a shell finds it."""
    return _program(source) if "/" in _program(source) else f"./{_program(source)}"


_LANGUAGES: Final = {
    "python": _Language("adapter.py", "json", _nothing, lambda path: ("python3", _word(path))),
    "javascript": _Language("adapter.js", "json", _nothing, lambda path: ("node", _word(path))),
    "c": _Language(
        "adapter.c",
        "tab",
        lambda path: ("cc", "-std=c99", "-O2", "-o", _program(path), _word(path)),
        lambda path: (_called(path),),
    ),
    "java": _Language(
        "Adapter.java",
        "tab",
        lambda path: ("javac", _word(path)),
        lambda path: ("java", "-cp", _word(path.parent), "Adapter"),
    ),
    "rust": _Language(
        "adapter.rs",
        "tab",
        lambda path: ("rustc", "-O", "-o", _program(path), _word(path)),
        lambda path: (_called(path),),
    ),
}

_STEPS: Final = {
    "python": replace(_LANGUAGES["python"], file="step.py"),
    "javascript": replace(_LANGUAGES["javascript"], file="step.js"),
}

_LEVELS: Final[dict[Level, dict[str, _Language]]] = {"outcome": _LANGUAGES, "step": _STEPS}

_PLAIN: Final = re.compile(r"[\w./=-]+")
"""Commands with other characters are not written into the file, where they could end a comment."""


def languages(level: Level = "outcome") -> tuple[str, ...]:
    """The languages that there is an adapter for at a level."""
    return tuple(_LEVELS[level])


def template(language: str, path: Path | None = None, level: Level = "outcome") -> Template:
    """The adapter to start from in a language, for a file or into a folder; without a path, under its own name here.

    Raises NoTemplate.
    """
    known = _LEVELS[level]
    if language not in known:
        at = "" if level == "outcome" else f" at level {level}"
        raise NoTemplate(f"there is no adapter in '{language}'{at}: there are {', '.join(known)}")
    of = known[language]
    own = Path(of.file)
    path = own if path is None else path / own if path.is_dir() else path
    if path.suffix != own.suffix:
        raise NoTemplate(f"'{path}' is no name for a file of {language}: it should end in {own.suffix}")
    text = (files("properties.conformance") / "adapters" / "templates" / of.file).read_text(encoding="utf-8")
    for words in (of.build, of.run):
        before, now = " ".join(words(own)), " ".join(words(path))
        if before and all(_PLAIN.fullmatch(word) for word in words(path)):
            text = text.replace(f" {before}", f" {now}")
    return Template(language, path, text, of.build(path), of.run(path), of.wire, level)


def write(language: str, path: Path | None = None, level: Level = "outcome") -> Template:
    """Write that adapter, and say how it is built and run. Raises NoTemplate, and FileExistsError for what exists."""
    made = template(language, path, level)
    with made.path.open("x", encoding="utf-8") as file:
        file.write(made.text)
    return made
