"""The step of the kernel carried out, on known words, beside the rules: this is how a wrong step is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from model.cards import OWES, Card, Labelling
from model.cards import Zone as Cards
from model.deal import SEAT_NAMES, Deal
from model.game import NOBODY, Seat
from model.piles import play
from model.piles.points import choose
from model.piles.rulebook import Book
from model.piles.state import Debt, Phase, Table
from properties.evidence import Shown
from solver.kernel.step import END_RULES, FREE, PAY_CARD, SEAT, STOPPED, make_step
from solver.obligations.kernel.halves import ENDING, LEAD, PAY, Half, MakeStep, called, kernel
from solver.obligations.kernel.planes import MOST_CARDS
from solver.obligations.kernel.positions import NAMES, cards_told, tricks_told
from solver.obligations.kernel.words import ALL_ONES, WORDS, Word, known, word
from solver.obligations.piles_shown import show

PLAIN: Final = Card(OWES[0])
CARDS: Final = (PLAIN, Card(OWES[1]), Card(OWES[3]))
MOST_STEPS: Final = 200
GOES_ON: Final = "it goes on"
FEW: Final = 4
"""Every deal of so many cards and fewer is played, where a solver has named none."""


def with_end(book: Book, end: str) -> Book:
    """The same rules with another end rule, by its wire name."""
    return choose(book, {"end": end})


# --- cards as words, and back ---


def packed(table: Table) -> dict[str, int]:
    """The words of a table, put together card by card; without those of a middle where nothing is owed."""
    mine, theirs = table.hands[table.turn], table.hands[1 - table.turn]
    words = {
        **dict(zip(NAMES[:3], _hand(mine, table.turn), strict=True)),
        **dict(zip(NAMES[3:6], _hand(theirs, 1 - table.turn), strict=True)),
        "owed": table.debt - 1 if table.debt else FREE,
    }
    if table.debt:
        words |= dict(zip(NAMES[6:8], _rows(table.middle), strict=True))
    return words


def _rows(cards: Cards) -> tuple[int, int]:
    owed = [OWES.index(card) for card in cards]
    pay = sum(1 << MOST_CARDS - 1 - place for place, value in enumerate(owed) if value)
    demands = [value - 1 for value in owed if value]
    return pay, sum(value << MOST_CARDS - 2 - 2 * place for place, value in enumerate(demands))


def _hand(cards: Cards, seat: int) -> tuple[int, int, int]:
    return *_rows(cards), _size(cards) + seat * SEAT


def _size(cards: Cards) -> int:
    return (len(cards) + PAY_CARD * sum(card != PLAIN for card in cards)) & ALL_ONES


def whole(table: Table) -> int:
    """The size of the whole deck, with 1 for the seats."""
    return sum(map(_size, (*table.hands, table.middle))) + SEAT & ALL_ONES


def _unpacked(pay: int, owes: int, size: int) -> Cards:
    cards = []
    for place in range(min(size, MOST_CARDS)):
        pays = pay >> MOST_CARDS - 1 - place & 1
        cards.append(Card(OWES[1 + (owes >> MOST_CARDS - 2 & 3)] if pays else OWES[0]))
        owes = owes << 2 * pays & ALL_ONES
    return tuple(cards)


def told_of(words: Mapping[str, int], size: int) -> str:
    """Words as a table, for people."""
    hands = [
        _unpacked(words[f"{who}_pay"], words[f"{who}_owes"], words[f"{who}_size"] % 128) for who in ("my", "their")
    ]
    seat, left = words["my_size"] // SEAT % 2, max(0, size - sum(map(len, hands)))
    middle = _unpacked(words["pile_pay"], words["pile_owes"], left)
    debt = 0 if words["owed"] == FREE else words["owed"] % STOPPED + 1
    table = Table((hands[seat], hands[1 - seat]), middle, Seat(seat), Debt(debt), Seat(1 - seat if debt else NOBODY))
    return show("", table)


# --- the two beside each other ---


@dataclass(frozen=True, slots=True)
class Beside:
    """What the rules and half a step make of a table, where they differ."""

    table: Table
    end: str
    rules: str
    step: str

    @property
    def deal(self) -> Deal | None:
        """The deal whose game begins with this table, or comes to it after a first pay card; None if none does."""
        mine, theirs = self.table.hands[self.table.turn], self.table.hands[1 - self.table.turn]
        if not self.table.middle:
            return Deal((mine, theirs), Labelling.CLASS)
        first, paid = self.table.middle[:1], self.table.middle[1:]
        if set(paid) - {PLAIN} or OWES.index(first[0]) != self.table.debt + len(paid):
            return None
        return Deal((first + theirs, paid + mine), Labelling.CLASS)

    @property
    def line(self) -> str:
        """It in one line."""
        of = f"deal {self.deal}: " if self.deal else ""
        return f"{of}{show('', self.table)}, end={self.end}: by the rules {self.rules}; by the kernel {self.step}"

    def shown(self) -> Shown:
        """It in lines."""
        of = (f"deal {self.deal}",) if self.deal else ()
        before = (*of, *show("", self.table).split(", "), f"end={self.end}")
        action = f"'{PAY if self.table.debt else LEAD}'"
        return Shown(before, action, (f"by the rules:  {self.rules}", f"by the kernel: {self.step}"), (WRONG,))


WRONG: Final = "the kernel does what the rules say"


def differs(book: Book, end: str, table: Table, make: MakeStep = make_step) -> Beside | None:
    """What the half of a step that comes next makes of a table, if the rules make something else of it."""
    rules, name = with_end(book, end), PAY if table.debt else LEAD
    after, laid = _by_rules(rules, table)
    given = {each: word(value) for each, value in {**dict.fromkeys(NAMES, 0), **packed(table)}.items()}
    machine, size = kernel(END_RULES[end], word(STOPPED), make), word(whole(table))
    found = machine.half(name, given, size)
    if after.phase == Phase.OVER and not _stopped(found):
        found = machine.half(PAY, found.words, size)
    wanted = _over_by_rules(after, laid) if after.phase == Phase.OVER else _table(after, laid)
    told = _over_by_kernel(found) if _stopped(found) else _by_kernel(found, after, sum(map(len, _piles(table))))
    return None if wanted == told else Beside(table, end, wanted, told)


def _by_rules(book: Book, table: Table) -> tuple[Table, int]:
    """The table when this half of a step is done, and how many cards lie in the middle or were taken by then."""
    laid = len(table.middle)
    while True:
        card = table.hands[table.turn][0]
        table, laid = play.turn(book, table), laid + 1
        if table.phase == Phase.OVER or card != PLAIN or not table.middle:
            return table, laid


def _piles(table: Table) -> tuple[Cards, ...]:
    return *table.hands, table.middle


def _stopped(half: Half) -> bool:
    return known(half.words["owed"]) not in range(STOPPED)


def _over_by_rules(table: Table, laid: int) -> str:
    left = bool(table.middle)
    return _ended(play.winners(table)[0], laid, int(not left), table.unanswered, left)


def _over_by_kernel(half: Half) -> str:
    winner, cards, tricks, unanswered, left = (_value(half.told[each]) for each in ENDING)
    return _ended(winner, cards, tricks, bool(unanswered), bool(left))


def _ended(winner: int, cards: int, tricks: int, unanswered: bool, left: bool) -> str:
    name = SEAT_NAMES[winner] if winner in (0, 1) else f"seat {winner}"
    words = f"{name} wins after {_so_many(cards, 'card')} and {_so_many(tricks, 'trick')}"
    return words + (", unanswered" if unanswered else "") + (", with a pile left" if left else "")


def _so_many(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _table(table: Table, laid: int) -> str:
    taken = 0 if table.middle else laid
    return f"{show('', table)}, {_so_many(taken, 'card')} and {_so_many(int(not table.middle), 'trick')} taken"


def _by_kernel(half: Half, after: Table, cards: int) -> str:
    """The words of a game that goes on, as a table; and words that are not what they look like."""
    words = {name: _value(term) for name, term in half.words.items()}
    told = half.words["told"]
    taken, tricks = _value(cards_told(told)), _value(tricks_told(told))
    text = f"{told_of(words, cards)}, {_so_many(taken, 'card')} and {_so_many(tricks, 'trick')} taken"
    if text != _table(after, taken) or after.phase == Phase.OVER:
        return text
    wrong = [name for name, value in packed(after).items() if words[name] != value]
    return text + "".join(f", with the wrong word '{name}' ({words[name]:#x})" for name in wrong)


def _value(term: Word) -> int:
    value = known(term)
    if value is None:
        raise ValueError("the step made an unknown word of known ones")
    return value


# --- deals ---


def opens_wrong(book: Book, deal: Deal, make: MakeStep = make_step) -> str:
    """What is wrong with the words that `opening` makes of a deal to two seats with cards; empty if nothing is."""
    table = play.initial(book, deal)
    found = called(make(WORDS).opening, {name: word(value) for name, value in _batch(deal).items()})
    words = dict(zip((*NAMES, "whole"), map(_value, found), strict=True))
    wanted = {**packed(table), "told": 0, "whole": whole(table)}
    wrong = [f"'{name}' is {words[name]:#x}, not {value:#x}" for name, value in wanted.items() if words[name] != value]
    return f"{deal}: {'; '.join(wrong)}" if wrong else ""


def _batch(deal: Deal) -> dict[str, int]:
    """A deal as `opening` is given it: the first card lowest."""
    first, second = deal.hands
    pay, owes = _rows(first + second)
    return {
        "size": len(first + second),
        "cut": len(first),
        "pay": int(f"{pay:0{MOST_CARDS}b}"[::-1], 2),
        "owes": sum((owes >> 2 * place & 3) << MOST_CARDS - 2 - 2 * place for place in range(MOST_CARDS // 2)),
    }


def played(deal: Deal, end: str, make: MakeStep = make_step) -> str:
    """How the game of a deal ends by the kernel's step, or that it goes on for many steps."""
    machine, size = kernel(END_RULES[end], word(STOPPED), make), word(0)
    *words, size = called(machine.step.opening, {name: word(value) for name, value in _batch(deal).items()})
    state = dict(zip(NAMES, words, strict=True))
    for _ in range(MOST_STEPS):
        for name in (LEAD, PAY):
            found = machine.half(name, state, size)
            if _stopped(found):
                return _over_by_kernel(found)
            state = dict(found.words)
    return GOES_ON


def few_deals() -> Iterator[Deal]:
    """Every deal of few cards to two seats that both have some."""
    for size in range(2, FEW + 1):
        for cards in product(CARDS, repeat=size):
            yield from (Deal((cards[:cut], cards[cut:]), Labelling.CLASS) for cut in range(1, size))


def few(book: Book, ends: Sequence[str]) -> Iterator[tuple[str, Table]]:
    """Every table of few cards that games come to by their first card, or begin with, under each end rule."""
    for deal, end in product(few_deals(), ends):
        first = play.initial(book, deal)
        yield end, first
        second = play.turn(with_end(book, end), first)
        if second.phase == Phase.LAYING and second.debt:
            yield end, second


def first_wrong(book: Book, ends: Sequence[str] = tuple(END_RULES), make: MakeStep = make_step) -> Beside | None:
    """The first of these tables of which a step makes something else than the rules."""
    found = (differs(book, end, table, make) for end, table in few(book, ends))
    return next((each for each in found if each is not None), None)
