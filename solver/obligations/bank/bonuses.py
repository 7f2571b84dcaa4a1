"""K12, what is given: what each card counts, and each bonus for going out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from model.bank.rulebook import Book
from model.bank.state import Finish
from model.cards import ACE, JACK, KING, QUEEN, TEN
from solver.obligations import Inputs, Obligation, Scene, Statements, together
from solver.obligations.bank.cards import all_different, height, is_card, rank, suit
from solver.obligations.bank.covering import UPWARDS
from solver.obligations.bank.rounds import CONTRACTS, Banks, cards_of
from solver.obligations.common import record
from solver.terms import TRUE, Bool, Int, and_, equal, implies, ite, not_, number, one_of, total, truth
from solver.values import Record, Value, as_int, entries_of

FOUR: Final = 4
"""Cards that are laid together."""

PLACE: Final = (20, 10, 10)
KING_LAST: Final = (30, 20, 10)
RUN_LAST: Final = (30, 25, 20)
FOUR_LAST: Final = 75
"""The bonuses as the text names them, for going out first, second and third."""

COUNTS: Final = ((ACE, 12), (TEN, 10), (KING, 5), (QUEEN, 3), (JACK, 1))
"""What cards count, as the text names it; all others count nothing."""

Cards = tuple[Int, ...]
Goals = Callable[[Banks, Inputs, Any], Statements]

# --- what is given, from the text ---


def at_place(place: Int, figures: tuple[int, ...]) -> Int:
    """The figure for a place, the first place being 1."""
    found = number(figures[-1])
    for at, figure in reversed(list(enumerate(figures[:-1], start=1))):
        found = ite(equal(place, number(at)), number(figure), found)
    return found


def is_king(setting: Banks, card: Int) -> Bool:
    """Whether a card is a king."""
    return equal(rank(setting, card), number(KING))


def of_one_kind(setting: Banks, cards: Cards) -> Bool:
    """Whether these are four cards of one rank."""
    ranks = [rank(setting, each) for each in cards]
    return truth(len(cards) == FOUR) & and_(*(equal(each, ranks[0]) for each in ranks))


def in_a_row(setting: Banks, cards: Cards) -> Bool:
    """Whether these are four cards of consecutive ranks, from the lowest up or from the highest down."""
    heights = [height(setting, each) for each in cards]
    up, down = (
        and_(*(equal(each, heights[0] + step * at) for at, each in enumerate(heights) if at)) for step in (1, -1)
    )
    return truth(len(cards) == FOUR) & (up | down)


def of_one_suit(setting: Banks, cards: Cards) -> Bool:
    """Whether all cards are of one suit."""
    return and_(*(equal(suit(setting, each), suit(setting, cards[0])) for each in cards[1:]))


def is_lay(setting: Banks, cards: Cards) -> Bool:
    """Whether these cards can have been laid together: different cards; of four, one rank or a run."""
    together = of_one_kind(setting, cards) | in_a_row(setting, cards) if len(cards) == FOUR else truth(len(cards) == 1)
    return and_(*(is_card(setting, each) for each in cards), all_different(cards), together)


def king_given(setting: Banks, cards: Cards, place: Int) -> Int:
    """BANK-85, BANK-87, BANK-89: what a king that was laid last brings."""
    return ite(is_king(setting, cards[-1]), at_place(place, KING_LAST), number(0))


def four_given(setting: Banks, cards: Cards) -> Int:
    """BANK-91: what four cards of one rank bring that are no kings."""
    given = of_one_kind(setting, cards) & not_(is_king(setting, cards[0]))
    return ite(given, number(FOUR_LAST), number(0))


def run_given(setting: Banks, cards: Cards, place: Int) -> Int:
    """BANK-93 to BANK-95: what four consecutive cards of one suit bring."""
    given = in_a_row(setting, cards) & of_one_suit(setting, cards)
    return ite(given, at_place(place, RUN_LAST), number(0))


def all_given(setting: Banks, cards: Cards, place: Int) -> Int:
    """All that going out at this place with these cards brings."""
    more = king_given(setting, cards, place), four_given(setting, cards), run_given(setting, cards, place)
    return total((at_place(place, PLACE), *more))


def given_to(setting: Banks, table: Record, seat_: Int | int) -> Int:
    """All that going out has brought to a seat; nothing to one that has not gone out."""
    found, place = number(0), number(1)
    for entry in entries_of(table.fields["out"]):
        finish = record(entry.value)
        brings = all_given(setting, cards_of(setting.theory, finish.fields["cards"]), place)
        found = ite(entry.there & equal(finish.int("seat"), number(seat_)), brings, found)
        place = place + ite(entry.there, number(1), number(0))
    return found


# --- scenes ---


def any_finish(setting: Banks, name: str, size: int) -> Record:
    """Any seat that went out with so many cards."""
    cards = tuple([as_int(setting.shapes.any_of(int, f"{name}.card{at}", 0)) for at in range(size)])
    return Record(Finish, {"seat": setting.shapes.any_of(int, f"{name}.seat", 0), "cards": cards})


def a_finish(size: int, *more: str) -> Callable[[Banks], Inputs]:
    """Any seat that went out with so many cards, and more numbers."""

    def inputs(setting: Banks) -> Inputs:
        numbers = {name: setting.shapes.any_of(int, name, 0) for name in more}
        return {"finish": any_finish(setting, "finish", size), **numbers}

    return inputs


def last_lay(setting: Banks, finish: Value) -> Cards:
    """The cards with which a seat went out."""
    return cards_of(setting.theory, record(finish).fields["cards"])


def went_out(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that its cards can have been laid together, and that it was first, second or third."""
    cards_laid = is_lay(setting, last_lay(setting, inputs["finish"]))
    return cards_laid & a_place(setting, inputs) if "place" in inputs else cards_laid


def a_place(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a place is the first, the second or the third."""
    return one_of(as_int(inputs["place"]), (1, 2, 3))


def some_cards(size: int) -> Callable[[Banks], Inputs]:
    """So many cards."""

    def inputs(setting: Banks) -> Inputs:
        return {"zone": tuple([setting.shapes.any_of(int, f"card{at}", 0) for at in range(size)])}

    return inputs


def are_cards(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that they are cards."""
    return and_(*(is_card(setting, each) for each in cards_of(setting.theory, inputs["zone"])))


def any_place(setting: Banks) -> Inputs:
    """A place."""
    return {"place": setting.shapes.any_of(int, "place", 0)}


WORTH: Final[Scene[Book]] = Scene("worth", lambda book: book.worth, some_cards(1), are_cards, contracts=CONTRACTS)
WORTH_OF_THREE: Final[Scene[Book]] = Scene(
    "worth_of_three", lambda book: book.worth, some_cards(3), are_cards, contracts=CONTRACTS
)
PLACE_BONUS: Final[Scene[Book]] = Scene("place_bonus", lambda book: book.place_bonus, any_place, a_place)
KING_BONUS: Final[Scene[Book]] = Scene("king_bonus", lambda book: book.king_bonus, a_finish(1, "place"), went_out)
KING_BONUS_OF_FOUR: Final[Scene[Book]] = Scene(
    "king_bonus_of_four", lambda book: book.king_bonus, a_finish(FOUR, "place"), went_out
)
FOUR_BONUS: Final[Scene[Book]] = Scene("four_bonus", lambda book: book.four_bonus, a_finish(FOUR), went_out)
FOUR_BONUS_OF_ONE: Final[Scene[Book]] = Scene("four_bonus_of_one", lambda book: book.four_bonus, a_finish(1), went_out)
RUN_BONUS: Final[Scene[Book]] = Scene("run_bonus", lambda book: book.run_bonus, a_finish(FOUR, "place"), went_out)
RUN_BONUS_OF_ONE: Final[Scene[Book]] = Scene(
    "run_bonus_of_one", lambda book: book.run_bonus, a_finish(1, "place"), went_out
)


# --- goals ---


def counts(rank_: int, worth: int) -> Goals:
    """A card of this rank counts so much."""

    def goals(setting: Banks, inputs: Inputs, found: Value) -> Statements:
        (card,) = cards_of(setting.theory, inputs["zone"])
        shown = equal(rank(setting, card), number(rank_))
        return {f"it counts {worth}": implies(shown, equal(as_int(found), number(worth)))}

    return goals


def others_count_nothing(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Cards of the low ranks count nothing."""
    (card,) = cards_of(setting.theory, inputs["zone"])
    low = not_(one_of(rank(setting, card), [each for each, _ in COUNTS]))
    return {"it counts nothing": implies(low, equal(as_int(found), number(0)))}


def count_of(setting: Banks, card: Int) -> Int:
    """What one card counts."""
    found = number(0)
    for each, worth in COUNTS:
        found = ite(equal(rank(setting, card), number(each)), number(worth), found)
    return found


def adds_up(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """Several cards count together what each of them counts."""
    each = [count_of(setting, card) for card in cards_of(setting.theory, inputs["zone"])]
    return {"they count what each of them counts": equal(as_int(found), total(each))}


def for_the_place(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """What each place brings."""
    return _by_place(inputs, found, PLACE, "it brings", TRUE)


def for_a_king(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """What a king laid last brings at each place, and that nothing else does."""
    king = is_king(setting, last_lay(setting, inputs["finish"])[-1])
    return together(
        _by_place(inputs, found, KING_LAST, "a king brings", king),
        {"any other last card brings nothing": king | equal(as_int(found), number(0))},
    )


def for_one_kind(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """What four of a kind bring."""
    said = four_given(setting, last_lay(setting, inputs["finish"]))
    return {f"four of a kind but kings bring {FOUR_LAST}, and nothing else does": equal(as_int(found), said)}


def for_a_run(setting: Banks, inputs: Inputs, found: Value) -> Statements:
    """What a run of one suit brings at each place, and that nothing else does."""
    cards = last_lay(setting, inputs["finish"])
    run = in_a_row(setting, cards) & of_one_suit(setting, cards)
    return together(
        _by_place(inputs, found, RUN_LAST, "a run of one suit brings", run),
        {"anything else brings nothing": run | equal(as_int(found), number(0))},
    )


def _by_place(inputs: Inputs, found: Value, figures: tuple[int, ...], words: str, so: Bool) -> Statements:
    """What something brings, where it is so, to the first, the second and the third to go out."""
    place = as_int(inputs["place"])
    brings = [so & equal(place, number(at)) for at in range(1, len(figures) + 1)]
    return {
        f"{words} {figure} to the {which}": implies(there, equal(as_int(found), number(figure)))
        for there, which, figure in zip(brings, ("first", "second", "third"), figures, strict=True)
    }


# --- what is to hold ---

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    *(
        Obligation(
            f"K12.{name}_counts",
            WORTH,
            f"{'an' if name == 'ace' else 'a'} {name} counts {worth} point{'s' * (worth != 1)}",
            (clause,),
            counts(of, worth),
            (),
            once=True,
        )
        for (of, worth), name, clause in zip(
            COUNTS,
            ("ace", "ten", "king", "queen", "jack"),
            ("BANK-78", "BANK-79", "BANK-80", "BANK-81", "BANK-82"),
            strict=True,
        )
    ),
    Obligation(
        "K12.low_cards_count",
        WORTH,
        "nine, eight, seven and six count nothing",
        ("BANK-83",),
        others_count_nothing,
        (),
        once=True,
    ),
    Obligation(
        "K12.cards_add_up",
        WORTH_OF_THREE,
        "several cards count together what each of them counts",
        ("BANK-78", "BANK-79", "BANK-80", "BANK-81", "BANK-82", "BANK-83"),
        adds_up,
        (),
        once=True,
    ),
    Obligation(
        "K12.place_bonus",
        PLACE_BONUS,
        "whoever goes out first gets 20 points, whoever is second 10, whoever is third 10",
        ("BANK-84", "BANK-86", "BANK-88"),
        for_the_place,
        (),
        once=True,
    ),
    *(
        Obligation(
            id,
            scene,
            f"a king laid last, {words}, brings 30 more points to the first, 20 to the second, 10 to the third",
            ("BANK-85", "BANK-87", "BANK-89"),
            for_a_king,
            (),
            under=under,
            once=True,
        )
        for id, scene, words, under in (
            ("K12.king_bonus", KING_BONUS, "one card in all", ({},)),
            ("K12.king_bonus_of_four", KING_BONUS_OF_FOUR, "the last of four", ({}, UPWARDS)),
        )
    ),
    *(
        Obligation(
            id,
            scene,
            f"{words} 75 points more, unless they are kings",
            ("BANK-91",),
            for_one_kind,
            (),
            once=True,
        )
        for id, scene, words in (
            ("K12.four_bonus", FOUR_BONUS, "whoever goes out with four of a kind gets"),
            ("K12.four_bonus_of_one", FOUR_BONUS_OF_ONE, "only four of a kind bring"),
        )
    ),
    *(
        Obligation(
            id,
            scene,
            f"{words} a run of four in one suit {gets} 30 points more as the first, 25 as the second, 20 as the third",
            ("BANK-93", "BANK-94", "BANK-95"),
            for_a_run,
            (),
            under=under,
            once=True,
        )
        for id, scene, words, gets, under in (
            ("K12.run_bonus", RUN_BONUS, "whoever goes out with", "gets", ({}, UPWARDS)),
            ("K12.run_bonus_of_one", RUN_BONUS_OF_ONE, "only", "brings", ({},)),
        )
    ),
)
