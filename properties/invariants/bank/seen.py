"""What can be seen of a step of Bank: who has got the bank, and whether laying was enough to take it."""

from __future__ import annotations

from collections.abc import Iterator

from model.bank.actions import Act
from model.bank.rulebook import Book
from model.bank.state import Phase, Round
from model.cards import FACES, KING, Card, Suit, Zone, face_of
from model.game import NOBODY, Seat
from properties.invariants.bank.core import Step, agrees
from properties.invariants.bank.covering import option_of


def with_cards(table: Round) -> int:
    """How many seats hold cards."""
    return sum(map(bool, table.hands))


def around(table: Round, seat: Seat, direction: int = 1) -> Iterator[Seat]:
    """The other seats from a seat's left, or right, and at last the seat itself."""
    seats = len(table.hands)
    return (Seat((seat + direction * distance) % seats) for distance in range(1, seats + 1))


def suit(card: Card) -> Suit:
    """The suit of a card."""
    return Suit(card // FACES)


def whole_bank(step: Step) -> Zone:
    """The bank with what was just laid on it."""
    return step.was.bank + step.cards


def taker(step: Step) -> Seat:
    """Whoever has got the bank by this step, in its pile or in its hand; NOBODY if it lies there."""
    bank = whole_bank(step)
    if not bank or step.became.bank:
        return NOBODY
    for seat, (pile, hand) in enumerate(zip(step.became.captured, step.became.hands, strict=True)):
        if bank[-1] in pile or bank[-1] in hand:
            return Seat(seat)
    return NOBODY


def leaves_the_rest(book: Book, step: Step) -> bool:
    """Whether a bank that lies there at the end of the round stays there, or the round goes on."""
    return step.became.phase is not Phase.OVER or agrees(book, "bank_left", "nobody")


def bank_stays(book: Book, step: Step) -> bool:
    """Whether nobody has taken anything of the bank."""
    return step.became.bank == whole_bank(step)


def may_take(book: Book, table: Round, seat: Seat) -> bool:
    """Whether a seat may take the bank if the seat in turn fails: it is another one, and takes part."""
    if seat in (NOBODY, table.turn):
        return False
    gone = any(finish.seat == seat for finish in table.out)
    return bool(table.hands[seat]) or (gone and agrees(book, "out_may_capture", "yes"))


def seat_before(step: Step) -> Seat:
    """The nearest seat counterclockwise of the one that fails that holds cards, or laid the top card."""
    table = step.was
    return next(seat for seat in around(table, table.turn, -1) if table.hands[seat] or seat == table.owner)


def ends_with_a_trump_king(book: Book, step: Step) -> bool:
    """Whether a seat lays its last card, and it is a king of its own trump, or of one that counts for all."""
    seat, cards = step.action.seat, step.cards
    if not step.is_a(Act.LAY) or len(step.was.hands[seat]) != len(cards) or face_of(cards[-1]) != KING:
        return False
    option, trumps = option_of(book), step.was.trumps
    if option == "none":
        return False
    return suit(cards[-1]) == trumps[seat] if option == "own" else suit(cards[-1]) in trumps


def trump_king_takes(book: Book, step: Step) -> bool:
    """Whether a trump king, laid last, takes the bank."""
    if not ends_with_a_trump_king(book, step):
        return False
    return len(whole_bank(step)) > 1 or agrees(book, "trump_king_single", "taken")


def covers_four_kings(book: Book, step: Step) -> bool:
    """Whether somebody lays on four kings of one move, and takes the bank by that."""
    if not step.is_a(Act.LAY) or step.was.four_kings == NOBODY:
        return False
    return agrees(book, "four_kings", "anyone") or step.was.four_kings != step.action.seat
