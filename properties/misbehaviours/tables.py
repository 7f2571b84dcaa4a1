"""Programs that misbehave at tables played step by step: what looking, refusing, doubling and forgetting do there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import msgspec

from model.cards import Zone, format_zone
from model.deal import Deal
from model.piles.rulebook import Book
from model.piles.state import replace
from properties.conformance.books import AnyBook
from properties.conformance.protocol import (
    ActionWire,
    Drop,
    Fork,
    Handle,
    Look,
    LookOk,
    NewOk,
    No,
    TickAsk,
    TickOk,
)
from properties.conformance.reference import Reference
from properties.conformance.tables import Answer, Tables
from properties.misbehaviours.core import Make, Misbehaviour, Question
from properties.misreadings import Fault

OfTable = TickAsk | Look | Fork | Drop


class AtTables(Reference):
    """A program with tables of its own kind."""

    def __init__(self, tables: type[Tables], books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self.tables = tables()


class TurnedByLooking(Tables):
    """Hands are shown with the top card last, and the lists themselves are turned round for that."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; after a look the hands are the other way round."""
        answer = super().answer(request)
        if isinstance(request, Look) and isinstance(answer, LookOk):
            laid = self._laid[request.table]
            laid.table = replace(laid.table, hands=tuple(hand[::-1] for hand in laid.table.hands))
        return answer


class EmptiedByLooking(Tables):
    """The middle is read card by card, by taking each off."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; after a look the middle is empty."""
        answer = super().answer(request)
        if isinstance(request, Look) and isinstance(answer, LookOk):
            laid = self._laid[request.table]
            laid.table = replace(laid.table, middle=(), left=0, burned=0)
        return answer


class TakenBack(Tables):
    """A card is taken off the hand before anybody asks whose turn it is, and put back at the wrong end."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; where a card was refused it has gone under its hand."""
        answer = super().answer(request)
        if isinstance(request, TickAsk) and isinstance(answer, No) and answer.why != "stale":
            for action in request.do:
                self._put_under(request.table, action)
        return answer

    def _put_under(self, handle: Handle, action: ActionWire) -> None:
        laid = self._laid.get(handle)
        if laid is not None and action.act == "lay" and action.seat in range(len(laid.table.hands)):
            hands = [hand[1:] + hand[:1] if seat == action.seat else hand for seat, hand in enumerate(laid.table.hands)]
            laid.table = replace(laid.table, hands=tuple(hands))


class OnlyLaysCount(Tables):
    """What is counted is cards, and not what has been done."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; `at` counts the cards laid."""
        before = self._laid.get(request.table)
        answer = super().answer(request)
        if before is None or not isinstance(request, TickAsk) or not isinstance(answer, TickOk):
            return answer
        before.at -= all(action.act != "lay" for action in request.do)
        return msgspec.structs.replace(answer, at=before.at)


class Late(Tables):
    """Whatever comes is taken as it comes, whatever it was an answer to."""

    def answer(self, request: OfTable) -> Answer:
        """The answer to the same at the right moment."""
        laid = self._laid.get(request.table)
        if isinstance(request, TickAsk) and laid is not None:
            request = msgspec.structs.replace(request, at=laid.at)
        return super().answer(request)


class OneHand(Tables):
    """Of hands that come at one instant the first one is taken, and the line is done with."""

    def answer(self, request: OfTable) -> Answer:
        """The answer to the first act alone."""
        if isinstance(request, TickAsk):
            return super().answer(msgspec.structs.replace(request, do=request.do[:1]))
        return super().answer(request)


@dataclass(slots=True)
class LegalBefore(Tables):
    """What is allowed is worked out before an act is done."""

    _legal: dict[Handle, tuple[ActionWire, ...] | None] = field(default_factory=dict)

    def answer(self, request: OfTable) -> Answer:
        """The answer, with the acts that were legal before the last one."""
        legal = self._now(request.table) if isinstance(request, TickAsk) else None
        answer = Tables.answer(self, request)
        if isinstance(request, TickAsk) and isinstance(answer, TickOk):
            self._legal[request.table] = legal
        if isinstance(answer, LookOk) and answer.legal is not None and request.table in self._legal:
            return msgspec.structs.replace(answer, legal=self._legal[request.table])
        return answer

    def _now(self, handle: Handle) -> tuple[ActionWire, ...] | None:
        shown = Tables.answer(self, Look(0, handle, ("legal",)))
        return shown.legal if isinstance(shown, LookOk) else None


@dataclass(slots=True)
class DigestBefore(Tables):
    """A digest is taken of the table before the act, under which it is told."""

    _digests: dict[Handle, str | None] = field(default_factory=dict)

    def new(self, book: Book, deal: Deal) -> NewOk | No:
        """Lay a table."""
        answer = Tables.new(self, book, deal)
        if isinstance(answer, NewOk):
            self._digests[answer.table] = answer.digest
        return answer

    def answer(self, request: OfTable) -> Answer:
        """The answer, with the digest of the table before."""
        answer = Tables.answer(self, request)
        if isinstance(request, Fork) and isinstance(answer, NewOk):
            self._digests[answer.table] = answer.digest
        if isinstance(answer, TickOk):
            told, self._digests[request.table] = self._digests[request.table], answer.digest
            return msgspec.structs.replace(answer, digest=told)
        return answer


class SameTable(Tables):
    """A second name for one table is taken for a second table."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; a doubled table is the table itself."""
        answer = super().answer(request)
        if isinstance(request, Fork) and isinstance(answer, NewOk):
            self._laid[answer.table] = self._laid[request.table]
        return answer


class AllForgotten(Tables):
    """Whoever has done with one table has done with all of them."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; as a table is dropped, all are."""
        answer = super().answer(request)
        if isinstance(request, Drop) and not isinstance(answer, No):
            self._laid.clear()
        return answer


class OneTable(Tables):
    """There is one table, which every new one takes the place of."""

    def answer(self, request: OfTable) -> Answer:
        """The answer of the table that was laid last, whichever was asked for."""
        if self._laid:
            request = msgspec.structs.replace(request, table=list(self._laid)[-1])
        return super().answer(request)


class Peeking(Tables):
    """A view is the table without what the author thought of hiding."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; a view tells the next card of each hand as well."""
        answer = super().answer(request)
        if not isinstance(answer, LookOk) or answer.view is None:
            return answer
        following = [format_zone(hand[:1]) for hand in self._laid[request.table].table.hands]
        return msgspec.structs.replace(answer, view={**answer.view, "next": following})


@dataclass(slots=True)
class OneMiddle(Tables):
    """All tables have one and the same list as their middle."""

    _middle: Zone = ()

    def new(self, book: Book, deal: Deal) -> NewOk | No:
        """Lay a table, upon whatever lies in the middle."""
        return Tables.new(self, book, Deal(deal.hands, deal.labelling, self._middle + deal.middle))

    def answer(self, request: OfTable) -> Answer:
        """The answer; the middle is then that of all tables."""
        answer = Tables.answer(self, request)
        if isinstance(answer, TickOk):
            self._middle = self._laid[request.table].table.middle
        return answer


class OverTooSoon(Tables):
    """Whether a game is over is worked out from the hands, for whoever looks."""

    def answer(self, request: OfTable) -> Answer:
        """The answer; a table at which a hand is empty is shown as over."""
        answer = super().answer(request)
        if not isinstance(answer, LookOk) or answer.state is None or all(answer.state.hands):
            return answer
        return msgspec.structs.replace(answer, state=msgspec.structs.replace(answer.state, phase="over"))


def at_tables(tables: type[Tables]) -> Make:
    """Makes programs with tables of this kind."""
    return partial(AtTables, tables)


def _shown(
    tables: type[Tables],
    name: str,
    kind: Fault,
    clauses: tuple[str, ...],
    belief: str,
    source: str,
    *example: Question,
    game: str = "banka",
) -> Misbehaviour:
    return Misbehaviour(name, game, kind, clauses, belief, source, example, at_tables(tables))


def _script(deal: str, script: str, beside: str = "", twin: str = "") -> Question:
    return Question(deal, script, cards="rank", beside=beside, twin=twin)


TABLES: Final[tuple[Misbehaviour, ...]] = (
    _shown(
        TurnedByLooking,
        "looking_turns_the_hands_round",
        Fault.STATE,
        ("BB-09",),
        "A hand is turned round to show it, and it is only shown.",
        "A pile must be what it was after its state was read; languages turn a list round in its place.",
        _script("23/4", "lay"),
    ),
    _shown(
        EmptiedByLooking,
        "looking_empties_the_middle",
        Fault.LOSS,
        ("BB-29",),
        "To read a pile, its cards are taken off one by one.",
        "A pile must be what it was after its state was read; a public program reads an iterator that is used up.",
        _script("2/3", "lay lay"),
    ),
    _shown(
        TakenBack,
        "a_refused_card_goes_under_its_hand",
        Fault.STATE,
        ("BB-09",),
        "A card that may not be laid is put back.",
        "Public programs take a card off a hand before they ask whether there is one.",
        _script("2/34", "B:lay"),
    ),
    _shown(
        OnlyLaysCount,
        "counts_cards_and_not_acts",
        Fault.REPORT,
        (),
        "What has happened at a table is the cards laid there.",
        "A public program counts turns as well as tricks, and what is counted is soon taken for something else.",
        _script("2/2", "lay lay A!"),
    ),
    _shown(
        Late,
        "takes_messages_as_they_arrive",
        Fault.SLAP,
        ("BB-09",),
        "What arrives is meant for the table as it is when it arrives.",
        "Two public programs on a server take slaps in the order of their arrival, whatever they were meant for.",
        _script("2/2", "lay ~A!"),
    ),
    _shown(
        OneHand,
        "takes_one_hand_of_several",
        Fault.SLAP,
        ("BMN-53",),
        "One line of input is one hand.",
        "A public program drops all that stands in a line after its first key.",
        _script("23/45", "lay BA!"),
        game="ratscrew",
    ),
    _shown(
        LegalBefore,
        "offers_the_acts_of_the_table_before",
        Fault.REPORT,
        ("BB-09", "BB-28"),
        "What may be done is listed at the beginning of a turn.",
        "Programs that list what is allowed before they do what was chosen, and show that list afterwards.",
        _script("2/3", "lay"),
    ),
    _shown(
        DigestBefore,
        "digest_of_the_table_before",
        Fault.REPORT,
        (),
        "A table is described when an act comes in.",
        "Programs that describe a table before they change it, and send that description afterwards.",
        _script("2/3", "lay"),
    ),
    _shown(
        SameTable,
        "a_doubled_table_is_the_same_table",
        Fault.STATE,
        (),
        "To copy a table is to give it a second name.",
        "Copies of lists that share what is in them are known from every language.",
        _script("2/3", "lay lay", beside="fork"),
    ),
    _shown(
        AllForgotten,
        "forgets_all_tables_with_one",
        Fault.STATE,
        (),
        "Whoever has done with a table has done with everything.",
        "Programs that empty the list of all tables where one of them should go.",
        _script("2/3", "lay", beside="new"),
    ),
    _shown(
        OneTable,
        "has_one_table_only",
        Fault.STATE,
        ("BB-09",),
        "Nobody plays two games at a time.",
        "Programs that keep their game in variables of the whole program.",
        _script("2/3", "lay", beside="new"),
    ),
    _shown(
        Peeking,
        "views_tell_the_next_cards",
        Fault.REPORT,
        ("BB-05",),
        "What is not drawn on the screen is not seen.",
        "Programs that send a whole table to every player, and leave it to the screen to hide what is face down.",
        _script("2/34", "lay", twin="2/43"),
    ),
    _shown(
        OneMiddle,
        "all_tables_have_one_middle",
        Fault.STATE,
        ("BB-29",),
        "Each table begins with an empty middle.",
        "Programs whose list stands as a default, or belongs to the kind of table and not to the table.",
        _script("2/3", "lay"),
        _script("2/3", "lay"),
    ),
    _shown(
        OverTooSoon,
        "over_is_told_by_an_empty_hand",
        Fault.REPORT,
        ("BB-44",),
        "A game in which somebody has no card is over.",
        "Public programs end at an empty hand; here only what is told does, while the table goes on.",
        _script("J/2", "lay"),
    ),
)
