"""Slips at a table of Bank: what becomes of an action is told wrongly, and some invariant must notice it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from model.bank.actions import RoundDeal
from model.bank.dealing import four_each_one_open, parse_round
from model.bank.play import initial
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.ranks import NO_CARD, Points, points_of
from model.bank.rulebook import Book
from model.bank.state import Phase, Stage, put
from model.cards import ACE, SUITS, Zone, card
from model.game import NOBODY, Seat
from properties.conformance.bank.script import followed, parse_script
from properties.invariants.bank.core import Step
from properties.misreadings.bank.core import BankMisreading

ACE_OF_CLUBS: Final = card(ACE, SUITS[0])

Scripted = tuple[str, str, tuple[tuple[str, str], ...]]
"""A deal, what is done there, and what was agreed on."""


def scripted(book: Book, deal: str, script: str, totals: tuple[int, ...] = ()) -> list[Step]:
    """The steps of a script, none of which is refused."""
    match = initial(book, parse_round(deal), tuple(map(Points, totals)))
    done = list(followed(book, match, parse_script(script.split())))
    assert all(one.refused is None for one in done), (deal, script, [one.refused for one in done])
    return [Step(one.before, one.after, one.action) for one in done]


def steps_of(misreading: BankMisreading, book: Book) -> Iterator[Step]:
    """The steps of a misreading's example by some book, without what that book refuses."""
    match = initial(book, parse_round(misreading.deal))
    for one in followed(book, match, parse_script(misreading.script.split())):
        if one.refused is None:
            yield Step(one.before, one.after, one.action)


RARE: Final[tuple[Scripted, ...]] = (
    ("KcKdKhKsTs9h/6d+Qs", "KcKdKhKs Ts", (("four_kings", "opponents"),)),
    ("KcKdKhKsTs9h/6d+Qs", "KcKdKhKs Ts", ()),
    ("9c8h/6s+9h", "9c pass 8h", (("captor", "seat_before"),)),
    ("6c9c/As+9h", "9c pass", (("capture", "all_fail"),)),
    ("6c9c/As/Ks+9h", "9c pass", (("capture", "all_fail"),)),
    ("9c6c6h/AsKs+9h", "9c pass 6c pass", (("own_single", "taken"),)),
    ("9c6c/Ad+9h", "9c", (("scoring", "fixed:31"), ("fixed_mode", "alone"))),
)
"""What random play seldom comes to."""


# --- slips ---


def _told(step: Step, **changes: Any) -> Step:  # noqa: ANN401
    return replace(step, after=replace(step.after, **changes))


def _round(step: Step, **changes: Any) -> Step:  # noqa: ANN401
    return _told(step, round=replace(step.became, **changes))


def slips(step: Step) -> Iterator[Step]:
    """The same step, each time with something else told wrongly."""
    yield from _banks(step)
    yield from _tables(step)
    yield from _matches(step)


def _banks(step: Step) -> Iterator[Step]:
    """The bank goes to somebody else, to nobody, in part, or not at all."""
    bank = step.was.bank + step.cards
    for seat, pile in enumerate(step.was.captured):
        taken = put(step.was.captured, Seat(seat), pile + bank)
        yield _round(step, captured=taken, bank=(), owner=NOBODY)
        yield _round(step, captured=put(step.was.captured, Seat(seat), pile + bank[1:]), bank=())
        yield _round(step, captured=put(step.was.captured, Seat(seat), pile + bank[1:]), bank=bank[:1])
    yield _round(step, captured=step.was.captured, bank=bank, owner=step.was.owner)
    yield _round(step, captured=tuple(pile[1:] for pile in step.became.captured))
    yield _round(step, bank=step.became.bank[:-1], owner=NOBODY)
    yield _round(step, owner=Seat(step.became.owner + 1))


def _tables(step: Step) -> Iterator[Step]:
    """Another seat is to move, on another card, or with other cards, or the round is over or not."""
    table = step.became
    yield _round(step, top=NO_CARD)
    yield _round(step, top=(step.was.bank or table.bank or (NO_CARD,))[0])
    yield _round(step, turn=Seat((table.turn + 1) % len(table.hands)))
    yield _round(step, hands=table.hands[1:] + table.hands[:1])
    yield _round(step, hands=(table.hands[0], *[()] * (len(table.hands) - 1)))
    yield _round(step, hands=put(table.hands, step.action.seat, (ACE_OF_CLUBS,) * len(table.hands[step.action.seat])))
    yield _round(step, four_kings=Seat(0) if table.four_kings == NOBODY else NOBODY)
    yield _round(step, stock=table.stock[::-1])
    yield _round(step, dealer=Seat((table.dealer + 1) % len(table.hands)))
    yield _round(step, first=table.dealer, hands=put(table.hands, table.dealer, ()))
    yield _told(step, round=replace(table, phase=Phase.OVER), stage=Stage.DEAL, scores=step.after.totals)
    yield _told(step, round=replace(table, phase=Phase.MOVE), stage=Stage.ROUND)
    yield _told(step, round=replace(table, phase=Phase.MOVE), stage=Stage.DEAL)


def _matches(step: Step) -> Iterator[Step]:
    """Another total, score, winner, dealer, or number of rounds; other seats in the next round."""
    after, seats = step.after, tuple(Seat(seat) for seat in range(len(step.after.totals)))
    yield _told(step, totals=tuple(total + 1 for total in after.totals))
    for more in (1, -1, 300, -900):
        yield _told(step, scores=tuple(score + more for score in after.scores))
    yield _told(step, winners=seats)
    yield _told(step, stage=Stage.OVER, winners=seats[-1:])
    yield _told(step, stage=Stage.DEAL, winners=(), dealers=seats[:1], playing=seats)
    yield _told(step, stage=Stage.LOT, dealers=seats[:1], playing=seats[1:])
    yield _told(step, dealers=tuple(Seat((seat + 1) % len(seats)) for seat in after.dealers))
    yield _told(step, rounds=after.rounds + 1)


# --- rule books that go wrong ---


def the_first_seat_deals(book: Book, deck: Zone, seats: int, dealer: Seat) -> RoundDeal:
    """The first seat deals, whomever the lot has named."""
    return four_each_one_open(book, deck, seats, Seat(0))


def nothing_is_shuffled(book: Book, deck: Zone, seats: int, dealer: Seat) -> RoundDeal:
    """The cards are put in order before they are dealt."""
    return four_each_one_open(book, tuple(sorted(deck)), seats, dealer)


def all_count_one_more(zone: Zone) -> Points:
    """Every card counts one point more."""
    return Points(points_of(zone) + len(zone))


WRONG_BOOKS: Final = (
    replace(BANK, deal=the_first_seat_deals),
    replace(BANK, deal=nothing_is_shuffled),
    replace(BANK, worth=all_count_one_more),
    replace(choose(BANK, {"scoring": "fixed"}), fixed_sum=Points(31), fixed_mode=lambda book, hand: Points(15)),
)
