"""N0 and N1: the kernel's step does what the rules say at every table of two; a broken one is shown on cards."""

from __future__ import annotations

import inspect
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from model.cards import OWES, Card
from model.cards import Zone as Cards
from model.deal import Deal, parse_deal
from model.piles import play
from model.piles.points import choose
from model.piles.profiles import BEGGAR, CAMICIA
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from model.piles.taking import reversed_pile
from properties.evidence import Solved, Verdict
from solver.desk import Desk, Outcome, Proof
from solver.kernel import step as sound
from solver.languages import Language
from solver.obligations.kernel import claims, games, planes
from solver.obligations.kernel.claims import Claim
from solver.obligations.kernel.halves import LEAD, PAY, MakeStep
from solver.obligations.kernel.planes import PLANES, counted
from solver.obligations.kernel.positions import Position, has_cards, in_play, whole_of, words_of
from solver.obligations.kernel.proofs import ALIKE, COUNTED, DRIVER, NUMBA, ROOM, plays, step_proofs
from solver.obligations.kernel.words import WORDS, Word, known, same, word
from solver.obligations.piles.steps import INITIAL, TURN
from solver.obligations.piles_shown import PILES
from solver.smtlib import script
from solver.solvers import Answer, Solver, available, reading
from solver.tasks import Wanted, plan
from solver.terms import Bool, Zone, and_, apply, not_, number, truth

ALL = available()
Z3 = available(("z3",))
"""One solver is enough where a claim does not hold: step and rules carried out beside each other confirm it."""
UNSURE = Solver("unsure", "1", lambda text, seconds: Answer.SAT)
PLAIN, CLASSES = games.PLAIN, tuple(map(Card, OWES))
ENDS = tuple(sound.END_RULES)


def proof(id: str, make: MakeStep = sound.make_step) -> Proof[Book]:
    return next(each for each in step_proofs(make) if each.id == id)


def proved(
    id: str, make: MakeStep = sound.make_step, end: str = "must_play", part: str = "", by: tuple[Solver, ...] = Z3
) -> tuple[Outcome, dict[str, tuple[Solved, ...]]]:
    """What comes of a proof, and what was said of each script; only those that begin like this are solved at all."""
    said: dict[str, tuple[Solved, ...]] = {}
    book = choose(BEGGAR, {"end": end})
    asking = partial(solved, part=part, by=by, said=said)
    return proof(id, make).prove(Desk(book, book, 2, PILES, 60, asking)), said


def solved(
    text: str, name: str, language: Language, part: str, by: tuple[Solver, ...], said: dict[str, tuple[Solved, ...]]
) -> tuple[Solved, ...]:
    if not name.startswith(part):
        return ()
    said[name] = tuple([solver.solve(text, 60) for solver in reading(by, language)])
    return said[name]


# --- words ---


@pytest.mark.parametrize("value", [0, 1, 1 << 63, (1 << 64) - 1, 0x0123456789ABCDEF, 0xF0F0000000000001])
def test_words_do_what_the_step_is_told_that_words_do(value: int) -> None:
    bits = f"{value:064b}"
    given = word(value)
    assert known(WORDS.zeros(given)) == (bits + "1").index("1")
    assert known(WORDS.turned(given)) == int(bits[::-1], 2)
    assert known(WORDS.ones(given)) == bits.count("1")
    assert known(~given) == value ^ (1 << 64) - 1
    for by in (0, 1, 63, 64, 65, 1 << 40):
        assert known(WORDS.left(given, word(by))) == (value << by & (1 << 64) - 1 if by < 64 else 0)
        assert known(WORDS.right(given, word(by))) == (value >> by if by < 64 else 0)
    assert known(given - word(1)) == (value - 1) % (1 << 64)
    assert known(given + given) == 2 * value % (1 << 64)
    assert WORDS.at_most(given, word(1)) is truth(value <= 1)
    assert WORDS.equal(given, word(1)) is truth(value == 1)


@pytest.mark.parametrize("value", [0, 1, 1 << 63, (1 << 64) - 1, 0x0123456789ABCDEF, 3 << 40])
def test_solvers_do_with_words_what_python_does(value: int) -> None:
    """What is worked out at once for known words is what the terms of unknown ones say."""
    given, by = apply(Word, "given"), apply(Word, "by")
    claims = []
    for shift in (0, 5, 63, 64, 100):
        claims += [
            (same(by, word(shift)), same(act(given, by), act(word(value), word(shift))))
            for act in (WORDS.left, WORDS.right, Word.__add__, Word.__sub__, Word.__and__, Word.__or__)
        ]
    alone = (WORDS.zeros, WORDS.turned, Word.__invert__)
    goal = and_(*(not_(where) | so for where, so in claims), *(same(act(given), act(word(value))) for act in alone))
    text = script((), PLANES, (same(given, word(value)), not_(goal)))
    assert {each.solve(text, 60).answer for each in ALL} == {Answer.UNSAT}


def test_a_word_meets_only_words() -> None:
    with pytest.raises(TypeError, match="a word meets 1, which is none"):
        word(1) + 1  # type: ignore[operator]


# --- positions and words ---


def pile(cards: Cards) -> Zone:
    found = apply(Zone, "nil")
    for card in cards:
        found = apply(Zone, "cat", found, apply(Zone, "unit", number(card)))
    return found


def tables(seed: int, times: int, most: int) -> Iterator[Table]:
    """Tables in the midst of random games, with something owed or a new trick."""
    rng = random.Random(seed)
    for _ in range(times):
        cards = [rng.choice(CLASSES) if rng.random() < 0.5 else PLAIN for _ in range(rng.randint(4, most))]
        cut = rng.randrange(1, len(cards))
        table = play.initial(BEGGAR, Deal((tuple(cards[:cut]), tuple(cards[cut:]))))
        for _ in range(rng.randrange(30)):
            after = play.turn(BEGGAR, table)
            table = table if after.phase == Phase.OVER else after
        if table.debt or not table.middle:
            yield table


def test_positions_are_what_tables_are_in_words() -> None:
    """The words that solvers are told of, made of piles put together card by card, are those packed by Python."""
    goals: list[Bool] = []
    for table in tables(1, 12, 60):
        mine, theirs = (pile(table.hands[seat]) for seat in (table.turn, 1 - table.turn))
        owing = truth(table.debt > 0)
        at = Position(mine, theirs, pile(table.middle), number(table.turn), number(table.debt), owing)
        words = words_of(at, word(0))
        goals += [same(words[name], word(value)) for name, value in games.packed(table).items()]
        goals += [same(whole_of(at), word(games.whole(table))), *in_play(at).values()]
    assert len(goals) > 100
    text = script((), PLANES, (not_(and_(*goals)),))
    assert Z3[0].solve(text, 60).answer == Answer.UNSAT


def test_the_step_is_carried_out_beside_the_rules() -> None:
    """The comparison that shows what is wrong finds nothing wrong: on tables with few cards, and with many."""
    assert games.first_wrong(BEGGAR) is None
    for table in tables(2, 40, 60):
        for end in ENDS:
            if end == "must_play" or all(table.hands):
                assert games.differs(BEGGAR, end, table) is None
    assert not any(games.opens_wrong(BEGGAR, deal) for deal in games.few_deals())


# --- what is proved ---


def test_the_ids_and_for_which_games() -> None:
    assert [each.id for each in step_proofs()] == [
        "N0",
        "N1.lead",
        "N1.pay",
        "N1.idle",
        "N1.opening",
        "N1.card",
        "N1.end",
    ]
    assert plays(BEGGAR)
    assert plays(CAMICIA)
    assert all(plays(choose(BEGGAR, {"end": end})) for end in ENDS)
    for point, way in (("pile_order", "reversed"), ("leader", "after_taker")):
        assert not plays(choose(BEGGAR, {point: way})), way
    tasks = plan(Wanted(BEGGAR, BEGGAR, (2,), "N1.end"))
    assert [task.choices.get("end", "must_play") for task in tasks] == list(ENDS)


def test_the_kernel_is_proved_only_where_two_seats_are_asked_for() -> None:
    for book in (BEGGAR, CAMICIA):
        assert {task.seats for id in ("N0", "N1") for task in plan(Wanted(book, book, (2, 3), id))} == {2}
        assert not [task.id for id in ("N0", "N1") for task in plan(Wanted(book, book, (3,), id))]
        assert not [task.id for task in plan(Wanted(book, book, (3,))) if task.id.startswith("N")]


def test_neither_numba_nor_numpy_is_needed() -> None:
    code = "import sys, solver.families; sys.exit(any(name in sys.modules for name in ('numba', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[1]).returncode == 0


@pytest.mark.parametrize("id", ["N1.idle", "N1.end"])
def test_a_part_is_proved(id: str) -> None:
    outcome, said = proved(id)
    assert outcome.verdict is Verdict.HELD
    assert len(said) == {"N1.idle": 4, "N1.end": 17}[id]


@pytest.mark.parametrize(
    ("id", "named"),
    [
        ("N1.lead", {ROOM, NUMBA, DRIVER}),
        ("N1.pay", {ROOM, NUMBA, DRIVER}),
        ("N1.idle", {NUMBA, DRIVER}),
        ("N1.opening", {ALIKE, COUNTED, NUMBA, DRIVER}),
        ("N1.card", {ALIKE}),
        ("N1.end", {ALIKE, ROOM, NUMBA, DRIVER}),
    ],
)
def test_each_part_names_what_it_rests_on(id: str, named: set[str]) -> None:
    assert set(proved(id, by=())[0].assumptions) == named


def all_claims() -> Iterator[Claim]:
    """All claims of N1, under every end rule."""
    for end in ENDS:
        turn = desk(end).compiled(TURN)
        yield from claims.of_card(end, turn)
        yield from claims.of_end(end, turn)
    for half in (LEAD, PAY):
        yield from claims.of_half(half)
    yield from claims.of_idle()
    yield from claims.of_opening(desk("must_play").compiled(INITIAL))


def desk(end: str) -> Desk[Book]:
    """A desk on which nothing is asked."""
    book = choose(BEGGAR, {"end": end})
    return Desk(book, book, 2, PILES, 60, partial(solved, part="", by=(), said={}))


def test_what_is_assumed_can_be_so() -> None:
    """Of every claim: from what can never be anything would follow."""
    scripts: dict[str, str] = {}
    for claim in all_claims():
        piles = claim.at.piles if claim.at else ()
        scripts.setdefault(script((), PLANES, (*claim.given, *map(counted, piles))), claim.name)
    assert len(scripts) > 30
    never = [name for text, name in scripts.items() if Z3[0].solve(text, 60).answer != Answer.SAT]
    assert never == []


@pytest.mark.deep
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("id", ["N1.card", "N1.end"])
def test_all_is_proved_under_each_end_rule_by_all_solvers(id: str, end: str) -> None:
    everything_held(id, end)


@pytest.mark.deep
@pytest.mark.parametrize("id", ["N0", "N1.lead", "N1.pay", "N1.idle", "N1.opening"])
def test_all_is_proved_by_all_solvers(id: str) -> None:
    everything_held(id, "must_play")


def everything_held(id: str, end: str) -> None:
    outcome, said = proved(id, end=end, by=ALL)
    assert outcome.verdict is Verdict.HELD, outcome.counterexample
    assert {each.answer for answers in said.values() for each in answers} == {Answer.UNSAT}
    assert {each.solver for answers in said.values() for each in answers} == {each.name for each in ALL}


# --- a broken step ---


def broken(old: str, new: str) -> MakeStep:
    """The step with one place of its text changed."""
    source = inspect.getsource(sound.make_step)
    assert source.count(old) == 1, old
    scope = dict(vars(sound))
    exec(source.replace(old, new), scope)
    make: MakeStep = scope["make_step"]
    return make


BROKEN: Final = {
    "whose pay card is first": (
        "N1.lead",
        "demands.owed",
        "mine = at_most(their_pay & ~my_pay, my_pay)",
        "mine = no(at_most(my_pay & ~their_pay, their_pay))",
    ),
    "one ordinary card too many is led": (
        "N1.lead",
        "passes.pile_pay",
        "right(top, rounds + i_lay_first)",
        "right(top, rounds + rounds)",
    ),
    "the pay card stays in the hand": (
        "N1.lead",
        "demands.their_owes",
        "their_owes = pick(go, left(their_owes, two), their_owes)",
        "their_owes = pick(go, left(their_owes, one), their_owes)",
    ),
    "a debt of one too many": (
        "N1.pay",
        "answers.owed",
        "answers = at_most(plain, owed)",
        "answers = at_most(plain + one, owed)",
    ),
    "the same seat goes on": (
        "N1.pay",
        "last.my_size",
        "return their_pay, their_owes, their_size, my_pay, my_owes, my_size, pile",
        "return my_pay, my_owes, my_size, their_pay, their_owes, their_size, pile",
    ),
    "the pile goes on top of the hand": (
        "N1.pay",
        "last.my_pay",
        "their_pay | right(pile_pay, their_size & places)",
        "pile_pay | right(their_pay, taken & places)",
    ),
    "the demands of the pile come in a wrong place": (
        "N1.pay",
        "last.my_owes",
        "their_owes | right(pile_owes, right(their_size, bits_used))",
        "their_owes | right(pile_owes, their_size & places)",
    ),
    "tricks are not counted": ("N1.pay", "last.told", "told + (taken + trick)", "told + taken"),
    "a payment is one card short": (
        "N1.pay",
        "last.their_size",
        "lay = pick(go, last + one, none)",
        "lay = pick(go, last, none)",
    ),
    "the mark takes the place of what is owed": (
        "N1.idle",
        "lead.stops",
        "owed = pick(go, right(their_owes, to_number), pick(stop, owed | mark, owed))",
        "owed = pick(go, right(their_owes, to_number), pick(stop, mark, owed))",
    ),
    "the hands are cut at the wrong place": (
        "N1.opening",
        "words.their_pay",
        "their_pay, their_owes = left(every, cut), left(values, my_bits)",
        "their_pay, their_owes = left(every, cut + one), left(values, my_bits)",
    ),
    "who runs out if both have as many": (
        "N1.lead",
        "passes.stopped.winner",
        "i_run_out = at_most(i_have, they_have)",
        "i_run_out = at_most(i_have + one, they_have)",
    ),
    "a paid debt is called unanswered": (
        "N1.end",
        "pay.over.unanswered",
        "short = at_most(i_have, owed)",
        "short = at_most(i_have, owed + one)",
    ),
    "the last cards are counted twice": (
        "N1.end",
        "lead.over.cards",
        "i_have + i_have, they_have + they_have + one)",
        "i_have + i_have, they_have + they_have + two)",
    ),
}
"""What is broken: which proof fails, by which of its claims, the text of the step, and what stands there instead."""


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_step_fails_and_is_shown(name: str) -> None:
    id, part, old, new = BROKEN[name]
    make = broken(old, new)
    whole = proved(id, part=part)[0]
    assert whole.verdict is Verdict.HELD
    outcome, said = proved(id, make, part=part)
    assert [each.answer for answers in said.values() for each in answers] == [Answer.SAT]
    assert outcome.verdict is Verdict.FAILED
    assert outcome.assumptions == whole.assumptions
    if id in ("N1.idle", "N1.opening"):
        assert re.match(SHOWN[id], outcome.counterexample)
        return
    confirmed(outcome, make)


SHOWN: Final = {
    "N1.idle": "lead.stops: mark 0x",
    "N1.opening": r"[-JQKA]+/[-JQKA]+: 'their_pay' is 0x[0-9a-f]+, not 0x",
}


def confirmed(outcome: Outcome, make: MakeStep, end: str = "must_play") -> None:
    """A situation is shown, with a deal, of which step and rules really make two things: by the deal's whole game."""
    assert outcome.situation is not None
    lines = outcome.situation.lines()
    assert lines[0].startswith("before  deal ")
    assert lines[-1] == f"not so  {games.WRONG}"
    rules, kernel = outcome.situation.after
    assert rules.removeprefix("by the rules:  ") != kernel.removeprefix("by the kernel: ")
    deal = parse_deal(lines[0].removeprefix("before  deal "), "class")
    assert str(deal) in outcome.counterexample
    table = play.initial(BEGGAR, deal)
    differing = [games.differs(BEGGAR, end, each, make) for each in (table, *first_trick(table, end))]
    assert any(differing)


def first_trick(table: Table, end: str) -> Iterator[Table]:
    """The tables of the first trick of a game, after its first pay card."""
    book = choose(BEGGAR, {"end": end})
    while table.phase == Phase.LAYING:
        table = play.turn(book, table)
        if table.debt == 0:
            return
        yield table


@pytest.mark.parametrize(
    ("end", "like", "part"),
    [
        ("must_play", "lead_on", "pay.over.stops"),
        ("lead_on", "must_play", "pay.on.done"),
        ("early_stop", "must_play", "lead.over.cards"),
        ("immediate", "early_stop", "pay.over.stops"),
    ],
)
def test_a_wrong_end_rule_fails_and_is_shown(end: str, like: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sound.END_RULES, end, sound.END_RULES[like])
    outcome, said = proved("N1.end", end=end, part=part)
    assert [each.answer for answers in said.values() for each in answers] == [Answer.SAT]
    assert outcome.verdict is Verdict.FAILED
    confirmed(outcome, sound.make_step, end)


@pytest.mark.parametrize(
    ("symbol", "old", "new", "law"),
    [
        ("cat", "(bvadd ((_ extract 141 135) x)", "(bvsub ((_ extract 141 135) x)", "length"),
        ("cat", "(bvlshr ((_ extract 63 0) y)", "(bvshl ((_ extract 63 0) y)", "rest"),
        (
            "cat",
            "((_ zero_extend 57) ((_ extract 141 135) x))",
            "((_ zero_extend 57) ((_ extract 141 135) y))",
            "together",
        ),
        ("tl", "(_ bv2 64)", "(_ bv1 64)", "rest"),
        ("nth", "(_ bv17 8)", "(_ bv16 8)", "first"),
        ("unit", "(_ bv1 7)", "(_ bv2 7)", "length"),
        ("count", "(bvadd", "(bvor", "counted"),
    ],
)
def test_rows_of_bits_that_are_no_piles_break_a_law(
    symbol: str, old: str, new: str, law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parameters, sort, body = planes.MEANINGS[symbol]
    assert old in body
    monkeypatch.setitem(planes.MEANINGS, symbol, (parameters, sort, body.replace(old, new)))
    outcome, said = proved("N0", part=law)
    assert [each.answer for answers in said.values() for each in answers] == [Answer.SAT]
    assert outcome.verdict is not Verdict.HELD


def test_what_does_not_stay_so_is_not_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """That both seats always have cards is so under `immediate` alone."""

    def both(end: str, at: Position) -> dict[str, Bool]:
        return {"both have cards": has_cards(at.theirs)}

    monkeypatch.setattr(claims, "goes_on", both)
    for end in ("immediate", "must_play"):
        outcome, said = proved("N1.card", end=end, part="stays")
        answers = {each.answer for answers in said.values() for each in answers}
        assert answers == ({Answer.UNSAT} if end == "immediate" else {Answer.UNSAT, Answer.SAT})
        assert (outcome.verdict is Verdict.HELD) is (end == "immediate")


def test_other_rules_fail_as_well() -> None:
    """The kernel is held against the rules that are there: a pile that is taken the wrong way round is not its pile."""
    wrong = replace(BEGGAR, pile_order=reversed_pile)
    asked = partial(solved, part="is.hand", by=Z3, said={})
    outcome = proof("N1.card").prove(Desk(wrong, BEGGAR, 2, PILES, 60, asked))
    assert outcome.verdict is Verdict.FAILED
    assert outcome.counterexample.startswith("deal ")


def test_a_suspicion_that_is_not_confirmed_is_no_failure() -> None:
    outcome, _ = proved("N1.end", by=(UNSURE,), part="pay.on.done")
    assert outcome.verdict is Verdict.INCONCLUSIVE
    assert (
        "a solver suspects pay.on.done, but on no table that was tried step and rules differ" in outcome.counterexample
    )
