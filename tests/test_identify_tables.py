"""Identifying programs that are played step by step: what is asked, what a hypothesis says to it, and what it costs."""

from __future__ import annotations

import random
from collections.abc import Hashable
from functools import partial
from itertools import pairwise
from typing import Final

import msgspec
import pytest

from properties.conformance.books import AnyBook, choices_of, chosen_book
from properties.conformance.cases import Case
from properties.conformance.conversation import EVERY, resume
from properties.conformance.conversations import conversation
from properties.conformance.judge import Fault, FaultKind, Status, Transcript, parse_reply
from properties.conformance.protocol import Reply, StepRequest
from properties.identify.hypotheses import Hypothesis, plain
from properties.identify.scripts import replies_of
from properties.readings import Remembered, noting
from tests.identified import answered, asking, claim_of, goes_together, other_programs, pool, up_to_a_difference

GAMES: Final = ("banka", "ratscrew", "bank")
TRIED: Final = 12
"""Programs that are drawn for a test that is not deep."""


def drawn(game: str, number: int, seed: int) -> list[Hypothesis]:
    """Some programs that differ from the game in one option."""
    return random.Random(f"{game} {seed}").sample(list(other_programs(game)), number)


# --- scripts that are asked to their end


def questions_under(book: AnyBook, judged_talk: tuple[str, ...], case: Case) -> list[StepRequest]:
    """What is asked by one who leads a conversation by a book, and hears these replies."""
    talk = conversation(case, claim_of(case.game), book)
    asked = [next(talk)]
    for number, line in enumerate(judged_talk, start=1):
        reply = parse_reply(line.encode(), number)
        assert isinstance(reply, Reply)
        try:
            asked.append(resume(talk, reply))
        except StopIteration:
            break
    return asked


@pytest.mark.parametrize("game", GAMES)
def test_the_same_is_asked_whatever_is_expected(game: str) -> None:
    """Who leads a script that is asked to its end makes no difference: so every hypothesis can be held against it."""
    for hypothesis in drawn(game, TRIED, 1):
        case = random.Random(str(hypothesis)).choice(pool(game, 250))
        talk = answered(hypothesis.book, case).transcript
        assert talk is not None
        asked = [questions_under(each.book, talk.talk, case) for each in (plain(asking(game).base), *drawn(game, 3, 2))]
        assert all(one == other for one, other in pairwise(asked)), (hypothesis, case.id)
        assert len(asked[0]) == len(talk.talk)


@pytest.mark.parametrize("game", GAMES)
def test_the_verdict_is_that_of_a_verification(game: str) -> None:
    """Asking a script to its end does not change where it is first seen to leave the rules."""
    for hypothesis in drawn(game, TRIED, 3):
        for case in random.Random(str(hypothesis)).sample(pool(game, 250), 5):
            wholly, usual = (answered(hypothesis.book, each) for each in (case, up_to_a_difference(case)))
            assert (wholly.verdict.status, wholly.verdict.parting) == (usual.verdict.status, usual.verdict.parting)


# --- what a hypothesis says


@pytest.mark.parametrize("game", GAMES)
def test_a_hypothesis_agrees_with_exactly_those_who_show_what_it_foretells(game: str) -> None:
    """Against programs that show everything: the answers agree if, and only if, the courses are the same."""
    programs = drawn(game, TRIED, 4)
    ways, agreeing = asking(game), 0
    long = [case for case in asking(game).checks() if case.script and len(case.script) > EVERY][:2]
    for case in [*random.Random(game).sample(pool(game, 250), 12), *long]:
        for one in programs[:4]:
            judged = answered(one.book, case)
            assert judged.transcript is not None
            for other in programs:
                same = ways.foretells(one, case) == ways.foretells(other, case)
                assert ways._replies_so(other.book, case, replies_of(judged.transcript)) == same, (case.id, one, other)
                agreeing += same
    assert agreeing > TRIED


@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_is_what_would_be_worked_out(game: str) -> None:
    """A point that a script never comes to makes no difference: what is kept for one book holds for the other."""
    ways = asking(game)
    for case in random.Random(f"{game} kept").sample(pool(game, 250), 8):
        kept = Remembered(partial(_course, case))
        programs = drawn(game, 30, 5)
        for each in programs:
            assert kept.of(each.book) == ways.course(each.book, case, ways.claim), (case.id, str(each))
        assert kept.worked_out < len(programs)


def _course(case: Case, book: AnyBook) -> Hashable:
    ways = asking(case.game)
    return ways.course(book, case, ways.claim)


def test_a_book_notes_what_is_read_of_it() -> None:
    """Only the points that were read, through whatever function."""
    book, noted = noting(asking("banka").base)
    assert book.fewest_seats == asking("banka").base.fewest_seats
    assert noted == {"fewest_seats"}
    assert isinstance(book, type(asking("banka").base))


def test_a_program_that_breaks_is_explained_by_no_book() -> None:
    """Neither by the rules nor by a misreading that would break there."""
    case = pool("banka", 1)[0]
    judged = answered(asking("banka").base, case)
    assert judged.transcript is not None
    broken = msgspec.structs.replace(
        judged.transcript, talk=judged.transcript.talk[:2], fault=Fault(FaultKind.CRASHED, "it is gone")
    )
    assert replies_of(Transcript(1, talk=broken.talk, fault=broken.fault))[-1] == broken.fault
    ways = asking("banka")
    assert not any(ways._replies_so(each.book, case, replies_of(broken)) for each in other_programs("banka"))
    assert judged.verdict.status is Status.PASS


# --- what can be told apart

NOTHING_IS_BURNED: Final = "nothing is burned where a wrong slap costs nothing"
NO_LEFT_OVERS: Final = "no cards are left over where each card is dealt to somebody"
NO_PENALTY: Final = "a hand costs nothing where there is no penalty"
OWN_TRUMPS: Final = "the suits of own trumps never stand against each other"
NO_DRAWING: Final = "nobody draws under a seven where it only makes miss a turn"
LOSER_DEALS: Final = "nobody asks who was the last to go out, or the first, where a loser deals"

EQUAL: Final = {
    "banka": {
        "burned_order=onto_burned": NOTHING_IS_BURNED,
        "payer_burned_out=as_payer_out": NOTHING_IS_BURNED,
        "burned_count_for_slaps=yes": NOTHING_IS_BURNED,
    },
    "ratscrew": {
        "payer_burned_out=as_payer_out": "a payer who runs out passes the rest on, as one does who has burned the last",
        "hidden_cards_match=yes": NO_LEFT_OVERS,
        "leftover_challenges=yes": NO_LEFT_OVERS,
    },
    "bank": {
        "trump_vs_trump=any": OWN_TRUMPS,
        "stuck_after_forced_draw=fails": NO_DRAWING,
        "two_cards_and_move": NO_DRAWING,
        "two_cards_and_skip": NO_DRAWING,
        "losers=most_points": NO_PENALTY,
        "losers=last_only": NO_PENALTY,
        "fewest_captured_lose": NO_PENALTY,
        "most_cards_lose": NO_PENALTY,
        "sum_for_each_worthless_card": NO_PENALTY,
        "sum_is_the_least": NO_PENALTY,
        "first_sum_is_usual": NO_PENALTY,
        "cards_with_points_cost": NO_PENALTY,
        "last_out_means=left_over": LOSER_DEALS,
        "first_to_finish_deals": LOSER_DEALS,
    },
}
"""What makes no difference beside the other defaults, and why."""

ALIKE: Final = {
    "banka": [{"slaps=double,bottom_match,sandwich", "one_between_is_near_enough"}],
    "ratscrew": [],
    "bank": [
        {"trumps=none", "no_trumps_unless_agreed"},
        {"trumps=one", "ordinary_sixes_beat_the_trump"},
        {"trumps=one:c", "first_trump_for_everybody"},
        {"trumps=two", "both_trumps_are_level"},
        {"trumps=two:ch", "ordinary_sixes_beat_two_trumps"},
        {"trumps=senior_junior", "ordinary_level_with_trumps"},
        {"trumps=senior_junior:ds", "diamonds_are_senior"},
        {"trumps=senior_junior:hc", "the_first_beats_the_second"},
        {"trumps=senior_junior:sh", "hearts_are_junior"},
        {"seven=nothing", "nothing_unless_agreed"},
        {"deck_card_owner=nobody", "single_cards_are_never_taken"},
        {"tie=extra_round_tied", "the_last_may_not_join"},
        {"least_scored_deals", "fewest_scored_deals"},
    ],
}
"""Options that no case tells apart: nearly all are a misreading that does what an alternative does."""

ENOUGH: Final = {"banka": 600, "ratscrew": 600, "bank": 10_000}


def indistinct(game: str) -> list[set[str]]:
    """What no case tells apart, the game as claimed among it."""
    groups: list[list[Hypothesis]] = [[plain(asking(game).base), *other_programs(game)]]
    for case in pool(game, ENOUGH[game]):
        shown = [(group, [asking(game).foretells(each, case) for each in group]) for group in groups]
        groups = [
            [each for each, key in zip(group, keys, strict=True) if key == one]
            for group, keys in shown
            for one in dict.fromkeys(keys)
        ]
        groups = [group for group in groups if len(group) > 1]
    return [{str(each) for each in group} for group in groups]


@pytest.mark.parametrize(
    "game", ["ratscrew", *[pytest.param(game, marks=pytest.mark.deep) for game in ("banka", "bank")]]
)
def test_every_option_is_told_from_every_other(game: str) -> None:
    """But for those that are the same; and every option from the game as claimed, but for those that cannot differ."""
    equal = {"as claimed", *EQUAL[game]}
    assert sorted(map(sorted, indistinct(game))) == sorted(map(sorted, [equal, *ALIKE[game]]))


@pytest.mark.parametrize("game", GAMES)
def test_options_are_named_once_and_put_in_what_they_say(game: str) -> None:
    """No two options have one name; an alternative is what choosing it by its name gives."""
    options = asking(game).options
    assert len({option.name for option in options}) == len(options)
    for option in options:
        if not option.misreading and goes_together(plain(asking(game).base), option):
            point, _, way = option.name.partition("=")
            assert option.put(asking(game).base) == chosen_book(game, {point: way}), option.name
            assert choices_of(option.put(asking(game).base)) != choices_of(asking(game).base)
