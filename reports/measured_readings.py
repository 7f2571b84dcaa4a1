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
_FIGURES: Final = (
    ("felt in {} % of rounds", r"felt in ([\d.]+)"),
    ("other scores in {} %", r"other scores ([\d.]+)"),
    ("blocked {} %", r"blocked ends ([\d.]+)±[\d.]+ \((-?[\d.]+)"),
    ("points captured {}", r"points captured ([\d.]+)±[\d.]+ \((-?[\d.]+)"),
    ("turns {}", r"turns ([\d.]+)±[\d.]+ \((-?[\d.]+)"),
)
"""How a figure is told, and where it stands in a finding: the figure itself, and how far it is from the default's."""

Lines = Mapping[tuple[str, str], tuple[str, ...]]
"""For a question and one of its readings what was measured, a line for each setting."""


def measured(folder: Path, register: Register) -> Lines:
    """What the evidence files of a folder say, the newest of each question. Raises UnreadableEvidence."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    runs = [read(path) for path in sorted(folder.glob(f"{COMMAND.split()[0]}-*.json"))]
    for evidence in sorted(runs, key=attrgetter("made")):
        if evidence.command.startswith(COMMAND):
            found |= _of_run(evidence, register)
    return found


def _of_run(evidence: Evidence, register: Register) -> Lines:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    settings: set[tuple[str, str, str]] = set()
    for finding in evidence.findings:
        doubt = register.ambiguities.get(finding.subject)
        reading = None if doubt is None else _reading_of(doubt, finding)
        if doubt is None or reading is None:
            continue
        setting = _setting(reading, finding)
        if (doubt.id, reading.name, setting) not in settings:  # the first way to play that was measured is enough
            settings.add((doubt.id, reading.name, setting))
            key = doubt.id, reading.name
            found[key] = (*found.get(key, ()), _line(finding, setting))
    return found


def _reading_of(doubt: Ambiguity, finding: Finding) -> Reading | None:
    """The reading that a finding was measured of: it chooses what the reading chooses."""
    told = [each for each in doubt.readings if finding.statement.startswith(f"what {each.name} does instead of ")]
    return told[0] if told else None


def _setting(reading: Reading, finding: Finding) -> str:
    other = [f"{point}={way}" for point, way in finding.choices.items() if f"{point}={way}" not in reading.wire]
    return ", ".join(other)


def _line(finding: Finding, setting: str) -> str:
    """All numbers of seats side by side."""
    told = [words.format(", ".join(values)) for words, values in _values(finding)]
    seats = ", ".join(map(str, finding.seats))
    where = f" where {setting}" if setting else ""
    return f"measured{where} with {seats} seats: {'; '.join(told)}" if told else ""


def _values(finding: Finding) -> Iterator[tuple[str, list[str]]]:
    for words, pattern in _FIGURES:
        found = [each for each in map(partial(re.search, pattern), finding.examples) if each is not None]
        if len(found) == len(finding.seats):
            yield words, [_with_change(*each.groups()) for each in found]


def _with_change(value: str, change: str = "") -> str:
    return f"{value} ({'' if change.startswith('-') else '+'}{change})" if change else value
