"""The usual slips at a table of Bank: what a program misreads, or misreports, whatever rules it plays by.

Each slip says what would be right if it were undone, or what a program with it shows of a table that is known.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from model.cards import CardError, Labelling, format_zone, parse_zone
from properties.conformance.bank.wire import plain, sorted_cards
from properties.conformance.protocol import BankTableWire

Change = Callable[[BankTableWire], BankTableWire]


@dataclass(frozen=True, slots=True)
class BankSlip:
    """One usual slip. `undo` makes right what a program with it shows; `shows` is what it shows of the right one."""

    name: str
    seen: str
    hint: str
    undo: Change | None = None
    shows: Change | None = None
    when: Literal["", "dealt", "over"] = ""
    """Where it can be told from a rule: at any time, as the table is dealt, or when the round is over."""

    def explains(self, right: BankTableWire, told: BankTableWire) -> bool:
        """Whether this slip is all that is wrong. Of wrong cards it is enough that it explains the cards."""
        one = normal(self.undo(told)) if self.undo is not None else told
        other = normal(self.shows(right)) if self.shows is not None else right
        if cards_of(told) != cards_of(right):
            return cards_of(one) == cards_of(other)
        return one == other


def normal(table: BankTableWire) -> BankTableWire:
    """A table with cards as we write them; hands and captured cards in one fixed order."""
    return msgspec.structs.replace(
        table,
        hands=tuple(map(sorted_cards, table.hands)),
        captured=tuple(map(sorted_cards, table.captured)),
        stock=plain(table.stock),
        bank=plain(table.bank),
        top=plain(table.top),
    )


def cards_of(table: BankTableWire) -> tuple[object, ...]:
    """Where the cards lie."""
    return table.hands, table.stock, table.bank, table.captured, table.top


def every_card(table: BankTableWire) -> list[str]:
    """All cards of a table, in one fixed order; a text that is no card stays as it is."""
    zones = (*table.hands, table.stock, table.bank, *table.captured)
    return sorted(itertools.chain.from_iterable(map(cards_in, zones)))


def cards_in(zone: str) -> list[str]:
    """The single cards of a zone."""
    try:
        return [format_zone((card,)) for card in parse_zone(zone, Labelling.FULL)]
    except CardError:
        return [zone]


def turned(zone: str) -> str:
    """Cards in the other order."""
    return "".join(reversed(cards_in(zone)))


# --- where things stand


def _stock_turned(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, stock=turned(table.stock))


def _bank_turned(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, bank=turned(table.bank))


def _both_turned(table: BankTableWire) -> BankTableWire:
    return _stock_turned(_bank_turned(table))


def _hands_turned(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, hands=table.hands[::-1])


def _hands_moved_on(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, hands=(*table.hands[1:], *table.hands[:1]))


def _hands_moved_back(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, hands=(*table.hands[-1:], *table.hands[:-1]))


def _exchanged(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, hands=table.captured, captured=table.hands)


def _from_0(table: BankTableWire) -> BankTableWire:
    told = {name: getattr(table, name) for name in ("turn", "owner", "dealer", "first")}
    lower: dict[str, object] = {name: seat - 1 for name, seat in told.items() if isinstance(seat, int)}
    if isinstance(table.out, tuple):
        lower["out"] = tuple(seat - 1 for seat in table.out)
    return msgspec.structs.replace(table, **lower)


# --- what is left out, or reported otherwise


def _no_open_card(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, bank="".join(cards_in(table.bank)[1:]))


def _open_card_in_stock(table: BankTableWire) -> BankTableWire:
    first, *others = cards_in(table.bank)
    return msgspec.structs.replace(table, bank="".join(others), stock=first + table.stock)


def _no_top(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, top="")


def _neither(table: BankTableWire) -> BankTableWire:
    return _no_top(_no_open_card(table))


def _only_the_top(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, bank="".join(cards_in(table.bank)[-1:]))


def _no_stock(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, stock="")


def _own_open_card(table: BankTableWire) -> BankTableWire:
    first, *others = cards_in(table.stock) or [""]
    return msgspec.structs.replace(table, bank=first, top=first, stock="".join(others))


def _totals_before(table: BankTableWire) -> BankTableWire:
    before = [total - score for total, score in zip(table.totals, _scores(table), strict=False)]
    return msgspec.structs.replace(table, totals=tuple(before) or table.totals)


def _scores(table: BankTableWire) -> tuple[int, ...]:
    return table.scores if isinstance(table.scores, tuple) else ()


def _no_scores(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, scores=())


def _cleared(table: BankTableWire) -> BankTableWire:
    none = ("",) * len(table.hands)
    return msgspec.structs.replace(table, hands=none, captured=none, bank="", top="", stock="")


def _cleared_bank(table: BankTableWire) -> BankTableWire:
    return msgspec.structs.replace(table, bank="", top="")


# --- how cards are written

Recode = Callable[[str], str]
SIGNS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def _suit_first(zone: str) -> str:
    return re.sub(r"([cdhs])(10|[6789TJQKA])", r"\2\1", zone)


def _capital_suits(zone: str) -> str:
    return re.sub(r"(10|[6789TJQKA])([CDHS])", lambda card: card[1] + card[2].lower(), zone)


def _small_ranks(zone: str) -> str:
    return re.sub(r"(10|[6789tjqka])([cdhs])", lambda card: card[1].upper() + card[2], zone)


def _with_signs(zone: str) -> str:
    return "".join(SIGNS.get(each, each) for each in zone)


def _parted(zone: str) -> str:
    return re.sub(r"[,;|/_-]", "", zone)


def _ten_as_one_letter(zone: str) -> str:
    return re.sub(r"[01X]([cdhs])", r"T\1", zone)


def _recoded(recode: Recode) -> Change:
    def undo(table: BankTableWire) -> BankTableWire:
        return msgspec.structs.replace(
            table,
            hands=tuple(map(recode, table.hands)),
            captured=tuple(map(recode, table.captured)),
            stock=recode(table.stock),
            bank=recode(table.bank),
            top=recode(table.top),
        )

    return undo


def _suits_exchanged() -> Iterator[BankSlip]:
    """Every way to take one suit for another."""
    for order in itertools.permutations("cdhs"):
        if order == tuple("cdhs"):
            continue
        back = str.maketrans("".join(order), "cdhs")
        pairs = ", ".join(f"{right} as {told}" for right, told in zip("cdhs", order, strict=True) if right != told)
        name = f"suits_{''.join(order)}"
        yield BankSlip(name, f"suits are exchanged ({pairs})", SUITS, _recoded(_translated(back)), when="dealt")


def _translated(table: dict[int, int]) -> Recode:
    def recode(zone: str) -> str:
        return zone.translate(table)

    return recode


CARDS: Final = 'a card is a rank, 6 7 8 9 T J Q K A, and a suit, c d h s in small letters; nothing in between: "9cTs"'
SUITS: Final = "c are clubs, d diamonds, h hearts, s spades"
STOCK: Final = 'write the stock from the left: of "7h9h" the 7h is drawn first, so it comes first'
BANK: Final = "write the bank from the left: the lowest card, which was laid first, comes first, and the top card last"
LIST: Final = "hand number 0 belongs to seat 0, hand number 1 to seat 1, and so on"
FROM_0: Final = "seats count from 0: who has the first hand of the deal is seat 0"
PILES: Final = '"hands" are the cards that can be played, "captured" those won in this round: none as the round begins'
OPEN: Final = '"middle" of the deal is the open card: it lies in the bank, as its only card, and is to be covered first'
KEEP: Final = "between two rounds hands, stock, bank and captured cards are shown as the round has left them"

SLIPS: Final = (
    BankSlip("stock_turned", "the stock is in the other order", STOCK, _stock_turned),
    BankSlip("bank_turned", "the bank is upside down", BANK, _bank_turned),
    BankSlip("both_turned", "stock and bank are in the other order", f"{STOCK}; {BANK}", _both_turned),
    BankSlip("hands_turned", "the hands are listed from the last seat to the first", LIST, _hands_turned),
    BankSlip("hands_moved_on", "the hands are listed from another seat on", LIST, _hands_moved_on),
    BankSlip("hands_moved_back", "the hands are listed from another seat on", LIST, _hands_moved_back),
    BankSlip("exchanged", "hands and captured cards are exchanged", PILES, _exchanged),
    BankSlip("seats_from_1", "seats are counted from 1", FROM_0, _from_0),
    BankSlip("suit_first", "the suit is written before the rank", CARDS, _recoded(_suit_first)),
    BankSlip("capital_suits", "suits are written as capital letters", CARDS, _recoded(_capital_suits)),
    BankSlip("small_ranks", "ranks are written as small letters", CARDS, _recoded(_small_ranks)),
    BankSlip("signs", "suits are written as signs", CARDS, _recoded(_with_signs)),
    BankSlip("parted", "something stands between the cards", CARDS, _recoded(_parted)),
    BankSlip("other_ten", "a ten is not written as T", CARDS, _recoded(_ten_as_one_letter)),
    *_suits_exchanged(),
    BankSlip("no_open_card", "the open card is not in the bank", OPEN, shows=_no_open_card, when="dealt"),
    BankSlip("no_open_card_at_all", "the open card is not there at all", OPEN, shows=_neither, when="dealt"),
    BankSlip("open_in_stock", "the open card lies in the stock", OPEN, shows=_open_card_in_stock, when="dealt"),
    BankSlip("own_open_card", "another card was turned up from the stock", OPEN, shows=_own_open_card, when="dealt"),
    BankSlip("only_the_top", "of the bank only the top card is shown", BANK, shows=_only_the_top, when="dealt"),
    BankSlip(
        "no_stock", "the stock is empty", 'the "stock" of the deal is what is drawn from', shows=_no_stock, when="dealt"
    ),
    BankSlip(
        "totals_before",
        "the totals leave out the round just played",
        "add it at its end",
        shows=_totals_before,
        when="over",
    ),
    BankSlip(
        "no_scores",
        "the scores of the round are not told",
        "tell them till the next deal",
        shows=_no_scores,
        when="over",
    ),
    BankSlip("cleared", "the table was cleared", KEEP, shows=_cleared, when="over"),
    BankSlip("cleared_bank", "the bank was cleared", KEEP, shows=_cleared_bank, when="over"),
)
"""Every slip that can be told from the state of one table, those of fewer things first."""

ONLY: Final = {
    "dealer": "where the deal names no dealer the last seat has dealt, so that seat 0 sits at the dealer's left",
    "owner": '"owner" is the seat that laid the top card of the bank: null for the open card, and for an empty bank',
    "drawn": '"drawn" is whether the seat in turn has drawn in this turn, other than under a seven',
    "out": '"out" are the seats that have laid their last card, in order',
    "top": '"top" is the card to be covered: the last one of the bank',
}
"""Parts that hardly a rule can change where nothing else differs, and what they are."""


def slip_of(right: BankTableWire, told: BankTableWire, dealt: bool) -> BankSlip | None:
    """The slip that explains what is shown; None if none does."""
    over = right.phase in ("lot", "deal", "over")
    now = ("", "dealt" if dealt else "over" if over else "")
    return next((slip for slip in SLIPS if slip.when in now and slip.explains(right, told)), None)


def differing(right: BankTableWire, told: BankTableWire) -> list[str]:
    """The parts of two tables that differ."""
    return [name for name in right.__struct_fields__ if getattr(right, name) != getattr(told, name)]
