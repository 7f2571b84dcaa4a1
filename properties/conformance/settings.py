"""What a user wants verified: the part of a run that is decided before the first case, and kept in its journal."""

from __future__ import annotations

import math
import re
from typing import Final, Literal

import msgspec

from properties.conformance.cases import Case, hash_of

LONGEST_DEADLINE: Final = 86_400.0


class SettingsError(ValueError):
    """Settings that make no sense. The message names the setting, what is wrong, and what would be right."""


class Deadlines(msgspec.Struct, frozen=True):
    """How long to wait, in seconds: for one answer (and a second more for every 10,000 cards of the case's budget), for
    one case with all its restarts, and for the run."""

    request: float = 2.0
    case: float = 120.0
    run: float = 3_600.0


class Shard(msgspec.Struct, frozen=True):
    """One of several parts of a run: the cases whose hash leaves `index` when divided by `of`."""

    index: int = 0
    of: int = 1

    def __post_init__(self) -> None:
        """Refuse a part that is none. Raises SettingsError."""
        if not 0 <= self.index < self.of:
            raise SettingsError(
                f"part {self.index + 1} of {self.of} is none: write --shard 1/4 for the first of four parts"
            )

    def holds(self, case_id: str) -> bool:
        """Whether a case belongs to this part; a case that is asked again belongs where it was asked first."""
        if self.of == 1:
            return True
        return hash_of(case_id) % self.of == self.index

    def split(self, jobs: int) -> tuple[Shard, ...]:
        """This part cut into so many smaller ones."""
        return tuple(Shard(self.index + self.of * job, self.of * jobs) for job in range(jobs))

    def __str__(self) -> str:
        return f"{self.index + 1}/{self.of}"


WHOLE: Final = Shard()


class Settings(msgspec.Struct, frozen=True):
    """What the user wants verified. Sizes are cards in a deal; `random` is deals for each number of seats."""

    game: str = ""
    seats: tuple[int, ...] = ()
    choices: dict[str, str] = {}
    all_classes_up_to: int = 5
    two_classes_up_to: int = 8
    random: int = 300
    seed: int = 1
    deadlines: Deadlines = Deadlines()
    suite: str = ""
    """A folder of the user's own cases; empty for ours."""
    deals: tuple[Case, ...] = ()
    """Only these cases, if there are any."""
    core: bool = False
    """Only the core of our suite."""
    level: Literal["", "outcome", "trace", "step"] = ""
    """Empty: as far as the program is able."""
    wire: Literal["json", "tab"] = "json"
    memory: int = 2_048
    """MiB that the program and all it starts may use together."""
    processes: int = 64
    """How many processes it may be."""
    shard: Shard = WHOLE
    jobs: int = 1
    seconds: float = 0.0
    """Go on with random deals for so long; 0 for as many as `random` says."""
    most_failures: int = 0
    """Stop after so many failures; 0 for never."""
    again: int = 5
    """So many cases in a hundred are asked again in a fresh process and in another order."""
    steps: int = 0
    """The most actions in one script, where chance makes the scripts (`fuzz`); 0 for every other run."""

    @property
    def highest_level(self) -> str:
        """The level that is judged at most: with tabs there are only outcomes."""
        return "outcome" if self.wire == "tab" else self.level

    def __post_init__(self) -> None:
        """Refuse what makes no sense. Raises SettingsError."""
        for name in ("request", "case", "run"):
            seconds = getattr(self.deadlines, name)
            if not (math.isfinite(seconds) and 0 < seconds <= LONGEST_DEADLINE):
                raise SettingsError(
                    f"the deadline for a {name} is {seconds} seconds: give a number above 0, and at most a day (86400)"
                )
        if not (math.isfinite(self.seconds) and self.seconds >= 0):
            raise SettingsError(f"a run for {self.seconds} seconds makes no sense: write for example --for 10m")
        if not 0 <= self.again <= 100:
            raise SettingsError(f"{self.again} in a hundred cannot be asked again: give a number from 0 to 100")
        if not 1 <= self.memory <= 1 << 20 or not 1 <= self.processes <= 1 << 20:
            raise SettingsError(
                f"{self.memory} MiB and {self.processes} processes are no limits: give at least 1 of each"
            )
        if not 1 <= self.jobs <= 64:
            raise SettingsError(f"{self.jobs} jobs are no useful number: give 1 to 64")


def shard_of(text: str) -> Shard:
    """`i/n` as people write it, i from 1. Raises SettingsError."""
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise SettingsError(f"'{text[:40]}' is no shard: write --shard 1/4 for the first of four parts")
    return Shard(int(found[1]) - 1, int(found[2]))


def seconds_of(text: str) -> float:
    """A time as people write it: 90, 90s, 10m, 2h. Raises SettingsError."""
    number, unit = (text[:-1], text[-1]) if text and text[-1] in "smh" else (text, "s")
    try:
        seconds = float(number) * {"s": 1, "m": 60, "h": 3_600}[unit]
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and 0 < seconds <= 100 * LONGEST_DEADLINE):
        raise SettingsError(f"'{text}' is no time: write for example 90s, 10m or 2h")
    return seconds
