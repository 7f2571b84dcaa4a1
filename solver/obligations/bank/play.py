"""K4, laying and whose turn it is: what a lay moves, what follows from it, and when the round is over."""

from __future__ import annotations

from typing import Final

from model.bank.ranks import EIGHT, NO_CARD, SEVEN
from model.bank.rulebook import Book
from model.bank.state import Finish, Phase
from model.cards import KING
from model.game import NOBODY
from solver.obligations import Choices, Inputs, Obligation, Statements, together
from solver.obligations.bank.acts import (
    GIVEN,
    LAY,
    LAY_FOUR,
    SEVENS,
    STOP,
    TRUMPS,
    Goals,
    laid_cards,
    ways,
)
from solver.obligations.bank.ending import ends
from solver.obligations.bank.rounds import (
    DIFFERENT,
    Banks,
    agreed,
    among,
    face,
    flag,
    in_phase,
    is_agreed,
    is_next,
    is_over,
    last_card,
    left_of,
    nobody,
    pile_of,
    table_of,
)
from solver.obligations.bank.taking import covers_four_kings, goes_out_with_a_trump_king
from solver.obligations.common import changed, unchanged
from solver.terms import FALSE, TRUE, Bool, and_, equal, implies, ite, not_, number, or_
from solver.values import Entry, Record, Row, entries_of

# --- the table once the cards lie there ---


def laid(setting: Banks, inputs: Inputs) -> Record:
    """The round with the cards on the bank and out of the hand, and nothing come of it yet."""
    table, cards, theory = table_of(inputs), laid_cards(inputs), setting.theory
    turn, hands = table.int("turn"), table.zones("hands")
    rest = left_of(theory, pile_of(hands, turn), cards)
    out = equal(theory.length(rest), number(0))
    last = Record(Finish, {"seat": turn, "cards": theory.of(cards)})
    kings = and_(*(equal(face(theory, card), number(KING)) for card in cards)) if len(cards) > 1 else FALSE
    return changed(
        table,
        hands=tuple([ite(equal(turn, number(at)), rest, hand) for at, hand in enumerate(hands)]),
        bank=theory.joined(table.zone("bank"), theory.of(cards)),
        top=cards[-1],
        owner=turn,
        sevens=flag(table, "sevens") | or_(*(equal(face(theory, card), number(SEVEN)) for card in cards)),
        laid_fresh=theory.has(table.zone("fresh"), cards[-1]),
        four_kings=ite(kings, turn, number(NOBODY)),
        failed=(),
        stuck=(),
        out=Row((*entries_of(table.fields["out"]), Entry(out, last))),
    )


def is_out_now(setting: Banks, lying: Record) -> Bool:
    """Whether the seat in turn has no card left."""
    return equal(setting.theory.length(pile_of(lying.zones("hands"), lying.int("turn"))), number(0))


def takes(setting: Banks, inputs: Inputs, lying: Record) -> Bool:
    """Whether the lay takes the bank: on four kings, or with a trump king laid last."""
    return covers_four_kings(setting, table_of(inputs)) | goes_out_with_a_trump_king(setting, lying)


# --- laying ---


def cards_move(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """The cards are gone from the hand of the seat in turn; no other hand changes, and nothing is drawn."""
    lying = laid(setting, inputs)
    return {
        "just these cards leave the hand of the seat in turn, and no other": unchanged(setting, lying, after, "hands"),
        "the stock stays": unchanged(setting, lying, after, "stock"),
    }


def onto_the_bank(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """They lie on the bank in this order, and the last one is to be covered, if the bank is not taken."""
    lying = laid(setting, inputs)
    stays = not_(takes(setting, inputs, lying))
    kept = {
        "the cards lie on the bank in the order in which they were laid": ("bank", "captured"),
        "the last one is to be covered": ("top",),
        "it is known who laid it, and whether it was drawn in this turn": ("owner", "laid_fresh"),
        "four kings of one lay are known": ("four_kings",),
    }
    return {words: implies(stays, unchanged(setting, lying, after, *fields)) for words, fields in kept.items()}


def taken_by_laying(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """A bank that a lay takes goes to its layer with the cards laid; then anything may be laid, or the old top covered.

    Whoever is out with the last card of a round takes it all the same.
    """
    lying = laid(setting, inputs)
    taken, turn, joined = takes(setting, inputs, lying), lying.int("turn"), setting.theory.joined
    top = lying.int("top") if is_agreed(setting, "ghost", "after_any_taking") else number(NO_CARD)
    piles = zip(lying.zones("captured"), after.zones("captured"), strict=True)
    grown = [
        equal(new, ite(equal(turn, number(at)), joined(old, lying.zone("bank")), old))
        for at, (old, new) in enumerate(piles)
    ]
    return {
        "the whole bank goes to the seat that lays": implies(taken, and_(*grown)),
        "no card lies in the bank": implies(taken, equal(setting.theory.length(after.zone("bank")), number(0))),
        "it is nobody's": implies(taken, nobody(after.int("owner")) & nobody(after.int("four_kings"))),
        "what is to be covered is as was agreed on": implies(taken, equal(after.int("top"), top)),
    }


def nobody_has_failed(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """Failures before a lay are forgotten."""
    noted = [among(setting, after, row, at) for row in ("failed", "stuck") for at in range(setting.seats)]
    return {"nobody has failed since": not_(or_(*noted))}


def goes_out(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """Whoever lays its last card is out, last of all so far, with these cards; and nobody else is."""
    lying = laid(setting, inputs)
    return {"who is out, in which order and with which cards": unchanged(setting, lying, after, "out")}


# --- whose turn it is ---


def strikes(setting: Banks, table: Record) -> Bool:
    """Whether a seven of the turn makes the next seat do something, the bank being as the turn leaves it."""
    theory, bank = setting.theory, table.zone("bank")
    if is_agreed(setting, "seven", "nothing"):
        return FALSE
    counts = flag(table, "sevens")
    if is_agreed(setting, "seven_trigger", "top_at_end"):
        there = theory.length(bank) > 0
        counts = and_(counts, there, equal(face(theory, last_card(theory, bank)), number(SEVEN)))
    drawing = is_agreed(setting, "seven", "draw_and_move")
    return counts & (theory.length(table.zone("stock")) > 0) if drawing else counts


def passes(setting: Banks, was: Record, after: Record, under: Bool) -> Statements:
    """A turn is over: the round is, or the next seat with cards has the turn, with nothing remembered of this one."""
    over = ends(setting, was)
    begins = in_phase(after, Phase.MOVE) & not_(under) | in_phase(after, Phase.SEVEN) & under
    fresh = equal(setting.theory.length(after.zone("fresh")), number(0))
    drawn = [not_(flag(after, name)) for name in ("drawn", "forced", "sevens")]
    return {
        "the round is over if, and only if, it is to be": equal(is_over(after), over),
        "or else the turn is with the next seat clockwise that holds cards": over
        | is_next(setting, was, was.int("turn"), after.int("turn")),
        "it stands under a seven if, and only if, one strikes it": over | begins,
        "what was drawn and laid in the turn is forgotten": over | and_(fresh, *drawn),
    }


def goes_on(setting: Banks, inputs: Inputs, lying: Record) -> tuple[Bool, Phase]:
    """Whether the turn goes on after a lay, and with what."""
    cards, theory = laid_cards(inputs), setting.theory
    faces = [face(theory, card) for card in cards]
    more = not_(is_out_now(setting, lying))
    if len(cards) == 1:
        return more & equal(faces[0], number(EIGHT)), Phase.FURTHER_CARD
    alike = and_(*(equal(faces[0], each) for each in faces[1:]))
    again = TRUE if is_agreed(setting, "run_extra_move", "yes") else alike
    return more & again, Phase.FURTHER_MOVE


def follows(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """What comes after a lay: more of the same turn, the next seat, or the end of the round."""
    table, lying = table_of(inputs), laid(setting, inputs)
    more, phase = goes_on(setting, inputs, lying)
    taken = takes(setting, inputs, lying)
    bank = ite(taken, setting.theory.of(()), lying.zone("bank"))
    passed = passes(setting, lying, after, strikes(setting, changed(lying, bank=bank)))
    remembered = unchanged(setting, lying, after, "turn", "drawn", "forced", "fresh", "sevens")
    return together(
        {
            "the turn goes on after an eight or four of a kind, or a run where that is agreed": implies(
                more, in_phase(after, phase)
            ),
            "it is still the same turn": implies(more, remembered),
        },
        {f"or else it is over: {words}": more | claim for words, claim in passed.items()},
        {"the deal stays what it was": unchanged(setting, table, after, "first", "dealer", "trumps")},
    )


def turn_ends(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """What comes after a turn in which something was laid: nothing moves, and the next seat is in turn."""
    table = table_of(inputs)
    still = ("hands", "stock", "bank", "captured", "top", "owner", "laid_fresh", "four_kings", "out", "failed", "stuck")
    return together(
        passes(setting, table, after, strikes(setting, table)),
        {"no card moves, and what is known of the bank stays known": unchanged(setting, table, after, *still)},
    )


# --- what is to hold ---

KEPT: Final = (*GIVEN, DIFFERENT)
ASIDE: Final = agreed(captured_to="score_pile", bank_left="nobody")
"""A bank goes aside, if anywhere: what lies there in the end is for other statements."""
KINGS: Final = (*ways("trump_king_single", "stays"), *ways("four_kings", "opponents"))
AFTER: Final = (*SEVENS, *ways("seven_trigger", "top_at_end"), *ways("round_end", "stock_gone"))


def _lay(
    name: str, words: str, clauses: tuple[str, ...], goals: Goals, under: tuple[Choices, ...]
) -> tuple[Obligation[Book], ...]:
    """The same of a lay of one card and of a lay of four."""
    return tuple(
        [
            Obligation(f"K4.{name}.{scene.name}", scene, f"{what}: {words}", clauses, goals, KEPT, ASIDE, under)
            for scene, what in ((LAY, "laying a card"), (LAY_FOUR, "laying four cards"))
        ]
    )


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    *_lay("cards_move", "just these cards leave the hand of the seat in turn", ("BANK-49",), cards_move, ({},)),
    *_lay(
        "onto_the_bank",
        "they lie on the bank, the last one on top, unless the lay takes the bank",
        ("BANK-40", "BANK-49"),
        onto_the_bank,
        (*TRUMPS, *KINGS),
    ),
    *_lay(
        "taken_by_laying",
        "where it takes the bank all of that goes to its layer",
        ("BANK-90", "BANK-92"),
        taken_by_laying,
        (*TRUMPS, *KINGS, *ways("ghost", "after_any_taking", "none")),
    ),
    *_lay("nobody_has_failed", "failures before are forgotten", ("BANK-61", "BANK-67"), nobody_has_failed, ({},)),
    *_lay("goes_out", "whoever has no card left is out, and nobody else", ("BANK-66",), goes_out, ({},)),
    *_lay(
        "follows",
        "the turn goes on as eights, sets and runs ask for, or the next seat is in turn",
        ("BANK-44", "BANK-46", "BANK-50", "BANK-65", "BANK-66"),
        follows,
        (*AFTER, *TRUMPS[1:], *ways("run_extra_move", "yes")),
    ),
    Obligation(
        "K4.turn_ends",
        STOP,
        "whoever stops gives the turn to the next seat, and a seven of the turn strikes that one",
        ("BANK-44", "BANK-46", "BANK-50"),
        turn_ends,
        GIVEN,
        agreed(bank_left="nobody"),
        AFTER,
    ),
)
