"""Functions of Bank that make the model go wrong: what looks for faults must find each of them, and name it rightly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Final

import pytest

from model.bank import dealing, match, play, taking, turns
from model.bank.actions import RoundDeal
from model.bank.ranks import SIX, Points, points_of
from model.bank.rulebook import Book
from model.bank.state import Match, Phase, Round, put
from model.bank.taking import capturer, take
from model.bank.turns import draw, draw_one, fail, lay, turn_to
from model.cards import Card, Zone, face_of
from model.game import NOBODY, Seat
from properties.bank_rounds import as_it_is


def a_card_gets_lost(table: Round, seat: Seat) -> Round:
    """The lowest card of a bank is forgotten when the bank is taken."""
    return taking.score_pile(replace(table, bank=table.bank[1:]), seat)


def a_card_comes_twice(table: Round) -> Round:
    """A card that is drawn stays in the stock as well."""
    return replace(turns.draw_one(table), stock=table.stock)


def a_six_covers_the_next_six_suits(card: Card, top: Card) -> bool:
    """A six covers every card but those of its own suit."""
    return face_of(card) == SIX and card // 32 != top // 32


def ranks_do_not_cover(card: Card, top: Card) -> bool:
    """A card does not cover another of its rank."""
    return False


def the_round_never_blocks(table: Round) -> bool:
    """A round is over when one seat is left, and only then."""
    return len([hand for hand in table.hands if hand]) <= 1


def the_failer_gets_the_bank(table: Round, seat: Seat) -> Round:
    """The bank goes to the seat that has failed."""
    return replace(table, captured=put(table.captured, table.turn, table.captured[table.turn] + table.bank))


def a_ten_counts_twelve(zone: Zone) -> Points:
    """A ten counts as much as an ace."""
    return Points(points_of(zone) + 2 * sum(face_of(card) == 10 for card in zone))


def everybody_but_the_first_deals(book: Book, table: Match) -> tuple[Seat, ...]:
    """The next dealer is always the last seat."""
    return (Seat(len(table.totals) - 1),)


def the_fewest_win(book: Book, totals: tuple[Points, ...]) -> tuple[Seat, ...]:
    """Of those that have reached the target the one with the lowest total wins."""
    there = [seat for seat in match.highest_of_those(book, totals) if totals]
    reached = [Seat(seat) for seat, total in enumerate(totals) if book.match_target(total, book.target)]
    return tuple(there and [min(reached, key=lambda seat: totals[seat])])


def dealt_from_the_dealer(book: Book, deck: Zone, seats: int, dealer: Seat) -> Any:  # noqa: ANN401
    """The dealer gets the first card."""
    return replace(
        dealing.four_each_one_open(book, deck, seats, Seat((dealer - 1) % seats)),
        dealer=dealer,
    )


# --- what is remembered ---


def with_sevens_kept(book: Book, table: Round, seat: Seat) -> Round:
    """A seven strikes after every later turn too."""
    return replace(turn_to(book, table, seat), sevens=table.sevens)


def with_fresh_kept(book: Book, table: Round, seat: Seat) -> Round:
    """What was drawn in one turn is fresh in the next."""
    return replace(turn_to(book, table, seat), fresh=table.fresh)


def drawn_before_a_lay_only(book: Book, table: Round) -> Round:
    """A card that is drawn after four of a kind is not noted."""
    found = draw(book, table)
    return found if table.phase in (Phase.MOVE, Phase.SEVEN) else replace(found, drawn=table.drawn)


def draw_loses_what_is_known_of_the_top(book: Book, table: Round) -> Round:
    """When a card is drawn it is forgotten who laid the top card."""
    return replace(draw(book, table), owner=NOBODY)


def draw_forgets_failures(book: Book, table: Round) -> Round:
    """When a card is drawn nobody has failed."""
    return replace(draw(book, table), failed=(), stuck=())


def only_the_last_card_is_fresh(table: Round) -> Round:
    """Of two cards that are drawn in a turn the first is not fresh."""
    return replace(draw_one(table), fresh=table.stock[:1])


def lay_keeps_failures(book: Book, table: Round, cards: Zone) -> Round:
    """Whoever failed before a card was laid has failed."""
    return replace(lay(book, table, cards), failed=table.failed)


def nothing_laid_is_fresh(book: Book, table: Round, cards: Zone) -> Round:
    """No card that lies on top is fresh."""
    return replace(lay(book, table, cards), laid_fresh=False)


def all_laid_after_drawing_is_fresh(book: Book, table: Round, cards: Zone) -> Round:
    """Whatever is laid after a card was drawn is fresh."""
    found = lay(book, table, cards)
    return replace(found, laid_fresh=bool(table.fresh and found.bank))


def lay_forgets_the_draw(book: Book, table: Round, cards: Zone) -> Round:
    """Whoever has laid something may draw once more."""
    return replace(lay(book, table, cards), drawn=False)


def a_lay_forgets_sevens(book: Book, table: Round, cards: Zone) -> Round:
    """A seven is forgotten where a seat goes on."""
    return replace(lay(book, table, cards), sevens=False)


def top_card_is_the_first_layers(book: Book, table: Round, cards: Zone) -> Round:
    """A bank belongs to whoever began it."""
    found = lay(book, table, cards)
    return replace(found, owner=table.owner) if found.bank and table.owner != NOBODY else found


def failure_is_not_noted(book: Book, table: Round) -> Round:
    """Nobody is known to have failed."""
    return replace(fail(book, table), failed=())


def stuck_with_a_stock(book: Book, table: Round) -> Round:
    """A failure counts for the end of the round while there is a stock."""
    return replace(fail(book, table), stuck=(*table.stuck, table.turn)) if table.stock else fail(book, table)


def out_takes_whatever_was_agreed(book: Book, table: Round) -> Seat:
    """A seat that is out takes the bank even where it was agreed that it takes nothing."""
    return capturer(replace(book, out_may_capture=taking.yes), table)


def owner_is_kept(book: Book, table: Round, seat: Seat, for_failing: bool) -> Round:
    """A bank that was taken still belongs to whoever laid its last card."""
    return replace(take(book, table, seat, for_failing), owner=table.owner)


def open_card_is_fresh(book: Book, table: Match, deal: RoundDeal) -> Match:
    """The open card of a later round counts as drawn in the turn in which it was laid."""
    found = match.dealt(book, table, deal)
    return replace(found, round=replace(found.round, laid_fresh=True))


@dataclass(frozen=True, slots=True)
class Fault:
    """A function of the model that goes wrong, where it stands, and the invariants that it breaks.

    It stands at a rule point of the book, or under its name in a module that uses it.
    """

    breaks: tuple[str, ...]
    name: str
    function: Callable[..., Any]
    module: ModuleType | None = None

    def put_into(self, patch: pytest.MonkeyPatch) -> Callable[[Book], Book]:
        """Put the fault into the module, if it stands there; what is to be done to each book."""
        if self.module is None:
            changes: dict[str, Any] = {self.name: self.function}
            return lambda book: replace(book, **changes)
        patch.setattr(self.module, self.name, self.function)
        return as_it_is


ALONE: Final = "exactly the cards that cover may be laid alone: own trumps"

FAULTS: Final[Mapping[str, Fault]] = {
    "a card gets lost": Fault(("no card is lost",), "captured_to", a_card_gets_lost),
    "a card comes twice": Fault(("no card is lost",), "draw", a_card_comes_twice),
    "a six on other suits": Fault(("a six on its suit", ALONE), "six", a_six_covers_the_next_six_suits),
    "ranks do not cover": Fault(("equal ranks cover", ALONE), "same_rank", ranks_do_not_cover),
    "no blocked end": Fault(("a blocked round is over",), "round_end", the_round_never_blocks),
    "the failer gets the bank": Fault(("the failer takes nothing",), "captured_to", the_failer_gets_the_bank),
    "a ten counts twelve": Fault(
        ("a ten counts 10", "a round is worth what was collected"), "worth", a_ten_counts_twelve
    ),
    "the last seat always deals": Fault(("the loser deals next",), "dealer", everybody_but_the_first_deals),
    "the lowest total wins": Fault(("248 is enough", "the highest wins"), "winner", the_fewest_win),
    "dealt from the dealer": Fault(
        ("any seat may be drawn", "the dealer's left is dealt to first"), "deal", dealt_from_the_dealer
    ),
}
"""Rule points decided wrongly."""

TURN: Final = "a new turn remembers nothing"
DRAWN: Final = "a card that is drawn is known as such"
FRESH: Final = "a fresh card is known on the bank"

FORGETFUL: Final[Mapping[str, Fault]] = {
    "sevens are kept": Fault((TURN,), "turn_to", with_sevens_kept, turns),
    "fresh cards are kept": Fault((TURN,), "turn_to", with_fresh_kept, turns),
    "drawn is set before a lay only": Fault((DRAWN,), "draw", drawn_before_a_lay_only, play),
    "failed is kept": Fault(("a lay makes failures forgotten",), "lay", lay_keeps_failures, play),
    "nothing laid is fresh": Fault((FRESH,), "lay", nothing_laid_is_fresh, play),
    "all laid is fresh": Fault((FRESH,), "lay", all_laid_after_drawing_is_fresh, play),
    "only the last card is fresh": Fault((DRAWN,), "draw", only_the_last_card_is_fresh),
    "the out take": Fault(("who is not due takes nothing",), "capturer", out_takes_whatever_was_agreed, turns),
    "the owner is kept": Fault(("an empty bank is nobody's",), "take", owner_is_kept, turns),
    "a lay forgets the draw": Fault(
        ("what was drawn is known to the end of the turn",), "lay", lay_forgets_the_draw, play
    ),
    "a lay forgets a seven": Fault(("a seven is known to the end of the turn",), "lay", a_lay_forgets_sevens, play),
    "the first layer owns": Fault(("the layer of the top card is known",), "lay", top_card_is_the_first_layers, play),
    "a draw forgets the owner": Fault(
        ("the top card is known until the next",), "draw", draw_loses_what_is_known_of_the_top, play
    ),
    "a draw forgets failures": Fault(("failures stay noted",), "draw", draw_forgets_failures, play),
    "no failure is noted": Fault(("whoever fails has failed",), "fail", failure_is_not_noted, play),
    "stuck with a stock": Fault(("whoever fails without a stock is stuck",), "fail", stuck_with_a_stock, play),
    "the open card is fresh": Fault(("a new round remembers nothing",), "dealt", open_card_is_fresh, play),
}
"""What a table remembers goes wrong, one thing at a time."""
