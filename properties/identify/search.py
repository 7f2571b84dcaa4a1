"""The search for what explains every answer: the fewest options, and the questions that tell them apart.

The plain hypothesis comes first. When it is refuted, each option is tried alone, then two at once, then three: those
that explain most of what went before are gone on with first, and each is held first against what refuted its parent,
so that most are dropped after one or two games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from properties.conformance.cases import Case, reading_order
from properties.conformance.judge import Judged
from properties.identify.hypotheses import Asking, Hypothesis, Option, extended, plain

MOST_OPTIONS: Final = 3
"""So many options at once are looked for."""
GONE_ON_WITH: Final = (1, 60, 40)
"""So many hypotheses with none, one, two options are given one more."""
FIRST_REFUTED: Final = 3
"""Against so many of the answers that refute its parent a hypothesis is held before all others."""
ALSO_LOOKED_AT: Final = 8
"""So many more hypotheses are gone on with where one has been found: another one may explain everything as well."""
LOOKED_AT: Final = 20
"""By so many answers that refute the claim, and so many that do not, it is seen which hypothesis is nearest."""
AHEAD: Final = 30
"""So many cases that tell something are compared for how much they tell."""
COMPARED: Final = 48
"""It is enough to compare so many of them, as long as a case tells these apart."""
MOST_ALIKE: Final = 24
"""Of so many hypotheses that explain all alike it is looked for what tells them apart."""
GONE_AROUND: Final = 2
"""To so many of them one option more is put, to see what that would change."""

Key = tuple[Option, ...]


@dataclass(slots=True)
class Search:
    """What has been answered so far, and what explains it."""

    asking: Asking
    judged: list[Judged] = field(default_factory=list)
    broken: list[Judged] = field(default_factory=list)
    """The cases at which the program broke, once these were put aside."""
    faults_aside: bool = False
    tell: Callable[[str], None] = lambda text: None
    """Is told in words how far the search has come."""
    _alive: list[Hypothesis] = field(default_factory=list)
    _held: dict[Key, tuple[int, int]] = field(default_factory=dict)
    """For each hypothesis the ways of telling that are left, after it was held against so many answers."""
    _plainest: set[int] = field(default_factory=set)
    """The plainest ways of telling that were left when the last question was chosen."""
    _dull: set[str] = field(default_factory=set)
    """Cases that tell no two apart of the hypotheses around those that are alive. Fewer of these they do not either."""
    _seen: set[Key] = field(default_factory=set)

    @property
    def tried(self) -> int:
        """So many hypotheses were held against the answers."""
        return len(self._seen)

    @property
    def plain(self) -> Hypothesis:
        """That the program plays what it claims."""
        return plain(self.asking.base)

    def hear(self, judged: Judged) -> None:
        """An answer has come."""
        if judged.verdict.fault is not None and self.faults_aside:
            self.broken.append(judged)
            return
        self.judged.append(judged)
        self.asking.hear(judged)

    def put_faults_aside(self) -> None:
        """From now on look for what explains the answers alone: nothing explains where the program breaks as well."""
        self.faults_aside = True
        self.broken += [one for one in self.judged if one.verdict.fault is not None]
        self.judged = [one for one in self.judged if one.verdict.fault is None]
        self._held.clear()

    # --- what explains the answers

    def ways(self, hypothesis: Hypothesis, first: Iterable[Judged] = ()) -> int:
        """The ways of telling in which a hypothesis explains every answer, `first` looked at first; 0 if in none."""
        self._seen.add(hypothesis.options)
        ways, held = self._held.get(hypothesis.options, (-1, 0))
        for one in first if ways and not held else ():
            ways &= self.asking.agrees(hypothesis, one)
        while ways and held < len(self.judged):
            ways &= self.asking.agrees(hypothesis, self.judged[held])
            held += 1
        self._held[hypothesis.options] = ways, held
        return ways

    def alive(self) -> list[Hypothesis]:
        """The hypotheses with fewest options that explain every answer, those that may be chosen first."""
        before = self._alive
        self._alive = [each for each in before if self.ways(each)] or self._find()
        others = set(self._alive[:MOST_ALIKE]) - set(before[:MOST_ALIKE])
        if others or self._alive[:GONE_AROUND] != before[:GONE_AROUND]:
            self._dull.clear()  # there are others around now, which these cases may tell apart
        return self._alive

    def around(self) -> list[Hypothesis]:
        """Those that are alive, and each of the first with one option more, as far as they explain every answer."""
        found = {each.options: each for each in self._alive[:MOST_ALIKE]}
        for each in self._alive[:GONE_AROUND]:
            for child in extended(each, self.asking.options):
                if child.options not in found and self.ways(child):
                    found[child.options] = child
        return list(found.values())

    def _find(self) -> list[Hypothesis]:
        """All of a level that explain everything, of the first level where there are any."""
        root = self.plain
        if self.ways(root):
            return [root]
        nodes, seen = [root], {root.options}
        for depth in range(MOST_OPTIONS):
            found, others = self._level(nodes[: GONE_ON_WITH[depth]], seen)
            if found:
                return sorted(found, key=self._likeliest_first)
            self.tell(f"nothing with {depth + 1} difference{'s' if depth else ''} explains all answers")
            if depth + 1 < MOST_OPTIONS:
                nodes = self.nearest_first(others)
        return []

    def _level(self, nodes: Sequence[Hypothesis], seen: set[Key]) -> tuple[list[Hypothesis], list[Hypothesis]]:
        """The children of these nodes that explain everything, and the others.

        Once there are any, only the children of a few more nodes are looked at for what explains it as well.
        """
        found: list[Hypothesis] = []
        others: list[Hypothesis] = []
        left = len(nodes)
        for node in nodes:
            if not left:
                break
            left -= 1
            missed = self._first_missed(node)
            children = [child for child in extended(node, self.asking.options) if child.options not in seen]
            seen.update(child.options for child in children)
            explaining = [child for child in children if self.ways(child, missed)]
            if explaining and not found:
                left = min(left, ALSO_LOOKED_AT)
            found += explaining
            others += children if not found else []
        return found, others

    def _likeliest_first(self, hypothesis: Hypothesis) -> tuple[int, list[int]]:
        """Rather what may be chosen than what is misread; then in the order of the options."""
        order = {option: place for place, option in enumerate(self.asking.options)}
        misread = sum(option.misreading for option in hypothesis.options)
        return misread, sorted(order[option] for option in hypothesis.options)

    def nearest_first(self, hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
        """By how many of some answers they explain, most first; a part of the answers stands for all."""
        wrong = _some(self.missed(self.plain))
        ids = {one.case.id for one in wrong}
        part = [*wrong, *_some([one for one in self.judged if one.case.id not in ids])]
        return sorted(hypotheses, key=lambda each: (-self._score(each, part), self._likeliest_first(each)))

    def _score(self, hypothesis: Hypothesis, part: Sequence[Judged]) -> int:
        return max(Counter(_bits(self.asking.agrees(hypothesis, one) for one in part)).values(), default=0)

    def missed(self, hypothesis: Hypothesis) -> list[Judged]:
        """The answers that a hypothesis does not explain, in the way of telling that explains most; easiest first."""
        fitting = [self.asking.agrees(hypothesis, one) for one in self.judged]
        way = best_way(fitting)
        missed = [one for one, fits in zip(self.judged, fitting, strict=True) if not fits >> way & 1]
        return sorted(missed, key=easiest)

    def _first_missed(self, hypothesis: Hypothesis) -> list[Judged]:
        """Some of the easiest answers that a hypothesis does not explain in any way of telling."""
        ordered = sorted(self.judged, key=easiest)
        never = islice((one for one in ordered if not self.asking.agrees(hypothesis, one)), FIRST_REFUTED)
        return list(never) or self.missed(hypothesis)[:FIRST_REFUTED]

    # --- what to ask next

    def question(self, cases: Sequence[Case], population: Sequence[Hypothesis]) -> Case | None:
        """The case that tells most about a population of hypotheses; None if none tells any two apart."""
        ways = [self.ways(each) for each in population]
        plainest = [left & -left for left in ways]
        if set(plainest) != self._plainest:
            self._dull.clear()
            self._plainest = set(plainest)
        all_of_them = list(zip(population, plainest, strict=True))
        some = all_of_them[:: max(1, len(all_of_them) // COMPARED)]
        for compared in (some, all_of_them):
            telling = islice(self._telling(cases, compared, wholly=compared is all_of_them), AHEAD)
            best = max(telling, key=lambda each: each[0], default=None)
            if best is not None:
                return best[1]
        return None

    def _telling(
        self, cases: Sequence[Case], population: Sequence[tuple[Hypothesis, int]], wholly: bool
    ) -> Iterator[tuple[float, Case]]:
        """The cases that tell something, and how much; those that tell nothing of the whole are not looked at again."""
        for case in cases:
            if case.id in self._dull:
                continue
            told = _information(Counter(self.asking.foretells(each, case, way) for each, way in population))
            if told:
                yield told, case
            elif wholly:
                self._dull.add(case.id)


def easiest(judged: Judged) -> tuple[int, tuple[int, int, int, str]]:
    """By how easy a case is to read; of scripts, those with fewest actions to the first difference come first."""
    parting, script = judged.verdict.parting, judged.case.script or ()
    return (parting.action if parting is not None else len(script)), reading_order(judged.case)


def best_way(fitting: Sequence[int]) -> int:
    """The way of telling (the place of its bit) in which most answers fit; the plainest of several."""
    times = Counter(_bits(fitting))
    return min(times, key=lambda way: (-times[way], way), default=0)


def _bits(fitting: Iterable[int]) -> Iterator[int]:
    for fits in fitting:
        place = 0
        while fits > 0:
            if fits & 1:
                yield place
            fits >>= 1
            place += 1


def _some(judged: Sequence[Judged]) -> list[Judged]:
    """Some of many, from all over."""
    return list(judged[:: max(1, len(judged) // LOOKED_AT)])


def _information(answers: Counter[object]) -> float:
    """How much an answer tells, in bits, where each hypothesis is as likely as the others."""
    total = answers.total()
    return sum(times / total * math.log2(total / times) for times in answers.values())
