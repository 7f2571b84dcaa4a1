"""The smallest case that tells a misreading from the rules, sought in a whole space; or the space in which none does.

Where the outcome tells it the case is a deal; where only the table does, or hands come down, it has a script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeVar

import msgspec

from model.cards import format_zone
from model.deal import Deal, parse_deal
from model.game import Applied
from model.piles.play import initial
from model.piles.rulebook import Book
from model.piles.run import RefusedSlap, outcome, tables
from properties.conformance.cases import SMALL_BUDGET, Case
from properties.conformance.script import format_timeline, parse_script
from properties.conformance.step_cases import scripts_of, small_deals
from properties.invariants.slap_rights import BREAKS, answer
from properties.misreadings import Misreading, Shows
from properties.misreadings.bank.core import BankMisreading
from properties.misreadings.smallest import deals, dealt_differs, differs, pack_differs, sizes
from properties.strength.bank_separating import bank_deals, bank_script
from properties.strength.rows import Space
from properties.strength.subjects import AnyMisreading

D = TypeVar("D")
"""A deal, of whatever game."""

MOST_CARDS: Final = {"class": 5, "rank": 4, "slaps": 4, "dealt": 12, "bank": 3}
"""Up to so many cards every deal is looked at."""
MOST_SEATS: Final = 5
SEATS_AT_SLAPS: Final = 3
LETTERS: Final = {2: "23JQ", 3: "23JQ"}
"""The ranks of deals of so many cards where hands come down; with more cards there are fewer."""
MOST_TABLES: Final = 200
"""Cards of a game without end whose tables are compared."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What a search has found: a case, or, where a pack is dealt, words; the space if there is nothing in it."""

    case: Case | None
    words: str
    space: Space

    @property
    def found(self) -> bool:
        """Whether something tells the two apart."""
        return self.case is not None or bool(self.words)


def sought(misreading: AnyMisreading, most: int = 0) -> Sought:
    """Look at every deal up to so many cards, the smallest first; then at its own example, which may be larger."""
    found = _in_a_space(misreading, most)
    if found.found or isinstance(misreading, BankMisreading) or misreading.shows not in (Shows.PLAY, Shows.SLAPS):
        return found
    return replace(found, case=_example(misreading)) if differs(misreading) else found


def _in_a_space(misreading: AnyMisreading, most: int) -> Sought:
    if isinstance(misreading, BankMisreading):
        return _first(bank_deals(most or MOST_CARDS["bank"]), lambda deal: _bank_case(misreading, deal))
    if misreading.shows in (Shows.DEALT, Shows.PACK):
        return _dealt(misreading, most or MOST_CARDS["dealt"])
    if misreading.base_book.slapping:
        return _first(_slapped(misreading, most or MOST_CARDS["slaps"]), lambda deal: _script_case(misreading, deal))
    return _ends_or_goes_otherwise(misreading, most or MOST_CARDS[misreading.cards])


def _ends_or_goes_otherwise(misreading: Misreading, most: int) -> Sought:
    """A deal that ends otherwise, which every program can be asked; where there is none, one that goes otherwise."""
    every = [
        (len(text.replace("/", "")), parse_deal(text, misreading.cards)) for text in deals(misreading, most, MOST_SEATS)
    ]
    found = _first(iter(every), lambda deal: _case(misreading, deal) if _ends_otherwise(misreading, deal) else None)
    return found if found.found else _first(iter(every), lambda deal: _goes_otherwise(misreading, deal))


def _example(misreading: Misreading) -> Case:
    """The example of a misreading as a case of a game that plays itself."""
    case = _case(misreading, parse_deal(misreading.smallest_deal, misreading.cards))
    timeline = tuple((cards, seat) for cards, seats in misreading.slaps for seat in seats)
    return msgspec.structs.replace(case, timeline=timeline, budget=misreading.budget)


def _first(candidates: Iterator[tuple[int, D]], tells: Callable[[D], Case | None]) -> Sought:
    seen = cards = 0
    for cards, deal in candidates:
        seen += 1
        case = tells(deal)
        if case is not None:
            return Sought(case, "", Space(seen, cards))
    return Sought(None, "", Space(seen, cards))


# --- outcomes ---


def _ends_otherwise(misreading: Misreading, deal: Deal) -> bool:
    """Whether the game of a deal ends otherwise than by the rules; a misreading may break down in it."""
    sound, wrong = misreading.base_book, misreading.book
    try:
        right = outcome(sound, initial(sound, deal), misreading.budget)
        return right != outcome(wrong, initial(wrong, deal), misreading.budget)
    except BREAKS:
        return True


def _goes_otherwise(misreading: Misreading, deal: Deal) -> Case | None:
    """The script up to the first table that is not that of the rules."""
    courses = [
        islice(tables(book, initial(book, deal)), MOST_TABLES) for book in (misreading.base_book, misreading.book)
    ]
    for number, (right, other) in enumerate(zip(*courses, strict=False), start=1):
        if right != other:
            return _case(misreading, deal, ("lay",) * number)
    return None


# --- slaps ---


def _slapped(misreading: Misreading, most: int) -> Iterator[tuple[int, Deal]]:
    for cards in range(2, most + 1):
        for seats in range(2, min(cards, SEATS_AT_SLAPS) + 1):
            for deal in small_deals(cards, seats, LETTERS.get(cards, "23J"), most_left=1):
                yield cards, deal


def _script_case(misreading: Misreading, deal: Deal) -> Case | None:
    """The deal with the first script that tells, cut behind the action that does."""
    sound, wrong = misreading.base_book, misreading.book
    for script in scripts_of(sound, initial(sound, deal), "ruled"):
        parted = _parts(sound, wrong, deal, script)
        if parted is not None:
            return _case(misreading, deal, script[:parted])
    return None


def _parts(sound: Book, wrong: Book, deal: Deal, script: tuple[str, ...]) -> int | None:
    """After how many actions something is refused, or leads to a table, as it is not by the rules."""
    try:
        table, other = initial(sound, deal), initial(wrong, deal)
    except (*BREAKS, RefusedSlap):
        return 0
    if table != other:
        return 0
    for number, token in enumerate(parse_script(script), start=1):
        tick = token.tick(sound, table)
        right, got = answer(sound, table, tick), answer(wrong, other, tick)
        if right != got:
            return number
        if isinstance(right, Applied) and isinstance(got, Applied):
            table, other = right.state, got.state
    return None


# --- packs ---


def _dealt(misreading: Misreading, most: int) -> Sought:
    """What is dealt to whom; no case of a suite can show that."""
    if misreading.shows is Shows.PACK:
        seats = [number for number in range(1, most + 1) if pack_differs(misreading, number)]
        words = f"the pack for {seats[0]} seats" if seats else ""
        return Sought(None, words, Space(most, most))
    every = list(sizes(most, MOST_SEATS))
    found = next((text for text in every if dealt_differs(misreading, text)), "")
    return Sought(None, found and f"dealing {found}", Space(len(every), most))


# --- Bank ---


def _bank_case(misreading: BankMisreading, deal: str) -> Case | None:
    script = bank_script(misreading.base_book, misreading.book, deal)
    if script is None:
        return None
    hands, _, rest = deal.partition("+")
    middle, _, stock = rest.partition("+")
    return Case(
        id="",
        game="bank",
        hands=tuple(hands.split("/")),
        middle=middle,
        stock=stock,
        cards="full",
        choices=dict(misreading.under),
        clauses=misreading.clauses,
        script=script,
        why=misreading.belief,
    )


# --- as it stands in a suite ---


def _case(misreading: Misreading, deal: Deal, script: tuple[str, ...] | None = None) -> Case:
    return Case(
        id="",
        game=misreading.game,
        hands=tuple(map(format_zone, deal.hands)),
        middle=format_zone(deal.middle),
        cards=deal.labelling.value,
        choices=dict(misreading.under),
        budget=misreading.budget,
        clauses=misreading.clauses,
        script=script,
        why=misreading.belief,
    )


def as_toml(case: Case, name: str) -> str:
    """A case as it stands in a file of a suite."""
    lines = ["[[case]]", f'id = "{case.game}/tells/{name.replace("_", "-")}"', f'game = "{case.game}"']
    lines.append("clauses = [" + ", ".join(f'"{clause}"' for clause in case.clauses) + "]")
    lines.append(f'deal = "{case.text}"')
    if case.cards == "rank":
        lines.append('cards = "rank"')
    if case.choices:
        chosen = ", ".join(f'{point} = "{way}"' for point, way in case.choices.items())
        lines.append(f"choices = {{ {chosen} }}")
    if case.script is not None:
        lines.append(f'script = "{" ".join(case.script)}"')
    if case.timeline:
        lines.append(f'timeline = "{format_timeline(case.timeline)}"')
    if case.budget < SMALL_BUDGET:
        lines.append(f"budget = {case.budget}")
    lines.append(f'why = "Not so: {case.why.replace(chr(34), chr(39))}"')
    return "\n".join(lines)
