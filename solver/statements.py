"""Everything that is proved of a family as proofs of one shape: lemmas, obligations, branches, the second route."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Any, Final, TypeVar

from properties.evidence import Grade, Shown, Solved, Verdict
from solver.compile import Compiled
from solver.desk import Desk, Outcome, Proof, agreed
from solver.frames import Branch
from solver.languages import Language
from solver.obligations import Choices, Family, Obligation, Scene
from solver.obligations.lemmas import LEMMAS
from solver.obligations.lists import Lemma
from solver.reach import can_be, impossible, met, reached
from solver.replay import Replay, Situation
from solver.second_route import second_route
from solver.solvers import Answer
from solver.validation import Validation

B = TypeVar("B")

LISTS: Final = Language("lists", "UFDTLIA", ("z3", "cvc5"))
"""Lists as a datatype, with quantifiers: yices knows neither."""
ANY_SEATS: Final = tuple(range(2, 7))
SITUATIONS: Final = 100
"""In so many random situations a translation is compared with what runs."""
SEED: Final = 1
LOOKING: Final = 10.0
"""How many seconds to look for a situation that confirms a `sat`."""


def proofs_of(family: Family[B]) -> Iterator[Proof[B]]:
    """All proofs that a family's declarations call for."""
    yield from OF_LISTS
    for obligation in family.obligations:
        yield _of_obligation(obligation)
    looping = [each for each in _by_scene(family.obligations) if each[0].scene.loop is not None]
    yield from (_of_scene("T2", each) for each in looping)
    scenes = [each for each in _by_scene(family.obligations) if each[0].scene.loop is None]
    for about in ("T1", "T2", "T3"):
        yield from (_of_scene(about, each) for each in scenes if about != "T3" or not each[0].scene.whole)


def _by_scene(obligations: Iterable[Obligation[B]]) -> Iterator[list[Obligation[B]]]:
    """The obligations of each scene. Raises ValueError for two scenes of one name."""
    scenes: dict[str, list[Obligation[B]]] = {}
    for obligation in obligations:
        known = scenes.setdefault(obligation.scene.name, [])
        if known and known[0].scene != obligation.scene:
            raise ValueError(f"two scenes are called '{obligation.scene.name}': they would share one translation")
        known.append(obligation)
    yield from scenes.values()


# --- L1 ---


def _lemma(lemma: Lemma, desk: Desk[Any]) -> Outcome:
    return settled(desk.ask(lemma.script(), language=LISTS))


OF_LISTS: Final[tuple[Proof[Any], ...]] = tuple(
    [Proof(lemma.id, lemma.statement, partial(_lemma, lemma), once=True) for lemma in LEMMAS]
)
"""The lemmas: the same proofs in every family."""


def settled(answers: Sequence[Solved]) -> Outcome:
    """What follows from the solvers' answers alone: held if all say `unsat`, failed if they contradict each other."""
    if agreed(answers):
        return Outcome(Verdict.HELD)
    said = ", ".join(f"{each.solver} says {each.answer}" for each in answers) or "no solver was asked"
    if {Answer.UNSAT, Answer.SAT} <= {each.answer for each in answers}:
        return Outcome(Verdict.FAILED, counterexample=f"the solvers contradict each other: {said}")
    return Outcome(Verdict.INCONCLUSIVE, counterexample=f"not proved: {said}")


# --- obligations ---


def _of_obligation(obligation: Obligation[B]) -> Proof[B]:
    return Proof(
        obligation.id,
        obligation.statement,
        partial(_obligation, obligation),
        obligation.clauses,
        obligation.when,
        obligation.under,
        obligation.seats,
        obligation.once,
        scene=obligation.scene.name,
    )


def _obligation(obligation: Obligation[B], desk: Desk[B]) -> Outcome:
    """One obligation put to the solvers; a `sat` is looked into with the model itself."""
    found = desk.compiled(obligation.scene)
    answers = desk.ask(found.query(obligation), language=obligation.language)
    outcome = settled(answers)
    if outcome.verdict is Verdict.INCONCLUSIVE and any(each.answer == Answer.SAT for each in answers):
        outcome = _replayed(obligation, found, desk)
    contracts = tuple(f"contract: {name} does what its contract says" for name in found.contracts)
    return outcome.resting_on((*obligation.assumptions, *contracts))


def _replayed(obligation: Obligation[B], found: Compiled[B], desk: Desk[B]) -> Outcome:
    """What the model makes of a `sat`."""
    replay = Replay(obligation, found, desk.family)
    situation = replay.smallest(min(desk.seconds, LOOKING))
    if situation is None:
        relaxed = "relaxed: not replayed; no small situation breaks the statement in the model"
        return Outcome(Verdict.INCONCLUSIVE, counterexample=relaxed)
    told = replay.told(situation)
    return Outcome(Verdict.FAILED, counterexample=told, situation=shown(situation, found.scene, desk.family))


def shown(situation: Situation, scene: Scene[B], family: Family[B]) -> Shown:
    """The situation in lines, as cards are laid out."""
    before = [line for name, value in situation.before.items() for line in _lines(family.show(name, value))]
    if isinstance(situation.after, str):
        return Shown(tuple(before), f"'{scene.name}'", (situation.after,), situation.broken)
    after = _lines(family.show("", situation.after))
    sizes = sum(map(family.count, situation.before.values())), family.count(situation.after)
    if is_dataclass(situation.after) and sizes[0] != sizes[1]:  # not of an answer that holds no cards at all
        after.append(f"{sizes[0]} card{'s' * (sizes[0] != 1)} before, {sizes[1]} after")
    return Shown(tuple(before), f"'{scene.name}'", tuple(after), situation.broken)


def _lines(text: str) -> list[str]:
    return text.strip().split(", ")


# --- why to believe it: T1, T2, T3 ---


def _of_scene(about: str, obligations: Sequence[Obligation[B]]) -> Proof[B]:
    """A proof about one scene, under all choices and for all seats for which something is stated of it."""
    scene = obligations[0].scene
    words, prove, most = CHECKS[about] if scene.loop is None else OF_LOOPS
    counted = [each for each in obligations if not each.once]
    everywhere = any(not each.seats for each in counted)
    seats = set(ANY_SEATS) if everywhere else {number for each in counted for number in each.seats}
    return Proof(
        f"{about}.{scene.name}",
        words.format(scene.name),
        partial(prove, scene),
        when=partial(_any_of, tuple(each.when for each in obligations)),
        under=_one_by_one(scene, [choices for each in obligations for choices in each.under]),
        seats=() if everywhere and most is None else tuple(sorted(each for each in seats if each <= (most or each))),
        once=not counted,
        elsewhere=(2, 3) if most else (3, 2),
        scene=scene.name,
    )


def _any_of(conditions: tuple[Any, ...], declared: object) -> bool:
    return any(condition(declared) for condition in conditions)


def _one_by_one(scene: Scene[Any], choices: Sequence[Choices]) -> tuple[Choices, ...]:
    """The same without choices of several things at once: each alternative is then looked at once.

    A whole act is looked at under the book's own choices; alternatives have scenes of their own.
    """
    found: list[Choices] = []
    for each in choices:
        if each not in found:
            found.append(each)
    if scene.whole and {} in found:
        return ({},)
    return tuple(each for each in found if len(each) <= 1) or tuple(found)


def _validated(scene: Scene[B], desk: Desk[B]) -> Outcome:
    """T1: the terms evaluated beside the function itself."""
    found = desk.compiled(scene)
    validation = Validation(found, desk.family.cards)
    small = islice(map(dict, desk.family.small(scene.name, desk.seats)), SITUATIONS)
    said = validation.compared(chain(validation.situations(SITUATIONS, SEED), small))
    verdict = Verdict.FAILED if said.wrong else Verdict.HELD if said.compared else Verdict.INCONCLUSIVE
    note = f"what is assumed holds in {said.assumed} of {said.compared}"
    note += f"; in {said.unsafe} more the code reaches for what is not there, as the translation notes" * bool(
        said.unsafe
    )
    assumed = {"what is assumed holds": said.assumed} if said.assumed else {}  # where it does not, T2 looks for one
    return Outcome(verdict, Grade.SAMPLED, said.wrong, note=note, cases=said.compared, preconditions=assumed, seed=SEED)


def _branches(scene: Scene[B], desk: Desk[B]) -> Outcome:
    """T2: each branch with a situation that takes it, and any situation that meets what is assumed."""
    taken = reached(desk.compiled(scene), desk.family, desk.seconds)
    examples = {branch: _situation(desk, arguments) for branch, arguments in taken.items() if arguments is not None}
    if not examples:
        outcome = _assumed(scene, desk)
        if outcome.verdict is not Verdict.HELD:
            return outcome
        if not taken:
            return replace(outcome, examples=("there is no condition on the way", *outcome.examples))
    why = {branch: desk.family.out_of_reach(desk.book, desk.seats, scene.name, branch.way) for branch in taken}
    wrong = [f"nothing takes {branch}" for branch in taken if branch not in examples and not why[branch]]
    wrong += [f"{branch} was thought out of reach, but {how}" for branch, how in examples.items() if why[branch]]
    excused = [branch for branch in taken if branch not in examples and why[branch]]
    believed = [] if wrong else [branch for at, branch in enumerate(excused) if not _never(desk, scene, branch, at)]
    return Outcome(
        Verdict.INCONCLUSIVE if wrong else Verdict.HELD,
        Grade.EXEMPLIFIED,
        counterexample="; ".join(wrong),
        note=f"not proved to be out of reach ({len(believed)}): {'; '.join(map(str, believed))}" if believed else "",
        assumptions=tuple(f"out of reach: {branch}: {why[branch]}" for branch in excused),
        examples=tuple(f"{branch}: {how}" for branch, how in examples.items()) or ("every way is out of reach",),
    )


def _never(desk: Desk[B], scene: Scene[B], branch: Branch, at: int) -> bool:
    """Whether it is proved that nothing takes a branch. What z3 does not prove is asked of nobody else."""
    found = desk.compiled(scene)
    guard = found.branches[branch]
    if can_be(found, guard, seconds=desk.seconds) not in ("", Answer.UNSAT):
        return False
    words = f"T2.{scene.name}, {desk.seats} seats: nothing takes {branch}"
    return desk.proved(impossible(found, guard, about=(words,)), f"way{at + 1}")


def _assumed(scene: Scene[B], desk: Desk[B]) -> Outcome:
    """T2 of a scene that has no way to be looked at: whether anything meets what is assumed of its arguments."""
    found = desk.compiled(scene)
    arguments = met(found, desk.family, desk.seconds)
    if arguments is not None:
        return Outcome(Verdict.HELD, Grade.EXEMPLIFIED, examples=(f"what is assumed: {_situation(desk, arguments)}",))
    answer = can_be(found, seconds=desk.seconds)
    if answer == Answer.UNSAT:
        return Outcome(Verdict.FAILED, Grade.EXEMPLIFIED, counterexample="nothing meets what is assumed")
    if answer != Answer.SAT:
        why = f"no situation was found that meets what is assumed: z3 says {answer or 'nothing, it is not installed'}"
        return Outcome(Verdict.INCONCLUSIVE, Grade.EXEMPLIFIED, counterexample=why)
    note = "no situation was laid out that meets what is assumed; z3 says that there can be one"
    return Outcome(Verdict.HELD, Grade.EXEMPLIFIED, note=note, examples=("what is assumed: z3 says sat",))


def _situation(desk: Desk[B], arguments: Mapping[str, object]) -> str:
    try:
        return ", ".join(desk.family.show(name, value) for name, value in arguments.items())
    except (KeyError, ValueError):  # a deck of any numbers at all may hold some that no card has
        return ", ".join(f"{name} {value}" for name, value in arguments.items())


CHECKS: Final[Mapping[str, tuple[str, Callable[..., Outcome], int | None]]] = {
    "T1": ("in random and in small situations '{}' does what its translation says", _validated, 3),
    "T2": ("every way out of every condition that '{}' runs into can be taken", _branches, 3),
    "T3": ("on every path that Python takes through '{}' it does what its translation says", second_route, 3),
}
"""What is looked at for every scene without a loop: in words, how, and up to how many seats."""
OF_LOOPS: Final[tuple[str, Callable[..., Outcome], int | None]] = (
    "something meets what is assumed of '{}'",
    _assumed,
    3,
)
"""What is looked at for a scene with a loop."""
