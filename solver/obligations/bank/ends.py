"""The ends of rounds of Bank, taken more widely than play can bring them about.

A pile is any cards of the pack, and up to all seats but one have gone out, in any order, by any last lay of one card or
of four. What holds of all of these holds of every round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from model.bank import moves
from model.bank.rulebook import Book
from model.bank.state import Finish
from model.cards import FACES, Card, face_of
from properties.evidence import Verdict
from solver.contracts import Contract, Contracts
from solver.desk import Desk, Outcome
from solver.obligations import LEMMAS, Inputs, Obligation, Scene
from solver.obligations.bank.acts import Goals
from solver.obligations.bank.rounds import (
    CONTRACTS,
    VALUES,
    Banks,
    any_round,
    each_seat_once,
    face,
    have_cards,
    is_agreed,
    is_out,
    points_of,
    table_of,
    worthless_in,
)
from solver.obligations.common import record, seat
from solver.statements import settled
from solver.terms import TRUE, Bool, Int, Zone, and_, apply, equal, ite, not_, number, one_of, or_, times, total
from solver.values import Value, as_int, as_zone, entries_of
from solver.zones import Measure, MuTheory

Note = Callable[[Book, int], str]
"""What else there is to say of a bound, for these rules and so many seats."""

PACK: Final = 36
SUITS: Final = 4
"""BANK-03: so many cards there are, in so many suits."""


# --- what a last lay is, of which the cards are not known one by one ---


def _is_four_of_a_kind(theory: MuTheory, cards: Value) -> Bool:
    pile = as_zone(theory, cards)
    first, *others = [face(theory, theory.card(pile, number(place))) for place in range(moves.FOUR)]
    return equal(theory.length(pile), number(moves.FOUR)) & and_(*(equal(first, other) for other in others))


def _is_one_suit(theory: MuTheory, cards: Value) -> Bool:
    pile = as_zone(theory, cards)
    first, *others = [_suit(theory, theory.card(pile, number(place))) for place in range(moves.FOUR)]
    return and_(*(equal(first, other) for other in others))


def _suit(theory: MuTheory, card: Int) -> Int:
    return theory.facts.divided(theory.facts.divided(card, FACES)[0], 8)[1]


def _are_four(theory: MuTheory, cards: Value) -> Mapping[str, Bool]:
    return {"asks for the suit of other than four cards": equal(theory.length(as_zone(theory, cards)), number(4))}


LAYS: Final[Contracts] = {
    **CONTRACTS,
    moves.is_four_of_a_kind: Contract(_is_four_of_a_kind),
    moves.is_one_suit: Contract(_is_one_suit, _are_four),
}
"""What is asked of a last lay is asked of its cards one by one, of which there are one or four."""


# --- the ends of rounds ---


def _count_of(theory: MuTheory, shown: int) -> Measure:
    def of_card(card: Int) -> Int:
        return ite(equal(face(theory, card), number(shown)), number(1), number(0))

    return Measure(f"of_face_{shown}", of_card, partial(_how_many, shown), 0, 1)


def _how_many(shown: int, pile: tuple[Card, ...]) -> int:
    return len([card for card in pile if face_of(card) == shown])


def by_rank(setting: Banks, pile: Zone) -> list[Int]:
    """How many cards of each rank that counts something there are in a pile."""
    return [setting.theory.additive(_count_of(setting.theory, shown), pile) for shown in VALUES]


def counts_by_rank(setting: Banks, pile: Zone) -> Bool:
    """What is so of every pile: its cards are of some rank or count nothing, and count what their ranks count."""
    ranks = by_rank(setting, pile)
    worth = [times(value, cards) for value, cards in zip(VALUES.values(), ranks, strict=True)]
    return and_(
        equal(setting.theory.length(pile), total([*ranks, worthless_in(setting.theory, pile)])),
        equal(points_of(setting.theory, pile), total(worth)),
    )


def of_the_pack(setting: Banks, pile: Zone) -> Bool:
    """Whether a pile has cards of the pack: no more of any rank than there are suits, and no more without points."""
    low = PACK - SUITS * len(VALUES)
    return and_(
        counts_by_rank(setting, pile),
        *(cards <= SUITS for cards in by_rank(setting, pile)),
        worthless_in(setting.theory, pile) <= low,
    )


def any_end(setting: Banks) -> Inputs:
    """Any round in which all seats but one can have gone out."""
    return {"table": any_round(setting, out=setting.shapes.any_row(Finish, "out", setting.seats - 1))}


def any_end_and_seat(setting: Banks) -> Inputs:
    """The same, and any seat."""
    return {**any_end(setting), "seat": apply(Int, "seat")}


def an_end(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that seats that have no cards have gone out, each once, by one card or by four, and not all."""
    table = table_of(inputs)
    gone = [record(each.value).zone("cards") for each in entries_of(table.fields["out"])]
    holding = have_cards(setting, table)
    return and_(
        *(one_of(setting.theory.length(cards), (1, moves.FOUR)) for cards in gone),
        each_seat_once(setting, table, "out"),
        *(not_(is_out(setting, table, place) & has) for place, has in enumerate(holding)),
        or_(*holding),
    )


def an_end_for_a_seat(setting: Banks, inputs: Inputs) -> Bool:
    """The same, with a seat of it."""
    return an_end(setting, inputs) & seat(setting, as_int(inputs["seat"]))


def an_end_with_a_finisher(setting: Banks, inputs: Inputs) -> Bool:
    """The same, where somebody has gone out; and where all seats play every round, everybody has cards or is out."""
    table = table_of(inputs)
    took_part = [has | is_out(setting, table, place) for place, has in enumerate(have_cards(setting, table))]
    all_play = and_(*took_part) if is_agreed(setting, "tie", "extra_round_all") else TRUE
    return and_(an_end(setting, inputs), entries_of(table.fields["out"])[0].there, all_play)


# --- proofs about them ---

WIDE: Final = "any cards of the pack lie in a pile, and any seats but one have gone out, in any order, by any last lay"


def worst(outcomes: Sequence[Outcome]) -> Outcome:
    """The first of several outcomes that is not as it should be, or else the first."""
    return next((each for each in outcomes if each.verdict is not Verdict.HELD), outcomes[0])


def together(
    *parts: tuple[Scene[Book], Goals], note: Note | None = None, given: tuple[str, ...] = (WIDE,)
) -> Callable[[Desk[Book]], Outcome]:
    """A proof of several statements about scenes that make one together."""
    return partial(_together, parts, note, (LEMMAS, *given))


def _together(
    parts: Sequence[tuple[Scene[Book], Goals]], note: Note | None, given: tuple[str, ...], desk: Desk[Book]
) -> Outcome:
    outcomes = []
    for scene, goals in parts:
        part = Obligation(scene.name, scene, "the part of a bound", (), goals)
        outcomes.append(settled(desk.ask(desk.compiled(scene).query(part), scene.name)))
    told = replace(worst(outcomes), note=note(desk.declared, desk.seats) if note else "")
    return told.resting_on(given)
