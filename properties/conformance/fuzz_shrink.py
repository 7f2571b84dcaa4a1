"""Making a failing script shorter as people would: fewer actions, fewer cards, fewer seats, plainer cards.

Each change is tried on the program itself, so what comes out is a script that really fails. Changes that hypothesis
cannot make, because to it a script is nothing but choices, stand here: a whole rank renamed, a seat taken away, the
game begun at a later trick.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from model.cards import Labelling, Zone, card, face_of, format_zone, parse_zone
from model.deal import SEAT_NAMES, Deal, DealError, deal_of
from model.game import Act, Seat
from model.piles.play import apply_tick, initial, refusal, view
from model.piles.points import check_seats, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase, Table
from model.points import RuleChoiceError
from properties.conformance.cases import Case, with_choices
from properties.conformance.redealing import fewer_hands, laid_cards, other_patterns
from properties.conformance.renaming import Names, first_suits, plain_faces, plainer_ranks, renamed
from properties.conformance.script import Token, parse_script
from properties.conformance.step_cases import only_ranks

Beside = Literal["", "new", "fork"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A case as it is cut and changed: a deal, perhaps a second one that must look the same, rules and a script."""

    game: str
    deal: Deal
    choices: Mapping[str, str]
    script: tuple[Token, ...]
    looks_last: bool = False
    """Whether the table is looked at only as it is dealt and in the end."""
    twin: Deal | None = None
    beside: Beside = ""
    """Whether a second table is there that nobody touches."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.deal.hands)

    @property
    def cards(self) -> int:
        """The number of cards, those left over included."""
        return sum(map(len, self.deal.hands)) + len(self.deal.middle)

    @property
    def book(self) -> Book:
        """The rules it is played by. Raises RuleChoiceError."""
        return choose(PROFILES[self.game], self.choices)

    @property
    def weight(self) -> tuple[int, ...]:
        """How much there is to read: actions, cards, seats, rules, looks, letters, and how plain the cards are."""
        cards = (*itertools.chain.from_iterable(self.deal.hands), *self.deal.middle)
        letters = sum(len(written(token)) for token in self.script)
        cards_of_both = self.cards * (1 if self.twin is None else 2)
        much = (
            len(self.script),
            cards_of_both,
            self.seats,
            len(self.choices),
            self.looks_last + bool(self.beside),
            letters,
        )
        return (*much, sum(map(face_of, cards)), *cards)

    def case(self) -> Case:
        """The case to be asked. Its id says all that there is in it."""
        script = tuple(map(written, self.script))
        labelling: Literal["class", "rank", "full"] = self.deal.labelling.value
        also = f" or {self.twin}" if self.twin is not None else ""
        late = ", looked at in the end" if self.looks_last else ""
        late += f", beside {self.beside}" if self.beside else ""
        name = f"{self.game}/fuzz by {labelling}/{self.deal}{also}: {' '.join(script) or 'nothing'}{late}"
        return Case(
            id=with_choices(name, self.choices),
            game=self.game,
            hands=tuple(map(format_zone, self.deal.hands)),
            cards=labelling,
            middle=format_zone(self.deal.middle),
            choices=dict(self.choices),
            script=script,
            looks_from=len(script) if self.looks_last else 0,
            twin=str(self.twin) if self.twin is not None else "",
            beside=self.beside,
            phase="random",
        )


def shape_of(case: Case) -> Shape:
    """A case as a shape."""
    deal = case.deal
    hands, _, middle = case.twin.partition("+")
    twin = deal_of(hands.split("/"), deal.labelling, middle) if case.twin else None
    script = parse_script(case.script or ())
    return Shape(case.game, deal, case.choices, script, case.looks_from > 0, twin, case.beside)


def written(token: Token) -> str:
    """One action as it stands in a script."""
    late = token.sign
    if token.act is Act.SLAP:
        return f"{late}{''.join(SEAT_NAMES[seat] for seat in token.seats)}!"
    if token.act is Act.SHUFFLE:
        return f"{late}shuffle:{','.join(map(str, token.order))}"
    return f"{late}{SEAT_NAMES[token.seats[0]] + ':' if token.seats else ''}{token.act.value}"


Shorter = Callable[[Shape, Shape], Shape | None]
"""Asks a shape: what is left of it when it is cut behind its failure, if it fails as the other does and is shorter."""


def shorten(shape: Shape, shorter: Shorter) -> Shape:
    """The shortest shape that these changes lead to."""
    while True:
        for smaller in _smaller(shape):
            found = shorter(smaller, shape) if possible(smaller) else None
            if found is not None:
                shape = found
                break
        else:
            return shape


def _smaller(shape: Shape) -> Iterator[Shape]:
    """All ways of making a shape smaller, those that take away most first."""
    yield from _told_more_plainly(shape)
    yield from _begun_later(shape)
    yield from _without_actions(shape)
    yield from _without_a_seat(shape)
    yield from _dealt_to_fewer(shape)
    yield from _without_cards(shape)
    yield from _without_an_action_and_a_seat(shape)
    yield from _without_an_action_and_a_card(shape)
    yield from _plainer_actions(shape)
    yield from _other_ranks(shape)
    yield from _other_suits(shape)
    yield from _with_another_pattern(shape)
    yield from _other_cards(shape)


def alone(shape: Shape) -> tuple[Shape, ...]:
    """Each of the two deals that must look the same as a table of its own."""
    assert shape.twin is not None
    return replace(shape, twin=None), replace(shape, deal=shape.twin, twin=None)


def varied(shape: Shape) -> Iterator[Shape]:
    """The same with a card more under one of the hands: what fails there in the same way tells more of why."""
    if shape.twin is None:
        for seat, hand in enumerate(shape.deal.hands):
            for more in "234J" if shape.deal.labelling is Labelling.RANK else "-JQK":
                if shape.deal.labelling is not Labelling.FULL:
                    longer = hand + parse_zone(more, shape.deal.labelling)
                    hands = (*shape.deal.hands[:seat], longer, *shape.deal.hands[seat + 1 :])
                    yield replace(shape, deal=replace(shape.deal, hands=hands))


def possible(shape: Shape) -> bool:
    """Whether a shape can be asked: there are such rules and such a deal, and twins do look the same."""
    try:
        check_seats(shape.book, shape.seats)
        deal_of(list(map(format_zone, shape.deal.hands)), shape.deal.labelling, format_zone(shape.deal.middle))
    except (RuleChoiceError, DealError):
        return False
    return shape.twin is None or looks_alike(shape)


def looks_alike(shape: Shape) -> bool:
    """Whether two deals differ, and nobody can tell them apart while the script lasts, all of which is allowed."""
    assert shape.twin is not None
    if shape.twin == shape.deal:
        return False
    book = shape.book
    tables = [initial(book, deal) for deal in (shape.deal, shape.twin)]
    for token in shape.script:
        if not _seen_alike(book, tables) or token.stale:
            return False
        ticks = [token.tick(book, table) for table in tables]
        if ticks[0] != ticks[1] or any(refusal(book, table, ticks[0]) is not None for table in tables):
            return False
        tables = [apply_tick(book, table, ticks[0]) for table in tables]
    return _seen_alike(book, tables)


def _seen_alike(book: Book, tables: list[Table]) -> bool:
    return view(book, tables[0], Seat(0)) == view(book, tables[1], Seat(0))


# --- the ways ---


def _told_more_plainly(shape: Shape) -> Iterator[Shape]:
    if shape.twin is not None:
        yield replace(shape, twin=None)
    if shape.beside:
        yield replace(shape, beside="")
    if shape.looks_last:
        yield replace(shape, looks_last=False)
    if shape.deal.labelling is Labelling.FULL:
        yield replace(shape, deal=only_ranks(shape.deal), twin=None if shape.twin is None else only_ranks(shape.twin))
    for point in shape.choices:
        yield replace(shape, choices={name: way for name, way in shape.choices.items() if name != point})


def _begun_later(shape: Shape) -> Iterator[Shape]:
    """The game from a later moment on at which nothing is owed: who is to lay leads, and the middle is left out."""
    if shape.twin is not None:
        return
    book = shape.book
    later: list[Shape] = []
    table = initial(book, shape.deal)
    for place, token in enumerate(shape.script, start=1):
        tick = token.tick(book, table)
        if token.stale or refusal(book, table, tick) is not None:
            continue
        table = apply_tick(book, table, tick)
        free = table.phase == Phase.LAYING and table.debt == NO_DEBT and not any(table.barred)
        if free and sum(map(bool, table.hands)) > 1:
            later.extend(_from_here(shape, table, shape.script[place:]))
    yield from reversed(later)


def _from_here(shape: Shape, table: Table, script: tuple[Token, ...]) -> Iterator[Shape]:
    """Shapes that begin with this table. Seats without cards are gone, and what they did others do, or nobody."""
    first, seats = table.turn, shape.seats
    moved = tuple(replace(token, seats=tuple(Seat((seat - first) % seats) for seat in token.seats)) for token in script)
    hands = (*table.hands[first:], *table.hands[:first])
    begun = replace(shape, deal=Deal(hands, shape.deal.labelling), script=moved)
    empty = [seat for seat in range(seats - 1, -1, -1) if not hands[seat]]
    for heir in (None, *(seat for seat in range(seats) if hands[seat])):
        left = begun if heir is None else replace(begun, script=tuple(_done_by(token, empty, heir) for token in moved))
        for seat in empty:
            left = _without_seat(left, seat)
        yield left


def _done_by(token: Token, gone: Sequence[int], heir: int) -> Token:
    """The same action, with one seat in the place of those that are gone."""
    return replace(token, seats=tuple(dict.fromkeys(Seat(heir) if seat in gone else seat for seat in token.seats)))


def _without_actions(shape: Shape) -> Iterator[Shape]:
    """Halves, quarters and so on left out, down to single actions."""
    chunk = len(shape.script) // 2
    while chunk:
        for start in range(len(shape.script) - chunk, -1, -1):
            yield replace(shape, script=shape.script[:start] + shape.script[start + chunk :])
        chunk //= 2


def _without_a_seat(shape: Shape) -> Iterator[Shape]:
    if shape.seats > 2:
        yield from (_without_seat(shape, gone) for gone in range(shape.seats - 1, -1, -1))


def _dealt_to_fewer(shape: Shape) -> Iterator[Shape]:
    """The cards that were laid, dealt to fewer seats so that they are laid in the same order; slaps by one of them."""
    if shape.twin is None and shape.seats > 2:
        for hands in fewer_hands(laid_cards(shape.book, shape.deal, shape.script), shape.seats):
            for heir in range(len(hands)):
                script = tuple(_plainly_by(token, heir) for token in shape.script)
                yield replace(shape, deal=replace(shape.deal, hands=hands), script=script)


def _plainly_by(token: Token, heir: int) -> Token:
    """The same act by whose turn it is; a slap by one seat."""
    return replace(token, seats=(Seat(heir),) if token.act is Act.SLAP else ())


def _with_another_pattern(shape: Shape) -> Iterator[Shape]:
    """A card less, and the ranks of the ordinary cards in any pattern: what was alike need not stay so."""
    if shape.twin is None:
        yield from (replace(shape, deal=deal) for deal in other_patterns(shape.book, shape.deal))


def _without_an_action_and_a_seat(shape: Shape) -> Iterator[Shape]:
    """A seat less, and the card that it laid."""
    for smaller in _without_a_seat(shape):
        for gone in range(len(smaller.script) - 1, -1, -1):
            yield replace(smaller, script=smaller.script[:gone] + smaller.script[gone + 1 :])


def _without_seat(shape: Shape, gone: int) -> Shape:
    script = tuple(token for each in shape.script if (token := _without(each, gone)) is not None)
    return replace(shape, deal=_fewer(shape.deal, gone), twin=_fewer_too(shape.twin, gone), script=script)


def _fewer(deal: Deal, gone: int) -> Deal:
    return replace(deal, hands=deal.hands[:gone] + deal.hands[gone + 1 :])


def _fewer_too(twin: Deal | None, gone: int) -> Deal | None:
    return None if twin is None else _fewer(twin, gone)


def _without(token: Token, gone: int) -> Token | None:
    """An action at a table that one seat has left; None if it was that seat's own."""
    if not token.seats:
        return token
    left = tuple(Seat(seat - (seat > gone)) for seat in token.seats if seat != gone)
    return replace(token, seats=left) if left else None


def _places(deal: Deal) -> Iterator[tuple[int, int]]:
    """Every place for a card: the seat (-1 for the middle) and the place in the hand, the last ones first."""
    yield from ((-1, place) for place in range(len(deal.middle) - 1, -1, -1))
    for seat in range(len(deal.hands) - 1, -1, -1):
        yield from ((seat, place) for place in range(len(deal.hands[seat]) - 1, -1, -1))


def _without_cards(shape: Shape) -> Iterator[Shape]:
    for seat, place in _places(shape.deal):
        if seat < 0 or len(shape.deal.hands[seat]) > 1:
            yield _put(shape, seat, place, ())


def _without_an_action_and_a_card(shape: Shape) -> Iterator[Shape]:
    """A card less, and the action with which it was laid."""
    for shorter in _without_cards(shape):
        for gone in range(len(shape.script) - 1, -1, -1):
            yield replace(shorter, script=shape.script[:gone] + shape.script[gone + 1 :])


def _put(shape: Shape, seat: int, place: int, cards: Zone) -> Shape:
    """The shape with other cards at one place; in the second deal as well."""
    twin = None if shape.twin is None else _put_in(shape.twin, seat, place, cards)
    return replace(shape, deal=_put_in(shape.deal, seat, place, cards), twin=twin)


def _put_in(deal: Deal, seat: int, place: int, cards: Zone) -> Deal:
    if seat < 0:
        return replace(deal, middle=deal.middle[:place] + cards + deal.middle[place + 1 :])
    hand = deal.hands[seat]
    changed = hand[:place] + cards + hand[place + 1 :]
    return replace(deal, hands=(*deal.hands[:seat], changed, *deal.hands[seat + 1 :]))


def _plainer_actions(shape: Shape) -> Iterator[Shape]:
    """One hand instead of several, in time instead of late, and by the seat that is expected."""
    for place, token in enumerate(shape.script):
        plainer = [replace(token, late=False, early=False)] if token.stale else []
        if token.act is Act.SLAP:
            plainer += [replace(token, seats=(seat,)) for seat in token.seats if len(token.seats) > 1]
        elif token.seats:
            plainer.append(replace(token, seats=()))
        for other in plainer:
            yield replace(shape, script=shape.script[:place] + (other,) + shape.script[place + 1 :])


def _other_ranks(shape: Shape) -> Iterator[Shape]:
    """All cards of one rank made into a plainer one, so that what was alike stays so."""
    for names in plainer_ranks(_cards_of(shape), shape.deal.labelling):
        yield from _renamed(shape, names)


def _other_suits(shape: Shape) -> Iterator[Shape]:
    """Cards with suits in the first suits that are free."""
    if shape.deal.labelling is Labelling.FULL:
        yield from _renamed(shape, first_suits(_cards_of(shape)))


def _cards_of(shape: Shape) -> Zone:
    """The cards of the deal; a second one that must look the same has the same cards."""
    return (*itertools.chain.from_iterable(shape.deal.hands), *shape.deal.middle)


def _renamed(shape: Shape, names: Names) -> Iterator[Shape]:
    """The same with other cards, in the second deal as well."""
    if names:
        twin = None if shape.twin is None else _renamed_in(shape.twin, names)
        yield replace(shape, deal=_renamed_in(shape.deal, names), twin=twin)


def _renamed_in(deal: Deal, names: Names) -> Deal:
    return replace(deal, hands=tuple(renamed(hand, names) for hand in deal.hands), middle=renamed(deal.middle, names))


def _other_cards(shape: Shape) -> Iterator[Shape]:
    """One card made plainer; a card with a suit into one of the first suit that is free."""
    for seat, place in _places(shape.deal):
        zone = shape.deal.middle if seat < 0 else shape.deal.hands[seat]
        if shape.deal.labelling is Labelling.FULL:
            plainer: Zone = parse_zone("2c3c2d3d4c4d5c5dJcJd", Labelling.FULL)
        else:
            plainer = tuple(map(card, plain_faces(shape.deal.labelling)))
        for plain in plainer:
            if card(face_of(plain)) < card(face_of(zone[place])):
                yield _put(shape, seat, place, (plain,))
