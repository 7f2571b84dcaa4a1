"""Programs that are played step by step: what is asked of them, and what a hypothesis says to that.

A case is a script that is asked to its end, every seat named, so that the same is asked whatever the program answers.
What a hypothesis foretells is all that the program could show on the way: each table, what is allowed there, what is
refused and why, and the events.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec

from model.piles.run import RefusedSlap
from model.points import RuleChoiceError
from properties.conformance.books import AnyBook
from properties.conformance.cases import Case, reading_order, with_choices
from properties.conformance.conversation import WrongShape, resume
from properties.conformance.conversations import conversation
from properties.conformance.explain import spelt_out
from properties.conformance.judge import Fault, Judged, Transcript, parse_reply
from properties.conformance.planner import Scope, inapplicable
from properties.conformance.protocol import GameClaim, Reply
from properties.identify.hypotheses import Hypothesis, Option
from properties.readings import Remembered

BREAKS_DOWN: Final = (LookupError, RefusedSlap, AssertionError, ValueError, RecursionError)
"""What a misreading may raise at a table that its author did not foresee."""
YES: Final = 1
"""A table that is played step by step is told in one way only."""

Course = Callable[[AnyBook, Case, GameClaim], Hashable]
"""All that a program can show of a script by a book."""
Lays = Callable[[AnyBook, Case], bool]
"""Whether there is such a table by a book."""


@dataclass(slots=True)
class ScriptsAsking:
    """How a program is asked that is played step by step."""

    claim: GameClaim
    base: AnyBook
    options: tuple[Option, ...]
    course: Course
    lays: Lays
    asked: Callable[[], Iterator[Case]]
    """The scripts that may be asked, in order."""
    checked: Callable[[], Iterator[Case]]
    """The scripts that a result is held against."""
    _courses: dict[str, Remembered[Hashable]] = field(default_factory=dict)
    _agreeing: dict[str, Remembered[bool]] = field(default_factory=dict)

    at_once: int = 150
    """A script takes a program a hundredth of a second; to think which one tells most takes longer."""
    space: str = ""

    @property
    def told(self) -> tuple[str, ...]:
        """What a program shows of its tables."""
        return self.claim.observe

    def cases(self) -> Iterator[Case]:
        """What may be asked, the easiest to read first."""
        return self.asked()

    def hear(self, judged: Judged) -> None:
        """What is shown of a table is claimed, and so known beforehand."""

    def may_be_silent(self, hypothesis: Hypothesis, case: Case) -> bool:
        """A script comes to its end, whatever the rules are."""
        return False

    def checks(self) -> Iterator[Case]:
        """What a result is held against in the end."""
        return self.checked()

    def foretells(self, hypothesis: Hypothesis, case: Case, ways: int = YES) -> Hashable:
        """All that a program that plays so would show of a script, in short."""
        if case.id not in self._courses:
            self._courses[case.id] = Remembered(lambda book: self._shown(book, case))
        return self._courses[case.id].of(hypothesis.book)

    def _shown(self, book: AnyBook, case: Case) -> Hashable:
        if not self.lays(book, case):
            return "there is no such table"
        return hash(self.course(book, case, self.claim))

    def agrees(self, hypothesis: Hypothesis, judged: Judged) -> int:
        """Whether the replies on record are those of a program that plays so."""
        case, transcript = judged.case, judged.transcript
        if transcript is None:
            return YES  # it was not asked
        if case.id not in self._agreeing:
            replies = replies_of(transcript)
            self._agreeing[case.id] = Remembered(lambda book: self._replies_so(book, case, replies))
        return YES if self._agreeing[case.id].of(hypothesis.book) else 0

    def _replies_so(self, book: AnyBook, case: Case, replies: Sequence[Reply | Fault]) -> bool:
        if not self.lays(book, case):
            return bool(replies) and not isinstance(replies[0], Fault) and replies[0].no is not None
        return replies_so(book, case, self.claim, replies)


def replies_of(transcript: Transcript) -> tuple[Reply | Fault, ...]:
    """The replies of a conversation on record, up to the first that is none; a fault is the last of them."""
    replies: list[Reply | Fault] = []
    for number, line in enumerate(transcript.talk):
        replies.append(parse_reply(line.encode(), transcript.request + number))
        if isinstance(replies[-1], Fault):
            return tuple(replies)
    if transcript.fault is not None:
        replies.append(transcript.fault)
    return tuple(replies)


def replies_so(book: AnyBook, case: Case, claim: GameClaim, replies: Sequence[Reply | Fault]) -> bool:
    """Whether a program that plays by a book gives these replies. No book explains a program that breaks."""
    up_to_a_difference = msgspec.structs.replace(case, wholly=False)  # after one, nothing more needs to be compared
    try:
        talk = conversation(up_to_a_difference, claim, book)
        next(talk)
        for reply in replies:
            if isinstance(reply, Fault):
                return False
            resume(talk, reply)
    except StopIteration as over:
        return over.value is None
    except (WrongShape, *BREAKS_DOWN):
        return False
    return False


def to_be_asked(cases: Iterable[Case], claim: GameClaim, scope: Scope) -> Iterator[Case]:
    """Scripts as they are asked here: to their end, with every seat named, under the rules that are claimed.

    A script that was written for other rules is asked once as it goes by these, and once as it goes by its own.
    """
    known: set[tuple[str, tuple[str, ...]]] = set()
    for case in cases:
        if case.script is None or case.twin or len(case.hands) not in scope.seats:
            continue
        for named in _named(case, scope.choices):
            assert named.script is not None
            if (named.text, named.script) not in known:
                known.add((named.text, named.script))
                asked = _asked(named, scope.choices)
                if not inapplicable(asked, claim):
                    yield asked


def _named(case: Case, choices: Mapping[str, str]) -> Iterator[Case]:
    """A script with every seat named that these rules expect, and its own, as far as they go together."""
    own = {**choices, **case.choices}
    for chosen in (dict(choices), own) if own != choices else (own,):
        with suppress(RuleChoiceError):
            yield spelt_out(msgspec.structs.replace(case, choices=chosen))


def _asked(case: Case, choices: Mapping[str, str]) -> Case:
    """A script to be asked to its end under the rules that are claimed."""
    case_id = case.id + ("" if case.choices == choices else f" as by{with_choices('', case.choices)}")
    return msgspec.structs.replace(
        case, id=case_id, choices=dict(choices), looks_from=0, beside="", wholly=True, phase="directed"
    )


def easiest_first(cases: Iterable[Case]) -> list[Case]:
    """Scripts by how easy they are to read: the smallest deals first, then the fewest actions."""
    return sorted(cases, key=lambda case: (*reading_order(case)[:2], len(case.script or ()), *reading_order(case)[2:]))
