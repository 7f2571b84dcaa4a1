"""Rare events of Bank: what random play must have met often enough before it says anything about the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.bank import moves, taking, turns
from model.bank.actions import Act
from model.bank.moves import FOUR, is_four_of_a_kind, is_one_suit
from model.bank.ranks import EIGHT, NO_CARD, SEVEN
from model.bank.rulebook import Book
from model.bank.state import Phase, has_gone_out, holders
from model.cards import KING, face_of
from model.game import NOBODY, Seat
from properties.bank_rare_ends import CHANCE_RARE, ENDS_RARE, Rare
from properties.invariants.bank.core import Step

# --- four together ---


def _four_of_a_kind(book: Book, step: Step) -> bool:
    return is_four_of_a_kind(step.cards)


def _four_kings(book: Book, step: Step) -> bool:
    return is_four_of_a_kind(step.cards) and face_of(step.cards[0]) == KING


def _four_sevens(book: Book, step: Step) -> bool:
    return is_four_of_a_kind(step.cards) and face_of(step.cards[0]) == SEVEN


def _run(book: Book, step: Step) -> bool:
    return len(step.cards) == FOUR and not is_four_of_a_kind(step.cards)


def _rising(book: Book, step: Step) -> bool:
    order = book.rank_order()
    return _run(book, step) and order.index(face_of(step.cards[0])) < order.index(face_of(step.cards[-1]))


def _falling(book: Book, step: Step) -> bool:
    return _run(book, step) and not _rising(book, step)


def _run_of_one_suit(book: Book, step: Step) -> bool:
    return _run(book, step) and is_one_suit(step.cards)


def _run_through_a_seven(book: Book, step: Step) -> bool:
    return _run(book, step) and SEVEN in map(face_of, step.cards[:-1])


def _four_completed_by_the_card_drawn(book: Book, step: Step) -> bool:
    return is_four_of_a_kind(step.cards) and any(card in step.was.fresh for card in step.cards)


def _run_completed_by_the_card_drawn(book: Book, step: Step) -> bool:
    return _run(book, step) and any(card in step.was.fresh for card in step.cards)


def _run_on_anything(book: Book, step: Step) -> bool:
    if not _run(book, step) or book.run_attach is not moves.free:
        return False
    return not moves.must_cover(book, step.was, step.cards[0])


def _four_kings_covered_by_another(book: Book, step: Step) -> bool:
    return step.was.four_kings not in (NOBODY, step.action.seat)


def _four_kings_covered_by_their_layer(book: Book, step: Step) -> bool:
    return step.was.four_kings == step.action.seat


# --- after an eight, after four together, on a ghost ---


def _eight_after_an_eight(book: Book, step: Step) -> bool:
    return step.was.phase is Phase.FURTHER_CARD and len(step.cards) == 1 and face_of(step.cards[0]) == EIGHT


def _four_after_an_eight(book: Book, step: Step) -> bool:
    return step.was.phase is Phase.FURTHER_CARD and len(step.cards) == FOUR


def _after_an_eight(book: Book, step: Step) -> bool:
    return step.was.phase is Phase.FURTHER_CARD


def _further_move(book: Book, step: Step) -> bool:
    return step.was.phase is Phase.FURTHER_MOVE


def _ghost_covered(book: Book, step: Step) -> bool:
    return not step.was.bank and step.was.top != NO_CARD


def _laid_on_nothing(book: Book, step: Step) -> bool:
    return step.was.top == NO_CARD


def _seven_that_is_covered(book: Book, step: Step) -> bool:
    return (
        book.seven_trigger is turns.top_at_end
        and (step.was.sevens or SEVEN in map(face_of, step.cards))
        and face_of(step.cards[-1]) != SEVEN
    )


# --- going out ---


def _out(step: Step) -> bool:
    return len(step.became.out) > len(step.was.out)


def _out_with_a_king(place: int) -> Callable[[Book, Step], bool]:
    def happened(book: Book, step: Step) -> bool:
        return _out(step) and len(step.became.out) == place and face_of(step.cards[-1]) == KING

    return happened


def _out_with_a_run(place: int) -> Callable[[Book, Step], bool]:
    def happened(book: Book, step: Step) -> bool:
        return _out(step) and len(step.became.out) == place and _run_of_one_suit(book, step)

    return happened


def _two_out_with_kings(book: Book, step: Step) -> bool:
    return _out(step) and sum(face_of(finish.cards[-1]) == KING for finish in step.became.out) == 2


def _out_with_four_of_a_kind(book: Book, step: Step) -> bool:
    return _out(step) and _four_of_a_kind(book, step) and not _four_kings(book, step)


def _out_with_four_kings(book: Book, step: Step) -> bool:
    return _out(step) and _four_kings(book, step)


def _out_with_a_trump_king(book: Book, step: Step) -> bool:
    return (
        _out(step)
        and face_of(step.cards[-1]) == KING
        and taking.is_trump(book, step.was, step.action.seat, step.cards[-1])
    )


def _out_with_a_trump_king_alone(book: Book, step: Step) -> bool:
    return _out_with_a_trump_king(book, step) and len(step.was.bank + step.cards) == 1


def _out_with_an_eight(book: Book, step: Step) -> bool:
    return _out(step) and face_of(step.cards[-1]) == EIGHT and len(step.cards) == 1


def _out_with_a_seven(book: Book, step: Step) -> bool:
    return _out(step) and face_of(step.cards[-1]) == SEVEN


# --- drawing, stopping, missing a turn ---


def _under_a_seven(book: Book, step: Step) -> bool:
    return step.was.phase is Phase.SEVEN


def _misses_after_a_draw(book: Book, step: Step) -> bool:
    return step.was.forced


def _second_draw(book: Book, step: Step) -> bool:
    return step.was.phase is not Phase.SEVEN and step.was.forced


def _last_card_of_the_stock(book: Book, step: Step) -> bool:
    return len(step.was.stock) == 1


def _nothing_to_draw_before_a_miss(book: Book, step: Step) -> bool:
    return book.seven is turns.draw_and_skip and not step.was.stock and not step.was.forced


def _nothing_to_draw_before_a_move(book: Book, step: Step) -> bool:
    """The next seat should draw because of a seven, and moves at once, since the stock is gone."""
    if book.seven is not turns.draw_and_move or step.was.stock or step.became.turn == step.action.seat:
        return False
    counted = step.cards if book.seven_trigger is turns.any_laid else step.cards[-1:]
    return SEVEN in map(face_of, counted) and step.became.phase is Phase.MOVE


# --- failing, and who takes the bank ---


def _taker(step: Step) -> Seat:
    """The seat that took the bank because another has failed; NOBODY if none did."""
    if not step.was.bank or step.became.bank or step.ends_the_round:
        return NOBODY
    card = step.was.bank[0]
    for seat in range(len(step.was.hands)):
        if card in step.became.captured[seat] or card in step.became.hands[seat]:
            return Seat(seat)
    return NOBODY


def _lone(step: Step) -> bool:
    """Whether a card lies alone in the bank that another seat has laid than the one that fails."""
    return len(step.was.bank) == 1 and step.was.owner not in (NOBODY, step.was.turn)


def _stays(step: Step) -> bool:
    return bool(step.became.bank) and not step.ends_the_round


def _own_card_alone_stays(book: Book, step: Step) -> bool:
    return _lone(step) and _stays(step) and book.capture is taking.next_fails


def _own_card_alone_taken(book: Book, step: Step) -> bool:
    return _lone(step) and _taker(step) == step.was.owner and book.own_single is taking.is_taken


def _drawn_card_alone_taken(book: Book, step: Step) -> bool:
    return _lone(step) and _taker(step) == step.was.owner and book.own_single is not taking.is_taken


def _open_card_taken(book: Book, step: Step) -> bool:
    return step.was.owner == NOBODY and _taker(step) != NOBODY


def _open_card_taken_by_the_dealer(book: Book, step: Step) -> bool:
    return _open_card_taken(book, step) and book.deck_card_owner is taking.dealer


def _open_card_stays(book: Book, step: Step) -> bool:
    return step.was.owner == NOBODY and bool(step.was.bank) and _stays(step)


def _taken_by_a_seat_that_is_out(book: Book, step: Step) -> bool:
    taker = _taker(step)
    return taker != NOBODY and has_gone_out(step.was, taker)


def _not_taken_by_a_seat_that_is_out(book: Book, step: Step) -> bool:
    return (
        book.out_may_capture is taking.no
        and book.captor is taking.layer_of_top
        and has_gone_out(step.was, step.was.owner)
        and _stays(step)
    )


def _taken_after_several_failures(book: Book, step: Step) -> bool:
    return book.capture is taking.all_fail and bool(step.was.failed) and _taker(step) != NOBODY


def _taken_from_the_layer(book: Book, step: Step) -> bool:
    """The seat before the one that fails takes what another has laid."""
    return _taker(step) not in (NOBODY, step.was.owner) and step.was.owner != NOBODY


def _layer_fails(book: Book, step: Step) -> bool:
    return step.was.owner == step.action.seat and bool(step.was.bank)


def _fails_on_nothing(book: Book, step: Step) -> bool:
    return not step.was.bank


def _fails_after_a_forced_draw(book: Book, step: Step) -> bool:
    return step.was.forced and not step.was.drawn and bool(step.was.stock)


def _captor_moves(book: Book, step: Step) -> bool:
    if book.mover_after_capture is not taking.captor_moves or _taker(step) == NOBODY:
        return False
    return taking.after_failer(step.became, NOBODY) != step.became.turn == _taker(step)


def _failer_moves(book: Book, step: Step) -> bool:
    return _taker(step) != NOBODY and step.became.turn == step.was.turn and len(holders(step.was)) > 1


# --- all of them ---

LAY_RARE: Final = (
    Rare("four of a kind", _four_of_a_kind),
    Rare("four kings in one lay", _four_kings),
    Rare("four sevens in one lay", _four_sevens),
    Rare("four of a kind with the card drawn", _four_completed_by_the_card_drawn),
    Rare("a run, its junior end first", _rising),
    Rare("a run, its senior end first", _falling),
    Rare("a run of one suit", _run_of_one_suit),
    Rare("a run through a seven", _run_through_a_seven),
    Rare("a run with the card drawn", _run_completed_by_the_card_drawn),
    Rare("a run that covers nothing", _run_on_anything),
    Rare("four kings covered by another seat", _four_kings_covered_by_another),
    Rare("four kings covered by their layer", _four_kings_covered_by_their_layer),
    Rare("an eight after an eight", _eight_after_an_eight),
    Rare("four together after an eight", _four_after_an_eight),
    Rare("a card after an eight", _after_an_eight),
    Rare("a lay after four together", _further_move),
    Rare("a ghost is covered", _ghost_covered),
    Rare("a card where none is to be covered", _laid_on_nothing),
    Rare("a seven that is covered in its own turn", _seven_that_is_covered),
    Rare("out first with a king", _out_with_a_king(1)),
    Rare("out second with a king", _out_with_a_king(2)),
    Rare("out third with a king", _out_with_a_king(3)),
    Rare("two out with kings in one round", _two_out_with_kings),
    Rare("out with a trump king", _out_with_a_trump_king),
    Rare("out with a trump king on an empty bank", _out_with_a_trump_king_alone),
    Rare("out first with a run of one suit", _out_with_a_run(1)),
    Rare("out second with a run of one suit", _out_with_a_run(2)),
    Rare("out third with a run of one suit", _out_with_a_run(3)),
    Rare("out with four of a kind", _out_with_four_of_a_kind),
    Rare("out with four kings", _out_with_four_kings),
    Rare("out with an eight", _out_with_an_eight),
    Rare("out with a seven", _out_with_a_seven),
    Rare("no card to draw before a move under a seven", _nothing_to_draw_before_a_move),
)
DRAW_RARE: Final = (
    Rare("a card drawn under a seven", _under_a_seven),
    Rare("a second card drawn in a turn", _second_draw),
    Rare("a card drawn after an eight", _after_an_eight),
    Rare("a card drawn after four together", _further_move),
    Rare("the last card of the stock drawn", _last_card_of_the_stock),
)
PASS_RARE: Final = (
    Rare("an own card alone stays", _own_card_alone_stays),
    Rare("an own card alone is taken", _own_card_alone_taken),
    Rare("a drawn card alone is taken", _drawn_card_alone_taken),
    Rare("the open card is taken", _open_card_taken),
    Rare("the open card is taken by the dealer", _open_card_taken_by_the_dealer),
    Rare("the open card stays", _open_card_stays),
    Rare("a seat that is out takes the bank", _taken_by_a_seat_that_is_out),
    Rare("a seat that is out may not take the bank", _not_taken_by_a_seat_that_is_out),
    Rare("the bank is taken after several failures", _taken_after_several_failures),
    Rare("the seat before takes what another laid", _taken_from_the_layer),
    Rare("the layer itself fails", _layer_fails),
    Rare("a failure with no bank", _fails_on_nothing),
    Rare("a failure after a forced draw alone", _fails_after_a_forced_draw),
    Rare("the captor moves out of order", _captor_moves),
    Rare("the seat that failed moves again", _failer_moves),
)
STOP_RARE: Final = (Rare("no card after an eight", _after_an_eight), Rare("no lay after four together", _further_move))
SKIP_RARE: Final = (
    Rare("no card to draw before a turn is missed", _nothing_to_draw_before_a_miss),
    Rare("a turn missed after a draw", _misses_after_a_draw),
)
_BY_ACT: Final = {
    Act.LAY: LAY_RARE,
    Act.DRAW: DRAW_RARE,
    Act.PASS: PASS_RARE,
    Act.STOP: STOP_RARE,
    Act.SKIP: SKIP_RARE,
    Act.LOT: CHANCE_RARE,
    Act.DEAL: CHANCE_RARE,
}

RARE: Final = tuple(
    rare.name for rare in (*LAY_RARE, *DRAW_RARE, *PASS_RARE, *STOP_RARE, *SKIP_RARE, *ENDS_RARE, *CHANCE_RARE)
)
"""The names of all rare events."""


def seen(book: Book, step: Step) -> tuple[str, ...]:
    """The rare events that this action of a match is, by name."""
    rares = _BY_ACT[step.action.act]
    if step.ends_the_round:
        rares = (*rares, *ENDS_RARE)
    return tuple([rare.name for rare in rares if rare.happened(book, step)])
