"""The judge: what counts as right, wrong, and broken."""

from __future__ import annotations

import msgspec
import pytest

from properties.conformance.cases import Case
from properties.conformance.judge import CONVENTIONS, Fault, FaultKind, Judge, Judged, Status, Transcript, settle
from properties.conformance.protocol import GameClaim, LoopClaim

JACK = Case("jack", "beggar", ("J", "-"))
LOOP = Case("loop", "beggar", ("--J-", "J-"))
UNANSWERED = Case("unanswered", "beggar", ("-", "-"))
"""B wins with a last pile that nobody could answer: 2 cards, 1 trick, or counted otherwise 3 cards, 0 tricks."""


def outcome(text: str) -> Transcript:
    return Transcript(1, f'{{"id":1,"ok":{{"outcome":{{{text}}}}}}}')


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('"status":"won","winner":0,"cards":2,"tricks":1', ""),
        ('"status":"won","winner":0', ""),
        ('"status":"won","winners":[0],"cards":2,"tricks":1,"mood":"good"', ""),
        ('"status":"won","winner":1,"cards":2,"tricks":1', "winner"),
        ('"status":"won","winners":[0,1],"cards":2,"tricks":1', "winner"),
        ('"status":"won","winner":0,"cards":3,"tricks":1', "cards"),
        ('"status":"won","winner":0,"cards":2,"tricks":2', "tricks"),
        ('"status":"loop","stem_cards":0,"period_cards":2', "never ends"),
        ('"status":"budget","cards":9', "did not finish"),
    ],
)
def test_a_game_that_ends(text: str, why: str) -> None:
    verdict = Judge(GameClaim("beggar")).judge(JACK, outcome(text))
    assert (verdict.status, bool(why)) == (Status.FAIL if why else Status.PASS, bool(verdict.why))
    assert why in verdict.why


@pytest.mark.parametrize(
    ("claim", "text", "right"),
    [
        ("first_repeat", '"status":"loop","stem_cards":0,"period_cards":6,"stem_tricks":0,"period_tricks":2', True),
        ("first_repeat", '"status":"loop","stem_tricks":0,"period_tricks":2', True),
        ("first_repeat", '"status":"loop","stem_cards":0,"period_cards":12', False),
        ("first_repeat", '"status":"loop","stem_cards":2,"period_cards":6', False),
        ("eventually", '"status":"loop","stem_cards":2,"period_cards":6', True),
        ("up_to_swap", '"status":"loop","period_cards":3', True),
        ("eventually", '"status":"budget","cards":2000', False),
        ("none", '"status":"budget","cards":2000', True),
        ("none", '"status":"won","winner":0,"cards":20,"tricks":5', False),
    ],
)
def test_a_game_that_never_ends(claim: LoopClaim, text: str, right: bool) -> None:
    verdict = Judge(GameClaim("beggar", loop=claim)).judge(LOOP, outcome(text))
    assert verdict.status is (Status.PASS if right else Status.FAIL)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", FaultKind.MALFORMED),
        ("won by A", FaultKind.MALFORMED),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":0', FaultKind.MALFORMED),
        ('{"id":2,"ok":{"outcome":{"status":"won","winner":0}}}', FaultKind.BAD_ID),
        ('{"ok":{"outcome":{"status":"won","winner":0}}}', FaultKind.SCHEMA),
        ('{"id":1}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":0}},"err":"x"}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won"}}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"lost"}}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":1,"winners":[0]}}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":"0"}}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":2}}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":-1}}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":0,"cards":-2}}}', FaultKind.SCHEMA),
        ('{"id":1,"ok":{"outcome":{"status":"won","winner":0,"cards":2.5}}}', FaultKind.SCHEMA),
        ('{"id":1,"err":"index out of range"}', FaultKind.ERR),
        ('{"id":1,"ok":' + "[" * 100_000, FaultKind.MALFORMED),
    ],
)
def test_a_broken_answer_is_an_error_and_never_a_verdict_on_the_rules(line: str, kind: FaultKind) -> None:
    verdict = Judge(GameClaim("beggar")).judge(JACK, Transcript(1, line))
    assert verdict.status is Status.ERROR
    assert verdict.fault is not None
    assert verdict.fault.kind is kind


def test_a_fault_is_an_error() -> None:
    fault = Fault(FaultKind.TIMEOUT, "no answer within 2 seconds")
    assert Judge(GameClaim("beggar")).judge(JACK, Transcript(1, fault=fault)).status is Status.ERROR


def test_refusing_what_is_claimed_is_a_failure() -> None:
    verdict = Judge(GameClaim("beggar")).judge(JACK, Transcript(1, '{"id":1,"no":{"why":"unsupported"}}'))
    assert verdict.status is Status.FAIL
    assert "refused" in verdict.why


COUNTED = {
    ("laid", "with_last_pile"): '"status":"won","winner":1,"cards":2,"tricks":1',
    ("laid_and_failed_draw", "with_last_pile"): '"status":"won","winner":1,"cards":3,"tricks":1',
    ("laid", "collected_only"): '"status":"won","winner":1,"cards":2,"tricks":0',
    ("laid_and_failed_draw", "collected_only"): '"status":"won","winner":1,"cards":3,"tricks":0',
}


def judged(answers: list[str], claim: GameClaim) -> list[Judged]:
    judge = Judge(claim)
    cases = [msgspec.structs.replace(UNANSWERED, id=f"case {place}") for place in range(len(answers))]
    return [
        Judged(case, judge.judge(case, outcome(text)), outcome(text)) for case, text in zip(cases, answers, strict=True)
    ]


@pytest.mark.parametrize("convention", COUNTED)
def test_the_way_of_counting_is_what_most_answers_fit_in_whatever_order(convention: tuple[str, str]) -> None:
    for odd_place in range(4):
        for other, text in COUNTED.items():
            answers = [COUNTED[convention]] * 3
            answers.insert(odd_place, text)
            settled, found = settle(GameClaim("beggar"), judged(answers, GameClaim("beggar")))
            assert tuple(map(str, found)) == convention
            wrong = [place for place, one in enumerate(settled) if one.verdict.status is Status.FAIL]
            assert wrong == ([] if other == convention else [odd_place])


def test_without_any_answer_counting_is_plain() -> None:
    assert settle(GameClaim("beggar"), [])[1] == CONVENTIONS[0]


def test_a_declared_way_of_counting_is_not_inferred() -> None:
    judge = Judge(GameClaim("beggar", count_cards="laid", count_tricks="with_last_pile"))
    assert judge.judge(UNANSWERED, outcome(COUNTED["laid", "collected_only"])).status is Status.FAIL
