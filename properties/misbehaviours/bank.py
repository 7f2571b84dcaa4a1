"""Programs that misbehave at tables of Bank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import msgspec

from model.bank.actions import RoundDeal
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.bank.state import Round
from model.cards import CardError, Labelling, parse_zone
from properties.conformance.bank.tables import Answer, BankTables
from properties.conformance.bank.wire import to_table
from properties.conformance.books import AnyBook
from properties.conformance.protocol import (
    ActionWire,
    BankLookOk,
    BankTableWire,
    Drop,
    Fork,
    Handle,
    Look,
    NewOk,
    NewTable,
    No,
    Request,
    TickAsk,
    TickOk,
)
from properties.conformance.reference import Reference
from properties.misbehaviours.core import Make, Misbehaviour, Question
from properties.misreadings import Fault

OfTable = TickAsk | Look | Fork | Drop


class AtBankTables(Reference):
    """A program with tables of Bank of its own kind."""

    def __init__(self, banks: type[BankTables], books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self.banks = banks()


class SortedByLooking(BankTables):
    """The stock is put in order to be shown, and stays so."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; after a look at the table the stock is in order."""
        answer = super().answer(request)
        if isinstance(request, Look) and isinstance(answer, BankLookOk) and answer.state is not None:
            self._round(request.table, stock=tuple(sorted(self._laid[request.table].match.round.stock)))
        return answer

    def _round(self, handle: Handle, **changes: object) -> None:
        laid = self._laid[handle]
        table: Round = replace(laid.match.round, **changes)  # type: ignore[arg-type]
        laid.match = replace(laid.match, round=table)


class LostByRefusing(SortedByLooking):
    """A card is taken out of a hand before anybody asks whether it may be laid."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; cards that were refused are nowhere any more."""
        answer = BankTables.answer(self, request)
        if isinstance(request, TickAsk) and isinstance(answer, No) and answer.why != "stale":
            for action in request.do:
                self._lose(request.table, action)
        return answer

    def _lose(self, handle: Handle, action: ActionWire) -> None:
        try:
            cards = parse_zone(action.cards, Labelling.FULL)
        except CardError:
            return
        hands = self._laid[handle].match.round.hands
        if action.seat in range(len(hands)):
            kept = [
                tuple(card for card in hand if seat != action.seat or card not in cards)
                for seat, hand in enumerate(hands)
            ]
            self._round(handle, hands=tuple(kept))


class OnlyLaysCount(BankTables):
    """What is counted is lays, and not what has been done."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; `at` counts the lays."""
        answer = super().answer(request)
        if not isinstance(request, TickAsk) or not isinstance(answer, TickOk):
            return answer
        laid = self._laid[request.table]
        laid.at -= all(action.act != "lay" for action in request.do)
        return msgspec.structs.replace(answer, at=laid.at)


@dataclass(slots=True)
class LegalBefore(BankTables):
    """What is allowed is worked out before an act is done."""

    _legal: dict[Handle, tuple[ActionWire, ...] | None] = field(default_factory=dict)

    def answer(self, request: OfTable) -> Answer:
        """The answer, with the acts that were legal before the last one."""
        now = BankTables.answer(self, Look(0, request.table, ("legal",))) if isinstance(request, TickAsk) else None
        answer = BankTables.answer(self, request)
        if isinstance(now, BankLookOk) and isinstance(answer, TickOk):
            self._legal[request.table] = now.legal
        if isinstance(answer, BankLookOk) and answer.legal is not None and request.table in self._legal:
            return msgspec.structs.replace(answer, legal=self._legal[request.table])
        return answer


class SameTable(BankTables):
    """A second name for one table is taken for a second table."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; a doubled table is the table itself."""
        answer = super().answer(request)
        if isinstance(request, Fork) and isinstance(answer, NewOk):
            self._laid[answer.table] = self._laid[request.table]
        return answer


class AllForgotten(BankTables):
    """Whoever has done with one table has done with all of them."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; as a table is dropped, all are."""
        answer = super().answer(request)
        if isinstance(request, Drop) and not isinstance(answer, No):
            self._laid.clear()
        return answer


class OneTable(BankTables):
    """There is one table, which every new one takes the place of."""

    def answer(self, request: OfTable) -> Answer:
        """The answer of the table that was laid last, whichever was asked for."""
        if self._laid:
            request = msgspec.structs.replace(request, table=list(self._laid)[-1])
        return super().answer(request)


class Peeking(BankTables):
    """A view is the table without what the author thought of hiding."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; a view tells what the other seats hold as well."""
        answer = super().answer(request)
        if not isinstance(answer, BankLookOk) or answer.view is None:
            return answer
        hands = to_table(self._laid[request.table].match).hands
        return msgspec.structs.replace(answer, view={**answer.view, "all_hands": hands})


@dataclass(slots=True)
class OneScore(BankTables):
    """The points of all matches stand on one and the same sheet."""

    _sheet: tuple[Points, ...] = ()

    def new(self, book: Book, deal: RoundDeal) -> NewOk | No:
        """Lay a table, with the points that stand on the sheet, if it is for as many seats."""
        answer = BankTables.new(self, book, deal)
        if isinstance(answer, NewOk) and len(self._sheet) == len(deal.hands):
            laid = self._laid[answer.table]
            laid.match = replace(laid.match, totals=self._sheet)
        return answer

    def answer(self, request: OfTable) -> Answer:
        """The answer; the points are then those of the next match."""
        answer = BankTables.answer(self, request)
        if isinstance(answer, TickOk):
            self._sheet = self._laid[request.table].match.totals
        return answer


class WinnersTooSoon(BankTables):
    """Who is in front is shown as the winner."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; a table is shown with those as winners who have most points, as soon as there are any."""
        answer = super().answer(request)
        if not isinstance(answer, BankLookOk) or answer.state is None or not any(answer.state.totals):
            return answer
        return msgspec.structs.replace(answer, state=_in_front(answer.state))


def _in_front(table: BankTableWire) -> BankTableWire:
    most = max(table.totals)
    leading = tuple(seat for seat, total in enumerate(table.totals) if total == most)
    return msgspec.structs.replace(table, winners=leading)


class ChoicesStay(Reference):
    """What was agreed on for one table stays agreed on for the next, unless that says something else."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._agreed: dict[str, str] = {}

    def answer(self, request: Request) -> bytes:
        """The reply, by all that was ever agreed on."""
        if isinstance(request, NewTable):
            self._agreed.update(request.variant)
            request = msgspec.structs.replace(request, variant=dict(self._agreed))
        return super().answer(request)


def _shown(
    make: Make, name: str, kind: Fault, clauses: tuple[str, ...], belief: str, source: str, *example: Question
) -> Misbehaviour:
    return Misbehaviour(name, "bank", kind, clauses, belief, source, example, make)


def _at(banks: type[BankTables]) -> Make:
    return partial(AtBankTables, banks)


def _script(deal: str, script: str, beside: str = "", twin: str = "", **choices: str) -> Question:
    return Question(deal, script, cards="full", choices=tuple(choices.items()), twin=twin, beside=beside)


BANK: Final[tuple[Misbehaviour, ...]] = (
    _shown(
        _at(SortedByLooking),
        "looking_sorts_the_stock",
        Fault.STATE,
        ("BANK-59",),
        "The stock is put in order to be shown, and it is only shown.",
        "A pile must be what it was after its state was read; languages sort a list in its place.",
        _script("AcKc/9s+Tc+9h7h", "Ac", trumps="none"),
    ),
    _shown(
        _at(LostByRefusing),
        "a_refused_card_is_lost",
        Fault.LOSS,
        ("BANK-40",),
        "Whoever lays a card does not have it any more.",
        "Public programs take a card off a hand before they ask whether there is one, and lose cards on the way.",
        _script("AcKc/9s+Tc", "Kc", trumps="none"),
    ),
    _shown(
        _at(OnlyLaysCount),
        "counts_lays_and_not_acts",
        Fault.REPORT,
        (),
        "What has happened at a table is the cards laid there.",
        "A public program counts turns as well as tricks, and what is counted is soon taken for something else.",
        _script("Kd/7s+9c+AhTh", "draw", trumps="none"),
    ),
    _shown(
        _at(LegalBefore),
        "offers_the_moves_of_the_table_before",
        Fault.REPORT,
        ("BANK-40",),
        "What may be done is listed at the beginning of a turn.",
        "Programs that list what is allowed before they do what was chosen, and show that list afterwards.",
        _script("AcKc/9s+Tc", "Ac", trumps="none"),
    ),
    _shown(
        _at(SameTable),
        "a_doubled_match_is_the_same_match",
        Fault.STATE,
        (),
        "To copy a table is to give it a second name.",
        "Copies of lists that share what is in them are known from every language.",
        _script("AcKc/9s+Tc+9h7h", "Ac draw", beside="fork", trumps="none"),
    ),
    _shown(
        _at(AllForgotten),
        "forgets_all_matches_with_one",
        Fault.STATE,
        (),
        "Whoever has done with a match has done with everything.",
        "Programs that empty the list of all matches where one of them should go.",
        _script("AcKc/9s+Tc", "Ac", beside="new", trumps="none"),
    ),
    _shown(
        _at(OneTable),
        "has_one_match_only",
        Fault.STATE,
        ("BANK-35",),
        "Nobody plays two games at a time.",
        "Programs that keep their game in variables of the whole program.",
        _script("AcKc/9s+Tc", "Ac", beside="new", trumps="none"),
    ),
    _shown(
        _at(Peeking),
        "views_tell_all_hands",
        Fault.REPORT,
        ("BANK-34",),
        "What is not drawn on the screen is not seen.",
        "Programs that send a whole table to every player, and leave it to the screen to hide the other hands.",
        _script("AcKc/9s+Tc+9h", "Ac", twin="AcKc/9h+Tc+9s", trumps="none"),
    ),
    _shown(
        _at(OneScore),
        "all_matches_have_one_score",
        Fault.STATE,
        ("BANK-96",),
        "A match begins with no points.",
        "Programs whose list of points stands as a default, or belongs to the whole program.",
        _script("Ac/9s+Tc", "Ac", trumps="none"),
        _script("Ac/9s+Tc", "Ac", trumps="none"),
    ),
    _shown(
        _at(WinnersTooSoon),
        "who_is_in_front_is_told_as_the_winner",
        Fault.REPORT,
        ("BANK-96",),
        "Who has most points has won.",
        "In public programs verdict and table contradict each other; BANK-A35 asks when a match is won.",
        _script("Ac/9s+Tc", "Ac", trumps="none"),
    ),
    _shown(
        ChoicesStay,
        "keeps_what_was_agreed_on_before",
        Fault.STATE,
        ("BANK-50", "BANK-70"),
        "What is not said again is as it was.",
        "Programs that put what is agreed on into one set of options, which they never empty.",
        _script("7c8c9s/9h9d+6c", "7c", trumps="none", seven="nothing"),
        _script("7c8c9s/9h9d+6c", "7c", trumps="none"),
    ),
)
