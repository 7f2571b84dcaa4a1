"""A shrinker tried on the model alone: a misread rule book takes the place of a program, so that nothing has to run."""

from __future__ import annotations

from dataclasses import replace

from model.bank.actions import Act
from model.bank.play import enabled as enabled_in_bank
from model.bank.play import initial as bank_initial
from model.bank.rulebook import Book as BankBook
from model.cards import Labelling
from model.piles.play import apply_tick, enabled, initial, refusal
from model.piles.rulebook import Book
from properties.conformance.bank import shrink as bank_shrink
from properties.conformance.bank.script import followed
from properties.conformance.fuzz_shrink import Shape, Shorter, shorten
from properties.misreadings import all_misreadings
from properties.misreadings.bank import MISREADINGS

PILES = {each.name: each for each in all_misreadings()}
BANKS = {each.name: each for each in MISREADINGS}


def differs(shape: Shape, wrong: Book) -> tuple[int, str] | None:
    """The first action, and its act, at which a misread book leaves the rules of a shape; None if it never does."""
    rules = shape.book
    tables = [initial(book, shape.deal) for book in (rules, wrong)]
    for number, token in enumerate(shape.script, start=1):
        tick = token.tick(rules, tables[0])
        at = list(zip((rules, wrong), tables, strict=True))
        refused = [token.stale or refusal(book, table, tick) is not None for book, table in at]
        if refused[0] != refused[1]:
            return number, f"refusal of {token.act}"
        if not refused[0]:
            tables = [apply_tick(book, table, tick) for book, table in at]
        if tables[0] != tables[1] or enabled(rules, tables[0]) != enabled(wrong, tables[1]):
            return number, str(token.act)
    return None


def wrong_book(shape: Shape, misreading: str) -> Book:
    """The book of a shape with a misreading in it."""
    found = PILES[misreading]
    return replace(shape.book, **{found.point: found.function})


def shortened(shape: Shape, misreading: str, suits: bool = False) -> Shape:
    """What the shrinker makes of a shape that a misreading plays wrongly: as `fuzz` does it, cut behind the failure.

    With `suits` for a program that knows no cards without them.
    """
    first = differs(shape, wrong_book(shape, misreading))
    assert first is not None
    return shorten(replace(shape, script=shape.script[: first[0]]), _shorter(misreading, first[1], suits))


def _shorter(misreading: str, kind: str, suits: bool) -> Shorter:
    def shorter(shape: Shape, than: Shape) -> Shape | None:
        if shape.weight >= than.weight or (suits and shape.deal.labelling is not Labelling.FULL):
            return None
        found = differs(shape, wrong_book(shape, misreading))
        if found is None or found[1] != kind:
            return None
        return replace(shape, script=shape.script[: found[0]])

    return shorter


def bank_differs(shape: bank_shrink.Shape, wrong: BankBook) -> tuple[int, str] | None:
    """The same of Bank; 0 is the deal, where other acts are allowed."""
    rules = shape.book
    start = bank_initial(rules, shape.deal)
    allowed = [set(enabled_in_bank(book, start)) for book in (rules, wrong)]
    if start != bank_initial(wrong, shape.deal) or allowed[0] != allowed[1]:
        return 0, "deal"
    both = zip(*(followed(book, start, shape.script) for book in (rules, wrong)), strict=True)
    for number, (right, told) in enumerate(both, start=1):
        act = "lay" if right.action.act is Act.LAY else right.action.act.value
        if (right.after, right.refused) != (told.after, told.refused):
            return number, act
        if set(enabled_in_bank(rules, right.after)) != set(enabled_in_bank(wrong, told.after)):
            return number, f"after {act}"
    return None


def bank_shortened(shape: bank_shrink.Shape, misreading: str) -> bank_shrink.Shape:
    """What the shrinker of Bank makes of a shape that a misreading plays wrongly."""
    first = _bank_cut(shape, misreading)
    assert first is not None
    best, kind = first
    search, left = bank_shrink.shortening(best), None
    try:
        candidate = next(search)
        while True:
            found = _bank_cut(candidate, misreading)
            left = found[0] if found is not None and found[1] == kind else None
            best = left or best
            candidate = search.send(left)
    except StopIteration:
        return best


def _bank_cut(shape: bank_shrink.Shape, misreading: str) -> tuple[bank_shrink.Shape, str] | None:
    each = BANKS[misreading]
    found = bank_differs(shape, replace(shape.book, **{each.point: each.function}))
    return None if found is None else (replace(shape, script=shape.script[: found[0]]), found[1])
