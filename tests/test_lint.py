"""Register, model, checks and misreadings leave nothing of each other out."""

from __future__ import annotations

from model.piles.profiles import PROFILES
from model.register import load
from properties.lint import check_tags, compare, lint, misreading_tags, model_tags
from properties.strength import trials

MODELLED = tuple(PROFILES)


def tried() -> frozenset[str]:
    return frozenset(clause for game in MODELLED for trial in trials(game) for clause in trial.tried)


def test_no_rule_clause_is_without_function_or_check() -> None:
    report = lint(load())
    assert report.without_function == ()
    assert report.without_check == ()
    assert report.unknown == ()
    assert report.ok
    assert report.clauses == 76


def test_games_that_are_not_modelled_yet_are_named() -> None:
    assert lint(load()).pending == ("bank",)


def test_every_rule_clause_has_a_misreading_and_a_check_that_has_noticed_one() -> None:
    report = lint(load(), tried())
    assert report.without_misreading == ()
    assert report.untried == ()


def test_no_misreading_survives() -> None:
    found = [trial for game in MODELLED for trial in trials(game)]
    assert [trial.misreading.name for trial in found if not trial.failed] == []
    by_case = {trial.misreading.name for trial in found if any("/" in each.check for each in trial.failed)}
    assert {"uppermost_hand_wins", "breaks_on_an_empty_middle", "window_stays_open"} <= by_case


def without(tags: dict[str, tuple[str, ...]], id: str) -> dict[str, tuple[str, ...]]:
    return {name: tuple(one for one in ids if one != id) for name, ids in tags.items()}


def test_a_clause_that_the_model_does_not_state_is_named() -> None:
    model = without(dict(model_tags()), "BMN-25")
    report = compare(load(), MODELLED, model, check_tags(), misreading_tags(), frozenset())
    assert report.without_function == ("BMN-25",)
    assert not report.ok


def test_a_clause_or_a_worked_example_without_a_check_is_named() -> None:
    checks = without(without(dict(check_tags()), "BMN-43"), "BMN-33")
    report = compare(load(), MODELLED, model_tags(), checks, misreading_tags(), frozenset())
    assert report.without_check == ("BMN-43", "BMN-33")


def test_a_clause_that_only_repeats_another_is_met_by_it() -> None:
    model = without(dict(model_tags()), "BMN-60")
    report = compare(load(), MODELLED, model, check_tags(), misreading_tags(), frozenset())
    assert report.without_function == ("BMN-60", "BMN-61")


def test_a_tag_without_a_clause_is_named_with_its_place() -> None:
    model = dict(model_tags()) | {"model.somewhere.rule": ("BMN-99",)}
    report = compare(load(), MODELLED, model, check_tags(), misreading_tags(), frozenset())
    assert report.unknown == ("BMN-99 in model.somewhere.rule",)
    assert not report.ok


def test_without_any_trial_every_clause_is_untried() -> None:
    report = lint(load())
    assert len(report.untried) == report.clauses
    assert report.ok
