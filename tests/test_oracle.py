"""The kernel as the judge's oracle: what it claims it tells as the model does, and where it errs, it is found out."""

import itertools
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest

from model.game import Budget, Loop, Outcome, Seat, Won
from model.piles.points import PLAIN, POINTS, choices
from model.piles.profiles import BEGGAR
from properties.conformance import journal
from properties.conformance.cases import Case, deals_of_size, random_case
from properties.conformance.connectors import InProcess
from properties.conformance.judge import CONVENTIONS, Verdict, model_oracle, told_of
from properties.conformance.oracles import ONE_IN, Oracle, OracleFault, Told, is_sampled
from properties.conformance.planner import decides_play
from properties.conformance.protocol import (
    AdapterName,
    Bye,
    ByeReply,
    GameClaim,
    Hello,
    HelloOk,
    HelloReply,
    Play,
    PlayOk,
    PlayReply,
    Request,
    encode,
    to_wire,
)
from properties.conformance.runner import rejudge
from properties.conformance.settings import Settings
from properties.conformance.summary import Summary, summarise
from properties.conformance.verify import verify
from reports import markdown_verdict, verdict_document
from reports.screen.faults import OWN_FAULT, tell
from solver.kernel import oracle as kernel
from solver.kernel.need import NoKernel
from solver.kernel.oracle import EITHER_WAY, MANY, Ending, KernelOracle, claims, end_of, oracle_for
from tests.command import ROOT, within

ENDS = sorted(EITHER_WAY["end"])
FAST = KernelOracle(patience=0)
CASELLA = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"
"""Casella's deal of the English pack: 34 cards and 4 tricks, then 440 and 62, for ever."""


def case_of(text: str, game: str = "beggar", **more: object) -> Case:
    named = f"{text} {sorted(more.items())}"
    return msgspec.convert({"id": named, "game": game, "hands": text.split("/")} | more, Case)


@pytest.fixture
def any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the kernel asked of small deals as well, where every deal can be tried."""
    monkeypatch.setattr(kernel, "FEWEST_CARDS", 2)


def told(case: Case, oracle: KernelOracle = FAST) -> Told | None:
    oracle.expect(case)
    return oracle(case)


def small_deals(letters: str, up_to: int) -> Iterator[str]:
    for cards in range(2, up_to + 1):
        yield from map("/".join, deals_of_size(cards, 2, letters))


def goes_round(text: str) -> bool:
    return isinstance(model_oracle(case_of(text)).outcome, Loop)


def random_deal(source: random.Random, cards: int) -> str:
    letters = "".join(source.choices("-JQKA", (9, 1, 1, 1, 1), k=cards))
    cut = source.randrange(1, cards)
    return f"{letters[:cut]}/{letters[cut:]}"


# --- what it tells


@pytest.mark.usefixtures("any_size")
@pytest.mark.parametrize("end", ENDS)
def test_every_small_deal_ends_as_the_model_says(end: str) -> None:
    found: set[type[Outcome]] = set()
    for text in (*small_deals("-JQ", 5), *small_deals("-J", 7)):
        case = case_of(text, choices={"end": end}, budget=2_000)
        right = told_of(model_oracle(case))
        assert told(case) == right, text
        found.add(type(right[0]))
    assert found == {Won, Loop}
    assert len(CONVENTIONS) == 4


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("game", ["beggar", "camicia"])
def test_random_deals_end_as_the_model_says(game: str, end: str) -> None:
    source = random.Random(f"{game} {end}")
    payer_out = source.choice(sorted(EITHER_WAY["payer_out"]))
    for cards in (13, 20, 33, 40, 52, 63, 64, *source.choices(range(13, 65), k=33)):
        case = case_of(random_deal(source, cards), game, choices={"end": end, "payer_out": payer_out}, budget=100_000)
        assert told(case) == told_of(model_oracle(case)), case


def test_more_pay_cards_than_fit_into_a_word() -> None:
    source = random.Random(5)
    for cards in (33, 40, 64, 64):
        text = "".join(source.choices("JQKA-", k=cards))
        case = case_of(f"{text[:30]}/{text[30:]}")
        assert told(case) == told_of(model_oracle(case)), case


def test_a_long_run_gets_it_at_its_first_long_deal() -> None:
    case = case_of(CASELLA)
    assert told(case, oracle_for(MANY)) is not None
    assert told(case, oracle_for(MANY - 1)) is None


def test_the_ways_of_counting_differ_where_somebody_could_not_answer() -> None:
    """So that none of them is told right by accident."""
    source = random.Random(6)
    seen = {end: set[int]() for end in ENDS}
    for end, _ in itertools.product(ENDS, range(30)):
        found = told(case_of(random_deal(source, 20), choices={"end": end}))
        assert found is not None
        seen[end].add(len(set(found)))
    assert all(4 in each for end, each in seen.items() if end != "lead_on")
    assert {1, 2} <= set().union(*seen.values())


@pytest.mark.usefixtures("any_size")
@pytest.mark.parametrize("end", ENDS)
def test_a_budget_ends_games_where_the_model_ends_them(end: str) -> None:
    source = random.Random(end)
    loops = [
        text for text in small_deals("-J", 7) if isinstance(model_oracle(case_of(text, budget=2_000)).outcome, Loop)
    ]
    given_up = 0
    for text in (CASELLA, *loops[:6], *(random_deal(source, source.randrange(4, 30)) for _ in range(12))):
        whole = model_oracle(case_of(text, choices={"end": end})).outcome
        assert not isinstance(whole, Budget)
        last = whole.cards if isinstance(whole, Won) else whole.stem_cards + whole.period_cards
        for budget in {1, last - 1, last, last + 1} - {0}:
            case = case_of(text, choices={"end": end}, budget=budget)
            right = told_of(model_oracle(case))
            assert told(case) == right, case
            given_up += isinstance(right[0], Budget)
    assert given_up > 10


def test_casellas_deal_goes_round_as_is_known() -> None:
    assert told(case_of(CASELLA)) == (Loop(34, 4, 440, 62),) * 4


def test_what_people_write_as_digits_and_with_spaces_is_the_same_deal() -> None:
    plain, written = case_of("J---Q---/--K----A"), case_of("1000 2000/0 03 0000 4")
    assert told(plain) == told(written) == told_of(model_oracle(written))


@pytest.mark.usefixtures("any_size")
@pytest.mark.parametrize(("cards", "pay_map"), [*itertools.product(("rank", "full"), sorted(EITHER_WAY["pay_map"]))])
def test_named_cards_owe_what_the_pay_map_says(cards: str, pay_map: str) -> None:
    source = random.Random(f"{cards} {pay_map}")
    pack = [rank + suit * (cards == "full") for rank in "23456789TJQKA" for suit in "cdhs"]
    ended = 0
    for number in (4, 6, 9, 20, 30, 40, 52):
        dealt, cut = source.sample(pack, number), source.randrange(1, number)
        text = f"{''.join(dealt[:cut])}/{''.join(dealt[cut:])}"
        case = case_of(text, cards=cards, choices={"pay_map": pay_map})
        right, found = told_of(model_oracle(case)), told(case)
        assert found == (None if isinstance(right[0], Loop) else right), text
        ended += found is not None
    assert ended or pay_map == "no_pay"


@pytest.mark.usefixtures("any_size")
def test_where_named_cards_go_round_the_model_is_asked() -> None:
    """Cards that owe the same are not the same cards: with ranks a position comes again later, or never as early."""
    classes = next(filter(goes_round, small_deals("-J", 6)))
    others = iter("23456789T")
    ranks = "".join(next(others) if letter == "-" else letter for letter in classes)
    assert isinstance((told(case_of(classes)) or ())[0], Loop)
    assert isinstance(model_oracle(case_of(ranks, cards="rank")).outcome, Loop)
    assert told(case_of(ranks, cards="rank")) is None


# --- what it leaves to the model


NOT_CLAIMED = {
    "three seats": case_of("J-------/--------/--------"),
    "few cards": case_of("J-----/------"),
    "too many cards": case_of("J" + "-" * 32 + "/" + "-" * 32),
    "cards in the middle": case_of("J-------/--------", middle="-"),
    "slaps": case_of("J2345678/92345678", "banka", cards="rank", timeline=[[1, 0]]),
    "a game with slaps, though nobody slaps": case_of("J2345678/92345678", "banka", cards="rank"),
    "step by step": case_of("J-------/--------", script=["lay"]),
    "an empty hand": case_of("J------------/"),
    "no budget": case_of("J-------/--------", budget=0),
    "Bank": case_of("2c3c4c5c6c7c8c/2d3d4d5d6d7d8d", "bank", cards="full"),
}


@pytest.mark.parametrize("what", NOT_CLAIMED)
def test_what_it_does_not_claim_goes_to_the_model(what: str) -> None:
    assert not claims(NOT_CLAIMED[what])
    assert told(NOT_CLAIMED[what]) is None


def test_deals_at_the_edges_are_claimed() -> None:
    assert claims(case_of("J------/------"))
    assert claims(case_of("J" + "-" * 31 + "/" + "-" * 32))
    assert not claims(case_of("J            ----/-------"))  # spaces are no cards


@dataclass(frozen=True, slots=True)
class Way:
    point: str
    name: str


WAYS = [
    Way(name, way)
    for name, point in POINTS.items()
    if "beggar" in point.games
    for way in point.ways("beggar")
    if name != "end" and way != choices(BEGGAR)[name]
]
MAKES_NO_DIFFERENCE = [way for way in WAYS if way.name in EITHER_WAY[way.point]]
OF_THE_MODEL = [way for way in WAYS if way not in MAKES_NO_DIFFERENCE]


def test_every_point_of_the_plain_games_is_spoken_for() -> None:
    assert set(EITHER_WAY) == {name for name, point in POINTS.items() if point.games >= PLAIN}
    assert {way.point for way in OF_THE_MODEL} == {"payer_out", "sole_holder", "pile_order", "leader", "time_rule"}


@pytest.mark.usefixtures("any_size")
@pytest.mark.parametrize("way", MAKES_NO_DIFFERENCE, ids=str)
def test_claimed_alternatives_make_no_difference_with_two_seats(way: Way) -> None:
    """Judged by the model alone: with this alternative or without it, every small deal ends in the same way."""
    assert claims(case_of("J-------/--------", choices={way.point: way.name}))
    of_play = decides_play(way.point) and not way.point.startswith("count_")
    deals = [*small_deals("-JQ", 5 if of_play else 3)]
    for end, text in itertools.product(ENDS, deals):
        usual = case_of(text, choices={"end": end}, budget=2_000)
        other = case_of(text, choices={"end": end, way.point: way.name}, budget=2_000)
        assert told_of(model_oracle(usual)) == told_of(model_oracle(other)), text


@pytest.mark.parametrize("way", [way for way in OF_THE_MODEL if way.name != "shuffled"], ids=str)
def test_alternatives_that_are_left_to_the_model_make_a_difference(way: Way) -> None:
    """Else the kernel could tell of them too."""
    chosen = {way.point: way.name}
    assert not claims(case_of("J-------/--------", choices=chosen))
    deals = [case_of(text, budget=20) for text in (*small_deals("-JQ", 5), *small_deals("-J", 6))]
    alike = [msgspec.structs.replace(case, choices=chosen) for case in deals]
    assert any(
        told_of(model_oracle(one)) != told_of(model_oracle(other)) for one, other in zip(deals, alike, strict=True)
    )


def test_chance_is_never_asked_of_the_kernel() -> None:
    assert not claims(case_of("J-------/--------", choices={"pile_order": "shuffled"}))


# --- when it is there


def test_short_runs_are_left_to_the_model() -> None:
    patient, case = KernelOracle(patience=3), case_of(CASELLA)
    small = case_of("J-/--")
    answers = []
    for _ in range(5):
        patient.expect(small)
        patient.expect(case)
        answers.append(patient(case) is not None)
    assert answers == [False, False, False, True, True]


def test_without_numba_the_model_is_asked_and_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise NoKernel

    monkeypatch.setattr("solver.kernel.need.require", missing)
    kernel.trouble.cache_clear()
    try:
        assert told(case_of(CASELLA), KernelOracle(patience=0)) is None
    finally:
        kernel.trouble.cache_clear()
    assert capfd.readouterr() == ("", "")


BROKEN = {
    "empty": ("", "module 'numba' has no attribute 'njit'"),
    "half installed": ("def njit(): pass", "module 'numba' has no attribute 'config'"),
    "RuntimeError": ("raise RuntimeError('\\nLLVM is broken\\nvery')", "(RuntimeError: LLVM is broken)"),
    "AttributeError": ("import numpy; numpy.nonexistent", "(AttributeError: module 'numpy' has no attribute"),
    "OSError": ("raise OSError('llvmlite.so')", "(OSError: llvmlite.so)"),
    "ImportError": ("raise ImportError('Numba needs NumPy 1.26')", "(ImportError: Numba needs NumPy 1.26)"),
    "an end": ("import sys; sys.exit(3)", "(SystemExit: 3)"),
}


def broken(folder: Path, source: str) -> Path:
    """Something that is called numba and is of no use: a folder for the path."""
    (folder / "numba").mkdir()
    (folder / "numba" / "__init__.py").write_text(source, "utf-8")
    return folder


@pytest.fixture
def first_asked() -> Iterator[None]:
    """Have it found out again, now and afterwards, whether the kernel works."""
    kernel.trouble.cache_clear()
    yield
    kernel.trouble.cache_clear()


@pytest.fixture
def no_numba_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have numba imported anew, from wherever it is found then."""
    import numba.extending  # so that there is something to come back to

    for each in [name for name in sys.modules if name.partition(".")[0] == numba.__name__]:
        monkeypatch.delitem(sys.modules, each)


@pytest.mark.usefixtures("first_asked", "no_numba_yet")
@pytest.mark.parametrize("how", BROKEN)
def test_with_a_broken_numba_the_model_is_asked_and_a_count_says_why_it_cannot(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, reason = BROKEN[how]
    monkeypatch.syspath_prepend(broken(tmp_path, source))
    oracle = KernelOracle(patience=0)
    assert told(case_of(CASELLA), oracle) is None
    assert reason in oracle.trouble
    for words in (("count", "JJ----"), ("sweep", "--deals", "10")):
        ran = within(*words, "--evidence", str(tmp_path / "evidence"))
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("fairdeal: numba is there but does not load (")
        assert reason in ran.err
        assert "pip install" in ran.err


@pytest.mark.usefixtures("first_asked")
@pytest.mark.parametrize("fault", [OSError("no code for this processor"), SystemExit(3)], ids=repr)
def test_where_the_first_game_cannot_be_compiled_the_model_is_asked(
    fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(case: Case) -> Ending:
        raise fault

    monkeypatch.setattr(kernel, "end_of", failing)
    oracle = KernelOracle(patience=0)
    assert told(case_of(CASELLA), oracle) is None
    assert str(fault) in oracle.trouble


@pytest.mark.usefixtures("first_asked")
def test_where_numba_may_not_compile_the_model_is_asked_and_a_sweep_says_why_it_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import config

    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    assert told(case_of(CASELLA), KernelOracle(patience=0)) is None
    for words in (("count", "JJ----"), ("sweep", "--deals", "10")):
        ran = within(*words, "--evidence", str(tmp_path / "evidence"))
        assert (ran.code, ran.out) == (2, "")
        assert "NUMBA_DISABLE_JIT keeps it from compiling: unset it" in ran.err


def test_a_long_run_with_a_broken_numba_comes_to_its_verdict(tmp_path: Path) -> None:
    """A run that would ask the kernel at its first long deal, in a process of its own that cannot load numba."""
    script = (
        "import sys; from fairdeal import main; import solver.kernel.oracle as kernel; kernel.MANY = 10; "
        "sys.argv[1:] = ['verify', '--seats', '2', '--up-to', '2', '--two-classes', '0', '--random', '20', '--again', "
        "'0', '--journal', sys.argv[1] + '/j', '--json', '--', sys.executable, 'tests/specimens/correct.py']\n"
        "try:\n    main()\nfinally:\n    print(kernel.trouble.cache_info().currsize, kernel.trouble(), "
        "file=sys.stderr)"
    )
    paths = os.pathsep.join((str(broken(tmp_path, "import sys; sys.exit(3)")), str(ROOT)))
    words = [sys.executable, "-c", script, str(tmp_path)]
    made = subprocess.run(
        words, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}
    )
    assert json.loads(made.stdout)["verdict"] == "conforms"
    assert made.stderr.lstrip().startswith(
        "1 numba is there but does not load (SystemExit: 3)"
    )  # beside it nothing is said


def test_a_short_run_imports_neither_numba_nor_numpy(tmp_path: Path) -> None:
    script = (
        "import sys; from fairdeal import main; sys.argv[1:] = ['verify', '--seats', '2', '--up-to', '2', "
        "'--two-classes', '0', '--random', '20', '--again', '0', '--journal', sys.argv[1] + '/j', '--evidence', "
        "sys.argv[1], '--json', '--', sys.executable, 'tests/specimens/correct.py']\n"
        "try:\n    main()\nfinally:\n    print(sorted({'numba', 'numpy'} & set(sys.modules)), file=sys.stderr)"
    )
    words = [sys.executable, "-c", script, str(tmp_path)]
    made = subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)
    assert made.stderr.splitlines()[-1] == "[]"
    assert json.loads(made.stdout)["counts"]["pass"] > 20


def test_a_job_gets_a_copy() -> None:
    ready = KernelOracle(patience=0)
    case = case_of(CASELLA)
    assert told(case, pickle.loads(pickle.dumps(ready))) == told(case, ready) is not None


# --- what the judge makes of it


class Program:
    """Plays by the model, and says what `change` makes of that; `place` is how it counts, which it does not tell."""

    def __init__(self, change: Callable[[Case, Outcome], Outcome] = lambda _, outcome: outcome, place: int = 0) -> None:
        self._change = change
        self._place = place

    def answer(self, request: Request) -> bytes:
        match request:
            case Hello():
                claim = GameClaim("beggar", loop="first_repeat")
                return encode(HelloReply(request.id, HelloOk(1, AdapterName("program"), (claim,))))
            case Bye():
                return encode(ByeReply(request.id, {}))
            case Play():
                case = Case("x", request.game, request.deal.hands, choices=request.variant, budget=request.budget.cards)
                outcome = self._change(case, told_of(model_oracle(case))[self._place])
                return encode(PlayReply(request.id, PlayOk(to_wire(outcome))))
        raise AssertionError(request)


RANDOM = [random_case(BEGGAR, 2, number, 1, {}) for number in range(4 * ONE_IN)]
SAMPLED = next(filter(is_sampled, RANDOM))
CASES = [case for case in RANDOM if not is_sampled(case)][:12]


def run(program: Program, oracle: Oracle | None, path: Path | None = None, cases: Sequence[Case] = CASES) -> Summary:
    settings = Settings("beggar", (2,), deals=tuple(cases), again=0)
    last = list(verify(lambda: InProcess(program.answer), ("x",), settings, "test", path, oracle=oracle))[-1]
    assert isinstance(last, Summary)
    return last


def verdicts(summary: Summary) -> dict[str, Verdict]:
    return {one.case.id: one.verdict for one in summary.judged}


def one_more(case: Case, outcome: Outcome) -> Outcome:
    """A fault that shows in long games only."""
    return replace(outcome, cards=outcome.cards + 1) if isinstance(outcome, Won) and outcome.cards > 300 else outcome


@pytest.mark.parametrize("place", range(4))
def test_verdicts_are_the_same_with_the_kernel_and_without(place: int) -> None:
    """Also where the way of counting is only found out in the course of the run, and verdicts are stated anew."""
    with_it, without = run(Program(place=place), KernelOracle(patience=0)), run(Program(place=place), None)
    assert with_it.convention == without.convention == CONVENTIONS[place]
    assert verdicts(with_it) == verdicts(without)


@pytest.mark.parametrize("program", [Program(), Program(one_more, 3)], ids=["right", "wrong"])
def test_a_journal_is_judged_the_same_with_the_kernel_and_without_byte_for_byte(
    program: Program, tmp_path: Path
) -> None:
    first = run(program, KernelOracle(patience=0), tmp_path / "journal")
    shown, pages = {repr(first.judged)}, set()
    for oracle in (None, KernelOracle(patience=0), KernelOracle()):
        result = summarise(*rejudge(journal.read(tmp_path / "journal"), oracle))
        pages.add((msgspec.json.encode(verdict_document.document(result)), markdown_verdict.page(result)))
        shown.add(repr(result.judged))
    assert len(pages) == len(shown) == 1


def wrong(change: Callable[[Ending], Ending], monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a kernel that errs."""
    monkeypatch.setattr(kernel, "end_of", lambda case: change(end_of(case)))


def another_count(found: Ending) -> Ending:
    return replace(found, outcome=one_more_trick(found.outcome))


def one_more_trick(outcome: Outcome) -> Won | Loop:
    assert isinstance(outcome, Won | Loop)
    return replace(outcome, tricks=outcome.tricks + 1) if isinstance(outcome, Won) else outcome


def other_winner(found: Ending) -> Ending:
    if isinstance(found.outcome, Loop):
        return found
    return replace(found, outcome=replace(found.outcome, winners=(Seat(1 - found.outcome.winners[0]),)))


ERRORS: dict[str, Callable[[Ending], Ending]] = {
    "tricks": another_count,
    "winner": other_winner,
    "unanswered": lambda found: replace(found, unanswered=not found.unanswered),
    "endless": lambda found: Ending(Loop(2, 1, 6, 2)),
}


@pytest.mark.parametrize("what", [name for name in ERRORS if name != "unanswered"])
def test_a_wrong_kernel_never_makes_a_right_program_fail(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong(ERRORS[what], monkeypatch)
    with pytest.raises(OracleFault, match=r"the deal [-JQKA]+/[-JQKA]+ of beggar") as caught:
        run(Program(), KernelOracle(patience=0))
    assert tell(caught.value) == OWN_FAULT


@pytest.mark.parametrize("what", ERRORS)
def test_a_kernel_that_errs_as_the_program_does_is_found_by_the_sample(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Program and kernel agree in everything, so that nothing fails: only who looks again can see it."""

    def same_error(case: Case, outcome: Outcome) -> Outcome:
        return ERRORS[what](end_of(case)).outcome

    wrong(ERRORS[what], monkeypatch)
    assert run(Program(same_error), KernelOracle(patience=0)).failures == 0
    with pytest.raises(OracleFault):
        run(Program(same_error), KernelOracle(patience=0), cases=[*CASES, SAMPLED])


def test_the_sample_is_one_in_so_many_and_always_the_same() -> None:
    """These numbers were found in another process, on another day."""
    cases = {number: msgspec.structs.replace(case_of("J-/--"), id=f"deal {number}") for number in range(20 * ONE_IN)}
    found = [number for number, case in cases.items() if is_sampled(case)]
    assert 8 < len(found) < 40
    assert found[:5] == [29, 298, 394, 407, 414]


def test_a_verdict_that_is_stated_anew_is_held_against_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """While answers come in, a way of counting leads that is not the final one: the kernel's word was not checked."""
    monkeypatch.setattr("properties.conformance.judge.check", lambda *_: None)
    wrong(ERRORS["unanswered"], monkeypatch)
    with pytest.raises(OracleFault, match="judged by something else than the model"):
        run(Program(place=3), KernelOracle(patience=0))
