"""What must hold of the pack, of a round that was dealt, of its trumps, and of who moves first."""

from __future__ import annotations

from typing import Final

from model.bank.actions import Act
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, Stage, all_cards
from model.cards import Card, format_card
from model.game import NOBODY, Seat
from properties.invariants.bank.core import AnyInvariant, Dealing, Invariant, Kind, Step, agrees
from properties.invariants.bank.covering import LINES, PACK, option_of, rank, suit
from properties.invariants.bank.seen import around

# --- the pack ---


def _no_card_twice(book: Book, seats: int) -> bool:
    names = [format_card(card)[:2] for card in book.pack()]
    return len(names) == len(set(names))


def _nine_ranks_in_four_suits(book: Book, seats: int) -> bool:
    return {format_card(card)[:2] for card in book.pack()} == set(map(format_card, PACK))


def _two_to_four(book: Book, seats: int) -> bool:
    return (book.fewest_seats, book.most_seats) == (2, 4)


def _each_lies_once(book: Book, match: Match) -> bool:
    cards = all_cards(match.round)
    return len(cards) == len(set(cards))


def _cards_stay(book: Book, step: Step) -> bool:
    return sorted(all_cards(step.was)) == sorted(all_cards(step.became))


# --- the deal ---


def _everybody_is_dealt_in(book: Book, dealing: Dealing) -> bool:
    return len(dealing.deal.hands) == dealing.seats and all(dealing.deal.hands)


def _four_for_each(book: Book, dealing: Dealing) -> bool:
    return [len(hand) for hand in dealing.deal.hands if hand] == [4] * sum(map(bool, dealing.deal.hands))


def _left_of_the_dealer_is_first(book: Book, dealing: Dealing) -> bool:
    hands, table = dealing.deal.hands, dealing.match.round
    return dealing.deck[0] in hands[_first_to_the_left(table, table.dealer)]


def _one_open_and_the_rest(book: Book, dealing: Dealing) -> bool:
    """One card lies open, laid by nobody, and the stock is what is left: 36 cards without it and four for each seat."""
    table = dealing.match.round
    laid_by_nobody = table.bank == (table.top,) == (dealing.deal.open_card,) and table.owner == NOBODY
    return laid_by_nobody and len(table.stock) == len(dealing.deck) - 4 * dealing.seats - 1


def _nothing_but_the_pack(book: Book, dealing: Dealing) -> bool:
    return sorted(dealing.deal.cards) == sorted(dealing.deck)


# --- trumps ---


def _trumps_as_agreed(book: Book, match: Match) -> bool:
    return match.round.trumps == book.trump_suits


def _for_the_match(book: Book, match: Match) -> bool:
    return agrees(book, "trump_scope", "match")


def _as_many_as_chosen(book: Book, match: Match) -> bool:
    """As many different suits as the option has trumps; own trumps for as many as play."""
    trumps = match.round.trumps
    needed = {"none": 0, "one": 1, "two": 2, "senior_junior": 2}.get(option_of(book), len(trumps))
    enough = option_of(book) != "own" or len(trumps) >= len(match.round.hands)
    return len(trumps) == len(set(trumps)) == needed and enough


def _trumps_stay(book: Book, step: Step) -> bool:
    return step.was.trumps == step.became.trumps


def _in_one_round(book: Book, step: Step) -> bool:
    return step.in_a_round


# --- who moves first ---


def is_untouched(match: Match) -> bool:
    """Whether nothing has been done yet in a round: the open card lies alone, and nobody has drawn or failed."""
    table = match.round
    at_rest = match.stage is Stage.ROUND and table.phase is Phase.MOVE and not table.drawn and not table.forced
    return at_rest and len(table.bank) == 1 and table.owner == NOBODY and not table.failed and not table.out


def _distance(book: Book, card: Card, top: Card) -> int:
    line = next(LINES[name] for name in LINES if agrees(book, "rank_order", name))
    return line.index(rank(card)) - line.index(rank(top))


def _of_the_suit(book: Book, table: Round) -> dict[int, Seat]:
    """Which seat holds which card of the open card's suit, told by how many values it stands above it."""
    return {
        _distance(book, card, table.top): Seat(seat)
        for seat, hand in enumerate(table.hands)
        for card in hand
        if suit(card) == suit(table.top)
    }


def _somebody_is_lower(book: Book, match: Match) -> bool:
    return is_untouched(match) and any(steps < 0 for steps in _of_the_suit(book, match.round))


def _somebody_is_higher_alone(book: Book, match: Match) -> bool:
    held = _of_the_suit(book, match.round) if is_untouched(match) else {}
    return bool(held) and min(held) > 0


def _nobody_has_the_suit(book: Book, match: Match) -> bool:
    return is_untouched(match) and not _of_the_suit(book, match.round)


def _one_of(book: Book, table: Round, held: dict[int, Seat]) -> bool:
    """Of those that hold such a card the one that was agreed on is in turn."""
    if agrees(book, "first_mover", "nearest_rank"):
        return table.turn == held[min(held, key=abs)]
    if agrees(book, "first_mover", "lowest"):
        return table.turn == held[min(held)]
    return table.turn == next(seat for seat in around(table, table.dealer) if seat in held.values())


def _a_lower_card_moves_first(book: Book, match: Match) -> bool:
    held = _of_the_suit(book, match.round)
    return _one_of(book, match.round, {steps: seat for steps, seat in held.items() if steps < 0})


def _a_higher_card_moves_first(book: Book, match: Match) -> bool:
    return _one_of(book, match.round, _of_the_suit(book, match.round))


def _first_to_the_left(table: Round, dealer: Seat) -> Seat:
    return next((seat for seat in around(table, dealer) if table.hands[seat]), NOBODY)


def _left_of_the_dealer(book: Book, match: Match) -> bool:
    return match.round.turn == _first_to_the_left(match.round, match.round.dealer)


def _dealt_without_the_suit(book: Book, dealing: Dealing) -> bool:
    return _nobody_has_the_suit(book, dealing.match)


def _whoever_was_dealt_to_first(book: Book, dealing: Dealing) -> bool:
    return dealing.deck[0] in dealing.deal.hands[dealing.match.round.turn]


def _open_card_is_to_be_covered(book: Book, match: Match) -> bool:
    table = match.round
    return table.top == table.bank[0] != NO_CARD and not table.failed and table.first == table.turn


def _untouched(book: Book, match: Match) -> bool:
    return is_untouched(match)


def _next_round(book: Book, step: Step) -> bool:
    return step.is_a(Act.DEAL)


def _named_trumps_or_the_agreed(book: Book, step: Step) -> bool:
    named = step.action.deal.trumps if step.action.deal is not None else ()
    return step.became.trumps == (named or book.trump_suits)


PACKS: Final[tuple[AnyInvariant, ...]] = (
    Invariant("one pack", "No card is twice in the pack that is dealt.", ("BANK-02",), Kind.BOOK, _no_card_twice),
    Invariant(
        "nine ranks in four suits",
        "The pack has six to nine, jack, queen, king, ten and ace of each suit, and nothing else.",
        ("BANK-03",),
        Kind.BOOK,
        _nine_ranks_in_four_suits,
    ),
    Invariant("two to four seats", "Two, three or four seats play.", ("BANK-04",), Kind.BOOK, _two_to_four),
    Invariant(
        "no card lies twice",
        "Across hands, stock, bank and captured cards no card is twice.",
        ("BANK-02",),
        Kind.TABLE,
        _each_lies_once,
    ),
    Invariant(
        "no card is lost",
        "By no action a card leaves the game or comes into it, nor by a deal.",
        ("BANK-02", "BANK-03", "BANK-49"),
        Kind.STEP,
        _cards_stay,
    ),
)

DEALT: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "everybody is dealt in",
        "All two, three or four that sit at the table are dealt cards.",
        ("BANK-04", "BANK-34"),
        Kind.DEAL,
        _everybody_is_dealt_in,
    ),
    Invariant("four cards for each", "Each seat is dealt four cards.", ("BANK-34",), Kind.DEAL, _four_for_each),
    Invariant(
        "the dealer's left is dealt to first",
        "The first card of the pack goes to the seat to the dealer's left.",
        ("BANK-34", "BANK-38"),
        Kind.DEAL,
        _left_of_the_dealer_is_first,
    ),
    Invariant(
        "one open card, and the stock",
        "One card lies open in the bank, laid by nobody, and all that was not dealt is the stock.",
        ("BANK-35",),
        Kind.DEAL,
        _one_open_and_the_rest,
    ),
    Invariant(
        "the whole pack is dealt or left",
        "Hands, open card and stock are together the shuffled pack.",
        ("BANK-02", "BANK-35"),
        Kind.DEAL,
        _nothing_but_the_pack,
    ),
    Invariant(
        "the open card is to be covered",
        "Before the first move the open card is the one to be covered, and the seat in turn is the first mover.",
        ("BANK-35", "BANK-40"),
        Kind.TABLE,
        _open_card_is_to_be_covered,
        _untouched,
    ),
)

CHOSEN: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "the trumps of the match",
        "Every round has the trumps that were agreed on before the first deal, unless each round may have its own.",
        ("BANK-33", "BANK-17"),
        Kind.TABLE,
        _trumps_as_agreed,
        _for_the_match,
    ),
    Invariant(
        "as many trumps as were chosen",
        "The trumps of a round are different suits, as many as the option has that was chosen.",
        ("BANK-17", "BANK-33"),
        Kind.TABLE,
        _as_many_as_chosen,
    ),
    Invariant(
        "no trump changes in a round",
        "No act of a seat changes a trump or drops one.",
        ("BANK-33",),
        Kind.STEP,
        _trumps_stay,
        _in_one_round,
    ),
    Invariant(
        "a deal has the trumps agreed on or names others",
        "A round that names no trumps has those agreed on.",
        ("BANK-33",),
        Kind.STEP,
        _named_trumps_or_the_agreed,
        _next_round,
    ),
)

FIRST: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "a lower card of the suit moves first",
        "The first move is made by a holder of a lower card of the open card's suit: of several by the one agreed on.",
        ("BANK-36",),
        Kind.TABLE,
        _a_lower_card_moves_first,
        _somebody_is_lower,
    ),
    Invariant(
        "then a higher card of the suit",
        "If nobody has a lower card of the suit a holder of a higher one moves first: of several the one agreed on.",
        ("BANK-37",),
        Kind.TABLE,
        _a_higher_card_moves_first,
        _somebody_is_higher_alone,
    ),
    Invariant(
        "then the seat to the dealer's left",
        "If nobody has the suit of the open card, the first seat with cards to the dealer's left moves first.",
        ("BANK-38",),
        Kind.TABLE,
        _left_of_the_dealer,
        _nobody_has_the_suit,
    ),
    Invariant(
        "then whoever was dealt to first",
        "If nobody has the suit of the open card, the seat that got the first card from the dealer moves first.",
        ("BANK-38",),
        Kind.DEAL,
        _whoever_was_dealt_to_first,
        _dealt_without_the_suit,
    ),
)

DEALS: Final[tuple[AnyInvariant, ...]] = (*PACKS, *DEALT, *CHOSEN, *FIRST)
