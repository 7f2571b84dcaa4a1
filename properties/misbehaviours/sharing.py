"""Programs whose games share something: what is left of one is found by the next."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final

from model.cards import Zone
from model.deal import Deal
from model.game import NOBODY, Loop, Outcome, Seat, Won
from model.piles.play import initial, opening
from model.piles.rulebook import Book
from model.piles.state import Debt, Phase, Table, replace
from properties.conformance.books import AnyBook
from properties.conformance.reference import Asked
from properties.misbehaviours.answers import is_unanswered, lays, unanswered_pile, unpaid
from properties.misbehaviours.core import Misbehaviour, Question
from properties.misbehaviours.programs import Whole
from properties.misreadings import Fault


class HandsLeft(Whole):
    """Cards are dealt to hands in which those of the game before still are."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._held: tuple[Zone, ...] = ()

    def start(self, book: Book, deal: Deal) -> Table:
        """The hands dealt, under those that were held."""
        held = dict(enumerate(self._held))
        hands = tuple(held.get(seat, ()) + hand for seat, hand in enumerate(deal.hands))
        return initial(book, Deal(hands, deal.labelling, deal.middle))

    def outcome(self, asked: Asked) -> Outcome:
        """As it was; what the hands hold stays there."""
        self._held = asked.played.final.hands
        return super().outcome(asked)


class PileLeft(Whole):
    """A last pile that nobody took lies in the middle when the next game begins."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._pile: Zone = ()

    def start(self, book: Book, deal: Deal) -> Table:
        """The deal, with the pile in the middle."""
        return opening(book, Table(deal.hands, self._pile + deal.middle, Seat(0)))

    def outcome(self, asked: Asked) -> Outcome:
        """As it was; a pile that somebody could not answer is left."""
        self._pile = unanswered_pile(asked) if is_unanswered(asked) else ()
        return super().outcome(asked)


class LeaderLeft(Whole):
    """Who won the last game leads the next: whose turn it is is not set anew."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._leader = Seat(0)

    def start(self, book: Book, deal: Deal) -> Table:
        """The deal, led by who won the game before, where that seat is there."""
        return opening(book, Table(deal.hands, deal.middle, Seat(self._leader % len(deal.hands))))

    def outcome(self, asked: Asked) -> Outcome:
        """As it was; the turn stays where it is."""
        self._leader = asked.played.final.turn
        return super().outcome(asked)


class DebtLeft(Whole):
    """A debt that was not paid in one game is asked for in the next."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._owed = 0

    def start(self, book: Book, deal: Deal) -> Table:
        """The deal; the first seat owes the last one what was owed."""
        table = initial(book, deal)
        last = Seat(len(deal.hands) - 1)
        if not self._owed or table.phase != Phase.LAYING or table.turn == last:
            return table
        return replace(table, debt=Debt(self._owed), claimant=last)

    def outcome(self, asked: Asked) -> Outcome:
        """As it was; what is still owed stays."""
        self._owed = unpaid(asked) if is_unanswered(asked) else 0
        return super().outcome(asked)


class CountsRunOn(Whole):
    """Cards and tricks are counted on from the game before."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._cards = self._tricks = 0

    def outcome(self, asked: Asked) -> Outcome:
        """The winner, and the cards and tricks of all games so far."""
        outcome = super().outcome(asked)
        if not isinstance(outcome, Won):
            return outcome
        self._cards += outcome.cards
        self._tricks += outcome.tricks
        return Won(outcome.winners, self._cards, self._tricks)


class PositionsLeft(Whole):
    """The list of positions that have come is not emptied between games."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._seen: set[Hashable] = set()

    def outcome(self, asked: Asked) -> Outcome:
        """A loop as soon as a position comes that some game has had."""
        cards = tricks = 0
        positions = [asked.book.position(asked.start)]
        for _, after in lays(asked):
            if positions and positions[-1] in self._seen:
                return Loop(0, 0, cards, tricks)
            self._seen.update(positions)
            cards, tricks = cards + 1, tricks + (not after.middle)
            positions = [] if after.middle or after.phase == Phase.OVER else [asked.book.position(after)]
        return super().outcome(asked)


class WinnerLeft(Whole):
    """Who has once been noted as the winner stays so."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._winner = NOBODY

    def outcome(self, asked: Asked) -> Outcome:
        """As it was, with the winner of the first game where that seat is there."""
        outcome = super().outcome(asked)
        if not isinstance(outcome, Won):
            return outcome
        if not 0 <= self._winner < len(asked.deal.hands):
            self._winner = outcome.winners[0]
        return Won((self._winner,), outcome.cards, outcome.tricks)


class AnswersBefore(Whole):
    """What is told is the game before: its answer was still in the way."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._told: Outcome | None = None

    def outcome(self, asked: Asked) -> Outcome:
        """The outcome of the game before; of the first game its own."""
        outcome = super().outcome(asked)
        told, self._told = self._told or outcome, outcome
        return told


class AnswersBySizes(Whole):
    """Answers are kept, and found again by how many cards the hands have."""

    def __init__(self, books: Mapping[str, AnyBook], name: str) -> None:
        super().__init__(books, name)
        self._kept: dict[tuple[int, ...], Outcome] = {}

    def outcome(self, asked: Asked) -> Outcome:
        """The outcome of the first game with hands of these sizes."""
        return self._kept.setdefault(tuple(map(len, asked.deal.hands)), super().outcome(asked))


def _shared(
    program: type[Whole], name: str, kind: Fault, clauses: tuple[str, ...], belief: str, source: str, *deals: str
) -> Misbehaviour:
    example = tuple(map(Question, deals))
    return Misbehaviour(name, "beggar", kind, clauses, belief, source, example, program, smallest=True)


SHARING: Final[tuple[Misbehaviour, ...]] = (
    _shared(
        HandsLeft,
        "deals_to_the_hands_of_the_last_game",
        Fault.STATE,
        ("BMN-02", "BMN-15"),
        "Hands are empty before a deal, so that cards can be added to them.",
        "Programs that make their players once, and deal to them again.",
        "-/-",
        "J/-",
    ),
    _shared(
        PileLeft,
        "leaves_the_last_pile_in_the_middle",
        Fault.STATE,
        ("BMN-03", "BMN-42"),
        "The middle is empty once a game is over.",
        "Public programs end a game without collecting its last pile.",
        "-/-",
        "J/--",
    ),
    _shared(
        LeaderLeft,
        "lets_the_last_winner_lead",
        Fault.LEAD,
        ("BMN-43",),
        "Whose turn it is need not be said again.",
        "Public programs let player 0 lead by construction; in a second game the turn is where it was left.",
        "-/-",
        "-/-",
    ),
    _shared(
        DebtLeft,
        "leaves_a_debt_to_the_next_game",
        Fault.DEBT,
        ("BMN-16",),
        "Nothing is owed once a game is over.",
        "Public programs stop at an empty hand in the middle of a payment, with the rest of the debt still set.",
        "-/J",
        "-/-",
    ),
    _shared(
        CountsRunOn,
        "counts_on_from_game_to_game",
        Fault.REPORT,
        ("BMN-15", "BMN-42"),
        "Counters begin at 0.",
        "Programs that count in variables of the whole program, set once.",
        "-/-",
        "-/-",
    ),
    _shared(
        PositionsLeft,
        "keeps_the_positions_of_all_games",
        Fault.LOOP,
        ("BMN-42", "BMN-43"),
        "A position that has come before comes again.",
        "Programs that find loops, with a set of positions for the whole program.",
        "-/-",
        "-/-",
    ),
    _shared(
        WinnerLeft,
        "keeps_the_first_winner",
        Fault.REPORT,
        ("BMN-45",),
        "Nobody has won until somebody is noted as the winner.",
        "Programs that set the winner if none is set; in public programs verdict and table contradict each other.",
        "-/-",
        "J/-",
    ),
    _shared(
        AnswersBefore,
        "tells_the_game_before",
        Fault.REPORT,
        ("BMN-45", "BMN-42"),
        "The answer that comes is that to the question asked last.",
        "Programs in two parts, of which one still has an answer waiting for the other.",
        "-/-",
        "J/-",
    ),
    _shared(
        AnswersBySizes,
        "knows_games_by_the_sizes_of_hands",
        Fault.REPORT,
        ("BMN-45", "BMN-42"),
        "A game with as many cards in each hand is the same game.",
        "Programs that keep their answers, under too short a key.",
        "-/-",
        "J/-",
    ),
)
