"""The invariants and the worked examples as evidence: held, failed and inconclusive are told apart."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from model.cards import Zone
from model.piles.points import choose
from model.piles.profiles import BANKA, BEGGAR, CAMICIA, RATSCREW
from model.piles.rulebook import Book
from model.piles.state import Table, won_by
from properties import checks_run
from properties.checks_run import Looked, examples, run_checks
from properties.evidence import Finding, Grade, Verdict
from properties.invariants import INVARIANTS, clauses_for

SHORT = 250
"""Cards of a game that are looked at here: enough for every precondition to be met."""


def found(book: Book, number: int = 4, seed: int = 1, seats: tuple[int, ...] = (2, 3)) -> dict[str, Finding]:
    """The findings of a run by subject."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks_run, "BUDGET", SHORT)
        events = run_checks([book], number, seed, seats)
        return {event.subject: event for event in events if isinstance(event, Finding)}


def spoken_of(game: str) -> set[str]:
    """The invariants that say something of a game."""
    return {each.name for each in INVARIANTS if not each.clauses or clauses_for(game, each.clauses)}


@pytest.fixture(scope="module")
def beggar() -> dict[str, Finding]:
    return found(BEGGAR)


def test_every_example_and_every_invariant_holds_and_names_what_it_rests_on(beggar: dict[str, Finding]) -> None:
    assert {each.verdict for each in beggar.values()} == {Verdict.HELD}
    assert beggar["beggar/example-2"].grade is Grade.EXEMPLIFIED
    assert beggar["beggar/example-2"].examples == ("QA---/-J--K",)
    assert spoken_of("beggar") <= set(beggar)
    sampled = beggar["a new pay card cancels the debt"]
    assert (sampled.grade, sampled.seed, sampled.clauses) == (Grade.SAMPLED, 1, ("BMN-25",))
    assert sampled.cases > 8
    assert sampled.preconditions["precondition met"] > 20


def test_everything_that_is_said_of_banka_bever_is_looked_at_for_many_seats_too() -> None:
    banka = found(BANKA, number=4, seats=(2, 3, 5, 52))
    assert {each.verdict for each in banka.values()} == {Verdict.HELD}
    assert spoken_of("banka") <= set(banka)
    wrong = banka["a wrong slap moves no card"]
    assert (wrong.clauses, wrong.seats) == (("BB-42",), (2, 3, 5, 52))
    assert banka["the taker leads"].clauses == ("BB-39",)
    assert banka["hidden cards make no difference"].verdict is Verdict.HELD
    assert banka["two to fifty-two seats"].seats == tuple(range(1, 54))


def test_penalties_that_a_game_has_not_by_default_are_looked_at_as_well() -> None:
    ratscrew = found(RATSCREW, number=4, seats=(2, 3))
    assert {each.verdict for each in ratscrew.values()} == {Verdict.HELD}
    assert ratscrew["a wrong slap bars"].choices == {"wrong_slap": "lock_out:3"}
    assert ratscrew["burned cards go under the middle"].choices == {}


def test_a_finding_speaks_only_for_the_seats_where_its_precondition_was_met(beggar: dict[str, Finding]) -> None:
    assert beggar["the rest of a debt passes on"].seats == (3,)
    assert beggar["the first challenger pays for the second pay card"].seats == (2,)
    assert beggar["two to six seats"].seats == tuple(range(1, 10))


def test_every_other_random_game_is_played_with_the_whole_pack() -> None:
    few = found(BEGGAR, number=1, seats=(6,))["every card exactly once"].preconditions["precondition met"]
    both = found(BEGGAR, number=2, seats=(6,))["every card exactly once"].preconditions["precondition met"]
    assert both - few > 104


def test_what_needs_other_choices_is_said_to_hold_with_them(beggar: dict[str, Finding]) -> None:
    assert beggar["most cards win when the time is up"].choices == {"time_rule": "most_cards_at_budget"}
    assert beggar["a won pile has a winner"].choices == {"pile_order": "shuffled"}
    assert beggar["the taker leads"].choices == {}


def test_an_invariant_whose_precondition_never_held_is_inconclusive() -> None:
    passes_on = found(BEGGAR, number=1, seats=(2,))["the rest of a debt passes on"]
    assert (passes_on.verdict, passes_on.preconditions) == (Verdict.INCONCLUSIVE, {"precondition met": 0})


def test_what_speaks_of_another_game_only_is_left_out() -> None:
    camicia = found(CAMICIA, number=2)
    assert camicia["twenty each in Camicia"].verdict is Verdict.HELD
    assert "no jokers" not in camicia
    assert {each.game for each in camicia.values()} == {"camicia"}


def loses_a_card(hand: Zone, middle: Zone) -> Zone:
    return hand + middle[1:]


def asker_loses(book: Book, table: Table) -> Table:
    return won_by(table, table.turn, unanswered=False)


def test_a_book_that_loses_a_card_fails_with_the_first_game_that_shows_it() -> None:
    wrong = found(replace(BEGGAR, pile_order=loses_a_card), number=1, seats=(2,))
    lost = wrong["every card exactly once"]
    assert lost.verdict is Verdict.FAILED
    assert lost.counterexample == "the game of Q/--, tick 3"
    assert wrong["the next seat pays"].verdict is Verdict.HELD


def test_an_example_that_goes_out_otherwise_fails_and_says_where() -> None:
    (first, *_) = examples(replace(BEGGAR, paid=asker_loses))
    assert first.verdict is Verdict.FAILED
    assert first.counterexample.startswith("Q/--: winner should be 0 and is 1")
    (second, *_) = examples(choose(BEGGAR, {"count_cards": "laid_and_failed_draw"}))
    assert second.verdict is Verdict.HELD


def test_the_same_seed_gives_the_same_findings_and_another_gives_others() -> None:
    def counts(seed: int) -> list[Finding]:
        runs = found(BEGGAR, number=2, seed=seed, seats=(3,)).values()
        return [msgspec.structs.replace(each, seconds=0.0, seed=None) for each in runs]

    assert counts(1) == counts(1)
    assert counts(1) != counts(2)


def test_progress_is_told_and_seats_that_a_game_does_not_have_are_left_out() -> None:
    told = [event for event in run_checks([CAMICIA], 1, seats=range(2, 7)) if isinstance(event, Looked)]
    assert {(each.game, each.seats) for each in told} == {("camicia", 2), ("camicia", 3)}
