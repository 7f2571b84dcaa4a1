"""What may be laid on what, written down a second time: from the text, with tables of its own, not from the model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations
from typing import Final, NamedTuple

from model.bank.actions import Act, Action, Suits, format_suits
from model.bank.play import enabled
from model.bank.points import POINTS
from model.bank.ranks import NO_CARD
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Stage
from model.cards import Card, Labelling, Zone, format_card, parse_zone
from model.game import Seat
from properties.invariants.bank.core import agrees

LINES: Final = {"literal": "ATKQJ9876", "header_up": "6789JQKTA"}
"""The nine ranks from junior to senior: by the sentence of the body, and by the header read upwards."""
SUITS: Final = "cdhs"
PACK: Final = parse_zone("".join(rank + suit for rank in "6789JQKTA" for suit in SUITS), Labelling.FULL)
OPTIONS: Final = ("own", "none", "one", "two", "senior_junior")
COMMON: Final = ("one", "two", "senior_junior")
"""Options of trumps that are the same for everybody."""
MOST_FOR_SETS: Final = 10
"""Up to so many cards in a hand every choice of four of them is looked at."""


class Ways(NamedTuple):
    """What a table has agreed on that says something about what covers what."""

    line: str
    """The ranks from junior to senior."""
    any_lower: bool
    any_six: bool
    option: str
    """Which of the five options of trumps."""
    any_rank: bool
    """Whether a trump covers every card that is none, at any rank, which senior and junior trumps do anyhow."""
    among_trumps: bool
    """Whether trumps of one group beat each other at any rank."""


@cache
def rank(card: Card) -> str:
    """The letter of a card's rank."""
    return format_card(card)[0]


@cache
def suit(card: Card) -> str:
    """The letter of a card's suit."""
    return format_card(card)[1]


def option_of(book: Book) -> str:
    """Which option of trumps a table has agreed on; where that is misread, the one that its trumps belong to.

    Nothing is trump under one option only, and one suit under one only. Of two suits spades and diamonds are the senior
    and the junior trumps, and three or four are one for each seat.
    """
    known = [option for option in OPTIONS if agrees(book, "trumps", option)]
    if known != ["own"] or len(book.trump_suits) > 2:
        return known[0]
    return _by_suits(format_suits(book.trump_suits)) if _is_misread(book) else "own"


def _is_misread(book: Book) -> bool:
    return book.trumps not in POINTS["trumps"].alternatives.values()


def _by_suits(trumps: str) -> str:
    return {"": "none", "sd": "senior_junior"}.get(trumps, "one" if len(trumps) == 1 else "two")


@lru_cache(maxsize=16)
def ways_of(book: Book) -> Ways:
    """What a table has agreed on."""
    return Ways(
        next(LINES[name] for name in LINES if agrees(book, "rank_order", name)),
        agrees(book, "cover_step", "any_lower"),
        agrees(book, "six", "any"),
        option_of(book),
        agrees(book, "trump_covers", "any_rank_outside_trumps"),
        agrees(book, "trump_vs_trump", "any"),
    )


def group(option: str, trumps: str, seat: Seat, letter: str) -> int:
    """How high a suit stands for a seat: 0 for ordinary cards, 1 for trumps, 2 for senior ones."""
    if option == "own":
        return int(letter == trumps[seat : seat + 1])
    if option == "senior_junior":
        return 2 - trumps.index(letter) if letter in trumps else 0
    return int(letter in trumps)


def may_cover(ways: Ways, trumps: str, seat: Seat, card: str, top: str) -> bool:
    """Whether a card may be laid on another: by the licence of eights, by rank, by group, or by suit."""
    if card[0] == "8":
        return True
    if card[0] == top[0]:
        return card != top
    mine, its = [group(ways.option, trumps, seat, letter) for letter in (card[1], top[1])]
    if mine < its and ways.option in COMMON:
        return False
    if mine > its and (ways.any_rank or ways.option == "senior_junior"):
        return True
    among_trumps = mine == its > 0 and ways.option in COMMON and ways.among_trumps
    if among_trumps or (card[0] == "6" and ways.any_six):
        return True
    return card[1] == top[1] and (card[0] == "6" or is_lower(ways, card[0], top[0]))


def is_lower(ways: Ways, junior: str, senior: str) -> bool:
    """Whether a rank covers another of its suit by being lower: by one value, or by any number where that is agreed."""
    steps = ways.line.index(senior) - ways.line.index(junior)
    return steps >= 1 if ways.any_lower else steps == 1


@lru_cache(maxsize=8192)
def layable(ways: Ways, trumps: Suits, seat: Seat, top: Card) -> frozenset[Card]:
    """The cards that this seat may lay, one alone, where this card is to be covered; all where none is."""
    if top == NO_CARD:
        return frozenset(PACK)
    letters, under = format_suits(trumps), format_card(top)
    return frozenset(card for card in PACK if may_cover(ways, letters, seat, format_card(card), under))


def singles(book: Book, match: Match) -> frozenset[Card]:
    """The cards that the seat in turn may lay alone."""
    table = match.round
    return layable(ways_of(book), table.trumps, table.turn, table.top).intersection(table.hands[table.turn])


def can_lay(book: Book, match: Match) -> bool:
    """Whether the seat in turn has anything to lay.

    A run that must be attached by its end needs an end that could be laid alone, so only free ones add to the cards
    that can; and four of a kind do.
    """
    if singles(book, match):
        return True
    ranks = [rank(card) for card in match.round.hands[match.round.turn]]
    if len(ranks) < 4 or not sets_may_come(book, match):
        return False
    if any(ranks.count(one) == 4 for one in ranks):
        return True
    return agrees(book, "run_attach", "free") and bool(runs_of(book, match))


def sets_may_come(book: Book, match: Match) -> bool:
    """Whether four cards together may be laid now at all: not as the one card that follows an eight."""
    return match.round.phase is not Phase.FURTHER_CARD or agrees(book, "eight_follow_kind", "any_move")


def quadruples(book: Book, match: Match) -> Iterator[Zone]:
    """Every choice of four cards of the hand in turn that are of one rank, or of four ranks next to each other."""
    line = ways_of(book).line
    hand = match.round.hands[match.round.turn]
    held = {rank(card) for card in hand}
    rows = [row for row in (line[start : start + 4] for start in range(6)) if held.issuperset(row)]
    if not rows and all([rank(card) for card in hand].count(one) < 4 for one in held):
        return
    fitting = {frozenset(row) for row in rows} | {frozenset(one) for one in held}
    yield from (four for four in combinations(hand, 4) if frozenset(map(rank, four)) in fitting)


def fours_of(book: Book, match: Match) -> set[Zone]:
    """Every way to lay four of a kind now."""
    if not sets_may_come(book, match):
        return set()
    alike = [four for four in quadruples(book, match) if len(set(map(rank, four))) == 1]
    return {order for four in alike for order in permutations(four)}


def runs_of(book: Book, match: Match) -> set[Zone]:
    """Every way to lay a run now: of all orders of any four cards those that go one way and begin with what may be."""
    if not sets_may_come(book, match):
        return set()
    table, ways = match.round, ways_of(book)
    first = layable(ways, table.trumps, table.turn, table.top)
    free, one_suit = agrees(book, "run_attach", "free"), agrees(book, "run_suit", "same")
    return {
        order
        for four in quadruples(book, match)
        for order in permutations(four)
        if (free or order[0] in first)
        and in_a_row(ways.line, order)
        and not (one_suit and len(set(map(suit, order))) > 1)
    }


def in_a_row(line: str, cards: Zone) -> bool:
    """Whether cards follow each other one by one, up or down."""
    places = [line.index(rank(card)) for card in cards]
    return {after - before for before, after in pairwise(places)} in ({1}, {-1})


@lru_cache(maxsize=4)
def allowed(book: Book, match: Match) -> tuple[Action, ...]:
    """What the rules allow at a table, which several statements ask for."""
    return enabled(book, match)


def lays(book: Book, match: Match) -> list[Zone]:
    """All that the rules let the seat in turn lay."""
    return [action.cards for action in allowed(book, match) if action.act is Act.LAY]


def laying(book: Book, match: Match) -> bool:
    """Whether the seat in turn may be about to lay."""
    return match.stage is Stage.ROUND and match.round.phase in (Phase.MOVE, Phase.FURTHER_CARD, Phase.FURTHER_MOVE)
