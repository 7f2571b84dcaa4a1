"""Verdicts and failure cards as text for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from properties.conformance.judge import Judged
from properties.conformance.repeats import Unstable
from properties.conformance.smoke import Check
from properties.conformance.summary import Summary
from properties.conformance.verify import Extent, Started
from reports.card import Card, card_of, case_words
from reports.script_card import action_cells
from reports.verdict_words import (
    answer_words,
    details,
    head_words,
    headline,
    mark_words,
    side_lines,
    suite_words,
    unstable_lines,
    where_lines,
)
from reports.words import number, one_line, outcome_words, seats_words, visible

MOST_UNSTABLE = 5
MOST_UNBROKEN = 40
"""Hands of so many characters are not broken into two lines."""
MOST_STDERR = 600
"""Characters of the end of standard error."""


def started(event: Started) -> RenderableType:
    """One paragraph on who is verified, by which rules, and with which cases."""
    adapter = event.hello.adapter
    named = (adapter.name, adapter.version, f"({adapter.language})" if adapter.language else "")
    name = one_line(" ".join(filter(None, named)), 120)
    rules = ", ".join(f"{point}={way}" for point, way in sorted(event.choices.items())) or "the default rules"
    what = f"{event.claim.game}, {seats_words(event.seats)}, by {rules}; {extent_words(event.extent)}"
    return Text(f"{name}: {what}; {suite_words(event.header)}")


def extent_words(extent: Extent) -> str:
    """How much will be asked: a bound where there is one."""
    words = f"{'about' if extent.estimated else 'up to'} {number(extent.cases, 'case')}" if extent.cases else ""
    if extent.seconds:
        words += f"{' and ' * bool(words)}random ones for {extent.seconds:g} seconds"
    if extent.again:
        again = "perhaps" if extent.again == extent.cases else f"up to {extent.again} of them"
        words += f", and {again} again (more if answers change)"
    return words


def summary(result: Summary) -> RenderableType:
    """The verdict on a program: a card for each thing that is wrong, then counts, and what was searched."""
    parts: list[RenderableType] = [card(card_of(group, result)) for group in result.groups]
    parts += [unstable(one) for one in result.unstable[:MOST_UNSTABLE]]
    if len(result.unstable) > MOST_UNSTABLE:
        more = number(len(result.unstable) - MOST_UNSTABLE, "more case")
        parts.append(Text(f"and {more} with changing answers\n"))
    parts.append(_verdict(result))
    return Group(*parts)


def _verdict(result: Summary) -> RenderableType:
    style = {0: "bold green", 1: "bold red"}.get(result.exit_code, "bold yellow")
    lines = [Text(headline(result), style=style)]
    lines += [Text(f"  {line}") for line in details(result)]
    return Group(*lines)


def card(one: Card) -> RenderableType:
    """A failure card."""
    parts: list[RenderableType] = [Text(f"{one.status.upper()}  {head_words(one)}", style="bold red"), _facts(one)]
    if one.steps:
        parts.append(steps(one))
    if one.actions:
        parts.append(actions(one))
    return Group(*parts, Text(""))


def _facts(one: Card) -> Grid:
    grid = _grid()
    for each in one.clauses:
        grid.add_row(each.id, Text(each.statement))
    for name, said, remark in where_lines(one):
        grid.add_row(name, Text(said + (f"   ({remark})" if remark else "")))
    for name, said, right in side_lines(one):
        grid.add_row(name, Text(said, style="green" if right else "red"))
    if one.explanation:
        grid.add_row("explained by", Text(one.explanation))
        grid.add_row("", Text(one.agreement, style="dim"))
    elif one.expected:
        alone = " (one case alone is too little to tell)" if one.also == 0 else ""
        grid.add_row("explained by", Text(f"no single misreading or alternative that is known here{alone}"))
    if one.fired:
        grid.add_row("clauses at work", Text(", ".join(one.fired)))
    if one.also > 0:
        grid.add_row("also", Text(f"{number(one.also, 'other case')} of this kind"))
    if one.stderr.strip():
        grid.add_row("standard error", Text(visible(one.stderr.strip()[-MOST_STDERR:])))
    grid.add_row("replay", Text(visible(one.replay)))
    return grid


def _grid() -> Grid:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def steps(one: Card) -> RenderableType:
    """The game step by step, up to the first difference."""
    explained = any(row.explained for row in one.steps)
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    table.add_column("card", justify="right")
    table.add_column("by the rules", overflow="fold")
    if explained:
        table.add_column(column_words(one), overflow="fold")
    for row in one.steps:
        cells = [Text(str(row.number)), Text(row.expected)]
        if explained:
            cells.append(Text(one_line(row.explained) + ("   <- first difference" if row.differs else "")))
        table.add_row(*cells, style="bold" if row.differs else "")
    return table


def actions(one: Card) -> RenderableType:
    """A table played step by step, up to the first difference."""
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    cells = [action_cells(row) for row in one.actions]
    for column, head in enumerate(("", "action", "by the rules", "hands", one.pile, "")):
        whole = head == "hands" and max(len(each[column]) for each in cells) <= MOST_UNBROKEN
        table.add_column(head, overflow="fold", no_wrap=whole)
    for row, shown in zip(one.actions, cells, strict=True):
        mark = f"   <- {mark_words(one)}" if row.differs else ""
        table.add_row(*map(Text, (*shown, mark)), style="bold" if row.differs else "")
    return table


def column_words(one: Card) -> str:
    """Over the second column of the steps: whether the program has told them, or they are a guess."""
    return "as the program played" if one.played else "as the program seems to play"


def unstable(one: Unstable) -> RenderableType:
    """A case that got several answers."""
    grid = _grid()
    grid.add_row("deal", Text(one_line(case_words(one.case))))
    for when, said in unstable_lines(one):
        grid.add_row(when, Text(said))
    return Group(Text(f"UNSTABLE  {one_line(one.kind)}", style="bold red"), grid, Text(""))


def verdict_line(judged: Judged) -> RenderableType:
    """One verdict in one line."""
    verdict = judged.verdict
    said = f", expected {outcome_words(verdict.expected)}" if verdict.expected is not None else ""
    got = f", got {answer_words(verdict)}" if verdict.got is not None else ""
    about = f"{one_line(case_words(judged.case))}: {one_line(verdict.why)}"
    return Text(f"{verdict.status.upper()}  {about}{said}{got}  [{one_line(verdict.case)}]")


def smoke_check(check: Check) -> RenderableType:
    """One line of a smoke test, with a hint where there is something to do."""
    mark = Text("ok    ", style="green") if check.held else Text("WRONG ", style="bold red")
    mark = Text("note  ", style="bold yellow") if check.held and check.remark else mark
    line = mark + Text(f"{check.name}: {one_line(check.seen)}")
    quiet = check.held and not check.remark
    return line if quiet or not check.hint else Group(line, Text(f"      hint: {check.hint}"))
