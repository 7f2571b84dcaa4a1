"""What must hold of every table where hands may come down: what may be slapped, by whom, and that it is answered.

The situations are told here once more, from the words of the clauses and not from the model's functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from model.cards import FACES, Card, Face, card, face_of
from model.game import NOBODY, Act, Action, Applied, Reason, Refused, Seat, Tick
from model.piles.play import enabled, step
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.slaps import slappable
from model.piles.state import NO_DEBT, Debt, Phase, Table
from properties.invariants.core import Invariant, Kind, agreed, agrees

BREAKS: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What a book raises that breaks the game."""
MOST_HANDS: Final = 5
"""At a table with more seats, not every seat's slap is tried."""


def ways_to_slap(book: Book, table: Table) -> tuple[Tick, ...]:
    """The slaps to try now: of each seat that may (at a large table, of some), and of all these at once, both ways."""
    seats = [action.seat for action in enabled(book, table) if action.act is Act.SLAP]
    if len(seats) > MOST_HANDS:
        seats = sorted(set(seats) & {table.turn, table.last, table.claimant, *_without_cards(table)[:1], seats[-1]})
    singles = [slap_tick((seat,)) for seat in seats]
    races = [slap_tick(tuple(seats)), slap_tick(tuple(reversed(seats)))] if len(seats) > 1 else []
    return (*singles, *races)


def _without_cards(table: Table) -> list[Seat]:
    return [Seat(seat) for seat, hand in enumerate(table.hands) if not hand]


def answer(book: Book, table: Table, tick: Tick) -> Applied[Table, object] | Refused | None:
    """What becomes of a tick; None if the book breaks on it."""
    try:
        found = step(book, table, tick)
    except BREAKS:
        return None
    return found if isinstance(found, Refused) else Applied(found.state, tuple(found.events))


def _slaps(book: Book, table: Table) -> bool:
    """Whether hands may come at all: while cards are laid, and on a pile that was won if that comes first."""
    window = book.slapping and agrees(book, "slap_priority", "before_collection")
    return book.slapping and (table.phase == Phase.LAYING or (table.phase == Phase.WON and window))


def _is_answered(book: Book, table: Table) -> bool:
    """Every slap that may be tried is applied; only a tie that the rules do not decide is refused."""
    undecided = Refused(Reason.ILLEGAL_ACTION)
    for tick in ways_to_slap(book, table):
        found = answer(book, table, tick)
        tie = len(tick) > 1 and agrees(book, "slap_tie", "undefined")
        if found is None or (isinstance(found, Refused) and not (tie and found == undecided)):
            return False
    return True


# --- who may ---


def _everybody_may(book: Book, table: Table) -> bool:
    """Nothing that is agreed on, and no bar, keeps a seat from slapping now."""
    debt = table.debt == NO_DEBT or agrees(book, "slap_in_debt", "voids_debt", "keeps_debt")
    return _slaps(book, table) and debt and agrees(book, "empty_hand", "skipped_may_slap") and not any(table.barred)


def _every_seat_is_let(book: Book, table: Table) -> bool:
    slaps = {action.seat for action in enabled(book, table) if action.act is Act.SLAP}
    return slaps == set(range(len(table.hands)))


def _somebody_may_not(book: Book, table: Table) -> bool:
    goes_on = book.slapping and table.phase in (Phase.LAYING, Phase.WON)
    return goes_on and bool(_kept_out(book, table))


def _kept_out(book: Book, table: Table) -> set[int]:
    """The seats that something agreed on, or a bar, keeps from slapping now."""
    seats = range(len(table.hands))
    if not _slaps(book, table) or (table.debt > NO_DEBT and agrees(book, "slap_in_debt", "forbidden")):
        return set(seats)
    out = agrees(book, "empty_hand", "out")
    return {seat for seat in seats if table.barred[seat] > 0 or (out and not table.hands[seat])}


def _they_are_kept_out(book: Book, table: Table) -> bool:
    kept = _kept_out(book, table)
    asked = [Action(Seat(seat), Act.SLAP) for seat in sorted(kept)]
    refused = all(step(book, table, (action,)) == Refused(Reason.ILLEGAL_ACTION) for action in asked)
    return refused and not kept & {action.seat for action in enabled(book, table) if action.act is Act.SLAP}


# --- what may be slapped ---


def _faces(table: Table) -> list[Face | None]:
    """The cards of the middle that count, the lowest first; None for one that lies face down."""
    own = table.middle[table.burned :]
    return [None if 0 < place < table.left else face_of(card) for place, card in enumerate(own)]


def _laid(table: Table) -> int:
    return len(table.middle) - table.burned - table.left


def _as_told(book: Book, table: Table, *situations: str) -> bool:
    """Whether the clauses tell what may be slapped: no burned or hidden card counts, and a window closes."""
    return (
        _slaps(book, table)
        and agreed(book, "slaps") <= {"double", "bottom_match", "sandwich"}
        and agreed(book, "slaps") >= set(situations)
        and agrees(book, "slap_window", "until_next_card")
        and agrees(book, "hidden_cards_match", "no")
        and agrees(book, "burned_count_for_slaps", "no")
    )


def _there_are_two(table: Table) -> bool:
    faces = _faces(table)
    return _laid(table) > 0 and len(faces) > 1 and faces[-1] == faces[-2]


def _matches_the_lowest(table: Table) -> bool:
    faces = _faces(table)
    return _laid(table) > 0 and len(faces) > 1 and faces[-1] == faces[0]


def _lies_around_one(table: Table) -> bool:
    faces = _faces(table)
    return _laid(table) > 0 and len(faces) > 2 and faces[-1] == faces[-3]


def _a_double(book: Book, table: Table) -> bool:
    return _as_told(book, table, "double") and _there_are_two(table)


def _a_bottom_match(book: Book, table: Table) -> bool:
    return _as_told(book, table, "bottom_match") and _matches_the_lowest(table)


def _a_sandwich(book: Book, table: Table) -> bool:
    return _as_told(book, table, "sandwich") and _lies_around_one(table)


def _may_be_slapped(book: Book, table: Table) -> bool:
    return slappable(book, table)


def _may_not_be_slapped(book: Book, table: Table) -> bool:
    return not slappable(book, table)


def _alone(book: Book, table: Table) -> bool:
    return _as_told(book, table) and len(_faces(table)) == 1


def _nothing_there(book: Book, table: Table) -> bool:
    """Two cards or more, and none of the agreed situations."""
    ways = agreed(book, "slaps")
    return (
        _as_told(book, table)
        and len(_faces(table)) > 1
        and not ("double" in ways and _there_are_two(table))
        and not ("bottom_match" in ways and _matches_the_lowest(table))
        and not ("sandwich" in ways and _lies_around_one(table))
    )


# --- what makes no difference ---


def _with_suits(book: Book, table: Table) -> bool:
    return _slaps(book, table) and any(card >= FACES for card in table.middle)


def _same_without_suits(book: Book, table: Table) -> bool:
    """Other suits, one for all, none at all, or another for each card, change nothing."""
    bare = [face_of(card) for card in table.middle]
    others = (bare, [face + FACES for face in bare], [face + FACES * (1 + at % 4) for at, face in enumerate(bare)])
    return _all_answer_alike(book, table, (replace(table, middle=tuple(map(Card, middle))) for middle in others))


def _two_on_top_count(book: Book, table: Table) -> bool:
    return _as_told(book, table) and _laid(table) > 0


def _same_in_any_game(book: Book, table: Table) -> bool:
    """Whose turn it is, what is owed to whom, who laid last, and what is in the hands: all that changes nothing."""
    first = table.hands[0] or (card(Face(2)),)
    others = (
        replace(table, turn=Seat((table.turn + 1) % len(table.hands))),
        replace(table, debt=Debt(2), claimant=Seat(0)),
        replace(table, debt=NO_DEBT, claimant=NOBODY),
        replace(table, last=Seat((table.last + 1) % len(table.hands))),
        replace(table, hands=((), *table.hands[1:])),
        replace(table, hands=(first, *((),) * (len(table.hands) - 1))),
    )
    return _all_answer_alike(book, table, others)


def _cards_between(book: Book, table: Table) -> bool:
    return _two_on_top_count(book, table) and bool(_places_between(book, table))


def _places_between(book: Book, table: Table) -> range:
    """The places of the middle between the lowest card that counts and the top cards that do."""
    top = 3 if "sandwich" in agreed(book, "slaps") else 2
    return range(table.burned + 1, len(table.middle) - top)


def _same_whatever_is_between(book: Book, table: Table) -> bool:
    """Cards of the rank of the top card, or of any other, in their place change nothing."""
    top = table.middle[-1]
    return _all_answer_alike(book, table, (_with_cards(table, _places_between(book, table), one) for one in (top, SIX)))


def _with_cards(table: Table, places: Iterable[int], one: Card) -> Table:
    put = set(places)
    return replace(table, middle=tuple(one if place in put else was for place, was in enumerate(table.middle)))


SIX: Final = card(Face(6))


def _cards_lie_hidden(book: Book, table: Table) -> bool:
    return _two_on_top_count(book, table) and table.left > 1


def _same_whatever_is_hidden(book: Book, table: Table) -> bool:
    hidden = range(table.burned + 1, table.burned + table.left)
    return _all_answer_alike(book, table, (_with_cards(table, hidden, one) for one in (table.middle[-1], SIX)))


def _cards_are_burned(book: Book, table: Table) -> bool:
    return _slaps(book, table) and table.burned > 0 and agrees(book, "burned_count_for_slaps", "no")


def _same_without_burned(book: Book, table: Table) -> bool:
    return _all_answer_alike(book, table, [replace(table, middle=table.middle[table.burned :], burned=0)])


def _all_answer_alike(book: Book, table: Table, others: Iterable[Table]) -> bool:
    return {slappable(book, other) for other in others} <= {slappable(book, table)}


IS_ANSWERED: Final = Invariant(
    "a hand is always answered",
    "A hand on the middle wins it or was wrong, also on no card, on one card, and from a seat that has none.",
    ("BB-30", "BB-34", "BB-42", "BMN-53"),
    Kind.TABLE,
    _is_answered,
    _slaps,
)

RIGHTS: Final[tuple[Invariant[Table], ...]] = (
    Invariant(
        "everybody may slap",
        "Whoever's turn it is, and whoever laid last, every seat may put its hand on the middle.",
        ("BB-28", "BB-30"),
        Kind.TABLE,
        _every_seat_is_let,
        _everybody_may,
    ),
    Invariant(
        "who may not slap is refused",
        "A seat that is barred, or that the agreed rules keep from slapping, is refused and nothing changes.",
        ("BMN-53",),
        Kind.TABLE,
        _they_are_kept_out,
        _somebody_may_not,
    ),
    Invariant(
        "two of a rank may be slapped",
        "The middle may be slapped when its two top cards lie open and have one rank, pictures or not.",
        ("BB-12", "BB-28", "BB-31", "BB-32", "BMN-54", "BMN-58"),
        Kind.TABLE,
        _may_be_slapped,
        _a_double,
    ),
    Invariant(
        "a match with the lowest card may be slapped",
        "Where that is agreed, the middle may be slapped when the top card has the rank of the lowest one, left over "
        "or laid.",
        ("BB-07", "BB-08", "BB-31", "BB-33"),
        Kind.TABLE,
        _may_be_slapped,
        _a_bottom_match,
    ),
    Invariant(
        "a sandwich may be slapped",
        "Where that is agreed, the middle may be slapped when two cards of one rank lie around one card.",
        ("BMN-53",),
        Kind.TABLE,
        _may_be_slapped,
        _a_sandwich,
    ),
    Invariant(
        "a lone card matches nothing",
        "A single card in the middle may not be slapped.",
        ("BB-34",),
        Kind.TABLE,
        _may_not_be_slapped,
        _alone,
    ),
    Invariant(
        "nothing else may be slapped",
        "Where none of the agreed situations is there, or has gone by, a hand on the middle is wrong.",
        ("BB-31", "BB-32", "BB-33", "BMN-53", "BMN-54", "BMN-58"),
        Kind.TABLE,
        _may_not_be_slapped,
        _nothing_there,
    ),
    Invariant(
        "suits make no difference",
        "Whether the middle may be slapped is the same with any other suits.",
        ("BB-31",),
        Kind.TABLE,
        _same_without_suits,
        _with_suits,
    ),
    Invariant(
        "only the middle decides",
        "Whether the middle may be slapped depends on no hand, no turn and no debt.",
        ("BB-12", "BB-28"),
        Kind.TABLE,
        _same_in_any_game,
        _two_on_top_count,
    ),
    Invariant(
        "cards in between make no difference",
        "Whether the middle may be slapped depends on the cards on top and on the lowest one, and on no card between.",
        ("BB-32", "BB-33"),
        Kind.TABLE,
        _same_whatever_is_between,
        _cards_between,
    ),
    Invariant(
        "hidden cards make no difference",
        "Left-over cards that lie face down match nothing.",
        ("BB-07", "BB-32"),
        Kind.TABLE,
        _same_whatever_is_hidden,
        _cards_lie_hidden,
    ),
    Invariant(
        "burned cards make no difference",
        "Where burned cards do not count, the middle may be slapped just as it might be without them.",
        ("BMN-53",),
        Kind.TABLE,
        _same_without_burned,
        _cards_are_burned,
    ),
)
