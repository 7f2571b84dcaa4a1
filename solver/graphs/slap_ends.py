"""Does a game with slaps end? What the graph of all games of a small deck says.

Three questions, each with a witness that the model has played. Does a game go round for ever if nobody slaps? Does one
go round with slaps? Are there states from which nothing that anybody does, slaps or not, ends the game? Where there
are none, the game ends with probability 1 as soon as every possible tick has some chance; it need not end for all that.

The same is asked where a right slap is never missed: then only who is quickest is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from model.cards import format_zone
from model.game import Act
from properties.evidence import Finding, Grade, Verdict
from solver.decks import count
from solver.graphs.agreed import departures
from solver.graphs.found import MOST_EXAMPLES
from solver.graphs.need import NoGraphs
from solver.graphs.slap_paths import DeadEnd, Lasso, Paths, dead_end, lasso, round_trip, shortest, silent_trip
from solver.graphs.slapping import ALWAYS, FREE, Slapping
from solver.graphs.slaps import Move, SlapGraph

MOST_TRIED: Final = 100
"""So many slaps are tried as the start of a loop to show."""


@dataclass(frozen=True, slots=True)
class SilentCycle:
    """What goes round for ever if nobody slaps: so many ticks, and so many cards laid, until a state comes again.

    `slappable` says whether a slap could break it. `deals` counts the deals that run into it by themselves; where
    there are none, the witness gets there with slaps.
    """

    name: str
    ticks: int
    cards: int
    slappable: bool
    deals: int
    witness: Lasso

    def __str__(self) -> str:
        by_hand = "a slap can break it" if self.slappable else "no slap can break it"
        period = f"period {count(self.cards, 'card')}, {count(self.ticks, 'move')}"
        return f"{self.name}: {period}, entered by {count(self.deals, 'deal')} without a slap; {by_hand}"


@dataclass(frozen=True, slots=True)
class Ending:
    """What the graph of a deck says of how its games end.

    `loops` are parts of the graph in which play can go round, `slapped` those of them where a slap takes part;
    `slapped_loop` shows one. `dead` states are those from which no slap of anybody ends the game; `dead_end` is one
    that is nearest to a deal.
    """

    game: str
    choices: tuple[tuple[str, str], ...]
    deck: str
    seats: int
    deals: int
    states: int
    ticks: int
    over: int
    cycles: tuple[SilentCycle, ...]
    loops: int
    slapped: int
    slapped_loop: Lasso | None
    dead: int
    dead_deals: tuple[str, ...]
    dead_end: DeadEnd | None
    slapping: str = FREE

    @property
    def always_ends(self) -> bool:
        """Whether every game ends, whoever slaps and when."""
        return self.loops == 0

    @property
    def can_always_end(self) -> bool:
        """Whether the end can be reached from every state."""
        return self.dead == 0


def ending(graph: SlapGraph) -> Ending:
    """What a graph made by `slap_graph` says. Raises NoGraphs without networkx, Unconfirmed if the model disagrees."""
    loops = knots(graph)
    ways = shortest(graph, graph.deals, lambda move: True)
    silent = shortest(graph, graph.deals, lambda move: not move.slap)
    slapped = [knot for knot in loops if any(move.slap for _, move in _inside(graph, knot))]
    dead = sorted(set(range(len(graph.tables))) - can_end(graph))
    return Ending(
        game=graph.book.game,
        choices=departures(graph.book),
        deck=format_zone(graph.deck),
        seats=graph.seats,
        deals=len(graph.deals),
        states=len(graph.tables),
        ticks=graph.ticks,
        over=len(graph.over),
        cycles=_silent_cycles(graph, ways, silent),
        loops=len(loops),
        slapped=len(slapped),
        slapped_loop=_slapped_loop(graph, ways, slapped),
        dead=len(dead),
        dead_deals=tuple(str(graph.deals[state]) for state in dead if state in graph.deals),
        dead_end=dead_end(graph, ways.to(dead[0]), dead[0]) if dead else None,
        slapping=graph.slapping.name,
    )


def can_end(graph: SlapGraph) -> set[int]:
    """The states from which the end can be reached, found backwards from the states that are over."""
    before: list[list[int]] = [[] for _ in graph.tables]
    for state, moves in enumerate(graph.moves):
        for move in moves:
            before[move.to].append(state)
    found, waiting = set(graph.over), list(graph.over)
    while waiting:
        new = [state for state in before[waiting.pop()] if state not in found]
        found.update(new)
        waiting += new
    return found


def knots(graph: SlapGraph) -> list[set[int]]:
    """The parts of the graph in which play can go round for ever: states that all lead to each other."""
    try:
        import networkx as nx
    except ImportError as error:
        raise NoGraphs from error
    whole: nx.DiGraph[int] = nx.DiGraph()
    whole.add_nodes_from(range(len(graph.tables)))
    whole.add_edges_from((state, move.to) for state, moves in enumerate(graph.moves) for move in moves)
    found = (set(component) for component in nx.strongly_connected_components(whole))
    return sorted((each for each in found if len(each) > 1 or whole.has_edge(*each, *each)), key=min)


def _unslapped(graph: SlapGraph, state: int) -> int | None:
    """The state that follows if nobody slaps; None if the game is over, or somebody slaps for certain."""
    moves = graph.moves[state]
    return moves[0].to if moves and not moves[0].slap else None


def silent_cycles(graph: SlapGraph) -> list[tuple[int, ...]]:
    """The states that come again for ever if nobody slaps, cycle by cycle: each state has one successor then."""
    met: dict[int, int] = {}
    found: list[tuple[int, ...]] = []
    for start in range(len(graph.tables)):
        path: list[int] = []
        state: int | None = start
        while state is not None and state not in met:
            met[state] = start
            path.append(state)
            state = _unslapped(graph, state)
        if state is not None and met[state] == start:
            found.append(tuple(path[path.index(state) :]))
    return found


def _silent_cycles(graph: SlapGraph, ways: Paths, silent: Paths) -> tuple[SilentCycle, ...]:
    found = silent_cycles(graph)
    entered = _deals_into(graph, found)
    made: list[SilentCycle] = []
    for cycle in sorted(found, key=lambda states: (len(states), min(states))):
        reached = [state for state in cycle if state in silent.before]
        entry = min(reached or cycle, key=lambda state: (len((silent if reached else ways).to(state)[1]), state))
        stem, period = (silent if reached else ways).to(entry), silent_trip(graph, entry)
        made.append(
            SilentCycle(
                name=f"cycle {len(made) + 1}",
                ticks=len(cycle),
                cards=sum(move.tick[0].act is Act.LAY for _, move in period[1]),
                slappable=any(move.slap for state in cycle for move in graph.moves[state]),
                deals=entered[cycle],
                witness=lasso(graph, stem, period),
            )
        )
    return tuple(made)


def _deals_into(graph: SlapGraph, cycles: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    """How many deals run into each cycle if nobody slaps."""
    at = {state: cycle for cycle in cycles for state in cycle}
    entered = dict.fromkeys(at.values(), 0)
    for deal in graph.deals:
        state: int | None = deal
        while state is not None and state not in at:
            state = _unslapped(graph, state)
        if state is not None:
            entered[at[state]] += 1
    return entered


def _inside(graph: SlapGraph, knot: set[int]) -> Iterator[tuple[int, Move]]:
    """The moves that stay in a part of the graph, each with the state it is made in."""
    for state in sorted(knot):
        yield from ((state, move) for move in graph.moves[state] if move.to in knot)


def _slapped_loop(graph: SlapGraph, ways: Paths, slapped: Iterable[set[int]]) -> Lasso | None:
    """A short loop with a slap: the shortest, way and all, of those through the slaps that are nearest to a deal."""
    slaps = [(state, move, knot) for knot in slapped for state, move in _inside(graph, knot) if move.slap]
    slaps.sort(key=lambda each: each[0])
    tried = [(ways.to(state), round_trip(graph, state, move, knot)) for state, move, knot in slaps[:MOST_TRIED]]
    if not tried:
        return None
    return lasso(graph, *min(tried, key=lambda each: len(each[0][1]) + len(each[1][1])))


# --- as evidence ---


def findings(found: Ending, seconds: float = 0.0) -> tuple[Finding, ...]:
    """What was found, as evidence: counts that hold because every state was seen.

    That a game can be endless is a fact of the game and no failure.
    """
    told = [ask(found) for ask in _QUESTIONS]
    spent = (*[0.0] * (len(told) - 1), seconds)
    return tuple([_finding(found, *each, took) for each, took in zip(told, spent, strict=True)])


def statements(found: Ending) -> tuple[str, ...]:
    """What the findings state, without what was agreed on."""
    return tuple([ask(found)[1] for ask in _QUESTIONS])


def _without_slaps(found: Ending) -> tuple[str, str, tuple[str, ...]]:
    """The subject, the statement, and the examples of one finding."""
    subject = f"{found.deck}: cycles without any slap"
    if not found.cycles:
        ends = "no game goes round without a slap" if found.slapping == ALWAYS else _ENDS_UNSLAPPED
        return subject, ends, ()
    deals = sum(cycle.deals for cycle in found.cycles)
    into = "with no pile slapped before" if found.slapping == ALWAYS else "if nobody slaps"
    statement = (
        f"exactly {count(len(found.cycles), 'cycle')} without any slap, entered by {deals:,} of"
        f" {count(found.deals, 'deal')} {into}"
    )
    return subject, statement, tuple(lasso_words(cycle.witness) for cycle in found.cycles[:MOST_EXAMPLES])


_ENDS_UNSLAPPED: Final = "without a slap every game comes to its end"


def _with_slaps(found: Ending) -> tuple[str, str, tuple[str, ...]]:
    subject = f"{found.deck}: play that goes round with slaps"
    certain = found.slapping == ALWAYS
    if found.slapped_loop is not None:
        return subject, "slaps can keep a game going for ever", (lasso_words(found.slapped_loop),)
    if found.always_ends:
        who = "whoever is quickest" if certain else "whoever slaps and when"
        return subject, f"every game ends, {who}", ()
    nobody = "no pile can be slapped" if certain else "nobody slaps"
    return subject, f"a game that never ends is one in which, from some moment on, {nobody}", ()


def _reach(found: Ending) -> tuple[str, str, tuple[str, ...]]:
    subject = f"{found.deck}: states that no slap can bring to an end"
    certain = found.slapping == ALWAYS
    if found.dead_end is None:
        chance = "everybody has some chance to be quickest" if certain else "every possible move has some chance"
        statement = f"the end can be reached from every state, so that it comes with probability 1 where {chance}"
        return subject, statement, ()
    number = len(found.dead_deals)
    deals = f"{'is' if number == 1 else 'are'} {number or 'none'} of {count(found.deals, 'deal')}"
    statement = (
        f"from exactly {found.dead:,} of {count(found.states, 'state')} no {'right slap' if certain else 'slap'} ends"
        f" the game, whoever makes it; among these states {deals}"
    )
    return subject, statement, (dead_words(found.dead_end),)


_QUESTIONS: Final = (_without_slaps, _with_slaps, _reach)


def _finding(found: Ending, subject: str, statement: str, examples: tuple[str, ...], seconds: float) -> Finding:
    agreed = "" if found.slapping == FREE else f"{Slapping(found.slapping)}: "
    moves = "any possible moves" if found.slapping == FREE else "moves in which no right slap is missed"
    return Finding(
        subject=agreed + subject,
        statement=f"{found.seats} seats: {agreed}{statement}",
        game=found.game,
        grade=Grade.EXHAUSTED,
        verdict=Verdict.HELD,
        seats=(found.seats,),
        choices=dict(found.choices),
        seconds=seconds,
        space=f"every state that a deal of {found.deck} to {found.seats} seats can lead to, by {moves}",
        space_size=found.states,
        examples=examples,
    )


def lasso_words(told: Lasso) -> str:
    """A game that never ends in one line: the deal, the way into the loop, and the loop."""
    return f"{told.deal}: {told.stem or 'at once'}; then for ever: {_short(told.period)}"


def _short(script: str) -> str:
    """A script that says the same several times over, said once: `lay collect (4 times)`."""
    actions = script.split()
    for size in range(1, len(actions)):
        times, rest = divmod(len(actions), size)
        if not rest and actions == actions[:size] * times:
            return f"{' '.join(actions[:size])} ({times} times)"
    return script


def dead_words(told: DeadEnd) -> str:
    """A dead end in one line: the deal, the script, and the state it leads to."""
    return f"{told.deal}: {told.script or 'at once'}; then: {told.state}"
