"""Trace level: a game step by step, held against the rules, and the first step that differs."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from model.piles.play import initial
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from model.piles.run import play
from properties.conformance.cases import Case
from properties.conformance.connectors import InProcess
from properties.conformance.judge import FaultKind, Judge, Status, Transcript, Verdict
from properties.conformance.protocol import GameClaim, LaidWire, PlayOk, Trace, encode, to_wire
from properties.conformance.reference import Reference
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary
from properties.conformance.traces import KINDS, by_step, told
from properties.conformance.verify import verify
from properties.misreadings import Shows, all_misreadings
from reports.card import card_of

ALL = tuple(KINDS.values())
GAME = Case("game", "beggar", ("Q-J-A--", "--K-J-"))
UNANSWERED = Case("unanswered", "beggar", ("-", "-"))
ENDLESS = Case("endless", "beggar", ("--J-", "J-"))
TRACES: list[Trace] = ["events", "states"]


def claim(**more: Any) -> GameClaim:  # noqa: ANN401 (the fields of a claim)
    return GameClaim("beggar", levels=("outcome", "trace"), **({"events": ALL, "loop": "first_repeat"} | more))


def answer_of(case: Case, trace: Trace, kinds: tuple[str, ...] = ALL) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(traced(BEGGAR, case, trace, kinds))
    return found


def traced(book: Book, case: Case, trace: Trace = "events", kinds: tuple[str, ...] = ALL) -> PlayOk:
    start = initial(book, case.deal)
    played = play(book, start, case.budget)
    return told(book, start, played, to_wire(played.outcome), trace, kinds)  # type: ignore[arg-type]


def verdict(case: Case, answer: dict[str, Any], trace: Trace, claimed: GameClaim | None = None) -> Verdict:
    line = encode({"id": 1, "ok": answer}).decode()
    return Judge(claimed or claim(), trace).judge(case, Transcript(1, line))


@pytest.mark.parametrize("trace", TRACES)
@pytest.mark.parametrize("book", [BEGGAR, CAMICIA], ids=lambda book: book.game)
def test_the_reference_keeps_the_rules_step_by_step(book: Book, trace: Trace) -> None:
    program = Reference({book.game: book}, "x")

    def only_this(request: Any) -> bytes:  # noqa: ANN401 (a request of any kind)
        reply = json.loads(program.answer(request))
        for each in reply.get("ok", {}).get("games", ()):
            each["trace"] = [trace]
        return json.dumps(reply).encode()

    settings = Settings(random=5, all_classes_up_to=3, two_classes_up_to=5, seats=(2, 3), again=0)
    summary = list(verify(lambda: InProcess(only_this), ("x",), settings, "test", None))[-1]
    assert isinstance(summary, Summary)
    assert (summary.exit_code, summary.level) == (0, "trace")


@pytest.mark.parametrize("trace", TRACES)
@pytest.mark.parametrize("case", [GAME, UNANSWERED, ENDLESS], ids=lambda case: case.id)
def test_a_true_trace_passes(case: Case, trace: Trace) -> None:
    assert verdict(case, answer_of(case, trace), trace).status is Status.PASS


def _laid_before(events: list[dict[str, Any]], place: int) -> int:
    return sum(event["e"] == "laid" for event in events[: place + 1])


def changed(event: dict[str, Any]) -> dict[str, Any]:
    """The same event, but wrong."""
    if event["e"] == "over":
        return {"e": "turn", "seat": 0}
    if event["e"] == "won":
        return event | {"seat": 1 - event["seat"]}
    if event["e"] == "took":
        return event | {"cards": event["cards"][::-1] + "A"}
    return event | {"seat": 1 - event["seat"]}


def test_a_wrong_event_is_found_at_its_step_although_the_outcome_is_right() -> None:
    right = answer_of(GAME, "events")
    last = _laid_before(right["events"], len(right["events"]))
    for place, event in enumerate(right["events"]):
        if event["e"] == "turn" and _laid_before(right["events"], place) == last:
            continue  # whose turn it is after the last card is asked of nobody
        events = [*right["events"][:place], changed(event), *right["events"][place + 1 :]]
        found = verdict(GAME, right | {"events": events}, "events")
        assert found.status is Status.FAIL, event
        assert found.divergence is not None
        assert found.divergence.step == _laid_before(right["events"], place)
        assert found.divergence.expected != found.divergence.got


def test_a_wrong_table_is_found_at_its_step() -> None:
    right = answer_of(GAME, "states")
    for place in range(len(right["states"]) - 1):
        states = [dict(state) for state in right["states"]]
        states[place]["hands"] = states[place]["hands"][::-1]
        found = verdict(GAME, right | {"states": states}, "states")
        assert found.divergence is not None
        assert found.divergence.step == place + 1


@pytest.mark.parametrize("trace", TRACES)
def test_a_trace_that_ends_early_or_late_is_wrong(trace: Trace) -> None:
    right = answer_of(GAME, trace)
    short = right | {trace: right[trace][:3]}
    long = right | {
        trace: [*right[trace], {"e": "laid", "seat": 0, "card": "-"} if trace == "events" else right[trace][0]]
    }
    assert verdict(GAME, short, trace).status is Status.FAIL
    assert verdict(GAME, long, trace).status is Status.FAIL


def test_only_the_kinds_that_are_claimed_are_held() -> None:
    right = answer_of(GAME, "events", ("laid", "took"))
    assert verdict(GAME, right, "events", claim(events=("laid", "took"))).status is Status.PASS
    assert verdict(GAME, right, "events").status is Status.FAIL
    everything = answer_of(GAME, "events")
    assert verdict(GAME, everything, "events", claim(events=("laid", "took"))).status is Status.PASS


def test_turn_may_be_left_out_of_a_table_and_cards_written_in_another_way() -> None:
    right = answer_of(GAME, "states")
    plain = [
        {"hands": [hand.replace("-", "0") for hand in state["hands"]], "middle": state["middle"]}
        for state in right["states"]
    ]
    assert verdict(GAME, right | {"states": plain}, "states").status is Status.PASS


def test_a_last_pile_that_nobody_could_answer_may_be_left_lying() -> None:
    right = answer_of(UNANSWERED, "events")
    lying = [event for event in right["events"] if event["e"] != "took"]
    assert verdict(UNANSWERED, right | {"events": lying}, "events").status is Status.PASS
    states = answer_of(UNANSWERED, "states")
    for last, status in (
        ({"hands": ["", ""], "middle": "--"}, Status.PASS),
        ({"hands": ["-", ""], "middle": "-"}, Status.FAIL),
        ({"hands": ["", ""], "middle": "-J"}, Status.FAIL),
        ({"hands": ["--", ""], "middle": ""}, Status.FAIL),
        ({"hands": ["", "", ""], "middle": "--"}, Status.FAIL),
        ({"hands": ["QQQQ", "AAAA"], "middle": "KKKK"}, Status.FAIL),
    ):
        states["states"] = [*states["states"][:-1], last]
        assert verdict(UNANSWERED, states, "states").status is status, last
    for took in ({"e": "took", "seat": 0, "cards": "--"}, {"e": "took", "seat": 1, "cards": "-J"}):
        events = [took if event["e"] == "took" else event for event in right["events"]]
        assert verdict(UNANSWERED, right | {"events": events}, "events").status is Status.FAIL, took


def test_cards_are_held_in_the_notation_of_the_deal() -> None:
    case = Case("ranks", "beggar", ("QT2", "A543"), cards="rank")
    for trace in TRACES:
        right = json.dumps(answer_of(case, trace))
        assert verdict(case, json.loads(right), trace).status is Status.PASS
        assert verdict(case, json.loads(right.replace("T", "10")), trace).status is Status.PASS
        assert verdict(case, json.loads(right.replace('"Q', '"2')), trace).status is Status.FAIL
    named = Case("named", "beggar", ("QcTh2d", "As5c4h3d"), cards="full")
    right = json.dumps(answer_of(named, "states"))
    assert verdict(named, json.loads(right), "states").status is Status.PASS
    assert verdict(named, json.loads(right.replace("As", "Ac")), "states").status is Status.FAIL


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_an_endless_game_is_judged_as_far_as_it_is_told_and_that_must_be_far_enough(rounds: int) -> None:
    right = answer_of(ENDLESS, "events")
    gives_up = {"outcome": {"status": "budget", "cards": 2_000}, "events": right["events"] * rounds}
    assert verdict(ENDLESS, gives_up, "events", claim(loop="none")).status is Status.PASS
    more = answer_of(msgspec.structs.replace(ENDLESS, budget=2_000), "events")["events"]
    later = [*more * rounds, {"e": "laid", "seat": 0, "card": "A"}]
    assert verdict(ENDLESS, gives_up | {"events": later}, "events", claim(loop="none")).status is Status.FAIL
    assert verdict(ENDLESS, gives_up | {"events": more[:3]}, "events", claim(loop="none")).status is Status.FAIL
    loop = {"outcome": {"status": "loop"}, "events": more[:2]}
    assert verdict(ENDLESS, loop, "events", claim(loop="up_to_swap")).status is Status.PASS
    assert verdict(ENDLESS, loop, "events", claim(loop="eventually")).status is Status.FAIL
    wrong = [*right["events"][:4], changed(right["events"][4]), *right["events"][5:]]
    assert verdict(ENDLESS, gives_up | {"events": wrong}, "events", claim(loop="none")).status is Status.FAIL


@pytest.mark.parametrize(
    "spoil",
    [
        lambda answer: {"outcome": answer["outcome"]},
        lambda answer: answer | {"events": None},
        lambda answer: answer | {"events": [{"e": "flew", "seat": 0}]},
        lambda answer: answer | {"events": {"e": "laid"}},
        lambda answer: answer | {"events": [{"e": "laid", "seat": "A", "card": "J"}]},
    ],
)
def test_a_trace_that_is_claimed_and_not_given_is_a_fault(spoil: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    found = verdict(GAME, spoil(answer_of(GAME, "events")), "events")
    assert found.status is Status.ERROR
    assert found.fault is not None
    assert found.fault.kind is FaultKind.SCHEMA


def test_steps_begin_with_a_card() -> None:
    made = traced(BEGGAR, GAME)
    assert all(isinstance(step[0], LaidWire) for step in by_step(made, ALL, "events") if isinstance(step, tuple))
    assert sum(isinstance(event, LaidWire) for event in made.events or ()) == made.outcome.cards


def first_difference(sound: Book, wrong: Book, case: Case) -> int:
    """The first step, from 1, whose events differ between two books: found by playing both."""
    found = []
    for book in (sound, wrong):
        made = traced(book, case)
        found.append(list(by_step(made, ALL, "events")))
    longest = max(map(len, found))
    rows = [[*steps, *[None] * (longest - len(steps))] for steps in found]
    return next(place for place, pair in enumerate(zip(*rows, strict=True), start=1) if pair[0] != pair[1])


SHOWN = [each for each in all_misreadings() if each.shows is Shows.PLAY and not each.under and each.cards == "class"]


@pytest.mark.parametrize("misreading", SHOWN, ids=lambda each: each.name)
def test_a_misreading_is_shown_at_the_very_step_where_it_acts(misreading: Any) -> None:  # noqa: ANN401
    case = Case("smallest", misreading.game, tuple(misreading.smallest_deal.split("/")), budget=500)
    made = traced(misreading.book, case)
    claimed = msgspec.structs.replace(claim(), game=misreading.game)
    line = encode({"id": 1, "ok": made}).decode()
    found = Judge(claimed, "events").judge(case, Transcript(1, line))
    if found.divergence is None:
        # It differs only in what the result says, or in how the last pile is taken: then the outcome shows it.
        assert found.status is Status.FAIL
        return
    assert found.divergence.step == first_difference(misreading.base_book, misreading.book, case)


def test_the_card_shows_the_programs_own_steps() -> None:
    wrong = next(each for each in all_misreadings() if each.name == "debts_add_up")
    program = Reference({"beggar": wrong.book}, "x", honest=False)
    settings = Settings(random=0, all_classes_up_to=4, two_classes_up_to=4, seats=(2,))
    summary = list(verify(lambda: InProcess(program.answer), ("x",), settings, "test", None))[-1]
    assert isinstance(summary, Summary)
    card = card_of(summary.groups[0], summary)
    assert card.played
    assert [row.differs for row in card.steps] == [False] * (len(card.steps) - 1) + [True]
    assert card.steps[-1].expected != card.steps[-1].explained
    assert all(one.number + 1 == other.number for one, other in pairwise(card.steps))
    assert card.fired
