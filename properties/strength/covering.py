"""Choosing the core: few cases, small ones, that notice everything that any case notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from properties.conformance.cases import Case
from properties.conformance.core import Core, named
from properties.misbehaviours import Misbehaviour, misbehaviour
from properties.strength.adapters import adapter_row
from properties.strength.rows import Kill, Matrix, Row

Order = tuple[Any, ...]


def choose(matrix: Matrix, cases: Sequence[Case]) -> Core:
    """The core of a game: cases for all that cases can notice, checks for the rest.

    What a case with two seats can notice, one in the core does: many programs play with two seats only.
    """
    easy = {case.id: ease(case) for case in cases}
    for_two = frozenset(case.id for case in cases if len(case.hands) == 2)
    by_case = {
        row.name: frozenset(kill.by for kill in fair_kills(row, cases) if not row.beyond_cases) for row in matrix.rows
    }
    seen = {name: ids for name, ids in by_case.items() if ids}
    by_check = {
        row.name: frozenset(kill.by for kill in row.kills if kill.means == "check")
        for row in matrix.rows
        if not by_case[row.name]
    }
    by_two = {f"{name} for two": ids & for_two for name, ids in seen.items() if ids & for_two}
    chosen = cover(seen | by_two, lambda each: easy[each])
    checks = cover({name: ids for name, ids in by_check.items() if ids}, lambda each: (each,))
    stateful = [row.name for row in matrix.misbehaviours if seen.get(row.name)]
    every = completed(matrix.game, named(chosen, cases), cases, stateful)
    return Core(tuple(case.id for case in every), tuple(sorted(checks)))


def completed(game: str, chosen: Sequence[Case], cases: Sequence[Case], adapters: Sequence[str]) -> tuple[Case, ...]:
    """The cases chosen, the easiest first, with more of them for adapters that remember what was asked before.

    Such an adapter fails a case because of the cases before it, and these need not be among those that were chosen.
    """
    core = sorted(chosen, key=ease)
    others = sorted((case for case in cases if case.phase != "records" and not case.choices), key=ease)
    for name in adapters:
        found = misbehaviour(name, game)
        if found is None or _fails(found, core):
            continue
        grown = (sorted((*core, case), key=ease) for case in others if case not in core)
        core = next((each for each in grown if _fails(found, each)), core)
    return tuple(core)


def _fails(adapter: Misbehaviour, cases: Sequence[Case]) -> bool:
    """Whether an adapter fails one of these cases, asked in this order."""
    return any(kill.means == "case" for kill in adapter_row(adapter, cases).kills)


def ease(case: Case) -> Order:
    """The order in which cases are chosen and asked: the smallest deal first, then the shortest script."""
    size = len(case.round_deal.cards) if case.game == "bank" else sum(map(len, (*case.deal.hands, case.deal.middle)))
    return size, len(case.hands), len(case.script or ()), case.id


def fair_kills(row: Row, cases: Sequence[Case]) -> tuple[Kill, ...]:
    """The cases that notice a row in a program that offers no other rules than those that it needs to show.

    Records, which are long, are among them only where nothing else is; and where there are none, the others.
    """
    known = {case.id: case for case in cases}
    mine = [kill for kill in row.kills if kill.means == "case"]
    plain = [kill for kill in mine if (known[kill.by].choices | kill.agreed).items() <= row.under.items()]
    short = [kill for kill in plain if known[kill.by].phase != "records"]
    return tuple(short or plain or mine)


def cover(noticed: Mapping[str, frozenset[str]], ease: Callable[[str], Order]) -> tuple[str, ...]:
    """Few ids that meet every one of these sets: always the one that meets most, and in the end none that is idle."""
    left = dict(noticed)
    chosen: list[str] = []
    while left:
        ids = sorted(frozenset().union(*left.values()), key=ease)
        best = max(ids, key=lambda each: sum(each in met for met in left.values()))
        chosen.append(best)
        left = {name: met for name, met in left.items() if best not in met}
    for each in sorted(chosen, key=ease, reverse=True):
        others = frozenset(chosen) - {each}
        if all(met & others for met in noticed.values()):
            chosen.remove(each)
    return tuple(chosen)
