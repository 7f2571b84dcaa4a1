"""The worked examples of the suite, and the invariants over random games and the suite's deals, as evidence.

Every deal comes from the seed and its own number, so that a run can be repeated and adding games moves no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from time import monotonic
from typing import Final

from model.cards import Labelling, Zone, format_zone
from model.deal import Deal
from model.game import Seat
from model.piles.play import full_pack, initial
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import outcome
from model.register import load
from properties.conformance.cases import Case, load_suite
from properties.conformance.protocol import OutcomeWire, to_wire
from properties.evidence import Finding, Grade, Verdict
from properties.invariants import INVARIANTS, Anything, Kind, Tally, Violation, check_deal, check_game, check_party

GAMES: Final = 20
"""Random games for each number of seats: half of them with a few cards, half with the game's own pack."""
BUDGET: Final = 2_000
"""Cards after which a random game is left: everything before that has been looked at."""
PARTIES: Final = range(1, 10)
"""Numbers of seats for which packs and deals are looked at, also those that must be refused."""
FEW: Final = 5
"""At most so many cards a seat in a game with a few cards."""

OTHER_CHOICES: Final[tuple[dict[str, str], ...]] = (
    {"time_rule": "most_cards_at_budget"},
    {"pile_order": "shuffled"},
)
"""Choices to try for an invariant that has nothing to say under a game's defaults."""


@dataclass(frozen=True, slots=True)
class Looked:
    """Progress: so many random games of so many have been looked at."""

    game: str
    seats: int
    done: int
    of: int


@dataclass(slots=True)
class _Looking:
    """What was seen under one book: for each number of seats how much was looked at, and what was violated."""

    cases: dict[Kind, Counter[int]] = field(default_factory=lambda: {kind: Counter() for kind in Kind})
    tallies: dict[int, Tally] = field(default_factory=dict)
    violations: dict[str, str] = field(default_factory=dict)
    """The first violation of each invariant."""

    def tally(self, seats: int) -> Tally:
        """The tally for this number of seats."""
        return self.tallies.setdefault(seats, Tally())

    def note(self, violations: Iterable[Violation], what: str) -> None:
        """Keep the first violation of each invariant."""
        for each in violations:
            self.violations.setdefault(each.invariant, f"{what}, {each.where}")

    def met(self, name: str) -> dict[int, int]:
        """For each number of seats how often the precondition of an invariant was met, where it was."""
        counts = {seats: tally.met[name] for seats, tally in sorted(self.tallies.items())}
        return {seats: count for seats, count in counts.items() if count}


def run_checks(
    books: Iterable[Book] = tuple(PROFILES.values()),
    number: int = GAMES,
    seed: int = 1,
    seats: Iterable[int] = range(2, 7),
) -> Iterator[Looked | Finding]:
    """Check the worked examples, then every invariant over `number` random games for each number of seats.

    The suite's own deals are looked at as well, because they reach what chance seldom does.

    Yields progress, and one finding for each example and each invariant of each game. Numbers of seats that a game
    does not have are left out. An invariant whose precondition never held is tried under `OTHER_CHOICES`; if it has
    nothing to say there either it is inconclusive, or left out where none of its clauses speaks of the game.
    """
    wanted = tuple(seats)
    for book in books:
        parties = [each for each in wanted if book.fewest_seats <= each <= book.most_seats]
        yield from examples(book)
        yield from _invariants(book, parties, number, seed)


# --- worked examples ---


def examples(book: Book) -> Iterator[Finding]:
    """One finding for each case of the suite whose outcome a source states."""
    for case in load_suite(book.game):
        if case.expected is not None:
            yield _example(book, case, case.expected)


def _example(book: Book, case: Case, expected: dict[str, object]) -> Finding:
    started = monotonic()
    chosen = choose(book, case.choices)
    got = to_wire(outcome(chosen, initial(chosen, case.deal), case.budget))
    wrong = _differences(expected, got)
    return Finding(
        subject=case.id,
        statement=case.why,
        game=case.game,
        grade=Grade.EXEMPLIFIED,
        verdict=Verdict.FAILED if wrong else Verdict.HELD,
        clauses=case.clauses,
        seats=(len(case.hands),),
        choices=case.choices,
        seconds=monotonic() - started,
        examples=(case.text,),
        counterexample=f"{case.text}: {'; '.join(wrong)}" if wrong else "",
    )


def _differences(expected: dict[str, object], got: OutcomeWire) -> list[str]:
    """Where the model's outcome is not the one stated; a figure that is not stated is not compared."""
    return [
        f"{name} should be {value} and is {getattr(got, name)}"
        for name, value in expected.items()
        if getattr(got, name) != (tuple(value) if isinstance(value, list) else value)
    ]


# --- invariants ---


def _invariants(book: Book, parties: list[int], number: int, seed: int) -> Iterator[Looked | Finding]:
    looking = yield from _look(book, parties, number, seed)
    silent = [each for each in INVARIANTS if not looking.met(each.name)]
    others: list[tuple[dict[str, str], _Looking]] = []
    for choices in OTHER_CHOICES if silent else ():
        others.append((choices, (yield from _look(choose(book, choices), parties, max(1, number // 4), seed))))
    for each in INVARIANTS:
        if each not in silent:
            yield _finding(book, each, {}, looking, seed)
            continue
        speaking = [(choices, other) for choices, other in others if other.met(each.name)]
        if speaking:
            yield _finding(book, each, *speaking[0], seed)
        elif _speaks_of(each, book.game):
            yield _finding(book, each, {}, looking, seed)


def _speaks_of(invariant: Anything, game: str) -> bool:
    clauses = load().clauses
    return not invariant.clauses or any(game in clauses[id].games for id in invariant.clauses)


def _look(book: Book, parties: list[int], number: int, seed: int) -> Generator[Looked, None, _Looking]:
    """Look at random games and deals under one book. Yields progress, and returns all that was seen."""
    looking = _Looking()
    directed = [case.deal for case in load_suite(book.game) if not case.choices]
    for seats in parties:
        tally = looking.tally(seats)
        own = [deal for deal in directed if len(deal.hands) == seats]
        for deal in own:
            looking.note(check_game(book, initial(book, deal), BUDGET, tally), f"the game of {deal}")
        for each in range(number):
            _look_at_random(book, seats, Random(f"{seed}/{book.game}/{seats}/{each}"), looking, full=each % 2 == 1)
            yield Looked(book.game, seats, each + 1, number)
        for kind in (Kind.TABLE, Kind.STEP, Kind.GAME):
            looking.cases[kind][seats] = number + len(own)
        looking.cases[Kind.DEAL][seats] = number
    for seats in PARTIES:
        looking.note(check_party(book, seats, looking.tally(seats)), "packs and deals")
        looking.cases[Kind.PARTY][seats] = 1
    return looking


def _look_at_random(book: Book, seats: int, rng: Random, looking: _Looking, full: bool) -> None:
    """Look at one random game, and at one random deal of a part of the pack."""
    tally = looking.tally(seats)
    deal = _full_deal(book, seats, rng) if full else _small_deal(book, seats, rng)
    looking.note(check_game(book, initial(book, deal), BUDGET, tally), f"the game of {deal}")
    deck = _some_cards(book, seats, rng.randint(1, 9 * seats), rng)
    looking.note(check_deal(book, deck, seats, Seat(rng.randrange(seats)), tally), f"the deck {format_zone(deck)}")


def _full_deal(book: Book, seats: int, rng: Random) -> Deal:
    """The game's own pack, shuffled and dealt as the book deals it, with every card named."""
    deck = _some_cards(book, seats, len(full_pack(book, seats)), rng)
    return Deal(book.deal(book, deck, seats, Seat(seats - 1)).hands, Labelling.FULL)


def _small_deal(book: Book, seats: int, rng: Random) -> Deal:
    """A few cards in hands of any size, none of them empty."""
    deck = _some_cards(book, seats, rng.randint(seats, FEW * seats), rng)
    cuts = sorted(rng.sample(range(1, len(deck)), seats - 1))
    return Deal(tuple(deck[start:stop] for start, stop in pairwise((0, *cuts, len(deck)))), Labelling.FULL)


def _some_cards(book: Book, seats: int, number: int, rng: Random) -> Zone:
    """So many different cards of the game's pack, in random order."""
    return tuple(rng.sample(full_pack(book, seats), number))


def _finding(book: Book, invariant: Anything, choices: dict[str, str], looking: _Looking, seed: int) -> Finding:
    """What was seen of one invariant; it speaks only for those numbers of seats where its precondition was met."""
    met = looking.met(invariant.name)
    against = looking.violations.get(invariant.name, "")
    cases = looking.cases[invariant.kind]
    verdict = Verdict.FAILED if against else Verdict.HELD if met else Verdict.INCONCLUSIVE
    return Finding(
        subject=invariant.name,
        statement=invariant.statement,
        game=book.game,
        grade=Grade.SAMPLED,
        verdict=verdict,
        clauses=invariant.clauses,
        seats=tuple(met) or tuple(cases),
        choices=choices,
        cases=sum(cases[seats] for seats in met or cases),
        preconditions={"precondition met": sum(met.values())},
        seed=seed,
        counterexample=against,
    )
