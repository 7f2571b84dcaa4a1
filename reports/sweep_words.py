"""What a sweep has counted, in words and as a finding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from model.deal import SEAT_NAMES
from properties.evidence import Finding, Grade, Verdict
from reports.sweep_document import Told
from reports.words import number
from solver.sweeps.figures import Figure, Tail, figures
from solver.sweeps.plan import Plan
from solver.sweeps.tally import Endless, Record

MOST_NAMED: Final = 10
"""So many endless deals stand on the screen; more of them are in the JSON."""
MOST_EXAMPLES: Final = 20
"""And so many in the evidence."""


def heading(plan: Plan) -> str:
    """What is swept: `beggar, end=immediate: 1,000,000 random deals of 36-4J4Q4K4A (seed 1)`."""
    rules = ", ".join((plan.game, *(f"{point}={way}" for point, way in plan.chosen.items())))
    return f"{rules}: {what(plan)}"


def what(plan: Plan) -> str:
    """Which deals: `all 15 deals of 4-2J`."""
    if plan.seed is not None:
        return f"{number(plan.deals, 'random deal')} of {plan.deck} (seed {plan.seed})"
    if plan.exhausts:
        return f"all {number(plan.deals, 'deal')} of {plan.deck}"
    return f"{number(plan.deals, 'deal')} of {plan.deck} in their order, from number {plan.first:,} on"


def lines(told: Told) -> Iterator[tuple[str, str]]:
    """The result as rows of a table; what stands behind a ± is one standard error."""
    total, found = told.total, figures(told.total, told.sampled)
    if found.cards is not None and found.tricks is not None and found.share is not None:
        yield "mean", f"{_figure(found.cards, 2)} cards, {_figure(found.tricks, 3)} tricks"
        yield "leader wins", f"{_figure(_percent(found.share), 3)} %"
    yield "endless", _endless(told, found.endless)
    for each in total.loops[:MOST_NAMED]:
        yield "", _loop(each)
    if len(total.loops) > MOST_NAMED:
        yield "", f"and {total.endless - MOST_NAMED:,} more"
    records = (("longest", total.longest), ("most tricks", total.most_tricks), ("shortest", total.shortest))
    for name, game in records:
        if game is not None:
            yield name, _record(game)
    if found.tail is not None:
        yield "tail", tail_words(found.tail)
        yield "", "from other lengths on: " + ", ".join(map(_other, found.tails))
    elif total.ended:
        yield "tail", "too few long games to fit one"


def tail_words(tail: Tail) -> str:
    """How the longest games thin out."""
    constant = _figure(Figure(tail.constant, tail.error), 2)
    return (
        f"of the {tail.games:,} games of {tail.threshold:,} cards or more (the longest {float(tail.share):.0%})"
        f" one in e lasts for {constant} cards more"
    )


def _other(tail: Tail) -> str:
    return f"{tail.threshold:,}: {_figure(Figure(tail.constant, tail.error), 2)}"


def _figure(figure: Figure, places: int) -> str:
    """A figure with its standard error, if it has one, to two places more than that needs."""
    error = "" if figure.error is None else f" ± {figure.error:,.{places}f}"
    return f"{figure.value:,.{places}f}{error}"


def _percent(figure: Figure) -> Figure:
    return Figure(100 * figure.value, None if figure.error is None else 100 * figure.error)


def _endless(told: Told, share: Figure | None) -> str:
    endless, deals = told.total.endless, told.total.deals
    if not endless or share is None:
        return "none"
    return f"{number(endless, 'deal')} of {deals:,}" + (f" ({_figure(_percent(share), 4)} %)" if told.sampled else "")


def _record(game: Record) -> str:
    wins = f"{SEAT_NAMES[game.winner]} wins"
    return f"{number(game.cards, 'card')}, {number(game.tricks, 'trick')}, {wins}: {game.deal} (deal {game.number:,})"


def _loop(each: Endless) -> str:
    return (
        f"{each.deal} (deal {each.number:,}): stem {number(each.stem_cards, 'card')},"
        f" {number(each.stem_tricks, 'trick')}; period {number(each.period_cards, 'card')},"
        f" {number(each.period_tricks, 'trick')}"
    )


def finding(told: Told) -> Finding:
    """The sweep as evidence. How games go is a fact and no failure, so that it is stated as something that holds."""
    plan = told.plan
    return Finding(
        subject=f"games of {plan.deck} in halves",
        statement=f"two seats, {what(plan)}: {_statement(told)}",
        game=plan.game,
        grade=Grade.SAMPLED if told.sampled else Grade.EXHAUSTED,
        verdict=Verdict.HELD,
        seats=(2,),
        choices=dict(plan.choices),
        seconds=round(told.seconds, 3),
        space="" if told.sampled else f"{what(plan)}, cut in halves, A leads; hands as classes",
        space_size=0 if told.sampled else told.total.deals,
        cases=told.total.deals,
        seed=plan.seed,
        examples=tuple(each.deal for each in told.total.loops[:MOST_EXAMPLES]),
        note="what stands behind a ± is one standard error" if told.sampled else "",
    )


def _statement(told: Told) -> str:
    found = figures(told.total, told.sampled)
    endless = f"{told.total.endless:,} of them never end"
    if found.cards is None or found.tricks is None or found.share is None:
        return endless
    tail = "" if found.tail is None else f"; tail constant {_figure(Figure(found.tail.constant, found.tail.error), 2)}"
    return (
        f"{endless}, the others have {_figure(found.cards, 2)} cards and {_figure(found.tricks, 3)} tricks on average,"
        f" the leader wins {_figure(_percent(found.share), 3)} %{tail}"
    )
