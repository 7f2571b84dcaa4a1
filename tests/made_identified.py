"""What a search for a program's rules may have found, made by hand: few cases, always the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Literal

import msgspec

from model.bank.rulebook import Book as BankBook
from model.piles.points import choose
from model.piles.profiles import BANKA
from model.piles.rulebook import CountCards, CountTricks
from properties.conformance.books import AnyBook, default_book
from properties.conformance.cases import one_deal
from properties.conformance.connectors import InProcess
from properties.conformance.judge import Fault, FaultKind, Judge, Judged, Status, Transcript, Verdict
from properties.conformance.protocol import AdapterName, BudgetWire, GameClaim, HelloOk, Play
from properties.conformance.reference import Reference
from properties.conformance.runner import COMPLETE, INTERRUPTED, greet
from properties.identify.bank_options import bank_options
from properties.identify.findings import Identified, Shown, Telling, Undetermined, Unsure
from properties.identify.hypotheses import Hypothesis, Option, extended, plain
from properties.identify.pile_options import pile_options
from reports.identify_cases import How
from tests import identified

HOW = How(("./my-game", "--adapter"))
DEALS = ("-/-", "-/--", "J/--", "A--/J", "-J/--", "A/J-K", "-J-A/J---")
SPACE = "all deals of - J Q K A up to 4 cards for two"
PLAINLY = Telling(CountCards.LAID, CountTricks.WITH_LAST_PILE, "first_repeat")
Changes = Callable[[dict[str, object]], None]


def claim(game: str) -> GameClaim:
    """What is claimed: the defaults, and of whole games their ends alone."""
    made = identified.claim_of(game)
    return msgspec.structs.replace(made, levels=("outcome",)) if game == "beggar" else made


def hypothesis(game: str, *names: str) -> Hypothesis:
    """The game with these options."""
    base = default_book(game)
    found = plain(base)
    for name in names:
        (found,) = extended(found, [_option(base, name)])
    return found


def _option(base: AnyBook, name: str) -> Option:
    known = bank_options(base) if isinstance(base, BankBook) else pile_options(base)
    return next(option for option in known if option.name == name)


def played(book: AnyBook, deal: str, slaps: str = "", changed: Changes = lambda outcome: None) -> Judged:
    """A whole game, asked of a program that plays by a book and claims the defaults, judged by these."""
    case = one_deal(book.game, deal, "auto", {}, None, slaps)
    held_to = msgspec.structs.replace(identified.claim_of(book.game), levels=("outcome",), loop="first_repeat")
    connection = InProcess(Reference({book.game: book}, "my game", honest=False).answer)
    timeline: tuple[tuple[int, int, Literal["slap"]], ...] = tuple((at, seat, "slap") for at, seat in case.timeline)
    connection.send(Play(1, case.game, "1.0", {}, case.deal_wire, BudgetWire(case.budget), None, timeline))
    answer = json.loads(connection.receive(1.0).line or "")
    changed(answer["ok"]["outcome"])
    transcript = Transcript(1, json.dumps(answer))
    return Judged(case, Judge(held_to).judge(case, transcript), transcript)


def done(book: AnyBook, deal: str, script: str, cards: str = "auto") -> Judged:
    """A table played step by step, asked and judged in the same way."""
    case = one_deal(book.game, deal, cards, {}, script)
    return identified.answered(book, msgspec.structs.replace(case, wholly=True))


def found(
    game: str,
    hypothesis: Hypothesis,
    judged: tuple[Judged, ...],
    level: str = "outcome",
    told: tuple[str, ...] = ("winner", "cards", "tricks"),
) -> Identified:
    """What was found, where the hypothesis explains everything, each option by the first case that fails."""
    hello = greet(InProcess(Reference({game: default_book(game)}, "my game", honest=False).answer), "0")
    hello = HelloOk(1, AdapterName("my game", "1.2"), (msgspec.structs.replace(hello.games[0]),))
    wrong = [one for one in judged if one.verdict.status is not Status.PASS]
    return Identified(
        hello=hello,
        claim=claim(game),
        choices={},
        seats=(2, 3),
        level=level,
        hypothesis=hypothesis,
        explains=True,
        telling=PLAINLY if level == "outcome" else Telling(None, None, None),
        judged=judged,
        broken=(),
        agreeing=len(judged),
        first_unexplained=None,
        shown=tuple(Shown(option, wrong[place % len(wrong)]) for place, option in enumerate(hypothesis.options)),
        undetermined=(),
        unsure=(),
        told=told,
        searched=1_247,
        seconds=1.25,
        reason=COMPLETE,
    )


def _games(made: Hypothesis, changed: Changes = lambda outcome: None) -> tuple[Judged, ...]:
    return tuple(played(made.book, deal, changed=changed) for deal in DEALS)


@lru_cache
def as_claimed() -> Identified:
    """A program without a fault."""
    made = hypothesis("beggar")
    return found("beggar", made, _games(made))


@lru_cache
def counts_otherwise() -> Identified:
    """A program that plays as it claims, and counts otherwise than it says."""
    odd = Telling(CountCards.LAID_AND_FAILED_DRAW, CountTricks.COLLECTED_ONLY, None)
    return replace(as_claimed(), telling=odd)


@lru_cache
def one_alternative() -> Identified:
    """A program that ends a game as soon as somebody has no card."""
    made = hypothesis("beggar", "end=immediate")
    return found("beggar", made, _games(made))


@lru_cache
def two_at_once() -> Identified:
    """A misreading and an alternative; and others that cannot be told from these."""
    names = ("debts_add_up", "payer_out=claimant_takes")
    made = hypothesis("beggar", *names)
    games = (played(made.book, "A--/J"), played(made.book, "Q/-/-"), played(made.book, "-/-"))
    alike = (
        _instead(made, (*names, "sole_holder=wins_at_once"), "sole_holder=wins_at_once"),
        _instead(made, ("debts_add_up",), ""),
    )
    return replace(found("beggar", made, games), undetermined=alike)


def _instead(made: Hypothesis, names: tuple[str, ...], instead: str) -> Undetermined:
    options = tuple(each for each in hypothesis("beggar", *names).options if each.name == instead)
    return Undetermined(hypothesis("beggar", *names), options, 3_534, 0, SPACE)


@lru_cache
def winner_only() -> Identified:
    """A program that tells who wins, and nothing else."""

    def less(outcome: dict[str, object]) -> None:
        outcome.pop("cards", None)
        outcome.pop("tricks", None)

    made = hypothesis("beggar", "pile_order=reversed")
    games = tuple(played(made.book, deal, changed=less) for deal in ("J/-J", "-/-", "-J-A/J---"))
    return replace(found("beggar", made, games, told=("winner",)), telling=Telling(None, None, None))


@lru_cache
def nothing_explains() -> Identified:
    """A program with a fault that nobody foresaw, beside a misreading: it says that A wins everything."""
    made = hypothesis("beggar", "debts_add_up")
    games = (*_games(made), played(made.book, "A---/J", changed=lambda outcome: outcome.update(winner=0, cards=77)))
    return replace(found("beggar", made, games), explains=False, agreeing=len(games) - 1, first_unexplained=games[-1])


@lru_cache
def nearest_is_the_claim() -> Identified:
    """A program that breaks, with text of its own that would do things to a terminal; stopped by its user."""
    case = one_deal("beggar", "Q/-/-", "auto", {})
    fault = Fault(FaultKind.CRASHED, "ended with exit code 1", "\x1b]0;gotcha\x07Traceback\u202e")
    broken = Judged(case, Verdict(case.id, Status.ERROR, fault.detail, fault=fault), Transcript(9, None, fault))
    games = (*_games(hypothesis("beggar")), broken)
    made = replace(as_claimed(), judged=games, explains=False, agreeing=len(games) - 1, first_unexplained=broken)
    hello = HelloOk(1, AdapterName("my\x1b[2J game\u2066"), made.hello.games)
    return replace(made, hello=hello, reason=INTERRUPTED)


def _crash(deal: str) -> Judged:
    case = one_deal("beggar", deal, "auto", {})
    fault = Fault(FaultKind.CRASHED, "ended with exit code 1", "IndexError: pop from empty list\n")
    return Judged(case, Verdict(case.id, Status.ERROR, fault.detail, fault=fault), Transcript(9, None, fault))


@lru_cache
def breaks_beside() -> Identified:
    """A program that ends games early, and that breaks on kings."""
    return replace(one_alternative(), broken=(_crash("K/-"), _crash("-K/J--")))


@lru_cache
def unsure_of_itself() -> Identified:
    """A program that answers one case in two ways."""
    first = played(default_book("beggar"), "-/-")
    again = played(hypothesis("beggar", "end=immediate").book, "-/-")
    return replace(as_claimed(), unsure=(Unsure(first, again),))


@lru_cache
def step_by_step() -> Identified:
    """A program that knows no bottom match."""
    made = hypothesis("banka", "slaps=double")
    tables = (done(made.book, "34/25+2", "A:lay B:lay A! A:lay"), done(made.book, "2/3", "A:lay B:lay"))
    return found("banka", made, tables, "step", ("events", "state"))


@lru_cache
def step_nothing_explains() -> Identified:
    """A program that plays two alternatives, of which one was found."""
    made = hypothesis("banka", "slaps=double")
    real = choose(BANKA, {"slaps": "double", "wrong_slap": "burn_under"})
    tables = (done(real, "2/2+23", "A:lay A!"), done(real, "34/25+2", "A:lay B:lay A! A:lay"))
    return replace(
        found("banka", made, tables, "step", ("events", "state")),
        explains=False,
        agreeing=1,
        first_unexplained=tables[1],
    )


@lru_cache
def bank() -> Identified:
    """A program that plays Bank with sevens of its own."""
    made = hypothesis("bank", "seven=draw_and_move")
    return found("bank", made, (done(made.book, "7cQd/Ah+9s", "A:7c"),), "step", ("state", "legal"))


@lru_cache
def slap_game() -> Identified:
    """A program that plays whole games with slaps."""
    made = hypothesis("banka", "slaps=double")
    games = (played(made.book, "34/25+2", "2:A"), played(made.book, "2345/6789"))
    return found("banka", made, games)


ALL: dict[str, Callable[[], Identified]] = {
    "as-claimed": as_claimed,
    "counts-otherwise": counts_otherwise,
    "one-alternative": one_alternative,
    "two-at-once": two_at_once,
    "winner-only": winner_only,
    "nothing-explains": nothing_explains,
    "broken": nearest_is_the_claim,
    "breaks-beside": breaks_beside,
    "unsure": unsure_of_itself,
    "step-by-step": step_by_step,
    "step-nothing-explains": step_nothing_explains,
    "bank": bank,
    "slap-game": slap_game,
}
"""One of each kind."""
