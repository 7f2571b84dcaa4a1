"""What is said to a program on one case, whatever kind of game it is about."""

from __future__ import annotations

from model.bank.rulebook import Book as BankBook
from properties.conformance.bank.conversation import bank_conversation
from properties.conformance.books import AnyBook
from properties.conformance.cases import Case
from properties.conformance.conversation import pile_conversation
from properties.conformance.parting import Talk
from properties.conformance.protocol import GameClaim


def conversation(case: Case, claim: GameClaim, book: AnyBook) -> Talk:
    """The whole conversation on one case. Returns where the program leaves the rules; None if it never does."""
    if isinstance(book, BankBook):
        return bank_conversation(case, claim, book)
    return pile_conversation(case, claim, book)
