"""How a game with slaps begins, what of it is seen, what may happen next, and when it is over."""

from __future__ import annotations

from typing import Final

from model.cards import HIDDEN
from model.cards import Zone as Cards
from model.game import NOBODY, Act
from model.piles import play
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase, Table
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import record, unchanged
from solver.obligations.piles.demands import asked, face
from solver.obligations.piles.ends import must_play
from solver.obligations.piles.order import ORDER, Piles, agreed, holds_cards, in_phase, under
from solver.obligations.piles.preparation import BEGGAR_RANKS, RANKS, has_ranks
from solver.obligations.piles.steps import any_hands, some_cards
from solver.obligations.slaps.counting import table_and_place, table_in_order
from solver.obligations.slaps.order import any_table, table_in
from solver.obligations.slaps.right import not_shuffled
from solver.obligations.slaps.situations import lies_hidden
from solver.obligations.slaps.steps import stays_in_order
from solver.terms import Bool, and_, equal, implies, ite, number, truth
from solver.values import Record, Value, as_int, as_symbol, as_zone, same
from solver.zones import within

# --- the first table ---


def nothing_laid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that all was dealt, that the middle is what was left over, and that a seat with cards leads."""
    table = record(inputs["table"])
    nobody = [equal(table.int(name), number(NOBODY)) for name in ("claimant", "last")]
    return and_(
        in_phase(table, Phase.LAYING),
        holds_cards(setting, table.zones("hands"), table.int("turn")),
        equal(table.int("left"), setting.theory.length(table.zone("middle"))),
        equal(table.int("debt"), number(NO_DEBT)),
        equal(table.int("burned"), number(0)),
        *nobody,
    )


def nobody_laid_it(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """Nothing is owed for a card that nobody laid."""
    return {"nothing is owed for a card that was left over": same(setting.theory, record(inputs["table"]), after)}


def first_seat_pays(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The seat to act owes what the lowest card left over asks for, to the seat before it."""
    table = record(inputs["table"])
    lowest = setting.theory.card(table.zone("middle"), number(0))
    owed = ite(table.int("left") > 0, asked(setting, lowest), number(NO_DEBT))
    turn = table.int("turn")
    before = ite(equal(turn, number(0)), number(setting.seats - 1), turn - 1)
    pays = equal(after.int("claimant"), before) & equal(after.int("debt"), owed)
    return {
        "the first seat owes what it asks for, to the seat before it": implies(owed > 0, pays),
        "if it asks for nothing nothing is owed": (owed > 0) | same(setting.theory, table, after),
        "the first seat is still to act, and no card moves": unchanged(
            setting, table, after, "turn", "phase", "hands", "middle", "left", "burned"
        ),
    }


# --- what is seen, and what may happen next ---


def looks(book: Book, table: Table, place: int) -> Cards:
    """The middle as everybody sees it, with a place of it that is asked about."""
    return play.looks(book, table)


def seen_by_all(setting: Piles, inputs: Inputs, seen: Value) -> Statements:
    """Laid cards lie open; of those left over only the lowest does, and burned ones only where they count."""
    table, theory, place = record(inputs["table"]), setting.theory, as_int(inputs["place"])
    middle, shown = table.zone("middle"), as_zone(theory, seen)
    closed = truth(agreed(burned_count_for_slaps="no")(setting.declared))
    down = lies_hidden(setting, table, place) | (closed & (place < table.int("burned")))
    lies, looks = face(setting, theory.card(middle, place)), face(setting, theory.card(shown, place))
    return {
        "as many cards are seen as lie there": equal(theory.length(shown), theory.length(middle)),
        "of the cards left over only the lowest is shown, and of those laid every one": implies(
            within(place, theory.length(middle)), equal(looks, ite(down, number(HIDDEN), lies))
        ),
    }


def next_action(setting: Piles, inputs: Inputs, action: Value) -> Statements:
    """If nobody slaps, the seat to act lays a card, or the winner of the pile collects it."""
    table, does = record(inputs["table"]), record(action)
    laying, who = in_phase(table, Phase.LAYING), does.int("seat")
    act = as_symbol(does.fields["act"], Act).code
    lays, collects = (equal(act, as_symbol(each, Act).code) for each in (Act.LAY, Act.COLLECT))
    return {
        "the seat to act lays a card": implies(laying, lays & equal(who, table.int("turn"))),
        "a won pile waits for its winner to collect it": laying | (collects & equal(who, table.int("claimant"))),
    }


# --- the end ---


def moment(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table is in order, and that somebody has laid a card or slapped."""
    return table_in(Phase.LAYING, Phase.WON, Phase.TAKEN)(setting, inputs)


def ends(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """It is over exactly when one seat has every card; nothing else changes."""
    table = record(inputs["table"])
    return together(must_play(setting, table, after), {"no bar changes": unchanged(setting, table, after, "barred")})


LEFTOVER: Final[Scene[Book]] = Scene(
    "leftover_challenges", lambda book: book.leftover_challenges, any_table, nothing_laid
)
INITIAL: Final[Scene[Book]] = Scene("initial", lambda book: play.initial, any_hands, some_cards)
LOOKS: Final[Scene[Book]] = Scene("looks", lambda book: looks, table_and_place, table_in_order)
UNSLAPPED: Final[Scene[Book]] = Scene(
    "unslapped", lambda book: play.unslapped, any_table, table_in(Phase.LAYING, Phase.WON)
)
END: Final[Scene[Book]] = Scene("end", lambda book: book.end, any_table, moment)
SCENES: Final = (LEFTOVER, INITIAL, LOOKS, UNSLAPPED, END)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "D1.one_pack",
        RANKS,
        "the pack has the thirteen ranks from two to ace, and no joker",
        ("BB-03",),
        has_ranks(*BEGGAR_RANKS),
    ),
    Obligation(
        "G2.initial",
        INITIAL,
        "the first table is in order, or the game is over before it begins",
        ("BB-04", "BB-06"),
        stays_in_order(Phase.LAYING, Phase.OVER),
        under=({}, *under("leftover_challenges", "yes")),
    ),
    Obligation(
        "G4.leftover",
        LEFTOVER,
        "a card that was left over asks for nothing, for nobody laid it",
        ("BB-14", "BB-19"),
        nobody_laid_it,
        when=agreed(leftover_challenges="no"),
    ),
    Obligation(
        "G4.leftover_challenges",
        LEFTOVER,
        "where it is agreed the first seat owes what the card shown asks for, to the seat before it",
        ("BB-07", "BB-14"),
        first_seat_pays,
        when=agreed(leftover_challenges="yes"),
        under=under("leftover_challenges", "yes"),
    ),
    Obligation(
        "V1.looks",
        LOOKS,
        "of the cards left over only the lowest lies open, and every card laid does; burned ones if they count",
        ("BB-07", "BB-08"),
        seen_by_all,
        (LEMMAS, ORDER),
        under=({}, *under("burned_count_for_slaps", "yes")),
    ),
    Obligation(
        "V1.next_action",
        UNSLAPPED,
        "if nobody slaps, the seat to act turns a card, and a won pile waits for its winner",
        ("BB-09", "BB-19"),
        next_action,
        (LEMMAS, ORDER),
        when=not_shuffled,
    ),
    Obligation(
        "G4.all_cards",
        END,
        "the game is over exactly when one seat has every card, however many there are; an empty hand ends nothing",
        ("BB-44",),
        ends,
        (LEMMAS, ORDER),
    ),
)
