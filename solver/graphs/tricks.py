"""The graph of all games of one small deck in which nobody has a choice: a position, a trick, the next position.

A position is what the players hold at an empty middle, and who leads; two are the same only if both are. An edge is
one trick, played card by card by the model's own rules. Every position has one successor, so that a game either runs
into a win or round a cycle, and the graph shows every deal that never ends.

Games with slaps have such a graph as soon as it is agreed who slaps (`slapping.py`); it is one of ranks then, and of
as many seats as there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from model.cards import Zone, format_zone
from model.deal import SEAT_NAMES, Deal
from model.game import NOBODY, Act, Seat
from model.piles.play import apply_tick, initial, turn, winners
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from model.piles.taking import off, shuffled
from solver.decks import (
    MOST_POSITIONS,
    DeckError,
    TooManyPositions,
    book_deals,
    check_orders,
    check_positions,
    deals,
    orders,
)
from solver.graphs.agreed import departures
from solver.graphs.need import NoGraphs
from solver.graphs.slapping import NEVER, Slapping, only_tick
from solver.graphs.slaps import besides, same_future

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Trick:
    """One edge: the cards laid from one empty middle to the next, and who took them, by a slap or not.

    `tricks` is 1, or 0 where the game ends with a pile that nobody has taken.
    """

    cards: int
    tricks: int
    taker: Seat
    slapped: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """What the graph is of: a book, so many seats, and for games with slaps who slaps."""

    book: Book
    seats: int = 2
    slapping: Slapping | None = None

    @property
    def slapper(self) -> Seat:
        """The seat that slaps whenever it is right."""
        return self.slapping.seat if self.slapping else NOBODY

    def position(self, table: Table) -> Table:
        """The table without what no rule can ask for any more."""
        return same_future(self.book, table) if self.book.slapping else table

    def deals(self, deck: Zone, balanced: bool) -> Iterator[Deal]:
        """Every deal of the deck: with every cut, in halves, or for games with slaps as the book deals."""
        if self.book.slapping:
            return book_deals(self.book, deck, self.seats)
        return deals(deck, balanced)


def position_name(table: Table) -> str:
    """A position as people read it: the hands, A first, top card first, and who leads: `J--|-J- A`.

    Behind it stands what a game with slaps still has to remember, and a middle that the deal left.
    """
    middle = f" +{format_zone(table.middle)}" if table.middle else ""
    known = f"{'|'.join(map(format_zone, table.hands))}{middle} {SEAT_NAMES[table.turn]}"
    return ", ".join([known, *besides(table)]) if table.barred else known


def end_name(winner: Seat) -> str:
    """The node in which a seat has won."""
    return f"{SEAT_NAMES[winner]} wins"


def trick_graph(
    book: Book,
    deck: Zone,
    balanced: bool = False,
    seats: int = 2,
    slapping: Slapping | None = None,
    most: int = MOST_POSITIONS,
) -> nx.DiGraph[str]:
    """The positions that the deals of the deck lead to (A leads each deal), with one edge for each trick.

    Attributes are plain strings and ints. Nodes: `kind` (`deal`, `position` or `end`), the hands `a`, `b` and so on,
    `leader`. Edges: `cards`, `tricks`, `taker`, and `slaps`, 1 if a slap took the pile. Graph: `game`, `choices`,
    `deck`, `balanced`, `seats`, `slapping` (empty for a game without slaps; otherwise nobody slaps unless it is said).

    Raises TooManyPositions for a deck that makes more than `most` positions; DeckError for one that cannot be dealt,
    and for books whose games no position decides (a shuffle, a time rule, slaps that anybody may make); NoGraphs
    without networkx.
    """
    try:
        import networkx as nx
    except ImportError as error:
        raise NoGraphs from error
    agreed = slapping or (Slapping(NEVER) if book.slapping else None)
    game = Game(book, seats, agreed)
    _check(game, deck, balanced, most)
    graph: nx.DiGraph[str] = nx.DiGraph(
        game=book.game,
        choices=" ".join(f"{point}={name}" for point, name in departures(book)),
        deck=format_zone(deck),
        balanced=str(balanced).lower(),
        seats=seats,
        slapping=agreed.name if agreed else "",
    )
    for deal in game.deals(deck, balanced):
        _add_game(game, graph, initial(book, deal))
        if len(graph) > most + seats:
            raise TooManyPositions(
                f"the games of this deck go through more than {most:,} positions: choose a smaller one", orders(deck)
            )
    return graph


def _check(game: Game, deck: Zone, balanced: bool, most: int) -> None:
    book = game.book
    if book.pile_order is shuffled:
        raise DeckError("with pile_order=shuffled chance decides what follows a position: explore another pile_order")
    if book.time_rule is not off:
        raise DeckError("a time rule ends every game, so that none is endless: explore with time_rule=off")
    if game.slapping is not None and not game.slapping.decided:
        raise DeckError(f"where {game.slapping} a position does not decide what follows: it is a graph of ticks")
    if book.slapping:
        check_orders(book, deck, game.seats, most)
    else:
        check_positions(deck, balanced, most)


def _add_game(game: Game, graph: nx.DiGraph[str], table: Table) -> None:
    """Add a deal, and its tricks to a position whose trick is known already, or to the end."""
    table = game.position(table)
    name = _add_position(graph, table, "deal")
    while table.phase != Phase.OVER and not graph.out_degree(name):
        table, trick = _play_trick(game, table)
        after = _add_position(graph, table, "position")
        graph.add_edge(
            name,
            after,
            cards=trick.cards,
            tricks=trick.tricks,
            taker=SEAT_NAMES[trick.taker],
            slaps=int(trick.slapped),
        )
        name = after


def _add_position(graph: nx.DiGraph[str], table: Table, kind: str) -> str:
    """Add a position or an end, and name it; one that was a deal remains one, and one that turns out to be one is."""
    over = table.phase == Phase.OVER
    name = end_name(winners(table)[0]) if over else position_name(table)
    if name not in graph or (kind == "deal" and not over):
        hands = {SEAT_NAMES[seat].lower(): "" if over else format_zone(hand) for seat, hand in enumerate(table.hands)}
        graph.add_node(name, kind="end" if over else kind, **hands, leader="" if over else SEAT_NAMES[table.turn])
    return name


def _play_trick(game: Game, table: Table) -> tuple[Table, Trick]:
    """The next position, or the end, and the trick that leads there."""
    held = [len(hand) for hand in table.hands]
    cards, slapped = 0, False
    while True:
        if game.book.slapping:
            tick = only_tick(game.book, table, game.slapper)
            cards += tick[0].act is Act.LAY
            slapped |= tick[0].act is Act.SLAP
            table = apply_tick(game.book, table, tick)
        else:
            table = turn(game.book, table)
            cards += 1
        if table.phase == Phase.OVER:
            return table, Trick(cards, int(not table.middle), winners(table)[0], slapped)
        if not table.middle:
            gained = [len(hand) - before for hand, before in zip(table.hands, held, strict=True)]
            return game.position(table), Trick(cards, 1, Seat(gained.index(max(gained))), slapped)
