"""Programs that play what they do not claim, asked in this process: what `identify` is tried on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import msgspec

from model.points import RuleChoiceError
from properties.conformance.books import AnyBook, choices_of, default_book, defaults_of
from properties.conformance.cases import Case, load_suite
from properties.conformance.connectors import InProcess
from properties.conformance.conversation import resume
from properties.conformance.conversations import conversation
from properties.conformance.judge import Judge, Judged, Transcript, parse_reply, rules_of
from properties.conformance.planner import Scope, scope_of
from properties.conformance.protocol import GameClaim, Reply
from properties.conformance.reference import Reference
from properties.conformance.runner import greet, numbered
from properties.identify.bank_tables import bank_asking
from properties.identify.hypotheses import Hypothesis, Option, extended, plain
from properties.identify.scripts import ScriptsAsking
from properties.identify.tables import tables_asking
from tests.command import SPECIMENS


@lru_cache
def claim_of(game: str) -> GameClaim:
    """What a program claims that claims nothing beside the defaults, and shows all that there is."""
    hello = greet(InProcess(Reference({game: default_book(game)}, "program", honest=False).answer), "0")
    return hello.games[0]


@lru_cache
def scope(game: str) -> Scope:
    """All that such a program claims."""
    return scope_of(claim_of(game), (), {})


@lru_cache
def asking(game: str) -> ScriptsAsking:
    """How such a program is asked."""
    ways = claim_of(game), scope(game), load_suite(game)
    return bank_asking(*ways) if game == "bank" else tables_asking(*ways)


@lru_cache
def pool(game: str, most: int = 10_000) -> tuple[Case, ...]:
    """The first cases that may be asked."""
    return tuple(islice(asking(game).cases(), most))


def program(game: str, *names: str) -> Hypothesis:
    """The game with these options, by name."""
    found = plain(asking(game).base)
    by_name = {option.name: option for option in asking(game).options}
    for name in names:
        (found,) = extended(found, [by_name[name]])
    return found


def other_programs(game: str, options: tuple[Option, ...] = ()) -> Iterator[Hypothesis]:
    """The game with each option alone, as far as it goes without another."""
    return extended(plain(asking(game).base), options or asking(game).options)


def answered(book: AnyBook, case: Case) -> Judged:
    """A case, asked of a program that plays by a book and claims the defaults, and judged by these."""
    claim = claim_of(case.game)
    connection = InProcess(Reference({case.game: book}, "program", honest=False).answer)
    talk = conversation(case, claim, rules_of(case))
    request, lines, number = next(talk), [], 0
    while True:
        number += 1
        connection.send(numbered(request, number))
        lines.append(connection.receive(1.0).line or "")
        reply = parse_reply(lines[-1].encode(), number)
        assert isinstance(reply, Reply), lines[-1]
        try:
            request = resume(talk, reply)
        except StopIteration:
            break
    transcript = Transcript(1, talk=tuple(lines))
    return Judged(case, Judge(claim).judge(case, transcript), transcript)


def command_of(hypothesis: Hypothesis) -> tuple[str, ...]:
    """How to run a program that plays alternatives that it does not claim."""
    game = hypothesis.book.game
    own, usual = choices_of(hypothesis.book), defaults_of(game)
    chosen = [f"{point}={way}" for point, way in own.items() if way != usual[point]]
    return (sys.executable, str(SPECIMENS / "undeclared.py"), game, *chosen)


def goes_together(hypothesis: Hypothesis, option: Option) -> bool:
    """Whether an option can be put into a book."""
    try:
        return bool(option.put(hypothesis.book))
    except RuleChoiceError:
        return False


def up_to_a_difference(case: Case) -> Case:
    """The same case, asked as a verification asks it."""
    return msgspec.structs.replace(case, wholly=False)
