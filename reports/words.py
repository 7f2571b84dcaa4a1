"""Outcomes and tables in words that people read."""

from __future__ import annotations

from properties.conformance.protocol import OutcomeWire


def shown(outcome: OutcomeWire, seat_names: str = "ABCDEF") -> str:
    """An outcome in words."""
    match outcome.status:
        case "won":
            seats = outcome.winners if outcome.winners is not None else (outcome.winner or 0,)
            who = " and ".join(seat_names[seat] if seat < len(seat_names) else str(seat) for seat in seats)
            return f"{who} win{'s' if len(seats) == 1 else ''}{_counts(outcome)}"
        case "loop":
            return f"never ends{_loop(outcome)}"
        case _:
            return f"not over after {outcome.cards} cards" if outcome.cards is not None else "not over in time"


def _counts(outcome: OutcomeWire) -> str:
    cards = "" if outcome.cards is None else f", {_number(outcome.cards, 'card')}"
    return cards + ("" if outcome.tricks is None else f", {_number(outcome.tricks, 'trick')}")


def _loop(outcome: OutcomeWire) -> str:
    parts = [
        f"{part} {_number(cards, 'card') if cards is not None else '?'}"
        + (f" ({_number(tricks, 'trick')})" if tricks is not None else "")
        for part, cards, tricks in (
            ("stem", outcome.stem_cards, outcome.stem_tricks),
            ("period", outcome.period_cards, outcome.period_tricks),
        )
        if cards is not None or tricks is not None
    ]
    return ": " + ", ".join(parts) if parts else ""


def _number(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
