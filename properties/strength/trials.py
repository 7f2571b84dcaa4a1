"""Every misreading held against the cases and checks of its own clauses alone: what `rules --lint` and the gate ask.

A check counts for a clause only if it has failed on a misreading of that clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import resources

from model.piles.profiles import PROFILES
from model.register import load
from properties.conformance.books import is_bank
from properties.conformance.cases import Case, load_suite
from properties.invariants.bank import INVARIANTS as INVARIANTS_OF_BANK
from properties.misreadings import Shows, misreadings_of
from properties.misreadings.bank import MISREADINGS as OF_BANK
from properties.misreadings.bank.core import BankMisreading
from properties.strength.asking import WRONG, heard_of
from properties.strength.bank_checks import shows
from properties.strength.checks import checks_that_fail
from properties.strength.subjects import AnyMisreading


@dataclass(frozen=True, slots=True)
class Failed:
    """A check that a misreading made fail: an invariant by name, or a case of the suite by id."""

    check: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """One misreading, and the checks of its own clauses that failed on it. With none, it goes unnoticed.

    `shown` says whether its own example tells it from the rules.
    """

    misreading: AnyMisreading
    failed: tuple[Failed, ...]
    shown: bool = True

    @property
    def tried(self) -> frozenset[str]:
        """The clauses of this misreading for which a check is now known to notice something."""
        return frozenset(clause for failed in self.failed for clause in failed.clauses) & set(self.misreading.clauses)


def all_of(game: str) -> tuple[AnyMisreading, ...]:
    """The misreadings of any game."""
    return OF_BANK if is_bank(game) else misreadings_of(game)


def borrowed_by(game: str) -> tuple[AnyMisreading, ...]:
    """What is misread of the game that this one builds on, where this one decides the same way.

    Cases of this game should notice it as well, though its clauses are not about this game.
    """
    base = load().base_of(game)
    if not base or is_bank(game):
        return ()
    own, other = PROFILES[game], PROFILES[base]
    played = [each for each in misreadings_of(base) if each.shows in (Shows.PLAY, Shows.SLAPS)]
    return tuple(replace(each, game=game) for each in played if getattr(own, each.point) == getattr(other, each.point))


def trials(game: str) -> Iterator[Trial]:
    """Every misreading of a game, tried."""
    suite = suite_of(game)
    return (trial(misreading, suite) for misreading in all_of(game))


def never_failed(found: Iterable[Trial]) -> tuple[str, ...]:
    """The invariants of Bank that none of these trials made fail: nothing yet shows that they notice anything."""
    failed = {check.check for trial in found for check in trial.failed}
    return tuple(each.name for each in INVARIANTS_OF_BANK if each.name not in failed)


def suite_of(game: str) -> tuple[Case, ...]:
    """The suite of a game; nothing where it has none yet."""
    source = resources.files("properties.conformance") / "suite" / f"{game}.toml"
    return load_suite(game) if source.is_file() else ()


def trial(misreading: AnyMisreading, suite: Sequence[Case]) -> Trial:
    """Hold one misreading against the invariants and the cases of its clauses."""
    mine = set(misreading.clauses)
    own = [case for case in suite if mine & set(case.clauses)]
    checks = [Failed(kill.by, kill.clauses) for kill in checks_that_fail(misreading, own=True)]
    wrong = {one.case.id: one.case for one in heard_of(misreading, own) if one.verdict.status in WRONG}
    cases = [Failed(case.id, case.clauses) for case in wrong.values()]
    return Trial(misreading, (*checks, *cases), not isinstance(misreading, BankMisreading) or shows(misreading))
