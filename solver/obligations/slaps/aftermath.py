"""B2, after penalties: who goes on when a seat has paid its last card; and B1, when the one chance is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.game import NOBODY
from model.piles import slaps
from model.piles.rulebook import Book
from model.piles.state import NO_DEBT, Phase
from solver.obligations import LEMMAS, Choices, Inputs, Obligation, Scene, Statements, together
from solver.obligations.common import record, seat, unchanged
from solver.obligations.piles import paying
from solver.obligations.piles.order import (
    MOST,
    ORDER,
    Piles,
    agreed,
    first_with_cards,
    holds_cards,
    in_phase,
    is_first,
    nobody_else_has,
    nobody_has_cards,
    only_holder,
    under,
    where,
)
from solver.obligations.piles.taking import LEADS
from solver.obligations.slaps.hands import may_slap
from solver.obligations.slaps.matching import LAST_CARDS, cards_in_the_middle
from solver.obligations.slaps.order import FOR_GOOD, any_table, bars, laid_in_trick, ordered
from solver.obligations.slaps.situations import may_be_slapped
from solver.terms import Bool, and_, equal, implies, ite, not_, number, one_of, or_
from solver.values import Record

Goals = Callable[[Piles, Inputs, Record], Statements]

STAYS: Final = ("hands", "middle", "burned", "left", "barred")
"""What a decision about who goes on leaves alone."""

# --- a seat that owes cards has paid its last one ---


def payer_has_burned_out(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the seat to act owes cards to another and has none left."""
    table = record(inputs["table"])
    turn, debt, claimant = table.int("turn"), table.int("debt"), table.int("claimant")
    himself = agreed(payer_out="other_lays")(setting.declared)
    other = seat(setting, claimant) if himself else seat(setting, claimant) & not_(equal(claimant, turn))
    return and_(
        in_phase(table, Phase.LAYING),
        seat(setting, turn),
        not_(holds_cards(setting, table.zones("hands"), turn)),
        (debt >= 1) & (debt <= MOST),
        other,
    )


def burned_out(setting: Piles, table: Record, after: Record) -> Statements:
    """What was agreed on for a seat that has paid its last card for a slap while it owed some."""
    if agreed(payer_burned_out="as_payer_out")(setting.declared):
        return paying.cannot_pay(setting, table, after)
    return paying.passed_on(setting, table, after)


def of_payer(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The same of the function that decides it, which moves no card."""
    table = record(inputs["table"])
    return together(burned_out(setting, table, after), {"no card moves": unchanged(setting, table, after, *STAYS)})


BURNED_OUT: Final[Scene[Book]] = Scene(
    "payer_burned_out", lambda book: book.payer_burned_out, any_table, payer_has_burned_out
)

# --- after all penalties ---


def before_and_paid(setting: Piles) -> Inputs:
    """Any two tables: before penalties, and after them."""
    return any_table(setting, "before", "paid")


MOMENT: Final = ("turn", "debt", "claimant", "last", "phase", "unanswered", "left", "barred")
"""What a payment of cards leaves alone."""


def cards_were_paid(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that a table in order is what it was but for cards that were burned or given to another seat."""
    before, paid = record(inputs["before"]), record(inputs["paid"])
    laid = [laid_in_trick(setting, table) for table in (before, paid)]
    return and_(
        ordered(setting, before),
        one_of(before.int("phase"), (Phase.LAYING, Phase.WON)),
        unchanged(setting, before, paid, *MOMENT),
        paid.int("burned") >= before.int("burned"),
        equal(*laid),
    )


PASSED_OVER: Final[Scene[Book]] = Scene(
    "without_cards_passed_over", lambda book: slaps.without_cards_passed_over, before_and_paid, cards_were_paid
)


def goes_on_as_it_was(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The seat to act still has cards, and others have, or something is owed, or nobody has laid: nothing changes."""
    before, paid = record(inputs["before"]), record(inputs["paid"])
    turn, hands = paid.int("turn"), paid.zones("hands")
    others = not_(nobody_else_has(setting, hands, turn)) | (paid.int("debt") > 0)
    open_ = others | (laid_in_trick(setting, paid) <= 0)
    can = holds_cards(setting, hands, turn) & open_
    same = can | not_(in_phase(paid, Phase.LAYING)) | unchanged(setting, before, paid, "hands")
    return {
        "while the seat to act has cards play goes on in the turn that was in force": implies(
            same, unchanged(setting, paid, after, *MOMENT)
        ),
        "no further card moves": unchanged(setting, paid, after, *STAYS),
    }


def _out(setting: Piles, inputs: Inputs) -> Bool:
    """Whether the seat to act has paid its last card."""
    before, paid = record(inputs["before"]), record(inputs["paid"])
    has = holds_cards(setting, paid.zones("hands"), paid.int("turn"))
    return in_phase(paid, Phase.LAYING) & not_(unchanged(setting, before, paid, "hands")) & not_(has)


def next_goes_on(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The seat to act is out and nothing is owed: what an ordinary card would have led to, or the next one leads."""
    paid = record(inputs["paid"])
    nothing = equal(paid.int("debt"), number(NO_DEBT))
    laid, hands = laid_in_trick(setting, paid) > 0, paid.zones("hands")
    found: Statements = {}
    for rule in (paying.turn_passes, paying.one_left, paying.nobody_left):
        found = together(
            found, where(_out(setting, inputs) & nothing & laid, rule(setting, paid, after), "cards were laid: ")
        )
    leads = is_first(setting, hands, paid.int("turn"), after.int("turn")) & in_phase(after, Phase.LAYING)
    nobody = nobody_has_cards(setting, hands)
    first = _out(setting, inputs) & nothing & not_(laid)
    return together(
        found,
        {
            "where nobody has laid the next seat with cards leads": implies(first & not_(nobody), leads),
            "if every card was burned the seat to act has won them": implies(
                first & nobody, in_phase(after, Phase.WON) & equal(after.int("claimant"), paid.int("turn"))
            ),
        },
    )


def next_pays_on(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The seat to act is out and owes cards: what was agreed on for that; a debt without a pile lapses."""
    paid = record(inputs["paid"])
    owing = _out(setting, inputs) & (paid.int("debt") > 0)
    firsts = first_with_cards(setting, paid.zones("hands"), paid.int("turn"))
    other_pays = or_(*(first & not_(equal(paid.int("claimant"), number(at))) for at, first in enumerate(firsts)))
    pays = is_first(setting, paid.zones("hands"), paid.int("turn"), after.int("turn"))
    lies = setting.theory.length(paid.zone("middle")) > 0
    wins = in_phase(after, Phase.WON) & equal(after.int("claimant"), paid.int("claimant"))
    leads = LEADS[setting.declared.leader](setting, after, paid.int("claimant"), after.int("turn"))
    lapses = leads & in_phase(after, Phase.LAYING) & equal(after.int("claimant"), number(NOBODY))
    nothing = equal(after.int("debt"), number(NO_DEBT))
    return {
        "the next seat with cards pays the rest": implies(
            owing & other_pays,
            pays & unchanged(setting, paid, after, "debt", "claimant") & in_phase(after, Phase.LAYING),
        ),
        "if nobody else can whoever it is owed to has won the pile": implies(
            owing & not_(other_pays) & lies, wins & nothing
        ),
        "if there is no pile to win either, he leads and nothing is owed": implies(
            owing & not_(other_pays) & not_(lies), lapses & nothing
        ),
    }


def alone_goes_on(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """The seat to act alone has cards, nothing is owed, and cards were laid: what was agreed on for the last seat."""
    before, paid = record(inputs["before"]), record(inputs["paid"])
    turn, nothing = paid.int("turn"), equal(paid.int("debt"), number(NO_DEBT))
    alone = only_holder(setting, paid.zones("hands"), turn) & (laid_in_trick(setting, paid) > 0)
    moved = in_phase(paid, Phase.LAYING) & not_(unchanged(setting, before, paid, "hands"))
    wins_at_once = agreed(sole_holder="wins_at_once")(setting.declared)
    rule = paying.wins_at_once if wins_at_once else paying.goes_on_turning
    return where(moved & alone & nothing, rule(setting, paid, after, turn), "one seat has cards: ")


# --- the one chance ---


def chances(setting: Piles, inputs: Inputs) -> Bool:
    """The hypothesis that the table before was in order, and that what lies in the middle are cards."""
    before = {"table": inputs["before"]}
    after = record(inputs["now"])
    return cards_in_the_middle(setting, before) & one_of(after.int("phase"), tuple(Phase))


def before_and_after(setting: Piles) -> Inputs:
    """Any two tables: before something happened, and after it."""
    return any_table(setting, "before", "now")


CHANCE: Final[Scene[Book]] = Scene("chance_passed", lambda book: slaps.chance_passed, before_and_after, chances)


def chance_gone(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """A seat without cards that lets a situation pass has had its chance; whoever has cards may slap again."""
    before, now = record(inputs["before"]), record(inputs["now"])
    length, there = setting.theory.length, may_be_slapped(setting, before)
    found = []
    rows = (before.zones("hands"), now.zones("hands"), bars(setting, now), bars(setting, after))
    for place, (had, has, was, bar) in enumerate(zip(*rows, strict=True)):
        empty = equal(length(had), number(0)) & equal(length(has), number(0))
        will_have = in_phase(now, Phase.TAKEN) & equal(now.int("claimant"), number(place))
        passed = there & may_slap(setting, before, number(place)) & empty & not_(will_have)
        lifted = ite((length(has) > 0) & (was < 0), number(0), was)
        found.append(equal(bar, ite(passed, number(FOR_GOOD), lifted)))
    rest = [name for name in now.fields if name != "barred"]
    return {
        "a seat without cards that lets a situation pass has had its chance, and who has cards may slap": and_(*found),
        "nothing else changes": unchanged(setting, now, after, *rest),
    }


def no_chance(setting: Piles, inputs: Inputs, after: Record) -> Statements:
    """Where a seat without cards may slap as often as it likes, or never, no chance is counted."""
    now = record(inputs["now"])
    return {"nobody's chance is counted": unchanged(setting, now, after, *now.fields)}


# --- what is to hold ---

SCENES: Final = (BURNED_OUT, PASSED_OVER, CHANCE)


def not_other_lays(declared: Book) -> bool:
    """Whether nobody lays cards that he owes to himself, and a burned-out payer's debt is passed on."""
    return agreed(payer_burned_out="next_pays")(declared) and not agreed(payer_out="other_lays")(declared)


def _aftermath(id: str, statement: str, goals: Goals, ways: tuple[Choices, ...] = ({},)) -> Obligation[Book]:
    return Obligation(id, PASSED_OVER, statement, ("BMN-53",), goals, (LEMMAS, ORDER), when=not_other_lays, under=ways)


OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "B2.burned_out",
        BURNED_OUT,
        "what a seat owes that has paid its last card for a slap goes to the next seat with cards, whatever is agreed "
        "on seats that lay their last card",
        ("BMN-53",),
        of_payer,
        when=agreed(payer_burned_out="next_pays"),
        under=({}, *under("payer_out", "claimant_takes")),
    ),
    Obligation(
        "B2.as_payer_out",
        BURNED_OUT,
        "where it is agreed a seat that has paid its last card for a slap counts as one that has laid it",
        ("BMN-53",),
        of_payer,
        when=agreed(payer_burned_out="as_payer_out"),
        under=(
            *under("payer_burned_out", "as_payer_out"),
            {"payer_burned_out": "as_payer_out", "payer_out": "claimant_takes"},
        ),
    ),
    _aftermath(
        "B2.goes_on",
        "after a penalty play goes on in the turn that was in force, as long as the seat to act has cards",
        goes_on_as_it_was,
    ),
    _aftermath(
        "B2.next_goes_on",
        "a seat to act that has paid its last card is passed over; if nobody has any the last layer has won",
        next_goes_on,
        ({}, *under("sole_holder", "takes_when_turn_returns", "wins_at_once")),
    ),
    _aftermath(
        "B2.next_pays_on",
        "what a seat owes that has paid its last card is owed by the next seat with cards; if nobody else can pay the "
        "pile is won, and where no pile is left the debt lapses",
        next_pays_on,
        ({}, *under("slap_in_debt", "keeps_debt"), *under("leader", "after_taker")),
    ),
    _aftermath(
        "B2.alone",
        "a seat to act that alone has cards after the penalty of others goes on as was agreed for the last seat",
        alone_goes_on,
        ({}, *under("sole_holder", "takes_when_turn_returns", "wins_at_once")),
    ),
    Obligation(
        "B1.chance_passed",
        CHANCE,
        "where a seat without cards has one chance it is gone with the next situation that it lets pass, and comes "
        "back with cards",
        ("BB-28",),
        chance_gone,
        (LEMMAS, ORDER),
        when=lambda declared: agreed(empty_hand="one_chance")(declared) and LAST_CARDS(declared),
        under=under("empty_hand", "one_chance"),
    ),
    Obligation(
        "B1.no_chance",
        CHANCE,
        "where everybody may slap, or seats without cards never, nobody's chance is counted",
        ("BB-28",),
        no_chance,
        (LEMMAS, ORDER),
        when=lambda declared: not agreed(empty_hand="one_chance")(declared),
        under=({}, *under("empty_hand", "out")),
    ),
)
