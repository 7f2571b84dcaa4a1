"""What the graph of tricks shows: where every position leads, cycles and what they attract, deals that never end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from model.deal import SEAT_NAMES
from properties.evidence import Finding, Grade, Verdict
from solver.decks import count, deck_words, parse_deck
from solver.graphs.agreed import dealt_words
from solver.graphs.slapping import NEVER, Slapping

if TYPE_CHECKING:
    import networkx as nx

MOST_EXAMPLES: Final = 20
"""So many endless deals are named in a finding; all of them are counted."""


@dataclass(frozen=True, slots=True)
class Attractor:
    """What play ends in: a win, or a cycle. networkx calls it an attracting component.

    `positions` are its own (1 for an end), `attracts` all that lead to it, the positions of a cycle included; `deals`
    are the deals among those. `farthest_tricks` is the greatest number of tricks from one of them to it, and
    `farthest_cards` the greatest number of cards.
    """

    name: str
    kind: str
    positions: int
    attracts: int
    deals: int
    farthest_cards: int
    farthest_tricks: int


@dataclass(frozen=True, slots=True)
class Cycle:
    """Positions that come again for ever, in the order of play. `attracts` are the positions that lead to them,
    their own included; `deals` counts the deals among those. `twin` names the cycle that is the same with the seats
    changed round (itself, if it is its own mirror image), and is empty if that one is not in the graph.
    """

    name: str
    positions: tuple[str, ...]
    cards: int
    tricks: int
    deals: int
    attracts: tuple[str, ...]
    twin: str = ""

    def __str__(self) -> str:
        return (
            f"{self.name}: period {count(self.cards, 'card')}, {count(self.tricks, 'trick')},"
            f" entered by {count(self.deals, 'deal')}"
        )


@dataclass(frozen=True, slots=True)
class Endless:
    """A deal that never ends: so many cards and tricks before its cycle, and the cycle's name and period."""

    deal: str
    cycle: str
    stem_cards: int
    stem_tricks: int
    period_cards: int
    period_tricks: int

    @property
    def repeats_after(self) -> int:
        """Cards laid until a position is seen for the second time."""
        return self.stem_cards + self.period_cards

    @property
    def repeats_after_tricks(self) -> int:
        """Tricks played until a position is seen for the second time."""
        return self.stem_tricks + self.period_tricks


@dataclass(frozen=True, slots=True)
class Finished:
    """The deals that end, taken together. Whatever the book counts: cards as laid, tricks with the last pile."""

    deals: int
    leader_wins: int
    total_cards: int
    total_tricks: int
    longest: str
    longest_cards: int
    longest_tricks: int


@dataclass(frozen=True, slots=True)
class Exploration:
    """What the graph of a deck shows. `longest_stem` and `shortest` are None where no deal is endless.

    `shortest` is the endless deal that repeats itself after the fewest cards, then tricks; of several the first by
    text, and so with `longest_stem`. `slapping` is empty for
    games without slaps.
    """

    game: str
    choices: tuple[tuple[str, str], ...]
    deck: str
    balanced: bool
    seats: int
    slapping: str
    deals: int
    positions: int
    finished: Finished
    attractors: tuple[Attractor, ...]
    cycles: tuple[Cycle, ...]
    endless: tuple[Endless, ...]
    longest_stem: Endless | None
    shortest: Endless | None

    @property
    def soonest(self) -> tuple[Endless, ...]:
        """The deals that repeat themselves as soon as `shortest` does, itself among them."""
        return tuple(each for each in self.endless if _soon(each) == _soon(self.shortest))

    @property
    def longest_stems(self) -> tuple[Endless, ...]:
        """The deals with as long a stem as `longest_stem`, itself among them."""
        return tuple(each for each in self.endless if _stem(each) == _stem(self.longest_stem))

    @property
    def deck_name(self) -> str:
        """The deck as people read it."""
        return self.deck if self.slapping else deck_words(parse_deck(self.deck))


@dataclass(frozen=True, slots=True)
class _Fate:
    """Where a position leads (an end, or the name of a cycle), and after how many cards and tricks."""

    goal: str
    cards: int = 0
    tricks: int = 0


def explore(graph: nx.DiGraph[str]) -> Exploration:
    """What a graph made by `trick_graph` shows. Takes time in proportion to its size."""
    ends, loops = _attractors(graph)
    fates = _fates(graph, ends, loops)
    attracted = _by_goal(fates)
    names = [name for name in graph if graph.nodes[name]["kind"] == "deal"]
    dealt = {name: fates[name] for name in names}
    twins = _twins(loops, graph.graph["seats"]) if graph.graph["slapping"] in _FOR_ALL_SEATS else {}
    cycles = tuple(_cycle(graph, name, loop, attracted[name], twins.get(name, "")) for name, loop in loops.items())
    by_name = {cycle.name: cycle for cycle in cycles}
    endless = tuple(_endless(name, fate, by_name[fate.goal]) for name, fate in dealt.items() if fate.goal in by_name)
    attributes = graph.graph
    return Exploration(
        game=attributes["game"],
        choices=_pairs(attributes["choices"]),
        deck=attributes["deck"],
        balanced=attributes["balanced"] == "true",
        seats=attributes["seats"],
        slapping=attributes["slapping"],
        deals=len(names),
        positions=len(graph) - len(ends),
        finished=_finished({name: fate for name, fate in dealt.items() if fate.goal not in by_name}),
        attractors=tuple(_told(graph, name, loops, attracted[name], fates) for name in (*ends, *loops)),
        cycles=cycles,
        endless=endless,
        longest_stem=max(sorted(endless, key=_text), key=_stem, default=None),
        shortest=min(sorted(endless, key=_text), key=_soon, default=None),
    )


def _text(endless: Endless) -> str:
    return endless.deal


def _soon(endless: Endless | None) -> tuple[int, int]:
    return (endless.repeats_after, endless.repeats_after_tricks) if endless else (0, 0)


def _stem(endless: Endless | None) -> tuple[int, int]:
    return (endless.stem_cards, endless.stem_tricks) if endless else (0, 0)


def _pairs(departures: str) -> tuple[tuple[str, str], ...]:
    return tuple((point, name) for point, _, name in (each.partition("=") for each in departures.split()))


# --- where positions lead ---


def _attractors(graph: nx.DiGraph[str]) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """The ends, and the cycles by name: shortest first, each from the deal (or else the position) first by text."""
    import networkx as nx

    found = list(nx.attracting_components(graph))
    ends = sorted(name for each in found for name in each if graph.nodes[name]["kind"] == "end")
    loops = [
        _round(graph, min(each, key=lambda name: (graph.nodes[name]["kind"] != "deal", name)))
        for each in found
        if not each & set(ends)
    ]
    loops.sort(key=lambda loop: (_length(graph, loop, "cards"), loop))
    return ends, {f"cycle {number}": loop for number, loop in enumerate(loops, start=1)}


def _round(graph: nx.DiGraph[str], first: str) -> tuple[str, ...]:
    """The positions of a cycle in the order of play."""
    loop = [first]
    while (name := _after(graph, loop[-1])) != first:
        loop.append(name)
    return tuple(loop)


def _after(graph: nx.DiGraph[str], name: str) -> str:
    return next(iter(graph.successors(name)))


def _length(graph: nx.DiGraph[str], loop: tuple[str, ...], what: str) -> int:
    return sum(graph.edges[before, after][what] for before, after in zip(loop, loop[1:] + loop[:1], strict=True))


def _fates(graph: nx.DiGraph[str], ends: Iterable[str], loops: dict[str, tuple[str, ...]]) -> dict[str, _Fate]:
    """Where every position leads, found backwards from the ends and the cycles."""
    fates = {name: _Fate(name) for name in ends}
    fates |= {position: _Fate(name) for name, loop in loops.items() for position in loop}
    waiting = list(fates)
    while waiting:
        after = waiting.pop()
        fate = fates[after]
        for before in graph.predecessors(after):
            if before not in fates:
                trick = graph.edges[before, after]
                fates[before] = _Fate(fate.goal, fate.cards + trick["cards"], fate.tricks + trick["tricks"])
                waiting.append(before)
    return fates


def _by_goal(fates: dict[str, _Fate]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for position, fate in fates.items():
        found.setdefault(fate.goal, []).append(position)
    return found


def _told(
    graph: nx.DiGraph[str], name: str, loops: dict[str, tuple[str, ...]], attracted: list[str], fates: dict[str, _Fate]
) -> Attractor:
    return Attractor(
        name=name,
        kind="cycle" if name in loops else "end",
        positions=len(loops.get(name, (name,))),
        attracts=len(attracted) - (name not in loops),
        deals=_deals(graph, attracted),
        farthest_cards=max(fates[position].cards for position in attracted),
        farthest_tricks=max(fates[position].tricks for position in attracted),
    )


def _deals(graph: nx.DiGraph[str], positions: Iterable[str]) -> int:
    return sum(graph.nodes[position]["kind"] == "deal" for position in positions)


# --- cycles and deals ---


def _cycle(graph: nx.DiGraph[str], name: str, loop: tuple[str, ...], attracted: list[str], twin: str) -> Cycle:
    return Cycle(
        name=name,
        positions=loop,
        cards=_length(graph, loop, "cards"),
        tricks=_length(graph, loop, "tricks"),
        deals=_deals(graph, attracted),
        attracts=tuple(sorted(attracted)),
        twin=twin,
    )


_FOR_ALL_SEATS: Final = ("", NEVER)
"""Where one seat slaps and the others do not, no other cycle is the same with the seats changed round."""


def _twins(loops: dict[str, tuple[str, ...]], seats: int) -> dict[str, str]:
    """For each cycle the one that is the same with the seats changed round, if it is in the graph."""
    at = {position: name for name, loop in loops.items() for position in loop}
    found: dict[str, str] = {}
    for name, loop in loops.items():
        for by in range(1, seats):
            turned = {_turned(position, by, seats) for position in loop}
            other = at.get(next(iter(turned)), "")
            if other and turned == set(loops[other]) and found.get(name, name) == name:
                found[name] = other
    return found


def _turned(position: str, by: int, seats: int) -> str:
    """A position with an empty middle as it is when every player has moved on by so many seats."""
    hands, _, rest = position.partition(" ")
    piles = hands.split("|")
    moved = [piles[(seat - by) % seats] for seat in range(seats)]
    known = [_moved(part, by, seats) if _SEAT.fullmatch(part) else part for part in _SEAT.split(rest)]
    return f"{'|'.join(moved)} {''.join(known)}"


_SEAT: Final = re.compile(r"\b([A-Z])\b")


def _moved(seat: str, by: int, seats: int) -> str:
    return SEAT_NAMES[(SEAT_NAMES.index(seat) + by) % seats]


def _endless(name: str, fate: _Fate, cycle: Cycle) -> Endless:
    return Endless(deal_text(name), cycle.name, fate.cards, fate.tricks, cycle.cards, cycle.tricks)


def deal_text(position: str) -> str:
    """A position that is a deal as `--deal` takes it: `J--|-J- A` is `J--/-J-`, with a middle `2|2 +3 A` is `2/2+3`."""
    hands, _, rest = position.partition(" ")
    middle = rest.partition(" ")[0] if rest.startswith("+") else ""
    return hands.replace("|", "/") + middle


def _finished(ended: dict[str, _Fate]) -> Finished:
    if not ended:
        return Finished(0, 0, 0, 0, "", 0, 0)
    longest = max(ended, key=lambda name: (ended[name].cards, ended[name].tricks))
    return Finished(
        deals=len(ended),
        leader_wins=sum(fate.goal == "A wins" for fate in ended.values()),
        total_cards=sum(fate.cards for fate in ended.values()),
        total_tricks=sum(fate.tricks for fate in ended.values()),
        longest=deal_text(longest),
        longest_cards=ended[longest].cards,
        longest_tricks=ended[longest].tricks,
    )


def marked(graph: nx.DiGraph[str]) -> nx.DiGraph[str]:
    """A copy in which every position says where it `leads_to` (an end or a cycle's name), whether it is `in_cycle`,
    and how far it is: `cards_before`, `tricks_before`. For programs that draw or filter by attributes.
    """
    ends, loops = _attractors(graph)
    fates = _fates(graph, ends, loops)
    going_round = {position for loop in loops.values() for position in loop}
    copy = graph.copy()
    for name, attributes in copy.nodes(data=True):
        fate = fates[name]
        attributes["leads_to"] = fate.goal
        attributes["in_cycle"] = int(name in going_round)
        attributes["cards_before"], attributes["tricks_before"] = fate.cards, fate.tricks
    return copy


# --- as evidence ---


def finding(exploration: Exploration, seconds: float = 0.0) -> Finding:
    """The exploration as evidence: how many deals of the deck are endless is known by having seen all of them.

    That a game can be endless is a fact of the game and no failure, so it is stated as a count that holds.
    """
    found = exploration
    dealt = dealt_words(found.balanced, found.slapping, found.game)
    agreed = f", {Slapping(found.slapping)}" if found.slapping else ""
    seats = "two seats" if found.seats == 2 else f"{found.seats} seats"
    if found.endless:
        number = len(found.endless)
        statement = f"exactly {count(number, 'deal')} of {found.deck_name} {'is' if number == 1 else 'are'} endless"
    else:
        statement = f"no deal of {found.deck_name} is endless"
    cards = "ranks" if found.slapping else "classes"
    return Finding(
        subject=f"endless deals of {found.deck_name}{agreed}",
        statement=f"{seats}, {dealt}{agreed}: {statement}",
        game=found.game,
        grade=Grade.EXHAUSTED,
        verdict=Verdict.HELD,
        seats=(found.seats,),
        choices=dict(found.choices),
        seconds=seconds,
        space=f"every deal of {found.deck_name} to {seats}, {dealt}{agreed}, A leads; hands as {cards}",
        space_size=found.deals,
        examples=tuple(each.deal for each in found.endless[:MOST_EXAMPLES]),
    )
