"""The misbehaviours: told completely, shown by their examples, and every one noticed by the suite."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from model.deal import parse_deal
from model.game import Loop, Outcome, Won
from model.piles.play import initial
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.run import counted, play, tables
from model.register import load
from properties.conformance.books import default_book
from properties.conformance.cases import Case, deals_of_size, one_deal
from properties.conformance.judge import CONVENTIONS, FaultKind, Status, book_of, model_oracle
from properties.conformance.protocol import BudgetWire, Play, read_play, read_reply, to_wire
from properties.conformance.reference import Asked, Reference
from properties.conformance.repeats import LEAKS, unstable
from properties.misbehaviours import MISBEHAVIOURS, Misbehaviour, answering_options, misbehaviour, misbehaviours_of
from properties.misbehaviours.answers import late_loop
from properties.misbehaviours.bank import ChoicesStay, OneScore
from properties.misbehaviours.core import Question
from properties.misbehaviours.sharing import SHARING
from properties.misbehaviours.tables import OneMiddle
from properties.misreadings import Fault, all_misreadings
from properties.misreadings.bank import MISREADINGS
from properties.misreadings.smallest import ALPHABETS
from tests.misbehaving import judged, suite, wrong

EACH = [pytest.param(each, id=f"{each.game}-{each.name}") for each in MISBEHAVIOURS]
TELLING = [pytest.param(each, id=f"{each.game}-{each.name}") for each in MISBEHAVIOURS if each.tells is not None]
SMALLEST = [each for each in TELLING if each.values[0].smallest]  # type: ignore[union-attr]
STATEFUL = [each for each in EACH if len(each.values[0].example) > 1 and each not in TELLING]  # type: ignore[union-attr]
LOOPING = "-J/--J-"
CASELLA = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"
SMALL = 3
"""Up to so many cards every run looks at every deal before a smallest one; the rest is deep."""


def sound(game: str) -> Reference:
    return Reference({game: default_book(game)}, "the rules")


# --- the register


@pytest.mark.parametrize("each", EACH)
def test_a_misbehaviour_is_told_completely(each: Misbehaviour) -> None:
    assert each.belief.endswith(".")
    assert each.source.endswith(".")
    assert each.example
    assert all(load().clause(id).carries_rule for id in each.clauses)
    assert misbehaviour(each.name, each.game) == each
    assert each.kind in (Fault.REPORT, Fault.STATE) or each.clauses, "a rule that is broken has a clause"


def test_names_are_taken_once() -> None:
    names = Counter((each.game, each.name) for each in MISBEHAVIOURS)
    assert [name for name, times in names.items() if times > 1] == []
    misread = {each.name for each in all_misreadings()} | {each.name for each in MISREADINGS}
    assert not {each.name for each in MISBEHAVIOURS} & misread
    assert misbehaviour("names_no_seat_at_all") is None
    assert misbehaviour("names_the_first_seat", "bank") is None


def test_a_name_alone_is_that_of_the_first_game() -> None:
    found = misbehaviour("names_the_first_seat")
    assert found is not None
    assert found.game == "beggar"


def test_half_were_met_in_programs_or_answer_an_open_question() -> None:
    sources = {each.name: each.source for each in MISBEHAVIOURS}
    met = [name for name, source in sources.items() if re.search(r"[Pp]ublic (one|program)|-A\d\d", source)]
    assert len(met) * 2 >= len(sources)
    named = {id for source in sources.values() for id in re.findall(r"(?:BMN|BB|BANK)-A\d\d", source)}
    assert named <= set(load().ambiguities)


def test_the_kinds_that_no_misreading_has_are_here() -> None:
    kinds = {each.kind for each in MISBEHAVIOURS}
    assert kinds >= {Fault.REPORT, Fault.STATE, Fault.HANG, Fault.CRASH, Fault.LOOP, Fault.LOSS}


def test_every_game_has_some() -> None:
    assert sum(len(misbehaviours_of(game)) for game in (*PROFILES, "bank")) == len(MISBEHAVIOURS)
    assert all(misbehaviours_of(game) for game in (*PROFILES, "bank"))
    assert answering_options("bank") == ()


@pytest.mark.parametrize("game", PROFILES)
def test_what_was_met_in_one_pile_game_can_be_met_in_another(game: str) -> None:
    options = answering_options(game)
    assert len({each.name for each in options}) == len(options)
    assert {each.name for each in options} == {each.name for each in MISBEHAVIOURS if each.tells is not None}
    assert {each.game for each in options} == {game}
    case = one_deal(game, "J/2", "rank", {})
    assert all(each.told(book_of(case), case, model_oracle(case)) for each in options)


# --- the examples


@pytest.mark.parametrize("each", EACH)
def test_its_example_shows_it_and_the_rules_pass(each: Misbehaviour) -> None:
    found = judged(each.answer, each.game, each.cases)
    assert wrong(found)
    right = judged(lambda: sound(each.game).answer, each.game, each.cases)
    assert [one.verdict.status for one in right] == [Status.PASS] * len(each.example)


@pytest.mark.parametrize("each", STATEFUL)
def test_a_question_alone_does_not_show_what_is_left_of_another(each: Misbehaviour) -> None:
    for case in each.cases:
        assert wrong(judged(each.answer, each.game, [case])) == []


def told(each: Misbehaviour, text: str, cards: str) -> tuple[tuple[Outcome, ...] | FaultKind, tuple[Outcome, ...]]:
    """What is told of a game, and how it was, in every way of counting."""
    case = one_deal(each.game, text, cards, {})
    played = model_oracle(case)
    return each.told(book_of(case), case, played), tuple(counted(played, *pair) for pair in CONVENTIONS)


def deals(cards: int, most_seats: int, letters: str) -> Iterator[str]:
    """Every deal of so many cards: fewest seats first, then fewest pay cards, then by text."""
    for seats in range(2, min(most_seats, cards) + 1):
        decks = sorted(
            product(letters, repeat=cards),
            key=lambda deck: (sum(card != letters[0] for card in deck), [letters.index(card) for card in deck]),
        )
        cuts = list(deals_of_size(cards, seats, "-"))
        for deck in decks:
            for cut in cuts:
                rest = iter(deck)
                yield "/".join("".join(next(rest) for _ in hand) for hand in cut)


def no_smaller(each: Misbehaviour, most_cards: int) -> None:
    (question,) = each.example
    size = len(question.deal.replace("/", ""))
    seats = 3 if size == 6 else 6
    for cards in range(2, min(size, most_cards) + 1):
        for text in deals(cards, seats, ALPHABETS[question.cards]):
            if text == question.deal:
                return
            answer, right = told(each, text, question.cards)
            assert answer == right, text


@pytest.mark.parametrize("each", SMALLEST)
def test_no_smaller_deal_shows_it(each: Misbehaviour) -> None:
    no_smaller(each, SMALL)


@pytest.mark.deep
@pytest.mark.parametrize("each", SMALLEST)
def test_no_smaller_deal_of_any_size_shows_it(each: Misbehaviour) -> None:
    no_smaller(each, 6)


def asked_in_turn(program: Reference, *texts: str) -> list[object]:
    """The outcomes of these deals, asked one after the other."""
    found: list[object] = []
    for text in texts:
        request = Play(0, "beggar", "1", {}, one_deal("beggar", text, "class", {}).deal_wire, BudgetWire(2_000))
        found.append(read_play(read_reply(program.answer(request)).ok).outcome)
    return found


@pytest.mark.parametrize("each", [pytest.param(each, id=each.name) for each in SHARING])
def test_no_smaller_pair_of_deals_shows_what_games_share(each: Misbehaviour) -> None:
    """Pairs of the fewest cards there are; of one that takes more, all of them are looked at."""
    first, second = (question.deal for question in each.example)
    pairs = sorted(
        product(deals(2, 2, "-JQKA"), repeat=2), key=lambda pair: sum(card in "JQKA" for text in pair for card in text)
    )
    right = {text: asked_in_turn(sound("beggar"), text)[0] for text in deals(2, 2, "-JQKA")}
    shown = next((pair for pair in pairs if asked_in_turn(each.program(), *pair)[1] != right[pair[1]]), None)
    assert shown == ((first, second) if (first, second) in pairs else None)


# --- every one is noticed


@pytest.mark.parametrize("each", [each for each in EACH if each not in STATEFUL])
def test_the_suite_notices_it(each: Misbehaviour) -> None:
    """By a case of each of its clauses. The long records are asked only of what they alone can show."""
    records = any(len(question.deal) > 50 for question in each.example)
    found = wrong(judged(each.answer, each.game, suite(each.game, each.clauses, records)))
    assert found
    assert {clause for case in found for clause in case.clauses} >= set(each.clauses)


@pytest.mark.parametrize("each", STATEFUL)
def test_the_suite_notices_what_games_share_and_names_it(each: Misbehaviour) -> None:
    """One game is asked after the other, so that a case alone may be right; some are asked again in a fresh program."""
    found = judged(each.answer, each.game, suite(each.game, (), records=False), share=5)
    assert {clause for case in wrong(found) for clause in case.clauses} >= set(each.clauses)
    assert {one.kind for one in unstable(found)} == {LEAKS}


@pytest.mark.parametrize("game", [*PROFILES, "bank"])
def test_the_rules_are_not_noticed(game: str) -> None:
    found = judged(lambda: sound(game).answer, game, suite(game, (), records=False), share=5)
    assert {one.verdict.status for one in found} <= {Status.PASS, Status.INAPPLICABLE}
    assert list(unstable(found)) == []


@pytest.mark.deep
@pytest.mark.parametrize("each", TELLING)
def test_what_depends_on_one_game_is_not_called_shared(each: Misbehaviour) -> None:
    found = judged(each.answer, each.game, suite(each.game), share=100)
    assert list(unstable(found)) == []


# --- what is told can be foretold


@pytest.mark.parametrize("each", TELLING)
def test_the_program_says_what_is_foretold(each: Misbehaviour) -> None:
    program, cards = each.program(), each.example[0].cards
    texts = ["J/J", "-J-/--", LOOPING, "Q-/-/J"] if cards == "class" else ["J/J", "2J/2", "2T/Q"]
    for text in [*texts, *(question.deal for question in each.example if len(question.deal) < 50)]:
        case = one_deal(each.game, text, cards, {}, timeline=each.example[0].slaps if text == "2/2" else "")
        foretold = each.told(book_of(case), case, model_oracle(case))
        assert said(program, case) == (foretold if isinstance(foretold, FaultKind) else to_wire(foretold[0]))


def said(program: Reference, case: Case) -> object:
    """The outcome that a program tells, or how it breaks."""
    from properties.conformance.breaking import Broke

    slaps = tuple((at, seat, "slap") for at, seat in case.timeline)
    request = Play(0, case.game, "1", case.choices, case.deal_wire, BudgetWire(case.budget), None, slaps)  # type: ignore[arg-type]
    try:
        return read_play(read_reply(program.answer(request)).ok).outcome
    except Broke as broke:
        return broke.kind


def test_what_is_told_goes_together_with_other_rules() -> None:
    each = misbehaviour("names_who_laid_last", "beggar")
    assert each is not None
    book = choose(PROFILES["beggar"], {"end": "immediate"})
    case = one_deal("beggar", "J/-", "class", {})
    played = play(book, initial(book, case.deal), 100)
    assert played.outcome == Won((1,), 1, 1)  # type: ignore[arg-type]
    told_so = each.told(book, case, played)
    assert not isinstance(told_so, FaultKind)
    assert [outcome.winners for outcome in told_so if isinstance(outcome, Won)] == [(0,)] * len(CONVENTIONS)


# --- single ones


def test_a_mixture_of_conventions_is_none_of_them() -> None:
    """Each of the two deals could be told so, but not both by one program."""
    for name in ("counts_a_failed_draw_in_a_payment", "counts_the_last_pile_after_a_payment"):
        each = misbehaviour(name)
        assert each is not None
        fitting = [{place for place in range(4) if answer[0] == right[place]} for answer, right in _told_of(each)]
        assert all(fitting)
        assert set.intersection(*fitting) == set()


def _told_of(each: Misbehaviour) -> Iterator[tuple[tuple[Outcome, ...], tuple[Outcome, ...]]]:
    for question in each.example:
        answer, right = told(each, question.deal, question.cards)
        assert not isinstance(answer, FaultKind)
        yield answer, right


@pytest.mark.parametrize("text", ["--J-/J-", LOOPING, "J--/-J-", CASELLA])
def test_a_loop_found_later_is_that_of_one_who_keeps_one_position(text: str) -> None:
    """The same worked out by walking: a position is kept, and exchanged after 1, 2, 4, 8, ... tricks."""
    book, deal = PROFILES["beggar"], parse_deal(text, "class")
    start = initial(book, deal)
    played = play(book, start, 1_000)
    told_so = late_loop(Asked(book, deal, start, 1_000, {}, played), CONVENTIONS[0])
    assert isinstance(played.outcome, Loop)
    assert told_so == Loop(*_kept(text), played.outcome.period_cards, played.outcome.period_tricks)


def _kept(text: str) -> tuple[int, int]:
    book, power = PROFILES["beggar"], 1
    start = initial(book, parse_deal(text, "class"))
    kept, at, tricks = book.position(start), (0, 0), 0
    for cards, table in enumerate(tables(book, start), start=1):
        if table.middle:
            continue
        tricks += 1
        if book.position(table) == kept:
            return at
        if tricks - at[1] == power:
            kept, at, power = book.position(table), (cards, tricks), 2 * power
    raise AssertionError("the game has ended")


def test_a_question_twice_is_two_questions() -> None:
    each = misbehaviour("lets_the_last_winner_lead")
    assert each is not None
    assert len({case.id for case in each.cases}) == len(each.example) == 2


def test_tables_of_two_programs_share_nothing() -> None:
    """What a program shares with itself it does not share with another one, so that runs do not disturb each other."""
    for program in (OneMiddle, OneScore, ChoicesStay):
        (each,) = (each for each in MISBEHAVIOURS if getattr(each.make, "args", (each.make,))[0] is program)
        first = judged(each.answer, each.game, each.cases)
        assert judged(each.answer, each.game, each.cases) == first


def test_a_question_may_ask_for_a_table_beside() -> None:
    each = Misbehaviour(
        "x", "banka", Fault.STATE, (), ".", ".", (Question("2/3", "lay", cards="rank", beside="new"),), Reference
    )
    assert [case.beside for case in each.cases] == ["new"]
