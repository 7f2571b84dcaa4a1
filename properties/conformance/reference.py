"""The model as an adapter: the reference, one of its variants, or a program with a fault, request by request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from model.bank import points as bank_points
from model.bank.profiles import BANK
from model.bank.rulebook import Book as BankBook
from model.cards import Labelling
from model.deal import Deal, DealError, deal_of
from model.game import Outcome, Seat
from model.piles.play import initial
from model.piles.points import POINTS, check_seats, choices, choose
from model.piles.profiles import PROFILES, RULES_VERSION, profile
from model.piles.rulebook import Book
from model.piles.run import NeedsChance, Played, RefusedSlap, Timeline, counted, play
from model.piles.state import Table
from model.points import RuleChoiceError
from properties.conformance.bank.tables import Answer as BankAnswer
from properties.conformance.bank.tables import BankTables
from properties.conformance.bank.wire import from_deal
from properties.conformance.books import GAMES, AnyBook, chosen_book
from properties.conformance.breaking import Broke
from properties.conformance.protocol import (
    PROTOCOL,
    AdapterName,
    Bye,
    GameClaim,
    Hello,
    HelloOk,
    NewTable,
    No,
    Play,
    PlayOk,
    Request,
    SeatRange,
    encode,
    read_request,
    to_wire,
)
from properties.conformance.tables import SIGHTS, Answer, Tables
from properties.conformance.traces import KINDS, told
from properties.conformance.wires import answer_tab
from properties.misreadings import Misreading, all_misreadings
from properties.misreadings.bank import MISREADINGS


@dataclass(frozen=True, slots=True)
class Asked:
    """A whole game that was asked for, and how the rules play it from its first table."""

    book: Book
    deal: Deal
    start: Table
    budget: int
    slaps: Timeline
    played: Played


class Reference:
    """Plays every request by the books given, one for each game; `variant` in a request is put on top of the book.

    With `honest` false the books are played whatever is asked for, and hello claims the plain defaults, and no way of
    counting but the plain one: how a program behaves that misunderstands a rule.
    """

    def __init__(
        self, books: Mapping[str, AnyBook], name: str, honest: bool = True, version: str = RULES_VERSION
    ) -> None:
        self._books = dict(books)
        self._name = name
        self._honest = honest
        self._version = version
        self.tables = Tables()
        self.banks = BankTables()
        self.finished = False
        """Whether the runner has said goodbye."""

    def answer(self, request: Request) -> bytes:
        """The reply to one request, as a line."""
        match request:
            case Hello():
                return self._reply(request.id, ok=self._hello())
            case Play():
                return self._play(request)
            case Bye():
                self.finished = True
                return self._reply(request.id, ok={})
            case NewTable():
                return self._new(request)
            case _ if self.banks.holds(request.table):
                return self._answered(request.id, self.banks.answer(request))
            case _:
                return self._answered(request.id, self.tables.answer(request))

    def answer_line(self, line: bytes) -> bytes:
        """The reply to a request as it came in; an unreadable one is refused, as far as its id can be made out."""
        try:
            return self.answer(read_request(line))
        except Broke as broke:
            broke.really()
        except (msgspec.DecodeError, RecursionError) as error:
            return self._reply(_id_of(line), no=No("unsupported", detail=str(error)))

    def answer_tab(self, line: bytes) -> bytes:
        """The reply to a request of the tab-separated wire."""
        try:
            return answer_tab(line, self.answer)
        except Broke as broke:
            broke.really()

    def _hello(self) -> HelloOk:
        claims = tuple(self._claim(book) for book in self._books.values())
        return HelloOk(PROTOCOL, AdapterName(self._name, self._version, "python"), claims)

    def _claim(self, book: AnyBook) -> GameClaim:
        """What is claimed of one game."""
        if isinstance(book, BankBook):
            return self._bank_claim(book)
        own, default = choices(book), choices(PROFILES[book.game])
        differing = {point: (own[point],) for point in own if own[point] != default[point]}
        counting = ("count_cards", "count_tricks")
        return GameClaim(
            game=book.game,
            seats=SeatRange(book.fewest_seats, _most_seats(book)),
            levels=("outcome", "trace", "step"),
            cards=("rank", "full") if book.slapping else ("class", "rank", "full"),
            ties="ruled",
            variant={point: way for point, way in differing.items() if point not in counting} if self._honest else {},
            loop="first_repeat",
            count_cards=own["count_cards"] if self._honest or "count_cards" not in differing else None,
            count_tricks=own["count_tricks"] if self._honest or "count_tricks" not in differing else None,
            trace=("events", "states"),
            events=tuple(KINDS.values()),
            observe=SIGHTS,
            fork=True,
        )

    def _bank_claim(self, book: BankBook) -> GameClaim:
        """What is claimed of Bank: every way to play it, unless some were chosen."""
        own, default = bank_points.choices(book), bank_points.choices(BANK)
        every = {name: tuple(point.alternatives) for name, point in bank_points.POINTS.items()}
        chosen = {name: (own[name],) for name in own if own[name] != default[name]}
        variant = {name: ways for name, ways in {**every, **chosen}.items() if len(ways) > 1 or name in chosen}
        return GameClaim(
            game="bank",
            seats=SeatRange(book.fewest_seats, book.most_seats),
            levels=("step",),
            cards=("full",),
            variant=variant if self._honest else {},
            observe=("digest", "state", "legal", "view"),
            fork=True,
        )

    def _new_bank(self, book: BankBook, request: NewTable) -> bytes:
        try:
            book = bank_points.choose(book, request.variant) if self._honest else book
            deal = from_deal(request.deal)
            bank_points.check_seats(book, len(deal.hands))
        except DealError as error:
            return self._reply(request.id, no=No("bad-deal", detail=str(error)))
        except RuleChoiceError as error:
            return self._reply(request.id, no=No("unsupported", detail=str(error)))
        return self._answered(request.id, self.banks.new(book, deal))

    def _set_up(self, request: Play | NewTable) -> tuple[Book, Deal] | No:
        """The book and the deal that a request asks for, or why there is none."""
        if request.game not in self._books:
            return No("unsupported", feature=f"game {request.game}")
        book = self._books[request.game]
        if isinstance(book, BankBook):
            return No("unsupported", feature="play: Bank is played step by step")
        try:
            if self._honest:
                book = choose(book, request.variant)
            middle = "" if request.deal.middle is msgspec.UNSET else request.deal.middle
            deal = deal_of(list(request.deal.hands), Labelling(request.deal.cards), middle)
            self.check_seats(book, len(deal.hands))
        except DealError as error:
            return No("bad-deal", detail=str(error))
        except RuleChoiceError as error:
            return No("unsupported", detail=str(error))
        return book, deal

    def check_seats(self, book: Book, seats: int) -> None:
        """Refuse a number of seats that a book does not know. Raises RuleChoiceError."""
        check_seats(book, seats)

    def start(self, book: Book, deal: Deal) -> Table:
        """The table before the first card of a whole game."""
        return initial(book, deal)

    def outcome(self, asked: Asked) -> Outcome:
        """How a whole game has ended, as it is told. Raises Broke in a program that breaks instead."""
        return counted(asked.played, asked.book.count_cards, asked.book.count_tricks)

    def _play(self, request: Play) -> bytes:
        found = self._set_up(request)
        if isinstance(found, No):
            return self._reply(request.id, no=found)
        book, deal = found
        start = self.start(book, deal)
        slaps: dict[int, tuple[Seat, ...]] = {}
        for at, seat, _ in request.timeline:
            slaps[at] = (*slaps.get(at, ()), Seat(seat))
        try:
            played = play(book, start, request.budget.cards, slaps=slaps)
        except (NeedsChance, RefusedSlap) as error:
            return self._reply(request.id, no=No("unsupported", detail=str(error)))
        result = to_wire(self.outcome(Asked(book, deal, start, request.budget.cards, slaps, played)))
        if request.trace is None:
            return self._reply(request.id, ok=PlayOk(result))
        kinds = tuple(KINDS.values())
        return self._reply(request.id, ok=told(book, start, played, result, request.trace, kinds, slaps))

    def _new(self, request: NewTable) -> bytes:
        book = self._books.get(request.game)
        if isinstance(book, BankBook):
            return self._new_bank(book, request)
        found = self._set_up(request)
        return self._answered(request.id, found if isinstance(found, No) else self.tables.new(*found))

    def _answered(self, request: int, answer: Answer | BankAnswer) -> bytes:
        if isinstance(answer, No):
            return self._reply(request, no=answer)
        return self._reply(request, ok=answer)

    def _reply(self, request: int, **content: object) -> bytes:
        return encode({"id": request, **content})


def reference_of(game: str, choices: Mapping[str, str], misread: str, version: str, declared: bool = True) -> Reference:
    """The reference for one game or all, with some choices made, or with a fault that it does not own up to.

    Choices that are not `declared` are played whatever is asked for, and hello does not say so. The fault is a
    misreading or a misbehaviour. Raises RuleChoiceError for what does not exist.
    """
    books = {name: chosen_book(name, choices) for name in ((game,) if game else GAMES)}
    if not misread:
        return Reference(books, "fairdeal reference", declared, version)
    from properties.misbehaviours import misbehaviour  # their programs are made from the reference of this module

    misbehaving = misbehaviour(misread, game)
    if misbehaving is not None:
        return misbehaving.program(choices if game else {})
    of_bank = next((each for each in MISREADINGS if each.name == misread), None)
    if of_bank is not None:
        book = chosen_book("bank", {**dict(of_bank.under), **(choices if game == "bank" else {})})
        assert isinstance(book, BankBook)
        return Reference({"bank": replace(book, **{of_bank.point: of_bank.function})}, misread, False, version)
    wrong = misreading(misread)
    return Reference({wrong.game: wrong.apply(_pile_book(books, wrong.game))}, misread, False, version)


def _pile_book(books: Mapping[str, AnyBook], game: str) -> Book:
    book = books.get(game, profile(game))
    assert not isinstance(book, BankBook)
    return book


def misreading(name: str) -> Misreading:
    """A misreading of a pile game by its name. Raises RuleChoiceError."""
    for each in all_misreadings():
        if each.name == name:
            return each
    known = [*(each.name for each in all_misreadings()), *(each.name for each in MISREADINGS)]
    raise RuleChoiceError(f"no misreading is called '{name}': there are {', '.join(known)}")


def _most_seats(book: Book) -> int:
    own = choices(book)
    return 2 if any(way in POINTS[name].two_seats_only for name, way in own.items()) else book.most_seats


def _id_of(line: bytes) -> int:
    try:
        found = msgspec.json.decode(line)
        return int(found["id"])
    except (msgspec.DecodeError, RecursionError, KeyError, TypeError, ValueError):
        return -1
