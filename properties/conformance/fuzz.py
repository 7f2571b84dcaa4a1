"""Fuzzing: hypothesis makes scripts, the program plays them, and what fails is made as short as it will go.

(Scripts of Bank are made by chance: `bank/fuzz.py`.)

Every script is a case of an ordinary run, asked and journalled like any other, so that the journal replays. What is
found is asked again in fresh processes before it is shown.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from properties.conformance.books import is_bank
from properties.conformance.cases import Case, hash_of
from properties.conformance.findings import TIMES, broke_at, confirmed, kind_of
from properties.conformance.fuzz_shrink import Shape, alone, shape_of, shorten, varied
from properties.conformance.fuzz_smaller import smallest
from properties.conformance.judge import Judged, Status
from properties.conformance.planner import inapplicable
from properties.conformance.questions import Over, Questions, Watch
from properties.conformance.repeats import ALONE, IN_ORDER
from properties.conformance.runner import Connect
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary, summarise
from properties.extras import installing

ROUND: Final = 200
"""Scripts from one seed; then the next seed begins."""
MOST_FOUND: Final = 5
"""Kinds of failure after which the search ends."""
MOST_ON_THE_WAY: Final = 250
"""Scripts that hypothesis may play to make what one round has found shorter, before people's own ways are tried."""
MOST_SHORTER: Final = 600
"""Scripts that are asked to make one failure shorter in people's ways."""
PATIENCE: Final = 200
"""How often the program may break while one kind of failure is being looked for; silence counts for `SILENCE`."""
MOST_BEFORE: Final = 300
"""So many scripts before one that fails only after them are asked once more in their order."""


class NoHypothesis(Exception):
    """Scripts are made by hypothesis, which is not installed. The message says how it is."""


class _Finding(Exception):
    """What hypothesis is told of a failure: each kind has a class of its own, and so is made shorter by itself."""


class _Stop(KeyboardInterrupt):
    """Ends hypothesis in the midst of its work as its user would: any other exception it would look into."""


class _Enough(_Stop):
    """Hypothesis has played as many scripts as it may."""


class _Aborted(_Stop):
    """Something else went wrong while the program was asked: a full disk, or a fault of this tool."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def fuzz(
    connect: Connect, command: Sequence[str], settings: Settings, version: str, journal: Path | None, watch: Watch
) -> Summary:
    """Play made-up scripts at the tables of a program, and sum up what it makes of them.

    `settings` say how many scripts (`random`) or for how long, and how many actions each may have (`steps`). If the run
    is interrupted, what is known by then is summed up. Raises NoHypothesis, and before the first case what `verify`
    does.
    """
    if not is_bank(settings.game):
        _need_hypothesis()
    questions = Questions(watch)
    questions.begin(connect, command, settings, version, journal)
    try:
        _hunt_for(questions, settings).hunt()
    except Over:
        pass
    except KeyboardInterrupt:
        questions.interrupt()
    except BaseException:
        questions.interrupt()
        raise
    questions.finish()
    return summarise(questions.header, questions.judged, questions.footer)


def _need_hypothesis() -> None:
    """Said here rather than in the middle of a run. Raises NoHypothesis."""
    try:
        import hypothesis  # noqa: F401
    except ImportError as error:
        raise NoHypothesis(f"hypothesis makes the scripts, and is not installed: {installing('fuzz')}") from error


def _hunt_for(questions: Questions, settings: Settings) -> Hunt:
    """The search for a game: scripts of Bank are made up by chance, and need no hypothesis."""
    if is_bank(questions.claim.game):
        from properties.conformance.bank.fuzz import BankHunt  # it needs what stands here

        return BankHunt(questions, settings)
    return Hunt(questions, settings)


@dataclass(slots=True)
class Hunt:
    """The search: round by round until time or scripts run out, or enough kinds of failure have been found."""

    questions: Questions
    settings: Settings
    found: dict[str, Judged] = field(default_factory=dict)
    """The shortest failure of each kind. A kind that is here already is not looked for any more."""
    _new: dict[str, Judged] = field(default_factory=dict)
    """The same of the round that is going on."""
    _kinds: dict[str, type[_Finding]] = field(default_factory=dict)
    _played: int = 0
    _on_the_way: int = 0
    _until: float = field(init=False)

    def __post_init__(self) -> None:
        self._until = time.monotonic() + self.settings.seconds

    def hunt(self) -> None:
        """Search, and make what is found short and sure."""
        for number in itertools.count():
            examples = self._left()
            if examples <= 0 or len(self.found) >= MOST_FOUND:
                return
            before = self._played
            self._round(number, min(examples, ROUND))
            for kind, judged in self._new.items():
                self._pursue(kind, judged)
            if self._played == before or (not self._new and self.questions.broke > PATIENCE):
                return  # nothing more can be played, or it would break the program again and again

    def _left(self) -> int:
        """How many scripts may still be played."""
        if self.settings.seconds:
            return ROUND if time.monotonic() < self._until else 0
        return self.settings.random - self._played

    def _round(self, number: int, examples: int) -> None:
        from properties.conformance.fuzz_machine import Room, machine_for, play_many

        questions, settings = self.questions, self.settings
        self._new, self._on_the_way, questions.broke = {}, 0, 0
        lost = any(one.case.middle and not one.case.script for one in self.found.values())
        claim, scope = questions.claim, questions.scope
        room = Room(claim, scope, settings.steps, settings.seats, settings.choices, left_overs=not lost)
        seed = hash_of(f"{settings.seed}:{number}") % (1 << 63)
        try:
            play_many(machine_for(room, self._play, self._check), examples, settings.steps, seed)
        except (_Finding, _Enough):
            pass
        except _Aborted as aborted:
            raise aborted.error from None
        except ExceptionGroup as several:
            _, others = several.split(_Finding)
            if others is not None:
                raise others from None

    def _play(self, shape: Shape) -> None:
        """What the machine has played, played by the program. Raises a _Finding."""
        try:
            kind = self._kind_of(shape)
        except Exception as error:
            raise _Aborted(error) from error
        if kind:
            raise self._kinds.setdefault(kind, type("Finding", (_Finding,), {}))(kind)

    def _kind_of(self, shape: Shape) -> str:
        """The kind of failure that a shape is, if it is one to be looked into; else empty."""
        judged = self._asked(shape.case())
        kind = kind_of(judged) if judged is not None else ""
        if judged is None or not kind or kind in self.found:
            return ""
        if shape.twin is not None and any(self._fails_alone(each) for each in alone(shape)):
            return ""  # a rule differs, and so it tells the two deals apart
        best = self._new.get(kind)
        if best is None and not self._happens_again(kind, judged):
            self.found[kind] = judged
            return ""
        if best is None or shape.weight < shape_of(best.case).weight:
            self._new[kind] = judged
            self.questions.watch(f"making it shorter: {kind}")
        return kind

    def _fails_alone(self, shape: Shape) -> bool:
        judged = self._asked(shape.case())
        return judged is None or kind_of(judged) != ""

    def _check(self) -> None:
        """Raises _Enough where hypothesis is to play no more."""
        if self._is_enough():
            raise _Enough

    def _is_enough(self) -> bool:
        """Whether hypothesis has done its work in this round, or more than that."""
        spent = self._on_the_way > MOST_ON_THE_WAY if self._new else self._left() <= 0
        return spent or self.questions.broke > PATIENCE

    def _asked(self, case: Case) -> Judged | None:
        """The verdict; None where a new question is one too many."""
        known = self.questions.known(case)
        self._on_the_way += bool(self._new)
        if known is not None or self._is_enough():
            return known
        self._played += not self._new
        return self.questions.ask(case)

    # --- what was found

    def _happens_again(self, kind: str, judged: Judged) -> bool:
        """A new kind of failure is asked once more, alone, before anything is made of it."""
        before = list(self.questions.since_start)
        again = self.questions.ask(judged.case.once_more(ALONE[0], fresh=True))
        if kind_of(again) == kind:
            return True
        self._ask_alone(judged, before)
        return False

    def _pursue(self, kind: str, judged: Judged) -> None:
        """Make a failure as short as it will go, and see whether it happens every time."""
        self.found[kind] = judged
        self.questions.watch(f"making it shorter still: {kind}")
        self.questions.broke = 0
        shortest = self.questions.ask(_Shortening(self.questions, kind, judged).shortest())
        shortest = smallest(kind, shortest, self.questions.claim, self.questions.ask)
        before = list(self.questions.since_start)
        self.found[kind] = shortest
        for shape in varied(shape_of(shortest.case)):
            if not inapplicable(shape.case(), self.questions.claim):
                self.questions.ask(shape.case())
        self.questions.watch(f"asking it again, {TIMES} times: {kind}")
        self._ask_alone(shortest, before)

    def _ask_alone(self, judged: Judged, before: Sequence[Case]) -> None:
        """Ask a failure alone, a few times; if it does not happen every time, once more after what went before."""
        for how in ALONE:
            self.questions.ask(judged.case.once_more(how, fresh=True))
        sure = confirmed(self.questions.judged)[judged.case.id]
        if sure.always or judged.verdict.status is not Status.FAIL or judged.case not in before:
            return
        cases = before[: before.index(judged.case) + 1]
        if len(cases) <= MOST_BEFORE:
            for place, case in enumerate(each for each in cases if not each.repeats):
                self.questions.ask(case.once_more(IN_ORDER, fresh=place == 0))


@dataclass(slots=True)
class _Shortening:
    """One failure being made shorter."""

    questions: Questions
    kind: str
    judged: Judged
    _asked: int = 0

    def shortest(self) -> Case:
        """The shortest case that fails in the same way, as far as people's ways lead."""
        first = self._cut(self.judged)
        start = first if self._fails(first) is not None else shape_of(self.judged.case)
        return shorten(start, self._shorter_than).case()

    def _shorter_than(self, shape: Shape, than: Shape) -> Shape | None:
        """What is left of a shape, if it fails in the same way and is shorter."""
        if shape.weight >= than.weight or inapplicable(shape.case(), self.questions.claim):
            return None
        return self._fails(shape)

    def _fails(self, shape: Shape) -> Shape | None:
        """The shape cut behind its failure, if it fails in the same way."""
        case = shape.case()
        judged = self.questions.known(case)
        if judged is None:
            self._asked += 1
            if self._asked > MOST_SHORTER or self.questions.broke > PATIENCE:
                return None
            judged = self.questions.ask(case)
        if kind_of(judged) != self.kind:
            return None
        cut = self._cut(judged)
        if cut == shape:
            return shape
        return self._fails(cut) or shape

    def _cut(self, judged: Judged) -> Shape:
        """Without what comes after the failure."""
        shape = shape_of(judged.case)
        parting = judged.verdict.parting
        action = parting.action if parting is not None else broke_at(judged)
        return replace(shape, script=shape.script[:action])
