"""Protocol version 1: what is written to an adapter and read from it, one JSON object a line.

Every request has an `op` and an `id`; every reply repeats the `id` and has exactly one of `ok` (done), `no` (the rules,
or what this program can do, refuse) and `err` (the program broke). Unknown fields are ignored. The JSON Schemas are
generated from the types of this module, which are the ones the tool itself uses.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeVar

import msgspec

from model.game import Budget, Loop, Outcome, Seat, Won

PROTOCOL: Final = 1
Content = TypeVar("Content")

Level = Literal["outcome", "trace", "step"]
Trace = Literal["events", "states"]
EventKind = Literal["laid", "owes", "won", "took", "turn", "over"]
LoopClaim = Literal["first_repeat", "eventually", "up_to_swap", "none"]
Refusal = Literal[
    "not-your-turn", "illegal-action", "no-such-card", "game-over", "window-closed", "stale", "bad-deal", "unsupported"
]


class Runner(msgspec.Struct, frozen=True):
    """Who asks."""

    name: str
    version: str


class Hello(msgspec.Struct, frozen=True, tag_field="op", tag="hello"):
    """The first request: which protocol versions the runner speaks."""

    id: int
    protocol: tuple[int, ...]
    runner: Runner


class DealWire(msgspec.Struct, frozen=True):
    """Explicit hands, one text each; seat 0 leads, and the first card of a hand is played first."""

    hands: tuple[str, ...]
    cards: Literal["class", "rank", "full"] = "class"


class BudgetWire(msgspec.Struct, frozen=True):
    """After how many cards to give up."""

    cards: int


class Play(msgspec.Struct, frozen=True, tag_field="op", tag="play", omit_defaults=True):
    """Play one deal to its outcome. `variant` names a choice for every rule point that is not the game's default.

    `trace` asks for the events of the game, or for the table after each card, beside the outcome.
    """

    id: int
    game: str
    rules: str
    variant: dict[str, str]
    deal: DealWire
    budget: BudgetWire
    trace: Trace | None = None


class Bye(msgspec.Struct, frozen=True, tag_field="op", tag="bye"):
    """The last request: answer `ok` and exit with code 0."""

    id: int


Request = Hello | Play | Bye


class SeatRange(msgspec.Struct, frozen=True):
    """Every number of seats from `min` to `max`."""

    min: int
    max: int


class Gap(msgspec.Struct, frozen=True):
    """A clause that the program is known not to follow."""

    clause: str
    why: str = ""
    issue: str = ""


class GameClaim(msgspec.Struct, frozen=True):
    """What an adapter says of one game. A rule point that is not listed in `variant` claims the game's default.

    Who claims the level `trace` says in `trace` what it can be asked for, and in `events` which kinds it tells.
    """

    game: str
    levels: tuple[Level, ...] = ("outcome",)
    seats: tuple[int, ...] | SeatRange = (2,)
    cards: tuple[Literal["class", "rank", "full"], ...] = ("class",)
    variant: dict[str, tuple[str, ...]] = {}
    ties: Literal["ruled", "arbitrated", "never"] = "never"
    loop: LoopClaim = "none"
    count_cards: str | None = None
    count_tricks: str | None = None
    gaps: tuple[Gap, ...] = ()
    trace: tuple[Trace, ...] = ("events",)
    events: tuple[EventKind, ...] = ("laid", "took")


class AdapterName(msgspec.Struct, frozen=True):
    """Who answers."""

    name: str
    version: str = ""
    language: str = ""
    source: str = ""
    issues: str = ""


class HelloOk(msgspec.Struct, frozen=True):
    """The answer to `hello`."""

    protocol: int
    adapter: AdapterName
    games: tuple[GameClaim, ...]


class OutcomeWire(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended. Counts that a program cannot give may be left out, and are then not judged."""

    status: Literal["won", "loop", "budget"]
    winner: int | None = None
    winners: tuple[int, ...] | None = None
    cards: int | None = None
    tricks: int | None = None
    stem_cards: int | None = None
    stem_tricks: int | None = None
    period_cards: int | None = None
    period_tricks: int | None = None


class LaidWire(msgspec.Struct, frozen=True, tag_field="e", tag="laid"):
    """A seat turned its top card onto the middle."""

    seat: int
    card: str


class OwesWire(msgspec.Struct, frozen=True, tag_field="e", tag="owes"):
    """From now on `seat` owes `to` so many ordinary cards, and is to act."""

    seat: int
    cards: int
    to: int


class WonPileWire(msgspec.Struct, frozen=True, tag_field="e", tag="won"):
    """The middle is won; `unanswered` if a seat that had to lay a card had none."""

    seat: int
    unanswered: bool = False


class TookWire(msgspec.Struct, frozen=True, tag_field="e", tag="took"):
    """A seat put the middle under its hand; of these cards the first will be played first."""

    seat: int
    cards: str


class TurnWire(msgspec.Struct, frozen=True, tag_field="e", tag="turn"):
    """`seat` is to act, and nothing is owed."""

    seat: int


class OverWire(msgspec.Struct, frozen=True, tag_field="e", tag="over"):
    """The game is over."""


EventWire = LaidWire | OwesWire | WonPileWire | TookWire | TurnWire | OverWire


class StateWire(msgspec.Struct, frozen=True):
    """The table after one card and the taking that may follow: hands next card first, middle first laid first.

    `turn` may be left out, and is then not judged.
    """

    hands: tuple[str, ...]
    middle: str
    turn: int | None = None


class PlayOk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `play`: the outcome, and the trace that was asked for."""

    outcome: OutcomeWire
    events: tuple[EventWire, ...] | None = None
    states: tuple[StateWire, ...] | None = None


class No(msgspec.Struct, frozen=True, omit_defaults=True):
    """A typed refusal."""

    why: Refusal
    feature: str = ""
    detail: str = ""


ABSENT: Final = msgspec.Raw(b"")


class HelloReply(msgspec.Struct, frozen=True):
    """The program can speak, and says what it claims."""

    id: int
    ok: HelloOk


class PlayReply(msgspec.Struct, frozen=True):
    """The game was played."""

    id: int
    ok: PlayOk


class ByeReply(msgspec.Struct, frozen=True):
    """The program will exit."""

    id: int
    ok: dict[str, Any]


class NoReply(msgspec.Struct, frozen=True):
    """The rules, or what this program can do, refuse."""

    id: int
    no: No


class ErrReply(msgspec.Struct, frozen=True):
    """The program broke."""

    id: int
    err: Any


class Reply(msgspec.Struct, frozen=True):
    """Any of these replies, its contents still unread."""

    id: int
    ok: msgspec.Raw = ABSENT
    no: No | None = None
    err: msgspec.Raw = ABSENT


_encoder: Final = msgspec.json.Encoder()
_request: Final = msgspec.json.Decoder(Request)
_reply: Final = msgspec.json.Decoder(Reply)
_hello_ok: Final = msgspec.json.Decoder(HelloOk)
_play_ok: Final = msgspec.json.Decoder(PlayOk)


def encode(message: msgspec.Struct | dict[str, Any]) -> bytes:
    """One message as one line."""
    return _encoder.encode(message) + b"\n"


def read_request(line: bytes) -> Request:
    """A request from its line. Raises msgspec.DecodeError or msgspec.ValidationError."""
    try:
        return _request.decode(line)
    except RecursionError as error:
        raise msgspec.DecodeError("nested too deeply") from error


def read_reply(line: bytes) -> Reply:
    """A reply from its line. Raises msgspec.DecodeError (no JSON) or msgspec.ValidationError (wrong shape)."""
    try:
        reply = _reply.decode(line)
    except RecursionError as error:
        raise msgspec.DecodeError("nested too deeply") from error
    given = [name for name in ("ok", "no", "err") if getattr(reply, name) not in (None, ABSENT)]
    if len(given) != 1:
        raise msgspec.ValidationError(f"a reply has exactly one of ok, no and err, this one has {given or 'none'}")
    return reply


def read_hello(ok: msgspec.Raw) -> HelloOk:
    """What a `hello` was answered with. Raises msgspec.ValidationError."""
    return _read(_hello_ok, ok)


def read_play(ok: msgspec.Raw) -> PlayOk:
    """What a `play` was answered with. Raises msgspec.ValidationError."""
    return _read(_play_ok, ok)


def _read(decoder: msgspec.json.Decoder[Content], content: msgspec.Raw) -> Content:
    """The contents of a reply, which were passed over unread before. Raises msgspec.ValidationError."""
    try:
        return decoder.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise msgspec.ValidationError(str(error)) from error


def to_wire(outcome: Outcome) -> OutcomeWire:
    """An outcome of the model as it is written on the wire."""
    match outcome:
        case Won((winner,), cards, tricks):
            return OutcomeWire("won", winner=winner, cards=cards, tricks=tricks)
        case Won(winners, cards, tricks):
            return OutcomeWire("won", winners=winners, cards=cards, tricks=tricks)
        case Loop(stem_cards, stem_tricks, period_cards, period_tricks):
            return OutcomeWire(
                "loop",
                stem_cards=stem_cards,
                stem_tricks=stem_tricks,
                period_cards=period_cards,
                period_tricks=period_tricks,
            )
        case Budget(cards):
            return OutcomeWire("budget", cards=cards)


def winners(outcome: OutcomeWire) -> tuple[Seat, ...]:
    """The seats that an outcome says have won, in ascending order."""
    if outcome.winners is not None:
        return tuple(Seat(seat) for seat in sorted(outcome.winners))
    return () if outcome.winner is None else (Seat(outcome.winner),)


def seats(claim: GameClaim) -> tuple[int, ...]:
    """The numbers of seats that a claim names."""
    if isinstance(claim.seats, SeatRange):
        return tuple(range(claim.seats.min, claim.seats.max + 1))
    return tuple(sorted(set(claim.seats)))


def schemas() -> dict[str, Any]:
    """One JSON Schema document for every message of the protocol."""
    types = (Hello, Play, Bye, HelloReply, PlayReply, ByeReply, NoReply, ErrReply)
    refs, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fairdeal adapter protocol, version {PROTOCOL}, levels outcome and trace",
        "anyOf": list(refs),
        "$defs": components,
    }
