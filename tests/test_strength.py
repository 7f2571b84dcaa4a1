"""The kill matrix: what is planted survives, is told apart by its smallest deal, or is called equivalent."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec
import pytest

from model.bank import cover as covering_cards
from model.cards import Card, Zone, face_of
from model.game import Seat
from model.piles.profiles import PROFILES
from model.piles.state import Table
from properties.conformance.cases import Case, _any_case, load_suite
from properties.conformance.core import Core, as_toml, cases_of, core_of, cores, named
from properties.conformance.judge import Status
from properties.conformance.planner import only
from properties.conformance.protocol import Play, Request
from properties.conformance.reference import Reference
from properties.misbehaviours import misbehaviours_of
from properties.misreadings import Fault, Misreading, Shows, misreadings_of
from properties.misreadings import rules as wrong
from properties.misreadings.bank import MISREADINGS
from properties.misreadings.bank.core import BankMisreading
from properties.strength.adapters import adapter_row
from properties.strength.asking import ask, heard_of, looked_at
from properties.strength.covering import choose, completed, cover
from properties.strength.matrix import core_row, matrix_of, row_of, rows_of, tasks
from properties.strength.rows import Column, Kill, Matrix, Row, Space, judgement
from properties.strength.separating import sought
from properties.strength.subjects import AnyMisreading
from properties.strength.trials import all_of, borrowed_by

GAMES = (*PROFILES, "bank")


def planted(point: str, function: object, clause: str, game: str = "beggar", **more: object) -> Misreading:
    """A misreading of a clause that no register has."""
    fields = {"smallest_deal": "J/--", "source": "Planted.", **more}
    return Misreading("planted", game, Fault.LEAD, (clause,), point, function, "Somebody believes it.", **fields)  # type: ignore[arg-type]


def case_in(text: str) -> Case:
    """The one case of a text as a suite file has it."""
    (entry,) = tomllib.loads(text)["case"]
    return _any_case(entry, "planted")


def fails(misreading: AnyMisreading, case: Case) -> bool:
    """Whether a misreading, run as a program, fails a case."""
    return [one.verdict.status for one in heard_of(misreading, [case])] == [Status.FAIL]


# --- survivors, and what is the same by another name ---


def taker_by_another_name(table: Table, winner: Seat) -> Seat:
    """Whoever has taken the pile leads: what the rules say."""
    return winner


def slapper_is_always_first(hands: tuple[Seat, ...]) -> Seat:
    """Of several hands that of the lowest seat wins."""
    return min(hands)


def test_what_no_case_of_its_clause_notices_survives_with_its_smallest_deal() -> None:
    misreading = planted("leader", wrong.first_seat_leads_always, "BMN-20")
    row = row_of(misreading, load_suite("beggar"))
    assert row.survives
    assert row.equivalent is None
    assert row.kills  # cases about something else notice it, and that is not enough
    case = case_in(row.separating)
    assert case.clauses == ("BMN-20",)
    assert fails(misreading, case)
    assert case.text == "---/J"
    assert (case.script, case.budget) == (None, 2_000)
    assert row_of(misreading, [*load_suite("beggar"), case]).survives is False


def last_two_change_places(hand: Zone, middle: Zone) -> Zone:
    """Of the winner's last two cards, if these are all cards but one, the taken ones come in another order."""
    return hand + middle if hand or len(middle) != 2 else hand + middle[::-1]


def test_what_differs_only_in_its_tables_is_told_apart_by_a_script() -> None:
    found = sought(planted("pile_order", last_two_change_places, "BMN-20"), 2)
    assert found.case is not None
    assert (found.case.text, found.case.script) == ("-/J", ("lay", "lay"))


def test_a_hand_that_wins_wrongly_is_told_apart_by_a_script() -> None:
    more = {"cards": "rank", "shows": Shows.SLAPS, "smallest_deal": "2/2"}
    misreading = planted("slap_tie", slapper_is_always_first, "BB-15", "banka", **more)
    row = row_of(misreading, load_suite("banka"))
    assert row.survives
    case = case_in(row.separating)
    assert (case.text, case.script) == ("2/2", ("lay", "lay", "BA!"))
    assert fails(misreading, case)


def test_a_misreading_of_the_dealing_survives_without_a_case() -> None:
    row = row_of(planted("deal", wrong.in_blocks, "BMN-20", shows=Shows.DEALT), load_suite("beggar"))
    assert row.survives
    assert row.beyond_cases
    assert row.separating == "dealing 3 cards, 2 seats"


def test_the_rules_by_another_name_are_equivalent() -> None:
    row = row_of(planted("leader", taker_by_another_name, "BMN-43"), load_suite("beggar"), up_to=3)
    assert row.kills == ()
    assert row.survives is False
    assert row.equivalent == Space(25 + 125 * 3, 3)
    assert str(row.equivalent) == "400 deals up to 3 cards"


def test_what_shows_in_larger_deals_only_is_told_apart_by_its_own_example() -> None:
    def leads_late(table: Table, winner: Seat) -> Seat:
        return Seat(0) if len(table.hands[winner]) > 8 else winner

    found = sought(planted("leader", leads_late, "BMN-20", smallest_deal="J/---------"), 2)
    assert found.case is None
    found = sought(planted("leader", leads_late, "BMN-20", smallest_deal="--------/-------J-"), 2)
    assert found.case is None or found.case.text == "--------/-------J-"


def lowest_only(card: Card, top: Card) -> bool:
    """A card of equal rank covers only if its suit is lower."""
    return face_of(card) == face_of(top) and card < top


def of_bank(function: object, clause: str) -> BankMisreading:
    return BankMisreading(
        "planted", Fault.END, (clause,), "same_rank", function, "Somebody believes it.", "9dQs/6d+9c", "9d", "Planted."
    )


def test_a_misreading_of_bank_survives_with_its_shortest_script() -> None:
    misreading = of_bank(lowest_only, "BANK-07")
    row = row_of(misreading, load_suite("bank"))
    assert row.survives
    case = case_in(row.separating)
    assert case.script is not None
    assert fails(misreading, case)


@pytest.mark.deep
def test_the_rules_of_bank_by_another_name_are_equivalent() -> None:
    def same(card: Card, top: Card) -> bool:
        return covering_cards.same_rank(card, top)

    row = row_of(of_bank(same, "BANK-07"), ())
    assert row.equivalent == Space(18 * 17 * 16, 3)


# --- asking ---


def test_a_program_that_breaks_is_an_error_and_no_end_of_the_matrix() -> None:
    reference = Reference({"beggar": PROFILES["beggar"]}, "breaks")

    def answer(request: Request) -> bytes:
        if isinstance(request, Play) and len(request.deal.hands) == 3:
            raise IndexError("list index out of range")
        return reference.answer(request)

    heard = ask(lambda: answer, "beggar", only(load_suite("beggar"), {}))
    broken = [one for one in heard.judged if one.verdict.status is Status.ERROR]
    assert {len(one.case.hands) for one in broken} == {3}
    assert all("IndexError" in one.verdict.why for one in broken)
    assert len(heard.judged) == len(load_suite("beggar"))


def test_only_cases_that_come_to_a_point_are_asked() -> None:
    cases = {case.id: case for case in load_suite("beggar")}
    points = looked_at((), cases["beggar/BMN-44/last-card-is-a-pay-card"])
    assert points is not None
    assert "pay_card" in points
    assert not {"deal", "plain_card", "payer_out"} & points
    assert looked_at((), cases["beggar/BMN-44/option/immediate"]) is None  # a plain program is not asked for it


SKIPPED = ("next_payer_owes_it_all", "claim_dies_with_the_last_card", "window_stays_open", "debts_add_up")


@pytest.mark.parametrize("name", SKIPPED)
def test_what_is_not_asked_would_not_have_failed(name: str) -> None:
    (misreading,) = (each for game in GAMES for each in misreadings_of(game) if each.name == name)
    small = [case for case in load_suite(misreading.game) if case.phase != "records"]
    skipped, asked = (row_of(misreading, small, skipping) for skipping in (True, False))
    assert skipped.kills == asked.kills
    assert skipped.skipped > asked.skipped


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_not_asked_would_have_failed(game: str) -> None:
    for misreading in (*all_of(game), *borrowed_by(game)):
        both = [row_of(misreading, cases_of(game), skipping, up_to=None) for skipping in (True, False)]
        assert both[0].kills == both[1].kills, misreading.name


# --- the whole matrix ---


@cache
def small_matrix() -> Matrix:
    """The smallest game with misreadings of its own and of the game that it builds on."""
    return matrix_of("ratscrew", rows_of(tasks("ratscrew")))


@pytest.mark.deep
def test_by_several_processes_the_matrix_is_the_same() -> None:
    other = matrix_of("ratscrew", rows_of(tasks("ratscrew"), 2))
    assert msgspec.structs.replace(other, seconds=0) == msgspec.structs.replace(small_matrix(), seconds=0)


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_nothing_survives_its_own_cases_and_checks(game: str) -> None:
    matrix = matrix_of(game, rows_of(tasks(game)))
    assert [row.name for row in matrix.rows if row.survives] == []
    assert len(matrix.misreadings) + len(matrix.misbehaviours) >= 2
    assert [row.name for row in matrix.rows if row.equivalent is not None] == []
    for clause in matrix.clauses:
        assert judgement(matrix, clause).survived == (), clause
    assert choose(matrix, cases_of(game)) == cores()[game]


@pytest.mark.parametrize("game", [game for game in GAMES if game != "bank"])
def test_the_core_kills_everything(game: str) -> None:
    every = (*all_of(game), *borrowed_by(game))
    assert [each.name for each in every if not core_row(each).kills] == []
    assert every


@pytest.mark.deep
def test_the_core_of_bank_kills_everything() -> None:
    assert [each.name for each in MISREADINGS if not core_row(each).kills] == []


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_case_of_the_core_kills_every_adapter_that_misbehaves(game: str) -> None:
    rows = [adapter_row(each, core_of(game)) for each in misbehaviours_of(game)]
    assert rows
    assert [row.name for row in rows if not any(kill.means == "case" for kill in row.kills)] == []


def test_what_an_adapter_fails_only_behind_another_case_is_added_to_the_core() -> None:
    cases = load_suite("beggar")
    chosen = [case for case in cases if case.id == "beggar/BMN-44/nobody-to-answer"]
    adapter = "counts_on_from_game_to_game"
    assert completed("beggar", chosen, cases, []) == tuple(chosen)
    core = completed("beggar", chosen, cases, [adapter])
    assert len(core) == 2
    assert chosen[0] in core


def test_the_core_is_what_is_chosen_from_the_matrix() -> None:
    assert choose(small_matrix(), cases_of("ratscrew")) == cores()["ratscrew"]


def test_the_cores_are_kept_as_they_are_written() -> None:
    kept = Path(named.__code__.co_filename).parent / "suite" / "core.toml"
    assert as_toml(cores()) == kept.read_text(encoding="utf-8")
    assert set(cores()) == set(GAMES)


# --- covering ---


def test_few_are_chosen_and_none_that_is_idle() -> None:
    noticed = {"a": frozenset("xy"), "b": frozenset("xz"), "c": frozenset("z"), "d": frozenset("w")}
    assert set(cover(noticed, lambda each: (each,))) == {"w", "x", "z"}


def test_what_was_chosen_first_is_dropped_if_the_others_do_without_it() -> None:
    noticed = {"a": frozenset("mx"), "b": frozenset("mx"), "c": frozenset("my"), "d": frozenset("my")}
    noticed |= {"e": frozenset("x"), "f": frozenset("y")}
    assert set(cover(noticed, lambda each: (each,))) == {"x", "y"}


def test_of_two_that_notice_the_same_the_easier_is_chosen() -> None:
    easy = {"long": (9,), "short": (2,)}
    assert cover({"a": frozenset(easy)}, lambda each: easy[each]) == ("short",)


def row(name: str, *kills: Kill) -> Row:
    return Row(name, "misreading", "beggar", ("BMN-44",), "end", "", {}, kills, 1, 0)


def test_a_case_that_only_some_programs_are_asked_is_chosen_only_where_no_other_notices() -> None:
    cases = [case for case in load_suite("beggar") if len(case.hands) == 2][:1]
    other = msgspec.structs.replace(cases[0], id="other", choices={"leader": "after_taker"})
    kills = [Kill(each.id, "case", ("BMN-44",)) for each in (cases[0], other)]
    both, only_other = row("both", *kills), row("only other", kills[1])
    matrix = Matrix("beggar", ("BMN-44",), (both,), ())
    assert choose(matrix, [*cases, other]) == Core((cases[0].id,))
    matrix = Matrix("beggar", ("BMN-44",), (both, only_other), ())
    assert set(choose(matrix, [*cases, other]).cases) == {cases[0].id, "other"}


def test_what_cases_cannot_notice_is_left_to_checks() -> None:
    matrix = Matrix("beggar", ("BMN-44",), (row("dealt", Kill("a check", "check", ("BMN-06",))),), ())
    assert choose(matrix, ()) == Core((), ("a check",))
    assert matrix.columns == tuple[Column, ...]()
