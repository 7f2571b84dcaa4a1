"""What explains the failures of a run: a misreading, or an agreed alternative that the program did not declare.

A candidate is held against what the program was observed to do, the smallest deals first. It explains a failure only if
it also agrees with every observation that the rules agree with. (Which rules a program plays as a whole, with several
points at once, is a search of its own.)
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from model.bank import points as bank_points
from model.bank.play import initial as start
from model.bank.profiles import BANK
from model.bank.rulebook import Book as BankBook
from model.clause import clauses_of
from model.deal import SEAT_NAMES
from model.game import Act, Outcome
from model.piles.play import apply_tick, initial, refusal
from model.piles.points import check_seats, choices, choose, points_of
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import Played, RefusedSlap, counted, play
from model.points import RuleChoiceError
from model.register import load
from properties.conformance.bank.script import followed as followed_bank
from properties.conformance.bank.script import parse_script as parse_bank_script
from properties.conformance.bank.script import parse_token as parse_bank_token
from properties.conformance.books import AnyBook, is_bank
from properties.conformance.cases import Case, reading_order
from properties.conformance.conversation import WrongShape, resume
from properties.conformance.conversations import conversation
from properties.conformance.judge import (
    Convention,
    Fault,
    Judged,
    Status,
    Transcript,
    book_of,
    difference,
    parse_reply,
    read_answer,
    rules_of,
)
from properties.conformance.parting import Parting
from properties.conformance.planner import decides_play
from properties.conformance.protocol import Drop, Fork, GameClaim, NewTable, PlayOk, Reply, StepRequest, Trace
from properties.conformance.script import parse_token
from properties.conformance.traces import divergence
from properties.misreadings import Shows, misreadings_of
from properties.misreadings.bank import MISREADINGS

MOST_OBSERVATIONS: Final = 400
"""How many observations a candidate is held against; the smallest deals tell most."""

MOST_TOLD: Final = 8
"""An answer that counts the cards tells as much as so many that name only a winner."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Another rule book, and what its author believes."""

    name: str
    belief: str
    clauses: tuple[str, ...]
    book: AnyBook
    misreading: bool

    @property
    def pile_book(self) -> Book:
        """The book of a pile game."""
        assert not isinstance(self.book, BankBook)
        return self.book


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


def _size(judged: Judged) -> tuple[int, int, int, int, str]:
    """By how easy it is to read; of what was played step by step, the fewest actions to the difference come first."""
    parting, script = judged.verdict.parting, judged.case.script or ()
    return (parting.action if parting is not None else len(script), *reading_order(judged.case))


def candidates(game: str, chosen: Mapping[str, str]) -> Iterator[Candidate]:
    """Every misreading, and every alternative to what was agreed, one at a time."""
    if is_bank(game):
        return bank_candidates(chosen)
    base = choose(PROFILES[game], chosen)
    alternatives, misread = list(_alternatives(game, base)), list(_misread(game, base))
    # Where both explain the same, a misreading of a plain game is told, and of a game of many options the option.
    return iter([*alternatives, *misread] if base.slapping else [*misread, *alternatives])


def _misread(game: str, base: Book) -> Iterator[Candidate]:
    for misreading in misreadings_of(game):
        if misreading.shows in (Shows.PLAY, Shows.SLAPS):
            with suppress(RuleChoiceError):
                book = misreading.apply(base)
                yield Candidate(misreading.name, misreading.belief, misreading.clauses, book, misreading=True)


def _alternatives(game: str, base: Book) -> Iterator[Candidate]:
    agreed = choices(base)
    for name, point in points_of(game).items():
        if not decides_play(name) or name in ("count_cards", "count_tricks"):
            continue
        for way, value in point.ways(game).items():
            other = toggled(agreed[name], way) if point.is_set else way
            if other not in (agreed[name], "shuffled"):
                clauses = _broken(base, name, value)
                gone = f"without {way}: " if point.is_set and way not in other.split(",") else ""
                belief = gone + _meaning(name, way, value)
                with suppress(RuleChoiceError):  # some ways do not go together
                    yield Candidate(f"{name}={other}", belief, clauses, choose(base, {name: other}), False)


def _broken(base: Book, point: str, other: object) -> tuple[str, ...]:
    """The clauses that a program breaks which plays another way than was agreed.

    In games of many options those that the agreed way states; in plain games those of the way that is played, as its
    alternatives state one and the same clause.
    """
    if not base.slapping:
        return clauses_of(other) if callable(other) else ()
    agreed = getattr(base, point)
    ways = [other] if point == "slaps" and other in agreed else agreed if point == "slaps" else [agreed]
    stated = [id for way in ways if callable(way) for id in clauses_of(way)]
    own = load().clauses
    return tuple(id for id in dict.fromkeys(stated) if base.game in own[id].games or not own[id].games)


def _meaning(point: str, way: str, value: object) -> str:
    """What a way means: the first sentence of its function, or what the register says of it."""
    if callable(value) or point not in load().points:
        return _first_sentence(value)
    texts = {each.name: each.text for each in load().point(point).alternatives}
    return texts.get(way, _first_sentence(value))


def toggled(chosen: str, way: str) -> str:
    """A set of alternatives with one put in, or taken out if it is there."""
    ways = [] if chosen == "none" else chosen.split(",")
    kept = [each for each in ways if each.partition(":")[0] != way]
    return ",".join(kept if len(kept) < len(ways) else [*ways, way]) or "none"


def _first_sentence(value: object) -> str:
    return (inspect.getdoc(value) or "").split("\n")[0]


def groups(
    judged: Sequence[Judged], claim: GameClaim, convention: Convention, trace: Trace | None = None
) -> Iterator[Group]:
    """The failures of a run, put together by what explains them, the smallest deal of all first."""
    left = sorted((one for one in judged if one.verdict.status in (Status.FAIL, Status.ERROR)), key=_size)
    right = sorted((one for one in judged if one.verdict.status is Status.PASS), key=_size)
    search = _Search(claim, convention, trace)
    while left:
        smallest = left[0]
        found = search.best(smallest, left, right) if _answered(smallest) else None
        if found is not None:
            explanation, mine = found
        else:
            explanation = None
            mine = [one for one in left if _looks(one) == _looks(smallest)]
        yield Group(smallest, tuple(mine), explanation)
        ids = {one.case.id for one in mine}
        left = [one for one in left if one.case.id not in ids]


def _looks(judged: Judged) -> tuple[str, str]:
    """What failures without an explanation have in common: the kind of fault and what came of asking again, or why."""
    verdict = judged.verdict
    if verdict.fault is not None:
        _, _, afterwards = verdict.why.partition("; started anew")
        return verdict.fault.kind, afterwards
    if verdict.parting is not None:
        return verdict.parting.what, _where(judged.case, verdict.parting)
    if verdict.got is None:
        return "refused", ""
    if verdict.divergence is not None and verdict.fits:
        return "trace", ""  # the outcome is right: where the steps part is another place in every game
    return "", verdict.why


def _where(case: Case, parting: Parting) -> str:
    """The kind of act after which a table differs: another number of the same act is no other fault."""
    if parting.action == 0 or case.script is None:
        return "dealt"
    if is_bank(case.game):
        return parse_bank_token(case.script[parting.action - 1]).act
    token = parse_token(case.script[parting.action - 1])
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


def bank_candidates(chosen: Mapping[str, str]) -> Iterator[Candidate]:
    """Every alternative of Bank to what was agreed, and every misreading, one at a time."""
    base = bank_points.choose(BANK, chosen)
    agreed = bank_points.choices(base)
    for name, point in bank_points.POINTS.items():
        for way, value in point.alternatives.items():
            if agreed[name].partition(":")[0] == way:
                continue
            with suppress(RuleChoiceError):  # some ways do not go together
                book = bank_points.choose(BANK, {**chosen, name: way})
                stated = getattr(base, name)
                yield Candidate(f"{name}={way}", _meaning(name, way, value), clauses_of(stated), book, False)
    for each in MISREADINGS:
        with suppress(RuleChoiceError):
            book = replace(base, **{each.point: each.function})
            yield Candidate(each.name, each.belief, each.clauses, book, misreading=True)


@dataclass(frozen=True, slots=True)
class Told:
    """A conversation on record: the case with every seat named, and each question with the reply that came."""

    case: Case
    talk: tuple[tuple[StepRequest, Reply | Fault], ...]


def told(claim: GameClaim, case: Case, transcript: Transcript) -> Told:
    """What was asked of a program, as far as it went, and what it replied."""
    asked = conversation(case, claim, rules_of(case))
    question = next(asked)
    talk: list[tuple[StepRequest, Reply | Fault]] = []
    for number, line in enumerate(transcript.talk):
        reply = parse_reply(line.encode(), transcript.request + number)
        talk.append((question, reply))
        if isinstance(reply, Fault):
            break
        try:
            question = resume(asked, reply)
        except StopIteration:
            break
    return Told(spelt_out(case), tuple(talk))


def talks_so(book: AnyBook, claim: GameClaim, record: Told) -> bool:
    """Whether a book gives the replies of a conversation, as far as it went, to the very same questions."""
    answered = conversation(record.case, claim, book)
    same = next(answered)
    for number, (question, reply) in enumerate(record.talk):
        if isinstance(reply, Fault):
            return False
        if question != same:  # either the other book has left the replies, or these had left the rules before
            looks_back = number > 0 and isinstance(question, NewTable | Fork)
            return (isinstance(question, Drop) or looks_back) and not isinstance(same, Drop)
        try:
            same = resume(answered, reply)
        except StopIteration as over:
            return over.value is None
        except (WrongShape, RefusedSlap, LookupError):  # a misreading may break down at what it does not foresee
            return False
    return True


def spelt_out(case: Case) -> Case:
    """The same case with every seat named that the rules expect, so that another book asks the same."""
    assert case.script is not None
    if is_bank(case.game):
        return spelt_out_bank(case)
    book = book_of(case)
    table = initial(book, case.deal)
    script: list[str] = []
    for text in case.script:
        token = parse_token(text)
        tick = token.tick(book, table)
        named = token.act in (Act.LAY, Act.COLLECT) and not token.seats
        script.append(f"{token.sign}{SEAT_NAMES[tick[0].seat]}:{token.act}" if named else text)
        if not token.stale and refusal(book, table, tick) is None:
            table = apply_tick(book, table, tick)
    return msgspec.structs.replace(case, script=tuple(script))


def spelt_out_bank(case: Case) -> Case:
    """The same case of Bank with every seat named that is in turn by the rules."""
    assert case.script is not None
    book = bank_points.choose(BANK, case.choices)
    tokens = parse_bank_script(case.script)
    script = []
    for token, step in zip(tokens, followed_bank(book, start(book, case.round_deal), tokens), strict=True):
        named = token.seat is None and step.action.seat >= 0
        sign = token.text[0] if token.stale else ""
        script.append(f"{sign}{SEAT_NAMES[step.action.seat]}:{token.text.removeprefix(sign)}" if named else token.text)
    return msgspec.structs.replace(case, script=tuple(script))


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
        near = [one for one in right if one.case.choices == chosen][:MOST_OBSERVATIONS]
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
        if case.script is not None:
            if case.id not in self._told:
                assert judged.transcript is not None
                self._told[case.id] = told(self._claim, case, judged.transcript)
            return talks_so(candidate.book, self._claim, self._told[case.id])
        played = _played_under(candidate.pile_book, case) if got is not None else None
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


def outcome_under(book: Book, case: Case, convention: Convention) -> Outcome | None:
    """The outcome of a case under another book; None where that book does not know so many seats."""
    played = _played_under(book, case)
    return None if played is None else counted(played, *convention)


def _played_under(book: Book, case: Case) -> Played | None:
    try:
        check_seats(book, len(case.hands))
    except RuleChoiceError:
        return None
    try:
        return play(book, initial(book, case.deal), case.budget, slaps=case.slaps)
    except (RefusedSlap, LookupError):  # a misreading may break down at what it does not foresee
        return None
