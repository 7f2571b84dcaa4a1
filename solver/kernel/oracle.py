"""The kernel as the judge's oracle: how long games of two seats end, without playing them as the model does.

It tells of games of two seats without slaps, by a book whose points make no other difference with two seats than the
end rule, with up to 64 cards. All else is left to the model: small deals, which cost it little, and those with an empty
hand, which are none; the other ways of taking a pile, and of going on when a hand is empty; what chance or a time rule
decides; and games that go round where the cards have ranks or names, since when a position comes again is then a matter
of more than what the cards owe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from model.cards import format_zone
from model.game import Budget, Loop, Outcome, Seat, Won
from model.piles.play import only_classes
from model.piles.points import choices, choose
from model.piles.profiles import PROFILES
from model.piles.rulebook import CountCards, CountTricks
from properties.conformance.books import is_bank
from properties.conformance.cases import Case
from properties.conformance.judge import CONVENTIONS, book_of
from properties.conformance.oracles import Told
from solver.decks import MOST_CARDS
from solver.kernel import need

if TYPE_CHECKING:
    from solver.kernel.batch import Words

FEWEST_CARDS: Final = 13
"""A question to the kernel takes about 25 microseconds, whatever the deal; the model needs as long for a deal of three
cards, 0.1 ms for one of twelve and 2 ms for one of 52. Deals up to twelve cards are those that people read and that are
asked by the space: they stay with the model, at no price worth naming."""
PATIENCE: Final = 400
"""So many games are left to the model first. That takes about as long as it takes to get the kernel ready (0.6 s where
numba has it in its cache, 4 s the first time), so that a short run never waits for it."""
MANY: Final = 3 * PATIENCE
"""A run of so many random deals is a long one from its first deal on."""

EITHER_WAY: Final[Mapping[str, frozenset[str]]] = {
    "packs": frozenset({"by_seats", "1", "2"}),
    "deal": frozenset({"singly_clockwise", "equal_rest_to_middle", "one_aside"}),
    "deal_one": frozenset({"one_card_clockwise"}),
    "first_seat": frozenset({"left_of_dealer", "dealer"}),
    "dealt_on_top": frozenset({"last_dealt", "first_dealt"}),
    "pay_map": frozenset({"j1q2k3a4", "a1_two2_three3", "j1q2k3", "a1j2q3k4", "no_pay"}),
    "pay_card": frozenset({"next_seat_owes"}),
    "owed_card": frozenset({"counts_down"}),
    "paid": frozenset({"claimant_wins"}),
    "payer_out": frozenset({"pass_remainder", "claimant_takes"}),
    "plain_card": frozenset({"turn_passes"}),
    "sole_holder": frozenset({"takes_when_turn_returns"}),
    "nobody_can_lay": frozenset({"last_layer_takes"}),
    "pile_order": frozenset({"first_laid_first"}),
    "leader": frozenset({"taker", "after_last_layer"}),
    "end": frozenset({"must_play", "immediate", "early_stop", "lead_on"}),
    "time_rule": frozenset({"off"}),
    "position": frozenset({"hands_and_leader"}),
    "count_cards": frozenset(CountCards),
    "count_tricks": frozenset(CountTricks),
}
"""What the kernel plays, point by point. Once the hands lie, and each card is the class of what it owes, the points of
dealing and the pay map are over. With two seats a payer without cards leaves nobody but the claimant: passing the rest
on and taking at once are one, and only with `other_lays` does the claimant pay himself. Whoever took the pile comes
next after whoever laid the last card of it. A book with anything else, or with any other point, is not the kernel's.
"""

_PLAINLY: Final = str.maketrans("01234", "-JQKA", " ")
_PAYS: Final = str.maketrans("-JQKA", "01111")
_OWES: Final = str.maketrans("JQKA", "0123", "-")


class KernelOracle:
    """The kernel, which is asked as soon as there is enough to ask; where it does not work nothing is asked of it."""

    def __init__(self, patience: int = PATIENCE) -> None:
        self._patience = patience
        self._games = 0
        self._ready = False
        self.trouble = ""
        """Why the kernel is not asked although numba is installed; empty if it is asked, or nobody wanted it yet."""

    def expect(self, case: Case) -> None:
        """Count the games that the kernel could tell of, and get it ready when there are enough of them."""
        if self._games <= self._patience and claims(case):
            self._games += 1
            if self._games > self._patience:
                found = trouble()
                self._ready, self.trouble = found is None, found or ""

    def __call__(self, case: Case) -> Told | None:
        """How the game ends, if the kernel is ready and can tell; None else."""
        if not self._ready or not claims(case):
            return None
        found = end_of(case)
        outcome = _within(found.outcome, case.budget)
        if isinstance(found.outcome, Loop) and case.cards != "class":
            return None
        return tuple(_in_one_way(outcome, found, *pair) for pair in CONVENTIONS)


def oracle_for(random_deals: int) -> KernelOracle:
    """The oracle for a run that asks so many random deals of each number of seats."""
    return KernelOracle(0 if random_deals >= MANY else PATIENCE)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ends if nobody gives it up, counted plainly; `unanswered` and `left` as in Results."""

    outcome: Won | Loop
    unanswered: bool = False
    left: bool = False


def claims(case: Case) -> bool:
    """Whether the kernel tells of this case; where cards have ranks or names, only if the game comes to its end."""
    if len(case.hands) != 2 or case.middle or case.timeline or case.script is not None or case.budget < 1:
        return False
    if len(case.hands[0]) + len(case.hands[1]) < FEWEST_CARDS or not _end_rule(case.game, tuple(case.choices.items())):
        return False
    sizes = tuple(map(len, _classes(case)))
    return all(sizes) and FEWEST_CARDS <= sum(sizes) <= MOST_CARDS


def end_of(case: Case) -> Ending:
    """How the game of a case ends, of which the kernel can tell. The kernel must be there."""
    import numpy as np

    from solver.kernel.batch import ENDLESS, End
    from solver.kernel.plain import NUMBERS, play_plainly

    (first, second), end = _classes(case), End(_end_rule(case.game, tuple(case.choices.items())))
    pay, owes = _words(first + second)
    row = np.zeros((1, 9), np.int64)
    play_plainly(len(first + second), len(first), pay, owes, NUMBERS[end], np.zeros(1, np.int64), row)
    winner, cards, tricks, unanswered, left, *loop = row[0].tolist()
    if winner == ENDLESS:
        return Ending(Loop(*loop))
    return Ending(Won((Seat(winner),), cards, tricks), unanswered == 1, left == 1)


def _words(text: str) -> tuple[Words, Words]:
    """The `pay` and `owes` of a batch of one deal: quicker than `batch_of`, for a text is read as a number at once.

    One game at a time is played card by card: side by side games are faster only where there are many of them.
    """
    import numpy as np

    from solver.kernel.batch import PAY_CARDS_IN_A_WORD

    pays, owes = int(text[::-1].translate(_PAYS), 2), int(text[::-1].translate(_OWES) or "0", 4)
    low, high = owes & (1 << 2 * PAY_CARDS_IN_A_WORD) - 1, owes >> 2 * PAY_CARDS_IN_A_WORD
    return np.array([pays], np.uint64), np.array([[low], [high]], np.uint64)


def _classes(case: Case) -> tuple[str, ...]:
    """The hands, each card as the class of what it owes."""
    if case.cards == "class":
        return tuple([hand.translate(_PLAINLY) for hand in case.hands])
    return tuple(map(format_zone, only_classes(book_of(case), case.deal).hands))


@lru_cache(maxsize=4096)
def _end_rule(game: str, chosen: tuple[tuple[str, str], ...]) -> str:
    """The end rule of a book that the kernel plays; empty for any other book."""
    if is_bank(game):
        return ""
    found = choices(choose(PROFILES[game], dict(chosen)))
    known = all(way in EITHER_WAY.get(point, ()) for point, way in found.items())
    return found["end"] if known else ""


@lru_cache(maxsize=1)
def trouble() -> str | None:
    """Why the kernel cannot be used here: None if it can, and empty if numba or numpy is not installed.

    A game is played under each end rule to see it; the first time the kernel is compiled for that, or fetched from
    numba's cache. A library may be there and do anything instead of working: the model can do without it.
    """
    try:
        need.require()
        for end in EITHER_WAY["end"]:
            end_of(Case(f"beggar/{end}", "beggar", ("J-------", "--------"), choices={"end": end}))
    except need.BrokenKernel as error:
        return str(error)
    except need.NoKernel:
        return ""
    except (Exception, SystemExit) as error:
        return f"the kernel does not get as far as its first game ({need.in_short(error)})"
    return None


def _within(found: Won | Loop, budget: int) -> Outcome:
    """The same as far as a game goes that is given up after so many cards."""
    cards = found.cards if isinstance(found, Won) else found.stem_cards + found.period_cards
    return found if cards <= budget else Budget(budget)


def _in_one_way(outcome: Outcome, found: Ending, cards: CountCards, tricks: CountTricks) -> Outcome:
    """The result in one way of counting."""
    from solver.kernel.batch import counted

    if not isinstance(outcome, Won):
        return outcome
    return Won(outcome.winners, *counted(outcome.cards, outcome.tricks, found.unanswered, found.left, cards, tricks))
