"""When a round of Bank is in order: what is so of every round before and after every act."""

from __future__ import annotations

from model.bank.ranks import NO_CARD
from model.bank.state import Phase
from model.cards import KING
from solver.obligations import Inputs, Statements, together
from solver.obligations.bank.cards import is_card
from solver.obligations.bank.rounds import (
    Banks,
    Hypothesis,
    among,
    at_seat,
    each_seat_once,
    face,
    flag,
    have_cards,
    holders,
    in_phase,
    is_agreed,
    is_out,
    is_over,
    last_card,
    nobody,
    table_of,
    trumps_of,
)
from solver.obligations.common import changed, record, seat
from solver.terms import (
    TRUE,
    Bool,
    Int,
    and_,
    equal,
    implies,
    ite,
    not_,
    number,
    one_of,
    or_,
)
from solver.values import (
    Record,
    as_int,
    entries_of,
)


def in_order(setting: Banks, table: Record) -> Statements:
    """The invariant of a round, whatever is to be done next."""
    return together(
        _seats_in_order(setting, table),
        _bank_in_order(setting, table),
        _failures_in_order(setting, table),
        _turn_in_order(setting, table),
    )


def within_a_turn(setting: Banks, table: Record) -> Bool:
    """Whether a round is in order while something comes of what was done: perhaps that it is over.

    Nobody but one seat need have cards, and all that have some may be stuck.
    """
    perhaps_over = in_order(setting, changed(table, phase=Phase.OVER))
    return and_(*perhaps_over.values(), *_bank_in_order(setting, table).values())


def _seats_in_order(setting: Banks, table: Record) -> Statements:
    has, turn = have_cards(setting, table), table.int("turn")
    trumps = [as_int(each) for each in trumps_of(table)]
    apart = [not_(equal(one, other)) for at, one in enumerate(trumps) for other in trumps[:at]]
    return {
        "the turn and the deal are with seats": seat(setting, turn) & seat(setting, table.int("dealer")),
        "some seat has begun": seat(setting, table.int("first")),
        "until it is over two seats hold cards": is_over(table) | (holders(setting, table) >= 2),
        "until it is over the seat in turn holds cards": is_over(table) | at_seat(turn, has),
        "whoever is out is a seat, and goes out once": each_seat_once(setting, table, "out"),
        "whoever is out holds no card": and_(
            *(not_(is_out(setting, table, place) & holds) for place, holds in enumerate(has))
        ),
        "whoever is out has laid a card or four": _lays_of_cards(setting, table),
        "trumps are different suits": and_(*((each >= 1) & (each <= 4) for each in trumps), *apart),
    }


def _lays_of_cards(setting: Banks, table: Record) -> Bool:
    last = [(entry.there, record(entry.value).zone("cards")) for entry in entries_of(table.fields["out"])]
    return and_(*(implies(there, one_of(setting.theory.length(cards), (1, 4))) for there, cards in last))


def _bank_in_order(setting: Banks, table: Record) -> Statements:
    theory, bank = setting.theory, table.zone("bank")
    size, top, owner, kings = theory.length(bank), table.int("top"), table.int("owner"), table.int("four_kings")
    takes_part = or_(*(equal(owner, number(at)) & has for at, has in enumerate(_parts(setting, table))))
    nothing = equal(top, number(NO_CARD))
    return {
        "the top card lies on top of the bank": implies(size > 0, equal(top, last_card(theory, bank)) & not_(nothing)),
        "what is to be covered is a card, or nothing": nothing | is_card(setting, top),
        "an empty bank is nobody's": implies(size <= 0, nobody(owner)),
        "nothing is known of how an empty bank was laid": is_over(table)
        | (size > 0)
        | (nobody(kings) & not_(flag(table, "laid_fresh"))),
        "only a bank of one card can be nobody's": implies(nobody(owner), size <= 1),
        "whoever laid the top card holds cards or is out": nobody(owner) | takes_part,
        "four kings lie on top, and whoever laid them laid the top card": nobody(kings)
        | is_over(table)
        | (equal(kings, owner) & (size >= 4) & equal(face(theory, top), number(KING))),
    }


def _parts(setting: Banks, table: Record) -> tuple[Bool, ...]:
    """For each seat, whether it holds cards or has gone out."""
    return tuple([has | is_out(setting, table, place) for place, has in enumerate(have_cards(setting, table))])


def _failures_in_order(setting: Banks, table: Record) -> Statements:
    seats, has = range(setting.seats), have_cards(setting, table)
    failed = [among(setting, table, "failed", place) for place in seats]
    stuck = [among(setting, table, "stuck", place) for place in seats]
    return {
        "whoever has failed is a seat, noted once": each_seat_once(setting, table, "failed"),
        "whoever is stuck is a seat, noted once": each_seat_once(setting, table, "stuck"),
        "whoever has failed holds cards": and_(*(implies(failed[at], has[at]) for at in seats)),
        "whoever is stuck has failed": and_(*(implies(stuck[at], failed[at]) for at in seats)),
        "nobody is stuck while there is a stock": not_(or_(*stuck) & (setting.theory.length(table.zone("stock")) > 0)),
        "until it is over somebody with cards is not stuck": is_over(table)
        | or_(*(has[at] & not_(stuck[at]) for at in seats)),
    }


def _turn_in_order(setting: Banks, table: Record) -> Statements:
    length, one, nought = setting.theory.length, number(1), number(0)
    drawn, forced = flag(table, "drawn"), flag(table, "forced")
    begins = in_phase(table, Phase.MOVE, Phase.SEVEN)
    under, stock = in_phase(table, Phase.SEVEN), length(table.zone("stock"))
    undrawn = not_(forced) if is_agreed(setting, "seven", "skip") else TRUE
    return {
        "as many cards are fresh as were drawn": equal(
            length(table.zone("fresh")), ite(drawn, one, nought) + ite(forced, one, nought)
        ),
        "before a lay no seven was laid in the turn": implies(begins, not_(flag(table, "sevens"))),
        "under a seven nobody has drawn for being unable to move": implies(under, not_(drawn)),
        "who is under a seven has something to do": _has_to_do(setting, under, forced, stock),
        "a turn is missed without drawing where that was agreed on": implies(under, undrawn),
    }


def _has_to_do(setting: Banks, under: Bool, forced: Bool, stock: Int) -> Bool:
    if is_agreed(setting, "seven", "nothing"):
        return not_(under)
    return implies(under, not_(forced) & (stock > 0)) if is_agreed(setting, "seven", "draw_and_move") else TRUE


def ordered(setting: Banks, table: Record) -> Bool:
    """The whole invariant."""
    return and_(*in_order(setting, table).values())


def round_in(*phases: Phase) -> Hypothesis:
    """The hypothesis that the round is in order, and that one of these things is to be done next."""

    def hypothesis(setting: Banks, inputs: Inputs) -> Bool:
        table = table_of(inputs)
        return ordered(setting, table) & in_phase(table, *phases)

    return hypothesis
