"""A verdict in words, line by line: what the terminal, Markdown and JUnit all say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from model.piles.profiles import RULES_VERSION
from properties.conformance.cases import PHASES
from properties.conformance.expectations import Expectation
from properties.conformance.journal import Header
from properties.conformance.judge import Judged, Status, Verdict
from properties.conformance.repeats import Unstable
from properties.conformance.runner import COMPLETE
from properties.conformance.summary import Conclusion, Summary
from reports.card import Card
from reports.trace_words import shown_words
from reports.words import hands_down, number, one_line, outcome_words

MOST_NAMED: Final = 3
"""Cases that are named one by one where many are alike."""
_THINGS: Final = {Status.UNTESTED: "without an answer", Status.INCONCLUSIVE: "inconclusive"}


# --- the verdict in one line ---


def headline(result: Summary) -> str:
    """The verdict in one line: the verdict itself, who it is about, and how it came about."""
    return f"{verdict_words(result)}  {name_words(result)}: {account(result)}"


_WORDS: Final = {
    Conclusion.CONFORMS: "CONFORMS",
    Conclusion.SO_FAR: "CONFORMS SO FAR",
    Conclusion.BUT_FOR_KNOWN: "CONFORMS, BUT FOR KNOWN FAILURES",
    Conclusion.NOT_AS_EXPECTED: "NOT AS EXPECTED",
    Conclusion.BREAKS: "BREAKS THE RULES",
    Conclusion.INCONCLUSIVE: "INCONCLUSIVE",
}


def verdict_words(result: Summary) -> str:
    """The verdict in capital letters."""
    return _WORDS[result.conclusion]


def name_words(result: Summary) -> str:
    """What the program calls itself."""
    return one_line(result.hello.adapter.name, 80) or "a program without a name"


def account(result: Summary) -> str:
    """How many cases, in what time, and what came of them."""
    asked = sum(count for status, count in result.counts.items() if status != Status.INAPPLICABLE)
    rate = f"{number(asked, 'case')} in {result.seconds:.1f} s"
    known, new = len(result.known.expected), unexpected(result)
    if new:
        also = f", and {known:,} more as expected" if known else ""
        return f"{new:,} of {rate} failed{also}"
    if result.exit_code == 1:
        gone = len(result.known.closed)
        return f"{rate}, {number(gone, 'known failure')} {_passes(gone)}"
    if result.exit_code == 0:
        part = f", part {result.header.settings.shard} of the run" if result.conclusion is Conclusion.SO_FAR else ""
        return f"{rate}, {known:,} of them failed as expected" if known else rate + part
    return f"{rate}, {why_inconclusive(result)}"


def unexpected(result: Summary) -> int:
    """How many cases failed, or broke the program, that nobody expected to."""
    return result.failures - len(result.known.expected)


def why_inconclusive(result: Summary) -> str:
    """Why a run without failures is not green."""
    if result.reason != COMPLETE:
        return one_line(result.reason)
    if result.unstable:
        return f"{number(len(result.unstable), 'case')} with answers that change"
    if result.told_sometimes:
        return f"{' and '.join(result.told_sometimes)} told in some answers and left out in others"
    counts = result.counts
    left = [f"{number(counts[each], 'case')} {words}" for each, words in _THINGS.items() if counts.get(each)]
    return ", ".join(left) or "no case was answered rightly"


# --- what was asked, and what to know about the answers ---


def details(result: Summary) -> Iterator[str]:
    """One line for each thing that a reader should know, the suite last."""
    if result.reason != COMPLETE and result.exit_code == 1:  # else the headline says so
        yield f"the run is not complete: {one_line(result.reason)}"
    yield from (f"searched whole: {space}" for space in result.spaces)
    others = [
        f"{result.phases[phase]:,} {phase}" for phase in PHASES if phase != "exhaustive" and phase in result.phases
    ]
    if others:
        yield "also asked: " + ", ".join(others)
    yield from _unjudged(result)
    if result.unconfirmed:
        yield f"not shown: {number(result.unconfirmed, 'failure')} not asked again, though answers change"
    yield from (f"claims: {one_line(remark)}" for remark in result.remarks)
    yield from known_lines(result)
    if result.more_groups:
        yield f"and {number(result.more_groups, 'further kind')} of failure at least"
    yield rules_words(result.header)
    yield suite_words(result.header)


def _unjudged(result: Summary) -> Iterator[str]:
    counts = result.counts
    if counts.get(Status.INAPPLICABLE):
        yield f"not asked, because the program does not claim it: {number(counts[Status.INAPPLICABLE], 'case')}"
    broken = quarantined(result.judged)
    if broken:
        named = "; ".join(one_line(one.case.id, 60) for one in broken[:MOST_NAMED])
        more = f" and {len(broken) - MOST_NAMED:,} more" if len(broken) > MOST_NAMED else ""
        yield f"in quarantine, because the program breaks whenever it is asked: {named}{more}"
    for status, words in _THINGS.items():
        if counts.get(status):
            yield f"{words}: {number(counts[status], 'case')}"
    yield from _judged(result)
    if result.inferred:
        yield f"way of counting, inferred from the answers: {', '.join(result.inferred)}"
    if result.uncounted:
        yield f"not judged, because some answers leave it out: {', '.join(result.uncounted)}"


def _judged(result: Summary) -> Iterator[str]:
    """What was judged beyond outcomes."""
    if result.level == "trace":
        yield "judged: every outcome, and every step on the way there"
    scripts = [len(one.case.script) for one in result.judged if one.case.script is not None]
    if result.level == "step" and scripts:
        also = f"; judged: {', '.join(result.claim.observe)}" if result.claim.observe else ""
        yield f"played step by step: {number(len(scripts), 'script')} of {number(sum(scripts), 'action')} in all{also}"


def quarantined(judged: Sequence[Judged]) -> list[Judged]:
    """The cases that got no answer in the end, however often the program was started anew."""
    broken = (one for one in judged if one.verdict.status is Status.ERROR)
    return [one for one in broken if one.transcript is not None and one.transcript.fault is not None]


def rules_words(header: Header) -> str:
    """By which rules a program is judged."""
    choices = ", ".join(f"{point}={way}" for point, way in sorted(header.choices.items())) or "the defaults"
    return f"rules {RULES_VERSION} of {header.game}, content {header.rules_hash}: {choices}"


def suite_words(header: Header) -> str:
    """Which cases were asked: name, version and content hash of the suite; seed, wire and part of the run."""
    name = " ".join(filter(None, (header.suite, suite_version(header))))
    settings = header.settings
    part = f", part {settings.shard} of the run" if settings.shard.of > 1 else ""
    wire = ", over the tab-separated wire" if settings.wire == "tab" else ""
    return f"suite {one_line(name)}, content {header.suite_hash}, seed {settings.seed}{wire}{part}"


def suite_version(header: Header) -> str:
    """The version of the suite: our own comes with fairdeal and has its version; of others the content says it all."""
    return "" if header.settings.suite else header.version


# --- known failures ---


def known_lines(result: Summary) -> Iterator[str]:
    """What became of the failures that were known."""
    known = result.known
    by = Counter(known.expected.values())
    entries = len(by) + len(known.closed) + len(known.idle)
    gone = f", {len(known.closed):,} of them {_passes(len(known.closed))}" if known.closed else ""
    failed = f"; {number(len(known.expected), 'case')} failed as expected" if known.expected else ""
    if entries:
        yield f"{number(entries, 'known failure')}{gone}{failed}"
    yield from (
        f"known: {expectation_words(one)}: {number(count, 'case')}" for one, count in by.most_common(MOST_NAMED)
    )
    if len(by) > MOST_NAMED:
        yield f"known: {len(by) - MOST_NAMED:,} more"
    yield from (f"known, and {_passes(1)}: {expectation_words(one)}" for one in known.closed)
    yield from (f"known up to {one.until}, and counts no more: {expectation_words(one)}" for one in known.lapsed)
    if known.idle:
        subjects = ", ".join(one_line(one.subject, 60) for one in known.idle[:MOST_NAMED])
        more = f" and {len(known.idle) - MOST_NAMED:,} more" if len(known.idle) > MOST_NAMED else ""
        yield f"known, but not put to the test by this run: {subjects}{more}"


def _passes(count: int) -> str:
    return "passes now: remove it" if count == 1 else "pass now: remove them"


def expectation_words(one: Expectation) -> str:
    """An entry of the list of known failures, with its reason and where it is followed up."""
    why = f", {one_line(one.why, 160).rstrip('.')}" if one.why else ""
    issue = f" ({one_line(one.issue, 80)})" if one.issue else ""
    return f"{one_line(one.subject, 120)}{why}{issue}"


# --- answers ---


def answer_words(verdict: Verdict) -> str:
    """What a program said to one case: an outcome with the first wrong step, a refusal, or how it broke."""
    if verdict.got is None:
        return one_line(verdict.why)
    parted = divergence_words(verdict)
    return outcome_words(verdict.got) + (f"; {parted}" if parted else "")


def divergence_words(verdict: Verdict) -> str:
    """The first step at which a program's own trace leaves the rules; empty where there is none."""
    parted = verdict.divergence
    if parted is None:
        return ""
    return difference_words(parted.step, shown_words(parted.expected), shown_words(parted.got))


def first_step(card: Card) -> str:
    """The same for a card; empty unless the program has told its steps."""
    row = next((row for row in card.steps if row.differs), None)
    return difference_words(row.number, row.expected, row.explained) if card.played and row is not None else ""


def where_lines(card: Card) -> Iterator[tuple[str, str, str]]:
    """Where a failure is seen, by name: the deal or the table, and what is done there; a remark stands last."""
    yield f"smallest {'table' if card.by_steps else 'deal'}", card.deal, card.shortest
    if card.seated:
        yield "seats", card.seated, ""
    if card.timeline:
        yield "slaps", slaps_words(card.timeline), ""
    if card.twin:
        yield "second deal", card.twin, "must look the same to everybody"


def slaps_words(timeline: Sequence[tuple[int, int]]) -> str:
    """The slaps of a game that plays itself."""
    moments: dict[int, list[int]] = {}
    for cards, seat in timeline:
        moments.setdefault(cards, []).append(seat)
    return ", ".join(f"after {number(cards, 'card')} {hands_down(seats)}" for cards, seats in moments.items())


def side_lines(card: Card) -> Iterator[tuple[str, str, bool]]:
    """What should be and what is, by name; whether it is the right side stands last."""
    right, told = ("by the rules", "by the program") if card.difference else ("expected", "got")
    if card.difference and card.clauses:  # else the head says it
        yield "first difference", card.difference, False
    if card.expected:
        yield right, one_line(card.expected), True
    if card.expected or card.clauses or card.got != card.why:  # else the head says it
        yield told, one_line(card.got), False
    if card.hashed:
        yield "what is hashed", card.hashed, True
    step = first_step(card)
    if step:
        yield "first difference", step, False


def head_words(card: Card) -> str:
    """What a failure is about: the clauses that explain it, or what is seen of it."""
    return ", ".join(each.id for each in card.clauses) or one_line(card.difference or card.why)


def mark_words(card: Card) -> str:
    """What is said at the action that is marked."""
    return "here" if card.difference else "broke here"


def difference_words(step: int, expected: str, got: str) -> str:
    """`step 3: expected B owes A 1, got B owes A 5`: what both begin with is left out."""
    right, told = expected.split(", "), got.split(", ")
    while right and told and right[0] == told[0]:
        right, told = right[1:], told[1:]
    return f"step {step}: expected {_rest(right)}, got {_rest(told)}"


def _rest(happenings: Sequence[str]) -> str:
    return one_line(", ".join(happenings)) or "nothing more"


def unstable_lines(one: Unstable) -> Iterator[tuple[str, str]]:
    """The answers to one case that got several: which time it was, and what was said."""
    for judged in one.answers:
        how = judged.case.id.removeprefix(one.case.id).strip(" ()") if judged.case.repeats else ""
        yield f"asked {how}" if how else "asked first", answer_words(judged.verdict)
