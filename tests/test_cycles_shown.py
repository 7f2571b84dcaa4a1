"""What is shown of a game that goes round: lines of hand sizes, a drawing, the command, and what it keeps."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from model.deal import parse_deal
from model.piles.profiles import BANKA, BEGGAR
from model.piles.rulebook import Book
from properties import evidence
from properties.evidence import Finding, Grade, Verdict
from reports.cycle_picture import as_svg
from reports.cycle_words import BLOCKS, DIGITS, MOST_LISTED, size_lines
from reports.screen import cycles as screen
from solver.cycles import balanced
from solver.cycles.balanced import Listed
from solver.cycles.basin import Basin, basin
from solver.cycles.course import Course, course
from solver.cycles.predecessors import Position
from tests.command import within
from tests.drawn import contrast, rules_of

CASELLA = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"
SWAPPED = "----J----K----QJ--K-/------K-J--Q-Q-Q-KJ-"
"""A deal of Camicia whose cycle comes again with the seats exchanged after half of it."""
LONG_STEM = "--J/--/JJ--J/JJ"
"""Four hands whose cycle begins far to the right in the drawing."""
SMALL = "J--/-J-"
"""The one deal in halves of its deck that never ends."""
NO_HALVES = "--------J--------J-/A----"
"""A position in the one cycle of its deck, which no deal in halves leads to."""
SVG = "{http://www.w3.org/2000/svg}"


def course_of(deal: str, book: Book = BEGGAR, budget: int = 1_000_000, cards: str = "auto") -> Course:
    return course(book, parse_deal(deal, cards), budget)


# --- how hand sizes move ---


def test_the_line_of_each_hand_rises_and_falls_with_it() -> None:
    assert list(size_lines(course_of("J--/-J-"))) == ["A ▅|▆▃▆", "B ▅|▃▆▃"]
    assert list(size_lines(course_of("J--/-J-"), DIGITS)) == ["A 4|525", "B 4|252"]
    lines = list(size_lines(course_of(CASELLA), width=40))
    assert [len(line) for line in lines] == [43, 43]
    assert all(set(line[2:]) <= set(BLOCKS + "|") for line in lines)
    assert next(iter(size_lines(course_of("J-/--")))).endswith(BLOCKS[-1])


def test_many_hands_are_not_all_drawn_on_the_screen() -> None:
    lines = list(size_lines(course_of("/".join(["-"] * 12), BANKA)))
    assert len(lines) == 9
    assert lines[-1] == "and 4 more hands"


def drawn(deal: str, book: Book = BEGGAR, cards: str = "auto") -> ElementTree.Element:
    return ElementTree.fromstring(as_svg(course_of(deal, book, cards=cards)))


def words_in(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def points_of(path: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path.attrib["d"])]


def test_the_drawing_has_each_hand_at_each_moment_at_its_height() -> None:
    root, game = drawn(CASELLA), course_of(CASELLA)
    lines = [path for path in root.iter(f"{SVG}path") if len(points_of(path)) == len(game.moments)]
    assert len(lines) == 2
    assert len({(line.attrib["class"], line.attrib.get("stroke-dasharray")) for line in lines}) == 2
    second, first = map(points_of, lines)
    height = first[0][1] + second[0][1]
    for moment, (x, y), (same, other) in zip(game.moments, first, second, strict=True):
        assert x == same
        assert y + other == pytest.approx(height, abs=0.2), "what one hand loses the other gains"
        assert y - first[0][1] == pytest.approx((26 - moment.sizes[0]) * 300 / 52, abs=0.2)
    assert [x for x, _ in first] == sorted(x for x, _ in first)


def test_the_drawing_says_what_is_stem_and_what_is_cycle_above_them() -> None:
    root = drawn(CASELLA)
    stem, cycle = "stem: 4 tricks, 34 cards", "cycle: 62 tricks, 440 cards, and the same again for ever"
    places = {text.text: text.attrib for text in root.iter(f"{SVG}text")}
    _, before, round_ = list(root.iter(f"{SVG}rect"))
    assert places[stem]["x"] == before.attrib["x"]
    assert places[cycle]["x"] == round_.attrib["x"]
    assert all(float(places[each]["y"]) < float(before.attrib["y"]) - 5 for each in (stem, cycle))
    assert float(before.attrib["x"]) + float(before.attrib["width"]) == float(round_.attrib["x"])
    assert float(before.attrib["width"]) / float(round_.attrib["width"]) == pytest.approx(4 / 62, abs=0.001)


@pytest.mark.parametrize("deal", [CASELLA, LONG_STEM, "J-/--"])
def test_the_drawing_stays_in_its_frame(deal: str) -> None:
    root = drawn(deal)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    paper = root.find(f"{SVG}rect")
    assert paper is not None
    assert (paper.attrib["width"], paper.attrib["height"]) == ("100%", "100%"), "it brings its own ground"
    for path in root.iter(f"{SVG}path"):
        assert all(0 <= x <= width and 0 <= y <= height for x, y in points_of(path))
    for text in root.iter(f"{SVG}text"):
        if "x" in text.attrib:
            reach = len(text.text or "") * float(text.attrib["font-size"]) * 0.62
            start = (
                float(text.attrib["x"]) - {"start": 0.0, "middle": reach / 2, "end": reach}[text.attrib["text-anchor"]]
            )
            assert start >= 0
            assert start + reach <= width


@pytest.mark.parametrize(
    "deal", [CASELLA, LONG_STEM, "J--/-J-", "--J-/J-", "J-/--", "-J/J-/--", f"{'-' * 150}J/{'-' * 150}"]
)
def test_no_two_words_of_a_drawing_lie_on_each_other(deal: str) -> None:
    boxes = []
    for text in drawn(deal).iter(f"{SVG}text"):
        if "x" in text.attrib:
            size, anchor = float(text.attrib["font-size"]), text.attrib["text-anchor"]
            reach = len(text.text or "") * size * 0.6
            x = float(text.attrib["x"]) - {"start": 0.0, "middle": reach / 2, "end": reach}[anchor]
            y = float(text.attrib["y"])
            boxes.append((x, y - size * 0.75, x + reach, y + size * 0.2))
    for place, (x, y, right, bottom) in enumerate(boxes):
        assert all(right <= a or c <= x or bottom <= b or d <= y for a, b, c, d in boxes[:place])


def test_the_drawing_has_colours_for_dark_pages_as_well() -> None:
    root = drawn("-J/J-/--")
    sheet = root.find(f"{SVG}style")
    assert sheet is not None
    light, _, dark = (sheet.text or "").partition("@media (prefers-color-scheme: dark)")
    pages = [dict(rules_of(part)) for part in (light, dark)]
    assert pages[0].keys() == pages[1].keys()
    used = {f".{name}" for each in root.iter() for name in each.get("class", "").split()}
    assert {".paper", ".ink", ".line", ".grid", ".round", ".edge", ".hand0", ".hand2"} <= used <= pages[0].keys()
    assert not [each for each in root.iter() if "#" in each.get("fill", "") + each.get("stroke", "")]
    for page in pages:
        for ground in (".paper", ".before", ".round"):
            assert contrast(page[".ink"], page[ground]) >= 4.5
            assert all(contrast(page[f".hand{seat}"], page[ground]) >= 4.5 for seat in range(6)), ground


def test_a_drawing_is_the_same_every_time() -> None:
    assert as_svg(course_of(CASELLA)) == as_svg(course_of(CASELLA))


def test_a_long_game_is_drawn_with_fewer_points_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [points_of(path) for path in drawn(CASELLA).iter(f"{SVG}path")]
    assert not any("the smallest and the largest hands" in each for each in words_in(drawn(CASELLA)))
    monkeypatch.setattr("reports.cycle_picture._MOST_POINTS", 40)
    root = drawn(CASELLA)
    fewer = [points_of(path) for path in root.iter(f"{SVG}path")]
    assert any("the smallest and the largest hands" in each for each in words_in(root))
    for many, few in zip(whole, fewer, strict=True):
        if len(many) == len(course_of(CASELLA).moments):
            assert len(few) == 40
            assert set(few) <= set(many)
            assert [x for x, _ in few] == sorted(x for x, _ in few)
            assert {min(y for _, y in many), max(y for _, y in many)} <= {y for _, y in few}
        else:
            assert few == many


def test_a_game_that_is_given_up_says_so_in_its_drawing() -> None:
    words = words_in(ElementTree.fromstring(as_svg(course_of(CASELLA, budget=100))))
    assert "Drawn: the first 100 cards. What comes after them is not known." in words
    with pytest.raises(ValueError, match="nothing to draw"):
        as_svg(course_of("J-/--", budget=1))


# --- the command ---


def test_the_command_shows_a_cycle_and_everything_that_runs_into_it(tmp_path: Path) -> None:
    ran = within("cycle", "beggar", "--deal", CASELLA, "--basin", "--svg", "a/casella.svg", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[0] == "never ends: stem 34 cards / 4 tricks, period 440 cards / 62 tricks"
    assert "only where pay cards lie 34 / 4 220 / 31 the same" in lines
    assert "cards as classes 34 / 4 440 / 62 474 / 66 the same" in lines
    assert "every ordinary card named 34 / 4 33,000 / 4,650 33,034 / 4,654 the same" in lines
    assert any("2,670 positions" in line for line in lines)
    assert "62 of them in the cycle, 2,264 without predecessor, the farthest 6 tricks away" in lines
    assert any(line.startswith("30 balanced deals (26 and 26 cards, A leads)") for line in lines)
    assert "26 of them never end under end=immediate either" in lines
    assert (tmp_path / "a" / "casella.svg").read_text(encoding="utf-8") == as_svg(course_of(CASELLA))


def test_the_tables_of_a_whole_pack_fit_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = within("cycle", "beggar", "--deal", CASELLA, "--basin", cwd=tmp_path).out.splitlines()
    assert max(map(len, lines[:-1])) <= 80
    rows = [" ".join(line.split()) for line in lines]
    assert "every card named 34 / 4 33,000 / 4,650 33,034 / 4,654 the same" in rows
    deals = [row for row in rows if row.count("/") > 1 and len(row.partition(" ")[0]) == 53]
    assert len(deals) == MOST_LISTED
    assert deals[0] == "-----------------KQ------J/Q-K---Q-KAQJ----A-KAAJ--J- 44/6 x B, 43/6"
    assert deals[-1].endswith("J--- 33/4 x never ends")
    assert "and 18 deals more: --json has them all" in rows
    legend = "stem: cards/tricks; x: into the cycle with the seats exchanged; B, 43/6: B wins, 43 cards, 6 tricks"
    assert legend in " ".join(rows)


def test_a_table_of_deals_without_marks_has_no_legend_of_them(tmp_path: Path) -> None:
    rows = [
        " ".join(row.split())
        for row in within("cycle", "beggar", "--deal", SMALL, "--basin", cwd=tmp_path).out.splitlines()
    ]
    assert rows[rows.index("J--/-J- 2/1 never ends") + 1] == "stem: cards/tricks"


def kept(folder: Path) -> tuple[Finding, ...]:
    """What the one run of a folder has found."""
    ((_, run),) = evidence.read_all(folder / "evidence")
    return run.findings


def test_the_evidence_says_what_was_seen(tmp_path: Path) -> None:
    within("cycle", "beggar", "--deal", CASELLA, "--basin", "--set", "end=immediate", cwd=tmp_path)
    one, back = kept(tmp_path)
    assert (one.grade, one.verdict, one.examples) == (Grade.EXEMPLIFIED, Verdict.HELD, (CASELLA,))
    assert "stem 34 cards, 4 tricks; period 440 cards, 62 tricks" in one.statement
    assert one.choices == {"end": "immediate"}
    assert (back.grade, back.verdict) == (Grade.EXHAUSTED, Verdict.HELD)
    assert "26 balanced deals are among them" in back.statement
    assert back.space_size > 2000


def test_the_budget_is_that_of_the_deal_asked_for_and_not_of_those_that_run_into_its_cycle(tmp_path: Path) -> None:
    """Those with a longer stem come round later than this one, and are known to come round all the same."""
    ran = within("cycle", "beggar", "--deal", CASELLA, "--basin", "--budget", "474", cwd=tmp_path)
    assert ran.code == 0
    assert "26 of them never end under end=immediate either" in ran.out.splitlines()
    assert kept(tmp_path)[1].statement.endswith(
        "30 balanced deals are among them, 26 of which never end under end=immediate either"
    )


def test_a_deal_of_the_basin_that_is_given_up_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balanced, "MOST_CARDS_LAID", 5)
    ran = within("cycle", "beggar", "--deal", SMALL, "--basin", cwd=tmp_path)
    assert ran.code == 4
    assert "0 of them never end under end=immediate either; of 1 it is not known" in ran.out.splitlines()
    assert "J--/-J- 2/1 not known" in [" ".join(line.split()) for line in ran.out.splitlines()]
    assert kept(tmp_path)[1].verdict is Verdict.INCONCLUSIVE
    assert kept(tmp_path)[1].statement.endswith("end=immediate either, and of 1 it is not known")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([SMALL, "--basin", "--set", "end=immediate"], ["--set end=immediate", "--cards auto", "--basin"]),
        (["J 3/3 J 2", "--cards", "rank", "--budget", "40"], ["--deal 'J 3/3 J 2'", "--cards rank", "--budget 40"]),
    ],
)
def test_the_command_that_evidence_names_finds_the_same_again(
    words: list[str], names: list[str], tmp_path: Path
) -> None:
    within("cycle", "beggar", "--deal", *words, cwd=tmp_path)
    ((_, run),) = evidence.read_all(tmp_path / "evidence")
    assert all(each in run.command for each in names)
    within(*shlex.split(run.command), "--evidence", "again", cwd=tmp_path)
    ((_, again),) = evidence.read_all(tmp_path / "again")
    assert again.command == run.command
    assert [replace(each, seconds=0.0) for each in again.findings] == [
        replace(each, seconds=0.0) for each in run.findings
    ]


def test_one_trick_is_one_trick_and_no_deals_are_none(tmp_path: Path) -> None:
    ran = within("cycle", "beggar", "--deal", SMALL, "--basin", cwd=tmp_path)
    one, back = kept(tmp_path)
    assert "stem 2 cards, 1 trick; period 6 cards, 2 tricks" in one.statement
    assert "the farthest 1 trick away; " in back.statement
    assert back.statement.endswith("1 balanced deal is among them, 1 of which never ends under end=immediate either")
    assert "1 of them never ends under end=immediate either" in ran.out.splitlines()
    ran = within("cycle", "beggar", "--deal", NO_HALVES, "--basin", cwd=tmp_path)
    assert "0 balanced deals (12 and 12 cards, A leads)" in ran.out.splitlines()


def test_json_holds_the_periods_and_the_basin(tmp_path: Path) -> None:
    ran = within("cycle", "camicia", "--cards", "class", "--deal", SWAPPED, "--basin", "--json", cwd=tmp_path)
    told = json.loads(ran.out)
    assert told["outcome"]["period_tricks"] == 20
    periods = {each["naming"]: each for each in told["periods"]}
    assert periods["classes"]["period_up_to_exchange_tricks"] == 10
    assert periods["all_named"]["first_repeated_tricks"] == 481
    back = told["basin"]
    assert back["mirrors_itself"]
    assert back["up_to_exchange"]["positions"] == 400
    assert back["hands_and_leader"]["positions"] == 800
    assert len(back["balanced_deals"]) == 28 > MOST_LISTED
    assert {each["under_immediate"]["status"] for each in back["balanced_deals"]} <= {"loop", "won"}
    assert told["sizes"][0] == [0, 0, 20, 20]
    assert (tmp_path / told["evidence"]).is_file()


def test_a_game_that_ends_is_an_answer_too(tmp_path: Path) -> None:
    ran = within("cycle", "banka", "--deal", "2c3c4cJd5d/6d7s8s9hQh/KhAh2h3h4h+5h6h", cwd=tmp_path)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "A wins, 45 cards, 6 tricks (as long as nobody slaps)"
    assert kept(tmp_path)[0].statement == "as long as nobody slaps, this deal ends after 45 cards, 6 tricks"
    ended = within("cycle", "beggar", "--deal", "J-/--", "--basin", cwd=tmp_path)
    assert ended.code == 0
    assert "nothing to search backwards from" in ended.out


def test_a_game_that_is_given_up_is_not_known(tmp_path: Path) -> None:
    ran = within("cycle", "beggar", "--deal", CASELLA, "--budget", "100", "--svg", "a.svg", cwd=tmp_path)
    assert ran.code == 4
    assert ran.out.startswith("not known: not over after 100 cards; a higher --budget plays on")
    assert kept(tmp_path)[0].verdict is Verdict.INCONCLUSIVE
    assert (tmp_path / "a.svg").exists()
    nothing = within("cycle", "beggar", "--deal", "J-/--", "--budget", "1", "--svg", "b.svg", cwd=tmp_path)
    assert nothing.code == 4
    assert "not drawn: there is not a single whole trick to draw" in nothing.out
    assert not (tmp_path / "b.svg").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["beggar", "--deal", "J-/--/-J", "--basin"], "--basin searches with two seats only, and this deal has 3"),
        (["beggar", "--deal", "J-/X-"], "hand B: 'X' at place 1"),
        (["beggar", "--deal", "J-/--", "--cards", "names"], "'names' is no way to write cards"),
        (["slapjack", "--deal", "J2/34"], "pile_order=shuffled"),
        (["bank", "--deal", "J2/34"], "pile games only"),
        (["beggar", "--deal", "J-/--", "--svg", "there.svg"], "there.svg: exists already"),
        (["beggar", "--deal", "J-/--/--", "--set", "end=immediate"], "two seats only"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(words: list[str], says: str, tmp_path: Path) -> None:
    (tmp_path / "there.svg").write_text("mine", encoding="utf-8")
    ran = within("cycle", *words, cwd=tmp_path)
    assert ran.code == 2
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1
    assert (tmp_path / "there.svg").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "evidence").exists()


def test_an_interrupted_search_keeps_what_was_found_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(book: Book, cycle: tuple[Position, ...], tell: Callable[[int], None]) -> Basin:
        tell(123)
        raise KeyboardInterrupt

    monkeypatch.setattr(screen, "basin", stopped)
    ran = within("cycle", "beggar", "--deal", CASELLA, "--basin", cwd=tmp_path)
    assert ran.code == 4
    assert "interrupted: the basin has at least 123 positions" in ran.out
    ((_, run),) = evidence.read_all(tmp_path / "evidence")
    assert not run.complete
    assert len(run.findings) == 1


@pytest.mark.parametrize("as_json", [True, False])
def test_an_interrupt_while_balanced_deals_are_played_tells_of_none(
    as_json: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(book: Book, one: Basin) -> Iterator[Listed]:
        yield next(balanced.listed(book, one))
        raise KeyboardInterrupt

    monkeypatch.setattr(screen, "listed", stopped)
    ran = within("cycle", "beggar", "--deal", SMALL, "--basin", *["--json"] * as_json, cwd=tmp_path)
    assert ran.code == 4
    told = "interrupted: the basin has 6 positions; its balanced deals are not known"
    assert told in (ran.err if as_json else ran.out)
    assert "A leads)" not in ran.out
    ((_, run),) = evidence.read_all(tmp_path / "evidence")
    assert (run.complete, len(run.findings)) == (False, 1)
    if as_json:
        assert "basin" not in json.loads(ran.out)


def test_a_basin_that_is_too_large_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(book: Book, cycle: tuple[Position, ...], tell: Callable[[int], None]) -> Basin:
        return basin(book, cycle, 100, tell)

    monkeypatch.setattr(screen, "basin", small)
    ran = within("cycle", "beggar", "--deal", CASELLA, "--basin", cwd=tmp_path)
    assert ran.code == 4
    assert "the basin is not known: it has more than" in ran.out
    assert kept(tmp_path)[1].verdict is Verdict.INCONCLUSIVE
    told = json.loads(within("cycle", "beggar", "--deal", CASELLA, "--basin", "--json", cwd=tmp_path).out)
    assert told["basin"]["complete"] is False
