"""Contracts: what stands in for functions that look at each card of a pile is compared with them, exhaustively."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations, product
from typing import Any, Final

import pytest

from model.bank import moves, ranks, scoring, state
from model.bank.profiles import BANK
from model.cards import ACE, JACK, KING, TEN, Card, Face, Suit, card
from solver.compile import compiled
from solver.contracts import Contract, nothing
from solver.evaluate import Evaluator
from solver.obligations import Scene, Setting
from solver.obligations.bank import further, rounds
from solver.obligations.bank.ends import LAYS
from solver.obligations.bank.rounds import CONTRACTS, Banks, any_round
from solver.shapes import Shapes
from solver.sources import Unsupported
from solver.terms import TRUE, Int, Zone, and_, apply, equal, number
from solver.values import Mismatch, Value, as_zone
from solver.zones import Measure, MuTheory

Pile = tuple[Card, ...]
SEVEN: Final = Face(7)
FIVE: Final = (card(ACE), card(TEN), card(KING, Suit(1)), card(JACK), card(SEVEN, Suit(1)))
PACK: Final = tuple([card(Face(face), Suit(suit)) for suit in range(4) for face in range(6, ACE + 1)])
PILES: Final = [pile for size in range(5) for pile in product(FIVE, repeat=size)]
"""All piles of up to four of five cards, with every card as often as there is room for it."""


def difference(
    contract: Contract,
    function: Callable[..., object],
    cases: Iterable[tuple[Pile, ...]],
    known: int = 0,
    needed: Callable[..., bool] = lambda *piles: True,
) -> str:
    """The first case in which contract and function part; a second pile has so many cards, which are known one by one.

    Every fact has to be true in every case, whether or not what the contract relies on holds there.
    """
    theory = MuTheory()
    arguments: list[Value] = [theory.constant("pile")]
    arguments += [theory.of([apply(Int, f"card{at}") for at in range(known)])] if known else []
    needs = and_(*contract.needs(theory, *arguments).values())
    result: Any = contract.result(theory, *arguments)
    evaluator = Evaluator((result, needs, *theory.facts.all()), theory.meanings(lambda shown: shown * shown + 1))
    for piles in cases:
        names = {"pile": piles[0], **{f"card{at}": each for at, each in enumerate(piles[1] if known else ())}}
        said, met, *facts = evaluator.values(names)
        if not all(facts):
            return f"a fact is false of {piles}"
        if met != needed(*piles):
            return f"it relies on something else for {piles}"
        if met and said != function(*piles):
            return f"{said} instead of {function(*piles)} for {piles}"
    return ""


# --- measures: points and cards without points ---

MEASURES: Final[dict[Callable[..., int], Callable[[MuTheory], Measure]]] = {
    ranks.points_of: rounds.points,
    scoring.zero_only: rounds.worthless,
}


def of_single_cards(measure: Callable[[MuTheory], Measure], function: Callable[[Pile], int]) -> str:
    """The first card of the pack for which a measure and a function part, or a fact about it is false."""
    theory = MuTheory()
    single = theory.additive(measure(theory), theory.of([apply(Int, "card")]))
    evaluator = Evaluator((single, *theory.facts.all()), theory.meanings(lambda shown: shown))
    for each in PACK:
        said, *facts = evaluator.values({"card": each})
        if said != function((each,)) or not all(facts):
            return f"{said} instead of {function((each,))} for {each}"
    return ""


def adds_up(function: Callable[[Pile], int]) -> bool:
    """Whether what piles come to adds up when they are joined; for all piles that have up to four cards together."""
    joined = ((pile[:at], pile[at:]) for pile in PILES for at in range(len(pile) + 1))
    return all(function(front + back) == function(front) + function(back) for front, back in joined)


@pytest.mark.parametrize("function", MEASURES)
def test_a_measure_is_what_the_function_says_of_every_small_pile(function: Callable[[Pile], int]) -> None:
    assert difference(CONTRACTS[function], function, [(pile,) for pile in PILES]) == ""


@pytest.mark.parametrize("function", MEASURES)
def test_a_measure_is_what_the_function_says_of_every_card_and_adds_up(function: Callable[[Pile], int]) -> None:
    """With L1.measured, that nothing else adds up and says the same of single cards, this is so of all piles."""
    assert of_single_cards(MEASURES[function], function) == ""
    assert adds_up(function)


def test_what_does_not_add_up_is_seen() -> None:
    assert not adds_up(lambda pile: len(set(pile)))
    assert not adds_up(lambda pile: max(pile, default=0))
    assert not adds_up(lambda pile: 1 + len(pile))


def wrong_measure(**changes: Any) -> Callable[[MuTheory], Measure]:  # noqa: ANN401
    def made(theory: MuTheory) -> Measure:
        right = rounds.points(theory)
        fields = {"of_card": right.of_card, "real": right.real, "least": right.least, "most": right.most, **changes}
        return Measure("points", **fields)

    return made


def test_a_wrong_measure_is_seen() -> None:
    cards_count_one = wrong_measure(of_card=lambda shown: number(1))
    assert of_single_cards(cards_count_one, ranks.points_of)
    assert of_single_cards(wrong_measure(most=11), ranks.points_of)
    assert of_single_cards(wrong_measure(least=1), ranks.points_of)
    for wrong in (wrong_measure(real=len), wrong_measure(most=11), wrong_measure(least=1)):
        measured = Contract(lambda theory, zone, wrong=wrong: theory.additive(wrong(theory), as_zone(theory, zone)))
        assert difference(measured, ranks.points_of, [(pile,) for pile in PILES])


# --- a hand without cards ---


def once_each(hand: Pile, cards: Pile) -> bool:
    """What `without` relies on: different cards, each once in the hand. Of a card that is there twice both would go."""
    return len(set(cards)) == len(cards) and all(hand.count(each) == 1 for each in cards)


ONE: Final = [(hand, (each,)) for hand in PILES for each in FIVE]
TWO: Final = [(hand, cards) for hand in PILES if len(hand) < 4 for cards in product(FIVE, repeat=2)]
FOUR: Final = [
    (hand, cards)
    for hand in (FIVE, FIVE[:4], (*FIVE, FIVE[0]), (*FIVE, PACK[0]), (*FIVE, FIVE[4], PACK[0]))
    for cards in (*permutations(FIVE, 4), *product(FIVE[:2], repeat=4))
]
WITHOUT: Final = CONTRACTS[state.without]


@pytest.mark.parametrize(("known", "cases"), [(1, ONE), (2, TWO), (4, FOUR)])
def test_a_hand_without_cards_is_what_the_function_leaves(known: int, cases: list[tuple[Pile, Pile]]) -> None:
    assert {once_each(*case) for case in cases} == {False, True}
    assert difference(WITHOUT, state.without, cases, known, once_each) == ""


def always_one_less(theory: MuTheory, hand: Value, cards: Value) -> Zone:
    rest = rounds.left_of(theory, hand, cards)
    theory.facts.add(equal(theory.length(rest), theory.length(as_zone(theory, hand)) - 1))
    return rest


def lighter_by_one(theory: MuTheory, hand: Value, cards: Value) -> Zone:
    rest, (shown,) = rounds.left_of(theory, hand, cards), rounds.cards_of(theory, cards)
    lighter = theory.weight(as_zone(theory, hand)) - theory.card_weight(shown)
    theory.facts.add(equal(theory.weight(rest), lighter))
    return rest


def all_of_it(theory: MuTheory, hand: Value, cards: Value) -> Zone:
    return as_zone(theory, hand)


WRONG: Final[dict[str, Contract]] = {
    "one card always goes": Contract(always_one_less, WITHOUT.needs),
    "the weight of one card always goes": Contract(lighter_by_one, WITHOUT.needs),
    "nothing goes": Contract(all_of_it, WITHOUT.needs),
    "it relies on nothing": Contract(WITHOUT.result, nothing),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_contract_of_a_hand_without_cards_is_seen(name: str) -> None:
    assert difference(WRONG[name], state.without, ONE, 1, once_each)


# --- what a last lay is ---

SIX_AND_SEVEN: Final = [card(face, suit) for face in (Face(6), SEVEN) for suit in (Suit(0), Suit(1))]
LAID: Final = [(pile,) for size in range(6) for pile in product(SIX_AND_SEVEN, repeat=size)]


def test_four_of_a_kind_and_one_suit_are_what_the_functions_say() -> None:
    kind, suit = LAYS[moves.is_four_of_a_kind], LAYS[moves.is_one_suit]
    assert difference(kind, moves.is_four_of_a_kind, LAID) == ""
    assert difference(suit, moves.is_one_suit, LAID, needed=lambda pile: len(pile) == 4) == ""
    assert difference(Contract(suit.result), moves.is_four_of_a_kind, LAID)
    assert difference(Contract(kind.result), moves.is_one_suit, LAID)


def test_every_contract_is_compared_here() -> None:
    compared = {*MEASURES, state.without, moves.is_four_of_a_kind, moves.is_one_suit}
    assert {*CONTRACTS, *LAYS, *further.OFFERING} == {*compared, moves.lays}  # of lays nothing is claimed


# --- what may be laid is left open, once ---


def setting() -> Banks:
    theory = MuTheory()
    return Setting(BANK, BANK, 2, theory, Shapes(theory, Pile))


def test_what_may_be_laid_is_the_same_for_the_same_round_and_refused_for_another() -> None:
    bank = setting()
    table, other = any_round(bank), any_round(bank, "other")
    found = further.some_lays(bank.theory, BANK, table)
    assert further.some_lays(bank.theory, BANK, any_round(bank)) == found
    with pytest.raises(Mismatch, match="two rounds"):
        further.some_lays(bank.theory, BANK, other)
    further.some_lays(setting().theory, BANK, other)


def asks_twice(book: Any, table: state.Round, other: state.Round) -> bool:  # noqa: ANN401
    return moves.lays(book, table) == moves.lays(book, other)


def test_code_that_asks_what_may_be_laid_in_two_two_roundsis_refused() -> None:
    def asked(name: str) -> object:
        def two_rounds(bank: Banks) -> dict[str, Value]:
            return {"table": any_round(bank), "other": any_round(bank, name)}

        scene = Scene("twice", lambda book: asks_twice, two_rounds, lambda *given: TRUE, contracts=further.OFFERING)
        return compiled(scene, BANK, 2).result

    assert asked("table") is TRUE
    with pytest.raises(Unsupported, match="two rounds"):
        asked("other")
