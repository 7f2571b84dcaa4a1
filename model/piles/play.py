"""Playing a pile game: one card, one taking, one tick."""

from __future__ import annotations

from model.cards import OWES, Card, Labelling, Zone
from model.clause import clause
from model.deal import Deal, pack
from model.game import CHANCE, NOBODY, Act, Action, Applied, Reason, Refused, Running, Seat, Tick
from model.piles import events, slaps, taking
from model.piles.rulebook import Book, SlapPriority, demand
from model.piles.state import Phase, Table, View, holds_everything, next_with_cards, put, replace
from model.piles.state import view as view_of


@clause("BMN-15", "BMN-03", "BB-09")
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
        burned=table.burned,
        left=table.left,
        barred=slaps.one_card_less(table.barred),
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
    taken = replace(slaps.under_hand(book, table, winner), claimant=NOBODY)
    return replace(taken, turn=book.leader(taken, winner))


def turn(book: Book, table: Table) -> Table:
    """One card and all that follows from it at once; where nobody may slap the winner collects straight away."""
    laid = book.end(book, lay(book, table))
    if laid.phase == Phase.WON and collects_at_once(book):
        return book.end(book, collect(book, laid))
    return laid


def collects_at_once(book: Book) -> bool:
    """Whether nothing can happen between the winning of a pile and its collection: no slap and no shuffle."""
    window = book.slapping and book.slap_priority is SlapPriority.BEFORE_COLLECTION
    return not window and book.pile_order is not taking.shuffled


# --- the face that every game shows ---


def initial(book: Book, deal: Deal) -> Table:
    """The table before the first card: seat 0 leads, or the first seat clockwise from it that has cards."""
    return opening(book, Table(deal.hands, deal.middle, Seat(0)))


def deal_pack(book: Book, deck: Zone, seats: int, dealer: Seat) -> Table:
    """The table after the pack was dealt; the seat that the book lets start leads."""
    dealt = book.deal(book, deck, seats, dealer)
    return opening(book, Table(dealt.hands, dealt.middle, book.first_seat(dealer, seats)))


@clause("BB-07", "BB-08", "BB-14")
def opening(book: Book, table: Table) -> Table:
    """The table before the first card: with the cards in the middle that were left over, and a leader that has some."""
    turn = table.turn if table.hands[table.turn] else next_with_cards(table, table.turn)
    barred = (0,) * len(table.hands) if book.slapping else ()
    opened = replace(table, turn=turn, left=len(table.middle), barred=barred)
    if holds_everything(opened):
        return replace(opened, phase=Phase.OVER)
    return book.leftover_challenges(book, opened) if book.slapping else opened


def full_pack(book: Book, seats: int) -> Zone:
    """The named cards that so many seats play with, unshuffled."""
    return pack(book.ranks, book.packs(seats))


def enabled(book: Book, table: Table) -> tuple[Action, ...]:
    """Every single action that the rules allow now; none when the game is over.

    First stands what happens if nobody slaps, then the slap of each seat that may, be it right or wrong. A shuffle
    stands here with the order unchanged; the seat `chance` may put any other order in its place.
    """
    if table.phase == Phase.OVER:
        return ()
    if not book.slapping:
        return (unslapped(book, table),)
    hands = [Seat(seat) for seat in range(len(table.hands)) if slaps.may_slap(book, table, Seat(seat))]
    return (unslapped(book, table), *[Action(seat, Act.SLAP) for seat in hands])


def unslapped(book: Book, table: Table) -> Action:
    """What happens next if nobody slaps, in a game that is not over."""
    if table.phase == Phase.LAYING:
        return Action(table.turn, Act.LAY)
    if book.pile_order is taking.shuffled:
        return Action(CHANCE, Act.SHUFFLE, tuple(range(len(table.middle))))
    return Action(table.claimant, Act.COLLECT)


def step(book: Book, table: Table, tick: Tick) -> Applied[Table, events.Event] | Refused:
    """What becomes of one tick: one action, or several slaps in the order of hands, the undermost first."""
    reason = refusal(book, table, tick)
    if reason is not None:
        return Refused(reason)
    after = apply_tick(book, table, tick)
    return Applied(after, events.of_tick(table, tick, after))


def refusal(book: Book, table: Table, tick: Tick) -> Reason | None:
    """Why the rules do not allow a tick; None if they do."""
    if table.phase == Phase.OVER:
        return Reason.GAME_OVER
    if book.slapping and tick and all(action.act is Act.SLAP for action in tick):
        return None if _may_all_slap(book, table, slappers(tick)) else Reason.ILLEGAL_ACTION
    allowed = unslapped(book, table)
    if len(tick) != 1 or tick[0].act != allowed.act:
        return Reason.ILLEGAL_ACTION
    action = tick[0]
    if action.seat != allowed.seat:
        return Reason.NOT_YOUR_TURN
    if action.act is Act.SHUFFLE and sorted(action.order) != list(allowed.order):
        return Reason.ILLEGAL_ACTION
    return None


def slappers(tick: Tick) -> tuple[Seat, ...]:
    """The seats of a tick, the undermost hand first."""
    return tuple([action.seat for action in tick])


@clause("BB-28", "BB-41")
def _may_all_slap(book: Book, table: Table, hands: tuple[Seat, ...]) -> bool:
    """Whether hands may come together: each of a seat that may slap, once, and somebody wins where it is a tie."""
    known = all(0 <= seat < len(table.hands) and slaps.may_slap(book, table, seat) for seat in hands)
    if not known or len(set(hands)) < len(hands):
        return False
    return not slaps.slappable(book, table) or book.slap_tie(hands) != NOBODY


def apply_tick(book: Book, table: Table, tick: Tick) -> Table:
    """The table after a tick that is not refused."""
    if tick[0].act is Act.SLAP:
        after = book.end(book, slaps.slap(book, table, slappers(tick)))
    else:
        after = apply(book, table, tick[0])
    return slaps.chance_passed(book, table, after) if book.slapping else after


def apply(book: Book, table: Table, action: Action) -> Table:
    """The table after an action that needs no hand on the middle and that `enabled` allows."""
    if action.act is Act.LAY:
        return turn(book, table)
    if action.act is Act.COLLECT:
        return book.end(book, collect(book, table))
    arranged = replace(table, middle=tuple(table.middle[place] for place in action.order))
    return book.end(book, collect(book, arranged))


def view(book: Book, table: Table, seat: Seat) -> View:
    """What this seat may see."""
    return view_of(table, looks(book, table), seat)


@clause("BB-07")
def looks(book: Book, table: Table) -> Zone:
    """The middle as everybody sees it: of the left-over cards only the lowest, and burned ones only if they count."""
    if not book.slapping:
        return table.middle
    counting = book.burned_count_for_slaps(table, slaps.only_shown(table))
    return (slaps.FACE_DOWN,) * (len(table.middle) - len(counting)) + counting


def status(table: Table) -> Running | tuple[Seat, ...]:
    """Running, or the seat that has won."""
    return winners(table) if table.phase == Phase.OVER else Running()


def winners(table: Table) -> tuple[Seat, ...]:
    """The seats that hold cards: when a game is over, the one that has won."""
    return tuple(Seat(seat) for seat, hand in enumerate(table.hands) if hand)


def only_classes(book: Book, deal: Deal) -> Deal:
    """The same deal with each card replaced by the class of what it demands."""

    def classes(zone: Zone) -> Zone:
        return tuple(Card(OWES[demand(book, card)]) for card in zone)

    return Deal(tuple(map(classes, deal.hands)), Labelling.CLASS, classes(deal.middle))
