r"""The tab-separated wire: the outcome level of the protocol for programs without a JSON parser.

A message is one line of UTF-8 with tabs between its fields, and means what the JSON message of that name means; names,
types and defaults are those of protocol.py. From the runner, by position:

    hello <id> <protocol,...> <runner> <version>
    play  <id> <game> <rules> <cards> <budget> <hand/hand/...> [<point>=<way> ...]
    bye   <id>

From the program (fields written name=value come in any order, those with a default may be left out, and unknown ones
are ignored):

    ok  <id> protocol=1 name=... [version=... ...] game=... [seats=2,3 or 2-6, loop=..., variant.<point>=<way,...> ...]
    ok  <id> won|loop|budget [winner=1 winners=0,2 cards=19 tricks=4 stem_cards=... ...]
    ok  <id>                                    (to bye)
    no  <id> <why> [feature=... detail=...]
    err <id> <any text>

In hello each `game=` begins the claims of one more game; a gap is `gap=<clause>:<why>`, and `issue=` may follow it.
Inside a field `\t`, `\n`, `\r` are tab, newline and return. A backslash before any other character is that character:
`\\` is a backslash, and `\,` a comma that separates nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from properties.conformance.protocol import (
    ABSENT,
    AdapterName,
    BudgetWire,
    Bye,
    ByeReply,
    DealWire,
    ErrReply,
    GameClaim,
    Gap,
    Hello,
    HelloOk,
    HelloReply,
    No,
    NoReply,
    OutcomeWire,
    Play,
    PlayOk,
    PlayReply,
    Request,
    Runner,
    encode,
    read_hello,
    read_play,
    read_reply,
)
from properties.conformance.tab_fields import (
    Pair,
    S,
    ShapeError,
    WireError,
    escape,
    joined,
    read_number,
    read_pairs,
    read_struct,
    read_value,
    read_values,
    shown,
    split,
    types_of,
    unescape,
    wanted,
    write_pairs,
    write_value,
)

__all__ = ["TAB", "TAB_LEVEL", "ShapeError", "TabWire", "WireError", "answer_tab", "read_tab_request", "tab_reply"]

TAB_LEVEL: Final = "outcome"
"""The only level that this wire has."""

_ONLY: Final = f"the tab wire has the {TAB_LEVEL} level only"


class TabWire:
    """The runner's side: requests as lines with tabs, and the program's lines as JSON replies."""

    def encode(self, request: Request) -> bytes:
        """A request as one line, with its newline. Raises WireError for what this wire cannot say."""
        return _line(_request_fields(request))

    def decode(self, line: bytes, request: Request) -> bytes:
        """The JSON reply, without a newline, that means what this answer to `request` means.

        Raises WireError for a line that is no reply, and ShapeError for what is wrong in one.
        """
        return encode(_reply(line, request)).rstrip(b"\n")


TAB: Final = TabWire()


# --- the program's side: the reference speaks this wire too ---


def read_tab_request(line: bytes) -> Request:
    """A request from its line. Raises WireError."""
    op, *fields = _fields(line, "a request")
    match op, fields:
        case "hello", [number, protocol, name, version, *_]:
            versions = read_value(types_of(Hello)["protocol"], "protocol", protocol)
            return Hello(read_number("id", number), versions, Runner(unescape(name), unescape(version)))
        case "play", [number, game, rules, cards, budget, hands, *chosen]:
            return Play(
                read_number("id", number),
                unescape(game),
                unescape(rules),
                _chosen(chosen),
                DealWire(
                    tuple(unescape(hand) for hand in split(hands, "/")),
                    read_value(types_of(DealWire)["cards"], "cards", cards),
                ),
                BudgetWire(read_number("budget", budget)),
            )
        case "bye", [number, *_]:
            return Bye(read_number("id", number))
    raise WireError(
        f"'{_shown(line)}' is no request: those are hello, id, protocol, runner, version; "
        "play, id, game, rules, cards, budget, hands; and bye, id"
    )


def tab_reply(reply: bytes, request: Request) -> bytes:
    """The line, with its newline, that means what this JSON reply to `request` means.

    Levels beyond outcome that hello claims are left out. Raises ValueError for a reply that is none, and WireError
    for a trace.
    """
    read = read_reply(reply)
    if read.no is not None:
        (_, why), *more = write_pairs(read.no)
        return _line(["no", str(read.id), why, *joined(more)])
    if read.err != ABSENT:
        return _line(["err", str(read.id), escape(_err_text(read.err))])
    match request:
        case Hello():
            return _line(["ok", str(read.id), *_hello_fields(read_hello(read.ok))])
        case Play():
            return _line(["ok", str(read.id), *_outcome_fields(read_play(read.ok))])
        case Bye():
            return _line(["ok", str(read.id)])
        case _:
            raise WireError(_NO_STEPS)


def answer_tab(line: bytes, answer: Callable[[Request], bytes]) -> bytes:
    """The line with which a program that answers requests in JSON answers this one; an unreadable one it refuses."""
    try:
        request = read_tab_request(line)
    except WireError as error:
        return _line(["no", _id_of(line), "unsupported", f"detail={escape(str(error))}"])
    return tab_reply(answer(request), request)


_NO_STEPS: Final = "tables are not played step by step with tabs: use the wire of JSON"

# --- requests ---


def _request_fields(request: Request) -> list[str]:
    match request:
        case Hello(number, protocol, runner):
            return ["hello", str(number), write_value(protocol), escape(runner.name), escape(runner.version)]
        case Play(number, game, rules, variant, deal, budget, trace):
            if trace is not None:
                raise WireError(f"trace={trace} cannot be asked for with tabs: {_ONLY}")
            if deal.middle is not msgspec.UNSET or request.timeline:
                raise WireError("cards in the middle, and slaps, cannot be written with tabs")
            if not deal.hands:
                raise WireError("a deal without hands cannot be written with tabs")
            hands = "/".join(escape(hand, "/") for hand in deal.hands)
            chosen = [f"{escape(point, '=')}={escape(way)}" for point, way in variant.items()]
            return ["play", str(number), escape(game), escape(rules), deal.cards, str(budget.cards), hands, *chosen]
        case Bye(number):
            return ["bye", str(number)]
        case _:
            raise WireError(_NO_STEPS)


def _chosen(fields: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for point, way in read_pairs(fields, "payer_out=claimant_takes"):
        if point in found:
            raise ShapeError(f"{shown(point)} is chosen twice")
        found[point] = unescape(way)
    return found


# --- replies ---


def _reply(line: bytes, request: Request) -> msgspec.Struct:
    kind, *fields = _fields(line, "a reply")
    if kind not in ("ok", "no", "err"):
        raise WireError(f"'{_shown(line)}' is no reply: it begins with ok, no or err, then a tab and the id")
    number = read_number("id", fields[0])
    if kind == "err":
        return ErrReply(number, unescape("\t".join(fields[1:])))
    if kind == "no":
        return NoReply(number, _led_by_position(No, fields[1:], "feature=seats"))
    match request:
        case Hello():
            return HelloReply(number, _hello(fields[1:]))
        case Play():
            return PlayReply(number, PlayOk(_led_by_position(OutcomeWire, fields[1:], "winner=1")))
        case Bye():
            return ByeReply(number, {})
        case _:
            raise WireError(_NO_STEPS)


def _led_by_position(struct: type[S], fields: list[str], example: str) -> S:
    """A struct whose first field is given by position, and the others by name."""
    first, kind = next(iter(types_of(struct).items()))
    if not fields:
        raise ShapeError(f"the {first} is missing: behind the id comes {wanted(kind)}")
    return read_struct(struct, [(first, fields[0]), *read_pairs(fields[1:], example)])


def _hello(fields: list[str]) -> HelloOk:
    head: list[Pair] = []
    games: list[list[Pair]] = []
    for pair in read_pairs(fields, "seats=2,3"):
        if pair[0] == "game":
            games.append([])
        (games[-1] if games else head).append(pair)
    for name, _ in head:
        if name.partition(".")[0] in types_of(GameClaim):
            raise ShapeError(f"{shown(name)}= stands before any game=: the claims of a game begin with game=beggar")
    protocol = read_values(HelloOk, (pair for pair in head if pair[0] == "protocol"))
    if not protocol:
        raise ShapeError("the answer to hello lacks protocol: write protocol=1 behind the id")
    return HelloOk(adapter=read_struct(AdapterName, head), games=tuple(map(_claim, games)), **protocol)


def _claim(pairs: list[Pair]) -> GameClaim:
    plain: list[Pair] = []
    variant: dict[str, tuple[str, ...]] = {}
    gaps: list[list[Pair]] = []
    for name, text in pairs:
        known, _, point = name.partition(".")
        if name == "gap":
            clause, *why = split(text, ":", 1)
            gaps.append([("clause", clause), *(("why", each) for each in why)])
        elif name == "issue" and gaps:
            gaps[-1].append((name, text))
        elif known == "variant":
            if point in variant or not point:
                raise ShapeError(f"{shown(name)}=: write each point once, such as variant.payer_out=claimant_takes")
            variant[point] = read_value(tuple[str, ...], name, text)
        elif name == "gaps":
            raise ShapeError("gaps=: write each gap as a field of its own, such as gap=BMN-44:not done yet")
        else:
            plain.append((name, text))
    claim = read_struct(GameClaim, plain, variant=variant, gaps=tuple(read_struct(Gap, gap) for gap in gaps))
    if any(level != TAB_LEVEL for level in claim.levels):
        raise ShapeError(f"levels={','.join(claim.levels)} cannot be claimed with tabs: {_ONLY}")
    return claim


def _hello_fields(hello: HelloOk) -> list[str]:
    fields = [f"protocol={hello.protocol}", *joined(write_pairs(hello.adapter))]
    for claim in hello.games:
        here = tuple(level for level in claim.levels if level == TAB_LEVEL)
        fields += joined(write_pairs(msgspec.structs.replace(claim, levels=here)))
        fields += [f"variant.{escape(point, '=')}={write_value(ways)}" for point, ways in claim.variant.items()]
        for gap in claim.gaps:
            fields.append(f"gap={escape(gap.clause, ':')}:{escape(gap.why)}")
            fields += [f"issue={escape(gap.issue)}"] if gap.issue else []
    return fields


def _outcome_fields(played: PlayOk) -> list[str]:
    if played.events is not None or played.states is not None:
        raise WireError(f"a trace cannot be given with tabs: {_ONLY}")
    (_, status), *more = write_pairs(played.outcome)
    return [status, *joined(more)]


def _err_text(err: msgspec.Raw) -> str:
    """What `err` says: any JSON is allowed there, and what is no text is shown as it stands."""
    try:
        return msgspec.json.decode(err, type=str)
    except msgspec.ValidationError:
        return bytes(err).decode()


# --- lines ---


def _fields(line: bytes, what: str) -> list[str]:
    """The fields of a line, their escapes still to be resolved: at least two. Raises WireError."""
    try:
        text = line.removesuffix(b"\n").removesuffix(b"\r").decode()
    except UnicodeDecodeError as error:
        raise WireError(f"{what} is UTF-8, and this is not: {_shown(line)}") from error
    if text.startswith("{"):
        raise WireError(f"{what} with tabs was expected, and this is JSON: {_shown(line)}")
    fields = text.split("\t")
    if len(fields) < 2:
        raise WireError(f"{what} has fields with tabs between them, and this line has no tab: '{_shown(line)}'")
    return fields


def _line(fields: list[str]) -> bytes:
    return "\t".join(fields).encode() + b"\n"


def _id_of(line: bytes) -> str:
    try:
        return str(read_number("id", _fields(line, "a request")[1]))
    except WireError:
        return "-1"


def _shown(line: bytes) -> str:
    return shown(line.decode("utf-8", "replace").rstrip("\r\n"))
