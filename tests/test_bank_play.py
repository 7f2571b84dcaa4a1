"""`fairdeal play bank`: a deal, what is done there, and what may be done next; bad input is named precisely."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from model.bank.actions import Act
from model.bank.dealing import parse_round, whole_deal_error
from model.bank.play import apply, enabled, initial, refusal
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.ranks import whole_pack
from model.bank.rulebook import Book
from model.bank.state import Stage, all_cards
from model.game import Reason
from properties.conformance.bank.chance import next_deal, random_deal
from properties.conformance.bank.script import parse_token
from reports.bank_reasons import UNTOLD, refused_words
from reports.bank_scores import scores_told
from reports.columns import Column, fold, table
from tests.command import Ran, within

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
        (["--deal", "9c/6d+Kc^hs"], "the deal names hs as trumps, and cdhs were agreed on: choose trump_scope=round"),
        (["--deal", "9c/6d+Kc^hs", "--set", "trump_scope=round"], "4 suits are needed, as many as were agreed on"),
        (["--deal", "9c/6d+Kc^hs", "--set", "trump_scope=round", "--set", "trumps=one"], "1 suit is needed"),
        (["--deal", "9c/6d+Kc^hs", "--set", "trumps=none"], "none were agreed on: leave out ^hs"),
        (["--deal", "9c/6d+Kc", "--seats", "2"], "leave out --seats"),
        (["--seats", "5"], "2 to 4 seats, not by 5"),
        (["--seats", "4", "--set", "trumps=own:cd"], "4 seats need"),
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


# --- a deal by chance ---


def deal_of(shown: Ran) -> str:
    found = re.search(r"--deal '([^']+)'", shown.out)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chance_deals_the_whole_pack_and_says_which_deal_it_was(seats: int) -> None:
    words = ("--seats", str(seats), "--seed", "3")
    shown = within("play", "bank", *words, "--script", "")
    assert shown.code == 0, shown.err
    deal = parse_round(deal_of(shown))
    assert "seed 3" in shown.out
    assert [len(hand) for hand in deal.hands] == [4] * seats
    assert not whole_deal_error(deal, whole_pack())
    by_chance = json.loads(within("play", "bank", *words, "--json").out)
    again = json.loads(within("play", "bank", "--deal", str(deal), "--seed", "3", "--json").out)
    assert by_chance == again


def test_without_any_word_a_deal_is_shown_and_how_to_go_on() -> None:
    shown = within("play", "bank")
    assert "(seed 1)" in shown.out
    assert "A clubs, B diamonds" in shown.out
    (script,) = re.findall(r"to go on: --seed 1 .* or --script '(\S+)'", shown.out)
    assert "refused" not in within("play", "bank", "--script", script).out
    assert (
        "to go on: --seed 3 (chance plays the round), or --script 'draw'" in within("play", "bank", "--deal", DEAL).out
    )
    assert "to go on" not in within("play", "bank", "--deal", DEAL, "--seed", "3").out


def test_other_games_need_a_deal() -> None:
    shown = within("play", "beggar")
    assert (shown.code, shown.err) == (2, "fairdeal: Missing option '--deal'.\n")


def test_the_help_has_the_form_of_a_deal() -> None:
    assert "HAND/HAND+OPEN+STOCK[@DEALER][^TRUMPS]" in within("play", "--help").out


# --- what a reader is told ---


@pytest.mark.parametrize(
    ("trumps", "told"),
    [
        ("own:hs", "own trumps, each for its own seat alone: A hearts, B spades"),
        ("one:d", "trumps for everybody: diamonds"),
        ("two", "trumps for everybody: spades and diamonds"),
        ("senior_junior:ch", "clubs are the senior ones, hearts the junior ones"),
        ("none", "no trumps"),
    ],
)
def test_it_is_said_which_trumps_count(trumps: str, told: str) -> None:
    assert told in within("play", "bank", "--deal", DEAL, "--set", f"trumps={trumps}").out.splitlines()[0]


def test_trumps_that_are_changed_are_said() -> None:
    words = ("--set", "trump_scope=round", "--set", "trumps=one")
    first = within("play", "bank", "--deal", "9c/6d+9d^h", *words, "--script", "6d draw 9c deal:9c/6d+9d^d")
    assert "hearts" in first.out.splitlines()[0]
    chosen = within("play", "bank", "--deal", "9c/6d+9d^h", *words, "--script", "6d deal:9c/6d+9d^d")
    assert "round 2: trumps for everybody: diamonds" in chosen.out


def test_a_card_in_brackets_is_explained_where_there_is_one() -> None:
    words = "(Kc) in the column bank: the bank has been taken, and Kc is still to be covered"
    assert within("play", "bank", "--deal", DEAL, "--script", "draw pass").out.count(words) == 1
    assert "is still to be covered" not in within("play", "bank", "--deal", DEAL, "--script", "draw").out


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ([], "round 1: A 0; B 20: 20 for going out first"),
        (["scoring=points_in_hand"], "A -10: less 10 points in hand; B 20"),
        (["scoring=fixed"], "A -41: less 31 as the fixed penalty, less 10 points in hand; B 20"),
        (["scoring=fixed:15", "fixed_mode=alone"], "A -15: less 15 as the fixed penalty; B 20"),
        (["scoring=fixed", "fixed_mode=when_no_points"], "A -10: less 10 points in hand; B 20"),
        (["scoring=per_card"], "A -16: less 6 for 2 cards in hand, less 10 points in hand; B 20"),
        (["scoring=per_card:6", "per_card_counts=zero_only"], "A -16: less 6 for 1 card in hand, less 10"),
    ],
)
def test_scores_are_broken_down(choices: list[str], told: str) -> None:
    words = [word for choice in choices for word in ("--set", choice)]
    shown = within("play", "bank", "--deal", "Tc9h/6d+9d", *words, "--script", "6d")
    assert told in shown.out


def test_bonuses_have_their_names() -> None:
    kings = within("play", "bank", "--deal", "Tc9h/Kd+Qd", "--set", "trumps=none", "--script", "Kd B:Kd")
    assert "20 for going out first, 30 for a king as the last card" in kings.out.replace("\n  ", " ")
    four = within("play", "bank", "--deal", "Tc9h/QcQdQhQs+Kd", "--script", "QcQdQhQs B:QcQdQhQs")
    assert "75 for going out with four of a kind" in four.out.replace("\n  ", " ")


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("6d", "6d does not cover Kc"),
        ("Ks", "A does not hold Ks"),
        ("B:Ks", "it is A's turn"),
        ("pass", "A must draw first"),
        ("skip", "no seven makes A miss a turn"),
        ("stop", "A has laid no eight and no four of a kind in this turn"),
        ("draw draw", "A has drawn in this turn"),
        ("draw pass draw", "B can lay Td"),
        ("draw pass Ks B:Td", "it is A's turn"),
        ("9c9c", "one card is laid, or four different ones together"),
        ("lot:A", "the round is not over"),
    ],
)
def test_a_refusal_has_its_reason(script: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert f"refused: {why}" in within("play", "bank", "--deal", DEAL, "--script", script).out


BOOKS: tuple[dict[str, str], ...] = (
    {},
    {"seven": "draw_and_move", "eight_follow": "required", "trumps": "two", "scoring": "fixed"},
    {"captured_to": "hand", "eight_follow_kind": "any_move", "four_follow": "optional", "match_check": "at_capture"},
    {"ghost": "none", "scoring": "per_card", "losers": "last_only", "bank_left": "layer_of_top", "seven": "nothing"},
)


@pytest.mark.parametrize("choices", BOOKS)
def test_in_games_by_chance_reasons_are_found_and_scores_add_up(choices: dict[str, str]) -> None:
    book, found = choose(BANK, choices), Counter[str]()
    for seed in range(12):
        found += _told_in_a_match(book, random.Random(seed))
    assert found["rounds"] > 10
    assert found["refused"] > 200
    assert not found[UNTOLD]


def _told_in_a_match(book: Book, rng: random.Random) -> Counter[str]:
    match, found = initial(book, random_deal(book, rng.choice((2, 3, 4)), rng, small=True)), Counter[str]()
    pack, tokens = all_cards(match.round), ("draw", "pass", "skip", "stop", "lot:A", "9c", "8d8h")
    while found["acts"] < 120 and match.stage is not Stage.OVER:
        for token in tokens:
            tick = parse_token(token).tick(match)
            reason = refusal(book, match, tick)
            if reason is not None:
                found["refused"] += 1
                found[UNTOLD] += UNTOLD in refused_words(book, match, tick[0], reason)
        action = rng.choice(enabled(book, match))
        if action.act is Act.DEAL:
            action = replace(action, deal=next_deal(book, match, rng, pack))
        before, match = match, apply(book, match, action)
        found["acts"] += 1
        if match.scores and not before.scores:
            found["rounds"] += 1
            assert [_sum(told) for told in scores_told(book, match).split("; ")] == list(match.scores)
    return found


def _sum(told: str) -> int:
    """What the parts of a seat's score come to: `B 25: 5 captured, 20 for going out first`."""
    parts = told.partition(": ")[2].replace("less ", "-")
    return sum(int(part.split()[0]) for part in parts.split(", ") if part)


def test_after_the_match_everything_is_refused() -> None:
    (action,) = parse_token("A:draw").tick(initial(BANK, parse_round(DEAL)))
    told = refused_words(BANK, initial(BANK, parse_round(DEAL)), action, Reason.GAME_OVER)
    assert told == "refused: the match is over"


# --- in a narrow window ---


TORN = re.compile(r"(?:[6-9TJQKA][cdhs])+[6-9TJQKA]|[cdhs](?:[6-9TJQKA][cdhs])*")
"""Cards that end with a rank, or begin with a suit."""


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_too_long_and_no_card_is_torn(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = within("play", "bank", "--deal", WHOLE, "--seed", "3", "--rounds", "2").out.splitlines()
    assert max(map(len, lines)) <= columns
    words = [word for line in lines for word in line.split()]
    assert not [word for word in words if TORN.fullmatch(word)]


def test_a_text_breaks_between_words_and_cards_only() -> None:
    assert fold("B takes 6c7c8c9cTc", 9) == ["B takes", "6c7c8c9c", "Tc"]
    assert fold("cover_step=any_lower, where x", 11) == ["cover_step=", "any_lower,", "where x"]
    assert fold("1234567 89", 4) == ["1234567", "89"]
    assert list(table([Column("a", ("1±2",)), Column("b", ("two words",))], 8)) == ["a    b", "1±2  two", "     words"]


# --- commands that do not know Bank ---


def test_a_command_for_the_pile_games_says_so() -> None:
    shown = within("explore", "JJ--", "--game", "bank")
    assert shown.code == 2
    assert "this command knows the pile games only, so far: beggar, camicia" in shown.err
