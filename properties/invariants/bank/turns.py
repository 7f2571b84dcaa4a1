"""What must hold of turns: who is in turn, drawing, failing, sevens, and that every round ends."""

from __future__ import annotations

from typing import Final

from model.bank.actions import Act
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, Stage
from model.game import NOBODY, Seat
from properties.invariants.bank.core import AnyInvariant, Invariant, Kind, Step, agrees
from properties.invariants.bank.covering import allowed, can_lay, laying, rank
from properties.invariants.bank.seen import around, may_take


def _acts(book: Book, match: Match) -> set[Act]:
    return {action.act for action in allowed(book, match)}


def _others(book: Book, match: Match) -> set[Act]:
    return _acts(book, match) - {Act.LAY}


def _seat_after(table: Round, seat: Seat) -> Seat:
    """The nearest seat clockwise that holds cards, found by walking round the table."""
    return next((one for one in around(table, seat) if table.hands[one]), NOBODY)


# --- at a table: what a seat may do besides laying ---


def _to_move(book: Book, match: Match) -> bool:
    return laying(book, match) and match.round.phase is Phase.MOVE


def _may_draw(book: Book, table: Round) -> bool:
    """Whether a seat that cannot lay still has a card to draw: one a turn, or none after one under a seven."""
    spent = table.drawn or (table.forced and agrees(book, "stuck_after_forced_draw", "fails"))
    return bool(table.stock) and not spent


def _moves_if_it_can(book: Book, match: Match) -> bool:
    return _acts(book, match) == {Act.LAY} if can_lay(book, match) else Act.LAY not in _acts(book, match)


def _stuck(book: Book, match: Match) -> bool:
    return _to_move(book, match) and not can_lay(book, match)


def _draws_or_fails(book: Book, match: Match) -> bool:
    return _acts(book, match) == {Act.DRAW if _may_draw(book, match.round) else Act.PASS}


def _has_laid_an_eight(book: Book, match: Match) -> bool:
    return laying(book, match) and match.round.phase is Phase.FURTHER_CARD


def _stops_after_an_eight(book: Book, match: Match) -> bool:
    return _others(book, match) == _further(book, match, agrees(book, "eight_follow", "optional"))


def _has_laid_four(book: Book, match: Match) -> bool:
    return laying(book, match) and match.round.phase is Phase.FURTHER_MOVE


def _stops_after_four(book: Book, match: Match) -> bool:
    return _others(book, match) == _further(book, match, agrees(book, "four_follow", "optional"))


def _further(book: Book, match: Match, optional: bool) -> set[Act]:
    """What a seat may do instead of going on: stop where it need not, or where it can do nothing else."""
    if optional:
        return {Act.STOP}
    if can_lay(book, match):
        return set()
    return {Act.DRAW if _may_draw(book, match.round) else Act.STOP}


def _under_a_seven(book: Book, match: Match) -> bool:
    return match.stage is Stage.ROUND and match.round.phase is Phase.SEVEN


def _does_what_was_agreed(book: Book, match: Match) -> bool:
    table = match.round
    if agrees(book, "seven", "skip"):
        return _acts(book, match) == {Act.SKIP}
    due = bool(table.stock) and not table.forced
    if agrees(book, "seven", "draw_and_move"):
        return due and _acts(book, match) == {Act.DRAW}
    return agrees(book, "seven", "draw_and_skip") and _acts(book, match) == {Act.DRAW if due else Act.SKIP}


# --- what is done ---


def _drew_being_stuck(book: Book, step: Step) -> bool:
    return step.is_a(Act.DRAW) and step.was.phase is not Phase.SEVEN


def _one_card_from_the_stock(book: Book, step: Step) -> bool:
    was, became = step.was, step.became
    grown = tuple((*hand, was.stock[0]) if seat == was.turn else hand for seat, hand in enumerate(was.hands))
    return became.hands == grown and became.stock == was.stock[1:] and became.bank == was.bank


def _drew_under_a_seven(book: Book, step: Step) -> bool:
    return step.is_a(Act.DRAW) and step.was.phase is Phase.SEVEN


def _drew_to_move(book: Book, step: Step) -> bool:
    return _drew_under_a_seven(book, step) and agrees(book, "seven", "draw_and_move")


def _draws_one_and_moves(book: Book, step: Step) -> bool:
    stays = step.became.turn == step.was.turn and step.became.phase is Phase.MOVE
    return stays and _one_card_from_the_stock(book, step)


def _drew_to_skip(book: Book, step: Step) -> bool:
    return _drew_under_a_seven(book, step) and agrees(book, "seven", "draw_and_skip")


def _draws_one_and_must_skip(book: Book, step: Step) -> bool:
    stays = step.became.turn == step.was.turn and step.became.phase is Phase.SEVEN
    return stays and _one_card_from_the_stock(book, step)


def _skipped(book: Book, step: Step) -> bool:
    return step.is_a(Act.SKIP) and not step.ends_the_round


def _only_the_turn_goes_on(book: Book, step: Step) -> bool:
    was, became = step.was, step.became
    same = (was.hands, was.stock, was.bank, was.captured, was.top, was.owner, was.failed, was.stuck) == (
        became.hands, became.stock, became.bank, became.captured, became.top, became.owner, became.failed, became.stuck,
    )  # fmt: skip
    return same and became.turn == _seat_after(became, was.turn) and became.phase is Phase.MOVE


def _failed(book: Book, step: Step) -> bool:
    if not step.is_a(Act.PASS) or step.ends_the_round:
        return False
    return bool(step.became.bank) or not step.was.bank or agrees(book, "mover_after_capture", "after_failer")


def _next_seat_clockwise(book: Book, step: Step) -> bool:
    return step.became.turn == _seat_after(step.became, step.was.turn) and step.became.phase is Phase.MOVE


def _turn_is_over(book: Book, step: Step) -> bool:
    """Whether a seat that has laid something gives the turn away by this, and the round goes on."""
    if step.ends_the_round or not (step.is_a(Act.LAY) or step.is_a(Act.STOP)):
        return False
    if step.is_a(Act.STOP) or not step.became.hands[step.was.turn]:
        return True
    one = len(step.cards) == 1
    ranks = set(map(rank, step.cards))
    if one or len(ranks) == 1:
        return one and ranks != {"8"}
    return agrees(book, "run_extra_move", "no")


def _comes_to_the_next_seat(book: Book, step: Step) -> bool:
    return step.became.turn == _seat_after(step.became, step.was.turn)


def _under_a_seven_by_right(book: Book, step: Step) -> bool:
    """The next seat stands under a seven if one was laid in the turn, or lies on top where that is agreed."""
    return (step.became.phase is Phase.SEVEN) is (_seven_counts(book, step) and _seven_bites(book, step.became))


def _seven_counts(book: Book, step: Step) -> bool:
    laid = step.was.sevens or "7" in map(rank, step.cards)
    if agrees(book, "seven_trigger", "any_laid") or not laid:
        return laid
    return bool(step.became.bank) and rank(step.became.bank[-1]) == "7"


def _seven_bites(book: Book, table: Round) -> bool:
    if agrees(book, "seven", "draw_and_move"):
        return bool(table.stock)
    return agrees(book, "seven", "skip", "draw_and_skip")


def _failed_on_a_harmless_seven(book: Book, step: Step) -> bool:
    was = step.was
    if not (step.is_a(Act.PASS) and agrees(book, "seven", "nothing")) or not was.bank or rank(was.bank[-1]) != "7":
        return False
    usual = agrees(book, "capture", "next_fails") and agrees(book, "captor", "layer_of_top")
    owner = _whose_top_card(book, was)
    alone = was.owner != NOBODY and len(was.bank) == 1
    return usual and not alone and may_take(book, was, owner)


def _whose_top_card(book: Book, table: Round) -> Seat:
    """Whoever laid the top card; of the open card the seat before, the dealer or nobody, as was agreed."""
    if table.owner != NOBODY or agrees(book, "deck_card_owner", "nobody"):
        return table.owner
    if agrees(book, "deck_card_owner", "dealer"):
        return table.dealer
    return next((seat for seat in around(table, table.turn, -1) if table.hands[seat]), NOBODY)


def _costs_the_bank(book: Book, step: Step) -> bool:
    owner = _whose_top_card(book, step.was)
    return set(step.was.bank) <= set(step.became.captured[owner] + step.became.hands[owner])


# --- every round ends ---


def measure(table: Round) -> tuple[int, int, int, int, int]:
    """What falls at every act of a seat, the first that matters first.

    Cards still to be drawn and laid; how much of the turn is still open; whether there is a bank to be taken; the seats
    that have not failed yet without a stock; and how far it is, clockwise, to a seat that has not failed so.
    """
    cards = 2 * len(table.stock) + sum(map(len, table.hands))
    if table.phase is Phase.OVER:
        return cards, -1, 0, 0, 0
    begun = int(table.drawn or table.forced)
    still_open = {Phase.MOVE: begun, Phase.SEVEN: 2, Phase.FURTHER_CARD: 3, Phase.FURTHER_MOVE: 3}[table.phase]
    seats = len(table.hands)
    hopeful = [seat for seat, hand in enumerate(table.hands) if hand and seat not in table.stuck]
    distance = min([(seat - table.turn) % seats for seat in hopeful], default=0)
    return cards, still_open, int(bool(table.bank)), len(hopeful), distance


def _cards_stay_laid(book: Book, step: Step) -> bool:
    return step.in_a_round and agrees(book, "captured_to", "score_pile")


def _falls(book: Book, step: Step) -> bool:
    return measure(step.became) < measure(step.was)


AT_A_TABLE: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "who can lay lays",
        "A seat that has something to lay neither draws nor passes, and one that has nothing does not lay.",
        ("BANK-40", "BANK-59"),
        Kind.TABLE,
        _moves_if_it_can,
        _to_move,
    ),
    Invariant(
        "a card of the stock, and then no more",
        "A seat that has nothing to lay draws one card if it has drawn none and there is a stock, and fails otherwise.",
        ("BANK-59", "BANK-60"),
        Kind.TABLE,
        _draws_or_fails,
        _stuck,
    ),
    Invariant(
        "after an eight one may stop",
        "After an eight one may stop; where a further card must follow, only if there is none and none to draw.",
        ("BANK-44",),
        Kind.TABLE,
        _stops_after_an_eight,
        _has_laid_an_eight,
    ),
    Invariant(
        "after four of a kind one goes on",
        "After four of a kind one goes on if one can, drawing if need be, unless it is agreed that one may stop.",
        ("BANK-46",),
        Kind.TABLE,
        _stops_after_four,
        _has_laid_four,
    ),
    Invariant(
        "under a seven one does what was agreed",
        "A seat under a seven misses its turn, draws and moves, or draws and misses its turn, as was agreed.",
        ("BANK-50", "BANK-51", "BANK-52", "BANK-53", "BANK-54"),
        Kind.TABLE,
        _does_what_was_agreed,
        _under_a_seven,
    ),
)

AT_AN_ACTION: Final[tuple[AnyInvariant, ...]] = (
    Invariant(
        "one card is drawn",
        "A seat that cannot move takes the next card of the stock, and nothing else moves.",
        ("BANK-59",),
        Kind.STEP,
        _one_card_from_the_stock,
        _drew_being_stuck,
    ),
    Invariant(
        "draw one and move",
        "Under a seven that makes draw and move, the seat takes one card of the stock and is then to move.",
        ("BANK-53",),
        Kind.STEP,
        _draws_one_and_moves,
        _drew_to_move,
    ),
    Invariant(
        "draw one and miss the turn",
        "Under a seven that makes draw and skip, the seat takes one card of the stock and then misses its turn.",
        ("BANK-54",),
        Kind.STEP,
        _draws_one_and_must_skip,
        _drew_to_skip,
    ),
    Invariant(
        "a missed turn changes nothing",
        "By a turn that is missed under a seven only the turn goes on clockwise: it is no failure.",
        ("BANK-51", "BANK-54"),
        Kind.STEP,
        _only_the_turn_goes_on,
        _skipped,
    ),
    Invariant(
        "after a failure the next seat clockwise",
        "When a seat has failed the turn comes to the next seat clockwise that holds cards.",
        ("BANK-60",),
        Kind.STEP,
        _next_seat_clockwise,
        _failed,
    ),
    Invariant(
        "after a lay the next seat clockwise",
        "When a seat has laid its turn comes to the next seat clockwise that holds cards.",
        ("BANK-50", "BANK-40"),
        Kind.STEP,
        _comes_to_the_next_seat,
        _turn_is_over,
    ),
    Invariant(
        "a seven strikes the next seat",
        "The next seat stands under a seven if, and only if, one was laid in the turn that is over.",
        ("BANK-50", "BANK-51", "BANK-52"),
        Kind.STEP,
        _under_a_seven_by_right,
        _turn_is_over,
    ),
    Invariant(
        "a seven without effect is a card like others",
        "Where a seven has no effect, whoever cannot cover it leaves the bank to its layer as on any other card.",
        ("BANK-56",),
        Kind.STEP,
        _costs_the_bank,
        _failed_on_a_harmless_seven,
    ),
    Invariant(
        "every act brings the end nearer",
        "Of cards not yet laid, what is open in the turn, a bank, and seats not yet stuck the first to change falls.",
        ("BANK-59", "BANK-60"),
        Kind.STEP,
        _falls,
        _cards_stay_laid,
    ),
)

TURNS: Final[tuple[AnyInvariant, ...]] = (*AT_A_TABLE, *AT_AN_ACTION)
