"""Traces: a game as the events, or the tables, that it goes through; and the first step at which two of them part.

A step is one card and all that follows from it at once. Outcome and trace are two projections of one and the same game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from model.cards import FACES, RANKS, CardError, Labelling, face_of, format_card, format_zone, parse_zone
from model.game import Budget, Loop
from model.piles import events as seen
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import NO_SLAPS, Played, Timeline, cards_played
from model.piles.state import Phase, Table, all_cards
from properties.conformance.books import is_bank
from properties.conformance.protocol import (
    BarredWire,
    BurnedWire,
    EventKind,
    EventWire,
    GameClaim,
    GaveWire,
    LaidWire,
    Level,
    OutcomeWire,
    OverWire,
    OwesWire,
    PlayOk,
    SlappedWire,
    StateWire,
    TookWire,
    Trace,
    TurnWire,
    WonPileWire,
)

KINDS: Final[dict[type, EventKind]] = {
    LaidWire: "laid",
    OwesWire: "owes",
    WonPileWire: "won",
    TookWire: "took",
    TurnWire: "turn",
    OverWire: "over",
    SlappedWire: "slapped",
    BurnedWire: "burned",
    GaveWire: "gave",
    BarredWire: "barred",
}
MOST_TEXT: Final = 1_000
"""Letters in the text of a zone: no table has as many cards."""
Shown = tuple[EventWire, ...] | StateWire
"""What one step shows: its events, or the table after it."""


class Divergence(msgspec.Struct, frozen=True):
    """The first step, counted from 1, at which a trace leaves the rules. None where one of the two is over."""

    step: int
    expected: Shown | None
    got: Shown | None


def trace_to_ask(claim: GameClaim, level: str) -> Trace | None:
    """What to ask a program for beside outcomes: what it says it can give, unless the user wants outcomes only."""
    if level == "outcome" or "trace" not in claim.levels or not claim.trace or by_steps(claim, level):
        return None
    return claim.trace[0]


def by_steps(claim: GameClaim, level: str) -> bool:
    """Whether a run plays step by step: games with slaps are, if the program can, and others if that is wished."""
    always = is_bank(claim.game) or (claim.game in PROFILES and PROFILES[claim.game].slapping)
    return "step" in claim.levels and (level == "step" or (level == "" and always))


def level_of(claim: GameClaim, level: str) -> Level:
    """The level at which a run judges."""
    if by_steps(claim, level):
        return "step"
    return "trace" if trace_to_ask(claim, level) is not None else "outcome"


def to_event(event: seen.Event) -> EventWire:
    """An event of the model as it is written on the wire."""
    if isinstance(event, seen.Slapped | seen.Burned | seen.Gave | seen.Barred):
        return _of_hands(event)
    return _of_cards(event)


def _of_cards(event: seen.Laid | seen.Owes | seen.WonPile | seen.Took | seen.Turn | seen.Finished) -> EventWire:
    match event:
        case seen.Laid(seat, card):
            return LaidWire(seat, format_card(card))
        case seen.Owes(seat, debt, claimant):
            return OwesWire(seat, debt, claimant)
        case seen.WonPile(seat, unanswered):
            return WonPileWire(seat, unanswered)
        case seen.Took(seat, cards):
            return TookWire(seat, format_zone(cards))
        case seen.Turn(seat):
            return TurnWire(seat)
        case seen.Finished():
            return OverWire()


def _of_hands(event: seen.Slapped | seen.Burned | seen.Gave | seen.Barred) -> EventWire:
    match event:
        case seen.Slapped(seat, right):
            return SlappedWire(seat, right)
        case seen.Burned(seat, cards):
            return BurnedWire(seat, format_zone(cards))
        case seen.Gave(seat, to, cards):
            return GaveWire(seat, to, format_zone(cards))
        case seen.Barred(seat, number):
            return BarredWire(seat, number)


def to_state(table: Table) -> StateWire:
    """A table as it is written on the wire."""
    return StateWire(tuple(map(format_zone, table.hands)), format_zone(table.middle), table.turn)


def steps(
    book: Book, start: Table, cards: int, trace: Trace, kinds: Sequence[EventKind], slaps: Timeline = NO_SLAPS
) -> Iterator[Shown]:
    """What each of the first so many cards shows, by the rules, with the slaps and the taking that follow it."""
    for ticks in islice(cards_played(book, start, None, slaps), cards):
        if trace == "states":
            yield to_state(ticks[-1][2])
        else:
            shown = [to_event(event) for before, tick, after in ticks for event in seen.of_tick(before, tick, after)]
            yield tuple(event for event in shown if KINDS[type(event)] in kinds)


def told(
    book: Book,
    start: Table,
    played: Played,
    outcome: OutcomeWire,
    trace: Trace,
    kinds: Sequence[EventKind],
    slaps: Timeline = NO_SLAPS,
) -> PlayOk:
    """An outcome with the trace of its game, as an adapter gives them."""
    shown = steps(book, start, length(played), trace, kinds, slaps)
    if trace == "states":
        return PlayOk(outcome, states=tuple(state for state in shown if isinstance(state, StateWire)))
    events = tuple(event for step in shown if not isinstance(step, StateWire) for event in step)
    return PlayOk(outcome, events=events)


def length(played: Played) -> int:
    """How many cards of a game its trace has: all of them, or until it is seen to go round."""
    match played.outcome:
        case Loop(stem_cards, _, period_cards, _):
            return stem_cards + period_cards
        case Budget(cards):
            return cards
        case won:
            return won.cards


def divergence(
    book: Book,
    start: Table,
    played: Played,
    answer: PlayOk,
    claim: GameClaim,
    trace: Trace,
    slaps: Timeline = NO_SLAPS,
) -> Divergence | None:
    """Where a program's trace first leaves the rules; None if it never does.

    A pile that nobody could answer may be left lying in the last step, as the ways of counting it differ as well. A
    game that never ends is judged as far as the program tells it; that must be until it is seen to go round, unless the
    program claims to notice that earlier.
    """
    labelling = labelling_of(start)
    given: list[Shown] = [_plainly(shown, labelling) for shown in by_step(answer, claim.events, trace)]
    endless = not _is_over(played)
    enough = length(played) if not endless or claim.loop != "up_to_swap" else min(1, length(played))
    cards = max(length(played), len(given)) if endless else length(played)
    place = 0
    for place, right in enumerate(steps(book, start, cards, trace, claim.events, slaps), start=1):
        got = given[place - 1] if place <= len(given) else None
        if got is None and place > enough:
            return None
        last = place == length(played) and played.final.unanswered
        if got is None or not (_same(right, got) or (last and _left_lying(right, got))):
            return Divergence(place, right, got)
    return Divergence(place + 1, None, given[place]) if len(given) > place else None


def labelling_of(table: Table) -> Labelling:
    """How the cards of a deal are written: they show it themselves."""
    card = all_cards(table)[0]
    if face_of(card) not in RANKS:
        return Labelling.CLASS
    return Labelling.RANK if card < FACES else Labelling.FULL


def _is_over(played: Played) -> bool:
    return played.final.phase == Phase.OVER


def by_step(answer: PlayOk, kinds: Sequence[EventKind], trace: Trace) -> Iterator[Shown]:
    """What a program's own trace shows at each of its steps."""
    if trace == "states":
        yield from answer.states or ()
        return
    step: list[EventWire] = []
    for event in answer.events or ():
        if isinstance(event, LaidWire) and any(isinstance(one, LaidWire) for one in step):
            yield tuple(step)
            step = []
        if KINDS[type(event)] in kinds:
            step.append(event)
    if step:
        yield tuple(step)


def _same(right: Shown, got: Shown) -> bool:
    if isinstance(right, StateWire) and isinstance(got, StateWire) and got.turn is None:
        return (right.hands, right.middle) == (got.hands, got.middle)
    return right == got


def _plainly(shown: Shown, labelling: Labelling) -> Shown:
    """The same with cards as this tool writes them: 0 and - are one class, 10 and T one rank."""
    if isinstance(shown, StateWire):
        hands = tuple(plain(hand, labelling) for hand in shown.hands)
        return StateWire(hands, plain(shown.middle, labelling), shown.turn)
    return tuple(plain_event(event, labelling) for event in shown)


def plain_event(event: EventWire, labelling: Labelling) -> EventWire:
    """An event with its cards as this tool writes them."""
    match event:
        case LaidWire(seat, card):
            return LaidWire(seat, plain(card, labelling))
        case TookWire(seat, cards):
            return TookWire(seat, plain(cards, labelling))
        case BurnedWire(seat, cards):
            return BurnedWire(seat, plain(cards, labelling))
        case GaveWire(seat, to, cards):
            return GaveWire(seat, to, plain(cards, labelling))
        case _:
            return event


def plain(text: str, labelling: Labelling) -> str:
    """Cards as this tool writes them; what are no cards stays, and will be no cards of any table."""
    if len(text) > MOST_TEXT:
        return text
    try:
        return format_zone(parse_zone(text, labelling))
    except CardError:
        return text


def _left_lying(right: Shown, got: Shown) -> bool:
    """Whether the only difference is that the last pile was not put under anybody's hand."""
    if isinstance(right, StateWire) and isinstance(got, StateWire):
        return any(_not_yet_taken(right, got, seat) for seat in range(len(right.hands)))
    if isinstance(right, StateWire) or isinstance(got, StateWire):
        return False
    told = [event for event in got if not isinstance(event, TurnWire)]
    return told == [event for event in right if not isinstance(event, TookWire | TurnWire)]


def _not_yet_taken(right: StateWire, got: StateWire, taker: int) -> bool:
    """Whether `got` is the table before `taker` put the middle under its hand, in whatever order."""
    if len(got.hands) != len(right.hands) or not got.middle or not right.hands[taker].startswith(got.hands[taker]):
        return False
    others = all(
        mine == theirs for seat, (mine, theirs) in enumerate(zip(right.hands, got.hands, strict=True)) if seat != taker
    )
    return others and sorted(right.hands[taker].removeprefix(got.hands[taker])) == sorted(got.middle)
