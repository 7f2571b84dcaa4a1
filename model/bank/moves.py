"""What a seat may lay: one card, four of a kind, or a run of four."""

from __future__ import annotations

from itertools import permutations, product

from model.bank.cover import may_be_laid
from model.bank.ranks import EIGHT, suit_of
from model.bank.rulebook import Book
from model.bank.state import Phase, Round
from model.cards import Card, Face, Zone, face_of
from model.clause import clause

FOUR = 4
"""Cards that are laid together: four of a kind, or four in a row."""


def lays(book: Book, table: Round) -> tuple[Zone, ...]:
    """All that the seat in turn may lay now, each lay once, its cards in the order in which they are laid."""
    hand = table.hands[table.turn]
    found: tuple[Zone, ...] = tuple([(card,) for card in hand if may_be_laid(book, table, card)])
    if len(hand) >= FOUR:
        runs = [run for run in book.run(book, hand) if book.run_attach(book, table, run[0])]
        found = (*found, *book.four(hand), *runs)
    if table.phase is Phase.FURTHER_CARD:
        return tuple([cards for cards in found if book.eight_follow_kind(cards)])
    return found


@clause("BANK-45")
def four_of_a_kind(hand: Zone) -> tuple[Zone, ...]:
    """Every four of a kind in a hand, in every order: it may be laid on anything, and its last card lies on top."""
    ranks = [face_of(card) for card in hand]
    complete = [rank for rank in dict.fromkeys(ranks) if ranks.count(rank) == FOUR]
    return tuple([order for rank in complete for order in permutations(_of_rank(hand, rank))])


@clause("BANK-47")
def four_in_a_row(book: Book, hand: Zone) -> tuple[Zone, ...]:
    """Every run of four in a hand, from its lowest card up and from its highest card down (BANK-A08)."""
    order = book.rank_order()
    held = {face_of(card) for card in hand}
    starts = [start for start in range(len(order) - FOUR + 1) if held.issuperset(order[start : start + FOUR])]
    rising = [
        run
        for start in starts
        for run in product(*[_of_rank(hand, rank) for rank in order[start : start + FOUR]])
        if book.run_suit(run)
    ]
    return tuple([run for each in rising for run in (each, each[::-1])])


def _of_rank(hand: Zone, rank: Face) -> Zone:
    return tuple([card for card in hand if face_of(card) == rank])


def is_four_of_a_kind(cards: Zone) -> bool:
    """Whether cards that were laid together are four of a kind."""
    return len(cards) == FOUR and all(face_of(card) == face_of(cards[0]) for card in cards)


def is_one_suit(cards: Zone) -> bool:
    """Whether all cards are of one suit."""
    return all(suit_of(card) == suit_of(cards[0]) for card in cards)


# --- run_suit ---


def any_suits(run: Zone) -> bool:
    """The cards of a run may be of any suits (BANK-A08)."""
    return True


def same_suit(run: Zone) -> bool:
    """The cards of a run must be of one suit (BANK-A08)."""
    return is_one_suit(run)


# --- run_attach ---


@clause("BANK-48")
def must_cover(book: Book, table: Round, end: Card) -> bool:
    """The end of the run that is laid first must cover the top card, as it would alone (BANK-A08)."""
    return may_be_laid(book, table, end)


def free(book: Book, table: Round, end: Card) -> bool:
    """A run may be laid on anything (BANK-A08)."""
    return True


# --- run_extra_move ---


def no_extra_move() -> bool:
    """After a run the turn is over (BANK-A08)."""
    return False


def extra_move() -> bool:
    """After a run one further move is made, as after four of a kind (BANK-A08)."""
    return True


# --- what follows an eight, or four of a kind: whether the seat may stop ---


@clause("BANK-44")
def eight_optional(can_lay: bool, can_draw: bool) -> bool:
    """After an eight one more card may be laid, and need not (BANK-A05)."""
    return True


@clause("BANK-46")
def if_possible(can_lay: bool, can_draw: bool) -> bool:
    """A further move must be made if there is one, with a card drawn if need be (BANK-A05, BANK-A07)."""
    return not can_lay and not can_draw


def four_optional(can_lay: bool, can_draw: bool) -> bool:
    """After four of a kind a further move may be made, and need not (BANK-A07)."""
    return True


# --- eight_follow_kind ---


@clause("BANK-44")
def single_card(cards: Zone) -> bool:
    """After an eight one card may follow; it may be another eight (BANK-A41)."""
    return len(cards) == 1


def any_move(cards: Zone) -> bool:
    """After an eight anything may follow that could be laid otherwise (BANK-A41)."""
    return True


def asks_for_more(book: Book, cards: Zone) -> Phase | None:
    """What the seat that has laid these cards may or must go on with; nothing where the turn is over."""
    if is_four_of_a_kind(cards):
        return Phase.FURTHER_MOVE
    if len(cards) == FOUR:
        return Phase.FURTHER_MOVE if book.run_extra_move() else None
    return Phase.FURTHER_CARD if face_of(cards[0]) == EIGHT else None
