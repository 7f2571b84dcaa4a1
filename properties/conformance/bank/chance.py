"""Random cases of Bank: option sets, deals, and what somebody does who knows the rules and tries what they forbid."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

import msgspec

from model.bank.actions import Act, Action, RoundDeal
from model.bank.play import apply, enabled, initial, refusal
from model.bank.points import CARD_SUMS, FIXED_SUMS, POINTS, check_seats, choose, without_pointless
from model.bank.profiles import BANK
from model.bank.ranks import suit_of
from model.bank.rulebook import Book
from model.bank.state import Match, Stage, all_cards
from model.cards import SUITS, Card, Zone, format_card
from model.deal import SEAT_NAMES
from model.game import Seat
from model.points import RuleChoiceError, Takes
from properties.conformance.bank.cases import case_of
from properties.conformance.bank.script import format_action, parse_token
from properties.conformance.cases import Case, case_seed, with_choices
from properties.conformance.protocol import GameClaim

LONGEST_ROUND: Final = 400
"""Acts after which a random script ends; under the rules of the text no round is nearly as long."""
LONGEST_SMALL: Final = 60
MOST_ROUNDS: Final = 3
"""Rounds of a match that one script plays."""
TWINS: Final = 12
"""One random case in so many is a pair of deals that a seat cannot tell apart."""
OTHER_WAY: Final = 0.3
"""How often another way than the default is taken at a point where the program claims several."""
WRONG: Final = 0.04
"""How often something is tried that will probably be refused."""
WRONG_DEAL: Final = 0.4
"""The same between two rounds, which are few."""


def random_choices(claim: GameClaim, fixed: Mapping[str, str], rng: random.Random) -> dict[str, str]:
    """A choice at every point of which the program claims several ways, mostly the default; what is fixed stays."""
    chosen = dict(fixed)
    for name, ways in sorted(claim.variant.items()):
        if name in POINTS and name not in fixed and rng.random() < OTHER_WAY:
            chosen[name] = _with_argument(name, rng.choice(ways), rng)
    return without_pointless(chosen)


def _with_argument(point: str, way: str, rng: random.Random) -> str:
    name, colon, _ = way.partition(":")
    takes = POINTS[point].takes.get(name)
    if takes is None or colon or rng.random() < 0.4:
        return way
    if takes is Takes.SUITS:
        needed = {"own": 4, "one": 1}.get(name, 2)
        return f"{name}:{''.join(rng.sample('cdhs', needed))}"
    return f"{name}:{rng.choice(FIXED_SUMS if name == 'fixed' else CARD_SUMS)}"


def for_seats(choices: Mapping[str, str], fixed: Mapping[str, str], seats: int) -> dict[str, str]:
    """The same choices, with the usual trumps where those drawn are too few for so many seats."""
    try:
        check_seats(choose(BANK, choices), seats)
    except RuleChoiceError:
        usual = {"trumps": fixed["trumps"]} if "trumps" in fixed else {}
        return {point: way for point, way in choices.items() if point != "trumps"} | usual
    return dict(choices)


def random_deal(book: Book, seats: int, rng: random.Random, small: bool) -> RoundDeal:
    """The whole pack as the book deals it, or a few cards."""
    pack = list(book.pack())
    rng.shuffle(pack)
    dealer = Seat(rng.randrange(seats))
    if not small:
        return book.deal(book, tuple(pack), seats, dealer)
    if rng.random() < 0.5:  # cards of two suits meet more often
        suits = rng.sample(SUITS, 2)
        pack = [card for card in pack if suit_of(card) in suits]
    sizes = [rng.randint(1, 4) for _ in range(seats)]
    hands, rest = dealt_out(pack, sizes)
    return RoundDeal(hands, rest[0], tuple(rest[1 : 1 + rng.randint(0, 4)]), dealer)


def dealt_out(cards: Sequence[Card], sizes: Sequence[int]) -> tuple[tuple[Zone, ...], Zone]:
    """Hands of these sizes, and the cards that are left."""
    hands: list[Zone] = []
    left = tuple(cards)
    for size in sizes:
        hands.append(left[:size])
        left = left[size:]
    return tuple(hands), left


def random_script(book: Book, match: Match, rng: random.Random, most: int, rounds: int) -> tuple[str, ...]:
    """What somebody does at a table who knows the rules but tries now and then what they do not allow."""
    tokens: list[str] = []
    pack = all_cards(match.round)
    while len(tokens) < most and match.stage is not Stage.OVER:
        if match.stage is Stage.DEAL and match.rounds >= rounds:
            break
        wrong = rng.random() < (WRONG_DEAL if match.stage is Stage.DEAL else WRONG)
        token = _wrong(book, match, rng) if wrong else format_action(match, _next(book, match, rng, pack))
        tokens.append(token)
        parsed = parse_token(token)
        tick = parsed.tick(match)
        if not parsed.stale and refusal(book, match, tick) is None:
            match = apply(book, match, tick[0])
    return tuple(tokens)


def _next(book: Book, match: Match, rng: random.Random, pack: Zone) -> Action:
    if match.stage is not Stage.DEAL:
        return rng.choice(enabled(book, match))
    (action,) = enabled(book, match)
    return Action(action.seat, Act.DEAL, deal=next_deal(book, match, rng, pack))


def next_deal(book: Book, match: Match, rng: random.Random, pack: Zone) -> RoundDeal:
    """The same cards, shuffled and dealt for the next round to those who take part."""
    cards = list(pack)
    rng.shuffle(cards)
    seats = len(match.totals)
    size = max(1, min(book.cards_each, (len(cards) - 1) // len(match.playing)))
    hands, rest = dealt_out(cards, [size if Seat(seat) in match.playing else 0 for seat in range(seats)])
    return RoundDeal(hands, rest[0], rest[1:])


def _wrong(book: Book, match: Match, rng: random.Random) -> str:
    """Something that is to be refused; now and then it is not."""
    if match.stage is Stage.DEAL:
        return f"deal:{_wrong_deal(book, match, rng)}"
    if match.stage is not Stage.ROUND:
        return rng.choice(("draw", "pass", "A:stop", "lot:A", "~pass"))
    seats = len(match.totals)
    other = SEAT_NAMES[rng.randrange(seats)]
    card = format_card(rng.choice(all_cards(match.round)))
    right = format_action(match, rng.choice(enabled(book, match)))
    return rng.choice((f"{other}:{card}", card, "draw", "pass", "skip", "stop", f"~{right}", f"+{right}", "lot:A"))


def _wrong_deal(book: Book, match: Match, rng: random.Random) -> RoundDeal:
    """A deal of the next round with a card that is strange, a seat without cards, one too many, or a wrong dealer."""
    pack = all_cards(match.round)
    deal = next_deal(book, match, rng, pack)
    strange = [card for card in book.pack() if card not in pack]
    other = Seat((match.dealers[0] + 1) % len(match.totals))
    wrong = [replace(deal, dealer=other), replace(deal, stock=deal.stock[1:])]
    if strange:
        wrong.append(replace(deal, open_card=rng.choice(strange)))
    if sum(map(bool, deal.hands)) > 2:
        first = next(seat for seat, hand in enumerate(deal.hands) if hand)
        hands = tuple(() if seat == first else hand for seat, hand in enumerate(deal.hands))
        wrong.append(replace(deal, hands=hands, stock=deal.stock + deal.hands[first]))
    return rng.choice(wrong)


def any_round(claim: GameClaim, seats: int, number: int, master: int, fixed: Mapping[str, str]) -> Case:
    """A random case, or where the program shows views now and then a pair of deals that a seat cannot tell apart."""
    if number % TWINS == TWINS - 1 and "view" in claim.observe:
        return twin_round(seats, number, master, fixed)
    return random_round(claim, seats, number, master, fixed)


def random_round(claim: GameClaim, seats: int, number: int, master: int, fixed: Mapping[str, str]) -> Case:
    """A random case: four in five with a few cards, the others with the whole pack, every other for one round only."""
    case_id = with_choices(f"bank/random/{seats}/{number}", fixed)
    rng = random.Random(case_seed(master, case_id))
    choices = for_seats(random_choices(claim, fixed, rng), fixed, seats)
    book = choose(BANK, choices)
    small = number % 5 != 4
    deal = random_deal(book, seats, rng, small)
    rounds = 1 if number % 10 == 4 else MOST_ROUNDS
    script = random_script(book, initial(book, deal), rng, LONGEST_SMALL if small else LONGEST_ROUND, rounds)
    besides: tuple[Literal["", "new", "fork"], ...] = ("", "new", "fork")
    beside = besides[number % 3]
    return msgspec.structs.replace(case_of(case_id, deal, choices, script, "random"), beside=beside)


def twin_round(seats: int, number: int, master: int, fixed: Mapping[str, str]) -> Case:
    """A deal of the whole pack, and another that is the same to the seat that moves first: it acts once or twice."""
    case_id = with_choices(f"bank/twins/{seats}/{number}", fixed)
    rng = random.Random(case_seed(master, case_id))
    book = choose(BANK, fixed)
    deal = random_deal(book, seats, rng, small=False)
    match = initial(book, deal)
    mine = match.round.turn
    script = random_script(book, match, rng, 2, 1)
    unseen = [card for seat, hand in enumerate(deal.hands) if seat != mine for card in hand] + list(deal.stock)
    # who moves first depends on who holds cards of the open card's suit, so these stay
    moving = [card for card in unseen if suit_of(card) != suit_of(deal.open_card)]
    swapped = dict(zip(moving, rng.sample(moving, len(moving)), strict=True))
    hands = tuple(
        hand if seat == mine else tuple(swapped.get(card, card) for card in hand)
        for seat, hand in enumerate(deal.hands)
    )
    other = RoundDeal(hands, deal.open_card, tuple(swapped.get(card, card) for card in deal.stock), deal.dealer)
    return case_of(case_id, deal, fixed, script, "random", twin=str(other))
