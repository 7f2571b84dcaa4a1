"""`fairdeal census` and `fairdeal count --cycles`: what they say, keep as evidence, and refuse; and interrupts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import psutil
import pytest

from properties import evidence
from properties.evidence import Grade
from solver.counting import census as census_room
from solver.counting import states
from solver.counting.census import visiting
from solver.counting.decks import deck_of
from solver.counting.states import survey
from solver.kernel.batch import End
from tests.command import ROOT, within


def census_json(*words: str, cwd: Path) -> tuple[int, Any]:
    ran = within("census", *words, "--json", cwd=cwd)
    return ran.code, json.loads(ran.out)


def test_the_census_on_the_screen(tmp_path: Path) -> None:
    ran = within("census", "6", "--jobs", "1", cwd=tmp_path)
    assert ran.code == 0
    assert "of 209 decks of 6 cards with a pay card 1 has a cycle; it is reached by a deal in halves" in ran.out
    assert "78,120 positions, every order with every cut" in ran.out
    (row,) = (line.split() for line in ran.out.splitlines() if line.startswith("4-2J "))
    assert row == ["4-2J", "75", "1", "1", "3", "1", "1", "trick", "J--/-J-"]
    ((_, made),) = evidence.read_all(tmp_path / "evidence")
    (one,) = made.findings
    assert (made.complete, one.grade, one.space_size, one.examples) == (True, Grade.EXHAUSTED, 78_120, ("4-2J",))
    assert one.statement == (
        "two seats, all cuts: of the 209 decks with a pay card 1 has a cycle, 1 of them one that a deal in halves"
        " reaches"
    )


def test_the_census_as_json(tmp_path: Path) -> None:
    code, told = census_json("7", cwd=tmp_path)
    assert (code, told["complete"], told["with_a_cycle"]) == (0, True, [])
    assert told["decks"] == told["visited"] == comb(11, 4) - 1
    code, told = census_json("6", cwd=tmp_path)
    (row,) = told["with_a_cycle"]
    assert (row["deck"], row["short"], row["endless_in_halves"], row["positions_that_never_end"]) == (
        "JJ----", "4-2J", 1, 3,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ("0", "the deck has 0 cards: two seats need at least 2"),
        ("1", "the deck has 1 card: two seats need at least 2"),
        ("-3", "the deck has -3 cards"),
        ("65", "the deck has 65 cards, and a deck that is counted has at most 64"),
        ("64", "deck 13-13J13Q13K12A has 10^43 positions, which take a byte of memory each, and "),
        ("six", "valid integer"),
    ],
)
def test_a_census_that_is_none_is_refused(cards: str, what: str, tmp_path: Path) -> None:
    ran = within("census", "--", cards, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert what in ran.err
    assert not (tmp_path / "evidence").exists()


def test_a_census_that_has_no_room_is_told_the_largest_that_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The largest of the decks of 11 cards have 4,158,000 positions, of 12 cards 18,295,200."""
    room = states.SPARE + 4_158_000
    for free, most in ((room, 11), (room - 1, 10)):
        monkeypatch.setattr(psutil, "virtual_memory", lambda free=free: SimpleNamespace(available=free))
        ran = within("census", "60", cwd=tmp_path)
        assert ran.code == 2
        assert f"choose {most} cards at most; " in ran.err
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=0))
    assert "0 MiB are free: choose fewer cards\n" in within("census", "60", cwd=tmp_path).err


def test_an_interrupted_census_keeps_what_it_has_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census_room, "visiting", _interrupted_after(60))
    code, told = census_json("6", cwd=tmp_path)
    assert (code, told["complete"], told["visited"], told["decks"]) == (4, False, 60, 209)
    ((_, made),) = evidence.read_all(tmp_path / "evidence")
    assert not made.complete
    assert "of the first 60 (of 209) decks" in made.findings[0].statement
    assert made.findings[0].space_size == told["positions"] < 78_120
    ran = within("census", "6", cwd=tmp_path)
    assert ran.code == 4
    assert "of the first 60 of 209 decks of 6 cards" in ran.out
    assert "interrupted" in ran.out


def _interrupted_after(decks: int) -> Callable[..., Iterator[Any]]:
    def visits(cards: int, threads: int) -> Iterator[Any]:
        for each in visiting(cards, threads):
            yield each
            if each.found.decks == decks:
                raise KeyboardInterrupt

    return visits


WALKING: Final = 300 << 20
"""So much memory is in use only when many positions have a mark."""


def test_an_interrupt_ends_a_count_at_once(tmp_path: Path) -> None:
    """In a process of its own: the signal comes while threads walk, and they stop within a moment."""
    words = [sys.executable, str(ROOT / "fairdeal.py"), "count", "8-2J2Q2K2A", "--cycles"]
    running = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until, alive = time.monotonic() + 60, psutil.Process(running.pid)
    while alive.memory_info().rss < WALKING and time.monotonic() < until:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out) == (4, "")
    assert "interrupted after " in err
    assert not list((tmp_path / "evidence").iterdir())


def test_the_cycles_of_a_deck_on_the_screen(tmp_path: Path) -> None:
    ran = within("count", "JJ----", "--cycles", cwd=tmp_path)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:4] == [
        "4-2J (6 cards), beggar: 75 positions, every order of the cards with every cut",
        "  1 cycle, 1 position in cycles; 3 positions never end",
        "  of 15 deals in halves 1 never ends",
        "    J--/-J-",
    ]
    assert lines[6].split() == ["1", "3", "exchanged", "3", "1", "4", "cards,", "1", "trick", "--J-/J-"]
    assert "one without end: fairdeal cycle beggar --deal J--/-J-" in lines
    ((_, made),) = evidence.read_all(tmp_path / "evidence")
    (one,) = made.findings
    assert (one.grade, one.space_size, one.examples) == (Grade.EXHAUSTED, 75, ("J--/-J-",))


def test_the_cycles_of_a_deck_as_json(tmp_path: Path) -> None:
    ran = within("count", "7-2J", "--cycles", "--json", "--set", "end=immediate", cwd=tmp_path)
    told, found = json.loads(ran.out), survey(deck_of("7-2J"), End.IMMEDIATE)
    assert ran.code == 0
    assert told["choices"] == {"end": "immediate"}
    assert (told["deck"], told["positions"], told["positions_that_never_end"]) == ("JJ-------", 288, found.never_end)
    assert [each["position"] for each in told["cycles"]] == [each.position for each in found.cycles]
    assert told["endless_in_halves"] == len(told["endless_deals_in_halves"])


def test_games_that_all_end_and_odd_decks(tmp_path: Path) -> None:
    ran = within("count", "6-", "--cycles", cwd=tmp_path)
    assert (ran.code, ran.out.splitlines()[1]) == (0, "  no cycle: every game ends")
    ran = within("count", "7-2J", "--cycles", cwd=tmp_path)
    fair = survey(deck_of("7-2J")).fair
    assert fair > 0
    assert f"  of 72 deals in halves (either seat having the odd card) {fair} never end" in ran.out.splitlines()
    ran = within("count", "21-2JA", "--cycles", cwd=tmp_path)
    assert (ran.code, ran.out.splitlines()[2]) == (0, "  all 6,072 deals in halves end")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("4-2J", "--set", "pile_order=reversed"), "but not with pile_order=reversed: leave that out"),
        (("4-2J", "--game", "banka"), "banka is played with slaps"),
        (("-",), "deck '-' has 1 card: two seats need at least 2"),
        (("64-J",), "the deck has 65 cards"),
        (("4-X",), "'X' is no card class"),
        (("9-9J9Q9K9A",), "which take a byte of memory each, and "),
    ],
)
def test_a_count_of_cycles_that_cannot_be_made_is_refused(words: tuple[str, ...], what: str, tmp_path: Path) -> None:
    ran = within("count", "--cycles", *words[1:], "--", words[0], cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert what in ran.err


TOO_LONG: Final = ("count", "20-2J2Q2K2A")
"""Thousands of millions of deals."""


@pytest.mark.parametrize("words", [("census", "11"), ("count", "8-2J2Q2K2A", "--cycles"), TOO_LONG])
def test_where_evidence_cannot_be_kept_nothing_is_begun(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "evidence").write_text("")
    ran = within(*words, cwd=tmp_path, seconds=20)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "fairdeal: evidence: is a file: name another folder\n"
