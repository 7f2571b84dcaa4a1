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
EventKind = Literal["laid", "owes", "won", "took", "turn", "over", "slapped", "burned", "gave", "barred"]
Ties = Literal["ruled", "arbitrated", "never"]
ActKind = Literal["lay", "collect", "shuffle", "slap", "draw", "pass", "skip", "stop", "lot", "deal"]
PhaseKind = Literal["laying", "won", "taken", "over"]
Sight = Literal["events", "digest", "state", "legal", "view"]
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
    """Explicit hands, one text each; seat 0 leads, and the first card of a hand is played first.

    In Bank `middle` is the open card and `stock` the stock, the card first that is drawn first; who leads is for the
    rules to say. `dealer` is the last seat where nothing else is said, and `trumps` are those agreed on.
    """

    hands: tuple[str, ...]
    cards: Literal["class", "rank", "full"] = "class"
    middle: str | msgspec.UnsetType = msgspec.UNSET
    """The cards that the deal left over and that lie in the middle, the lowest first, which alone is shown."""
    stock: str | msgspec.UnsetType = msgspec.UNSET
    dealer: int | msgspec.UnsetType = msgspec.UNSET
    trumps: str | msgspec.UnsetType = msgspec.UNSET


class BudgetWire(msgspec.Struct, frozen=True):
    """After how many cards to give up."""

    cards: int


class Play(msgspec.Struct, frozen=True, tag_field="op", tag="play", omit_defaults=True):
    """Play one deal to its outcome. `variant` names a choice for every rule point that is not the game's default.

    `trace` asks for the events of the game, or for the table after each card, beside the outcome. `timeline` are the
    slaps, as (cards laid before it, seat, "slap"): those with the same number come at one instant, the undermost hand
    first, before the next card and before a pile that was won is collected.
    """

    id: int
    game: str
    rules: str
    variant: dict[str, str]
    deal: DealWire
    budget: BudgetWire
    trace: Trace | None = None
    timeline: tuple[tuple[int, int, Literal["slap"]], ...] = ()


class ActionWire(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat intends. A shuffle is an act of `chance`: `order` says which card of the middle comes first.

    In Bank `cards` are laid, the last one on top; chance names the `dealer` of the next round (lot), and deals it.
    """

    seat: int | Literal["chance"]
    act: ActKind
    order: tuple[int, ...] = ()
    cards: str = ""
    dealer: int | None = None
    deal: DealWire | None = None


Handle = str | int
"""What a program calls a table."""


class NewTable(msgspec.Struct, frozen=True, tag_field="op", tag="new"):
    """Lay a table: deal these hands and do nothing yet. The answer names the table."""

    id: int
    game: str
    rules: str
    variant: dict[str, str]
    deal: DealWire


class TickAsk(msgspec.Struct, frozen=True, tag_field="op", tag="tick"):
    """Apply one tick: one act, or the slaps of several seats at one instant, the undermost hand first.

    `at` counts the ticks applied so far; where the program has counted another number it answers `no: stale`.
    """

    id: int
    table: Handle
    at: int
    do: tuple[ActionWire, ...]


class Look(msgspec.Struct, frozen=True, tag_field="op", tag="look", omit_defaults=True):
    """Show a table and change nothing: its whole state, the acts that are legal, or what one seat may see."""

    id: int
    table: Handle
    what: tuple[Literal["legal", "view", "state"], ...]
    seat: int | None = None


class Fork(msgspec.Struct, frozen=True, tag_field="op", tag="fork"):
    """Lay a second table that is in every way like this one."""

    id: int
    table: Handle


class Drop(msgspec.Struct, frozen=True, tag_field="op", tag="drop"):
    """Forget a table."""

    id: int
    table: Handle


class Bye(msgspec.Struct, frozen=True, tag_field="op", tag="bye"):
    """The last request: answer `ok` and exit with code 0."""

    id: int


StepRequest = NewTable | TickAsk | Look | Fork | Drop
Request = Hello | Play | NewTable | TickAsk | Look | Fork | Drop | Bye


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

    Who claims the level `trace` says in `trace` what it can be asked for, and in `events` which kinds it tells. Who
    claims the level `step` says in `observe` what it tells: `events` and `digest` in the answer to each tick, and
    `state`, `legal` and `view` when looked at; in `ties`, what it makes of slaps that come at one instant; and in
    `fork`, whether it can double a table.
    """

    game: str
    levels: tuple[Level, ...] = ("outcome",)
    seats: tuple[int, ...] | SeatRange = (2,)
    cards: tuple[Literal["class", "rank", "full"], ...] = ("class",)
    variant: dict[str, tuple[str, ...]] = {}
    ties: Ties = "never"
    loop: LoopClaim = "none"
    count_cards: str | None = None
    count_tricks: str | None = None
    gaps: tuple[Gap, ...] = ()
    trace: tuple[Trace, ...] = ("events",)
    events: tuple[EventKind, ...] = ("laid", "took")
    observe: tuple[Sight, ...] = ("state",)
    fork: bool = False


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


class SlappedWire(msgspec.Struct, frozen=True, tag_field="e", tag="slapped"):
    """A seat put its hand on the middle; `right` if it could be slapped then, whoever got it."""

    seat: int
    right: bool


class BurnedWire(msgspec.Struct, frozen=True, tag_field="e", tag="burned"):
    """For a wrong slap a seat paid these cards under the middle, one by one."""

    seat: int
    cards: str


class GaveWire(msgspec.Struct, frozen=True, tag_field="e", tag="gave"):
    """For a wrong slap a seat paid these cards to another."""

    seat: int
    to: int
    cards: str


class BarredWire(msgspec.Struct, frozen=True, tag_field="e", tag="barred"):
    """A seat may not slap for so many cards; -1 for good."""

    seat: int
    cards: int


CardEventWire = LaidWire | OwesWire | WonPileWire | TookWire | TurnWire | OverWire
HandEventWire = SlappedWire | BurnedWire | GaveWire | BarredWire
EventWire = CardEventWire | HandEventWire


class StateWire(msgspec.Struct, frozen=True):
    """The table after one card and the taking that may follow: hands next card first, middle first laid first.

    `turn` may be left out, and is then not judged.
    """

    hands: tuple[str, ...]
    middle: str
    turn: int | None = None


class TableWire(msgspec.Struct, frozen=True):
    """A whole table: hands next card first, middle lowest card first. What a program cannot tell it leaves out.

    `turn` is the seat that acts next if nobody slaps: in phase `laying` it lays, in phase `won` it collects. `owed` is
    how many cards it owes `claimant` (null where nothing is owed); in phase `won` the claimant is the winner.
    """

    hands: tuple[str, ...]
    middle: str
    turn: int | msgspec.UnsetType = msgspec.UNSET
    owed: int | msgspec.UnsetType = msgspec.UNSET
    claimant: int | msgspec.UnsetType | None = msgspec.UNSET
    phase: PhaseKind | msgspec.UnsetType = msgspec.UNSET


class ViewWire(msgspec.Struct, frozen=True):
    """What a seat sees: how many cards each hand has, and the middle, with `?` for a card that lies face down."""

    hands: tuple[int, ...]
    middle: str
    turn: int | msgspec.UnsetType = msgspec.UNSET
    owed: int | msgspec.UnsetType = msgspec.UNSET
    claimant: int | msgspec.UnsetType | None = msgspec.UNSET
    phase: PhaseKind | msgspec.UnsetType = msgspec.UNSET


BankPhase = Literal["move", "seven", "further_card", "further_move", "lot", "deal", "over"]


class BankTableWire(msgspec.Struct, frozen=True):
    """A whole table of Bank: hands and captured cards in any order, the stock next card first, the bank lowest first.

    `top` is the card that the next lay has to cover, empty where anything may be laid. What a program cannot tell it
    leaves out.
    """

    hands: tuple[str, ...]
    stock: str
    bank: str
    top: str
    captured: tuple[str, ...]
    turn: int
    phase: BankPhase
    totals: tuple[int, ...]
    drawn: bool | msgspec.UnsetType = msgspec.UNSET
    owner: int | msgspec.UnsetType | None = msgspec.UNSET
    out: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    dealer: int | msgspec.UnsetType = msgspec.UNSET
    first: int | msgspec.UnsetType = msgspec.UNSET
    scores: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    winners: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET


class BankViewWire(msgspec.Struct, frozen=True):
    """What a seat sees of Bank: its own hand, how many cards lie elsewhere, and the card to be covered."""

    hand: str
    hands: tuple[int, ...]
    stock: int
    top: str
    bank: int
    captured: tuple[int, ...]
    turn: int
    phase: BankPhase


class NewOk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `new`, and to `fork`."""

    table: Handle
    at: int = 0
    digest: str | None = None


class TickOk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `tick`: how many ticks have been applied, and what `observe` claims to tell of it.

    `digest` is the SHA-256, in hexadecimal, of the table's JSON with all its keys sorted and no spaces. Who claims
    `ties` as `arbitrated` says in `order` in which order it took the hands, the undermost first.
    """

    at: int
    events: tuple[EventWire, ...] | None = None
    digest: str | None = None
    order: tuple[int, ...] | None = None


class LookOk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `look`: what was asked for. `view` may hold more than this tool reads; it is held against leaks."""

    legal: tuple[ActionWire, ...] | None = None
    view: dict[str, Any] | None = None
    state: TableWire | None = None


class BankLookOk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `look` at a table of Bank."""

    legal: tuple[ActionWire, ...] | None = None
    view: dict[str, Any] | None = None
    state: BankTableWire | None = None


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


class NewReply(msgspec.Struct, frozen=True):
    """The table is laid."""

    id: int
    ok: NewOk


class TickReply(msgspec.Struct, frozen=True):
    """The tick was applied."""

    id: int
    ok: TickOk


class LookReply(msgspec.Struct, frozen=True):
    """What was looked at."""

    id: int
    ok: LookOk


class BankLookReply(msgspec.Struct, frozen=True):
    """What was looked at in Bank."""

    id: int
    ok: BankLookOk


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
_new_ok: Final = msgspec.json.Decoder(NewOk)
_tick_ok: Final = msgspec.json.Decoder(TickOk)
_look_ok: Final = msgspec.json.Decoder(LookOk)
_bank_look_ok: Final = msgspec.json.Decoder(BankLookOk)


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


def read_new(ok: msgspec.Raw) -> NewOk:
    """What a `new` or a `fork` was answered with. Raises msgspec.ValidationError."""
    return _read(_new_ok, ok)


def read_tick(ok: msgspec.Raw) -> TickOk:
    """What a `tick` was answered with. Raises msgspec.ValidationError."""
    return _read(_tick_ok, ok)


def read_look(ok: msgspec.Raw) -> LookOk:
    """What a `look` was answered with. Raises msgspec.ValidationError."""
    return _read(_look_ok, ok)


def read_bank_look(ok: msgspec.Raw) -> BankLookOk:
    """What a `look` at a table of Bank was answered with. Raises msgspec.ValidationError."""
    return _read(_bank_look_ok, ok)


def read_bank_view(view: dict[str, Any]) -> BankViewWire:
    """What a seat sees of Bank, as far as this tool reads it. Raises msgspec.ValidationError."""
    return msgspec.convert(view, BankViewWire)


def read_view(view: dict[str, Any]) -> ViewWire:
    """What a seat sees, as far as this tool reads it. Raises msgspec.ValidationError."""
    return msgspec.convert(view, ViewWire)


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
    requests = (Hello, Play, NewTable, TickAsk, Look, Fork, Drop, Bye)
    looks = (LookReply, BankLookReply)
    types = (*requests, HelloReply, PlayReply, NewReply, TickReply, *looks, ByeReply, NoReply, ErrReply)
    refs, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"fairdeal adapter protocol, version {PROTOCOL}, levels outcome, trace and step",
        "anyOf": list(refs),
        "$defs": components,
    }
