"""The usual slips at a table that is played step by step: what a program misreads, or misreports, of the table itself.

Each slip is a pure change of what is right, so that it foretells what a program with this slip shows.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from properties.conformance.protocol import EventWire, TableWire

Shows = Callable[[TableWire], TableWire]


@dataclass(frozen=True, slots=True)
class TableSlip:
    """One usual slip in the state of a table."""

    name: str
    seen: str
    """What the program seems to do."""
    hint: str
    shows: Shows


def _mirrored(table: TableWire) -> TableWire:
    return msgspec.structs.replace(table, hands=tuple(hand[::-1] for hand in table.hands))


def _upside_down(table: TableWire) -> TableWire:
    return msgspec.structs.replace(table, middle=table.middle[::-1])


def _turned(table: TableWire) -> TableWire:
    return msgspec.structs.replace(table, hands=table.hands[::-1])


def _moved_on(table: TableWire) -> TableWire:
    return msgspec.structs.replace(table, hands=(*table.hands[-1:], *table.hands[:-1]))


def _from_1(table: TableWire) -> TableWire:
    told = {name: getattr(table, name) for name in ("turn", "claimant")}
    higher = {name: seat + 1 for name, seat in told.items() if isinstance(seat, int)}
    return msgspec.structs.replace(table, **higher)


def _without_middle(table: TableWire) -> TableWire:
    return msgspec.structs.replace(table, middle="")


HANDS: Final = 'write a hand from the left: of "45" the 4 is played first, so it comes first'
MIDDLE: Final = "write the middle from the left: the lowest card, which was laid first, comes first"
LIST: Final = "hand number 0 belongs to seat 0, hand number 1 to seat 1, and so on"
FROM_0: Final = "seats count from 0: who has the first hand of the deal is seat 0"

OVER: Final = 'a deal may have a "middle": cards that were left over, and lie there before the first card is laid'

TABLE_SLIPS: Final = (
    TableSlip("hands_mirrored", "the hands are in the other order", HANDS, _mirrored),
    TableSlip("middle_upside_down", "the middle is upside down", MIDDLE, _upside_down),
    TableSlip(
        "hands_and_middle_mirrored",
        "hands and middle are in the other order",
        f"{HANDS}; {MIDDLE}",
        lambda table: _mirrored(_upside_down(table)),
    ),
    TableSlip("hands_of_other_seats", "the hands are listed from the last seat to the first", LIST, _turned),
    TableSlip("hands_moved_on", "the hands are listed from another seat on", LIST, _moved_on),
    TableSlip("seats_from_1", "seats are counted from 1", FROM_0, _from_1),
    TableSlip(
        "middle_left_out",
        "the cards that were left over are not in the middle",
        OVER,
        _without_middle,
    ),
)
"""Every slip that can be told from the state of one table, those of fewer things first."""


def events_from_1(events: tuple[EventWire, ...]) -> tuple[EventWire, ...]:
    """Events as a program tells them that counts seats from 1."""
    told = []
    for event in events:
        seats = {name: getattr(event, name) + 1 for name in ("seat", "to") if hasattr(event, name)}
        told.append(msgspec.structs.replace(event, **seats))
    return tuple(told)


# --- digests

Hashes = Callable[[dict[str, Any]], str]
KEYS: Final = ("claimant", "hands", "middle", "owed", "phase", "turn")


@dataclass(frozen=True, slots=True)
class DigestSlip:
    """One usual slip in a digest."""

    name: str
    seen: str
    digest: Hashes


def _json(table: object, **options: Any) -> bytes:  # noqa: ANN401 (whatever json.dumps takes)
    return json.dumps(table, **{"sort_keys": True, "separators": (",", ":"), **options}).encode()


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _without(key: str) -> Hashes:
    return lambda table: _sha256(_json({name: value for name, value in table.items() if name != key}))


def _changed(change: Shows) -> Hashes:
    return lambda table: _sha256(_json(msgspec.to_builtins(change(msgspec.convert(table, TableWire)))))


def _seats_as_text(table: dict[str, Any]) -> str:
    told = {name: str(value) if name in ("turn", "owed", "claimant") else value for name, value in table.items()}
    return _sha256(_json(told))


def _digest_slips() -> Iterator[DigestSlip]:
    spaced = {"separators": (", ", ": ")}
    yield DigestSlip("spaces", "there are spaces in its JSON", lambda table: _sha256(_json(table, **spaced)))
    as_told = {"sort_keys": False}
    yield DigestSlip("unsorted", "its keys are not sorted", lambda table: _sha256(_json(table, **as_told)))
    both = {**spaced, **as_told}
    yield DigestSlip(
        "unsorted_and_spaces",
        "its keys are not sorted, and there are spaces in its JSON",
        lambda table: _sha256(_json(table, **both)),
    )
    yield DigestSlip("line_end", "a line end was hashed as well", lambda table: _sha256(_json(table) + b"\n"))
    yield DigestSlip("capitals", "its letters are capitals", lambda table: _sha256(_json(table)).upper())
    for name in ("md5", "sha1", "sha512", "sha3_256", "blake2b"):
        yield DigestSlip(
            name,
            f"it is not SHA-256, but {name.upper()}",
            lambda table, name=name: hashlib.new(name, _json(table)).hexdigest(),  # type: ignore[misc]
        )
    for key in KEYS:
        yield DigestSlip(f"without_{key}", f'"{key}" is missing in it', _without(key))
    yield DigestSlip("seats_as_text", "numbers are written as texts", _seats_as_text)
    for slip in TABLE_SLIPS:
        yield DigestSlip(slip.name, f"in it {slip.seen}", _changed(slip.shows))


DIGEST_SLIPS: Final = tuple(_digest_slips())
"""Every slip that can be told from a digest, as far as the table is known."""
UNSORTED: Final = ("unsorted", "unsorted_and_spaces")
DIGEST: Final = "a digest is the SHA-256, in hexadecimal, of {} with all keys sorted and no spaces"


def digest_hint(table: TableWire) -> str:
    """What exactly is to be hashed for a table."""
    return DIGEST.format(_json(msgspec.to_builtins(table)).decode())


def digest_slip(table: TableWire, told: str) -> DigestSlip | None:
    """The slip that explains a digest; None if none does."""
    plain = {name: getattr(table, name) for name in KEYS}
    for slip in DIGEST_SLIPS:
        if slip.digest(plain) == told:
            return slip
    for slip in (slip for slip in DIGEST_SLIPS if slip.name in UNSORTED):
        for order in itertools.permutations(KEYS):
            if slip.digest({name: plain[name] for name in order}) == told:
                return slip
    return None
