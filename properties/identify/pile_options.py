"""All that a program may do otherwise in a pile game: every alternative, what it may be given, and every misreading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from model.cards import card, format_zone
from model.piles.points import choices, choose, points_of
from model.piles.rulebook import Book
from model.points import RuleChoiceError, RulePoint, Takes
from properties.conformance.books import AnyBook
from properties.conformance.explain import broken, meaning
from properties.conformance.planner import decides_play
from properties.identify.hypotheses import Option, Put
from properties.misreadings import Misreading, Shows, misreadings_of

MOST_GIVEN: Final = 3
"""Cards that a wrong slap costs, or bars for, at most in what is tried; more have not been met."""
NOT_SAID: Final = frozenset({"count_cards", "count_tricks"})
"""Points that say how a game is told, and not how it is played."""


def pile_options(base: Book) -> tuple[Option, ...]:
    """Every alternative and every misreading, the likelier first.

    Where both explain the same, a misreading of a plain game is told, and of a game of many options the option.
    """
    alternatives = tuple(_alternatives(base))
    misread = tuple(_misread(each) for each in misreadings_of(base.game) if each.shows in (Shows.PLAY, Shows.SLAPS))
    return (*alternatives, *misread) if base.slapping else (*misread, *alternatives)


def _alternatives(base: Book) -> Iterator[Option]:
    for name, point in points_of(base.game).items():
        if decides_play(name) and name not in NOT_SAID:
            for way in point.ways(base.game):
                yield from _in_a_set(base, point, way) if point.is_set else _another(base, point, way)


def _another(base: Book, point: RulePoint, way: str) -> Iterator[Option]:
    """Another way to decide a point, with all that it may be given behind a colon."""
    value = point.alternatives[way]
    for written in _written(base, point, way):
        if written not in (choices(base)[point.name], "shuffled"):
            belief = meaning(point.name, way, value) + _said_of(way, written)
            clauses = broken(base, point.name, value)
            yield Option(
                point.name, f"{point.name}={written}", belief, clauses, False, _choosing({point.name: written})
            )


def _in_a_set(base: Book, point: RulePoint, way: str) -> Iterator[Option]:
    """A way put into a set of several, or taken out; each has a place of its own, so that some can go together."""
    value, agreed = point.alternatives[way], choices(base)[point.name]
    place = f"{point.name} {way}"
    clauses = broken(base, point.name, value)
    rest = without(agreed, way)
    if rest != agreed:
        belief = f"without {way}: {meaning(point.name, way, value)}"
        yield Option(place, f"{point.name}={rest}", belief, clauses, False, _toggling(point, way, ""))
    for written in _written(base, point, way):
        if written not in agreed.split(","):
            name = f"{point.name}={with_way(rest, written)}"
            belief = meaning(point.name, way, value) + _said_of(way, written)
            yield Option(place, name, belief, clauses, False, _toggling(point, way, written))


def without(agreed: str, way: str) -> str:
    """A set of ways without one of them, whatever that was given."""
    return ",".join(each for each in agreed.split(",") if each.partition(":")[0] != way) or "none"


def with_way(agreed: str, written: str) -> str:
    """A set of ways with one more."""
    return written if agreed == "none" else f"{agreed},{written}"


def _written(base: Book, point: RulePoint, way: str) -> Iterator[str]:
    """A way with all that it may be given behind a colon, as it is written."""
    if point.takes.get(way) is Takes.RANKS:
        yield from (f"{way}:{format_zone((card(rank),))}" for rank in base.ranks)
        return
    yield way
    if point.takes.get(way) is Takes.NUMBER:
        yield from (f"{way}:{number}" for number in range(2, MOST_GIVEN + 1))


def _said_of(way: str, written: str) -> str:
    return f" (here {written.removeprefix(way + ':')})" if written != way else ""


def _choosing(chosen: dict[str, str]) -> Put:
    def put(book: AnyBook) -> AnyBook:
        assert isinstance(book, Book)
        return choose(book, chosen)

    return put


def _toggling(point: RulePoint, way: str, written: str) -> Put:
    """Puts a way into a set, or takes it out if there is nothing written. What was misread there stays misread."""

    def put(book: AnyBook) -> AnyBook:
        assert isinstance(book, Book)
        agreed = choices(book)[point.name]
        unknown = [each for each in agreed.split(",") if each.partition(":")[0] not in (*point.alternatives, "none")]
        if unknown:
            raise RuleChoiceError(f"{point.name} is misread ({unknown[0]})")
        rest = without(agreed, way)
        return choose(book, {point.name: with_way(rest, written) if written else rest})

    return put


def _misread(misreading: Misreading) -> Option:
    def put(book: AnyBook) -> AnyBook:
        assert isinstance(book, Book)
        return misreading.apply(book)

    each = misreading
    return Option(each.point, each.name, each.belief, each.clauses, True, put)
