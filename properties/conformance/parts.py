"""A run in parts: shards that somebody ran apart, or jobs side by side; and their journals put together again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from properties.conformance.cases import PHASES
from properties.conformance.journal import (
    Footer,
    Header,
    Journal,
    JournalError,
    Line,
    Sent,
    read,
)
from properties.conformance.runner import COMPLETE, collected
from properties.conformance.settings import WHOLE, Shard


def folder_of(journal: Path) -> Path:
    """Where the journals of the jobs of a run lie until they are put together."""
    return journal.with_suffix(".parts")


def part_of(journal: Path, shard: Shard) -> Path:
    """The journal of one job."""
    return folder_of(journal) / f"{shard.index + 1}-of-{shard.of}.ndjson"


def lines_of(paths: Sequence[Path]) -> Iterator[Line]:
    """The lines of one run, whole or in parts. Raises JournalError."""
    runs = [(path, _one_run(path)) for path in paths]
    return iter(runs[0][1] if len(runs) == 1 else merge(runs))


def _one_run(path: Path) -> list[Line]:
    """The lines of a journal; of a run whose jobs have not come to their end, those of all jobs, without a footer."""
    lines = list(read(path))
    folder = folder_of(path)
    parts = sorted(folder.glob("*.ndjson")) if folder.is_dir() else []
    if not parts:
        return lines
    merged = merge([(part, list(read(part))) for part in parts])
    return [lines[0], *(line for line in merged[1:] if not isinstance(line, Footer))]


def merge(parts: Sequence[tuple[Path, Sequence[Line]]]) -> list[Line]:
    """One journal of several shards, its cases in the order of the plan. Raises JournalError for what does not fit."""
    headers = [_header(path, lines) for path, lines in parts]
    first = headers[0]
    for (path, _), header in zip(parts, headers, strict=True):
        if header.same_run != first.same_run:
            raise JournalError(f"{path}: is of another run than {parts[0][0]}: only shards of one run go together")
    shards = [header.settings.shard for header in headers]
    for place, shard in enumerate(shards):
        if shard in shards[:place]:
            raise JournalError(f"{parts[place][0]}: shard {shard} is given twice: give each journal once")
    missing = _missing(shards)
    whole = not missing
    settings = msgspec.structs.replace(first.settings, shard=_outer(shards) if whole else shards[0], jobs=1)
    header = msgspec.structs.replace(first, settings=settings)
    return [header, *_cases(parts), *_footer([lines for _, lines in parts], missing)]


def _header(path: Path, lines: Sequence[Line]) -> Header:
    if not lines or not isinstance(lines[0], Header):
        raise JournalError(f"{path}: has no header, so nothing says who was asked")
    return lines[0]


def _missing(shards: Sequence[Shard]) -> str:
    """Which parts of the whole these shards leave out, in words."""
    outer = _outer(shards)
    wanted = {Shard(index, shards[0].of) for index in range(outer.index, shards[0].of, outer.of)}
    left_out = sorted(wanted - set(shards), key=lambda shard: shard.index)
    if any(shard.of != shards[0].of for shard in shards):
        return "the shards are of different numbers of parts"
    return f"shard {', '.join(map(str, left_out))} is missing" if left_out else ""


def _outer(shards: Sequence[Shard]) -> Shard:
    """What all these parts together are a part of: jobs may have cut a shard further."""
    of = shards[0].of
    for parts in range(1, of + 1):
        outer = of // parts
        if of % parts == 0 and parts == len(shards) and len({shard.index % outer for shard in shards}) == 1:
            return Shard(shards[0].index % outer, outer)
    return WHOLE


def _cases(parts: Sequence[tuple[Path, Sequence[Line]]]) -> Iterator[Line]:
    """Every case with its replies, in the order of the plan."""
    cases = [case for _, lines in parts for case in collected(iter(lines))[1].cases.values()]
    for sent, replies in sorted(cases, key=lambda case: _order(case[0])):
        yield sent
        yield from replies


def _order(sent: Sent) -> tuple[int, int, str]:
    return PHASES.index(sent.case.phase), sent.place, sent.case.id


def _footer(parts: Sequence[Sequence[Line]], missing: str) -> Iterator[Footer]:
    """One footer, if every part has one: complete only if all are."""
    ends = [lines[-1] for lines in parts]
    footers = [end for end in ends if isinstance(end, Footer)]
    if len(footers) < len(parts):
        return
    reasons = [footer.reason for footer in footers if footer.reason != COMPLETE]
    spaces = [space for space in footers[0].spaces if all(space in footer.spaces for footer in footers)]
    yield Footer(
        reason=missing or (reasons[0] if reasons else COMPLETE),
        cases=sum(footer.cases for footer in footers),
        seconds=max(footer.seconds for footer in footers),
        spaces=tuple(spaces),
        searched=0 if missing else min(footer.searched for footer in footers),
    )


def put_together(journal: Path, lines: Sequence[Line]) -> None:
    """Replace a journal that only has a header by what its parts hold together, all at once, and drop the parts."""
    draft = folder_of(journal) / "whole"
    draft.unlink(missing_ok=True)
    whole = Journal(draft)
    for line in lines:
        whole.write(line)
    whole.close()
    draft.replace(journal)
    shutil.rmtree(folder_of(journal))
