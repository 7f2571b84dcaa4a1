"""Whole verifications: what conforms is said to conform, what does not is found, and the journal tells it all again."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

from model.piles.points import choose
from model.piles.profiles import BEGGAR, CAMICIA, PROFILES
from model.piles.rulebook import Book
from properties.conformance import journal
from properties.conformance.connectors import InProcess
from properties.conformance.explain import candidates
from properties.conformance.judge import Judged, Status
from properties.conformance.protocol import Hello, Request
from properties.conformance.reference import Reference
from properties.conformance.runner import rejudge
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary
from properties.conformance.verify import Started, verify
from properties.misreadings import Misreading, Shows, all_misreadings
from reports.card import card_of
from tests.command import CORRECT, ROOT, SPECIMENS, fairdeal, within
from tests.support import every

GONZO_PYTHON = ROOT / ".venv-gonzo/bin/python"
GONZO = (str(GONZO_PYTHON), str(ROOT / "properties/conformance/adapters/gonzo.py"))
needs_gonzo = pytest.mark.skipif(not GONZO_PYTHON.exists(), reason="NOT RUN: gonzo is not installed (make verify does)")


SMALL = Settings(random=5, all_classes_up_to=3, two_classes_up_to=4, level="outcome", again=1)
FEW = Settings(seats=(2, 3), random=2, all_classes_up_to=3, two_classes_up_to=4, level="outcome", again=1)


def held_against_the_rules(
    book: Book, path: Path | None = None, honest: bool = False, settings: Settings = SMALL
) -> Summary:
    program = Reference({book.game: book}, "a program", honest)
    summary = list(verify(lambda: InProcess(program.answer), ("in process",), settings, "test", path))[-1]
    assert isinstance(summary, Summary)
    return summary


@pytest.mark.parametrize("game", PROFILES)
def test_the_reference_conforms(game: str) -> None:
    summary = held_against_the_rules(PROFILES[game])
    assert summary.exit_code == 0
    assert summary.counts[Status.PASS] > 300


HONEST: list[Mapping[str, str]] = [
    {"payer_out": "claimant_takes"},
    {"end": "immediate"},
    {"end": "early_stop", "count_tricks": "collected_only"},
    {"end": "lead_on", "count_cards": "laid_and_failed_draw"},
    {"sole_holder": "wins_at_once", "leader": "after_taker"},
    {"pile_order": "reversed", "payer_out": "other_lays"},
]


@pytest.mark.parametrize("choices", every(2, HONEST), ids=str)
def test_a_declared_variant_conforms_and_an_undeclared_one_does_not(choices: dict[str, str]) -> None:
    book = choose(BEGGAR, choices)
    assert held_against_the_rules(book, honest=True).exit_code == 0
    assert held_against_the_rules(book, honest=False, settings=FEW).exit_code == 1


SHOWN_IN_PLAY = [
    each
    for each in all_misreadings()
    if each.shows is Shows.PLAY and not each.under and not PROFILES[each.game].slapping
]
"""Those of games with slaps are found step by step: tests/test_slap_misreadings.py."""


@pytest.mark.parametrize("misreading", every(5, SHOWN_IN_PLAY), ids=lambda each: each.name)
def test_every_misreading_is_found_on_its_smallest_deal_and_explained(misreading: Misreading) -> None:
    cards = len(misreading.smallest_deal.replace("/", ""))
    settings = Settings(
        seats=tuple(range(2, max(3, misreading.smallest_deal.count("/") + 1) + 1)),
        random=1,
        all_classes_up_to=min(cards, 4),
        two_classes_up_to=max(cards, 4),
        level="outcome",
        again=0,
    )
    summary = held_against_the_rules(misreading.book, settings=settings)
    assert summary.exit_code == 1
    smallest = summary.groups[0]
    assert smallest.smallest.case.deal.hands
    if misreading.cards == "class":  # deals in ranks stand in the suite only, and are not searched whole
        assert len(smallest.smallest.case.text.replace("/", "")) <= cards
    assert smallest.explanation is not None
    card = card_of(smallest, summary)
    assert card.explanation
    assert card.clauses


def test_a_variation_that_is_claimed_is_asked_as_well() -> None:
    program = Reference({"beggar": choose(BEGGAR, {"payer_out": "claimant_takes"})}, "plays one way", honest=False)

    def claims_both(request: Request) -> bytes:
        answer = json.loads(program.answer(request))
        if isinstance(request, Hello):
            answer["ok"]["games"][0]["variant"] = {"payer_out": ["pass_remainder", "claimant_takes"]}
        return json.dumps(answer).encode()

    settings = Settings(random=0, all_classes_up_to=4, two_classes_up_to=0, seats=(3,))
    events = list(verify(lambda: InProcess(claims_both), ("in process",), settings, "test", None))
    judged = [event for event in events if isinstance(event, Judged) and len(event.case.hands) == 3]
    by_choice = {
        way: {one.verdict.status for one in judged if one.case.choices.get("payer_out") == way}
        for way in (None, "claimant_takes")
    }
    assert by_choice[None] >= {Status.PASS, Status.FAIL}
    assert by_choice["claimant_takes"] - {Status.INAPPLICABLE} == {Status.PASS}


def test_candidates_hold_every_alternative_but_the_agreed_one() -> None:
    names = {each.name for each in candidates("beggar", {"payer_out": "claimant_takes"})}
    assert "payer_out=pass_remainder" in names
    assert "payer_out=claimant_takes" not in names
    assert "debts_add_up" in names


# --- the journal ---


def test_judging_a_journal_again_gives_the_same_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    wrong = next(each for each in all_misreadings() if each.name == "debts_add_up")
    program = Reference({"beggar": wrong.book}, "x", honest=False)
    settings = Settings(seats=(2, 3), random=2, all_classes_up_to=3, two_classes_up_to=4)
    events = list(verify(lambda: InProcess(program.answer), ("x",), settings, "test", path))
    first = [event.verdict for event in events if isinstance(event, Judged)]
    for _ in range(2):
        again = [one.verdict for one in rejudge(journal.read(path))[1]]
        assert again == first
    assert any(verdict.status is Status.FAIL for verdict in first)


def test_a_journal_that_was_cut_off_is_never_green(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    held_against_the_rules(BEGGAR, path, settings=FEW)
    lines = path.read_bytes().splitlines(keepends=True)
    assert within("replay", str(path)).code == 0
    for cut in (b"".join(lines[:-1]), b"".join(lines[:-40]) + lines[-40][:20]):
        path.write_bytes(cut)
        ran = within("replay", str(path))
        assert ran.code == 4
        assert "cut off" in ran.out


def test_a_journal_with_a_hole_is_never_green(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    held_against_the_rules(BEGGAR, path, settings=FEW)
    lines = path.read_bytes().splitlines(keepends=True)
    assert b'"t":"case"' in lines[11]
    assert b'"t":"reply"' in lines[12]
    for holes in ({12}, {11, 12}):
        path.write_bytes(b"".join(line for place, line in enumerate(lines) if place not in holes))
        assert within("replay", str(path)).code == 4


@pytest.mark.parametrize("choices", [{}, {"end": "immediate"}], ids=["right", "wrong"])
@pytest.mark.parametrize("again", [0, 100])
def test_no_more_is_asked_than_was_announced(again: int, choices: dict[str, str]) -> None:
    program = Reference({"beggar": choose(BEGGAR, choices)}, "a program", honest=False)
    settings = Settings(random=5, all_classes_up_to=3, two_classes_up_to=6, level="outcome", again=again)
    started, *events = verify(lambda: InProcess(program.answer), ("in process",), settings, "test", None)
    assert isinstance(started, Started)
    asked = [event.case for event in events if isinstance(event, Judged)]
    repeats = [case for case in asked if case.repeats]
    assert len(asked) - len(repeats) <= started.extent.cases
    assert bool(again) <= len(repeats) <= started.extent.again
    assert again or not started.extent.again
    assert not started.extent.estimated


def test_only_the_seats_that_are_wanted_are_asked() -> None:
    path_free = Settings(seats=(3,), random=1, all_classes_up_to=3, two_classes_up_to=3)
    assert held_against_the_rules(BEGGAR, settings=path_free).seats == (3,)


def test_a_case_is_in_the_journal_before_its_reply(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    held_against_the_rules(CAMICIA, path)
    lines = list(journal.read(path))
    assert isinstance(lines[0], journal.Header)
    assert isinstance(lines[-1], journal.Footer)
    sent: set[str] = set()
    for line in lines:
        if isinstance(line, journal.Sent):
            sent.add(line.case.id)
        if isinstance(line, journal.Received):
            assert line.case in sent


# --- real processes ---

LESS = ("--up-to", "4", "--two-classes", "5", "--random", "5")
SPECIMEN_RUNS = [
    ("end_early.py", (sys.executable,), "python3", "BMN-44"),
    ("order_reversed.js", ("node",), "node", "BMN-42"),
    ("debt_added.c", (), "cc", "BMN-25"),
]


@pytest.mark.parametrize(("name", "prefix", "tool", "clause"), SPECIMEN_RUNS, ids=lambda value: str(value))
def test_each_specimen_breaks_its_clause_on_a_small_deal_and_the_replay_shows_it(
    name: str, prefix: tuple[str, ...], tool: str, clause: str, tmp_path: Path
) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"NOT RUN: {tool} is not installed")
    command = [*prefix, str(SPECIMENS / name)]
    if name.endswith(".c"):
        command = [str(tmp_path / "specimen")]
        options = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["cc", *options, "-o", command[0], str(SPECIMENS / name)], check=True)
    ran = fairdeal("verify", "--json", *LESS, "--", *command, cwd=tmp_path)
    assert ran.code == 1, ran.err
    failure = json.loads(ran.out)["failures"][0]
    assert clause in [each["id"] for each in failure["clauses"]]
    assert len(failure["deal"].replace("/", "")) <= 6
    assert "shortest: proved" in failure["shortest"]
    words = shlex.split(failure["replay"])
    again = fairdeal(*words[1:], cwd=tmp_path)
    assert again.code == 1
    assert failure["expected"] in again.out
    assert failure["got"] in again.out


def test_a_right_program_conforms_through_its_standard_streams(tmp_path: Path) -> None:
    ran = fairdeal("verify", *LESS, "--seats", "2,3", "--markdown", "verdict.md", "--", *CORRECT, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert "CONFORMS" in ran.out
    assert (tmp_path / "verdict.md").read_text().startswith("# CONFORMS")
    assert list((tmp_path / "runs").glob("*.ndjson"))
    assert list((tmp_path / "evidence").glob("*.json"))
    assert fairdeal("smoke", "--", *CORRECT, cwd=tmp_path).code == 0


def test_smoke_tells_a_mirrored_deal_apart(tmp_path: Path) -> None:
    mirrored = (
        (SPECIMENS / "correct.py")
        .read_text()
        .replace("def play(hands, budget):", "def play(hands, budget):\n    hands = [hand[::-1] for hand in hands]", 1)
    )
    path = tmp_path / "mirrored.py"
    path.write_text(mirrored)
    ran = within("smoke", "--", sys.executable, str(path), cwd=tmp_path)
    assert ran.code == 1
    assert "read hands from the left" in ran.out


@needs_gonzo
def test_gonzo_conforms_as_declared(tmp_path: Path) -> None:
    ran = within("verify", "--up-to", "3", "--two-classes", "6", "--random", "10", "--", *GONZO, cwd=tmp_path)
    assert ran.code == 0, ran.out


@needs_gonzo
def test_gonzo_without_its_declaration_shows_the_difference_with_three_seats(tmp_path: Path) -> None:
    ran = within("verify", "--json", *LESS, "--", *GONZO, "--undeclared", cwd=tmp_path)
    failure = json.loads(ran.out)["failures"][0]
    assert ran.code == 1
    assert failure["deal"].count("/") == 2
    assert (failure["expected"], failure["got"]) == ("A wins, 3 cards, 1 trick", "A wins, 4 cards, 2 tricks")
    assert "payer_out=claimant_takes" in failure["explanation"]


@needs_gonzo
def test_a_fault_planted_in_gonzo_is_found(tmp_path: Path) -> None:
    ran = within("verify", "--json", *LESS, "--", *GONZO, "--plant", "king-asks-two", cwd=tmp_path)
    assert ran.code == 1
    assert "king_asks_two" in json.loads(ran.out)["failures"][0]["explanation"]


# --- cases for those who run them without this tool ---


def test_exported_cases_fit_their_schema_and_come_back_judged(tmp_path: Path) -> None:
    cases = json.loads(within("export", "--up-to", "3", "--random", "2").out)
    schemas = json.loads(within("export", "--schema").out)
    jsonschema.Draft202012Validator(schemas["files"]).validate(cases)
    outcomes = [{"id": case["id"], "outcome": case["expected"]} for case in cases["cases"]]
    exported, returned = tmp_path / "cases.json", tmp_path / "outcomes.json"
    exported.write_text(json.dumps(cases))
    returned.write_text(json.dumps({"game": "beggar", "outcomes": outcomes}))
    assert within("check-outcomes", str(returned), "--cases", str(exported)).code == 0
    outcomes[20]["outcome"] = {"status": "won", "winner": 1, "cards": 99, "tricks": 1}
    returned.write_text(json.dumps({"game": "beggar", "outcomes": outcomes}))
    ran = within("check-outcomes", str(returned), "--cases", str(exported))
    assert ran.code == 1
    assert outcomes[20]["id"] in ran.out


def test_what_adapters_are_sent_and_answer_fits_the_published_schema(tmp_path: Path) -> None:
    schema = json.loads(within("export", "--schema").out)["protocol"]
    program = Reference({"beggar": BEGGAR}, "x")
    lines = [
        {"op": "hello", "id": 0, "protocol": [1], "runner": {"name": "x", "version": "1"}},
        {
            "op": "play",
            "id": 1,
            "game": "beggar",
            "rules": "1.0",
            "variant": {},
            "deal": {"hands": ["J", "-"], "cards": "class"},
            "budget": {"cards": 10},
        },
    ]
    validator = jsonschema.Draft202012Validator(schema)
    for line in lines:
        validator.validate(line)
        validator.validate(json.loads(program.answer_line(json.dumps(line).encode())))
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({"op": "play", "id": 1, "deal": "J/-"})
