"""What misbehaving programs tell of a game: the wrong seat, other counts, a loop where there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import pairwise
from typing import Final

from model.cards import TEN, Zone, face_of
from model.deal import Deal
from model.game import Act, Loop, Outcome, Seat, Won
from model.piles.play import initial
from model.piles.rulebook import CountCards, CountTricks, demand
from model.piles.run import NO_SLAPS, RefusedSlap, cards_played, counted, play
from model.piles.state import Phase, Table
from properties.conformance.judge import Convention, FaultKind
from properties.conformance.reference import Asked
from properties.misbehaviours.core import Answer

PACK: Final = 52
MANY: Final = 1_000
"""So many cards are called a loop by who does not look for one, and are more calls than some languages allow."""


def plainly(asked: Asked, convention: Convention) -> Outcome:
    """The game as it was."""
    return counted(asked.played, *convention)


# --- who has won ---


def named(outcome: Outcome, seat: int) -> Outcome:
    """The same with another winner, if there is one."""
    return Won((Seat(seat),), outcome.cards, outcome.tricks) if isinstance(outcome, Won) else outcome


def first_seat(asked: Asked, convention: Convention) -> Answer:
    """The first seat has always won."""
    return named(plainly(asked, convention), 0)


def last_layer(asked: Asked, convention: Convention) -> Answer:
    """Whoever laid the last card has won."""
    outcome = plainly(asked, convention)
    if not isinstance(outcome, Won) or not _length(asked):
        return outcome
    *_, (before, _) = lays(asked)
    return named(outcome, before.turn)


def counted_from_one(asked: Asked, convention: Convention) -> Answer:
    """The number of the winner, if the first seat is number 1."""
    outcome = plainly(asked, convention)
    return named(outcome, outcome.winners[0] + 1) if isinstance(outcome, Won) else outcome


def first_out(asked: Asked, convention: Convention) -> Answer:
    """The seat that was the first to have no card left after a pile was taken."""
    outcome = plainly(asked, convention)
    if not isinstance(outcome, Won):
        return outcome
    for _, after in lays(asked):
        out = [seat for seat, hand in enumerate(after.hands) if not hand]
        if out and not after.middle:
            return named(outcome, out[0])
    return outcome


def most_cards(asked: Asked, convention: Convention) -> Answer:
    """A game that never ends has been won by the seat with most cards when that is noticed."""
    outcome = plainly(asked, convention)
    if not isinstance(outcome, Loop):
        return outcome
    sizes = [len(hand) for hand in asked.played.final.hands]
    cards, tricks = outcome.stem_cards + outcome.period_cards, outcome.stem_tricks + outcome.period_tricks
    return Won((Seat(sizes.index(max(sizes))),), cards, tricks)


# --- how much was laid and taken ---


def lays(asked: Asked) -> Iterator[tuple[Table, Table]]:
    """The tables before and after each card of a game, with the taking that may follow."""
    for laid, ticks in enumerate(cards_played(asked.book, asked.start, None, asked.slaps), start=1):
        yield next(before for before, tick, _ in ticks if tick[0].act is Act.LAY), ticks[-1][2]
        if laid == _length(asked):
            return


def _length(asked: Asked) -> int:
    outcome = asked.played.outcome
    if isinstance(outcome, Loop):
        return outcome.stem_cards + outcome.period_cards
    return outcome.cards


def in_a_payment(asked: Asked) -> bool:
    """Whether the last card of a game was laid in payment, or demanded one."""
    *_, (before, _) = lays(asked)
    return before.debt > 0 or demand(asked.book, before.hands[before.turn][0]) > 0


def is_unanswered(asked: Asked) -> bool:
    """Whether a game ends because a seat that had to lay a card had none."""
    return asked.played.final.phase == Phase.OVER and asked.played.final.unanswered and _length(asked) > 0


def unanswered_pile(asked: Asked) -> Zone:
    """The last pile of a game, as it lay there while somebody could not answer it."""
    *_, (before, _) = lays(asked)
    return before.middle + before.hands[before.turn][:1]


def unpaid(asked: Asked) -> int:
    """What was still owed when somebody could not pay."""
    *_, (before, _) = lays(asked)
    return demand(asked.book, before.hands[before.turn][0]) or max(0, before.debt - 1)


def draw_counted_in_a_payment(asked: Asked, convention: Convention) -> Answer:
    """A draw from an empty hand counts as a card if it was to be a payment, and not on a plain turn."""
    way = CountCards.LAID_AND_FAILED_DRAW if is_unanswered(asked) and in_a_payment(asked) else CountCards.LAID
    return counted(asked.played, way, convention[1])


def last_pile_counted_in_a_payment(asked: Asked, convention: Convention) -> Answer:
    """The last pile counts as a trick if somebody could not pay, and not if somebody could not take a plain turn."""
    plain = is_unanswered(asked) and not in_a_payment(asked)
    return counted(asked.played, convention[0], CountTricks.COLLECTED_ONLY if plain else CountTricks.WITH_LAST_PILE)


def turns_for_tricks(asked: Asked, convention: Convention) -> Answer:
    """As many tricks as turns: a turn ends when another seat lays the next card."""
    outcome = plainly(asked, convention)
    if not isinstance(outcome, Won):
        return outcome
    seats = [before.turn for before, _ in lays(asked)]
    changes = sum(one != other for one, other in pairwise(seats))
    return Won(outcome.winners, outcome.cards, changes + bool(seats))


def cards_of_taken_piles(asked: Asked, convention: Convention) -> Answer:
    """Cards are counted when a pile is taken, and the last one is not taken any more."""
    outcome = plainly(asked, convention)
    if not isinstance(outcome, Won) or not is_unanswered(asked):
        return outcome
    return Won(outcome.winners, outcome.cards - len(unanswered_pile(asked)), outcome.tricks)


# --- loops ---


def period_from_the_start(asked: Asked, convention: Convention) -> Answer:
    """The period of a loop is counted from the first card of the game."""
    outcome = plainly(asked, convention)
    if not isinstance(outcome, Loop):
        return outcome
    whole = outcome.stem_cards + outcome.period_cards, outcome.stem_tricks + outcome.period_tricks
    return Loop(outcome.stem_cards, outcome.stem_tricks, *whole)


def hands_in_mid_trick(asked: Asked, convention: Convention) -> Answer:
    """Hands are compared after every card, whatever lies in the middle and is owed."""
    return _first_repeat(asked, lambda table: table.hands) or plainly(asked, convention)


def hands_run_together(asked: Asked, convention: Convention) -> Answer:
    """Hands are compared between tricks as one text, in which nothing says where a hand ends."""
    return _first_repeat(asked, _as_one_text) or plainly(asked, convention)


def _as_one_text(table: Table) -> Hashable:
    return None if table.middle else (table.turn, sum(table.hands, ()))


def _first_repeat(asked: Asked, key: Callable[[Table], Hashable]) -> Loop | None:
    """The first table that is taken for an earlier one; what has no key is not compared."""
    seen: dict[Hashable, tuple[int, int]] = {key(asked.start): (0, 0)}
    tricks = 0
    for cards, (_, after) in enumerate(lays(asked), start=1):
        tricks += not after.middle
        mark = key(after)
        if mark is None or after.phase == Phase.OVER:
            continue
        if mark in seen:
            stem, stem_tricks = seen[mark]
            return Loop(stem, stem_tricks, cards - stem, tricks - stem_tricks)
        seen[mark] = cards, tricks
    return None


def late_loop(asked: Asked, convention: Convention) -> Answer:
    """Positions are compared with one kept before, which is exchanged after 1, 2, 4, 8, ... tricks (Brent's way)."""
    outcome = plainly(asked, convention)
    if not isinstance(outcome, Loop):
        return outcome
    kept = 0
    while kept < outcome.stem_tricks or kept + 1 < outcome.period_tricks:
        kept = 2 * kept + 1
    period = outcome.period_cards, outcome.period_tricks
    return Loop(_cards_of_tricks(asked, outcome, kept), kept, *period)


def _cards_of_tricks(asked: Asked, loop: Loop, tricks: int) -> int:
    """How many cards so many tricks take in a game that goes round."""
    ends = [0, *(cards for cards, (_, after) in enumerate(lays(asked), start=1) if not after.middle)]
    if tricks < len(ends):
        return ends[tricks]
    rounds, rest = divmod(tricks - loop.stem_tricks, loop.period_tricks)
    return ends[loop.stem_tricks + rest] + rounds * loop.period_cards


def many_cards(asked: Asked, convention: Convention) -> Answer:
    """A game that is not over after a thousand cards never ends."""
    outcome = plainly(asked, convention)
    return Loop(0, 0, MANY, MANY) if isinstance(outcome, Won) and outcome.cards > MANY else outcome


# --- silence and crashes ---


def silent_on_loops(asked: Asked, convention: Convention) -> Answer:
    """Nothing ends a game that goes round."""
    outcome = plainly(asked, convention)
    return FaultKind.TIMEOUT if isinstance(outcome, Loop) else outcome


def silent_behind_a_stem(asked: Asked, convention: Convention) -> Answer:
    """Only the deal is looked for: a game that goes round without coming back to it has no end."""
    outcome = plainly(asked, convention)
    return FaultKind.TIMEOUT if isinstance(outcome, Loop) and outcome.stem_cards else outcome


def silent_on_a_plain_turn(asked: Asked, convention: Convention) -> Answer:
    """Only who pays is found to have no card; on a plain turn the game waits for one."""
    plain = is_unanswered(asked) and not in_a_payment(asked)
    return FaultKind.TIMEOUT if plain else plainly(asked, convention)


def silent_without_52(asked: Asked, convention: Convention) -> Answer:
    """A game ends when somebody holds 52 cards."""
    return plainly(asked, convention) if sum(map(len, asked.deal.hands)) == PACK else FaultKind.TIMEOUT


def breaks_on_a_plain_turn(asked: Asked, convention: Convention) -> Answer:
    """A card is taken from an empty hand on a plain turn."""
    plain = is_unanswered(asked) and not in_a_payment(asked)
    return FaultKind.CRASHED if plain else plainly(asked, convention)


def breaks_in_a_payment(asked: Asked, convention: Convention) -> Answer:
    """A card is taken from an empty hand in a payment."""
    return FaultKind.CRASHED if is_unanswered(asked) and in_a_payment(asked) else plainly(asked, convention)


def breaks_with_three(asked: Asked, convention: Convention) -> Answer:
    """There are two hands, and no name for a third."""
    return FaultKind.CRASHED if len(asked.deal.hands) > 2 else plainly(asked, convention)


def breaks_on_long_games(asked: Asked, convention: Convention) -> Answer:
    """Each card is a call from within the call for the card before."""
    return FaultKind.CRASHED if _length(asked) > MANY else plainly(asked, convention)


def breaks_on_a_ten(asked: Asked, convention: Convention) -> Answer:
    """A letter for the ten is not known."""
    tens = any(face_of(card) == TEN for hand in asked.deal.hands for card in hand)
    return FaultKind.CRASHED if tens else plainly(asked, convention)


# --- other questions than were asked ---


def mirrored(asked: Asked, convention: Convention) -> Answer:
    """Each hand is played from its other end."""
    return _of(asked, tuple(hand[::-1] for hand in asked.deal.hands), convention)


def without_equals(asked: Asked, convention: Convention) -> Answer:
    """Of equal cards a hand keeps one."""
    return _of(asked, tuple(tuple(Counter(hand)) for hand in asked.deal.hands), convention)


def a_share_of_52(asked: Asked, convention: Convention) -> Answer:
    """So many cards are read of each hand as one pack gives, whether they are there or not."""
    share = PACK // len(asked.deal.hands)
    if any(len(hand) < share for hand in asked.deal.hands):
        return FaultKind.CRASHED
    return _of(asked, tuple(hand[:share] for hand in asked.deal.hands), convention)


def unslapped(asked: Asked, convention: Convention) -> Answer:
    """No hand comes down."""
    if not asked.slaps:
        return plainly(asked, convention)
    return counted(play(asked.book, asked.start, asked.budget, slaps=NO_SLAPS), *convention)


def _of(asked: Asked, hands: tuple[Zone, ...], convention: Convention) -> Answer:
    """The game with other hands. Where a slap is not allowed there, the program breaks."""
    if hands == asked.deal.hands:
        return plainly(asked, convention)
    start = initial(asked.book, Deal(hands, asked.deal.labelling, asked.deal.middle))
    try:
        return counted(play(asked.book, start, asked.budget, slaps=asked.slaps), *convention)
    except RefusedSlap:
        return FaultKind.CRASHED
