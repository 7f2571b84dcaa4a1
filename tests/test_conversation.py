"""Step level: tables that a program keeps, held against the model after every action."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from model.deal import DealError
from model.game import Seat
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR, PROFILES
from model.piles.rulebook import Book
from model.piles.run import play
from model.points import RuleChoiceError
from properties.conformance.cases import Case, SuiteError, load_suite, one_deal
from properties.conformance.connectors import InProcess
from properties.conformance.explain import spelt_out, talks_so, told
from properties.conformance.judge import Fault, FaultKind, Judged, Status, book_of, followed, model_oracle
from properties.conformance.parting import Parting
from properties.conformance.parts import lines_of
from properties.conformance.protocol import Fork, Look, NewTable, Play, Request, TickAsk, to_wire
from properties.conformance.reference import Reference
from properties.conformance.runner import rejudge
from properties.conformance.script import ScriptError, format_timeline, parse_timeline, parse_token
from properties.conformance.settings import Settings, SettingsError
from properties.conformance.step_cases import projected
from properties.conformance.summary import Conclusion, Summary, summarise
from properties.conformance.table_wire import digest_of, to_table
from properties.conformance.verify import verify

Change = Callable[[dict[str, Any], Request], None]
"""What a liar does to the content of an answer."""


class Liar:
    """The reference, with its answers changed on the way."""

    def __init__(self, change: Change, book: Book = BANKA, claim: dict[str, Any] | None = None) -> None:
        self._reference = Reference({book.game: book}, "liar", honest=False)
        self._change = change
        self._claim = claim or {}
        self.asked: list[Request] = []

    def answer(self, request: Request) -> bytes:
        """The changed answer to one request."""
        self.asked.append(request)
        content = json.loads(self._reference.answer(request))
        if "games" in content.get("ok", {}):
            content["ok"]["games"][0] |= self._claim
        else:
            self._change(content, request)
        return json.dumps(content).encode()


def nothing(content: dict[str, Any], request: Request) -> None:
    """An honest program."""


def banka(text: str, script: str, **more: Any) -> Case:  # noqa: ANN401 (the choices and the twin)
    return one_deal("banka", text, "auto", more.pop("choices", {}), script, **more)


def asked(case: Case, answer: Callable[[Request], bytes], game: str = "banka") -> Judged:
    settings = Settings(game=game, deals=(case,), again=0)
    events = verify(lambda: InProcess(answer), ("x",), settings, "test", None)
    return next(event for event in events if isinstance(event, Judged))  # nothing is to be explained or summed up


def parting(case: Case, liar: Liar) -> Parting:
    verdict = asked(case, liar.answer).verdict
    assert verdict.status is Status.FAIL, verdict
    assert verdict.parting is not None
    return verdict.parting


def whole(game: str, answer: Callable[[Request], bytes], path: Path | None = None, **more: Any) -> Summary:  # noqa: ANN401
    wanted: dict[str, Any] = {"game": game, "seats": (2,), "random": 12, "all_classes_up_to": 3, "again": 20} | more
    settings = Settings(**wanted)
    summary = list(verify(lambda: InProcess(answer), ("x",), settings, "test", path))[-1]
    assert isinstance(summary, Summary)
    return summary


# --- what conforms ---


@pytest.mark.parametrize("game", ["banka", "ratscrew"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_reference_conforms_step_by_step(game: str, seats: int) -> None:
    summary = whole(game, Reference(PROFILES, "x").answer, seats=(seats,))
    assert summary.conclusion is Conclusion.CONFORMS, [group.smallest.verdict for group in summary.groups]
    assert summary.level == "step"
    assert summary.counts["pass"] > 10


def test_a_plain_game_can_be_played_step_by_step() -> None:
    summary = whole("beggar", Reference(PROFILES, "x").answer, level="step")
    assert summary.conclusion is Conclusion.CONFORMS
    assert summary.level == "step"
    assert {one.case.script is None for one in summary.judged} == {False, True}


@pytest.mark.parametrize("observe", [["state"], ["events"], ["digest"], ["view"], ["legal"]])
def test_a_program_may_tell_as_little_as_it_likes(observe: list[str]) -> None:
    liar = Liar(nothing, claim={"observe": observe, "fork": False, "levels": ["step"]})
    assert whole("banka", liar.answer).conclusion is Conclusion.CONFORMS


@pytest.mark.parametrize("ways", [{"slap_tie": ("undefined",)}, {"wrong_slap": ("burn_under:2", "lock_out:3")}])
def test_what_is_claimed_is_asked(ways: dict[str, tuple[str, ...]]) -> None:
    reference = Reference(PROFILES, "x")

    def answer(request: Request) -> bytes:
        content = json.loads(reference.answer(request))
        for game in content.get("ok", {}).get("games", ()):
            game["variant"] = ways
        return json.dumps(content).encode()

    summary = whole("banka", answer, all_classes_up_to=4)
    assert summary.conclusion is Conclusion.CONFORMS
    point = next(iter(ways))
    assert {one.case.choices.get(point) for one in summary.judged} >= set(ways[point])


# --- what is found, and at which action ---


def _late(content: dict[str, Any], request: Request) -> None:
    if "at" in content.get("ok", {}) and isinstance(request, TickAsk):
        content["ok"]["at"] += 1


def _another_digest(content: dict[str, Any], request: Request) -> None:
    if content.get("ok", {}).get("digest"):
        content["ok"]["digest"] = "0" * 64


def _middle_upside_down(content: dict[str, Any], request: Request) -> None:
    if content.get("ok", {}).get("state"):
        content["ok"]["state"]["middle"] = content["ok"]["state"]["middle"][::-1]


def _slaps_are_not_legal(content: dict[str, Any], request: Request) -> None:
    if content.get("ok", {}).get("legal"):
        content["ok"]["legal"] = [each for each in content["ok"]["legal"] if each["act"] != "slap"]


def _anybody_lays(content: dict[str, Any], request: Request) -> None:
    if content.get("ok", {}).get("legal"):
        content["ok"]["legal"].append({"seat": 1, "act": "lay"})


def _sees_too_few(content: dict[str, Any], request: Request) -> None:
    if content.get("ok", {}).get("view"):
        content["ok"]["view"]["hands"][0] -= 1


def _takes_are_not_told(content: dict[str, Any], request: Request) -> None:
    if content.get("ok", {}).get("events"):
        content["ok"]["events"] = [each for each in content["ok"]["events"] if each["e"] != "took"]


def _all_is_done(content: dict[str, Any], request: Request) -> None:
    if content.pop("no", None):
        content["ok"] = {"at": 1, "events": []}


def _all_is_refused(content: dict[str, Any], request: Request) -> None:
    if isinstance(request, TickAsk) and content.pop("ok", None):
        content["no"] = {"why": "illegal-action"}


def _cannot(content: dict[str, Any], request: Request) -> None:
    if "no" in content:
        content["no"] = {"why": "unsupported"}


def _without(part: str, kind: type[Request]) -> Change:
    def change(content: dict[str, Any], request: Request) -> None:
        if isinstance(request, kind):
            content.get("ok", {}).pop(part, None)

    return change


def _laid_later(content: dict[str, Any], request: Request) -> None:
    if isinstance(request, NewTable):
        content["ok"]["at"] = 1


def _forgets_the_turn(content: dict[str, Any], request: Request) -> None:
    state = content.get("ok", {}).get("state", {})
    if state.get("middle"):
        state.pop("turn")


_no_digest, _no_events = _without("digest", TickAsk), _without("events", TickAsk)
_no_view, _no_legal = _without("view", Look), _without("legal", Look)
SLAPPED = "lay lay B! lay"
LIARS = [
    (_late, SLAPPED, 1, "at"),
    (_another_digest, SLAPPED, 0, "digest"),
    (_no_digest, SLAPPED, 1, "digest"),
    (_no_events, SLAPPED, 1, "events"),
    (_no_view, SLAPPED, 0, "view"),
    (_no_legal, SLAPPED, 0, "legal"),
    (_laid_later, SLAPPED, 0, "at"),
    (_forgets_the_turn, SLAPPED, 1, "state"),
    (_middle_upside_down, "lay lay", 2, "state"),
    (_slaps_are_not_legal, SLAPPED, 0, "legal"),
    (_anybody_lays, "lay", 0, "legal"),
    (_sees_too_few, SLAPPED, 0, "view"),
    (_takes_are_not_told, SLAPPED, 3, "events"),
    (_all_is_done, "lay A:lay", 2, "answer"),
    (_all_is_done, "lay ~lay", 2, "answer"),
    (_all_is_refused, SLAPPED, 1, "answer"),
    (_cannot, "lay A:lay", 2, "answer"),
]


@pytest.mark.parametrize(("change", "script", "action", "what"), LIARS)
def test_a_lie_is_found_at_the_action_where_it_is_told(change: Change, script: str, action: int, what: str) -> None:
    found = parting(banka("25/34" if script == "lay lay" else "25/23", script), Liar(change))
    assert (found.action, found.what) == (action, what)
    assert found.expected != found.got


def test_legal_acts_are_compared_both_ways() -> None:
    assert "missing: 0 slap, 1 slap" in parting(banka("25/23", "lay"), Liar(_slaps_are_not_legal)).got
    assert "not allowed: 1 lay" in parting(banka("25/23", "lay"), Liar(_anybody_lays)).got


def test_a_refusal_may_call_anything_illegal_but_not_by_another_name() -> None:
    def called(why: str) -> Change:
        def change(content: dict[str, Any], request: Request) -> None:
            if "no" in content:
                content["no"] = {"why": why}

        return change

    out_of_turn, late = banka("25/23", "B:lay lay"), banka("25/23", "lay ~lay")
    assert asked(out_of_turn, Liar(called("illegal-action")).answer).verdict.status is Status.PASS
    assert parting(out_of_turn, Liar(called("game-over"))).action == 1
    assert parting(late, Liar(called("illegal-action"))).action == 2


def test_a_refused_act_must_change_nothing() -> None:
    moved = False

    def change(content: dict[str, Any], request: Request) -> None:
        nonlocal moved
        moved = moved or "no" in content
        if moved and content.get("ok", {}).get("state"):
            content["ok"]["state"]["turn"] = 1

    found = parting(banka("25/23", "B:lay lay"), Liar(change))
    assert (found.action, found.what) == (1, "state")


def test_another_reply_than_was_asked_for_is_an_error_that_says_where() -> None:
    def change(content: dict[str, Any], request: Request) -> None:
        if isinstance(request, TickAsk) and request.at == 1:
            content["ok"] = {"at": "two"}

    verdict = asked(banka("25/23", SLAPPED), Liar(change).answer).verdict
    assert verdict.status is Status.ERROR
    assert verdict.fault is not None
    assert verdict.fault.kind is FaultKind.SCHEMA
    assert "at action 2 (lay)" in verdict.why


# --- slaps at one instant ---


def test_who_arbitrates_says_how_and_is_held_to_that() -> None:
    def turned(content: dict[str, Any], request: Request) -> None:
        pass

    class Arbiter(Liar):
        """Takes hands in the order of the seats, whatever order it is told."""

        def answer(self, request: Request) -> bytes:
            if isinstance(request, TickAsk) and len(request.do) > 1:
                acts = tuple(sorted(request.do, key=lambda action: str(action.seat)))
                request = msgspec.structs.replace(request, do=acts)
            return super().answer(request)

    case = banka("25/23", "lay lay BA! lay")
    arbitrating = {"ties": "arbitrated"}
    assert asked(case, Arbiter(turned, claim=arbitrating).answer).verdict.status is Status.PASS
    found = parting(case, Arbiter(turned, claim={"ties": "ruled"}))
    assert (found.action, found.what) == (3, "events")

    def strangers(content: dict[str, Any], request: Request) -> None:
        if content.get("ok", {}).get("order"):
            content["ok"]["order"] = [0, 0]

    assert parting(case, Liar(strangers, claim=arbitrating)).what == "order"
    assert parting(case, Liar(_without("order", TickAsk), claim=arbitrating)).what == "order"
    views = whole("banka", Arbiter(turned, claim=arbitrating | {"observe": ["state", "view"]}).answer, seats=(3,))
    assert views.conclusion is Conclusion.CONFORMS


def test_where_ties_are_never_told_they_are_not_asked() -> None:
    liar = Liar(nothing, claim={"ties": "never"})
    assert asked(banka("25/23", "lay lay BA!"), liar.answer).verdict.status is Status.INAPPLICABLE
    summary = whole("banka", liar.answer)
    assert not any(isinstance(request, TickAsk) and len(request.do) > 1 for request in liar.asked)
    assert summary.conclusion is Conclusion.CONFORMS


# --- what only a whole run finds ---


def _lax(what: str) -> Change:
    """Accepts one kind of act that is to be refused."""

    def change(content: dict[str, Any], request: Request) -> None:
        if not (isinstance(request, TickAsk) and "no" in content):
            return
        stale = content["no"]["why"] == "stale"
        if (what == "stale" and stale) or (not stale and what == request.do[0].act):
            content.pop("no")
            content["ok"] = {"at": request.at, "events": [], "digest": "0" * 64}

    return change


@pytest.mark.parametrize("what", ["collect", "lay", "stale"])
def test_what_is_to_be_refused_is_asked(what: str) -> None:
    assert whole("banka", Liar(_lax(what)).answer).conclusion is Conclusion.BREAKS


@pytest.mark.parametrize(
    ("claimed", "played"),
    [
        ("wrong_slap=lock_out:3", "wrong_slap=nothing"),
        ("empty_hand=one_chance", "empty_hand=skipped_may_slap"),
        ("empty_hand=out", "empty_hand=skipped_may_slap"),
        ("slap_in_debt=forbidden", "slap_in_debt=voids_debt"),
    ],
)
def test_an_alternative_that_is_claimed_and_not_played_is_found(claimed: str, played: str) -> None:
    point, way = claimed.split("=")
    book = choose(BANKA, dict([played.split("=")]))
    liar = Liar(nothing, book, {"variant": {point: [way]}, "observe": ["state"]})
    assert whole("banka", liar.answer).conclusion is Conclusion.BREAKS


def test_one_table_for_all_is_found() -> None:
    class OneTable(Liar):
        """Keeps a single table, whatever it is called."""

        handle = ""

        def answer(self, request: Request) -> bytes:
            if isinstance(request, TickAsk | Look):
                request = msgspec.structs.replace(request, table=self.handle)
            line = super().answer(request)
            if isinstance(request, NewTable):
                self.handle = json.loads(line)["ok"]["table"]
            return line

    liar = OneTable(nothing, claim={"observe": ["state"], "fork": False})
    assert whole("banka", liar.answer, random=40).conclusion is Conclusion.BREAKS


def test_a_fork_that_is_no_double_is_found() -> None:
    def same(content: dict[str, Any], request: Request) -> None:
        if isinstance(request, Fork):
            content["ok"] = {"table": request.table, "at": 0}

    summary = whole("banka", Liar(same, claim={"observe": ["state"]}).answer, random=40)
    assert any(one.verdict.parting is not None and one.verdict.parting.what == "beside" for one in summary.judged)


def test_a_hidden_left_over_card_that_is_shown_leaks() -> None:
    lying: dict[object, str] = {}

    class Leaky(Liar):
        """Shows everybody all the cards that were left over."""

        def answer(self, request: Request) -> bytes:
            line = super().answer(request)
            if isinstance(request, NewTable):
                lying[json.loads(line)["ok"]["table"]] = str(request.deal.middle or "")
            return line

    def leaks(content: dict[str, Any], request: Request) -> None:
        if content.get("ok", {}).get("view"):
            content["ok"]["view"]["left over"] = lying.get(getattr(request, "table", ""), "")

    summary = whole("banka", Leaky(leaks).answer, random=60)
    assert any(one.verdict.parting is not None and one.verdict.parting.what == "leak" for one in summary.judged)


# --- what nobody may see ---


def test_a_view_that_shows_a_hidden_card_leaks() -> None:
    def leaks(content: dict[str, Any], request: Request) -> None:
        if content.get("ok", {}).get("view"):
            content["ok"]["view"]["next"] = tables.get(content_table(request), "?")[0]

    tables: dict[object, tuple[str, ...]] = {}

    def content_table(request: Request) -> object:
        return getattr(request, "table", None)

    class Leaky(Liar):
        """Shows everybody the hand of seat 0 at the start."""

        def answer(self, request: Request) -> bytes:
            line = super().answer(request)
            if isinstance(request, NewTable):
                tables[json.loads(line)["ok"]["table"]] = request.deal.hands
            return line

    case = banka("2345/6789", "lay lay", twin="2354/6798")
    found = parting(case, Leaky(leaks))
    assert (found.action, found.what) == (0, "leak")
    assert asked(case, Liar(nothing).answer).verdict.status is Status.PASS
    summary = whole("banka", Leaky(leaks).answer, random=20)
    assert any(one.verdict.parting is not None and one.verdict.parting.what == "leak" for one in summary.judged)


# --- long scripts: the first difference is found by halving ---


@pytest.mark.parametrize("fork", [True, False])
@pytest.mark.parametrize("broken_at", [33, 47, 64, 65, 100])
def test_the_first_difference_of_a_long_script_is_found(fork: bool, broken_at: int) -> None:
    ticks: dict[object, int] = {}

    def change(content: dict[str, Any], request: Request) -> None:
        if isinstance(request, TickAsk) and "ok" in content:
            ticks[request.table] = content["ok"]["at"]
        if isinstance(request, Fork) and "ok" in content:
            ticks[content["ok"]["table"]] = ticks[request.table]
        state = content.get("ok", {}).get("state")
        if state and ticks.get(getattr(request, "table", ""), 0) >= broken_at:
            state["hands"][0] = state["hands"][0][::-1] + "2"

    script = " ".join(["lay", "A!"] * 60)
    liar = Liar(change, claim={"observe": ["state"], "fork": fork})
    found = parting(banka("23456789T23456789T23456789T23456789T/23456789T23456789T23456789T23456789T", script), liar)
    assert (found.action, found.what) == (broken_at, "state")
    looks = sum(type(request).__name__ == "Look" for request in liar.asked)
    assert looks < 15, "halving looks at few tables"


# --- the journal says it all ---


def test_a_journal_leads_to_the_same_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "run.ndjson"
    book = choose(BANKA, {"slap_in_debt": "keeps_debt"})
    first = whole("banka", Reference({"banka": book}, "x", honest=False).answer, path)
    assert first.conclusion is Conclusion.BREAKS
    again = summarise(*rejudge(lines_of([path])))
    assert msgspec.json.encode([one.verdict for one in again.judged]) == msgspec.json.encode(
        [one.verdict for one in first.judged]
    )
    assert again.groups == first.groups


def test_a_conversation_that_breaks_off_in_the_record_is_an_error() -> None:
    case = banka("25/23", SLAPPED)
    judged = asked(case, Liar(nothing).answer)
    assert judged.transcript is not None
    claim = Reference({"banka": BANKA}, "x")._claim(BANKA)
    cut = msgspec.structs.replace(judged.transcript, talk=judged.transcript.talk[:-3])
    assert followed(case, claim, BANKA, judged.transcript) is None
    broken_off = followed(case, claim, BANKA, cut)
    assert isinstance(broken_off, Fault)
    assert broken_off.kind is FaultKind.MALFORMED
    more = msgspec.structs.replace(judged.transcript, talk=(*judged.transcript.talk, "more"))
    assert isinstance(followed(case, claim, BANKA, more), Fault)


# --- what explains a difference ---


@pytest.mark.parametrize(
    "way",
    ["slap_in_debt=keeps_debt", "leader=after_taker", "slap_window=any_neighbours", "empty_hand=out", "slaps=double"],
)
def test_an_undeclared_alternative_explains_what_it_does(way: str) -> None:
    book = choose(BANKA, dict([way.split("=")]))
    summary = whole("banka", Reference({"banka": book}, "x", honest=False).answer, random=4)
    explained = [group.explanation and group.explanation.candidate.name for group in summary.groups]
    assert explained == [way]


def test_another_book_is_asked_the_very_same() -> None:
    case = banka("25/23", "lay lay A! lay lay")
    assert spelt_out(case).script == ("A:lay", "B:lay", "A!", "A:lay", "B:lay")
    other = replace(BANKA, leader=lambda table, winner: Seat(1 - winner))
    transcript = asked(case, Reference({"banka": other}, "x", honest=False).answer).transcript
    claim = Reference({"banka": BANKA}, "x")._claim(BANKA)
    assert transcript is not None
    record = told(claim, case, transcript)
    assert talks_so(other, claim, record)
    assert not talks_so(BANKA, claim, record)


# --- the same cases without steps ---


@pytest.mark.parametrize(
    ("script", "slaps"),
    [
        ("lay lay B! lay", "2:B"),
        ("lay lay AB! lay A!", "2:AB 3:A"),
        ("B! lay lay", "0:B"),
        ("lay lay A! A!", None),
        ("lay B:collect", None),
        ("lay ~lay", None),
        ("lay B! B!", None),
    ],
)
def test_a_script_is_a_game_with_slaps(script: str, slaps: str | None) -> None:
    case = banka("257/236", script)
    game = projected(BANKA, case)
    assert (None if game is None else format_timeline(game.timeline)) == slaps
    if game is not None:
        assert game.script is None
        assert model_oracle(game).outcome == play(BANKA, initial(BANKA, case.deal), 2_000, slaps=game.slaps).outcome


@pytest.mark.parametrize("level", ["outcome", "trace"])
def test_a_program_without_steps_is_asked_whole_games(level: str) -> None:
    claim = {"levels": ["outcome", "trace"], "variant": {}}
    honest = Liar(nothing, claim=claim)
    summary = whole("banka", honest.answer, level=level)
    assert summary.conclusion is Conclusion.CONFORMS
    assert any(isinstance(request, Play) and request.timeline for request in honest.asked)
    wrong = Liar(nothing, choose(BANKA, {"leader": "after_taker"}), claim)
    summary = whole("banka", wrong.answer, level=level)
    assert summary.conclusion is Conclusion.BREAKS
    assert summary.groups[0].explanation is not None
    assert summary.groups[0].explanation.candidate.name == "leader=after_taker"


# --- texts ---


NO_ACTIONS = ["", "slap", "b!!", "1!", "A:shuffle", "shuffle:", "shuffle:a", "shuffle:" + "1" * 5_000, "~", "A:B:lay"]


@pytest.mark.parametrize("text", NO_ACTIONS, ids=lambda text: text[:20])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ScriptError):
        parse_token(text)


@pytest.mark.parametrize("text", ["2", "2:", ":B", "2:1", "x:B", "9999999:B"])
def test_what_is_no_slap_is_refused(text: str) -> None:
    with pytest.raises(ScriptError):
        parse_timeline(text)


def test_a_script_names_only_seats_of_its_table_and_ranks_where_slaps_are() -> None:
    with pytest.raises(ScriptError, match="there is no seat C"):
        banka("25/23", "lay C!")
    with pytest.raises(ScriptError, match="classes"):
        one_deal("banka", "J-/--", "class", {}, "lay A!")
    assert one_deal("beggar", "J-/--", "class", {}, "lay lay").script == ("lay", "lay")


@pytest.mark.parametrize(
    ("script", "slaps", "twin", "words"),
    [
        ("lay", "1:A", "", "slaps stand in the script"),
        (None, "", "52/32", "while a script is played"),
        ("lay", "", "523/3", "the same size"),
        (None, "1:C", "", "there is no seat C"),
    ],
)
def test_what_does_not_go_together_is_refused(script: str | None, slaps: str, twin: str, words: str) -> None:
    with pytest.raises((ScriptError, DealError), match=words):
        one_deal("banka", "25/23", "rank", {}, script, slaps, twin)


@pytest.mark.parametrize("slaps", ["0:A", "1:AA", "99:A"])
def test_slaps_that_cannot_come_are_not_asked(slaps: str) -> None:
    case = one_deal("banka", "25/23", "rank", {}, timeline=slaps)
    claim = {"levels": ["outcome"], "variant": {"empty_hand": ["out"]}}
    allowed = slaps == "0:A"
    assert (asked(case, Liar(nothing, claim=claim).answer).verdict.status is Status.INAPPLICABLE) != allowed
    undebted = {"slap_in_debt": "forbidden", "leftover_challenges": "yes"}
    refused = one_deal("banka", "25/23/46+J", "rank", undebted, timeline="0:A")
    claim = {"levels": ["outcome"], "variant": {point: [way] for point, way in undebted.items()}}
    assert asked(refused, Liar(nothing, claim=claim).answer).verdict.status is Status.INAPPLICABLE


@pytest.mark.parametrize("way", ["burn_under:0", "burn_under:105", "burn_under:1000", "burn_under:" + "1" * 5_000])
def test_a_penalty_is_a_number_of_cards(way: str) -> None:
    with pytest.raises(RuleChoiceError, match="1 to 104") as raised:
        choose(BANKA, {"wrong_slap": way})
    assert len(str(raised.value)) < 120


def test_a_suite_of_a_game_with_slaps_is_in_ranks(tmp_path: Path) -> None:
    head = '[[case]]\nid = "banka/mine"\ngame = "banka"\ndeal = "23/45"\n'
    (tmp_path / "mine.toml").write_text(head + 'script = "lay A!"\n')
    assert load_suite("banka", tmp_path)[0].cards == "rank"
    for wrong in ("timeline = [[1, 100]]", "timeline = [[-1, 0]]", 'script = "lay"\ntimeline = "1:A"', 'twin = "1"'):
        (tmp_path / "mine.toml").write_text(head + wrong + "\n")
        with pytest.raises(SuiteError, match="banka/mine"):
            load_suite("banka", tmp_path)


def test_with_tabs_only_what_can_be_written_is_asked() -> None:
    honest = Liar(nothing, claim={"levels": ["outcome"]})
    summary = whole("banka", honest.answer, wire="tab")
    assert summary.conclusion is Conclusion.CONFORMS
    assert all(not request.timeline for request in honest.asked if isinstance(request, Play))
    assert not summary.spaces
    with pytest.raises(SettingsError, match="tabs"):
        whole("banka", honest.answer, wire="tab", deals=(one_deal("banka", "25/23", "rank", {}, timeline="2:A"),))


def test_the_digest_is_that_of_the_sorted_table() -> None:
    table = to_table(BEGGAR, initial(BEGGAR, banka("J9/5", "").deal))
    text = '{"claimant":null,"hands":["J9","5"],"middle":"","owed":0,"phase":"laying","turn":0}'
    assert msgspec.json.encode(table, order="sorted").decode() == text
    assert digest_of(table) == __import__("hashlib").sha256(text.encode()).hexdigest()


def test_outcomes_with_slaps_are_written_like_any_other() -> None:
    case = one_deal("banka", "25/23", "rank", {}, timeline="2:B")
    assert book_of(case) is not None
    assert to_wire(model_oracle(case).outcome).status in ("won", "loop")
