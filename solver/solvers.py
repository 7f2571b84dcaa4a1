"""The solvers: each gets the same text and says what it thinks of it.

z3 and cvc5 run in this process, yices as a process of its own, if its program is there (it is never imported). This
module alone reaches them. Only the words `unsat` and `sat` are answers: a text that a solver cannot read, a time-out
and "unknown" are not.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from properties.evidence import Solved
from properties.extras import installing
from solver.languages import Language

if TYPE_CHECKING:
    import z3

BITS: Final = "(set-logic QF_BV)"
"""What a script says in which everything is made of bits: z3 and cvc5 are told to take them as such."""


class Answer(StrEnum):
    """What a solver says of a query: `unsat` proves, `sat` has a counterexample, the others say nothing."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver by name; `ask` gives its answer to a script within so many seconds."""

    name: str
    version: str
    ask: Callable[[str, float], str]

    def solve(self, script: str, seconds: float) -> Solved:
        """The answer, with the time it took. A fault of the solver is the answer `error`, with its message."""
        start = time.perf_counter()
        try:
            answer = self.ask(script, seconds)
        except Exception as fault:  # a solver's fault must end no run: it is an answer that proves nothing
            answer = f"{Answer.ERROR}: {' '.join(str(fault).split())[:200]}"
        return Solved(self.name, self.version, answer, round(time.perf_counter() - start, 4))


class NoSolver(Exception):
    """A solver that was asked for is not there. The message says what to install."""


def available(names: Iterable[str] = ("z3", "cvc5", "yices")) -> tuple[Solver, ...]:
    """Those of the named solvers that are installed, in this order."""
    return tuple(found for found in (SOLVERS[name]() for name in names) if found is not None)


def named(names: Sequence[str]) -> tuple[Solver, ...]:
    """The named solvers. Raises NoSolver for one that is unknown or not installed."""
    unknown = [name for name in names if name not in SOLVERS]
    if unknown:
        raise NoSolver(f"no solver is called '{unknown[0]}': there are {', '.join(SOLVERS)}")
    found = available(dict.fromkeys(names))
    missing = sorted(set(names) - {solver.name for solver in found})
    if missing:
        raise NoSolver(f"{missing[0]} is not installed: {installing(EXTRAS[missing[0]])}")
    return found


def reading(solvers: Iterable[Solver], language: Language) -> tuple[Solver, ...]:
    """Those that can read a language. One that no language knows of is not left out: its answer will show it."""
    return tuple(each for each in solvers if each.name in language.solvers or each.name not in SOLVERS)


def _imported(module: str, package: str, ask: Callable[[str, float], str]) -> Solver | None:
    """A solver that is a Python module. One that is installed and cannot be loaded is as not there."""
    if importlib.util.find_spec(module) is None or not _loads(module):
        return None
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        version = "?"
    return Solver(module, version, ask)


def _loads(module: str) -> bool:
    """Whether a module can be imported. What it prints where it cannot is no part of any output of ours."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            importlib.import_module(module)
    except Exception:  # its library may be missing or broken; z3 has an exception of its own for that
        return False
    return True


# --- z3 ---


def _z3() -> Solver | None:
    return _imported("z3", "z3-solver", _ask_z3)


def _ask_z3(script: str, seconds: float) -> str:
    if not asks_once(script):
        return f"{Answer.ERROR}: the script must have one (check-sat), as its last command"
    solver = _z3_told(script, seconds)
    answer = str(solver.check())
    return answer if answer != Answer.UNKNOWN else f"{answer}: {solver.reason_unknown()}"


def asks_once(script: str) -> bool:
    """Whether the only question of a script is its last command, and nothing before it is taken back.

    z3 is given a script as a whole and then asked: it would not see where the question stands.
    """
    bare = NO_COMMAND.sub(" ", script)
    return ASKING.findall(bare) == ["check-sat"] and re.search(r"\(\s*check-sat\s*\)\s*$", bare) is not None


def _z3_told(script: str, seconds: float) -> z3.Solver:
    """A z3 that knows a script. Each has a context of its own: nothing that was asked before can weigh on it."""
    import z3

    only_bits = BITS in script  # then its general solver is quicker by far, for it works on bits alone
    solver = z3.Solver(ctx=z3.Context()) if only_bits else z3.SimpleSolver(ctx=z3.Context())
    solver.set("timeout", int(seconds * 1000))
    solver.from_string(script)
    return solver


def model(script: str, seconds: float) -> Mapping[str, int | bool] | None:
    """z3's values for the constants of a script that are numbers or truth values; None if it finds none in time.

    Named parts of a script are in the model as well, as formulas; they are left aside, and never printed: slow.
    """
    if not _loads("z3"):
        return None
    import z3

    solver = _z3_told(script, seconds)
    if str(solver.check()) != Answer.SAT:
        return None
    found = solver.model()
    values: dict[str, int | bool] = {}
    for decl in found.decls():
        if decl.arity() > 0:
            continue
        value = found[decl]
        if isinstance(value, z3.IntNumRef):
            values[decl.name()] = value.as_long()
        elif isinstance(value, z3.BitVecNumRef):
            values[decl.name()] = value.as_signed_long()
        elif z3.is_true(value) or z3.is_false(value):
            values[decl.name()] = z3.is_true(value)
    return values


def fits(script: str, seconds: float) -> bool | None:
    """Whether z3's Spacer finds relations that fit a script of Horn clauses; None if it does not know in time.

    Raises NoSolver without z3.
    """
    if not _loads("z3"):
        raise NoSolver(f"z3 is not installed: {installing(EXTRAS['z3'])}")
    import z3

    solver = z3.SolverFor("HORN", ctx=z3.Context())
    solver.set("timeout", int(seconds * 1000))
    solver.from_string(script)
    answer = str(solver.check())
    return answer == Answer.SAT if answer in (Answer.SAT, Answer.UNSAT) else None


class Layers:
    """What z3 was told, in layers that can be taken off again, and whether all of it can be so at once."""

    def __init__(self, seconds: float) -> None:
        import z3

        self._solver = z3.SimpleSolver(ctx=z3.Context())
        self._solver.set("timeout", int(seconds * 1000))

    def tell(self, text: str) -> None:
        """More declarations, definitions and assertions; what was declared or defined before is known for good."""
        self._solver.from_string(text)

    def push(self) -> None:
        """Begin a layer: what is asserted from here on lies in it."""
        self._solver.push()

    def pop(self) -> None:
        """Take the last layer off."""
        self._solver.pop()

    def possible(self) -> bool:
        """Whether it can be so; True where z3 does not know."""
        return str(self._solver.check()) != Answer.UNSAT


def layers(seconds: float) -> Layers | None:
    """Layers with so many seconds for each question; None without z3."""
    return Layers(seconds) if _loads("z3") else None


# --- cvc5 ---


def _cvc5() -> Solver | None:
    return _imported("cvc5", "cvc5", _ask_cvc5)


def _ask_cvc5(script: str, seconds: float) -> str:
    import cvc5

    manager = cvc5.TermManager()
    solver, symbols = cvc5.Solver(manager), cvc5.SymbolManager(manager)
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    if BITS in script:
        solver.setOption("bitblast", "eager")
        solver.setOption("bool-to-bv", "all")
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "query")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, symbols)
    return _answer(said)


# --- yices ---


def _yices() -> Solver | None:
    program = _yices_program()
    version = None if program is None else _version(program)
    if program is None or version is None:
        return None
    found = re.search(r"Yices (\S+)", version)
    return Solver("yices", found[1] if found else "?", partial(_ask_yices, program))


def _version(program: str) -> str | None:
    """What a program says of itself; None for one that cannot be run, or does not come to an end."""
    with tempfile.TemporaryFile() as said:  # no pipe: what a script has begun could hold it open after its end
        try:
            subprocess.run([program, "--version"], stdout=said, stderr=said, timeout=ANSWERS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        said.seek(0)
        return said.read().decode(errors="replace")


def _yices_program() -> str | None:
    """The program beside this Python, where the PyPI package puts it, or else on the path."""
    beside = Path(sys.executable).parent / "yices-smt2"
    return str(beside) if beside.exists() else shutil.which("yices-smt2")


def _ask_yices(program: str, script: str, seconds: float) -> str:
    """What yices says. Where it has lost its way it is asked again with other seeds, and then for the rest of the time.

    It can go on for ever with one seed and be done at once with the next: that says nothing of the query. Where
    everything is made of bits its second solver comes first, which is quicker there by far.
    """
    until = time.monotonic() + seconds
    if BITS in script:
        said = _yices_said(program, script, seconds / 2, FOR_BITS)
        if said not in LOST:
            return said
    for option in ("", *(f"(set-option :random-seed {seed})\n" for seed in SEEDS)):
        said = _yices_said(program, option + script, seconds / SHORT)
        if said not in LOST:
            return said
    return _yices_said(program, script, until - time.monotonic())


def _yices_said(program: str, script: str, seconds: float, *options: str) -> str:
    command = [program, *options, f"--timeout={max(1, round(seconds))}"]
    done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=seconds + 10, check=False)
    said = _answer("".join(line for line in (done.stdout + done.stderr).splitlines(True) if line.split()[:1] != ["c"]))
    if done.returncode != 0 and said not in LOST:
        return f"{Answer.ERROR}: ended with exit code {done.returncode}: {said}"
    return said


def _answer(said: str) -> str:
    """The answer in what a solver printed: one word and nothing else, or it is an error."""
    words = said.split()
    if len(words) == 1 and words[0] in (Answer.UNSAT, Answer.SAT, Answer.UNKNOWN):
        return words[0]
    if words[:1] == [Answer.UNKNOWN] or words == ["timeout"]:
        return f"{Answer.UNKNOWN}: {' '.join(words)}"
    return f"{Answer.ERROR}: {' '.join(words)[:200] or 'said nothing'}"


NO_COMMAND: Final = re.compile(r'"[^"]*"|\|[^|]*\||;[^\n]*')
"""Strings, names between bars, and comments: what looks like a command there is none."""
ASKING: Final = re.compile(r"\(\s*(check-sat[\w-]*|exit|push|pop|reset[\w-]*)(?=[\s()])")
"""Commands that ask, and those that end a script or take something back."""
ANSWERS: Final = 5.0
"""Within so many seconds a program says which version it is."""
SEEDS: Final = (2, 3, 5)
SHORT: Final = 20
"""A short try takes this part of the time."""
FOR_BITS: Final = "--delegate=y2sat"
"""Has yices hand bits to its second solver."""
LOST: Final = (Answer.UNKNOWN, f"{Answer.UNKNOWN}: timeout", f"{Answer.ERROR}: said nothing")
"""What yices says when its time is up."""
SOLVERS: Final[Mapping[str, Callable[[], Solver | None]]] = {"z3": _z3, "cvc5": _cvc5, "yices": _yices}
EXTRAS: Final[Mapping[str, str]] = {"z3": "prove", "cvc5": "prove", "yices": "third-solver"}
"""The extra that installs it."""
