"""What all positions of a deck come to, and of all decks of a size, in words for card players and for machines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from reports.columns import Column, fold, table
from reports.words import number
from solver.counting.census import Census
from solver.counting.states import Cycle, Survey

MOST_SHOWN: Final = 20
"""So many cycles, or endless deals, are shown on the screen."""
SEATS: Final = (
    "cycles are counted up to exchange of seats: one that comes round with the same seat leading has a mirror image"
    " besides, and one with the seats exchanged is its own mirror image and goes round twice until all is as before"
)


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A survey under the rules of a game; `choices` are its departures from the game's own. In seconds."""

    game: str
    choices: tuple[tuple[str, str], ...]
    survey: Survey
    seconds: float

    @property
    def rules(self) -> str:
        """The game and what is agreed on, as the command line takes it: `beggar --set end=immediate`."""
        return " ".join((self.game, *(f"--set {point}={way}" for point, way in self.choices)))


# --- one deck ---


def document(surveyed: Surveyed) -> dict[str, Any]:
    """All that is known of a deck."""
    return {
        "game": surveyed.game,
        "choices": dict(surveyed.choices),
        **_deck(surveyed.survey),
        "cycles_with_seats_told_apart": surveyed.survey.with_seats,
        "endless_deals_in_halves": list(surveyed.survey.endless_deals),
        "cycles": [_cycle(cycle) for cycle in surveyed.survey.cycles],
        "seconds": round(surveyed.seconds, 3),
    }


def _deck(survey: Survey) -> dict[str, Any]:
    deck = survey.deck
    return {
        "deck": deck.letters,
        "short": str(deck),
        "cards": deck.size,
        "arrangements": deck.arrangements,
        "positions": survey.positions,
        "positions_in_cycles": survey.in_cycles,
        "positions_that_never_end": survey.never_end,
        "deals_in_halves": survey.deals_in_halves,
        "endless_in_halves": survey.fair,
        "longest_stem_tricks": survey.longest_stem,
    }


def _cycle(cycle: Cycle) -> dict[str, Any]:
    return {
        "position": cycle.position,
        "tricks": cycle.tricks,
        "cards": cycle.cards,
        "seats_exchanged": cycle.turned,
        "positions": cycle.positions,
        "deals_in_halves_leader_smaller": cycle.small_halves,
        "deals_in_halves_leader_larger": cycle.large_halves,
        "longest_stem_tricks": cycle.stem_tricks,
        "longest_stem_cards": cycle.stem_cards,
        "longest_stem_from": cycle.farthest,
    }


def lines(surveyed: Surveyed, width: int) -> Iterator[str]:
    """What was found, the cycles as a table, and the command that shows one of them."""
    for line in _told(surveyed.survey, surveyed.rules):
        yield from fold(line, width, indent="    ")
    if surveyed.survey.cycles:
        yield from table(_cycles(surveyed.survey), width)
        yield from _then(surveyed.survey, surveyed.rules, width)


def _told(survey: Survey, rules: str) -> Iterator[str]:
    deck = survey.deck
    cards, positions = number(deck.size, "card"), number(survey.positions, "position")
    yield f"{deck} ({cards}), {rules}: {positions}, every order of the cards with every cut"
    if not survey.cycles:
        yield "  no cycle: every game ends"
        return
    never = f"{number(survey.never_end, 'position')} never end{'s' if survey.never_end == 1 else ''}"
    yield f"  {number(len(survey.cycles), 'cycle')}, {number(survey.in_cycles, 'position')} in cycles; {never}"
    yield f"  {_fair(survey)}"
    for deal in survey.endless_deals:
        yield f"    {deal}"
    if survey.fair > len(survey.endless_deals):
        yield f"    and {survey.fair - len(survey.endless_deals):,} more"


def _then(survey: Survey, rules: str, width: int) -> Iterator[str]:
    if len(survey.cycles) > MOST_SHOWN:
        yield f"and {number(len(survey.cycles) - MOST_SHOWN, 'cycle')} more: --json has them all"
    yield from fold(SEATS, width)
    example = survey.endless_deals[0] if survey.endless_deals else survey.cycles[0].position
    yield f"one without end: fairdeal cycle {rules} --deal {example}"


def _fair(survey: Survey) -> str:
    odd = " (either seat having the odd card)" if survey.deck.size % 2 else ""
    deals = f"{number(survey.deals_in_halves, 'deal')} in halves{odd}"
    if not survey.fair:
        return f"all {deals} end"
    return f"of {deals} {survey.fair:,} never end{'s' if survey.fair == 1 else ''}"


def _cycles(survey: Survey) -> list[Column]:
    shown, odd = survey.cycles[:MOST_SHOWN], survey.deck.size % 2
    stems = (f"{number(cycle.stem_cards, 'card')}, {number(cycle.stem_tricks, 'trick')}" for cycle in shown)
    halves = (cycle.small_halves + (cycle.large_halves if odd else 0) for cycle in shown)
    return [
        _numbers("tricks", (cycle.tricks for cycle in shown)),
        _numbers("cards", (cycle.cards for cycle in shown)),
        Column("seats", tuple("exchanged" if cycle.turned else "the same" for cycle in shown)),
        _numbers("positions that\nrun into it", (cycle.positions for cycle in shown)),
        _numbers("deals\nin halves", halves),
        Column("longest stem", tuple(stems)),
        Column("a position in it, leader first", tuple(cycle.position for cycle in shown), whole=True),
    ]


def _numbers(head: str, cells: Iterable[int]) -> Column:
    return Column(head, tuple(f"{cell:,}" for cell in cells), right=True)


# --- all decks of a size ---


def census_document(census: Census, seconds: float) -> dict[str, Any]:
    """All that is known of the decks of a size; `complete` is whether every one was visited."""
    return {
        "cards": census.cards,
        "complete": census.complete,
        "decks": census.of,
        "visited": census.decks,
        "positions": census.positions,
        "decks_with_a_cycle": len(census.with_cycle),
        "decks_with_an_endless_deal_in_halves": len(census.reached),
        "with_a_cycle": [_deck(survey) | {"cycles": len(survey.cycles)} for survey in census.with_cycle],
        "seconds": round(seconds, 3),
    }


def census_lines(census: Census, seconds: float, width: int) -> Iterator[str]:
    """The decks with a cycle as a table, and how many there are."""
    if census.with_cycle:
        yield from table(_decks(census.with_cycle), width)
    yield from fold(_found(census), width)
    rate = f", {census.positions / seconds:,.0f} a second" if seconds >= 1 else ""
    yield f"{number(census.positions, 'position')}, every order with every cut{rate}"
    if census.with_cycle:
        yield f"the cycles of a deck: fairdeal count {census.with_cycle[0].deck} --cycles"


def _found(census: Census) -> str:
    visited = f"{census.decks:,}" if census.complete else f"the first {census.decks:,} of {census.of:,}"
    found, reached = len(census.with_cycle), len(census.reached)
    words = f"of {visited} decks of {number(census.cards, 'card')} with a pay card "
    if found:
        return f"{words}{found:,} {'has' if found == 1 else 'have'} a cycle; {_reached(found, reached)}"
    return words + ("none has a cycle: every game ends" if census.complete else "none has a cycle so far")


def _reached(found: int, reached: int) -> str:
    if reached == found:
        return f"{'it is' if found == 1 else 'all are'} reached by a deal in halves"
    return f"{reached:,} {'is' if reached == 1 else 'are'} reached by a deal in halves"


def _decks(surveys: Sequence[Survey]) -> list[Column]:
    examples = ((*each.endless_deals, each.cycles[0].position)[0] for each in surveys)
    return [
        Column("deck", tuple(str(each.deck) for each in surveys)),
        _numbers("positions", (each.positions for each in surveys)),
        _numbers("cycles", (len(each.cycles) for each in surveys)),
        _numbers("positions\nin cycles", (each.in_cycles for each in surveys)),
        _numbers("positions\nwithout end", (each.never_end for each in surveys)),
        _numbers("endless deals\nin halves", (each.fair for each in surveys)),
        Column("longest stem", tuple(number(each.longest_stem, "trick") for each in surveys)),
        Column("one without end", tuple(examples), whole=True),
    ]
