"""What `make bench` prints: the rates that people wait for, each the median of three runs."""

from __future__ import annotations

import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from model.bank.play import apply, enabled
from model.bank.play import initial as begin
from model.bank.profiles import BANK
from model.bank.state import Stage
from model.deal import parse_deal
from model.game import Seat
from model.piles.play import initial
from model.piles.profiles import BEGGAR
from model.piles.run import outcome
from tests.benchmarks import kernel
from tests.benchmarks.states import positions
from tests.benchmarks.template import template_cases

ROOT = Path(__file__).parent.parent.parent
CORRECT = [sys.executable, str(ROOT / "tests/specimens/correct.py")]
STEPS = [sys.executable, str(ROOT / "tests/specimens/correct_steps.py")]
REFERENCE = [sys.executable, "-m", "fairdeal", "reference", "--game", "beggar"]
SECOND_OPINION = ROOT / "tests/specimens/bank.js"
RUNS = 3


def model_games(number: int = 600) -> float:
    """Random 52-card games of two seats that the model plays in a second."""
    source, deck = random.Random(1), list("-" * 36 + "JQKA" * 4)
    deals = []
    for _ in range(number):
        source.shuffle(deck)
        text = "".join(deck)
        deals.append(initial(BEGGAR, parse_deal(f"{text[:26]}/{text[26:]}")))
    started = time.perf_counter()
    for deal in deals:
        outcome(BEGGAR, deal, 100_000)
    return number / (time.perf_counter() - started)


def bank_rounds(number: int = 300) -> float:
    """Whole rounds of Bank, half of them with two seats and half with four, that the model plays at random in a second.

    At each table it finds everything that is allowed.
    """
    source = random.Random(1)
    started = time.perf_counter()
    for each in range(number):
        deck, seats = list(BANK.pack()), 2 + 2 * (each % 2)
        source.shuffle(deck)
        match = begin(BANK, BANK.deal(BANK, tuple(deck), seats, Seat(seats - 1)))
        while match.stage is Stage.ROUND:
            match = apply(BANK, match, source.choice(enabled(BANK, match)))
    return number / (time.perf_counter() - started)


def bank_acts(*options: str) -> float:
    """Acts of Bank that `verify` judges in a second, each with a look, through the standard streams of a process."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.ndjson"
        wanted = ["--game", "bank", "--journal", str(journal), "--evidence", folder, "--again", "0", *options]
        words = [
            sys.executable,
            "-m",
            "fairdeal",
            "verify",
            *wanted,
            "--",
            "node",
            str(ROOT / "tests/specimens/bank.js"),
        ]
        started = time.perf_counter()
        subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
        taken = time.perf_counter() - started
        lines = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
        return sum(len(line["case"]["script"]) for line in lines if line["t"] == "case") / taken


def verified(command: list[str], *options: str) -> float:
    """Cases that `verify` handles in a second, through the standard streams of a process."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = ["--journal", f"{folder}/journal.ndjson", "--evidence", folder, "--json", *options]
        words = [sys.executable, "-m", "fairdeal", "verify", *wanted, "--", *command]
        made = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    result = json.loads(made.stdout)
    return float(sum(result["counts"].values()) / result["seconds"])


def ticks(*options: str) -> float:
    """Ticks that `verify` judges in a second, each with a look, through the standard streams of a process."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.ndjson"
        wanted = ["--game", "banka", "--journal", str(journal), "--evidence", folder, "--again", "0", *options]
        words = [sys.executable, "-m", "fairdeal", "verify", *wanted, "--", *STEPS]
        started = time.perf_counter()
        subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
        taken = time.perf_counter() - started
        lines = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
        return sum(len(line["case"]["script"]) for line in lines if line["t"] == "case") / taken


def seconds(*words: str) -> float:
    """How long a command takes."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "fairdeal", *words], cwd=ROOT, capture_output=True, check=True)
    return time.perf_counter() - started


def main() -> None:
    """Measure and print."""
    only_random = ("--seats", "2", "--up-to", "0", "--two-classes", "0", "--random", "1500")
    whole_spaces = ("--seats", "2", "--random", "0")
    show("model: random 52-card games", "games/s", model_games)
    show("verify: random 52-card cases, correct.py", "cases/s", lambda: verified(CORRECT, *only_random))
    show("verify: random 52-card cases, the reference", "cases/s", lambda: verified(REFERENCE, *only_random))
    if shutil.which("gcc"):
        show("verify: random 52-card cases, C template", "cases/s", template_cases)
    show("verify: whole small spaces, correct.py", "cases/s", lambda: verified(CORRECT, *whole_spaces))
    show("step by step: small tables", "ticks/s", lambda: ticks("--seats", "2", "--random", "0"))
    show("step by step: six seats, random", "ticks/s", lambda: ticks("--seats", "6", "--random", "120"))
    show("Bank: whole random rounds", "rounds/s", bank_rounds)
    if shutil.which("node"):
        show("Bank step by step: bank.js", "acts/s", lambda: bank_acts("--random", "60"))
    show("count --cycles: positions, two threads", "a second", lambda: positions(2)[0])
    if shutil.which("gcc"):
        for line in kernel.lines():
            print(line, flush=True)
    show("fairdeal --help", "s", lambda: seconds("--help"))
    show("fairdeal rules BMN-25", "s", lambda: seconds("rules", "BMN-25"))


def show(what: str, unit: str, measure: Callable[[], float]) -> None:
    """Print one rate with its spread."""
    found = [measure() for _ in range(RUNS)]
    median, low, high = statistics.median(found), min(found), max(found)
    print(f"{what:48} {median:10,.2f} {unit:8} ({low:,.2f} to {high:,.2f})", flush=True)


if __name__ == "__main__":
    main()
