"""Which slips explain what a program has answered, and the deals that tell them apart.

A slip is named when it explains every answer and plain play does not. The deals are chosen so that each slip, and each
pair of slips, foretells other answers than plain play, than any other slip, and than any misread rule; tests hold this.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import msgspec

from model.cards import RANKS, Labelling, card, format_card
from model.deal import deal_of
from model.game import Outcome
from model.piles.play import initial
from model.piles.points import check_seats, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book, PayMap
from model.piles.run import Played, counted, play
from model.points import RuleChoiceError
from properties.conformance.cases import CLASSES, SMALL_BUDGET
from properties.conformance.explain import Candidate, candidates
from properties.conformance.judge import CONVENTIONS, Convention, difference
from properties.conformance.protocol import GameClaim, OutcomeWire, winners
from properties.conformance.slips import SLIPS, Aspect, Hands, Question, Slip
from properties.conformance.talk import Check

QUESTIONS: Final[dict[int, tuple[str, ...]]] = {
    seats: tuple(deals.split())
    for seats, deals in {
        2: (
            "J/J K/Q -/-- JJ/--A -J--J/KA ----QJ/Q ---J/-J- -/- A/- J-Q/J K/--K --J-J/J- JJ---/-K K-A/Q- J-/--J "
            "J---J-/K JAJ/A-KJ J-/---Q- A--Q/-QJ K-AJ/J- ---J-/J- KK/---JJ"
        ),
        3: (
            "J/J/J K/Q/J -/-/-- -/--/- J/-QA/J--Q J/----/A Q/--A/- -/-JJ/J-J -A/J/AA K/-/-- J--/Q/- Q-A/-Q/- "
            "QJ/K/-- -/J/-J ---J/A/Q-"
        ),
        4: (
            "J/J/J/J K/Q/J/A -/-/-/-- -/--/-/- -/AJ/J-/--J- A/-/-JJ/J-J- KJ/--/-J-A/K --/-/J-J/JA Q/-/Q/J "
            "Q-Q-/-/-J/QQ -/A/-/K J-/--/A-/- K/A/-Q--KK/Q"
        ),
        5: (
            "J/J/J/J/J K/Q/J/A/J -/-/-/-/-- -/--/-/-/- K/A/-J/-J/Q-J J-/-/Q/-/---K -/JK/-J/A/- -/Q/QA/Q/Q "
            "-/J/JJK/Q--J/J JQQ-/KJ/-/--/J -J/-/-/JQ--/- -/-/J/-/A -/A/Q/J/- J/--A/-/-/J -/-/-/J/-K"
        ),
        6: (
            "J/J/J/J/J/J K/Q/J/A/J/Q -/-/-/-/-/-- -/--/-/-/-/- AJ/----/-/-/J/JQ K-/J/-/J/--/- A/-J/-/--/J-/- "
            "--/J/J/-/--K/- J/-A/J/--J/-/J -/-/-/J-/-/J -/-/Q/-/-/J -/J/A/J/J/- J/A/-Q/--Q/-/Q"
        ),
    }.items()
}
"""Deals that tell all slips apart, for each number of seats: the first two without `-`, the next without a letter."""

ENDLESS: Final = {2: "--J-/J-", 3: "-/--J-/J", 4: "--/J/-/J-", 5: "-/-/J/-/J-", 6: "-/J/-/-/J/-"}
"""Deals that go round for ever by the default rules."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program said of one deal."""

    hands: Hands
    got: OutcomeWire


ORDINARY: Final = "456789"


def as_ranks(hands: Hands, pay_map: PayMap) -> Hands | None:
    """Hands of classes as ranks that ask the same; None where no rank asks it."""
    owing: dict[int, str] = {}
    for rank in RANKS:
        owing.setdefault(pay_map.demands[rank], format_card(card(rank)))
    ordinary = itertools.cycle(ORDINARY)
    written: list[str] = []
    for hand in hands:
        letters = [next(ordinary) if letter == "-" else owing.get(CLASSES.index(letter), "") for letter in hand]
        if "" in letters:
            return None
        written.append("".join(letters))
    return tuple(written)


def foretold(book: Book, hands: Hands, slips: Sequence[Slip], convention: Convention) -> tuple[Outcome, ...]:
    """What a program that makes these slips may answer."""
    question: Question = book, hands
    for slip in slips:
        question, convention = slip.reads(question), slip.counts(convention)
    outcomes: tuple[Outcome, ...] = (counted(_played(*question), *convention),)
    for slip in slips:
        outcomes = tuple(itertools.chain.from_iterable(slip.tells(outcome, hands) for outcome in outcomes))
    return outcomes


@lru_cache(maxsize=1 << 14)
def _played(book: Book, hands: Hands) -> Played:
    return play(book, initial(book, deal_of(list(hands), Labelling.CLASS)), SMALL_BUDGET)


def explanations(book: Book, answers: Sequence[Answer], claim: GameClaim) -> tuple[tuple[Slip, ...], ...]:
    """The fewest slips that explain every answer: one empty tuple if none is needed, nothing if none will do.

    Where several explain all answers equally well, each is given. Two slips at once are looked for only where the
    answers count cards: a winner alone says too little.
    """
    for several in (((),), tuple((slip,) for slip in SLIPS), tuple(pairs()) if _counted(answers) else ()):
        found = [slips for slips in several if explains(book, answers, claim, slips)]
        if found:
            return tuple(_unlike(book, answers, found))
    return ()


def _counted(answers: Sequence[Answer]) -> bool:
    return all(answer.got.cards is not None for answer in answers if answer.got.status == "won")


def explains(book: Book, answers: Sequence[Answer], claim: GameClaim, slips: Sequence[Slip]) -> bool:
    """Whether a program that makes these slips could have given all these answers, in one way of counting."""
    return bool(answers) and any(
        all(_could_say(book, answer, claim, slips, convention) for answer in answers)
        for convention in CONVENTIONS
        if claim.count_cards in (None, convention[0]) and claim.count_tricks in (None, convention[1])
    )


def _could_say(book: Book, answer: Answer, claim: GameClaim, slips: Sequence[Slip], convention: Convention) -> bool:
    outcomes = foretold(book, answer.hands, slips, convention)
    return any(not difference(outcome, answer.got, claim) for outcome in outcomes)


def pairs() -> Iterator[tuple[Slip, Slip]]:
    """Every two slips that are about different things."""
    return ((one, other) for one, other in itertools.combinations(SLIPS, 2) if one.aspect is not other.aspect)


def _unlike(book: Book, answers: Sequence[Answer], found: Sequence[tuple[Slip, ...]]) -> Iterator[tuple[Slip, ...]]:
    """Leave out what is the same as an earlier one for these deals: with two seats the second hand is the last."""
    seen: set[tuple[tuple[Outcome, ...], ...]] = set()
    for slips in found:
        said = tuple(foretold(book, answer.hands, slips, CONVENTIONS[0]) for answer in answers)
        if said not in seen:
            seen.add(said)
            yield slips


# --- what is said of it ---

SURE_WITH_ANY_RULES: Final = frozenset({Aspect.HANDS, Aspect.LEADER, Aspect.WINNER, Aspect.SEATS})
"""Slips that change so much that they can be told even from a program that misreads a rule as well."""
RULE_MAY_DIFFER: Final = (
    "the answers fit none of the usual slips: the wiring seems right, a rule may differ; `verify` will say which"
)


RULE_MAY_DIFFER_AS_WELL: Final = (
    "apart from that the answers fit none of the usual slips: a rule may differ as well; `verify` will say which"
)
DECLARE: Final = "what is played differently on purpose is declared in hello"


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the answers say of the wiring: a check for each aspect, and the slips that explain them all, if some do."""

    checks: tuple[Check, ...]
    slips: tuple[Slip, ...] | None


def wiring_of(claim: GameClaim, choices: Mapping[str, str], answers: Sequence[Answer]) -> Wiring:
    """What is wrong with the wiring of a program that claims this, and has answered so."""
    found = explanations(choose(PROFILES[claim.game], choices), answers, claim)
    if found:
        return Wiring(tuple(_named(found, answers)), found[0])
    if _from_1(answers):
        return _beside_seats_from_1(wiring_of(claim, choices, [_one_down(answer) for answer in answers]))
    other = _under_other_rules(claim, choices, answers) if _counted(answers) else None
    if other is not None and other[0]:
        slip = other[0][0]
        seen = f"{slip.seen} (and a rule may differ as well: `verify` will say which)"
        return Wiring((Check(slip.aspect, False, seen, slip.hint),), None)
    hint = _declaration(other[1]) if other is not None else DECLARE
    strangers = tuple(_strangers(answers))
    seen = RULE_MAY_DIFFER_AS_WELL if strangers else RULE_MAY_DIFFER
    return Wiring((*strangers, Check("hands, seats, cards and counts", True, seen, hint, remark=True)), None)


def _from_1(answers: Sequence[Answer]) -> bool:
    """Whether seats are plainly counted from 1, whatever the rules: there is one too many, and never a 0."""
    seats = {(seat, len(answer.hands)) for answer in answers for seat in winners(answer.got)}
    return any(seat == number for seat, number in seats) and all(0 < seat <= number for seat, number in seats)


def _one_down(answer: Answer) -> Answer:
    got = answer.got
    winner = None if got.winner is None else got.winner - 1
    several = None if got.winners is None else tuple(seat - 1 for seat in got.winners)
    return Answer(answer.hands, msgspec.structs.replace(got, winner=winner, winners=several))


def _beside_seats_from_1(rest: Wiring) -> Wiring:
    """What is wrong with a program that counts seats from 1, and what is wrong with it besides."""
    slip = next(slip for slip in SLIPS if slip.name == "seats_from_1")
    seats = Check(slip.aspect, False, slip.seen, slip.hint)
    others = [check for check in rest.checks if check.name != Aspect.SEATS]
    others = [
        replace(check, seen=RULE_MAY_DIFFER_AS_WELL) if check.seen == RULE_MAY_DIFFER else check for check in others
    ]
    return Wiring((seats, *others), None if rest.slips is None else (*rest.slips, slip))


def _named(found: Sequence[tuple[Slip, ...]], answers: Sequence[Answer]) -> Iterator[Check]:
    """One check for each aspect; those that a slip is about do not hold."""
    for aspect in Aspect:
        slips = list(dict.fromkeys(slip for several in found for slip in several if slip.aspect is aspect))
        if slips:
            perhaps = "perhaps " if len(found) > 1 or not _counted(answers) else ""
            seen = perhaps + ", or ".join(slip.seen for slip in slips)
            yield Check(aspect, False, seen, "; ".join(dict.fromkeys(slip.hint for slip in slips)))
        elif _left_out(aspect, answers):
            yield Check(aspect, True, "the answers leave it out, so it is not judged", remark=True)
        else:
            yield Check(aspect, True, f"in all {len(answers)} deals")


def _left_out(aspect: Aspect, answers: Sequence[Answer]) -> bool:
    count = {Aspect.CARD_COUNT: "cards", Aspect.TRICK_COUNT: "tricks"}.get(aspect)
    won = [answer.got for answer in answers if answer.got.status == "won"]
    return count is not None and bool(won) and all(getattr(got, count) is None for got in won)


def _under_other_rules(
    claim: GameClaim, choices: Mapping[str, str], answers: Sequence[Answer]
) -> tuple[tuple[Slip, ...], Candidate] | None:
    """What explains all answers under some other rule that is known: no slip if that will do, else one that is sure."""
    seats = {len(answer.hands) for answer in answers}
    known = [
        each for each in candidates(claim.game, choices) if all(_knows(each.pile_book, number) for number in seats)
    ]
    sure = [(slip,) for slip in SLIPS if slip.aspect in SURE_WITH_ANY_RULES]
    for slips in ((), *sure):
        for candidate in known:
            if explains(candidate.pile_book, answers, claim, slips):
                return slips, candidate
    return None


def _knows(book: Book, seats: int) -> bool:
    try:
        check_seats(book, seats)
    except RuleChoiceError:
        return False
    return True


def _declaration(candidate: Candidate) -> str:
    """How another rule is declared, where it is one that a table may agree on."""
    if candidate.misreading:
        return DECLARE
    point, _, way = candidate.name.partition("=")
    return f'if {candidate.name} is meant, declare it in hello: "variant": {{"{point}": ["{way}"]}}'


def _strangers(answers: Sequence[Answer]) -> Iterator[Check]:
    """A seat that does not exist is a fault of the wiring under any rules."""
    for answer in answers:
        seats = len(answer.hands)
        unknown = [seat for seat in winners(answer.got) if not 0 <= seat < seats]
        if unknown:
            seen = f"{'/'.join(answer.hands)}: seat {unknown[0]} is said to have won"
            yield Check(Aspect.SEATS, False, seen, f"the seats of {seats} hands are 0 to {seats - 1}")
            return
