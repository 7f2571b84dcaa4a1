"""Small checks of one table: its state, its digest, how an act was refused, and which slip explains what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from model.cards import Labelling, parse_zone
from model.deal import SEAT_NAMES, Deal, deal_of
from properties.conformance.protocol import GameClaim, TableWire, TickOk, seats
from properties.conformance.step_slips import HANDS, LIST, OVER, TABLE_SLIPS, digest_hint, digest_slip
from properties.conformance.step_talk import Laid, TableTalk
from properties.conformance.table_wire import digest_of
from properties.conformance.talk import Check, Refused

LAID: Final = "a table is laid"
SHOWN: Final = "the table shows the deal"
OUT_OF_TURN: Final = "an act out of turn is refused"
NOT_NOW: Final = "what cannot be done now is refused"
FIRST: Final = "the first card of the first hand is laid first"
COUNTED: Final = "ticks are counted"
MIDDLE: Final = "the card laid last lies on top"
STALE: Final = "a message that comes too late is refused"
LEGAL: Final = "legal acts are told"
VIEWS: Final = "a view shows what a seat may see"
EVENTS: Final = "events are told"
DIGESTS: Final = "digests are those of the table"
SEVERAL: Final = "several tables do not disturb each other"
FORKED: Final = "a doubled table is a table of its own"
PAIR: Final = "a slap of a pair is taken"
NO_PAIR: Final = "a wrong slap is taken as well"
TOGETHER: Final = "slaps at one instant are taken"
LEFT_OVER: Final = "cards that were left over lie in the middle"
SUITS: Final = "suits are kept"
DROPPED: Final = "a table can be taken away"

MAY_DIFFER: Final = "it differs: a rule may differ, `verify` will say which"
ORDINARY: Final = "456789T"
"""Ranks that ask for nothing, whatever is agreed."""
MOST_SUITED: Final = 18
"""Cards that may be dealt as three to each seat, all of them ordinary."""
COUNT: Final = (
    "at is the number of ticks applied to this table: 0 when it is laid, one more for each that is not refused"
)
UNCHANGED: Final = "check everything before anything is done: what is refused must leave the table as it was"
OWN: Final = "keep each table by its name, with hands, middle, turn and the count of its ticks"


class Enough(Exception):
    """What follows cannot be asked."""


# --- deals


def labelling_for(claim: GameClaim) -> Labelling:
    """How the cards of these tables are written."""
    order = (Labelling.RANK, Labelling.CLASS, Labelling.FULL)
    return next(each for each in order if each.value in claim.cards)


def plain_deal(claim: GameClaim, start: int) -> Deal:
    """Ordinary cards in which no hand is like another, read from either end; each seat has three."""
    number, labelling = seats(claim)[0], labelling_for(claim)
    if labelling is Labelling.CLASS:
        return deal_of(["--" + "JQKA"[(start + seat) % 4] for seat in range(number)], labelling)
    if labelling is Labelling.FULL:
        return suited_deal(number, start)
    return deal_of([plain_hand(start + seat) for seat in range(number)], labelling)


def pair_deal(claim: GameClaim) -> Deal:
    """A deal in which the first two cards laid are a pair."""
    number, labelling = seats(claim)[0], labelling_for(claim)
    if labelling is Labelling.FULL:
        others = suited_deal(number, 1).hands
        firsts = parse_zone("4h4s", labelling)
        return Deal(tuple(firsts[seat : seat + 1] + hand for seat, hand in enumerate(others)), labelling)
    return deal_of([ORDINARY[0] * (seat < 2) + plain_hand(seat) for seat in range(number)], labelling)


def suited_deal(number: int, start: int) -> Deal:
    """The same with suits; at large tables only the first two seats have more than one card."""
    deck = [f"{rank}{suit}" for suit in "cdhs" for rank in ORDINARY[start % 3 :]]
    deck += [f"{rank}{suit}" for suit in "cdhs" for rank in "23JQKA"]
    hands: list[str] = []
    for seat in range(number):
        size = 3 if seat < 2 or 3 * number <= MOST_SUITED else 1
        hands.append("".join(deck[:size]))
        deck = deck[size:]
    return deal_of(hands, Labelling.FULL)


# --- what is shown


def shown(ask: TableTalk, name: str, laid: Laid, when: str) -> Iterator[Check]:
    """The state of a table against the model's, if hello claims to show it. Raises Enough if it is wrong."""
    told = ask.state(laid)
    if told is None:
        return
    where = f"{laid} {when}"
    if isinstance(told, Refused):
        yield Check(name, False, f"{where}: {told.words}", 'hello claims to observe "state": show it, or claim less')
        raise Enough
    right = ask.right(laid)
    if not laid.at and cards_of(told) == cards_of(right):  # who is to act will show when the first card is laid
        told = right
    check = state_check(name, right, told, where)
    yield check
    if not check.held:
        raise Enough


def digested(ask: TableTalk, laid: Laid, told: str | None, when: str) -> Iterator[Check]:
    """The digest of a table against the right one, if hello claims to tell it. Raises Enough if it is wrong.

    Once a card was laid, a digest that no slip explains may be due to a rule.
    """
    if "digest" not in ask.claim.observe:
        return
    right, where = ask.right(laid), f"{laid} {when}"
    if told is None:
        hint = 'hello claims to observe "digest": tell it, or claim less'
        yield Check(DIGESTS, False, f"{where}: there is none", hint)
        raise Enough
    if told == digest_of(right):
        yield Check(DIGESTS, True, where)
        return
    slip = digest_slip(right, told)
    if slip is None and laid.at:
        yield Check(DIGESTS, True, f"{where}: {MAY_DIFFER}", remark=True)
        return
    seen = "it is that of another table" if slip is None else slip.seen
    yield Check(DIGESTS, False, f"{where}: {seen}", digest_hint(right))
    raise Enough


def plain_hand(start: int) -> str:
    """Three ordinary cards that look otherwise from the other end; no two seats next to each other begin alike."""
    return "".join(ORDINARY[(start + place) % len(ORDINARY)] for place in (1, 3, 4))


def cards_of(table: TableWire) -> tuple[tuple[str, ...], str]:
    """Where the cards lie."""
    return table.hands, table.middle


def shown_words(table: TableWire) -> str:
    """The cards of a table in words."""
    return f"hands {'/'.join(hand or '(none)' for hand in table.hands)}, middle {table.middle or '(none)'}"


def as_json(content: object) -> str:
    """As it is on the wire."""
    return msgspec.json.encode(content).decode()


def refused_for(name: str, where: str, answer: Refused, whys: tuple[str, ...]) -> Check:
    """Whether a refusal is a typed one, and for one of these reasons."""
    if "stale" not in whys and answer.words.split(" ")[0] == "stale":
        return Check(COUNTED, False, f"{where}: {answer.words}, though all ticks were counted", COUNT)
    held = not answer.broke and answer.words.split(" ")[0] in whys
    return Check(name, held, f"{where}: {answer.words}", f'answer {{"id": ..., "no": {{"why": "{whys[0]}"}}}}')


def counted(answer: TickOk, ticks: int, where: str) -> Iterator[Check]:
    """The check of `at` after so many ticks. Raises Enough if it is wrong."""
    held = answer.at == ticks
    if held and ticks > 1:
        return
    yield Check(COUNTED, held, f"{where}: at is {answer.at}", COUNT)
    if not held:
        raise Enough


def first_card_check(right: TableWire, told: TableWire, where: str) -> Check:
    """Which card was laid instead of the first one of the first hand."""
    for slip in TABLE_SLIPS:
        if slip.hint != OVER and cards_of(slip.shows(right)) == cards_of(told):
            return Check(FIRST, False, f"{where}: {slip.seen}", slip.hint)
    for seat, hand in enumerate(told.hands):
        before = right.middle + right.hands[0] if seat == 0 else right.hands[seat]
        if seat < len(right.hands) and told.middle and hand + told.middle == before:
            return Check(FIRST, False, f"{where}: the last card of hand {SEAT_NAMES[seat]} was laid", HANDS)
        if seat and told.middle and told.middle + hand == before:
            return Check(FIRST, False, f"{where}: the first card of hand {SEAT_NAMES[seat]} was laid", LIST)
    if sorted("".join([*told.hands, told.middle])) == sorted("".join([*right.hands, right.middle])):
        return Check(FIRST, True, f"{where}: {shown_words(told)}: {MAY_DIFFER}", remark=True)
    hint = "one card goes from the top of the hand whose turn it is onto the middle, and nothing else moves"
    return Check(FIRST, False, f"{where}: {shown_words(told)}", hint)


def state_check(name: str, right: TableWire, told: TableWire, where: str) -> Check:
    """A state against what is right: cards must be, and seats must be counted from 0; the rest rules may change."""
    left_out = {each: msgspec.UNSET for each in told.__struct_fields__ if getattr(told, each) is msgspec.UNSET}
    right = msgspec.structs.replace(right, **left_out)
    if told == right:
        return Check(name, True, where)
    for slip in TABLE_SLIPS:
        if slip.shows(right) == told or (cards_of(slip.shows(right)) == cards_of(told) != cards_of(right)):
            return Check(name, False, f"{where}: {slip.seen}", slip.hint)
    if cards_of(told) != cards_of(right):
        return Check(name, False, f"{where}: {shown_words(told)}", f"it is to show {shown_words(right)}")
    return Check(name, True, f"{where}: {MAY_DIFFER}", remark=True)
