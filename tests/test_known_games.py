"""Published games, records and loops, replayed; and published figures that are wrong, which must not come out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from model.cards import RANKS, SUITS, Card, Labelling, card, parse_zone
from model.deal import Deal
from model.game import Loop, Won
from model.piles.play import initial
from model.piles.points import choose, points_of
from model.piles.profiles import BEGGAR, PROFILES
from model.piles.rulebook import demand
from model.piles.run import outcome, tables
from model.piles.state import Table
from tests.support import ENOUGH, data, figures, game_of

KNOWN: list[dict[str, Any]] = data("known_games.json")["games"]
UNVERIFIED: list[dict[str, Any]] = data("published_figures_that_do_not_verify.json")["games"]
LABELS = {"lex_rank", "deal_index", "cycle_group", "labelled_plain_cards"}
"""Published beside the figures: these number the deals, they do not count anything in the game."""
UP_TO_SWAP = "_up_to_swap"


def of_class(games: list[dict[str, Any]]) -> list[Any]:
    return [
        pytest.param(entry, id=f"{place}-{entry['game']}-{entry['hands'][0]}")
        for place, entry in enumerate(games)
        if entry["cards"] == "class"
    ]


@pytest.mark.parametrize("entry", of_class(KNOWN))
def test_the_reference_outcome(entry: dict[str, Any]) -> None:
    expected = dict(entry["reference"])
    collected = expected.pop("tricks_collected", None)
    found = figures(game_of(entry, {}))
    assert {name: found.get(name) for name in expected} == expected
    if collected is not None:
        assert figures(game_of(entry, {"count_tricks": "collected_only"}))["tricks"] == collected


@pytest.mark.parametrize("entry", of_class(KNOWN))
def test_the_published_figures_under_the_setting_that_is_named(entry: dict[str, Any]) -> None:
    found = published_figures(entry, setting(entry))
    published = {name: value for name, value in entry["published"].items() if name not in LABELS}
    assert {name: found.get(name) for name in published} == published


def setting(entry: Mapping[str, Any]) -> dict[str, str]:
    """The choice that the source made; none where its counting is the default."""
    named = re.search(r"(\w+)=(\w+)", entry.get("published_under") or "")
    return {named[1]: named[2]} if named else {}


def test_the_settings_named_are_those_that_exist() -> None:
    named = {pair for entry in KNOWN for pair in setting(entry).items()}
    assert named == {
        ("count_cards", "laid_and_failed_draw"),
        ("count_tricks", "collected_only"),
        ("end", "lead_on"),
    }


def published_figures(entry: Mapping[str, Any], choices: Mapping[str, str]) -> dict[str, object]:
    found = figures(game_of(entry, choices))
    if "court_cards" in entry["published"]:
        found["court_cards"] = pay_cards_laid(entry, choices)
    if any(name.endswith(UP_TO_SWAP) for name in entry["published"]):
        swapped = figures(game_of(entry, choices, replace(PROFILES[entry["game"]], position=up_to_swap)))
        found |= {f"{name}{UP_TO_SWAP}": swapped[name] for name in ("period_cards", "period_tricks") if name in swapped}
    return found


def up_to_swap(table: Table) -> Hashable:
    """The position without saying which player is which: the leader's hand, then the other's."""
    return table.hands[table.turn], table.hands[1 - table.turn]


def pay_cards_laid(entry: Mapping[str, Any], choices: Mapping[str, str]) -> int:
    book = choose(PROFILES[entry["game"]], choices)
    table = initial(book, Deal(tuple(parse_zone(hand, Labelling.CLASS) for hand in entry["hands"])))
    laid = 0
    for after in tables(book, table):
        laid += demand(book, table.hands[table.turn][0]) > 0
        table = after
    return laid


def test_a_loop_whose_ordinary_cards_have_names_is_seen_later() -> None:
    (entry,) = (entry for entry in KNOWN if entry["cards"] == "full")
    ordinary = iter([card(rank, suit) for rank in RANKS[:9] for suit in SUITS])
    hands = tuple(tuple(named(one, ordinary) for one in parse_zone(hand, Labelling.CLASS)) for hand in entry["hands"])
    assert next(ordinary, None) is None
    result = outcome(BEGGAR, initial(BEGGAR, Deal(hands, Labelling.FULL)), ENOUGH)
    assert isinstance(result, Loop)
    seen = result.stem_cards + result.period_cards, result.stem_tricks + result.period_tricks
    assert seen == (entry["reference"]["seen_at_cards"], entry["reference"]["seen_at_tricks"])
    published = entry["published"]
    assert seen == (published["detected_at_cards"], published["detected_at_tricks"])


def named(one: Card, ordinary: Iterator[Card]) -> Card:
    """A pay card as it is; an ordinary card under a name of its own."""
    return one if demand(BEGGAR, one) else next(ordinary)


WAYS_OF_COUNTING = [
    {"end": end, "count_cards": cards, "count_tricks": tricks}
    for end, cards, tricks in itertools.product(
        *(points_of("camicia")[point].ways("camicia") for point in ("end", "count_cards", "count_tricks"))
    )
]


@pytest.mark.parametrize("entry", of_class(UNVERIFIED))
def test_a_wrong_published_figure_does_not_come_out_under_any_way_of_counting(entry: dict[str, Any]) -> None:
    assert figures(game_of(entry, {})).items() >= entry["reference"].items()
    for choices in WAYS_OF_COUNTING:
        found = published_figures(entry, choices)
        assert {name: found.get(name) for name in entry["published"]} != entry["published"], choices


def test_the_data_are_all_there() -> None:
    assert (len(KNOWN), len(UNVERIFIED)) == (219, 22)
    assert sum(1 for entry in KNOWN if "winner" in entry["reference"]) == 87
    assert isinstance(game_of(KNOWN[0], {}), Won)
