"""Programs whose answers have the wrong shape."""

from __future__ import annotations

import json

from tests.hostile.program import Ask, on, outcome, reply, right, say


@on("play")
def numbers_as_text(ask: Ask) -> None:
    say(right(ask, cards=str(outcome(ask).get("cards"))))


@on("play")
def winner_by_name(ask: Ask) -> None:
    say(right(ask, winner="A"))


@on("play")
def not_a_number(ask: Ask) -> None:
    say(right(ask, cards=float("nan")))


@on("play")
def infinitely_many(ask: Ask) -> None:
    say(right(ask, cards=0).replace('"cards": 0', '"cards": 1e999'))


@on("play")
def half_a_card(ask: Ask) -> None:
    say(right(ask, cards=2.5))


@on("play")
def negative_counts(ask: Ask) -> None:
    say(right(ask, cards=-2))


@on("play")
def huge_counts(ask: Ask) -> None:
    say(right(ask, cards=0).replace('"cards": 0', f'"cards": 1{"0" * 5_000}'))


@on("play")
def winner_out_of_range(ask: Ask) -> None:
    say(right(ask, winner=7))


@on("play")
def negative_winner(ask: Ask) -> None:
    say(right(ask, winner=-1))


@on("play")
def nobody_wins(ask: Ask) -> None:
    say(right(ask, winner=None))


@on("play")
def winner_and_winners(ask: Ask) -> None:
    say(right(ask, winners=[0, 1]))


@on("play")
def unknown_status(ask: Ask) -> None:
    say(right(ask, status="draw"))


@on("play")
def outcome_not_wrapped(ask: Ask) -> None:
    reply(ask, ok=outcome(ask))


@on("play")
def a_list(ask: Ask) -> None:
    say(f"[{right(ask)}]")


@on("play")
def ok_and_no(ask: Ask) -> None:
    reply(ask, ok={"outcome": outcome(ask)}, no={"why": "unsupported"})


@on("play")
def neither_ok_nor_no(ask: Ask) -> None:
    reply(ask)


@on("play")
def own_reason_to_refuse(ask: Ask) -> None:
    reply(ask, no={"why": "too tired"})


@on("play")
def reports_a_fault(ask: Ask) -> None:
    reply(ask, err="IndexError: pop from an empty hand")


@on("play")
def refuses_what_it_claims(ask: Ask) -> None:
    reply(ask, no={"why": "unsupported", "detail": "not today"})


@on("play")
def says_ok_twice(ask: Ask) -> None:
    """Two outcomes in one object, the wrong one last."""
    say(right(ask)[:-1] + ', "ok": ' + json.dumps({"outcome": {**outcome(ask), "winner": 1}}) + "}")
