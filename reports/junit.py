"""A verdict as JUnit XML, as build servers read it.

One suite for the game, one test case for each case that says something by itself. Right answers of a whole space, and
random deals, stand together in one test case each, which says in its name how many they are. A run that is not whole is
an error here as well, so that it is never green.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from model.piles.profiles import RULES_VERSION
from properties.conformance.expectations import Expectation
from properties.conformance.judge import Judged, Status
from properties.conformance.repeats import Unstable
from properties.conformance.runner import COMPLETE
from properties.conformance.summary import Summary
from reports.card import Card, card_of, replay_command, script_needed
from reports.parting_words import sides
from reports.verdict_words import (
    details,
    difference_words,
    divergence_words,
    expectation_words,
    headline,
    slaps_words,
    suite_version,
    unstable_lines,
    why_inconclusive,
)
from reports.words import number, one_line, outcome_words, visible

MANY: Final = frozenset({"exhaustive", "random", "again"})
"""Phases whose cases are counted rather than listed where nothing is wrong with them."""
_MOST_STDERR: Final = 4_000
_MOST_MESSAGE: Final = 200
_MOST_VALUE: Final = 2_000

_TAGS: Final = {Status.FAIL: "failure", Status.ERROR: "error"}


@dataclass(frozen=True, slots=True)
class _Known:
    """What the test cases need of a run beside the case itself."""

    result: Summary
    cards: Mapping[str, Card]
    """For the smallest case of each kind of failure its card; its other cases name that case."""
    smallest: Mapping[str, str]
    unstable: Mapping[str, Unstable]


def document(result: Summary) -> str:
    """The XML, with its declaration: it is UTF-8."""
    cases = list(_cases(result))
    tally = Counter(child.tag for case in cases for child in case)
    counts = {"tests": len(cases), "failures": tally["failure"], "errors": tally["error"], "skipped": tally["skipped"]}
    numbers = {name: str(count) for name, count in counts.items()} | {"time": f"{result.seconds:.3f}"}
    root = Element("testsuites", {"name": "fairdeal verify", **numbers})
    started = result.header.started[:19]  # the format has no room for the +00:00 of UTC
    suite = SubElement(root, "testsuite", {"name": result.game, **numbers, "timestamp": started})
    suite.append(_properties(result))
    suite.extend(cases)
    SubElement(suite, "system-out").text = visible("\n".join([headline(result), *details(result)]))
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written.decode() + "\n"


def _properties(result: Summary) -> Element:
    header, adapter = result.header, result.hello.adapter
    found = Element("properties")
    values = {
        "adapter": adapter.name,
        "adapter.version": adapter.version,
        "adapter.language": adapter.language,
        "command": shlex.join(result.command),
        "fairdeal.version": header.version,
        "suite.name": header.suite,
        "suite.version": suite_version(header),
        "suite.hash": header.suite_hash,
        "rules.version": RULES_VERSION,
        "rules.hash": header.rules_hash,
        "level": result.level,
        "seed": str(result.seed),
        **{f"rule.{point}": way for point, way in sorted(result.choices.items())},
        **{f"cases.{status}": str(count) for status, count in sorted(result.counts.items())},
    }
    for name, value in values.items():
        SubElement(found, "property", {"name": one_line(name), "value": one_line(value, _MOST_VALUE)})
    return found


# --- the test cases ---


def _cases(result: Summary) -> Iterator[Element]:
    known = _Known(
        result=result,
        cards={group.smallest.case.id: card_of(group, result) for group in result.groups},
        smallest={one.case.id: group.smallest.case.id for group in result.groups for one in group.failures},
        unstable={each.case.id: one for one in result.unstable for each in one.answers},
    )
    yield _whole_run(result)
    yield from (_gone(one, result) for one in result.known.closed)
    yield from (_unstable(one, result) for one in result.unstable if not _is_told(one))
    alike: dict[tuple[str, str, str], list[Judged]] = {}
    for judged in result.judged:
        if _says_nothing(judged, known):
            alike.setdefault(_kind(judged), []).append(judged)
        else:
            yield _alone(judged, known)
    yield from (_together(many, result.game) for many in alike.values())


def _says_nothing(judged: Judged, known: _Known) -> bool:
    """Whether a case is one of many with nothing wrong: a right answer, or the same wrong answer once more."""
    case, status = judged.case, judged.verdict.status
    if case.phase not in MANY:
        return False
    return status not in _TAGS or (status is Status.FAIL and bool(case.repeats) and case.id not in known.unstable)


def _kind(judged: Judged) -> tuple[str, str, str]:
    """Which cases are counted together: those of one space, as far as they became the same."""
    case, verdict = judged.case, judged.verdict
    if case.repeats:
        return case.phase, "", ""
    choices = "".join(f", {point}={way}" for point, way in sorted(case.choices.items()))
    return case.phase, f"{verdict.status}: {verdict.why}", f"with {len(case.hands)} seats{choices}"


def _testcase(game: str, phase: str, name: str) -> Element:
    return Element("testcase", {"classname": f"{game}.{phase.replace(' ', '-')}", "name": visible(name)})


def _add(case: Element, tag: str, message: str, text: str = "", kind: str = "") -> None:
    attributes = {"message": one_line(message, _MOST_MESSAGE), **({"type": kind} if kind else {})}
    SubElement(case, tag, attributes).text = visible(text) or None


def _whole_run(result: Summary) -> Element:
    """The run itself: an error if it shows neither that the program conforms nor that it does not."""
    case = _testcase(result.game, "run", "the run is whole")
    if result.exit_code == 4 or result.reason != COMPLETE:
        _add(case, "error", why_inconclusive(result), headline(result), "inconclusive")
    return case


def _gone(one: Expectation, result: Summary) -> Element:
    """A known failure that has gone."""
    case = _testcase(result.game, "known", f"known failure: {one.subject}")
    if not result.lenient:
        _add(case, "failure", f"passes now: remove it: {expectation_words(one)}", kind="closed")
    return case


def _is_told(one: Unstable) -> bool:
    """Whether one of its answers failed, and so has a test case of its own that says what is wrong."""
    return any(each.verdict.status in _TAGS for each in one.answers)


def _unstable(one: Unstable, result: Summary) -> Element:
    case = _testcase(result.game, "unstable", one.case.id)
    _add(case, "error" if result.exit_code else "skipped", one.kind, "\n".join(_answers(one)), "unstable")
    return case


def _together(many: Sequence[Judged], game: str) -> Element:
    """Cases with nothing to say for themselves, in one."""
    first = many[0]
    largest = max(sum(map(len, each.case.hands)) for each in many)
    which = "asked again, with the same answer" if first.case.repeats else _kind(first)[2]
    what = number(len(many), "deal" if first.case.script is None else "script")
    name = f"{game}.{first.case.phase}: {what} {which}, up to {number(largest, 'card')}"
    case = _testcase(game, first.case.phase, name)
    if not first.case.repeats:
        _skip(case, first)
    return case


def _alone(judged: Judged, known: _Known) -> Element:
    """A case by itself."""
    game = known.result.game
    case = _testcase(game, judged.case.phase, judged.case.id)
    verdict = judged.verdict
    expected = known.result.known.expected.get(judged.case.id)
    if expected is not None:
        _add(case, "skipped", f"known: {expectation_words(expected)}", _script(judged, known))
    elif verdict.status in _TAGS:
        kind = verdict.fault.kind.value if verdict.fault is not None else "wrong"
        _add(case, _TAGS[verdict.status], verdict.why, _script(judged, known), kind)
    else:
        _skip(case, judged)
    if verdict.fault is not None and verdict.fault.stderr.strip():
        SubElement(case, "system-err").text = visible(verdict.fault.stderr[-_MOST_STDERR:])
    return case


def _skip(case: Element, judged: Judged) -> None:
    if judged.verdict.status is not Status.PASS:
        _add(case, "skipped", f"{judged.verdict.status}: {judged.verdict.why}")


def _script(judged: Judged, known: _Known) -> str:
    """All that somebody needs to see a failure, and to see it again."""
    case, verdict = judged.case, judged.verdict
    card = known.cards.get(case.id)
    smallest = known.smallest.get(case.id, case.id)
    changing = known.unstable.get(case.id)
    lines = [
        ("deal", f"{case.text} ({case.cards}; the first hand leads, its first card first)"),
        ("script", " ".join(script_needed(judged, known.result))),
        ("slaps", slaps_words(case.timeline)),
        ("rules", ", ".join(f"{point}={way}" for point, way in sorted(case.choices.items()))),
        ("clauses", ", ".join(each.id for each in card.clauses) if card is not None else ""),
        *_sides(judged),
        ("first difference", divergence_words(verdict) or (_seeming_step(card) if card is not None else "")),
        ("explained by", card.explanation if card is not None else ""),
        ("shortest", card.shortest.removeprefix("shortest").removeprefix(": ").strip() if card is not None else ""),
        ("also", f"{number(card.also, 'other case')} of this kind" if card is not None and card.also > 0 else ""),
        ("smallest of its kind", smallest if smallest != case.id else ""),
        ("unstable", "; ".join([changing.kind, *_answers(changing)]) if changing is not None else ""),
    ]
    told = [f"{name}: {one_line(value, _MOST_VALUE)}" for name, value in lines if value]
    return "\n".join([*told, f"replay: {replay_command(judged, known.result)}"])


def _sides(judged: Judged) -> list[tuple[str, str]]:
    """What is so by the rules, and what the program says."""
    verdict = judged.verdict
    if verdict.parting is not None:
        right, told = sides(verdict.parting)
        return [("first difference", verdict.why), ("by the rules", right), ("by the program", told)]
    return [
        ("expected", outcome_words(verdict.expected) if verdict.expected is not None else ""),
        ("got", outcome_words(verdict.got) if verdict.got is not None else verdict.why),
    ]


def _seeming_step(card: Card) -> str:
    """The first step that differs, as the program seems to have played it: its own steps are not known."""
    row = next((row for row in card.steps if row.differs), None)
    if row is None:
        return ""
    return f"{difference_words(row.number, row.expected, row.explained)} (by what explains it)"


def _answers(one: Unstable) -> Iterator[str]:
    return (f"{when}: {said}" for when, said in unstable_lines(one))
