"""The graph of all games of one small deck between two seats: a position, a trick, the next position.

A position is what the players hold at an empty middle, and who leads; two are the same only if both are. An edge is
one trick, played card by card by the model's own `turn`. Every position has one successor, so that a game either runs
into a win or round a cycle, and the graph shows every deal that never ends. Graphs are for looking at, which is why
a deck may have at most eight cards here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from model.cards import Zone, format_zone
from model.deal import SEAT_NAMES
from model.game import Seat
from model.piles.play import initial, turn, winners
from model.piles.points import choices
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from model.piles.taking import off, shuffled
from properties.evidence import Finding, Grade, Verdict
from solver.decks import DeckError, check_size, count, deals

if TYPE_CHECKING:
    import networkx as nx

MOST_EXAMPLES: Final = 20
"""So many endless deals are named in a finding; all of them are counted."""


class NoGraphs(ImportError):
    """The library for graphs is not installed."""

    def __init__(self) -> None:
        super().__init__("graphs need networkx: install fairdeal with its extra, pip install 'fairdeal[report]'")


@dataclass(frozen=True, slots=True)
class Trick:
    """One edge: the cards laid from one empty middle to the next, and who took them.

    `tricks` is 1, or 0 where the game ends with a pile that nobody has taken.
    """

    before: str
    after: str
    cards: int
    tricks: int
    taker: str


@dataclass(frozen=True, slots=True)
class Cycle:
    """Positions that come again for ever, in the order of play. `attracts` are the positions that lead to them,
    their own included; `deals` counts the deals among those. `twin` names the cycle that is the same with the seats
    swapped (itself, if it is its own mirror image), and is empty if that one is not in the graph.
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

    `shortest` is the endless deal that repeats itself after the fewest cards.
    """

    game: str
    choices: tuple[tuple[str, str], ...]
    deck: str
    balanced: bool
    deals: int
    positions: int
    finished: Finished
    cycles: tuple[Cycle, ...]
    endless: tuple[Endless, ...]
    longest_stem: Endless | None
    shortest: Endless | None


# --- the graph ---


def position_name(hands: tuple[Zone, ...], leader: Seat) -> str:
    """A position as people read it: the hands, A first, top card first, and who leads: `J--|-J- A`."""
    return "|".join(map(format_zone, hands)) + f" {SEAT_NAMES[leader]}"


def _mirrored(position: str) -> str:
    hands, leader = position.split(" ")
    return "|".join(reversed(hands.split("|"))) + f" {'B' if leader == 'A' else 'A'}"


def _end_name(winner: Seat) -> str:
    return f"{SEAT_NAMES[winner]} wins"


def trick_graph(book: Book, deck: Zone, balanced: bool = False) -> nx.DiGraph[str]:
    """The positions that the deals of the deck lead to (A leads each deal), with one edge for each trick.

    Attributes are plain strings and ints. Nodes: `kind` (`deal`, `position` or `end`), `a`, `b`, `leader`. Edges:
    `cards`, `tricks`, `taker`. Graph: `game`, `choices`, `deck`, `balanced`. Raises DeckError for a deck of more than
    eight cards and for books whose games no position decides (a shuffle, a time rule); NoGraphs without networkx.
    """
    try:
        import networkx as nx
    except ImportError as error:
        raise NoGraphs from error
    check_size(deck)
    _check_book(book)
    graph: nx.DiGraph[str] = nx.DiGraph(
        game=book.game, choices=_departures(book), deck=format_zone(deck), balanced=str(balanced).lower()
    )
    for deal in deals(deck, balanced):
        start = initial(book, deal)
        _add_position(graph, start, "deal")
        _add_game(book, graph, start)
    return graph


def _add_game(book: Book, graph: nx.DiGraph[str], table: Table) -> None:
    """Add the tricks from here to a position whose trick is known already, or to the end."""
    name = position_name(table.hands, table.turn)
    while table.phase != Phase.OVER and not graph.out_degree(name):
        table, trick = _play_trick(book, table)
        if table.phase == Phase.OVER:
            graph.add_node(trick.after, kind="end", a="", b="", leader="")
        else:
            _add_position(graph, table, "position")
        graph.add_edge(name, trick.after, cards=trick.cards, tricks=trick.tricks, taker=trick.taker)
        name = trick.after


def _add_position(graph: nx.DiGraph[str], table: Table, kind: str) -> None:
    """Add a position; one that was a deal remains one, and one that turns out to be a deal becomes one."""
    name = position_name(table.hands, table.turn)
    if name in graph and kind != "deal":
        return
    a, b = map(format_zone, table.hands)
    graph.add_node(name, kind=kind, a=a, b=b, leader=SEAT_NAMES[table.turn])


def _play_trick(book: Book, table: Table) -> tuple[Table, Trick]:
    before = position_name(table.hands, table.turn)
    cards = 0
    held = [len(hand) for hand in table.hands]
    while True:
        table = turn(book, table)
        cards += 1
        if table.phase == Phase.OVER:
            winner = winners(table)[0]
            return table, Trick(before, _end_name(winner), cards, int(not table.middle), SEAT_NAMES[winner])
        if not table.middle:
            taker = Seat(max(range(len(held)), key=lambda seat: len(table.hands[seat]) - held[seat]))
            return table, Trick(before, position_name(table.hands, table.turn), cards, 1, SEAT_NAMES[taker])


def _check_book(book: Book) -> None:
    if book.pile_order is shuffled:
        raise DeckError("with pile_order=shuffled chance decides what follows a position: explore another pile_order")
    if book.time_rule is not off:
        raise DeckError("a time rule ends every game, so that none is endless: explore with time_rule=off")
    if book.slapping:
        raise DeckError(f"{book.game} is played with slaps, and a position does not decide who slaps")


def departures(book: Book) -> tuple[tuple[str, str], ...]:
    """The rule points where the book departs from the game's own defaults, each with the alternative chosen."""
    default = choices(PROFILES[book.game]) if book.game in PROFILES else {}
    return tuple((point, name) for point, name in choices(book).items() if default.get(point) != name)


def _departures(book: Book) -> str:
    """The same as one text: `end=immediate leader=after_taker`."""
    return " ".join(f"{point}={name}" for point, name in departures(book))


def _pairs(departures: str) -> tuple[tuple[str, str], ...]:
    return tuple((point, name) for point, _, name in (each.partition("=") for each in departures.split()))


# --- what it shows ---


@dataclass(frozen=True, slots=True)
class _Fate:
    """Where a position leads (an end, or the name of a cycle), and after how many cards and tricks."""

    goal: str
    cards: int = 0
    tricks: int = 0


def explore(graph: nx.DiGraph[str]) -> Exploration:
    """What a graph made by `trick_graph` shows: its cycles and what they attract, endless deals, the games that end."""
    loops = _loops(graph)
    fates = _fates(graph, loops)
    names = _of_kind(graph, "deal")
    cycles = tuple(_cycle(graph, name, loop, loops, fates) for name, loop in loops.items())
    by_name = {cycle.name: cycle for cycle in cycles}
    endless = tuple(
        _endless(name, fates[name], by_name[fates[name].goal]) for name in names if fates[name].goal in by_name
    )
    attributes = graph.graph
    return Exploration(
        game=attributes["game"],
        choices=_pairs(attributes["choices"]),
        deck=attributes["deck"],
        balanced=attributes["balanced"] == "true",
        deals=len(names),
        positions=len(graph) - len(_of_kind(graph, "end")),
        finished=_finished({name: fates[name] for name in names if fates[name].goal not in by_name}),
        cycles=cycles,
        endless=endless,
        longest_stem=max(endless, key=lambda each: (each.stem_cards, each.stem_tricks), default=None),
        shortest=min(endless, key=lambda each: (each.repeats_after, each.deal), default=None),
    )


def _of_kind(graph: nx.DiGraph[str], kind: str) -> list[str]:
    return [name for name, attributes in graph.nodes(data=True) if attributes["kind"] == kind]


def _loops(graph: nx.DiGraph[str]) -> dict[str, tuple[str, ...]]:
    """The cycles by name: shortest first, each from the deal (or else the position) that is first by text."""
    import networkx as nx

    found: list[tuple[str, ...]] = []
    for loop in nx.simple_cycles(graph):
        first = min(loop, key=lambda name: (graph.nodes[name]["kind"] != "deal", name))
        place = loop.index(first)
        found.append((*loop[place:], *loop[:place]))
    found.sort(key=lambda loop: (_length(graph, loop, "cards"), loop))
    return {f"cycle {number}": loop for number, loop in enumerate(found, start=1)}


def _length(graph: nx.DiGraph[str], loop: tuple[str, ...], what: str) -> int:
    return sum(graph.edges[before, after][what] for before, after in zip(loop, loop[1:] + loop[:1], strict=True))


def _fates(graph: nx.DiGraph[str], loops: dict[str, tuple[str, ...]]) -> dict[str, _Fate]:
    """Where every position leads, found backwards from the ends and the cycles."""
    fates = {name: _Fate(name) for name in _of_kind(graph, "end")}
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


def _cycle(
    graph: nx.DiGraph[str],
    name: str,
    loop: tuple[str, ...],
    loops: dict[str, tuple[str, ...]],
    fates: dict[str, _Fate],
) -> Cycle:
    attracts = tuple(sorted(position for position, fate in fates.items() if fate.goal == name))
    mirror = {_mirrored(position) for position in loop}
    return Cycle(
        name=name,
        positions=loop,
        cards=_length(graph, loop, "cards"),
        tricks=_length(graph, loop, "tricks"),
        deals=sum(graph.nodes[position]["kind"] == "deal" for position in attracts),
        attracts=attracts,
        twin=next((other for other, positions in loops.items() if set(positions) == mirror), ""),
    )


def _endless(name: str, fate: _Fate, cycle: Cycle) -> Endless:
    return Endless(_deal_text(name), cycle.name, fate.cards, fate.tricks, cycle.cards, cycle.tricks)


def _deal_text(position: str) -> str:
    """A position that is a deal (A leads), as `--deal` takes it."""
    return position.split(" ")[0].replace("|", "/")


def _finished(ended: dict[str, _Fate]) -> Finished:
    if not ended:
        return Finished(0, 0, 0, 0, "", 0, 0)
    longest = max(ended, key=lambda name: (ended[name].cards, ended[name].tricks))
    return Finished(
        deals=len(ended),
        leader_wins=sum(fate.goal == _end_name(Seat(0)) for fate in ended.values()),
        total_cards=sum(fate.cards for fate in ended.values()),
        total_tricks=sum(fate.tricks for fate in ended.values()),
        longest=_deal_text(longest),
        longest_cards=ended[longest].cards,
        longest_tricks=ended[longest].tricks,
    )


def marked(graph: nx.DiGraph[str]) -> nx.DiGraph[str]:
    """A copy in which every position says where it `leads_to` (an end or a cycle's name), and whether it is `in_cycle`.

    For programs that draw or filter by attributes.
    """
    loops = _loops(graph)
    fates = _fates(graph, loops)
    going_round = {position for loop in loops.values() for position in loop}
    copy = graph.copy()
    for name, attributes in copy.nodes(data=True):
        attributes["leads_to"] = fates[name].goal
        attributes["in_cycle"] = int(name in going_round)
    return copy


def finding(exploration: Exploration, seconds: float = 0.0) -> Finding:
    """The exploration as evidence: how many deals of the deck are endless is known by having seen all of them.

    That a game can be endless is a fact of the game and no failure, so it is stated as a count that holds.
    """
    cuts = "halves" if exploration.balanced else "cuts"
    if exploration.endless:
        number = len(exploration.endless)
        statement = f"exactly {count(number, 'deal')} of {exploration.deck} {'is' if number == 1 else 'are'} endless"
    else:
        statement = f"no deal of {exploration.deck} is endless"
    return Finding(
        subject=f"endless deals of {exploration.deck}",
        statement=f"two seats, all {cuts}: {statement}",
        game=exploration.game,
        grade=Grade.EXHAUSTED,
        verdict=Verdict.HELD,
        seats=(2,),
        choices=dict(exploration.choices),
        seconds=seconds,
        space=f"every deal of {exploration.deck} to two seats, all {cuts}, A leads; hands as classes",
        space_size=exploration.deals,
        examples=tuple(each.deal for each in exploration.endless[:MOST_EXAMPLES]),
    )
