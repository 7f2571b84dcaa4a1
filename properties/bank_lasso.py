"""Matches of Bank that need never end: rounds after which all stands as it stood before the first of them.

Between two rounds a match is its totals, the seat that is to deal, and who takes part. A deal can be any, so rounds
that bring a match back to the same of all three can follow each other for ever, by legal moves alone: stem and period
of a lasso. Where every round costs more than it brings, totals never return, but they fall; and a match in which no
total ever rises is as endless. Here only matches that return are shown, which is the stronger claim.

It takes no penalty for that: a round may end blocked with all points still in the hands, and then nobody scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from model.bank.actions import Act, Action, RoundDeal
from model.bank.dealing import parse_round
from model.bank.play import apply, enabled, initial
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Match, Stage
from model.cards import FACES, Card, Zone
from model.game import NOBODY, Seat
from properties.conformance.bank.script import followed, parse_script, tokens_of

FIRST_DEALER: Final = Seat(0)
"""Whom the lot has named for the first round of what is shown here."""


@dataclass(frozen=True, slots=True)
class Lasso:
    """Rounds that can follow each other for ever, each a deal and what is done in it, under what was agreed on."""

    choices: Mapping[str, str]
    rounds: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A match between two rounds: all that the next round can depend on, but for its deal."""

    totals: tuple[Points, ...]
    dealers: tuple[Seat, ...]
    playing: tuple[Seat, ...]


WITH_A_PENALTY: Final = Lasso(
    {"scoring": "fixed:23", "fixed_mode": "alone"},
    (
        (
            "JhJcJd7s/7hQcQsJs+7d+TsAc9dKsTd7c6c9s6sTh6d8cAs6hQh8sKc8hAd9cKd9hTcQdKhAh8d@A",
            "7s skip Jc Js Jh draw pass Jd",
        ),
        (
            "7hQdQsJs/JhJdJc7s+7c+TsAd9cKsTc7d6d9s6sTh6c8dAs6hQh8sKd8hAc9dKc9hTdQcKhAh8c",
            "7s skip Jd Js Jh draw pass Jc",
        ),
    ),
)
"""Two seats that win and lose 23 points by turns, where a fixed sum of 23 is all that a loser pays."""
WITHOUT_A_PENALTY: Final = Lasso(
    {},
    (
        (
            "JhAdTdKd/KcJsQhQs+6c+AhJdTcAsKsThQcTsJcKhAcQd6s7s8h6h9d7c6d8d9c9h8s8c7h7d9s@A",
            "draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw "
            "pass draw pass draw pass draw 6s draw 7s skip draw 8h stop draw 6h draw pass draw pass draw 6d "
            "draw 8d stop 9d draw 9c draw 9h draw 8s stop draw 8c stop draw pass draw pass draw pass pass",
        ),
    ),
)
"""Two seats, and nothing agreed on: all points stay in the hands until the round is blocked, and nobody scores."""


class LassoError(ValueError):
    """Rounds that are no lasso. The message says where, and why not."""


def position(match: Match) -> Position:
    """Where a match stands between two rounds."""
    return Position(match.totals, match.dealers, match.playing)


def replayed(lasso: Lasso, times: int = 1, base: Book = BANK) -> Iterator[Position]:
    """The position before the first round, and after each round, of so many times around, by the rules of a book.

    Raises LassoError if an action is refused or a round is not over.
    """
    first = initial(choose(base, dict(lasso.choices)), parse_round(lasso.rounds[0][0]))
    seats = tuple([Seat(seat) for seat in range(len(first.totals))])
    yield Position(first.totals, (first.round.dealer,), seats)
    yield from map(position, played(lasso, times, base))


def played(lasso: Lasso, times: int = 1, base: Book = BANK) -> Iterator[Match]:
    """The match after each round of so many times around. Raises LassoError."""
    book = choose(base, dict(lasso.choices))
    match = initial(book, parse_round(lasso.rounds[0][0]))
    for turn in range(times * len(lasso.rounds)):
        deal, script = lasso.rounds[turn % len(lasso.rounds)]
        if turn:
            script = f"deal:{deal} {script}"
        match = _after(book, match, script)
        yield match


def _after(book: Book, match: Match, script: str) -> Match:
    for done in followed(book, match, parse_script(script.split())):
        if done.refused is not None:
            raise LassoError(f"{done.action} is refused: {done.refused.value}")
        match = done.after
    if match.stage is not Stage.DEAL:
        raise LassoError(f"after '{script[-40:]}' no next round is to be dealt")
    return match


def returns(lasso: Lasso) -> bool:
    """Whether the match stands after the rounds as it stood before them, and so can go on for ever."""
    first, *_, last = replayed(lasso)
    return first == last


@dataclass(frozen=True, slots=True)
class Course:
    """How rounds go once: the positions before, between and after them, and whether somebody goes out in each.

    A round in which nobody goes out is blocked.
    """

    positions: tuple[Position, ...]
    finished: bool

    @property
    def returns(self) -> bool:
        """Whether the match stands after the rounds as it stood before them, and so can go on for ever."""
        return self.positions[0] == self.positions[-1]


def course(lasso: Lasso, base: Book = BANK) -> Course:
    """How the rounds go once, by the rules of a book with what was agreed on put in. Raises LassoError."""
    matches = tuple(played(lasso, base=base))
    before = next(replayed(lasso, base=base))
    return Course((before, *map(position, matches)), all(match.round.out for match in matches))


# --- a round and its images ---


def round_about(choices: Mapping[str, str], deal: str, script: str) -> Lasso:
    """A round, and the same from the place of the seat that deals next, and so on, until the first dealer is due again.

    Everything is moved on by as many seats as the deal has moved, the trumps of the seats included; then each seat has
    scored what others score in the first round. Raises LassoError if an action of the round is refused.
    """
    book, dealt = choose(BANK, dict(choices)), parse_round(deal)
    seats = len(dealt.hands)
    actions = []
    match = initial(book, dealt)
    for done in followed(book, match, parse_script(script.split())):
        if done.refused is not None:
            raise LassoError(f"{done.action} is refused: {done.refused.value}")
        actions.append(done.action)
        match = done.after
    if match.stage is not Stage.DEAL:
        raise LassoError(f"after '{script[-40:]}' no next round is to be dealt")
    images = [_image(book, dealt, actions, turn) for turn in turns(match.dealers[0] - dealt.dealer, seats)]
    return Lasso(dict(choices), tuple(images))


def turns(shift: int, seats: int) -> tuple[int, ...]:
    """By how many seats each image is moved, if the deal moves on by so many in a round, until all is as it was."""
    found = [0]
    while (following := (found[-1] + shift) % seats) != 0:
        found.append(following)
    return tuple(found)


def comes_back(scores: tuple[Points, ...], shift: int) -> bool:
    """Whether the scores of a round and of its images are nought for each seat together."""
    seats = len(scores)
    moved = turns(shift, seats)
    return all(sum(scores[(seat - turn) % seats] for turn in moved) == 0 for seat in range(seats))


def _image(book: Book, deal: RoundDeal, actions: Iterable[Action], turn: int) -> tuple[str, str]:
    seats = len(deal.hands)
    moved = _moved_deal(deal, turn, seats)
    script = " ".join(tokens_of(book, initial(book, moved), [_moved(action, turn, seats) for action in actions]))
    return str(replace(moved, dealer=moved.dealer if turn == 0 else NOBODY)), script


def _moved_deal(deal: RoundDeal, turn: int, seats: int) -> RoundDeal:
    hands = tuple([_moved_cards(deal.hands[(seat - turn) % seats], turn, seats) for seat in range(seats)])
    (open_card,) = _moved_cards((deal.open_card,), turn, seats)
    return RoundDeal(hands, open_card, _moved_cards(deal.stock, turn, seats), Seat((deal.dealer + turn) % seats))


def _moved(action: Action, turn: int, seats: int) -> Action:
    if action.act is Act.LOT:
        return replace(action, dealer=Seat((action.dealer + turn) % seats))
    return replace(action, seat=Seat((action.seat + turn) % seats), cards=_moved_cards(action.cards, turn, seats))


def _moved_cards(zone: Zone, turn: int, seats: int) -> Zone:
    """The same cards with the suits of the first seats, one for each, moved on; suits of nobody stay."""
    return tuple([_moved_card(card, turn, seats) for card in zone])


def _moved_card(card: Card, turn: int, seats: int) -> Card:
    suit = card // FACES - 1
    return Card(card + FACES * ((suit + turn) % seats - suit)) if suit < seats else card


# --- looking for one ---


def search(choices: Mapping[str, str], seats: int, seed: int, most: int) -> Lasso | None:
    """A lasso from so many random rounds at most: a round with its images that brings each seat nought together."""
    book = choose(BANK, dict(choices))
    chance = Random(f"{seed}/{seats}")
    for _ in range(most):
        deal, actions, match = _random_round(book, seats, chance)
        alone = len(match.dealers) == 1
        if alone and any(match.scores) and comes_back(match.scores, match.dealers[0] - FIRST_DEALER):
            script = " ".join(tokens_of(book, initial(book, deal), actions))
            return round_about(choices, str(deal), script)
    return None


def _random_round(book: Book, seats: int, chance: Random) -> tuple[RoundDeal, tuple[Action, ...], Match]:
    deck = list(book.pack())
    chance.shuffle(deck)
    deal = book.deal(book, tuple(deck), seats, FIRST_DEALER)
    match = initial(book, deal)
    actions: list[Action] = []
    while match.stage is Stage.ROUND:
        found = enabled(book, match)
        actions.append(chance.choice([each for each in found if each.act is not Act.STOP] or list(found)))
        match = apply(book, match, actions[-1])
    return deal, tuple(actions), match
