"""A verdict on a program as Markdown for a pull request: the verdict first, everything long folded away.

Nothing that comes from outside can break the page. A text of harmless characters is set as it is; any other becomes
code whose special characters are all written as entities, so that it starts no markup, no table cell, no link and no
mention of anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from properties.conformance.cases import PHASES
from properties.conformance.judge import Status
from properties.conformance.repeats import Unstable
from properties.conformance.summary import Summary
from reports.card import Card, card_of, case_words
from reports.markdown import escape
from reports.script_card import action_cells
from reports.verdict_words import (
    account,
    details,
    head_words,
    mark_words,
    name_words,
    side_lines,
    suite_words,
    unstable_lines,
    verdict_words,
    where_lines,
)
from reports.words import number, one_line, visible

MOST_UNSTABLE: Final = 20
MOST_STDERR: Final = 2_000
"""Characters of the end of standard error."""
_HARMLESS: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ,;()='%+/_-]|[.:](?= |$)|(?<=[0-9])[.,](?=[0-9]))*")
_INERT_AS_CODE: Final = re.compile(r"[A-Za-z0-9 ,;:.()='%+/_-]+")
_LETTERS: Final = re.compile(r"[^A-Za-z0-9 ]")

Lines = Iterator[str]


def page(result: Summary) -> str:
    """The verdict, a table of counts and the first card; then, folded, the other cards and all the rest."""
    cards = [card_of(group, result) for group in result.groups]
    lines = [f"# {verdict_words(result)}: {safe(name_words(result))}", ""]
    lines += [safe(account(result)) + ".", "", safe(suite_words(result.header)) + ".", ""]
    lines += _counts(result)
    if cards:
        lines += ["", *_card(cards[0])]
    if len(cards) > 1:
        others = [line for one in cards[1:] for line in (*_card(one), "")]
        lines += _folded(f"{number(len(cards) - 1, 'other kind')} of failure", others)
    if result.unstable:
        what = f"{number(len(result.unstable), 'case')} with changing answers"
        lines += _folded(what, (line for one in result.unstable[:MOST_UNSTABLE] for line in _unstable(one)))
    lines += _folded("What was asked, and how", (f"- {safe(line)}" for line in details(result)))
    return "\n".join(lines) + "\n"


def safe(text: str, most: int = 400) -> str:
    """A text on one line that shows as it is, wherever it stands in a page."""
    plain = one_line(text, most)
    if _HARMLESS.fullmatch(plain):
        return escape(plain)
    if _INERT_AS_CODE.fullmatch(plain):
        return f"`{plain}`"
    return f"<code>{_LETTERS.sub(_entity, plain)}</code>" if plain else ""


def _entity(found: re.Match[str]) -> str:
    character = found[0]
    return f"&#{ord(character)};" if character.isascii() else character


def block(text: str) -> Lines:
    """A text of several lines, as it is: the fence is longer than any within."""
    plain = visible(text)
    longest = max((len(run) for run in re.findall("`+", plain)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}text", *plain.split("\n"), fence)


def _folded(what: str, lines: Iterable[str]) -> Lines:
    yield from ("", "<details>", f"<summary>{what}</summary>", "")
    yield from lines
    yield from ("", "</details>")


def _counts(result: Summary) -> Lines:
    """How many cases of each phase have each verdict."""
    found: dict[str, dict[Status, int]] = {phase: {} for phase in PHASES}
    for one in result.judged:
        row = found[one.case.phase]
        row[one.verdict.status] = row.get(one.verdict.status, 0) + 1
    columns = [status for status in Status if any(status in row for row in found.values())]
    rows = {phase: row for phase, row in found.items() if row}
    if len(rows) > 1:
        rows["all"] = {status: sum(row.get(status, 0) for row in rows.values()) for status in columns}
    yield "| cases | " + " | ".join(columns) + " |"
    yield "|---|" + "---:|" * len(columns)
    for phase, row in rows.items():
        yield f"| {phase} | " + " | ".join(f"{row.get(status, 0):,}" for status in columns) + " |"


# --- the parts of a card ---


def _card(card: Card) -> Lines:
    yield f"## {card.status.upper()} {safe(head_words(card))}"
    yield ""
    yield from (f"- **{clause.id}** {escape(clause.statement)}" for clause in card.clauses)
    for name, said, remark in where_lines(card):
        yield f"- {name}: {safe(said)}" + (f" ({safe(remark)})" if remark else "")
    yield from (f"- {name}: {safe(said)}" for name, said, _ in side_lines(card))
    if card.explanation:
        yield f"- explained by {safe(card.explanation)} ({safe(card.agreement)})"
    if card.also > 0:
        yield f"- also: {number(card.also, 'other case')} of this kind"
    yield from ("", "To see it again:", "", *block(card.replay))
    if card.steps:
        until = "up to the first difference" if any(row.differs for row in card.steps) else "by the rules"
        yield from _folded(f"Step by step, {until}", _steps(card))
    if card.actions:
        yield from _folded(f"Action by action, up to where {_end(card)}", _actions(card))
    if card.stderr.strip():
        yield from _folded("The end of its standard error", block(card.stderr.strip()[-MOST_STDERR:]))


def _steps(card: Card) -> Lines:
    second = any(row.explained for row in card.steps)
    played = "as the program played" if card.played else "as the program seems to play"
    yield "| card | by the rules |" + (f" {played} |" if second else "")
    yield "|---|---|" + ("---|" if second else "")
    for row in card.steps:
        mark = " **first difference**" if row.differs else ""
        yield f"| {row.number} | {safe(row.expected)} |" + (f" {safe(row.explained)}{mark} |" if second else "")


def _end(card: Card) -> str:
    return "the first difference is" if card.difference else "the program broke"


def _actions(card: Card) -> Lines:
    yield from (f"| | action | by the rules | hands | {card.pile} |", "|---|---|---|---|---|")
    for row in card.actions:
        *cells, middle = map(safe, action_cells(row))
        mark = f" **{mark_words(card)}**" if row.differs else ""
        yield f"| {' | '.join(cells)} | {middle}{mark} |"


def _unstable(one: Unstable) -> Lines:
    yield f"- {safe(case_words(one.case))}: {safe(one.kind)}"
    yield from (f"  - {when}: {safe(said)}" for when, said in unstable_lines(one))
