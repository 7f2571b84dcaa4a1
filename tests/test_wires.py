"""The tab-separated wire says what the JSON wire says, both ways, and nonsense is refused in clear words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from properties.conformance.protocol import (
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
    LaidWire,
    No,
    NoReply,
    OutcomeWire,
    Play,
    PlayOk,
    PlayReply,
    Request,
    Runner,
    SeatRange,
    encode,
    read_reply,
)
from properties.conformance.reference import reference_of
from properties.conformance.tab_fields import read_value, read_values, types_of
from properties.conformance.wires import TAB, ShapeError, WireError, answer_tab, read_tab_request, tab_reply

S = TypeVar("S", bound=msgspec.Struct)

HELLO: Final = Hello(0, (1,), Runner("fairdeal", "0.1.0"))
PLAY: Final = Play(7, "beggar", "1.0", {}, DealWire(("J-A--", "--QK-")), BudgetWire(100_000))
BYE: Final = Bye(8)
REQUESTS: Final[tuple[Request, ...]] = (HELLO, PLAY, BYE)

# --- the same thing on both wires, word by word ---

REQUEST_LINES: Final[dict[str, Request]] = {
    "hello\t0\t1\tfairdeal\t0.1.0\n": HELLO,
    "play\t7\tbeggar\t1.0\tclass\t100000\tJ-A--/--QK-\n": PLAY,
    "play\t7\tbeggar\t1.0\tclass\t10\tJ-/\tpayer_out=claimant_takes\n": Play(
        7, "beggar", "1.0", {"payer_out": "claimant_takes"}, DealWire(("J-", "")), BudgetWire(10)
    ),
    "play\t7\tbeggar\t1.0\trank\t10\t/J2/T\n": Play(
        7, "beggar", "1.0", {}, DealWire(("", "J2", "T"), "rank"), BudgetWire(10)
    ),
    "bye\t8\n": BYE,
}

REPLY_LINES: Final[dict[str, tuple[Request, msgspec.Struct]]] = {
    "ok\t0\tprotocol=1\tname=mine\tversion=1\tlanguage=c\tgame=beggar\tseats=2,3\tvariant.payer_out=claimant_takes\n": (
        HELLO,
        HelloReply(
            0,
            HelloOk(
                1,
                AdapterName("mine", "1", "c"),
                (GameClaim("beggar", seats=(2, 3), variant={"payer_out": ("claimant_takes",)}),),
            ),
        ),
    ),
    "ok\t0\tprotocol=1\tname=a\\tb\tgame=beggar\tseats=2-6\tcount_cards=laid\tgame=camicia\tloop=eventually\t"
    "gap=BMN-44:not: done\tissue=http://example.org/1,2\tgap=BMN-1:\n": (
        HELLO,
        HelloReply(
            0,
            HelloOk(
                1,
                AdapterName("a\tb"),
                (
                    GameClaim("beggar", seats=SeatRange(2, 6), count_cards="laid"),
                    GameClaim(
                        "camicia",
                        loop="eventually",
                        gaps=(Gap("BMN-44", "not: done", "http://example.org/1,2"), Gap("BMN-1")),
                    ),
                ),
            ),
        ),
    ),
    "ok\t7\twon\twinner=1\tcards=19\ttricks=4\n": (
        PLAY,
        PlayReply(7, PlayOk(OutcomeWire("won", winner=1, cards=19, tricks=4))),
    ),
    "ok\t7\twon\twinners=0,2\n": (PLAY, PlayReply(7, PlayOk(OutcomeWire("won", winners=(0, 2))))),
    "ok\t8\tloop\tstem_cards=0\tperiod_cards=6\n": (
        PLAY,
        PlayReply(8, PlayOk(OutcomeWire("loop", stem_cards=0, period_cards=6))),
    ),
    "ok\t9\tbudget\tcards=100000\n": (PLAY, PlayReply(9, PlayOk(OutcomeWire("budget", cards=100_000)))),
    "no\t7\tunsupported\tfeature=seats\tdetail=only\\n2\n": (PLAY, NoReply(7, No("unsupported", "seats", "only\n2"))),
    "no\t0\tunsupported\n": (HELLO, NoReply(0, No("unsupported"))),
    "err\t7\tC:\\\\new\\ttab\n": (PLAY, ErrReply(7, "C:\\new\ttab")),
    "ok\t8\n": (BYE, ByeReply(8, {})),
}


@pytest.mark.parametrize("line", REQUEST_LINES)
def test_a_request_is_written_and_read(line: str) -> None:
    assert TAB.encode(REQUEST_LINES[line]) == line.encode()
    assert read_tab_request(line.encode()) == REQUEST_LINES[line]


@pytest.mark.parametrize("line", REPLY_LINES)
def test_a_reply_is_written_and_read(line: str) -> None:
    request, reply = REPLY_LINES[line]
    assert tab_reply(encode(reply), request) == line.encode()
    assert TAB.decode(line.encode(), request) == encode(reply).rstrip(b"\n")


def test_what_would_separate_something_is_escaped() -> None:
    deal = msgspec.structs.replace(PLAY, deal=DealWire(("J/-", "\\")), variant={"a=b": "c=d"})
    assert TAB.encode(deal).endswith(b"\tJ\\/-/\\\\\ta\\=b=c=d\n")
    assert read_tab_request(TAB.encode(deal)) == deal
    claim = GameClaim("beggar", variant={"a=b": ("c,d", "e")}, gaps=(Gap("a:b", "c:d"),))
    reply = HelloReply(0, HelloOk(1, AdapterName("x=y"), (claim,)))
    line = tab_reply(encode(reply), HELLO)
    assert line == b"ok\t0\tprotocol=1\tname=x=y\tgame=beggar\tvariant.a\\=b=c\\,d,e\tgap=a\\:b:c:d\n"
    assert msgspec.json.decode(TAB.decode(line, HELLO), type=HelloReply) == reply


def test_an_err_that_is_no_text_is_told_as_it_stands() -> None:
    assert tab_reply(b'{"id":7,"err":{"line": 3}}', PLAY) == b'err\t7\t{"line": 3}\n'


def test_what_programs_write_a_little_differently_is_understood() -> None:
    won = encode(PlayReply(7, PlayOk(OutcomeWire("won", winner=1, cards=19)))).rstrip(b"\n")
    for line in (
        b"ok\t7\twon\twinner=1\tcards=19",
        b"ok\t7\twon\tcards=19\twinner=1\r\n",
        b"ok\t7\twon\tcards=19\tmood=good\twinner=1\n",
    ):
        assert TAB.decode(line, PLAY) == won
    assert msgspec.json.decode(TAB.decode(b"err\t7\tone\ttwo", PLAY)) == {"id": 7, "err": "one\ttwo"}
    assert msgspec.json.decode(TAB.decode(b"ok\t8\tfarewell=1", BYE)) == {"id": 8, "ok": {}}


# --- round trips over all that the types allow: a field that is added to them is covered at once ---


def of_type(struct: type[S], **given_: st.SearchStrategy[Any]) -> st.SearchStrategy[S]:
    """Any value of a struct, field by field from its types."""
    fields = {field.name: st.from_type(field.type) for field in msgspec.structs.fields(struct)}
    return st.builds(struct, **(fields | given_))


names = st.text(min_size=1)
"""What has a name is never called nothing: a list of one empty text is refused, and tested below."""
gaps = st.lists(of_type(Gap), max_size=3).map(tuple)
variants = st.dictionaries(names, st.lists(names, max_size=3).map(tuple), max_size=3)
claims = of_type(GameClaim, levels=st.sampled_from([("outcome",), ()]), gaps=gaps, variant=variants)
hellos = of_type(HelloOk, adapter=of_type(AdapterName), games=st.lists(claims, max_size=3).map(tuple))
hands = st.lists(st.text("-JQKA") | st.text(), min_size=1, max_size=6).map(tuple)
unset = st.just(msgspec.UNSET)
"""What cannot be written with tabs: games that need it are not asked so."""
requests: st.SearchStrategy[Request] = st.one_of(
    of_type(Hello, runner=of_type(Runner)),
    of_type(
        Play,
        deal=of_type(DealWire, hands=hands, middle=unset, stock=unset, dealer=unset, trumps=unset),
        budget=of_type(BudgetWire),
        trace=st.none(),
        timeline=st.just(()),
    ),
    of_type(Bye),
)
replies: st.SearchStrategy[tuple[Request, msgspec.Struct]] = st.one_of(
    st.tuples(st.just(HELLO), of_type(HelloReply, ok=hellos)),
    st.tuples(st.just(PLAY), of_type(PlayReply, ok=st.builds(PlayOk, of_type(OutcomeWire)))),
    st.tuples(st.just(BYE), of_type(ByeReply, ok=st.just({}))),
    st.tuples(st.sampled_from(REQUESTS), of_type(NoReply, no=of_type(No))),
    st.tuples(st.sampled_from(REQUESTS), of_type(ErrReply, err=st.text())),
)


@given(requests)
def test_every_request_comes_back_from_tabs(request: Request) -> None:
    line = TAB.encode(request)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert read_tab_request(line) == request


@given(replies)
def test_every_reply_comes_back_from_tabs(given_: tuple[Request, msgspec.Struct]) -> None:
    request, reply = given_
    line = tab_reply(encode(reply), request)
    assert line.count(b"\n") == 1
    back = TAB.decode(line, request)
    assert msgspec.json.decode(back, type=type(reply)) == reply
    assert tab_reply(back, request) == line


# --- nonsense ---

WORDS: Final = r"""
ok no err hello play bye 0 1 7 -1 1e3 9999999999999999999999 won loop budget unsupported null true = =1 winner=1
winners=0,2 winners= cards=19 cards=x cards= protocol=1 name=mine game=beggar game= seats=2,3 seats=2-6 seats=6-2
levels=outcome levels=trace variant.a=b variant.=b variant=b gap=x:y gap= gaps=x issue=1 class rank J-/-- / { \ \,
a\ \t=\n
"""
alphabet = st.sampled_from(WORDS.split())
tabbed = st.lists(alphabet | st.text(max_size=5), max_size=9).map(lambda words: "\t".join(words).encode())
lines = st.one_of(tabbed, st.binary(max_size=60))


def only_value_errors(read: Callable[[], bytes | Request]) -> bytes | Request | None:
    """What was read; None for a ValueError. Anything else is a fault."""
    try:
        return read()
    except ValueError:
        return None


def read_anything(line: bytes) -> None:
    for request in REQUESTS:
        found = only_value_errors(lambda request=request: TAB.decode(line, request))  # type: ignore[misc]
        if isinstance(found, bytes):
            assert read_reply(found)
            assert b"\n" not in found
            only_value_errors(lambda request=request, found=found: tab_reply(found, request))  # type: ignore[misc]
        only_value_errors(lambda request=request: tab_reply(line, request))  # type: ignore[misc]
    only_value_errors(lambda: read_tab_request(line))


@given(lines)
def test_no_line_does_worse_than_a_value_error(line: bytes) -> None:
    read_anything(line)


@pytest.mark.deep
@given(lines)
@settings(max_examples=100_000)
def test_none_of_100_000_lines_does_worse_than_a_value_error(line: bytes) -> None:
    read_anything(line)


NONSENSE: Final[tuple[tuple[Request, bytes, str], ...]] = (
    (PLAY, b"", "has no tab: ''"),
    (PLAY, b"ok 7 won winner=1", "fields with tabs between them, and this line has no tab: 'ok 7 won winner=1'"),
    (PLAY, b'{"id":7,"ok":{}}', "this is JSON"),
    (PLAY, b"ok\t7\t\xff", "UTF-8"),
    (PLAY, b"okay\t7\twon", "begins with ok, no or err"),
    (PLAY, b"ok\tseven\twon", "id=seven is not right: id is a whole number"),
    (PLAY, b"ok\t7", "the status is missing: behind the id comes one of won, loop, budget"),
    (PLAY, b"ok\t7\twonn\twinner=1", "status=wonn is not right: status is one of won, loop, budget"),
    (PLAY, b"ok\t7\twon\twinner=B", "winner=B is not right: winner is a whole number"),
    (PLAY, b"ok\t7\twon\twinners=0;1", "winners is a list with commas, each item a whole number"),
    (PLAY, b"ok\t7\twon\t1", "'1' is no field: write name=value, such as winner=1"),
    (PLAY, b"ok\t7\twon\tcards=1\tcards=2", "cards= is given twice"),
    (PLAY, b"no\t7", "the why is missing: behind the id comes one of not-your-turn"),
    (PLAY, b"no\t7\tcannot", "why=cannot is not right: why is one of not-your-turn"),
    (HELLO, b"ok\t0", "lacks protocol: write protocol=1"),
    (HELLO, b"ok\t0\tprotocol=1\tgame=beggar", "the field name= is missing"),
    (HELLO, b"ok\t0\tprotocol=1\tname=x\tseats=2", "seats= stands before any game="),
    (HELLO, b"ok\t0\tprotocol=1\tname=x\tvariant.a=b", "variant.a= stands before any game="),
    (HELLO, b"ok\t0\tprotocol=1\tname=x\tgame=beggar\tseats=two", "such as 2,3, or a range such as 2-6"),
    (HELLO, b"ok\t0\tprotocol=1\tname=x\tgame=beggar\tlevels=trace", "levels=trace cannot be claimed with tabs"),
    (HELLO, b"ok\t0\tprotocol=1\tname=x\tgame=beggar\tlevels=all", "each item one of outcome, trace, step"),
    (HELLO, b"ok\t0\tprotocol=1\tname=x\tgame=beggar\tvariant=a", "such as variant.payer_out=claimant_takes"),
    (HELLO, b"ok\t0\tprotocol=1\tname=x\tgame=beggar\tgaps=a", "such as gap=BMN-44:not done yet"),
)


def message_is_one_of(message: str, parts: tuple[str, ...]) -> bool:
    return any(part in message for part in parts)


@pytest.mark.parametrize(("request_", "line", "message"), NONSENSE, ids=lambda value: str(value)[:60])
def test_nonsense_is_refused_with_what_is_wrong_and_what_would_be_right(
    request_: Request, line: bytes, message: str
) -> None:
    with pytest.raises(WireError) as told:
        TAB.decode(line, request_)
    assert message in str(told.value)
    no_line = ("has no tab", "fields with tabs", "this is JSON", "UTF-8", "begins with ok", "is no field")
    assert isinstance(told.value, ShapeError) == (not message_is_one_of(message, no_line))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"deal\t1", "is no request"),
        (b"play\t1\tbeggar", "play, id, game, rules, cards, budget, hands"),
        (b"play\t1\tbeggar\t1.0\tsuits\t10\tJ/-", "cards is one of class, rank, full"),
        (b"play\t1\tbeggar\t1.0\tclass\tmany\tJ/-", "budget is a whole number"),
        (b"play\t1\tbeggar\t1.0\tclass\t10\tJ/-\ta=1\ta=2", "a is chosen twice"),
    ],
)
def test_a_nonsensical_request_is_refused_too(line: bytes, message: str) -> None:
    with pytest.raises(WireError) as told:
        read_tab_request(line)
    assert message in str(told.value)


def test_what_tabs_cannot_say_is_refused_not_garbled() -> None:
    with pytest.raises(WireError, match="outcome level only"):
        TAB.encode(msgspec.structs.replace(PLAY, trace="events"))
    with pytest.raises(WireError, match="without hands"):
        TAB.encode(msgspec.structs.replace(PLAY, deal=DealWire(())))
    hello = HelloOk(1, AdapterName("x"), (GameClaim("beggar", variant={"a": ("",)}),))
    with pytest.raises(WireError, match="one empty text"):
        tab_reply(encode(HelloReply(0, hello)), HELLO)
    with pytest.raises(WireError, match="trace"):
        tab_reply(encode(PlayReply(7, PlayOk(OutcomeWire("won", winner=0), (LaidWire(0, "J"),)))), PLAY)


def test_a_claim_of_the_trace_level_is_narrowed_to_what_tabs_can_carry() -> None:
    hello = HelloOk(1, AdapterName("x"), (GameClaim("beggar", levels=("outcome", "trace")),))
    assert tab_reply(encode(HelloReply(0, hello)), HELLO) == b"ok\t0\tprotocol=1\tname=x\tgame=beggar\n"


# --- a whole conversation ---


def test_the_reference_answers_with_tabs_what_it_answers_in_json() -> None:
    made = reference_of("beggar", {}, "", "0.1.0")
    for request in REQUESTS:
        line = answer_tab(TAB.encode(request), made.answer)
        assert line.startswith(b"ok\t")
        back = msgspec.json.decode(TAB.decode(line, request))
        told = msgspec.json.decode(made.answer(request))
        if isinstance(request, Hello):
            told["ok"]["games"][0]["levels"] = ["outcome"]
        assert back == told
    assert made.finished


def test_an_unreadable_request_is_refused_under_its_id_where_it_has_one() -> None:
    made = reference_of("beggar", {}, "", "0.1.0")
    for line, number in ((b"play\t5", 5), (b"nonsense", -1), (b"\xff\t\xff", -1)):
        answer = answer_tab(line, made.answer)
        assert answer.startswith(f"no\t{number}\tunsupported\tdetail=".encode())
        assert read_reply(TAB.decode(answer, PLAY)).no


TRICKY = ("0", "7", "214", "007", "-1", "+1", " 1", "1 ", "1_0", "1.0", "1e3", "٣", "²", "", "null", "9" * 15, "9" * 30)


@pytest.mark.parametrize("struct", [OutcomeWire, GameClaim, HelloOk, No])
def test_the_short_way_to_read_a_field_reads_what_the_long_one_reads(struct: type[msgspec.Struct]) -> None:
    """Most values are plain numbers or known words, for which no type is looked at."""
    for name, kind in types_of(struct).items():
        for text in (*TRICKY, "won", "loop", "wo\\n", "never", "unsupported", "nothing"):
            short = attempt(partial(read_values, struct, [(name, text)]))
            assert short == attempt(partial(long_way, kind, name, text))


def long_way(kind: object, name: str, text: str) -> dict[str, object]:
    return {name: read_value(kind, name, text)}


def attempt(read: Callable[[], dict[str, object]]) -> tuple[object, ...]:
    try:
        return tuple((name, type(value), value) for name, value in read().items())
    except WireError as error:
        return (str(error),)
