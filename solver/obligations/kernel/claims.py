"""What N1 says, in terms: each claim with what it assumes, under the name of its script."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from model.piles.rulebook import Book
from model.piles.state import Phase
from solver.compile import Compiled
from solver.instances import fitting, put_in
from solver.kernel.step import END_RULES, FREE, STOPPED, EndRule, make_step
from solver.obligations.common import changed, record
from solver.obligations.kernel.halves import ENDING, LEAD, PAY, Half, MakeStep, called, kernel
from solver.obligations.kernel.planes import owes_first_lowest, pay, pay_first_lowest, pays, size
from solver.obligations.kernel.positions import (
    NAMES,
    ROWS,
    Position,
    State,
    after_card,
    any_position,
    cards_told,
    claimant,
    demanded,
    goes_on,
    has_cards,
    in_play,
    may_be_dealt,
    over,
    paid,
    passed,
    paying,
    room_to_count,
    tricks_told,
    turned,
    whole_of,
    words_of,
)
from solver.obligations.kernel.words import WORDS, Word, at_most, same, word
from solver.terms import FALSE, TRUE, Bool, Zone, and_, apply, equal, implies, ite, not_, number, or_
from solver.values import Record, as_bool

TOLD: Final = apply(Word, "told")
MARK: Final = apply(Word, "mark")
MOST_NEEDED: Final = 2
"""No end rule asks for more cards than this beyond those that are laid."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to hold where all of this is assumed, and something else is so.

    `at` is the position that it is about, if it is about one.
    """

    name: str
    assumed: tuple[Bool, ...]
    goal: Bool
    at: Position | None = None
    where: Bool = TRUE

    @property
    def holds(self) -> Bool:
        """That the goal is so, where it is to be."""
        return implies(self.where, self.goal)

    @property
    def given(self) -> tuple[Bool, ...]:
        """All that has to be so for the claim to say anything."""
        return *self.assumed, self.where

    @property
    def against(self) -> tuple[Bool, ...]:
        """What is put to solvers: that it is assumed and does not hold."""
        return *self.assumed, not_(self.holds)


def is_mark(mark: Word) -> Bool:
    """That a mark is one: 8 or a multiple of it."""
    return and_(at_most(word(STOPPED), mark), same(mark & word(STOPPED - 1), word(0)))


def _assumed(at: Position, *more: Bool) -> tuple[Bool, ...]:
    return *in_play(at).values(), room_to_count(TOLD), is_mark(MARK), *more


def any_rule() -> Mapping[str, Word]:
    """Any end rule of this kind, as words that are left open."""
    return {name: apply(Word, name) for name in EndRule._fields}


def small_rule(rule: Mapping[str, Word]) -> Bool:
    """That an end rule asks for few cards more, and counts none or one for an ordinary card that was led."""
    return and_(*(at_most(point, word(MOST_NEEDED)) for point in rule.values()), at_most(rule["ordinary"], word(1)))


def _named(
    name: str, at: Position, assumed: tuple[Bool, ...], goals: Mapping[str, Bool], where: Bool = TRUE
) -> Iterator[Claim]:
    """A claim for each goal, which is to hold where something else is so."""
    for each, goal in goals.items():
        yield Claim(f"{name}.{each}", assumed, goal, at, where)


# --- one half of the step, card by card, under any end rule ---


@dataclass(frozen=True, slots=True)
class Card:
    """A card that a half may lay next: in which position, where, what follows, and whether the half is done with it."""

    name: str
    at: Position
    where: Bool
    then: Position
    done: bool


def cards_of(half: str) -> tuple[Card, ...]:
    """The cards that a half may lay next."""
    free, owing, last = any_position(number(0)), any_position(), any_position(number(1))
    if half == LEAD:
        return (
            Card("demands", free, free.pay_card, demanded(free), done=True),
            Card("passes", free, not_(free.pay_card), passed(free), done=False),
        )
    return (
        Card("answers", owing, owing.owing & owing.pay_card, demanded(owing), done=True),
        Card("last", last, not_(last.pay_card), paid(last), done=True),
        Card("pays", owing, (owing.debt > 1) & not_(owing.pay_card), paying(owing), done=False),
    )


def of_half(half: str, make: MakeStep = make_step) -> Iterator[Claim]:
    """What a half that goes on does with its last card, and with one before it; and what `ending` tells before a card.

    With the last card it gives the words of the position after it. With a card before that it gives what it gives for
    the position after it, and so does `ending` where the half stops.
    """
    rule = any_rule()
    machine = kernel(rule, MARK, make)
    for card in cards_of(half):
        at, then = card.at, card.then
        assumed = _assumed(at, card.where, small_rule(rule))
        now = machine.at(half, at, TOLD)
        if card.done:
            yield from _named(card.name, at, assumed, _words_are(now, then, at), now.went)
            continue
        later = machine.at(half, then, TOLD)
        yield from _named(card.name, at, assumed, _same_words(now.words, later.words), now.went & later.went)
        told = {each: same(now.told[each], later.told[each]) for each in ENDING}
        stops = and_(now.stopped, later.stopped, _noticed(rule, at, then) if half == LEAD else TRUE)
        yield from _named(f"{card.name}.stopped", at, assumed, told, stops)


def _noticed(rule: Mapping[str, Word], at: Position, then: Position) -> Bool:
    """That both seats have cards, before and after this one, where an end rule notices a last ordinary card."""
    some = and_(*map(has_cards, (at.theirs, then.mine, then.theirs)))
    return implies(not_(same(rule["ordinary"], word(0))), some)


def _words_are(now: Half, then: Position, at: Position) -> Mapping[str, Bool]:
    """That a half has given the words of a position, and counted a pile that was taken."""
    wanted = words_of(then, TOLD)
    taken = not_(has_cards(then.middle))
    counted = size(at.middle) + word(1)
    goals = {each: same(now.words[each], wanted[each]) for each in NAMES}
    for each in ("pile_pay", "pile_owes"):
        goals[each] = or_(taken, goals[each])
    cards, tricks = cards_told(now.words["told"]), tricks_told(now.words["told"])
    goals["told"] = and_(
        same(cards, cards_told(TOLD) + ite(taken, counted, word(0))),
        same(tricks, tricks_told(TOLD) + ite(taken, word(1), word(0))),
    )
    return goals


def _same_words(now: State, later: State) -> Mapping[str, Bool]:
    """That words are the same, as far as they mean anything."""
    empty = same(now["owed"], word(FREE))
    goals = {each: same(now[each], later[each]) for each in NAMES}
    for each in ("pile_pay", "pile_owes"):
        goals[each] = or_(empty, goals[each])
    told = and_(*(same(read(now["told"]), read(later["told"])) for read in (cards_told, tricks_told)))
    return {**goals, "told": told}


# --- with the rules of a book ---


def of_card(end: str, turn: Compiled[Book]) -> Iterator[Claim]:
    """What a card leads to where the game goes on, and that what is assumed stays so. This is about the model alone."""
    at = any_position()
    table, then = turned(turn, at), after_card(at)
    assumed = (*in_play(at).values(), *goes_on(end, at).values())
    on = not_(over(table))
    yield from _named("is", at, assumed, _is_position(table, then), on)
    kept = {**in_play(then), **goes_on(end, then)}
    goals = {f"kept{place}": goal for place, (words, goal) in enumerate(kept.items()) if words != ROWS}
    yield from _named("stays", at, assumed, goals, on)


def _is_position(table: Record, at: Position) -> Mapping[str, Bool]:
    """That a table of the model is this position, with the game going on."""
    first, hands = equal(at.seat, number(0)), table.zones("hands")
    return {
        "hand.0": equal(hands[0], ite(first, at.mine, at.theirs)),
        "hand.1": equal(hands[1], ite(first, at.theirs, at.mine)),
        "middle": equal(table.zone("middle"), at.middle),
        "seat": equal(table.int("turn"), at.seat),
        "owed": and_(equal(table.int("debt"), at.debt), equal(table.int("claimant"), claimant(at))),
        "phase": equal(table.int("phase"), number(Phase.LAYING)),
    }


def of_end(end: str, turn: Compiled[Book], make: MakeStep = make_step) -> Iterator[Claim]:
    """When a half stops, and what `ending` tells then."""
    at = any_position()
    machine, table, then = kernel(END_RULES[end], MARK, make), turned(turn, at), after_card(at)
    yield Claim("rule", (), small_rule(machine.rule))
    for name in (LEAD, PAY):
        here = at.owing if name == PAY else not_(at.owing)
        assumed = _assumed(at, here, *goes_on(end, at).values())
        now, later = machine.at(name, at, TOLD), machine.at(name, then, TOLD)
        following = machine.half(PAY, now.words, whole_of(at))
        done = at.pay_card if name == LEAD else or_(at.pay_card, not_(then.owing))
        ends = {"stops": or_(now.stopped, following.stopped)}
        for each, told in _told(table, at).items():
            ends[each] = same(ite(now.stopped, now.told[each], following.told[each]), told)
        yield from _named(f"{name}.over", at, assumed, ends, over(table))
        goes = {"done": implies(done, now.went), "more": implies(not_(done), equal(now.stopped, later.stopped))}
        yield from _named(f"{name}.on", at, assumed, goes, not_(over(table)))


def _told(table: Record, at: Position) -> Mapping[str, Word]:
    """What is to be told of a game that is over, which the model has in this table, one card after this position."""
    second = has_cards(table.zones("hands")[1])
    left = has_cards(table.zone("middle"))
    return {
        "winner": _flag(second),
        "cards": cards_told(TOLD) + size(at.middle) + word(1),
        "tricks": tricks_told(TOLD) + _flag(not_(left)),
        "unanswered": _flag(as_bool(table.fields["unanswered"])),
        "left": _flag(left),
    }


def _flag(condition: Bool) -> Word:
    return ite(condition, word(1), word(0))


# --- words that stand for nothing in particular ---


def of_idle(make: MakeStep = make_step, values: Mapping[str, int] | None = None) -> Iterator[Claim]:
    """What a half does to any words whatever where it is not its turn, and where it stops; or to words with values."""

    def given(name: str) -> Word:
        return apply(Word, name) if values is None else word(values.get(name, 0))

    words, mark = {name: given(name) for name in NAMES}, given("mark")
    machine, owed = kernel({name: given(name) for name in EndRule._fields}, mark, make), words["owed"]
    for name, own, back in (
        (LEAD, same(owed, word(FREE)), words),
        (PAY, at_most(owed, word(FREE - 1)), _exchanged(words)),
    ):
        found = machine.half(name, words, given("whole"))
        others = and_(*(same(found.words[each], back[each]) for each in NAMES if each != "owed"))
        still, marked = same(found.words["owed"], owed), same(found.words["owed"], owed | mark)
        yield Claim(f"{name}.waits", (is_mark(mark),), others & still, where=not_(own))
        yield Claim(f"{name}.stops", (is_mark(mark), own), others & marked, where=found.stopped)


def _exchanged(words: State) -> State:
    """The words with the hands exchanged."""
    mine, theirs = NAMES[:3], NAMES[3:6]
    return {**words, **{one: words[other] for one, other in zip((*mine, *theirs), (*theirs, *mine), strict=True)}}


# --- the beginning ---


def of_opening(initial: Compiled[Book], make: MakeStep = make_step) -> Iterator[Claim]:
    """The first position, in the model and in words."""
    hands = apply(Zone, "first"), apply(Zone, "second")
    nothing = apply(Zone, "nil")
    at = Position(*hands, nothing, number(0), number(0), FALSE)
    deck = apply(Zone, "cat", *hands)
    rows = {pay(hands[0]): pays(hands[0]), pay_first_lowest(deck): pays(deck)}
    same_count = implies(same(*rows), same(*rows.values()))
    assumed = (*may_be_dealt(hands), same_count)
    deal = changed(record(initial.inputs["deal"]), hands=hands, middle=nothing)
    table = record(put_in(initial.result, dict(fitting(initial.setting.theory, initial.inputs["deal"], deal))))
    yield from _named("is", at, assumed, _is_position(table, at))
    begun = [*in_play(at).values(), *(each for end in END_RULES for each in goes_on(end, at).values())]
    yield from _named("starts", at, assumed, {"in_play": and_(*begun)})
    given = {"size": size(deck), "cut": size(hands[0]), "pay": pay_first_lowest(deck), "owes": owes_first_lowest(deck)}
    wanted = {**words_of(at, word(0)), "whole": whole_of(at)}
    found = dict(zip((*NAMES, "whole"), called(make(replace(WORDS, ones=_counting(rows))).opening, given), strict=True))
    goals = {name: same(found[name], wanted[name]) for name in wanted if not name.startswith("pile")}
    yield from _named("words", at, assumed, goals)


def _counting(rows: Mapping[Word, Word]) -> Callable[[Word], Word]:
    """Counting the bits of a word, as far as it is known what comes of it: of these rows."""

    def ones(number: Word) -> Word:
        found = apply(Word, "any_count")
        for row, count in rows.items():
            found = ite(same(number, row), count, found)
        return found

    return ones
