"""Known failures that are accepted for now: from a file or from a program's own claims, and held against a run.

The file is TOML, one table for each thing that is known:

    [[expect]]
    clause = "BMN-44"              # or: case = "beggar/deal/-/A"
    why = "the game ends a trick too early"
    issue = "17"
    until = "2027-01-31"

A failure that nobody expects is a failure; an expectation that does not come true any more is one as well, so that the
list never grows stale.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from model.bank.rulebook import Book as BankBook
from model.register import UnknownClause, load
from properties.conformance.bank.script import tells_apart
from properties.conformance.books import bank_book
from properties.conformance.cases import Case
from properties.conformance.explain import Candidate, candidates, outcome_under
from properties.conformance.grouping import Group
from properties.conformance.judge import CONVENTIONS, Judged, Status, model_oracle
from properties.conformance.protocol import Gap
from properties.misreadings import Shows, all_misreadings

_KEYS: Final = ("clause", "case", "why", "issue", "until")
_EXAMPLE: Final = '[[expect]] with clause = "BMN-44" or case = "beggar/deal/-/A" below it'
_HEAD: Final = """\
# Known failures. `clause` covers every wrong answer that breaks that clause, `case` one case alone.
# Say in `why` what is wrong and in `issue` where it is followed up; after the day `until` an entry counts no more.
"""
_BROKEN: Final = (Status.FAIL, Status.ERROR)


class Expectation(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is known to fail: exactly one of `clause` and `case` is given. `until` is a day, 2027-01-31."""

    clause: str = ""
    case: str = ""
    why: str = ""
    issue: str = ""
    until: str = ""

    @property
    def subject(self) -> str:
        """The clause or the case."""
        return self.clause or self.case


@dataclass(frozen=True, slots=True)
class Known:
    """A run held against what was expected of it."""

    expected: Mapping[str, Expectation]
    """The ids of the failing cases that were expected to fail, each with what expects it."""
    closed: tuple[Expectation, ...]
    """What does not fail any more, although it was asked: an unexpected pass."""
    lapsed: tuple[Expectation, ...]
    """What was accepted up to a day that is over."""
    idle: tuple[Expectation, ...] = ()
    """What this run says nothing about: it asked nothing that could show it."""


class ExpectationsError(ValueError):
    """A file of known failures that cannot be used: which file, which entry, what is wrong, what would be right."""


# --- reading ---


def read(path: Path) -> tuple[Expectation, ...]:
    """The known failures of a file, in its order. Raises ExpectationsError."""
    try:
        content = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ExpectationsError(f"{path}: cannot be read ({error.strerror}): name a file of known failures") from error
    except UnicodeDecodeError as error:
        raise ExpectationsError(f"{path}: is no text in UTF-8 (byte {error.start}): write {_EXAMPLE}") from error
    except (ValueError, RecursionError) as error:  # some broken numbers are no TOMLDecodeError, nor is deep nesting
        raise ExpectationsError(f"{path}: is no TOML ({_reason(error)}): write {_EXAMPLE}") from error
    strange = [key for key in content if key != "expect"]
    if strange:
        raise ExpectationsError(f"{path}: unknown key '{strange[0]}' at the top: write {_EXAMPLE}")
    entries = content.get("expect", [])
    if not isinstance(entries, list):
        raise ExpectationsError(f"{path}: 'expect' is no list of tables: write {_EXAMPLE}")
    found = tuple(_entry(entry, f"{path}: entry {place}") for place, entry in enumerate(entries, start=1))
    _refuse_repeats(found, path)
    return found


def of_gaps(gaps: Iterable[Gap]) -> tuple[Expectation, ...]:
    """What a program says itself that it does not follow."""
    return tuple(Expectation(clause=gap.clause, why=gap.why, issue=gap.issue) for gap in gaps)


def _reason(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _entry(entry: object, place: str) -> Expectation:
    if not isinstance(entry, dict):
        raise ExpectationsError(f"{place}: is no table: write {_EXAMPLE}")
    named = entry.get("clause") or entry.get("case")
    place = f"{place} ({named})" if isinstance(named, str) else place
    for key, value in entry.items():
        if key not in _KEYS:
            raise ExpectationsError(f"{place}: unknown key '{key}': there are {', '.join(_KEYS)}")
        if key != "until" and not isinstance(value, str):
            raise ExpectationsError(f'{place}: {key} is no text: write {key} = "..."')
    if bool(entry.get("clause")) == bool(entry.get("case")):
        both = "names both a clause and a case" if entry.get("clause") else "names neither a clause nor a case"
        raise ExpectationsError(f'{place}: {both}: give one of them, clause = "BMN-44" or case = "beggar/deal/-/A"')
    try:
        if entry.get("clause"):
            load().clause(entry["clause"])
    except UnknownClause as error:
        raise ExpectationsError(f"{place}: {error}") from error
    return Expectation(**entry | {"until": _day(entry.get("until", ""), place)})


def _day(value: object, place: str) -> str:
    """A day as it is written, 2027-01-31; TOML knows it with and without quotation marks."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    wrong = f'{place}: until = {value!r} is no day: write until = "2027-01-31"'
    if not isinstance(value, str):
        raise ExpectationsError(wrong)
    if not value:
        return ""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ExpectationsError(wrong)
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError as error:
        raise ExpectationsError(wrong) from error


def _refuse_repeats(found: Sequence[Expectation], path: Path) -> None:
    first: dict[tuple[str, str], int] = {}
    for place, one in enumerate(found, start=1):
        before = first.setdefault((one.clause, one.case), place)
        if before != place:
            raise ExpectationsError(
                f"{path}: entry {place} ({one.subject}): is entry {before} once more: give each once"
            )


# --- writing ---


def text(groups: Iterable[Group], judged: Sequence[Judged] = (), known: Known | None = None) -> str:
    """A file that expects these failures: by clause where one explains them, else case by case.

    Failures in `judged` that no group holds are written case by case as well. What is `known` already and still fails
    is kept as it is.
    """
    groups = tuple(groups)
    kept = dict.fromkeys(known.expected.values()) if known is not None else {}
    found = {(one.clause, one.case): one for one in kept}
    for group in groups:
        for one in _expectations_of(group):
            found.setdefault((one.clause, one.case), one)
    covered = sort_out(groups, judged, tuple(found.values()), date.min).expected
    for left in judged:
        if left.verdict.status in _BROKEN and left.case.id not in covered:
            found.setdefault(("", left.case.id), Expectation(case=left.case.id, why=left.verdict.why))
    return "\n".join([_HEAD, *map(_written, found.values())])


def _expectations_of(group: Group) -> Iterator[Expectation]:
    explained = group.explanation
    if explained is not None and explained.candidate.clauses:
        candidate = explained.candidate
        yield Expectation(clause=candidate.clauses[0], why=f"{candidate.name}: {candidate.belief}")
        return
    for one in group.failures:
        yield Expectation(case=one.case.id, why=one.verdict.why)


def _written(one: Expectation) -> str:
    given = ((key, getattr(one, key)) for key in _KEYS)
    return "[[expect]]\n" + "".join(f"{key} = {_quoted(value)}\n" for key, value in given if value)


def _quoted(value: str) -> str:
    """A TOML string on one line. Half a surrogate pair is no character, and becomes U+FFFD."""
    shown = {'"': '\\"', "\\": "\\\\"}
    return '"' + "".join(shown.get(each) or _plain(each) for each in value) + '"'


def _plain(character: str) -> str:
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"\\u{code:04X}" if code < 0x20 or code == 0x7F else character


# --- holding a run against it ---


def sort_out(
    groups: Iterable[Group],
    judged: Sequence[Judged],
    expectations: Sequence[Expectation],
    today: date,
    partial: bool = False,
) -> Known:
    """Which failures of a run were expected, and which expectations did not come true.

    A case expectation covers that case, whatever became of it. A clause expectation covers wrong answers only: of a
    group that is explained, if the explanation names the clause; else of the cases that are tagged with it. A program
    that crashes or falls silent breaks no clause, and is covered case by case. Give every group of the run: failures
    of groups that are left out count as unexplained.

    A run is `partial` if it asked less than the program claims (some seats only, one shard, a few deals, cut off): a
    clause may then be broken where nobody looked, and is never said to be closed.
    """
    lapsed = tuple(one for one in expectations if one.until and today.isoformat() > one.until)
    alive = [one for one in expectations if one not in lapsed]
    failing = [one for one in judged if one.verdict.status in _BROKEN]
    clauses = _broken_clauses(groups, failing)
    covered = {one: _covered(one, failing, clauses) for one in alive}
    spare = [one for one in alive if not covered[one]]
    passing = [one for one in judged if one.verdict.status is Status.PASS] if spare else []
    closed = tuple(one for one in spare if not (partial and one.clause) and _was_asked(one, passing))
    return Known(
        expected={case_id: one for one in reversed(alive) for case_id in covered[one]},
        closed=closed,
        lapsed=lapsed,
        idle=tuple(one for one in spare if one not in closed),
    )


def _covered(one: Expectation, failing: Iterable[Judged], clauses: Mapping[str, tuple[str, ...]]) -> list[str]:
    if one.case:
        return [each.case.id for each in failing if one.case in (each.case.id, each.case.repeats)]
    return [each.case.id for each in failing if one.clause in clauses[each.case.id]]


def _broken_clauses(groups: Iterable[Group], failing: Sequence[Judged]) -> dict[str, tuple[str, ...]]:
    """The clauses that each failure is put down to; none for a fault or a refusal.

    The groups hold each question once: a case that was asked again and got the same wrong answer goes with the first.
    """
    explained = {one.case.id: group.explanation for group in groups for one in group.failures}
    answers = {one.case.id: one.verdict.got for one in failing}
    found: dict[str, tuple[str, ...]] = {}
    for one in failing:
        case, first = one.case, one.case.repeats
        same = first if first in answers and answers[first] == answers[case.id] else case.id
        explanation = explained.get(same)
        found[case.id] = case.clauses if explanation is None else explanation.candidate.clauses
        if one.verdict.status is not Status.FAIL or one.verdict.got is None:
            found[case.id] = ()
    return found


def _was_asked(one: Expectation, passing: Iterable[Judged]) -> bool:
    """Whether one of these right answers would have been wrong if the expectation were true."""
    if one.case:
        return any(one.case == each.case.id for each in passing)
    shows_it = _smallest_deals(one.clause)
    return any(
        _question(each.case) in shows_it or (one.clause in each.case.clauses and _tells(each.case, one.clause))
        for each in passing
    )


_Question = tuple[str, str, str, tuple[tuple[str, str], ...]]


def _question(case: Case) -> _Question:
    return case.game, case.text, case.cards, tuple(sorted(case.choices.items()))


@lru_cache(maxsize=256)
def _smallest_deals(clause: str) -> frozenset[_Question]:
    """The deals on which a misreading of this clause shows first."""
    return frozenset(
        (each.game, each.smallest_deal, each.cards, tuple(sorted(each.under)))
        for each in all_misreadings()
        if clause in each.clauses and each.shows is Shows.PLAY
    )


def _tells(case: Case, clause: str) -> bool:
    """Whether a case that is tagged with a clause is decided by it: some other reading of it plays another game.

    With two seats, for example, no reading of a clause on third seats can show. A clause that nobody is known to read
    otherwise is decided by its cases.
    """
    others = [each for each in candidates(case.game, case.choices) if clause in each.clauses]
    return not others or any(_plays_otherwise(each, case) for each in others)


def _plays_otherwise(candidate: Candidate, case: Case) -> bool:
    if isinstance(candidate.book, BankBook):
        return tells_apart(bank_book(case.choices), candidate.book, case.round_deal, case.script or ())
    other = outcome_under(candidate.pile_book, case, CONVENTIONS[0])
    return other is not None and other != model_oracle(case).outcome
