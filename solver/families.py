"""Which statements are proved of which games. A family that is to be proved has one line in `FAMILIES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Generic, TypeVar

from model.bank import points as bank_points
from model.bank.profiles import BANK
from model.bank.rulebook import Book as BankBook
from model.piles import points as pile_points
from model.piles.profiles import NAMED
from model.piles.rulebook import Book as PileBook
from model.points import RuleChoiceError, instead
from model.register import load
from properties.conformance.books import GAMES, AnyBook, check_seats, choices_of, defaults_of
from properties.misreadings import all_misreadings
from properties.misreadings.bank import MISREADINGS as OF_BANK
from solver.audit import audits
from solver.bounded import bounds
from solver.desk import Proof
from solver.obligations import Choices, Family, always
from solver.obligations.bank import further, lays
from solver.obligations.bank.matches_shown import MATCH_PROOFS, MATCHES
from solver.obligations.bank.shown import BANK as BANK_PLAY
from solver.obligations.bank.shown import BANK_RULES
from solver.obligations.kernel.proofs import step_proofs
from solver.obligations.piles_shown import PILES
from solver.obligations.slaps.shown import SLAPS
from solver.statements import proofs_of

B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Proved(Generic[B]):
    """A family of games that is proved: its obligations, and what is proved of it in other ways.

    `kind` is the class of its rule books, `serves` says for which of them it is made, and `seats` which numbers of
    seats are looked at if none are named; under choices that are not the book's own only `choices_for`, if there are
    any, but each alternative of `options`, taken alone, for all. In its main game translations are held against Python
    under all choices, in the others under their own. Audits are proofs that are made only when they are asked for.
    """

    name: str
    main: str
    kind: type[B]
    serves: Callable[[B], bool]
    family: Family[B]
    seats: tuple[int, ...] = (2, 3, 4, 5, 6)
    choices_for: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    more: tuple[Proof[B], ...] = ()
    audits: tuple[Proof[B], ...] = ()


def _without_slaps(book: PileBook) -> bool:
    return not book.slapping


def _with_slaps(book: PileBook) -> bool:
    return book.slapping


OF_BANK_SEATS: Final = (2, 3, 4)

FAMILIES: Final[tuple[Proved[Any], ...]] = (
    Proved("piles", "beggar", PileBook, _without_slaps, PILES, more=(*bounds(), *step_proofs()), audits=audits()),
    Proved("slaps", "banka", PileBook, _with_slaps, SLAPS, choices_for=(2, 3)),
    Proved(
        "play of bank",
        "bank",
        BankBook,
        always,
        BANK_PLAY,
        OF_BANK_SEATS,
        more=further.MORE,
        choices_for=(2, 3),
        options=("trumps", "seven"),
    ),
    Proved("rules of bank", "bank", BankBook, always, BANK_RULES, OF_BANK_SEATS, more=lays.PROOFS),
    Proved("matches of bank", "bank", BankBook, always, MATCHES, OF_BANK_SEATS, more=MATCH_PROOFS),
)


@cache
def proofs(name: str, audit: bool = False) -> Mapping[str, Proof[Any]]:
    """All that is to be proved of the family of this name, by id."""
    own = entry(name)
    made = (*proofs_of(own.family), *own.more, *(own.audits if audit else ()))
    found = {each.id: each for each in made}
    if len(found) < len(made):
        twice = sorted(each.id for each in made if found[each.id] is not each)
        raise ValueError(f"{name}: two proofs are called {twice[0]}")
    return found


def entry(name: str) -> Proved[Any]:
    """The entry of this name."""
    return next(each for each in FAMILIES if each.name == name)


def family(name: str) -> Family[Any]:
    """The family of this name."""
    return entry(name).family


def families_of(book: AnyBook) -> tuple[Proved[Any], ...]:
    """The families that are made for a book. Raises RuleChoiceError where there is none."""
    found = tuple(each for each in FAMILIES if isinstance(book, each.kind) and each.serves(book))
    if found:
        return found
    proved = ", ".join(f"{each.name} ({each.main})" for each in FAMILIES)
    raise RuleChoiceError(f"nothing is proved of {book.game} with these rules: there are proofs of {proved}")


def seats_of(book: AnyBook) -> tuple[int, ...]:
    """The numbers of seats that are looked at if none are named."""
    looked_at = sorted({number for each in families_of(book) for number in each.seats})
    return tuple(number for number in looked_at if _sits(book, number))


def _sits(book: AnyBook, seats: int) -> bool:
    try:
        check_seats(book, seats)
    except RuleChoiceError:
        return False
    return True


def is_obligation(id: str) -> bool:
    """Whether something in some family is called so, or begins with it."""
    return any(is_meant(id, each) for own in FAMILIES for each in proofs(own.name, audit=True))


def is_meant(wanted: str, id: str) -> bool:
    """Whether an id begins with the wanted one: G1 means G1.lay and all others of G1, and not G10."""
    if not id.startswith(wanted):
        return False
    rest = id[len(wanted) :]
    return not (wanted[-1:].isdigit() and rest[:1].isdigit())


# --- books ---


def is_game(name: str) -> bool:
    """Whether a game or a profile has this name."""
    return name == BANK.game or name in NAMED


def book_of(name: str, choices: Choices) -> AnyBook:
    """The book of a game or profile by its name, with these choices. Raises RuleChoiceError."""
    if name == BANK.game:
        return bank_points.choose(BANK, choices)
    if name not in NAMED:
        raise RuleChoiceError(f"no game is called '{name}': {instead(name, {**NAMED, BANK.game: BANK})}")
    return pile_points.choose(NAMED[name], choices)


def with_choices(book: AnyBook, choices: Choices) -> AnyBook:
    """The book with these choices as well. Raises RuleChoiceError for what does not exist or does not fit."""
    return _with_choices(book, tuple(sorted(choices.items()))) if choices else book


@lru_cache(maxsize=1024)
def _with_choices(book: AnyBook, choices: tuple[tuple[str, str], ...]) -> AnyBook:
    if isinstance(book, BankBook):
        return bank_points.choose(book, dict(choices))
    return pile_points.choose(book, dict(choices))


@lru_cache(maxsize=1024)
def departures(book: AnyBook) -> Mapping[str, str]:
    """The rule points where a book departs from its game's own defaults, each with what it has there."""
    default = defaults_of(book.game) if book.game in GAMES else {}
    return {point: way for point, way in choices_of(book).items() if default.get(point) != way}


def swapped_points(book: AnyBook, declared: AnyBook) -> set[str]:
    """The rule points where what is translated is not what was agreed on."""
    agreed = choices_of(declared)
    return {point for point, way in choices_of(book).items() if agreed.get(point) != way}


def misread(name: str, book: AnyBook) -> tuple[AnyBook, AnyBook]:
    """A book with a misreading in it, and what is agreed on there: also the choices without which it does not show.

    Raises RuleChoiceError for a misreading that does not exist, or that is one of another kind of game.
    """
    if isinstance(book, BankBook):
        return _misread(name, book, {each.name: each for each in OF_BANK})
    known = {each.name: each for each in all_misreadings()}
    own = {each.name: each for each in known.values() if each.game in (book.game, text_of(book.game))}
    return _misread(name, book, known if name in known or not own else own)


def _misread(name: str, book: Any, known: Mapping[str, Any]) -> tuple[AnyBook, AnyBook]:  # noqa: ANN401
    if name not in known:
        raise RuleChoiceError(f"no misreading of {book.game} is called '{name}': {instead(name, known)}")
    return known[name].apply(book), with_choices(book, known[name].under)


def game_of_misreading(name: str) -> str:
    """The game that a misreading is one of. Raises RuleChoiceError."""
    known: dict[str, str] = {each.name: each.game for each in all_misreadings()}
    known |= {each.name: each.game for each in OF_BANK}
    if name not in known:
        raise RuleChoiceError(f"no misreading is called '{name}': {instead(name, known)}")
    return known[name]


def text_of(game: str) -> str:
    """The game in whose rules text the rules of a game stand: its own, or that of the game that it is based on."""
    register = load()
    own = {document.game for document in register.documents}
    return game if game in own else register.base_of(game)
