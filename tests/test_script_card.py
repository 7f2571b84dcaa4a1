"""Where a program leaves the rules step by step, as people read it: both sides in words, and each action."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from model.piles.play import apply_tick, initial, refusal
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR, NAMED, RATSCREW, SLAPJACK
from model.piles.rulebook import Book
from properties.conformance.cases import one_deal
from properties.conformance.connectors import InProcess
from properties.conformance.judge import DIFFER, Judged, Status, parting_words
from properties.conformance.parting import Parting, What
from properties.conformance.protocol import GameClaim, Request, TickAsk
from properties.conformance.reference import Reference
from properties.conformance.script import parse_script
from properties.conformance.summary import Summary
from properties.conformance.table_wire import digest_of, to_table
from reports import junit, markdown_verdict
from reports.card import Card, card_of, case_words, replay_command
from reports.parting_words import pile_text, sides, where_they_differ
from reports.script_card import LAST_ROWS, MOST_ROWS, rows_of, seated_words
from reports.script_course import acted, course_of
from reports.slap_words import action_words, why_refused
from tests import sample_runs as runs
from tests.command import ROOT, fairdeal, within
from tests.support import table_of

# --- both sides of a difference ---

STATE = '{"hands":["J2",""],"middle":"3","turn":0,"owed":0,"claimant":null,"phase":"laying"}'
SLAPS = '{"e":"slapped","seat":0,"right":true}'
TAKES = '{"e":"took","seat":0,"cards":"323"}'
BOTH_SIDES: list[tuple[What, str, str, str, str]] = [
    ("events", f"[{SLAPS},{TAKES}]", f"[{SLAPS}]", "A takes 323 (3 cards)", "nothing more"),
    ("events", f"[{TAKES}]", "[]", "A takes 323 (3 cards)", "nothing"),
    (
        "events",
        f"[{SLAPS}]",
        '[{"e":"slapped","seat":0,"right":false},{"e":"burned","seat":0,"cards":"J"}]',
        "A slaps",
        "A slaps wrongly, A pays J under the middle",
    ),
    ("events", "the events of this action, which hello claims to tell", "none", "", ""),
    ("state", STATE, STATE.replace('["J2",""]', '["2","J"]'), "hands J2/.", "hands 2/J"),
    ("state", STATE, STATE.replace('"3"', '""'), "in the middle 3", "in the middle nothing"),
    (
        "state",
        STATE,
        STATE.replace('"turn":0,"owed":0,"claimant":null', '"turn":1,"owed":2,"claimant":0'),
        "A is next, 0 cards owed, nobody claims the pile",
        "B is next, 2 cards owed, A claims the pile",
    ),
    (
        "state",
        STATE,
        STATE.replace("laying", "won"),
        "cards are being laid",
        "the pile is won, and waits to be collected",
    ),
    ("state", STATE, STATE.replace('["J2",""]', '["J2"]'), "hands J2/.", "hands J2"),
    ("beside", STATE, STATE.replace('["J2",""]', '["2","J"]'), "hands J2/.", "hands 2/J"),
    ("legal", "0 lay, 0 slap, 1 slap", "missing: 1 slap", "A may lay or slap, B may slap", "missing: B may slap"),
    (
        "legal",
        "chance shuffle, 1 slap",
        "missing: 1 slap; not allowed: 0 lay",
        "chance may shuffle, B may slap",
        "missing: B may slap; not allowed: A may lay",
    ),
    ("legal", "nothing", "not allowed: 0 slap", "nobody may do anything", "not allowed: A may slap"),
    (
        "view",
        '{"hands":[1,2],"middle":"2?3"}',
        '{"hands":[1,3],"middle":"253"}',
        "hands of 1 and 2 cards, in the middle 2?3",
        "hands of 1 and 3 cards, in the middle 253",
    ),
    (
        "leak",
        'the same view of both deals, which the seat cannot tell apart: {"middle":"2","top":"J"}',
        '{"middle":"2","top":"9","next":["9"]}',
        "the same view of both deals, which the seat cannot tell apart",
        'top is J and 9; next is left out and ["9"]',
    ),
    ("answer", "refused: not-your-turn", "done", "", ""),
    ("answer", f"done: [{SLAPS},{TAKES}]", "refused: illegal-action", "done: A slaps, A takes 323 (3 cards)", ""),
    ("at", "2", "1", "2 actions done so far", "1 action done so far"),
    ("at", "2", "-7", "2 actions done so far", "-7 actions done so far"),
    ("order", "the order of these hands: [0, 1]", "none", "", ""),
    ("digest", "0a1b", "none", "", ""),
]


@pytest.mark.parametrize(("what", "expected", "got", "right", "told"), BOTH_SIDES)
def test_both_sides_are_said_in_words(what: What, expected: str, got: str, right: str, told: str) -> None:
    assert sides(Parting(3, what, expected, got)) == (right or expected, told or got)


def test_there_are_words_for_all_that_is_compared_and_examples_of_it() -> None:
    assert {what for what, *_ in BOTH_SIDES} == set(DIFFER)
    case = one_deal("banka", "2/3", "rank", {}, "lay lay A!")
    for what, words in DIFFER.items():
        assert parting_words(case, Parting(3, what, "", "")) == f"at action 3 (A!) {words}"
        assert parting_words(case, Parting(0, what, "", "")) == f"as the table is laid, {words}"


def test_of_large_hands_only_what_differs_is_said() -> None:
    whole = "23456789TJQKA23456789TJQKA"
    state = msgspec.json.encode({"hands": [whole, "22"], "middle": ""}).decode()
    assert sides(Parting(9, "state", state, state.replace("A2345", "A2435"))) == (
        "A holds ..A23456789TJQ.. (26 cards)",
        "A holds ..A24356789TJQ.. (26 cards)",
    )
    assert where_they_differ(whole, whole + "2") == ("..KA (26 cards)", "..KA2 (27 cards)")
    assert where_they_differ("2c3h" * 13, "2c3h" * 13 + "5s'") == ("..2c3h (26 cards)", "..2c3h5s' (27 cards)")
    assert where_they_differ("", whole) == ("nothing", "23456789TJQK.. (26 cards)")
    assert pile_text(whole) == "234567..(26)"
    assert pile_text("2cTh'Js") == "2cTh'Js"
    assert pile_text("") == "."


# --- actions ---

UNDECIDED = NAMED["banka_core"]
ACTIONS: list[tuple[Book, str, str, str, str]] = [
    (BANKA, "J9/5", "", "lay", "A lays J"),
    (BANKA, "J9/5", "lay", "A:lay", "A lays: it is B who lays"),
    (BANKA, "J9/5", "lay", "collect", "B collects: nobody has won the pile"),
    (BANKA, "J9/5", "lay lay", "lay", "A lays: the pile is won, and waits to be collected"),
    (BANKA, "J9/5", "lay lay", "B:collect", "B collects: it is A who collects"),
    (BANKA, "J9/5", "lay lay", "collect", "A collects"),
    (BANKA, "J9/5", "lay lay collect", "lay", "A lays: the game is over"),
    (BANKA, "J9/5", "lay", "B!", "B slaps"),
    (BANKA, "J9/5/3", "lay", "CA!", "C and A slap at once (C's hand undermost)"),
    (BANKA, "J9/5/3", "lay", "CAB!", "C, A and B slap at once (C's hand undermost)"),
    (BANKA, "J9/5", "", "AA!", "A and A slap at once (A's hand undermost): one seat slaps twice at one instant"),
    (BANKA, "J9/5", "", "C!", "C slaps: there is no C at the table"),
    (BEGGAR, "J9/5", "", "A!", "A slaps: beggar is played without slaps"),
    (UNDECIDED, "22/2", "lay lay", "AB!", "whose hand wins a tie is not agreed (slap_tie=undefined)"),
    (choose(BANKA, {"slap_in_debt": "forbidden"}), "J/52", "lay", "B!", "a debt is open (slap_in_debt=forbidden)"),
    (choose(BANKA, {"empty_hand": "out"}), "2/53", "lay", "A!", "A has no cards (empty_hand=out)"),
    (choose(BANKA, {"empty_hand": "one_chance"}), "2/53", "lay A!", "A!", "A has had its one chance"),
    (choose(RATSCREW, {"wrong_slap": "lock_out:3"}), "27/53", "A! lay", "A!", "A may not slap for 2 more cards"),
    (SLAPJACK, "J9/5", "lay A!", "collect", "A collects: the pile is won, and waits to be shuffled"),
    (SLAPJACK, "J9/5", "lay A!", "B!", "B slaps: the pile is won, and waits to be shuffled"),
    (SLAPJACK, "J9/5", "lay A!", "shuffle:0", "chance shuffles the pile"),
]


@pytest.mark.parametrize(("book", "deal", "before", "token", "words"), ACTIONS)
def test_an_action_is_said_in_words_and_why_the_rules_refuse_it(
    book: Book, deal: str, before: str, token: str, words: str
) -> None:
    course = acted(book, table_of(deal, book, "rank"), before.split())
    assert not any(done.refused for done in course.done), "what comes before is allowed"
    table = course.done[-1].after
    tick = parse_script([token])[0].tick(book, table)
    said = action_words(table, tick)
    if refusal(book, table, tick) is not None:
        said += f": {why_refused(book, table, tick)}"
    assert words in said
    assert (": " in words or "=" in words or "may not" in words or "has had" in words) is (": " in said)


def test_every_reason_to_refuse_was_met() -> None:
    told = set()
    for book, deal, before, token, _ in ACTIONS:
        table = acted(book, table_of(deal, book, "rank"), before.split()).done[-1].after
        told.add(refusal(book, table, parse_script([token])[0].tick(book, table)))
    assert len(told) == 4, told


def test_the_rows_are_the_game_that_the_rules_play() -> None:
    script = "lay B:lay ~lay lay BA! lay lay C! lay"
    start = table_of("2J5/25Q/8", BANKA, "rank")
    course = acted(BANKA, start, script.split())
    rows = rows_of(course, tuple(script.split()), marked=4)
    table = start
    for number, row in enumerate(rows):
        if number:
            token = parse_script([row.token])[0]
            tick = token.tick(BANKA, table)
            refused = token.stale or refusal(BANKA, table, tick) is not None
            assert row.happens.startswith("refused: ") is refused
            table = table if refused else apply_tick(BANKA, table, tick)
        told = to_table(BANKA, table)
        assert (row.number, row.hands, row.middle) == (number, told.hands, told.middle)
        assert row.differs is (number == 4)
    assert [row.happens for row in rows[1:5]] == [
        "B is next",
        "C is next",
        "refused: stale",
        "A is next",
    ]


def test_who_holds_what_is_said_at_small_tables_only() -> None:
    assert seated_words(table_of("2J/3/4+QK", BANKA)) == (
        "A holds 2J and begins, B holds 3, C holds 4; QK is left over in the middle"
    )
    assert seated_words(table_of("2" * 20 + "/3", BANKA)) == ""
    assert seated_words(table_of("/".join("2" * 20), BANKA, "rank")) == ""


# --- cards ---


def cards_of(summary: Summary) -> list[Card]:
    return [card_of(group, summary) for group in summary.groups]


def test_a_card_shows_the_script_up_to_the_first_difference_and_both_sides_of_it() -> None:
    (card, *_) = cards_of(runs.scripts())
    assert card.by_steps
    assert card.parting is not None
    assert card.difference == f"action {card.parting.action}, {card.actions[-1].action}: the events differ"
    assert [row.differs for row in card.actions] == [False] * card.parting.action + [True]
    assert "takes" in card.expected
    assert "wrongly" in card.got
    assert "BB-33" in card.fired
    assert all(clause.startswith("BB-") for clause in card.fired)
    assert "--script" in shlex.split(card.replay)


def test_a_card_of_a_long_script_shows_its_last_actions() -> None:
    summary = runs.run(runs.slaps_by({"wrong_slap": "burn_under"}), LATE, suite=LONG_SUITE)
    (card,) = cards_of(summary)
    assert card.parting is not None
    assert card.parting.action == 20 > MOST_ROWS
    assert [row.number for row in card.actions] == list(range(21 - LAST_ROWS, 21))
    assert shlex.split(card.replay)[9] == " ".join(["lay"] * 19 + ["A!"])
    shown = runs.on_screen(summary, colour=False)
    assert "..(16)/" in shown
    assert shown.count("<- here") == 1


LATE = msgspec.structs.replace(runs.SLAP_SETTINGS, all_classes_up_to=0)
LONG_SUITE = f"""
[[case]]
id = "banka/long"
game = "banka"
deal = "{"23456789" * 3}23/{"98765432" * 3}98"
cards = "rank"
script = "{"lay " * 19}A! lay lay"
"""


def test_where_a_program_breaks_its_action_is_marked_and_the_script_ends_there() -> None:
    (first, *_) = cards_of(runs.scripts_broken())
    assert first.status is Status.ERROR
    assert [(row.token, row.differs) for row in first.actions] == [("", False), ("lay", False), ("A!", True)]
    assert shlex.split(first.replay)[8:11] == ["--script", "lay A!", "--"]
    assert "<- broke here" in runs.on_screen(runs.scripts_broken(), colour=False)
    assert first.difference == ""
    assert first.fired == ()


def test_a_fault_that_the_program_reports_itself_ends_the_script_as_well() -> None:
    program = Reference({"banka": BANKA}, "my game")

    def answer(request: Request) -> bytes:
        if isinstance(request, TickAsk) and request.at == 1:
            return msgspec.json.encode({"id": request.id, "err": "index out of range"})
        return program.answer(request)

    suite = LONG_SUITE.split("deal")[0] + 'deal = "2/3"\ncards = "rank"\nscript = "lay B! lay"\n'
    (card,) = cards_of(runs.run(lambda: InProcess(answer), LATE, suite=suite))
    assert "index out of range" in card.got
    assert [(row.token, row.differs) for row in card.actions] == [("", False), ("lay", False), ("B!", True)]
    assert "lay B!" in shlex.split(card.replay)


def test_hands_at_once_stand_in_the_order_in_which_the_program_took_them() -> None:
    program = Reference({"banka": BANKA}, "my game")

    def answer(request: Request) -> bytes:
        sent = request
        if isinstance(request, TickAsk):
            sent = msgspec.structs.replace(request, do=tuple(sorted(request.do, key=lambda action: str(action.seat))))
        content = msgspec.json.decode(program.answer(sent))
        if "games" in content.get("ok", {}):
            content["ok"]["games"][0]["ties"] = "arbitrated"
        if isinstance(request, TickAsk) and request.at == 3 and "ok" in content:
            content["ok"]["events"] = []
        return msgspec.json.encode(content)

    suite = LONG_SUITE.split("deal")[0] + 'deal = "22/2223"\ncards = "rank"\nscript = "lay lay BA! lay"\n'
    summary = runs.run(lambda: InProcess(answer), LATE, suite=suite)
    (card,) = cards_of(summary)
    assert [row.action for row in card.actions[3:]] == ["A and B slap at once (A's hand undermost)", "A lays 2"]
    assert card.actions[3].happens == "A takes 22 (2 cards), A is next"
    assert card.got == "nothing"


def test_of_a_wrong_digest_the_text_is_shown_that_was_to_be_hashed() -> None:
    program = Reference({"banka": BANKA}, "my game")

    def answer(request: Request) -> bytes:
        content = msgspec.json.decode(program.answer(request))
        if isinstance(request, TickAsk):
            content["ok"]["digest"] = "0" * 64
        return msgspec.json.encode(content)

    suite = LONG_SUITE.split("deal")[0] + 'deal = "2/3"\ncards = "rank"\nscript = "lay"\n'
    (card,) = cards_of(runs.run(lambda: InProcess(answer), LATE, suite=suite))
    case = one_deal("banka", "2/3", "rank", {}, "lay")
    table = apply_tick(
        BANKA, initial(BANKA, case.deal), parse_script(["lay"])[0].tick(BANKA, initial(BANKA, case.deal))
    )
    assert card.hashed == ('{"claimant":null,"hands":["","3"],"middle":"2","owed":0,"phase":"laying","turn":1}')
    assert card.expected == digest_of(to_table(BANKA, table))
    assert card.got == "0" * 64


@pytest.mark.parametrize("what", ["events", "state", "view", "leak", "legal", "answer", "at", "order", "digest"])
def test_no_text_of_a_program_breaks_a_card(what: What) -> None:
    summary = runs.scripts()
    group = summary.groups[0]
    parting = group.smallest.verdict.parting
    assert parting is not None
    parted = Parting(parting.action, what, parting.expected, runs.NASTY)
    verdict = msgspec.structs.replace(group.smallest.verdict, parting=parted, why=runs.NASTY)
    nasty = replace(summary, groups=(replace(group, smallest=replace(group.smallest, verdict=verdict)),))
    shown = runs.on_screen(nasty, colour=False)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
    page = markdown_verdict.page(nasty)
    assert "<script" not in page
    assert "@all" not in page
    junit.document(nasty)


# --- replay ---


def test_the_command_on_a_card_shows_the_failure_again(tmp_path: Path) -> None:
    command = (sys.executable, str(ROOT / "fairdeal.py"), "reference", "--game", "banka", "--misread", MISREAD)
    few = ("--game", "banka", "--up-to", "3", "--random", "0", "--again", "0", "--json", "--seats", "2")
    ran = within("verify", *few, "--", *command, cwd=tmp_path)
    assert ran.code == 1, ran.err
    failure = msgspec.json.decode(ran.out)["failures"][0]
    words = shlex.split(failure["replay"])[1:]
    again = fairdeal("replay", "--json", *words[1:], cwd=tmp_path)
    assert again.code == 1, again.err
    (same,) = msgspec.json.decode(again.out)["failures"]
    assert same["parting"] == failure["parting"]
    assert same["actions"] == failure["actions"]


MISREAD = "wrong_slap_costs_a_card_for_good"


def test_the_replay_of_a_game_with_slaps_or_of_two_views_names_them() -> None:
    summary = runs.scripts()
    claim = GameClaim("banka")
    verdict = msgspec.structs.replace(summary.groups[0].smallest.verdict, parting=None)
    game = one_deal("banka", "2J/25/3", "rank", {}, None, "2:CA 3:B")
    words = shlex.split(replay_command(Judged(game, verdict, None), summary))
    assert words[6:10] == ["--cards", "rank", "--slaps", "2:CA 3:B"]
    assert case_words(game) == "2J/25/3, slaps 2:CA 3:B"
    twins = one_deal("banka", "2J/25", "rank", {}, "lay", "", "25/2J")
    words = shlex.split(replay_command(Judged(twins, verdict, None), summary))
    assert words[8:12] == ["--script", "lay", "--twin", "25/2J"]
    assert case_words(twins) == "2J/25: lay"
    assert [done.token for done in course_of(Judged(twins, verdict, None), claim).done] == [None]
