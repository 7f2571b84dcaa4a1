"""`fairdeal play` on the screen: a game that plays itself, or a table that is played step by step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from model.cards import format_card
from model.game import Act, Budget, Loop, Outcome, Tick, Won
from model.piles.events import Barred, Event, of_tick
from model.piles.play import initial, only_classes, refusal, unslapped
from model.piles.rulebook import Book
from model.piles.run import Arrange, RefusedSlap, Timeline, cards_played, counted, outcome, slap_tick
from model.piles.run import play as to_the_end
from model.piles.state import Phase, Table
from properties.conformance.cases import Case
from properties.conformance.protocol import to_wire
from properties.conformance.script import format_timeline
from properties.conformance.table_wire import to_table
from reports.consoles import console
from reports.script_card import ActionRow, rows_of
from reports.script_course import Course, acted
from reports.slap_words import why_refused
from reports.words import card_words, hands_words, number, outcome_words, seat_name, zone_words

MOST_TRACED: Final = 2_000
"""Cards of a game that are shown; a game that never ends is shown until it repeats itself."""
Ticks = tuple[tuple[Table, Tick, Table], ...]
"""One card, with the slaps and the taking that followed it."""


@dataclass(frozen=True, slots=True)
class How:
    """How a game is played and shown: given up after `budget` cards, with the chance that comes from a seed."""

    budget: int
    seed: int | None
    trace: bool
    as_json: bool

    def chance(self) -> Arrange | None:
        """Chance from the beginning; None if nobody gave a seed."""
        if self.seed is None:
            return None
        source = random.Random(self.seed)

        def arrange(cards: int) -> tuple[int, ...]:
            return tuple(source.sample(range(cards), cards))

        return arrange


def play(book: Book, case: Case, how: How) -> None:
    """Play one deal and print how it ends, card by card if asked. Raises NeedsChance and RefusedSlap."""
    start = initial(book, case.deal)
    result = _played(book, start, case.slaps, how)
    steps = _steps(book, start, case.slaps, _traced(result, how.budget), how) if how.trace else []
    if how.as_json:
        print(msgspec.json.encode(_document(case, result, steps, how)).decode())
        return
    shown = console()
    if how.trace:
        shown.print(_trace(start, steps[:MOST_TRACED]))
        if len(steps) > MOST_TRACED:
            shown.print(Text(f"... shown: the first {number(MOST_TRACED, 'card')}"))
    unslapped_words = " (as long as nobody slaps)" if book.slapping and not isinstance(result, Won) else ""
    shown.print(Text(outcome_words(result) + unslapped_words, style="bold"))
    classes = only_classes(book, case.deal)
    if isinstance(result, Loop) and classes != case.deal and not case.timeline:
        again = outcome(book, initial(book, classes), how.budget)
        shown.print(Text(f"with cards of the same class taken as alike: {outcome_words(again)}"))


def _played(book: Book, start: Table, slaps: Timeline, how: How) -> Outcome:
    """How the game ends. Raises RefusedSlap for a slap that the rules do not allow, or that comes after the end."""
    try:
        result = to_the_end(book, start, how.budget, how.chance(), slaps)
    except RefusedSlap as error:
        raise RefusedSlap(_why_refused(book, start, slaps, how)) from error
    last = max(slaps, default=0)
    if isinstance(result.outcome, Won | Budget) and result.outcome.cards < last:
        late = format_timeline((last, seat) for seat in slaps[last])
        over = "is over" if isinstance(result.outcome, Won) else "is given up"
        raise RefusedSlap(f"the slap {late} cannot be: the game {over} after {number(result.outcome.cards, 'card')}")
    return counted(result, book.count_cards, book.count_tricks)


def _why_refused(book: Book, start: Table, slaps: Timeline, how: How) -> str:
    """Which slap the rules do not allow first, and why not."""
    for moment in sorted(slaps):
        table = _slapped_at(book, start, {at: slaps[at] for at in slaps if at < moment}, moment, how)
        tick = slap_tick(slaps[moment])
        if refusal(book, table, tick) is not None:
            slap = format_timeline((moment, seat) for seat in slaps[moment])
            return f"the slap {slap} is refused: {why_refused(book, table, tick)}"
    raise AssertionError("every slap is allowed")


def _slapped_at(book: Book, start: Table, earlier: Timeline, moment: int, how: How) -> Table:
    """The table after so many cards, before anything is taken."""
    if moment == 0:
        return start
    ticks = next(islice(cards_played(book, start, how.chance(), earlier), moment - 1, None))
    return next(after for _, tick, after in ticks if tick[0].act is Act.LAY)


def _traced(result: Outcome, budget: int) -> int:
    """How many cards to trace: all of them, or until the first repetition."""
    return result.stem_cards + result.period_cards if isinstance(result, Loop) else budget


def _steps(book: Book, start: Table, slaps: Timeline, most: int, how: How) -> list[Ticks]:
    return list(islice(cards_played(book, start, how.chance(), slaps), most))


def _trace(start: Table, steps: Sequence[Ticks]) -> Grid:
    table = _grid("card", "what happens", "hands", "middle")
    table.add_row("", "", hands_words(start), zone_words(start.middle))
    for place, ticks in enumerate(steps, start=1):
        after = ticks[-1][2]
        table.add_row(str(place), card_words(ticks), hands_words(after), zone_words(after.middle))
    return table


def _grid(*heads: str) -> Grid:
    table = Grid(box=None, padding=(0, 2), header_style="bold")
    for head in heads:
        table.add_column(head, overflow="fold")
    return table


# --- as JSON ---


def _document(case: Case, result: Outcome, steps: Sequence[Ticks], how: How) -> dict[str, Any]:
    content: dict[str, Any] = {"game": case.game, "deal": case.text, "cards": case.cards}
    if case.timeline:
        content["slaps"] = case.timeline
    content["outcome"] = to_wire(result)
    if how.trace:
        content["trace"] = [[event for each in ticks for event in _events(*each)] for ticks in steps]
    return content


def _events(before: Table, tick: Tick, after: Table) -> list[dict[str, Any]]:
    return [_event_data(event) for event in of_tick(before, tick, after)]


def _event_data(event: Event) -> dict[str, Any]:
    content = {name: getattr(event, name) for name in event.__slots__}
    for name in ("card", "cards"):
        if name in content and not isinstance(event, Barred):
            card = content[name]
            content[name] = [format_card(each) for each in card] if name == "cards" else format_card(card)
    return {"event": type(event).__name__.lower(), **content}


# --- step by step ---


def by_script(book: Book, case: Case, as_json: bool) -> None:
    """Print what every action of a script leads to, and the table after it; what the rules refuse changes nothing."""
    assert case.script is not None
    course = acted(book, initial(book, case.deal), case.script)
    rows = rows_of(course, case.script)
    if as_json:
        content = {"game": case.game, "deal": case.text, "cards": case.cards}
        actions = [_action(course, number, row) for number, row in enumerate(rows)]
        print(msgspec.json.encode({**content, "actions": actions}).decode())
        return
    table = _grid("", "action", "what happens", "hands", "middle")
    for row in rows:
        hands = "/".join(hand or "." for hand in row.hands)
        table.add_row(str(row.number or ""), row.action, row.happens, hands, row.middle or ".")
    console().print(table)
    console().print(Text(_next_words(book, course.done[-1].after), style="bold"))


def _action(course: Course, number: int, row: ActionRow) -> dict[str, Any]:
    done = course.done[number]
    happened = [] if done.token is None or done.refused else _events(done.before, done.tick, done.after)
    told = {"action": row.token, "words": row.action} if number else {}
    return {**told, "refused": done.refused, "events": happened, "table": to_table(course.book, done.after)}


def _next_words(book: Book, table: Table) -> str:
    """What comes next if nobody slaps."""
    if table.phase == Phase.OVER:
        return f"the game is over: {seat_name(table.turn)} holds every card"
    action = unslapped(book, table)
    names = {Act.LAY: "lays", Act.COLLECT: "collects", Act.SHUFFLE: "shuffles the pile"}
    who = "chance" if action.act is Act.SHUFFLE else seat_name(action.seat)
    return f"next: {who} {names[action.act]}" + (", unless somebody slaps" if book.slapping else "")
