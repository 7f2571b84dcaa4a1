"""`fairdeal export` and `check-outcomes` on the screen."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.text import Text

from model.piles.points import check_seats, choose
from model.piles.profiles import profile
from properties.conformance import logs, protocol, vectors
from properties.conformance.cases import load_suite
from properties.conformance.judge import Status
from properties.conformance.planner import Scope
from reports import identify_document, proof_document, strength_document, sweep_document, terminal, verdict_document
from reports.consoles import console


def export(
    game: str, seats: tuple[int, ...], choices: dict[str, str], up_to: int, random: int, expected: bool, schema: bool
) -> None:
    """Print the cases, or the schemas of the protocol and of the files. Raises RuleChoiceError."""
    if schema:
        every = {"protocol": protocol.schemas(), "files": vectors.schemas(), "verdict": verdict_document.schema()}
        every |= {**logs.schemas(), "proofs": proof_document.schema(), "sweep": sweep_document.schema()}
        every |= {"strength": strength_document.schema(), "identify": identify_document.schema()}
        print(msgspec.json.format(msgspec.json.encode(every), indent=1).decode())
        return
    book = choose(profile(game), choices)
    for number in seats:
        check_seats(book, number)
    scope = Scope(game, tuple(dict.fromkeys(seats)) or (2,), choices, (), up_to, up_to, random)
    found = vectors.export(scope, load_suite(game), expected)
    print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())


def outcomes(file: Path, cases: Path | None, as_json: bool) -> int:
    """Judge a file of outcomes. Returns the exit code. Raises ResultsError."""
    found = (
        vectors.read_vectors(cases) if cases is not None else vectors.default_vectors(vectors.read_results(file).game)
    )
    judged = list(vectors.check_outcomes(file, found))
    untested = sum(one.verdict.status is Status.UNTESTED for one in judged)
    wrong = [one for one in judged if one.verdict.status not in (Status.PASS, Status.UNTESTED)]
    if as_json:
        print(msgspec.json.encode([one.verdict for one in judged]).decode())
    else:
        shown = console()
        for one in wrong[:20]:
            shown.print(terminal.verdict_line(one))
        held = len(judged) - len(wrong) - untested
        shown.print(
            Text(f"{held:,} of {len(found.cases):,} cases hold, {len(wrong):,} do not, {untested:,} have no outcome")
        )
    if wrong:
        return 1
    return 4 if untested or not judged else 0
