"""Fuzzing Bank, and shorter cases in a verification: what is found is found short, and right programs are right."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from model.bank.dealing import parse_round
from model.bank.moves import free
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from properties.conformance.bank.kinds import act_words, parting_kind
from properties.conformance.bank.script import parse_script
from properties.conformance.bank.shorter import MOST_QUESTIONS
from properties.conformance.bank.shrink import (
    Shape,
    _without_what_was_refused,
    changes,
    possible,
    sensible,
    shape_of,
    shortening,
)
from properties.conformance.books import bank_book
from properties.conformance.cases import Case
from properties.conformance.connectors import InProcess
from properties.conformance.findings import confirmed, kind_of
from properties.conformance.fuzz import fuzz
from properties.conformance.judge import Judged, Status
from properties.conformance.parting import Parting
from properties.conformance.parts import lines_of
from properties.conformance.protocol import Look, NewTable, Request, TickAsk
from properties.conformance.reference import Reference
from properties.conformance.runner import rejudge
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary, summarise
from properties.conformance.verify import verify
from properties.misreadings.bank import MISREADINGS
from reports.card import card_of
from tests.command import ROOT, fairdeal

FEW = 48
Answer = Callable[[Request], bytes]


def silent(_: object) -> None:
    """Nobody watches."""


def misread(name: str) -> Book:
    found = next(each for each in MISREADINGS if each.name == name)
    return replace(BANK, **{found.point: found.function})


def playing(book: Book, honest: bool = False) -> Answer:
    return Reference({"bank": book}, "x", honest=honest).answer


def fuzzed(answer: Answer, examples: int = FEW, journal: Path | None = None, **more: object) -> Summary:
    wanted = Settings(game="bank", random=examples, steps=40, level="step", again=0, **more)  # type: ignore[arg-type]
    return fuzz(lambda: InProcess(answer), ("x",), wanted, "test", journal, silent)


def shape(deal: str, script: str, **choices: str) -> Shape:
    return Shape(parse_round(deal), choices, parse_script(script.split()))


def smallest(result: Summary) -> list[Case]:
    return [group.smallest.case for group in result.groups]


# --- fuzz


def test_the_reference_keeps_its_own_rules() -> None:
    result = fuzzed(playing(BANK, honest=True))
    assert result.exit_code == 0
    assert result.counts == {"pass": FEW}
    assert len({one.case.twin != "" for one in result.judged}) == 2, "no pairs of deals that look alike"
    assert len({len(one.case.hands) for one in result.judged}) == 3


FOUND = {
    "six_of_one_colour": (1, 4),
    "draws_from_below": (1, 5),
    "must_go_on_without_drawing": (1, 6),
    "three_are_enough": (1, 6),
    "first_brings_ten": (1, 4),
    "a_seven_costs_nobody_the_bank": (3, 5),
    "after_the_captor": (3, 5),
}
"""Misreadings, and in how many acts and with how many cards at most they must be shown."""


@pytest.mark.parametrize("name", FOUND)
def test_a_misreading_is_found_and_made_short(name: str) -> None:
    acts, cards = FOUND[name]
    result = fuzzed(playing(misread(name)))
    assert result.exit_code == 1
    case = smallest(result)[0]
    assert len(case.script or ()) <= acts, case.id
    assert len(case.round_deal.cards) <= cards, case.id
    assert case.choices == {}, case.id
    assert all(each.always for each in confirmed(result.judged).values())
    card = card_of(result.groups[0], result)
    assert card.shortest.startswith(("shortest: proved, ", "shortest found by shrinking; "))
    assert card.shortest.endswith("; it failed again 3 of 3 times")


def test_what_is_misread_is_named() -> None:
    result = fuzzed(playing(misread("draws_from_below")))
    explanation = result.groups[0].explanation
    assert explanation is not None
    assert explanation.candidate.name == "draws_from_below"


def test_an_agreed_choice_that_is_played_otherwise_keeps_its_name() -> None:
    """Whoever claims run_attach=free and has runs cover is told so under that choice, and under no other."""
    reference = Reference({"bank": BANK}, "x")

    def answer(request: Request) -> bytes:
        if isinstance(request, NewTable):
            request.variant.pop("run_attach", None)
        return reference.answer(request)

    result = fuzzed(answer, 60, choices={"run_attach": "free"})
    assert smallest(result)
    assert {tuple(case.choices.items()) for case in smallest(result)} == {(("run_attach", "free"),)}
    assert len(smallest(result)[0].round_deal.cards) <= 7
    assert bank_book({"run_attach": "free"}).run_attach is free


def test_a_view_that_tells_too_much_is_found_on_two_small_deals() -> None:
    reference = Reference({"bank": BANK}, "x", honest=False)

    def answer(request: Request) -> bytes:
        if not isinstance(request, Look) or request.what == ("state",):
            return reference.answer(request)
        whole = json.loads(reference.answer(msgspec.structs.replace(request, what=("state", "legal", "view"))))
        whole["ok"]["view"]["next"] = whole["ok"]["state"]["stock"][:2]
        whole["ok"] = {sight: whole["ok"][sight] for sight in request.what}
        return json.dumps(whole).encode()

    result = fuzzed(answer)
    case = smallest(result)[0]
    assert kind_of(result.groups[0].smallest) == "leak at the deal"
    assert case.twin
    assert case.script == ()
    assert len(case.round_deal.cards) <= 6, case.id


def test_a_crash_is_made_short() -> None:
    reference = Reference({"bank": BANK}, "x", honest=False)

    def answer(request: Request) -> bytes:
        if isinstance(request, TickAsk) and request.do[0].act == "draw":
            return b'{"id": %d, "err": "no cards"}' % request.id
        return reference.answer(request)

    result = fuzzed(answer, 20)
    broken = [one for one in result.judged if one.verdict.status is Status.ERROR]
    shortest = min(broken, key=lambda one: len(one.case.script or ()))
    assert shortest.case.script == ("draw",)
    assert kind_of(shortest) == "err at draw"


def test_the_same_seed_makes_the_same_scripts_and_a_journal_replays(tmp_path: Path) -> None:
    book = misread("three_are_enough")
    first = fuzzed(playing(book), 20, tmp_path / "one.ndjson")
    again = fuzzed(playing(book), 20)
    assert [one.case for one in first.judged] == [one.case for one in again.judged]
    assert [one.case for one in fuzzed(playing(book), 20, seed=2).judged] != [one.case for one in again.judged]
    header, judged, footer = rejudge(lines_of([tmp_path / "one.ndjson"]))
    assert [case.id for case in smallest(summarise(header, judged, footer))] == [case.id for case in smallest(first)]


def test_seats_and_actions_are_those_that_are_wanted() -> None:
    result = fuzzed(playing(BANK), 30, seats=(3,))
    assert {len(one.case.hands) for one in result.judged} == {3}
    assert max(len(one.case.script or ()) for one in result.judged) == 40


def test_the_command_shows_the_shortest_script(tmp_path: Path) -> None:
    program = (sys.executable, str(ROOT / "fairdeal.py"), "reference", "--game", "bank")
    asked = ("fuzz", "--game", "bank", "--examples", "8", "--seats", "2")
    ran = fairdeal(*asked, "--", *program, "--misread", "draws_from_below", cwd=tmp_path)
    assert ran.code == 1, ran.out + ran.err
    assert "it failed again 3 of 3 times" in " ".join(ran.out.split())
    told = fairdeal(*asked, "--json", "--set", "seven=nothing", "--", *program, cwd=tmp_path)
    assert told.code == 0, told.out + told.err
    assert json.loads(told.out)["game"] == "bank"


# --- a verification makes short what fails


def verified(answer: Answer, random: int = 30) -> Summary:
    wanted = Settings(game="bank", random=random, level="step", again=0)
    *_, last = verify(lambda: InProcess(answer), ("x",), wanted, "test", None)
    assert isinstance(last, Summary)
    return last


def shortened(result: Summary) -> list[Judged]:
    return [one for one in result.judged if one.case.id.startswith("bank/fuzz/")]


def test_a_right_program_is_asked_nothing_more() -> None:
    assert shortened(verified(playing(BANK), 6)) == []


def test_a_verification_shows_failures_on_short_scripts() -> None:
    """A program that says of every skip that it is done, and does nothing: one act that is to be refused shows it."""

    def forgets(request: Request) -> bytes:
        if isinstance(request, TickAsk) and request.do[0].act == "skip":
            return b'{"id": %d, "ok": {"at": %d}}' % (request.id, request.at + 1)
        return reference.answer(request)

    reference = Reference({"bank": BANK}, "x", honest=False)
    result = verified(forgets)
    asked = shortened(result)
    assert 0 < len(asked) <= MOST_QUESTIONS + 1
    shortest = smallest(result)[0]
    assert shortest.script == ("skip",), shortest.id
    assert len(shortest.round_deal.cards) <= 4, shortest.id
    assert card_of(result.groups[0], result).shortest.startswith("shortest: proved, all 6 smaller scripts")


# --- the shrinker by itself

LONG = "Kc9hJd/QhJhTs/7s8s+Ks+7hAh9d6c"


def test_every_change_is_lighter_or_not_asked_and_makes_sense() -> None:
    one = shape(LONG, "Kc B:9h ~draw draw pass 7s 9h", seven="nothing", own_single="taken")
    tried = [each for each in changes(one) if possible(each)]
    assert len(tried) > 30
    for each in tried:
        left = sensible(one, each)
        assert left is None or possible(left)
        if left is not None:
            assert shape_of(left.case()) == left, "it is not what will be asked"


def test_the_search_ends_with_what_nothing_makes_shorter() -> None:
    """A program that fails wherever a queen of hearts lies in a hand: two hands, the open card, and no act are left."""
    search = shortening(shape(LONG, "Kc draw pass", seven="nothing"))
    found, questions = next(search), 1
    best = found
    try:
        while True:
            assert found.weight < best.weight or found is best
            fails = any("Qh" in hand for hand in found.case().hands)
            best = found if fails else best
            found = search.send(found if fails else None)
            questions += 1
    except StopIteration:
        pass
    assert len(best.deal.cards) == 3
    assert best.seats == 2
    assert len(best.script) <= 1
    assert dict(best.choices) == {}
    assert questions < 120


def test_actions_are_told_plainly_and_no_dealer_is_named_that_need_not_be() -> None:
    search = shortening(shape("Kc9h/QhJh+Ks@B", "~draw B:pass ~B:9h"))
    best = next(search)
    with contextlib.suppress(StopIteration):
        while True:
            best = search.send(best)
    assert str(best.deal) == "7c/6c+6d"
    assert [token.text for token in best.script] == ["B:7c"]


def test_everything_refused_is_left_out_at_once() -> None:
    one = shape("Kc9h/QhJh+Ks+7hAh9d", "~draw draw B:9h Kc +draw pass draw")
    assert any([token.text for token in each.script] == ["Kc", "draw"] for each in changes(one))
    assert [token.text for token in next(_without_what_was_refused(one)).script] == ["Kc", "draw"]


def test_a_change_that_turns_the_last_act_into_another_is_not_tried() -> None:
    one = shape("9hJh/Qh+Kc+7h", "draw")
    assert sensible(one, shape("9hJh/Qh+Kc", "draw")) is None  # with no stock a draw is refused
    assert sensible(one, shape("9hJh/Qh+Kc+7h6h", "draw")) is not None


@pytest.mark.parametrize(
    ("script", "words"), [("9c", "lay of a card"), ("QcQdQhQs", "lay of four of a kind"), ("6c7d8d9d", "lay of a run")]
)
def test_acts_have_kinds(script: str, words: str) -> None:
    assert act_words(script) == words


def test_kinds_tell_faults_apart_and_stay_the_same_on_smaller_tables() -> None:
    cards = Parting(3, "legal", "", "missing: A 9c, A draw; not allowed: A 6c7d8d9d")
    fewer = Parting(1, "legal", "", "missing: B 9c, B pass; not allowed: B 6c7d8d9d")
    assert parting_kind(cards, "draw") == parting_kind(fewer, "lay of a card") == "legal: not allowed a run"
    acts = Parting(1, "legal", "", "missing: A draw; not allowed: A pass")
    assert parting_kind(acts, "draw") == "legal: missing draw, not allowed pass"
    state = Parting(2, "state", '{"bank": "", "captured": ["9c", ""]}', '{"bank": "9c", "captured": ["", ""]}')
    assert parting_kind(state, "pass") == "state at pass: captured"
