"""K4, a bank that is taken: where it goes, what is then to be covered, who moves, and which kings take it."""

from __future__ import annotations

from typing import Final

from model.bank import taking
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Phase
from model.cards import FACES, KING
from solver.obligations import LEMMAS, Inputs, Obligation, Scene, Statements, together
from solver.obligations.bank.acts import GIVEN, MOVING, TRUMPS, each_with_each, meaning, ways
from solver.obligations.bank.invariant import ordered, within_a_turn
from solver.obligations.bank.rounds import (
    CONTRACTS,
    DIFFERENT,
    ORDER,
    Banks,
    agreed,
    among,
    any_round,
    each_seat_once,
    face,
    flag,
    holds_cards,
    in_phase,
    is_agreed,
    is_next,
    is_out,
    nobody,
    pile_of,
    table_of,
    trumps_of,
)
from solver.obligations.common import seat, unchanged
from solver.terms import FALSE, TRUE, Bool, Int, and_, equal, implies, ite, not_, number, or_
from solver.values import Record, Value, as_bool, as_int


def any_taking(setting: Banks) -> Inputs:
    """Any round, a seat that takes the bank, and whether it does so because another has failed."""
    shapes = setting.shapes
    return {
        "table": any_round(setting),
        "seat": shapes.any_of(int, "seat", 0),
        "for_failing": shapes.any_of(bool, "for_failing", 0),
    }


def _takes(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a seat takes a bank for a failure, or because it has just laid something.

    Whoever takes it has cards or has gone out.
    """
    table, taker = table_of(inputs), as_int(inputs["seat"])
    there = setting.theory.length(table.zone("bank")) > 0
    part = holds_cards(setting, table, taker) | is_out(setting, table, taker)
    return and_(in_phase(table, *MOVING), seat(setting, taker), there, part, within_a_turn(setting, table))


def _any_top(setting: Banks) -> Inputs:
    shapes = setting.shapes
    return {"table": any_round(setting), "for_failing": shapes.any_of(bool, "for_failing", 0)}


def _a_bank(setting: Banks, inputs: Inputs) -> Bool:
    table = table_of(inputs)
    return (setting.theory.length(table.zone("bank")) > 0) & within_a_turn(setting, table)


def any_captor(setting: Banks) -> Inputs:
    """Any round, and the seat that has taken its bank."""
    return {"table": any_round(setting), "captor": setting.shapes.any_of(int, "captor", 0)}


def _captured(setting: Banks, inputs: Inputs) -> Bool:
    table, captor = table_of(inputs), as_int(inputs["captor"])
    other = seat(setting, captor) & not_(equal(captor, table.int("turn")))
    part = holds_cards(setting, table, captor) | is_out(setting, table, captor)
    gone = equal(setting.theory.length(table.zone("bank")), number(0))
    return and_(ordered(setting, table), in_phase(table, Phase.MOVE), other, part, gone)


def before_and_laid(setting: Banks) -> Inputs:
    """Any round before a lay, and the same when the cards have been laid."""
    return {"before": any_round(setting, "before"), "laid": any_round(setting, "laid")}


def _something_laid(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the seat in turn has laid something, and that nothing has come of it yet."""
    before, laid = _both(inputs)
    kept = unchanged(setting, before, laid, "turn", "trumps", "stock", "captured")
    there = setting.theory.length(laid.zone("bank")) > setting.theory.length(before.zone("bank"))
    mine = equal(laid.int("owner"), laid.int("turn"))
    return and_(ordered(setting, before), in_phase(before, *MOVING), kept, there, mine, within_a_turn(setting, laid))


def _both(inputs: Inputs) -> tuple[Record, Record]:
    return table_of({"table": inputs["before"]}), table_of({"table": inputs["laid"]})


TAKE: Final[Scene[Book]] = Scene("take", lambda book: taking.take, any_taking, _takes, contracts=CONTRACTS)
GHOST: Final[Scene[Book]] = Scene("ghost", lambda book: book.ghost, _any_top, _a_bank, contracts=CONTRACTS)
MOVER: Final[Scene[Book]] = Scene(
    "mover_after_capture", lambda book: book.mover_after_capture, any_captor, _captured, contracts=CONTRACTS
)
KINGS: Final[Scene[Book]] = Scene(
    "takes_by_laying", lambda book: taking.takes_by_laying, before_and_laid, _something_laid, contracts=CONTRACTS
)


# --- what becomes of it ---


def ghost_of(setting: Banks, table: Record, for_failing: Bool) -> Int:
    """What is to be covered when the bank has been taken."""
    if is_agreed(setting, "ghost", "after_any_taking"):
        return table.int("top")
    if is_agreed(setting, "ghost", "none"):
        return number(NO_CARD)
    return ite(for_failing, table.int("top"), number(NO_CARD))


def top_stays(setting: Banks, inputs: Inputs, top: Value) -> Statements:
    """What is then to be covered."""
    wanted = ghost_of(setting, table_of(inputs), as_bool(inputs["for_failing"]))
    return {"what is to be covered is as was agreed on": equal(as_int(top), wanted)}


def bank_goes(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The whole bank, and nothing else, goes on top of the captured pile of the one seat that takes it."""
    table, taker = table_of(inputs), as_int(inputs["seat"])
    return together(
        {
            "the whole bank goes to the seat that takes it, and to no other": _grown(
                setting, table, after, "captured", taker
            ),
            "no hand changes": unchanged(setting, table, after, "hands"),
        },
        _nothing_else(setting, table, after),
    )


def bank_into_hand(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The whole bank goes into the hand of the seat that takes it, or aside if that seat is out."""
    table, taker = table_of(inputs), as_int(inputs["seat"])
    holds = holds_cards(setting, table, taker)
    aside = _grown(setting, table, after, "captured", taker) & unchanged(setting, table, after, "hands")
    into = _grown(setting, table, after, "hands", taker) & unchanged(setting, table, after, "captured")
    return together(
        {"it goes into the hand, or aside if there is none": ite(holds, into, aside)},
        _nothing_else(setting, table, after),
    )


def _grown(setting: Banks, before: Record, after: Record, piles: str, taker: Int) -> Bool:
    """Whether this seat's pile has got the bank on top, and all other piles are what they were."""
    bank, pairs = before.zone("bank"), zip(before.zones(piles), after.zones(piles), strict=True)
    return and_(
        *(
            equal(new, ite(equal(taker, number(at)), setting.theory.joined(old, bank), old))
            for at, (old, new) in enumerate(pairs)
        )
    )


def _nothing_else(setting: Banks, before: Record, after: Record) -> Statements:
    same = ("stock", "turn", "first", "dealer", "trumps", "phase", "drawn", "forced", "fresh", "sevens", "out")
    return {
        "the bank is empty, and nobody's": and_(
            equal(setting.theory.length(after.zone("bank")), number(0)),
            nobody(after.int("owner")),
            nobody(after.int("four_kings")),
            not_(flag(after, "laid_fresh")),
        ),
        "nothing else changes": unchanged(setting, before, after, *same),
    }


def freed_from_being_stuck(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """Who has failed stays noted, unless there is something new to lay: anything, or cards got into the hand."""
    table, taker = table_of(inputs), as_int(inputs["seat"])
    free = equal(ghost_of(setting, table, as_bool(inputs["for_failing"])), number(NO_CARD))
    into_hand = holds_cards(setting, table, taker) if is_agreed(setting, "captured_to", "hand") else FALSE

    def kept(row: str) -> Bool:
        noted = [among(setting, table, row, at) for at in range(setting.seats)]
        freed = [free | (into_hand & equal(taker, number(at))) for at in range(setting.seats)]
        still = [among(setting, after, row, at) for at in range(setting.seats)]
        return and_(
            *(equal(now, was & not_(gone)) for now, was, gone in zip(still, noted, freed, strict=True)),
            each_seat_once(setting, after, row),
        )

    return {
        "who has failed stays noted, if it has nothing new to lay": kept("failed"),
        "who is stuck stays noted, if it has nothing new to lay": kept("stuck"),
    }


# --- whose turn it is then ---


def after_the_failer(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """The next seat clockwise from the one that failed."""
    table = table_of(inputs)
    return {"the next seat clockwise": is_next(setting, table, table.int("turn"), as_int(found))}


def the_captor(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """The seat that took the bank, or the next one clockwise if that one is out."""
    table, captor = table_of(inputs), as_int(inputs["captor"])
    otherwise = is_next(setting, table, table.int("turn"), as_int(found))
    return {"whoever took it": ite(holds_cards(setting, table, captor), equal(as_int(found), captor), otherwise)}


def the_failer(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """The seat that failed."""
    return {"the seat that failed": equal(as_int(found), table_of(inputs).int("turn"))}


# --- kings ---


def is_trump_of(setting: Banks, table: Record, place: Int, card: Int) -> Bool:
    """Whether a card is of a suit that is trump for a seat: its own, or everybody's."""
    suit = setting.theory.facts.divided(setting.theory.facts.divided(card, FACES)[0], 8)[1]
    trumps = [as_int(each) for each in trumps_of(table)]
    if is_agreed(setting, "trumps", "own"):
        return or_(*(equal(place, number(at)) & equal(suit, each) for at, each in enumerate(trumps)))
    return or_(*(equal(suit, each) for each in trumps))


def covers_four_kings(setting: Banks, before: Record) -> Bool:
    """Whether a lay takes the bank because four kings lay on top, laid in one move."""
    kings = before.int("four_kings")
    other = TRUE if is_agreed(setting, "four_kings", "anyone") else not_(equal(kings, before.int("turn")))
    return not_(nobody(kings)) & other


def goes_out_with_a_trump_king(setting: Banks, laid: Record) -> Bool:
    """Whether the seat in turn has laid its last card, it is a trump king, and it takes what lies there."""
    turn, top = laid.int("turn"), laid.int("top")
    out = equal(setting.theory.length(pile_of(laid.zones("hands"), turn)), number(0))
    king = equal(face(setting.theory, top), number(KING)) & is_trump_of(setting, laid, turn, top)
    single = is_agreed(setting, "trump_king_single", "taken")
    enough = TRUE if single else setting.theory.length(laid.zone("bank")) > 1
    return and_(out, king, enough)


def kings_take(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """By laying alone the bank is taken in these two cases and no other."""
    before, laid = _both(inputs)
    right = covers_four_kings(setting, before) | goes_out_with_a_trump_king(setting, laid)
    return {"on four kings, or with a trump king laid last, and not else": equal(as_bool(found), right)}


def four_kings_take(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Whoever covers four kings takes the bank."""
    before, _ = _both(inputs)
    return {"whoever covers four kings takes the bank": implies(covers_four_kings(setting, before), as_bool(found))}


def trump_king_takes(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Whoever goes out with a trump king takes the bank, and with another card nobody does, but on four kings."""
    before, laid = _both(inputs)
    king = goes_out_with_a_trump_king(setting, laid)
    return {
        "whoever goes out with a trump king takes the bank": implies(king, as_bool(found)),
        "with another card only four kings are taken": implies(
            not_(king) & nobody(before.int("four_kings")), not_(as_bool(found))
        ),
    }


# --- what is to hold ---

GHOSTS: Final = ({}, *ways("ghost", "after_any_taking", "none"))
KINGLY: Final = each_with_each(
    TRUMPS, ({}, *ways("trump_king_single", "stays")), ({}, *ways("four_kings", "opponents"))
)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K4.captured_to.score_pile",
        TAKE,
        "the whole bank goes aside to the seat that takes it, once, and nothing else moves",
        ("BANK-61", "BANK-62"),
        bank_goes,
        (LEMMAS, ORDER, DIFFERENT),
        agreed(captured_to="score_pile"),
        under=GHOSTS,
    ),
    Obligation(
        "K4.captured_to.hand",
        TAKE,
        "the whole bank goes into the hand of the seat that takes it, or aside if that seat is out",
        ("BANK-61", "BANK-62"),
        bank_into_hand,
        (LEMMAS, ORDER, DIFFERENT),
        agreed(captured_to="hand"),
        each_with_each(ways("captured_to", "hand"), GHOSTS),
    ),
    Obligation(
        "K4.freed",
        TAKE,
        "whoever has failed stays noted, unless the taking gives it something new to lay",
        ("BANK-61", "BANK-67"),
        freed_from_being_stuck,
        GIVEN,
        under=each_with_each(GHOSTS, ({}, *ways("captured_to", "hand"))),
    ),
    *(
        meaning(GHOST, "ghost", way, words, ("BANK-63",), top_stays)
        for way, words in (
            ("after_capture", "after a capture the old top card is to be covered, and after a king nothing"),
            ("after_any_taking", "after every taking the old top card is to be covered"),
            ("none", "on an empty bank anything may be laid"),
        )
    ),
    meaning(
        MOVER,
        "mover_after_capture",
        "after_failer",
        "after a capture the turn passes to the next seat clockwise",
        ("BANK-60",),
        after_the_failer,
    ),
    meaning(MOVER, "mover_after_capture", "captor", "whoever took the bank moves", ("BANK-62",), the_captor),
    meaning(MOVER, "mover_after_capture", "failer", "the seat that failed moves", ("BANK-62",), the_failer),
    Obligation(
        "K4.kings",
        KINGS,
        "by laying alone a bank is taken on four kings or with a trump king laid last, and never else",
        ("BANK-49", "BANK-90", "BANK-92"),
        kings_take,
        GIVEN,
        under=KINGLY,
    ),
    Obligation(
        "K4.four_kings",
        KINGS,
        "whoever covers four kings that were laid in one move takes the bank",
        ("BANK-92",),
        four_kings_take,
        GIVEN,
        under=({}, *ways("four_kings", "opponents")),
    ),
    Obligation(
        "K4.trump_king",
        KINGS,
        "whoever finishes with a trump king takes the bank, and whoever finishes with another card does not",
        ("BANK-90",),
        trump_king_takes,
        GIVEN,
        under=each_with_each(TRUMPS, ({}, *ways("trump_king_single", "stays"))),
    ),
)
