"""B4: when the middle may be slapped: in which situations, how long, and which cards count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.cards import HIDDEN
from model.cards import Zone as Cards
from model.piles import slaps
from model.piles.rulebook import Book
from model.piles.state import Phase
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.common import record
from solver.obligations.piles.demands import face
from solver.obligations.piles.order import ORDER, Piles, agreed, in_phase, under
from solver.obligations.slaps.order import (
    HIGHEST_CARD,
    all_of,
    any_table,
    is_hidden,
    is_rank,
    laid_in_trick,
    middle_has_ranks,
    ordered,
    situation_agreed,
)
from solver.obligations.slaps.situations import (
    HIGHEST,
    SITUATIONS,
    Seen,
    is_open,
    is_shown,
    looked_at,
    may_be_slapped,
    middle_seen,
    whole_pile,
)
from solver.terms import Bool, Int, Zone, and_, equal, implies, ite, number, or_
from solver.values import Mismatch, Value, as_bool, as_int, as_zone

FEW: Final = 4
"""Piles of so many cards are looked at card by card."""

# --- scenes ---


def two_piles(book: Book, one: Cards, other: Cards, laid: int) -> tuple[bool, bool]:
    """Whether each of two piles may be slapped."""
    return book.slap_window(book, one, laid), book.slap_window(book, other, laid)


def any_pile(setting: Piles) -> Inputs:
    """Any pile, and how many of its cards were laid in play."""
    return {"zone": setting.theory.constant("zone"), "laid": setting.shapes.any_of(int, "laid", 0)}


def any_two_piles(setting: Piles) -> Inputs:
    """Any two piles, and how many cards of them were laid in play."""
    piles = {name: setting.theory.constant(name) for name in ("one", "other")}
    return {**piles, "laid": setting.shapes.any_of(int, "laid", 0)}


def few_cards(setting: Piles) -> Inputs:
    """A pile of four cards of which three were laid in play."""
    cards = tuple([setting.shapes.any_of(int, f"card{place}", 0) for place in range(FEW)])
    return {"zone": cards, "laid": FEW - 1}


def _as_laid(setting: Piles, pile: Zone, laid: Int) -> Bool:
    """Whether the cards laid have ranks, and those below them have, or lie face down."""
    theory, size = setting.theory, setting.theory.length(pile)
    found = [(laid >= 1) & (laid <= size)]
    for down in range(1, HIGHEST + 1):
        card = theory.card(pile, size - down)
        rank = is_rank(setting, card)
        found.append(implies(size >= down, ite(laid >= down, rank, rank | is_hidden(setting, card))))
    lowest = theory.card(pile, number(0))
    return and_(*found, is_rank(setting, lowest) | is_hidden(setting, lowest))


def pile_laid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the last card was laid in play, and that what was laid has ranks."""
    return _as_laid(setting, as_zone(setting.theory, inputs["zone"]), as_int(inputs["laid"]))


def all_have_ranks(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that all cards have ranks and are of one pack."""
    cards = inputs["zone"]
    if not isinstance(cards, tuple):
        raise Mismatch("no cards one by one")
    return and_(*(is_rank(setting, as_int(card)) & (as_int(card) < HIGHEST_CARD) for card in cards))


def same_ranks(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that two piles are as high, and that the cards that are looked at have the same ranks."""
    one, other = (as_zone(setting.theory, inputs[name]) for name in ("one", "other"))
    seen = [whole_pile(setting, pile) for pile in (one, other)]
    pairs = zip((*seen[0].last, seen[0].lowest), (*seen[1].last, seen[1].lowest), strict=True)
    return and_(
        _as_laid(setting, one, as_int(inputs["laid"])),
        equal(seen[0].count, seen[1].count),
        *(equal(mine, its) for mine, its in pairs),
    )


def cards_in_the_middle(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order, and that what lies in the middle are cards."""
    table = record(inputs["table"])
    return ordered(setting, table) & middle_has_ranks(setting, table, *looked_at(setting, table))


WINDOW: Final[Scene[Book]] = Scene("slap_window", lambda book: book.slap_window, any_pile, pile_laid)
FOUR_CARDS: Final[Scene[Book]] = Scene("four_cards", lambda book: book.slap_window, few_cards, all_have_ranks)
TWO_PILES: Final[Scene[Book]] = Scene("two_piles", lambda book: two_piles, any_two_piles, same_ranks)
SLAPPABLE: Final[Scene[Book]] = Scene("slappable", lambda book: slaps.slappable, any_table, cards_in_the_middle)
SCENES: Final = (WINDOW, FOUR_CARDS, TWO_PILES, SLAPPABLE)


# --- goals ---


def _pile(setting: Piles, inputs: Inputs) -> Seen:
    return whole_pile(setting, as_zone(setting.theory, inputs["zone"]))


def may_be(name: str) -> Callable[[Piles, Inputs, Value], Statements]:
    """Where a pile shows this situation it may be slapped."""
    situation = getattr(slaps, name)

    def goals(setting: Piles, inputs: Inputs, shown: Value) -> Statements:
        there = SITUATIONS[situation](setting, _pile(setting, inputs))
        return {"where the situation is there the pile may be slapped": implies(there, as_bool(shown))}

    return goals


def nothing_else(setting: Piles, inputs: Inputs, shown: Value) -> Statements:
    """A pile that may be slapped shows a situation that was agreed on."""
    there = is_shown(setting, _pile(setting, inputs))
    return {"where no situation that was agreed on is there it may not": implies(as_bool(shown), there)}


def one_card(setting: Piles, inputs: Inputs, shown: Value) -> Statements:
    """A card alone may not be slapped."""
    alone = equal(_pile(setting, inputs).count, number(1))
    return {"a card that lies alone may not be slapped": implies(alone, ~as_bool(shown))}


def four_cards(setting: Piles, inputs: Inputs, shown: Value) -> Statements:
    """A pile of four cards may be slapped exactly where its last cards, or any laid before them, show a situation."""
    cards = [as_int(card) for card in _as_row(inputs["zone"])]
    ever = agreed(slap_window="any_neighbours")(setting.declared)
    heights = range(FEW - as_int(inputs["laid"]).value + 1 if ever else FEW, FEW + 1)  # type: ignore[operator]
    there = or_(*(is_shown(setting, _of_cards(setting, cards[:height])) for height in heights))
    words = "exactly where a card that was laid made a situation" if ever else "exactly where the last card makes one"
    return {f"it may be slapped {words}": equal(as_bool(shown), there)}


def _as_row(value: Value) -> tuple[Value, ...]:
    if not isinstance(value, tuple):
        raise Mismatch("no cards one by one")
    return value


def _of_cards(setting: Piles, cards: list[Int]) -> Seen:
    """A pile whose cards are known one by one."""
    faces = [face(setting, card) for card in cards]
    last = [*reversed(faces), *[number(HIDDEN)] * HIGHEST]
    return Seen(number(len(cards)), tuple(last[:HIGHEST]), faces[0])


def ranks_alone(setting: Piles, inputs: Inputs, shown: tuple[Value, Value]) -> Statements:
    """Both piles may be slapped, or neither."""
    return {"suits make no difference": equal(as_bool(shown[0]), as_bool(shown[1]))}


def exactly_shown(setting: Piles, inputs: Inputs, shown: Value) -> Statements:
    """The middle may be slapped exactly where it shows a situation."""
    expected = may_be_slapped(setting, record(inputs["table"]))
    return {"the middle may be slapped exactly where it shows a situation": equal(as_bool(shown), expected)}


def not_before_a_card(setting: Piles, inputs: Inputs, shown: Value) -> Statements:
    """Where nobody has laid a card there is nothing to slap."""
    nothing = laid_in_trick(setting, record(inputs["table"])) <= 0
    return {"before anybody has laid a card there is nothing to slap": implies(nothing, ~as_bool(shown))}


def whoever_is_to_act(setting: Piles, inputs: Inputs, shown: Value) -> Statements:
    """A situation may be slapped in every phase of a trick that the rules name, whatever is owed."""
    table = record(inputs["table"])
    seen = is_shown(setting, middle_seen(setting, table)) & (laid_in_trick(setting, table) > 0)
    laying = implies(in_phase(table, Phase.LAYING) & seen, as_bool(shown))
    waits = implies(in_phase(table, Phase.WON) & seen, equal(as_bool(shown), is_open(setting, table)))
    return {
        "it may be slapped whoever is to act, and whatever is owed": laying,
        "a won pile may be slapped where slaps come first, and not where it is collected first": waits,
    }


# --- what is to hold ---

LAST_CARDS: Final = agreed(slap_window="until_next_card")
SETS: Final[tuple[Choices, ...]] = ({}, {"slaps": "double"}, {"slaps": "double,sandwich"}, {"slaps": "sandwich,ten"})


def two_needed(declared: Book) -> bool:
    """Whether every situation that was agreed on needs two cards."""
    return slaps.rank_trigger not in declared.slaps and LAST_CARDS(declared)


def _situation(name: str, statement: str, *clauses: str) -> Obligation[Book]:
    return Obligation(
        f"B4.{name}",
        WINDOW,
        statement,
        clauses,
        may_be(name),
        when=all_of(situation_agreed(name), LAST_CARDS),
        under=({}, *under("slaps", name)),
        once=True,
    )


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    _situation(
        "double",
        "the pile may be slapped when two cards of one rank lie directly after each other",
        "BB-31",
        "BB-32",
        "BMN-54",
        "BMN-58",
    ),
    _situation(
        "bottom_match",
        "the pile may be slapped when, of two cards or more, the last one has the rank of the lowest",
        "BB-33",
    ),
    _situation("sandwich", "the pile may be slapped when the last card has the rank of the one two below it", "BMN-53"),
    _situation("ten", "the pile may be slapped when the last two cards add up to ten", "BMN-53"),
    _situation("marriage", "the pile may be slapped when the last two cards are a king and a queen", "BMN-53"),
    _situation("run3", "the pile may be slapped when the last three cards go up or down rank by rank", "BMN-53"),
    _situation("rank_trigger", "the pile may be slapped when the last card has one of the agreed ranks", "BMN-53"),
    Obligation(
        "B4.nothing_else",
        WINDOW,
        "a pile that shows none of the situations agreed on may not be slapped, whatever cards lie further down",
        ("BB-32", "BB-33", "BMN-58"),
        nothing_else,
        when=LAST_CARDS,
        under=(*SETS, *under("slaps", "bottom_match", "ten", "marriage", "run3", "rank_trigger", "none")),
        once=True,
    ),
    Obligation(
        "B4.lone_card",
        WINDOW,
        "a card that lies alone may not be slapped: it does not match itself",
        ("BB-34",),
        one_card,
        when=two_needed,
        under=(*SETS, *under("slaps", "bottom_match")),
        once=True,
    ),
    Obligation(
        "B4.four_cards",
        FOUR_CARDS,
        "of four cards, looked at one by one, the pile may be slapped exactly where the last card makes a situation",
        ("BB-32", "BB-33"),
        four_cards,
        when=LAST_CARDS,
        once=True,
    ),
    Obligation(
        "B4.any_neighbours",
        FOUR_CARDS,
        "where it is agreed what any card laid has made may be slapped until the pile is taken (of four cards)",
        ("BB-32",),
        four_cards,
        when=agreed(slap_window="any_neighbours"),
        under=under("slap_window", "any_neighbours"),
        once=True,
    ),
    Obligation(
        "B4.suits",
        TWO_PILES,
        "ranks alone decide what may be slapped: suits make no difference",
        ("BB-31",),
        ranks_alone,
        when=LAST_CARDS,
        under=SETS,
        once=True,
    ),
    Obligation(
        "B4.slappable",
        SLAPPABLE,
        "the middle may be slapped exactly where a card that somebody laid makes a situation with what counts of it",
        ("BB-12", "BB-32", "BB-33", "BMN-53"),
        exactly_shown,
        (LEMMAS, ORDER),
        when=LAST_CARDS,
        under=(
            {},
            *under("hidden_cards_match", "yes"),
            *under("burned_count_for_slaps", "yes"),
            *under("slap_priority", "collection_first"),
        ),
    ),
    Obligation(
        "B4.nothing_laid",
        SLAPPABLE,
        "before anybody has laid a card in this trick there is nothing to slap",
        ("BB-32", "BB-34"),
        not_before_a_card,
        (LEMMAS, ORDER),
        when=LAST_CARDS,
    ),
    Obligation(
        "B4.at_any_time",
        SLAPPABLE,
        "a situation may be slapped whoever is to act and whatever is owed, and on a won pile as was agreed",
        ("BB-12",),
        whoever_is_to_act,
        (LEMMAS, ORDER),
        when=LAST_CARDS,
        under=({}, *under("slap_priority", "collection_first")),
    ),
)
