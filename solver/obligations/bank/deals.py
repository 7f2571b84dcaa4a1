"""K11, the deal: the pack, what is dealt to whom, and the table before the first move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.bank import dealing
from model.bank.actions import RoundDeal
from model.bank.rulebook import Book
from model.bank.state import Phase
from model.cards import SUITS, Card, Suit
from model.deal import SEAT_NAMES
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.bank.cards import all_different, is_card, is_suit
from solver.obligations.bank.rounds import Banks, flag, in_phase, nobody
from solver.obligations.common import anything, record, seat
from solver.terms import Bool, Int, and_, equal, implies, ite, not_, number, or_, truth
from solver.values import Record, Value, as_int, as_zone, entries_of, same, same_rows

EACH: Final = 4
"""How many cards each player is given."""
PACK: Final = 36
"""How many cards there are."""

# --- what lies where ---


def cards_in(setting: Banks, pile: Value, size: int) -> list[Int]:
    """The first cards of a pile that has so many."""
    return [setting.theory.card(as_zone(setting.theory, pile), number(place)) for place in range(size)]


def has_size(setting: Banks, pile: Value, size: int) -> Bool:
    """Whether a pile has so many cards."""
    return equal(setting.theory.length(as_zone(setting.theory, pile)), number(size))


def known_cards_of(setting: Banks, name: str, size: int) -> tuple[Int, ...]:
    """So many cards, each of them known."""
    return tuple([as_int(setting.shapes.any_of(Card, f"{name}{at}", 0)) for at in range(size)])


# --- scenes ---


def deck_dealt_by(dealer: int) -> Callable[[Banks], Inputs]:
    """The whole pack in any order, dealt by this seat."""

    def inputs(setting: Banks) -> Inputs:
        return {"deck": known_cards_of(setting, "card", PACK), "seats": setting.seats, "dealer": dealer}

    return inputs


def different_cards(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the cards of the pack are different ones."""
    return all_different([as_int(each.value) for each in entries_of(inputs["deck"])])


def any_deal(setting: Banks) -> Inputs:
    """Any deal of a card to each seat, with a dealer or none, and with trumps named or not."""
    fields: dict[str, Value] = {
        "hands": tuple([known_cards_of(setting, f"hand{place}.", 1) for place in range(setting.seats)]),
        "open_card": setting.shapes.any_of(Card, "open_card", 0),
        "stock": setting.theory.constant("stock"),
        "dealer": setting.shapes.any_of(int, "dealer", 0),
        "trumps": setting.shapes.any_row(Suit, "trumps", len(SUITS)),
    }
    return {"deal": Record(RoundDeal, fields)}


def proper_deal(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the cards are different ones, and that the dealer is a seat or not named."""
    deal = record(inputs["deal"])
    dealer, top = deal.int("dealer"), deal.int("open_card")
    suits = [implies(each.there, is_suit(as_int(each.value))) for each in entries_of(deal.fields["trumps"])]
    cards = [top, *(as_int(each.value) for hand in entries_of_row(deal.fields["hands"]) for each in entries_of(hand))]
    real = [is_card(setting, card) for card in cards]
    return and_(seat(setting, dealer) | nobody(dealer), all_different(cards), *real, *suits)


def entries_of_row(row: Value) -> list[Value]:
    """The values of a row all of which are there."""
    return [entry.value for entry in entries_of(row)]


THE_PACK: Final[Scene[Book]] = Scene("pack", lambda book: book.pack, lambda setting: {}, anything)
DEALS: Final[tuple[Scene[Book], ...]] = tuple(
    [
        Scene(f"deal_by_{name}", lambda book: book.deal, deck_dealt_by(place), different_cards)
        for place, name in enumerate(SEAT_NAMES[:4])
    ]
)
OPENED: Final[Scene[Book]] = Scene("opened", lambda book: dealing.opened, any_deal, proper_deal, whole=True)


# --- goals: the deal ---


def whole_pack(setting: Banks, inputs: Inputs, pack: Value) -> Statements:
    """There are 36 cards, and they are different ones of nine ranks and four suits."""
    cards = cards_in(setting, pack, PACK)
    return {
        "there are 36 cards": has_size(setting, pack, PACK),
        "they are 6 to 9, jack, queen, king, 10 and ace of each suit, each of them once": and_(
            *(is_card(setting, each) for each in cards), all_different(cards)
        ),
    }


def four_each(setting: Banks, inputs: Inputs, deal: Record) -> Statements:
    """Each seat has four cards, one is open, the others are the stock, and all of them are cards of the pack."""
    hands, stock = entries_of_row(deal.fields["hands"]), deal.fields["stock"]
    left = PACK - EACH * setting.seats - 1
    lie = [card for hand in hands for card in cards_in(setting, hand, EACH)]
    lie += [deal.int("open_card"), *cards_in(setting, stock, left)]
    deck = [as_int(each.value) for each in entries_of(inputs["deck"])]
    return {
        "each seat has four cards": truth(len(hands) == setting.seats)
        & and_(*(has_size(setting, hand, EACH) for hand in hands)),
        "the cards that are left are the stock": has_size(setting, stock, left),
        "no card is lost, and none lies in two places": and_(
            all_different(lie), *(or_(*(equal(card, each) for each in deck)) for card in lie)
        ),
    }


def one_by_one(setting: Banks, inputs: Inputs, deal: Record) -> Statements:
    """The cards go round one by one from the dealer's left; the next is open, and the others are drawn in order."""
    seats, dealer = setting.seats, as_int(inputs["dealer"])
    deck = [as_int(each.value) for each in entries_of(inputs["deck"])]
    hands, dealt = entries_of_row(deal.fields["hands"]), EACH * seats
    turns = [(place, (as_place(dealer) + 1 + place) % seats) for place in range(seats)]
    right = [
        equal(card, deck[round_ * seats + place])
        for place, to in turns
        for round_, card in enumerate(cards_in(setting, hands[to], EACH))
    ]
    stock = cards_in(setting, deal.fields["stock"], PACK - dealt - 1)
    return {
        "the cards go round from the dealer's left": and_(*right),
        "the next card is the open one": equal(deal.int("open_card"), deck[dealt]),
        "the stock is drawn in the order of the pack": and_(*map(equal, stock, deck[dealt + 1 :])),
        "it is known who has dealt": equal(deal.int("dealer"), dealer),
    }


def as_place(place: Int) -> int:
    """A seat that is known."""
    assert place.value is not None
    return int(place.value)


def table_laid(setting: Banks, inputs: Inputs, after: Record) -> Statements:
    """What lies where before the first move, and that nothing has happened yet."""
    deal = record(inputs["deal"])
    theory, top, dealer = setting.theory, deal.int("open_card"), deal.int("dealer")
    named = deal.fields["trumps"]
    some_named = or_(*(each.there for each in entries_of(named)))
    trumps = after.fields["trumps"]
    empty = [has_size(setting, pile, 0) for pile in entries_of_row(after.fields["captured"])]
    rows = [not_(or_(*(each.there for each in entries_of(after.fields[name])))) for name in ("failed", "stuck", "out")]
    flags = ("drawn", "forced", "sevens", "laid_fresh")
    return {
        "hands and stock are as they were dealt": same(theory, after.fields["hands"], deal.fields["hands"])
        & same(theory, after.fields["stock"], deal.fields["stock"]),
        "the open card is the bank, is to be covered, and was laid by nobody": and_(
            has_size(setting, after.fields["bank"], 1),
            equal(cards_in(setting, after.fields["bank"], 1)[0], top),
            equal(after.int("top"), top),
            nobody(after.int("owner")),
        ),
        "nobody has captured anything": truth(len(empty) == setting.seats) & and_(*empty),
        "trumps are those named with the deal, or else those agreed on": ite(
            some_named, same_rows(theory, trumps, named), same_rows(theory, trumps, setting.declared.trump_suits)
        ),
        "where no dealer is named the last seat deals": equal(
            after.int("dealer"), ite(nobody(dealer), number(setting.seats - 1), dealer)
        ),
        "nothing has happened yet": and_(
            in_phase(after, Phase.MOVE),
            nobody(after.int("four_kings")),
            has_size(setting, after.fields["fresh"], 0),
            *(not_(flag(after, name)) for name in flags),
            *rows,
        ),
        "whoever moves first is in turn": equal(after.int("turn"), after.int("first")),
    }


# --- what is to hold ---

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K11.pack",
        THE_PACK,
        "the pack has 36 cards: six, seven, eight, nine, jack, queen, king, ten and ace of each suit",
        ("BANK-02", "BANK-03"),
        whole_pack,
        (),
        once=True,
    ),
    *(
        Obligation(
            f"K11.{name}_{at}",
            scene,
            f"{words}, if {at} deals",
            clauses,
            goals,
            (),
            seats=tuple(range(max(2, place + 1), 5)),
        )
        for name, words, clauses, goals in (
            (
                "four_each",
                "each player is given four cards, one is open, the others are the stock",
                ("BANK-34", "BANK-35"),
                four_each,
            ),
            ("one_by_one", "the cards go round from the dealer's left, as decks are written down", (), one_by_one),
        )
        for place, (at, scene) in enumerate(zip(SEAT_NAMES, DEALS, strict=False))
    ),
    Obligation(
        "K11.opened",
        OPENED,
        "before the first move the open card lies in the centre, laid by nobody, the others lie as they were dealt",
        ("BANK-33", "BANK-35"),
        table_laid,
        (),
    ),
)
