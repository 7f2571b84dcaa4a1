"""Slaps: when the middle may be slapped, who may slap it, who gets it, and what a wrong slap costs.

A hand on the middle is judged by what lies there at that moment. A pile that has been won can still be slapped until
it is collected.
"""

from __future__ import annotations

from typing import Final

from model.cards import ACE, HIDDEN, JACK, KING, QUEEN, RANKS, TEN, Card, Face, Zone, face_of
from model.clause import clause
from model.game import NOBODY, Seat
from model.piles import paying, taking
from model.piles.rulebook import Book, SlapPriority, demand
from model.piles.state import NO_DEBT, Phase, Table, next_with_cards, put, replace, won_by

FACE_DOWN: Final = Card(HIDDEN)
FOR_GOOD: Final = -1
"""In `Table.barred`: until the seat has cards again."""

# --- slaps: the situations, each asked about the cards that count, the lowest first ---


@clause("BB-31")
def same_rank(one: Card, other: Card) -> bool:
    """Whether two cards have one rank; suits make no difference."""
    return face_of(one) == face_of(other)


@clause("BB-32", "BMN-58", "BMN-54")
def double(book: Book, zone: Zone) -> bool:
    """The card laid last has the rank of the card directly below it."""
    return len(zone) >= 2 and same_rank(zone[-1], zone[-2])


@clause("BB-33", "BB-34")
def bottom_match(book: Book, zone: Zone) -> bool:
    """The card laid last has the rank of the lowest card; a card alone does not match itself."""
    return len(zone) >= 2 and same_rank(zone[-1], zone[0])


@clause("BMN-53")
def sandwich(book: Book, zone: Zone) -> bool:
    """The card laid last has the rank of the card two below it."""
    return len(zone) >= 3 and same_rank(zone[-1], zone[-3])


@clause("BMN-53")
def ten(book: Book, zone: Zone) -> bool:
    """The two top cards add up to ten; an ace is one, and pictures have no value."""
    return (
        len(zone) >= 2 and _value(zone[-1]) > 0 and _value(zone[-2]) > 0 and _value(zone[-1]) + _value(zone[-2]) == 10
    )


def _value(card: Card) -> int:
    face = face_of(card)
    if face == ACE:
        return 1
    return face if face in RANKS and face < TEN else 0


@clause("BMN-53")
def marriage(book: Book, zone: Zone) -> bool:
    """A king and a queen lie on top, in either order."""
    return len(zone) >= 2 and {face_of(zone[-1]), face_of(zone[-2])} == {KING, QUEEN}


@clause("BMN-53")
def run3(book: Book, zone: Zone) -> bool:
    """The three top cards go up or down by one rank each; the ace is high."""
    if len(zone) < 3 or HIDDEN in (face_of(zone[-2]), face_of(zone[-3])):
        return False
    step = face_of(zone[-1]) - face_of(zone[-2])
    return abs(step) == 1 and face_of(zone[-2]) - face_of(zone[-3]) == step


@clause("BMN-53")
def rank_trigger(book: Book, zone: Zone) -> bool:
    """The card laid last has one of the agreed ranks."""
    return len(zone) >= 1 and face_of(zone[-1]) in book.trigger_ranks


JACKS: Final[tuple[Face, ...]] = (JACK,)

# --- hidden_cards_match, burned_count_for_slaps: which cards of the middle count ---


@clause("BB-07", "BB-32")
def only_shown(table: Table) -> Zone:
    """Of the cards that were left over only the lowest is shown; the others lie face down and match nothing."""
    shown = table.burned + min(1, table.left)
    hidden = max(0, table.left - 1)
    return table.middle[:shown] + (FACE_DOWN,) * hidden + table.middle[shown + hidden :]


@clause("BB-32")
def any_neighbour(table: Table) -> Zone:
    """Any physical neighbour counts, even one that lies face down."""
    return table.middle


@clause("BMN-53")
def burned_do_not_count(table: Table, zone: Zone) -> Zone:
    """Cards that were paid for wrong slaps count for nothing."""
    return zone[table.burned :]


@clause("BMN-53")
def burned_count(table: Table, zone: Zone) -> Zone:
    """Cards that were paid for wrong slaps count like any other."""
    return zone


# --- slap_window: how long a situation may be slapped ---


@clause("BB-32")
def until_next_card(book: Book, zone: Zone, laid: int) -> bool:
    """Only what the top card makes counts, and so only until the next card is laid."""
    return any(is_there(book, zone) for is_there in book.slaps)


@clause("BB-32")
def any_neighbours(book: Book, zone: Zone, laid: int) -> bool:
    """What any card laid has made counts until the pile is taken."""
    return any(until_next_card(book, zone[: len(zone) - above], laid) for above in range(laid))


def laid_in_trick(table: Table) -> int:
    """How many cards of the middle were laid in play: neither left over nor burned."""
    return len(table.middle) - table.burned - table.left


def is_open(book: Book, table: Table) -> bool:
    """Whether hands may come at all: until the game is over, and on a pile that was won as long as it lies there."""
    window = book.slap_priority is SlapPriority.BEFORE_COLLECTION
    return book.slapping and (table.phase == Phase.LAYING or (table.phase == Phase.WON and window))


@clause("BB-12", "BB-28")
def slappable(book: Book, table: Table) -> bool:
    """Whether the middle shows what may be slapped, whoever's turn it is and whatever is owed."""
    laid = laid_in_trick(table)
    if laid == 0 or not is_open(book, table):
        return False
    counting = book.burned_count_for_slaps(table, book.hidden_cards_match(table))
    return book.slap_window(book, counting, laid)


# --- empty_hand: may a seat without cards slap? ---


@clause("BB-28", "BB-30")
def skipped_may_slap(table: Table, seat: Seat) -> bool:
    """Everybody may slap; a seat without cards is passed over in turn, and may slap itself back in."""
    return True


@clause("BB-28")
def out(table: Table, seat: Seat) -> bool:
    """A seat without cards may not slap."""
    return table.hands[seat] != ()


@clause("BB-28")
def one_chance(table: Table, seat: Seat) -> bool:
    """A seat without cards has one chance; it is gone with the next situation that others slap, or nobody."""
    return table.hands[seat] != () or table.barred[seat] != FOR_GOOD


def may_slap(book: Book, table: Table, seat: Seat) -> bool:
    """Whether the rules let this seat put its hand on the middle now, rightly or wrongly."""
    if not is_open(book, table):
        return False
    if table.debt > NO_DEBT and book.slap_in_debt is forbidden:
        return False
    return table.barred[seat] <= 0 and book.empty_hand(table, seat)


# --- slap_tie: whose hand wins, of those that came at one instant, the undermost first ---


@clause("BB-41")
def undermost(hands: tuple[Seat, ...]) -> Seat:
    """The hand lowest on the pile."""
    return hands[0]


@clause("BB-41")
def undefined(hands: tuple[Seat, ...]) -> Seat:
    """The rules do not say: with more than one hand, nobody's, and such a tick is refused."""
    return hands[0] if len(hands) == 1 else NOBODY


# --- slap_in_debt: what becomes of a debt when the pile has been slapped; `table` is the one after the taking ---


@clause("BB-28", "BB-39")
def voids_debt(book: Book, table: Table, winner: Seat) -> Table:
    """Nothing is owed any more, and the slapper leads."""
    return replace(table, turn=book.leader(table, winner), debt=NO_DEBT, claimant=NOBODY)


@clause("BB-28")
def keeps_debt(book: Book, table: Table, winner: Seat) -> Table:
    """Whoever owed cards goes on paying, onto a new pile; where nothing was owed, or all is won, the slapper leads."""
    if table.debt > NO_DEBT and next_with_cards(table, winner) != winner:
        return table
    return voids_debt(book, table, winner)


@clause("BB-28")
def forbidden(book: Book, table: Table, winner: Seat) -> Table:
    """Nobody may slap while a debt is open, so that there is none."""
    return voids_debt(book, table, winner)


# --- wrong_slap: what it costs ---


@clause("BB-42", "BB-43")
def nothing(book: Book, table: Table, seat: Seat) -> Table:
    """Nothing: no card moves, and play goes on in the turn that was in force."""
    return table


@clause("BMN-53")
def burn_under(book: Book, table: Table, seat: Seat) -> Table:
    """So many cards as agreed, or all that there are, go from the top of the hand under the middle, one by one."""
    return _burn(book, table, seat, book.penalty)


@clause("BMN-53")
def whole_hand(book: Book, table: Table, seat: Seat) -> Table:
    """The whole hand goes under the middle."""
    return _burn(book, table, seat, len(table.hands[seat]))


def _burn(book: Book, table: Table, seat: Seat, cards: int) -> Table:
    hand = table.hands[seat]
    paid = hand[:cards]
    return replace(
        table,
        hands=put(table.hands, seat, hand[len(paid) :]),
        middle=book.burned_order(table.middle[: table.burned], paid) + table.middle[table.burned :],
        burned=table.burned + len(paid),
    )


# --- burned_order: how burned cards lie; `burned` are the ones that were there before, the lowest first ---


@clause("BMN-53")
def under_all(burned: Zone, paid: Zone) -> Zone:
    """Each burned card goes under all others, so that the last one is the lowest."""
    return paid[::-1] + burned


@clause("BMN-53")
def onto_burned(burned: Zone, paid: Zone) -> Zone:
    """Burned cards lie in the order in which they were paid, the first one lowest."""
    return burned + paid


# --- wrong_slap, without burning ---


@clause("BMN-53")
def card_to_claimant(book: Book, table: Table, seat: Seat) -> Table:
    """So many cards as agreed go under the claimant's hand; where nothing is claimed there is nobody to pay."""
    if table.claimant in (NOBODY, seat):
        return table
    hand = table.hands[seat]
    paid = hand[: book.penalty]
    hands = put(table.hands, seat, hand[len(paid) :])
    return replace(table, hands=put(hands, table.claimant, hands[table.claimant] + paid))


@clause("BMN-53")
def lock_out(book: Book, table: Table, seat: Seat) -> Table:
    """The seat may not slap until so many cards as agreed have been laid."""
    return replace(table, barred=bar(table.barred, seat, book.penalty))


def bar(barred: tuple[int, ...], seat: Seat, cards: int) -> tuple[int, ...]:
    """The bars with this one for the seat."""
    return tuple(cards if each == seat else before for each, before in enumerate(barred))


def one_card_less(barred: tuple[int, ...]) -> tuple[int, ...]:
    """The bars after a card was laid."""
    return tuple(cards - 1 if cards > 0 else cards for cards in barred)


# --- leftover_challenges: does a shown left-over pay card ask for cards? ---


@clause("BB-14")
def nobody_laid_it(book: Book, table: Table) -> Table:
    """No: whoever lays a pay card claims the pile, and nobody laid this one."""
    return table


@clause("BB-14")
def asks_the_first_seat(book: Book, table: Table) -> Table:
    """Yes: the first seat owes what it asks for, to the seat before it."""
    asked = demand(book, table.middle[0]) if table.left else NO_DEBT
    if asked == NO_DEBT:
        return table
    before = Seat((table.turn - 1) % len(table.hands))
    return replace(table, debt=asked, claimant=before, last=before)


# --- payer_burned_out: a seat that owes cards has paid its last one for a wrong slap ---


@clause("BMN-53")
def next_pays(book: Book, table: Table) -> Table:
    """What is still owed goes to the next seat with cards, whatever is agreed on payers that lay their last card."""
    return paying.pass_remainder(book, table)


@clause("BMN-53")
def as_payer_out(book: Book, table: Table) -> Table:
    """As if the seat had laid its last card."""
    return book.payer_out(book, table)


# --- the slap itself ---


@clause("BB-28", "BB-30", "BB-42")
def slap(book: Book, table: Table, hands: tuple[Seat, ...]) -> Table:
    """Hands on the middle at one instant, the undermost first: one of them gets it, or all of them were wrong."""
    if slappable(book, table):
        return won_by_hand(book, table, book.slap_tie(hands))
    paid = table
    for seat in hands:
        paid = book.wrong_slap(book, paid, seat)
    return chance_used(book, table, without_cards_passed_over(book, table, paid), hands)


@clause("BB-28", "BB-35")
def won_by_hand(book: Book, table: Table, winner: Seat) -> Table:
    """The slapper takes the whole middle at once; where piles are shuffled, chance comes first."""
    if book.pile_order is taking.shuffled:
        return replace(won_by(table, winner, unanswered=False), phase=Phase.TAKEN)
    taken = replace(under_hand(book, table, winner), unanswered=False)
    return book.slap_in_debt(book, taken, winner)


@clause("BB-35", "BB-36", "BB-38")
def under_hand(book: Book, table: Table, winner: Seat) -> Table:
    """The middle, with all that was left over or burned, lies face down under the winner's own pile."""
    hands = put(table.hands, winner, book.pile_order(table.hands[winner], table.middle))
    barred = bar(table.barred, winner, max(0, table.barred[winner])) if table.barred else ()
    return replace(table, hands=hands, middle=(), phase=Phase.LAYING, burned=0, left=0, barred=barred)


def without_cards_passed_over(book: Book, before: Table, paid: Table) -> Table:
    """After penalties: a seat that has paid its last card cannot be the one to act, nor be waited for."""
    if paid.hands == before.hands or paid.phase != Phase.LAYING:
        return paid
    if not paid.hands[paid.turn]:
        return _turn_moves_on(book, paid)
    alone = next_with_cards(paid, paid.turn) == paid.turn
    if alone and paid.debt == NO_DEBT and laid_in_trick(paid) > 0:
        neighbour = Seat((paid.turn + 1) % len(paid.hands))
        return book.sole_holder(book, replace(paid, turn=neighbour), paid.turn)
    return paid


def _turn_moves_on(book: Book, table: Table) -> Table:
    if table.debt > NO_DEBT:
        moved = book.payer_burned_out(book, table)
        if moved.phase != Phase.WON:
            return moved
        if not moved.middle:
            return _nothing_to_win(book, moved)
        nobody_laid = laid_in_trick(table) == 0
        return replace(moved, last=moved.claimant, turn=moved.claimant) if nobody_laid else moved
    following = next_with_cards(table, table.turn)
    if laid_in_trick(table) > 0:
        return book.plain_card(book, table)
    if following == NOBODY:
        # Every card was burned before anybody laid one: no rule speaks of it, and the seat to act takes them.
        return won_by(replace(table, last=table.turn), table.turn, unanswered=True)
    return replace(table, turn=following)


def _nothing_to_win(book: Book, table: Table) -> Table:
    """A debt that outlived its pile and that nobody can pay lapses; whom it was owed to leads as if he had taken it."""
    leading = replace(table, phase=Phase.LAYING, claimant=NOBODY, unanswered=False)
    return replace(leading, turn=book.leader(leading, table.claimant))


# --- one_chance: when it is gone ---


def chance_used(book: Book, before: Table, after: Table, seats: tuple[Seat, ...]) -> Table:
    """A seat that had no cards has had its one chance: it has slapped wrongly, or let a situation pass."""
    if book.empty_hand is not one_chance:
        return after
    barred = after.barred
    for seat in seats:
        if not before.hands[seat] and not after.hands[seat] and seat != _taker(after):
            barred = bar(barred, seat, FOR_GOOD)
    return replace(after, barred=barred)


def _taker(table: Table) -> Seat:
    """The seat that will have cards as soon as chance has shuffled the pile it has slapped."""
    return table.claimant if table.phase == Phase.TAKEN else NOBODY


def chance_passed(book: Book, before: Table, after: Table) -> Table:
    """What a tick has made of the one chance: it has passed with the next card, the collection or another's slap.

    Who has cards again, however they came, may slap again.
    """
    if book.empty_hand is not one_chance:
        return after
    barred = tuple([max(0, bar) if hand else bar for bar, hand in zip(after.barred, after.hands, strict=True)])
    lifted = replace(after, barred=barred)
    if not slappable(book, before):
        return lifted
    idle = tuple([Seat(seat) for seat in range(len(before.hands)) if may_slap(book, before, Seat(seat))])
    return chance_used(book, before, lifted, idle)
