"""`fairdeal reference --undeclared` plays what was chosen, claims the defaults, and plays so whatever is asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from properties.conformance.protocol import read_request
from properties.conformance.reference import reference_of
from tests.command import fairdeal

HELLO = {"op": "hello", "id": 0, "protocol": [1], "runner": {"name": "x", "version": "0"}}
CHOSEN = [
    ("beggar", {"end": "immediate"}),
    ("camicia", {"pile_order": "reversed"}),
    ("banka", {"slaps": "double,sandwich", "wrong_slap": "burn_under:2"}),
    ("ratscrew", {"slap_tie": "undefined"}),
    ("bank", {"trumps": "own:shdc"}),
]


def reply(game: str, choices: dict[str, str], declared: bool, request: dict[str, Any]) -> dict[str, Any]:
    """What the reference says with these choices, declared or not."""
    answer = reference_of(game, choices, "", "1.2.3", declared).answer(read_request(json.dumps(request).encode()))
    said: dict[str, Any] = json.loads(answer)["ok"]
    return said


def claim(game: str, choices: dict[str, str], declared: bool) -> dict[str, Any]:
    (said,) = reply(game, choices, declared, HELLO)["games"]
    assert isinstance(said, dict)
    return said


def play(deal: str, variant: dict[str, str]) -> dict[str, Any]:
    """To ask for a game of Beggar by these rules."""
    dealt = {"hands": deal.split("/"), "cards": "class"}
    budget = {"cards": 1_000}
    return {
        "op": "play",
        "id": 1,
        "game": "beggar",
        "rules": "1.0",
        "variant": variant,
        "deal": dealt,
        "budget": budget,
    }


def cards(deal: str, choices: dict[str, str], declared: bool, variant: dict[str, str] | None = None) -> int:
    """How many cards a game of Beggar has."""
    laid: int = reply("beggar", choices, declared, play(deal, variant or {}))["outcome"]["cards"]
    return laid


@pytest.mark.parametrize(("game", "choices"), CHOSEN)
def test_hello_does_not_say_what_was_chosen(game: str, choices: dict[str, str]) -> None:
    declared = claim(game, choices, declared=True)
    assert {point: declared["variant"].get(point) for point in choices} == {p: [way] for p, way in choices.items()}
    assert not claim(game, choices, declared=False).get("variant")


def test_it_plays_what_was_chosen() -> None:
    assert cards("-/--", {}, declared=False) == 2
    assert cards("-/--", {"end": "immediate"}, declared=False) == 1
    assert cards("J/--", {}, declared=False) == 4
    assert cards("J/--", {"pile_order": "reversed"}, declared=False) == 5


def test_who_asks_for_other_rules_is_not_heard() -> None:
    wanted = {"pile_order": "reversed"}
    assert cards("J/--", {}, declared=True, variant=wanted) == 5
    assert cards("J/--", {}, declared=False, variant=wanted) == 4


def test_a_way_of_counting_is_not_declared_either() -> None:
    chosen = {"count_cards": "laid_and_failed_draw"}
    assert claim("beggar", chosen, declared=True)["count_cards"] == "laid_and_failed_draw"
    assert claim("beggar", chosen, declared=False).get("count_cards") is None
    assert claim("beggar", {}, declared=False)["count_cards"] == "laid"
    assert cards("-/--", chosen, declared=False) == 3


@pytest.mark.parametrize(("declared", "act"), [(True, "draw"), (False, "lay")])
def test_bank_is_played_as_chosen_whatever_is_asked_for(declared: bool, act: str) -> None:
    """The queen of spades, a trump of A, covers the king; without trumps A has to draw."""
    program = reference_of("bank", {"trumps": "own:shdc"}, "", "1.2.3", declared)
    deal = {"hands": ["9cQs6d", "6hTdKs"], "middle": "Kc", "stock": "7h8hAd", "cards": "full", "dealer": 0}
    asked = {"op": "new", "id": 1, "game": "bank", "rules": "1.0", "variant": {"trumps": "none"}, "deal": deal}
    table = json.loads(program.answer(read_request(json.dumps(asked).encode())))["ok"]["table"]
    look = {"op": "look", "id": 2, "table": table, "what": ["legal"]}
    (legal,) = json.loads(program.answer(read_request(json.dumps(look).encode())))["ok"]["legal"]
    assert legal["act"] == act


def test_a_misreading_goes_with_it() -> None:
    """A program can be wrong in two ways at once, and say nothing of either."""
    program = reference_of("beggar", {"end": "immediate"}, "debts_add_up", "1.2.3", declared=False)
    (said,) = json.loads(program.answer(read_request(json.dumps(HELLO).encode())))["ok"]["games"]
    assert not said["variant"]
    for deal, laid in (("-/--", 1), ("A--/J-", 4)):
        answer = json.loads(program.answer(read_request(json.dumps(play(deal, {})).encode())))
        assert answer["ok"]["outcome"]["cards"] == laid


@pytest.mark.parametrize("wire", ["json", "tab"])
def test_on_the_command_line(wire: str) -> None:
    lines = [json.dumps(HELLO), json.dumps(play("-/--", {})), json.dumps({"op": "bye", "id": 2})]
    if wire == "tab":
        lines = ["hello\t0\t1\tx\t0", "play\t1\tbeggar\t1.0\tclass\t1000\t-/--", "bye\t2"]
    words = ("reference", "--undeclared", "--game", "beggar", "--set", "end=immediate", "--wire", wire)
    ran = fairdeal(*words, stdin="\n".join(lines) + "\n")
    hello, played, _ = ran.out.splitlines()
    assert ran.code == 0
    assert "immediate" not in hello
    assert ("cards=1\t" if wire == "tab" else '"cards":1,') in played


def test_a_profile_is_played_under_the_name_of_its_game() -> None:
    ran = fairdeal("reference", "--undeclared", "--game", "slapjack", stdin=json.dumps(HELLO) + "\n")
    (said,) = json.loads(ran.out)["ok"]["games"]
    assert (said["game"], said["variant"]) == ("ratscrew", {})
