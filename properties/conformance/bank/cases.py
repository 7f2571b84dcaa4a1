"""Cases of Bank: a deal, the rules agreed on, and what is done at the table. And where they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

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
from model.game import NOBODY
from model.points import RuleChoiceError
from properties.conformance.bank.script import followed, format_action, parse_script
from properties.conformance.cases import SUITE_PHASES, Case, Phase, SuiteError, with_choices
from properties.conformance.script import ScriptError

SUITE_FIELDS: Final = frozenset({"id", "game", "deal", "choices", "clauses", "phase", "why", "script", "twin", "legal"})


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


def suite_case(entry: dict[str, Any], label: str) -> Case:
    """One case of a suite of Bank. Raises SuiteError.

    `legal` may name what is allowed after the script, as a worked example of the source: then it must be so.
    """
    unknown = sorted(set(entry) - SUITE_FIELDS)
    if unknown:
        raise SuiteError(f"{label}: has '{unknown[0]}', which no case of Bank has: there are {sorted(SUITE_FIELDS)}")
    try:
        deal = parse_round(entry["deal"])
        choices, tokens = entry.get("choices", {}), tuple(str(entry.get("script", "")).split())
        book = _check(deal, choices, tokens, entry.get("twin", ""))
        phase = entry.get("phase", "worked" if "legal" in entry else "directed")
        plain = msgspec.to_builtins(case_of(entry["id"], deal, choices, tokens, phase, entry.get("twin", "")))
        told = {name: entry[name] for name in ("clauses", "why") if name in entry}
        case = msgspec.convert({**plain, **told}, Case, strict=True)
    except KeyError as error:
        raise SuiteError(f"{label}: has no {error}") from error
    except (msgspec.ValidationError, DealError, RuleChoiceError, ScriptError, AttributeError, TypeError) as error:
        raise SuiteError(f"{label}: {error}") from error
    if case.phase not in SUITE_PHASES:
        raise SuiteError(f"{label}: the phase '{case.phase}' is not for suites: use {', '.join(SUITE_PHASES)}")
    if "legal" in entry:
        _check_legal(book, case, str(entry["legal"]).split(), label)
    return case


def _check_legal(book: Book, case: Case, stated: list[str], label: str) -> None:
    match = initial(book, case.round_deal)
    for step in followed(book, match, parse_script(case.script or ())):
        match = step.after
    right = [format_action(match, action) for action in enabled(book, match)]
    if sorted(right) != sorted(stated):
        raise SuiteError(f"{label}: says that {' '.join(stated)} is allowed, and by the rules it is {' '.join(right)}")
