"""What stands for a letter or sign that a terminal, file or pipe cannot show, so that no output is lost to it.

Where Python writes ASCII (PYTHONIOENCODING=ascii, the locale C without its coercion) or Latin-1, a plus-minus would end
a command with an error after all its work.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from collections.abc import Mapping
from typing import Final

_SIGNS: Final = {
    "+-": "±",
    "-": "·─━╸╺\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}",
    "x": "\N{MULTIPLICATION SIGN}",
    "->": "→",
    "=>": "⇒",
    "<=>": "⇔",
    "&": "∧",
    "not ": "¬",
    "all ": "∀",
    "some ": "∃",
    " in ": "∈",
    " not in ": "∉",
    " within ": "⊆",
    "{}": "∅",
    "!=": "≠",
    "<=": "≤",
    ">=": "≥",
    **dict(zip("1234567", "▁▂▃▄▅▆▇", strict=True)),
    "#": "█▉▊▋▌",
    ".": "▍▎▏",
    "^": "▲",
    "v": "▼",
    **dict(zip("scdh", "♠♣♦♥", strict=True)),
    "...": "…",
    "|": "│┃",
    "*": "•" + "".join(map(chr, range(0x2800, 0x2900))),  # the latter turn while something goes on
    "'": "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}“”",
}
STAND_INS: Final[Mapping[str, str]] = {sign: words for words, signs in _SIGNS.items() for sign in signs}
_WAY: Final = "fairdeal.stand_in"


def make_fit() -> None:
    """From now on standard output and standard error take every text, whatever they are encoded as."""
    codecs.register_error(_WAY, _stand_in)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # there may be none, or one of another's making
            stream.reconfigure(errors=_WAY)


def _stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    """What is written instead of one letter, and where to go on.

    A sign gets its stand-in, a letter loses its accents, and anything else is written as its number. In JSON all are
    written as their numbers, which is to say the same. A byte in the name of a file that is no text in this encoding
    goes out as it came in.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letter, after = error.object[error.start], error.start + 1
    if "\udc80" <= letter <= "\udcff":
        return bytes([ord(letter) - 0xDC00]), after
    if error.object.startswith(("{", "[")):
        return _number(letter), after
    return STAND_INS.get(letter) or _bare(letter) or _number(letter), after


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()


def _number(letter: str) -> str:
    words = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{words[place : place + 4]}" for place in range(0, len(words), 4))
