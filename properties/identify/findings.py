"""What a search for a program's rules has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from model.piles.rulebook import CountCards, CountTricks
from properties.conformance.books import choices_of, chosen_book
from properties.conformance.judge import Judged
from properties.conformance.protocol import GameClaim, HelloOk, LoopClaim
from properties.identify.games import TELLINGS
from properties.identify.hypotheses import Hypothesis, Option


@dataclass(frozen=True, slots=True)
class Telling:
    """How a program counts, and what it says of games that never end; None where its answers do not show it."""

    count_cards: CountCards | None
    count_tricks: CountTricks | None
    loop: LoopClaim | None


@dataclass(frozen=True, slots=True)
class Shown:
    """The easiest case that shows an option: without it the answer would be another one."""

    option: Option
    judged: Judged
    """What was asked, and answered; the verdict holds what the rules claimed expect."""


@dataclass(frozen=True, slots=True)
class Undetermined:
    """Something else that explains every answer as well: the hypothesis, or it with an option more or another one."""

    hypothesis: Hypothesis
    instead: tuple[Option, ...]
    """The options by which it differs from what was found."""
    cases: int
    """In so many cases the two are the same: in those that were asked by the answers, in the others by the results."""
    apart: int
    """In so many others they are not; these were not asked, as the program may never answer them, or of too many."""
    space: str
    """The largest whole space among them, in words; empty if there is none. `2 seats: all 7,000 deals up to 6 cards`"""


@dataclass(frozen=True, slots=True)
class Unsure:
    """The same case, answered differently."""

    first: Judged
    again: Judged


@dataclass(frozen=True, slots=True)
class Identified:
    """Which rules a program plays, as far as its answers show."""

    hello: HelloOk
    claim: GameClaim
    choices: Mapping[str, str]
    """What was asked for: the points that are claimed, where they are not the default."""
    seats: tuple[int, ...]
    level: str
    """outcome, trace or step."""
    hypothesis: Hypothesis
    """What explains every answer; or the nearest, if nothing does."""
    explains: bool
    telling: Telling
    judged: tuple[Judged, ...]
    """Every case that was asked, in order, judged by the rules that the program claims."""
    broken: tuple[Judged, ...]
    """The cases at which the program broke instead of answering, put aside as nothing explains them; easiest first."""
    agreeing: int
    """So many of these answers are those of the hypothesis."""
    first_unexplained: Judged | None
    """The easiest case that the nearest hypothesis does not explain."""
    shown: tuple[Shown, ...]
    """For each option of the hypothesis a case that shows it."""
    undetermined: tuple[Undetermined, ...]
    unsure: tuple[Unsure, ...]
    told: tuple[str, ...]
    """What the answers tell: of winner, cards, tricks, loop, events, states."""
    searched: int
    """So many hypotheses were held against the answers."""
    seconds: float
    reason: str
    """Why the search ended: complete, interrupted, or in words."""

    @property
    def assignment(self) -> dict[str, str]:
        """For each place that is not as claimed, what the program does there."""
        return {option.place: option.name for option in self.hypothesis.options}

    @property
    def declaration(self) -> dict[str, object]:
        """What to say in hello so that the program conforms to what it is; misreadings cannot be declared."""
        variant = {point: list(ways) for point, ways in self.claim.variant.items()}
        own, claimed = choices_of(self.hypothesis.book), choices_of(chosen_book(self.claim.game, self.choices))
        misread = {option.place for option in self.hypothesis.options if option.misreading}
        variant |= {point: [way] for point, way in own.items() if way != claimed[point] and point not in misread}
        told: dict[str, object] = {"variant": variant} if variant else {}
        if self.telling.count_cards is not None:
            told["count_cards"] = str(self.telling.count_cards)
        if self.telling.count_tricks is not None:
            told["count_tricks"] = str(self.telling.count_tricks)
        if self.telling.loop is not None:
            told["loop"] = self.telling.loop
        gaps = [
            {"clause": clause, "why": option.belief}
            for option in self.hypothesis.options
            if option.misreading
            for clause in option.clauses
        ]
        return told | ({"gaps": gaps} if gaps else {})


def telling_of(claim: GameClaim, judged: Sequence[Judged], ways: int) -> Telling:
    """What the ways of telling that are left have in common, as far as the answers show it."""
    got = [one.verdict.got for one in judged if one.verdict.got is not None]
    if not got:
        return Telling(None, None, None)
    left = [telling for place, telling in enumerate(TELLINGS) if ways >> place & 1]
    cards = {pair[0] for pair, _ in left}
    tricks = {pair[1] for pair, _ in left}
    looped = any(each.status == "loop" for each in got)
    loops = [loop for _, loop in left]
    gives_up = set(loops) == {"none"}  # only who gave up in an endless game tells of them in no better way
    return Telling(
        cards.pop() if len(cards) == 1 else None,
        tricks.pop() if len(tricks) == 1 else None,
        loops[0] if loops and (looped or gives_up) else None,
    )
