"""What a sweep has counted, in words and as a finding."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log, log10
from typing import Final

from model.deal import SEAT_NAMES
from properties.evidence import Finding, Grade, Verdict
from reports.sweep_document import Told
from reports.words import number
from solver.sweeps.figures import RULE_OF_THREE, Figure, Tail, figures
from solver.sweeps.plan import Plan
from solver.sweeps.tally import Endless, Record, Tally

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
    """The result as rows of a table."""
    total, found = told.total, figures(told.total, told.sampled)
    if found.cards is not None and found.tricks is not None and found.share is not None:
        yield "mean", f"{_figure(found.cards, 2)} cards, {_figure(found.tricks, 3)} tricks"
        yield "leader wins", _share(found.share, total.leader_wins, total.ended, told.sampled, 3)
    yield "endless", _endless(told, found.endless)
    for each in total.loops[:MOST_NAMED]:
        yield "", _loop(each)
    if len(total.loops) > MOST_NAMED:
        yield "", f"and {total.endless - MOST_NAMED:,} more"
    for name, game in _records(total):
        yield name, _record(game) + (", the most tricks as well" if name == "longest" and _same(total) else "")
    if found.tail is not None:
        half, and_so_on = tail_words(found.tail)
        yield "long games", half
        yield "", and_so_on
    elif total.ended:
        yield "long games", "too few to say how they thin out"
    if any(each is not None and each.error is not None for each in (found.cards, found.share, found.endless)):
        yield "", "± is one standard error"
    if told.losses:
        were, their = ("was", "its") if told.losses == 1 else ("were", "their")
        yield "", f"{number(told.losses, 'worker')} {were} lost; {their} work was done again"


def commands(told: Told) -> Iterator[str]:
    """The commands that show the games that are named, each with what it shows."""
    sets = (f"--set {point}={way}" for point, way in told.plan.chosen.items())
    rules = " ".join((told.plan.game, *sets))
    for name, game in _records(told.total):
        yield f"{'' if name == 'most tricks' else 'the '}{name}: fairdeal play {rules} --deal {game.deal}"
    for each in told.total.loops[:MOST_NAMED]:
        yield f"deal {each.number:,}: fairdeal cycle {rules} --deal {each.deal}"


def tail_words(tail: Tail) -> tuple[str, str]:
    """How the longest games thin out, in two lines: an exponential halves in log(2) times its constant."""
    half, percent = tail.constant * log(2), 100 * float(tail.share)
    places = 1 if tail.error is None else max(1, -floor(log10(tail.error)))
    return (
        f"of those of {tail.threshold:,} cards or more (the longest {percent:.0f} %) half are over after"
        f" {half:,.{0 if half >= 10 else 1}f}",
        f"more cards, whatever the length (tail constant {_figure(Figure(tail.constant, tail.error), places)} cards)",
    )


def _records(total: Tally) -> Iterator[tuple[str, Record]]:
    """The games that are named, each once."""
    if total.longest is not None:
        yield "longest", total.longest
    if total.most_tricks is not None and not _same(total):
        yield "most tricks", total.most_tricks
    if total.shortest is not None:
        yield "shortest", total.shortest


def _same(total: Tally) -> bool:
    """Whether no game has more tricks than the longest one."""
    longest, most_tricks = total.longest, total.most_tricks
    return longest is not None and most_tricks is not None and longest.tricks == most_tricks.tricks


def _figure(figure: Figure, places: int) -> str:
    """A figure with its standard error, if it has one, to two places more than that needs."""
    error = "" if figure.error is None else f" ± {figure.error:,.{places}f}"
    return f"{figure.value:,.{places}f}{error}"


def _percent(figure: Figure) -> Figure:
    return Figure(100 * figure.value, None if figure.error is None else 100 * figure.error)


def _share(share: Figure, part: int, whole: int, sampled: bool, places: int) -> str:
    """A share with its standard error; of a sample in which none is so, or each, what follows for all deals."""
    if not sampled or share.error is not None:
        return f"{_figure(_percent(share), places)} %"
    return f"{'all' if part else 'none'} of {whole:,}{_bound(part, whole)}"


def _bound(part: int, whole: int) -> str:
    """What follows for all deals if none of so many at random is so, or each of them."""
    if whole <= RULE_OF_THREE:
        return ", too few to say more"
    are = "are not" if part else "are"
    return f"; fewer than {RULE_OF_THREE} in {whole:,} of all {are}, with 95 % confidence"


def _endless(told: Told, share: Figure | None) -> str:
    endless, deals = told.total.endless, told.total.deals
    if share is None or not (endless or told.sampled):
        return "none"
    if not told.sampled:
        return f"{number(endless, 'deal')} of {deals:,}"
    words = _share(share, endless, deals, True, 4)
    return words if share.error is None else f"{number(endless, 'deal')} of {deals:,} ({words})"


def _record(game: Record) -> str:
    wins = f"{SEAT_NAMES[game.winner]} wins"
    return f"{number(game.cards, 'card')}, {number(game.tricks, 'trick')}, {wins} (deal {game.number:,})"


def _loop(each: Endless) -> str:
    return (
        f"deal {each.number:,}: stem {number(each.stem_cards, 'card')},"
        f" {number(each.stem_tricks, 'trick')}; period {number(each.period_cards, 'card')},"
        f" {number(each.period_tricks, 'trick')}"
    )


def finding(told: Told) -> Finding:
    """The sweep as evidence. How games go is a fact and no failure, so that it is stated as something that holds.

    Of a part of all deals in their order nothing follows for the others, and it is no random sample: its finding is
    about these deals, and no more than sampled as to the deck.
    """
    plan = told.plan
    whole = f"games of {plan.deck} in halves"
    return Finding(
        subject=whole if told.sampled or plan.exhausts else f"{whole}, {_numbers(plan)}",
        statement=f"two seats, {what(plan)}: {_statement(told)}",
        game=plan.game,
        grade=Grade.EXHAUSTED if plan.exhausts else Grade.SAMPLED,
        verdict=Verdict.HELD,
        seats=(2,),
        choices=plan.chosen,
        seconds=round(told.seconds, 3),
        space="" if told.sampled else f"{_space(plan)}, cut in halves, A leads; hands as classes",
        space_size=0 if told.sampled else told.total.deals,
        cases=told.total.deals,
        seed=plan.seed,
        examples=tuple(each.deal for each in told.total.loops[:MOST_EXAMPLES]),
        note=_note(told),
    )


def _numbers(plan: Plan) -> str:
    """Which deals of all in their order: `deals 100 to 139 of 168`."""
    last = plan.first + plan.deals - 1
    return f"deals {plan.first:,} to {last:,} of the {plan.deck.arrangements:,} (the first is 0)"


def _space(plan: Plan) -> str:
    if plan.exhausts:
        return what(plan)
    return f"only {_numbers(plan)} of {plan.deck}, in the alphabetical order of -JQKA"


def _note(told: Told) -> str:
    if told.sampled:
        return "what stands behind a ± is one standard error"
    if told.plan.exhausts:
        return ""
    return "each of these deals was played; they are no random sample, and say nothing of the others"


def _statement(told: Told) -> str:
    total, found = told.total, figures(told.total, told.sampled)
    endless = f"{total.endless:,} of them never end"
    if told.sampled and not total.endless:
        endless = f"none of them is endless{_bound(0, total.deals)}"
    if found.cards is None or found.tricks is None or found.share is None:
        return endless
    leader = _share(found.share, total.leader_wins, total.ended, told.sampled, 3)
    tail = "" if found.tail is None else f"; tail constant {_figure(Figure(found.tail.constant, found.tail.error), 2)}"
    return (
        f"{endless}; those that end have {_figure(found.cards, 2)} cards and {_figure(found.tricks, 3)} tricks on"
        f" average, the leader wins {leader}{tail}"
    )
