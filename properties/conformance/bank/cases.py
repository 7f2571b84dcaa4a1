"""Cases of Bank: a deal, the rules agreed on, and what is done at the table. And where they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from model.bank.actions import RoundDeal, format_suits
from model.bank.dealing import parse_round
from model.bank.match import trumps_error
from model.bank.play import enabled, initial
from model.bank.points import POINTS, check_seats, choose
from model.bank.profiles import BANK
from model.bank.rulebook import Book
from model.cards import format_card, format_zone
from model.deal import SEAT_NAMES, DealError
from model.game import NOBODY, Seat
from model.points import RuleChoiceError
from model.register import UnknownClause, load
from properties.conformance.bank.script import followed, format_action, parse_script
from properties.conformance.bank.wire import to_view
from properties.conformance.cases import SUITE_PHASES, Case, Phase, SuiteError, with_choices
from properties.conformance.script import ScriptError


def case_of(
    case_id: str, deal: RoundDeal, choices: Mapping[str, str], script: Sequence[str], phase: Phase, twin: str = ""
) -> Case:
    """A case from a deal and what is done there."""
    return Case(
        id=case_id,
        game="bank",
        hands=tuple(map(format_zone, deal.hands)),
        middle=format_card(deal.open_card),
        stock=format_zone(deal.stock),
        dealer=None if deal.dealer == NOBODY else deal.dealer,
        trumps=format_suits(deal.trumps),
        cards="full",
        choices=dict(choices),
        script=tuple(script),
        phase=phase,
        twin=twin,
    )


def one_round(text: str, choices: Mapping[str, str], script: str | None, timeline: str, twin: str) -> Case:
    """A case for one deal that somebody gives. Raises DealError, RuleChoiceError, ScriptError."""
    if timeline:
        raise ScriptError("nobody slaps in Bank: say what is done there with a script: 9c draw pass")
    tokens = tuple((script or "").split())
    deal = parse_round(text)
    _check(deal, choices, tokens, twin)
    done = f": {' '.join(tokens)}" if script is not None else ""
    return case_of(with_choices(f"bank/deal/{deal}{done}", choices), deal, choices, tokens, "asked for", twin=twin)


def _check(deal: RoundDeal, choices: Mapping[str, str], tokens: Sequence[str], twin: str) -> Book:
    """The book of a case. Raises DealError, RuleChoiceError and ScriptError for what cannot be."""
    book = choose(BANK, choices)
    check_seats(book, len(deal.hands))
    if trumps_error(book, deal.trumps):
        raise DealError(_other_trumps(book, deal))
    for token in parse_script(tokens):
        for seat in (token.seat, token.dealer):
            if seat is not None and seat >= len(deal.hands):
                last = SEAT_NAMES[len(deal.hands) - 1]
                raise ScriptError(f"'{token.text}': there is no seat {SEAT_NAMES[seat]}, the seats are A to {last}")
    if twin:
        other = parse_round(twin)
        if other.cards == deal.cards or not _looks_the_same(book, deal, other):
            raise DealError(f"the deal {twin} is not like {deal} to any seat: swap cards that some seat cannot see")
        if list(map(len, other.hands)) != list(map(len, deal.hands)) or len(other.stock) != len(deal.stock):
            raise DealError(f"the deal {twin} cannot look like {deal}: every hand and the stock need the same size")
    return book


def _other_trumps(book: Book, deal: RoundDeal) -> str:
    """What is wrong with the trumps that a deal names, and what would be right."""
    named, agreed, needed = format_suits(deal.trumps), format_suits(book.trump_suits), len(book.trump_suits)
    if not needed:
        return f"the deal names {named} as trumps, and none were agreed on: leave out ^{named}, or choose other trumps"
    if book.trump_scope is not POINTS["trump_scope"].alternatives["round"]:
        return f"the deal names {named} as trumps, and {agreed} were agreed on: choose trump_scope=round to change them"
    suits = "suit is" if needed == 1 else "suits are"
    return f"the deal names {named} as trumps: {needed} {suits} needed, as many as were agreed on, such as ^{agreed}"


def _looks_the_same(book: Book, deal: RoundDeal, other: RoundDeal) -> bool:
    """Whether there is a seat that cannot tell two deals apart."""
    if len(deal.hands) != len(other.hands):
        return False
    tables = [initial(book, each) for each in (deal, other)]
    return any(
        to_view(book, tables[0], Seat(seat)) == to_view(book, tables[1], Seat(seat)) for seat in range(len(deal.hands))
    )


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case as it stands in a suite file."""

    id: str
    game: str
    deal: str
    choices: dict[str, str] = {}
    script: str = ""
    legal: str | None = None
    """What is allowed after the script: a worked example of the source, which must be so."""
    twin: str = ""
    beside: Literal["", "new", "fork"] = ""
    phase: Phase | None = None
    clauses: tuple[str, ...] = ()
    why: str = ""


def suite_case(entry: dict[str, Any], label: str) -> Case:
    """One case of a suite of Bank. Raises SuiteError."""
    try:
        read = msgspec.convert(entry, _Entry)
        deal, tokens = parse_round(read.deal), tuple(read.script.split())
        book = _check(deal, read.choices, tokens, read.twin)
        for clause in read.clauses:
            load().clause(clause)
    except (msgspec.ValidationError, DealError, RuleChoiceError, ScriptError, UnknownClause) as error:
        raise SuiteError(f"{label}: {error}") from error
    phase = read.phase or ("directed" if read.legal is None else "worked")
    if not read.id:
        raise SuiteError(f"{label}: has an empty id: give it a name of its own")
    if phase not in SUITE_PHASES or (phase == "worked" and read.legal is None):
        without = " without 'legal'" if phase == "worked" else ""
        raise SuiteError(f"{label}: the phase '{phase}'{without} is not for suites: use {', '.join(SUITE_PHASES)}")
    case = case_of(read.id, deal, read.choices, tokens, phase, read.twin).telling(read.clauses, read.why)
    case = msgspec.structs.replace(case, beside=read.beside)
    if read.legal is not None:
        _check_legal(book, case, read.legal.split(), label)
    return case


def _check_legal(book: Book, case: Case, stated: list[str], label: str) -> None:
    match = initial(book, case.round_deal)
    for step in followed(book, match, parse_script(case.script or ())):
        if step.refused is not None:
            raise SuiteError(
                f"{label}: its script is refused by the rules ({step.refused}), so nothing is allowed after it"
            )
        match = step.after
    right = [format_action(match, action) for action in enabled(book, match)]
    if sorted(right) != sorted(stated):
        raise SuiteError(f"{label}: says that {' '.join(stated)} is allowed, and by the rules it is {' '.join(right)}")
