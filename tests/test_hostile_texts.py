"""Texts that would break a terminal or a page of Markdown, if anything could. (JUnit has its own tests.)"""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from properties.conformance.judge import Fault, FaultKind, Judged, Status, Verdict
from properties.conformance.protocol import AdapterName, HelloOk
from properties.conformance.summary import Summary
from reports import markdown_verdict
from reports.words import one_line, visible
from tests import sample_runs as runs
from tests.sample_runs import on_screen


def test_what_is_no_plain_character_is_written_out() -> None:
    assert visible("a\r\nb\tc") == "a\nb\tc"
    assert visible("\x1b\r\x7f\x85") == "\\x1b\\x0d\\x7f\\x85"
    assert visible("\u202e\u2028\ufeff\ud800\uffff") == "\\u202e\\u2028\\ufeff\\ud800\\uffff"
    assert visible("\U000e0001 é ♥ 牌") == "\\U000e0001 é ♥ 牌"


def test_a_line_is_one_and_not_endless() -> None:
    assert one_line(" a\n\n b\t c ") == "a b c"
    assert one_line("x" * 500) == "x" * 397 + "..."
    assert one_line("x" * 400) == "x" * 400
    assert len(one_line("\x1b" * 10_000_000, 80)) == 80


def test_nothing_that_a_program_says_reaches_the_terminal_as_a_control_character() -> None:
    for summary in (runs.hostile(), broken_with(runs.NASTY), replace(runs.conforming(), reason=runs.NASTY)):
        for colour in (True, False):
            shown = on_screen(summary, colour=colour, width=10_000)
            plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
            assert visible(plain) == plain
            assert one_line(runs.NASTY) in plain
    assert "\x1b[31mx" not in on_screen(runs.hostile(), colour=True)


def blocks(page: str) -> list[str]:
    """What a page of Markdown is made of, but for its texts."""
    return [each for token in parsed(page) for each in (token.type, token.tag, token.info)]


def parsed(page: str) -> list[Token]:
    return MarkdownIt("commonmark", {"html": True}).enable("table").parse(page)


def inline(page: str) -> list[str]:
    """The markup within lines; texts, entities and code count as one text."""
    found: list[str] = []
    for token in parsed(page):
        for child in token.children or ():
            code = child.content in ("<code>", "</code>") or child.type == "code_inline"
            if code or child.type in ("text", "text_special"):
                found += ["text"] if found[-1:] != ["text"] else []
            else:
                found.append(child.content if child.type == "html_inline" else child.type)
    return found


def page_with(text: str) -> str:
    """A page with one text from outside in every place where one can stand."""
    return markdown_verdict.page(broken_with(text))


def broken_with(text: str) -> Summary:
    """A run on which one text from outside stands in every place."""
    summary = runs.failing()
    smallest = summary.groups[0].smallest
    fault = Fault(FaultKind.CRASHED, text, f"x{text}\n{text}")
    verdict = Verdict(smallest.case.id, Status.ERROR, text, fault=fault)
    broken = Judged(msgspec.structs.replace(smallest.case, id=text, hands=("J", "-")), verdict, None)
    group = replace(summary.groups[0], smallest=broken, failures=(broken,), explanation=None)
    refused = replace(broken, verdict=Verdict(text, Status.FAIL, text))
    changing = replace(runs.unstable().unstable[0], case=broken.case, kind=text, answers=(refused, refused))
    hello = HelloOk(1, AdapterName(text, text, text), summary.hello.games)
    header = msgspec.structs.replace(summary.header, hello=hello, command=(text,), suite=text)
    known = runs.known().known
    return replace(summary, header=header, groups=(group, group), unstable=(changing,), reason=text, known=known)


ATTACKS = [
    runs.NASTY,
    "| a | b |\n|---|---|\n| c | d |",
    "a\\|b\\\\|c",
    "`" * 3 + "\nnot code any more\n" + "`" * 3,
    "`" * 40,
    "</details>",
    "<!-- never closed",
    "<pre>",
    "# heading\n\n---\n\n1. one\n- two\n> three",
    "===\n---\n***",
    "[link](https://a.example) ![x](y) <https://a.example>",
    "&lt;b&gt; &#96;",
    "*a* _b_ ~~c~~ **d**",
    "\\",
    "x" * 10_000,
    "\r\n\r\n    indented\u2028\u0085\x0c",
    "\ud800",
]
HARMLESS = page_with("?!")


@pytest.mark.parametrize("text", ATTACKS, ids=lambda text: ascii(text[:20]))
def test_no_text_changes_what_a_page_of_markdown_is_made_of(text: str) -> None:
    page = page_with(text)
    assert blocks(page) == blocks(HARMLESS)
    assert inline(page) == inline(HARMLESS)
    page.encode()


@given(st.text(st.sampled_from("|`\\<>&#*_-[]()!~@:/ \n\r\tab1.=+\x00\x1b\u202e\ud800"), min_size=1, max_size=40))
def test_no_text_at_all_does(text: str) -> None:
    page = page_with(text + "?")
    assert blocks(page) == blocks(HARMLESS)
    assert inline(page) == inline(HARMLESS)
    page.encode()


TEXTS = ["a | b", "x\\|y", "`code`", "<b>", "# no", "J--/-A", "-J/A", "payer_out=pass_remainder", "*a* _b_ &amp;"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_shows_as_it_is(text: str) -> None:
    safe = markdown_verdict.safe(text)
    for page in (f"- {safe}", f"# {safe}", f"| |\n|---|\n| {safe} |"):
        told = [child for token in parsed(page) for child in token.children or () if child.type != "html_inline"]
        assert "".join(child.content for child in told) == text


@pytest.mark.parametrize(
    "text", ["hello @all", "see https://a.example", "see www.a.example", "fixes #1", "me@a.example"]
)
def test_a_text_names_nobody_and_leads_nowhere(text: str) -> None:
    """GitHub looks for names, numbers and addresses in the text of a page; in code it does not."""
    assert re.fullmatch("<code>.*</code>|`.*`", markdown_verdict.safe(text))


def test_what_a_program_tells_of_its_steps_breaks_no_table() -> None:
    page, harmless = (markdown_verdict.page(runs.shouting(text)) for text in (runs.NASTY, "?!"))
    assert one_line(runs.NASTY)[:20] not in page
    assert blocks(page) == blocks(harmless)
    assert inline(page) == inline(harmless)


def test_why_a_run_is_inconclusive_breaks_nothing() -> None:
    page, harmless = (markdown_verdict.page(replace(runs.conforming(), reason=text)) for text in (runs.NASTY, "?!"))
    assert inline(page) == inline(harmless)
