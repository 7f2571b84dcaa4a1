"""The failure card: the smallest deal that shows a fault, what should happen, what did, and what explains it.

A card is a value; the terminal, Markdown and JSON each have their own way of showing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import msgspec

from model.piles.play import initial
from model.piles.rulebook import Book
from model.register import load
from properties.conformance import traces
from properties.conformance.books import is_bank
from properties.conformance.cases import Case
from properties.conformance.grouping import Group
from properties.conformance.judge import Judged, Status, book_of, read_answer
from properties.conformance.parting import Parting
from properties.conformance.protocol import GameClaim, PlayOk
from properties.conformance.script import format_timeline
from properties.conformance.summary import Summary
from properties.conformance.traces import trace_to_ask
from properties.firing import Step, watch
from reports.bank_card import bank_scripted, bank_sides
from reports.parting_words import sides
from reports.replay_words import needed, replay_words
from reports.script_card import ActionRow, scripted
from reports.shortest_words import shortest_words
from reports.trace_words import shown_words
from reports.words import card_words, first_difference, outcome_words

MOST_STEPS: Final = 40
OWN_TEXT: Final = {"beggar": "BMN-", "camicia": "BMN-", "banka": "BB-", "ratscrew": "BMN-", "bank": "BANK-"}
"""How the clauses of a game's rules text begin."""
STEPS_BEFORE: Final = 6
"""How many steps before the first difference are shown of a long game."""


class StepRow(msgspec.Struct, frozen=True):
    """One card of the game: by the rules, and by what explains the program's answer, if something does."""

    number: int
    expected: str
    explained: str
    differs: bool


class ClauseText(msgspec.Struct, frozen=True):
    """A clause and what it says."""

    id: str
    statement: str


class Card(msgspec.Struct, frozen=True):
    """Everything a person needs to see, believe and replay one failure."""

    clauses: tuple[ClauseText, ...]
    deal: str
    case: str
    shortest: str
    why: str
    expected: str
    got: str
    explanation: str
    agreement: str
    steps: tuple[StepRow, ...]
    fired: tuple[str, ...]
    also: int
    replay: str
    stderr: str = ""
    status: Status = Status.FAIL
    played: bool = False
    """Whether the second column of the steps is the program's own trace, and not a guess."""
    middle: str = ""
    """The cards that the deal left over in the middle, the lowest first."""
    timeline: tuple[tuple[int, int], ...] = ()
    """The slaps of a game that plays itself: after so many cards this seat, the undermost hand first."""
    script: tuple[str, ...] | None = None
    """What is done at a table that is played step by step, one action each."""
    twin: str = ""
    """A second deal, which must look the same to everybody."""
    seated: str = ""
    """Who holds what at a small table."""
    actions: tuple[ActionRow, ...] = ()
    """The last actions of the script, up to where the program leaves the rules."""
    difference: str = ""
    """What differs first at a table that is played step by step; `expected` and `got` are both sides of it."""
    hashed: str = ""
    """The text whose hash the program should have told, where that is what differs."""
    parting: Parting | None = None
    """The first difference as it was compared."""
    pile: str = "middle"
    """What the cards in the middle are called in this game."""

    @property
    def by_steps(self) -> bool:
        """Whether this is about a table that is played step by step."""
        return self.script is not None


def card_of(group: Group, summary: Summary) -> Card:
    """The card for one group of failures."""
    card = _card(group, summary)
    return scripted_card(card, group.smallest, summary.claim) if card.by_steps else _played_out(card, group, summary)


def _card(group: Group, summary: Summary) -> Card:
    """What every card has."""
    judged, explanation = group.smallest, group.explanation
    clauses = own_clauses(explanation.candidate.clauses, judged.case.game) if explanation else ()
    return msgspec.structs.replace(
        plain_card(judged, clauses, replay_command(judged, summary)),
        shortest=shortest_words(judged, summary),
        explanation=_explained(group),
        agreement=_agreement(group),
        also=len(group.failures) - 1,
    )


def plain_card(judged: Judged, clauses: Sequence[str], replay: str) -> Card:
    """What a card has of one case alone: these clauses, and both sides as they were compared."""
    case, verdict = judged.case, judged.verdict
    return Card(
        clauses=tuple(_clause(each) for each in clauses),
        deal=case.text,
        case=case.id,
        shortest="",
        why=verdict.why,
        expected=outcome_words(verdict.expected) if verdict.expected is not None else "",
        got=outcome_words(verdict.got) if verdict.got is not None else verdict.why,
        explanation="",
        agreement="",
        steps=(),
        fired=(),
        also=0,
        replay=replay,
        stderr=verdict.fault.stderr if verdict.fault is not None else "",
        status=verdict.status,
        middle=case.middle,
        timeline=case.timeline,
        script=case.script,
        twin=case.twin,
        parting=verdict.parting,
    )


def _played_out(card: Card, group: Group, summary: Summary) -> Card:
    """The card of a game that was played to its end: card by card up to the first difference."""
    traced = _traced_steps(group, summary)
    steps, fired = traced or _steps(group)
    at_work = () if card.status is Status.ERROR else own_clauses(fired, group.smallest.case.game)
    return msgspec.structs.replace(card, steps=steps, fired=at_work, played=traced is not None)


def scripted_card(card: Card, judged: Judged, claim: GameClaim) -> Card:
    """The card of a table that was played step by step: action by action up to the first difference."""
    parting, of_bank = judged.verdict.parting, is_bank(judged.case.game)
    found = (bank_scripted if of_bank else scripted)(judged, claim)
    in_words = bank_sides if of_bank else sides
    expected, got = in_words(parting) if parting is not None else (card.expected, card.got)
    return msgspec.structs.replace(
        card,
        seated=found.seated,
        pile="bank" if of_bank else "middle",
        actions=found.rows,
        difference=found.difference,
        hashed=found.hashed,
        fired=own_clauses(found.fired, judged.case.game),
        expected=expected,
        got=got,
    )


def own_clauses(clauses: Sequence[str], game: str) -> tuple[str, ...]:
    """The clauses of the game's own rules text, if there are any: games share rules, and each text states them."""
    own = tuple(each for each in clauses if each.startswith(OWN_TEXT.get(game, "")))
    return own or tuple(clauses)


def _clause(id: str) -> ClauseText:
    return ClauseText(id, load().clause(id).statement)


def _explained(group: Group) -> str:
    if group.explanation is None:
        return ""
    candidate = group.explanation.candidate
    kind = "misreading" if candidate.misreading else "undeclared alternative"
    return f"{kind} {candidate.name}: {candidate.belief}"


def _agreement(group: Group) -> str:
    found = group.explanation
    if found is None:
        return ""
    return f"it agrees with {found.failures} failing answers and {found.passes} right ones that were held against it"


def _steps(group: Group) -> tuple[tuple[StepRow, ...], tuple[str, ...]]:
    """The steps up to the first difference, and the clauses that fired there (the last step, if none is known)."""
    case = group.smallest.case
    if group.explanation is not None:
        return steps_apart(case, book_of(case), group.explanation.candidate.pile_book)
    expected = _played(book_of(case), case)
    lines = [card_words(step.ticks) for step in expected]
    shown = expected[:MOST_STEPS] if len(expected) <= MOST_STEPS else []
    rows = tuple(StepRow(place, lines[place - 1], "", False) for place in range(1, len(shown) + 1))
    return rows, expected[-1].clauses if expected and len(expected) <= MOST_STEPS else ()


def steps_apart(case: Case, right: Book, others: Book) -> tuple[tuple[StepRow, ...], tuple[str, ...]]:
    """The steps of a game by two books up to the first difference, and the clauses that fired there by the first."""
    expected = _played(right, case)
    lines = [card_words(step.ticks) for step in expected]
    other = [card_words(step.ticks) for step in _played(others, case)]
    place = first_difference(lines, other)
    if place is None:
        return (), ()
    first = max(0, place - STEPS_BEFORE)
    rows = tuple(StepRow(at + 1, _line(lines, at), _line(other, at), at == place) for at in range(first, place + 1))
    return rows, expected[min(place, len(expected) - 1)].clauses if expected else ()


def _traced_steps(group: Group, summary: Summary) -> tuple[tuple[StepRow, ...], tuple[str, ...]] | None:
    """The steps of the program's own trace up to the first one that differs; None if there is no such trace."""
    judged, claim = group.smallest, summary.claim
    trace, parted = trace_to_ask(claim, summary.header.settings.highest_level), judged.verdict.divergence
    if trace is None or parted is None or judged.transcript is None:
        return None
    answer = read_answer(judged.transcript, len(judged.case.hands))
    if not isinstance(answer, PlayOk):
        return None
    book, case = book_of(judged.case), judged.case
    start, slaps = initial(book, case.deal), case.slaps
    right = [*map(shown_words, traces.steps(book, start, parted.step, trace, claim.events, slaps))]
    played = [*map(shown_words, islice(traces.by_step(answer, claim.events, trace), parted.step))]
    first = max(0, parted.step - 1 - STEPS_BEFORE)
    places = range(first, parted.step)
    rows = tuple(StepRow(at + 1, _line(right, at), _line(played, at), at + 1 == parted.step) for at in places)
    watched = _played(book, case)
    return rows, watched[parted.step - 1].clauses if parted.step <= len(watched) else ()


def _line(lines: list[str], at: int) -> str:
    return lines[at] if at < len(lines) else "(the game is over)"


def _played(book: Book, case: Case) -> list[Step]:
    return list(islice(watch(book, initial(book, case.deal), case.budget, case.slaps), 2_000))


def replay_command(judged: Judged, summary: Summary) -> str:
    """A command that asks the program this very deal again."""
    return replay_words(judged, summary.claim, summary.header.settings.wire, summary.command)


def script_needed(judged: Judged, summary: Summary) -> tuple[str, ...]:
    """A script up to where the program leaves the rules, or breaks; all of it, where neither is known."""
    return needed(judged, summary.claim)


def case_words(case: Case) -> str:
    """A case in one line: the deal, and what is done there."""
    slaps = f", slaps {format_timeline(case.timeline)}" if case.timeline else ""
    done = "" if case.script is None else f": {' '.join(case.script) or '(nothing is done)'}"
    return case.text + slaps + done
