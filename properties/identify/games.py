"""Pile games that a program plays by itself: which deals are asked, and what a hypothesis makes of them."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, pairwise
from typing import Final

import msgspec

from model.game import Loop, Outcome, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import Played, RefusedSlap, play
from properties.conformance.books import AnyBook
from properties.conformance.cases import (
    CLASSES,
    SMALL_BUDGET,
    SMALL_DEAL,
    Case,
    case_seed,
    deals_of_size,
    exhaustive_case,
    random_case,
    reading_order,
    with_choices,
)
from properties.conformance.judge import (
    CONVENTIONS,
    Convention,
    Fault,
    FaultKind,
    Judged,
    difference,
    read_answer,
    told_of,
)
from properties.conformance.planner import Scope, inapplicable
from properties.conformance.protocol import GameClaim, LoopClaim, PlayOk, Trace
from properties.conformance.traces import divergence, trace_to_ask
from properties.identify.hypotheses import ANSWERS, Hypothesis, Option
from properties.identify.pile_options import pile_options
from properties.identify.scripts import BREAKS_DOWN
from properties.identify.tables import lays
from properties.identify.timelines import timeline_cases, timeline_checks
from properties.misbehaviours import Misbehaviour, answering_options
from properties.misreadings import Fault as FaultOf
from properties.readings import Remembered

WHOLE: Final = 3
"""Two seats: every deal of so many cards is there to be asked."""
FEWER_CLASSES: Final = (
    (2, "-JQ", 4),
    (2, "-J", 5),
    (2, "-J", 6),
    (3, "-JQ", 3),
    (3, "-J", 4),
    (3, "-J", 5),
    (4, "-J", 4),
)
"""And every deal of fewer classes: seats, classes, cards. What needs more is left to chance."""
MIDDLE: Final = range(8, 27, 2)
"""Cards in deals by chance that are neither small nor whole packs; for each size `EACH` with the same seats."""
EACH: Final = 6
PACKS: Final = 3
"""Whole packs by chance that may be asked for each number of seats; a result is held against `CHECKS` others."""
CHECKS: Final = 4
COUNTS: Final = ("cards", "tricks")
TRACED: Final = max(MIDDLE)
"""In larger deals no traces are compared, if cards and tricks are told: that takes long, and seldom tells more."""
LOOPS: Final[tuple[LoopClaim, ...]] = ("first_repeat", "eventually", "none")
"""What can be seen of how a program tells of games that never end, the most telling first."""
TELLINGS: Final[tuple[tuple[Convention, LoopClaim], ...]] = tuple(
    (pair, loop) for pair in CONVENTIONS for loop in LOOPS
)
"""Every way of telling: a bit for each, in this order."""
EVERY_WAY: Final = (1 << len(TELLINGS)) - 1


class Refusal(StrEnum):
    """Why a book refuses a game."""

    SEATS = "the rules do not know so many seats"
    SLAP = "a slap is refused"


Answer = tuple[Outcome, ...] | Refusal | FaultKind
"""What is told of a game in each way of counting; or why there is none, or how the program breaks."""


@dataclass(slots=True)
class GamesAsking:
    """How a program is asked that plays whole games by itself."""

    claim: GameClaim
    scope: Scope
    suite: tuple[Case, ...]
    trace: Trace | None = None
    at_once: int = 0
    base: Book = field(init=False)
    options: tuple[Option, ...] = field(init=False)
    _tells: set[str] = field(default_factory=set)
    """What was told of a won game: cards, tricks. Empty until the first answer."""
    _answered: int = 0
    _played: dict[str, Remembered[Played | Refusal | FaultKind]] = field(default_factory=dict)
    _answers: dict[tuple[str, str, int], Answer] = field(default_factory=dict)
    _read: dict[str, PlayOk | Fault | str] = field(default_factory=dict)
    _fitting: dict[tuple[str, tuple[Outcome, ...]], int] = field(default_factory=dict)
    _traced: dict[str, Remembered[bool]] = field(default_factory=dict)
    _claims: tuple[GameClaim, ...] = ()

    def __post_init__(self) -> None:
        """Everything that a program may do otherwise here."""
        self.base = choose(PROFILES[self.scope.game], self.scope.choices)
        answering = answering_options(self.scope.game)
        told = (_answering(each) for each in answering if self.base.slapping or each.kind is not FaultOf.SLAP)
        self.options = (*pile_options(self.base), *told)
        self._claims = tuple(msgspec.structs.replace(self.claim, loop=loop) for loop in LOOPS)

    @property
    def told(self) -> tuple[str, ...]:
        """What the answers so far tell."""
        return ("winner", *sorted(self._tells), *([self.trace] if self.trace else []))

    @property
    def space(self) -> str:
        """The whole space of deals among the cases."""
        if self.base.slapping or 2 not in self.scope.seats:
            return ""
        return f"all deals of {' '.join(CLASSES)} up to {WHOLE} cards for two"

    # --- what is asked

    def cases(self) -> Iterator[Case]:
        """What may be asked: small deals first, those of the suite among them, then larger ones by chance."""
        if self.base.slapping:
            return timeline_cases(self.claim, self.scope, self.suite)
        made = (exhaustive_case(self.scope.game, hands, self.scope.choices) for hands in self._small_deals())
        small = {case.text: case for case in chain(made, self._of_suite(small=True))}
        rest = chain(self._middle(range(EACH)), self._packs(range(PACKS)))
        return self._applicable(chain(sorted(small.values(), key=reading_order), rest))

    def checks(self) -> Iterator[Case]:
        """What a result is held against: other deals by chance, whole packs, and the suite's records and loops."""
        if self.base.slapping:
            return timeline_checks(self.claim, self.scope)
        others = chain(self._middle(range(EACH, EACH + EACH // 2)), self._packs(range(PACKS, PACKS + CHECKS)))
        return self._applicable(chain(others, self._of_suite(small=False)))

    def _applicable(self, cases: Iterator[Case]) -> Iterator[Case]:
        return (case for case in cases if not inapplicable(case, self.claim))

    def _small_deals(self) -> Iterator[tuple[str, ...]]:
        if 2 in self.scope.seats:
            for size in range(2, WHOLE + 1):
                yield from deals_of_size(size, 2)
        for seats, classes, cards in FEWER_CLASSES:
            if seats in self.scope.seats:
                yield from deals_of_size(cards, seats, classes)

    def _of_suite(self, small: bool) -> Iterator[Case]:
        for case in self.suite:
            cards = sum(map(len, case.hands)) + len(case.middle)
            if case.script is None and len(case.hands) in self.scope.seats and (cards <= SMALL_DEAL) is small:
                yield msgspec.structs.replace(case, choices=dict(self.scope.choices))

    def _middle(self, numbers: range) -> Iterator[Case]:
        for seats in self.scope.seats:
            for cards in MIDDLE:
                for number in numbers:
                    if cards >= seats:
                        yield self._by_chance(seats, cards, number)

    def _by_chance(self, seats: int, cards: int, number: int) -> Case:
        """So many cards, a third of them pay cards, in hands of any size."""
        game = self.scope.game
        rng = random.Random(case_seed(self.scope.seed, f"{game}/identify/{seats}/{cards}/{number}"))
        deck = [rng.choice(CLASSES[1:]) if rng.random() < 1 / 3 else CLASSES[0] for _ in range(cards)]
        cuts = [0, *sorted(rng.sample(range(1, cards), seats - 1)), cards]
        hands = tuple("".join(deck[start:stop]) for start, stop in pairwise(cuts))
        return Case(
            id=with_choices(f"{game}/made up/{'/'.join(hands)}", self.scope.choices),
            game=game,
            hands=hands,
            choices=dict(self.scope.choices),
            budget=SMALL_BUDGET,
            phase="random",
        )

    def _packs(self, numbers: range) -> Iterator[Case]:
        for number in numbers:
            for seats in self.scope.seats:
                yield random_case(self.base, seats, number, self.scope.seed, self.scope.choices)

    # --- what a hypothesis makes of it

    def hear(self, judged: Judged) -> None:
        """An answer has come: it shows what the program tells at all."""
        got = judged.verdict.got
        if got is None or got.status != "won":
            return
        self._answered += 1
        self._tells |= {count for count in COUNTS if getattr(got, count) is not None}

    def may_be_silent(self, hypothesis: Hypothesis, case: Case) -> bool:
        """Whether the game never ends by this hypothesis."""
        played = self._game(hypothesis, case)
        return isinstance(played, Played) and isinstance(played.outcome, Loop)

    def foretells(self, hypothesis: Hypothesis, case: Case, ways: int = EVERY_WAY) -> Hashable:
        """The outcome in some ways of counting, as far as it is told. (Traces refute, and are not foretold.)

        In a way of counting that earlier answers have ruled out two may differ for ever, and no answer tells.
        """
        answer = self._answer(hypothesis, case)
        if not isinstance(answer, tuple):
            return answer
        every_loop = (1 << len(LOOPS)) - 1
        return tuple(
            self._reduced(outcome) for place, outcome in enumerate(answer) if ways >> place * len(LOOPS) & every_loop
        )

    def _reduced(self, outcome: Outcome) -> Hashable:
        match outcome:
            case Won() if self._answered:
                told = {count: getattr(outcome, count) for count in self._tells}
                return outcome.winners, *sorted(told.items())
            case Loop() if self.claim.loop != "first_repeat":
                return "loop"
            case other:
                return other

    def agrees(self, hypothesis: Hypothesis, judged: Judged) -> int:
        """In which ways of telling a hypothesis gives the answer that has come."""
        case, transcript = judged.case, judged.transcript
        if transcript is None:
            return EVERY_WAY  # it was not asked
        answer = self._answer(hypothesis, case)
        fault = judged.verdict.fault
        if fault is not None:
            return EVERY_WAY if answer is fault.kind else 0
        if case.id not in self._read:
            self._read[case.id] = read_answer(transcript, len(case.hands))
        read = self._read[case.id]
        if isinstance(read, str) and isinstance(answer, Refusal):
            return EVERY_WAY
        if not isinstance(read, PlayOk) or not isinstance(answer, tuple):
            return 0
        key = case.id, answer
        if key not in self._fitting:
            self._fitting[key] = self._fits(answer, read)
        fits = self._fitting[key]
        return fits if fits and self._traces_agree(hypothesis, case, read) else 0

    def _fits(self, answer: tuple[Outcome, ...], read: PlayOk) -> int:
        fits = 0
        for place, outcome in enumerate(answer):
            for number, claim in enumerate(self._claims):
                if not difference(outcome, read.outcome, claim):
                    fits |= 1 << (place * len(LOOPS) + number)
        return fits

    def _traces_agree(self, hypothesis: Hypothesis, case: Case, read: PlayOk) -> bool:
        if self.trace is None or hypothesis.tells is not None:
            return True
        if len(self._tells) == len(COUNTS) and sum(map(len, case.hands)) > TRACED:
            return True
        if case.id not in self._traced:
            self._traced[case.id] = Remembered(lambda book: self._traced_so(book, case, read))
        return self._traced[case.id].of(hypothesis.book)

    def _traced_so(self, book: AnyBook, case: Case, read: PlayOk) -> bool:
        assert isinstance(book, Book)
        assert self.trace is not None
        played = _play(book, case)
        if not isinstance(played, Played):
            return False
        start = initial(book, case.deal)
        try:
            return divergence(book, start, played, read, self.claim, self.trace, case.slaps) is None
        except BREAKS_DOWN:  # a misread game may have steps that no event tells
            return False

    def _game(self, hypothesis: Hypothesis, case: Case) -> Played | Refusal | FaultKind:
        if case.id not in self._played:
            self._played[case.id] = Remembered(lambda book: _play(book, case))
        return self._played[case.id].of(hypothesis.book)

    def _answer(self, hypothesis: Hypothesis, case: Case) -> Answer:
        """What is told of a game in each way of counting; or why there is none, or how the program breaks."""
        played = self._game(hypothesis, case)
        option = hypothesis.tells
        if not isinstance(played, Played):
            return played
        # What was played is kept, once for all books that play it: so its identity stands for it.
        key = case.id, option.name if option is not None else "", id(played)
        if key not in self._answers:
            assert isinstance(hypothesis.book, Book)
            tells = option.tells if option is not None else None
            self._answers[key] = tells(hypothesis.book, case, played) if tells is not None else told_of(played)
        return self._answers[key]


def _play(book: AnyBook, case: Case) -> Played | Refusal | FaultKind:
    assert isinstance(book, Book)
    if not lays(book, case):
        return Refusal.SEATS
    try:
        return play(book, initial(book, case.deal), case.budget, slaps=case.slaps)
    except RefusedSlap:
        return Refusal.SLAP
    except BREAKS_DOWN:  # a misreading may break down at what its author did not foresee
        return FaultKind.CRASHED


def _answering(misbehaviour: Misbehaviour) -> Option:
    each = misbehaviour
    return Option(ANSWERS, each.name, each.belief, each.clauses, True, lambda book: book, each.told)


def games_asking(claim: GameClaim, scope: Scope, suite: tuple[Case, ...], level: str) -> GamesAsking:
    """How a pile game is asked of a program that plays it by itself."""
    return GamesAsking(claim, scope, suite, trace_to_ask(claim, level))
