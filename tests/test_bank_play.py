"""`fairdeal play bank`: a deal, what is done there, and what may be done next; bad input is named precisely."""

from __future__ import annotations

import json

import pytest

from tests.command import within

DEAL = "9cQs6d/6hTdKs+Kc+7h8hAd"
WHOLE = "JhAdTdKd/KcJsQhQs+6c+AhJdTcAsKsThQcTsJcKhAcQd6s7s8h6h9d7c6d8d9c9h8s8c7h7d9s@A"


def test_a_script_is_shown_act_by_act() -> None:
    shown = within("play", "bank", "--deal", DEAL, "--script", "draw pass Ks")
    assert shown.code == 0, shown.err
    for words in ("A draws", "it is 7h", "A passes", "B takes Kc", "B lays Ks", "next: A is to move; allowed: 9c"):
        assert words in shown.out, words


def test_what_the_rules_refuse_changes_nothing() -> None:
    shown = within("play", "bank", "--deal", DEAL, "--script", "6d B:Td pass draw", "--json")
    told = json.loads(shown.out)
    assert [each["refused"] for each in told["actions"]] == [True, True, True, False]
    assert told["actions"][2]["table"]["hands"] == ["9c6dQs", "Td6hKs"]
    assert told["legal"] == ["pass"]


def test_chance_plays_the_same_round_from_the_same_seed() -> None:
    first, again, other = (
        within("play", "bank", "--deal", WHOLE, "--seed", seed, "--json").out for seed in ("1", "1", "2")
    )
    assert first == again != other
    assert json.loads(first)["table"]["phase"] in ("deal", "lot")


def test_chance_plays_a_match_to_its_end() -> None:
    told = json.loads(within("play", "bank", "--deal", WHOLE, "--seed", "2", "--rounds", "40", "--json").out)
    (winner,) = told["table"]["winners"]
    totals = told["table"]["totals"]
    assert totals[winner] == max(totals) >= 248


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--deal", "9cQs/6d"], "no deal of Bank"),
        (["--deal", "9cQs/6d+Kc+7h9c"], "the card 9c is there twice"),
        (["--deal", "9cQs/6d+Kc7h"], "one open card"),
        (["--deal", "9c5s/6d+Kc"], "5s is no card of Bank"),
        (["--deal", "9cQ/6d+Kc"], "hand A"),
        (["--deal", "9c+Kc"], "2 to 4 seats"),
        (["--deal", "9c//+Kc"], "at least two seats need cards"),
        (["--deal", "9c/6d+Kc@C"], "the dealer is one of the seats A to B"),
        (["--deal", "9c/6d+Kc@7"], "behind the '@'"),
        (["--deal", "9c/6d+Kc^hh"], "names a suit twice"),
        (["--deal", "9c/6d+Kc^hd"], "trump_scope=round"),
        (["--deal", DEAL, "--script", "fly"], "'fly' is no action of Bank"),
        (["--deal", DEAL, "--script", "D:draw"], "there is no seat D"),
        (["--deal", DEAL, "--slap", "2:A"], "nobody slaps in Bank"),
        (["--deal", DEAL, "--set", "sevens=skip"], "did you mean 'seven'?"),
        (["--deal", DEAL, "--set", "seven=skipp"], "did you mean 'skip'?"),
        (["--deal", DEAL, "--set", "trumps=own:ss"], "two seats cannot have the same trump"),
        (["--deal", DEAL, "--set", "trumps=two:s"], "name 2 suits"),
        (["--deal", "9c/6d/7h/8s+Kc", "--set", "trumps=own:cd"], "4 seats need"),
        (["--deal", DEAL, "--set", "scoring=fixed:30"], "the text knows 15, 23, 31, 40, 48, 56"),
        (["--deal", DEAL, "--set", "fixed_mode=alone"], "choose scoring=fixed with it"),
    ],
)
def test_bad_input_is_named(words: list[str], said: str) -> None:
    shown = within("play", "bank", *words)
    assert shown.code == 2
    assert said in shown.err
    assert not shown.out
