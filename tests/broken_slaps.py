"""For each invariant of games with slaps a book, and a moment under it, at which it does not hold."""

from __future__ import annotations

from dataclasses import replace

from model.cards import Labelling, Zone, parse_zone
from model.deal import parse_deal
from model.game import Act, Action, Applied, Seat
from model.piles.play import enabled, initial, step
from model.piles.points import choose
from model.piles.profiles import BANKA, RATSCREW
from model.piles.rulebook import Book
from model.piles.slaps import double, only_shown
from model.piles.state import Debt, Table
from properties.conformance.reference import misreading
from properties.invariants import Dealing, Game, Step, step_of

RANK, FULL = "rank", "full"
GIVES = choose(RATSCREW, {"wrong_slap": "card_to_claimant"})
BARS = choose(RATSCREW, {"wrong_slap": "lock_out:3"})


def laid(deal: str, cards: int, book: Book = BANKA, labelling: str = RANK) -> Table:
    """The table after so many cards, when nobody slaps and nothing is collected."""
    table = initial(book, parse_deal(deal, labelling))
    for _ in range(cards):
        table = applied(book, table, (enabled(book, table)[0],))
    return table


def applied(book: Book, table: Table, tick: tuple[Action, ...]) -> Table:
    found = step(book, table, tick)
    assert isinstance(found, Applied)
    return found.state


def zones(*texts: str) -> tuple[Zone, ...]:
    return tuple(parse_zone(text, Labelling.RANK) for text in texts)


def wrong(name: str) -> Book:
    return misreading(name).book


def never(book: Book, zone: Zone) -> bool:
    return False


def hidden_in_debt(table: Table) -> Zone:
    return table.middle if table.debt > 0 else only_shown(table)


def physical(table: Table) -> Zone:
    return tuple(table.middle)


BROKEN_SLAP_TABLES: dict[str, tuple[Book, Table]] = {
    "a hand is always answered": (wrong("breaks_on_an_empty_middle"), laid("2/2", 0)),
    "everybody may slap": (wrong("layer_may_not_slap"), laid("22/2", 1)),
    "two of a rank may be slapped": (wrong("only_numbers_match"), laid("2J2/J2", 3)),
    "a match with the lowest card may be slapped": (wrong("left_overs_count_for_nothing"), laid("22/2+2", 1)),
    "a sandwich may be slapped": (replace(RATSCREW, slaps=(double, never)), laid("222/55", 3)),
    "a lone card matches nothing": (wrong("alone_it_matches_itself"), laid("22/2", 1)),
    "nothing else may be slapped": (wrong("any_card_below_matches"), laid("225/335", 4)),
    "suits make no difference": (wrong("suits_match"), laid("2c4c/3c4d", 2, labelling=FULL)),
    "only the middle decides": (replace(BANKA, hidden_cards_match=hidden_in_debt), laid("22/33+42", 1)),
    "cards in between make no difference": (wrong("any_card_below_matches"), laid("225/335", 4)),
    "hidden cards make no difference": (replace(BANKA, hidden_cards_match=physical), laid("22/33+42", 1)),
    "burned cards make no difference": (
        wrong("burned_cards_shift_the_index"),
        replace(laid("225/225", 2), middle=zones("522")[0], burned=1),
    ),
}


def slapped(deal: str, cards: int, by: str, book: Book = BANKA, **changes: object) -> tuple[Book, Step]:
    """The slap of these seats after so many cards, with changes made to the table that it leads to."""
    before = laid(deal, cards, book)
    tick = tuple(Action(Seat("ABCDEFG".index(name)), Act.SLAP) for name in by)
    after = replace(applied(book, before, tick), **changes)  # type: ignore[arg-type]
    return book, step_of(book, before, after, tick)


BROKEN_SLAP_STEPS: dict[str, tuple[Book, Step]] = {
    "a right slap takes the whole middle": slapped("25/23", 2, "B", hands=zones("5", "32")),
    "one hand wins": slapped("25/23", 2, "BA", hands=zones("52", "32")),
    "the undermost hand wins": slapped("25/23", 2, "BA", hands=zones("522", "3")),
    "a right slap ends the debt": slapped("25/23", 2, "B", debt=Debt(1), claimant=Seat(0)),
    "the slapper leads": slapped("25/23", 2, "B", turn=Seat(0)),
    "a wrong slap moves no card": slapped("25/33", 1, "B", hands=zones("53", "3")),
    "after a wrong slap the same seat is to act": slapped("25/33", 1, "A", turn=Seat(0)),
    "burned cards go under the middle": slapped("25/33", 1, "B", RATSCREW, middle=zones("23")[0]),
    "paid cards go to the claimant": slapped("J5/33", 1, "B", GIVES, hands=zones("5", "33")),
    "a wrong slap bars": slapped("J5/33", 1, "B", BARS, barred=(0, 0)),
    "a wrong slap leaves the claim alone": slapped("J5/3/33", 1, "B", RATSCREW, claimant=Seat(1)),
}

BROKEN_SLAP_PARTIES: dict[str, tuple[Book, int]] = {
    "two to fifty-two seats": (wrong("banka_for_six"), 7),
    "one pack of fifty-two": (wrong("banka_with_jokers"), 2),
    "fifty-two by so many": (wrong("left_overs_are_put_away"), 3),
    "only the lowest left-over is seen": (wrong("left_overs_are_put_away"), 5),
}

BROKEN_SLAPS: dict[str, tuple[Book, object]] = {
    **BROKEN_SLAP_TABLES,
    **BROKEN_SLAP_STEPS,
    **BROKEN_SLAP_PARTIES,
    "with nobody slapping it is Beggar's game": (wrong("banka_payer_leads"), Game(laid("J5/22", 0), 50)),
    "equal piles": (BANKA, Dealing(zones("2345")[0], 2, Seat(1), laid("234/5", 0))),
    "left-overs lie in the middle": (BANKA, Dealing(zones("2345")[0], 2, Seat(1), laid("2/3+45", 0))),
}
