"""Which clauses decide where a log leaves the rules, and by which other rules it would be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from model.cards import Labelling, face_of
from model.clause import clauses_of
from model.entries import Ambiguity
from model.game import NOBODY, Act
from model.piles import slaps
from model.piles.play import slappers
from model.piles.points import choices
from model.piles.profiles import PROFILES
from model.piles.rulebook import Book, demand
from model.piles.slaps import slappable
from model.piles.state import NO_DEBT, Table
from model.register import load
from properties.conformance.explain import Candidate, candidates
from properties.conformance.log_cards import World
from properties.conformance.log_entries import Entry, Log, LogError
from properties.conformance.log_facts import Matter, Misfit, Rules
from properties.conformance.log_walk import Walked, step_of, walk
from properties.misreadings import misreadings_of

BANKA: Final = "D0"
BEGGAR: Final = "D2"
LONG: Final = 5_000
"""A log of more actions is played by other rules only if they make the line right at which it stopped."""
_BROKEN: Final = (ArithmeticError, AssertionError, LookupError, ValueError)
"""What a misreading may come to that breaks the game itself."""


@dataclass(frozen=True, slots=True)
class Fits:
    """Other rules by which the line is right at which a log stops; `whole` if the whole log is possible by them."""

    candidate: Candidate
    whole: bool


# --- clauses ---


def deciding(book: Book, misfit: Misfit) -> tuple[str, ...]:
    """The clauses of the game's own text that decide what the log has otherwise, the most telling one first."""
    stated = _stated(book, misfit)
    return own(stated, book.game)


def own(ids: Sequence[str], game: str) -> tuple[str, ...]:
    """Those of the clauses that the game's own text states, or the one of its base; all, if there is none."""
    register = load()
    document = BANKA if game == "banka" else BEGGAR
    games = {game, register.base_of(game)}
    found = [register.clause(each) for each in dict.fromkeys(ids)]
    mine = [each.id for each in found if each.document == document and games & set(each.games)]
    return tuple(mine or [each.id for each in found])


def _stated(book: Book, misfit: Misfit) -> tuple[str, ...]:
    """The clauses of both texts that state a matter, as they are tagged in the book, or known here."""
    match misfit.matter:
        case Matter.TURN:
            return _turn(book, misfit.table)
        case Matter.DEBT:
            return _debt(book, misfit)
        case Matter.LOST | Matter.WINNER | Matter.BY_HAND:
            return _winning(book, misfit)
        case Matter.SITUATION:
            return _situation(book, misfit)
        case Matter.MAY_SLAP:
            return _may_slap(book, misfit)
        case _:
            return _KNOWN.get(misfit.matter, ()) + _of_points(book, misfit.matter)


_KNOWN: Final[dict[Matter, tuple[str, ...]]] = {
    Matter.CARD: ("BB-09", "BMN-15"),
    Matter.PACK: ("BB-03", "BMN-05", "BMN-56"),
    Matter.ORDER: ("BB-37", "BMN-42"),
    Matter.NO_SLAPS: ("BMN-39",),
    Matter.END: ("BB-44", "BMN-45"),
}


def _of_points(book: Book, matter: Matter) -> tuple[str, ...]:
    """The clauses of what was agreed at the rule point that a matter belongs to."""
    match matter:
        case Matter.PACK:
            return clauses_of(book.packs)
        case Matter.ORDER:
            return clauses_of(book.pile_order)
        case Matter.TIE:
            return clauses_of(book.slap_tie)
        case Matter.PENALTY:
            return clauses_of(book.wrong_slap)
        case Matter.END:
            return clauses_of(book.end)
        case _:
            return ()


def _turn(book: Book, table: Table) -> tuple[str, ...]:
    if table.debt > NO_DEBT:
        return ("BB-14", "BB-20", "BMN-13", "BMN-17")
    if table.last == NOBODY:
        return ("BB-09", "BMN-10")
    if not table.middle:
        return (*clauses_of(book.leader), "BB-39", "BMN-43")
    return ("BB-09", "BB-40", "BMN-15", "BMN-16")


def _debt(book: Book, misfit: Misfit) -> tuple[str, ...]:
    table, step = misfit.table, misfit.step
    top = table.middle[-1] if table.middle else None
    if top is None or demand(book, top) == NO_DEBT:
        return ("BB-19", "BMN-17", "BMN-23")
    asked = [each for pay in book.pay_map.pays if pay.rank == face_of(top) for each in pay.clauses]
    answers = step is not None and step.before.debt > NO_DEBT
    return (*asked, "BB-14", "BMN-13", *(("BB-20", "BB-21", "BMN-25") if answers else ()))


def _winning(book: Book, misfit: Misfit) -> tuple[str, ...]:
    step = misfit.step
    by_hand = misfit.matter is Matter.BY_HAND or (step is not None and bool(step.tick) and step.tick[0].act is Act.SLAP)
    how = ("BB-28", "BMN-53") if by_hand else ("BB-19", "BMN-24")
    if misfit.matter is not Matter.LOST:
        return (*how, *(("BB-44", "BMN-44") if misfit.table.unanswered else ()))
    left_over = ("BB-06",) if step is not None and step.before.left else ()
    return (*how, *clauses_of(slaps.under_hand), *left_over, "BMN-42")


def _situation(book: Book, misfit: Misfit) -> tuple[str, ...]:
    situations = tuple(each for one in book.slaps for each in clauses_of(one)) or ("BB-28", "BMN-53")
    step = misfit.step
    wrong = step is not None and not slappable(book, step.before)
    return (*situations, *(clauses_of(book.wrong_slap) if wrong else ("BB-28", "BMN-53")))


def _may_slap(book: Book, misfit: Misfit) -> tuple[str, ...]:
    step = misfit.step
    assert step is not None
    table = step.before
    if any(table.barred[seat] > 0 for seat in slappers(step.tick)):
        return clauses_of(slaps.lock_out)
    if table.debt > NO_DEBT and book.slap_in_debt is slaps.forbidden:
        return clauses_of(slaps.forbidden)
    return clauses_of(book.empty_hand)


# --- other rules ---


def fitting(log: Log, walked: Walked) -> tuple[Fits, ...]:
    """The misreadings and other choices by which a log is possible, or at least its line; possible ones first.

    A choice comes before a misreading, for it is nobody's fault.
    """
    found = sorted(_fitting(log, walked), key=lambda one: (not one.whole, one.candidate.misreading))
    return tuple(found)


def _fitting(log: Log, walked: Walked) -> Iterator[Fits]:
    default, mine = choices(PROFILES[log.book.game]), choices(log.book)
    chosen = {point: way for point, way in mine.items() if way != default[point]}
    suited = {each.name for each in misreadings_of(log.book.game) if each.cards == "full"}
    for candidate in candidates(log.book.game, chosen):
        if candidate.name in suited and log.labelling is not Labelling.FULL:
            continue  # it is about suits, which this log does not tell
        here = _line_is_right(log, walked, candidate.pile_book)
        whole = (here or len(log.entries) <= LONG) and _whole_is_right(log, candidate.pile_book)
        if here or whole:
            yield Fits(candidate, whole)


def _line_is_right(log: Log, walked: Walked, book: Book) -> bool:
    rules = Rules(book, walked.rules.pack, walked.rules.tells)
    return any(_goes_on(log, rules, world, walked.entry) for world in walked.worlds)


def _goes_on(log: Log, rules: Rules, world: World, entry: Entry | None) -> bool:
    try:
        step_of(log, rules, world, entry)
    except (Misfit, LogError, *_BROKEN):
        return False
    return True


def _whole_is_right(log: Log, book: Book) -> bool:
    try:
        return walk(log, book).misfit is None
    except (LogError, *_BROKEN):
        return False


def doubts(book: Book, fits: Sequence[Fits]) -> tuple[Ambiguity, ...]:
    """The open questions of the game's text that other choices answer otherwise."""
    points = {one.candidate.name.partition("=")[0] for one in fits if not one.candidate.misreading}
    document = BANKA if book.game == "banka" else BEGGAR
    every = load().ambiguities.values()
    return tuple(each for each in every if each.document == document and points & set(each.rule_points))
