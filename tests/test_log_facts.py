"""What one line of a log tells, true or not: where it is found, and which clause decides it."""

from __future__ import annotations

import pytest

from properties.conformance.log_entries import LogError, Wanted
from properties.conformance.logs import parse, verdict
from tests.recorded import Line, judged, told

# --- one fact after the other: what a line tells, where it stands, and the clause that decides it ---

THREE_SEATS = "game banka\ndeal J95/5KQ/784\n"
AFTER_A_JACK = THREE_SEATS + "A lays J\n"

FACTS = [
    (AFTER_A_JACK + "C lays 7", 4, "BB-14", "B owes A 1"),
    (AFTER_A_JACK + "A collects", 4, "BB-19", "nobody takes a pile"),
    (AFTER_A_JACK + "B owes 2 to A", 4, "BB-15", "B owes A 1"),
    (AFTER_A_JACK + "B owes 1 to C", 4, "BB-14", "B owes A 1"),
    (AFTER_A_JACK + "C is next", 4, "BB-14", "B owes A 1"),
    (AFTER_A_JACK + "B lays K", 4, "BB-09", "the top card of B is 5, not K"),
    (AFTER_A_JACK + "B wins the pile", 4, "BB-19", "B owes A 1"),
    (AFTER_A_JACK + "game over", 4, "BB-44", "B owes A 1"),
    (AFTER_A_JACK + "A wins", 4, "BB-44", "B owes A 1"),
    (AFTER_A_JACK + "table 95/5KQ/784", 4, "BB-19", "there are 9 cards"),
    (AFTER_A_JACK + "table 9J/5KQ/784+5", 4, "BB-09", "the hand of A is 95, not 9J"),
    (AFTER_A_JACK + "C slaps rightly", 4, "BB-32", "the slap is wrong"),
    (AFTER_A_JACK + "C slaps\nC burns 7", 5, "BB-42", "no card is paid"),
    (AFTER_A_JACK + "C slaps\nC gives 1 card to A", 5, "BB-42", "no card is paid"),
    (AFTER_A_JACK + "C slaps\nC may not slap for 3 cards", 5, "BB-42", "no card is paid"),
    (AFTER_A_JACK + "C slaps\nB burns 5", 5, "BB-42", "B has no hand on the middle"),
    (AFTER_A_JACK + "B lays 5\nB takes J5", 5, "BB-19", "A has won the pile"),
    (AFTER_A_JACK + "B lays 5\nC slaps\nC takes J5", 6, "BB-42", "nothing may be slapped here"),
    (AFTER_A_JACK + "B lays 5\nB lays K", 5, "BB-19", "A has won the pile"),
    (AFTER_A_JACK + "B lays 5\nC is next", 5, "BB-19", "A has won the pile"),
    (AFTER_A_JACK + "B lays 5\nA takes 5J", 5, "BB-37", "A takes J5 (2 cards), not 5J"),
    (AFTER_A_JACK + "B lays 5\nA takes 3 cards", 5, "BB-35", "A takes J5 (2 cards), not 3 cards"),
    (AFTER_A_JACK + "B lays 5\nA takes J5\nB lays K", 6, "BB-39", "A is next"),
    (AFTER_A_JACK + "B lays 5\nA takes J5\nA takes J5", 6, "BB-19", "taken already"),
    (AFTER_A_JACK + "B lays 5\nA slaps\nB takes J5", 6, "BB-19", "A has won the pile"),
    (THREE_SEATS + "B lays 5", 3, "BB-09", "A is next"),
    ("game banka\ndeal 57/58/9\nA lays 5\nC lays 9", 4, "BB-40", "B is next"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps wrongly", 5, "BB-32", "the slap is right"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\nC burns 9", 6, "BB-32", "the slap is right"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\nA takes 55", 6, "BB-28", "C takes the pile, not A"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\nC takes 5", 6, "BB-28", "C takes 55 (2 cards), not 5"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC slaps\ntable 7/8/559", 6, "BB-37", "is 955, not 559"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC, A slap\ntable 755/8/9", 6, "BB-41", "the hand of A is 7"),
    ("game banka\ndeal 57/58/9\nA lays 5\nB lays 5\nC, C slap", 5, "BB-41", "one hand on the pile"),
    ("game banka_core\ndeal 57/58/9\nA lays 5\nB lays 5\nC, A slap", 5, "BB-41", "do not say whose hand wins"),
    ("game banka\nset empty_hand=out\ndeal 5/58/9\nA lays 5\nB lays 5\nA slaps", 6, "BB-28", "A may not slap now"),
    ("game banka\nset slap_in_debt=forbidden\ndeal J/58\nA lays J\nB slaps", 5, "BB-28", "B may not slap now"),
    ("game ratscrew\nset wrong_slap=lock_out:3\ndeal 78/58\nA lays 7\nB slaps\nB slaps", 6, "BMN-53", "B may not"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nB slaps\nB burns 8", 5, "BMN-53", "B pays 5 (1 card)"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nB slaps\nB burns 2 cards", 5, "BMN-53", "B pays 5 (1 card)"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nB slaps\ntable 8/58+7", 5, "BMN-53", "the hand of B is 8, not 58"),
    ("game ratscrew\ndeal 78/58\nA lays 7\nrefused: B slaps", 4, "BMN-53", "it costs something"),
    ("game ratscrew\ndeal 7/7\nA lays 7\nB lays 7\nB slaps\nA wins", 6, "BMN-45", "B has won"),
    ("game banka\ndeal 7/7\nA lays 7\nB lays 7\nB slaps\nB lays 7", 6, "BB-44", "the game is over"),
    ("game banka\ndeal J7/7\nrefused: A lays J", 3, "BB-09", "the rules allow this: A is next"),
    ("game banka\ndeal J7/7\nrefused (game-over): B lays 7", 3, "BB-09", "the reason is not-your-turn, not game-over"),
    ("game banka\ndeal J7/7\nA lays J\nB lays 7\nrefused: A collects", 5, "BB-19", "the rules allow this"),
    ("game banka\ndeal QJ/K78\nA lays Q\nB lays K\nA owes 2 to B", 5, "BB-20", "A owes B 3"),
    ("game banka\ndeal J7/7\nA is next\nB is next", 4, "BB-09", "A is next"),
    ("game banka\ntells owes\ndeal J7/7\nA lays J\nB lays 7", 4, "BB-14", "leaves it out"),
    ("game beggar\ncards rank\ndeal Q7/K8\nA lays Q\nB lays 8", 5, "BMN-15", "the top card of B is K, not 8"),
    ("game beggar\ndeal J-/-J\nA lays J\nB lays -\nB takes J-", 5, "BMN-24", "A takes the pile, not B"),
    ("game beggar\ndeal J-/-J\nA lays J\nB lays -\nA takes -J", 5, "BMN-42", "A takes J- (2 cards), not -J"),
    ("game beggar\ndeal J-/-J\nA lays J\nB lays -\nB lays J", 5, "BMN-43", "A is next"),
    ("game beggar\ndeal K-/J-\nA lays K\nA owes 1 to B", 4, "BMN-13", "B owes A 3"),
]


@pytest.mark.parametrize(("text", "line", "clause", "why"), FACTS)
def test_each_kind_of_thing_that_cannot_be(text: str, line: int, clause: str, why: str) -> None:
    found = verdict(parse(text.encode(), Wanted()), "a.log")
    assert found.impossible is not None
    assert found.impossible.line == line
    clauses = [each.id for each in found.impossible.clauses]
    assert clause in clauses
    assert found.game != "banka" or all(each.startswith("BB-") for each in clauses)
    assert why in found.impossible.why


SHUFFLED = "game slapjack\ndeal 7J4/J52\nA lays 7\nB lays J\nA slaps\nA takes the pile\n"
SHUFFLED += "A lays J\nB lays 5\nA lays 4\nB lays 2\n"
WON_BY_A = "game banka\nset leader=after_last_layer\ntable 9/8/7+J5\nwon by A\n"
TWO_JACKS = "game banka\nset leader=after_last_layer\ntable 9/8/7+JJ\nturn B\nowed 1 to A\nC slaps\n"

UNKNOWN = [
    ("game ratscrew\ndeal 78/?\nA lays 7\nB slaps\nB burns 2 3", 5, "BMN-53", "B pays 1 card"),
    ("game ratscrew\ndeal 78/?\nA lays 7\nB slaps\ntable 8/.+?77", 5, "BMN-53", "there are 3 cards"),
    (SHUFFLED + "A lays 9", 11, "BMN-05", "no card out of sight is a 9: they are 7J"),
    (f"game camicia\ncards rank\ndeal {'?' * 20}/{'?' * 20}\nA lays 8", 4, "BMN-56", "the pack has none"),
    ("game banka\ntable 95/.\nturn A\nA lays 9", 4, "BB-44", "the game is over"),
    (WON_BY_A + "last B\nA takes J5\nB lays 8", 7, "BB-39", "C is next"),
    (TWO_JACKS + "C lays 7", 7, "BB-39", "B is next"),
    ("game banka\nset time_rule=most_cards_at_budget\ndeal 98/765\nA lays 9\nA wins", 5, "BB-44", "B is next"),
]
POSSIBLE_TEXTS = [
    WON_BY_A + "A takes J5\nA lays 9",
    WON_BY_A + "A takes J5\nB lays 8",
    WON_BY_A + "A takes J5\nC lays 7",
    TWO_JACKS + "B lays 8",
    SHUFFLED + "A lays 7",
    "game banka\nset time_rule=most_cards_at_budget\ndeal 98/765\nA lays 9\nB wins",
    "game banka\ndeal 7/7\nrefused: A collects\nrefused (illegal-action): A collects\nrefused (too late): B lays",
    "game banka\ndeal 75/78\nA lays 7\nrefused (window-closed): B slaps\nB lays 7",
    "game banka\ndeal 75/78\nA plays 7 # a comment\nB turns 7\nA and B slap\nA takes all\nA flips 5",
]


@pytest.mark.parametrize(("text", "line", "clause", "why"), UNKNOWN)
def test_what_cannot_be_where_little_is_known(text: str, line: int, clause: str, why: str) -> None:
    test_each_kind_of_thing_that_cannot_be(text, line, clause, why)


@pytest.mark.parametrize("text", POSSIBLE_TEXTS)
def test_what_can_be_where_little_is_known(text: str) -> None:
    assert told(verdict(parse(text.encode(), Wanted()), "a.log")) == ""


STATE = {"hands": ["9", "8", "7"], "middle": "J", "turn": 1, "owed": 1, "claimant": 0, "phase": "laying"}


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"turn": 2}, "BB-14"),
        ({"owed": 2}, "BB-15"),
        ({"claimant": None}, "BB-15"),
        ({"phase": "won"}, "BB-19"),
        ({"phase": "over"}, "BB-44"),
        ({"middle": "9", "hands": ["J", "8", "7"]}, "BB-09"),
        ({"hands": ["9", "8"]}, None),
        ({}, ""),
    ],
)
def test_each_part_of_a_table_that_is_told(change: dict[str, object], clause: str | None) -> None:
    head = {"log": "fairdeal-log/1", "game": "banka", "deal": {"hands": ["J9", "8", "7"]}}
    lines: list[Line] = [head, {"do": [{"seat": 0, "act": "lay"}], "state": STATE | change}]
    if clause is None:
        with pytest.raises(LogError, match="has 2 hands"):
            judged(lines)
        return
    found = judged(lines).impossible
    assert (clause in [each.id for each in found.clauses]) if found else not clause


def test_an_answered_pile_is_not_told_as_unanswered() -> None:
    lines: list[Line] = [
        {"log": "fairdeal-log/1", "game": "banka", "deal": {"hands": ["J9", "8"]}},
        {"do": [{"seat": 0, "act": "lay"}]},
        {"do": [{"seat": 1, "act": "lay"}], "events": [{"e": "won", "seat": 0, "unanswered": True}]},
    ]
    found = judged(lines).impossible
    assert found is not None
    assert (found.line, found.clauses[0].id) == (3, "BB-19")


def test_whose_turn_it_would_be_after_the_end_is_nobody_s_matter() -> None:
    head = {"log": "fairdeal-log/1", "game": "banka", "deal": {"hands": ["7", "7"]}}
    state = {"hands": ["77", ""], "middle": "", "turn": 1, "phase": "over"}
    acts: list[Line] = [{"do": [{"seat": 0, "act": "lay"}]}, {"do": [{"seat": 1, "act": "lay"}]}]
    assert told(judged([head, *acts, {"do": [{"seat": 0, "act": "slap"}], "state": state}])) == ""
