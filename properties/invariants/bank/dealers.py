"""What must hold between two rounds: the next dealer, lots, and how the next round is dealt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.bank.actions import Act
from model.bank.play import enabled
from model.bank.points import POINTS
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match, Round, Stage
from model.cards import Zone
from model.game import NOBODY, Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.seen import suit
from properties.invariants.bank.sheet import points


def claimed(book: Book, point: str) -> str:
    """The wire name of what a book has at a point, or claims to have there.

    A misreading of an option says in `claims` which option it takes itself for; any other is taken for the default.
    """
    value, known = getattr(book, point), POINTS[point].alternatives
    names = [name for name, way in known.items() if way is value]
    names += [name for name, way in known.items() if way is getattr(BANK, point)]
    return str(names[0] if value in known.values() else getattr(value, "claims", names[0]))


def _seats(match: Match) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(len(match.totals)))


# --- the next dealer ---


def _found_by_option(book: Book, match: Match) -> tuple[Seat, ...]:
    """The seats that could deal next, by the option that the table has agreed on."""
    option = claimed(book, "dealer")
    if option == "first_mover":
        return (match.round.first,)
    if option == "most_points":
        return tuple(seat for seat in _seats(match) if match.totals[seat] == max(match.totals))
    if option == "fewest_points":
        return tuple(seat for seat in _seats(match) if match.totals[seat] == min(match.totals))
    return (_last(book, match.round) if option == "last_out" else ()) or _losers(match.round)


def _last(book: Book, table: Round) -> tuple[Seat, ...]:
    """Who finished last: the last to go out, or the one that is left, as agreed; nobody where there is none."""
    if agrees(book, "last_out_means", "last_to_go_out"):
        return tuple(finish.seat for finish in table.out[-1:])
    left = [Seat(seat) for seat, hand in enumerate(table.hands) if hand]
    return tuple(left) if len(left) == 1 else ()


def _losers(table: Round) -> tuple[Seat, ...]:
    """Of the seats with cards those with most points in hand; where nobody has cards, whoever moved first."""
    left = {Seat(seat): points(hand) for seat, hand in enumerate(table.hands) if hand}
    return tuple(seat for seat, held in left.items() if held == max(left.values())) or (table.first,)


def _deals_next(option: str) -> Callable[[Book, Step], bool]:
    """Whether somebody must deal next, by this option."""

    def due(book: Book, step: Step) -> bool:
        return step.ends_the_round and step.after.stage is not Stage.OVER and claimed(book, "dealer") == option

    return due


def _dealers_are_right(book: Book, step: Step) -> bool:
    return step.after.dealers == _found_by_option(book, step.after)


def _somebody_deals_next(book: Book, match: Match) -> bool:
    return match.stage in (Stage.LOT, Stage.DEAL)


def _lot_where_several(book: Book, match: Match) -> bool:
    """Lots are drawn exactly where several could deal, and each of them may be drawn."""
    if match.stage is Stage.DEAL:
        return len(match.dealers) == 1
    drawn = tuple(action.dealer for action in enabled(book, match))
    return len(match.dealers) > 1 and drawn == match.dealers


def _lot_falls(book: Book, step: Step) -> bool:
    return step.is_a(Act.LOT)


def _lot_decides(book: Book, step: Step) -> bool:
    return step.after.dealers == (step.action.dealer,) and step.action.dealer in step.before.dealers


# --- the next round ---


def _is_dealt(book: Book, step: Step) -> bool:
    return step.is_a(Act.DEAL)


def _due_seat_deals(book: Book, step: Step) -> bool:
    return step.became.dealer == step.before.dealers[0] and step.after.rounds == step.before.rounds + 1


def _served_seats_play(book: Book, step: Step) -> bool:
    served = tuple(Seat(seat) for seat, hand in enumerate(step.became.hands) if hand)
    return served == step.before.playing


def _cards_are_as_dealt(book: Book, step: Step) -> bool:
    deal = step.action.deal
    return deal is not None and (step.became.hands, step.became.bank, step.became.stock) == (
        deal.hands,
        (deal.open_card,),
        deal.stock,
    )


def _draws(book: Book, step: Step) -> bool:
    return step.is_a(Act.DRAW)


def _next_of_the_stock(book: Book, step: Step) -> bool:
    return (step.became.stock, step.became.hands[step.action.seat][-1:]) == (step.was.stock[1:], step.was.stock[:1])


def _before_the_first_move(book: Book, match: Match) -> bool:
    table = match.round
    waits = table.turn == table.first and not table.drawn and not table.failed
    return match.stage is Stage.ROUND and waits and len(table.bank) == 1 and table.owner == NOBODY


def _dealer_moves_only_by_a_card(book: Book, match: Match) -> bool:
    table = match.round
    hand = table.hands[table.dealer]
    return table.first != table.dealer or any(suit(card) == suit(table.bank[0]) for card in hand)


def _can_play(book: Book, seats: int) -> bool:
    return book.fewest_seats <= seats <= book.most_seats


def _lot_names_any_dealer(book: Book, seats: int) -> bool:
    """Whoever is drawn deals, and the seat to the left gets the first card."""
    pack = book.pack()
    deals = {Seat(seat): book.deal(book, pack, seats, Seat(seat)) for seat in range(seats)}
    return all(deal.dealer == seat and deal.hands[(seat + 1) % seats][:1] == pack[:1] for seat, deal in deals.items())


def _dealt_by_place(book: Book, deck: Zone, seats: int) -> bool:
    """Whether a pack is dealt as the unshuffled one is: by the place of each card, whatever card lies there."""
    pack = book.pack()
    there = dict(zip(pack, deck, strict=True))
    plain, deal = (book.deal(book, cards, seats, Seat(0)) for cards in (pack, deck))
    hands = tuple(tuple(there[card] for card in hand) for hand in plain.hands)
    stock = tuple(there[card] for card in plain.stock)
    return (hands, there[plain.open_card], stock) == (deal.hands, deal.open_card, deal.stock)


def _any_order_is_dealt(book: Book, seats: int) -> bool:
    pack = book.pack()
    return all(_dealt_by_place(book, deck, seats) for deck in (pack[::-1], pack[::2] + pack[1::2]))


def _any_cut_is_dealt(book: Book, seats: int) -> bool:
    pack = book.pack()
    return all(_dealt_by_place(book, pack[place:] + pack[:place], seats) for place in range(1, len(pack), 5))


_DEALERS: Final = (
    ("loser", "the loser deals next", "the loser: of those that hold cards whoever has most points in hand", "10"),
    ("last_out", "who finished last deals next", "whoever finished last, or the loser where nobody did", "11"),
    ("first_mover", "who began deals next", "whoever moved first", "12"),
    ("most_points", "most points deal next", "whoever has the highest total", "13"),
    ("fewest_points", "fewest points deal next", "whoever has the lowest total", "14"),
)


DEALERS: Final[tuple[AnyInvariant, ...]] = (
    *[
        Invariant(
            name,
            f"Where that option is agreed, the next dealer is {who}; where several are, all may be drawn by lot.",
            ("BANK-09", f"BANK-{number}"),
            Kind.STEP,
            _dealers_are_right,
            _deals_next(option),
        )
        for option, name, who, number in _DEALERS
    ],
    Invariant(
        "lots are drawn among several",
        "Chance names the next dealer exactly where several seats could be, and may name each of them.",
        ("BANK-08", "BANK-09"),
        Kind.TABLE,
        _lot_where_several,
        _somebody_deals_next,
    ),
    Invariant(
        "the lot decides",
        "The seat that the lot falls on is due to deal, and no other.",
        ("BANK-08", "BANK-09"),
        Kind.STEP,
        _lot_decides,
        _lot_falls,
    ),
    Invariant(
        "the lot names who deals",
        "The dealer moves first only with a card of the open card's suit: to be drawn as dealer gives no move.",
        ("BANK-08",),
        Kind.TABLE,
        _dealer_moves_only_by_a_card,
        _before_the_first_move,
    ),
    Invariant(
        "any seat may be drawn",
        "Whoever the lot names deals the first round, and the seat to the left gets the first card.",
        ("BANK-08",),
        Kind.BOOK,
        _lot_names_any_dealer,
        _can_play,
    ),
    Invariant(
        "the stock keeps the order of the shuffle",
        "A seat that draws gets the next card of the stock as shuffling and cutting have put it.",
        ("BANK-15", "BANK-16"),
        Kind.STEP,
        _next_of_the_stock,
        _draws,
    ),
    Invariant(
        "any order is dealt as it lies",
        "Where a card goes depends on its place in the shuffled pack alone.",
        ("BANK-15",),
        Kind.BOOK,
        _any_order_is_dealt,
        _can_play,
    ),
    Invariant(
        "any cut is dealt as it lies",
        "Where the pack is cut changes nothing about how it is dealt.",
        ("BANK-16",),
        Kind.BOOK,
        _any_cut_is_dealt,
        _can_play,
    ),
    Invariant(
        "the seat that is due deals",
        "The next round is dealt by the seat that is due, and it is one round more.",
        ("BANK-09",),
        Kind.STEP,
        _due_seat_deals,
        _is_dealt,
    ),
    Invariant(
        "cards lie as they were dealt",
        "The next round begins with the hands, the open card and the stock that chance has dealt.",
        ("BANK-15", "BANK-16"),
        Kind.STEP,
        _cards_are_as_dealt,
        _is_dealt,
    ),
    Invariant(
        "who takes part gets cards",
        "Exactly the seats that take part in the next round are dealt cards.",
        ("BANK-99",),
        Kind.STEP,
        _served_seats_play,
        _is_dealt,
    ),
)
