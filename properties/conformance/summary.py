"""What became of a run: the final verdicts, what explains the failures, and what follows."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

import msgspec

from properties.conformance.cases import PHASES
from properties.conformance.expectations import Expectation, Known, of_gaps, sort_out
from properties.conformance.findings import telling
from properties.conformance.grouping import Group, groups
from properties.conformance.journal import Footer, Header, rules_hash
from properties.conformance.judge import Convention, Judged, Status, settle, told_sometimes, uncounted
from properties.conformance.protocol import GameClaim, HelloOk, Level
from properties.conformance.remarks import remarks
from properties.conformance.repeats import LEAKS, Unstable, unstable
from properties.conformance.runner import COMPLETE
from properties.conformance.traces import level_of, trace_to_ask

MOST_GROUPS: Final = 5
MOST_SOUGHT: Final = 50
"""So many kinds of failure are looked for; what is beyond them counts as unexplained."""
CUT_OFF: Final = "the journal has no footer: the run was cut off"
OTHER_RULES: Final = "the rules have changed since this run, and it is judged by those of today: ask the program again"


class Conclusion(StrEnum):
    """The verdict on a program."""

    CONFORMS = "conforms"
    SO_FAR = "conforms_so_far"
    """Only a part of the run is known."""
    BUT_FOR_KNOWN = "conforms_but_for_known_failures"
    NOT_AS_EXPECTED = "not_as_expected"
    """What was known to fail does not fail any more."""
    BREAKS = "breaks"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of a run."""

    header: Header
    claim: GameClaim
    judged: tuple[Judged, ...]
    """Every case with its final verdict, in the order of phases."""
    reason: str
    seconds: float
    spaces: tuple[str, ...]
    searched: int
    """Every deal of all five classes was asked up to this size."""
    groups: tuple[Group, ...]
    more_groups: int
    """Kinds of failure beyond these, as far as they were looked for."""
    unconfirmed: int
    """Failures that are in no group, because answers change and these were not asked again."""
    convention: Convention
    unstable: tuple[Unstable, ...]
    known: Known
    lenient: bool
    """Whether a known failure that has gone is all right."""

    @property
    def hello(self) -> HelloOk:
        """What the program says of itself."""
        return self.header.hello

    @property
    def game(self) -> str:
        """The game that was asked for."""
        return self.header.game

    @property
    def command(self) -> tuple[str, ...]:
        """How the program is started."""
        return self.header.command

    @property
    def choices(self) -> dict[str, str]:
        """The rule points that are not the game's default."""
        return self.header.choices

    @property
    def suite(self) -> str:
        """Name and content hash of the suite."""
        return f"{self.header.suite} {self.header.suite_hash}"

    @property
    def seed(self) -> int:
        """The master seed; every case has its own, made from it and its id."""
        return self.header.settings.seed

    @property
    def level(self) -> Level:
        """What was judged: outcomes alone, or traces as well."""
        return level_of(self.claim, self.header.settings.highest_level)

    @property
    def counts(self) -> dict[str, int]:
        """How many cases have each verdict."""
        return dict(Counter(str(one.verdict.status) for one in self.judged))

    @property
    def phases(self) -> dict[str, int]:
        """How many cases of each phase were asked."""
        return dict(Counter(one.case.phase for one in self._asked()))

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats that were asked."""
        return tuple(sorted({len(one.case.hands) for one in self._asked()}))

    def _asked(self) -> Iterator[Judged]:
        return (one for one in self.judged if one.verdict.status is not Status.INAPPLICABLE)

    @property
    def inferred(self) -> tuple[str, ...]:
        """Ways of counting that the program did not declare, and that fit its answers best."""
        if all(one.case.script is not None for one in self._asked()):
            return ()  # played step by step, nothing is counted
        named = zip(("count_cards", "count_tricks"), self.convention, strict=True)
        return tuple(f"{point}={way}" for point, way in named if getattr(self.claim, point) is None)

    @property
    def uncounted(self) -> tuple[str, ...]:
        """What some answers leave out, so that it is not judged."""
        return uncounted(self.claim, self.judged)

    @property
    def told_sometimes(self) -> tuple[str, ...]:
        """Counts that some answers tell and others leave out: perhaps where they would be wrong."""
        return told_sometimes(self.judged)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the program claims and does not keep, or keeps and does not claim."""
        if self.header.settings.deals:
            return ()  # a few deals say nothing of what a program claims in general
        return tuple(remarks(self.claim, self.judged, self.choices))

    @property
    def failures(self) -> int:
        """How many cases failed or broke the program, known or not."""
        return sum(one.verdict.status in (Status.FAIL, Status.ERROR) for one in self.judged)

    @property
    def _by_chance(self) -> bool:
        """Whether all that fuzz has found did not happen again, and not because of what went before either."""
        shown = self.groups or any(one.kind == LEAKS for one in self.unstable)
        return self.header.settings.steps > 0 and not shown

    @property
    def conclusion(self) -> Conclusion:
        """The verdict."""
        if self.failures > len(self.known.expected) and not self._by_chance:
            return Conclusion.BREAKS
        if self.known.closed and not self.lenient:
            return Conclusion.NOT_AS_EXPECTED
        counts = self.counts
        open_ends = (
            self.unstable or self.told_sometimes or counts.get(Status.UNTESTED) or counts.get(Status.INCONCLUSIVE)
        )
        if self.reason != COMPLETE or open_ends or not counts.get(Status.PASS):
            return Conclusion.INCONCLUSIVE
        if self.known.expected:
            return Conclusion.BUT_FOR_KNOWN
        return Conclusion.SO_FAR if self.header.settings.shard.of > 1 else Conclusion.CONFORMS

    @property
    def exit_code(self) -> int:
        """0 all held (but for known failures), 1 something failed, 4 incomplete or nothing ran."""
        return _EXIT_CODES.get(self.conclusion, 0)


_EXIT_CODES: Final = {Conclusion.BREAKS: 1, Conclusion.NOT_AS_EXPECTED: 1, Conclusion.INCONCLUSIVE: 4}


def summarise(
    header: Header,
    judged: Sequence[Judged],
    footer: Footer | None,
    expectations: Sequence[Expectation] = (),
    lenient: bool = False,
) -> Summary:
    """The verdicts of a run put together. Without a footer, or with one that does not fit, it is not complete."""
    claim = header.claim
    trace = trace_to_ask(claim, header.settings.highest_level)
    settled, convention = settle(claim, judged, trace)
    settled.sort(key=lambda one: (PHASES.index(one.case.phase), one.place, one.case.id))
    whole = footer is not None and footer.reason == COMPLETE and header.settings.shard.of == 1
    if footer is None:
        footer = Footer(CUT_OFF, len(judged), 0.0)
    elif not _adds_up(judged, footer) or (whole and not _has_no_holes(judged)):
        wrong = "the cases of the journal do not add up to its footer: it was changed"
        footer = msgspec.structs.replace(footer, reason=wrong)
    if header.rules_hash != rules_hash() and footer.reason == COMPLETE:
        footer = msgspec.structs.replace(footer, reason=OTHER_RULES)
    changing = tuple(unstable(settled))
    steady = _steady(telling(settled) if header.settings.steps else settled, changing)
    every = list(itertools.islice(groups(steady, claim, convention, trace), MOST_SOUGHT))
    known = sort_out(every, settled, [*expectations, *of_gaps(claim.gaps)], date.today(), _partial(header, footer))
    shown = [group for group in every if any(one.case.id not in known.expected for one in group.failures)]
    return Summary(
        header=header,
        claim=claim,
        judged=tuple(settled),
        reason=footer.reason,
        seconds=footer.seconds,
        spaces=footer.spaces if header.settings.shard.of == 1 else (),
        searched=footer.searched if header.settings.shard.of == 1 else 0,
        groups=tuple(shown[:MOST_GROUPS]),
        unconfirmed=_failed(settled) - _failed(steady) if changing else 0,
        more_groups=max(0, len(shown) - MOST_GROUPS),
        convention=convention,
        unstable=changing,
        known=known,
        lenient=lenient,
    )


def _failed(judged: Sequence[Judged]) -> int:
    return sum(one.verdict.status is Status.FAIL and not one.case.repeats for one in judged)


def _adds_up(judged: Sequence[Judged], footer: Footer) -> bool:
    """Whether these are the cases that the footer counts. One may have been under way when the run was interrupted."""
    answered = sum(one.verdict.status is not Status.UNTESTED for one in judged)
    return answered <= footer.cases <= len(judged)


def _has_no_holes(judged: Sequence[Judged]) -> bool:
    """Whether the cases of each phase are the first ones of it, none left out; only shards leave some out."""
    places: dict[str, set[int]] = {}
    for one in judged:
        places.setdefault(one.case.phase, set()).add(one.place)
    return all(found == set(range(len(found))) for found in places.values())


def _partial(header: Header, footer: Footer) -> bool:
    """Whether the run asked less than the program claims, so that a failure may be where nobody looked."""
    settings = header.settings
    return (
        bool(settings.deals or settings.seats or settings.choices) or settings.shard.of > 1 or footer.reason != COMPLETE
    )


def _steady(judged: Sequence[Judged], changing: Sequence[Unstable]) -> list[Judged]:
    """What the search for explanations may rely on: each question once; where answers change, confirmed ones only."""
    first = [one for one in judged if not one.case.repeats]
    if not changing:
        return first
    again = {one.case.repeats for one in judged if one.case.repeats}
    steady = again - {each.case.id for each in changing}
    return [one for one in first if one.case.id in steady or one.verdict.status is Status.ERROR]
