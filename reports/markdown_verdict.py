"""A verdict on a program as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from properties.conformance.verify import Summary
from reports.card import Card, card_of
from reports.markdown import escape
from reports.terminal import details, headline
from reports.words import number


def page(result: Summary) -> str:
    """The verdict, and a section for each failure."""
    lines = [f"# {escape(headline(result))}", ""]
    lines += [f"- {escape(line)}" for line in details(result)]
    for group in result.groups:
        lines += ["", *_card(card_of(group, result))]
    return "\n".join(lines) + "\n"


def _card(card: Card) -> Iterator[str]:
    yield f"## FAIL {', '.join(each.id for each in card.clauses) or escape(card.why)}"
    yield ""
    for clause in card.clauses:
        yield f"- **{clause.id}** {escape(clause.statement)}"
    yield f"- smallest deal: `{card.deal}` ({escape(card.shortest)})"
    if card.expected:
        yield f"- expected: {escape(card.expected)}"
    yield f"- got: {escape(card.got)}"
    if card.explanation:
        yield f"- explained by {escape(card.explanation)} ({escape(card.agreement)})"
    if card.also > 0:
        yield f"- also: {number(card.also, 'other case')} of this kind"
    yield f"- replay: `{card.replay}`"
    if card.steps:
        yield ""
        yield "| card | by the rules | as the program seems to play |"
        yield "|---|---|---|"
        for row in card.steps:
            mark = " **first difference**" if row.differs else ""
            yield f"| {row.number} | {escape(row.expected)} | {escape(row.explained)}{mark} |"
