"""K9, what covers what: ranks in order, equal ranks, sixes, eights, and the whole relation under every option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from model.bank import cover
from model.bank.ranks import EIGHT, NO_CARD, SIX
from model.bank.rulebook import Book
from solver.obligations import Choices, Inputs, Obligation, Scene, Statements
from solver.obligations.bank.cards import HEADER, LITERAL, height, is_card, is_rank, order, rank, suit, value
from solver.obligations.bank.rounds import Banks, agreed, any_round, any_trumps, is_agreed, table_of
from solver.obligations.bank.trumps import IN_GROUPS, Suits, power, trumps_in_order, trumps_of, with_trumps
from solver.obligations.common import anything
from solver.terms import Bool, Int, and_, equal, implies, not_, number, truth
from solver.values import Value, as_bool, as_int, entries_of

# --- what covers what, from the text ---


def one_lower(setting: Banks, lower: Int, top: Int) -> Bool:
    """BANK-41: a value is exactly one lower than another, or lower at all, as was agreed on."""
    if is_agreed(setting, "cover_step", "any_lower"):
        return lower < top
    return equal(lower + 1, top)


def six_covers(setting: Banks, card: Int, top: Int) -> Bool:
    """BANK-58: a six covers every card of its suit, or every card, as was agreed on."""
    own_suit = equal(suit(setting, card), suit(setting, top))
    return equal(rank(setting, card), number(SIX)) & (truth(is_agreed(setting, "six", "any")) | own_suit)


def of_one_rank(setting: Banks, card: Int, top: Int) -> Bool:
    """BANK-42: two cards have one rank."""
    return equal(rank(setting, card), rank(setting, top))


def lower_in_suit(setting: Banks, card: Int, top: Int) -> Bool:
    """BANK-41: a card is of the suit of another, and lower as far as it must be."""
    in_suit = equal(suit(setting, card), suit(setting, top))
    return in_suit & one_lower(setting, height(setting, card), height(setting, top))


def covered(setting: Banks, trumps: Suits, place: Int, card: Int, top: Int) -> Bool:
    """Whether a card of this seat covers the card on top: the whole of it, but for the licence of eights."""
    trump = power(setting, trumps, place, suit(setting, card), suit(setting, top))
    normal = six_covers(setting, card, top) | lower_in_suit(setting, card, top)
    ways = of_one_rank(setting, card, top) | trump.free | (normal & not_(trump.barred))
    return not_(equal(card, top)) & ways


def may_lay(setting: Banks, trumps: Suits, place: Int, card: Int, top: Int) -> Bool:
    """BANK-40, BANK-43: a card may be laid if it covers what is on top, if that is nothing, and if it is an eight."""
    is_eight = equal(rank(setting, card), number(EIGHT))
    return equal(top, number(NO_CARD)) | is_eight | covered(setting, trumps, place, card, top)


# --- scenes ---


def any_cards(setting: Banks) -> Inputs:
    """A card, and the card on top."""
    return {name: setting.shapes.any_of(int, name, 0) for name in ("card", "top")}


def two_cards(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that both are cards."""
    return and_(*(is_card(setting, as_int(inputs[name])) for name in ("card", "top")))


def any_one_card(setting: Banks) -> Inputs:
    """A card."""
    return {"card": setting.shapes.any_of(int, "card", 0)}


def one_card(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that it is one."""
    return is_card(setting, as_int(inputs["card"]))


def any_ranks(setting: Banks) -> Inputs:
    """The order of ranks that was agreed on, and two ranks."""
    return {"order": order(setting), **{name: setting.shapes.any_of(int, name, 0) for name in ("rank", "top")}}


def two_ranks(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that both are ranks of the game."""
    return is_rank(as_int(inputs["rank"])) & is_rank(as_int(inputs["top"]))


def any_cover(setting: Banks) -> Inputs:
    """Any trumps, a seat, its card, and the card on top."""
    place = setting.shapes.any_of(int, "seat", 0)
    return {"trumps": any_trumps(setting, "trumps"), "seat": place, **any_cards(setting)}


def cards_and_trumps(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that cards are cards, and trumps different suits."""
    return two_cards(setting, inputs) & trumps_in_order(setting, inputs)


def any_turn(setting: Banks) -> Inputs:
    """Any round, and a card."""
    return {"table": any_round(setting), **any_one_card(setting)}


def card_in_turn(setting: Banks, inputs: Inputs) -> Bool:
    """The hypothesis that a seat is in turn, that the card is one, and that the top card is one or none."""
    table = table_of(inputs)
    top, turn = table.int("top"), table.int("turn")
    trumps = {"trumps": table.fields["trumps"], "seat": turn}
    return one_card(setting, inputs) & trumps_in_order(setting, trumps) & may_be_top(setting, top)


def may_be_top(setting: Banks, top: Int) -> Bool:
    """Whether it is a card, or says that there is none to be covered."""
    return equal(top, number(NO_CARD)) | is_card(setting, top)


RANK_ORDER: Final[Scene[Book]] = Scene("rank_order", lambda book: book.rank_order, lambda setting: {}, anything)
COVER_STEP: Final[Scene[Book]] = Scene("cover_step", lambda book: book.cover_step, any_ranks, two_ranks)
SAME_RANK: Final[Scene[Book]] = Scene("same_rank", lambda book: book.same_rank, any_cards, two_cards)
SIXES: Final[Scene[Book]] = Scene("six", lambda book: book.six, any_cards, two_cards)
EIGHTS: Final[Scene[Book]] = Scene("eight", lambda book: book.eight, any_one_card, one_card)
LOWER: Final[Scene[Book]] = Scene("one_suit_lower", lambda book: cover.one_suit_lower, any_cards, two_cards)
COVERS: Final[Scene[Book]] = Scene("covers", lambda book: cover.covers, any_cover, cards_and_trumps)
MAY_BE_LAID: Final[Scene[Book]] = Scene("may_be_laid", lambda book: cover.may_be_laid, any_turn, card_in_turn)


# --- goals ---


def ranks_are(*ranks: int) -> Callable[[Banks, Inputs, Value], Statements]:
    """The ranks stand in this order, and there are no others."""

    def goals(setting: Banks, inputs: Inputs, found: Value) -> Statements:
        stand = [as_int(entry.value) for entry in entries_of(found)]
        right = truth(len(stand) == len(ranks)) & and_(*map(equal, stand, map(number, ranks)))
        return {"the ranks stand in the order of the text": right}

    return goals


def steps_down(setting: Banks, inputs: Inputs, covers: Value) -> Statements:
    """A rank covers another one by how much lower it is."""
    lower, top = (value(setting, as_int(inputs[name])) for name in ("rank", "top"))
    return {
        "it covers exactly if it is lower by as much as it must be": equal(
            as_bool(covers), one_lower(setting, lower, top)
        )
    }


def _pair(inputs: Inputs) -> tuple[Int, Int]:
    return as_int(inputs["card"]), as_int(inputs["top"])


def equal_ranks(setting: Banks, inputs: Inputs, covers: Value) -> Statements:
    """Equal ranks cover each other, whatever their suits."""
    return {"it covers exactly if the ranks are equal": equal(as_bool(covers), of_one_rank(setting, *_pair(inputs)))}


def sixes(setting: Banks, inputs: Inputs, covers: Value) -> Statements:
    """What a six covers as a six."""
    said = six_covers(setting, *_pair(inputs))
    return {"a six covers what it may, and no other card does so": equal(as_bool(covers), said)}


def eights(setting: Banks, inputs: Inputs, licence: Value) -> Statements:
    """Which cards may be laid on anything."""
    said = equal(rank(setting, as_int(inputs["card"])), number(EIGHT))
    return {"eights may be laid on anything, and no other card": equal(as_bool(licence), said)}


def lower_covers(setting: Banks, inputs: Inputs, covers: Value) -> Statements:
    """What a card covers in its suit."""
    said = lower_in_suit(setting, *_pair(inputs))
    return {"it covers exactly if it is of the suit, and lower by as much as it must be": equal(as_bool(covers), said)}


def whole_relation(setting: Banks, inputs: Inputs, covers: Value) -> Statements:
    """What covers what."""
    said = covered(setting, trumps_of(inputs), as_int(inputs["seat"]), *_pair(inputs))
    return {"it covers exactly if the rules say so": equal(as_bool(covers), said)}


def legal(setting: Banks, inputs: Inputs, allowed: Value) -> Statements:
    """What may be laid in turn."""
    table, card = table_of(inputs), as_int(inputs["card"])
    top, free = table.int("top"), equal(table.int("top"), number(NO_CARD))
    said = may_lay(setting, trumps_of(table.fields), table.int("turn"), card, top)
    return {
        "where nothing is to be covered any card may be laid": implies(free, as_bool(allowed)),
        "else it must be an eight, or cover the card on top": implies(not_(free), equal(as_bool(allowed), said)),
    }


# --- what is to hold ---

UPWARDS: Final[Choices] = {"rank_order": "header_up"}
ANY_LOWER: Final[Choices] = {"cover_step": "any_lower"}
ANY_SIX: Final[Choices] = {"six": "any"}
ORDINARY: Final = (UPWARDS, ANY_LOWER, {**UPWARDS, **ANY_LOWER}, ANY_SIX)
"""What else there is to agree on of cards that are no trumps."""

COMMON: Final = ("none", "one", "two", "senior_junior")
"""The options of trumps that are not the usual one."""

_COVERS: Final[tuple[tuple[str, str, tuple[str, ...], tuple[Choices, ...]], ...]] = (
    ("own", "with own trumps", ("BANK-18",), ({}, *ORDINARY, {"trump_covers": "normal_forms_only"})),
    ("none", "without trumps", ("BANK-20",), ({}, ANY_SIX)),
    ("one", "with one common trump", ("BANK-21", "BANK-22", "BANK-32"), (*IN_GROUPS, ANY_SIX)),
    ("two", "with two common trumps", ("BANK-23", "BANK-24", "BANK-32"), (*IN_GROUPS, ANY_SIX)),
    (
        "senior_junior",
        "with senior and junior trumps",
        ("BANK-25", "BANK-29", "BANK-30", "BANK-31", "BANK-32"),
        (*IN_GROUPS, ANY_SIX),
    ),
)

OBLIGATIONS: Final[tuple[Obligation[Book], ...]] = (
    Obligation(
        "K9.order",
        RANK_ORDER,
        "from junior to senior the ranks are ace, 10, king, queen, jack, 9, 8, 7, 6",
        ("BANK-39",),
        ranks_are(*LITERAL),
        (),
        when=agreed(rank_order="literal"),
        once=True,
    ),
    Obligation(
        "K9.order_of_header",
        RANK_ORDER,
        "from junior to senior the ranks are 6, 7, 8, 9, jack, queen, king, 10, ace",
        ("BANK-05",),
        ranks_are(*HEADER),
        (),
        when=agreed(rank_order="header_up"),
        under=(UPWARDS,),
        once=True,
    ),
    Obligation(
        "K9.step",
        COVER_STEP,
        "a card covers one of its suit by being exactly one lower, or lower at all if that was agreed on",
        ("BANK-41",),
        steps_down,
        (),
        under=({}, UPWARDS, ANY_LOWER),
        once=True,
    ),
    Obligation(
        "K9.lower_in_suit",
        LOWER,
        "what is lower covers in its own suit only",
        ("BANK-41",),
        lower_covers,
        (),
        under=({}, *ORDINARY[:3]),
        once=True,
    ),
    Obligation(
        "K9.equal_rank",
        SAME_RANK,
        "cards of one rank cover each other, whatever their suits and whatever group these belong to",
        ("BANK-32", "BANK-42"),
        equal_ranks,
        (),
        once=True,
    ),
    Obligation(
        "K9.six",
        SIXES,
        "a six covers every card of its own suit, or every card if that was agreed on",
        ("BANK-58",),
        sixes,
        (),
        under=({}, ANY_SIX),
        once=True,
    ),
    Obligation(
        "K9.eight",
        EIGHTS,
        "an eight may be laid on anything",
        ("BANK-43",),
        eights,
        (),
        once=True,
    ),
    *(
        Obligation(
            f"K9.covers_{option}",
            COVERS,
            f"{words} a card covers what its rank, its suit and its being a six or a trump let it cover, and no more",
            ("BANK-41", "BANK-42", "BANK-58", *clauses),
            whole_relation,
            (),
            when=agreed(trumps=option),
            under=with_trumps(option, *more),
            once=True,
        )
        for option, words, clauses, more in _COVERS
    ),
    Obligation(
        "K9.laid",
        MAY_BE_LAID,
        "what is laid must cover the card on top, or be an eight; where there is none anything may be laid",
        ("BANK-40", "BANK-43"),
        legal,
        (),
        under=({}, UPWARDS, *(each for option in COMMON for each in with_trumps(option))),
    ),
)
