"""Trying mutants: the sound rules are played first and kept, then each mutant is held against what they did."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from model.register import load
from properties.conformance.books import chosen_book
from properties.conformance.cases import Case
from properties.mutants import packs
from properties.mutants.checks import Noticed, noticed
from properties.mutants.courses import Kept, keep_all, parts
from properties.mutants.making import Mutant, functions_of
from properties.mutants.placing import Hangs, in_place, limited
from properties.mutants.questions import Choices, agreements, large_space, small_space, suite
from properties.mutants.rows import How, Row
from properties.strength.rows import same_as
from properties.strength.separating import as_toml

AT_ONCE: Final = 100
"""Cases that share one limit of time."""


@dataclass(frozen=True, slots=True)
class Told:
    """A kept case that a mutant plays otherwise, and how that shows."""

    kept: Kept
    how: How


@dataclass(slots=True)
class Sound:
    """What the sound rules of a game do, kept for as long as mutants of it are tried."""

    game: str
    _cases: dict[Choices, tuple[Case, ...]] = field(default_factory=dict)
    _suites: dict[Choices, tuple[Kept, ...]] = field(default_factory=dict)
    _small: dict[Choices, tuple[str, tuple[Kept, ...]]] = field(default_factory=dict)
    _large: dict[Choices, tuple[str, tuple[Kept, ...]]] = field(default_factory=dict)
    _packs: dict[Choices, tuple[Hashable, ...]] = field(default_factory=dict)
    _checks: dict[Choices, frozenset[str]] = field(default_factory=dict)

    def suite(self, agreed: Choices) -> tuple[Kept, ...]:
        """The cases of the suite."""
        if agreed not in self._suites:
            wanted = {function.__code__ for function in functions_of(self.game)}
            self._suites[agreed] = keep_all(self.cases(agreed), wanted)
        return self._suites[agreed]

    def small(self, agreed: Choices) -> tuple[str, tuple[Kept, ...]]:
        """The small space, in words and case by case."""
        if agreed not in self._small:
            wanted = {function.__code__ for function in functions_of(self.game)}
            space = small_space(self.game, agreed)
            self._small[agreed] = space.words, keep_all(space.cases, wanted)
        return self._small[agreed]

    def large(self, agreed: Choices) -> tuple[str, tuple[Kept, ...]]:
        """The large space, in words and case by case, with every table."""
        if agreed not in self._large:
            wanted = {function.__code__ for function in functions_of(self.game)}
            space = large_space(self.game, agreed)
            self._large[agreed] = space.words, keep_all(space.cases, wanted, whole=True)
        return self._large[agreed]

    def packs(self, agreed: Choices) -> tuple[Hashable, ...]:
        """What is dealt of packs."""
        if agreed not in self._packs:
            self._packs[agreed] = tuple(packs.dealt(chosen_book(self.game, dict(agreed))))
        return self._packs[agreed]

    def checks(self, agreed: Choices) -> frozenset[str]:
        """The names of what does not hold of the sound rules either, such as packs that cannot be dealt."""
        if agreed not in self._checks:
            self._checks[agreed] = frozenset(noticed(self.game, agreed, self.cases(agreed)))
        return self._checks[agreed]

    def cases(self, agreed: Choices) -> tuple[Case, ...]:
        """The cases of the suite, those that chance would have to play as well."""
        if agreed not in self._cases:
            self._cases[agreed] = tuple(suite(self.game, agreed))
        return self._cases[agreed]


@lru_cache(maxsize=1)
def sound_of(game: str) -> Sound:
    """What the sound rules of one game do; that of another is forgotten."""
    return Sound(game)


def tried(mutant: Mutant, game: str) -> Row:
    """The fate of one mutant."""
    sound, ways = sound_of(game), agreements(game, mutant.function)
    mine = about(game, mutant.clauses)
    by_case = [told for agreed in ways for told in telling(mutant, sound.suite(agreed))]
    own = [told for told in by_case if mine & set(told.kept.case.clauses)]
    if own:
        return _by_case(mutant, game, own, by_case, "own")
    by_check = _checked(mutant, sound, ways)
    own_checks = [each for each in by_check if mine & set(each.clauses)]
    if own_checks:
        return _by_check(mutant, game, own_checks[0], "own")
    if by_case:
        return _by_case(mutant, game, by_case, by_case, "others")
    if by_check:
        return _by_check(mutant, game, by_check[0], "others")
    return _beyond_the_suite(mutant, sound, ways)


def about(game: str, clauses: Iterable[str]) -> frozenset[str]:
    """Those of a function's clauses that speak of a game, with what they restate."""
    register = load()
    mine = [clause for clause in clauses if game in register.clauses[clause].games]
    return frozenset().union(*map(same_as, mine))


def _beyond_the_suite(mutant: Mutant, sound: Sound, ways: Sequence[Choices]) -> Row:
    """What small spaces as a whole, and then chance, find in a mutant that the suite does not notice."""
    code, searched = mutant.function.__code__, [_under(packs.WORDS, agreed) for agreed in ways]
    for agreed in ways:
        if _deals_otherwise(mutant, sound, agreed):
            return _row(
                mutant, sound.game, "survives", how="it differs", separating=_under("a pack that is dealt", agreed)
            )
    asked = any(kept.may_enter(code) for agreed in ways for kept in (*sound.suite(agreed), *sound.large(agreed)[1]))
    if not asked:
        return _row(mutant, sound.game, "unasked", space="; ".join(searched))
    for agreed in ways:
        words, every = sound.small(agreed)
        searched.append(_under(words, agreed))
        for told in telling(mutant, every, only_first=True):
            text, case = told.kept.case.text, _as_case(told, mutant)
            return _row(mutant, sound.game, "space", by=text, means="space", how=told.how, separating=case)
    for agreed in ways:
        words, every = sound.large(agreed)
        searched.append(_under(words, agreed))
        for told in telling(mutant, every, only_first=True):
            return _row(mutant, sound.game, "survives", how=told.how, separating=_as_case(told, mutant))
    return _row(mutant, sound.game, "equivalent", space="; ".join(searched))


def _deals_otherwise(mutant: Mutant, sound: Sound, agreed: Choices) -> bool:
    usual = sound.packs(agreed)
    with in_place(mutant):
        try:
            with limited():
                return tuple(packs.dealt(chosen_book(sound.game, dict(agreed)))) != usual
        except Exception:
            return True


def _under(words: str, agreed: Choices) -> str:
    return words + "".join(f", {point}={way}" for point, way in agreed)


def _as_case(told: Told, mutant: Mutant) -> str:
    case = told.kept.case.telling(mutant.clauses, f"{mutant.before} is not {mutant.after}")
    return as_toml(case, f"{mutant.function.__name__}-{mutant.line}")


def telling(mutant: Mutant, every: Iterable[Kept], only_first: bool = False) -> tuple[Told, ...]:
    """The cases that a mutant plays otherwise; those that do not come to its function are not played."""
    waiting = deque(kept for kept in every if kept.may_enter(mutant.function.__code__))
    found: list[Told] = []
    with in_place(mutant):
        while waiting and not (found and only_first):
            try:
                with limited():  # for a number of cases at once: to set a timer is slow on some machines
                    _play_some(waiting, found, only_first)
            except Hangs:
                found += _alone(waiting.popleft())
    return tuple(found)


def _alone(kept: Kept) -> tuple[Told, ...]:
    """A case at which the time was over: with a limit of its own it may still come to an end."""
    try:
        with limited():
            how = _how(kept)
    except Hangs:
        how = "it hangs"
    return (Told(kept, how),) if how else ()


def _play_some(waiting: deque[Kept], found: list[Told], only_first: bool) -> None:
    """Play the next cases; each leaves the row only when it is done, so that one that hangs is the first of it."""
    for _ in range(min(AT_ONCE, len(waiting))):
        how = _how(waiting[0])
        kept = waiting.popleft()
        if how:
            found.append(Told(kept, how))
            if only_first:
                return


def _how(kept: Kept) -> How:
    """How the rules that are in force now play a case otherwise than it was kept; nothing if they do not."""
    try:
        return "it differs" if parts(kept) else ""
    except Hangs:
        raise
    except Exception:
        return "it breaks"


def _checked(mutant: Mutant, sound: Sound, ways: Sequence[Choices]) -> list[Noticed]:
    found: list[Noticed] = []
    for agreed in ways:
        usual, cases = sound.checks(agreed), sound.cases(agreed)
        with in_place(mutant):
            now = noticed(sound.game, agreed, cases)
        found += [each for name, each in now.items() if name not in usual]
    return found


# --- rows ---


def _by_case(mutant: Mutant, game: str, mine: Sequence[Told], every: Sequence[Told], fate: str) -> Row:
    best = min(mine, key=lambda told: (len(told.kept.case.text), told.kept.case.id))
    ids = tuple(dict.fromkeys(told.kept.case.id for told in every))
    return _row(mutant, game, fate, by=best.kept.case.id, means="case", how=best.how, cases=len(ids), killed_by=ids)


def _by_check(mutant: Mutant, game: str, check: Noticed, fate: str) -> Row:
    return _row(mutant, game, fate, by=check.by, means="check", how="it breaks" if check.broke else "it differs")


def _row(mutant: Mutant, game: str, fate: str, **more: object) -> Row:
    register = load()
    mine = tuple(clause for clause in mutant.clauses if game in register.clauses[clause].games)
    return Row(mutant.name, game, mutant.module, mine, mutant.line, mutant.before, mutant.after, fate, **more)  # type: ignore[arg-type]
