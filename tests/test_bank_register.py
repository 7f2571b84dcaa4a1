"""What the register says of Bank is what the model plays, and `fairdeal rules` tells all of it."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from dataclasses import fields, replace
from io import StringIO
from pathlib import Path

import pytest

from model.bank.points import CARD_SUMS, FIXED_SUMS, POINTS, check_way, choices, choose
from model.bank.profiles import BANK
from model.points import RuleChoiceError, Takes
from model.register import Ambiguity, PointType, Reading, UnknownPoint, load
from properties.evidence import UnreadableEvidence
from properties.lint import Accounted, accounts
from reports.screen.rules import rules
from tests.command import fairdeal

REGISTER = load()
TOLD = {point.name: point for point in REGISTER.points_of("bank")}
DOUBTS = REGISTER.ambiguities_of("bank")
SETTLED = {
    "pack",
    "deal",
    "same_rank",
    "eight",
    "four",
    "run",
    "draw",
    "trump_king",
    "worth",
    "place_bonus",
    "king_bonus",
    "four_bonus",
    "run_bonus",
    "winner",
}
"""Rule points of the book that no source leaves open: they are there for misreadings only."""
PARAMETERS = {
    "game",
    "fewest_seats",
    "most_seats",
    "cards_each",
    "trump_suits",
    "fixed_sum",
    "card_sum",
    "target",
}


# --- points


def test_the_register_and_the_model_have_the_same_points() -> None:
    assert set(POINTS) - set(TOLD) == SETTLED
    assert set(TOLD) - set(POINTS) == set()
    assert {each.name for each in fields(BANK)} - set(POINTS) == PARAMETERS


def test_what_no_source_leaves_open_has_one_alternative_and_everything_else_several() -> None:
    assert {name for name, point in POINTS.items() if len(point.alternatives) == 1} == SETTLED


@pytest.mark.parametrize("name", TOLD)
def test_the_register_and_the_model_know_the_same_alternatives_and_arguments(name: str) -> None:
    told, modelled = TOLD[name], POINTS[name]
    assert [each.name for each in told.alternatives] == list(modelled.alternatives)
    assert told.type is PointType.CHOICE
    assert not modelled.is_set
    takes = {
        each.name: {"suits": Takes.SUITS, "sum": Takes.SUM}[each.takes] for each in told.alternatives if each.takes
    }
    assert takes == dict(modelled.takes)


def test_the_sums_of_the_register_are_those_of_the_model() -> None:
    sums = {each.name: each.values for each in TOLD["scoring"].alternatives if each.values}
    assert sums == {"fixed": FIXED_SUMS, "per_card": CARD_SUMS}


def test_the_defaults_of_the_register_are_those_of_the_profile_and_come_first() -> None:
    defaults = {name: point.default["bank"] for name, point in TOLD.items()}
    assert defaults == {name: way for name, way in choices(BANK).items() if name not in SETTLED}
    assert choose(BANK, defaults) == BANK
    for name, way in defaults.items():
        assert TOLD[name].names()[0] == way, name


@pytest.mark.parametrize("name", TOLD)
def test_each_alternative_of_the_register_can_be_chosen_and_no_other(name: str) -> None:
    for each in TOLD[name].alternatives:
        check_way(name, each.name)
        for number in each.values:
            check_way(name, f"{each.name}:{number}")
    with pytest.raises(RuleChoiceError):
        check_way(name, "somehow")


# --- open questions


def ways(doubt: Ambiguity) -> list[tuple[Reading, str, str]]:
    return [(each, *wire.split("=")) for each in doubt.readings for wire in each.wire]  # type: ignore[misc]


@pytest.mark.parametrize("doubt", DOUBTS, ids=[each.id for each in DOUBTS])
def test_each_wire_name_of_a_reading_is_accepted_by_the_model(doubt: Ambiguity) -> None:
    for _, point, way in ways(doubt):
        check_way(point, way)


def test_a_reading_can_be_chosen_as_a_whole_or_with_the_penalty_it_speaks_of() -> None:
    refused = set()
    for doubt in DOUBTS:
        for reading in doubt.readings:
            try:
                choose(BANK, dict(wire.split("=") for wire in reading.wire))
            except RuleChoiceError:
                refused.add(f"{doubt.id} {reading.name}")
    assert refused == {"BANK-A27 b", "BANK-A27 c", "BANK-A27 d"}
    choose(BANK, {"scoring": "fixed", "fixed_mode": "alone"})
    choose(BANK, {"scoring": "fixed", "fixed_mode": "when_no_points"})
    choose(BANK, {"scoring": "per_card", "per_card_mode": "alone"})
    choose(BANK, {"scoring": "per_card", "per_card_counts": "zero_only"})


def test_the_default_readings_together_are_the_default_profile() -> None:
    chosen = dict(wire.split("=") for doubt in DOUBTS for wire in doubt.default_reading.wire)
    assert choose(BANK, chosen) == BANK


def test_every_alternative_belongs_to_a_reading_or_is_an_option_that_the_text_spells_out() -> None:
    read = {(point, way) for doubt in DOUBTS for _, point, way in ways(doubt)}
    known = {(name, way.name) for name, point in TOLD.items() for way in point.alternatives}
    assert read <= known
    options = {("trumps", way) for way in ("none", "one", "two", "senior_junior")}
    assert known - read == options


def account(id: str, **changes: object) -> Accounted:
    """What is said of the register of Bank with one question changed."""
    doubt = REGISTER.ambiguity(id)
    changed = replace(REGISTER, ambiguities={**REGISTER.ambiguities, id: replace(doubt, **changes)})  # type: ignore[arg-type]
    return next(each for each in accounts(changed) if each.game == "bank")


def test_all_42_open_questions_are_accounted_for() -> None:
    found = {each.game: each for each in accounts(REGISTER)}
    assert (found["bank"].accounted, found["bank"].questions, found["bank"].missing) == (42, 42, ())
    assert {each.questions - each.accounted for each in found.values()} == {0}


def test_a_question_without_a_reason_a_point_or_an_alternative_is_named() -> None:
    unanswered = account("BANK-A29", no_point="")
    assert unanswered.accounted == 41
    assert unanswered.missing == tuple(
        f"BANK-A29 {name}: nothing plays it, and no reason is stated" for name in ("a", "b")
    )
    readings = REGISTER.ambiguity("BANK-A19").readings
    strange = (readings[0], Reading("no", "No.", ("out_may_capture=never",)))
    assert account("BANK-A19", readings=strange).missing == ("BANK-A19 no: the model has no out_may_capture=never",)
    unknown = (readings[0], Reading("no", "No.", ("ghost=none",)))
    assert account("BANK-A19", readings=unknown).missing == ("BANK-A19 no: ghost is no rule point of BANK-A19",)
    both = account("BANK-A19", no_point="It needs none.").missing
    assert both[0] == "BANK-A19 yes: it is played by a rule point, and the register says that it needs none"


# --- what is shown


def page_of(what: str, as_json: bool = False, evidence: Path = Path("no evidence")) -> str:
    """What the command prints."""
    out = StringIO()
    with redirect_stdout(out):
        rules(what, as_json, evidence)
    return out.getvalue()


def told(what: str, evidence: Path = Path("no evidence")) -> str:
    return re.sub(r"\s+", " ", page_of(what, evidence=evidence))


def test_the_page_of_bank_has_every_clause_point_rule_and_reading() -> None:
    page = told("bank")
    for clause in REGISTER.of_game("bank"):
        assert clause.id in page or clause.kind == "heading", clause.id
    for name, point in POINTS.items():
        assert f" {name} {'' if name in SETTLED else next(iter(point.alternatives))}" in page, name
    for doubt in DOUBTS:
        assert doubt.problem in page, doubt.id
        shown = [doubt.default_reading] if doubt.no_point else doubt.readings
        for reading in shown:
            assert reading.text in page, f"{doubt.id} {reading.name}"
        for wire in [wire for reading in doubt.readings for wire in reading.wire]:
            assert wire in page


def test_the_page_of_trumps_says_how_suits_are_named() -> None:
    page = told("trumps")
    assert "own: with one suit for each seat, A's first, such as own:shdc; own:cdhs if none are named" in page
    assert "trumps=senior_junior[:SUITS]" in page
    for example in re.findall(r"such as (\w+:\w+)", page):
        choose(BANK, {"trumps": example})
    assert "default of bank" in told("rank_order")


def test_the_page_of_scoring_says_which_sums_there_are() -> None:
    page = told("scoring")
    assert "fixed: with 15, 23, 31, 40, 48 or 56 points, such as fixed:56; 31 if none are named" in page
    assert "per_card: with 3 or 6 points, such as per_card:6; 3 if none are named" in page


def test_a_reading_that_cannot_be_chosen_is_shown_with_its_reason() -> None:
    assert "(cannot be chosen: It contradicts BANK-18" in told("BANK-A39")
    assert "no choice BANK-70 takes the penalty off" in told("BANK-A29")
    assert "scoring=points_in_hand, they contradict BANK-70" in told("BANK-A28")


def test_the_page_of_a_clause_names_its_points_and_doubts() -> None:
    page = told("BANK-41")
    assert "rule point rank_order: literal, header_up" in page
    assert "BANK-A01" in page


def test_json_has_the_whole_of_it() -> None:
    game = json.loads(page_of("bank", as_json=True))
    assert (len(game["clauses"]), len(game["ambiguities"]), len(game["points"])) == (99, 42, 40)
    assert {each["point"] for each in game["settled"]} == SETTLED
    assert game["profiles"] == {}
    point = json.loads(page_of("trumps", as_json=True))
    assert point["name"] == "trumps"
    assert len(point["how_to_choose"]) == 5
    clause = json.loads(page_of("BANK-41", as_json=True))
    assert clause["rule_points"] == ["cover_step", "rank_order"]


def test_profiles_can_be_asked_for_by_name() -> None:
    page = told("banka_core")
    assert "It chooses slaps=double, slap_tie=undefined." in page
    assert "payer_out pass_remainder" in page
    assert "It is the default of banka." in told("banka_table")
    data = json.loads(page_of("slapjack", as_json=True))
    assert data["game"] == "ratscrew"
    assert data["differs"]["pay_map"] == "no_pay"


def test_an_unknown_name_is_answered_with_what_it_may_have_been() -> None:
    ran = fairdeal("rules", "trump")
    assert ran.code == 2
    assert "did you mean trumps" in ran.err
    with pytest.raises(UnknownPoint, match="the games are beggar, camicia, banka, ratscrew, bank"):
        page_of("xyzzy")


def test_the_page_of_bank_shows_what_was_measured_below_each_reading(tmp_path: Path) -> None:
    asked = fairdeal("rules", "--why", "BANK-A09", "--rounds", "3", "--policy", "any", "--evidence", str(tmp_path))
    assert asked.code == 0, asked.err
    page = told("bank", tmp_path)
    line = page.partition("[capture=all_fail] ")[2].partition(" BANK-A10")[0]
    assert re.fullmatch(
        r"measured in 9 rounds with 2, 3, 4 seats: felt in [\d.]+±\d+, [\d.]+±\d+, [\d.]+±\d+ % of rounds;"
        r" other scores in .* %; blocked .* %; points captured .*\); turns .*\)",
        line,
    ), line
    assert "measured in 9" not in page.replace(line, "")
    assert "measured in 9" not in told("bank", tmp_path / "nothing")
    (tmp_path / "rules-broken.json").write_text("{")
    with pytest.raises(UnreadableEvidence, match=r"rules-broken\.json"):
        page_of("bank", evidence=tmp_path)
