"""The rule points of the pile games: for each, the alternatives a table may agree on, by their wire names.

The default of a game stands in its profile. Points with one alternative are rules that no source leaves open; they
are here because a misreading is an alternative too, one that nobody may choose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final

from model.cards import ACE, JACK, KING, QUEEN, THREE, TWO, CardError, Labelling, card, face_of, format_zone, parse_zone
from model.piles import dealing, paying, slaps, taking
from model.piles.rulebook import Book, CountCards, CountTricks, Pay, SlapPriority, pay_map
from model.piles.state import Debt
from model.points import RuleChoiceError, RulePoint, Takes, by_name, instead

J1Q2K3A4: Final = pay_map(
    "j1q2k3a4",
    Pay(JACK, Debt(1), ("BMN-22", "BB-15")),
    Pay(QUEEN, Debt(2), ("BMN-21", "BB-16")),
    Pay(KING, Debt(3), ("BMN-20", "BB-17")),
    Pay(ACE, Debt(4), ("BMN-19", "BB-18")),
)
"""Jack one, queen two, king three, ace four."""

A1_TWO2_THREE3: Final = pay_map("a1_two2_three3", Pay(ACE, Debt(1)), Pay(TWO, Debt(2)), Pay(THREE, Debt(3)))
"""Camicia: ace one, two two, three three."""

J1Q2K3: Final = pay_map("j1q2k3", Pay(JACK, Debt(1)), Pay(QUEEN, Debt(2)), Pay(KING, Debt(3)))
"""Jack one, queen two, king three; the ace is ordinary."""

NO_PAY: Final = pay_map("no_pay")
"""No card asks for anything."""

A1J2Q3K4: Final = pay_map("a1j2q3k4", Pay(ACE, Debt(1)), Pay(JACK, Debt(2)), Pay(QUEEN, Debt(3)), Pay(KING, Debt(4)))
"""Ace one, jack two, queen three, king four."""


MOST_PENALTY: Final = 104
PLAIN: Final = frozenset({"beggar", "camicia"})
SLAPPING: Final = frozenset({"banka", "ratscrew"})
_point = partial(RulePoint, games=PLAIN | SLAPPING)

POINTS: Final[Mapping[str, RulePoint]] = {
    point.name: point
    for point in (
        _point(
            "packs",
            {"by_seats": dealing.by_seats, "1": dealing.one_pack, "2": dealing.two_packs},
            only={"by_seats": frozenset({"beggar"})},
        ),
        _point("deal", by_name(dealing.singly_clockwise, dealing.equal_rest_to_middle, dealing.one_aside)),
        _point("deal_one", by_name(dealing.one_card_clockwise)),
        _point("first_seat", {"left_of_dealer": dealing.left_of_dealer, "dealer": dealing.dealer_first}),
        _point("dealt_on_top", by_name(dealing.last_dealt, dealing.first_dealt)),
        _point("pay_map", {each.name: each for each in (J1Q2K3A4, A1_TWO2_THREE3, J1Q2K3, A1J2Q3K4, NO_PAY)}),
        _point("pay_card", by_name(paying.next_seat_owes)),
        _point("owed_card", by_name(paying.counts_down)),
        _point("paid", by_name(paying.claimant_wins)),
        _point(
            "payer_out",
            by_name(paying.pass_remainder, paying.claimant_takes, paying.other_lays),
            two_seats_only=frozenset({"other_lays"}),
        ),
        _point("plain_card", by_name(paying.turn_passes)),
        _point("sole_holder", by_name(paying.takes_when_turn_returns, paying.goes_on_turning, paying.wins_at_once)),
        _point("nobody_can_lay", by_name(paying.last_layer_takes)),
        _point(
            "pile_order",
            {
                "first_laid_first": taking.first_laid_first,
                "reversed": taking.reversed_pile,
                "shuffled": taking.shuffled,
            },
        ),
        _point("leader", by_name(taking.taker, taking.after_last_layer, taking.after_taker)),
        _point(
            "end",
            by_name(taking.must_play, taking.immediate, taking.early_stop, taking.lead_on, taking.all_cards),
            two_seats_only=frozenset({"immediate", "early_stop", "lead_on"}),
            only=dict.fromkeys(("must_play", "immediate", "early_stop", "lead_on"), PLAIN) | {"all_cards": SLAPPING},
        ),
        _point("time_rule", by_name(taking.off, taking.most_cards_at_budget)),
        _point("position", by_name(taking.hands_and_leader)),
        _point("count_cards", {each.value: each for each in CountCards}),
        _point("count_tricks", {each.value: each for each in CountTricks}),
        _point(
            "slaps",
            by_name(
                slaps.double,
                slaps.bottom_match,
                slaps.sandwich,
                slaps.ten,
                slaps.marriage,
                slaps.run3,
                slaps.rank_trigger,
            ),
            games=SLAPPING,
            is_set=True,
            takes={"rank_trigger": Takes.RANKS},
        ),
        _point("slap_window", by_name(slaps.until_next_card, slaps.any_neighbours), games=SLAPPING),
        _point("slap_in_debt", by_name(slaps.voids_debt, slaps.keeps_debt, slaps.forbidden), games=SLAPPING),
        _point("slap_priority", {each.value: each for each in SlapPriority}, games=SLAPPING),
        _point("slap_tie", by_name(slaps.undermost, slaps.undefined), games=SLAPPING),
        _point(
            "wrong_slap",
            by_name(slaps.nothing, slaps.burn_under, slaps.card_to_claimant, slaps.whole_hand, slaps.lock_out),
            games=SLAPPING,
            takes=dict.fromkeys(("burn_under", "card_to_claimant", "lock_out"), Takes.NUMBER),
        ),
        _point("burned_order", by_name(slaps.under_all, slaps.onto_burned), games=SLAPPING),
        _point("payer_burned_out", by_name(slaps.next_pays, slaps.as_payer_out), games=SLAPPING),
        _point("burned_count_for_slaps", {"no": slaps.burned_do_not_count, "yes": slaps.burned_count}, games=SLAPPING),
        _point("hidden_cards_match", {"no": slaps.only_shown, "yes": slaps.any_neighbour}, games=SLAPPING),
        _point("empty_hand", by_name(slaps.skipped_may_slap, slaps.out, slaps.one_chance), games=SLAPPING),
        _point("leftover_challenges", {"no": slaps.nobody_laid_it, "yes": slaps.asks_the_first_seat}, games=SLAPPING),
    )
}


def choose(book: Book, choices: Mapping[str, str]) -> Book:
    """The book with an alternative put in for each named point. Raises RuleChoiceError for what does not fit."""
    chosen: dict[str, Any] = {}
    known = points_of(book.game)
    for point, way in choices.items():
        if point not in known:
            raise RuleChoiceError(f"no rule point of {book.game} is called '{point}': {instead(point, known)}")
        chosen |= _chosen(known[point], book.game, way)
    made = replace(book, **chosen)
    if made.slapping and made.slap_in_debt is slaps.keeps_debt and made.pile_order is taking.shuffled:
        raise RuleChoiceError("slap_in_debt=keeps_debt and pile_order=shuffled do not go together: choose one of them")
    return made


def points_of(game: str) -> dict[str, RulePoint]:
    """The rule points that a game has, by name."""
    return {name: point for name, point in POINTS.items() if game in point.games}


def _chosen(point: RulePoint, game: str, way: str) -> dict[str, Any]:
    """The fields of the book that one choice decides."""
    if not point.is_set:
        return _one(point, game, way)
    named = () if way == "none" else tuple(part.strip() for part in way.split(","))
    if len({part.partition(":")[0] for part in named}) < len(named):
        raise RuleChoiceError(f"{point.name}={way} names something twice")
    fields: dict[str, Any] = {}
    for part in named:
        one = _one(point, game, part)
        fields |= {name: value for name, value in one.items() if name != point.name}
        fields[point.name] = (*fields.get(point.name, ()), one[point.name])
    order = list(point.alternatives.values())
    return {"trigger_ranks": (), **fields, point.name: tuple(sorted(fields.get(point.name, ()), key=order.index))}


def _one(point: RulePoint, game: str, way: str) -> dict[str, Any]:
    name, colon, argument = way.partition(":")
    known = point.ways(game)
    if name not in known:
        none = "none for no slap at all; " if point.is_set else ""
        raise RuleChoiceError(f"{point.name} has no alternative '{name}': {none}{instead(name, known)}")
    takes = point.takes.get(name)
    if colon and takes is None:
        raise RuleChoiceError(f"{point.name}={name} takes nothing behind a colon: write {point.name}={name}")
    return {point.name: known[name], **_argument(point, name, takes, argument if colon else "")}


def _argument(point: RulePoint, name: str, takes: Takes | None, argument: str) -> dict[str, Any]:
    if takes is Takes.NUMBER:
        plain = argument.isascii() and argument.isdigit() and len(argument) <= len(str(MOST_PENALTY))
        if argument and not (plain and 0 < int(argument) <= MOST_PENALTY):
            raise RuleChoiceError(f"{point.name}={name}:{argument[:20]}: write a number of cards, 1 to {MOST_PENALTY}")
        return {"penalty": int(argument or 1)}
    if takes is Takes.RANKS:
        try:
            ranks = parse_zone(argument or "J", Labelling.RANK)
        except CardError as error:
            raise RuleChoiceError(f"{point.name}={name}:{argument}: {error}") from error
        return {"trigger_ranks": tuple(dict.fromkeys(face_of(card) for card in ranks))}
    return {"penalty": 1} if point.name == "wrong_slap" else {}


def choices(book: Book) -> dict[str, str]:
    """The wire name of what the book has at each rule point; a misreading shows under its own function name."""
    return dict(_choices(book))


@lru_cache(maxsize=256)
def _choices(book: Book) -> tuple[tuple[str, str], ...]:
    return tuple((name, _wire_name(book, point, getattr(book, name))) for name, point in points_of(book.game).items())


def _wire_name(book: Book, point: RulePoint, value: object) -> str:
    if isinstance(value, tuple) and point.is_set:
        return ",".join(_one_name(book, point, each) for each in value) or "none"
    return _one_name(book, point, value)


def _one_name(book: Book, point: RulePoint, value: object) -> str:
    for name, alternative in point.alternatives.items():
        if alternative == value:
            return name + _argument_name(book, point.takes.get(name))
    return str(getattr(value, "__name__", getattr(value, "name", value)))


def _argument_name(book: Book, takes: Takes | None) -> str:
    if takes is Takes.NUMBER and book.penalty != 1:
        return f":{book.penalty}"
    if takes is Takes.RANKS:
        return ":" + format_zone(card(rank) for rank in book.trigger_ranks)
    return ""


def check_seats(book: Book, seats: int) -> None:
    """Refuse numbers of seats that the game, or an alternative chosen, does not know. Raises RuleChoiceError."""
    if not book.fewest_seats <= seats <= book.most_seats:
        wanted = str(book.fewest_seats)
        if book.most_seats != book.fewest_seats:
            wanted += f" to {book.most_seats}"
        raise RuleChoiceError(f"{book.game} is played by {wanted} seats, not by {seats}: give one hand for each seat")
    for name, alternative in choices(book).items():
        if seats > 2 and alternative in POINTS[name].two_seats_only:
            raise RuleChoiceError(f"{name}={alternative} is defined for two seats only, and this deal has {seats}")
