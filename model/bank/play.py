"""Playing Bank: what is allowed, what becomes of it, and what may be seen."""

from __future__ import annotations

from model.bank import events
from model.bank.actions import Act, Action, RoundDeal, Tick
from model.bank.match import begin, deal_error, dealt, lot_fell, went_on
from model.bank.moves import lays
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, Stage, View
from model.bank.turns import can_draw, draw, end_turn, fail, lay, skip
from model.game import CHANCE, Applied, Reason, Refused, Running, Seat


def initial(book: Book, deal: RoundDeal, totals: tuple[Points, ...] = ()) -> Match:
    """The match before the first move."""
    return begin(book, deal, totals)


def enabled(book: Book, match: Match) -> tuple[Action, ...]:
    """Every action that the rules allow now, each once; none when the match is over.

    Where the next round is to be dealt it is one action without a deal: any deal that `deal_error` finds right may
    stand in its place.
    """
    match match.stage:
        case Stage.ROUND:
            return in_round(book, match.round)
        case Stage.LOT:
            return tuple([Action(CHANCE, Act.LOT, dealer=seat) for seat in match.dealers])
        case Stage.DEAL:
            return (Action(CHANCE, Act.DEAL),)
        case Stage.OVER:
            return ()


def in_round(book: Book, table: Round) -> tuple[Action, ...]:
    """Every action that the seat in turn may do: it never passes, draws or stops where the rules do not let it."""
    seat = table.turn
    if table.phase is Phase.SEVEN:
        due = book.seven(table)
        return (Action(seat, due),) if due is not None else ()
    found = tuple([Action(seat, Act.LAY, cards) for cards in lays(book, table)])
    drawing = can_draw(book, table)
    if table.phase is Phase.MOVE:
        return found or (Action(seat, Act.DRAW if drawing else Act.PASS),)
    if table.phase is Phase.FURTHER_MOVE:
        may_stop = book.four_follow(bool(found), drawing)
    else:
        may_stop = book.eight_follow(bool(found), drawing)
    if may_stop:
        return (*found, Action(seat, Act.STOP))
    return found or (Action(seat, Act.DRAW),)


def refusal(book: Book, match: Match, tick: Tick) -> Reason | None:
    """Why the rules do not allow a tick; None if they do."""
    if match.stage is Stage.OVER:
        return Reason.GAME_OVER
    if len(tick) != 1:
        return Reason.ILLEGAL_ACTION
    action = tick[0]
    if action.seat != (match.round.turn if match.stage is Stage.ROUND else CHANCE):
        return Reason.NOT_YOUR_TURN
    if match.stage is Stage.DEAL and action.act is Act.DEAL and action.deal is not None:
        return Reason.ILLEGAL_ACTION if deal_error(book, match, action.deal) else None
    if match.stage is Stage.DEAL or action not in enabled(book, match):
        return Reason.ILLEGAL_ACTION
    return None


def step(book: Book, match: Match, tick: Tick) -> Applied[Match, events.Event] | Refused:
    """What becomes of one tick, which holds one action."""
    reason = refusal(book, match, tick)
    if reason is not None:
        return Refused(reason)
    after = apply(book, match, tick[0])
    return Applied(after, events.of_tick(match, tick, after))


def apply(book: Book, match: Match, action: Action) -> Match:
    """The match after an action that is not refused."""
    if action.act is Act.LOT:
        return lot_fell(match, action.dealer)
    if action.act is Act.DEAL:
        assert action.deal is not None
        return dealt(book, match, action.deal)
    return went_on(book, match, act(book, match.round, action))


def act(book: Book, table: Round, action: Action) -> Round:
    """The round after an action of a seat that is not refused."""
    match action.act:
        case Act.LAY:
            return lay(book, table, action.cards)
        case Act.DRAW:
            return draw(book, table)
        case Act.PASS:
            return fail(book, table)
        case Act.SKIP:
            return skip(book, table)
        case Act.STOP:
            return end_turn(book, table)
        case _:
            raise AssertionError(f"{action.act} is not done by a seat")


def view(book: Book, match: Match, seat: Seat) -> View:
    """What this seat may see: its own hand and the card to be covered; of all else only how much there is."""
    table = match.round
    return View(
        hand=table.hands[seat],
        hand_sizes=tuple(map(len, table.hands)),
        stock_size=len(table.stock),
        bank_size=len(table.bank),
        captured_sizes=tuple(map(len, table.captured)),
        top=table.top,
        turn=table.turn,
        phase=table.phase,
        stage=match.stage,
        totals=match.totals,
    )


def status(match: Match) -> Running | tuple[Seat, ...]:
    """Running, or the seat that has won the match."""
    return match.winners if match.stage is Stage.OVER else Running()
