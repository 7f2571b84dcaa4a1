"""Whether a failure is the smallest there is, in words: proved, with the space that was searched, or only found."""

from __future__ import annotations

from collections.abc import Sequence

from properties.conformance.findings import confirmed
from properties.conformance.judge import Judged
from properties.conformance.shortest import Decks, Proof, proof_of
from properties.conformance.summary import Summary
from reports.words import number


def shortest_words(judged: Judged, summary: Summary) -> str:
    """What is known of the smallest case of a group; of what chance has found also how often it failed again."""
    if judged.case.phase == "asked for":
        return "as it was asked"
    proof = proof_of(judged, summary)
    by_chance = summary.header.settings.steps > 0
    found = "shortest found by shrinking" if by_chance else "shortest found"
    words = found if proof is None else f"shortest: proved, {space_words(proof, judged)}"
    return f"{words}; {_again(judged, summary)}" if by_chance else words


def space_words(proof: Proof, judged: Judged) -> str:
    """The space that was asked as a whole."""
    case = judged.case
    if proof.actions is not None and not proof.cases:
        return "nothing is smaller"
    if proof.actions is not None:
        what = f"{number(proof.cases, 'smaller script')} of up to {number(proof.actions, 'action')}"
    else:
        what = number(proof.cases, "deal" if case.script is None else "script")
    slaps = ", each without a slap and with every single one" if proof.slaps else ""
    once = ", one way to each table, looked at when they are over" if proof.actions is not None else ""
    return f"all {what} were asked: {_all_decks(proof.decks)}{slaps}{once}"


def _all_decks(decks: Sequence[Decks]) -> str:
    """Decks by their seats."""
    by_seats: dict[tuple[int, ...], list[str]] = {}
    for each in decks:
        by_seats.setdefault(each.seats, []).append(f"{' '.join(each.faces)} up to {number(each.cards, 'card')}")
    return " and ".join(f"{' and '.join(of)} with {_seats(seats)} seats" for seats, of in by_seats.items())


def _seats(seats: tuple[int, ...]) -> str:
    whole = len(seats) > 1 and seats == tuple(range(seats[0], seats[-1] + 1))
    return f"{seats[0]} to {seats[-1]}" if whole else " or ".join(map(str, seats))


def _again(judged: Judged, summary: Summary) -> str:
    """Whether what chance has found happened again when it was asked alone, each time in a fresh process."""
    sure = confirmed(summary.judged).get(judged.case.id)
    if sure is None:
        return "not asked again"
    return f"it failed again {sure.again} of {sure.asked} times"
