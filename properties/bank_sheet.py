"""Score sheets of Bank that people have kept: held against the rules, round by round.

A sheet is a TOML file: what was agreed on, and for each round the cards that each seat captured and those left in
its hand, who went out and with which last lay, the scores, and the totals.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from model.bank.match import added
from model.bank.points import check_seats, choose
from model.bank.profiles import BANK
from model.bank.ranks import NO_CARD, Points
from model.bank.rulebook import Book
from model.bank.scoring import scores
from model.bank.state import Finish, Match, Phase, Round
from model.cards import CardError, Labelling, Zone, format_card, parse_zone
from model.deal import SEAT_NAMES
from model.game import NOBODY, Seat


class SheetError(ValueError):
    """A file that is no score sheet. The message says what is wrong, where, and what would be right."""


class RoundRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round as it stands in the file; `out` names who went out, in order: `A Kc` with the cards of the last lay."""

    captured: tuple[str, ...]
    scores: tuple[int, ...]
    hands: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    totals: tuple[int, ...] | None = None


class SheetFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A score sheet as it stands in the file."""

    round: tuple[RoundRow, ...]
    choices: dict[str, str] = {}
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where a sheet does not add up. `match` is the round by the rules, where a score is wrong."""

    where: str
    what: str
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet with its cards, and the book that it is held against."""

    book: Book
    rounds: tuple[tuple[RoundRow, Round], ...]
    winner: Seat | None


def read(path: Path) -> Sheet:
    """A sheet from its file. Raises SheetError, RuleChoiceError, OSError."""
    try:
        content = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), SheetFile)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise SheetError(f"{path}: is no score sheet ({error})") from error
    if not content.round:
        raise SheetError(f"{path}: has no round: write [[round]] with captured, hands, out and scores")
    book = choose(BANK, content.choices)
    seats = len(content.round[0].captured)
    check_seats(book, seats)
    rounds = tuple(
        (row, _round(book, row, seats, f"{path}: round {number}")) for number, row in enumerate(content.round, start=1)
    )
    winner = None if content.winner is None else _seat(content.winner, seats, f"{path}: the winner")
    return Sheet(book, rounds, winner)


def _round(book: Book, row: RoundRow, seats: int, where: str) -> Round:
    for name in ("captured", "hands", "scores", "totals"):
        column = getattr(row, name)
        if column and len(column) != seats:
            raise SheetError(f"{where}: {name} has {len(column)} entries, and {seats} seats play")
    captured = tuple(_zone(cards, f"{where}: captured by {SEAT_NAMES[at]}") for at, cards in enumerate(row.captured))
    hands = tuple(
        _zone(cards, f"{where}: hand {SEAT_NAMES[at]}") for at, cards in enumerate(row.hands or ("",) * seats)
    )
    return Round(
        hands=hands,
        stock=(),
        bank=(),
        top=NO_CARD,
        captured=captured,
        turn=Seat(0),
        first=NOBODY,
        dealer=NOBODY,
        trumps=book.trump_suits,
        phase=Phase.OVER,
        out=tuple(_finish(each, seats, where) for each in row.out),
    )


def _zone(cards: str, where: str) -> Zone:
    try:
        return parse_zone(cards, Labelling.FULL)
    except CardError as error:
        raise SheetError(f"{where}: {error}") from error


def _seat(name: str, seats: int, where: str) -> Seat:
    if name not in SEAT_NAMES[:seats]:
        raise SheetError(f"{where}: '{name}' is no seat, the seats are A to {SEAT_NAMES[seats - 1]}")
    return Seat(SEAT_NAMES.index(name))


def _finish(text: str, seats: int, where: str) -> Finish:
    name, _, cards = text.partition(" ")
    lay = _zone(cards, f"{where}: the last lay of {name}")
    if len(lay) not in (1, 4):
        raise SheetError(f"{where}: '{text}' names who went out and with what: one card, or four, such as 'A Kc'")
    return Finish(_seat(name, seats, where), lay)


def mismatches(sheet: Sheet) -> Iterator[Mismatch]:
    """Everything that does not add up, in order. After a wrong total the next one is held against what stands there."""
    totals: tuple[Points, ...] = (Points(0),) * len(sheet.rounds[0][1].hands)
    for number, (row, table) in enumerate(sheet.rounds, start=1):
        where = f"round {number}"
        yield from (Mismatch(where, what) for what in _wrong_cards(table))
        right = scores(sheet.book, table)
        if right != row.scores:
            yield Mismatch(
                where,
                f"the scores are {_listed(row.scores)}, and by the rules {_listed(right)}",
                Match(table, totals, scores=right),
            )
        summed = added(totals, tuple(map(Points, row.scores)))
        if row.totals is not None and row.totals != summed:
            yield Mismatch(
                where, f"the totals are {_listed(row.totals)}, and what stands there adds up to {_listed(summed)}"
            )
        totals = tuple(map(Points, row.totals)) if row.totals is not None else summed
    yield from (Mismatch("the end", what) for what in _wrong_winner(sheet, totals))


def _wrong_cards(table: Round) -> Iterator[str]:
    """Cards that lie in two places, or in no pack of Bank; seats that went out and did not."""
    counts = Counter(card for zone in (*table.captured, *table.hands) for card in zone)
    pack = BANK.pack()
    for card, times in counts.items():
        if times > 1:
            yield f"{format_card(card)} lies in {times} places"
        if card not in pack:
            yield f"{format_card(card)} is no card of Bank"
    for finish in table.out:
        if table.hands[finish.seat]:
            yield f"{SEAT_NAMES[finish.seat]} went out and holds cards"
    seats = [finish.seat for finish in table.out]
    if len(set(seats)) < len(seats):
        yield "a seat went out twice"


def _wrong_winner(sheet: Sheet, totals: tuple[Points, ...]) -> Iterator[str]:
    found = sheet.book.winner(sheet.book, totals)
    won = found[0] if len(found) == 1 else None
    if sheet.winner != won:
        stated = "nobody" if sheet.winner is None else SEAT_NAMES[sheet.winner]
        right = "nobody yet" if won is None else SEAT_NAMES[won]
        yield f"the sheet says that {stated} has won, and with {_listed(totals)} it is {right}"


def _listed(points: Sequence[int]) -> str:
    return ", ".join(f"{SEAT_NAMES[seat]} {each}" for seat, each in enumerate(points))
