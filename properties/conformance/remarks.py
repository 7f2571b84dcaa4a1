"""Claims held against answers: what a program claims and does not keep, or keeps and does not claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from properties.conformance.judge import Judged, Status
from properties.conformance.protocol import GameClaim, seats


def remarks(claim: GameClaim, judged: Sequence[Judged], choices: Mapping[str, str]) -> Iterator[str]:
    """One sentence for each claim that does not fit the answers."""
    asked = [one for one in judged if one.verdict.status not in (Status.INAPPLICABLE, Status.UNTESTED)]
    for number in seats(claim):
        if _none_held(one for one in asked if len(one.case.hands) == number):
            yield f"hello claims {number} seats, and no case with {number} seats held"
    for point, ways in claim.variant.items():
        for way in ways:
            offered = (one for one in asked if one.case.choices.get(point) == way)
            if way != choices.get(point) and _none_held(offered):
                yield f"hello claims {point}={way}, and no case of it held"
    found_loops = any(one.verdict.got is not None and one.verdict.got.status == "loop" for one in asked)
    if claim.loop == "none" and found_loops:
        yield "hello claims loop=none, and the program does notice games that never end: it could claim more"


def _none_held(cases: Iterable[Judged]) -> bool:
    """Whether there were such cases, and all of them went wrong."""
    found = {one.verdict.status for one in cases}
    return bool(found) and Status.PASS not in found
