"""Mutants: the operators, one by one; a mutant in the model and out of it again; and what the suite makes of them."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable

import pytest

from model.deal import parse_deal
from model.game import Outcome
from model.piles import paying, taking
from model.piles.play import initial
from model.piles.profiles import BEGGAR
from model.piles.run import outcome
from properties.conformance.cases import load_suite
from properties.mutants import operators
from properties.mutants.courses import keep, keep_all, parts
from properties.mutants.making import Mutant, functions_of, left_out, mutants_of, of, reason_against, with_edit
from properties.mutants.placing import Hangs, in_place, limited
from properties.mutants.rows import Result, Row
from properties.mutants.running import rows_of, tasks
from properties.mutants.trying import tried
from reports import mutant_words
from reports.screen.mutants import exit_code
from tests.command import fairdeal

# --- operators ---

CHANGES = [
    ("boundary", "if a < b: pass", ["if a <= b: pass", "if a != b: pass"]),
    ("boundary", "return a == 2", ["return a != 2", "return a <= 2", "return a >= 2"]),
    ("boundary", "return a is b", ["return a is not b"]),
    ("connective", "return a and b", ["return a or b", "return b", "return a"]),
    ("connective", "return a or b or c", ["return a and b and c", "return b or c", "return a or c", "return a or b"]),
    ("guard", "if a == b: return a", ["if a != b: return a", "if False: return a", "if True: return a"]),
    (
        "guard",
        "return a if not b else c",
        ["return a if b else c", "return a if False else c", "return a if True else c"],
    ),
    ("guard", "return [a for a in b if a > 1]", ["return [a for a in b if a <= 1]", "return [a for a in b if True]"]),
    ("answer", "return not a", ["return a"]),
    ("quantifier", "return min(a, b)", ["return max(a, b)"]),
    ("quantifier", "return all(a)", ["return any(a)"]),
    ("constant", "return a + 1", ["return a + 2", "return a + 0"]),
    ("constant", "return f(a, b=True)", ["return f(a, b=False)"]),
    ("arithmetic", "return hand + middle", ["return middle + hand"]),
    ("arithmetic", "return a - 1", ["return a + 1"]),
    ("arithmetic", "return len(a) + b", ["return len(a) - b"]),
    ("end_of_pile", "return a[0]", ["return a[-1]"]),
    ("end_of_pile", "return a[1:]", ["return a[:-1]"]),
    ("end_of_pile", "return a[::-1]", ["return a"]),
    ("end_of_pile", "return a[:n]", ["return a[n:]"]),
    ("field_left_out", "return replace(a, b=1, c=2)", ["return replace(a, c=2)", "return replace(a, b=1)"]),
    (
        "beside",
        "return replace(table, turn=payer)",
        [
            "return replace(table, turn=(payer + 1) % len(table.hands))",
            "return replace(table, turn=(payer - 1) % len(table.hands))",
        ],
    ),
    (
        "beside",
        "return table.hands[seat]",
        ["return table.hands[(seat + 1) % len(table.hands)]", "return table.hands[(seat - 1) % len(table.hands)]"],
    ),
]


def _changed(operator: str, body: str, gives: str = "bool") -> list[str]:
    parsed = _rule(body, gives)
    wanted: operators.Operator = getattr(operators, operator)
    found = [edit for node in ast.walk(parsed) for edit in wanted(node, parsed)]
    return [ast.unparse(with_edit(parsed, edit).body[0]) for edit in found]


def _rule(body: str, gives: str = "bool") -> ast.FunctionDef:
    parsed = ast.parse(f"def rule(table: Table) -> {gives}:\n    {body}").body[0]
    assert isinstance(parsed, ast.FunctionDef)
    return parsed


def _plain(body: str) -> str:
    return ast.unparse(_rule(body).body[0])


@pytest.mark.parametrize(("operator", "body", "expected"), CHANGES)
def test_what_an_operator_writes(operator: str, body: str, expected: list[str]) -> None:
    assert _changed(operator, body) == [_plain(each) for each in expected]


def test_every_operator_is_tried() -> None:
    here = {name for name, _, _ in CHANGES} | {"first_card"}
    assert here == {each.__name__ for each in operators.OPERATORS}


def test_a_pile_is_given_back_without_its_first_card() -> None:
    assert _changed("first_card", "return a + b", "Zone") == ["return (a + b)[1:]"]
    assert _changed("first_card", "return a + b", "Table") == []


def test_numbers_are_not_turned_round_nor_errors_changed() -> None:
    assert _changed("arithmetic", "return (seat + 1) % seats") == ["return (seat - 1) % seats"]
    assert list(operators.edits(_rule("raise ValueError(1 + 2)"))) == []


# --- making ---


def test_a_mutant_names_its_place_and_shows_the_line() -> None:
    first_line = inspect.getsourcelines(taking.must_play)[1]
    (mutant,) = [
        each
        for each in mutants_of("beggar")
        if each.function is taking.must_play and each.change == "condition never met"
    ]
    assert mutant.name == f"model.piles.taking.must_play:{first_line + 3} condition never met"
    assert (mutant.before, mutant.after) == ("if holds_everything(table):", "if False:")
    assert mutant.clauses == ("BMN-44", "BMN-45")


def test_names_are_there_once_and_the_same_every_time() -> None:
    names = [mutant.name for mutant in mutants_of("beggar")]
    assert len(names) == len(set(names)) > 100
    plain = [function for function in functions_of("beggar") if not reason_against(function)]
    assert names == [mutant.name for function in plain for mutant in of(function)]


def test_no_mutant_is_the_function_itself() -> None:
    for mutant in mutants_of("beggar"):
        assert mutant.code != mutant.function.__code__
        assert mutant.before != mutant.after


def test_what_is_left_out_has_a_reason() -> None:
    assert [each.function for each in left_out("beggar")] == ["model.piles.profiles._beggar"]
    assert "when the model is loaded" in left_out("beggar")[0].reason

    def maker(number: int) -> Callable[[], int]:
        def made() -> int:
            return number

        return made

    assert "made by another function" in reason_against(maker(1))
    assert reason_against(len) == "it is no plain function"


# --- in place, and gone ---

DEAL = "J/-"


def _played() -> Outcome:
    return outcome(BEGGAR, initial(BEGGAR, parse_deal(DEAL)), 100)


def _mutant(function: Callable[..., object], change: str) -> Mutant:
    (found,) = [each for each in mutants_of("beggar") if each.function is function and each.change == change]
    return found


def test_a_mutant_is_in_the_model_and_gone_afterwards() -> None:
    sound, code = _played(), paying.claimant_wins.__code__
    with in_place(_mutant(paying.challenge, "the seat after table.turn")):
        assert _played() != sound
    assert _played() == sound
    assert paying.claimant_wins.__code__ is code


def test_a_mutant_is_gone_after_an_exception() -> None:
    sound = _played()
    code = paying.challenge.__code__

    def broken() -> None:
        with in_place(_mutant(paying.challenge, "the seat after table.turn")):
            assert paying.challenge.__code__ is not code
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert paying.challenge.__code__ is code
    assert _played() == sound


def test_nothing_is_left_of_a_mutant_that_was_tried() -> None:
    before = {function: function.__code__ for function in functions_of("beggar")}
    tried(_mutant(taking.taker, "the seat after winner"), "beggar")
    tried(_mutant(taking.must_play, "condition never met"), "beggar")
    assert {function: function.__code__ for function in functions_of("beggar")} == before


def test_what_does_not_end_is_ended() -> None:
    def endless() -> None:
        with limited(0.05):
            while True:
                pass

    with pytest.raises(Hangs):
        endless()
    with limited(0.05):
        pass


# --- courses ---


def test_the_sound_rules_go_their_own_course() -> None:
    for game in ("camicia", "banka", "bank"):
        assert not any(parts(kept) for kept in keep_all(load_suite(game)[:20]))


def test_only_functions_that_were_entered_can_make_a_difference() -> None:
    codes = {function.__code__: function.__name__ for function in functions_of("beggar")}
    case = load_suite("beggar")[0]
    kept = keep(case, codes)
    assert kept.entered is not None
    assert "lay" in {codes[code] for code in kept.entered}
    assert "immediate" not in {codes[code] for code in kept.entered}


# --- fates ---


@pytest.mark.parametrize(
    ("function", "change", "fate", "how"),
    [
        (taking.first_laid_first, "+ the other way round", "own", "it differs"),
        (taking.must_play, "condition never met", "own", ""),
        (paying.counts_down, "1 becomes 2", "own", ""),
    ],
)
def test_the_fate_of_a_mutant(function: Callable[..., object], change: str, fate: str, how: str) -> None:
    row = tried(_mutant(function, change), "beggar")
    assert row.fate == fate
    assert row.how == how or not how
    assert row.by
    assert set(row.clauses) <= {"BMN-42", "BMN-44", "BMN-45", "BMN-17", "BMN-23"}


def test_rows_come_one_by_one_and_can_be_left_off() -> None:
    wanted = tasks("beggar", "BMN-43")
    assert {clause for task in wanted for clause in mutants_of("beggar")[task.place].clauses} >= {"BMN-43"}
    rows = rows_of(wanted)
    assert next(rows).row.clauses
    rows.close()


def _row(name: str, fate: str, separating: str = "") -> Row:
    return Row(name, "beggar", "model.piles.taking", ("BMN-42",), 7, "old", "new", fate, separating=separating)  # type: ignore[arg-type]


def test_what_is_said_of_survivors() -> None:
    rows = (_row("a", "own"), _row("b", "survives", '[[case]]\nid = "x"'), _row("c", "others"), _row("d", "equivalent"))
    result = Result("beggar", rows, (("model.f", "why"),))
    told = "\n".join(line.plain for line in mutant_words.missing(result))
    assert told.startswith("SURVIVES  b")
    assert "BMN-42: " in told
    assert '        id = "x"' in told
    assert "is a tag missing there" in next(mutant_words.by_others(result)).plain
    assert exit_code([result]) == 1
    assert exit_code([Result("beggar", rows[:1], ())]) == 0
    assert exit_code([]) == 4


@pytest.mark.deep
def test_the_command_tells_all_of_one_clause() -> None:
    done = fairdeal("strength", "beggar", "BMN-42", "--mutants", "--json")
    found = json.loads(done.out)
    assert found["exit_code"] == done.code == 0
    assert {row["game"] for row in found["games"][0]["rows"]} == {"beggar"}
    assert all("BMN-42" in row["clauses"] for row in found["games"][0]["rows"])


# --- the whole of a game ---

THE_SAME = {
    "paying.counts_down == becomes <=": "a debt is at least one before a card is paid, so never below nought after it",
    "play.lay > becomes !=": "no debt, and no demand, is less than nought",
    "state.next_with_cards 1 becomes 2 (2)": "who is asked once more after everybody has been asked has no card either",
    "taking.early_stop == becomes <=": "no debt is less than nought",
    "taking.lead_on condition 1 left out": "where nobody holds everything the game goes on in any case",
    "taking.lead_on == becomes <=": "who takes an unanswered pile holds everything, where two play",
    "taking.most_cards_at_budget == becomes >=": "nobody has more cards than the most",
}
"""Mutants of Beggar My Neighbour that nothing can tell from the rules, each with the reason."""


@pytest.mark.deep
def test_no_mutant_of_beggar_survives() -> None:
    rows = [timed.row for timed in rows_of(tasks("beggar"))]
    unnoticed = {_short(row): row.fate for row in rows if row.fate not in ("own", "others")}
    assert unnoticed == dict.fromkeys(THE_SAME, "equivalent")


def _short(row: Row) -> str:
    """Its name without the line, which any edit moves."""
    place, _, change = row.name.removeprefix("model.piles.").partition(" ")
    return f"{place.partition(':')[0]} {change}"
