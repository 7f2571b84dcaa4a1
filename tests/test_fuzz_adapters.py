"""Fuzzing programs: what is right conforms, and a planted fault is found, sure, and shown on a script that is short."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from model.game import Act
from model.piles.events import of_tick
from model.piles.play import apply_tick, initial, refusal
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.slaps import slappable
from model.piles.state import Phase
from properties.conformance.connectors import InProcess
from properties.conformance.findings import confirmed
from properties.conformance.fuzz import fuzz
from properties.conformance.journal import Journal, Line, read
from properties.conformance.judge import Fault, FaultKind, Judged, Status, Transcript, book_of
from properties.conformance.parts import lines_of
from properties.conformance.protocol import Look, NewTable, Request, TickAsk
from properties.conformance.reference import Reference
from properties.conformance.repeats import CHANGES, LEAKS
from properties.conformance.runner import Connect, rejudge
from properties.conformance.script import parse_script
from properties.conformance.settings import Deadlines, Settings
from properties.conformance.summary import Summary, summarise
from properties.misreadings import all_misreadings
from tests.command import CORRECT, ROOT, fairdeal, within
from tests.slipped_steps import edited_steps

Answer = Callable[[Request], bytes]
REFERENCE = (sys.executable, str(ROOT / "fairdeal.py"), "reference")
MISREAD = {each.name: each for each in all_misreadings()}


class Breaking(InProcess):
    """A function that may raise: then it is taken for a program that has ended."""

    def receive(self, seconds: float) -> Transcript:
        request = self._waiting[0].id
        try:
            return super().receive(seconds)
        except Exception as error:
            return Transcript(request, fault=Fault(FaultKind.CRASHED, repr(error)))


def fuzzed(connect: Connect, journal: Path | None = None, **wanted: Any) -> Summary:  # noqa: ANN401 (any setting)
    settings = Settings(**{"random": 60, "steps": 40, "level": "step", "again": 0, **wanted})
    return fuzz(connect, ("x",), settings, "test", journal, lambda event: None)


def playing(book: Book, honest: bool = False) -> Connect:
    return lambda: Breaking(Reference({book.game: book}, "x", honest).answer)


def misreading(name: str) -> Connect:
    return playing(MISREAD[name].apply(PROFILES[MISREAD[name].game]))


def changed(game: str, change: Callable[[Request, dict[str, Any]], None]) -> Connect:
    """The reference, with something changed in its answers (`ok`) by a function that a new process makes anew."""

    def connect() -> Breaking:
        reference = Reference({game: PROFILES[game]}, "x")

        def answer(request: Request) -> bytes:
            reply = msgspec.json.decode(reference.answer(request))
            if "ok" in reply:
                change(request, reply)
            return msgspec.json.encode(reply)

        return Breaking(answer)

    return connect


# --- what is right


@pytest.mark.parametrize("game", PROFILES)
def test_the_reference_conforms(game: str) -> None:
    summary = fuzzed(playing(PROFILES[game], honest=True), game=game)
    assert (summary.exit_code, summary.failures, summary.reason) == (0, 0, "complete")
    assert summary.counts[Status.PASS] > 40


@pytest.mark.parametrize("choice", ["wrong_slap=burn_under:2", "empty_hand=one_chance", "slap_tie=undefined"])
def test_a_variant_that_is_claimed_conforms(choice: str) -> None:
    point, _, way = choice.partition("=")
    summary = fuzzed(playing(choose(PROFILES["ratscrew"], {point: way}), honest=True))
    assert (summary.exit_code, summary.choices) == (0, {point: way})


def acts_of(judged: tuple[Judged, ...]) -> Counter[str]:
    """What was done at the tables, and what came of it."""
    met: Counter[str] = Counter()
    for case in (one.case for one in judged if one.verdict.status is Status.PASS):
        book, deal = book_of(case), case.deal
        table = initial(book, deal)
        met[f"{len(case.hands)} seats"] += 1
        met["left over"] += bool(deal.middle)
        met["a second deal"] += bool(case.twin)
        met["looked at in the end only"] += case.looks_from > 1
        for token in parse_script(case.script or ()):
            tick = token.tick(book, table)
            reason = "stale" if token.stale else refusal(book, table, tick)
            if reason is not None:
                met[f"refused: {reason}"] += 1
                continue
            if token.act is Act.SLAP:
                right = "right" if slappable(book, table) else "wrong"
                met[f"{right} slap"] += 1
                met[f"{right} slap of several"] += len(token.seats) > 1
                met["slap of a won pile"] += table.phase == Phase.WON
                met["slap without cards"] += not table.hands[token.seats[0]]
            after = apply_tick(book, table, tick)
            met.update(type(event).__name__ for event in of_tick(table, tick, after))
            table = after
    return met


def test_everything_that_can_happen_at_a_table_does() -> None:
    met: Counter[str] = Counter()
    for game in ("banka", "ratscrew"):
        met += acts_of(fuzzed(playing(PROFILES[game], honest=True), game=game).judged)
    wanted = {"refused: stale", "refused: not-your-turn", "refused: illegal-action", "refused: game-over"}
    wanted |= {f"{right} slap{how}" for right in ("right", "wrong") for how in ("", " of several")}
    wanted |= {"left over", "a second deal", "looked at in the end only", "slap of a won pile", "slap without cards"}
    wanted |= {"Laid", "Owes", "WonPile", "Took", "Turn", "Finished", "Slapped", "Burned"}
    wanted |= {f"{seats} seats" for seats in range(2, 7)}
    assert {each for each in wanted if met[each] < 2} == set()


def test_the_same_seed_makes_the_same_scripts_and_another_makes_others() -> None:
    first, second, other = (
        [one.case.id for one in fuzzed(playing(PROFILES["banka"], True), random=20, seed=seed).judged]
        for seed in (7, 7, 8)
    )
    assert first == second
    assert len(set(first) & set(other)) < 5


@pytest.mark.parametrize("examples", [1, 7])
def test_as_many_scripts_as_are_wanted_are_played(examples: int) -> None:
    summary = fuzzed(playing(PROFILES["banka"], True), random=examples, steps=5)
    assert len(summary.judged) == examples
    assert max(len(one.case.script or ()) for one in summary.judged) <= 5


def test_only_what_is_claimed_and_wanted_is_played() -> None:
    claimed = {"seats": [2, 3, 4], "ties": "never", "cards": ["full"], "variant": {"empty_hand": ["out"]}}

    def few(request: Request, reply: dict[str, Any]) -> None:
        if "games" in reply["ok"]:
            reply["ok"]["games"][0] |= claimed

    book = choose(PROFILES["banka"], {"empty_hand": "out"})
    inner = playing(book)
    outer = changed("banka", few)

    def connect() -> Breaking:
        hello, rest = outer(), inner()
        assert isinstance(hello, Breaking)
        assert isinstance(rest, Breaking)
        return Breaking(lambda asked: (hello if asked.id == 0 else rest)._answer(asked))

    summary = fuzzed(connect, seats=(3, 4))
    assert summary.exit_code == 0
    assert summary.seats == (3, 4)
    assert {one.case.cards for one in summary.judged} == {"full"}
    assert {tuple(one.case.choices.items()) for one in summary.judged} == {(("empty_hand", "out"),)}
    hands = [len(token.seats) for one in summary.judged for token in parse_script(one.case.script or ())]
    assert max(hands) == 1


# --- planted faults: found, sure, explained, and short


@dataclass(frozen=True)
class Planted:
    """A program with a fault, and on how short a script it must be shown."""

    name: str
    connect: Connect
    actions: int
    cards: int
    explained: str = ""
    examples: int = 60


def leak(request: Request, reply: dict[str, Any]) -> None:
    """The view tells what nobody may see."""
    view = reply["ok"].get("view")
    if view is not None:
        view["hint"] = _peeked[request.table] if isinstance(request, Look) else ""


_peeked: dict[object, str] = {}


def leaking(request: Request, reply: dict[str, Any]) -> None:
    if isinstance(request, NewTable):
        _peeked[reply["ok"]["table"]] = request.deal.hands[0][-1]
    leak(request, reply)


def whole_middle(request: Request, reply: dict[str, Any]) -> None:
    """The view shows cards that lie face down."""
    if "view" in reply["ok"]:
        reply["ok"]["view"]["middle"] = reply["ok"]["state"]["middle"]


def err_at_collection(request: Request, reply: dict[str, Any]) -> None:
    if isinstance(request, TickAsk) and request.do[0].act == "collect":
        del reply["ok"]
        reply["err"] = "no idea"


PLANTED = (
    Planted(
        "the window stays open",
        playing(choose(PROFILES["banka"], {"slap_window": "any_neighbours"})),
        4,
        4,
        "slap_window=any_neighbours",
    ),
    Planted("the highest left-over counts", misreading("top_left_over_is_shown"), 2, 4, "top_left_over_is_shown", 300),
    Planted("hidden left-overs are told", changed("banka", whole_middle), 0, 4),
    Planted("the view tells a hand", changed("banka", leaking), 0, 3),
    Planted("a wrong slap ends the debt", misreading("wrong_slap_ends_the_debt"), 2, 3, "wrong_slap_ends_the_debt"),
    Planted(
        "a payer without cards is owed the rest",
        misreading("claim_of_the_payer_who_burned_the_last_card"),
        2,
        3,
        "claim_of_the_payer_who_burned_the_last_card",
        300,
    ),
    Planted("the uppermost hand wins", misreading("uppermost_hand_wins"), 3, 3, "uppermost_hand_wins"),
    Planted("burned cards are gone", misreading("burned_cards_are_put_away"), 1, 3, "burned_cards_are_put_away"),
    Planted("a slap without cards breaks it", misreading("breaks_on_a_slap_from_no_cards"), 3, 2),
    Planted("a collection is answered with err", changed("banka", err_at_collection), 3, 2),
    Planted("debts add up, without slaps", misreading("debts_add_up"), 2, 3, "debts_add_up"),
)


QUICK = {
    "a wrong slap ends the debt",
    "the view tells a hand",
    "a slap without cards breaks it",
    "debts add up, without slaps",
}
"""What is looked for every time; finding and shortening all of them takes minutes."""


@pytest.mark.parametrize(
    "planted",
    [pytest.param(each, id=each.name, marks=() if each.name in QUICK else pytest.mark.deep) for each in PLANTED],
)
def test_a_planted_fault_is_found_and_short(planted: Planted, tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    summary = fuzzed(planted.connect, path, random=planted.examples)
    assert summary.exit_code == 1
    smallest = summary.groups[0]
    case = smallest.smallest.case
    assert len(case.script or ()) <= planted.actions, case.id
    assert sum(map(len, case.deal.hands)) + len(case.deal.middle) <= planted.cards, case.id
    sure = confirmed(summary.judged)[case.id]
    assert sure.always
    named = smallest.explanation.candidate.name if smallest.explanation is not None else ""
    assert named == planted.explained
    again = summarise(*rejudge(lines_of([path])))
    assert (again.exit_code, [group.smallest for group in again.groups]) == (
        summary.exit_code,
        [group.smallest for group in summary.groups],
    )
    assert confirmed(again.judged) == confirmed(summary.judged)


def test_what_hypothesis_is_not_let_finish_is_made_short_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("properties.conformance.fuzz.MOST_ON_THE_WAY", 5)
    planted = PLANTED[0]
    summary = fuzzed(planted.connect)
    assert summary.exit_code == 1
    assert len(summary.groups[0].smallest.case.script or ()) <= planted.actions + 2


def test_two_faults_are_both_found() -> None:
    book = MISREAD["uppermost_hand_wins"].apply(MISREAD["banka_queen_asks_one"].apply(PROFILES["banka"]))
    summary = fuzzed(playing(book), random=90)
    names = {group.explanation.candidate.name for group in summary.groups if group.explanation is not None}
    assert names == {"uppermost_hand_wins", "banka_queen_asks_one"}
    assert all(len(group.smallest.case.script or ()) <= 3 for group in summary.groups if group.explanation is not None)


# --- what is not sure


def test_a_fault_that_comes_by_chance_is_unstable_and_nothing_is_concluded() -> None:
    chance = random.Random(5)

    def now_and_then(request: Request, reply: dict[str, Any]) -> None:
        if isinstance(request, TickAsk) and chance.random() < 0.004:
            reply["ok"]["at"] += 1

    summary = fuzzed(changed("banka", now_and_then))
    assert summary.exit_code == 4
    assert {one.kind for one in summary.unstable} <= {
        CHANGES,
        "the answer depends on what was asked before, or on chance",
    }
    assert not summary.groups
    assert not any(each.always for each in confirmed(summary.judged).values())


def leaky() -> Connect:
    """Every tenth table of a process begins with another digest."""

    def connect() -> Breaking:
        reference, laid = Reference({"banka": PROFILES["banka"]}, "x"), Counter[str]()

        def answer(request: Request) -> bytes:
            reply = msgspec.json.decode(reference.answer(request))
            laid["tables"] += isinstance(request, NewTable)
            if isinstance(request, NewTable) and laid["tables"] >= 10:
                reply["ok"]["digest"] = "0" * 64
            return msgspec.json.encode(reply)

        return Breaking(answer)

    return connect


def test_a_fault_that_comes_from_what_went_before_is_told_so() -> None:
    summary = fuzzed(leaky())
    assert summary.exit_code == 1
    assert {one.kind for one in summary.unstable} == {LEAKS}


# --- what ends a run before its time


def test_a_full_disk_is_no_failure_of_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write, written = Journal.write, Counter[str]()

    def until_full(journal: Journal, line: Line) -> None:
        written["lines"] += 1
        if written["lines"] == 50:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(journal, line)

    monkeypatch.setattr(Journal, "write", until_full)
    with pytest.raises(OSError, match="No space left"):
        fuzzed(playing(PROFILES["banka"], True), tmp_path / "run.ndjson")
    assert written["lines"] < 60


def test_the_deadline_of_a_run_ends_it() -> None:
    summary = fuzzed(playing(PROFILES["banka"], True), random=100_000, deadlines=Deadlines(run=0.5))
    assert summary.exit_code == 4
    assert "deadline" in summary.reason


# --- as a command


def test_the_reference_conforms_through_its_streams(tmp_path: Path) -> None:
    ran = within("fuzz", "--examples", "30", "--", *REFERENCE, "--game", "ratscrew", cwd=tmp_path)
    assert (ran.code, ran.out.startswith("CONFORMS")) == (0, True), ran.out
    (journal,) = (tmp_path / "runs").iterdir()
    assert within("replay", str(journal), cwd=tmp_path).code == 0
    assert list((tmp_path / "evidence").glob("*.json"))
    resumed = within("verify", "--resume", str(journal), cwd=tmp_path)
    assert resumed.code == 2
    assert "fuzz" in resumed.err


def test_what_is_found_is_shown_with_a_command_that_shows_it_again(tmp_path: Path) -> None:
    program = (*REFERENCE, "--misread", "uppermost_hand_wins")
    ran = fairdeal("fuzz", "--examples", "40", "--journal", "run.ndjson", "--", *program, cwd=tmp_path)
    said = " ".join(ran.out.split())
    assert ran.code == 1
    assert "misreading uppermost_hand_wins" in said
    assert "shortest: proved, all " in said
    assert "it failed again 3 of 3 times" in said
    asked_again = [one.case for one in rejudge(read(tmp_path / "run.ndjson"))[1] if one.case.repeats]
    shortest = min(asked_again, key=lambda case: len(case.script or ()))
    again = within(
        "replay", "--game", "banka", "--deal", shortest.text, "--cards", shortest.cards,
        "--script", " ".join(shortest.script or ()), "--", *program, cwd=tmp_path,
    )  # fmt: skip
    assert again.code == 1


@pytest.mark.parametrize(
    ("program", "code", "words"),
    [
        (CORRECT, 2, "cannot be played step by step"),
        ((sys.executable, "-c", "print('Welcome!')"), 3, "hello"),
        ((*REFERENCE, "--game", "bridge"), 3, "bridge"),
    ],
)
def test_programs_that_cannot_be_fuzzed(program: tuple[str, ...], code: int, words: str, tmp_path: Path) -> None:
    ran = within("fuzz", "--examples", "5", "--", *program, cwd=tmp_path)
    assert ran.code == code
    assert words in ran.err


def test_a_run_for_a_time_ends_and_one_that_is_interrupted_says_so(tmp_path: Path) -> None:
    began = time.monotonic()
    assert fairdeal("fuzz", "--for", "1s", "--", *REFERENCE, "--game", "banka", cwd=tmp_path).code == 0
    assert time.monotonic() - began < 20
    words = [sys.executable, str(ROOT / "fairdeal.py"), "fuzz", "--for", "5m", "--journal", "run.ndjson", "--"]
    with subprocess.Popen([*words, *REFERENCE, "--game", "banka"], cwd=tmp_path, stdout=subprocess.PIPE) as running:
        journal = tmp_path / "run.ndjson"
        while time.monotonic() - began < 60 and (not journal.exists() or journal.stat().st_size < 20_000):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=30)
    assert running.returncode == 4
    assert b"interrupted" in said
    assert within("replay", "run.ndjson", cwd=tmp_path).code == 4


INTERRUPTED_WHILE_COLLECTING = """
import gc, os, signal, sys, time
import fairdeal

def interrupt(phase, info):
    if os.path.exists("run.ndjson") and os.path.getsize("run.ndjson") > 5_000:
        gc.callbacks.remove(interrupt)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)  # the signal is taken here, where Python drops what is raised

gc.callbacks.append(interrupt)
sys.argv = ["fairdeal", *sys.argv[1:]]
fairdeal.main()
"""


def test_an_interrupt_during_a_callback_is_not_lost(tmp_path: Path) -> None:
    words = [sys.executable, "-c", INTERRUPTED_WHILE_COLLECTING, "fuzz", "--for", "1m", "--journal", "run.ndjson", "--"]
    there = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [*words, *REFERENCE, "--game", "banka"], cwd=tmp_path, env=there, capture_output=True, text=True, timeout=40
    )
    assert ran.returncode == 4, ran.stderr
    assert "interrupted" in ran.stdout


def test_silence_is_found_and_costs_little(tmp_path: Path) -> None:
    hangs = ("        self.at += 1\n", "        self.at += 1\n        if self.at == 3:\n            time.sleep(60)\n")
    program = edited_steps(tmp_path, hangs, ("import sys\n", "import sys\nimport time\n"))
    words = ("--examples", "10", "--deadline", "0.3", "--journal", "run.ndjson")
    ran = within("fuzz", *words, "--", *program, cwd=tmp_path)
    assert ran.code == 1
    assert "no answer within 0.3 seconds" in ran.out
    silences = [one for one in rejudge(read(tmp_path / "run.ndjson"))[1] if one.verdict.status is Status.ERROR]
    assert len(silences) <= 40
    assert min(len(one.case.script or ()) for one in silences if one.case.repeats) == 3
