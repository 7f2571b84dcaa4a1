"""Hypothesis strategies for packs, seats, deals and books. None of them filters: whatever is drawn is right."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from model.cards import JACK, KING, OWES, PACK, QUEEN, RANKS, SUITS, TWO, Card, Face, Labelling, Zone, card
from model.deal import Deal
from model.game import Seat
from model.piles.play import full_pack
from model.piles.points import choose, points_of
from model.piles.rulebook import Book
from model.points import RulePoint, Takes

CARDS: Final[dict[Labelling, tuple[Card, ...]]] = {
    Labelling.CLASS: tuple(Card(face) for face in OWES),
    Labelling.RANK: tuple(card(rank) for rank in RANKS),
    Labelling.FULL: tuple(card(rank, suit, number) for number in range(2) for suit in SUITS for rank in RANKS),
}
"""Every card that each notation knows; those with a name are all different."""

FEW: Final = 5
"""So many cards a hand, at most, in a small deal."""
SOME_LEFT: Final = 3
"""So many cards are left over, at most."""
FEW_RANKS: Final = tuple(card(rank) for rank in (TWO, Face(5), Face(9), JACK, QUEEN, KING))
"""Ranks that come twice, make ten, marry, and ask for cards."""

labellings: Final = st.sampled_from(Labelling)


MOST_SEATS: Final = 7
"""So many seats at most are drawn for a game of a small deal."""


def seats(book: Book, most: int = MOST_SEATS) -> st.SearchStrategy[int]:
    """A number of seats that the game knows, of a large table no more than `most`."""
    return st.integers(book.fewest_seats, min(most, book.most_seats))


def small_decks(labelling: Labelling, least: int = 2, most: int = 24) -> st.SearchStrategy[Zone]:
    """Decks that no shop sells: any cards, any number of them, odd numbers too. Cards with a name occur once."""
    if labelling is Labelling.FULL:
        return st.tuples(st.permutations(CARDS[labelling]), st.integers(least, most)).map(lambda drawn: _first(*drawn))
    return st.lists(st.sampled_from(CARDS[labelling]), min_size=least, max_size=most).map(tuple)


def _first(pack: list[Card], number: int) -> Zone:
    return tuple(pack[:number])


def packs(book: Book, seats: int) -> st.SearchStrategy[Zone]:
    """The game's own pack for so many seats, shuffled."""
    return st.permutations(full_pack(book, seats)).map(tuple)


def numbered_packs(least: int, most: int = 2 * PACK) -> st.SearchStrategy[Zone]:
    """Any number of cards, all different, in order: where each goes can be told by its number."""
    return st.integers(least, most).map(lambda number: tuple(map(Card, range(number))))


@st.composite
def deals(draw: st.DrawFn, seats: int, labelling: Labelling | None = None, most: int = FEW, most_left: int = 0) -> Deal:
    """A small deal for so many seats with at least one card each, in one of the notations.

    At most `most_left` cards are left over and lie in the middle.
    """
    chosen = labelling or draw(labellings)
    if chosen is Labelling.FULL:
        return draw(_named_deals(seats, most, most_left))
    cards = st.sampled_from(CARDS[chosen])
    hand = st.lists(cards, min_size=1, max_size=most).map(tuple)
    middle = st.lists(cards, max_size=most_left).map(tuple)
    return Deal(draw(st.tuples(*[hand] * seats)), chosen, draw(middle))


def slapped_deals(seats: int) -> st.SearchStrategy[Deal]:
    """A small deal for a game with slaps: cards with ranks, few enough of them that they match, and left-over ones."""
    few = st.sampled_from(FEW_RANKS)
    hand = st.lists(few, min_size=1, max_size=FEW).map(tuple)
    middle = st.lists(few, max_size=SOME_LEFT).map(tuple)
    ranked = st.tuples(st.tuples(*[hand] * seats), middle).map(lambda drawn: Deal(drawn[0], Labelling.RANK, drawn[1]))
    return st.one_of(ranked, deals(seats, Labelling.FULL, most_left=SOME_LEFT))


@st.composite
def _named_deals(draw: st.DrawFn, seats: int, most: int, most_left: int) -> Deal:
    """Every seat gets one card of a shuffled pack; each further card goes to a seat, or the middle, drawn for it."""
    pack = draw(st.permutations(CARDS[Labelling.FULL]))
    left = draw(st.integers(0, most_left))
    hands: list[list[Card]] = [[one] for one in pack[left : left + seats]]
    owners = draw(st.lists(st.integers(0, seats - 1), max_size=seats * (most - 1)))
    for one, owner in zip(pack[left + seats :], owners, strict=False):
        hands[owner].append(one)
    return Deal(tuple(map(tuple, hands)), Labelling.FULL, tuple(pack[:left]))


@st.composite
def dealt(draw: st.DrawFn, book: Book, seats: int) -> Deal:
    """A real deal: the game's own pack, shuffled and dealt as the book deals it."""
    deck = draw(packs(book, seats))
    dealer = Seat(draw(st.integers(0, seats - 1)))
    found = book.deal(book, deck, seats, dealer)
    return Deal(found.hands, Labelling.FULL, found.middle)


def alternatives(game: str, point: RulePoint, seats: int, with_chance: bool) -> list[str]:
    """What a table of so many seats may agree on at a rule point."""
    refused = point.two_seats_only if seats > 2 else frozenset()
    if point.name == "pile_order" and not with_chance:
        refused = refused | {"shuffled"}
    return [name for name in point.ways(game) if name not in refused]


def ways(game: str, point: RulePoint, seats: int, with_chance: bool) -> st.SearchStrategy[str]:
    """One choice at a rule point, with what it takes behind a colon."""
    known = alternatives(game, point, seats, with_chance)
    if not point.is_set:
        return st.sampled_from(known).flatmap(lambda way: _with(point, way))
    each = [st.one_of(st.just(""), _with(point, way)) for way in known]
    return st.tuples(*each).map(lambda chosen: ",".join(way for way in chosen if way) or "none")


def _with(point: RulePoint, way: str) -> st.SearchStrategy[str]:
    match point.takes.get(way):
        case Takes.NUMBER:
            return st.sampled_from((way, f"{way}:2", f"{way}:3"))
        case Takes.RANKS:
            return st.sampled_from((f"{way}:J", f"{way}:69", f"{way}:T"))
        case _:
            return st.just(way)


def choices(game: str, seats: int, with_chance: bool = False) -> st.SearchStrategy[dict[str, str]]:
    """A choice at every rule point, each of them one that so many seats may agree on."""
    drawn = {name: ways(game, point, seats, with_chance) for name, point in points_of(game).items()}
    return st.fixed_dictionaries(drawn).map(_together)


def _together(chosen: dict[str, str]) -> dict[str, str]:
    """The same choices; of two that do not go together, only one."""
    clash = chosen.get("slap_in_debt") == "keeps_debt" and chosen["pile_order"] == "shuffled"
    return chosen | {"slap_in_debt": "voids_debt"} if clash else chosen


def books(base: Book, seats: int, with_chance: bool = False) -> st.SearchStrategy[Book]:
    """A game with any rules that so many seats may agree on; piles are shuffled only if asked for."""
    return choices(base.game, seats, with_chance).map(lambda chosen: choose(base, chosen))
