"""Playing a pile game: one card, one taking, one tick."""

from __future__ import annotations

from dataclasses import replace

from model.cards import OWES, Card, Labelling, Zone
from model.clause import clause
from model.deal import Deal, pack
from model.game import CHANCE, NOBODY, Act, Action, Applied, Reason, Refused, Running, Seat, Tick
from model.piles import events, taking
from model.piles.rulebook import Book, demand
from model.piles.state import Phase, Table, View, holds_everything, next_with_cards, put
from model.piles.state import view as view_of


@clause("BMN-15", "BMN-03")
def lay(book: Book, table: Table) -> Table:
    """The seat to act turns its top card onto the middle; the card, and what is owed, say what follows."""
    hand = table.hands[table.turn]
    card, rest = hand[0], hand[1:]
    laid = Table(
        put(table.hands, table.turn, rest),
        table.middle + (card,),
        table.turn,
        table.debt,
        table.claimant,
        table.turn,
    )
    demanded = demand(book, card)
    if demanded > 0:
        return book.pay_card(book, laid, demanded)
    if table.debt > 0:
        return book.owed_card(book, laid)
    return book.plain_card(book, laid)


@clause("BMN-42", "BMN-43")
def collect(book: Book, table: Table) -> Table:
    """The winner of the middle puts it under its hand, and the next trick is led."""
    winner = table.claimant
    hands = put(table.hands, winner, book.pile_order(table.hands[winner], table.middle))
    taken = replace(table, hands=hands, middle=(), claimant=NOBODY, phase=Phase.LAYING)
    return replace(taken, turn=book.leader(taken, winner))


def turn(book: Book, table: Table) -> Table:
    """One card and all that follows from it at once; a book without slaps lets the winner collect straight away."""
    laid = book.end(book, lay(book, table))
    if laid.phase == Phase.WON and collects_at_once(book):
        return book.end(book, collect(book, laid))
    return laid


def collects_at_once(book: Book) -> bool:
    """Whether nothing can happen between the winning of a pile and its collection: no slap and no shuffle."""
    return not book.slaps and book.pile_order is not taking.shuffled


# --- the face that every game shows ---


def initial(book: Book, deal: Deal) -> Table:
    """The table before the first card: seat 0 leads, or the first seat clockwise from it that has cards."""
    table = Table(deal.hands, (), Seat(0))
    leading = replace(table, turn=Seat(0) if table.hands[0] else next_with_cards(table, Seat(0)))
    return replace(leading, phase=Phase.OVER) if holds_everything(leading) else leading


def deal_pack(book: Book, deck: Zone, seats: int, dealer: Seat) -> Table:
    """The table after the pack was dealt; the seat that the book lets start leads."""
    dealt = book.deal(book, deck, seats, dealer)
    table = Table(dealt.hands, dealt.middle, book.first_seat(dealer, seats))
    leader = table.turn if table.hands[table.turn] else next_with_cards(table, table.turn)
    return replace(table, turn=leader)


def full_pack(book: Book, seats: int) -> Zone:
    """The named cards that so many seats play with, unshuffled."""
    return pack(book.ranks, book.packs(seats))


def enabled(book: Book, table: Table) -> tuple[Action, ...]:
    """The single action that the rules allow now; none when the game is over.

    A shuffle stands here with the order unchanged; the seat `chance` may put any other order in its place.
    """
    if table.phase == Phase.OVER:
        return ()
    if table.phase == Phase.LAYING:
        return (Action(table.turn, Act.LAY),)
    if book.pile_order is taking.shuffled:
        return (Action(CHANCE, Act.SHUFFLE, tuple(range(len(table.middle)))),)
    return (Action(table.claimant, Act.COLLECT),)


def step(book: Book, table: Table, tick: Tick) -> Applied[Table, events.Event] | Refused:
    """What becomes of one tick. Without slaps a tick is one action, and no two seats can act at once."""
    allowed = enabled(book, table)
    if not allowed:
        return Refused(Reason.GAME_OVER)
    if len(tick) != 1 or tick[0].act != allowed[0].act:
        return Refused(Reason.ILLEGAL_ACTION)
    action = tick[0]
    if action.seat != allowed[0].seat:
        return Refused(Reason.NOT_YOUR_TURN)
    if action.act is Act.SHUFFLE and sorted(action.order) != list(allowed[0].order):
        return Refused(Reason.ILLEGAL_ACTION)
    after = apply(book, table, action)
    return Applied(after, events.between(table, after))


def apply(book: Book, table: Table, action: Action) -> Table:
    """The table after an action that `enabled` allows."""
    if action.act is Act.LAY:
        return turn(book, table)
    if action.act is Act.COLLECT:
        return book.end(book, collect(book, table))
    arranged = replace(table, middle=tuple(table.middle[place] for place in action.order))
    return book.end(book, collect(book, arranged))


def view(book: Book, table: Table, seat: Seat) -> View:
    """What this seat may see."""
    return view_of(table, seat)


def status(table: Table) -> Running | tuple[Seat, ...]:
    """Running, or the seat that has won."""
    return winners(table) if table.phase == Phase.OVER else Running()


def winners(table: Table) -> tuple[Seat, ...]:
    """The seats that hold cards: when a game is over, the one that has won."""
    return tuple(Seat(seat) for seat, hand in enumerate(table.hands) if hand)


def only_classes(book: Book, deal: Deal) -> Deal:
    """The same deal with each card replaced by the class of what it demands."""
    hands = tuple(tuple(Card(OWES[demand(book, card)]) for card in hand) for hand in deal.hands)
    return Deal(hands, Labelling.CLASS)
