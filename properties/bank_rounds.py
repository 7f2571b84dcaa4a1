"""Random play of Bank over everything that a table may agree on, with counts of what does not happen every day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from random import Random
from typing import Final

from model.bank import taking
from model.bank.actions import Act, Action, RoundDeal, Suits
from model.bank.match import trumps_error
from model.bank.play import apply, enabled, initial
from model.bank.points import CARD_SUMS, FIXED_SUMS, POINTS, TRUMPS, choose, without_pointless
from model.bank.profiles import BANK
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Match, Stage, all_cards
from model.cards import SUITS, Card, Zone
from model.game import CHANCE
from properties.bank_aims import AIMS, Aim, Dealt, Policy
from properties.bank_rare import RARE, seen
from properties.conformance.bank.script import format_action
from properties.invariants.bank import BY_KIND, by_kind
from properties.invariants.bank.core import AnyInvariant, Dealing, Kind, Step
from properties.invariants.statements import Tally, Violation

Choices = dict[str, str]
"""Rule points and the alternatives that a table has agreed on, by wire name."""

# --- what may be agreed on ---

SCORINGS: Final = (
    "no_penalty",
    "points_in_hand",
    *[f"fixed:{one}" for one in FIXED_SUMS],
    *[f"per_card:{one}" for one in CARD_SUMS],
)


@cache
def spelled_out() -> tuple[Choices, ...]:
    """The thousand combinations that the text offers: trumps, sevens, dealers, and ways of counting."""
    names = ("trumps", "seven", "dealer", "scoring")
    ways = [list(POINTS[name].alternatives) for name in names[:3]]
    return tuple([dict(zip(names, each, strict=True)) for each in product(*ways, SCORINGS)])


SELDOM: Final = {"captured_to": 0.1, "round_end": 0.4}
"""Points whose second alternative makes other events rare: how much less often it is taken."""

LATE: Final = (("tie", "extra_round_tied"), ("match_target", "more_than"))
"""What is liked in matches that are near their end."""


def random_choices(rng: Random, seats: int, liked: Iterable[tuple[str, str]] = ()) -> Choices:
    """Something that fits together for so many seats: each point differs from the usual as often as this draw says.

    What is liked is taken mostly.
    """
    likely = rng.choice((0.1, 0.35, 0.65))
    chosen = {}
    for name, point in POINTS.items():
        others = list(point.alternatives)[1:]
        if others and rng.random() < likely * SELDOM.get(name, 1.0):
            chosen[name] = rng.choice(others)
    chosen |= {name: way for name, way in liked if rng.random() < 0.7}
    if rng.random() < likely:
        chosen["scoring"] = rng.choice(SCORINGS)
    chosen = without_pointless(chosen)
    way = chosen.get("trumps", "own")
    if way != "none" and rng.random() < 0.5:
        chosen["trumps"] = f"{way}:{''.join(rng.sample('cdhs', _trumps_needed(rng, way, seats)))}"
    return chosen


def _trumps_needed(rng: Random, way: str, seats: int) -> int:
    return rng.randint(seats, 4) if way == "own" else len(TRUMPS[way])


# --- one match, from its number ---


@dataclass(frozen=True, slots=True)
class Start:
    """A match before its first move, and how it is to be played."""

    number: int
    seed: int
    choices: Choices
    book: Book
    match: Match
    deal: RoundDeal
    deck: Zone
    policies: tuple[Policy, ...]
    rounds: int
    """After so many rounds the play stops, if the match has not."""

    @property
    def told(self) -> str:
        """The number, the choices and the deal, from which the match can be set up again."""
        agreed = " ".join(f"{name}={way}" for name, way in self.choices.items())
        totals = ",".join(map(str, self.match.totals))
        return f"match {self.number} of seed {self.seed}, {agreed or 'nothing agreed'}, {self.deal}, totals {totals}"


STRIDE: Final = 577
"""From one match to the next so many of the combinations are passed over: all are met, and the first few are mixed."""

Change = Callable[[Book], Book]
"""What is done to each rule book before it is played by."""


def as_it_is(book: Book) -> Book:
    """The rule book as it was chosen."""
    return book


def start(seed: int, number: int, change: Change = as_it_is) -> Start:
    """The match of this number. Every other one has options that the text spells out, all of them in turn."""
    rng = Random(f"{seed}/{number}")
    aim = rng.choices(AIMS, [aim.weight for aim in AIMS])[0]
    seats, late = rng.choice(aim.seats), rng.random() < 0.4
    spelled = spelled_out()
    liked = (*aim.likely, *LATE) if late else aim.likely
    turn = number // 2 * STRIDE % len(spelled)
    chosen = spelled[turn] if number % 2 == 0 else random_choices(rng, seats, liked)
    book = change(choose(BANK, chosen))
    dealt = _under_other_trumps(rng, book, aim.deal(rng, book, seats))
    begun = Start(
        number,
        seed,
        chosen,
        book,
        initial(book, dealt.deal),
        dealt.deal,
        dealt.deck,
        _policies(rng, aim, seats),
        rng.choice((1, 1, 1, 1, 1, 2, 3)),
    )
    return _near_the_target(rng, begun) if late else begun


def _policies(rng: Random, aim: Aim, seats: int) -> tuple[Policy, ...]:
    return tuple([rng.choice(aim.policies) for _ in range(seats)])


def _under_other_trumps(rng: Random, book: Book, dealt: Dealt) -> Dealt:
    """The same deal, and where that may be agreed on now and then other trumps."""
    return replace(dealt, deal=replace(dealt.deal, trumps=_other_trumps(rng, book)))


def _other_trumps(rng: Random, book: Book) -> Suits:
    named = tuple(rng.sample(SUITS, len(book.trump_suits)))
    return named if rng.random() < 0.7 and not trumps_error(book, named) else ()


def _near_the_target(rng: Random, begun: Start) -> Start:
    """The same match with totals with which it may be won in this round.

    The round is played once to learn what it brings; mostly some seats then get totals that just take them there.
    """
    seats = len(begun.match.totals)
    target = begun.book.target
    totals = [rng.randint(target - 60, target - 1) for _ in range(seats)]
    scored = _rehearsed(begun) if rng.random() < 0.8 else ()
    if scored:
        goal = target + rng.choice((0, 0, 0, 1, 1, 2, 5, 9))
        there = [seat for seat in range(seats) if 0 < goal - scored[seat] < target]
        lucky = rng.sample(there, min(len(there), rng.choice((1, 2, 2, 2, 3))))
        for seat in range(seats):
            totals[seat] = goal - scored[seat] if seat in lucky else min(totals[seat], goal - scored[seat] - 3)
        if len(lucky) > 1 and rng.random() < 0.2:
            totals[lucky[0]] = min(totals[lucky[0]] + 1, target - 1)
    points = tuple(map(Points, totals))
    return replace(begun, match=replace(begun.match, totals=points), rounds=max(begun.rounds, 2))


def _rehearsed(begun: Start) -> tuple[Points, ...]:
    for step in steps(begun):
        if step.ends_the_round:
            return step.after.scores
    return ()


# --- playing it ---

LONGEST: Final = 400
"""More actions than any round has in which captured cards are put aside."""
CUT: Final = 60
"""So many actions are played of a round that need not end, since captured cards come into the hands."""


def steps(begun: Start) -> Iterator[Step]:
    """The match, action by action, as its seats choose and as chance has it; always the same for one number."""
    rng = Random(f"{begun.seed}/{begun.number}/play")
    match, done, most = begun.match, 0, longest(begun.book)
    while match.stage is not Stage.OVER and done < most:
        if match.stage is not Stage.ROUND and match.rounds >= begun.rounds:
            return
        action = _next(rng, begun, match)
        after = apply(begun.book, match, action)
        yield Step(match, after, action)
        done = 0 if action.act is Act.DEAL else done + 1
        match = after


def longest(book: Book) -> int:
    """How many actions of a round are played at most."""
    return CUT if book.captured_to is taking.into_hand else LONGEST


def _next(rng: Random, begun: Start, match: Match) -> Action:
    found = enabled(begun.book, match)
    if match.stage is Stage.ROUND:
        return begun.policies[match.round.turn](rng, found)
    if match.stage is Stage.LOT:
        return rng.choice(found)
    return Action(CHANCE, Act.DEAL, deal=next_deal(rng, begun.book, match))


def next_deal(rng: Random, book: Book, match: Match) -> RoundDeal:
    """The next round, dealt from the same pack to those that take part."""
    deck = list(all_cards(match.round))
    rng.shuffle(deck)
    seats = len(match.totals)
    if len(deck) == len(book.pack()) and len(match.playing) == seats:
        whole = book.deal(book, tuple(deck), seats, match.dealers[0])
        return replace(whole, trumps=_other_trumps(rng, book))
    each = min(book.cards_each, (len(deck) - 1) // len(match.playing))
    hands = tuple([_some(deck, each if seat in match.playing else 0) for seat in range(seats)])
    return RoundDeal(hands, deck.pop(), tuple(deck), match.dealers[0], _other_trumps(rng, book))


def _some(deck: list[Card], number: int) -> Zone:
    return tuple([deck.pop() for _ in range(number)])


# --- what must hold of it ---


@dataclass(slots=True)
class Counts:
    """What was played, and what was met on the way."""

    tally: Tally = field(default_factory=Tally)
    rare: Counter[str] = field(default_factory=Counter)
    agreed: set[tuple[tuple[str, str], ...]] = field(default_factory=set)
    """The option sets."""
    rounds: int = 0
    actions: int = 0
    cut: int = 0
    """Rounds that were given up because captured cards went into the hands."""

    def too_rare(self, least: int) -> list[str]:
        """The rare events that were not met so often."""
        return [f"{name}: {self.rare[name]}" for name in RARE if self.rare[name] < least]


def check_rounds(
    seed: int, rounds: int, counts: Counts, first: int = 0, change: Change = as_it_is
) -> Iterator[Violation]:
    """What does not hold of so many rounds of random play, the matches being taken from the first number on."""
    number, goal = first, counts.rounds + rounds
    while counts.rounds < goal:
        yield from check_match(start(seed, number, change), counts)
        number += 1


def check_match(begun: Start, counts: Counts, alone: tuple[AnyInvariant, ...] = ()) -> Iterator[Violation]:
    """What does not hold of one match, each with where it was; of these invariants alone, if any are named."""
    counts.agreed.add(tuple(sorted(begun.choices.items())))
    counts.rounds += 1
    done: list[Step] = []
    try:
        for found in _found(begun, counts, done, alone):
            yield replace(found, where=_where(begun, done))
    except Exception as error:
        error.add_note(_where(begun, done))
        raise


BOOKS: Final = 15
"""The rule book of every so many matches is looked at as a whole; that costs as much as ten rounds."""
TABLES: Final = 3
"""Every so many tables are looked at, beside those at the beginning and at the end of a round; every action is.

Where only some invariants are asked for they look at every book and every table.
"""


def _found(begun: Start, counts: Counts, done: list[Step], alone: tuple[AnyInvariant, ...]) -> Iterator[Violation]:
    book, check = begun.book, counts.tally.check_all
    kinds = by_kind(alone) if alone else BY_KIND
    seats = len(begun.deal.hands)
    if alone or begun.number % BOOKS == 0:
        yield from check(kinds[Kind.BOOK], book, seats)
    if begun.deck:
        yield from check(kinds[Kind.DEAL], book, Dealing(begun.deck, seats, begun.deal, begun.match))
    yield from check(kinds[Kind.TABLE], book, begun.match)
    for step in steps(begun):
        done.append(step)
        counts.actions += 1
        counts.rounds += step.is_a(Act.DEAL)
        counts.rare.update(seen(book, step))
        yield from check(kinds[Kind.STEP], book, step)
        if alone or not step.in_a_round or step.ends_the_round or counts.actions % TABLES == 0:
            yield from check(kinds[Kind.TABLE], book, step.after)
    if not done or done[-1].after.stage is Stage.ROUND:
        counts.cut += 1
        if longest(book) != CUT:
            yield Violation("a round ends", "A round of Bank ends.", ("BANK-65", "BANK-67"), "")


def _where(begun: Start, done: list[Step]) -> str:
    script = " ".join([format_action(step.before, step.action) for step in done])
    return f"{begun.told}: {script or 'before the first move'}"
