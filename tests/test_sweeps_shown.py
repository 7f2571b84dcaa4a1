"""A sweep as it is shown: words, JSON and a drawing."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import log
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from jsonschema import Draft202012Validator

from model.piles.points import choose
from model.piles.profiles import BEGGAR
from reports import sweep_document, sweep_plot, sweep_words
from reports.screen import vectors
from reports.sweep_document import Told
from solver.kernel import need
from solver.sweeps.figures import figures
from solver.sweeps.plan import Wanted, plan_of
from solver.sweeps.tally import Endless, Record, Tally
from tests.command import ROOT, within

CONSTANT = 120.0
SVG = "{http://www.w3.org/2000/svg}"


def told(games: int = 40_000, in_order: bool = False) -> Told:
    """A sweep whose lengths are geometric from 40 cards on, and two deals that never end."""
    chance = random.Random(5)
    cards = Counter(40 + int(-CONSTANT * log(1 - chance.random())) for _ in range(games))
    tricks: Counter[int] = Counter()
    for length, times in cards.items():
        tricks[length // 7] += times
    longest = max(cards, default=0)
    record = Record(17, "JJ-/---", longest, longest // 7, 1)
    loops = (Endless(11, "J--/-J-", 2, 1, 6, 2), Endless(12, "J--/--J", 3, 1, 6, 2))
    total = Tally(games + 2, games // 2, 2, dict(cards), dict(tricks), record, record, record, loops)
    wanted = Wanted("JJ----" if in_order else "", "all" if in_order else str(games + 2), None, 7, "1k")
    return Told(plan_of(BEGGAR, wanted, "1"), total, "1", "2026-01-01T00:00:00+00:00", 1.5, Path("a.sqlite"))


def test_the_document_is_as_its_schema_says() -> None:
    for each in (told(), told(13, in_order=True), told(0)):
        document = json.loads(msgspec.json.encode(sweep_document.document(each)))
        Draft202012Validator(sweep_document.schema()).validate(document)
    with pytest.raises(Exception, match="is not of type"):
        Draft202012Validator(sweep_document.schema()).validate({**document, "deals": "many"})


def test_the_document_has_the_counts_and_what_follows_from_them() -> None:
    shown, each = told(), sweep_document.document(told())
    lengths = dict(each.cards.games)
    assert lengths == shown.total.cards
    assert each.cards.sum == sum(length * times for length, times in lengths.items())
    assert each.cards.sum_of_squares == sum(length**2 * times for length, times in lengths.items())
    assert (each.deals, each.leader_wins, each.other_wins, each.endless) == (40_002, 20_000, 20_000, 2)
    assert each.tail is not None
    assert each.tail.standard_error is not None
    assert abs(each.tail.constant - CONSTANT) < 5 * each.tail.standard_error
    assert [tail.one_in for tail in each.tails] == [2, 5, 10, 20, 50, 100]
    for tail in each.tails:
        assert tail.games == sum(times for length, times in lengths.items() if length >= tail.threshold)
        assert tail.games <= 40_000 / tail.one_in < tail.games + lengths[tail.threshold - 1]


def test_standard_errors_are_only_for_random_deals(tmp_path: Path) -> None:
    random_deals, in_order = told(), told(13, in_order=True)
    assert "±" in " ".join(words for _, words in sweep_words.lines(random_deals))
    assert "±" not in " ".join(words for _, words in sweep_words.lines(in_order))
    document = sweep_document.document(in_order)
    assert document.mean_cards is not None
    assert document.mean_cards.standard_error is None
    assert (sweep_words.finding(random_deals).grade, sweep_words.finding(random_deals).seed) == ("sampled", 7)
    assert sweep_words.finding(in_order).grade == "exhausted"


def test_a_part_of_all_deals_is_not_taken_for_all_of_them() -> None:
    """Its finding names the range, in each of its parts that is read without the others."""
    whole = told(13, in_order=True)
    plan = plan_of(BEGGAR, Wanted("JJ----", "10", 5, 1, "1k"), "1")
    total = msgspec.structs.replace(whole.total, deals=10, endless=0, loops=())
    part = sweep_words.finding(replace(whole, plan=plan, total=total))
    assert (part.grade, part.seed, part.cases, part.space_size) == ("sampled", None, 10, 10)
    assert part.subject == "games of 4-2J in halves, deals 5 to 14 of the 15 (the first is 0)"
    assert part.space.startswith("only deals 5 to 14 of the 15")
    assert "10 deals of 4-2J in their order, from number 5 on" in part.statement
    assert "say nothing of the others" in part.note
    assert "±" not in part.statement
    all_of_them = sweep_words.finding(whole)
    assert (all_of_them.grade, all_of_them.space_size) == ("exhausted", 15)
    assert all_of_them.subject == "games of 4-2J in halves"
    assert all_of_them.space.startswith("all 15 deals of 4-2J")


def test_a_finding_names_what_departs_from_the_games_own_rules() -> None:
    plain = told()
    other = plan_of(choose(BEGGAR, {"end": "immediate"}), Wanted("", "40002", None, 7, "1k"), "1")
    assert sweep_words.finding(plain).choices == {}
    assert sweep_words.finding(replace(plain, plan=other)).choices == {"end": "immediate"}


def test_where_none_or_all_are_alike_no_error_of_zero_is_claimed() -> None:
    shown = told()
    games = shown.total.ended
    total = msgspec.structs.replace(shown.total, deals=games, endless=0, loops=(), leader_wins=games)
    none = replace(shown, total=total)
    rows = dict(sweep_words.lines(none))
    assert rows["endless"] == "none of 40,000; fewer than 3 in 40,000 of all are, with 95 % confidence"
    assert rows["leader wins"] == "all of 40,000; fewer than 3 in 40,000 of all are not, with 95 % confidence"
    document = json.loads(msgspec.json.encode(sweep_document.document(none)))
    assert document["endless_share"] == {"value": 0.0, "standard_error": None}
    assert document["leader_share"] == {"value": 1.0, "standard_error": None}
    assert "none of them is endless; fewer than 3 in 40,000 of all are" in sweep_words.finding(none).statement
    few = Tally(3, 0, 0, {3: 3}, {1: 3})
    assert dict(sweep_words.lines(replace(shown, total=few)))["endless"] == "none of 3, too few to say more"
    in_order = told(13, in_order=True)
    nothing = msgspec.structs.replace(in_order.total, deals=13, endless=0, loops=())
    assert dict(sweep_words.lines(replace(in_order, total=nothing)))["endless"] == "none"


def test_more_endless_deals_than_stand_on_the_screen_are_counted() -> None:
    shown = told()
    loops = tuple(Endless(number, "J--/-J-", 2, 1, 6, 2) for number in range(100))
    total = msgspec.structs.replace(shown.total, deals=40_250, endless=250, loops=loops)
    many = Told(shown.plan, total, "1", shown.made, 1.5, shown.path)
    rows = list(sweep_words.lines(many))
    assert sum("stem 2 cards, 1 trick; period 6 cards, 2 tricks" in words for _, words in rows) == 10
    assert sum("fairdeal cycle" in each for each in sweep_words.commands(many)) == 10
    assert ("", "and 240 more") in rows


def test_long_games_are_told_in_plain_words() -> None:
    shown = told()
    tail = figures(shown.total, True).tail
    assert tail is not None
    told_of = " ".join(sweep_words.tail_words(tail))
    half = round(tail.constant * log(2))
    assert f"of those of {tail.threshold} cards or more (the longest 5 %) half are over after {half} more" in told_of
    assert re.search(r"\(tail constant 1[0-9]{2}\.[0-9] ± [0-9]\.[0-9] cards\)", told_of)
    left = sum(times for cards, times in shown.total.cards.items() if cards >= tail.threshold + half)
    assert abs(left / tail.games - 0.5) < 5 * (0.25 / tail.games) ** 0.5, "counted, it is so"
    rows = list(sweep_words.lines(shown))
    assert ("", "± is one standard error") in rows
    assert max(len(words) for _, words in rows) < 90
    assert not [words for _, words in sweep_words.lines(told(13, in_order=True)) if "±" in words]


def test_a_game_that_is_the_longest_in_cards_and_tricks_stands_once() -> None:
    shown = told()
    rows = dict(sweep_words.lines(shown))
    assert rows["longest"].endswith("B wins (deal 17), the most tricks as well")
    assert "most tricks" not in rows
    assert sum("play beggar --deal JJ-/---" in each for each in sweep_words.commands(shown)) == 2
    other = msgspec.structs.replace(shown.total, most_tricks=Record(5, "J-J/---", 90, 10**6, 0))
    both = dict(sweep_words.lines(replace(shown, total=other)))
    assert not both["longest"].endswith("as well")
    assert both["most tricks"] == "90 cards, 1,000,000 tricks, A wins (deal 5)"
    immediate = plan_of(choose(BEGGAR, {"end": "immediate"}), Wanted("", "40002", None, 7, "1k"), "1")
    (command, *_) = sweep_words.commands(replace(shown, plan=immediate))
    assert command == "the longest: fairdeal play beggar --set end=immediate --deal JJ-/---"


def test_lost_workers_are_told() -> None:
    shown = told()
    for losses, words in ((1, "1 worker was lost; its work"), (2, "2 workers were lost; their work")):
        lost = replace(shown, losses=losses)
        assert ("", f"{words} was done again") in list(sweep_words.lines(lost))
        assert sweep_document.document(lost).lost_workers == losses
    assert "lost" not in str(list(sweep_words.lines(shown)))


def test_the_schema_is_exported(capsys: pytest.CaptureFixture[str]) -> None:
    vectors.export("beggar", (2,), {}, 0, 0, True, True)
    assert json.loads(capsys.readouterr().out)["sweep"]["title"] == "fairdeal-sweep/1"


def test_a_terminal_shows_rate_and_time_left_and_a_file_does_not(tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "fairdeal.py"), "sweep", "--deals", "100k", "--chunk", "2k", "--jobs", "1"]
    mine, theirs = pty.openpty()
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while part := os.read(mine, 4096):
                shown += part
        assert process.stdout is not None
        table = process.stdout.read()
    os.close(mine)
    assert process.returncode == 0
    assert re.search(rb"[0-9,]+ deals/s", shown)
    assert re.search(rb"[0-9]+:[0-9]{2}:[0-9]{2}", shown)
    assert b"\x1b" not in table
    assert table.startswith(b"beggar: 100,000 random deals of 36-4J4Q4K4A (seed 1)\n  mean        25")


def test_without_numba_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(need, "find_spec", lambda name: None)
    ran = within("sweep", "--deals", "10", cwd=tmp_path)
    assert ran.code == 2
    assert "pip install 'fairdeal[kernel]'" in ran.err


# --- the drawing ---


def drawn(shown: Told) -> ElementTree.Element:
    return ElementTree.fromstring(sweep_plot.svg(shown))


def path_of(root: ElementTree.Element, kind: str) -> str:
    (found,) = [each.attrib["d"] for each in root.iter(f"{SVG}path") if each.attrib["class"] == kind]
    return found


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([0-9.]+) ([0-9.]+)", path)]


def test_the_same_counts_make_the_same_bytes() -> None:
    shown = told()
    shuffled = list(shown.total.cards.items())
    random.Random(1).shuffle(shuffled)
    other = msgspec.structs.replace(shown.total, cards=dict(shuffled))
    again = Told(shown.plan, other, "1", "2027-02-02T00:00:00+00:00", 99.0, Path("b.sqlite"))
    assert sweep_plot.svg(again) == sweep_plot.svg(shown)


def test_the_fitted_line_is_straight_and_lies_on_the_columns() -> None:
    shown = told()
    root = drawn(shown)
    line = points(path_of(root, "fit"))
    slopes = [(low[1] - high[1]) / (low[0] - high[0]) for high, low in pairwise(line)]
    assert max(slopes) - min(slopes) < 0.01 * slopes[0], "on a logarithmic scale an exponential is a straight line"
    columns = [(float(y), float(x)) for y, x in re.findall(r"V([0-9.]+) H([0-9.]+)", path_of(root, "games"))]
    tail = figures(shown.total, True).tail
    assert tail is not None
    near = [(x, y) for x, y in line[:10]]
    for x, y in near:
        (column,) = [top for top, right in columns if 0 < right - x <= columns[1][1] - columns[0][1]][:1]
        assert abs(column - y) < 12, "within the thickness of chance"


def test_a_columns_height_is_its_number_of_games() -> None:
    """Ten times as many games are as much higher everywhere, and the bottom is half a game."""
    scales = sweep_plot._Scales(100, 1_000.0)
    assert scales.y(1_000) == sweep_plot._TOP
    assert scales.y(0.5) == scales.y(0) == sweep_plot._BOTTOM
    assert scales.y(10) - scales.y(100) == pytest.approx(scales.y(1) - scales.y(10))


def test_bins_hold_every_game_once() -> None:
    games = told().total.cards
    for width in (1, 2, 5, 10, 50):
        assert sum(sweep_plot.binned(games, width).values()) == sum(games.values())
    assert sweep_plot.binned({9: 1, 10: 2, 19: 3, 20: 4}, 10) == {0: 1, 1: 5, 2: 4}
    assert [sweep_plot.bin_width(longest) for longest in (10, 199, 200, 999, 3_000, 12_000)] == [1, 1, 2, 5, 20, 100]


def test_it_can_be_read_in_the_dark_and_says_what_it_shows() -> None:
    root = drawn(told())
    (style,) = [each.text or "" for each in root.iter(f"{SVG}style")]
    light, dark = style.split("@media (prefers-color-scheme: dark)")
    for kind in {each.attrib["class"] for each in root.iter() if "class" in each.attrib}:
        assert f".{kind}" in light
        assert f".{kind}" in dark
    assert not [each for each in root.iter() if "fill" in each.attrib or "stroke" in each.attrib], "no colour is fixed"
    (title,) = [each.text for each in root.iter(f"{SVG}title")]
    assert title == "beggar: 40,002 random deals of 36-4J4Q4K4A (seed 7)"
    words = " ".join(each.text or "" for each in root.iter(f"{SVG}text"))
    assert "games, in steps of 10 cards, on a logarithmic scale; 2 endless deals are left out" in words
    assert "games" in [each.text for each in root.iter(f"{SVG}text")], "what the upright scale shows"
    assert "cards laid until the end" in words


@pytest.mark.parametrize("games", [0, 1, 13, 150])
def test_few_games_can_be_drawn(games: int) -> None:
    root = drawn(told(games))
    assert not [each for each in root.iter(f"{SVG}path") if each.attrib["class"] == "fit"]
    assert "nan" not in ElementTree.tostring(root, encoding="unicode")
