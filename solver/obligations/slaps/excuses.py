"""Ways out of conditions that nothing takes in games with slaps, each with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from model.piles import play, slaps
from model.piles.rulebook import Book
from solver.obligations.slaps import aftermath, right


@dataclass(frozen=True, slots=True)
class Excuse:
    """Ways out of conditions that nothing takes, in these scenes, where something holds of the book and the seats."""

    ways: tuple[str, ...]
    scenes: tuple[str, ...]
    holds: Callable[[Book, int], bool]
    why: str


def _two(book: Book, seats: int) -> bool:
    return seats == 2


def _always(book: Book, seats: int) -> bool:
    return True


def _nobody_barred(book: Book, seats: int) -> bool:
    return book.wrong_slap is not slaps.lock_out


def _only_debts_are_paid(book: Book, seats: int) -> bool:
    return book.wrong_slap is slaps.card_to_claimant


def _always_a_pile(book: Book, seats: int) -> bool:
    return not (_only_debts_are_paid(book, seats) and book.slap_in_debt is slaps.keeps_debt)


def _pile_for_a_debt(book: Book, seats: int) -> bool:
    return book.slap_in_debt is not slaps.keeps_debt


PENALTIES: Final = (right.SLAP.name, right.TOGETHER.name)
AFTER_PENALTIES: Final = (*PENALTIES, aftermath.PASSED_OVER.name)

EXCUSES: Final = (
    Excuse(
        ("if not payer == table.claimant or payer == NOBODY", "if moved.phase != Phase.WON"),
        (*AFTER_PENALTIES, "lay", "turn", "owed_card", "payer_out", aftermath.BURNED_OUT.name),
        _two,
        "with two seats there is nobody else to pay the rest",
    ),
    Excuse(
        ("if not payer == table.claimant or payer == NOBODY",),
        ("pay_card",),
        _always,
        "a pay card leads there only where nobody else could pay",
    ),
    Excuse(
        ("if not next_with_cards(table, following) == following",),
        AFTER_PENALTIES,
        _two,
        "with two seats, of which one has no cards, nobody comes after the other",
    ),
    Excuse(
        ("if cards > 0",),
        ("lay", "turn"),
        _nobody_barred,
        "nobody is barred for a number of cards where wrong slaps cost something else",
    ),
    Excuse(
        ("if holder == table.turn",),
        AFTER_PENALTIES,
        _always,
        "after a penalty the last seat with cards is never the one that has just paid",
    ),
    Excuse(
        ("if holds_everything(table)",),
        ("turn",),
        lambda book, seats: not play.collects_at_once(book),
        "where a won pile waits for slaps, no single turn collects it",
    ),
    Excuse(
        ("if not is_open(book, table)",),
        (aftermath.CHANCE.name,),
        _always,
        "it is asked only where the middle may be slapped",
    ),
    Excuse(("if not moved.middle",), PENALTIES, _always_a_pile, "a card was burned, or the debt has its pile"),
    Excuse(
        ("if not moved.middle",),
        (aftermath.PASSED_OVER.name,),
        _pile_for_a_debt,
        "a debt has its pile where it ends with a slap",
    ),
    Excuse(
        (
            "if not table.debt > NO_DEBT",
            "if laid_in_trick(table) > 0",
            "if not laid_in_trick(table) > 0",
            "if following == NOBODY",
            "if not following == NOBODY",
            "if next_with_cards(table, following) == following",
            "if not next_with_cards(table, following) == following",
            "if alone and paid.debt == NO_DEBT and (laid_in_trick(paid) > 0)",
        ),
        PENALTIES,
        _only_debts_are_paid,
        "cards are paid only to a claimant, so that while cards are laid something is owed",
    ),
    Excuse(
        ("if not table.hands[candidate]",),
        PENALTIES,
        lambda book, seats: seats == 2 and _only_debts_are_paid(book, seats) and _pile_for_a_debt(book, seats),
        "with two seats the claimant, who has just been paid, is the next one",
    ),
    Excuse(
        ("if table.phase == Phase.TAKEN",),
        PENALTIES,
        _always,
        "a wrong slap takes nothing",
    ),
)


def out_of_reach(book: Book, seats: int, scene: str, way: str) -> str:
    """Why no situation of a scene takes this way out of a condition, for the ways of which that is known."""
    fitting = [each for each in EXCUSES if way in each.ways and scene in each.scenes and each.holds(book, seats)]
    return fitting[0].why if fitting else ""
