"""Each adapter to start from passes as it is written, in its own language, and few lines connect a game."""

from __future__ import annotations

import json
import random
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from model.cards import Labelling
from model.deal import Deal, parse_deal
from model.game import Act, Action, Applied, Seat, Tick
from model.piles import slaps
from model.piles.play import initial, step, unslapped
from model.piles.profiles import BANKA
from model.piles.state import Phase, Table
from properties.conformance.connectors import JSON, Wire
from properties.conformance.new_adapter import Level, NoTemplate, Template, languages, template, write
from properties.conformance.protocol import BudgetWire, Bye, DealWire, Hello, Play, Request, Runner
from properties.conformance.table_wire import to_table
from properties.conformance.wires import TAB
from tests.command import Ran, fairdeal, within
from tests.step_program import intents, running

MOST_LINES: Final[dict[Level, int]] = {"outcome": 20, "step": 30}
"""So many lines may be needed to connect a game."""
MOST_OF_ALL: Final = 80
"""So many lines a step adapter has without its stand-in."""
ALL: Final[list[tuple[Level, str]]] = [
    *(("outcome", language) for language in languages()),
    *(("step", language) for language in languages("step")),
]

TOOLS: Final = {
    "python": ("python3",),
    "javascript": ("node",),
    "c": ("cc",),
    "java": ("javac", "java"),
    "rust": ("rustc",),
}
STRICT: Final = {"c": ("-Wall", "-Wextra", "-Werror"), "java": ("-Xlint:all", "-Werror"), "rust": ("-D", "warnings")}
"""Nobody should be greeted by warnings."""

WIRES: Final[dict[str, Wire]] = {"json": JSON, "tab": TAB}
FEW: Final = ("--up-to", "3", "--two-classes", "5", "--random", "10")
FEWER: Final = ("--up-to", "3", "--two-classes", "3", "--random", "0", "--max-fail", "5")


def built(made: Template, folder: Path) -> Template:
    """An adapter after its source was built without warnings, if it has to be built."""
    if made.build:
        words = [*made.build, *STRICT[made.language]]
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    return made


def written(language: str, folder: Path, level: Level = "outcome") -> Template:
    """An adapter written into a folder as somebody does who stands in it."""
    for tool in TOOLS[language]:
        if shutil.which(tool) is None:
            pytest.skip(f"NOT RUN: {tool} is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return write(language, level=level)


@pytest.fixture(scope="module", params=languages())
def adapter(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Template, Path]:
    """An adapter as it is written, built, and the folder it is in."""
    folder = tmp_path_factory.mktemp(request.param)
    return built(written(request.param, folder), folder), folder


def changed(language: str, folder: Path, old: str, new: str, level: Level = "outcome") -> Template:
    """An adapter into which its user has put something else, built."""
    made = written(language, folder, level)
    assert made.text.count(old) == 1
    (folder / made.path).write_text(made.text.replace(old, new))
    return built(made, folder)


def run(words: tuple[str, ...], folder: Path, *options: str) -> Ran:
    """Run a command that a template names, with options of ours."""
    assert words[0] == "fairdeal"
    return within(words[1], *options, *words[2:], cwd=folder)


def replies(made: Template, folder: Path, *requests: Request) -> list[dict[str, Any]]:
    """What an adapter says to these requests, as JSON, before it ends with exit code 0."""
    wire = WIRES[made.wire]
    asked = b"".join(wire.encode(each) for each in requests)
    ran = subprocess.run(made.run, cwd=folder, input=asked, capture_output=True, timeout=60)
    assert ran.returncode == 0, ran.stderr.decode()
    lines = ran.stdout.splitlines()
    return [json.loads(wire.decode(line, each)) for line, each in zip(lines, requests, strict=True)]


def play(*hands: str, game: str = "beggar", budget: int = 1000) -> Play:
    return Play(7, game, "1.0", {}, DealWire(hands), BudgetWire(budget))


# --- as it is written ---


def test_smoke_finds_it_wired_rightly(adapter: tuple[Template, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # it would hide that an answer is not flushed
    made, folder = adapter
    ran = run(made.smoke, folder)
    assert ran.code == 0, ran.out + ran.err


def test_verify_finds_that_the_stand_in_keeps_the_rules(adapter: tuple[Template, Path]) -> None:
    made, folder = adapter
    ran = run(made.verify, folder, *FEW)
    assert ran.code == 0, ran.out + ran.err
    assert "CONFORMS" in ran.out


def test_what_it_cannot_play_it_refuses_and_it_gives_up_at_the_budget(adapter: tuple[Template, Path]) -> None:
    made, folder = adapter
    asked: dict[str, tuple[Request, dict[str, Any]]] = {
        "a game": (play("J", "-"), {"ok": {"outcome": {"status": "won", "winner": 0, "cards": 2, "tricks": 1}}}),
        "no end": (play("--J-", "J-"), {"ok": {"outcome": {"status": "budget", "cards": 1000}}}),
        "little time": (play("J", "-", budget=1), {"ok": {"outcome": {"status": "budget", "cards": 1}}}),
        "just enough": (
            play("J", "-", budget=2),
            {"ok": {"outcome": {"status": "won", "winner": 0, "cards": 2, "tricks": 1}}},
        ),
        "another game": (play("J", "-", game="bridge"), {"no": {"why": "unsupported"}}),
        "three seats": (play("J", "-", "-"), {"no": {"why": "unsupported"}}),
        "another rule": (
            Play(7, "beggar", "1.0", {"payer_out": "claimant_takes"}, DealWire(("J", "-")), BudgetWire(1000)),
            {"no": {"why": "unsupported"}},
        ),
        "ranks": (
            Play(7, "beggar", "1.0", {}, DealWire(("J", "2"), "rank"), BudgetWire(9)),
            {"no": {"why": "unsupported"}},
        ),
        "bye": (Bye(7), {"ok": {}}),
    }
    said = replies(made, folder, *(request for request, _ in asked.values()))
    assert dict(zip(asked, said, strict=True)) == {name: {"id": 7, **answer} for name, (_, answer) in asked.items()}


def test_its_end_of_input_is_an_end_too(adapter: tuple[Template, Path]) -> None:
    made, folder = adapter
    (hello,) = replies(made, folder, Hello(3, (1,), Runner("fairdeal", "0")))
    assert hello["id"] == 3
    assert hello["ok"]["adapter"]["language"] == made.language


# --- after a change: the checks above can fail, and a careless game does no harm ---

WRONG: Final = {
    "python": ('"Q": 2, "K": 3', '"Q": 3, "K": 2'),
    "javascript": ("Q: 2, K: 3", "Q: 3, K: 2"),
    "c": ('"-JQKA"', '"-JKQA"'),
    "java": ('"-JQKA"', '"-JKQA"'),
    "rust": ('"-JQKA"', '"-JKQA"'),
}
MIRRORED: Final = {
    "python": ("stand_in(hands, budget)\n    if", "stand_in([hand[::-1] for hand in hands], budget)\n    if"),
    "javascript": ("= standIn(hands, budget)", '= standIn(hands.map((hand) => [...hand].reverse().join("")), budget)'),
}
CARELESS: Final = {
    "python": ("    if winner is None:", "    print(winner)\n    assert cards > 2, 'too few'\n    if winner is None:"),
    "javascript": (
        "  if (winner === null)",
        '  console.log(winner);\n  if (cards <= 2) throw Error("too few");\n  if (winner === null)',
    ),
    "java": (
        "        if (winner < 0) {",
        '        System.out.println(winner);\n        if (played.cards <= 2) throw new RuntimeException("too\\nfew");\n'
        "        if (winner < 0) {",
    ),
}


@pytest.mark.parametrize("language", WRONG)
def test_a_rule_broken_in_the_stand_in_is_found(language: str, tmp_path: Path) -> None:
    made = changed(language, tmp_path, *WRONG[language])
    ran = run(made.verify, tmp_path, *FEWER)
    assert ran.code == 1, ran.out + ran.err
    assert "smallest deal    Q/---" in ran.out


@pytest.mark.parametrize("language", MIRRORED)
def test_a_game_that_is_connected_the_wrong_way_round_is_found_by_smoke(language: str, tmp_path: Path) -> None:
    made = changed(language, tmp_path, *MIRRORED[language])
    assert run(made.smoke, tmp_path).code == 1


@pytest.mark.parametrize("language", CARELESS)
def test_what_a_game_prints_and_raises_does_not_break_the_conversation(language: str, tmp_path: Path) -> None:
    made = changed(language, tmp_path, *CARELESS[language])
    raised, won, bye = replies(made, tmp_path, play("J", "-"), play("Q", "--"), Bye(8))
    assert "few" in raised["err"]
    assert won == {"id": 7, "ok": {"outcome": {"status": "won", "winner": 0, "cards": 3, "tricks": 1}}}
    assert bye == {"id": 8, "ok": {}}


# --- step by step ---


@pytest.fixture(scope="module", params=languages("step"))
def steps(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Template, Path]:
    """An adapter of the step level as it is written, and the folder it is in."""
    folder = tmp_path_factory.mktemp(request.param)
    return written(request.param, folder, "step"), folder


def first_difference(made: Template, folder: Path, games: int = 150) -> str:
    """Where random scripts first lead an adapter elsewhere than the model, as text; nothing if they never do."""
    source, seen = random.Random(5), {"slapped": 0, "wrong": 0, "tie": 0, "over": 0, "left over": 0}
    with running(made.run, folder) as program:
        for _ in range(games):
            deal = _random_deal(source)
            table, name = initial(BANKA, deal), program.deal("banka", str(deal))
            seen["left over"] += deal.middle != ()
            for at in range(40):
                if program.state(name) != json.loads(msgspec.json.encode(to_table(BANKA, table))):
                    return f"{deal} after {at} ticks: {program.state(name)}"
                if table.phase == Phase.OVER:
                    seen["over"] += 1
                    break
                tick = _random_tick(table, source)
                hands, right = tick[0].act is Act.SLAP, slaps.slappable(BANKA, table)
                seen["slapped" if right else "wrong"] += hands
                seen["tie"] += hands and right and len(tick) > 1
                applied = step(BANKA, table, tick)
                assert isinstance(applied, Applied)
                table = applied.state
                assert program.tick(name, at, *intents(tick)) == {"ok": {"at": at + 1}}
    assert min(seen.values()) >= 20, seen
    return ""


def _random_deal(source: random.Random) -> Deal:
    """Few ranks, so that much can be slapped."""
    ranks = source.choice(["23J", "2Q", "23456789TJQKA"])
    left = "".join(source.choices(ranks, k=source.choice([0, 0, 1, 2, 3])))
    hands = "/".join("".join(source.choices(ranks, k=source.randint(1, 5))) for _ in range(2))
    return parse_deal(f"{hands}+{left}" if left else hands, Labelling.RANK)


def _random_tick(table: Table, source: random.Random) -> Tick:
    if source.random() < (0.6 if slaps.slappable(BANKA, table) else 0.1):
        return tuple(Action(Seat(seat), Act.SLAP) for seat in source.sample([0, 1], source.randint(1, 2)))
    return (unslapped(BANKA, table),)


FEW_SCRIPTS: Final = ("--up-to", "2", "--two-classes", "2", "--random", "5")


def test_verify_finds_that_a_step_adapter_keeps_the_rules(steps: tuple[Template, Path]) -> None:
    made, folder = steps
    ran = run(made.verify, folder, *FEW_SCRIPTS)
    assert ran.code == 0, ran.out + ran.err
    assert "CONFORMS" in ran.out


def test_a_step_adapter_plays_as_the_model_does(steps: tuple[Template, Path]) -> None:
    assert first_difference(*steps) == ""


BROKEN_STEPS: Final = {
    "python": ("self.take(seats[0])", "self.take(seats[-1])"),
    "javascript": ("&& !hidden", ""),
}


@pytest.mark.parametrize("language", BROKEN_STEPS)
def test_a_rule_broken_in_the_stand_in_leads_elsewhere(language: str, tmp_path: Path) -> None:
    made = changed(language, tmp_path, *BROKEN_STEPS[language], "step")
    assert "ticks" in first_difference(made, tmp_path)
    ran = run(made.verify, tmp_path, *FEW_SCRIPTS)
    assert ran.code == 1, ran.out + ran.err


def test_what_a_step_adapter_refuses_leaves_the_table_as_it_was(steps: tuple[Template, Path]) -> None:
    made, folder = steps
    with running(made.run, folder) as program:
        table = program.deal("banka", "J9/54")
        before = program.state(table)
        refused = {
            program.tick(table, 0, *do)["no"]["why"]
            for do in ([(0, "collect")], [(2, "slap")], [(0, "slap"), (0, "slap")], [(0, "lay"), (1, "slap")])
        }
        assert refused == {"illegal-action"}
        assert program.tick(table, 0, (1, "lay"))["no"]["why"] == "not-your-turn"
        assert program.tick(table, 1, (0, "lay"))["no"]["why"] == "stale"
        assert program.state(table) == before
        ended = program.deal("banka", "J/5")
        assert program.script(ended, "A:lay B:lay A:collect")["phase"] == "over"
        assert program.tick(ended, 3, (0, "lay"))["no"]["why"] == "game-over"


def test_what_a_step_adapter_cannot_do_is_unsupported(steps: tuple[Template, Path]) -> None:
    made, folder = steps
    deals = {"game": "bridge"}, {"variant": {"slaps": "double"}}, {"deal": {"hands": ["J", "-"], "cards": "class"}}
    with running(made.run, folder) as program:
        table = program.deal("banka", "J9/54")
        usual = {"game": "banka", "rules": "1.0", "variant": {}, "deal": {"hands": ["2", "3"], "cards": "rank"}}
        replies = [program.ask("new", **usual | each) for each in deals]
        replies += [program.ask("new", **usual | {"deal": {"hands": ["2", "3", "4"], "cards": "rank"}})]
        replies += [program.ask("fork", table=table), program.ask("play", **usual, budget={"cards": 9})]
        assert program.ask("drop", table=table) == {"ok": {}}
        replies += [program.ask("drop", table=table), program.ask("look", table=table, what=["state"])]
        assert replies == [{"no": {"why": "unsupported"}}] * len(replies)


CARELESS_STEPS: Final = {
    "python": (
        "        layer, other =",
        "        print(self)\n        assert self.hands[1], 'no'\n        layer, other =",
    ),
    "javascript": (
        "    const [layer,",
        '    console.log(this);\n    if (!this.hands[1].length) throw Error("no");\n    const [layer,',
    ),
}


@pytest.mark.parametrize("language", CARELESS_STEPS)
def test_what_a_game_prints_and_raises_at_a_tick_does_not_break_the_conversation(language: str, tmp_path: Path) -> None:
    made = changed(language, tmp_path, *CARELESS_STEPS[language], "step")
    with running(made.run, tmp_path) as program:
        table = program.deal("banka", "234/5")
        assert "no" in program.script(table, "A:lay B:lay A:lay")["err"]
        assert program.state(table)["hands"] == ["34", ""]


# --- the files ---


@pytest.mark.parametrize(("level", "language"), ALL)
def test_the_lines_that_connect_a_game_are_few_and_are_all_that_knows_it(level: Level, language: str) -> None:
    lines = template(language, level=level).text.splitlines()
    (begin,) = (place for place, line in enumerate(lines) if "---- your game: " in line)
    (end,) = (place for place, line in enumerate(lines) if "---- end ----" in line)
    (stand_in,) = (place for place, line in enumerate(lines) if "---- the stand-in: " in line)
    assert begin < end < stand_in
    assert 0 < sum(line.strip() != "" for line in lines[begin + 1 : end]) <= MOST_LINES[level]
    assert level == "outcome" or sum(line.strip() != "" for line in lines[:stand_in]) <= MOST_OF_ALL
    for name in ("stand_in", "standIn", "StandIn"):
        assert not any(name in line for line in lines[:begin] + lines[end:stand_in])
    assert all(len(line) <= 120 for line in lines)


@pytest.mark.parametrize(("level", "language"), ALL)
def test_the_file_names_the_commands_that_build_and_judge_it_wherever_it_is_written(
    level: Level, language: str
) -> None:
    own = template(language, level=level)
    elsewhere = template(language, Path("some/where") / f"mine{own.path.suffix}", level)
    for made in (own, elsewhere):
        for words in (made.build, made.smoke, made.verify):
            assert shlex.join(words) in made.text
            assert shlex.join(words) in made.next_steps
        assert ("--wire tab" in made.text) == (made.wire == "tab")
    assert template(language, Path("it's */ mine") / own.path, level).text.count("*/") == own.text.count("*/")


def test_nothing_is_overwritten_and_a_folder_gets_the_file_under_its_own_name(tmp_path: Path) -> None:
    made = write("c", tmp_path)
    assert made.path == tmp_path / "adapter.c"
    made.path.write_text("mine")
    with pytest.raises(FileExistsError):
        write("c", tmp_path)
    assert made.path.read_text() == "mine"


def test_an_unknown_language_and_a_misleading_name_are_refused() -> None:
    with pytest.raises(NoTemplate, match="there are python, javascript, c, java, rust"):
        template("cobol")
    with pytest.raises(NoTemplate, match=r"it should end in \.c"):
        template("c", Path("adapter.txt"))
    with pytest.raises(NoTemplate, match="in 'c' at level step: there are python, javascript"):
        template("c", level="step")


def test_a_name_like_an_option_or_with_a_space_is_no_trap() -> None:
    assert template("python", Path("-x.py")).run == ("python3", "./-x.py")
    assert template("c", Path("-x.c")).build[-2:] == ("./-x", "./-x.c")
    assert template("c", Path("my game.c")).next_steps.count("'./my game'") == 2


# --- the command ---


def test_the_command_writes_the_file_and_says_what_to_do_next(tmp_path: Path) -> None:
    ran = fairdeal("new-adapter", "c", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, template("c").next_steps + "\n", "")
    assert (tmp_path / "adapter.c").read_text() == template("c").text
    again = fairdeal("new-adapter", "c", cwd=tmp_path)
    assert (again.code, again.out) == (2, "")
    assert "adapter.c: exists already" in again.err
    assert fairdeal("new-adapter", "c", "--out", "mine.c", cwd=tmp_path).code == 0
    assert "-o mine mine.c" in (tmp_path / "mine.c").read_text()


def test_the_command_writes_an_adapter_of_the_step_level(tmp_path: Path) -> None:
    ran = fairdeal("new-adapter", "python", "--level", "step", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, template("python", level="step").next_steps + "\n", "")
    assert (tmp_path / "step.py").read_text() == template("python", level="step").text
    refused = fairdeal("new-adapter", "rust", "--level", "step", cwd=tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "there are python, javascript" in refused.err


def test_the_command_refuses_a_language_that_it_does_not_know(tmp_path: Path) -> None:
    ran = fairdeal("new-adapter", "cobol", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "python, javascript, c, java, rust" in ran.err
