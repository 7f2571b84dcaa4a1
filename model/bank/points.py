"""The rule points of Bank: for each, the alternatives a table may agree on, by their wire names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from model.bank import cover, dealing, match, moves, ranks, scoring, taking, turns
from model.bank.actions import SUIT_LETTERS, Suits, format_suits
from model.bank.ranks import Points
from model.bank.rulebook import Book
from model.points import RuleChoiceError, RulePoint, Takes, by_name, instead

_point = partial(RulePoint, games=frozenset({"bank"}))

FIXED_SUMS: Final = (15, 23, 31, 40, 48, 56)
CARD_SUMS: Final = (3, 6)
USUAL_FIXED_SUM, USUAL_CARD_SUM = Points(31), Points(3)
TRUMPS: Final[Mapping[str, Suits]] = {
    "own": tuple(SUIT_LETTERS[letter] for letter in "cdhs"),
    "none": (),
    "one": tuple(SUIT_LETTERS[letter] for letter in "s"),
    "two": tuple(SUIT_LETTERS[letter] for letter in "sd"),
    "senior_junior": cover.spades_and_diamonds(),
}
"""The trumps that count where none are named: as many as must be named."""

POINTS: Final[Mapping[str, RulePoint]] = {
    point.name: point
    for point in (
        _point("pack", by_name(ranks.whole_pack)),
        _point("deal", by_name(dealing.four_each_one_open)),
        _point("first_mover", by_name(dealing.nearest_rank, dealing.first_clockwise, dealing.lowest)),
        _point("rank_order", by_name(ranks.literal, ranks.header_up)),
        _point("cover_step", by_name(cover.exactly_one, cover.any_lower)),
        _point("same_rank", by_name(cover.same_rank)),
        _point("six", {"own_suit": cover.six_of_own_suit, "any": cover.any_six}),
        _point("eight", by_name(cover.eight)),
        _point(
            "trumps",
            by_name(cover.own, cover.none, cover.one, cover.two, cover.senior_junior),
            takes=dict.fromkeys(("own", "one", "two", "senior_junior"), Takes.SUITS),
        ),
        _point("trump_covers", by_name(cover.any_rank_outside_trumps, cover.normal_forms_only)),
        _point("trump_vs_trump", {"normal_forms": cover.normal_forms, "any": cover.any_trump}),
        _point("trump_scope", {"match": cover.match, "round": cover.round_}),
        _point("four", by_name(moves.four_of_a_kind)),
        _point("run", by_name(moves.four_in_a_row)),
        _point("run_suit", {"any": moves.any_suits, "same": moves.same_suit}),
        _point("run_attach", by_name(moves.must_cover, moves.free)),
        _point("run_extra_move", {"no": moves.no_extra_move, "yes": moves.extra_move}),
        _point("eight_follow", {"optional": moves.eight_optional, "required": moves.if_possible}),
        _point("eight_follow_kind", by_name(moves.single_card, moves.any_move)),
        _point("four_follow", {"required_if_possible": moves.if_possible, "optional": moves.four_optional}),
        _point(
            "seven",
            {
                "skip": turns.skip_turn,
                "draw_and_move": turns.draw_and_move,
                "draw_and_skip": turns.draw_and_skip,
                "nothing": turns.nothing,
            },
        ),
        _point("seven_trigger", by_name(turns.any_laid, turns.top_at_end)),
        _point("stuck_after_forced_draw", by_name(turns.draws_again, turns.fails)),
        _point("draw", by_name(turns.draw_one)),
        _point("capture", by_name(taking.next_fails, taking.all_fail)),
        _point("captor", by_name(taking.layer_of_top, taking.seat_before)),
        _point(
            "deck_card_owner",
            {"seat_before": taking.before_failer, "nobody": taking.nobody, "dealer": taking.dealer},
        ),
        _point("own_single", {"stays": taking.stays_there, "taken": taking.is_taken}),
        _point("drawn_single", {"stays": taking.stays_there, "taken": taking.is_taken}),
        _point(
            "mover_after_capture",
            {"after_failer": taking.after_failer, "captor": taking.captor_moves, "failer": taking.failer_moves},
        ),
        _point(
            "ghost",
            {
                "after_capture": taking.after_capture,
                "after_any_taking": taking.after_any_taking,
                "none": taking.no_ghost,
            },
        ),
        _point("captured_to", {"score_pile": taking.score_pile, "hand": taking.into_hand}),
        _point("out_may_capture", by_name(taking.yes, taking.no)),
        _point("trump_king", by_name(taking.finishes_with_trump_king)),
        _point("trump_king_single", by_name(taking.taken, taking.stays)),
        _point("four_kings", by_name(taking.anyone, taking.opponents)),
        _point("round_end", by_name(turns.one_left_or_blocked, turns.stock_gone)),
        _point("bank_left", by_name(turns.nobody, turns.layer_of_top, turns.last_finisher)),
        _point("worth", by_name(ranks.points_of)),
        _point(
            "scoring",
            by_name(scoring.no_penalty, scoring.points_in_hand, scoring.fixed, scoring.per_card),
            takes={"fixed": Takes.SUM, "per_card": Takes.SUM},
        ),
        _point(
            "fixed_mode",
            {"plus": scoring.fixed_plus, "alone": scoring.fixed_alone, "when_no_points": scoring.when_no_points},
        ),
        _point("per_card_mode", {"plus": scoring.per_card_plus, "alone": scoring.per_card_alone}),
        _point("per_card_counts", {"all": scoring.all_cards, "zero_only": scoring.zero_only}),
        _point("losers", by_name(scoring.all_with_cards, scoring.most_points, scoring.last_only)),
        _point("place_bonus", by_name(scoring.for_the_place)),
        _point("king_bonus", by_name(scoring.for_a_king)),
        _point("four_bonus", by_name(scoring.for_four_of_a_kind)),
        _point("run_bonus", by_name(scoring.for_a_run)),
        _point("match_check", by_name(match.after_round, match.at_capture)),
        _point("match_target", by_name(match.at_least, match.more_than)),
        _point("winner", by_name(match.highest_of_those)),
        _point("tie", by_name(match.extra_round_all, match.extra_round_tied)),
        _point(
            "dealer", by_name(match.loser, match.last_out, match.first_mover, match.most_points, match.fewest_points)
        ),
        _point("last_out_means", by_name(match.last_to_go_out, match.left_over)),
    )
}
"""Points with one alternative are rules that no source leaves open; they are here because a misreading is one, too."""


def choose(book: Book, choices: Mapping[str, str]) -> Book:
    """The book with an alternative put in for each named point. Raises RuleChoiceError for what does not fit."""
    chosen: dict[str, Any] = {}
    for name, way in choices.items():
        check_way(name, way)
        chosen |= _chosen(POINTS[name], way)
    made = replace(book, **chosen)
    _refuse_pointless(made, choices)
    return made


def check_way(point: str, way: str) -> None:
    """Refuse a point or an alternative that does not exist, whatever else is chosen. Raises RuleChoiceError."""
    if point not in POINTS:
        raise RuleChoiceError(f"no rule point of bank is called '{point}': {instead(point, POINTS)}")
    _chosen(POINTS[point], way)


def _chosen(point: RulePoint, way: str) -> dict[str, Any]:
    """The fields of the book that one choice decides."""
    name, colon, argument = way.partition(":")
    if name not in point.alternatives:
        raise RuleChoiceError(f"{point.name} has no alternative '{name}': {instead(name, point.alternatives)}")
    takes = point.takes.get(name)
    if colon and takes is None:
        raise RuleChoiceError(f"{point.name}={name} takes nothing behind a colon: write {point.name}={name}")
    fields = {point.name: point.alternatives[name]}
    if point.name == "trumps":
        return fields | {"trump_suits": _suits(name, argument) if colon else TRUMPS[name]}
    if takes is Takes.SUM:
        sums, field = (FIXED_SUMS, "fixed_sum") if name == "fixed" else (CARD_SUMS, "card_sum")
        usual = USUAL_FIXED_SUM if name == "fixed" else USUAL_CARD_SUM
        return fields | {field: _sum(way, argument, sums) if colon else usual}
    return fields


def _suits(way: str, letters: str) -> Suits:
    """The trumps that are named. Raises RuleChoiceError if they are not as many different suits as are needed."""
    fewest, most = (2, 4) if way == "own" else (len(TRUMPS[way]), len(TRUMPS[way]))
    if not set(letters) <= set(SUIT_LETTERS):
        raise RuleChoiceError(f"trumps={way}:{letters[:20]}: suits are c, d, h and s")
    if len(set(letters)) < len(letters):
        who = "two seats cannot have the same trump" if way == "own" else "a suit is named twice"
        raise RuleChoiceError(f"trumps={way}:{letters[:20]}: {who}")
    if not fewest <= len(letters) <= most:
        wanted = "one suit for each seat, 2 to 4" if way == "own" else f"{most} suit{'s' * (most > 1)}"
        raise RuleChoiceError(f"trumps={way}:{letters[:20]}: name {wanted}, such as {format_suits(TRUMPS[way])}")
    return tuple(SUIT_LETTERS[letter] for letter in letters)


def _sum(way: str, argument: str, sums: tuple[int, ...]) -> Points:
    known = {str(one): Points(one) for one in sums}
    if argument not in known:
        raise RuleChoiceError(f"scoring={way[:30]}: the text knows {', '.join(known)}")
    return known[argument]


PENALTY_OF: Final[Mapping[str, str]] = {
    "fixed_mode": "fixed",
    "per_card_mode": "per_card",
    "per_card_counts": "per_card",
}
"""Points that say how a penalty is counted, and the way of scoring that has this penalty."""


def _refuse_pointless(book: Book, choices: Mapping[str, str]) -> None:
    """Refuse choices that contradict each other: how a penalty is counted, where there is none of that kind."""
    for name, wanted in PENALTY_OF.items():
        usual = next(iter(POINTS[name].alternatives))
        if choices.get(name, usual) != usual and book.scoring is not POINTS["scoring"].alternatives[wanted]:
            raise RuleChoiceError(
                f"{name}={choices[name]} says how a penalty is counted, and scoring={_name(book, 'scoring')} has none"
                f" of that kind: choose scoring={wanted} with it"
            )


def without_pointless(choices: Mapping[str, str]) -> dict[str, str]:
    """The same choices without those that say how a penalty is counted where there is none of that kind."""
    penalty = choices.get("scoring", "no_penalty").partition(":")[0]
    return {point: way for point, way in choices.items() if PENALTY_OF.get(point, penalty) == penalty}


def choices(book: Book) -> dict[str, str]:
    """The wire name of what the book has at each rule point; a misreading shows under its own function name."""
    return {name: _name(book, name) for name in POINTS}


def _name(book: Book, point: str) -> str:
    value = getattr(book, point)
    for name, alternative in POINTS[point].alternatives.items():
        if alternative is value:
            return name + _argument(book, point, name)
    return str(getattr(value, "__name__", value))


def _argument(book: Book, point: str, name: str) -> str:
    if point == "trumps" and book.trump_suits != TRUMPS[name]:
        return f":{format_suits(book.trump_suits)}"
    if point == "scoring" and name == "fixed" and book.fixed_sum != USUAL_FIXED_SUM:
        return f":{book.fixed_sum}"
    if point == "scoring" and name == "per_card" and book.card_sum != USUAL_CARD_SUM:
        return f":{book.card_sum}"
    return ""


def check_seats(book: Book, seats: int) -> None:
    """Refuse numbers of seats that the game does not know, or that lack a trump. Raises RuleChoiceError."""
    if not book.fewest_seats <= seats <= book.most_seats:
        raise RuleChoiceError(
            f"bank is played by {book.fewest_seats} to {book.most_seats} seats, not by {seats}: give one hand for each"
        )
    if book.trumps is cover.own and len(book.trump_suits) < seats:
        raise RuleChoiceError(
            f"trumps=own:{format_suits(book.trump_suits)} names {len(book.trump_suits)} trumps, and {seats} seats need"
            " one each"
        )
