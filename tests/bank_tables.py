"""Tables of Bank for tests: set up from a deal, some choices and a script."""

from __future__ import annotations

from model.bank.dealing import parse_round
from model.bank.play import initial, refusal
from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.bank.state import Match
from properties.conformance.bank.script import followed, parse_script
from properties.invariants.bank.core import Step


def table(choices: dict[str, str], deal: str, script: str = "") -> tuple[Book, Match]:
    """A table after a script, all of which the rules allow."""
    book = choose(BANK, choices)
    match = initial(book, parse_round(deal))
    for done in followed(book, match, parse_script(script.split())):
        assert done.refused is None, script
        match = done.after
    return book, match


def may(choices: dict[str, str], deal: str, script: str, token: str) -> bool:
    """Whether the rules allow one more action after a script."""
    book, match = table(choices, deal, script)
    (action,) = parse_script([token])
    return refusal(book, match, action.tick(match)) is None


def last_step(choices: dict[str, str], deal: str, script: str) -> tuple[Book, Step]:
    """The last action of a script, all of which the rules allow."""
    *first, last = script.split()
    book, match = table(choices, deal, " ".join(first))
    (done,) = followed(book, match, parse_script([last]))
    assert done.refused is None, script
    return book, Step(done.before, done.after, done.action)
