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

from model.bank.profiles import BANK
from model.bank.rulebook import Book as BankBook
from model.cards import Labelling, Zone, format_zone
from model.deal import Deal
from model.game import Seat
from model.piles.play import full_pack, initial
from model.piles.points import choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.run import outcome
from model.register import load
from properties.bank_checks import ROUNDS, bank_checks
from properties.conformance.books import AnyBook
from properties.conformance.cases import Case, load_suite
from properties.conformance.protocol import OutcomeWire, to_wire
from properties.evidence import Finding, Grade, Verdict
from properties.invariants import (
    INVARIANTS,
    Anything,
    Kind,
    Tally,
    Violation,
    agrees,
    by_chance,
    check_deal,
    check_game,
    check_party,
    clauses_for,
    nobody_slaps,
)

GAMES: Final = 20
"""Random games for each number of seats: half of them with a few cards, half with the game's own pack."""
BUDGET: Final = 1_000
"""Cards after which a random game is left: everything before that has been looked at."""
PARTIES: Final = 9
"""Up to so many seats, or one more than the game knows, packs and deals are looked at."""
LARGE: Final = (7, 13, 27, 52)
"""Large numbers of seats, where a game knows them: few games of each, and looked at for fewer cards."""
LARGE_BUDGET: Final = 60
SLAPPING_BUDGET: Final = 200
"""Where hands may come down, every tick is looked at under one of them or more."""
ASIDE: Final = 5
"""So many ticks of a game are looked at under all of them."""
FEW: Final = 5
"""At most so many cards a seat in a game with a few cards."""

OTHER_CHOICES: Final[tuple[dict[str, str], ...]] = (
    {"time_rule": "most_cards_at_budget"},
    {"pile_order": "shuffled"},
)
PENALTIES: Final[tuple[dict[str, str], ...]] = (
    {"wrong_slap": "card_to_claimant"},
    {"wrong_slap": "lock_out:3"},
)
FEW_PARTIES: Final = 3
"""For so many numbers of seats, the smallest ones, such choices are tried."""
"""Choices to try for an invariant that has nothing to say under a game's defaults; the latter where hands burn."""


@dataclass(frozen=True, slots=True)
class Looked:
    """Progress: so many random games of so many, or rounds of Bank, have been looked at; 0 seats are any number."""

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
    books: Iterable[AnyBook] = (*PROFILES.values(), BANK),
    number: int = GAMES,
    seed: int = 1,
    seats: Iterable[int] = (*range(2, 7), *LARGE),
) -> Iterator[Looked | Finding]:
    """Check the worked examples, then every invariant over `number` random games for each number of seats.

    The suite's own deals are looked at as well, because they reach what chance seldom does.

    Yields progress, and one finding for each example and each invariant of each game. Numbers of seats that a game
    does not have are left out. An invariant whose precondition never held is tried under `OTHER_CHOICES`; if it has
    nothing to say there either it is inconclusive, or left out where none of its clauses speaks of the game. Bank is
    played under other choices all the time.
    """
    wanted = tuple(seats)
    for book in books:
        parties = [each for each in wanted if book.fewest_seats <= each <= book.most_seats]
        if isinstance(book, BankBook):
            yield from _rounds(book, parties, number, seed)
            continue
        yield from examples(book)
        yield from _invariants(book, parties, number, seed)


def _rounds(book: BankBook, parties: list[int], number: int, seed: int) -> Iterator[Looked | Finding]:
    """The invariants of Bank; the seats of a match are part of its chance, and progress is told for all of them."""
    for event in bank_checks(book, parties, number, seed):
        yield event if isinstance(event, Finding) else Looked("bank", 0, event, ROUNDS * number * len(parties))


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
    burning = agrees(book, "wrong_slap", "burn_under") if book.slapping else False
    for choices in (*OTHER_CHOICES, *(PENALTIES if burning else ())) if silent else ():
        others.append(
            (choices, (yield from _look(choose(book, choices), parties[:FEW_PARTIES], max(1, number // 4), seed)))
        )
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
            looking.note(
                check_game(book, initial(book, deal), _budget(book, seats), tally, aside=ASIDE), f"the game of {deal}"
            )
        games = max(1, number // 10) if seats in LARGE else number
        for each in range(games):
            _look_at_random(book, seats, Random(f"{seed}/{book.game}/{seats}/{each}"), looking, each)
            yield Looked(book.game, seats, each + 1, games)
        for kind in (Kind.TABLE, Kind.STEP, Kind.GAME):
            looking.cases[kind][seats] = games + len(own)
        looking.cases[Kind.DEAL][seats] = games
    for seats in range(1, max(PARTIES, book.most_seats + 1) + 1):
        looking.note(check_party(book, seats, looking.tally(seats)), "packs and deals")
        looking.cases[Kind.PARTY][seats] = 1
    return looking


def _budget(book: Book, seats: int) -> int:
    if seats in LARGE:
        return LARGE_BUDGET
    return min(BUDGET, SLAPPING_BUDGET) if book.slapping else BUDGET


def _look_at_random(book: Book, seats: int, rng: Random, looking: _Looking, number: int) -> None:
    """Look at one random game, every other one of the whole pack, and at one random deal of a part of the pack.

    Where hands may come down, they do so in half of the games.
    """
    tally = looking.tally(seats)
    deal = _full_deal(book, seats, rng) if number % 2 else _small_deal(book, seats, rng)
    slapping = by_chance(rng) if number // 2 % 2 else nobody_slaps
    table = initial(book, deal)
    looking.note(check_game(book, table, _budget(book, seats), tally, slapping, ASIDE), f"the game of {deal}")
    least = seats if agrees(book, "deal", "equal_rest_to_middle") else 1
    deck = _some_cards(book, seats, rng.randint(least, min(9 * seats, len(full_pack(book, seats)))), rng)
    looking.note(check_deal(book, deck, seats, Seat(rng.randrange(seats)), tally), f"the deck {format_zone(deck)}")


def _full_deal(book: Book, seats: int, rng: Random) -> Deal:
    """The game's own pack, shuffled and dealt as the book deals it, with every card named."""
    deck = _some_cards(book, seats, len(full_pack(book, seats)), rng)
    dealt = book.deal(book, deck, seats, Seat(seats - 1))
    return Deal(dealt.hands, Labelling.FULL, dealt.middle)


def _small_deal(book: Book, seats: int, rng: Random) -> Deal:
    """A few cards in hands of any size, none of them empty."""
    deck = _some_cards(book, seats, rng.randint(seats, min(FEW * seats, len(full_pack(book, seats)))), rng)
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
        clauses=clauses_for(book.game, invariant.clauses),
        seats=tuple(met) or tuple(cases),
        choices=choices,
        cases=sum(cases[seats] for seats in met or cases),
        preconditions={"precondition met": sum(met.values())},
        seed=seed,
        counterexample=against,
    )
