"""B4, which cards count for slaps: of those left over, and of those that were burned."""

from __future__ import annotations

from typing import Final

from model.cards import HIDDEN
from model.cards import Zone as Cards
from model.piles.rulebook import Book
from model.piles.state import Table
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements
from solver.obligations.common import record
from solver.obligations.piles.demands import face
from solver.obligations.piles.order import ORDER, Piles, agreed, under
from solver.obligations.slaps.order import any_table, ordered
from solver.obligations.slaps.situations import lies_hidden
from solver.terms import Bool, equal, implies, ite, number, truth
from solver.values import Value, as_int, as_zone
from solver.zones import within

# --- scenes ---


def counting(book: Book, table: Table, place: int) -> Cards:
    """The middle as it counts, with a place of it that is asked about."""
    return book.hidden_cards_match(table)


def without_burned(book: Book, table: Table, zone: Cards, place: int) -> Cards:
    """Of a pile what counts although cards were burned, with a place of it that is asked about."""
    return book.burned_count_for_slaps(table, zone)


def any_place(setting: Piles) -> Inputs:
    """Any place of a pile."""
    return {"place": setting.shapes.any_of(int, "place", 0)}


def table_and_place(setting: Piles) -> Inputs:
    """Any table, and a place of its middle."""
    return {**any_table(setting), **any_place(setting)}


def table_pile_and_place(setting: Piles) -> Inputs:
    """Any table, its middle as it is seen, and a place of that."""
    return {**any_table(setting), "zone": setting.theory.constant("zone"), **any_place(setting)}


def table_in_order(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order."""
    return ordered(setting, record(inputs["table"]))


def as_many_seen(setting: Piles, inputs: Inputs) -> Bool:
    """The same, and that as many cards are seen as lie there."""
    table, seen = record(inputs["table"]), as_zone(setting.theory, inputs["zone"])
    sizes = [setting.theory.length(each) for each in (seen, table.zone("middle"))]
    return table_in_order(setting, inputs) & equal(*sizes)


COUNTING: Final[Scene[Book]] = Scene("hidden_cards", lambda book: counting, table_and_place, table_in_order)
BURNED: Final[Scene[Book]] = Scene("burned_cards", lambda book: without_burned, table_pile_and_place, as_many_seen)
SCENES: Final = (COUNTING, BURNED)


# --- goals ---


def shown_cards(setting: Piles, inputs: Inputs, counting: Value) -> Statements:
    """Every card is what it is, but those left over of which only the lowest is shown."""
    table, theory, place = record(inputs["table"]), setting.theory, as_int(inputs["place"])
    pile, middle = as_zone(theory, counting), table.zone("middle")
    hides = truth(agreed(hidden_cards_match="no")(setting.declared))
    seen, lies = face(setting, theory.card(pile, place)), face(setting, theory.card(middle, place))
    hidden = hides & lies_hidden(setting, table, place)
    return {
        "as many cards are seen as lie there": equal(theory.length(pile), theory.length(middle)),
        "each is seen as it lies, but those left over that lie on the lowest one": implies(
            within(place, theory.length(middle)), equal(seen, ite(hidden, number(HIDDEN), lies))
        ),
    }


def burned_cards(setting: Piles, inputs: Inputs, counting: Value) -> Statements:
    """What was burned counts, or does not; nothing else changes."""
    theory, burned, place = setting.theory, record(inputs["table"]).int("burned"), as_int(inputs["place"])
    pile, seen = as_zone(theory, counting), as_zone(theory, inputs["zone"])
    gone = number(0) if agreed(burned_count_for_slaps="yes")(setting.declared) else burned
    size = theory.length(seen) - gone
    same = equal(theory.card(pile, place), theory.card(seen, place + gone))
    return {
        "so many cards count": equal(theory.length(pile), size),
        "they are those that lie on the burned ones": implies(within(place, size), same),
    }


# --- what is to hold ---

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "B4.hidden_cards",
        COUNTING,
        "of the cards left over only the lowest is shown and counts; what was laid or burned is seen as it lies",
        ("BB-07", "BB-08", "BB-32"),
        shown_cards,
        (LEMMAS, ORDER),
        when=agreed(hidden_cards_match="no"),
    ),
    Obligation(
        "B4.every_neighbour",
        COUNTING,
        "where it is agreed cards count that lie face down",
        ("BB-32",),
        shown_cards,
        (LEMMAS, ORDER),
        when=agreed(hidden_cards_match="yes"),
        under=under("hidden_cards_match", "yes"),
    ),
    Obligation(
        "B4.burned_cards",
        BURNED,
        "cards that were paid for wrong slaps count for nothing: the cards on them are looked at as if there were none",
        ("BMN-53",),
        burned_cards,
        (LEMMAS, ORDER),
        when=agreed(burned_count_for_slaps="no"),
    ),
    Obligation(
        "B4.burned_cards_count",
        BURNED,
        "where it is agreed cards that were paid for wrong slaps count like any other",
        ("BMN-53",),
        burned_cards,
        (LEMMAS, ORDER),
        when=agreed(burned_count_for_slaps="yes"),
        under=under("burned_count_for_slaps", "yes"),
    ),
)
