"""Games played at random by the model and written down as logs, in both ways, with as much as one likes left out."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from model.cards import format_card, format_zone
from model.deal import SEAT_NAMES, Deal
from model.game import CHANCE, Act, Action, Seat, Tick
from model.piles import events as seen
from model.piles.play import apply_tick, initial, refusal, slappers, unslapped, winners
from model.piles.points import choices
from model.piles.rulebook import Book
from model.piles.run import slap_tick
from model.piles.slaps import may_slap
from model.piles.state import Phase, Table
from properties.conformance.log_entries import Wanted
from properties.conformance.logs import LogVerdict, parse, verdict
from properties.conformance.table_wire import to_action, to_table
from properties.conformance.traces import to_event

Line = dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """One action: the table before and after it, and the reason if it was refused."""

    before: Table
    tick: Tick
    after: Table
    refused: str


def play_at_random(book: Book, deal: Deal, chance: random.Random, most: int = 40) -> list[Recorded]:
    """A game with slaps, right, wrong and refused ones, and with acts that are not allowed."""
    table = initial(book, deal)
    played: list[Recorded] = []
    while table.phase != Phase.OVER and len(played) < most:
        tick = _any_tick(book, table, chance)
        reason = refusal(book, table, tick)
        after = table if reason is not None else apply_tick(book, table, tick)
        played.append(Recorded(table, tick, after, str(reason or "")))
        table = after
    return played


def _any_tick(book: Book, table: Table, chance: random.Random) -> Tick:
    seats = [Seat(seat) for seat in range(len(table.hands))]
    drawn = chance.random()
    if drawn < 0.1:
        return (Action(chance.choice(seats), chance.choice((Act.LAY, Act.COLLECT))),)
    hands = [seat for seat in seats if book.slapping and (drawn < 0.13 or may_slap(book, table, seat))]
    if drawn < 0.4 and hands:
        return slap_tick(tuple(chance.sample(hands, chance.randint(1, min(3, len(hands))))))
    action = unslapped(book, table)
    if action.act is Act.SHUFFLE:
        return (Action(CHANCE, Act.SHUFFLE, tuple(chance.sample(action.order, len(action.order)))),)
    return (action,)


# --- as JSON ---


def header(book: Book, deal: Deal) -> Line:
    """The first line of a log that begins with the deal."""
    hands, middle = list(map(format_zone, deal.hands)), format_zone(deal.middle)
    dealt = {"hands": hands, "cards": deal.labelling.value, "middle": middle}
    return {"log": "fairdeal-log/1", "game": book.game, "variant": choices(book), "deal": dealt}


def header_under_way(book: Book, deal: Deal, table: Table) -> Line:
    """The first line of a log that begins with a table."""
    shown = msgspec.to_builtins(to_table(book, table))
    if table.phase in (Phase.WON, Phase.TAKEN):
        del shown["turn"]
    shown |= {"cards": deal.labelling.value, "burned": table.burned, "left": table.left, "barred": list(table.barred)}
    return header(book, deal) | {"deal": None, "table": shown}


def line_of(book: Book, one: Recorded) -> Line:
    """One action with all that can be told of it."""
    line: Line = {"do": [msgspec.to_builtins(to_action(action)) for action in one.tick]}
    line["state"] = msgspec.to_builtins(to_table(book, one.after))
    line["over"] = one.after.phase == Phase.OVER
    if line["over"]:
        line["winner"] = winners(one.after)[0]
    if one.refused:
        return line | {"refused": one.refused}
    line["events"] = [msgspec.to_builtins(to_event(e)) for e in seen.of_tick(one.before, one.tick, one.after)]
    if one.tick[0].act is Act.LAY:
        line["card"] = format_card(one.before.hands[one.before.turn][0])
    return line


def without(line: Line, chance: random.Random) -> Line:
    """A line that tells less."""
    dropped = {each for each in ("state", "over", "winner", "events", "card") if chance.random() < 0.5}
    less = {key: value for key, value in line.items() if key not in dropped}
    if "events" in less:
        less["events"] = [event for event in less["events"] if chance.random() < 0.7]
    return less


def written(lines: Sequence[Line]) -> bytes:
    """Lines as a file."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


# --- as plain text ---


def text_of(book: Book, deal: Deal, played: Sequence[Recorded], chance: random.Random) -> str:
    """A whole game in plain text, with some of what came of it."""
    sets = [f"set {point}={way}" for point, way in choices(book).items()]
    lines = [f"game {book.game}", *sets, f"cards {deal.labelling.value}", f"deal {deal}"]
    for one in played:
        lines += _text_lines(one, chance)
    return "\n".join(lines) + "\n"


def _text_lines(one: Recorded, chance: random.Random) -> list[str]:
    act = _act_words(one)
    if one.refused:
        return [f"refused ({one.refused}): {act}" if chance.random() < 0.5 else f"refused: {act}"]
    told: list[str] = []
    for event in seen.of_tick(one.before, one.tick, one.after):
        words = _event_words(event)
        if words and (chance.random() < 0.6):
            told.append(words)
    if one.tick[0].act is Act.COLLECT and any(" takes " in words for words in told):
        return told
    if chance.random() < 0.3:
        hands = "/".join(format_zone(hand) or "." for hand in one.after.hands)
        told.append(f"table {hands}+{format_zone(one.after.middle)}".rstrip("+"))
    return [act, *told]


def _act_words(one: Recorded) -> str:
    action = one.tick[0]
    match action.act:
        case Act.SLAP:
            names = ", ".join(SEAT_NAMES[seat] for seat in slappers(one.tick))
            return f"{names} slap{'s' if len(one.tick) == 1 else ''}"
        case Act.SHUFFLE:
            return f"chance shuffles {format_zone(one.before.middle[place] for place in action.order)}"
        case Act.COLLECT:
            return f"{SEAT_NAMES[action.seat]} collects"
    hand = one.before.hands[action.seat]
    return f"{SEAT_NAMES[action.seat]} lays {format_card(hand[0]) if hand else ''}".strip()


def _event_words(event: seen.Event) -> str:
    if isinstance(event, seen.Finished):
        return "game over"
    words = ""
    match event:
        case seen.Owes(_, debt, to):
            words = f"owes {debt} to {SEAT_NAMES[to]}"
        case seen.WonPile():
            words = "wins the pile"
        case seen.Took(_, cards):
            words = f"takes {format_zone(cards)}"
        case seen.Turn():
            words = "is next"
        case seen.Burned(_, cards):
            words = f"burns {format_zone(cards)}"
        case seen.Gave(_, to, cards):
            words = f"gives {len(cards)} cards to {SEAT_NAMES[to]}"
        case _:
            return ""
    return f"{SEAT_NAMES[event.seat]} {words}"


NOBODY_KNOWS = "?"


def masked(line: Line) -> Line:
    """A line of somebody who does not see the hands, nor in which order a pile is shuffled."""
    less = {key: value for key, value in line.items() if key in ("do", "refused", "events", "card", "over", "winner")}
    less["do"] = [{key: value for key, value in action.items() if key != "order"} for action in less["do"]]
    hidden = ("took", "gave")
    events = [
        e | {"cards": NOBODY_KNOWS * cards_in(e["cards"])} if e["e"] in hidden else e for e in less.get("events", [])
    ]
    return less | ({"events": events} if "events" in less else {})


def cards_in(text: str) -> int:
    """How many cards a text names."""
    return sum(each in "23456789TJQKA-" for each in text)


# --- spoiled ---


def spoilt(line: Line, seats: int, chance: random.Random) -> Line | None:
    """A line with one thing in it changed so that it is not true; None if nothing in it can be."""
    ways = [_another_card, _a_card_less, _another_turn, _more_owed, _other_side, _not_so_over]
    chance.shuffle(ways)
    for way in ways:
        made = way(json.loads(json.dumps(line)), seats, chance)
        if made is not None and made != line:
            return made
    return None


def _another_card(line: Line, seats: int, chance: random.Random) -> Line | None:
    if "card" not in line:
        return None
    other = ("K" if line["card"][0] != "K" else "Q") + line["card"][1:]
    for where in (line, *(event for event in line["events"] if event["e"] == "laid")):
        where["card"] = other
    return line


def _a_card_less(line: Line, seats: int, chance: random.Random) -> Line | None:
    hands = line["state"]["hands"]
    seat = chance.randrange(seats)
    if not hands[seat]:
        return None
    hands[seat] = re.sub("[^'cdhs]['cdhs]*$", "", hands[seat])
    return line


def _another_turn(line: Line, seats: int, chance: random.Random) -> Line | None:
    if line["over"]:
        return None
    line["state"]["turn"] = (line["state"]["turn"] + chance.randint(1, seats - 1)) % seats
    return line


def _more_owed(line: Line, seats: int, chance: random.Random) -> Line | None:
    line["state"]["owed"] += 1
    return line


def _other_side(line: Line, seats: int, chance: random.Random) -> Line | None:
    """A slap that was right is told as wrong, or the other way round."""
    for event in line.get("events", []):
        if event["e"] == "slapped":
            event["right"] = not event["right"]
            return line
    return None


def _not_so_over(line: Line, seats: int, chance: random.Random) -> Line | None:
    line["over"] = not line["over"]
    return line


# --- judged ---


def judged(lines: list[Line] | str) -> LogVerdict:
    data = lines.encode() if isinstance(lines, str) else written(lines)
    return verdict(parse(data, Wanted()), "a.log")


def told(found: LogVerdict) -> str:
    """Why a log is not possible."""
    return "" if found.impossible is None else f"line {found.impossible.line}: {found.impossible.why}"
