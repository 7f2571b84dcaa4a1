"""`fairdeal play`, of slap games above all, and the pages of `fairdeal rules`."""

from __future__ import annotations

import json
import random
import re

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from model.piles.play import initial
from model.piles.points import choices, choose, points_of
from model.piles.profiles import NAMED, PROFILES, profile
from model.piles.run import cards_played, outcome
from model.register import load
from properties.conformance.cases import one_deal
from properties.conformance.protocol import to_wire
from properties.conformance.script import format_timeline, timeline_of
from properties.conformance.step_cases import random_script
from properties.conformance.table_wire import to_table
from tests.command import within

# --- what is shown ---

SHOWN = {
    "slaps": ("banka", "--deal", "2J5/25Q/8", "--slap", "2:CA", "--slap", "3:B", "--trace"),
    "left over": ("banka", "--deal", "J9/5+K", "--slap", "1:B", "--trace"),
    "penalties": ("ratscrew", "--deal", "2J5/25Q/8", "--slap", "1:B 3:CA", "--trace"),
    "endless": ("banka", "--deal", "2J/23J3", "--trace"),
    "shuffled": ("slapjack", "--deal", "J5/37", "--cards", "rank", "--slap", "1:A", "--seed", "3", "--trace"),
    "json": ("banka", "--deal", "2J/23", "--slap", "2:BA", "--trace", "--json"),
    "script": ("banka", "--deal", "2J5/25Q/8", "--script", "lay lay BA! ~lay lay C:lay collect C! lay lay"),
    "script of penalties": ("ratscrew", "--deal", "2J5/25Q/8", "--script", "lay B! lay CA! lay"),
    "script with chance": (
        "slapjack",
        "--deal",
        "J5/37",
        "--cards",
        "rank",
        "--script",
        "lay A! collect shuffle:0 lay",
    ),
    "script to the end": ("banka", "--deal", "J9/5", "--script", "lay lay collect lay"),
    "script as json": ("banka", "--deal", "J9/5+K", "--script", "lay A:lay B!", "--json"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_shown(name: str, snapshot: SnapshotAssertion) -> None:
    ran = within("play", *SHOWN[name])
    assert ran.code == 0, ran.err
    assert "\n".join(line.rstrip() for line in ran.out.split("\n")) == snapshot


# --- it is the game of the model ---


@pytest.mark.parametrize("game", ["banka", "ratscrew"])
def test_a_game_with_slaps_ends_as_the_model_has_it_and_its_trace_is_the_model_s(game: str) -> None:
    rng = random.Random(7)
    asked = 0
    for _ in range(6):
        hands = "/".join("".join(rng.choices("2358JQ", k=rng.randint(2, 5))) for _ in range(2))
        book, case = profile(game), one_deal(game, hands, "rank", {})
        start = initial(book, case.deal)
        slaps = _some_slaps(game, hands, rng)
        words = ("play", game, "--deal", hands, "--cards", "rank", "--budget", "200", "--trace", "--json")
        told = json.loads(within(*words, *(("--slap", slaps) if slaps else ())).out)
        timeline = one_deal(game, hands, "rank", {}, None, slaps).slaps
        assert told["outcome"] == json.loads(_encoded(to_wire(outcome(book, start, 200, None, timeline))))
        laid = [event["card"] for card in told["trace"] for event in card if event["event"] == "laid"]
        cards = list(zip(cards_played(book, start, None, timeline), range(len(laid)), strict=False))
        assert len(laid) == len(told["trace"]) == len(cards)
        slapped = sum(event["event"] == "slapped" for card in told["trace"] for event in card)
        assert slapped == sum(map(len, timeline.values()))
        asked += slapped
    assert asked >= 3


def _some_slaps(game: str, hands: str, rng: random.Random) -> str:
    """Slaps that a random script holds, where it is a game that plays itself."""
    book = profile(game)
    start = initial(book, one_deal(game, hands, "rank", {}).deal)
    for _ in range(50):
        script = random_script(book, start, "ruled", 8, rng)
        timeline = timeline_of(book, start, script)
        if timeline:
            return format_timeline(timeline)
    return ""


def _encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


def test_a_script_shows_the_tables_of_the_wire() -> None:
    told = json.loads(within("play", *SHOWN["script as json"]).out)
    book = profile("banka")
    start = initial(book, one_deal("banka", "J9/5+K", "rank", {}).deal)
    assert told["actions"][0]["table"] == json.loads(_encoded(to_table(book, start)))
    assert [action["refused"] for action in told["actions"]] == [False, False, True, False]
    assert told["actions"][2]["table"] == told["actions"][1]["table"], "what is refused changes nothing"
    assert [event["event"] for event in told["actions"][3]["events"]] == ["slapped"]


@pytest.mark.parametrize("name", NAMED)
def test_every_profile_plays_by_its_name(name: str) -> None:
    ran = within("play", name, "--deal", "23/45", "--cards", "rank", "--seed", "1", "--json", "--budget", "50")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["game"] == name


BAD = [
    (("banka", "--deal", "J9/5", "--slap", "2:C"), "there is no seat C, the seats are A to B"),
    (("banka", "--deal", "J9/5", "--slap", "B"), "'B' is no slap: write 2:B"),
    (("banka", "--deal", "J9/5", "--slap", "-1:B"), "'-1:B' is no slap"),
    (("banka", "--deal", "J9/5", "--slap", "99:A"), "the slap 99:A cannot be: the game is over after 2 cards"),
    (("banka", "--deal", "23/45", "--slap", "99:A", "--budget", "9"), "99:A cannot be: the game is"),
    (("banka", "--deal", "J9/5", "--slap", "1:AA"), "1:AA is refused: one seat slaps twice"),
    (("banka", "--deal", "J9/5", "--slap", "1:A 1:A"), "1:AA is refused: one seat slaps twice"),
    (("banka", "--deal", "J-/--", "--slap", "1:A"), "slaps are about ranks"),
    (("banka", "--deal", "JQ/K", "--script", "lay A!"), "slaps are about ranks"),
    (("beggar", "--deal", "J9/53", "--slap", "1:A"), "1:A is refused: beggar is played without slaps"),
    (("banka", "--deal", "2/234", "--set", "empty_hand=out", "--slap", "1:A"), "A has no cards (empty_hand=out)"),
    (("banka_core", "--deal", "22/234", "--slap", "2:AB"), "(slap_tie=undefined)"),
    (("banka", "--deal", "J9/5", "--script", "lay fly"), "'fly' is no action"),
    (("banka", "--deal", "J9/5", "--script", "Z!"), "there is no seat Z"),
    (("banka", "--deal", "J9/5", "--script", "lay", "--slap", "1:A"), "not both"),
    (("banka", "--deal", "J9/5+", "--script", "lay"), "leave the '+' out"),
    (("slapjack", "--deal", "J5/37", "--cards", "rank", "--slap", "1:A"), "give a seed"),
]


@pytest.mark.parametrize(("words", "told"), BAD)
def test_bad_input_is_told_in_one_line(words: tuple[str, ...], told: str) -> None:
    ran = within("play", *words)
    assert ran.code == 2, ran.err
    assert told in ran.err
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1


# --- rules ---


@pytest.mark.parametrize("game", PROFILES)
def test_the_page_of_a_game_has_all_its_points_with_the_default_first(game: str) -> None:
    page = within("rules", game).out
    mine = {point.name for point in load().points_of(game)} & set(points_of(game))
    lines = {
        line.split()[0]: line.split(None, 1)[1].strip()
        for line in page.splitlines()
        if line.split()[:1] and line.split()[0] in mine
    }
    assert set(lines) == mine
    defaults = choices(PROFILES[game])
    for name, told in lines.items():
        first = re.split(r",? {2,}|, ", told)[0]
        assert first.startswith(defaults[name].split(":")[0].split(",")[0]), name
        assert not told.startswith(","), name


def test_the_page_of_a_game_names_its_profiles_and_what_they_choose() -> None:
    for name, book in NAMED.items():
        page = re.sub(r"\s+", " ", within("rules", book.game).out)
        if name != book.game:
            chosen = page.partition(f" {name} ")[2]
            assert chosen, name
            made = dict(each.split("=") for each in re.findall(r"\w+=[^\s]*[^\s,]", chosen.partition("  ")[0])[:9])
            base = choices(PROFILES[book.game])
            wanted = {point: way for point, way in choices(book).items() if base[point] != way}
            assert wanted.items() <= made.items()
            assert choose(PROFILES[book.game], wanted) == book


@pytest.mark.parametrize("point", ["slaps", "wrong_slap", "end", "sole_holder", "slap_tie"])
def test_the_page_of_a_point(point: str, snapshot: SnapshotAssertion) -> None:
    ran = within("rules", point)
    assert ran.code == 0
    assert "\n".join(line.rstrip() for line in ran.out.split("\n")) == snapshot
