"""What must hold of what is laid on what, and of what is laid together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.bank.actions import Act
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Match, Phase
from model.cards import Card
from model.game import NOBODY
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.covering import (
    MOST_FOR_SETS,
    allowed,
    fours_of,
    in_a_row,
    layable,
    laying,
    lays,
    rank,
    runs_of,
    singles,
    ways_of,
)
from properties.invariants.bank.forms import FORMS
from properties.invariants.bank.seen import around
from properties.invariants.bank.trumps import TRUMPS


def _alone(book: Book, match: Match) -> set[Card]:
    return {cards[0] for cards in lays(book, match) if len(cards) == 1}


def _four_alike(cards: tuple[Card, ...]) -> bool:
    return len(cards) > 1 and len(set(map(rank, cards))) == 1


# --- at a table: exactly what may be laid, and each lay once ---


def _singles_are_exact(book: Book, match: Match) -> bool:
    return _alone(book, match) == singles(book, match)


def _only_what_beats(book: Book, match: Match) -> bool:
    return _alone(book, match) <= singles(book, match)


def _holds_an_eight(book: Book, match: Match) -> bool:
    return laying(book, match) and "8" in map(rank, match.round.hands[match.round.turn])


def _every_eight_is_there(book: Book, match: Match) -> bool:
    hand = match.round.hands[match.round.turn]
    return {card for card in hand if rank(card) == "8"} <= _alone(book, match)


def _few_cards(book: Book, match: Match) -> bool:
    return laying(book, match) and 4 <= len(match.round.hands[match.round.turn]) <= MOST_FOR_SETS


def _fours_are_exact(book: Book, match: Match) -> bool:
    found = {cards for cards in lays(book, match) if _four_alike(cards)}
    return found == fours_of(book, match)


def _runs_are_exact(book: Book, match: Match) -> bool:
    found = {cards for cards in lays(book, match) if len(cards) > 1 and not _four_alike(cards)}
    return found == runs_of(book, match)


def _runs_by_either_end(book: Book, match: Match) -> bool:
    """Of any run that may be laid, the end that is laid first is its highest or its lowest card and fits alone."""
    table, ways = match.round, ways_of(book)
    first = layable(ways, table.trumps, table.turn, table.top)
    found = {cards for cards in lays(book, match) if len(cards) > 1 and not _four_alike(cards)}
    if not all(in_a_row(ways.line, cards) for cards in found):
        return False
    if agrees(book, "run_attach", "free"):
        return all(cards[::-1] in found for cards in found)
    return all(cards[0] in first and (cards[-1] not in first or cards[::-1] in found) for cards in found)


def _nothing_twice(book: Book, match: Match) -> bool:
    return len(set(allowed(book, match))) == len(allowed(book, match))


def _after_an_eight(book: Book, match: Match) -> bool:
    return laying(book, match) and match.round.phase is Phase.FURTHER_CARD


def _one_more_card(book: Book, match: Match) -> bool:
    """Every card that covers the eight, or is one itself; sets only where any move may follow."""
    if _alone(book, match) != singles(book, match):
        return False
    return agrees(book, "eight_follow_kind", "any_move") or all(len(cards) == 1 for cards in lays(book, match))


def _after_four(book: Book, match: Match) -> bool:
    return laying(book, match) and match.round.phase is Phase.FURTHER_MOVE


# --- what is laid ---


def _laid(book: Book, step: Step) -> bool:
    return step.is_a(Act.LAY)


def _laid_one(book: Book, step: Step) -> bool:
    return step.is_a(Act.LAY) and len(step.cards) == 1 and step.was.top != NO_CARD


def _covers_the_top_card(book: Book, step: Step) -> bool:
    was = step.was
    return step.cards[0] in layable(ways_of(book), was.trumps, was.turn, was.top)


def _from_hand_to_bank(book: Book, step: Step) -> bool:
    """The cards leave the hand of the seat in turn, and the bank has grown by them unless it was taken at once."""
    was, became = step.was, step.became
    kept = tuple(card for card in was.hands[was.turn] if card not in step.cards)
    if became.bank == was.bank + step.cards:
        return became.hands == tuple(kept if seat == was.turn else hand for seat, hand in enumerate(was.hands))
    return became.bank == () and _may_be_taken_at_once(book, step, kept)


def _may_be_taken_at_once(book: Book, step: Step, kept: tuple[Card, ...]) -> bool:
    went_out_with_a_king = not kept and rank(step.cards[-1]) == "K"
    given_at_the_end = step.ends_the_round and not agrees(book, "bank_left", "nobody")
    return given_at_the_end or went_out_with_a_king or step.was.four_kings != NOBODY


def _goes_on(book: Book, step: Step) -> bool:
    return step.is_a(Act.LAY) and not step.ends_the_round and bool(step.became.hands[step.was.turn])


def _laid_an_eight(book: Book, step: Step) -> bool:
    return _goes_on(book, step) and len(step.cards) == 1 and rank(step.cards[0]) == "8"


def _same_seat_may_lay_a_card(book: Book, step: Step) -> bool:
    return step.became.turn == step.was.turn and step.became.phase is Phase.FURTHER_CARD


def _laid_four_alike(book: Book, step: Step) -> bool:
    return _goes_on(book, step) and len(step.cards) == 4 and _four_alike(step.cards)


def _same_seat_moves_on(book: Book, step: Step) -> bool:
    return step.became.turn == step.was.turn and step.became.phase is Phase.FURTHER_MOVE


def _laid_a_run(book: Book, step: Step) -> bool:
    return _goes_on(book, step) and len(step.cards) == 4 and not _four_alike(step.cards)


def _run_ends_the_turn(book: Book, step: Step) -> bool:
    if agrees(book, "run_extra_move", "yes"):
        return _same_seat_moves_on(book, step)
    following = next((seat for seat in around(step.became, step.was.turn) if step.became.hands[seat]), NOBODY)
    return step.became.turn == following and step.became.phase in (Phase.MOVE, Phase.SEVEN)


def _is_a_card_or_four(book: Book, step: Step) -> bool:
    if len(step.cards) == 1:
        return True
    return len(step.cards) == 4 and (_four_alike(step.cards) or in_a_row(ways_of(book).line, step.cards))


def _laying_under(option: str) -> Callable[[Book, Match], bool]:
    def agreed(book: Book, match: Match) -> bool:
        return laying(book, match) and ways_of(book).option == option

    return agreed


BY_OPTION: Final = (
    ("own trumps", ("BANK-18", "BANK-19"), _laying_under("own")),
    ("no trumps", ("BANK-20",), _laying_under("none")),
    ("one trump", ("BANK-21", "BANK-22", "BANK-32"), _laying_under("one")),
    ("two trumps", ("BANK-23", "BANK-24", "BANK-32"), _laying_under("two")),
    (
        "senior and junior trumps",
        ("BANK-25", "BANK-26", "BANK-27", "BANK-28", "BANK-29", "BANK-30", "BANK-31", "BANK-32"),
        _laying_under("senior_junior"),
    ),
)

AT_A_TABLE: Final[tuple[AnyInvariant, ...]] = (
    *(
        Invariant(
            f"exactly the cards that cover may be laid alone: {words}",
            f"With {words} a seat may lay, one alone, exactly its cards that beat the card on top, and its eights.",
            (*clauses, "BANK-39", "BANK-40", "BANK-41", "BANK-42", "BANK-58"),
            Kind.TABLE,
            _singles_are_exact,
            agreed,
        )
        for words, clauses, agreed in BY_OPTION
    ),
    Invariant(
        "no card that does not cover may be laid alone",
        "No card of a hand that does not beat the card on top may be laid alone, unless it is an eight.",
        ("BANK-40",),
        Kind.TABLE,
        _only_what_beats,
        laying,
    ),
    Invariant(
        "every eight may be laid",
        "A seat that may lay at all may lay each of its eights, whatever lies on top.",
        ("BANK-43",),
        Kind.TABLE,
        _every_eight_is_there,
        _holds_an_eight,
    ),
    Invariant(
        "four of a kind in every order",
        "Of all choices of four cards exactly those of one rank may be laid as four of a kind, in each of 24 orders.",
        ("BANK-45",),
        Kind.TABLE,
        _fours_are_exact,
        _few_cards,
    ),
    Invariant(
        "runs of four neighbours, up or down",
        "Of all orders of four cards exactly those may be laid as a run that step by one value in one direction.",
        ("BANK-47", "BANK-48"),
        Kind.TABLE,
        _runs_are_exact,
        _few_cards,
    ),
    Invariant(
        "a run by either end",
        "A run is attached by its highest or lowest card; where both ends fit it may be laid by either.",
        ("BANK-48", "BANK-47"),
        Kind.TABLE,
        _runs_by_either_end,
        _few_cards,
    ),
    Invariant(
        "every action is offered once",
        "No action is offered twice at one table.",
        ("BANK-40",),
        Kind.TABLE,
        _nothing_twice,
        laying,
    ),
    Invariant(
        "one card after an eight",
        "After an eight its layer may lay exactly the cards that cover the eight, another eight included.",
        ("BANK-44", "BANK-43"),
        Kind.TABLE,
        _one_more_card,
        _after_an_eight,
    ),
    Invariant(
        "a move like any other after four of a kind",
        "After four of a kind its layer may lay exactly the cards that cover the last of them.",
        ("BANK-46",),
        Kind.TABLE,
        _singles_are_exact,
        _after_four,
    ),
)

AT_A_LAY: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "what is laid covers",
        "A card that is laid alone beats the card that lay on top, or is an eight.",
        ("BANK-40", "BANK-41", "BANK-42"),
        Kind.STEP,
        _covers_the_top_card,
        _laid_one,
    ),
    Invariant(
        "one card, or four that belong together",
        "What is laid in one go is one card, four of a kind, or four neighbours in a row.",
        ("BANK-45", "BANK-47"),
        Kind.STEP,
        _is_a_card_or_four,
        _laid,
    ),
    Invariant(
        "the bank grows by what is laid",
        "Cards go from the hand of the seat in turn onto the bank, which is taken at once only by a king or on kings.",
        ("BANK-49",),
        Kind.STEP,
        _from_hand_to_bank,
        _laid,
    ),
    Invariant(
        "an eight earns a card",
        "Whoever has laid an eight and still holds cards may go on with one card.",
        ("BANK-44",),
        Kind.STEP,
        _same_seat_may_lay_a_card,
        _laid_an_eight,
    ),
    Invariant(
        "four of a kind earn a move",
        "Whoever has laid four of a kind and still holds cards moves once more.",
        ("BANK-46",),
        Kind.STEP,
        _same_seat_moves_on,
        _laid_four_alike,
    ),
    Invariant(
        "a run earns nothing",
        "After a run the turn goes on clockwise, unless a further move was agreed on.",
        ("BANK-47",),
        Kind.STEP,
        _run_ends_the_turn,
        _laid_a_run,
    ),
)

LAYING: Final[tuple[AnyInvariant, ...]] = (*FORMS, *TRUMPS, *AT_A_TABLE, *AT_A_LAY)
