"""K4, who takes the bank when a seat fails: for whom it is, whether it may have it, and when it stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.bank import taking
from model.bank.rulebook import Book
from model.bank.state import Phase
from solver.obligations import Inputs, Obligation, Scene, Statements
from solver.obligations.bank.acts import GIVEN, Goals, each_with_each, meaning, ways
from solver.obligations.bank.invariant import in_order
from solver.obligations.bank.rounds import (
    CONTRACTS,
    Banks,
    agreed,
    among,
    flag,
    have_cards,
    holds_cards,
    in_phase,
    is_agreed,
    is_out,
    nobody,
    table_of,
    the_table,
)
from solver.obligations.common import seat
from solver.terms import FALSE, TRUE, Bool, Int, and_, equal, implies, ite, not_, number, or_
from solver.values import Record, Value, as_bool, as_int

Rule = Callable[[Banks, Record, Int], Statements]
"""What is said of a seat that a function finds for a table."""

SOMEBODY: Final = "until it is over somebody with cards is not stuck"


# --- scenes ---


def just_failed(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that the seat in turn has just failed, and that nothing has come of it yet."""
    table = table_of(inputs)
    noted = in_order(setting, table)
    del noted[SOMEBODY]  # it may be the last seat that was not stuck
    return and_(in_phase(table, Phase.MOVE), among(setting, table, "failed", table.int("turn")), *noted.values())


def failed_at_a_bank(setting: Banks, inputs: Inputs) -> Bool:
    """The same, where there is a bank."""
    return just_failed(setting, inputs) & (setting.theory.length(table_of(inputs).zone("bank")) > 0)


def _of_somebody(setting: Banks, inputs: Inputs) -> Bool:
    return failed_at_a_bank(setting, inputs) & not_(nobody(table_of(inputs).int("owner")))


def _of_nobody(setting: Banks, inputs: Inputs) -> Bool:
    return failed_at_a_bank(setting, inputs) & nobody(table_of(inputs).int("owner"))


CAPTURE: Final[Scene[Book]] = Scene(
    "capture", lambda book: book.capture, the_table, failed_at_a_bank, contracts=CONTRACTS
)
CAPTOR: Final[Scene[Book]] = Scene("captor", lambda book: book.captor, the_table, _of_somebody, contracts=CONTRACTS)
OPEN_CARD: Final[Scene[Book]] = Scene(
    "deck_card_owner", lambda book: book.deck_card_owner, the_table, _of_nobody, contracts=CONTRACTS
)
CAPTURER: Final[Scene[Book]] = Scene(
    "capturer", lambda book: taking.capturer, the_table, just_failed, contracts=CONTRACTS
)
# --- who takes it ---


def whoever_laid_it(setting: Banks, table: Record, found: Int) -> Statements:
    """The layer of the top card."""
    return {"whoever laid the top card": equal(found, table.int("owner"))}


def before_the_failing_seat(setting: Banks, table: Record, found: Int) -> Statements:
    """The nearest seat counterclockwise that holds cards, or laid the top card."""
    return {"the seat before the one that fails": _is_before(setting, table, found)}


def _is_before(setting: Banks, table: Record, found: Int) -> Bool:
    seats, turn, owner = setting.seats, table.int("turn"), table.int("owner")
    part = [has | equal(owner, number(at)) for at, has in enumerate(have_cards(setting, table))]
    found_there = [FALSE]
    for place in range(seats):
        for distance in range(1, seats + 1):
            between = [not_(part[(place + step) % seats]) for step in range(1, distance)]
            from_there = equal(turn, number((place + distance) % seats))
            found_there.append(and_(equal(found, number(place)), from_there, part[place], *between))
    return or_(*found_there)


def nobodys(setting: Banks, table: Record, found: Int) -> Statements:
    """Nobody."""
    return {"nobody": nobody(found)}


def the_dealers(setting: Banks, table: Record, found: Int) -> Statements:
    """The dealer."""
    return {"the dealer": equal(found, table.int("dealer"))}


def claimed(setting: Banks, table: Record, claimant: Int) -> Bool:
    """Whether a seat is the one that the bank is for, as it was agreed on."""
    owner = table.int("owner")
    if is_agreed(setting, "captor", "layer_of_top"):
        of_somebody = equal(claimant, owner)
    else:
        of_somebody = _is_before(setting, table, claimant)
    if is_agreed(setting, "deck_card_owner", "nobody"):
        of_nobody = nobody(claimant)
    elif is_agreed(setting, "deck_card_owner", "dealer"):
        of_nobody = equal(claimant, table.int("dealer"))
    else:
        of_nobody = _is_before(setting, table, claimant)
    return ite(nobody(owner), of_nobody, of_somebody)


def enough_have_failed(setting: Banks, table: Record) -> Bool:
    """Whether the bank is to be taken now: at the first failure, or when all but its layer have failed."""
    if is_agreed(setting, "capture", "next_fails"):
        return TRUE
    owner = table.int("owner")
    has = have_cards(setting, table)
    failed = [among(setting, table, "failed", at) | equal(owner, number(at)) for at in range(setting.seats)]
    return and_(*(implies(holds, done) for holds, done in zip(has, failed, strict=True)))


def may_take(setting: Banks, table: Record, claimant: Int) -> Bool:
    """Whether a seat may take the bank: another than the one that fails, with cards, or out where that is enough."""
    out = is_out(setting, table, claimant) if is_agreed(setting, "out_may_capture", "yes") else FALSE
    takes_part = holds_cards(setting, table, claimant) | out
    return and_(seat(setting, claimant), not_(equal(claimant, table.int("turn"))), takes_part)


def own_card_alone(setting: Banks, table: Record, claimant: Int) -> Bool:
    """Whether the bank is one card that this seat has laid itself, and stays there for that."""
    alone = equal(setting.theory.length(table.zone("bank")), number(1)) & equal(table.int("owner"), claimant)
    if is_agreed(setting, "own_single", "taken"):
        return FALSE
    return alone & not_(flag(table, "laid_fresh")) if is_agreed(setting, "drawn_single", "taken") else alone


def entitled(setting: Banks, table: Record) -> tuple[Bool, ...]:
    """For each seat, whether it takes the bank, the seat in turn having failed: at most one does."""
    takes = (setting.theory.length(table.zone("bank")) > 0) & enough_have_failed(setting, table)
    return tuple(
        [
            and_(claimed(setting, table, number(at)), takes, may_take(setting, table, number(at)))
            & not_(own_card_alone(setting, table, number(at)))
            for at in range(setting.seats)
        ]
    )


def right_seat_takes(setting: Banks, inputs: Inputs, seat_found: Value) -> Statements:
    """Everything about who takes the bank at once."""
    table, found = table_of(inputs), as_int(seat_found)
    right = entitled(setting, table)
    return {
        "a seat takes it if, and only if, it is for this seat and not barred": and_(
            *(equal(equal(found, number(at)), each) for at, each in enumerate(right))
        ),
        "or nobody does": seat(setting, found) | nobody(found),
        "the seat that fails never takes it": not_(equal(found, table.int("turn"))),
    }


def layer_takes_it(setting: Banks, inputs: Inputs, seat_found: Value) -> Statements:
    """Nobody else than the layer of the top card takes a bank that was laid by somebody."""
    table, found = table_of(inputs), as_int(seat_found)
    owner, size = table.int("owner"), setting.theory.length(table.zone("bank"))
    laid = (size > 0) & not_(nobody(owner))
    other = holds_cards(setting, table, owner) & not_(equal(owner, table.int("turn")))
    return {
        "whoever laid the top card, and nobody else": implies(laid, equal(found, owner) | nobody(found)),
        "a bank of several cards is taken by its layer, if that is another seat, with cards": implies(
            laid & other & (size > 1), equal(found, owner)
        ),
    }


def alone_it_stays(setting: Banks, inputs: Inputs, seat_found: Value) -> Statements:
    """A card alone is not taken by its own layer, and an open card is, as any bank, by whom it belongs to."""
    table, found = table_of(inputs), as_int(seat_found)
    owner, alone = table.int("owner"), equal(setting.theory.length(table.zone("bank")), number(1))
    return {
        "a card of one's own is not taken where it lies alone": implies(alone & not_(nobody(owner)), nobody(found)),
        "the open card is taken by the seat before the one that fails": implies(
            alone & nobody(owner), equal(nobody(found), _is_before(setting, table, table.int("turn")))
        ),
    }


def alone_fresh(setting: Banks, inputs: Inputs, seat_found: Value) -> Statements:
    """A card alone is taken by its layer if it had just been drawn, and only then."""
    table, found = table_of(inputs), as_int(seat_found)
    owner, alone = table.int("owner"), equal(setting.theory.length(table.zone("bank")), number(1))
    mine = alone & may_take(setting, table, owner)
    fresh = flag(table, "laid_fresh")
    return {"a card that lies alone is taken if it was drawn": implies(mine, equal(equal(found, owner), fresh))}


def alone_taken(setting: Banks, inputs: Inputs, seat_found: Value) -> Statements:
    """A card alone is taken by its layer as any other bank."""
    table, found = table_of(inputs), as_int(seat_found)
    owner, alone = table.int("owner"), equal(setting.theory.length(table.zone("bank")), number(1))
    return {"a card that lies alone is taken": implies(alone & may_take(setting, table, owner), equal(found, owner))}


def out_takes(may: bool) -> Goals:
    """Whether a seat that has gone out takes a bank of several cards that it has laid."""

    def goals(setting: Banks, inputs: Inputs, seat_found: Value) -> Statements:
        table, found = table_of(inputs), as_int(seat_found)
        owner, size = table.int("owner"), setting.theory.length(table.zone("bank"))
        gone = is_out(setting, table, owner) & (size > 1)
        claim = equal(found, owner) if may else nobody(found)
        return {f"whoever is out {'takes it all the same' if may else 'takes nothing any more'}": implies(gone, claim)}

    return goals


def one_failure_is_enough(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """At the first failure."""
    return {"the bank is taken at once": as_bool(found)}


def all_must_fail(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """When every other seat with cards has failed."""
    right = enough_have_failed(setting, table_of(inputs))
    return {"the bank is taken if, and only if, all others have failed": equal(as_bool(found), right)}


# --- what is to hold ---

CLAIMS: Final = each_with_each(
    ({}, *ways("captor", "seat_before")),
    ({}, *ways("deck_card_owner", "nobody", "dealer")),
    ({}, *ways("own_single", "taken"), *ways("drawn_single", "taken")),
)
ENTITLED: Final = (*CLAIMS, *ways("capture", "all_fail"), *ways("out_may_capture", "no"))


def by(rule: Rule) -> Goals:
    """A rule about a seat that a function finds."""

    def goals(setting: Banks, inputs: Inputs, found: Value) -> Statements:
        return rule(setting, table_of(inputs), as_int(found))

    return goals


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K4.right_seat",
        CAPTURER,
        "if a seat fails the bank goes to whom it was agreed on, or stays; never to the seat that fails",
        ("BANK-61", "BANK-64"),
        right_seat_takes,
        GIVEN,
        under=ENTITLED,
    ),
    Obligation(
        "K4.layer_takes",
        CAPTURER,
        "whoever cannot cover a card leaves the bank to whoever laid it, on a seven as well",
        ("BANK-61", "BANK-56"),
        layer_takes_it,
        GIVEN,
        agreed(captor="layer_of_top", capture="next_fails"),
        under=({}, *ways("seven", "nothing"), *ways("out_may_capture", "no")),
    ),
    Obligation(
        "K4.alone",
        CAPTURER,
        "a card of one's own that lies alone stays, and an open card is taken by the seat before the one that fails",
        ("BANK-64",),
        alone_it_stays,
        GIVEN,
        agreed(
            captor="layer_of_top",
            capture="next_fails",
            own_single="stays",
            drawn_single="stays",
            deck_card_owner="seat_before",
        ),
    ),
    Obligation(
        "K4.alone_drawn",
        CAPTURER,
        "a card that lies alone is taken by its layer if it had been drawn in the same turn, and only then",
        ("BANK-64",),
        alone_fresh,
        GIVEN,
        agreed(captor="layer_of_top", capture="next_fails", own_single="stays", drawn_single="taken"),
        ways("drawn_single", "taken"),
    ),
    Obligation(
        "K4.alone_taken",
        CAPTURER,
        "a card that lies alone is taken by its layer as any bank is",
        ("BANK-64",),
        alone_taken,
        GIVEN,
        agreed(captor="layer_of_top", capture="next_fails", own_single="taken"),
        ways("own_single", "taken"),
    ),
    *(
        Obligation(
            f"K4.out_may_capture.{way}",
            CAPTURER,
            f"a seat that has gone out takes {'what it has laid' if may else 'nothing any more'}",
            ("BANK-61",),
            out_takes(may),
            GIVEN,
            agreed(captor="layer_of_top", capture="next_fails", out_may_capture=way),
            ({} if may else {"out_may_capture": way},),
        )
        for way, may in (("yes", True), ("no", False))
    ),
    meaning(
        CAPTURE,
        "capture",
        "next_fails",
        "one failure is enough, whatever the bank",
        ("BANK-61",),
        one_failure_is_enough,
    ),
    meaning(CAPTURE, "capture", "all_fail", "all seats but the layer must have failed", ("BANK-61",), all_must_fail),
    meaning(CAPTOR, "captor", "layer_of_top", "the bank is its layer's", ("BANK-61",), by(whoever_laid_it)),
    meaning(
        CAPTOR, "captor", "seat_before", "the bank goes to the seat before", ("BANK-61",), by(before_the_failing_seat)
    ),
    meaning(
        OPEN_CARD,
        "deck_card_owner",
        "seat_before",
        "the open card goes to the seat before",
        ("BANK-64",),
        by(before_the_failing_seat),
    ),
    meaning(OPEN_CARD, "deck_card_owner", "nobody", "the open card is nobody's", ("BANK-64",), by(nobodys)),
    meaning(OPEN_CARD, "deck_card_owner", "dealer", "the open card is the dealer's", ("BANK-64",), by(the_dealers)),
)
