"""What a misreading of Bank is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from model.bank.points import choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from properties.misreadings import Fault


@dataclass(frozen=True, slots=True)
class BankMisreading:
    """A rule point of Bank decided as the rules do not allow.

    `belief` says what its author took the rule to be. `deal` and `script` are the shortest example that shows it: the
    deal, and what is done there, action by action, under the choices in `under`. After the last action the table, or
    what is allowed at it, differs from that of the rules, or the last action is itself refused by one of the two.
    `source` says in words where it was met, or which open question of the register it answers as no clause allows.
    """

    name: str
    kind: Fault
    clauses: tuple[str, ...]
    point: str
    function: Any
    belief: str
    deal: str
    script: str
    source: str
    under: tuple[tuple[str, str], ...] = ()

    @property
    def game(self) -> str:
        """The game that is misread."""
        return "bank"

    def apply(self, book: Book) -> Book:
        """The book with this misreading in it, and with the choices that it needs to show."""
        changes: dict[str, Any] = {self.point: self.function}
        return replace(choose(book, dict(self.under)), **changes)

    @property
    def base_book(self) -> Book:
        """The sound book that this misreading is held against."""
        return choose(BANK, dict(self.under))

    @property
    def book(self) -> Book:
        """The game's book with this misreading in it."""
        return self.apply(BANK)
