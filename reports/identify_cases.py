"""The cases that show which rules a program plays, as cards: what was asked, what is expected, what was answered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import msgspec

from model.bank.rulebook import Book as BankBook
from model.game import Outcome
from model.piles.play import initial
from model.piles.rulebook import Book
from properties.conformance.books import AnyBook, choices_of, chosen_book, defaults_of, is_bank
from properties.conformance.cases import Case
from properties.conformance.conversation import WrongShape
from properties.conformance.explain import outcome_under, played_under
from properties.conformance.judge import (
    CONVENTIONS,
    Convention,
    Fault,
    FaultKind,
    Judged,
    Status,
    Verdict,
    book_of,
    difference,
    followed,
    parting_words,
    read_answer,
)
from properties.conformance.protocol import PlayOk, to_wire
from properties.conformance.traces import divergence, trace_to_ask
from properties.identify.findings import Identified, Shown
from properties.identify.hypotheses import Hypothesis
from properties.identify.scripts import BREAKS_DOWN
from reports.bank_card import bank_sides
from reports.card import Card, StepRow, own_clauses, plain_card, scripted_card, steps_apart
from reports.parting_words import sides
from reports.replay_words import play_words, replay_words
from reports.verdict_words import divergence_words
from reports.words import outcome_words

NO_GAME: Final = "such a game is refused"


@dataclass(frozen=True, slots=True)
class How:
    """How a program was asked: its command, and what is spoken on its streams."""

    command: tuple[str, ...]
    wire: str = "json"


@dataclass(frozen=True, slots=True)
class Example:
    """A case as a card, by which rules `expected` is said, and a command that shows these play it, if there is one."""

    card: Card
    by: str
    play: str


def example(found: Identified, shown: Shown, how: How) -> Example:
    """The case that shows an option: what the claimed rules expect, and what the program answered."""
    judged, option = shown.judged, shown.option
    case, verdict = judged.case, judged.verdict
    clauses = own_clauses(option.clauses, case.game)
    card = plain_card(judged, clauses, replay_words(judged, found.claim, how.wire, how.command))
    play = play_words(judged, found.claim)
    if card.by_steps:
        return Example(scripted_card(card, judged, found.claim), "by the rules claimed", play)
    claimed = book_of(case)
    steps = _apart(case, claimed, found.hypothesis.book)
    card = msgspec.structs.replace(card, steps=steps, difference=divergence_words(verdict))
    if verdict.expected is not None:
        return Example(card, "the rules claimed", play)
    if verdict.status is not Status.PASS:  # the outcome is right and a step is not, or there is none at all
        return Example(
            msgspec.structs.replace(card, expected=_outcome(claimed, case, found)), "the rules claimed", play
        )
    less = found.hypothesis.without(option, chosen_book(found.claim.game, found.choices))
    other = msgspec.structs.replace(card, expected=_answer(less, case, found), steps=())
    return Example(other, "without this", play)


def _apart(case: Case, right: Book, others: AnyBook) -> tuple[StepRow, ...]:
    """The steps of a game up to where two books part; none where they do not, or one of them breaks down."""
    try:
        return () if isinstance(others, BankBook) else steps_apart(case, right, others)[0]
    except BREAKS_DOWN:  # a misreading may break down at what its author did not foresee
        return ()


def _outcome(book: Book, case: Case, found: Identified) -> str:
    outcome = outcome_under(book, case, _convention(found))
    return outcome_words(outcome) if outcome is not None else NO_GAME


def _convention(found: Identified) -> Convention:
    usual = CONVENTIONS[0]
    return found.telling.count_cards or usual[0], found.telling.count_tricks or usual[1]


def _told(hypothesis: Hypothesis, case: Case, found: Identified) -> Outcome | FaultKind | None:
    """What a hypothesis tells of a whole game; how it breaks; None where it refuses the game."""
    book = hypothesis.book
    assert not isinstance(book, BankBook)
    option = hypothesis.tells
    if option is None or option.tells is None:
        return outcome_under(book, case, _convention(found))
    played = played_under(book, case)
    if played is None:
        return None
    told = option.tells(book, case, played)
    return told if isinstance(told, FaultKind) else told[CONVENTIONS.index(_convention(found))]


def _answer(hypothesis: Hypothesis, case: Case, found: Identified) -> str:
    told = _told(hypothesis, case, found)
    if told is None:
        return NO_GAME
    return f"it breaks ({told.value})" if isinstance(told, FaultKind) else outcome_words(told)


# --- the first answer that the nearest hypothesis does not explain


def missed(found: Identified, how: How) -> Example | None:
    """The easiest case that the nearest hypothesis does not explain: what that expects, and what was answered."""
    if found.first_unexplained is None:
        return None
    judged = by_the_nearest(found, found.first_unexplained)
    asked = replace(judged, case=found.first_unexplained.case)
    replay = replay_words(asked, found.claim, how.wire, how.command)
    card = plain_card(judged, (), replay)
    play = play_words(judged, found.claim) if _may_be_chosen(found.hypothesis) else ""
    if not card.by_steps:
        expected = _answer(found.hypothesis, judged.case, found)
        card = msgspec.structs.replace(card, expected=expected, difference=divergence_words(judged.verdict))
        return Example(card, "the nearest expects", play)
    return Example(_by_steps(card, judged, found), "the nearest expects", play)


def broken(found: Identified, how: How) -> Example | None:
    """The easiest case at which the program broke: what the rules expect that it plays else, and how it broke."""
    if not found.broken:
        return None
    judged = found.broken[0]
    card = plain_card(judged, (), replay_words(judged, found.claim, how.wire, how.command))
    if card.by_steps:
        shown = scripted_card(card, judged, found.claim)
        return Example(shown, "by the rules claimed", play_words(judged, found.claim))
    expected = _answer(found.hypothesis, judged.case, found)
    plays = by_the_nearest(found, judged)  # broken as it is, only the rules of its case are others
    play = play_words(plays, found.claim) if _may_be_chosen(found.hypothesis) else ""
    return Example(msgspec.structs.replace(card, expected=expected), "expected", play)


def by_the_nearest(found: Identified, judged: Judged) -> Judged:
    """An answer, judged by the rules of the hypothesis; these stand in its case, if they can be chosen."""
    if _may_be_chosen(found.hypothesis):
        judged = replace(judged, case=msgspec.structs.replace(judged.case, choices=_chosen(found)))
    if judged.transcript is None or judged.verdict.fault is not None:
        return judged
    verdict = _of_script(found, judged) if judged.case.script is not None else _of_game(found, judged)
    return replace(judged, verdict=verdict)


def _may_be_chosen(hypothesis: Hypothesis) -> bool:
    return not any(option.misreading for option in hypothesis.options)


def _chosen(found: Identified) -> dict[str, str]:
    usual = defaults_of(found.claim.game)
    return {point: way for point, way in choices_of(found.hypothesis.book).items() if way != usual[point]}


def _of_game(found: Identified, judged: Judged) -> Verdict:
    """The verdict on a whole game."""
    case, transcript, book = judged.case, judged.transcript, found.hypothesis.book
    assert transcript is not None
    assert not isinstance(book, BankBook)
    read = read_answer(transcript, len(case.hands))
    if not isinstance(read, PlayOk):
        why = read.detail if isinstance(read, Fault) else f"refused: {read}"
        return Verdict(case.id, Status.FAIL, why)
    told = _told(found.hypothesis, case, found)
    if told is None or isinstance(told, FaultKind):
        return Verdict(case.id, Status.FAIL, "an answer where none is expected", got=read.outcome)
    why = difference(told, read.outcome, msgspec.structs.replace(found.claim, loop=found.telling.loop or "none"))
    trace, played = trace_to_ask(found.claim, found.level), played_under(book, case)
    parted = None
    if trace is not None and played is not None and found.hypothesis.tells is None:
        start = initial(book, case.deal)
        parted = divergence(book, start, played, read, found.claim, trace, case.slaps)
    return Verdict(case.id, Status.FAIL, why, expected=to_wire(told), got=read.outcome, divergence=parted)


def _of_script(found: Identified, judged: Judged) -> Verdict:
    """The verdict on a table that was played step by step."""
    case, transcript = judged.case, judged.transcript
    assert transcript is not None
    try:
        parting = followed(case, found.claim, found.hypothesis.book, transcript)
    except (WrongShape, *BREAKS_DOWN):
        return Verdict(case.id, Status.FAIL, "such a table is not foreseen")
    if parting is None or isinstance(parting, Fault):
        return Verdict(case.id, Status.FAIL, parting.detail if parting is not None else "")
    return Verdict(case.id, Status.FAIL, parting_words(case, parting), parting=parting)


def _by_steps(card: Card, judged: Judged, found: Identified) -> Card:
    """The card of a script; the table after each action is shown where the rules can be chosen."""
    if _may_be_chosen(found.hypothesis):
        return scripted_card(card, judged, found.claim)
    parting = judged.verdict.parting
    if parting is None:
        return card
    expected, got = (bank_sides if is_bank(judged.case.game) else sides)(parting)
    return msgspec.structs.replace(card, difference=judged.verdict.why, expected=expected, got=got)
