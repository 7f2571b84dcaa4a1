"""The graph of all games of one small deck with slaps: every state, and every tick that leads on from it.

Who slaps is left to the players, so a state has several successors: what happens if nobody slaps, which comes first,
and what each hand on the middle makes of it. Where a right slap is never missed, only who is quickest is left. Two
tables are one state if they differ only in what no rule can ask for any more (`same_future`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING

from model.cards import Zone, format_zone
from model.deal import SEAT_NAMES, Deal
from model.game import NOBODY, Act, Seat, Tick
from model.piles import slaps, taking
from model.piles.play import apply_tick, enabled, initial, unslapped, winners
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.state import NO_DEBT, Phase, Table, replace
from properties.conformance.script import format_tick
from solver.decks import MOST_TICKS, DeckError, book_deals, check_states
from solver.graphs.agreed import departures
from solver.graphs.need import NoGraphs
from solver.graphs.slapping import ALWAYS, ANYBODY, Slapping, right

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Move:
    """One tick that makes a difference, and the number of the state it leads to."""

    tick: Tick
    to: int

    @property
    def slap(self) -> bool:
        """Whether it is hands on the middle."""
        return self.tick[0].act is Act.SLAP


@dataclass(frozen=True, slots=True)
class SlapGraph:
    """All states of all games of a deck, by number, those nearest to a deal first.

    `moves` of a state begin with what happens if nobody slaps, unless somebody does for certain; a state without
    moves is over. `deals` are the states that a game begins with.
    """

    book: Book
    deck: Zone
    seats: int
    deals: dict[int, Deal]
    tables: tuple[Table, ...]
    moves: tuple[tuple[Move, ...], ...]
    slapping: Slapping = ANYBODY

    @property
    def ticks(self) -> int:
        """How many ticks there are, in all states together."""
        return sum(map(len, self.moves))

    @property
    def over(self) -> tuple[int, ...]:
        """The states in which somebody has won."""
        return tuple(state for state, moves in enumerate(self.moves) if not moves)


# --- states and ticks ---


def same_future(book: Book, table: Table) -> Table:
    """The table without what no rule can ask for any more.

    Of a game that is over only the hands count. How a pile was won is forgotten; so is who laid the last card, and
    with it whose turn it was when a pile was won, unless the book asks: for the leader, or after a wrong slap that
    moves cards.
    """
    if table.phase == Phase.OVER:
        return Table(table.hands, (), Seat(0), phase=Phase.OVER)
    known = replace(table, unanswered=False)
    if not forgets_last_layer(book):
        return known
    return replace(known, last=NOBODY, turn=table.claimant if table.phase == Phase.WON else table.turn)


def forgets_last_layer(book: Book) -> bool:
    """Whether no rule of the book asks, before the next card, who laid the last one."""
    led = book.leader in (taking.taker, taking.after_taker)
    return led and book.wrong_slap in (slaps.nothing, slaps.lock_out)


def ticks_of(book: Book, table: Table) -> Iterator[Tick]:
    """Every tick that can make a difference; what happens if nobody slaps comes first, and nothing if it is over."""
    if table.phase == Phase.OVER:
        return
    yield (unslapped(book, table),)
    hands = [action.seat for action in enabled(book, table)[1:]]
    yield from map(slap_tick, permutations(hands, 1))
    # Hands that come together on a pile that may be slapped need no ticks of their own: the undermost one wins, as it
    # does alone. Where wrong hands pay they do: if all pay their last card at one instant, nobody has had the turn
    # between.
    if not slaps.slappable(book, table) and any(_pays(book, table, seat) for seat in hands):
        for number in range(2, len(hands) + 1):
            yield from map(slap_tick, permutations(hands, number))


def agreed_ticks(book: Book, table: Table, slapping: Slapping) -> Iterator[Tick]:
    """The ticks there are as it is agreed who slaps: all that can make a difference, or no right slap missed."""
    hands = right(book, table) if slapping.name == ALWAYS else ()
    if hands:
        yield from (slap_tick((seat,)) for seat in hands)
    elif slapping.name == ALWAYS and table.phase != Phase.OVER:
        yield (unslapped(book, table),)
    else:
        yield from ticks_of(book, table)


def _pays(book: Book, table: Table, seat: Seat) -> bool:
    """Whether the hand of this seat changes anything."""
    return apply_tick(book, table, slap_tick((seat,))) != table


# --- the graph ---


@dataclass(slots=True)
class _Builder:
    """States are numbered as they are met, and asked in the same order what follows them."""

    book: Book
    slapping: Slapping
    tables: list[Table] = field(default_factory=list)
    numbers: dict[Table, int] = field(default_factory=dict)
    known: dict[Tick, Tick] = field(default_factory=dict)
    """Ticks are few: each is kept once."""

    def number(self, table: Table) -> int:
        """The number of the state that a table is."""
        state = same_future(self.book, table)
        if state not in self.numbers:
            self.numbers[state] = len(self.tables)
            self.tables.append(state)
        return self.numbers[state]

    def moves(self, number: int) -> tuple[Move, ...]:
        """What follows a state. A slap that changes nothing is no move."""
        table = self.tables[number]
        moves: list[Move] = []
        for tick in agreed_ticks(self.book, table, self.slapping):
            to = self.number(apply_tick(self.book, table, tick))
            if to != number or not moves:
                moves.append(Move(self.known.setdefault(tick, tick), to))
        return tuple(moves)


def slap_graph(
    book: Book, deck: Zone, seats: int = 2, slapping: Slapping | None = None, most: int = MOST_TICKS
) -> SlapGraph:
    """All states that the deals of the deck lead to, A leading each deal; anybody may slap unless it is said who does.

    Raises DeckError for decks that make too many states, or more than `most` ticks, and for books whose games chance
    or a time rule decides; RuleChoiceError for seats that the game does not know.
    """
    check_book(book)
    check_states(book, deck, seats)
    agreed = slapping or ANYBODY
    made = _Builder(book, agreed)
    deals = {made.number(initial(book, deal)): deal for deal in book_deals(book, deck, seats)}
    moves: list[tuple[Move, ...]] = []
    ticks = 0
    while len(moves) < len(made.tables):
        moves.append(made.moves(len(moves)))
        ticks += len(moves[-1])
        if ticks > most:
            raise DeckError(f"this deck makes more than {most:,} moves by these rules: choose a smaller one")
    return SlapGraph(book, deck, seats, deals, tuple(made.tables), tuple(moves), agreed)


def check_book(book: Book) -> None:
    """Refuse books whose games the ticks of the players do not decide. Raises DeckError."""
    if not book.slapping:
        raise DeckError(f"{book.game} is played without slaps")
    if book.pile_order is taking.shuffled:
        raise DeckError("with pile_order=shuffled chance decides what follows a taking: explore another pile_order")
    if book.time_rule is not taking.off:
        raise DeckError("a time rule ends every game, so that none is endless: explore with time_rule=off")


# --- for people and for other programs ---


def state_name(table: Table) -> str:
    """A state as people read it: the hands, the middle, and what is to happen: `J2|3 +23J, A owes 1 to B`."""
    hands = "|".join(map(format_zone, table.hands))
    middle = f" +{format_zone(table.middle)}" if table.middle else ""
    return ", ".join([hands + middle, _to_happen(table), *besides(table)])


def _to_happen(table: Table) -> str:
    turn = SEAT_NAMES[table.turn]
    if table.phase == Phase.OVER:
        return f"{SEAT_NAMES[winners(table)[0]]} wins"
    if table.phase == Phase.WON:
        return f"won by {SEAT_NAMES[table.claimant]}"
    if table.debt > NO_DEBT:
        return f"{turn} owes {table.debt} to {SEAT_NAMES[table.claimant]}"
    return f"{turn} lays"


def besides(table: Table) -> list[str]:
    """What else makes states differ, in words, where there is anything of it."""
    parts = [f"{what} {number}" for what, number in (("burned", table.burned), ("left", table.left)) if number]
    if any(table.barred):
        parts.append(f"barred {'/'.join(map(str, table.barred))}")
    if table.last != NOBODY:
        parts.append(f"last {SEAT_NAMES[table.last]}" + f", turn {SEAT_NAMES[table.turn]}" * (table.phase == Phase.WON))
    return parts


def digraph(graph: SlapGraph, ends: set[int]) -> nx.DiGraph[str]:
    """The graph for networkx and programs that read its files. `ends` are the states from which the end can be reached.

    Attributes are plain strings and ints. Nodes: `kind` (`deal`, `state` or `over`), `hands`, `middle`, `can_end`.
    Edges: `ticks`, separated by spaces, and `slaps`, 1 if it takes hands on the middle to go there. Graph: `game`,
    `choices`, `deck`, `seats`, `slapping`. Raises NoGraphs without networkx.
    """
    try:
        import networkx as nx
    except ImportError as error:
        raise NoGraphs from error
    choices = " ".join(f"{point}={name}" for point, name in departures(graph.book))
    made: nx.DiGraph[str] = nx.DiGraph(
        game=graph.book.game,
        choices=choices,
        deck=format_zone(graph.deck),
        seats=graph.seats,
        slapping=graph.slapping.name,
    )
    names = [state_name(table) for table in graph.tables]
    for number, (name, table) in enumerate(zip(names, graph.tables, strict=True)):
        kind = "deal" if number in graph.deals else "state" if graph.moves[number] else "over"
        hands, middle = "|".join(map(format_zone, table.hands)), format_zone(table.middle)
        made.add_node(name, kind=kind, hands=hands, middle=middle, can_end=int(number in ends))
    for name, table, moves in zip(names, graph.tables, graph.moves, strict=True):
        for to in dict.fromkeys(move.to for move in moves):
            there = [move for move in moves if move.to == to]
            ticks = " ".join(format_tick(graph.book, table, move.tick) for move in there)
            made.add_edge(name, names[to], ticks=ticks, slaps=int(all(move.slap for move in there)))
    return made
