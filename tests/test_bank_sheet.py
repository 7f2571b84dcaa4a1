"""Score sheets of Bank: one that was kept of a real match adds up, and every slip in it is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from model.bank.actions import Act
from model.bank.play import apply, enabled, initial
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.state import Match, Stage
from model.cards import format_zone
from model.deal import SEAT_NAMES
from model.game import Seat
from properties.conformance.bank.chance import next_deal
from tests.command import within

CHOICES = {"scoring": "points_in_hand"}


def kept(match: Match) -> str:
    """What somebody writes down after a round."""
    table = match.round
    out = [f"{SEAT_NAMES[finish.seat]} {format_zone(finish.cards)}" for finish in table.out]
    columns = {
        "captured": [format_zone(zone) for zone in table.captured],
        "hands": [format_zone(zone) for zone in table.hands],
        "out": out,
        "scores": list(match.scores),
        "totals": list(match.totals),
    }
    return "[[round]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in columns.items())


@pytest.fixture(scope="module")
def sheet() -> str:
    """The sheet of a whole match that chance has played."""
    book, chance = choose(BANK, CHOICES), Random(3)
    pack = list(book.pack())
    chance.shuffle(pack)
    match = initial(book, book.deal(book, tuple(pack), 2, Seat(1)))
    rounds: list[str] = []
    while match.stage is not Stage.OVER:
        action = chance.choice(enabled(book, match))
        if action.act is Act.DEAL:
            action = replace(action, deal=next_deal(book, match, chance, tuple(pack)))
        before, match = match, apply(book, match, action)
        if before.stage is Stage.ROUND and match.stage is not Stage.ROUND:
            rounds.append(kept(match))
    head = f'winner = "{SEAT_NAMES[match.winners[0]]}"\nchoices = {{ scoring = "points_in_hand" }}\n'
    return head + "".join(rounds)


def checked(text: str, folder: Path) -> tuple[int, str]:
    (folder / "sheet.toml").write_text(text, encoding="utf-8")
    ended = within("check-sheet", str(folder / "sheet.toml"))
    return ended.code, ended.out + ended.err


def test_a_sheet_that_was_kept_rightly_adds_up(sheet: str, tmp_path: Path) -> None:
    code, said = checked(sheet, tmp_path)
    assert code == 0, said
    assert "the sheet adds up" in said
    assert sheet.count("[[round]]") > 2


def test_every_slip_is_named_with_its_round(sheet: str, tmp_path: Path) -> None:
    head, first, second, *rest = sheet.split("[[round]]\n")
    score = next(line for line in second.splitlines() if line.startswith("scores"))
    one, other = json.loads(score.partition("= ")[2])
    slipped = second.replace(score, f"scores = [{one + 1}, {other}]")
    code, said = checked("[[round]]\n".join([head, first, slipped, *rest]), tmp_path)
    assert code == 1
    assert f"round 2: the scores are A {one + 1}, B {other}, and by the rules A {one}, B {other}" in said
    assert "round 2: the totals are" in said
    assert "captured" in said, "what the score is made of"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('[[round]]\ncaptured = ["Ac", "7h"]\nhands = ["", "9d"]\nout = ["A Kc"]\nscores = [62, 0]', 0, "adds up"),
        (
            '[[round]]\ncaptured = ["Ac", "Ac"]\nhands = ["", "9d"]\nout = ["A 9c"]\nscores = [32, 12]',
            1,
            "Ac lies in 2",
        ),
        ('[[round]]\ncaptured = ["2c", ""]\nhands = ["", "9d"]\nout = ["A 9c"]\nscores = [20, 0]', 1, "2c is no card"),
        ('[[round]]\ncaptured = ["", ""]\nhands = ["9c", "9d"]\nout = ["A 9h"]\nscores = [20, 0]', 1, "A went out and"),
        ('winner = "B"\n[[round]]\ncaptured = ["Ac", ""]\nscores = [12, 0]', 1, "it is nobody yet"),
        ('[[round]]\ncaptured = ["Ac", ""]\nscores = [12]', 2, "scores has 1 entries, and 2 seats play"),
        ('[[round]]\ncaptured = ["Xc", ""]\nscores = [12, 0]', 2, "captured by A"),
        ('[[round]]\ncaptured = ["Ac", ""]\nout = ["C Kc"]\nscores = [12, 0]', 2, "'C' is no seat"),
        ('[[round]]\ncaptured = ["Ac", ""]\nout = ["A KcQc"]\nscores = [12, 0]', 2, "one card, or four"),
        ('[[round]]\ncaptured = ["Ac"]\nscores = [12]', 2, "2 to 4 seats"),
        ('choices = { scoring = "fine" }\n[[round]]\ncaptured = ["Ac", ""]\nscores = [12, 0]', 2, "no alternative"),
        ("round = 3", 2, "is no score sheet"),
        ("rounds = []", 2, "is no score sheet"),
    ],
)
def test_small_sheets(text: str, code: int, said: str, tmp_path: Path) -> None:
    found, told = checked(text, tmp_path)
    assert (found, said in told) == (code, True), told
