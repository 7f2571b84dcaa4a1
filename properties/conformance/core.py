"""The core of a suite: few cases that notice every misreading that any of its cases notices.

It is chosen by `fairdeal strength --choose-core` and kept as data; the checks beside it are of the model's own rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources

import msgspec

from properties.conformance.bank.plan import shown_by
from properties.conformance.books import is_bank
from properties.conformance.cases import Case, SuiteError, load_suite


class Core(msgspec.Struct, frozen=True):
    """The core of one game: ids of cases, the smallest first, and the names of checks for what no case can show."""

    cases: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def cores() -> dict[str, Core]:
    """The core of every game, as it is kept."""
    source = resources.files("properties.conformance") / "suite" / "core.toml"
    return msgspec.convert(tomllib.loads(source.read_text(encoding="utf-8")), dict[str, Core])


def cases_of(game: str) -> tuple[Case, ...]:
    """All cases that every run asks: the suite, and in Bank the example of each misreading."""
    return (*load_suite(game), *(shown_by({}) if is_bank(game) else ()))


def core_of(game: str) -> tuple[Case, ...]:
    """The cases of a game's core, in the order in which they are asked. Raises SuiteError."""
    core = cores().get(game)
    if core is None:
        raise SuiteError(f"there is no core of the suite of {game}: leave out --core")
    return named(core.cases, cases_of(game))


def named(ids: Iterable[str], cases: Sequence[Case]) -> tuple[Case, ...]:
    """The cases of these ids, in this order. Raises SuiteError for an id that none has."""
    found = {case.id: case for case in cases}
    missing = [each for each in ids if each not in found]
    if missing:
        raise SuiteError(f"the core names the case '{missing[0]}', which the suite does not have: choose it anew")
    return tuple(found[each] for each in ids)


def as_toml(chosen: dict[str, Core]) -> str:
    """Cores as they are kept."""
    lines = [
        "# Chosen by `fairdeal strength --choose-core`: few cases that notice every misreading that any case notices,",
        "# the smallest first, and few checks of the model's own rules for what no case can show.",
        "",
    ]
    for game, core in chosen.items():
        lines.append(f"[{game}]")
        for name, ids in (("cases", core.cases), ("checks", core.checks)):
            lines += [f"{name} = [", *(f'    "{each}",' for each in ids), "]"]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"
