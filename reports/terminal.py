"""Verdicts and failure cards as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from properties.conformance.runner import Judged
from properties.conformance.smoke import Check
from properties.conformance.verify import Started, Summary
from reports.card import Card, card_of
from reports.words import number, outcome_words, seats_words


def started(event: Started) -> RenderableType:
    """One paragraph on who is verified, and by which rules."""
    adapter = event.hello.adapter
    name = " ".join(filter(None, (adapter.name, adapter.version, f"({adapter.language})" if adapter.language else "")))
    rules = ", ".join(f"{point}={way}" for point, way in sorted(event.choices.items())) or "the default rules"
    return Text(f"{name}: {event.claim.game}, {seats_words(event.seats)}, by {rules}; up to {event.cases:,} cases")


def summary(result: Summary) -> RenderableType:
    """The verdict on a program: counts, what was searched, and a card for each thing that is wrong."""
    parts: list[RenderableType] = [card(card_of(group, result)) for group in result.groups]
    parts.append(_verdict(result))
    return Group(*parts)


def _verdict(result: Summary) -> RenderableType:
    style = "bold green" if result.exit_code == 0 else "bold red"
    lines = [Text(headline(result), style=style)]
    lines += [Text(f"  {line}") for line in details(result)]
    return Group(*lines)


def headline(result: Summary) -> str:
    """The verdict in one line."""
    asked = sum(count for status, count in result.counts.items() if status != "inapplicable")
    rate = f"{number(asked, 'case')} in {result.seconds:.1f} s"
    name = result.hello.adapter.name
    if result.failures:
        return f"BREAKS THE RULES  {name}: {result.failures:,} of {rate} failed"
    if result.exit_code == 0:
        return f"CONFORMS  {name}: {rate}"
    return f"INCONCLUSIVE  {name}: {rate}, {result.reason}"


def details(result: Summary) -> Iterator[str]:
    """What was asked, and what to know about the answers."""
    if result.reason != "complete":
        yield f"the run is not complete: {result.reason}"
    yield from (f"searched whole: {space}" for space in result.spaces)
    others = {phase: count for phase, count in result.phases.items() if phase != "exhaustive"}
    if others:
        yield "also asked: " + ", ".join(f"{count:,} {phase}" for phase, count in sorted(others.items()))
    inapplicable = result.counts.get("inapplicable", 0)
    if inapplicable:
        yield f"not asked, because the program does not claim it: {number(inapplicable, 'case')}"
    if result.inferred:
        yield f"way of counting, inferred from the answers: {', '.join(result.inferred)}"
    if result.uncounted:
        yield f"not judged, because some answers leave it out: {', '.join(result.uncounted)}"
    if result.more_groups:
        yield "and further failures of other kinds"
    choices = ", ".join(f"{point}={way}" for point, way in sorted(result.choices.items())) or "the defaults"
    yield f"suite {result.suite}; rules: {choices}"


def card(one: Card) -> RenderableType:
    """A failure card."""
    head = ", ".join(each.id for each in one.clauses) or one.why
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for each in one.clauses:
        grid.add_row(each.id, Text(each.statement))
    grid.add_row("smallest deal", Text(f"{one.deal}   ({one.shortest})"))
    if one.expected:
        grid.add_row("expected", Text(one.expected, style="green"))
    grid.add_row("got", Text(one.got, style="red"))
    if one.explanation:
        grid.add_row("explained by", Text(f"{one.explanation}"))
        grid.add_row("", Text(one.agreement, style="dim"))
    elif one.expected:
        grid.add_row("explained by", Text("no single misreading or alternative that is known here"))
    if one.fired:
        grid.add_row("clauses at work", Text(", ".join(one.fired)))
    if one.also > 0:
        grid.add_row("also", Text(f"{number(one.also, 'other case')} of this kind"))
    if one.stderr.strip():
        grid.add_row("standard error", Text(one.stderr.strip()[-600:]))
    grid.add_row("replay", Text(one.replay))
    parts: list[RenderableType] = [Text(f"FAIL  {head}", style="bold red"), grid]
    if one.steps:
        parts.append(steps(one))
    return Group(*parts, Text(""))


def steps(one: Card) -> RenderableType:
    """The game step by step, up to the first difference."""
    explained = any(row.explained for row in one.steps)
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    table.add_column("card", justify="right")
    table.add_column("by the rules", overflow="fold")
    if explained:
        table.add_column("as the program seems to play", overflow="fold")
    for row in one.steps:
        cells = [Text(str(row.number)), Text(row.expected)]
        if explained:
            cells.append(Text(row.explained + ("   <- first difference" if row.differs else "")))
        table.add_row(*cells, style="bold" if row.differs else "")
    return table


def verdict_line(judged: Judged) -> RenderableType:
    """One verdict in one line."""
    verdict = judged.verdict
    said = f", expected {outcome_words(verdict.expected)}" if verdict.expected is not None else ""
    got = f", got {outcome_words(verdict.got)}" if verdict.got is not None else ""
    return Text(f"{verdict.status.upper()}  {judged.case.text}: {verdict.why}{said}{got}  [{verdict.case}]")


def smoke_check(check: Check) -> RenderableType:
    """One line of a smoke test, with a hint where it did not hold."""
    mark = Text("ok    ", style="green") if check.held else Text("WRONG ", style="bold red")
    line = mark + Text(f"{check.name}: {check.seen}")
    return line if check.held or not check.hint else Group(line, Text(f"      hint: {check.hint}"))
