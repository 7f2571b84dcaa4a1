"""What kind of failure of Bank this is: so coarse that it stays the same when a case is made shorter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from model.bank.actions import Act
from model.bank.moves import is_four_of_a_kind
from model.cards import CardError, Labelling, Zone, parse_zone
from properties.conformance.bank.script import parse_token
from properties.conformance.parting import Parting

FIELDS: Final = ("captured", "bank", "hands", "stock", "top", "owner", "out", "scores", "totals", "winners", "phase")
"""Parts of a table; of several that differ the first one here says what kind of failure it is."""
LAYS: Final = ("a run", "four of a kind", "a card")


def act_words(text: str) -> str:
    """What is done by an action of a script."""
    token = parse_token(text)
    return f"lay of {lay_words(token.cards)}" if token.act is Act.LAY else token.act.value


def lay_words(cards: Zone) -> str:
    """What is laid."""
    if len(cards) == 1:
        return "a card"
    return "four of a kind" if is_four_of_a_kind(cards) else "a run"


def parting_kind(parting: Parting, act: str) -> str:
    """The kind of a difference at an act. What is legal is told of a table, however it has come about."""
    if parting.what == "legal":
        return f"legal: {_acts(parting.got) or parting.got}"
    if parting.what in ("state", "view", "beside"):
        return f"{parting.what} at {act}: {_field(parting)}"
    refused = ", which is to be refused" if parting.expected.startswith("refused") else ""
    return f"{parting.what} at {act}{refused}"


def _acts(got: str) -> str:
    """The first kind of lay that is missing or not allowed; of other acts all of them."""
    found = set(_each(got))
    lays = [
        f"{what} {lay}" for lay in LAYS for what in ("missing", "not allowed", "told twice") if (what, lay) in found
    ]
    return lays[0] if lays else ", ".join(sorted(f"{what} {act}" for what, act in found))


def _each(got: str) -> Iterator[tuple[str, str]]:
    for part in got.split("; "):
        what, _, acts = part.partition(": ")
        for each in filter(None, acts.split(", ")):
            act = each.partition(" ")[2]
            try:
                yield what, lay_words(parse_zone(act, Labelling.FULL))
            except CardError:
                yield what, act.partition(":")[0]


def _field(parting: Parting) -> str:
    try:
        right, told = (msgspec.json.decode(text, type=dict) for text in (parting.expected, parting.got))
    except (msgspec.DecodeError, msgspec.ValidationError):
        return "not told"
    differing = [name for name in right if right[name] != told.get(name)]
    return next((name for name in FIELDS if name in differing), next(iter(differing), "more than there is"))
