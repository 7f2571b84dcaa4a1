"""The page that says what a program of Bank is asked holds what the code has."""

from __future__ import annotations

import json
import re
from pathlib import Path

from model.bank.points import POINTS
from model.bank.profiles import BANK
from properties.conformance.reference import Reference

PAGE = (Path(__file__).parent.parent / "properties" / "conformance" / "bank" / "README.md").read_text(encoding="utf-8")


def test_the_page_lists_every_point_with_every_alternative() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE[PAGE.index("## The rule points") :], flags=re.MULTILINE))
    listed = {point: re.findall(r"[a-z_]+", re.sub(r"\(.*?\)", "", ways)) for point, ways in rows.items()}
    assert listed == {name: list(point.alternatives) for name, point in POINTS.items() if len(point.alternatives) > 1}


def test_the_messages_of_the_page_are_understood() -> None:
    reference = Reference({"bank": BANK}, "reference")
    reference.answer_line(
        b'{"op":"new","id":1,"game":"bank","rules":"1.0","variant":{},'
        b'"deal":{"hands":["9cQs","6d"],"cards":"full","middle":"8c","stock":"7h8h"}}'
    )
    asked = [line.strip().removeprefix("-> ") for line in PAGE.splitlines() if line.strip().startswith('-> {"op"')]
    complete = [line.partition("     <-")[0] for line in asked if "..." not in line]
    assert len(complete) >= 5
    for line in complete:
        reply = json.loads(reference.answer_line(line.replace('"t1"', '"b1"').replace('"t2"', '"b2"').encode()))
        assert "ok" in reply, (line, reply)
        assert reply["id"] == json.loads(line)["id"]


def test_the_acts_of_the_page_are_acts() -> None:
    acts = re.findall(r'^\| `\{.*?"act":"(\w+)"', PAGE, flags=re.MULTILINE)
    assert acts == ["lay", "draw", "pass", "skip", "stop", "lot", "deal"]
