"""What explains the failures of a run: a misreading, or an agreed alternative that the program did not declare.

A candidate is held against what the program was observed to do, the smallest deals first. It explains a failure only if
it also agrees with every observation that the rules agree with. (Which rules a program plays as a whole, with several
points at once, is a search of its own.)
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

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
from properties.conformance.books import AnyBook, is_bank
from properties.conformance.cases import Case
from properties.conformance.conversation import WrongShape, resume
from properties.conformance.conversations import conversation
from properties.conformance.judge import (
    Convention,
    Fault,
    Transcript,
    book_of,
    parse_reply,
    rules_of,
)
from properties.conformance.planner import decides_play
from properties.conformance.protocol import Drop, Fork, GameClaim, NewTable, Reply, StepRequest
from properties.conformance.script import parse_token
from properties.misreadings import Shows, misreadings_of
from properties.misreadings.bank import MISREADINGS


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
                clauses = broken(base, name, value)
                gone = f"without {way}: " if point.is_set and way not in other.split(",") else ""
                belief = gone + meaning(name, way, value)
                with suppress(RuleChoiceError):  # some ways do not go together
                    yield Candidate(f"{name}={other}", belief, clauses, choose(base, {name: other}), False)


def broken(base: Book, point: str, other: object) -> tuple[str, ...]:
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


def meaning(point: str, way: str, value: object) -> str:
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
                yield Candidate(f"{name}={way}", meaning(name, way, value), clauses_of(stated), book, False)
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


def outcome_under(book: Book, case: Case, convention: Convention) -> Outcome | None:
    """The outcome of a case under another book; None where that book does not know so many seats."""
    played = played_under(book, case)
    return None if played is None else counted(played, *convention)


def played_under(book: Book, case: Case) -> Played | None:
    """The game of a case under another book; None where that book does not know so many seats, or breaks down."""
    try:
        check_seats(book, len(case.hands))
    except RuleChoiceError:
        return None
    try:
        return play(book, initial(book, case.deal), case.budget, slaps=case.slaps)
    except (RefusedSlap, LookupError):  # a misreading may break down at what it does not foresee
        return None
