"""Which cards are pay cards, and what each asks for: the tables as the rules print them, typed here once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from model.cards import ACE, FACES, JACK, KING, OWES, PACK, QUEEN, RANKS, THREE, TWO
from model.piles import rulebook
from model.piles.rulebook import Book
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.piles.order import Piles, agreed, stated
from solver.terms import Bool, Int, equal, implies, ite, number, one_of
from solver.values import as_int

Table = Mapping[int, int]
"""What faces ask for; those that are not named ask for nothing."""

TABLES: Final[Mapping[object, Table]] = {
    "j1q2k3a4": {JACK: 1, QUEEN: 2, KING: 3, ACE: 4},
    "a1_two2_three3": {ACE: 1, TWO: 2, THREE: 3},
    "j1q2k3": {JACK: 1, QUEEN: 2, KING: 3},
    "a1j2q3k4": {ACE: 1, JACK: 2, QUEEN: 3, KING: 4},
    "no_pay": {},
}
"""The tables of payments by name, rank by rank."""

CLASSES: Final[Table] = {OWES[1]: 1, OWES[2]: 2, OWES[3]: 3, OWES[4]: 4}
"""A card of which a deal says no more than what it asks for asks for that under every table."""

NAMES: Final[Mapping[int, str]] = {JACK: "a jack", QUEEN: "a queen", KING: "a king", ACE: "an ace"}


def face(setting: Piles, card: Int) -> Int:
    """The face of a card: its rank, or its class."""
    return setting.theory.facts.divided(card, FACES)[1]


def asked(setting: Piles, card: Int) -> Int:
    """What a card asks for, by the table that was agreed on."""
    found = number(0)
    for rank, owes in {**stated(TABLES, setting.declared.pay_map.name), **CLASSES}.items():
        found = ite(equal(face(setting, card), number(rank)), number(owes), found)
    return found


def any_card(setting: Piles) -> Inputs:
    """Any card whatsoever."""
    return {"card": setting.shapes.any_of(int, "card", 0)}


def a_card(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that it is one: of a rank, or of a class."""
    card = as_int(inputs["card"])
    return (card >= 0) & (card < 2 * PACK) & one_of(face(setting, card), (*RANKS, *OWES))


def whole_table(setting: Piles, inputs: Inputs, owes: Int) -> Statements:
    """Each card asks for what the table says."""
    said = asked(setting, as_int(inputs["card"]))
    return {f"it is asked for as {setting.declared.pay_map.name} says": equal(owes, said)}


def ordinary(setting: Piles, inputs: Inputs, owes: Int) -> Statements:
    """Ranks two to ten ask for nothing."""
    shown = face(setting, as_int(inputs["card"]))
    return {"two to ten ask for nothing": implies((shown >= 2) & (shown <= 10), equal(owes, number(0)))}


def pay_cards(setting: Piles, inputs: Inputs, owes: Int) -> Statements:
    """Of the ranks exactly the four highest ask for something."""
    shown = face(setting, as_int(inputs["card"]))
    pays = one_of(shown, (JACK, QUEEN, KING, ACE))
    ranked = (shown >= 2) & (shown <= 14)
    return {"jack, queen, king and ace are the pay cards": implies(ranked, equal(owes > 0, pays))}


def asks(rank: int, owed: int) -> Callable[[Piles, Inputs, Int], Statements]:
    """A rank, given as such or as a class, asks for so many cards."""

    def goals(setting: Piles, inputs: Inputs, owes: Int) -> Statements:
        shown = one_of(face(setting, as_int(inputs["card"])), (rank, OWES[owed]))
        return {f"{NAMES[rank]} asks for {owed}": implies(shown, equal(owes, number(owed)))}

    return goals


DEMAND: Final[Scene[Book]] = Scene("demand", lambda book: rulebook.demand, any_card, a_card)
USUAL: Final = agreed(pay_map="j1q2k3a4")

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "G5.pay_table",
        DEMAND,
        "every card asks for what the agreed table of payments says, and every other card for nothing",
        ("BMN-12", "BMN-14"),
        whole_table,
        under=({}, *({"pay_map": name} for name in ("a1_two2_three3", "j1q2k3", "a1j2q3k4", "no_pay"))),
        once=True,
    ),
    Obligation(
        "G5.pay_cards",
        DEMAND,
        "ace, king, queen and jack are pay cards",
        ("BMN-12",),
        pay_cards,
        when=USUAL,
        once=True,
    ),
    Obligation(
        "G5.ordinary",
        DEMAND,
        "two to ten are ordinary cards",
        ("BMN-14",),
        ordinary,
        when=USUAL,
        once=True,
    ),
    *(
        Obligation(
            f"G5.{name}",
            DEMAND,
            f"{NAMES[rank]} asks for {owed}",
            (clause,),
            asks(rank, owed),
            when=USUAL,
            once=True,
        )
        for name, rank, owed, clause in (
            ("ace", ACE, 4, "BMN-19"),
            ("king", KING, 3, "BMN-20"),
            ("queen", QUEEN, 2, "BMN-21"),
            ("jack", JACK, 1, "BMN-22"),
        )
    ),
)
