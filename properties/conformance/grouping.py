"""The failures of a run, put together: those that one misreading or alternative explains, or that look alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from model.piles.play import initial
from model.piles.rulebook import Book
from model.piles.run import Played, counted
from properties.conformance.bank.script import parse_token as parse_bank_token
from properties.conformance.books import is_bank
from properties.conformance.cases import Case
from properties.conformance.explain import Candidate, Told, candidates, played_under, talks_so, told
from properties.conformance.findings import broke_at, size_of
from properties.conformance.judge import (
    ANSWERED_AGAIN,
    Convention,
    Judged,
    Status,
    difference,
    read_answer,
)
from properties.conformance.protocol import GameClaim, PlayOk, Trace
from properties.conformance.script import parse_token
from properties.conformance.traces import divergence
from properties.conformance.twin_causes import plays_otherwise

MOST_OBSERVATIONS: Final = 400
"""How many observations a candidate is held against; the smallest deals tell most."""

MOST_TOLD: Final = 8
"""An answer that counts the cards tells as much as so many that name only a winner."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A candidate that agrees with all that was looked at: so many failures, and so many answers that were right."""

    candidate: Candidate
    failures: int
    passes: int


@dataclass(frozen=True, slots=True)
class Group:
    """Failures that one thing explains, or that look alike; the smallest deal stands for all."""

    smallest: Judged
    failures: tuple[Judged, ...]
    explanation: Explanation | None


def groups(
    judged: Sequence[Judged], claim: GameClaim, convention: Convention, trace: Trace | None = None
) -> Iterator[Group]:
    """The failures of a run, put together by what explains them, the smallest deal of all first."""
    left = sorted((one for one in judged if one.verdict.status in (Status.FAIL, Status.ERROR)), key=size_of)
    right = sorted((one for one in judged if one.verdict.status is Status.PASS), key=size_of)
    search = _Search(claim, convention, trace)
    while left:
        first = left[0]
        alone = next((one for one in left if not one.case.twin), first)  # that two deals look unlike tells less of why
        found = search.best(alone, left, right) if _answered(alone) and not alone.case.twin else None
        if found is not None and any(one is first for one in found[1]):
            group = Group(alone, tuple(found[1]), found[0])
        else:
            group = Group(first, tuple(one for one in left if _looks(one) == _looks(first)), None)
        yield group
        ids = {one.case.id for one in group.failures}
        left = [one for one in left if one.case.id not in ids]


def _looks(judged: Judged) -> tuple[str, str]:
    """What failures without an explanation have in common: the kind of fault and what came of asking again, or why."""
    verdict = judged.verdict
    if verdict.fault is not None:
        answered = ", and answered when it was asked again" * (ANSWERED_AGAIN in verdict.why)
        return verdict.fault.kind, _where(judged.case, broke_at(judged)) + answered
    if verdict.parting is not None:
        return verdict.parting.what, _where(judged.case, verdict.parting.action)
    if verdict.got is None:
        return "refused", ""
    if verdict.divergence is not None and verdict.fits:
        return "trace", ""  # the outcome is right: where the steps part is another place in every game
    return "", verdict.why


def _where(case: Case, action: int) -> str:
    """The kind of act at which a script went wrong: another number of the same act is no other fault."""
    if action == 0 or not case.script:
        return "dealt"
    if is_bank(case.game):
        return parse_bank_token(case.script[action - 1]).act
    token = parse_token(case.script[action - 1])
    return f"{token.sign}{token.act}"


def _enough(failures: Sequence[Judged], passes: int) -> bool:
    """Whether so much evidence tells one candidate from chance: two wrong winners alone fit almost anything."""
    counted = sum(_counts(one) for one in failures)
    told = MOST_TOLD * counted + len(failures) - counted
    return told >= MOST_TOLD and told + passes >= 2 * MOST_TOLD


def _counts(judged: Judged) -> bool:
    if judged.verdict.parting is not None:
        return True  # a table that differs tells as much as any count
    got = judged.verdict.got
    return got is not None and (got.cards, got.stem_cards, got.period_cards) != (None, None, None)


def _answered(judged: Judged) -> bool:
    return judged.verdict.got is not None or judged.verdict.parting is not None


class _Search:
    """Holds candidates against observations, and remembers what it has found: a game is played once a candidate."""

    def __init__(self, claim: GameClaim, convention: Convention, trace: Trace | None) -> None:
        self._claim = claim
        self._trace = trace
        self._convention = convention
        self._candidates: dict[tuple[tuple[str, str], ...], tuple[Candidate, ...]] = {}
        self._agrees: dict[tuple[str, str], bool] = {}
        self._told: dict[str, Told] = {}

    def best(
        self, smallest: Judged, left: Sequence[Judged], right: Sequence[Judged]
    ) -> tuple[Explanation, list[Judged]] | None:
        """The candidate that explains most failures, the smallest among them, with those failures."""
        best: tuple[Explanation, list[Judged]] | None = None
        chosen = smallest.case.choices
        near = [one for one in right if one.case.choices == chosen and not one.case.twin][:MOST_OBSERVATIONS]
        wrong = [one for one in left if one.case.choices == chosen and _answered(one)]
        looked_at = wrong[:MOST_OBSERVATIONS]
        for candidate in self._candidates_for(smallest):
            if not all(self.agrees(candidate, one) for one in (smallest, *near)):
                continue
            mine = [one for one in looked_at if self.agrees(candidate, one)]
            if best is None or len(mine) > best[0].failures:
                best = Explanation(candidate, len(mine), len(near)), mine
        if best is None:
            return None
        explanation, mine = best
        if not _enough(mine, len(near)):
            return None
        others = [one for one in wrong[MOST_OBSERVATIONS:] if self.agrees(explanation.candidate, one)]
        return Explanation(explanation.candidate, len(mine) + len(others), len(near)), [*mine, *others]

    def _candidates_for(self, judged: Judged) -> tuple[Candidate, ...]:
        key = tuple(sorted(judged.case.choices.items()))
        if key not in self._candidates:
            self._candidates[key] = tuple(candidates(judged.case.game, judged.case.choices))
        return self._candidates[key]

    def agrees(self, candidate: Candidate, judged: Judged) -> bool:
        """Whether the candidate would have answered as the program did."""
        key = candidate.name, judged.case.id
        if key not in self._agrees:
            self._agrees[key] = self._looked_up(candidate, judged)
        return self._agrees[key]

    def _looked_up(self, candidate: Candidate, judged: Judged) -> bool:
        got, case = judged.verdict.got, judged.case
        if case.twin:
            return plays_otherwise(candidate.book, case)
        if case.script is not None:
            if case.id not in self._told:
                assert judged.transcript is not None
                self._told[case.id] = told(self._claim, case, judged.transcript)
            return talks_so(candidate.book, self._claim, self._told[case.id])
        played = played_under(candidate.pile_book, case) if got is not None else None
        if got is None or played is None or difference(counted(played, *self._convention), got, self._claim):
            return False
        return self._trace is None or self._plays_so(candidate.pile_book, judged, played, self._trace)

    def _plays_so(self, book: Book, judged: Judged, played: Played, trace: Trace) -> bool:
        """Whether the program's own trace is the one of this book."""
        assert judged.transcript is not None
        case = judged.case
        answer = read_answer(judged.transcript, len(case.hands))
        assert isinstance(answer, PlayOk)
        return divergence(book, initial(book, case.deal), played, answer, self._claim, trace, case.slaps) is None
