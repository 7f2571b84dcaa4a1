"""Making a failing case of Bank shorter as people would: fewer actions, fewer cards, fewer seats, the usual rules.

Each change is tried on the program itself, so what comes out is a script that really fails. The model says beforehand
which changes make sense: what was allowed, or was refused, must still be so where the program fails.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from model.bank.actions import Act, Action, RoundDeal
from model.bank.dealing import parse_round
from model.bank.match import trumps_error
from model.bank.play import enabled, initial
from model.bank.points import check_seats
from model.bank.ranks import suit_of
from model.bank.rulebook import Book
from model.bank.state import Match, Stage
from model.cards import Card, Zone, face_of, format_zone
from model.deal import SEAT_NAMES, DealError
from model.game import NOBODY, Seat
from model.points import RuleChoiceError
from properties.conformance.bank.cases import case_of
from properties.conformance.bank.script import Done, Token, followed, parse_script, parse_token
from properties.conformance.books import bank_book, defaults_of
from properties.conformance.cases import Case, Phase, with_choices
from properties.conformance.findings import broke_at
from properties.conformance.judge import Judged
from properties.conformance.renaming import Names, lower_ranks, lower_suits, moved_suits, renamed

Beside = Literal["", "new", "fork"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A case as it is cut and changed."""

    deal: RoundDeal
    choices: Mapping[str, str]
    script: tuple[Token, ...]
    twin: RoundDeal | None = None
    beside: Beside = ""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.deal.hands)

    @property
    def book(self) -> Book:
        """The rules it is played by. Raises RuleChoiceError."""
        return bank_book(self.choices)

    @property
    def weight(self) -> tuple[int | str, ...]:
        """How much there is to read: actions, cards, seats, rules, what stands beside it, ranks and suits, letters."""
        script = " ".join(map(written, self.script))
        also = bool(self.beside) + (self.twin is not None)
        cards = self.deal.cards
        much = len(self.script), len(cards), self.seats, len(self.choices), also
        kinds = len(set(map(face_of, cards))) + len(set(map(suit_of, cards)))
        letters = len(script) + len(str(self.deal))
        return (*much, kinds, letters, sum(map(face_of, cards)), sum(map(suit_of, cards)), f"{self.deal} {script}")

    def case(self, phase: Phase = "random") -> Case:
        """The case to be asked. Its id says all that there is in it."""
        script = tuple(map(written, self.script))
        also = f" or {self.twin}" if self.twin is not None else ""
        beside = f", beside {self.beside}" if self.beside else ""
        name = f"bank/fuzz/{self.deal}{also}: {' '.join(script) or 'nothing'}{beside}"
        twin = "" if self.twin is None else str(self.twin)
        case = case_of(with_choices(name, self.choices), self.deal, self.choices, script, phase, twin)
        return msgspec.structs.replace(case, beside=self.beside)


def shape_of(case: Case) -> Shape:
    """A case as a shape."""
    twin = parse_round(case.twin) if case.twin else None
    return Shape(case.round_deal, dict(case.choices), parse_script(case.script or ()), twin, case.beside)


def cut(judged: Judged) -> Shape:
    """A failing case without what comes after the failure."""
    shape, parting = shape_of(judged.case), judged.verdict.parting
    action = parting.action if parting is not None else broke_at(judged)
    return replace(shape, script=shape.script[:action])


def written(token: Token) -> str:
    """One action as it stands in a script."""
    sign = "~" if token.late else "+" if token.early else ""
    if token.act is Act.LOT:
        return f"{sign}lot:{SEAT_NAMES[token.dealer]}"
    if token.act is Act.DEAL:
        return f"{sign}deal:{token.deal}"
    seat = "" if token.seat is None else f"{SEAT_NAMES[token.seat]}:"
    return f"{sign}{seat}{format_zone(token.cards) if token.act is Act.LAY else token.act.value}"


# --- the search


def shortening(shape: Shape) -> Generator[Shape, Shape | None, None]:
    """Yields what could be shorter, and is sent what is left of it if it fails in the same way; None if it does not.

    It ends where nothing that is tried is shorter.
    """
    best, tried = shape, {shape.case().id}
    found = True
    while found:
        found = False
        for changed in changes(best):
            candidate = sensible(best, changed)
            if candidate is None or candidate.weight >= best.weight or candidate.case().id in tried:
                continue
            tried.add(candidate.case().id)
            left = yield candidate
            if left is not None and left.weight < best.weight:
                best, found = left, True
                break


def sensible(shape: Shape, changed: Shape) -> Shape | None:
    """What is left of a change when actions that have lost their sense are dropped; None if it has lost its own.

    The last action, at which the program fails, must be refused or allowed as it was before.
    """
    if not possible(changed):
        return None
    before, after = _done(shape), _done(changed)
    if not after:
        return changed if not changed.script else None
    wanted = {written(token): done.refused is None for token, done in zip(shape.script, before, strict=True)}
    last, last_before = after[-1], before[-1]
    if (last.refused is None) is not (last_before.refused is None) or last.before.stage is not last_before.before.stage:
        return None
    kept = [
        token
        for token, done in zip(changed.script[:-1], after, strict=False)
        if done.refused is None or not wanted.get(written(token), True)
    ]
    return replace(changed, script=(*kept, changed.script[-1]))


def possible(shape: Shape) -> bool:
    """Whether there are such rules and such a deal."""
    try:
        check_seats(shape.book, shape.seats)
        parse_round(str(shape.deal))
        if shape.twin is not None:
            parse_round(str(shape.twin))
    except (RuleChoiceError, DealError):
        return False
    seats = [each for token in shape.script for each in (token.seat, token.dealer) if each not in (None, NOBODY)]
    named = all(each is not None and each < shape.seats for each in seats)
    return named and not trumps_error(shape.book, shape.deal.trumps)


def _done(shape: Shape) -> list[Done]:
    book = shape.book
    return list(followed(book, initial(book, shape.deal), shape.script))


def changes(shape: Shape) -> Iterator[Shape]:
    """Ways to make a shape shorter, those first that take away most."""
    yield from _told_more_plainly(shape)
    yield from _begun_later(shape)
    yield from _without_what_was_refused(shape)
    yield from _by_usual_rules(shape)
    yield from _without_untouched_cards(shape)
    yield from _without_actions(shape)
    yield from _without_a_seat(shape)
    yield from _plainer_actions(shape)
    yield from _with_other_cards(shape)


# --- the ways


def _told_more_plainly(shape: Shape) -> Iterator[Shape]:
    if shape.twin is not None:
        yield replace(shape, twin=None)
    if shape.beside:
        yield replace(shape, beside="")
    usual = defaults_of("bank")
    yield replace(shape, choices={point: way for point, way in shape.choices.items() if way != usual[point]})
    yield replace(shape, choices={})


def _begun_later(shape: Shape) -> Iterator[Shape]:
    """The round from a later moment on, the latest first: the card to be covered is the open card."""
    if shape.twin is not None:
        return
    for place, done in reversed(list(enumerate(_done(shape), start=1))):
        match = done.after
        if done.refused is None and match.stage is Stage.ROUND:
            yield from _from_here(shape, match, shape.script[place:])


def _from_here(shape: Shape, match: Match, script: tuple[Token, ...]) -> Iterator[Shape]:
    """The deal in which this table begins, if there is a dealer with whom the same seat moves first."""
    table, book = match.round, shape.book
    if not table.bank or sum(map(bool, table.hands)) < 2:
        return
    trumps = shape.deal.trumps and table.trumps
    for dealer in (NOBODY, *map(Seat, range(shape.seats))):
        deal = RoundDeal(table.hands, table.bank[-1], table.stock, dealer, trumps)
        if initial(book, deal).round.turn == table.turn:
            yield replace(shape, deal=deal, script=script)
            return


def _without_what_was_refused(shape: Shape) -> Iterator[Shape]:
    done = _done(shape)
    kept = [token for token, each in zip(shape.script[:-1], done, strict=False) if each.refused is None]
    yield replace(shape, script=(*kept, *shape.script[-1:]))


def _without_actions(shape: Shape) -> Iterator[Shape]:
    """Halves, quarters and so on left out, down to single actions; the last one stays."""
    earlier = shape.script[:-1]
    for start, stop in _parts(len(earlier)):
        yield replace(shape, script=(*earlier[:start], *earlier[stop:], *shape.script[-1:]))


def _parts(length: int) -> Iterator[tuple[int, int]]:
    """All of so many things, then halves of them, quarters and so on, down to single ones, the last ones first."""
    size = length
    while size:
        for stop in range(length, 0, -size):
            yield max(0, stop - size), stop
        size //= 2


def _without_untouched_cards(shape: Shape) -> Iterator[Shape]:
    """Without cards that no action names: all at once, or some of them."""
    named = {card for token in shape.script for card in token.cards}
    spare = [card for card in shape.deal.cards if card not in named]
    for start, stop in _parts(len(spare)):
        changed = _without_cards(shape, frozenset(spare[start:stop]))
        if changed is not None:
            yield changed


def _without_cards(shape: Shape, gone: frozenset[Card]) -> Shape | None:
    """The same without these cards, in the deals of later rounds as well; None where nothing is left to be opened."""
    deal = _thinner(shape.deal, gone)
    script: list[Token] = []
    for token in shape.script:
        later = _thinner(token.deal, gone) if token.deal is not None else None
        if token.deal is not None and later is None:
            return None
        script.append(_again(replace(token, deal=later)))
    if deal is None:
        return None
    twin = shape.twin
    if twin is not None:
        twin = _at_the_same_places(twin, shape.deal, gone)
        if twin is None:
            return None
    return replace(shape, deal=deal, script=tuple(script), twin=twin)


def _thinner(deal: RoundDeal, gone: frozenset[Card]) -> RoundDeal | None:
    hands = tuple(_left(hand, gone) for hand in deal.hands)
    pile = _left((deal.open_card, *deal.stock), gone)
    emptied = any(before and not after for before, after in zip(deal.hands, hands, strict=True))
    return replace(deal, hands=hands, open_card=pile[0], stock=pile[1:]) if pile and not emptied else None


def _left(zone: Zone, gone: frozenset[Card]) -> Zone:
    return tuple(card for card in zone if card not in gone)


def _at_the_same_places(twin: RoundDeal, deal: RoundDeal, gone: frozenset[Card]) -> RoundDeal | None:
    """A second deal without the cards that lie where these lie in the first."""
    there = frozenset(other for card, other in zip(deal.cards, twin.cards, strict=True) if card in gone)
    return _thinner(twin, there)


def _without_a_seat(shape: Shape) -> Iterator[Shape]:
    """A seat less, with its cards and all that it did; also with the suits moved on, for each seat has its trumps."""
    if shape.seats == 2 or shape.twin is not None:
        return
    done = _done(shape)
    for gone in range(shape.seats - 1, -1, -1):
        left = [token for token, each in zip(shape.script, done, strict=True) if each.action.seat != gone]
        moved = [_one_seat_less(token, gone) for token in left]
        script = tuple(token for token in moved if token is not None)
        if len(script) == len(left) and (script or not shape.script):
            fewer = replace(shape, deal=_fewer(shape.deal, gone), script=script)
            yield fewer
            yield _renamed(fewer, moved_suits(fewer.deal.cards, gone))


def _fewer(deal: RoundDeal, gone: int) -> RoundDeal:
    dealer = deal.dealer
    if dealer != NOBODY:
        dealer = Seat((dealer - (dealer >= gone)) % (len(deal.hands) - 1))
    return replace(deal, hands=deal.hands[:gone] + deal.hands[gone + 1 :], dealer=dealer)


def _one_seat_less(token: Token, gone: int) -> Token | None:
    """An action at a table that one seat has left; None where it names that seat, or deals to it."""
    if gone in (token.seat, token.dealer) or token.deal is not None:
        return None
    seat = token.seat if token.seat is None else Seat(token.seat - (token.seat > gone))
    dealer = token.dealer if token.dealer == NOBODY else Seat(token.dealer - (token.dealer > gone))
    return _again(replace(token, seat=seat, dealer=dealer))


def _by_usual_rules(shape: Shape) -> Iterator[Shape]:
    """Without the choices that make no difference to the model here; then without some of them, down to single ones."""
    points, now = list(shape.choices), _end(shape)
    matter = [point for point in points if _end(_chosen(shape, [each for each in points if each != point])) != now]
    yield _chosen(shape, matter)
    for start, stop in _parts(len(points)):
        yield _chosen(shape, points[:start] + points[stop:])


def _chosen(shape: Shape, points: Sequence[str]) -> Shape:
    return replace(shape, choices={point: shape.choices[point] for point in points})


def _end(shape: Shape) -> tuple[Match, tuple[Action, ...]] | None:
    """Where a script leads by the rules, and what is allowed there; None where there are no such rules."""
    if not possible(shape):
        return None
    done, book = _done(shape), shape.book
    end = done[-1].after if done else initial(book, shape.deal)
    return end, enabled(book, end)


def _plainer_actions(shape: Shape) -> Iterator[Shape]:
    """In time instead of late, without a seat that is in turn anyway, and no dealer that need not be named."""
    for place, (token, done) in enumerate(zip(shape.script, _done(shape), strict=True)):
        plainer = [replace(token, late=False, early=False)] if token.stale else []
        if token.seat is not None and token.seat == done.before.round.turn:
            plainer.append(replace(token, seat=None))
        for other in plainer:
            yield replace(shape, script=(*shape.script[:place], _again(other), *shape.script[place + 1 :]))
    if shape.deal.dealer != NOBODY:
        twin = None if shape.twin is None else replace(shape.twin, dealer=NOBODY)
        yield replace(shape, deal=replace(shape.deal, dealer=NOBODY), twin=twin)


def _with_other_cards(shape: Shape) -> Iterator[Shape]:
    """Fewer ranks and suits, and lower ones; in what is laid and in the deals of later rounds as well."""
    for names in (*lower_ranks(shape.deal.cards), *lower_suits(shape.deal.cards)):
        if names:
            yield _renamed(shape, names)


def _renamed(shape: Shape, names: Names) -> Shape:
    script = tuple(_again(_token_renamed(token, names)) for token in shape.script)
    twin = None if shape.twin is None else _deal_renamed(shape.twin, names)
    return replace(shape, deal=_deal_renamed(shape.deal, names), script=script, twin=twin)


def _token_renamed(token: Token, names: Names) -> Token:
    deal = None if token.deal is None else _deal_renamed(token.deal, names)
    return replace(token, cards=renamed(token.cards, names), deal=deal)


def _deal_renamed(deal: RoundDeal, names: Names) -> RoundDeal:
    (open_card,) = renamed((deal.open_card,), names)
    hands = tuple(renamed(hand, names) for hand in deal.hands)
    return replace(deal, hands=hands, open_card=open_card, stock=renamed(deal.stock, names))


def _again(token: Token) -> Token:
    """The token as it would be read."""
    return parse_token(written(token))
