"""What was measured of doubtful readings, in one line each, from evidence files that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from model.entries import Ambiguity, Reading
from model.register import Register
from properties.evidence import Evidence, Finding, read

COMMAND: Final = "rules --why"
"""What the command of such a run begins with."""
_VALUE, _CHANGE = r"([\d.]+±[\d.]+)", r"\((-?[\d.]+±[\d.]+)\)"
_FIGURES: Final = (
    ("felt in {} % of rounds", f"felt in {_VALUE}"),
    ("other scores in {} %", f"other scores {_VALUE}"),
    ("blocked {} %", f"blocked ends {_VALUE} {_CHANGE}"),
    ("points captured {}", f"points captured {_VALUE} {_CHANGE}"),
    ("turns {}", f"turns {_VALUE} {_CHANGE}"),
)
"""How a figure is told, and where it stands in a finding: the figure itself, and how far it is from the default's."""

Lines = Mapping[tuple[str, str], tuple[str, ...]]
"""For a question and one of its readings what was measured, a line for each setting."""


_Key = tuple[str, str, str]
"""A question, a reading of it, and under which agreed options it was measured."""


def measured(folder: Path, register: Register) -> Lines:
    """What the evidence files of a folder say: of each reading what was measured in most rounds, of equals the newest.

    Raises UnreadableEvidence.
    """
    best: dict[_Key, Finding] = {}
    runs = [read(path) for path in sorted(folder.glob(f"{COMMAND.split()[0]}-*.json"))]
    for evidence in sorted(runs, key=attrgetter("made")):
        if evidence.command.startswith(COMMAND):
            for key, finding in _of_run(evidence, register).items():
                if key not in best or finding.cases >= best[key].cases:
                    best[key] = finding
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for (question, reading, setting), finding in best.items():
        found[question, reading] = (*found.get((question, reading), ()), _line(finding, setting))
    return found


def _of_run(evidence: Evidence, register: Register) -> dict[_Key, Finding]:
    found: dict[_Key, Finding] = {}
    for finding in evidence.findings:
        doubt = register.ambiguities.get(finding.subject)
        reading = None if doubt is None else _reading_of(doubt, finding)
        if doubt is not None and reading is not None:
            # the first way to play that was measured is enough
            found.setdefault((doubt.id, reading.name, _setting(reading, finding)), finding)
    return found


def _reading_of(doubt: Ambiguity, finding: Finding) -> Reading | None:
    """The reading that a finding was measured of: it chooses what the reading chooses."""
    told = [each for each in doubt.readings if finding.statement.startswith(f"what {each.name} does instead of ")]
    return told[0] if told else None


def _setting(reading: Reading, finding: Finding) -> str:
    other = [f"{point}={way}" for point, way in finding.choices.items() if f"{point}={way}" not in reading.wire]
    return ", ".join(other)


def _line(finding: Finding, setting: str) -> str:
    """All numbers of seats side by side, with the standard errors, and on how many rounds they rest."""
    told = [words.format(", ".join(values)) for words, values in _values(finding)]
    seats = ", ".join(map(str, finding.seats))
    where = f" where {setting}" if setting else ""
    return f"measured in {finding.cases:,} rounds{where} with {seats} seats: {'; '.join(told)}" if told else ""


def _values(finding: Finding) -> Iterator[tuple[str, list[str]]]:
    for words, pattern in _FIGURES:
        found = [each for each in map(partial(re.search, pattern), finding.examples) if each is not None]
        if len(found) == len(finding.seats):
            yield words, [_with_change(*each.groups()) for each in found]


def _with_change(value: str, change: str = "") -> str:
    return f"{value} ({'' if change.startswith('-') else '+'}{change})" if change else value
