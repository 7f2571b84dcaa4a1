"""Two deals that should look alike, and a program that tells them apart because it plays one of them by other rules."""

from __future__ import annotations

from typing import Final

from model.bank.dealing import parse_round
from model.bank.rulebook import Book as BankBook
from model.deal import Deal, deal_of
from model.piles.play import apply_tick, enabled, initial, refusal
from model.piles.rulebook import Book
from model.piles.run import RefusedSlap
from properties.conformance.bank.script import tells_apart
from properties.conformance.books import AnyBook, bank_book
from properties.conformance.cases import Case
from properties.conformance.judge import book_of
from properties.conformance.script import parse_script

BREAKS: Final = (ArithmeticError, AssertionError, LookupError, RefusedSlap, StopIteration, ValueError)
"""What a misread book may raise at what it does not foresee."""


def plays_otherwise(other: AnyBook, case: Case) -> bool:
    """Whether a book plays one of the two deals otherwise than the rules: then it may well tell them apart."""
    script = case.script or ()
    try:
        if isinstance(other, BankBook):
            deals = (case.round_deal, parse_round(case.twin))
            return any(tells_apart(bank_book(case.choices), other, deal, script) for deal in deals)
        hands, _, middle = case.twin.partition("+")
        twin = deal_of(hands.split("/"), case.deal.labelling, middle)
        return any(_differs(book_of(case), other, deal, script) for deal in (case.deal, twin))
    except BREAKS:
        return True


def _differs(rules: Book, other: Book, deal: Deal, script: tuple[str, ...]) -> bool:
    """Whether a script leads to other tables, or other acts that are allowed, under two books."""
    tables = [initial(book, deal) for book in (rules, other)]
    for token in parse_script(script):
        if tables[0] != tables[1] or enabled(rules, tables[0]) != enabled(other, tables[1]):
            return True
        tick = token.tick(rules, tables[0])
        reasons = [refusal(book, table, tick) for book, table in zip((rules, other), tables, strict=True)]
        if reasons[0] != reasons[1]:
            return True
        if reasons[0] is None and not token.stale:
            tables = [apply_tick(book, table, tick) for book, table in zip((rules, other), tables, strict=True)]
    return tables[0] != tables[1] or enabled(rules, tables[0]) != enabled(other, tables[1])
