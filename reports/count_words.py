"""What all the deals of a deck come to, in words for card players and as a document for machines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from reports.words import number
from solver.counting.count import Count
from solver.counting.decks import Deck

MOST_PERIODS: Final = 5
"""So many periods are shown, those of most deals."""
_UNITS: Final = (("year", 31_557_600), ("day", 86_400), ("hour", 3_600), ("minute", 60))


@dataclass(frozen=True, slots=True)
class Counted:
    """A count of a deck under the rules of a game; `choices` are its departures from the game's own. In seconds.

    `cut` is how many cards the leader has.
    """

    game: str
    choices: tuple[tuple[str, str], ...]
    deck: Deck
    cut: int
    tally: Count
    seconds: float

    @property
    def rules(self) -> str:
        """The game and what is agreed on, as the command line takes it: `beggar --set end=immediate`."""
        return " ".join((self.game, *(f"--set {point}={way}" for point, way in self.choices)))


def document(counted: Counted) -> dict[str, Any]:
    """The keys of the tables of small decks, and behind them what else is known."""
    tally, deck = counted.tally, counted.deck
    return {
        "deck": deck.letters,
        "cards": deck.size,
        "deals": tally.deals,
        "endless": tally.endless,
        "total_cards": tally.total_cards,
        "total_tricks": tally.total_tricks,
        "leader_wins": tally.leader_wins,
        "longest_cards": tally.longest_cards,
        "longest_tricks": tally.longest_tricks,
        "longest_example": tally.longest_example,
        "endless_under_immediate": tally.endless_under_immediate,
        "endless_deals": list(tally.endless_deals),
        "game": counted.game,
        "choices": dict(counted.choices),
        "leaders_cards": counted.cut,
        "periods": [
            {"period_cards": cards, "period_tricks": tricks, "deals": deals}
            for (cards, tricks), deals in sorted(tally.periods.items())
        ],
        "seconds": round(counted.seconds, 3),
    }


def lines(counted: Counted) -> Iterator[str]:
    """What was found, and the commands that show more of it."""
    tally, deck = counted.tally, counted.deck
    yield f"{deck} ({number(deck.size, 'card')}), {counted.rules}: {number(tally.deals, 'deal')}, {_halves(counted)}"
    yield from _that_end(counted)
    yield from _that_never_end(counted)
    if tally.longest_example:
        yield f"the longest: fairdeal play {counted.rules} --deal {_in_hands(counted.cut, tally.longest_example)}"
    if tally.endless_deals:
        yield f"one without end: fairdeal cycle {counted.rules} --deal {_in_hands(counted.cut, tally.endless_deals[0])}"


def _that_end(counted: Counted) -> Iterator[str]:
    tally = counted.tally
    ended = tally.deals - tally.endless
    if not ended:
        return
    cards, tricks, won = (total / ended for total in (tally.total_cards, tally.total_tricks, tally.leader_wins))
    yield (
        f"  {ended:,} end{'s' if ended == 1 else ''}, after {cards:,.1f} cards and {tricks:,.1f} tricks on average;"
        f" A wins {tally.leader_wins:,} of them ({won:.1%})"
    )
    example = _in_hands(counted.cut, tally.longest_example)
    yield (
        f"  the longest has {number(tally.longest_cards, 'card')}: {example}; the most tricks in a game are"
        f" {tally.longest_tricks:,}"
    )


def _that_never_end(counted: Counted) -> Iterator[str]:
    tally = counted.tally
    immediate = tally.endless_under_immediate
    also = "" if immediate in (None, tally.endless) else f" (under end=immediate {immediate:,})"
    if not tally.endless:
        yield f"  none goes on for ever{also}"
        return
    yield f"  {_never_end(tally)}{also}"
    often = sorted(tally.periods.items(), key=lambda period: (-period[1], period[0]))
    for (cards, tricks), deals in often[:MOST_PERIODS]:
        yield f"    {number(deals, 'deal')} with a period of {number(cards, 'card')}, {number(tricks, 'trick')}"
    if len(often) > MOST_PERIODS:
        yield f"    {number(sum(deals for _, deals in often[MOST_PERIODS:]), 'deal')} with other periods"
    for deal in tally.endless_deals:
        yield f"    {_in_hands(counted.cut, deal)}"
    if tally.endless > len(tally.endless_deals):
        yield f"    and {tally.endless - len(tally.endless_deals):,} more"


def so_far(tally: Count | None, deck: Deck, cut: int) -> str:
    """Where a count was interrupted, and what had been found."""
    if tally is None:
        return f"interrupted before the first of {number(deck.arrangements, 'deal')} had been counted"
    longest = f", the longest has {number(tally.longest_cards, 'card')}: {_in_hands(cut, tally.longest_example)}"
    return (
        f"interrupted after {tally.deals:,} of {number(deck.arrangements, 'deal')}"
        f" ({tally.deals / deck.arrangements:.0%}): so far {_never_end(tally)}"
        + (longest if tally.longest_example else "")
    )


def too_many(deck: Deck, rate: int, seconds: float, hours: int) -> str:
    """Why a deck is not counted: an estimate from the rate at which some of its deals were played."""
    return (
        f"deck {deck} has {_large(deck.arrangements)} deals: at {rate:,} a second, as measured just now, that takes"
        f" about {time_words(seconds)}, and a count may take {hours} hours: choose a smaller deck, or play some of its"
        f" deals: fairdeal sweep --deck {deck}"
    )


def time_words(seconds: float) -> str:
    """A length of time, roughly: `3 minutes`, `10^12 years`."""
    for unit, length in _UNITS:
        if seconds >= length:
            many = round(seconds / length)
            return f"{_large(many)} {unit}{'' if many == 1 else 's'}"
    return number(max(1, round(seconds)), "second")


def _large(count: int) -> str:
    return f"{count:,}" if count < 10**15 else f"10^{len(str(count)) - 1}"


def _never_end(tally: Count) -> str:
    return f"{tally.endless:,} never end{'s' if tally.endless == 1 else ''}"


def _halves(counted: Counted) -> str:
    """Who leads, and who has the odd card."""
    size, cut = counted.deck.size, counted.cut
    if size == 2 * cut:
        return "equal halves, A leads"
    return f"A leads and has {number(cut, 'card')}, the odd one {'with them' if 2 * cut > size else 'is with B'}"


def _in_hands(cut: int, deal: str) -> str:
    """A deal as `--deal` takes it."""
    return f"{deal[:cut]}/{deal[cut:]}"
