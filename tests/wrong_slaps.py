"""Rules of slaps that are wrong on purpose, one for each statement that no misreading breaks."""

from __future__ import annotations

from model.cards import Zone
from model.game import NOBODY, Act, Action, Seat
from model.piles import slaps
from model.piles.rulebook import Book
from model.piles.state import Debt, Phase, Table, put, replace

# --- put at a rule point ---


def lost_in_the_middle(book: Book, table: Table) -> Table:
    """The lowest card of the middle is lost."""
    return replace(table, middle=table.middle[1:])


def taken_back(book: Book, table: Table) -> Table:
    """The card that was laid is taken back into the hand."""
    hand = table.hands[table.turn] + table.middle[-1:]
    return replace(table, hands=put(table.hands, table.turn, hand), middle=table.middle[:-1])


def bars_forgotten(book: Book, table: Table) -> Table:
    """Nobody is barred any longer."""
    return replace(table, barred=(0,) * len(table.hands))


def owed_to_nobody(book: Book, table: Table) -> Table:
    """A card is owed, and nobody claims it."""
    return replace(table, debt=Debt(1))


def asks_without_looking(book: Book, table: Table) -> Table:
    """The lowest card is looked at, even if there is none."""
    return replace(table, debt=Debt(0)) if table.middle[0] > 0 else table


def pile_at_once(book: Book, table: Table, holder: Seat) -> Table:
    """The last seat with cards takes the middle before anything else."""
    return replace(table, hands=put(table.hands, holder, table.hands[holder] + table.middle), middle=())


def by_the_top_card(table: Table, seat: Seat) -> bool:
    """The top card of the hand is looked at, even if there is none."""
    return table.hands[seat][0] > 0


def from_the_lowest(table: Table) -> Zone:
    """The lowest card is looked at, even if there is none."""
    return table.middle if table.middle[0] > 0 else ()


def lowest_counts(table: Table, zone: Zone) -> Zone:
    """The lowest card is looked at, even if there is none."""
    return zone if zone[0] > 0 else ()


def needs_four(book: Book, zone: Zone) -> bool:
    """The card three below the last one is looked at, even if there is none."""
    return zone[-4] == zone[-1] and zone[-5] == zone[-1]


# --- put in the place of a function that no rule point decides ---


def slappable_at_any_time(book: Book, table: Table) -> bool:
    """The middle may be slapped for cards that nobody has laid."""
    return slaps.is_open(book, table) and book.slap_window(book, table.middle, 1) if table.middle else False


def turn_moves_always(book: Book, before: Table, paid: Table) -> Table:
    """After every penalty the next seat is to act."""
    return replace(paid, turn=Seat((paid.turn + 1) % len(paid.hands)))


def everybody_had_a_chance(book: Book, before: Table, after: Table) -> Table:
    """A seat is barred with everything that happens."""
    return replace(after, barred=slaps.bar(after.barred, Seat(0), 3))


def middle_stays(book: Book, table: Table) -> Table:
    """The winner leads, and the middle stays where it is."""
    return replace(table, phase=Phase.LAYING, claimant=NOBODY)


def winner_lays(book: Book, table: Table) -> Action:
    """Whoever has won the pile lays the next card on it."""
    return Action(table.turn, Act.LAY)
