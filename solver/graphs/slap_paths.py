"""Ways through a graph of games with slaps: from a deal to a state, and round a loop.

A way is told as a script that anybody can play, and nothing is told before the model has played it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from model.cards import Labelling
from model.deal import parse_deal
from model.game import Refused
from model.piles.play import apply_tick, initial, step
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from properties.conformance.script import format_tick, parse_script
from solver.graphs.slapping import ANYBODY, Slapping
from solver.graphs.slaps import Move, SlapGraph, agreed_ticks, same_future, state_name


@dataclass(frozen=True, slots=True)
class Lasso:
    """A game that never ends: a deal, the script that leads into the loop, and the script that is played for ever.

    `state` is the state that comes again.
    """

    deal: str
    stem: str
    period: str
    state: str


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A state from which nothing that anybody may do ends the game, and how to get there."""

    deal: str
    script: str
    state: str


class Unconfirmed(RuntimeError):
    """The model does not do what the graph says: one of them is wrong."""


Way = tuple[int, tuple[tuple[int, Move], ...]]
"""A state to start from, and the moves from there, each with the state it is made in."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The shortest ways from some states to all that they lead to."""

    graph: SlapGraph
    before: dict[int, tuple[int, Move] | None]
    """For each state met the last move of a shortest way there; None where a way starts."""

    def to(self, state: int) -> Way:
        """A shortest way to a state that was met."""
        moves: list[tuple[int, Move]] = []
        while (last := self.before[state]) is not None:
            moves.append(last)
            state = last[0]
        return state, tuple(moves[::-1])


def shortest(
    graph: SlapGraph, starts: Iterable[int], allowed: Callable[[Move], bool], goal: int | None = None
) -> Paths:
    """The shortest ways from the starts along moves that are allowed, until the goal is met if there is one."""
    before: dict[int, tuple[int, Move] | None] = dict.fromkeys(starts)
    waiting = deque(before)
    while waiting and goal not in before:
        state = waiting.popleft()
        for move in graph.moves[state]:
            if move.to not in before and allowed(move):
                before[move.to] = state, move
                waiting.append(move.to)
    return Paths(graph, before)


def round_trip(graph: SlapGraph, state: int, move: Move, within: Collection[int]) -> Way:
    """A shortest loop that begins with this move and stays among these states."""
    _, back = shortest(graph, [move.to], lambda each: each.to in within, state).to(state)
    return state, ((state, move), *back)


def silent_trip(graph: SlapGraph, state: int) -> Way:
    """The loop that a state goes round if nobody slaps."""
    moves = [(state, graph.moves[state][0])]
    while moves[-1][1].to != state:
        moves.append((moves[-1][1].to, graph.moves[moves[-1][1].to][0]))
    return state, tuple(moves)


def script_of(graph: SlapGraph, way: Way) -> str:
    """A way as a script: `lay lay B! collect`."""
    return " ".join(format_tick(graph.book, graph.tables[state], move.tick) for state, move in way[1])


def lasso(graph: SlapGraph, stem: Way, period: Way) -> Lasso:
    """A game that never ends, played by the model before it is told. Raises Unconfirmed."""
    deal, state = str(graph.deals[stem[0]]), state_name(graph.tables[period[0]])
    told = Lasso(deal, script_of(graph, stem), script_of(graph, period), state)
    confirm_lasso(graph.book, told)
    return told


def dead_end(graph: SlapGraph, way: Way, state: int) -> DeadEnd:
    """A state that no slap helps, played by the model before it is told. Raises Unconfirmed."""
    told = DeadEnd(str(graph.deals[way[0]]), script_of(graph, way), state_name(graph.tables[state]))
    confirm_dead_end(graph.book, told, graph.slapping)
    return told


# --- the model plays it ---


def played(book: Book, table: Table, script: str) -> Table:
    """The table after a script. Raises Unconfirmed for an action that the rules refuse."""
    for token in parse_script(script.split()):
        result = step(book, table, token.tick(book, table))
        if isinstance(result, Refused):
            raise Unconfirmed(f"{script}: refused in {state_name(table)}: {result.reason}")
        table = result.state
    return table


def round_of(book: Book, told: Lasso) -> tuple[tuple[Table, str], ...]:
    """The tables of a loop, each with the action that leads on from it."""
    table = played(book, dealt(book, told.deal), told.stem)
    steps: list[tuple[Table, str]] = []
    for action in told.period.split():
        steps.append((table, action))
        table = played(book, table, action)
    return tuple(steps)


def dealt(book: Book, deal: str) -> Table:
    """The table before the first card of a deal given as text."""
    return initial(book, parse_deal(deal, Labelling.RANK))


def confirm_lasso(book: Book, told: Lasso) -> None:
    """Play the stem, and the period twice: the whole table is then as it was a period before. Raises Unconfirmed."""
    start = played(book, dealt(book, told.deal), told.stem)
    once = played(book, start, told.period)
    if not told.period or played(book, once, told.period) != once or state_name(same_future(book, start)) != told.state:
        raise Unconfirmed(f"{told}: the model does not come back to the same table")


def confirm_dead_end(book: Book, told: DeadEnd, slapping: Slapping = ANYBODY) -> None:
    """Play the script, and then everything that can follow: nobody ever wins. Raises Unconfirmed."""
    start = played(book, dealt(book, told.deal), told.script)
    if state_name(same_future(book, start)) != told.state:
        raise Unconfirmed(f"{told}: the script leads to {state_name(start)}")
    if any(table.phase == Phase.OVER for table in everything_after(book, [start], slapping)):
        raise Unconfirmed(f"{told}: the model can end this game")


def everything_after(book: Book, starts: Iterable[Table], slapping: Slapping = ANYBODY) -> set[Table]:
    """Every table that can follow, the starts included; whole tables are told apart."""
    seen = set(starts)
    waiting = list(seen)
    while waiting:
        table = waiting.pop()
        new = {apply_tick(book, table, tick) for tick in agreed_ticks(book, table, slapping)} - seen
        seen |= new
        waiting += new
    return seen
