"""What must hold of every tick in which hands come down on the middle."""

from __future__ import annotations

from collections import Counter
from typing import Final

from model.game import NOBODY
from model.piles import taking
from model.piles.rulebook import Book
from model.piles.slaps import FOR_GOOD, slappable
from model.piles.state import NO_DEBT, Phase, Table
from properties.invariants.core import Invariant, Kind, Step, agrees

VOID: Final = ("voids_debt", "forbidden")


def _right(book: Book, step: Step) -> bool:
    return step.slapped and slappable(book, step.before)


def _wrong(book: Book, step: Step) -> bool:
    return step.slapped and not slappable(book, step.before)


# --- a right slap ---


def _takes_at_once(book: Book, step: Step) -> bool:
    return _right(book, step) and book.pile_order is not taking.shuffled


def _whole_middle_to_one(book: Book, step: Step) -> bool:
    """One of the hands gets every card of the middle, no other hand changes, and nothing lies in the middle."""
    before, after = step.before, step.after
    changed = [seat for seat, hand in enumerate(before.hands) if after.hands[seat] != hand]
    if len(changed) != 1 or changed[0] not in step.hands or after.middle:
        return False
    winner = changed[0]
    return Counter(after.hands[winner]) == Counter(before.hands[winner] + before.middle)


def _one_wins(book: Book, step: Step) -> bool:
    """Exactly one of the hands: it has the cards, or gets them when chance has shuffled them."""
    grown = [seat for seat, hand in enumerate(step.before.hands) if len(step.after.hands[seat]) > len(hand)]
    winners = [step.after.claimant] if step.after.phase == Phase.TAKEN else grown
    return len(winners) == 1 and winners[0] in step.hands


def _race(book: Book, step: Step) -> bool:
    return _right(book, step) and len(step.hands) > 1


def _race_decided(book: Book, step: Step) -> bool:
    return _race(book, step) and agrees(book, "slap_tie", "undermost")


def _undermost_wins(book: Book, step: Step) -> bool:
    return step.winner == step.hands[0]


def _taken_for_good(book: Book, step: Step) -> bool:
    return _takes_at_once(book, step) and agrees(book, "slap_in_debt", *VOID)


def _nothing_is_owed(book: Book, step: Step) -> bool:
    after = step.after
    return (after.debt, after.claimant) == (NO_DEBT, NOBODY) and after.phase in (Phase.LAYING, Phase.OVER)


def _led_by_the_taker(book: Book, step: Step) -> bool:
    return _taken_for_good(book, step) and agrees(book, "leader", "taker")


def _winner_leads(book: Book, step: Step) -> bool:
    return step.after.turn == step.winner


# --- a wrong slap ---


def _costs_nothing(book: Book, step: Step) -> bool:
    return _wrong(book, step) and agrees(book, "wrong_slap", "nothing")


def _no_card_moves(book: Book, step: Step) -> bool:
    return (step.after.hands, step.after.middle) == (step.before.hands, step.before.middle)


def _play_stands(book: Book, step: Step) -> bool:
    return _in_force(step.after) == _in_force(step.before)


def _in_force(table: Table) -> tuple[object, ...]:
    return table.turn, table.debt, table.claimant, table.phase, table.last, table.unanswered


def _burns(book: Book, step: Step) -> bool:
    return _wrong(book, step) and agrees(book, "wrong_slap", "burn_under", "whole_hand")


def _top_cards_go_under(book: Book, step: Step) -> bool:
    """The tops of the wrong hands lie under the cards that were not burned, as is agreed, and nothing else has moved.

    The last one paid lies lowest, or the first one ever paid.
    """
    before, after = step.before, step.after
    hands, burned = list(before.hands), before.middle[: before.burned]
    for seat in step.hands:
        whole = not agrees(book, "wrong_slap", "burn_under")
        cards = len(hands[seat]) if whole else min(book.penalty, len(hands[seat]))
        for card in hands[seat][:cards]:
            burned = (card, *burned) if agrees(book, "burned_order", "under_all") else (*burned, card)
        hands[seat] = hands[seat][cards:]
    middle = burned + before.middle[before.burned :]
    return (after.hands, after.middle, after.burned) == (tuple(hands), middle, len(burned))


def _gives(book: Book, step: Step) -> bool:
    return _wrong(book, step) and agrees(book, "wrong_slap", "card_to_claimant")


def _top_cards_go_to_the_claimant(book: Book, step: Step) -> bool:
    before, after = step.before, step.after
    hands = list(before.hands)
    for seat in step.hands if before.claimant != NOBODY else ():
        if seat != before.claimant:
            paid, kept = hands[seat][: book.penalty], hands[seat][book.penalty :]
            hands[before.claimant] += paid
            hands[seat] = kept
    return (after.hands, after.middle) == (tuple(hands), before.middle)


def _bars(book: Book, step: Step) -> bool:
    return _wrong(book, step) and agrees(book, "wrong_slap", "lock_out")


def _are_barred(book: Book, step: Step) -> bool:
    for_so_long = {step.after.barred[seat] for seat in step.hands}
    return for_so_long <= {book.penalty, FOR_GOOD} and _no_card_moves(book, step) and _play_stands(book, step)


def _wrong_in_debt(book: Book, step: Step) -> bool:
    lies_there = bool(step.before.middle)
    return _wrong(book, step) and step.before.debt > NO_DEBT and lies_there


def _claim_stands(book: Book, step: Step) -> bool:
    """The claim is still the same seat's, whatever the payer had to pay for the slap."""
    return step.after.claimant == step.before.claimant


SLAP_STEPS: Final[tuple[Invariant[Step], ...]] = (
    Invariant(
        "a right slap takes the whole middle",
        "A right slap moves just the cards of the middle, all of them, to a seat that slapped.",
        ("BB-28", "BB-29", "BB-30", "BB-35", "BMN-53"),
        Kind.STEP,
        _whole_middle_to_one,
        _takes_at_once,
    ),
    Invariant(
        "one hand wins",
        "Of all hands that come down at one instant on a middle that may be slapped, exactly one gets it.",
        ("BB-28", "BB-41"),
        Kind.STEP,
        _one_wins,
        _race,
    ),
    Invariant(
        "the undermost hand wins",
        "Where that is agreed, the hand lowest on the pile wins, whatever seat it belongs to.",
        ("BB-41",),
        Kind.STEP,
        _undermost_wins,
        _race_decided,
    ),
    Invariant(
        "a right slap ends the debt",
        "After a right slap nothing is owed and nothing is claimed, and the game goes on unless it is over.",
        ("BB-12", "BB-28"),
        Kind.STEP,
        _nothing_is_owed,
        _taken_for_good,
    ),
    Invariant(
        "the slapper leads",
        "Where the taker of a pile leads, whoever has won it with a slap lays the next card.",
        ("BB-39", "BMN-53"),
        Kind.STEP,
        _winner_leads,
        _led_by_the_taker,
    ),
    Invariant(
        "a wrong slap moves no card",
        "Where a wrong slap costs nothing it brings neither the pile nor a penalty.",
        ("BB-42",),
        Kind.STEP,
        _no_card_moves,
        _costs_nothing,
    ),
    Invariant(
        "after a wrong slap the same seat is to act",
        "Where a wrong slap costs nothing, turn, debt and claim are what they were.",
        ("BB-43",),
        Kind.STEP,
        _play_stands,
        _costs_nothing,
    ),
    Invariant(
        "burned cards go under the middle",
        "For a wrong slap the agreed number of top cards, or all there are, go under the middle one by one.",
        ("BMN-53",),
        Kind.STEP,
        _top_cards_go_under,
        _burns,
    ),
    Invariant(
        "paid cards go to the claimant",
        "Where a wrong slap is paid to the claimant, just the agreed cards go under that hand.",
        ("BMN-53",),
        Kind.STEP,
        _top_cards_go_to_the_claimant,
        _gives,
    ),
    Invariant(
        "a wrong slap bars",
        "Where a wrong slap bars from slapping it does nothing else.",
        ("BMN-53",),
        Kind.STEP,
        _are_barred,
        _bars,
    ),
    Invariant(
        "a wrong slap leaves the claim alone",
        "Whatever a wrong slap costs, and even if the payer has no card left, the pile is still claimed by whoever "
        "claimed it.",
        ("BB-19", "BMN-53"),
        Kind.STEP,
        _claim_stands,
        _wrong_in_debt,
    ),
)
