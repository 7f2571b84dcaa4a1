"""K9, trumps: how a suit stands to another under each of the five options, and when trumps may be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from model.bank import cover
from model.bank.rulebook import Book, Standing
from model.cards import Suit
from solver.obligations import Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.bank.cards import DIAMONDS, SPADES, all_different, is_suit
from solver.obligations.bank.rounds import Banks, agreed, any_trumps, is_agreed
from solver.obligations.common import anything
from solver.terms import FALSE, Bool, Int, and_, equal, implies, ite, not_, number, one_of, or_, truth
from solver.values import Value, as_bool, as_int, as_symbol, code_of, entries_of, how_many, same_rows
from solver.zones import within

Suits = tuple[Int, ...]

# --- what each option says ---


@dataclass(frozen=True, slots=True)
class Power:
    """What trumps make of two suits, that of a card and that of the card on top.

    `free`: the card covers whatever the ranks are. `barred`: it covers by equal rank at most. Elsewhere it covers by
    what any two cards cover by.
    """

    free: Bool
    barred: Bool


Option = Callable[[Banks, Suits, Int, Int, Int], Power]
"""An option, from the trumps, the seat that lays, the suit of its card and that of the card on top."""


def own(setting: Banks, trumps: Suits, place: Int, mine: Int, top: Int) -> Power:
    """BANK-18: each seat has a suit of its own, which is a trump for this seat alone."""
    trump = _of_seat(trumps, place)
    return Power(_beats_ordinary(setting) & equal(mine, trump) & not_(equal(top, trump)), FALSE)


def _of_seat(trumps: Suits, place: Int) -> Int:
    found = trumps[-1]
    for at in reversed(range(len(trumps) - 1)):
        found = ite(equal(place, number(at)), trumps[at], found)
    return found


def none(setting: Banks, trumps: Suits, place: Int, mine: Int, top: Int) -> Power:
    """BANK-20: no suit is more than another."""
    return Power(FALSE, FALSE)


def common(setting: Banks, trumps: Suits, place: Int, mine: Int, top: Int) -> Power:
    """BANK-21 to BANK-24: these suits are trumps for everybody, and ordinary cards do not beat them."""
    lays, lies = (or_(*(equal(each, trump) for trump in trumps)) for each in (mine, top))
    over_ordinary = _beats_ordinary(setting) & lays & not_(lies)
    return Power(over_ordinary | (_beats_its_group(setting) & lays & lies), not_(lays) & lies)


def senior_junior(setting: Banks, trumps: Suits, place: Int, mine: Int, top: Int) -> Power:
    """BANK-25, BANK-29 to BANK-31: three groups, each of which beats those below it, and none above it."""
    senior, junior = trumps
    lays, lies = (
        ite(equal(each, senior), number(2), ite(equal(each, junior), number(1), number(0))) for each in (mine, top)
    )
    equals = equal(lays, lies) & (lays > 0)
    return Power((lays > lies) | (_beats_its_group(setting) & equals), lays < lies)


def _beats_ordinary(setting: Banks) -> Bool:
    """Whether a trump covers a card that is none whatever the ranks are."""
    return truth(is_agreed(setting, "trump_covers", "any_rank_outside_trumps"))


def _beats_its_group(setting: Banks) -> Bool:
    """Whether a trump covers a trump of its group whatever the ranks are."""
    return truth(is_agreed(setting, "trump_vs_trump", "any"))


OPTIONS: Final[Mapping[str, Option]] = {
    "own": own,
    "none": none,
    "one": common,
    "two": common,
    "senior_junior": senior_junior,
}
"""The options by their wire names, in the order of the text."""


def power(setting: Banks, trumps: Suits, place: Int, mine: Int, top: Int) -> Power:
    """What the trumps make of two suits, by the option that was agreed on."""
    option = next(each for way, each in OPTIONS.items() if is_agreed(setting, "trumps", way))
    return option(setting, trumps, place, mine, top)


# --- scenes ---


def any_suits(setting: Banks) -> Inputs:
    """Any trumps, a seat, the suit of its card and that of the card on top."""
    named = {name: setting.shapes.any_of(int, name, 0) for name in ("seat", "suit", "top")}
    return {"trumps": any_trumps(setting, "trumps"), **named}


def agreed_suits(setting: Banks) -> Inputs:
    """The same with the trumps that were agreed on."""
    return {**any_suits(setting), "trumps": setting.declared.trump_suits}


def trumps_of(inputs: Inputs) -> Suits:
    """The trumps of a scene."""
    return tuple([as_int(entry.value) for entry in entries_of(inputs["trumps"])])


def suits_in_order(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that trumps are different suits, and the others suits, too."""
    suits = [as_int(inputs[name]) for name in ("suit", "top")]
    return trumps_in_order(setting, inputs) & and_(*map(is_suit, suits))


def trumps_in_order(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that trumps are different suits, and that the seat is one, of as many as there can be."""
    trumps = trumps_of(inputs)
    seats = setting.seats or setting.declared.most_seats
    most = min(seats, len(trumps)) if is_agreed(setting, "trumps", "own") else seats
    return and_(*map(is_suit, trumps), all_different(trumps), within(as_int(inputs["seat"]), number(most)))


def any_agreement(setting: Banks) -> Inputs:
    """The suits that were agreed on before the first deal, and those that are named before another one."""
    return {name: setting.shapes.any_row(Suit, name, 4) for name in ("agreed", "named")}


def named_are_suits(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that what was agreed on, and what is named, are suits."""
    entries = [entry for name in ("agreed", "named") for entry in entries_of(inputs[name])]
    return and_(*(implies(entry.there, is_suit(as_int(entry.value))) for entry in entries))


TRUMPS: Final[Scene[Book]] = Scene("trumps", lambda book: book.trumps, any_suits, suits_in_order)
GROUPS: Final[Scene[Book]] = Scene("trumps_agreed", lambda book: book.trumps, agreed_suits, suits_in_order)
USUAL_GROUPS: Final[Scene[Book]] = Scene(
    "spades_and_diamonds", lambda book: cover.spades_and_diamonds, lambda setting: {}, anything
)
TRUMP_SCOPE: Final[Scene[Book]] = Scene("trump_scope", lambda book: book.trump_scope, any_agreement, named_are_suits)


# --- goals ---


def stands_as_agreed(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """The suit of a card stands to that of the card on top as the option says."""
    place, mine, top = (as_int(inputs[name]) for name in ("seat", "suit", "top"))
    return _stands(setting, found, power(setting, trumps_of(inputs), place, mine, top))


def _stands(setting: Banks, found: Value, said: Power) -> Statements:
    code = as_symbol(found, Standing).code
    covers = equal(code, number(code_of(Standing.ABOVE)))
    covers |= equal(code, number(code_of(Standing.TRUMP))) & _beats_ordinary(setting)
    return {
        "it covers whatever the ranks are where a trump has that power, and only there": equal(covers, said.free),
        "it may cover by equal rank at most where it meets a higher group, and only there": equal(
            equal(code, number(code_of(Standing.BELOW))), said.barred
        ),
    }


def usual_groups(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Spades over diamonds, and those over hearts and clubs."""
    mine, top = as_int(inputs["suit"]), as_int(inputs["top"])
    ordinary = [not_(one_of(each, (SPADES, DIAMONDS))) for each in (mine, top)]
    spade, diamond = ([equal(each, number(of)) for each in (mine, top)] for of in (SPADES, DIAMONDS))
    code = as_symbol(found, Standing).code
    above, below = (equal(code, number(code_of(each))) for each in (Standing.ABOVE, Standing.BELOW))
    return {
        "spades are the senior trumps": implies(spade[0] & not_(spade[1]), above)
        & implies(spade[1] & not_(spade[0]), below),
        "diamonds are the junior trumps": implies(diamond[0] & ordinary[1], above)
        & implies(ordinary[0] & diamond[1], below),
        "hearts and clubs are ordinary": implies(and_(*ordinary), not_(above | below)),
    }


def senior_first(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """The senior suit is spades, the junior one diamonds."""
    named = [as_int(entry.value) for entry in entries_of(found)]
    wanted = [number(SPADES), number(DIAMONDS)]
    right = truth(len(named) == len(wanted)) & and_(*map(equal, named, wanted))
    return {"spades are the senior trumps and diamonds the junior ones, and no other suit is one": right}


def trumps_stay(setting: Banks, inputs: Inputs, allowed: Value) -> Statements:
    """Only the suits that were agreed on are allowed."""
    kept = same_rows(setting.theory, inputs["agreed"], inputs["named"])
    return {"no trump is changed, dropped or added": equal(as_bool(allowed), kept)}


def trumps_anew(setting: Banks, inputs: Inputs, allowed: Value) -> Statements:
    """As many different suits as before are allowed."""
    before, named = (how_many(setting.theory, inputs[name]) for name in ("agreed", "named"))
    entries = entries_of(inputs["named"])
    apart = [
        implies(one.there & other.there, not_(equal(as_int(one.value), as_int(other.value))))
        for at, one in enumerate(entries)
        for other in entries[:at]
    ]
    right = equal(before, named) & and_(*apart)
    return {"as many suits as before, none of them twice": equal(as_bool(allowed), right)}


# --- what is to hold ---

IN_GROUPS: Final[tuple[Choices, ...]] = ({}, {"trump_vs_trump": "any"}, {"trump_covers": "normal_forms_only"})
"""What else there is to agree on of common trumps."""


def with_trumps(option: str, *more: Choices) -> tuple[Choices, ...]:
    """An option, with each of these choices."""
    return tuple([{"trumps": option, **each} for each in more or ({},)])


def usual_trumps(declared: Book) -> bool:
    """Whether senior and junior trumps are those of the text."""
    return declared.trumps is cover.senior_junior and declared.trump_suits == (SPADES, DIAMONDS)


def _option(option: str, clauses: tuple[str, ...], statement: str, *more: Choices) -> Obligation[Any]:
    return Obligation(
        f"K9.trumps_{option}",
        TRUMPS,
        statement,
        clauses,
        stands_as_agreed,
        (),
        when=agreed(trumps=option),
        under=with_trumps(option, *more),
        once=True,
    )


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    _option(
        "own",
        ("BANK-18",),
        "each seat has a trump of its own, which covers cards of other suits for this seat and for no other",
        {},
        {"trump_covers": "normal_forms_only"},
    ),
    _option("none", ("BANK-20",), "without trumps no suit is more than another"),
    _option(
        "one",
        ("BANK-21", "BANK-22"),
        "one suit is trump for everybody, and ordinary cards do not beat it",
        *IN_GROUPS,
    ),
    _option(
        "two",
        ("BANK-23", "BANK-24"),
        "two suits are trumps for everybody, and ordinary cards do not beat them",
        *IN_GROUPS,
    ),
    _option(
        "senior_junior",
        ("BANK-25", "BANK-29", "BANK-30", "BANK-31"),
        "senior trumps beat all others, junior ones all but senior ones, ordinary cards only ordinary ones",
        *IN_GROUPS,
    ),
    Obligation(
        "K9.groups",
        GROUPS,
        "spades beat diamonds, hearts and clubs; diamonds beat hearts and clubs; these beat none but each other",
        ("BANK-26", "BANK-27", "BANK-28"),
        usual_groups,
        (),
        when=usual_trumps,
        under=with_trumps("senior_junior"),
        once=True,
    ),
    Obligation(
        "K9.usual_groups",
        USUAL_GROUPS,
        "if no other suits are named spades are the senior trumps and diamonds the junior ones",
        ("BANK-26", "BANK-27", "BANK-28"),
        senior_first,
        (),
        when=agreed(trumps="senior_junior"),
        under=with_trumps("senior_junior"),
        once=True,
    ),
    Obligation(
        "K9.trumps_stay",
        TRUMP_SCOPE,
        "the trumps of every round are those that were agreed on before the first deal",
        ("BANK-17", "BANK-33"),
        trumps_stay,
        (),
        when=agreed(trump_scope="match"),
        once=True,
    ),
    Obligation(
        "K9.trumps_anew",
        TRUMP_SCOPE,
        "before every deal other suits may be named, as many as before and none twice",
        ("BANK-17",),
        trumps_anew,
        (),
        when=agreed(trump_scope="round"),
        under=({"trump_scope": "round"},),
        once=True,
    ),
)
