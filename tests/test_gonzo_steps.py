"""gonzo at the step level: what its adapter shows is what gonzo does, its faults included."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from model.cards import Labelling, format_zone
from model.deal import parse_deal
from model.game import NOBODY, Act, Action, Applied, Seat, Tick
from model.piles import slaps
from model.piles.play import initial, step, unslapped
from model.piles.points import choose
from model.piles.profiles import RATSCREW
from model.piles.rulebook import Book
from model.piles.state import Phase, Table
from tests.command import ROOT, fairdeal
from tests.step_program import StepProgram, intents, next_seat, running

PYTHON: Final = ROOT / ".venv-gonzo/bin/python"
GONZO: Final = (str(PYTHON), str(ROOT / "properties/conformance/adapters/gonzo.py"))
pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="NOT RUN: gonzo is not installed (make verify does)")
PHASES: Final = {Phase.LAYING: "laying", Phase.WON: "won", Phase.OVER: "over"}


@pytest.fixture(scope="module")
def gonzo() -> Iterator[StepProgram]:
    """gonzo, held by its adapter."""
    with running(GONZO) as program:
        yield program


def claim(gonzo: StepProgram) -> dict[str, Any]:
    games: list[dict[str, Any]] = gonzo.ask("hello", protocol=[1])["ok"]["games"]
    (found,) = (game for game in games if game["game"] == "ratscrew")
    return found


def claimed(gonzo: StepProgram) -> Book:
    """The rules that gonzo says it plays."""
    return choose(RATSCREW, {point: only for point, (only,) in claim(gonzo)["variant"].items()})


def played(gonzo: StepProgram, deal: str, script: str) -> dict[str, Any]:
    """The table after a script, or what was said instead of `ok`."""
    return gonzo.script(gonzo.deal("ratscrew", deal), script)


def shown(book: Book, table: Table) -> dict[str, Any]:
    """A table of the model as gonzo's adapter shows one."""
    state: dict[str, Any] = {
        "hands": [format_zone(hand) for hand in table.hands],
        "middle": format_zone(table.middle),
        "phase": PHASES[table.phase],
        "owed": table.debt,
        "claimant": None if table.claimant == NOBODY else table.claimant,
    }
    return state if table.phase == Phase.OVER else state | {"turn": next_seat(book, table)}


def random_deal(source: random.Random) -> str:
    """Hands of few ranks, so that much can be slapped."""
    ranks = source.choice(["23J", "2J", "23Q", "2345TJQKA"])
    seats = source.randint(2, 6)
    return "/".join("".join(source.choices(ranks, k=source.randint(1, 6))) for _ in range(seats))


def random_tick(book: Book, table: Table, source: random.Random) -> Tick:
    """What comes next: hands where the middle may be slapped, and wrong ones of seats that lose nothing by them."""
    seats = [Seat(seat) for seat in range(len(table.hands))]
    source.shuffle(seats)
    if source.random() < 0.7 and slaps.slappable(book, table):
        return tuple(Action(seat, Act.SLAP) for seat in seats[: source.randint(1, 3)])
    without = [seat for seat in seats if not table.hands[seat]]
    if source.random() < 0.3 and without and table.phase == Phase.LAYING:
        return (Action(without[0], Act.SLAP),)
    return (unslapped(book, table),)


# --- it plays the game that it claims, where none of its faults comes in ---


def test_it_claims_the_steps_of_ratscrew(gonzo: StepProgram) -> None:
    assert claim(gonzo) == {
        "game": "ratscrew",
        "levels": ["step"],
        "seats": [2, 3, 4, 5, 6],
        "cards": ["rank"],
        "variant": {
            "deal": ["equal_rest_to_middle"],
            "payer_out": ["claimant_takes"],
            "sole_holder": ["takes_when_turn_returns"],
            "burned_order": ["onto_burned"],
        },
        "ties": "ruled",
        "observe": ["state"],
        "fork": True,
        "gaps": [],
    }


def test_without_wrong_slaps_it_keeps_every_rule_that_it_claims(gonzo: StepProgram) -> None:
    book, source = claimed(gonzo), random.Random(4)
    seen = {"slapped": 0, "tie": 0, "free": 0, "over": 0, "collected": 0}
    for _ in range(60):
        deal = random_deal(source)
        table, name = initial(book, parse_deal(deal, Labelling.RANK)), gonzo.deal("ratscrew", deal)
        for at in range(60):
            assert gonzo.state(name) == shown(book, table), deal
            if table.phase == Phase.OVER:
                seen["over"] += 1
                break
            tick = random_tick(book, table, source)
            hands = sum(action.act is Act.SLAP for action in tick)
            seen["collected"] += tick[0].act is Act.COLLECT
            seen["slapped"] += hands > 0 and slaps.slappable(book, table)
            seen["free"] += hands > 0 and not slaps.slappable(book, table)
            seen["tie"] += hands > 1
            applied = step(book, table, tick)
            assert isinstance(applied, Applied)
            table = applied.state
            assert gonzo.tick(name, at, *intents(tick)) == {"ok": {"at": at + 1}}, deal
        gonzo.ask("drop", table=name)
    assert min(seen.values()) >= 20, seen


@pytest.mark.parametrize(("hands", "taker"), [("CA!", 2), ("AC!", 0)])
def test_of_several_hands_the_undermost_wins(gonzo: StepProgram, hands: str, taker: int) -> None:
    state = played(gonzo, "53/54/5", f"A:lay B:lay {hands}")
    assert (state["hands"][taker][-2:], state["middle"], state["turn"]) == ("55", "", taker)


def test_wrong_hands_at_one_instant_pay_one_after_the_other(gonzo: StepProgram) -> None:
    state = played(gonzo, "234/567/89T", "A:lay CB!")
    assert (state["hands"], state["middle"]) == (["34", "67", "9T"], "852")


# --- its faults, each in the smallest script ---


def test_left_over_cards_are_lost(gonzo: StepProgram) -> None:
    assert played(gonzo, "2/3/4+5", "") == {
        "hands": ["2", "3", "4"], "middle": "", "phase": "laying", "turn": 0, "owed": 0, "claimant": None,
    }  # fmt: skip


def test_after_that_the_game_never_ends(gonzo: StepProgram) -> None:
    state = played(gonzo, "J/2+3", "A:lay B:lay A:collect")
    assert (state["hands"], state["phase"]) == (["J2", ""], "laying")
    state = played(gonzo, "J/2+3", "A:lay B:lay A:collect" + " A:lay A:collect" * 50)
    assert (sorted(state["hands"][0]), state["phase"]) == (["2", "J"], "laying")


def test_a_payer_that_burns_its_last_card_is_said_to_be_the_claimant(gonzo: StepProgram) -> None:
    state = played(gonzo, "K23/5/6789", "A:lay B!")
    assert (state["turn"], state["owed"], state["claimant"]) == (2, 3, 1)
    state = played(gonzo, "K23/5/6789", "A:lay B! C:lay C:lay C:lay B:collect")
    assert (state["hands"], state["turn"]) == (["23", "5K678", "9"], 1)
    assert played(gonzo, "J/2", "A:lay B! B:collect")["hands"] == ["", "2J"]


def test_a_wrong_slap_without_cards_breaks_it_while_a_pile_waits(gonzo: StepProgram) -> None:
    table = gonzo.deal("ratscrew", "J9/5")
    assert gonzo.script(table, "A:lay B:lay")["phase"] == "won"
    broken = gonzo.tick(table, 2, (1, "slap"))
    assert broken == {"err": {"type": "IndexError", "message": "No cards left in player's card stack"}}
    assert gonzo.tick(table, 2, (0, "collect")) == broken
    assert gonzo.ask("look", table=table, what=["state"]) == broken
    assert gonzo.ask("drop", table=table) == {"ok": {}}
    assert played(gonzo, "J9/5", "A:lay")["middle"] == "J"


def test_cards_burned_later_lie_above_those_burned_before(gonzo: StepProgram) -> None:
    state = played(gonzo, "24/35", "A:lay B! A! B:lay")
    assert state["middle"] == "3425"


def test_the_winner_that_slaps_has_collected(gonzo: StepProgram) -> None:
    assert played(gonzo, "J9/54", "A:lay B:lay A!")["hands"] == ["9J5", "4"]


def test_verify_finds_them_by_itself_with_a_few_actions_each(tmp_path: Path) -> None:
    few = ("--game", "ratscrew", "--seats", "2,3", "--up-to", "2", "--two-classes", "2", "--random", "5")
    ran = fairdeal("verify", "--json", *few, "--", *GONZO, cwd=tmp_path)
    assert ran.code == 1, ran.out + ran.err
    failures = [each for each in json.loads(ran.out)["failures"] if len(each["script"]) <= 12]
    assert any(each["middle"] and each["got"] == "in the middle nothing" for each in failures)
    assert any((each["expected"], each["got"]) == ("A claims the pile", "B claims the pile") for each in failures)
    assert any("IndexError" in each["got"] for each in failures)


# --- what is asked wrongly ---

REFUSED: Final = {
    "another seat lays": ("J9/54", "", (1, "lay"), "not-your-turn"),
    "another seat collects": ("J9/54", "A:lay B:lay", (1, "collect"), "not-your-turn"),
    "nothing to collect": ("J9/54", "", (0, "collect"), "illegal-action"),
    "first collect": ("J9/54", "A:lay B:lay", (0, "lay"), "illegal-action"),
    "no such seat": ("J9/54", "", (2, "slap"), "illegal-action"),
    "the game is over": ("J/5", "A:lay B:lay A:collect", (0, "lay"), "game-over"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_it_does_not_heed_is_refused_and_changes_nothing(gonzo: StepProgram, name: str) -> None:
    deal, before, act, why = REFUSED[name]
    table = gonzo.deal("ratscrew", deal)
    state, at = gonzo.script(table, before), len(before.split())
    assert gonzo.tick(table, at, act)["no"]["why"] == why
    assert gonzo.state(table) == state
    assert gonzo.tick(table, at + 1, (0, "slap"))["no"]["why"] == "stale"


def test_one_tick_is_one_act_or_one_slap_of_each(gonzo: StepProgram) -> None:
    table = gonzo.deal("ratscrew", "29/54")
    for do in ([(0, "lay"), (1, "slap")], [(1, "slap"), (1, "slap")], [(0, "lay"), (1, "lay")]):
        assert gonzo.tick(table, 0, *do)["no"]["why"] == "illegal-action"
    assert gonzo.state(table)["hands"] == ["29", "54"]


def test_what_it_does_not_play_is_refused(gonzo: StepProgram) -> None:
    def why(game: str = "ratscrew", cards: str = "rank", hands: object = ("2", "3"), **variant: str) -> str:
        deal = {"hands": hands, "cards": cards}
        refused: str = gonzo.ask("new", game=game, rules="1.0", variant=variant, deal=deal)["no"]["why"]
        return refused

    assert why(game="banka") == why(cards="class") == why(hands=["2"] * 7) == why(payer_out="pass_remainder")
    assert why(slaps="double") == "unsupported"
    assert why(hands=["2", ""]) == why(hands=["2", "-"]) == why(hands=["2", 3]) == "bad-deal"
    assert gonzo.ask("look", table=gonzo.deal("ratscrew", "2/3"), what=["legal"])["no"]["why"] == "unsupported"


# --- tables ---


def test_a_table_can_be_doubled(gonzo: StepProgram) -> None:
    table = gonzo.deal("ratscrew", "KJ3/54/67")
    gonzo.script(table, "A:lay C! B:lay")
    twin = gonzo.ask("fork", table=table)["ok"]
    assert (twin["at"], gonzo.state(twin["table"])) == (3, gonzo.state(table))
    left, right = gonzo.script(table, "B:lay", at=3), gonzo.script(twin["table"], "A!", at=3)
    assert (left["middle"], right["middle"]) == ("6K54", "6JK5")


def test_tables_and_whole_games_do_not_disturb_each_other(gonzo: StepProgram) -> None:
    tables = [gonzo.deal("ratscrew", f"2{rank}/3{rank}") for rank in "456789"]
    play = {"game": "beggar", "rules": "1.0", "variant": {}, "budget": {"cards": 99}}
    for seat in (0, 1):
        for table in tables:
            assert gonzo.tick(table, seat, (seat, "lay")) == {"ok": {"at": seat + 1}}
            outcome = gonzo.ask("play", deal={"hands": ["Q", "--"]}, **play)["ok"]["outcome"]
            assert outcome == {"status": "won", "winner": 0, "cards": 3, "tricks": 1}
    assert [gonzo.state(table)["hands"] for table in tables] == [[rank, rank] for rank in "456789"]


def test_a_dropped_table_is_gone_and_leaves_no_thread(gonzo: StepProgram) -> None:
    before = psutil.Process(gonzo.pid).num_threads()
    for _ in range(50):
        table = gonzo.deal("ratscrew", "J9/5")
        gonzo.tick(table, 0, (0, "lay"))
        assert gonzo.ask("drop", table=table) == {"ok": {}}
        assert gonzo.ask("drop", table=table)["no"]["why"] == "unsupported"
    assert psutil.Process(gonzo.pid).num_threads() <= before + 2
