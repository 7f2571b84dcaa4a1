"""Register, model, checks and misreadings leave nothing of each other out."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from functools import cache
from io import StringIO

import pytest

from model.bank import cover
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Round
from model.cards import Card, Zone, face_of
from model.game import NOBODY, Seat
from model.register import load
from properties.conformance.books import GAMES as MODELLED
from properties.invariants.bank import INVARIANTS
from properties.lint import check_tags, compare, lint, misreading_tags, model_tags
from properties.misreadings import Fault
from properties.misreadings.bank.core import BankMisreading
from properties.strength.trials import Failed, Trial, never_failed, suite_of, trial, trials
from reports.screen import lint as screen


@cache
def tried_all() -> tuple[Trial, ...]:
    return tuple(trial for game in MODELLED for trial in trials(game))


def tried() -> frozenset[str]:
    return frozenset(clause for trial in tried_all() for clause in trial.tried)


def test_no_rule_clause_is_without_function_or_check() -> None:
    report = lint(load())
    assert report.without_function == ()
    assert report.without_check == ()
    assert report.unknown == ()
    assert report.ok
    assert report.clauses == 169


def test_games_that_are_not_modelled_yet_are_named() -> None:
    assert lint(load()).pending == ()
    piles = tuple(game for game in MODELLED if game != "bank")
    report = compare(load(), piles, model_tags(), check_tags(), misreading_tags(), frozenset())
    assert report.pending == ("bank",)
    assert report.clauses == 76


def test_every_rule_clause_has_a_misreading_and_a_check_that_has_noticed_one() -> None:
    report = lint(load(), tried())
    assert report.without_misreading == ()
    assert report.untried == ()


def test_each_clause_alone_has_checks_that_notice_every_misreading_of_it() -> None:
    silent = {
        (found.misreading.name, id) for found in tried_all() for id in set(found.misreading.clauses) - found.tried
    }
    assert silent == set()


def test_no_misreading_survives() -> None:
    found = tried_all()
    assert [trial.misreading.name for trial in found if not trial.failed] == []
    assert [trial.misreading.name for trial in found if not trial.shown] == []
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


def test_points_of_cards_are_tagged_line_by_line() -> None:
    assert [ids for name, ids in model_tags().items() if name.startswith("points of a card")] == [
        *[(f"BANK-{number}",) for number in range(78, 83)],
        *[("BANK-83",)] * 4,
    ]
    model = without(dict(model_tags()), "BANK-80")
    report = compare(load(), MODELLED, model, check_tags(), misreading_tags(), frozenset())
    assert report.without_function == ("BANK-80",)


# --- trials of misreadings of Bank


def lowest_only(card: Card, top: Card) -> bool:
    return face_of(card) == face_of(top) and card < top


def sixty(book: Book, hand: Zone) -> Points:
    return Points(60)


def breaks(table: Round) -> Seat:
    return Seat([][NOBODY])


def misreading(point: str, function: object, clauses: tuple[str, ...], deal: str, script: str) -> BankMisreading:
    return BankMisreading("x", Fault.END, clauses, point, function, "Somebody believes it.", deal, script, "Nowhere.")


def test_a_misreading_of_a_clause_that_is_checked_is_noticed_and_shown() -> None:
    wrong = misreading("same_rank", lowest_only, ("BANK-42",), "9dQs/6d+9c", "9d")
    assert trial(wrong, suite_of("bank")).shown
    other = misreading("same_rank", cover.same_rank, ("BANK-42",), "9dQs/6d+9c", "9d")
    assert trial(other, suite_of("bank")) == Trial(other, (), shown=False)


def test_a_misreading_of_something_that_no_check_speaks_of_survives() -> None:
    wrong = misreading("scoring", sixty, ("BANK-07",), "9c/6d+9h", "9c")
    found = trial(wrong, suite_of("bank"))
    assert (found.failed, found.shown, found.tried) == ((), True, frozenset())


def test_a_misreading_that_breaks_is_told_from_the_rules_and_does_not_break_its_trial() -> None:
    wrong = misreading("captor", breaks, ("BANK-61",), "JhQs/7s+9h+Ks", "Jh draw pass")
    assert trial(wrong, suite_of("bank")).shown


def test_invariants_that_no_trial_made_fail_are_named() -> None:
    name = INVARIANTS[0].name
    wrong = misreading("scoring", sixty, ("BANK-07",), "9c/6d+9h", "9c")
    assert name in never_failed([Trial(wrong, ())])
    assert name not in never_failed([Trial(wrong, (Failed(name, ("BANK-02",)),))])


# --- on the screen


def shown(monkeypatch: pytest.MonkeyPatch, as_json: bool, *found: Trial) -> tuple[int, str]:
    """The exit code and the text of `fairdeal rules --lint`, with these trials alone."""
    monkeypatch.setattr(screen, "trials", lambda game: found if game == "bank" else ())
    out = StringIO()
    with redirect_stdout(out):
        code = screen.lint(as_json)
    return code, out.getvalue()


def test_survivors_and_examples_that_show_nothing_are_told_and_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = misreading("scoring", sixty, ("BANK-07",), "9c/6d+9h", "9c")
    code, told = shown(monkeypatch, False, Trial(wrong, (Failed("a check", ("BANK-07",)),)))
    assert code == 0
    assert "0  misreadings that survive\n" in told
    assert "42  of 42 open questions of bank accounted for" in told
    code, told = shown(monkeypatch, False, Trial(wrong, ()))
    assert code == 1
    assert "1  misreadings that survive: x" in told
    code, told = shown(monkeypatch, True, Trial(wrong, (Failed("a check", ("BANK-07",)),), shown=False))
    assert code == 1
    data = json.loads(told)
    assert (data["survivors"], data["not_shown"], data["misreadings"]) == ([], ["x"], 1)
    assert len(data["never_failed"]) == len(INVARIANTS)
    assert data["noticed_by"] == {"x": ["a check"]}
    assert [each["accounted"] for each in data["lint"]["questions"]] == [23, 21, 42]
