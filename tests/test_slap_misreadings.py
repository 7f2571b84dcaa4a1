"""Every misreading of a game with slaps is noticed at step level, on its own smallest example."""

from __future__ import annotations

import json

import pytest

from model.piles.play import initial
from model.piles.profiles import PROFILES
from model.piles.run import cards_played
from properties.conformance.cases import Case, one_deal
from properties.conformance.connectors import InProcess
from properties.conformance.judge import Judged, Status
from properties.conformance.protocol import Request, encode
from properties.conformance.reference import Reference
from properties.conformance.script import tokens_of
from properties.conformance.settings import Settings
from properties.conformance.verify import verify
from properties.misreadings import Misreading, Shows, all_misreadings

MISREAD = [
    each for each in all_misreadings() if each.shows in (Shows.PLAY, Shows.SLAPS) and PROFILES[each.game].slapping
]
MOST_CARDS = 60
"""So far an example is played: those that never end show it long before."""


def example(misreading: Misreading) -> Case:
    """The smallest example as a script: its slaps, and everything that follows by the rules."""
    book = misreading.base_book
    case = one_deal(misreading.game, misreading.smallest_deal, misreading.cards, dict(misreading.under))
    start = initial(book, case.deal)
    ticks = []
    for number, card in enumerate(cards_played(book, start, slaps=misreading.timeline)):
        if number == MOST_CARDS:
            break
        ticks += [tick for _, tick, _ in card]
    script = " ".join(tokens_of(book, start, ticks))
    return one_deal(misreading.game, misreading.smallest_deal, misreading.cards, dict(misreading.under), script)


def asked(case: Case, program: Reference) -> Judged:
    def answer(request: Request) -> bytes:
        try:
            content = json.loads(program.answer(request))
        except LookupError as error:  # some misreadings break down where their authors' programs do
            return encode({"id": request.id, "err": repr(error)})
        for game in content.get("ok", {}).get("games", ()):
            game["variant"] = {point: [way] for point, way in case.choices.items()}
        return json.dumps(content).encode()

    settings = Settings(game=case.game, deals=(case,), again=0)
    events = list(verify(lambda: InProcess(answer), ("x",), settings, "test", None))
    return next(event for event in events if isinstance(event, Judged))


@pytest.mark.parametrize("misreading", MISREAD, ids=lambda each: each.name)
def test_a_misreading_is_noticed_on_its_smallest_example(misreading: Misreading) -> None:
    case = example(misreading)
    sound = Reference({case.game: misreading.base_book}, "sound", honest=False)
    wrong = Reference({case.game: misreading.book}, "wrong", honest=False)
    assert asked(case, sound).verdict.status is Status.PASS
    assert asked(case, wrong).verdict.status in (Status.FAIL, Status.ERROR)
