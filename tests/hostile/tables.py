"""Programs that misbehave at tables played step by step, each in one way of its own.

`python -m tests.hostile.tables NAME` is one of them. A function is a program, and its decorator says on which requests
it takes over; everything else is done rightly, by the game of `tests/specimens/correct_steps.py`.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.hostile.program import Act, Ask, put, reply, say, silence

TABLE_PROGRAMS: dict[str, dict[str, Act]] = {}
_source = (Path(__file__).parent.parent / "specimens" / "correct_steps.py").read_text(encoding="utf-8")
_known: dict[str, Any] = {"__name__": "correct_steps"}
exec(compile(_source, "correct_steps.py", "exec"), _known)
MEGABYTE = 1_048_576


def at_tables(*ops: str, **claims: object) -> Callable[[Act], Act]:
    """Make a program of a function that answers these requests, and that claims so much beside what is true."""

    def register(act: Act) -> Act:
        def greet(ask: Ask) -> None:
            hello = _known["HELLO"]
            reply(ask, ok={**hello, "adapter": {"name": "hostile"}, "games": [{**hello["games"][0], **claims}]})

        TABLE_PROGRAMS[act.__name__] = {"hello": greet, **dict.fromkeys(ops, act)}
        return act

    return register


def right(ask: Ask) -> dict[str, Any]:
    """The body of the right reply: `ok` or `no`."""
    try:
        return {"ok": _known["answer"](ask)}
    except _known["No"] as refusal:
        return {"no": {"why": str(refusal)}}


def behave(ask: Ask) -> None:
    reply(ask, **right(ask))


def changed(ask: Ask, **fields: object) -> None:
    """The right reply with some fields of `ok` changed, if it is one."""
    body = right(ask)
    reply(ask, **({"ok": {**body["ok"], **fields}} if "ok" in body else body))


def shown(ask: Ask, **fields: object) -> None:
    """A look at the state with some fields of it changed."""
    body = right(ask)
    if "ok" in body and "state" in body["ok"]:
        body["ok"]["state"] = {**body["ok"]["state"], **fields}
    reply(ask, **body)


def table_of(ask: Ask) -> Any:  # noqa: ANN401 (a table of the right program)
    return _known["TABLES"][ask["table"]]


# --- that break


@at_tables("tick")
def crashes_at_the_third_tick(ask: Ask) -> None:
    if ask["at"] == 2:
        os._exit(3)
    behave(ask)


@at_tables("tick")
def hangs_in_a_tick(ask: Ask) -> None:
    if ask["do"][0]["act"] == "slap":
        silence()
    behave(ask)


@at_tables("tick")
def two_lines_for_a_tick(ask: Ask) -> None:
    behave(ask)
    changed(ask, at=ask["at"] + 1)


@at_tables("drop")
def breaks_as_a_table_is_dropped(ask: Ask) -> None:
    os._exit(1)


@at_tables("tick")
def reports_a_fault_of_a_tick(ask: Ask) -> None:
    reply(ask, err="KeyError: \x1b[31mtable")


@at_tables("tick")
def events_of_a_wrong_type(ask: Ask) -> None:
    changed(ask, events=["A lays a card"])


@at_tables("tick")
def events_of_an_unknown_kind(ask: Ask) -> None:
    changed(ask, events=[{"e": "sneezed", "seat": 0}])


@at_tables("tick")
def events_that_are_one_text(ask: Ask) -> None:
    changed(ask, events="laid")


@at_tables("look")
def hands_as_numbers(ask: Ask) -> None:
    shown(ask, hands=[2, 2])


@at_tables("look")
def hands_as_lists(ask: Ask) -> None:
    shown(ask, hands=[["4", "5"], ["4", "7"]])


@at_tables("look")
def view_nested_deeply(ask: Ask) -> None:
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000
    say(f'{{"id": {ask["id"]}, "ok": {{"view": {deep}}}}}')


@at_tables("look")
def state_of_megabytes(ask: Ask) -> None:
    shown(ask, notes="x" * 3 * MEGABYTE)


@at_tables("tick")
def at_is_not_a_number(ask: Ask) -> None:
    say(f'{{"id": {ask["id"]}, "ok": {{"at": NaN}}}}')


@at_tables("tick")
def at_as_text(ask: Ask) -> None:
    changed(ask, at=str(ask["at"] + 1))


@at_tables("tick")
def at_beyond_all_numbers(ask: Ask) -> None:
    changed(ask, at=10**30)


@at_tables("tick", ties="arbitrated")
def order_beyond_all_numbers(ask: Ask) -> None:
    changed(ask, order=[10**30, 0])


@at_tables("new")
def no_name_for_a_table(ask: Ask) -> None:
    changed(ask, table=None)


@at_tables("new")
def half_a_name_for_a_table(ask: Ask) -> None:
    changed(ask, table=1.5)


@at_tables("new", "tick", "look", "drop")
def says_ok_to_everything(ask: Ask) -> None:
    reply(ask, ok={})


@at_tables("tick")
def own_reason_to_refuse_a_tick(ask: Ask) -> None:
    reply(ask, no={"why": "too early"})


# --- that answer in form, and wrongly


@at_tables("tick")
def wrong_count(ask: Ask) -> None:
    changed(ask, at=ask["at"])


@at_tables("new", "tick", "look", "drop")
def one_answer_for_everything(ask: Ask) -> None:
    """All fields that any answer has, whatever is asked."""
    state = {"hands": ["J9", "45"], "middle": "", "turn": 0, "owed": 0, "claimant": None, "phase": "laying"}
    view = {**state, "hands": [2, 2]}
    reply(ask, ok={"table": 1, "at": 0, "events": [], "digest": "0" * 64, "state": state, "legal": [], "view": view})


@at_tables("new", "tick", "look", "drop")
def refuses_everything(ask: Ask) -> None:
    reply(ask, no={"why": "unsupported"})


@at_tables("tick")
def obeys_everything(ask: Ask) -> None:
    """Whoever's turn it is, and however late it comes, the seat that is to act lays a card or collects."""
    table = table_of(ask)
    done = {**ask, "at": table.at, "do": [table.expected()] if table.phase != "over" else ask["do"]}
    reply(ask, **right(done))


@at_tables("tick")
def obeys_what_comes_too_late(ask: Ask) -> None:
    reply(ask, **right({**ask, "at": table_of(ask).at}))


@at_tables("tick")
def obeys_and_refuses(ask: Ask) -> None:
    """What is refused is done all the same."""
    body = right(ask)
    if "no" in body and table_of(ask).phase == "laying":
        table_of(ask).lay()
    reply(ask, **body)


@at_tables("new", "tick", "look", "drop")
def one_name_for_all_tables(ask: Ask) -> None:
    body = right({**ask, "table": f"t{len(_known['TABLES']) - 1}"})
    if ask["op"] == "new" and "ok" in body:
        body["ok"]["table"] = "the table"
    reply(ask, **body)


@at_tables("new")
def tables_share_their_middle(ask: Ask) -> None:
    body = right(ask)
    if "ok" in body:
        _known["TABLES"][body["ok"]["table"]].middle = _middle
    reply(ask, **body)


_middle: list[str] = []


@at_tables("look")
def changes_when_looked_at(ask: Ask) -> None:
    behave(ask)
    table_of(ask).hands[0].reverse()


@at_tables("tick", "new")
def digest_of_nonsense(ask: Ask) -> None:
    changed(ask, digest="\x1b[2Jdigest")


@at_tables("tick", ties="arbitrated")
def order_of_others(ask: Ask) -> None:
    changed(ask, order=[5, 5])


@at_tables("tick", ties="arbitrated")
def order_left_out(ask: Ask) -> None:
    behave(ask)


@at_tables("look")
def view_with_a_card_too_many(ask: Ask) -> None:
    """What nobody may know stands in a field that nobody has asked for."""
    body = right(ask)
    if "view" in body.get("ok", {}):
        body["ok"]["view"]["next"] = table_of(ask).hands[1][-1:]
    reply(ask, **body)


@at_tables("look")
def view_of_the_whole_middle(ask: Ask) -> None:
    body = right(ask)
    if "view" in body.get("ok", {}):
        body["ok"]["view"]["middle"] = "".join(table_of(ask).middle)
    reply(ask, **body)


@at_tables("look")
def hands_that_fill_the_screen(ask: Ask) -> None:
    shown(ask, hands=["4" * 400_000, "5" * 400_000])


@at_tables("look")
def hands_of_control_characters(ask: Ask) -> None:
    shown(ask, hands=["\x1b[31m4\x07", "\u202e5\n"])


@at_tables("look")
def no_hands_at_all(ask: Ask) -> None:
    shown(ask, hands=[])


@at_tables("look")
def seats_that_do_not_exist(ask: Ask) -> None:
    shown(ask, turn=-7, claimant=10**15)


@at_tables("look")
def legal_acts_of_strangers(ask: Ask) -> None:
    changed(ask, legal=[{"seat": 10**12, "act": "slap"}, {"seat": -1, "act": "lay"}])


@at_tables("tick")
def refuses_with_control_characters(ask: Ask) -> None:
    reply(ask, no={"why": "illegal-action", "feature": "\x1b[2J", "detail": "FAKE\n\x1b[32mCONFORMS"})


@at_tables("tick", "fork")
def refuses_the_fork_it_claims(ask: Ask) -> None:
    if ask["op"] == "fork":
        reply(ask, no={"why": "unsupported", "feature": "fork"})
    else:
        behave(ask)


@at_tables("fork")
def doubles_nothing(ask: Ask) -> None:
    """The second table is the first one."""
    reply(ask, ok={"table": ask["table"], "at": table_of(ask).at})


@at_tables("new")
def forgets_to_begin_anew(ask: Ask) -> None:
    """Every table after the third begins with the second seat."""
    body = right(ask)
    if "ok" in body:
        _known["TABLES"][body["ok"]["table"]].turn = int(len(_known["TABLES"]) > 3)
    reply(ask, **body)


@at_tables("tick")
def answers_by_chance(ask: Ask) -> None:
    changed(ask, at=ask["at"] + 1 + (random.random() < 0.3))


# --- that are only strange


@at_tables("tick")
def takes_its_time(ask: Ask) -> None:
    time.sleep(0.15)
    behave(ask)


@at_tables("new", "tick", "look", "fork", "drop")
def a_name_with_control_characters(ask: Ask) -> None:
    body = right({**ask, "table": str(ask.get("table", "")).removeprefix("\x1b[2J\x07\n")})
    if ask["op"] in ("new", "fork") and "ok" in body:
        body["ok"]["table"] = "\x1b[2J\x07\n" + body["ok"]["table"]
    reply(ask, **body)


@at_tables("new", "tick", "look", "fork", "drop")
def a_name_of_a_megabyte(ask: Ask) -> None:
    long = "x" * (MEGABYTE - 1_000)
    body = right({**ask, "table": str(ask.get("table", "")).removeprefix(long)})
    if ask["op"] in ("new", "fork") and "ok" in body:
        body["ok"]["table"] = long + body["ok"]["table"]
    reply(ask, **body)


@at_tables("look")
def tells_more_than_is_asked(ask: Ask) -> None:
    changed(ask, mood="good", notes={"a": [[[[[[1]]]]]]})


@at_tables("drop")
def keeps_every_table(ask: Ask) -> None:
    put(json.dumps({"id": ask["id"], "ok": {}}).encode() + b"\n")


def main(name: str) -> None:
    acts = TABLE_PROGRAMS[name]
    for line in sys.stdin.buffer:
        ask = json.loads(line)
        acts.get(ask["op"], behave)(ask)
        if ask["op"] == "bye":
            return


if __name__ == "__main__":
    main(sys.argv[1])
