"""Every parser, fed with nonsense: it reads it, or refuses it with the error that it is documented to raise.

The deep profile tries 100,000 inputs for each parser.
"""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.cards import CardError
from model.deal import DealError, parse_deal
from model.piles.profiles import BEGGAR
from model.points import RuleChoiceError
from properties.conformance import expectations, journal
from properties.conformance.cases import Case, SuiteError, load_suite
from properties.conformance.connectors import InProcess
from properties.conformance.journal import JournalError
from properties.conformance.judge import Fault, Judge, Transcript, parse_reply, read_answer
from properties.conformance.log_entries import LogError, Wanted
from properties.conformance.log_walk import walk
from properties.conformance.logs import parse as parse_log
from properties.conformance.parts import lines_of
from properties.conformance.planner import ClaimError, check_claim
from properties.conformance.protocol import Bye, GameClaim, Play, read_hello, read_request
from properties.conformance.reference import Reference
from properties.conformance.runner import record_of, rejudge
from properties.conformance.settings import Settings, SettingsError, seconds_of, shard_of
from properties.conformance.summary import summarise
from properties.conformance.vectors import ResultsError, check_outcomes, read_vectors
from properties.conformance.verify import verify
from properties.conformance.wires import TAB, read_tab_request, tab_reply
from tests.conftest import PROFILE
from tests.support import DATA

MANY = 100_000
FEW = 150


@dataclass(frozen=True)
class Parser:
    """A parser, examples of what it reads, and what it may raise."""

    name: str
    read: Callable[[bytes, Path], object]
    examples: tuple[bytes, ...]
    raises: tuple[type[Exception], ...]


HELLO_LINE = b'{"op":"hello","id":0,"protocol":[1],"runner":{"name":"x","version":"1"}}'
HELLO = Reference({"beggar": BEGGAR}, "x").answer_line(HELLO_LINE)
PLAY_LINE = (
    b'{"op":"play","id":1,"game":"beggar","rules":"1.0","variant":{"end":"immediate"},'
    b'"deal":{"hands":["J-A--","--QK-"],"cards":"class"},"budget":{"cards":1000},"trace":"events"}'
)
PLAY = read_request(PLAY_LINE)
assert isinstance(PLAY, Play)
TABBED = msgspec.structs.replace(PLAY, trace=None)
CASE = Case("case", "beggar", ("J-A--", "--QK-"))
HELLO_REQUEST = read_request(HELLO_LINE)
TAB_HELLO = tab_reply(HELLO, HELLO_REQUEST)
TAB_ANSWERS = (b"ok\t1\twon\twinner=1\tcards=19\ttricks=4", b"no\t1\tunsupported\tdetail=x", b"err\t1\toops")
WON = b'{"id":1,"ok":{"outcome":{"status":"won","winner":0,"cards":19,"tricks":4}}}'

SUITE = b"""
[[case]]
id = "mine/1"
game = "beggar"
deal = "J-/--"
cards = "class"
choices = { payer_out = "claimant_takes" }
budget = 100
clauses = ["BMN-44"]
phase = "directed"
why = "because"
[[case]]
id = "mine/2"
game = "beggar"
deal = "J/-"
expected = { status = "won", winner = 0, cards = 2, tricks = 1 }
"""
EXPECTATIONS = b"""
[[expect]]
clause = "BMN-44"
why = "a \\"known\\" fault"
issue = "17"
until = "2027-01-31"
[[expect]]
case = "beggar/deal/-/A"
until = 2027-01-31
"""


def a_journal(folder: Path) -> bytes:
    """A small but whole journal."""
    path = folder / "example.ndjson"
    program = Reference({"beggar": BEGGAR}, "x")
    deals = tuple(Case(f"deal {deal}", "beggar", tuple(deal.split("/")), phase="asked for") for deal in ("J/-", "-/-"))
    wanted = Settings(deals=deals, again=50)
    list(verify(lambda: InProcess(program.answer), ("x",), wanted, "test", path))
    data = path.read_bytes()
    path.unlink()
    return data


def _file(folder: Path, data: bytes, name: str = "fuzzed.toml") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def _reply(data: bytes, _: Path) -> object:
    line = data.decode("utf-8", "replace")
    answer = read_answer(Transcript(1, line), 2)
    Judge(GameClaim("beggar"), "events").judge(CASE, Transcript(1, line))
    return answer


def _hello(data: bytes, _: Path) -> object:
    reply = parse_reply(data, 0)
    if isinstance(reply, Fault) or reply.no is not None:
        return reply
    hello = read_hello(reply.ok)
    for claim in hello.games:
        check_claim(claim)
    return hello


def _suite(data: bytes, folder: Path) -> object:
    suite = folder / "suite"
    suite.mkdir(exist_ok=True)
    _file(suite, data)
    return load_suite("beggar", suite)


def _journal(data: bytes, folder: Path) -> object:
    path = _file(folder, data, "fuzzed.ndjson")
    record_of(journal.read(path))
    header, judged, footer = rejudge(lines_of([path]))
    return summarise(header, judged, footer)


def _outcomes(data: bytes, folder: Path) -> object:
    vectors = read_vectors(_file(folder, VECTORS, "cases.json"))
    return list(check_outcomes(_file(folder, data, "outcomes.json"), vectors))


def _vectors(data: bytes, folder: Path) -> object:
    vectors = read_vectors(_file(folder, data, "cases.json"))
    return list(check_outcomes(_file(folder, OUTCOMES, "outcomes.json"), vectors))


def _log(data: bytes, _: Path) -> object:
    log = parse_log(data, Wanted())
    return walk(log, log.book)


def _text(read: Callable[[str], object]) -> Callable[[bytes, Path], object]:
    return lambda data, _: read(data.decode("utf-8", "replace"))


VECTORS = json.dumps(
    {
        "format": "fairdeal-cases/1",
        "game": "beggar",
        "rules": "1.0",
        "suite": "x",
        "cases": [
            {"id": "a", "game": "beggar", "hands": ["J", "-"], "cards": "class", "choices": {"end": "immediate"}}
        ],
    }
).encode()
OUTCOMES = json.dumps(
    {
        "game": "beggar",
        "outcomes": [{"id": "a", "outcome": {"status": "won", "winner": 0, "cards": 2, "tricks": 1}}],
        "claim": {"game": "beggar", "seats": {"min": 2, "max": 3}, "loop": "none"},
    }
).encode()

LOGS = tuple(path.read_bytes() for path in sorted((DATA / "logs").iterdir()))

PARSERS = (
    Parser("deal", _text(parse_deal), (b"J--/QA-", b"23J6/K5J7", b"2cTh'/Js4d", b"10 J/2"), (DealError, CardError)),
    Parser("reply", _reply, (WON,), ()),
    Parser("hello", _hello, (HELLO,), (msgspec.ValidationError, ClaimError, RuleChoiceError)),
    Parser("request", lambda data, _: read_request(data), (PLAY_LINE,), (msgspec.DecodeError,)),
    Parser(
        "reference",
        lambda data, _: Reference({"beggar": BEGGAR}, "x").answer_line(data),
        (PLAY_LINE, b'{"op":"bye","id":3}'),
        (),
    ),
    Parser("tab hello", lambda data, _: TAB.decode(data, HELLO_REQUEST), (TAB_HELLO,), (ValueError,)),
    Parser("tab outcome", lambda data, _: TAB.decode(data, TABBED), TAB_ANSWERS, (ValueError,)),
    Parser("tab bye", lambda data, _: TAB.decode(data, Bye(1)), (b"ok\t1",), (ValueError,)),
    Parser("hello as tabs", lambda data, _: tab_reply(data, HELLO_REQUEST), (HELLO,), (ValueError,)),
    Parser("outcome as tabs", lambda data, _: tab_reply(data, TABBED), (WON,), (ValueError,)),
    Parser("tab request", lambda data, _: read_tab_request(data), (TAB.encode(TABBED),), (ValueError,)),
    Parser("suite", _suite, (SUITE,), (SuiteError,)),
    Parser(
        "expectations",
        lambda data, folder: expectations.read(_file(folder, data)),
        (EXPECTATIONS,),
        (expectations.ExpectationsError,),
    ),
    Parser("journal", _journal, (), (JournalError,)),
    Parser("outcomes", _outcomes, (OUTCOMES,), (ResultsError,)),
    Parser("cases", _vectors, (VECTORS,), (ResultsError,)),
    Parser("log", _log, LOGS, (LogError,)),
    Parser("shard", _text(shard_of), (b"1/4", b"12/12"), (SettingsError,)),
    Parser("time", _text(seconds_of), (b"90s", b"1.5m"), (SettingsError,)),
)

WORDS = [
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\",
    b"\n",
    b"\t",
    b"\x00",
    b"\xff",
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"[" * 2_000,
]
WORDS += [
    b"9" * 400,
    b"=",
    b"/",
    b"",
    b'""',
    b"\xed\xa0\x80",
    b"[[case]]",
    b"10",
    b"'",
    b"K",
    b"camicia",
    b"shuffled",
    b"0",
]


@st.composite
def mutated(draw: st.DrawFn, examples: tuple[bytes, ...]) -> bytes:
    """A good example with some places cut out, doubled, swapped or overwritten."""
    data = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(0, 4))):
        one = draw(st.integers(0, len(data)))
        other = draw(st.integers(one, min(len(data), one + 30)))
        new = draw(st.one_of(st.sampled_from(WORDS), st.binary(max_size=4), st.just(data[one:other] * 2)))
        data = data[:one] + new + data[other:]
    return data


def inputs(examples: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """Mostly what nearly is right, for nonsense is refused at the door."""
    kinds: list[Any] = [st.binary(max_size=60), st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace"))]
    return st.one_of(mutated(examples), mutated(examples), *kinds)


def seeded(examples: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """Inputs of the same kinds from one draw each: many times as fast, and what fails is not made smaller."""
    return st.integers(0, 2**63).map(lambda seed: spoiled(examples, random.Random(seed)))


def spoiled(examples: tuple[bytes, ...], chance: random.Random) -> bytes:
    """Nonsense, or a good example with some places cut out, doubled, swapped or overwritten."""
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(60))
    data = chance.choice(examples)
    for _ in range(chance.randrange(5)):
        one = chance.randrange(len(data) + 1)
        other = chance.randint(one, min(len(data), one + 30))
        new = chance.choice([chance.choice(WORDS), chance.randbytes(chance.randrange(5)), data[one:other] * 2])
        data = data[:one] + new + data[other:]
    return data


def check(parser: Parser, folder: Path, examples: int) -> None:
    """Feed a parser; whatever it raises that it is not documented to raise fails the test."""
    good = parser.examples or (a_journal(folder),)
    for example in good:
        parser.read(example, folder)

    silent: list[bytes] = []

    @settings(max_examples=examples, deadline=None, database=None, derandomize=PROFILE == "ci")
    @given(seeded(good) if examples > FEW else inputs(good))
    def feed(data: bytes) -> None:
        try:
            parser.read(data, folder)
        except parser.raises as error:
            silent.extend([data] * (not str(error)))

    feed()
    assert not silent, "an error without a word"


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_nonsense_is_refused_and_never_breaks_a_parser(parser: Parser, tmp_path: Path) -> None:
    check(parser, tmp_path, FEW)


@pytest.mark.deep
@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_a_hundred_thousand_inputs(parser: Parser, tmp_path: Path) -> None:
    check(parser, tmp_path, MANY)


def test_the_fuzzing_would_notice(tmp_path: Path) -> None:
    def careless(data: bytes, _: Path) -> object:
        return data.decode()[0]

    with pytest.raises((UnicodeDecodeError, IndexError, ExceptionGroup)):
        check(Parser("careless", careless, (b"abc",), ()), tmp_path, FEW)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_deep_nesting_breaks_no_parser(parser: Parser, tmp_path: Path) -> None:
    for data in (b"[" * 50_000, b'{"op":' + b"[" * 50_000, b'{"a":' * 50_000, b"x = " + b"[" * 50_000):
        with contextlib.suppress(*parser.raises):
            parser.read(data, tmp_path)
