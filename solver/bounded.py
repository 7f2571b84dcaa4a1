"""G10: every fair game of two seats with few cards, all of them at once.

The first table and what a turn makes of a table are the model's own, translated once. Put into each other, again and
again, they say how a game with any cards stands after so many turns; the cards stay open. In the language of slots that
is a question about bits, and solvers answer it for all decks and all deals of one size together.

The same serves for looking: `deals_with` finds the deals of games that have some property, such as `lasts` and
`goes_round`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice
from typing import Final

from model.cards import OWES, Card
from model.deal import Deal
from model.game import Loop, Won
from model.piles import play, run
from model.piles.profiles import BEGGAR
from model.piles.rulebook import Book
from model.piles.state import Phase
from properties.evidence import Grade, Solved, Verdict
from solver.compile import Compiled
from solver.desk import Desk, Outcome, Proof, agreed
from solver.instances import fitting, put_in
from solver.languages import Language, slots_of
from solver.obligations.common import record
from solver.obligations.piles.steps import INITIAL, TURN
from solver.smtlib import script
from solver.solvers import model
from solver.statements import settled
from solver.terms import Bool, Int, and_, apply, equal, ite, not_, number, one_of, or_, total
from solver.values import Record, merged

MOST_CARDS: Final = 10_000
"""The model plays a deal that was found for so many cards."""
ASSUMED: Final = (
    "T0: the code never reaches for a seat or a card that is not there",
    "cards that demand as much are alike to the rules",
)
"""What the translation rests on, and what makes classes stand for all cards."""


@dataclass(frozen=True, slots=True)
class Games:
    """Any games of two seats with cards that are left open: the table before each turn, and after the last one.

    When a game is over its table stays as it is. The first `lead` cards are the hand of the seat that begins.
    """

    cards: tuple[Int, ...]
    lead: int
    tables: tuple[Record, ...]

    @property
    def language(self) -> Language:
        """The language of questions about these games."""
        return slots_of(len(self.cards))

    def question(self, *claims: Bool) -> tuple[Bool, ...]:
        """These claims, about any games: each card is a class."""
        return *[one_of(card, OWES) for card in self.cards], *claims


def unrolled(start: Compiled[Book], turn: Compiled[Book], cards: int, turns: int, lead: int = 0) -> Games:
    """All games with so many cards, for so many turns, from the translated functions.

    The seat that begins has half of the cards, and one more if they are odd, or else `lead` cards.
    """
    theory, lead = turn.setting.theory, lead or (cards + 1) // 2
    deck = tuple([apply(Int, f"card{place}") for place in range(cards)])
    dealt = Record(Deal, {**record(start.inputs["deal"]).fields, "hands": (deck[:lead], deck[lead:]), "middle": ()})
    table = record(put_in(start.result, dict(fitting(theory, start.inputs["deal"], dealt))))
    tables = [table]
    for _ in range(turns):
        after = put_in(turn.result, dict(fitting(theory, turn.inputs["table"], table)))
        table = record(merged(theory, _over(table), table, after))
        tables.append(table)
    return Games(deck, lead, tuple(tables))


def _over(table: Record) -> Bool:
    return equal(table.int("phase"), number(Phase.OVER))


# --- properties of games ---


def lasts(games: Games) -> Bool:
    """That the game is not over after the last turn."""
    return not_(_over(games.tables[-1]))


def goes_round(games: Games) -> Bool:
    """That a position comes again: then the game never ends."""
    return or_(*(_same_position(one, two) for one, two in combinations(games.tables, 2)))


def _same_position(one: Record, two: Record) -> Bool:
    """Whether the game goes on, in two moments with nothing in the middle, with equal hands and the same leader."""
    going = [equal(each.int("phase"), number(Phase.LAYING)) for each in (one, two)]
    nothing = [equal(apply(Int, "len", each.zone("middle")), number(0)) for each in (one, two)]
    same = [equal(one.int(name), two.int(name)) for name in ("turn", "debt", "claimant")]
    hands = [equal(left, right) for left, right in zip(one.zones("hands"), two.zones("hands"), strict=True)]
    return and_(*going, *nothing, *same, *hands)


def has_cards(games: Games, card: Card, times: int) -> Bool:
    """That there are so many cards of this class."""
    each = [ite(equal(one, number(card)), number(1), number(0)) for one in games.cards]
    return equal(total(each), number(times))


def deals_with(games: Games, wanted: Callable[[Games], Bool], seconds: float) -> Iterator[Deal]:
    """The deals of the games that have this property, one after another, until z3 finds no more in the time.

    That there are no more is not said by this: solvers say it of the question without the deals that were found.
    """
    found: list[Deal] = []
    while True:
        text = script((), games.language, games.question(wanted(games), *(not_(is_deal(games, one)) for one in found)))
        values = model(text, seconds)
        if values is None:
            return
        cards = tuple([Card(int(values.get(card.op, 0))) for card in games.cards])
        found.append(Deal((cards[: games.lead], cards[games.lead :])))
        yield found[-1]


def is_deal(games: Games, deal: Deal) -> Bool:
    """That these are the cards of a deal."""
    cards = [card for hand in deal.hands for card in hand]
    return and_(*(equal(each, number(card)) for each, card in zip(games.cards, cards, strict=True)))


# --- what is proved ---


@dataclass(frozen=True, slots=True)
class Bound:
    """Fair games with so many cards are over after so many turns, but for this many deals, which go round for ever."""

    cards: int
    turns: int
    endless: int = 0

    @property
    def statement(self) -> str:
        """The bound in words."""
        hands = "half each" if self.cards % 2 == 0 else "one more for the seat that begins"
        words = f"every game of two seats with {self.cards} cards, {hands}, ends within {self.turns} cards"
        return f"{words}, but for {self.endless} that {GOES_ROUND}" if self.endless else words


GOES_ROUND: Final = "goes round for ever"

BOUNDS: Final = (Bound(2, 2), Bound(3, 3), Bound(4, 5), Bound(5, 11), Bound(6, 16, endless=1), Bound(7, 27))
"""The fewest turns for which it is so, by number of cards."""
LONGEST: Final = 20.0
"""About how many seconds of a processor the last of them takes."""

DECISIVE: Final = (
    *("pay_card", "owed_card", "paid", "payer_out", "plain_card", "sole_holder", "nobody_can_lay"),
    *("pile_order", "leader", "end", "position"),
)
"""The rule points that decide how a game of two seats goes on."""


def as_beggar(declared: Book) -> bool:
    """Whether a game of two seats goes as in Beggar My Neighbour: that is what the bounds are stated of."""
    return all(getattr(declared, point) is getattr(BEGGAR, point) for point in DECISIVE)


def bounds() -> tuple[Proof[Book], ...]:
    """G10 for each number of cards."""
    return tuple(
        Proof(
            f"G10.{bound.cards}",
            bound.statement,
            partial(bounded, bound),
            ("BMN-02", "BMN-45"),
            when=as_beggar,
            seats=(2,),
            scene=TURN.name,
            long=LONGEST if bound is BOUNDS[-1] else 0.0,
        )
        for bound in BOUNDS
    )


def bounded(bound: Bound, desk: Desk[Book]) -> Outcome:
    """First the endless deals are looked for, then it is asked whether any other game lasts longer."""
    games = unrolled(desk.compiled(INITIAL), desk.compiled(TURN), bound.cards, bound.turns)
    endless = tuple(islice(deals_with(games, lasts, desk.seconds), bound.endless))
    answers = _asked(games, bound, endless, desk)
    told = tuple([_told(desk.book, deal) for deal in endless])
    if agreed(answers) and [GOES_ROUND in each for each in told] == [True] * bound.endless:
        space, size = f"all deals of {bound.cards} cards, each one of five classes", len(OWES) ** bound.cards
        return Outcome(Verdict.HELD, Grade.EXHAUSTED, "", None, "", ASSUMED, told, space, size)
    more = () if agreed(answers) else deals_with(games, partial(_lasts_besides, endless), desk.seconds)
    return _not_so(desk.book, bound, [*endless, *islice(more, 1)], settled(answers))


def _asked(games: Games, bound: Bound, endless: tuple[Deal, ...], desk: Desk[Book]) -> tuple[Solved, ...]:
    """What the solvers say: that no other game lasts, and that each of these deals comes back to where it was."""
    text = script([bound.statement, *ASSUMED], games.language, games.question(_lasts_besides(endless, games)))
    answers = desk.ask(text, "ends", games.language)
    for deal in endless:
        ends = games.question(is_deal(games, deal), not_(goes_round(games)))
        text = script([f"{deal} {GOES_ROUND}", *ASSUMED], games.language, ends)
        answers += desk.ask(text, f"round.{str(deal).replace('/', '+')}", games.language)
    return answers


def _lasts_besides(known: tuple[Deal, ...], games: Games) -> Bool:
    return and_(lasts(games), *(not_(is_deal(games, deal)) for deal in known))


def _not_so(book: Book, bound: Bound, found: Sequence[Deal], said: Outcome) -> Outcome:
    """What follows from games that last: the bound has failed if the model plays them so."""
    outcomes = [run.play(book, play.initial(book, deal), MOST_CARDS).outcome for deal in found]
    longer = [not isinstance(outcome, Won) or outcome.cards > bound.turns for outcome in outcomes]
    wrong = [not isinstance(outcome, Loop) for outcome, long in zip(outcomes, longer, strict=True) if long]
    told = "; ".join(_told(book, deal) for deal, long in zip(found, longer, strict=True) if long)
    if any(wrong) or len(wrong) > bound.endless:
        return Outcome(Verdict.FAILED, counterexample=told)
    if said.verdict is Verdict.HELD:
        return Outcome(Verdict.INCONCLUSIVE, counterexample=f"no game was found that {GOES_ROUND}")
    return said


def _told(book: Book, deal: Deal) -> str:
    """What becomes of a deal when the model plays it."""
    match run.play(book, play.initial(book, deal), MOST_CARDS).outcome:
        case Loop(stem, _, period, _):
            return f"{deal} {GOES_ROUND}: after {stem} cards the same comes again every {period} cards"
        case Won(_, cards, _):
            return f"{deal} ends after {cards} cards"
    return f"{deal} goes on for more than {MOST_CARDS} cards"
